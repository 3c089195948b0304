"""What a player typed, and the move that it means."""

from __future__ import annotations

import re
from collections.abc import Sequence

from clew.core.errors import ClewError


class NoMove(ClewError, ValueError):
    """What was typed is no move here; the message says which there are."""


def find_move(text: str, moves: Sequence[str]) -> str:
    """The one move that the text means: as shown, or by its beginning, or by its numbers."""
    typed = normalized(text)
    for move in moves:
        if move.lower() == typed:
            return move
    numbers = re.findall(r"\d+", typed)
    by_number = [move for move in moves if numbers and re.findall(r"\d+", move) == numbers]
    if len(by_number) == 1 and not re.sub(r"[\d\s,.:-]", "", typed):
        return by_number[0]
    begun = [move for move in moves if typed and move.lower().startswith(typed)]
    if len(begun) == 1:
        return begun[0]
    if len(begun) > 1:
        raise NoMove(f"found {short(text)}, which could be {_some(begun)}")
    expected = f"a move: {_some(moves)}" if moves else "nothing: there is no move"
    raise NoMove(f"found {short(text)}, expected {expected}")


def normalized(text: str) -> str:
    """Small letters, one blank between words."""
    return " ".join(text.lower().split())


def short(text: str) -> str:
    """What was found, for a message."""
    return repr(text.strip()[:40])


def _some(moves: Sequence[str]) -> str:
    more = f"; … ({len(moves) - 8:,} more)" if len(moves) > 8 else ""
    return "; ".join(moves[:8]) + more
