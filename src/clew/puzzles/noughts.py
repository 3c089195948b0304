"""Noughts and crosses and its relatives: k in a row on a board with m rows and n columns."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, ClassVar, Self

from clew.board.board import Board
from clew.board.pen import Line
from clew.core.faces import Faces, Game, Verdict, values
from clew.core.games import GamePuzzle
from clew.core.grid import cell_name, cell_number, write_rows
from clew.core.look import Look
from clew.core.puzzle import Example
from clew.core.texts import read_number
from clew.puzzles._board_games import (
    Sides,
    completing,
    mark_cells,
    movers,
    read_sides,
    winning_lines,
    won_on,
    write_sides,
)

__path__: list[str] = []  # pickles name `clew.puzzles.noughts.puzzle`

LARGEST = 15
CHUNK = 9
"""The number of bits that one table lookup moves, enough for a 3 x 3 board."""
CHUNK_MASK = (1 << CHUNK) - 1
SHAPES = (("X", "cross"), ("O", "ring"), ("*", "star"))


class KInARow:
    """The rules. A state is an integer: the mover's bits, and above them the opponent's bits."""

    stakes = 1
    successors: Callable[[int], list[tuple[str, int]]]
    payoff: Callable[[int], int | None]

    def __init__(self, rows: int, cols: int, length: int, start: int = 0) -> None:
        self.start = start
        self.in_a_row = (rows, cols, length)
        self.size = rows * cols
        self.full = (1 << self.size) - 1
        self.cells = [(cell_name(c, cols), 1 << c, 1 << self.size + c) for c in range(self.size)]
        self.won = won_on(rows, cols, length)
        self.turns = _turns(rows, cols)
        kept: Callable[[Any], Any] = cache if self.size <= CHUNK else lambda function: function
        self.free = kept(self._free)
        self.successors = kept(self._successors)
        self.payoff = kept(self._payoff)

    def _successors(self, state: int) -> list[tuple[str, int]]:
        mine, theirs = state & self.full, state >> self.size
        swapped = mine << self.size | theirs
        return [(name, swapped | mark) for name, mark in self.free(mine | theirs)]

    def _free(self, taken: int) -> list[tuple[str, int]]:
        """Return the empty cells, each with the bit that the player to move sets there."""
        return [(name, mark) for name, cell, mark in self.cells if not taken & cell]

    def _payoff(self, state: int) -> int | None:
        theirs = state >> self.size
        if self.won[theirs]:
            return -1
        return 0 if (state | theirs) & self.full == self.full else None

    def canonical(self, state: int) -> int:
        """Return the smallest of this state's rotations and reflections."""
        mine, theirs = state & self.full, state >> self.size
        if self.size <= CHUNK:
            return min([low[mine] | high[theirs] for ((low, high),) in self.turns])
        return min([_turned(turn, mine, theirs) for turn in self.turns])

    def promise(self, state: int) -> int:
        """Return the number of lines still open to the player to move, minus the opponent's."""
        mine, theirs = state & self.full, state >> self.size
        return sum((not line & theirs) - (not line & mine) for line in self.won.lines)


Chunk = tuple[list[int], list[int]]
Symmetry = tuple[Chunk, ...]


def _turned(turn: Symmetry, mine: int, theirs: int) -> int:
    state = shift = 0
    for low, high in turn:
        state |= low[mine >> shift & CHUNK_MASK] | high[theirs >> shift & CHUNK_MASK]
        shift += CHUNK
    return state


@lru_cache(maxsize=16)
def _turns(rows: int, cols: int) -> tuple[Symmetry, ...]:
    """Make tables for each symmetry of the board that move the marks of nine cells at a time."""
    from clew.identity.canonical import SYMMETRIES

    size, turns = rows * cols, []
    for turn in SYMMETRIES[:: 1 if rows == cols else 2]:  # every other one exchanges the sides
        moved = turn.source(rows, cols)
        chunks = []
        for first in range(0, size, CHUNK):
            table = [0]
            for cell in moved[first : first + CHUNK]:
                table += [marks | 1 << cell for marks in table]
            chunks.append((table, [marks << size for marks in table]))
        turns.append(tuple(chunks))
    return tuple(turns)


