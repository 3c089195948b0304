"""N-Queens: one answer by construction, all of them row by row, their number by halves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from clew.deadline import STARTING
from clew.faces import Assignment, QueensBoard
from clew.puzzle import Unsuited
from clew.result import Run
from clew.search.bitboard import LARGEST_BOARD, placements
from clew.search.native import QueensHalves
from clew.search.py_queens_halves import LARGEST as LARGEST_COUNTED
from clew.search.strategy import Counter
from clew.search.swaps import Swaps
from clew.trace import Event, Kind

LARGEST_LISTED = 18
"""Up to this order all answers are found row by row; beyond, with queens on the board, that takes
longer than a search that chooses its rows (order 20: 40 ms against 2), and without them the answers
are too many (5e9 for 19)."""
PIECE = 100_000
"""Rows that are written down between two moments at which that can be interrupted."""
SETS = 8
"""Sets of columns between two looks at the limits, at most; a kernel comes back sooner."""


@dataclass(frozen=True)
class AnyQueens(Counter):
    """What suits the question: a construction, a search row by row, or halves that meet.

    One answer of an empty board is written down. All answers come row by row, as in
    `bitboard`; a large board has too many, so after the first and its images random ones
    follow. The answers of an empty board are counted by sets of columns, in `threads` at once.
    """

    threads: int = 1

    name: ClassVar[str] = "queens"
    summary: ClassVar[str] = "N-Queens: one by construction, all by bit masks, counted by halves."
    face: ClassVar[str] = "queens"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.threads <= 256:
            raise ValueError(f"queens: found threads={self.threads}, expected 1 to 256")

    def accepts(self, face: QueensBoard) -> bool:
        return not face.placed or face.order <= LARGEST_LISTED

    def objection(self, face: QueensBoard) -> str:
        return f"with queens on it a board may have at most {LARGEST_LISTED} rows"

    def __call__(self, board: QueensBoard, run: Run) -> Iterator[Assignment]:
        if not self.accepts(board):
            raise Unsuited(f"queens does not suit this board: {self.objection(board)}")
        first = None if board.placed else constructed(board.order)
        if first is None or (run.max_answers != 1 and board.order <= LARGEST_LISTED):
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
            seen.add(hash(answer))
        yield from (answer for answer in Swaps()(board, run) if hash(answer) not in seen)

    def count(self, board: QueensBoard, run: Run) -> int:
        if board.order > LARGEST_BOARD:
            raise Unsuited(f"queens counts the answers of at most {LARGEST_BOARD} queens")
        if board.placed or board.order > LARGEST_COUNTED:
            return sum(1 for _ in placements(board.domains(), run))
        return counted(board.order, run, self.threads)


def constructed(order: int) -> Assignment | None:
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
    return tuple(_joined(columns))


def _joined(several: Iterable[Sequence[int]]) -> list[int]:
    """All of them in one list, piece by piece, so that millions can be interrupted."""
    joined: list[int] = []
    for each in several:
        for first in range(0, len(each), PIECE):
            joined += each[first : first + PIECE]
    return joined


def images(answer: Assignment) -> Iterator[Assignment]:
    """The answer turned and mirrored, each image once, itself first."""
    last = len(answer) - 1
    seen: set[Assignment] = set()
    for _ in range(2):
        for _ in range(4):
            if not seen or answer not in seen:
                yield answer
                seen.add(answer)
            turned = [0] * len(answer)
            for row, column in enumerate(answer):
                turned[column] = last - row
            answer = tuple(turned)
        answer = answer[::-1]


def counted(order: int, run: Run, threads: int = 1) -> int:
    """How many answers the empty board has, its sets of columns dealt out to the threads."""
    return sum(kernel.total for kernel in _worked(order, run, threads))


def _worked(order: int, run: Run, threads: int) -> list[QueensHalves]:
    """Kernels that have finished their parts; all stop together at a limit."""
    from concurrent.futures import ThreadPoolExecutor

    before = run.stats.nodes
    with ThreadPoolExecutor(threads) as pool:
        kernels = [QueensHalves(order, part, threads) for part in range(threads)]
        while open_ := [kernel for kernel in kernels if not kernel.finished]:
            room = run.allowed(SETS * len(open_))
            shares = [room // len(open_) + (i < room % len(open_)) for i in range(len(open_))]
            works: list[Callable[[], None]] = [
                lambda kernel=kernel, share=share: kernel.run(share)  # type: ignore[misc]
                for kernel, share in zip(open_, shares, strict=True)
            ]
            if len(works) == 1:
                works[0]()
            else:
                with STARTING:
                    worked = pool.map(lambda work: work(), works)
                list(worked)
            run.stats.nodes = before + sum(kernel.nodes for kernel in kernels)
            run.stats.deepest = order
    return kernels
