"""Play in the terminal: read moves and show boards. The session knows the rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import Generic, TypeVar

import click

from clew.board.text import plural, text
from clew.cli import status
from clew.core.games import worded
from clew.core.puzzle import Puzzle, Unsuited
from clew.core.result import Stopped
from clew.explanations.games import explain_nim_sum
from clew.play import Fill, NoMove, Play, Session, Walk, open_play

P = TypeVar("P", bound=Play)
SHOWN = 60
"""The maximum number of moves to list."""


class TerminalPlay(ABC, Generic[P]):
    """A game or puzzle in the terminal, until it's over or the user leaves."""

    help: str

    def __init__(self, session: P) -> None:
        self.session = session
        self.commands: dict[str, Callable[[], None]] = {
            "moves": self._moves, "hint": self._hint, "undo": self._undo, "redo": self._redo,
            "help": lambda: click.echo(self.help), "": lambda: None,
        }  # fmt: skip

    def play(self) -> int:
        """Play to the end, and return the exit status."""
        click.echo(f"{self.session.first.summary}\nType {self.help}\n")
        self._draw()
        try:
            while self._turn():
                pass
        except (KeyboardInterrupt, click.Abort):
            click.echo("\nyou left the game")
            return status.INTERRUPTED
        return status.ANSWERED

    @abstractmethod
    def _turn(self) -> bool:
        """Let the player to move make one move. Return True unless play is over."""

    @abstractmethod
    def _hint(self) -> None: ...

    def _undo(self) -> None:
        self._drawn_if(self.session.undo(), "there is nothing to undo")

    def _redo(self) -> None:
        self._drawn_if(self.session.redo(), "there is nothing to redo")

    def _drawn_if(self, changed: object, otherwise: str) -> None:
        if changed:
            self._draw()
        else:
            click.echo(otherwise)

    def _played(self) -> None:
        """Draw the board after a move of the user."""
        self._draw()

    def _ask(self, who: str) -> bool:
        try:
            typed = input(f"{who}> ").strip()
        except EOFError:
            click.echo("\nyou left the game")
            return False
        if typed.lower() in ("quit", "exit", "q"):
            click.echo("you left the game")
            return False
        self._obey(typed)
        return True

    def _obey(self, typed: str) -> None:
        try:
            if typed.lower() in self.commands:
                self.commands[typed.lower()]()
            else:
                self.session.play(typed)
                self._played()
        except NoMove as error:
            click.echo(str(error))
        except Stopped as stop:
            click.echo(f"not found in time ({stop.limit})")

    def _moves(self) -> None:
        moves = self.session.moves()
        more = f"; … ({len(moves) - SHOWN:,} more)" if len(moves) > SHOWN else ""
        click.echo("; ".join(moves[:SHOWN]) + more)

    def _check(self) -> None:
        click.echo(self.session.check()["text"])

    def _draw(self) -> None:
        click.echo(f"{text(self.session.board())}\n")


class PlayGame(TerminalPlay[Session]):
    """A game against Clew, or between two players at one terminal."""

    help = (
        "a move as `moves` lists it, or only its numbers; or\n"
        "  moves  list them          hint  name a best move     why   explain it\n"
        "  undo   take back yours    redo  make it again        quit  leave the game"
    )

    def __init__(self, session: Session, you: int, both: bool) -> None:
        super().__init__(session)
        self.commands["why"] = self._why
        self.you = you
        self.both = both

    def _turn(self) -> bool:
        if self.session.over:
            click.echo(self._outcome())
            return False
        if self.both or self.session.mover == self.you:
            return self._ask(self._who())
        return self._answer()

    def _played(self) -> None:
        if self.both:
            self._draw()

    def _answer(self) -> bool:
        try:
            move = self.session.reply()
        except Stopped as stop:
            move = self.session.play(self.session.moves()[0])
            click.echo(f"clew found nothing better in time ({stop.limit})")
        click.echo(f"clew: {move}")
        self._draw()
        if self.session.repeated:
            click.echo("(this position has come up before: the game may go on forever)")
        return True

    def _who(self) -> str:
        name = self.session.first.turn(self.session.state)
        who = f"player {self.session.mover + 1}" if self.both else "you"
        return f"{who} ({name})" if name else who

    def _hint(self) -> None:
        verdict, move = self.session.verdict(), self.session.best()
        leads = worded(
            verdict.value, "it wins", "it holds the draw", "but every move loses",
            "it gains {1:,}", "{}, {:,} at least",
        )  # fmt: skip
        click.echo(f"{move}: {leads}")

    def _why(self) -> None:
        try:
            click.echo(str(explain_nim_sum(self.session.position)))
        except Unsuited as error:
            self._hint()
            click.echo(f"({error})")

    def _undo(self) -> None:
        """Undo the user's last move, and any reply to it."""
        played = len(self.session.played)
        mine = [n for n in range(played) if self.both or n % 2 == self.you]
        changed = mine and self.session.undo(played - mine[-1])
        self._drawn_if(changed, "there is nothing to undo")

    def _redo(self) -> None:
        self._drawn_if(self.session.redo(1 if self.both else 2), "there is nothing to redo")

    def _outcome(self) -> str:
        if self.both:
            return self.session.message
        return self.session.outcome("you win" if self.session.winner == self.you else "clew wins")


