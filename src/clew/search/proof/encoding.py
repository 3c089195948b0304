"""The variables of a pseudo-Boolean model, and what several kinds of rules are made of.

This and rules.py are what a reader of a proof has to believe, so they are short, and share nothing
with the encodings of the kernels. For each variable x and value v there is `x_v`, "x is v". Where a
rule speaks of sizes there is `x_ge_v`, "x is at least v". Variables that a rule adds are decided by
those of the answer, by unit propagation alone: so an answer of the puzzle is one of the model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import pairwise, product
from math import prod
from typing import Any

from clew.core import rules
from clew.core.errors import Unsuited
from clew.core.faces import CSP, Constraint, values
from clew.search.proof.model import ProofModel, Term

MOST_ROWS = 50_000
"""A rule that is only known as a test is written as rows of values, up to so many."""
Guard = tuple[int, ...]
"""Literals under which a rule holds; none for a rule that always does."""


class Encoder:
    """A model while the rules are added to it."""

    def __init__(self, csp: CSP, name: Callable[[int], str], value: Callable[[int], str]) -> None:
        self.model = ProofModel()
        self.called, self.said = cache(name), cache(value)
        self.domains = [list(values(mask)) for mask in csp.domains]
        self.is_: list[dict[int, int]] = []
        self.one: list[int] = []
        self._order: dict[tuple[int, int], int] = {}
        for x, domain in enumerate(self.domains):
            self._decide(x, domain, self.called(x))

    def _decide(self, x: int, domain: Sequence[int], name: str) -> None:
        """The literals of a variable, of which exactly one holds."""
        new, label = self.model.variable, f"{name} has exactly one value"
        said = ((v, self.said(v)) for v in domain)
        self.is_.append({v: new(f"x_{name}_{word}", f"{name} is {word}") for v, word in said})
        literals = [*self.is_[x].values()]
        self.one.append(self.model.add_ones(literals, 1, label))
        self.at_most_one(literals, label)
        if not literals:
            self.model.add((), 1, f"{name} has no value left")
        self.model.answer.append(list(self.is_[x].items()))

    # ------------------------------------------------------------ literals

    def ge(self, x: int, v: int) -> int | None:
        """The literal that x is at least v; None if it always is, 0 if it never is."""
        domain = self.domains[x]
        above = [w for w in domain if w >= v]
        if len(above) == len(domain):
            return None
        if not above:
            return 0
        v = above[0]
        if (x, v) not in self._order:
            name, said = self.called(x), self.said(v)
            new = self.model.variable(f"x_{name}_ge_{said}", f"{name} is at least {said}")
            self._order[x, v] = new
            label = f"what {self.model.names[new]} means"
            for w in domain:
                self.clause((-self.is_[x][w], new if w >= v else -new), label)
            self.clause((-new, *(self.is_[x][w] for w in above)), label)
        return self._order[x, v]

    def literals(self, literal: rules.Literal, scope: Sequence[int]) -> tuple[bool, int]:
        """Whether it always holds, and its literal (0 if it never does)."""
        x, relation, v = scope[literal.at], literal.relation, literal.value
        if relation in ("==", "!="):
            y = self.is_[x].get(v, 0)
            return (relation == "!=" and not y), (y if relation == "==" else -y)
        at = self.ge(x, v if relation == ">=" else v + 1)
        if relation == ">=":
            return at is None, at or 0
        return at == 0, -(at or 0)

    def new(self, name: str, meaning: str) -> int:
        return self.model.variable(name, meaning)

    # ------------------------------------------------------------ constraints

    def clause(self, literals: Iterable[int], label: str, guard: Guard = ()) -> None:
        """At least one holds."""
        self.model.add_ones([*literals, *(-y for y in guard)], 1, label)

    def at_least(self, terms: Sequence[Term], bound: int, label: str, guard: Guard = ()) -> None:
        """The sum is at least the bound; under a guard, or one of the guard does not hold."""
        least = sum(min(0, factor) for factor, _ in terms)
        self.model.add((*terms, *((bound - least, -y) for y in guard)), bound, label)

    def at_most(self, terms: Sequence[Term], bound: int, label: str, guard: Guard = ()) -> None:
        self.at_least([(-factor, y) for factor, y in terms], -bound, label, guard)

    def at_most_one(self, literals: Sequence[int], label: str, guard: Guard = ()) -> int:
        if guard:
            self.at_most([(1, y) for y in literals], 1, label, guard)
            return 0
        return self.model.add_ones([-y for y in literals], len(literals) - 1, label)

    def conjunction(self, name: str, meaning: str, literals: Sequence[int], label: str) -> int:
        """A new variable that holds exactly if all of these do."""
        new = self.new(name, meaning)
        for y in literals:
            self.clause((-new, y), label)
        self.clause((new, *(-y for y in literals)), label)
        return new

    def disjunction(self, name: str, meaning: str, literals: Sequence[int], label: str) -> int:
        """A new variable that holds exactly if one of these does."""
        return -self.conjunction(f"not_{name}", f"not: {meaning}", [-y for y in literals], label)

    # ------------------------------------------------------------ parts of rules

    def test(self, rule: Constraint, guard: Guard) -> None:
        """A rule that is only known as a test of values: the rows that pass it."""
        domains = [self.domains[x] for x in rule.scope]
        if prod(map(len, domains)) > MOST_ROWS:
            raise Unsuited(f"{rule.label}: found a rule with too many rows of values for a proof")
        self.rows(rule.scope, filter(rule.holds, product(*domains)), rule.label, guard)

    def rows(
        self, scope: Sequence[int], rows: Iterable[Sequence[int]], label: str, guard: Guard
    ) -> None:
        """The variables take one of the rows."""
        found = []
        for number, row in enumerate(rows, 1):
            taken = [self.is_[x].get(v, 0) for x, v in zip(scope, row, strict=True)]
            if all(taken):
                meaning = f"row {number} of {label}"
                found.append((row, self.conjunction(f"row_{len(self.model.names)}", meaning,
                                                    taken, label)))  # fmt: skip
        self.clause([y for _, y in found], label, guard)
        for at, x in enumerate(scope):  # a value needs a row
            support: dict[int, list[int]] = {v: [] for v in self.domains[x]}
            for row, y in found:
                support[row[at]].append(y)
            for v, need in support.items():
                self.clause((-self.is_[x][v], *need), label, guard)

    def automaton(
        self, scope: Sequence[int], start: Any, move: Callable[[Any, int], Any],
        accepts: Callable[[Any], bool], label: str, guard: Guard,
    ) -> None:  # fmt: skip
        """The states after each variable; None is the state from which nothing is accepted."""
        state: dict[Any, int] = {}
        for number, x in enumerate(scope):
            ways: dict[Any, list[int]] = {}
            base = f"state_{len(self.model.names)}"
            for before, y in state.items() if number else [(start, 0)]:
                for v in self.domains[x]:
                    both = [self.is_[x][v], *([y] if y else [])]
                    after = None if before is None else move(before, v)
                    ways.setdefault(after, []).append(
                        both[0] if len(both) == 1
                        else self.conjunction(f"{base}_way", f"a way to {after}", both, label)
                    )  # fmt: skip
            state = {
                after: self.disjunction(
                    f"{base}_{at}", f"the state after {self.called(x)} is {after}", found, label
                )
                for at, (after, found) in enumerate(ways.items())
            }
            self.clause(state.values(), label)
            self.at_most_one([*state.values()], label)
        self.clause((y for after, y in state.items() if after is not None and accepts(after)),
                    label, guard)  # fmt: skip

    def reached(
        self, size: int, start: Sequence[int], step: Callable[[int, Sequence[int]], list[int]],
        label: str,
    ) -> list[int]:  # fmt: skip
        """What is reached from the start in `size` steps, each one more than the last."""
        here = list(start)
        for number in range(1, size):
            here = [
                self.disjunction(
                    f"reached_{len(self.model.names)}", f"place {at + 1} is reached in {number}",
                    [here[at], *step(at, here)], label,
                )
                for at in range(len(start))
            ]  # fmt: skip
        return here

    def weights(self, x: int, weight: Callable[[int], int]) -> tuple[list[Term], int]:
        """What x adds to a sum, by the literals of its order where the weights are in order."""
        domain = self.domains[x]
        given = [weight(v) for v in domain]
        if given not in (sorted(given), sorted(given, reverse=True)):
            return [(w, self.is_[x][v]) for v, w in zip(domain, given, strict=True)], 0
        terms = [
            (b - a, at)
            for (a, b), v in zip(pairwise(given), domain[1:], strict=True)
            if (at := self.ge(x, v)) and a != b
        ]
        return terms, given[0]

    def total(
        self, rule: Constraint, weigh: Callable[[int, int], int], relation: str, total: int,
        guard: Guard,
    ) -> None:  # fmt: skip
        """A sum of weights against a total."""
        terms: list[Term] = []
        for at, x in enumerate(rule.scope):
            found, least = self.weights(x, lambda v, at=at: weigh(at, v))  # type: ignore[misc]
            terms += found
            total -= least
        self.compare(terms, relation, total, rule.label, guard)

    def cost(self, scope: Sequence[int], weight: Callable[[Sequence[int]], int]) -> list[Term]:
        """What the values of some variables add to a cost: each row of them that adds something."""
        domains = [self.domains[x] for x in scope]
        named = ", ".join(map(self.called, scope))
        if (size := prod(map(len, domains))) > MOST_ROWS:
            raise Unsuited(f"the cost of {named} has {size:,} rows of values, and a proof of the "
                           f"best answer can have {MOST_ROWS:,}")  # fmt: skip
        terms: list[Term] = []
        for row in product(*domains):
            if scope and (added := weight(row)):
                taken = [self.is_[x][v] for x, v in zip(scope, row, strict=True)]
                if len(taken) == 1:
                    terms.append((added, taken[0]))
                    continue
                meaning = f"{named} are {', '.join(map(self.said, row))}"
                name = f"cost_{len(self.model.names)}"
                new = self.conjunction(name, meaning, taken, f"what {name} means")
                self.model.rows[new] = taken
                terms.append((added, new))
        return terms

    def compare(
        self, terms: Sequence[Term], relation: str, total: int, label: str, guard: Guard
    ) -> None:
        if relation in ("==", ">="):
            self.at_least(terms, total, label, guard)
        if relation in ("==", "<="):
            self.at_most(terms, total, label, guard)
        if relation == "!=":
            more = self.new(f"more_{len(self.model.names)}", f"the sum of {label} is too large")
            self.at_least(terms, total + 1, label, (*guard, more))
            self.at_most(terms, total, label, (-more,))
            self.at_most(terms, total - 1, label, (*guard, -more))
            self.at_least(terms, total + 1, label, (more,))
