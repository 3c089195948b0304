"""The states of a pond, for the graph searches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property


class FrogSpace:
    """The pads visited and the one the frog is on, and in any order also the jumps used.

    A state is one integer: bits for the jumps used (in any order), bits for the pads visited,
    and the pad, all counted from 0. Of jumps of equal length the first is used first. A move
    is the pad jumped to, counted from 1.
    """

    def __init__(self, jumps: tuple[int, ...], any_order: bool, path: tuple[int, ...] = ()) -> None:
        self.jumps = jumps
        self.any_order = any_order
        self.pads: int = len(jumps) + 1
        self.bits: int = self.pads.bit_length()
        self.full: int = (1 << self.pads) - 1
        self.start: int = self._state(0, 1, 0)
        for pad in path[1:]:
            self.start = dict(self.successors(self.start))[pad]

    def _state(self, used: int, visited: int, pad: int) -> int:
        return (used << self.pads | visited) << self.bits | pad

    def _parts(self, state: int) -> tuple[int, int, int]:
        """The jumps used, the pads visited, and the pad the frog is on."""
        rest, pad = state >> self.bits, state & (1 << self.bits) - 1
        return rest >> self.pads, rest & self.full, pad

    def successors(self, state: int) -> Iterator[tuple[int, int]]:
        used, visited, pad = self._parts(state)
        for length, after in self._lengths(used, visited, back=False):
            for there in (pad - length, pad + length):
                if 0 <= there < self.pads and not visited >> there & 1:
                    yield there + 1, self._state(after, visited | 1 << there, there)

    def neighbours(self, state: int) -> list[int]:
        return [child for _, child in self.successors(state)]

    def predecessors(self, state: int) -> Iterator[int]:
        used, visited, pad = self._parts(state)
        left = visited & ~(1 << pad)
        for length, before in self._lengths(used, visited, back=True):
            for there in (pad - length, pad + length):
                if there >= 0 and left >> there & 1 and (there > 0 or left == 1):
                    yield self._state(before, left, there)

    def _lengths(self, used: int, visited: int, back: bool) -> list[tuple[int, int]]:
        """The lengths that may come next (or came last), and the jumps used after (or before)."""
        if not self.any_order:
            jump = visited.bit_count() - 1 - back
            return [(self.jumps[jump], 0)] if 0 <= jump < len(self.jumps) else []
        numbers = range(len(self.jumps))
        found, last = [], 0
        for number in reversed(numbers) if back else numbers:
            length = self.jumps[number]
            if length != last and used >> number & 1 == back:
                found.append((length, used ^ 1 << number))
                last = length
        return found

    def is_goal(self, state: int) -> bool:
        return state >> self.bits & self.full == self.full

    def heuristic(self, state: int) -> int:
        """The jumps left: each visits one pad more."""
        return self.pads - (state >> self.bits & self.full).bit_count()

    @cached_property
    def goals(self) -> tuple[int, ...]:
        """Every pad visited, and the frog on any but the first."""
        used = (1 << len(self.jumps)) - 1 if self.any_order else 0
        return tuple(self._state(used, self.full, pad) for pad in range(1, self.pads))
