"""Explanations of a frog's jumps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clew.board.board import Board
from clew.explanations.phrases import capital, counted
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
        pads = counted(length, "pad")
        return f"{capital(jump)} goes {pads} to the {direction}, to {self.named(move)}. {others}"

    def left(self, left: int, proven: bool) -> str:
        after = "jump remains" if left == 2 else "jumps remain"
        return f"After that, {left - 1:,} {after}." if left > 1 else "That's the last jump."

    def outcome(self, plan: Plan) -> str:
        count = len(plan.moves or ())
        return f"{counted(count, 'jump')}, each pad once"

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        jump, length, direction = self._jump(moves, move)
        long = f"{capital(jump)} covers {counted(length, 'pad')}."
        return f"Look at {jump}.", long, f"{long} Jump to the {direction}."

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        return self.puzzle.touches(move)[:1]

    def drawn(self, moves: Sequence[Any]) -> Board:
        return self.puzzle.board((*self.begun, *moves))
