"""The readable twins of the kernels that search for tours step by step.

A board has rows x cols cells, numbered row by row. Twins agree with their kernels in every
answer, in its order, and in every count of nodes.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from clew.core.events import Event, Kind, Watcher
from clew.core.faces import domain, values
from clew.puzzles.knight.face import neighbours, pack
from clew.search.native import kernel
from clew.search.sliced import Sliced, expect, expect_limits

LARGEST = 1 << 28
MASKED = 64
"""The most cells of a board that a kernel keeps in one mask."""


def check_board(rows: int, cols: int, start: int) -> None:
    """ValueError unless this is a board, and `start` one of its cells, or -1 for none."""
    if not (rows >= 1 and cols >= 1 and rows * cols <= LARGEST):
        raise ValueError(f"board: found {rows}x{cols}, expected 1 to {LARGEST} cells")
    expect("start", start, -1, rows * cols - 1)


def py_spread(path: bytes, cols: int) -> bytes:
    """Cells numbered row * cols + column, numbered row * 2 * cols + column."""
    if not 1 <= cols <= LARGEST or len(path) % 4:
        raise ValueError(f"path: found {len(path)} bytes and {cols} columns")
    cells = array("i", path)
    for cell in cells:
        if not 0 <= cell < LARGEST:
            raise ValueError(f"path: found cell {cell}, expected 0 to {LARGEST - 1}")
    return pack(cell + cell // cols * cols for cell in cells)


def check_path(rows: int, cols: int, start: int, path: Sequence[int]) -> None:
    """ValueError if no tour from the start can begin with this path."""
    if path and path[0] != start:
        raise ValueError("path: found another first cell, expected the start")
    if not all(0 <= cell < rows * cols for cell in path):
        raise ValueError("path: found a cell outside the board")


class PyWarnsdorff(Sliced[bytes]):
    """Depth-first search for tours; the next cell is the one with the fewest onward moves.

    Ties go to the cell farthest from the centre, then to the first move in the order of MOVES.
    A free cell's ways are its free neighbours, the cell where the knight stands, and for a
    closed tour the start. A cell without any can never be reached, and one with a single way
    can only be the last: so a position with one of the first kind, or two of the second (one,
    if the tour is closed), is left at once.
    """

    def __init__(
        self,
        rows: int,
        cols: int,
        start: int,
        closed: bool,
        path: Sequence[int] = (),
        trace: Watcher | None = None,
    ) -> None:
        """Every tour begins with the cells of `path`, which begins with the start."""
        check_board(rows, cols, start)
        check_path(rows, cols, start, path)
        super().__init__()  # a node is the root or a step onto a cell
        self._prefix = tuple(path)
        self._closed = closed
        self._trace = trace
        self._moves = neighbours(rows, cols)
        cells = [divmod(cell, cols) for cell in range(rows * cols)]
        self._far = [(2 * row - rows + 1) ** 2 + (2 * col - cols + 1) ** 2 for row, col in cells]
        self._free = [True] * (rows * cols)
        self._ways = [len(moves) for moves in self._moves]
        self._stuck = self._ways.count(0)  # free cells without a way
        self._weak = self._stuck + self._ways.count(1)  # free cells with fewer than two
        self._path: list[int] = []
        self._one_way = closed and start < 0
        self._starts = [start] if start >= 0 else [0]
        if start < 0 and not closed:  # on an odd board only from the colour of the corners
            odd = rows * cols % 2
            self._starts = [n for n, cell in enumerate(cells) if not (odd and sum(cell) % 2)]

    def _advance(self) -> bytes | None:
        if not self.nodes:
            self.nodes = 1
            if self._trace is not None:
                self._trace(Event(Kind.ENTER, 0))
            self._untried.append(self._starts[::-1])
            return None
        self._step(self._untried[-1].pop())
        if not (self._is_full() and self._alive()):
            return None
        self._fruitful = len(self._path)
        if self._trace is not None:
            self._trace(Event(Kind.ANSWER, len(self._path)))
        return pack(self._path)

    def _step(self, cell: int) -> None:
        """Visit a cell, and list the next cells unless it is a dead end."""
        self.nodes += 1
        if self._trace is not None:
            at = len(self._path)
            onward = sum(self._free[other] for other in self._moves[cell])
            self._trace(Event(Kind.TRY, at + 1, at, cell, (onward,)))
        self._change_others(cell, -1)
        self._free[cell] = False
        self._weak -= self._ways[cell] < 2
        self._stuck -= self._ways[cell] < 1
        self._path.append(cell)
        self.deepest = max(self.deepest, len(self._path))
        self._untried.append(self._next_cells() if self._alive() else [])

    def _take_back(self) -> None:
        self._untried.pop()
        if not self._path:
            self.finished = True
            return
        cell = self._path.pop()
        if self._trace is not None:
            kind = Kind.UNDO if self._fruitful > len(self._path) else Kind.BACK
            self._trace(Event(kind, len(self._path) + 1, len(self._path), cell))
        self._free[cell] = True
        self._weak += self._ways[cell] < 2
        self._stuck += self._ways[cell] < 1
        self._change_others(cell, 1)
        self._count_taken_back(len(self._path))

    def _change_others(self, cell: int, by: int) -> None:
        """The last cell is left for another: give its other free neighbours a way more or less.

        The first cell of a closed tour takes nothing from its neighbours: the tour comes back.
        """
        if not self._path or (self._closed and len(self._path) == 1):
            return
        for other in self._moves[self._path[-1]]:
            if self._free[other] and other != cell:
                before, after = self._ways[other], self._ways[other] + by
                self._ways[other] = after
                self._weak += (after < 2) - (before < 2)
                self._stuck += (after < 1) - (before < 1)

    def _alive(self) -> bool:
        """Whether this position may still lead to a tour."""
        if self._stuck or self._weak > (not self._closed):
            return False
        if not self._closed:
            return True
        first = self._moves[self._path[0]]
        return self._path[-1] in first if self._is_full() else any(self._free[c] for c in first)

    def _is_full(self) -> bool:
        return len(self._path) == len(self._free)

    def _next_cells(self) -> list[int]:
        """Where the knight may go, the best last."""
        moves = self._moves[self._path[-1]]
        if self._one_way and len(self._path) == 1:
            moves = moves[:1]
        if len(self._path) < len(self._prefix):
            moves = [cell for cell in moves if cell == self._prefix[len(self._path)]]
        free = [cell for cell in moves if self._free[cell]]
        return sorted(free, key=lambda cell: (self._ways[cell], -self._far[cell]))[::-1]


class PyTourCount:
    """How many tours there are from a start, by a search that finds dead ends early.

    When the knight leaves a cell, only that cell's free neighbours lose a way, and how many
    each has left does not depend on where it goes. One without a way must come next, and one
    with a single way comes next or (unless the tour is closed) last.
    """

    def __init__(
        self, rows: int, cols: int, start: int, closed: bool, path: Sequence[int] = ()
    ) -> None:
        """Every tour begins with the cells of `path`, which begins with the start."""
        check_board(rows, cols, start)
        check_path(rows, cols, start, path)
        if rows * cols > MASKED:
            raise ValueError(f"board: found {rows}x{cols}, expected at most {MASKED} cells")
        if start < 0:
            raise ValueError("start: found -1, expected a cell")
        self.nodes = 0  # steps onto a cell
        self.deepest = 0
        self.finished = False
        self.tours = 0
        self._start, self._closed, self._path = start, closed, path
        self._around = [domain(moves) for moves in neighbours(rows, cols)]
        weak = domain(cell for cell, ways in enumerate(self._around) if ways.bit_count() < 2)
        free = domain(range(rows * cols)) & ~(1 << start)
        self._untried = [(1 << start, free, weak)]  # where to go; what is free, and weak, there
        self._levels = [1]  # how many of these wait at each depth

    def run(self, max_nodes: int) -> None:
        """Search at most `max_nodes` more nodes."""
        expect_limits("run", max_nodes)
        for _ in range(max_nodes):
            if self.finished:
                return
            step, free, weak = self._untried.pop()
            self._levels[-1] -= 1
            self.nodes += 1
            self.deepest = max(self.deepest, len(self._levels))
            steps = self._arrive(step.bit_length() - 1, free, weak & ~step)
            self._untried += steps
            self._levels.append(len(steps))
            while self._levels and not self._levels[-1]:
                self._levels.pop()
            self.finished = not self._levels

    def _arrive(self, cell: int, free: int, weak: int) -> list[tuple[int, int, int]]:
        """Count a tour, or find where the knight may go from a cell, the first move last."""
        around, home = self._around, 1 << self._start if self._closed else 0
        if not free:
            self.tours += not self._closed or around[cell] & home > 0
            return []
        if self._closed and not around[self._start] & free:
            return []
        moves, stuck = around[cell] & free, 0
        for other in values(moves):
            ways = (around[other] & (free | home)).bit_count()
            stuck |= (ways < 1) << other
            weak |= (ways < 2) << other
        spare = weak.bit_count() - (not self._closed)
        if stuck.bit_count() > 1 or spare > 1:
            return []
        steps = (stuck or moves) & (weak if spare > 0 else -1)
        if len(self._levels) < len(self._path):
            steps &= 1 << self._path[len(self._levels)]
        return [(1 << step, free & ~(1 << step), weak) for step in values(steps)][::-1]


TourCountKernel = kernel("TourCount", PyTourCount)
WarnsdorffKernel = kernel("Warnsdorff", PyWarnsdorff)
spread = kernel("spread", py_spread)
