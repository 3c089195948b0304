"""How the jumps of a frog are told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clew.core.board import Board
from clew.explanations.plans import Plan
from clew.explanations.walks import Guide


class HopGuide(Guide):
    """The frog: which way to jump, and what came of the other."""

    def named(self, move: Any) -> str:
        return f"pad {move}"

    def _jump(self, moves: Sequence[Any], move: Any) -> tuple[int, str]:
        here = [*self.begun, *moves][-1]
        return abs(move - here), "right" if move > here else "left"

    def technique(self, state: Any, move: Any) -> str:
        return "jump"

    def sentence(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        length, way = self._jump(moves, move)
        jump = (
            f"jump {len(self.begun) + len(moves)} goes {length} to the {way}, to {self.named(move)}"
        )
        return f"{jump}; {self.others(state, moves, move, tries)}"

    def left(self, left: int, proven: bool) -> str:
        return f"{left - 1} jump{'s remain' if left > 2 else ' remains'}" if left > 1 else ""

    def outcome(self, plan: Plan) -> str:
        count = len(plan.moves or ())
        return f"{count} jump{'s' * (count != 1)}, each pad once"

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        length, way = self._jump(moves, move)
        jump = f"jump {len(self.begun) + len(moves)}"
        return f"look at {jump}", f"{jump} is {length} long", f"{jump}, {length} long, to the {way}"

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        return (self.drawn(()).cols + move - 1,)

    def drawn(self, moves: Sequence[Any]) -> Board:
        return self.puzzle.board((*self.begun, *moves))
