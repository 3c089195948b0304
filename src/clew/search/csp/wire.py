"""A CSP as flat integers, for the kernels that search any CSP; native/csp/model.hpp has the format.

The rules are read once and kept with the tuple that they came from: puzzles of one kind and
size share it, so the next one costs no more than its domains. Where the tuple is new but the rules
in it are not, as with the signs of a Futoshiki, the bytes of each rule are at hand.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import Any

from clew.core.constraints import AllDifferent, Distance, Less, Parity, Steps, Sum, Table
from clew.core.faces import CSP, Constraint, Folded, OwnRules
from clew.core.line_rules import Circuit, Connected, Lex, Regular, Visible
from clew.core.number_rules import Abs, Element, Product
from clew.core.rules import RELATIONS, Clause, Count, If, LinearRule, Literal, OfNumbers, Test
from clew.search.native import learning as lib

WIDTH = 64
"""Values of a domain are below it: one machine word."""
WIDEST = 1 << 16
"""What they are below for the search that learns, which takes several words."""
KEPT, KEPT_RULES, LONGEST_KEPT = 32, 512, 1024
"""How many models are kept, and how many rules, if they have no more bytes than that."""

Numbers = Sequence[int]
Model = Any
"""The rules as kernels hold them: only compiled ones do."""
Told = Callable[[Sequence[Constraint]], bytes]
"""The rules as numbers: `flat`, or the same without what it keeps."""


def _told(kind: int, scope: Numbers, numbers: Numbers) -> Numbers:
    return (kind, len(scope), len(numbers), *scope, *numbers)


@lru_cache(maxsize=256)
def _table(rows: frozenset[tuple[int, ...]], arity: int) -> Numbers:
    """The rows one after the other; a value too large for any domain is as good as another."""
    if any(len(row) != arity for row in rows):
        raise ValueError(f"found a row of another length, expected {arity} values")
    return [min(value, WIDEST) for row in sorted(rows) for value in row]


def _code(relation: str) -> int:
    return list(RELATIONS).index(relation)


def _literals(literals: Iterable[Literal]) -> Iterable[int]:
    return (n for at, relation, value in literals for n in (at, _code(relation), value))


def _numbers(rule: OfNumbers) -> Iterable[int]:
    """For each variable how many numbers it has, and these."""
    return (n for known in rule.numbers or () for n in (len(known), *known))


def _linear(rule: LinearRule) -> Numbers:
    if len(rule.factors) != len(rule.scope):
        raise ValueError(f"found {len(rule.factors)} factors, expected {len(rule.scope)}")
    numbers = (_code(rule.relation), rule.total, *rule.factors, *_numbers(rule))
    return _told(7, rule.scope, numbers)


def _regular(rule: Regular) -> Numbers:
    moves = (n for move in rule.moves for n in move)
    accepting = sorted(rule.accepting)
    return _told(13, rule.scope, (rule.start, len(accepting), *accepting, *moves))


def _connected(rule: Connected) -> Numbers:
    edges = (n for edge in rule.edges for n in edge)
    return _told(17, rule.scope, (len(rule.edges), *edges, *rule.values))


def _if(rule: If) -> Numbers:
    if rule.rule.scope != rule.scope[len(rule.scope) - len(rule.rule.scope) :]:
        raise ValueError("found a rule whose variables are not the last of the scope")
    kind, arity, _, *rest = read(rule.rule)
    numbers = (len(rule.literals), *_literals(rule.literals), kind, arity, *rest[arity:])
    return _told(18, rule.scope, numbers)


def _folded(rule: Folded) -> Numbers:
    """The rule inside: the search that learns lowers it to literals, where repeats do no harm."""
    if type(rule.rule) in PLAIN:
        raise ValueError(f"no kernel knows the rule {rule.label} with a variable that is repeated")
    return read(rule.rule)


READ: dict[type[Constraint], Callable[[Any], Numbers]] = {
    AllDifferent: lambda rule: (0, len(rule.scope), len(rule.offsets), *rule.scope, *rule.offsets),
    Less: lambda rule: (1, len(rule.scope), 0, *rule.scope),
    Table: lambda rule: _told(2, rule.scope, _table(rule.rows, len(rule.scope))),
    Sum: lambda rule: _told(3, rule.scope, (rule.total,)),
    Parity: lambda rule: _told(4, rule.scope, (rule.odd,)),
    Distance: lambda rule: _told(5, rule.scope, (rule.distance,)),
    Steps: lambda rule: _told(6, rule.scope, rule.lengths),
    LinearRule: _linear,
    Clause: lambda rule: _told(8, rule.scope, tuple(_literals(rule.literals))),
    Count: lambda rule: _told(
        9, rule.scope, (_code(rule.relation), rule.number, *_literals(rule.literals))
    ),
    Product: lambda rule: _told(10, rule.scope, tuple(_numbers(rule))),
    Abs: lambda rule: _told(11, rule.scope, tuple(_numbers(rule))),
    Element: lambda rule: _told(12, rule.scope, tuple(_numbers(rule))),
    Regular: _regular,
    Visible: lambda rule: _told(14, rule.scope, (_code(rule.relation), rule.number)),
    Lex: lambda rule: _told(15, rule.scope, (rule.strict,)),
    Circuit: lambda rule: _told(16, rule.scope, tuple(_numbers(rule))),
    Connected: _connected,
    If: _if,
    Folded: _folded,
}
"""Each constraint of the closed set as its numbers."""
PLAIN = frozenset(list(READ)[:7])
"""Those that every kernel knows."""


def read(rule: Constraint) -> Numbers:
    """The numbers of a rule; ValueError if no kernel knows it."""
    if (reader := READ.get(type(rule))) is None:
        raise ValueError(f"no kernel knows the rule {rule.label or type(rule).__name__}")
    return reader(rule)


_kept: dict[int, tuple[tuple[Constraint, ...], int, Model | None]] = {}
_kept_rules: dict[int, tuple[Constraint, bytes]] = {}


def model(csp: CSP) -> Model | None:
    """The rules of a CSP as a kernel reads them; None if there is one that no kernel knows."""
    rules, size = csp.constraints, len(csp.domains)
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
    """The domains of a CSP, a word each; None if there is a value that no word can hold."""
    try:
        return array("Q", csp.domains).tobytes()
    except OverflowError:
        return None


def wide_domains(csp: CSP) -> bytes | None:
    """The domains of a CSP, as many words each as the widest needs; None if those are too many."""
    bits = max((mask.bit_length() for mask in csp.domains), default=0)
    if bits > WIDEST or any(mask < 0 for mask in csp.domains):
        return None
    size = -(-bits // WIDTH) * WIDTH // 8
    return b"".join(mask.to_bytes(size, "little") for mask in csp.domains)


def refusal(csp: CSP, width: int = WIDEST) -> str:
    """Why a kernel that takes values below this width cannot search a CSP; empty if it may."""
    widest = max((mask.bit_length() for mask in csp.domains), default=0)
    if widest > width:
        return f"a variable has the value {widest - 1}, the kernel takes 0 to {width - 1}"
    try:
        read_model(len(csp.domains), csp.constraints)
    except (ValueError, OverflowError) as error:
        return str(error)
    return ""


def tests(rules: Sequence[Constraint]) -> list[Callable[[list[int]], bool]]:
    """The functions that a kernel has to call."""
    return [rule.function for rule in rules if type(rule) is Test]


def flat(rules: Sequence[Constraint]) -> bytes:
    """Each rule's kind, how many variables and numbers it has, and then these.

    ValueError or OverflowError if one cannot be said so.
    """
    known, functions = _kept_rules.get, count()
    return b"".join(
        [
            kept[1]
            if (kept := known(id(rule))) and kept[0] is rule
            else array("q", _test(rule, functions)).tobytes()
            if type(rule) is Test
            else _bytes(rule)
            for rule in rules
        ]
    )


def _anew(rules: Sequence[Constraint]) -> bytes:
    """The same for rules that will not come again, of which nothing is kept."""
    functions, numbers = count(), array("q")
    for rule in rules:
        numbers.extend(_test(rule, functions) if type(rule) is Test else read(rule))
    return numbers.tobytes()


def _test(rule: Constraint, functions: Iterator[int]) -> Numbers:
    return _told(19, rule.scope, (next(functions),))


def _bytes(rule: Constraint) -> bytes:
    found = array("q", read(rule)).tobytes()
    if len(found) <= LONGEST_KEPT:
        if len(_kept_rules) >= KEPT_RULES:
            _kept_rules.clear()
        _kept_rules[id(rule)] = (rule, found)
    return found


def read_model(size: int, rules: Sequence[Constraint], told: Told = flat) -> Model:
    """The rules over so many variables as a kernel holds them; an error as in `flat`."""
    return lib.Model(size, told(rules), tests(rules))


def _read(size: int, rules: Sequence[Constraint], told: Told = flat) -> Model | None:
    try:
        return read_model(size, rules, told)
    except (ValueError, OverflowError):  # the readable search says what is wrong, if anything is
        return None
