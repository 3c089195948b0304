"""Explanations of a path down a triangle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clew.board.board import Board
from clew.core.puzzle import Puzzle
from clew.explanations.plans import Guide, Plan

SUMMED = 40
"""The most entries of a path that are written as a sum."""


class SumPathGuide(Guide):
    """A path down a triangle: what is still missing, and what paths below can add."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        space: Any = self.space
        self.rows: tuple[tuple[int, ...], ...] = space.rows
        self.total: int = space.total
        self.whole = puzzle.board().rows == len(self.rows)  # else the path alone is drawn

    def named(self, move: Any) -> str:
        return f"place {move + 1}"

    def technique(self, state: Any, move: Any) -> str:
        return "sums below"

    def _entry(self, moves: Sequence[Any], move: Any) -> tuple[int, int, str]:
        """The row and the entry that a move leads to, and its direction."""
        path = [*self.begun, *moves]
        direction = "left" if move == path[-1] else "right"
        return len(path), self.rows[len(path)][move], direction

    def _entries(self, moves: Sequence[Any]) -> list[int]:
        return [self.rows[row][at] for row, at in enumerate([*self.begun, *moves])]

    def sentence(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        row, entry, direction = self._entry(moves, move)
        missing = self.total - sum(self._entries([*moves, move]))
        others = self.others(state, moves, move, tries)
        step = f"Go {direction} to the {entry} in row {row + 1}."
        return (
            f"{step} Then {missing} is still missing. {others}" if missing else f"{step} {others}"
        )

    def other(self, moves: Sequence[Any], move: Any) -> str:
        _, entry, direction = self._entry(moves, move)
        return f"the {entry} on the {direction}"

    def left(self, left: int, proven: bool) -> str:
        return ""

    def outcome(self, plan: Plan) -> str:
        entries = self._entries(plan.moves or ())
        if len(entries) > SUMMED:
            return "a path with the right sum"
        return f"{' + '.join(map(str, entries))} = {self.total}"

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        row, _, direction = self._entry(moves, move)
        vague = f"Look at row {row + 1}."
        technique = f"{vague} Which entry has a path below it that adds up to the missing sum?"
        return vague, technique, f"{vague} Go {direction}."

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        row = len(self.begun) + len(moves)
        return (row * len(self.rows) + move,) if self.whole else ()

    def drawn(self, moves: Sequence[Any]) -> Board:
        return self.puzzle.board([*self.begun, *moves] if self.whole else None)
