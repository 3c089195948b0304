"""Rush Hour: slide the cars along their lanes until the red one can leave on the right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Self

from clew.core.board import Board
from clew.core.grid import square_order
from clew.core.puzzle import Example
from clew.core.walks import WalkPuzzle

RED, EMPTY, WALL = "A", "o", "x"
LARGEST = 12
HARDEST = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"


@dataclass(frozen=True)
class RushHour(WalkPuzzle):
    """The cells row by row: a letter for each car, A the red one; `o` empty, `x` a wall."""

    start: str

    name = "rush-hour"
    shapes = (("#", "wall"), *((chr(65 + n), f"paint-{1 + n % 8}") for n in range(26)))
    title = "Rush Hour"
    summary = "Slide cars along their lanes until the red one, A, is at the right edge."
    form = "the cells row by row: a letter for each car, A the red one; o or . empty, x a wall"
    examples = (
        Example(HARDEST, "The hardest there is", shortest=60, source="Fogleman 2018"),
        Example("ooBoAABooooooCCo", "Four by four", shortest=3),
        Example("ooBoAABoooBooooo", "No way out", answers=0),
        Example("ooooAAoooooooooo", "An empty road", shortest=1),
    )

    def __post_init__(self) -> None:
        order = square_order(len(self.start))
        if not 2 <= order <= LARGEST:
            raise ValueError(f"found {order} rows, expected 2 to {LARGEST}")
        for car, (first, last, step) in self._cars(self.start).items():
            size = (last - first) // step + 1
            whole = self.start[first : last + 1 : step] == car * size == car * self.start.count(car)
            if not whole or size < 2 or (step == 1 and first // order != last // order):
                raise ValueError(f"car {car}: found cells that are not a line of two or more")
        red = self.start.find(RED)
        if red < 0 or self.start[red + 1 : red + 2] != RED:
            raise ValueError(f"found no car {RED} that lies in a row, expected one")

    @classmethod
    def parse(cls, text: str) -> Self:
        word = "".join(text.replace("/", "").split())
        for column, sign in enumerate(word, 1):
            if sign not in f"ox.{ascii_uppercase}":
                raise ValueError(f"column {column}: found {sign!r}, expected A to Z, o or x")
        return cls(word.replace(".", EMPTY))

    def __str__(self) -> str:
        return self.start

    def _cars(self, state: str) -> dict[str, tuple[int, int, int]]:
        """The first and last cell of each car, and the step from a cell of it to the next."""
        order = square_order(len(state))
        found = {}
        for car in sorted(set(state) - {EMPTY, WALL}):
            first, last = state.find(car), state.rfind(car)
            found[car] = first, last, 1 if last - first < order else order
        return found

    def successors(self, state: str) -> Iterator[tuple[str, str]]:
        order = square_order(len(state))
        for car, (first, last, step) in self._cars(state).items():
            lane = range(first % order, len(state), order)
            if step == 1:
                lane = range(first - first % order, first - first % order + order)
            for end, sign, word in ((first, -step, "-"), (last, step, "+")):
                at, moved = end + sign, 0
                while at in lane and state[at] == EMPTY:
                    moved += 1
                    cells, shift = list(state.replace(car, EMPTY)), moved * sign
                    for cell in range(first, last + 1, step):
                        cells[cell + shift] = car
                    yield f"{car}{word}{moved}", "".join(cells)
                    at += sign

    def is_goal(self, state: str) -> bool:
        return (state.rfind(RED) + 1) % square_order(len(state)) == 0

    def heuristic(self, state: str) -> int:
        """The red car moves once, and each that stands in its way moves at least once."""
        order, last = square_order(len(state)), state.rfind(RED)
        ahead = set(state[last + 1 : last - last % order + order]) - {EMPTY}
        return 0 if self.is_goal(state) else 1 + len(ahead)

    def touches(self, move: str, /) -> tuple[int, ...]:
        """Where the front of the car comes to stand."""
        first, last, step = self._cars(self.start)[move[0]]
        moved = int(move[1:]) * step
        return (last + moved if moved > 0 else first + moved, *range(first, last + 1, step))

    def picture(self, state: str) -> Board:
        signs = {EMPTY: "", WALL: "#"}
        return self.drawn(state, (signs.get(car, car) for car in state), square_order(len(state)))
