"""Play by moves: two-player games, and one-player puzzles that go from state to state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Protocol

from clew.board.board import Mark
from clew.board.pen import Line
from clew.board.text import plural
from clew.core.arguments import advice
from clew.core.capabilities import capability
from clew.core.faces import Linear, Verdict
from clew.core.games import best_known, worded
from clew.core.puzzle import Unsuited
from clew.core.result import Stopped
from clew.explanations.argument import Argument
from clew.explanations.explain import hint
from clew.explanations.explanation import Hint
from clew.explanations.games import preferred
from clew.play.base import Data, NoMove, Play, PlayMove
from clew.search.auto import choose
from clew.search.run import solve

EASY, MEDIUM, PERFECT = LEVELS = ("easy", "medium", "perfect")
"""The levels at which Clew plays."""
POINTED = ("drag", "steer", "go")
"""The input modes in which a piece goes from one cell to another."""
THINKS = 1.0
"""The time in seconds to think about a move in a game that's too large to search exhaustively."""
LONGEST = 10_000
"""The maximum number of moves that `solve` plays."""


class HasThreats(Protocol):
    """A position in which the opponent may be about to win."""

    def threats(self) -> tuple[int, ...]:
        """Return the cells where the opponent would win at once."""


def pointed(found: Hint, position: Any, move: Any) -> Hint:
    """Return a hint with the cells of its move, and an arrow if a piece goes somewhere.

    Args:
        found: the hint.
        position: the puzzle in the current position.
        move: the move of the hint.
    """
    places = position.touches(move)
    threatening = capability(position, HasThreats)
    if threatening is not None and (threats := threatening.threats()):
        marks = Mark("threat", threats), Mark("effect", places)
        return replace(found, places=places, argument=Argument("", marks))
    way = position.inputs[0]
    if len(places) < 2 or way.mode not in POINTED or getattr(way, "stays", False):
        return replace(found, places=places)
    to, piece = places[0], places[1:]
    start = min(piece, key=lambda cell: abs(cell - to))
    marks = Mark("cause", piece), Mark("placed", (to,))
    arrow = Line((start, to), end="arrow", role="move")
    return replace(found, places=places, argument=Argument("", marks, (arrow,)))


