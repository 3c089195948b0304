"""`clew play`: a game against perfect play, or a puzzle move by move, in the terminal."""

from __future__ import annotations

import click

from clew.cli import params, status
from clew.cli.verbatim import Verbatim

EPILOG = """
Examples:
  clew play noughts:3x3
  clew play nim:3,4,5 --second
  clew play kayles:12+nim:4
  clew play lights-out:5x5
  clew play jugs:3,5=4
  clew play sudoku:..233..42.3.1...
"""


@click.command(cls=Verbatim, epilog=EPILOG)
@click.argument("game", type=params.PuzzleType())
@params.reading()
@click.option("--second", is_flag=True, help="Let clew move first.")
@click.option("--both", is_flag=True, help="Play both sides yourself; hints are still given.")
@click.option(
    "--max-seconds",
    metavar="S",
    type=params.SecondsType(),
    default=20.0,
    show_default=True,
    help="How long clew may think about a move.",
)
def play(
    game: str, kind: str | None, notation: str | None, second: bool, both: bool, max_seconds: float
) -> int:
    """Play GAME against clew, which plays perfectly; or solve a puzzle move by move.

    Moves are typed as they are shown; `moves` lists them, `hint` names a best one, `why`
    says what makes it one, `undo` takes back your last move, `quit` leaves. A puzzle for one
    can also be mixed up (`scramble`) and shown solved (`solve`). In a grid a move writes into a
    cell (`r3c4=7`), and `check` looks for mistakes.
    """
    from clew.cli.source import load
    from clew.cli.tables import Desk, Duel, Solo
    from clew.play import Fill, Session, open_play
    from clew.puzzle import Unsuited

    if game == "-":
        status.usage("the moves are read from standard input: name a game or a file")
    puzzles = load(game, kind, notation)
    if len(puzzles) > 1:
        status.usage(f"{game} holds {len(puzzles)} puzzles, expected one")
    try:
        session = open_play(puzzles[0], max_seconds)
    except Unsuited as error:
        raise status.BadInput(str(error)) from None
    if isinstance(session, Session):
        return Duel(session, 1 if second else 0, both).sit()
    if second or both:
        status.usage(f"{puzzles[0].name} is a puzzle for one: there is no second player")
    return Desk(session).sit() if isinstance(session, Fill) else Solo(session).sit()
