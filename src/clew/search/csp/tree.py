"""Backtracking search of a CSP, as the textbook prints it.

Variables are numbers, and a domain is an integer whose bits are the values that are still possible.
`backtrack` is the figure. Each of its steps has a section of its own:

    which variable next       SELECT     the most constrained, the most constraining, …
    its values in which order ORDER      ascending, the least constraining first, …
    what follows from a value INFER      forward checking, arc consistency (AC-3), hidden singles

`State` holds the domains, and a trail to take changes back. `Tree` joins these parts, and counts,
enforces the limits and records the steps.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import filterfalse
from types import GeneratorType
from typing import Any, Protocol

from clew.core.events import Kind, Watcher, emit, made
from clew.core.faces import CSP, Assignment, Domain, domain, values
from clew.core.result import Run, Stats
from clew.rules.rule import Constraint
from clew.search.csp.network import Network

TRY, BACK, UNDO, CHOOSE = Kind.TRY, Kind.BACK, Kind.UNDO, Kind.CHOOSE
CHECK, PRUNE, FAIL = Kind.CHECK, Kind.PRUNE, Kind.FAIL


def backtrack(tree: Tree, unassigned: Sequence[int]) -> Subtree:
    """Run BACKTRACK (AIMA, 4th edition, figure 6.5): `yield` goes deeper, or gives a solution."""
    if not unassigned:
        yield tree.answer()
        return
    variable = tree.select_unassigned_variable(unassigned)
    for value in tree.order_domain_values(variable, unassigned):
        tree.assign(variable, value)
        if tree.inference(variable):
            yield backtrack(tree, tree.left(unassigned))
        tree.take_back()


Subtree = Generator[Any, Any, Any]
"""A recursive search. It yields solutions and searches of subtrees. Each of these ends before the
search continues, and `yield` returns its return value.
"""


def without_recursion(root: Subtree) -> Iterator[Assignment]:
    """Yield the solutions of a recursive search.

    The list is its call stack: a CSP may have more variables than Python allows calls.
    """
    stack, returned = [root], None
    while stack:
        try:
            found = stack[-1].send(returned)
        except StopIteration as end:
            stack.pop()
            returned = end.value
        else:
            returned = None
            if type(found) is GeneratorType:
                stack.append(found)
            else:
                yield found


# ------------------------------------------------------------------ which variable next

Legal = Callable[[int], Domain]
"""The values of a variable that agree with everything assigned: its domain where an inference keeps
it so, and otherwise a fresh look at its neighbours."""
Pick = tuple[int, int, tuple[int, int]]
"""A variable, how many values it has left, how many variables have as few, and its degree: the
numbers that chose it."""
Select = Callable[["State", Sequence[int], Legal], Pick]
NOT_ASKED = -1
"""Replaces a number that wasn't computed."""


def mrv_degree(state: State, unassigned: Sequence[int], legal: Legal) -> Pick:
    """Return the most constrained variable, and of equals the most constraining."""
    fewest, size = fewest_values(unassigned, legal)
    if len(fewest) == 1:
        return fewest[0], size, (1, NOT_ASKED)
    variable, degree = most_constraining(state, fewest, unassigned)
    return variable, size, (len(fewest), degree)


def mrv(state: State, unassigned: Sequence[int], legal: Legal) -> Pick:
    """Return the most constrained variable, the first of equals."""
    fewest, size = fewest_values(unassigned, legal)
    return fewest[0], size, (len(fewest), NOT_ASKED)


def fewest_values(unassigned: Sequence[int], legal: Legal) -> tuple[list[int], int]:
    """Return the variables with the fewest legal values, in order, and how many these are."""
    sizes = [*map(int.bit_count, map(legal, unassigned))]
    least = min(sizes)
    return [x for x, size in zip(unassigned, sizes, strict=True) if size == least], least


