"""One value in as many lines as cross lines: X-Wing, Swordfish, Jellyfish, with fins or without.

A finned fish has places outside the cross lines, all in one block. Either it is a fish, or one of
these fins holds the value: what both rule out is gone. It is sashimi if without its fins a line of
it had one place only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from clew.core.faces import values
from clew.explanations.techniques.position import (
    BLOCK,
    COLUMN,
    ROW,
    Cells,
    House,
    Position,
    subsets,
)
from clew.explanations.techniques.step import Step

NAMES = {2: "X-Wing", 3: "Swordfish", 4: "Jellyfish"}
RATINGS = {2: 3.2, 3: 3.8, 4: 5.2}
MOST_FINS = 5


def fish(position: Position, size: int) -> Iterator[Step]:
    """In so many lines the value is only where so many others cross them: these have it there."""
    for value in values(position.frame.symbols):
        for base, cover in bases(position):
            places = position.places[value]
            masks = [
                (number, _crossed(here, cover))
                for number, line in enumerate(base)
                if 2 <= (here := places & line.mask).bit_count() <= size
            ]
            for lines, crossed in subsets(masks, size):
                caught = [base[line] for line in lines]
                across = [cover[line] for line in values(crossed)]
                if struck := position.struck(_all(across) & ~_all(caught), value):
                    yield _step(position, value, caught, across, struck)


def bases(position: Position) -> list[tuple[tuple[House, ...], tuple[House, ...]]]:
    """Lines and the lines across them, both ways, in the order of the frame's houses."""
    kinds = position.frame.of_kind
    order = dict.fromkeys(h.kind for h in position.frame.houses if h.kind in (ROW, COLUMN))
    return [(kinds[kind], kinds[COLUMN if kind == ROW else ROW]) for kind in order]


def _crossed(cells: Cells, lines: Sequence[House]) -> int:
    """The numbers of the lines that these cells lie in, as a set."""
    crossed = 0
    for number, line in enumerate(lines):
        if cells & line.mask:
            crossed |= 1 << number
    return crossed


def _all(houses: Sequence[House]) -> Cells:
    union = 0
    for house in houses:
        union |= house.mask
    return union


def _step(
    position: Position, value: int, caught: Sequence[House], across: Sequence[House],
    struck: tuple[tuple[int, int], ...],
) -> Step:  # fmt: skip
    size = len(caught)
    cells = tuple(values(position.places[value] & _all(caught)))
    text = f"in {_said(caught)}, {value} is only in {_said(across)}"
    causes = tuple((cell, value) for cell in cells)
    return Step(NAMES[size], RATINGS[size], cells, causes, (), struck, text)


def _said(houses: Sequence[House]) -> str:
    return ", ".join(map(str, houses))


# ------------------------------------------------------------ with fins


@dataclass(frozen=True, slots=True)
class Fins:
    """The lines of a fish, the lines across them, and the places outside these."""

    value: int
    caught: tuple[House, ...]
    across: tuple[House, ...]
    fins: Cells
    sashimi: bool


def finned_fish(position: Position, size: int, sashimi: bool) -> Iterator[Step]:
    """A fish but for some places in one block: these, or the fish, rule candidates out."""
    for value in values(position.frame.symbols):
        for base, cover in bases(position):
            for found in _finned(position, size, value, base, cover):
                if found.sashimi == sashimi and (step := _finned_step(position, found)):
                    yield step


def _finned(
    position: Position, size: int, value: int, base: tuple[House, ...], cover: tuple[House, ...]
) -> Iterator[Fins]:
    places = position.places[value]
    lines = [(line, here, _crossed(here, cover)) for line in base if (here := places & line.mask)]
    for chosen in combinations(lines, size):
        crossed = here = 0
        for _, cells, numbers in chosen:
            here |= cells
            crossed |= numbers
        if crossed.bit_count() <= size or crossed.bit_count() > size + 3:
            continue
        for several in combinations(values(crossed), size):
            across = tuple(cover[number] for number in several)
            fins = here & ~_all(across)
            if fins.bit_count() <= MOST_FINS and _in_one_block(position, fins):
                degenerate = any((cells & ~fins).bit_count() < 2 for _, cells, _ in chosen)
                caught = tuple(line for line, _, _ in chosen)
                yield Fins(value, caught, across, fins, degenerate)


def _in_one_block(position: Position, cells: Cells) -> bool:
    return any(not cells & ~block.mask for block in position.frame.of_kind[BLOCK])


def _finned_step(position: Position, found: Fins) -> Step | None:
    value, caught = found.value, _all(found.caught)
    seen = position.seen_by_all(values(found.fins))
    struck = position.struck(_all(found.across) & ~caught & seen, value)
    if not struck:
        return None
    cells = tuple(values(position.places[value] & caught))
    name = f"{'sashimi' if found.sashimi else 'finned'} {NAMES[len(found.caught)]}"
    text = (
        f"in {_said(found.caught)}, {value} is only in {_said(found.across)}, "
        f"or else in {position.names(found.fins)}"
    )
    return Step(name, 0.0, cells, tuple((c, value) for c in cells), (), struck, text)
