"""Shared code for the ids of Simon Tatham's collection: letters for runs of blanks, and regions.

A number is a cell's value, a letter from a to z stands for 1 to 26 blanks, and _ separates two
numbers. Regions are described by the edges between neighbouring cells. A letter counts the edges
without a wall before the next wall: z means 26 edges and no wall after them, and _ means no edges.
A number after a letter repeats it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from clew.notation._notation import wrong

Edge = tuple[int, int]
"""Two neighbouring cells."""


def read_cells(body: str, order: int, column: int, largest: int = 0) -> tuple[int, ...]:
    """Read the numbers of a square grid, with 0 for a blank."""
    cells: list[int] = []
    largest = largest or order
    for match in re.finditer(r"\d+|[a-z]|_", body):
        item = match[0]
        if item.isdigit():
            if len(item) > 4 or not 1 <= int(item) <= largest:
                raise wrong(column + match.start(), item, f"1 to {largest}, and _ between numbers")
            cells.append(int(item))
        elif item != "_":
            cells += [0] * (ord(item) - ord("a") + 1)
    if len(cells) != order * order:
        at = column + len(body)
        raise ValueError(f"column {at}: found {len(cells)} cells, expected {order * order}")
    return tuple(cells)


def write_cells(cells: Sequence[int]) -> str:
    text = ""
    for blank, run in groupby(cells, key=lambda value: value == 0):
        held = list(run)
        text += letters(len(held)) if blank else "_".join(map(str, held))
    return text


def letters(count: int) -> str:
    """Write a run of blanks: z for each 26 of them, and a letter for the rest."""
    return "z" * (count // 26) + (chr(ord("a") + count % 26 - 1) if count % 26 else "")


def edges(order: int) -> list[Edge]:
    """Return pairs of neighbours: horizontal pairs row by row, then vertical pairs by column."""
    across = [(r * order + c, r * order + c + 1) for r in range(order) for c in range(order - 1)]
    down = [(r * order + c, (r + 1) * order + c) for c in range(order) for r in range(order - 1)]
    return across + down


def read_regions(text: str, order: int, column: int) -> tuple[int, ...]:
    """Return the first cell of each cell's region.

    Raises:
        ValueError: The text doesn't end with the grid.
    """
    between = edges(order)
    walls: set[Edge] = set()
    at = 0
    for char in _repeated(text, len(between) + 2, column):
        at += 0 if char == "_" else ord(char) - ord("a") + 1
        if char != "z":
            walls |= set(between[at : at + 1])
            at += 1
    if at != len(between) + 1:
        raise wrong(column, text, f"{len(between) + 1} edges, not {at}, the last a wall")
    return connected(walls, order)


def _repeated(text: str, most: int, column: int) -> Iterator[str]:
    for match in re.finditer(r"(\D)(\d*)", text):
        times = int(match[2] or 1) if len(match[2]) < 5 else 0
        if not re.fullmatch("[a-z_]", match[1]) or not 1 <= times <= most:
            raise wrong(column + match.start(), match[0], "a to z or _, and how often")
        yield from match[1] * times


def write_regions(regions: Sequence[int], order: int, *, counted: bool = False) -> str:
    """Write regions. With `counted`, a number replaces characters repeated more than twice."""
    text, open_edges = "", 0
    for wall in [*(parted(regions, edge) for edge in edges(order)), True]:
        if wall:
            text += letters(open_edges) + ("_" if open_edges % 26 == 0 else "")
        open_edges = 0 if wall else open_edges + 1
    if not counted:
        return text
    return re.sub(r"(.)\1{2,}", lambda run: f"{run[1]}{len(run[0])}", text)


def parted(regions: Sequence[int], edge: Edge) -> bool:
    return regions[edge[0]] != regions[edge[1]]


def connected(walls: set[Edge], order: int) -> tuple[int, ...]:
    """Return the first cell that can be reached from each cell without crossing a wall."""
    region = list(range(order * order))
    for a, b in edges(order):
        if (a, b) not in walls and region[a] != region[b]:
            low, high = sorted((region[a], region[b]))
            region = [low if each == high else each for each in region]
    return tuple(region)


def cages(regions: Sequence[int], order: int) -> list[list[tuple[int, int]]]:
    """Return the row and column of each cell in each region. Regions are sorted by first cell."""
    found: dict[int, list[tuple[int, int]]] = {}
    for cell, first in enumerate(regions):
        found.setdefault(first, []).append(divmod(cell, order))
    return list(found.values())
