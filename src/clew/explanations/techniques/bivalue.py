"""Cells with two candidates: XY-, XYZ- and W-Wing, remote pair, XY-chain."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import combinations

from clew.core.faces import domain, values
from clew.explanations.techniques.position import Position, only
from clew.explanations.techniques.step import Candidates, Step, ranked, striking

REMOTE = 4
"""A remote pair has so many cells at least; with fewer it is a naked pair or eliminates nothing."""


def wings(position: Position, triple: bool) -> Iterator[Step]:
    """Whatever the pivot is, one of the wings is the value: cells that see all of them are not.

    With a pivot of three candidates (XYZ-Wing) the pivot itself may be the value too.
    """
    peers, candidates = position.layout.peers, position.candidates
    pairs = position.pairs()
    for pivot in values(position.open):
        mask = candidates[pivot]
        if mask.bit_count() != 2 + triple:
            continue
        seen = peers[pivot]
        near = [
            c for c in pairs if seen >> c & 1 and (candidates[c] & mask).bit_count() == 1 + triple
        ]
        for one, two in combinations(near, 2):
            first, second = candidates[one], candidates[two]
            value = only(first & second)
            if value is None or mask | 1 << value != first | second:
                continue
            ends = (pivot, one, two) if triple else (one, two)
            if struck := position.struck(position.seen_by_all(ends), value):
                where = f"one of {position.names(ends)}"
                text = f"whatever {position.name(pivot)} is, {value} is in {where}"
                cells, name = (pivot, one, two), "XYZ-Wing" if triple else "XY-Wing"
                yield striking(name, cells, position.held(cells), struck, text)


def wings_by_cell(position: Position, triple: bool) -> Iterator[Step]:
    """The same, in the order of their cells."""
    yield from sorted(wings(position, triple), key=lambda step: sorted(step.cells))


def w_wings(position: Position) -> Iterator[Step]:
    """Two cells with the same two candidates: a strong link of one makes one of them the other."""
    peers, candidates = position.layout.peers, position.candidates
    for ends in combinations(position.pairs(), 2):
        one, two = ends
        if candidates[one] != candidates[two] or peers[one] >> two & 1:
            continue
        for value in values(candidates[one]):
            other = (candidates[one] & ~(1 << value)).bit_length() - 1
            struck = position.struck(peers[one] & peers[two], value)
            if struck and (link := _link(position, other, one, two)):
                causes = (*position.held(ends), *((cell, other) for cell in link))
                text = (
                    f"{other} is in {position.names(link)}, so {position.names(ends)} are not "
                    f"both {other}, and one of them is {value}"
                )
                yield striking("W-Wing", (*ends, *link), causes, struck, text)


def _link(position: Position, value: int, one: int, two: int) -> tuple[int, ...]:
    """The only two places of a value in a house, if each cell sees one of them."""
    peers, ends = position.layout.peers, 1 << one | 1 << two
    for house in position.layout.houses:
        left = position.places[value] & house.mask
        if left.bit_count() == 2 and not left & ends:
            low, high = values(left)
            if (peers[one] >> low & peers[two] >> high & 1) or (
                peers[one] >> high & peers[two] >> low & 1
            ):
                return low, high
    return ()


def remote_pairs(position: Position) -> Iterator[Step]:
    """Cells with the same two candidates, each seeing the next, alternate between the two."""
    left = position.pairs()
    while left:
        pair = position.candidates[left[0]]
        joined = _alternating(position, [c for c in left if position.candidates[c] == pair])
        left = [cell for cell in left if cell not in joined]
        if len(joined) >= REMOTE:
            even, odd = (
                position.seen_by_any(domain(cell for cell in joined if joined[cell] == turn))
                for turn in (0, 1)
            )
            if struck := position.all_struck(even & odd & ~domain(joined), pair):
                yield _chain(position, "remote pair", tuple(joined), struck, "differ")


def _alternating(position: Position, alike: list[int]) -> dict[int, int]:
    """The cells that are joined to the first of these, and whether by an odd number of steps."""
    turns = {alike[0]: 0}
    waiting = deque(turns)
    while waiting:
        last = waiting.popleft()
        for cell in alike:
            if cell not in turns and position.layout.peers[last] >> cell & 1:
                turns[cell] = 1 - turns[last]
                waiting.append(cell)
    return turns


def xy_chains(position: Position) -> list[Step]:
    """Cells of two candidates linked by one each: one end or the other has the value of both."""
    cells = position.pairs()
    return ranked(
        step
        for start in cells
        for value in values(position.candidates[start])
        for step in _from(position, cells, start, value)
    )


def _from(position: Position, cells: list[int], start: int, value: int) -> Iterator[Step]:
    """If the start is not the value, it is the other, so the next is not that, and so on."""
    met = {(start, value)}
    first: tuple[int, ...] = (start,)
    waiting = deque([(first, position.candidates[start] & ~(1 << value))])
    while waiting:
        path, last = waiting.popleft()
        if last >> value & 1 and len(path) > 2:
            seen = position.seen_by_all((start, path[-1]))
            if struck := position.struck(seen, value):
                yield _chain(position, "XY-chain", path, struck, f"are not both without {value}")
        for cell in cells:
            mask = position.candidates[cell]
            if mask & last and position.layout.peers[path[-1]] >> cell & 1 and cell not in path:
                after = mask & ~last
                if (cell, after) not in met:
                    met.add((cell, after))
                    waiting.append(((*path, cell), after))


def _chain(
    position: Position, name: str, path: tuple[int, ...], struck: Candidates, what: str
) -> Step:
    text = f"along {position.names(path)} the ends {what}"
    return striking(name, path, position.held(path), struck, text)
