"""Search of a game tree: minimax, and alpha-beta with a table, an order of moves and symmetry."""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Any, ClassVar

from clew.core.arguments import shown
from clew.core.capabilities import HasMoveOrder, HasSymmetries, capability
from clew.core.events import Event, Kind
from clew.core.faces import Game, Verdict
from clew.core.games import rules_of
from clew.core.puzzle import Unsuited
from clew.core.result import Run, Stopped
from clew.search.strategy import Strategy, choice

AnyGame = Game[Any, Any]
Line = tuple[str, Any] | None
"""A move and the line after it; None where the line ends, or is not known any more."""
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
Entry = tuple[int, int, Any, Line]
"""A value, whether it is exact or a bound, the state it was found for and its line."""
ValueOf = Callable[[Any, int, int, int], tuple[int, Line]]
Successors = Callable[[Any], Iterable[tuple[str, Any]]]
INFINITE: Any = float("inf")
"""More than any payoff."""
DEEPEST = 50_000
"""How many moves deep a game may be searched; each level takes memory, not C stack."""


class _Deep:
    """Raises the recursion limit while any search needs it, and restores it after the last."""

    def __init__(self) -> None:
        self.lock, self.searches, self.before = Lock(), 0, 0

    def __enter__(self) -> None:
        with self.lock:
            if self.searches == 0:
                self.before = sys.getrecursionlimit()
                sys.setrecursionlimit(max(self.before, DEEPEST))
            self.searches += 1

    def __exit__(self, *error: object) -> None:
        with self.lock:
            self.searches -= 1
            if self.searches == 0:
                sys.setrecursionlimit(self.before)


_DEEP = _Deep()


def endless(game: AnyGame) -> str:
    """Why a game that may never end has no value by its tree; nothing if it always ends."""
    cycle = " -> ".join(map(str, rules_of(game).cycle))
    return f"draw by repetition is not defined: cycle {cycle}" if cycle else ""


def stuck(state: Any) -> Unsuited:
    """The error for a state that has neither moves nor a payoff."""
    return Unsuited(f"the game is not over at {shown(state)}, and there is no move")


@dataclass(frozen=True)
class TreeSearch(Strategy):
    """What both searches of a game tree share: they need an end to every game."""

    face: ClassVar[type] = Game
    prunes: ClassVar[bool] = True

    def rank(self, face: AnyGame) -> int | None:
        return None if endless(face) else self.level

    def objection(self, face: AnyGame) -> str:
        return endless(face)

    def __call__(self, game: AnyGame, run: Run) -> Iterator[Verdict]:
        try:
            with _DEEP:
                verdict = self.verdict(game, run)
        except RecursionError:
            raise Stopped("the game is too deep for a recursive search") from None
        if run.trace is not None:
            run.trace(Event(Kind.ANSWER, 0))
        yield verdict

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
        return _negamax(game, run, game.successors, most, prune=False)

    def verdict(self, game: AnyGame, run: Run) -> Verdict:
        found = super().verdict(game, run)
        if run.trace is not None:
            run.trace(Event(Kind.VALUE, 0, 0, found.value))
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
    summary: ClassVar[str] = "Minimax without the branches that cannot change the result."
    level: ClassVar[int] = 80
    usual: ClassVar[tuple[str, ...]] = ("symmetry=yes",)

    def values(self, game: AnyGame, run: Run, most: Any) -> ValueOf:
        symmetric = capability(game, HasSymmetries) if self.symmetry == "yes" else None
        canonical = None if symmetric is None else symmetric.canonical
        table: dict[Any, Entry] | None = {} if self.table == "yes" else None
        return _negamax(game, run, self.successors(game), most, table, canonical)

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


def _beyond(state: Any, value: int, most: int) -> Unsuited:
    return Unsuited(
        f"found payoff {value} at {shown(state)}, expected {-most} to {most}: the stakes"
    )


def _negamax(
    game: AnyGame,
    run: Run,
    successors: Successors,
    most: Any = INFINITE,
    table: dict[Any, Entry] | None = None,
    canonical: Callable[[Any], Any] | None = None,
    prune: bool = True,
) -> ValueOf:
    """A function for the value of a position if it lies between alpha and beta, else a bound.

    It remembers what it has found in the table. A line is None where it is not known: the table
    holds lines for one of several positions that are the same by symmetry.
    """
    stats, trace, payoff = run.stats, run.trace, game.payoff
    nodes = alarm = duplicates = prunings = 0
    nothing = -most - 1  # less than any payoff

    def count() -> None:
        stats.nodes, stats.duplicates, stats.prunings = nodes, duplicates, prunings

    def enter(depth: int, parent: int) -> None:
        """Keep the limits and emit the event, before the node at hand is counted."""
        nonlocal alarm
        count()
        if nodes >= run.alarm:
            run.pause()
        alarm = run.alarm if trace is None else 0
        if trace is not None:
            trace(Event(Kind.EXPAND, depth, nodes, parent))

    def search(state: Any, alpha: int, beta: int, depth: int, number: int) -> tuple[int, Line]:
        """The same for a position that is not over, its number known."""
        nonlocal nodes, duplicates, prunings
        if table is not None:
            key = state if canonical is None else canonical(state)
            entry = table.get(key)
            if entry is not None:
                best, kind, known, line = entry
                if kind == EXACT or (best >= beta if kind == AT_LEAST else best <= alpha):
                    duplicates += 1
                    return best, (line if known == state else None)
        best, line, floor = nothing, None, alpha
        depth += 1
        for move, child in successors(state):
            if nodes >= alarm:
                enter(depth, number)
            this = nodes
            nodes += 1
            value, then = payoff(child), None
            if value is None:
                value, then = search(child, -beta, -floor, depth, this)
            else:
                if not -most <= value <= most:
                    raise _beyond(child, value, most)
                if depth > stats.deepest:
                    stats.deepest = depth
            if trace is not None:
                trace(Event(Kind.VALUE, depth, this, value))
            if -value > best:
                best, line = -value, (move, then)
                if best >= beta:
                    prunings += 1
                    break
                if prune and best > floor:
                    floor = best
        if line is None:
            raise stuck(state)
        if table is not None:
            sure = alpha < best < beta or best == most or best == -most  # no bound on the latter
            kind = EXACT if sure else AT_LEAST if best >= beta else AT_MOST
            table[key] = best, kind, state, line
        return best, line

    def value_of(state: Any, alpha: int, beta: int, depth: int) -> tuple[int, Line]:
        nonlocal nodes
        enter(depth, 0)
        this = nodes
        nodes += 1
        stats.deepest = max(stats.deepest, depth)
        try:
            value, line = payoff(state), None
            if value is None:
                value, line = search(state, alpha, beta, depth, this)
            elif not -most <= value <= most:
                raise _beyond(state, value, most)
        finally:
            count()
        if trace is not None:
            trace(Event(Kind.VALUE, depth, this, value))
        return value, line

    enter(0, -1)
    nodes = stats.nodes = 1
    return value_of


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
