"""How much memory the process holds, for the limits of a run."""

from __future__ import annotations

import mmap
import sys

PAGE = mmap.PAGESIZE


def memory_in_use() -> int:
    """The bytes of memory that this process holds now, or held at most where that is not known."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - called often
            return int(file.read().split()[1]) * PAGE
    except OSError:
        try:
            import resource
        except ImportError:  # no such thing on this system: the limit cannot be kept
            return 0
        scale = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale
