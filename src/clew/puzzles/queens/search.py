"""Solves N-Queens by construction, row by row or by random swaps, and counts by halves."""

from __future__ import annotations

from array import array
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, Union

from clew.core.deadline import STARTING
from clew.core.events import Event, Kind
from clew.core.faces import CSP, Assignment
from clew.core.puzzle import Unsuited
from clew.core.result import Run, Stopped
from clew.puzzles.queens.face import PIECE, QueensBoard
from clew.rules import AllDifferent
from clew.search.native import Sliced, answers, available, expect, expect_limits, kernel
from clew.search.strategy import Counter, Strategy

Columns = Union[Assignment, "array[int]"]
"""The column of each row's queen.

Millions of columns are in an array, because Python takes a tenth of a second to free those of a
tuple. In the end, `Queens.kept` makes a tuple.
"""
LARGEST_BOARD = 64
LARGEST_LISTED = 18
"""The largest order for which `queens` finds all solutions row by row.

Beyond it, if there are queens on the board, a search that chooses its rows is faster (2 ms instead
of 40 ms for order 20). An empty board has too many solutions (5e9 for order 19).
"""
TRIES = 500_000 if available else 5_000
"""The number of swaps to try between two checks of the limits: a few milliseconds."""
SETS = 8
"""The maximum number of sets of columns between two checks of the limits.

A kernel may do fewer.
"""


