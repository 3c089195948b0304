"""A deadline for code that never looks at the clock: an error is raised in it when time is up.

Laying out a large puzzle, checking or drawing its answer goes through hundreds of functions, none
of which should check a limit. So a thread waits beside them, and at the deadline raises the error
in the thread that works, between two of its bytecodes, as Ctrl-C does in the main thread
(`PyThreadState_SetAsyncExc`). Kernels let it through every few milliseconds
(native/common/poll.hpp). An error that gets lost, in a `__del__` or a callback, is raised again,
but not while it is on its way up: a second one would break into a `finally` on that way.

A search checks the clock itself, between two nodes, where nothing is half done. So it has a short
grace period after the deadline; the error is for code that does not check.
"""

from __future__ import annotations

import sys
import threading
from _thread import start_new_thread
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import monotonic
from typing import TypeVar
from weakref import ref

T = TypeVar("T")
GRACE = 0.02
"""Seconds after the deadline for code that checks the clock itself."""
AGAIN = 0.05
"""Seconds until the error is raised once more, if it did not arrive or got lost."""
UNWINDING = 1.0
"""Seconds for an error that arrived to come up through all `finally` and `except` clauses."""
STARTING = threading.Lock()
"""Held while work with a deadline starts a thread: an error raised just then would end the new
thread, which has no number of its own yet, and the old one would wait for ever.
"""

_QUIET: list[type[BaseException]] = []


def within(seconds: float, error: type[BaseException], work: Callable[[], T]) -> T:
    """Do the work, and raise the error in it, wherever it is, when the seconds have passed.

    >>> from time import sleep
    >>> within(0.01, TimeoutError, lambda: [sleep(0.001) for _ in range(10_000)])
    Traceback (most recent call last):
    TimeoutError
    """
    deadline = Deadline(seconds, error)
    try:
        deadline.armed = True
        return work()
    finally:
        deadline.armed = False
        deadline.end()


def each_within(seconds: float, error: type[BaseException], items: Iterator[T]) -> Iterator[T]:
    """The items, with the error raised while they are made, never while they are used."""
    deadline = Deadline(seconds, error)
    try:
        while True:
            try:
                deadline.thread = threading.get_ident()
                deadline.armed = True
                item = next(items)
            finally:
                deadline.armed = False
                deadline.settle()
            yield item
    except StopIteration:
        return
    finally:
        deadline.end()


class _Withdrawn(BaseException):
    """Replaces an error that is no longer wanted."""


class Deadline:
    """A thread that raises an error in another one after some time, while that is armed.

    The watched thread sets and clears `armed` by a plain assignment, between which and its next
    call no error can come; then `settle` waits for one that is under way. A `threading.Thread`
    would leave weak references behind, in whose callbacks errors get lost.
    """

    def __init__(self, seconds: float, error: type[BaseException]) -> None:
        self.armed = False
        self.thread: int = threading.get_ident()
        self._error = error
        self._raising, self._ended, self._gone = (threading.Lock() for _ in range(3))
        self._ended.acquire()
        self._raised = False
        self._arrived: Callable[[], object] = _nothing
        """The error that arrived in the work, for as long as it exists."""
        self._arrived_at = 0.0
        with STARTING, suppress(RuntimeError):  # there are no threads in a browser
            self._gone.acquire()
            start_new_thread(self._watch, (min(max(seconds, 0.0) + GRACE, threading.TIMEOUT_MAX),))
            return
        self._gone.release()

    def settle(self) -> None:
        """Withdraw an error that was not raised yet; none comes after this.

        Another error replaces it and is caught here. Python can also clear a pending error, but
        then keeps looking for one at each call, for ever: every later call is slower, and one that
        is traced (by a debugger, by coverage) never begins.
        """
        with self._raising:
            if self._raised:
                self._raised = False
                with suppress(_Withdrawn):
                    raise_in(self.thread, _Withdrawn)
                    for _ in range(1000):  # it comes in the first of these rounds
                        pass

    def end(self) -> None:
        """Settle, and end the thread."""
        try:
            self.settle()
        finally:
            self._ended.release()
            self._gone.acquire()

    def _watch(self, seconds: float) -> None:
        while not self._ended.acquire(timeout=seconds):
            with self._raising, STARTING:
                if self.armed and not self._unwinds():
                    self._raised = True
                    _keep_quiet(self._error)
                    raise_in(self.thread, _noted(self._error, self._note))
            seconds = AGAIN
        self._gone.release()

    def _note(self, error: BaseException) -> None:
        """Python has made the error in the work: it has arrived."""
        self._arrived_at = monotonic()
        with suppress(TypeError):  # of a built-in class: it arrived, but cannot be followed
            self._arrived = ref(error)

    def _unwinds(self) -> bool:
        """Whether the error has arrived and is being handled; one that was lost is gone."""
        return self._arrived() is not None and monotonic() < self._arrived_at + UNWINDING


def _nothing() -> None:
    return None


def _noted(
    error: type[BaseException], note: Callable[[BaseException], None]
) -> type[BaseException]:
    """A class to raise in a thread: there Python makes an error of it, which is noted."""

    def make(cls: type[BaseException], made: BaseException | None = None) -> BaseException:
        if made is None:  # else Python asks for one of this class instead, while another is handled
            made = error()
            note(made)
        return made

    return type(error.__name__, (error,), {"__new__": make, "__module__": error.__module__})


def raise_in(thread: int, error: type[BaseException]) -> None:
    """Raise an error in a thread before its next bytecode, in place of one that is pending."""
    import ctypes

    raised = ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)


def _keep_quiet(error: type[BaseException]) -> None:
    """Keep Python from reporting that the error got lost: it is raised again."""
    if error not in _QUIET:
        _QUIET.append(error)
        report = sys.unraisablehook
        sys.unraisablehook = lambda lost: None if issubclass(lost.exc_type, error) else report(lost)
