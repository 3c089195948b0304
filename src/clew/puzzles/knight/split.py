"""A count of tours cut into parts, by the first moves of a tour."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from clew.puzzles.knight.puzzle import Knight


def split(puzzle: Knight, wanted: int) -> list[tuple[Knight, int]]:
    """The first moves of a tour; without a start, from one cell of each symmetry class."""
    parts = deque(_starts(puzzle))
    longest = puzzle.rows * puzzle.cols - 1
    while len(parts) < wanted and parts and len(parts[0][0].path) < longest:
        knight, times = parts.popleft()
        parts += [(further, times) for further in _one_move_on(knight)]
    return list(parts)


def _one_move_on(knight: Knight) -> Iterator[Knight]:
    space = knight.space()
    state = space.start
    for _ in knight.opening():  # the first step is onto the start itself
        ((_, state),) = space.successors(state)
    for move, after in space.successors(state):
        yield knight.midway([move], after)


def _starts(puzzle: Knight) -> list[tuple[Knight, int]]:
    if puzzle.start is not None:
        return [(puzzle, 1)]
    if puzzle.closed:  # each tour goes through the corner, and one of its ways there is this
        return [(replace(puzzle, path=((0, 0), (1, 2))), 1)]
    starts = puzzle.tour().starts()
    return [(replace(puzzle, start=divmod(cell, puzzle.cols)), times) for cell, times in starts]
