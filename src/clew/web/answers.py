"""How an operation is answered: a worker is asked, and let go when nobody waits any more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Mapping
from contextlib import aclosing
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from clew.web.errors import Refused
from clew.web.limits import MOST_SECONDS
from clew.web.operation import EVENTS, HTML, JSON, Operation
from clew.web.request_pool import Frame, RequestPool, end
from clew.web.requests import asked_of

LONGEST = 1.5 * MOST_SECONDS
"""The seconds for which events are sent: a listener who takes none must not keep a worker."""
T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[Response]]


def refusal(error: Refused) -> JSONResponse:
    """The answer that says what is wrong."""
    headers = {"retry-after": "5"} if error.status == 503 else None
    return JSONResponse({"error": str(error)}, error.status, headers)


def endpoint(operation: Operation) -> Endpoint:
    """What answers an operation."""

    async def answer(request: Request) -> Response:
        try:
            asked = await asked_of(request, operation)
            if operation.media == EVENTS:
                return await _events(request, operation, asked)
            if operation.constant and (kept := request.app.state.kept.get(operation.name)):
                return Response(kept, media_type=operation.media)
            status, body = await _asked(request, operation, asked)
        except Refused as error:
            return refusal(error)
        if status != 200:
            return Response(body, status, media_type=JSON)
        return Response(body, media_type=operation.media, headers=_to_keep(operation))

    return answer


def _to_keep(operation: Operation) -> dict[str, str] | None:
    """A page that was made is for keeping: opened here, it would be one of ours."""
    return (
        {"content-disposition": 'attachment; filename="clew.html"'}
        if operation.media == HTML
        else None
    )


def _pool(request: Request, operation: Operation, asked: Mapping[str, Any]) -> RequestPool:
    state = request.app.state
    pool: RequestPool = state.searches if operation.is_search(asked) else state.quick
    return pool


async def _asked(request: Request, operation: Operation, asked: Mapping[str, Any]) -> Frame:
    """A worker's answer."""
    pool = _pool(request, operation, asked)
    return await _while_there(
        request.receive, pool.ask(operation.name, asked, operation.seconds(asked))
    )


async def _while_there(receive: Receive, wanted: Coroutine[Any, Any, T]) -> T:
    """What is wanted, unless who asked goes first: then the work for it is ended."""
    work, gone = asyncio.create_task(wanted), asyncio.create_task(_gone(receive))
    try:
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise Refused("the connection was closed", 499)
        return work.result()
    finally:
        await end(work)
        await end(gone)


async def _gone(receive: Receive) -> None:
    """Return when the connection is closed."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _events(request: Request, operation: Operation, asked: Mapping[str, Any]) -> Response:
    """The frames of a worker as server-sent events; refused as usual if the first is an error."""
    pool = _pool(request, operation, asked)
    frames = pool.stream(operation.name, asked, operation.seconds(asked))
    status, first = await _while_there(request.receive, _next(frames))
    if status not in (0, 200):
        await frames.aclose()
        return Response(first, status, media_type=JSON)
    return Events(first, frames)


async def _next(frames: AsyncGenerator[Frame]) -> Frame:
    return await anext(frames)


class Events(Response):
    """Parts sent as they come, until there are no more or nobody listens or takes them."""

    media_type = EVENTS

    def __init__(self, first: bytes, rest: AsyncGenerator[Frame]) -> None:
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self.first = first
        self.rest = rest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sending = asyncio.create_task(self._send(send))
        gone = asyncio.create_task(_gone(receive))
        try:
            await asyncio.wait(
                {sending, gone}, timeout=LONGEST, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            await end(sending)
            await end(gone)

    async def _send(self, send: Send) -> None:
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        async with aclosing(self.rest) as rest:
            await send(start)
            await send(_part(self.first))
            try:
                async for status, body in rest:
                    await send(_part(body if status in (0, 200) else _broken(body)))
            except Refused as error:
                told = JSONResponse({"error": str(error)}).body
                await send(_part(_broken(bytes(told))))
        await send({"type": "http.response.body", "body": b""})


def _part(body: bytes) -> dict[str, Any]:
    return {"type": "http.response.body", "body": body, "more_body": True}


def _broken(body: bytes) -> bytes:
    """The event that says what went wrong once the answer had begun."""
    return b"event: error\ndata: " + body + b"\n\n"
