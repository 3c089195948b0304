"""How far a batch is: a bar on a terminal, a line every few seconds in a log."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew.batch.journal import State
    from clew.batch.streams import Summary

PERIOD = 5.0
"""Seconds between two lines of a log."""


@contextmanager
def shown(quiet: bool, out: str) -> Iterator[Watch]:
    """Something to watch a batch with, as it suits where its errors go."""
    terminal = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    if quiet:
        yield Watch()
    elif terminal and not (out == "-" and sys.stdout.isatty()):
        with Bar() as bar:
            yield bar
    else:
        yield Log()


class Watch:
    """Shows nothing; and the base of what does."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.first: State | None = None

    def __call__(self, state: State, total: int) -> None:
        self.first = self.first or state
        self.show(state, total)

    def show(self, state: State, total: int) -> None:
        """Show how far it is."""

    def end(self, summary: Summary) -> None:
        """Show what came of it."""

    def line(self, state: State, total: int) -> str:
        """How far it is, in one line."""
        first = self.first or state
        seconds = max(time.monotonic() - self.began, 1e-9)
        rate = (state.done + state.rejected - first.done - first.rejected) / seconds
        read, begun = state.mark.read, first.mark.read
        parts = [f"{state.done:,} done", f"{state.rejected:,} rejected", f"{rate:,.0f}/s"]
        if total and read > begun:
            left = seconds * (total - read) / (read - begun)
            parts += [f"{100 * read // total} %", f"{span(left)} left"]
        return " · ".join(parts)


class Log(Watch):
    """A line every few seconds, and one at the end."""

    def __init__(self) -> None:
        super().__init__()
        self._due = self.began + PERIOD

    def show(self, state: State, total: int) -> None:
        if time.monotonic() >= self._due:
            self._due = time.monotonic() + PERIOD
            print(self.line(state, total), file=sys.stderr)

    def end(self, summary: Summary) -> None:
        print(told(summary, time.monotonic() - self.began), file=sys.stderr)


class Bar(Watch):
    """A bar with what there is to say beside it."""

    def __enter__(self) -> Bar:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        columns = (BarColumn(), TextColumn("{task.fields[said]}"))
        console = Console(stderr=True)
        self._progress = Progress(*columns, console=console, transient=True)
        self._task = self._progress.add_task("", total=None, said="")
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def show(self, state: State, total: int) -> None:
        said = self.line(state, total)
        self._progress.update(self._task, total=total or None, completed=state.mark.read, said=said)

    def end(self, summary: Summary) -> None:
        self._progress.stop()
        print(told(summary, time.monotonic() - self.began), file=sys.stderr)


def told(summary: Summary, seconds: float) -> str:
    """What came of a batch, in one line."""
    rejected = f"{summary.rejected:,} rejected"
    if summary.rejected and summary.rejects != "-":
        rejected += f" ({summary.rejects})"
    dropped = f" · {summary.dropped:,} dropped" if summary.dropped else ""
    return f"{summary.done:,} done · {rejected}{dropped} · {span(seconds)}"


def span(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s"
