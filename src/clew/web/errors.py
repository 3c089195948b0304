"""What a request is refused with."""

from __future__ import annotations


class Refused(Exception):
    """One clear line, and the HTTP status that goes with it."""

    def __init__(self, told: str, status: int = 422) -> None:
        super().__init__(" ".join(told.split()))
        self.status = status
