"""Puzzles that are filled in: grids by techniques, other CSPs by small sets of rules."""

from __future__ import annotations

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
from clew.core.puzzle import CellPuzzle, Puzzle, Unsuited
from clew.core.result import Run, Status
from clew.explanations.argument import argue, named, told
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
from clew.explanations.mus_steps import SETS, Entries, MusPosition, words_of
from clew.explanations.techniques.basics import neighbours
from clew.explanations.techniques.position import BOX, Position
from clew.explanations.techniques.scale import SQUARES, TATHAM, Scale, scale_of
from clew.explanations.techniques.step import EXPLAINER, Step
from clew.search.csp.learning import Learning
from clew.search.csp.rulebook import HasRulebook, rulebook_of

ONE_OF_SEVERAL = "one of several ways"
SINGLES = Scale({name: EXPLAINER[name] for name in ("last cell", "hidden single", "naked single")})
"""What is certain however many solutions there are, and easy to see."""
SIGN = "sign"
TRIES = 100_000
"""The nodes within which entries must be completed."""


class EntryExplainer(Explainer[Puzzle]):
    """A CSP: by the techniques that are known for such rules, or by small sets of rules."""

    def hint(self, filled: Entries = (), uniqueness: bool = True) -> Hint:
        """The next step with these entries made; a mistake comes first."""
        puzzle = self.puzzle
        result = settled(solved_soon(puzzle, max_solutions=2))
        entries = _checked(puzzle, filled)
        solution = assignment(puzzle, result.solution)
        if len(result.solutions) > 1 or result.status is Status.STOPPED:
            return _one_of_several(_among_best(puzzle, result.solution), entries, solution)
        mistake = _mistake(puzzle, entries, solution)
        return mistake or _next(puzzle, entries, solution, uniqueness)

    def explain(self, uniqueness: bool = True) -> Explanation:
        """The one solution step by step; NotUnique unless there is exactly one."""
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
    """The rating of the hardest step, of the hardest up to the first placement, of the first."""
    ratings = [step.rating for step in explanation.steps]
    placed = next((n for n, step in enumerate(explanation.steps) if step.placements), len(ratings))
    pearl = max(ratings[: placed + 1], default=0.0)
    return Rating(explanation.level, explanation.rating, pearl, next(iter(ratings), 0.0))


def _position(puzzle: Puzzle, entries: Entries = ()) -> Position | None:
    """The position with these entries, if techniques are known for such rules."""
    try:
        return position_of(puzzle, [value or 0 for value in entries])
    except Unsuited:
        return None


def only_solution(puzzle: Puzzle) -> Sequence[int]:
    """The one solution; NotUnique if there is none or another, Stopped if that is not known."""
    result = settled(solved_soon(puzzle, max_solutions=2))
    result.raise_if_stopped()
    if len(result.solutions) > 1:
        raise NotUnique("more than one solution: no step is certain")
    return assignment(puzzle, result.solution)


def assignment(puzzle: Puzzle, answer: Any) -> Sequence[int]:
    """An answer as the values of the variables of the puzzle's CSP; of those shown at least."""
    if capability(puzzle, HasRulebook) is not None and isinstance(puzzle, CellPuzzle):
        return puzzle.entries(answer)
    found: Sequence[int] = answer
    return found


def tatham_level(puzzle: Puzzle) -> str:
    """The lowest level of Simon Tatham's Solo (with boxes) or Unequal that solves the puzzle."""
    position = position_of(puzzle)
    scale = TATHAM if position.layout.of_kind[BOX] else SQUARES
    steps = climb(position, scale, only_solution(puzzle))
    return scale.level(max((step.rating for step in steps), default=0.0))


# ------------------------------------------------------------------ the next step


