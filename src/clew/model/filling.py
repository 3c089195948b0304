"""Finds solutions for makers: with given variables, at random, or determined by clues alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain, pairwise

from clew.core.faces import CSP, Assignment
from clew.core.result import Run, Stopped
from clew.core.rng import SplitMix64
from clew.generators.recipe import CannotMake
from clew.model.compiling import Compiler, TooLarge
from clew.model.encoding import Encoding
from clew.model.expressions import Value, Variable
from clew.model.problem import Problem, naming
from clew.model.stated import ClueRule, Stated
from clew.search.csp.solver import Assumption, CspSolver
from clew.search.run import solve

NODES = 2_000_000
"""The maximum number of nodes to search for another solution."""
FEW_NODES = 20_000
"""The maximum number of nodes to find out whether a random solution may have some value."""
REMEMBERED = 20
"""The maximum number of test results of each kind to remember."""
SETTLING = 300
"""The maximum number of times to change a solution."""

Solution = dict[Variable, Value]


class Filling:
    """A puzzle that's compiled once, and then solved with different given variables.

    Args:
        puzzle: the puzzle.
        compiled: its rules, if they've been compiled already.
    """

    def __init__(self, puzzle: Problem, compiled: tuple[CSP, Encoding] | None = None) -> None:
        csp, self.encoding = compiled or puzzle.compiled()
        self.place = {each: at for at, each in enumerate(puzzle.known.values())}
        self.solver = CspSolver(csp)

    def solution(self, given: Mapping[Variable, Value], nodes: int = NODES) -> Assignment | None:
        """Return a solution, or raise Stopped if that takes too many nodes."""
        return self._found([self.allows(*each) for each in given.items()], nodes)

    def allows(self, variable: Variable, value: Value) -> Assumption:
        return self.place[variable], 1 << self.encoding.code[value]

    def differing(
        self, solution: Mapping[Variable, Value], assuming: Iterable[Assumption] = ()
    ) -> set[Variable]:
        """Return the variables whose values differ in another solution, or perhaps do."""
        domains = list(self.solver.csp.domains)
        for place, allowed in assuming:
            domains[place] &= allowed
        found = self.solver.candidates(domains, len(self.place), nodes=NODES, most=2)
        return {
            x
            for x, place in self.place.items()
            if (found.had[place] | found.unknown[place]) & ~self.allows(x, solution[x])[1]
        }

    def _found(self, assumed: Sequence[Assumption], nodes: int = NODES) -> Assignment | None:
        return self.solver.solve(assumed, Run(1, nodes))

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


class Clued(Compiler):
    """A puzzle that's compiled once, so that clues can then be left out.

    The other rules may share helper variables, but what a clue needs belongs to it alone.
    """

    def __init__(self, puzzle: Problem) -> None:
        super().__init__(tuple(puzzle.known.values()))
        self._puzzle, self._is_clue = puzzle, False
        clues = puzzle.clues()
        for each in puzzle.stated:
            if not each.clue or each.is_given:
                self._state(each)
        ends, shared, self._is_clue = [0, len(self.made)], len(self._parts), True
        for each in clues:
            self._state(each)
            self.take_back(len(self.variables), len(self.made), shared)
            ends.append(len(self.made))
        csp, self._encoding = self.csp()
        self._domains, (self._always, *self._of) = csp.domains, [
            tuple(chain.from_iterable(self.rules[a:b])) for a, b in pairwise(ends)
        ]  # fmt: skip

    def _state(self, each: Stated) -> None:
        with naming(each):
            self.add(each.rule, each.label)

    def restrict(self, variable: Variable, values: Iterable[Value]) -> None:
        """Restrict a variable. A clue does it with a rule, which can be left out."""
        if self._is_clue:
            self.table((variable,), [(value,) for value in values])
        else:
            super().restrict(variable, values)

    def filling(self, kept: Collection[int]) -> Filling:
        """Return the puzzle with only these of its clues."""
        rules = chain(self._always, *(self._of[at] for at in sorted(kept)))
        return Filling(self._puzzle, (CSP(self._domains, tuple(rules)), self._encoding))


class Numbered:
    """A puzzle that's compiled once, with a variable for the number of each clue.

    So each question can say which numbers the clues have.
    """

    def __init__(self, puzzle: Problem) -> None:
        compiler = Compiler(tuple(puzzle.known.values()))
        clues = puzzle.clues()
        for each in puzzle.stated:
            if not each.clue:
                with naming(each):
                    compiler.add(each.rule, each.label)
        told = [compiler.part(clue.rule.parts[0]) for clue in clues]
        csp, encoding = compiler.csp()
        self.filling = Filling(puzzle, (csp, encoding))
        place = {x: at for at, x in enumerate(compiler.variables)}
        self._places = [place[x] for x in told]

    @classmethod
    def of(cls, puzzle: Problem) -> Numbered | None:
        """Return the puzzle like this, or None if a clue isn't the number that some part has."""
        if any(isinstance(clue.rule, ClueRule) for clue in puzzle.clues()):
            return None
        try:
            return cls(puzzle)
        except TooLarge:
            return None

    def say(self, goals: Iterable[Value]) -> list[Assumption]:
        """Return the assumptions that the clues have these numbers."""
        code = self.filling.encoding.code
        return [(at, 1 << code[goal]) for at, goal in zip(self._places, goals, strict=True)]


