"""Almost locked sets: n cells of a house that have n + 1 candidates together.

If such a set loses one of its values, the others are locked into it. Two sets have a value as a
restricted common if only one of them can contain it, because all of its places in one set see all
of its places in the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from clew.core.faces import Domain, domain, values
from clew.explanations.techniques.position import Cells, House, Position
from clew.explanations.techniques.step import Candidates, Step, ranked, striking

LONGEST = 6
"""The maximum number of sets in a chain."""


@dataclass(frozen=True, slots=True)
class Als:
    """Cells and their candidates, with each candidate's places and the cells that see them all."""

    cells: Cells
    mask: Domain
    places: dict[int, Cells]
    seen: dict[int, Cells]


def almost_locked_sets(position: Position) -> list[Als]:
    """Return all almost locked sets of a position, each once."""
    found: dict[Cells, Als] = {}
    for house in position.layout.houses:
        cells = [cell for cell in house.cells if position.candidates[cell]]
        for size in range(1, len(cells)):
            for chosen in combinations(cells, size):
                mask = position.union(chosen)
                if mask.bit_count() == size + 1 and (here := domain(chosen)) not in found:
                    places = {value: position.places[value] & here for value in values(mask)}
                    seen = {v: position.seen_by_all(values(at)) for v, at in places.items()}
                    found[here] = Als(here, mask, places, seen)
    return list(found.values())


def _commons(sets: Sequence[Als]) -> Iterator[tuple[int, int, Domain]]:
    """Yield the numbers and restricted commons of any two sets that have some and don't overlap."""
    for (n, one), (m, two) in combinations(enumerate(sets), 2):
        if one.mask & two.mask and not one.cells & two.cells:
            shared = values(one.mask & two.mask)
            found = domain(v for v in shared if not two.places[v] & ~one.seen[v])
            if found:
                yield n, m, found


def als_xz(position: Position) -> list[Step]:
    """Find two sets with a restricted common, so that one of them has any other shared value."""
    sets = almost_locked_sets(position)
    pairs = (((sets[n], sets[m]), commons) for n, m, commons in _commons(sets))
    found = ((pair, _apart(position, *pair, commons)) for pair, commons in pairs)
    return ranked(_step(position, "ALS-XZ", pair, struck) for pair, struck in found if struck)


def _apart(position: Position, one: Als, two: Als, commons: Domain) -> Candidates:
    """Return the eliminations of two sets with restricted commons.

    With one restricted common, one of the sets contains each other shared value. With two, each
    set's other values are locked into it.
    """
    if not commons & (commons - 1):
        return tuple(sorted(_seen_by_both(position, one, two, ~commons)))
    gone = set(_seen_by_both(position, one, two))
    for als in (one, two):
        for value in values(als.mask & ~commons):
            gone.update(position.struck(als.seen[value] & ~als.cells, value))
    return tuple(sorted(gone))


def _seen_by_both(position: Position, one: Als, two: Als, among: Domain = -1) -> Candidates:
    """Return the eliminations if each of the shared values is in one of the two sets."""
    rest = ~one.cells & ~two.cells
    return tuple(
        candidate
        for value in values(one.mask & two.mask & among)
        for candidate in position.struck(one.seen[value] & two.seen[value] & rest, value)
    )


def als_xy_wings(position: Position) -> list[Step]:
    """Find two sets, each with a different restricted common with a third set."""
    return ranked(_chained(position, 3, 3, "ALS-XY-Wing"))


def als_chains(position: Position) -> list[Step]:
    """Find chains of sets in which consecutive links have different restricted commons."""
    return ranked(_chained(position, 4, LONGEST, "ALS chain"))


def _chained(position: Position, least: int, most: int, name: str) -> Iterator[Step]:
    """Yield the steps of chains, found breadth-first from each set."""
    sets = almost_locked_sets(position)
    near: dict[int, list[tuple[int, Domain]]] = {}
    for n, m, commons in _commons(sets):
        near.setdefault(n, []).append((m, commons))
        near.setdefault(m, []).append((n, commons))
    for start in near:
        for path, first, last in _paths(near, start, most):
            one, two = sets[path[0]], sets[path[-1]]
            if len(path) < least or start > path[-1] or one.cells & two.cells:
                continue
            if struck := _seen_by_both(position, one, two, ~first & ~last):
                yield _step(position, name, [sets[number] for number in path], struck)


def _paths(
    near: dict[int, list[tuple[int, Domain]]], start: int, most: int
) -> Iterator[tuple[tuple[int, ...], Domain, Domain]]:
    """Yield chains of sets, each with the restricted commons of its first and last links.

    Each set is entered by each value only once.
    """
    met: set[tuple[int, Domain]] = set()
    layer: list[tuple[tuple[int, ...], Domain, Domain]] = [((start,), 0, 0)]
    for _ in range(1, most):
        before, layer = layer, []
        for path, first, last in before:
            for number, commons in near[path[-1]]:
                for common in values(commons & ~last):
                    bit = 1 << common
                    if (number, bit) not in met and number not in path:
                        met.add((number, bit))
                        layer.append(((*path, number), first or bit, bit))
                        yield layer[-1]


def _step(position: Position, name: str, sets: Sequence[Als], struck: Candidates) -> Step:
    cells = tuple(dict.fromkeys(cell for als in sets for cell in values(als.cells)))
    where = "; ".join(position.names(als.cells) for als in sets)
    text = f"Each of these sets has one candidate more than cells, and one is locked: {where}"
    return striking(name, cells, position.held(cells), struck, text)


# ------------------------------------------------------------ where a box and a line cross


def sue_de_coq(position: Position) -> Iterator[Step]:
    """Find a Sue de Coq: cells of a box and a line, completed by a set on each side.

    There are at least two more candidates than cells. The sets use up the surplus.
    """
    for box, line, both in position.layout.crossings:
        for size in (2, 3):
            for chosen in combinations(values(both & position.open), size):
                mask = position.union(chosen)
                if mask.bit_count() >= size + 2:
                    yield from _two_sets(position, box, line, domain(chosen), mask)


def _sides(position: Position, house: House, cut: Cells, mask: Domain) -> list[tuple[Cells, int]]:
    """Return sets of a house's cells outside the cut, and the candidates of each set.

    Each set has some of the candidates in `mask`, and more candidates than cells.
    """
    cells = list(values(house.mask & position.open & ~cut))
    sets = (c for size in range(1, len(cells)) for c in combinations(cells, size))
    unions = ((chosen, position.union(chosen)) for chosen in sets)
    return [(domain(c), held) for c, held in unions if held.bit_count() > len(c) and held & mask]


def _two_sets(
    position: Position, box: House, line: House, middle: Cells, mask: Domain
) -> Iterator[Step]:
    sides = (_sides(position, house, middle, mask) for house in (line, box))
    for (first, one), (second, two) in product(*sides):
        taken = middle | first | second
        if first & second or one & two or (mask | one | two).bit_count() != taken.bit_count():
            continue
        spare = mask & ~one & ~two
        struck = dict.fromkeys(
            position.all_struck(line.mask & ~taken, one | spare)
            + position.all_struck(box.mask & ~taken, two | spare)
        )
        if struck:
            cells = tuple(values(taken))
            names = position.names(cells)
            text = f"{names} have as many candidates as cells, each confined to a house"
            yield striking("Sue de Coq", cells, position.held(cells), tuple(struck), text)
