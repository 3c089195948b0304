"""The searches of a state space, each by its definition, on small spaces that are known whole."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Any, cast

import pytest

import clew
from benchmarks import spaces
from clew.core.events import Kind, Trace
from clew.core.faces import StateSpace
from clew.core.result import Run, Status, Stopped, memory_in_use
from clew.search import native
from clew.search.strategy import parse_strategy, strategies

SPECIAL = ("bitmap",)
"""For spaces of one shape only; tested with the puzzles that have it."""
WALKS = [
    kind.name
    for kind in strategies().values()
    if kind.face is StateSpace and kind.name not in SPECIAL
]
OPTIMAL = [name for name in WALKS if strategies()[name].optimal]


@dataclass
class Graph:
    """A graph given as its edges, with costs and estimates if there are any."""

    edges: dict[str, list[tuple[str, int]]]
    start: str
    goal: str
    estimates: dict[str, int] | None = None
    expanded: list[str] | None = None

    def successors(self, state: str) -> Iterator[tuple[str, str]]:
        if self.expanded is not None:
            self.expanded.append(state)
        return ((f"to {child}", child) for child, _ in self.edges.get(state, []))

    def is_goal(self, state: str) -> bool:
        return state == self.goal

    def cost(self, state: str, move: str, child: str) -> int:
        return dict(self.edges[state])[child]

    def heuristic(self, state: str) -> int:
        return (self.estimates or {}).get(state, 0)


ROMANIA = {
    "Arad": {"Zerind": 75, "Sibiu": 140, "Timisoara": 118},
    "Zerind": {"Oradea": 71},
    "Oradea": {"Sibiu": 151},
    "Sibiu": {"Fagaras": 99, "Rimnicu Vilcea": 80},
    "Timisoara": {"Lugoj": 111},
    "Lugoj": {"Mehadia": 70},
    "Mehadia": {"Drobeta": 75},
    "Drobeta": {"Craiova": 120},
    "Craiova": {"Pitesti": 138, "Rimnicu Vilcea": 146},
    "Rimnicu Vilcea": {"Pitesti": 97},
    "Fagaras": {"Bucharest": 211},
    "Pitesti": {"Bucharest": 101},
}
"""Roads of Russell and Norvig's figure 3.1, as far as they matter from Arad to Bucharest."""

TO_BUCHAREST = {
    "Arad": 366, "Bucharest": 0, "Craiova": 160, "Drobeta": 242, "Fagaras": 176, "Lugoj": 244,
    "Mehadia": 241, "Oradea": 380, "Pitesti": 100, "Rimnicu Vilcea": 193, "Sibiu": 253,
    "Timisoara": 329, "Zerind": 374,
}  # fmt: skip
"""Straight-line distances: figure 3.16."""


def romania() -> Graph:
    edges: dict[str, list[tuple[str, int]]] = {}
    for one, roads in ROMANIA.items():
        for other, length in roads.items():
            edges.setdefault(one, []).append((other, length))
            edges.setdefault(other, []).append((one, length))
    return Graph(edges, "Arad", "Bucharest", TO_BUCHAREST)


def first(name: str, space: object, run: Run | None = None) -> list[str]:
    path = next(iter(parse_strategy(name)(space, run or Run())))
    assert len(path.moves()) == len(path.states) - 1
    return list(path.states)


CHEAPEST = ["Arad", "Sibiu", "Rimnicu Vilcea", "Pitesti", "Bucharest"]
FEWEST = ["Arad", "Sibiu", "Fagaras", "Bucharest"]


@pytest.mark.parametrize("name", ["uniform-cost", "a-star", "ida-star"])
def test_the_cheapest_way_to_bucharest(name: str) -> None:
    assert first(name, romania()) == CHEAPEST  # 418 kilometres, figure 3.18


@pytest.mark.parametrize("name", ["breadth-first", "iterative-deepening", "greedy"])
def test_the_fewest_roads_to_bucharest(name: str) -> None:
    assert first(name, romania()) == FEWEST  # 450 kilometres


def test_a_star_expands_as_in_the_book() -> None:
    """Figure 3.18: Arad, Sibiu, Rimnicu Vilcea, Fagaras, Pitesti, then Bucharest is taken."""
    space = romania()
    space.expanded = []
    next(iter(parse_strategy("a-star")(space, Run())))
    assert space.expanded[:5] == ["Arad", "Sibiu", "Rimnicu Vilcea", "Fagaras", "Pitesti"]


