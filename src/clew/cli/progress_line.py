"""Show the progress of long work in one line, drawn by rich on a terminal, never in a pipe."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from threading import Timer

    from clew.batch.journal import BatchState
    from clew.batch.streams import Summary
    from clew.core.result import Stats

PATIENCE = 0.3
"""Seconds before the line appears. Shorter work doesn't import rich."""
REDRAWN = 8
"""Times per second that the line is redrawn."""


class Progress:
    """A line that is redrawn, with a bar if the total is known.

    Use it in a `with` block, which clears the line at the end, even after Ctrl-C.
    """

    def __init__(self, quiet: bool = False, out: str = "") -> None:
        """Prepare a line, unless `quiet` is set or the results go to the same terminal.

        Args:
            quiet: whether to show nothing.
            out: the file for the results; `-` is standard output.
        """
        taken = out == "-" and sys.stdout.isatty()
        self.on = not (quiet or taken) and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._began = time.monotonic()
        self._timer: Timer | None = None
        self._shown: Any = None
        self._state: dict[str, Any] = {}
        if self.on:
            from threading import Lock

            self._lock = Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    @property
    def seconds(self) -> float:
        """Return the seconds since the work began."""
        return time.monotonic() - self._began

    def show(self, text: str, done: float = 0, total: float | None = None) -> None:
        """Show the progress. The line appears once the work has taken `PATIENCE` seconds."""
        if not self.on:
            return
        self._state = {"text": text, "completed": done, "total": total, "visible": True}
        with self._lock:
            if self._shown is not None:
                self._shown.update(0, **self._state)
            elif self._timer is None:
                from threading import Timer

                self._timer = Timer(max(0.0, PATIENCE - self.seconds), self._draw)
                self._timer.daemon = True
                self._timer.start()

    def _draw(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Display
        from rich.table import Column

        class BarIfKnown(BarColumn):
            def render(self, task: Any) -> Any:
                return super().render(task) if task.total else ""

        text = TextColumn("{task.fields[text]}", table_column=Column(no_wrap=True, ratio=1))
        with self._lock:
            if self._timer is None:  # cleared meanwhile
                return
            self._shown = Display(
                BarIfKnown(bar_width=20), text, TimeElapsedColumn(),
                console=Console(stderr=True), transient=True, refresh_per_second=REDRAWN,
                expand=True, redirect_stdout=False, redirect_stderr=False,
            )  # fmt: skip
            self._shown.add_task("", **self._state)
            self._shown.start()

    def clear(self) -> None:
        """Remove the line, to print something in its place. `show` draws it again."""
        if not self.on:
            return
        with self._lock:
            timer, self._timer = self._timer, None
            shown, self._shown = self._shown, None
        if timer is not None:
            timer.cancel()
        if shown is not None:
            shown.stop()


class SearchProgress(Progress):
    """The progress of a search, which calls it with its statistics."""

    label = ""
    found = 0
    _last = (0, 0.0)

    def start(self, label: str = "") -> None:
        """Reset the counters, and label the line with the search that begins."""
        self.label, self.found, self._last = label, 0, (0, 0.0)

    def count(self, answer: object) -> None:
        """Count a solution."""
        self.found += 1

    def __call__(self, stats: Stats) -> None:
        if not self.on or stats.seconds - self._last[1] < 1 / REDRAWN:
            return
        nodes, seconds = self._last
        self._last = (stats.nodes, stats.seconds)
        parts = [self.label] if self.label else []
        parts += [f"{stats.nodes:,} nodes", f"depth {stats.deepest:,}"]
        parts += [f"{(stats.nodes - nodes) / (stats.seconds - seconds):,.0f} nodes/s"]
        parts += [f"{self.found:,} found"] if self.found else []
        self.show(" · ".join(parts))


class BatchProgress(Progress):
    """The progress of a batch, which calls it with its state after each part."""

    first: BatchState | None = None

    def __call__(self, state: BatchState, total: int) -> None:
        if self.first is None:
            self.first = state  # draws nothing yet: the batch forks its workers next
        else:
            self.show(self.line(state, total), state.mark.read, total or None)

    def line(self, state: BatchState, total: int) -> str:
        first = self.first or state
        rate = (state.done + state.rejected - first.done - first.rejected) / max(self.seconds, 1e-9)
        read, begun = state.mark.read, first.mark.read
        parts = [f"{state.done:,} done", f"{state.rejected:,} rejected", f"{rate:,.0f}/s"]
        if total and read > begun:
            left = self.seconds * (total - read) / (read - begun)
            parts += [f"{100 * read // total} %", f"{span(left)} left"]
        return " · ".join(parts)


def summarised(summary: Summary, seconds: float) -> str:
    """Summarise the result of a batch in one line."""
    rejected = f"{summary.rejected:,} rejected"
    if summary.rejected and summary.rejects != "-":
        rejected += f" ({summary.rejects})"
    dropped = f" · {summary.dropped:,} dropped" if summary.dropped else ""
    return f"{summary.done:,} done · {rejected}{dropped} · {span(seconds)}"


def span(seconds: float) -> str:
    """Format a time as a person would say it."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s"
