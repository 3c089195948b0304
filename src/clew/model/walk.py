"""Walks of your own: a start, a goal, and a function of the moves from a state."""

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
"""The moves from a state: pairs of a move and the state after it, perhaps with a cost."""
Estimate = Callable[[Any], Any] | Sequence[Heuristic] | None
"""A heuristic, or several that have names, the usual one first."""
MOST_MOVES = 100_000
"""A state that has more moves is taken for one whose moves never end."""
REMEMBERED = 1_000
"""The moves from so many states are kept: the moves of an answer are then at hand."""


def named(heuristic: Estimate) -> tuple[Heuristic, ...]:
    """The heuristics that were given, each with a name."""
    if heuristic is None:
        return ()
    each = tuple(heuristic) if isinstance(heuristic, Sequence) else (heuristic,)
    if not all(map(callable, each)):
        raise ModelError(f"found the heuristic {shown(heuristic)}, expected a function of a state")
    return tuple(h if isinstance(h, Heuristic) else Heuristic(OWN, h) for h in each)


def _checked(heuristic: Heuristic) -> Heuristic:
    """Wrap a heuristic, and refuse estimates that aren't numbers from 0 on."""
    estimate = heuristic.estimate

    @wraps(estimate)
    def checked(state: Any) -> Any:
        left = estimate(state)
        if left is True or left is False or (is_number(left) and left >= 0):
            return left
        said = f"the heuristic is {shown(left)} at {shown(state)}"
        raise misstated(estimate, f"{said}: return a number that is 0 or more")

    return Heuristic(heuristic.name, checked)


class OwnSpace:
    """A start, the moves and the goal of a walk; heuristics where it has them."""

    cost: Any = None
    priced: Any = None
    is_tree: Any = None

    def __init__(self, start: Any, goal: Any, moves: Successors, heuristic: Estimate) -> None:
        self.start, self._moves = start, moves
        self.is_goal: Callable[[Any], bool] = goal if callable(goal) else partial(eq, goal)
        self.heuristics = tuple(map(_checked, named(heuristic))) or None
        self.heuristic = self.heuristics[0].estimate if self.heuristics else None
        self._known: dict[Any, list[tuple[Any, ...]]] = {}

    def successors(self, state: Any, /) -> list[tuple[Any, ...]]:
        if (found := self._known.get(state)) is not None:
            return found
        found = list(islice(self._moves(state), MOST_MOVES + 1))
        if len(found) > MOST_MOVES:
            said = f"found more than {MOST_MOVES:,} moves from {shown(state)}"
            raise misstated(self._moves, f"{said}, expected moves that come to an end")
        if len(self._known) < REMEMBERED:
            self._known[state] = found
        return found

    def check_moves(self) -> None:
        """ModelError if there is a move among those known, or an estimate, that is none."""
        for state, moves in self._known.items():
            for move in moves:
                check_move(self._moves, move, (3,) if isinstance(self, PricedSpace) else (2,))
            check_names(self._moves, state, moves)
        asked(self.is_goal, self.is_goal, self.start)
        for each in self.heuristics or ():
            asked(each.estimate, each.estimate, self.start)


class PricedSpace(OwnSpace):
    """The space of a walk whose moves have costs, each as its third item."""

    def priced(self, state: Any, /) -> list[tuple[Any, ...]]:
        found = super().successors(state)
        for move, _, paid in found:
            if not (is_number(paid) and 0 <= paid < inf):
                said = f"the move {shown(move)} costs {shown(paid)}"
                raise misstated(self._moves, f"{said}: give a number that is 0 or more")
        return found

    def successors(self, state: Any, /) -> list[tuple[Any, ...]]:
        return [(move, after) for move, after, _ in self.priced(state)]

    def cost(self, state: Any, move: Any, after: Any, /) -> Any:
        return min(
            [paid for made, then, paid in self.priced(state) if (made, then) == (move, after)]
        )


def _first(moves: Successors, start: Any) -> int:
    """How many items the first move from the start has: 2, or 3 with a cost; 0 if there is none."""
    check_state(moves, start)
    found = asked(moves, moves, start)
    if not isinstance(found, Iterable):
        said = f"found {found!r} for the moves from {shown(start)}"
        raise misstated(moves, f"{said}, expected pairs of a move and the state after it")
    first = next(iter(found), None)
    if first is None:
        return 0
    check_move(moves, first, (2, 3))
    return len(first)


class OwnWalk(WalkPuzzle, Own[tuple[Any, ...]]):
    """A puzzle of moves, stated by a function."""

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
                said = f"found None for the goal at {shown(self.start)}, expected True or False"
                raise misstated(self.goal, said)
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
        """The walk from the state that a text is, as Python writes it."""
        return self.at(read_state(text, self.start)) if text else self

    def at(self, state: Any, /) -> Self:
        made = object.__new__(type(self))
        vars(made).update(vars(self), start=state, own_text=written(state), _space=None)
        return made

    def check(self, answer: Sequence[Any], /) -> list[str]:
        """Make the moves; a heuristic must be 0 where they reach a goal."""
        wrong = super().check(answer)
        if not wrong and (estimates := heuristics_of(space := self.space())):
            *_, goal = self.states(answer, space)
            for estimate in estimates.values():
                if (left := estimate(goal)) != 0:
                    said = f"the heuristic is {shown(left)} at the goal {shown(goal)}"
                    raise misstated(estimate, f"{said}: return 0 at every goal")
        return wrong

    def unmet(self, state: Any) -> str:
        return f"{state} is no goal"

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
    """Make a puzzle of a function that lists the moves from a state.

    Each move is a pair of the move and the state after it; a third item is its cost. The goal is a
    state, or a function that says whether a state is one. A heuristic is a function of a state, or
    a list of `clew.Heuristic`, the usual one first.

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
        expected = f"clew.walk(start=…, goal=…)({called})"
        raise ModelError(f"found {called} in the same brackets as its start, expected {expected}")
    if function or start is None or goal is None:
        raise ModelError("found a walk without start or goal, expected @clew.walk(start=…, goal=…)")
    named(heuristic)
    check_name(name)

    def decorate(moves: Successors) -> OwnWalk:
        if not callable(moves):
            said = f"{shown(moves)} can't list the moves of a walk"
            raise ModelError(f"{said}: give a function of a state")
        called = name or moves.__name__.replace("_", "-")
        return OwnWalk(called, moves, start, goal, heuristic, show)

    return decorate


def read_state(text: str, like: Any) -> Any:
    """The state that a text is, of the same type as another."""
    try:
        state = _rebuilt(literal_eval(text), like)
    except (ValueError, SyntaxError, TypeError):
        state = None
    if type(state) is not type(like):
        raise ValueError(f"found {text[:40]!r}, expected a state such as {state_text(like)}")
    return state


def _rebuilt(found: Any, like: Any) -> Any:
    """What was read as literals, as a value of the same type as another."""
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
    """A state as a text that can be read again; Unsuited if Python has none for it."""
    text = state_text(state)
    try:
        if read_state(text, state) == state:
            return text
    except ValueError:
        pass
    expected = "numbers, texts, and tuples or frozensets of them"
    raise Unsuited(f"found the state {text[:60]}, expected {expected}")
