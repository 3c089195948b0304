"""Maximum and minimum: one variable has the largest or the smallest value of some others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar

from clew.core.faces import Domain
from clew.rules.rule import Constraint

if TYPE_CHECKING:
    from clew.rules.target import Target


@dataclass(frozen=True, slots=True)
class Maximum(Constraint):
    """The first variable has the largest value of the others.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.

    >>> Maximum((0, 1, 2), "").holds((5, 3, 5)), Maximum((0, 1, 2), "").holds((5, 3, 4))
    (True, False)
    """

    kind: ClassVar[int | None] = 24
    word: ClassVar[str] = "max"
    prunes: ClassVar[bool] = True
    measure: ClassVar[Callable[..., Any]] = max

    def holds(self, values: Sequence[int]) -> bool:
        first, *others = values
        found: int = type(self).measure(others)
        return first == found

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """Bound the others by the first, and the first by the others and their values.

        If only one of the others can be as large as the first, it has to be.
        """
        first, *others = domains
        if not all(domains):
            return [0] * len(domains)
        first &= reduce(or_, others)
        for mask in others:
            first &= self._beyond(mask)
        if not first:
            return [0] * len(domains)
        others = [mask & self._within(first) for mask in others]
        able = [at for at, mask in enumerate(others) if mask & self._beyond(first)]
        if len(able) == 1:
            others[able[0]] &= self._beyond(first)
        return [first, *others] if able else [0] * len(domains)

    @staticmethod
    def _within(mask: Domain) -> Domain:
        """Return every value that isn't above the largest of these."""
        return (1 << mask.bit_length()) - 1

    @staticmethod
    def _beyond(mask: Domain) -> Domain:
        """Return every value that isn't below the smallest of these."""
        return -(mask & -mask)

    def told(self) -> Iterable[int]:
        return (0,)

    def lower(self, to: Target) -> None:
        """Require that the first reaches a value if and only if another one does."""
        first, *others = self.scope
        for x in others:
            for v in to.domains[x]:
                _imply(to, [to.ge(x, v)], to.ge(first, v))
        for v in to.domains[first]:
            _imply(to, [_opposite(to.ge(x, v)) for x in others], _opposite(to.ge(first, v)))

    sign: ClassVar[int] = 1

    def split(self, to: Any) -> Sequence[Constraint]:
        """Require that the first is at least each of the others, and at most one of them."""
        first, *others = self.scope
        pairs = [((first, x), (self.sign, -self.sign)) for x in others]
        reached = [
            to.new([to.compare(*pair, "<=", 0)], [to.compare(*pair, ">=", 1)]) for pair in pairs
        ]
        return [*(to.compare(*pair, ">=", 0) for pair in pairs), to.clause(reached)]

    def cp_sat(self, to: Any) -> None:
        if to.guard:
            self.lower(to)
            return
        first, *others = (to.variables[x] for x in self.scope)
        self.in_cp_sat(to.model, first, others)

    @staticmethod
    def in_cp_sat(model: Any, first: Any, others: Sequence[Any]) -> None:
        """Add the rule to a CP-SAT model."""
        model.add_max_equality(first, others)

    def coded(self, code: Any) -> tuple[Constraint, ...]:
        return (self,)  # only the order of values matters

    # ------------------------------------------------------------ max(...) as a number

    near: ClassVar[tuple[str, str]] = ("<", "<=")
    """The relations to a number that all parts have if the result has them."""

    @classmethod
    def compare(cls, to: Any, parts: Sequence[Any], symbol: str, number: Any) -> bool:
        """Compare each part with a number, if the comparison doesn't need the result itself."""
        if symbol in cls.near:
            to.compare_all(parts, symbol, number)
        elif isinstance(number, int) and symbol not in ("==", "!="):
            to.compare_any(parts, symbol, number)
        else:
            return False
        return True

    @classmethod
    def variable(cls, to: Any, parts: Sequence[Any]) -> Any:
        """Return a variable for the result. Its values are those of the parts that it can have."""
        among = [to.part(part) for part in parts]
        held = set().union(*(to.allowed[part] for part in among))
        for part in among:
            end = cls._end(to.allowed[part], default=0)
            held = {value for value in held if cls.measure(value, end) == value}
        found = to.new(f"{cls.word}({', '.join(map(str, parts))})", sorted(held))
        cls((), "").state(to, (found, *among))
        return found

    _end: ClassVar[Callable[..., Any]] = min
    """The function that returns the value of a part which the result can't fall short of."""


@dataclass(frozen=True, slots=True)
class Minimum(Maximum):
    """The first variable has the smallest value of the others.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.

    >>> Minimum((0, 1, 2), "").holds((3, 3, 5)), Minimum((0, 1, 2), "").holds((5, 3, 5))
    (True, False)
    """

    word: ClassVar[str] = "min"
    sign: ClassVar[int] = -1
    measure: ClassVar[Callable[..., Any]] = min
    near: ClassVar[tuple[str, str]] = (">", ">=")
    _end: ClassVar[Callable[..., Any]] = max
    _within = staticmethod(Maximum._beyond)
    _beyond = staticmethod(Maximum._within)

    def told(self) -> Iterable[int]:
        return (1,)

    def lower(self, to: Target) -> None:
        first, *others = self.scope
        for v in to.domains[first]:
            for x in others:
                _imply(to, [to.ge(first, v)], to.ge(x, v))
        for v in sorted(set().union(*(to.domains[x] for x in others))):
            _imply(to, [to.ge(x, v) for x in others], to.ge(first, v))

    @staticmethod
    def in_cp_sat(model: Any, first: Any, others: Sequence[Any]) -> None:
        model.add_min_equality(first, others)


def _opposite(condition: int | None) -> int | None:
    """Return the opposite of a condition: None if it always holds, 0 if it never does."""
    return {None: 0, 0: None}.get(condition, -(condition or 0))


def _imply(to: Target, conditions: Sequence[int | None], then: int | None) -> None:
    """Require one condition if all the others hold."""
    if then is None or 0 in conditions:
        return
    to.clause(*(-each for each in conditions if each), *filter(None, [then]))
