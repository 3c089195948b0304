"""`clew trace`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from clew.cli import params, status
from clew.cli.app import Verbatim
from clew.cli.files import write
from clew.cli.solve import refuse

if TYPE_CHECKING:
    from clew.core.puzzle import Puzzle
    from clew.film import Film
    from clew.search.strategy import Strategy

STEPS = 20_000
FILMED = 0.4
"""The part of the time in which it is filmed: to word and to draw the film takes as long again."""
EPILOG = """
Examples:
  clew trace queens:5
  clew trace sudoku:..233..42.3.1... --html film.html
  clew trace lights-out:3x3 --strategy breadth-first --html film.html
  clew trace queens:6 --strategy backtracking:infer=mac --gif film.gif
  clew trace sudoku:..233..42.3.1... --svg moment.svg --at 20
"""


@click.command(cls=Verbatim, epilog=EPILOG)
@params.puzzles(many=False)
@click.option(
    "--strategy", type=params.STRATEGY, show_default="one of the textbook's that shows its steps",
    help="The strategy, from `clew strategies`, with its options after a colon.",
)  # fmt: skip
@click.option("--all", "every", is_flag=True, help="Continue until every answer is found.")
@click.option(
    "--max-steps", metavar="N", type=params.NODES, default=STEPS, show_default=True,
    help="Stop after N steps.",
)  # fmt: skip
@params.limits(told=True)
@params.output("--html", "Write a page that plays the search anywhere")
@params.output("--gif", "Write an animated GIF")
@params.output("--apng", "Write an animated PNG")
@params.output("--svg", "Draw the board at one moment, see --at")
@click.option("--at", metavar="N", type=params.NODES, help="The number of steps before --svg.")
@params.output("--json", "Write the film as data, as the player reads it")
def trace(
    puzzle: Puzzle, strategy: Strategy | str | None, every: bool, max_steps: int,
    max_nodes: int | None, max_seconds: float | None, max_memory: int | None, at: int | None,
    **targets: str | None,
) -> int:  # fmt: skip
    """Watch a search of PUZZLE: each step in words, or as a file.

    The page of --html shows the board with the candidates of each cell, the search tree, the
    pseudocode and the counters. It needs no server and no network.
    """
    from clew.film import favourite, record
    from clew.search.auto import choose, suits

    wanted = {form: target for form, target in targets.items() if target is not None}
    if list(wanted.values()).count("-") > 1:
        status.usage("expected only one file on standard output")
    if at is not None and "svg" not in wanted:
        status.usage("expected --svg with --at")
    if wanted.keys() & {"gif", "apng"}:
        from clew.film.moment import check_pillow

        check_pillow()
    chosen = favourite(puzzle) if strategy is None else choose(puzzle, strategy)
    if not suits(puzzle, chosen):
        refuse(puzzle, chosen)
    film = record(
        puzzle, chosen, max_steps=max_steps, max_answers=None if every else 1,
        max_nodes=max_nodes, max_memory=max_memory,
        max_seconds=None if max_seconds is None else max_seconds * FILMED,
    )  # fmt: skip
    if not wanted:
        print_film(film)
    for form, target in wanted.items():
        write(target, _made(film, form, at))
    if film.end["status"] == "stopped":
        return status.STOPPED
    return status.ANSWERED if film.end["answers"] else status.UNSOLVABLE


def print_film(film: Film) -> None:
    """Each step on a line, and how it ended."""
    from clew.film.words import Narrator, ending

    narrator, width = Narrator(film), len(str(len(film)))
    for number in range(len(film)):
        depth, sentence = film.step(number)[1], narrator.step(number)
        said = sentence[0].lower() + sentence[1:].removesuffix(".")
        click.echo(f"{number + 1:>{width}} {'  ' * min(depth, 30)}{said}")
    click.echo(f"{film.head['strategy']}: {len(film):,} steps, {ending(film)}")


def _made(film: Film, form: str, at: int | None) -> Any:
    from clew.film import moment, page

    return {
        "html": lambda: page.html(film),
        "gif": lambda: moment.animation(film, "gif"),
        "apng": lambda: moment.animation(film, "apng"),
        "svg": lambda: moment.svg(film, at),
        "json": film.json,
    }[form]()
