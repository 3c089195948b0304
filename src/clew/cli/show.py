"""`clew show`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from clew.cli import params, status
from clew.cli.verbatim import Verbatim

if TYPE_CHECKING:
    from clew.puzzle import Puzzle


EPILOG = """
Examples:
  clew show sudoku:..233..42.3.1...
  clew show puzzle.txt --kind futoshiki --svg puzzle.svg
"""


@click.command(cls=Verbatim, epilog=EPILOG)
@click.argument("puzzle", type=params.PuzzleType())
@params.reading()
@click.option("--svg", type=params.FILE, help="Draw it as a picture instead (- for stdout).")
@click.option("--json", "as_json", is_flag=True, help="Print its id and its board as JSON.")
def show(
    puzzle: str, kind: str | None, notation: str | None, svg: str | None, as_json: bool
) -> None:
    """Draw PUZZLE without solving it."""
    from clew.cli.output import write
    from clew.cli.source import load
    from clew.render.svg import svg as picture

    puzzles = load(puzzle, kind, notation)
    if svg and as_json:
        status.usage("expected only one of --svg and --json")
    if svg and len(puzzles) > 1:
        status.usage(f"--svg draws one puzzle, {puzzle} holds {len(puzzles)}")
    if svg:
        write(svg, picture(puzzles[0].board()))
        return
    for number, each in enumerate(puzzles, 1):
        if number > 1 and not as_json:
            click.echo()
        click.echo(_line(each) if as_json else _text(each, number if len(puzzles) > 1 else 0))


def _text(puzzle: Puzzle, number: int) -> str:
    from clew.render.text import text

    board = text(puzzle.board())
    return f"[{number}] {puzzle.id}\n{board}" if number else board


def _line(puzzle: Puzzle) -> str:
    import json

    from clew.render.json import data

    return json.dumps({"id": puzzle.id, "board": data(puzzle.board())}, ensure_ascii=False)
