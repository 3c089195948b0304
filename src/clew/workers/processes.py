"""Worker processes. Each makes one call after another, and can be killed at any time.

If the process at the other end of a pipe dies, even while it's sending a result, the pipe shows
that immediately. When the process that started a worker ends, the worker ends too, whatever it's
doing.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import recv_handle, send_handle
from pathlib import Path
from typing import Any, Literal, NoReturn, TypeAlias, TypeVar

from clew.core.errors import ClewError
from clew.workers import NoWorkers

T = TypeVar("T")
Method = Literal["fork", "spawn"]
Pipe: TypeAlias = "Connection[Any, Any]"
Prepare = Callable[[], object] | None
Message = tuple[int, Any]
MORE, DONE, FAILED = range(3)
"""A worker's messages: a part of the result, the whole result or its last part, or an exception."""
LEAVING = 0.05
"""The number of seconds for which the system may still list a thread that has ended."""
DEATHS = 4
"""The number of workers that can die during one call before the pool gives up on it."""
AVAILABLE = sys.platform == "linux"
"""True if processes can be forked. On other systems, each worker is a new process."""


class WorkerDied(ClewError, RuntimeError):
    """A worker died during a call."""


class Forked:
    """A process that isn't our child. A file descriptor identifies it, as ids can be reused."""

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
        """Start a worker, either as a copy of this process or as a new one.

        The worker calls `prepare` first, and sends one message when it's ready. You have to
        `receive` that message before the first call.
        """
        return cls(*start(method, _work, method, prepare))

    def send(self, fn: Callable[..., object], *args: Any, **kwargs: Any) -> None:
        """Start a call. If the worker has died, `receive` raises the error."""
        self.calls += 1
        with suppress(OSError):
            self.pipe.send((fn, args, kwargs))

    def receive(self) -> Message:
        """Return the worker's next message.

        Raises:
            WorkerDied: The worker died before it sent a message.
        """
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
        """Make a call, and return its result."""
        self.send(fn, *args, **kwargs)
        kind, result = self.receive()
        if kind == FAILED:
            raise result
        return result

    @property
    def alive(self) -> bool:
        """True if an idle worker is alive.

        An idle worker sends nothing, so the only thing to read could be the end of the pipe.
        """
        try:
            return not self.pipe.poll()
        except OSError:
            return False

    def kill(self) -> None:
        """Kill the process. Any thread can call this."""
        with suppress(ValueError, OSError):  # it may just have been closed, or have ended
            self._process.kill()

    def end(self) -> None:
        """Kill the process, and wait until it's gone. It has nothing to tidy up."""
        self.kill()
        with suppress(ValueError):
            self._process.join()
            self._process.close()
        self.pipe.close()


def start(method: Method, target: Callable[..., object], *args: Any) -> tuple[Pipe, BaseProcess]:
    """Start a process that calls the target with one end of a pipe.

    Returns:
        The other end of the pipe, and the process.
    """
    ours, theirs = multiprocessing.Pipe()
    context: Any = multiprocessing.get_context(method)
    process: BaseProcess = context.Process(target=target, args=(theirs, *args), daemon=True)
    process.start()
    theirs.close()
    return ours, process


def has_one_thread() -> bool:
    """Check whether this process has only one thread, counting threads unknown to Python.

    A thread that was joined may need a moment to end, so the function waits for it.
    """
    if sys.platform != "linux":
        return False  # this system has no way to find out
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
    """End this process when the other end of a pipe is closed. Nothing is ever written to the pipe.

    On Linux, the kernel ends the process with a signal. A thread that waits for the end of the pipe
    couldn't do that during a long import, or a call that holds the GIL.
    """
    if sys.platform != "linux":
        threading.Thread(target=_end_after, args=(pipe,), daemon=True).start()
        return
    import fcntl

    signal.signal(signal.SIGIO, signal.SIG_DFL)  # the default is to end the process
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(pipe, fcntl.F_GETFL)
    fcntl.fcntl(pipe, fcntl.F_SETFL, flags | os.O_ASYNC | os.O_NONBLOCK)
    with suppress(BlockingIOError):
        if not os.read(pipe, 1):  # the pipe was closed already
            os._exit(1)


