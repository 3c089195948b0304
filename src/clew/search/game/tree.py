"""Search of a game tree: minimax, and alpha-beta with a table, move ordering and symmetry.

`minimax` and `alpha_beta` are the textbook's figures, in the form called negamax: each value is
that of the player to move, so the value of a position is the maximum of the negated values after
it. `GameWatch` does everything that the figures leave out: it counts, enforces the limits, records
the steps, and remembers positions that were searched.
"""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count, islice
from math import inf, nextafter
from threading import Lock
from typing import Any, ClassVar

from clew.core.arguments import shown
from clew.core.capabilities import (
    HasEvaluation,
    HasMoveOrder,
    HasPlainRules,
    HasSymmetries,
    capability,
)
from clew.core.errors import Unsuited, is_ours
from clew.core.events import Event, Kind, emit
from clew.core.faces import CUT, OVER, Game, Verdict
from clew.core.games import AnyGame, find_cycle, rules_of, stuck
from clew.core.result import Run, Stopped
from clew.search.game.retrograde import Retrograde
from clew.search.native import lib
from clew.search.strategy import Strategy, choice

INFINITE: Any = float("inf")
"""More than any payoff."""
Line = tuple[str, Any] | None
"""A move and the line after it; None at the end of the line, or if it's no longer known."""
Worth = tuple[Any, Line]
"""The value of a position for the player to move there, and a line of best play."""
Successors = Callable[[Any], Iterable[tuple[str, Any]]]
MakeTree = Callable[[AnyGame, Run, Any], "GameWatch"]


# ------------------------------------------------------------------ the figures


def minimax(tree: GameWatch, state: Any, depth: int, parent: int) -> Worth:
    """Run MINIMAX-SEARCH (AIMA, 4th edition, figure 5.3)."""
    node = tree.enter(depth, parent, state=state)
    value, line = tree.payoff(state), None
    if value is None:
        value = -INFINITE
        for move, after in tree.successors(state):
            worth, then = minimax(tree, after, depth + 1, node)
            if -worth > value:
                value, line = -worth, (move, then)
        if line is None:
            raise stuck(state)
    return tree.leave(node, depth, value, line)


def alpha_beta(
    tree: GameWatch, state: Any, alpha: Any, beta: Any, depth: int, parent: int
) -> Worth:
    """Run ALPHA-BETA-SEARCH (AIMA, 4th edition, figure 5.7), with a table of positions.

    The value is exact if it lies between alpha and beta, and otherwise a bound.
    """
    node = tree.enter(depth, parent, alpha, beta, state)
    key = tree.key(state)
    if (paid := tree.payoff_once(state, key)) is not None:
        return tree.leave(node, depth, paid, None)
    if (known := tree.look_up(node, depth, state, key, alpha, beta)) is not None:
        return tree.leave(node, depth, *known)
    value, line, floor = -INFINITE, None, alpha
    for move, after in tree.successors(state):
        worth, then = alpha_beta(tree, after, -beta, -floor, depth + 1, node)
        if -worth > value:
            value, line = -worth, (move, then)
            if value >= beta:
                tree.cut(node, depth, value, beta)
                break
            floor = max(floor, value)
    if line is None:
        raise stuck(state)
    tree.remember(state, key, alpha, beta, value, line)
    return tree.leave(node, depth, value, line)


EXACT, AT_LEAST, AT_MOST = 0, 1, 2


