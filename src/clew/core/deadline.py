"""One deadline for a whole call: an error is raised in its code when the time is up.

Reading, laying out, checking, wording or drawing a large puzzle goes through hundreds of functions,
and none of them should have to check a limit. So a second thread waits, and at the deadline raises
the error in the working thread, between two of its bytecodes, as Ctrl-C does in the main thread
(`PyThreadState_SetAsyncExc`). Kernels let it through every few milliseconds
(native/common/poll.hpp). If an error gets lost, in a `__del__` or a callback, it's raised again,
but not while it's on its way up: a second one would break into a `finally` on that way.

A search checks the clock itself, between two nodes, where nothing is half done. So it has a short
grace period after the deadline. The error is for code that doesn't check.

The outermost call sets the deadline: a command, or a function of the library. Inner calls may set
an earlier one; a later one is never reached and changes nothing. Every `Run` that begins meanwhile
ends in time (`current`). Code that can still show a part of the result catches the error and gets a
moment for that (`allow`).
"""

from __future__ import annotations

import gc
import sys
import threading
from _thread import start_new_thread
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import perf_counter
from typing import TypeVar
from weakref import ref

from clew.core.arguments import check_seconds
from clew.core.errors import OutOfTime, Stopped

T = TypeVar("T")
GRACE = 0.02
"""Seconds after the deadline for code that checks the clock itself."""
LAST_WORDS = 0.05
"""Seconds for showing the results found before the deadline."""
EARLY = 0.07
"""The part of a limit, and the maximum number of seconds, that a command keeps for its end: to stop
its work, print the results and free the memory. These count towards the limit too.
"""
AGAIN = 0.02
"""Seconds until the error is raised once more, if it didn't arrive or got lost."""
CALM = 1.0
"""Seconds before the deadline from which the garbage collector waits. A full collection may take
tenths of a second, in which no error can be raised.
"""
LONGEST = threading.TIMEOUT_MAX / 100
"""The longest possible wait for a lock in seconds, about three years. More may overflow its clock.
"""
UNWINDING = 1.0
"""Seconds for an error that has arrived to pass through all `finally` and `except` clauses."""
STARTING = threading.Lock()
"""Held while work with a deadline starts a thread. An error raised just then would end the new
thread, which has no number of its own yet, and the old one would wait forever.
"""

_QUIET: list[type[BaseException]] = []
HERE = threading.local()
"""Its `deadline` is the current one: see `current`."""


def current() -> Deadline | None:
    """Return the deadline of this thread's current work: the innermost, which is the earliest."""
    return getattr(HERE, "deadline", None)


def time_left() -> float | None:
    """Return the seconds until the current deadline, or None if there is none."""
    deadline = current()
    return None if deadline is None else max(deadline.ends - perf_counter(), 0.0)


def last_words() -> None:
    """Allow a moment, after OutOfTime was caught, for showing the results so far."""
    if (deadline := current()) is not None and deadline.is_over():
        deadline.allow()


def limited(max_seconds: float | None, work: Callable[[], T]) -> T:
    """Do the work within these seconds.

    Raises:
        Stopped: The time ran out first.

    >>> from time import sleep
    >>> limited(0.01, lambda: [sleep(0.001) for _ in range(10_000)])
    Traceback (most recent call last):
    clew.core.errors.Stopped: stopped: time limit reached
    """
    if max_seconds is None:
        return work()
    check_seconds("max_seconds", max_seconds)
    outer = current()
    try:
        return within(max_seconds, OutOfTime, work)
    except OutOfTime:
        if outer is not None and outer.is_over():
            raise
    raise Stopped("seconds")


def within(
    seconds: float, error: type[BaseException], work: Callable[[], T], early: float = 0.0
) -> T:
    """Do the work, and raise the error wherever it is when the seconds have passed.

    If `early` is given, the work ends this part of the seconds early, so that its caller can finish
    in time.

    >>> from time import sleep
    >>> within(0.01, TimeoutError, lambda: [sleep(0.001) for _ in range(10_000)])
    Traceback (most recent call last):
    TimeoutError
    """
    outer = current()
    if outer is not None and outer.ends <= perf_counter() + seconds:
        return work()
    deadline = Deadline(seconds, error, early)
    try:
        HERE.deadline = deadline
        deadline.armed = True
        return work()
    finally:
        deadline.armed = False
        HERE.deadline = outer
        deadline.end()


def each_within(seconds: float, error: type[BaseException], items: Iterator[T]) -> Iterator[T]:
    """Yield the items. The error is raised only while they're made, never while they're used."""
    deadline = Deadline(seconds, error)
    try:
        while True:
            outer = current()
            try:
                deadline.thread = threading.get_ident()
                if outer is None or deadline.ends < outer.ends:
                    HERE.deadline = deadline
                deadline.armed = True
                item = next(items)
            finally:
                deadline.armed = False
                HERE.deadline = outer
                deadline.settle()
            yield item
    except StopIteration:
        return
    finally:
        deadline.end()


