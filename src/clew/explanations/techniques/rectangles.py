"""Rectangles of two values that could be exchanged, in the six tests and three kin of HoDoKu.

Four cells in two rows, two columns and two blocks, all with the same two candidates, cannot be all
there is: the puzzle would have two solutions. They hold for unique puzzles only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from clew.core.faces import values
from clew.explanations.techniques.position import BLOCK, COLUMN, ROW, Cells, Frame, House, Position
from clew.explanations.techniques.step import Step

Corners = tuple[int, int, int, int]
"""Row by row, from left to right: the first and the last are opposite each other."""
Struck = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Rectangle:
    corners: Corners
    pair: int
    """The two values, as a set."""
    extra: tuple[int, ...]
    """The corners with other candidates too."""
    more: int
    """Those other candidates."""


@lru_cache(maxsize=64)
def corners(frame: Frame) -> tuple[Corners, ...]:
    """All sets of four cells in two rows, two columns and two blocks."""
    found = []
    for upper, lower in combinations(frame.of_kind[ROW], 2):
        for left, right in combinations(frame.of_kind[COLUMN], 2):
            cells = tuple(
                (row.mask & column.mask).bit_length() - 1
                for row in (upper, lower)
                for column in (left, right)
            )
            if sum(1 for block in frame.of_kind[BLOCK] if _holds(block, cells)) == 2:
                found.append((cells[0], cells[1], cells[2], cells[3]))
    return tuple(found)


def _holds(block: House, cells: tuple[int, ...]) -> bool:
    return any(block.mask >> cell & 1 for cell in cells)


def rectangles(position: Position) -> Iterator[Rectangle]:
    """Every rectangle with two values that are candidates of all its corners, one of them bare.

    Candidates that were struck out count as there still, if no filled cell sees them: what follows
    is true without them too.
    """
    candidates, possible = position.candidates, _unseen(position)
    for cells in corners(position.frame):
        a, b, c, d = cells
        common = possible[a] & possible[b] & possible[c] & possible[d]
        if not common & (common - 1):
            continue
        for pair in dict.fromkeys(candidates[cell] for cell in cells):
            if pair.bit_count() == 2 and pair & common == pair:
                extra = tuple(cell for cell in cells if candidates[cell] & ~pair)
                more = 0
                for cell in extra:
                    more |= candidates[cell] & ~pair
                yield Rectangle(cells, pair, extra, more)


def _unseen(position: Position) -> list[int]:
    """The values of each open cell that no filled cell sees."""
    seen = [0] * position.frame.size
    for cell in range(position.frame.size):
        if not position.open >> cell & 1:
            seen[cell] = -1
            for other in values(position.frame.peers[cell] & position.open):
                seen[other] |= 1 << position.value[cell]
    return [position.frame.symbols & ~mask for mask in seen]


def uniqueness_test(position: Position, kind: int) -> Iterator[Step]:
    """The steps of one of the six tests, or of the hidden rectangle as the seventh."""
    test = TESTS[kind]
    for rectangle in rectangles(position):
        for found in test(position, rectangle):
            struck = tuple((c, v) for c, v in found if position.candidates[c] >> v & 1)
            if struck:
                yield _step(position, NAMES[kind], rectangle, struck)


def _one_extra(position: Position, found: Rectangle) -> Iterator[Struck]:
    if len(found.extra) == 1:
        yield tuple((found.extra[0], value) for value in values(found.pair))


def _same_extra(position: Position, found: Rectangle) -> Iterator[Struck]:
    """Two neighbours have the same third candidate: one of them holds it."""
    if len(found.extra) == 2 and _lines(position, found.extra):
        yield from _third(position, found)


def _same_extra_across(position: Position, found: Rectangle) -> Iterator[Struck]:
    """The same with opposite corners, or three of them."""
    if len(found.extra) > 2 or (len(found.extra) == 2 and not _lines(position, found.extra)):
        yield from _third(position, found)


def _third(position: Position, found: Rectangle) -> Iterator[Struck]:
    if found.more.bit_count() == 1:
        value = found.more.bit_length() - 1
        yield position.struck(position.seen_by_all(found.extra), value)


def _with_set(position: Position, found: Rectangle) -> Iterator[Struck]:
    """The other candidates of two neighbours make a naked set with cells of their house."""
    if len(found.extra) != 2 or found.more.bit_count() < 2:
        return
    ends = 1 << found.extra[0] | 1 << found.extra[1]
    for house in _houses(position, found.extra)[::-1]:
        others = [
            cell
            for cell in values(house.mask & position.open & ~ends)
            if not position.candidates[cell] & found.pair
        ]
        for chosen in _choices(others):
            union, rest = found.more, -1 & ~ends
            for cell in chosen:
                union |= position.candidates[cell]
                rest &= ~(1 << cell)
            if union.bit_count() == len(chosen) + 1:
                rest &= _common(position, (*found.extra, *chosen))
                yield tuple(s for v in values(union) for s in position.struck(rest, v))


def _choices(cells: list[int]) -> list[tuple[int, ...]]:
    """All sets of these cells, in the order of the cells."""
    sizes = range(1, len(cells) + 1)
    return sorted(chosen for size in sizes for chosen in combinations(cells, size))


def _common(position: Position, cells: tuple[int, ...]) -> Cells:
    """The houses that hold all of these cells."""
    union = 0
    for house in _houses(position, cells):
        union |= house.mask
    return union


def _with_lock(position: Position, found: Rectangle) -> Iterator[Struck]:
    """One value of the pair must be in one of two neighbours: so the other is in neither."""
    if len(found.extra) != 2:
        return
    ends = 1 << found.extra[0] | 1 << found.extra[1]
    for value in values(found.pair):
        for house in _houses(position, found.extra):
            if not position.places[value] & house.mask & ~ends:
                other = (found.pair & ~(1 << value)).bit_length() - 1
                yield tuple((cell, other) for cell in found.extra)
                break


def _with_wing(position: Position, found: Rectangle) -> Iterator[Struck]:
    """Opposite corners, and a value that both rows or both columns have there only (an X-Wing)."""
    if len(found.extra) != 2 or _lines(position, found.extra):
        return
    for value in values(found.pair):
        if _strong(position, found.corners, value, ROW) and _strong(
            position, found.corners, value, COLUMN
        ):
            yield tuple((cell, value) for cell in found.extra)


def _strong(position: Position, cells: Corners, value: int, kind: str) -> bool:
    inside = sum(1 << cell for cell in cells)
    lines = [h for h in position.frame.of_kind[kind] if h.mask & inside]
    return all(not position.places[value] & line.mask & ~inside for line in lines)


def _hidden(position: Position, found: Rectangle) -> Iterator[Struck]:
    """A bare corner; the opposite one has strong links of a value: so it is not the other one."""
    if len(found.extra) < 2:
        return
    inside = sum(1 << cell for cell in found.corners)
    for corner, opposite in zip(found.corners, found.corners[::-1], strict=True):
        if position.candidates[corner] != found.pair:
            continue
        lines = [h for h in position.frame.around[opposite] if h.kind != BLOCK]
        for value in values(found.pair):
            if all(not position.places[value] & line.mask & ~inside for line in lines):
                other = (found.pair & ~(1 << value)).bit_length() - 1
                yield ((opposite, other),)


def _houses(position: Position, cells: tuple[int, ...]) -> list[House]:
    first, *rest = cells
    return [h for h in position.frame.around[first] if all(h.mask >> cell & 1 for cell in rest)]


def _lines(position: Position, cells: tuple[int, ...]) -> list[House]:
    return [house for house in _houses(position, cells) if house.kind != BLOCK]


HIDDEN = 7
TESTS = {
    1: _one_extra,
    2: _same_extra,
    3: _with_set,
    4: _with_lock,
    5: _same_extra_across,
    6: _with_wing,
    HIDDEN: _hidden,
}
NAMES = {kind: f"uniqueness test {kind}" for kind in range(1, 7)} | {HIDDEN: "hidden rectangle"}


def _step(position: Position, name: str, found: Rectangle, struck: Struck) -> Step:
    one, two = values(found.pair)
    text = (
        f"if {position.names(found.corners)} were only {one} and {two}, these could be exchanged "
        f"and there would be two solutions"
    )
    causes = tuple((cell, value) for cell in found.corners for value in (one, two))
    return Step(name, 4.5, found.corners, causes, (), struck, text)


# ------------------------------------------------------------ with cells that are filled


def avoidable_rectangles(position: Position, givens: Cells, filled: int) -> Iterator[Step]:
    """Filled cells that were not given: the rectangle must not be completed with their values."""
    for cells in corners(position.frame):
        inside = sum(1 << cell for cell in cells)
        if inside & givens or (inside & position.open).bit_count() != 4 - filled:
            continue
        found = _last(position, cells) if filled == 3 else _last_two(position, cells)
        for pair, struck in found:
            if struck:
                rectangle = Rectangle(cells, pair, (), 0)
                yield _step(position, f"avoidable rectangle {4 - filled}", rectangle, struck)


def _last(position: Position, cells: Corners) -> Iterator[tuple[int, Struck]]:
    a, b, c, d = (position.value[cell] for cell in cells)
    for corner, opposite, one, two in (
        (cells[0], d, b, c),
        (cells[1], c, a, d),
        (cells[2], b, a, d),
        (cells[3], a, b, c),
    ):
        if one == two and position.candidates[corner] >> opposite & 1:
            yield 1 << one | 1 << opposite, ((corner, opposite),)


def _last_two(position: Position, cells: Corners) -> Iterator[tuple[int, Struck]]:
    a, b, c, d = cells
    for filled, left in (((a, b), (c, d)), ((c, d), (a, b)), ((a, c), (b, d)), ((b, d), (a, c))):
        one, two = (position.value[cell] for cell in filled)
        if not one or not two or position.value[left[0]] or position.value[left[1]]:
            continue
        first, second = (position.candidates[cell] for cell in left)
        if not first >> two & 1 or not second >> one & 1:
            continue
        third = first & ~(1 << two)
        if third == second & ~(1 << one) and third.bit_count() == 1:
            value = third.bit_length() - 1
            yield 1 << one | 1 << two, position.struck(position.seen_by_all(left), value)