class GameWatch:
    """The bookkeeping of one search of a game tree, and its table of positions.

    Every counter can be recounted from its events; `core/events.py` defines which ones. The payoffs
    of positions lie between -`most` and `most`.
    """

    def __init__(
        self,
        game: AnyGame,
        run: Run,
        successors: Successors,
        most: Any = INFINITE,
        *,
        prunes: bool = True,
        table: bool = False,
        canonical: Callable[[Any], Any] | None = None,
    ) -> None:
        self.run = run
        self.stats = run.stats
        self.trace = run.trace
        self.payoff = game.payoff
        self.successors = successors
        self.most = most
        self.prunes = prunes
        self.table: dict[Any, tuple[Any, int, Any, Line]] | None = {} if table else None
        """By its key, the value of a position, whether that is exact or a bound, the state it was
        found for and its line."""
        self.paid: dict[Any, Any] = {}
        """The payoffs of positions in which the game is over, if there is a table."""
        self.canonical = canonical
        self.numbers: dict[Any, int] = {}
        """The node of each position, if somebody watches."""
        self.root = self.enter(0, -1, -most, most, game.start)

    def value_of(self, state: Any, alpha: Any, beta: Any, depth: int, above: Any = None) -> Worth:
        """Search a position below the root, or below another that the search has met."""
        parent = self.root if depth == 1 else self.numbers.get(above, self.root)
        if self.prunes:
            return alpha_beta(self, state, alpha, beta, depth, parent)
        return minimax(self, state, depth, parent)

    def enter(
        self, depth: int, parent: int, alpha: Any = 0, beta: Any = 0, state: Any = None
    ) -> int:
        """Count a node and return its number, unless a limit stops the search."""
        stats = self.stats
        number = stats.nodes
        if number >= self.run.alarm:
            self.run.pause()
        if self.trace is not None:
            self.numbers[state] = number
            self.trace(Event(Kind.EXPAND, depth, number, parent))
            if self.prunes:
                self.trace(Event(Kind.WINDOW, depth, alpha, beta))
        stats.nodes = number + 1
        if depth > stats.deepest:
            stats.deepest = depth
        return number

    def leave(self, node: int, depth: int, value: Any, line: Line) -> Worth:
        """Record the value of a node."""
        if self.trace is not None:
            self.trace(Event(Kind.VALUE, depth, node, value))
        return value, line

    def cut(self, node: int, depth: int, value: Any, beta: Any) -> None:
        """Count that the other moves of a node can't matter."""
        self.stats.prunings += 1
        if self.trace is not None:
            self.trace(Event(Kind.CUT, depth, node, value, (beta,)))

    def key(self, state: Any) -> Any:
        """Return the name of a position in the table: symmetric positions may share one."""
        return state if self.canonical is None else self.canonical(state)

    def payoff_once(self, state: Any, key: Any) -> Any:
        """Return the payoff of a position, or None while the game goes on. With a table, ask only
        once.
        """
        if self.trace is not None:
            self.payoff(state)  # a watcher learns from questions which state each node is
        if self.table is not None:
            if key in self.table:
                return None
            if (value := self.paid.get(key)) is not None:
                return value
        value = self.payoff(state)
        if value is not None:
            if not -self.most <= value <= self.most:
                expected = f"expected {-self.most} to {self.most}: the stakes"
                raise Unsuited(f"found payoff {value} at {shown(state)}, {expected}")
            if self.table is not None:
                self.paid[key] = value
        return value

    def look_up(
        self, node: int, depth: int, state: Any, key: Any, alpha: Any, beta: Any
    ) -> Worth | None:
        """Return what the table holds of a position, if that is enough between alpha and beta.

        The line is None if it was found for another position, the same by symmetry.
        """
        if self.table is None or (entry := self.table.get(key)) is None:
            return None
        value, bound, known, line = entry
        if not (bound == EXACT or (value >= beta if bound == AT_LEAST else value <= alpha)):
            return None
        self.stats.duplicates += 1
        if self.trace is not None:
            self.trace(Event(Kind.KNOWN, depth, node, value))
        return value, line if known == state else None

    def remember(self, state: Any, key: Any, alpha: Any, beta: Any, value: Any, line: Line) -> None:
        """Write a position into the table, if there is one."""
        if self.table is not None:
            sure = alpha < value < beta or abs(value) == self.most  # nothing lies beyond the stakes
            bound = EXACT if sure else AT_LEAST if value >= beta else AT_MOST
            self.table[key] = value, bound, state, line


# ------------------------------------------------------------------ the fast twin

OwnGame: Any = None if lib is None else lib.OwnGame
"""The compiled twin of `alpha_beta` with a table, or None."""


