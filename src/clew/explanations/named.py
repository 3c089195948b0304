"""Named techniques beside other rules: what houses alone say, however else cells are bound."""

from __future__ import annotations

from collections.abc import Callable

from clew.core.faces import values
from clew.explanations.techniques.position import Layout, layout, union
from clew.explanations.techniques.scale import Scale
from clew.search.csp.rulebook import Rulebook

SCALES = {
    1: Scale(
        {"last cell": 1.0, "naked single": 1.0, "hidden single": 1.1}
        | {"naked pair": 1.2, "naked triplet": 1.3, "naked quad": 1.4}
        | {"hidden pair": 1.5, "hidden triplet": 1.6, "hidden quad": 1.7}
    ),
    2: Scale({"pointing": 2.0, "claiming": 2.1}),
    4: Scale({"X-Wing": 4.0, "Swordfish": 6.0, "Jellyfish": 8.0}),
    5: Scale(
        {"XY-Wing": 5.0, "XYZ-Wing": 5.5, "X-cycle": 7.0, "Y-cycle": 7.0, "X-chain": 8.0}
        | {"mixed cycle": 9.0, "forcing chain": 9.0}
    ),
    20: Scale(
        {"Nishio forcing net": 20.0, "multiple forcing net": 30.0, "dynamic forcing net": 40.0}
    ),
}
"""The techniques that hold whatever the other rules are, by how many houses they take together.

Their ratings are those of reasons: the houses, and tenths. Chains and nets go through as many as
they need, so they come where reasons of as many rules would. Techniques that rest on there being
one solution are not among them.
"""


def layout_of(book: Rulebook, width: int, called: Callable[[int], str]) -> Layout | None:
    """The houses among the rules; None unless there are two, and values are called by number."""
    symbols = union(book.domains[: book.shown])
    houses = tuple(
        rule
        for each in book.rules
        for rule in each.constraints
        if rule.distinct == ()
        and len(rule.scope) == symbols.bit_count()
        and max(rule.scope) < book.shown
    )
    numbered = all(called(value) == str(value) for value in values(symbols))
    return layout(book.shown, width, houses, symbols) if len(houses) > 1 and numbered else None
