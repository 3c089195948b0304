"""Cells and values with one place left."""

from __future__ import annotations

from collections.abc import Iterator

from clew.core.faces import values
from clew.explanations.techniques.position import BLOCK, House, Position
from clew.explanations.techniques.step import Step


def last_cells(position: Position) -> Iterator[Step]:
    """A house with one open cell."""
    for house in position.frame.houses:
        left = house.mask & position.open
        if left and not left & (left - 1):
            cell = left.bit_length() - 1
            for value in values(position.candidates[cell]):
                yield _placed(
                    position,
                    "last cell",
                    1.0,
                    cell,
                    value,
                    house,
                    f"is the last open cell of {house}",
                )


def hidden_singles(position: Position) -> Iterator[Step]:
    """A value with one place left in a house; blocks are easier to see than lines."""
    places = position.places
    for house in position.frame.houses:
        mask = house.mask
        for value in values(position.frame.symbols):
            left = places[value] & mask
            if left and not left & (left - 1):
                cell = left.bit_length() - 1
                rating = 1.2 if house.kind == BLOCK else 1.5
                yield _placed(
                    position,
                    "hidden single",
                    rating,
                    cell,
                    value,
                    house,
                    f"is the only place for {value} in {house}",
                )


def naked_singles(position: Position) -> Iterator[Step]:
    """A cell with one candidate left."""
    for cell in values(position.open):
        mask = position.candidates[cell]
        if not mask & (mask - 1):
            value = mask.bit_length() - 1
            text = f"{position.name(cell)} can only be {value}"
            yield Step("naked single", 2.3, (cell,), (), ((cell, value),), (), text)


def _placed(
    position: Position, technique: str, rating: float, cell: int, value: int, house: House, why: str
) -> Step:
    text = f"{position.name(cell)} {why}: it is {value}"
    return Step(technique, rating, house.cells, (), ((cell, value),), (), text)
