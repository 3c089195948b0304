"""Why a CSP has no solution: the smallest set of its rules that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clew.core.faces import values
from clew.core.puzzle import Puzzle
from clew.search.csp.hitting import grown, reduced, smallest_contradiction
from clew.search.csp.rulebook import BookRule, Given, Rulebook, rulebook_of
from clew.search.csp.subsets import Effort, RuleSet, Spent, Unknown

EFFORT = 20_000
"""How many questions may be asked, first for a small set and then for the smallest."""
NAMED = 12
"""How many rules are named at most."""


@dataclass(frozen=True)
class Contradiction:
    """Rules, and what is given, that cannot be obeyed together, although all but any one can.

    If it is `smallest`, it is proven that there is no smaller such set.
    """

    rules: tuple[BookRule | Given, ...]
    smallest: bool

    def __str__(self) -> str:
        told = list(map(str, self.rules) if len(self.rules) <= NAMED else self._by_line())
        named = "; ".join(told[:NAMED])
        if len(self.rules) == 1:
            choices = self.rules[0].choices()
            return f"nothing obeys {named}{choices and f': {choices}'}"
        if len(told) > NAMED:
            named += f"; … ({len(told) - NAMED:,} more)"
        count = f"{len(self.rules)} rules"
        small = "" if self.smallest else " (a small set, perhaps not the smallest)"
        return f"{count} contradict each other{small}: {named}"

    def _by_line(self) -> Iterator[str]:
        """The rules that one line of a statement makes, told by the first of them."""
        lines: dict[object, list[BookRule | Given]] = {}
        for rule in self.rules:
            lines.setdefault(rule.place if rule.place[0] else id(rule), []).append(rule)
        for first, *more in lines.values():
            yield f"{first}, and {len(more)} more of this line" if more else str(first)


def contradiction_of(puzzle: Puzzle) -> Contradiction | None:
    """A smallest set of rules that contradict each other.

    None if there is none, or none was found with the effort allowed.

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
        """As many rules as can be obeyed with some; None if those contradict each other."""
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
