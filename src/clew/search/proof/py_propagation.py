"""Sums that are at least a bound, and what follows from them at once: half of the readable twin."""

from __future__ import annotations

from array import array
from collections.abc import Sequence


class BoundedSum:
    """Factors and literals, the largest factor first, that add up to at least a bound."""

    __slots__ = ("bound", "derivation", "lbd", "number", "slack", "terms")

    def __init__(self, terms: list[tuple[int, int]], bound: int, number: int = 0) -> None:
        self.terms = sorted(terms, key=lambda term: -term[0])
        self.bound = bound
        self.number = number
        """Its number in the log; 0 for one that is derived when it is first used."""
        self.derivation: Sequence[int] = ()
        self.slack = sum(factor for factor, _ in terms) - bound
        self.lbd = 0

    @property
    def is_clause(self) -> bool:
        return self.bound == 1 and len(self.terms) > 1

    @property
    def literals(self) -> list[int]:
        return [literal for _, literal in self.terms]


class Propagation:
    """The variables and constraints of a search, and the log that its reasons are written to."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        size = len(names)
        self.value = [0] * size  # 1, -1, 0 for none yet
        self.level = [0] * size
        self.place = [0] * size
        self.reason: list[BoundedSum | None] = [None] * size
        self.trail: list[int] = []
        self.ends: list[int] = []
        """How long the trail was at each choice."""
        self.done = 0
        """How much of the trail has been propagated."""
        self.sums: dict[int, list[tuple[BoundedSum, int]]] = {}
        """The sums that a literal is in, with its factor."""
        self.watches: dict[int, list[BoundedSum]] = {}
        self.text: list[str] = []
        self.count = 0
        """The largest number in the log."""

    # ------------------------------------------------------------ constraints

    def holds(self, literal: int) -> int:
        """1 if it holds, -1 if its opposite does, 0 if neither is known."""
        return self.value[literal] if literal > 0 else -self.value[-literal]

    def add(self, new: BoundedSum) -> BoundedSum | None:
        """Add a constraint before the first choice; itself, if it cannot hold."""
        if new.is_clause:
            return self._add_clause(new)
        for factor, literal in new.terms:
            self.sums.setdefault(literal, []).append((new, factor))
            if self.holds(literal) < 0 and self.place[abs(literal)] < self.done:
                new.slack -= factor
        return self._apply(new)

    def _add_clause(self, new: BoundedSum) -> BoundedSum | None:
        """Watch two literals, those that are not false first."""
        new.terms.sort(key=lambda term: self.holds(term[1]) < 0)
        for _, literal in new.terms[:2]:
            self.watches.setdefault(literal, []).append(new)
        first, second = new.terms[0][1], new.terms[1][1]
        if self.holds(second) < 0 and self.holds(first) <= 0:
            if self.holds(first) < 0:
                return new
            self.assign(first, new)
        return None

    def use(self, used: BoundedSum) -> BoundedSum:
        """Write the derivation of a constraint that the log does not hold yet."""
        if not used.number:
            first, *others = used.derivation
            self.text.append(f"pol {first}{''.join(f' {other} +' for other in others)}\n")
            self.count += 1
            used.number = self.count
        return used

    def assign(self, literal: int, reason: BoundedSum | None) -> None:
        variable = abs(literal)
        self.value[variable] = 1 if literal > 0 else -1
        self.level[variable] = len(self.ends)
        self.place[variable] = len(self.trail)
        self.reason[variable] = reason
        self.trail.append(literal)
        if reason is not None and not self.ends:
            self.use(reason)

    # ------------------------------------------------------------ propagation

    def propagate(self) -> BoundedSum | None:
        """Draw what follows at once; the constraint that cannot hold, if there is one."""
        while self.done < len(self.trail):
            false = -self.trail[self.done]
            self.done += 1
            touched = self.sums.get(false, ())
            for each, factor in touched:
                each.slack -= factor
            for each, _ in touched:
                if self._apply(each) is not None:
                    return each
            broken = self._propagate_clauses(false)
            if broken is not None:
                return broken
        return None

    def _apply(self, each: BoundedSum) -> BoundedSum | None:
        """Assign what a sum cannot do without."""
        if each.slack < 0:
            return each
        for factor, literal in each.terms:
            if factor <= each.slack:
                break
            if self.holds(literal) == 0:
                self.assign(literal, each)
        return None

    def _propagate_clauses(self, false: int) -> BoundedSum | None:
        watching = self.watches.get(false)
        if not watching:
            return None
        kept: list[BoundedSum] = []
        self.watches[false] = kept
        for number, clause in enumerate(watching):
            terms = clause.terms
            if terms[0][1] == false:
                terms[0], terms[1] = terms[1], terms[0]
            if self.holds(terms[0][1]) > 0:
                kept.append(clause)
                continue
            for at in range(2, len(terms)):
                if self.holds(terms[at][1]) >= 0:
                    terms[1], terms[at] = terms[at], terms[1]
                    self.watches.setdefault(terms[1][1], []).append(clause)
                    break
            else:
                kept.append(clause)
                if self.holds(terms[0][1]) < 0:
                    kept += watching[number + 1 :]
                    return clause
                self.assign(terms[0][1], clause)
        return None

    def undo(self, level: int) -> None:
        """Take back all choices above a level."""
        if len(self.ends) <= level:
            return
        keep = self.ends[level]
        for at in range(len(self.trail) - 1, keep - 1, -1):
            literal = self.trail[at]
            if at < self.done:
                for each, factor in self.sums.get(-literal, ()):
                    each.slack += factor
            self.value[abs(literal)] = 0
            self.reason[abs(literal)] = None
        del self.trail[keep:]
        del self.ends[level:]
        self.done = keep


def numbers_of(given: bytes) -> array[int]:
    found = array("q")
    found.frombytes(given)
    return found


def sums_of(flat: array[int], *, derived: bool) -> list[BoundedSum]:
    """The sums of a flat list of numbers."""
    found, at = [], 0
    while at < len(flat):
        size, bound = flat[at : at + 2]
        numbers = flat[at + 2 : at + 2 + 2 * size]
        found.append(BoundedSum(list(zip(numbers[::2], numbers[1::2], strict=True)), bound))
        at += 2 + 2 * size
        if derived:
            found[-1].derivation = flat[at + 1 : at + 1 + flat[at]]
            at += 1 + flat[at]
    return found


def groups_of(flat: array[int]) -> list[array[int]]:
    found, at = [], 0
    while at < len(flat):
        found.append(flat[at + 1 : at + 1 + flat[at]])
        at += 1 + flat[at]
    return found
