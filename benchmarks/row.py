"""The one shape of a benchmark: rows of work, what we take for it and what others take.

A benchmark is a module with a function `rows()` that yields `Row`s. `measured` makes a `Figure`
of each, and everything that is printed or written comes from figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Any

from benchmarks.measure import Effort, Work, cpu, duration, in_turns, one_by_one, wall

OURS = "clew"


class NotInstalled(Exception):
    """A peer is not here; the text says what would bring it."""


@dataclass(frozen=True)
class Row:
    """Some work, done by us and by others."""

    work: str
    """What is done, in a few words: the first column of the table."""
    ours: Work
    """It is called without arguments, or with each item of `over`."""
    peers: Mapping[str, Work] = field(default_factory=dict)
    """Others that do the same, called likewise, in turns with us."""
    slow: Mapping[str, Work] = field(default_factory=dict)
    """Those that may take very long: once each, in a process of their own, stopped after a while.

    With `over` they are compared over the items that they get done."""
    over: Sequence[Any] = ()
    size: int = 1
    """How many puzzles, nodes or states one call goes through; times are for one of them."""
    sizes: Mapping[str, int] = field(default_factory=dict)
    """The same for a peer that goes through another number."""
    goals: Mapping[str, float] = field(default_factory=dict)
    """For a peer, how many times our time it should take at least."""
    within: float | None = None
    """Our goal in seconds (for one of `size`)."""
    worst: float | None = None
    """Our goal in seconds for the hardest item of `over`."""
    part: str = ""
    """Rows of the same part share a table."""
    tell: Work | None = None
    """Makes a few words for the table of what `ours` returns (for the first item)."""
    lines: Sequence[str] = ()
    """The puzzles one a line, for the solvers that `--peer` adds."""
    kind: str = "sudoku"
    """What puzzles these are: a solver that `--peer` adds joins the rows of its kind."""
    kernel: bool = False
    """Whether to count instructions too."""
    by_clock: bool = False
    """Whether the time is that of the clock on the wall: for threads, whose CPU times add up."""
    cap: float | None = None
    """The CPU seconds of each slow peer, where the usual ones are too few."""
    quick: bool = False
    """Whether a smoke test may run it: a few milliseconds, peers and all."""

    @property
    def items(self) -> list[tuple[Any, ...]]:
        """The arguments of each call."""
        return [(item,) for item in self.over] or [()]


@dataclass(frozen=True)
class Against:
    """The time of a peer. A ratio of 10 means that Clew does the work ten times meanwhile."""

    name: str
    seconds: float | None = None
    ratio: float | None = None
    done: bool = True
    """If not, it was stopped, and would have taken longer."""
    note: str = ""
    """Why it was not measured, or how much of it was."""


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
    """Each goal in words, and whether it was met; None where that was not measured."""


def measured(
    row: Row,
    effort: Effort,
    outside: Sequence[Against] = (),
    instructions: float | None = None,
) -> Figure:
    """Run a row: ours and the peers in turns, then the slow ones; with what was measured apart."""
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
    """Call everybody once, so that imports are not measured: our words, and who is missing."""
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
    """Why a peer was not measured, in a few words."""
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
