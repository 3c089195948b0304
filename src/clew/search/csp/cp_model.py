"""A CSP as a model of OR-tools' CP-SAT, for the strategy `cp-sat`.

OR-tools is imported only when a model is made: the import takes longer than most searches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any

from clew.core.errors import Unsuited
from clew.core.faces import CSP
from clew.rules.rule import RELATIONS, Constraint, OfNumbers
from clew.rules.target import Target, Term

LARGEST = 1 << 50
"""CP-SAT counts in 64 bits, and sums of numbers must fit into these."""


def model_of(csp: CSP) -> tuple[Any, list[Any]]:
    """Return a model with the same solutions, and the variables of the CSP in it."""
    made = CpSatTarget(csp)
    for rule in csp.constraints:
        made.add(rule)
    return made.model, made.variables


class CpSatTarget(Target):
    """A model of CP-SAT, which has constraints of its own for much of what others are told."""

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
        self.label = rule.label
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
        terms = []
        for at, x in enumerate(scope):
            domain = self.domains[x]
            given = [weigh(at, v) for v in domain]
            factor = (given[-1] - given[0]) // max(1, domain[-1] - domain[0])
            shift = given[0] - factor * domain[0]
            if all(w == factor * v + shift for v, w in zip(domain, given, strict=True)):
                terms.append((factor, self.variables[x]))
                total -= shift
            else:
                terms.append((1, self._number(x, given)))
        self.relate(terms, relation, total)

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
            if max(map(abs, able)) > LARGEST:
                raise Unsuited(f"cp-sat: {self.label} has numbers beyond {LARGEST:,}: try auto")
            number = self.model.new_int_var_from_domain(self._with_values(able), "")
            pairs = list(zip(self.domains[x], given, strict=True))
            self.model.add_allowed_assignments([self.variables[x], number], pairs)
            self._numbers[key] = number
        return self._numbers[key]
