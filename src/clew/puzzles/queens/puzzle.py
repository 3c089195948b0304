"""N-Queens: n queens on an n x n board, none attacking another. Some may already be placed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Self

from clew.board.board import Board, Cell, Ink
from clew.board.inputs import Put
from clew.core.candidates import Eliminations
from clew.core.capabilities import defined_in
from clew.core.faces import CSP, Faces
from clew.core.grid import Cells, read_order
from clew.core.look import Look, squares
from clew.core.puzzle import CellPuzzle, Example, Filled, Unsuited
from clew.puzzles.queens.face import (
    PIECE,
    Attacks,
    QueensBoard,
    Square,
    attacks,
    is_peaceful,
    rules,
)

if TYPE_CHECKING:
    from clew.core.result import Run

LARGEST = 10_000_000
"""The maximum order of an empty board."""
LARGEST_SEARCHED = 1_000
"""The maximum order to draw in full, to have queens on the board, and to write out the rules."""
CORNER = 100
"""The number of rows and columns to draw if the board is larger."""
IN_WORDS = 40
"""The maximum number of queens to list if the board is too large to draw."""


@dataclass(frozen=True)
class Queens(CellPuzzle):
    """A board with n rows, and the squares (row, column) of the queens already placed.

    A solution is the column of each row's queen, counted from 0.

    >>> Queens.parse("4").check((1, 3, 0, 2))
    []
    """

    order: int
    placed: tuple[Square, ...] = ()

    name: ClassVar[str] = "queens"
    summary: ClassVar[str] = "One queen in each row, none attacking another."
    form: ClassVar[str] = "N, or the rows separated by /: Q for a queen, numbers for empty squares"
    look: ClassVar[Look] = Look(
        piece="queen", prominence=5, sized="{0}", sizes=tuple(range(4, 11)), editor="cells",
        blanks=squares(8, 4, 5, 6, 7, 9, 10, 12),
    )  # fmt: skip
    inputs = (Put("queen"),)
    examples: ClassVar[tuple[Example, ...]] = (
        Example("8", "The eight queens", solutions=92, source="OEIS A000170"),
        Example("4", "Four queens", solutions=2, source="OEIS A000170"),
        Example("6", "Six queens", solutions=4, source="OEIS A000170"),
        Example("1", "One queen", solutions=1, source="OEIS A000170"),
        Example("3", "Three queens: impossible", solutions=0, source="OEIS A000170"),
        Example("Q7/8/8/8/8/8/8/8", "Eight queens, one in the corner", solutions=4),
        Example("Q4/1Q3/5/5/5", "Two queens that attack each other", solutions=0),
    )

    def __post_init__(self) -> None:
        if not 1 <= self.order <= LARGEST:
            raise ValueError(f"found {self.order} queens, expected 1 to {LARGEST:,}")
        if self.placed and self.order > LARGEST_SEARCHED:
            raise ValueError(
                f"found queens placed on a board of order {self.order}, "
                f"expected an order of at most {LARGEST_SEARCHED}"
            )
        for row, col in self.placed:
            if not (0 <= row < self.order and 0 <= col < self.order):
                raise ValueError(f"found a queen at {row},{col}, outside the board")
        object.__setattr__(self, "placed", tuple(sorted(set(self.placed))))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the order of a board, or a board with queens on it.

        Args:
            text: The order, or the rows, separated by `/` or new lines. `Q` is a queen, and `.` or
                a number stands for empty squares.

        Returns:
            The puzzle.

        Raises:
            ValueError: The text isn't such a board. The message says where and why.
        """
        if text.strip().isdigit():
            return cls(read_order(text, LARGEST))
        if not text.strip():
            raise ValueError("found an empty text, expected a number of queens or a board")
        return cls(*read_rows(text, LARGEST_SEARCHED))

    def __str__(self) -> str:
        return write_rows(self.placed, self.order) if self.placed else str(self.order)

    def board(self, solution: Sequence[int] | None = None, /) -> Board:
        size = self.order if self.order <= LARGEST_SEARCHED else CORNER
        return self._drawn(dict.fromkeys(enumerate((solution or ())[:size]), Ink.ANSWER), size)

    def _drawn(self, ink: dict[Square, Ink], size: int) -> Board:
        ink |= dict.fromkeys(self.placed, Ink.GIVEN)
        squares = ((row, col) for row in range(size) for col in range(size))
        cells = (Cell("Q" * (at in ink), ink.get(at, Ink.NONE), sum(at) % 2 == 1) for at in squares)
        title = f"{self.order} queens"
        if size < self.order:
            title += f", the first {size} rows and columns"
        return Board(size, size, tuple(cells), title, shapes=(("Q", "queen"), ("x", "x")))

    def piece_at(self, variable: int, value: int, /) -> tuple[int, str]:
        """Return a queen's cell, and the text in it.

        Args:
            variable: The row.
            value: The column.
        """
        return self.order * variable + value, "Q"

    def tell(self, solution: Sequence[int], /) -> str:
        if self.order <= LARGEST_SEARCHED:
            return ""  # the picture shows all queens
        columns = ", ".join(str(col + 1) for col in solution[:IN_WORDS])
        return (
            f"{self.order:,} queens, drawn in the first {CORNER} rows and columns; "
            f"row by row, they are in columns {columns}, …"
        )

    def check(self, solution: Sequence[int], /) -> list[str]:
        if len(solution) != self.order:
            return [f"the answer has {len(solution)} queens, not {self.order}"]
        if not self.placed and is_peaceful(solution, self.order):
            return []
        wrong = [
            f"{col} is not a column from 0 to {self.order - 1}"
            for col in sorted(set(solution))
            if not 0 <= col < self.order
        ]
        wrong += [
            f"row {row + 1} has its queen in column {col + 1} already"
            for row, col in self.placed
            if solution[row] != col
        ]
        return wrong + attacks(tuple(enumerate(solution)), self.order)

    def kept(self, solution: Sequence[int], run: Run, /) -> Sequence[int]:
        if isinstance(solution, tuple):
            return solution
        # Copy it piece by piece, so that limits hold even for millions of queens.
        return tuple(chain.from_iterable(_pieces(solution, run)))

    def clashes(self) -> list[str]:
        return attacks(self.placed, self.order)

    @property
    def givens(self) -> Cells:
        return self._cells(self.placed)

    @property
    def symbols(self) -> tuple[str, ...]:
        return ("Q",)

    @property
    def wanted(self) -> int:
        return self.order

    def eliminations(self) -> Eliminations:
        return Attacks(self.order)

    def entries(self, solution: Sequence[int], /) -> Cells:
        """Return the entries of a solution: 1 for each square with a queen, and 0 for the others.

        Args:
            solution: The column of the queen in each row.
        """
        return self._cells(tuple(enumerate(solution)))

    def _cells(self, squares: Sequence[Square]) -> Cells:
        if self.order > LARGEST_SEARCHED:
            raise Unsuited(
                f"found {self.order} rows, expected at most {LARGEST_SEARCHED} for placing queens"
            )
        cells = [0] * self.order**2
        for row, col in squares:
            cells[row * self.order + col] = 1
        return tuple(cells)

    def _squares(self, entries: Sequence[int]) -> tuple[Square, ...]:
        return tuple(divmod(cell, self.order) for cell, queen in enumerate(entries) if queen)

    def answered(self, entries: Sequence[int], /) -> tuple[int, ...] | None:
        """Return the column of each row's queen, or None unless every row has one.

        Args:
            entries: 1 for each square with a queen, and 0 for the others.
        """
        squares = self._squares(entries)
        whole = [row for row, _ in squares] == list(range(self.order))
        return tuple(col for _, col in squares) if whole else None

    def assigned(self, entries: Sequence[int], /) -> Sequence[Any]:
        """Return the column of the queen in each row, or None for a row without one.

        Args:
            entries: 1 for each square with a queen, and 0 for the others.
        """
        return self._columns(self._squares(entries))

    def _columns(self, squares: Sequence[Square]) -> list[int | None]:
        """Return the column of the queen in each row, or None for a row without one."""
        return [dict(squares).get(row) for row in range(self.order)]

    def written(self, variable: int, value: int, /) -> tuple[int, int]:
        """Return a queen's cell, and the entry in it.

        Args:
            variable: The row.
            value: The column.
        """
        return variable * self.order + value, 1

    words = defined_in("clew.puzzles._explanations", "QueenWords")

    def canonical_form(self) -> Self:
        """Return the smallest of the board's rotations and reflections."""
        from clew.identity.canonical import SYMMETRIES

        n = self.order
        forms = (sorted(turn.square(*queen, n, n) for queen in self.placed) for turn in SYMMETRIES)
        return replace(self, placed=tuple(min(forms)))

    @property
    def counts_parts(self) -> bool:
        return not self.placed

    count_part = defined_in("clew.puzzles.queens.classes", "count_part")
    symmetry_classes = defined_in("clew.puzzles.queens.classes", "classes")
    classes_of = defined_in("clew.puzzles.queens.classes", "classes_of")

    def symmetry_objection(self, strategy: str, /) -> str:
        """Return the reason why a strategy can't count up to symmetry, or an empty string.

        Args:
            strategy: The name of the strategy.
        """
        from clew.puzzles.queens.search import LARGEST_COUNTED

        if strategy == "queens" and not self.placed and self.order <= LARGEST_COUNTED:
            return ""
        return (
            f"it counts up to {LARGEST_COUNTED} queens on an empty board with the strategy queens"
        )

    @property
    def shape(self) -> tuple[int, int]:
        return self.order, self.order

    def read_entries(self, filled: Filled, /) -> Sequence[int | None]:
        """Read a user's entries, and return the column of the queen in each row.

        Args:
            filled: The squares, as for any puzzle, or the columns themselves, with None for a row
                without a queen.

        Raises:
            ValueError: A square or a value is wrong, or there are too few or too many of them.
        """
        if not isinstance(filled, str | Mapping) and len(filled) == self.order:
            return list(filled)
        return super().read_entries(filled)

    def read_text(self, text: str, /) -> Sequence[int | None]:
        """Return the column of the queen in each row of a board, or None for a row without one.

        Args:
            text: A board of the same order, as in an id.

        Raises:
            ValueError: The text isn't such a board, or two queens share a row.
        """
        filled = type(self).parse(text)
        if filled.order != self.order:
            raise ValueError(f"found a board of order {filled.order}, expected {self.order}")
        for (row, _), (below, _) in pairwise(filled.placed):
            if row == below:
                raise ValueError(f"found two queens in row {row + 1}, expected one at most")
        return self._columns(filled.placed)

    def with_entries(self, entries: Sequence[int], /) -> Self:
        """Return the puzzle that has these queens on its board.

        Args:
            entries: 1 for each square with a queen, and 0 for the others.
        """
        return replace(self, placed=self._squares(entries))

    def faults(self, entries: Sequence[int], /) -> list[str]:
        """List the rows, columns and diagonals that have more than one queen.

        Args:
            entries: 1 for each square with a queen, and 0 for the others.
        """
        return attacks(self._squares(entries), self.order)

    def sheet(self, entries: Sequence[int], /) -> Board:
        """Draw the board with these queens.

        Args:
            entries: 1 for each square with a queen, and 0 for the others.
        """
        return self._drawn(dict.fromkeys(self._squares(entries), Ink.ANSWER), self.order)

    def queens(self) -> QueensBoard:
        """Return the face that strategies for N-Queens search."""
        return QueensBoard(self.order, self.placed)

    def csp(self) -> CSP:
        if self.order > LARGEST_SEARCHED:
            raise Unsuited(
                f"the rules of {self.order} queens are too many to write out: "
                f"the limit is {LARGEST_SEARCHED} queens"
            )
        return CSP(self.queens().domains(), rules(self.order))

    faces: ClassVar[Faces] = Faces({QueensBoard: queens, CSP: csp})


