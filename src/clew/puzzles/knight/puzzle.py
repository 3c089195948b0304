"""Knight's tour: visit every cell of an m x n board exactly once with knight's moves."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice, pairwise, repeat
from operator import sub
from typing import Any, ClassVar, Self, overload

from clew.board.board import Board, Cell, Ink
from clew.board.inputs import Drag
from clew.core.capabilities import defined_in
from clew.core.faces import Faces, StateSpace, domain, values
from clew.core.grid import cell_name
from clew.core.look import Look
from clew.core.puzzle import Example, Puzzle, Unsuited

# ------------------------------------------------------------------ the face


Square = tuple[int, int]
MOVES = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
"""A knight's eight moves, as changes of row and column."""
SHOWN_CELLS = 100
"""The maximum number of cells in the repr of a path."""


@dataclass(frozen=True, slots=True)
class Tour:
    """A tour to find: every cell of a board once, each a knight's move from the one before.

    It begins at `start` (row, column), or anywhere if that's None. If it's `closed`, its last cell
    is a move away from its first. `path`, if any, lists the cells that it begins with, including
    the start.

    A solution lists the cells in the order of the visits, as the bytes of 32-bit integers. Each
    cell is the number row * 2 * cols + column, so the difference between two numbers determines the
    move between them.

    A search finds every order once. A closed tour without a start could begin anywhere and run in
    either direction. For such tours, a search finds only the order that goes from the first corner
    to its neighbour in the second row.
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
        """The number of cells that a tour numbers, which is all of them."""
        return self.cells

    @property
    def first(self) -> int:
        """The number of the first cell, counted row by row, or -1 for any cell."""
        return -1 if self.start is None else self.start[0] * self.cols + self.start[1]

    @property
    def prefix(self) -> list[int]:
        """The numbers of the cells that the tour must begin with."""
        return [row * self.cols + col for row, col in self.path]

    def starts(self) -> Iterator[tuple[int, int]]:
        """Yield one possible start of each symmetry class, with the size of the class.

        Two cells are in the same class if rotating or reflecting the board moves one to the other.
        On a board with an odd number of cells, a tour begins and ends on the colour of the corners.
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
    """For each cell of a board, return the cells a knight's move away, in the order of MOVES."""
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
    """A sequence of (row, column) that takes four bytes per cell, while a tuple takes a hundred.

    >>> path = TourPath.of([(0, 0), (1, 2)], pitch=3)
    >>> path == ((0, 0), (1, 2)), path[-1], len(path)
    (True, (1, 2), 2)
    """

    packed: bytes
    """The number (row * pitch + column) of each cell, as native 32-bit integers."""
    pitch: int
    """A number larger than any column."""

    @classmethod
    def of(cls, squares: Iterable[Square], pitch: int) -> TourPath:
        return cls(pack(row * pitch + col for row, col in squares), pitch)

    def numbers(self) -> array[int]:
        """Return the number of each cell in turn."""
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
        shown = ", ".join(map(str, islice(self, SHOWN_CELLS)))
        more = f", … {len(self):,} cells" if len(self) > SHOWN_CELLS else "," * (len(self) == 1)
        return f"({shown}{more})"


def pack(cells: Iterable[int]) -> bytes:
    """Pack numbers into the bytes of a path."""
    return array("I", cells).tobytes()


def is_move(one: Square, two: Square) -> bool:
    """Check whether a knight can move from one cell to the other."""
    return (two[0] - one[0], two[1] - one[1]) in MOVES


# ------------------------------------------------------------------ tours as a space
# The state space of a knight's tour, for graph searches and hints.


