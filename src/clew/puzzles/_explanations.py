"""Explains moves, queens and Lights Out in the vocabulary of each kind.

This is separate from the kinds, so that solving a puzzle doesn't import explanations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from clew.board.board import Board, Cell, Ink
from clew.core.faces import GridSystem, values
from clew.core.phrases import alternatives, capital, counted, in_letters, several, spoken
from clew.core.puzzle import Puzzle, Unsuited
from clew.core.result import Result, Stopped
from clew.explanations.argument import headed
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
    """Hints for the frog: which way to jump, and why the other way fails."""

    def named(self, move: Any) -> str:
        return f"pad {move}"

    def _jump(self, moves: Sequence[Any], move: Any) -> tuple[str, int, str]:
        """Return the jump's number in words, its length and its direction."""
        path = [*self.begun, *moves]
        direction = "right" if move > path[-1] else "left"
        return f"jump {len(path)}", abs(move - path[-1]), direction

    def technique(self, state: Any, move: Any) -> str:
        return "jump"

    def sentence(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        jump, length, direction = self._jump(moves, move)
        others = self.others(state, moves, move, tries)
        pads = counted(length, "pad")
        return f"{capital(jump)} goes {pads} to the {direction}, to {self.named(move)}. {others}"

    def left(self, left: int, proven: bool) -> str:
        after = "jump remains" if left == 2 else "jumps remain"
        return f"After that, {left - 1:,} {after}." if left > 1 else "That's the last jump."

    def outcome(self, plan: Plan) -> str:
        count = len(plan.moves or ())
        return f"{counted(count, 'jump')}, each pad once"

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        jump, length, direction = self._jump(moves, move)
        long = f"{capital(jump)} covers {counted(length, 'pad')}."
        return f"Look at {jump}.", long, f"{long} Jump to the {direction}."

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        return self.puzzle.touches(move)[:1]

    def drawn(self, moves: Sequence[Any]) -> Board:
        return self.puzzle.board((*self.begun, *moves))


class JugGuide(Guide):
    """Hints for jugs: the moves of a shortest solution, and the amounts after each move."""

    def sentence(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        after = dict(self.space.successors(state))[move]
        held = self.space.unpack(after)  # type: ignore[attr-defined]  # of jugs
        jugs = "jug then holds" if len(held) == 1 else "jugs then hold"
        return f"{_told(move)}. The {jugs} {spoken(map(str, held))}."

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        """Return the cells of the jugs in the row that shows the amounts after the move."""
        below = (len(moves) + 1) * self.drawn(()).cols
        return tuple(below + cell for cell in sorted(self.puzzle.touches(move)))

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        vague = f"You can finish in {counted(left, 'move')} (the minimum)."
        named = " and ".join(f"jug {jug}" for jug in move if jug)
        kind = (
            "Fill a jug" if not move[0] else "Pour one into another" if move[1] else "Empty a jug"
        )
        return vague, f"{vague} {kind}.", f"{vague} {kind}: look at {named}."

    def drawn(self, moves: Sequence[Any]) -> Board:
        return self.puzzle.board(tuple(moves))


def _told(move: Any) -> str:
    """Return a move as an instruction."""
    source, sink = move
    if not source:
        return f"Fill jug {sink}"
    return f"Pour jug {source} into jug {sink}" if sink else f"Empty jug {source}"


class TourGuide(Guide):
    """Hints for knight's tours: the cell with the fewest onward moves that still allows a tour."""

    assured = "A search found a tour that continues this way."

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
        """Count the onward moves of each cell within reach."""
        return {move: out_degree(self.space, after) for move, after in self.space.successors(state)}

    def sentence(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        counts, name = self._counts(state), self.named(move)
        if state == 0:
            return f"Begin at {name}."
        if len(counts) == 1:
            return f"Go to {name}, the only cell within reach."
        fewest = min(counts, key=lambda each: counts[each])
        if counts[move] == counts[fewest]:
            few = f"none has fewer onward moves ({counts[move]})"
            return f"Go to {name}: of the {in_letters(len(counts))} cells within reach, {few}."
        return (
            f"Go to {name} ({counted(counts[move], 'onward move')}). {self.named(fewest)} has "
            f"fewer ({counts[fewest]}), but this move is part of a tour."
        )

    def left(self, left: int, proven: bool) -> str:
        if left == 1:
            return "That's the last cell."
        return f"After that, {left - 1:,} {'cell remains' if left == 2 else 'cells remain'}."

    def outcome(self, plan: Plan) -> str:
        count = len(plan.moves or ())
        back = ", and back to the start" if self.tour.closed else ""
        return f"{count:,} cell{'s, each' * (count != 1)} once{back}"

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        if state == 0:
            vague, where = "There is a tour.", f"Begin in row {move[0] + 1}."
            return vague, f"{vague} {where}", f"{where} Look at {self.named(move)}."
        counts = self._counts(state)
        cells = ", ".join(f"{self.named(each)} ({count})" for each, count in counts.items())
        vague = "A tour is still possible. Count the onward moves of each cell within reach."
        technique = f"A tour is still possible: {self.technique(state, move)}."
        return vague, technique, f"The cells within reach and their onward moves: {cells}."

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        return self.puzzle.touches(move)

    def drawn(self, moves: Sequence[Any]) -> Board:
        return self.puzzle.board((*self.begun, *moves))


SUMMED = 40
"""The maximum number of entries to write out as a sum."""


class SumPathGuide(Guide):
    """Hints for a path down a triangle: the missing sum, and the sums that can be reached below."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        space: Any = self.space
        self.rows: tuple[tuple[int, ...], ...] = space.rows
        self.total: int = space.total
        self.whole = puzzle.board().rows == len(self.rows)  # else only the path is drawn

    def named(self, move: Any) -> str:
        return f"place {move + 1}"

    def technique(self, state: Any, move: Any) -> str:
        return "sums below"

    def _entry(self, moves: Sequence[Any], move: Any) -> tuple[int, int, str]:
        """Return the row and the entry that a move leads to, and the move's direction."""
        path = [*self.begun, *moves]
        direction = "left" if move == path[-1] else "right"
        return len(path), self.rows[len(path)][move], direction

    def _entries(self, moves: Sequence[Any]) -> list[int]:
        return [self.rows[row][at] for row, at in enumerate([*self.begun, *moves])]

    def sentence(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        row, entry, direction = self._entry(moves, move)
        missing = self.total - sum(self._entries([*moves, move]))
        others = self.others(state, moves, move, tries)
        step = f"Go {direction} to the {entry} in row {row + 1}."
        return (
            f"{step} Then {missing} is still missing. {others}" if missing else f"{step} {others}"
        )

    def other(self, moves: Sequence[Any], move: Any) -> str:
        _, entry, direction = self._entry(moves, move)
        return f"the {entry} on the {direction}"

    def left(self, left: int, proven: bool) -> str:
        return ""

    def outcome(self, plan: Plan) -> str:
        entries = self._entries(plan.moves or ())
        if len(entries) > SUMMED:
            return "a path with the right sum"
        return f"{' + '.join(map(str, entries))} = {self.total}"

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        row, _, direction = self._entry(moves, move)
        vague = f"Look at row {row + 1}."
        technique = f"{vague} Which entry has a path below it that adds up to the missing sum?"
        return vague, technique, f"{vague} Go {direction}."

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        row = len(self.begun) + len(moves)
        return (row * len(self.rows) + move,) if self.whole else ()

    def drawn(self, moves: Sequence[Any]) -> Board:
        return self.puzzle.board([*self.begun, *moves] if self.whole else None)


# ------------------------------------------------------------------ queens


@dataclass(frozen=True)
class QueenWords(Words):
    """The wording for rows, columns and queens."""

    def variable(self, variable: int) -> str:
        return f"row {variable + 1}"

    def entry(self, variable: int, value: int) -> str:
        return f"a queen is in r{variable + 1}c{value + 1}"

    def denied(self, variable: int, value: int | None) -> str:
        return f"a queen can't go in r{variable + 1}c{(value or 0) + 1}"

    def could(self, variable: int, value: int) -> str:
        return f"a queen could go in {self.typed(variable, value)}"

    def only(self, variable: int, value: int, others: Sequence[int]) -> str:
        return self.must([(variable, value)])

    def must(self, placements: Sequence[tuple[int, int]]) -> str:
        squares = spoken(self.typed(row, col) for row, col in placements)
        return f"{'a queen' if len(placements) == 1 else 'queens'} must go in {squares}"

    def typed(self, variable: int, value: int) -> str:
        return f"r{variable + 1}c{value + 1}"

    def fact(self, variable: int, mask: int) -> str:
        columns = either([str(value + 1) for value in values(mask)])
        return f"the queen of row {variable + 1} is in column {columns}"

    def effects(self, step: Step) -> str:
        squares = alternatives([self.typed(row, col) for row, col in step.eliminations])
        return f"a queen can't go in {squares}"

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
"""The longest side of a board to explain, and the maximum number of presses listed in a step."""
PRESSES_NAMED = 12
FEW_WAYS = 10
"""If at most 2^this first rows mend the board, chasing uses one with the fewest presses."""
PATIENCE = 10.0


@dataclass(frozen=True)
class Presses:
    """A solution's presses. `fewest` is True if it's proven that no solution has fewer."""

    cells: Sequence[Press]
    fewest: bool
    ways: int
    """The number of solutions is 2^ways."""

    def said(self) -> str:
        """Return the number of presses in words."""
        least = ", and fewer are impossible" if self.fewest else ""
        return f"{counted(len(self.cells), 'press', 'presses')}{least}"

    def left(self) -> str:
        """Return a sentence that gives the number of remaining presses."""
        least = " (the minimum)" if self.fewest else ""
        return f"You need {counted(len(self.cells), 'press', 'presses')}{least}."


class PressExplainer(Explainer[LightsOut]):
    """Explains Lights Out by linear algebra, and by light chasing row by row."""

    def hint(self, filled: Sequence[Press] = (), uniqueness: bool = True) -> Hint:
        """Suggest the next press of a shortest solution, given the presses so far, and say why."""
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
        technique, why = _why_press(board, press, found)
        chases = technique == CHASING
        row = f"{found.left()} Look at row {press[0] + 1}."
        names = [_named(each) for each in islice(found.cells, 2 * PRESSES_NAMED)]
        text = f"Press {_named(press)}: {why}. {found.left()}"
        return Hint(
            "Chase the lights row by row." if chases else row,
            f"{headed(technique)}: {_TECHNIQUES[technique]}.",
            f"Press {several(names, PRESSES_NAMED)}{', in any order' if len(names) > 1 else ''}.",
            text,
            _press_step(board, technique, [press], text),
            _presses_drawn(board, [press], technique),
            _named(press),
        )

    def explain(self, uniqueness: bool = True) -> Explanation:
        """Chase the lights step by step, and then give the shortest solution.

        Chasing works only with the plain rules. With other rules, only the solution is given.
        """
        puzzle = self.puzzle
        if max(puzzle.rows, puzzle.cols) > LARGEST_EXPLAINED:
            raise Unsuited(
                f"a {puzzle.rows}x{puzzle.cols} board is too large to explain: the limit is "
                f"{LARGEST_EXPLAINED} rows and columns"
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
    """Find the solution with the fewest presses, or any solution if that takes too long.

    Returns:
        The presses, or None if there's no solution, and the result of the search.
    """
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


def _why_press(board: LightsOut, press: Press, found: Presses) -> tuple[str, str]:
    """Return the technique that finds this press, and the reason for it."""
    row, _ = press
    if not isinstance(board.linear(), GridSystem):
        return SHORTEST, "the equations of all the lights require it"
    ways = _power(found.ways)
    if row:
        above = f"{_named((row - 1, press[1]))} is on, and"
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
    return f"{1 << ways:,}" if ways <= FEW_WAYS else f"2^{ways}"


class _Chase:
    """A board during light chasing, with the steps so far."""

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
        """Turn off one row after another by pressing below the lights that are on."""
        for row in range(self.first.rows - 1):
            lit = list(values(self.board.lit[row]))
            presses = [(row + 1, col) for col in lit]
            if presses:
                on = f"{_listed([(row, col) for col in lit])} {'is' if len(lit) == 1 else 'are'} on"
                self.add(CHASING, presses, f"{again}{on}, so press below: {_listed(presses)}.")

    def mend(self) -> None:
        """Press the buttons in the first row that make the last row go dark, and chase again."""
        left = list(values(self.board.lit[-1]))
        last = f"row {self.first.rows}"
        if not left:
            return
        on = _listed([(self.first.rows - 1, col) for col in left])
        on += f" stay{'s' if len(left) == 1 else ''} on in {last}"
        found = solutions_of(self.board.linear())
        assert isinstance(found, GridSolutions)
        if found.solution is None:
            self.add(READING, [], f"{on}, and no presses in row 1 change that.")
            return
        first = [(0, col) for col in values(_fewest_presses(found))]
        ways = f" This is one of {_power(found.nullity)} ways." if found.nullity else ""
        press = f"Press {_listed(first)} in row 1 and chase again to turn"
        self.add(MENDING, first, f"{on}. {press} {'it' if len(left) == 1 else 'them'} off.{ways}")
        self.down("After that, ")

    def shortest(self, found: Presses) -> None:
        """Add a step with all presses of the solution, on the original board."""
        before, self.board = len(self.made), self.first
        count, press = "", "Press"
        if before:
            count = "Two presses of one light cancel out, so chasing took "
            count += f"{counted(before, 'press', 'presses')}. "
        if found.ways and found.fewest and before > len(found.cells):
            count += f"The {_power(found.ways)} solutions differ by quiet patterns. "
            press = "For the shortest, press"
        self.add(SHORTEST, found.cells, f"{count}{press} {_listed(found.cells)} ({found.said()}).")

    def refute(self, text: str, proof: Sequence[Press]) -> None:
        """Add a step that marks the lights of the proof on the original board."""
        self.board = self.first
        self.steps.append(Step(QUIET, 0.0, _press_cells(self.board, proof), text=text))
        self.boards.append(_presses_drawn(self.board, proof, QUIET))


def _fewest_presses(found: GridSolutions) -> int:
    """Choose presses in the first row that mend the board, the fewest if that's feasible."""
    assert found.solution is not None
    if found.nullity > FEW_WAYS:
        return found.solution
    return min(found, key=lambda row: (row.bit_count(), row))


def _named(press: Press) -> str:
    return f"r{press[0] + 1}c{press[1] + 1}"


def _listed(presses: Sequence[Press]) -> str:
    return several([_named(press) for press in presses], LARGEST_EXPLAINED)


def _press_cells(board: LightsOut, presses: Sequence[Press]) -> tuple[int, ...]:
    return tuple(row * board.cols + col for row, col in presses)


def _press_step(board: LightsOut, technique: str, presses: Sequence[Press], text: str) -> Step:
    cells = _press_cells(board, presses)
    return Step(technique, 0.0, cells, (), tuple((cell, 1) for cell in cells), (), text)


def _presses_drawn(board: LightsOut, presses: Sequence[Press], title: str) -> Board:
    picture = board.board(presses)
    return replace(picture, title=f"{picture.title}: {title}")


def push_told(puzzle: Any, move: str) -> str:
    """Say what a move of Sokoban does."""
    way = dict(zip("lurd", ("left", "up", "right", "down"), strict=True))[move.lower()]
    return f"push the box {way}" if move.isupper() else f"walk {way}"


def slide_told(puzzle: Any, move: str) -> str:
    """Say what a move of Rush Hour does."""
    (_, first, *rest), count = puzzle.touches(move), abs(int(move[1:]))
    ways = ("left", "right") if {first + 1} & {*rest} else ("up", "down")
    return f"slide {move[0]} {ways['+' in move]} by {count} {'cell' if count == 1 else 'cells'}"
