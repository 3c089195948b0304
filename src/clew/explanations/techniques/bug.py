"""The bivalue universal grave: two candidates in every open cell would leave two solutions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from clew.core.faces import values
from clew.explanations.techniques.position import House, Position
from clew.explanations.techniques.step import Step

Extra = dict[int, int]
"""The cells with candidates that a grave would not have, and these."""
LARGEST_SET = 4


def graves(position: Position) -> Iterator[Step]:
    """What keeps the position from being a grave: some of it must be true."""
    extra = _extra(position)
    if not extra:
        return
    more = 0
    for mask in extra.values():
        more |= mask
    if len(extra) == 1:
        ((cell, mask),) = extra.items()
        struck = tuple((cell, v) for v in values(position.candidates[cell] & ~mask))
        yield _step(position, extra, 1, 5.6, struck)
        return
    found = list(_several(position, extra, more))
    yield from sorted(found, key=lambda step: step.rating)


def _several(position: Position, extra: Extra, more: int) -> Iterator[Step]:
    if more.bit_count() == 1:
        value = more.bit_length() - 1
        if struck := position.struck(position.seen_by_all(extra), value):
            yield _step(position, extra, 2, 5.7, struck)
    for house in position.frame.houses:
        if all(house.mask >> cell & 1 for cell in extra):
            yield from _with_set(position, extra, more, house)
            if len(extra) == 2:
                yield from _with_lock(position, extra, house)


def _with_set(position: Position, extra: Extra, more: int, house: House) -> Iterator[Step]:
    """The extra candidates make a naked set with other cells of the house."""
    others = [cell for cell in values(house.mask & position.open) if cell not in extra]
    for size in range(max(2, more.bit_count()), LARGEST_SET + 1):
        for chosen in combinations(others, size - 1):
            union = more
            for cell in chosen:
                union |= position.candidates[cell]
            if union.bit_count() != size:
                continue
            rest = [c for c in others if c not in chosen]
            struck = tuple(
                (c, v) for v in values(union) for c in rest if position.candidates[c] >> v & 1
            )
            if struck:
                yield _step(position, extra, 3, 5.8 + 0.1 * (size - 2), struck)


def _with_lock(position: Position, extra: Extra, house: House) -> Iterator[Step]:
    """Both cells have a value in common that has no other place in the house."""
    (one, first), (two, second) = extra.items()
    left = (position.candidates[one] & ~first) & (position.candidates[two] & ~second)
    for value in values(left):
        if position.places[value] & house.mask & ~(1 << one | 1 << two):
            continue
        struck = tuple(
            (cell, other)
            for cell, mask in extra.items()
            for other in values(position.candidates[cell] & ~mask & ~(1 << value))
        )
        if struck:
            yield _step(position, extra, 4, 5.7, struck)


def _extra(position: Position) -> Extra:
    """What must go for a grave to be left: each value twice in a house, or nothing if none can."""
    extra: Extra = {}
    for cell in values(position.open):
        mask = position.candidates[cell]
        if mask.bit_count() == 2:
            continue
        more = 0
        for value in values(mask):
            counts = [
                (position.places[value] & house.mask).bit_count()
                for house in position.frame.around[cell]
            ]
            if all(count > 2 for count in counts):
                more |= 1 << value
        if (mask & ~more).bit_count() != 2:
            return {}
        extra[cell] = more
    return extra if _is_grave(position, extra) else {}


def _is_grave(position: Position, extra: Extra) -> bool:
    for value in values(position.frame.symbols):
        places = position.places[value]
        for cell, mask in extra.items():
            if mask >> value & 1:
                places &= ~(1 << cell)
        if any((places & house.mask).bit_count() not in (0, 2) for house in position.frame.houses):
            return False
    return True


def _step(
    position: Position, extra: Extra, kind: int, rating: float, struck: tuple[tuple[int, int], ...]
) -> Step:
    causes = tuple((cell, value) for cell, mask in extra.items() for value in values(mask))
    said = ", ".join(f"{value} in {position.name(cell)}" for cell, value in causes)
    text = f"without {said} every open cell would have two candidates, and the puzzle two solutions"
    return Step(
        f"bivalue universal grave type {kind}",
        round(rating, 1),
        tuple(extra),
        causes,
        (),
        struck,
        text,
    )
