"""Which state an event speaks of: the one that the search asks its face about next.

An event has numbers only. So a film puts itself between a search and its face, and notes the
states that the face is asked about; a strategy needs to know nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from clew.core.faces import Game, Impartial, StateSpace
from clew.core.result import Run
from clew.search.strategy import Strategy

ASKED = ("is_goal", "payoff", "successors", "neighbours", "predecessors")
"""What a search asks about the state that it has just taken up."""
FACES = (StateSpace, Game, Impartial)

Note = Callable[[Any], None]


class Watched:
    """A strategy whose face is overheard; in all else it is the strategy."""

    def __init__(self, strategy: Strategy, note: Note) -> None:
        self.strategy = strategy
        self.note = note

    def __getattr__(self, name: str) -> Any:
        return getattr(self.strategy, name)

    def __call__(self, face: Any, run: Run) -> Iterator[Any]:
        overheard = Overheard(face, self.note) if self.strategy.face in FACES else face
        return self.strategy(overheard, run)


Strategy.register(Watched)


def watched(strategy: Strategy, note: Note) -> Strategy:
    """The strategy, which tells `note` the states that it asks about."""
    return cast(Strategy, Watched(strategy, note))


class Overheard:
    """A face that notes each state it is asked about."""

    def __init__(self, face: Any, note: Note) -> None:
        self._face = face
        for name in ASKED:
            if hasattr(face, name):
                setattr(self, name, _noting(getattr(face, name), note))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._face, name)


def _noting(method: Callable[[Any], Any], note: Note) -> Callable[[Any], Any]:
    def asked(state: Any) -> Any:
        note(state)
        return method(state)

    return asked
