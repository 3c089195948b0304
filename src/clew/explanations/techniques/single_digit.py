"""One value and its places: skyscraper, two-string kite, turbot fish, empty rectangle, X-chain."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import combinations

from clew.core.faces import values
from clew.explanations.techniques.position import BLOCK, COLUMN, ROW, Cells, House, Position
from clew.explanations.techniques.step import Step

Link = tuple[int, int]
"""Two cells, the only places of a value in a house: one of them holds it."""
SMALLEST_CORNER = 3
"""With fewer places an empty rectangle is a strong link, which has names of its own."""


def links(position: Position, value: int, houses: tuple[House, ...]) -> list[Link]:
    """The strong links of a value in these houses."""
    found = []
    for house in houses:
        mask = position.places[value] & house.mask
        if mask.bit_count() == 2:
            found.append(((mask & -mask).bit_length() - 1, mask.bit_length() - 1))
    return found


def skyscrapers(position: Position) -> Iterator[Step]:
    """Two lines with two places each, one of each in the same cross line."""
    kinds = position.frame.of_kind
    for kind, across in ((ROW, COLUMN), (COLUMN, ROW)):
        for value in values(position.frame.symbols):
            for one, two in combinations(links(position, value, kinds[kind]), 2):
                for (base, top), (foot, roof) in _turns(one, two):
                    if _share(kinds[across], base, foot):
                        yield from _step(position, "skyscraper", value, (top, base, foot, roof))


def kites(position: Position) -> Iterator[Step]:
    """A row and a column with two places each, one of each in the same block."""
    kinds = position.frame.of_kind
    for value in values(position.frame.symbols):
        for one in links(position, value, kinds[ROW]):
            for two in links(position, value, kinds[COLUMN]):
                for (base, top), (foot, roof) in _turns(one, two):
                    if _share(kinds[BLOCK], base, foot) and len({base, top, foot, roof}) == 4:
                        yield from _step(
                            position, "two-string kite", value, (top, base, foot, roof)
                        )


def turbot_fish(position: Position) -> Iterator[Step]:
    """Two strong links with an end of each in one house, whatever houses they are."""
    peers = position.frame.peers
    for value in values(position.frame.symbols):
        for one, two in combinations(links(position, value, position.frame.houses), 2):
            for (base, top), (foot, roof) in _turns(one, two):
                if peers[base] >> foot & 1 and len({base, top, foot, roof}) == 4:
                    yield from _step(position, "turbot fish", value, (top, base, foot, roof))


def _turns(one: Link, two: Link) -> Iterator[tuple[Link, Link]]:
    for first in (one, one[::-1]):
        for second in (two, two[::-1]):
            yield (first[0], first[1]), (second[0], second[1])


def _share(houses: tuple[House, ...], one: int, two: int) -> bool:
    return any(house.mask >> one & house.mask >> two & 1 for house in houses)


def empty_rectangles(position: Position) -> Iterator[Step]:
    """In a block the value is in one row and one column; a strong link leads round."""
    kinds = position.frame.of_kind
    for value in values(position.frame.symbols):
        for block in kinds[BLOCK]:
            here = position.places[value] & block.mask
            if here.bit_count() < SMALLEST_CORNER:
                continue
            for row in kinds[ROW]:
                for column in kinds[COLUMN]:
                    if _corner(here, row, column):
                        yield from _round(position, value, block, here, row, column)
                        yield from _round(position, value, block, here, column, row)


def _corner(here: Cells, row: House, column: House) -> bool:
    """Whether these cells are in the row or the column, and not all of them in one."""
    return (
        not here & ~row.mask & ~column.mask and here & ~row.mask != 0 and here & ~column.mask != 0
    )


def _round(
    position: Position, value: int, block: House, here: Cells, line: House, across: House
) -> Iterator[Step]:
    """From a place on the line, along a strong link across it, back to the other arm's line."""
    kinds = position.frame.of_kind
    for start in values(position.places[value] & line.mask & ~block.mask):
        (string,) = (h for h in kinds[across.kind] if h.mask >> start & 1)
        for one, two in links(position, value, (string,)):
            end = two if one == start else one
            (back,) = (h for h in kinds[line.kind] if h.mask >> end & 1)
            struck = position.struck(back.mask & across.mask & ~block.mask, value)
            if struck:
                cells = (*values(here), start, end)
                text = (
                    f"{value} is in {line} or {across} of {block}, and in {position.name(start)} "
                    f"or {position.name(end)}"
                )
                causes = tuple((cell, value) for cell in cells)
                yield Step("empty rectangle", 0.0, cells, causes, (), struck, text)


def x_chains(position: Position) -> Iterator[Step]:
    """Strong links of one value, each end in a house with the next link: shortest first."""
    found = []
    for value in values(position.frame.symbols):
        strong = _partners(links(position, value, position.frame.houses))
        for start in sorted(strong):
            for path in _alternating(position, value, strong, start):
                found += list(_step(position, "X-chain", value, path))
    yield from sorted(found, key=lambda step: len(step.cells))


def _partners(pairs: list[Link]) -> dict[int, list[int]]:
    partners: dict[int, list[int]] = {}
    for one, two in dict.fromkeys(pairs):
        partners.setdefault(one, []).append(two)
        partners.setdefault(two, []).append(one)
    return partners


def _alternating(
    position: Position, value: int, strong: dict[int, list[int]], start: int
) -> Iterator[tuple[int, ...]]:
    """The shortest chain from a cell to each end of a strong link, strong first and last."""
    before: dict[int, tuple[int, ...]] = {start: ()}
    waiting: deque[tuple[int, ...]] = deque([(start,)])
    while waiting:
        path = waiting.popleft()
        for end in strong[path[-1]]:
            if end in before or end in path:
                continue
            before[end] = (*path, end)
            yield before[end]
            for after in values(position.places[value] & position.frame.peers[end]):
                if after in strong and after not in before[end]:
                    waiting.append((*before[end], after))


def _step(position: Position, name: str, value: int, path: tuple[int, ...]) -> Iterator[Step]:
    """One end of the path or the other holds the value."""
    if struck := position.struck(position.seen_by_all((path[0], path[-1])), value):
        causes = tuple((cell, value) for cell in path)
        text = (
            f"along {position.names(path)}, {value} is in {position.name(path[0])} or "
            f"{position.name(path[-1])}"
        )
        yield Step(name, 0.0, path, causes, (), struck, text)
