"""Links between candidates: single-digit patterns, wings, cycles, chains and loops."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations, product

from clew.core.faces import domain, values
from clew.explanations.techniques.position import (
    BOX,
    COLUMN,
    ROW,
    Cells,
    House,
    Position,
    only,
    union,
)
from clew.explanations.techniques.step import Candidates, Step, by_effect, ranked, striking

# ------------------------------------------------------------------ one value and its places
# Techniques for one value: pairs and chains of strong links, colours, and empty rectangles.


Link = tuple[int, ...]
"""Two cells that are a value's only places in a house, so that one of them holds it."""
Cluster = tuple[Cells, Cells]
"""Cells joined by strong links, in two colours. All cells of one colour hold the value."""
SMALLEST_CORNER = 3
"""The minimum number of places in a box. With fewer, the pattern is a strong link instead."""


def strong_links(position: Position, value: int, houses: Sequence[House]) -> list[Link]:
    """Return the strong links of a value in these houses."""
    places = (position.places[value] & house.mask for house in houses)
    return [tuple(values(mask)) for mask in places if mask.bit_count() == 2]


# ------------------------------------------------------------ two links


def skyscrapers(position: Position) -> Iterator[Step]:
    """Find two lines with two places each, where one place of each is in the same cross line."""
    kinds = position.layout.of_kind
    for kind, across in ((ROW, COLUMN), (COLUMN, ROW)):
        for value in values(position.layout.symbols):
            pairs = combinations(strong_links(position, value, kinds[kind]), 2)
            yield from _joined(position, "skyscraper", value, pairs, (across,))


def kites(position: Position) -> Iterator[Step]:
    """Find a row and a column with two places each, where one place of each is in the same box."""
    kinds = position.layout.of_kind
    for value in values(position.layout.symbols):
        rows, columns = (strong_links(position, value, kinds[kind]) for kind in (ROW, COLUMN))
        yield from _joined(position, "two-string kite", value, product(rows, columns), (BOX,))


def turbot_fish(position: Position) -> Iterator[Step]:
    """Find two strong links with an end of each in the same house."""
    houses = position.layout.houses
    for value in values(position.layout.symbols):
        pairs = combinations(strong_links(position, value, houses), 2)
        yield from _joined(position, "turbot fish", value, pairs, tuple(position.layout.of_kind))


def _joined(
    position: Position,
    name: str,
    value: int,
    pairs: Iterator[tuple[Link, Link]],
    kinds: Sequence[str],
) -> Iterator[Step]:
    """Yield the steps for pairs of links with one end each in the same house of these kinds."""
    around = position.layout.around
    for one, two in pairs:
        for (base, top), (foot, roof) in product((one, one[::-1]), (two, two[::-1])):
            path = (top, base, foot, roof)
            shared = [house for house in around[base] if house.mask >> foot & 1]
            if len(set(path)) == 4 and any(house.kind in kinds for house in shared):
                yield from _single_digit_step(position, name, value, path)


# ------------------------------------------------------------ chains of links


def x_chains(position: Position) -> Iterator[Step]:
    """Find chains of strong links of one value, where each link sees the next, shortest first."""
    found: list[Step] = []
    for value in values(position.layout.symbols):
        strong = _partners(position, value)
        for start in sorted(strong):
            for path in _alternating(position, value, strong, start):
                found += _single_digit_step(position, "X-chain", value, path)
    yield from sorted(found, key=lambda step: len(step.cells))


def _partners(position: Position, value: int) -> dict[int, list[int]]:
    """Return the other ends of the strong links from each cell."""
    partners: dict[int, list[int]] = {}
    for one, two in dict.fromkeys(strong_links(position, value, position.layout.houses)):
        partners.setdefault(one, []).append(two)
        partners.setdefault(two, []).append(one)
    return partners


