"""The server's workers, which answer a request with one frame or several.

A frame consists of an HTTP status and bytes. The status is MORE if other frames follow.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Generator, Iterator, Mapping
from contextlib import suppress
from typing import Any

from clew.board.json import plain
from clew.web.limits import MEMORY, STOPPED, Refused
from clew.web.operations import find
from clew.workers.processes import MORE


def preload() -> None:
    """Import everything that requests may need in advance, including plug-ins."""
    from clew.core.registry import all_puzzles
    from clew.generators.maker import makers
    from clew.model.loading import load_known
    from clew.notation import notations
    from clew.search.strategy import strategies
    from clew.web.operations import OPERATIONS

    load_known()
    _ = [operation.work for operation in OPERATIONS]
    for found in (all_puzzles, strategies, notations, makers):
        found()


def limit_memory() -> None:
    """Limit this process's memory, for code that doesn't enforce a limit itself."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (2 * MEMORY, 2 * MEMORY))


def answer(
    operation: str, given: Mapping[str, Any]
) -> Generator[tuple[int, bytes], None, tuple[int, bytes]]:
    """Yield the frames of an answer, and return the last one with its status."""
    try:
        found = find(operation).work(given)
        if not isinstance(found, Iterator):
            return 200, packed(found)
        for part in found:
            yield MORE, packed(part)
        return 200, b""
    except Exception as error:
        status, line = explained(error)
        return status, packed({"error": line})


def explained(error: Exception) -> tuple[int, str]:
    """Return the status and the message for an error. Bugs are also printed for the operator."""
    from clew.core.puzzle import Unsuited
    from clew.core.result import Stopped

    if isinstance(error, Refused):
        return error.status, str(error)
    if isinstance(error, Stopped):
        return 422, f"stopped without a result: {STOPPED.get(error.limit, error.limit)}"
    if isinstance(error, ValueError | Unsuited):
        return 422, " ".join(str(error).split())
    if isinstance(error, MemoryError):
        return 422, f"stopped: this needs more memory than the limit of {MEMORY >> 20} MB"
    if isinstance(error, RecursionError):
        return 422, "stopped: this puzzle is nested too deeply"
    traceback.print_exception(error)
    return 500, f"a bug in Clew: {type(error).__name__}"


def packed(value: Any) -> bytes:
    """Encode plain data as JSON. Leave text and pictures as they are."""
    if isinstance(value, str | bytes):
        return value.encode() if isinstance(value, str) else value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=plain).encode()
