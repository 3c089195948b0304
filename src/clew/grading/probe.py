"""The grader's side of a probe: it answers the questions of a student's search and notes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clew.grading.course_instances import BoardProbe
from clew.grading.game_tree import ROOT, GameTree
from clew.grading.graph import Graph
from clew.grading.log import ESTIMATE, EXPAND, GENERATE, TEST, VISIT, Log
from clew.grading.network import ConstraintNetwork

TOLD = {"assign", "unassign", "prune", "restore", "expand", "generate", "test"}


class NoSuch(Exception):
    """The search asked about a state or an action that there is not."""


class GraphProbe:
    """A space of states: expansions, generated states, goal tests and estimates are noted."""

    def __init__(self, graph: Graph, log: Log) -> None:
        self.graph, self.log = graph, log

    def job(self) -> dict[str, Any]:
        """What the student's process is told at first: the start, and the goal if there is one."""
        goals = list(self.graph.goals)
        goal = goals[0] if len(goals) == 1 else None
        given = dict(self.graph.given)
        return {"kind": "graph", "start": self.graph.start, "goal": goal, "values": given}

    def answer(self, question: str, arguments: tuple[Any, ...]) -> Any:
        """The answer to a question; NoSuch if there is none."""
        asked = ANSWERS.get(question)
        if asked is None or (question != "cost of" and arguments[0] not in self.graph.edges):
            raise NoSuch(f"asked about {arguments[0]!r}, which is no state" if asked else question)
        return asked(self, *arguments)

    def tell(self, name: str, arguments: tuple[Any, ...]) -> None:
        """Note what a student's own class of puzzles did, if it follows the rules."""
        state = arguments[0]
        if state not in self.graph.edges:
            raise NoSuch(f"{name}: found {state!r}, which cannot be reached")
        if name == "generate" and (arguments[1], arguments[2], 1) not in self.graph.edges[state]:
            raise NoSuch(f"a move {arguments[1]!r} does something else than it should")
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
            raise NoSuch(f"took the action {action!r} in {state!r}, where it is not possible")
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


class NetworkProbe:
    """A CSP, which the student's process knows whole: what it does with it is noted."""

    def __init__(self, network: ConstraintNetwork, log: Log) -> None:
        self.network, self.log = network, log

    def job(self) -> dict[str, Any]:
        clashes = [[*pair, sorted(found)] for pair, found in self.network.clashes.items()]
        return {
            "kind": "network",
            "domains": self.network.domains,
            "neighbours": self.network.neighbours,
            "clashes": clashes,
        }

    def answer(self, question: str, arguments: tuple[Any, ...]) -> Any:
        raise NoSuch(question)

    def tell(self, name: str, arguments: tuple[Any, ...]) -> None:
        """Note what was done with a variable."""
        if name not in TOLD or arguments[0] not in self.network.domains:
            raise NoSuch(f"found {name} of {arguments[0]!r}, which is no variable")
        self.log.add(name, *arguments)


class TreeProbe:
    """A game, in which the first question about a position is the visit."""

    def __init__(self, tree: GameTree, log: Log) -> None:
        self.tree, self.log = tree, log

    def job(self) -> dict[str, Any]:
        return {"kind": "tree", "start": ROOT}

    def answer(self, question: str, arguments: tuple[Any, ...]) -> Any:
        tree, state = self.tree, arguments[0]
        if state not in tree.depths:
            raise NoSuch(f"asked about {state!r}, which is no position")
        if question == "is max":
            return tree.is_max(state)
        if question == "move":
            return self._move(state, arguments[1])
        self.log.add(VISIT, state, question)
        if question == "payoff":
            return self._payoff(state)
        return tree.children.get(state, ()) if question == "moves" else state in tree.payoffs

    def _move(self, state: Any, move: Any) -> Any:
        if move not in self.tree.children.get(state, ()):
            raise NoSuch(f"made the move {move!r} in {state}, where it is not possible")
        return move

    def _payoff(self, state: Any) -> int:
        if state not in self.tree.payoffs:
            raise NoSuch(f"asked for the utility of {state}, where the game goes on")
        return self.tree.payoffs[state]


Probe = GraphProbe | NetworkProbe | TreeProbe | BoardProbe
PROBES: dict[str, Callable[..., Probe]] = {
    "graph": GraphProbe, "network": NetworkProbe, "tree": TreeProbe, "board": BoardProbe,
}  # fmt: skip


def probe(instance: Any, log: Log) -> Probe:
    """The probe for an instance."""
    return PROBES[instance.kind](instance, log)
