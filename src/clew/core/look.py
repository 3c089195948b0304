"""Settings with which a kind controls how front ends name, draw and present it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from clew.board.inputs import Input
from clew.core.deprecated import renamed
from clew.core.errors import Unsuited

Brief = tuple[tuple[str, str], ...]
"""A sentence in pieces, each with its style: "" (plain), "done" or "next". It may also be a list of
rules, each a piece in the style "rule"."""
Blanks = tuple[tuple[str, str], ...]
"""Empty puzzles, each as the name of its size and its text."""


@dataclass(frozen=True, kw_only=True)
class Look:
    """A kind's settings for front ends, apart from its boards.

    >>> Look(piece="queen").as_dict()["piece"]
    'queen'
    """

    piece: str = ""
    """The piece on the board, such as a queen."""
    prominence: int = 0
    """Kinds with a larger number come first in a list."""
    sized: str = ""
    """A template for the text of size n: {0} is n, and {1} is a square of n x n blanks."""
    sizes: tuple[int, ...] = ()
    """The sizes that a comparison starts with."""
    editor: str = ""
    """The editor for the kind's boards: cells, signs (between cells) or lamps."""
    blanks: Blanks = ()
    """The boards that the editor starts with."""
    targets: bool = False
    """True if the board marks the cells that a move can lead to."""

    def as_dict(self) -> dict[str, Any]:
        return dict(vars(self))


def squares(*orders: int) -> Blanks:
    """Return blank square boards whose text is their order."""
    return tuple((f"{n} by {n}", str(n)) for n in orders)


@renamed(answers="solutions")
@dataclass(frozen=True)
class Example:
    """A puzzle worth showing: its text and the known facts about it.

    Tests check the facts, so give at least one of the numbers.

    Args:
        text: The text of the puzzle, as in its id after the colon.
        title: A short title for the gallery.
        solutions: The number of solutions.
        shortest: For a walk, the minimum number of moves.
        cost: For a walk whose moves have costs, the minimum cost.
        value: For a game, the gain of the player to move.
        source: The book or page that the puzzle is from.

    >>> import clew
    >>> clew.Example("8", "A full chessboard", solutions=92).solutions
    92
    """

    text: str
    title: str
    solutions: int | None = None
    shortest: int | None = None
    cost: int | None = None
    value: int | None = None
    source: str = ""


class Shown:
    """A kind's names, and the data that front ends need to present and draw it."""

    name: ClassVar[str]
    """The kind's name in ids, URLs and on the command line."""
    summary: ClassVar[str]
    """The task in one line, for the gallery."""
    form: ClassVar[str]
    """A short description of the form of a puzzle's text, for help and error messages."""
    examples: ClassVar[tuple[Example, ...]] = ()
    """Puzzles of this kind for the gallery."""
    title: ClassVar[str] = ""
    """The kind's name in headings, if it differs from `name`."""
    look: ClassVar[Look] = Look()
    """The way in which front ends present a puzzle."""
    inputs: ClassVar[tuple[Input, ...]] = ()
    """The ways to play it on its board, the usual one first."""

    @classmethod
    def kind_title(cls) -> str:
        """Return the kind's name for a heading."""
        return cls.title or cls.name.capitalize().replace("-", " ")

    def heading(self) -> str:
        """Return the puzzle's name for a heading, which is the kind's name by default."""
        return self.kind_title()

    def brief(self) -> Brief:
        """Return the task in words, if the board alone doesn't show it."""
        return ()


# ------------------------------------------------------------------ moves
# The moves of a walk or a game: for players, hints and pictures.


class Moves:
    """The methods of every puzzle that deal with moves."""

    name: ClassVar[str]
    step: ClassVar[str] = ""
    """The word for one step of a solution, such as `move`, if solutions differ in length."""

    def price(self, solution: Any, /) -> int | float | None:
        """Return the cost of a solution.

        Args:
            solution: The solution.

        Returns:
            The total cost of its moves, or their number if moves have no costs. None if the
            solution isn't a sequence of moves.
        """
        return len(solution) if self.step else None

    def at(self, state: Any, /) -> Self:
        """Return the same puzzle or game, starting in another state.

        Args:
            state: The state to start in.

        Raises:
            Unsuited: The puzzle can't start in the middle.
        """
        raise Unsuited(f"{self.name} can't start in the middle")

    def say(self, move: Any, state: Any = None, /) -> str:
        """Return a move as a player would type it.

        Args:
            move: The move.
            state: The state before the move, which only a few puzzles need.
        """
        return str(move)

    def opening(self) -> tuple[Any, ...]:
        """Return the moves that have been made already. A walk continues from there."""
        return ()

    def midway(self, moves: Sequence[Any], state: Any, /) -> Self:
        """Return the same puzzle after some moves.

        Args:
            moves: The moves to make.
            state: The state that they lead to.
        """
        return self.at(state)

    def ahead(self, solution: Any, /) -> Sequence[Any]:
        """Return the moves of a solution that haven't been made yet.

        Args:
            solution: The solution.
        """
        moves: Sequence[Any] = solution
        return moves

    def touches(self, move: Any, /) -> tuple[int, ...]:
        """Return the board's cells that a move acts on, starting with the one to point at.

        Args:
            move: The move.
        """
        return ()

    def alike(self, move: Any, /) -> tuple[int, ...]:
        """Return other cells that stand for the same move, such as a pin's mirror image in its row.

        Args:
            move: The move.
        """
        return ()