def test_a_state_reached_more_cheaply_later() -> None:
    """The first way to C is dear; uniform cost must not keep it."""
    edges = {"A": [("C", 10), ("B", 1)], "B": [("C", 1)], "C": [("D", 1)]}
    space = Graph(edges, "A", "D")
    run = Run()
    assert first("uniform-cost", space, run) == ["A", "B", "C", "D"]
    assert first("breadth-first", space) == ["A", "C", "D"]


def test_breadth_first_queues_no_state_twice() -> None:
    edges = {"A": [("B", 1), ("C", 1)], "B": [("D", 1)], "C": [("D", 1)], "D": [("A", 1)]}
    space = Graph(edges, "A", "nowhere")
    run = Run()
    assert list(parse_strategy("breadth-first")(space, run)) == []
    assert run.stats.nodes == 4
    assert (run.stats.generated, run.stats.duplicates) == (5, 2)
    assert (run.stats.deepest, run.stats.frontier) == (2, 2)


def test_depth_first_goes_down_the_last_move_first() -> None:
    edges = {"A": [("B", 1), ("C", 1)], "B": [("G", 1)], "C": [("D", 1)], "D": [("G", 1)]}
    space = Graph(edges, "A", "G")
    assert first("depth-first", space) == ["A", "C", "D", "G"]


def test_depth_first_over_a_tree_visits_a_state_once_for_each_way_there() -> None:
    edges = {"A": [("B", 1), ("C", 1)], "B": [("D", 1)], "C": [("D", 1)], "D": [("A", 1)]}
    runs = {word: Run(max_nodes=1000) for word in ("all", "path", "none")}
    for word, run in runs.items():
        try:
            assert not list(
                parse_strategy(f"depth-first:visited={word}")(Graph(edges, "A", "-"), run)
            )
        except Stopped:
            assert word == "none"  # round the cycle for ever
    assert [run.stats.nodes for run in runs.values()] == [4, 5, 1000]


def test_depth_limited_says_that_it_was_cut_off() -> None:
    chain = Graph({str(n): [(str(n + 1), 1)] for n in range(9)}, "0", "5")
    assert first("depth-limited:limit=5", chain)[-1] == "5"
    with pytest.raises(Stopped, match="depth"):
        list(parse_strategy("depth-limited:limit=4")(chain, Run()))
    short = Graph({"0": [("1", 1)]}, "0", "9")
    assert list(parse_strategy("depth-limited:limit=4")(short, Run())) == []  # all was seen


class Words:
    """Every word of a and b; to be found: abb."""

    start = ""

    def successors(self, state: str) -> list[tuple[str, str]]:
        return [("a", state + "a"), ("b", state + "b")]

    def is_goal(self, state: str) -> bool:
        return state == "abb"


def test_iterative_deepening_visits_what_000_says() -> None:
    """Rounds of 1, 3 and 7 states, and in the last the goal is the eighth."""
    run = Run()
    path = next(iter(parse_strategy("iterative-deepening:visited=none")(Words(), run)))
    assert path.moves() == ("a", "b", "b")
    assert run.stats.nodes == 1 + 3 + 7 + 8


def test_iterative_deepening_ends_where_there_is_no_more() -> None:
    space = Graph({"A": [("B", 1)], "B": [("A", 1)]}, "A", "C")
    assert list(parse_strategy("iterative-deepening")(space, Run())) == []
    assert list(parse_strategy("ida-star")(space, Run())) == []


def test_the_start_may_be_a_goal() -> None:
    for name in (name for name in WALKS if name != "bidirectional"):
        assert first(name, Graph({"A": [("B", 1)]}, "A", "A")) == ["A"]


class Grid:
    """Walking on a grid with walls: reversible, one goal."""

    def __init__(self, size: int, seed: int) -> None:
        random = Random(seed)
        self.size = size
        self.start, self.goal = (0, 0), (size - 1, size - 1)
        cells = [(r, c) for r in range(size) for c in range(size)]
        self.free = {cell for cell in cells if random.random() > 0.3} | {self.start, self.goal}
        self.goals = [self.goal]

    def successors(self, state: tuple[int, int]) -> Iterator[tuple[str, tuple[int, int]]]:
        row, col = state
        for move, cell in (
            ("up", (row - 1, col)), ("down", (row + 1, col)),
            ("left", (row, col - 1)), ("right", (row, col + 1)),
        ):  # fmt: skip
            if cell in self.free:
                yield move, cell

    def predecessors(self, state: tuple[int, int]) -> list[tuple[int, int]]:
        return [cell for _, cell in self.successors(state)]

    def is_goal(self, state: tuple[int, int]) -> bool:
        return state == self.goal

    def heuristic(self, state: tuple[int, int]) -> int:
        return abs(state[0] - self.goal[0]) + abs(state[1] - self.goal[1])