def degree(state: State, unassigned: Sequence[int], legal: Legal) -> Pick:
    """Return the most constraining variable."""
    variable, met = most_constraining(state, unassigned, unassigned)
    return variable, state.domains[variable].bit_count(), (NOT_ASKED, met)


def most_constraining(
    state: State, among: Sequence[int], unassigned: Sequence[int]
) -> tuple[int, int]:
    """Return the variable with the highest degree, and this.

    A degree is how many unassigned variables it meets, each once for each constraint.
    """
    of, scopes, left = state.network.of, state.network.scopes, domain(unassigned)
    most, best = -1, among[0]
    for variable in among:
        met = 0
        for number in of[variable]:
            met += (scopes[number] & left).bit_count() - 1
        if met > most:
            most, best = met, variable
    return best, most


def dom_wdeg(state: State, unassigned: Sequence[int], legal: Legal) -> Pick:
    """Return the variable with the fewest values for the weight of its constraints.

    The weight of a constraint grows with its failures (Boussemart, Hemery, Lecoutre and Sais,
    "Boosting systematic search by weighting constraints", ECAI 2004). Only constraints with another
    unassigned variable count.
    """
    network, weights, left = state.network, state.weights, domain(unassigned)
    assert weights is not None
    sizes = [legal(variable).bit_count() for variable in unassigned]

    def ratio(variable: int, size: int) -> float:
        others = left ^ 1 << variable
        met = (number for number in network.of[variable] if network.scopes[number] & others)
        return size / (sum(weights[number] for number in met) or 0.5)

    at = min(range(len(sizes)), key=lambda at: ratio(unassigned[at], sizes[at]))
    return unassigned[at], sizes[at], (NOT_ASKED, NOT_ASKED)


def first(state: State, unassigned: Sequence[int], legal: Legal) -> Pick:
    """Return the first variable."""
    return unassigned[0], state.domains[unassigned[0]].bit_count(), (NOT_ASKED, NOT_ASKED)


def at_random(state: State, unassigned: Sequence[int], legal: Legal) -> Pick:
    """Return the first variable in an order that was drawn once."""
    return first(state, [min(unassigned, key=state.luck.__getitem__)], legal)


SELECT: dict[str, Select] = {
    "first": first,
    "mrv": mrv,
    "degree": degree,
    "mrv+degree": mrv_degree,
    "dom/wdeg": dom_wdeg,
    "random": at_random,
}
"""SELECT-UNASSIGNED-VARIABLE: `mrv` takes the most constrained variable (minimum remaining values),
`degree` the most constraining one."""


# ------------------------------------------------------------------ its values in which order

Order = Callable[["State", int, Domain, Sequence[int]], Sequence[int]]


def least_constraining(
    state: State, variable: int, mask: Domain, unassigned: Sequence[int]
) -> Sequence[int]:
    """Order the values: first the one that rules out the fewest choices of the neighbours."""
    domains, rest = state.domains, set(unassigned)

    def ruled_out(value: int) -> int:
        lost = state.network.ruled_out_by(variable, 1 << value)
        return sum((domains[other] & gone).bit_count() for other, gone in lost if other in rest)

    return sorted(values(mask), key=ruled_out)


def shuffled(state: State, variable: int, mask: Domain, unassigned: Sequence[int]) -> Sequence[int]:
    """Order the values by the seed, so that no puzzle can be made to be slow for it.

    Each variable has its own order, the same at every node of the tree.
    """
    return [value for value in state.shuffled(variable) if mask >> value & 1]


ORDER: dict[str, Order] = {
    "ascending": lambda state, variable, mask, unassigned: list(values(mask)),
    "descending": lambda state, variable, mask, unassigned: list(values(mask))[::-1],
    "lcv": least_constraining,
    "shuffled": shuffled,
}
"""ORDER-DOMAIN-VALUES."""


# ------------------------------------------------------------------ what follows from a value

