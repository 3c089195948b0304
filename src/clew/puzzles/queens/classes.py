"""Counts the solutions of N-Queens up to symmetry, or in independent parts."""

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
    """The number of solutions of N-Queens, with rotations and reflections counted as one.

    A solution without symmetry stands for eight solutions. If a half turn doesn't change it, it
    stands for four, and if a quarter turn doesn't change it, for two. No solution is its own mirror
    image.

    >>> QueensClasses(asymmetric=11, half_turn=1, quarter_turn=0).total
    92
    """

    asymmetric: int
    half_turn: int
    """The number of solutions that a half turn leaves unchanged, but a quarter turn changes."""
    quarter_turn: int
    order: int = field(default=8, repr=False)
    """The number of queens. A single queen is its own image under every symmetry."""

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
    """Count the solutions of an empty board up to symmetry."""
    n = board.order
    quarter, half = (_total(QueensTurnedKernel(n, turns), run) for turns in (4, 2))
    return classes_of(board, counted(n, run, strategy.threads), half, quarter)


def classes_of(board: Queens | QueensBoard, every: int, half: int, quarter: int) -> QueensClasses:
    """Compute the classes from the number of all solutions and of those that a turn preserves."""
    order = board.order
    if order < 2:
        return QueensClasses(0, 0, 1, order)
    return QueensClasses((every - half) // 8, (half - quarter) // 4, quarter // 2, order)


def _total(kernel: PyQueensHalves | PyQueensTurned, run: Run) -> int:
    """Run a kernel to its end and return its count."""
    exhaust(kernel, run, kernel.run, None)
    return kernel.total


def count_part(board: Queens, part: int, parts: int, turns: int) -> tuple[int, int]:
    """Count one part's solutions, or those that a turn preserves. Also return the nodes."""
    n = board.order
    kernel = QueensTurnedKernel(n, turns) if turns else QueensHalvesKernel(n, part, parts)
    return _total(kernel, Run(None)), kernel.nodes


def queens_classes(
    n: int, *, threads: int = 1, max_nodes: int | None = None, max_seconds: float | None = None
) -> QueensClasses:
    """Count the solutions of n queens on an empty board up to symmetry.

    Args:
        n: The number of queens.
        threads: The number of threads that share the work.
        max_nodes: The maximum number of nodes to visit.
        max_seconds: The maximum time.

    Raises:
        Stopped: A limit is reached first.

    >>> queens_classes(8).fundamental
    12
    """
    _require(n)
    return classes(QueensBoard(n), Run(None, max_nodes, max_seconds), AnyQueens(threads))


@dataclass(frozen=True, slots=True)
class QueensPart:
    """An independent part of a count of n queens: some of the sets of columns."""

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
        """Count the solutions of this part.

        Args:
            max_nodes: The maximum number of nodes to visit.
            max_seconds: The maximum time.

        Raises:
            Stopped: A limit is reached first.
        """
        kernel = QueensHalvesKernel(self.order, self.part, self.parts)
        return _total(kernel, Run(None, max_nodes, max_seconds))


def queens_parts(n: int, parts: int) -> list[QueensPart]:
    """Divide the count of n queens into parts that take about the same work.

    The sum of the parts is the count.

    Args:
        n: The number of queens.
        parts: The number of parts.

    >>> sum(part.count() for part in queens_parts(10, 7))
    724
    """
    if parts < 1:
        raise ValueError(f"found {parts} parts, expected 1 or more")
    return [QueensPart(n, part, parts) for part in range(parts)]


def _require(n: int) -> None:
    if not 0 <= n <= LARGEST_COUNTED:
        raise ValueError(f"found {n} queens, expected 0 to {LARGEST_COUNTED}")
