"""The operations on a player's progress, answered by the server itself: a row is read at once."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from clew.web.errors import Refused
from clew.web.requests import json_of
from clew.web.schema import Invalid, anything, check, record, text
from clew.web.shapes import REAL, STRING, listed
from clew.web.store import Store

KEY = text("a key without control characters", 500, pattern=r"^[^\x00-\x1f\x7f]+$")
VALUE = anything("whether it is solved, the time, the last state: what the pages keep")
ENTRY = record({"key": STRING, "value": VALUE, "changed": REAL})
ENTRIES = record({"progress": listed(ENTRY)})


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


def _key(request: Request) -> str:
    key: str = request.path_params["key"]
    try:
        check(KEY, key, "the key")
        key.encode()
    except (Invalid, UnicodeEncodeError) as error:
        raise Refused(f"{error}", 400) from None
    return key


async def every(request: Request) -> Response:
    return JSONResponse({"progress": await asyncio.to_thread(_store(request).all)})


async def one(request: Request) -> Response:
    """What is asked of one key."""
    return await {"PUT": put, "DELETE": delete}.get(request.method, get)(request)


async def get(request: Request) -> Response:
    found = await asyncio.to_thread(_store(request).get, _key(request))
    if found is None:
        raise Refused("nothing is kept under this key", 404)
    return JSONResponse(found)


async def put(request: Request) -> Response:
    key = _key(request)
    value = await json_of(request, VALUE)
    return JSONResponse(await asyncio.to_thread(_store(request).put, key, value))


async def delete(request: Request) -> Response:
    """Nothing is kept under the key any more, whether or not there was something."""
    await asyncio.to_thread(_store(request).delete, _key(request))
    return Response(status_code=204)
