"""If this, then that: cycles and forcing chains of links between candidates.

A node is a candidate that is said to be true (on) or false (off). If it is on, every candidate that
shares its cell, or its value and a house, is off. If it is off and a cell or a house has one other
left, that one is on. An X-chain stays with one value, a Y-chain with the two candidates of cells.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from clew.core.faces import domain, values
from clew.explanations.techniques.position import Position, only, union
from clew.explanations.techniques.step import Candidates, Step, striking

ON, OFF = True, False
Node = tuple[int, int, bool]
"""A cell, a value, and whether it is said to be true."""
Links = dict[Node, list[Node]]
"""What follows from each node."""
KINDS = (
    (True, False, "X-cycle", "X-chain"),
    (False, True, "Y-cycle", ""),
    (True, True, "mixed cycle", "forcing chain"),
)
"""With which links, and what a cycle and a chain of them are called."""


def long(nodes: int) -> float:
    """What the length of a chain adds to its rating: 0.1 at each of 4, 6, 8, 12, 16, 24, …"""
    added, bound, step = 0.0, 4, 0
    while nodes - 2 > bound:
        added += 0.1
        bound = bound * 4 // 3 if step else bound * 3 // 2
        step = not step
    return added


def links(position: Position, x: bool, y: bool) -> Links:
    """The links of a position: X within a value, Y within a cell."""
    found: Links = {}
    for cell in values(position.open):
        for value in values(position.candidates[cell]):
            found[cell, value, ON] = list(_made_off(position, cell, value, y))
            found[cell, value, OFF] = list(_made_on(position, cell, value, x, y))
    return found


def _made_off(position: Position, cell: int, value: int, y: bool) -> Iterator[Node]:
    for other in values(position.places[value] & position.layout.peers[cell]):
        yield other, value, OFF
    if y:
        for other in values(position.candidates[cell] & ~(1 << value)):
            yield cell, other, OFF
        yield from signed(position, cell, value)


def _made_on(position: Position, cell: int, value: int, x: bool, y: bool) -> Iterator[Node]:
    other = only(position.candidates[cell] & ~(1 << value))
    if y and other is not None:
        yield cell, other, ON
    if x:
        rest = position.places[value] & ~(1 << cell)
        lefts = {only(rest & house.mask) for house in position.layout.around[cell]}
        for far in sorted(left for left in lefts if left is not None):
            yield far, value, ON


def signed(position: Position, cell: int, value: int) -> Iterator[Node]:
    """What is off beyond the signs of a cell, if it holds a value."""
    for other, up in position.layout.signs[cell]:
        beyond = (2 << value) - 1 if up else ~((1 << value) - 1)
        for wrong in values(position.candidates[other] & beyond):
            yield other, wrong, OFF


def chains(position: Position) -> list[Step]:
    """The steps of all cycles and forcing chains, the easiest and shortest first."""
    found: list[tuple[float, int, Step]] = []
    for x, y, cycle, chain in KINDS:
        linked = links(position, x, y)
        for node in linked:
            if not x and position.candidates[node[0]].bit_count() > 2:
                continue
            if node[2] is ON:
                for path in _cycles(linked, node):
                    if step := _cycle(position, cycle, path):
                        found.append((step.rating, len(path), step))
            if x and (path := _forced(linked, node)):
                step = _chain(position, chain, path)
                found.append((step.rating, len(path), step))
    return [step for _, _, step in sorted(found, key=lambda each: each[:2])]


def _cycles(linked: Links, source: Node) -> Iterator[list[Node]]:
    """The shortest ways from a node that is on round to itself, by each last step there is."""
    before: dict[Node, list[Node]] = {source: []}
    waiting = deque([source])
    while waiting:
        node = waiting.popleft()
        path = [*before[node], node]
        for off in linked[node]:
            if len(path) > 1 and off == path[-2]:
                continue
            for on in linked[off]:
                if on == source and len(path) >= 3:
                    yield [*path, off]
                if on not in before:
                    before[on] = [*path, off]
                    waiting.append(on)


def _forced(linked: Links, source: Node) -> list[Node]:
    """The shortest way from a node to its opposite, which is true then; empty if there is none."""
    opposite = (source[0], source[1], not source[2])
    before: dict[Node, Node] = {}
    waiting = deque([source])
    while waiting:
        node = waiting.popleft()
        for after in linked[node]:
            if after == opposite:
                path = [opposite, node]
                while path[-1] != source:
                    path.append(before[path[-1]])
                return path[::-1]
            if after not in before and after != source:
                before[after] = node
                waiting.append(after)
    return []


def _cycle(position: Position, name: str, path: list[Node]) -> Step | None:
    """In a cycle every other node is true, whichever: what sees one of each for a value is not."""
    used = domain(cell for cell, _, _ in path)
    struck = tuple(
        pair
        for value in sorted({value for _, value, _ in path})
        for pair in position.struck(
            _near(position, path, value, ON) & _near(position, path, value, OFF) & ~used, value
        )
    )
    if not struck:
        return None
    text = f"round {_said(position, path)}, and back, one or the other half is true"
    step = striking(name, _cells(path), _causes(path), struck, text, long(len(path)))
    return replace(step, path=(*path, path[0]))


def _near(position: Position, path: list[Node], value: int, on: bool) -> int:
    return union(position.layout.peers[cell] for cell, v, o in path if v == value and o is on)


def _chain(position: Position, name: str, path: list[Node]) -> Step:
    cell, value, on = path[0]
    text = f"{_said(position, path)}: so the first is wrong"
    step = concluding(name, (cell, value, not on), path, text, len(path))
    return replace(step, path=tuple(path))


def concluding(name: str, node: Node, path: list[Node], text: str, size: int) -> Step:
    """The step that says that a node is true, by so many nodes."""
    cell, value, on = node
    cells, changed = _cells(path) or (cell,), ((cell, value),)
    step = striking(name, cells, _causes(path), changed, text, long(size))
    return replace(step, placements=changed, eliminations=()) if on else step


def _cells(path: list[Node]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(cell for cell, _, _ in path))


def _causes(path: list[Node]) -> Candidates:
    return tuple(dict.fromkeys((cell, value) for cell, value, _ in path))


def said_of(position: Position, node: Node) -> str:
    cell, value, on = node
    return f"{position.name(cell)} {'is' if on else 'is not'} {value}"


def _said(position: Position, path: list[Node]) -> str:
    first, *rest = (said_of(position, node) for node in path)
    return f"if {first}, then {', '.join(rest)}"
