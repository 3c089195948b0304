"""Gives each request its own worker, with limits, and shares the workers between clients.

A pool has a few places, which the clients use in turn. After a second, a search steps aside: it
continues at a lower priority, and its place is free for the next request. Only a few searches can
step aside at a time. If there's no room, a search keeps its place until another request needs it.
Then it's stopped, and starts over when there's room aside. A client that holds several places must
also give one up sooner to a client that holds none. So greedy requests slow each other down, but
every request soon gets its second.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter, deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from clew.web.limits import GRACE, PATIENCE, WAITING, Refused
from clew.web.worker import answer
from clew.workers.processes import MORE, ForkServer, WorkerDied, WorkerPool, WorkerProcess

ASIDE_AFTER = 1.0
"""The number of seconds after which a search steps aside."""
AT_LEAST = 0.1
"""The number of seconds after which a search must make way for a client without a place, if its own
client has several.
"""
MOST_ASIDE = 8
"""The maximum number of searches that have stepped aside, for all clients together."""
LIFETIME = 500
"""The number of requests after which a worker is replaced, so that its memory can't grow too much.
"""
POLITENESS = 10
"""The nice value of a search that has stepped aside."""

T = TypeVar("T")
Frame = tuple[int, bytes]
"""A part of an answer: an HTTP status, or MORE if other parts follow, and bytes."""


async def end(task: asyncio.Task[Any]) -> None:
    """Cancel a task and wait until it has ended and cleaned up."""
    task.cancel()
    with suppress(asyncio.CancelledError, Exception):
        await task


CROWDED = "busy: too many long searches are running; try again later"


class Displaced(Refused):
    """The search has used its second, other requests are waiting, and there's no room aside."""


class RequestPool:
    """Workers that share a few places."""

    def __init__(self, server: ForkServer, places: int) -> None:
        self.places = Turns(places, WAITING, PATIENCE)
        self.aside = Turns(MOST_ASIDE, WAITING, PATIENCE, shared=True)
        self.taken: list[_Place] = []
        """The taken places, oldest first. Searches that stepped aside aren't included."""
        self.workers = WorkerPool(places, server, LIFETIME)
        self._threads = ThreadPoolExecutor(2 * (places + MOST_ASIDE), "clew-request")
        """The threads that wait for workers to start, answer or end."""
        self._closed = False

    def _in_thread(self, work: Callable[..., T], *args: Any) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    def get_ready(self) -> None:
        """Start missing workers in the background, so that one is ready for the next request."""
        if not self._closed:
            self._in_thread(self._fill)

    def _fill(self) -> None:
        with suppress(WorkerDied):  # the pool was closed in the meantime
            self.workers.fill(self.places.slots + self.aside.held.total())

    async def close(self) -> None:
        """End every worker."""
        self._closed = True
        await asyncio.to_thread(self.workers.shutdown, cancel_futures=True)
        await asyncio.to_thread(self._threads.shutdown)

    async def ask(
        self, operation: str, given: Mapping[str, Any], seconds: float, client: str = ""
    ) -> Frame:
        """Return the answer to a client's request, which must be a single frame."""
        try:
            return await _last(self.stream(operation, given, seconds, client))
        except Displaced:
            return await _last(self.stream(operation, given, seconds, client, aside=True))

    async def stream(
        self,
        operation: str,
        given: Mapping[str, Any],
        seconds: float,
        client: str = "",
        aside: bool = False,
    ) -> AsyncGenerator[Frame]:
        """Yield the frames of an answer as they arrive. Closing this early kills the worker.

        Args:
            operation: the name of the operation.
            given: the operation's parameters.
            seconds: the time limit.
            client: the client that sent the request. Clients take turns.
            aside: True if the request is known to take long, so that it should start aside.

        Raises:
            Refused: if there's no place for the request, or it takes too long.
            Displaced: if the request had to give up its place to another one.
        """
        async with self._place(client, aside) as place:
            deadline = asyncio.get_running_loop().time() + seconds + GRACE
            place.worker.send(answer, operation, given)
            while not place.done:
                try:
                    async with asyncio.timeout_at(deadline):
                        kind, frame = await self._in_thread(place.worker.receive)
                except TimeoutError:
                    raise Refused(f"stopped: this took more than {seconds:g} s") from None
                except WorkerDied:
                    if place.displaced:
                        raise Displaced(CROWDED, 503) from None
                    raise Refused(
                        "the worker for this request was killed; try again", 500
                    ) from None
                place.done = kind != MORE
                yield frame if place.done else (MORE, frame)

    @asynccontextmanager
    async def _place(self, client: str, aside: bool) -> AsyncIterator[_Place]:
        """Wait for a place with a worker, and give both back at the end."""
        if not aside and self.places.held.total() >= self.places.slots:
            for delay in (0, AT_LEAST):  # when this request waits, and when all others have begun
                asyncio.get_running_loop().call_later(delay, self._make_way, client)
        await (self.aside if aside else self.places).take(client)
        place = _Place(self, client, aside)
        try:
            place.worker = await self._take()
            place.begin()
            yield place
        finally:
            place.leave()

    def _make_way(self, client: str) -> None:
        """Clear a place if a client is waiting and another client must give one up."""
        held = self.places.held
        if not self.places.queues.get(client) or held.total() < self.places.slots:
            return
        for place in self.taken:
            greedy = not held[client] and held[place.client] > 1
            if place.age() >= (AT_LEAST if greedy else ASIDE_AFTER):
                place.clear()
                return

    async def _take(self) -> WorkerProcess:
        """Take a worker. If the request has gone by then, keep the worker for the next one."""
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
            self._in_thread(self._replace, worker)

    def _replace(self, worker: WorkerProcess) -> None:
        self.workers.dismiss(worker)
        self._fill()


