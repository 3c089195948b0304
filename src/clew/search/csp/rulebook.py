"""The rules of a puzzle as a person knows them, each by itself: for reasons and contradictions.

A CSP may say one rule by several constraints, with variables of their own, or by the domains alone.
A rulebook keeps what belongs together, under the name that the puzzle gives it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any, Protocol

from clew.core.capabilities import CellByCell, HasWords, capability
from clew.core.faces import CSP, Domain, values
from clew.core.grid import cell_name
from clew.core.puzzle import Puzzle
from clew.rules.rule import Constraint

PACKAGE = str(Path(__file__).parents[2])
FEW = 12
"""So many values of a variable are named."""
Place = tuple[str, int]
"""A file and a line; the file is empty if nobody wrote the rule."""


class PlacedRule:
    """A rule by its name and, where the user wrote it, its file and line."""

    label: str
    place: Place
    held: tuple[tuple[str, Sequence[Any]], ...]

    def choices(self) -> str:
        """What its variables may be, if they are few."""
        if not self.held:
            return ""
        few = [
            ", ".join(map(repr, some[:FEW])) + ", …" * (len(some) > FEW) for _, some in self.held
        ]
        names = [name for name, _ in self.held]
        if len(set(few)) == 1:
            return f"{' and '.join(names)} may be {few[0]}"
        return "; ".join(f"{name} may be {some}" for name, some in zip(names, few, strict=True))

    def __str__(self) -> str:
        file, line = self.place
        own = bool(file) and not file.startswith(PACKAGE)
        return f"{self.label} ({Path(file).name}:{line})" if own else self.label


@dataclass(frozen=True)
class BookRule(PlacedRule):
    """A rule: what it is called, where it was stated, and the constraints that say it."""

    label: str
    constraints: tuple[Constraint, ...]
    place: Place = ("", 0)
    held: tuple[tuple[str, Sequence[Any]], ...] = ()
    """The names of its variables and what each may be, to tell why nothing obeys it."""


@dataclass(frozen=True)
class Given(PlacedRule):
    """A rule about one variable: which of its values it leaves."""

    label: str
    variable: int
    mask: Domain
    place: Place = ("", 0)
    held: tuple[tuple[str, Sequence[Any]], ...] = ()
    shown: bool = True
    """Whether it just says the value, so that the board shows it."""


@dataclass(frozen=True)
class Rulebook:
    """What each variable may be by itself, the rules, and what is given.

    The first `shown` variables are those of the puzzle; the others are parts of one rule each.
    Where values have other codes here than in the CSP of the puzzle, `code` has those of here.
    """

    domains: tuple[Domain, ...]
    rules: tuple[BookRule, ...]
    givens: tuple[Given, ...]
    shown: int
    code: Mapping[int, int] = field(default_factory=dict)

    def known(self, shown: bool = False) -> list[Domain]:
        """What the givens leave of each variable; only those that the board shows, if wanted."""
        left = list(self.domains)
        for given in self.givens:
            if given.shown or not shown:
                left[given.variable] &= given.mask
        return left


class HasRulebook(Protocol):
    """A puzzle that knows which constraints are one rule."""

    def rulebook(self) -> Rulebook: ...


def rulebook_of(puzzle: Puzzle) -> Rulebook:
    """The puzzle's own rulebook, or one in which each constraint of its CSP is a rule.

    A variable of which not all values are left, of those that any variable has, is given.
    """
    own = capability(puzzle, HasRulebook)
    return own.rulebook() if own is not None else rulebook(puzzle.csp(), puzzle)


def rulebook(csp: CSP, puzzle: Puzzle | None = None) -> Rulebook:
    """A rulebook of a CSP; the puzzle says what the givens are called."""
    every = reduce(or_, csp.domains, 0)
    givens = tuple(
        Given(_given(puzzle, variable, mask), variable, mask)
        for variable, mask in enumerate(csp.domains)
        if mask != every
    )
    rules = tuple(BookRule(each.label, (each,)) for each in csp.constraints)
    return Rulebook((every,) * len(csp.domains), rules, givens, len(csp.domains))


def _given(puzzle: Puzzle | None, variable: int, mask: Domain) -> str:
    named = capability(puzzle, HasWords)
    if named is not None:
        return named.words().fact(variable, mask)
    said = " or ".join(map(str, values(mask))) or "nothing"
    grid = capability(puzzle, CellByCell)
    name = f"variable {variable + 1}" if grid is None else cell_name(variable, grid.width)
    return f"{name} is {said}"


def rescoped(rule: Constraint, place: Mapping[int, int]) -> Constraint:
    """The constraint over other numbers of its variables; what it holds inside as well."""
    changed: dict[str, Any] = {"scope": tuple(place[each] for each in rule.scope)}
    inner = getattr(rule, "rule", None)
    if isinstance(inner, Constraint):
        changed["rule"] = rescoped(inner, place)
    made = object.__new__(type(rule))
    for name in rule.__match_args__:
        object.__setattr__(made, name, changed.get(name, getattr(rule, name)))
    return made
