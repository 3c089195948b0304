"""`clew explain`, `clew hint` and `clew rate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from clew.cli import params, status
from clew.cli.verbatim import Verbatim

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from clew.core.puzzle import Puzzle
    from clew.core.result import Stopped
    from clew.explanations.explanation import Explanation, Hint, NotUnique, Rating

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
  clew explain lights-out:5x5
  clew explain jugs:5,8,12=6
""",
)
@click.argument("puzzle", type=params.PuzzleType())
@params.reading()
@PLAIN
@click.option("--json", "as_json", is_flag=True, help="Print each step as a JSON object.")
@click.option("--html", type=params.FILE, help="Write a page with each step drawn (- for stdout).")
@click.option("--svg", type=params.FILE, help="Draw one step (- for stdout); see --step.")
@click.option("--step", metavar="N", type=click.IntRange(1), help="Which step --svg draws.")
def explain(
    puzzle: str, kind: str | None, notation: str | None, no_uniqueness: bool, as_json: bool,
    html: str | None, svg: str | None, step: int | None,
) -> int:  # fmt: skip
    """Tell the solution of PUZZLE step by step, the easiest first at each.

    The number in brackets is the rating of the step: by the scale of Sudoku Explainer for
    Sudokus, by our own from 1 to 12 for Latin squares and Futoshiki, by the number of rules and
    facts that it needs for other puzzles with entries. Lights Out is chased, walks are told move
    by move, games as a line of best play.
    """
    from clew.cli.output import write
    from clew.explanations.page import page
    from clew.render.svg import svg as picture

    if sum(map(bool, (as_json, html, svg))) > 1:
        status.usage("expected only one of --json, --html and --svg")
    if bool(step) != bool(svg):
        status.usage("expected --svg and --step together")
    told = _explained(_one(puzzle, kind, notation), not no_uniqueness)
    if isinstance(told, int):
        return told
    if step and step > len(told.steps):
        status.usage(f"found --step {step}, expected 1 to {len(told.steps)}")
    if html:
        write(html, page(told))
    elif svg:
        write(svg, picture(list(told.boards())[(step or 1) - 1]))
    elif as_json:
        _print_json([each.as_dict() for each in told.steps])
    else:
        click.echo(f"{told}\n\n{told.verdict}" if told.steps else told.verdict)
    return status.ANSWERED if told.solved else status.UNSOLVABLE


