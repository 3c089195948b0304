"""native/csp/model.hpp in Python: it reads the same rules, and refuses the same.

No search uses it: the readable searches take the constraints as they are.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from clew.rules import AllDifferent, Distance, Less, Parity, Steps, Sum, Table
from clew.rules.rule import Constraint

Numbers = tuple[int, ...]
MAX_VARIABLES = 1 << 20
MAX_NUMBER = 1 << 40


class PyModel:
    """The rules of a CSP from the bytes of 64-bit integers; `constraints` are these, unlabelled."""

    def __init__(
        self, variables: int, rules: bytes, tests: Sequence[Callable[[list[int]], bool]] = ()
    ) -> None:
        if not 0 <= variables <= MAX_VARIABLES:
            raise ValueError(f"variables: found {variables}, expected 0 to {MAX_VARIABLES}")
        if len(rules) % 8:
            raise ValueError("rules: found bytes that are no 64-bit integers")
        self.variables, self.tests = variables, tests
        self.constraints: list[Constraint] = []
        rest = tuple(array("q", rules))
        while rest:
            rest = self._read(rest)

    @property
    def rules(self) -> int:
        """How many rules there are."""
        return len(self.constraints)

    @property
    def plain(self) -> bool:
        """Whether every kernel knows the rules."""
        return not any(isinstance(rule, Coded) for rule in self.constraints)

    def _read(self, flat: Numbers) -> Numbers:
        """Read the first rule; what follows it."""
        if len(flat) < 3:
            raise self._error(f"found {len(flat)} numbers, expected at least 3")
        kind, arity, count = flat[:3]
        if not 0 <= kind < KINDS:
            raise self._error(f"found kind {kind}, expected 0 to {KINDS - 1}")
        if arity < 0 or count < 0 or arity + count > len(flat) - 3:
            raise self._error(
                f"found {arity} variables and {count} numbers, "
                f"expected no more than the {len(flat) - 3} there are"
            )
        scope, numbers = flat[3 : 3 + arity], flat[3 + arity : 3 + arity + count]
        for variable in scope:
            if not 0 <= variable < self.variables:
                raise self._error(f"found variable {variable}, expected less than {self.variables}")
        self.constraints.append(self._rule(kind, scope, numbers))
        return flat[3 + arity + count :]

    def _rule(self, kind: int, scope: Numbers, numbers: Numbers) -> Constraint:
        fits, expected, (least, most), make = READERS[kind] if kind in PLAIN else coded(kind)
        if not fits(len(scope), len(numbers)):
            raise self._error(
                f"found {len(scope)} variables and {len(numbers)} numbers, expected {expected}"
            )
        for number in numbers:
            if not least <= number <= most:
                raise self._error(f"found {number}, expected {least} to {most}")
        return make(scope, numbers)

    def _error(self, what: str) -> ValueError:
        return ValueError(f"rule {self.rules}: {what}")


def _table(scope: Numbers, numbers: Numbers) -> Table:
    arity = len(scope)
    rows = {numbers[at : at + arity] for at in range(0, len(numbers), arity or 1)}
    return Table(scope, "", frozenset(rows))


ANY = (-MAX_NUMBER, MAX_NUMBER)
Reader = tuple[
    Callable[[int, int], bool], str, tuple[int, int], Callable[[Numbers, Numbers], Constraint]
]
READERS: tuple[Reader, ...] = (
    (
        lambda arity, count: count in (0, arity),
        "none or one offset for each variable",
        ANY,
        lambda scope, numbers: AllDifferent(scope, "", numbers),
    ),
    (
        lambda arity, count: (arity, count) == (2, 0),
        "two variables and no number",
        ANY,
        lambda scope, _: Less((scope[0], scope[1]), ""),
    ),
    (
        lambda arity, count: count % arity == 0 if arity else count == 0,
        "rows as long as the scope",
        (0, 65536),
        _table,
    ),
    (
        lambda _, count: count == 1,
        "one total",
        ANY,
        lambda scope, numbers: Sum(scope, "", numbers[0]),
    ),
    (
        lambda _, count: count == 1,
        "one parity",
        (0, 1),
        lambda scope, numbers: Parity(scope, "", bool(numbers[0])),
    ),
    (
        lambda arity, count: (arity, count) == (2, 1),
        "two variables and one distance",
        (0, MAX_NUMBER),
        lambda scope, numbers: Distance((scope[0], scope[1]), "", numbers[0]),
    ),
    (
        lambda _, count: True,
        "any number of lengths",
        (0, MAX_NUMBER),
        lambda scope, numbers: Steps(scope, "", numbers),
    ),
)
"""For each kind how many variables and numbers it has, what these may be, and the constraint."""


KINDS = 25
PLAIN = range(len(READERS))
"""The kinds that every kernel knows; the search that learns knows all."""


@dataclass(frozen=True, slots=True)
class Coded(Constraint):
    """A rule that only the search that learns can read."""

    scope: Numbers
    label: str
    code: int
    numbers: Numbers

    def holds(self, values: Sequence[int]) -> bool:
        raise NotImplementedError


def coded(kind: int) -> Reader:
    """How a rule is read that only the search that learns knows."""
    return (
        lambda arity, count: True,
        "",
        ANY,
        lambda scope, numbers: Coded(scope, "", kind, numbers),
    )
