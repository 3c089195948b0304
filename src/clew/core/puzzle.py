"""The base class of every puzzle: an immutable value with one or more faces."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from operator import index
from typing import Any, ClassVar, Generic, Self, TypeVar

from clew.board.board import Board
from clew.board.inputs import Digit, Input
from clew.core.arguments import advice, plainly, shown
from clew.core.candidates import Eliminations
from clew.core.errors import ClewError
from clew.core.errors import Unsuited as Unsuited
from clew.core.faces import CSP, Faces, Game, Impartial, StateSpace, System, word_of
from clew.core.grid import SYMBOLS, Cells, cell_name
from clew.core.look import Example as Example
from clew.core.look import Moves, Shown
from clew.core.result import A, Run

F = TypeVar("F")
Filled = str | Mapping[Any, Any] | Sequence[Any]
"""A user's entries: a string, a mapping from names to values, or a value for each cell."""
CELL_NAME = re.compile(r"r(\d{1,6})c(\d{1,6})", re.ASCII | re.IGNORECASE)
LINES = re.compile(r"^[-+|\s]*\+[-+|\s]*$|\|", re.MULTILINE)
"""Matches the lines between the blocks of a board in plain text."""
BLANKS = (None, 0, "", ".", "-", "0")
"""The ways to write an empty cell, unless the puzzle uses them as values."""


class Puzzle(Shown, Moves, ABC, Generic[A]):
    """The base class of all puzzles.

    A puzzle is immutable, compares by value and has an `id` that you can use everywhere. You
    usually get one from `clew.parse` or `clew.generate`, or define your own with `clew.puzzle`,
    `clew.walk` or `clew.game`.

    >>> import clew
    >>> puzzle = clew.parse("queens:4")
    >>> puzzle.check((1, 3, 0, 2)), puzzle.check((0, 1, 2, 3))
    ([], ['the falling diagonal through row 1, column 1 has 4 queens'])
    """

    faces: ClassVar[Faces]
    """The puzzle's faces, with the usual one first."""
    objective: Any = None
    """The quantity to minimise or maximise, if the puzzle asks for the best solution."""

    @classmethod
    @abstractmethod
    def parse(cls, text: str) -> Self:
        """Read a puzzle of this kind from the part of its id after the colon.

        Args:
            text: The text, in the form that `clew puzzles KIND` shows.

        Returns:
            The puzzle.

        Raises:
            ValueError: The text doesn't describe a puzzle of this kind. The message says where
                and why.
        """

    @abstractmethod
    def __str__(self) -> str:
        """Return the puzzle's text on one line, so that parse(str(p)) == p."""

    @property
    def id(self) -> str:
        """The kind, a colon and the text. You can use it in Python, commands, URLs and files."""
        return f"{self.name}:{self}"

    @abstractmethod
    def board(self, solution: A | None = None, /) -> Board:
        """Draw the puzzle.

        Args:
            solution: A solution to fill in, or None for the puzzle alone.

        Returns:
            A board, which `clew.board` turns into text, SVG or JSON.
        """

    @abstractmethod
    def check(self, solution: A, /) -> list[str]:
        """List the rules that a solution breaks. The check doesn't rely on any search.

        Args:
            solution: The solution to check.

        Returns:
            The labels of the broken rules. The list is empty if the solution is right.
        """

    def tell(self, solution: A, /) -> str:
        """Describe the parts of a solution that its picture doesn't show.

        Args:
            solution: The solution to describe.

        Returns:
            The description, which is empty for most puzzles.
        """
        return ""

    def fault(self) -> ClewError | None:
        """Find a mistake in the puzzle's definition that made a search fail.

        Returns:
            The error to raise, or None if the definition is fine.
        """
        return None

    def clashes(self) -> list[str]:
        """List the rules that the givens alone break.

        Returns:
            The labels of the rules. If there are any, the puzzle has no solution.
        """
        return []

    def csp(self) -> CSP:
        """Return the puzzle's variables and constraints.

        Raises:
            Unsuited: The puzzle doesn't have this face.
        """
        raise Unsuited(f"{self.name} has no constraint face")

    def space(self) -> StateSpace[Any, Any]:
        """Return the puzzle's state space.

        Raises:
            Unsuited: The puzzle doesn't have this face.
        """
        raise Unsuited(f"{self.name} has no state-space face")

    def linear(self) -> System:
        """Return the puzzle's linear equations over GF(2).

        Raises:
            Unsuited: The puzzle doesn't have this face.
        """
        raise Unsuited(f"{self.name} has no linear face")

    def game(self) -> Game[Any, Any]:
        """Return the puzzle's two-player game.

        Raises:
            Unsuited: The puzzle doesn't have this face.
        """
        raise Unsuited(f"{self.name} has no game face")

    def impartial(self) -> Impartial[Any, Any]:
        """Return the puzzle's impartial game.

        Raises:
            Unsuited: The puzzle doesn't have this face.
        """
        raise Unsuited(f"{self.name} has no impartial face")

    def face(self, kind: type[F]) -> F:
        """Return one face of the puzzle, for a strategy to search.

        Args:
            kind: The type of the face, for example `clew.CSP`.

        Raises:
            Unsuited: The puzzle doesn't have this face.
        """
        if kind not in self.faces:
            raise Unsuited(f"{self.name} has no {word_of(kind)} face")
        face: F = self.faces[kind](self)
        return face

    def because(self, proof: Any) -> str:
        """Explain a proof that there is no solution.

        Args:
            proof: The proof, in the puzzle's own terms.

        Returns:
            A sentence, or an empty string if the result's `reason` already explains it.
        """
        return ""

    def translate(self, face: type, found: Any) -> Any:
        """Turn a strategy's solution for a face into a solution for the puzzle.

        Args:
            face: The type of the face.
            found: The solution, for example one value for each variable of a CSP.
        """
        return found

    def data_of(self, solution: A, /) -> Any:
        """Convert a solution to plain data for JSON.

        Args:
            solution: The solution to convert.
        """
        return solution

    def kept(self, solution: A, run: Run, /) -> A:
        """Convert a solution that was found and checked to the form that the caller gets.

        Args:
            solution: The solution.
            run: The run of the search that found it.
        """
        return solution

    def _repr_svg_(self) -> str:
        from clew.board.svg import svg

        return svg(self.board())


