"""Solves puzzles one after another and tells of each: on the screen, in a trace, in a picture."""

from __future__ import annotations

import sys
from typing import IO, TYPE_CHECKING, Any, Self

from clew.cli.live import Live
from clew.cli.output import write
from clew.cli.report import COUNT, ENOUGH, Json, Text
from clew.cli.tracing import Tracer
from clew.core.result import Run, Status
from clew.render.svg import svg
from clew.search.run import Search

if TYPE_CHECKING:
    from clew.cli.solve import Task
    from clew.core.puzzle import Puzzle
    from clew.search.strategy import Strategy


class Solver:
    """What was asked, and who is told of it."""

    def __init__(self, task: Task, puzzles: int, trace: IO[str] | None) -> None:
        aside = "-" in (task.svg, task.trace)
        self.task = task
        self.puzzles = puzzles
        self.number = 0
        self.tracer = Tracer(trace) if trace else None
        self.report = (
            Json(task.question) if task.as_json else Text(task.question, task.quiet, aside)
        )
        self.live = Live(task.quiet)
        self.on_screen = (sys.stderr if aside else sys.stdout).isatty()
        """Whether what is reported shows on the terminal that the live line is on."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.live.erase()

    def solve(self, puzzle: Puzzle, strategy: Strategy, spent: float = 0.0) -> Search:
        """Search, and tell of it as it goes; so many seconds of its limit are spent."""
        search = self._new(puzzle, strategy)
        search.run.spend(spent)
        self._begin(search)
        if self.task.by_symmetry:
            search.classify(getattr(strategy, "threads", 1))
        elif self.task.question == COUNT:
            search.count(lambda answer: self._found(search, answer))
        else:
            search.finish(lambda answer: self._found(search, answer))
        self._end(search)
        return search

    def _new(self, puzzle: Puzzle, strategy: Strategy) -> Search:
        task = self.task
        wanted = ENOUGH[task.question]
        run = Run(wanted, task.max_nodes, task.max_seconds, self.tracer, self.live, task.max_memory)
        keep = 1 if task.question == COUNT else None
        return Search(puzzle, strategy, run, keep=keep, interruptible=True)

    def _begin(self, search: Search) -> None:
        self.number += 1
        several = self.puzzles > 1
        self.live.start(f"{self.number:,} of {self.puzzles:,}" if several else "")
        if several:
            self.report.heading(self.number, search)
        if self.tracer:
            self.tracer.begin(search)

    def _found(self, search: Search, answer: Any) -> None:
        self.live.found = search.found
        if self.report.shows_answers:
            self._make_way()
            self.report.answer(search, answer)

    def _end(self, search: Search) -> None:
        self._make_way(search.status is Status.STOPPED)
        if self.tracer:
            self.tracer.end(search)
        self.report.end(search)
        if self.task.svg and search.answers:
            write(self.task.svg, svg(search.puzzle.board(search.answers[0])))

    def _make_way(self, told_on_stderr: bool = False) -> None:
        """Erase the live line before something is printed where it stands."""
        if self.on_screen or told_on_stderr:
            self.live.erase()
