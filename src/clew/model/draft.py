"""The variables and constraints of a problem, while rules are made into them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, product
from math import prod
from typing import Any

from clew.core.faces import CSP, OwnRules, normalised
from clew.model import encoding as made_of
from clew.model.encoding import Encoding, Make
from clew.model.expressions import Expression, Value, Variable
from clew.rules.rule import Constraint


class Draft:
    """Variables, what each may be, and constraints, some of them under a condition."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        self.variables = list(variables)
        self.allowed: dict[Variable, Sequence[Value]] = {each: each.values for each in variables}
        self.made: list[tuple[tuple[Variable, ...], str, Make]] = []
        self.rules: list[list[Constraint]] = []
        """For each of those, once there is a CSP, its constraints in normal form."""
        self._parts: dict[Expression, Variable] = {}
        self._label = ""
        self._guard: tuple[Variable, bool] | None = None
        """What is added is so only if this variable has this value."""

    def csp(self) -> tuple[CSP, Encoding]:
        """What was added, as a CSP, and what its numbers stand for."""
        encoding = Encoding(self.variables)
        allowed = [self.allowed[each] for each in self.variables]
        masks = {key: encoding.mask(each) for key, each in {id(a): a for a in allowed}.items()}
        domains = tuple([masks[id(each)] for each in allowed])
        place = {each: number for number, each in enumerate(self.variables)}
        self.rules = [
            normalised(make(encoding, tuple([place[each] for each in scope]), label))
            for scope, label, make in self.made
        ]
        return CSP(domains, OwnRules(chain.from_iterable(self.rules))), encoding

    def take_back(self, variables: int, made: int, parts: int) -> None:
        """Forget what was added since there were so many."""
        self._guard = None
        del self.variables[variables:], self.made[made:]
        while len(self._parts) > parts:
            self._parts.popitem()

    def emit(self, scope: Sequence[Variable], make: Make) -> None:
        """Add a constraint, under the condition that there may be."""
        if self._guard is not None:
            scope, make = (self._guard[0], *scope), made_of.guarded(make, self._guard[1])
        self.made.append((tuple(scope), self._label, make))

    @property
    def is_conditional(self) -> bool:
        return self._guard is not None

    @contextmanager
    def only_if(self, guard: tuple[Variable, bool] | None) -> Iterator[None]:
        before, self._guard = self._guard, guard
        yield
        self._guard = before

    def restrict(self, variable: Variable, values: Iterable[Value]) -> None:
        """Leave a variable only these values."""
        wanted = set(values)
        kept = [value for value in self.allowed[variable] if value in wanted]
        if self._guard is not None:
            self.emit((variable,), made_of.clause([kept]))
        else:
            self.allowed[variable] = kept

    def table(self, scope: Sequence[Variable], rows: Iterable[tuple[Value, ...]]) -> None:
        """Rows of values of which the variables take one; those they cannot take are left out."""
        held = [set(self.allowed[each]) for each in scope]
        kept = [row for row in rows if all(map(set.__contains__, held, row))]
        self.emit(scope, made_of.table(kept))

    def rows_of(self, scope: Sequence[Variable]) -> int:
        return prod(len(self.allowed[each]) for each in scope)

    def rows(self, scope: Sequence[Variable]) -> Iterator[tuple[Value, ...]]:
        return product(*(self.allowed[each] for each in scope))

    def new(self, name: str, values: Iterable[Any]) -> Variable:
        made = Variable(name, tuple(values), len(self.variables))
        self.variables.append(made)
        self.allowed[made] = made.values
        return made

    def clause(self, chosen: dict[Variable, set[Value]]) -> None:
        """At least one of the variables has one of its values."""
        self.emit(tuple(chosen), made_of.clause(list(chosen.values())))

    def one_of(self, chosen: Sequence[Variable], label: str) -> None:
        """Just one of these variables, which are False or True, is True."""
        before, self._label = self._label, label
        self.emit(chosen, made_of.weighted([{False: 0, True: 1}] * len(chosen), "==", 1))
        self._label = before
