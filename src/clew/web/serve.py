"""The server in this process: an address that is free, told and opened, until Ctrl-C."""

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
"""Where the server is found if nobody says otherwise and nobody else is there."""


class Server(uvicorn.Server):
    """One that says where it is as soon as it can be reached."""

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
    """Serve until Ctrl-C; OSError if the address cannot be had."""
    with _listening(host, port) as listener:
        address = f"http://{_shown(host)}:{listener.getsockname()[1]}/{page}"
        config = uvicorn.Config(create_app(host), **_settings())
        if not is_loopback(host):
            print(f"clew: {host} can be reached by others in your network", file=sys.stderr)
        if hasattr(signal, "SIGPIPE"):  # commands end of it, but here it is one client who went
            signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        with suppress(KeyboardInterrupt):
            Server(config, address, browse).run(sockets=[listener])


def _settings() -> dict[str, Any]:
    return {
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


def _listening(host: str, port: int | None) -> socket.socket:
    """A socket at the port, or at the usual one, or at any that is free."""
    if port is not None:
        return _bound(host, port)
    try:
        return _bound(host, PORT)
    except OSError:
        return _bound(host, 0)


def _bound(host: str, port: int) -> socket.socket:
    """A socket of TCP by name: only then asyncio sends at once, not 40 ms later (Nagle)."""
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