class Uniqueness:
    """Tests which givens leave only one solution of a puzzle, the one that's known.

    A test that succeeds names the givens it needed, and one that fails has another solution. Both
    answer many further tests at once: with all of these givens there's still only one solution, and
    with givens that the other solution shares there's still another.

    Args:
        filling: the puzzle.
        solution: its solution.
        clues: what other givens assume. They're called 0, 1, 2 and so on; the rest are variables.
    """

    def __init__(
        self, filling: Filling, solution: Solution, clues: Iterable[Assumption] = ()
    ) -> None:
        self._filling, self._solution = filling, solution
        self._assumed: dict[Variable | int, Assumption] = {
            each: filling.allows(each, value) for each, value in solution.items()
        }
        known = [allowed.bit_length() - 1 for _, allowed in self._assumed.values()]
        self._assumed |= dict(enumerate(clues))
        filling.solver.exclude(known)
        self._needed: list[set[Variable | int]] = []
        self._shared: list[set[Variable | int]] = []

    def other(self) -> Solution | None:
        """Return another solution; None if there isn't one."""
        found = self._filling.solution({})
        return self._filling.values(found) if found else None

    def __call__(self, given: Sequence[Variable | int]) -> bool:
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


def unique_with(
    puzzle: Problem, solution: Solution, given: Sequence[Variable]
) -> Callable[[Sequence[int]], bool]:
    """Return a function that checks whether some of the clues, by number, leave only one solution.

    Args:
        puzzle: the puzzle with all of its clues, but without givens.
        solution: its solution.
        given: the variables that are given.
    """
    numbered = Numbered.of(puzzle)
    if numbered is not None:
        goals = [clue.goal for clue in puzzle.clues()]
        is_unique = Uniqueness(numbered.filling, solution, numbered.say(goals))
        return lambda kept: is_unique([*given, *kept])
    clued = Clued(puzzle)
    return lambda kept: Uniqueness(clued.filling(kept), solution)(given)


def random_solution(
    puzzle: Problem,
    rng: SplitMix64,
    kept: Mapping[Variable, Value] | None = None,
    filling: Filling | None = None,
) -> Solution:
    """Choose a random solution that keeps some values, or raise CannotMake."""
    filling, fixed = filling or Filling(puzzle), dict(kept or {})
    try:
        first = filling.solution(fixed)
    except Stopped as stop:
        raise CannotMake(f"{puzzle.name}: no solution found in {NODES:,} nodes") from stop
    if first is None:
        raise CannotMake(f"{puzzle.name}: {solve(puzzle, max_nodes=NODES)}")
    known = filling.values(first)
    free = (variable for variable in puzzle.variables_shown if variable not in fixed)
    for variable in rng.shuffled(list(free)):
        for value in rng.shuffled(variable.values):
            if known[variable] != value:
                try:
                    tried = filling.solution(fixed | {variable: value}, FEW_NODES)
                except Stopped:  # there's hardly a solution with this value
                    continue
                if tried is None:
                    continue
                known = filling.values(tried)
            fixed[variable] = value
            break
    return known


def settled(stated: Problem, solution: Solution, rng: SplitMix64) -> Solution:
    """Try to change a solution until its clues alone determine it.

    Replace some of the values that other solutions with the same clues don't share. A change is
    kept only if the number of these values doesn't grow.
    """
    blank = stated.restated([None] * len(stated.clues()), {})
    filling, differing = Filling(blank), _differing(stated)
    open_ = differing(solution)
    for _ in range(SETTLING):
        if not open_:
            break
        free = set(rng.shuffled(open_)[: max(2, len(open_) // 3)])
        kept = {x: solution[x] for x in stated.variables_shown if x not in free}
        tried = random_solution(blank, rng, kept, filling)
        if len(left := differing(tried)) <= len(open_):
            solution, open_ = tried, left
    return solution


def _differing(stated: Problem) -> Callable[[Solution], list[Variable]]:
    """Return a function that finds the variables in which solutions with the same clues differ."""
    clues, shown = stated.clues(), stated.variables_shown
    numbered = Numbered.of(stated)

    def differing(solution: Solution) -> list[Variable]:
        goals = [clue.goal_in(solution) for clue in clues]
        if numbered is not None:
            found = numbered.filling.differing(solution, numbered.say(goals))
        else:
            found = Filling(stated.restated(goals, {})).differing(solution)
        return [x for x in shown if x in found]

    return differing
