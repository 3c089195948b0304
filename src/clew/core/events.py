"""Events: the steps of a search as data, each a small tuple of numbers.

`EventCounts` can recompute every counter of a search from its events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple


class Kind(IntEnum):
    """The kinds of events."""

    TRY = 0  # an assignment is made, one level deeper
    PRUNE = 1  # a variable loses the values of a mask
    FAIL = 2  # a variable is left without a value, or its unit can't hold every value
    BACK = 3  # the assignment is taken back, with everything pruned since
    ANSWER = 4  # the current assignment, or the state expanded last, is a solution
    EXPAND = 5  # a state is taken from the frontier; states are numbered as they are added to it
    CHANGE = 6  # a variable of a full assignment gets another value
    VALUE = 7  # the value of a game's state is known, for the player to move there
    ENTER = 8  # the root of a tree of assignments is entered, or a full assignment is tested
    CHOOSE = 9  # the variable to assign next is chosen
    CHECK = 10  # rules are tested
    UNDO = 11  # the assignment is taken back to look for more, since there were solutions below it
    GENERATE = 12  # a successor of the state expanded last joins the frontier
    DUPLICATE = 13  # a successor of the state expanded last was already known
    STUCK = 14  # the state expanded last has no successors
    DROP = 15  # a state is taken from the frontier and dropped: a cheaper path to it was found
    CUT = 16  # a state lies beyond the limit, or its other moves can't change the result
    KNOWN = 17  # the value of a game's state is found in the table
    ROUND = 18  # the search starts again with another limit, or moves on to another level
    WINDOW = 19  # only values between alpha and beta matter for the state expanded last
    INFER = 20  # inference on a new partial assignment ends, with its checks and prunings


FIELDS: dict[Kind, tuple[str, ...]] = {
    Kind.TRY: ("variable", "value", "onward"),
    Kind.PRUNE: ("variable", "lost", "cause", "unit"),
    Kind.FAIL: ("variable", "value", "cause", "unit"),
    Kind.BACK: ("variable", "value"),
    Kind.ANSWER: (),
    Kind.EXPAND: ("state", "parent", "g", "rank"),
    Kind.CHANGE: ("variable", "value"),
    Kind.VALUE: ("state", "value"),
    Kind.ENTER: (),
    Kind.CHOOSE: ("variable", "values", "ties", "degree"),
    Kind.CHECK: ("variable", "checks", "left"),
    Kind.UNDO: ("variable", "value"),
    Kind.GENERATE: ("state", "parent", "g", "rank"),
    Kind.DUPLICATE: ("state", "parent"),
    Kind.STUCK: ("state",),
    Kind.DROP: ("state",),
    Kind.CUT: ("state", "value", "bound"),
    Kind.KNOWN: ("state", "value"),
    Kind.ROUND: ("limit", "waiting"),
    Kind.WINDOW: ("alpha", "beta"),
    Kind.INFER: ("variable", "checks", "prunings"),
}
"""The names of each kind's numbers: first `subject`, then `value`, then those in `why`."""


class Event(NamedTuple):
    """One step of a search.

    Args:
        kind: The kind of step, for example `TRY`.
        depth: The depth in the search tree. The root has depth 0.
        subject: The first number of the event, such as the variable or the state.
            `clew.core.events.FIELDS` lists the numbers of each kind.
        value: The second number of the event.
        why: The other numbers, on which the search based its decision: the rule that excluded a
            value, the number of values left, the cost of a state, or alpha and beta.

    >>> import clew
    >>> trace = clew.Trace()
    >>> result = clew.solve("queens:4", "backtracking:infer=none", trace=trace)
    >>> next(event for event in trace if event.kind.name == "TRY")
    Event(kind=<Kind.TRY: 0>, depth=1, subject=0, value=0, why=())
    """

    kind: Kind
    depth: int
    subject: int = -1
    value: int = -1
    why: tuple[Any, ...] = ()


made: Callable[[tuple[Kind, int, int, int, tuple[Any, ...]]], Event] = partial(tuple.__new__, Event)
"""Make an event from all its fields, in half the time that `Event` takes."""

Watcher = Callable[[Event], None]
"""A function that is called with each event. Without a watcher, an event costs one comparison."""


def emit(trace: Watcher | None, kind: Kind, depth: int = 0, *numbers: Any) -> None:
    """Pass an event to the watcher, if there is one. Fast loops make this check themselves."""
    if trace is not None:
        trace(Event(kind, depth, *numbers))


