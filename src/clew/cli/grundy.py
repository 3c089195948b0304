"""`clew grundy`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from clew.cli import params, status
from clew.cli.verbatim import Verbatim

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from clew.core.result import Run
    from clew.explanations.nim_values import Grid, Series

MOST = 1_000_000
WIDTH = 10
EPILOG = """
Examples:
  clew grundy kayles --to 100
  clew grundy octal:0.137 --to 1000
  clew grundy subtraction:1,3,4 --positions
  clew grundy wythoff --positions --to 20
  clew grundy nim:3,4,5
"""


@click.command(cls=Verbatim, epilog=EPILOG)
@click.argument("game", type=params.PuzzleType())
@click.option(
    "--to",
    "last",
    metavar="N",
    type=click.IntRange(0, MOST),
    help="The largest heap of the table  [default: 100; 12 for tables of two piles]",
)
@click.option("--positions", is_flag=True, help="List the P- and N-positions instead.")
@click.option("--json", "as_json", is_flag=True, help="Print the same as JSON.")
@params.limits()
def grundy(
    game: str, last: int | None, positions: bool, as_json: bool,
    max_nodes: int | None, max_seconds: float | None, max_memory: int,
) -> int:  # fmt: skip
    """Print the nim-values of GAME: of all its heaps, or of one position.

    GAME is a game of heaps by its word, with its rule after a colon where it needs one
    (kayles, octal:0.137, subtraction:1,2,3), or the id of a position (nim:3,4,5): then its
    nim-sum is shown, and how each winning move makes it zero.

    In a P-position the previous player wins, in an N-position the next one does.
    """
    from clew.core.puzzle import Unsuited
    from clew.core.result import Run, Stopped

    run = Run(None, max_nodes, max_seconds, max_memory=max_memory)
    try:
        if _is_position(game):
            _explain(game, as_json, run)
        else:
            _tabulate(game, last, positions, as_json, run)
    except Stopped as stop:
        from clew.cli.report import limit

        click.echo(f"stopped: {limit(stop.limit, run)}", err=True)
        return status.STOPPED
    except (Unsuited, ValueError) as error:
        raise status.BadInput(str(error)) from None
    return status.ANSWERED


def _is_position(word: str) -> bool:
    from clew.core.registry import parse

    try:
        parse(word)
    except ValueError:
        from clew.core.registry import names

        kind, colon, rest = word.partition(":")
        if kind in names() and colon and "@" in rest:
            raise  # a position that cannot be read, not a rule
        return False
    return True


def _explain(word: str, as_json: bool, run: Run) -> None:
    from clew.core.registry import parse
    from clew.explanations.nim_values import why

    found = why(parse(word), run)
    if as_json:
        _print_json(found)
    else:
        click.echo(str(found))


def _tabulate(word: str, last: int | None, positions: bool, as_json: bool, run: Run) -> None:
    from clew.explanations.nim_values import Grid, table

    kind = word.partition(":")[0]
    found = table(word, (12 if _has_two_piles(kind) else 100) if last is None else last, run)
    if as_json:
        _print_json(found)
    elif isinstance(found, Grid):
        _print_grid(found, positions)
    else:
        _print_series(found, positions)


def _has_two_piles(kind: str) -> bool:
    from clew.core.registry import find, names

    return kind in names() and "{m}" in getattr(find(kind), "series", "")


def _print_json(found: DataclassInstance) -> None:
    import json
    from dataclasses import asdict

    click.echo(json.dumps(asdict(found), ensure_ascii=False))


def _print_series(series: Series, positions: bool) -> None:
    from clew.explanations.nim_values import listed

    if positions or series.misere:
        click.echo(f"P-positions: {listed(series.lost)}")
        click.echo(f"N-positions: {listed(series.won)}")
    else:
        width = len(str(max(series.values)))
        margin = len(str(len(series) - 1))
        for first in range(0, len(series), WIDTH):
            row = series.values[first : first + WIDTH]
            click.echo(f"{first:>{margin}}  {' '.join(f'{value:>{width}}' for value in row)}")
    if series.misere:
        click.echo("misère play: there are no nim-values")
    else:
        click.echo(str(series.period) if series.period else "no period found")


def _print_grid(grid: Grid, positions: bool) -> None:
    from clew.explanations.nim_values import listed

    if positions:
        click.echo(f"P-positions: {listed(grid.lost)}")
        click.echo("every other position is an N-position")
        return
    last = grid.first + len(grid.values) - 1
    width = max(len(str(last)), *(len(str(value)) for row in grid.values for value in row))
    heads = " ".join(f"{n:>{width}}" for n in range(grid.first, last + 1))
    click.echo(f"{'':>{width}}  {heads}")
    for number, row in enumerate(grid.values, grid.first):
        click.echo(f"{number:>{width}}  {' '.join(f'{value:>{width}}' for value in row)}")
