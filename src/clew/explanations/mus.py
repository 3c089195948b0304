"""Why a value is impossible or certain, for any CSP: a small set of rules and facts that say so.

After J. Espasa, I. P. Gent, R. Hoffmann, C. Jefferson, A. M. Lynch, "Using Small MUSes to Explain
How to Solve Pen and Paper Puzzles" (arXiv 2104.15040): the step that needs the smallest minimal
unsatisfiable subset (MUS) is the one a person would take next. One rule by itself is looked at
first; only where none says anything are several taken together. That bounds the work, and nothing
can be left out of the sets found, but they are not proven to be the smallest of all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import prod
from operator import or_

from clew.core.constraints import AllDifferent
from clew.core.faces import CSP, Domain, values
from clew.core.result import Run, Stopped
from clew.search.csp.backtracking import Backtracking

TRIES = (2, 20, 200)
"""The nodes within which a refutation must be found: what takes fewer is looked for first."""
LOOKED_AT = 24
"""How many of the claims that are refuted soonest are looked at closely."""
EFFORT = 40_000
"""The refutations that may be tried for one puzzle; after that reasons are not looked for."""
WRITTEN_OUT = 64
"""Up to so many combinations a rule is tested on each."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A value that a variable cannot have, or must have if `placed`, and what says so.

    `rules` are numbers of constraints, and the domains of the variables in `known` are used.
    """

    variable: int
    value: int
    rules: tuple[int, ...]
    known: tuple[int, ...]
    placed: bool = False

    @property
    def size(self) -> int:
        return len(self.rules) + len(self.known)


Claim = tuple[int, int, bool]
"""A variable, a value, and whether it must be (or cannot be) that."""


class MusSolver:
    """A CSP while it is being solved by reasons alone.

    What a variable that is known rules out for others that must differ from it is eliminated at
    once, as people do with a pencil; no reason is given for it.
    """

    def __init__(self, csp: CSP, filled: Sequence[int | None] = ()) -> None:
        self.csp = csp
        self.domains = list(csp.domains)
        self.free = [reduce(or_, csp.domains, 0)] * len(self.domains)
        self.efforts = 0
        self.tries = TRIES[0]
        self._alone: dict[tuple[int, int, Claim, tuple[Domain, ...]], bool] = {}
        for variable, value in enumerate(filled):
            if value is not None:
                self.domains[variable] = 1 << value
        self._propagate()

    def take(self, reasons: Sequence[Reason]) -> None:
        """Eliminate, or fill in, what the reasons say."""
        for reason in reasons:
            bit = 1 << reason.value
            self.domains[reason.variable] &= bit if reason.placed else ~bit
        self._propagate()

    def _propagate(self) -> None:
        rules = [rule for rule in self.csp.constraints if isinstance(rule, AllDifferent)]
        while sum(self._strike(rule) for rule in rules):
            pass

    def _strike(self, rule: AllDifferent) -> bool:
        """Eliminate what known variables rule out for those that differ from them."""
        changed, width = False, self.free[0].bit_length()
        for i, one in enumerate(rule.scope):
            mask = self.domains[one]
            if mask.bit_count() != 1:
                continue
            for j, other in enumerate(rule.scope):
                if j == i:
                    continue
                left = self.domains[other] & ~rule.ruled_out(i, j, width)[mask]
                if left and left != self.domains[other]:
                    self.domains[other], changed = left, True
        return changed

    def next(self, solution: Sequence[int]) -> tuple[Reason, ...]:
        """The smallest reason of those found, with all else that it says; () if there is none."""
        claims = self._claims(solution)
        for self.tries in TRIES:
            best = self._one_rule(claims) or self._several(claims)
            if best is not None:
                return (best, *self._besides(best, claims))
        return ()

    def _claims(self, solution: Sequence[int]) -> list[Claim]:
        """What is true and not known yet, in the order of the variables."""
        return [
            claim
            for variable, mask in enumerate(self.domains)
            if mask.bit_count() > 1
            for claim in (
                *((variable, v, False) for v in values(mask) if v != solution[variable]),
                (variable, solution[variable], True),
            )
        ]

    # ------------------------------------------------------------ one rule by itself

    def _one_rule(self, claims: Sequence[Claim]) -> Reason | None:
        best: Reason | None = None
        by_variable: dict[int, list[Claim]] = {}
        for claim in claims:
            by_variable.setdefault(claim[0], []).append(claim)
        for number, rule in enumerate(self.csp.constraints):
            for variable in rule.scope:
                for claim in by_variable.get(variable, ()):
                    if self._follows_from(number, claim):
                        best = _smaller(best, self._fewest_known(claim, (number,), rule.scope))
            if best is not None and best.size <= 2:
                break
        return best

    def _follows_from(self, number: int, claim: Claim) -> bool:
        """Whether a rule alone shows a claim, by what is known of the others in its scope."""
        scope = self.csp.constraints[number].scope
        key = number, self.tries, claim, tuple(self.domains[variable] for variable in scope)
        if key not in self._alone:
            self._alone[key] = self._shown(claim, (number,), scope)
        return self._alone[key]

    # ------------------------------------------------------------ several rules together

    def _several(self, claims: Sequence[Claim]) -> Reason | None:
        """Of what is soonest shown, the claim with the smallest reason."""
        rules, known = range(len(self.csp.constraints)), range(len(self.domains))
        if self.efforts + len(claims) > EFFORT:
            return None
        efforts = [(self._effort(claim, rules, known), claim) for claim in claims]
        soonest = sorted(pair for pair in efforts if pair[0] <= self.tries)
        best: Reason | None = None
        for _, claim in soonest[:LOOKED_AT]:
            if self.efforts < EFFORT:
                best = _smaller(best, self._reduced(claim))
        return best

    def _reduced(self, claim: Claim) -> Reason:
        """A reason from which no rule and no fact can be left out."""
        known = [v for v in range(len(self.domains)) if self.domains[v] != self.free[v]]
        rules = list(range(len(self.csp.constraints)))
        size = len(rules) // 2
        while size:  # first halves, then quarters: most rules have no part in it
            for at in range(0, len(rules), size):
                without = rules[:at] + rules[at + size :]
                if len(without) < len(rules) and self._shown(claim, without, known):
                    rules = without
                    break
            else:
                size //= 2
        return self._fewest_known(claim, rules, known)

    # ------------------------------------------------------------ for both

    def _fewest_known(self, claim: Claim, rules: Sequence[int], known: Sequence[int]) -> Reason:
        variable, value, placed = claim
        kept = [v for v in known if self.domains[v] != self.free[v] and (v != variable or placed)]
        for item in sorted(kept, key=lambda v: -self.domains[v].bit_count()):
            without = [other for other in kept if other != item]
            if self._shown(claim, rules, without):
                kept = without
        return Reason(variable, value, tuple(rules), tuple(kept), placed)

    def _besides(self, best: Reason, claims: Sequence[Claim]) -> Iterator[Reason]:
        """What the same rules and facts say of other values."""
        scope = {v for rule in best.rules for v in self.csp.constraints[rule].scope}
        for claim in claims:
            variable, value, placed = claim
            same = variable == best.variable and (best.placed or value == best.value)
            known = [v for v in best.known if v != variable]
            if placed or same or variable not in scope:
                continue
            if self._shown(claim, best.rules, known):
                yield Reason(variable, value, best.rules, tuple(known))

    def _shown(self, claim: Claim, rules: Sequence[int], known: Sequence[int]) -> bool:
        """Whether these rules and facts leave nothing but what the claim says."""
        if len(rules) == 1:
            rule = self.csp.constraints[rules[0]]
            domains = self._domains(claim, known)
            masks = [domains[variable] for variable in rule.scope]
            few = prod(mask.bit_count() for mask in masks) <= WRITTEN_OUT
            if few and len(set(rule.scope)) == len(rule.scope):
                return not any(rule.holds(each) for each in product(*map(values, masks)))
        return self._effort(claim, rules, known) <= self.tries

    def _domains(self, claim: Claim, known: Sequence[int]) -> list[Domain]:
        """What the variables may be, assuming the opposite of the claim."""
        variable, value, placed = claim
        domains = list(self.free)
        for other in known:
            domains[other] = self.domains[other]
        domains[variable] = domains[variable] & ~(1 << value) if placed else 1 << value
        return domains

    def _effort(self, claim: Claim, rules: Sequence[int], known: Sequence[int]) -> int:
        """The nodes that it takes to show the claim by these alone; many if that cannot be."""
        self.efforts += 1
        kept = tuple(self.csp.constraints[rule] for rule in rules)
        csp = CSP(tuple(self._domains(claim, known)), kept)
        run = Run(1, self.tries)
        try:
            for _ in Backtracking(infer="mac+hidden-singles")(csp, run):
                return 2 * self.tries
        except Stopped:
            return 2 * self.tries
        return run.stats.nodes


def _smaller(best: Reason | None, other: Reason) -> Reason:
    return other if best is None or other.size < best.size else best