class FastTree(GameWatch):
    """The bookkeeping of a search that nobody watches, in which `alpha_beta` is compiled.

    It calls the game's Python functions, and numbers positions, so that it asks for the moves of a
    position only once.
    """

    def __init__(
        self, game: AnyGame, run: Run, successors: Successors, most: Any,
        canonical: Callable[[Any], Any] | None,
    ) -> None:  # fmt: skip
        super().__init__(game, run, successors, most)
        self.before = replace(run.stats)
        self.stated = stated = capability(game, HasPlainRules)
        payoff = game.payoff
        if stated is not None:  # the compiled search checks payoffs itself, and keeps the moves
            payoff = stated.plain.payoff
            if successors == game.successors:
                successors = stated.plain.successors
        self.kernel = OwnGame(successors, payoff, canonical, most, stated is not None)

    def value_of(self, state: Any, alpha: Any, beta: Any, depth: int, above: Any = None) -> Worth:
        try:
            value, line = self.kernel.value(state, alpha, beta, depth, DEEPEST, self.pause)
        finally:
            self.note(self.kernel.counts)
        return int(value) if value.is_integer() else value, self.line(line)

    def pause(self, counts: tuple[int, ...]) -> int:
        """Pause the run if it's time to, and return the next alarm of the compiled search."""
        self.note(counts)
        if self.stats.nodes >= self.run.alarm:
            self.run.pause()
        return self.run.alarm - self.before.nodes

    def note(self, counts: tuple[int, ...]) -> None:
        nodes, deepest, prunings, duplicates = counts
        self.stats.nodes = self.before.nodes + nodes
        self.stats.deepest = max(self.before.deepest, deepest)
        self.stats.prunings = self.before.prunings + prunings
        self.stats.duplicates = self.before.duplicates + duplicates

    def line(self, number: int) -> Any:
        return None if number < 0 else FastLine(self, number)


@dataclass(frozen=True)
class FastLine:
    """A line that unpacks into a move and the line after it, like a `Line`."""

    tree: FastTree
    number: int

    def __iter__(self) -> Iterator[Any]:
        state, place, rest = self.tree.kernel.line(self.number)
        move, _ = next(islice(self.tree.successors(state), place, None))
        return iter((move, self.tree.line(rest)))


# ------------------------------------------------------------------ the strategies

LOOKED_AT = 1_000_000
"""The maximum number of states in which to look for a cycle, for a game with an endless tree."""
DEEPEST = 50_000
"""The maximum number of moves to search in depth. Each level takes memory, but no C stack."""


class _Deep:
    """Raises the recursion limit while any search needs it, and restores it after the last."""

    lock = Lock()
    searches = before = 0


def endless(game: AnyGame) -> str:
    """Return why a game that may never end has no value by its tree; empty if it always ends."""
    cycle = " -> ".join(map(str, rules_of(game).cycle))
    return f"draw by repetition is not defined: cycle {cycle}" if cycle else ""


