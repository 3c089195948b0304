"""Connected: the variables with a given value are connected by edges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from clew.core.errors import ModelError
from clew.core.faces import Domain, domain
from clew.rules.rule import Constraint

if TYPE_CHECKING:
    from clew.rules.target import Target


@dataclass(frozen=True, slots=True)
class Connected(Constraint):
    """The variables with one of the values are connected by edges between their positions.

    Fewer than two variables are always connected.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.
        edges: pairs of positions in the scope.
        values: the values of the variables to connect, or None for all values that are true.

    >>> line = Connected((0, 1, 2), "the ones", ((0, 1), (1, 2)), (1,))
    >>> line.holds((1, 1, 0)), line.holds((1, 0, 1))
    (True, False)
    """

    kind: ClassVar[int | None] = 17
    word: ClassVar[str] = "connected"
    prunes: ClassVar[bool] = True

    edges: tuple[tuple[int, int], ...]
    values: tuple[Any, ...] | None

    def is_in(self, value: Any) -> bool:
        """Check whether a variable with this value must be connected to the others."""
        return bool(value) if self.values is None else value in self.values

    def holds(self, values: Sequence[Any]) -> bool:
        inside = {at for at, value in enumerate(values) if self.is_in(value)}
        return not inside or self._reached(min(inside), inside) == inside

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """Exclude the variables that can't be reached from one that's certainly included."""
        wanted = domain(self.values or ())
        sure = [at for at, mask in enumerate(domains) if not mask & ~wanted]
        if not sure:
            return domains
        able = {at for at, mask in enumerate(domains) if mask & wanted}
        reached = self._reached(sure[0], able)
        return [mask if at in reached else mask & ~wanted for at, mask in enumerate(domains)]

    def _reached(self, start: int, inside: set[int]) -> set[int]:
        neighbours = self._neighbours(max(inside) + 1)
        reached, frontier = {start}, [start]
        while frontier:
            new = inside.intersection(neighbours[frontier.pop()]) - reached
            reached |= new
            frontier += new
        return reached

    def _neighbours(self, size: int) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in range(size)]
        for a, b in self.edges:
            if max(a, b) < size:
                found[a].append(b)
                found[b].append(a)
        return found

    def told(self) -> Iterable[int]:
        edges = (n for edge in self.edges for n in edge)
        return (len(self.edges), *edges, *(self.values or ()))

    def lower(self, to: Target) -> None:
        """Define literals for the places that can be reached from the first included one.

        Each round adds the neighbours of the places reached so far.
        """
        neighbours = self._neighbours(len(self.scope))
        inside = [
            to.either(
                [y for v in self.values or () if (y := to.is_(x, v))], f"{to.called(x)} is in", "in"
            )
            for x in self.scope
        ]
        first = [
            to.both(
                [y, *(-z for z in inside[:at])], f"place {at + 1} is the first that is in", "first"
            )
            for at, y in enumerate(inside)
        ]

        def step(at: int, here: Sequence[int]) -> list[int]:
            if not neighbours[at]:
                return []
            near = [here[b] for b in neighbours[at]]
            touches = to.either(near, f"place {at + 1} touches one", "touches")
            return [to.both((inside[at], touches), f"place {at + 1} joins", "joins")]

        for at, y in enumerate(to.reached(first, step)):
            to.clause(-inside[at], y)

    def coded(self, code: Any) -> tuple[Constraint, ...]:
        inside = [each for each, value in enumerate(code.values) if each and self.is_in(value)]
        return (replace(self, values=tuple(inside)),)

    @classmethod
    def stated(cls, links: Iterable[Any], size: int, wanted: Any) -> Connected:
        """Return the rule for `size` parts, or raise ModelError if a link is wrong."""
        edges = tuple(links)
        for link in edges:
            pair = isinstance(link, Sequence) and len(link) == 2
            if not pair or not all(is_place(each, size) for each in link):
                fix = f"use pairs of indexes from 0 to {size - 1}"
                fix = fix if size > 1 else "there are fewer than two parts"
                raise ModelError(f"{link!r} doesn't link two of the parts: {fix}")
        return cls((), "", edges, None if wanted is None else (wanted,))


def is_place(given: object, size: int) -> bool:
    """Check whether a value is an index below a size."""
    return hasattr(given, "__index__") and given in range(size)
