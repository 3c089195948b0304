"""Random finite graphs to walk through: every space strategy against the plainest shortest paths.

Half of the cases are stated with `clew.walk`; the others are faces that also list their goals and
predecessors, or whose moves flip bits, for the strategies that need it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

import clew
from clew.core.result import Run, Status
from clew.search.auto import AUTO
from clew.search.strategy import Strategy, strategies
from tests.fuzz.models import sampled
from tests.fuzz.running import Check, Skip, without_each

NODES = 4_000
FAR = float("inf")


@dataclass(frozen=True)
class Edge:
    """A move: from where, its name, to where, and its cost."""

    start: Any
    name: Any
    end: Any
    cost: Any


class Face:
    """The graph as a face that lists its goals and the states before a state."""

    def __init__(self, walk: Walk) -> None:
        self.start, self.goals = walk.start, walk.goals
        self.edges = walk.edges
        if walk.priced:
            costs = {(edge.start, edge.name): edge.cost for edge in walk.edges}
            self.cost = lambda state, move, after: costs[state, move]
        if walk.estimates is not None:
            self.heuristic = dict(walk.estimates).__getitem__

    def successors(self, state: Any) -> list[tuple[Any, Any]]:
        return [(edge.name, edge.end) for edge in self.edges if edge.start == state]

    def predecessors(self, state: Any) -> list[Any]:
        return list(dict.fromkeys(edge.start for edge in self.edges if edge.end == state))

    def is_goal(self, state: Any) -> bool:
        return state in self.goals


class FlipFace:
    """A space of integers whose moves flip bits; 0 is its goal."""

    def __init__(self, start: int, flips: tuple[int, ...]) -> None:
        self.start, self.flips, self.goals = start, flips, (0,)

    def successors(self, state: int) -> list[tuple[int, int]]:
        return [(number, state ^ mask) for number, mask in enumerate(self.flips)]

    def neighbours(self, state: int) -> list[int]:
        return [state ^ mask for mask in self.flips]

    predecessors = neighbours

    def is_goal(self, state: int) -> bool:
        return state == 0


@dataclass(frozen=True)
class Walk:
    """A graph, a start, goals, and estimates of the way to go if there are any."""

    start: Any
    goals: tuple[Any, ...]
    edges: tuple[Edge, ...]
    priced: bool
    estimates: tuple[tuple[Any, Any], ...] | None
    flips: tuple[int, ...]
    """Masks, if the graph is one of bits that moves flip; then the edges follow from them."""
    seed: int

    # -------------------------------------------------------------- as it's meant

    @cached_property
    def distances(self) -> dict[Any, Any]:
        """The least cost from each state to a goal: edges are relaxed until nothing changes."""
        return self._relaxed(priced=self.priced)

    def _relaxed(self, priced: bool) -> dict[Any, Any]:
        states = {self.start, *self.goals}
        states |= {end for edge in self.edges for end in (edge.start, edge.end)}
        far: dict[Any, Any] = dict.fromkeys(states, FAR) | dict.fromkeys(self.goals, 0)
        changed = True
        while changed:
            changed = False
            for edge in self.edges:
                through = far[edge.end] + (edge.cost if priced else 1)
                if through < far[edge.start]:
                    far[edge.start], changed = through, True
        return far

    @cached_property
    def fewest(self) -> Any:
        """The least number of moves from the start to a goal."""
        return self._relaxed(priced=False)[self.start]

    @cached_property
    def is_admissible(self) -> bool:
        known = self.estimates or ()
        return all(said <= self.distances.get(state, FAR) for state, said in known)

    @cached_property
    def ways(self) -> int | None:
        """How many ways lead to a goal and not through one; None if there is no end of them."""
        counted: dict[Any, int] = {}

        def count(state: Any, path: tuple[Any, ...]) -> int:
            if state in self.goals:
                return 1
            if state in path:
                raise RecursionError
            if state not in counted:
                ends = [edge.end for edge in self.edges if edge.start == state]
                ends = [end for end in ends if self.distances[end] < FAR]
                counted[state] = sum(count(end, (*path, state)) for end in ends)
            return counted[state]

        try:
            return count(self.start, ())
        except RecursionError:
            return None

    # -------------------------------------------------------------- what's checked

    def source(self) -> list[str]:
        """The walk as a user states it."""
        moves: dict[Any, list[tuple[Any, ...]]] = {}
        for edge in self.edges:
            item = (edge.name, edge.end, edge.cost) if self.priced else (edge.name, edge.end)
            moves.setdefault(edge.start, []).append(item)
        goal = repr(self.goals[0]) if len(self.goals) == 1 else f"{self.goals!r}.__contains__"
        estimate = "" if self.estimates is None else f", heuristic={dict(self.estimates)!r}.get"
        return [
            f"MOVES = {moves!r}",
            f"@clew.walk(start={self.start!r}, goal={goal}{estimate})",
            "def graph(state):",
            "    return MOVES.get(state, [])",
        ]

    def stated(self) -> Any:
        namespace: dict[str, Any] = {"clew": clew}
        exec("\n".join(self.source()), namespace)
        return namespace["graph"]

    def checks(self) -> Iterator[Check]:
        walk = self.stated()
        yield AUTO, lambda: self._solve(walk, AUTO)
        for kind in strategies().values():
            if kind.face is clew.StateSpace:
                for each in sampled(kind, self.seed, 2):
                    yield each.spelling, lambda each=each: self._solve(walk, each)  # type: ignore[misc]
                    yield f"all:{each}", lambda each=each: self._all(walk, each)  # type: ignore[misc]
                    yield f"face:{each}", lambda each=each: self._face(each)  # type: ignore[misc]
        if self.estimates is not None:
            yield "audit", lambda: self._audit(walk)

    def _path(self, moves: Any) -> tuple[Any, Any]:
        """Return where moves lead, and what they cost at least; None if one is no move."""
        state, spent = self.start, 0
        for move in moves:
            if state in self.goals:
                return None, None
            made = [e for e in self.edges if (e.start, e.name) == (state, move)]
            if not made:
                return None, None
            state, spent = made[0].end, spent + (min(e.cost for e in made) if self.priced else 1)
        return state, spent

    def _judge(self, moves: Any, strategy: Strategy | str, *, first: bool = True) -> str:
        """Return what's wrong with an answer."""
        state, spent = self._path(moves)
        if state not in self.goals:
            return f"found {moves}, which leads to {state}"
        optimal, ranked = True, "f"
        if isinstance(strategy, Strategy):
            optimal, ranked = strategy.optimal, strategy.ranked_by
        if strategy == AUTO and not self.is_admissible:
            optimal = False
        if not first or not optimal or (ranked == "f" and not self.is_admissible):
            return ""
        if ranked:
            best = self.distances[self.start]
            return "" if spent == best else f"found a way that costs {spent}, expected {best}"
        return "" if len(moves) == self.fewest else f"found {moves}, expected {self.fewest} moves"

    def _ended(self, search: clew.Search[Any], strategy: Any) -> str:
        """Return what's wrong with how a search without an answer ended."""
        solvable = self.distances[self.start] < FAR
        if search.status is Status.COMPLETE:
            return "found no answer, and there is one" if solvable else ""
        naive = getattr(strategy, "visited", "all") != "all"
        if search.reason == "nodes" and naive:
            raise Skip("too many nodes")
        return "" if search.reason == "depth" else f"ended as {search.status}: {search.reason}"

    def _solve(self, walk: Any, strategy: Any) -> str:
        search: clew.Search[Any] = clew.Search(walk, strategy, Run(1, NODES))
        try:
            search.finish()
        except clew.Unsuited as error:
            raise Skip("unsuited") from error
        if not search.solutions:
            return self._ended(search, strategy)
        moves = search.solutions[0]
        said = self._judge(moves, strategy)
        if not said and search.result.cost != self._path(moves)[1]:
            return f"said that {moves} costs {search.result.cost}"
        return said

    def _all(self, walk: Any, strategy: Strategy) -> str:
        """Every answer is right and comes once, and COMPLETE means that there is no other."""
        run = Run(50, NODES)
        search: clew.Search[Any] = clew.Search(walk, strategy, run)
        try:
            search.finish()
        except clew.Unsuited as error:
            raise Skip("unsuited") from error
        found = search.solutions
        if len(set(found)) != len(found):
            return f"found an answer twice: {found}"
        for number, moves in enumerate(found):
            if said := self._judge(moves, strategy, first=number == 0):
                return said
        if search.status is Status.COMPLETE and len(found) != self.ways:
            return f"found {len(found)} answers and claimed that these are all, not {self.ways}"
        return ""

    def _face(self, strategy: Strategy) -> str:
        """The strategy on a face that offers more than a stated walk."""
        face: Any = FlipFace(self.start, self.flips) if self.flips else Face(self)
        if strategy.rank(face) is None:
            raise Skip("unsuited")
        run = Run(1, NODES)
        try:
            path = next(iter(strategy(face, run)), None)
        except clew.Stopped as stop:
            if stop.limit in ("nodes", "depth"):
                raise Skip(stop.limit) from None
            raise
        if path is None:
            solvable = self.distances[self.start] < FAR
            return "found no answer, and there is one" if solvable else ""
        return self._judge(path.moves(), strategy)

    def _audit(self, walk: Any) -> str:
        """The audit of a heuristic finds out whether it is admissible and consistent."""
        found = clew.audit(walk)
        if found.admissible is None:
            raise Skip("not the whole space")
        known, reached = dict(self.estimates or ()), self._reached()
        near = [state for state in reached if self.distances[state] < FAR]
        honest = all(known[state] <= self.distances[state] for state in near)
        if found.admissible != honest:
            return f"audited as admissible={found.admissible}, expected {honest}"
        return ""

    def _reached(self) -> set[Any]:
        reached = {self.start}
        for _ in self.edges:
            reached |= {edge.end for edge in self.edges if edge.start in reached}
        return reached

    # -------------------------------------------------------------- a failure in a few lines

    def smaller(self) -> Iterator[Walk]:
        if self.flips:
            for kept in without_each(self.flips):
                yield flipping(self.start, kept, self.seed)
            for start in (self.start // 2, self.start & (self.start - 1)):
                yield flipping(start, self.flips, self.seed)
            return
        for edges in without_each(self.edges):
            yield replace(self, edges=edges)
        for goals in without_each(self.goals, 1):
            yield replace(self, goals=goals)
        if self.estimates is not None:
            yield replace(self, estimates=None)
            zero = tuple((state, 0) for state, _ in self.estimates)
            if zero != self.estimates:
                yield replace(self, estimates=zero)
        if self.priced:
            yield replace(self, priced=False)
            for at, edge in enumerate(self.edges):
                if edge.cost not in (0, 1):
                    cheaper = replace(edge, cost=1)
                    yield replace(self, edges=(*self.edges[:at], cheaper, *self.edges[at + 1 :]))

    def snippet(self, check: str) -> str:
        name, _, rest = check.partition(":")
        lines = ["import clew", "", *self.source(), ""]
        if name == "face":
            lines = ["import clew", "from random import Random",
                     "from clew.search.strategy import parse_strategy",
                     "from tests.fuzz.walks import Edge, Face, FlipFace, Walk",
                     f"walk = {self!r}",
                     "face = FlipFace(walk.start, walk.flips) if walk.flips else Face(walk)",
                     f"path = next(iter(parse_strategy({rest!r})(face, clew.Run())))",
                     "print(path.moves())"]  # fmt: skip
        elif name == "audit":
            lines.append("print(clew.audit(graph))")
        else:
            spelled, most = (rest, 50) if name == "all" else (check, 1)
            lines += [f"result = clew.solve(graph, {spelled!r}, max_solutions={most})",
                      "print(result.solutions, result.status)"]  # fmt: skip
        least, moves = self.distances[self.start], self.fewest
        return "\n".join([*lines, f"# expected: cost {least}, {moves} moves; {self.ways} ways"])


def flipping(start: int, flips: tuple[int, ...], seed: int) -> Walk:
    """A walk whose moves flip bits."""
    size = max([start, 1, *flips]).bit_length()
    edges = tuple(
        Edge(state, number, state ^ mask, 1)
        for state in range(1 << size)
        for number, mask in enumerate(flips)
    )
    return Walk(start, (0,), edges, False, None, flips, seed)


def make(rng: Random) -> Walk:
    """Draw a walk."""
    seed = rng.randrange(1 << 30)
    if rng.random() < 0.12:
        bits = rng.randint(1, 5)
        flips = tuple(rng.randrange(1, 1 << bits) for _ in range(rng.randint(1, 4)))
        return flipping(rng.randrange(1 << bits), flips, seed)
    size = rng.choice([1, 2, 3, 4, 5, 6, 7, 8])
    sort = rng.choice(["number", "text", "pair"])
    states: list[Any] = list(range(size))
    if sort == "text":
        states = [f"s{each}" for each in states]
    elif sort == "pair":
        states = [(each, each % 2) for each in states]
    shape = rng.choice(["any", "any", "forward", "tree", "two-way"])
    costs = rng.choice([(1, 2, 5), (0, 1), (1,), (0.5, 1.5, 2.0), (3, 1000, 10**9), (0,)])
    edges: list[Edge] = []
    for number in range(rng.randint(0, min(2 * size, 14))):
        one, other = rng.randrange(size), rng.randrange(size)
        if shape in ("forward", "tree"):
            one, other = min(one, other), max(one, other)
            if one == other or (shape == "tree" and any(e.end == states[other] for e in edges)):
                continue
        edges.append(Edge(states[one], f"m{number}", states[other], rng.choice(costs)))
        if shape == "two-way":
            edges.append(Edge(states[other], f"w{number}", states[one], rng.choice(costs)))
    start = rng.choice(states)
    if rng.random() < 0.4 and edges:
        start = edges[0].start
    goals = tuple(rng.sample(states, rng.choice([1, 1, min(2, size)])))
    first = any(edge.start == start for edge in edges)
    walk = Walk(start, goals, tuple(edges), rng.random() < 0.5 and first, None, (), seed)
    if rng.random() < 0.65:
        walk = replace(walk, estimates=_estimates(walk, states, rng))
    return walk


def _estimates(walk: Walk, states: list[Any], rng: Random) -> tuple[tuple[Any, Any], ...]:
    """Draw a heuristic: exact, too low, too high, or anything; 0 at a goal, as one must be."""
    how = rng.choice(["exact", "low", "low", "high", "any", "zero", "half"])
    said: dict[Any, Any] = {}
    for state in states:
        far = walk.distances.get(state, FAR)
        far = 9 if far == FAR else far
        said[state] = {
            "exact": far, "low": rng.randint(0, int(far)) if far < 100 else 0, "high": 3 * far + 1,
            "any": rng.randint(0, 9), "zero": 0, "half": far / 2,
        }[how]  # fmt: skip
        if state in walk.goals:
            said[state] = 0
    return tuple(said.items())
