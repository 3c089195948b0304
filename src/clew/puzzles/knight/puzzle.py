"""Knight's tour: every cell of an m x n board once by knight's moves, from a cell or from any."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice, pairwise, repeat
from operator import sub
from typing import TYPE_CHECKING, Any, ClassVar, Self

from clew.core.board import Board, Cell, Ink
from clew.core.faces import Faces, StateSpace, domain
from clew.core.look import Look
from clew.core.puzzle import Example, Puzzle, Unsuited
from clew.puzzles.knight.face import Tour
from clew.puzzles.knight.route import Route, Square

if TYPE_CHECKING:
    from clew.explanations.walks import Guide

LARGEST = 10_000_000
"""The most cells that a board may have."""
PIECE = 100_000
"""Steps that are looked at in one go that cannot be interrupted."""
MOST_WALKED = 4096
"""The most cells of a board whose walks are searched one by one."""
MOVES = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
"""A knight's eight moves, by row and column."""
NO_OPEN_TOUR = {(3, 3), (3, 5), (3, 6), (4, 4)}
"""The boards of three lines or more without an open tour."""
NO_TOUR_FROM = {(3, 7, 1, 3), (3, 8, 1, 2)}
"""Boards that have tours, and the cell on the middle line, counted from the nearer end, without."""
SHOWN = 5
"""So many of the wrong steps of an answer are named."""