class TourSpace:
    """The state space of a tour. A state is the knight's cell and the cells visited so far.

    A state is one integer. The low bits are the cells visited, and the bits above them are the
    number of the knight's cell, plus one. The first state is 0. Placing the knight on its first
    cell is a move like any other, so a tour has one move per cell.
    """

    def __init__(self, tour: Tour) -> None:
        self.tour = tour
        self.full: int = (1 << tour.cells) - 1
        visited = tour.prefix
        self.start: int = domain(visited) | (visited[-1] + 1 << tour.cells if visited else 0)

    @cached_property
    def moves(self) -> list[list[tuple[int, int]]]:
        """For each place of the knight (0 if it has none yet), each next cell's bit and place."""
        tour, size = self.tour, self.tour.cells
        anywhere = [0] if tour.closed else list(range(size))
        steps = [anywhere if tour.start is None else [tour.first]]
        steps += neighbours(tour.rows, tour.cols)
        if tour.closed and tour.start is None:
            steps[1] = steps[1][:1]  # a cycle begins in the corner and goes only one way
        return [[(1 << cell, (cell + 1) << size) for cell in cells] for cells in steps]

    def neighbours(self, state: int) -> list[int]:
        visited = state & self.full
        moves = self.moves[state >> self.tour.cells]
        return [visited | bit | place for bit, place in moves if not visited & bit]

    def successors(self, state: int) -> Iterator[tuple[Square, int]]:
        for child in self.neighbours(state):
            yield divmod(self._cell(child), self.tour.cols), child

    def _cell(self, state: int) -> int:
        """Return the knight's cell, or -1 before its first move."""
        return (state >> self.tour.cells) - 1

    def is_goal(self, state: int) -> bool:
        if state & self.full != self.full:
            return False
        return not self.tour.closed or bool(self._around[self._cell(state)] & self._home)

    def heuristic(self, state: int) -> int:
        """Count the cells that remain, since each takes a move."""
        return self.tour.cells - (state & self.full).bit_count()

    def is_dead_end(self, state: int) -> bool:
        """Check whether cells are cut off. All but the last need a way in and a way out."""
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
        """For each cell, a mask of the cells that are a move away."""
        return [domain(cells) for cells in neighbours(self.tour.rows, self.tour.cols)]

    @cached_property
    def _home(self) -> int:
        """The first cell of a closed tour, as a mask, or 0 for an open tour."""
        return 1 << max(self.tour.first, 0) if self.tour.closed else 0

    def _is_split(self, left: int, here: int) -> bool:
        """Check whether some of the cells left can't be reached through the others."""
        reached = fresh = self._around[here] & left
        while fresh:
            around = 0
            for cell in values(fresh):
                around |= self._around[cell]
            fresh = around & left & ~reached
            reached |= fresh
        return reached != left


# ------------------------------------------------------------------ which boards have tours
# The boards that have a knight's tour, by theorems, and by counting for two starts.


NO_OPEN_TOUR = {(3, 3), (3, 5), (3, 6), (4, 4)}
"""The boards with three or more lines that don't have an open tour."""
NO_TOUR_FROM = {(3, 7, 1, 3), (3, 8, 1, 2)}
"""Boards with tours, but none from this cell of the middle line (or its mirror image)."""


def no_closed_tour(tour: Tour) -> str:
    """Return the reason why the board doesn't have a closed tour, or an empty string.

    All other boards have one (Schwenk, "Which rectangular chessboards have a knight's tour?",
    1991).
    """
    short, long = sorted((tour.rows, tour.cols))
    if tour.cells % 2:
        even = "a closed tour alternates between colours, so it needs an even number of cells"
        return f"{even}, not {tour.cells}"
    if short <= 2:
        return "on one or two lines the knight can't return"
    if short == 4:
        return (
            "on four lines there's no closed tour, as outer and inner cells would alternate like "
            "the colours"
        )
    if short == 3 and long in (4, 6, 8):
        return f"3x{long} has no closed tour (Schwenk 1991)"
    return ""


def no_open_tour(tour: Tour) -> str:
    """Return the reason why there's no open tour (from the start, if any), or an empty string.

    The boards listed here don't have any tour, and all others have one (Chia and Ong, "Generalized
    knight's tours on rectangular chessboards", 2005). On four lines, half of the cells are outer
    cells, and no two of those are a move apart. If they alternated with inner cells throughout, all
    of them would have the same colour. So somewhere a tour has two inner cells in a row, and both
    its ends are outer cells.
    """
    short, long = sorted((tour.rows, tour.cols))
    if short <= 2 and long > 1:
        return "on one or two lines the knight can't reach every cell"
    if (short, long) in NO_OPEN_TOUR:
        return f"{short}x{long} has no tour at all (Chia and Ong 2005)"
    if tour.start is None:
        return ""
    row, col = tour.start
    start = cell_name(tour.first, tour.cols)
    if tour.cells % 2 and (row + col) % 2:
        return (
            f"colours alternate along a tour, and {start} has the rarer one "
            f"({tour.cells // 2} of {tour.cells} cells), so no tour begins there"
        )
    if (tour.rows == 4 and row in (1, 2)) or (tour.cols == 4 and col in (1, 2)):
        return f"on four lines a tour begins and ends in an outer line, not at {start}"
    across, along = (row, col) if tour.rows <= tour.cols else (col, row)
    if (short, long, across, min(along, long - 1 - along)) in NO_TOUR_FROM:
        return f"{tour.rows}x{tour.cols} has no tour from {start} (by a full count)"
    return ""


