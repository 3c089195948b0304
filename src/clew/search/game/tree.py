"""Search of a game tree: minimax, and alpha-beta with a table, an order of moves and symmetry."""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any, ClassVar

from clew.core.capabilities import HasMoveOrder, HasSymmetries, capability
from clew.core.events import Kind, emit
from clew.core.faces import Game, Verdict
from clew.core.games import find_cycle, rules_of
from clew.core.result import Run, Stopped
from clew.search.game.negamax import (
    INFINITE,
    AnyGame,
    Entry,
    Line,
    Successors,
    ValueOf,
    negamax,
    stuck,
)
from clew.search.game.retrograde import Retrograde
from clew.search.strategy import Strategy, choice

LOOKED_AT = 1_000_000
"""Among so many states a cycle is looked for, where a game has a tree without end."""
DEEPEST = 50_000
"""How many moves deep a game may be searched; each level takes memory, not C stack."""


class _Deep:
    """Raises the recursion limit while any search needs it, and restores it after the last."""

    lock = Lock()
    searches = before = 0


def endless(game: AnyGame) -> str:
    """Why a game that may never end has no value by its tree; nothing if it always ends."""
    cycle = " -> ".join(map(str, rules_of(game).cycle))
    return f"draw by repetition is not defined: cycle {cycle}" if cycle else ""


@dataclass(frozen=True)
class TreeSearch(Strategy):
    """What both searches of a game tree share: they need an end to every game."""

    face: ClassVar[type] = Game
    prunes: ClassVar[bool] = True

    def objection(self, face: AnyGame) -> str:
        return endless(face)

    def __call__(self, game: AnyGame, run: Run) -> Iterator[Verdict]:
        try:
            verdict = self._deep_verdict(game, run)
        except RecursionError:
            if not find_cycle(game, LOOKED_AT):
                raise Stopped("the game is too deep for a recursive search") from None
            run.by = f"{self} then retrograde"  # positions repeat, so the tree has no end
            yield from Retrograde()(game, run)
            return
        emit(run.trace, Kind.ANSWER)
        yield verdict

    def _deep_verdict(self, game: AnyGame, run: Run) -> Verdict:
        """The verdict, found with a raised recursion limit.

        No function is called between a change of the count and that of the limit: there the
        error of a deadline could come between them.
        """
        deep = False
        try:
            with _Deep.lock:
                if not _Deep.searches:
                    _Deep.before = sys.getrecursionlimit()
                _Deep.searches, deep = _Deep.searches + 1, True
                sys.setrecursionlimit(max(_Deep.before, DEEPEST))
            return self.verdict(game, run)
        finally:
            with _Deep.lock:
                _Deep.searches -= deep
                if not _Deep.searches and deep:
                    sys.setrecursionlimit(_Deep.before)

    @abstractmethod
    def values(self, game: AnyGame, run: Run, most: Any) -> ValueOf: ...

    def successors(self, game: AnyGame) -> Successors:
        """The moves from a state, those to be tried first in front."""
        return game.successors

    def verdict(self, game: AnyGame, run: Run) -> Verdict:
        """The value of the start, every move that keeps it, and a line of best play."""
        stakes = rules_of(game).stakes if self.prunes else None
        most = INFINITE if stakes is None else stakes
        value_of = self.values(game, run, most)
        if (paid := game.payoff(game.start)) is not None:
            return Verdict(paid, (), ())
        value, firsts = -INFINITE, []
        for move, child in self.successors(game)(game.start):
            beta = min(most, 1 - value) if self.prunes else most
            worth, then = value_of(child, -most, beta, 1)
            firsts.append((move, child, -worth, then))
            value = max(value, -worth)
        if not firsts:
            raise stuck(game.start)
        best = {move: (child, then) for move, child, worth, then in firsts if worth == value}
        in_order = tuple(move for move, _ in game.successors(game.start) if move in best)
        first = next(iter(best))
        line = (first, *_continued(game, value_of, *best[first], -value, most))
        return Verdict(value, in_order, line)


@dataclass(frozen=True)
class Minimax(TreeSearch):
    """The value of every position below, each for the player to move there (negamax).

    MINIMAX-DECISION of Russell and Norvig, with the line that led to each value.
    """

    name: ClassVar[str] = "minimax"
    summary: ClassVar[str] = "Play every game to its end, and back the values up."
    prunes: ClassVar[bool] = False

    def values(self, game: AnyGame, run: Run, most: Any) -> ValueOf:
        return negamax(game, run, game.successors, prunes=False)

    def verdict(self, game: AnyGame, run: Run) -> Verdict:
        found = super().verdict(game, run)
        emit(run.trace, Kind.VALUE, 0, 0, found.value)
        return found


@dataclass(frozen=True)
class AlphaBeta(TreeSearch):
    """Minimax that skips what cannot matter, and remembers the values of positions.

    ALPHA-BETA-SEARCH of Russell and Norvig. Every first move is searched until it is clear
    whether it is one of the best. `symmetry=yes` remembers positions that differ by a symmetry
    as one, where the game knows its own; `order` says which moves are tried first: as the rules
    give them, those the game finds promising, or those that leave the fewest replies.
    """

    table: str = choice("yes", "no")
    symmetry: str = choice("no", "yes")
    order: str = choice("given", "promising", "mobility")

    name: ClassVar[str] = "alpha-beta"
    title: ClassVar[str] = "Alpha-beta"
    reads: ClassVar[Mapping[str, str]] = {
        "table": "Remembers positions",
        "table=yes": "with a table of positions",
        "table=no": "without a table of positions",
        "symmetry": "Symmetry",
        "symmetry=no": "every position by itself",
        "symmetry=yes": "symmetric positions as one",
        "order": "Order of moves",
        "order=given": "moves as the rules give them",
        "order=promising": "promising moves first",
        "order=mobility": "moves with fewest replies first",
    }
    summary: ClassVar[str] = "Minimax without the branches that cannot change the result."
    level: ClassVar[int] = 80
    usual: ClassVar[dict[str, str]] = {"symmetry": "yes"}

    def values(self, game: AnyGame, run: Run, most: Any) -> ValueOf:
        symmetric = capability(game, HasSymmetries) if self.symmetry == "yes" else None
        canonical = None if symmetric is None else symmetric.canonical
        table: dict[Any, Entry] | None = {} if self.table == "yes" else None
        return negamax(game, run, self.successors(game), most, table, canonical)

    def successors(self, game: AnyGame) -> Successors:
        if self.order == "mobility":
            return lambda state: sorted(
                game.successors(state), key=lambda item: sum(1 for _ in game.successors(item[1]))
            )
        ordered = capability(game, HasMoveOrder)
        if self.order == "given" or ordered is None:
            return game.successors
        return lambda state: sorted(
            game.successors(state), key=lambda item: ordered.promise(item[1])
        )


def _continued(
    game: AnyGame, value_of: ValueOf, state: Any, known: Line, value: int, most: Any
) -> Iterator[str]:
    """Best play from here on; searched for where a table of symmetric positions lost it."""
    depth = 1
    while game.payoff(state) is None:
        depth += 1
        if known is not None:
            move, known = known
            state = dict(game.successors(state))[move]
        else:
            for move, child in game.successors(state):  # noqa: B007 - the one that is found
                worth, known = value_of(child, -most, most, depth)
                if -worth == value:
                    break
            state = child
        value = -value
        yield move
