"""The grader's side of a probe: it answers the questions of a student's search and notes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from clew.grading.course_instances import BoardProbe
from clew.grading.game_tree import ROOT, GameTree
from clew.grading.graph import Graph
from clew.grading.log import (
    ESTIMATE,
    EXPAND,
    GENERATE,
    TEST,
    VISIT,
    InstanceProbe,
    Log,
    NoSuch,
)
from clew.grading.network import ConstraintNetwork

TOLD = {"assign", "unassign", "prune", "restore", "expand", "generate", "test"}


class GraphProbe(InstanceProbe):
    """A space of states: expansions, generated states, goal tests and estimates are noted."""

    @property
    def graph(self) -> Graph:
        return cast(Graph, self.instance)

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


class NetworkProbe(InstanceProbe):
    """A CSP, which the student's process knows whole: what it does with it is noted."""

    def job(self) -> dict[str, Any]:
        network: ConstraintNetwork = self.instance
        clashes = [[*pair, sorted(found)] for pair, found in network.clashes.items()]
        return {
            "kind": "network", "domains": network.domains, "neighbours": network.neighbours,
            "clashes": clashes,
        }  # fmt: skip

    def tell(self, name: str, arguments: tuple[Any, ...]) -> None:
        """Note what was done with a variable."""
        if name not in TOLD or arguments[0] not in self.instance.domains:
            raise NoSuch(f"found {name} of {arguments[0]!r}, which is no variable")
        self.log.add(name, *arguments)


class TreeProbe(InstanceProbe):
    """A game, in which the first question about a position is the visit."""

    def job(self) -> dict[str, Any]:
        return {"kind": "tree", "start": ROOT}

    def answer(self, question: str, arguments: tuple[Any, ...]) -> Any:
        tree, state = cast(GameTree, self.instance), arguments[0]
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
        if move not in self.instance.children.get(state, ()):
            raise NoSuch(f"made the move {move!r} in {state}, where it is not possible")
        return move

    def _payoff(self, state: Any) -> int:
        if state not in self.instance.payoffs:
            raise NoSuch(f"asked for the utility of {state}, where the game goes on")
        return int(self.instance.payoffs[state])


PROBES: dict[str, type[InstanceProbe]] = {
    "graph": GraphProbe, "network": NetworkProbe, "tree": TreeProbe, "board": BoardProbe,
}  # fmt: skip


def probe(instance: Any, log: Log) -> InstanceProbe:
    """The probe for an instance."""
    return PROBES[instance.kind](instance, log)
