"""Singles in the order in which they come up, as one who works through a list takes them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from clew.core.faces import values
from clew.explanations.techniques.position import BLOCK, COLUMN, ROW, House, Position, ordered
from clew.explanations.techniques.step import Candidate, Step


class Agenda:
    """A position, and the singles that each change has brought, oldest first.

    The givens are placed anew, cell by cell, so that the list is the same for the same puzzle.
    """

    def __init__(self, start: Position) -> None:
        self.position = Position(ordered(start.frame, (BLOCK, ROW, COLUMN)), start.name)
        self._around = ordered(start.frame, (ROW, COLUMN, BLOCK)).around
        self._naked: deque[int] = deque()
        self._hidden: deque[tuple[House, int]] = deque()
        for cell, value in enumerate(start.value):
            if not start.open >> cell & 1:
                self._place(cell, value)
        for cell in values(self.position.open):
            for value in values(self.position.candidates[cell] & ~start.candidates[cell]):
                self._strike(cell, value)

    def apply(self, step: Step) -> None:
        """Take a step; the order of what it strikes out is that in which singles come up."""
        for cell, value in step.placements:
            self._place(cell, value)
        for cell, value in step.eliminations:
            self._strike(cell, value)

    def _place(self, cell: int, value: int) -> None:
        position = self.position
        for seen in values(position.places[value] & position.frame.peers[cell]):
            self._strike(seen, value)
        position.open &= ~(1 << cell)
        for other in values(position.candidates[cell] & ~(1 << value)):
            self._strike(cell, other)
        position.place(cell, value)

    def _strike(self, cell: int, value: int) -> None:
        position, bit = self.position, 1 << cell
        position.strike(cell, value)
        mask = position.candidates[cell]
        if mask and not mask & (mask - 1) and position.open & bit:
            self._naked.append(cell)
        places = position.places[value]
        for house in self._around[cell]:
            left = places & house.mask
            if left and not left & (left - 1):
                self._hidden.append((house, value))

    # ------------------------------------------------------------ what is on the list

    def full_houses(self) -> Iterable[Step]:
        """The oldest naked single that is the last cell of a house."""
        position = self.position
        while self._naked and not position.open >> self._naked[0] & 1:
            self._naked.popleft()
        for cell in self._naked:
            if not position.open >> cell & 1:
                continue
            for house in position.frame.around[cell]:
                if position.open & house.mask == 1 << cell:
                    why = f"is the last open cell of {house}"
                    yield self._step("full house", self._only(cell), house.cells, why)

    def naked_singles(self) -> Iterable[Step]:
        for cell in self._naked:
            if self.position.open >> cell & 1:
                yield self._step("naked single", self._only(cell), (cell,), "has no other left")

    def hidden_singles(self) -> Iterable[Step]:
        while self._hidden:
            house, value = self._hidden[0]
            left = self.position.places[value] & house.mask
            if left:
                single = left.bit_length() - 1, value
                why = f"is the only place for {value} in {house}"
                yield self._step("hidden single", single, house.cells, why)
                return
            self._hidden.popleft()

    def _only(self, cell: int) -> Candidate:
        return cell, self.position.candidates[cell].bit_length() - 1

    def _step(self, name: str, single: Candidate, cells: tuple[int, ...], why: str) -> Step:
        cell, value = single
        text = f"{self.position.name(cell)} {why}: it is {value}"
        return Step(name, RATINGS[name], cells, (), (single,), (), text)


RATINGS = {"full house": 1.0, "naked single": 2.3, "hidden single": 1.5}
