"""Rush Hour: slide the cars along their lanes until the red one can leave on the right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from clew.board.board import Board
from clew.board.inputs import Drag
from clew.core.capabilities import defined_in
from clew.core.grid import square_order
from clew.core.puzzle import Example
from clew.core.walks import TextWalk
from clew.puzzles._layouts import with_cars

RED, EMPTY, WALL = "A", "o", "x"
LARGEST = 12
HARDEST = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"


@dataclass(frozen=True)
class RushHour(TextWalk):
    """A square of cells, row by row.

    A letter is a car (A is the red one), `o` an empty cell and `x` a wall.
    """

    start: str

    name = "rush-hour"
    bid = "Slide {}"
    shapes = (("#", "wall"), ("", "road"))
    drawn_as = str.maketrans(EMPTY + WALL, " #")
    title = "Rush Hour"
    summary = "Slide cars along their lanes until the red one, A, is at the right edge."
    form = "the cells row by row: a letter for each car, A the red one; o or . empty, x a wall"
    inputs = (Drag("vehicle", axis="line"),)
    told = defined_in("clew.puzzles._explanations", "slide_told")
    examples = (
        Example(HARDEST, "The hardest there is", shortest=60, source="Fogleman 2018"),
        Example("ooBoAABooooooCCo", "Four by four", shortest=3),
        Example("ooBoAABoooBooooo", "No way out", solutions=0),
        Example("ooooAAoooooooooo", "An empty road", shortest=1),
    )

    def __post_init__(self) -> None:
        if not 2 <= self.cols <= LARGEST:
            raise ValueError(f"found {self.cols} rows, expected 2 to {LARGEST}")
        for car, (cells, lane) in self._cars(self.start).items():
            whole = [self.start[cell] for cell in cells] == [car] * self.start.count(car)
            if not whole or len(cells) < 2 or cells[-1] not in lane:
                raise ValueError(f"car {car}: its cells must be a line of two or more")
        if RED + RED not in self.start:
            raise ValueError(f"there must be a car {RED} that lies in a row")

    @classmethod
    def parse(cls, text: str) -> Self:
        word = "".join(text.replace("/", "").split()).replace(".", EMPTY)
        if wrong := re.search("[^A-Zox]", word):
            at = wrong.start() + 1
            raise ValueError(f"column {at}: found {wrong[0]!r}, expected A to Z, o or x")
        return cls(word)

    @cached_property
    def cols(self) -> int:
        return square_order(len(self.start))

    def _cars(self, state: str) -> dict[str, tuple[range, range]]:
        """Return each car's cells, and the cells of its row or column."""
        order, found = self.cols, {}
        for car in sorted(set(state) - {EMPTY, WALL}):
            first, last = state.find(car), state.rfind(car)
            row, col = divmod(first, order)
            along = range(first, last + 1), range(row * order, (row + 1) * order)
            down = range(first, last + 1, order), range(col, len(state), order)
            found[car] = along if last - first < order else down
        return found

    def successors(self, state: str) -> Iterator[tuple[str, str]]:
        for car, (cells, lane) in self._cars(state).items():
            others = state.replace(car, EMPTY)
            for end, way, sign in ((cells[0], -cells.step, "-"), (cells[-1], cells.step, "+")):
                at = end + way
                while at in lane and state[at] == EMPTY:
                    after = list(others)
                    for cell in cells:
                        after[cell + at - end] = car
                    yield f"{car}{sign}{(at - end) // way}", "".join(after)
                    at += way

    def is_goal(self, state: str) -> bool:
        return (state.rfind(RED) + 1) % self.cols == 0

    def heuristic(self, state: str) -> int:
        """Count the red car and the cars in its way: each has to move at least once."""
        ahead = state[state.rfind(RED) + 1 :][: -(state.rfind(RED) + 1) % self.cols]
        return len({RED, *ahead} - {EMPTY}) if ahead else 0

    def picture(self, state: str, /) -> Board:
        return with_cars(super().picture(state), self._cars(state), RED)

    def touches(self, move: str, /) -> tuple[int, ...]:
        (cells, _), moved = self._cars(self.start)[move[0]], int(move[1:])
        return (cells[-1 if moved > 0 else 0] + moved * cells.step, *cells)
