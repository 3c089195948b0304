"""What a search did, as data: one small tuple of integers an event, for whoever watches."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """What happened. The comments say what `subject` and `value` mean for each kind."""

    TRY = 0  # variable, value: an assignment is made, one level deeper
    PRUNE = 1  # variable, mask of the values it lost
    FAIL = 2  # variable left without a value (-1 if a rule as a whole failed), unused
    BACK = 3  # variable, value: the assignment is taken back, with all it pruned
    ANSWER = 4  # unused, unused: what is assigned now is an answer
    EXPAND = 5  # number of the state taken from the frontier, size of the frontier left
    CHANGE = 6  # variable, value: local search gives it this value


class Event(NamedTuple):
    """One step of a search, at a depth of its tree (the root is at depth 0)."""

    kind: Kind
    depth: int
    subject: int = -1
    value: int = -1


Watcher = Callable[[Event], None]
"""Called with each event as it happens. Nobody watching costs one comparison."""


class Trace(list[Event]):
    """A watcher that records: a list of events that can be called."""

    def __call__(self, event: Event) -> None:
        self.append(event)
