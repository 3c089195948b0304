"""Puzzle: an immutable value that shows one or more faces; the base class of every puzzle."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from operator import index
from typing import Any, ClassVar, Generic, Self, TypeVar

from clew.board.board import Board
from clew.board.inputs import Digit, Input
from clew.board.svg import svg
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
"""What a user has filled in: a text, a value for each name, or a value for each cell."""
CELL_NAME = re.compile(r"r(\d{1,6})c(\d{1,6})", re.ASCII | re.IGNORECASE)
LINES = re.compile(r"^[-+|\s]*\+[-+|\s]*$|\|", re.MULTILINE)
"""What a board in text has between its blocks."""
BLANKS = (None, 0, "", ".", "-", "0")
"""What a user may write for a cell that isn't filled, unless it's a value."""


class Puzzle(Shown, Moves, ABC, Generic[A]):
    """What every puzzle can do. Subclasses are frozen dataclasses in clew/puzzles/.

    >>> import clew
    >>> puzzle = clew.parse("queens:4")
    >>> puzzle.check((1, 3, 0, 2)), puzzle.check((0, 1, 2, 3))
    ([], ['the falling diagonal through row 1, column 1 has 4 queens'])
    """

    faces: ClassVar[Faces]
    """The faces it shows, the usual one first."""
    objective: Any = None
    """What is to be least or greatest, if the best answer is wanted (see HasObjective)."""

    @classmethod
    @abstractmethod
    def parse(cls, text: str) -> Self:
        """The puzzle that this text states; if it states none, ValueError says where and why."""

    @abstractmethod
    def __str__(self) -> str:
        """One line; parse(str(p)) == p."""

    @property
    def id(self) -> str:
        """The kind and the text with a colon between, the same in commands, URLs and files."""
        return f"{self.name}:{self}"

    @abstractmethod
    def board(self, answer: A | None = None, /) -> Board:
        """A picture of the puzzle, with an answer filled in if there is one."""

    @abstractmethod
    def check(self, answer: A, /) -> list[str]:
        """The rules that the answer breaks, by label; it does not depend on how it was found."""

    def tell(self, answer: A, /) -> str:
        """What the picture of an answer does not show, in words: nothing, for most puzzles."""
        return ""

    def fault(self) -> ClewError | None:
        """What is wrong with how it was stated, if that made a search fail."""
        return None

    def clashes(self) -> list[str]:
        """The rules that the givens alone break; if there are any, there is no solution."""
        return []

    def csp(self) -> CSP:
        raise Unsuited(f"{self.name} has no constraint face")

    def space(self) -> StateSpace[Any, Any]:
        raise Unsuited(f"{self.name} has no state-space face")

    def linear(self) -> System:
        raise Unsuited(f"{self.name} has no linear face")

    def game(self) -> Game[Any, Any]:
        raise Unsuited(f"{self.name} has no game face")

    def impartial(self) -> Impartial[Any, Any]:
        raise Unsuited(f"{self.name} has no impartial face")

    def face(self, kind: type[F]) -> F:
        """The face of that type: what the strategies for it search."""
        if kind not in self.faces:
            raise Unsuited(f"{self.name} has no {word_of(kind)} face")
        face: F = self.faces[kind](self)
        return face

    def because(self, proof: Any) -> str:
        """A proof that there is no answer, in words; empty if the reason says it already."""
        return ""

    def translate(self, face: type, found: Any) -> Any:
        """What a strategy found on that face, as an answer to the puzzle."""
        return found

    def data_of(self, answer: A, /) -> Any:
        """An answer as it's written into JSON."""
        return answer

    def kept(self, answer: A, run: Run, /) -> A:
        """An answer that was found and checked, as the caller gets it."""
        return answer

    def _repr_svg_(self) -> str:
        return svg(self.board())


def as_puzzle(given: Puzzle[A] | str) -> Puzzle[A]:
    """The puzzle that a caller gave, itself or as the text that `clew.parse` reads."""
    if isinstance(given, Puzzle):
        return given
    if isinstance(given, str):
        from clew import parse  # it knows the kinds and their makers, which stand on this module

        return parse(given)
    from clew.model.bare import as_own  # a statement without a puzzle around it

    if (found := as_own(given)) is not None:
        return found
    raise TypeError(f"found {shown(given)}, expected a puzzle or its id, such as 'queens:8'")


