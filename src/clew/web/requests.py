"""What is sent, read with care: limited in size, in JSON, as its schema says."""

from __future__ import annotations

import asyncio
import json
from typing import Any, NoReturn

from starlette.requests import ClientDisconnect, Request

from clew.web.errors import Refused
from clew.web.limits import BODY, SENDING
from clew.web.operation import JSON, Operation
from clew.web.schema import Invalid, Schema, check


async def asked_of(request: Request, operation: Operation) -> dict[str, Any]:
    """What is asked, by the address or in the body."""
    try:
        given = operation.parameters(request.query_params.multi_items())
        if operation.body is None:
            return given
        return await json_of(request, operation.body)
    except Invalid as error:
        raise Refused(str(error), 400) from None


async def json_of(request: Request, schema: Schema) -> dict[str, Any]:
    """The body, which is an object that keeps the schema."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        raise Refused(f"found content of type {kind[:40]!r}, expected {JSON}", 415)
    found = _parsed(await _body(request))
    try:
        check(schema, found)
    except Invalid as error:
        raise Refused(str(error), 400) from None
    assert isinstance(found, dict)
    return found


async def _body(request: Request) -> bytes:
    """The bytes, as many as are allowed; nothing more is read."""
    told = request.headers.get("content-length", "0")
    if told.isascii() and told.isdigit() and int(told[:20]) > BODY:
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
        text = body.decode("utf-8")
        found = json.loads(text, parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise Refused(f"the body: byte {error.start + 1} is not UTF-8", 400) from None
    except RecursionError:
        raise Refused("the body is nested too deep", 400) from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Refused(f"the body is not JSON: {where}: {error.msg}", 400) from None
    except ValueError as error:
        raise Refused(f"the body is not JSON: {error}", 400) from None
    if "\\u" in text and _has_surrogates(found):
        raise Refused("the body holds half a character (a lone surrogate)", 400)
    return found


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(f"found {word}, expected a number")


def _has_surrogates(found: Any) -> bool:
    """Half a character cannot be written again, in an answer or to a worker."""
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False
