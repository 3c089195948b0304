"""Explanations of moves with jugs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clew.board.board import Board
from clew.core.texts import spoken
from clew.explanations.phrases import counted
from clew.explanations.plans import Guide


class JugGuide(Guide):
    """Jugs: a shortest way, and what the jugs hold."""

    def sentence(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        after = dict(self.space.successors(state))[move]
        held = self.space.unpack(after)  # type: ignore[attr-defined]  # of jugs
        jugs = "jug then holds" if len(held) == 1 else "jugs then hold"
        return f"{_told(move)}. The {jugs} {spoken(map(str, held))}."

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        """The jugs in the row of the amounts after the move."""
        below = (len(moves) + 1) * self.drawn(()).cols
        return tuple(below + cell for cell in sorted(self.puzzle.touches(move)))

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        vague = f"You can finish in {counted(left, 'move')} (the minimum)."
        named = " and ".join(f"jug {jug}" for jug in move if jug)
        kind = (
            "Fill a jug" if not move[0] else "Pour one into another" if move[1] else "Empty a jug"
        )
        return vague, f"{vague} {kind}.", f"{vague} {kind}: look at {named}."

    def drawn(self, moves: Sequence[Any]) -> Board:
        return self.puzzle.board(tuple(moves))


def _told(move: Any) -> str:
    """Return a move of jugs as an instruction."""
    source, sink = move
    if not source:
        return f"Fill jug {sink}"
    return f"Pour jug {source} into jug {sink}" if sink else f"Empty jug {source}"
