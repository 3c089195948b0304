"""Named techniques beside other rules: what houses alone say, however else cells are bound."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clew.core.constraints import AllDifferent
from clew.core.faces import Domain, values
from clew.explanations.techniques.position import Layout, Position, layout, union
from clew.explanations.techniques.scale import Scale
from clew.explanations.techniques.step import Step
from clew.search.csp.rulebook import Rulebook

SCALES = {
    1: Scale(
        {"last cell": 1.0, "naked single": 1.0, "hidden single": 1.1}
        | {"naked pair": 1.2, "naked triplet": 1.3, "naked quad": 1.4}
        | {"hidden pair": 1.5, "hidden triplet": 1.6, "hidden quad": 1.7}
    ),
    2: Scale({"pointing": 2.0, "claiming": 2.1}),
    4: Scale({"X-Wing": 4.0, "Swordfish": 6.0, "Jellyfish": 8.0}),
}
"""The techniques that hold whatever the other rules are, by how many houses they take together.

Their ratings are those of reasons: the houses, and tenths. Those that rest on there being one
solution are not among them.
"""


class Houses:
    """The rules of a puzzle that are houses: each value stands once in each of them."""

    def __init__(self, layout: Layout, name: Callable[[int], str]) -> None:
        self._layout, self._name = layout, name

    def next(self, domains: Sequence[Domain], known: Sequence[bool], houses: int) -> Step | None:
        """The easiest step by so many houses together, by what each variable may be."""
        position = Position(self._layout, self._name)
        for cell, mask in enumerate(domains):
            if known[cell]:
                position.place(cell, mask.bit_length() - 1)
        for cell, mask in enumerate(domains):
            for value in values(position.candidates[cell] & ~mask):
                position.strike(cell, value)
        return SCALES[houses].next(position)


def houses_of(
    book: Rulebook, called: Callable[[int], str], name: Callable[[int], str]
) -> Houses | None:
    """The houses among the rules; None unless there are two, and values are called by number."""
    symbols = union(book.domains[: book.shown])
    rules = [rule for each in book.rules for rule in each.constraints]
    houses = tuple(
        rule
        for rule in rules
        if isinstance(rule, AllDifferent)
        and not rule.offsets
        and len(rule.scope) == symbols.bit_count()
        and max(rule.scope) < book.shown
    )
    numbered = all(called(value) == str(value) for value in values(symbols))
    return (
        Houses(layout(book.shown, houses, symbols), name) if len(houses) > 1 and numbered else None
    )
