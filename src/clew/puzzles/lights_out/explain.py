"""Lights Out by linear algebra: the presses that remain, and light chasing row by row.

Chasing: what is lit in a row is put out by pressing below each lit light, from the first row to the
last but one. What stays lit in the last row is then decided by the presses of the first row alone,
so those that mend it are found by linear algebra over GF(2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from clew.board.board import Board
from clew.core.faces import GridSystem, values
from clew.core.puzzle import Unsuited
from clew.core.result import Result, Stopped
from clew.explanations.argument import headed
from clew.explanations.explanation import (
    SOLVED,
    Explainer,
    Explanation,
    Hint,
    NoSolution,
    Rating,
)
from clew.explanations.phrases import counted, several
from clew.explanations.techniques.step import Step
from clew.puzzles.lights_out.light_grid import Press
from clew.puzzles.lights_out.puzzle import LightsOut
from clew.search.linear.linear import GridSolutions, solutions_of
from clew.search.run import solve

FEWEST, ANY = "linear:minimum=yes", "linear:minimum=no"
CHASING, MENDING, READING = "light chasing", "first row", "last row"
SHORTEST, QUIET = "fewest presses", "quiet patterns"
LARGEST = 100
"""The longest side of a board that is chased in words, and the most presses in one step."""
NAMED = 12
FEW = 10
"""With up to 2^this ways to mend a board, take one with the fewest presses in the first row."""
PATIENCE = 10.0


@dataclass(frozen=True)
class Presses:
    """The presses of a solution, and whether it is proven that none has fewer."""

    cells: Sequence[Press]
    fewest: bool
    ways: int
    """There are 2^ways solutions."""

    def said(self) -> str:
        """Return how many there are."""
        least = ", and fewer are impossible" if self.fewest else ""
        return f"{counted(len(self.cells), 'press', 'presses')}{least}"

    def left(self) -> str:
        """Say how many presses remain to be made."""
        least = " (the minimum)" if self.fewest else ""
        return f"You need {counted(len(self.cells), 'press', 'presses')}{least}."


class PressExplainer(Explainer[LightsOut]):
    """Lights Out: presses by linear algebra, and light chasing row by row."""

    def hint(self, filled: Sequence[Press] = (), uniqueness: bool = True) -> Hint:
        """A press of a shortest solution, after these presses, and why it is one."""
        board = self.puzzle.after(filled)
        if not board.check(()):
            return Hint.plain(SOLVED)
        found, result = presses_of(board)
        if found is None:
            short = "This board has no solution"
            full = f"{short}: {result.reason}."
            pattern = f"{short}, as a quiet pattern shows."
            return Hint(f"{short}.", pattern, full, full, dead=True)
        press = found.cells[0]
        technique, why = _why(board, press, found)
        chases = technique == CHASING
        row = f"{found.left()} Look at row {press[0] + 1}."
        names = [_name(each) for each in islice(found.cells, 2 * NAMED)]
        text = f"Press {_name(press)}: {why}. {found.left()}"
        return Hint(
            "Chase the lights row by row." if chases else row,
            f"{headed(technique)}: {_TECHNIQUES[technique]}.",
            f"Press {several(names, NAMED)}{', in any order' if len(names) > 1 else ''}.",
            text,
            _step(board, technique, [press], text),
            _drawn(board, [press], technique),
            _name(press),
        )

    def explain(self, uniqueness: bool = True) -> Explanation:
        """Light chasing step by step, and then the shortest solution.

        Other rules than the plain ones cannot be chased: their presses come in order.
        """
        puzzle = self.puzzle
        if max(puzzle.rows, puzzle.cols) > LARGEST:
            raise Unsuited(
                f"a {puzzle.rows}x{puzzle.cols} board is too large to explain: the limit is "
                f"{LARGEST} rows and columns"
            )
        if not puzzle.check(()):
            return Explanation(puzzle, (), None, SOLVED)
        chase = _Chase(puzzle)
        if isinstance(puzzle.linear(), GridSystem):
            chase.down()
            chase.mend()
        found, result = presses_of(puzzle)
        if found is None:
            chase.refute(f"The board has no solution: {result.reason}.", result.proof)
            outcome = f"no solution: {result.reason}"
        else:
            chase.shortest(found)
            outcome = found.said()
        boards, steps = tuple(chase.boards), tuple(chase.steps)
        return Explanation(puzzle, steps, None, outcome, found is not None, lambda: iter(boards))

    def rate(self, uniqueness: bool = True) -> Rating:
        found, result = presses_of(self.puzzle)
        if found is None:
            raise NoSolution.because(result.reason)
        if not found.fewest:
            raise Stopped(f"2^{found.ways} solutions are too many to find the shortest")
        return Rating.by_length(len(found.cells), "press", "presses")


def presses_of(puzzle: LightsOut) -> tuple[Presses | None, Result]:
    """The fewest presses, or any if the fewest are out of reach; None if it cannot be solved."""
    result = solve(puzzle, FEWEST, max_seconds=PATIENCE)
    fewest = bool(result.solutions)
    if not fewest and not result.unsolvable:
        result = solve(puzzle, ANY)
    if not result.solutions:
        return None, result
    nullity = solutions_of(puzzle.linear()).nullity
    return Presses(result.solution, fewest, nullity), result


_TECHNIQUES = {
    CHASING: "find the first row with a light on, and press below that light",
    MENDING: "the presses in the first row decide how chasing ends",
    QUIET: "solutions differ by quiet patterns, so choose the shortest",
    SHORTEST: "write one equation per light and solve them all",
}


def _why(board: LightsOut, press: Press, found: Presses) -> tuple[str, str]:
    """The technique that finds a first press, and the reason for it."""
    row, _ = press
    if not isinstance(board.linear(), GridSystem):
        return SHORTEST, "the equations of all the lights require it"
    ways = _power(found.ways)
    if row:
        above = f"{_name((row - 1, press[1]))} is on, and"
        if found.ways:
            return CHASING, f"{above} nothing else in this solution (one of {ways}) turns it off"
        return CHASING, f"{above} only the press below it can still turn it off"
    if not found.ways:
        return MENDING, "chasing turns every light off only if the first row has this press"
    if not found.fewest:
        return MENDING, f"it belongs to one of the {ways} first rows that turn every light off"
    return QUIET, (
        f"{ways} first rows turn every light off, and the one with this press is the shortest"
    )


def _power(ways: int) -> str:
    return f"{1 << ways:,}" if ways <= FEW else f"2^{ways}"


class _Chase:
    """A board while its lights are chased, and the steps so far."""

    def __init__(self, board: LightsOut) -> None:
        self.first = self.board = board
        self.steps: list[Step] = []
        self.boards: list[Board] = []
        self.made: set[Press] = set()

    def add(self, technique: str, presses: Sequence[Press], text: str) -> None:
        self.steps.append(_step(self.board, technique, presses, text))
        self.boards.append(_drawn(self.board, presses, technique))
        self.board = self.board.after(presses)
        self.made ^= set(presses)

    def down(self, again: str = "") -> None:
        """Put out one row after another by pressing below what is lit."""
        for row in range(self.first.rows - 1):
            lit = list(values(self.board.lit[row]))
            presses = [(row + 1, col) for col in lit]
            if presses:
                on = f"{_names([(row, col) for col in lit])} {'is' if len(lit) == 1 else 'are'} on"
                self.add(CHASING, presses, f"{again}{on}, so press below: {_names(presses)}.")

    def mend(self) -> None:
        """Press in the first row what makes the last row dark, and chase again."""
        left = list(values(self.board.lit[-1]))
        last = f"row {self.first.rows}"
        if not left:
            return
        on = _names([(self.first.rows - 1, col) for col in left])
        on += f" stay{'s' if len(left) == 1 else ''} on in {last}"
        found = solutions_of(self.board.linear())
        assert isinstance(found, GridSolutions)
        if found.solution is None:
            self.add(READING, [], f"{on}, and no presses in row 1 change that.")
            return
        first = [(0, col) for col in values(_fewest(found))]
        ways = f" This is one of {_power(found.nullity)} ways." if found.nullity else ""
        press = f"Press {_names(first)} in row 1 and chase again to turn"
        self.add(MENDING, first, f"{on}. {press} {'it' if len(left) == 1 else 'them'} off.{ways}")
        self.down("After that, ")

    def shortest(self, found: Presses) -> None:
        """All presses at once, those made twice left out, on the board as it was at first."""
        before, self.board = len(self.made), self.first
        count, press = "", "Press"
        if before:
            count = "Two presses of one light cancel out, so chasing took "
            count += f"{counted(before, 'press', 'presses')}. "
        if found.ways and found.fewest and before > len(found.cells):
            count += f"The {_power(found.ways)} solutions differ by quiet patterns. "
            press = "For the shortest, press"
        self.add(SHORTEST, found.cells, f"{count}{press} {_names(found.cells)} ({found.said()}).")

    def refute(self, text: str, proof: Sequence[Press]) -> None:
        """The lights that show it, marked on the board as it was at first."""
        self.board = self.first
        self.steps.append(Step(QUIET, 0.0, _cells(self.board, proof), text=text))
        self.boards.append(_drawn(self.board, proof, QUIET))


def _fewest(found: GridSolutions) -> int:
    """A first row with few presses that mends the board."""
    assert found.solution is not None
    if found.nullity > FEW:
        return found.solution
    return min(found, key=lambda row: (row.bit_count(), row))


def _name(press: Press) -> str:
    return f"r{press[0] + 1}c{press[1] + 1}"


def _names(presses: Sequence[Press]) -> str:
    return several([_name(press) for press in presses], LARGEST)


def _cells(board: LightsOut, presses: Sequence[Press]) -> tuple[int, ...]:
    return tuple(row * board.cols + col for row, col in presses)


def _step(board: LightsOut, technique: str, presses: Sequence[Press], text: str) -> Step:
    cells = _cells(board, presses)
    return Step(technique, 0.0, cells, (), tuple((cell, 1) for cell in cells), (), text)


def _drawn(board: LightsOut, presses: Sequence[Press], title: str) -> Board:
    picture = board.board(presses)
    return replace(picture, title=f"{picture.title}: {title}")
