"""The loops of minimax and alpha-beta: the value of a position for the player to move there.

Both are recursive closures over plain integers, because the time of a search is spent here. They
share all but the loop itself, which is a quarter faster without bounds and a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from clew.core.arguments import shown
from clew.core.errors import Unsuited
from clew.core.events import Event, Kind
from clew.core.faces import Game
from clew.core.result import Run

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


def stuck(state: Any) -> Unsuited:
    """The error for a state that has neither moves nor a payoff."""
    return Unsuited(f"the game is not over at {shown(state)}, and there is no move")


def _beyond(state: Any, value: int, most: int) -> Unsuited:
    return Unsuited(
        f"found payoff {value} at {shown(state)}, expected {-most} to {most}: the stakes"
    )


def negamax(
    game: AnyGame,
    run: Run,
    successors: Successors,
    most: Any = INFINITE,
    table: dict[Any, Entry] | None = None,
    canonical: Callable[[Any], Any] | None = None,
    *,
    prunes: bool = True,
) -> ValueOf:
    """A function for the value of a position if it lies between alpha and beta, else a bound.

    Unless it `prunes`, values are always exact. It remembers what it has found in the table. A line
    is None where it is not known: the table holds lines for one of several positions that are the
    same by symmetry.
    """
    stats, trace, payoff = run.stats, run.trace, game.payoff
    nodes, duplicates, prunings = stats.nodes, stats.duplicates, stats.prunings
    root, alarm, deepest = nodes, 0, stats.deepest
    bounded = most < INFINITE
    nothing = -most - 1  # less than any payoff
    paid: dict[Any, int] = {}

    def count() -> None:
        stats.nodes, stats.duplicates, stats.prunings = nodes, duplicates, prunings
        stats.deepest = deepest

    def enter(depth: int, parent: int, alpha: int, beta: int) -> None:
        """Keep the limits and emit the event, before the node at hand is counted."""
        nonlocal alarm
        count()
        if nodes >= run.alarm:
            run.pause()
        alarm = run.alarm if trace is None else 0
        if trace is not None:
            trace(Event(Kind.EXPAND, depth, nodes, parent))
            if prunes:
                trace(Event(Kind.WINDOW, depth, alpha, beta))

    def paid_at(state: Any, key: Any) -> int | None:
        """The payoff, which is kept where a game is over; what is in the table is not."""
        if table is None:
            return payoff(state)
        if key in table:
            return None
        value = paid.get(key)
        if value is None and (value := payoff(state)) is not None:
            paid[key] = value
        return value

    def minimax(
        state: Any, key: Any, alpha: int, beta: int, depth: int, number: int
    ) -> tuple[int, Line]:
        """The value of a position that is not over, its number known; the bounds are ignored."""
        nonlocal nodes, deepest
        best, line = nothing, None
        depth += 1
        for move, child in successors(state):
            if nodes >= alarm:
                enter(depth, number, alpha, beta)
            this = nodes
            nodes += 1
            value, then = payoff(child), None
            if value is None:
                value, then = minimax(child, child, alpha, beta, depth, this)
            elif depth > deepest:
                deepest = depth
            if trace is not None:
                trace(Event(Kind.VALUE, depth, this, value))
            if -value > best:
                best, line = -value, (move, then)
        if line is None:
            raise stuck(state)
        return best, line

    def alpha_beta(
        state: Any, key: Any, alpha: int, beta: int, depth: int, number: int
    ) -> tuple[int, Line]:
        """The same by its key, with what bounds and the table save."""
        nonlocal nodes, duplicates, prunings, deepest
        if table is not None and (entry := table.get(key)) is not None:
            best, kind, known, line = entry
            if kind == EXACT or (best >= beta if kind == AT_LEAST else best <= alpha):
                duplicates += 1
                if depth > deepest:
                    deepest = depth
                if trace is not None:
                    trace(Event(Kind.KNOWN, depth, number, best))
                return best, (line if known == state else None)
        best, line, floor = nothing, None, alpha
        depth += 1
        for move, child in successors(state):
            if nodes >= alarm:
                enter(depth, number, -beta, -floor)
            this = nodes
            nodes += 1
            child_key = child if canonical is None else canonical(child)
            value, then = paid_at(child, child_key), None
            if value is None:
                value, then = alpha_beta(child, child_key, -beta, -floor, depth, this)
            elif bounded and not -most <= value <= most:
                raise _beyond(child, value, most)
            elif depth > deepest:
                deepest = depth
            if trace is not None:
                trace(Event(Kind.VALUE, depth, this, value))
            if -value > best:
                best, line = -value, (move, then)
                if best >= beta:
                    prunings += 1
                    if trace is not None:
                        trace(Event(Kind.CUT, depth - 1, number, best, (beta,)))
                    break
                if best > floor:
                    floor = best
        if line is None:
            raise stuck(state)
        if table is not None:
            sure = alpha < best < beta or best == most or best == -most  # no bound on the latter
            kind = EXACT if sure else AT_LEAST if best >= beta else AT_MOST
            table[key] = best, kind, state, line
        return best, line

    def value_of(state: Any, alpha: int, beta: int, depth: int) -> tuple[int, Line]:
        nonlocal nodes, deepest
        enter(depth, root, alpha, beta)
        this = nodes
        nodes += 1
        deepest = max(deepest, depth)
        search = alpha_beta if prunes else minimax
        try:
            key = state if canonical is None else canonical(state)
            value, line = paid_at(state, key), None
            if value is None:
                value, line = search(state, key, alpha, beta, depth, this)
            elif not -most <= value <= most:
                raise _beyond(state, value, most)
        finally:
            count()
        if trace is not None:
            trace(Event(Kind.VALUE, depth, this, value))
        return value, line

    enter(0, -1, -most, most)
    nodes = stats.nodes = nodes + 1
    return value_of
