"""`clew explain`, `clew hint`, `clew rate` and `clew grundy`: why a solution or a move is right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from clew.board.text import plural
from clew.cli import params, status
from clew.cli.app import Verbatim
from clew.cli.folding import folded
from clew.cli.params import write
from clew.cli.records import error as error_record
from clew.cli.records import record
from clew.cli.status import shortened

if TYPE_CHECKING:
    from clew.core.puzzle import Puzzle
    from clew.core.result import Run, Stopped
    from clew.explanations.explanation import Explanation, Hint, NotUnique, Rating
    from clew.explanations.games import NimRow, NimTable


MANY = 1000
"""How many lines are printed at once."""
LARGEST_HEAP = 1_000_000
HEAPS_IN_ROW = 10


@click.command(
    cls=Verbatim,
    epilog="""
Examples:
  clew explain examples/sudoku.txt
  clew explain futoshiki:4:0,0,0,0,0U,0R,0D,0,2,0,0,0,0,0,4,0, --html steps.html
  clew explain lights-out:5x5
  clew explain jugs:5,8,12=6
  clew explain sudoku:..233..42.3.1... --proof steps.pbp
""",
)
@params.puzzles()
@params.UNIQUENESS
@params.max_seconds()
@params.AS_JSON
@params.output("--html", "Write a page with each step drawn")
@params.output("--svg", "Draw one step, see --step")
@click.option("--step", metavar="N", type=params.Number(1), help="The step that --svg draws.")
@params.output("--proof", "Write a proof in which each step is derived (.pbp)")
def explain(
    puzzles: list[Puzzle], uniqueness: bool, as_json: bool, html: str | None, svg: str | None,
    step: int | None, proof: str | None,
) -> int:  # fmt: skip
    """Explain the solution of each PUZZLE step by step, always the easiest step first.

    The number in brackets is the rating of the step. Sudokus use the scale of Sudoku Explainer,
    Latin squares and Futoshiki a scale of Clew's from 1 to 12. For other puzzles that you fill
    in, it's the number of rules combined, plus a tenth for each known fact. For Lights Out the
    steps chase the lights; for a puzzle with moves they are its moves; for a game, a line of
    best play.
    """
    status.only_one((as_json, html, svg), "--json, --html and --svg")
    if bool(step) != bool(svg):
        status.usage("--step needs --svg" if step else "--svg needs --step, the step to draw")
    for option, target in (("--html", html), ("--svg", svg), ("--proof", proof)):
        if target:
            params.only_one_drawn(puzzles, option)
    ended = []
    for number, puzzle in enumerate(puzzles, 1):
        if len(puzzles) > 1 and not as_json:
            click.echo(f"{chr(10) * (number > 1)}[{number}] {puzzle.id}")
        found = _explained(puzzle, uniqueness, proof)
        if step and step > len(found.steps):
            status.usage(f"--step {step}: there are only {plural(len(found.steps), 'step')}")
        if html:
            from clew.explanations.explanation import page

            write(html, page(found))
        elif svg:
            from clew.board.svg import svg as picture

            write(svg, picture(list(found.boards())[(step or 1) - 1]))
        elif as_json:
            steps = [each.as_dict() for each in found.steps]
            data = {"puzzle": puzzle.id, "solved": found.solved, "verdict": found.verdict}
            click.echo(record({**data, "steps": steps}))
        else:
            told = f"{found}\n\n" if found.steps else ""
            click.echo(folded(f"{told}{found.verdict}"))
        ended.append(status.ANSWERED if found.solved else status.UNSOLVABLE)
    return max(ended, key=status.badness)


def _explained(puzzle: Puzzle, uniqueness: bool, proof: str | None) -> Explanation:
    """Explain a puzzle, and write the proof if one is wanted."""
    from clew.explanations.explain import explain
    from clew.explanations.explanation import NotUnique

    with status.refusing(), _proving(puzzle, proof):
        try:
            found = explain(puzzle, uniqueness=uniqueness)
        except NotUnique as error:
            if str(error).startswith("more than one"):
                raise status.BadInput(
                    f"{shortened(puzzle.id)} has more than one solution, so there's nothing to "
                    f"explain step by step. Try: clew hint {shortened(puzzle.id)}"
                ) from None
            raise
        if proof is not None:
            from clew.search.proof.step_proofs import save_steps

            save_steps(puzzle, ((each.text, each) for each in found.steps), proof)
    return found


DEGREES = ("vague", "technique", "cells", "full")


@click.command(
    cls=Verbatim,
    epilog="""
