"""Reads requests and answers them with a worker. If the client disconnects, the worker ends."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Mapping
from contextlib import aclosing
from typing import Any, NoReturn, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from clew.web.limits import BODY, MOST_SECONDS, SENDING, Refused
from clew.web.operations import EVENTS, HTML, JSON, KEY, VALUE, Operation
from clew.web.request_pool import Frame, RequestPool, end
from clew.web.schema import Invalid, Schema, check
from clew.web.store import Store

LONGEST = 1.5 * MOST_SECONDS
"""The maximum number of seconds to send events, so that a client that never reads them can't keep a
worker.
"""
KEEP = {"content-disposition": 'attachment; filename="clew.html"'}
"""The headers that make a browser download a page. If it opened the page from this server, the page
would count as one of our own.
"""
T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[Response]]


def refusal(error: Refused) -> JSONResponse:
    """Build the response for an error."""
    headers = {"retry-after": "5"} if error.status == 503 else None
    return JSONResponse({"error": str(error)}, error.status, headers)


def endpoint(operation: Operation) -> Endpoint:
    """Build the function that answers an operation."""

    async def answer(request: Request) -> Response:
        try:
            params = await params_of(request, operation)
            if operation.media == EVENTS:
                return await _events(request, operation, params)
            if operation.constant and (kept := request.app.state.kept.get(operation.name)):
                return Response(kept, media_type=operation.media)
            pool = _pool(request, operation, params)
            work = pool.ask(operation.name, params, operation.seconds(params), _client(request))
            status, body = await _unless_gone(request.receive, work)
        except Refused as error:
            return refusal(error)
        if status != 200:
            return Response(body, status, media_type=JSON)
        headers = KEEP if operation.media == HTML else None
        return Response(body, media_type=operation.media, headers=headers)

    return answer


def _pool(request: Request, operation: Operation, params: Mapping[str, Any]) -> RequestPool:
    state = request.app.state
    pool: RequestPool = state.searches if operation.is_search(params) else state.quick
    return pool


def _client(request: Request) -> str:
    """Return the client's address. In a classroom, each computer has its own address."""
    return request.client.host if request.client else ""


async def _unless_gone(receive: Receive, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of the work. If the client disconnects first, cancel the work."""
    working, gone = asyncio.create_task(work), asyncio.create_task(_gone(receive))
    try:
        await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Refused("the connection was closed", 499)
        return working.result()
    finally:
        await end(working)
        await end(gone)


async def _gone(receive: Receive) -> None:
    """Return when the connection is closed."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _events(request: Request, operation: Operation, params: Mapping[str, Any]) -> Response:
    """Send a worker's frames as server-sent events. If the first is an error, respond with that."""
    pool = _pool(request, operation, params)
    frames = pool.stream(operation.name, params, operation.seconds(params), _client(request))
    status, first = await _unless_gone(request.receive, _next(frames))
    if status not in (0, 200):
        await frames.aclose()
        return Response(first, status, media_type=JSON)
    return Events(first, frames)


async def _next(frames: AsyncGenerator[Frame]) -> Frame:
    return await anext(frames)


class Events(Response):
    """Sends parts as they arrive, until the last one or until the client disconnects or stalls."""

    media_type = EVENTS

    def __init__(self, first: bytes, rest: AsyncGenerator[Frame]) -> None:
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self.first = first
        self.rest = rest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        tasks = {asyncio.create_task(self._send(send)), asyncio.create_task(_gone(receive))}
        try:
            await asyncio.wait(tasks, timeout=LONGEST, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                await end(task)

    async def _send(self, send: Send) -> None:
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        async with aclosing(self.rest) as rest:
            await send(start)
            await send(_part(self.first))
            try:
                async for status, body in rest:
                    await send(_part(body if status in (0, 200) else _failed(body)))
            except Refused as error:
                await send(_part(_failed(bytes(refusal(error).body))))
        await send({"type": "http.response.body", "body": b""})


def _part(body: bytes) -> dict[str, Any]:
    return {"type": "http.response.body", "body": body, "more_body": True}


def _failed(body: bytes) -> bytes:
    """Build the event for an error after the response has begun."""
    return b"event: error\ndata: " + body + b"\n\n"


# ------------------------------------------------------------------ reading requests


async def params_of(request: Request, operation: Operation) -> dict[str, Any]:
    """Read the parameters of a request from its address or its body."""
    try:
        params = operation.parameters(request.query_params.multi_items())
    except Invalid as error:
        raise Refused(str(error), 400) from None
    return params if operation.body is None else await body_of(request, operation.body)


async def body_of(request: Request, schema: Schema) -> dict[str, Any]:
    """Read the body and check it against the schema."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        raise Refused(f"unsupported content type {kind[:40]!r}: send {JSON}", 415)
    found = _parsed(await _bytes(request))
    try:
        check(schema, found)
    except Invalid as error:
        raise Refused(str(error), 400) from None
    assert isinstance(found, dict)
    return found


async def _bytes(request: Request) -> bytes:
    """Read the body, up to the limit."""
    length = request.headers.get("content-length", "0")
    if length.isascii() and length.isdigit() and int(length[:20]) > BODY:
        _refuse_size()
    body = bytearray()
    try:
        async with asyncio.timeout(SENDING):
            async for part in request.stream():
                body += part
                if len(body) > BODY:
                    _refuse_size()
    except TimeoutError:
        raise Refused(f"the body didn't arrive within {SENDING:g} s", 408) from None
    except ClientDisconnect:
        raise Refused("the connection was closed before the whole body arrived", 400) from None
    return bytes(body)


def _refuse_size() -> NoReturn:
    raise Refused(f"the body is too large: the limit is {BODY:,} bytes", 413)


def _parsed(body: bytes) -> Any:
    try:
        found = json.loads(body.decode("utf-8"), parse_constant=_refuse_constant)
        if b"\\u" in body:  # a lone surrogate can't be encoded, so this raises an error
            json.dumps(found, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        raise Refused(f"the body isn't UTF-8: see byte {error.start + 1}", 400) from None
    except UnicodeEncodeError:
        raise Refused("the body contains half a character (a lone surrogate)", 400) from None
    except RecursionError:
        raise Refused("the body is nested too deeply", 400) from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Refused(f"the body isn't JSON: {where}: {error.msg}", 400) from None
    except ValueError as error:
        raise Refused(f"the body isn't JSON: {error}", 400) from None
    return found


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} isn't a JSON number")


# ------------------------------------------------------------------ saved progress


async def all_progress(request: Request) -> Response:
    store: Store = request.app.state.store
    return JSONResponse({"progress": await asyncio.to_thread(store.all)})


async def progress(request: Request) -> Response:
    """Get, put or delete the progress saved under a key."""
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
        raise Refused("no progress is saved under this key", 404)
    return JSONResponse(found)


def _key(request: Request) -> str:
    # the route's own parameter lacks a final \n
    key: str = request.scope["path"].removeprefix("/api/progress/")
    try:
        check(KEY, key, "the key")
        key.encode()
    except (Invalid, UnicodeEncodeError) as error:
        raise Refused(f"{error}", 400) from None
    return key
