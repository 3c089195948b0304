"""Places for requests: each request has a worker to itself, under limits, and can lose it.

A pool has a few places, and the clients take turns at them. After a second, a search steps aside:
it goes on with less of the processor, and its place is free for the next request. Only a few can
step aside. A search that can't keeps its place until another request needs it; then it starts over
as soon as there's room aside. A client that holds several places must also make way at once for
one that holds none. So greedy requests slow each other down, but every request gets its second
soon.
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
"""The seconds after which a search steps aside."""
AT_LEAST = 0.1
"""The seconds after which it must do so for a client without a place, if its own has several."""
MOST_ASIDE = 8
"""The maximum number of searches aside, for all clients together."""
LIFETIME = 500
"""The requests after which a worker is replaced, so that its memory can't grow too much."""
POLITENESS = 10
"""The nice value of a search that stepped aside."""

T = TypeVar("T")
Frame = tuple[int, bytes]
"""A part of an answer: its HTTP status, or MORE if others follow, and its bytes."""


async def end(task: asyncio.Task[Any]) -> None:
    """Cancel a task and wait until it's over, so that it leaves nothing behind."""
    task.cancel()
    with suppress(asyncio.CancelledError, Exception):
        await task


CROWDED = "busy: too many long searches are running; try again later"


class Displaced(Refused):
    """The search had its second, others wait, and there's no room aside."""


class RequestPool:
    """Workers that share some places."""

    def __init__(self, server: ForkServer, places: int) -> None:
        self.places = Turns(places, WAITING, PATIENCE)
        self.aside = Turns(MOST_ASIDE, WAITING, PATIENCE, shared=True)
        self.taken: list[_Place] = []
        """The places that are taken, the oldest first; not those that stepped aside."""
        self.workers = WorkerPool(places, server, LIFETIME)
        self._threads = ThreadPoolExecutor(2 * (places + MOST_ASIDE), "clew-request")
        """The threads that wait for workers to start, answer or end."""
        self._closed = False

    def _in_thread(self, work: Callable[..., T], *args: Any) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    def get_ready(self) -> None:
        """Start missing workers in the background, so that the next request finds one."""
        if not self._closed:
            self._in_thread(self._fill)

    def _fill(self) -> None:
        with suppress(WorkerDied):  # closed meanwhile
            self.workers.fill(self.places.slots + self.aside.held.total())

    async def close(self) -> None:
        """End every worker."""
        self._closed = True
        await asyncio.to_thread(self.workers.shutdown, cancel_futures=True)
        await asyncio.to_thread(self._threads.shutdown)

    async def ask(
        self, operation: str, given: Mapping[str, Any], seconds: float, client: str = ""
    ) -> Frame:
        """Return the one answer to a request of a client."""
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
        """Yield the frames of an answer as they come. Closed before the end, it kills its worker.

        Args:
            operation: the name of the operation.
            given: its parameters.
            seconds: how long it may take.
            client: who asks; the clients take turns.
            aside: whether it's known to take long, so that it starts aside.

        Raises:
            Refused: if there's no place for it, or it takes too long.
            Displaced: if it had to leave its place for another request.
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
                    raise Refused("the worker of this request was killed; try again", 500) from None
                place.done = kind != MORE
                yield frame if place.done else (MORE, frame)

    @asynccontextmanager
    async def _place(self, client: str, aside: bool) -> AsyncIterator[_Place]:
        """Wait for a place with a worker, and give both back at the end."""
        if not aside and self.places.held.total() >= self.places.slots:
            for delay in (0, AT_LEAST):  # once it waits, and once all others have begun
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
        """Clear a place if a client waits and another one must give it up."""
        held = self.places.held
        if not self.places.queues.get(client) or held.total() < self.places.slots:
            return
        for place in self.taken:
            greedy = not held[client] and held[place.client] > 1
            if place.age() >= (AT_LEAST if greedy else ASIDE_AFTER):
                place.clear()
                return

    async def _take(self) -> WorkerProcess:
        """Take a worker. If nobody waits for it any more, it's kept for the next request."""
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
    """A worker at work on one request."""

    worker: WorkerProcess

    def __init__(self, pool: RequestPool, client: str, aside: bool) -> None:
        self.pool = pool
        self.client = client
        self.aside = aside
        self.done = False
        self.displaced = False
        self.timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Give the worker a second, or less of the processor if it's known to need longer."""
        loop = asyncio.get_running_loop()
        self.began = loop.time()
        if self.aside:
            self._be_polite()
        else:
            self.pool.taken.append(self)
            self.timer = loop.call_later(ASIDE_AFTER, self._outstay)

    def age(self) -> float:
        """Return how long it has worked, in seconds."""
        return asyncio.get_running_loop().time() - self.began

    def _outstay(self) -> None:
        """Let other requests have the processor, and the place if they wait for it."""
        if self.pool.places.waiting:
            self.clear()
        else:
            self.step_aside()

    def clear(self) -> None:
        """Step aside, or if there's no room, end the worker, so that the place is free."""
        if not self.step_aside():
            self.displaced = True
            self.worker.kill()
            self._free(large=True)

    def step_aside(self) -> bool:
        """Leave the place but go on, and return whether there was room for that."""
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
        """Lower the worker's priority. It can't be raised again, so it's for this request only."""
        if hasattr(os, "setpriority"):
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self.worker.pid, POLITENESS)

    def leave(self) -> None:
        """Give back what it still has: the place, the room aside, the worker if it's still good."""
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
    """The waiting requests of one client, in the order in which they came."""

    newest = True
    """Whether the newest request comes next after a large one."""

    def next(self, large: bool) -> asyncio.Future[None]:
        """Take out the next request, after a large or a small one."""
        if not large:
            return self.popleft()
        self.newest = not self.newest
        return self.popleft() if self.newest else self.pop()


