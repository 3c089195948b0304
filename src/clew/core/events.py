"""What a search does, as data: an event is a small tuple of integers."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """What happened."""

    TRY = 0  # an assignment is made, one level deeper
    PRUNE = 1  # a variable loses the values of a mask
    FAIL = 2  # a variable is left without a value, or its unit cannot hold every value
    BACK = 3  # the assignment is taken back, with all that was pruned since
    ANSWER = 4  # what is assigned now, or the state expanded last, is an answer
    EXPAND = 5  # a state is taken from the frontier; states are numbered as they are added to it
    CHANGE = 6  # a variable of a full assignment gets another value
    VALUE = 7  # the value of a state of a game is known, for the player to move there


FIELDS: dict[Kind, tuple[str, ...]] = {
    Kind.TRY: ("variable", "value"),
    Kind.PRUNE: ("variable", "lost"),
    Kind.FAIL: ("variable",),
    Kind.BACK: ("variable", "value"),
    Kind.ANSWER: (),
    Kind.EXPAND: ("state", "parent"),
    Kind.CHANGE: ("variable", "value"),
    Kind.VALUE: ("state", "value"),
}
"""What `subject` and `value` of an event are, for each kind."""


class Event(NamedTuple):
    """One step of a search, at a depth of its tree (the root is at depth 0).

    `subject` and `value` are the numbers that FIELDS names for the kind.

    >>> import clew
    >>> trace = clew.Trace()
    >>> result = clew.solve("queens:4", "backtracking:infer=none", trace=trace)
    >>> trace[0]
    Event(kind=<Kind.TRY: 0>, depth=1, subject=0, value=0)
    """

    kind: Kind
    depth: int
    subject: int = -1
    value: int = -1


Watcher = Callable[[Event], None]
"""Called with each event as it happens. Nobody watching costs one comparison."""


class Trace(list[Event]):
    """A watcher that records: a list of events that can be called.

    >>> import clew
    >>> trace = clew.Trace()
    >>> result = clew.solve("queens:4", "backtracking:infer=none", trace=trace)
    >>> [event.value for event in trace if event.kind.name == "TRY"][:3]
    [0, 2, 3]
    """

    def __call__(self, event: Event) -> None:
        self.append(event)