Examples:
  clew hint examples/sudoku.txt --vague
  clew hint sudoku:..233..42.3.1... --filled 1.233..42.3.1...
  clew hint sudoku:..233..42.3.1... --filled r1c1=1
  clew hint knight:5x5@0,0 --played "r1c1; r2c3"
  clew hint sudoku:..233..42.3.1... --proof step.pbp
""",
)
@params.puzzles()
@click.option("--vague", is_flag=True, help="Only where to look.")
@click.option("--technique", is_flag=True, help="The technique to use.")
@click.option("--cells", is_flag=True, help="The technique and its cells.")
@click.option("--full", is_flag=True, help="The whole step (default).")
@click.option(
    "--filled",
    metavar="GRID",
    help="Your entries so far: the puzzle with more cells filled, or r1c2=3 x=1.",
)
@click.option("--played", metavar="MOVES", help="Your moves so far, separated by semicolons.")
@params.UNIQUENESS
@params.max_seconds()
@params.AS_JSON
@params.output("--svg", "Draw the step on the board")
@params.output("--proof", "Write a proof of the step's conclusion (.pbp)")
def hint(
    puzzles: list[Puzzle], filled: str | None, played: str | None, uniqueness: bool,
    as_json: bool, svg: str | None, proof: str | None, **degrees: bool,
) -> int:  # fmt: skip
    """Give a hint for the next step of each PUZZLE, vague or in full.

    If an entry contradicts the solution, or no solution can be reached any more, the hint
    starts with that. If there are several solutions, the step is marked as one of several.
    """
    status.only_one(degrees.values(), "--vague, --technique, --cells and --full")
    status.only_one((filled is not None, played is not None), "--filled and --played")
    status.only_one((as_json, svg), "--json and --svg")
    options = {"--filled": filled, "--played": played, "--svg": svg, "--proof": proof}
    for option, given in options.items():
        if given is not None:
            params.only_one_drawn(puzzles, option)
    degree = next((name for name in DEGREES if degrees[name]), "full")
    ended = []
    for number, puzzle in enumerate(puzzles, 1):
        if len(puzzles) > 1 and not as_json:
            click.echo(f"{chr(10) * (number > 1)}[{number}] {puzzle.id}")
        found = _hinted(puzzle, filled, played, uniqueness, proof)
        if svg:
            if found.board is None:
                raise status.BadInput(f"there is no step to draw: {found.full}")
            from clew.board.svg import svg as picture

            write(svg, picture(found.board))
        elif as_json:
            shown = DEGREES[: DEGREES.index(degree) + 1]
            data = {"puzzle": puzzle.id, "dead": bool(found.dead)}
            click.echo(record({**data, **{name: getattr(found, name) for name in shown}}))
        else:
            click.echo(folded(getattr(found, degree)))
        ended.append(status.UNSOLVABLE if found.dead else status.ANSWERED)
    return max(ended, key=status.badness)


def _hinted(
    puzzle: Puzzle, filled: str | None, played: str | None, uniqueness: bool, proof: str | None
) -> Hint:
    """Find the hint, and write the proof if one is wanted."""
    from clew.explanations.explain import hint_after

    made = _progress(puzzle, filled, played)
    with status.refusing(), _proving(puzzle, proof):
        found = hint_after(puzzle, made, uniqueness)
        if proof is not None and found.step is not None:
            from clew.search.proof.step_proofs import save_steps

            save_steps(puzzle, [(found.full, found.step)], proof, whole=False)
    if proof is not None and found.step is None:
        raise status.BadInput(f"there is no step to prove: {found.full}")
    return found


@contextmanager
def _proving(puzzle: Puzzle, proof: str | None) -> Iterator[None]:
    """Write a proof from the conflicting rules if there's no solution and a file is given."""
    from clew.explanations.explanation import NoSolution

    try:
        yield
    except NoSolution:
        if proof is not None:
            from clew.search.proof.step_proofs import save_contradiction

            save_contradiction(puzzle, proof)
        raise


