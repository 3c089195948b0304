"""Which rules may say more together than fewer of them do.

If a rule shares at most one open variable with the others of a set, it adds nothing to what fewer
rules say: the others leave each value of that variable, and so does the rule. So such sets need not
be looked at once all smaller ones have been. The scope of a rule is its open variables, as bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import comb

MOST = 30_000
"""More sets than this are not gone through."""


class TooMany(Exception):
    """There are too many sets of rules to look at each."""


def connected_sets(scopes: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """The sets of so many rules that may say more than fewer do; TooMany if that takes long.

    >>> list(connected_sets([0b0011, 0b0110, 0b1110], 2))
    [(1, 2)]
    """
    if count == 1:
        yield from ((rule,) for rule, scope in enumerate(scopes) if scope)
        return
    rules = cyclic(scopes)
    if comb(len(rules), count) > MOST:
        raise TooMany
    for some in combinations(rules, count):
        shared = _shared(scopes[rule] for rule in some)
        if all((scopes[rule] & shared).bit_count() > 1 for rule in some):
            yield some


def cyclic(scopes: Sequence[int]) -> list[int]:
    """The rules without those that share at most one open variable with the rest of them."""
    rules = [rule for rule, scope in enumerate(scopes) if scope & (scope - 1)]
    while True:
        shared = _shared(scopes[rule] for rule in rules)
        kept = [rule for rule in rules if (scopes[rule] & shared).bit_count() > 1]
        if len(kept) == len(rules):
            return rules
        rules = kept


def _shared(scopes: Iterable[int]) -> int:
    """The variables that are in two of the scopes, or more."""
    seen = twice = 0
    for scope in scopes:
        twice |= seen & scope
        seen |= scope
    return twice
