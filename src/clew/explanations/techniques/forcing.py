"""Forcing nets: conclusions that follow from every alternative, and contradictions.

In a Nishio net, one candidate leads to a contradiction through links of its own value only. In a
multiple net, all candidates of a cell, or all places of a value in a house, lead to the same
conclusion. A dynamic net also uses contradictions, and candidates eliminated along the way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from clew.core.faces import values
from clew.explanations.techniques.chains import (
    OFF,
    ON,
    Node,
    concluded,
    concluding,
    said_of,
    signed,
)
from clew.explanations.techniques.position import Position, only
from clew.explanations.techniques.step import Step

NISHIO, MULTIPLE, DYNAMIC = "Nishio", "multiple", "dynamic"
Follows = tuple[Node, tuple[Node, ...]]
"""A node and the nodes that it follows from."""


class Consequences:
    """Everything that follows from a node, nearest first, up to the first contradiction.

    `parents` maps each node to those that it follows from. Unless the kind is multiple, candidates
    found to be false are removed from a copy of the position along the way.
    """

    def __init__(self, position: Position, source: Node, kind: str) -> None:
        self.parents: dict[Node, tuple[Node, ...]] = {source: ()}
        self.clash: Follows | None = None
        """A node whose negation follows as well, and the nodes that the negation follows from."""
        self._position = position
        self._cells, self._dynamic = kind != NISHIO, kind != MULTIPLE
        self._candidates, self._places = position.candidates, position.places
        if self._dynamic:
            self._candidates, self._places = position.candidates[:], position.places[:]
        self._waiting: dict[bool, deque[Node]] = {ON: deque(), OFF: deque()}
        self._waiting[source[2]].append(source)
        self._follow()

    def ancestors(self, nodes: Iterable[Node]) -> int:
        """Count the nodes that these follow from, including themselves."""
        found: set[Node] = set()
        waiting = list(nodes)
        while waiting:
            node = waiting.pop()
            if node not in found:
                found.add(node)
                waiting += self.parents[node]
        return len(found)

    def _follow(self) -> None:
        true, false = self._waiting[ON], self._waiting[OFF]
        while true or false:
            node = (true or false).popleft()
            after = self._after_on(node) if node[2] else self._after_off(node)
            if any(self._clashes(found, parents) for found, parents in after):
                return

    def _clashes(self, node: Node, parents: tuple[Node, ...]) -> bool:
        opposite = (node[0], node[1], not node[2])
        if opposite in self.parents:
            self.clash = opposite, parents
            return True
        if node not in self.parents:
            self.parents[node] = parents
            self._waiting[node[2]].append(node)
        return False

    def _after_on(self, node: Node) -> list[Follows]:
        cell, value, _ = node
        found: list[Node] = []
        if self._cells:
            left = self._candidates[cell] & ~(1 << value)
            found = [(cell, other, OFF) for other in values(left)]
        seen = self._places[value] & self._position.layout.peers[cell]
        found += [(other, value, OFF) for other in values(seen)]
        if self._cells:
            found += signed(self._position, cell, value)
        return [(each, (node,)) for each in found]

    def _after_off(self, node: Node) -> list[Follows]:
        cell, value, _ = node
        bit, found, position = 1 << cell, [], self._position
        left, places = self._candidates[cell], self._places[value]
        if self._cells and left.bit_count() == 2 and left >> value & 1:
            other = (left & ~(1 << value)).bit_length() - 1
            gone = values(position.candidates[cell] & ~left)
            found.append(((cell, other, ON), (node, *((cell, lost, OFF) for lost in gone))))
        for house in position.layout.around[cell] if places & bit else ():
            far = only(places & house.mask & ~bit)
            if far is not None:
                gone = values(position.places[value] & house.mask & ~places)
                found.append(((far, value, ON), (node, *((lost, value, OFF) for lost in gone))))
        if self._dynamic:
            self._candidates[cell] &= ~(1 << value)
            self._places[value] = places & ~bit
        return found


def nets(position: Position, kind: str) -> list[Step]:
    """Find the steps of all forcing nets of a kind, the smallest net first."""
    return [step for _, step in sorted(_Nets(position, kind).all(), key=lambda each: each[0])]


Sized = tuple[int, Step]


class _Nets:
    """The nets of a position. It computes the consequences of each candidate only once."""

    def __init__(self, position: Position, kind: str) -> None:
        self.position, self.kind = position, kind
        self.after = cache(lambda node: Consequences(position, node, kind))

    def all(self) -> Iterator[Sized]:
        position = self.position
        for cell in values(position.open):
            mask = position.candidates[cell]
            if mask.bit_count() == 2 and self.kind == MULTIPLE:
                continue
            for value in values(mask):
                if self.kind != MULTIPLE:
                    yield from self._contradictions(cell, value)
                if self.kind == DYNAMIC and mask.bit_count() > 2:
                    why = f"Whether or not {position.name(cell)} is {value}"
                    yield from self._common([(cell, value, ON), (cell, value, OFF)], why)
            if self.kind != NISHIO:
                starts = [(cell, value, ON) for value in values(mask)]
                yield from self._common(starts, f"Whatever {position.name(cell)} is")
        if self.kind != NISHIO:
            yield from self._houses()

    def _houses(self) -> Iterator[Sized]:
        for house in self.position.layout.houses:
            for value in values(self.position.layout.symbols):
                places = self.position.places[value] & house.mask
                if places.bit_count() > 1:
                    starts = [(cell, value, ON) for cell in values(places)]
                    yield from self._common(starts, f"Wherever {value} goes in {house}")

    def _contradictions(self, cell: int, value: int) -> Iterator[Sized]:
        for on in (ON, OFF):
            node = cell, value, on
            after = self.after(node)
            if after.clash is not None:
                opposite, parents = after.clash
                size = after.ancestors(parents) + 1 + after.ancestors([opposite])
                why = f"If {said_of(self.position, node)}, a contradiction follows. So"
                yield self._sized((cell, value, not on), size, why, [node])

    def _common(self, starts: list[Node], why: str) -> Iterator[Sized]:
        """Yield the conclusions that follow from every start, given that one of them is true."""
        webs = [self.after(start) for start in starts]
        for node in webs[0].parents:
            if all(node in web.parents for web in webs[1:]):
                size = sum(web.ancestors([node]) for web in webs)
                yield self._sized(node, size, f"{why},", starts)

    def _sized(self, node: Node, size: int, why: str, starts: list[Node]) -> Sized:
        text = f"{why} {concluded(self.position, node)}"
        step = concluding(f"{self.kind} forcing net", node, [], text, size)
        return size, replace(step, starts=tuple(starts))
