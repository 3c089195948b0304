"""What would leave two solutions: unique rectangles and loops. For unique puzzles only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from clew.core.faces import values
from clew.explain.techniques.position import House, Position
from clew.explain.techniques.step import Step

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


def unique_loops(position: Position) -> Iterator[Step]:
    """The steps of all unique rectangles and loops, the easiest first."""
    found = [step for loop in loops(position) for step in _steps(position, loop)]
    yield from sorted(found, key=lambda step: step.rating)


def loops(position: Position) -> Iterator[Loop]:
    """Every loop with a cell of just two candidates, at most two others, or one more candidate."""
    seen = set()
    for start in values(position.open):
        pair = position.candidates[start]
        if pair.bit_count() != 2:
            continue
        low = (pair & -pair).bit_length() - 1
        both = position.places[low] & position.places[pair.bit_length() - 1]
        for cells in _closed(position, both, pair, [start], 0, 0, ""):
            key = (pair, frozenset(cells))
            if key not in seen:
                seen.add(key)
                extra = tuple(c for c in cells if position.candidates[c] != pair)
                more = 0
                for cell in extra:
                    more |= position.candidates[cell] & ~pair
                if extra:
                    yield Loop(cells, pair, extra, more)


def _closed(
    position: Position, both: int, pair: int, path: list[int], more: int, extras: int, last: str
) -> Iterator[tuple[int, ...]]:
    """The loops that go on from a path, from house to house of another kind each time."""
    for house in position.frame.around[path[-1]]:
        if house.kind == last:
            continue
        for cell in values(both & house.mask):
            if cell == path[0] and len(path) >= 4 and len(path) % 2 == 0 and _even(position, path):
                yield tuple(path)
            if cell in path or (cell < path[0] and position.candidates[cell] == pair):
                continue
            left = position.candidates[cell] & ~pair
            several = extras + (left != 0)
            if several > 2 and (more | left).bit_count() > 1:
                continue
            path.append(cell)
            yield from _closed(position, both, pair, path, more | left, several, house.kind)
            path.pop()


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
        for house in position.frame.around[loop.extra[0]]:
            if house.mask >> loop.extra[1] & 1:
                if loop.more.bit_count() > 1:
                    yield from _with_set(position, loop, house)
                    yield from _with_hidden_set(position, loop, house)
                yield from _with_lock(position, loop, house)


def _with_set(position: Position, loop: Loop, house: House) -> Iterator[Step]:
    """The other candidates of two cells make a naked set with cells of their house."""
    ends = 1 << loop.extra[0] | 1 << loop.extra[1]
    others = list(values(house.mask & position.open & ~ends))
    for size in range(loop.more.bit_count(), LARGEST_SET + 1):
        for chosen in combinations(others, size - 1):
            union, rest = loop.more, house.mask & ~ends
            for cell in chosen:
                union |= position.candidates[cell]
                rest &= ~(1 << cell)
            if union.bit_count() != size:
                continue
            struck = tuple(s for value in values(union) for s in position.struck(rest, value))
            if struck:
                yield _step(position, loop, 3, loop.rating + 0.1 * (size - 1), struck, chosen)


def _with_hidden_set(position: Position, loop: Loop, house: House) -> Iterator[Step]:
    """Only one of two cells can hold a value of the pair, so the rest of a hidden set is full."""
    ends = 1 << loop.extra[0] | 1 << loop.extra[1]
    here = house.mask & ~ends
    others = [
        value
        for value in values(position.frame.symbols & ~loop.pair & ~loop.more)
        if position.places[value] & here
    ]
    for size in range(2, LARGEST_SET + 1):
        for chosen in combinations(others, size - 2):
            keep, union = loop.pair, 0
            for value in chosen:
                keep |= 1 << value
            for value in values(keep):
                union |= position.places[value] & here
            if union.bit_count() != size - 1:
                continue
            struck = tuple(
                (cell, v)
                for cell in values(union)
                for v in values(position.candidates[cell] & ~keep)
            )
            if struck:
                rating = loop.rating + 0.1 * max(1, size - 2)
                yield _step(position, loop, 3, rating, struck, tuple(values(union)))


def _with_lock(position: Position, loop: Loop, house: House) -> Iterator[Step]:
    """One value of the pair must be in one of two cells: so the other value is in neither."""
    ends = 1 << loop.extra[0] | 1 << loop.extra[1]
    for value in values(loop.pair):
        if not position.places[value] & house.mask & ~ends:
            other = (loop.pair & ~(1 << value)).bit_length() - 1
            struck = tuple((cell, other) for cell in loop.extra)
            yield _step(position, loop, 4, loop.rating, struck)


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
    return Step(
        f"{name} type {kind}", round(rating, 1), loop.cells + more, causes, (), struck, text
    )