def _alternating(
    position: Position, value: int, strong: dict[int, list[int]], start: int
) -> Iterator[tuple[int, ...]]:
    """Yield the shortest chain from a cell to each other, with strong first and last links."""
    met = {start}
    waiting: deque[tuple[int, ...]] = deque([(start,)])
    while waiting:
        path = waiting.popleft()
        for end in strong[path[-1]]:
            if end in met or end in path:
                continue
            met.add(end)
            longer = (*path, end)
            yield longer
            for after in values(position.places[value] & position.layout.peers[end]):
                if after in strong and after not in longer:
                    waiting.append((*longer, after))


def _single_digit_step(
    position: Position, name: str, value: int, path: tuple[int, ...]
) -> Iterator[Step]:
    """Yield the step of a path with the value at one of its ends, if it eliminates anything."""
    if struck := position.struck(position.seen_by_all((path[0], path[-1])), value):
        first, last = position.name(path[0]), position.name(path[-1])
        text = f"Along {position.names(path)}, {value} is in {first} or {last}"
        yield striking(name, path, tuple((cell, value) for cell in path), struck, text)


# ------------------------------------------------------------ colours


def simple_colours(position: Position) -> Iterator[Step]:
    """Find candidates that see both colours, and colours that see themselves. Both are false."""
    for value in values(position.layout.symbols):
        for cluster in clusters(position, value):
            one, two = (position.seen_by_any(colour) for colour in cluster)
            itself = [
                colour for colour, seen in zip(cluster, (one, two), strict=True) if seen & colour
            ]
            sides = [position.names(colour) for colour in cluster]
            text = f"{value} is either in all of {sides[0]} or in all of {sides[1]}"
            for cells in (*itself, one & two):
                if struck := position.struck(cells, value):
                    yield _coloured("simple colours", value, cluster, struck, text)


def multi_colours(position: Position) -> Iterator[Step]:
    """Find two clusters with colours that see each other, so one of the other two must be true."""
    for value in values(position.layout.symbols):
        for one, two in permutations(clusters(position, value), 2):
            both = (one[0] | two[0], one[1] | two[1])
            text = f"{value} alternates along {position.names(both[0] | both[1])}"
            for struck in _between(position, value, one, two):
                yield _coloured("multi-colours", value, both, struck, text)


def _between(position: Position, value: int, one: Cluster, two: Cluster) -> Iterator[Candidates]:
    for colour, other in (one, one[::-1]):
        seen = position.seen_by_any(colour)
        if seen & two[0] and seen & two[1]:
            yield position.struck(colour, value)
        for far, near in (two, two[::-1]):
            if seen & near:
                rest = position.seen_by_any(other) & position.seen_by_any(far)
                if struck := position.struck(rest, value):
                    yield struck


def clusters(position: Position, value: int) -> list[Cluster]:
    """Return the clusters of a value: places joined by strong links, in two colours."""
    joined = _partners(position, value)
    found = []
    while joined:
        colours, waiting = [0, 0], [(min(joined), 0)]
        while waiting:
            cell, colour = waiting.pop()
            if cell in joined:
                colours[colour] |= 1 << cell
                waiting += [(other, 1 - colour) for other in joined.pop(cell)]
        found.append((colours[0], colours[1]))
    return found


def _coloured(name: str, value: int, cluster: Cluster, struck: Candidates, text: str) -> Step:
    cells = tuple(values(cluster[0] | cluster[1]))
    return striking(name, cells, tuple((cell, value) for cell in cells), struck, text)


# ------------------------------------------------------------ a link around a corner


def empty_rectangles(position: Position) -> Iterator[Step]:
    """Find boxes with a value in only one row and one column, and a strong link across."""
    kinds = position.layout.of_kind
    for value, box in product(values(position.layout.symbols), kinds[BOX]):
        here = position.places[value] & box.mask
        if here.bit_count() < SMALLEST_CORNER:
            continue
        for row, column in product(kinds[ROW], kinds[COLUMN]):
            if not here & ~row.mask & ~column.mask and here & ~row.mask and here & ~column.mask:
                yield from _round(position, value, box, row, column)
                yield from _round(position, value, box, column, row)


