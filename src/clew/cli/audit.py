"""`clew audit`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from clew.cli import params, status
from clew.cli.app import Verbatim

if TYPE_CHECKING:
    from clew.core.puzzle import Puzzle
    from clew.search.audit import Audit

EPILOG = """
Examples:
  clew audit sliding-tiles:3x3:1,2,3,4,5,6,7,8,0 --heuristic manhattan --levels
  clew audit romania:Arad-Bucharest
  clew audit my.py:river
"""


@click.command(cls=Verbatim, epilog=EPILOG)
@params.puzzles(many=False)
@params.max_seconds()
@click.option(
    "--heuristic", "named", multiple=True, metavar="NAME",
    help="A heuristic of the puzzle; may be repeated (default: its usual one).",
)  # fmt: skip
@click.option(
    "--sample", metavar="N", type=click.IntRange(1), help="Look at so many states, not at all."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Which states are sampled.")
@click.option("--levels", is_flag=True, help="Print how many states are at each distance.")
@params.AS_JSON
def audit(
    puzzle: Puzzle, named: tuple[str, ...], sample: int | None, seed: int, levels: bool,
    as_json: bool,
) -> int:  # fmt: skip
    """Check whether a heuristic of PUZZLE is admissible and consistent.

    All states from which a goal can be reached are held against their exact distances, and a
    state where the heuristic lies is named. Exit status 1: it says more than the cost somewhere.
    """
    from clew.search.audit import audit

    ended = status.ANSWERED
    for heuristic in named or (None,):
        with status.refusing():
            found = audit(puzzle, heuristic, sample=sample, seed=seed)
        click.echo(json.dumps(_data(found)) if as_json else str(found))
        if levels and not as_json:
            click.echo("states at each distance: " + " ".join(f"{n:,}" for n in found.levels))
        if found.lie:
            ended = status.UNSOLVABLE
    return ended


def _data(found: Audit) -> dict[str, Any]:
    return {
        "puzzle": found.puzzle.id,
        "heuristic": found.heuristic,
        "states": found.states,
        "whole": found.whole,
        "farthest": found.farthest,
        "levels": found.levels,
        "admissible": found.admissible,
        "consistent": found.consistent,
        "lie": found.lie and [repr(found.lie[0]), *found.lie[1:]],
        "drop": found.drop and [repr(found.drop[0]), *map(str, found.drop[1:])],
    }
