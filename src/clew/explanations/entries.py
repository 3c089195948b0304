"""Explainers for puzzles that you fill in: techniques for grids, sets of rules for other CSPs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any, cast

from clew.board.board import Board
from clew.core.arguments import advice, plainly
from clew.core.capabilities import CellByCell, HasObjective, capability
from clew.core.faces import CSP, values
from clew.core.phrases import capital, finished, in_letters, several
from clew.core.puzzle import CellPuzzle, Puzzle, Unsuited
from clew.core.result import Run, Status, Stopped
from clew.explanations.argument import argue, headed, is_reason, named, told
from clew.explanations.explanation import (
    SOLVED,
    Explainer,
    Explanation,
    Hint,
    NotUnique,
    Rating,
    in_words,
    settled,
    solved_soon,
)
from clew.explanations.grids import (
    argued_board,
    before_each,
    climb,
    next_step,
    position_of,
)
from clew.explanations.mus_steps import SETS, Entries, MusPosition, Words, words_of
from clew.explanations.techniques.basics import neighbours
from clew.explanations.techniques.position import BOX, Position
from clew.explanations.techniques.scale import SQUARES, TATHAM, Scale, scale_of
from clew.explanations.techniques.step import EXPLAINER, Step
from clew.search.csp.rulebook import HasRulebook, rulebook_of
from clew.search.csp.solver import Assumption, CspSolver

ONE_OF_SEVERAL = "one of several ways"
AFTER = "with the entries before it,"
LOOKED_AT = 12
"""The maximum number of cells that a hint names."""
SINGLES = Scale({name: EXPLAINER[name] for name in ("last cell", "hidden single", "naked single")})
"""Techniques that are easy to see, and valid however many solutions there are."""
SIGN = "sign"
TRIES = 100_000
"""The maximum number of nodes with which to find out whether entries can be completed."""


class EntryExplainer(Explainer[Puzzle]):
    """Explains a CSP by known techniques or by small sets of rules."""

    def hint(self, filled: Entries = (), uniqueness: bool = True) -> Hint:
        puzzle = self.puzzle
        result = settled(solved_soon(puzzle, max_solutions=2))
        entries = _checked(puzzle, filled)
        solution = assignment(puzzle, result.solution)
        if len(result.solutions) > 1 or result.status is Status.STOPPED:
            return _one_of_several(_among_best(puzzle, result.solution), entries, solution)
        mistake = _mistake(puzzle, entries, solution)
        return mistake or _next(puzzle, entries, solution, uniqueness)

    def explain(self, uniqueness: bool = True) -> Explanation:
        """Explain the puzzle's unique solution step by step.

        Raises:
            NotUnique: if there is no solution or more than one.
        """
        puzzle, position, solution = self.puzzle, _position(self.puzzle), only_solution(self.puzzle)
        if position is None:
            pairs = tuple(MusPosition(puzzle, solution).steps())
            steps, boards = (
                (tuple(each) for each in zip(*pairs, strict=True)) if pairs else ((), ())
            )
            return Explanation(puzzle, steps, SETS, draw=lambda: iter(boards))
        scale = scale_of(position, uniqueness)
        taken = tuple(climb(position, scale, solution, told))
        return Explanation(
            puzzle,
            taken,
            scale,
            draw=lambda: (argued_board(puzzle, *each) for each in before_each(puzzle, taken)),
            argue=lambda: (argue(*each) for each in before_each(puzzle, taken)),
        )

    def rate(self, uniqueness: bool = True) -> Rating:
        explanation = self.explain(uniqueness)
        techniques = Counter(step.technique for step in explanation.steps)
        return replace(_graded(explanation), techniques=tuple(techniques.items()))

    def grade(self, uniqueness: bool = True) -> Rating:
        return _graded(self.explain(uniqueness))


def _graded(explanation: Explanation) -> Rating:
    """Rate the hardest step, the hardest up to the first placement, and the first."""
    ratings = [step.rating for step in explanation.steps]
    placed = next((n for n, step in enumerate(explanation.steps) if step.placements), len(ratings))
    pearl = max(ratings[: placed + 1], default=0.0)
    return Rating(explanation.level, explanation.rating, pearl, next(iter(ratings), 0.0))


def _position(puzzle: Puzzle, entries: Entries = ()) -> Position | None:
    """Return the position with these entries, or None if no techniques are known for the rules."""
    try:
        return position_of(puzzle, [value or 0 for value in entries])
    except Unsuited:
        return None


def only_solution(puzzle: Puzzle) -> Sequence[int]:
    """Return the puzzle's unique solution.

    Raises:
        NotUnique: if there is no solution or more than one.
        Stopped: if that takes too long to find out.
    """
    result = settled(solved_soon(puzzle, max_solutions=2))
    result.raise_if_stopped()
    if len(result.solutions) > 1:
        raise NotUnique("more than one solution, so there is nothing to explain step by step")
    return assignment(puzzle, result.solution)


def assignment(puzzle: Puzzle, answer: Any) -> Sequence[int]:
    """Convert a solution to the values of the CSP's variables, at least the visible ones."""
    if capability(puzzle, HasRulebook) is not None and isinstance(puzzle, CellPuzzle):
        return puzzle.entries(answer)
    found: Sequence[int] = answer
    return found


