"""Breadth-first search of small spaces of integers, in a compiled kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import xor
from typing import Any, ClassVar

from clew.core.capabilities import FlipsBits, capability
from clew.core.events import Kind, emit
from clew.core.faces import StateSpace, values
from clew.core.result import Run, Stopped
from clew.search.native import available, exhaust, expect, expect_limits, graph, kernel
from clew.search.space.graph import Path
from clew.search.strategy import Strategy

LARGEST = 30 if available else 20
"""The maximum number of bits and of moves. Each of the 2^bits states takes a bit of memory."""


@dataclass(frozen=True)
class Bitmap(Strategy):
    """Breadth-first search of spaces whose moves flip bits (`flips`), such as Lights Out.

    It finds only one shortest solution, the first in dictionary order. If you ask for more, the
    status is STOPPED.
    """

    name: ClassVar[str] = "bitmap"
    title: ClassVar[str] = "Breadth-first, one bit a state"
    summary: ClassVar[str] = "Breadth-first over bit flips, one bit a state, in a compiled kernel."
    face: ClassVar[type] = StateSpace
    pseudocode: ClassVar[str | None] = ""
    optimal: ClassVar[bool] = True

    def objection(self, face: Any) -> str:
        space = capability(face, FlipsBits)
        if space is None:
            return "its moves do not flip bits"
        if max(_bits(space), len(space.flips)) <= LARGEST:
            return ""
        return f"found {_bits(space)} bits and {len(space.flips)} moves, expected at most {LARGEST}"

    def __call__(self, space: Any, run: Run) -> Iterator[Path]:
        run.pause()
        walk, stats = XorWalkKernel(_bits(space), list(space.flips), space.start), run.stats
        exhaust(walk, run, walk.run, graph)
        if walk.moves < 0:
            return
        flips = [space.flips[move] for move in values(walk.moves)]
        stats.deepest = len(flips)
        emit(run.trace, Kind.ANSWER, len(flips))
        yield Path(space, list(accumulate(flips, xor, initial=space.start)))
        raise Stopped("one shortest answer is all it finds")


def _bits(space: FlipsBits) -> int:
    """Return the number of bits in a state."""
    return max(state.bit_length() for state in (space.start, *space.flips))


# ------------------------------------------------------------------ the twin of the kernel
# The readable twin of native/lights/xor_walk.hpp: its specification, and its stand-in.


class PyXorWalk:
    """The fewest moves from a number to another, a move being an exclusive-or with a mask.

    Breadth-first. Moves commute, so a state is expanded with the moves above its last one only:
    the first in dictionary order of the shortest sets of moves to each state is found, and
    nothing is found often. A goal of -1 is none: then all there is a way to is visited.
    """

    def __init__(self, bits: int, masks: Sequence[int], start: int, goal: int = 0) -> None:
        expect("bits", bits, 0, 32)
        if len(masks) > 32:
            raise ValueError(f"masks: found {len(masks)}, expected at most 32")
        for i, mask in enumerate(masks):
            if mask >> bits:
                raise ValueError(f"mask {i}: it has a bit past {bits - 1}")
        for state in (start, max(goal, 0)):
            if state >> bits:
                raise ValueError(f"found state {state}, expected less than 2**{bits}")
        self.nodes = 0  # states expanded
        self.generated = 0
        self.duplicates = 0  # generated, but known already
        self.frontier = 0  # the most states that ever waited
        self.levels = [1]  # states at each depth, as far as these are known
        self.moves = 0 if start == goal else -1  # bit i for masks[i]; -1 if the goal is not met
        self.finished = start == goal
        self._masks = tuple(masks)
        self._goal = goal
        self._seen = {start}
        self._level = [(start, 0)]  # states at the depth at hand, each with its moves
        self._at = 0  # the next of them to be expanded
        self._next: list[tuple[int, int]] = []

    @property
    def deepest(self) -> int:
        return len(self.levels) - 1

    def run(self, max_nodes: int) -> None:
        """Expand at most this many more states."""
        expect_limits("run", max_nodes)
        while max_nodes and not self.finished:
            max_nodes -= 1
            self._expand(*self._level[self._at])
            if self._at == len(self._level) and not self.finished:
                self._level, self._next, self._at = self._next, [], 0
                self.finished = not self._level
                self.levels += [len(self._level)] if self._level else []

    def _expand(self, state: int, moves: int) -> None:
        self.nodes += 1
        self._at += 1
        self.frontier = max(self.frontier, len(self._level) - self._at + len(self._next) + 1)
        for move in range(moves.bit_length(), len(self._masks)):
            self.generated += 1
            child = state ^ self._masks[move]
            if child in self._seen:
                self.duplicates += 1
                continue
            self._seen.add(child)
            self._next.append((child, moves | 1 << move))
            if child == self._goal:
                self.moves, self.finished = moves | 1 << move, True
                return


XorWalkKernel = kernel("XorWalk", PyXorWalk)
