"""Circuit: each variable points to the next, and together they form one round trip."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from clew.core.faces import Domain, domain, values
from clew.rules.rule import Constraint, Numbers, OfNumbers

if TYPE_CHECKING:
    from clew.rules.target import Target


@dataclass(frozen=True, slots=True)
class Circuit(OfNumbers):
    """Each variable is the position of the next one in the scope, and all form one round trip.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.
        numbers: the number that each value of each variable stands for, or None if it's the value.

    >>> Circuit((0, 1, 2), "").holds((1, 2, 0)), Circuit((0, 1, 2), "").holds((1, 0, 2))
    (True, False)
    """

    word: ClassVar[str] = "circuit"

    numbers: Numbers | None = None

    @property
    def kind(self) -> int | None:  # type: ignore[override]  # kernels need one value for each place
        shared = set(self.numbers or ())
        places = [each for known in shared for each in known if each in range(len(self.scope))]
        return 16 if len(shared) < 2 and len(set(places)) == len(places) else None

    def holds(self, values: Sequence[Any]) -> bool:
        here, met, places = 0, set(), range(len(values))
        while here not in met and here in places:
            met.add(here)
            here = self.number(here, values[here])
        return (here == 0 or not values) and len(met) == len(values)

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """Rule out second predecessors, and paths that close before they visit all places."""
        size = len(domains)
        fixed = {i: mask.bit_length() - 1 for i, mask in enumerate(domains) if not mask & mask - 1}
        if len(fixed) == size:
            held = self.holds(list(fixed.values()))
            return domains if held else [0] * size
        after = {i: self.number(i, value) for i, value in fixed.items()}
        taken, linked = set(after.values()), 0
        if len(taken) < len(after) or not taken.issubset(range(size)):
            return [0] * size
        closing: dict[int, int] = {}  # from the last place of each path to its first
        for first in set(after) - taken:
            last, length = first, 1
            while last in after:
                last, length = after[last], length + 1
            linked += length - 1
            if length < size:
                closing[last] = first
        if linked < len(after):  # the others form a separate round trip
            return [0] * size
        return [
            mask
            if i in fixed
            else domain(
                v
                for v in values(mask)
                if 0 <= (there := self.number(i, v)) < size
                and there not in taken
                and there != closing.get(i)
            )
            for i, mask in enumerate(domains)
        ]

    def told(self) -> Iterable[int]:
        return self.flat_numbers()

    def lower(self, to: Target) -> None:
        """Require that each place is reached and has one successor and one predecessor."""
        goes = self._goes(to)
        size = range(len(goes))
        for row in (*goes, *zip(*goes, strict=True)):
            to.one_of(row)
        first = to.both([], "place 1 is first", "first")

        def step(at: int, here: Sequence[int]) -> list[int]:
            ways = [(here[a], goes[a][at]) for a in size if goes[a][at]]
            return [to.both(way, f"on to place {at + 1}", "goes") for way in ways]

        for y in to.reached([-first if at else first for at in size], step):
            to.clause(y)

    def cp_sat(self, to: Any) -> None:
        """Add CP-SAT's own circuit constraint, which saves a cubic number of literals."""
        goes = self._goes(to)
        if len(goes) < 2 or to.guard:
            self.lower(to)
            return
        for at, row in enumerate(goes):
            to.clause(*(y for there, y in enumerate(row) if y and there != at))
        arcs = [
            (a, b, to.named(y)) for a, row in enumerate(goes) for b, y in enumerate(row) if y
        ]  # to CP-SAT, an arc from a place to itself means that the place is left out
        if arcs := [arc for arc in arcs if arc[0] != arc[1]]:
            to.model.add_circuit(arcs)

    def _goes(self, to: Target) -> list[list[int]]:
        """Return a literal for each step from one place to another, or 0 if it's impossible."""
        size = range(len(self.scope))
        goes: list[list[list[int]]] = [[[] for _ in size] for _ in size]
        for at, x in enumerate(self.scope):
            for v in to.domains[x]:
                there = self.number(at, v)
                if there in size:
                    goes[at][there].append(to.is_(x, v))
        return [
            [to.either(ways, f"{at + 1} to {there + 1}") if ways else 0 for there, ways in row]
            for at, row in enumerate(map(enumerate, goes))
        ]

    def coded(self, code: Any) -> tuple[Constraint, ...]:
        """Replace codes by the numbers of places. A code that isn't a place gets -1."""
        if code.shift == 0:
            return (self,)
        size = range(len(self.scope))
        known = tuple(
            [each if isinstance(each, int) and each in size else -1 for each in code.values]
        )
        return (replace(self, numbers=(known,) * len(size)),)

    def state(self, to: Any, parts: Sequence[Any]) -> None:
        found = [to.part(part) for part in parts]
        for part in found:
            to.restrict(part, range(len(found)))
        to.emit(found, self.over)
