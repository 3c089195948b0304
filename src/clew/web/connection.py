"""A client's connection: it must send and read in time, and make room if there are too many.

Uvicorn closes a kept connection on which nothing comes, but waits for ever for the rest of a
header or a body, and for a client that doesn't read. And if all connections are taken, it refuses
whoever comes. Here the server looks at each connection once a second, and a new connection takes
the place of one that has long waited for its client.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from clew.web.limits import CLIENT_CONNECTIONS, CONNECTIONS, GRACE, HEADER, READING, SENDING

HEAD, BODY, ANSWER, WORK = "the header", "the body", "the answer", "the server"
"""Whom or what a connection waits for: three times its client, and once the server."""
SECONDS = {HEAD: HEADER, BODY: SENDING + GRACE, ANSWER: READING}
"""How long. A body that's late gets an answer that says so, if its client reads it."""


class Connection(H11Protocol):
    """One connection."""

    connections: set[Connection]  # type: ignore[assignment]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, if there's room."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.drained = 0
        self._seen: tuple[Any, ...] = ()
        self._since = 0.0
        self.waited()
        self._make_room()

    def resume_writing(self) -> None:
        """Note that the client has read on."""
        self.drained += 1
        super().resume_writing()

    def stage(self) -> str:
        """Return what the connection waits for."""
        if self.transport.get_write_buffer_size():
            return ANSWER
        theirs = self.conn.their_state
        return HEAD if theirs is h11.IDLE else BODY if theirs is h11.SEND_BODY else WORK

    def waited(self) -> float:
        """Return the seconds for which the client has kept the connection waiting."""
        now, seen = self.loop.time(), (self.stage(), self.cycle, self.drained)
        if seen != self._seen:
            self._seen, self._since = seen, now
        return 0.0 if seen[0] == WORK else now - self._since

    def look(self) -> None:
        """Close the connection if its client is too slow."""
        waited, stage = self.waited(), self.stage()
        if waited <= SECONDS.get(stage, waited):
            return
        if stage == HEAD and not self.transport.is_closing():
            self._refuse(408, "Request Timeout", f"the header didn't come within {HEADER:g} s")
        else:
            self.transport.abort()

    def _make_room(self) -> None:
        """If there are too many connections, close one of the client with the most.

        That's the one that has waited longest for its client. If all of them are at work, a client
        with fewer connections ends the newest one; a client with too many of its own is refused.
        """
        others = [each for each in self.connections if not each.transport.is_closing()]
        counts = Counter(each.address for each in others)
        if counts[self.address] > CLIENT_CONNECTIONS:
            greedy = self.address
        elif len(others) > CONNECTIONS:
            greedy = max(counts, key=lambda each: (counts[each], each == self.address))
        else:
            return
        theirs = [each for each in others if each.address == greedy and each is not self]
        idle = [each for each in theirs if each.stage() != WORK]
        if idle:
            max(idle, key=Connection.waited).transport.abort()
        elif greedy != self.address:
            max(theirs, key=lambda each: each._since).transport.abort()
        else:
            line = f"busy: {len(theirs)} connections of yours are at work; try again later"
            self._refuse(503, "Service Unavailable", line)

    def _refuse(self, status: int, phrase: str, line: str) -> None:
        """Answer before there is a request, and close."""
        body = json.dumps({"error": line}).encode()
        head = (
            f"HTTP/1.1 {status} {phrase}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()
