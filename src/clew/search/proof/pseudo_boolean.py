"""A pseudo-Boolean model: variables that are 0 or 1, and lower bounds on weighted sums of them.

A literal is a variable's number, counted from 1, or minus that number for its negation. OPB is the
text format of the pseudo-Boolean competitions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise, product
from math import prod
from typing import NamedTuple

from clew.core.errors import Unsuited
from clew.core.faces import CSP
from clew.rules.rule import MOST_ROWS
from clew.rules.target import Target, Term

PLAIN = re.compile("[A-Za-z](_?[A-Za-z0-9])+").fullmatch
"""Matches names that every OPB parser accepts."""


class AtLeast(NamedTuple):
    """A constraint: the factors of the literals that hold add up to at least a bound.

    Factors are never negative.
    """

    terms: tuple[Term, ...]
    bound: int

    @property
    def is_clause(self) -> bool:
        return self.bound == 1 and all(factor == 1 for factor, _ in self.terms)


class Total(NamedTuple):
    """A rule that variables of the CSP add up to a total, in which each value counts the same."""

    scope: tuple[int, ...]
    weights: dict[int, int]
    """The number that each value stands for, in increasing order. None is negative."""
    total: int
    lower: list[Term]
    """A sum of constraints, by factor and number: the weights of the values are at least the total.
    """
    upper: list[Term]
    """The same for what each weight is short of the largest one."""


def at_least(terms: Iterable[Term], bound: int) -> AtLeast:
    """Return the constraint in normal form: one term per variable, no factor above the bound."""
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
    """A proof's model: named variables, constraints, and the literals that make up a solution."""

    names: list[str] = field(default_factory=lambda: [""])
    meanings: list[str] = field(default_factory=lambda: [""])
    constraints: list[AtLeast] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    """For each constraint, the rule that it comes from."""
    answer: list[list[tuple[int, int]]] = field(default_factory=list)
    """For each variable of the CSP, its values and the literal for each value."""
    permutations: list[tuple[list[int], list[int], list[list[int]]]] = field(default_factory=list)
    """Sets of variables that must differ and have no more values than variables.

    Each has the constraints that give every variable a value, those that take no value twice, and
    the literals of each value. A proof derives that each value is taken when it needs to.
    """
    one: list[int] = field(default_factory=list)
    """For each variable of the CSP, the number of the constraint that gives it a value."""
    most_one: list[int] = field(default_factory=list)
    """The number of the constraint that gives it at most one value, or 0 if it has no other one."""
    different: list[tuple[frozenset[int], dict[int, tuple[int, list[int]]]]] = field(
        default_factory=list
    )
    """Sets of variables of the CSP that must differ.

    For each value, it has the literals and the constraint that at most one of them holds.
    """
    totals: list[Total] = field(default_factory=list)
    cost: list[Term] | None = None
    """The sum to minimise, which may be empty. It's None if any solution will do."""
    least_cost: int = 0
    """The cost if none of its terms holds."""
    defined: dict[int, list[list[int]]] = field(default_factory=dict)
    """What the cost's other variables mean: all literals of at least one of these lists hold."""
    _taken: set[str] = field(default_factory=set)

    def variable(self, name: str, meaning: str) -> int:
        """Add a variable, and return its number."""
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

    def is_taken(self, name: str) -> bool:
        return name in self._taken

    def add(self, terms: Iterable[Term], bound: int, label: str) -> int:
        """Add a constraint, and return its number in proofs, from 1, or 0 if it always holds."""
        return self._keep(at_least(terms, bound), label)

    def add_ones(self, literals: Sequence[int], bound: int, label: str) -> int:
        """Require at least this many of these literals to hold, and return the constraint's number.

        The constraint needs normalising only if a variable occurs twice.
        """
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

    def better_than(self, answer: Iterable[int]) -> tuple[list[Term], int]:
        """Return the sum, and its lower bound, of solutions that cost less than this one."""
        held, cost = set(answer), self.cost or []
        return [(-f, x) for f, x in cost], 1 - sum(f for f, x in cost if x in held)

    def cheaper_than(self, answer: Iterable[int]) -> ProofModel:
        """Return the model of the solutions that cost less. Its last constraint requires that."""
        made = self.copy()
        made.add(*self.better_than(answer), "a better answer")
        return made

    def holding(self, literals: Iterable[int]) -> ProofModel:
        """Return a copy of the model in which these literals hold too."""
        made = self.copy()
        for literal in literals:
            made.add_ones([literal], 1, "known")
        return made

    def copy(self) -> ProofModel:
        """Return a copy of the model. You can add constraints to it without changing this one."""
        return replace(self, constraints=[*self.constraints], labels=[*self.labels])

    def literal(self, literal: int) -> str:
        return f"~{self.names[-literal]}" if literal < 0 else self.names[literal]

    def opb(self, title: str = "") -> Iterator[str]:
        """Yield the lines of the model in OPB, with comments that describe variables and rules."""
        yield f"* #variable= {len(self.names) - 1} #constraint= {len(self.constraints)}"
        if title:
            yield f"* {one_line(title)}"
        for name, meaning in zip(self.names[1:], self.meanings[1:], strict=True):
            yield f"* {name}: {one_line(meaning)}"
        if self.cost is not None:
            yield f"* the cost is {self.least_cost} plus this sum"
            yield f"min: {''.join(f'{factor} {self.names[x]} ' for factor, x in self.cost)};"
        before = ""
        names = [*self.names, *(f"~{name}" for name in self.names[:0:-1])]  # -x counts from the end
        for (terms, bound), label in zip(self.constraints, self.labels, strict=True):
            if label != before:
                yield f"* {one_line(label)}"
            before = label
            yield f"{''.join([f'{factor} {names[x]} ' for factor, x in terms])}>= {bound} ;"


