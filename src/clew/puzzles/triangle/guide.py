"""How a path down a triangle is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clew.core.board import Board
from clew.core.puzzle import Puzzle
from clew.explanations.plans import Plan
from clew.explanations.walks import Guide


class DescentGuide(Guide):
    """A path down a triangle: what is still missing, and what paths below can add."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        descent: Any = self.space
        self.rows: tuple[tuple[int, ...], ...] = descent.rows
        self.total: int = descent.total

    def named(self, move: Any) -> str:
        return f"place {move + 1}"

    def technique(self, state: Any, move: Any) -> str:
        return "sums below"

    def _entry(self, moves: Sequence[Any], move: Any) -> tuple[int, int, str]:
        """The row and the entry that a move leads to, and which way it goes."""
        path = [*self.begun, *moves]
        row, here = len(path), path[-1]
        return row, self.rows[row][move], "left" if move == here else "right"

    def sentence(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        row, entry, way = self._entry(moves, move)
        path = [*self.begun, *moves, move]
        made = sum(self.rows[at][place] for at, place in enumerate(path))
        lead = f"go {way} to {entry} in row {row + 1}; {self.total - made} is missing then"
        return f"{lead}; {self.others(state, moves, move, tries)}"

    def other(self, moves: Sequence[Any], move: Any) -> str:
        return f"the {self._entry(moves, move)[1]} to the {self._entry(moves, move)[2]}"

    def left(self, left: int, proven: bool) -> str:
        return ""

    def outcome(self, plan: Plan) -> str:
        path = [*self.begun, *(plan.moves or ())]
        entries = [str(self.rows[row][at]) for row, at in enumerate(path)]
        return f"{' + '.join(entries)} = {self.total}" if len(path) <= 40 else "a path was found"

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        row, _, way = self._entry(moves, move)
        vague = f"look at row {row + 1}"
        technique = f"{vague}: can a path below each entry add up to what is missing?"
        return vague, technique, f"{vague}: go {way}"

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        size = len(self.rows)
        board = self.puzzle.board()
        row = len(self.begun) + len(moves)
        return (row * size + move,) if board.rows == size else ()

    def drawn(self, moves: Sequence[Any]) -> Board:
        size = len(self.rows)
        if self.puzzle.board().rows != size:
            return self.puzzle.board()
        path = [*self.begun, *moves]
        return self.puzzle.board([*path, *[-1] * (size - len(path))])