def _pieces(answer: Sequence[int], run: Run) -> Iterator[Sequence[int]]:
    for first in range(0, len(answer), PIECE):
        run.pause()
        yield answer[first : first + PIECE]


# ------------------------------------------------------------------ its text


def read_rows(text: str, most: int) -> tuple[int, tuple[Square, ...]]:
    """Return the order and the queens of a board with at most `most` rows."""
    lines = "\n".join(filter(None, map(str.strip, text.split("\n"))))
    rows = [row.strip() for row in re.split(r"\n?/\n?|\n", lines, maxsplit=most)]
    if len(rows) > most:
        raise ValueError(f"found more than {most} rows, expected at most {most}")
    placed = ((row, col) for row, line in enumerate(rows) for col in _queens(line, row, len(rows)))
    return len(rows), tuple(placed)


def _queens(line: str, row: int, order: int) -> Iterator[int]:
    """Yield the columns of the queens in one row of the text."""
    col = 0
    for match in re.finditer(r"\d+|\S", line):
        item = match[0]
        if item.isdigit() and item.isascii() and len(item) < 6:
            col += int(item)
        elif item in "Qq.-*_":
            if item in "Qq":
                yield col
            col += 1
        else:
            raise ValueError(
                f"row {row + 1}, column {match.start() + 1}: found {item[:20]!r}, "
                "expected Q, '.' or a number of empty squares"
            )
        if col > order:
            break
    if col != order:
        found = f"{col} squares" if col < order else f"more than {order} squares"
        raise ValueError(f"row {row + 1}: found {found}, expected {order}, one for each row")


def write_rows(placed: Sequence[Square], order: int) -> str:
    """Write the rows, with `Q` for a queen and a number for the empty squares between queens."""
    rows: list[list[int]] = [[] for _ in range(order)]
    for row, col in placed:
        rows[row].append(col)
    return "/".join(_row_text(cols, order) for cols in rows)


def _row_text(cols: Sequence[int], order: int) -> str:
    text, at = "", 0
    for col in [*cols, order]:
        text += str(col - at) if col > at else ""
        text += "Q" if col < order else ""
        at = col + 1
    return text
