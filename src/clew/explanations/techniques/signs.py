"""What signs between cells say: the first of a pair is smaller than the second."""

from __future__ import annotations

from collections.abc import Iterator

from clew.core.faces import Domain, domain, values
from clew.explanations.techniques.position import Cells, House, Position, only
from clew.explanations.techniques.step import Candidates, Step, placing, striking


def extremes(position: Position) -> Iterator[Step]:
    """The least value is in no cell that is greater than another, nor the greatest in a smaller."""
    layout, symbols = position.layout, list(values(position.layout.symbols))
    above = domain(greater for _, greater in layout.less)
    below = domain(smaller for smaller, _ in layout.less)
    for value, out, side in ((symbols[0], above, "greater"), (symbols[-1], below, "smaller")):
        for house in layout.houses:
            places = position.places[value] & house.mask
            cell = only(places & ~out)
            if places & out and cell is not None:
                text = (
                    f"in {house} only {position.name(cell)} can be {value}: "
                    f"the others are {side} than a neighbour"
                )
                yield placing("only extreme", house.cells, (cell, value), text)


def neighbours(position: Position) -> Iterator[Step]:
    """A sign beside a cell that is filled; or it says that a cell is not the least or greatest."""
    every = position.layout.symbols
    known = [1 << value if value else every for value in position.value]
    return _along_signs(position, "sign", known)


def chains_of_signs(position: Position) -> Iterator[Step]:
    """A cell exceeds the least that the cell below it can be, and so on along the signs."""
    known = [_mask(position, cell) for cell in range(position.layout.size)]
    return _along_signs(position, "chain of signs", known)


def _along_signs(position: Position, technique: str, known: list[Domain]) -> Iterator[Step]:
    """What each sign eliminates, by what is known of the cell on its other side."""
    for smaller, greater in position.layout.less:
        low, high = known[smaller] & -known[smaller], 1 << known[greater].bit_length() - 1
        for struck in (_at_most(position, greater, low), _at_least(position, smaller, high)):
            if struck:
                text = f"{position.name(smaller)} < {position.name(greater)}"
                yield striking(technique, (smaller, greater), (), struck, text)


def crowded_signs(position: Position) -> Iterator[Step]:
    """Several cells of one house on one side of a cell need as many values there."""
    for cell in values(position.open):
        for up in (True, False):
            others = _reached(position, cell, up)
            for house in position.layout.houses:
                group = list(values(others & house.mask))
                if len(group) > 1 and (struck := _crowded(position, cell, group, up)):
                    yield _crowd(position, house, cell, group, up, struck)


def _reached(position: Position, cell: int, up: bool) -> Cells:
    """The cells that signs say are smaller than a cell (`up`: it lies above them), or greater."""
    found, waiting = 0, [cell]
    while waiting:
        for other, greater in position.layout.signs[waiting.pop()]:
            if greater != up and not found >> other & 1:
                found |= 1 << other
                waiting.append(other)
    return found


def _crowded(position: Position, cell: int, group: list[int], up: bool) -> Candidates:
    """What a cell cannot be, since the group needs different values on its one side."""
    masks = [_mask(position, other) for other in group]
    width = max(mask.bit_length() for mask in masks)
    if up:  # the least bit up to which the sets have different members for all
        for length in range(1, width + 1):
            if _matched([mask & ((1 << length) - 1) for mask in masks]):
                return _at_most(position, cell, 1 << length - 1)
    else:
        for low in reversed(range(width)):
            if _matched([mask >> low for mask in masks]):
                return _at_least(position, cell, 1 << low)
    return ()


def _matched(masks: list[Domain]) -> bool:
    """Whether each set can give a member of its own (Kuhn's matching)."""
    owner: dict[int, int] = {}

    def give(number: int, tried: set[int]) -> bool:
        for value in values(masks[number]):
            if value not in tried:
                tried.add(value)
                if value not in owner or give(owner[value], tried):
                    owner[value] = number
                    return True
        return False

    return all(give(number, set()) for number in range(len(masks)))


def _mask(position: Position, cell: int) -> Domain:
    return position.candidates[cell] or 1 << position.value[cell]


def _at_most(position: Position, cell: int, bit: int) -> Candidates:
    """The candidates of a cell up to a bit."""
    return position.held((cell,), 2 * bit - 1)


def _at_least(position: Position, cell: int, bit: int) -> Candidates:
    return position.held((cell,), ~(bit - 1))


def _crowd(
    position: Position, house: House, cell: int, group: list[int], up: bool, struck: Candidates
) -> Step:
    text = (
        f"{position.name(cell)} is {'greater' if up else 'smaller'} than {position.names(group)}, "
        f"which differ since all are in {house}"
    )
    return striking("signs on one line", (cell, *group), (), struck, text)