class Trace(list[Event]):
    """A list that records the events of a search. Pass one as `trace` to `clew.solve`.

    Args:
        iterable: The events to start with. There aren't any by default.

    >>> import clew
    >>> trace = clew.Trace()
    >>> result = clew.solve("queens:4", "backtracking:infer=none", trace=trace)
    >>> [event.value for event in trace if event.kind.name == "TRY"][:3]
    [0, 2, 3]
    """

    def __call__(self, event: Event) -> None:
        self.append(event)

    def _repr_html_(self) -> str:
        """Return a table that counts the events of each kind, for notebooks."""
        kinds = Counter(event.kind.name.lower() for event in self)
        rows = "".join(f"<tr><td>{kind}</td><td>{n:,}</td></tr>" for kind, n in kinds.items())
        deepest = max((event.depth for event in self), default=0)
        heads = "<tr><th>event</th><th>times</th></tr>"
        return f"<p>{len(self):,} events, depth {deepest}</p><table>{heads}{rows}</table>"


COUNTED: dict[Kind, tuple[str, ...]] = {
    Kind.TRY: ("nodes",),
    Kind.ENTER: ("nodes",),
    Kind.EXPAND: ("nodes",),
    Kind.BACK: ("backtracks",),
    Kind.STUCK: ("backtracks",),
    Kind.CUT: ("prunings",),
    Kind.GENERATE: ("generated",),
    Kind.DUPLICATE: ("generated", "duplicates"),
    Kind.KNOWN: ("duplicates",),
}
"""The counters that an event of each kind increases by one."""
QUEUE, STACK, HEAP, SET = "queue", "stack", "priority queue", "set"
PATH, TWO_QUEUES, TREE, ONE, NOTHING = "path", "two queues", "tree", "one", ""
"""The contents of a search's memory. A queue, a stack or a priority queue holds waiting states; so
does a set, if nobody knows in which order they come out. A path holds the states on it, and two
queues hold the states of two searches. A tree holds a path of assignments, and `one` is a full
assignment."""
WAITING = (QUEUE, STACK, HEAP, SET)


class EventCounts:
    """A watcher that recomputes the counters of a search from its events.

    >>> import clew
    >>> counts = EventCounts()
    >>> result = clew.solve("queens:6", "backtracking", trace=counts)
    >>> counts.checks, counts.prunings
    (444, 95)
    >>> (result.stats.checks, result.stats.prunings) == (counts.checks, counts.prunings)
    True
    """

    def __init__(self, holds: str = TREE) -> None:
        self.holds = holds
        self.nodes = self.backtracks = self.checks = self.prunings = 0
        self.generated = self.duplicates = self.deepest = self.frontier = 0
        self.waiting = int(holds in WAITING)
        """The number of states that wait in the frontier."""

    def __call__(self, event: Event) -> None:
        kind = event.kind
        for name in COUNTED.get(kind, ()):
            setattr(self, name, getattr(self, name) + 1)
        if kind in (Kind.CHECK, Kind.INFER):
            self.checks += event.value
            self.prunings += event.why[0] if kind is Kind.INFER else 0
        elif kind is Kind.PRUNE:
            self.prunings += event.value.bit_count()
        if event.depth > self.deepest and kind not in (Kind.GENERATE, Kind.DUPLICATE):
            self.deepest = event.depth
        self._hold(event)

    def _hold(self, event: Event) -> None:
        """Update the largest number of states or assignments held at the same time."""
        kind, size = event.kind, self.frontier
        if self.holds in WAITING:
            self.waiting += (kind is Kind.GENERATE) - (kind in (Kind.EXPAND, Kind.DROP))
            size = self.waiting + (kind is Kind.EXPAND)
        elif self.holds == PATH and kind is Kind.EXPAND:
            size = event.depth + 1
        elif self.holds == TREE:
            size = self.deepest
        elif self.holds == ONE:
            size = 1
        elif self.holds == TWO_QUEUES and kind is Kind.ROUND:
            size = event.value
        self.frontier = max(self.frontier, size)

    def as_dict(self) -> dict[str, int]:
        """Return the counters as a dictionary."""
        return {name: getattr(self, name) for name in COUNTERS}


COUNTERS = (
    "nodes", "backtracks", "checks", "prunings", "generated", "duplicates", "deepest", "frontier",
)  # fmt: skip