def _round(
    position: Position, value: int, box: House, line: House, across: House
) -> Iterator[Step]:
    """Yield the steps from a place on the line, along a strong link, back to the other arm."""
    kinds, places = position.layout.of_kind, position.places[value]
    for start in values(places & line.mask & ~box.mask):
        string = next(house for house in kinds[across.kind] if house.mask >> start & 1)
        for one, two in strong_links(position, value, (string,)):
            end = two if one == start else one
            back = next(house for house in kinds[line.kind] if house.mask >> end & 1)
            if struck := position.struck(back.mask & across.mask & ~box.mask, value):
                cells = (*values(places & box.mask), start, end)
                ends = f"{position.name(start)} or {position.name(end)}"
                text = f"{value} is in {line} or {across} of {box}, and in {ends}"
                causes = tuple((cell, value) for cell in cells)
                yield striking("empty rectangle", cells, causes, struck, text)


# ------------------------------------------------------------------ cells with two candidates
# Techniques for cells with two candidates: XY-Wing, XYZ-Wing, W-Wing, remote pair, XY-chain.


REMOTE = 4
"""The minimum number of cells in a remote pair. Fewer are a naked pair or eliminate nothing."""


def wings(position: Position, triple: bool) -> Iterator[Step]:
    """Find a pivot with two wings. Whatever the pivot is, one of the wings has the shared value.

    In an XYZ-Wing, the pivot has three candidates, and may have that value itself.

    Args:
        position: The position.
        triple: True to find XYZ-Wings instead of XY-Wings.
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
                text = f"Whatever {position.name(pivot)} is, {value} is in {where}"
                cells, name = (pivot, one, two), "XYZ-Wing" if triple else "XY-Wing"
                yield striking(name, cells, position.held(cells), struck, text)


def wings_by_cell(position: Position, triple: bool) -> Iterator[Step]:
    """Find wings, in the order of their cells."""
    yield from sorted(wings(position, triple), key=lambda step: sorted(step.cells))


def w_wings(position: Position) -> Iterator[Step]:
    """Find two cells with the same two candidates, and a strong link of one of these values.

    One of the cells must have the other value.
    """
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
                    f"{other} is in {position.names(link)}, so {position.names(ends)} can't "
                    f"both be {other}, and one of them is {value}"
                )
                yield striking("W-Wing", (*ends, *link), causes, struck, text)


def _link(position: Position, value: int, one: int, two: int) -> tuple[int, ...]:
    """Return the only two places of a value in a house, if each cell sees one of them."""
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
    """Find chains of cells with the same two candidates, which alternate along the chain."""
    left = position.pairs()
    while left:
        pair = position.candidates[left[0]]
        joined = _alternating_pair(position, [c for c in left if position.candidates[c] == pair])
        left = [cell for cell in left if cell not in joined]
        if len(joined) >= REMOTE:
            even, odd = (
                position.seen_by_any(domain(cell for cell in joined if joined[cell] == turn))
                for turn in (0, 1)
            )
            if struck := position.all_struck(even & odd & ~domain(joined), pair):
                yield _xy_chain(position, "remote pair", tuple(joined), struck, "differ")


def _alternating_pair(position: Position, alike: list[int]) -> dict[int, int]:
    """Return the cells joined to the first one, each with the parity of its distance."""
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
    """Find chains of cells with two candidates, in which one end must have a shared value."""
    cells = position.pairs()
    return ranked(
        step
        for start in cells
        for value in values(position.candidates[start])
        for step in _from(position, cells, start, value)
    )


def _from(position: Position, cells: list[int], start: int, value: int) -> Iterator[Step]:
    """Yield the chains that follow if the start has its other value instead of this one."""
    met = {(start, value)}
    first: tuple[int, ...] = (start,)
    waiting = deque([(first, position.candidates[start] & ~(1 << value))])
    while waiting:
        path, last = waiting.popleft()
        if last >> value & 1 and len(path) > 2:
            seen = position.seen_by_all((start, path[-1]))
            if struck := position.struck(seen, value):
                yield _xy_chain(
                    position, "XY-chain", path, struck, f"can't both be other than {value}"
                )
        for cell in cells:
            mask = position.candidates[cell]
            if mask & last and position.layout.peers[path[-1]] >> cell & 1 and cell not in path:
                after = mask & ~last
                if (cell, after) not in met:
                    met.add((cell, after))
                    waiting.append(((*path, cell), after))


def _xy_chain(
    position: Position, name: str, path: tuple[int, ...], struck: Candidates, what: str
) -> Step:
    text = f"Along {position.names(path)}, the ends {what}"
    return striking(name, path, position.held(path), struck, text)


# ------------------------------------------------------------------ if this, then that
# Cycles and forcing chains of links between candidates.
#
# A node is a candidate that's assumed to be true (on) or false (off). If it's on, every other
# candidate in the same cell is off, and so is the same value in every cell that sees it. If it's
# off, and only one other candidate is left in its cell, or for its value in a house, that candidate
# is on. An X-chain stays with one value, and a Y-chain goes through cells with two candidates.


ON, OFF = True, False
Node = tuple[int, int, bool]
"""A cell, a value, and whether the candidate is true."""
Links = dict[Node, list[Node]]
"""The nodes that follow from each node."""
KINDS = (
    (True, False, "X-cycle", "X-chain"),
    (False, True, "Y-cycle", ""),
    (True, True, "mixed cycle", "forcing chain"),
)
"""Whether to use X-links and Y-links, and the names of cycles and chains that use them."""


def long(nodes: int) -> float:
    """Return the amount that a chain's length adds to its rating.

    It's 0.1 for each of the bounds 4, 6, 8, 12, 16, 24, … that the length exceeds.
    """
    added, bound, step = 0.0, 4, 0
    while nodes - 2 > bound:
        added += 0.1
        bound = bound * 4 // 3 if step else bound * 3 // 2
        step = not step
    return added


def links(position: Position, x: bool, y: bool) -> Links:
    """Return the links of a position: X-links within a value, Y-links within a cell."""
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
    """Yield the nodes that a cell's signs turn off if the cell has a value."""
    for other, up in position.layout.signs[cell]:
        beyond = (2 << value) - 1 if up else ~((1 << value) - 1)
        for wrong in values(position.candidates[other] & beyond):
            yield other, wrong, OFF


