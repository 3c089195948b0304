"""The behaviours that an assignment can ask for, by name, and the reference searches of budgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from clew.core.rng import SplitMix64
from clew.grading import course_instances, games, networks, space_rules
from clew.grading.graph import Graph
from clew.grading.log import ASSIGN, EXPAND, GENERATE, TEST, UNASSIGN, Fault, Log
from clew.grading.networks import LEFT, ConstraintNetwork, narrowed
from clew.grading.space_rules import (
    EXPANSION,
    KEYS,
    PATH,
    StudentFrontier,
    check_deepening,
    check_order,
)

# -------------------------------------------------------------------- reference searches

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


# -------------------------------------------------------------------- the behaviours

Check = Callable[..., Fault | None]
GRAPH, NETWORK, TREE, BOARDS, GIVEN = "graph", "network", "tree", "graph board", "given"


@dataclass(frozen=True)
class SearchRule:
    """A behaviour: what it is called, which instances it is for, and its options."""

    name: str
    kind: str
    summary: str
    check: Check
    options: tuple[str, ...] = ()

    def fault(self, log: Log, options: dict[str, Any]) -> Fault | None:
        """The first thing that is wrong; the way the run ended, if nothing else is."""
        if not log.failed and not log.calls and self.name not in UNSEEN:
            return Fault("solved it without asking the probe anything")
        found = self.check(log, **options)
        if log.failed and (found is None or found.at < 0):
            return Fault(log.ending, len(log.calls) - 1)
        return found


UNSEEN = ("answer", "assignment", "optimal", "best-move", "unsolvable", "admissible", "consistent",
          "board", "result", "solution", "successors", "goals")  # fmt: skip
"""The rules that look at the answer: how it was found is another rule's."""


def _goal_test(log: Log, at: str = "expansion") -> Fault | None:
    early = at == "generation"
    rules = space_rules
    return (rules.goal_test_at_generation if early else rules.goal_test_at_expansion)(log)


def _budget(log: Log, ratio: float = 1.5, **options: str) -> Fault | None:
    """No more nodes than so many times those of the longest reference run, and one more."""
    most = int(work(log.instance, options) * ratio) + 1
    found = nodes(log)
    return (
        Fault(f"took {found} nodes, more than {ratio:g} times the reference")
        if found > most
        else None
    )


def _memory(log: Log, ratio: float = 1.5, **options: str) -> Fault | None:
    """No more states held than so many times those of the reference, and one more."""
    most = max(space_rules.held(each) for each in runs(log.instance, options))
    found = space_rules.held(log)
    if found > int(most * ratio) + 1:
        return Fault(f"held {found} states at once, more than {ratio:g} times the reference")
    return None


def _unsolvable(log: Log) -> Fault | None:
    """The proof of a space or of a network, whichever it is."""
    check = space_rules.proven if log.instance.kind == GRAPH else networks.check_exhausted
    return check(log)


def _strategies() -> list[SearchRule]:
    says = {
        "breadth-first": "The next state lies at the least depth of the frontier.",
        "depth-first": "The next state is one of the newest.",
        "uniform-cost": "The next state cost least to reach.",
        "greedy": "The next state has the least estimate.",
        "a-star": "The next state has the least g + h.",
    }
    return [
        SearchRule(name, BOARDS, says[name], partial(check_order, strategy=name),
             ("ties",) if name == "breadth-first" else ())
        for name in KEYS
    ]  # fmt: skip


LISTED = [
    *_strategies(),
    SearchRule("iterative-deepening", GRAPH, "Depth-first in rounds, each one level deeper.",
         check_deepening),
    SearchRule("goal-test", BOARDS, "States are tested at expansion, or at generation.",
         _goal_test, ("at",)),
    SearchRule("visited", BOARDS, "No state is expanded twice.", space_rules.visited),
    SearchRule("answer", GRAPH, "The answer leads to a goal.", space_rules.answer),
    SearchRule("optimal", GRAPH, "The answer costs least.", space_rules.optimal),
    SearchRule("memory", GRAPH, "Few states are held at once.", _memory, ("ratio", "strategy")),
    SearchRule("admissible", GRAPH, "h is never more than the cost to a goal.",
         partial(space_rules.check_estimates, consistent=False)),
    SearchRule("consistent", GRAPH, "h never falls by more than a step costs.",
         partial(space_rules.check_estimates, consistent=True)),
    SearchRule("successors", GRAPH, "From each state, moves lead where the rules say.",
         space_rules.check_successors),
    SearchRule("goals", GRAPH, "Exactly the goals are called goals.", space_rules.check_goals),
    SearchRule("variable-order", NETWORK, "The next variable is one that the heuristic allows.",
         networks.check_variables, ("select", "infer")),
    SearchRule("value-order", NETWORK, "Values are tried in the order wanted.",
         networks.check_values, ("order",)),
    SearchRule("no-clash", NETWORK, "The search goes no deeper with values that clash.",
         networks.check_consistent),
    SearchRule("forward-checking", NETWORK, "Neighbours lose what is ruled out, and get it back.",
         partial(networks.check_inference, infer="forward-checking")),
    SearchRule("arc-consistency", NETWORK, "Values without support go, and come back.",
         partial(networks.check_inference, infer="arc-consistency")),
    SearchRule("assignment", NETWORK, "The answer obeys every rule.", networks.check_assignment),
    SearchRule("minimax", TREE, "Every position is looked at, and the move is best.",
         games.every_position),
    SearchRule("alpha-beta", TREE, "Exactly the positions that can matter are looked at.",
         games.cuts),
    SearchRule("best-move", TREE, "The move is best.", games.best_move),
    SearchRule("most-constrained", "board", "The next cell has the fewest values left.",
         course_instances.check_most_constrained),
    SearchRule("board", "board", "The board returned obeys every rule.",
         course_instances.check_board),
    SearchRule("result", GIVEN, "The result is the one expected.", course_instances.check_result),
    SearchRule("solution", GIVEN, "The answer obeys the rules of the puzzle.",
         course_instances.check_solution),
    SearchRule("unsolvable", "", "No answer is claimed only after all was searched.", _unsolvable),
    SearchRule("budget", "", "Not many more nodes than the reference.", _budget,
         ("ratio", "strategy", "select", "order", "infer")),
]  # fmt: skip
RULES = {rule.name: rule for rule in LISTED}