def _end_after(pipe: int) -> None:
    wait([pipe])
    os._exit(1)


def parent_pipe() -> int:
    """Return the pipe that's closed when the process that started this one ends."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    return parent.sentinel


# ------------------------------------------------------------------ inside a worker


def _work(pipe: Pipe, method: Method, prepare: Prepare) -> None:
    """Run a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent to deal with
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if method == "fork":
        _close_inherited(pipe.fileno())
    end_with(parent_pipe())
    serve(pipe, prepare)


def serve(pipe: Pipe, prepare: Prepare) -> NoReturn:
    """Make the requested calls until the other end of the pipe is closed."""
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
    """Make a call, and yield its messages.

    A function that is a generator yields messages, and returns the last part of its result.
    """
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
    except Exception as error:  # a result that can't be pickled
        told = f"can't pickle the result {message[1]!r:.200}: {error}"
        pipe.send((FAILED, TypeError(told)))


def _close_inherited(kept: int) -> None:
    """Close all files inherited from the forked process, except the pipe back to it.

    This also releases their locks.
    """
    null = os.open(os.devnull, os.O_RDWR)
    keep = {0, 1, 2, null, kept, parent_pipe()}
    for each in {int(path.name) for path in Path("/proc/self/fd").iterdir()} - keep:
        os.dup2(null, each, inheritable=False)


# ------------------------------------------------------------------ the fork server


class ForkServer:
    """A process that imports everything workers need (`preload`), and forks them in milliseconds.

    A killed worker has to be replaced, but a new Python process takes a third of a second to import
    its modules. The fork server imports them once, and its workers share that memory. It receives
    one end of a pipe for each worker, and answers with the worker's process id. Each worker calls
    `prepare` first.
    """

    def __init__(self, preload: Callable[[], object], prepare: Prepare = None) -> None:
        self._functions = preload, prepare
        self._lock = threading.Lock()
        self._server: WorkerProcess | None = None
        self._dead: list[WorkerProcess] = []
        """Servers that were killed. They're kept because closing one would end its workers."""

    def get_ready(self) -> WorkerProcess:
        """Start importing the modules that workers need."""
        if self._server is None:
            self._server = WorkerProcess(*start("spawn", _fork_workers, *self._functions))
        return self._server

    def start(self) -> WorkerProcess:
        """Start a worker. If something has killed the server, start another one first."""
        if AVAILABLE:
            with self._lock:
                for _ in range(2):
                    try:
                        return self._forked()
                    except (EOFError, OSError):
                        self._dead += [self._server] if self._server else []
                        self._server = None
        return WorkerProcess.start("spawn", self._functions[1])

    def _forked(self) -> WorkerProcess:
        server = self.get_ready()
        ours, theirs = multiprocessing.Pipe()
        with theirs:
            send_handle(server.pipe, theirs.fileno(), server.pid)
            return WorkerProcess(ours, Forked(server.pipe.recv()))

    def close(self) -> None:
        """End the server and all of its workers."""
        for server in (*self._dead, self._server):
            if server is not None:
                server.end()
        self._server = None


