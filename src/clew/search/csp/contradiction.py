"""Explain why a CSP has no solution: the smallest set of its rules that contradict each other.

The first part finds out whether some of the rules can be obeyed together. The second finds smallest
hitting sets. If some assignment obeys all rules but a few (a correction set), then every
contradictory set contains one of these few. So the smallest set that hits every correction set is
no larger than the smallest contradiction, and equals it once it's contradictory itself (A.
Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, "Smallest MUS Extraction with Minimal Hitting
Set Dualization", CP 2015).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from clew.core.faces import CSP, Domain, values
from clew.core.puzzle import Puzzle
from clew.core.result import Run, Stopped
from clew.search.csp import wire
from clew.search.csp.learning import Learning, kernel_of
from clew.search.csp.rulebook import BookRule, Given, Rulebook, rescoped, rulebook_of
from clew.search.csp.solver import CspSolver
from clew.search.native import learning as lib

# ------------------------------------------------------------------ some of the rules

NODES = 20_000
"""The nodes within which it must be found whether some rules can be obeyed."""

Values = tuple[int, ...]
"""A value for each variable of a set of rules."""
Claim = tuple[int, int]
"""A variable, and a value that it can't have."""


class Unknown(Exception):
    """It was not found out within the nodes allowed."""


class Spent(Exception):
    """The effort that was allowed is spent."""


class Effort:
    """The remaining effort.

    A question costs 1 and each node 1 more. For a question alone, 8 variables also cost 1.
    """

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, nodes: int, size: int = 0) -> None:
        self.left -= 1 + nodes + size // 8
        if self.left < 0:
            raise Spent


class RuleSet:
    """Some of the rules of a rulebook, over their own variables only.

    Its solver remembers the values that obeyed the rules: those that are still possible show at
    once that a value is (as residual supports do in arc consistency).
    """

    def __init__(self, book: Rulebook, rules: Iterable[int], *, over_all: bool = False) -> None:
        """Prepare the rules. With `over_all` keep the other variables, which is faster for one
        question.
        """
        self.rules = tuple(rules)
        found = [each for rule in self.rules for each in book.rules[rule].constraints]
        scopes = {variable for each in found for variable in each.scope}
        variables = range(len(book.domains)) if over_all else sorted(scopes)
        self.shown = tuple(variable for variable in variables if variable < book.shown)
        self.place = {variable: at for at, variable in enumerate(variables)}
        self.free = [book.domains[variable] for variable in variables]
        constraints = (
            tuple(found) if over_all else tuple(rescoped(each, self.place) for each in found)
        )
        low = wire.lowered(CSP(tuple(self.free), constraints))
        self._constraints = low.constraints
        self.free += low.domains[len(variables) :]
        self._hidden = self.free[len(self.shown) :]
        never = not all(low.domains)  # a rule that never holds is an empty domain once it's lowered
        self._impossible = never or not all(each.holds(()) for each in found if not each.scope)
        self._model = self._compiled() if lib else None
        self._csp = low
        self._solver: CspSolver | None = None
        self.tried: list[Values] = []
        """The assignments that obeyed the rules when not all facts were used."""
        self._key: tuple[Domain, ...] = ()
        self._impossible_values: list[Claim] = []
        self.sure = True
        """True if every value has been decided."""
        self.nodes = 0
        """The number of nodes of the last question."""

    def _compiled(self) -> wire.Model | None:
        if max(self.free, default=0).bit_length() > wire.WIDTH or wire.tests(self._constraints):
            return None
        try:
            return wire.read_model(len(self.free), self._constraints)
        except (ValueError, OverflowError):  # one that no kernel knows
            return None

    # ------------------------------------------------------------ one question

    def obeyed(self, domains: list[Domain], effort: Effort, nodes: int = NODES) -> Values | None:
        """Find values for the shown variables, from these, that obey the rules; None if there are
        none.

        Returns Unknown if that takes more nodes.
        """
        if self._impossible or not all(domains):
            return None
        if self._model is None:
            return self._readable(domains, effort, nodes)
        try:
            search = kernel_of(self._model, array("Q", domains + self._hidden).tobytes())
        except ValueError:  # a rule has numbers that the kernel can't hold
            self._model = None
            return self._readable(domains, effort, nodes)
        found = search.run(1, nodes)
        self.nodes = search.nodes
        effort.spend(search.nodes, len(self.free))
        if not found and not search.finished:
            raise Unknown
        return found[0] if found else None

    def _readable(self, domains: list[Domain], effort: Effort, nodes: int) -> Values | None:
        run = Run(1, nodes)
        csp = CSP((*domains, *self._hidden), self._constraints)
        try:
            found = next(iter(Learning()(csp, run)), None)
        except Stopped as stop:
            raise Unknown from stop
        finally:
            self.nodes = run.stats.nodes
            effort.spend(self.nodes, len(self.free))
        return found if found is None else tuple(found)

    # ------------------------------------------------------------ every value

    def impossible(self, domains: Sequence[Domain], effort: Effort) -> list[Claim]:
        """Return the remaining values that no assignment that obeys the rules has; unknown ones are
        left out.
        """
        key = tuple([domains[variable] for variable in self.shown])
        if key != self._key or not self.sure:
            self._impossible_values = self._search_values(key, effort)
            self._key = key
        return self._impossible_values

    def _search_values(self, left: tuple[Domain, ...], effort: Effort) -> list[Claim]:
        if self._solver is None:
            self._solver = CspSolver(self._csp)
        found = self._solver.candidates(left, nodes=NODES, effort=effort.left)
        effort.left = found.left
        self.sure = not any(found.unknown)
        lost = [
            (variable, value)
            for variable, *masks in zip(self.shown, left, found.had, found.unknown, strict=True)
            if (mask := masks[0] & ~masks[1] & ~masks[2])
            for value in values(mask)
        ]
        if found.left < 0 and not lost:
            raise Spent
        return lost


