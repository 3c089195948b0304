"""What a worker of the server does: answer a request, in one frame or in several.

A frame is the HTTP status and the bytes; MORE instead of the status if others follow.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Generator, Iterator, Mapping
from contextlib import suppress
from typing import Any

from clew.board.json import plain
from clew.web.limits import MEMORY, Refused
from clew.web.operations import find
from clew.workers.processes import MORE


def preload() -> None:
    """Import what requests need before they come, and all that is found by itself."""
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
    """A second wall behind the limit that searches keep themselves, for what keeps none."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (2 * MEMORY, 2 * MEMORY))


def answer(
    operation: str, given: Mapping[str, Any]
) -> Generator[tuple[int, bytes], None, tuple[int, bytes]]:
    """The frames of an answer; the last one, which has a status, is returned."""
    try:
        found = find(operation).work(given)
        if not isinstance(found, Iterator):
            return 200, packed(found)
        for part in found:
            yield MORE, packed(part)
        return 200, b""
    except Exception as error:
        status, told = explained(error)
        return status, packed({"error": told})


def explained(error: Exception) -> tuple[int, str]:
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