def _progress(puzzle: Puzzle, filled: str | None, played: str | None) -> Sequence[Any]:
    """Return the entries or moves that the player has made so far."""
    from clew.core.faces import CSP, Game, StateSpace
    from clew.core.puzzle import CellPuzzle
    from clew.explanations.explain import entries, moves

    moved = Game in puzzle.faces or StateSpace in puzzle.faces
    if played is not None and not moved:
        status.usage(f"{puzzle.name} puzzles are filled in. Use --filled instead of --played")
    if filled is not None and not (CSP in puzzle.faces or isinstance(puzzle, CellPuzzle)):
        status.usage(f'{puzzle.name} is played in moves. Use --played "MOVE; MOVE", not --filled')
    if played is not None:
        with status.refusing("--played: "):
            return moves(puzzle, played)
    with status.refusing("--filled: "):
        return () if filled is None else entries(puzzle, filled)


@click.command(
    cls=Verbatim,
    epilog="""
Examples:
  clew rate examples/sudoku.txt
  clew rate puzzles.txt --kind sudoku --json
""",
)
@params.puzzles()
@params.UNIQUENESS
@params.max_seconds()
@params.AS_JSON
@click.option(
    "--brief", is_flag=True,
    help="Leave out HoDoKu's score and the techniques: rates thousands of Sudokus per second.",
)  # fmt: skip
def rate(puzzles: list[Puzzle], uniqueness: bool, as_json: bool, brief: bool) -> int:
    """Rate how hard each PUZZLE is: its level, and the ratings behind it.

    For a Sudoku these are the ER, EP and ED of Sudoku Explainer: the hardest step, the hardest
    up to the first placement, and the first step. A 9x9 Sudoku also gets the level and score of
    HoDoKu. For Lights Out and jugs the rating is the smallest number of presses or moves.
    """
    from clew.explanations.explanation import Rating

    ended, lines = [status.ANSWERED], []
    try:
        with status.refusing():
            ratings = _ratings(puzzles, uniqueness, brief)
            for puzzle, found in zip(puzzles, ratings, strict=True):
                shown = puzzle.id.removesuffix(":")
                if not isinstance(found, Rating):
                    ended.append(status.of_error(found))
                    if as_json:
                        lines.append(error_record(str(found), ended[-1], puzzle.id))
                    click.echo(f"{shown}: {found}", err=True)
                    continue
                data = {"puzzle": puzzle.id, **found.as_dict()}
                lines.append(record(data) if as_json else f"{found}  {shown}")
                if not brief or len(lines) == MANY:
                    _flush(lines)
    finally:
        _flush(lines)
    return max(ended, key=status.badness)


def _flush(lines: list[str]) -> None:
    if lines:
        click.echo("\n".join(lines))
    lines.clear()


def _ratings(
    puzzles: Sequence[Puzzle], uniqueness: bool, brief: bool
) -> Iterator[Rating | NotUnique | Stopped]:
    """Yield the rating of each puzzle, or the error if it has none."""
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


# ------------------------------------------------------------------ nim-values


GRUNDY_EXAMPLES = """
Examples:
  clew grundy kayles --to 100
  clew grundy octal:0.137 --to 1000
  clew grundy subtraction:1,3,4 --positions
  clew grundy wythoff --positions --to 20
  clew grundy nim:3,4,5
"""


