"""Worker processes for batches and the web: their number, and the error if none can start."""

from __future__ import annotations

import os

from clew.core.errors import ClewError


class NoWorkers(ClewError, RuntimeError):
    """Workers can't be started, or can't be reached."""


def processors() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def threads_for(size: int, many: int, given: int | None) -> int:
    """Return the number of threads to use.

    The default is 1 for a batch of fewer than `many` puzzles, and one thread per core otherwise.
    """
    if given is not None:
        return given
    return processors() if size >= many else 1
