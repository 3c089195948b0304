"""Readable twins of the kernels for Warnsdorff's rule, counting tours, frontiers and tiles."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product

from clew.core.events import Event, Kind, Watcher
from clew.core.faces import domain, values
from clew.puzzles.knight.puzzle import MOVES, neighbours, pack
from clew.search.native import Sliced, expect, expect_limits, kernel

# ------------------------------------------------------------------ by Warnsdorff
# The readable twins of the kernels that search for tours step by step.
#
# A board has rows x cols cells, numbered row by row. A twin finds the same solutions as its kernel,
# in the same order and with the same number of nodes.


LARGEST = 1 << 28
MASKED = 64
"""The maximum number of cells on a board that a kernel stores in one mask."""


def check_board(rows: int, cols: int, start: int) -> None:
    """Check the size of a board, and that `start` is one of its cells, or -1 for none.

    Raises:
        ValueError: The size or the start is wrong.
    """
    if not (rows >= 1 and cols >= 1 and rows * cols <= LARGEST):
        raise ValueError(f"board: found {rows}x{cols}, expected 1 to {LARGEST} cells")
    expect("start", start, -1, rows * cols - 1)


def py_spread(path: bytes, cols: int) -> bytes:
    """Renumber cells from row * cols + column to row * 2 * cols + column."""
    if not 1 <= cols <= LARGEST or len(path) % 4:
        raise ValueError(f"path: found {len(path)} bytes and {cols} columns")
    cells = array("i", path)
    for cell in cells:
        if not 0 <= cell < LARGEST:
            raise ValueError(f"path: found cell {cell}, expected 0 to {LARGEST - 1}")
    return pack(cell + cell // cols * cols for cell in cells)


def check_path(rows: int, cols: int, start: int, path: Sequence[int]) -> None:
    """Check that the path is on the board and begins with the start.

    Raises:
        ValueError: The path leaves the board or begins with another cell.
    """
    if path and path[0] != start:
        raise ValueError("path: found another first cell, expected the start")
    if not all(0 <= cell < rows * cols for cell in path):
        raise ValueError("path: found a cell outside the board")


class PyWarnsdorff(Sliced[bytes]):
    """Depth-first search for tours. The next cell is the one with the fewest onward moves.

    Ties go to the cell farthest from the centre, then to the first move in the order of MOVES.
    The ways to a free cell lead from its free neighbours, from the knight's cell and, for a closed
    tour, from the start. A cell without a way can't be reached, and a cell with a single way must
    be the last. So the search abandons a position that has a cell of the first type, or two of the
    second (one, if the tour is closed).
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
        """Begin every tour with the cells of `path`, where the first must be the start."""
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
        self._weak = self._stuck + self._ways.count(1)  # free cells with fewer than two ways
        self._path: list[int] = []
        self._one_way = closed and start < 0
        self._starts = [start] if start >= 0 else [0]
        if start < 0 and not closed:  # on an odd board, only from the corners' colour
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
        """Visit a cell, and list the next cells unless it's a dead end."""
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
        """Change the number of ways to the last cell's free neighbours, except for `cell`.

        The knight moves from the last cell to `cell`, or back. The neighbours of a closed tour's
        first cell don't lose a way, because the tour comes back.
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
        """Check whether this position could still lead to a tour."""
        if self._stuck or self._weak > (not self._closed):
            return False
        if not self._closed:
            return True
        first = self._moves[self._path[0]]
        return self._path[-1] in first if self._is_full() else any(self._free[c] for c in first)

    def _is_full(self) -> bool:
        return len(self._path) == len(self._free)

    def _next_cells(self) -> list[int]:
        """Return the cells that the knight can visit next, the best one last."""
        moves = self._moves[self._path[-1]]
        if self._one_way and len(self._path) == 1:
            moves = moves[:1]
        if len(self._path) < len(self._prefix):
            moves = [cell for cell in moves if cell == self._prefix[len(self._path)]]
        free = [cell for cell in moves if self._free[cell]]
        return sorted(free, key=lambda cell: (self._ways[cell], -self._far[cell]))[::-1]


class PyTourCount:
    """Counts the tours from a start, with a search that finds dead ends early.

    When the knight leaves a cell, only that cell's free neighbours lose a way. The number of ways
    that they have left doesn't depend on the knight's next cell. A cell without a way must come
    next. A cell with a single way must come next or, if the tour is open, last.
    """

    def __init__(
        self, rows: int, cols: int, start: int, closed: bool, path: Sequence[int] = ()
    ) -> None:
        """Begin every tour with the cells of `path`, where the first must be the start."""
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
        self._untried = [(1 << start, free, weak)]  # next cells, with free and weak cells
        self._levels = [1]  # the number of these at each depth

    def run(self, max_nodes: int) -> None:
        """Visit at most `max_nodes` more nodes."""
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
        """Count a tour if it's complete; otherwise return the next steps, the first one last."""
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


