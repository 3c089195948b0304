"""A pseudo-Boolean model: variables that are 0 or 1, and sums of them that are at least a number.

A literal is a variable's number, from 1 on, or minus that number for its opposite. OPB is the text
format of the pseudo-Boolean competitions, DIMACS that of the SAT competitions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from clew.core.errors import Unsuited

PLAIN = re.compile("[A-Za-z](_?[A-Za-z0-9])+").fullmatch
"""A name that every reader of OPB takes."""
Term = tuple[int, int]
"""A factor and a literal."""


class AtLeast(NamedTuple):
    """The factors of the literals that hold add up to at least a bound; no factor is negative."""

    terms: tuple[Term, ...]
    bound: int

    @property
    def is_clause(self) -> bool:
        return self.bound == 1 and all(factor == 1 for factor, _ in self.terms)


def at_least(terms: Iterable[Term], bound: int) -> AtLeast:
    """The constraint in normal form: one term for each variable, no factor above the bound."""
    total: dict[int, int] = {}
    for factor, literal in terms:
        if literal < 0:  # f * (1 - x)
            bound -= factor
            factor = -factor
        total[abs(literal)] = total.get(abs(literal), 0) + factor
    out = []
    for variable, factor in total.items():
        if factor < 0:  # -f * x = f * (1 - x) - f
            bound -= factor
        if factor:
            out.append((abs(factor), variable if factor > 0 else -variable))
    return AtLeast(tuple((min(factor, max(bound, 0)), x) for factor, x in out), bound)


@dataclass
class ProofModel:
    """What a proof is about: named variables, constraints, and the variables of an answer."""

    names: list[str] = field(default_factory=lambda: [""])
    meanings: list[str] = field(default_factory=lambda: [""])
    constraints: list[AtLeast] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    """For each constraint the rule that it comes from."""
    answer: list[list[tuple[int, int]]] = field(default_factory=list)
    """For each variable of the CSP its values and the literal of each."""
    permutations: list[tuple[list[int], list[int], list[list[int]]]] = field(default_factory=list)
    """As many variables as values, all different: the constraints that say so, and the literals
    of each value. That each value is taken follows, and is derived where a proof needs it."""
    cost: list[Term] = field(default_factory=list)
    """What is to be least, if the best answer is wanted; the cost itself is `shift` more."""
    shift: int = 0
    _taken: set[str] = field(default_factory=set)

    def variable(self, name: str, meaning: str) -> int:
        """A new variable: its number."""
        if PLAIN(name) is None:
            name = re.sub("[^A-Za-z0-9]+", "_", name).strip("_") or "v"
            if not name[0].isalpha() or len(name) < 2:
                name = f"v_{name}"
        number = len(self.names)
        if name in self._taken:
            name = f"{name}_{number}"
        self._taken.add(name)
        self.names.append(name)
        self.meanings.append(meaning)
        return number

    def add(self, terms: Iterable[Term], bound: int, label: str) -> int:
        """A new constraint: its number, from 1 on, as proofs count them; 0 if it always holds."""
        return self._keep(at_least(terms, bound), label)

    def add_ones(self, literals: Sequence[int], bound: int, label: str) -> int:
        """At least so many of these hold: in normal form at once, unless one is there twice."""
        terms = tuple([(1, y) for y in literals])
        if len(set(map(abs, literals))) < len(literals):
            return self.add(terms, bound, label)
        return self._keep(AtLeast(terms, bound), label)

    def _keep(self, new: AtLeast, label: str) -> int:
        if new.bound <= 0:
            return 0
        self.constraints.append(new)
        self.labels.append(label)
        return len(self.constraints)

    def costing(self, most: int) -> ProofModel:
        """The model of the answers that cost no more; the last constraint says so."""
        terms, shift = [], 0
        for factor, x in self.cost:  # factor * x <= … is factor * ~x >= …
            terms.append((abs(factor), -x if factor > 0 else x))
            shift += max(factor, 0)
        last = AtLeast(tuple(terms), shift - (most - self.shift))
        return replace(
            self, constraints=[*self.constraints, last], labels=[*self.labels, "cheaper"]
        )

    def literal(self, literal: int) -> str:
        return f"~{self.names[-literal]}" if literal < 0 else self.names[literal]

    def opb(self, title: str = "") -> Iterator[str]:
        """The lines of the model in OPB, with the meaning of each variable and rule in words."""
        yield f"* #variable= {len(self.names) - 1} #constraint= {len(self.constraints)}"
        if title:
            yield f"* {title}"
        for name, meaning in zip(self.names[1:], self.meanings[1:], strict=True):
            yield f"* {name}: {meaning}"
        if self.cost:
            yield f"min: {''.join(f'{factor} {self.names[x]} ' for factor, x in self.cost)};"
        before = ""
        names = [*self.names, *(f"~{name}" for name in self.names[:0:-1])]  # -x counts from the end
        for (terms, bound), label in zip(self.constraints, self.labels, strict=True):
            if label != before:
                yield f"* {label}"
            before = label
            yield f"{''.join([f'{factor} {names[x]} ' for factor, x in terms])}>= {bound} ;"

    def clauses(self) -> Iterator[tuple[int, ...]]:
        """The constraints as clauses; Unsuited if one is no clause, nor "all but one hold"."""
        for each, label in zip(self.constraints, self.labels, strict=True):
            if not _small(each):
                raise Unsuited(f"{label}: found a sum, expected clauses: write a .pbp proof")
            literals = [literal for _, literal in each.terms]
            if each.is_clause:
                yield tuple(literals)
                continue
            for at, first in enumerate(literals):
                yield from ((first, second) for second in literals[at + 1 :])

    def dimacs(self, title: str = "", excluded: Iterable[int] = ()) -> Iterator[str]:
        """The lines of the model in DIMACS; the last clause excludes an answer, if one is given."""
        clauses = [*self.clauses(), *([tuple(-x for x in excluded)] if excluded else [])]
        if title:
            yield f"c {title}"
        for number, meaning in enumerate(self.meanings[1:], 1):
            yield f"c {number}: {meaning}"
        yield f"p cnf {len(self.names) - 1} {len(clauses)}"
        for clause in clauses:
            yield " ".join(map(str, (*clause, 0)))


def _small(constraint: AtLeast) -> bool:
    """Whether it is a clause, or pairs: all but one of its literals hold."""
    ones = all(factor == 1 for factor, _ in constraint.terms)
    return ones and constraint.bound in (1, len(constraint.terms) - 1)
