"""Right searches pass, in every order of ties."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from clew.grading.assignment import Task
from clew.grading.behaviours import RULES
from clew.grading.games import GameTree
from clew.grading.grading import run
from clew.grading.graph import Graph
from clew.grading.log import Instance
from clew.grading.networks import ConstraintNetwork
from clew.grading.student import StudentProcess

RIGHT = Path(__file__).with_name("right.py")
ORDERS = 200
P, S = ["problem"], ["start", "successors", "is_goal"]
FC, MAC = {"infer": "forward-checking"}, {"infer": "arc-consistency"}
Wanted = list[tuple[str, dict[str, str]]]
UNSOLVABLE: tuple[str, dict[str, str]] = ("unsolvable", {})
VISITED: tuple[str, dict[str, str]] = ("visited", {})
OPTIMAL: tuple[str, dict[str, str]] = ("optimal", {})
EXPANSION, GENERATION = ("goal-test", {"at": "expansion"}), ("goal-test", {"at": "generation"})

SEARCHES: dict[str, tuple[list[str], Wanted]] = {
    "bfs_queue": (P, [("breadth-first", {"ties": "siblings"}), VISITED, OPTIMAL, UNSOLVABLE,
                      EXPANSION]),
    "bfs_levels": (S, [("breadth-first", {}), VISITED, OPTIMAL, UNSOLVABLE, GENERATION]),
    "bfs_graph": (["graph", "start", "goal"], [("breadth-first", {}), VISITED, OPTIMAL]),
    "dfs_stack": (P, [("depth-first", {}), VISITED, UNSOLVABLE, EXPANSION]),
    "dfs_reached": (P, [("depth-first", {}), VISITED, UNSOLVABLE, EXPANSION]),
    "dfs_recursive": (P, [("depth-first", {}), VISITED, UNSOLVABLE, EXPANSION]),
    "ids_recursive": (P, [("iterative-deepening", {}), ("memory", {"strategy": "depth-first"})]),
    "ids_stack": (S, [("iterative-deepening", {})]),
    "ucs_heap": (P, [("uniform-cost", {}), VISITED, OPTIMAL, UNSOLVABLE, EXPANSION,
                     ("budget", {"strategy": "uniform-cost"})]),
    "greedy_heap": (P, [("greedy", {}), VISITED, UNSOLVABLE, EXPANSION]),
    "a_star_heap": (P, [("a-star", {}), VISITED, OPTIMAL, UNSOLVABLE, EXPANSION,
                        ("budget", {"strategy": "a-star"})]),
    "a_star_scan": (P, [("a-star", {}), VISITED, OPTIMAL, UNSOLVABLE, EXPANSION]),
}  # fmt: skip
ALWAYS: Wanted = [("assignment", {}), ("no-clash", {}), UNSOLVABLE]
LISTED, LCV = ("value-order", {"order": "listed"}), ("value-order", {"order": "least-constraining"})
BACKTRACKING: dict[str, Wanted] = {
    "bt_first": [("variable-order", {"select": "first"}), LISTED],
    "bt_mrv": [("variable-order", {"select": "mrv"}), LISTED],
    "bt_mrv_degree_fc": [("variable-order", {"select": "mrv+degree", **FC}), LISTED,
                         ("forward-checking", {})],
    "bt_lcv_fc": [("variable-order", {"select": "mrv", **FC}), LCV, ("forward-checking", {})],
    "bt_mac": [("variable-order", {"select": "mrv", **MAC}), LISTED, ("arc-consistency", {})],
}  # fmt: skip
GAMES = {"minimax": "minimax", "alpha_beta": "alpha-beta", "alpha_beta_late": "alpha-beta"}


def faults(name: str, arguments: list[str], wanted: Wanted, made: Iterator[Instance]) -> list[str]:
    """What the grader says against a search, on many instances."""
    returns = "states" if name == "bfs_graph" else "actions"
    task = Task(name, arguments, returns, [], ())
    found = []
    with StudentProcess(RIGHT) as session:
        for instance in made:
            log = run(session, task, instance)
            for rule, options in wanted:
                fault = RULES[rule].fault(log, dict(options))
                if fault is not None:
                    found.append(f"{rule}: {fault} [{instance}]")
    return found


@pytest.mark.parametrize("name", SEARCHES)
def test_searches_of_states(name: str) -> None:
    arguments, wanted = SEARCHES[name]
    solvable = name in ("bfs_graph", "ids_recursive", "ids_stack")
    made = (
        Graph.random(n, 5 + n % 5, 6 + n % 9, dearest=1 if "bfs" in name or "ids" in name else 6,
                     solvable=solvable or n % 4 > 0)
        for n in range(ORDERS)
    )  # fmt: skip
    assert faults(name, arguments, wanted, made) == []


@pytest.mark.parametrize("name", BACKTRACKING)
def test_backtracking(name: str) -> None:
    made = (ConstraintNetwork.random(n, 4 + n % 4, 2 + n % 2, 5 + n % 6) for n in range(ORDERS))
    assert faults(name, ["csp"], BACKTRACKING[name] + ALWAYS, made) == []


@pytest.mark.parametrize("name", GAMES)
def test_games(name: str) -> None:
    made = (GameTree.random(n, 2 + n % 3, 3, 3 + n % 9) for n in range(ORDERS))
    assert faults(name, ["state", "game"], [(GAMES[name], {})], made) == []