def distances(grid: Grid) -> dict[tuple[int, int], int]:
    found, level, depth = {grid.start: 0}, [grid.start], 0
    while level:
        depth += 1
        level = [c for s in level for _, c in grid.successors(s) if c not in found]
        for cell in level:
            found[cell] = depth
        level = list(dict.fromkeys(level))
    return found


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", OPTIMAL)
def test_optimal_searches_find_shortest_paths(name: str, seed: int) -> None:
    grid = Grid(5, seed)
    known = distances(grid).get(grid.goal)
    run = Run(max_nodes=200_000)
    path = next(iter(parse_strategy(name)(grid, run)), None)
    if known is None:
        assert path is None
    else:
        assert path is not None
        assert len(path.moves()) == known
        assert path.states[0] == grid.start


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", WALKS)
def test_every_answer_is_a_path(name: str, seed: int) -> None:
    grid = Grid(4, seed)
    try:
        for path in parse_strategy(name)(grid, Run(max_nodes=20_000)):
            state = grid.start
            for move in path.moves():
                state = dict(grid.successors(state))[move]
            assert grid.is_goal(state)
            break
    except Stopped:
        assert grid.goal in distances(grid) or name == "depth-limited"


def test_bidirectional_meets_in_the_middle() -> None:
    grid = Grid(40, 4)
    grid.free = {(r, c) for r in range(40) for c in range(40)}
    grid.start, grid.goal = (20, 5), (20, 35)
    grid.goals = [grid.goal]
    both, one = Run(), Run()
    assert len(first("bidirectional", grid, both)) == len(first("breadth-first", grid, one)) == 31
    assert both.stats.nodes < 0.7 * one.stats.nodes
    with pytest.raises(Stopped, match="one shortest answer"):
        list(parse_strategy("bidirectional")(grid, Run()))


def test_the_tree_of_a_walk_can_be_drawn_from_its_trace() -> None:
    trace = Trace()
    next(iter(parse_strategy("breadth-first")(romania(), Run(trace=trace))))
    expanded = [event for event in trace if event.kind is Kind.EXPAND]
    assert (expanded[0].subject, expanded[0].value) == (0, -1)
    assert all(event.value < event.subject for event in expanded)
    assert trace[-1].kind is Kind.ANSWER


