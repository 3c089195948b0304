"""The application: the pages, the API, and the guard in front of both."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from clew.web.answers import Endpoint, all_progress, endpoint, progress, refusal
from clew.web.guard import Guard, secure
from clew.web.limits import Refused
from clew.web.operations import OPERATIONS, document
from clew.web.request_pool import RequestPool, end
from clew.web.store import Store
from clew.web.worker import limit_memory, preload
from clew.workers.processes import ForkServer

PACKAGE = Path(__file__).parents[1]
STATIC = PACKAGE / "web" / "static"
PARTS = ("web", "board", "film")
"""The packages that contain files for pages. A file's address is its path in the package."""
PAGES = ("play", "watch", "compare", "enter", "print", "embed", "about")
WORDS = {404: "there's no such page", 405: "this method isn't supported here"}
QUICK_PLACES = 2
FEWEST, MOST = 2, 4
"""The minimum and maximum number of places for searches, which depends on the processor count."""


def create_app(host: str = "127.0.0.1", token: str | None = None) -> Starlette:
    """Build the application for a host. With a token, only clients that have it are admitted."""
    routes = [
        Route("/", _page("index")),
        *(Route(f"/{name}{end}", _page(name)) for name in PAGES for end in ("", ".html")),
        *(Route(each.path, endpoint(each), methods=[each.method]) for each in OPERATIONS),
        Route("/api/openapi.json", _openapi),
        Route("/api/progress", all_progress),
        Route("/api/progress/{key:path}", progress, methods=["GET", "PUT", "DELETE"]),
        *(
            Mount(f"/{part}/static", StaticFiles(directory=PACKAGE / part / "static"))
            for part in PARTS
        ),
    ]
    middleware = [
        Middleware(Guard, host=host, token=token),
        Middleware(GZipMiddleware, minimum_size=500, compresslevel=6),
    ]
    handlers = dict.fromkeys((HTTPException, Refused, Exception), _error)
    app = Starlette(
        routes=routes, middleware=middleware, exception_handlers=handlers, lifespan=_lifespan
    )
    app.router.redirect_slashes = False
    return app


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    """Run the progress store and two pools, so that a click never has to wait for a search."""
    server = ForkServer(preload, limit_memory)
    places = QUICK_PLACES, max(FEWEST, min(MOST, os.cpu_count() or 1))
    pools = app.state.quick, app.state.searches = [RequestPool(server, each) for each in places]
    app.state.kept = {}
    app.state.store = store = Store()
    if store.path is None:
        print(
            "clew: can't write to the data folder, so progress lasts only until the server stops",
            file=sys.stderr,
        )
    for pool in pools:
        pool.get_ready()
    keeping = asyncio.create_task(_keep_constants(app))
    try:
        yield
    finally:
        await end(keeping)
        for pool in pools:
            await pool.close()
        server.close()
        app.state.store.close()


async def _keep_constants(app: Starlette) -> None:
    """Compute the constant answers before the first page requests them."""
    for each in OPERATIONS:
        if each.constant:
            status, body = await app.state.quick.ask(each.name, {}, each.seconds({}))
            if status == 200:
                app.state.kept[each.name] = body


def _page(name: str) -> Endpoint:
    async def page(request: Request) -> Response:
        path = STATIC / f"{name}.html"
        if not path.exists():
            raise HTTPException(404)
        return FileResponse(path)

    return page


async def _openapi(request: Request) -> Response:
    return JSONResponse(document())


async def _error(request: Request, error: Exception) -> Response:
    """Answer an error with one clear line."""
    if isinstance(error, Refused):
        return refusal(error)
    if isinstance(error, HTTPException):
        if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
            return FileResponse(STATIC / "missing.html", 404)
        words = WORDS.get(error.status_code, error.detail)
        line = f"{words}: {request.method} {request.url.path[:80]}"
        return JSONResponse({"error": line}, error.status_code, error.headers)
    answer = JSONResponse({"error": f"a bug in Clew: {type(error).__name__}"}, 500)
    secure(answer.headers, request.url.path)  # this answer doesn't pass through the guard
    return answer
