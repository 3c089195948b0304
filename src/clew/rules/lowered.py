"""A CSP in rules that the kernels know: the others are lowered to clauses, counts and sums.

The literals that a rule adds become variables of 0 and 1 after those of the CSP. Only a kernel sees
them: a textbook search, a film or a rating has the CSP as it was stated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clew.core.faces import CSP, values
from clew.rules.clause import Clause, Literal
from clew.rules.count import Count
from clew.rules.linear import LinearRule
from clew.rules.rule import Constraint
from clew.rules.table import Table
from clew.rules.target import Target, Term

_last: list[tuple[CSP, CSP]] = []
"""The CSP that was lowered last: it's asked for when a strategy is chosen, and when it starts."""


def lowered(csp: CSP) -> CSP:
    """Return the CSP in rules that kernels know, as far as the others have a lowering."""
    if not any(_is_foreign(rule) for rule in csp.constraints) or not all(csp.domains):
        return csp
    if not _last or _last[0][0] is not csp:
        to = RuleTarget(csp)
        for rule in csp.constraints:
            if _is_foreign(rule):
                to.add(rule)
            else:
                to.rules.append(rule)
        _last[:] = [(csp, CSP(tuple(to.masks), tuple(to.rules)))]
    return _last[0][1]


def _is_foreign(rule: Constraint) -> bool:
    return rule.unfolded().kind is None and rule.has_lowering


class RuleTarget(Target):
    """Rules over the variables of a CSP and further ones."""

    def __init__(self, csp: CSP) -> None:
        super().__init__(csp)
        self.masks, self.rules = list(csp.domains), list[Constraint]()
        self._means: list[tuple[int, int]] = [(0, 0)]
        """For each literal, its variable and value."""
        self._is: dict[tuple[int, int], int] = {}

    def is_(self, x: int, v: int) -> int:
        if v < 0 or not self.masks[x] >> v & 1:
            return 0
        if (x, v) not in self._is:
            self._is[x, v] = len(self._means)
            self._means.append((x, v))
        return self._is[x, v]

    def new(self, meaning: str, name: str = "") -> int:
        self._means.append((len(self.masks), 1))
        self.masks.append(0b11)
        return len(self._means) - 1

    def at_least(self, terms: Sequence[Term], bound: int) -> int:
        weights: dict[int, dict[int, int]] = {}
        for factor, y in terms:
            x, v = self._means[abs(y)]
            if y < 0:
                bound, factor = bound - factor, -factor
            of = weights.setdefault(x, {})
            of[v] = of.get(v, 0) + factor
        numbers = tuple(
            tuple(of.get(v, 0) for v in range(self.masks[x].bit_length()))
            for x, of in weights.items()
        )
        ones = (1,) * len(weights)
        self.rules.append(LinearRule(tuple(weights), self.label, ones, ">=", bound, numbers))
        return 0

    # ------------------------------------------------------------ rules that say more at once

    def define(self, *literals: int) -> None:
        held: list[tuple[int, int]] = []
        for y in literals:
            x, v = self._means[abs(y)]
            others = [w for w in values(self.masks[x]) if w != v]
            held += [(x, v)] if y > 0 else [(x, w) for w in others]
        self.rules.append(Clause(*self._over(held)))

    def one_of(self, literals: Iterable[int]) -> None:
        some = [y for y in literals if y]
        if self.guard or any(y < 0 for y in some):
            super().one_of(some)
        else:
            held = self._over([self._means[y] for y in some])
            self.rules.append(Count(*held, "==", 1))

    def rows(self, scope: Sequence[int], rows: Iterable[Sequence[int]]) -> None:
        if self.guard:
            super().rows(scope, rows)
        else:
            self.rules.append(Table(tuple(scope), self.label, frozenset(map(tuple, rows))))

    def _over(
        self, held: Sequence[tuple[int, int]]
    ) -> tuple[tuple[int, ...], str, tuple[Literal, ...]]:
        """A scope, the label, and literals over it that are equal to these values."""
        place = {x: at for at, x in enumerate(dict.fromkeys(x for x, _ in held))}
        return tuple(place), self.label, tuple(Literal(place[x], "==", v) for x, v in held)
