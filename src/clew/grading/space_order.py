"""Whether a search takes its states in the order of its strategy, whatever the order of ties.

The frontier of a student's search cannot be seen, but its calls tell what is in it: a state that
was generated waits until it is expanded. The rule of a strategy is a key, and each choice must be
one of those with the least: the depth for breadth-first, g for uniform cost, g + h for A*, and
for depth-first the age of the parent's expansion, the newest first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from clew.grading.graph import Graph
from clew.grading.log import EXPAND, GENERATE, TEST, Call, Fault, Log

EXPANSION, GENERATION, PATH, NONE = "expansion", "generation", "path", "none"
MARKS = (EXPANSION, GENERATION, PATH, NONE)
"""When a search marks a state as visited: each is a legal way to write it."""
COSTED = ("uniform-cost", "a-star")
"""The strategies that must not mark a state when it is generated: a cheaper way may follow."""


@dataclass(eq=False)
class Entry:
    """A state that waits, by one of the ways that lead to it."""

    state: Any
    parent: Entry | None
    spent: int
    batch: int
    """The number of the expansion that generated it."""
    serial: int

    @property
    def depth(self) -> int:
        return 0 if self.parent is None else self.parent.depth + 1

    def on_path(self, state: Any) -> bool:
        entry: Entry | None = self
        while entry is not None and entry.state != state:
            entry = entry.parent
        return entry is not None


Key = Callable[[Graph, Entry], int]
KEYS: dict[str, Key] = {
    "breadth-first": lambda graph, entry: entry.depth,
    "depth-first": lambda graph, entry: -entry.batch,
    "uniform-cost": lambda graph, entry: entry.spent,
    "greedy": lambda graph, entry: graph.estimate(entry.state),
    "a-star": lambda graph, entry: entry.spent + graph.estimate(entry.state),
}
TIES: dict[str, Key] = {
    "siblings": lambda graph, entry: entry.batch,
    "first": lambda graph, entry: entry.serial,
}
"""Stricter keys for breadth-first: a queue up to the order of siblings, and a queue."""
SAYS: dict[str, str] = {
    "breadth-first": "at depth {}",
    "uniform-cost": "with g = {}",
    "greedy": "with h = {}",
    "a-star": "with f = {}",
}


class StudentFrontier:
    """What waits in a search that marks its states in one of the legal ways."""

    def __init__(self, graph: Graph, key: Key, marks: str, limit: int | None = None) -> None:
        self.graph, self.key, self.marks, self.limit = graph, key, marks, limit
        self.waiting = [Entry(graph.start, None, 0, 0, 0)]
        self.taken: dict[Any, Entry] = {}
        """The entries that were chosen last, by their states."""
        self.reached = {graph.start}
        self.expansions = 0
        self.unexpanded: dict[Any, Entry] = {}
        """The entries that were taken and not expanded."""
        self.batches: dict[Any, int] = {}
        self.generated: set[tuple[int, Any, Any]] = set()
        self.serial = 0

    def open(self) -> list[Entry]:
        """The entries that the search may not pass over."""
        return [entry for entry in self.waiting if not self._passed(entry)]

    def _passed(self, entry: Entry) -> bool:
        if self.limit is not None and entry.depth > self.limit:
            return True
        return self.marks in (EXPANSION, GENERATION) and entry.state in self.taken

    def allowed(self) -> list[Entry]:
        """The entries with the least key."""
        found = self.open()
        least = min((self.key(self.graph, entry) for entry in found), default=0)
        return [entry for entry in found if self.key(self.graph, entry) == least]

    def take(self, state: Any) -> bool:
        """Choose a state; False if the rule does not allow it now."""
        entry = next((each for each in self.allowed() if each.state == state), None)
        entry = entry or self._reopened(state)
        if entry is None:
            return False
        self.waiting.remove(entry)
        self.taken[state] = self.unexpanded[state] = entry
        return True

    def _reopened(self, state: Any) -> Entry | None:
        """A state that was taken before, and has been reached more cheaply since."""
        before = self.taken.get(state)
        least = min((self.key(self.graph, entry) for entry in self.open()), default=None)
        for entry in self.waiting if before else ():
            cheaper = before is not None and entry.spent < before.spent
            if entry.state == state and cheaper and self.marks == EXPANSION:
                key = self.key(self.graph, entry)
                return entry if least is None or key <= least else None
        return None

    def expand(self, state: Any) -> None:
        self.expansions += 1
        self.unexpanded.pop(state, None)
        self.batches[state] = self.expansions

    def generate(self, state: Any, way: tuple[Any, Any, int]) -> None:
        """Let the state wait that an action leads to, unless it is marked."""
        action, child, cost = way
        parent, batch = self.taken.get(state), self.batches.get(state, self.expansions)
        if parent is None or (batch, action, child) in self.generated:
            return
        self.generated.add((batch, action, child))
        if self.marks == GENERATION and child in self.reached:
            return
        if self.marks == PATH and parent.on_path(child):
            return
        self.reached.add(child)
        self.serial += 1
        self.waiting.append(Entry(child, parent, parent.spent + cost, batch, self.serial))


FRESH, AGAIN, LATER = "fresh", "again", ""
"""A choice; perhaps one, for a search may also ask the same thing twice; none."""


def choices(log: Log, tests: bool) -> Iterator[tuple[int, Call, str]]:
    """The calls with their numbers, and whether each is a choice.

    A state is chosen when it is expanded; where `tests` count, when it is tested. A goal that ends
    the search is tested only.
    """
    chosen: Any = log
    named = ""
    last = max((at for at, call in enumerate(log.calls) if call.name == TEST), default=-1)
    for at, call in enumerate(log.calls):
        counts = call.name == EXPAND or (
            call.name == TEST and (tests or (at == last and call.value))
        )
        same = chosen is not log and call.subject == chosen
        repeated = AGAIN if call.name == named else LATER
        yield at, call, (repeated if same else FRESH) if counts else LATER
        if counts:
            chosen, named = call.subject, call.name
        elif call.name == GENERATE and chosen is not log and call.value[1] == chosen:
            chosen = log  # reached anew: to take it again is another choice


def check_order(log: Log, strategy: str, ties: str = "any") -> Fault | None:
    """The first choice that the strategy does not allow, however the search marks its states."""
    key = TIES.get(ties, KEYS[strategy]) if strategy == "breadth-first" else KEYS[strategy]
    ways = [marks for marks in MARKS if marks != GENERATION or strategy not in COSTED]
    return _latest(
        _walk(log, StudentFrontier(log.instance, key, marks), tests, strategy)
        for marks, tests in product(ways, (True, False))
    )


def _latest(readings: Iterable[Fault | None]) -> Fault | None:
    """The fault of the reading that comes farthest; None as soon as one has none."""
    faults = []
    for fault in readings:
        if fault is None:
            return None
        faults.append(fault)
    return max(faults, key=lambda fault: fault.at)


class Replay:
    """A log replayed choice by choice on a frontier."""

    def __init__(self, frontier: StudentFrontier, tests: bool) -> None:
        self.frontier, self.tests = frontier, tests
        self.newest: set[Any] = set()
        """The states that the last expansion generated."""
        self.expanded: Any = None

    def step(self, call: Call, choice: str) -> list[Entry] | None:
        """Make a call; what was allowed instead, if it was a choice that is not."""
        fresh = choice == FRESH or (choice == AGAIN and self.frontier.take(call.subject))
        if choice == FRESH:
            allowed = self.frontier.allowed()
            early = call.name == TEST and call.subject in self.newest and not self.tests
            if not self.frontier.take(call.subject) and not early:
                return allowed
        if call.name == EXPAND and (fresh or call.subject != self.expanded):
            self.frontier.expand(call.subject)
            self.newest, self.expanded = set(), call.subject
        elif call.name == GENERATE:
            self.frontier.generate(call.subject, call.value)
            self.newest.add(call.value[1])
        return None


def _walk(log: Log, frontier: StudentFrontier, tests: bool, strategy: str) -> Fault | None:
    number, walk = 0, Replay(frontier, tests)
    for at, call, choice in choices(log, tests):
        number += choice == FRESH
        allowed = walk.step(call, choice)
        if allowed is not None:
            return _wrong(frontier, allowed, number, at, call, strategy)
    return None


def _wrong(
    frontier: StudentFrontier, allowed: list[Entry], number: int, at: int, call: Call, strategy: str
) -> Fault:
    done = "tested" if call.name == TEST else "expanded"
    why = _why(frontier, allowed, call.subject, strategy)
    states = tuple(entry.state for entry in allowed)
    return Fault(f"choice {number} {done} {call.subject}{why}", at, states)


def _why(frontier: StudentFrontier, allowed: list[Entry], state: Any, strategy: str) -> str:
    """Why a state may not be taken now, as the end of a sentence."""
    graph, key = frontier.graph, frontier.key
    keys = [key(graph, entry) for entry in frontier.open() if entry.state == state]
    if not keys and state in frontier.taken:
        return " again, though no new way led to it"
    if not keys:
        return ", which it had not reached"
    if not allowed:
        return ", which it had visited before"
    if strategy == "depth-first" or key is not KEYS[strategy]:
        age = "later" if strategy == "depth-first" else "earlier"
        return f" while a state that it had reached {age} was waiting"
    words = SAYS[strategy]
    return (
        f" {words.format(min(keys))} while one {words.format(key(graph, allowed[0]))} was waiting"
    )


def check_deepening(log: Log) -> Fault | None:
    """Iterative deepening: rounds of depth-first search from the start, each one level deeper."""
    readings = product(MARKS, (True, False), (0, 1))
    return _latest(_rounds(log, marks, tests, first) for marks, tests, first in readings)


def _rounds(log: Log, marks: str, tests: bool, first: int) -> Fault | None:
    start, limit, number = log.instance.start, first - 1, 0
    walk: Replay | None = None
    for at, call, choice in choices(log, tests):
        number += choice == FRESH
        if choice and call.subject == start and not (walk and _waits(walk.frontier, start)):
            if walk and (left := _left(walk.frontier, limit)):
                said = f"round {limit - first + 1} ended before it had gone to its limit everywhere"
                return Fault(said, at, tuple(entry.state for entry in left))
            limit += 1
            walk = Replay(StudentFrontier(log.instance, KEYS["depth-first"], marks, limit), tests)
        allowed = walk.step(call, choice) if walk else None
        if walk and allowed is not None:
            return _too_deep(walk.frontier, allowed, number, at, call, limit)
    return None


def _left(frontier: StudentFrontier, limit: int) -> list[Entry]:
    """The entries that a round should have taken, or expanded."""
    short = [entry for entry in frontier.unexpanded.values() if entry.depth < limit]
    return frontier.open() + short


def _waits(frontier: StudentFrontier, state: Any) -> bool:
    return any(entry.state == state for entry in frontier.open())


def _too_deep(
    frontier: StudentFrontier, allowed: list[Entry], number: int, at: int, call: Call, limit: int
) -> Fault:
    deep = [entry for entry in frontier.waiting if entry.state == call.subject]
    if deep and all(entry.depth > limit for entry in deep):
        said = f"choice {number} went to {call.subject} at depth {deep[0].depth}"
        states = tuple(entry.state for entry in allowed)
        return Fault(f"{said} in the round that ends at depth {limit}", at, states)
    return _wrong(frontier, allowed, number, at, call, "depth-first")
