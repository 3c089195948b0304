"""What games share: the rules as a face, and puzzles whose answer is a verdict."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from operator import methodcaller
from typing import Any, ClassVar, Self

from clew.board.board import Board
from clew.board.inputs import Claim, Input
from clew.core.arguments import is_number, shown
from clew.core.coaching import nim_plan
from clew.core.errors import Unsuited
from clew.core.faces import CUT, ENDLESS, Faces, Game, Impartial, Verdict
from clew.core.look import Brief, Look
from clew.core.puzzle import Puzzle
from clew.core.verdicts import check_verdict, outcome, shortened

AnyGame = Game[Any, Any]


class Rules:
    """A base for game faces: whoever cannot move loses, and the whole position is one part.

    It has a default for everything that a strategy may want to know of a game.
    """

    misere: bool = False
    """Whether the player who cannot move wins instead."""
    theorem: str = ""
    """Why the parts may stand for the position, where they are not just its pieces."""
    is_nim: bool = False
    """Whether the parts are Nim piles: whole numbers that are their own nim-values."""
    by_size: bool = False
    """Whether the parts are whole numbers, and an option holds smaller ones only."""
    octal: tuple[int, ...] = ()
    """The digits of the octal code by which the parts, heaps of that size, are played."""
    reach: int = 0
    """If positive, the value of a heap depends on those of so many sizes before it only."""
    cycle: tuple[Any, ...] = ()
    """States that may follow each other for ever, the first again at the end; () if none can."""
    evaluate: Any = None
    """An estimate of what the player to move gets, for a search that does not go to the end: a
    function of a state whose numbers lie between the payoffs."""
    stakes: int | None = 1
    """No payoff is greater than this, nor less than minus this; None if that is not known."""

    def __init_subclass__(cls) -> None:
        """A class with payoffs of its own says its own stakes, or they are not known."""
        if "payoff" in vars(cls) and "stakes" not in vars(cls):
            cls.stakes = None

    def __init__(self, start: Any, misere: bool = False) -> None:
        self.start = start
        self.misere = misere

    def successors(self, state: Any, /) -> Iterable[tuple[str, Any]]:
        raise NotImplementedError

    def payoff(self, state: Any, /) -> int | None:
        for _ in self.successors(state):
            return None
        return 1 if self.misere else -1

    def made(self, state: Any, move: str, /) -> Any:
        """The state after a move, or None if that is no move here."""
        return next((then for name, then in self.successors(state) if name == move), None)

    def parts(self, state: Any, /) -> tuple[Any, ...]:
        return (state,)

    def names(self, state: Any, /) -> tuple[str, ...]:
        """What to call each of the parts."""
        return ("position",)

    def options(self, part: Any, /) -> Iterable[tuple[Any, ...]]:
        return (self.parts(after) for _, after in self.successors(part))


class StatedRules(Rules):
    """The rules of a game stated by an object of any class; what it does not say is as in Rules."""

    MEMBERS = (
        *("start", "successors", "payoff", "parts", "options", "names"),
        *("misere", "theorem", "is_nim", "by_size", "octal", "reach", "cycle", "stakes"),
        *("canonical", "promise", "leaving", "evaluate"),
    )

    def __init__(self, game: AnyGame) -> None:
        said = {name: getattr(game, name) for name in self.MEMBERS if hasattr(game, name)}
        if "payoff" in said:
            said["payoff"] = _whole(said["payoff"])
        if said.get("evaluate") is not None:
            said["evaluate"] = _number(said["evaluate"])
        vars(self).update({"stakes": 1 if "parts" in said else None} | said)

    def names(self, state: Any, /) -> tuple[str, ...]:
        return ("part",) * len(self.parts(state))


def _whole(payoff: Callable[[Any], Any]) -> Callable[[Any], int | None]:
    """Wrap the payoffs of a stated game, and refuse those that aren't whole numbers."""

    def checked(state: Any) -> int | None:
        paid = payoff(state)
        if paid is None or paid.__class__ is int:
            return paid
        wanted = "return a whole number, such as 1 for a win, or None while the game goes on"
        raise Unsuited(f"the payoff at {shown(state)} is {shown(paid)}: {wanted}")

    return checked


