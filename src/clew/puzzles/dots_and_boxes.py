"""Dots and Boxes: draw lines between dots; who closes a box gets it, and moves again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Self

from clew.core.board import Board, Cell, Ink
from clew.core.faces import Faces, Game
from clew.core.games import GamePuzzle, Rules
from clew.core.grid import read_size
from clew.core.heaps import read_number
from clew.core.look import Look
from clew.core.puzzle import Example

State = tuple[int, int, bool]
"""The lines drawn, how many more boxes the player to move has, and whether the player must pass,
because the other closed a box and moves again."""
PASS = "pass"


@lru_cache(maxsize=16)
def lines_of(cols: int, rows: int) -> tuple[tuple[str, tuple[int, int]], ...]:
    """Each line by name and by its cell on a board of dots, lines and boxes: r1c2 is the first."""
    cells = ((r, c) for r in range(2 * rows + 1) for c in range(2 * cols + 1) if (r + c) % 2)
    return tuple((f"r{r + 1}c{c + 1}", (r, c)) for r, c in cells)


@lru_cache(maxsize=16)
def boxes_of(cols: int, rows: int) -> tuple[int, ...]:
    """The four lines around each box."""
    number = {cell: n for n, (_, cell) in enumerate(lines_of(cols, rows))}
    inner = ((r, c) for r in range(1, 2 * rows, 2) for c in range(1, 2 * cols, 2))
    around = (((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) for r, c in inner)
    return tuple(sum(1 << number[cell] for cell in four) for four in around)


class DotsAndBoxesRules(Rules):
    """Each box counts one."""

    stakes = None

    def __init__(self, start: State, cols: int, rows: int) -> None:
        super().__init__(start)
        self.lines, self.boxes = lines_of(cols, rows), boxes_of(cols, rows)

    def successors(self, state: State) -> Iterator[tuple[str, State]]:
        drawn, lead, passing = state
        if passing:
            yield PASS, (drawn, -lead, False)
            return
        for number, (name, _) in enumerate(self.lines):
            line = 1 << number
            if not drawn & line:
                after = drawn | line
                closed = sum(box & after == box for box in self.boxes if box & line)
                over = after == (1 << len(self.lines)) - 1
                yield name, (after, -(lead + closed), closed > 0 and not over)

    def payoff(self, state: State) -> int | None:
        return state[1] if state[0] == (1 << len(self.lines)) - 1 else None

    def evaluate(self, state: State) -> int:
        """The lead so far."""
        return state[1]


@dataclass(frozen=True)
class DotsAndBoxes(GamePuzzle):
    """A board of so many boxes, and how it stands."""

    cols: int
    rows: int
    state: State = (0, 0, False)

    name = "dots-and-boxes"
    summary = "Draw a line between two dots; who closes a box gets it, and draws another line."
    form = "2x2 (columns x rows of boxes); then :r1c2,r2c1 for lines drawn, :-1 for a lead, :pass"
    faces = Faces({Game: lambda puzzle: puzzle.game()})
    adds = False
    look = Look(targets=True)
    examples = (
        Example("1x1", "One box", value=-1),
        Example("2x1", "Two boxes", value=0),
        Example("2x2", "Four boxes", value=2),
        Example("1x1:r1c2,r2c1,r2c3", "One line left", value=1),
        Example("1x1:r1c2,r2c1,r2c3,r3c2:-1", "Over", value=-1),
    )

    @classmethod
    def parse(cls, text: str) -> Self:
        size, *words = text.strip().lower().split(":")
        cols, rows = read_size(size, 8)
        names = [name for name, _ in lines_of(cols, rows)]
        drawn, lead, passing = 0, 0, False
        for word in filter(None, words):
            if word.removeprefix("-").isdigit():
                lead = read_number(word.removeprefix("-"), 0, 64, "a lead") * (
                    1 if word[0] != "-" else -1
                )
            elif word == PASS:
                passing = True
            else:
                for name in word.split(","):
                    if name not in names:
                        raise ValueError(f"found {name[:20]!r}, expected a line such as {names[0]}")
                    drawn |= 1 << names.index(name)
        return cls(cols, rows, (drawn, lead, passing))

    def __str__(self) -> str:
        drawn, lead, passing = self.state
        lines = enumerate(lines_of(self.cols, self.rows))
        names = ",".join(name for number, (name, _) in lines if drawn >> number & 1)
        parts = (f"{self.cols}x{self.rows}", names, str(lead or ""), PASS * passing)
        return ":".join(filter(None, parts))

    def game(self) -> DotsAndBoxesRules:
        return DotsAndBoxesRules(self.state, self.cols, self.rows)

    def at(self, state: State, /) -> Self:
        return replace(self, state=state)

    def touches(self, move: str, /) -> tuple[int, ...]:
        if move == PASS:
            return ()
        row, col = dict(lines_of(self.cols, self.rows))[move]
        return (row * (2 * self.cols + 1) + col,)

    def picture(self) -> Board:
        """Dots, lines and boxes; # is a closed box."""
        wide, drawn = 2 * self.cols + 1, self.state[0]
        texts = {}
        for number, (_, (row, col)) in enumerate(lines_of(self.cols, self.rows)):
            texts[row, col] = "" if not drawn >> number & 1 else "|" if row % 2 else "-"
        for number, box in enumerate(boxes_of(self.cols, self.rows)):
            row, col = divmod(number, self.cols)
            texts[2 * row + 1, 2 * col + 1] = "#" if box & drawn == box else " "
        cells = (texts.get((r, c), "+") for r in range(2 * self.rows + 1) for c in range(wide))
        shown = tuple(Cell(text, Ink.GIVEN if text.strip() else Ink.NONE) for text in cells)
        return Board(2 * self.rows + 1, wide, shown, "Dots and Boxes")
