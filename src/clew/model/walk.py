"""Walks of your own: a start, a goal, and a function of the moves from a state."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from operator import eq
from typing import Any, Self

from clew.core.arguments import shown
from clew.core.board import Board, Ink
from clew.core.heuristics import OWN, Heuristic
from clew.core.puzzle import Unsuited
from clew.core.walks import WalkPuzzle
from clew.model.own import ModelError, Own, drawn

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
    if heuristic is None or isinstance(heuristic, Sequence):
        return tuple(heuristic or ())
    return (heuristic if isinstance(heuristic, Heuristic) else Heuristic(OWN, heuristic),)


class OwnSpace:
    """A start, the moves and the goal of a walk; heuristics where it has them."""

    cost: Any = None
    priced: Any = None
    neighbours: Any = None
    is_tree: Any = None

    def __init__(self, start: Any, goal: Any, moves: Successors, heuristic: Estimate) -> None:
        self.start, self._moves = start, moves
        self.is_goal: Callable[[Any], bool] = goal if callable(goal) else partial(eq, goal)
        self.heuristics = named(heuristic) or None
        self.heuristic = self.heuristics[0].estimate if self.heuristics else None
        self._known: dict[Any, list[tuple[Any, ...]]] = {}

    def successors(self, state: Any, /) -> list[tuple[Any, ...]]:
        if (found := self._known.get(state)) is not None:
            return found
        found = list(islice(self._moves(state), MOST_MOVES + 1))
        if len(found) > MOST_MOVES:
            said = f"found more than {MOST_MOVES:,} moves from {shown(state)}"
            raise _misstated(self._moves, f"{said}, expected moves that come to an end")
        if len(self._known) < REMEMBERED:
            self._known[state] = found
        return found


class PricedSpace(OwnSpace):
    """The space of a walk whose moves have costs, each as its third item."""

    def priced(self, state: Any, /) -> list[tuple[Any, ...]]:
        return super().successors(state)

    def successors(self, state: Any, /) -> list[tuple[Any, ...]]:
        return [(move, after) for move, after, _ in self.priced(state)]

    def cost(self, state: Any, move: Any, after: Any, /) -> Any:
        return min(
            [paid for made, then, paid in self.priced(state) if (made, then) == (move, after)]
        )


def _first(moves: Successors, start: Any) -> int:
    """How many items the first move from the start has: 2, or 3 with a cost; 0 if there is none."""
    expected = "expected pairs of a move and the state after it"
    found: Any = moves(start)
    if not isinstance(found, Iterable):
        raise _misstated(moves, f"found {found!r} for the moves from {shown(start)}, {expected}")
    first = next(iter(found), None)
    if first is None:
        return 0
    if not isinstance(first, tuple) or len(first) not in (2, 3):
        raise _misstated(moves, f"found the move {shown(first)}, {expected}")
    for state in (start, first[1]):
        try:
            hash(state)
        except TypeError:
            said = f"found {shown(state)} as a state, expected one that can be hashed"
            raise _misstated(moves, f"{said}, such as a tuple") from None
    return len(first)


def _misstated(moves: Successors, said: str) -> ModelError:
    """The error with the line where the function of the moves begins."""
    code = getattr(moves, "__code__", None)
    where = "" if code is None else f"{code.co_filename}:{code.co_firstlineno}: "
    return ModelError(f"{where}{said}")


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
        return self._space

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

    def unmet(self, state: Any) -> str:
        return f"{state} is no goal"

    def picture(self, state: Any, /) -> Board:
        ink = Ink.GIVEN if state == self.start else Ink.ANSWER
        return drawn(state, self.show, self.heading(), ink)


def walk(
    *,
    start: Any,
    goal: Any,
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
    >>> len(clew.solve(number).answer)
    10
    """

    def decorate(moves: Successors) -> OwnWalk:
        called = name or moves.__name__.replace("_", "-")
        return OwnWalk(called, moves, start, goal, heuristic, show)

    return decorate


def read_state(text: str, like: Any) -> Any:
    """The state that a text is, of the same type as another."""
    try:
        state = literal_eval(text)
    except (ValueError, SyntaxError):
        state = None
    if type(state) is not type(like):
        raise ValueError(f"found {text[:40]!r}, expected a state such as {like!r}")
    return state


def written(state: Any) -> str:
    """A state as a text that can be read again; Unsuited if Python has none for it."""
    text = repr(state)
    try:
        if literal_eval(text) == state:
            return text
    except (ValueError, SyntaxError):
        pass
    raise Unsuited(f"found the state {text[:60]}, expected numbers, texts and tuples of them")