def one_line(text: str) -> str:
    r"""Escape the characters that could end a comment's line, or that a file can't hold.

    >>> one_line("a\nb \u2028 ä")
    'a\\nb \\u2028 ä'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


# ------------------------------------------------------------------ any CSP as a model
# Translate a CSP into the pseudo-Boolean model that proofs refer to.
#
# To trust a proof, you have to trust this section, `clew.rules.target` and each rule's `lower`. So
# they are short, and share nothing with the encodings that the kernels use. For each variable x and
# value v, the model has `x_v`, which means "x is v". Rules that compare sizes also add `x_ge_v`,
# which means "x is at least v".


def encode(
    csp: CSP, name: Callable[[int], str], value: Callable[[int], str],
    cost: Sequence[tuple[Sequence[int], Callable[[Sequence[int]], int]]] | None = None,
) -> ProofModel:  # fmt: skip
    """Make the model of a CSP. `name` and `value` return the names of variables and values.

    `cost` is the sum to minimise. Each term has its variables, and the function that computes its
    cost from their values.
    """
    made = ProofTarget(csp, name, value)
    # If a variable has no value left, the model is contradictory even without the rules.
    for rule in csp.constraints if all(csp.domains) else ():
        made.add(rule.as_sum())
    if cost is not None:
        made.model.cost = [term for scope, weight in cost for term in made.cost(scope, weight)]
    return made.model


class ProofTarget(Target):
    """A pseudo-Boolean model under construction, to which rules are added."""

    def __init__(self, csp: CSP, name: Callable[[int], str], value: Callable[[int], str]) -> None:
        super().__init__(csp)
        self.model = ProofModel()
        self._called, self.said = cache(name), cache(value)
        self._is: list[dict[int, int]] = []
        self._one = self.model.one
        self._ends: dict[tuple[int, int], tuple[int, int]] = {}
        """For x >= v, the constraints: it holds or x is below v, and it doesn't or x is at least v.
        """
        for x, domain in enumerate(self.domains):
            self._decide(x, domain, self.called(x))

    def _decide(self, x: int, domain: Sequence[int], name: str) -> None:
        """Add a variable's literals, and the rule that exactly one of them holds."""
        new, self.label = self.model.variable, f"{name} has exactly one value"
        said = ((v, self.said(v)) for v in domain)
        self._is.append({v: new(f"x_{name}_{word}", f"{name} is {word}") for v, word in said})
        literals = [*self._is[x].values()]
        self._one.append(self.model.add_ones(literals, 1, self.label))
        self.model.most_one.append(self.at_most_one(literals))
        if not literals:
            self.model.add((), 1, f"{name} has no value left")
        self.model.answer.append(list(self._is[x].items()))

    def called(self, x: int) -> str:
        return self._called(x)

    # ------------------------------------------------------------ the three operations

    def is_(self, x: int, v: int) -> int:
        return self._is[x].get(v, 0)

    def new(self, meaning: str, name: str = "") -> int:
        return self.model.variable(f"{name or 'y'}_{len(self.model.names)}", meaning)

    def at_least(self, terms: Sequence[Term], bound: int) -> int:
        if all(factor == 1 for factor, _ in terms):
            return self.model.add_ones([y for _, y in terms], bound, self.label)
        return self.model.add(terms, bound, self.label)

    # ------------------------------------------------------------ what a proof lists or derives

    def define(self, *literals: int) -> None:
        self.model.add_ones(literals, 1, self.label)

    def new_order(self, x: int, v: int) -> int:
        low = [y for w, y in self._is[x].items() if w < v]
        high = [y for w, y in self._is[x].items() if w >= v]
        if len(high) == 1:
            self._ends[x, v] = self._one[x], 0
            return high[0]
        if len(low) == 1:
            self._ends[x, v] = 0, self._one[x]
            return -low[0]
        name, said = self.called(x), self.said(v)
        new = self.model.variable(f"x_{name}_ge_{said}", f"{name} is at least {said}")
        rule, self.label = self.label, f"what {self.model.names[new]} means"
        add, label = self.model.add_ones, self.label
        self._ends[x, v] = add([new, *low], 1, label), add([-new, *high], 1, label)
        for holds, others in ((-new, low), (new, high)):
            self.at_least([(len(others), holds), *((1, -y) for y in others)], len(others))
        self.label = rule
        return new

    def differ(self, scope: Sequence[int], offsets: Sequence[int]) -> None:
        """Record variables that permute their values, so that a proof can use that each is taken.

        It also records variables that have too few values, because that's a contradiction.
        """
        by_value = self.taken(scope, offsets)
        taken = [*by_value.values()]
        said = [self.at_most_one(literals) if len(literals) > 1 else 0 for literals in taken]
        if self.guard:
            return
        if not any(offsets):
            known = {v: (n, by_value[v]) for v, n in zip(by_value, said, strict=True)}
            self.model.different.append((frozenset(scope), known))
        ones = [self._one[x] for x in scope]
        if len(taken) == len(scope) and len(taken) > 1 and all(said):
            self.model.permutations.append((ones, said, taken))
        elif len(taken) < len(scope):
            self.model.permutations.append((ones, [s for s in said if s], []))

    def total(
        self, scope: Sequence[int], weigh: Callable[[int, int], int], relation: str, total: int
    ) -> None:
        """Record a total in which each value counts the same, so that a proof can use its sets."""
        super().total(scope, weigh, relation, total)
        weights: dict[int, int] = {}
        for at, x in enumerate(scope):
            for v in self.domains[x]:
                if weights.setdefault(v, weigh(at, v)) != weigh(at, v):
                    return
        weights = dict(sorted(weights.items()))
        said = [*weights.values()]
        if relation != "==" or self.guard or said != sorted(set(said)) or min(said, default=-1) < 0:
            return
        domains = [self.domains[x] for x in scope]
        least = sum(weights[each[0]] for each in domains if each)
        if not all(domains) or not least < total < sum(weights[each[-1]] for each in domains):
            return
        count = len(self.model.constraints)
        lower, upper = [(1, count - 1)], [(1, count)]
        for x, domain in zip(scope, domains, strict=True):
            lower.append((weights[domain[0]], self._one[x]))
            upper.append((said[-1] - weights[domain[-1]], self._one[x]))
            for a, b in pairwise(domain):
                low, high = self._ends[x, b]
                lower.append((weights[b] - weights[a], high))
                upper.append((weights[b] - weights[a], low))
        kept = [[(k, n) for k, n in terms if k and n] for terms in (lower, upper)]
        self.model.totals.append(Total(tuple(scope), weights, total, *kept))

    def cost(self, scope: Sequence[int], weight: Callable[[Sequence[int]], int]) -> list[Term]:
        """Return the terms that some variables add to the cost.

        If the cost rises or falls with a variable, there's a term for each step. Otherwise there's
        one for each row of values that isn't the cheapest.
        """
        domains = [self.domains[x] for x in scope]
        named = ", ".join(map(self.called, scope))
        if (size := prod(map(len, domains))) > MOST_ROWS:
            raise Unsuited(f"the cost of {named} has {size:,} rows of values, but a proof of the "
                           f"best answer can have at most {MOST_ROWS:,}")  # fmt: skip
        costs = {row: weight(row) for row in product(*domains)}
        given = [*costs.values()]
        if len(scope) == 1 and given and given in (sorted(given), sorted(given, reverse=True)):
            self.model.least_cost += given[0]
            return self._steps(scope[0], given)
        cheapest = min(given, default=0)
        self.model.least_cost += cheapest
        terms: list[Term] = []
        for row, cost in costs.items():
            if cost > cheapest:
                taken = [self.is_(x, v) for x, v in zip(scope, row, strict=True)]
                self.label = f"what cost_{len(self.model.names)} means"
                new = self.both(taken, f"{named} are {', '.join(map(self.said, row))}", "cost")
                if len(taken) > 1:
                    self.model.defined[new] = [taken]
                terms.append((cost - cheapest, new))
        return terms

    def _steps(self, x: int, costs: Sequence[int]) -> list[Term]:
        """Return the terms of a variable whose cost rises or falls with its value."""
        terms: list[Term] = []
        for (a, b), v in zip(pairwise(costs), self.domains[x][1:], strict=True):
            if a == b or not (reached := self.ge(x, v)):
                continue
            if reached < 0:  # it's the negation of the first value
                self.model.least_cost += b - a
                a, b, reached = b, a, -reached
            elif reached not in self._is[x].values():
                self.model.defined[reached] = [[y] for w, y in self._is[x].items() if w >= v]
            terms.append((b - a, reached))
        return terms
