"""A step drawn on the board: the pattern shaded, its causes and its effects marked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil, sqrt
from typing import Protocol

from clew.core.board import Board, Cell, Ink, Note, Tone
from clew.core.faces import Domain, values
from clew.core.grid import write_symbol
from clew.core.puzzle import Puzzle
from clew.explanations.techniques.step import Step


class Pencilled(Protocol):
    """What is filled in, 0 where nothing is, and what else each cell may be."""

    @property
    def value(self) -> Sequence[int]: ...

    @property
    def candidates(self) -> Sequence[Domain]: ...


@dataclass(frozen=True)
class Pencil:
    """The least that can be drawn."""

    value: Sequence[int]
    candidates: Sequence[Domain]


def drawn(puzzle: Puzzle, position: Pencilled, step: Step) -> Board:
    """The board as it stands before a step, the step marked on it; candidates if they have room."""
    board = puzzle.board()
    largest = max((mask.bit_length() - 1 for mask in position.candidates), default=0)
    room = largest <= ceil(sqrt(board.cols)) ** 2
    cells = tuple(
        _cell(board.cells[cell], position, step, cell, room) for cell in range(len(board.cells))
    )
    return replace(board, cells=cells, title=f"{board.title}: {step.technique}")


def shaded(board: Board, cells: Iterable[int], title: str = "") -> Board:
    """The board with some of its cells shaded, and no others."""
    marked = set(cells)
    drawn = tuple(replace(cell, shaded=at in marked) for at, cell in enumerate(board.cells))
    return replace(board, cells=drawn, title=f"{board.title}: {title}" if title else board.title)


def _cell(given: Cell, position: Pencilled, step: Step, cell: int, room: bool) -> Cell:
    part = cell in step.cells
    placed = dict(step.placements)
    if value := position.value[cell]:
        return replace(given, text=write_symbol(value), ink=_ink(given), shaded=part)
    if not room:
        value = placed.get(cell, 0)
        return Cell(write_symbol(value) if value else "", Ink.ANSWER if value else Ink.NONE, part)
    notes = tuple(
        Note(value - 1, write_symbol(value), _tone(step, cell, value, placed))
        for value in values(position.candidates[cell])
    )
    return Cell("", Ink.NONE, part, notes)


def _ink(given: Cell) -> Ink:
    return Ink.ANSWER if given.ink is Ink.NONE else given.ink


def _tone(step: Step, cell: int, value: int, placed: dict[int, int]) -> Tone:
    if placed.get(cell) == value:
        return Tone.PLACED
    if (cell, value) in step.eliminations:
        return Tone.STRUCK
    return Tone.CAUSE if (cell, value) in step.causes else Tone.PLAIN
