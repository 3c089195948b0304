"""`clew grundy`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from clew.cli import params, status
from clew.cli.app import Verbatim

if TYPE_CHECKING:
    from clew.core.result import Run
    from clew.explanations.nim_tables import NimRow, NimTable

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
@click.argument("game", type=params.PUZZLE)
@click.option(
    "--to", "last", metavar="N", type=click.IntRange(0, MOST),
    help="The largest heap of the table (default: 100; 12 for tables of two piles).",
)  # fmt: skip
@click.option("--positions", is_flag=True, help="List the P- and N-positions instead.")
@params.AS_JSON
@params.limits()
def grundy(
    game: str, last: int | None, positions: bool, as_json: bool,
    max_nodes: int | None, max_memory: int,
) -> int:  # fmt: skip
    """Print the nim-values of GAME: of all its heaps, or of one position.

    GAME is a game of heaps by its name, with its rule after a colon if it needs one
    (kayles, octal:0.137, subtraction:1,2,3), or the id of a position (nim:3,4,5): then it
    prints the nim-sum, and how each winning move makes it zero.

    In a P-position the previous player wins, in an N-position the next player.
    """
    from clew.core.result import Run, Stopped

    run = Run(None, max_nodes, max_memory=max_memory)
    try:
        with status.refusing():
            for line in _lines(game, last, positions, as_json, run):
                click.echo(line)
    except Stopped as stop:
        from clew.cli.report import limit

        click.echo(f"stopped: {limit(stop.limit, run)}", err=True)
        return status.STOPPED
    return status.ANSWERED


def _lines(game: str, last: int | None, positions: bool, as_json: bool, run: Run) -> Iterable[str]:
    """What is printed of a position, or of all heaps."""
    from clew.core.registry import parse
    from clew.explanations.nim_tables import NimTable, nim_table
    from clew.explanations.nim_values import explain_nim_sum

    if _is_position(game):
        found = explain_nim_sum(parse(game), run)
        return [_json(found) if as_json else str(found)]
    if last is None:
        last = 12 if _has_two_piles(game.partition(":")[0]) else 100
    values = nim_table(game, last, run)
    if as_json:
        return [_json(values)]
    return _grid(values, positions) if isinstance(values, NimTable) else _series(values, positions)


def _is_position(word: str) -> bool:
    from clew.core.registry import names, parse

    try:
        parse(word)
    except ValueError:
        kind, colon, rest = word.partition(":")
        if kind in names() and colon and "@" in rest:
            raise  # a position that cannot be read, not a rule
        return False
    return True


def _has_two_piles(kind: str) -> bool:
    from clew.core.games import GamePuzzle
    from clew.core.registry import find, names

    found = find(kind) if kind in names() else None
    return found is not None and issubclass(found, GamePuzzle) and "{m}" in found.series


def _json(found: object) -> str:
    import json
    from dataclasses import asdict

    return json.dumps(asdict(found), ensure_ascii=False)  # type: ignore[call-overload]


def _series(series: NimRow, positions: bool) -> Iterable[str]:
    from clew.explanations.nim_tables import listed

    if positions or series.misere:
        yield f"P-positions: {listed(series.lost)}"
        yield f"N-positions: {listed(series.won)}"
    else:
        width, margin = len(str(max(series.values))), len(str(len(series) - 1))
        for first in range(0, len(series), WIDTH):
            yield _row(f"{first:>{margin}}", series.values[first : first + WIDTH], width)
    if series.misere:
        yield "misère play: there are no nim-values"
    else:
        yield str(series.period) if series.period else "no period found"


def _grid(grid: NimTable, positions: bool) -> Iterable[str]:
    from clew.explanations.nim_tables import listed

    if positions:
        yield f"P-positions: {listed(grid.lost)}"
        yield "every other position is an N-position"
        return
    last = grid.first + len(grid.values) - 1
    width = max(len(str(last)), *(len(str(value)) for row in grid.values for value in row))
    yield _row(" " * width, range(grid.first, last + 1), width)
    for number, row in enumerate(grid.values, grid.first):
        yield _row(f"{number:>{width}}", row, width)


def _row(head: str, values: Iterable[int], width: int) -> str:
    return f"{head}  {' '.join(f'{value:>{width}}' for value in values)}"
