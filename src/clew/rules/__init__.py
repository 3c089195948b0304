"""The rules that puzzles are stated in, a file for each: see `clew.rules.rule`."""

from importlib import import_module

TYPE_CHECKING = False  # not from typing: importing that takes longer than all of this

if TYPE_CHECKING:
    from typing import Any

    from clew.rules.all_different import AllDifferent
    from clew.rules.arithmetic import Abs, Product
    from clew.rules.circuit import Circuit
    from clew.rules.clause import Clause, Literal
    from clew.rules.conditional import If
    from clew.rules.connected import Connected
    from clew.rules.count import Count, exactly_one
    from clew.rules.distance import Distance
    from clew.rules.element import Element
    from clew.rules.less import Less
    from clew.rules.lex import Lex
    from clew.rules.linear import LinearRule, Sum
    from clew.rules.parity import Parity
    from clew.rules.pieces import Pieces
    from clew.rules.regular import Regular, Runs
    from clew.rules.rule import Constraint
    from clew.rules.steps import Steps
    from clew.rules.table import Table
    from clew.rules.test import Test
    from clew.rules.visible import Visible

_HOMES = {
    "all_different": ("AllDifferent",),
    "arithmetic": (
        "Abs",
        "Product",
    ),
    "circuit": ("Circuit",),
    "clause": (
        "Clause",
        "Literal",
    ),
    "conditional": ("If",),
    "connected": ("Connected",),
    "count": (
        "Count",
        "exactly_one",
    ),
    "distance": ("Distance",),
    "element": ("Element",),
    "less": ("Less",),
    "lex": ("Lex",),
    "linear": (
        "LinearRule",
        "Sum",
    ),
    "parity": ("Parity",),
    "pieces": ("Pieces",),
    "regular": (
        "Regular",
        "Runs",
    ),
    "rule": ("Constraint",),
    "steps": ("Steps",),
    "table": ("Table",),
    "test": ("Test",),
    "visible": ("Visible",),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "Abs",
    "AllDifferent",
    "Circuit",
    "Clause",
    "Connected",
    "Constraint",
    "Count",
    "Distance",
    "Element",
    "If",
    "Less",
    "Lex",
    "LinearRule",
    "Literal",
    "Parity",
    "Pieces",
    "Product",
    "Regular",
    "Runs",
    "Steps",
    "Sum",
    "Table",
    "Test",
    "Visible",
    "exactly_one",
]


def __getattr__(name: str) -> "Any":
    """Import a rule when it's first asked for: a Sudoku needs two of them."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    return found
