"""Explanations of a frog's jumps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clew.board.board import Board
from clew.explanations.plans import Guide, Plan


class JumpGuide(Guide):
    """The frog: which way to jump, and what came of the other."""

    def named(self, move: Any) -> str:
        return f"pad {move}"

    def _jump(self, moves: Sequence[Any], move: Any) -> tuple[str, int, str]:
        """The jump by number, its length and direction."""
        path = [*self.begun, *moves]
        direction = "right" if move > path[-1] else "left"
        return f"jump {len(path)}", abs(move - path[-1]), direction

    def technique(self, state: Any, move: Any) -> str:
        return "jump"

    def sentence(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        jump, length, direction = self._jump(moves, move)
        others = self.others(state, moves, move, tries)
        return f"{jump} goes {length} to the {direction}, to {self.named(move)}; {others}"

    def left(self, left: int, proven: bool) -> str:
        return f"{left - 1} jump{'s remain' if left > 2 else ' remains'}" if left > 1 else ""

    def outcome(self, plan: Plan) -> str:
        count = len(plan.moves or ())
        return f"{count} jump{'s' * (count != 1)}, each pad once"

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        jump, length, direction = self._jump(moves, move)
        precise = f"{jump}, {length} long, to the {direction}"
        return f"look at {jump}", f"{jump} is {length} long", precise

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        return self.puzzle.touches(move)[:1]

    def drawn(self, moves: Sequence[Any]) -> Board:
        return self.puzzle.board((*self.begun, *moves))
