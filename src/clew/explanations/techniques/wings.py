"""XY- and XYZ-Wing: a pivot and two cells it sees. W-Wing: two like cells and a strong link."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from clew.core.faces import values
from clew.explanations.techniques.position import Position
from clew.explanations.techniques.step import Step


def wings(position: Position, triple: bool) -> Iterator[Step]:
    """Whatever the pivot is, one of the wings is the value: cells that see all of them are not.

    With a pivot of three candidates (XYZ-Wing) the pivot itself may be the value too.
    """
    peers, candidates = position.frame.peers, position.candidates
    pairs = [cell for cell in values(position.open) if candidates[cell].bit_count() == 2]
    for pivot in values(position.open):
        mask = candidates[pivot]
        if mask.bit_count() != 2 + triple:
            continue
        seen = peers[pivot]
        near = [c for c in pairs if seen >> c & 1 and _fits(candidates[c], mask, triple)]
        for one, two in combinations(near, 2):
            first, second = candidates[one], candidates[two]
            common = first & second
            if first == second or common.bit_count() != 1 or mask | common != first | second:
                continue
            if (first | second).bit_count() != 3:
                continue
            value = common.bit_length() - 1
            cells = (pivot, one, two) if triple else (one, two)
            if struck := position.struck(position.seen_by_all(cells), value):
                yield _wing(position, pivot, one, two, value, struck, triple)


def wings_by_cell(position: Position, triple: bool) -> Iterator[Step]:
    """The same, in the order of their cells."""
    yield from sorted(wings(position, triple), key=lambda step: sorted(step.cells))


def _fits(wing: int, pivot: int, triple: bool) -> bool:
    return wing & pivot == wing if triple else (wing & pivot).bit_count() == 1


def _wing(
    position: Position, pivot: int, one: int, two: int, value: int,
    struck: tuple[tuple[int, int], ...], triple: bool,
) -> Step:  # fmt: skip
    cells = (pivot, one, two)
    causes = tuple((c, v) for c in cells for v in values(position.candidates[c]))
    text = (
        f"whatever {position.name(pivot)} is, {value} is in "
        f"one of {position.names(cells if triple else (one, two))}"
    )
    name, rating = ("XYZ-Wing", 4.4) if triple else ("XY-Wing", 4.2)
    return Step(name, rating, cells, causes, (), struck, text)


def w_wings(position: Position) -> Iterator[Step]:
    """Two cells with the same two candidates: a strong link of one makes one of them the other."""
    peers, candidates = position.frame.peers, position.candidates
    pairs = [cell for cell in values(position.open) if candidates[cell].bit_count() == 2]
    for one, two in combinations(pairs, 2):
        if candidates[one] != candidates[two] or peers[one] >> two & 1:
            continue
        for value in values(candidates[one]):
            other = (candidates[one] & ~(1 << value)).bit_length() - 1
            struck = position.struck(peers[one] & peers[two], value)
            if struck and (link := _link(position, other, one, two)):
                yield _w_wing(position, (one, two), link, value, struck)


def _link(position: Position, value: int, one: int, two: int) -> tuple[int, ...]:
    """The only two places of a value in a house, if each cell sees one of them."""
    peers, ends = position.frame.peers, 1 << one | 1 << two
    for house in position.frame.houses:
        left = position.places[value] & house.mask
        if left.bit_count() == 2 and not left & ends:
            low, high = values(left)
            if (peers[one] >> low & peers[two] >> high & 1) or (
                peers[one] >> high & peers[two] >> low & 1
            ):
                return low, high
    return ()


def _w_wing(
    position: Position, ends: tuple[int, int], link: tuple[int, ...], value: int,
    struck: tuple[tuple[int, int], ...],
) -> Step:  # fmt: skip
    mask = position.candidates[ends[0]]
    other = (mask & ~(1 << value)).bit_length() - 1
    causes = (*((cell, v) for cell in ends for v in values(mask)), *((c, other) for c in link))
    text = (
        f"{other} is in {position.names(link)}, so {position.names(ends)} are not both {other}, "
        f"and one of them is {value}"
    )
    return Step("W-Wing", 4.4, (*ends, *link), causes, (), struck, text)
