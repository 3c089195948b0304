"""Forcing nets: what follows from each way a cell, a value or a candidate may be.

Nishio: one candidate, within its value, leads to a contradiction. Multiple: all candidates of a
cell, or all places of a value in a house, lead to the same. Dynamic: what was ruled out on the way
counts too, and so do contradictions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from clew.core.faces import values
from clew.explanations.techniques.chains import OFF, ON, Node, long, signed
from clew.explanations.techniques.position import Position
from clew.explanations.techniques.step import Step

NISHIO, MULTIPLE, DYNAMIC = "Nishio", "multiple", "dynamic"
RATINGS = {NISHIO: 7.5, MULTIPLE: 8.0, DYNAMIC: 8.5}


@dataclass(slots=True)
class Web:
    """All that follows from a node, each node with those that it follows from."""

    parents: dict[Node, tuple[Node, ...]] = field(default_factory=dict)
    clash: tuple[tuple[Node, ...], Node] | None = None
    """The parents of a node, and the node, whose opposite follows as well."""

    def ancestors(self, nodes: Iterable[Node]) -> set[Node]:
        found: set[Node] = set()
        waiting = list(nodes)
        while waiting:
            node = waiting.pop()
            if node not in found:
                found.add(node)
                waiting += self.parents[node]
        return found


def spin(position: Position, source: Node, kind: str) -> Web:
    """What follows from a node, nearest first, until nothing does or there is a contradiction."""
    web = Web({source: ()})
    spinner = _Spinner(position, web, kind)
    spinner.go(source)
    return web


class _Spinner:
    """One run along the links, on a board of its own where what is off is gone (if dynamic)."""

    def __init__(self, position: Position, web: Web, kind: str) -> None:
        self.position = position
        self.web = web
        self.cells = kind != NISHIO
        self.dynamic = kind != MULTIPLE
        self.candidates = position.candidates[:] if self.dynamic else position.candidates
        self.places = position.places[:] if self.dynamic else position.places
        self.waiting: dict[bool, deque[Node]] = {ON: deque(), OFF: deque()}

    def go(self, source: Node) -> None:
        waiting = self.waiting
        waiting[source[2]].append(source)
        while waiting[ON] or waiting[OFF]:
            node = waiting[ON].popleft() if waiting[ON] else waiting[OFF].popleft()
            after = self._after_on(node) if node[2] else self._after_off(node)
            if any(self._clashes(found, parents) for found, parents in after):
                return

    def _clashes(self, node: Node, parents: tuple[Node, ...]) -> bool:
        known = self.web.parents
        opposite = (node[0], node[1], not node[2])
        if opposite in known:
            self.web.clash = (parents, opposite)
            return True
        if node not in known:
            known[node] = parents
            self.waiting[node[2]].append(node)
        return False

    def _after_on(self, node: Node) -> list[tuple[Node, tuple[Node, ...]]]:
        cell, value, _ = node
        found: list[tuple[Node, tuple[Node, ...]]] = []
        if self.cells:
            left = self.candidates[cell] & ~(1 << value)
            found = [((cell, other, OFF), (node,)) for other in values(left)]
        seen = self.places[value] & self.position.frame.peers[cell]
        found += [((other, value, OFF), (node,)) for other in values(seen)]
        if self.cells:
            found += [(off, (node,)) for off in signed(self.position, cell, value)]
        return found

    def _after_off(self, node: Node) -> list[tuple[Node, tuple[Node, ...]]]:
        cell, value, _ = node
        bit, found = 1 << cell, []
        left = self.candidates[cell]
        if self.cells and left.bit_count() == 2 and left >> value & 1:
            other = (left & ~(1 << value)).bit_length() - 1
            gone = self.position.candidates[cell] & ~left
            parents = tuple((cell, lost, OFF) for lost in values(gone))
            found.append(((cell, other, ON), (node, *parents)))
        places = self.places[value]
        for house in self.position.frame.around[cell]:
            left = places & house.mask & ~bit
            if left and not left & (left - 1) and places & bit:
                other = left.bit_length() - 1
                gone = self.position.places[value] & house.mask & ~places
                parents = tuple((lost, value, OFF) for lost in values(gone))
                found.append(((other, value, ON), (node, *parents)))
        if self.dynamic:
            self.candidates[cell] &= ~(1 << value)
            self.places[value] = places & ~bit
        return found


def nets(position: Position, kind: str) -> list[Step]:
    """The steps of all forcing nets of a kind, the easiest and smallest first."""
    found = list(_Nets(position, kind).all())
    return [step for _, _, step in sorted(found, key=lambda each: each[:2])]


Ranked = tuple[float, int, Step]


class _Nets:
    """The nets of a position; each candidate's consequences are worked out once."""

    def __init__(self, position: Position, kind: str) -> None:
        self.position = position
        self.kind = kind
        self.webs: dict[Node, Web] = {}

    def web(self, cell: int, value: int, on: bool = ON) -> Web:
        node = cell, value, on
        if node not in self.webs:
            self.webs[node] = spin(self.position, node, self.kind)
        return self.webs[node]

    def all(self) -> Iterator[Ranked]:
        position, dynamic = self.position, self.kind == DYNAMIC
        for cell in values(position.open):
            mask = position.candidates[cell]
            if mask.bit_count() == 2 and self.kind == MULTIPLE:
                continue
            for value in values(mask):
                if self.kind != MULTIPLE:
                    yield from self._contradictions(cell, value)
                if dynamic and mask.bit_count() > 2:
                    yield from self._either_way(cell, value)
            if self.kind != NISHIO:
                yield from self._common(
                    [(cell, value) for value in values(mask)], f"whatever {position.name(cell)} is"
                )
        if self.kind != NISHIO:
            yield from self._houses()

    def _houses(self) -> Iterator[Ranked]:
        for house in self.position.frame.houses:
            for value in values(self.position.frame.symbols):
                places = self.position.places[value] & house.mask
                if places.bit_count() > 1:
                    why = f"wherever {value} is in {house}"
                    yield from self._common([(cell, value) for cell in values(places)], why)

    def _contradictions(self, cell: int, value: int) -> Iterator[Ranked]:
        for on in (ON, OFF):
            web = self.web(cell, value, on)
            if web.clash is None:
                continue
            parents, opposite = web.clash
            size = len(web.ancestors(parents)) + 1 + len(web.ancestors([opposite]))
            said = "is" if on else "is not"
            why = f"if {self.position.name(cell)} {said} {value}, there is a contradiction"
            yield self._ranked((cell, value, not on), size, [web], why)

    def _either_way(self, cell: int, value: int) -> Iterator[Ranked]:
        yes, no = self.web(cell, value, ON), self.web(cell, value, OFF)
        why = f"whether or not {self.position.name(cell)} is {value}"
        for node in yes.parents:
            if node not in no.parents:
                continue
            size = len(yes.ancestors([node])) + len(no.ancestors([node]))
            yield self._ranked(node, size, [yes, no], why)

    def _common(self, starts: list[tuple[int, int]], why: str) -> Iterator[Ranked]:
        webs = [self.web(cell, value) for cell, value in starts]
        for node in webs[0].parents:
            if any(node not in web.parents for web in webs[1:]):
                continue
            size = sum(len(web.ancestors([node])) for web in webs)
            yield self._ranked(node, size, webs, why)

    def _ranked(self, node: Node, size: int, webs: list[Web], why: str) -> Ranked:
        cell, value, on = node
        rating = round(RATINGS[self.kind] + long(size), 1)
        name = self.position.name(cell)
        text = f"{why}, {name} {'is' if on else 'is not'} {value}"
        technique = f"{self.kind} forcing net"
        changed = ((cell, value),)
        if on:
            return rating, size, Step(technique, rating, (cell,), (), changed, (), text)
        return rating, size, Step(technique, rating, (cell,), (), (), changed, text)
