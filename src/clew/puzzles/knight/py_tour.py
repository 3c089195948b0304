"""Readable twins of the kernels: Warnsdorff's rule, tours counted, frontiers and tiles."""

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
# A board has rows x cols cells, numbered row by row. Twins agree with their kernels in every
# answer, in its order, and in every count of nodes.


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


# ------------------------------------------------------------------ by a frontier
# The readable twins of the kernels of the frontier method, which counts and which finds tours.


UNTOUCHED, END, DONE = 0, 30, 31
"""The state of a cell of the window; the end of a path has one more than the place of its mate."""
OUTSIDE = -1
"""The place of a mate that is an end of the tour."""
WIDEST = 11
"""The widest board whose windows a kernel packs into 128 bits."""
Window = tuple[int, ...]
Choice = tuple[int, ...]
"""How far ahead of a cell the later cells are that it is linked to."""


class FrontierMethod:
    """The steps of the frontier method: cell after cell, the links to later cells are chosen.

    Cells are taken along the longer side, turned round if the start would come in the first
    half. Links reach at most 2 * width + 1 cells ahead, so all that matters of the past is a
    window of that many cells: which are untouched, which have both links (DONE), and which are
    ends of partial paths, with the place of the path's other end, its mate, or END if that is an
    end of the tour. A given start is the end of a partial path that begins outside.
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
        """The ways to link a cell to later ones, each with the window of the next cell.

        The window is None where the tour is complete.
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
        """The distances to the later cells that are a move away."""
        line, place = divmod(cell, self.width)
        return [
            down * self.width + right
            for down, right in MOVES[4:]
            if (line + down) * self.width < self.size and 0 <= place + right < self.width
        ]

    def _may_end(self, cell: int, window: Window) -> bool:
        """Whether the cell may be an end of an open tour, which has two."""
        return not self.closed and window.count(END) + (self.start >= cell + self.span) < 2

    def _linked(
        self, cell: int, window: Window, far: Choice, ends: bool
    ) -> Iterator[tuple[Choice, Window | None]]:
        """Join the partial paths that meet in a cell, perhaps an end itself; or close the tour."""
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
        """The window of the next cell."""
        entering = END if cell + self.span == self.start else UNTOUCHED
        moved = (state if state in (UNTOUCHED, END, DONE) else state - 1 for state in window[1:])
        return (*moved, entering)

    def path(self, choices: Sequence[Choice], first: int) -> bytes:
        """The tour that these links make, from its first cell.

        An open tour without a start goes from the end that comes first in the order taken; a
        closed one from its start, or cell 0, to the neighbour with the lower number.
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
    """How many tours there are: for each cell, in how many ways each window arises.

    A tour counts once, whichever way round or from whichever end it is walked.
    """

    def __init__(self, rows: int, cols: int, start: int, closed: bool) -> None:
        self.nodes = 0  # windows expanded, of all cells
        self.deepest = 0  # cells decided
        self.frontier = 1  # the most windows of one cell
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
    """The tours one by one, depth-first over the windows.

    A window that led to no tour is not entered again. On narrow boards few such windows are
    entered, however long the board is.
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
# The readable twin of the kernel that joins small tours to a large one.


Pattern = tuple[int, int, bytes, bool]
"""A small tour to lay: rows, columns, its cells in order, and whether it is closed."""
Tile = tuple[int, int, int]
"""Which pattern, and the row and column of its first corner."""


class PyTiles:
    """A tour of a board from tours of the tiles that cover it.

    Each tile is joined to those laid before it: where a step a-b of the one lies beside a step
    c-d of the others, a move from a to c and one from b to d, these two replace those two.
    Only the first tile may be open; then so is the whole.
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
                raise ValueError(f"tile {number}: no step of it lies beside one of those before")
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
        """Join a tile to those before it at the first place, row by row, where that can be."""
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
        """The tour from a cell on, first along its first link; an open one from its end."""
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
