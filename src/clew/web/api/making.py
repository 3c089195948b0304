"""New puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clew.web.errors import Refused


def offer(kind: str) -> dict[str, Any] | None:
    """The sizes and levels at which puzzles of a kind are made; None if none are."""
    return None


def make(asked: Mapping[str, Any]) -> dict[str, Any]:
    raise Refused("puzzles are not made yet", 501)
