"""The server in this process, at a free address that is printed and opened, until Ctrl-C."""

from __future__ import annotations

import signal
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from typing import Any

import uvicorn

from clew.web.app import create_app
from clew.web.guard import is_loopback
from clew.web.limits import CONNECTIONS, HEAD

PORT = 8317
"""The port unless another is named, if it is free."""


SETTINGS: dict[str, Any] = {
    "loop": "asyncio",
    "http": "h11",
    "ws": "none",
    "lifespan": "on",
    "log_level": "error",
    "access_log": False,
    "proxy_headers": False,
    "server_header": False,
    "h11_max_incomplete_event_size": HEAD,
    "limit_concurrency": CONNECTIONS,
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
        print(f"clew is at {self.address}  (Ctrl-C stops it)", flush=True)
        if self.browse:
            threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()


def serve(host: str, port: int | None, page: str, browse: bool) -> None:
    """Serve until Ctrl-C; OSError if the address cannot be used."""
    with _listening(host, port) as listener:
        address = f"http://{_shown(host)}:{listener.getsockname()[1]}/{page}"
        config = uvicorn.Config(create_app(host), **SETTINGS)
        if not is_loopback(host):
            print(f"clew: {host} can be reached by others in your network", file=sys.stderr)
        if hasattr(signal, "SIGPIPE"):  # it ends commands, but here only one client has gone
            signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        with suppress(KeyboardInterrupt):
            Server(config, address, browse).run(sockets=[listener])


def _listening(host: str, port: int | None) -> socket.socket:
    """A socket at the port, or at the usual one, or at any that is free."""
    if port is not None:
        return _bound(host, port)
    try:
        return _bound(host, PORT)
    except OSError:
        return _bound(host, 0)


def _bound(host: str, port: int) -> socket.socket:
    """A socket with TCP named as its protocol: only then asyncio switches Nagle's delay off."""
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
    """The host as a browser on this machine reaches it."""
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1" if host == "0.0.0.0" else "[::1]"
    return f"[{host}]" if ":" in host else host
