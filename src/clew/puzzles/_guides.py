"""Explains the moves of walks whose techniques have names: frogs, jugs, knights, triangles.

It's apart from the kinds, so that solving one doesn't import explanations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clew.board.board import Board
from clew.core.puzzle import Puzzle
from clew.explanations.plans import Guide, Plan, out_degree
from clew.puzzles.knight.face import Square, Tour


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


class TourGuide(Guide):
    """Knight's tours: the cell with the fewest onward moves, and that a tour remains."""

    assured = "a tour that continues this way was found"

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
            return f"begin at {name}"
        if len(counts) == 1:
            return f"to {name}, the only cell within reach"
        fewest = min(counts, key=lambda each: counts[each])
        if counts[move] == counts[fewest]:
            few = f"none has fewer onward moves ({counts[move]})"
            return f"to {name}: of {len(counts)} cells within reach {few}"
        return (
            f"to {name} with {counts[move]} onward moves: {self.named(fewest)} has fewer "
            f"({counts[fewest]}), but this is part of a tour"
        )

    def left(self, left: int, proven: bool) -> str:
        if left == 1:
            return "that is the last"
        return f"{left - 1} cell{' remains' if left == 2 else 's remain'}"

    def outcome(self, plan: Plan) -> str:
        count = len(plan.moves or ())
        return f"{count} cell{'s, each' * (count != 1)} once{', and back' * self.tour.closed}"

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        if state == 0:
            where = f"begin in row {move[0] + 1}"
            return "a tour was found", f"a tour was found: {where}", where
        counts = self._counts(state)
        cells = ", ".join(f"{self.named(each)} ({count})" for each, count in counts.items())
        vague = "a tour remains: count the onward moves of each cell within reach"
        return vague, f"a tour remains: {self.technique(state, move)}", f"onward moves: {cells}"

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        return self.puzzle.touches(move)

    def drawn(self, moves: Sequence[Any]) -> Board:
        return self.puzzle.board((*self.begun, *moves))


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
        return f"go {direction} to {entry} in row {row + 1}; {missing} is missing then; {others}"

    def other(self, moves: Sequence[Any], move: Any) -> str:
        _, entry, direction = self._entry(moves, move)
        return f"the {entry} to the {direction}"

    def left(self, left: int, proven: bool) -> str:
        return ""

    def outcome(self, plan: Plan) -> str:
        entries = self._entries(plan.moves or ())
        if len(entries) > SUMMED:
            return "a path was found"
        return f"{' + '.join(map(str, entries))} = {self.total}"

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        row, _, direction = self._entry(moves, move)
        vague = f"look at row {row + 1}"
        technique = f"{vague}: can a path below each entry add up to what is missing?"
        return vague, technique, f"{vague}: go {direction}"

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        row = len(self.begun) + len(moves)
        return (row * len(self.rows) + move,) if self.whole else ()

    def drawn(self, moves: Sequence[Any]) -> Board:
        return self.puzzle.board([*self.begun, *moves] if self.whole else None)
