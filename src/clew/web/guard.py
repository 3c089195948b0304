"""Accepts requests from Clew's own pages and from programs, and rejects those from other sites.

If a site rebinds its name to 127.0.0.1, requests have that name as their Host. If a site's page
posts to this server, the browser sends the site's Origin, or Sec-Fetch-Site. The guard rejects all
three.

A server that others can reach requires a token, which is in the address that `clew play` prints. On
the first visit, the server stores the token in a cookie and redirects the browser to the address
without it. Programs send it as `Authorization: Bearer TOKEN`.
"""

from __future__ import annotations

import hmac
import socket
from ipaddress import ip_address
from urllib.parse import parse_qs, unquote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from clew.web.limits import ADDRESS

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'self'; "
    "form-action 'self'; frame-ancestors {}"
)
PICTURE = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""The policy for a picture that's opened on its own. Its styles are inline, and it loads nothing.
"""
EMBED = ("/embed", "/embed.html")
"""The only page that other sites can embed."""
ANYWHERE = "* file:"
"""Allows any site, and pages opened as files, which the star alone doesn't include."""
DATA = "default-src 'none'; frame-ancestors 'none'"
"""The policy for anything but pages. If it's opened on its own, it loads nothing, and no site can
embed it.
"""
HEADERS = {
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
}
PAGE = {
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""Headers that only pages get. The first page loads more than twenty files, so size matters."""
TOKEN_DAYS = 30
"""The number of days for which a browser keeps the token."""
NO_TOKEN = "missing or wrong token: open the address that clew play printed"
BEARER = ", or send Authorization: Bearer TOKEN"
NO_TOKEN_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Token needed: Clew</title>
<h1>Open the address that <code>clew play</code> printed</h1>
<p>It contains a token, <code>?token=…</code>, and without it this server shows nothing.
If <code>clew play</code> has been restarted since you got the address, ask for the new one.</p>
</html>
"""
"""This page uses no other files, because they would require the token too."""


Refusal = tuple[int, str]


class Guard:
    """Rejects other sites and clients without the token, and adds the security headers."""

    def __init__(self, app: ASGIApp, host: str = "127.0.0.1", token: str | None = None) -> None:
        self.app = app
        self.token = token
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
        if refusal is not None:
            app: ASGIApp = JSONResponse({"error": refusal[1]}, refusal[0])
        elif self.token is not None:
            app = self._at_the_door(scope, self.token) or self.app
        else:
            app = self.app
        await app(scope, receive, guarded)

    def _at_the_door(self, scope: Scope, token: str) -> Response | None:
        """Return the response for a client that has no token, or sends it for the first time."""
        request = HTTPConnection(scope)
        api = scope["path"].startswith("/api/")
        kept = f"clew-{(scope.get('server') or ('', 0))[1]}"  # one cookie name for each port
        if not api and scope["method"] in ("GET", "HEAD"):
            shown = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])
            if _equal(shown[0], token):
                answer = RedirectResponse(_without_token(scope), 303)
                age = TOKEN_DAYS * 24 * 3600
                answer.set_cookie(kept, token, age, httponly=True, samesite="lax")
                answer.headers["cache-control"] = "no-store"
                return answer
        scheme, _, sent = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and _equal(sent.strip(), token):
            return None
        if _equal(request.cookies.get(kept, ""), token):
            return None
        if not api and "text/html" in request.headers.get("accept", ""):
            return HTMLResponse(NO_TOKEN_PAGE, 403, {"cache-control": "no-store"})
        return JSONResponse({"error": NO_TOKEN + BEARER}, 403)

    def refusal(self, headers: Headers, path: str) -> Refusal | None:
        """Return a status and a reason if the request isn't for this server or from its pages."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self.is_ours(hosts[0]):
            shown = ", ".join(hosts)[:60]
            return 421, f"this server isn't {shown!r}: use the address that clew play printed"
        origin = headers.get("origin")
        if origin is not None and not _same(origin, hosts[0]):
            return (
                403,
                f"requests from {origin[:60]!r} aren't allowed, only those from Clew's own pages",
            )
        site = headers.get("sec-fetch-site", "none")
        foreign = site not in ("none", "same-origin")
        if foreign and (path.startswith("/api/") or headers.get("sec-fetch-mode") != "navigate"):
            return 403, f"{site[:20]} requests aren't allowed, only those from Clew's own pages"
        return None

    def is_ours(self, host: str) -> bool:
        """Check whether a host is this server. Numeric addresses are safe from rebinding."""
        name = _name(host)
        return name is not None and (name in self.names or (self.public and _is_address(name)))


def too_long(scope: Scope) -> Refusal | None:
    """Return a status and a reason if the address is too long."""
    size = len(scope.get("raw_path") or b"") + len(scope["query_string"])
    if size <= ADDRESS:
        return None
    return 414, f"the address is too long: {size:,} bytes, the limit is {ADDRESS:,}"


def _equal(given: str, token: str) -> bool:
    """Compare in constant time."""
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), token.encode())


def _without_token(scope: Scope) -> str:
    """Return the address on this server, without the token."""
    path = (scope.get("raw_path") or scope["path"].encode()).decode("latin-1").lstrip("/\\")
    parts = scope["query_string"].decode("latin-1").split("&")
    query = "&".join(part for part in parts if unquote(part).partition("=")[0] != "token")
    return f"/{path}{'?' if query else ''}{query}"


def _name(host: str) -> str | None:
    """Return the host's name without the port, or None if it isn't a valid host."""
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
    """Check whether only this machine can reach the address."""
    return host.lower() == "localhost" or (_is_address(host) and ip_address(host).is_loopback)


def secure(headers: MutableHeaders, path: str) -> None:
    """Add the security headers to a response."""
    media = headers.get("content-type", "")
    page = media.startswith("text/html")
    for name, value in (HEADERS | PAGE if page else HEADERS).items():
        headers.setdefault(name, value)
    if media.startswith("image/svg"):
        headers["content-security-policy"] = PICTURE
        return
    headers.setdefault("cache-control", "no-store" if path.startswith("/api/") else "no-cache")
    if "etag" in headers:  # the ETag is more precise than these headers
        for name in ("last-modified", "accept-ranges"):
            del headers[name]
    if not page:
        headers["content-security-policy"] = DATA
        return
    inside = path in EMBED
    headers["content-security-policy"] = POLICY.format(ANYWHERE if inside else "'none'")
    if not inside:
        headers["x-frame-options"] = "DENY"
