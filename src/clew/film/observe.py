"""Which state an event is about: the one that the search asks its face about next.

An event has numbers only. So a film stands between a search and its face, and notes the states
that the face is asked about; the strategy need not know of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, cast

from clew.core.faces import Game, Impartial, StateSpace
from clew.core.result import Run
from clew.search.strategy import Strategy

QUESTIONS = ("is_goal", "payoff", "predecessors")
"""What a search asks about the state that it has just taken up."""
FACES = (StateSpace, Game, Impartial)

Note = Callable[[Any], None]
Children = deque[tuple[Any, Any]]
"""Moves, None where they are not known, and the states that they lead to."""


class ObservedStrategy:
    """A strategy whose face is observed; in all else it is the strategy."""

    def __init__(self, strategy: Strategy, note: Note, children: Children) -> None:
        self.strategy = strategy
        self.note = note
        self.children = children

    def __getattr__(self, name: str) -> Any:
        return getattr(self.strategy, name)

    def __call__(self, face: Any, run: Run) -> Iterator[Any]:
        if self.strategy.face not in FACES:
            return self.strategy(face, run)
        return self.strategy(ObservedFace(face, self.note, self.children), run)


Strategy.register(ObservedStrategy)


def observed(strategy: Strategy, note: Note, children: Children) -> Strategy:
    """The strategy, with `note` called for each state that it asks about.

    The successors that it is told of wait in `children` until it has judged them.
    """
    return cast(Strategy, ObservedStrategy(strategy, note, children))


class ObservedFace:
    """A face that notes each state it is asked about."""

    def __init__(self, face: Any, note: Note, children: Children) -> None:
        self._face = face
        for name in QUESTIONS:
            if hasattr(face, name):
                setattr(self, name, _noting(getattr(face, name), note))
        if hasattr(face, "successors"):
            self.successors = _one_by_one(face.successors, note, children)
        if hasattr(face, "neighbours"):
            self.neighbours = _all_at_once(face.neighbours, note, children)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._face, name)


def _one_by_one(method: Callable[[Any], Any], note: Note, children: Children) -> Any:
    """Successors, each noted when the search takes it."""

    def successors(state: Any) -> Iterator[Any]:
        note(state)
        for move, child in method(state):
            children.clear()
            children.append((move, child))
            yield move, child

    return successors


def _all_at_once(method: Callable[[Any], Any], note: Note, children: Children) -> Any:
    """Neighbours, which the search judges in their order."""

    def neighbours(state: Any) -> Any:
        note(state)
        found = method(state)
        children.clear()
        children.extend((None, child) for child in found)
        return found

    return neighbours


def _noting(method: Callable[[Any], Any], note: Note) -> Callable[[Any], Any]:
    def noted(state: Any) -> Any:
        note(state)
        return method(state)

    return noted
