"""Does the server's work in the browser. Python in a Web Worker calls `answer`."""

from __future__ import annotations

import builtins
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import clew
from clew.core import registry
from clew.core.puzzle import Puzzle
from clew.model.loading import fault, load
from clew.web import worker
from clew.web.limits import Refused
from clew.web.operations import JSON, OPERATIONS, Operation
from clew.web.schema import Invalid, check
from clew.web.tasks import described, shown

OWN = "/api/own"
"""The request to run the reader's own puzzle in Python. Only sites without a server support it."""
Send = Callable[[int, str, bytes, bool], None]
"""A function that takes a status, a media type, some bytes, and whether they're the last ones."""
BY_PATH = {(each.method, each.path): each for each in OPERATIONS}
_stated: dict[str, list[type[Puzzle]]] = {}
"""The reader's most recent code, and the kinds that it defines."""


def answer(method: str, address: str, body: str, send: Send, stated: str = "") -> None:
    """Answer a request as the server would. `stated` is the code of the reader's own puzzles."""
    path = urlsplit(address).path
    try:
        if path == OWN:
            return send(200, JSON, worker.packed(own(json.loads(body)["text"])), True)
        if stated:
            state(stated)
        operation = BY_PATH.get((method, path))
        if operation is None:
            raise Refused(f"there's no such page: {method} {path[:80]}", 404)
        params = params_of(operation, address, body)
    except Exception as error:
        status, line = worker.explained(error)
        return send(status, JSON, worker.packed({"error": line}), True)
    for status, part, last in frames(operation, params):
        send(status, operation.media if status == 200 else JSON, part, last)
    return None


def params_of(operation: Operation, address: str, body: str) -> dict[str, Any]:
    """Read the parameters of a request and check them against the schema."""
    try:
        if operation.body is None:
            return operation.parameters(parse_qsl(urlsplit(address).query, keep_blank_values=True))
        params: dict[str, Any] = json.loads(body)
        check(operation.body, params)
    except Invalid as error:
        raise Refused(str(error), 400) from None
    return params


def frames(operation: Operation, params: dict[str, Any]) -> Iterator[tuple[int, bytes, bool]]:
    """Yield the status and the bytes of each part of an answer, and whether it's the last."""
    parts = worker.answer(operation.name, params)
    while True:
        try:
            _, part = next(parts)
        except StopIteration as end:
            yield *end.value, True
            return
        yield 200, part, False


def import_all() -> None:
    """Import every module that works in a browser, so that requests don't have to."""
    for module in walk_packages(clew.__path__, "clew.", onerror=lambda _: None):
        with suppress(ImportError):
            import_module(module.name)


def own(text: str) -> dict[str, Any]:
    """Run Python code, and return its puzzles and the gallery entries for their kinds."""
    kinds = state(text)
    return {
        "puzzles": [shown(kind.parse("")) for kind in kinds],
        "kinds": [described(kind) for kind in kinds],
    }


def state(text: str) -> list[type[Puzzle]]:
    """Return the kinds that some code defines. They stay registered until other code arrives."""
    if text not in _stated:
        for kind in _stated.popitem()[1] if _stated else ():
            registry.forget(kind.name)
        _stated[text] = _loaded(text)
    return _stated[text]


def _loaded(text: str) -> list[type[Puzzle]]:
    os.chdir(tempfile.mkdtemp())
    Path("mine.py").write_text(text, encoding="utf-8")
    builtins.input = _no_input
    try:
        kinds = list(load("mine.py").values())
    except KeyboardInterrupt as error:
        raise Refused(fault(error)) from None
    if not kinds:
        raise Refused("no puzzle found: define a clew.Problem, a clew.Grid, a walk or a game")
    return kinds


def _no_input(prompt: object = "") -> str:
    raise ValueError("input() isn't available here: the page can't prompt for text")
