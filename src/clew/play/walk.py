"""A puzzle for one that is walked from state to state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Protocol

from clew.board.text import plural
from clew.core.capabilities import capability
from clew.core.linear import Linear
from clew.core.puzzle import Unsuited
from clew.core.result import Stopped
from clew.explanations.explain import hint
from clew.explanations.explanation import Hint
from clew.play.base import Data, Play, PlayMove
from clew.play.moves import NoMove
from clew.search.run import solve

SHORTEST = "linear:minimum=yes"
"""How to find the fewest presses, where linear algebra can."""


class FlipMoves(Protocol):
    """A space of integers in which move i always changes the bits of `flips[i]`."""

    @property
    def moves(self) -> Sequence[Any]: ...

    @property
    def flips(self) -> Sequence[int]: ...


@dataclass
class Walk(Play):
    """A puzzle for one, walked until the goal is reached."""

    kind: ClassVar[str] = "walk"

    def __post_init__(self) -> None:
        self._open()
        self.first.midway((), self.start)  # Unsuited if the puzzle cannot be taken up midway

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
        """Where it stood after so many moves."""
        state = self._made[made - 1].state if made else self.start
        return self.first.midway([each.move for each in self._made[:made]], state)

    @property
    def message(self) -> str:
        if self.over:
            return f"solved in {plural(len(self._made), 'move')}"
        if next(self.options(), None) is None:
            return "there is no move left: take some back, or begin again"
        return f"{plural(len(self._made), 'move')} made" if self._made else ""

    def options(self) -> Iterator[PlayMove]:
        before = self.state
        for move, state in self._space.successors(before):
            yield PlayMove(self.first.say(move, before), move, state)

    def find(self, text: str) -> PlayMove:
        """Where move i is always `state ^ flips[i]`, the one named is made without the others."""
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
        """The moves of a way on, from here or from after so many moves.

        NoMove if there is none, Stopped if that takes too long.
        """
        position = self.position if made is None else self._position(made)
        shortest = SHORTEST if Linear in self.first.faces else "auto"
        result = solve(position, shortest, max_seconds=self.max_seconds)
        if result.unsolvable:
            because = f": {result.reason}" if result.reason else ""
            raise NoMove(f"the goal cannot be reached from here{because}")
        if result.answer is None:
            raise Stopped(result.reason)
        found: Sequence[Any] = position.ahead(result.answer)
        return found

    def way(self) -> tuple[str, ...]:
        """A way to the goal; NoMove if there is none, Stopped if it takes too long."""
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
            raise NoMove("it is solved: there is nothing to do")
        try:
            way = self.way()
        except NoMove as error:
            raise NoMove(f"{error}{self._way_back()}") from None
        found = hint(self.position, self.position.opening())
        move = found.move or way[0]
        return replace(found, move=move, places=self.position.touches(self.find(move).move))

    def _check(self) -> Data:
        """Whether the goal can still be reached; if not, after how many moves it last could."""
        if self.over:
            return {"ok": True, "text": "it is solved"}
        try:
            left = len(self._ahead())
        except NoMove as error:
            since = self._lost_since()
            return {"ok": False, "text": f"{error}{self._way_back()}", "since": since}
        text = f"all is well: the goal is {plural(left, 'move')} away"
        return {"ok": True, "text": text, "left": left}

    def _way_back(self) -> str:
        since = self._lost_since()
        back = len(self._made) - (since or 0)
        return "" if since is None else f"; take back {plural(back, 'move')}"

    def _lost_since(self) -> int | None:
        """After how many moves the goal could last be reached; None if never, or not found out.

        What can be reached after a move could be reached before it, so halving finds it.
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
        """Walk on to the goal by a way that a search found; the moves made."""
        return () if self.over else tuple(map(self.play, self.way()))

    def scramble(self, moves: int, random: Random) -> None:
        """Make so many moves at random, and forget them.

        NoMove if the puzzle cannot start from the state that they lead to.
        """
        state = self.state
        for _ in range(moves):
            if not (after := [then for _, then in self._space.successors(state)]):
                break
            state = random.choice(after)
        try:
            self.first = self.first.at(state)
        except Unsuited:
            raise NoMove(f"{self.first.name} is not mixed up by moves") from None
        self._open()
        self._made.clear()
        self._undone.clear()