# ------------------------------------------------------------------ by a frontier
# The readable twins of the kernels that count and find tours by the frontier method.


UNTOUCHED, END, DONE = 0, 30, 31
"""States of a cell in the window. The state of another path end is its mate's place, plus one."""
OUTSIDE = -1
"""The place of a mate that's an end of the tour, and so outside the window."""
WIDEST = 11
"""The maximum width of a board whose windows a kernel can pack into 128 bits."""
Window = tuple[int, ...]
Choice = tuple[int, ...]
"""A cell's links to later cells, as distances."""


class FrontierMethod:
    """The steps of the frontier method, which chooses the links of each cell to later cells.

    It goes through the cells along the longer side, in the direction that puts the start into the
    second half. Links reach at most 2 * width + 1 cells ahead, so the past matters only for a
    window of that size. A cell in the window is untouched, or it has both its links (DONE), or it's
    the end of a partial path. In that case the window contains the place of the path's other end,
    its mate, or END if the mate is an end of the tour. A given start is the end of a partial path
    that begins outside.
    """

    def __init__(self, rows: int, cols: int, start: int, closed: bool) -> None:
        check_board(rows, cols, start)
        self.width = min(rows, cols)
        if self.width > WIDEST:
            raise ValueError(f"board: found {rows}x{cols}, expected a side of at most {WIDEST}")
        self.size = rows * cols
        self.span = 2 * self.width + 2
        self.closed = closed
        order = list(range(self.size))
        if rows < cols:
            order.sort(key=lambda cell: (cell % cols, cell))
        first = order.index(start) if start >= 0 else -1
        if 0 <= first < self.size // 2:
            order.reverse()
            first = self.size - 1 - first
        self.order = order
        self.start = -1 if closed else 0 if self.size == 1 else first

    def root(self) -> Window:
        return tuple(END if cell == self.start else UNTOUCHED for cell in range(self.span))

    def choices(self, cell: int, window: Window) -> Iterator[tuple[Choice, Window | None]]:
        """Yield the ways to link a cell to later cells, each with the window of the next cell.

        The window is None if the tour is complete.
        """
        here = window[0]
        if here == DONE:
            yield (), self._next(cell, window)
            return
        ahead = [far for far in self._ahead(cell) if window[far] != DONE]
        for far in combinations(ahead, 2 if here == UNTOUCHED else 1):
            yield from self._linked(cell, window, far, ends=False)
        if self._may_end(cell, window):
            for far in combinations(ahead, 1 if here == UNTOUCHED else 0):
                yield from self._linked(cell, window, far, ends=True)

    def _ahead(self, cell: int) -> list[int]:
        """Return the distances to later cells that are a move away."""
        line, place = divmod(cell, self.width)
        return [
            down * self.width + right
            for down, right in MOVES[4:]
            if (line + down) * self.width < self.size and 0 <= place + right < self.width
        ]

    def _may_end(self, cell: int, window: Window) -> bool:
        """Check whether the cell can be one of the two ends of an open tour."""
        return not self.closed and window.count(END) + (self.start >= cell + self.span) < 2

    def _linked(
        self, cell: int, window: Window, far: Choice, ends: bool
    ) -> Iterator[tuple[Choice, Window | None]]:
        """Join the partial paths that meet in a cell, or complete the tour.

        With `ends`, the cell is an end of the tour.
        """
        after = list(window)
        after[0] = DONE
        tips = [OUTSIDE] if ends else []
        for place in (0, *far) if window[0] else far:
            mate = window[place]
            if mate != UNTOUCHED:
                after[place] = DONE
            tips.append(OUTSIDE if mate == END else mate - 1 if mate else place)
        one, two = tips
        if one == two or after[one] == DONE:  # an open tour, or a cycle
            if self.closed == (one != two) and self._complete(cell, after):
                yield far, None
            return
        for tip, mate in ((one, two), (two, one)):
            if tip != OUTSIDE:
                after[tip] = END if mate == OUTSIDE else mate + 1
        yield far, self._next(cell, after)

    def _complete(self, cell: int, window: Sequence[int]) -> bool:
        left = self.size - cell
        return left <= self.span and all(state == DONE for state in window[:left])

    def _next(self, cell: int, window: Sequence[int]) -> Window:
        """Return the window of the next cell."""
        entering = END if cell + self.span == self.start else UNTOUCHED
        moved = (state if state in (UNTOUCHED, END, DONE) else state - 1 for state in window[1:])
        return (*moved, entering)

    def path(self, choices: Sequence[Choice], first: int) -> bytes:
        """Return the tour that these links form, from its first cell on.

        An open tour without a start begins at the end that the method reached first. A closed tour
        begins at its start, or at cell 0, and goes to the neighbour with the lower number.
        """
        links: list[list[int]] = [[] for _ in range(self.size)]
        for cell, far in enumerate(choices):
            for distance in far:
                one, two = self.order[cell], self.order[cell + distance]
                links[one].append(two)
                links[two].append(one)
        if first < 0:
            ends = (cell for cell in self.order if len(links[cell]) < 2)
            first = 0 if self.closed else next(ends)
        path = [first, *sorted(links[first])[:1]]
        while len(path) < self.size:
            path += [cell for cell in links[path[-1]] if cell != path[-2]]
        return pack(path)


