"""A worker: a process that answers one request after another, and can be killed at any moment.

It reads requests from its standard input, a line of JSON each, and writes its answers to what was
its standard output, in frames: a line with the HTTP status (0: there is more to come) and the
number of bytes, then the bytes. It ends when its input does, even in the middle of a search.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, is_dataclass
from importlib import import_module
from queue import SimpleQueue
from typing import IO, Any

from clew.web.errors import Refused
from clew.web.limits import MEMORY

MORE = 0
"""The status of a frame that others follow."""


def main() -> None:
    """Answer until nobody asks any more."""
    out = _own_output()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    _limit_memory()
    asked: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    _warm_up()
    while True:
        for status, body in _answer(asked.get()):
            out.write(b"%d %d\n" % (status, len(body)))
            out.write(body)
            out.flush()


def _own_output() -> IO[bytes]:
    """The pipe to the server; what anything else prints goes to the standard error."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return out


def _limit_memory() -> None:
    """A wall behind the limit that searches keep themselves, for what keeps none."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (2 * MEMORY, 2 * MEMORY))


def _listen(asked: SimpleQueue[bytes]) -> None:
    for line in sys.stdin.buffer:
        asked.put(line)
    os._exit(0)


def _warm_up() -> None:
    """Import what almost every request needs, before the first comes."""
    from clew.search.strategy import strategies

    for name in ("playing", "solving"):
        import_module(f"clew.web.api.{name}")
    strategies()


def _answer(line: bytes) -> Iterator[tuple[int, bytes]]:
    """The frames of one answer; the last has a status."""
    from clew.web.operations import find

    request = json.loads(line)
    try:
        found = find(request["do"]).work(request["asked"])
        if isinstance(found, Iterator):
            for part in found:
                yield MORE, packed(part)
            yield 200, b""
        else:
            yield 200, packed(found)
    except Exception as error:
        status, told = _why(error)
        yield status, packed({"error": told})


def _why(error: Exception) -> tuple[int, str]:
    """The status and the line for what went wrong; a mistake of ours is told to the operator."""
    from clew.puzzle import Unsuited
    from clew.result import Stopped

    if isinstance(error, Refused):
        return error.status, str(error)
    if isinstance(error, Stopped):
        return 422, f"stopped before it was known: the limit of {error.limit} was reached"
    if isinstance(error, ValueError | Unsuited):
        return 422, " ".join(str(error).split())
    if isinstance(error, MemoryError):
        return 422, f"stopped: it needs more than the {MEMORY >> 20} MB of memory that are allowed"
    if isinstance(error, RecursionError):
        return 422, "stopped: the puzzle is too deep to be looked at"
    traceback.print_exception(error)
    return 500, f"a mistake in clew: {type(error).__name__}"


def packed(value: Any) -> bytes:
    """Plain data as JSON; a text as it is."""
    if isinstance(value, str):
        return value.encode()
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_plain).encode()


def _plain(value: Any) -> Any:
    """What JSON has no form for: a verdict by its fields, a sequence as a list, else text."""
    if is_dataclass(value) and not isinstance(value, type | Sequence):
        return asdict(value)
    return list(value) if isinstance(value, Sequence) else str(value)


if __name__ == "__main__":
    main()
