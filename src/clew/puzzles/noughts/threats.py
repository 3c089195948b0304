"""What a move threatens and prevents, where so many in a row win."""

from __future__ import annotations

from collections.abc import Iterable

from clew.core.faces import values
from clew.core.grid import cell_name
from clew.puzzles.noughts.puzzle import KInARow


def threats(game: KInARow, after: int) -> tuple[str, str] | None:
    """The technique and the reason of a move that leads to this state, if it is a plain one.

    The state holds the marks of the player to move next as its lowest bits, row by row, and above
    them those of the one who has just moved.
    """
    rows, cols, _ = game.in_a_row
    size = rows * cols
    theirs, mine = after & (1 << size) - 1, after >> size
    (moved,) = values(mine & ~(game.start & (1 << size) - 1))
    before = mine & ~(1 << moved)
    lines = game.won.lines
    blocked = moved in _completing(lines, theirs, before)
    made = sorted(set(_completing(lines, mine, theirs)))
    if len(made) > 1 and not set(_completing(lines, theirs, mine)):
        return "fork", f"it threatens to complete a line at {_named(made, cols)}"
    if blocked:
        also = f", and threatens {_named(made, cols)}" if made else ""
        return "block", f"it stops the other player, who could complete a line there{also}"
    return None


def _completing(lines: Iterable[int], mine: int, theirs: int) -> set[int]:
    """The cells that complete a line of mine at once."""
    found = set()
    for line in lines:
        left = line & ~mine
        if left.bit_count() == 1 and not left & theirs:
            found.add(left.bit_length() - 1)
    return found


def _named(cells: list[int], cols: int) -> str:
    return " and ".join(cell_name(cell, cols) for cell in cells)
