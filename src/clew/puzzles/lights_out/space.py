"""Lights Out as a space of states, for the graph searches."""

from __future__ import annotations

from collections.abc import Iterator


class LightsSpace:
    """Boards one press apart, each a number with a bit for every light that is on."""

    goals = (0,)

    def __init__(self, start: int, flips: tuple[int, ...], cols: int) -> None:
        self.start = start
        self.flips = flips
        self.moves = tuple(divmod(press, cols) for press in range(len(flips)))
        self.most = max(1, *(flip.bit_count() for flip in flips))

    def successors(self, state: int) -> Iterator[tuple[tuple[int, int], int]]:
        return zip(self.moves, self.neighbours(state), strict=True)

    def neighbours(self, state: int) -> list[int]:
        return [state ^ flip for flip in self.flips]

    predecessors = neighbours

    def is_goal(self, state: int) -> bool:
        return not state

    def heuristic(self, state: int) -> int:
        """As many presses as if each put out as many lights as any can."""
        return -(-state.bit_count() // self.most)
