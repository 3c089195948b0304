"""If this, then that: cycles and forcing chains of links between candidates.

A node is a candidate that is said to be true (on) or false (off). If it is on, every candidate that
shares its cell, or its value and a house, is off. If it is off and a cell or a house has one other
left, that one is on. An X-chain stays with one value, a Y-chain with the two candidates of cells.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from clew.core.faces import values
from clew.explanations.techniques.position import Position
from clew.explanations.techniques.step import Step

ON, OFF = True, False
Node = tuple[int, int, bool]
"""A cell, a value, and whether it is said to be true."""
CYCLE, CYCLE_MIXED = 6.5, 7.0
CHAIN, CHAIN_MIXED = 6.6, 7.0


def long(nodes: int) -> float:
    """What the length of a chain adds to its rating: 0.1 at each of 4, 6, 8, 12, 16, 24, …"""
    added, bound, step = 0.0, 4, 0
    while nodes - 2 > bound:
        added += 0.1
        bound = bound * 4 // 3 if step else bound * 3 // 2
        step = not step
    return added


@dataclass(slots=True)
class Links:
    """The links of a position, each worked out once; X within a value, Y within a cell."""

    position: Position
    x: bool
    y: bool
    _off: dict[tuple[int, int], list[Node]] = field(default_factory=dict)
    _on: dict[tuple[int, int], list[Node]] = field(default_factory=dict)

    def after_on(self, cell: int, value: int) -> list[Node]:
        """What is off if this is on."""
        key = cell, value
        if key not in self._off:
            seen = self.position.places[value] & self.position.frame.peers[cell]
            found = [(other, value, OFF) for other in values(seen)]
            if self.y:
                found += [
                    (cell, other, OFF)
                    for other in values(self.position.candidates[cell] & ~(1 << value))
                ]
                found += signed(self.position, cell, value)
            self._off[key] = found
        return self._off[key]

    def after_off(self, cell: int, value: int) -> list[Node]:
        """What is on if this is off."""
        key = cell, value
        if key not in self._on:
            self._on[key] = list(self._made_on(cell, value))
        return self._on[key]

    def _made_on(self, cell: int, value: int) -> Iterator[Node]:
        position, bit = self.position, 1 << cell
        if self.y and position.candidates[cell].bit_count() == 2:
            other = position.candidates[cell] & ~(1 << value)
            yield cell, other.bit_length() - 1, ON
        if self.x:
            found = set()
            for house in position.frame.around[cell]:
                left = position.places[value] & house.mask & ~bit
                if left and not left & (left - 1):
                    found.add(left.bit_length() - 1)
            for other in sorted(found):
                yield other, value, ON


def signed(position: Position, cell: int, value: int) -> Iterator[Node]:
    """What is off beyond the signs of a cell, if it holds a value."""
    for other, up in position.frame.signs[cell]:
        beyond = (2 << value) - 1 if up else ~((1 << value) - 1)
        for wrong in values(position.candidates[other] & beyond):
            yield other, wrong, OFF


def chains(position: Position) -> list[Step]:
    """The steps of all cycles and forcing chains, the easiest and shortest first."""
    found: list[tuple[float, int, Step]] = []
    for x, y in ((True, False), (False, True), (True, True)):
        links = Links(position, x, y)
        for cell in values(position.open):
            for value in values(position.candidates[cell]):
                found += _from(links, cell, value)
    return [step for _, _, step in sorted(found, key=lambda each: each[:2])]


def _from(links: Links, cell: int, value: int) -> Iterator[tuple[float, int, Step]]:
    if not links.x and links.position.candidates[cell].bit_count() > 2:
        return
    for path in _cycles(links, (cell, value, ON)):
        if step := _cycle(links, path):
            yield step.rating, len(path), step
    if links.x:
        for source in ((cell, value, ON), (cell, value, OFF)):
            for path in _forced(links, source):
                step = _chain(links, path)
                yield step.rating, len(path), step


def _search(links: Links, source: Node) -> Iterator[tuple[Node, dict[Node, Node], Node]]:
    """Breadth-first along the links: each node as it is met, who came before it, and from where."""
    before: dict[Node, Node] = {source: source}
    waiting = deque([source])
    while waiting:
        node = waiting.popleft()
        cell, value, on = node
        for after in links.after_on(cell, value) if on else links.after_off(cell, value):
            yield after, before, node
            if after not in before:
                before[after] = node
                waiting.append(after)


def _cycles(links: Links, source: Node) -> Iterator[list[Node]]:
    """The shortest ways from a node that is on round to itself, by each last step there is."""
    before: dict[Node, list[Node]] = {source: []}
    waiting = deque([source])
    while waiting:
        node = waiting.popleft()
        path = [*before[node], node]
        for off in links.after_on(node[0], node[1]):
            if len(path) > 1 and off == path[-2]:
                continue
            for on in links.after_off(off[0], off[1]):
                if on == source and len(path) >= 3:
                    yield [*path, off]
                if on not in before:
                    before[on] = [*path, off]
                    waiting.append(on)


def _forced(links: Links, source: Node) -> Iterator[list[Node]]:
    """The shortest way from a node to its opposite: so it is the other way round."""
    opposite = (source[0], source[1], not source[2])
    for after, before, node in _search(links, source):
        if after == opposite:
            yield [*_path(before, node, source), after]
            return


def _path(before: dict[Node, Node], node: Node, source: Node) -> list[Node]:
    path = [node]
    while node != source:
        node = before[node]
        path.append(node)
    return path[::-1]


def _cycle(links: Links, path: list[Node]) -> Step | None:
    """In a cycle every other node is true, whichever: what sees one of each for a value is not."""
    position = links.position
    used = 0
    seen: dict[tuple[int, bool], int] = {}
    for cell, value, on in path:
        used |= 1 << cell
        seen[value, on] = seen.get((value, on), 0) | position.frame.peers[cell]
    struck = tuple(
        pair
        for value in sorted({value for value, _ in seen})
        for pair in position.struck(
            seen.get((value, ON), 0) & seen.get((value, OFF), 0) & ~used, value
        )
    )
    if not struck:
        return None
    mixed = links.x and links.y
    name = "mixed cycle" if mixed else "X-cycle" if links.x else "Y-cycle"
    rating = round((CYCLE_MIXED if mixed else CYCLE) + long(len(path)), 1)
    text = f"round {_told(position, path)}, and back, one or the other half is true"
    return Step(name, rating, _cells(path), _causes(path), (), struck, text)


def _chain(links: Links, path: list[Node]) -> Step:
    position, (cell, value, on) = links.position, path[0]
    mixed = links.x and links.y
    rating = round((CHAIN_MIXED if mixed else CHAIN) + long(len(path)), 1)
    name = "forcing chain" if mixed else "X-chain"
    text = f"{_told(position, path)}: so the first is wrong"
    if on:
        return Step(name, rating, _cells(path), _causes(path), (), ((cell, value),), text)
    return Step(name, rating, _cells(path), _causes(path), ((cell, value),), (), text)


def _cells(path: list[Node]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(cell for cell, _, _ in path))


def _causes(path: list[Node]) -> tuple[tuple[int, int], ...]:
    return tuple(dict.fromkeys((cell, value) for cell, value, _ in path))


def _told(position: Position, path: list[Node]) -> str:
    said = [f"{position.name(cell)} {'is' if on else 'is not'} {value}" for cell, value, on in path]
    return f"if {said[0]}, then {', '.join(said[1:])}"
