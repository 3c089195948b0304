"""`clew play`: a game in the terminal, against perfect play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from clew.cli import params, status
from clew.cli.verbatim import Verbatim

if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.play import Session

HELP = (
    "a move as it is shown, or its numbers alone; or\n"
    "  moves  list them          hint  name a best move     why   what makes it one\n"
    "  undo   take back yours    redo  make it again        quit  leave the game"
)
EPILOG = """
Examples:
  clew play noughts:3x3
  clew play nim:3,4,5 --second
  clew play kayles:12+nim:4
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
    """Play GAME against clew, which plays perfectly.

    Moves are typed as they are shown; `moves` lists them, `hint` names a best one, `why`
    says what makes it one, `undo` takes back your last move, `quit` leaves.
    """
    from clew.cli.source import load
    from clew.play import Session
    from clew.puzzle import Unsuited

    if game == "-":
        status.usage("the moves are read from standard input: name a game or a file")
    puzzles = load(game, kind, notation)
    if len(puzzles) > 1:
        status.usage(f"{game} holds {len(puzzles)} puzzles, expected one")
    try:
        session = Session.of(puzzles[0], max_seconds)
    except Unsuited as error:
        raise status.BadInput(str(error)) from None
    return Table(session, 1 if second else 0, both).sit()


class Table:
    """The terminal's side of a game: it asks, tells, and leaves the rules to the session."""

    def __init__(self, session: Session, you: int, both: bool) -> None:
        self.session = session
        self.you = you
        self.both = both

    def sit(self) -> int:
        """Play until the game is over or left."""
        click.echo(f"{self.session.first.summary}\nType {HELP}\n")
        self._draw()
        try:
            while self._turn():
                pass
        except (KeyboardInterrupt, click.Abort):
            click.echo("\nleft the game")
            return status.INTERRUPTED
        return status.ANSWERED

    def _turn(self) -> bool:
        """One move by whoever is to move; whether the game goes on."""
        if self.session.over:
            click.echo(self._outcome())
            return False
        if self.both or self.session.mover == self.you:
            return self._ask()
        return self._answer()

    def _ask(self) -> bool:
        try:
            typed = input(f"{self._who()}> ").strip()
        except EOFError:
            click.echo("\nleft the game")
            return False
        if typed.lower() in ("quit", "exit", "q"):
            click.echo("left the game")
            return False
        self._obey(typed)
        return True

    def _obey(self, typed: str) -> None:
        from clew.play import NoMove

        commands: dict[str, Callable[[], None]] = {
            "moves": self._moves, "hint": self._hint, "why": self._why, "undo": self._undo,
            "redo": self._redo, "help": lambda: click.echo(HELP), "": lambda: None,
        }  # fmt: skip
        if typed.lower() in commands:
            commands[typed.lower()]()
            return
        try:
            self.session.play(typed)
        except NoMove as error:
            click.echo(str(error))
            return
        if self.both:
            self._draw()

    def _answer(self) -> bool:
        from clew.result import Stopped

        try:
            move = self.session.reply()
        except Stopped as stop:
            move = self.session.play(self.session.moves()[0])
            click.echo(f"clew found nothing better in time ({stop.limit})")
        click.echo(f"clew: {move}")
        self._draw()
        if self.session.repeated:
            click.echo("(this position was there before: the game need not end)")
        return True

    def _who(self) -> str:
        name = self.session.first.turn(self.session.state)
        who = f"player {self.session.mover + 1}" if self.both else "you"
        return f"{who} ({name})" if name else who

    def _moves(self) -> None:
        click.echo("; ".join(self.session.moves()))

    def _hint(self) -> None:
        from clew.result import Stopped

        try:
            verdict, move = self.session.verdict(), self.session.hint()
        except Stopped as stop:
            click.echo(f"not found in time ({stop.limit})")
            return
        leads = {1: "it wins", 0: "it holds the draw", -1: "but every move loses"}
        click.echo(f"{move}: {leads[verdict.value]}")

    def _why(self) -> None:
        from clew.puzzle import Unsuited
        from clew.why import why

        try:
            click.echo(str(why(self.session.position)))
        except Unsuited as error:
            self._hint()
            click.echo(f"({error})")

    def _undo(self) -> None:
        """Back to the user's last move: with clew's reply to it, if there was one."""
        mine = [n for n in range(len(self.session.played)) if self.both or n % 2 == self.you]
        if not mine:
            click.echo("there is nothing to take back")
            return
        self.session.undo(len(self.session.played) - mine[-1])
        self._draw()

    def _redo(self) -> None:
        if not self.session.redo(1 if self.both else 2):
            click.echo("there is nothing to make again")
            return
        self._draw()

    def _draw(self) -> None:
        from clew.render.text import text

        click.echo(f"{text(self.session.position.board())}\n")

    def _outcome(self) -> str:
        winner = self.session.winner
        if winner is None:
            return "a draw"
        if self.both:
            return f"player {winner + 1} wins"
        return "you win" if winner == self.you else "clew wins"