def tatham_level(puzzle: Puzzle) -> str:
    """Return the lowest level of Simon Tatham's Solo (with boxes) or Unequal that solves it."""
    position = position_of(puzzle)
    scale = TATHAM if position.layout.of_kind[BOX] else SQUARES
    steps = climb(position, scale, only_solution(puzzle))
    return scale.level(max((step.rating for step in steps), default=0.0))


# ------------------------------------------------------------------ the next step


def _checked(puzzle: Puzzle, filled: Entries) -> list[int | None]:
    """Return the entries, with None for a blank (also for 0, if 0 isn't a value).

    A puzzle with a rulebook has already checked the values. A value may be outside every domain if
    a rule excludes it. In that case the hint says that the entry is wrong.

    Raises:
        ValueError: if there are too many or too few entries, or a value doesn't exist.
    """
    domains = puzzle.csp().domains
    shown = rulebook_of(puzzle).shown
    if filled and len(filled) not in (shown, len(domains)):
        said = f"there are {shown} variables, but {len(filled)} entries"
        raise ValueError(f"{said}: give one for each, None for a blank")
    every = reduce(or_, domains, 0)
    filled, known = filled[:shown], list(values(every))
    entries = [None if value == 0 and not every & 1 else value for value in filled]
    if capability(puzzle, HasRulebook) is not None:
        return entries
    for variable, value in enumerate(entries):
        if value is not None and value not in known:
            said = f"{words_of(puzzle).variable(variable)} can't be {plainly(value)}"
            raise ValueError(f"{said}: {advice(value, [*map(str, known)])}")
    return entries


def _next(puzzle: Puzzle, entries: Entries, solution: Sequence[int], uniqueness: bool) -> Hint:
    position = _position(puzzle, entries)
    if position is None:
        rules = MusPosition(puzzle, solution, entries)
        if rules.solved:
            return Hint.plain(SOLVED)
        step = rules.next()
        return _hint(puzzle, step, rules.board(step))
    if position.solved:
        return Hint.plain(SOLVED)
    return _hint_at(puzzle, position, next_step(position, scale_of(position, uniqueness), solution))


def _hint_at(puzzle: Puzzle, position: Position, step: Step) -> Hint:
    """Make a hint for a step that uses a technique, with a drawing of the argument."""
    step = told(position, _together(position, step))
    argument = argue(position, step)
    board = argued_board(puzzle, position, step)
    home = position.layout.home((step.placements or step.eliminations)[0][0])
    found = replace(_hint(puzzle, step, board), argument=argument)
    if home is not None:
        found = replace(found, vague=f"Look at {home}.", region=home.cells)
    house = next((h for h in position.layout.houses if h.cells == step.cells), None)
    if house is None:
        return found
    cells = position.names([cell for cell, _ in step.placements]) or str(house)
    inside = f" in {house}" if step.placements else ""
    return replace(found, cells=f"{found.technique} Look at {cells}{inside}.")


def _together(position: Position, step: Step) -> Step:
    """Join all steps that use signs into one, because there may be a hundred trivial ones."""
    if step.technique != SIGN:
        return step
    every = list(neighbours(position))
    return replace(
        step,
        cells=tuple(dict.fromkeys(cell for each in every for cell in each.cells)),
        eliminations=tuple(dict.fromkeys(pair for each in every for pair in each.eliminations)),
        text=step.text if len(every) == 1 else "By the signs alone",
    )


def _hint(puzzle: Puzzle, step: Step, board: Board) -> Hint:
    """Make a hint for a step, in four degrees."""
    words = words_of(puzzle)
    changed = (step.placements or step.eliminations)[0][0]
    grid = capability(puzzle, CellByCell)
    name = words.variable if grid is None else grid.region
    said = finished(named(step.technique))
    cells = several([words.variable(cell) for cell in step.cells], LOOKED_AT)
    reason = in_words(puzzle, step)
    full = reason if is_reason(step.technique) else f"{headed(step.technique)}: {reason}"
    move = words.typed(*step.placements[0]) if step.placements else ""
    vague = f"Look at {name(changed)}."
    return Hint(vague, said, f"{said} Look at {cells}.", full, step, board, move)


def _mistake(puzzle: Puzzle, entries: Entries, solution: Sequence[int]) -> Hint | None:
    """Make a hint about the first entry that can't be right, if there's one."""
    wrong = [
        cell for cell, value in enumerate(entries) if value is not None and value != solution[cell]
    ]
    if not wrong:
        return None
    cell, words = wrong[0], words_of(puzzle)
    count = (
        f"{in_letters(len(wrong)).capitalize()} entries are" if len(wrong) > 1 else "One entry is"
    )
    denied = capital(words.denied(cell, entries[cell]), [words.variable(cell)])
    full = f"{denied}: that contradicts the solution."
    vague = f"{count} wrong."
    return Hint(vague, vague, f"{_wrong(words, cell)}.", full)


