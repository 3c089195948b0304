"""As many cells as values: naked and hidden pairs, triplets and quads."""

from __future__ import annotations

from collections.abc import Iterator

from clew.core.faces import values
from clew.explanations.techniques.position import BLOCK, House, Position, subsets
from clew.explanations.techniques.step import Step

NAMES = {2: "pair", 3: "triplet", 4: "quad"}
NAKED = {2: 3.0, 3: 3.6, 4: 5.0}
HIDDEN = {2: 3.4, 3: 4.0, 4: 5.4}
DIRECT = {2: 2.0, 3: 2.5}


def naked_sets(position: Position, size: int) -> Iterator[Step]:
    """So many cells of a house that have so many candidates together: no other cell has them."""
    for house in position.frame.houses:
        if (house.mask & position.open).bit_count() <= size:
            continue
        masks = [
            (cell, mask)
            for cell in house.cells
            if 2 <= (mask := position.candidates[cell]).bit_count() <= size
        ]
        for cells, union in subsets(masks, size):
            rest = house.mask
            for cell in cells:
                rest &= ~(1 << cell)
            struck = tuple(s for value in values(union) for s in position.struck(rest, value))
            if struck:
                yield _naked(position, house, cells, union, tuple(sorted(struck)))


def locked_sets(position: Position, size: int) -> Iterator[Step]:
    """A naked set where a block and a line cross, with effect in both and in the line beyond."""
    order = position.frame.of_kind[BLOCK].index
    for block, line, both in sorted(position.frame.crossings, key=lambda each: order(each[0])):
        masks = [
            (cell, mask)
            for cell in values(both & position.open)
            if 2 <= (mask := position.candidates[cell]).bit_count() <= size
        ]
        for cells, union in subsets(masks, size):
            rest = sum(1 << cell for cell in cells)
            sides = [
                tuple(s for v in values(union) for s in position.struck(house.mask & ~rest, v))
                for house in (block, line)
            ]
            if sides[0] and any(not both >> cell & 1 for cell, _ in sides[1]):
                yield _locked(position, (block, line), cells, union, sides)


def _locked(
    position: Position, houses: tuple[House, House], cells: tuple[int, ...], union: int,
    sides: list[tuple[tuple[int, int], ...]],
) -> Step:  # fmt: skip
    size = len(cells)
    causes = tuple((c, v) for c in cells for v in values(position.candidates[c]))
    text = (
        f"{position.names(cells)} can only be {_said(union)}, "
        f"so no other cell of {houses[0]} and {houses[1]} can"
    )
    struck = tuple(dict.fromkeys((*sorted(sides[1]), *sorted(sides[0]))))
    return Step(f"locked {NAMES[size]}", NAKED[size], cells, causes, (), struck, text)


def _naked(
    position: Position,
    house: House,
    cells: tuple[int, ...],
    union: int,
    struck: tuple[tuple[int, int], ...],
) -> Step:
    size = len(cells)
    causes = tuple((c, v) for c in cells for v in values(position.candidates[c]))
    text = f"{position.names(cells)} can only be {_said(union)}, so no other cell of {house} can"
    return Step(f"naked {NAMES[size]}", NAKED[size], cells, causes, (), struck, text)


def hidden_sets(position: Position, size: int, direct: bool = False) -> Iterator[Step]:
    """So many values with so many places in a house: these cells hold nothing else."""
    for house in position.frame.houses:
        if (house.mask & position.open).bit_count() <= size:
            continue
        masks = [
            (value, mask)
            for value in values(position.frame.symbols)
            if 2 <= (mask := position.places[value] & house.mask).bit_count() <= size
        ]
        for chosen, union in subsets(masks, size):
            keep = 0
            for value in chosen:
                keep |= 1 << value
            struck = tuple(
                (cell, value)
                for cell in values(union)
                for value in values(position.candidates[cell] & ~keep)
            )
            if struck:
                yield from _hidden(position, house, chosen, union, keep, struck, direct)


def _hidden(
    position: Position, house: House, chosen: tuple[int, ...], union: int, keep: int,
    struck: tuple[tuple[int, int], ...], direct: bool,
) -> Iterator[Step]:  # fmt: skip
    size, cells = len(chosen), tuple(values(union))
    causes = tuple((c, v) for c in cells for v in values(position.candidates[c] & keep))
    text = f"in {house}, {_said(keep)} are only in {position.names(cells)}"
    if not direct:
        yield Step(
            f"hidden {NAMES[size]}",
            HIDDEN[size],
            cells,
            causes,
            (),
            struck,
            text,
        )
        return
    for value in values(position.frame.symbols & ~keep):
        places = position.places[value] & house.mask
        left = places & ~union
        if places & (places - 1) and left and not left & (left - 1):
            cell = left.bit_length() - 1
            yield Step(
                f"direct hidden {NAMES[size]}",
                DIRECT[size],
                cells,
                causes,
                ((cell, value),),
                (),
                f"{text}: so {position.name(cell)} is the only place for {value}",
            )


def _said(mask: int) -> str:
    *most, last = map(str, values(mask))
    return f"{', '.join(most)} and {last}" if most else last
