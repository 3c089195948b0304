"""`clew explain`, `clew hint` and `clew rate`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from clew.cli import params, status
from clew.cli.verbatim import Verbatim

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.make.explain import Explanation
    from clew.make.hint import Hint
    from clew.puzzle import GridPuzzle, Puzzle

PLAIN = click.option(
    "--no-uniqueness",
    is_flag=True,
    help="Without techniques that rest on there being one solution only.",
)


@click.command(
    cls=Verbatim,
    epilog="""
Examples:
  clew explain examples/sudoku.txt
  clew explain futoshiki:4:0,0,0,0,0U,0R,0D,0,2,0,0,0,0,0,4,0, --html steps.html
""",
)
@click.argument("puzzle", type=params.PuzzleType())
@params.reading()
@PLAIN
@click.option("--json", "as_json", is_flag=True, help="Print each step as a JSON object.")
@click.option("--html", metavar="FILE", help="Write a page with each step drawn (- for stdout).")
@click.option("--svg", metavar="FILE", help="Draw one step (- for stdout); see --step.")
@click.option("--step", metavar="N", type=click.IntRange(1), help="Which step --svg draws.")
def explain(
    puzzle: str, kind: str | None, notation: str | None, no_uniqueness: bool, as_json: bool,
    html: str | None, svg: str | None, step: int | None,
) -> None:  # fmt: skip
    """Tell the solution of PUZZLE step by step, the easiest first at each.

    The number in brackets is the rating of the step: by the scale of Sudoku Explainer for
    Sudokus, by our own from 1 to 12 for Latin squares and Futoshiki.
    """
    from clew.cli.output import check_target, write
    from clew.make.page import page
    from clew.render.svg import svg as picture

    if sum(map(bool, (as_json, html, svg))) > 1:
        status.usage("expected only one of --json, --html and --svg")
    if bool(step) != bool(svg):
        status.usage("expected --svg and --step together")
    check_target(html)
    check_target(svg)
    told = _explained(_one(puzzle, kind, notation), not no_uniqueness)
    if step and step > len(told.steps):
        status.usage(f"found --step {step}, expected 1 to {len(told.steps)}")
    if html:
        write(html, page(told))
    elif svg:
        write(svg, picture(list(told.boards())[(step or 1) - 1]))
    elif as_json:
        _print_json([each.as_dict() for each in told.steps])
    else:
        click.echo(f"{told}\n\n{told.level} ({told.rating:.1f})")


@click.command(
    cls=Verbatim,
    epilog="""
Examples:
  clew hint examples/sudoku.txt --vague
  clew hint sudoku:..233..42.3.1... --filled 1.233..42.3.1...
""",
)
@click.argument("puzzle", type=params.PuzzleType())
@params.reading()
@click.option("--vague", "degree", flag_value="vague", help="Only where to look.")
@click.option("--technique", "degree", flag_value="technique", help="Which technique there is.")
@click.option("--cells", "degree", flag_value="cells", help="The technique and its cells.")
@click.option(
    "--full", "degree", flag_value="full", default=True, help="The whole step (the default)."
)
@click.option("--filled", metavar="GRID", help="The puzzle with what you have filled in so far.")
@PLAIN
@click.option("--svg", metavar="FILE", help="Draw the step on the board (- for stdout).")
def hint(
    puzzle: str, kind: str | None, notation: str | None, degree: str, filled: str | None,
    no_uniqueness: bool, svg: str | None,
) -> None:  # fmt: skip
    """Tell the next step of PUZZLE, as much of it as is wanted.

    An entry that contradicts the solution is told first.
    """
    from clew.cli.output import check_target, write
    from clew.render.svg import svg as picture

    check_target(svg)
    found = _hinted(_one(puzzle, kind, notation), filled, not no_uniqueness)
    if svg:
        if found.board is None:
            raise status.BadInput(f"there is no step to draw: {found.full}")
        write(svg, picture(found.board))
        return
    click.echo(getattr(found, degree))


@click.command(
    cls=Verbatim,
    epilog="""
Examples:
  clew rate examples/sudoku.txt
  clew rate puzzles.txt --kind sudoku --json
""",
)
@click.argument("words", metavar="PUZZLE...", nargs=-1, required=True, type=params.PuzzleType())
@params.reading()
@PLAIN
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a puzzle.")
def rate(
    words: tuple[str, ...], kind: str | None, notation: str | None, no_uniqueness: bool,
    as_json: bool,
) -> int:  # fmt: skip
    """Say how hard each PUZZLE is: its level, and the ratings that it rests on.

    For a Sudoku these are the ER, EP and ED of Sudoku Explainer (the hardest step, the hardest
    to the first placement, the first step); for a 9x9 also HoDoKu's level and score.
    """
    from clew.cli.source import load
    from clew.make.explain import NotUnique
    from clew.make.rate import rate as rated
    from clew.puzzle import Unsuited

    ended = status.ANSWERED
    for puzzle in [puzzle for word in words for puzzle in load(word, kind, notation)]:
        try:
            found = rated(puzzle, uniqueness=not no_uniqueness)
        except Unsuited as error:
            raise status.BadInput(str(error)) from None
        except NotUnique as error:
            ended = status.UNSOLVABLE
            click.echo(f"{puzzle.id}: {error}", err=True)
            continue
        if as_json:
            _print_json([{"id": puzzle.id, **found.as_dict()}])
        else:
            click.echo(f"{found}  {puzzle.id}")
    return ended


def _one(word: str, kind: str | None, notation: str | None) -> Puzzle:
    from clew.cli.source import load

    puzzles = load(word, kind, notation)
    if len(puzzles) > 1:
        status.usage(f"{word} holds {len(puzzles)} puzzles, expected one")
    return puzzles[0]


def _explained(puzzle: Puzzle, uniqueness: bool) -> Explanation:
    from clew.make.explain import NotUnique, explain
    from clew.puzzle import Unsuited

    try:
        return explain(puzzle, uniqueness=uniqueness)
    except (Unsuited, NotUnique) as error:
        raise status.BadInput(str(error)) from None


def _hinted(puzzle: Puzzle, filled: str | None, uniqueness: bool) -> Hint:
    from clew.make.explain import NotUnique
    from clew.make.hint import hint
    from clew.puzzle import Unsuited

    try:
        return hint(puzzle, _entries(puzzle, filled), uniqueness=uniqueness)
    except (Unsuited, NotUnique) as error:
        raise status.BadInput(str(error)) from None


def _entries(puzzle: Puzzle, filled: str | None) -> Sequence[int]:
    """The cells of the grid that was filled in: the same puzzle, but for more numbers in it."""
    from clew.puzzle import GridPuzzle

    if filled is None or not isinstance(puzzle, GridPuzzle):
        return ()
    try:
        other: GridPuzzle = type(puzzle).parse(filled)
    except ValueError as error:
        raise status.BadInput(f"--filled: {error}") from None
    if len(other.cells) != len(puzzle.cells):
        raise status.BadInput(
            f"--filled: found {len(other.cells)} cells, expected {len(puzzle.cells)}"
        )
    return other.cells


def _print_json(several: Sequence[object]) -> None:
    import json

    for each in several:
        click.echo(json.dumps(each, ensure_ascii=False))
