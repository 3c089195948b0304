"""`clew batch`: millions of puzzles, from files to a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from clew.cli import params
from clew.cli.run_batch import work
from clew.cli.verbatim import Verbatim

F = TypeVar("F", bound=Callable[..., Any])

EPILOG = """
Examples:
  clew batch unique puzzles.txt --out unique.csv
  clew batch rate puzzles.csv.gz --out rated.parquet --workers 8
  clew batch solve a.txt b.txt --out solved.jsonl.zst --cluster tcp://10.0.0.1:8786
  zcat puzzles.gz | clew batch count - --limit 100 --out counts.txt

Cut off by anything, the same command goes on where it was. Lines that are no puzzle go to
OUT.rejects with their number and the reason; the exit status is then 4.
"""


class Batches(Verbatim, click.Group):
    """The group of what a batch can do."""


@click.group("batch", cls=Batches, epilog=EPILOG, no_args_is_help=False)
def batch() -> None:
    """Do the same with every puzzle of IN…: files of any length, or - for standard input.

    A file is text (one puzzle a line), .csv, .jsonl or .parquet, and .gz or .zst of these.
    """


def common(command: F) -> F:
    """The arguments and options of every batch."""
    for option in reversed(_COMMON):
        command = option(command)
    return command


_COMMON: tuple[Callable[[Any], Any], ...] = (
    click.argument("inputs", metavar="IN...", nargs=-1, required=True),
    click.option("--out", type=params.FILE, default="-", help="Where to (unless told: stdout)."),
    params.reading(),
    click.option("--column", metavar="NAME", help="The column or key that holds the puzzles."),
    click.option("--from-form", "input_form", metavar="FORM", help="The form of IN, as csv.gz."),
    click.option("--form", metavar="FORM", help="The form of OUT, as jsonl or csv.zst."),
    click.option(
        "--rejects", type=params.FILE, help="Where bad lines go (unless told: OUT.rejects)."
    ),
    click.option(
        "--workers",
        metavar="N",
        type=click.IntRange(0),
        help="Processes (unless told: one a core, or 0, none but this).",
    ),
    click.option("--cluster", metavar="ADDRESS", help="A Dask cluster: tcp://… or local:4."),
    click.option(
        "--chunk", metavar="SIZE", type=params.MemoryType(), help="Bytes of a part of IN."
    ),
    click.option("--restart", is_flag=True, help="Forget what was done, and begin anew."),
    click.option("-q", "--quiet", is_flag=True, help="Show no progress."),
)
STRATEGY = click.option(
    "--strategy", default="auto", type=params.StrategyType(), help="How to search."
)
NODES = click.option(
    "--max-nodes", metavar="N", type=params.NodesType(), help="Give a puzzle up there."
)
PLAIN = click.option(
    "--no-uniqueness",
    "uniqueness",
    flag_value=False,
    default=True,
    help="Without techniques that rest on there being one solution only.",
)


@batch.command()
@common
@STRATEGY
@NODES
def solve(**told: Any) -> int:
    """Write a solution of each puzzle; nothing for one that has none."""
    return work("solve", told)


@batch.command()
@common
@STRATEGY
@NODES
def unique(**told: Any) -> int:
    """Say of each puzzle whether it has exactly one solution: 1 or 0."""
    return work("unique", told)


@batch.command()
@common
@STRATEGY
@NODES
@click.option("--limit", metavar="N", type=click.IntRange(1), help="Count no further.")
def count(**told: Any) -> int:
    """Count the solutions of each puzzle; of a 9x9 Sudoku up to a million, unless told."""
    return work("count", told)


@batch.command()
@common
@PLAIN
def rate(**told: Any) -> int:
    """Rate each puzzle: its level, and ER, EP and ED as `clew rate` tells them."""
    return work("rate", told)


@batch.command()
@common
@PLAIN
def explain(**told: Any) -> int:
    """Write for each puzzle the steps of its solution, as JSON."""
    return work("explain", told)


@batch.command()
@common
@click.option("--to", default="id", type=params.NotationType(), help="How to write them.")
def convert(**told: Any) -> int:
    """Rewrite each puzzle in another notation of one line."""
    return work("convert", told)


@batch.command()
@common
@click.option("--dedupe", is_flag=True, help="Keep only the first of all that are the same.")
def canonical(**told: Any) -> int:
    """Write the canonical form of each puzzle, which all that are the same puzzle share."""
    return work("canonical", told)


@batch.command()
@common
@click.option("--count", metavar="N", type=click.IntRange(1), default=1, help="How many of each.")
@click.option("--to", default="id", type=params.NotationType(), help="How to write them.")
def make(**told: Any) -> int:
    """Make puzzles: each IN is a recipe as `clew make` tells it, such as sudoku:9,level=hard#1.

    Its seed and those that follow are used; --chunk is then 82 times as many puzzles.
    """
    return work("make", told)
