"""Grade functions that are already loaded, as notebooks have them. Nothing confines them here."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from clew.grading import child
from clew.grading.assignment import Assignment, Task, read
from clew.grading.child_probes import plain
from clew.grading.course_instances import tupled
from clew.grading.grading import marked, run
from clew.grading.log import Log
from clew.grading.probe import NoSuch, probe
from clew.grading.report import BehaviourMark, GradeReport
from clew.grading.student import clean


class DirectPipe:
    """A pipe without a process at its other end: questions are answered at once."""

    def __init__(self, asked: Any, log: Log, most: int) -> None:
        self.asked, self.log, self.most = asked, log, most

    def ask(self, question: str, *arguments: Any) -> Any:
        if len(self.log.calls) > self.most:
            raise NoSuch(f"made more than {self.most:,} calls")
        return tupled(self.asked.answer(question, tupled(list(arguments))))

    def send(self, kind: str, name: str, *arguments: Any) -> None:
        self.asked.tell(name, tupled(list(arguments)))


class LoadedFunctions:
    """Functions by name, with the methods by which a student's process is asked."""

    def __init__(self, functions: Mapping[str, Any], most: int) -> None:
        self.module, self.most = SimpleNamespace(**functions), most

    def run(self, function: str, instance: Any, arguments: list[str]) -> Log:
        log = Log(instance)
        asked = probe(instance, log)
        return self.perform(
            {**asked.job(), "function": function, "arguments": arguments}, log, asked
        )

    def perform(self, job: dict[str, Any], log: Log, asked: Any = None) -> Log:
        pipe: Any = DirectPipe(asked, log, self.most)
        try:
            log.answer = plain(child.perform(pipe, self.module, job))
        except Exception as error:
            log.ending = clean(child.blamed(error, ""))
        return log


def grade_functions(
    assignment: str | Assignment, functions: Mapping[str, Any], *, seed: str = ""
) -> GradeReport:
    """Grade functions by their names, such as the `globals()` of a notebook."""
    wanted = assignment if isinstance(assignment, Assignment) else read(assignment)
    named = {name: each for name, each in functions.items() if name.isidentifier()}
    loaded: Any = LoadedFunctions(named, wanted.allowance.calls)

    def runner(task: Task, instance: Any) -> Log:
        return run(loaded, task, instance)

    return GradeReport("notebook", wanted.title, tuple(marked(wanted, seed, runner)))


def mark(assignment: str, functions: Mapping[str, Any], number: int) -> BehaviourMark:
    """One mark by its number, for a cell of its own."""
    return grade_functions(assignment, functions).marks[number]
