"""The base class of all rules. A rule only needs `holds`. Every other method makes it stronger.

| Method | Used by | If missing |
|---|---|---|
| `holds(values)` | every check of a solution | required |
| `lower(to)` | proofs, CP-SAT, clause learning | lists the rows that obey it, up to 50,000 |
| `prune(domains)` | readable searches | tries the last open variable with `holds` |
| `ruled_out(i, j, width)` | arc consistency | rules out nothing |
| `kind`, `told()` | kernels | they get the lowering, or call `holds` |
| `split(to)` | the kernel, if a variable has too many values | Python searches instead |
| `cp_sat(to)` | CP-SAT | adds the lowering |
| `fold(once, places)` | normalisation | wraps the rule in `Folded` |
| `coded(code)`, `state(to, parts)` | `clew.Problem` | applies the rule to the values themselves |

A value is a small number, 0 or more. If values stand for other numbers, a rule has `numbers`: for
each variable of the scope, a tuple with the number that each value stands for.
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
"""The maximum number of domains in a cache."""
WIDEST_PAIRS = 10_000
"""The maximum number of values for which to list what each rules out: that takes its square."""
MOST_ROWS = 50_000
"""The maximum number of rows to try for a rule that doesn't define `lower`."""
RELATIONS: dict[str, Callable[[int, int], bool]] = {"==": eq, "!=": ne, "<=": le, ">=": ge}
"""The relations with which sums, counts and literals can be compared with a number."""
CODES = {relation: code for code, relation in enumerate(RELATIONS)}

STRENGTHS = {
    "kind", "pairwise", "ruled_out", "prune", "distinct", "fold", "lower", "as_sum", "cp_sat",
    "told", "split",
}  # fmt: skip
"""The optional members of a rule, which must agree with `holds`."""

Numbers = tuple[tuple[int, ...], ...]
"""The number that each value stands for, for each variable of a scope."""


