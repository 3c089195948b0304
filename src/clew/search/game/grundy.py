"""Nim-values by Sprague and Grundy: every part of an impartial game equals a Nim pile."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import Any, ClassVar

from clew.core.capabilities import LeavesPiles, capability
from clew.core.events import Event, Kind, emit
from clew.core.faces import CUT, OVER, Game, Impartial, Verdict
from clew.core.games import Rules, rules_of
from clew.core.puzzle import Unsuited
from clew.core.result import Run
from clew.search.game.tree import endless
from clew.search.native import available, kernel
from clew.search.strategy import Strategy

AnyImpartial = Impartial[Any, Any]
SLICE = 1024 if available else 64
"""Values between two checks of the limits."""
PATIENCE = 50_000
"""The maximum number of moves and parts to examine for the line; a longer line is cut."""


def mex(values: Iterable[int]) -> int:
    """Return the least number that isn't among them.

    >>> mex([0, 1, 3])
    2
    """
    held = set(values)
    least = 0
    while least in held:
        least += 1
    return least


def nim_sum(values: Iterable[int]) -> int:
    """Add numbers in binary without carrying.

    >>> nim_sum([3, 4, 5])
    2
    """
    return reduce(xor, values, 0)


class Nimbers(dict[Any, int]):
    """The nim-value of each part, computed when it's first needed.

    It applies the mex rule to the options. Nim piles are their own values, and heaps of octal games
    have a kernel. There's no recursion, so heaps may have any size.
    """

    def __init__(self, game: AnyImpartial, run: Run | None = None) -> None:
        super().__init__()
        self.game: Rules = rules_of(game)
        self.run: Run = run if run is not None else Run()
        code = self.game.octal
        self.kernel: PyOctal | None = OctalKernel(list(code)) if code else None

    def __missing__(self, part: Any) -> int:
        if self.game.is_nim:
            return int(part)
        if self.kernel is not None:
            self._extend(self.kernel, part)
            return self[part]
        options: dict[Any, list[tuple[Any, ...]]] = {}
        stack = list(range(part, -1, -1)) if self.game.by_size else [part]
        while stack:
            top = stack[-1]
            if top in self:
                stack.pop()
                continue
            if top not in options:
                options[top] = list(self.game.options(top))
                unknown = [p for parts in options[top] for p in parts if p not in self]
                if unknown:
                    stack += dict.fromkeys(unknown)
                    continue
            stack.pop()
            self._enter(top, mex(self.sum(parts) for parts in options.pop(top)))
        return self[part]

    def _extend(self, kernel: PyOctal, heap: int) -> None:
        """Compute the values of all heaps up to this one, a slice at a time."""
        run = self.run
        while kernel.size <= heap:
            first, left = kernel.size, heap + 1 - kernel.size
            values = kernel.run(min(left, run.allowed(SLICE)))
            self.update(enumerate(values, first))
            if run.trace is not None:
                for number, value in enumerate(values, run.stats.nodes):
                    run.trace(Event(Kind.EXPAND, 0, number, -1))
                    run.trace(Event(Kind.VALUE, 0, number, value))
            run.stats.nodes += len(values)

    def _enter(self, part: Any, value: int) -> None:
        """Note a value, and count it as a node."""
        run = self.run
        if run.stats.nodes >= run.alarm:
            run.pause()
        if run.trace is not None:
            run.trace(Event(Kind.EXPAND, 0, run.stats.nodes, -1))
            run.trace(Event(Kind.VALUE, 0, run.stats.nodes, value))
        run.stats.nodes += 1
        self[part] = value

    def sum(self, parts: Iterable[Any]) -> int:
        """Return the nim-value of several parts together."""
        total = 0
        for part in parts:
            total ^= self[part]
        return total

    def of(self, state: Any) -> int:
        """Return the nim-value of a position."""
        return self.sum(self.game.parts(state))


@dataclass(frozen=True)
class SpragueGrundy(Strategy):
    """Compute nim-values: the player to move loses if and only if the position's nim-value is zero.

    In misère play, that's a theorem only for piles of Nim: play as in normal Nim until your move
    would leave no pile above one, then leave an odd number of ones (Bouton 1901).
    """

    name: ClassVar[str] = "grundy"
    title: ClassVar[str] = "Nim-values"
    summary: ClassVar[str] = "Nim-values by the mex rule, parts added by nim-sum."
    face: ClassVar[type] = Impartial
    pseudocode: ClassVar[str | None] = ""
    level: ClassVar[int] = 100

    def objection(self, face: AnyImpartial) -> str:
        if capability(face, Impartial) is None:
            return "the game does not say what its parts are"
        rules = rules_of(face)
        if rules.stakes != 1:
            return "nim-values tell who makes the last move, not how much is gained"
        if rules.misere and not rules.is_nim:
            return "nim-values say nothing of misère play, except for piles of Nim"
        return "" if rules.theorem else endless(rules)

    def __call__(self, face: AnyImpartial, run: Run) -> Iterator[Verdict]:
        run.pause()
        game = rules_of(face)
        nimbers = Nimbers(game, run)
        lost = losing(game, nimbers)
        run.stats.nodes += 1  # the position itself
        value = -1 if lost(game.start) else 1
        over = game.payoff(game.start) is not None
        moves = winning(game, game.start, lost) if value > 0 else game.successors(game.start)
        best: list[str] = []
        first: tuple[str, Any] | None = None
        for item in () if over else moves:
            best.append(item[0])
            if first is None or not (value > 0 or hasty(game)):
                first = item
        line, ending = _line(game, lost, first)
        emit(run.trace, Kind.ANSWER)
        nimber = None if game.misere else nimbers.of(game.start)
        yield Verdict(value, tuple(best), line, ending, nimber)


def losing(game: AnyImpartial, nimbers: Nimbers) -> Callable[[Any], bool]:
    """Return a test of whether the player to move loses (a P-position)."""
    if not nimbers.game.misere:
        return lambda state: nimbers.of(state) == 0

    def lost(state: Any) -> bool:
        piles = game.parts(state)
        return nim_sum(piles) == (1 if max(piles, default=0) <= 1 else 0)

    return lost


def winning(
    game: AnyImpartial, state: Any, lost: Callable[[Any], bool]
) -> Iterator[tuple[str, Any]]:
    """Return the moves that leave the other player a lost position, in the order of the moves.

    Bouton's theorem (1901): a pile of Nim is its own nim-value, so a winning move reduces a pile to
    the nim-sum of the others. In misère play with piles of one, it leaves that sum or the number
    next to it.
    """
    rules = rules_of(game)
    nim = _nim(rules)
    if nim is None:
        return (item for item in game.successors(state) if lost(item[1]))
    piles = game.parts(state)
    total = nim_sum(piles)
    sums = (total, total ^ 1) if rules.misere else (total,)
    found = (nim.leaving(state, at, pile ^ x) for at, pile in enumerate(piles) for x in sums)
    return (item for items in found for item in items if lost(item[1]))


def _line(
    game: Rules, lost: Callable[[Any], bool], first: tuple[str, Any] | None
) -> tuple[tuple[str, ...], str]:
    """Return best play from the first move on, until the game is over or PATIENCE runs out."""
    moves: list[str] = []
    looked, seen, chosen = 0, {game.start}, first
    while chosen is not None:
        move, state = chosen
        moves.append(move)
        if (paid := game.payoff(state)) is not None:
            if abs(paid) != 1:
                raise Unsuited(f"grundy: found payoff {paid}, expected 1 or -1")
            break
        if state in seen:
            return tuple(moves), CUT
        seen.add(state)
        looked += len(game.parts(state))
        wins, chosen = not lost(state), None
        for item in _replies(game, state, lost, wins):
            looked += 1
            if not wins or lost(item[1]):
                chosen = item
            if looked > PATIENCE:
                return tuple(moves), CUT
            if chosen is not None and (wins or hasty(game)):
                break
    return tuple(moves), OVER


def _replies(
    game: Rules, state: Any, lost: Callable[[Any], bool], wins: bool
) -> Iterable[tuple[str, Any]]:
    """Return the moves to choose from: all, or in Nim piles only those that will be chosen."""
    nim = _nim(game)
    if nim is None or (not wins and hasty(game)):
        return game.successors(state)
    if wins:
        return winning(game, state, lost)
    last = max(place for place, pile in enumerate(game.parts(state)) if pile)
    return nim.leaving(state, last, 0)


def _nim(game: Rules) -> LeavesPiles | None:
    """Return the game, if a winning move can be computed from its piles alone."""
    return capability(game, LeavesPiles) if game.is_nim else None


def hasty(game: AnyImpartial) -> bool:
    """Check whether the loser should make the first move instead of the last.

    In games of piles the last move takes most. In other games it may be a detour.
    """
    return bool(rules_of(game).theorem)


# ------------------------------------------------------------------ periods


@dataclass(frozen=True, slots=True)
class Period:
    """A period of nim-values: from heap `start` on, the values of n + length and n are equal.

    `proof` is the reason why it holds forever. Without one, it's only observed up to `seen`.
    """

    start: int
    length: int
    seen: int
    proof: str = ""

    @property
    def proven(self) -> bool:
        return bool(self.proof)

    def __str__(self) -> str:
        found = f"period {self.length} from n = {self.start} on"
        if self.proven:
            return f"{found}, proven: {self.proof}"
        return f"{found}, only observed: it holds up to n = {self.seen:,}"


def find_period(values: Sequence[int], rounds: int = 3) -> Period | None:
    """Find the shortest period at the end of the sequence: `rounds` repeats, and half of its
    length.

    >>> find_period([5, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0])
    Period(start=1, length=3, seen=10, proof='')
    """
    count = len(values)
    for length in range(1, count // rounds + 1):
        start = count - length
        while start > 0 and values[start - 1] == values[start - 1 + length]:
            start -= 1
        if start + rounds * length <= count and 2 * start <= count:
            return Period(start, length, count - 1)
    return None


def needed(period: Period, game: Game[Any, Any]) -> tuple[int, str]:
    """Return the heap up to which a period must hold to hold forever, and the theorem; 0 if
    unknown.
    """
    start, length = period.start, period.length
    rules = rules_of(game)
    if code := rules.octal:
        last = 2 * start + 2 * length + len(code) - 1
        return last, (
            f"it holds up to n = {last:,} = 2 x ({start} + {length}) + {len(code) - 1}, "
            "so it holds forever (Guy and Smith's theorem)"
        )
    if reach := rules.reach:
        last = start + length + reach
        return last, (
            f"it holds up to n = {last:,}, and each value depends only on the {reach} before it"
        )
    return 0, ""


def proven(period: Period, game: Game[Any, Any]) -> Period:
    """Return the period with its proof, if it was observed for long enough."""
    last, proof = needed(period, game)
    if last and period.seen >= last:
        return Period(period.start, period.length, period.seen, proof)
    return period


# ------------------------------------------------------------------ the twin of the kernel
# The readable twin of native/games/octal.hpp: its specification, and its stand-in.


class PyOctal:
    """The nim-values of heaps 0, 1, 2, … under an octal code, by the mex rule."""

    def __init__(self, code: Sequence[int]) -> None:
        if not code or not all(0 <= digit <= 7 for digit in code) or code[0] not in (0, 4):
            raise ValueError("code: expected digits from 0 to 7, the first of them 0 or 4")
        self._code = tuple(code)
        self._values: list[int] = []

    @property
    def size(self) -> int:
        """The number of known values."""
        return len(self._values)

    def run(self, count: int) -> list[int]:
        """Compute this many more values."""
        if count < 0:
            raise ValueError("count: found a negative number, expected 0 or more")
        first = len(self._values)
        for heap in range(first, first + count):
            options = self._options(heap)
            value = 0
            while value in options:
                value += 1
            self._values.append(value)
        return self._values[first:]

    def _options(self, heap: int) -> set[int]:
        values, options = self._values, set()
        for taken, digit in enumerate(self._code):
            left = heap - taken
            if left == 0 and digit & 1:
                options.add(0)
            if left > 0 and digit & 2:
                options.add(values[left])
            if left > 1 and digit & 4:
                half = left // 2
                options.update(
                    map(xor, values[1 : half + 1], values[left - 1 : left - half - 1 : -1])
                )
        return options


OctalKernel = kernel("Octal", PyOctal)
