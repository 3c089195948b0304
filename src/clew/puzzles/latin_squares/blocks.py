"""Futoshiki as blocks of rows: cells, then signs between columns, then signs between rows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from clew.core.grid import Cells, edges
from clew.puzzles.latin_squares.face import Pair

Row = tuple[int, Sequence[tuple[str, int]]]
"""The number of a line, and the symbols on it with their columns."""


def symbols(line: str) -> list[tuple[str, int]]:
    """The symbols of a line with their columns; one word is symbols run together."""
    apart = len(line.split()) > 1
    found = re.finditer(r"\S+" if apart else r"\S", line)
    return [(match[0], match.start() + 1) for match in found]


def read_blocks(
    rows: Sequence[Row], order: int, across: Sequence[str], down: Sequence[str]
) -> tuple[Cells, tuple[Pair, ...]]:
    """The cells and the signs of a board.

    `across` and `down` are the words for no sign, for a smaller first cell, and for a greater one.
    """
    digits = [str(value) for value in range(order + 1)]
    kinds = [(order, digits)] * order + [(order - 1, across)] * (order if order > 1 else 0)
    kinds += [(order, down)] * (order - 1)
    for row, (width, words) in zip(rows, kinds, strict=False):
        _check_row(row, width, words)
    if len(rows) != len(kinds):
        expected = f"{order} rows of cells, {order} of {across[1]} {across[2]}"
        expected += f", {order - 1} of {down[1]} {down[2]}"
        found = f"line {rows[-1][0] if rows else 1}: found {len(rows)} rows"
        raise ValueError(f"{found}, expected {len(kinds)}: {expected}")
    cells = tuple(int(item) for _, items in rows[:order] for item, _ in items)
    signs = [item for _, items in rows[order:] for item, _ in items]
    ways = zip(edges(order, order), signs, strict=True)
    less, none = (across[1], down[1]), (across[0], down[0])
    return cells, tuple(
        pair if item in less else pair[::-1] for pair, item in ways if item not in none
    )


def _check_row(row: Row, width: int, words: Sequence[str]) -> None:
    line, items = row
    if len(items) != width:
        raise ValueError(f"line {line}: found {len(items)} symbols, expected {width}")
    are_cells = words[-1].isdigit()
    for item, column in items:
        if (item.lstrip("0") or "0" if are_cells else item) not in words:
            signs = f"{words[0]}, {words[1]} or {words[-1]}"
            expected = f"0 to {words[-1]}" if are_cells else signs
            where = f"line {line}, column {column}"
            raise ValueError(f"{where}: found {item[:20]!r}, expected {expected}")
