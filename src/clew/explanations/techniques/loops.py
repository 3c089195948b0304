"""Alternating inference chains and nice loops, over candidates and, if grouped, groups of them.

A chain says: if its first node is false, its last is true. So one of both is true, and what neither
suffers beside it is false. If both ends cannot be true together it is a loop, in which of each two
nodes that cannot be true together one is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clew.core.faces import values
from clew.explanations.techniques.position import Cells, Position
from clew.explanations.techniques.step import Candidate, Step

Node = tuple[Cells, int]
"""Cells, most often one, and a value that is true if one of the cells holds it."""
LONGEST = 10
"""How many links a chain has at most."""


@dataclass(slots=True)
class Web:
    """The links of a position between nodes, by number.

    `weak[n]` are the candidates that are false if node n is true, as a set of numbers; `strong[n]`
    the nodes that are true if it is false.
    """

    nodes: list[Node]
    single: dict[Candidate, int]
    """The number of each candidate; groups come after them."""
    strong: list[list[int]]
    weak: list[int]
    """What a node rules out: a set of candidates."""
    barred: list[list[int]]
    """The nodes that have a strong link and are false if this one is true."""


def nice_loops(position: Position, grouped: bool) -> Iterator[Step]:
    """The steps of all chains and loops; what rules out most comes first."""
    web = weave(position, grouped)
    best: dict[tuple[Candidate, ...], tuple[int, ...]] = {}
    for start in range(len(web.nodes)):
        if web.strong[start]:
            for path, struck in _from(web, start):
                known = best.get(struck)
                if known is None or len(path) < len(known):
                    best[struck] = path
    for struck, path in sorted(best.items(), key=lambda each: rank(each[0], len(each[1]))):
        yield _step(position, web, path, struck)


def rank(struck: tuple[Candidate, ...], length: int) -> tuple[int, int, int]:
    """The order among chains: those that rule out most, then by where, then the shortest."""
    return -len(struck), sum(cell for cell, _ in struck), length


def weave(position: Position, grouped: bool) -> Web:
    """Number the nodes and find their links."""
    nodes: list[Node] = [
        (1 << cell, value)
        for cell in values(position.open)
        for value in values(position.candidates[cell])
    ]
    single = {(node.bit_length() - 1, value): n for n, (node, value) in enumerate(nodes)}
    if grouped:
        nodes += _groups(position)
    web = Web(nodes, single, [], [], [])
    numbers = {node: n for n, node in enumerate(nodes)}
    web.weak = [_ruled_out(position, web, node) for node in nodes]
    web.strong = [_implied(position, numbers, node) for node in nodes]
    whole = [sum(1 << single[cell, value] for cell in values(cells)) for cells, value in nodes]
    ends = [n for n, found in enumerate(web.strong) if found]
    web.barred = [[n for n in ends if not whole[n] & ~weak] for weak in web.weak]
    return web


def _groups(position: Position) -> list[Node]:
    """Two or more places of a value where a block and a line cross."""
    return [
        (cells, value)
        for _, _, both in position.frame.crossings
        for value in values(position.frame.symbols)
        if (cells := position.places[value] & both).bit_count() > 1
    ]


def _ruled_out(position: Position, web: Web, node: Node) -> int:
    cells, value = node
    seen = position.places[value] & position.seen_by_all(values(cells)) & ~cells
    found = sum(1 << web.single[cell, value] for cell in values(seen))
    if cells & (cells - 1) == 0:
        cell = cells.bit_length() - 1
        for other in values(position.candidates[cell] & ~(1 << value)):
            found |= 1 << web.single[cell, other]
    return found


def _implied(position: Position, numbers: dict[Node, int], node: Node) -> list[int]:
    """The nodes that are all that is left of a house or a cell without this one."""
    cells, value = node
    found = []
    if cells & (cells - 1) == 0:
        mask = position.candidates[cells.bit_length() - 1] & ~(1 << value)
        if mask and mask & (mask - 1) == 0:
            found.append(numbers[cells, mask.bit_length() - 1])
    for house in position.frame.houses:
        if cells & ~house.mask == 0:
            left = position.places[value] & house.mask & ~cells
            if left and (left, value) in numbers:
                found.append(numbers[left, value])
    return list(dict.fromkeys(found))


def _from(web: Web, start: int) -> Iterator[tuple[tuple[int, ...], tuple[Candidate, ...]]]:
    """Every node that is true if the start is false, by the shortest way, and what that says."""
    paths: dict[int, tuple[int, ...]] = {}
    layer: list[tuple[int, ...]] = [(start,)]
    while layer and len(layer[0]) <= LONGEST:
        after: list[tuple[int, ...]] = []
        for path in layer:
            for on in web.strong[path[-1]]:
                if on in paths:
                    continue
                paths[on] = (*path, on)
                if struck := _struck(web, paths[on]):
                    yield paths[on], struck
                after += [(*path, on, off) for off in web.barred[on]]
        met: dict[int, tuple[int, ...]] = {}
        for path in after:
            met.setdefault(path[-1], path)
        layer = list(met.values())


def _struck(web: Web, path: tuple[int, ...]) -> tuple[Candidate, ...]:
    """What neither end allows; and round a loop, what no two neighbours allow."""
    first, last = path[0], path[-1]
    gone = web.weak[first] & web.weak[last]
    if first == last:
        return _beside(web, first)
    if first != last and _inside(web, first, web.weak[last]):
        for one, two in zip(path[1::2], path[2::2], strict=False):
            gone |= web.weak[one] & web.weak[two]
    return _candidates(web, gone)


def _beside(web: Web, node: int) -> tuple[Candidate, ...]:
    """What a true candidate rules out in its cell, or else where it is seen."""
    found = _candidates(web, web.weak[node])
    cells = web.nodes[node][0]
    here = tuple((cell, other) for cell, other in found if cells == 1 << cell)
    return here or found


def _candidates(web: Web, numbers: int) -> tuple[Candidate, ...]:
    return tuple((web.nodes[n][0].bit_length() - 1, web.nodes[n][1]) for n in values(numbers))


def _inside(web: Web, node: int, numbers: int) -> bool:
    cells, value = web.nodes[node]
    return all(numbers >> web.single[cell, value] & 1 for cell in values(cells))


def _step(
    position: Position, web: Web, path: tuple[int, ...], struck: tuple[Candidate, ...]
) -> Step:
    nodes = [web.nodes[n] for n in path]
    grouped = any(cells & (cells - 1) for cells, _ in nodes)
    said = [f"{value} in {position.names(cells)}" for cells, value in nodes]
    causes = tuple(dict.fromkeys((cell, value) for cells, value in nodes for cell in values(cells)))
    text = f"one of the ends is true: {' - '.join(said)}"
    cells = tuple(dict.fromkeys(cell for cell, _ in causes))
    name = "grouped nice loop" if grouped else "nice loop"
    return Step(name, 0.0, cells, causes, (), struck, text)