@click.command(cls=Verbatim, epilog=GRUNDY_EXAMPLES)
@click.argument("game", type=params.PUZZLE)
@click.option(
    "--to", "last", metavar="N", type=params.Number(0, LARGEST_HEAP),
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

    GAME is the name of a game of heaps, with its rule after a colon if it needs one
    (kayles, octal:0.137, subtraction:1,2,3), or the id of a position (nim:3,4,5). For a
    position Clew prints the nim-sum, and how each winning move makes it zero.

    In a P-position the previous player wins, in an N-position the next player.
    """
    from clew.core.result import Run, Stopped

    run = Run(None, max_nodes, max_memory=max_memory)
    try:
        with status.refusing():
            for line in _nim_lines(game, last, positions, as_json, run):
                click.echo(line if as_json else folded(line))
    except Stopped as stop:
        from clew.cli.solve import limit

        line = f"stopped: {limit(stop.limit, run)}"
        if as_json:
            click.echo(error_record(line, status.STOPPED, game))
        click.echo(line, err=True)
        return status.STOPPED
    return status.ANSWERED


def _nim_lines(
    game: str, last: int | None, positions: bool, as_json: bool, run: Run
) -> Iterable[str]:
    """Lay out the lines for a position, or for all heaps."""
    from clew.core.registry import parse
    from clew.explanations.games import NimTable, explain_nim_sum, nim_table

    if _is_position(game):
        found = explain_nim_sum(parse(game), run)
        return [_nim_record(game, found) if as_json else str(found)]
    _check_impartial(game)
    if last is None:
        last = 12 if _has_two_piles(game.partition(":")[0]) else 100
    values = nim_table(game, last, run)
    if as_json:
        return [_nim_record(game, values)]
    return _grid(values, positions) if isinstance(values, NimTable) else _series(values, positions)


def _nim_record(game: str, found: Any) -> str:
    from dataclasses import asdict

    data = asdict(found)
    return record({"puzzle": data.pop("id", game), **data})


def _check_impartial(game: str) -> None:
    """Refuse a kind that isn't an impartial game."""
    from clew.core.registry import find, names

    kind = game.partition(":")[0].strip().lower()
    if not kind:
        raise status.BadInput("the name of the game is empty. `clew grundy --help` has examples")
    if kind in names():
        if "impartial" not in str(find(kind).faces):
            raise status.BadInput(
                f"{kind} isn't an impartial game, so it has no nim-values. "
                "`clew grundy --help` has examples"
            )
    else:
        raise status.BadInput(status.advised("game", game, names(), "clew puzzles"))


def _is_position(word: str) -> bool:
    from clew.core.registry import names, parse

    try:
        parse(word)
    except ValueError:
        kind, colon, rest = word.partition(":")
        if kind in names() and colon and "@" in rest:
            raise  # it's a position with a mistake, not a rule
        return False
    return True


def _has_two_piles(kind: str) -> bool:
    from clew.core.games import GamePuzzle
    from clew.core.registry import find, names

    found = find(kind) if kind in names() else None
    return found is not None and issubclass(found, GamePuzzle) and "{m}" in found.series


def _series(series: NimRow, positions: bool) -> Iterable[str]:
    from clew.explanations.games import listed

    if positions or series.misere:
        yield f"P-positions: {listed(series.lost)}"
        yield f"N-positions: {listed(series.won)}"
    else:
        width, margin = len(str(max(series.values))), len(str(len(series) - 1))
        for first in range(0, len(series), HEAPS_IN_ROW):
            yield _nim_row(f"{first:>{margin}}", series.values[first : first + HEAPS_IN_ROW], width)
    if series.misere:
        yield "misère play: there are no nim-values"
    else:
        yield str(series.period) if series.period else "no period found"


def _grid(grid: NimTable, positions: bool) -> Iterable[str]:
    from clew.explanations.games import listed

    if positions:
        yield f"P-positions: {listed(grid.lost)}"
        yield "every other position is an N-position"
        return
    last = grid.first + len(grid.values) - 1
    width = max(len(str(last)), *(len(str(value)) for row in grid.values for value in row))
    yield _nim_row(" " * width, range(grid.first, last + 1), width)
    for number, row in enumerate(grid.values, grid.first):
        yield _nim_row(f"{number:>{width}}", row, width)


def _nim_row(head: str, values: Iterable[int], width: int) -> str:
    return f"{head}  {' '.join(f'{value:>{width}}' for value in values)}"