# ------------------------------------------------------------------ the puzzle


LARGEST = 10_000_000
"""The maximum number of cells on a board."""
PIECE = 100_000
"""The number of steps to check between two chances to interrupt."""
LARGEST_DRAWN, CORNER = 1_000_000, 100
"""The maximum number of cells to draw in full, and the rows and columns to draw otherwise."""
LARGEST_SPACE = 4096
"""The maximum number of cells for graph searches."""
SHOWN = 5
"""The maximum number of wrong steps to list."""


@dataclass(frozen=True)
class Knight(Puzzle):
    """A board on which to find a knight's tour, open or closed, optionally from a given start.

    A solution lists the cells (row, column), counted from 0, in the order of the visits. Clew
    counts open tours, and tours from a given start, as sequences of cells. So a closed tour from a
    start counts twice, once in each direction. Clew counts closed tours without a start as cycles,
    and their solutions begin with (0, 0), (1, 2).

    >>> Knight.parse("3x4@0,0").check(((0, 0), (1, 2)))
    ['the tour has 2 cells, not 12']
    """

    rows: int
    cols: int
    start: Square | None = None
    closed: bool = False
    path: tuple[Square, ...] = ()
    """The cells visited so far, in order, beginning with the start."""

    name: ClassVar[str] = "knight"
    summary: ClassVar[str] = "Visit every cell of the board once by knight's moves."
    form: ClassVar[str] = (
        "ROWSxCOLUMNS, then ,closed for a closed tour, then @ROW,COLUMN for the start, "
        "then >ROW,COLUMN for each cell visited since"
    )
    title: ClassVar[str] = "Knight's tour"
    look: ClassVar[Look] = Look(
        piece="knight", prominence=3, sized="{0}x{0}", sizes=(5, 6), targets=True
    )
    inputs = (Drag("knight"),)
    examples: ClassVar[tuple[Example, ...]] = (
        Example("5x5@0,0", "Five by five from the corner", solutions=304),
        Example("5x5@0,1", "From a cell of the rarer colour: impossible", solutions=0),
        Example("5x5", "Five by five from anywhere", solutions=1728, source="OEIS A165134"),
        Example("3x4@0,0", "The smallest tour", solutions=2, shortest=12),
        Example("5x6,closed", "The smallest closed tours", solutions=8),
        Example("3x10,closed", "Closed, on three rows", solutions=16, source="OEIS A070030"),
        Example("5x6,closed@2,2", "Closed, from a given cell: each way round", solutions=16),
        Example("4x5@1,0", "On four rows from a middle one: impossible", solutions=0),
        Example("4x4", "Four by four: impossible", solutions=0, source="OEIS A165134"),
        Example("3x8,closed", "Closed on three by eight: impossible", solutions=0),
        Example("5x5@0,0>1,2>2,4>4,3", "Three moves made already", solutions=4),
        Example("1x1", "One cell", solutions=1, shortest=1, source="OEIS A165134"),
    )

    def __post_init__(self) -> None:
        if not (self.rows >= 1 and self.cols >= 1 and self.rows * self.cols <= LARGEST):
            raise ValueError(
                f"found a board of {self.rows}x{self.cols}, expected 1 to {LARGEST:,} cells"
            )
        if self.path:
            self._check_path()
        if self.start is None:
            return
        object.__setattr__(self, "start", tuple(self.start))
        if not self._holds(self.start):
            raise ValueError(
                f"found a start at {self.start[0]},{self.start[1]}, "
                f"expected 0,0 to {self.rows - 1},{self.cols - 1}"
            )

    def _check_path(self) -> None:
        """Check the path, and take the start from it. A path with one cell is just a start."""
        path = tuple(tuple(square) for square in self.path)
        if self.start is not None and path[0] != tuple(self.start):
            raise ValueError(
                f"found a path from {self.say(self.path[0])}, expected one from the start"
            )
        for step, (one, two) in enumerate(pairwise(self.path), 1):
            if not (self._holds(two) and is_move(one, two)) or two in self.path[:step]:
                raise ValueError(
                    f"step {step}, from {self.say(one)} to {self.say(two)}: "
                    "expected a knight's move to a free cell"
                )
        object.__setattr__(self, "start", path[0])
        object.__setattr__(self, "path", path if len(path) > 1 else ())

    def _holds(self, square: Square) -> bool:
        return 0 <= square[0] < self.rows and 0 <= square[1] < self.cols

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a text such as `6x6`, `5x5@0,0`, `8x8,closed` or `3x10,closed@1,2`.

        Args:
            text: The text, in which rows and columns are counted from 0.

        Raises:
            ValueError: The text isn't of this form.
        """
        rest = text.strip()
        rows, rest = _number(rest, text, "rows x columns", "[xX×]")
        cols, rest = _number(rest, text, "a number of columns")
        closed = re.match(r"\s*,\s*closed\b\s*", rest)
        rest = rest[closed.end() :] if closed else rest
        if not rest:
            return cls(rows, cols, None, bool(closed))
        if not rest.startswith("@"):
            raise _unexpected(rest, text, "@ROW,COLUMN" if closed else ",closed or @ROW,COLUMN")
        path = []
        for sign in chain("@", repeat(">")):
            if not rest:
                break
            if not rest.startswith(sign):
                raise _unexpected(rest, text, ">ROW,COLUMN or nothing more")
            row, rest = _number(rest[1:], text, f"{sign}ROW,COLUMN", ",")
            col, rest = _number(rest, text, f"{sign}ROW,COLUMN")
            path.append((row, col))
        return cls(rows, cols, path[0], bool(closed), tuple(path))

    def __str__(self) -> str:
        path = self.path or self.opening()
        visited = ">".join(f"{row},{col}" for row, col in path)
        return f"{self.rows}x{self.cols}{',closed' * self.closed}{'@' * bool(path)}{visited}"

    def board(self, solution: Iterable[Square] | None = None, /) -> Board:
        rows, cols, cropped = self.rows, self.cols, ""
        if rows * cols > LARGEST_DRAWN:
            rows, cols = min(rows, CORNER), min(cols, CORNER)
            cropped = f", the first {rows} rows and {cols} columns"
        visits = {
            at: number
            for number, at in enumerate(solution or self.path, 1)
            if at[0] < rows and at[1] < cols
        }
        if self.start is not None:
            visits.setdefault(self.start, 1)
        squares = ((row, col) for row in range(rows) for col in range(cols))
        last = max(visits.values(), default=0)
        cells = (self._cell(at, visits.get(at, 0), last) for at in squares)
        title = f"{'closed ' * self.closed}knight's tour of {self.rows} by {self.cols}"
        return Board(rows, cols, tuple(cells), title + cropped)

    def _cell(self, at: Square, visit: int, last: int) -> Cell:
        here = "horse" if visit and visit == last else ""
        ink = Ink.GIVEN if at == self.start else Ink.ANSWER if visit else Ink.NONE
        return Cell(str(visit or ""), ink, sum(at) % 2 == 1, shape=here, order=visit)

    def check(self, solution: Sequence[Square], /) -> list[str]:
        if len(solution) != self.rows * self.cols:
            return [f"the tour has {len(solution)} cells, not {self.rows * self.cols}"]
        path = self._packed(solution)
        if path is None:
            where = next(i for i, square in enumerate(solution) if not self._holds(square))
            return [f"cell {where + 1}, {solution[where]}, is outside the board"]
        wrong = [*self._repeats(path), *self._wrong_steps(path)]
        if self.start is not None and path[0] != self.start:
            wrong.append(f"the tour begins at {self.say(path[0])}, not at {self.say(self.start)}")
        if tuple(path[: len(self.path)]) != self.path:
            wrong.append("the tour doesn't begin with the given path")
        if self.closed and not is_move(path[-1], path[0]):
            last, first = self.say(path[-1]), self.say(path[0])
            wrong.append(f"the tour ends at {last}, which isn't a move from {first}")
        return wrong

    def _packed(self, solution: Sequence[Square]) -> TourPath | None:
        """Return a solution as a path whose pitch is twice the number of columns.

        The result is None if the solution leaves the board.
        """
        if isinstance(solution, TourPath) and solution.pitch == 2 * self.cols:
            return solution
        inside = all(map(self._holds, solution))
        return TourPath.of(solution, 2 * self.cols) if inside else None

    def _repeats(self, path: TourPath) -> Iterator[str]:
        """Yield a sentence for each cell that's visited more than once."""
        visited = bytearray(self.rows * path.pitch)
        try:
            for number in path.numbers():
                visited[number] = 1
        except IndexError:
            pass
        if visited == (b"\1" * self.cols + b"\0" * self.cols) * self.rows:
            return
        if not all(map(self._holds, path)):
            yield "the tour leaves the board"
        for square, times in Counter(path).most_common(SHOWN):
            if times > 1:
                yield f"{self.say(square)} is visited {times} times"

    def _wrong_steps(self, path: TourPath) -> Iterator[str]:
        """Yield a sentence for each step that isn't a knight's move.

        It first compares the steps in large sets, because usually all of them are knight's moves.
        """
        numbers = path.numbers()
        moves = {down * path.pitch + right for down, right in MOVES}
        steps = (  # piece by piece, so that the user can interrupt a check of millions
            set(map(sub, numbers[first + 1 : first + 1 + PIECE], numbers[first : first + PIECE]))
            for first in range(0, len(numbers), PIECE)
        )
        if all(each <= moves for each in steps):
            return
        wrong = (
            f"step {step}, from {self.say(one)} to {self.say(two)}, isn't a knight's move"
            for step, (one, two) in enumerate(pairwise(path), 1)
            if not is_move(one, two)
        )
        yield from islice(wrong, SHOWN)

    def clashes(self) -> list[str]:
        """Return the reason why there's no tour, if a theorem or a full count shows that."""
        why = no_closed_tour(self.tour()) if self.closed else no_open_tour(self.tour())
        return [why] if why else []

    def tour(self) -> Tour:
        """Return the tour to find, in the form that its strategies search."""
        return Tour(self.rows, self.cols, self.start, self.closed, self.path)

    def space(self) -> TourSpace:
        if self.rows * self.cols > LARGEST_SPACE:
            raise Unsuited(
                f"found {self.rows * self.cols:,} cells, expected at most {LARGEST_SPACE:,} "
                "for a search whose states list the cells visited"
            )
        return TourSpace(self.tour())

    faces: ClassVar[Faces] = Faces({Tour: tour, StateSpace: space})

    def translate(self, face: type, found: Any) -> TourPath:
        pitch = 2 * self.cols
        return TourPath(found, pitch) if face == Tour else TourPath.of((*self.path, *found), pitch)

    def opening(self) -> tuple[Square, ...]:
        return () if self.start is None or self.path else (self.start,)

    def midway(self, moves: Sequence[Square], state: int, /) -> Self:
        return replace(self, path=(*(self.path or self.opening()), *moves))

    def ahead(self, solution: Sequence[Square], /) -> Sequence[Square]:
        return tuple(islice(solution, len(self.path or self.opening()), None))

    def say(self, move: Square, state: Any = None, /) -> str:
        return f"r{move[0] + 1}c{move[1] + 1}"

    def touches(self, move: Square, /) -> tuple[int, ...]:
        return (move[0] * self.cols + move[1],)

    def dead_ends(self) -> Callable[[int], bool]:
        """Return a test that recognises many of the states that can't lead to a tour."""
        return self.space().is_dead_end

    def canonical_form(self) -> Self:
        """Return the smallest of the board's rotations and reflections."""
        from clew.identity.canonical import SYMMETRIES

        shape, path = (self.rows, self.cols), self.path or self.opening()
        rows, cols, path = min(
            (*turn.shape(*shape), tuple(turn.square(*square, *shape) for square in path))
            for turn in SYMMETRIES
        )
        return replace(self, rows=rows, cols=cols, start=None, path=path)

    split = defined_in("clew.puzzles.knight.search", "split")
    guide = defined_in("clew.puzzles._explanations", "TourGuide")
    certificate = defined_in("clew.puzzles._certificates", "knight_certificate")
    certificate_faults = defined_in("clew.puzzles._certificates", "knight_faults")


def _number(rest: str, text: str, expected: str, then: str = "") -> tuple[int, str]:
    """Read a number and `then` at the beginning of `rest`, which is the end of `text`.

    Returns:
        The number, and the text after it.
    """
    match = re.match(rf"\s*([0-9]{{1,9}})(?![0-9])\s*{then}", rest)
    if match is None:
        raise _unexpected(rest, text, expected)
    return int(match[1]), rest[match.end() :]


def _unexpected(rest: str, text: str, expected: str) -> ValueError:
    column = len(text.rstrip()) - len(rest) + 1
    found = repr(rest[:20]) if rest else "the end"
    return ValueError(f"column {column}: found {found}, expected {expected}")
