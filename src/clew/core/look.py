"""How front ends draw, name and offer a kind, as data that the kind itself gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from clew.board.inputs import Input
from clew.core.deprecated import renamed
from clew.core.errors import Unsuited

Brief = tuple[tuple[str, str], ...]
"""A sentence in pieces, each with its style: "" for plain, "done" or "next"; or rules, each a
piece of the style "rule"."""
Blanks = tuple[tuple[str, str], ...]
"""Puzzles with nothing in them yet: for each what to call its size, and its text."""


@dataclass(frozen=True, kw_only=True)
class Look:
    """What a page can offer for a kind, beside its boards.

    >>> Look(piece="queen").as_dict()["piece"]
    'queen'
    """

    piece: str = ""
    """What stands or moves on the board, such as a queen."""
    prominence: int = 0
    """Kinds with a larger number come first in a list."""
    sized: str = ""
    """The text of the puzzle of size n: {0} is n, {1} a square of n x n blanks."""
    sizes: tuple[int, ...] = ()
    """The sizes that a comparison begins with."""
    editor: str = ""
    """How a puzzle is entered on its board: cells, signs (between cells) or lamps."""
    blanks: Blanks = ()
    """The boards that the editor begins with."""
    targets: bool = False
    """Whether the board marks the cells that a move can lead to."""

    def as_dict(self) -> dict[str, Any]:
        return dict(vars(self))


def squares(*orders: int) -> Blanks:
    """Blank square boards whose text is their order."""
    return tuple((f"{n} by {n}", str(n)) for n in orders)


@renamed(answers="solutions")
@dataclass(frozen=True)
class Example:
    """A puzzle worth showing: its text, and what is known of it, at least one of the numbers.

    >>> import clew
    >>> clew.Example("8", "The board of chess", solutions=92).solutions
    92
    """

    text: str
    title: str
    solutions: int | None = None  # how many there are
    shortest: int | None = None  # of a walk: the least number of moves, if that is what counts
    cost: int | None = None  # of a walk whose moves have costs: the least
    value: int | None = None  # of a game: what the player to move gets
    source: str = ""


class Shown:
    """What a kind is called, and how front ends offer and draw it."""

    name: ClassVar[str]
    """What it is called in ids, URLs and on the command line."""
    summary: ClassVar[str]
    """One line for the gallery: the task."""
    form: ClassVar[str]
    """How its text is written, in a few words, for help and error messages."""
    examples: ClassVar[tuple[Example, ...]] = ()
    title: ClassVar[str] = ""
    """What to call the kind, if that is not its name."""
    look: ClassVar[Look] = Look()
    """How front ends draw and offer it."""
    inputs: ClassVar[tuple[Input, ...]] = ()
    """How it is played on its board, the usual way first."""

    @classmethod
    def kind_title(cls) -> str:
        """What to call the kind in a heading."""
        return cls.title or cls.name.capitalize().replace("-", " ")

    def heading(self) -> str:
        """What to call the puzzle in a heading: by its kind."""
        return self.kind_title()

    def brief(self) -> Brief:
        """What is wanted, where the board alone does not say it."""
        return ()


# ------------------------------------------------------------------ moves
# What a walk or a game says of its moves: for players, hints and pictures.


class Moves:
    """The part of every puzzle that is about moves; the usual answers, where there are such."""

    name: ClassVar[str]
    step: ClassVar[str] = ""
    """What an answer is a sequence of, where answers are not all of one length."""

    def price(self, answer: Any, /) -> int | float | None:
        """What an answer costs: its number of moves unless they have costs; None if it has none."""
        return len(answer) if self.step else None

    def at(self, state: Any, /) -> Self:
        """The same puzzle or game from another state on; Unsuited if it has no such form."""
        raise Unsuited(f"{self.name} cannot be started midway")

    def say(self, move: Any, state: Any = None, /) -> str:
        """A move as a player would type it; the state before it matters for few puzzles."""
        return str(move)

    def opening(self) -> tuple[Any, ...]:
        """The moves that the puzzle has made already; a walk continues from there."""
        return ()

    def midway(self, moves: Sequence[Any], state: Any, /) -> Self:
        """The same puzzle with these moves made, which lead to that state."""
        return self.at(state)

    def ahead(self, answer: Any, /) -> Sequence[Any]:
        """The moves of an answer that are still to be made."""
        moves: Sequence[Any] = answer
        return moves

    def touches(self, move: Any, /) -> tuple[int, ...]:
        """The cells of the board that a move acts on, first the one to point at; perhaps none."""
        return ()

    def alike(self, move: Any, /) -> tuple[int, ...]:
        """Other cells that mean the same move: the mirror image of a pin in its row."""
        return ()
