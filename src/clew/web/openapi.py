"""The published description of the API, made from what the server itself goes by."""

from __future__ import annotations

from typing import Any

from clew import __version__
from clew.web import progress
from clew.web.operation import JSON, Operation
from clew.web.operations import OPERATIONS
from clew.web.schema import STRING, Schema, record

REFUSALS = {
    "400": "What was sent is not as described.",
    "403": "The request comes from another site, or lacks the token.",
    "408": "The body did not come in time.",
    "413": "The body is too large.",
    "414": "The address is too long.",
    "415": "The body is not JSON.",
    "421": "The Host is not this server's.",
    "422": "It is as described, but means nothing, or takes more than is allowed.",
    "500": "A mistake in clew, or the worker was ended.",
    "503": "Too many requests wait already, or progress can't be saved.",
}
ERROR = {"schema": {"$ref": "#/components/schemas/Error"}}
MISSING = {"404": {"description": "Nothing is kept under this key.", "content": {JSON: ERROR}}}
FORGOTTEN = {"204": {"description": "Nothing is kept under this key any more."}}


def document() -> dict[str, Any]:
    """The OpenAPI document."""
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _described(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Clew",
            "version": __version__,
            "description": "Puzzles and games: solve, count, rate, hint, make, play and watch.",
        },
        "paths": paths | _progress(),
        "components": {
            "schemas": {"Error": record({"error": {**STRING, "description": "one clear line"}})}
        },
    }


def _described(operation: Operation) -> dict[str, Any]:
    responses = _responses(operation.answer, operation.media)
    found = _operation(operation.name, operation.summary, responses, operation.body)
    found["parameters"] = [
        {"name": name, "in": "query", "required": name in operation.required, "schema": schema}
        for name, schema in operation.query.items()
    ]
    return found


def _operation(
    name: str, summary: str, responses: dict[str, Any], body: Schema | None = None
) -> dict[str, Any]:
    found = {"operationId": name, "summary": summary, "responses": responses}
    content = {"required": True, "content": {JSON: {"schema": body}}}
    return found if body is None else found | {"requestBody": content}


def _responses(answer: Schema | None, media: str = JSON) -> dict[str, Any]:
    good = {"description": "The answer.", "content": {media: {"schema": answer}}}
    return ({} if answer is None else {"200": good}) | {
        status: {"description": words, "content": {JSON: ERROR}}
        for status, words in REFUSALS.items()
    }


def _progress() -> dict[str, Any]:
    found = _responses(progress.ENTRY) | MISSING
    gone = _responses(None) | FORGOTTEN | MISSING
    every = _responses(progress.ENTRIES)
    key = [{"name": "key", "in": "path", "required": True, "schema": progress.KEY}]
    put = _operation("progress_put", "Keep something under a key.", found, progress.VALUE)
    return {
        "/api/progress": {
            "get": _operation("progress", "Everything that is kept, the latest first.", every)
        },
        "/api/progress/{key}": {
            "parameters": key,
            "get": _operation("progress_get", "What is kept under a key.", found),
            "put": put,
            "delete": _operation("progress_delete", "Forget what is kept under a key.", gone),
        },
    }
