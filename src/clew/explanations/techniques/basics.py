"""Techniques that look at houses: singles, locked candidates, subsets, fish and signs."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from clew.core.faces import Domain, domain, values
from clew.core.phrases import spoken
from clew.explanations.techniques.position import (
    BOX,
    COLUMN,
    ROW,
    Cells,
    House,
    Position,
    only,
    ordered,
    subsets,
    union,
)
from clew.explanations.techniques.step import EXPLAINER, IN_BOX, Candidates, Step, placing, striking

# ------------------------------------------------------------------ singles
# Find cells with one value left and values with one place left, by house or in order of discovery.


def last_cells(position: Position) -> Iterator[Step]:
    """Find houses with one open cell."""
    for house in position.layout.houses:
        left = house.mask & position.open
        if left and not left & (left - 1):
            cell = left.bit_length() - 1
            for value in values(position.candidates[cell]):
                yield _last(position, "last cell", cell, value, house)


def _last(position: Position, name: str, cell: int, value: int, house: House) -> Step:
    text = f"{position.name(cell)} is the last open cell in {house}, so it must be {value}"
    return placing(name, house.cells, (cell, value), text)


def hidden_singles(position: Position) -> Iterator[Step]:
    """Find values with one place left in a house. In boxes they're easier to see than in lines."""
    places = position.places
    for house in position.layout.houses:
        mask = house.mask
        for value in values(position.layout.symbols):
            left = places[value] & mask
            if left and not left & (left - 1):
                step = _hidden(position, left.bit_length() - 1, value, house)
                yield replace(step, rating=EXPLAINER[IN_BOX]) if house.kind == BOX else step


def _hidden(position: Position, cell: int, value: int, house: House) -> Step:
    text = f"{position.name(cell)} is the only place for {value} in {house}"
    return placing("hidden single", house.cells, (cell, value), text)


def naked_singles(position: Position) -> Iterator[Step]:
    """Find cells with one candidate left."""
    for cell in values(position.open):
        mask = position.candidates[cell]
        if not mask & (mask - 1):
            yield _naked_single(position, cell, mask.bit_length() - 1)


def _naked_single(position: Position, cell: int, value: int) -> Step:
    text = f"{position.name(cell)} can only be {value}"
    return placing("naked single", (cell,), (cell, value), text)


class Agenda(Position):
    """A position with a list of the singles that each change has revealed, oldest first.

    A person who works through a list takes them in this order. The constructor places the givens
    again, cell by cell, so that the same puzzle always has the same list.
    """

    __slots__ = ("_around", "_hidden", "_naked", "givens")

    def __init__(self, start: Position) -> None:
        super().__init__(ordered(start.layout, (BOX, ROW, COLUMN)), start.name)
        self._around = ordered(start.layout, (ROW, COLUMN, BOX)).around
        self._naked: deque[int] = deque()
        self._hidden: deque[tuple[House, int]] = deque()
        self.givens: Cells = ~start.open
        for cell, value in enumerate(start.value):
            if not start.open >> cell & 1:
                self.place(cell, value)
        for cell in values(self.open):
            for value in values(self.candidates[cell] & ~start.candidates[cell]):
                self.strike(cell, value)

    def place(self, cell: int, value: int) -> None:
        # singles are found in the order in which these candidates are eliminated
        for seen in values(self.places[value] & self.layout.peers[cell]):
            self.strike(seen, value)
        self.open &= ~(1 << cell)
        for other in values(self.candidates[cell] & ~(1 << value)):
            self.strike(cell, other)
        super().place(cell, value)

    def strike(self, cell: int, value: int) -> None:
        super().strike(cell, value)
        mask = self.candidates[cell]
        if mask and not mask & (mask - 1) and self.open >> cell & 1:
            self._naked.append(cell)
        for house in self._around[cell]:
            left = self.places[value] & house.mask
            if left and not left & (left - 1):
                self._hidden.append((house, value))

    def full_houses(self) -> Iterator[Step]:
        """Find the naked singles that are the last open cell of a house, oldest first."""
        for cell, value in self._listed():
            for house in self.layout.around[cell]:
                if self.open & house.mask == 1 << cell:
                    yield _last(self, "full house", cell, value, house)

    def naked_singles(self) -> Iterator[Step]:
        yield from (_naked_single(self, cell, value) for cell, value in self._listed())

    def _listed(self) -> Iterator[tuple[int, int]]:
        """Yield the naked singles on the list that are still open."""
        while self._naked and not self.open >> self._naked[0] & 1:
            self._naked.popleft()
        for cell in self._naked:
            if self.open >> cell & 1:
                yield cell, self.candidates[cell].bit_length() - 1

    def hidden_singles(self) -> Iterator[Step]:
        """Find the oldest hidden single."""
        while self._hidden:
            house, value = self._hidden[0]
            if left := self.places[value] & house.mask:
                yield _hidden(self, left.bit_length() - 1, value, house)
                return
            self._hidden.popleft()


