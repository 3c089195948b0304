"""Setters' clues for any grid of numbers: each has its own rules, picture, text and input.

    grid.set_clues(Thermometer((75, 74, 65, 64)))  # or as text: "t75-74-65-64"

A clue consists of cells and sometimes a number. Removing it removes its rules and its picture.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Self

from clew.board.inputs import Draw
from clew.board.pen import Pen
from clew.core.grid import GridSolution, beside
from clew.core.rng import SplitMix64
from clew.model.expressions import Rule, Variable, add_up

if TYPE_CHECKING:
    from clew.model.grid import Grid

LONGEST = 6
"""The maximum number of cells in a clue that's generated from a solution."""


@dataclass(frozen=True)
class SetClue(ABC):
    """A clue on some cells of a grid. Cells are numbered row by row, from 0."""

    word: ClassVar[str]
    """The name of the clue in hints."""
    sign: ClassVar[str]
    """The first letter of its text."""
    input: ClassVar[Draw] = Draw("path")
    """The way to enter it: as a `path` or a `loop` through cells, or a `dot` between two."""
    numbered: ClassVar[bool] = False
    """True if the clue has a number."""
    fewest: ClassVar[int] = 2
    """The minimum number of cells."""

    cells: tuple[int, ...]
    number: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(self.cells))
        twice = len(set(self.cells)) < len(self.cells)
        if (
            len(self.cells) < self.fewest
            or twice
            or (self.input.shape == "dot" and len(self.cells) > 2)
        ):
            cells = "-".join(map(str, self.cells)) or "no cells"
            said = f"{self._article()} can't be on {cells}"
            raise ValueError(f"{said}: {self._shape()}, each cell once")
        if self.numbered != (self.number is not None):
            said, fix = "has no number", "leave out the part after ="
            if self.numbered:
                said, fix = "needs a number", f"write it at the end, as in {self}=12"
            raise ValueError(f"{self._article()} {said}: {fix}")

    def _article(self) -> str:
        """Return the clue's name with an article."""
        return f"a{'n' * (self.word[0] in 'aeiou')} {self.word}"

    def _shape(self) -> str:
        """Describe the number of cells that the clue can have."""
        exact = self.input.shape == "dot"
        return f"use {'exactly' if exact else 'at least'} {self.fewest} cells"

    @abstractmethod
    def rules(self, cells: Sequence[Variable]) -> Iterator[Rule]:
        """Yield the clue's rules for the variables of its cells."""

    @abstractmethod
    def draw(self, pen: Pen) -> None:
        """Draw the clue."""

    @classmethod
    def in_solution(cls, solution: GridSolution, rng: SplitMix64) -> Self | None:
        """Find a clue of this kind in a solution, starting at a random cell.

        Return None if there isn't one.
        """
        return None

    def __str__(self) -> str:
        said = "" if self.number is None else f"={self.number}"
        return f"{self.sign}{'-'.join(map(str, self.cells))}{said}"


class Thermometer(SetClue):
    """Values increase from the bulb, which is its first cell, to its end."""

    word, sign = "thermometer", "t"

    def rules(self, cells: Sequence[Variable]) -> Iterator[Rule]:
        for low, high in pairwise(cells):
            yield low < high

    def draw(self, pen: Pen) -> None:
        pen.line(self.cells, start="bulb", words=self.word)

    @classmethod
    def in_solution(cls, solution: GridSolution, rng: SplitMix64) -> Self | None:
        cells = _walk(solution, rng, lambda here, there: solution[here] < solution[there])
        return cls(cells) if len(cells) > 2 else None


class Palindrome(SetClue):
    """The values read the same from both ends."""

    word, sign = "palindrome", "p"

    def rules(self, cells: Sequence[Variable]) -> Iterator[Rule]:
        half = len(cells) // 2
        for here, there in zip(cells[:half], reversed(cells), strict=False):
            yield here == there

    def draw(self, pen: Pen) -> None:
        pen.line(self.cells, words=self.word)


