"""What the notations of Futoshiki share: the borders between cells and the signs on them."""

from __future__ import annotations

from collections.abc import Sequence

from clew.core.grid import edges
from clew.notation._notation import Notation, placed, wrong
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki


def between(notation: Notation, puzzle: Futoshiki) -> list[bool | None]:
    """For each edge: whether its first cell is smaller; None where there is no sign."""
    if puzzle.adjacent:
        raise notation.refusal(puzzle, "it has no adjacent mode")
    signs = set(puzzle.signs)
    if any(pair[::-1] in signs for pair in signs):
        raise notation.refusal(puzzle, "two cells have both signs between them")
    return [
        True if edge in signs else False if edge[::-1] in signs else None
        for edge in edges(puzzle.order, puzzle.order)
    ]


def blocks(items: Sequence[str], order: int) -> list[list[str]]:
    """What stands on the edges, as rows of the left-right block and rows of the upper-lower."""
    wide, split = order - 1, order * (order - 1)
    across = [list(items[at : at + wide]) for at in range(0, split, wide)] if wide else []
    return across + [list(items[at : at + order]) for at in range(split, 2 * split, order)]


def cell_rows(puzzle: Futoshiki) -> list[list[str]]:
    """The cells as rows of numbers, 0 for a blank."""
    shown, order = list(map(str, puzzle.cells)), puzzle.order
    return [shown[at : at + order] for at in range(0, len(shown), order)]


def sign(is_less: bool | None, words: Sequence[str]) -> str:
    """The word for an edge: for no sign, for a smaller first cell, or for a greater one."""
    return words[0 if is_less is None else 1 if is_less else 2]


def number(word: str, column: int, line: int, largest: int) -> int:
    """The number of a cell, 0 for a blank."""
    value = int(word) if word.isascii() and word.isdigit() and len(word) < 4 else -1
    if not 0 <= value <= largest:
        raise placed(f"line {line}", wrong(column, word, f"0 to {largest}"))
    return value
