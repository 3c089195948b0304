"""SOS on a strip: write an S or an O. Whoever completes SOS first wins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from clew.board.board import Arrangement, Board, Cell, Ink
from clew.board.inputs import Letter
from clew.core.faces import Faces, Game
from clew.core.games import GamePuzzle
from clew.core.puzzle import Example

LONGEST = 60


class SosRules:
    """The rules of SOS. A state is the strip as a string."""

    stakes = 1

    def __init__(self, start: str) -> None:
        self.start = start

    def successors(self, state: str) -> Iterator[tuple[str, str]]:
        for square, held in enumerate(state):
            if held == ".":
                for letter in "SO":
                    after = f"{state[:square]}{letter}{state[square + 1 :]}"
                    yield f"{letter} at {square + 1}", after

    def payoff(self, state: str) -> int | None:
        if "SOS" in state:
            return -1
        return None if "." in state else 0

    def canonical(self, state: str) -> str:
        return min(state, state[::-1])

    def promise(self, state: str) -> int:
        """Rank wins first, then moves that don't let the opponent win immediately."""
        if "SOS" in state:
            return -1
        return 1 if re.search(r"\.OS|S\.S|SO\.", state) else 0


@dataclass(frozen=True)
class Sos(GamePuzzle):
    """A strip of squares, each S, O or `.` for an empty square."""

    squares: str

    name = "sos"
    summary = "Write an S or an O; the first to complete SOS wins."
    form = "the number of squares, or the squares: S..S, with . for an empty one"
    title = "SOS"
    inputs = (Letter(("S", "O")),)
    examples = (
        Example("S..S", "The trap: whoever writes between loses", value=-1, source="Ferguson 1.5"),
        Example("4", "Four squares", value=0, source="Ferguson 1.5"),
        Example("7", "Seven squares: the middle wins", value=1, source="Ferguson 1.5"),
        Example("SO.", "To be completed", value=1),
        Example("SOS", "Over", value=-1),
    )

    def __post_init__(self) -> None:
        if not 1 <= len(self.squares) <= LONGEST:
            raise ValueError(f"found {len(self.squares)} squares, expected 1 to {LONGEST}")
        if odd := re.search("[^SO.]", self.squares):
            raise ValueError(f"square {odd.start() + 1}: found {odd[0]!r}, expected S, O or '.'")

    @classmethod
    def parse(cls, text: str) -> Self:
        word = text.strip().upper()
        if word.isascii() and word.isdigit():
            return cls("." * min(int(word[:4]), LONGEST + 1))
        return cls(re.sub("[-_]", ".", word))

    def __str__(self) -> str:
        return self.squares if self.squares.strip(".") else str(len(self.squares))

    def game(self) -> SosRules:
        return SosRules(self.squares)

    faces: ClassVar[Faces] = Faces({Game: game})

    def at(self, state: str, /) -> Self:
        return replace(self, squares=state)

    def touches(self, move: str, /) -> tuple[int, ...]:
        return (int(move.rpartition(" ")[2]) - 1,)

    def picture(self) -> Board:
        cells = (Cell() if held == "." else Cell(held, Ink.GIVEN) for held in self.squares)
        return Board(1, len(self.squares), tuple(cells), "SOS", layout=Arrangement.STRIP)
