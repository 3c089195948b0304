"""N-Queens: one answer by construction, all row by row, random ones by swaps, counted by halves."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Union

from clew.core.deadline import STARTING
from clew.core.events import Event, Kind
from clew.core.faces import CSP, Assignment
from clew.core.puzzle import Unsuited
from clew.core.result import Run, Stopped
from clew.puzzles.queens.face import PIECE, QueensBoard
from clew.puzzles.queens.py_queens import LARGEST as LARGEST_COUNTED
from clew.puzzles.queens.py_queens import QueensHalvesKernel, QueensKernel, QueensSwapsKernel
from clew.rules import AllDifferent
from clew.search.native import answers, available
from clew.search.strategy import Counter, Strategy

Columns = Union[Assignment, "array[int]"]
"""The column of the queen in each row: an array where they are millions, since those of a tuple
take a tenth of a second to be freed; `Queens.kept` makes the tuple of them last.
"""
LARGEST_BOARD = 64
LARGEST_LISTED = 18
"""Up to this order all answers are found row by row; beyond, with queens on the board, that takes
longer than a search that chooses its rows (order 20: 40 ms against 2), and without them the answers
are too many (5e9 for 19)."""
TRIES = 500_000 if available else 5_000
"""Swaps tried between two checks of the limits: a few milliseconds."""
SETS = 8
"""Sets of columns between two checks of the limits, at most; a kernel returns sooner."""


@dataclass(frozen=True)
class Bitboard(Strategy):
    """Plain backtracking row by row, on any CSP that has the shape of N-Queens.

    On an empty board it visits the nodes of `backtracking:select=first,infer=none`, in that
    order; a queen placed already is a node of its own when its row is reached.
    """

    name: ClassVar[str] = "bitboard"
    title: ClassVar[str] = "Bit masks, row by row"
    summary: ClassVar[str] = "N-Queens row by row with bit masks, in a compiled kernel."
    face: ClassVar[type] = CSP
    pseudocode: ClassVar[str | None] = ""

    def rank(self, face: CSP) -> int | None:
        """Whether the rules are: no two equal, nor on a rising or falling diagonal."""
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
    """Every way to place a queen in each row, in the order of the columns, within the limits."""
    return answers(QueensKernel(len(domains), list(domains)), run)


@dataclass(frozen=True)
class Swaps(Strategy):
    """Place queens at random while that is easy, then swap columns until none clash.

    R. Sosic and J. Gu, "Efficient local search with conflict minimization: a case study of
    the n-queens problem", 1994.

    It cannot prove that there is no answer: after `starts` restarts without a new one it ends as
    stopped. Answers are random, each seed giving its own, but not all equally likely.
    """

    starts: int = 100
    seed: int = 0

    name: ClassVar[str] = "swaps"
    title: ClassVar[str] = "Random swaps"
    summary: ClassVar[str] = "Random answers of N-Queens of any order; proves nothing."
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
    """The method that suits the question: construction, search row by row, or meeting halves.

    One answer of an empty board is constructed. All answers come row by row, as in
    `bitboard`; a large board has too many, so after the first and its images random ones
    follow. The answers of an empty board are counted by sets of columns, in `threads` at once.
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
    """An answer for the empty board, or None if there is none (2 and 3 queens).

    Columns two apart, first the odd ones (counted from 0), then the even ones; where that
    fails, with a few changed. E. J. Hoffman, J. C. Loessi and R. C. Moore, "Constructions for
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
    """All of them in one array, piece by piece, so that millions can be interrupted."""
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
    """The answer turned and mirrored, each image once, itself first."""
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
    """How many answers the empty board has, its sets of columns dealt out to the threads.

    All threads stop together at a limit.
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
