"""Finds solutions for makers: with given variables, at random, or determined by clues alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clew.core.faces import Assignment
from clew.core.result import Run, Stopped
from clew.core.rng import SplitMix64
from clew.generators.recipe import CannotMake
from clew.model.expressions import Value, Variable
from clew.model.problem import Problem
from clew.search.csp.solver import Assumption, Solver
from clew.search.run import solve

NODES = 2_000_000
"""The maximum number of nodes to search for another solution."""
REMEMBERED = 20
"""The maximum number of test results of each kind to remember."""
SETTLING = 300
"""The maximum number of times to change a solution."""

Solution = dict[Variable, Value]


class Filling:
    """A puzzle that's compiled once, and then solved with different given variables."""

    def __init__(self, puzzle: Problem) -> None:
        csp, self.encoding = puzzle.compiled()
        self.place = {each: at for at, each in enumerate(puzzle.known.values())}
        self.solver = Solver(csp)

    def solution(self, given: Mapping[Variable, Value]) -> Assignment | None:
        """Return a solution, or raise Stopped if that takes too many nodes."""
        return self._found([self.allows(*each) for each in given.items()])

    def allows(self, variable: Variable, value: Value) -> Assumption:
        return self.place[variable], 1 << self.encoding.code[value]

    def other_than(self, variable: Variable, value: Value) -> dict[Variable, Value] | None:
        """Return a solution in which a variable has another value; None if there isn't one."""
        place, allowed = self.allows(variable, value)
        found = self._found([(place, ~allowed)])
        return self.values(found) if found else None

    def _found(self, assumed: Sequence[Assumption]) -> Assignment | None:
        return self.solver.solve(assumed, Run(1, NODES))

    def is_unique(self) -> bool:
        """Return whether there's exactly one solution; False if it takes too long to find out."""
        try:
            first = self._found([])
            if first is None:
                return False
            self.solver.exclude([first[at] for at in self.place.values()])
            return self._found([]) is None
        except Stopped:
            return False

    def values(self, found: Assignment) -> dict[Variable, Value]:
        return {each: self.encoding.values[found[at]] for each, at in self.place.items()}


class Uniqueness:
    """Tests which given variables leave only one solution of a puzzle, the one that's known.

    A test that succeeds names the givens it needed, and one that fails has another solution. Both
    answer many further tests at once: with all of these givens there's still only one solution, and
    with givens that the other solution shares there's still another.
    """

    def __init__(self, puzzle: Problem, solution: Solution) -> None:
        self._filling, self._solution = Filling(puzzle), solution
        allows = self._filling.allows
        self._assumed = {each: allows(each, value) for each, value in solution.items()}
        self._filling.solver.exclude([
            allowed.bit_length() - 1 for _, allowed in self._assumed.values()
        ])  # fmt: skip
        self._needed: list[set[Variable]] = []
        self._shared: list[set[Variable]] = []

    def other(self) -> Solution | None:
        """Return another solution; None if there isn't one."""
        found = self._filling.solution({})
        return self._filling.values(found) if found else None

    def __call__(self, given: Sequence[Variable]) -> bool:
        """Return whether the solution is unique; False if it takes too long to find out."""
        kept = set(given)
        if any(needed <= kept for needed in self._needed):
            return True
        if any(kept <= shared for shared in self._shared):
            return False
        solver = self._filling.solver
        try:
            other = solver.solve([self._assumed[each] for each in given], Run(1, NODES))
        except Stopped:
            return False
        if other is None:
            self._needed = [{given[at] for at in solver.core}, *self._needed[:REMEMBERED]]
        else:
            same = {x for x, (at, allowed) in self._assumed.items() if allowed >> other[at] & 1}
            self._shared = [same, *self._shared[:REMEMBERED]]
        return other is None


def random_solution(
    puzzle: Problem, rng: SplitMix64, kept: Mapping[Variable, Value] | None = None
) -> Solution:
    """Choose a random solution that keeps some values, or raise CannotMake."""
    filling, fixed = Filling(puzzle), dict(kept or {})
    try:
        first = filling.solution(fixed)
        if first is None:
            raise CannotMake(f"{puzzle.name}: {solve(puzzle, max_nodes=NODES)}")
        known = filling.values(first)
        free = (variable for variable in puzzle.variables_shown if variable not in fixed)
        for variable in rng.shuffled(list(free)):
            for value in rng.shuffled(variable.values):
                if known[variable] != value:
                    tried = filling.solution(fixed | {variable: value})
                    if tried is None:
                        continue
                    known = filling.values(tried)
                fixed[variable] = value
                break
    except Stopped as stop:
        raise CannotMake(f"{puzzle.name}: no solution found in {NODES:,} nodes") from stop
    return known


def settled(stated: Problem, solution: Solution, rng: SplitMix64) -> Solution:
    """Try to change a solution until its clues alone determine it.

    Replace some of the values that other solutions with the same clues don't share. A change is
    kept only if the number of these values doesn't grow.
    """
    blank = stated.restated([None] * len(stated.clues()), {})
    open_ = _differing(stated, solution)
    for _ in range(SETTLING):
        if not open_:
            break
        free = set(rng.shuffled(open_)[: max(2, len(open_) // 3)])
        kept = {x: solution[x] for x in stated.variables_shown if x not in free}
        tried = random_solution(blank, rng, kept)
        if len(left := _differing(stated, tried)) <= len(open_):
            solution, open_ = tried, left
    return solution


def _differing(stated: Problem, solution: Solution) -> list[Variable]:
    """Return the variables in which solutions with the same clues differ from this one."""
    filling = Filling(stated.restated([clue.goal_in(solution) for clue in stated.clues()], {}))
    found: set[Variable] = set()
    for x in stated.variables_shown:
        if x not in found:
            try:
                other = filling.other_than(x, solution[x])
            except Stopped:
                other = solution | {x: None}  # there may be another solution
            found |= {y for y in stated.variables_shown if other and other[y] != solution[y]}
    return [x for x in stated.variables_shown if x in found]
