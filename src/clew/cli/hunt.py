"""One search as the command line runs it: what it found survives a limit and Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from clew.cli import status
from clew.puzzle import Puzzle
from clew.result import Run, Status, Stopped
from clew.search.strategy import Strategy
from clew.solving import search

INTERRUPTED = "interrupted"


@dataclass
class Hunt:
    """A puzzle, a strategy and a run, and what has come of them so far."""

    puzzle: Puzzle
    strategy: Strategy
    run: Run
    keep: int | None = None
    """How many answers to keep (None: all); the others are only counted."""
    answers: list[Any] = field(default_factory=list)
    found: int = 0
    status: Status = Status.COMPLETE
    reason: str = ""

    def go(self, each: Callable[[Any], None]) -> None:
        """Search until there is enough, or no more, or no leave to go on."""
        try:
            self._search(each)
        except Stopped as stop:
            self.status, self.reason = Status.STOPPED, stop.limit
        except KeyboardInterrupt:
            self.status, self.reason = Status.STOPPED, INTERRUPTED
        finally:
            self.run.elapsed()

    def _search(self, each: Callable[[Any], None]) -> None:
        for answer in search(self.puzzle, self.strategy, self.run):
            self.found += 1
            if self.keep is None or len(self.answers) < self.keep:
                self.answers.append(answer)
            each(answer)
            if self.found == self.run.max_answers:
                self.status = Status.ENOUGH
                return
        self._run_out()

    def _run_out(self) -> None:
        """No more came: a proof, unless the strategy is one that may overlook answers."""
        if not self.strategy.complete:
            raise Stopped("gave up")
        self.reason = "; ".join(self.puzzle.clashes())

    @property
    def interrupted(self) -> bool:
        return self.reason == INTERRUPTED

    @property
    def exit_status(self) -> int:
        if self.status is Status.STOPPED:
            return status.INTERRUPTED if self.interrupted else status.STOPPED
        return status.ANSWERED if self.found else status.UNSOLVABLE
