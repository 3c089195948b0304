"""The form of every benchmark: rows of work, with our time and the times of others.

A benchmark is a module with a function `rows()` that yields `Row`s. `measured` turns each into a
`Figure`. Everything that the benchmarks print or write comes from figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Any

from benchmarks.measure import Effort, Work, cpu, duration, in_turns, one_by_one, wall

OURS = "clew"


class NotInstalled(Exception):
    """A peer isn't installed. The text says how to install it."""


@dataclass(frozen=True)
class Row:
    """Work to time, for Clew and for its peers."""

    work: str
    """A short description of the work: the first column of the table."""
    ours: Work
    """Clew's function. It's called without arguments, or with each item of `over`."""
    peers: Mapping[str, Work] = field(default_factory=dict)
    """Functions of others that do the same, called in the same way and in turns with ours."""
    slow: Mapping[str, Work] = field(default_factory=dict)
    """Peers that may take very long. Each runs once, in its own process, with a time limit.

    With `over` they're compared on the items they finish."""
    over: Sequence[Any] = ()
    size: int = 1
    """The number of puzzles, nodes or states per call. Times are for one of them."""
    sizes: Mapping[str, int] = field(default_factory=dict)
    """The same for peers with a different number."""
    goals: Mapping[str, float] = field(default_factory=dict)
    """For a peer, its smallest acceptable time as a multiple of ours."""
    within: float | None = None
    """Our goal in seconds (for one of `size`)."""
    worst: float | None = None
    """Our goal in seconds for the hardest item of `over`."""
    part: str = ""
    """Rows of the same part share a table."""
    tell: Work | None = None
    """A function that describes the result of `ours` in the table (for the first item)."""
    lines: Sequence[str] = ()
    """The puzzles, one per line, for the solvers that `--peer` adds."""
    kind: str = "sudoku"
    """The kind of the puzzles. A solver that `--peer` adds joins the rows of its kind."""
    kernel: bool = False
    """Whether to count instructions too."""
    by_clock: bool = False
    """Whether to measure wall-clock time, for threads, whose CPU times add up."""
    cap: float | None = None
    """The CPU seconds for each slow peer, if the usual number is too small."""
    quick: bool = False
    """Whether a smoke test may run it: it takes a few milliseconds, peers included."""

    @property
    def items(self) -> list[tuple[Any, ...]]:
        """The arguments of each call."""
        return [(item,) for item in self.over] or [()]


@dataclass(frozen=True)
class Against:
    """The time of a peer. A ratio of 10 means that Clew is ten times as fast."""

    name: str
    seconds: float | None = None
    ratio: float | None = None
    done: bool = True
    """False if it was stopped, and would have taken longer."""
    note: str = ""
    """Why it wasn't measured, or how much of it was."""


@dataclass(frozen=True)
class Figure:
    """The measurements of a row, in CPU seconds for one of its puzzles, nodes or states."""

    work: str
    seconds: float
    part: str = ""
    size: int = 1
    median: float | None = None
    worst: float | None = None
    note: str = ""
    instructions: float | None = None
    peers: tuple[Against, ...] = ()
    goals: tuple[tuple[str, bool | None], ...] = ()
    """Each goal in words, and whether it was met (None if it wasn't measured)."""


def measured(
    row: Row,
    effort: Effort,
    outside: Sequence[Against] = (),
    instructions: float | None = None,
) -> Figure:
    """Measure a row: our work and the peers' in turns, then the slow peers one by one."""
    told, missing = _warmed(row)
    works = {OURS: row.ours} | {n: w for n, w in row.peers.items() if n not in missing}
    times = in_turns(works, row.items, effort, wall if row.by_clock else cpu)
    mine = times.pop(OURS)
    against = [
        _against(row, name, times.get(name), mine, missing.get(name, "")) for name in row.peers
    ]
    against += [
        _slow(row, name, mine, effort.cap if row.cap is None else row.cap) for name in row.slow
    ]
    against += [_outside(peer, sum(mine) / len(mine) / row.size) for peer in outside]
    return Figure(
        row.work,
        sum(mine) / len(mine) / row.size,
        row.part,
        row.size,
        median(mine) / row.size if len(mine) > 1 else None,
        max(mine) / row.size if len(mine) > 1 else None,
        told,
        instructions,
        tuple(against),
        tuple(_goals(row, mine, {peer.name: peer for peer in against})),
    )


def _warmed(row: Row) -> tuple[str, dict[str, str]]:
    """Call everybody once, so that imports aren't measured.

    Returns:
        The description of our result, and the missing peers with the reason.
    """
    first = row.items[0]
    found = row.ours(*first)
    missing = {}
    for name, work in row.peers.items():
        try:
            work(*first)
        except (NotInstalled, ModuleNotFoundError) as error:
            missing[name] = reason(error)
    return str(row.tell(found)) if row.tell is not None else "", missing


def reason(error: Exception) -> str:
    """Say in a few words why a peer wasn't measured."""
    if isinstance(error, ModuleNotFoundError):
        return f"no module {error.name}"
    return str(error).partition("\n")[0]


def _against(
    row: Row, name: str, theirs: list[float] | None, mine: list[float], note: str
) -> Against:
    if not theirs:
        return Against(name, note=note)
    scale = row.sizes.get(name, row.size)
    ratio = (sum(theirs) / scale) / (sum(mine[: len(theirs)]) / row.size)
    return Against(name, sum(theirs) / len(theirs) / scale, ratio)


def _slow(row: Row, name: str, mine: list[float], cap: float) -> Against:
    try:
        theirs, spent = one_by_one(row.slow[name], row.items, cap)
    except (NotInstalled, ModuleNotFoundError) as error:
        return Against(name, note=reason(error))
    if theirs:
        some = f"{len(theirs)} of {len(mine)}" if len(theirs) < len(mine) else ""
        return replace(_against(row, name, theirs, mine, ""), note=some)
    scale = row.sizes.get(name, row.size)
    return Against(name, spent / scale, (spent / scale) / (mine[0] / row.size), done=False)


def _outside(peer: Against, mine: float) -> Against:
    """Compare the time that a solver reports with ours."""
    if peer.seconds is None:
        return peer
    return Against(peer.name, peer.seconds, peer.seconds / mine)


def _goals(
    row: Row, mine: list[float], peers: Mapping[str, Against]
) -> list[tuple[str, bool | None]]:
    said: list[tuple[str, bool | None]] = []
    if row.within is not None:
        said.append((duration(row.within), sum(mine) / len(mine) / row.size <= row.within))
    if row.worst is not None:
        said.append((f"each {duration(row.worst)}", max(mine) / row.size <= row.worst))
    for name, ratio in row.goals.items():
        peer = peers.get(name, Against(name))
        said.append((f"{ratio:,g} x {name}", _reached(peer, ratio)))
    return said


def _reached(peer: Against, ratio: float) -> bool | None:
    if peer.ratio is None:
        return None
    return True if peer.ratio >= ratio else (False if peer.done else None)