def test_memory_is_a_limit_like_time() -> None:
    """A real process with little leave stops by itself, and says why."""
    program = """
        from clew.core.result import memory_in_use
        from clew.core.result import Run, Stopped
        from clew.search.space.graph import BreadthFirst

        class Endless:
            start = 0
            def successors(self, state):
                return [("a", 2 * state + 1), ("b", 2 * state + 2)]
            def is_goal(self, state):
                return False

        run = Run(max_memory=memory_in_use() + 40_000_000)
        try:
            list(BreadthFirst()(Endless(), run))
        except Stopped as stop:
            print(stop.limit, memory_in_use() < run.max_memory + 60_000_000)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stdout.split() == ["memory", "True"], done.stderr


def test_memory_in_use_is_plausible() -> None:
    assert 5_000_000 < memory_in_use() < 50_000_000_000


def test_states_met_twice_leave_the_number_of_answers_open() -> None:
    """Each state is expanded once, so other ways to it are not counted, and it says so."""
    for name in ("breadth-first", "depth-first", "uniform-cost", "a-star"):
        result = clew.solve(clew.parse("lights-out:4x4"), name, max_solutions=2, max_nodes=100_000)
        assert not result.unique
        assert result.status is Status.STOPPED
    with pytest.raises(Stopped, match="only one path to each state"):
        clew.is_unique(clew.parse("lights-out:4x4"), "breadth-first")
    with pytest.raises(Stopped, match="only one path to each state"):
        clew.count(clew.parse("jugs:3,5=4"))

    @clew.walk(start=(0, 0), goal=(2, 1))
    def plane(at: tuple[int, int]) -> list[tuple[str, tuple[int, int]]]:
        return [("east", (at[0] + 1, at[1])), ("north", (at[0], at[1] + 1))]

    with pytest.raises(
        Stopped, match="only one path to each state"
    ):  # at once, though it has no end
        clew.count(plane, max_nodes=1_000)
    assert clew.count(clew.parse("lights-out:4x4")) == 16
    assert clew.count(clew.parse("knight:5x5@0,0"), "depth-first:visited=none") == 304
    assert clew.solve(clew.parse("jugs:6,9=4"), "breadth-first").unsolvable


EIGHT = spaces.EightPuzzle(spaces.STARTS["19 moves"])
BY_HAND = {
    "breadth-first": spaces.breadth_first,
    "a-star": spaces.a_star,
    "ida-star": spaces.ida_star,
}


@pytest.mark.parametrize("name", BY_HAND)
def test_searches_by_hand_find_ways_of_the_same_length(name: str) -> None:
    assert len(spaces.first(parse_strategy(name), EIGHT)) == len(BY_HAND[name](EIGHT)) == 19


def test_a_space_of_your_own_is_searched_as_quickly_as_by_hand() -> None:
    """Compare the CPU times of each round. A busy machine gets a little more."""
    if sys.gettrace() is not None:
        pytest.skip("coverage is measured, which slows our own lines alone")
    if not native.available:
        pytest.skip("the readable loop takes longer")
    ratios = []
    for _ in range(9):
        started = time.process_time()
        spaces.first(parse_strategy("breadth-first"), EIGHT)
        between = time.process_time()
        spaces.breadth_first(EIGHT)
        ratios.append((between - started) / (time.process_time() - between))
    assert median(ratios) < 1.1, ratios


def test_bidirectional_hash_order_changed_finds_same_path() -> None:
    class Cell(int):
        salt = 1

        def __hash__(self) -> int:
            return int(self) * self.salt % 1009

    class Grid:
        """From one corner of a 5 x 5 grid to the other: many shortest paths."""

        start = Cell(0)
        goals = (Cell(24),)

        def successors(self, state: int) -> list[tuple[str, Cell]]:
            right = [("right", Cell(state + 1))] if state % 5 < 4 else []
            return right + ([("down", Cell(state + 5))] if state < 20 else [])

        def is_goal(self, state: int) -> bool:
            return state == 24

        def predecessors(self, state: int) -> list[Cell]:
            left = [Cell(state - 1)] if state % 5 else []
            return left + ([Cell(state - 5)] if state >= 5 else [])

    found, grid = set(), cast(Any, Grid())
    for Cell.salt in (1, 7, 101, 997):
        found.add(clew.solve(grid, "bidirectional").solution)
    assert len(found) == 1


def test_ida_star_with_a_heuristic_that_says_too_much_finds_the_way() -> None:
    """The estimate on the way is 5 where 1 is left; the goal costs no more than the first limit."""

    @clew.walk(start=0, goal=2, heuristic={0: 2, 1: 5, 2: 0}.__getitem__)
    def line(state: int) -> list[tuple[str, int]]:
        return [("on", state + 1)] if state < 2 else []

    result = clew.solve(line, "ida-star", max_solutions=None)
    assert result.solutions == (("on", "on"),)
    assert result.status is clew.Status.COMPLETE


@pytest.mark.parametrize("strategy", ["uniform-cost", "a-star"])
def test_a_dearer_way_to_a_goal_that_was_dropped_is_not_denied(strategy: str) -> None:
    @clew.walk(start=0, goal=2)
    def dear_first(state: int) -> list[tuple[str, int, int]]:
        return {0: [("dear", 2, 10), ("cheap", 1, 1)], 1: [("on", 2, 1)]}.get(state, [])

    result = clew.solve(dear_first, strategy, max_solutions=None)
    assert result.solutions == (("cheap", "on"),)
    assert result.status is clew.Status.STOPPED


@pytest.mark.parametrize(
    "strategy",
    [
        "depth-first:visited=path",
        "depth-first:visited=none",
        "depth-limited",
        "iterative-deepening",
    ],
)
def test_tree_search_two_moves_to_one_state_gives_two_answers(strategy: str) -> None:
    @clew.walk(start=0, goal=2)
    def steps(n: int) -> Iterator[tuple[str, int]]:
        if n < 2:
            yield "walk", n + 1
            yield "jump", n + 1

    found = set(clew.solve(steps, strategy, max_solutions=4).solutions)
    assert found == {(a, b) for a in ("walk", "jump") for b in ("walk", "jump")}
