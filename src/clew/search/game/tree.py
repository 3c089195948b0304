"""Search of a game tree: minimax, and alpha-beta with a table, an order of moves and symmetry."""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Callable, Iterator
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
    def verdict(self, game: AnyGame, run: Run) -> Verdict: ...


@dataclass(frozen=True)
class Minimax(TreeSearch):
    """The value of every position below, each for the player to move there (negamax).

    MINIMAX-DECISION of Russell and Norvig, with the line that led to each value.
    """

    name: ClassVar[str] = "minimax"
    summary: ClassVar[str] = "Play every game to its end, and back the values up."

    def verdict(self, game: AnyGame, run: Run) -> Verdict:
        value_of = _negamax(game, run, game.successors, prune=False)
        value, line = game.payoff(game.start), None
        best: list[str] = []
        if value is None:
            value = -INFINITE
            for move, child in game.successors(game.start):
                worth, then = value_of(child, -INFINITE, INFINITE, 1)
                if -worth > value:
                    value, line, best = -worth, (move, then), []
                if -worth == value:
                    best.append(move)
            if line is None:
                raise stuck(game.start)
        if run.trace is not None:
            run.trace(Event(Kind.VALUE, 0, 0, value))
        return Verdict(value, tuple(best), _unrolled(line))


def _unrolled(line: Line) -> tuple[str, ...]:
    moves = []
    while line is not None:
        move, line = line
        moves.append(move)
    return tuple(moves)


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

    def verdict(self, game: AnyGame, run: Run) -> Verdict:
        symmetric = capability(game, HasSymmetries) if self.symmetry == "yes" else None
        canonical = None if symmetric is None else symmetric.canonical
        successors, most = _ordered(game, self.order), stakes(game)
        table: dict[Any, Entry] | None = {} if self.table == "yes" else None
        value_of = _negamax(game, run, successors, most, table, canonical)
        if (paid := game.payoff(game.start)) is not None:
            return Verdict(paid, (), ())
        value, firsts = -INFINITE, []
        for move, child in successors(game.start):
            worth, line = value_of(child, -most, min(most, 1 - value), 1)
            firsts.append((move, child, -worth, line))
            value = max(value, -worth)
        if not firsts:
            raise stuck(game.start)
        best = {move: (child, line) for move, child, worth, line in firsts if worth == value}
        in_order = tuple(move for move, _ in game.successors(game.start) if move in best)
        first = next(iter(best))
        line = (first, *_continued(game, value_of, *best[first], -value))
        return Verdict(value, in_order, line)


def stakes(game: AnyGame) -> Any:
    """The most that a player can gain or lose; infinite where the game does not say."""
    most = rules_of(game).stakes
    return INFINITE if most is None else most


def _beyond(state: Any, value: int, most: int) -> Unsuited:
    return Unsuited(
        f"found payoff {value} at {shown(state)}, expected {-most} to {most}: the stakes"
    )


EXACT, AT_LEAST, AT_MOST = 0, 1, 2
Entry = tuple[int, int, Any, Line]
"""A value, whether it is exact or a bound, the state it was found for and its line."""
ValueOf = Callable[[Any, int, int, int], tuple[int, Line]]


def _negamax(
    game: AnyGame,
    run: Run,
    successors: Callable[[Any], Any],
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
                if (
                    kind == EXACT
                    or (kind == AT_LEAST and best >= beta)
                    or (kind == AT_MOST and best <= alpha)
                ):
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
            table[key] = (
                best,
                EXACT if sure else AT_LEAST if best >= beta else AT_MOST,
                state,
                line,
            )
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
    game: AnyGame, value_of: ValueOf, state: Any, known: Line, value: int
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
                worth, known = value_of(child, -stakes(game), stakes(game), depth)
                if -worth == value:
                    break
            state = child
        value = -value
        yield move


def _ordered(game: AnyGame, order: str) -> Callable[[Any], Any]:
    """The successors of a state, those to be tried first in front."""
    if order == "mobility":
        return lambda state: sorted(
            game.successors(state), key=lambda item: sum(1 for _ in game.successors(item[1]))
        )
    ordered = capability(game, HasMoveOrder)
    if order == "promising" and ordered is not None:
        return lambda state: sorted(
            game.successors(state), key=lambda item: ordered.promise(item[1])
        )
    return game.successors
