"""Northcott's game: a white and a black counter in each row, moved to and fro, never jumping."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from clew.core.board import Board, Cell, Ink
from clew.core.games import GamePuzzle, Rules, find_cycle
from clew.core.heaps import number_in, read_number, split_options
from clew.core.look import Look
from clew.core.puzzle import Example

Row = tuple[int, int]
State = tuple[bool, tuple[Row, ...]]
"""Whether black is to move; for each row the squares of white and black, counted from 1."""
WIDEST = 60


class ToAndFro(Rules):
    """The rules: a player moves a counter of his own, forward or back, within its row."""

    is_nim = True
    theorem = (
        "the gaps between the counters are piles: a retreat is answered by following it, "
        "and can be made only so often"
    )

    def __init__(self, start: State, width: int) -> None:
        super().__init__(start)
        self.width = width

    @cached_property
    def cycle(self) -> tuple[Any, ...]:  # type: ignore[override]  # found when asked for
        names = {True: "black", False: "white"}
        return tuple(
            f"{names[black]} to move at {_written(rows)}" for black, rows in find_cycle(self)
        )

    def successors(self, state: State) -> Iterator[tuple[str, State]]:
        black, rows = state
        for number, row in enumerate(rows):
            for square in self._reach(row, black):
                moved = (row[0], square) if black else (square, row[1])
                after = (not black, (*rows[:number], moved, *rows[number + 1 :]))
                yield f"row {number + 1}: to {square}", after

    def made(self, state: State, move: str) -> State | None:
        named, _, change = move.partition(": ")
        number, square = number_in(named, "row "), number_in(change, "to ")
        if not 1 <= number <= len(state[1]):
            return None
        return self._moved(state, number - 1, square)

    def leaving(self, state: State, place: int, left: int) -> Iterator[tuple[str, State]]:
        mine, other = self._mine_first(state, place)
        square = other - left - 1 if mine < other else other + left + 1
        if (after := self._moved(state, place, square)) is not None:
            yield f"row {place + 1}: to {square}", after

    def _moved(self, state: State, place: int, square: int) -> State | None:
        """The state after the mover's counter in a row went to a square, if it can."""
        black, rows = state
        mine, other = self._mine_first(state, place)
        jumps = (square < other) != (mine < other)
        if square in (mine, other) or jumps or not 1 <= square <= self.width:
            return None
        moved = (other, square) if black else (square, other)
        return not black, (*rows[:place], moved, *rows[place + 1 :])

    def _mine_first(self, state: State, place: int) -> Row:
        black, rows = state
        white_square, black_square = rows[place]
        return (black_square, white_square) if black else (white_square, black_square)

    def _reach(self, row: Row, black: bool) -> Iterator[int]:
        """The squares that the mover's counter can go to, those towards the other first."""
        mine, other = row[::-1] if black else row
        step = 1 if other > mine else -1
        yield from range(mine + step, other, step)
        edge = 0 if step > 0 else self.width + 1
        yield from range(mine - step, edge, -step)

    def parts(self, state: State) -> tuple[int, ...]:
        return tuple(abs(white - black) - 1 for white, black in state[1])

    def names(self, state: State) -> tuple[str, ...]:
        return tuple(f"gap in row {row}" for row in range(1, len(state[1]) + 1))

    def options(self, part: int) -> Iterator[tuple[int, ...]]:
        return ((left,) for left in range(part))


def _written(rows: tuple[Row, ...]) -> str:
    return ",".join(f"{white}-{black}" for white, black in rows)


@dataclass(frozen=True)
class Northcott(GamePuzzle):
    """Rows of one width, the squares of the two counters in each, and whose turn it is."""

    width: int
    rows: tuple[Row, ...]
    black: bool = False

    name: ClassVar[str] = "northcott"
    summary: ClassVar[str] = "Move your counter in a row, without jumping; who cannot move loses."
    form: ClassVar[str] = "the width, @, white-black in each row: 8@1-4,3-8; then ,black to move"
    adds: ClassVar[bool] = False
    title: ClassVar[str] = "Northcott's game"
    look: ClassVar[Look] = Look("sides")
    examples: ClassVar[tuple[Example, ...]] = (
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

    def game(self) -> ToAndFro:
        return ToAndFro((self.black, self.rows), self.width)

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
        return Board(len(self.rows), self.width, cells, "Northcott's game")
