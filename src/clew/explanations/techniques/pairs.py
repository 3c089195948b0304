"""Chains of cells with two candidates: remote pair and XY-chain."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from clew.core.faces import values
from clew.explanations.techniques.position import Position
from clew.explanations.techniques.step import Step

REMOTE = 4
"""A remote pair has so many cells at least; with fewer it is a naked pair or rules nothing out."""


def bivalue(position: Position) -> list[int]:
    """The cells with two candidates."""
    return [c for c in values(position.open) if position.candidates[c].bit_count() == 2]


def remote_pairs(position: Position) -> Iterator[Step]:
    """Cells with the same two candidates, each seeing the next, alternate between the two."""
    left = bivalue(position)
    while left:
        pair = position.candidates[left[0]]
        joined = _alternating(position, [c for c in left if position.candidates[c] == pair])
        left = [cell for cell in left if cell not in joined]
        if len(joined) >= REMOTE:
            seen = [0, 0]
            for cell, turn in joined.items():
                seen[turn] |= position.frame.peers[cell]
            rest = seen[0] & seen[1] & ~sum(1 << cell for cell in joined)
            struck = tuple(s for v in values(pair) for s in position.struck(rest, v))
            if struck:
                yield _step(position, "remote pair", tuple(joined), struck, "differ")


def _alternating(position: Position, alike: list[int]) -> dict[int, int]:
    """The cells that are joined to the first of these, and whether by an odd number of steps."""
    turns = {alike[0]: 0}
    waiting = deque(turns)
    while waiting:
        last = waiting.popleft()
        for cell in alike:
            if cell not in turns and position.frame.peers[last] >> cell & 1:
                turns[cell] = 1 - turns[last]
                waiting.append(cell)
    return turns


def xy_chains(position: Position) -> Iterator[Step]:
    """Cells of two candidates linked by one each: one end or the other has the value of both."""
    found = []
    cells = bivalue(position)
    for start in cells:
        for value in values(position.candidates[start]):
            found += list(_from(position, cells, start, value))
    yield from sorted(found, key=_rank)


def _rank(step: Step) -> tuple[int, int, int]:
    """Chains that rule out most, then by where, then the shortest."""
    struck = step.eliminations
    return -len(struck), sum(cell for cell, _ in struck), len(step.cells)


def _from(position: Position, cells: list[int], start: int, value: int) -> Iterator[Step]:
    """If the start is not the value, it is the other, so the next is not that, and so on."""
    met = {(start, value)}
    waiting: deque[tuple[tuple[int, ...], int]] = deque(
        [((start,), position.candidates[start] & ~(1 << value))]
    )
    while waiting:
        path, last = waiting.popleft()
        if last >> value & 1 and len(path) > 2:
            seen = position.seen_by_all((start, path[-1]))
            if struck := position.struck(seen, value):
                yield _step(position, "XY-chain", path, struck, f"are not both without {value}")
        for cell in cells:
            mask = position.candidates[cell]
            if mask & last and position.frame.peers[path[-1]] >> cell & 1 and cell not in path:
                after = mask & ~last
                if (cell, after) not in met:
                    met.add((cell, after))
                    waiting.append(((*path, cell), after))


def _step(
    position: Position, name: str, path: tuple[int, ...], struck: tuple[tuple[int, int], ...],
    said: str,
) -> Step:  # fmt: skip
    causes = tuple((c, v) for c in path for v in values(position.candidates[c]))
    text = f"along {position.names(path)} the ends {said}"
    return Step(name, 0.0, path, causes, (), struck, text)
