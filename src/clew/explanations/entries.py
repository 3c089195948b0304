"""Puzzles that are filled in entry by entry: grids by techniques, other CSPs by small sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from clew.core.board import Board
from clew.core.faces import CSP
from clew.core.puzzle import GridPuzzle, Puzzle, Unsuited
from clew.core.result import Run, Stopped
from clew.explanations.drawing import drawn
from clew.explanations.explainer import Explainer, Rating
from clew.explanations.explanation import (
    SOLVED,
    Explanation,
    Hint,
    NotUnique,
    certain,
    is_open,
    same,
    solved_within,
    told,
)
from clew.explanations.logical import Scale, position_of, scale_of
from clew.explanations.small_sets import SETS, Climb, Words, words_of
from clew.explanations.techniques.ladder import Ladder
from clew.explanations.techniques.position import Position
from clew.explanations.techniques.singles import hidden_singles, last_cells, naked_singles
from clew.explanations.techniques.step import Step
from clew.search.auto import candidates

TRIAL = "trial"
ONE_OF_SEVERAL = "one of several ways"
SURE = Ladder((last_cells, hidden_singles, naked_singles))
"""What is certain however many solutions there are, and easy to see."""
TRIES = 100_000
"""The nodes within which entries must be completed."""
Filled = Sequence[int | None]


class EntryExplainer(Explainer[Puzzle]):
    """A CSP: by the techniques that are known for such rules, or by small sets of rules."""

    def hint(self, filled: Filled = (), uniqueness: bool = True) -> Hint:
        return hint(self.puzzle, filled, uniqueness)

    def explain(self, uniqueness: bool = True) -> Explanation:
        return explain(self.puzzle, uniqueness)

    def rate(self, uniqueness: bool = True) -> Rating:
        told = self.explain(uniqueness)
        techniques = Counter(step.technique for step in told.steps)
        return replace(graded(told), techniques=tuple(techniques.items()))

    def grade(self, uniqueness: bool = True) -> Rating:
        return graded(self.explain(uniqueness))


def graded(told: Explanation) -> Rating:
    """The rating of the hardest step, of the hardest up to the first placement, of the first."""
    hardest = 0.0
    for step in told.steps:
        hardest = max(hardest, step.rating)
        if step.placements:
            break
    first = told.steps[0].rating if told.steps else 0.0
    return Rating(told.level, told.rating, hardest, first)


def explain(puzzle: Puzzle, uniqueness: bool = True) -> Explanation:
    """The one solution step by step; NotUnique unless there is exactly one."""
    position = _position(puzzle)
    solution = only_solution(puzzle)
    if position is None:
        pairs = tuple(Climb(puzzle, solution).steps())
        return Explanation(
            puzzle, tuple(s for s, _ in pairs), SETS, draw=lambda: iter([b for _, b in pairs])
        )
    scale = scale_of(position, uniqueness)
    steps = tuple(climb(position, scale, solution))
    return Explanation(puzzle, steps, scale, draw=lambda: _boards(puzzle, steps))


def _boards(puzzle: Puzzle, steps: Sequence[Step]) -> Iterator[Board]:
    assert isinstance(puzzle, GridPuzzle)
    position = position_of(puzzle)
    for step in steps:
        yield drawn(puzzle, position, step)
        position.apply(step)


def _position(puzzle: Puzzle, filled: Filled = ()) -> Position | None:
    """Where a solver stands, if techniques are known for such rules."""
    try:
        return position_of(puzzle, [value or 0 for value in filled])
    except Unsuited:
        return None


def only_solution(puzzle: Puzzle) -> Sequence[int]:
    """The one solution; NotUnique if there is none or another, Stopped if that is not known."""
    result = certain(solved_within(puzzle, max_answers=2))
    if is_open(result):
        raise Stopped(result.reason)
    if len(result.answers) > 1:
        raise NotUnique("more than one solution: no step is certain")
    found: Sequence[int] = result.answer
    return found


def climb(position: Position, scale: Scale, solution: Sequence[int]) -> Iterator[Step]:
    """The steps of the ladder; where it ends, a cell by trial, and on."""
    while not position.solved:
        step = scale.ladder.next(position) or trial(position, scale, solution)
        yield step
        position.apply(step)


def trial(position: Position, scale: Scale, solution: Sequence[int]) -> Step:
    """A cell with the fewest candidates, by trying them all to the end."""
    cells = [cell for cell in range(position.frame.size) if position.open >> cell & 1]
    cell = min(cells, key=lambda each: position.candidates[each].bit_count())
    value = solution[cell]
    text = f"no technique is known here: tried to the end, {position.name(cell)} is {value}"
    return Step(TRIAL, scale.guess, (cell,), (), ((cell, value),), (), text)


# ------------------------------------------------------------------ the next step


def hint(puzzle: Puzzle, filled: Filled = (), uniqueness: bool = True) -> Hint:
    """The next step with these entries made; one that contradicts the solution is told first."""
    result = certain(solved_within(puzzle, max_answers=2))
    entries = _entries(puzzle, filled)
    if len(result.answers) > 1 or is_open(result):
        return _one_of_several(puzzle, entries, result.answer)
    if wrong := _wrong(puzzle, entries, result.answer):
        return wrong
    return _next(puzzle, entries, result.answer, uniqueness)


def _entries(puzzle: Puzzle, filled: Filled) -> list[int | None]:
    """The entries, None where there is none (or 0, if that is no value); ValueError if wrong."""
    domains = puzzle.csp().domains
    if filled and len(filled) != len(domains):
        raise ValueError(f"found {len(filled)} entries, expected {len(domains)}")
    every = 0
    for mask in domains:
        every |= mask
    entries = [None if value == 0 and not every & 1 else value for value in filled]
    for variable, value in enumerate(entries):
        if value is not None and not (value >= 0 and every >> value & 1):
            name, largest = words_of(puzzle).variable(variable), every.bit_length() - 1
            raise ValueError(f"{name}: found {value}, expected at most {largest}")
    return entries


def _next(puzzle: Puzzle, entries: Filled, solution: Sequence[int], uniqueness: bool) -> Hint:
    position = _position(puzzle, entries)
    if position is None:
        climbing = Climb(puzzle, solution, entries)
        if climbing.solved:
            return same(SOLVED)
        step = climbing.next()
        return _hinted(puzzle, step, climbing.board(step))
    if position.solved:
        return same(SOLVED)
    assert isinstance(puzzle, GridPuzzle)
    scale = scale_of(position, uniqueness)
    step = scale.ladder.next(position) or trial(position, scale, solution)
    return _hinted(puzzle, step, drawn(puzzle, position, step))


def _hinted(puzzle: Puzzle, step: Step, board: Board) -> Hint:
    """A step in four degrees."""
    words = words_of(puzzle)
    changed = (step.placements or step.eliminations)[0][0]
    named = f"there is a {step.technique}"
    if step.technique.startswith("one "):
        named = f"{step.technique} is enough"
    cells = ", ".join(map(words.variable, step.cells))
    full = f"{step.technique}: {told(puzzle, step)}"
    move = words.typed(*step.placements[0]) if step.placements else ""
    return Hint(
        f"look at {_place(puzzle, changed)}", named, f"{named} in {cells}", full, step, board, move
    )


def _place(puzzle: Puzzle, cell: int) -> str:
    """A part of the board that holds a cell: its box if there are boxes, else its row."""
    if not isinstance(puzzle, GridPuzzle):
        return words_of(puzzle).variable(cell)
    return puzzle.region(cell)


def _wrong(puzzle: Puzzle, entries: Filled, solution: Sequence[int]) -> Hint | None:
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


def _one_of_several(puzzle: Puzzle, entries: Filled, solution: Sequence[int]) -> Hint:
    """An entry that keeps a solution alive, and that it is only one of several ways."""
    csp, words = puzzle.csp(), words_of(puzzle)
    if any(value is not None and value != solution[cell] for cell, value in enumerate(entries)):
        found = completed(csp, entries)
        if found is None:
            return _dead_end(csp, entries, words)
        solution = found
    climbing = Climb(puzzle, solution, entries)
    if climbing.solved:
        return same(SOLVED)
    if (sure := _sure(puzzle, entries)) is not None:
        return sure
    left = [variable for variable, value in enumerate(climbing.value) if value is None]
    masks = climbing.explainer.domains
    chosen = min(left, key=lambda variable: masks[variable].bit_count())
    return _as_one_of_several(climbing, chosen, solution[chosen])


def _sure(puzzle: Puzzle, entries: Filled) -> Hint | None:
    """What is certain all the same."""
    position = _position(puzzle, entries)
    step = SURE.next(position) if position is not None else None
    if step is None or position is None:
        return None
    return _hinted(puzzle, step, drawn(puzzle, position, step))


def _as_one_of_several(climbing: Climb, variable: int, value: int) -> Hint:
    words, mask = climbing.words, climbing.explainer.domains[variable]
    certainly = "" if mask.bit_count() > 1 else "; no other value is left there"
    text = f"{words.entry(variable, value)}: so it can be completed; one of several ways"
    step = Step(ONE_OF_SEVERAL, 0.0, (variable,), (), ((variable, value),), (), text + certainly)
    vague = "there is more than one solution; what stands can be completed"
    place = words.variable(variable)
    return Hint(
        vague,
        f"{vague}: take a place with few choices left",
        f"{vague}: look at {place}, where {mask.bit_count()} are left",
        step.text,
        step,
        climbing.board(step),
        words.typed(variable, value),
    )


def _dead_end(csp: CSP, entries: Filled, words: Words) -> Hint:
    """The first entry after which there is no solution any more."""
    made: list[int | None] = [None] * len(entries)
    for cell, value in enumerate(entries):
        made[cell] = value
        if value is not None and completed(csp, made) is None:
            first = not any(each is not None for each in made[:cell])
            why = "no solution has that" if first else "with those before it there is no solution"
            full = f"{words.denied(cell, value)}: {why}"
            vague = "what is filled in cannot be completed"
            return Hint(vague, vague, f"{words.variable(cell)} is wrong", full)
    raise AssertionError("entries that cannot be completed can, one after the other")


def completed(csp: CSP, entries: Filled) -> Sequence[int] | None:
    """A solution with these entries, or None if it is proven that there is none; else Stopped."""
    domains = list(csp.domains)
    for variable, value in enumerate(entries):
        if value is not None:
            domains[variable] &= 1 << value
    if not all(domains):
        return None
    run = Run(1, TRIES)
    found: Any = next(iter(candidates(CSP)[0](CSP(tuple(domains), csp.constraints), run)), None)
    return found  # type: ignore[no-any-return]  # what a strategy for CSPs yields
