"""Search of a game tree: minimax, and alpha-beta with a table, an order of moves and symmetry."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Any, ClassVar

from clew.arguments import shown
from clew.faces import Game, Verdict
from clew.puzzle import Unsuited
from clew.result import Run, Stopped
from clew.search.strategy import Strategy, choice
from clew.trace import Event, Kind

AnyGame = Game[Any, Any]
Line = tuple[str, Any] | None
"""A move and the line after it; None where the line ends, or is not known any more."""
INFINITE: Any = float("inf")
"""More than any payoff."""
DEEPEST = 50_000
"""How many moves deep a game may be searched; each costs some memory, not the C stack."""


class _Deep:
    """Room for deep recursion while any search needs it, and the old limit again after the last."""

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
    cycle = getattr(game, "cycle", ())
    if not cycle:
        return ""
    shown = " -> ".join(map(str, cycle))
    return f"draw by repetition is not defined: cycle {shown}"


def stuck(state: Any) -> Unsuited:
    """The objection to a game that says neither how it goes on nor what it pays."""
    return Unsuited(f"the game is not over at {shown(state)}, and there is no move")


@dataclass(frozen=True)
class TreeSearch(Strategy):
    """What both searches of a game tree share: they need an end to every game."""

    face: ClassVar[str] = "game"

    def accepts(self, face: AnyGame) -> bool:
        return not endless(face)

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

    def verdict(self, game: AnyGame, run: Run) -> Verdict:
        raise NotImplementedError


@dataclass(frozen=True)
class Minimax(TreeSearch):
    """The value of every position below, each for the player to move there (negamax).

    MINIMAX-DECISION of Russell and Norvig, with the line that led to each value.
    """

    name: ClassVar[str] = "minimax"
    summary: ClassVar[str] = "Play every game to its end, and back the values up."

    def verdict(self, game: AnyGame, run: Run) -> Verdict:
        value, line, values = _minimax(game, run)
        best = tuple(move for move, worth in values if worth == value)
        return Verdict(value, best, _unrolled(line))


def _minimax(game: AnyGame, run: Run) -> tuple[int, Line, list[tuple[str, int]]]:
    """The value of the start, a line of best play, and the value of each first move."""
    stats, trace = run.stats, run.trace
    payoff, successors = game.payoff, game.successors
    nodes = alarm = deepest = 0

    def enter(depth: int, parent: int) -> None:
        """Keep the limits and tell who watches, before the node at hand is counted."""
        nonlocal alarm
        if nodes >= run.alarm:
            stats.nodes, stats.deepest = nodes, deepest
            run.pause()
        alarm = run.alarm if trace is None else 0
        if trace is not None:
            trace(Event(Kind.EXPAND, depth, nodes, parent))

    def value_of(state: Any, depth: int, number: int) -> tuple[int, Line]:
        """The value of a position that is not over, its number known, and a line from there."""
        nonlocal nodes, deepest
        best, line = -INFINITE, None
        depth += 1
        for move, child in successors(state):
            if nodes >= alarm:
                enter(depth, number)
            this = nodes
            nodes += 1
            value, then = payoff(child), None
            if value is None:
                value, then = value_of(child, depth, this)
            elif depth > deepest:
                deepest = depth
            if trace is not None:
                trace(Event(Kind.VALUE, depth, this, value))
            if -value > best:
                best, line = -value, (move, then)
            if depth == 1:
                firsts.append((move, -value))
        if line is None:
            raise stuck(state)
        return best, line

    firsts: list[tuple[str, int]] = []
    enter(0, -1)
    nodes = 1
    try:
        value, line = payoff(game.start), None
        if value is None:
            value, line = value_of(game.start, 0, 0)
    finally:
        stats.nodes, stats.deepest = nodes, deepest
    if trace is not None:
        trace(Event(Kind.VALUE, 0, 0, value))
    return value, line, firsts


def _unrolled(line: Line) -> tuple[str, ...]:
    moves = []
    while line is not None:
        move, line = line
        moves.append(move)
    return tuple(moves)


@dataclass(frozen=True)
class AlphaBeta(TreeSearch):
    """Minimax that passes over what cannot matter, and remembers the positions it has valued.

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

    def verdict(self, game: AnyGame, run: Run) -> Verdict:
        paid = game.payoff(game.start)
        value_of = _alpha_beta(game, run, self)
        if paid is not None:
            return Verdict(paid, (), ())
        value, firsts, most = -INFINITE, [], stakes(game)
        for move, child in _ordered(game, self.order)(game.start):
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
    said: int | None = getattr(game, "stakes", None)
    return INFINITE if said is None else said


def _beyond(state: Any, value: int, most: int) -> Unsuited:
    return Unsuited(
        f"found payoff {value} at {shown(state)}, expected {-most} to {most}: the stakes"
    )


EXACT, AT_LEAST, AT_MOST = 0, 1, 2
Entry = tuple[int, int, Any, Line]
"""A value, whether it is exact or a bound, the state it was found for and its line."""
ValueOf = Callable[[Any, int, int, int], tuple[int, Line]]


def _alpha_beta(game: AnyGame, run: Run, options: AlphaBeta) -> ValueOf:
    """A function for the value of a position if it lies between alpha and beta, else a bound.

    It remembers what it has found. A line is None where it is not known: the table holds lines
    for one of several positions that are the same by symmetry.
    """
    stats, trace = run.stats, run.trace
    payoff, successors, most = game.payoff, _ordered(game, options.order), stakes(game)
    canonical = getattr(game, "canonical", None) if options.symmetry == "yes" else None
    table: dict[Any, Entry] | None = {} if options.table == "yes" else None
    nodes = alarm = duplicates = prunings = 0
    nothing = -most - 1  # less than any payoff

    def count() -> None:
        stats.nodes, stats.duplicates, stats.prunings = nodes, duplicates, prunings

    def enter(depth: int, parent: int) -> None:
        """Keep the limits and tell who watches, before the node at hand is counted."""
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
                if best > floor:
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
    promise = getattr(game, "promise", None)
    if order == "mobility":
        return lambda state: sorted(
            game.successors(state), key=lambda item: sum(1 for _ in game.successors(item[1]))
        )
    if order == "promising" and promise is not None:
        return lambda state: sorted(game.successors(state), key=lambda item: promise(item[1]))
    return game.successors
