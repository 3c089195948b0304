"""The compiled twin of the graph searches: the same paths and counters as the readable ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import clew
from clew.core.result import Run, Stopped
from clew.search import native
from clew.search.space import graph
from clew.search.strategy import parse_strategy

pytestmark = pytest.mark.skipif(not native.available, reason="no compiled kernels")

NAMES = ["breadth-first", "uniform-cost", "greedy", "a-star"]
Outcome = tuple[list[Any], str, dict[str, Any]]


def outcome(space: Any, name: str, max_nodes: int | None = None) -> Outcome:
    """Return all paths of a search, the limit or the error that ended it, and its counters."""
    run, paths, end = Run(max_nodes=max_nodes), list[Any](), ""
    try:
        for path in parse_strategy(name)(space, run):
            paths.append((path.states, asdict(run.stats) | {"seconds": 0}))
    except Stopped as stop:
        end = stop.limit
    except Exception as error:
        end = f"{type(error).__name__}: {error}"
    return paths, end, asdict(run.stats) | {"seconds": 0}


def both(make: Any, name: str, max_nodes: int | None = None) -> tuple[Outcome, Outcome]:
    """Return the outcome of the compiled search and that of the readable one."""
    compiled = outcome(make(), name, max_nodes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graph, "OwnWalk", None)
        return compiled, outcome(make(), name, max_nodes)


class Cell:
    """A state whose hash is often the same as that of another."""

    def __init__(self, place: int) -> None:
        self.place = place

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cell) and other.place == self.place

    def __hash__(self) -> int:
        return self.place % 3

    def __repr__(self) -> str:
        return f"Cell({self.place})"


PRICES: list[list[Any]] = [
    [0, 1, 2, 3],
    [0.1, 0.2, 0.7],
    [1, 2.5, 10**6],
    [Fraction(1, 3), 1],
    [10**20, 1],
]
ESTIMATES: list[list[Any]] = [
    [0],
    [0, 1, 2, 5],
    [0.5, 3, float("inf")],
    [True, False],
    [Fraction(1, 2), 1],
    [10**20, 1],
]


def random_walk(seed: int) -> Any:
    """Make a walk over a random graph, with or without costs and estimates."""
    random = Random(seed)
    size = random.randrange(1, 40)
    kinds: list[Any] = [int, str, lambda n: (n, "x"), Cell]
    kind = random.choice(kinds)
    states = [kind(n) for n in range(size)]
    edges: dict[Any, list[Any]] = {}
    prices = random.choice([None, *PRICES])
    for number, state in enumerate(states):
        ends = random.choices(states, k=random.randrange(4))
        moves: list[Any] = [(f"{number}-{at}", end) for at, end in enumerate(ends)]
        if prices is not None:
            moves = [(*move, random.choice(prices)) for move in moves]
        edges[state] = moves
    goals = set(random.sample(states, random.randrange(size // 4 + 1)))
    estimates = random.choice([None, *ESTIMATES])
    far = {state: random.choice(estimates or [0]) for state in states}
    lazily = random.random() < 0.5

    def moves_from(state: Any) -> Any:
        return iter(edges[state]) if lazily else edges[state]

    walk = clew.walk(
        start=states[0],
        goal=goals.__contains__ if random.random() < 0.7 else random.choice(states),
        heuristic=None if estimates is None else far.__getitem__,
        name="random",
    )
    return lambda: walk(moves_from).space()


@pytest.mark.parametrize("seed", range(150))
@pytest.mark.parametrize("name", NAMES)
def test_random_walk_compiled_search_is_the_readable_one(name: str, seed: int) -> None:
    make = random_walk(seed)
    compiled, readable = both(make, name)
    assert compiled == readable
    for max_nodes in {0, 1, 2, 3, readable[2]["nodes"] // 2, readable[2]["nodes"]}:
        compiled, readable = both(make, name, max_nodes)
        assert compiled == readable, max_nodes


class Plane:
    """A space that isn't a walk of your own, with costs and neighbours if they're wanted."""

    start = (0, 0)

    def __init__(self, *, costs: bool = False, bare: bool = False) -> None:
        self.cost: Any = (lambda at, move, to: 1 + (to[0] * to[1]) % 3) if costs else None
        self.neighbours: Any = (lambda at: [to for _, to in self.successors(at)]) if bare else None

    def successors(self, at: tuple[int, int]) -> Iterator[tuple[str, tuple[int, int]]]:
        for move, x, y in (("e", 1, 0), ("w", -1, 0), ("n", 0, 1), ("s", 0, -1)):
            if 0 <= at[0] + x < 12 and 0 <= at[1] + y < 9 and (at[0] * at[1]) % 7 != 3:
                yield move, (at[0] + x, at[1] + y)

    def is_goal(self, at: tuple[int, int]) -> bool:
        return at in ((11, 8), (5, 1))

    def heuristic(self, at: tuple[int, int]) -> int:
        return min(abs(11 - at[0]) + abs(8 - at[1]), abs(5 - at[0]) + abs(1 - at[1]))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("extra", [{}, {"costs": True}, {"bare": True}])
def test_plain_space_compiled_search_is_the_readable_one(name: str, extra: dict[str, bool]) -> None:
    for max_nodes in (None, *range(0, 60, 7)):
        compiled, readable = both(lambda: Plane(**extra), name, max_nodes)
        assert compiled == readable


def broken(state: int) -> Any:
    raise TypeError("mine")


WRONG: dict[str, Any] = {
    "a list for a move": lambda n: [["on", n + 1]] if n < 5 else [],
    "a text for a move": lambda n: ["ab"] if n == 3 else [("on", n + 1)],
    "three items": lambda n: [("on", n + 1, 1)] if n == 3 else [("on", n + 1)],
    "a number": lambda n: [7] if n == 3 else [("on", n + 1)],
    "None": lambda n: None if n == 3 else [("on", n + 1)],
    "unhashable": lambda n: [("on", [n])] if n == 3 else [("on", n + 1)],
    "too many": lambda n: (("on", n + 1) for _ in range(100_001)) if n == 3 else [("on", n + 1)],
    "an error in the user's function": lambda n: broken(n) if n == 3 else [("on", n + 1)],
    "a negative cost": lambda n: [("on", n + 1, -1 if n == 3 else 1)],
    "an infinite cost": lambda n: [("on", n + 1, float("inf") if n == 3 else 1)],
    "a cost that is a text": lambda n: [("on", n + 1, "1" if n == 3 else 1)],
    "a cost that is missing": lambda n: [("on", n + 1)] if n == 3 else [("on", n + 1, 1)],
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("what", WRONG)
def test_unusual_moves_compiled_search_ends_like_the_readable_one(name: str, what: str) -> None:
    def said() -> str:
        puzzle = clew.walk(start=0, goal=9, name="wrong")(WRONG[what])
        try:
            return str(clew.solve(puzzle, name, max_nodes=20).status)
        except Exception as error:
            return f"{type(error).__name__}: {error}"

    compiled = said()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graph, "OwnWalk", None)
        assert compiled == said()


@pytest.mark.parametrize("wrong", [-1, float("nan"), "far", None])
def test_wrong_estimate_compiled_search_blames_the_heuristic(wrong: Any) -> None:
    puzzle = clew.walk(start=0, goal=9, heuristic=lambda n: wrong if n == 3 else 9 - n, name="w")
    with pytest.raises(clew.ModelError, match="the heuristic returned"):
        clew.solve(puzzle(lambda n: [("on", n + 1)]), "a-star")


def test_search_inside_a_move_function_works() -> None:
    @clew.walk(start=0, goal=3)
    def outer(n: int) -> Iterator[tuple[str, int]]:
        inner = clew.walk(start=0, goal=1, name="inner")(lambda m: [("up", m + 1)])
        yield "on", n + len(clew.solve(inner).solution)

    assert len(clew.solve(outer).solution) == 3


def test_endless_walk_stops_at_every_limit() -> None:
    @clew.walk(start=0, goal=-1)
    def endless(n: int) -> list[tuple[str, int]]:
        return [("a", 2 * n + 1), ("b", 2 * n + 2)]

    for name in ("breadth-first", "uniform-cost"):
        assert clew.solve(endless, name, max_seconds=0.05).reason == "seconds"
        stopped = clew.solve(endless, name, max_nodes=777)
        assert (stopped.reason, stopped.stats.nodes) == ("nodes", 777)
        used = clew.core.result.memory_in_use()
        assert clew.solve(endless, name, max_memory=used + 20_000_000).reason == "memory"
