"""Table: the variables together take one of the listed rows of values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar

from clew.core.faces import domain
from clew.rules.rule import WIDEST_PAIRS, Constraint, Ruling

if TYPE_CHECKING:
    from clew.rules.target import Target

MOST_ROWS_STATED = 2_000_000
"""The maximum number of rows; more would take gigabytes."""
WIDEST = 1 << 16
"""Kernels can only hold values below this."""


@dataclass(frozen=True, slots=True)
class Table(Constraint):
    """The variables of the scope together take one of the listed rows of values.

    Args:
        scope: the numbers of its variables.
        label: what to call the rule in hints and errors.
        rows: the rows, each with a value per variable.
        linear: the same rule as a weighted sum, if it is one; its own scope doesn't count. A search
            that learns, or CP-SAT, makes more of its bounds than of many rows.
    """

    kind: ClassVar[int | None] = 2
    word: ClassVar[str] = "table"

    rows: frozenset[tuple[Any, ...]]
    linear: Constraint | None = field(default=None, compare=False, repr=False)

    @property
    def pairwise(self) -> bool:  # type: ignore[override]  # depends on the scope
        return len(self.scope) == 2

    def holds(self, values: Sequence[Any]) -> bool:
        return tuple(values) in self.rows

    def ruled_out(self, i: int, j: int, width: int) -> Ruling | None:
        return None if width > WIDEST_PAIRS else _unlisted(self.rows, i, j, width)

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        """Keep the rows that give a repeated variable a single value."""
        first = [places.index(at) for at in range(len(once))]
        kept = frozenset(
            tuple([row[at] for at in first])
            for row in self.rows
            if all(value == row[first[place]] for value, place in zip(row, places, strict=True))
        )
        return (Table(once, self.label, kept),)

    def as_sum(self) -> Constraint:
        if self.linear is None:
            return self
        return replace(self.linear, scope=self.scope, label=self.label)

    def told(self) -> Iterable[int]:
        return _flat(self.rows, len(self.scope))

    def lower(self, to: Target) -> None:
        to.rows(self.scope, sorted(self.rows))

    def coded(self, code: Any) -> tuple[Constraint, ...]:
        if code.shift == 0:
            return (self,)
        rows = frozenset(tuple(map(code.code.__getitem__, row)) for row in self.rows)
        return (replace(self, rows=rows),)

    def state(self, to: Any, parts: Sequence[Any]) -> None:
        to.table([to.part(part) for part in parts], self.rows)


def never(scope: tuple[int, ...], label: str) -> Table:
    """Return a rule that never holds.

    Args:
        scope: the numbers of its variables.
        label: what to call the rule in hints and errors.
    """
    return Table(scope, label, frozenset())


def listed(rows: Iterable[Sequence[Any]], arity: int) -> Table:
    """Return a table with a user's rows, or raise ValueError if they don't fit."""
    try:
        found = frozenset(map(tuple, islice(rows, MOST_ROWS_STATED + 1)))
    except TypeError as error:
        said = f"can't read the rows of a table ({error})"
        raise ValueError(f"{said}: use a list of tuples with hashable values") from None
    if len(found) > MOST_ROWS_STATED:
        said = f"a table can't have more than {MOST_ROWS_STATED:,} rows"
        raise ValueError(f"{said}: use fewer, or p.where(function, x, y)")
    for row in found:
        if len(row) != arity:
            said = f"the row {row} doesn't fit this table"
            raise ValueError(f"{said}: give it a value for each part, {arity} in all")
    return Table((), "", found)


@lru_cache(maxsize=256)
def _flat(rows: frozenset[tuple[int, ...]], arity: int) -> Sequence[int]:
    """Return the rows as one list, with values clipped that are too large for any domain."""
    if any(len(row) != arity for row in rows):
        raise ValueError(f"every row needs a value for each variable, {arity} in all")
    return [min(value, WIDEST) for row in sorted(rows) for value in row]


@lru_cache(maxsize=4096)
def _unlisted(rows: frozenset[tuple[int, ...]], i: int, j: int, width: int) -> Ruling:
    ruled_out = [domain(range(width))] * width
    for row in rows:
        if 0 <= row[i] < width and 0 <= row[j] < width:
            ruled_out[row[i]] &= ~(1 << row[j])
    return Ruling(ruled_out)
