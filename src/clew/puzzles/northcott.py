"""Northcott's game: a white and a black counter in each row, moved to and fro, never jumping."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from clew.board.board import Board, Cell, Ink
from clew.board.inputs import Drag
from clew.core.games import GamePuzzle, find_cycle
from clew.core.look import Look
from clew.core.puzzle import Example
from clew.core.texts import read_number, split_options
from clew.puzzles._heaps import NimInDisguise

Row = tuple[int, int]
State = tuple[bool, tuple[Row, ...]]
"""Whether black is to move; for each row the squares of white and black, counted from 1."""
WIDEST = 60
SHAPES = (("W", "white"), ("B", "black"))


class NorthcottRules(NimInDisguise):
    """Players move a counter of their own, forward or back, within its row."""

    theorem = (
        "the gaps between the counters are piles: a retreat is answered by following it, "
        "and can be made only so often"
    )

    def __init__(self, start: State, width: int) -> None:
        super().__init__(start)
        self.width = width

    @cached_property
    def cycle(self) -> tuple[Any, ...]:  # type: ignore[override]  # found when first used
        names = {True: "black", False: "white"}
        return tuple(
            f"{names[black]} to move at {_written(rows)}" for black, rows in find_cycle(self)
        )

    def successors(self, state: State) -> Iterator[tuple[str, State]]:
        for row in range(1, len(state[1]) + 1):
            for square in self._reach(state, row):
                yield self.move(state, (row, square))

    def legal(self, state: State, numbers: Sequence[int]) -> bool:
        match numbers:
            case [row, square]:
                return 1 <= row <= len(state[1]) and square in self._reach(state, row)
        return False

    def move(self, state: State, numbers: Sequence[int]) -> tuple[str, State]:
        (black, rows), (row, square) = state, numbers
        one, two = rows[row - 1]
        moved = (one, square) if black else (square, two)
        return f"row {row}: to {square}", (not black, (*rows[: row - 1], moved, *rows[row:]))

    def leaving(self, state: State, place: int, left: int) -> Iterator[tuple[str, State]]:
        mine, other = state[1][place][:: -1 if state[0] else 1]
        square = other - left - 1 if mine < other else other + left + 1
        if self.legal(state, (place + 1, square)):
            yield self.move(state, (place + 1, square))

    def _reach(self, state: State, row: int) -> Iterator[int]:
        """The squares that the mover's counter can go to, those towards the other first."""
        mine, other = state[1][row - 1][:: -1 if state[0] else 1]
        step = 1 if other > mine else -1
        yield from range(mine + step, other, step)
        yield from range(mine - step, 0 if step > 0 else self.width + 1, -step)

    def parts(self, state: State) -> tuple[int, ...]:
        return tuple(abs(white - black) - 1 for white, black in state[1])

    def names(self, state: State) -> tuple[str, ...]:
        return tuple(f"gap in row {row}" for row in range(1, len(state[1]) + 1))


def _written(rows: tuple[Row, ...]) -> str:
    return ",".join(f"{white}-{black}" for white, black in rows)


@dataclass(frozen=True)
class Northcott(GamePuzzle):
    """Rows of one width, the squares of the two counters in each, and whose turn it is."""

    width: int
    rows: tuple[Row, ...]
    black: bool = False

    name = "northcott"
    summary = "Move your counter in a row, without jumping; whoever cannot move loses."
    form = "the width, @, white-black in each row: 8@1-4,3-8; then ,black to move"
    adds = False
    title = "Northcott's game"
    look = Look(targets=True)
    inputs = (Drag("counter", axis="line"),)
    examples = (
        Example("4@1-4,2-3", "Two short rows", value=1),
        Example("5@1-3,5-3", "Equal gaps: a loss", value=-1),
        Example("4@1-2,4-3", "White can only lose ground", value=-1),
        Example("3@1-3,black", "Black to move", value=1),
        Example("2@1-2", "Nobody can move", value=-1),
    )

    def __post_init__(self) -> None:
        if not 2 <= self.width <= WIDEST:
            raise ValueError(f"found a width of {self.width}, expected 2 to {WIDEST}")
        for number, (white, black) in enumerate(self.rows, 1):
            if white == black or not all(1 <= square <= self.width for square in (white, black)):
                raise ValueError(
                    f"row {number}: found {white}-{black}, expected two squares, 1 to {self.width}"
                )

    @classmethod
    def parse(cls, text: str) -> Self:
        rest, options = split_options(text, "black", "white")
        width, at, rows = rest.partition("@")
        if not at:
            raise ValueError(f"found {text.strip()[:40]!r}, expected 8@1-4,3-8")
        across = read_number(width.strip(), 2, WIDEST, "a width")
        found = []
        for number, row in enumerate(rows.split(","), 1):
            if not (squares := re.fullmatch(r"\s*(\d+)\s*-\s*(\d+)\s*", row, re.ASCII)):
                raise ValueError(f"row {number}: found {row.strip()[:20]!r}, expected white-black")
            white, black = (read_number(word, 1, across, "a square") for word in squares.groups())
            found.append((white, black))
        return cls(across, tuple(found), "black" in options)

    def __str__(self) -> str:
        return f"{self.width}@{_written(self.rows)}" + (",black" if self.black else "")

    def game(self) -> NorthcottRules:
        return NorthcottRules((self.black, self.rows), self.width)

    def at(self, state: State, /) -> Self:
        return replace(self, black=state[0], rows=state[1])

    def turn(self, state: State, /) -> str:
        return "black" if state[0] else "white"

    def touches(self, move: str, /) -> tuple[int, ...]:
        """To where, and from where."""
        row, square = map(int, re.findall(r"\d+", move))
        before = (row - 1) * self.width - 1
        return before + square, before + self.rows[row - 1][self.black]

    def picture(self) -> Board:
        marks = (
            "W" if square == white else "B" if square == black else ""
            for white, black in self.rows
            for square in range(1, self.width + 1)
        )
        cells = tuple(Cell(mark, Ink.GIVEN) if mark else Cell() for mark in marks)
        return Board(len(self.rows), self.width, cells, "Northcott's game", shapes=SHAPES)