# ------------------------------------------------------------------ locked candidates and subsets
# Locked candidates, and naked and hidden pairs, triplets and quads.


POINTING, CLAIMING = "pointing", "claiming"
Lock = tuple[House, House, Cells, int]
"""Two houses, the cells that they share, and a value with no other place in the first house."""
SUBSETS = {2: "pair", 3: "triplet", 4: "quad"}


def naked_sets(position: Position, size: int) -> Iterator[Step]:
    """Find `size` cells of a house that have `size` candidates together, so no other cell can."""
    for house in _large(position, size):
        for cells, together in _narrow(position, house.cells, size):
            struck = position.all_struck(house.mask & ~domain(cells), together)
            if struck:
                where = str(house)
                yield _naked(position, "naked", cells, together, tuple(sorted(struck)), where)


def locked_sets(position: Position, size: int) -> Iterator[Step]:
    """Find naked sets where a box and a line cross, with effects both in the box and outside it."""
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
    """Yield the houses with more than `size` open cells."""
    for house in position.layout.houses:
        if (house.mask & position.open).bit_count() > size:
            yield house


def _narrow(
    position: Position, cells: Iterable[int], size: int
) -> Iterator[tuple[tuple[int, ...], Domain]]:
    """Yield `size` of the cells that have `size` candidates together, and the candidates."""
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
    return striking(f"{kind} {SUBSETS[len(cells)]}", cells, position.held(cells), struck, text)