async def _last(frames: AsyncGenerator[Frame]) -> Frame:
    return [frame async for frame in frames][-1]


class _Place:
    """A worker that's working on one request."""

    worker: WorkerProcess

    def __init__(self, pool: RequestPool, client: str, aside: bool) -> None:
        self.pool = pool
        self.client = client
        self.aside = aside
        self.done = False
        self.displaced = False
        self.timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Give the worker a second or, if it's known to need longer, a lower priority."""
        loop = asyncio.get_running_loop()
        self.began = loop.time()
        if self.aside:
            self._be_polite()
        else:
            self.pool.taken.append(self)
            self.timer = loop.call_later(ASIDE_AFTER, self._outstay)

    def age(self) -> float:
        """Return the number of seconds since the worker began."""
        return asyncio.get_running_loop().time() - self.began

    def _outstay(self) -> None:
        """Give way to other requests. If any are waiting, free the place in any case."""
        if self.pool.places.waiting:
            self.clear()
        else:
            self.step_aside()

    def clear(self) -> None:
        """Free the place by stepping aside or, if there's no room for that, ending the worker."""
        if not self.step_aside():
            self.displaced = True
            self.worker.kill()
            self._free(large=True)

    def step_aside(self) -> bool:
        """Leave the place but keep working, and return whether there was room for that."""
        if not self.pool.aside.try_take(self.client):
            return False
        self.aside = True
        self._be_polite()
        self._free(large=True)
        self.pool.get_ready()
        return True

    def _free(self, large: bool) -> None:
        """Give the place back."""
        if self.timer is not None:
            self.timer.cancel()
            self.pool.taken.remove(self)
        self.pool.places.release(self.client, large)

    def _be_polite(self) -> None:
        """Lower the worker's priority. It can't be raised again, so the worker isn't reused."""
        if hasattr(os, "setpriority"):
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self.worker.pid, POLITENESS)

    def leave(self) -> None:
        """Give back the place or the room aside, and the worker if it can be reused."""
        pool = self.pool
        if self.aside:
            pool.aside.release(self.client)
            for each in [each for each in pool.taken if each.age() >= ASIDE_AFTER]:
                each.step_aside()
        elif not self.displaced:
            self._free(large=False)
        if not hasattr(self, "worker"):
            return
        if self.done and not self.aside and not self.displaced:
            pool.workers.give_back(self.worker)
        else:
            pool.dismiss(self.worker)