@dataclass
class Session(Play):
    """A two-player game, played from a given position."""

    kind: ClassVar[str] = "game"

    def __post_init__(self) -> None:
        self._game = self.first.game()
        self._verdicts: dict[Any, Verdict] = {}

    @property
    def start(self) -> Any:
        return self._game.start

    @property
    def position(self) -> Any:
        return self.first.at(self.state)

    @property
    def mover(self) -> int:
        """The player to move: 0 for the one who moved first, otherwise 1."""
        return len(self._made) % 2

    @property
    def payoff(self) -> int | None:
        """The payoff for the player to move if the game is over, or None."""
        paid: int | None = self._game.payoff(self.state)
        return paid

    @property
    def over(self) -> bool:
        return self.payoff is not None

    @property
    def winner(self) -> int | None:
        """The winner: 0 for the first player, 1 for the second, None if there isn't one."""
        paid = self.payoff
        if not paid:
            return None
        return self.mover if paid > 0 else 1 - self.mover

    def outcome(self, wins: str) -> str:
        """Describe the result: a draw, or a win, with the payoff if it's more than 1."""
        return worded(abs(self.payoff or 0), wins, "a draw", "", "{} {:,}")

    @property
    def message(self) -> str:
        if self.over:
            return self.outcome(f"player {(self.winner or 0) + 1} wins")
        name = self.first.turn(self.state)
        return f"player {self.mover + 1}{f' ({name})' if name else ''} to move"

    def options(self) -> Iterator[PlayMove]:
        return (PlayMove(move, move, state) for move, state in self._game.successors(self.state))

    def verdict(self) -> Verdict:
        """Find out who wins from here, and how. Raise Stopped if that takes too long."""
        if self.state not in self._verdicts:
            result = solve(self.position, max_seconds=self._seconds())
            if result.solution is None:
                raise Stopped(result.reason)
            self._verdicts[self.state] = result.solution
        return self._verdicts[self.state]

    def _seconds(self) -> float | None:
        """Return the time to think. A search that could always go deeper gets one second."""
        if not choose(self.position).anytime:
            return self.max_seconds
        return THINKS if self.max_seconds is None else min(THINKS, self.max_seconds)

    def best(self) -> str:
        """Return a best move. If several win, choose the one that leaves the opponent the least."""
        if self.over:
            raise NoMove("the game is over: there are no more moves")
        return preferred(self.position.game(), self.verdict())

    def reply(self, level: str = PERFECT, random: Random | None = None) -> str:
        """Move for the player to move, and return the move.

        Args:
            level: easy, medium or perfect. The easy level makes all of its moves at random, and
                medium makes half of them at random. Both always make a move that wins immediately.
            random: the source of random numbers.

        Raises:
            NoMove: if the game is over.
            ValueError: if there's no such level.
        """
        if level not in LEVELS:
            raise ValueError(f"unknown level {level!r}: {advice(level, LEVELS)}")
        chance = (random or Random()).random()
        if level == PERFECT or (level == MEDIUM and chance < 0.5):
            return super().reply()
        moves = list(self.options())
        if not moves:
            raise NoMove("the game is over: there are no more moves")
        wins = [each for each in moves if (self._game.payoff(each.state) or 0) < 0]
        return self.play((random or Random()).choice(wins or moves).text)

    def values(self) -> list[Data]:
        """List the moves with their values for the player to move, as far as time allows."""
        found: list[Data] = []
        limit = None if self.max_seconds is None else self.max_seconds / 4
        for option in self.options():
            after = Session(self.first.at(option.state), max_seconds=limit)
            try:
                verdict = after.verdict() if not after.over else None
            except Stopped:
                continue
            value = -(after.payoff or 0) if verdict is None else -verdict.value
            plies = 1 + (len(verdict.line) if verdict else 0)
            found.append({"text": option.text, "value": value, "plies": plies})
        return found

    def review(self) -> Data:
        """Find the last move that gave something away, and the better moves."""
        moves, text = list(self.played), "no move gave anything away"
        step = Session(self.first, max_seconds=self.max_seconds)
        found: Data = {"move": None, "text": text}
        for number, move in enumerate(moves):
            before, mover = step.verdict(), step.mover
            step.play(move)
            after = -(step.payoff or 0) if step.over else -step.verdict().value
            if after < before.value and (self.winner is None or self.winner != mover):
                better = " or ".join(f'"{each}"' for each in before.best[:3])
                kept = worded(before.value, "won", "held a draw", "", "gained {1:,}")
                text = f'move {number + 1}, "{move}", gave it away: {better} would have {kept}'
                found = {"move": number, "text": text}
        return found

    def next_hint(self) -> Hint:
        move = self.best()
        return pointed(replace(hint(self.position), move=move), self.position, move)

    def _check(self) -> Data:
        verdict = self.verdict()
        if verdict.known and not verdict.forced:
            return {"ok": None, "text": best_known(verdict)}
        value = verdict.value
        outlook = worded(
            value,
            "the player to move can win",
            "with best play, it's a draw",
            "the player to move loses against best play",
            "the player to move can gain {1:,}",
            "the player to move loses {1:,} against best play",
        )
        return {"ok": value >= 0, "text": outlook, "value": value}

    def solve(self) -> tuple[str, ...]:
        """Play the best moves for both sides, to the end or until a position repeats."""
        made: list[str] = []
        while not self.over and len(made) < LONGEST and not (made and self.repeated):
            made.append(self.reply())
        return tuple(made)

    def view(self) -> Data:
        return super().view() | {
            "mover": self.mover,
            "winner": self.winner,
            "payoff": self.payoff,
            "turn": "" if self.over else self.first.turn(self.state),
            "repeated": self.repeated,
            "strategy": self.position.strategy(),
        }


SHORTEST = "linear:minimum=yes"
"""The strategy that finds the fewest presses, if linear algebra applies."""


class FlipMoves(Protocol):
    """A state space of integers in which move i always flips the bits of `flips[i]`."""

    @property
    def moves(self) -> Sequence[Any]: ...

    @property
    def flips(self) -> Sequence[int]: ...


