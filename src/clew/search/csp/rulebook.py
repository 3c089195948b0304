"""The rules of a puzzle as a person knows them, one by one: for reasons and contradictions.

A CSP may express one rule by several constraints, with extra variables, or by the domains alone. A
rulebook keeps these together under the puzzle's name for the rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Any, Protocol

from clew.core.capabilities import CellByCell, HasWords, capability
from clew.core.errors import PACKAGE
from clew.core.faces import CSP, Domain, values
from clew.core.grid import cell_name
from clew.core.puzzle import Puzzle
from clew.rules.rule import Constraint

FEW = 12
"""The maximum number of values of a variable to name."""
Place = tuple[str, int]
"""A file and a line. The file is empty if nobody wrote the rule."""


class PlacedRule:
    """A rule by its name and, where the user wrote it, its file and line."""

    label: str
    place: Place
    held: tuple[tuple[str, Sequence[Any]], ...]

    def choices(self) -> str:
        """Return the possible values of its variables, if they're few."""
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
        from pathlib import Path

        file, line = self.place
        own = bool(file) and not file.startswith(PACKAGE)
        return f"{self.label} ({Path(file).name}:{line})" if own else self.label


@dataclass(frozen=True)
class BookRule(PlacedRule):
    """A rule: its name, the place where it was stated, and its constraints."""

    label: str
    constraints: tuple[Constraint, ...]
    place: Place = ("", 0)
    held: tuple[tuple[str, Sequence[Any]], ...] = ()
    """The names of its variables and their possible values, to explain why nothing obeys it."""

    def scope(self, below: int) -> int:
        """Return the variables of its constraints with numbers below this, as bits."""
        scopes = (variable for each in self.constraints for variable in each.scope)
        return sum(1 << variable for variable in set(scopes) if variable < below)


@dataclass(frozen=True)
class Given(PlacedRule):
    """A rule about one variable: which of its values it leaves."""

    label: str
    variable: int
    mask: Domain
    place: Place = ("", 0)
    held: tuple[tuple[str, Sequence[Any]], ...] = ()
    shown: bool = True
    """True if it only sets the value, so that the board shows it."""


@dataclass(frozen=True)
class Rulebook:
    """The domain of each variable by itself, the rules, and the givens.

    The first `shown` variables are the puzzle's own; each other one belongs to one rule. If values
    have other codes here than in the puzzle's CSP, `code` has the codes used here.
    """

    domains: tuple[Domain, ...]
    rules: tuple[BookRule, ...]
    givens: tuple[Given, ...]
    shown: int
    code: Mapping[int, int] = field(default_factory=dict)

    def known(self, shown: bool = False) -> list[Domain]:
        """Return the domains that the givens leave, or only those that the board shows."""
        left = list(self.domains)
        for given in self.givens:
            if given.shown or not shown:
                left[given.variable] &= given.mask
        return left


class HasRulebook(Protocol):
    """A puzzle that knows which constraints are one rule."""

    def rulebook(self) -> Rulebook: ...


def rulebook_of(puzzle: Puzzle) -> Rulebook:
    """Return the puzzle's own rulebook, or one in which each constraint of its CSP is a rule.

    A variable counts as given if it lacks some of the values that any variable has.
    """
    own = capability(puzzle, HasRulebook)
    return own.rulebook() if own is not None else rulebook(puzzle.csp(), puzzle)


def rulebook(csp: CSP, puzzle: Puzzle | None = None) -> Rulebook:
    """Return a rulebook of a CSP, with the puzzle's names for the givens."""
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
    """Return the constraint over other variables, including the constraints inside it."""
    changed: dict[str, Any] = {"scope": tuple(place[each] for each in rule.scope)}
    inner = getattr(rule, "rule", None)
    if isinstance(inner, Constraint):
        changed["rule"] = rescoped(inner, place)
    made = object.__new__(type(rule))
    for name in rule.__match_args__:
        object.__setattr__(made, name, changed.get(name, getattr(rule, name)))
    return made
