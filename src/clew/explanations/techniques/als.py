"""Almost locked sets: cells of a house with one candidate more than cells.

If such a set loses one of its values it is locked into the others. A value is a restricted common
of two sets if it can be in only one of them: all its places in one see all its places in the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from clew.core.faces import values
from clew.explanations.techniques.position import Cells, House, Position
from clew.explanations.techniques.step import Candidate, Step

LONGEST = 6
"""How many sets a chain has at most."""


@dataclass(frozen=True, slots=True)
class Als:
    """Cells, their candidates, and for each of these what all its places see."""

    cells: Cells
    mask: int
    places: dict[int, Cells]
    seen: dict[int, Cells]


def almost_locked_sets(position: Position) -> list[Als]:
    """All of them, each once."""
    found: dict[Cells, Als] = {}
    for house in position.frame.houses:
        cells = [cell for cell in house.cells if position.candidates[cell]]
        for size in range(1, len(cells)):
            for chosen in combinations(cells, size):
                mask = 0
                for cell in chosen:
                    mask |= position.candidates[cell]
                if mask.bit_count() == size + 1:
                    als = _als(position, chosen, mask)
                    found.setdefault(als.cells, als)
    return list(found.values())


def _als(position: Position, chosen: Sequence[int], mask: int) -> Als:
    cells = sum(1 << cell for cell in chosen)
    places = {value: position.places[value] & cells for value in values(mask)}
    seen = {value: position.seen_by_all(values(here)) for value, here in places.items()}
    return Als(cells, mask, places, seen)


def restricted(one: Als, two: Als) -> int:
    """The restricted commons of two sets that share no cell, as a set of values."""
    found = 0
    if not one.cells & two.cells:
        for value in values(one.mask & two.mask):
            if not two.places[value] & ~one.seen[value]:
                found |= 1 << value
    return found


def _commons(sets: Sequence[Als]) -> dict[tuple[int, int], int]:
    return {
        (one, two): found
        for one, two in combinations(range(len(sets)), 2)
        if sets[one].mask & sets[two].mask and (found := restricted(sets[one], sets[two]))
    }


def als_xz(position: Position) -> Iterator[Step]:
    """Two sets with a restricted common: another value they share is in one of them."""
    sets = almost_locked_sets(position)
    found = []
    for (one, two), commons in _commons(sets).items():
        struck = _apart(position, sets[one], sets[two], commons)
        if struck:
            found.append(_step(position, "ALS-XZ", (sets[one], sets[two]), struck))
    yield from _ranked(found)


def _apart(position: Position, one: Als, two: Als, commons: int) -> tuple[Candidate, ...]:
    single = commons & (commons - 1) == 0
    shared = one.mask & two.mask & ~commons if single else one.mask & two.mask
    gone: dict[Candidate, None] = {}
    for value in values(shared):
        gone |= dict.fromkeys(_seen_by_both(position, one, two, value))
    if not single:
        for value in values(commons):
            gone |= dict.fromkeys(_seen_by_both(position, one, two, value))
        for als in (one, two):
            for value in values(als.mask & ~commons):
                gone |= dict.fromkeys(position.struck(als.seen[value] & ~als.cells, value))
    return tuple(sorted(gone))


def _seen_by_both(position: Position, one: Als, two: Als, value: int) -> tuple[Candidate, ...]:
    seen = one.seen[value] & two.seen[value] & ~one.cells & ~two.cells
    return position.struck(seen, value)


def als_xy_wings(position: Position) -> Iterator[Step]:
    """Two sets, each with another restricted common with a third: a value they share is in one."""
    yield from _ranked(list(_chained(position, 3, 3, "ALS-XY-Wing")))


def als_chains(position: Position) -> Iterator[Step]:
    """Sets in a row, neighbours with restricted commons that change from each to the next."""
    yield from _ranked(list(_chained(position, 4, LONGEST, "ALS chain")))


def _chained(position: Position, least: int, most: int, name: str) -> Iterator[Step]:
    sets = almost_locked_sets(position)
    near: dict[int, list[tuple[int, int]]] = {}
    for (one, two), commons in _commons(sets).items():
        near.setdefault(one, []).append((two, commons))
        near.setdefault(two, []).append((one, commons))
    for start in near:
        yield from _grow(position, sets, near, start, least, most, name)


def _grow(
    position: Position, sets: Sequence[Als], near: dict[int, list[tuple[int, int]]],
    start: int, least: int, most: int, name: str,
) -> Iterator[Step]:  # fmt: skip
    """The chains from a set by breadth: each other set, entered by each value, once."""
    met: set[tuple[int, int]] = set()
    layer: list[tuple[tuple[int, ...], int, int]] = [((start,), 0, 0)]
    for length in range(2, most + 1):
        after = []
        for path, first, last in layer:
            for number, commons in near[path[-1]]:
                for common in values(commons & ~last):
                    bit = 1 << common
                    if (number, bit) in met or number in path:
                        continue
                    met.add((number, bit))
                    longer = (*path, number)
                    after.append((longer, first or bit, bit))
                    if length >= least and start < number:
                        yield from _ends(position, sets, longer, first or bit, bit, name)
        layer = after


def _ends(
    position: Position, sets: Sequence[Als], path: tuple[int, ...], first: int, last: int, name: str
) -> Iterator[Step]:
    one, two = sets[path[0]], sets[path[-1]]
    if one.cells & two.cells:
        return
    struck = tuple(
        candidate
        for value in values(one.mask & two.mask & ~first & ~last)
        for candidate in _seen_by_both(position, one, two, value)
    )
    if struck:
        yield _step(position, name, [sets[n] for n in path], struck)


def _ranked(found: list[Step]) -> list[Step]:
    return sorted(
        found,
        key=lambda s: (-len(s.eliminations), sum(c for c, _ in s.eliminations), len(s.cells)),
    )


def _step(
    position: Position, name: str, sets: Sequence[Als], struck: tuple[Candidate, ...]
) -> Step:
    cells = tuple(dict.fromkeys(cell for als in sets for cell in values(als.cells)))
    causes = tuple((cell, value) for cell in cells for value in values(position.candidates[cell]))
    said = "; ".join(position.names(als.cells) for als in sets)
    text = f"each of these has one candidate more than cells, and one is locked: {said}"
    return Step(name, 0.0, cells, causes, (), struck, text)


# ------------------------------------------------------------ where a block and a line cross


def sue_de_coq(position: Position) -> Iterator[Step]:
    """Cells of a block and a line with two candidates too many, taken up by a set on each side."""
    for block, line, both in position.frame.crossings:
        cells = list(values(both & position.open))
        for size in (2, 3):
            for chosen in combinations(cells, size):
                mask = 0
                for cell in chosen:
                    mask |= position.candidates[cell]
                if mask.bit_count() >= size + 2:
                    yield from _two_sets(position, block, line, chosen, mask)


def _sides(position: Position, house: House, cut: Cells, mask: int) -> list[tuple[Cells, int]]:
    """Sets of cells of a house beside the cut, with some of these candidates, and all of theirs."""
    cells = list(values(house.mask & position.open & ~cut))
    found = []
    for size in range(1, len(cells)):
        for chosen in combinations(cells, size):
            union = 0
            for cell in chosen:
                union |= position.candidates[cell]
            if union.bit_count() > size and union & mask:
                found.append((sum(1 << cell for cell in chosen), union))
    return found


def _two_sets(
    position: Position, block: House, line: House, chosen: tuple[int, ...], mask: int
) -> Iterator[Step]:
    middle = sum(1 << cell for cell in chosen)
    size = len(chosen)
    for first, one in _sides(position, line, middle, mask):
        for second, two in _sides(position, block, middle, mask):
            if first & second or one & two:
                continue
            union = mask | one | two
            if union.bit_count() != size + first.bit_count() + second.bit_count():
                continue
            taken = middle | first | second
            spare = mask & ~one & ~two
            struck = (
                *(s for v in values(one | spare) for s in position.struck(line.mask & ~taken, v)),
                *(s for v in values(two | spare) for s in position.struck(block.mask & ~taken, v)),
            )
            if struck:
                yield _sue(position, taken, tuple(dict.fromkeys(struck)))


def _sue(position: Position, taken: Cells, struck: tuple[Candidate, ...]) -> Step:
    cells = tuple(values(taken))
    causes = tuple((cell, value) for cell in cells for value in values(position.candidates[cell]))
    text = f"{position.names(cells)} have as many candidates as cells, each in one house at least"
    return Step("Sue de Coq", 0.0, cells, causes, (), struck, text)
