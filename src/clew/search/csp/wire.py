"""A CSP as flat integers, for the kernels that search any CSP; native/csp/model.hpp has the format.

Rules that no kernel knows are lowered first: their extra literals become variables of 0 and 1 after
those of the CSP. Only a kernel sees these. A textbook search, a film or a rating uses the CSP as it
was stated.

The rules are read once and kept with their tuple. Puzzles of one kind and size share it, so the
next one costs no more than its domains. If the tuple is new but its rules aren't, as with the signs
of a Futoshiki, the bytes of each rule are cached.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, count
from operator import is_
from typing import Any

from clew.core.faces import CSP, OwnRules, values
from clew.rules import AllDifferent, Clause, Count, LinearRule, Literal
from clew.rules.rule import Constraint
from clew.rules.table import WIDEST, Table
from clew.rules.target import Target, Term
from clew.search.native import learning as lib

WIDTH = 64
"""Values of a domain are below it: one machine word."""
KEPT, KEPT_RULES, LONGEST_KEPT = 32, 512, 1024
"""The maximum number of models and of rules to keep, and the maximum bytes of each."""

Numbers = Sequence[int]
Model = Any
"""The rules as kernels hold them: only compiled ones do."""
Told = Callable[[Sequence[Constraint]], bytes]
"""The rules as numbers: `flat`, or the same without what it keeps."""


PLAIN = range(7)
"""The kinds of rules that every kernel knows."""
CALLED = 19
"""The kind of a rule for which the kernel calls Python."""


def read(rule: Constraint) -> Numbers:
    """Return the numbers of a rule.

    If a rule repeats a variable, they're those of the rule inside: the search that learns lowers it
    to literals, where repetitions do no harm.

    Raises:
        ValueError: No kernel can hold the rule.
    """
    inner = rule.unfolded()
    if inner is not rule and inner.kind in PLAIN:
        raise ValueError(f"no kernel knows the rule {rule.label} with a variable that is repeated")
    assert inner.kind is not None
    told = inner.told()
    return _said(inner.kind, inner.scope, told if isinstance(told, list) else tuple(told))


def _said(kind: int, scope: Numbers, numbers: Numbers) -> Numbers:
    return (kind, len(scope), len(numbers), *scope, *numbers)


def is_called(rule: Constraint) -> bool:
    """Check whether no kernel knows a rule, so that it has to call Python for it."""
    return rule.unfolded().kind is None


_kept: dict[int, tuple[tuple[Constraint, ...], int, Model | None]] = {}
_kept_rules: dict[int, tuple[Constraint, bytes]] = {}


def model(csp: CSP) -> Model | None:
    """Return the rules of a CSP in the kernels' format, or None if no kernel knows one of them."""
    rules, size = csp.constraints, len(csp.domains)
    if csp.objective is not None:
        return _read(size, (*rules, csp.objective), _anew)
    if isinstance(rules, OwnRules):
        if rules.laid_out is None or rules.laid_out[0] != size:
            rules.laid_out = size, _read(size, rules, _anew)
        return rules.laid_out[1]
    kept = _kept.get(id(rules))
    if kept is None or kept[0] is not rules or kept[1] != size:
        if not isinstance(rules, tuple):  # a list may change
            return _read(size, rules)
        if len(_kept) >= KEPT:
            _kept.clear()
        kept = _kept[id(rules)] = (rules, size, _read(size, rules))
    return kept[2]


def domains(csp: CSP) -> bytes | None:
    """Return the domains of a CSP, one word each, or None if a value is too large for a word."""
    try:
        return array("Q", csp.domains).tobytes()
    except OverflowError:
        return None