def _wrong(words: Words, variable: int) -> str:
    """Say that a variable's entry is wrong."""
    return f"The entry in {words.variable(variable)} is wrong"


# ------------------------------------------------------------------ several solutions


def _among_best(puzzle: Puzzle, answer: Any) -> Puzzle:
    """Restrict a puzzle to the solutions that are as good as this one."""
    wanted = None if puzzle.objective is None else capability(puzzle, HasObjective)
    return puzzle if wanted is None else cast(Puzzle, wanted.as_cheap(wanted.cost(answer)))


def _one_of_several(puzzle: Puzzle, entries: Entries, solution: Sequence[int]) -> Hint:
    """Make a hint for a certain entry or, failing that, one that keeps a solution possible."""
    if _mistake(puzzle, entries, solution) is not None:
        found = completed(puzzle.csp(), entries)
        if found is None:
            return _dead_end(puzzle, entries)
        solution = found
    rules = MusPosition(puzzle, solution, entries)
    if rules.solved:
        return Hint.plain(SOLVED)
    position = _position(puzzle, entries)
    if position is not None and (step := SINGLES.next(position)) is not None:
        return _hint_at(puzzle, position, step)
    return _any_entry(puzzle, rules)


def _any_entry(puzzle: Puzzle, rules: MusPosition) -> Hint:
    """Make a hint for an entry that all solutions share, or for one with few values left."""
    words = rules.words
    shared = _shared(puzzle.csp(), rules)
    variable = shared[0] if shared else rules.narrowest()
    value, left = rules.solution[variable], rules.domains[variable].bit_count()
    name = words.variable(variable)
    vague = "This position can still be solved, in more than one way."
    if shared:
        must = capital(words.must([(variable, value)]), [name])
        text = f"{must}: anything else leads to a dead end."
        degrees = (
            vague,
            f"{vague} Still, one entry is certain.",
            f"{vague} Still, {name} is certain.",
        )
    else:
        subject = "No cell" if re.fullmatch(r"r\d+c\d+", name) else "Nothing"
        known = f"{subject} is certain yet" if shared == [] else MANY
        text = f"{known}. For example, {words.could(variable, value)}."
        choices = f"{in_letters(left)} values are" if left > 1 else "only one value is"
        where = f"{vague} Look at {name}, where {choices} left."
        degrees = vague, f"{vague} Choose a place with few values left.", where
    step = Step(ONE_OF_SEVERAL, 0.0, (variable,), (), ((variable, value),), (), text)
    return Hint(*degrees, text, step, rules.board(step), words.typed(variable, value))


MANY = "There is more than one solution"
QUESTIONS = 40
"""The maximum number of solutions to compare to find an entry that they all share."""
ANSWERED = 2_000
"""The maximum number of nodes with which to find each of these solutions."""


def _shared(csp: CSP, rules: MusPosition) -> list[int] | None:
    """Return the first open variable that has the same value in every solution.

    The list is empty if there is no such variable. The result is None if the search takes too long.
    """
    known = rules.value
    solution = rules.solution
    waiting = [variable for variable, value in enumerate(known) if value is None]
    solver, assumed = CspSolver(csp), _assumed(known)
    for _ in range(QUESTIONS):
        if not waiting:
            return []
        variable = waiting[0]
        try:
            other = solver.solve(
                [*assumed, (variable, ~(1 << solution[variable]))], Run(1, ANSWERED)
            )
        except Stopped:
            return None
        if other is None:
            return [variable]
        waiting = [each for each in waiting[1:] if other[each] == solution[each]]
    return None


def _dead_end(puzzle: Puzzle, entries: Entries) -> Hint:
    """Make a hint about the first entry after which there's no solution any more."""
    csp, words = puzzle.csp(), words_of(puzzle)
    best = "" if puzzle.objective is None else "best "
    solver, made = CspSolver(csp), _assumed(entries)
    for number, (cell, _) in enumerate(made):
        if solver.solve(made[: number + 1], Run(1, TRIES)) is None:
            first, value = number == 0, entries[cell]
            why = f"no {best}solution has that" if first else f"{AFTER} no {best}solution has that"
            full = f"{capital(words.denied(cell, value), [words.variable(cell)])}: {why}."
            vague = f"Your entries can't be completed{' to a best solution' if best else ''}."
            return Hint(vague, vague, f"{_wrong(words, cell)}.", full)
    raise AssertionError("entries that cannot be completed can, one after the other")


def completed(csp: CSP, entries: Entries) -> Sequence[int] | None:
    """Return a solution with these entries, or None if it's proven that there is none.

    Raises:
        Stopped: if that takes too long to find out.
    """
    return CspSolver(csp).solve(_assumed(entries), Run(1, TRIES))


def _assumed(entries: Entries) -> list[Assumption]:
    """Return the assumptions that variables have these values."""
    return [(variable, 1 << v) for variable, v in enumerate(entries) if v is not None]
