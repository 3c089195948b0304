"""How much memory the process held at most, for systems that do not tell how much it holds now."""

from __future__ import annotations

import sys


def peak_memory() -> int:
    """The bytes that this process held at most; 0 where that is not known."""
    try:
        import resource
    except ImportError:  # no such thing on this system: the limit cannot be kept
        return 0
    scale = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale
