"""Circuit: each variable points to the next, and together they form one round trip."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
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
        optional: whether places may be left out. Such a place is followed by itself.

    >>> Circuit((0, 1, 2), "").holds((1, 2, 0)), Circuit((0, 1, 2), "").holds((1, 0, 2))
    (True, False)
    >>> Circuit((0, 1, 2), "", optional=True).holds((1, 0, 2))
    True
    """

    word: ClassVar[str] = "circuit"

    numbers: Numbers | None = None
    optional: bool = False

    @property
    def kind(self) -> int | None:  # type: ignore[override]  # kernels need one value for each place
        shared = set(self.numbers or ())
        places = [each for known in shared for each in known if each in range(len(self.scope))]
        return 16 if len(shared) < 2 and len(set(places)) == len(places) else None

    def holds(self, values: Sequence[Any]) -> bool:
        after = [self.number(here, value) for here, value in enumerate(values)]
        places = range(len(values))
        visited = [here for here in places if after[here] != here or not self.optional]
        start = here = visited[0] if visited else 0
        met = set()
        while visited and here not in met and here in places:
            met.add(here)
            here = after[here]
        return here == start and len(met) == len(visited)

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """Rule out second predecessors, and paths that close before they visit all places.

        A path may close if all places off it may be left out. Then these have to be.
        """
        size = len(domains)
        fixed = {i: mask.bit_length() - 1 for i, mask in enumerate(domains) if not mask & mask - 1}
        if len(fixed) == size:
            held = self.holds(list(fixed.values()))
            return domains if held else [0] * size
        after = {i: self.number(i, value) for i, value in fixed.items()}
        taken = set(after.values())
        if len(taken) < len(after) or not taken.issubset(range(size)):
            return [0] * size
        out = {i for i, there in after.items() if self.optional and i == there}
        needed = {i for i, mask in enumerate(domains) if i not in out and not self._skips(i, mask)}
        linked = len(out)
        closing: dict[int, int] = {}  # from the last place of each path to its first
        for first in set(after) - taken:
            path = [first]
            while path[-1] in after:
                path.append(after[path[-1]])
            linked += len(path) - 1
            if needed.difference(path):
                closing[path[-1]] = first
        if linked < len(after):  # the others form a separate round trip
            if self.optional and needed <= (visited := _round(after, out)):
                return [self._left_out(i, mask, visited) for i, mask in enumerate(domains)]
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

    def _skips(self, at: int, mask: Domain) -> bool:
        """Return whether a place with this domain may be left out."""
        return self.optional and any(self.number(at, v) == at for v in values(mask))

    def _left_out(self, at: int, mask: Domain, visited: Collection[int]) -> Domain:
        """Return a place's domain if no others than these places are visited."""
        if at in visited:
            return mask
        return domain(v for v in values(mask) if self.number(at, v) == at)

    def told(self) -> Iterable[int]:
        return (self.optional, *self.flat_numbers())

    def lower(self, to: Target) -> None:
        """Require that each place is reached and has one successor and one predecessor."""
        goes = self._goes(to)
        size = range(len(goes))
        for row in (*goes, *zip(*goes, strict=True)):
            to.one_of(row)
        out = [goes[at][at] if self.optional else 0 for at in size]
        before: list[int] = []  # places that have to be left out if a place is the first
        first = []
        for at in size:
            found = 0
            if all(before) and out[at]:
                found = to.both([*before, -out[at]], f"place {at + 1} is first", "first")
            elif all(before):
                found = to.both(before, f"place {at + 1} is first", "first")
            first.append(found)
            before.append(out[at])
        if not all(first):
            never = -to.both([], "true", "true")
            first = [each or never for each in first]

        def step(at: int, here: Sequence[int]) -> list[int]:
            ways = [(here[a], goes[a][at]) for a in size if goes[a][at]]
            return [to.both(way, f"on to place {at + 1}", "goes") for way in ways]

        for y, left_out in zip(to.reached(first, step), out, strict=True):
            to.clause(y, *filter(None, [left_out]))

    def cp_sat(self, to: Any) -> None:
        """Add CP-SAT's own circuit constraint, which saves a cubic number of literals."""
        goes = self._goes(to)
        if len(goes) < 2 or to.guard:
            self.lower(to)
            return
        for at, row in enumerate(goes):
            if not self.optional:
                row[at] = 0  # to CP-SAT, such an arc means that the place is left out
            to.clause(*filter(None, row))
        arcs = [(a, b, to.named(y)) for a, row in enumerate(goes) for b, y in enumerate(row) if y]
        if arcs:
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


def _round(after: Mapping[int, int], out: Collection[int]) -> set[int]:
    """Return the places of the first closed round trip, which isn't a place that's left out."""
    for start in after.keys() - out:
        met, here = [start], after[start]
        while here in after and here not in met:
            met.append(here)
            here = after[here]
        if here == start:
            return set(met)
    return set()
