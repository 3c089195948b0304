"""Ctrl-C as a limit: a search that may be interrupted stops, and keeps what it has found."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from clew.core.result import Run, Stats

INTERRUPTED = "interrupted"


@contextmanager
def noticing_interrupts(run: Run) -> Iterator[None]:
    """Make sure that Ctrl-C ends the run.

    An exception can get lost where Python may not pass it on (in a `__del__`, in a callback from
    C), so the interrupt is also remembered until the next pause.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed, own_progress = False, run.progress

    def interrupt(number: int, frame: Any) -> None:
        nonlocal pressed
        pressed = True
        raise KeyboardInterrupt

    def progress(stats: Stats) -> None:
        if pressed:
            raise KeyboardInterrupt
        if own_progress is not None:
            own_progress(stats)

    before = signal.signal(signal.SIGINT, interrupt)
    run.progress = progress
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        run.progress = own_progress
