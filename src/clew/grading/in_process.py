"""Grade functions that are already loaded, as in a notebook. They aren't confined."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any

from clew.grading import child
from clew.grading.assignment import Assignment, read
from clew.grading.child_probes import plain, tupled
from clew.grading.grading import BehaviourMark, GradeReport, marked, run
from clew.grading.log import Log, NoSuch
from clew.grading.student import Functions, clean


class DirectPipe:
    """A pipe without a process at its other end: it answers questions immediately."""

    def __init__(self, asked: Any, log: Log, most: int) -> None:
        self.asked, self.log, self.most = asked, log, most

    def ask(self, question: str, *arguments: Any) -> Any:
        if len(self.log.calls) > self.most:
            raise NoSuch(f"made more than {self.most:,} calls")
        return tupled(self.asked.answer(question, tupled(list(arguments))))

    def send(self, kind: str, name: str, *arguments: Any) -> None:
        self.asked.tell(name, tupled(list(arguments)))


class LoadedFunctions(Functions):
    """Functions by name, with the methods of a student's process."""

    def __init__(self, functions: Mapping[str, Any], most: int) -> None:
        self.module, self.most = SimpleNamespace(**functions), most

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
    """Grade functions by name, for example the `globals()` of a notebook."""
    wanted = assignment if isinstance(assignment, Assignment) else read(assignment)
    named = {name: each for name, each in functions.items() if name.isidentifier()}
    runner = partial(run, LoadedFunctions(named, wanted.allowance.calls))
    return GradeReport("notebook", wanted.title, tuple(marked(wanted, seed, runner)))


def mark(assignment: str, functions: Mapping[str, Any], number: int) -> BehaviourMark:
    """Return one mark by its number, for a cell that grades one behaviour."""
    return grade_functions(assignment, functions).marks[number]
