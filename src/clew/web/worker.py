"""A worker: a process that answers one request after another, and can be killed at any moment.

It reads requests from a pipe, a line of JSON each, and writes its answers to another, in frames: a
line with the HTTP status (0: there is more to come) and the number of bytes, then the bytes. It
ends when its input does, even in the middle of a search.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, Any, NoReturn

from clew.batch.lifeline import end_with
from clew.render.json import plain
from clew.web.errors import Refused
from clew.web.limits import MEMORY

MORE = 0
"""The status of a frame that others follow."""


def main() -> None:
    """Work for the server at the other end of the standard streams; or, with a socket, bear
    workers for it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    if len(sys.argv) > 1:
        end_with(0)
        nurse(socket.socket(fileno=int(sys.argv[1])))
    own = os.dup(1)
    os.dup2(2, 1)  # what anything else prints
    work(os.dup(0), own)


def work(source: int, target: int) -> NoReturn:
    """Answer until nobody asks any more."""
    _limit_memory()
    asked: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(source, asked), daemon=True).start()
    out = os.fdopen(target, "wb", 0)
    try:
        while True:
            for status, body in _answer(asked.get()):
                _write(out, b"%d %d\n" % (status, len(body)) + body)
    except BrokenPipeError:  # the server has ended
        os._exit(0)


def _write(out: IO[bytes], data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[out.write(rest) :]


def nurse(line: socket.socket) -> NoReturn:
    """Import what workers need, then fork one for each two pipes that come."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    _warm_up()
    gc.freeze()  # the collector would touch what they share
    while True:
        told, pipes, _, _ = socket.recv_fds(line, 1, 2)
        if not told:
            os._exit(0)
        child = os.fork()
        if not child:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            line.close()
            end_with(os.open("/proc/self/fd/0", os.O_RDONLY | os.O_NONBLOCK))  # one of its own
            work(*pipes)
        line.send(b"%d" % child)
        for pipe in pipes:
            os.close(pipe)


def _warm_up() -> None:
    """Import what requests need, before they come: all that is found by itself, too."""
    from clew.core.registry import all_puzzles
    from clew.generators.maker import makers
    from clew.notation import notations
    from clew.search.strategy import strategies
    from clew.web.operations import OPERATIONS

    _ = [operation.work for operation in OPERATIONS]
    for found in (all_puzzles, strategies, notations, makers):
        found()


def _limit_memory() -> None:
    """A wall behind the limit that searches keep themselves, for what keeps none."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (2 * MEMORY, 2 * MEMORY))


def _listen(source: int, asked: SimpleQueue[bytes]) -> None:
    with os.fdopen(source, "rb") as lines:
        for line in lines:
            asked.put(line)
    os._exit(0)


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
    from clew.core.puzzle import Unsuited
    from clew.core.result import Stopped

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
    """Plain data as JSON; a text or a picture as it is."""
    if isinstance(value, str | bytes):
        return value.encode() if isinstance(value, str) else value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=plain).encode()


if __name__ == "__main__":
    main()
