"""The states of jugs, for the graph searches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

Amounts = tuple[int, ...]
JugMove = tuple[int, int]
"""From a jug to a jug, counted from 1, or from or to OUTSIDE."""
OUTSIDE = 0
"""The tap from which a jug is filled, and the ground onto which it is emptied."""


@dataclass(frozen=True, slots=True)
class Vessels:
    """Vessels that are filled, emptied and poured into each other until they hold the goal.

    The goal is one amount, in any vessel, or one for each, None where any amount will do;
    the rules are some of "fill", "empty" and "pour".
    """

    capacities: Amounts
    start: Amounts
    goal: tuple[int | None, ...]
    rules: tuple[str, ...]


def reached(goal: tuple[int | None, ...], amounts: Amounts) -> bool:
    """Whether the vessels hold what is wanted."""
    if len(goal) == 1:
        return goal[0] is None or goal[0] in amounts
    return all(want is None or want == held for want, held in zip(goal, amounts, strict=True))


class JugSpace:
    """What the jugs hold, as one integer with a field of bits for each jug."""

    def __init__(self, vessels: Vessels) -> None:
        self.vessels = vessels
        self.bits: int = max(vessels.capacities).bit_length()
        self.mask: int = (1 << self.bits) - 1
        self.start: int = sum(amount << self.bits * jug for jug, amount in enumerate(vessels.start))
        self._fields = [
            (jug, (jug - 1) * self.bits, capacity)
            for jug, capacity in enumerate(vessels.capacities, 1)
        ]

    def unpack(self, state: int) -> Amounts:
        """What the jugs hold in a state."""
        return tuple(state >> shift & self.mask for _, shift, _ in self._fields)

    def successors(self, state: int) -> Iterator[tuple[JugMove, int]]:
        """Fill, then empty, then pour; jugs in their order."""
        rules, mask = self.vessels.rules, self.mask
        jugs = [(jug, shift, state >> shift & mask, most) for jug, shift, most in self._fields]
        if "fill" in rules:
            for jug, shift, held, most in jugs:
                if held < most:
                    yield (OUTSIDE, jug), state + (most - held << shift)
        if "empty" in rules:
            for jug, shift, held, _ in jugs:
                if held:
                    yield (jug, OUTSIDE), state - (held << shift)
        if "pour" in rules:
            for source, down, there, _ in jugs:
                for jug, up, held, most in jugs:
                    if source != jug and (poured := min(there, most - held)):
                        yield (source, jug), state - (poured << down) + (poured << up)

    def is_goal(self, state: int) -> bool:
        return reached(self.vessels.goal, self.unpack(state))

    def heuristic(self, state: int) -> int:
        """A move changes two jugs at most."""
        goal = self.vessels.goal
        if len(goal) == 1:
            return not self.is_goal(state)
        amounts = zip(goal, self.unpack(state), strict=True)
        wrong = sum(want is not None and want != held for want, held in amounts)
        return (wrong + 1) // 2
