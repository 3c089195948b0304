"""Workers on this machine: one process a thread of a pool, so that a killed one costs its part.

A pool of processes breaks as a whole when one of them dies, and does not tell which call it was
that killed it. Here each thread of an ordinary thread pool has a process of its own behind a pipe.
A pipe whose other end has died says so at once, even in the middle of a result.

A process that has no thread but its own is forked: that takes 2 ms, and a new one some 100 ms to
import all there is. Where there are threads, a lock that one of them holds would stay locked in the
copy; so then, and after a death, the process is a new one.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal, TypeVar

from clew.batch.cores import NoWorkers
from clew.batch.lifeline import end_with

T = TypeVar("T")
Method = Literal["fork", "spawn"]

DEATHS = 4
"""So many workers may die of one call; then it is not tried again."""


class Died(RuntimeError):
    """The worker of a call died, each time that it was tried."""


class Crew(Executor):
    """An executor of so many processes."""

    def __init__(self, size: int) -> None:
        self._threads = ThreadPoolExecutor(size, "clew-crew", initializer=self._join)
        self._own = threading.local()
        self._hands = [Hand() for _ in range(size)]
        self._free = list(self._hands)
        if alone():
            for hand in self._hands:
                hand.start("fork")

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        return self._threads.submit(self._call, fn, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes; with `cancel_futures` at once, whatever they are doing."""
        self._threads.shutdown(wait=False, cancel_futures=cancel_futures)
        if cancel_futures:
            for hand in self._hands:
                hand.stop()
        self._threads.shutdown(wait=wait)
        for hand in self._hands if wait else ():
            hand.end()

    def _join(self) -> None:
        """Give this thread a hand; if it has no process, its first call starts one."""
        self._own.hand = self._free.pop()

    def _call(self, fn: Callable[..., T], args: Any, kwargs: Any) -> T:
        hand: Hand = self._own.hand
        for _ in range(DEATHS):
            try:
                found: T = hand.call(fn, args, kwargs)
            except EOFError:
                hand.end()
            else:
                return found
        raise Died(f"{DEATHS} workers died of it")


class Hand:
    """One process, and the pipe to it; it is started anew after it has died."""

    def __init__(self) -> None:
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection[Any, Any] | None = None
        self._stopped = False

    def call(self, fn: Callable[..., T], args: Any, kwargs: Any) -> T:
        """The outcome of a call in the process; EOFError if it dies of it."""
        pipe = self._pipe or self.start()
        try:
            pipe.send((fn, args, kwargs))
            done, outcome = pipe.recv()
        except OSError:  # cut off in the middle of it
            raise EOFError from None
        if not done:
            raise outcome
        found: T = outcome
        return found

    def stop(self) -> None:
        """Kill the process, from another thread; it is not started again."""
        self._stopped = True
        process = self._process
        if process is not None:
            with suppress(ValueError):  # closed just now
                process.kill()

    def end(self) -> None:
        """Have no process any more: it has nothing to tidy up."""
        process, self._process, self._pipe = self._process, None, None
        if process is not None:
            process.kill()
            process.join()
            process.close()

    def start(self, method: Method = "spawn") -> Connection[Any, Any]:
        """Have a process, forked or new."""
        for _ in range(DEATHS):
            if self._stopped:
                raise Died("stopped")
            pipe, self._process = started(method)
            try:
                pipe.recv()
            except (EOFError, OSError):
                self.end()
            else:
                self._pipe = pipe
                return pipe
        raise NoWorkers(
            "a worker process does not start: a script must do its work under "
            "`if __name__ == '__main__':`, since each worker imports it"
        )


def alone() -> bool:
    """Whether this process has one thread, also of those that Python does not know."""
    try:
        return len(list(Path("/proc/self/task").iterdir())) == 1
    except OSError:
        return False


def started(method: Method) -> tuple[Connection[Any, Any], multiprocessing.process.BaseProcess]:
    """A process that serves, and the pipe to it."""
    ours, theirs = multiprocessing.Pipe()
    context: Any = multiprocessing.get_context(method)
    process: multiprocessing.process.BaseProcess = context.Process(
        target=serve, args=(theirs, method), daemon=True
    )
    process.start()
    theirs.close()
    return ours, process


def serve(pipe: Connection[Any, Any], method: Method = "spawn") -> None:
    """The life of a worker: calls in, outcomes out. It ends with the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for that process to deal with
    if method == "fork":
        _let_go(pipe.fileno())
    parent = multiprocessing.parent_process()
    if parent is not None:
        end_with(parent.sentinel)
    pipe.send(os.getpid())
    while True:
        try:
            fn, args, kwargs = pipe.recv()
        except (EOFError, OSError):
            return
        _answer(pipe, _outcome(fn, args, kwargs))


def _let_go(kept: int) -> None:
    """Hold no file of the process that was forked, nor a lock on it, but the way back to it."""
    parent = multiprocessing.parent_process()
    null = os.open(os.devnull, os.O_RDWR)
    keep = {0, 1, 2, null, kept, parent.sentinel if parent else kept}
    for each in {int(path.name) for path in Path("/proc/self/fd").iterdir()} - keep:
        os.dup2(null, each, inheritable=False)


def _outcome(fn: Callable[..., object], args: Any, kwargs: Any) -> tuple[bool, object]:
    try:
        return True, fn(*args, **kwargs)
    except Exception as error:
        error.add_note(f"in a worker:\n{traceback.format_exc()}")
        return False, error


def _answer(pipe: Connection[Any, Any], outcome: tuple[bool, object]) -> None:
    try:
        pipe.send(outcome)
    except OSError:
        os._exit(1)
    except Exception as error:  # an outcome that cannot be pickled
        pipe.send((False, TypeError(f"found {outcome[1]!r:.200}, expected what pickles: {error}")))
