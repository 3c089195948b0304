"""Slots that clients get in turn, so that a client with many requests can't starve the others.

Waiting requests are queued per client. The client that holds the fewest slots is next, and clients
that hold equally many take turns (round robin, as in Nagle, "On packet switches with infinite
storage", RFC 970, 1985). Within a client's queue the oldest request is next. But while large
requests hold the slots, the oldest and the newest alternate: a small request sent after forty large
ones doesn't wait for all of them, and none of them waits for ever.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque

from clew.web.errors import Refused


class ClientQueue(deque["asyncio.Future[None]"]):
    """The waiting requests of one client, in the order in which they came."""

    newest = True
    """Whether the newest is next after a large request."""

    def next(self, large: bool) -> asyncio.Future[None]:
        """Take out the request whose turn it is, after one that was large or not."""
        if not large:
            return self.popleft()
        self.newest = not self.newest
        return self.popleft() if self.newest else self.pop()


class Turns:
    """A number of slots, and the queues of the clients that wait for one."""

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
        """How many requests wait."""
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
        busy = Refused(f"busy: {self.longest} requests wait already; try again later", 503)
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