class _Collector:
    """Pauses the garbage collector while at least one deadline is near."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waits = 0
        self._was_on = False

    def wait(self) -> None:
        with self._lock:
            if not self._waits:
                self._was_on = gc.isenabled()
                gc.disable()
            self._waits += 1

    def go_on(self) -> None:
        with self._lock:
            self._waits -= 1
            if not self._waits and self._was_on:
                if not gc.get_freeze_count():  # count all as old: else the next call collects them
                    gc.freeze()
                    gc.unfreeze()
                gc.enable()


_COLLECTOR = _Collector()


class _Withdrawn(BaseException):
    """Replaces an error that's no longer needed."""


class Deadline:
    """A thread that raises an error in another one after some time, while `armed` is True.

    The watched thread sets and clears `armed` by a plain assignment; no error can come between that
    and its next call. Then `settle` waits for an error that's under way. A `threading.Thread` would
    leave weak references behind, in whose callbacks errors get lost.
    """

    def __init__(self, seconds: float, error: type[BaseException], early: float = 0.0) -> None:
        self.armed = False
        self.thread: int = threading.get_ident()
        self.seconds = seconds
        seconds = min(max(seconds, 0.0), LONGEST)
        seconds -= min(early * seconds, early)
        self.ends = perf_counter() + seconds
        self._error = error
        self._silent_until = 0.0
        self._raising, self._ended, self._gone = (threading.Lock() for _ in range(3))
        self._ended.acquire()
        self._raised = False
        self._arrived: Callable[[], object] = _nothing
        """The error that arrived in the work, for as long as it exists."""
        self._arrived_at = 0.0
        with suppress(ImportError):  # here it takes 3 ms, in a thread next to the work up to 200
            import ctypes  # noqa: F401
        with STARTING, suppress(RuntimeError):  # there are no threads in a browser
            self._gone.acquire()
            start_new_thread(self._watch, (seconds,))
            return
        self._gone.release()

    def is_over(self) -> bool:
        """Check whether the work is still going on after its end."""
        return self.armed and perf_counter() >= self.ends

    def check(self) -> None:
        """Raise the error now if it's time, for code that checks the clock."""
        if self.is_over():
            error = self._error()
            self._note(error)
            raise error

    def allow(self) -> None:
        """Leave a moment, once, to code that has caught the error and shows the results so far."""
        if not self._silent_until:
            self._silent_until = perf_counter() + LAST_WORDS
            self.settle()
        self._arrived = _nothing  # it is no longer on its way, even if somebody keeps it

    def settle(self) -> None:
        """Withdraw an error that hasn't been raised yet. None comes after this.

        Another error replaces it and is caught here. Python can also clear a pending error, but
        then keeps looking for one at each call, forever: every later call is slower, and one that
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
        if not self._ended.acquire(timeout=max(seconds - CALM, 0.0)):
            _COLLECTOR.wait()
            self._insist(self.ends + GRACE - perf_counter())
            _COLLECTOR.go_on()
        self._gone.release()

    def _insist(self, seconds: float) -> None:
        """Raise the error after some seconds, and again until it arrives."""
        while not self._ended.acquire(timeout=max(seconds, 0.0)):
            with self._raising, STARTING:
                silent = self._unwinds() or perf_counter() < self._silent_until
                if self.armed and not silent:
                    self._raised = True
                    _keep_quiet(self._error)
                    raise_in(self.thread, _noted(self._error, self._note))
            seconds = AGAIN

    def _note(self, error: BaseException) -> None:
        """Record that the asynchronous exception was delivered."""
        self._arrived_at = perf_counter()
        with suppress(TypeError):  # of a built-in class: it arrived, but cannot be followed
            self._arrived = ref(error)

    def _unwinds(self) -> bool:
        """Check whether the error has arrived and is being handled, not lost."""
        return self._arrived() is not None and perf_counter() < self._arrived_at + UNWINDING


def _nothing() -> None:
    return None


def _noted(
    error: type[BaseException], note: Callable[[BaseException], None]
) -> type[BaseException]:
    """Return a class to raise in a thread. When Python makes an error of it there, `note` is
    called.
    """

    def make(cls: type[BaseException], made: BaseException | None = None) -> BaseException:
        if made is None:  # else Python asks for one of this class instead, while another is handled
            made = error()
            note(made)
        return made

    return type(error.__name__, (error,), {"__new__": make, "__module__": error.__module__})


def raise_in(thread: int, error: type[BaseException]) -> None:
    """Raise an error in a thread before its next bytecode, replacing one that's pending."""
    import ctypes

    raised = ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)


def _keep_quiet(error: type[BaseException]) -> None:
    """Keep Python from reporting that the error got lost, since it's raised again."""
    if error not in _QUIET:
        _QUIET.append(error)
        report = sys.unraisablehook
        sys.unraisablehook = lambda lost: None if issubclass(lost.exc_type, error) else report(lost)
