"""A trace as JSON lines: a header, one event a line as it happens, and how it ended."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager, nullcontext
from typing import IO, TYPE_CHECKING

from clew import __version__
from clew.trace import FIELDS

if TYPE_CHECKING:
    from clew.cli.hunt import Hunt
    from clew.trace import Event


def opened(target: str | None) -> AbstractContextManager[IO[str] | None]:
    """The file of the trace; each line is handed over whole, so it can be watched live."""
    from clew.notation import streaming

    return nullcontext() if target is None else streaming(target, buffering=1)


class Tracer:
    """A watcher that writes what it sees."""

    def __init__(self, file: IO[str]) -> None:
        self.file = file

    def __call__(self, event: Event) -> None:
        self.file.write(line(event))

    def begin(self, hunt: Hunt) -> None:
        self._write({"clew": __version__, "id": hunt.puzzle.id, "strategy": str(hunt.strategy)})

    def end(self, hunt: Hunt) -> None:
        ended = {"kind": "end", "status": hunt.status.value, "reason": hunt.reason}
        self._write(ended | {"answers": hunt.found, "stats": hunt.run.stats.as_dict()})

    def _write(self, record: dict[str, object]) -> None:
        self.file.write(json.dumps(record, ensure_ascii=False) + "\n")
        self.file.flush()


def line(event: Event) -> str:
    """The event with its numbers named; the values that a variable lost are listed."""
    kind, depth, *numbers = event
    named = ""
    for name, number in zip(FIELDS[kind], numbers, strict=False):
        shown = [v for v in range(number.bit_length()) if number >> v & 1]
        named += f', "{name}": {shown if name == "lost" else number}'
    return f'{{"kind": "{kind.name.lower()}", "depth": {depth}{named}}}\n'
