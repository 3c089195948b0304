"""A value that is locked into where a block and a line cross."""

from __future__ import annotations

from collections.abc import Iterator

from clew.core.faces import values
from clew.explanations.techniques.position import Cells, House, Position, only
from clew.explanations.techniques.step import Step, placing, striking

POINTING, CLAIMING = "pointing", "claiming"
Lock = tuple[House, House, Cells, int]
"""A house, another, where they cross, and a value that is nowhere else in the first."""


def locked_candidates(position: Position, kind: str, direct: bool = False) -> Iterator[Step]:
    """In one house the value is only where it crosses another: so it is nowhere else in that.

    Pointing is from a block to a line, claiming from a line to a block. A direct step shows the
    single that follows.
    """
    for lock in _locks(position, kind):
        yield from _singles(position, kind, lock) if direct else [_step(position, kind, lock)]


def locked_by_house(position: Position, kind: str) -> Iterator[Step]:
    """The same steps, house by house and there value by value."""
    order = position.layout.houses.index
    for lock in sorted(_locks(position, kind), key=lambda lock: (order(lock[0]), lock[3])):
        yield _step(position, kind, lock)


def _locks(position: Position, kind: str) -> Iterator[Lock]:
    for block, line, both in position.layout.crossings:
        inside, other = (block, line) if kind == POINTING else (line, block)
        for value in values(position.layout.symbols):
            places = position.places[value]
            here = places & inside.mask
            if here and not here & ~both and places & other.mask & ~both:
                yield inside, other, both, value


def _step(position: Position, kind: str, lock: Lock) -> Step:
    inside, other, both, value = lock
    cells = tuple(values(position.places[value] & both))
    text = f"in {inside}, {value} is only in {other} ({position.names(cells)})"
    struck = position.struck(other.mask & ~both, value)
    return striking(kind, cells, tuple((cell, value) for cell in cells), struck, text)


def _singles(position: Position, kind: str, lock: Lock) -> Iterator[Step]:
    inside, other, both, value = lock
    found = _step(position, kind, lock)
    for third in position.layout.of_kind[inside.kind]:
        if third is inside or not third.mask & other.mask:
            continue
        # diagonals may cross in `both`
        cell = only(position.places[value] & third.mask & ~(other.mask & ~both))
        if cell is not None:
            text = f"{found.text}: so {position.name(cell)} is the only place for it in {third}"
            yield placing(f"direct {kind}", found.cells, (cell, value), text, found.causes)
