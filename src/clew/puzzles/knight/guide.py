"""Explanations of a knight's moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clew.board.board import Board
from clew.core.puzzle import Puzzle
from clew.explanations.phrases import counted, in_letters
from clew.explanations.plans import Guide, Plan, out_degree
from clew.puzzles.knight.face import Square, Tour


class TourGuide(Guide):
    """Knight's tours: the cell with the fewest onward moves, and that a tour remains."""

    assured = "A search found a tour that continues this way."

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        self.tour: Tour = puzzle.face(Tour)

    def technique(self, state: Any, move: Any) -> str:
        if state == 0:
            return "first cell"
        counts = self._counts(state)
        if len(counts) == 1:
            return "only cell"
        return "Warnsdorff's rule" if counts[move] == min(counts.values()) else "look ahead"

    def _counts(self, state: Any) -> dict[Square, int]:
        """The cells within reach, and how many onward moves each has."""
        return {move: out_degree(self.space, after) for move, after in self.space.successors(state)}

    def sentence(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        counts, name = self._counts(state), self.named(move)
        if state == 0:
            return f"Begin at {name}."
        if len(counts) == 1:
            return f"Go to {name}, the only cell within reach."
        fewest = min(counts, key=lambda each: counts[each])
        if counts[move] == counts[fewest]:
            few = f"none has fewer onward moves ({counts[move]})"
            return f"Go to {name}: of the {in_letters(len(counts))} cells within reach, {few}."
        return (
            f"Go to {name} ({counted(counts[move], 'onward move')}). {self.named(fewest)} has "
            f"fewer ({counts[fewest]}), but this move is part of a tour."
        )

    def left(self, left: int, proven: bool) -> str:
        if left == 1:
            return "That's the last cell."
        return f"After that, {left - 1:,} {'cell remains' if left == 2 else 'cells remain'}."

    def outcome(self, plan: Plan) -> str:
        count = len(plan.moves or ())
        back = ", and back to the start" if self.tour.closed else ""
        return f"{count:,} cell{'s, each' * (count != 1)} once{back}"

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        if state == 0:
            vague, where = "There is a tour.", f"Begin in row {move[0] + 1}."
            return vague, f"{vague} {where}", f"{where} Look at {self.named(move)}."
        counts = self._counts(state)
        cells = ", ".join(f"{self.named(each)} ({count})" for each, count in counts.items())
        vague = "A tour is still possible. Count the onward moves of each cell within reach."
        technique = f"A tour is still possible: {self.technique(state, move)}."
        return vague, technique, f"The cells within reach and their onward moves: {cells}."

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        return self.puzzle.touches(move)

    def drawn(self, moves: Sequence[Any]) -> Board:
        return self.puzzle.board((*self.begun, *moves))