Infer = Callable[["State", Iterable[int]], bool]
"""An inference rules out values that have become impossible, given the changed variables. It
returns False if a variable is left without a value.
"""


def no_inference(state: State, changed: Iterable[int]) -> bool:
    return True


def forward_check(state: State, changed: Iterable[int]) -> bool:
    """Rule out for others what each fixed variable forbids them, and go no further."""
    good = state.rule_out(state.fixed_among(changed)[::-1])
    state.fixed.clear()
    return good


def propagate(state: State, changed: Iterable[int], *, arcs: bool, hidden: bool) -> bool:
    """Rule out until nothing changes, the cheapest first.

    First comes what fixed variables forbid. Then, with `arcs`, each value without support in a
    neighbour goes (AC-3, AIMA, 4th edition, figure 6.3: the queue holds the variables that changed,
    for all arcs to them). Then, with `hidden`, each value that has one place left in a unit is
    fixed there.
    """
    trail, network = state.trail, state.network
    queue = set(changed) if arcs else set()
    units = network.units_of_all(changed) if hidden else 0
    state.fixed[:] = state.fixed_among(changed)
    seen = len(trail)
    while True:
        if not state.rule_out(state.fixed):
            return False
        recent, seen = {variable for variable, _ in trail[seen:]}, len(trail)
        if arcs:
            queue |= recent
        if hidden:
            units |= network.units_of_all(recent)
        if queue:
            if not all(state.revise(variable) for variable in sorted(queue)):
                return False
            queue.clear()
        elif units:
            if not state.find_hidden(units):
                return False
            units = 0
        else:
            return True


INFER: dict[str, Infer] = {
    "none": no_inference,
    "forward-checking": forward_check,
    "singles": partial(propagate, arcs=False, hidden=False),
    "hidden-singles": partial(propagate, arcs=False, hidden=True),
    "mac": partial(propagate, arcs=True, hidden=False),
    "mac+hidden-singles": partial(propagate, arcs=True, hidden=True),
}
"""INFERENCE: `singles` is forward checking again from every variable left with one value, and `mac`
maintains arc consistency of each constraint by itself."""
SETTLES = frozenset(INFER) - {"none", "forward-checking"}
"""The inferences after which a variable with one value left needs no assignment of its own."""


# ------------------------------------------------------------------ domains and their trail


