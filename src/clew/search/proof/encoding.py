"""A CSP as a pseudo-Boolean model: the target that proofs are written over.

This, `clew.rules.target` and each rule's `lower` are what a reader of a proof has to believe, so
they are short, and share nothing with the encodings of the kernels. For each variable x and value v
there is `x_v`, "x is v". Where a rule speaks of sizes there is `x_ge_v`, "x is at least v".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from math import prod

from clew.core.errors import Unsuited
from clew.core.faces import CSP
from clew.rules.rule import MOST_ROWS
from clew.rules.target import Target, Term
from clew.search.proof.model import ProofModel


def encode(
    csp: CSP, name: Callable[[int], str], value: Callable[[int], str],
    cost: Sequence[tuple[Sequence[int], Callable[[Sequence[int]], int]]] | None = None,
) -> ProofModel:  # fmt: skip
    """Make the model of a CSP, whose variables and values are called by their names.

    `cost` is the sum to minimise: the variables of each term, and what their values add.
    """
    made = ProofTarget(csp, name, value)
    for rule in csp.constraints if all(csp.domains) else ():  # no value left: that says it all
        made.add(rule)
    if cost is not None:
        made.model.cost = [term for scope, weight in cost for term in made.cost(scope, weight)]
    return made.model


class ProofTarget(Target):
    """A pseudo-Boolean model while rules are added to it."""

    def __init__(self, csp: CSP, name: Callable[[int], str], value: Callable[[int], str]) -> None:
        super().__init__(csp)
        self.model = ProofModel()
        self._called, self.said = cache(name), cache(value)
        self._is: list[dict[int, int]] = []
        self._one: list[int] = []
        """For each variable, the number of the constraint that it has a value."""
        for x, domain in enumerate(self.domains):
            self._decide(x, domain, self.called(x))

    def _decide(self, x: int, domain: Sequence[int], name: str) -> None:
        """Add the literals of a variable, of which exactly one holds."""
        new, self.label = self.model.variable, f"{name} has exactly one value"
        said = ((v, self.said(v)) for v in domain)
        self._is.append({v: new(f"x_{name}_{word}", f"{name} is {word}") for v, word in said})
        literals = [*self._is[x].values()]
        self._one.append(self.model.add_ones(literals, 1, self.label))
        self.at_most_one(literals)
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
        name, said = self.called(x), self.said(v)
        new = self.model.variable(f"x_{name}_ge_{said}", f"{name} is at least {said}")
        rule, self.label = self.label, f"what {self.model.names[new]} means"
        for w, y in self._is[x].items():
            self.define(-y, new if w >= v else -new)
        self.define(-new, *(y for w, y in self._is[x].items() if w >= v))
        self.label = rule
        return new

    def differ(self, scope: Sequence[int], offsets: Sequence[int]) -> None:
        """Note permutations, from which it follows that each value is taken."""
        taken = [*self.taken(scope, offsets).values()]
        said = [self.at_most_one(literals) if len(literals) > 1 else 0 for literals in taken]
        if self.guard:
            return
        ones = [self._one[x] for x in scope]
        if len(taken) == len(scope) and len(taken) > 1 and all(said):
            self.model.permutations.append((ones, said, taken))
        elif len(taken) < len(scope):
            self.model.permutations.append((ones, [s for s in said if s], []))

    def cost(self, scope: Sequence[int], weight: Callable[[Sequence[int]], int]) -> list[Term]:
        """Return what the values of some variables add to a cost: each row that adds something."""
        domains = [self.domains[x] for x in scope]
        named = ", ".join(map(self.called, scope))
        if (size := prod(map(len, domains))) > MOST_ROWS:
            raise Unsuited(f"the cost of {named} has {size:,} rows of values, and a proof of the "
                           f"best answer can have {MOST_ROWS:,}")  # fmt: skip
        terms: list[Term] = []
        for row in product(*domains):
            if scope and (added := weight(row)):
                taken = [self.is_(x, v) for x, v in zip(scope, row, strict=True)]
                if len(taken) == 1:
                    terms.append((added, taken[0]))
                    continue
                self.label = f"what cost_{len(self.model.names)} means"
                new = self.both(taken, f"{named} are {', '.join(map(self.said, row))}", "cost")
                self.model.rows[new] = taken
                terms.append((added, new))
        return terms