def wide_domains(csp: CSP) -> bytes | None:
    """Return the domains of a CSP, as many words each as the widest needs; None if too many."""
    bits = max((mask.bit_length() for mask in csp.domains), default=0)
    if bits > WIDEST or any(mask < 0 for mask in csp.domains):
        return None
    size = -(-bits // WIDTH) * WIDTH // 8
    return b"".join(mask.to_bytes(size, "little") for mask in csp.domains)


def refusal(csp: CSP, width: int = WIDEST) -> str:
    """Return why a kernel for values below this width can't search a CSP; empty if it can."""
    widest = max((mask.bit_length() for mask in csp.domains), default=0)
    if widest > width:
        return f"a variable has the value {widest - 1}, the kernel takes 0 to {width - 1}"
    try:
        read_model(len(csp.domains), csp.constraints)
    except (ValueError, OverflowError) as error:
        return str(error)
    return ""


def tests(rules: Sequence[Constraint]) -> list[Callable[[list[int]], bool]]:
    """Return the functions that a kernel has to call."""
    return [rule.holds for rule in rules if is_called(rule)]


def flat(rules: Sequence[Constraint]) -> bytes:
    """Return each rule's kind, its numbers of variables and of parameters, and then these.

    Raises:
        ValueError: A rule can't be expressed this way.
        OverflowError: A number is too large.
    """
    known, functions = _kept_rules.get, count()
    return b"".join(
        [
            kept[1]
            if (kept := known(id(rule))) and kept[0] is rule
            else array("q", _call(rule, functions)).tobytes()
            if is_called(rule)
            else _bytes(rule)
            for rule in rules
        ]
    )


def _anew(rules: Sequence[Constraint]) -> bytes:
    """Return the same for rules that won't be used again, without caching."""
    functions, numbers = count(), list[int]()
    for rule in rules:
        numbers += _call(rule, functions) if is_called(rule) else read(rule)
    return array("q", numbers).tobytes()


def _call(rule: Constraint, functions: Iterator[int]) -> Numbers:
    return _said(CALLED, rule.scope, (next(functions),))


def _bytes(rule: Constraint) -> bytes:
    found = array("q", read(rule)).tobytes()
    if len(found) <= LONGEST_KEPT:
        if len(_kept_rules) >= KEPT_RULES:
            _kept_rules.clear()
        _kept_rules[id(rule)] = (rule, found)
    return found


def read_model(size: int, rules: Sequence[Constraint], told: Told = flat) -> Model:
    """Return the rules over this number of variables in a kernel, with errors as in `flat`."""
    return lib.Model(size, told(rules), tests(rules))


def _read(size: int, rules: Sequence[Constraint], told: Told = flat) -> Model | None:
    try:
        return read_model(size, rules, told)
    except (ValueError, OverflowError):  # the readable search says what is wrong, if anything is
        return None


# ------------------------------------------------------------------ lowering

_last_lowered: list[tuple[CSP, CSP]] = []
"""The CSP that was lowered last: it's asked for when a strategy is chosen, and when it starts."""


def lowered(csp: CSP) -> CSP:
    """Return the CSP in rules that kernels know, as far as the others have a lowering."""
    if not _last_lowered or _last_lowered[0][0] is not csp:
        _last_lowered[:] = [(csp, _lower(csp))]
    return _last_lowered[0][1]


def whole(csp: CSP) -> CSP:
    """Return the CSP in rules that kernels know, with sums and differences that aren't split up.

    A search that learns makes more of them than of tables and pairs.
    """
    low = lowered(csp)
    rules = low.constraints
    kept = rules.whole if isinstance(rules, OwnRules) else None
    if kept is None:
        joined = merged([rule.as_sum() for rule in rules])
        same = len(joined) == len(rules) and all(map(is_, joined, rules))
        kept = OwnRules(() if same else joined)
        if isinstance(rules, OwnRules):
            rules.whole = kept
    return CSP(low.domains, kept, low.objective) if kept else low


def merged(rules: Sequence[Constraint]) -> Sequence[Constraint]:
    """Return the same rules with those that keep pairs of variables apart joined where possible.

    `x != y + 1`, `y != z + 1` and `x != z + 2` say that x, y + 1 and z + 2 are all different. Only
    pairs with offsets are joined; the kernels join the others.
    """
    pairs = [rule for rule in rules if _is_pair(rule)]
    if len(pairs) < 3:
        return rules
    apart: dict[int, dict[int, dict[int, Constraint]]] = defaultdict(lambda: defaultdict(dict))
    for rule in pairs:
        (x, y), (a, b) = rule.scope, rule.distinct or ()
        apart[x][y][a - b] = apart[y][x][b - a] = rule  # y - x isn't this number
    joined: dict[int, Constraint] = {}
    done = set[int]()
    for rule in pairs:
        if id(rule) in done:
            continue
        offsets = dict(zip(rule.scope, rule.distinct or (), strict=True))
        start = rule.scope[0]
        for z, far in apart[start].items():
            for d in far if z not in offsets else ():
                offset = offsets[start] - d
                if all(o - offset in apart[x].get(z, ()) for x, o in offsets.items()):
                    offsets[z] = offset
                    break
        if len(offsets) > 2:
            inside = combinations(offsets.items(), 2)
            done.update(id(apart[x][z][a - b]) for (x, a), (z, b) in inside)
            joined[id(rule)] = AllDifferent(tuple(offsets), rule.label, tuple(offsets.values()))
    kept = (rule for rule in rules if id(rule) in joined or id(rule) not in done)
    return [joined.get(id(rule), rule) for rule in kept]


def _is_pair(rule: Constraint) -> bool:
    return len(rule.scope) == 2 and any(rule.distinct or ())


def _lower(csp: CSP) -> CSP:
    if not any(map(_is_foreign, csp.constraints)) or not all(csp.domains):
        return csp
    to = RuleTarget(csp)
    for rule in csp.constraints:
        if _is_foreign(rule):
            to.add(rule)
        else:
            to.rules.append(rule)
    return CSP(tuple(to.masks), tuple(to.rules), csp.objective)


def _is_foreign(rule: Constraint) -> bool:
    return rule.unfolded().kind is None and rule.has_lowering


class RuleTarget(Target):
    """Rules over the variables of a CSP and further ones."""

    def __init__(self, csp: CSP) -> None:
        super().__init__(csp)
        self.masks, self.rules = list(csp.domains), list[Constraint]()
        self._means: list[tuple[int, int]] = [(0, 0)]
        """For each literal, its variable and value."""
        self._is: dict[tuple[int, int], int] = {}

    def is_(self, x: int, v: int) -> int:
        if v < 0 or not self.masks[x] >> v & 1:
            return 0
        if (x, v) not in self._is:
            self._is[x, v] = len(self._means)
            self._means.append((x, v))
        return self._is[x, v]

    def new(self, meaning: str, name: str = "") -> int:
        self._means.append((len(self.masks), 1))
        self.masks.append(0b11)
        return len(self._means) - 1

    def at_least(self, terms: Sequence[Term], bound: int) -> int:
        weights: dict[int, dict[int, int]] = {}
        for factor, y in terms:
            x, v = self._means[abs(y)]
            if y < 0:
                bound, factor = bound - factor, -factor
            of = weights.setdefault(x, {})
            of[v] = of.get(v, 0) + factor
        numbers = tuple(
            tuple(of.get(v, 0) for v in range(self.masks[x].bit_length()))
            for x, of in weights.items()
        )
        ones = (1,) * len(weights)
        self.rules.append(LinearRule(tuple(weights), self.label, ones, ">=", bound, numbers))
        return 0

    # ------------------------------------------------------------ rules that say more at once

    def define(self, *literals: int) -> None:
        held: list[tuple[int, int]] = []
        for y in literals:
            x, v = self._means[abs(y)]
            others = [w for w in values(self.masks[x]) if w != v]
            held += [(x, v)] if y > 0 else [(x, w) for w in others]
        self.rules.append(Clause(*self._over(held)))

    def one_of(self, literals: Iterable[int]) -> None:
        some = [y for y in literals if y]
        if self.guard or any(y < 0 for y in some):
            super().one_of(some)
        else:
            held = self._over([self._means[y] for y in some])
            self.rules.append(Count(*held, "==", 1))

    def rows(self, scope: Sequence[int], rows: Iterable[Sequence[int]]) -> None:
        if self.guard:
            super().rows(scope, rows)
        else:
            self.rules.append(Table(tuple(scope), self.label, frozenset(map(tuple, rows))))

    def _over(
        self, held: Sequence[tuple[int, int]]
    ) -> tuple[tuple[int, ...], str, tuple[Literal, ...]]:
        """Return a scope, the label, and literals over it that are equal to these values."""
        place = {x: at for at, x in enumerate(dict.fromkeys(x for x, _ in held))}
        return tuple(place), self.label, tuple(Literal(place[x], "==", v) for x, v in held)
