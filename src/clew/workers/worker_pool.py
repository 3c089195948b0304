"""A pool of worker processes, of which a killed one costs no more than its call.

A pool of `concurrent.futures` breaks as a whole when one of its processes dies, and does not tell
which call it was that killed it. Here each thread of an ordinary thread pool has a process of its
own behind a pipe.

A process that has no thread but its own is forked: that takes 2 ms, and a new one some 100 ms to
import all there is. Where there are threads, a lock that one of them holds would stay locked in the
copy; so then, and after a death, the process is a new one, or comes from a fork server.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar

from clew.workers import NoWorkers
from clew.workers.fork_server import ForkServer
from clew.workers.process import Method, WorkerDied, WorkerProcess, has_one_thread

T = TypeVar("T")
DEATHS = 4
"""So many workers may die of one call; then it is not tried again."""


class WorkerPool(Executor):
    """Processes that are taken for a call and given back; as an executor, it does so itself."""

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
        """A fork server starts one worker at a time. Whoever waits for it may find that the one
        before was started for nobody, and take that."""
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
        """Keep a worker for the next call, unless it is dead, old or one too many."""
        with self._lock:
            keep = not self._closed and len(self._idle) < self.size
            keep = keep and worker.calls < self._lifetime and worker.alive
            if keep:
                self._idle.append(worker)
        if not keep:
            self.dismiss(worker)

    def dismiss(self, worker: WorkerProcess) -> None:
        """End a worker, whatever it is doing."""
        with self._lock:
            ours = worker in self._all
            self._all.discard(worker)
        if ours:
            worker.end()

    def fill(self, size: int) -> None:
        """Start what is missing from so many workers."""
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
            "a worker process does not start: a script must do its work under "
            "`if __name__ == '__main__':`, since each worker imports it"
        )

    @property
    def pids(self) -> list[int]:
        """The processes there are now."""
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
        raise WorkerDied(f"{DEATHS} workers died of it")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes; with `cancel_futures` at once, whatever they are doing."""
        self._threads.shutdown(wait=wait and not cancel_futures, cancel_futures=cancel_futures)
        with self._lock:
            self._closed = True
            workers = list(self._all)
        for worker in workers:
            worker.kill()
        self._threads.shutdown(wait=wait)
        for worker in workers:
            self.dismiss(worker)
