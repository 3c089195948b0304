"""The readable twins of the tour kernels: their specification, and their stand-in.

All three take a board of rows x cols cells, numbered row by row, and agree with their kernels
in every answer, in its order, and in every count of nodes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from clew.route import pack
from clew.trace import Event, Kind, Watcher

MOVES = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
LARGEST = 1 << 28


def check_board(rows: int, cols: int, start: int) -> None:
    """ValueError unless this is a board, and `start` one of its cells, or -1 for none."""
    if not (rows >= 1 and cols >= 1 and rows * cols <= LARGEST):
        raise ValueError(f"board: found {rows}x{cols}, expected 1 to {LARGEST} cells")
    if not -1 <= start < rows * cols:
        raise ValueError(f"start: found {start}, expected -1 to {rows * cols - 1}")


def moves_from(rows: int, cols: int) -> list[list[int]]:
    """For each cell the cells a knight's move away, in the order of MOVES."""
    return [
        [
            (row + down) * cols + col + right
            for down, right in MOVES
            if 0 <= row + down < rows and 0 <= col + right < cols
        ]
        for row in range(rows)
        for col in range(cols)
    ]


class PyWarnsdorff:
    """Depth-first search for tours; the next cell is the one with the fewest ways on.

    Ties go to the cell farthest from the centre, then to the first move in the order of MOVES.
    A free cell's ways are its free neighbours, the cell where the knight stands, and for a
    closed tour the start. A cell without any can never be reached, and one with a single way
    can only be the last: so a position with one of the first kind, or two of the second (one,
    if the tour is closed), is left at once.
    """

    def __init__(
        self, rows: int, cols: int, start: int, closed: bool, trace: Watcher | None = None
    ) -> None:
        check_board(rows, cols, start)
        self.nodes = 0  # the root and every step onto a cell
        self.backtracks = 0  # steps taken back with no tour below them
        self.deepest = 0  # the most cells that were ever visited
        self.finished = False  # the whole tree has been searched
        self._closed = closed
        self._trace = trace
        self._moves = moves_from(rows, cols)
        self._far = [
            (2 * row - rows + 1) ** 2 + (2 * col - cols + 1) ** 2
            for row in range(rows)
            for col in range(cols)
        ]
        self._free = [True] * (rows * cols)
        self._ways = [len(moves) for moves in self._moves]
        self._stuck = self._ways.count(0)  # free cells without a way
        self._weak = self._stuck + self._ways.count(1)  # free cells with fewer than two
        self._path: list[int] = []
        self._untried: list[list[int]] = []  # for each cell of the path, and before it, the last first
        self._fruitful = 0  # so many of the first cells of the path have a tour below them
        self._one_way = closed and start < 0
        self._starts = self._first_cells(rows, cols, start)

    def _first_cells(self, rows: int, cols: int, start: int) -> list[int]:
        """Where a tour may begin: on an odd board only on the colour of the corners."""
        if start >= 0:
            return [start]
        if self._closed:
            return [0]
        odd = rows * cols % 2
        cells = range(rows * cols)
        return [cell for cell in cells if not (odd and (cell // cols + cell % cols) % 2)]

    def run(self, max_answers: int, max_nodes: int) -> list[bytes]:
        """Go on until one of the limits is reached or the search is finished."""
        if max_answers < 0 or max_nodes < 0:
            raise ValueError("run: found a negative limit, expected 0 or more")
        answers: list[bytes] = []
        limit = self.nodes + max_nodes
        while not self.finished:
            if self.nodes and not self._untried[-1]:
                self._take_back()
            elif self.nodes == limit or len(answers) == max_answers:
                break
            elif not self.nodes:
                self.nodes = 1
                self._untried.append(self._starts[::-1])
            else:
                self._step(self._untried[-1].pop())
                if len(self._path) == len(self._free) and self._alive():
                    answers.append(pack(self._path))
                    self._fruitful = len(self._path)
                    if self._trace is not None:
                        self._trace(Event(Kind.ANSWER, len(self._path)))
        return answers

    def _step(self, cell: int) -> None:
        """Visit a cell, and list where to go from there unless no tour can come of it."""
        self.nodes += 1
        if self._trace is not None:
            self._trace(Event(Kind.TRY, len(self._path) + 1, len(self._path), cell))
        if self._path and not self._stays_open(self._path[-1]):
            for other in self._moves[self._path[-1]]:
                if self._free[other] and other != cell:
                    self._change(other, -1)
        self._free[cell] = False
        self._weak -= self._ways[cell] < 2
        self._stuck -= self._ways[cell] < 1
        self._path.append(cell)
        self.deepest = max(self.deepest, len(self._path))
        self._untried.append(self._onward() if self._alive() else [])

    def _take_back(self) -> None:
        self._untried.pop()
        if not self._path:
            self.finished = True
            return
        cell = self._path.pop()
        if self._trace is not None:
            self._trace(Event(Kind.BACK, len(self._path) + 1, len(self._path), cell))
        self._free[cell] = True
        self._weak += self._ways[cell] < 2
        self._stuck += self._ways[cell] < 1
        if self._path and not self._stays_open(self._path[-1]):
            for other in self._moves[self._path[-1]]:
                if self._free[other] and other != cell:
                    self._change(other, 1)
        if self._fruitful > len(self._path):
            self._fruitful = len(self._path)
        else:
            self.backtracks += 1

    def _stays_open(self, cell: int) -> bool:
        """Whether leaving the cell takes nothing from its neighbours: a closed tour comes back."""
        return self._closed and cell == self._path[0]

    def _change(self, cell: int, by: int) -> None:
        """Give a free cell one way more or less."""
        before, after = self._ways[cell], self._ways[cell] + by
        self._ways[cell] = after
        self._weak += (after < 2) - (before < 2)
        self._stuck += (after < 1) - (before < 1)

    def _alive(self) -> bool:
        """Whether a tour may still come of this position."""
        if self._stuck or self._weak > (not self._closed):
            return False
        if not self._closed:
            return True
        first = self._moves[self._path[0]]
        return self._path[-1] in first if self._is_full() else any(self._free[c] for c in first)

    def _is_full(self) -> bool:
        return len(self._path) == len(self._free)

    def _onward(self) -> list[int]:
        """Where the knight may go, the best last."""
        moves = self._moves[self._path[-1]]
        if self._one_way and len(self._path) == 1:
            moves = moves[:1]
        free = [cell for cell in moves if self._free[cell]]
        return sorted(free, key=lambda cell: (self._ways[cell], -self._far[cell]))[::-1]


UNTOUCHED, END, DONE = 0, 30, 31
"""What a cell of the window may be, besides the tip of a strand (then: one more than its mate)."""
OUTSIDE = -1
"""Where the tip of a strand is that ends the tour."""
WIDEST = 11
"""The widest board whose windows a kernel packs into 128 bits."""
Window = tuple[int, ...]
Choice = tuple[int, ...]
"""How far ahead of a cell the later cells are that it is linked to."""


class Loom:
    """The steps of the frontier method: cell after cell, the links to later cells are chosen.

    Cells are taken along the longer side, turned round if the start would come in the first
    half. Links reach at most 2 * width + 1 cells ahead, so all that matters of the past is a
    window of that many cells: which are untouched, which have both links (DONE), and which are
    tips of strands, with the place of the strand's other tip, or END if that is an end of the
    tour. A given start is the tip of a strand that begins outside.
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
            order = [row * cols + col for col in range(cols) for row in range(rows)]
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
        """How far ahead the later cells are that are a move away."""
        line, place = divmod(cell, self.width)
        return [
            down * self.width + right
            for down, right in MOVES[4:]
            if (line + down) * self.width < self.size and 0 <= place + right < self.width
        ]

    def _may_end(self, cell: int, window: Window) -> bool:
        """Whether the cell may be an end of an open tour: two ends there are, no more."""
        if self.closed:
            return False
        ends = window.count(END) + (self.start >= cell + self.span)
        return ends < 2

    def _linked(
        self, cell: int, window: Window, far: Choice, ends: bool
    ) -> Iterator[tuple[Choice, Window | None]]:
        """Join the strands that meet in a cell, which may be an end itself; or close the tour."""
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
        """The window one cell on."""
        entering = END if cell + self.span == self.start else UNTOUCHED
        moved = (state if state in (UNTOUCHED, END, DONE) else state - 1 for state in window[1:])
        return (*moved, entering)

    def route(self, choices: Sequence[Choice], first: int) -> bytes:
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
        tour = [first, *sorted(links[first])[:1]]
        while len(tour) < self.size:
            tour += [cell for cell in links[tour[-1]] if cell != tour[-2]]
        return pack(tour)


class PyFrontierCount:
    """How many tours there are: for each cell, in how many ways each window comes about.

    A tour counts once, whichever way round or from whichever end it is walked.
    """

    def __init__(self, rows: int, cols: int, start: int, closed: bool) -> None:
        self.nodes = 0  # windows taken up, of all cells
        self.deepest = 0  # cells done with
        self.widest = 1  # the most windows of one cell
        self.finished = False
        self.tours = 0
        self._loom = Loom(rows, cols, start, closed)
        self._waiting = [(self._loom.root(), 1)]
        self._next: dict[Window, int] = {}

    def run(self, max_nodes: int) -> None:
        """Go on by at most so many windows, or until all are counted."""
        if max_nodes < 0:
            raise ValueError("run: found a negative limit, expected 0 or more")
        for _ in range(max_nodes):
            if self.finished:
                return
            self.nodes += 1
            window, times = self._waiting.pop()
            for _, after in self._loom.choices(self.deepest, window):
                if after is None:
                    self.tours += times
                else:
                    self._next[after] = self._next.get(after, 0) + times
            if not self._waiting:
                self._advance()

    def _advance(self) -> None:
        self.deepest += 1
        self.widest = max(self.widest, len(self._next))
        self._waiting, self._next = list(self._next.items()), {}
        self.finished = not self._waiting or self.deepest == self._loom.size


class PyFrontierSearch:
    """The tours one by one, depth-first over the windows; one that led to none is not entered twice.

    On narrow boards hardly a window is entered in vain, however long the board is.
    """

    def __init__(self, rows: int, cols: int, start: int, closed: bool) -> None:
        self.nodes = 0  # windows entered
        self.backtracks = 0  # windows left with no tour below them
        self.deepest = 0  # the most cells that were ever done with
        self.finished = False
        self._first = start
        self._loom = Loom(rows, cols, start, closed)
        self._choices: list[Choice] = []
        self._windows: list[Window] = []
        self._untried: list[list[tuple[Choice, Window | None]]] = []
        self._barren: list[set[Window]] = [set() for _ in range(self._loom.size)]
        self._fruitful = 0  # so many of the first windows entered have a tour below them

    def run(self, max_answers: int, max_nodes: int) -> list[bytes]:
        """Go on until one of the limits is reached or the search is finished."""
        if max_answers < 0 or max_nodes < 0:
            raise ValueError("run: found a negative limit, expected 0 or more")
        answers: list[bytes] = []
        limit = self.nodes + max_nodes
        while not self.finished:
            if self.nodes and not self._untried[-1]:
                self._take_back()
            elif self.nodes == limit or len(answers) == max_answers:
                break
            elif not self.nodes:
                self._enter(self._loom.root())
            else:
                choice, window = self._untried[-1].pop()
                done = len(self._windows)
                if window is None:
                    self._fruitful = done
                    answers.append(self._loom.route([*self._choices, choice], self._first))
                elif done < self._loom.size and window not in self._barren[done]:
                    self._choices.append(choice)
                    self._enter(window)
        return answers

    def _enter(self, window: Window) -> None:
        self.nodes += 1
        self._windows.append(window)
        self.deepest = max(self.deepest, len(self._windows))
        self._untried.append(list(self._loom.choices(len(self._windows) - 1, window))[::-1])

    def _take_back(self) -> None:
        self._untried.pop()
        window = self._windows.pop()
        if self._fruitful > len(self._windows):
            self._fruitful = len(self._windows)
        else:
            self.backtracks += 1
            self._barren[len(self._windows)].add(window)
        if self._windows:
            self._choices.pop()
        self.finished = not self._windows


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
        for before, after in zip(cells, cells[1:], strict=False):
            self._links[before].append(after)
            self._links[after].append(before)
        if closed:
            self._links[cells[-1]].append(cells[0])
            self._links[cells[0]].append(cells[-1])

    def _join(self, row: int, col: int, high: int, wide: int) -> bool:
        """Join a tile to those before it at the first place, row by row, where that can be."""
        inside = set(self._within(row, col, high, wide))
        for a in self._within(row, col, high, wide):
            for c in self._around(a):
                if c in inside:
                    continue
                for b in self._links[a]:
                    for d in self._links[c]:
                        if self._is_move(b, d):
                            self._swap(a, b, c, d)
                            return True
        return False

    def _around(self, cell: int) -> Iterator[int]:
        row, col = divmod(cell, self.cols)
        for down, right in MOVES:
            if 0 <= row + down < self.rows and 0 <= col + right < self.cols:
                yield cell + down * self.cols + right

    def _is_move(self, one: int, two: int) -> bool:
        down = abs(one // self.cols - two // self.cols)
        right = abs(one % self.cols - two % self.cols)
        return down * right == 2

    def _swap(self, a: int, b: int, c: int, d: int) -> None:
        for cell, old, new in ((a, b, c), (b, a, d), (c, d, a), (d, c, b)):
            links = self._links[cell]
            links[links.index(old)] = new

    def route(self, start: int) -> bytes:
        """The tour from a cell on, first along its first link; an open one from its end."""
        if not 0 <= start < len(self._links):
            raise ValueError(f"start: found {start}, expected 0 to {len(self._links) - 1}")
        tour, before, cell = [start], -1, start
        while True:
            onward = [other for other in self._links[cell] if other != before]
            if not onward or onward[0] == start:
                return pack(tour)
            before, cell = cell, onward[0]
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
