"""The readable twin of native/latin/ranks.hpp and line_filter.hpp: Latin squares with signs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from clew.core.faces import Domain, values
from clew.core.grid import lines
from clew.puzzles.latin_squares.py_squares import require_square
from clew.search.native import kernel
from clew.search.sliced import expect, expect_limits

LARGEST = 64
LADDER = 9
"""Lines with up to this many open cells are made consistent exactly."""
Sets = int
"""A set of sets of cells: bit s is the set whose cells are the bits of s."""


@dataclass(slots=True)
class OpenBranch:
    """A cell, the values not tried yet, and what to return to."""

    cell: int
    left: Domain
    mark: int
    answers: int
    """How many there were when the last value was tried; -1 before the first."""


class PyRanks:
    """A domain for each cell, pruned by certain cells and by signs, then by whole lines.

    The order of pruning does not matter. The next cell to try is the one with the
    fewest values for its weight: 1, and 1 for each of its values that was refuted at once, and
    1 for each open neighbour by a sign.
    """

    def __init__(self, order: int, givens: Sequence[int], less: Sequence[tuple[int, int]]) -> None:
        expect("order", order, 1, LARGEST)
        require_square(order, givens, less)
        self.nodes = 0  # the root, and each value tried in a cell
        self.backtracks = 0  # values taken back with no answer below
        self.answers = 0
        self.deepest = 0
        self.finished = False
        full = (2 << order) - 2
        self._domains: list[Domain] = [1 << value if value else full for value in givens]
        self._lines = [cells for _, cells in lines(order)]
        self._greater: list[set[int]] = [set() for _ in givens]
        self._smaller: list[set[int]] = [set() for _ in givens]
        for small, great in less:
            self._greater[small].add(great)
            self._smaller[great].add(small)
        self._weights = [1] * len(givens)
        self._trail: list[tuple[int, Domain]] = []
        self._branches: list[OpenBranch] = []
        self._changed = False

    def run(self, max_answers: int, max_nodes: int) -> list[tuple[int, ...]]:
        """Search on until one of the limits is reached or the search is finished."""
        expect_limits("run", max_answers, max_nodes)
        return list(self._search(max_answers, max_nodes))

    def count(self, max_nodes: int) -> None:
        """The same without returning the answers."""
        expect_limits("count", max_nodes)
        for _ in self._search(-1, max_nodes):
            pass

    def _search(self, max_answers: int, max_nodes: int) -> Iterator[tuple[int, ...]]:
        while not self.finished:
            if self.nodes and not self._branches:
                self.finished = True
            elif self.nodes and not self._branches[-1].left:
                self._take_back()
                self._branches.pop()
            elif not max_nodes or not max_answers:
                break
            else:
                max_nodes -= 1
                self.nodes += 1
                if not self._descend():
                    if self._branches:
                        self._weights[self._branches[-1].cell] += 1
                elif not self._choose():
                    self.answers += 1
                    max_answers -= 1
                    yield tuple(domain.bit_length() - 1 for domain in self._domains)

    def _descend(self) -> bool:
        """Make the root consistent, or take the next value of the last branch."""
        if self._branches:
            self._take_back()
            branch = self._branches[-1]
            value = branch.left & -branch.left
            branch.left ^= value
            branch.answers = self.answers
            self._keep(branch.cell, value)
        return self._settle()

    def _take_back(self) -> None:
        branch = self._branches[-1]
        self.backtracks += branch.answers == self.answers
        while len(self._trail) > branch.mark:
            cell, domain = self._trail.pop()
            self._domains[cell] = domain

    def _choose(self) -> bool:
        """Open a branch; False if every cell is certain."""
        best, best_size, best_weight = None, 0, 1
        for cell, domain in enumerate(self._domains):
            size = domain.bit_count()
            beside = self._greater[cell] | self._smaller[cell]
            weight = self._weights[cell]
            weight += sum(self._domains[other].bit_count() > 1 for other in beside)
            if size > 1 and (best is None or size * best_weight < best_size * weight):
                best, best_size, best_weight = cell, size, weight
        if best is None:
            return False
        self._branches.append(OpenBranch(best, self._domains[best], len(self._trail), -1))
        self.deepest = max(self.deepest, len(self._branches))
        return True

    def _keep(self, cell: int, mask: Domain) -> None:
        old = self._domains[cell]
        if old & ~mask:
            self._trail.append((cell, old))
            self._domains[cell] = old & mask
            self._changed = True

    def _settle(self) -> bool:
        """Until nothing changes: prune by cells, then by lines."""
        self._changed = True
        while self._changed:
            self._changed = False
            for cell in range(len(self._domains)):
                if not self._domains[cell]:
                    return False
                self._prune_along_signs(cell)
            for line in self._lines:
                if not self._settle_line(line):
                    return False
        return True

    def _prune_along_signs(self, cell: int) -> None:
        domain = self._domains[cell]
        least, most = domain & -domain, domain.bit_length() - 1
        for other in self._greater[cell]:
            self._keep(other, -least << 1)
        for other in self._smaller[cell]:
            self._keep(other, (1 << most) - 1)

    def _settle_line(self, line: Sequence[int]) -> bool:
        """What is certain in one cell is out in the others; then what the open cells can be."""
        certain = 0
        for cell in line:
            domain = self._domains[cell]
            if domain.bit_count() == 1:
                if certain & domain:
                    return False
                certain |= domain
        cells = [cell for cell in line if self._domains[cell].bit_count() != 1]
        domains = [self._domains[cell] & ~certain for cell in cells]
        if len(cells) > LADDER:
            kept = hidden_singles(domains)
        else:
            smaller = (self._smaller[cell] for cell in cells)
            bits = [sum(1 << j for j, cell in enumerate(cells) if cell in some) for some in smaller]
            kept = ladder(domains, bits)
        for cell, domain in zip(cells, kept or (), strict=False):
            self._keep(cell, domain)
        return kept is not None


def ladder(domains: Sequence[Domain], smaller: Sequence[int]) -> list[Domain] | None:
    """The values that each of some cells can have if all differ and signs are obeyed.

    The cells are filled from the smallest value up; what is remembered is the set of cells that
    are filled. `smaller[j]` has the bits of the cells that must be filled before cell j. There
    are as many values as cells; None if there is no way.
    """
    cells = range(len(domains))
    union = 0
    for domain in domains:
        union |= domain
    rungs = list(values(union))
    if len(rungs) != len(domains):
        return None
    may_add = [_sets(len(domains), j, smaller[j]) for j in cells]
    reached: list[Sets] = [1]
    for value in rungs:
        sets = 0
        for j in cells:
            if domains[j] >> value & 1:
                sets |= (reached[-1] & may_add[j]) << (1 << j)
        reached.append(sets)
    if not reached.pop():
        return None
    kept = [0 for _ in cells]
    goal: Sets = 1 << (1 << len(domains)) - 1
    for value, sets in zip(reversed(rungs), reversed(reached), strict=True):
        before = 0
        for j in cells:
            last = goal >> (1 << j) & may_add[j] & sets
            if last and domains[j] >> value & 1:
                kept[j] |= 1 << value
                before |= last
        goal = before
    return kept


@cache
def _sets(cells: int, new: int, smaller: int) -> Sets:
    """The sets that lack a cell and have those that must be smaller."""
    sets = 0
    for filled in range(1 << cells):
        if not filled >> new & 1 and filled & smaller == smaller:
            sets |= 1 << filled
    return sets


def hidden_singles(domains: Sequence[Domain]) -> list[Domain] | None:
    """A value with one place left is there; None if one has no place, or a place two of them."""
    once = twice = 0
    for domain in domains:
        twice |= once & domain
        once |= domain
    single = once & ~twice
    if once.bit_count() < len(domains) or any((d & single).bit_count() > 1 for d in domains):
        return None
    return [domain & single or domain for domain in domains]


RanksKernel = kernel("Ranks", PyRanks)
