"""Requests to the real server: every operation answers, or refuses with a status below 500."""

from __future__ import annotations

import http.client
import json
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from clew.core.registry import all_puzzles
from clew.web.operations import OPERATIONS
from tests.fuzz import nasty
from tests.fuzz.running import Check, without_each
from tests.web.web_server import Server, serving

PATIENCE = 100.0
"""The seconds within which every request must be answered: the longest search takes 60."""
RAW = (
    "null", "true", "1e999", "-1e999", "NaN", "Infinity", "1e308", "0.5", "-0.0", "-1", "2", "{}",
    "[]", '""', '"\\ud800"', '"\\u0000"', "9" * 400, "7" * 5000, "[" * 2000 + "]" * 2000,
    '{"a":' * 2000 + "1" + "}" * 2000, '"' + "x" * 20_000 + '"', '"²"', '"1e999"', "[null]", "{",
    '{"a": 1, "a": 2}', "9007199254740993",
)  # fmt: skip
"""JSON, or nearly so, as it is sent."""
servers: list[Server] = []
"""The server that runs, if one does."""


@contextmanager
def ready() -> Iterator[None]:
    """Start the server that the cases ask, and stop it at the end."""
    quiet = subprocess.DEVNULL
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), stderr=quiet) as server:
        servers.append(server)
        try:
            yield
        finally:
            servers.remove(server)


@dataclass(frozen=True)
class Raw:
    """JSON as it's sent; other values are written by `json`."""

    text: str


@dataclass(frozen=True)
class Ask:
    """A request: parameters in the address, and members of a body, or a body that has none."""

    name: str
    method: str
    path: str
    query: tuple[tuple[str, str], ...]
    members: tuple[tuple[str, Any], ...]
    body: bytes | None

    def target(self) -> str:
        said = "&".join(
            f"{quote(key, errors='replace')}={quote(value, errors='replace')}"
            for key, value in self.query
        )
        return f"{self.path}?{said}" if said else self.path

    def sent(self) -> bytes | None:
        if self.body is not None or self.method in ("GET", "DELETE"):
            return self.body
        items = (f"{json.dumps(key)}: {_json(value)}" for key, value in self.members)
        return ("{" + ", ".join(items) + "}").encode()

    def checks(self) -> Iterator[Check]:
        yield f"{self.method} {self.name}", self._ask

    def _ask(self) -> str:
        connection = http.client.HTTPConnection("127.0.0.1", servers[-1].port, timeout=PATIENCE)
        try:
            kind = {"content-type": "application/json"}
            connection.request(self.method, self.target(), self.sent(), kind)
            answer = connection.getresponse()
            body = answer.read()
        finally:
            connection.close()
        if answer.status >= 500 and answer.status != 503:
            return f"answered {answer.status}: {body[:300]!r}"
        if answer.status < 400:
            if "json" in (answer.headers["content-type"] or ""):
                json.loads(body, parse_constant=_refuse)
            return ""
        said = json.loads(body)["error"]
        if not said.strip() or "\n" in said or len(said) > 800:
            return f"answered {answer.status}: {said[:300]!r}"
        return ""

    def smaller(self) -> Iterator[Ask]:
        for query in without_each(self.query):
            yield replace(self, query=query)
        for members in without_each(self.members):
            yield replace(self, members=members)
        for at, (key, value) in enumerate(self.query):
            for text in nasty.shorter(value):
                yield replace(self, query=(*self.query[:at], (key, text), *self.query[at + 1 :]))
        for at, (key, value) in enumerate(self.members):
            if isinstance(value, str):
                for text in nasty.shorter(value):
                    changed = (*self.members[:at], (key, text), *self.members[at + 1 :])
                    yield replace(self, members=changed)

    def snippet(self, check: str) -> str:
        return "\n".join([
            "from tests.fuzz.web import Ask, Raw, ready", "", "with ready():",
            f"    assert {self!r}._ask() == ''",
        ])  # fmt: skip


def _refuse(word: str) -> None:
    raise ValueError(f"found {word} in an answer")


def _json(value: Any) -> str:
    if isinstance(value, Raw):
        return value.text
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)}: {_json(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_json, value)) + "]"
    return json.dumps(value)


def drawn(schema: Any, rng: Random, name: str = "") -> Any:
    """Draw a value of a schema, or something else."""
    if rng.random() < 0.12:
        return Raw(rng.choice(RAW))
    if "oneOf" in schema:
        return drawn(rng.choice(schema["oneOf"]), rng)
    if "enum" in schema:
        return rng.choice(schema["enum"])
    kind = schema.get("type")
    if kind == "object" and "properties" in schema:
        required = schema.get("required", ())
        return {
            key: drawn(each, rng, key)
            for key, each in schema["properties"].items()
            if key in required or rng.random() < 0.3
        }
    if kind == "object":
        return {rng.choice(["a", "id", "moves", "kind"]): Raw(rng.choice(RAW)) for _ in range(2)}
    if kind == "array":
        return [drawn(schema["items"], rng, name) for _ in range(rng.randint(0, 3))]
    if name == "max_seconds":
        return rng.choice([0, 0.05, 0.2])
    if kind in ("integer", "number"):
        low, high = schema.get("minimum", 0), schema.get("maximum", 100)
        return rng.choice([low, low + 1, high, 3, 20, 2**53, -1])
    if kind == "boolean":
        return rng.random() < 0.5
    return _text(name, schema, rng)


def _text(name: str, schema: Any, rng: Random) -> str:
    kinds = all_puzzles()
    if name in ("id", "text", "filled"):
        kind = rng.choice(kinds)
        text = rng.choice([each.text for each in kind.examples])
        if rng.random() < 0.5:
            text = nasty.spoilt(text, rng)
        return text if name == "filled" else f"{kind.name}:{text}"
    if name == "kind" and rng.random() < 0.7:
        return rng.choice(kinds).name
    if examples := schema.get("examples"):
        chosen: str = rng.choice(examples)
        return chosen if rng.random() < 0.5 else nasty.spoilt(chosen, rng)
    return nasty.word(rng)


def make(rng: Random) -> Ask:
    """Draw a request."""
    if rng.random() < 0.08:
        key = quote(nasty.word(rng)[:200], safe="", errors="replace") or "k"
        method = rng.choice(["GET", "PUT", "PUT", "DELETE"])
        stored = _json({"a": Raw(rng.choice(RAW))}).encode() if method == "PUT" else None
        return Ask("progress", method, f"/api/progress/{key}", (), (), stored)
    operation = rng.choice(OPERATIONS)
    query = []
    for key, schema in (operation.query or {}).items():
        if key in operation.required or rng.random() < 0.5:
            value = drawn(schema, rng, key)
            query.append((key, value.text if isinstance(value, Raw) else str(value)))
    if operation.searches and operation.body is None:
        query = [(key, value) for key, value in query if key != "max_steps"]
        query.append(("max_steps", rng.choice(["1", "50", "²", "1e999", "0"])))
    members: dict[str, Any] = {}
    body: bytes | None = None
    if operation.body is not None:
        found = drawn(operation.body, rng)
        if isinstance(found, dict):
            members = found
        else:
            body = _json(found).encode()
        if operation.searches and "max_seconds" in json.dumps(operation.body):
            members.setdefault("max_seconds", 0.1)
        if rng.random() < 0.05:
            body = nasty.spoilt(_json(members), rng).encode(errors="surrogatepass")
    path = operation.path or f"/api/{operation.name}"
    return Ask(operation.name, operation.method, path, tuple(query), tuple(members.items()), body)