def hidden_sets(position: Position, size: int, direct: bool = False) -> Iterator[Step]:
    """Find `size` values with `size` places in a house, so that these cells hold nothing else.

    If `direct`, the steps are the hidden singles that follow from this.
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
                text = f"In {house}, {said} can go only in {position.names(cells)}"
                causes = position.held(cells, keep)
                found = striking(f"hidden {SUBSETS[size]}", cells, causes, struck, text)
                yield from _singles(position, house, found, keep) if direct else [found]


def _singles(position: Position, house: House, found: Step, keep: Domain) -> Iterator[Step]:
    for value in values(position.layout.symbols & ~keep):
        places = position.places[value] & house.mask
        cell = only(places & ~domain(found.cells))
        if cell is not None and only(places) is None:
            text = f"{found.text}, so {position.name(cell)} is the only place for {value}"
            name = f"direct {found.technique}"
            yield placing(name, found.cells, (cell, value), text, found.causes)


# ------------------------------------------------------------ where a box and a line cross


def locked_candidates(position: Position, kind: str, direct: bool = False) -> Iterator[Step]:
    """Find values whose places in one house are all in another house, and so nowhere else there.

    Args:
        position: The position.
        kind: `POINTING` from a box to a line, or `CLAIMING` from a line to a box.
        direct: Whether the steps are the hidden singles that follow.
    """
    for lock in _locks(position, kind):
        yield from (
            _lock_singles(position, kind, lock) if direct else [_lock_step(position, kind, lock)]
        )


def locked_by_house(position: Position, kind: str) -> Iterator[Step]:
    """Find locked candidates, in the order of their houses and then of their values."""
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
    text = f"In {inside}, {value} can go only in {other} ({position.names(cells)})"
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
            text = f"{found.text}, so {position.name(cell)} is the only place for it in {third}"
            yield placing(f"direct {kind}", found.cells, (cell, value), text, found.causes)


# ------------------------------------------------------------------ fish
# A fish is a value whose places in some lines are all in the same number of cross lines: X-Wing,
# Swordfish, Jellyfish.
#
# A finned fish also has places outside the cross lines, all in one box. Either it's a fish, or one
# of these fins holds the value, so it eliminates the candidates that both would eliminate. It's
# sashimi if one of its lines has only one place without the fins.


FISH = {2: "X-Wing", 3: "Swordfish", 4: "Jellyfish"}
MOST_FINS = 5
Line = tuple[House, Cells, int]
"""A line, the places of a value on it, and the numbers of the lines that cross it there."""


def fish(position: Position, size: int) -> Iterator[Step]:
    """Find `size` lines that have all their places for a value in `size` cross lines."""
    for value, lines, cover in _lines(position):
        masks = [
            (number, crossed)
            for number, (_, places, crossed) in enumerate(lines)
            if 2 <= places.bit_count() <= size
        ]
        for chosen, crossed in subsets(masks, size):
            caught = [lines[number][0] for number in chosen]
            across = [cover[number] for number in values(crossed)]
            if struck := position.struck(_all(across) & ~_all(caught), value):
                yield _step(position, FISH[size], value, caught, across, struck)


def finned_fish(position: Position, size: int, sashimi: bool) -> Iterator[Step]:
    """Find fish with extra places in one box, the fins."""
    boxes = [box.mask for box in position.layout.of_kind[BOX]]
    for value, lines, cover in _lines(position):
        for chosen in combinations(lines, size):
            here = union(places for _, places, _ in chosen)
            crossed = union(numbers for _, _, numbers in chosen)
            if not size < crossed.bit_count() <= size + 3:
                continue
            for several in combinations(values(crossed), size):
                across = [cover[number] for number in several]
                fins = here & ~_all(across)
                if fins.bit_count() <= MOST_FINS and any(not fins & ~box for box in boxes):
                    yield from _finned(position, value, chosen, across, fins, sashimi)


def _lines(position: Position) -> Iterator[tuple[int, list[Line], tuple[House, ...]]]:
    """Yield each value with the lines of one direction that hold it, and all lines across them."""
    kinds = position.layout.of_kind
    order = dict.fromkeys(h.kind for h in position.layout.houses if h.kind in (ROW, COLUMN))
    for value in values(position.layout.symbols):
        for kind in order:
            cover = kinds[COLUMN if kind == ROW else ROW]
            places = [(line, position.places[value] & line.mask) for line in kinds[kind]]
            yield (
                value,
                [(line, here, _crossed(here, cover)) for line, here in places if here],
                cover,
            )


def _crossed(cells: Cells, lines: Sequence[House]) -> Domain:
    """Return the numbers of the lines that these cells lie in."""
    return union(1 << number for number, line in enumerate(lines) if cells & line.mask)


def _finned(
    position: Position,
    value: int,
    lines: Sequence[Line],
    across: list[House],
    fins: Cells,
    sashimi: bool,
) -> Iterator[Step]:
    if any((places & ~fins).bit_count() < 2 for _, places, _ in lines) != sashimi:
        return
    caught = [line for line, _, _ in lines]
    seen = position.seen_by_all(values(fins))
    if struck := position.struck(_all(across) & ~_all(caught) & seen, value):
        name = f"{'sashimi' if sashimi else 'finned'} {FISH[len(lines)]}"
        rest = f", or else in {position.names(fins)}"
        yield _step(position, name, value, caught, across, struck, rest)


def _all(houses: Iterable[House]) -> Cells:
    return union(house.mask for house in houses)


def _step(
    position: Position,
    name: str,
    value: int,
    caught: Sequence[House],
    across: Sequence[House],
    struck: Candidates,
    rest: str = "",
) -> Step:
    cells = tuple(values(position.places[value] & _all(caught)))
    lines, covers = (spoken(map(str, houses)) for houses in (caught, across))
    text = f"In {lines}, {value} can go only in {covers}{rest}"
    return striking(name, cells, tuple((cell, value) for cell in cells), struck, text)


# ------------------------------------------------------------------ signs
# A sign between two cells says that the first is smaller than the second.


def extremes(position: Position) -> Iterator[Step]:
    """Find the only place of the least or the greatest value in a house.

    The least value can't be in a cell that's greater than another, and the greatest value can't be
    in a cell that's smaller.
    """
    layout, symbols = position.layout, list(values(position.layout.symbols))
    above = domain(greater for _, greater in layout.less)
    below = domain(smaller for smaller, _ in layout.less)
    for value, out, side in ((symbols[0], above, "greater"), (symbols[-1], below, "smaller")):
        for house in layout.houses:
            places = position.places[value] & house.mask
            cell = only(places & ~out)
            if places & out and cell is not None:
                text = (
                    f"In {house} only {position.name(cell)} can be {value}, "
                    f"because the others are {side} than a neighbour"
                )
                yield placing("only extreme", house.cells, (cell, value), text)


def neighbours(position: Position) -> Iterator[Step]:
    """Find signs next to filled cells, and signs whose cells can't be the least or the greatest."""
    every = position.layout.symbols
    known = [1 << value if value else every for value in position.value]
    return _along_signs(position, "sign", known)


