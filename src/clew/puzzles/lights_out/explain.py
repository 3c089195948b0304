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
from clew.core.texts import shortened
from clew.explanations.explanation import (
    SOLVED,
    Explainer,
    Explanation,
    Hint,
    NoSolution,
    Rating,
)
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

    def said(self, remain: bool = False) -> str:
        """How many there are, or how many remain to be made."""
        count = len(self.cells)
        noun = "press" if count == 1 else "presses"
        verb = (" remains" if count == 1 else " remain") if remain else ""
        return f"{count:,} {noun}{verb}{', and fewer are impossible' if self.fewest else ''}"


class PressExplainer(Explainer[LightsOut]):
    """Lights Out: presses by linear algebra, and light chasing row by row."""

    def hint(self, filled: Sequence[Press] = (), uniqueness: bool = True) -> Hint:
        """A press of a shortest solution, after these presses, and why it is one."""
        board = self.puzzle.after(filled)
        if not board.check(()):
            return Hint.plain(SOLVED)
        found, result = presses_of(board)
        if found is None:
            short = "it cannot be solved"
            full = f"{short}: {result.reason}"
            return Hint(short, f"{short}: a quiet pattern shows it", full, full, dead=True)
        press = found.cells[0]
        technique, why = _why(board, press, found)
        chases = technique == CHASING
        row = f"{found.said()}: look at row {press[0] + 1}"
        names = [_name(each) for each in islice(found.cells, 2 * NAMED)]
        text = f"press {_name(press)}: {why}; {found.said(remain=True)}"
        return Hint(
            "chase the lights row by row" if chases else row,
            f"{technique}: {_TECHNIQUES[technique]}",
            f"the presses that remain: {', '.join(shortened(names, NAMED))}",
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
                f"found a board of {puzzle.rows}x{puzzle.cols}, expected sides of at most "
                f"{LARGEST} for steps in words"
            )
        if not puzzle.check(()):
            return Explanation(puzzle, (), None, SOLVED)
        chase = _Chase(puzzle)
        if isinstance(puzzle.linear(), GridSystem):
            chase.down()
            chase.mend()
        found, result = presses_of(puzzle)
        if found is None:
            chase.refute(f"it cannot be solved: {result.reason}", result.proof)
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
            raise Stopped(f"the least of 2^{found.ways} solutions is out of reach")
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
    CHASING: "press below a light that is on in the first row that has any",
    MENDING: "the first row decides how chasing ends",
    QUIET: "of all solutions, which differ by quiet patterns, take the shortest",
    SHORTEST: "solve the sums of presses, one for each light",
}


def _why(board: LightsOut, press: Press, found: Presses) -> tuple[str, str]:
    """The technique that finds a first press, and the reason for it."""
    row, _ = press
    if not isinstance(board.linear(), GridSystem):
        return SHORTEST, "the sums of presses over the lights, solved as equations, ask for it"
    ways = _power(found.ways)
    if row:
        above = f"{_name((row - 1, press[1]))} is on, and"
        if found.ways:
            return CHASING, f"{above} this solution (one of {ways}) puts it out in no other way"
        return CHASING, f"{above} no press above or beside it is left to put it out"
    if not found.ways:
        return MENDING, "only with this in the first row does chasing end dark"
    if not found.fewest:
        return MENDING, f"chasing ends dark with {ways} first rows; this is one of them"
    return QUIET, (
        f"of the {ways} first rows that let chasing end dark, this one leads to the fewest presses"
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
                self.add(CHASING, presses, f"{again}{on}: press below, {_names(presses)}")

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
            self.add(READING, [], f"{on}, and no presses in row 1 change that")
            return
        first = [(0, col) for col in values(_fewest(found))]
        ways = f" (one of {_power(found.nullity)} ways)" if found.nullity else ""
        change = f"in row 1 change{'s' if len(first) == 1 else ''} just that"
        self.add(MENDING, first, f"{on}: {_names(first)} {change}{ways}, with chasing after it")
        self.down("chase again: ")

    def shortest(self, found: Presses) -> None:
        """All presses at once, those made twice left out, on the board as it was at first."""
        before, self.board = len(self.made), self.first
        count = ""
        if before:
            count = "what was pressed twice cancels, so chasing took "
            count += f"{before} press{'es' * (before != 1)}; "
        if found.ways and found.fewest and before > len(found.cells):
            count += f"of the {_power(found.ways)} solutions, which differ by quiet patterns, "
            count += "the shortest is: "
        self.add(SHORTEST, found.cells, f"{count}press {_names(found.cells)}; {found.said()}")

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
    return ", ".join(shortened([_name(press) for press in presses], LARGEST))


def _cells(board: LightsOut, presses: Sequence[Press]) -> tuple[int, ...]:
    return tuple(row * board.cols + col for row, col in presses)


def _step(board: LightsOut, technique: str, presses: Sequence[Press], text: str) -> Step:
    cells = _cells(board, presses)
    return Step(technique, 0.0, cells, (), tuple((cell, 1) for cell in cells), (), text)


def _drawn(board: LightsOut, presses: Sequence[Press], title: str) -> Board:
    picture = board.board(presses)
    return replace(picture, title=f"{picture.title}: {title}")
