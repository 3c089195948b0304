"""OR-Tools' CP-SAT as a strategy: clause learning, for puzzles that defeat a plain search."""

from __future__ import annotations

import atexit
import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from itertools import combinations
from typing import Any, ClassVar

from clew.core.deadline import STARTING, raise_in
from clew.core.errors import OutOfTime, Unsuited
from clew.core.events import Kind, emit
from clew.core.faces import CSP, Assignment
from clew.core.result import Run, Stopped
from clew.rules.minimise import Minimise
from clew.rules.rule import RELATIONS, Constraint, OfNumbers
from clew.rules.target import Target, Term
from clew.search.csp.wire import merged
from clew.search.strategy import Strategy

# ------------------------------------------------------------------ the model
# OR-tools is imported only when a model is made: that takes longer than most searches.


LARGEST = 1 << 50
"""CP-SAT counts in 64 bits, and sums of numbers must fit into these."""
LARGEST_VALUE = 1 << 31
"""CP-SAT 9.15 loses solutions if a variable with gaps in its domain has larger values."""


def model_of(csp: CSP) -> tuple[Any, list[Any]]:
    """Return a model with the same solutions, and the variables of the CSP in it."""
    made = CpSatTarget(csp)
    for rule in merged(csp.constraints):
        made.add(rule)
    if csp.objective is not None:
        made.minimise(csp.objective)
    return made.model, made.variables