@dataclass
class Walk(Play):
    """A one-player puzzle, played by moves until the goal is reached."""

    kind: ClassVar[str] = "walk"

    def __post_init__(self) -> None:
        self._open()
        self.first.midway((), self.start)  # raises Unsuited if the puzzle can't start midway

    def _open(self) -> None:
        self._space = self.first.space()
        self._start = self._space.start
        for move in self.first.opening():
            self._start = self._after(self._start, move)
        self._places: dict[str, int] = {}

    @property
    def start(self) -> Any:
        return self._start

    @property
    def over(self) -> bool:
        return bool(self._space.is_goal(self.state))

    @property
    def position(self) -> Any:
        return self._position(len(self._made))

    def _position(self, made: int) -> Any:
        """Return the position after this number of moves."""
        state = self._made[made - 1].state if made else self.start
        return self.first.midway([each.move for each in self._made[:made]], state)

    @property
    def message(self) -> str:
        if self.over:
            return f"solved in {plural(len(self._made), 'move')}"
        if next(self.options(), None) is None:
            return "no moves left: undo some, or restart"
        return f"{plural(len(self._made), 'move')} made" if self._made else ""

    def options(self) -> Iterator[PlayMove]:
        before = self.state
        for move, state in self._space.successors(before):
            yield PlayMove(self.first.say(move, before), move, state)

    def find(self, text: str) -> PlayMove:
        """Find a move. If moves only flip bits, compute just this one, and not all of them."""
        flipping = capability(self._space, FlipMoves)
        if flipping is None or self.over:
            return super().find(text)
        if not self._places:
            self._places = {self.first.say(m): i for i, m in enumerate(flipping.moves)}
        place = self._places.get(text)
        if place is None:
            return super().find(text)
        return PlayMove(text, flipping.moves[place], self.state ^ flipping.flips[place])

    def _after(self, state: Any, move: Any) -> Any:
        return next(then for made, then in self._space.successors(state) if made == move)

    def _ahead(self, made: int | None = None) -> Sequence[Any]:
        """Find moves to the goal, from here or from the position after `made` moves.

        Raises:
            NoMove: if the goal can't be reached.
            Stopped: if the search takes too long.
        """
        position = self.position if made is None else self._position(made)
        shortest = SHORTEST if Linear in self.first.faces else "auto"
        result = solve(position, shortest, max_seconds=self.max_seconds)
        if result.unsolvable:
            because = f": {result.reason}" if result.reason else ""
            raise NoMove(f"the goal can't be reached from here{because}")
        if result.solution is None:
            raise Stopped(result.reason)
        found: Sequence[Any] = position.ahead(result.solution)
        return found

    def way(self) -> tuple[str, ...]:
        """Find the moves to the goal, as `_ahead` does, and return their texts."""
        ahead = self._ahead()
        if capability(self._space, FlipMoves):
            return tuple(map(self.first.say, ahead))
        state, texts = self.state, []
        for move in ahead:
            texts.append(self.first.say(move, state))
            state = self._after(state, move)
        return tuple(texts)

    def next_hint(self) -> Hint:
        if self.over:
            raise NoMove("it's already solved")
        try:
            way = self.way()
        except NoMove as error:
            raise NoMove(f"{error}{self._way_back()}") from None
        found = hint(self.position, self.position.opening())
        move = found.move or way[0]
        return pointed(replace(found, move=move), self.position, self.find(move).move)

    def _check(self) -> Data:
        """Check whether the goal can still be reached. If not, find when it last could."""
        if self.over:
            return {"ok": True, "text": "it's already solved"}
        try:
            left = len(self._ahead())
        except NoMove as error:
            since = self._lost_since()
            return {"ok": False, "text": f"{error}{self._way_back()}", "since": since}
        text = f"you can still finish in {plural(left, 'move')}"
        return {"ok": True, "text": text, "left": left}

    def _way_back(self) -> str:
        since = self._lost_since()
        back = len(self._made) - (since or 0)
        return "" if since is None else f"; take back {plural(back, 'move')}"

    def _lost_since(self) -> int | None:
        """Return the number of moves after which the goal could last be reached.

        Return None if it could never be reached, or if that's unknown. Anything reachable after a
        move was also reachable before it, so binary search works.
        """
        try:
            if not self._reachable(0):
                return None
            low, high = 0, len(self._made)
            while high - low > 1:
                half = (low + high) // 2
                low, high = (half, high) if self._reachable(half) else (low, half)
        except Stopped:
            return None
        return low

    def _reachable(self, made: int) -> bool:
        with suppress(NoMove):
            self._ahead(made)
            return True
        return False

    def solve(self) -> tuple[str, ...]:
        """Play the moves to the goal that a search finds, and return them."""
        return () if self.over else tuple(map(self.play, self.way()))

    def scramble(self, moves: int, random: Random) -> None:
        """Make random moves and start a new puzzle from there.

        Args:
            moves: the number of moves.
            random: the source of random numbers.

        Raises:
            NoMove: if the puzzle can't start from that state.
        """
        state = self.state
        for _ in range(moves):
            if not (after := [then for _, then in self._space.successors(state)]):
                break
            state = random.choice(after)
        try:
            self.first = self.first.at(state)
        except Unsuited:
            raise NoMove(f"{self.first.name} can't be scrambled") from None
        self._open()
        self._made.clear()
        self._undone.clear()
