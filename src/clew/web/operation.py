"""An operation of the API: what is sent, what is answered, and who works it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from clew.web import limits
from clew.web.schema import Invalid, Schema, check, from_text, record

JSON = "application/json"
SVG = "image/svg+xml"
EVENTS = "text/event-stream"
HTML = "text/html"
GIF = "image/gif"
APNG = "image/apng"


@dataclass(frozen=True)
class Operation:
    """One row of the API. The server, the workers and the published document all read it."""

    name: str
    summary: str
    answer: Schema
    task: str
    """Who works it out, as module:function within clew.web.api; imported by workers only."""
    body: Schema | None = None
    """What is posted; without it the operation is a GET."""
    path: str = ""
    """Where it is found, /api/NAME unless stated."""
    query: Mapping[str, Schema] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    media: str = JSON
    searches: bool = False
    """Whether it may take long: then it has a place among the searches."""
    slow_actions: frozenset[str] = frozenset()
    """Of an operation with actions, those that search."""
    constant: bool = False
    """Whether the answer is the same as long as the server runs."""

    def __post_init__(self) -> None:
        if not self.path:
            object.__setattr__(self, "path", f"/api/{self.name}")

    @property
    def method(self) -> str:
        return "GET" if self.body is None else "POST"

    @property
    def work(self) -> Callable[[Mapping[str, Any]], Any]:
        module, _, name = self.task.partition(":")
        found: Callable[[Mapping[str, Any]], Any]
        found = getattr(import_module(f"clew.web.api.{module}"), name)
        return found

    def is_search(self, params: Mapping[str, Any]) -> bool:
        """Whether this request may take long."""
        return self.searches or params.get("do", {}).get("action") in self.slow_actions

    def seconds(self, params: Mapping[str, Any]) -> float:
        """How long it may take in all."""
        if not self.is_search(params):
            return limits.QUICK_SECONDS
        if self.media == EVENTS or "strategies" in params:
            return limits.MOST_SECONDS
        return float(params.get("max_seconds", limits.SECONDS))

    def parameters(self, given: list[tuple[str, str]]) -> dict[str, Any]:
        """The parameters of an address, each once; Invalid if they are not as stated."""
        params: dict[str, Any] = {}
        for name, value in given:
            if name in params:
                raise Invalid(f"the address: found {name[:40]!r} twice, expected it once")
            params[name] = from_text(self.query.get(name, {}), value)
        needed = {name: self.query[name] for name in self.required}
        check(record(needed, self.query), params, "the address")
        return params
