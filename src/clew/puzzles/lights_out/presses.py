"""Presses: as an answer, and as the moves of a space of states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clew.core.faces import Fewest, Pattern, values

Press = tuple[int, int]
"""The row and the column of a button, from 0."""


class FewestPresses(tuple[Press, ...]):
    """The presses of an answer that is proven to have the fewest."""


def written_out(found: int | Iterable[Press], cols: int) -> tuple[Press, ...]:
    """The presses of a solution as a tuple, which knows if it is proven to have the fewest."""
    if isinstance(found, int):
        presses = (divmod(press, cols) for press in values(found))
        return (FewestPresses if isinstance(found, Fewest) else tuple)(presses)
    return (FewestPresses if are_fewest(found) else tuple)(found)


def are_fewest(presses: Iterable[Press]) -> bool:
    """Whether it is proven that no answer has fewer presses."""
    return isinstance(presses, FewestPresses) or (isinstance(presses, Pattern) and presses.fewest)


def pressed_rows(presses: Iterable[Press], rows: int) -> Iterator[int]:
    """The presses as rows of bits; those made twice cancel."""
    if isinstance(presses, Pattern):
        return presses.rows()
    pressed = [0] * rows
    for row, col in presses:
        pressed[row] ^= 1 << col
    return iter(pressed)


class LightsSpace:
    """Boards one press apart, each a number with a bit for every light that is on."""

    goals: tuple[int, ...] = (0,)

    def __init__(self, start: int, flips: tuple[int, ...], cols: int) -> None:
        self.start = start
        self.flips = flips
        self.moves: tuple[Press, ...] = tuple(divmod(press, cols) for press in range(len(flips)))
        self.most: int = max(1, *(flip.bit_count() for flip in flips))

    def successors(self, state: int) -> Iterator[tuple[Press, int]]:
        return zip(self.moves, self.neighbours(state), strict=True)

    def neighbours(self, state: int) -> list[int]:
        return [state ^ flip for flip in self.flips]

    predecessors = neighbours

    def is_goal(self, state: int) -> bool:
        return not state

    def heuristic(self, state: int) -> int:
        """As many presses as if each put out as many lights as any can."""
        return -(-state.bit_count() // self.most)
