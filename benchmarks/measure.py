"""Fair timing on a noisy machine: CPU time, minima of interleaved runs, ratios, and a cap."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Mapping
from typing import Any


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


def capped(work: Callable[..., object], *args: Any, seconds: float) -> tuple[float, bool]:
    """The CPU time of a call in a process of its own, and whether it came to an end in time."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_report, args=(theirs, work, args))
    process.start()
    done = ours.poll(seconds)
    took = ours.recv() if done else seconds
    process.kill()
    process.join()
    return took, done


def _report(pipe: Any, work: Callable[..., object], args: tuple[Any, ...]) -> None:
    pipe.send(cpu(lambda: work(*args)))


def line(name: str, seconds: float, ours: float, note: str = "") -> str:
    """One row of a table: a time, and how many times ours that is."""
    ratio = "" if seconds == ours else f"{seconds / ours:12,.1f} x"
    return f"  {name:<36}{duration(seconds):>11}{ratio:>14}  {note}".rstrip()


def duration(seconds: float) -> str:
    """A time in the unit that suits it."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} us"
    return f"{seconds * 1e3:.2f} ms" if seconds < 1 else f"{seconds:.2f} s"