@dataclass(frozen=True)
class Noughts(GamePuzzle):
    """A board, row by row, and how many in a row win. X and O take turns, and X goes first.

    >>> Noughts.parse("3x3").length
    3
    """

    rows: int
    cols: int
    length: int
    marks: str
    """One character per cell: X, O, or `.` for an empty cell."""

    name: ClassVar[str] = "noughts"
    summary: ClassVar[str] = "Put your mark in an empty cell; the first to complete a line wins."
    form: ClassVar[str] = "3x3 or 4x4,3 (the length that wins), or the rows separated by /: XO./…"
    title: ClassVar[str] = "Noughts and crosses"
    look: ClassVar[Look] = Look(prominence=2, sized="{0}x{0}", sizes=(2, 3))
    examples: ClassVar[tuple[Example, ...]] = (
        Example("3x3", "Noughts and crosses", value=0),
        Example("XO./.X./..O", "A fork wins", value=1),
        Example("XOX/.O./.X.", "O is to move", value=0),
        Example("XXO/OXX/XOO", "A full board", value=0),
        Example("XX./OO./X..", "O takes the row", value=1),
        Example("XXX/OO./...", "Over: X has three", value=-1),
        Example("3x2,2", "Two in a row on three rows of two", value=1),
    )

    def __post_init__(self) -> None:
        mine, _ = read_sides(self.marks)
        if won_on(self.rows, self.cols, self.length)[mine]:
            raise ValueError(f"the player to move already has {self.length} in a row")

    @classmethod
    def parse(cls, text: str) -> Self:
        board, comma, word = text.strip().upper().partition(",")
        if size := re.fullmatch(r"(\d+)X(\d+)", board.strip(), re.ASCII):
            rows, cols = (read_number(side, 1, LARGEST, "a side") for side in size.groups())
            marks = "." * (rows * cols)
        else:
            lines = [line.strip() for line in board.strip().replace("\n", "/").split("/")]
            rows, cols, marks = len(lines), len(lines[0]), _read_rows(lines)
        longest = max(rows, cols)
        length = read_number(word.strip(), 1, longest, "a length") if comma else min(rows, cols)
        return cls(rows, cols, length, marks)

    def __str__(self) -> str:
        blank = not self.marks.strip(".")
        board = f"{self.rows}x{self.cols}" if blank else write_rows(self.marks, self.cols)
        return board if self.length == min(self.rows, self.cols) else f"{board},{self.length}"

    def game(self) -> KInARow:
        mine, theirs = read_sides(self.marks)
        return KInARow(self.rows, self.cols, self.length, mine | theirs << len(self.marks))

    faces: ClassVar[Faces] = Faces({Game: game})

    def at(self, state: int, /) -> Self:
        return replace(self, marks=write_sides(self._sides(state), len(self.marks)))

    def _sides(self, state: int) -> Sides:
        size = len(self.marks)
        return state & ((1 << size) - 1), state >> size

    def reason(self, after: int, /) -> tuple[str, str] | None:
        return threats(self.game(), after)

    def strategy(self) -> str:
        if (self.rows, self.cols, self.length) != (3, 3, 3):
            return ""
        return (
            "Do the first of these that you can: complete a line; block the opponent's line; make "
            "two threats at once; stop the opponent from doing so; take the middle, the corner "
            "opposite the opponent, a corner, a side. If you play like this, you never lose "
            "(Newell and Simon, 1972)."
        )

    def threats(self) -> tuple[int, ...]:
        """Return the cells where the opponent would win at once."""
        mine, theirs = read_sides(self.marks)
        lines = winning_lines(self.rows, self.cols, self.length)
        return tuple(values(completing(lines, theirs, mine)))

    def touches(self, move: str, /) -> tuple[int, ...]:
        return (cell_number(move, self.cols),)

    def turn(self, state: int, /) -> str:
        return movers(self._sides(state))[0]

    def picture(self) -> Board:
        return self.board(None)

    def board(self, answer: Verdict | None = None, /) -> Board:
        """Draw the marks, with a star in each of the best cells."""
        best = {cell_number(move, self.cols) for move in answer.best} if answer else set()
        cells, won = mark_cells(self.marks, best), self._won_lines()
        title = "Noughts and crosses"
        return Board(self.rows, self.cols, cells, title, shapes=SHAPES, drawing=won)

    def _won_lines(self) -> tuple[Line, ...]:
        """Return a stroke through each winning line."""
        found = []
        for line in winning_lines(self.rows, self.cols, self.length):
            cells = list(values(line))
            held = {self.marks[cell] for cell in cells}
            if len(held) == 1 and held != {"."}:
                found.append(Line((cells[0], cells[-1]), role="win"))
        return tuple(found)


def _read_rows(lines: list[str]) -> str:
    for row, line in enumerate(lines, 1):
        for column, mark in enumerate(line, 1):
            if mark not in "XO0.-_":
                raise ValueError(
                    f"row {row}, column {column}: found {mark!r}, expected X, O or '.' "
                    "(or a size such as 3x3)"
                )
        if len(line) != len(lines[0]) or not 1 <= len(line) <= LARGEST:
            raise ValueError(
                f"row {row}: found {len(line)} cells, expected "
                f"{len(lines[0]) if 1 <= len(lines[0]) <= LARGEST else f'1 to {LARGEST}'}"
            )
    if len(lines) > LARGEST:
        raise ValueError(f"found {len(lines)} rows, expected at most {LARGEST}")
    return re.sub("[-_]", ".", "".join(lines).replace("0", "O"))


def threats(game: KInARow, after: int) -> tuple[str, str] | None:
    """Return the technique and the reason for the move to this state, if there's a simple one.

    The lowest bits of the state are the marks of the player to move next, row by row. Above them
    are the marks of the player who has just moved.
    """
    cols = game.in_a_row[1]
    theirs, mine = after & game.full, after >> game.size
    (moved,) = values(mine & ~(game.start & game.full))
    lines = game.won.lines
    blocked = completing(lines, theirs, mine & ~(1 << moved)) >> moved & 1
    made = list(values(completing(lines, mine, theirs)))
    if len(made) > 1 and not completing(lines, theirs, mine):
        return "fork", f"it threatens to complete a line at {_named(made, cols)}"
    if blocked:
        also = f", and threatens {_named(made, cols)}" if made else ""
        return "block", f"it stops the other player, who could complete a line there{also}"
    return None


def _named(cells: list[int], cols: int) -> str:
    return " and ".join(cell_name(cell, cols) for cell in cells)