class State:
    """Domains that only shrink, and a trail of what they were before."""

    def __init__(self, network: Network, run: Run, seed: int = 0) -> None:
        self.network = network
        self.seed = seed
        self.domains: list[Domain] = list(network.csp.domains)
        self.assigned: list[bool] = [
            mask & (mask - 1) == 0 != mask ^ network.full for mask in self.domains
        ]
        """The variables that have their value; initially the givens."""
        self.trail: list[tuple[int, Domain]] = []
        self.fixed: list[int] = []
        """The variables left with one value that aren't propagated yet."""
        self.weights: list[int] | None = None
        self.stats: Stats = run.stats
        self.trace: Watcher | None = run.trace
        self.depth = 0
        self._orders: dict[int, list[int]] = {}

    @cached_property
    def luck(self) -> list[float]:
        """A random number for each variable, drawn from the seed."""
        return random_numbers(self.seed, len(self.domains))

    def shuffled(self, variable: int) -> list[int]:
        """Return the values of a variable in an order drawn from the seed, always the same."""
        order = self._orders.get(variable)
        if order is None:
            order = shuffle(self.network.csp.domains[variable], self.luck[variable])
            self._orders[variable] = order
        return order

    def answer(self) -> Assignment:
        """Return the values of a state in which every domain has one."""
        return tuple(mask.bit_length() - 1 for mask in self.domains)

    def fixed_among(self, variables: Iterable[int]) -> list[int]:
        """Return those of the variables that have one value left."""
        return [x for x in variables if self.domains[x] & (self.domains[x] - 1) == 0]

    def narrow(self, variable: int, mask: Domain, cause: int, unit: int = -1) -> bool:
        """Take away the values outside `mask`; return False if none is left.

        `cause` is the variable that rules them out, or a variable of the `unit` that does.
        """
        old = self.domains[variable]
        new = self.domains[variable] = old & mask
        self.trail.append((variable, old))
        self.stats.prunings += (old ^ new).bit_count()
        if self.trace is not None:
            self.trace(made((PRUNE, self.depth, variable, old ^ new, (cause, unit))))
        if new & (new - 1) == 0:
            if not new:
                return self.fail(variable, cause, unit)
            self.fixed.append(variable)
        return True

    def fail(self, variable: int, cause: int, unit: int = -1) -> bool:
        """Note that a variable has no value left because of `cause`, and return False."""
        if self.trace is not None:
            self.trace(made((FAIL, self.depth, variable, -1, (cause, unit))))
        if self.weights is not None:
            of = self.network.of
            for number in set(of[variable]) & set(of[cause]):
                self.weights[number] += 1
        return False

    def undo(self, mark: int) -> None:
        """Give back everything taken away since the trail had this length."""
        trail, domains = self.trail, self.domains
        while len(trail) > mark:
            variable, old = trail.pop()
            domains[variable] = old

    def check(self, variable: int, checks: int) -> None:
        """Count tests of the rules on a variable."""
        self.stats.checks += checks
        if self.trace is not None:
            self.trace(made((CHECK, self.depth, variable, checks, ())))

    def legal(self, variable: int) -> Domain:
        """Return the values of a variable that agree with everything assigned so far."""
        network, assigned, before = self.network, self.assigned, self.stats.checks
        mask, against = self.domains[variable], network.against(variable, self.domains, assigned)
        for _, ruled_out in against:
            mask &= ~ruled_out
        self.stats.checks += len(against)
        for constraint in network.larger[variable]:
            if all(assigned[other] or other == variable for other in constraint.scope):
                mask = self._last(constraint, variable, mask)
        if self.trace is not None:
            checks = self.stats.checks - before
            self.trace(made((CHECK, self.depth, variable, checks, (mask.bit_count(),))))
        return mask

    def rule_out(self, fixed: list[int]) -> bool:
        """Take away the values that these fixed variables rule out for others, starting with the
        last.

        Variables that become fixed are added to `self.fixed`. If that's the list passed in, they're
        propagated too.
        """
        network, domains = self.network, self.domains
        while fixed:
            variable = fixed.pop()
            value = domains[variable]
            if peers := network.peers[variable]:
                self.check(variable, len(peers))
                for peer in peers:
                    touched = domains[peer] & value and peer != variable
                    if touched and not self.narrow(peer, ~value, variable):
                        return False
            for losses in network.losses(variable, value):
                if not self._take_away(variable, losses):
                    return False
            for constraint in network.larger[variable]:
                if not self._rule_out_last(constraint, variable):
                    return False
        return True

    def revise(self, variable: int) -> bool:
        """Run REVISE: take values without support in this variable from the others, if it isn't
        fixed.

        `rule_out` takes the values that a fixed variable forbids.
        """
        mask, network = self.domains[variable], self.network
        if not mask & (mask - 1):
            return True
        arcs = network.arc_losses(variable, mask)
        if arcs and not self._take_away(variable, arcs):
            return False
        pruning = (constraint for constraint in network.larger[variable] if constraint.prunes)
        return all(self._prune(constraint, variable) for constraint in pruning)

    def find_hidden(self, units: int) -> bool:
        """Fix every variable that alone can take some value of a unit; bit k stands for unit k."""
        domains = self.domains
        for number, unit in enumerate(self.network.units):
            if not units >> number & 1:
                continue
            once = twice = 0
            for variable in unit:
                mask = domains[variable]
                twice |= once & mask
                once |= mask
            self.check(unit[0], 1)
            if once.bit_count() < len(unit):
                return self.fail(unit[0], unit[-1], number)
            if single := once & ~twice:
                for variable in unit:
                    mask = domains[variable]
                    only = mask & single
                    if only and mask & (mask - 1):
                        kept = only if only & (only - 1) == 0 else 0  # two values need this place
                        if not self.narrow(variable, kept, unit[0], number):
                            return False
        return True

    def _take_away(self, cause: int, losses: Sequence[tuple[int, Domain]]) -> bool:
        """Take from each variable the values that `cause` rules out for it."""
        self.check(cause, len(losses))
        for variable, lost in losses:
            touched = self.domains[variable] & lost and variable != cause
            if touched and not self.narrow(variable, ~lost, cause):
                return False
        return True

    def _rule_out_last(self, constraint: Constraint, cause: int) -> bool:
        """Keep only values that obey a constraint, once at most one variable isn't fixed."""
        if constraint.prunes:
            return self._prune(constraint, cause)
        domains = self.domains
        rest = [x for x in constraint.scope if domains[x] & (domains[x] - 1)]
        if len(rest) > 1:
            return True
        variable = rest[0] if rest else cause
        before = self.stats.checks
        kept = self._last(constraint, variable, domains[variable])
        if self.trace is not None:
            self.trace(made((CHECK, self.depth, variable, self.stats.checks - before, ())))
        return kept == domains[variable] or self.narrow(variable, kept, cause)

    def _last(self, constraint: Constraint, variable: int, mask: Domain) -> Domain:
        """Return the values that obey a constraint whose other variables are all fixed."""
        held = [self.domains[other].bit_length() - 1 for other in constraint.scope]
        at = constraint.scope.index(variable)
        kept = 0
        for value in values(mask):
            held[at] = value
            self.stats.checks += 1
            if constraint.holds(held):
                kept |= 1 << value
        return kept

    def _prune(self, constraint: Constraint, cause: int) -> bool:
        """Keep what the constraint itself leaves of its variables."""
        domains, scope = self.domains, constraint.scope
        self.check(cause, 1)
        pruned = constraint.prune([domains[x] for x in scope])
        for variable, kept in zip(scope, pruned, strict=True):
            if domains[variable] & ~kept and not self.narrow(variable, kept, cause):
                return False
        return True


