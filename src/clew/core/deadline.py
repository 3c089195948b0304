"""A deadline for a whole call: when the time is up, an error is raised inside it.

Reading, laying out, checking, wording or drawing a large puzzle goes through hundreds of functions,
and none of them should have to check a limit. So a second thread waits until the deadline and then
raises the error in the working thread, between two bytecodes, as Ctrl-C does in the main thread
(`PyThreadState_SetAsyncExc`). Kernels let it through every few milliseconds
(native/common/poll.hpp). If the error gets lost, in a `__del__` or a callback, it's raised again.
It isn't raised again while it's still propagating, because a second error could interrupt a
`finally` clause.

A search checks the clock itself, between two nodes, when no step is half done. So it gets a short
grace period after the deadline. The error is for code that doesn't check the clock.

The outermost call, which is a command or a library function, sets the deadline. Inner calls may set
an earlier one, but a later one has no effect. Every `Run` that starts in the meantime ends on time
(`current`). Code that can still show part of the result catches the error and gets a moment to do
so (`allow`).
"""

from __future__ import annotations

import gc
import sys
import threading
from _thread import start_new_thread
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import perf_counter
from typing import TypeVar
from weakref import ref

from clew.core.arguments import check_seconds
from clew.core.errors import OutOfTime, Stopped

T = TypeVar("T")
GRACE = 0.02
"""The grace period in seconds for code that checks the clock itself."""
LAST_WORDS = 0.05
"""The time in seconds to show the results found before the deadline."""
EARLY = 0.07
"""The fraction of a limit, and the maximum number of seconds, that a command reserves to stop its
work, print the results and free its memory. That time also counts towards the limit.
"""
AGAIN = 0.02
"""Seconds to wait before raising the error again, if it didn't arrive or got lost."""
CALM = 1.0
"""The garbage collector is paused this number of seconds before the deadline. A full collection may
take tenths of a second, and no error can be raised during that time.
"""
LONGEST = threading.TIMEOUT_MAX / 100
"""The maximum number of seconds to wait for a lock, about three years. More may overflow its clock.
"""
UNWINDING = 1.0
"""Seconds that an error has to pass through all `finally` and `except` clauses once it arrives."""
STARTING = threading.Lock()
"""A lock that's held while work with a deadline starts a thread. An error raised at that moment
would end the new thread, which has no number of its own yet, and the old one would wait forever.
"""

_QUIET: list[type[BaseException]] = []
HERE = threading.local()
"""Thread-local data. Its `deadline` is the current one: see `current`."""


def current() -> Deadline | None:
    """Return the deadline of this thread's current work: the innermost, which is the earliest."""
    return getattr(HERE, "deadline", None)


def time_left() -> float | None:
    """Return the seconds until the current deadline, or None if there is none."""
    deadline = current()
    return None if deadline is None else max(deadline.ends - perf_counter(), 0.0)


def last_words() -> None:
    """Allow code that has caught OutOfTime a moment to show the results so far."""
    if (deadline := current()) is not None and deadline.is_over():
        deadline.allow()


def limited(max_seconds: float | None, work: Callable[[], T]) -> T:
    """Do the work within a time limit.

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
    """Do the work, and raise the error inside it if it takes longer than `seconds`.

    If `early` is given, the work ends earlier by this fraction of its time, so that its caller can
    finish on time.

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
    """Yield the items. The error is raised only while one is produced, never while it's used."""
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
                if not gc.get_freeze_count():  # age all objects, or the next call collects them
                    gc.freeze()
                    gc.unfreeze()
                gc.enable()


_COLLECTOR = _Collector()


@contextmanager
def uncollected() -> Iterator[None]:
    """Pause the garbage collector while this block makes many objects and hardly any garbage."""
    _COLLECTOR.wait()
    try:
        yield
    finally:
        _COLLECTOR.go_on()


class _Withdrawn(BaseException):
    """Replaces an error that's no longer needed."""


class Deadline:
    """A thread that raises an error in another thread after some time, if `armed` is True.

    The watched thread sets and clears `armed` with a plain assignment, so no error can arrive
    between that and its next call. Then `settle` deals with an error that's already on its way. A
    `threading.Thread` would leave weak references behind, and errors get lost in their callbacks.
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
        """A weak reference to the error that arrived in the work."""
        self._arrived_at = 0.0
        with suppress(ImportError):  # takes 3 ms here, but up to 200 ms in a thread during the work
            import ctypes  # noqa: F401
        with STARTING, suppress(RuntimeError):  # there are no threads in a browser
            self._gone.acquire()
            start_new_thread(self._watch, (seconds,))
            return
        self._gone.release()

    def is_over(self) -> bool:
        """Check whether the work is still running after the deadline."""
        return self.armed and perf_counter() >= self.ends

    def check(self) -> None:
        """Raise the error if the time is up. Code that checks the clock itself calls this."""
        if self.is_over():
            error = self._error()
            self._note(error)
            raise error

    def allow(self) -> None:
        """Give code that has caught the error a moment, only once, to show the results so far."""
        if not self._silent_until:
            self._silent_until = perf_counter() + LAST_WORDS
            self.settle()
        self._arrived = _nothing  # it's no longer propagating, even if somebody keeps it

    def settle(self) -> None:
        """Withdraw an error that hasn't been raised yet. No error arrives after this.

        Another error replaces it and is caught here. Python can also clear a pending error, but
        after that it looks for one on every call, forever. Later calls are slower, and a call that
        is traced (by a debugger or by coverage) never starts.
        """
        with self._raising:
            if self._raised:
                self._raised = False
                with suppress(_Withdrawn):
                    raise_in(self.thread, _Withdrawn)
                    for _ in range(1000):  # it arrives in one of the first iterations
                        pass

    def end(self) -> None:
        """Call `settle`, and end the thread."""
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
        """Raise the error after this number of seconds, and keep raising it until it arrives."""
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
        with suppress(TypeError):  # errors of built-in classes have no weak references
            self._arrived = ref(error)

    def _unwinds(self) -> bool:
        """Check whether the error has arrived and is still being handled."""
        return self._arrived() is not None and perf_counter() < self._arrived_at + UNWINDING


def _nothing() -> None:
    return None


def _noted(
    error: type[BaseException], note: Callable[[BaseException], None]
) -> type[BaseException]:
    """Return an error class to raise in a thread. `note` is called when Python creates the error
    there.
    """

    def make(cls: type[BaseException], made: BaseException | None = None) -> BaseException:
        if made is None:  # otherwise Python converts another error, which is being handled
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
    """Keep Python from reporting a lost error, since it will be raised again."""
    if error not in _QUIET:
        _QUIET.append(error)
        report = sys.unraisablehook
        sys.unraisablehook = lambda lost: None if issubclass(lost.exc_type, error) else report(lost)
