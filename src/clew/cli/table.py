"""The searches that were compared, as a table of plain text and as CSV."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from clew.cli.report import plural
from clew.core.faces import StateSpace
from clew.core.result import Status

if TYPE_CHECKING:
    from clew.search.run import Search

COUNTERS = (
    "nodes", "generated", "duplicates", "backtracks", "checks", "prunings", "deepest", "frontier"
)  # fmt: skip
ALWAYS = ("nodes", "backtracks", "deepest", "frontier")
OF_WALKS = ("generated", "duplicates")
Row = tuple[str, ...]


def outcome(search: Search) -> str:
    """How a search ended, in a word or two."""
    if search.status is Status.STOPPED:
        return "interrupted" if search.interrupted else f"stopped: {search.reason}"
    if search.status is Status.ENOUGH:
        return "solved"
    return plural(search.found, "answer") if search.found else "no solution"


def table(searches: Sequence[Search]) -> str:
    """Rows of strategies; on a terminal too narrow for it, two lines a row."""
    counters = _telling(searches)
    rows = [_heads(counters), *(_row(search, counters) for search in searches)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [_line(row, widths) for row in rows]
    if sys.stdout.isatty() and max(map(len, lines)) > shutil.get_terminal_size().columns:
        lines = list(_narrow(rows, widths))
    return "\n".join([click.style(lines[0], bold=True), *lines[1:]])


def _telling(searches: Sequence[Search]) -> list[str]:
    """The counters that tell something of these searches: a walk checks no constraints."""
    walks = StateSpace in searches[0].puzzle.faces
    used = {
        name for name in COUNTERS if any(getattr(search.run.stats, name) for search in searches)
    }
    used -= set() if walks else set(OF_WALKS)
    return [name for name in COUNTERS if name in used or name in ALWAYS]


def _heads(counters: Iterable[str]) -> Row:
    return ("strategy", *counters, "seconds", "outcome")


def _row(search: Search, counters: Iterable[str]) -> Row:
    stats = search.run.stats
    shown = (f"{getattr(stats, name):,}" for name in counters)
    return (search.by, *shown, f"{stats.seconds:,.4f}", outcome(search) + _length(search))


def _length(search: Search) -> str:
    """How many moves the answer has, where answers differ in that."""
    noun = search.puzzle.step
    return f" in {plural(len(search.answers[0]), noun)}" if noun and search.answers else ""


def _line(row: Row, widths: Sequence[int]) -> str:
    """The strategy and the outcome to the left, numbers to the right."""
    numbers = (cell.rjust(width) for cell, width in zip(row[1:-1], widths[1:-1], strict=True))
    return "  ".join([row[0].ljust(widths[0]), *numbers, row[-1]])


def _narrow(rows: Sequence[Row], widths: Sequence[int]) -> Iterable[str]:
    for number, row in enumerate(rows):
        if number:
            yield f"{row[0]}: {row[-1]}"
        yield _line((" ", *row[1:-1], ""), [1, *widths[1:]]).rstrip()


def csv(searches: Iterable[Search]) -> str:
    """One line a search, with the id of its puzzle in front."""
    import csv as writers
    from io import StringIO

    text = StringIO()
    writer = writers.writer(text, lineterminator="\n")
    heads = _heads(COUNTERS)
    writer.writerow(("puzzle", *heads[:-1], "answers", heads[-1]))
    for search in searches:
        stats = search.run.stats
        counters = [getattr(stats, name) for name in COUNTERS]
        found = (f"{stats.seconds:.6f}", search.found, outcome(search))
        writer.writerow((search.puzzle.id, search.by, *counters, *found))
    return text.getvalue()
