"""One search as the command line runs it: what it found survives Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from clew import solving
from clew.cli import status
from clew.puzzle import Unsuited
from clew.result import Status

INTERRUPTED = "interrupted"


@dataclass
class Hunt(solving.Hunt):
    """A search that the user may interrupt, and the exit status it leads to."""

    def _within_limits(self, work: Callable[[], None]) -> None:
        try:
            super()._within_limits(work)
        except Unsuited as error:  # found out only when it was to begin
            raise status.BadInput(str(error)) from None
        except KeyboardInterrupt:
            self.status, self.reason = Status.STOPPED, INTERRUPTED

    @property
    def interrupted(self) -> bool:
        return self.reason == INTERRUPTED

    @property
    def exit_status(self) -> int:
        if self.status is Status.STOPPED:
            return status.INTERRUPTED if self.interrupted else status.STOPPED
        return status.ANSWERED if self.found else status.UNSOLVABLE
