"""Finds solutions for makers: with given variables, at random, or determined by clues alone."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from clew.core.faces import CSP, Assignment, Domain
from clew.core.result import Run, Stopped
from clew.core.rng import SplitMix64
from clew.generators.recipe import CannotMake
from clew.model.expressions import Value, Variable
from clew.model.problem import Problem
from clew.search.csp.learning import Learning
from clew.search.run import solve

NODES = 2_000_000
"""The maximum number of nodes to search for another solution."""
SETTLING = 300
"""The maximum number of times to change a solution."""

Solution = dict[Variable, Value]


class Filling:
    """A puzzle that's compiled once, and then solved with different given variables."""

    def __init__(self, puzzle: Problem) -> None:
        self.csp, self.encoding = puzzle.compiled()
        self.place = {each: at for at, each in enumerate(puzzle.known.values())}

    def solutions(self, given: Mapping[Variable, Value], most: int) -> list[Assignment]:
        """Return up to `most` solutions, or raise Stopped if that takes too many nodes."""
        domains = list(self.csp.domains)
        for variable, value in given.items():
            domains[self.place[variable]] &= 1 << self.encoding.code[value]
        return self._found(domains, most)

    def other_than(self, variable: Variable, value: Value) -> dict[Variable, Value] | None:
        """Return a solution in which a variable has another value, or None if there isn't one."""
        domains = list(self.csp.domains)
        domains[self.place[variable]] &= ~(1 << self.encoding.code[value])
        found = self._found(domains, 1)
        return self.values(found[0]) if found else None

    def _found(self, domains: list[Domain], most: int) -> list[Assignment]:
        if not all(domains):
            return []
        run = Run(most, NODES)
        return list(islice(Learning()(CSP(tuple(domains), self.csp.constraints), run), most))

    def is_unique(self, given: Mapping[Variable, Value]) -> bool:
        """Check whether there's exactly one solution. Return False if that takes too long."""
        try:
            return len(self.solutions(given, 2)) == 1
        except Stopped:
            return False

    def values(self, found: Assignment) -> dict[Variable, Value]:
        return {each: self.encoding.values[found[at]] for each, at in self.place.items()}


def random_solution(
    puzzle: Problem, rng: SplitMix64, kept: Mapping[Variable, Value] | None = None
) -> Solution:
    """Choose a random solution that keeps some values, or raise CannotMake."""
    filling, fixed = Filling(puzzle), dict(kept or {})
    try:
        first = filling.solutions(fixed, 1)
        if not first:
            raise CannotMake(f"{puzzle.name}: {solve(puzzle, max_nodes=NODES)}")
        known = filling.values(first[0])
        free = (variable for variable in puzzle.variables_shown if variable not in fixed)
        for variable in rng.shuffled(list(free)):
            for value in rng.shuffled(variable.values):
                if known[variable] != value:
                    tried = filling.solutions(fixed | {variable: value}, 1)
                    if not tried:
                        continue
                    known = filling.values(tried[0])
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