class PlayWalk(TerminalPlay[Walk]):
    """A puzzle for one player, move by move."""

    help = (
        "a move as `moves` lists it, or only its numbers; or\n"
        "  moves  list them          hint  name the next move   solve     show a way\n"
        "  undo   take one back      redo  make it again        scramble  mix it up\n"
        "  quit   leave the game     check whether it can still be solved"
    )

    def __init__(self, session: Walk) -> None:
        super().__init__(session)
        self.commands |= {
            "solve": self._solve, "scramble": self._scramble, "check": self._check
        }  # fmt: skip

    def _turn(self) -> bool:
        if self.session.over:
            click.echo(f"solved in {plural(len(self.session.played), 'move')}")
            return False
        return self._ask(f"move {len(self.session.played) + 1}")

    def _hint(self) -> None:
        way = self.session.way()
        click.echo(f"{way[0]}: {plural(len(way), 'move')} from the end")

    def _solve(self) -> None:
        way = self.session.way()
        more = "; …" if len(way) > SHOWN else ""
        click.echo(f"{plural(len(way), 'move')}: {'; '.join(way[:SHOWN])}{more}")

    def _scramble(self) -> None:
        self.session.scramble(len(self.session.moves()) * 2, Random())
        self._draw()


class PlayGrid(TerminalPlay[Fill]):
    """A board to fill in."""

    help = (
        "{}; or\n"
        "  hint   the next step      check  look for mistakes   solve  fill in the rest\n"
        "  undo   take one back      redo   make it again       quit   leave the game"
    )
    marks = "\n  marks  list the pencil marks                         marks=none, clean or full"

    def __init__(self, session: Fill) -> None:
        super().__init__(session)
        self.help = self.help.format(session.usage) + self.marks * session.is_marked
        del self.commands["moves"]
        self.commands |= {"solve": self._solve, "check": self._check}
        if session.is_marked:
            self.commands["marks"] = self._marks

    def _turn(self) -> bool:
        if self.session.over:
            click.echo("solved")
            return False
        return self._ask(f"{self.session.left:,} left")

    def _draw(self) -> None:
        super()._draw()
        if self.session.message and not self.session.over:
            click.echo(self.session.message)

    def _hint(self) -> None:
        click.echo(self.session.next_hint().full)

    def _marks(self) -> None:
        marked = [
            f"{self.session.name(place)}: {' '.join(note.text for note in cell.notes)}"
            for place, cell in enumerate(self.session.board().cells)
            if cell.notes
        ]
        click.echo("; ".join(marked) or "no notes yet")

    def _solve(self) -> None:
        self.session.solve()
        self._draw()


def sit_down(puzzle: Puzzle, second: bool, both: bool, max_seconds: float) -> int:
    """Play a puzzle or a game in the terminal, and return the exit status."""
    session = open_play(puzzle, max_seconds)
    if isinstance(session, Session):
        return PlayGame(session, 1 if second else 0, both).play()
    if second or both:
        status.usage(
            f"--second and --both are for games, and {puzzle.name} is a puzzle for one player"
        )
    return (PlayGrid(session) if isinstance(session, Fill) else PlayWalk(session)).play()