# ------------------------------------------------------------------ smallest hitting sets


def smallest_hitting(sets: Iterable[int]) -> int:
    """Find a smallest set, as bits, that has a member in common with each of the sets.

    >>> bin(smallest_hitting([0b0011, 0b0110, 0b1000]))
    '0b1010'
    """
    least = _least(sets)
    size = _apart(least)
    while (found := _hitting(least, size)) is None:
        size += 1
    return found


def smallest_contradiction(
    every: int, obeyed: Callable[[int], int | None], most: int | None = None
) -> int | None:
    """Find the smallest set of members, as bits, that can't be obeyed together.

    `obeyed` returns None for such a set, otherwise a larger set that can be obeyed, or the same.
    The result is None if every contradictory set has at least `most` members.

    >>> together = lambda some: None if some & 0b101 == 0b101 else some | 0b010
    >>> bin(smallest_contradiction(0b111, together))
    '0b101'
    """
    cases: list[int] = []
    while True:
        needed = smallest_hitting(cases)
        if most is not None and needed.bit_count() >= most:
            return None
        found = obeyed(needed)
        if found is None:
            return needed
        cases.append(every & ~found)


def grown(some: int, every: int, possible: Callable[[int], bool]) -> int:
    """Add as many of all members as possible to some, one after the other, starting with many at
    once.
    """
    waiting = [every & ~some]
    while waiting:
        part = waiting.pop()
        if not part:
            continue
        if possible(some | part):
            some |= part
        elif part & (part - 1):
            half = _lower_half(part)
            waiting += [part & ~half, half]
    return some


def reduced(some: int, contradictory: Callable[[int], bool]) -> int:
    """Reduce a contradictory set until no member can be left out."""
    needed, waiting = 0, [some]
    while waiting:
        part = waiting.pop()
        if not part or contradictory(reduce(or_, waiting, needed)):
            continue
        if part & (part - 1):
            half = _lower_half(part)
            waiting += [half, part & ~half]
        else:
            needed |= part
    return needed