@click.command(
    cls=Verbatim,
    epilog="""
Examples:
  clew hint examples/sudoku.txt --vague
  clew hint sudoku:..233..42.3.1... --filled 1.233..42.3.1...
  clew hint knight:5x5@0,0 --played "r1c1; r2c3"
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
@click.option("--played", metavar="MOVES", help="The moves you have made so far, ; between.")
@PLAIN
@click.option("--svg", type=params.FILE, help="Draw the step on the board (- for stdout).")
def hint(
    puzzle: str, kind: str | None, notation: str | None, degree: str, filled: str | None,
    played: str | None, no_uniqueness: bool, svg: str | None,
) -> int:  # fmt: skip
    """Tell the next step of PUZZLE, as much of it as is wanted.

    An entry that contradicts the solution is told first, and a position from which there is no
    way to one. With several solutions it is said that the step is one of several ways.
    """
    from clew.cli.output import write
    from clew.render.svg import svg as picture

    one = _one(puzzle, kind, notation)
    found = _hinted(one, _done(one, filled, played), not no_uniqueness)
    if isinstance(found, int):
        return found
    if svg:
        if found.board is None:
            raise status.BadInput(f"there is no step to draw: {found.full}")
        write(svg, picture(found.board))
    else:
        click.echo(getattr(found, degree))
    return status.UNSOLVABLE if found.dead else status.ANSWERED


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
@click.option(
    "--brief",
    is_flag=True,
    help="Without HoDoKu's score and the techniques: thousands of 9x9 Sudokus a second.",
)
def rate(
    words: tuple[str, ...], kind: str | None, notation: str | None, no_uniqueness: bool,
    as_json: bool, brief: bool,
) -> int:  # fmt: skip
    """Say how hard each PUZZLE is: its level, and the ratings that it rests on.

    For a Sudoku these are the ER, EP and ED of Sudoku Explainer (the hardest step, the hardest
    to the first placement, the first step); for a 9x9 also HoDoKu's level and score. For Lights
    Out and jugs it is the least number of presses or moves.
    """
    from clew.cli.source import load
    from clew.core.puzzle import Unsuited
    from clew.explanations.explanation import Rating

    ended, lines = [status.ANSWERED], []
    puzzles = [puzzle for word in words for puzzle in load(word, kind, notation)]
    try:
        for puzzle, found in zip(puzzles, _ratings(puzzles, not no_uniqueness, brief), strict=True):
            if not isinstance(found, Rating):
                ended.append(_unrated(puzzle, found))
                continue
            if as_json:
                lines.append(_json({"id": puzzle.id, **found.as_dict()}))
            else:
                lines.append(f"{found}  {puzzle.id}")
            if not brief or len(lines) == MANY:
                _flush(lines)
    except Unsuited as error:
        raise status.BadInput(str(error)) from None
    finally:
        _flush(lines)
    return status.worst(ended)


MANY = 1000
"""So many lines are printed at once."""


def _flush(lines: list[str]) -> None:
    if lines:
        click.echo("\n".join(lines))
    lines.clear()


def _ratings(
    puzzles: Sequence[Puzzle], uniqueness: bool, brief: bool
) -> Iterator[Rating | NotUnique | Stopped]:
    from clew.core.result import Stopped
    from clew.explanations.explain import rate, rate_all
    from clew.explanations.explanation import NotUnique

    if brief:
        yield from rate_all(puzzles, uniqueness=uniqueness)
        return
    for puzzle in puzzles:
        try:
            yield rate(puzzle, uniqueness=uniqueness)
        except (NotUnique, Stopped) as error:
            yield error


def _unrated(puzzle: Puzzle, error: NotUnique | Stopped) -> int:
    """Say why there is no rating; the status."""
    from clew.core.result import Stopped
    from clew.explanations.explanation import NoSolution

    click.echo(f"{puzzle.id}: {error}", err=True)
    if isinstance(error, Stopped):
        return status.STOPPED
    return status.UNSOLVABLE if isinstance(error, NoSolution) else status.BAD


def _one(word: str, kind: str | None, notation: str | None) -> Puzzle:
    from clew.cli.source import load

    puzzles = load(word, kind, notation)
    if len(puzzles) > 1:
        status.usage(f"{word} holds {len(puzzles)} puzzles, expected one")
    return puzzles[0]


T = TypeVar("T")


def _told(tell: Callable[[], T]) -> T | int:
    """What is told; or a line why there is nothing to tell, and the status."""
    from clew.core.puzzle import Unsuited
    from clew.core.result import Stopped
    from clew.explanations.explanation import NoSolution

    try:
        return tell()
    except NoSolution as error:
        click.echo(f"clew: {error}", err=True)
        return status.UNSOLVABLE
    except Stopped as stop:
        click.echo(f"clew: {stop}", err=True)
        return status.STOPPED
    except (Unsuited, ValueError) as error:
        raise status.BadInput(str(error)) from None


def _explained(puzzle: Puzzle, uniqueness: bool) -> Explanation | int:
    from clew.explanations.explain import explain

    return _told(lambda: explain(puzzle, uniqueness=uniqueness))


def _hinted(puzzle: Puzzle, done: Sequence[Any], uniqueness: bool) -> Hint | int:
    from clew.explanations.explain import hint

    return _told(lambda: hint(puzzle, done, uniqueness=uniqueness))


def _done(puzzle: Puzzle, filled: str | None, played: str | None) -> Sequence[Any]:
    """What has been done so far: entries, or moves."""
    from clew.explanations.progress import entries, moves

    if filled is not None and played is not None:
        status.usage("expected only one of --filled and --played")
    try:
        if played is not None:
            return moves(puzzle, played)
        return () if filled is None else entries(puzzle, filled)
    except ValueError as error:
        raise status.BadInput(f"--{'filled' if played is None else 'played'}: {error}") from None


def _print_json(several: Sequence[object]) -> None:
    for each in several:
        click.echo(_json(each))


def _json(each: object) -> str:
    import json

    return json.dumps(each, ensure_ascii=False)
