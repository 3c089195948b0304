"""Rectangles of two values that could be exchanged: HoDoKu's six tests and three related ones.

Four cells in two rows, two columns and two boxes, all with the same two candidates, cannot be all
there is: the puzzle would have two solutions. They hold for unique puzzles only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from clew.core.faces import Domain, domain, values
from clew.explanations.techniques.position import (
    BOX,
    COLUMN,
    ROW,
    House,
    Layout,
    Position,
    only,
    union,
)
from clew.explanations.techniques.singles import Agenda
from clew.explanations.techniques.step import Candidates, Step, striking
from clew.explanations.techniques.uniqueness import Loop, exchanged, third_candidate, with_lock

Corners = tuple[int, int, int, int]
"""Row by row, from left to right: the first and the last are opposite each other."""


@lru_cache(maxsize=64)
def corners(layout: Layout) -> tuple[Corners, ...]:
    """All sets of four cells in two rows, two columns and two boxes."""
    found = []
    for upper, lower in combinations(layout.of_kind[ROW], 2):
        for left, right in combinations(layout.of_kind[COLUMN], 2):
            a, b, c, d = (
                (row.mask & column.mask).bit_length() - 1
                for row in (upper, lower)
                for column in (left, right)
            )
            inside = domain((a, b, c, d))
            if sum(1 for box in layout.of_kind[BOX] if box.mask & inside) == 2:
                found.append((a, b, c, d))
    return tuple(found)


def rectangles(position: Position) -> Iterator[Loop]:
    """Every rectangle with two values that are candidates of all its corners, one of them bare.

    Candidates that were eliminated count as there still, if no filled cell sees them: what follows
    is true without them too.
    """
    candidates, possible = position.candidates, _unseen(position)
    for cells in corners(position.layout):
        a, b, c, d = cells
        common = possible[a] & possible[b] & possible[c] & possible[d]
        if not common & (common - 1):
            continue
        for pair in dict.fromkeys(candidates[cell] for cell in cells):
            if pair.bit_count() == 2 and pair & common == pair:
                yield Loop.of(position, cells, pair)


def _unseen(position: Position) -> list[Domain]:
    """The values of each open cell that no filled cell sees."""
    seen = [0] * position.layout.size
    for cell in range(position.layout.size):
        if not position.open >> cell & 1:
            seen[cell] = -1
            for other in values(position.layout.peers[cell] & position.open):
                seen[other] |= 1 << position.value[cell]
    return [position.layout.symbols & ~mask for mask in seen]


def uniqueness_test(position: Position, name: str) -> Iterator[Step]:
    """The steps of one of the six tests, or of the hidden rectangle."""
    for rectangle in rectangles(position):
        for found in TESTS[name](position, rectangle):
            struck = tuple((c, v) for c, v in found if position.candidates[c] >> v & 1)
            if struck:
                yield _step(position, name, rectangle.cells, rectangle.pair, struck)


def _one_extra(position: Position, found: Loop) -> Iterator[Candidates]:
    if len(found.extra) == 1:
        yield position.held(found.extra, found.pair)


def _same_extra(position: Position, found: Loop) -> Iterator[Candidates]:
    """Two neighbours have the same third candidate: one of them holds it."""
    if len(found.extra) == 2 and _lines(position, found.extra):
        yield third_candidate(position, found)


def _same_extra_across(position: Position, found: Loop) -> Iterator[Candidates]:
    """The same with opposite corners, or three of them."""
    if len(found.extra) > 2 or (len(found.extra) == 2 and not _lines(position, found.extra)):
        yield third_candidate(position, found)


def _with_set(position: Position, found: Loop) -> Iterator[Candidates]:
    """The other candidates of two neighbours make a naked set with cells of their house."""
    if len(found.extra) != 2 or found.more.bit_count() < 2:
        return
    for house in _houses(position, found.extra)[::-1]:
        others = [
            cell
            for cell in values(house.mask & position.open & ~found.ends)
            if not position.candidates[cell] & found.pair
        ]
        sizes = range(1, len(others) + 1)
        for chosen in sorted(each for size in sizes for each in combinations(others, size)):
            together = found.more | position.union(chosen)
            if together.bit_count() == len(chosen) + 1:
                cells = (*found.extra, *chosen)
                rest = union(house.mask for house in _houses(position, cells)) & ~domain(cells)
                yield position.all_struck(rest, together)


def _with_lock(position: Position, found: Loop) -> Iterator[Candidates]:
    if len(found.extra) == 2:
        yield from with_lock(position, found, _houses(position, found.extra))


def _with_wing(position: Position, found: Loop) -> Iterator[Candidates]:
    """Opposite corners, and a value that both rows and both columns have there only (an X-Wing)."""
    if len(found.extra) != 2 or _lines(position, found.extra):
        return
    inside = domain(found.cells)
    kinds = position.layout.of_kind
    lines = [line for kind in (ROW, COLUMN) for line in kinds[kind] if line.mask & inside]
    for value in values(found.pair):
        if all(not position.places[value] & line.mask & ~inside for line in lines):
            yield tuple((cell, value) for cell in found.extra)


def _hidden(position: Position, found: Loop) -> Iterator[Candidates]:
    """A bare corner; the opposite one has strong links of a value: so it is not the other one."""
    if len(found.extra) < 2:
        return
    inside = domain(found.cells)
    for corner, opposite in zip(found.cells, found.cells[::-1], strict=True):
        if position.candidates[corner] != found.pair:
            continue
        lines = _lines(position, (opposite,))
        for value in values(found.pair):
            if all(not position.places[value] & line.mask & ~inside for line in lines):
                yield position.held((opposite,), found.pair & ~(1 << value))


def _houses(position: Position, cells: Sequence[int]) -> list[House]:
    """The houses that hold all of these cells."""
    return [h for h in position.layout.around[cells[0]] if not domain(cells) & ~h.mask]


def _lines(position: Position, cells: Sequence[int]) -> list[House]:
    return [house for house in _houses(position, cells) if house.kind != BOX]


TESTS: dict[str, Callable[[Position, Loop], Iterator[Candidates]]] = {
    "uniqueness test 1": _one_extra,
    "uniqueness test 2": _same_extra,
    "uniqueness test 3": _with_set,
    "uniqueness test 4": _with_lock,
    "uniqueness test 5": _same_extra_across,
    "uniqueness test 6": _with_wing,
    "hidden rectangle": _hidden,
}


def _step(
    position: Position, name: str, cells: tuple[int, ...], pair: Domain, struck: Candidates
) -> Step:
    causes, text = exchanged(position, cells, pair)
    return striking(name, cells, causes, struck, text)


# ------------------------------------------------------------ with cells that are filled


def avoidable_rectangles(position: Agenda, left: int) -> Iterator[Step]:
    """Filled cells that were not given: the rectangle must not be completed with their values."""
    for cells in corners(position.layout):
        inside = domain(cells)
        if inside & position.givens or (inside & position.open).bit_count() != left:
            continue
        for pair, struck in (_last if left == 1 else _last_two)(position, cells):
            if struck:
                yield _step(position, f"avoidable rectangle {left}", cells, pair, struck)


def _last(position: Position, cells: Corners) -> Iterator[tuple[Domain, Candidates]]:
    a, b, c, d = (position.value[cell] for cell in cells)
    for corner, opposite, one, two in zip(
        cells, (d, c, b, a), (b, a, a, b), (c, d, d, c), strict=True
    ):
        if one == two and position.candidates[corner] >> opposite & 1:
            yield 1 << one | 1 << opposite, ((corner, opposite),)


def _last_two(position: Position, cells: Corners) -> Iterator[tuple[Domain, Candidates]]:
    a, b, c, d = cells
    for filled, left in (((a, b), (c, d)), ((c, d), (a, b)), ((a, c), (b, d)), ((b, d), (a, c))):
        one, two = (position.value[cell] for cell in filled)
        if not one or not two or position.value[left[0]] or position.value[left[1]]:
            continue
        first, second = (position.candidates[cell] for cell in left)
        if not first >> two & 1 or not second >> one & 1:
            continue
        third = only(first & ~(1 << two))
        if third is not None and second & ~(1 << one) == 1 << third:
            yield 1 << one | 1 << two, position.struck(position.seen_by_all(left), third)