def _lower_half(bits: int) -> int:
    half = 0
    for _ in range(bits.bit_count() // 2):
        half |= bits & -bits
        bits &= bits - 1
    return half


def _least(sets: Iterable[int]) -> list[int]:
    """Return the sets that contain no other, the smallest first."""
    kept: list[int] = []
    for each in sorted(set(sets), key=lambda bits: (bits.bit_count(), bits)):
        if not any(other & each == other for other in kept):
            kept.append(each)
    return kept


def _apart(sets: Sequence[int]) -> int:
    """Return the number of sets without common members: a lower bound for the members needed."""
    seen = count = 0
    for each in sets:
        if not each & seen:
            seen |= each
            count += 1
    return count


def _hitting(sets: Sequence[int], size: int) -> int | None:
    if not sets:
        return 0
    if _apart(sets) > size:
        return None
    rest = sets[0]
    out = 0
    while rest:
        bit = rest & -rest
        rest ^= bit
        left = [each & ~out for each in sets if not each & bit]
        if all(left):
            left.sort(key=int.bit_count)
            found = _hitting(left, size - 1)
            if found is not None:
                return found | bit
        out |= bit
    return None


# ------------------------------------------------------------------ the smallest contradiction

EFFORT = 20_000
"""The maximum number of questions, first for a small set and then for the smallest."""
NAMED = 12
"""The maximum number of rules to name."""


@dataclass(frozen=True)
class Contradiction:
    """Rules and givens that can't be obeyed together, although all but any one of them can.

    If it's `smallest`, it's proven that there is no smaller such set.
    """

    rules: tuple[BookRule | Given, ...]
    smallest: bool

    def __str__(self) -> str:
        rules = self._told_apart()
        told = list(map(str, rules) if len(rules) <= NAMED else _by_line(rules))
        named = "; ".join(told[:NAMED])
        if len(rules) == 1:
            choices = self.rules[0].choices() if len(self.rules) == 1 else ""
            return f"nothing obeys {named}{choices and f': {choices}'}"
        if len(told) > NAMED:
            named += f"; … ({len(told) - NAMED:,} more)"
        count = f"{len(rules)} rules"
        small = "" if self.smallest else " (a small set, perhaps not the smallest)"
        return f"{count} contradict each other{small}: {named}"

    def _told_apart(self) -> list[BookRule | Given]:
        """Return one rule of each name, since a clue may state several."""
        return [*{(rule.label and str(rule)) or id(rule): rule for rule in self.rules}.values()]


def _by_line(rules: Iterable[BookRule | Given]) -> Iterator[str]:
    """Return the rules that one line of a statement makes, under the name of the first."""
    lines: dict[object, list[BookRule | Given]] = {}
    for rule in rules:
        lines.setdefault(rule.place if rule.place[0] else id(rule), []).append(rule)
    for first, *more in lines.values():
        yield f"{first}, and {len(more)} more of this line" if more else str(first)


def contradiction_of(puzzle: Puzzle) -> Contradiction | None:
    """Find a smallest set of rules that contradict each other.

    None if there is none, or if none was found within the allowed effort.

    >>> import clew
    >>> problem = clew.Problem("late")
    >>> x, y = (problem.variable(name, range(9)) for name in "xy")
    >>> problem.add(x + y > 3, x < y, y < 7, y < x)
    >>> [rule.label for rule in contradiction_of(problem).rules]
    ['x < y', 'y < x']
    """
    return NumberedRules(rulebook_of(puzzle)).contradiction()


class NumberedRules:
    """The rules of a rulebook and what is given there, numbered: a set of them is bits."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.all: tuple[BookRule | Given, ...] = (*book.rules, *book.givens)
        self._effort = Effort(EFFORT)
        self._answered: dict[int, bool] = {}

    def contradiction(self) -> Contradiction | None:
        every = (1 << len(self.all)) - 1
        try:
            if not self._contradict(every):
                return None
            small = reduced(every, self._contradict)
        except (Spent, Unknown):
            return None
        self._effort = Effort(EFFORT)
        try:
            smallest = smallest_contradiction(every, self._obeyed, small.bit_count())
        except (Spent, Unknown):
            return self._named(small, False)
        return self._named(small if smallest is None else smallest, True)

    def _named(self, some: int, smallest: bool) -> Contradiction:
        return Contradiction(tuple(self.all[each] for each in values(some)), smallest)

    def _obeyed(self, some: int) -> int | None:
        """Return as many rules as can be obeyed with some; None if those contradict each other."""
        if self._contradict(some):
            return None
        every = (1 << len(self.all)) - 1
        return grown(some, every, lambda more: not self._contradict(more))

    def _contradict(self, some: int) -> bool:
        if some not in self._answered:
            self._answered[some] = self._ask(some)
        return self._answered[some]

    def _ask(self, some: int) -> bool:
        book, count = self.book, len(self.book.rules)
        left = list(book.domains)
        for given in values(some >> count):
            left[book.givens[given].variable] &= book.givens[given].mask
        rules = RuleSet(book, values(some & ((1 << count) - 1)), over_all=True)
        domains = [left[variable] for variable in rules.shown]
        return not all(left) or rules.obeyed(domains, self._effort) is None
