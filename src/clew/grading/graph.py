"""State spaces that are small enough to write down, as instances of search assignments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from heapq import heappop, heappush
from typing import Any

from clew.core.rng import SplitMix64
from clew.grading.log import ESTIMATE, EXPAND, GENERATE, TEST, InstanceProbe, Log, NoSuch

State = Any
Edge = tuple[Any, State, int]
"""An action, the state it leads to, and its cost."""
EDGE = re.compile(r"(\w+)([->])(\w+)(?::(\d+))?")
MOST_STATES = 20_000
"""The maximum number of states in a puzzle that's used as a probe."""


@dataclass(frozen=True)
class Graph:
    """States, actions with their results and costs, a start, goals, and estimates.

    >>> Graph.parse("S-A A>G:3", start="S", goals=["G"]).distance("S")
    4
    """

    edges: Mapping[State, tuple[Edge, ...]]
    start: State
    goals: frozenset[State]
    estimates: Mapping[State, int] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)
    """Other arguments that a function can take."""

    kind = "graph"

    @classmethod
    def parse(
        cls, text: str, start: str, goals: list[str], h: Mapping[str, int] | None = None
    ) -> Graph:
        """Parse edges such as `A-B`, `A>B` (one way) and `A-B:3` (which costs 3)."""
        edges: dict[State, list[Edge]] = {start: []}
        for word in text.split():
            if not (found := EDGE.fullmatch(word)):
                raise ValueError(f"found the edge {word!r}, expected one such as A-B, A>B or A-B:3")
            one, way, other, cost = found[1], found[2], found[3], int(found[4] or 1)
            if any(after == other for _, after, _ in edges.get(one, ())):
                raise ValueError(f"found a second edge from {one} to {other}, expected one")
            edges.setdefault(one, []).append((f"to {other}", other, cost))
            back = edges.setdefault(other, [])
            if way == "-":
                back.append((f"to {one}", one, cost))
        frozen = {state: tuple(found) for state, found in edges.items()}
        return cls(frozen, start, frozenset(goals), dict(h or {}))

    @classmethod
    def random(
        cls, seed: str | int, states: int = 12, edges: int = 20, dearest: int = 1,
        solvable: bool = True,
    ) -> Graph:  # fmt: skip
        """Return a random graph with consistent estimates, in which every state is reachable."""
        rng = SplitMix64(seed)
        names = [_name(number) for number in range(states)]
        pairs = dict.fromkeys((names[rng.below(at)], names[at]) for at in range(1, states))
        while len(pairs) < min(edges, states * (states - 1) // 2):
            one, other = rng.choice(names), rng.choice(names)
            if names.index(one) < names.index(other):
                pairs[one, other] = None
        text = " ".join(f"{one}-{other}:{rng.between(1, dearest)}" for one, other in pairs)
        goals = [names[-1 - rng.below(max(1, states // 3))]] if solvable else []
        graph = cls.parse(text, names[0], goals)
        exact = graph.distances
        guess = {state: exact.get(state, 0) * rng.between(0, 10) // 10 for state in names}
        return replace(graph, estimates=_consistent(graph, guess))

    @classmethod
    def of_space(cls, space: Any) -> Graph:
        """Convert a whole state space to a graph.

        Raises:
            ValueError: if the space is too large.
        """
        edges: dict[State, tuple[Edge, ...]] = {}
        cost, waiting = getattr(space, "cost", None), [space.start]
        while waiting:
            state = waiting.pop()
            if state in edges:
                continue
            if len(edges) >= MOST_STATES:
                raise ValueError(f"found more than {MOST_STATES:,} states, expected a smaller one")
            found = [(m, s, cost(state, m, s) if cost else 1) for m, s in space.successors(state)]
            edges[state] = tuple(found)
            waiting += [after for _, after, _ in found]
        goals = frozenset(state for state in edges if space.is_goal(state))
        heuristic = getattr(space, "heuristic", None)
        estimates = {state: heuristic(state) for state in edges} if heuristic else {}
        return cls(edges, space.start, goals, estimates)

    def renamed(self, names: Callable[[tuple[Any, ...]], State]) -> Graph:
        """Return the graph with each state named by the actions that lead to it."""
        name = {state: names(way) for state, way in self.by_distance.items()}
        edges = {
            name[state]: tuple((action, name[after], cost) for action, after, cost in found)
            for state, found in self.edges.items()
        }
        estimates = {name[state]: each for state, each in self.estimates.items()}
        return Graph(edges, name[self.start], frozenset(map(name.get, self.goals)), estimates)

    def successors(self, state: State) -> tuple[Edge, ...]:
        """Return the moves from a state. Raise KeyError if there's no such state."""
        return self.edges[state]

    def is_goal(self, state: State) -> bool:
        return state in self.goals

    def estimate(self, state: State) -> int:
        return self.estimates.get(state, 0)

    @cached_property
    def distances(self) -> dict[State, int]:
        """The smallest cost from each state to a goal, if it can reach one (Dijkstra)."""
        before: dict[State, list[tuple[State, int]]] = {}
        for state, found in self.edges.items():
            for _, after, cost in found:
                before.setdefault(after, []).append((state, cost))
        heap = [(0, at, state) for at, state in enumerate(self.goals)]
        known: dict[State, int] = {}
        serial = len(heap)
        while heap:
            spent, _, state = heappop(heap)
            if state in known:
                continue
            known[state] = spent
            for earlier, cost in before.get(state, ()):
                serial += 1
                heappush(heap, (spent + cost, serial, earlier))
        return known

    def distance(self, state: State) -> int | None:
        """Return the smallest cost from a state to a goal, or None if it can't reach one."""
        return self.distances.get(state)

    @cached_property
    def by_distance(self) -> dict[State, tuple[Any, ...]]:
        """The states that can be reached from the start, each with a shortest list of actions."""
        ways: dict[State, tuple[Any, ...]] = {self.start: ()}
        waiting = [self.start]
        for state in waiting:
            for action, after, _ in self.edges[state]:
                if after not in ways:
                    ways[after] = (*ways[state], action)
                    waiting.append(after)
        return ways

    @property
    def reachable(self) -> set[State]:
        """The states that can be reached from the start."""
        return set(self.by_distance)

    def follow(self, actions: list[Any]) -> tuple[State, int] | str:
        """Return the state that actions lead to and their cost, or describe the actions' fault."""
        state, spent = self.start, 0
        for number, action in enumerate(actions, 1):
            ways = [(cost, after) for name, after, cost in self.edges[state] if name == action]
            if not ways:
                return f"action {number} of the solution, {action!r}, isn't possible in {state}"
            cost, state = min(ways, key=lambda way: way[0])
            spent += cost
        return state, spent

    def probe(self, log: Log) -> GraphProbe:
        return GraphProbe(self, log)

    def size(self) -> tuple[int, int]:
        """Return the number of states and the number of edges. A smaller graph is simpler."""
        return len(self.edges), sum(map(len, self.edges.values()))

    def smaller(self) -> Iterator[Graph]:
        """Yield graphs with one state or edge fewer, for shrinking. Puzzles aren't shrunk."""
        if self.given:
            return
        for state in self.edges:
            if state != self.start:
                yield self._kept(lambda one, edge, gone=state: gone not in (one, edge[1]))
        for state, found in self.edges.items():
            for edge in found:
                yield self._kept(lambda one, other, at=(state, edge): (one, other) != at)

    def _kept(self, keep: Any) -> Graph:
        edges = {
            state: tuple(edge for edge in found if keep(state, edge))
            for state, found in self.edges.items()
        }
        pruned = replace(self, edges=edges)
        inside = pruned.reachable
        kept = {state: found for state, found in edges.items() if state in inside}
        return replace(pruned, edges=kept, goals=self.goals & inside)

    def __str__(self) -> str:
        """Return the edges on one line, with each two-way edge listed once."""
        shown, seen = [], set()
        for state, found in self.edges.items():
            for _, after, cost in found:
                both = any(
                    back == state and price == cost for _, back, price in self.edges.get(after, ())
                )
                if (after, state, cost) not in seen or not both:
                    price = f":{cost}" if cost != 1 else ""
                    shown.append(f"{state}{'-' if both else '>'}{after}{price}")
                seen.add((state, after, cost))
        goals = " ".join(sorted(map(str, self.goals))) or "none"
        return f"{' '.join(shown) or 'no edges'}, start {self.start}, goal {goals}"


def _name(number: int) -> str:
    """Return the name of a state: A, B, … Z, A1, B1, …"""
    letter = chr(ord("A") + number % 26)
    return letter + (str(number // 26) if number >= 26 else "")


def _consistent(graph: Graph, guess: dict[State, int]) -> dict[State, int]:
    """Lower the estimates where they fall by more than an action costs, and return them."""
    changed = True
    while changed:
        changed = False
        for state, found in graph.edges.items():
            least = min([guess[state], *(cost + guess[after] for _, after, cost in found)])
            changed = changed or least < guess[state]
            guess[state] = least
    return guess


class GraphProbe(InstanceProbe):
    """A state space that records expansions, generated states, goal tests and estimates."""

    @property
    def graph(self) -> Graph:
        found: Graph = self.instance
        return found

    def job(self) -> dict[str, Any]:
        """Return the first message to the student's process: the start, and the only goal."""
        goals = list(self.graph.goals)
        goal = goals[0] if len(goals) == 1 else None
        given = dict(self.graph.given)
        return {"kind": "graph", "start": self.graph.start, "goal": goal, "values": given}

    def answer(self, question: str, arguments: tuple[Any, ...]) -> Any:
        """Answer a question. Raise NoSuch if there's no such state or action."""
        asked = ANSWERS.get(question)
        if asked is None or (question != "cost of" and arguments[0] not in self.graph.edges):
            raise NoSuch(
                f"asked about {arguments[0]!r}, which isn't a state" if asked else question
            )
        return asked(self, *arguments)

    def tell(self, name: str, arguments: tuple[Any, ...]) -> None:
        """Record the calls to a student's own puzzle class, if they follow the rules."""
        state = arguments[0]
        if state not in self.graph.edges:
            raise NoSuch(f"{name} returned {state!r}, which can't be reached")
        if name == "generate" and (arguments[1], arguments[2], 1) not in self.graph.edges[state]:
            raise NoSuch(f"the move {arguments[1]!r} leads to the wrong state")
        if name == "generate":
            self.log.add(GENERATE, state, (arguments[1], arguments[2], 1))
        elif name in (EXPAND, TEST):
            self.log.add(name, *arguments)

    def actions(self, state: Any) -> list[Any]:
        self.log.add(EXPAND, state)
        return list(dict.fromkeys(action for action, _, _ in self.graph.successors(state)))

    def result(self, state: Any, action: Any) -> Any:
        way = self._way(state, action)
        self.log.add(GENERATE, state, way)
        return way[1]

    def successors(self, state: Any) -> tuple[Any, ...]:
        self.log.add(EXPAND, state)
        found = self.graph.successors(state)
        for way in found:
            self.log.add(GENERATE, state, way)
        return found

    def goal(self, state: Any) -> bool:
        found = self.graph.is_goal(state)
        self.log.add(TEST, state, found)
        return found

    def estimate(self, state: Any) -> int:
        found = self.graph.estimate(state)
        self.log.add(ESTIMATE, state, found)
        return found

    def cost(self, state: Any, action: Any) -> int:
        return int(self._way(state, action)[2])

    def cost_of(self, actions: Any) -> int:
        found = self.graph.follow(list(actions))
        return 999_999 if isinstance(found, str) else found[1]

    def _way(self, state: Any, action: Any) -> tuple[Any, Any, int]:
        ways = [way for way in self.graph.successors(state) if way[0] == action]
        if not ways:
            raise NoSuch(f"took the action {action!r} in {state!r}, where it isn't possible")
        return min(ways, key=lambda way: way[2])


ANSWERS: dict[str, Callable[..., Any]] = {
    "actions": GraphProbe.actions,
    "result": GraphProbe.result,
    "successors": GraphProbe.successors,
    "goal": GraphProbe.goal,
    "estimate": GraphProbe.estimate,
    "cost": GraphProbe.cost,
    "cost of": GraphProbe.cost_of,
}
