"""Places for requests: each request has a worker to itself, under limits, and can lose it.

A pool has a few places. A search that lasts steps aside after a while: it goes on with less of the
processor, and its place is free for the next request. So greedy requests slow each other down, but
do not stall the others. A request that finds no place waits, in order, in a queue of limited
length.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from clew.web.errors import Refused
from clew.web.limits import GRACE, PATIENCE, WAITING
from clew.web.worker import answer
from clew.workers.fork_server import ForkServer
from clew.workers.process import MORE, WorkerDied, WorkerProcess
from clew.workers.worker_pool import WorkerPool

ASIDE_AFTER = 1.0
"""The seconds after which a search steps aside."""
MOST_ASIDE = 8
"""How many may have stepped aside; the next ones keep their places."""
LIFETIME = 500
"""The requests after which a worker is replaced, so that what it remembers cannot pile up."""
POLITENESS = 10
"""How much later than others one that stepped aside gets the processor."""

T = TypeVar("T")
Frame = tuple[int, bytes]
"""A part of an answer: its HTTP status, or MORE if others follow, and its bytes."""


async def end(task: asyncio.Task[Any]) -> None:
    """Cancel a task and wait until it is over, so that nothing of it is left behind."""
    task.cancel()
    with suppress(asyncio.CancelledError, Exception):
        await task


class RequestPool:
    """Workers that share some places."""

    def __init__(self, server: ForkServer, places: int) -> None:
        self.waiting = 0
        """How many requests wait for a place."""
        self.aside = 0
        """How many have stepped aside."""
        self._places = places
        self.free = asyncio.Semaphore(places)
        self.workers = WorkerPool(places, server, LIFETIME)
        self._threads = ThreadPoolExecutor(2 * (places + MOST_ASIDE), "clew-request")
        """They wait for workers: to start, to answer, to be gone."""
        self._closed = False

    def _in_thread(self, work: Callable[..., T], *args: Any) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    def get_ready(self) -> None:
        """Start missing workers in the background, so that the next request finds one."""
        if not self._closed:
            self._in_thread(self._fill)

    def _fill(self) -> None:
        with suppress(WorkerDied):  # closed meanwhile
            self.workers.fill(self._places + self.aside)

    async def close(self) -> None:
        """End every worker."""
        self._closed = True
        await asyncio.to_thread(self.workers.shutdown, cancel_futures=True)
        await asyncio.to_thread(self._threads.shutdown)

    async def ask(self, operation: str, given: Mapping[str, Any], seconds: float) -> Frame:
        """The one answer to a request."""
        return [frame async for frame in self.stream(operation, given, seconds)][-1]

    async def stream(
        self, operation: str, given: Mapping[str, Any], seconds: float
    ) -> AsyncGenerator[Frame]:
        """The frames of an answer as they come. Closed before the end, it kills its worker."""
        async with self._place() as place:
            deadline = asyncio.get_running_loop().time() + seconds + GRACE
            place.worker.send(answer, operation, given)
            while not place.done:
                try:
                    async with asyncio.timeout_at(deadline):
                        kind, frame = await self._in_thread(place.worker.receive)
                except TimeoutError:
                    raise Refused(f"stopped: it took more than {seconds:g} s") from None
                except WorkerDied:
                    raise Refused("the worker of this request was ended", 500) from None
                place.done = kind != MORE
                yield frame if place.done else (MORE, frame)

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[_Place]:
        """A place with a worker; 503 if too many wait, or it takes too long."""
        await self._wait()
        place = _Place(self)
        try:
            place.worker = await self._take()
            place.begin()
            yield place
        finally:
            place.leave()

    async def _wait(self) -> None:
        if self.waiting >= WAITING:
            raise Refused(f"busy: {WAITING} requests wait already; try again later", 503)
        self.waiting += 1
        try:
            async with asyncio.timeout(PATIENCE):
                await self.free.acquire()
        except TimeoutError:
            raise Refused(f"busy: no worker was free for {PATIENCE:g} s", 503) from None
        finally:
            self.waiting -= 1

    async def _take(self) -> WorkerProcess:
        """A worker. If nobody waits for it any more, it is kept for the next request."""
        taking = self._in_thread(self.workers.take)
        try:
            return await asyncio.shield(taking)
        except asyncio.CancelledError:
            taking.add_done_callback(self._keep)
            raise

    def _keep(self, taking: asyncio.Future[WorkerProcess]) -> None:
        if not taking.cancelled() and taking.exception() is None:
            self.workers.give_back(taking.result())

    def dismiss(self, worker: WorkerProcess) -> None:
        """End a worker and start another, in the background."""
        worker.kill()
        if not self._closed:
            self._in_thread(self.workers.dismiss, worker)
            self.get_ready()


class _Place:
    """A worker at work on one request."""

    worker: WorkerProcess

    def __init__(self, pool: RequestPool) -> None:
        self.pool = pool
        self.done = False
        self.aside = False
        self.timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        self.timer = asyncio.get_running_loop().call_later(ASIDE_AFTER, self.step_aside)

    def step_aside(self) -> None:
        """Let other requests have the place and the processor; the worker is not used again."""
        pool = self.pool
        if pool.aside < MOST_ASIDE:
            self.aside = True
            pool.aside += 1
            if hasattr(os, "setpriority"):
                with suppress(OSError):
                    os.setpriority(os.PRIO_PROCESS, self.worker.pid, POLITENESS)
            pool.free.release()
            pool.get_ready()

    def leave(self) -> None:
        """Give the place back, and the worker if it may be used again."""
        if self.timer is not None:
            self.timer.cancel()
        pool = self.pool
        if self.aside:
            pool.aside -= 1
        else:
            pool.free.release()
        if not hasattr(self, "worker"):
            return
        if self.done and not self.aside:
            pool.workers.give_back(self.worker)
        else:
            pool.dismiss(self.worker)
