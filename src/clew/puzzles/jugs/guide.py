"""Explanations of moves with jugs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clew.board.board import Board
from clew.explanations.plans import Guide


class JugGuide(Guide):
    """Jugs: a shortest way, and what the jugs hold."""

    def sentence(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        after = dict(self.space.successors(state))[move]
        held = ", ".join(map(str, self.space.unpack(after)))  # type: ignore[attr-defined]  # of jugs
        return f"{self.named(move)}, and the jugs hold {held}"

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        """The jugs in the row of the amounts after the move."""
        below = (len(moves) + 1) * self.drawn(()).cols
        return tuple(below + cell for cell in sorted(self.puzzle.touches(move)))

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        vague = f"{left} move{'s are' if left > 1 else ' is'} enough, and fewer are impossible"
        named = " and ".join(f"jug {jug}" for jug in move if jug)
        kind = "fill" if not move[0] else "pour" if move[1] else "empty"
        return vague, f"{vague}: {kind} next", f"{vague}: {kind} next, with {named}"

    def drawn(self, moves: Sequence[Any]) -> Board:
        return self.puzzle.board(tuple(moves))
