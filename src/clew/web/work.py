"""Worker processes: each request has one to itself, under limits, and it can be taken away.

A crew has a few places. A search that lasts steps aside after a while: it goes on with less of the
processor, and its place is free for the next request. So greedy requests slow each other down, but
do not stall the others. What finds no place waits, in the order it came, in a queue of limited
length.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from clew.web.errors import Refused
from clew.web.limits import GRACE, PATIENCE, WAITING
from clew.web.nursery import Child, Nursery
from clew.web.worker import MORE

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


async def end(task: asyncio.Task[Any]) -> None:
    """Cancel a task and wait until it is over, so that nothing of it is left behind."""
    task.cancel()
    with suppress(asyncio.CancelledError, Exception):
        await task


class Died(Exception):
    """The worker ended in the middle of a request."""


@dataclass(eq=False)
class Worker:
    """One process, and how many requests it had."""

    child: Child
    requests: int = 0
    polite: bool = False

    @property
    def usable(self) -> bool:
        fresh = self.requests < LIFETIME and not self.polite
        return fresh and self.child.alive

    async def ask(self, do: str, asked: Mapping[str, Any]) -> None:
        self.requests += 1
        with suppress(ConnectionError):  # that it has died is found out when it does not answer
            self.child.writer.write(json.dumps({"do": do, "asked": asked}).encode() + b"\n")
            await self.child.writer.drain()

    async def frame(self) -> Frame:
        """The next part of its answer; Died if there is none."""
        try:
            status, size = map(int, (await self.child.reader.readuntil(b"\n")).split())
            return status, await self.child.reader.readexactly(size)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise Died from None

    def step_aside(self) -> None:
        """Let the others have the processor first. There is no way back: it is not used again."""
        self.polite = True
        if hasattr(os, "setpriority"):
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self.child.pid, POLITENESS)


@dataclass(eq=False)
class Crew:
    """Workers that share some places."""

    nursery: Nursery
    places: int
    waiting: int = 0
    """How many requests wait for a place."""
    aside: int = 0
    """How many have stepped aside."""
    _idle: list[Worker] = field(default_factory=list)
    _all: set[Worker] = field(default_factory=set)
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    """What must be over before the crew is."""
    _filling: asyncio.Task[None] | None = None
    _closed: bool = False

    def __post_init__(self) -> None:
        self._free = asyncio.Semaphore(self.places)

    def get_ready(self) -> None:
        """Start what workers are missing, beside all else, so that the next request finds one."""
        if not self._closed and (self._filling is None or self._filling.done()):
            self._filling = asyncio.create_task(self._fill_up())

    async def _fill_up(self) -> None:
        while len(self._all) < self.places + self.aside:
            self._idle.append(await self._hire())

    async def _hire(self) -> Worker:
        """A new worker. If nobody waits for it any more, it is kept for the next request."""
        starting = self._in_background(self._start())
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            starting.add_done_callback(self._keep)
            raise

    def _keep(self, starting: asyncio.Task[Worker]) -> None:
        if not starting.cancelled() and starting.exception() is None:
            self._idle.append(starting.result())

    async def _start(self) -> Worker:
        worker = Worker(await self.nursery.start())
        self._all.add(worker)
        return worker

    def _dismiss(self, worker: Worker) -> None:
        """End a worker, and see it off beside all else."""
        worker.child.kill()
        self._all.discard(worker)
        self._in_background(worker.child.gone())
        self.get_ready()

    def _in_background(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    @property
    def pids(self) -> list[int]:
        """The processes there are now."""
        return [worker.child.pid for worker in self._all if worker.child.alive]

    async def close(self) -> None:
        """End every worker."""
        self._closed = True
        if self._filling is not None:
            self._filling.cancel()
            await asyncio.wait([self._filling])
        while self._tasks or self._all:
            for worker in list(self._all):
                self._dismiss(worker)
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def ask(self, do: str, asked: Mapping[str, Any], seconds: float) -> Frame:
        """The one answer to a request."""
        return [frame async for frame in self.stream(do, asked, seconds)][-1]

    async def stream(
        self, do: str, asked: Mapping[str, Any], seconds: float
    ) -> AsyncGenerator[Frame]:
        """The frames of an answer as they come. Closed before the end, it kills its worker."""
        async with self._place() as place:
            deadline = asyncio.get_running_loop().time() + seconds + GRACE
            await place.worker.ask(do, asked)
            while not place.done:
                try:
                    async with asyncio.timeout_at(deadline):
                        frame = await place.worker.frame()
                except TimeoutError:
                    raise Refused(f"stopped: it took more than {seconds:g} s") from None
                except Died:
                    raise Refused("the worker of this request was ended", 500) from None
                place.done = frame[0] != MORE
                yield frame

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
                await self._free.acquire()
        except TimeoutError:
            raise Refused(f"busy: no worker was free for {PATIENCE:g} s", 503) from None
        finally:
            self.waiting -= 1

    async def _take(self) -> Worker:
        """A worker that is idle, or about to be, or a new one."""
        while True:
            while self._idle:
                worker = self._idle.pop()
                if worker.usable:
                    return worker
                self._dismiss(worker)
            if self._filling is None or self._filling.done():
                return await self._hire()
            await asyncio.wait([self._filling])


class _Place:
    """A worker at work on one request."""

    worker: Worker

    def __init__(self, crew: Crew) -> None:
        self.crew = crew
        self.done = False
        self.aside = False
        self.timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        self.timer = asyncio.get_running_loop().call_later(ASIDE_AFTER, self.step_aside)

    def step_aside(self) -> None:
        if self.crew.aside < MOST_ASIDE:
            self.aside = True
            self.crew.aside += 1
            self.worker.step_aside()
            self.crew._free.release()
            self.crew.get_ready()

    def leave(self) -> None:
        """Give the place back, and the worker if it may be used again."""
        if self.timer is not None:
            self.timer.cancel()
        crew = self.crew
        if self.aside:
            crew.aside -= 1
        else:
            crew._free.release()
        worker = getattr(self, "worker", None)
        if worker is None:
            return
        if self.done and worker.usable and len(crew._idle) < crew.places:
            crew._idle.append(worker)
        else:
            crew._dismiss(worker)
