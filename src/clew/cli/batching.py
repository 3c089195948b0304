"""`clew batch`: millions of puzzles, from files to a file."""

from __future__ import annotations

from typing import Any

import click

from clew.cli import params
from clew.cli.app import Verbatim
from clew.cli.run_batch import work

EPILOG = """
Examples:
  clew batch unique puzzles.txt --out unique.csv
  clew batch rate puzzles.csv.gz --out rated.parquet --workers 8
  clew batch solve a.txt b.txt --out solved.jsonl.zst --cluster tcp://10.0.0.1:8786
  zcat puzzles.gz | clew batch count - --limit 100 --out counts.txt

If a batch is cut off, the same command resumes it. Lines that are no puzzle go to
OUT.rejects with their number and the reason; the exit status is then 4.
"""


class Batches(Verbatim, click.Group):
    """The group of what a batch can do."""


@click.group("batch", cls=Batches, epilog=EPILOG, no_args_is_help=False)
def batch() -> None:
    """Do the same with every puzzle of IN…: files of any length, or - for standard input.

    A file is text (one puzzle per line), .csv, .jsonl or .parquet, and .gz or .zst of these.
    """


COMMON = params.several(
    click.argument("inputs", metavar="IN...", nargs=-1, required=True),
    params.OUT,
    params.reading(),
    click.option("--column", metavar="NAME", help="The column or key that holds the puzzles."),
    click.option("--from-form", "input_form", metavar="FORM", help="The form of IN, as csv.gz."),
    click.option("--form", metavar="FORM", help="The form of OUT, as jsonl or csv.zst."),
    click.option("--rejects", type=params.FILE, help="The file for bad lines (OUT.rejects)."),
    params.WORKERS,
    click.option("--chunk", metavar="SIZE", type=params.MEMORY, help="Bytes of a part of IN."),
    click.option("--restart", is_flag=True, help="Discard an unfinished batch, and start over."),
    params.QUIET,
)
SEARCH = params.several(
    params.HOW,
    click.option("--max-nodes", metavar="N", type=params.NODES, help="Give a puzzle up there."),
)
LIMIT = click.option("--limit", metavar="N", type=click.IntRange(1), help="Count up to N.")
DEDUPE = click.option("--dedupe", is_flag=True, help="Keep only the first of equal puzzles.")
COUNT = click.option("--count", metavar="N", type=click.IntRange(1), default=1, help="How many.")
WHATS = {
    "solve": (SEARCH, "Write a solution of each puzzle; nothing if there is none."),
    "unique": (SEARCH, "Say of each puzzle whether it has exactly one solution: 1 or 0."),
    "count": (
        params.several(SEARCH, LIMIT),
        "Count the solutions of each puzzle.\n\nBy default a 9x9 Sudoku up to a million.",
    ),
    "rate": (
        params.UNIQUENESS,
        "Rate each puzzle: level, ER, EP and ED, as `clew rate`.",
    ),
    "explain": (params.UNIQUENESS, "Write the steps of the solution of each puzzle, as JSON."),
    "convert": (params.TO, "Convert each puzzle to another notation of one line."),
    "canonical": (DEDUPE, "Write the canonical form that equal puzzles share."),
    "make": (
        params.several(COUNT, params.TO),
        "Make puzzles from recipes.\n\nEach IN is a recipe as in `clew make`, such as "
        "sudoku:9,level=hard#1. Its seed and those after it are used. --chunk is then 82 times "
        "the puzzles of a part.",
    ),
}
"""The options of each subcommand, and its help text."""


def _add(what: str, options: Any, text: str) -> None:
    def command(**given: Any) -> int:
        return work(what, given)

    batch.command(what, help=text)(COMMON(options(command)))


for _what, _about in WHATS.items():
    _add(_what, *_about)
