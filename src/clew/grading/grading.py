"""Grade a file: run it on each instance, judge its calls, and shrink what fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import Any

from clew.grading.assignment import Assignment, Behaviour, Task, read
from clew.grading.child_probes import tupled
from clew.grading.graph import Graph
from clew.grading.log import Fault, Log
from clew.grading.report import BehaviourMark, GradeReport
from clew.grading.student import Functions, remove_stale, unwinding

SHRINKING, PROCESSES = 1_000, 30
"""The most runs to find a smaller instance, and the most processes: a run may end its own."""
NOTHING = ("failure", "cutoff", False)
"""What searches return for no answer."""


def grade(assignment: str | Path | Assignment, file: str | Path, *, seed: str = "",
          shrink: bool = True) -> GradeReport:  # fmt: skip
    r"""Grade one file by an assignment; the marks name the first wrong choice of each behaviour.

    `seed`, such as the student's e-mail, makes the random instances the student's own. With
    `shrink`, each failure is shown on the smallest instance found.

    >>> import clew, tempfile
    >>> from pathlib import Path
    >>> file = Path(tempfile.mkdtemp()) / "games.py"
    >>> _ = file.write_text("def minimax_search(game, state): return 'a'")
    >>> print(clew.grade("games", file).marks[1].fault)
    solved it without asking the probe anything
    """
    wanted = assignment if isinstance(assignment, Assignment) else read(assignment)
    place = Path(file)
    if not place.is_file():
        raise FileNotFoundError(2, "No such file", str(file))
    left_open: set[str] = set()
    runner = partial(_fresh, place, wanted, left_open)
    with unwinding():
        remove_stale()
        marks = tuple(marked(wanted, seed, runner, place if shrink else None))
    return GradeReport(place.name, wanted.title, marks, " and ".join(sorted(left_open)))


Runner = Callable[[Task, Any], Log]


def marked(
    wanted: Assignment, seed: str, runner: Runner, shrink: Path | None = None
) -> Iterator[BehaviourMark]:
    """The marks of all tasks; each function runs once on each instance."""
    for task in wanted.tasks:
        logs = [(name, runner(task, instance), hidden)
                for name, instance, hidden in wanted.instances(task, seed)]  # fmt: skip
        for behaviour in task.behaviours:
            yield _mark(shrink, wanted, task, behaviour, logs)


def _mark(
    file: Path | None, wanted: Assignment, task: Task, behaviour: Behaviour,
    logs: list[tuple[str, Log, bool]],
) -> BehaviourMark:  # fmt: skip
    name, points = behaviour.name, behaviour.points
    for _, log, hidden in logs:
        fault = behaviour.rule.fault(log, behaviour.options) if suits(behaviour, log) else None
        if fault is not None:
            if file is not None:
                log, fault = smallest(file, wanted, task, behaviour, log, fault)
            shown = "" if task.returns == "each" else _shown(log.instance)
            hide = hidden or behaviour.hidden
            return BehaviourMark(task.function, name, 0, points, fault, shown, hide, log)
    return BehaviourMark(task.function, name, points, points, hidden=behaviour.hidden)


def suits(behaviour: Behaviour, log: Log) -> bool:
    """Whether a behaviour is about instances of this kind."""
    kinds = behaviour.rule.kind.split()
    return not kinds or log.instance.kind in kinds


def _shown(instance: Any) -> str:
    text = str(instance)
    return text if len(text) <= 200 else f"an instance of {instance.size()[0]} states"


def _fresh(file: Path, wanted: Assignment, left_open: set[str], task: Task, instance: Any) -> Log:
    """A run in a process of its own; what this system could not refuse to it is added."""
    with wanted.process(file) as student:
        log = run(student, task, instance)
        left_open.update(student.left_open)
        return log


def run(student: Functions, task: Task, instance: Any) -> Log:
    """Call the function of a task on an instance."""
    if task.returns == "each":
        states = [[state] for state in instance.edges]
        job = {"kind": "states", "function": task.function, "states": states}
        return student.perform(job, Log(instance))
    if instance.kind == "given":
        return student.perform(_job(task, instance.given), Log(instance))
    log = student.run(task.function, instance, task.arguments)
    log.answer = read_answer(log, task)
    return log


def _job(task: Task, given: dict[str, Any]) -> dict[str, Any]:
    """A call with given values, or a program with given files."""
    job = {"kind": "call", "function": task.function, "arguments": task.arguments}
    if task.returns == "file":
        return {**job, "kind": "program", "files": given}
    return {**job, "values": given}


def read_answer(log: Log, task: Task) -> Any:
    """The answer as actions, or None for none: searches say it in several ways."""
    answer = log.answer
    if isinstance(answer, list) and task.returns == "first":
        answer = answer[0] if answer else None
    if answer is False or (isinstance(answer, str) and answer in NOTHING):
        return None
    if not isinstance(log.instance, Graph) or not isinstance(answer, list):
        return answer
    if not answer and not log.instance.is_goal(log.instance.start):
        return None
    answer = [tupled(each) for each in answer]
    return _actions(log.instance, answer) if task.returns == "states" else answer


def _actions(graph: Graph, states: list[Any]) -> list[Any]:
    """The cheapest actions along a list of states; a wrong one stays as it is."""
    if not states or states[0] != graph.start:
        return states
    found: list[Any] = []
    for state, after in pairwise(states):
        ways = [way for way in graph.edges.get(state, ()) if way[1] == after]
        found.append(min(ways, key=lambda way: way[2])[0] if ways else f"{state} to {after}")
    return found


# -------------------------------------------------------------------- shrinking


def smallest(
    file: Path, wanted: Assignment, task: Task, behaviour: Behaviour, log: Log, fault: Fault
) -> tuple[Log, Fault]:
    """An instance on which the behaviour still fails, but with anything removed no more.

    All runs but the last share a process; the last has its own, so that what earlier runs left
    behind does not count.
    """
    if log.died or task.returns == "each":
        return log, fault
    best: tuple[Log, Fault] = log, fault
    for found in _shrunk(file, wanted, task, behaviour, log):
        best = found
    again = _fresh(file, wanted, set(), task, best[0].instance)
    sure = behaviour.rule.fault(again, behaviour.options)
    return (again, sure) if sure else (log, fault)


def _shrunk(
    file: Path, wanted: Assignment, task: Task, behaviour: Behaviour, log: Log
) -> Iterator[tuple[Log, Fault]]:
    """Ever smaller instances that fail, until nothing more can be removed from the last.

    A slow search isn't shrunk for longer than one run may take.
    """
    calls = min(2 * len(log.calls) + 100, wanted.allowance.calls)  # an endless run ends soon
    quick = replace(wanted, allowance=replace(wanted.allowance, calls=calls))
    candidates, at, passed, left = _fewer(log.instance), 0, 0, SHRINKING
    until = monotonic() + wanted.allowance.wall_seconds
    for _ in range(PROCESSES):
        with quick.process(file) as student:
            while passed < len(candidates) and left and monotonic() < until:
                candidate, left = candidates[at % len(candidates)], left - 1
                tried = run(student, task, candidate)
                fault = behaviour.rule.fault(tried, behaviour.options)
                if fault is not None and not tried.died and tried.failed == log.failed:
                    yield tried, fault
                    candidates, passed = _fewer(candidate), 0
                    continue
                at, passed = at + 1, passed + 1
                if tried.died:
                    break
            else:
                return


def _fewer(instance: Any) -> list[Any]:
    """The instances with something removed, those with the most removed first."""
    return sorted(instance.smaller(), key=lambda each: each.size())
