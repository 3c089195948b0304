"""Solves puzzles one after another and tells of each: on the screen, in a trace, in a picture."""

from __future__ import annotations

import sys
from typing import IO, TYPE_CHECKING, Any, Self

from clew.cli.hunt import Hunt
from clew.cli.live import Live
from clew.cli.output import write
from clew.cli.report import COUNT, ENOUGH, Json, Text
from clew.cli.tracing import Tracer
from clew.render.svg import svg
from clew.result import Run, Status

if TYPE_CHECKING:
    from clew.cli.solve import Task
    from clew.puzzle import Puzzle
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

    def solve(self, puzzle: Puzzle, strategy: Strategy, spent: float = 0.0) -> Hunt:
        """Search, and tell of it as it goes; so many seconds of its limit are spent."""
        hunt = self._hunt(puzzle, strategy)
        hunt.run.spend(spent)
        self._begin(hunt)
        if self.task.by_symmetry:
            hunt.classify(getattr(strategy, "threads", 1))
        elif self.task.question == COUNT:
            hunt.count(lambda answer: self._found(hunt, answer))
        else:
            hunt.go(lambda answer: self._found(hunt, answer))
        self._end(hunt)
        return hunt

    def _hunt(self, puzzle: Puzzle, strategy: Strategy) -> Hunt:
        task = self.task
        wanted = ENOUGH[task.question]
        run = Run(wanted, task.max_nodes, task.max_seconds, self.tracer, self.live, task.max_memory)
        return Hunt(puzzle, strategy, run, keep=1 if task.question == COUNT else None)

    def _begin(self, hunt: Hunt) -> None:
        self.number += 1
        several = self.puzzles > 1
        self.live.start(f"{self.number:,} of {self.puzzles:,}" if several else "")
        if several:
            self.report.heading(self.number, hunt)
        if self.tracer:
            self.tracer.begin(hunt)

    def _found(self, hunt: Hunt, answer: Any) -> None:
        self.live.found = hunt.found
        if self.report.shows_answers:
            self._make_way()
            self.report.answer(hunt, answer)

    def _end(self, hunt: Hunt) -> None:
        self._make_way(hunt.status is Status.STOPPED)
        if self.tracer:
            self.tracer.end(hunt)
        self.report.end(hunt)
        if self.task.svg and hunt.answers:
            write(self.task.svg, svg(hunt.puzzle.board(hunt.answers[0])))

    def _make_way(self, told_on_stderr: bool = False) -> None:
        """Erase the live line before something is printed where it stands."""
        if self.on_screen or told_on_stderr:
            self.live.erase()
