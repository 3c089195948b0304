"""The published description of the API, made from what the server itself goes by."""

from __future__ import annotations

from typing import Any

from clew import __version__
from clew.web import progress
from clew.web.operation import JSON, Operation
from clew.web.operations import OPERATIONS
from clew.web.schema import Schema
from clew.web.shapes import ERROR

REFUSALS = {
    "400": "What was sent is not as described.",
    "403": "The request comes from another site.",
    "408": "The body did not come in time.",
    "413": "The body is too large.",
    "414": "The address is too long.",
    "415": "The body is not JSON.",
    "421": "The Host is not this server's.",
    "422": "It is as described, but means nothing, or takes more than is allowed.",
    "500": "A mistake in clew, or the worker was ended.",
    "503": "Too many requests wait already.",
}


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
        "components": {"schemas": {"Error": ERROR}},
    }


def _described(operation: Operation) -> dict[str, Any]:
    said: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "parameters": [
            {
                "name": name,
                "in": "query",
                "required": name in operation.required,
                "schema": schema,
            }
            for name, schema in operation.query.items()
        ],
        "responses": _responses(operation.answer, operation.media),
    }
    return said | ({} if operation.body is None else _body(operation.body))


def _body(schema: Schema) -> dict[str, Any]:
    return {"requestBody": {"required": True, "content": {JSON: {"schema": schema}}}}


def _responses(answer: Schema, media: str = JSON) -> dict[str, Any]:
    error = {"schema": {"$ref": "#/components/schemas/Error"}}
    good = {"description": "The answer.", "content": {media: {"schema": answer}}}
    return {"200": good} | {
        status: {"description": told, "content": {JSON: error}} for status, told in REFUSALS.items()
    }


def _progress() -> dict[str, Any]:
    key = [{"name": "key", "in": "path", "required": True, "schema": progress.KEY}]
    missing = {"404": _responses({})["400"] | {"description": "Nothing is kept under this key."}}
    found = _responses(progress.ENTRY)
    gone = {name: each for name, each in found.items() if name != "200"}
    gone |= {"204": {"description": "Nothing is kept under this key any more."}}
    return {
        "/api/progress": {
            "get": {
                "operationId": "progress",
                "summary": "Everything that is kept, the latest first.",
                "responses": _responses(progress.ENTRIES),
            }
        },
        "/api/progress/{key}": {
            "parameters": key,
            "get": {
                "operationId": "progress_get",
                "summary": "What is kept under a key.",
                "responses": found | missing,
            },
            "put": {
                "operationId": "progress_put",
                "summary": "Keep something under a key.",
                "responses": found | missing,
                **_body(progress.VALUE),
            },
            "delete": {
                "operationId": "progress_delete",
                "summary": "Forget what is kept under a key.",
                "responses": gone | missing,
            },
        },
    }
