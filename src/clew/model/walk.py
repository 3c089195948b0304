"""Your own walks: a start, a goal, and a function that yields the moves from a state."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, is_dataclass
from functools import partial, wraps
from itertools import islice
from math import inf
from operator import eq
from typing import Any, Self

from clew.board.board import Board, Ink
from clew.core.arguments import is_number, shown
from clew.core.heuristics import OWN, Heuristic, heuristics_of
from clew.core.puzzle import Unsuited
from clew.core.walks import WalkPuzzle
from clew.model.own import (
    ModelError,
    Own,
    asked,
    check_move,
    check_name,
    check_names,
    check_state,
    drawn,
    misstated,
    state_text,
)

Successors = Callable[[Any], Iterable[tuple[Any, ...]]]
"""A function that yields moves from a state: a move, the next state and, optionally, a cost."""
Estimate = Callable[[Any], Any] | Sequence[Heuristic] | None
"""A heuristic, or several named ones with the default first."""
MOST_MOVES = 100_000
"""The maximum number of moves from a state. If there are more, Clew assumes that they never end."""
REMEMBERED = 1_000
"""The maximum number of states whose moves are cached, for looking up the moves of a solution."""


def named(heuristic: Estimate) -> tuple[Heuristic, ...]:
    """Return the heuristics, each with a name."""
    if heuristic is None:
        return ()
    each = tuple(heuristic) if isinstance(heuristic, Sequence) else (heuristic,)
    if not all(map(callable, each)):
        said = f"{shown(heuristic)} can't be a heuristic"
        raise ModelError(f"{said}: pass a function of a state")
    return tuple(h if isinstance(h, Heuristic) else Heuristic(OWN, h) for h in each)


def _checked(heuristic: Heuristic) -> Heuristic:
    """Wrap a heuristic so that it raises ModelError unless its estimates are 0 or more."""
    estimate = heuristic.estimate

    @wraps(estimate)
    def checked(state: Any) -> Any:
        left = estimate(state)
        if left is True or left is False or (is_number(left) and left >= 0):
            return left
        said = f"the heuristic returned {shown(left)} for the state {shown(state)}"
        raise misstated(estimate, f"{said}: return a number, 0 or more")

    return Heuristic(heuristic.name, checked)


class OwnSpace:
    """The state space of a walk: its start, its moves, its goal and any heuristics."""

    cost: Any = None
    priced: Any = None
    is_tree: Any = None
    width: int = 2
    most_moves: int = MOST_MOVES

    def __init__(self, start: Any, goal: Any, moves: Successors, heuristic: Estimate) -> None:
        self.start, self.moves = start, moves
        self.is_goal: Callable[[Any], bool] = goal if callable(goal) else partial(eq, goal)
        self.heuristics = tuple(map(_checked, named(heuristic))) or None
        self.heuristic = self.heuristics[0].estimate if self.heuristics else None
        self._known: dict[Any, list[tuple[Any, ...]]] = {}

    def successors(self, state: Any, /) -> list[tuple[Any, ...]]:
        if (found := self._known.get(state)) is not None:
            return found
        found = list(islice(self.moves(state), MOST_MOVES + 1))
        if len(found) > MOST_MOVES:
            said = f"there are more than {MOST_MOVES:,} moves from the state {shown(state)}"
            raise misstated(self.moves, f"{said}: the function has to end at some point")
        if len(self._known) < REMEMBERED:
            self._known[state] = found
        return found

    def check_moves(self) -> None:
        """Raise ModelError if a cached move is malformed, or the goal or a heuristic fails."""
        for state, moves in self._known.items():
            for move in moves:
                check_move(self.moves, move, (3,) if isinstance(self, PricedSpace) else (2,))
            check_names(self.moves, state, moves)
        asked(self.is_goal, self.is_goal, self.start)
        for each in self.heuristics or ():
            asked(each.estimate, each.estimate, self.start)


class PricedSpace(OwnSpace):
    """The state space of a walk whose moves have a cost as their third item."""

    width: int = 3

    def priced(self, state: Any, /) -> list[tuple[Any, ...]]:
        found = super().successors(state)
        for move, _, paid in found:
            if not (is_number(paid) and 0 <= paid < inf):
                said = f"the move {shown(move)} has the cost {shown(paid)}"
                raise misstated(self.moves, f"{said}: use a finite number, 0 or more")
        return found

    def successors(self, state: Any, /) -> list[tuple[Any, ...]]:
        return [(move, after) for move, after, _ in self.priced(state)]

    def cost(self, state: Any, move: Any, after: Any, /) -> Any:
        return min(
            [paid for made, then, paid in self.priced(state) if (made, then) == (move, after)]
        )


def _first(moves: Successors, start: Any) -> int:
    """Return the length of the first move's tuple: 2, or 3 if moves have costs.

    It's 0 if the start has no moves.
    """
    check_state(moves, start)
    found = asked(moves, moves, start)
    if not isinstance(found, Iterable):
        said = f"the function returned {shown(found)} for the state {shown(start)}"
        raise misstated(moves, f"{said}: yield pairs of a move and the next state")
    first = next(iter(found), None)
    if first is None:
        return 0
    check_move(moves, first, (2, 3))
    return len(first)


class OwnWalk(WalkPuzzle, Own[tuple[Any, ...]]):
    """A puzzle with moves, defined by a function that yields them."""

    goal: Any
    moves: Successors
    estimate: Estimate
    show: Callable[[Any], str] | None
    _space: OwnSpace | None = None

    def __init__(
        self, name: str, moves: Successors, start: Any, goal: Any,
        heuristic: Estimate, show: Callable[[Any], str] | None,
    ) -> None:  # fmt: skip
        said = {"name": name, "start": start, "goal": goal, "moves": moves}
        vars(self).update(said, estimate=heuristic, show=show)

    def __call__(self, state: Any) -> Iterable[tuple[Any, ...]]:
        return self.moves(state)

    def space(self) -> OwnSpace:
        if self._space is None:
            kind = PricedSpace if _first(self.moves, self.start) == 3 else OwnSpace
            self._space = kind(self.start, self.goal, self.moves, self.estimate)
            if callable(self.goal) and asked(self.goal, self.goal, self.start) is None:
                said = f"the goal function returned None for the state {shown(self.start)}"
                raise misstated(self.goal, f"{said}: return True or False")
        return self._space

    def docstring(self) -> str | None:
        return self.moves.__doc__

    def find_fault(self) -> None:
        self.space().check_moves()

    def successors(self, state: Any, /) -> Iterable[tuple[Any, ...]]:
        return self.space().successors(state)

    def is_goal(self, state: Any, /) -> bool:
        return self.space().is_goal(state)

    def read(self, text: str) -> Self:
        """Return the same walk from another state, which is written as in Python."""
        return self.at(read_state(text, self.start)) if text else self

    def at(self, state: Any, /) -> Self:
        made = object.__new__(type(self))
        vars(made).update(vars(self), start=state, own_text=written(state), _space=None)
        return made

    def check(self, solution: Sequence[Any], /) -> list[str]:
        """Make the moves, and check that each heuristic is 0 at the goal they reach."""
        wrong = super().check(solution)
        if not wrong and (estimates := heuristics_of(space := self.space())):
            *_, goal = self.states(solution, space)
            for estimate in estimates.values():
                if (left := estimate(goal)) != 0:
                    said = f"the heuristic returned {shown(left)} for the goal {shown(goal)}"
                    raise misstated(estimate, f"{said}: return 0 for every goal")
        return wrong

    def unmet(self, state: Any) -> str:
        return f"{state} isn't a goal"

    def picture(self, state: Any, /) -> Board:
        ink = Ink.GIVEN if state == self.start else Ink.ANSWER
        return drawn(state, self.show, self.heading(), ink)


def walk(
    *function: Successors,
    start: Any = None,
    goal: Any = None,
    heuristic: Estimate = None,
    show: Callable[[Any], str] | None = None,
    name: str = "",
) -> Callable[[Successors], OwnWalk]:
    """Turn a function that yields the moves from a state into a puzzle. Use it as a decorator.

    The function takes a state, which can be any hashable value. It yields pairs of a move, such as
    "left", and the next state. If moves have costs, it yields a move, the next state and the cost.

    Args:
        *function: not used. It only detects `@clew.walk` without brackets.
        start: the state to start from.
        goal: the state to reach, or a function that returns whether a state is a goal.
        heuristic: a function that estimates the number of moves, or their cost, from a state to a
            goal; or a list of `clew.Heuristic`, with the default first.
        show: a function that turns a state into lines of text, for pictures.
        name: the name of the puzzle; by default the name of the function.

    Returns:
        A decorator. It turns the function into a puzzle.

    Raises:
        ModelError: if the start or the goal is missing, or an argument has the wrong type.

    >>> import clew
    >>> @clew.walk(start=1, goal=100)
    ... def number(n):
    ...     yield "double", n * 2
    ...     if n > 1:
    ...         yield "less one", n - 1
    >>> len(clew.solve(number).solution)
    10
    """
    if function and start is not None and goal is not None:
        called = getattr(function[0], "__name__", "moves")
        said = f"{called} is in the same brackets as its start"
        raise ModelError(f"{said}: write clew.walk(start=…, goal=…)({called})")
    if function or start is None or goal is None:
        raise ModelError("a walk needs a start and a goal: write @clew.walk(start=…, goal=…)")
    named(heuristic)
    check_name(name)

    def decorate(moves: Successors) -> OwnWalk:
        if not callable(moves):
            said = f"{shown(moves)} isn't a function"
            raise ModelError(f"{said}: a walk needs one that yields the moves from a state")
        called = name or moves.__name__.replace("_", "-")
        return OwnWalk(called, moves, start, goal, heuristic, show)

    return decorate


def read_state(text: str, like: Any) -> Any:
    """Read a state, which must have the same type as another one."""
    try:
        state = _rebuilt(literal_eval(text), like)
    except (ValueError, SyntaxError, TypeError):
        state = None
    if type(state) is not type(like):
        raise ValueError(f"found {text[:40]!r}, expected a state such as {state_text(like)}")
    return state


def _rebuilt(found: Any, like: Any) -> Any:
    """Convert literals to a value that has the same type as another one."""
    if isinstance(found, set):
        return frozenset(found)
    if not isinstance(found, tuple):
        return found
    parts: Sequence[Any] = like if isinstance(like, tuple) and len(like) == len(found) else found
    if is_dataclass(like):
        parts = [getattr(like, each.name) for each in fields(like)]
    values = map(_rebuilt, found, parts)
    named = is_dataclass(like) or hasattr(like, "_fields")
    return type(like)(*values) if named else tuple(values)


def written(state: Any) -> str:
    """Write a state as text that can be read back, or raise Unsuited."""
    text = state_text(state)
    try:
        if read_state(text, state) == state:
            return text
    except ValueError:
        pass
    said = f"can't write the state {text[:60]} as text"
    raise Unsuited(f"{said}: use numbers, strings, and tuples or frozensets of them")