class Renban(SetClue):
    """The values are consecutive, in any order."""

    word, sign = "renban line", "r"

    def rules(self, cells: Sequence[Variable]) -> Iterator[Rule]:
        for here, there in combinations(cells, 2):
            yield here != there
            yield abs(here - there) < len(cells)

    def draw(self, pen: Pen) -> None:
        pen.line(self.cells, words=self.word)


class WhisperLoop(SetClue):
    """Neighbours along a closed loop differ by at least half the largest value, such as 5 for 9.

    Setters call the version on an open line German whispers
    (crackingthecryptic.com/sudoku?id=2884). Small and large values alternate, so a loop needs an
    even number of cells.
    """

    word, sign, fewest, input = "whisper loop", "l", 4, Draw("loop")

    def rules(self, cells: Sequence[Variable]) -> Iterator[Rule]:
        apart = _whisper(max(cells[0].values))
        for here, there in zip(cells, (*cells[1:], cells[0]), strict=True):
            yield abs(here - there) >= apart

    def draw(self, pen: Pen) -> None:
        pen.line((*self.cells, self.cells[0]), colour="tint-4", words=self.word)

    @classmethod
    def in_solution(cls, solution: GridSolution, rng: SplitMix64) -> Self | None:
        apart = _whisper(max(solution))

        def fits(here: int, there: int) -> bool:
            return bool(abs(solution[here] - solution[there]) >= apart)

        for length in (6, 4):
            cells = _walk(solution, rng, fits, length)
            near = beside(len(solution) // solution.width, solution.width)
            closed = cells[0] in near[cells[-1]] and fits(cells[-1], cells[0])
            if len(cells) >= cls.fewest and closed:
                return cls(cells)
        return None


class BetweenLine(SetClue):
    """All values lie between those at the two ends of the line."""

    word, sign, fewest = "between line", "n", 3

    def rules(self, cells: Sequence[Variable]) -> Iterator[Rule]:
        first, *inner, last = cells
        for each in inner:
            yield ((first < each) & (each < last)) | ((last < each) & (each < first))

    def draw(self, pen: Pen) -> None:
        pen.line(self.cells, words=self.word)
        pen.dot(self.cells[0])
        pen.dot(self.cells[-1])


class ArrowSum(SetClue):
    """The values along the arrow add up to the value in its circle, which is its first cell."""

    word, sign, input = "arrow", "a", Draw("arrow")

    def rules(self, cells: Sequence[Variable]) -> Iterator[Rule]:
        yield add_up(cells[1:]) == cells[0]

    def draw(self, pen: Pen) -> None:
        pen.dot(self.cells[0])
        pen.line(self.cells, end="arrow", words=self.word)

    @classmethod
    def in_solution(cls, solution: GridSolution, rng: SplitMix64) -> Self | None:
        left: list[int] = []

        def fits(here: int, there: int) -> bool:
            rest: int = (left[-1] if left else solution[here]) - solution[there]
            if rest >= 0:
                left.append(rest)
            return rest >= 0

        cells = _walk(solution, rng, fits)
        return cls(cells) if len(cells) > 2 and left[-1] == 0 else None


class WhiteDot(SetClue):
    """The values of two neighbours differ by 1."""

    word, sign, input = "white dot", "w", Draw("dot")

    def rules(self, cells: Sequence[Variable]) -> Iterator[Rule]:
        yield abs(cells[0] - cells[1]) == 1

    def draw(self, pen: Pen) -> None:
        pen.dot(self.cells, fill="white", words=self.word)

    @classmethod
    def in_solution(cls, solution: GridSolution, rng: SplitMix64) -> Self | None:
        near = _walk(solution, rng, lambda a, b: abs(solution[a] - solution[b]) == 1, 2)
        return cls(near) if len(near) == 2 else None


class BlackDot(SetClue):
    """One of two neighbours has twice the value of the other."""

    word, sign, input = "black dot", "b", Draw("dot")

    def rules(self, cells: Sequence[Variable]) -> Iterator[Rule]:
        here, there = cells
        yield (here == 2 * there) | (there == 2 * here)

    def draw(self, pen: Pen) -> None:
        pen.dot(self.cells, fill="black", words=self.word)

    @classmethod
    def in_solution(cls, solution: GridSolution, rng: SplitMix64) -> Self | None:
        def doubles(here: int, there: int) -> bool:
            low, high = sorted((solution[here], solution[there]))
            return bool(2 * low == high)

        near = _walk(solution, rng, doubles, 2)
        return cls(near) if len(near) == 2 else None


class DiagonalSum(SetClue):
    """The values along a diagonal add up to a number, as in a little killer."""

    word, sign, numbered = "diagonal sum", "k", True

    def rules(self, cells: Sequence[Variable]) -> Iterator[Rule]:
        yield add_up(cells) == self.number

    def draw(self, pen: Pen) -> None:
        pen.line(self.cells, end="arrow", words=self.word)
        pen.text(("corner", self.cells[0]), str(self.number))


CLUES: dict[str, type[SetClue]] = {
    each.sign: each
    for each in (
        Thermometer, Palindrome, Renban, WhisperLoop, BetweenLine, ArrowSum, WhiteDot, BlackDot,
        DiagonalSum,
    )
}  # fmt: skip
"""All kinds of clues, with their letters as keys."""


def read_clues(text: str) -> Iterator[SetClue]:
    """Read clues from a string, separated by semicolons.

    >>> [str(clue) for clue in read_clues("t75-74-65-64; k8-16-24=20")]
    ['t75-74-65-64', 'k8-16-24=20']
    """
    for each in filter(None, map(str.strip, text.split(";"))):
        found = re.fullmatch(r"([a-z])(\d{1,6}(?:-\d{1,6})*)(?:=(\d{1,6}))?", each, re.ASCII)
        if found is None or found[1] not in CLUES:
            fix = "write a letter and cells, such as t3-4-13 for a thermometer"
            raise ValueError(f"can't read the clue {each[:40]!r}: {fix}")
        cells = tuple(map(int, found[2].split("-")))
        yield CLUES[found[1]](cells, int(found[3]) if found[3] else None)


def clues_in(
    kinds: Iterable[type[SetClue]], solution: GridSolution, rng: SplitMix64, tries: int = 40
) -> list[SetClue]:
    """Generate clues of some kinds that a solution satisfies and that don't share cells."""
    found: list[SetClue] = []
    taken: set[int] = set()
    for _ in range(tries):
        for kind in kinds:
            clue = kind.in_solution(solution, rng)
            if clue is not None and not taken.intersection(clue.cells):
                taken.update(clue.cells)
                found.append(clue)
    return found


def minimal(grid: Grid, rng: SplitMix64) -> Grid:
    """Return the grid without givens and setters' clues that aren't needed for uniqueness."""
    from clew.search.run import is_unique

    given = [divmod(cell, grid.width) for cell, value in enumerate(grid.givens) if value]
    every: list[Any] = [*rng.shuffled(given), *rng.shuffled(grid.clues_set)]
    for clue in every:
        fewer = grid.without(clue)
        if is_unique(fewer):
            grid = fewer
    return grid


def _whisper(largest: int) -> int:
    """Return the minimum difference between neighbours on a whisper loop, given the largest value.

    It's half the largest value, rounded up.
    """
    return (largest + 1) // 2


def _walk(
    solution: GridSolution, rng: SplitMix64, fits: Any, most: int = LONGEST
) -> tuple[int, ...]:
    """Walk from a random cell from neighbour to neighbour, as long as there's a step that fits."""
    near = beside(len(solution) // solution.width, solution.width)
    cells = [rng.below(len(solution))]
    while len(cells) < most:
        there = (cell for cell in rng.shuffled(near[cells[-1]]) if cell not in cells)
        step = next((cell for cell in there if fits(cells[-1], cell)), None)
        if step is None:
            break
        cells.append(step)
    return tuple(cells)
