"""Periods of nim-sequences, and when an observed period is proven."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from clew.core.faces import Game
from clew.core.games import rules_of


@dataclass(frozen=True, slots=True)
class Period:
    """From heap `start` on, the value of n + length is that of n.

    `proof` says why that holds for ever; without one it is only observed up to `seen`.
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
    """The shortest period at the end of the sequence: `rounds` repeats, and half of its length.

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
    """Up to which heap a period must hold to hold for ever, and by which theorem; 0 if unknown."""
    start, length = period.start, period.length
    rules = rules_of(game)
    if code := rules.octal:
        last = 2 * start + 2 * length + len(code) - 1
        return last, (
            f"it holds up to n = {last:,}, twice the preperiod and the period and the "
            f"{len(code) - 1} digits of the code, and so for ever (Guy and Smith)"
        )
    if reach := rules.reach:
        last = start + length + reach
        return last, (
            f"it holds up to n = {last:,}, and each value depends on the {reach} before it only"
        )
    return 0, ""


def proven(period: Period, game: Game[Any, Any]) -> Period:
    """The period with its proof, if it was observed for long enough."""
    last, proof = needed(period, game)
    if last and period.seen >= last:
        return Period(period.start, period.length, period.seen, proof)
    return period