def random_numbers(seed: int, size: int) -> list[float]:
    """Return as many random numbers, drawn from the seed."""
    from random import Random

    random = Random(seed)
    return [random.random() for _ in range(size)]


def shuffle(mask: Domain, luck: float) -> list[int]:
    """Return the values of a domain in a random order."""
    from random import Random

    order = list(values(mask))
    Random(luck).shuffle(order)
    return order


# ------------------------------------------------------------------ the tree


class Options(Protocol):
    """The options of a strategy that backtracks."""

    @property
    def select(self) -> str: ...
    @property
    def order(self) -> str: ...
    @property
    def infer(self) -> str: ...
    @property
    def prepare(self) -> str: ...
    @property
    def seed(self) -> int: ...


def preparation(options: Options) -> str:
    """Return the inference before the search.

    An inference that settles never assigns a variable that has one value left, so singles must
    propagate those variables first, even if the options ask for less.
    """
    prepare = options.infer if options.prepare == "same" else options.prepare
    if prepare not in (*SETTLES, "ac3") and options.infer in SETTLES:
        return "singles"
    return "mac" if prepare == "ac3" else prepare


class Tree:
    """One search tree over one CSP, shared by all strategies that backtrack."""

    def __init__(self, options: Options, csp: CSP, run: Run) -> None:
        prepare = preparation(options)
        self.run = run
        self.state: State = State(Network(csp), run, options.seed)
        self.select: Select = SELECT[options.select]
        self.order: Order = ORDER[options.order]
        self.infer: Infer = INFER[options.infer]
        self.settles: bool = options.infer in SETTLES
        self.infer_first: Infer = INFER[prepare]
        self.settles_first: bool = prepare in SETTLES
        self.legal: Legal = self.state.legal
        if options.infer != "none":
            self.legal = self.state.domains.__getitem__
        if options.select == "dom/wdeg":
            self.state.weights = [1] * len(csp.constraints)
        self.path: list[tuple[int, int, int]] = []
        """The variables that currently have a value, each with the length of the trail and the
        number of solutions before it.
        """
        self.answers: int = 0

    def prepare(self) -> bool:
        """Infer once before the search; return False if that proves there's no solution."""
        state = self.state
        everyone = range(len(state.domains))
        if not all(state.domains):
            return False
        if self.infer_first is no_inference:
            if not all(state.legal(x) for x in everyone if state.assigned[x]):
                return False
        elif not self.infer_first(state, everyone):
            return False
        if self.settles_first:
            state.assigned = [mask & (mask - 1) == 0 for mask in state.domains]
        state.trail.clear()
        return True

    def root(self, number: int | None = None) -> list[int]:
        """Count the root, with the number of its round if any, and return the unassigned."""
        self._count_node()
        if number is not None:
            emit(self.run.trace, Kind.ROUND, 0, number)
        emit(self.run.trace, Kind.ENTER, 0)
        return [x for x, assigned in enumerate(self.state.assigned) if not assigned]

    def answer(self) -> Assignment:
        """Count the current assignment as a solution."""
        self.answers += 1
        emit(self.run.trace, Kind.ANSWER, self.state.depth)
        return self.state.answer()

    def select_unassigned_variable(self, unassigned: Sequence[int]) -> int:
        """Choose the variable to assign next, and record the numbers behind the choice."""
        state, stats = self.state, self.run.stats
        if state.depth >= stats.deepest:
            stats.deepest = stats.frontier = state.depth + 1
        variable, size, reason = self.select(state, unassigned, self.legal)
        if state.trace is not None:
            state.trace(made((CHOOSE, state.depth + 1, variable, size, reason)))
        return variable

    def order_domain_values(self, variable: int, unassigned: Sequence[int]) -> Sequence[int]:
        """Return the values that agree with the assignment, those to be tried first in front."""
        return self.order(self.state, variable, self.legal(variable), unassigned)

    def assign(self, variable: int, value: int) -> None:
        """Give a variable a value: that makes a node."""
        state = self.state
        self._count_node()
        state.depth += 1
        self.path.append((variable, len(state.trail), self.answers))
        state.trail.append((variable, state.domains[variable]))
        state.domains[variable] = 1 << value
        state.assigned[variable] = True
        if state.trace is not None:
            state.trace(made((TRY, state.depth, variable, value, ())))

    def inference(self, variable: int) -> bool:
        """Rule out values that a variable's value makes impossible; False if that refutes it."""
        return self.infer(self.state, (variable,))

    def left(self, unassigned: Sequence[int]) -> list[int]:
        """Return the variables still to be assigned. An inference may settle some by itself."""
        state = self.state
        if self.settles:
            domains = state.domains
            return [x for x in unassigned if domains[x] & (domains[x] - 1)]
        return [*filterfalse(state.assigned.__getitem__, unassigned)]

    def take_back(self) -> None:
        """Take the last value back with its inferences: a backtrack if it led to no solution."""
        state, (variable, mark, answers) = self.state, self.path.pop()
        failed = answers == self.answers
        if state.trace is not None:
            value = state.domains[variable].bit_length() - 1
            state.trace(made((BACK if failed else UNDO, state.depth, variable, value, ())))
        state.undo(mark)
        state.assigned[variable] = False
        state.depth -= 1
        state.stats.backtracks += failed

    def _count_node(self) -> None:
        stats = self.run.stats
        if stats.nodes >= self.run.alarm:
            self.run.pause()
        stats.nodes += 1
