"""`clew trace`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from clew.cli import params, status
from clew.cli.verbatim import Verbatim

if TYPE_CHECKING:
    from clew.core.puzzle import Puzzle
    from clew.film import Film
    from clew.search.strategy import Strategy

STEPS = 20_000
EPILOG = """
Examples:
  clew trace queens:5
  clew trace sudoku:..233..42.3.1... --html film.html
  clew trace lights-out:3x3 --strategy breadth-first --html film.html
  clew trace queens:6 --strategy backtracking:infer=mac --gif film.gif
  clew trace sudoku:..233..42.3.1... --svg moment.svg --at 20
"""


@click.command(cls=Verbatim, epilog=EPILOG)
@click.argument("puzzle", type=params.PuzzleType())
@params.reading()
@click.option(
    "--strategy",
    type=params.StrategyType(),
    show_default="one of the textbook's that tells its steps",
    help="How to search: a name from `clew strategies`, with options after a colon.",
)
@click.option("--all", "every", is_flag=True, help="Go on until every answer is found.")
@click.option(
    "--max-steps", metavar="N", type=params.NodesType(), default=STEPS, show_default=True,
    help="Stop after N steps.",
)  # fmt: skip
@params.limits()
@click.option("--html", type=params.FILE, help="Write a page that plays the search anywhere.")
@click.option("--gif", type=params.FILE, help="Write an animated GIF.")
@click.option("--apng", type=params.FILE, help="Write an animated PNG.")
@click.option("--svg", type=params.FILE, help="Draw the board of one moment (see --at).")
@click.option("--at", metavar="N", type=params.NodesType(), help="After how many steps: --svg.")
@click.option("--json", type=params.FILE, help="Write the film as data, as the player reads it.")
def trace(
    puzzle: str, kind: str | None, notation: str | None, strategy: Strategy | str | None,
    every: bool, max_steps: int, max_nodes: int | None, max_seconds: float | None,
    max_memory: int | None, at: int | None, **targets: str | None,
) -> int:  # fmt: skip
    """Watch a search of PUZZLE: each step in words, or as a file (- for standard output).

    The page of --html has the board with what each cell may still be, the search tree, the
    pseudocode and the counters. It needs no server and no network.
    """
    wanted = {form: target for form, target in targets.items() if target is not None}
    _check(wanted, at)
    one = _only(puzzle, kind, notation)
    chosen = _suited(one, strategy)
    film = _filmed(
        one, chosen, max_steps=max_steps, max_answers=None if every else 1,
        max_nodes=max_nodes, max_seconds=max_seconds, max_memory=max_memory,
    )  # fmt: skip
    if not wanted:
        _tell(film)
    for form, target in wanted.items():
        _write(film, form, target, at)
    return _status(film)


def _check(wanted: dict[str, str], at: int | None) -> None:
    if list(wanted.values()).count("-") > 1:
        status.usage("expected only one file on standard output")
    if at is not None and "svg" not in wanted:
        status.usage("expected --svg with --at")
    if wanted.keys() & {"gif", "apng"}:
        from clew.core.puzzle import Unsuited
        from clew.film.export import check_pillow

        try:
            check_pillow()
        except Unsuited as error:
            raise status.BadInput(str(error)) from None


def _only(word: str, kind: str | None, notation: str | None) -> Puzzle:
    from clew.cli.source import load

    puzzles = load(word, kind, notation)
    if len(puzzles) > 1:
        status.usage(f"one puzzle is watched at a time, {word} holds {len(puzzles)}")
    return puzzles[0]


def _suited(puzzle: Puzzle, strategy: Strategy | str | None) -> Strategy:
    from clew.film import favourite
    from clew.search.auto import choose, objection, suits

    chosen = favourite(puzzle) if strategy is None else choose(puzzle, strategy)
    if not suits(puzzle, chosen):
        why = objection(puzzle, chosen)
        status.usage(f"{chosen.name} does not suit {puzzle.name}{why}")
    return chosen


def _filmed(puzzle: Puzzle, strategy: Strategy, **limits: Any) -> Film:
    from clew.core.puzzle import Unsuited
    from clew.film import record

    try:
        return record(puzzle, strategy, **limits)
    except Unsuited as error:
        raise status.BadInput(str(error)) from None


def _tell(film: Film) -> None:
    """Each step on a line, and how it ended."""
    from clew.film.words import Narrator, ending

    narrator, width = Narrator(film), len(str(len(film)))
    for number in range(len(film)):
        depth = film.step(number)[1]
        click.echo(f"{number + 1:>{width}} {'  ' * min(depth, 30)}{narrator.step(number)}")
    click.echo(f"{film.head['strategy']}: {len(film):,} steps, {ending(film)}")


def _write(film: Film, form: str, target: str, at: int | None) -> None:
    from clew.cli.output import write
    from clew.film import export, page

    made: dict[str, Any] = {
        "html": lambda: page.html(film),
        "gif": lambda: export.animation(film, "gif"),
        "apng": lambda: export.animation(film, "apng"),
        "svg": lambda: export.svg(film, at),
        "json": film.json,
    }
    write(target, made[form]())


def _status(film: Film) -> int:
    if film.end["status"] == "stopped":
        return status.STOPPED
    return status.ANSWERED if film.end["answers"] else status.UNSOLVABLE