@dataclass(frozen=True)
class TreeSearch(Strategy):
    """The base class of both searches of a game tree. They need games that always end."""

    face: ClassVar[type] = Game
    prunes: ClassVar[bool] = True

    def objection(self, face: AnyGame) -> str:
        return endless(face)

    def __call__(self, game: AnyGame, run: Run) -> Iterator[Verdict]:
        try:
            verdict = self.deep_verdict(game, run)
        except RecursionError:
            if not find_cycle(game, LOOKED_AT):
                raise Stopped("the game is too deep for a recursive search") from None
            run.by = f"{self} then retrograde"  # positions repeat, so the tree has no end
            yield from Retrograde()(game, run)
            return
        emit(run.trace, Kind.ANSWER)
        yield verdict

    def deep_verdict(self, game: AnyGame, run: Run) -> Verdict:
        """Return the verdict, found with a raised recursion limit.

        No function is called between changing the count and changing the limit, since the error of
        a deadline could come in between.
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
    def tree(self, game: AnyGame, run: Run, most: Any) -> GameWatch: ...

    def successors(self, game: AnyGame) -> Successors:
        """Return the moves from a state, the most promising first."""
        return game.successors

    def verdict(self, game: AnyGame, run: Run) -> Verdict:
        """Return the value of the start, every move that keeps it, and a line of best play."""
        return self.verdict_with(self.tree, game, run)

    def verdict_with(self, tree: MakeTree, game: AnyGame, run: Run) -> Verdict:
        """Return the verdict, found in a tree of this kind."""
        stakes = rules_of(game).stakes if self.prunes else None
        most = INFINITE if stakes is None else stakes
        value_of = tree(game, run, most).value_of
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

    def tree(self, game: AnyGame, run: Run, most: Any) -> GameWatch:
        return GameWatch(game, run, game.successors, prunes=False)

    def verdict(self, game: AnyGame, run: Run) -> Verdict:
        found = super().verdict(game, run)
        emit(run.trace, Kind.VALUE, 0, 0, found.value)
        return found


@dataclass(frozen=True)
class AlphaBeta(TreeSearch):
    """Search like minimax, but skip moves that can't matter, and remember the values of positions.

    ALPHA-BETA-SEARCH of Russell and Norvig. It searches every first move until it's clear whether
    it is one of the best. With `symmetry=yes` it remembers positions that differ only by a symmetry
    as one, if the game supports that. `order` decides which moves to try first: in the order of the
    rules, those the game finds promising, or those that leave the fewest replies.
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

    def verdict(self, game: AnyGame, run: Run) -> Verdict:
        """Search with the compiled twin if nobody watches.

        The twin refuses anything unusual, such as a move that isn't a tuple. Then the readable
        search starts again from the beginning: it can handle it, or knows the error.
        """
        if run.trace is None and self.table == "yes" and OwnGame is not None:
            before = replace(run.stats)
            try:
                return self.verdict_with(self.fast_tree, game, run)
            except (TypeError, ValueError) as error:
                if not is_ours(error):
                    raise
            run.stats.reset(before)
        return super().verdict(game, run)

    def tree(self, game: AnyGame, run: Run, most: Any) -> GameWatch:
        table, canonical = self.table == "yes", self.canonical(game)
        return GameWatch(game, run, self.successors(game), most, table=table, canonical=canonical)

    def fast_tree(self, game: AnyGame, run: Run, most: Any) -> GameWatch:
        return FastTree(game, run, self.successors(game), most, self.canonical(game))

    def canonical(self, game: AnyGame) -> Callable[[Any], Any] | None:
        """Return the function that names symmetric positions alike, if it's wanted and exists."""
        symmetric = capability(game, HasSymmetries) if self.symmetry == "yes" else None
        return None if symmetric is None else symmetric.canonical

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
    game: AnyGame,
    value_of: Callable[[Any, Any, Any, int, Any], Worth],
    state: Any,
    known: Line,
    value: int,
    most: Any,
) -> Iterator[str]:
    """Return best play from here on, searching again if a table of symmetric positions lost it."""
    depth = 1
    while game.payoff(state) is None:
        depth += 1
        if known is not None:
            move, known = known
            state = dict(game.successors(state))[move]
        else:
            for move, child in game.successors(state):  # noqa: B007 - the one that is found
                worth, known = value_of(child, -most, most, depth, state)
                if -worth == value:
                    break
            state = child
        value = -value
        yield move


# ------------------------------------------------------------------ trees that are too large

SEARCH = AlphaBeta(order="promising")
WHOLE = 40_000
"""The maximum number of nodes for an attempt to search the whole game: some tenths of a second."""
SHARE = 4
"""An attempt may take this part of the nodes or the time that are allowed."""


