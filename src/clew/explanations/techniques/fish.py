"""One value in as many lines as cross lines: X-Wing, Swordfish, Jellyfish, with fins or without.

A finned fish has places outside the cross lines, all in one box. Either it is a fish, or one of
these fins holds the value: what both eliminate is gone. It is sashimi if without its fins a line of
it had one place only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from clew.core.faces import Domain, values
from clew.explanations.techniques.position import (
    BOX,
    COLUMN,
    ROW,
    Cells,
    House,
    Position,
    subsets,
    union,
)
from clew.explanations.techniques.step import Candidates, Step, striking

NAMES = {2: "X-Wing", 3: "Swordfish", 4: "Jellyfish"}
MOST_FINS = 5
Line = tuple[House, Cells, int]
"""A line, the places of a value on it, and the numbers of the lines that cross it there."""


def fish(position: Position, size: int) -> Iterator[Step]:
    """In so many lines the value is only where so many others cross them: these have it there."""
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
                yield _step(position, NAMES[size], value, caught, across, struck)


def finned_fish(position: Position, size: int, sashimi: bool) -> Iterator[Step]:
    """A fish but for some places in one box: these, or the fish, eliminate candidates."""
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
    """Each value, the lines of one kind that hold it, and the lines across them; then the other."""
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
    """The numbers of the lines that these cells lie in."""
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
        name = f"{'sashimi' if sashimi else 'finned'} {NAMES[len(lines)]}"
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
    lines, covers = (", ".join(map(str, houses)) for houses in (caught, across))
    text = f"in {lines}, {value} is only in {covers}{rest}"
    return striking(name, cells, tuple((cell, value) for cell in cells), struck, text)
