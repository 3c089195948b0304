"""Fair timing on a noisy machine: CPU time, minima of interleaved runs, ratios."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One line of a table: how long a thing takes, and how many times our time that is."""

    name: str
    seconds: float
    ratio: float
    note: str = ""


def cpu(work: Callable[[], object]) -> float:
    """The CPU seconds that one call takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def interleaved(works: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """For each work the least CPU time over rounds in which they take turns."""
    least = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, work in works.items():
            least[name] = min(least[name], cpu(work))
    return least


def table(
    title: str, times: Mapping[str, float], ours: str, per: int, notes: Mapping[str, str]
) -> list[Row]:
    """Print the times of one puzzle each, and every other's as a multiple of ours."""
    rows = [Row(name, s / per, s / times[ours], notes.get(name, "")) for name, s in times.items()]
    print(f"\n{title}")
    for row in rows:
        shown = "" if row.name == ours else f"{row.ratio:10,.1f} x ours"
        print(f"  {row.name:<34}{_time(row.seconds):>12}{shown}  {row.note}".rstrip())
    return rows


def _time(seconds: float) -> str:
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} us"
    return f"{seconds * 1e3:.2f} ms" if seconds < 1 else f"{seconds:.2f} s"