@dataclass(frozen=True)
class Deepening(Strategy):
    """Search with alpha-beta to depth 1, 2, 3, …, with the game's own estimate at the depth limit.

    H-MINIMAX of Russell and Norvig, by iterative deepening. Once a search needed no estimate, or
    found a forced win, its verdict is proven. If a limit or `depth` ends it first, the verdict is
    the best known: it gives the depth, and proves nothing.

    With `whole=yes` it first tries to search the game to its end, with a table and symmetry. A game
    of a few thousand positions needs no more. It gives up after `WHOLE` nodes.
    """

    depth: int = 0
    whole: str = choice("no", "yes")

    name: ClassVar[str] = "deepening"
    title: ClassVar[str] = "Alpha-beta, ever deeper"
    reads: ClassVar[Mapping[str, str]] = {
        "whole": "The whole game first",
        "whole=no": "with a depth limit from the start",
        "whole=yes": "the whole game first, if it's small",
    }
    summary: ClassVar[str] = "Alpha-beta to depth 1, 2, 3, … with estimates where it stops."
    face: ClassVar[type] = Game
    anytime: ClassVar[bool] = True
    level: ClassVar[int] = 75  # below alpha-beta, unless a game estimates its positions
    usual: ClassVar[dict[str, str]] = {"whole": "yes"}

    def rank(self, game: AnyGame) -> int | None:
        return 0 if capability(game, HasEvaluation) is None else self.level + 10

    def __call__(self, game: AnyGame, run: Run) -> Iterator[Verdict]:
        run.pause()
        if self.whole == "yes" and (found := _whole(game, run)) is not None:
            emit(run.trace, Kind.ANSWER)
            yield found
            return
        best: Verdict | None = None
        run.incumbent = lambda: best
        for depth in count(1):
            best = limited(game, run, depth)
            if not best.known or best.forced or depth == self.depth:
                break
        assert best is not None
        emit(run.trace, Kind.ANSWER)
        yield best
        if best.known:
            raise Stopped("depth")  # there may be other moves as good


def _whole(game: AnyGame, run: Run) -> Verdict | None:
    """Return alpha-beta's verdict, or None if it takes more than a part of what the run allows."""
    limit, seconds, before = run.max_nodes, run.max_seconds, run.stats.nodes
    search = AlphaBeta(symmetry="yes")
    if not search.accepts(game):
        return None
    run.max_nodes = before + (WHOLE if limit is None else min(WHOLE, (limit - before) // SHARE))
    if seconds is not None:
        elapsed = run.elapsed()
        run.max_seconds = elapsed + (seconds - elapsed) / SHARE
    run.alarm = before
    try:
        found = search.deep_verdict(game, run)
    except (Stopped, RecursionError):  # the next pause enforces the run's own limits
        return None
    finally:
        run.max_nodes, run.max_seconds, run.alarm = limit, seconds, run.stats.nodes
    run.by = str(search)
    return found


def limited(game: AnyGame, run: Run, depth: int) -> Verdict:
    """Return alpha-beta's verdict within this number of moves."""
    emit(run.trace, Kind.ROUND, 0, depth)
    cut = CutGame(game, depth)
    found = SEARCH.verdict(cut, run)
    stakes = rules_of(game).stakes
    forced = stakes is not None and abs(found.value) == stakes
    if not cut.estimated or (forced and found.value < 0):  # then every move loses
        return replace(found, value=int(found.value), ending=_ending(game, found.line))
    estimate, known = float(found.value), f"at depth {depth}"
    value = round(found.value)
    return Verdict(value, found.best, found.line, CUT, None, known, estimate, forced)


def _ending(game: AnyGame, line: tuple[str, ...]) -> str:
    state = game.start
    for move in line:
        state = dict(game.successors(state))[move]
    return OVER if game.payoff(state) is not None else CUT


class CutGame:
    """A game that ends at a depth, with estimates as payoffs. Its states include their depth."""

    def __init__(self, game: AnyGame, depth: int) -> None:
        self.game, self.depth = game, depth
        self.start = (game.start, 0)
        evaluation = capability(game, HasEvaluation)
        self.estimate: Callable[[Any], Any] = evaluation.evaluate if evaluation else lambda state: 0
        stakes = rules_of(game).stakes
        self.most: float = inf if stakes is None else nextafter(stakes, 0)
        """No estimate is as much as the stakes: that would pass for a forced win."""
        self.estimated = False
        """Whether the value of any position is an estimate only."""
        order = capability(game, HasMoveOrder)
        self.promise = None if order is None else lambda state: order.promise(state[0])

    def successors(self, state: tuple[Any, int], /) -> list[tuple[str, tuple[Any, int]]]:
        place, depth = state
        found = [(move, (child, depth + 1)) for move, child in self.game.successors(place)]
        if not found:
            raise stuck(place)
        return found

    def payoff(self, state: tuple[Any, int], /) -> Any:
        place, depth = state
        paid = self.game.payoff(place)
        if paid is None and depth == self.depth:
            paid, self.estimated = max(min(self.estimate(place), self.most), -self.most), True
        return paid
