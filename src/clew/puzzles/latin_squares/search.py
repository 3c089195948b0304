"""Searches Latin squares with signs: all squares at once for small orders, else line by line."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from operator import eq
from typing import ClassVar

from clew.core.events import Event, Kind
from clew.core.faces import Assignment, Domain, values
from clew.core.grid import edges, lines
from clew.core.puzzle import Unsuited
from clew.core.result import Run
from clew.puzzles.latin_squares.face import LatinSquare, Pair, are_neighbours
from clew.search.native import BATCH, answers, exhaust, expect, expect_limits, kernel, tree
from clew.search.strategy import Counter, choice

LARGEST_BEST = 9
"""The largest order for which `ranks` is best: it handles up to nine open cells exactly."""


@dataclass(frozen=True)
class Ranks(Counter):
    """Make each line exactly consistent: all values different, and in the order of its signs.

    It fills a line from the smallest value up. So a sign determines which of its two cells comes
    first, and only the set of filled cells matters. Up to order 5, it counts solutions without a
    search: for each given and each sign, a table contains the Latin squares that have it. With
    `table=yes`, it also finds solutions in this table, in increasing order.
    """

    name: ClassVar[str] = "ranks"
    title: ClassVar[str] = "Consistent lines"
    reads: ClassVar[Mapping[str, str]] = {
        "table": "Table of lines",
        "table=count": "for counting only",
        "table=yes": "with a table of lines",
        "table=no": "without a table of lines",
    }
    summary: ClassVar[str] = "Latin squares and Futoshiki, each line consistent with its signs."
    face: ClassVar[type] = LatinSquare
    level: ClassVar[int] = 100
    table: str = choice("count", "yes", "no")

    def rank(self, face: LatinSquare) -> int | None:
        """Rank larger squares low, since clause learning is 40 times as fast at order 20."""
        if face.order > LARGEST:
            return None
        return self.level if face.order <= LARGEST_BEST else 0

    def objection(self, face: LatinSquare) -> str:
        return "" if self.accepts(face) else f"the order is more than {LARGEST}"

    def __call__(self, square: LatinSquare, run: Run) -> Iterator[Assignment]:
        self._require(square)
        if self.table == "yes" and square.order <= LARGEST_LISTED:
            return _listed(square, run)
        return answers(_kernel(square), run)

    def count(self, square: LatinSquare, run: Run) -> int:
        self._require(square)
        if self.table != "no" and square.order <= LARGEST_LISTED:
            run.pause()
            run.stats.nodes += 1
            return SquaresKernel(square.order, square.givens, square.less).answers
        kernel = _kernel(square)
        exhaust(kernel, run, kernel.count, tree)
        return kernel.answers

    def _require(self, square: LatinSquare) -> None:
        if not self.accepts(square):
            raise Unsuited(f"ranks needs a square of order at most {LARGEST}")


def _listed(square: LatinSquare, run: Run) -> Iterator[Assignment]:
    """Yield the squares that the table leaves. The lookup and each square count as nodes."""
    run.pause()
    stats = run.stats
    stats.nodes += 1
    squares = SquaresKernel(square.order, square.givens, square.less)
    batch = min(run.max_solutions or BATCH, BATCH)
    while found := squares.run(batch):
        for answer in found:
            if stats.nodes >= run.alarm:
                run.pause()
            stats.nodes += 1
            if run.trace is not None:
                run.trace(Event(Kind.ANSWER, stats.deepest))
            yield answer


def _kernel(square: LatinSquare) -> PyRanks:
    return RanksKernel(square.order, square.givens, square.less)


# ------------------------------------------------------------------ the twins of the kernels


# ------------------------------------------------------------------ all squares
# The readable twin of native/latin/all_squares.hpp, with a bit for each Latin square of an order.


LARGEST_LISTED = 5
"""The largest order in the table: order 5 has 161,280 squares, order 6 has 812,851,200."""
Squares = int
"""A set of Latin squares. Bit i is the i-th square in the order of values, row by row."""


class PySquares:
    """Finds the squares with every given and every sign, with one AND for each of these."""

    def __init__(self, order: int, givens: Sequence[int], less: Sequence[tuple[int, int]]) -> None:
        expect("order", order, 1, LARGEST_LISTED)
        require_square(order, givens, less)
        self._order = order
        left: Squares = (1 << len(all_squares(order))) - 1
        for cell, value in enumerate(givens):
            if value:
                left &= having(order, cell)[value - 1]
        for small, great in less:
            left &= obeying(order, small, great)
        self.answers = left.bit_count()
        self._left = left

    def run(self, max_solutions: int) -> list[tuple[int, ...]]:
        """Return the next squares, at most `max_solutions`."""
        expect_limits("run", max_solutions)
        found = []
        for number, _ in zip(values(self._left), range(max_solutions), strict=False):
            self._left ^= 1 << number
            found.append(tuple(all_squares(self._order)[number]))
        return found


def require_square(order: int, givens: Sequence[int], less: Sequence[tuple[int, int]]) -> None:
    """Check that there are n * n givens from 0 to n, and signs only between neighbours.

    Raises:
        ValueError: A given or a sign is wrong.
    """
    if len(givens) != order * order:
        raise ValueError(f"givens: found {len(givens)}, expected {order * order}")
    for small, great in less:
        if not are_neighbours(small, great, order):
            raise ValueError(f"less: found cells {small} and {great}, expected neighbours")
    for cell, value in enumerate(givens):
        expect(f"cell {cell}", value, 0, order)


@cache
def all_squares(order: int) -> tuple[bytes, ...]:
    """Return every Latin square of the order, row by row, in increasing order."""
    rows = [bytes(row) for row in permutations(range(1, order + 1))]
    apart = {row: {other for other in rows if not any(map(eq, row, other))} for row in rows}

    def grow(square: bytes, candidates: list[bytes], missing: int) -> Iterator[bytes]:
        if missing == 1:
            yield from (square + row for row in candidates)
            return
        for row in candidates:
            fitting = [other for other in candidates if other in apart[row]]
            yield from grow(square + row, fitting, missing - 1)

    return tuple(grow(b"", rows, order))


@cache
def having(order: int, cell: int) -> tuple[Squares, ...]:
    """For each value, return the squares that have it in this cell."""
    held = bytes(square[cell] for square in reversed(all_squares(order)))  # the first is lowest
    ones = (bytes(48 + (byte == value) for byte in range(256)) for value in range(1, order + 1))
    return tuple(int(held.translate(one), 2) for one in ones)


@cache
def obeying(order: int, small: int, great: int) -> Squares:
    """Return the squares in which the cell `small` has a smaller value than `great`."""
    found = below = 0
    for smaller, greater in zip(having(order, small), having(order, great), strict=True):
        found |= below & greater
        below |= smaller
    return found


SquaresKernel = kernel("Squares", PySquares)


# ------------------------------------------------------------------ by ranks
# The readable twin of native/latin/ranks.hpp and line_filter.hpp, for Latin squares with signs.


LARGEST = 64
LADDER = 9
"""The maximum number of open cells in a line that's made exactly consistent."""
Sets = int
"""A set of sets of cells. Bit s stands for the set whose cells are the bits of s."""


