"""The body and the parameters of a request: limited in size, in JSON, as the schema says."""

from __future__ import annotations

import asyncio
import json
from typing import Any, NoReturn

from starlette.requests import ClientDisconnect, Request

from clew.web.errors import Refused
from clew.web.limits import BODY, SENDING
from clew.web.operation import JSON, Operation
from clew.web.schema import Invalid, Schema, check


async def params_of(request: Request, operation: Operation) -> dict[str, Any]:
    """What a request says, in its address or in its body."""
    try:
        params = operation.parameters(request.query_params.multi_items())
    except Invalid as error:
        raise Refused(str(error), 400) from None
    return params if operation.body is None else await body_of(request, operation.body)


async def body_of(request: Request, schema: Schema) -> dict[str, Any]:
    """The body, an object that the schema describes."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        raise Refused(f"found content of type {kind[:40]!r}, expected {JSON}", 415)
    found = _parsed(await _bytes(request))
    try:
        check(schema, found)
    except Invalid as error:
        raise Refused(str(error), 400) from None
    assert isinstance(found, dict)
    return found


async def _bytes(request: Request) -> bytes:
    """The bytes of the body, as many as are allowed; nothing more is read."""
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
        raise Refused(f"the body did not come within {SENDING:g} s", 408) from None
    except ClientDisconnect:
        raise Refused("the connection was closed before the whole body came", 400) from None
    return bytes(body)


def _refuse_size() -> NoReturn:
    raise Refused(f"found a body that is too large, expected at most {BODY:,} bytes", 413)


def _parsed(body: bytes) -> Any:
    try:
        found = json.loads(body.decode("utf-8"), parse_constant=_refuse_constant)
        if b"\\u" in body:  # half a character cannot be sent on, to a worker or in an answer
            json.dumps(found, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        raise Refused(f"the body: byte {error.start + 1} is not UTF-8", 400) from None
    except UnicodeEncodeError:
        raise Refused("the body holds half a character (a lone surrogate)", 400) from None
    except RecursionError:
        raise Refused("the body is nested too deep", 400) from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Refused(f"the body is not JSON: {where}: {error.msg}", 400) from None
    except ValueError as error:
        raise Refused(f"the body is not JSON: {error}", 400) from None
    return found


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(f"found {word}, expected a number")
