"""Fair timing on a noisy machine: CPU time, minima of interleaved runs, and a cap for the slow."""

from __future__ import annotations

import multiprocessing
import os
import resource
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

Work = Callable[..., object]
Timer = Callable[..., float]
SHORTEST = 0.002
"""A measurement repeats its work for at least this many seconds, because clocks are coarse."""
PATIENCE = 5.0
"""A process may take this many times its CPU seconds by the clock, in case the machine is busy."""
LOOK = 0.02
"""Seconds between two looks at its CPU time."""
LONG = 0.5
"""A call of at least this many seconds isn't repeated to discount its imports."""


class Effort(NamedTuple):
    """The effort of a benchmark: rounds, seconds per work, and the cap of a slow peer."""

    rounds: int = 8
    seconds: float = 1.0
    cap: float = 10.0


FULL = Effort()
QUICK = Effort(rounds=0, seconds=0.0, cap=0.5)


def clock() -> float:
    """Return the CPU seconds of this process and of the children it has waited for."""
    return time.process_time() + _of_children()


def _of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def cpu(work: Work, *args: Any, repeats: int = 1) -> float:
    """Measure the CPU seconds of one call, on average over the repeats."""
    start = clock()
    for _ in range(repeats):
        work(*args)
    return (clock() - start) / repeats


def wall(work: Work, *args: Any, repeats: int = 1) -> float:
    """Measure the wall-clock seconds of one call, on average over the repeats."""
    start = time.perf_counter()
    for _ in range(repeats):
        work(*args)
    return (time.perf_counter() - start) / repeats


def interleaved(works: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Return the minimum CPU time of each work, over rounds in which they take turns."""
    times = in_turns(works, [()], Effort(rounds, float("inf")))
    return {name: least[0] for name, least in times.items()}


def in_turns(
    works: Mapping[str, Work],
    items: Sequence[tuple[Any, ...]],
    effort: Effort,
    timed: Timer = cpu,
) -> dict[str, list[float]]:
    """Return the minimum CPU time of each work on each item, over rounds in which they take turns.

    A first round finds how often to repeat short work. The others end when their number or the
    time limit is reached, whichever comes first.
    """
    start = clock()
    least = {name: [timed(work, *item) for item in items] for name, work in works.items()}
    repeats = {name: _repeats(times) for name, times in least.items()}
    for _ in range(effort.rounds):
        if clock() - start > effort.seconds * len(works):
            break
        for name, work in works.items():
            again = [timed(work, *item, repeats=repeats[name]) for item in items]
            least[name] = list(map(min, least[name], again))
    return least


def _repeats(times: list[float]) -> int:
    mean = sum(times) / len(times)
    return 1 if mean >= SHORTEST else min(1000, int(SHORTEST / max(mean, 1e-7)) + 1)


def one_by_one(
    work: Work, items: Sequence[tuple[Any, ...]], seconds: float
) -> tuple[list[float], float]:
    """Work on the items in a separate process, until it has used a number of CPU seconds.

    Returns:
        The CPU times of the items that are done, and the total time of the process. The total is
        a lower bound for an item that isn't done.
    """
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_report, args=(theirs, work, items))
    before = _of_children()
    process.start()
    theirs.close()
    try:
        times = _received(ours, process.pid, seconds)
    finally:
        process.kill()
        process.join()
    return times, _of_children() - before


def _received(pipe: Any, pid: int | None, seconds: float) -> list[float]:
    """Receive times through the pipe until it closes or the time is over, and raise errors.

    The time is watched from here: a timer of CPU time in the process itself would make its own
    clock as coarse as the ticks of the system.
    """
    times: list[float] = []
    deadline = time.monotonic() + PATIENCE * seconds
    while time.monotonic() < deadline and _used(pid) < seconds:
        if not pipe.poll(LOOK):
            continue
        try:
            found = pipe.recv()
        except EOFError:
            break
        if isinstance(found, BaseException):
            raise found
        times.append(found)
    return times


def _used(pid: int | None) -> float:
    """Return the CPU seconds that a process has used, or 0 if the system doesn't report them."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _report(pipe: Any, work: Work, items: Sequence[tuple[Any, ...]]) -> None:
    try:
        for item in items:
            pipe.send(_least(work, item))
    except Exception as error:
        pipe.send(error)


def _least(work: Work, item: tuple[Any, ...]) -> float:
    """Return the minimum time of three calls, or the time of one if it's long.

    The first call may include imports.
    """
    took = cpu(work, *item)
    return took if took > LONG else min(took, cpu(work, *item), cpu(work, *item))


def capped(work: Work, *args: Any, seconds: float) -> tuple[float, bool]:
    """Return the CPU time of a call in a separate process, and whether it finished in time."""
    times, spent = one_by_one(work, [args], seconds)
    return (times[0], True) if times else (spent, False)


def duration(seconds: float) -> str:
    """Format a time in the unit that fits.

    >>> duration(0.0000042), duration(0.042), duration(4.2)
    ('4.20 us', '42.0 ms', '4.20 s')
    """
    for unit, scale in (("ns", 1e9), ("us", 1e6), ("ms", 1e3), ("s", 1.0)):
        if seconds * scale < 999.5 or unit == "s":
            return f"{short(seconds * scale)} {unit}"
    raise AssertionError


def short(number: float) -> str:
    """Format a number with three significant digits.

    >>> short(0.0123), short(1.2345), short(12.345), short(12345.6)
    ('0.0123', '1.23', '12.3', '12,346')
    """
    return f"{number:,.0f}" if number >= 99.95 else f"{number:#.3g}".rstrip(".")


def line(name: str, seconds: float, ours: float, note: str = "") -> str:
    """Format one row of a plain table: a time, and its ratio to ours."""
    ratio = "" if seconds == ours else f"{short(seconds / ours)} x"
    return f"  {name:<40}{duration(seconds):>11}{ratio:>14}  {note}".rstrip()