class Turns:
    """Slots that clients get in turn, so that a client with many requests can't starve the others.

    Waiting requests are queued per client. The client that holds the fewest slots is next, and
    clients that hold equally many take turns (round robin, as in Nagle, "On packet switches with
    infinite storage", RFC 970, 1985). Within a client's queue the oldest request is next. But while
    large requests hold the slots, the oldest and the newest alternate: a small request sent after
    forty large ones doesn't wait for all of them, and none of them waits forever.
    """

    def __init__(self, slots: int, longest: int, patience: float, shared: bool = False) -> None:
        """Begin with all slots free.

        Args:
            slots: how many requests may hold a slot at once.
            longest: how many requests may wait, of all clients together.
            patience: the seconds that a request waits at most.
            shared: whether a client may hold only its share of the slots, so that one is left for
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
        """Take a slot if the client may have one now, and return whether it did."""
        if self.held.total() >= self.slots or self.held[client] >= self._share(client):
            return False
        self.held[client] += 1
        return True

    async def take(self, client: str) -> None:
        """Wait for a slot.

        Raises:
            Refused: if too many requests wait already, or it takes too long.
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
                self.release(client)  # the slot came just as the client left
            elif turn in queue:
                queue.remove(turn)
                self._hand_on()
            if isinstance(error, TimeoutError):
                line = f"busy: no worker was free for {self.patience:g} s"
                raise Refused(line, 503) from None
            raise

    def release(self, client: str, large: bool = False) -> None:
        """Give the slot of a large or a small request back, and hand it to the next one."""
        self.held[client] -= 1
        self._hand_on(large)

    def _share(self, client: str) -> int:
        if not self.shared:
            return self.slots
        clients = {each for each, held in self.held.items() if held} | set(self.queues) | {client}
        return max(1, self.slots // (len(clients) + 1))

    def _make_room(self, client: str) -> None:
        """If the queues are full, refuse the newest request of whoever has the most."""
        if self.waiting < self.longest:
            return
        busy = Refused(f"busy: the queue is full ({self.longest} waiting); try again later", 503)
        greedy = max(self.queues, key=lambda each: len(self.queues[each]))
        if len(self.queues[greedy]) <= len(self.queues.get(client, ())) + 1:
            raise busy
        turn = self.queues[greedy].pop()
        if not turn.done():  # else its client has just left
            turn.set_exception(busy)

    def _hand_on(self, large: bool = False) -> None:
        """Give the free slots to the clients that wait: first to who holds the fewest, in turn."""
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
            if turn.done():  # its client has just left
                self.held[client] -= 1
            else:
                turn.set_result(None)
