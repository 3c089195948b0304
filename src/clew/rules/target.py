"""The models that rules are lowered to. A target defines three operations, and the rest follow.

A literal is a positive number. Its negative is the opposite literal, and 0 never holds. Once the
puzzle's variables are fixed, unit propagation alone decides every new literal, so each solution
occurs only once. Definitions of literals always hold. Only a rule's demands depend on the guard.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from clew.core.faces import CSP, values
from clew.rules.clause import Literal
from clew.rules.rule import Constraint

Term = tuple[int, int]
"""A factor and a literal."""


class Target(ABC):
    """A model to which rules are added."""

    def __init__(self, csp: CSP) -> None:
        self.domains = [list(values(mask)) for mask in csp.domains]
        self.label = ""
        """The label of the current rule."""
        self.guard: tuple[int, ...] = ()
        """The literals under which the current rule must hold, or () if it must always hold."""
        self._order: dict[tuple[int, int], int] = {}

    # ------------------------------------------------------------ the three operations

    @abstractmethod
    def is_(self, x: int, v: int) -> int:
        """Return the literal for x == v, or 0 if x can't be v."""

    @abstractmethod
    def new(self, meaning: str, name: str = "") -> int:
        """Return a new literal. Its meaning and name appear in listings of the model."""

    @abstractmethod
    def at_least(self, terms: Sequence[Term], bound: int) -> int:
        """Require that the factors of true literals add up to a bound or more, ignoring the guard.

        Returns:
            The number of the constraint, if the target numbers them.
        """

    # ------------------------------------------------------------ rules

    def add(self, rule: Constraint) -> None:
        """Add a rule."""
        self.label = rule.label
        rule.lower(self)

    @contextmanager
    def only_if(self, literals: Iterable[int]) -> Iterator[None]:
        """Make the rules inside this block depend on these literals."""
        before = self.guard
        self.guard = (*before, *literals)
        yield
        self.guard = before

    # ------------------------------------------------------------ literals of variables

    def literal(self, literal: Literal, scope: Sequence[int]) -> tuple[bool, int]:
        """Return True if a condition always holds, and its literal, which is 0 if it never does."""
        x, relation, v = scope[literal.at], literal.relation, literal.value
        if relation in ("==", "!="):
            y = self.is_(x, v)
            return (relation == "!=" and not y), (y if relation == "==" else -y)
        at = self.ge(x, v if relation == ">=" else v + 1)
        if relation == ">=":
            return at is None, at or 0
        return at == 0, -(at or 0)

    def ge(self, x: int, v: int) -> int | None:
        """Return the literal for x >= v, None if that's always true, or 0 if it never is."""
        domain = self.domains[x]
        if not domain or v > domain[-1]:
            return 0
        if v <= domain[0]:
            return None
        v = next(w for w in domain if w >= v)
        if (x, v) not in self._order:
            self._order[x, v] = self.new_order(x, v)
        return self._order[x, v]

    def new_order(self, x: int, v: int) -> int:
        """Return a new literal that holds if and only if x >= v."""
        new, domain = self.new(f"{self.called(x)} is at least {v}"), self.domains[x]
        for w in domain:
            self.define(-self.is_(x, w), new if w >= v else -new)
        self.define(-new, *(self.is_(x, w) for w in domain if w >= v))
        return new

    def called(self, x: int) -> str:
        """Return the name of a variable in listings of the model."""
        return f"variable {x}"

    # ------------------------------------------------------------ definitions

    def define(self, *literals: int) -> None:
        """Require that at least one literal holds, ignoring the guard."""
        self.at_least([(1, y) for y in literals], 1)

    def both(self, literals: Sequence[int], meaning: str = "all hold", name: str = "") -> int:
        """Return a literal that holds if and only if all of these literals do."""
        if len(literals) == 1:
            return literals[0]
        new = self.new(meaning, name)
        for y in literals:
            self.define(-new, y)
        self.define(new, *(-y for y in literals))
        return new

    def either(self, literals: Sequence[int], meaning: str = "one holds", name: str = "") -> int:
        """Return a literal that holds if and only if at least one of these literals does."""
        return -self.both([-y for y in literals], f"not: {meaning}", f"not_{name or 'y'}")

    # ------------------------------------------------------------ demands

    def clause(self, *literals: int) -> None:
        """Require that at least one literal holds."""
        self.define(*literals, *(-y for y in self.guard))

    def compare(self, terms: Sequence[Term], relation: str, total: int) -> int:
        """Require that a sum of literals has this relation to a total."""
        if relation == "!=":
            more = self.new(f"the sum of {self.label} is too large", "more")
            self._bound(terms, total + 1, (more,))
            self._bound([(-k, y) for k, y in terms], -total, (-more,))
            self._bound([(-k, y) for k, y in terms], 1 - total, (*self.guard, -more))
            return 0
        said = 0
        if relation != "<=":
            said = self._bound(terms, total, self.guard)
        if relation != ">=":
            said = self._bound([(-k, y) for k, y in terms], -total, self.guard)
        return said

    def _bound(self, terms: Sequence[Term], bound: int, guard: Sequence[int]) -> int:
        """Require a lower bound for a sum, unless the guard doesn't hold."""
        least = sum(min(0, factor) for factor, _ in terms)
        if bound <= least:  # always true
            return 0
        return self.at_least([*terms, *((bound - least, -y) for y in guard)], bound)

    def at_most_one(self, literals: Sequence[int]) -> int:
        """Require that at most one literal holds."""
        if self.guard:
            return self.compare([(1, y) for y in literals], "<=", 1)
        return self.at_least([(1, -y) for y in literals], len(literals) - 1)

    def one_of(self, literals: Iterable[int]) -> None:
        """Require that exactly one literal holds, ignoring those that never do."""
        some = [y for y in literals if y]
        self.clause(*some)
        self.at_most_one(some)

    # ------------------------------------------------------------ demands on variables

    def differ(self, scope: Sequence[int], offsets: Sequence[int]) -> None:
        """Require that the variables differ after adding an offset to each."""
        for literals in self.taken(scope, offsets).values():
            if len(literals) > 1:
                self.at_most_one(literals)

    def taken(self, scope: Sequence[int], offsets: Sequence[int]) -> dict[int, list[int]]:
        """Return the literals of the variables that reach each value with their offset."""
        found: dict[int, list[int]] = {}
        for x, offset in zip(scope, offsets, strict=True):
            for v in self.domains[x]:
                found.setdefault(v + offset, []).append(self.is_(x, v))
        return found

    def rows(self, scope: Sequence[int], rows: Iterable[Sequence[int]]) -> None:
        """Require that the variables take one of these rows of values."""
        found = []
        for number, row in enumerate(rows, 1):
            taken = [self.is_(x, v) for x, v in zip(scope, row, strict=True)]
            if all(taken):
                found.append((row, self.both(taken, f"row {number} of {self.label}", "row")))
        self.clause(*(y for _, y in found))
        for at, x in enumerate(scope if len(scope) > 1 else ()):  # each value needs a row
            support: dict[int, list[int]] = {v: [] for v in self.domains[x]}
            for row, y in found:
                support[row[at]].append(y)
            for v, need in support.items():
                self.clause(-self.is_(x, v), *need)

    def total(
        self, scope: Sequence[int], weigh: Callable[[int, int], int], relation: str, total: int
    ) -> None:
        """Require that a sum has this relation to a total. `weigh(at, v)` is a value's share."""
        terms: list[Term] = []
        for at, x in enumerate(scope):
            domain = self.domains[x]
            given = [weigh(at, v) for v in domain]
            if given not in (sorted(given), sorted(given, reverse=True)):
                terms += [(w, self.is_(x, v)) for v, w in zip(domain, given, strict=True)]
                continue
            total -= given[0]
            for (a, b), v in zip(pairwise(given), domain[1:], strict=True):
                if a != b and (at_least := self.ge(x, v)):
                    terms.append((b - a, at_least))
        self.compare(terms, relation, total)

    def automaton(
        self, scope: Sequence[int], start: Any, move: Callable[[Any, int], Any],
        accepts: Callable[[Any], bool],
    ) -> None:  # fmt: skip
        """Require that an automaton accepts the values. `move` returns the next state or None.

        This adds a literal for each state after each variable, unless the state is a dead end.
        """
        layers: list[set[Any]] = [{start}]
        for x in scope:
            after = {move(state, v) for state in layers[-1] for v in self.domains[x]}
            layers.append(after - {None})
        alive = [set(filter(accepts, layers[-1]))]
        for x, states in zip(reversed(scope), reversed(layers[:-1]), strict=True):
            ahead = alive[-1]
            alive.append({s for s in states if any(move(s, v) in ahead for v in self.domains[x])})
        alive.reverse()
        if start not in alive[0]:
            self.clause()
            return
        here: dict[Any, int] = {start: 0}  # 0: the state at the start
        for x, ahead in zip(scope, alive[1:], strict=True):
            ways: dict[Any, list[int]] = {}
            for before, y in here.items():
                for v in self.domains[x]:
                    if (then := move(before, v)) in ahead:
                        is_v = self.is_(x, v)
                        taken = self.both((y, is_v), f"a way to {then}", "way") if y else is_v
                        ways.setdefault(then, []).append(taken)
            here = {
                then: self.either(found, f"the state after {self.called(x)} is {then}", "state")
                for then, found in ways.items()
            }
            self.clause(*here.values())
            if len(here) > 1:
                self.at_least([(1, -y) for y in here.values()], len(here) - 1)

    def reached(
        self, start: Sequence[int], step: Callable[[int, Sequence[int]], list[int]]
    ) -> list[int]:
        """Return a literal for each place, which holds if it can be reached from the start."""
        here = list(start)
        for number in range(1, len(here)):
            here = [
                self.either(
                    [here[at], *step(at, here)], f"place {at + 1} is reached in {number}", "reached"
                )
                for at in range(len(here))
            ]
        return here
