"""The operations on a player's progress, answered by the server itself: a row is read at once."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from clew.web.errors import Refused
from clew.web.requests import body_of
from clew.web.schema import REAL, STRING, Invalid, anything, check, listed, record, text
from clew.web.store import Store

KEY = text("a key without control characters", 500, pattern=r"^[^\x00-\x1f\x7f]+(?!\n)$")
VALUE = anything("whether it is solved, the time, the last state: what the pages keep")
ENTRY = record({"key": STRING, "value": VALUE, "changed": REAL})
ENTRIES = record({"progress": listed(ENTRY)})


async def every(request: Request) -> Response:
    store: Store = request.app.state.store
    return JSONResponse({"progress": await asyncio.to_thread(store.all)})


async def one(request: Request) -> Response:
    """Get, put or delete what is kept under a key."""
    store: Store = request.app.state.store
    key = _key(request)
    if request.method == "PUT":
        value = await body_of(request, VALUE)
        return JSONResponse(await asyncio.to_thread(store.put, key, value))
    if request.method == "DELETE":
        await asyncio.to_thread(store.delete, key)
        return Response(status_code=204)
    found = await asyncio.to_thread(store.get, key)
    if found is None:
        raise Refused("nothing is kept under this key", 404)
    return JSONResponse(found)


def _key(request: Request) -> str:
    key: str = request.scope["path"].removeprefix("/api/progress/")  # the route drops a final \n
    try:
        check(KEY, key, "the key")
        key.encode()
    except (Invalid, UnicodeEncodeError) as error:
        raise Refused(f"{error}", 400) from None
    return key
