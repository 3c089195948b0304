"""Reference searches: runs that obey a strategy, for budgets, and for instances of equal work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from clew.core.rng import SplitMix64
from clew.grading.csp_rules import LEFT, narrowed
from clew.grading.graph import Graph
from clew.grading.log import ASSIGN, EXPAND, GENERATE, TEST, UNASSIGN, Log
from clew.grading.network import ConstraintNetwork
from clew.grading.space_order import EXPANSION, KEYS, PATH, StudentFrontier

Held = Mapping[str, int]
RUNS = 40
"""Ties decide how many nodes a search takes: a budget is taken from the longest of so many runs."""


def search(graph: Graph, strategy: str, rng: SplitMix64) -> Log:
    """A graph search that breaks ties at random; its answer is left out."""
    log = Log(graph)
    if strategy == "iterative-deepening":
        for limit in range(len(graph.reachable) + 1):
            if _round(log, StudentFrontier(graph, KEYS["depth-first"], PATH, limit), rng, limit):
                break
    else:
        _round(log, StudentFrontier(graph, KEYS[strategy], EXPANSION), rng)
    return log


def _round(log: Log, frontier: StudentFrontier, rng: SplitMix64, limit: int | None = None) -> bool:
    """Search until a goal is found, or nothing waits."""
    graph = frontier.graph
    while allowed := frontier.allowed():
        entry = rng.choice(allowed)
        frontier.take(entry.state)
        log.add(TEST, entry.state, graph.is_goal(entry.state))
        if graph.is_goal(entry.state):
            return True
        if limit is None or entry.depth < limit:
            log.add(EXPAND, entry.state)
            frontier.expand(entry.state)
            for way in graph.successors(entry.state):
                log.add(GENERATE, entry.state, way)
                frontier.generate(entry.state, way)
    return False


def backtrack(
    network: ConstraintNetwork, select: str, order: str, infer: str, rng: SplitMix64
) -> Log:
    """A backtracking search up to the first answer; ties are broken at random."""
    log = Log(network)
    log.answer = next(_backtrack(log, {}, select, order, infer, rng), None)
    return log


def _backtrack(
    log: Log, held: dict[str, int], select: str, order: str, infer: str, rng: SplitMix64
) -> Iterator[dict[str, int]]:
    network: ConstraintNetwork = log.instance
    left = LEFT[infer](network, held)
    if not left:
        yield dict(held)
        return
    if infer != "none" and not all(left.values()):
        return
    name = rng.choice(list(narrowed(network, held, select, left))[-1][1])
    for value in _ordered(network, name, left[name], held, order):
        log.add(ASSIGN, name, value)
        yield from _backtrack(log, {**held, name: value}, select, order, infer, rng)
        log.add(UNASSIGN, name)


def _ordered(
    network: ConstraintNetwork, name: str, values: Sequence[int], held: Held, order: str
) -> list[int]:
    if order == "least-constraining":
        return sorted(values, key=lambda value: network.lost(name, value, held))
    return list(values)


def work(instance: Any, options: dict[str, str]) -> int:
    """The nodes of the longest of some reference runs."""
    return max(nodes(each) for each in runs(instance, options))


def typical(instance: Any, options: dict[str, str]) -> int:
    """The nodes of the first reference run."""
    return nodes(next(runs(instance, options)))


def runs(instance: Any, options: dict[str, str]) -> Iterator[Log]:
    """Some reference runs on an instance."""
    for number in range(RUNS):
        rng = SplitMix64(number)
        if isinstance(instance, Graph):
            yield search(instance, options.get("strategy", "breadth-first"), rng)
        elif isinstance(instance, ConstraintNetwork):
            chosen = [options.get(name, default) for name, default in DEFAULTS]
            yield backtrack(instance, chosen[0], chosen[1], chosen[2], rng)


DEFAULTS = (("select", "first"), ("order", "listed"), ("infer", "none"))


def nodes(log: Log) -> int:
    """The states expanded, or the values assigned."""
    return log.count(EXPAND) + log.count(ASSIGN)
