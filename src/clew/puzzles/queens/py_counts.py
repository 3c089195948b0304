"""The readable twins of the kernels that count queens, all of them or those with a symmetry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from clew.search.native import kernel
from clew.search.sliced import expect, expect_limits

Columns = tuple[int, ...]
LARGEST = 24
"""The most queens that are counted by meeting in the middle."""
LARGEST_TURNED = 32
Square = tuple[int, int]


class PyQueensHalves:
    """The number of ways to place n queens, one set of columns after another.

    The upper half of the board uses such a set, the lower half the other columns; on a board
    with a middle row its queen has a column of its own. A set that is another one
    turned or mirrored has as many answers, so of these only the least is counted, for all.
    Sets are numbered from 0, and `part` is the remainder of a number divided by `parts`.
    """

    def __init__(self, n: int, part: int = 0, parts: int = 1) -> None:
        expect("n", n, 0, LARGEST)
        if parts < 1 or not 0 <= part < parts:
            raise ValueError(f"part: found {part} of {parts}, expected 0 to one less than parts")
        self.n = n
        self.total = 0  # answers on the sets that are done
        self.nodes = 0  # sets that are done
        self.path = "python"
        self._sets = [one for i, one in enumerate(sets(n)) if i % parts == part]

    @property
    def finished(self) -> bool:
        return self.nodes == len(self._sets)

    def run(self, max_nodes: int) -> None:
        """Count at most `max_nodes` more sets."""
        expect_limits("run", max_nodes)
        for upper, middle, weight in self._sets[self.nodes : self.nodes + max_nodes]:
            self.total += weight * joined(self.n, upper, middle)
            self.nodes += 1


def sets(n: int) -> Iterator[tuple[Columns, Columns, int]]:
    """The upper half's columns, the middle row's if there is one, and how many are like these.

    They come by the middle column, and then in the order of the sets as numbers.
    """
    half = n // 2
    for middle in [(column,) for column in range(half + 1)] if n % 2 else [()]:
        rest = [column for column in range(n) if column not in middle]
        for upper in sorted(combinations(rest, half), key=_number):
            lower = tuple(column for column in rest if column not in upper)
            mirrored = middle in ((), (half,))
            alike = {upper, lower} | ({_mirror(upper, n), _mirror(lower, n)} if mirrored else set())
            if upper == min(alike, key=_number):
                yield upper, middle, len(alike) * (1 if mirrored else 2)


def joined(n: int, upper: Columns, middle: Columns) -> int:
    """How many boards have these columns in the upper half and in the middle row."""
    lower = [column for column in range(n) if column not in upper + middle]
    gap = n % 2
    above, below = (
        Counter(crossing(half, gap, n) for half in halves(columns) if _spares(half, middle))
        for columns in (upper, tuple(lower))
    )
    return sum(
        many * more
        for (right, left), many in above.items()
        for (falling, rising), more in below.items()
        if not right & rising and not left & falling
    )


def halves(columns: Columns) -> Iterator[Columns]:
    """The column of each row, from the edge on, so that no two queens share a diagonal."""

    def place(placed: Columns) -> Iterator[Columns]:
        if len(placed) == len(columns):
            yield placed
        for column in columns:
            if column not in placed and all(
                abs(column - other) != len(placed) - row for row, other in enumerate(placed)
            ):
                yield from place((*placed, column))

    return place(())


def crossing(half: Columns, gap: int, n: int) -> tuple[int, int]:
    """The diagonals on which the queens attack across the middle, to the right and to the left.

    Each is known by its column on the other side. From there the two change places.
    """
    right = left = 0
    for row, column in enumerate(half):
        right |= 1 << (column + row + gap) & (1 << n) - 1
        left |= 1 << (column - row - 1) if column > row else 0
    return right, left


def _spares(half: Columns, middle: Columns) -> bool:
    """Whether no queen of the half attacks that of the middle row."""
    return all(abs(column - c) != row + 1 for c in middle for row, column in enumerate(half))


def _mirror(columns: Columns, n: int) -> Columns:
    return tuple(sorted(n - 1 - column for column in columns))


def _number(columns: Columns) -> int:
    return sum(1 << column for column in columns)


class PyQueensTurned:
    """How many answers are their own image after a half turn (2) or a quarter turn (4).

    A queen means queens on all squares that turning takes it to: these are placed together,
    in the first row that has none.
    """

    def __init__(self, n: int, turns: int) -> None:
        expect("n", n, 0, LARGEST_TURNED)
        if turns not in (2, 4):
            raise ValueError(f"turns: found {turns}, expected 2 or 4")
        self.total = 0
        self.nodes = 0  # orbits placed
        self.finished = False
        self._n, self._turns = n, turns
        self._steps = self._search(frozenset())
        if n == 0:
            self.total, self.finished = 1, True
        else:
            self._next = next(self._steps, None)

    def run(self, max_nodes: int) -> None:
        """Place at most `max_nodes` more orbits."""
        expect_limits("run", max_nodes)
        while not self.finished:
            if self._next is None:
                self.finished = True
            elif max_nodes == 0:
                return
            else:
                max_nodes -= 1
                self.nodes += 1
                self.total += len(self._next) == self._n
                self._next = next(self._steps, None)

    def _search(self, placed: frozenset[Square]) -> Iterator[frozenset[Square]]:
        """Every set of whole orbits without attacks, each just before the sets that extend it."""
        row = next(r for r in range(self._n) if all(r != other for other, _ in placed))
        for column in range(self._n):
            more = placed | self._orbit(row, column)
            if len(more) > len(placed) and is_peaceful(more):
                yield more
                if len(more) < self._n:
                    yield from self._search(more)

    def _orbit(self, row: int, column: int) -> frozenset[Square]:
        last, squares = self._n - 1, set()
        for _ in range(4):
            squares.add((row, column))
            row, column = (column, last - row) if self._turns == 4 else (last - row, last - column)
        return frozenset(squares)


def is_peaceful(squares: frozenset[Square]) -> bool:
    """Whether no two queens share a row, a column or a diagonal."""
    lines = zip(
        *((row, column, row + column, row - column) for row, column in squares), strict=True
    )
    return all(len(set(line)) == len(squares) for line in lines)


QueensHalvesKernel = kernel("QueensHalves", PyQueensHalves)
QueensTurnedKernel = kernel("QueensTurned", PyQueensTurned)
