"""Alternating inference chains and nice loops, over candidates and, if grouped, groups of them.

A chain says: if its first node is false, its last is true. So one of both is true, and what both
eliminate is false. If both ends cannot be true together it is a loop, in which of each two nodes
that cannot be true together one is.
"""

from __future__ import annotations

from collections.abc import Iterator

from clew.core.faces import domain, values
from clew.explanations.techniques.position import Cells, Position, only
from clew.explanations.techniques.step import Candidates, Step, by_effect, striking

Node = tuple[Cells, int]
"""Cells, most often one, and a value that is true if one of the cells holds it."""
Path = tuple[int, ...]
LONGEST = 10
"""How many links a chain has at most."""


def nice_loops(position: Position, grouped: bool) -> Iterator[Step]:
    """The steps of all chains and loops; what eliminates most comes first."""
    graph = LinkGraph(position, grouped)
    best: dict[Candidates, Path] = {}
    for start, strong in enumerate(graph.strong):
        for path, struck in graph.chains(start) if strong else ():
            known = best.get(struck)
            if known is None or len(path) < len(known):
                best[struck] = path
    for struck, path in sorted(best.items(), key=lambda each: by_effect(each[0], len(each[1]))):
        yield _step(position, [graph.nodes[n] for n in path], struck)


def _step(position: Position, nodes: list[Node], struck: Candidates) -> Step:
    grouped = any(only(cells) is None for cells, _ in nodes)
    causes = tuple(dict.fromkeys((cell, value) for cells, value in nodes for cell in values(cells)))
    path = " - ".join(f"{value} in {position.names(cells)}" for cells, value in nodes)
    text = f"one of the ends is true: {path}"
    cells = tuple(dict.fromkeys(cell for cell, _ in causes))
    return striking("grouped nice loop" if grouped else "nice loop", cells, causes, struck, text)


class LinkGraph:
    """The links of a position between nodes, by number: the candidates first, then the groups."""

    def __init__(self, position: Position, grouped: bool) -> None:
        self.position = position
        self.nodes: list[Node] = [
            (1 << cell, value)
            for cell in values(position.open)
            for value in values(position.candidates[cell])
        ]
        self.nodes += _groups(position) if grouped else []
        self.numbers = {node: number for number, node in enumerate(self.nodes)}
        self.weak = [self._eliminated(node) for node in self.nodes]
        """The candidates that are false if a node is true, as a set of numbers."""
        self.strong = [self._implied(node) for node in self.nodes]
        """The nodes that are true if a node is false."""
        ends = [n for n, found in enumerate(self.strong) if found]
        whole = {n: self._singles(*self.nodes[n]) for n in ends}
        self.barred = [[n for n in ends if not whole[n] & ~weak] for weak in self.weak]
        """The nodes that have a strong link and are false if a node is true."""

    def _singles(self, cells: Cells, value: int) -> int:
        """The numbers of the candidates that a node is made of."""
        return domain(self.numbers[1 << cell, value] for cell in values(cells))

    def _eliminated(self, node: Node) -> int:
        cells, value = node
        seen = self.position.places[value] & self.position.seen_by_all(values(cells)) & ~cells
        found = self._singles(seen, value)
        if (cell := only(cells)) is not None:
            others = values(self.position.candidates[cell] & ~(1 << value))
            found |= domain(self.numbers[cells, other] for other in others)
        return found

    def _implied(self, node: Node) -> list[int]:
        """The nodes that are all that is left of a house or a cell without this one."""
        cells, value = node
        found = []
        cell = only(cells)
        if cell is not None:
            other = only(self.position.candidates[cell] & ~(1 << value))
            found = [] if other is None else [self.numbers[cells, other]]
        for house in self.position.layout.houses:
            if not cells & ~house.mask:
                left = self.position.places[value] & house.mask & ~cells
                if left and (left, value) in self.numbers:
                    found.append(self.numbers[left, value])
        return list(dict.fromkeys(found))

    def chains(self, start: int) -> Iterator[tuple[Path, Candidates]]:
        """Every node that is true if the start is false, by the shortest way; what that says."""
        met: set[int] = set()
        layer: list[Path] = [(start,)]
        while layer and len(layer[0]) <= LONGEST:
            after: dict[int, Path] = {}
            for path in layer:
                for on in self.strong[path[-1]]:
                    if on in met:
                        continue
                    met.add(on)
                    longer = (*path, on)
                    if struck := self._struck(longer):
                        yield longer, struck
                    for off in self.barred[on]:
                        after.setdefault(off, (*longer, off))
            layer = list(after.values())

    def _struck(self, path: Path) -> Candidates:
        """What neither end allows; and round a loop, what no two neighbours allow."""
        first, last = path[0], path[-1]
        if first == last:
            return self._beside(first)
        gone = self.weak[first] & self.weak[last]
        if not self._singles(*self.nodes[first]) & ~self.weak[last]:
            for one, two in zip(path[1::2], path[2::2], strict=False):
                gone |= self.weak[one] & self.weak[two]
        return self._candidates(gone)

    def _beside(self, node: int) -> Candidates:
        """What a true candidate eliminates in its cell, or else where it is seen."""
        found = self._candidates(self.weak[node])
        here = tuple(each for each in found if self.nodes[node][0] == 1 << each[0])
        return here or found

    def _candidates(self, numbers: int) -> Candidates:
        nodes = (self.nodes[number] for number in values(numbers))
        return tuple((cells.bit_length() - 1, value) for cells, value in nodes)


def _groups(position: Position) -> list[Node]:
    """Two or more places of a value where a box and a line cross."""
    return [
        (cells, value)
        for _, _, both in position.layout.crossings
        for value in values(position.layout.symbols)
        if (cells := position.places[value] & both).bit_count() > 1
    ]
