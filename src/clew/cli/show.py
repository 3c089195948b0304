"""`clew show` and `clew convert`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from clew.cli import params, status
from clew.cli.app import Verbatim
from clew.cli.files import write

if TYPE_CHECKING:
    from clew.core.puzzle import Puzzle


@click.command(
    cls=Verbatim,
    epilog="""
Examples:
  clew show sudoku:..233..42.3.1...
  clew show puzzle.txt --kind futoshiki --svg puzzle.svg
""",
)
@params.puzzles()
@params.max_seconds()
@params.output("--svg", "Draw it as a picture instead")
@click.option("--json", "as_json", is_flag=True, help="Print its id and its board as JSON.")
def show(puzzles: list[Puzzle], svg: str | None, as_json: bool) -> None:
    """Draw PUZZLE without solving it."""
    import json

    from clew.board.json import data
    from clew.board.svg import svg as picture
    from clew.board.text import legend, text

    status.only_one((svg, as_json), "--svg and --json")
    if svg:
        write(svg, picture(puzzles[0].board()))
        return
    for number, puzzle in enumerate(puzzles, 1):
        board = puzzle.board()
        if as_json:
            click.echo(json.dumps({"id": puzzle.id, "board": data(board)}, ensure_ascii=False))
        elif len(puzzles) > 1:
            click.echo(f"{chr(10) * (number > 1)}[{number}] {puzzle.id}\n{text(board)}")
        else:
            click.echo(text(board))
            if said := legend(board):
                click.echo(f"\n{said}")


@click.command(
    cls=Verbatim,
    epilog="""
Examples:
  clew convert sudoku:..233..42.3.1... --to id
  clew convert puzzles.sdm --to id --out puzzles.txt
""",
)
@params.puzzles(metavar="IN", notation="--from")
@params.max_seconds()
@click.option("--to", required=True, type=params.NOTATION, help="The notation to write.")
@params.OUT
def convert(puzzles: list[Puzzle], to: str, out: str) -> None:
    """Convert the puzzles of IN (an id, a file or -) to another notation.

    `clew notations` lists them; `id` is clew's own, one puzzle per line.
    """
    from clew.notation import write as written

    with status.refusing():
        text = written(puzzles, to)
    write(out, text)
