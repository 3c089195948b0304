"""Boards of queens as text: rows between slashes or on lines of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from clew.puzzles.queens.face import Square


def read_rows(text: str, most: int) -> tuple[int, tuple[Square, ...]]:
    """The order of a board, and its queens; it may have so many rows at most."""
    lines = "\n".join(filter(None, map(str.strip, text.split("\n"))))
    rows = [row.strip() for row in re.split(r"\n?/\n?|\n", lines, maxsplit=most)]
    if len(rows) > most:
        raise ValueError(f"found more than {most} rows, expected at most {most}")
    placed = ((row, col) for row, line in enumerate(rows) for col in _queens(line, row, len(rows)))
    return len(rows), tuple(placed)


def _queens(line: str, row: int, order: int) -> Iterator[int]:
    """The columns of the queens in one row of the text."""
    col = 0
    for match in re.finditer(r"\d+|\S", line):
        item = match[0]
        if item.isdigit() and item.isascii() and len(item) < 6:
            col += int(item)
        elif item in "Qq.-*_":
            if item in "Qq":
                yield col
            col += 1
        else:
            raise ValueError(
                f"row {row + 1}, column {match.start() + 1}: found {item[:20]!r}, "
                "expected Q, '.' or a number of empty squares"
            )
        if col > order:
            break
    if col != order:
        found = f"{col} squares" if col < order else f"more than {order} squares"
        raise ValueError(f"row {row + 1}: found {found}, expected {order}, one for each row")


def write_rows(placed: Sequence[Square], order: int) -> str:
    """The rows with `Q` for a queen, and the number of empty squares between two of them."""
    rows: list[list[int]] = [[] for _ in range(order)]
    for row, col in placed:
        rows[row].append(col)
    return "/".join(_row_text(cols, order) for cols in rows)


def _row_text(cols: Sequence[int], order: int) -> str:
    text, at = "", 0
    for col in [*cols, order]:
        text += str(col - at) if col > at else ""
        text += "Q" if col < order else ""
        at = col + 1
    return text
