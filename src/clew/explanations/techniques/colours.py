"""Places of a value coloured along its strong links: of two colours one is all true.

A cluster is what strong links join. Simple colours looks at one, multi-colours at two of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from clew.core.faces import values
from clew.explanations.techniques.position import Cells, Position
from clew.explanations.techniques.single_digit import links
from clew.explanations.techniques.step import Step

Cluster = tuple[Cells, Cells]
"""The cells of one colour and those of the other."""


def simple_colours(position: Position) -> Iterator[Step]:
    """What sees both colours is false; a colour that sees itself is false altogether."""
    for value in values(position.frame.symbols):
        for cluster in clusters(position, value):
            one, two = cluster
            for colour in cluster:
                if _seen(position, colour) & colour:
                    struck = position.struck(colour, value)
                    yield _step(position, "simple colours", value, cluster, struck)
            struck = position.struck(_seen(position, one) & _seen(position, two), value)
            if struck:
                yield _step(position, "simple colours", value, cluster, struck)


def multi_colours(position: Position) -> Iterator[Step]:
    """Where a colour of one cluster sees a colour of another, one of the two others is true."""
    for value in values(position.frame.symbols):
        for one, two in permutations(clusters(position, value), 2):
            both = (one[0] | two[0], one[1] | two[1])
            for struck in _between(position, value, one, two):
                yield _step(position, "multi-colours", value, both, struck)


def _between(
    position: Position, value: int, one: Cluster, two: Cluster
) -> Iterator[tuple[tuple[int, int], ...]]:
    for colour, other in (one, one[::-1]):
        seen = _seen(position, colour)
        if seen & two[0] and seen & two[1]:
            yield position.struck(colour, value)
        for far, near in (two, two[::-1]):
            if seen & near:
                rest = _seen(position, other) & _seen(position, far)
                if struck := position.struck(rest, value):
                    yield struck


def clusters(position: Position, value: int) -> list[Cluster]:
    """The places of a value that strong links join, in two colours."""
    joined: dict[int, set[int]] = {}
    for one, two in links(position, value, position.frame.houses):
        joined.setdefault(one, set()).add(two)
        joined.setdefault(two, set()).add(one)
    found = []
    while joined:
        found.append(_cluster(joined, min(joined)))
    return found


def _cluster(joined: dict[int, set[int]], start: int) -> Cluster:
    """Take the cluster of a cell out of the graph, and colour it."""
    colours = [0, 0]
    waiting = [(start, 0)]
    while waiting:
        cell, colour = waiting.pop()
        if cell in joined:
            colours[colour] |= 1 << cell
            waiting += [(other, 1 - colour) for other in joined.pop(cell)]
    return colours[0], colours[1]


def _seen(position: Position, cells: Cells) -> Cells:
    union = 0
    for cell in values(cells):
        union |= position.frame.peers[cell]
    return union


def _step(
    position: Position, name: str, value: int, cluster: Cluster, struck: tuple[tuple[int, int], ...]
) -> Step:
    cells = tuple(values(cluster[0] | cluster[1]))
    text = (
        f"{value} is in all of {position.names(cluster[0])} or in all of "
        f"{position.names(cluster[1])}"
    )
    if name != "simple colours":
        text = f"{value} alternates along {position.names(cells)}"
    return Step(name, 0.0, cells, tuple((cell, value) for cell in cells), (), struck, text)