def chains(position: Position) -> list[Step]:
    """Find the steps of all cycles and forcing chains, the easiest and shortest first."""
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
    """Yield the shortest cycles from a node that's on back to itself, one for each last step."""
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
    """Return the shortest path from a node to its negation, which must be true, or []."""
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
    """Return the step of a cycle, or None if it eliminates nothing.

    Every other node is true, so a candidate that sees nodes of both halves is false.
    """
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
    text = f"{_said(position, path)}, and so on around the loop. One half or the other is true"
    step = striking(name, _cells(path), _causes(path), struck, text, long(len(path)))
    return replace(step, path=(*path, path[0]))


def _near(position: Position, path: list[Node], value: int, on: bool) -> int:
    return union(position.layout.peers[cell] for cell, v, o in path if v == value and o is on)


def _chain(position: Position, name: str, path: list[Node]) -> Step:
    cell, value, on = path[0]
    text = f"{_said(position, path)}. So {concluded(position, (cell, value, not on))}"
    step = concluding(name, (cell, value, not on), path, text, len(path))
    return replace(step, path=tuple(path))


def concluding(name: str, node: Node, path: list[Node], text: str, size: int) -> Step:
    """Make a step with the conclusion that a node is true.

    Args:
        name: The name of the technique.
        node: The node.
        path: The nodes of the chain, if there's one.
        text: The sentence that gives the reason.
        size: The number of nodes, for the rating.
    """
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


def concluded(position: Position, node: Node) -> str:
    """Say that a node is true, as a conclusion."""
    cell, value, on = node
    must = "must" if on else "can't"
    return f"{position.name(cell)} {must} be {value}"


def _said(position: Position, path: list[Node]) -> str:
    first, *rest = (said_of(position, node) for node in path)
    return f"If {first}, then {', '.join(rest)}"