class Ruling(dict[Domain, Domain]):
    """A cache that maps each domain of one variable to the values it rules out for another.

    A fixed variable has a domain with one value. Entries are computed on first use. There are fewer
    of them if domains are wide, so that the cache stays small.
    """

    def __init__(self, by_value: Iterable[Domain], width: int = 0) -> None:
        super().__init__()
        self.by_value: tuple[Domain, ...] = tuple(by_value)
        self.width = width or len(self.by_value)
        self.room = min(MEMO, (MEMO << 10) // max(self.width, 1))

    def of(self, mask: Domain) -> Domain:
        """Return the values that a domain rules out, without the cache."""
        ruled_out = -1
        for value in values(mask):
            ruled_out &= self.by_value[value]
            if not ruled_out:
                break
        return ruled_out

    def __missing__(self, mask: Domain) -> Domain:
        if len(self) >= self.room:
            self.clear()
        self[mask] = ruled_out = self.of(mask)
        return ruled_out


@dataclass(frozen=True, slots=True)
class Constraint(ABC):
    """A rule over some variables.

    Subclass it to write your own rule, as a frozen dataclass with at least `holds`.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.
    """

    scope: tuple[int, ...]
    label: str
    kind: ClassVar[int | None] = None
    """The rule's number in native/csp/model.hpp, or None if no kernel supports it."""
    word: ClassVar[str] = "rule"
    """The name of the rule when it's written out, as in word(x, y, z)."""
    pairwise: ClassVar[bool] = False
    """True if the rule consists only of restrictions between pairs of its variables."""
    prunes: ClassVar[bool] = False
    """True if `prune` can rule out values while several variables are open."""

    def __init_subclass__(cls) -> None:
        """Reset the optional members in a subclass that redefines `holds`."""
        if "holds" in vars(cls):
            for name in STRENGTHS - vars(cls).keys():
                setattr(cls, name, vars(Constraint)[name])

    # ------------------------------------------------------------ meaning and propagation

    @abstractmethod
    def holds(self, values: Sequence[Any]) -> bool:
        """Check whether these values obey the rule.

        Args:
            values: a value for each variable of the scope, in order.
        """

    def ruled_out(self, i: int, j: int, width: int) -> Ruling | None:
        """Return the values that one variable's domain rules out for another variable.

        Args:
            i: the position of the first variable in the scope.
            j: the position of the other one.
            width: all values are below this number.

        Returns:
            A cache with domains as keys, or None if one variable alone never rules out anything,
            as in a sum.
        """
        return None

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """Return the domains without the values that the rule makes impossible.

        It may miss some of them, unless at most one variable isn't fixed.

        Args:
            domains: the possible values of each variable of the scope, as bits of a number.
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
        """The offsets of a rule that requires all variables plus their offsets to differ.

        It's None for other rules, and an empty tuple stands for no offsets. Searches, techniques
        and pencil marks treat all such rules alike, for example houses and queens' diagonals.
        """
        return None

    # ------------------------------------------------------------ normal form

    def normal(self) -> tuple[Constraint, ...]:
        """Return equivalent rules in which each variable occurs once.

        The result is empty if the rule always holds. A rule that never holds may become a rule
        without variables, which `CSP` turns into an empty domain.
        """
        scope = self.scope
        if not scope:
            return () if self.holds(()) else (self,)
        if len(set(scope)) == len(scope):
            return (self,)
        once = tuple(dict.fromkeys(scope))
        return self.fold(once, tuple(map(once.index, scope)))

    def fold(self, once: tuple[int, ...], places: tuple[int, ...]) -> tuple[Constraint, ...]:
        """Merge repeated variables. By default, wrap the rule in `Folded`.

        Args:
            once: the variables of the scope, without repeats.
            places: for each position in the scope, the position of its variable in `once`.
        """
        return (Folded(once, self.label, self, places),)

    def unfolded(self) -> Constraint:
        """Return the rule with its repeated variables, as kernels and targets need it."""
        return self

    # ------------------------------------------------------------ lowering

    def as_sum(self) -> Constraint:
        """Return the same rule as a weighted sum if it's a table of one; otherwise itself."""
        return self

    def lower(self, to: Target) -> None:
        """Add the rule to a target, using the few operations that all targets have.

        Args:
            to: the target, such as a proof model or a CP-SAT model.

        Raises:
            Unsuited: if the rule doesn't define `lower` and has too many rows to list.
        """
        domains = [to.domains[x] for x in self.scope]
        if prod(map(len, domains)) > MOST_ROWS:
            said = f"the rule {self.label} has more than {MOST_ROWS:,} combinations of values"
            raise Unsuited(f"{said}, too many to list")
        to.rows(self.scope, filter(self.holds, product(*domains)))

    def can_lower(self, domains: Sequence[Domain]) -> bool:
        """Check whether `lower` works for variables with these domains.

        Args:
            domains: the possible values of each variable, as bits of a number.
        """
        return self.has_lowering or prod(map(int.bit_count, domains)) <= MOST_ROWS

    @property
    def has_lowering(self) -> bool:
        """True if the rule defines `lower` itself."""
        return type(self).lower is not Constraint.lower

    def cp_sat(self, to: Any) -> None:
        """Add the rule to a CP-SAT model.

        Args:
            to: the model, as in `clew.search.csp.cp_sat`.
        """
        self.lower(to)

    def split(self, to: Any) -> Sequence[Constraint] | None:
        """Return rules with the same meaning over the parts of variables with many values.

        Args:
            to: the parts, as in `clew.search.csp.splitting`.

        Returns:
            The rules, or None if the rule is about each value of a variable.
        """
        return None

    def told(self) -> Iterable[int]:
        """Return the numbers that kernels expect after the scope (see native/csp/model.hpp)."""
        return ()

    # ------------------------------------------------------------ a user's statement

    def coded(self, code: Any) -> tuple[Constraint, ...]:
        """Translate a rule about values into rules about their codes.

        Args:
            code: the encoding. Codes are in the order of the numbers that they stand for.
        """
        if code.shift == 0:
            return (self,)
        return (Decoded(self.scope, self.label, self, tuple(code.values)),)

    def state(self, to: Any, parts: Sequence[Any]) -> None:
        """Add the rule to a problem that's being compiled.

        A rule that only defines `holds` becomes a table, or a function call if the table would be
        too large.

        Args:
            to: the compiler.
            parts: variables or expressions. Each expression gets its own variable.
        """
        if self.kind is None and not self.has_lowering and not self.prunes:
            to.tabulate_values(self, parts)
        else:
            to.emit([to.part(part) for part in parts], self.over)

    def over(self, code: Any, scope: tuple[int, ...], label: str) -> tuple[Constraint, ...]:
        """Return this rule over variables of a CSP.

        Args:
            code: the encoding of values.
            scope: the variables.
            label: the name of the rule.
        """
        return replace(self, scope=scope, label=label).coded(code)

    def called(self, parts: Sequence[str]) -> str:
        """Return the rule written out, as in word(x, y, z).

        Args:
            parts: its variables or expressions as strings.
        """
        return f"{self.word}({', '.join(parts)})"


@dataclass(frozen=True, slots=True)
class Folded(Constraint):
    """A rule with repeated variables, turned into a rule in which each variable occurs once."""

    prunes: ClassVar[bool] = True

    rule: Constraint
    places: tuple[int, ...]
    """The position in this scope of each variable in the scope of `rule`."""

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
        """Add the inner rule. Repeated variables do no harm among literals."""
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
    """A rule about values, applied to the codes that stand for them."""

    rule: Constraint
    values: tuple[Any, ...]
    """The value that each code stands for."""

    def holds(self, values: Sequence[int]) -> bool:
        return self.rule.holds([self.values[code] for code in values])


class OfNumbers(Constraint):
    """A rule about the numbers that values stand for, or about the values if `numbers` is None."""

    __slots__ = ()
    prunes: ClassVar[bool] = True
    numbers: Numbers | None

    def number(self, at: int, value: int) -> int:
        """Return the number that a value of the variable at this position stands for.

        Args:
            at: the position in the scope.
            value: the value.
        """
        return value if self.numbers is None else self.numbers[at][value]

    def numbers_of(self, at: int, mask: Domain) -> dict[int, int]:
        """Return the number that each value of a domain stands for.

        Args:
            at: the position of the variable in the scope.
            mask: the domain, as bits of a number.
        """
        return {value: self.number(at, value) for value in values(mask)}

    def coded(self, code: Any) -> tuple[Constraint, ...]:
        rule: Any = self  # every subclass is a dataclass
        return (replace(rule, numbers=code.numbers(len(self.scope))),)

    def flat_numbers(self) -> Iterable[int]:
        """Return the numbers in the kernels' format: for each variable, a count and a list."""
        return (n for known in self.numbers or () for n in (len(known), *known))


def code_of(relation: str) -> int:
    """Return the number of a relation in native/csp/model.hpp."""
    return CODES[relation]


def keep(numbers: dict[int, int], least: int | None, most: int | None) -> Domain:
    """Return the values whose numbers are within the bounds."""
    kept = 0
    for value, number in numbers.items():
        if (least is None or number >= least) and (most is None or number <= most):
            kept |= 1 << value
    return kept
