"""The line that shows a long search at work: on a terminal only, and gone when it ends."""

from __future__ import annotations

import os
import shutil
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew.core.result import Stats

PERIOD = 0.1
PATIENCE = 0.3
"""Seconds between two redrawings, and before the first."""


class Live:
    """Redraws one line of stderr with what the search has done so far.

    Pass it as `progress`; call `start` with each search, `erase` before anything is printed.
    """

    def __init__(self, quiet: bool = False) -> None:
        self.on = not quiet and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self.shown = False
        self._due = time.monotonic() + PATIENCE
        self.start()

    def start(self, label: str = "") -> None:
        """Begin to count anew; the label says what is being searched."""
        self.label = label
        self.found = 0
        self._last = (0, 0.0)

    def __call__(self, stats: Stats) -> None:
        now = time.monotonic()
        if self.on and now >= self._due:
            self._due = now + PERIOD
            self._draw(stats)

    def count(self, answer: object) -> None:
        """Note that an answer was found."""
        self.found += 1

    def erase(self) -> None:
        """Leave the line empty, as it was."""
        if self.shown:
            self._put("")
            self.shown = False

    def _draw(self, stats: Stats) -> None:
        nodes, seconds = self._last
        rate = (stats.nodes - nodes) / max(stats.seconds - seconds, 1e-9)
        self._last = (stats.nodes, stats.seconds)
        parts = [self.label] if self.label else []
        parts += [f"{stats.nodes:,} nodes", f"depth {stats.deepest:,}", f"{rate:,.0f} nodes/s"]
        parts += [f"{self.found:,} found"] if self.found else []
        self._put(" · ".join([*parts, f"{stats.seconds:.1f} s"]))
        self.shown = True

    def _put(self, line: str) -> None:
        width = shutil.get_terminal_size().columns - 1
        sys.stderr.write(f"\r{line[:width]}\x1b[K")
        sys.stderr.flush()