def _fork_workers(pipe: Pipe, preload: Callable[[], object], prepare: Prepare) -> NoReturn:
    """Run the fork server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent to deal with
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the workers
    end_with(parent_pipe())
    preload()
    gc.freeze()  # garbage collection would write to the memory they share
    while True:
        try:
            handle = recv_handle(pipe)
        except (EOFError, OSError):
            os._exit(0)
        child = os.fork()
        if not child:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            pipe.close()
            own = f"/proc/self/fd/{parent_pipe()}"  # a file notifies only one process
            end_with(os.open(own, os.O_RDONLY | os.O_NONBLOCK))
            serve(Connection(handle), prepare)
        os.close(handle)
        pipe.send(child)


# ------------------------------------------------------------------ the pool


class WorkerPool(Executor):
    """A pool of processes that you take for a call and give back. As an executor, it does both.

    If one process of a `concurrent.futures` pool dies, the whole pool breaks, and you can't tell
    which call was responsible. Here, each thread of an ordinary thread pool has its own process
    behind a pipe, so only the call in progress is lost.

    A process that has only one thread is forked, which takes 2 ms. A new process takes about 100 ms
    for its imports. But if a process with several threads is forked, a lock that another thread
    holds stays locked in the copy. So in that case, and after a death, the pool starts a new
    process or asks a fork server for one.
    """

    def __init__(
        self, size: int, server: ForkServer | None = None, lifetime: int = sys.maxsize
    ) -> None:
        self.size = size
        self._server = server
        self._lifetime = lifetime
        self._lock = threading.Lock()
        self._starts: AbstractContextManager[Any] = (
            nullcontext() if server is None else threading.Lock()
        )
        """Held while a fork server starts a worker, which it does one at a time. By the time a
        waiting thread gets the lock, another worker may have become idle, and it takes that one."""
        self._closed = False
        self._threads = ThreadPoolExecutor(size, "clew-worker")
        self._idle: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self._method: Method = "fork"
        if server is None and has_one_thread():
            self._idle = [self._start() for _ in range(size)]
        self._method = "spawn"

    def take(self) -> WorkerProcess:
        """Return an idle worker, or a new one."""
        if worker := self._take_idle():
            return worker
        with self._starts:
            return self._take_idle() or self._start()

    def _take_idle(self) -> WorkerProcess | None:
        while True:
            with self._lock:
                if not self._idle:
                    return None
                worker = self._idle.pop()
            if worker.alive:
                return worker
            self.dismiss(worker)

    def give_back(self, worker: WorkerProcess) -> None:
        """Keep a worker for the next call, unless it's dead, too old or not needed."""
        with self._lock:
            keep = not self._closed and len(self._idle) < self.size
            keep = keep and worker.calls < self._lifetime and worker.alive
            if keep:
                self._idle.append(worker)
        if not keep:
            self.dismiss(worker)

    def dismiss(self, worker: WorkerProcess) -> None:
        """End a worker, whatever it's doing."""
        with self._lock:
            ours = worker in self._all
            self._all.discard(worker)
        if ours:
            worker.end()

    def fill(self, size: int) -> None:
        """Start missing workers, up to this number."""
        while not self._closed:
            with self._starts:
                if len(self._all) >= size:
                    return
                self.give_back(self._start())

    def _start(self) -> WorkerProcess:
        for _ in range(DEATHS):
            server = self._server
            worker = WorkerProcess.start(self._method) if server is None else server.start()
            with self._lock:
                self._all.add(worker)
            if self._closed:
                self.dismiss(worker)
                raise WorkerDied("the pool is closed")
            try:
                worker.receive()
                return worker
            except WorkerDied:
                self.dismiss(worker)
        raise NoWorkers(
            "a worker process didn't start: a script must do its work under "
            "`if __name__ == '__main__':`, because each worker imports it"
        )

    @property
    def pids(self) -> list[int]:
        """The ids of the current processes."""
        return [worker.pid for worker in self._all]

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        return self._threads.submit(self._call, fn, args, kwargs)

    def _call(self, fn: Callable[..., T], args: Any, kwargs: Any) -> T:
        for _ in range(DEATHS):
            worker = self.take()
            try:
                found: T = worker.call(fn, *args, **kwargs)
                return found
            except WorkerDied:
                continue
            finally:
                self.give_back(worker)
        raise WorkerDied(f"{DEATHS} workers died during this call")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes. With `cancel_futures`, don't wait for their calls."""
        self._threads.shutdown(wait=wait and not cancel_futures, cancel_futures=cancel_futures)
        with self._lock:
            self._closed = True
            workers = list(self._all)
        for worker in workers:
            worker.kill()
        self._threads.shutdown(wait=wait)
        for worker in workers:
            self.dismiss(worker)
