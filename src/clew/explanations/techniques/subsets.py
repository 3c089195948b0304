"""Locked candidates; naked and hidden pairs, triplets and quads, with as many cells as values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clew.core.faces import Domain, domain, values
from clew.core.heaps import spoken
from clew.explanations.techniques.position import (
    BOX,
    Cells,
    House,
    Position,
    only,
    subsets,
)
from clew.explanations.techniques.step import Candidates, Step, placing, striking

POINTING, CLAIMING = "pointing", "claiming"
Lock = tuple[House, House, Cells, int]
"""A house, another, where they cross, and a value that is nowhere else in the first."""
NAMES = {2: "pair", 3: "triplet", 4: "quad"}


def naked_sets(position: Position, size: int) -> Iterator[Step]:
    """So many cells of a house that have so many candidates together: no other cell has them."""
    for house in _large(position, size):
        for cells, together in _narrow(position, house.cells, size):
            struck = position.all_struck(house.mask & ~domain(cells), together)
            if struck:
                where = str(house)
                yield _naked(position, "naked", cells, together, tuple(sorted(struck)), where)


def locked_sets(position: Position, size: int) -> Iterator[Step]:
    """A naked set where a box and a line cross, with effect in both and in the line beyond."""
    order = position.layout.of_kind[BOX].index
    for box, line, both in sorted(position.layout.crossings, key=lambda each: order(each[0])):
        for cells, together in _narrow(position, values(both), size):
            in_box, in_line = (
                sorted(position.all_struck(house.mask & ~domain(cells), together))
                for house in (box, line)
            )
            if in_box and any(not both >> cell & 1 for cell, _ in in_line):
                struck = tuple(dict.fromkeys((*in_line, *in_box)))
                yield _naked(position, "locked", cells, together, struck, f"{box} and {line}")


def _large(position: Position, size: int) -> Iterator[House]:
    """The houses with more open cells than a set has."""
    for house in position.layout.houses:
        if (house.mask & position.open).bit_count() > size:
            yield house


def _narrow(
    position: Position, cells: Iterable[int], size: int
) -> Iterator[tuple[tuple[int, ...], Domain]]:
    """So many of the cells with so many candidates together, and these."""
    masks = ((cell, position.candidates[cell]) for cell in cells)
    return subsets([each for each in masks if 2 <= each[1].bit_count() <= size], size)


def _naked(
    position: Position,
    kind: str,
    cells: tuple[int, ...],
    together: Domain,
    struck: Candidates,
    where: str,
) -> Step:
    said = spoken(map(str, values(together)))
    text = f"{position.names(cells)} can only be {said}, so no other cell of {where} can"
    return striking(f"{kind} {NAMES[len(cells)]}", cells, position.held(cells), struck, text)


def hidden_sets(position: Position, size: int, direct: bool = False) -> Iterator[Step]:
    """So many values with so many places in a house: these cells hold nothing else.

    A direct step shows the single that follows.
    """
    for house in _large(position, size):
        masks = [
            (value, mask)
            for value in values(position.layout.symbols)
            if 2 <= (mask := position.places[value] & house.mask).bit_count() <= size
        ]
        for chosen, places in subsets(masks, size):
            keep, cells = domain(chosen), tuple(values(places))
            if struck := position.held(cells, ~keep):
                said = spoken(map(str, values(keep)))
                text = f"in {house}, {said} are only in {position.names(cells)}"
                causes = position.held(cells, keep)
                found = striking(f"hidden {NAMES[size]}", cells, causes, struck, text)
                yield from _singles(position, house, found, keep) if direct else [found]


def _singles(position: Position, house: House, found: Step, keep: Domain) -> Iterator[Step]:
    for value in values(position.layout.symbols & ~keep):
        places = position.places[value] & house.mask
        cell = only(places & ~domain(found.cells))
        if cell is not None and only(places) is None:
            text = f"{found.text}: so {position.name(cell)} is the only place for {value}"
            name = f"direct {found.technique}"
            yield placing(name, found.cells, (cell, value), text, found.causes)


# ------------------------------------------------------------ where a box and a line cross


def locked_candidates(position: Position, kind: str, direct: bool = False) -> Iterator[Step]:
    """In one house the value is only where it crosses another: so it is nowhere else in that.

    Pointing is from a box to a line, claiming from a line to a box. A direct step shows the
    single that follows.
    """
    for lock in _locks(position, kind):
        yield from (
            _lock_singles(position, kind, lock) if direct else [_lock_step(position, kind, lock)]
        )


def locked_by_house(position: Position, kind: str) -> Iterator[Step]:
    """The same steps, house by house and there value by value."""
    order = position.layout.houses.index
    for lock in sorted(_locks(position, kind), key=lambda lock: (order(lock[0]), lock[3])):
        yield _lock_step(position, kind, lock)


def _locks(position: Position, kind: str) -> Iterator[Lock]:
    for box, line, both in position.layout.crossings:
        inside, other = (box, line) if kind == POINTING else (line, box)
        for value in values(position.layout.symbols):
            places = position.places[value]
            here = places & inside.mask
            if here and not here & ~both and places & other.mask & ~both:
                yield inside, other, both, value


def _lock_step(position: Position, kind: str, lock: Lock) -> Step:
    inside, other, both, value = lock
    cells = tuple(values(position.places[value] & both))
    text = f"in {inside}, {value} is only in {other} ({position.names(cells)})"
    struck = position.struck(other.mask & ~both, value)
    return striking(kind, cells, tuple((cell, value) for cell in cells), struck, text)


def _lock_singles(position: Position, kind: str, lock: Lock) -> Iterator[Step]:
    inside, other, both, value = lock
    found = _lock_step(position, kind, lock)
    for third in position.layout.of_kind[inside.kind]:
        if third is inside or not third.mask & other.mask:
            continue
        # diagonals may cross in `both`
        cell = only(position.places[value] & third.mask & ~(other.mask & ~both))
        if cell is not None:
            text = f"{found.text}: so {position.name(cell)} is the only place for it in {third}"
            yield placing(f"direct {kind}", found.cells, (cell, value), text, found.causes)
