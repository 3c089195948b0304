"""What signs between cells say: the first of a pair is smaller than the second."""

from __future__ import annotations

from collections.abc import Iterator

from clew.core.faces import values
from clew.explanations.techniques.position import House, Position
from clew.explanations.techniques.step import Step

Struck = tuple[tuple[int, int], ...]


def extremes(position: Position) -> Iterator[Step]:
    """The least value is in no cell that is greater than another, nor the greatest in a smaller."""
    least = (position.frame.symbols & -position.frame.symbols).bit_length() - 1
    greatest = position.frame.symbols.bit_length() - 1
    above = _cells(greater for _, greater in position.frame.less)
    below = _cells(smaller for smaller, _ in position.frame.less)
    for value, out, said in ((least, above, "greater than"), (greatest, below, "smaller than")):
        for house in position.frame.houses:
            places = position.places[value] & house.mask
            left = places & ~out
            if places != left and left and not left & (left - 1):
                cell = left.bit_length() - 1
                text = (
                    f"in {house} only {position.name(cell)} can be {value}: "
                    f"the others are {said} a neighbour"
                )
                yield Step("only extreme", 3.0, house.cells, (), ((cell, value),), (), text)


def neighbours(position: Position) -> Iterator[Step]:
    """A sign beside a cell that is filled; or it says that a cell is not the least or greatest."""
    least = position.frame.symbols & -position.frame.symbols
    greatest = 1 << position.frame.symbols.bit_length() - 1
    for smaller, greater in position.frame.less:
        low = 1 << position.value[smaller] if position.value[smaller] else least
        if struck := _at_most(position, greater, low):
            yield _bound(position, "sign", 4.0, smaller, greater, struck)
        high = 1 << position.value[greater] if position.value[greater] else greatest
        if struck := _at_least(position, smaller, high):
            yield _bound(position, "sign", 4.0, smaller, greater, struck)


def chains_of_signs(position: Position) -> Iterator[Step]:
    """A cell exceeds the least that the cell below it can be, and so on along the signs."""
    for smaller, greater in position.frame.less:
        below = _mask(position, smaller)
        if struck := _at_most(position, greater, below & -below):
            yield _bound(position, "chain of signs", 5.0, smaller, greater, struck)
        above = _mask(position, greater)
        if struck := _at_least(position, smaller, 1 << above.bit_length() - 1):
            yield _bound(position, "chain of signs", 5.0, smaller, greater, struck)


def crowded_signs(position: Position) -> Iterator[Step]:
    """Several cells of one house on one side of a cell need as many values there."""
    for cell in values(position.open):
        for up in (True, False):
            others = _reached(position, cell, up)
            for house in position.frame.houses:
                group = list(values(others & house.mask))
                if len(group) > 1 and (struck := _crowded(position, cell, group, up)):
                    yield _crowd(position, house, cell, group, up, struck)


def _reached(position: Position, cell: int, up: bool) -> int:
    """The cells that signs say are smaller than a cell (`up`: it lies above them), or greater."""
    found, waiting = 0, [cell]
    while waiting:
        here = waiting.pop()
        for smaller, greater in position.frame.less:
            source, sink = (greater, smaller) if up else (smaller, greater)
            if source == here and not found >> sink & 1:
                found |= 1 << sink
                waiting.append(sink)
    return found


def _crowded(position: Position, cell: int, group: list[int], up: bool) -> Struck:
    """What a cell cannot be, since the group needs different values on its one side."""
    masks = [_mask(position, other) for other in group]
    bound = _least_greatest(masks) if up else _greatest_least(masks)
    if bound is None:
        return ()
    return _at_most(position, cell, bound) if up else _at_least(position, cell, bound)


def _least_greatest(masks: list[int]) -> int | None:
    """The least bit below and up to which the sets have different members for all."""
    top = max(mask.bit_length() for mask in masks)
    for length in range(1, top + 1):
        if _matched([mask & ((1 << length) - 1) for mask in masks]):
            return 1 << length - 1
    return None


def _greatest_least(masks: list[int]) -> int | None:
    for low in reversed(range(max(mask.bit_length() for mask in masks))):
        if _matched([mask >> low for mask in masks]):
            return 1 << low
    return None


def _matched(masks: list[int]) -> bool:
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


def _mask(position: Position, cell: int) -> int:
    return position.candidates[cell] or 1 << position.value[cell]


def _at_most(position: Position, cell: int, bit: int) -> Struck:
    """The candidates of a cell up to a bit."""
    return tuple((cell, v) for v in values(position.candidates[cell] & (2 * bit - 1)))


def _at_least(position: Position, cell: int, bit: int) -> Struck:
    return tuple((cell, v) for v in values(position.candidates[cell] & ~(bit - 1)))


def _bound(
    position: Position, technique: str, rating: float, smaller: int, greater: int, struck: Struck
) -> Step:
    said = f"{position.name(smaller)} < {position.name(greater)}"
    return Step(technique, rating, (smaller, greater), (), (), struck, said)


def _crowd(
    position: Position, house: House, cell: int, group: list[int], up: bool, struck: Struck
) -> Step:
    side = "greater than" if up else "smaller than"
    text = (
        f"{position.name(cell)} is {side} {position.names(group)}, "
        f"which differ since all are in {house}"
    )
    return Step("signs on one line", 8.0, (cell, *group), (), (), struck, text)


def _cells(several: Iterator[int]) -> int:
    found = 0
    for cell in several:
        found |= 1 << cell
    return found
