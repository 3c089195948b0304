"""What would leave two solutions: unique rectangles and loops, and the bivalue universal grave.

The steps are those of Sudoku Explainer, and hold for puzzles with one solution only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice

from clew.core.faces import Domain, domain, values
from clew.explanations.techniques.position import (
    BOX,
    COLUMN,
    ROW,
    Cells,
    House,
    Position,
    only,
    ordered,
    union,
)
from clew.explanations.techniques.step import Candidates, Step, striking

LARGEST_SET = 4
LONGER = {4: 0.0, 6: 0.0, 8: 0.1}
"""What the length of a loop adds to its rating; a longer one adds more."""
LONGEST = 0.4


@dataclass(frozen=True, slots=True)
class Loop:
    """Cells round which two values could be exchanged, if no cell had another candidate."""

    cells: tuple[int, ...]
    pair: Domain
    extra: tuple[int, ...]
    """The cells with other candidates too."""
    more: Domain
    """Those other candidates."""

    @staticmethod
    def of(position: Position, cells: tuple[int, ...], pair: Domain) -> Loop:
        extra = tuple(cell for cell in cells if position.candidates[cell] & ~pair)
        return Loop(cells, pair, extra, position.union(extra) & ~pair)

    @property
    def ends(self) -> Cells:
        """The extra cells, as a set."""
        return domain(self.extra)


def unique_loops(position: Position) -> Iterator[Step]:
    """The steps of all unique rectangles and loops: the easiest first, and of these by type."""
    found = [step for loop in loops(position) for step in _steps(position, loop)]
    yield from sorted(found, key=lambda step: (step.rating, step.technique[-1]))


def loops(position: Position) -> Iterator[Loop]:
    """Every loop with a cell of just two candidates, at most two others, or one more candidate."""
    known = set()
    for start in position.pairs():
        pair = position.candidates[start]
        low, high = values(pair)
        both = position.places[low] & position.places[high]
        for cells in _closed(position, both, pair, [start], 0, 0, ""):
            if (key := (pair, frozenset(cells))) not in known:
                known.add(key)
                loop = Loop.of(position, cells, pair)
                if loop.extra:
                    yield loop


def _closed(
    position: Position, both: Cells, pair: Domain, path: list[int], more: Domain, extras: int,
    last: str,
) -> Iterator[tuple[int, ...]]:  # fmt: skip
    """The loops that continue a path, from house to house of another kind each time.

    `more` collects the other candidates of every cell tried, not only of the cells on the path.
    So a loop with three or more extra cells can be missed: Sudoku Explainer misses the same ones.
    """
    alike = union(position.layout.peers[cell] for cell in path[len(path) % 2 :: 2])
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
    return ordered(position.layout, (BOX, ROW, COLUMN)).around[cell]


def _even(position: Position, path: list[int]) -> bool:
    """Whether every house of the loop holds one of its odd cells and one of its even cells."""
    visits: list[set[int]] = [set(), set()]
    for turn, cell in enumerate(path):
        for house in position.layout.around[cell]:
            if house.mask in visits[turn % 2]:
                return False
            visits[turn % 2].add(house.mask)
    return visits[0] == visits[1]


def _steps(position: Position, loop: Loop) -> Iterator[Step]:
    if len(loop.extra) == 1:
        yield _step(position, loop, 1, position.held(loop.extra, loop.pair))
        return
    if struck := third_candidate(position, loop):
        yield _step(position, loop, 2, struck)
    if len(loop.extra) == 2:
        houses = [h for h in _around(position, loop.extra[0]) if not loop.ends & ~h.mask]
        if only(loop.more) is None:
            yield from _with_sets(position, loop, houses)
        for struck in islice(with_lock(position, loop, houses), 1):
            yield _step(position, loop, 4, struck)


def third_candidate(position: Position, loop: Loop) -> Candidates:
    """What sees all extra cells, if they have the same third candidate: one of them holds it."""
    value = only(loop.more)
    return () if value is None else position.struck(position.seen_by_all(loop.extra), value)


def with_lock(position: Position, loop: Loop, houses: list[House]) -> Iterator[Candidates]:
    """One value of the pair must be in one of two cells: so the other value is in neither."""
    for value in values(loop.pair):
        if any(not position.places[value] & house.mask & ~loop.ends for house in houses):
            yield position.held(loop.extra, loop.pair & ~(1 << value))


def _with_sets(position: Position, loop: Loop, houses: list[House]) -> Iterator[Step]:
    """Sets of up to half the open cells: larger ones leave a smaller one in the other cells."""
    for size in range(loop.more.bit_count(), LARGEST_SET + 1):
        for house in houses:
            cells = (house.mask & position.open).bit_count()
            if 2 * size <= cells:  # a naked set with the other candidates of the two cells
                here = house.mask & ~loop.ends
                for chosen, struck in _naked_with(position, loop.more, here, size):
                    yield _step(position, loop, 3, struck, 0.1 * (size - 1), chosen)
            if 2 * size < cells:
                yield from _with_hidden_set(position, loop, house, size)


def _naked_with(
    position: Position, more: Domain, here: Cells, size: int
) -> Iterator[tuple[tuple[int, ...], Candidates]]:
    """Cells that make a naked set with a cell that is one of some values; what that eliminates."""
    for chosen in combinations(values(here & position.open), size - 1):
        together = more | position.union(chosen)
        if together.bit_count() == size and (
            struck := position.all_struck(here & ~domain(chosen), together)
        ):
            yield chosen, struck


def _with_hidden_set(position: Position, loop: Loop, house: House, size: int) -> Iterator[Step]:
    """Only one of two cells can hold a value of the pair, so the rest of a hidden set is full."""
    here = house.mask & ~loop.ends
    others = values(position.layout.symbols & ~loop.pair & ~loop.more)
    for chosen in combinations((v for v in others if position.places[v] & here), size - 2):
        keep = loop.pair | domain(chosen)
        cells = tuple(values(union(position.places[value] & here for value in values(keep))))
        if len(cells) == size - 1 and (struck := position.held(cells, ~keep)):
            yield _step(position, loop, 3, struck, 0.1 * (size - 2), cells)


def _step(
    position: Position,
    loop: Loop,
    kind: int,
    struck: Candidates,
    larger: float = 0.0,
    cells: tuple[int, ...] = (),
) -> Step:
    name = "unique rectangle" if len(loop.cells) == 4 else "unique loop"
    added = LONGER.get(len(loop.cells), LONGEST) + larger
    causes, text = exchanged(position, loop.cells, loop.pair)
    return striking(f"{name} type {kind}", loop.cells + cells, causes, struck, text, added)


def exchanged(position: Position, cells: tuple[int, ...], pair: Domain) -> tuple[Candidates, str]:
    """What the cells of a rectangle or a loop have in common, and why that cannot be all."""
    one, two = values(pair)
    text = (
        f"if {position.names(cells)} were only {one} and {two}, these could be exchanged and "
        f"there would be two solutions"
    )
    return tuple((cell, value) for cell in cells for value in (one, two)), text


# ------------------------------------------------------------ the bivalue universal grave

Extra = dict[int, Domain]
"""The cells with candidates that a grave would not have, and these."""


def graves(position: Position) -> Iterator[Step]:
    """What keeps the position from being a grave: some of it must be true.

    In a grave every open cell has two candidates, so there would be two solutions.
    """
    extra = _extra(position)
    if len(extra) == 1:
        ((cell, mask),) = extra.items()
        yield _grave(position, extra, 1, position.held((cell,), ~mask))
    elif extra:
        yield from sorted(_several(position, extra), key=lambda step: step.rating)


def _several(position: Position, extra: Extra) -> Iterator[Step]:
    more = union(extra.values())
    value = only(more)
    if value is not None and (struck := position.struck(position.seen_by_all(extra), value)):
        yield _grave(position, extra, 2, struck)
    for house in position.layout.houses:
        if not domain(extra) & ~house.mask:
            yield from _grave_with_set(position, extra, more, house)
            if len(extra) == 2:
                yield from _grave_with_lock(position, extra, house)


def _grave_with_set(position: Position, extra: Extra, more: Domain, house: House) -> Iterator[Step]:
    """The extra candidates make a naked set with other cells of the house."""
    for size in range(max(2, more.bit_count()), LARGEST_SET + 1):
        for _, struck in _naked_with(position, more, house.mask & ~domain(extra), size):
            yield _grave(position, extra, 3, struck, 0.1 * (size - 2))


def _grave_with_lock(position: Position, extra: Extra, house: House) -> Iterator[Step]:
    """Both cells have a value in common that has no other place in the house."""
    left = [position.candidates[cell] & ~mask for cell, mask in extra.items()]
    for value in values(left[0] & left[1]):
        if not position.places[value] & house.mask & ~domain(extra):
            struck = tuple(
                (cell, other)
                for cell, mask in zip(extra, left, strict=True)
                for other in values(mask & ~(1 << value))
            )
            if struck:
                yield _grave(position, extra, 4, struck)


def _extra(position: Position) -> Extra:
    """What must go for a grave to be left: each value twice in a house, or nothing if none can."""
    extra: Extra = {}
    for cell in values(position.open):
        mask = position.candidates[cell]
        if mask.bit_count() == 2:
            continue
        houses = position.layout.around[cell]
        more = domain(
            value
            for value in values(mask)
            if all((position.places[value] & house.mask).bit_count() > 2 for house in houses)
        )
        if (mask & ~more).bit_count() != 2:
            return {}
        extra[cell] = more
    return extra if _is_grave(position, extra) else {}


def _is_grave(position: Position, extra: Extra) -> bool:
    for value in values(position.layout.symbols):
        places = position.places[value]
        places &= ~domain(cell for cell, mask in extra.items() if mask >> value & 1)
        if any((places & house.mask).bit_count() not in (0, 2) for house in position.layout.houses):
            return False
    return True


def _grave(
    position: Position, extra: Extra, kind: int, struck: Candidates, added: float = 0.0
) -> Step:
    causes = tuple((cell, value) for cell, mask in extra.items() for value in values(mask))
    without = ", ".join(f"{value} in {position.name(cell)}" for cell, value in causes)
    text = (
        f"without {without} every open cell would have two candidates, and the puzzle two solutions"
    )
    name = f"bivalue universal grave type {kind}"
    return striking(name, tuple(extra), causes, struck, text, added)
