"""Rules about lines of variables and about graphs: automata, views, orders, rounds, regions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from clew.core.faces import Constraint, Domain, domain, values
from clew.core.rules import RELATIONS, Numbers, OfNumbers

Next = Callable[[Any, int], Any]
"""The state after a value, or None."""


@dataclass(frozen=True, slots=True)
class Regular(Constraint):
    """An automaton that reads the variables in their order ends in a state that it accepts.

    `moves` are state, value and next state; from one state a value leads to one other. Where it
    leads nowhere, the line is refused.

    >>> no_two_ones = ((0, 0, 0), (0, 1, 1), (1, 0, 0))
    >>> Regular((0, 1, 2), "", no_two_ones, frozenset({0, 1})).holds((1, 0, 1))
    True
    """

    prunes: ClassVar[bool] = True

    moves: tuple[tuple[int, int, int], ...]
    accepting: frozenset[int]
    start: int = 0

    def holds(self, values: Sequence[int]) -> bool:
        return accepted(values, self.start, self.next(), self.accepting.__contains__)

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        return follow(domains, self.start, self.next(), self.accepting.__contains__)

    def next(self) -> Next:
        """The automaton itself."""
        moves = {(state, value): then for state, value, then in self.moves}
        return lambda state, value: moves.get((state, value))


@dataclass(frozen=True, slots=True)
class Visible(Constraint):
    """So many of a line are seen from its first end: those above all before them.

    >>> Visible((0, 1, 2, 3), "from the left", "==", 2).holds((2, 1, 4, 3))
    True
    """

    prunes: ClassVar[bool] = True

    relation: str
    number: int

    def holds(self, values: Sequence[int]) -> bool:
        return accepted(values, (-1, 0), seen, self.accepts)

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        return follow(domains, (-1, 0), seen, self.accepts)

    def accepts(self, state: tuple[int, int]) -> bool:
        """Whether so many may be seen."""
        return RELATIONS[self.relation](state[1], self.number)


def seen(state: tuple[int, int], value: int) -> tuple[int, int]:
    """The highest so far and how many were seen, one value later."""
    highest, number = state
    return (value, number + 1) if value > highest else state


def accepted(line: Sequence[int], state: Any, then: Next, accepts: Callable[[Any], bool]) -> bool:
    """Whether an automaton accepts the values of a line."""
    for value in line:
        state = then(state, value)
        if state is None:
            return False
    return accepts(state)


def follow(
    domains: Sequence[Domain], start: Any, then: Next, accepts: Callable[[Any], bool]
) -> Sequence[Domain]:
    """The values on some way from the start to a state that is accepted."""
    layers: list[set[Any]] = [{start}]
    for mask in domains:
        layers.append({then(state, v) for state in layers[-1] for v in values(mask)} - {None})
    alive = set(filter(accepts, layers[-1]))
    pruned = []
    for mask, states in zip(reversed(domains), reversed(layers[:-1]), strict=True):
        steps = [(s, v) for s in states for v in values(mask) if then(s, v) in alive]
        alive = {state for state, _ in steps}
        kept = 0
        for _, value in steps:
            kept |= 1 << value
        pruned.append(kept)
    return pruned[::-1]


@dataclass(frozen=True, slots=True)
class Lex(Constraint):
    """The first half of the scope comes before the second in the order of a dictionary.

    They may be equal, unless it is `strict`.
    """

    prunes: ClassVar[bool] = True

    strict: bool = False

    def holds(self, values: Sequence[int]) -> bool:
        half = len(values) // 2
        first, second = list(values[:half]), list(values[half:])
        return first < second or (first == second and not self.strict)

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """Where they may differ first, the first is no larger."""
        half, pruned = len(domains) // 2, list(domains)
        for i in range(half):
            x, y = domains[i], domains[half + i]
            if x != y or x & (x - 1):
                pruned[i] &= (1 << y.bit_length()) - 1
                pruned[half + i] &= -(x & -x)
                break
        return Constraint.prune(self, pruned) if all(pruned) else pruned


@dataclass(frozen=True, slots=True)
class Circuit(OfNumbers):
    """Each variable says the place of the next in the scope; all are on one round.

    >>> Circuit((0, 1, 2), "").holds((1, 2, 0)), Circuit((0, 1, 2), "").holds((1, 0, 2))
    (True, False)
    """

    numbers: Numbers | None = None

    def holds(self, values: Sequence[int]) -> bool:
        here, met = 0, set()
        while here not in met and 0 <= here < len(values):
            met.add(here)
            here = self.number(here, values[here])
        return (here == 0 or not values) and len(met) == len(values)

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """No place is the next of two, and no path is closed before all are on it."""
        size = len(domains)
        fixed = {i: mask.bit_length() - 1 for i, mask in enumerate(domains) if not mask & mask - 1}
        if len(fixed) == size:
            held = self.holds(list(fixed.values()))
            return domains if held else [0] * size
        after = {i: self.number(i, value) for i, value in fixed.items()}
        left = {
            i: {there: v for v in values(mask) if 0 <= (there := self.number(i, v)) < size}
            for i, mask in enumerate(domains)
            if i not in fixed
        }
        for first in set(after) - set(after.values()):
            last, length = first, 1
            while last in after and length <= size:
                last, length = after[last], length + 1
            if length < size and last in left:
                left[last].pop(first, None)
        taken = set(after.values())
        return [
            mask if i in fixed else domain(v for there, v in left[i].items() if there not in taken)
            for i, mask in enumerate(domains)
        ]


@dataclass(frozen=True, slots=True)
class Connected(Constraint):
    """The variables that have one of the values hang together by edges between places.

    None, and one alone, hang together.

    >>> line = Connected((0, 1, 2), "the ones", ((0, 1), (1, 2)), (1,))
    >>> line.holds((1, 1, 0)), line.holds((1, 0, 1))
    (True, False)
    """

    prunes: ClassVar[bool] = True

    edges: tuple[tuple[int, int], ...]
    values: tuple[int, ...]

    def holds(self, values: Sequence[int]) -> bool:
        inside = {at for at, value in enumerate(values) if value in self.values}
        return not inside or self._reached(min(inside), inside) == inside

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """What cannot be reached from one that is surely in is out."""
        wanted = 0
        for value in self.values:
            wanted |= 1 << value
        sure = [at for at, mask in enumerate(domains) if not mask & ~wanted]
        if not sure:
            return domains
        able = {at for at, mask in enumerate(domains) if mask & wanted}
        reached = self._reached(sure[0], able)
        return [mask if at in reached else mask & ~wanted for at, mask in enumerate(domains)]

    def _reached(self, start: int, inside: set[int]) -> set[int]:
        neighbours: dict[int, list[int]] = {}
        for a, b in self.edges:
            neighbours.setdefault(a, []).append(b)
            neighbours.setdefault(b, []).append(a)
        reached, frontier = {start}, [start]
        while frontier:
            new = (inside & set(neighbours.get(frontier.pop(), ()))) - reached
            reached |= new
            frontier += new
        return reached