@dataclass(frozen=True)
class Knight(Puzzle):
    """A board, the cell (row, column) where the knight begins, and whether it must come back.

    An answer is the cells in the order in which they are visited, (row, column) counted from 0.
    Tours from a start, and open tours from any, are counted as orders of visits: a closed tour
    from a start counts twice, once each way round. Closed tours without a start are counted as
    cycles, and each is found as the order that begins (0, 0), (1, 2).

    >>> Knight.parse("3x4@0,0").check(((0, 0), (1, 2)))
    ['the tour has 2 cells, not 12']
    """

    rows: int
    cols: int
    start: Square | None = None
    closed: bool = False
    path: tuple[Square, ...] = ()
    """The cells that are visited already, in order; they begin with the start."""

    name: ClassVar[str] = "knight"
    summary: ClassVar[str] = "Visit every cell of the board once by knight's moves."
    form: ClassVar[str] = (
        "ROWSxCOLUMNS, then ,closed to come back, then @ROW,COLUMN to begin there, "
        "then >ROW,COLUMN for each cell visited since"
    )
    title: ClassVar[str] = "Knight's tour"
    look: ClassVar[Look] = Look("tour", "knight", 3, "{0}x{0}", (5, 6))
    examples: ClassVar[tuple[Example, ...]] = (
        Example("5x5@0,0", "Five by five from the corner", answers=304),
        Example("5x5@0,1", "From a cell of the rarer colour: impossible", answers=0),
        Example("5x5", "Five by five from anywhere", answers=1728, source="OEIS A165134"),
        Example("3x4@0,0", "The smallest tour", answers=2, shortest=12),
        Example("5x6,closed", "The smallest closed tours", answers=8),
        Example("3x10,closed", "Closed, on three rows", answers=16, source="OEIS A070030"),
        Example("5x6,closed@2,2", "Closed, from a given cell: each way round", answers=16),
        Example("4x5@1,0", "On four rows from a middle one: impossible", answers=0),
        Example("4x4", "Four by four: impossible", answers=0, source="OEIS A165134"),
        Example("3x8,closed", "Closed on three by eight: impossible", answers=0),
        Example("5x5@0,0>1,2>2,4>4,3", "Three moves made already", answers=4),
        Example("1x1", "One cell", answers=1, shortest=1, source="OEIS A165134"),
    )

    def __post_init__(self) -> None:
        if not (self.rows >= 1 and self.cols >= 1 and self.rows * self.cols <= LARGEST):
            raise ValueError(
                f"found a board of {self.rows}x{self.cols}, expected 1 to {LARGEST:,} cells"
            )
        if self.path:
            self._begin()
        if self.start is None:
            return
        object.__setattr__(self, "start", tuple(self.start))
        if not self._holds(self.start):
            raise ValueError(
                f"found a start at {self.start[0]},{self.start[1]}, "
                f"expected 0,0 to {self.rows - 1},{self.cols - 1}"
            )

    def _begin(self) -> None:
        """The path is one, and its first cell the start; one that has no more is none."""
        path = tuple(tuple(square) for square in self.path)
        if self.start is not None and path[0] != tuple(self.start):
            raise ValueError(
                f"found a path from {_name(self.path[0])}, expected one from the start"
            )
        for step, (one, two) in enumerate(pairwise(self.path), 1):
            if not (self._holds(two) and _is_move(one, two)) or two in self.path[:step]:
                raise ValueError(
                    f"step {step}, from {_name(one)} to {_name(two)}: "
                    "expected a knight's move to a free cell"
                )
        object.__setattr__(self, "start", path[0])
        object.__setattr__(self, "path", path if len(path) > 1 else ())

    def _holds(self, square: Square) -> bool:
        return 0 <= square[0] < self.rows and 0 <= square[1] < self.cols

    @classmethod
    def parse(cls, text: str) -> Self:
        """`5x5@0,0`, `8x8,closed`, `3x10,closed@1,2`, `6x6`: rows and columns count from 0."""
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
        path = self.path or ([] if self.start is None else [self.start])
        visited = ">".join(f"{row},{col}" for row, col in path)
        return f"{self.rows}x{self.cols}{',closed' * self.closed}{'@' * bool(path)}{visited}"

    def board(self, answer: Iterable[Square] | None = None, /) -> Board:
        visits = dict(zip(answer or self.path, range(1, LARGEST + 1), strict=False))
        if self.start is not None:
            visits.setdefault(self.start, 1)
        cells = (
            Cell(
                str(visits.get((row, col), "")),
                _ink((row, col), self.start, visits),
                (row + col) % 2 == 1,
            )
            for row in range(self.rows)
            for col in range(self.cols)
        )
        title = f"{'closed ' * self.closed}knight's tour of {self.rows} by {self.cols}"
        return Board(self.rows, self.cols, tuple(cells), title)

    def check(self, answer: Sequence[Square], /) -> list[str]:
        if len(answer) != self.rows * self.cols:
            return [f"the tour has {len(answer)} cells, not {self.rows * self.cols}"]
        route = self._route(answer)
        if route is None:
            where = next(i for i, square in enumerate(answer) if not self._holds(square))
            return [f"cell {where + 1}, {answer[where]}, is outside the board"]
        wrong = [*self._repeats(route), *self._jumps(route)]
        if self.start is not None and route[0] != self.start:
            wrong.append(f"the tour begins at {_name(route[0])}, not at {_name(self.start)}")
        if tuple(route[: len(self.path)]) != self.path:
            wrong.append("the tour does not begin with the path that is set")
        if self.closed and not _is_move(route[-1], route[0]):
            wrong.append(f"the tour ends at {_name(route[-1])}, no move from {_name(route[0])}")
        return wrong

    def _route(self, answer: Sequence[Square]) -> Route | None:
        """The answer as a route whose pitch is twice the columns; None if it leaves the board."""
        if isinstance(answer, Route) and answer.pitch == 2 * self.cols:
            return answer
        inside = all(map(self._holds, answer))
        return Route.of(answer, 2 * self.cols) if inside else None

    def _repeats(self, route: Route) -> Iterator[str]:
        """The cells visited more than once; usually every cell is seen, so there are none."""
        seen = bytearray(self.rows * route.pitch)
        try:
            for number in route.numbers():
                seen[number] = 1
        except IndexError:
            pass
        if seen == (b"\1" * self.cols + b"\0" * self.cols) * self.rows:
            return
        if not all(map(self._holds, route)):
            yield "the tour leaves the board"
        for square, times in Counter(route).most_common(SHOWN):
            if times > 1:
                yield f"{_name(square)} is visited {times} times"

    def _jumps(self, route: Route) -> Iterator[str]:
        """The steps that are no knight's moves: usually none, which is seen all at once."""
        numbers = route.numbers()
        moves = {down * route.pitch + right for down, right in MOVES}
        steps = (  # piece by piece, so that millions can be interrupted
            set(map(sub, numbers[first + 1 : first + 1 + PIECE], numbers[first : first + PIECE]))
            for first in range(0, len(numbers), PIECE)
        )
        if all(each <= moves for each in steps):
            return
        jumps = (
            f"step {step}, from {_name(one)} to {_name(two)}, is no knight's move"
            for step, (one, two) in enumerate(pairwise(route), 1)
            if not _is_move(one, two)
        )
        yield from islice(jumps, SHOWN)

    def clashes(self) -> list[str]:
        """Why there is no tour, where that is a theorem or was counted; 002's boards among them."""
        why = self._no_closed_tour() if self.closed else self._no_open_tour()
        return [why] if why else []

    def _no_closed_tour(self) -> str:
        """Schwenk, "Which rectangular chessboards have a knight's tour?", 1991: all others have."""
        short, long = sorted((self.rows, self.cols))
        if short * long % 2:
            return f"a closed tour changes colour at every step, and {short * long} cells are odd"
        if short <= 2:
            return "on one or two lines the knight cannot come back"
        if short == 4:
            return (
                "on four lines no tour closes: outer and inner cells would alternate as colours do"
            )
        if short == 3 and long in (4, 6, 8):
            return f"3x{long} has no closed tour (Schwenk 1991)"
        return ""

    def _no_open_tour(self) -> str:
        """Chia and Ong, "Generalized knight's tours on rectangular chessboards", 2005.

        These boards have none at all, and no others. On four lines outer cells are half of all
        and never a move apart; did they alternate with inner ones throughout, all of them would
        have one colour. So somewhere two inner cells follow each other, and both ends are outer.
        """
        short, long = sorted((self.rows, self.cols))
        if short <= 2 and long > 1:
            return "on one or two lines the knight cannot reach every cell"
        if (short, long) in NO_OPEN_TOUR:
            return f"{short}x{long} has no tour at all (Chia and Ong 2005)"
        if self.start is None:
            return ""
        row, col = self.start
        if short * long % 2 and (row + col) % 2:
            return (
                f"colours alternate, and of {short * long} cells fewer have "
                f"that of {_name(self.start)}: no tour begins there"
            )
        if (self.rows == 4 and row in (1, 2)) or (self.cols == 4 and col in (1, 2)):
            return (
                f"on four lines a tour begins and ends in an outer one: not at {_name(self.start)}"
            )
        across, along = (row, col) if self.rows <= self.cols else (col, row)
        if (short, long, across, min(along, long - 1 - along)) in NO_TOUR_FROM:
            return f"{self.rows}x{self.cols} has no tour from {_name(self.start)} (counted)"
        return ""

    def tour(self) -> Tour:
        return Tour(self.rows, self.cols, self.start, self.closed, self.path)

    def space(self) -> StateSpace[int, Square]:
        if self.rows * self.cols > MOST_WALKED:
            raise Unsuited(
                f"found {self.rows * self.cols:,} cells, expected at most {MOST_WALKED:,} "
                "for a walk that remembers which were visited"
            )
        return Rides(self.tour())

    faces: ClassVar[Faces] = Faces({Tour: tour, StateSpace: space})

    def translate(self, face: type, found: Any) -> Route:
        pitch = 2 * self.cols
        return Route(found, pitch) if face == Tour else Route.of((*self.path, *found), pitch)

    def opening(self) -> tuple[Square, ...]:
        return () if self.start is None or self.path else (self.start,)

    def midway(self, moves: Sequence[Square], state: int, /) -> Self:
        begun = self.path or self.opening()
        return replace(self, path=(*begun, *moves))

    def ahead(self, answer: Sequence[Square], /) -> Sequence[Square]:
        made = len(self.path) or len(self.opening())
        return tuple(islice(answer, made, None))

    def say(self, move: Square, state: Any = None, /) -> str:
        return _name(move)

    def canonical_form(self) -> Knight:
        from clew.puzzles.knight.symmetries import canonical

        return canonical(self)

    def split(self, wanted: int, /) -> Sequence[tuple[Knight, int]]:
        from clew.puzzles.knight.split import split

        return split(self, wanted)

    def dead_ends(self) -> Callable[[int], bool]:
        from clew.puzzles.knight.dead_ends import Stranded

        return Stranded(self.tour())

    def guide(self) -> Guide:
        from clew.puzzles.knight.guide import TourGuide

        return TourGuide(self)

    def touches(self, move: Square, /) -> tuple[int, ...]:
        return (move[0] * self.cols + move[1],)


