"""What a walk or a game says of its moves: for players, hints and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from clew.core.errors import Unsuited


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