class PyFrontierCount:
    """Counts tours. For each cell, it counts the ways that lead to each window.

    A tour counts once for both directions.
    """

    def __init__(self, rows: int, cols: int, start: int, closed: bool) -> None:
        self.nodes = 0  # windows expanded, for all cells
        self.deepest = 0  # cells decided
        self.frontier = 1  # the maximum number of windows for one cell
        self.finished = False
        self.tours = 0
        self._method = FrontierMethod(rows, cols, start, closed)
        self._waiting = [(self._method.root(), 1)]
        self._next: dict[Window, int] = {}

    def run(self, max_nodes: int) -> None:
        """Count at most `max_nodes` more windows."""
        expect_limits("run", max_nodes)
        for _ in range(max_nodes):
            if self.finished:
                return
            self.nodes += 1
            window, times = self._waiting.pop()
            for _, after in self._method.choices(self.deepest, window):
                if after is None:
                    self.tours += times
                else:
                    self._next[after] = self._next.get(after, 0) + times
            if not self._waiting:
                self._advance()

    def _advance(self) -> None:
        self.deepest += 1
        self.frontier = max(self.frontier, len(self._next))
        self._waiting, self._next = list(self._next.items()), {}
        self.finished = not self._waiting or self.deepest == self._method.size


class PyFrontierSearch(Sliced[bytes]):
    """Finds tours one by one, depth-first over the windows.

    It never re-enters a window that didn't lead to a tour. On narrow boards there are few such
    windows, no matter how long the board is.
    """

    def __init__(self, rows: int, cols: int, start: int, closed: bool) -> None:
        super().__init__()  # a node is a window entered
        self._first = start
        self._method = FrontierMethod(rows, cols, start, closed)
        self._choices: list[Choice] = []
        self._windows: list[Window] = []
        self._barren: list[set[Window]] = [set() for _ in range(self._method.size)]

    def _advance(self) -> bytes | None:
        if not self.nodes:
            self._enter(self._method.root())
            return None
        choice, window = self._untried[-1].pop()
        done = len(self._windows)
        if window is None:
            self._fruitful = done
            return self._method.path([*self._choices, choice], self._first)
        if done < self._method.size and window not in self._barren[done]:
            self._choices.append(choice)
            self._enter(window)
        return None

    def _enter(self, window: Window) -> None:
        self.nodes += 1
        self._windows.append(window)
        self.deepest = max(self.deepest, len(self._windows))
        self._untried.append(list(self._method.choices(len(self._windows) - 1, window))[::-1])

    def _take_back(self) -> None:
        self._untried.pop()
        window = self._windows.pop()
        if not self._count_taken_back(len(self._windows)):
            self._barren[len(self._windows)].add(window)
        if self._windows:
            self._choices.pop()
        self.finished = not self._windows


FrontierCountKernel = kernel("FrontierCount", PyFrontierCount)
FrontierSearchKernel = kernel("FrontierSearch", PyFrontierSearch)


# ------------------------------------------------------------------ tiles
# The readable twin of the kernel that joins small tours into a large one.


