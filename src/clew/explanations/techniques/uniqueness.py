"""Patterns that would leave two solutions: unique rectangles and loops, and universal graves.

The steps are the same as Sudoku Explainer's. They're valid only for puzzles with one solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, islice

from clew.core.faces import Domain, domain, values
from clew.explanations.techniques.basics import Agenda
from clew.explanations.techniques.position import (
    BOX,
    COLUMN,
    ROW,
    Cells,
    House,
    Layout,
    Position,
    only,
    ordered,
    union,
)
from clew.explanations.techniques.step import Candidates, Step, striking

LARGEST_SET = 4
LONGER = {4: 0.0, 6: 0.0, 8: 0.1}
"""The amount that each loop length adds to the rating."""
LONGEST = 0.4
"""The amount that longer loops add."""


@dataclass(frozen=True, slots=True)
class Loop:
    """Cells around which two values could be swapped, if no cell had another candidate."""

    cells: tuple[int, ...]
    pair: Domain
    extra: tuple[int, ...]
    """The cells that have other candidates too."""
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
    """Find the steps of all unique rectangles and loops, by rating and then by type."""
    found = [step for loop in loops(position) for step in _steps(position, loop)]
    yield from sorted(found, key=lambda step: (step.rating, step.technique[-1]))


def loops(position: Position) -> Iterator[Loop]:
    """Yield every loop with a bare cell, and with at most two extra cells or one more candidate.

    A bare cell has only the two candidates of the loop. An extra cell has others too.
    """
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
    """Yield the loops that continue a path. Consecutive houses must differ in kind.

    `more` collects the other candidates of every cell tried, not only of the cells on the path. So
    some loops with three or more extra cells are missed. Sudoku Explainer misses the same ones.
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
                continue  # it's a third extra cell, or the loop was already found from that cell
            if alike >> cell & 1:
                continue
            path.append(cell)
            yield from _closed(position, both, pair, path, more, several, house.kind)
            path.pop()


def _around(position: Position, cell: int) -> tuple[House, ...]:
    return ordered(position.layout, (BOX, ROW, COLUMN)).around[cell]


def _even(position: Position, path: list[int]) -> bool:
    """Check whether each house of the loop has one of its odd cells and one of its even cells."""
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
    """Return the candidates that see all extra cells, if these share a third candidate.

    One of the extra cells must hold it.
    """
    value = only(loop.more)
    return () if value is None else position.struck(position.seen_by_all(loop.extra), value)


def with_lock(position: Position, loop: Loop, houses: list[House]) -> Iterator[Candidates]:
    """Yield the eliminations if one of the two values must be in one of the extra cells.

    The other value can't be in either of them.
    """
    for value in values(loop.pair):
        if any(not position.places[value] & house.mask & ~loop.ends for house in houses):
            yield position.held(loop.extra, loop.pair & ~(1 << value))


def _with_sets(position: Position, loop: Loop, houses: list[House]) -> Iterator[Step]:
    """Find sets of up to half the open cells. A larger set leaves a smaller one in the rest."""
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
    """Yield the cells that form a naked set with a cell of some values, and the eliminations."""
    for chosen in combinations(values(here & position.open), size - 1):
        together = more | position.union(chosen)
        if together.bit_count() == size and (
            struck := position.all_struck(here & ~domain(chosen), together)
        ):
            yield chosen, struck


def _with_hidden_set(position: Position, loop: Loop, house: House, size: int) -> Iterator[Step]:
    """Find hidden sets that include one of the extra cells.

    Only one of these cells can hold a value of the pair, so other cells must hold the rest.
    """
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
    """Return the two candidates of each cell, and the reason why they can't be the only ones."""
    one, two = values(pair)
    text = (
        f"If {position.names(cells)} held only {one} and {two}, these could be swapped and "
        f"there would be two solutions"
    )
    return tuple((cell, value) for cell in cells for value in (one, two)), text


# ------------------------------------------------------------ the bivalue universal grave

Extra = dict[int, Domain]
"""The cells that have extra candidates, which a grave wouldn't have, and those candidates."""