class CellPuzzle(Puzzle[A]):
    """A puzzle that is solved by writing into the cells of its board.

    Entries are a number for each cell of the board row by row, givens too; 0 is a blank. Users
    give names of cells and values instead, which `find_cell`, `find_entry` and `read_entries`
    understand: hints, play and every front end ask them.
    """

    inputs: ClassVar[tuple[Input, ...]] = (Digit(),)

    @property
    @abstractmethod
    def givens(self) -> Cells:
        """The entries that are given."""

    @property
    @abstractmethod
    def symbols(self) -> tuple[str, ...]:
        """What is written for the values 1, 2 and so on."""

    @property
    @abstractmethod
    def wanted(self) -> int:
        """How many entries a solution has."""

    @abstractmethod
    def eliminations(self) -> Eliminations:
        """What entries rule out for the other cells."""

    @abstractmethod
    def entries(self, answer: A, /) -> Cells:
        """What an answer writes into the cells."""

    @abstractmethod
    def answered(self, entries: Sequence[int], /) -> A | None:
        """The answer that these entries make, None if some are missing."""

    def assigned(self, entries: Sequence[int], /) -> Sequence[Any]:
        """The entries as values of the variables of its CSP; each cell is one, unless said."""
        return entries

    def written(self, variable: int, value: int, /) -> tuple[int, int]:
        """The cell and the entry that a value of a variable means."""
        return variable, value

    @abstractmethod
    def with_entries(self, entries: Sequence[int], /) -> Self:
        """The puzzle in which these are given; ValueError if there is no such puzzle."""

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns the board has."""
        board = self.board()
        return board.rows, board.cols

    def cell_name(self, cell: int, /) -> str:
        """What a player calls a cell, as one word: r3c4, unless the puzzle has a name for it."""
        return cell_name(cell, self.shape[1])

    def find_cell(self, name: Any, /) -> int:
        """Find the cell of a name such as r3c4, or of a pair: the row and the column from 0 on.

        Raises:
            ValueError: if there's no such cell.
        """
        rows, cols = self.shape
        place = name
        if isinstance(name, str) and (match := CELL_NAME.fullmatch(name)):
            place = int(match[1]) - 1, int(match[2]) - 1
        if isinstance(place, tuple) and len(place) == 2 and all(isinstance(n, int) for n in place):
            row, col = place
            if 0 <= row < rows and 0 <= col < cols:
                return int(row * cols + col)
        raise ValueError(f"there's no cell {plainly(name)}: they go from r1c1 to r{rows}c{cols}")

    def find_entry(self, cell: int, value: Any, /, typed: bool = False) -> int:
        """Find the entry that a value means in a cell, 0 for a blank.

        A value may also be `typed`, as the board shows it. Letters go on from 9, as in other tools.

        Raises:
            ValueError: if the cell can't have it.
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
        """Read what a user has filled in, as values of the variables of its CSP.

        It's a text with a sign for each cell or with pairs such as r3c4=7, a dictionary by name, or
        a list with a value for each cell.

        Raises:
            ValueError: if a name or a value is wrong, or if there are too few or too many.
        """
        if isinstance(filled, str) and "=" not in filled:
            return self.read_text(filled)
        entries = list(self.givens)
        for cell, value, typed in placed(self, filled):
            entries[cell] = self.find_entry(cell, value, typed)
        return self.assigned(entries)

    @abstractmethod
    def read_text(self, text: str, /) -> Sequence[int | None]:
        """Read the entries of a text that states the same puzzle, more or fewer cells filled in."""

    @abstractmethod
    def faults(self, entries: Sequence[int], /) -> list[str]:
        """The rules that these entries break."""

    @abstractmethod
    def sheet(self, entries: Sequence[int], /) -> Board:
        """A picture of the puzzle with these entries."""


def check_filled(filled: Any) -> None:
    """TypeError if something can hold neither entries nor moves."""
    if not isinstance(filled, Iterable):
        said = f"can't read {shown(filled)} as entries or moves"
        raise TypeError(f"{said}: give a dictionary, a list or a text")


def placed(puzzle: CellPuzzle, filled: Filled) -> Iterator[tuple[int, Any, bool]]:
    """Yield each cell with what a user filled in there, and whether it was typed."""
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
    """Split a text into a sign for each cell: words or letters, perhaps with lines between them."""
    for tried in (text, LINES.sub(" ", text)):
        words = tried.split()
        letters = list("".join(words))
        for each in (words, letters):
            if len(each) == cells:
                return each
    return words if len(words) > 1 else letters
