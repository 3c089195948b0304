"""`clew count`: the number of answers, in parts that can be gone on with and counted again."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import click

from clew.cli import params, status
from clew.cli.progress import span
from clew.cli.report import plural
from clew.cli.verbatim import Verbatim

if TYPE_CHECKING:
    from clew.batch.tally import Tally
    from clew.batch.workers import Where

EPILOG = """
Examples:
  clew count queens:16 --split 100
  clew count queens:18 --split 2000 --checkpoint q18
  clew count queens:14 --by-symmetry --split 500 --workers 2
  clew count latin:7 --split 200 --checkpoint l7 --cluster local:4
  clew count --verify q18 --sample 5%

With --checkpoint each part is stored when it is counted: cut off by anything, the same
command goes on. --verify counts some of the parts once more, chosen by chance.
"""
PERIOD = {True: 0.2, False: 5.0}
"""Seconds between two looks at how far it is: on a terminal, and in a log."""


@click.command(cls=Verbatim, epilog=EPILOG)
@click.argument("puzzle", type=params.PuzzleType(), required=False)
@params.reading()
@click.option("--strategy", type=params.StrategyType(), default="auto", help="How to search.")
@click.option("--split", metavar="N", type=click.IntRange(1), help="In at least N parts.")
@click.option("--checkpoint", metavar="DIR", help="Where each part is stored, to go on from.")
@click.option("--by-symmetry", is_flag=True, help="For queens: also how many of each symmetry.")
@click.option("--workers", metavar="N", type=click.IntRange(0), help="Processes (one a core).")
@click.option("--cluster", metavar="ADDRESS", help="A Dask cluster: tcp://… or local:4.")
@click.option("--verify", metavar="DIR", help="Count parts of a stored count once more.")
@click.option("--sample", metavar="P%", help="How many of them (5%).")
@click.option("--seed", metavar="S", type=click.IntRange(0), help="Which of them.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--quiet", "-q", is_flag=True, help="Show no progress.")
def count(puzzle: str | None, verify: str | None, **told: Any) -> int:
    """Count the answers of PUZZLE exactly: an id, a file with one puzzle, or -.

    Parts need no other: each is counted in a process of its own, here or on a cluster, and the
    numbers are summed. A part that kills its worker four times is named, and the rest goes on.
    """
    from clew.batch.cores import NoWorkers
    from clew.puzzle import Unsuited
    from clew.result import Stopped

    _check(puzzle, verify, told)
    where = told["workers"] if told["cluster"] is None else told["cluster"]
    watch = Watch(told["quiet"])
    try:
        with watch:
            if verify is not None:
                return _verify(verify, where, told, watch)
            return _count(puzzle or "", where, told, watch)
    except (ValueError, Unsuited, NoWorkers) as error:
        raise status.BadInput(str(error)) from None
    except Stopped as stop:
        click.echo(f"clew: {stop}: so the answers cannot be counted", err=True)
        return status.STOPPED
    except KeyboardInterrupt:
        if told["checkpoint"]:
            click.echo("clew: interrupted: the same command goes on from here", err=True)
        return status.INTERRUPTED


def _check(puzzle: str | None, verify: str | None, told: dict[str, Any]) -> None:
    """Refuse options that do not go together."""
    if (puzzle is None) == (verify is None):
        status.usage("expected a PUZZLE, or --verify with a folder")
    if told["workers"] is not None and told["cluster"] is not None:
        status.usage("expected only one of --workers and --cluster")
    if told["by_symmetry"] and str(told["strategy"]) != "auto":
        status.usage("expected only one of --by-symmetry and --strategy")
    only = ("split", "checkpoint", "by_symmetry") if verify else ("sample", "seed")
    for name in only:
        if told[name] not in (None, False):
            with_it = "without" if verify else "with"
            status.usage(f"expected --{name.replace('_', '-')} only {with_it} --verify")


def _count(word: str, where: Where, told: dict[str, Any], watch: Watch) -> int:
    from clew.batch.tally import tally
    from clew.cli.source import load

    puzzles = load(word, told["kind"], told["notation"])
    if len(puzzles) > 1:
        raise status.BadInput(f"{word}: found {len(puzzles)} puzzles, expected one")
    parts = told["split"] or 1
    found = tally(
        puzzles[0],
        parts,
        told["checkpoint"],
        strategy=str(told["strategy"]),
        symmetry=told["by_symmetry"],
        where=0 if parts == 1 and where is None and not told["by_symmetry"] else where,
        progress=watch,
    )
    watch.end(found)
    click.echo(json.dumps(_data(found)) if told["as_json"] else _told(found))
    return _poisoned(found) or (status.ANSWERED if found.total else status.UNSOLVABLE)


def _poisoned(found: Tally) -> int:
    """Say which parts have no count; the status, 0 if there is none of them."""
    if found.poisoned:
        some = ", ".join(map(str, found.poisoned[:8]))
        click.echo(
            f"clew: {len(found.poisoned)} of {plural(len(found.shares), 'part')} killed each "
            f"worker that took them ({some}): the number is a lower bound",
            err=True,
        )
        return status.STOPPED
    return status.ANSWERED


def _verify(folder: str, where: Where, told: dict[str, Any], watch: Watch) -> int:
    from clew.batch.tally import verify

    sample = _share(told["sample"] or "5%")
    seed = told["seed"] if told["seed"] is not None else int.from_bytes(os.urandom(4), "big")
    found, chosen = verify(folder, sample, seed, where=where, progress=watch.verified)
    watch.clear()
    if told["as_json"]:
        data = _data(found) | {"stored": len(found.done), "seed": seed, "verified": chosen}
        click.echo(json.dumps(data))
    else:
        every = len(found.shares)
        click.echo(
            f"{found.id}: {len(found.done):,} of {plural(every, 'part')} stored, "
            f"{plural(found.total, 'answer')}; {plural(len(chosen), 'part')} counted again "
            f"(seed {seed}): {'each is ' * bool(chosen)}as stored"
        )
    return status.ANSWERED if found.complete else status.STOPPED


def _share(text: str) -> float:
    try:
        share = float(text.removesuffix("%")) / 100
    except ValueError:
        share = -1
    if not 0 < share <= 1:
        raise ValueError(f"found --sample {text[:20]}, expected such as 5%")
    return share


def _told(found: Tally) -> str:
    lines = [plural(found.total, "answer")]
    if classes := found.classes():
        lines += [
            f"{classes.fundamental:,} up to symmetry: {classes.asymmetric:,} without any, "
            f"{classes.half_turn:,} with a half turn, {classes.quarter_turn:,} with a quarter turn"
        ]
    return "\n".join(lines)


def _data(found: Tally) -> dict[str, Any]:
    data: dict[str, Any] = {
        "puzzle": found.id,
        "count": found.total,
        "complete": found.complete,
        "parts": len(found.shares),
        "poisoned": found.poisoned,
        "nodes": found.nodes,
    }
    if classes := found.classes():
        names = ("fundamental", "asymmetric", "half_turn", "quarter_turn")
        data |= {name: getattr(classes, name) for name in names}
    return data


class Watch:
    """How far a count is: one line that is redrawn on a terminal, now and then one in a log.

    A thread draws it, so that it is seen also while a long part is being counted.
    """

    def __init__(self, quiet: bool) -> None:
        self.began = time.monotonic()
        self.first: int | None = None
        self.quiet = quiet
        self.terminal = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._text = ""
        self._due = 0.0
        self._drawn = False
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._draw, daemon=True)

    def __enter__(self) -> Watch:
        if not self.quiet:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def __call__(self, found: Tally) -> None:
        self.first = len(found.done) if self.first is None else self.first
        if not self.quiet and time.monotonic() >= self._due:
            self._due = time.monotonic() + PERIOD[self.terminal] / 2
            self._text = self._line(found)

    def verified(self, done: int, every: int) -> None:
        """How far a verification is."""
        self._text = f"{done:,} of {plural(every, 'part')} counted again"

    def _draw(self) -> None:
        while not self._over.wait(PERIOD[self.terminal]):
            if self._text:
                line = f"{self._text} · {span(time.monotonic() - self.began)}"
                self._drawn = self.terminal
                shown = f"\r\x1b[K{line}" if self.terminal else line
                click.echo(shown, err=True, nl=not self.terminal)

    def _line(self, found: Tally) -> str:
        done, every = len(found.done), len(found.shares)
        said = f"{done:,} of {plural(every, 'part')} · {plural(found.total, 'answer')}"
        new = done - (self.first or 0)
        if not new:
            return said
        return f"{said} · {span((time.monotonic() - self.began) / new * (every - done))} left"

    def clear(self) -> None:
        """Draw no more, and take away what is drawn."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
        if self._drawn:
            click.echo("\r\x1b[K", err=True, nl=False)
        self._drawn = False

    def end(self, found: Tally) -> None:
        self.clear()
        if not self.quiet:
            taken = span(time.monotonic() - self.began)
            work = f"{plural(len(found.shares), 'part')} · {plural(found.nodes, 'node')}"
            click.echo(f"{work} · {taken}", err=True)
