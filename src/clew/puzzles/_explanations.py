"""Explains kinds in their own words: moves, queens, and presses of buttons.

It's apart from the kinds, so that solving one doesn't import explanations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from clew.board.board import Board, Cell, Ink
from clew.core.faces import GridSystem, values
from clew.core.puzzle import Puzzle, Unsuited
from clew.core.result import Result, Stopped
from clew.core.texts import shortened
from clew.explanations.explanation import SOLVED, Explainer, Explanation, Hint, NoSolution, Rating
from clew.explanations.mus_steps import Words, either
from clew.explanations.plans import Guide, Plan, out_degree
from clew.explanations.techniques.step import Step
from clew.puzzles._light_grid import Press
from clew.puzzles.knight.puzzle import Square, Tour
from clew.puzzles.lights_out import LightsOut
from clew.search.linear.linear import GridSolutions, solutions_of
from clew.search.run import solve


class JumpGuide(Guide):
    """The frog: which way to jump, and what came of the other."""

    def named(self, move: Any) -> str:
        return f"pad {move}"

    def _jump(self, moves: Sequence[Any], move: Any) -> tuple[str, int, str]:
        """The jump by number, its length and direction."""
        path = [*self.begun, *moves]
        direction = "right" if move > path[-1] else "left"
        return f"jump {len(path)}", abs(move - path[-1]), direction

    def technique(self, state: Any, move: Any) -> str:
        return "jump"

    def sentence(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        jump, length, direction = self._jump(moves, move)
        others = self.others(state, moves, move, tries)
        return f"{jump} goes {length} to the {direction}, to {self.named(move)}; {others}"

    def left(self, left: int, proven: bool) -> str:
        return f"{left - 1} jump{'s remain' if left > 2 else ' remains'}" if left > 1 else ""

    def outcome(self, plan: Plan) -> str:
        count = len(plan.moves or ())
        return f"{count} jump{'s' * (count != 1)}, each pad once"

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        jump, length, direction = self._jump(moves, move)
        precise = f"{jump}, {length} long, to the {direction}"
        return f"look at {jump}", f"{jump} is {length} long", precise

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        return self.puzzle.touches(move)[:1]

    def drawn(self, moves: Sequence[Any]) -> Board:
        return self.puzzle.board((*self.begun, *moves))


class JugGuide(Guide):
    """Jugs: a shortest way, and what the jugs hold."""

    def sentence(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        after = dict(self.space.successors(state))[move]
        held = ", ".join(map(str, self.space.unpack(after)))  # type: ignore[attr-defined]  # of jugs
        return f"{self.named(move)}, and the jugs hold {held}"

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        """The jugs in the row of the amounts after the move."""
        below = (len(moves) + 1) * self.drawn(()).cols
        return tuple(below + cell for cell in sorted(self.puzzle.touches(move)))

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        vague = f"{left} move{'s are' if left > 1 else ' is'} enough, and fewer are impossible"
        named = " and ".join(f"jug {jug}" for jug in move if jug)
        kind = "fill" if not move[0] else "pour" if move[1] else "empty"
        return vague, f"{vague}: {kind} next", f"{vague}: {kind} next, with {named}"

    def drawn(self, moves: Sequence[Any]) -> Board:
        return self.puzzle.board(tuple(moves))


class TourGuide(Guide):
    """Knight's tours: the cell with the fewest onward moves, and that a tour remains."""

    assured = "a tour that continues this way was found"

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        self.tour: Tour = puzzle.face(Tour)

    def technique(self, state: Any, move: Any) -> str:
        if state == 0:
            return "first cell"
        counts = self._counts(state)
        if len(counts) == 1:
            return "only cell"
        return "Warnsdorff's rule" if counts[move] == min(counts.values()) else "look ahead"

    def _counts(self, state: Any) -> dict[Square, int]:
        """The cells within reach, and how many onward moves each has."""
        return {move: out_degree(self.space, after) for move, after in self.space.successors(state)}

    def sentence(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        counts, name = self._counts(state), self.named(move)
        if state == 0:
            return f"begin at {name}"
        if len(counts) == 1:
            return f"to {name}, the only cell within reach"
        fewest = min(counts, key=lambda each: counts[each])
        if counts[move] == counts[fewest]:
            few = f"none has fewer onward moves ({counts[move]})"
            return f"to {name}: of {len(counts)} cells within reach {few}"
        return (
            f"to {name} with {counts[move]} onward moves: {self.named(fewest)} has fewer "
            f"({counts[fewest]}), but this is part of a tour"
        )

    def left(self, left: int, proven: bool) -> str:
        if left == 1:
            return "that is the last"
        return f"{left - 1} cell{' remains' if left == 2 else 's remain'}"

    def outcome(self, plan: Plan) -> str:
        count = len(plan.moves or ())
        return f"{count} cell{'s, each' * (count != 1)} once{', and back' * self.tour.closed}"

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        if state == 0:
            where = f"begin in row {move[0] + 1}"
            return "a tour was found", f"a tour was found: {where}", where
        counts = self._counts(state)
        cells = ", ".join(f"{self.named(each)} ({count})" for each, count in counts.items())
        vague = "a tour remains: count the onward moves of each cell within reach"
        return vague, f"a tour remains: {self.technique(state, move)}", f"onward moves: {cells}"

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        return self.puzzle.touches(move)

    def drawn(self, moves: Sequence[Any]) -> Board:
        return self.puzzle.board((*self.begun, *moves))


SUMMED = 40
"""The most entries of a path that are written as a sum."""


class SumPathGuide(Guide):
    """A path down a triangle: what is still missing, and what paths below can add."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        space: Any = self.space
        self.rows: tuple[tuple[int, ...], ...] = space.rows
        self.total: int = space.total
        self.whole = puzzle.board().rows == len(self.rows)  # else the path alone is drawn

    def named(self, move: Any) -> str:
        return f"place {move + 1}"

    def technique(self, state: Any, move: Any) -> str:
        return "sums below"

    def _entry(self, moves: Sequence[Any], move: Any) -> tuple[int, int, str]:
        """The row and the entry that a move leads to, and its direction."""
        path = [*self.begun, *moves]
        direction = "left" if move == path[-1] else "right"
        return len(path), self.rows[len(path)][move], direction

    def _entries(self, moves: Sequence[Any]) -> list[int]:
        return [self.rows[row][at] for row, at in enumerate([*self.begun, *moves])]

    def sentence(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        row, entry, direction = self._entry(moves, move)
        missing = self.total - sum(self._entries([*moves, move]))
        others = self.others(state, moves, move, tries)
        return f"go {direction} to {entry} in row {row + 1}; {missing} is missing then; {others}"

    def other(self, moves: Sequence[Any], move: Any) -> str:
        _, entry, direction = self._entry(moves, move)
        return f"the {entry} to the {direction}"

    def left(self, left: int, proven: bool) -> str:
        return ""

    def outcome(self, plan: Plan) -> str:
        entries = self._entries(plan.moves or ())
        if len(entries) > SUMMED:
            return "a path was found"
        return f"{' + '.join(map(str, entries))} = {self.total}"

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        row, _, direction = self._entry(moves, move)
        vague = f"look at row {row + 1}"
        technique = f"{vague}: can a path below each entry add up to what is missing?"
        return vague, technique, f"{vague}: go {direction}"

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        row = len(self.begun) + len(moves)
        return (row * len(self.rows) + move,) if self.whole else ()

    def drawn(self, moves: Sequence[Any]) -> Board:
        return self.puzzle.board([*self.begun, *moves] if self.whole else None)


# ------------------------------------------------------------------ queens


@dataclass(frozen=True)
class QueenWords(Words):
    """Rows, columns and queens."""

    def variable(self, variable: int) -> str:
        return f"row {variable + 1}"

    def entry(self, variable: int, value: int) -> str:
        return f"a queen at r{variable + 1}c{value + 1}"

    def denied(self, variable: int, value: int | None) -> str:
        return f"no queen is at r{variable + 1}c{(value or 0) + 1}"

    def typed(self, variable: int, value: int) -> str:
        return f"r{variable + 1}c{value + 1}"

    def fact(self, variable: int, mask: int) -> str:
        columns = either([str(value + 1) for value in values(mask)])
        return f"the queen of row {variable + 1} is in column {columns}"

    def effects(self, step: Step) -> str:
        squares = ", ".join(self.typed(row, col) for row, col in step.eliminations)
        return f"no queen is at {squares}"

    def drawn(self, entries: Sequence[int | None], domains: Sequence[int], step: Step) -> Board:
        board, order = self.puzzle.board(), len(entries)
        cells = list(board.cells)
        for row, col in enumerate(entries):
            if col is not None and cells[row * order + col].ink is not Ink.GIVEN:
                cells[row * order + col] = Cell("Q", Ink.ANSWER, (row + col) % 2 == 1)
        for row, mask in enumerate(domains):
            for col in values(mask) if entries[row] is None else ():
                at = row * order + col
                cells[at] = replace(cells[at], text="·", ink=Ink.NOTE)
        for row, col in step.eliminations:
            cells[row * order + col] = replace(cells[row * order + col], text="×", ink=Ink.NOTE)
        for row, col in step.placements:
            cells[row * order + col] = Cell("Q", Ink.ANSWER, True)
        return replace(board, cells=tuple(cells), title=f"{board.title}: {step.technique}")


# ------------------------------------------------------------------ lights out


FEWEST, ANY = "linear:minimum=yes", "linear:minimum=no"
CHASING, MENDING, READING = "light chasing", "first row", "last row"
SHORTEST, QUIET = "fewest presses", "quiet patterns"
LARGEST_EXPLAINED = 100
"""The longest side of a board that is chased in words, and the most presses in one step."""
PRESSES_NAMED = 12
FEW_WAYS = 10
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
        technique, why = _why_press(board, press, found)
        chases = technique == CHASING
        row = f"{found.said()}: look at row {press[0] + 1}"
        names = [_named(each) for each in islice(found.cells, 2 * PRESSES_NAMED)]
        text = f"press {_named(press)}: {why}; {found.said(remain=True)}"
        return Hint(
            "chase the lights row by row" if chases else row,
            f"{technique}: {_TECHNIQUES[technique]}",
            f"the presses that remain: {', '.join(shortened(names, PRESSES_NAMED))}",
            text,
            _press_step(board, technique, [press], text),
            _presses_drawn(board, [press], technique),
            _named(press),
        )

    def explain(self, uniqueness: bool = True) -> Explanation:
        """Light chasing step by step, and then the shortest solution.

        Other rules than the plain ones cannot be chased: their presses come in order.
        """
        puzzle = self.puzzle
        if max(puzzle.rows, puzzle.cols) > LARGEST_EXPLAINED:
            raise Unsuited(
                f"found a board of {puzzle.rows}x{puzzle.cols}, expected sides of at most "
                f"{LARGEST_EXPLAINED} for steps in words"
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


def _why_press(board: LightsOut, press: Press, found: Presses) -> tuple[str, str]:
    """The technique that finds a first press, and the reason for it."""
    row, _ = press
    if not isinstance(board.linear(), GridSystem):
        return SHORTEST, "the sums of presses over the lights, solved as equations, ask for it"
    ways = _power(found.ways)
    if row:
        above = f"{_named((row - 1, press[1]))} is on, and"
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
    return f"{1 << ways:,}" if ways <= FEW_WAYS else f"2^{ways}"


class _Chase:
    """A board while its lights are chased, and the steps so far."""

    def __init__(self, board: LightsOut) -> None:
        self.first = self.board = board
        self.steps: list[Step] = []
        self.boards: list[Board] = []
        self.made: set[Press] = set()

    def add(self, technique: str, presses: Sequence[Press], text: str) -> None:
        self.steps.append(_press_step(self.board, technique, presses, text))
        self.boards.append(_presses_drawn(self.board, presses, technique))
        self.board = self.board.after(presses)
        self.made ^= set(presses)

    def down(self, again: str = "") -> None:
        """Put out one row after another by pressing below what is lit."""
        for row in range(self.first.rows - 1):
            lit = list(values(self.board.lit[row]))
            presses = [(row + 1, col) for col in lit]
            if presses:
                on = f"{_listed([(row, col) for col in lit])} {'is' if len(lit) == 1 else 'are'} on"
                self.add(CHASING, presses, f"{again}{on}: press below, {_listed(presses)}")

    def mend(self) -> None:
        """Press in the first row what makes the last row dark, and chase again."""
        left = list(values(self.board.lit[-1]))
        last = f"row {self.first.rows}"
        if not left:
            return
        on = _listed([(self.first.rows - 1, col) for col in left])
        on += f" stay{'s' if len(left) == 1 else ''} on in {last}"
        found = solutions_of(self.board.linear())
        assert isinstance(found, GridSolutions)
        if found.solution is None:
            self.add(READING, [], f"{on}, and no presses in row 1 change that")
            return
        first = [(0, col) for col in values(_fewest_presses(found))]
        ways = f" (one of {_power(found.nullity)} ways)" if found.nullity else ""
        change = f"in row 1 change{'s' if len(first) == 1 else ''} just that"
        self.add(MENDING, first, f"{on}: {_listed(first)} {change}{ways}, with chasing after it")
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
        self.add(SHORTEST, found.cells, f"{count}press {_listed(found.cells)}; {found.said()}")

    def refute(self, text: str, proof: Sequence[Press]) -> None:
        """The lights that show it, marked on the board as it was at first."""
        self.board = self.first
        self.steps.append(Step(QUIET, 0.0, _press_cells(self.board, proof), text=text))
        self.boards.append(_presses_drawn(self.board, proof, QUIET))


def _fewest_presses(found: GridSolutions) -> int:
    """A first row with few presses that mends the board."""
    assert found.solution is not None
    if found.nullity > FEW_WAYS:
        return found.solution
    return min(found, key=lambda row: (row.bit_count(), row))


def _named(press: Press) -> str:
    return f"r{press[0] + 1}c{press[1] + 1}"


def _listed(presses: Sequence[Press]) -> str:
    return ", ".join(shortened([_named(press) for press in presses], LARGEST_EXPLAINED))


def _press_cells(board: LightsOut, presses: Sequence[Press]) -> tuple[int, ...]:
    return tuple(row * board.cols + col for row, col in presses)


def _press_step(board: LightsOut, technique: str, presses: Sequence[Press], text: str) -> Step:
    cells = _press_cells(board, presses)
    return Step(technique, 0.0, cells, (), tuple((cell, 1) for cell in cells), (), text)


def _presses_drawn(board: LightsOut, presses: Sequence[Press], title: str) -> Board:
    picture = board.board(presses)
    return replace(picture, title=f"{picture.title}: {title}")
