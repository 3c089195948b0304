"""How the moves of jugs are told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clew.core.board import Board
from clew.core.puzzle import Puzzle
from clew.explanations.walks import Guide
from clew.puzzles.jugs.face import Vessels


class PourGuide(Guide):
    """Jugs: a shortest way, and what the jugs hold."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        self.vessels: Vessels = puzzle.face(Vessels)

    def sentence(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        after = dict(self.space.successors(state))[move]
        held = ", ".join(map(str, self.space.unpack(after)))  # type: ignore[attr-defined]  # of jugs
        return f"{self.named(move)}, and the jugs hold {held}"

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        row = (len(moves) + 2) * len(self.vessels.capacities)
        return tuple(row + jug - 1 for jug in sorted(move) if jug)

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        vague = f"{left} move{'s are' if left > 1 else ' is'} enough, and fewer are impossible"
        named = " and ".join(f"jug {jug}" for jug in move if jug)
        kind = "fill" if not move[0] else "pour" if move[1] else "empty"
        return vague, f"{vague}: {kind} next", f"{vague}: {kind} next, with {named}"

    def drawn(self, moves: Sequence[Any]) -> Board:
        return self.puzzle.board(tuple(moves))