def _number(evaluate: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Wrap the estimates of a stated game, and refuse those that aren't finite numbers."""

    def checked(state: Any) -> Any:
        estimate = evaluate(state)
        if is_number(estimate) and -inf < estimate < inf:
            return estimate
        wanted = "return a number between the payoffs"
        raise Unsuited(f"the estimate at {shown(state)} is {shown(estimate)}: {wanted}")

    return checked


def rules_of(game: AnyGame) -> Rules:
    """The game as one that answers every question about itself."""
    return game if isinstance(game, Rules) else StatedRules(game)


class Piles(Rules):
    """Games of piles, rows or strips: each is a part, a move changes one of them.

    `changes` are the moves in one part, with the parts that each leaves.
    """

    noun: ClassVar[str] = "pile"

    def changes(self, part: Any, /) -> Iterable[tuple[str, tuple[Any, ...]]]:
        """The moves in one part: each with the parts that it leaves."""
        raise NotImplementedError

    def successors(self, state: tuple[Any, ...], /) -> Iterator[tuple[str, tuple[Any, ...]]]:
        several = len(state) > 1
        for place, part in enumerate(state):
            before, after = state[:place], state[place + 1 :]
            prefix = f"{self.noun} {place + 1}: " if several else ""
            for move, left in self.changes(part):
                yield prefix + move, before + left + after

    def made(self, state: tuple[Any, ...], move: str, /) -> tuple[Any, ...] | None:
        place, change = self.split(state, move)
        if place is None or (left := self.changed(state[place], change)) is None:
            return None
        return *state[:place], *left, *state[place + 1 :]

    def changed(self, part: Any, change: str, /) -> tuple[Any, ...] | None:
        """What a move leaves of its part, or None if that is no move there."""
        return next((left for name, left in self.changes(part) if name == change), None)

    def named(
        self, state: tuple[Any, ...], place: int, change: str, left: Any
    ) -> tuple[str, tuple[Any, ...]]:
        """A move that leaves `left` of the part at a place, and the state after it."""
        prefix = f"{self.noun} {place + 1}: " if len(state) > 1 else ""
        return prefix + change, (*state[:place], left, *state[place + 1 :])

    def split(self, state: tuple[Any, ...], move: str) -> tuple[int | None, str]:
        """The place of the part that a move is in, and the rest of its words: `pile 2: take 3`."""
        if len(state) == 1:
            return 0, move
        named, _, change = move.partition(": ")
        number = named.removeprefix(f"{self.noun} ")
        fits = number.isascii() and number.isdigit() and 1 <= int(number) <= len(state)
        return (int(number) - 1 if fits and move.startswith(self.noun) else None), change

    def parts(self, state: tuple[Any, ...], /) -> tuple[Any, ...]:
        return state

    def names(self, state: tuple[Any, ...], /) -> tuple[str, ...]:
        return tuple(f"{self.noun} {place}" for place in range(1, len(state) + 1))

    def options(self, part: Any, /) -> Iterable[tuple[Any, ...]]:
        return (left for _, left in self.changes(part))

    def canonical(self, state: tuple[Any, ...], /) -> tuple[Any, ...]:
        """The parts in order: their places do not matter, nor those with nothing in them."""
        return tuple(sorted(part for part in state if part))


class GamePuzzle(Puzzle[Verdict]):
    """A puzzle that asks who wins a position, and how."""

    faces: ClassVar[Faces] = Faces(
        {Impartial: methodcaller("impartial"), Game: methodcaller("game")}
    )
    series: ClassVar[str] = ""
    """The text of a heap of {n}, or of {n} and {m}, and of the {rule} that it is played by, where
    there is a row or a table of nim-values to show."""
    adds: ClassVar[bool] = True
    """Whether it may be part of a sum: both players have the same moves in it."""
    look: ClassVar[Look] = Look()
    inputs: ClassVar[tuple[Input, ...]] = (Claim(),)

    @abstractmethod
    def game(self) -> AnyGame: ...

    def impartial(self) -> Impartial[Any, Any]:
        game: Any = self.game()
        return game  # type: ignore[no-any-return]  # the same object shows both faces

    @abstractmethod
    def at(self, state: Any, /) -> Self:
        """The same game in another position."""

    @abstractmethod
    def picture(self) -> Board:
        """The position as it stands."""

    def board(self, answer: Verdict | None = None, /) -> Board:
        return self.picture()

    def reason(self, after: Any, /) -> tuple[str, str] | None:
        """The technique and the reason of a move from here to that state, where it is plain."""
        return None

    def strategy(self) -> str:
        """How a person can play it well, in the game's own words; empty if nothing short is known.

        Lines that begin with two blanks are a table.
        """
        game = self.game()
        return nim_plan(game) if isinstance(game, Rules) and game.is_nim else ""

    def brief(self) -> Brief:
        game = self.game()
        misere = isinstance(game, Rules) and game.misere
        return ((" Misère: whoever makes the last move loses.", ""),) if misere else ()

    def turn(self, state: Any, /) -> str:
        """How the player to move is called, where the position tells; else nothing."""
        return ""

    def tell(self, answer: Verdict, /) -> str:
        """The verdict in words: who wins, every best move, and a line of best play."""
        lines = [outcome(answer)]
        lost = answer.value < 0 and not answer.known
        if lost and answer.best and self._all_moves(answer.best):
            lines.append("best: every move loses against best play")
        elif answer.best:
            lines.append(f"best: {'; '.join(shortened(answer.best, 12))}")
        if len(answer.line) > 1:
            ends = {ENDLESS: " … and so on for ever", CUT: " …"}.get(answer.ending, "")
            lines.append(f"line: {'; '.join(shortened(answer.line, 24))}{ends}")
        return "\n".join(lines)

    def _all_moves(self, moves: Sequence[str]) -> bool:
        game, among = self.game(), set(moves)
        return all(move in among for move, _ in game.successors(game.start))

    def check(self, answer: Verdict, /) -> list[str]:
        return check_verdict(rules_of(self.game()), answer)


def stuck(state: Any) -> Unsuited:
    """Return the error for a state that has neither moves nor a payoff."""
    return Unsuited(f"the game is not over at {shown(state)}, and there is no move")


def find_cycle(game: AnyGame, most: int | None = None) -> tuple[Any, ...]:
    """States that can follow each other for ever, the first again at the end; () if none can.

    If `most` is given, () also means that none is found among so many states.
    """
    path: dict[Any, Iterator[tuple[Any, Any]]] = {}
    done: set[Any] = set()
    state: Any = game.start
    while len(path) + len(done) != most:
        if state not in path:
            over = game.payoff(state) is not None
            path[state] = iter(() if over else game.successors(state))
        for _, child in path[state]:
            if child in path:
                states = list(path)
                return (*states[states.index(child) :], child)
            if child not in done:
                state = child
                break
        else:
            done.add(state)
            del path[state]
            if not path:
                return ()
            state = next(reversed(path))
    return ()
