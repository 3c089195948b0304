"""One value and its places: pairs of strong links, chains of them, colours, empty rectangles."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product

from clew.core.faces import values
from clew.explanations.techniques.position import BOX, COLUMN, ROW, Cells, House, Position
from clew.explanations.techniques.step import Candidates, Step, striking

Link = tuple[int, ...]
"""Two cells, the only places of a value in a house: one of them holds it."""
Cluster = tuple[Cells, Cells]
"""What strong links join: the cells of one colour and those of the other. One colour is true."""
SMALLEST_CORNER = 3
"""With fewer places an empty rectangle is a strong link, which has names of its own."""


def links(position: Position, value: int, houses: Sequence[House]) -> list[Link]:
    """The strong links of a value in these houses."""
    places = (position.places[value] & house.mask for house in houses)
    return [tuple(values(mask)) for mask in places if mask.bit_count() == 2]


# ------------------------------------------------------------ two links


def skyscrapers(position: Position) -> Iterator[Step]:
    """Two lines with two places each, one of each in the same cross line."""
    kinds = position.layout.of_kind
    for kind, across in ((ROW, COLUMN), (COLUMN, ROW)):
        for value in values(position.layout.symbols):
            pairs = combinations(links(position, value, kinds[kind]), 2)
            yield from _joined(position, "skyscraper", value, pairs, (across,))


def kites(position: Position) -> Iterator[Step]:
    """A row and a column with two places each, one of each in the same box."""
    kinds = position.layout.of_kind
    for value in values(position.layout.symbols):
        rows, columns = (links(position, value, kinds[kind]) for kind in (ROW, COLUMN))
        yield from _joined(position, "two-string kite", value, product(rows, columns), (BOX,))


def turbot_fish(position: Position) -> Iterator[Step]:
    """Two strong links with an end of each in one house, whatever houses they are."""
    houses = position.layout.houses
    for value in values(position.layout.symbols):
        pairs = combinations(links(position, value, houses), 2)
        yield from _joined(position, "turbot fish", value, pairs, tuple(position.layout.of_kind))


def _joined(
    position: Position,
    name: str,
    value: int,
    pairs: Iterator[tuple[Link, Link]],
    kinds: Sequence[str],
) -> Iterator[Step]:
    """The pairs of links that have an end of each in one house of these kinds."""
    around = position.layout.around
    for one, two in pairs:
        for (base, top), (foot, roof) in product((one, one[::-1]), (two, two[::-1])):
            path = (top, base, foot, roof)
            shared = [house for house in around[base] if house.mask >> foot & 1]
            if len(set(path)) == 4 and any(house.kind in kinds for house in shared):
                yield from _step(position, name, value, path)


# ------------------------------------------------------------ chains of links


def x_chains(position: Position) -> Iterator[Step]:
    """Strong links of one value, each end in a house with the next link: shortest first."""
    found: list[Step] = []
    for value in values(position.layout.symbols):
        strong = _partners(position, value)
        for start in sorted(strong):
            for path in _alternating(position, value, strong, start):
                found += _step(position, "X-chain", value, path)
    yield from sorted(found, key=lambda step: len(step.cells))


def _partners(position: Position, value: int) -> dict[int, list[int]]:
    """For each end of a strong link the other ends."""
    partners: dict[int, list[int]] = {}
    for one, two in dict.fromkeys(links(position, value, position.layout.houses)):
        partners.setdefault(one, []).append(two)
        partners.setdefault(two, []).append(one)
    return partners


def _alternating(
    position: Position, value: int, strong: dict[int, list[int]], start: int
) -> Iterator[tuple[int, ...]]:
    """The shortest chain from a cell to each end of a strong link, strong first and last."""
    met = {start}
    waiting: deque[tuple[int, ...]] = deque([(start,)])
    while waiting:
        path = waiting.popleft()
        for end in strong[path[-1]]:
            if end in met or end in path:
                continue
            met.add(end)
            longer = (*path, end)
            yield longer
            for after in values(position.places[value] & position.layout.peers[end]):
                if after in strong and after not in longer:
                    waiting.append((*longer, after))


def _step(position: Position, name: str, value: int, path: tuple[int, ...]) -> Iterator[Step]:
    """One end of the path or the other holds the value."""
    if struck := position.struck(position.seen_by_all((path[0], path[-1])), value):
        first, last = position.name(path[0]), position.name(path[-1])
        text = f"along {position.names(path)}, {value} is in {first} or {last}"
        yield striking(name, path, tuple((cell, value) for cell in path), struck, text)


# ------------------------------------------------------------ colours


def simple_colours(position: Position) -> Iterator[Step]:
    """What sees both colours is false; a colour that sees itself is false altogether."""
    for value in values(position.layout.symbols):
        for cluster in clusters(position, value):
            one, two = (position.seen_by_any(colour) for colour in cluster)
            itself = [
                colour for colour, seen in zip(cluster, (one, two), strict=True) if seen & colour
            ]
            sides = [position.names(colour) for colour in cluster]
            text = f"{value} is in all of {sides[0]} or in all of {sides[1]}"
            for cells in (*itself, one & two):
                if struck := position.struck(cells, value):
                    yield _coloured("simple colours", value, cluster, struck, text)


def multi_colours(position: Position) -> Iterator[Step]:
    """Where a colour of one cluster sees a colour of another, one of the two others is true."""
    for value in values(position.layout.symbols):
        for one, two in permutations(clusters(position, value), 2):
            both = (one[0] | two[0], one[1] | two[1])
            text = f"{value} alternates along {position.names(both[0] | both[1])}"
            for struck in _between(position, value, one, two):
                yield _coloured("multi-colours", value, both, struck, text)


def _between(position: Position, value: int, one: Cluster, two: Cluster) -> Iterator[Candidates]:
    for colour, other in (one, one[::-1]):
        seen = position.seen_by_any(colour)
        if seen & two[0] and seen & two[1]:
            yield position.struck(colour, value)
        for far, near in (two, two[::-1]):
            if seen & near:
                rest = position.seen_by_any(other) & position.seen_by_any(far)
                if struck := position.struck(rest, value):
                    yield struck


def clusters(position: Position, value: int) -> list[Cluster]:
    """The places of a value that strong links join, in two colours."""
    joined = _partners(position, value)
    found = []
    while joined:
        colours, waiting = [0, 0], [(min(joined), 0)]
        while waiting:
            cell, colour = waiting.pop()
            if cell in joined:
                colours[colour] |= 1 << cell
                waiting += [(other, 1 - colour) for other in joined.pop(cell)]
        found.append((colours[0], colours[1]))
    return found


def _coloured(name: str, value: int, cluster: Cluster, struck: Candidates, text: str) -> Step:
    cells = tuple(values(cluster[0] | cluster[1]))
    return striking(name, cells, tuple((cell, value) for cell in cells), struck, text)


# ------------------------------------------------------------ a link round a corner


def empty_rectangles(position: Position) -> Iterator[Step]:
    """In a box the value is in one row and one column; a strong link leads round."""
    kinds = position.layout.of_kind
    for value, box in product(values(position.layout.symbols), kinds[BOX]):
        here = position.places[value] & box.mask
        if here.bit_count() < SMALLEST_CORNER:
            continue
        for row, column in product(kinds[ROW], kinds[COLUMN]):
            if not here & ~row.mask & ~column.mask and here & ~row.mask and here & ~column.mask:
                yield from _round(position, value, box, row, column)
                yield from _round(position, value, box, column, row)


def _round(
    position: Position, value: int, box: House, line: House, across: House
) -> Iterator[Step]:
    """From a place on the line, along a strong link across it, back to the other arm's line."""
    kinds, places = position.layout.of_kind, position.places[value]
    for start in values(places & line.mask & ~box.mask):
        string = next(house for house in kinds[across.kind] if house.mask >> start & 1)
        for one, two in links(position, value, (string,)):
            end = two if one == start else one
            back = next(house for house in kinds[line.kind] if house.mask >> end & 1)
            if struck := position.struck(back.mask & across.mask & ~box.mask, value):
                cells = (*values(places & box.mask), start, end)
                ends = f"{position.name(start)} or {position.name(end)}"
                text = f"{value} is in {line} or {across} of {box}, and in {ends}"
                causes = tuple((cell, value) for cell in cells)
                yield striking("empty rectangle", cells, causes, struck, text)
