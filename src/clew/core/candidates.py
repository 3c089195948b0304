"""Eliminations: the values that filled cells rule out for other cells, for pencil marks and
mistakes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from clew.core.faces import CSP, Domain

if TYPE_CHECKING:
    from clew.rules.rule import Constraint


class Eliminations(ABC):
    """Rules between pairs of cells. Entries contain a number for each cell, or 0 for a blank."""

    @abstractmethod
    def reach(self, cell: int, value: int) -> Iterator[tuple[int, Domain]]:
        """Yield the cells that a value affects, each with the values that it rules out there.

        A cell may appear twice.
        """

    @abstractmethod
    def ruled_out(self, entries: Sequence[int]) -> list[Domain]:
        """Return the values that each cell can't have, either at all or because of other entries.

        There's one set for each cell.
        """


class RuleEliminations(Eliminations):
    """The eliminations of a CSP whose first variables are the cells.

    Any other variables stand for something that no cell shows, so their rules are left out.
    """

    def __init__(self, csp: CSP, cells: int | None = None) -> None:
        self.size: int = len(csp.domains) if cells is None else cells
        self.width: int = max(csp.domains).bit_length()
        self.rules: tuple[Constraint, ...] = csp.constraints
        if self.size < len(csp.domains):
            self.rules = tuple(
                rule for rule in self.rules if max(rule.scope, default=0) < self.size
            )
        domains = csp.domains[: self.size]
        self.never: list[Domain] = [(1 << self.width) - 1 & ~mask for mask in domains]

    @cached_property
    def around(self) -> list[list[tuple[Constraint, int]]]:
        """The rules about each cell, each with the cell's position in its scope."""
        found: list[list[tuple[Constraint, int]]] = [[] for _ in range(self.size)]
        for rule in self.rules:
            for place, each in enumerate(rule.scope):
                found[each].append((rule, place))
        return found

    def reach(self, cell: int, value: int) -> Iterator[tuple[int, Domain]]:
        for rule, place in self.around[cell]:
            yield from self._by(rule, place, value)

    def ruled_out(self, entries: Sequence[int]) -> list[Domain]:
        out = self.never[:]
        for rule in self.rules:
            if rule.distinct == ():
                _differ(rule.scope, entries, out)
                continue
            for place, cell in enumerate(rule.scope):
                for other, mask in self._by(rule, place, entries[cell]) if entries[cell] else ():
                    out[other] |= mask
        return out

    def _by(self, rule: Constraint, place: int, value: int) -> Iterator[tuple[int, Domain]]:
        """Yield the values that one cell's value rules out for the other cells of a rule.

        `place` is that cell's position in the rule's scope.
        """
        for other, cell in enumerate(rule.scope):
            ruling = rule.ruled_out(place, other, self.width) if other != place else None
            if ruling is not None:
                yield cell, ruling[1 << value]


def _differ(scope: Sequence[int], entries: Sequence[int], out: list[Domain]) -> None:
    """Rule out each value in a group for the other cells, and a repeated value for all of them."""
    once = twice = 0
    for cell in scope:
        if value := entries[cell]:
            bit = 1 << value
            twice |= once & bit
            once |= bit
    for cell in scope:
        value = entries[cell]
        out[cell] |= (once & ~(1 << value) | twice) if value else once
