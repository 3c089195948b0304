"""`clew convert`."""

from __future__ import annotations

import click

from clew.cli import params
from clew.cli.status import BadInput
from clew.cli.verbatim import Verbatim

EPILOG = """
Examples:
  clew convert sudoku:..233..42.3.1... --to id
  clew convert puzzles.sdm --to id --out puzzles.txt
"""


@click.command(cls=Verbatim, epilog=EPILOG)
@click.argument("puzzle", metavar="IN", type=params.PuzzleType())
@click.option("--to", "to", required=True, type=params.NotationType(), help="How to write it.")
@params.reading("--from")
@click.option("--out", type=params.FILE, default="-", help="Where to (unless told: stdout).")
def convert(puzzle: str, to: str, kind: str | None, notation: str | None, out: str) -> None:
    """Rewrite the puzzles of IN (an id, a file or -) in another notation.

    `clew notations` lists them; `id` is clew's own, one puzzle a line.
    """
    from clew.cli.output import write
    from clew.cli.source import load
    from clew.notation import write as written

    puzzles = load(puzzle, kind, notation)
    try:
        text = written(puzzles, to)
    except ValueError as error:
        raise BadInput(str(error)) from None
    write(out, text)
