"""What a rule can say about itself. It must have `holds`; every other method makes it stronger.

| Method | Asked by | If missing |
|---|---|---|
| `holds(values)` | every check of an answer | required |
| `lower(to)` | proofs, CP-SAT, the search that learns | the rows that obey it, up to 50,000 |
| `prune(domains)` | readable searches | the last open variable is tried with `holds` |
| `ruled_out(i, j, width)` | arc consistency | nothing |
| `kind`, `told()` | kernels | they get the lowering, or call `holds` |
| `cp_sat(to)` | CP-SAT | it gets the lowering |
| `fold(once, places)` | normalisation | a generic wrapper, `Folded` |
| `coded(code)`, `state(to, parts)` | a user's statement | it judges the values themselves |

A value is a small number, 0 and up. Where it stands for another number, a rule has `numbers`: for
each variable of the scope, the number that each of its values stands for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from operator import eq, ge, le, ne
from typing import TYPE_CHECKING, Any, ClassVar

from clew.core.errors import Unsuited
from clew.core.faces import Domain, values

if TYPE_CHECKING:
    from clew.rules.target import Target

MEMO = 1 << 16
MOST_ROWS = 50_000
"""The most rows of values that are tried to lower a rule with no lowering of its own."""
RELATIONS: dict[str, Callable[[int, int], bool]] = {"==": eq, "!=": ne, "<=": le, ">=": ge}
"""The relations of a sum to its total, of a count to its number, and of literals."""

STRENGTHS = {
    "kind", "pairwise", "ruled_out", "prune", "distinct", "fold", "lower", "cp_sat", "told",
}  # fmt: skip
"""What a rule may say beyond `holds`, and must mean the same."""

Numbers = tuple[tuple[int, ...], ...]
"""For each variable of a scope, the number that each of its values stands for."""


class Ruling(dict[Domain, Domain]):
    """For each domain of one variable, the values of another that have no support left.

    A fixed variable is the case of a domain with one value; entries are made when first needed.
    """

    def __init__(self, by_value: Iterable[Domain]) -> None:
        super().__init__()
        self.by_value: tuple[Domain, ...] = tuple(by_value)

    def __missing__(self, mask: Domain) -> Domain:
        ruled_out = -1
        for value in values(mask):
            ruled_out &= self.by_value[value]
            if not ruled_out:
                break
        if len(self) >= MEMO:
            self.clear()
        self[mask] = ruled_out
        return ruled_out


@dataclass(frozen=True, slots=True)
class Constraint(ABC):
    """One rule over the variables of its scope; `label` is what a person would call it."""

    scope: tuple[int, ...]
    label: str
    kind: ClassVar[int | None] = None
    """The rule's number in native/csp/model.hpp; None if no kernel knows it."""
    word: ClassVar[str] = "rule"
    """How a statement of the rule begins: word(x, y, z)."""
    pairwise: ClassVar[bool] = False
    """Whether the rule is no more than what its pairs rule out for each other."""
    prunes: ClassVar[bool] = False
    """Whether `prune` says something before all variables but one are fixed."""

    def __init_subclass__(cls) -> None:
        """Let a rule that means something else inherit nothing that another meaning justified."""
        if "holds" in vars(cls):
            for name in STRENGTHS - vars(cls).keys():
                setattr(cls, name, vars(Constraint)[name])

    # ------------------------------------------------------------ meaning and propagation

    @abstractmethod
    def holds(self, values: Sequence[Any]) -> bool:
        """Whether these values, one for each variable of the scope, obey the rule."""

    def ruled_out(self, i: int, j: int, width: int) -> Ruling | None:
        """What the domain of scope[i], of values below `width`, rules out for scope[j].

        None when one variable alone says nothing about another (a sum, a parity).
        """
        return None

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """What each variable of the scope can still be, given what it and the others may be.

        It may leave values that cannot be, unless all variables but one are fixed.
        """
        still_open = [at for at, mask in enumerate(domains) if mask & (mask - 1)]
        if len(still_open) > 1 or not domains:
            return domains
        at = still_open[0] if still_open else 0
        held = [mask.bit_length() - 1 for mask in domains]
        pruned = list(domains)
        for value in values(domains[at]):
            held[at] = value
            if not self.holds(held):
                pruned[at] ^= 1 << value
        return pruned

    @property
    def distinct(self) -> tuple[int, ...] | None:
        """The offsets after which all variables differ, () for none; None if it says more or less.

        Searches, techniques and pencil marks treat such rules (houses, a queen's diagonals) alike.
        """
        return None

    # ------------------------------------------------------------ normal form

    def normal(self) -> tuple[Constraint, ...]:
        """Return rules that say the same, in which each variable occurs once.

        The result is empty if the rule always holds. A rule that never holds may become one over
        no variables, which `CSP` turns into an empty domain.
        """
        scope = self.scope
        if not scope:
            return () if self.holds(()) else (self,)
        if len(set(scope)) == len(scope):
            return (self,)
        once = tuple(dict.fromkeys(scope))
        return self.fold(once, tuple(map(once.index, scope)))

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        """Merge repeated variables: `once[places[i]]` is the variable at place i of the scope.

        A rule that knows no better is wrapped in `Folded`.
        """
        return (Folded(once, self.label, self, places),)

    def unfolded(self) -> Constraint:
        """The rule as it was before its variables were merged: kernels and targets take that."""
        return self

    # ------------------------------------------------------------ lowering

    def lower(self, to: Target) -> None:
        """State the rule with the few operations that every target has."""
        domains = [to.domains[x] for x in self.scope]
        if prod(map(len, domains)) > MOST_ROWS:
            raise Unsuited(f"{self.label}: found a rule with too many rows of values to be lowered")
        to.rows(self.scope, filter(self.holds, product(*domains)))

    def can_lower(self, domains: Sequence[Domain]) -> bool:
        """Whether `lower` can state the rule over variables with these domains."""
        return self.has_lowering or prod(map(int.bit_count, domains)) <= MOST_ROWS

    @property
    def has_lowering(self) -> bool:
        """Whether the rule has a lowering of its own."""
        return type(self).lower is not Constraint.lower

    def cp_sat(self, to: Any) -> None:
        """State the rule in a CP-SAT model (`clew.search.csp.cp_sat`)."""
        self.lower(to)

    def told(self) -> Iterable[int]:
        """Return the numbers that follow the scope in native/csp/model.hpp."""
        return ()

    # ------------------------------------------------------------ a user's statement

    def coded(self, code: Any) -> tuple[Constraint, ...]:
        """Return the rule over the codes of values, where it is stated over the values.

        Codes are in the order of the numbers that they stand for.
        """
        if code.shift == 0:
            return (self,)
        return (Decoded(self.scope, self.label, self, tuple(code.values)),)

    def state(self, to: Any, parts: Sequence[Any]) -> None:
        """State the rule over parts: variables, or expressions that get a variable.

        A rule with `holds` alone is written out in rows; if these are many, it is called.
        """
        if self.kind is None and not self.has_lowering and not self.prunes:
            to.tabulate_values(self, parts)
        else:
            to.emit([to.part(part) for part in parts], self.over)

    def over(self, code: Any, scope: tuple[int, ...], label: str) -> tuple[Constraint, ...]:
        """Return the rule over variables of a CSP."""
        return replace(self, scope=scope, label=label).coded(code)

    def called(self, parts: Sequence[str]) -> str:
        """Return what a statement of the rule over these parts is called."""
        return f"{self.word}({', '.join(parts)})"


