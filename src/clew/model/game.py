"""Your own games: a class with a start, the moves from a state, and the payoff at the end."""

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
"""The maximum number of states to visit when looking for a mistake in a game."""


REMEMBERED = 1_000
"""The maximum number of states whose moves are cached, for lines of play and their check."""


class GameFrom(StatedRules):
    """The rules of a game that starts in another state."""

    def __init__(self, rules: Any, start: Any) -> None:
        super().__init__(rules)
        del vars(self)["successors"]  # for the method below
        self.start = start
        self.plain = rules
        self._known: dict[Any, list[tuple[str, Any]]] = {}

    def successors(self, state: Any, /) -> list[tuple[str, Any]]:
        if (found := self._known.get(state)) is None:
            found = list(self.plain.successors(state))
            if len(self._known) < REMEMBERED:
                self._known[state] = found
        return found


class OwnGame(GamePuzzle, Own[Any]):
    """A game for two players, defined by a class."""

    faces: ClassVar[Faces] = Faces({Game: methodcaller("game")})
    adds: ClassVar[bool] = False

    def __init__(self, name: str, rules: Any) -> None:
        self.name, self.rules, self.start = name, rules, rules.start  # type: ignore[misc]
        stakes = getattr(rules, "stakes", None)
        if stakes is not None and stakes.__class__ is not int:
            said = f"stakes can't be {shown(stakes)}"
            raise ModelError(f"{said}: use the largest payoff, as a whole number, or None")
        self.show: Callable[[Any], str] | None = getattr(rules, "show", None)
        self._game: GameFrom | None = None

    def game(self) -> GameFrom:
        if self._game is None:
            self._game = GameFrom(self.rules, self.start)
        return self._game

    def docstring(self) -> str | None:
        return type(self.rules).__doc__

    def find_fault(self) -> None:
        """Visit some states, and raise ModelError if a function fails or the game gets stuck."""
        game, waiting = self.game(), [self.start]
        check_state(self.rules.successors, self.start)
        known = set(waiting)
        while waiting and len(known) < LOOKED_AT:
            state = waiting.pop()
            if asked(self.rules.payoff, game.payoff, state) is not None:
                continue
            if game.evaluate is not None:
                asked(self.rules.evaluate, game.evaluate, state)
            moves = asked(self.rules.successors, self.rules.successors, state)
            if not isinstance(moves, Iterable):
                said = f"successors returned {shown(moves)} for the state {shown(state)}"
                fix = "return pairs of a move and the next state"
                raise misstated(self.rules.successors, f"{said}: {fix}")
            moves = list(moves)
            if not moves:
                said = f"the state {shown(state)} has no moves, but its payoff is None"
                fix = "return a move, or a number from payoff"
                raise misstated(self.rules.successors, f"{said}: {fix}")
            for move in moves:
                check_move(self.rules.successors, move, (2,))
            check_names(self.rules.successors, state, moves)
            waiting += {after for _, after in moves} - known
            known.update(waiting)

    def read(self, text: str) -> Self:
        """Return the same game from another state, which is written as in Python."""
        return self.at(read_state(text, self.start)) if text else self

    def at(self, state: Any, /) -> Self:
        made = object.__new__(type(self))
        vars(made).update(vars(self), start=state, own_text=written(state), _game=None)
        return made

    def picture(self) -> Board:
        return drawn(self.start, self.show, self.heading(), Ink.GIVEN)


def game(rules: Any, *, name: str = "") -> OwnGame:
    """Turn the rules of a two-player game into a puzzle. Use it as a class decorator.

    The class has an attribute `start` and two methods. `successors(state)` returns pairs of a move
    and the next state. `payoff(state)` returns the score of the player to move at the end, such as
    1 for a win and -1 for a loss, or None while the game goes on. The class may also have
    `evaluate(state)`, `stakes`, `canonical(state)` and `show(state)`.

    Args:
        rules: the class, which is created without arguments, or an object.
        name: the name of the game; by default the name of the class.

    Returns:
        The game as a puzzle.

    Raises:
        ModelError: if `start`, `successors` or `payoff` is missing, or `stakes` isn't a whole
            number.

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
            said = f"the game {type(made).__name__} has no {part}"
            raise ModelError(f"{said}: a game needs start, successors and payoff")
    called = name or type(made).__name__.lower().replace("_", "-")
    return OwnGame(called, made)