@dataclass(frozen=True)
class Bitboard(Strategy):
    """Plain backtracking row by row, on any CSP that has the rules of N-Queens.

    On an empty board it visits the same nodes as `backtracking:select=first,infer=none`, in the
    same order. A queen that's already on the board also counts as a node.
    """

    name: ClassVar[str] = "bitboard"
    title: ClassVar[str] = "Bit masks, row by row"
    summary: ClassVar[str] = "N-Queens row by row with bit masks, in a compiled kernel."
    face: ClassVar[type] = CSP
    pseudocode: ClassVar[str | None] = ""

    def rank(self, face: CSP) -> int | None:
        # The rules must allow no two queens in a column, or on a rising or falling diagonal.
        rows = tuple(range(len(face.domains)))
        offsets = {(), rows, tuple(-row for row in rows)}
        fits = (
            1 <= len(rows) <= LARGEST_BOARD
            and all(isinstance(c, AllDifferent) and c.scope == rows for c in face.constraints)
            and {c.offsets for c in face.constraints if isinstance(c, AllDifferent)} == offsets
            and not any(mask >> len(rows) for mask in face.domains)
        )
        return self.level if fits else None

    def __call__(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        if not self.accepts(csp):
            raise Unsuited("bitboard searches N-Queens only")
        return placements(csp.domains, run)


def placements(domains: Sequence[int], run: Run) -> Iterator[Assignment]:
    """Yield every way to place a queen in each row, in the order of the columns."""
    return answers(QueensKernel(len(domains), list(domains)), run)


@dataclass(frozen=True)
class Swaps(Strategy):
    """Place queens at random while that's easy, then swap columns until no queens clash.

    R. Sosic and J. Gu, "Efficient local search with conflict minimization: a case study of
    the n-queens problem", 1994.

    It can't prove that there's no solution: it stops after `starts` restarts without a new
    solution. The solutions are random and depend on the seed, but aren't all equally likely.
    """

    starts: int = 100
    seed: int = 0

    name: ClassVar[str] = "swaps"
    title: ClassVar[str] = "Random swaps"
    summary: ClassVar[str] = "Random solutions of N-Queens of any order; proves nothing."
    face: ClassVar[type] = QueensBoard
    complete: ClassVar[bool] = False

    def __call__(self, board: QueensBoard, run: Run) -> Iterator[Columns]:
        kernel = QueensSwapsKernel(board.order, self.seed, board.placed)
        before, since = run.stats.nodes, 0
        found: set[int] = set()
        run.stats.frontier = 1
        while kernel.starts - since <= self.starts:
            solved = kernel.run(run.allowed(TRIES))
            run.stats.nodes = before + kernel.steps
            if solved and (key := hash(columns := kernel.columns)) not in found:
                found.add(key)
                since = kernel.starts
                if run.trace is not None:
                    run.trace(Event(Kind.ANSWER, 0))
                yield _as_answer(array("i", columns))
        raise Stopped("starts")


@dataclass(frozen=True)
class AnyQueens(Counter):
    """Choose the best method for the question: construction, row by row, or counting by halves.

    If you want one solution of an empty board, it constructs one. If you want all solutions, it
    searches row by row as `bitboard` does. A large board has too many solutions, so it follows the
    first one and its images with random ones. To count the solutions of an empty board, it divides
    the work among `threads`.
    """

    threads: int = 1

    name: ClassVar[str] = "queens"
    title: ClassVar[str] = "Construction and bit masks"
    summary: ClassVar[str] = "N-Queens: one by construction, all by bit masks, counted by halves."
    face: ClassVar[type] = QueensBoard
    level: ClassVar[int] = 100

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.threads <= 256:
            raise ValueError(f"queens: found threads={self.threads}, expected 1 to 256")

    def rank(self, face: QueensBoard) -> int | None:
        return self.level if not face.placed or face.order <= LARGEST_LISTED else None

    def objection(self, face: QueensBoard) -> str:
        return f"with queens on it a board may have at most {LARGEST_LISTED} rows"

    def __call__(self, board: QueensBoard, run: Run) -> Iterator[Columns]:
        if not self.accepts(board):
            raise Unsuited(f"queens does not suit this board: {self.objection(board)}")
        first = None if board.placed else constructed(board.order)
        if first is None or (run.max_solutions != 1 and board.order <= LARGEST_LISTED):
            yield from placements(board.domains(), run)
            return
        run.pause()
        run.stats.nodes += 1
        run.stats.deepest = board.order
        seen = set()
        for answer in images(first):
            if run.trace is not None:
                run.trace(Event(Kind.ANSWER, board.order))
            yield answer
            seen.add(_key(answer))
        yield from (answer for answer in Swaps()(board, run) if _key(answer) not in seen)

    def count(self, board: QueensBoard, run: Run) -> int:
        if board.order > LARGEST_BOARD:
            raise Unsuited(f"queens counts the answers of at most {LARGEST_BOARD} queens")
        if board.placed or board.order > LARGEST_COUNTED:
            return sum(1 for _ in placements(board.domains(), run))
        return counted(board.order, run, self.threads)


def constructed(order: int) -> Columns | None:
    """Construct a solution for the empty board, or return None if it has none (2 and 3 queens).

    It takes the odd columns (counted from 0), then the even ones. If the result isn't a solution,
    it rearranges a few of them. E. J. Hoffman, J. C. Loessi and R. C. Moore, "Constructions for
    the solution of the m queens problem", Mathematics Magazine 42, 1969.
    """
    if order in (2, 3):
        return None
    odd, even = range(1, order, 2), range(0, order, 2)
    columns: tuple[Sequence[int], ...] = (odd, even)
    if order % 6 == 2:
        columns = (odd, (2, 0), even[3:], (4,))
    elif order % 6 == 3:
        columns = (odd[1:], (1,), even[2:], (0, 2))
    return _as_answer(_joined(columns))


def _joined(several: Iterable[Sequence[int]]) -> array[int]:
    """Join sequences into one array, piece by piece so that joining millions is interruptible."""
    joined = array("i")
    for each in several:
        for first in range(0, len(each), PIECE):
            joined.extend(each[first : first + PIECE])
    return joined


def _as_answer(columns: array[int]) -> Columns:
    return columns if len(columns) > PIECE else tuple(columns)


def _key(answer: Columns) -> int:
    return hash(answer.tobytes() if isinstance(answer, array) else answer)


def images(answer: Columns) -> Iterator[Columns]:
    """Yield the rotations and reflections of a solution, each once, starting with itself."""
    last = len(answer) - 1
    seen: list[Columns] = []
    for _ in range(2):
        for _ in range(4):
            if answer not in seen:
                yield answer
                seen.append(answer)
            turned = array("i", bytes(array("i").itemsize * len(answer)))
            for row, column in enumerate(answer):
                turned[column] = last - row
            answer = _as_answer(turned)
        answer = answer[::-1]


def counted(order: int, run: Run, threads: int = 1) -> int:
    """Count the solutions of the empty board, dividing its sets of columns among threads.

    At a limit, all threads stop together.
    """
    from concurrent.futures import ThreadPoolExecutor

    before = run.stats.nodes
    with ThreadPoolExecutor(threads) as pool:
        kernels = [QueensHalvesKernel(order, part, threads) for part in range(threads)]
        while open_ := [kernel for kernel in kernels if not kernel.finished]:
            room = run.allowed(SETS * len(open_))
            shares = [room // len(open_) + (i < room % len(open_)) for i in range(len(open_))]
            if len(open_) == 1:
                open_[0].run(room)
            else:
                with STARTING:
                    worked = pool.map(QueensHalvesKernel.run, open_, shares)
                list(worked)
            run.stats.nodes = before + sum(kernel.nodes for kernel in kernels)
            run.stats.deepest = order
    return sum(kernel.total for kernel in kernels)


# ------------------------------------------------------------------ the twins of the kernels


class PyQueens(Sliced[tuple[int, ...]]):
    """Searches N-Queens row by row, columns ascending, so solutions are in lexicographic order.

    Bit c of `rows[r]` is set if row r can have its queen in column c.
    """

    def __init__(self, n: int, rows: Sequence[int]) -> None:
        expect("n", n, 0, 64)
        if len(rows) != n:
            raise ValueError(f"rows: found {len(rows)} masks, expected {n}")
        for r, mask in enumerate(rows):
            if mask >> n:  # negative masks too
                raise ValueError(f"row {r}: the mask allows a column past {n - 1}")
        super().__init__()  # a node is the root or a placement that attacks no earlier queen
        self._rows = tuple(rows)
        self._queens: list[int] = []  # the column of each queen on the board

    def _advance(self) -> tuple[int, ...] | None:
        """Open the root, or place the next queen in the deepest row reached."""
        if self.nodes:
            self._queens.append(self._untried[-1].pop())
        self.nodes += 1
        self.deepest = max(self.deepest, len(self._queens))
        self._untried.append(self._free())
        if len(self._queens) < len(self._rows):
            return None
        self._fruitful = len(self._queens)
        return tuple(self._queens)

    def _take_back(self) -> None:
        self._untried.pop()
        if not self._queens:
            self.finished = True
            return
        self._queens.pop()
        self._count_taken_back(len(self._queens))

    def _free(self) -> list[int]:
        """Return the columns of the next row that no queen attacks, the largest first."""
        row = len(self._queens)
        if row == len(self._rows):
            return []
        return [
            column
            for column in reversed(range(len(self._rows)))
            if self._rows[row] >> column & 1
            and all(column != c and abs(column - c) != row - r for r, c in enumerate(self._queens))
        ]


QueensKernel = kernel("Queens", PyQueens)


# ------------------------------------------------------------------ counts
# The readable twins of the kernels that count solutions, either all or those with a symmetry.


ColumnSet = tuple[int, ...]
LARGEST_COUNTED = 24
"""The maximum number of queens to count by meeting in the middle."""
LARGEST_TURNED = 32
Square = tuple[int, int]


class PyQueensHalves:
    """Counts the ways to place n queens, one set of columns after another.

    The upper half of the board uses the columns in a set, and the lower half uses the others. If
    there's a middle row, its queen has a separate column. A set's rotations and reflections have
    the same number of solutions, so the count visits only the smallest of them and multiplies. Sets
    are numbered from 0. A part consists of those with the remainder `part` when divided by `parts`.
    """

    def __init__(self, n: int, part: int = 0, parts: int = 1) -> None:
        expect("n", n, 0, LARGEST_COUNTED)
        if parts < 1 or not 0 <= part < parts:
            raise ValueError(f"part: found {part} of {parts}, expected 0 to one less than parts")
        self.n = n
        self.total = 0  # solutions of the sets that are done
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


def sets(n: int) -> Iterator[tuple[ColumnSet, ColumnSet, int]]:
    """Yield the columns of the upper half and of any middle row, and how many sets match these.

    They're in the order of the middle column, and then of the sets as numbers.
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


def joined(n: int, upper: ColumnSet, middle: ColumnSet) -> int:
    """Count the boards with these columns in the upper half and the middle row."""
    lower = [column for column in range(n) if column not in upper + middle]
    gap = n % 2
    above, below = (
        Tally(crossing(half, gap, n) for half in halves(columns) if _spares(half, middle))
        for columns in (upper, tuple(lower))
    )
    return sum(
        many * more
        for (right, left), many in above.items()
        for (falling, rising), more in below.items()
        if not right & rising and not left & falling
    )


def halves(columns: ColumnSet) -> Iterator[ColumnSet]:
    """Yield the orders of these columns, row by row from the edge, in which no queens clash."""

    def place(placed: ColumnSet) -> Iterator[ColumnSet]:
        if len(placed) == len(columns):
            yield placed
        for column in columns:
            if column not in placed and all(
                abs(column - other) != len(placed) - row for row, other in enumerate(placed)
            ):
                yield from place((*placed, column))

    return place(())


def crossing(half: ColumnSet, gap: int, n: int) -> tuple[int, int]:
    """Return the diagonals on which queens attack across the middle, to the right and to the left.

    Each diagonal is identified by its column on the other side. Seen from there, right and left are
    swapped.
    """
    right = left = 0
    for row, column in enumerate(half):
        right |= 1 << (column + row + gap) & (1 << n) - 1
        left |= 1 << (column - row - 1) if column > row else 0
    return right, left


def _spares(half: ColumnSet, middle: ColumnSet) -> bool:
    """Check that no queen in the half attacks the queen in the middle row."""
    return all(abs(column - c) != row + 1 for c in middle for row, column in enumerate(half))


def _mirror(columns: ColumnSet, n: int) -> ColumnSet:
    return tuple(sorted(n - 1 - column for column in columns))


def _number(columns: ColumnSet) -> int:
    return sum(1 << column for column in columns)


class PyQueensTurned:
    """Counts the solutions that a half turn (2) or a quarter turn (4) doesn't change.

    A queen implies queens on all squares that the turns take it to. The count places them together,
    starting in the first row without a queen.
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
        """Yield every set of whole orbits without attacks, followed by the sets that extend it."""
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
    """Check that no two queens share a row, a column or a diagonal."""
    lines = zip(
        *((row, column, row + column, row - column) for row, column in squares), strict=True
    )
    return all(len(set(line)) == len(squares) for line in lines)


QueensHalvesKernel = kernel("QueensHalves", PyQueensHalves)
QueensTurnedKernel = kernel("QueensTurned", PyQueensTurned)


# ------------------------------------------------------------------ swaps
# The readable twin of native/queens/swaps.hpp: its specification and fallback.


LARGEST_SWAPPED = 10_000_000
BEGIN, FILL, REPAIR = "begin", "fill", "repair"
WORD = (1 << 64) - 1


class PyQueensSwaps:
    """Finds random solutions: fills rows while that's easy, then swaps until no queens clash.

    R. Sosic and J. Gu, "Efficient local search with conflict minimization: a case study of
    the n-queens problem", 1994. It restarts if it can't repair a row in time.
    """

    def __init__(self, n: int, seed: int, placed: Sequence[tuple[int, int]]) -> None:
        expect("n", n, 0, LARGEST_SWAPPED)
        self.steps = 0  # squares and swaps tried
        self.starts = 0  # from an empty board
        self._n, self._state, self._phase = n, seed, BEGIN
        self._column = [-1] * n
        self._rising: Tally[int] = Tally()
        self._falling: Tally[int] = Tally()
        for row, column in placed:
            self._stand(row, column)
        self._rows = [row for row in range(n) if self._column[row] < 0]
        taken = set(self._column)
        self._columns = [column for column in range(n) if column not in taken]
        self._at = self._tries = self._placed = 0
        self._patience, self._fill_for = 20 * n + 100, 3 * n + n // 12 + 10

    @property
    def columns(self) -> bytes:
        """The column of each row's queen, as the bytes of 32-bit integers."""
        return array("i", self._column).tobytes()

    def run(self, max_steps: int) -> bool:
        """Make at most `max_steps` more tries, and return True if they lead to a solution."""
        expect_limits("run", max_steps)
        while True:
            self._advance()
            if self._at == len(self._rows):
                self._phase = BEGIN
                return True
            if self._phase == REPAIR and self._tries >= self._patience:
                self._phase = BEGIN
                continue
            if max_steps == 0:
                return False
            max_steps -= 1
            self.steps += 1
            self._tries += 1
            if self._phase == FILL:
                self._fill()
            else:
                self._repair()

    def _advance(self) -> None:
        """Begin the next phase or row if the current one is done."""
        if self._phase == BEGIN:
            for row, column in zip(self._rows, self._columns[: self._placed], strict=False):
                self._put(row, column, -1)
            self._at = self._tries = self._placed = 0
            self.starts += 1
            self._phase = FILL
        if self._phase == FILL and self._tries >= self._fill_for:
            for i in range(self._at, len(self._rows)):
                self._swap(i, i + self._random(len(self._rows) - i))
                self._set(i)
            self._tries, self._phase = 0, REPAIR
        while self._phase == REPAIR and self._at < len(self._rows) and not self._clashes(self._at):
            self._at, self._tries = self._at + 1, 0

    def _fill(self) -> None:
        k = self._at + self._random(len(self._rows) - self._at)
        if self._peaceful(self._rows[self._at], self._columns[k]):
            self._swap(self._at, k)
            self._set(self._at)
            self._at += 1

    def _repair(self) -> None:
        i, k = self._at, self._random(len(self._rows))
        row, other = self._rows[i], self._rows[k]
        self._put(row, self._columns[i], -1)
        self._put(other, self._columns[k], -1)
        self._swap(i, k)
        better = i != k and self._peaceful(row, self._columns[i])
        self._put(row, self._columns[i], 1)
        if better and self._peaceful(other, self._columns[k]):
            self._put(other, self._columns[k], 1)
            self._column[row], self._column[other] = self._columns[i], self._columns[k]
            return
        self._put(row, self._columns[i], -1)
        self._swap(i, k)
        self._put(row, self._columns[i], 1)
        self._put(other, self._columns[k], 1)

    def _random(self, below: int) -> int:
        """Return a random number below a limit, from the upper half of a splitmix64 word."""
        self._state = z = self._state + 0x9E3779B97F4A7C15 & WORD
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        return ((z ^ z >> 31) >> 32) * below >> 32

    def _stand(self, row: int, column: int) -> None:
        if not (0 <= row < self._n and 0 <= column < self._n):
            raise ValueError(f"placed: found a queen at {row},{column}, outside the board")
        if self._column[row] >= 0 or column in self._column or not self._peaceful(row, column):
            raise ValueError("placed: found queens that attack each other")
        self._column[row] = column
        self._put(row, column, 1)

    def _set(self, i: int) -> None:
        self._column[self._rows[i]] = self._columns[i]
        self._put(self._rows[i], self._columns[i], 1)
        self._placed = i + 1

    def _swap(self, i: int, k: int) -> None:
        self._columns[i], self._columns[k] = self._columns[k], self._columns[i]

    def _put(self, row: int, column: int, queens: int) -> None:
        self._rising[row + column] += queens
        self._falling[row - column] += queens

    def _peaceful(self, row: int, column: int) -> bool:
        return not self._rising[row + column] and not self._falling[row - column]

    def _clashes(self, i: int) -> bool:
        row, column = self._rows[i], self._columns[i]
        return self._rising[row + column] > 1 or self._falling[row - column] > 1


QueensSwapsKernel = kernel("QueensSwaps", PyQueensSwaps)