@dataclass(frozen=True, slots=True)
class Folded(Constraint):
    """A rule whose scope repeats a variable, seen as a rule over each variable once."""

    prunes: ClassVar[bool] = True

    rule: Constraint
    places: tuple[int, ...]
    """For each place in the scope of `rule`, the place of its variable in this scope."""

    def holds(self, values: Sequence[int]) -> bool:
        return self.rule.holds([values[place] for place in self.places])

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        left = list(Constraint.prune(self, domains))
        if all(left):
            for place, kept in zip(
                self.places, self.rule.prune([left[place] for place in self.places]), strict=True
            ):
                left[place] &= kept
        return left

    def unfolded(self) -> Constraint:
        return self.rule

    def lower(self, to: Target) -> None:
        """State the rule inside: where it is literals, a repeated variable does no harm."""
        if self.rule.has_lowering:
            self.rule.lower(to)
        else:
            Constraint.lower(self, to)

    def can_lower(self, domains: Sequence[Domain]) -> bool:
        return self.rule.has_lowering or prod(map(int.bit_count, domains)) <= MOST_ROWS

    @property
    def has_lowering(self) -> bool:
        return self.rule.has_lowering


@dataclass(frozen=True, slots=True)
class Decoded(Constraint):
    """A rule about values, over the codes that stand for them."""

    rule: Constraint
    values: tuple[Any, ...]
    """The value of each code."""

    def holds(self, values: Sequence[int]) -> bool:
        return self.rule.holds([self.values[code] for code in values])


class OfNumbers(Constraint):
    """A rule about the numbers that values stand for; without `numbers`, the values themselves."""

    __slots__ = ()
    prunes: ClassVar[bool] = True
    numbers: Numbers | None

    def number(self, at: int, value: int) -> int:
        """Return the number that a value of the variable at this place of the scope stands for."""
        return value if self.numbers is None else self.numbers[at][value]

    def numbers_of(self, at: int, mask: Domain) -> dict[int, int]:
        """Return the number of each value of a domain."""
        return {value: self.number(at, value) for value in values(mask)}

    def coded(self, code: Any) -> tuple[Constraint, ...]:
        rule: Any = self  # a dataclass, as each of its subclasses is
        return (replace(rule, numbers=code.numbers(len(self.scope))),)

    def flat_numbers(self) -> Iterable[int]:
        """For each variable, how many numbers it has, and these: as kernels read them."""
        return (n for known in self.numbers or () for n in (len(known), *known))


def code_of(relation: str) -> int:
    """Return the number of a relation in native/csp/model.hpp."""
    return list(RELATIONS).index(relation)


def keep(numbers: dict[int, int], least: int | None, most: int | None) -> Domain:
    """Return the values whose numbers are within the bounds."""
    kept = 0
    for value, number in numbers.items():
        if (least is None or number >= least) and (most is None or number <= most):
            kept |= 1 << value
    return kept
