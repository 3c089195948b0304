"""Why a value is impossible, for any CSP: a smallest set of rules and facts that rule it out.

After J. Espasa, I. P. Gent, R. Hoffmann, C. Jefferson, A. M. Lynch, "Using Small MUSes to Explain
How to Solve Pen and Paper Puzzles" (arXiv 2104.15040): the step that needs the smallest
unsatisfiable subset is the one a person would take next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clew.faces import CSP, Domain, values
from clew.result import Run, Stopped
from clew.search.csp import Backtracking

TRIES = 200
"""The nodes within which a refutation must be found."""
LOOKED_AT = 24
"""How many of the values that are ruled out soonest are looked at closely."""


@dataclass(frozen=True)
class Reason:
    """A value that a variable cannot have, and the rules and known variables that say so."""

    variable: int
    value: int
    rules: tuple[int, ...]
    known: tuple[int, ...]

    @property
    def size(self) -> int:
        return len(self.rules) + len(self.known)


class Explainer:
    """A CSP while it is being solved by reasons alone."""

    def __init__(self, csp: CSP) -> None:
        self.csp = csp
        self.domains = list(csp.domains)
        everything = 0
        for mask in csp.domains:
            everything |= mask
        self.free = [everything] * len(self.domains)

    def reasons(self, solution: Sequence[int]) -> Iterator[Reason]:
        """One reason after another, the smallest that is found at each, until all is known."""
        while wrong := self._wrong(solution):
            reason = self.smallest(wrong)
            self.domains[reason.variable] &= ~(1 << reason.value)
            yield reason

    def _wrong(self, solution: Sequence[int]) -> list[tuple[int, int]]:
        return [
            (variable, value)
            for variable, mask in enumerate(self.domains)
            for value in values(mask)
            if value != solution[variable]
        ]

    def smallest(self, wrong: Sequence[tuple[int, int]]) -> Reason:
        """Of the values that are soonest ruled out, the one with the smallest reason."""
        rules, known = range(len(self.csp.constraints)), range(len(self.domains))
        soonest = sorted(wrong, key=lambda pair: self._effort(pair[0], pair[1], rules, known))
        best: Reason | None = None
        for variable, value in soonest[:LOOKED_AT]:
            reason = self._reduced(variable, value, best.size if best else None)
            if reason is not None and (best is None or reason.size < best.size):
                best = reason
            if best is not None and best.size <= 2:
                break
        assert best is not None
        return best

    def _reduced(self, variable: int, value: int, below: int | None) -> Reason | None:
        """A reason from which nothing can be left out."""
        rules = list(range(len(self.csp.constraints)))
        known = [v for v in range(len(self.domains)) if self.domains[v] != self.free[v]]
        for item in list(rules):
            without = [rule for rule in rules if rule != item]
            if self._refuted(variable, value, without, known):
                rules = without
        for item in list(known):
            without = [other for other in known if other != item]
            if self._refuted(variable, value, rules, without):
                known = without
        found = Reason(variable, value, tuple(rules), tuple(v for v in known if v != variable))
        return found if below is None or found.size < below else None

    def _refuted(
        self, variable: int, value: int, rules: Sequence[int], known: Sequence[int]
    ) -> bool:
        return self._effort(variable, value, rules, known) <= TRIES

    def _effort(self, variable: int, value: int, rules: Sequence[int], known: Sequence[int]) -> int:
        """The nodes that it takes to rule the value out by these alone; many if it cannot be."""
        domains: list[Domain] = list(self.free)
        for other in known:
            domains[other] = self.domains[other]
        domains[variable] = 1 << value
        kept = tuple(self.csp.constraints[rule] for rule in rules)
        run = Run(1, TRIES)
        try:
            for _ in Backtracking(infer="mac+hidden-singles")(CSP(tuple(domains), kept), run):
                return 2 * TRIES
        except Stopped:
            return 2 * TRIES
        return run.stats.nodes
