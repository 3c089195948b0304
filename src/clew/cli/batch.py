"""`clew batch`: millions of puzzles, from files to a file."""

from __future__ import annotations

import errno
import signal
import sys
from typing import Any

import click

from clew.cli import Terminated, params, status
from clew.cli.app import VerbatimGroup
from clew.core.errors import OutOfTime
from clew.workers import NoWorkers

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""The errors of a full disk."""
NAMED = ("kind", "notation", "column", "input_form", "form", "rejects", "chunk", "count")

EPILOG = """
Examples:
  clew batch unique puzzles.txt --out unique.csv
  clew batch unique puzzles.txt --proof --out proofs.jsonl.gz
  clew batch rate puzzles.csv.gz --out rated.parquet --workers 8
  clew batch solve a.txt b.txt --out solved.jsonl.zst --cluster tcp://10.0.0.1:8786
  zcat puzzles.gz | clew batch count - --limit 100 --out counts.txt

If a batch is interrupted, the same command resumes it. Lines that can't be read as puzzles go
to OUT.rejects with their number and the reason, and the exit status is 4.
"""


@click.group("batch", cls=VerbatimGroup, epilog=EPILOG)
def batch() -> None:
    """Answer the same question about every puzzle in IN…: files of any length, or - for stdin.

    A file is text (one puzzle per line), .csv, .jsonl or .parquet; all but the last may be
    compressed (.gz or .zst).
    """


COMMON = params.several(
    click.argument("inputs", metavar="IN...", nargs=-1, required=True),
    params.OUT,
    params.reading(),
    click.option("--column", metavar="NAME", help="The column or key with the puzzles."),
    click.option("--from-form", "input_form", metavar="FORM", help="The format of IN: csv.gz, …"),
    click.option("--form", metavar="FORM", help="The format of OUT: jsonl, csv.zst, …"),
    click.option(
        "--rejects", type=params.FILE, help="The file for bad lines (default: OUT.rejects)."
    ),
    params.WORKERS,
    params.max_seconds(),
    click.option(
        "--chunk", metavar="SIZE", type=params.MEMORY, help="The size of a part of IN, in bytes."
    ),
    click.option("--restart", is_flag=True, help="Discard an unfinished batch, and start over."),
    params.AS_JSON,
    params.QUIET,
)
SEARCH = params.several(
    params.HOW,
    click.option(
        "--max-nodes", metavar="N", type=params.NODES, help="Give up on a puzzle after N nodes."
    ),
)
PROOF = click.option("--proof", is_flag=True, help="Write a proof with each verdict.")
LIMIT = click.option(
    "--limit", metavar="N", type=params.Number(1), help="Stop counting at N solutions."
)
DEDUPE = click.option("--dedupe", is_flag=True, help="Keep only the first of equivalent puzzles.")
COUNT = click.option(
    "-n", "--number", "count", metavar="N", cls=params.Renamed, old=("--count",),
    type=params.Number(1), default=1, help="How many to make from each recipe (default: 1).",
)  # fmt: skip
WHATS = {
    "solve": (SEARCH, "Write one solution of each puzzle, or nothing if it has none."),
    "unique": (
        params.several(SEARCH, PROOF),
        "Write 1 for each puzzle with exactly one solution, 0 for others.\n\n"
        "With --proof use a compressed format, such as jsonl.gz. `clew proof check-all OUT` checks "
        "all the proofs.",
    ),
    "count": (
        params.several(SEARCH, LIMIT),
        "Count the solutions of each puzzle.\n\nFor a 9x9 Sudoku the default limit is a million.",
    ),
    "rate": (
        params.UNIQUENESS,
        "Rate each puzzle as `clew rate` does: level, ER, EP and ED.",
    ),
    "explain": (params.UNIQUENESS, "Write the steps of the solution of each puzzle, as JSON."),
    "convert": (params.TO, "Convert each puzzle to another one-line notation."),
    "canonical": (DEDUPE, "Write the canonical form, which equivalent puzzles share."),
    "make": (
        params.several(COUNT, params.TO),
        "Make puzzles from recipes.\n\nEach IN is a recipe as `clew make` prints it, such as "
        "sudoku:9,level=hard#1. The puzzles have its seed and the ones after it. To make N "
        "puzzles in each part, set --chunk to 82 times N.",
    ),
}
"""The options of each subcommand, and its help text."""


def _add(what: str, options: Any, text: str) -> None:
    def command(proof: bool = False, **given: Any) -> int:
        if proof and str(given.pop("strategy")) != "auto":
            status.usage("--proof chooses the strategy itself: leave out --strategy")
        return work("prove" if proof else what, given)

    batch.command(what, help=text)(COMMON(options(command)))


def work(what: str, given: dict[str, Any]) -> int:
    """Run a batch and show its progress."""
    from clew.batch import streams
    from clew.cli.progress_line import BatchProgress, summarised

    workers, cluster = given.pop("workers"), given.pop("cluster")
    status.only_one((workers is not None, cluster is not None), "--workers and --cluster")
    restart, quiet = given.pop("restart"), given.pop("quiet")
    as_json = given.pop("as_json")
    inputs, out = given.pop("inputs"), given.pop("out")
    named = {name: given.pop(name) for name in NAMED if name in given}
    if "strategy" in given:
        given["strategy"] = str(given["strategy"])
    try:
        with status.refusing(), BatchProgress(quiet, out) as progress:
            batch = streams.ordered(what, inputs, out, **named, options=given)
            where = workers if cluster is None else cluster
            summary = streams.run(batch, where, progress, restart)
    except KeyboardInterrupt:
        if out != "-":
            print(f"clew: interrupted: {status.RESUMES}", file=sys.stderr)
        return status.INTERRUPTED
    except (OutOfTime, Terminated, NoWorkers) as error:
        if out != "-":
            error.add_note(status.RESUMES)
        raise
    except BrokenPipeError:  # whoever read it has enough, as in `| head`
        if hasattr(signal, "SIGPIPE"):
            signal.raise_signal(signal.SIGPIPE)
        return status.BAD
    except OSError as error:
        if error.errno not in FULL:
            raise
        told = f"{error.filename}: {error.strerror}: with more room {status.RESUMES}"
        raise status.BadInput(told) from None
    if as_json:
        from clew.cli.records import record

        data = {"command": f"batch {what}", "done": summary.done, "rejected": summary.rejected}
        data |= {"dropped": summary.dropped, "seconds": progress.seconds}
        print(record(data), file=sys.stderr if out == "-" else sys.stdout)
    elif not quiet:
        print(summarised(summary, progress.seconds), file=sys.stderr)
    return status.REJECTED if summary.rejected else status.ANSWERED


for _what, _about in WHATS.items():
    _add(_what, *_about)
