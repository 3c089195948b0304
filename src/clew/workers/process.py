"""A worker: a process that makes one call after another, and that can be killed at any moment.

A pipe whose other end has died says so at once, even in the middle of a result. A worker dies with
the process that started it, whatever it is doing.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Literal, NoReturn, TypeAlias

from clew.core.errors import ClewError

Method = Literal["fork", "spawn"]
Pipe: TypeAlias = "Connection[Any, Any]"
Prepare = Callable[[], object] | None
Message = tuple[int, Any]
MORE, DONE, FAILED = range(3)
"""What a worker sends: a part of the result, the result or its last part, or an exception."""
LEAVING = 0.05
"""Seconds for which a thread that has ended may still be listed by the system."""


class WorkerDied(ClewError, RuntimeError):
    """The worker of a call died."""


class Forked:
    """A process that is not our child; a file stands for it, since its number may be reused."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._file = os.pidfd_open(pid)

    def kill(self) -> None:
        signal.pidfd_send_signal(self._file, signal.SIGKILL)

    def join(self) -> None:
        wait([self._file])

    def close(self) -> None:
        os.close(self._file)


class WorkerProcess:
    """A process and the pipe to it."""

    def __init__(self, pipe: Pipe, process: BaseProcess | Forked) -> None:
        self.pipe = pipe
        self.pid = process.pid or 0
        self.calls = 0
        self._process = process

    @classmethod
    def start(cls, method: Method, prepare: Prepare = None) -> WorkerProcess:
        """A copy of this process, or a new one; `prepare` is the first thing it calls.

        It sends one message when it is ready: `receive` that before the first call.
        """
        return cls(*start(method, _work, method, prepare))

    def send(self, fn: Callable[..., object], *args: Any, **kwargs: Any) -> None:
        """Begin a call. If the worker has died, `receive` says so."""
        self.calls += 1
        with suppress(OSError):
            self.pipe.send((fn, args, kwargs))

    def receive(self) -> Message:
        """The next message of the worker; WorkerDied if there is none."""
        try:
            message: Message = self.pipe.recv()
        except (EOFError, OSError):
            raise WorkerDied("the worker died") from None
        except TypeError:
            if not self.pipe.closed:
                raise
            raise WorkerDied("another thread ended the worker") from None
        return message

    def call(self, fn: Callable[..., object], *args: Any, **kwargs: Any) -> Any:
        """The result of a call."""
        self.send(fn, *args, **kwargs)
        kind, result = self.receive()
        if kind == FAILED:
            raise result
        return result

    @property
    def alive(self) -> bool:
        """Whether an idle worker lives: it sends nothing, so there is only the end to be read."""
        try:
            return not self.pipe.poll()
        except OSError:
            return False

    def kill(self) -> None:
        """Kill the process, from any thread."""
        with suppress(ValueError, OSError):  # closed, or gone, just now
            self._process.kill()

    def end(self) -> None:
        """Kill the process, and wait until it is gone: it has nothing to tidy up."""
        self.kill()
        with suppress(ValueError):
            self._process.join()
            self._process.close()
        self.pipe.close()


def start(method: Method, target: Callable[..., object], *args: Any) -> tuple[Pipe, BaseProcess]:
    """A process that calls the target with the other end of a pipe; our end, and the process."""
    ours, theirs = multiprocessing.Pipe()
    context: Any = multiprocessing.get_context(method)
    process: BaseProcess = context.Process(target=target, args=(theirs, *args), daemon=True)
    process.start()
    theirs.close()
    return ours, process


def has_one_thread() -> bool:
    """Whether this process has one thread, also of those that Python does not know.

    A thread that was joined may be on its way out for a moment: it is waited for.
    """
    if sys.platform != "linux":
        return False  # it is not known
    end = time.monotonic() + LEAVING
    try:
        while len(list(Path("/proc/self/task").iterdir())) > 1:
            if threading.active_count() > 1 or time.monotonic() > end:
                return False
            time.sleep(0.001)
    except OSError:
        return False
    return True


def end_with(pipe: int) -> None:
    """End this process when the other end of a pipe is closed, which nobody writes to.

    On Linux the kernel ends it, by a signal: a thread that waits for the end of the pipe cannot do
    so while a call that holds the GIL is under way, or a long import.
    """
    if sys.platform != "linux":
        threading.Thread(target=_end_after, args=(pipe,), daemon=True).start()
        return
    import fcntl

    signal.signal(signal.SIGIO, signal.SIG_DFL)  # which ends the process
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(pipe, fcntl.F_GETFL)
    fcntl.fcntl(pipe, fcntl.F_SETFL, flags | os.O_ASYNC | os.O_NONBLOCK)
    with suppress(BlockingIOError):
        if not os.read(pipe, 1):  # it was closed before
            os._exit(1)


def _end_after(pipe: int) -> None:
    wait([pipe])
    os._exit(1)


def parent_pipe() -> int:
    """The pipe that ends with the process that started this one."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    return parent.sentinel


def _work(pipe: Pipe, method: Method, prepare: Prepare) -> None:
    """What a worker process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent to deal with
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if method == "fork":
        _close_inherited(pipe.fileno())
    end_with(parent_pipe())
    serve(pipe, prepare)


def serve(pipe: Pipe, prepare: Prepare) -> NoReturn:
    """Make calls until nobody asks for any more."""
    if prepare is not None:
        prepare()
    pipe.send((DONE, os.getpid()))
    while True:
        try:
            fn, args, kwargs = pipe.recv()
            for message in _messages(fn, args, kwargs):
                _send(pipe, message)
        except (EOFError, OSError):  # the parent has ended
            os._exit(0)


def _messages(fn: Callable[..., Any], args: Any, kwargs: Any) -> Iterator[Message]:
    """What comes of a call; a generator yields messages, and returns its last part."""
    try:
        result = fn(*args, **kwargs)
        if isinstance(result, Generator):
            result = yield from result
        yield DONE, result
    except Exception as error:
        error.add_note(f"in a worker:\n{traceback.format_exc()}")
        yield FAILED, error


def _send(pipe: Pipe, message: Message) -> None:
    try:
        pipe.send(message)
    except OSError:
        raise
    except Exception as error:  # a result that cannot be pickled
        told = f"found {message[1]!r:.200}, expected what pickles: {error}"
        pipe.send((FAILED, TypeError(told)))


def _close_inherited(kept: int) -> None:
    """Hold no file of the process that was forked, nor a lock on it, but the way back to it."""
    null = os.open(os.devnull, os.O_RDWR)
    keep = {0, 1, 2, null, kept, parent_pipe()}
    for each in {int(path.name) for path in Path("/proc/self/fd").iterdir()} - keep:
        os.dup2(null, each, inheritable=False)
