"""Chomp: bite off a square and everything below and to the right. The corner is poisoned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from clew.board.board import Board, Cell, Ink
from clew.core.faces import Verdict
from clew.core.games import GamePuzzle, Rules
from clew.core.grid import cell_name, cell_number
from clew.core.puzzle import Example
from clew.core.texts import read_number, read_numbers

LARGEST = 40
Position = tuple[int, ...]
STOLEN = (
    "The first player wins on a whole bar, but the proof doesn't show how: if the bite at the last "
    "corner had a winning answer, the first player could have begun with that."
)
SHAPES = (("", "eaten"), ("o", "chocolate"), ("!", "poison"), ("*", "bite"))


class ChompRules(Rules):
    """The rules of Chomp. No move takes the poison, so a player with only that left has lost."""

    def successors(self, state: Position) -> Iterator[tuple[str, Position]]:
        for row, length in enumerate(state):
            for col in range(length):
                if row or col:
                    cut = (min(squares, col) for squares in state[row:])
                    after = (*state[:row], *(squares for squares in cut if squares))
                    yield f"r{row + 1}c{col + 1}", after

    def canonical(self, state: Position) -> Position:
        """Return the smaller of the bar and its transpose."""
        mirrored = (sum(squares > col for squares in state) for col in range(state[0]))
        return min(state, tuple(mirrored))


@dataclass(frozen=True)
class Chomp(GamePuzzle):
    """The lengths of the rows, none longer than the one above; r1c1 is poisoned."""

    rows: tuple[int, ...]

    name = "chomp"
    summary = "Bite off a corner of the bar; whoever is left with the poison loses."
    form = "3x4, or the lengths of the rows from the top separated by commas"
    examples = (
        Example("3x3", "A square bar", value=1),
        Example("2x4", "Two rows of four", value=1),
        Example("3,1,1", "Two equal arms: a loss", value=-1),
        Example("4x5", "Four rows of five", value=1),
        Example("1", "Only the poison", value=-1),
    )

    def __post_init__(self) -> None:
        for row, (above, below) in enumerate(zip(self.rows, self.rows[1:], strict=False), 2):
            if below > above:
                raise ValueError(f"row {row}: found {below} squares, expected at most {above}")
        if not 1 <= len(self.rows) <= LARGEST or not 1 <= self.rows[-1] <= self.rows[0] <= LARGEST:
            raise ValueError(f"found a side outside 1 to {LARGEST}")

    @classmethod
    def parse(cls, text: str) -> Self:
        high, by, wide = text.lower().partition("x")
        if by:
            rows, cols = (read_number(side.strip(), 1, LARGEST, "a side") for side in (high, wide))
            return cls((cols,) * rows)
        return cls(read_numbers(text, "a length", 1, LARGEST, LARGEST))

    def __str__(self) -> str:
        if len(self.rows) > 1 and self.rows[0] == self.rows[-1]:
            return f"{len(self.rows)}x{self.rows[0]}"
        return ",".join(map(str, self.rows))

    def game(self) -> ChompRules:
        return ChompRules(self.rows)

    def reason(self, after: Position, /) -> tuple[str, str] | None:
        arms = len(after), after[0]
        if set(after[1:]) == {1} and arms[0] == arms[1]:
            copy = "Answer each bite with the same bite in the other arm."
            return "leave two equal arms", f"it leaves two equal arms. {copy}"
        if len(after) == 2 and after[0] == after[1] + 1:
            keep = "After any reply, you can restore this with one bite."
            shorter = "leave the second row one square shorter"
            return shorter, f"the second row is then one square shorter than the first. {keep}"
        return None

    def at(self, state: Position, /) -> Self:
        return replace(self, rows=state)

    def touches(self, move: str, /) -> tuple[int, ...]:
        """Return the square at the corner of the bite, since the others follow from it."""
        return (cell_number(move, self.rows[0]),)

    def strategy(self) -> str:
        first, *others = self.rows
        if len(self.rows) == first == self.rows[-1] > 1:
            return (
                "Bite at r2c2 to leave a row and a column of equal length. Then mirror each bite."
            )
        if not others:
            return "Bite at r1c2 to leave only the poison." if first > 1 else ""
        if set(others) == {1}:
            return "Leave a row and a column of equal length. Then mirror each bite."
        if len(others) == 1:
            return "Always leave the lower row one square shorter than the upper one."
        return STOLEN

    def picture(self) -> Board:
        return self.board(None)

    def board(self, answer: Verdict | None = None, /) -> Board:
        """Draw the bar, with the poison as !, and a star for each best bite."""
        best, cols = answer.best if answer and answer.value > 0 else (), self.rows[0]
        cells = []
        for row, length in enumerate(self.rows):
            for col in range(cols):
                name = cell_name(row * cols + col, cols)
                star = Cell("*", Ink.ANSWER) if name in best else Cell("o", Ink.GIVEN)
                whole = star if row or col else Cell("!", Ink.GIVEN)
                cells.append(whole if col < length else Cell())
        return Board(len(self.rows), cols, tuple(cells), "Chomp", shapes=SHAPES)