def _checked(puzzle: Puzzle, filled: Entries) -> list[int | None]:
    """The entries, None where there is none (or 0, if that is no value); ValueError if wrong.

    A puzzle that has a rulebook has checked the values when it read them. Some of these may be in
    no domain, because a rule excludes them, and the hint then says that they're wrong.
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
    """A step of a technique, with its argument drawn."""
    step = told(position, _together(position, step))
    argument = argue(position, step)
    board = argued_board(puzzle, position, step)
    home = position.layout.home((step.placements or step.eliminations)[0][0])
    found = replace(_hint(puzzle, step, board), argument=argument)
    if home is not None:
        found = replace(found, vague=f"look at {home}", region=home.cells)
    house = next((h for h in position.layout.houses if h.cells == step.cells), None)
    return found if house is None else replace(found, cells=f"{found.technique}: {house}")


def _together(position: Position, step: Step) -> Step:
    """All that signs rule out at once: one by one they would make a hundred trivial hints."""
    if step.technique != SIGN:
        return step
    every = list(neighbours(position))
    return replace(
        step,
        cells=tuple(dict.fromkeys(cell for each in every for cell in each.cells)),
        eliminations=tuple(dict.fromkeys(pair for each in every for pair in each.eliminations)),
        text=step.text if len(every) == 1 else "by the signs alone",
    )


def _hint(puzzle: Puzzle, step: Step, board: Board) -> Hint:
    """A step in four degrees."""
    words = words_of(puzzle)
    changed = (step.placements or step.eliminations)[0][0]
    grid = capability(puzzle, CellByCell)
    name = words.variable if grid is None else grid.region
    said = named(step.technique)
    if step.technique.startswith("one "):
        said = f"{step.technique} is enough"
    cells = ", ".join(map(words.variable, step.cells))
    full = f"{step.technique}: {in_words(puzzle, step)}"
    move = words.typed(*step.placements[0]) if step.placements else ""
    return Hint(f"look at {name(changed)}", said, f"{said}: {cells}", full, step, board, move)


def _mistake(puzzle: Puzzle, entries: Entries, solution: Sequence[int]) -> Hint | None:
    """What is filled in and cannot be right."""
    wrong = [
        cell for cell, value in enumerate(entries) if value is not None and value != solution[cell]
    ]
    if not wrong:
        return None
    cell, words = wrong[0], words_of(puzzle)
    count = f"{len(wrong)} entries contradict" if len(wrong) > 1 else "an entry contradicts"
    full = f"{words.denied(cell, entries[cell])}: that contradicts the solution"
    vague = f"{count} the solution"
    return Hint(vague, vague, f"{words.variable(cell)} is wrong", full)


# ------------------------------------------------------------------ several solutions


def _among_best(puzzle: Puzzle, answer: Any) -> Puzzle:
    """The puzzle whose solutions are only those as good as an answer, if some are better."""
    wanted = None if puzzle.objective is None else capability(puzzle, HasObjective)
    return puzzle if wanted is None else cast(Puzzle, wanted.as_cheap(wanted.cost(answer)))


def _one_of_several(puzzle: Puzzle, entries: Entries, solution: Sequence[int]) -> Hint:
    """An entry that keeps a solution possible, and that it is only one of several ways."""
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
    return _any_entry(rules)


def _any_entry(rules: MusPosition) -> Hint:
    """The entry of a solution where the fewest values are left."""
    variable = rules.narrowest()
    value, words, left = rules.solution[variable], rules.words, rules.domains[variable].bit_count()
    text = f"{words.entry(variable, value)}: one of several ways to complete it"
    text += "" if left > 1 else "; no other value is left there"
    step = Step(ONE_OF_SEVERAL, 0.0, (variable,), (), ((variable, value),), (), text)
    vague = "there is more than one solution; what stands can be completed"
    return Hint(
        vague,
        f"{vague}: take a place with few choices left",
        f"{vague}: look at {words.variable(variable)}, where {left} are left",
        text,
        step,
        rules.board(step),
        words.typed(variable, value),
    )


def _dead_end(puzzle: Puzzle, entries: Entries) -> Hint:
    """The first entry after which there is no solution any more."""
    csp, words = puzzle.csp(), words_of(puzzle)
    best = "" if puzzle.objective is None else "best "
    made: list[int | None] = [None] * len(entries)
    for cell, value in enumerate(entries):
        made[cell] = value
        if value is not None and completed(csp, made) is None:
            first = made[:cell].count(None) == cell
            before = f"with those before it there is no {best}solution"
            why = f"no {best}solution has that" if first else before
            full = f"{words.denied(cell, value)}: {why}"
            vague = f"what is filled in cannot be completed{' to a best solution' if best else ''}"
            return Hint(vague, vague, f"{words.variable(cell)} is wrong", full)
    raise AssertionError("entries that cannot be completed can, one after the other")


def completed(csp: CSP, entries: Entries) -> Sequence[int] | None:
    """A solution with these entries, or None if it is proven that there is none; else Stopped."""
    domains = list(csp.domains)
    for variable, value in enumerate(entries):
        if value is not None:
            domains[variable] &= 1 << value
    if not all(domains):
        return None
    return next(iter(Learning()(CSP(tuple(domains), csp.constraints), Run(1, TRIES))), None)
