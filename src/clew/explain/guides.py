"""How the moves of each kind of walk are told, by its face."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clew.core.board import Board
from clew.core.faces import Tour, Vessels
from clew.core.puzzle import Puzzle
from clew.explain.guide import Guide
from clew.explain.ways import Way, onward
from clew.puzzles.frog import Frog


class Pours(Guide):
    """Jugs: a shortest way, and what the jugs hold."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        self.vessels: Vessels = puzzle.face("vessels")

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


class Rides(Guide):
    """Knight's tours: where the fewest moves go on, and that a tour remains."""

    assured = "a tour that goes on so was found"

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        self.tour: Tour = puzzle.face("tour")

    def named(self, move: Any) -> str:
        return f"r{move[0] + 1}c{move[1] + 1}"

    def technique(self, state: Any, move: Any) -> str:
        if state == 0:
            return "first cell"
        counts = self._counts(state)
        if len(counts) == 1:
            return "only cell"
        return "Warnsdorff's rule" if counts[move] == min(counts.values()) else "look ahead"

    def _counts(self, state: Any) -> dict[Any, int]:
        """The cells within reach, and how many moves go on from each."""
        return {move: onward(self.space, after) for move, after in self.space.successors(state)}

    def sentence(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        counts, name = self._counts(state), self.named(move)
        if state == 0:
            return f"begin at {name}"
        if len(counts) == 1:
            return f"to {name}, the only cell within reach"
        fewest = min(counts, key=lambda each: counts[each])
        if counts[move] == counts[fewest]:
            few = f"none has fewer ways on ({counts[move]})"
            return f"to {name}: of {len(counts)} cells within reach {few}"
        return (
            f"to {name} with {counts[move]} ways on: {self.named(fewest)} has fewer "
            f"({counts[fewest]}), but this is part of a tour"
        )

    def left(self, left: int, proven: bool) -> str:
        if left == 1:
            return "that is the last"
        return f"{left - 1} cell{' remains' if left == 2 else 's remain'}"

    def outcome(self, way: Way) -> str:
        count = len(way.moves or ())
        return f"{count} cell{'s, each' * (count != 1)} once{', and back' * self.tour.closed}"

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        if state == 0:
            where = f"begin in row {move[0] + 1}"
            return "a tour was found", f"a tour was found: {where}", where
        counts = self._counts(state)
        cells = ", ".join(f"{self.named(each)} ({count})" for each, count in counts.items())
        vague = "a tour remains: look at how many moves go on from each cell within reach"
        return vague, f"a tour remains: {self.technique(state, move)}", f"moves go on from {cells}"

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        return (move[0] * self.tour.cols + move[1],)

    def drawn(self, moves: Sequence[Any]) -> Board:
        return self.puzzle.board((*self.begun, *moves))


class Hops(Guide):
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

    def outcome(self, way: Way) -> str:
        count = len(way.moves or ())
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


class Descents(Guide):
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

    def outcome(self, way: Way) -> str:
        path = [*self.begun, *(way.moves or ())]
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


GUIDES: dict[str, type[Guide]] = {"vessels": Pours, "tour": Rides, "sums": Descents, "hops": Hops}


def guide(puzzle: Puzzle) -> Guide:
    """The guide for the puzzle's kind of walk, by its faces."""
    for face in puzzle.faces:
        if face in GUIDES:
            return GUIDES[face](puzzle)
    return (Hops if isinstance(puzzle, Frog) else Guide)(puzzle)  # in any order it has no hops