class ClientQueue(deque["asyncio.Future[None]"]):
    """One client's waiting requests, in the order in which they arrived."""

    newest = True
    """True if the newest request comes next after a large one, and False if the oldest does."""

    def next(self, large: bool) -> asyncio.Future[None]:
        """Remove and return the next request, after a large or a small one."""
        if not large:
            return self.popleft()
        self.newest = not self.newest
        return self.popleft() if self.newest else self.pop()


class Turns:
    """Slots that clients get in turn, so that a client with many requests can't starve the others.

    Each client has its own queue. The client that holds the fewest slots is next, and clients that
    hold the same number take turns (round robin, as in Nagle, "On packet switches with infinite
    storage", RFC 970, 1985). Within a client's queue, the oldest request is usually next. But while
    large requests hold the slots, the oldest and the newest request alternate. So a small request
    sent after forty large ones doesn't have to wait for all of them, and none of them waits
    forever.
    """

    def __init__(self, slots: int, longest: int, patience: float, shared: bool = False) -> None:
        """Start with all slots free.

        Args:
            slots: the number of slots.
            longest: the maximum number of waiting requests, for all clients together.
            patience: the maximum number of seconds that a request waits.
            shared: if True, a client can hold only its share of the slots, so that one is left for
                the next client.
        """
        self.slots = slots
        self.longest = longest
        self.patience = patience
        self.shared = shared
        self.held: Counter[str] = Counter()
        self.queues: dict[str, ClientQueue] = {}

    @property
    def waiting(self) -> int:
        """The number of waiting requests."""
        return sum(map(len, self.queues.values()))

    def try_take(self, client: str) -> bool:
        """Take a slot if the client may have one now. Return True if it got one."""
        if self.held.total() >= self.slots or self.held[client] >= self._share(client):
            return False
        self.held[client] += 1
        return True

    async def take(self, client: str) -> None:
        """Wait for a slot.

        Raises:
            Refused: if too many requests are already waiting, or the wait is too long.
        """
        if self.try_take(client):
            return
        self._make_room(client)
        turn = asyncio.get_running_loop().create_future()
        queue = self.queues.setdefault(client, ClientQueue())
        queue.append(turn)
        try:
            async with asyncio.timeout(self.patience):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self.release(client)  # the slot became free just as the client disconnected
            elif turn in queue:
                queue.remove(turn)
                self._hand_on()
            if isinstance(error, TimeoutError):
                line = f"busy: no worker was free for {self.patience:g} s"
                raise Refused(line, 503) from None
            raise

    def release(self, client: str, large: bool = False) -> None:
        """Free the slot of a large or a small request, and give it to the next request."""
        self.held[client] -= 1
        self._hand_on(large)

    def _share(self, client: str) -> int:
        if not self.shared:
            return self.slots
        clients = {each for each, held in self.held.items() if held} | set(self.queues) | {client}
        return max(1, self.slots // (len(clients) + 1))

    def _make_room(self, client: str) -> None:
        """If the queues are full, reject the newest request of the client that has the most."""
        if self.waiting < self.longest:
            return
        busy = Refused(f"busy: the queue is full ({self.longest} waiting); try again later", 503)
        greedy = max(self.queues, key=lambda each: len(self.queues[each]))
        if len(self.queues[greedy]) <= len(self.queues.get(client, ())) + 1:
            raise busy
        turn = self.queues[greedy].pop()
        if not turn.done():  # otherwise its client has just disconnected
            turn.set_exception(busy)

    def _hand_on(self, large: bool = False) -> None:
        """Give the free slots to waiting clients in turn: first to those that hold the fewest."""
        self.held = +self.held
        self.queues = {client: queue for client, queue in self.queues.items() if queue}
        while self.held.total() < self.slots:
            clients = sorted(self.queues, key=self.held.__getitem__)
            client = next(filter(self.try_take, clients), None)
            if client is None:
                return
            queue = self.queues.pop(client)
            turn = queue.next(large)
            if queue:
                self.queues[client] = queue
            if turn.done():  # its client has just disconnected
                self.held[client] -= 1
            else:
                turn.set_result(None)