def chains_of_signs(position: Position) -> Iterator[Step]:
    """Find signs whose cells must be greater or smaller than their neighbour's candidates allow."""
    known = [_mask(position, cell) for cell in range(position.layout.size)]
    return _along_signs(position, "chain of signs", known)


def _along_signs(position: Position, technique: str, known: list[Domain]) -> Iterator[Step]:
    """Yield the eliminations by each sign, from the values known for the cell on its other side."""
    for smaller, greater in position.layout.less:
        low, high = known[smaller] & -known[smaller], 1 << known[greater].bit_length() - 1
        for struck in (_at_most(position, greater, low), _at_least(position, smaller, high)):
            if struck:
                text = f"{position.name(smaller)} < {position.name(greater)}"
                yield striking(technique, (smaller, greater), (), struck, text)


def crowded_signs(position: Position) -> Iterator[Step]:
    """Find cells that signs put above or below several cells of one house.

    These cells have different values, so there must be room for all of them.
    """
    for cell in values(position.open):
        for up in (True, False):
            others = _reached(position, cell, up)
            for house in position.layout.houses:
                group = list(values(others & house.mask))
                if len(group) > 1 and (struck := _crowded(position, cell, group, up)):
                    yield _crowd(position, house, cell, group, up, struck)


def _reached(position: Position, cell: int, up: bool) -> Cells:
    """Return the cells that signs make smaller than a cell if `up`, or else the greater ones."""
    found, waiting = 0, [cell]
    while waiting:
        for other, greater in position.layout.signs[waiting.pop()]:
            if greater != up and not found >> other & 1:
                found |= 1 << other
                waiting.append(other)
    return found


def _crowded(position: Position, cell: int, group: list[int], up: bool) -> Candidates:
    """Return the values that a cell can't have, because the group needs room on one side of it."""
    masks = [_mask(position, other) for other in group]
    width = max(mask.bit_length() for mask in masks)
    if up:  # find the fewest bits from which each set can have a different member
        for length in range(1, width + 1):
            if _matched([mask & ((1 << length) - 1) for mask in masks]):
                return _at_most(position, cell, 1 << length - 1)
    else:
        for low in reversed(range(width)):
            if _matched([mask >> low for mask in masks]):
                return _at_least(position, cell, 1 << low)
    return ()


def _matched(masks: list[Domain]) -> bool:
    """Check whether each set can supply a different member (Kuhn's matching)."""
    owner: dict[int, int] = {}

    def give(number: int, tried: set[int]) -> bool:
        for value in values(masks[number]):
            if value not in tried:
                tried.add(value)
                if value not in owner or give(owner[value], tried):
                    owner[value] = number
                    return True
        return False

    return all(give(number, set()) for number in range(len(masks)))


def _mask(position: Position, cell: int) -> Domain:
    return position.candidates[cell] or 1 << position.value[cell]


def _at_most(position: Position, cell: int, bit: int) -> Candidates:
    """Return the candidates of a cell up to a bit."""
    return position.held((cell,), 2 * bit - 1)


def _at_least(position: Position, cell: int, bit: int) -> Candidates:
    return position.held((cell,), ~(bit - 1))


def _crowd(
    position: Position, house: House, cell: int, group: list[int], up: bool, struck: Candidates
) -> Step:
    text = (
        f"{position.name(cell)} is {'greater' if up else 'smaller'} than {position.names(group)}, "
        f"which all differ because they are in {house}"
    )
    return striking("signs on one line", (cell, *group), (), struck, text)