class CpSatTarget(Target):
    """A CP-SAT model. CP-SAT has its own constraints for many rules that other targets lower."""

    def __init__(self, csp: CSP) -> None:
        from ortools.sat.python import cp_model

        super().__init__(csp)
        self.model = cp_model.CpModel()
        self._with_values = cp_model.Domain.from_values
        self._add_up = cp_model.LinearExpr.weighted_sum
        self.variables = [
            self.model.new_int_var_from_domain(self._with_values(domain), "")
            for domain in self.domains
        ]
        self._literals: dict[int, Any] = {}
        self._is: dict[tuple[int, int], int] = {}
        self._numbers: dict[tuple[int, tuple[int, ...]], Any] = {}

    def named(self, y: int) -> Any:
        """Return CP-SAT's own literal."""
        return self._literals[y]

    @property
    def under(self) -> list[Any]:
        """The guard, as CP-SAT's own literals."""
        return [self.named(y) for y in self.guard]

    # ------------------------------------------------------------ the three operations

    def new(self, meaning: str, name: str = "") -> int:
        new, literal = len(self._literals) // 2 + 1, self.model.new_bool_var("")
        self._literals[new], self._literals[-new] = literal, literal.negated()
        return new

    def is_(self, x: int, v: int) -> int:
        if (found := self._is.get((x, v))) is not None:
            return found
        new = 0
        if v in self.domains[x]:
            new, variable = self.new(""), self.variables[x]
            self.model.add(variable == v).only_enforce_if(self.named(new))
            self.model.add(variable != v).only_enforce_if(self.named(-new))
        self._is[x, v] = new
        return new

    def at_least(self, terms: Sequence[Term], bound: int) -> int:
        if bound == 1 and all(factor == 1 for factor, _ in terms):
            self.define(*(y for _, y in terms))
        else:
            self._relate([(k, self.named(y)) for k, y in terms], ">=", bound, ())
        return 0

    # ------------------------------------------------------------ stronger or quicker than the base

    def add(self, rule: Constraint) -> None:
        self.label, rule = rule.label, rule.as_sum()
        rule.unfolded().cp_sat(self) if rule.has_lowering else rule.lower(self)

    def new_order(self, x: int, v: int) -> int:
        new, variable = self.new(""), self.variables[x]
        self.model.add(variable >= v).only_enforce_if(self.named(new))
        self.model.add(variable < v).only_enforce_if(self.named(-new))
        return new

    def define(self, *literals: int) -> None:
        self.model.add_bool_or([self._literals[y] for y in literals])

    def both(self, literals: Sequence[int], meaning: str = "", name: str = "") -> int:
        if len(literals) == 1:
            return literals[0]
        new, named = self.new(meaning), self._literals
        self.model.add_bool_and([named[y] for y in literals]).only_enforce_if(named[new])
        self.model.add_bool_or([named[new], *[named[-y] for y in literals]])
        return new

    def compare(self, terms: Sequence[Term], relation: str, total: int) -> int:
        self.relate([(k, self.named(y)) for k, y in terms], relation, total)
        return 0

    def at_most_one(self, literals: Sequence[int]) -> int:
        if self.guard:
            return super().at_most_one(literals)
        self.model.add_at_most_one([self.named(y) for y in literals])
        return 0

    def differ(self, scope: Sequence[int], offsets: Sequence[int]) -> None:
        shifted = [self.variables[x] + n for x, n in zip(scope, offsets, strict=True)]
        if not self.guard:
            self.model.add_all_different(shifted)
            return
        for one, other in combinations(shifted, 2):
            self.model.add(one != other).only_enforce_if(self.under)

    def rows(self, scope: Sequence[int], rows: Iterable[Sequence[int]]) -> None:
        listed = list(rows)
        if self.guard or not listed or len(set(scope)) < len(scope):
            super().rows(scope, listed)
        elif scope:
            self.model.add_allowed_assignments([self.variables[x] for x in scope], listed)

    def total(
        self, scope: Sequence[int], weigh: Callable[[int, int], int], relation: str, total: int
    ) -> None:
        terms, constant = self._terms(scope, weigh)
        self.relate(terms, relation, total - constant)

    def minimise(self, costs: Minimise) -> None:
        self.label = costs.label
        terms, _ = self._terms(costs.scope, lambda at, v: costs.numbers[at][v])
        variables, factors = [variable for _, variable in terms], [factor for factor, _ in terms]
        if sum(map(abs, factors)) > LARGEST:
            raise Unsuited(f"cp-sat: {self.label} have numbers beyond {LARGEST:,}: try auto")
        self.model.minimize(self._add_up(variables, factors))

    def _terms(
        self, scope: Sequence[int], weigh: Callable[[int, int], int]
    ) -> tuple[list[tuple[int, Any]], int]:
        """Return a weighted sum as factors of CP-SAT's variables, and a constant."""
        terms, constant = list[tuple[int, Any]](), 0
        for at, x in enumerate(scope):
            domain = self.domains[x]
            given = [weigh(at, v) for v in domain]
            factor = (given[-1] - given[0]) // max(1, domain[-1] - domain[0])
            shift = given[0] - factor * domain[0]
            if all(w == factor * v + shift for v, w in zip(domain, given, strict=True)):
                terms.append((factor, self.variables[x]))
                constant += shift
            elif max(map(abs, given)) > LARGEST_VALUE:
                terms += [
                    (w, self.named(self.is_(x, v))) for v, w in zip(domain, given, strict=True)
                ]
            else:
                terms.append((1, self._number(x, given)))
        return terms, constant

    # ------------------------------------------------------------ for `cp_sat` of rules

    def relate(self, terms: Sequence[tuple[int, Any]], relation: str, total: int) -> None:
        """State how a sum of CP-SAT's own variables and literals compares with a total."""
        self._relate(terms, relation, total, self.under)

    def _relate(
        self, terms: Sequence[tuple[int, Any]], relation: str, total: int, under: Sequence[Any]
    ) -> None:
        if max((abs(factor) for factor, _ in terms), default=0) > LARGEST or abs(total) > LARGEST:
            raise Unsuited(f"cp-sat: {self.label} has numbers beyond {LARGEST:,}: try auto")
        if not terms:
            if not RELATIONS[relation](0, total):
                self.model.add_bool_or([literal.negated() for literal in under])
            return
        left: Any = self._add_up(
            [variable for _, variable in terms], [factor for factor, _ in terms]
        )
        self.model.add(RELATIONS[relation](left, total)).only_enforce_if(*under)

    def numbers(self, rule: OfNumbers) -> list[Any]:
        """Return variables for the numbers that those of a rule stand for."""
        if rule.numbers is None:
            return [self.variables[x] for x in rule.scope]
        return [
            self._number(x, [known[v] for v in self.domains[x]])
            for x, known in zip(rule.scope, rule.numbers, strict=True)
        ]

    def _number(self, x: int, given: Sequence[int]) -> Any:
        """Return a variable that has the number of each value of x."""
        key = x, tuple(given)
        if key not in self._numbers:
            able = sorted(set(given))
            if max(map(abs, able)) > LARGEST_VALUE:
                raise Unsuited(
                    f"cp-sat: {self.label} has numbers beyond {LARGEST_VALUE:,}: try auto"
                )
            number = self.model.new_int_var_from_domain(self._with_values(able), "")
            pairs = list(zip(self.domains[x], given, strict=True))
            self.model.add_allowed_assignments([self.variables[x], number], pairs)
            self._numbers[key] = number
        return self._numbers[key]


