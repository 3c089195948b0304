"""The error with which a request is refused."""

from __future__ import annotations


class Refused(Exception):
    """One clear line, and the HTTP status that goes with it."""

    def __init__(self, line: str, status: int = 422) -> None:
        super().__init__(" ".join(line.split()))
        self.status = status
