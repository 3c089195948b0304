"""Cells and values with one place left, house by house or in the order in which they come up."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from clew.core.faces import values
from clew.explanations.techniques.position import (
    BOX,
    COLUMN,
    ROW,
    Cells,
    House,
    Position,
    ordered,
)
from clew.explanations.techniques.ratings import EXPLAINER, IN_BOX
from clew.explanations.techniques.step import Step, placing


def last_cells(position: Position) -> Iterator[Step]:
    """A house with one open cell."""
    for house in position.layout.houses:
        left = house.mask & position.open
        if left and not left & (left - 1):
            cell = left.bit_length() - 1
            for value in values(position.candidates[cell]):
                yield _last(position, "last cell", cell, value, house)


def _last(position: Position, name: str, cell: int, value: int, house: House) -> Step:
    text = f"{position.name(cell)} is the last open cell of {house}: it is {value}"
    return placing(name, house.cells, (cell, value), text)


def hidden_singles(position: Position) -> Iterator[Step]:
    """A value with one place left in a house; boxes are easier to see than lines."""
    places = position.places
    for house in position.layout.houses:
        mask = house.mask
        for value in values(position.layout.symbols):
            left = places[value] & mask
            if left and not left & (left - 1):
                step = _hidden(position, left.bit_length() - 1, value, house)
                yield replace(step, rating=EXPLAINER[IN_BOX]) if house.kind == BOX else step


def _hidden(position: Position, cell: int, value: int, house: House) -> Step:
    text = f"{position.name(cell)} is the only place for {value} in {house}: it is {value}"
    return placing("hidden single", house.cells, (cell, value), text)


def naked_singles(position: Position) -> Iterator[Step]:
    """A cell with one candidate left."""
    for cell in values(position.open):
        mask = position.candidates[cell]
        if not mask & (mask - 1):
            yield _naked(position, cell, mask.bit_length() - 1)


def _naked(position: Position, cell: int, value: int) -> Step:
    text = f"{position.name(cell)} can only be {value}"
    return placing("naked single", (cell,), (cell, value), text)


class Agenda(Position):
    """A position, and the singles that each change has brought, oldest first.

    A person who works through a list takes them in this order. The givens are placed anew, cell by
    cell, so that the list is the same for the same puzzle.
    """

    __slots__ = ("_around", "_hidden", "_naked", "givens")

    def __init__(self, start: Position) -> None:
        super().__init__(ordered(start.layout, (BOX, ROW, COLUMN)), start.name)
        self._around = ordered(start.layout, (ROW, COLUMN, BOX)).around
        self._naked: deque[int] = deque()
        self._hidden: deque[tuple[House, int]] = deque()
        self.givens: Cells = ~start.open
        for cell, value in enumerate(start.value):
            if not start.open >> cell & 1:
                self.place(cell, value)
        for cell in values(self.open):
            for value in values(self.candidates[cell] & ~start.candidates[cell]):
                self.strike(cell, value)

    def place(self, cell: int, value: int) -> None:
        """Fill a cell; singles come up in the order in which candidates are eliminated."""
        for seen in values(self.places[value] & self.layout.peers[cell]):
            self.strike(seen, value)
        self.open &= ~(1 << cell)
        for other in values(self.candidates[cell] & ~(1 << value)):
            self.strike(cell, other)
        super().place(cell, value)

    def strike(self, cell: int, value: int) -> None:
        super().strike(cell, value)
        mask = self.candidates[cell]
        if mask and not mask & (mask - 1) and self.open >> cell & 1:
            self._naked.append(cell)
        for house in self._around[cell]:
            left = self.places[value] & house.mask
            if left and not left & (left - 1):
                self._hidden.append((house, value))

    def full_houses(self) -> Iterator[Step]:
        """The oldest naked single that is the last cell of a house."""
        for cell, value in self._listed():
            for house in self.layout.around[cell]:
                if self.open & house.mask == 1 << cell:
                    yield _last(self, "full house", cell, value, house)

    def naked_singles(self) -> Iterator[Step]:
        yield from (_naked(self, cell, value) for cell, value in self._listed())

    def _listed(self) -> Iterator[tuple[int, int]]:
        """The naked singles on the list that are still open."""
        while self._naked and not self.open >> self._naked[0] & 1:
            self._naked.popleft()
        for cell in self._naked:
            if self.open >> cell & 1:
                yield cell, self.candidates[cell].bit_length() - 1

    def hidden_singles(self) -> Iterator[Step]:
        """The oldest hidden single."""
        while self._hidden:
            house, value = self._hidden[0]
            if left := self.places[value] & house.mask:
                yield _hidden(self, left.bit_length() - 1, value, house)
                return
            self._hidden.popleft()
