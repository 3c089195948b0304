"""A pseudo-Boolean model: variables that are 0 or 1, and sums of them that are at least a number.

A literal is a variable's number, from 1 on, or minus that number for its opposite. OPB is the text
format of the pseudo-Boolean competitions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

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
    cost: list[Term] | None = None
    """The sum to minimise, perhaps without a term; None if any answer will do."""
    rows: dict[int, list[int]] = field(default_factory=dict)
    """The variables of the cost that stand for several values together, and these."""
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

    def cheaper_than(self, answer: Iterable[int]) -> ProofModel:
        """The model of the answers that cost less than this one; the last constraint says so."""
        made, held, cost = self.copy(), set(answer), self.cost or []
        spent = sum(factor for factor, x in cost if x in held)
        made.add([(-factor, x) for factor, x in cost], 1 - spent, "a better answer")
        return made

    def holding(self, literals: Iterable[int]) -> ProofModel:
        """The model in which these hold too."""
        made = self.copy()
        for literal in literals:
            made.add_ones([literal], 1, "known")
        return made

    def copy(self) -> ProofModel:
        """A model to which constraints can be added."""
        return replace(self, constraints=[*self.constraints], labels=[*self.labels])

    def literal(self, literal: int) -> str:
        return f"~{self.names[-literal]}" if literal < 0 else self.names[literal]

    def opb(self, title: str = "") -> Iterator[str]:
        """The lines of the model in OPB, with the meaning of each variable and rule in words."""
        yield f"* #variable= {len(self.names) - 1} #constraint= {len(self.constraints)}"
        if title:
            yield f"* {one_line(title)}"
        for name, meaning in zip(self.names[1:], self.meanings[1:], strict=True):
            yield f"* {name}: {one_line(meaning)}"
        if self.cost is not None:
            yield f"min: {''.join(f'{factor} {self.names[x]} ' for factor, x in self.cost)};"
        before = ""
        names = [*self.names, *(f"~{name}" for name in self.names[:0:-1])]  # -x counts from the end
        for (terms, bound), label in zip(self.constraints, self.labels, strict=True):
            if label != before:
                yield f"* {one_line(label)}"
            before = label
            yield f"{''.join([f'{factor} {names[x]} ' for factor, x in terms])}>= {bound} ;"


def one_line(text: str) -> str:
    r"""Escape the characters that could end a comment's line, or that no file can hold.

    >>> one_line("a\nb \u2028 ä")
    'a\\nb \\u2028 ä'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
