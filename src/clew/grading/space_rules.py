"""The other rules of a search of states: goal test, visited set, answer, proof, memory."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from clew.grading.graph import Graph
from clew.grading.log import EXPAND, GENERATE, TEST, Fault, Log


def goal_test_at_expansion(log: Log) -> Fault | None:
    """Each state is tested when it is taken from the frontier, not when it is generated."""
    if not log.count(TEST):
        return Fault("never called the goal test")
    tested: Any = log
    for at, call in enumerate(log.calls):
        if call.name == EXPAND:
            if call.subject != tested and tested is not log:
                return Fault(f"tested {tested}, and then expanded {call.subject}", at)
        elif call.name == TEST:
            again = tested is not log and tested != call.subject and not _expanded(log, tested, at)
            if again:
                return Fault(f"tested {call.subject} before it expanded {tested}", at)
            tested = call.subject
    return None


def _expanded(log: Log, state: Any, before: int) -> bool:
    return any(call.name == EXPAND and call.subject == state for call in log.calls[:before])


def goal_test_at_generation(log: Log) -> Fault | None:
    """Each new state is tested before the next one is expanded."""
    if not log.count(TEST):
        return Fault("never called the goal test")
    untested: dict[Any, None] = {}
    known = {log.instance.start}
    for at, call in enumerate(log.calls):
        if call.name == EXPAND and untested:
            late = f"{next(iter(untested))}, which it had generated"
            return Fault(f"expanded {call.subject} before it tested {late}", at)
        if call.name == GENERATE and call.value[1] not in known:
            known.add(call.value[1])
            untested[call.value[1]] = None
        elif call.name == TEST:
            untested.pop(call.subject, None)
    return None


def visited(log: Log) -> Fault | None:
    """No state is expanded twice, unless a cheaper way led to it since."""
    spent: dict[Any, int] = {log.instance.start: 0}
    expanded: dict[Any, int] = {}
    last: Any = log
    for at, call in enumerate(log.calls):
        if call.name == EXPAND and (last is log or call.subject != last):
            last = call.subject
            now = spent.get(last, 0)
            if last in expanded and expanded[last] <= now:
                return Fault(f"expanded {last} a second time", at)
            expanded[last] = now
        elif call.name == GENERATE:
            _, child, cost = call.value
            total = spent.get(call.subject, 0) + cost
            spent[child] = min(total, spent.get(child, total))
    return None


def _path(log: Log) -> tuple[Any, int] | str:
    """Where the answer leads, and its cost; or what is wrong with it."""
    if not isinstance(log.answer, list | tuple):
        return f"returned {shown(log.answer)}, expected a list of actions"
    graph: Graph = log.instance
    return graph.follow(list(log.answer))


def answer(log: Log) -> Fault | None:
    """The answer leads from the start to a goal, and there is one if one can be reached."""
    graph: Graph = log.instance
    solvable = graph.distance(graph.start) is not None
    if log.answer is None:
        return Fault("found no way to a goal, though there is one") if solvable else None
    found = _path(log)
    if isinstance(found, str):
        return Fault(found)
    if not graph.is_goal(found[0]):
        return Fault(f"the answer leads to {found[0]}, which is no goal")
    return None


def optimal(log: Log) -> Fault | None:
    """The answer is as cheap as any."""
    if fault := answer(log):
        return fault
    if log.answer is None:
        return None
    found, least = _path(log), log.instance.distance(log.instance.start)
    spent = 0 if isinstance(found, str) else found[1]
    return Fault(f"the answer costs {spent}, which is not the least") if spent > least else None


def proven(log: Log) -> Fault | None:
    """Where there is no answer, it says so, and only after every state has been expanded."""
    graph: Graph = log.instance
    if graph.distance(graph.start) is not None:
        return answer(log)
    if log.answer is not None:
        return Fault(f"returned {shown(log.answer)}, though no goal can be reached")
    seen = {call.subject for call in log.calls if call.name == EXPAND}
    missing = [state for state in graph.reachable if state not in seen]
    said = "gave up while a state that can be reached was waiting"
    return Fault(said, len(log.calls) - 1, tuple(missing)) if missing else None


def held(log: Log) -> int:
    """The most states that the search must have held at once, by what it did with them.

    A state that is generated and expanded later was held meanwhile, unless it was generated again.
    This is a lower bound: no search can hold fewer.
    """
    born: dict[Any, int] = {log.instance.start: 0}
    changes = [0] * (len(log.calls) + 1)
    for at, call in enumerate(log.calls):
        if call.name == GENERATE:
            born[call.value[1]] = at
        elif call.name == EXPAND and call.subject in born:
            changes[born.pop(call.subject)] += 1
            changes[at] -= 1
    return max(accumulate(changes))


def shown(answer: Any) -> str:
    text = repr(answer)
    return text if len(text) <= 60 else text[:57] + "..."
