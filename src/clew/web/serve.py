"""Runs the server in this process until Ctrl-C, and prints and opens its address."""

from __future__ import annotations

import asyncio
import json
import secrets
import signal
import socket
import sys
import threading
import webbrowser
from collections import Counter
from contextlib import suppress
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from clew.web.app import create_app
from clew.web.guard import is_loopback
from clew.web.limits import (
    CLIENT_CONNECTIONS,
    CONNECTIONS,
    GRACE,
    HEAD,
    HEADER,
    IDLE,
    READING,
    SENDING,
)

ON_HEADER, ON_BODY, ON_ANSWER, ON_SERVER = "the header", "the body", "the answer", "the server"
"""The things that a connection can be waiting for. The first three depend on its client."""
WAITS = {ON_HEADER: HEADER, ON_BODY: SENDING + GRACE, ON_ANSWER: READING}
"""The time limits for the client. If a body is late, there's still time to answer with an error."""


class Connection(H11Protocol):
    """A client's connection. The client must send and read in time, and not open too many.

    Uvicorn closes a kept-alive connection on which nothing arrives, but it waits forever for the
    rest of a header or a body, and for a client that doesn't read. If all connections are taken, it
    rejects new ones. This server checks each connection once a second, and a new connection can
    replace one that has waited long for its client.
    """

    connections: set[Connection]  # type: ignore[assignment]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Open the connection, if there's room."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.drained = 0
        self._seen: tuple[Any, ...] = ()
        self._since = 0.0
        self.waited()
        self._make_room()

    def resume_writing(self) -> None:
        """Note that the client has continued reading."""
        self.drained += 1
        super().resume_writing()

    def stage(self) -> str:
        """Return the thing that the connection is waiting for."""
        if self.transport.get_write_buffer_size():
            return ON_ANSWER
        stages = {h11.IDLE: ON_HEADER, h11.SEND_BODY: ON_BODY}
        return stages.get(self.conn.their_state, ON_SERVER)

    def waited(self) -> float:
        """Return the number of seconds for which the client has kept the connection waiting."""
        now, seen = self.loop.time(), (self.stage(), self.cycle, self.drained)
        if seen != self._seen:
            self._seen, self._since = seen, now
        return 0.0 if seen[0] == ON_SERVER else now - self._since

    def look(self) -> None:
        """Close the connection if its client is too slow."""
        waited, stage = self.waited(), self.stage()
        if waited <= WAITS.get(stage, waited):
            return
        if stage == ON_HEADER and not self.transport.is_closing():
            self._refuse(408, "Request Timeout", f"the header didn't arrive within {HEADER:g} s")
        else:
            self.transport.abort()

    def _make_room(self) -> None:
        """If there are too many connections, close one that belongs to the client with the most.

        This is the one that has waited longest for its client. If none of them is waiting, the
        newest one is closed to make room for a client with fewer connections. A client that has too
        many connections itself is rejected.
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
        idle = [each for each in theirs if each.stage() != ON_SERVER]
        if idle:
            max(idle, key=Connection.waited).transport.abort()
        elif greedy != self.address:
            max(theirs, key=lambda each: each._since).transport.abort()
        else:
            line = f"busy: {len(theirs)} of your connections are in use; try again later"
            self._refuse(503, "Service Unavailable", line)

    def _refuse(self, status: int, phrase: str, line: str) -> None:
        """Send an error before there's a request, and close the connection."""
        body = json.dumps({"error": line}).encode()
        head = (
            f"HTTP/1.1 {status} {phrase}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()


PORT = 8317
"""The default port, if it's free."""
FILES = 2 * CONNECTIONS
"""The number of files that the server may need, including connections."""
OWN = {
    "0.0.0.0": (socket.AF_INET, "192.0.2.1", "127.0.0.1"),
    "::": (socket.AF_INET6, "2001:db8::1", "::1"),
}
"""Used to find our own address: the family, an address for documentation, and the loopback."""
SETTINGS: dict[str, Any] = {
    "loop": "asyncio",
    "http": Connection,
    "ws": "none",
    "lifespan": "on",
    "log_level": "error",
    "access_log": False,
    "proxy_headers": False,
    "server_header": False,
    "h11_max_incomplete_event_size": HEAD,
    "timeout_keep_alive": IDLE,
    "timeout_graceful_shutdown": 1,
}


class Server(uvicorn.Server):
    """A server that prints its address as soon as it can be reached."""

    def __init__(self, config: uvicorn.Config, address: str, browse: bool) -> None:
        super().__init__(config)
        self.address = address
        self.browse = browse

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        print(f"Clew is running at {self.address}  (press Ctrl-C to stop)", flush=True)
        if self.browse:
            threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()

    async def on_tick(self, counter: int) -> bool:
        """Once a second, close the connections whose clients are too slow."""
        if counter % 10 == 0:
            for each in list(self.server_state.connections):
                if isinstance(each, Connection):
                    each.look()
        return await super().on_tick(counter)


def serve(host: str, port: int | None, page: str, browse: bool, token: str | None = None) -> None:
    """Serve until Ctrl-C.

    Args:
        host: the address to listen on.
        port: the port, or None for the default port, or any free one if it's taken.
        page: the page to print and open.
        browse: True to open the page in the browser.
        token: the token that clients need. If others can reach the host, there's always one.

    Raises:
        OSError: if the address can't be used.
    """
    if token is None and not is_loopback(host):
        token = secrets.token_urlsafe(16)
    with _listening(host, port) as listener:
        path, hash_sign, fragment = page.partition("#")
        query = f"?token={token}" if token else ""
        place = f"{_shown(host)}:{listener.getsockname()[1]}"
        address = f"http://{place}/{path}{query}{hash_sign}{fragment}"
        config = uvicorn.Config(create_app(host, token), **SETTINGS)
        if not is_loopback(host):
            line = "clew: anyone in your network can use this server if they have its full address"
            print(line, file=sys.stderr)
        if hasattr(signal, "SIGPIPE"):  # it ends commands, but here it only means a client has gone
            signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        _allow_files()
        with suppress(KeyboardInterrupt):
            Server(config, address, browse).run(sockets=[listener])


def _allow_files() -> None:
    """Raise the limit on open files, so that it allows all connections. On macOS, it's 256."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if hard == resource.RLIM_INFINITY or hard > soft:
            most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


def _listening(host: str, port: int | None) -> socket.socket:
    """Open a socket on the given port. By default, use the usual port or any free one."""
    if port is not None:
        return _bound(host, port)
    try:
        return _bound(host, PORT)
    except OSError:
        return _bound(host, 0)


def _bound(host: str, port: int) -> socket.socket:
    """Bind a socket with TCP as its protocol, so that asyncio turns off Nagle's algorithm."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
    return listener


def _shown(host: str) -> str:
    """Return the host's name in addresses, for browsers here and on other computers."""
    if host in ("0.0.0.0", "::"):
        host = _own_address(host)
    return f"[{host}]" if ":" in host else host


def _own_address(anywhere: str) -> str:
    """Return this computer's address in its network, or the loopback address if it has none."""
    family, far, near = OWN[anywhere]
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((far, 9))  # this sends nothing, and only looks up the route
            return str(probe.getsockname()[0])
        except OSError:
            return near
