"""The face of a knight's tour, and the path that its strategies find."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, repeat
from typing import ClassVar, overload

from clew.core.faces import domain, values
from clew.core.grid import cell_name

Square = tuple[int, int]
MOVES = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
"""A knight's eight moves, by row and column."""
SHOWN = 100
"""The most cells of a path that are printed."""


@dataclass(frozen=True, slots=True)
class Tour:
    """A knight's tour to find: every cell of a board once, each a knight's move from the last.

    It begins at `start` (row, column), or anywhere if that is None; if `closed`, its last cell
    is a move from its first. What is found is the cells in the order of the visits, each as the
    number row * 2 * cols + column (so the difference of two is the move between them), as
    the bytes of 32-bit integers. Every order is found once; but of a closed tour without a
    start, which begins everywhere and runs both ways, only the one that leaves the first
    corner for its neighbour in the second row. `path`, if any, is the cells that it begins
    with, the start among them.
    """

    word: ClassVar[str] = "tour"

    rows: int
    cols: int
    start: Square | None = None
    closed: bool = False
    path: tuple[Square, ...] = ()

    @property
    def cells(self) -> int:
        return self.rows * self.cols

    @property
    def numbered_cells(self) -> int:
        """A tour numbers all cells."""
        return self.cells

    @property
    def first(self) -> int:
        """The number of the cell where the tour begins, counted row by row, or -1."""
        return -1 if self.start is None else self.start[0] * self.cols + self.start[1]

    @property
    def prefix(self) -> list[int]:
        """The numbers of the cells that the tour must begin with."""
        return [row * self.cols + col for row, col in self.path]

    def starts(self) -> Iterator[tuple[int, int]]:
        """One cell of each symmetry class that a tour may begin at, and the size of the class.

        Two cells are in a class if turning or mirroring the board takes one to the other. On an
        odd board a tour begins and ends on the colour of the corners.
        """
        rows, cols = self.rows, self.cols
        for row in range((rows + 1) // 2):
            for col in range((cols + 1) // 2):
                images = {(r, c) for r in (row, rows - 1 - row) for c in (col, cols - 1 - col)}
                if rows == cols:
                    images |= {(c, r) for r, c in images}
                if min(images) == (row, col) and not (self.cells % 2 and (row + col) % 2):
                    yield row * cols + col, len(images)


def neighbours(rows: int, cols: int) -> list[list[int]]:
    """For each cell of a board the cells a knight's move away, in the order of MOVES."""
    return [
        [
            (row + down) * cols + col + right
            for down, right in MOVES
            if 0 <= row + down < rows and 0 <= col + right < cols
        ]
        for row in range(rows)
        for col in range(cols)
    ]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TourPath(Sequence[Square]):
    """A tuple of (row, column) in all but memory: four bytes a cell instead of a hundred.

    >>> path = TourPath.of([(0, 0), (1, 2)], pitch=3)
    >>> path == ((0, 0), (1, 2)), path[-1], len(path)
    (True, (1, 2), 2)
    """

    packed: bytes
    """The number (row * pitch + column) of each cell, as 32-bit integers of the machine's order."""
    pitch: int
    """More than the largest column."""

    @classmethod
    def of(cls, squares: Iterable[Square], pitch: int) -> TourPath:
        return cls(pack(row * pitch + col for row, col in squares), pitch)

    def numbers(self) -> array[int]:
        """The number of each cell in turn."""
        return array("I", self.packed)

    def __len__(self) -> int:
        return len(self.packed) // 4

    def __iter__(self) -> Iterator[Square]:
        return map(divmod, self.numbers(), repeat(self.pitch))

    @overload
    def __getitem__(self, index: int) -> Square: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Square, ...]: ...
    def __getitem__(self, index: int | slice) -> Square | tuple[Square, ...]:
        view = memoryview(self.packed).cast("I")
        if isinstance(index, slice):
            return tuple(map(divmod, view[index], repeat(self.pitch)))
        return divmod(view[index], self.pitch)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, TourPath) and self.pitch == other.pitch:
            return self.packed == other.packed
        if isinstance(other, TourPath | tuple):
            return tuple(self) == tuple(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        shown = ", ".join(map(str, islice(self, SHOWN)))
        more = f", … {len(self):,} cells" if len(self) > SHOWN else "," * (len(self) == 1)
        return f"({shown}{more})"


def pack(cells: Iterable[int]) -> bytes:
    """Numbers as the bytes that a path holds."""
    return array("I", cells).tobytes()


def is_move(one: Square, two: Square) -> bool:
    """Whether a knight can go from one cell to the other."""
    return (two[0] - one[0], two[1] - one[1]) in MOVES


# ------------------------------------------------------------------ tours as a space
# The states of a knight's tour: for the graph searches, and for hints.


class TourSpace:
    """Where the knight stands and what it has visited, as one integer; 0 before it is set down.

    Setting it down on the first cell is a move like the others, so a tour has a move a cell.
    The low bits are the cells visited, the bits above them the cell where it stands, plus one.
    """

    def __init__(self, tour: Tour) -> None:
        self.tour = tour
        self.full: int = (1 << tour.cells) - 1
        visited = tour.prefix
        self.start: int = domain(visited) | (visited[-1] + 1 << tour.cells if visited else 0)

    @cached_property
    def moves(self) -> list[list[tuple[int, int]]]:
        """For each standing place (0: none yet) the bit of each next cell and its place."""
        tour, size = self.tour, self.tour.cells
        anywhere = [0] if tour.closed else list(range(size))
        steps = [anywhere if tour.start is None else [tour.first]]
        steps += neighbours(tour.rows, tour.cols)
        if tour.closed and tour.start is None:
            steps[1] = steps[1][:1]  # a cycle is walked from the corner, and one way round
        return [[(1 << cell, (cell + 1) << size) for cell in cells] for cells in steps]

    def neighbours(self, state: int) -> list[int]:
        visited = state & self.full
        moves = self.moves[state >> self.tour.cells]
        return [visited | bit | place for bit, place in moves if not visited & bit]

    def successors(self, state: int) -> Iterator[tuple[Square, int]]:
        for child in self.neighbours(state):
            yield divmod(self._cell(child), self.tour.cols), child

    def _cell(self, state: int) -> int:
        """Where the knight stands; -1 before it is set down."""
        return (state >> self.tour.cells) - 1

    def is_goal(self, state: int) -> bool:
        if state & self.full != self.full:
            return False
        return not self.tour.closed or bool(self._around[self._cell(state)] & self._home)

    def heuristic(self, state: int) -> int:
        """The cells still to visit: each takes a move."""
        return self.tour.cells - (state & self.full).bit_count()

    def is_dead_end(self, state: int) -> bool:
        """Whether cells are cut off: each but the last needs a way in and a way out."""
        here, left = self._cell(state), self.full & ~state
        if here < 0 or not left:
            return False
        ways = left | 1 << here | self._home
        ends = 0
        for cell in values(left):
            count = (self._around[cell] & ways).bit_count()
            ends += count == 1
            if count == 0 or ends > (not self.tour.closed):
                return True
        return self._is_split(left, here)

    @cached_property
    def _around(self) -> list[int]:
        """For each cell those a move away, as a mask."""
        return [domain(cells) for cells in neighbours(self.tour.rows, self.tour.cols)]

    @cached_property
    def _home(self) -> int:
        """The cell beside which a closed tour ends, as a mask."""
        return 1 << max(self.tour.first, 0) if self.tour.closed else 0

    def _is_split(self, left: int, here: int) -> bool:
        """Whether some of the cells left cannot be reached over others."""
        reached = fresh = self._around[here] & left
        while fresh:
            around = 0
            for cell in values(fresh):
                around |= self._around[cell]
            fresh = around & left & ~reached
            reached |= fresh
        return reached != left


# ------------------------------------------------------------------ which boards have tours
# Which boards have a knight's tour: theorems, and two cells that were counted.


NO_OPEN_TOUR = {(3, 3), (3, 5), (3, 6), (4, 4)}
"""The boards of three lines or more without an open tour."""
NO_TOUR_FROM = {(3, 7, 1, 3), (3, 8, 1, 2)}
"""Boards that have tours, and the cell on the middle line, counted from the nearer end, without."""


def no_closed_tour(tour: Tour) -> str:
    """Why the board has no closed tour, if so.

    Schwenk, "Which rectangular chessboards have a knight's tour?", 1991: all others have one.
    """
    short, long = sorted((tour.rows, tour.cols))
    if tour.cells % 2:
        return f"a closed tour changes colour at every step, and {tour.cells} cells are odd"
    if short <= 2:
        return "on one or two lines the knight cannot return"
    if short == 4:
        return "on four lines no tour closes: outer and inner cells would alternate as colours do"
    if short == 3 and long in (4, 6, 8):
        return f"3x{long} has no closed tour (Schwenk 1991)"
    return ""


def no_open_tour(tour: Tour) -> str:
    """Why there is no open tour, or none from the start, if so.

    Chia and Ong, "Generalized knight's tours on rectangular chessboards", 2005: the boards named
    here have none at all, and no others. On four lines outer cells are half of all and never a
    move apart; did they alternate with inner ones throughout, all of them would have one colour.
    So somewhere two inner cells follow each other, and both ends are outer.
    """
    short, long = sorted((tour.rows, tour.cols))
    if short <= 2 and long > 1:
        return "on one or two lines the knight cannot reach every cell"
    if (short, long) in NO_OPEN_TOUR:
        return f"{short}x{long} has no tour at all (Chia and Ong 2005)"
    if tour.start is None:
        return ""
    row, col = tour.start
    start = cell_name(tour.first, tour.cols)
    if tour.cells % 2 and (row + col) % 2:
        return (
            f"colours alternate along a tour, and {start} has the rarer one "
            f"({tour.cells // 2} of {tour.cells} cells): no tour begins there"
        )
    if (tour.rows == 4 and row in (1, 2)) or (tour.cols == 4 and col in (1, 2)):
        return f"on four lines a tour begins and ends in an outer one: not at {start}"
    across, along = (row, col) if tour.rows <= tour.cols else (col, row)
    if (short, long, across, min(along, long - 1 - along)) in NO_TOUR_FROM:
        return f"{tour.rows}x{tour.cols} has no tour from {start} (counted)"
    return ""
