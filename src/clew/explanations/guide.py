"""How the moves of a walk are told: what each is called, why it is made, where it is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from clew.core.board import Board
from clew.core.capabilities import capability
from clew.core.puzzle import Puzzle
from clew.explanations.drawing import shaded
from clew.explanations.techniques.step import Step
from clew.explanations.ways import Space, Way, begun, hopeless, onward, surviving

CLOSELY, BRIEFLY = 20_000, 300
"""The positions that are looked at to say what came of another move: in a hint, in a whole way."""


class Guide:
    """Any space of states: a shortest way."""

    closely = CLOSELY
    assured = ""
    """What is known of the way that remains, where that is not its length."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.space: Space = puzzle.space()
        self.begun = begun(puzzle)

    def named(self, move: Any) -> str:
        return self.puzzle.say(move)

    def technique(self, state: Any, move: Any) -> str:
        return "shortest way"

    def sentence(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        """The move, and why it is made."""
        return self.named(move)

    def cells(self, moves: Sequence[Any], move: Any) -> tuple[int, ...]:
        """The cells of the board after the move that show it."""
        return ()

    def left(self, left: int, proven: bool) -> str:
        """What remains to be done, before this move."""
        fewer = ", and fewer are impossible" if proven else ""
        return f"{left} move{'s' if left > 1 else ''} to go{fewer}"

    def outcome(self, way: Way) -> str:
        count = len(way.moves or ())
        fewest = "; fewer are impossible" if way.proven else ""
        return f"{count} move{'' if count == 1 else 's'}{fewest}"

    def step(
        self,
        state: Any,
        moves: Sequence[Any],
        move: Any,
        left: int,
        proven: bool,
        tries: int = BRIEFLY,
    ) -> Step:
        said = self.sentence(state, moves, move, tries), self.left(left, proven)
        technique, cells = self.technique(state, move), self.cells(moves, move)
        return Step(technique, 0.0, cells, text="; ".join(filter(None, said)))

    def degrees(
        self, state: Any, moves: Sequence[Any], move: Any, left: int
    ) -> tuple[str, str, str]:
        vague = f"{left} move{'s are' if left > 1 else ' is'} enough from here"
        technique = f"{vague}: {self.technique(state, move)}"
        return vague, technique, f"{vague}: the next is one of {self._number(state)}"

    def _number(self, state: Any) -> str:
        count = onward(self.space, state)
        return f"{count} that there are" if count > 1 else "one"

    def board(self, moves: Sequence[Any], step: Step) -> Board:
        """The board after these moves, the last of them shaded."""
        return shaded(self.drawn(moves), step.cells, step.technique)

    def drawn(self, moves: Sequence[Any]) -> Board:
        return self.puzzle.board()

    def others(self, state: Any, moves: Sequence[Any], move: Any, tries: int) -> str:
        """What would come of the other moves."""
        rest = [pair for pair in self.space.successors(state) if pair[0] != move]
        if not rest:
            return "there is no other way"
        dead: list[str] = []
        alive: list[str] = []
        unknown: list[str] = []
        for other, after in rest:
            way = surviving(self.space, after, hopeless(self.puzzle), tries)
            kind = alive if way.moves is not None else dead if way.proven else unknown
            kind.append(self.other(moves, other))
        if len(dead) == len(rest):
            return f"{_several(dead)} leads nowhere (all ways on were tried)"
        if alive:
            return f"{_several(alive)} would do too"
        return "this way was found to the end"

    def other(self, moves: Sequence[Any], move: Any) -> str:
        """How a move that is not made is called."""
        return self.named(move)


def _several(names: Sequence[str]) -> str:
    return " or ".join(names) if len(names) < 5 else f"each of the {len(names)} others"


@runtime_checkable
class HasGuide(Protocol):
    """A puzzle whose moves are told in its own words."""

    def guide(self) -> Guide: ...


def guide_of(puzzle: Puzzle) -> Guide:
    """The puzzle's own guide, or the one for any space."""
    own = capability(puzzle, HasGuide)
    return Guide(puzzle) if own is None else own.guide()
