"""The behaviours that an assignment can ask for, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from clew.grading import (
    course_instances,
    csp_rules,
    each_state,
    game_rules,
    reference,
    space_rules,
)
from clew.grading.log import ASSIGN, EXPAND, TEST, Fault, Log
from clew.grading.space_order import KEYS, check_deepening, check_order

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
    if at == "expansion":
        return space_rules.goal_test_at_expansion(log)
    return space_rules.goal_test_at_generation(log)


def _budget(log: Log, ratio: float = 1.5, **options: str) -> Fault | None:
    """No more nodes than so many times those of the longest reference run, and one more."""
    most = int(reference.work(log.instance, options) * ratio) + 1
    found = reference.nodes(log)
    return (
        Fault(f"took {found} nodes, more than {ratio:g} times the reference")
        if found > most
        else None
    )


def _memory(log: Log, ratio: float = 1.5, **options: str) -> Fault | None:
    """No more states held than so many times those of the reference, and one more."""
    most = max(space_rules.held(each) for each in reference.runs(log.instance, options))
    found = space_rules.held(log)
    if found > int(most * ratio) + 1:
        return Fault(f"held {found} states at once, more than {ratio:g} times the reference")
    return None


def _unsolvable(log: Log) -> Fault | None:
    """The proof of a space or of a network, whichever it is."""
    check = space_rules.proven if log.instance.kind == GRAPH else csp_rules.check_exhausted
    return check(log)


def _forward(log: Log, infer: str) -> Fault | None:
    return csp_rules.check_inference(log, infer)


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
         partial(each_state.check_estimates, consistent=False)),
    SearchRule("consistent", GRAPH, "h never falls by more than a step costs.",
         partial(each_state.check_estimates, consistent=True)),
    SearchRule("successors", GRAPH, "From each state, moves lead where the rules say.",
         each_state.check_successors),
    SearchRule("goals", GRAPH, "Exactly the goals are called goals.", each_state.check_goals),
    SearchRule("variable-order", NETWORK, "The next variable is one that the heuristic allows.",
         csp_rules.check_variables, ("select", "infer")),
    SearchRule("value-order", NETWORK, "Values are tried in the order wanted.",
         csp_rules.check_values, ("order",)),
    SearchRule("no-clash", NETWORK, "The search goes no deeper with values that clash.",
         csp_rules.check_consistent),
    SearchRule("forward-checking", NETWORK, "Neighbours lose what is ruled out, and get it back.",
         partial(_forward, infer="forward-checking")),
    SearchRule("arc-consistency", NETWORK, "Values without support go, and come back.",
         partial(_forward, infer="arc-consistency")),
    SearchRule("assignment", NETWORK, "The answer obeys every rule.", csp_rules.check_assignment),
    SearchRule("minimax", TREE, "Every position is looked at, and the move is best.",
         game_rules.every_position),
    SearchRule("alpha-beta", TREE, "Exactly the positions that can matter are looked at.",
         game_rules.cuts),
    SearchRule("best-move", TREE, "The move is best.", game_rules.best_move),
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
__all__ = ["ASSIGN", "EXPAND", "RULES", "TEST", "SearchRule"]
