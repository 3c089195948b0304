"""The answers of N-Queens counted by their symmetry, or in independent parts."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

from clew.core.result import Run
from clew.puzzles.queens.face import QueensBoard
from clew.puzzles.queens.puzzle import Queens
from clew.puzzles.queens.search import (
    LARGEST_COUNTED,
    AnyQueens,
    PyQueensHalves,
    PyQueensTurned,
    QueensHalvesKernel,
    QueensTurnedKernel,
    counted,
)
from clew.search.native import exhaust


@dataclass(frozen=True, slots=True)
class QueensClasses:
    """How many answers there are that differ by more than turning and mirroring the board.

    An answer without symmetry stands for eight, one that is its own image after a half turn
    for four, and after a quarter turn for two. None is its own mirror image.

    >>> QueensClasses(asymmetric=11, half_turn=1, quarter_turn=0).total
    92
    """

    asymmetric: int
    half_turn: int
    """Their own image after a half turn, but not after a quarter."""
    quarter_turn: int
    order: int = field(default=8, repr=False)
    """How many queens there are: a single one is its own image however the board is turned."""

    @property
    def fundamental(self) -> int:
        return self.asymmetric + self.half_turn + self.quarter_turn

    @property
    def total(self) -> int:
        if self.order < 2:
            return self.fundamental
        return 8 * self.asymmetric + 4 * self.half_turn + 2 * self.quarter_turn

    def as_dict(self) -> dict[str, int]:
        return {"fundamental": self.fundamental} | asdict(self)


def classes(board: Queens | QueensBoard, run: Run, strategy: AnyQueens) -> QueensClasses:
    """The answers of an empty board by their symmetry."""
    n = board.order
    quarter, half = (_total(QueensTurnedKernel(n, turns), run) for turns in (4, 2))
    return classes_of(board, counted(n, run, strategy.threads), half, quarter)


def classes_of(board: Queens | QueensBoard, every: int, half: int, quarter: int) -> QueensClasses:
    """The classes, if there are `every` answers, and so many are the same after a turn."""
    order = board.order
    if order < 2:
        return QueensClasses(0, 0, 1, order)
    return QueensClasses((every - half) // 8, (half - quarter) // 4, quarter // 2, order)


def _total(kernel: PyQueensHalves | PyQueensTurned, run: Run) -> int:
    """What a kernel counts."""
    exhaust(kernel, run, kernel.run, None)
    return kernel.total


def count_part(board: Queens, part: int, parts: int, turns: int) -> tuple[int, int]:
    """The answers of one part of a count, or those that stay the same after a turn; and nodes."""
    n = board.order
    kernel = QueensTurnedKernel(n, turns) if turns else QueensHalvesKernel(n, part, parts)
    return _total(kernel, Run(None)), kernel.nodes


def queens_classes(
    n: int, *, threads: int = 1, max_nodes: int | None = None, max_seconds: float | None = None
) -> QueensClasses:
    """The answers of n queens on an empty board by their symmetry; Stopped if a limit is reached.

    >>> queens_classes(8).fundamental
    12
    """
    _require(n)
    return classes(QueensBoard(n), Run(None, max_nodes, max_seconds), AnyQueens(threads))


@dataclass(frozen=True, slots=True)
class QueensPart:
    """A part of the count of n queens that needs no other: some of the sets of columns."""

    order: int
    part: int
    parts: int

    def __post_init__(self) -> None:
        _require(self.order)
        if self.parts < 1 or not 0 <= self.part < self.parts:
            raise ValueError(
                f"found part {self.part} of {self.parts}, expected 0 to one less than the parts"
            )

    def count(self, *, max_nodes: int | None = None, max_seconds: float | None = None) -> int:
        """How many answers this part has; Stopped if a limit is reached before it is known."""
        kernel = QueensHalvesKernel(self.order, self.part, self.parts)
        return _total(kernel, Run(None, max_nodes, max_seconds))


def queens_parts(n: int, parts: int) -> list[QueensPart]:
    """The count of n queens in parts of about the same work, whose sum is the number.

    >>> sum(part.count() for part in queens_parts(10, 7))
    724
    """
    if parts < 1:
        raise ValueError(f"found {parts} parts, expected 1 or more")
    return [QueensPart(n, part, parts) for part in range(parts)]


def _require(n: int) -> None:
    if not 0 <= n <= LARGEST_COUNTED:
        raise ValueError(f"found {n} queens, expected 0 to {LARGEST_COUNTED}")
