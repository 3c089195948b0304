"""Which requests are answered: those of our own pages and of programs, not those of other sites.

A site that rebinds its name to 127.0.0.1 sends its own name as Host; one that posts to us from a
page of its own sends its Origin, or the browser says Sec-Fetch-Site. All three are refused.
"""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from clew.web.limits import ADDRESS

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'self'; "
    "form-action 'self'; frame-ancestors {}"
)
PICTURE = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""For a picture opened by itself: its styles are inside it, and it loads nothing."""
EMBED = ("/embed", "/embed.html")
"""The one page that others may show within theirs."""
ANYWHERE = "* file:"
"""A star stands for every site, but not for a page opened as a file."""
DATA = "default-src 'none'; frame-ancestors 'none'"
"""For what is no page: opened by itself it loads nothing, and nobody frames it."""
HEADERS = {
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
}
PAGE = {
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""What only a browser's page can heed. The first page has more than twenty files: it counts."""


Refusal = tuple[int, str]


class Guard:
    """Refuses other sites, and puts the security headers on every answer."""

    def __init__(self, app: ASGIApp, host: str = "127.0.0.1") -> None:
        self.app = app
        self.names = LOOPBACK | {host.lower()}
        self.public = not is_loopback(host)
        if self.public:
            self.names |= {socket.gethostname().lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                secure(MutableHeaders(scope=message), scope["path"])
            await send(message)

        refusal = self.refusal(Headers(scope=scope), scope["path"]) or too_long(scope)
        app = self.app if refusal is None else JSONResponse({"error": refusal[1]}, refusal[0])
        await app(scope, receive, guarded)

    def refusal(self, headers: Headers, path: str) -> Refusal | None:
        """The status and the reason if the request is not for us, or not from our pages."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self.is_ours(hosts[0]):
            return 421, f"found Host {', '.join(hosts)[:60]!r}, expected the address clew printed"
        origin = headers.get("origin")
        if origin is not None and not _same(origin, hosts[0]):
            return 403, f"found a request from {origin[:60]!r}, expected one from clew's own pages"
        site = headers.get("sec-fetch-site", "none")
        foreign = site not in ("none", "same-origin")
        if foreign and (path.startswith("/api/") or headers.get("sec-fetch-mode") != "navigate"):
            return 403, f"found a {site[:20]} request, expected one from clew's own pages"
        return None

    def is_ours(self, host: str) -> bool:
        """Whether this names this server; a numeric address cannot be rebound."""
        name = _name(host)
        return name is not None and (name in self.names or (self.public and _is_address(name)))


def too_long(scope: Scope) -> Refusal | None:
    """The status and the reason if the address has more bytes than are allowed."""
    size = len(scope.get("raw_path") or b"") + len(scope["query_string"])
    if size <= ADDRESS:
        return None
    return 414, f"found an address of {size:,} bytes, expected at most {ADDRESS:,}"


def _name(host: str) -> str | None:
    """The name without the port; None if it is not a host at all."""
    try:
        parts = urlsplit(f"//{host}")
        usable = parts.netloc == host and "@" not in host and (parts.port or 1) > 0
    except ValueError:
        return None
    return parts.hostname if usable else None


def _same(origin: str, host: str) -> bool:
    return origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    return host.lower() == "localhost" or (_is_address(host) and ip_address(host).is_loopback)


def secure(headers: MutableHeaders, path: str) -> None:
    """Put the security headers on an answer."""
    media = headers.get("content-type", "")
    page = media.startswith("text/html")
    for name, value in (HEADERS | PAGE if page else HEADERS).items():
        headers.setdefault(name, value)
    if media.startswith("image/svg"):
        headers["content-security-policy"] = PICTURE
        return
    headers.setdefault("cache-control", "no-store" if path.startswith("/api/") else "no-cache")
    if "etag" in headers:  # it says as much, and more exactly
        for name in ("last-modified", "accept-ranges"):
            del headers[name]
    if not page:
        headers["content-security-policy"] = DATA
        return
    inside = path in EMBED
    headers["content-security-policy"] = POLICY.format(ANYWHERE if inside else "'none'")
    if not inside:
        headers["x-frame-options"] = "DENY"