@dataclass(slots=True)
class OpenBranch:
    """A cell with the values still to try, and the point on the trail to return to."""

    cell: int
    left: Domain
    mark: int
    answers: int
    """The number of solutions before the last value tried, or -1 before the first."""


class PyRanks:
    """Searches with a domain for each cell, pruned by certain cells, by signs and by whole lines.

    The order of pruning doesn't matter. The next cell to try has the fewest values relative to its
    weight. The weight is 1, plus 1 for each of its values that pruning refuted immediately, plus 1
    for each open cell joined to it by a sign.
    """

    def __init__(self, order: int, givens: Sequence[int], less: Sequence[tuple[int, int]]) -> None:
        expect("order", order, 1, LARGEST)
        require_square(order, givens, less)
        self.nodes = 0  # the root, and each value tried in a cell
        self.backtracks = 0  # values taken back without a solution below
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

    def run(self, max_solutions: int, max_nodes: int) -> list[tuple[int, ...]]:
        """Continue until a limit is reached or the search is finished."""
        expect_limits("run", max_solutions, max_nodes)
        return list(self._search(max_solutions, max_nodes))

    def count(self, max_nodes: int) -> None:
        """Count solutions until `max_nodes` is reached or the search is finished."""
        expect_limits("count", max_nodes)
        for _ in self._search(-1, max_nodes):
            pass

    def _search(self, max_solutions: int, max_nodes: int) -> Iterator[tuple[int, ...]]:
        while not self.finished:
            if self.nodes and not self._branches:
                self.finished = True
            elif self.nodes and not self._branches[-1].left:
                self._take_back()
                self._branches.pop()
            elif not max_nodes or not max_solutions:
                break
            else:
                max_nodes -= 1
                self.nodes += 1
                if not self._descend():
                    if self._branches:
                        self._weights[self._branches[-1].cell] += 1
                elif not self._choose():
                    self.answers += 1
                    max_solutions -= 1
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
        """Open a branch, or return False if every cell is certain."""
        best, best_size, best_weight = None, 0, 1
        for cell, domain in enumerate(self._domains):
            size = domain.bit_count()
            joined = self._greater[cell] | self._smaller[cell]
            weight = self._weights[cell]
            weight += sum(self._domains[other].bit_count() > 1 for other in joined)
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
        """Prune by cells, then by lines, until nothing changes."""
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
        """Remove the values of certain cells from the other cells, then prune the open cells."""
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
    """Return the values that each cell can have if all cells differ and obey their signs.

    It fills the cells from the smallest value up, and remembers only the set of filled cells.
    `smaller[j]` has the bits of the cells to fill before cell j. There must be as many values as
    cells. If there's no way to fill the cells, it returns None.
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
    """Return the sets that lack a cell but have all cells that must be smaller."""
    sets = 0
    for filled in range(1 << cells):
        if not filled >> new & 1 and filled & smaller == smaller:
            sets |= 1 << filled
    return sets


def hidden_singles(domains: Sequence[Domain]) -> list[Domain] | None:
    """Fix each value that has only one place left.

    Return None if a value has no place, or if two of them have only the same place.
    """
    once = twice = 0
    for domain in domains:
        twice |= once & domain
        once |= domain
    single = once & ~twice
    if once.bit_count() < len(domains) or any((d & single).bit_count() > 1 for d in domains):
        return None
    return [domain & single or domain for domain in domains]


RanksKernel = kernel("Ranks", PyRanks)


# ------------------------------------------------------------------ many at once
# The readable twin of native/latin/batch.hpp, which solves many Futoshikis of one order at once.


def py_futoshiki_batch(
    order: int, puzzles: bytes, limit: int, grids: bool, threads: int
) -> tuple[bytes, bytes]:
    """Return each puzzle's number of solutions, as 32-bit integers, and its first solution.

    A puzzle is n * n givens, then a sign for each pair of neighbours in a row, then a sign for each
    pair of neighbours in a column: 0 for none, 1 if the first cell is smaller, 2 if it's greater.
    """
    expect("order", order, 1, LARGEST)
    expect("limit", limit, 1, 2**32 - 1)
    expect("threads", threads, 1, 1024)
    width = order * order + 2 * order * (order - 1)
    if len(puzzles) % width:
        raise ValueError(
            f"puzzles: found {len(puzzles)} bytes, expected a multiple of {width} for order {order}"
        )
    batch = [puzzles[start : start + width] for start in range(0, len(puzzles), width)]
    for number, puzzle in enumerate(batch):
        _check(number, puzzle, order)
    counts, first = array("I"), bytearray()
    for puzzle in batch:
        search = PyRanks(order, puzzle[: order * order], less_in(order, puzzle))
        solutions = search.run(limit, 10**15)
        counts.append(len(solutions))
        first += bytes(solutions[0] if solutions else order * order) if grids else b""
    return counts.tobytes(), bytes(first)


def _check(number: int, puzzle: bytes, order: int) -> None:
    cells = order * order
    for place, byte in enumerate(puzzle):
        most = order if place < cells else 2
        if byte > most:
            what = f"cell {place}" if place < cells else f"sign {place - cells}"
            raise ValueError(f"puzzle {number}, {what}: found {byte}, expected 0 to {most}")


def less_in(order: int, puzzle: bytes | bytearray) -> list[Pair]:
    """Return the signs of a puzzle in a batch, each with its smaller cell first."""
    signs = zip(edges(order, order), puzzle[order * order :], strict=True)
    return [(a, b) if sign == 1 else (b, a) for (a, b), sign in signs if sign]


futoshiki_batch = kernel("futoshiki_batch", py_futoshiki_batch)
