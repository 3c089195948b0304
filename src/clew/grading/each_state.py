"""Whether a function of one state, called for every state of a space, is right everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from clew.grading.course_instances import tupled
from clew.grading.log import Fault, Log


def _answers(log: Log) -> Iterator[tuple[Any, Any]]:
    """Each state with what the function returned for it, those near the start first."""
    answers = log.answer if isinstance(log.answer, list) else []
    found = dict(zip(log.instance.edges, answers, strict=False))
    return ((state, found.get(state)) for state in log.instance.by_distance)


def check_successors(log: Log) -> Fault | None:
    """From each state, pairs of an action and a state lead exactly where moves lead."""
    for state, answer in _answers(log):
        pairs = tupled(answer)
        if not isinstance(pairs, tuple) or not all(_is_pair(each) for each in pairs):
            return Fault(f"returned no list of pairs, an action and a state each, for {state}")
        found = {after for _, after in pairs}
        right = {after for _, after, _ in log.instance.edges[state]}
        if state in found - right:
            return Fault(f"has a move in {state} that changes nothing")
        if wrong := sorted(found - right, key=str):
            return Fault(f"has a move from {state} to {wrong[0]}, which the rules do not allow")
        if missing := right - found:
            return Fault(f"lacks a move in {state}", allowed=tuple(missing))
    return None


def _is_pair(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2


def check_goals(log: Log) -> Fault | None:
    """Exactly the goals are called goals."""
    for state, answer in _answers(log):
        if not isinstance(answer, bool):
            return Fault(f"returned {answer!r} for {state}, expected True or False")
        if answer != log.instance.is_goal(state):
            return Fault(f"calls {state} {'a goal' if answer else 'no goal'}, which is wrong")
    return None


def check_estimates(log: Log, consistent: bool) -> Fault | None:
    """A heuristic never says more than the exact distance; if consistent, on no step either."""
    graph, h = log.instance, dict(_answers(log))
    for state, found in h.items():
        if isinstance(found, bool) or not isinstance(found, int | float):
            return Fault(f"the heuristic gave no number for {state}")
    for state, exact in graph.distances.items():  # the nearest to a goal first
        if h[state] > exact + 1e-9:
            return Fault(f"h is {h[state]:g} in {state}, more than the way to a goal costs")
    for state, ways in graph.edges.items() if consistent else ():
        for _, after, cost in ways:
            if h[state] > cost + h[after] + 1e-9:
                return Fault(f"h falls by more than the cost on the way from {state} to {after}")
    return None
