"""Smallest hitting sets: what must be in a reason, if it is to contradict each of some cases.

A reason that leaves out all of one set is no reason, since there is a case that obeys the rest
(a correction set). So the smallest set with a member of each is no larger than the smallest reason,
and equal to it once it is a reason itself (A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva,
"Smallest MUS Extraction with Minimal Hitting Set Dualization", CP 2015).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import or_


def smallest_hitting(sets: Iterable[int]) -> int:
    """A smallest set, as bits, that has a member in common with each of the sets.

    >>> bin(smallest_hitting([0b0011, 0b0110, 0b1000]))
    '0b1010'
    """
    least = _least(sets)
    size = _apart(least)
    while (found := _hitting(least, size)) is None:
        size += 1
    return found


def smallest_contradiction(
    every: int, obeyed: Callable[[int], int | None], most: int | None = None
) -> int | None:
    """The smallest set of members, as bits, that cannot be obeyed together.

    `obeyed` returns None for a set that cannot, otherwise a larger one that can, or the same.
    None if every such set has as many members as `most`, or more.

    >>> together = lambda some: None if some & 0b101 == 0b101 else some | 0b010
    >>> bin(smallest_contradiction(0b111, together))
    '0b101'
    """
    cases: list[int] = []
    while True:
        needed = smallest_hitting(cases)
        if most is not None and needed.bit_count() >= most:
            return None
        found = obeyed(needed)
        if found is None:
            return needed
        cases.append(every & ~found)


def grown(some: int, every: int, possible: Callable[[int], bool]) -> int:
    """As many members of all as can be added to some, one after the other; many at once first."""
    waiting = [every & ~some]
    while waiting:
        part = waiting.pop()
        if not part:
            continue
        if possible(some | part):
            some |= part
        elif part & (part - 1):
            half = _lower_half(part)
            waiting += [part & ~half, half]
    return some


def reduced(some: int, contradictory: Callable[[int], bool]) -> int:
    """A set, of which no member can be left out, that is still contradictory."""
    needed, waiting = 0, [some]
    while waiting:
        part = waiting.pop()
        if not part or contradictory(reduce(or_, waiting, needed)):
            continue
        if part & (part - 1):
            half = _lower_half(part)
            waiting += [half, part & ~half]
        else:
            needed |= part
    return needed


def _lower_half(bits: int) -> int:
    half = 0
    for _ in range(bits.bit_count() // 2):
        half |= bits & -bits
        bits &= bits - 1
    return half


def _least(sets: Iterable[int]) -> list[int]:
    """The sets that contain no other, the smallest first."""
    kept: list[int] = []
    for each in sorted(set(sets), key=lambda bits: (bits.bit_count(), bits)):
        if not any(other & each == other for other in kept):
            kept.append(each)
    return kept


def _apart(sets: Sequence[int]) -> int:
    """How many of the sets have nothing in common: as many members at least are needed."""
    seen = count = 0
    for each in sets:
        if not each & seen:
            seen |= each
            count += 1
    return count


def _hitting(sets: Sequence[int], size: int) -> int | None:
    if not sets:
        return 0
    if _apart(sets) > size:
        return None
    rest = sets[0]
    out = 0
    while rest:
        bit = rest & -rest
        rest ^= bit
        left = [each & ~out for each in sets if not each & bit]
        if all(left):
            left.sort(key=int.bit_count)
            found = _hitting(left, size - 1)
            if found is not None:
                return found | bit
        out |= bit
    return None