def _name(square: Square) -> str:
    """How players name a cell."""
    return f"r{square[0] + 1}c{square[1] + 1}"


def _is_move(one: Square, two: Square) -> bool:
    return (two[0] - one[0], two[1] - one[1]) in MOVES


def _ink(square: Square, start: Square | None, visits: dict[Square, int]) -> Ink:
    if square == start:
        return Ink.GIVEN
    return Ink.ANSWER if square in visits else Ink.NONE


def _number(rest: str, text: str, expected: str, then: str = "") -> tuple[int, str]:
    """The number that `rest`, the end of `text`, begins with, and what follows it and `then`."""
    match = re.match(rf"\s*([0-9]{{1,9}})(?![0-9])\s*{then}", rest)
    if match is None:
        raise _unexpected(rest, text, expected)
    return int(match[1]), rest[match.end() :]


def _unexpected(rest: str, text: str, expected: str) -> ValueError:
    column = len(text.rstrip()) - len(rest) + 1
    found = repr(rest[:20]) if rest else "the end"
    return ValueError(f"column {column}: found {found}, expected {expected}")


class Rides:
    """Where the knight stands and what it has visited, as one integer; 0 before it is set down.

    Setting it down on the first cell is a move like the others, so a tour has a move a cell.
    The low bits are the cells visited, the bits above them the cell where it stands, plus one.
    """

    def __init__(self, tour: Tour) -> None:
        self.tour = tour
        self.full = (1 << tour.cells) - 1
        numbers = [row * tour.cols + col for row, col in tour.path]
        self.start = domain(numbers) | (numbers[-1] + 1 << tour.cells if numbers else 0)

    @cached_property
    def moves(self) -> list[list[tuple[int, int]]]:
        """For each standing place (0: none yet) the bit of each next cell and its place."""
        tour, size = self.tour, self.tour.cells
        ways = [self._first(), *([] for _ in range(size))]
        for cell in range(size):
            ways[cell + 1] = [r * tour.cols + c for r, c in self._around(divmod(cell, tour.cols))]
        if tour.closed and tour.start is None:
            ways[1] = ways[1][:1]  # a cycle is walked from the corner, and one way round
        return [[(1 << cell, (cell + 1) << size) for cell in row] for row in ways]

    def _first(self) -> list[int]:
        if self.tour.start is not None:
            return [self.tour.start[0] * self.tour.cols + self.tour.start[1]]
        return [0] if self.tour.closed else list(range(self.tour.cells))

    def _around(self, square: Square) -> Iterator[Square]:
        for down, right in MOVES:
            row, col = square[0] + down, square[1] + right
            if 0 <= row < self.tour.rows and 0 <= col < self.tour.cols:
                yield row, col

    def neighbours(self, state: int) -> list[int]:
        visited = state & self.full
        moves = self.moves[state >> self.tour.cells]
        return [visited | bit | place for bit, place in moves if not visited & bit]

    def successors(self, state: int) -> Iterator[tuple[Square, int]]:
        for child in self.neighbours(state):
            yield self._stands(child), child

    def _stands(self, state: int) -> Square:
        return divmod((state >> self.tour.cells) - 1, self.tour.cols)

    def is_goal(self, state: int) -> bool:
        if state & self.full != self.full:
            return False
        return not self.tour.closed or _is_move(self._stands(state), self.tour.start or (0, 0))

    def heuristic(self, state: int) -> int:
        """The cells still to visit: each takes a move."""
        return self.tour.cells - (state & self.full).bit_count()
