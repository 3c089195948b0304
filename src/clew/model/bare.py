"""Wraps a bare CSP, state space or set of game rules in a puzzle."""

from __future__ import annotations

from typing import Any, ClassVar

from clew.board.board import Board, Cell, Ink
from clew.core.capabilities import capability
from clew.core.faces import CSP, Assignment, Faces, Game, StateSpace, values
from clew.core.puzzle import Puzzle
from clew.model.game import OwnGame
from clew.model.own import Own
from clew.model.walk import OwnWalk


class BareCsp(Own[Assignment]):
    """A CSP as a puzzle. Its solutions are assignments."""

    faces: ClassVar[Faces] = Faces({CSP: lambda puzzle: puzzle.stated})

    def __init__(self, csp: CSP) -> None:
        self.name, self.stated = "csp", csp  # type: ignore[misc]

    def csp(self) -> CSP:
        return self.stated

    def check(self, solution: Assignment, /) -> list[str]:
        wrong = [
            f"variable {number + 1} can't be {value}"
            for number, (value, mask) in enumerate(zip(solution, self.stated.domains, strict=True))
            if value not in values(mask)
        ]
        rules = self.stated.constraints
        return wrong + [r.label for r in rules if not r.holds([solution[x] for x in r.scope])]

    def board(self, solution: Assignment | None = None, /) -> Board:
        texts = ["" for _ in self.stated.domains] if solution is None else map(str, solution)
        cells = tuple(Cell(text, Ink.ANSWER) for text in texts)
        return Board(1, len(cells), cells, self.heading())


def as_own(given: Any) -> Puzzle | None:
    """Wrap a CSP, a state space or a game in a puzzle, or return None for anything else."""
    if isinstance(given, CSP):
        return BareCsp(given)
    name = type(given).__name__.lower()
    if capability(given, Game) is not None:
        return OwnGame(name, given)
    if capability(given, StateSpace) is not None:
        walk = OwnWalk(name, given.successors, given.start, given.is_goal, None, None)
        walk.space = lambda: given  # type: ignore[method-assign]  # it may have more than start, goal and moves
        return walk
    return None
