"""How many cores there are, and how many threads a batch takes; and that there is no worker."""

from __future__ import annotations

import os


class NoWorkers(RuntimeError):
    """Workers cannot be started, or not be reached."""


def processors() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def threads_for(size: int, many: int, told: int | None) -> int:
    """As many as are told; else one for a small batch, and from `many` on one a core."""
    if told is not None:
        return told
    return processors() if size >= many else 1