def graves(position: Position) -> Iterator[Step]:
    """Find eliminations in positions that are graves except for some extra candidates.

    In a grave, every open cell has two candidates, so there would be two solutions. That's why at
    least one extra candidate must be true.
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
    """Find cells of the house that form a naked set with the extra candidates."""
    for size in range(max(2, more.bit_count()), LARGEST_SET + 1):
        for _, struck in _naked_with(position, more, house.mask & ~domain(extra), size):
            yield _grave(position, extra, 3, struck, 0.1 * (size - 2))


def _grave_with_lock(position: Position, extra: Extra, house: House) -> Iterator[Step]:
    """Find a value that both extra cells share and that has no other place in the house."""
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
    """Return the candidates to remove to leave a grave, or nothing if that can't be done.

    In a grave each value has two places or none in each house.
    """
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
        f"Without {without}, every open cell would have two candidates and the puzzle two solutions"
    )
    name = f"bivalue universal grave type {kind}"
    return striking(name, tuple(extra), causes, struck, text, added)


# ------------------------------------------------------------------ rectangles
# Rectangles of two values that could be swapped: HoDoKu's six tests and three related ones.
#
# Four cells in two rows, two columns and two boxes can't all have just the same two candidates,
# because the puzzle would have two solutions. The tests are valid only for puzzles with one
# solution.


Corners = tuple[int, int, int, int]
"""Four cells row by row, from left to right. The first and the last are opposite each other."""


@lru_cache(maxsize=64)
def corners(layout: Layout) -> tuple[Corners, ...]:
    """Return all sets of four cells in two rows, two columns and two boxes."""
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
    """Yield the rectangles with a bare corner and the same two candidates in every corner.

    An eliminated candidate still counts unless a filled cell sees it, because the conclusions hold
    without it too.
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
    """Return the values of each open cell that no filled cell sees."""
    seen = [0] * position.layout.size
    for cell in range(position.layout.size):
        if not position.open >> cell & 1:
            seen[cell] = -1
            for other in values(position.layout.peers[cell] & position.open):
                seen[other] |= 1 << position.value[cell]
    return [position.layout.symbols & ~mask for mask in seen]


def uniqueness_test(position: Position, name: str) -> Iterator[Step]:
    """Find the steps of one of the six tests, or of the hidden rectangle."""
    for rectangle in rectangles(position):
        for found in TESTS[name](position, rectangle):
            struck = tuple((c, v) for c, v in found if position.candidates[c] >> v & 1)
            if struck:
                yield _rectangle_step(position, name, rectangle.cells, rectangle.pair, struck)


def _one_extra(position: Position, found: Loop) -> Iterator[Candidates]:
    if len(found.extra) == 1:
        yield position.held(found.extra, found.pair)


def _same_extra(position: Position, found: Loop) -> Iterator[Candidates]:
    """Find two neighbours with the same third candidate, which must be in one of them."""
    if len(found.extra) == 2 and _lines(position, found.extra):
        yield third_candidate(position, found)


def _same_extra_across(position: Position, found: Loop) -> Iterator[Candidates]:
    """Find opposite corners, or three corners, with the same third candidate."""
    if len(found.extra) > 2 or (len(found.extra) == 2 and not _lines(position, found.extra)):
        yield third_candidate(position, found)


def _with_set(position: Position, found: Loop) -> Iterator[Candidates]:
    """Find cells that form a naked set with the other candidates of two neighbours."""
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
    """Find opposite extra corners, with a value that forms an X-Wing in the rectangle."""
    if len(found.extra) != 2 or _lines(position, found.extra):
        return
    inside = domain(found.cells)
    kinds = position.layout.of_kind
    lines = [line for kind in (ROW, COLUMN) for line in kinds[kind] if line.mask & inside]
    for value in values(found.pair):
        if all(not position.places[value] & line.mask & ~inside for line in lines):
            yield tuple((cell, value) for cell in found.extra)


def _hidden(position: Position, found: Loop) -> Iterator[Candidates]:
    """Find a bare corner opposite one with strong links of a value: it isn't the other value."""
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
    """Return the houses that hold all of these cells."""
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


def _rectangle_step(
    position: Position, name: str, cells: tuple[int, ...], pair: Domain, struck: Candidates
) -> Step:
    causes, text = exchanged(position, cells, pair)
    return striking(name, cells, causes, struck, text)


# ------------------------------------------------------------ with filled cells


def avoidable_rectangles(position: Agenda, left: int) -> Iterator[Step]:
    """Find rectangles with filled cells, none of them given, that could be swapped once complete.

    Args:
        position: The position.
        left: The number of open corners, 1 or 2.
    """
    for cells in corners(position.layout):
        inside = domain(cells)
        if inside & position.givens or (inside & position.open).bit_count() != left:
            continue
        for pair, struck in (_last if left == 1 else _last_two)(position, cells):
            if struck:
                yield _rectangle_step(position, f"avoidable rectangle {left}", cells, pair, struck)


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
