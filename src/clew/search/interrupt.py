"""Ctrl-C as a limit: a search that may be interrupted stops, and keeps what it has found."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from clew.core.result import Run, Stats, Status

INTERRUPTED = "interrupted"


class Stoppable(Protocol):
    """As much of a search as is needed to stop it."""

    run: Run
    interruptible: bool
    status: Status
    reason: str


@contextmanager
def stopping(search: Stoppable) -> Iterator[None]:
    """Let Ctrl-C end the search like a limit, if it is interruptible."""
    if not search.interruptible:
        yield
        return
    try:
        with _noticing(search.run):
            yield
    except KeyboardInterrupt:
        search.status, search.reason = Status.STOPPED, INTERRUPTED


@contextmanager
def _noticing(run: Run) -> Iterator[None]:
    """Let Ctrl-C end the run for sure.

    An exception can get lost where Python may not pass it on (an object that is being thrown
    away, a callback from C), so the interrupt is also remembered until the next pause.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed, told = False, run.progress

    def interrupt(number: int, frame: Any) -> None:
        nonlocal pressed
        pressed = True
        raise KeyboardInterrupt

    def progress(stats: Stats) -> None:
        if pressed:
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
