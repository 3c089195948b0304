"""Which state an event is about: the one that the search asks its face about next.

An event has numbers only. So a film stands between a search and its face, and notes the states
that the face is asked about; the strategy need not know of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from clew.core.faces import Game, Impartial, StateSpace
from clew.core.result import Run
from clew.search.strategy import Strategy

QUESTIONS = ("is_goal", "payoff", "successors", "neighbours", "predecessors")
"""What a search asks about the state that it has just taken up."""
FACES = (StateSpace, Game, Impartial)

Note = Callable[[Any], None]


class ObservedStrategy:
    """A strategy whose face is observed; in all else it is the strategy."""

    def __init__(self, strategy: Strategy, note: Note) -> None:
        self.strategy = strategy
        self.note = note

    def __getattr__(self, name: str) -> Any:
        return getattr(self.strategy, name)

    def __call__(self, face: Any, run: Run) -> Iterator[Any]:
        observed = ObservedFace(face, self.note) if self.strategy.face in FACES else face
        return self.strategy(observed, run)


Strategy.register(ObservedStrategy)


def observed(strategy: Strategy, note: Note) -> Strategy:
    """The strategy, with `note` called for each state that it asks about."""
    return cast(Strategy, ObservedStrategy(strategy, note))


class ObservedFace:
    """A face that notes each state it is asked about."""

    def __init__(self, face: Any, note: Note) -> None:
        self._face = face
        for name in QUESTIONS:
            if hasattr(face, name):
                setattr(self, name, _noting(getattr(face, name), note))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._face, name)


def _noting(method: Callable[[Any], Any], note: Note) -> Callable[[Any], Any]:
    def noted(state: Any) -> Any:
        note(state)
        return method(state)

    return noted
