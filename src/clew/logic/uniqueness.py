"""What would leave two solutions: unique rectangles and loops. For unique puzzles only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from clew.faces import values
from clew.logic.position import BLOCK, COLUMN, ROW, House, Position, ordered
from clew.logic.step import Step

LENGTHS = {4: 4.5, 6: 4.6, 8: 4.7}
LONG = 5.0
LARGEST_SET = 4


@dataclass(frozen=True, slots=True)
class Loop:
    """Cells round which two values could be exchanged, if no cell had another candidate."""

    cells: tuple[int, ...]
    pair: int
    extra: tuple[int, ...]
    """The cells with other candidates too."""
    more: int
    """Those other candidates."""

    @property
    def rating(self) -> float:
        return LENGTHS.get(len(self.cells), LONG)

    @property
    def ends(self) -> int:
        """The extra cells, as a set."""
        return sum(1 << cell for cell in self.extra)


def unique_loops(position: Position) -> Iterator[Step]:
    """The steps of all unique rectangles and loops: the easiest first, and of these by type."""
    found = [step for loop in loops(position) for step in _steps(position, loop)]
    yield from sorted(found, key=lambda step: (step.rating, step.technique[-1]))


def loops(position: Position) -> Iterator[Loop]:
    """Every loop with a cell of just two candidates, at most two others, or one more candidate."""
    known = set()
    for start in values(position.open):
        pair = position.candidates[start]
        if pair.bit_count() != 2:
            continue
        low = (pair & -pair).bit_length() - 1
        both = position.places[low] & position.places[pair.bit_length() - 1]
        for cells in _closed(position, both, pair, [start], 0, 0, ""):
            key = (pair, frozenset(cells))
            if key not in known:
                known.add(key)
                extra = tuple(c for c in cells if position.candidates[c] != pair)
                more = 0
                for cell in extra:
                    more |= position.candidates[cell] & ~pair
                if extra:
                    yield Loop(cells, pair, extra, more)


def _closed(
    position: Position, both: int, pair: int, path: list[int], more: int, extras: int, last: str
) -> Iterator[tuple[int, ...]]:
    """The loops that continue a path, from house to house of another kind each time.

    `more` collects the other candidates of every cell tried, not only of the cells on the path.
    So a loop with three or more extra cells can be missed: Sudoku Explainer misses the same ones.
    """
    alike = 0
    for cell in path[len(path) % 2 :: 2]:
        alike |= position.frame.peers[cell]
    for house in _around(position, path[-1]):
        if house.kind == last:
            continue
        for cell in values(both & house.mask):
            if cell == path[0] and len(path) >= 4 and len(path) % 2 == 0 and _even(position, path):
                yield tuple(path)
            if cell in path:
                continue
            left = position.candidates[cell] & ~pair
            more |= left
            several = extras + (left != 0)
            if more.bit_count() > 1 and (several > 2 if left else extras < 3 and cell < path[0]):
                continue  # a third extra cell, or a loop that was found from that cell
            if alike >> cell & 1:
                continue
            path.append(cell)
            yield from _closed(position, both, pair, path, more, several, house.kind)
            path.pop()


def _around(position: Position, cell: int) -> tuple[House, ...]:
    return ordered(position.frame, (BLOCK, ROW, COLUMN)).around[cell]


def _even(position: Position, path: list[int]) -> bool:
    """Whether every house of the loop holds one of its odd cells and one of its even cells."""
    visits: list[set[int]] = [set(), set()]
    for turn, cell in enumerate(path):
        for house in position.frame.around[cell]:
            if house.mask in visits[turn % 2]:
                return False
            visits[turn % 2].add(house.mask)
    return visits[0] == visits[1]


def _steps(position: Position, loop: Loop) -> Iterator[Step]:
    if len(loop.extra) == 1:
        cell = loop.extra[0]
        struck = tuple((cell, value) for value in values(loop.pair))
        yield _step(position, loop, 1, loop.rating, struck)
        return
    if loop.more.bit_count() == 1:
        value = loop.more.bit_length() - 1
        if struck := position.struck(position.seen_by_all(loop.extra), value):
            yield _step(position, loop, 2, loop.rating, struck)
    if len(loop.extra) == 2:
        one, two = loop.extra
        houses = [house for house in _around(position, one) if house.mask >> two & 1]
        if loop.more.bit_count() > 1:
            yield from _with_sets(position, loop, houses)
        yield from _with_lock(position, loop, houses)


def _with_sets(position: Position, loop: Loop, houses: list[House]) -> Iterator[Step]:
    """Sets of up to half the open cells: larger ones leave a smaller one in the other cells."""
    for size in range(loop.more.bit_count(), LARGEST_SET + 1):
        for house in houses:
            cells = (house.mask & position.open).bit_count()
            if 2 * size <= cells:
                yield from _with_set(position, loop, house, size)
            if 2 * size < cells:
                yield from _with_hidden_set(position, loop, house, size)


def _with_set(position: Position, loop: Loop, house: House, size: int) -> Iterator[Step]:
    """The other candidates of two cells make a naked set with cells of their house."""
    here = house.mask & ~loop.ends
    for chosen in combinations(values(here & position.open), size - 1):
        union, rest = loop.more, here
        for cell in chosen:
            union |= position.candidates[cell]
            rest &= ~(1 << cell)
        if union.bit_count() != size:
            continue
        if struck := tuple(s for value in values(union) for s in position.struck(rest, value)):
            yield _step(position, loop, 3, loop.rating + 0.1 * (size - 1), struck, chosen)


def _with_hidden_set(position: Position, loop: Loop, house: House, size: int) -> Iterator[Step]:
    """Only one of two cells can hold a value of the pair, so the rest of a hidden set is full."""
    here = house.mask & ~loop.ends
    others = values(position.frame.symbols & ~loop.pair & ~loop.more)
    for chosen in combinations((v for v in others if position.places[v] & here), size - 2):
        keep, union = loop.pair, 0
        for value in chosen:
            keep |= 1 << value
        for value in values(keep):
            union |= position.places[value] & here
        if union.bit_count() != size - 1:
            continue
        cells = tuple(values(union))
        if struck := tuple((c, v) for c in cells for v in values(position.candidates[c] & ~keep)):
            yield _step(position, loop, 3, loop.rating + 0.1 * (size - 2), struck, cells)


def _with_lock(position: Position, loop: Loop, houses: list[House]) -> Iterator[Step]:
    """One value of the pair must be in one of two cells: so the other value is in neither."""
    for value in values(loop.pair):
        if any(not position.places[value] & house.mask & ~loop.ends for house in houses):
            other = (loop.pair & ~(1 << value)).bit_length() - 1
            struck = tuple((cell, other) for cell in loop.extra)
            yield _step(position, loop, 4, loop.rating, struck)
            return


def _step(
    position: Position, loop: Loop, kind: int, rating: float,
    struck: tuple[tuple[int, int], ...], more: tuple[int, ...] = (),
) -> Step:  # fmt: skip
    name = "unique rectangle" if len(loop.cells) == 4 else "unique loop"
    one, two = values(loop.pair)
    text = (
        f"if {position.names(loop.cells)} were only {one} and {two}, these could be exchanged and "
        f"there would be two solutions"
    )
    causes = tuple((c, v) for c in loop.cells for v in (one, two))
    cells = loop.cells + more
    return Step(f"{name} type {kind}", round(rating, 1), cells, causes, (), struck, text)