def as_puzzle(given: Puzzle[A] | str) -> Puzzle[A]:
    """Return the puzzle that a caller gave as a puzzle, an id or a face such as a CSP."""
    if isinstance(given, Puzzle):
        return given
    if isinstance(given, str):
        from clew import parse  # imports the kinds and their makers, which import this module

        return parse(given)
    from clew.model.bare import as_own  # wraps a face in a puzzle

    if (found := as_own(given)) is not None:
        return found
    raise TypeError(f"{shown(given)} isn't a puzzle: give a puzzle or its id, such as 'queens:8'")


class CellPuzzle(Puzzle[A]):
    """A puzzle that is solved by writing into the cells of its board.

    Entries contain one number for each cell of the board, row by row and including the givens. 0 is
    a blank. Users write the names of cells and values instead. Hints, play and every front end
    parse them with `find_cell`, `find_entry` and `read_entries`.
    """

    inputs: ClassVar[tuple[Input, ...]] = (Digit(),)

    @property
    @abstractmethod
    def givens(self) -> Cells:
        """The given entries."""

    @property
    @abstractmethod
    def symbols(self) -> tuple[str, ...]:
        """The symbols for the values 1, 2 and so on."""

    @property
    @abstractmethod
    def wanted(self) -> int:
        """The number of entries in a solution."""

    @abstractmethod
    def eliminations(self) -> Eliminations:
        """Return the values that each entry rules out for the other cells."""

    @abstractmethod
    def entries(self, solution: A, /) -> Cells:
        """Return a solution's entries."""

    @abstractmethod
    def answered(self, entries: Sequence[int], /) -> A | None:
        """Return the solution with these entries, or None if some are missing."""

    def assigned(self, entries: Sequence[int], /) -> Sequence[Any]:
        """Convert entries to values of the CSP's variables. By default, each cell is a variable."""
        return entries

    def written(self, variable: int, value: int, /) -> tuple[int, int]:
        """Return the cell and the entry that a variable's value stands for."""
        return variable, value

    @abstractmethod
    def with_entries(self, entries: Sequence[int], /) -> Self:
        """Return the puzzle that has these entries as its givens.

        Raises:
            ValueError: There is no such puzzle.
        """

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and the number of columns of the board."""
        board = self.board()
        return board.rows, board.cols

    def cell_name(self, cell: int, /) -> str:
        """Return a player's name for a cell: one word such as r3c4, or the puzzle's own name."""
        return cell_name(cell, self.shape[1])

    def find_cell(self, name: Any, /) -> int:
        """Find a cell by a name such as r3c4, or by its row and column, counted from 0.

        Raises:
            ValueError: There is no such cell.
        """
        rows, cols = self.shape
        place = name
        if isinstance(name, str) and (match := CELL_NAME.fullmatch(name)):
            place = int(match[1]) - 1, int(match[2]) - 1
        if isinstance(place, tuple) and len(place) == 2 and all(isinstance(n, int) for n in place):
            row, col = place
            if 0 <= row < rows and 0 <= col < cols:
                return int(row * cols + col)
        raise ValueError(f"there's no cell {plainly(name)}: cells go from r1c1 to r{rows}c{cols}")

    def find_entry(self, cell: int, value: Any, /, typed: bool = False) -> int:
        """Find the entry for a value in a cell, which is 0 for a blank.

        `typed` is True if the user typed the value as the board shows it. Letters come after 9, as
        in other tools.

        Raises:
            ValueError: The cell can't have this value.
        """
        symbols = self.symbols
        if value in BLANKS:
            return 0
        if isinstance(value, str):
            signs = {sign.lower(): entry for entry, sign in enumerate(symbols, 1)}
            letter = SYMBOLS.find(value.upper()) if len(value) == 1 else 0
            found = signs.get(value.lower(), letter)
        else:
            found = index(value) if hasattr(value, "__index__") else 0
        if 1 <= found <= len(symbols):
            return found
        said = f"{self.cell_name(cell)} can't be {plainly(value)}"
        raise ValueError(f"{said}: {advice(value, symbols)}")

    def read_entries(self, filled: Filled, /) -> Sequence[int | None]:
        """Convert a user's entries to values of the CSP's variables.

        The entries can be a string with one sign for each cell or with pairs such as r3c4=7, a
        dictionary with the names of cells as keys, or a list with a value for each cell.

        Raises:
            ValueError: A name or a value is wrong, or there are too few or too many.
        """
        if isinstance(filled, str) and "=" not in filled:
            return self.read_text(filled)
        entries = list(self.givens)
        for cell, value, typed in placed(self, filled):
            entries[cell] = self.find_entry(cell, value, typed)
        return self.assigned(entries)

    @abstractmethod
    def read_text(self, text: str, /) -> Sequence[int | None]:
        """Read entries from the text of the same puzzle, which may have more or fewer entries."""

    @abstractmethod
    def faults(self, entries: Sequence[int], /) -> list[str]:
        """List the rules that these entries break."""

    @abstractmethod
    def sheet(self, entries: Sequence[int], /) -> Board:
        """Draw the puzzle with these entries."""


def check_filled(filled: Any) -> None:
    """Reject a value that can't contain entries or moves.

    Raises:
        TypeError: The value isn't iterable.
    """
    if not isinstance(filled, Iterable):
        said = f"can't read {shown(filled)} as entries or moves"
        raise TypeError(f"{said}: give a dictionary, a list or a string")


def placed(puzzle: CellPuzzle, filled: Filled) -> Iterator[tuple[int, Any, bool]]:
    """Yield each cell with the user's value, and True if the value was typed."""
    check_filled(filled)
    if isinstance(filled, str) and "=" in filled:
        for pair in re.split(r"[\s,;]+", filled.strip(" \n,;")):
            name, equals, value = pair.partition("=")
            if not equals:
                raise ValueError(f"there's no = in {plainly(pair)}: write NAME=VALUE")
            yield puzzle.find_cell(name), value, True
    elif isinstance(filled, Mapping):
        for name, value in filled.items():
            yield puzzle.find_cell(name), value, False
    else:
        cells = prod(puzzle.shape)
        each = _signs(filled, cells) if isinstance(filled, str) else list(filled)
        if each and all(isinstance(row, list) for row in each):
            each = [value for row in each for value in row]
        if len(each) not in (0, cells):
            said = (
                f"there are {cells} cells, but {len(each)} entr{'y' if len(each) == 1 else 'ies'}"
            )
            raise ValueError(f"{said}: write one for each, with . for a blank, or NAME=VALUE")
        yield from ((cell, value, isinstance(filled, str)) for cell, value in enumerate(each))


def _signs(text: str, cells: int) -> list[str]:
    """Split a string into one word or letter for each cell, ignoring lines drawn between them."""
    for tried in (text, LINES.sub(" ", text)):
        words = tried.split()
        letters = list("".join(words))
        for each in (words, letters):
            if len(each) == cells:
                return each
    return words if len(words) > 1 else letters
