"""Rows and tables of nim-values under one rule, with their periods, as `clew grundy` shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from clew.core.faces import Impartial
from clew.core.games import GamePuzzle, Rules
from clew.core.puzzle import Unsuited
from clew.core.registry import find, names
from clew.core.result import Run
from clew.core.verdicts import shortened, work_out
from clew.search.game.grundy import Nimbers, Period, find_period, needed, proven

MOST_POSITIONS = 20_000
FIRST_LOOK = 1000
"""Up to which heap a period is looked for at least, where one can be proven."""


@dataclass(frozen=True, slots=True)
class NimRow:
    """The nim-values of heaps 0, 1, 2, … under one rule, and the period they fall into.

    In misère play there are no values, only positions lost for the player to move.
    """

    name: str
    values: tuple[int, ...]
    lost: tuple[int, ...]
    period: Period | None = None
    misere: bool = False

    @property
    def won(self) -> tuple[int, ...]:
        """The N-positions: the next player wins."""
        lost = set(self.lost)
        return tuple(n for n in range(len(self)) if n not in lost)

    def __len__(self) -> int:
        return len(self.values)


@dataclass(frozen=True, slots=True)
class NimTable:
    """The nim-values of pairs of piles, from (first, first) on."""

    name: str
    first: int
    values: tuple[tuple[int, ...], ...]

    @property
    def lost(self) -> tuple[tuple[int, int], ...]:
        """The P-positions, the smaller pile first."""
        return tuple(
            (one, two)
            for one, row in enumerate(self.values, self.first)
            for two, value in enumerate(row, self.first)
            if value == 0 and one <= two
        )


def nim_table(word: str, last: int, run: Run | None = None) -> NimRow | NimTable:
    """The nim-values of all heaps up to `last` of a game, given as its name or `name:rule`."""
    kind, _, rule = word.strip().partition(":")
    if kind not in names():
        raise ValueError(f"found {kind[:20]!r}, expected a game")
    found = find(kind)
    if not issubclass(found, GamePuzzle) or not found.series:
        raise Unsuited(f"{kind} has no row of nim-values, only positions do")
    if "{rule}@" in found.series and not rule:
        rules = [example.text.partition("@")[0] for example in found.examples] or [found.form]
        raise ValueError(f"found {word!r}, expected the rule too: {kind}:{rules[0]}")
    if rule and "{rule}" not in found.series:
        found.parse(rule)  # not a rule, and no position either
    if "{m}" in found.series:
        return _table(found, word, last, run)
    return _row(found, word, rule.rstrip("@"), last, run)


def _position(kind: type[GamePuzzle], rule: str, n: int, m: int = 0) -> GamePuzzle:
    return kind.parse(kind.series.format(n=n, m=m, rule=rule).strip(","))


def _row(kind: type[GamePuzzle], word: str, rule: str, last: int, run: Run | None) -> NimRow:
    game = _position(kind, rule, last).impartial()
    rules = game if isinstance(game, Rules) else None
    if rules and rules.misere:
        lost = _lost_misere(kind, rule, last)
        return NimRow(word, (0,) * (last + 1), lost, misere=True)
    nimbers = Nimbers(game, run)
    if rules and rules.by_size:
        values, period = _values(game, nimbers, last)
    else:
        faces = (_position(kind, rule, n).impartial() for n in range(last + 1))
        values = [nimbers.of(face.start) for face in faces]
        period = find_period(values)
    lost = tuple(n for n, value in enumerate(values) if value == 0)
    return NimRow(word, tuple(values), lost, period)


def _values(
    game: Impartial[Any, Any], nimbers: Nimbers, last: int
) -> tuple[list[int], Period | None]:
    """The values up to `last`, and their period.

    Where a theorem says when an observed period goes on for ever, enough values are worked out to
    prove it; once it is proven, the rest are known without work.
    """
    if needed(Period(0, 1, 0), game)[0] <= 0:  # no such theorem
        known = _up_to(nimbers, last)
        return known, find_period(known)
    known = _up_to(nimbers, FIRST_LOOK)
    period = _proven_period(game, nimbers, known)
    if period is not None:
        while len(known) <= last:
            known += known[-period.length :][: last + 1 - len(known)]
        return known[: last + 1], period
    known = _up_to(nimbers, max(last, FIRST_LOOK))
    return known[: last + 1], _proven_period(game, nimbers, known) or find_period(known)


def _proven_period(game: Impartial[Any, Any], nimbers: Nimbers, known: list[int]) -> Period | None:
    """The period of the values, if it is proven by these or by twice as many."""
    period = find_period(known)
    if period is not None and len(known) <= needed(period, game)[0] <= 2 * len(known):
        period = find_period(_up_to(nimbers, needed(period, game)[0]))
    period = proven(period, game) if period is not None else None
    return period if period is not None and period.proven else None


def _up_to(nimbers: Nimbers, last: int) -> list[int]:
    nimbers[last]
    return [nimbers[n] for n in range(last + 1)]


def _lost_misere(kind: type[GamePuzzle], rule: str, last: int) -> tuple[int, ...]:
    values = work_out(_position(kind, rule, last).game(), MOST_POSITIONS)
    if values is None:
        raise ValueError(f"found heaps up to {last:,}: too many positions for misère play")
    return tuple(n for n in range(last + 1) if values.get((n,)) == -1)


def _table(kind: type[GamePuzzle], word: str, last: int, run: Run | None) -> NimTable:
    first = 0
    try:
        _position(kind, "", 0, 0)
    except ValueError:
        first = 1
    nimbers = Nimbers(_position(kind, "", last, last).impartial(), run)
    span = range(first, last + 1)
    return NimTable(word, first, tuple(tuple(nimbers[one, two] for two in span) for one in span))


def listed(numbers: Sequence[object], most: int = 1000) -> str:
    """Numbers with blanks between, not more than a page or two of them."""
    return " ".join(shortened([str(number).replace(" ", "") for number in numbers], most))
