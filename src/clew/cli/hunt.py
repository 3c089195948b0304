"""One search as the command line runs it: what it found survives Ctrl-C."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clew.cli import status
from clew.core.puzzle import Unsuited
from clew.core.result import Run, Stats, Status
from clew.puzzles.queens.face import QueensBoard
from clew.search import run as solving

if TYPE_CHECKING:
    from clew.puzzles.queens.classes import QueensClasses

INTERRUPTED = "interrupted"


@dataclass
class Hunt(solving.Hunt):
    """A search that the user may interrupt, and the exit status it leads to."""

    classes: QueensClasses | None = None
    """The answers by their symmetry, where that was asked for."""

    def _within_limits(self, work: Callable[[], None]) -> None:
        try:
            with _interruptible(self.run):
                super()._within_limits(work)
        except Unsuited as error:  # found out only when it was to begin
            raise status.BadInput(str(error)) from None
        except KeyboardInterrupt:
            self.status, self.reason = Status.STOPPED, INTERRUPTED

    def classify(self, threads: int) -> None:
        """Count the answers of an empty board of queens by their symmetry."""

        def work() -> None:
            from clew.puzzles.queens.classes import classes

            self.classes = classes(self.puzzle.face(QueensBoard), self.run, threads)
            self.found = self.classes.total

        self._within_limits(work)

    @property
    def interrupted(self) -> bool:
        return self.reason == INTERRUPTED

    @property
    def exit_status(self) -> int:
        if self.status is Status.STOPPED:
            return status.INTERRUPTED if self.interrupted else status.STOPPED
        return status.ANSWERED if self.found else status.UNSOLVABLE


@contextmanager
def _interruptible(run: Run) -> Iterator[None]:
    """Let Ctrl-C end the run for sure.

    An exception can get lost where Python may not pass it on (an object that is being thrown
    away, a callback from C), so the interrupt is also remembered until the next pause.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asked, told = False, run.progress

    def interrupt(number: int, frame: Any) -> None:
        nonlocal asked
        asked = True
        raise KeyboardInterrupt

    def progress(stats: Stats) -> None:
        if asked:
            raise KeyboardInterrupt
        if told is not None:
            told(stats)

    before = signal.signal(signal.SIGINT, interrupt)
    run.progress = progress
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        run.progress = told
