"""Grade a file: run it on each instance, judge its calls, shrink failures and report the marks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import Any

from clew.grading.assignment import Assignment, Behaviour, Task, read
from clew.grading.child_probes import missing, tupled
from clew.grading.graph import Graph
from clew.grading.log import Fault, Log
from clew.grading.student import Functions, remove_stale, unwinding

# -------------------------------------------------------------------- the report

WITHHELD = "fails a hidden test"


@dataclass(frozen=True)
class BehaviourMark:
    """The points for one behaviour, and the first wrong choice if there was one."""

    function: str
    behaviour: str
    points: float
    most: float
    fault: Fault | None = None
    instance: str = ""
    """The smallest failing instance that Clew found."""
    hidden: bool = False
    log: Log | None = None

    @property
    def passed(self) -> bool:
        return self.fault is None

    def sentence(self, staff: bool = False) -> str:
        """Describe the fault in a sentence. Only staff see the fault of a hidden test."""
        if self.fault is None:
            return "passed"
        if self.hidden and not staff:
            return WITHHELD
        return f"{self.fault} [{self.instance}]" if self.instance else str(self.fault)

    def data(self, staff: bool = False) -> dict[str, Any]:
        return {
            "function": self.function, "behaviour": self.behaviour, "points": self.points,
            "most": self.most, "passed": self.passed, "sentence": self.sentence(staff),
            "hidden": self.hidden,
        }  # fmt: skip


@dataclass(frozen=True)
class GradeReport:
    """All marks of one file.

    >>> print(GradeReport("search.py", "Search", ()))
    search.py: 0 of 0 points
    """

    file: str
    title: str
    marks: tuple[BehaviourMark, ...]
    left_open: str = ""
    """For staff: the kinds of access that this system couldn't deny to the student's file."""

    @property
    def points(self) -> float:
        return sum(mark.points for mark in self.marks)

    @property
    def most(self) -> float:
        return sum(mark.most for mark in self.marks)

    def __str__(self) -> str:
        return self.table()

    def table(self, staff: bool = False) -> str:
        """Return a line for each behaviour, and the total."""
        rows = [
            (f"{mark.function}: {mark.behaviour}", f"{mark.points:g}/{mark.most:g}",
             mark.sentence(staff)) for mark in self.marks
        ]  # fmt: skip
        wide = [max((len(row[at]) for row in rows), default=0) for at in (0, 1)]
        lines = [f"{name:{wide[0]}}  {points:>{wide[1]}}  {said}" for name, points, said in rows]
        lines.append(f"{self.file}: {self.points:g} of {self.most:g} points")
        return "\n".join([*lines, self.note] if staff and self.left_open else lines)

    @property
    def note(self) -> str:
        """A note for staff about how the file ran."""
        return f"This system couldn't confine the file completely: {self.left_open}." * bool(
            self.left_open
        )

    def data(self, staff: bool = False) -> dict[str, Any]:
        return {
            "file": self.file, "title": self.title, "points": self.points, "most": self.most,
            "marks": [mark.data(staff) for mark in self.marks],
            **({"note": self.note} if staff else {}),
        }  # fmt: skip

    def html(self, staff: bool = False) -> str:
        """Return the report as a page."""
        rows = "".join(
            f"<tr class={'right' if mark.passed else 'wrong'}><td>{escape(mark.function)}"
            f"<td>{escape(mark.behaviour)}<td>{mark.points:g} of {mark.most:g}"
            f"<td>{escape(mark.sentence(staff))}"
            for mark in self.marks
        )
        title = escape(f"{self.title}: {self.file}")
        return (
            f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
            f"<style>{LOOK}</style><h1>{title}</h1><p>{self.points:g} of {self.most:g} points"
            f"<table><tr><th>function<th>behaviour<th>points<th>result{rows}"
            f"</table><p>{self.note if staff else ''}</html>\n"
        )


LOOK = (
    "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;"
    "color:#1c2733;background:#fff}table{border-collapse:collapse}td,th{text-align:left;"
    "padding:.3rem .8rem;border-bottom:1px solid #ccd5de}.right td:nth-child(3){color:#176639}"
    ".wrong td:nth-child(3){color:#a01c1c}"
)


# -------------------------------------------------------------------- grading

SHRINKING, PROCESSES = 1_000, 30
"""The maximum number of runs to find a smaller instance, and of processes for them.

A run may kill its process, and then the next one needs a new process.
"""
NOTHING = ("failure", "cutoff", False)
"""The values that some searches return if there's no solution."""


def grade(assignment: str | Path | Assignment, file: str | Path, *, seed: str = "",
          shrink: bool = True) -> GradeReport:  # fmt: skip
    r"""Grade a file, and report the first wrong choice for each behaviour that fails.

    Args:
        assignment: a TOML file, or the name of a built-in assignment.
        file: the student's file. It runs in a confined process.
        seed: the seed of the random instances, such as the student's e-mail address.
        shrink: show each failure on the smallest instance found.

    Raises:
        ClewError: if the assignment can't be read, or the file can't be run.

    >>> import clew, tempfile
    >>> from pathlib import Path
    >>> file = Path(tempfile.mkdtemp()) / "games.py"
    >>> _ = file.write_text("def minimax_search(game, state): return 'a'")
    >>> print(clew.grade("games", file).marks[1].fault)
    solved it without calling the problem that it was given
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
    """Yield the marks for all tasks. Each function runs once on each instance."""
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
            absent = log.ending == missing(task.function.partition(".")[0])
            shown = "" if absent or task.returns == "each" else str(log.instance)
            if len(shown) > 200:
                shown = f"an instance of {log.instance.size()[0]} states"
            hide = hidden or behaviour.hidden
            return BehaviourMark(task.function, name, 0, points, fault, shown, hide, log)
    return BehaviourMark(task.function, name, points, points, hidden=behaviour.hidden)


def suits(behaviour: Behaviour, log: Log) -> bool:
    """Check whether a behaviour applies to instances of this kind."""
    kinds = behaviour.rule.kind.split()
    return not kinds or log.instance.kind in kinds


def _fresh(file: Path, wanted: Assignment, left_open: set[str], task: Task, instance: Any) -> Log:
    """Run a function in a new process, and note the accesses that the system couldn't deny."""
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
        job = {"kind": "call", "function": task.function, "arguments": task.arguments}
        if task.returns == "file":  # a program with given files
            return student.perform(
                {**job, "kind": "program", "files": instance.given}, Log(instance)
            )
        return student.perform({**job, "values": instance.given}, Log(instance))
    log = student.run(task.function, instance, task.arguments)
    log.answer = read_answer(log, task)
    return log


def read_answer(log: Log, task: Task) -> Any:
    """Return the solution as actions, or None if the search reported that there isn't one."""
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
    """Convert a list of states to the cheapest actions. Leave a wrong step as it is."""
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
    """Return a minimal failing instance: if anything is removed, the behaviour no longer fails.

    All runs but the last share a process. The last run has a new one, so that nothing left over
    from earlier runs affects it.
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
    """Yield smaller and smaller failing instances, until nothing can be removed from the last.

    Shrinking a slow search stops after the time limit for one run.
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
    """Return the instances with something removed, smallest first."""
    return sorted(instance.smaller(), key=lambda each: each.size())