# ------------------------------------------------------------------ the strategy


NEEDS = "cp-sat needs OR-Tools: pip install 'clew-puzzles[cpsat]' (in a clone: ./run extras)"
TICK = 0.02
"""Seconds between two looks at the limits."""
AHEAD = 1_000
"""The maximum number of solutions to find in advance."""


@cache
def installed() -> bool:
    """Check whether OR-Tools is installed, without importing it."""
    return find_spec("ortools") is not None


def knows(csp: CSP) -> bool:
    """Check whether every rule can be stated."""
    return all(
        rule.can_lower([csp.domains[x] for x in rule.scope])
        for rule in csp.constraints
        if rule.kind is None
    )


@dataclass(frozen=True)
class CpSat(Strategy):
    """Solve with CP-SAT and one worker, on the same variables, domains and rules.

    It runs in its own thread while this one enforces the limits. Its nodes are branches and its
    backtracks conflicts. It reports them only with a solution and at the end, so a limit on nodes
    becomes a limit on conflicts, and solutions beyond it are dropped.
    """

    name: ClassVar[str] = "cp-sat"
    title: ClassVar[str] = "CP-SAT of OR-tools"
    summary: ClassVar[str] = "OR-tools' CP-SAT: learns from conflicts; for what defeats a search."
    face: ClassVar[type] = CSP
    pseudocode: ClassVar[str | None] = ""
    takes_over: ClassVar[bool] = True
    improves: ClassVar[bool] = True

    def rank(self, face: CSP) -> int | None:
        if not installed():
            raise Unsuited(NEEDS)
        return self.level if knows(face) else None

    def objection(self, face: CSP) -> str:
        return "" if installed() else NEEDS

    def __call__(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        every = run.max_solutions != 1 and csp.objective is None
        return self._reported(csp, every, run)

    def improving(self, csp: CSP, run: Run) -> Iterator[Assignment] | None:
        return None if csp.objective is None else self(csp, run)

    def _reported(self, csp: CSP, every: bool, run: Run) -> Iterator[Assignment]:
        if not self.accepts(csp):
            raise Unsuited("cp-sat cannot state a rule that has too many rows of values")
        run.pause()
        if not all(csp.domains):
            return
        before = run.stats.nodes, run.stats.backtracks
        left = None if run.max_nodes is None else run.max_nodes - run.stats.nodes
        search = SolverThread(csp, every, left)
        try:
            for found in search.reports(run):
                _count(found, before, run)
                if found.answer is not None:
                    emit(run.trace, Kind.ANSWER, len(found.answer))
                    yield found.answer
        except (Stopped, OutOfTime, KeyboardInterrupt):
            search.stop()
            if search.end is not None and run.max_nodes is None:
                _count(search.end, before, run)
            raise
        finally:
            search.stop()
        if not search.proven:
            raise Stopped("gave up" if run.max_nodes is None else "nodes")


_SEARCHES: list[SolverThread] = []
"""The searches that were running when the last one began, and that one. Stopped ones take a moment
to end.
"""


def lingering() -> bool:
    """Check whether a stopped search hasn't ended yet, which takes a second or two at most."""
    return any(each.thread.is_alive() for each in _SEARCHES)


@atexit.register
def _wait() -> None:
    """Let them end first: Python can't shut down under a thread that is in OR-tools."""
    for each in _SEARCHES:
        each.insist()


def _count(found: Report, before: tuple[int, int], run: Run) -> None:
    """Update the counters.

    Raises:
        Stopped: They exceed the limits.
    """
    run.stats.nodes = before[0] + found.branches
    run.stats.backtracks = before[1] + found.conflicts
    if run.max_nodes is not None and run.stats.nodes > run.max_nodes:
        run.stats.nodes = run.max_nodes
        raise Stopped("nodes")


@dataclass(frozen=True, slots=True)
class Report:
    """A solution, or None at the end, with the counters up to there."""

    answer: Assignment | None
    branches: int
    conflicts: int


@dataclass
class SolverThread:
    """CP-SAT at work in a thread. It puts solutions into a queue, and waits when that's full."""

    csp: CSP
    every: bool
    """True to find all solutions, False for one, or for better and better ones."""
    max_conflicts: int | None = None
    proven: bool = False
    """True if it finished: there are no more solutions, or it found the only one needed."""
    end: Report | None = None
    error: BaseException | None = None
    _found: queue.Queue[Report] = field(default_factory=lambda: queue.Queue(AHEAD))
    _stopping: threading.Event = field(default_factory=threading.Event)
    _over: threading.Event = field(default_factory=threading.Event)
    """Set at the end of the thread. Waiting by `Thread.join` is wrong where a deadline's error may
    come: Python 3.11 then takes the thread for ended.
    """
    _solver: Any = None
    _building: bool = False
    """True while an error may be raised in the thread. That's not so during imports: an error that
    comes just after Python has locked all imports leaves them locked, and every other thread waits
    forever.
    """

    def __post_init__(self) -> None:
        self.thread = threading.Thread(target=self._work, daemon=True)
        with STARTING:
            _SEARCHES[:] = [*(each for each in _SEARCHES if each.thread.is_alive()), self]
            self.thread.start()

    def reports(self, run: Run) -> Iterator[Report]:
        """Yield its reports, checking the limits in between."""
        while self.thread.is_alive() or not self._found.empty():
            run.pause()
            try:
                found = self._found.get(timeout=TICK)
            except queue.Empty:
                continue
            yield found
            if found.answer is None:
                return
        if self.error is not None:
            raise self.error

    def stop(self) -> None:
        """Ask it to stop. Parts that can't stop at once, such as a presolve, end by themselves."""
        if self.thread.is_alive() and not self._stopping.is_set():
            self._stopping.set()
            with STARTING:
                threading.Thread(target=self.insist, daemon=True).start()
            self._over.wait(2 * TICK)

    def insist(self) -> None:
        """Tell it to stop until it does: a call before the search began would be lost."""
        self._stopping.set()
        while self.thread.is_alive():
            if self._solver is not None:
                self._solver.stop_search()
            elif self._building and self.thread.ident is not None:
                raise_in(self.thread.ident, SystemExit)
            self._over.wait(TICK)

    def put(self, report: Report) -> bool:
        """Queue a report; return False if the search was stopped."""
        while not self._stopping.is_set():
            try:
                self._found.put(report, timeout=TICK)
            except queue.Full:
                continue
            return True
        return False

    def _work(self) -> None:
        try:
            self._solve()
        except BaseException as error:  # it is raised where the answers are asked for
            self.error = error
        finally:
            self._over.set()

    def _solve(self) -> None:
        from ortools.sat.python import cp_model

        if self._stopping.is_set():
            return
        self._building = True
        model, variables = model_of(self.csp)
        self._building = False
        self._solver = solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.catch_sigint_signal = False
        solver.parameters.enumerate_all_solutions = self.every
        if self.max_conflicts is not None:
            solver.parameters.max_number_of_conflicts = self.max_conflicts
        if self._stopping.is_set():
            return
        status = solver.solve(model, _listener(self, variables))
        assert status != cp_model.MODEL_INVALID, model.validate()
        self.proven = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) or (
            not self.every and self.csp.objective is None and status == cp_model.FEASIBLE
        )
        self.end = Report(None, solver.num_branches, solver.num_conflicts)
        self.put(self.end)


def _listener(search: SolverThread, variables: list[Any]) -> Any:
    """Return the callback that CP-SAT calls with each solution."""
    from ortools.sat.python import cp_model

    class Listener(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            answer = tuple(map(self.value, variables))
            if not search.put(Report(answer, self.num_branches, self.num_conflicts)):
                self.stop_search()

    return Listener()