# ------------------------------------------------------------------ nice loops
# Alternating inference chains and nice loops, over candidates and (if grouped) groups of them.
#
# In a chain, the last node is true if the first is false. So one of the ends is true, and
# candidates that both would eliminate are false. If the ends can't both be true, the chain is a
# loop: one node is true in each pair of neighbours that can't both be true.


Group = tuple[Cells, int]
"""Cells (usually one) and a value. As a node, it's true if one of the cells holds the value."""
Path = tuple[int, ...]
LONGEST_LOOP = 10
"""The maximum number of links in a chain."""


def nice_loops(position: Position, grouped: bool) -> Iterator[Step]:
    """Find the steps of all chains and loops, those with the most eliminations first."""
    graph = LinkGraph(position, grouped)
    best: dict[Candidates, Path] = {}
    for start, strong in enumerate(graph.strong):
        for path, struck in graph.chains(start) if strong else ():
            known = best.get(struck)
            if known is None or len(path) < len(known):
                best[struck] = path
    for struck, path in sorted(best.items(), key=lambda each: by_effect(each[0], len(each[1]))):
        yield _loop_step(position, [graph.nodes[n] for n in path], struck)


def _loop_step(position: Position, nodes: list[Group], struck: Candidates) -> Step:
    grouped = any(only(cells) is None for cells, _ in nodes)
    causes = tuple(dict.fromkeys((cell, value) for cells, value in nodes for cell in values(cells)))
    path = " - ".join(f"{value} in {position.names(cells)}" for cells, value in nodes)
    text = f"One of the ends is true: {path}"
    cells = tuple(dict.fromkeys(cell for cell, _ in causes))
    return striking("grouped nice loop" if grouped else "nice loop", cells, causes, struck, text)


class LinkGraph:
    """The links between a position's nodes. Nodes are numbered, with candidates before groups."""

    def __init__(self, position: Position, grouped: bool) -> None:
        self.position = position
        self.nodes: list[Group] = [
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
        """Return the numbers of the candidates that make up a node."""
        return domain(self.numbers[1 << cell, value] for cell in values(cells))

    def _eliminated(self, node: Group) -> int:
        cells, value = node
        seen = self.position.places[value] & self.position.seen_by_all(values(cells)) & ~cells
        found = self._singles(seen, value)
        if (cell := only(cells)) is not None:
            others = values(self.position.candidates[cell] & ~(1 << value))
            found |= domain(self.numbers[cells, other] for other in others)
        return found

    def _implied(self, node: Group) -> list[int]:
        """Return the nodes that would be the last ones in a house or a cell without this one."""
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
        """Yield the shortest paths to nodes that are true if the start is false.

        Yields:
            A path and its eliminations, if it has any.
        """
        met: set[int] = set()
        layer: list[Path] = [(start,)]
        while layer and len(layer[0]) <= LONGEST_LOOP:
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
        """Return the candidates that both ends eliminate or, in a loop, any two neighbours."""
        first, last = path[0], path[-1]
        if first == last:
            return self._by_itself(first)
        gone = self.weak[first] & self.weak[last]
        if not self._singles(*self.nodes[first]) & ~self.weak[last]:
            for one, two in zip(path[1::2], path[2::2], strict=False):
                gone |= self.weak[one] & self.weak[two]
        return self._candidates(gone)

    def _by_itself(self, node: int) -> Candidates:
        """Return the eliminations by a true node in its own cell or, failing that, elsewhere."""
        found = self._candidates(self.weak[node])
        here = tuple(each for each in found if self.nodes[node][0] == 1 << each[0])
        return here or found

    def _candidates(self, numbers: int) -> Candidates:
        nodes = (self.nodes[number] for number in values(numbers))
        return tuple((cells.bit_length() - 1, value) for cells, value in nodes)


def _groups(position: Position) -> list[Group]:
    """Return the groups: two or more places of a value where a box and a line cross."""
    return [
        (cells, value)
        for _, _, both in position.layout.crossings
        for value in values(position.layout.symbols)
        if (cells := position.places[value] & both).bit_count() > 1
    ]
