"""The readable twins of the kernels of the frontier method, which counts and which finds tours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from clew.puzzles.knight.face import MOVES, pack
from clew.puzzles.knight.py_tour import check_board
from clew.search.native import kernel
from clew.search.sliced import Sliced, expect_limits

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
