"""`clew play`: puzzles and games in the browser, or in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from clew.cli import params, status
from clew.cli.verbatim import Verbatim

if TYPE_CHECKING:
    from clew.puzzle import Puzzle

EPILOG = """
Examples:
  clew play
  clew play lights-out:4x7
  clew play sudoku:..233..42.3.1...
  clew play puzzle.txt --kind sudoku
  clew play nim:3,4,5 --terminal --second
"""


@click.command(cls=Verbatim, epilog=EPILOG)
@click.argument("puzzle", required=False, type=params.PuzzleType())
@params.reading()
@click.option("--port", type=click.IntRange(0, 65535), help="Where to listen; 0 for any free one.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Who may reach it.")
@click.option("--no-browser", is_flag=True, help="Do not open the browser, only print the address.")
@click.option("--terminal", is_flag=True, help="Play in the terminal, by typing moves.")
@click.option("--second", is_flag=True, help="In the terminal: let clew move first.")
@click.option("--both", is_flag=True, help="In the terminal: play both sides yourself.")
@click.option(
    "--max-seconds",
    metavar="S",
    type=params.SecondsType(),
    default=20.0,
    show_default=True,
    help="In the terminal: how long clew may think about a move.",
)
def play(
    puzzle: str | None, kind: str | None, notation: str | None, port: int | None, host: str,
    no_browser: bool, terminal: bool, second: bool, both: bool, max_seconds: float,
) -> int:  # fmt: skip
    """Play PUZZLE in the browser, or choose one there; watch searches and compare them.

    A server is started on this machine, its address printed and opened; nothing is fetched from
    elsewhere. Ctrl-C stops it.

    In the terminal moves are typed as they are shown; `moves` lists them, `hint` names a best one,
    `why` says what makes it one, `undo` takes back your last move, `quit` leaves. A puzzle for one
    can also be mixed up (`scramble`) and shown solved (`solve`). In a grid a move writes into a
    cell (`r3c4=7`), and `check` looks for mistakes.
    """
    in_terminal = terminal or second or both or not _can_serve()
    if puzzle == "-":
        status.usage("the moves are read from standard input: name a game or a file")
    if in_terminal and puzzle is None:
        status.usage("found no puzzle, expected one to play in the terminal")
    one = None if puzzle is None else _one(puzzle, kind, notation)
    if not in_terminal:
        return _serve(one, host, port, not no_browser)
    if not (terminal or second or both):
        click.echo("clew play: in the terminal, since clew[web] is not installed", err=True)
    assert one is not None
    return _sit(one, second, both, max_seconds)


def _can_serve() -> bool:
    """Whether what the server needs is installed."""
    from importlib.util import find_spec

    return all(find_spec(name) is not None for name in ("starlette", "uvicorn"))


def _one(word: str, kind: str | None, notation: str | None) -> Puzzle:
    from clew.cli.source import load

    puzzles = load(word, kind, notation)
    if len(puzzles) > 1:
        status.usage(f"{word} holds {len(puzzles)} puzzles, expected one")
    return puzzles[0]


def _serve(puzzle: Puzzle | None, host: str, port: int | None, browse: bool) -> int:
    from urllib.parse import quote

    from clew.web.serve import serve

    page = "" if puzzle is None else f"play#id={quote(puzzle.id, safe=':,=@/')}"
    try:
        serve(host, port, page, browse)
    except (OSError, OverflowError) as error:
        where = host if port is None else f"{host}, port {port}"
        raise status.BadInput(f"cannot listen at {where}: {error}") from None
    return status.INTERRUPTED


def _sit(puzzle: Puzzle, second: bool, both: bool, max_seconds: float) -> int:
    """Play in the terminal."""
    from clew.cli.tables import Desk, Duel, Solo
    from clew.play import Fill, Session, open_play
    from clew.puzzle import Unsuited

    try:
        session = open_play(puzzle, max_seconds)
    except Unsuited as error:
        raise status.BadInput(str(error)) from None
    if isinstance(session, Session):
        return Duel(session, 1 if second else 0, both).sit()
    if second or both:
        status.usage(f"{puzzle.name} is a puzzle for one: there is no second player")
    return Desk(session).sit() if isinstance(session, Fill) else Solo(session).sit()