Pattern = tuple[int, int, bytes, bool]
"""A small tour to place: rows, columns, its cells in order, and whether it's closed."""
Tile = tuple[int, int, int]
"""A pattern's number, and the row and column of its first corner."""


class PyTiles:
    """Joins the tours of tiles into a tour of the board that they cover.

    It joins each tile to the earlier ones. To do that, it finds a step a-b in the tile and a step
    c-d outside such that a-c and b-d are knight's moves, and replaces the two steps with these.
    Only the first tile's tour may be open, and then the tour of the board is open too.
    """

    def __init__(
        self, rows: int, cols: int, patterns: Sequence[Pattern], tiles: Sequence[Tile]
    ) -> None:
        check_board(rows, cols, -1)
        for number, pattern in enumerate(patterns):
            _check_pattern(number, pattern)
        self.rows, self.cols = rows, cols
        self._around = neighbours(rows, cols)
        self._links: list[list[int]] = [[] for _ in range(rows * cols)]
        for number, (which, row, col) in enumerate(tiles):
            if not 0 <= which < len(patterns):
                raise ValueError(f"tile {number}: found pattern {which}, there is none")
            high, wide, order, closed = patterns[which]
            self._check_tile(number, row, col, high, wide, closed)
            self._lay(row, col, wide, memoryview(order).cast("i"), closed)
            if number and not self._join(row, col, high, wide):
                raise ValueError(f"tile {number}: no step of it lies next to one of those before")
        if not all(self._links) and rows * cols > 1:
            raise ValueError("tiles: some cells of the board are not covered")

    def _check_tile(
        self, number: int, row: int, col: int, high: int, wide: int, closed: bool
    ) -> None:
        if not (0 <= row <= self.rows - high and 0 <= col <= self.cols - wide):
            raise ValueError(f"tile {number}: it is not on the board")
        if any(self._links[cell] for cell in self._within(row, col, high, wide)):
            raise ValueError(f"tile {number}: it overlaps another")
        if number and not closed:
            raise ValueError(f"tile {number}: only the first may be open")

    def _within(self, row: int, col: int, high: int, wide: int) -> Iterator[int]:
        for line in range(row, row + high):
            yield from range(line * self.cols + col, line * self.cols + col + wide)

    def _lay(self, row: int, col: int, wide: int, order: Sequence[int], closed: bool) -> None:
        cells = [(row + cell // wide) * self.cols + col + cell % wide for cell in order]
        for before, after in pairwise(cells):
            self._links[before].append(after)
            self._links[after].append(before)
        if closed:
            self._links[cells[-1]].append(cells[0])
            self._links[cells[0]].append(cells[-1])

    def _join(self, row: int, col: int, high: int, wide: int) -> bool:
        """Join a tile to the earlier ones at the first possible place, row by row."""
        inside = set(self._within(row, col, high, wide))
        across = ((a, c) for a in sorted(inside) for c in self._around[a] if c not in inside)
        for a, c in across:
            for b, d in product(self._links[a], self._links[c]):
                if d in self._around[b]:
                    self._swap(a, b, c, d)
                    return True
        return False

    def _swap(self, a: int, b: int, c: int, d: int) -> None:
        for cell, old, new in ((a, b, c), (b, a, d), (c, d, a), (d, c, b)):
            links = self._links[cell]
            links[links.index(old)] = new

    def path(self, start: int) -> bytes:
        """Return the tour from a given cell on, which must be an end if the tour is open.

        It leaves the cell along its first link.
        """
        expect("start", start, 0, len(self._links) - 1)
        tour, before, cell = [start], -1, start
        while True:
            following = next((other for other in self._links[cell] if other != before), start)
            if following == start:
                return pack(tour)
            before, cell = cell, following
            tour.append(cell)


def _check_pattern(number: int, pattern: Pattern) -> None:
    high, wide, order, closed = pattern
    if high < 1 or wide < 1 or len(order) != 4 * high * wide:
        raise ValueError(f"pattern {number}: found {len(order)} bytes for {high}x{wide} cells")
    cells = memoryview(order).cast("i").tolist()
    if sorted(cells) != list(range(high * wide)):
        raise ValueError(f"pattern {number}: it does not visit every cell once")
    if closed and len(cells) < 3:
        raise ValueError(f"pattern {number}: a closed tour has more cells")


TilesKernel = kernel("Tiles", PyTiles)
