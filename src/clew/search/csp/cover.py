"""Exact cover, for a CSP whose rules each ask for exactly one of a set of literals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from clew.core.faces import CSP, Assignment, domain, values
from clew.core.result import Run
from clew.rules import Clause, Count, Table
from clew.search.csp import wire
from clew.search.csp.learning import tell
from clew.search.native import Sliced, answers, available, kernel
from clew.search.strategy import Strategy

# ------------------------------------------------------------------ the twin of the kernel
# It is the specification of native/csp/cover.hpp, and its stand-in.


MOST_OPTIONS = 1 << 14


class PyCover(Sliced[Assignment]):
    """Exact cover: always take the item with the fewest options left (Knuth, "Dancing links",
    2000).

    An option is a variable and a value. Each item is a list of options. Exactly one of them is
    chosen for the first `exact` items, and at most one for the others. A variable without a chosen
    option has its default.
    """

    def __init__(
        self,
        defaults: Sequence[int],
        options: Sequence[tuple[int, int]],
        items: Sequence[Sequence[int]],
        exact: int,
    ) -> None:
        if len(options) > MOST_OPTIONS:
            raise ValueError(f"options: found {len(options)}, expected at most {MOST_OPTIONS}")
        super().__init__()
        self._defaults, self._options = defaults, options
        self._items = [domain(item) for item in items]
        self._clashes = [1 << option for option in range(len(options))]
        for item in self._items:
            for option in values(item):
                self._clashes[option] |= item
        self._chosen: list[int] = []
        self._left = [(1 << len(options)) - 1]
        self._open = [frozenset(range(exact))]

    def _advance(self) -> Assignment | None:
        """Open the root, or take the next option of the item chosen last."""
        if self.nodes:
            self._take(self._untried[-1].pop())
        self.nodes += 1
        self.deepest = max(self.deepest, len(self._chosen))
        left, is_open = self._left[-1], self._open[-1]
        if not is_open:
            self._untried.append([])
            self._fruitful = len(self._chosen)
            return self._answer()
        fewest = min(((self._items[item] & left).bit_count(), item) for item in is_open)[1]
        self._untried.append(list(values(self._items[fewest] & left))[::-1])
        return None

    def _take(self, option: int) -> None:
        self._chosen.append(option)
        self._left.append(self._left[-1] & ~self._clashes[option])
        is_open = self._open[-1]
        self._open.append(frozenset(i for i in is_open if not self._items[i] >> option & 1))

    def _take_back(self) -> None:
        self._untried.pop()
        if not self._chosen:
            self.finished = True
            return
        self._chosen.pop()
        self._left.pop()
        self._open.pop()
        self._count_taken_back(len(self._chosen))

    def _answer(self) -> Assignment:
        answer = list(self._defaults)
        for option in self._chosen:
            variable, value = self._options[option]
            answer[variable] = value
        return tuple(answer)


Cover = kernel("Cover", PyCover)


# ------------------------------------------------------------------ the strategy


Option = tuple[int, int]
"""A variable and a value."""
Item = list[Option]


class CoverLayout(NamedTuple):
    """A CSP as options, each a value of a variable, and items."""

    defaults: list[int]
    """The value of each variable if none of its options is chosen."""
    options: list[Option]
    items: list[list[int]]
    exact: int
    """The number of items that need exactly one option. The others take at most one."""


@dataclass(frozen=True)
class ExactCover(Strategy):
    """Cover each item once, the one with the fewest options first (Knuth's algorithm X).

    It fits a CSP if every rule means that exactly one of some literals `x = v` holds, or at most
    one. There may also be clauses that set another variable if an option is chosen.
    """

    name: ClassVar[str] = "exact-cover"
    summary: ClassVar[str] = "Cover each item once, always the one with the fewest options left."
    face: ClassVar[type] = CSP
    level: ClassVar[int] = 110
    pseudocode: ClassVar[str | None] = ""
    hands_over_after: ClassVar[int] = 20_000_000

    def rank(self, face: CSP) -> int | None:
        return self.level if laid_out(face) is not None else None

    def objection(self, face: CSP) -> str:
        return "" if self.accepts(face) else "not every rule says that one of some values is taken"

    def __call__(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        run.engine = "compiled" if available else "readable: nothing was compiled"
        return self._search(Cover, csp, run)

    def readable(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        """Run the same search in Python."""
        return self._search(PyCover, csp, run)

    @staticmethod
    def _search(kernel: type[PyCover], csp: CSP, run: Run) -> Iterator[Assignment]:
        run.pause()
        found = laid_out(csp)
        assert found is not None, "only a CSP that it accepts is searched"
        layout, effects = found
        size = len(csp.domains)
        search = kernel(*layout)
        for answer in answers(search, run, tell=lambda each, trace: tell(each[:size], trace)):
            yield (completed(answer, effects) if effects else answer)[:size]


Effects = dict[Option, dict[int, int]]
"""The values of other variables if an option is chosen."""


def completed(answer: Assignment, effects: Effects) -> Assignment:
    """Return the solution with the values that follow from its options."""
    whole = list(answer)
    for (variable, value), others in effects.items():
        if answer[variable] == value:
            for other, then in others.items():
                whole[other] = then
    return tuple(whole)


_last: list[tuple[CSP, tuple[CoverLayout, Effects] | None]] = []
"""The last layout: it's needed when a strategy is chosen, and again when it starts."""


def laid_out(csp: CSP) -> tuple[CoverLayout, Effects] | None:
    """Return the options, items and effects of a CSP, or None if it has other rules."""
    if not _last or _last[0][0] is not csp:
        _last[:] = [(csp, _lay_out(wire.lowered(csp)))]
    return _last[0][1]


def _lay_out(csp: CSP) -> tuple[CoverLayout, Effects] | None:
    exact: list[Item] = []
    loose: list[Item] = []
    clauses: list[Clause] = []
    for rule in csp.constraints:
        if type(rule) is Clause:
            clauses.append(rule)
            continue
        item = _item(csp, rule)
        if item is None or len(set(item)) < len(item):
            return None
        (loose if type(rule) is Count and rule.relation == "<=" else exact).append(item)
    if not exact and not loose:
        return None
    effects = _effects(csp, exact, loose, clauses)
    return None if effects is None else _numbered(csp, exact, loose, effects)


def _numbered(
    csp: CSP, exact: list[Item], loose: list[Item], effects: Effects
) -> tuple[CoverLayout, Effects] | None:
    """Number the options. A variable of two values, one of them in no item, has one option."""
    in_exact = {each for item in exact for each in item}
    in_some = in_exact.union(*loose)
    follow = {variable for others in effects.values() for variable in others}
    defaults, items = [], list(exact)
    for variable, mask in enumerate(csp.domains):
        all_values = [(variable, value) for value in values(mask)]
        idle = [each for each in all_values if each not in in_some]
        one_option = len(all_values) == 2 and len(idle) == 1 and in_exact & set(all_values)
        defaults.append(idle[0][1] if one_option else 0)
        if not one_option and variable not in follow:
            items.append(all_values)
    number = {each: at for at, each in enumerate(dict.fromkeys(o for item in items for o in item))}
    if len(number) > MOST_OPTIONS:
        return None
    told = [[number[each] for each in item if each in number] for item in (*items, *loose)]
    return CoverLayout(defaults, list(number), told, len(items)), effects


def _item(csp: CSP, rule: object) -> Item | None:
    """Return the values if a rule allows exactly one or at most one of them, else None."""
    if type(rule) is Table:
        return _item_of_rows(csp, rule)
    if type(rule) is not Count or rule.number != 1 or rule.relation not in ("==", "<="):
        return None
    return _literals(csp, rule)


def _literals(csp: CSP, rule: Count | Clause) -> Item | None:
    """Return the literals that can hold, if all have the form x = v."""
    if any(literal.relation != "==" for literal in rule.literals):
        return None
    found = ((rule.scope[at], value) for at, _, value in rule.literals)
    return [(x, value) for x, value in found if value >= 0 and csp.domains[x] >> value & 1]


def _item_of_rows(csp: CSP, rule: Table) -> Item | None:
    """Return the larger value of each variable if the rows say that just one takes it, else None.

    Each variable must have two values.
    """
    ends = [tuple(values(csp.domains[x])) for x in rule.scope]
    if len(rule.rows) != len(ends) or any(len(each) != 2 for each in ends):
        return None
    one_high = {
        tuple(high if at == chosen else low for at, (low, high) in enumerate(ends))
        for chosen in range(len(ends))
    }
    if rule.rows != one_high:
        return None
    return [(x, high) for x, (_, high) in zip(rule.scope, ends, strict=True)]


# ------------------------------------------------------------------ clauses


def _effects(
    csp: CSP, exact: list[Item], loose: list[Item], clauses: list[Clause]
) -> Effects | None:
    """Return the effects of the clauses on variables in no item, or None if the clauses do more.

    Such a variable is decided by an item, the largest, all of whose options have an effect on it.
    Every clause must hold whichever of these options is chosen.
    """
    if not clauses:
        return {}
    in_items = {variable for item in (*exact, *loose) for variable, _ in item}
    said = [_literals(csp, rule) for rule in clauses]
    opposite = {
        (x, one): (x, other)
        for x in in_items
        if len(both := tuple(values(csp.domains[x]))) == 2
        for one, other in (both, both[::-1])
    }
    effects: Effects = {}
    for literals in said:
        if literals is None:
            return None
        ours = [each for each in literals if each[0] in in_items]
        rest = [each for each in literals if each[0] not in in_items]
        if len(ours) == len(rest) == 1 and ours[0] in opposite:
            effects.setdefault(opposite[ours[0]], {})[rest[0][0]] = rest[0][1]
    deciders: dict[int, Item] = {}
    for item in sorted(exact, key=len, reverse=True):
        for variable in effects.get(item[0], ()) if item else ():
            if all(variable in effects.get(option, ()) for option in item):
                deciders.setdefault(variable, item)
    for literals in said:
        known = [x for x, _ in literals or () if x in deciders]
        if not known or not _follows(set(literals or ()), known[0], deciders[known[0]], effects):
            return None
    return effects if all(v in deciders for each in effects.values() for v in each) else None


def _follows(literals: set[Option], variable: int, item: Item, effects: Effects) -> bool:
    """Check whether one of the literals holds whichever option of the item is chosen."""
    options = set(item)
    off = {x for x, value in literals if (x, value) not in options and x in dict(item)}
    return all(
        option in literals
        or (variable, effects[option][variable]) in literals
        or bool(off - {option[0]})
        for option in item
    )
