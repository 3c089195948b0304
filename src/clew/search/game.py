"""Search of a game tree: minimax, and alpha-beta with a table, an order of moves and symmetry."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from clew.faces import Game, Verdict
from clew.result import Run, Stopped
from clew.search.strategy import Strategy, choice
from clew.trace import Event, Kind

AnyGame = Game[Any, Any]
Line = tuple[str, Any] | None
"""A move and the line after it; None where the line ends, or is not known any more."""
DEEPEST = 50_000
"""How many moves deep a game may be searched; each costs some memory, not the C stack."""


def endless(game: AnyGame) -> str:
    """Why a game that may never end has no value by its tree; nothing if it always ends."""
    cycle = getattr(game, "cycle", ())
    if not cycle:
        return ""
    shown = " -> ".join(map(str, cycle))
    return f"draw by repetition is not defined: cycle {shown}"


@dataclass(frozen=True)
class TreeSearch(Strategy):
    """What both searches of a game tree share: they need an end to every game."""

    face: ClassVar[str] = "game"

    def accepts(self, face: AnyGame) -> bool:
        return not endless(face)

    def objection(self, face: AnyGame) -> str:
        return endless(face)

    def __call__(self, game: AnyGame, run: Run) -> Iterator[Verdict]:
        if sys.getrecursionlimit() < DEEPEST:
            sys.setrecursionlimit(DEEPEST)
        try:
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

    def value_of(state: Any, depth: int, parent: int) -> tuple[int, Line]:
        if stats.nodes >= run.alarm:
            run.pause()
        number = stats.nodes
        stats.nodes += 1
        if depth > stats.deepest:
            stats.deepest = depth
        if trace is not None:
            trace(Event(Kind.EXPAND, depth, number, parent))
        best, line = payoff(state), None
        if best is None:
            best = -2
            for move, child in successors(state):
                value, then = value_of(child, depth + 1, number)
                if -value > best:
                    best, line = -value, (move, then)
                if depth == 0:
                    firsts.append((move, -value))
        if trace is not None:
            trace(Event(Kind.VALUE, depth, number, best))
        return best, line

    firsts: list[tuple[str, int]] = []
    value, line = value_of(game.start, 0, -1)
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
        search = _AlphaBeta(game, run, self)
        paid = game.payoff(game.start)
        search.enter(0, -1)
        if paid is not None:
            return Verdict(paid, (), ())
        value, firsts = -2, []
        for move, child in search.successors(game.start):
            worth, line = search(child, -1, min(1, 1 - value), 1, 0)
            firsts.append((move, child, -worth, line))
            value = max(value, -worth)
        best = [first for first in firsts if first[2] == value]
        given = [move for move, _ in game.successors(game.start)]
        chosen = {move for move, *_ in best}
        move, child, _, line = best[0]
        return Verdict(
            value,
            tuple(move for move in given if move in chosen),
            (move, *search.line(child, -value, line)),
        )


EXACT, AT_LEAST, AT_MOST = 0, 1, 2
Entry = tuple[int, int, Any, Line]
"""A value, whether it is exact or a bound, the state it was found for and its line."""


class _AlphaBeta:
    """One search: the game with its moves in order, and the table."""

    def __init__(self, game: AnyGame, run: Run, options: AlphaBeta) -> None:
        self.game = game
        self.run = run
        self.payoff = game.payoff
        self.successors = _ordered(game, options.order)
        self.table: dict[Any, Entry] | None = {} if options.table == "yes" else None
        same: Callable[[Any], Any] = lambda state: state  # noqa: E731 - as short as it can be
        symmetric = options.symmetry == "yes"
        self.canonical = getattr(game, "canonical", same) if symmetric else same

    def enter(self, depth: int, parent: int) -> int:
        """Count a node; its number."""
        run = self.run
        stats = run.stats
        if stats.nodes >= run.alarm:
            run.pause()
        number = stats.nodes
        stats.nodes += 1
        if depth > stats.deepest:
            stats.deepest = depth
        if run.trace is not None:
            run.trace(Event(Kind.EXPAND, depth, number, parent))
        return number

    def __call__(
        self, state: Any, alpha: int, beta: int, depth: int, parent: int
    ) -> tuple[int, Line]:
        """The value if it lies between alpha and beta, else a bound on that side of them."""
        number = self.enter(depth, parent)
        best, line = self.payoff(state), None
        if best is None:
            table = self.table
            key = self.canonical(state) if table is not None else None
            if table is not None and (entry := table.get(key)) is not None:
                best, kind, known, line = entry
                if (
                    kind == EXACT
                    or (kind == AT_LEAST and best >= beta)
                    or (kind == AT_MOST and best <= alpha)
                ):
                    self.run.stats.duplicates += 1
                    return best, (line if known == state else None)
            best, line = self._among_moves(state, alpha, beta, depth, number)
            if table is not None:
                sure = alpha < best < beta or best in (-1, 1)
                kind = EXACT if sure else AT_LEAST if best >= beta else AT_MOST
                table[key] = (best, kind, state, line)
        if self.run.trace is not None:
            self.run.trace(Event(Kind.VALUE, depth, number, best))
        return best, line

    def _among_moves(
        self, state: Any, alpha: int, beta: int, depth: int, number: int
    ) -> tuple[int, Line]:
        best, line = -2, None
        for move, child in self.successors(state):
            value, then = self(child, -beta, -max(alpha, best), depth + 1, number)
            if -value > best:
                best, line = -value, (move, then)
                if best >= beta:
                    self.run.stats.prunings += 1
                    break
        return best, line

    def line(self, state: Any, value: int, known: Line) -> Iterator[str]:
        """Best play from here on; searched again where a table of symmetric states lost it."""
        while self.payoff(state) is None:
            if known is not None:
                move, known = known
                state = dict(self.game.successors(state))[move]
            else:
                move, state, known = self._continuation(state, value)
            value = -value
            yield move

    def _continuation(self, state: Any, value: int) -> tuple[str, Any, Line]:
        for move, child in self.successors(state):
            worth, line = self(child, -1, 1, 0, -1)
            if -worth == value:
                return move, child, line
        raise AssertionError(f"no move keeps the value {value}")


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
