"""A CSP as flat integers, for the kernels that search any CSP; native/csp/model.hpp has the format.

The rules are read once and kept with the tuple that they came from: puzzles of one kind and
size share it, so the next one costs no more than its domains. Where the tuple is new but the rules
in it are not, as with the signs of a Futoshiki, the bytes of each rule are at hand.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from clew.core.constraints import AllDifferent, Distance, Less, Parity, Steps, Sum, Table
from clew.core.faces import CSP, Constraint
from clew.search.csp.py_model import ModelKernel, PyModel

WIDTH = 64
"""Values of a domain are below it: one machine word."""
KEPT, KEPT_RULES, LONGEST_KEPT = 32, 4096, 1024
"""How many models are kept, and how many rules, if they have no more bytes than that."""

Numbers = Sequence[int]


def _told(kind: int, scope: Numbers, numbers: Numbers) -> Numbers:
    return (kind, len(scope), len(numbers), *scope, *numbers)


@lru_cache(maxsize=256)
def _table(rows: frozenset[tuple[int, ...]], arity: int) -> Numbers:
    """The rows one after the other; a value too large for any domain is as good as another."""
    if any(len(row) != arity for row in rows):
        raise ValueError(f"found a row of another length, expected {arity} values")
    return [min(value, WIDTH) for row in sorted(rows) for value in row]


READ: dict[type[Constraint], Callable[[Any], Numbers]] = {
    AllDifferent: lambda rule: (0, len(rule.scope), len(rule.offsets), *rule.scope, *rule.offsets),
    Less: lambda rule: (1, len(rule.scope), 0, *rule.scope),
    Table: lambda rule: _told(2, rule.scope, _table(rule.rows, len(rule.scope))),
    Sum: lambda rule: _told(3, rule.scope, (rule.total,)),
    Parity: lambda rule: _told(4, rule.scope, (rule.odd,)),
    Distance: lambda rule: _told(5, rule.scope, (rule.distance,)),
    Steps: lambda rule: _told(6, rule.scope, rule.lengths),
}
"""Each constraint of the closed set as its numbers."""

_kept: dict[int, tuple[tuple[Constraint, ...], int, PyModel | None]] = {}
_kept_rules: dict[int, tuple[Constraint, bytes]] = {}


def model(csp: CSP) -> PyModel | None:
    """The rules of a CSP as a kernel reads them; None if there is one that no kernel knows."""
    rules, size = csp.constraints, len(csp.domains)
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


def flat(rules: Sequence[Constraint]) -> bytes:
    """Each rule's kind, how many variables and numbers it has, and then these.

    ValueError or OverflowError if one cannot be said so.
    """
    known = _kept_rules.get
    return b"".join(
        [
            kept[1] if (kept := known(id(rule))) and kept[0] is rule else _bytes(rule)
            for rule in rules
        ]
    )


def _bytes(rule: Constraint) -> bytes:
    if (read := READ.get(type(rule))) is None:
        raise ValueError(f"found a {type(rule).__name__}, expected a known rule")
    found = array("q", read(rule)).tobytes()
    if len(found) <= LONGEST_KEPT:
        if len(_kept_rules) >= KEPT_RULES:
            _kept_rules.clear()
        _kept_rules[id(rule)] = (rule, found)
    return found


def _read(size: int, rules: Sequence[Constraint]) -> PyModel | None:
    try:
        return ModelKernel(size, flat(rules))
    except (ValueError, OverflowError):  # the readable search says what is wrong, if anything is
        return None
