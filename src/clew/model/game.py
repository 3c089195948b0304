"""Games of your own: a class with a start, the moves from a state, and what its end is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import methodcaller
from typing import Any, ClassVar, Self

from clew.board.board import Board, Ink
from clew.core.arguments import shown
from clew.core.faces import Faces, Game
from clew.core.games import GamePuzzle, StatedRules
from clew.model.own import (
    ModelError,
    Own,
    asked,
    check_move,
    check_names,
    check_state,
    drawn,
    misstated,
)
from clew.model.walk import read_state, written

LOOKED_AT = 1_000
"""So many states of a game are looked at to find what is wrong with it."""


class GameFrom(StatedRules):
    """The rules of a game from another state on."""

    def __init__(self, rules: Any, start: Any) -> None:
        super().__init__(rules)
        self.start = start


class OwnGame(GamePuzzle, Own[Any]):
    """A game for two, stated by a class."""

    faces: ClassVar[Faces] = Faces({Game: methodcaller("game")})
    adds: ClassVar[bool] = False

    def __init__(self, name: str, rules: Any) -> None:
        self.name, self.rules, self.start = name, rules, rules.start  # type: ignore[misc]
        stakes = getattr(rules, "stakes", None)
        if stakes is not None and stakes.__class__ is not int:
            raise ModelError(f"the stakes are {shown(stakes)}: give the greatest payoff, or None")
        self.show: Callable[[Any], str] | None = getattr(rules, "show", None)
        self._game: GameFrom | None = None

    def game(self) -> GameFrom:
        if self._game is None:
            self._game = GameFrom(self.rules, self.start)
        return self._game

    def docstring(self) -> str | None:
        return type(self.rules).__doc__

    def find_fault(self) -> None:
        """Look at some states: what the functions give there, and whether the game can go on."""
        game, waiting = self.game(), [self.start]
        check_state(self.rules.successors, self.start)
        known = set(waiting)
        while waiting and len(known) < LOOKED_AT:
            state = waiting.pop()
            if asked(self.rules.payoff, game.payoff, state) is not None:
                continue
            if game.evaluate is not None:
                asked(self.rules.evaluate, game.evaluate, state)
            moves = asked(self.rules.successors, game.successors, state)
            if not isinstance(moves, Iterable):
                said = f"found {shown(moves)} for the moves from {shown(state)}"
                raise misstated(self.rules.successors, f"{said}, expected pairs in a list")
            moves = list(moves)
            if not moves:
                said = f"found no move at {shown(state)}, where payoff gives None"
                raise misstated(self.rules.successors, f"{said}, expected a move or a payoff")
            for move in moves:
                check_move(self.rules.successors, move, (2,))
            check_names(self.rules.successors, state, moves)
            waiting += {after for _, after in moves} - known
            known.update(waiting)

    def read(self, text: str) -> Self:
        """The game from the state that a text is, as Python writes it."""
        return self.at(read_state(text, self.start)) if text else self

    def at(self, state: Any, /) -> Self:
        made = object.__new__(type(self))
        vars(made).update(vars(self), start=state, own_text=written(state), _game=None)
        return made

    def picture(self) -> Board:
        return drawn(self.start, self.show, self.heading(), Ink.GIVEN)


def game(rules: Any, *, name: str = "") -> OwnGame:
    """Make a puzzle of the rules of a game: a class without arguments, or an object.

    It has `start`, `successors(state)` with pairs of a move and the state after it, and
    `payoff(state)`: what the player to move gets there, None while the game goes on.

    >>> import clew
    >>> @clew.game
    ... class Take:
    ...     start = 5
    ...     def successors(self, left):
    ...         return [(f"take {n}", left - n) for n in (1, 2) if n <= left]
    ...     def payoff(self, left):
    ...         return -1 if left == 0 else None
    >>> clew.solve(Take).solution.best
    ('take 2',)
    """
    made = rules() if isinstance(rules, type) else rules
    for part in ("start", "successors", "payoff"):
        if not hasattr(made, part):
            found = f"found the game {type(made).__name__} without {part}"
            raise ModelError(f"{found}, expected start, successors and payoff")
    called = name or type(made).__name__.lower().replace("_", "-")
    return OwnGame(called, made)
