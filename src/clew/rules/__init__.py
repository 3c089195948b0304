"""The rules that define puzzles, each in its own file. Start with `clew.rules.rule`."""

import re
from importlib import import_module

TYPE_CHECKING = False  # importing typing would take longer than everything else here

if TYPE_CHECKING:  # for type checkers only, since Python finds every rule by its name
    from typing import Any

    from clew.rules.all_different import AllDifferent as AllDifferent
    from clew.rules.arithmetic import Abs as Abs
    from clew.rules.arithmetic import Product as Product
    from clew.rules.circuit import Circuit as Circuit
    from clew.rules.clause import Clause as Clause
    from clew.rules.clause import Literal as Literal
    from clew.rules.conditional import If as If
    from clew.rules.connected import Connected as Connected
    from clew.rules.count import Count as Count
    from clew.rules.count import exactly_one as exactly_one
    from clew.rules.cumulative import Cumulative as Cumulative
    from clew.rules.disjunctive import Disjunctive as Disjunctive
    from clew.rules.distance import Distance as Distance
    from clew.rules.element import Element as Element
    from clew.rules.less import Less as Less
    from clew.rules.lex import Lex as Lex
    from clew.rules.linear import LinearRule as LinearRule
    from clew.rules.linear import Sum as Sum
    from clew.rules.maximum import Maximum as Maximum
    from clew.rules.maximum import Minimum as Minimum
    from clew.rules.minimise import Minimise as Minimise
    from clew.rules.packing import Packing as Packing
    from clew.rules.parity import Parity as Parity
    from clew.rules.pieces import Pieces as Pieces
    from clew.rules.regular import Regular as Regular
    from clew.rules.regular import Runs as Runs
    from clew.rules.rule import Constraint as Constraint
    from clew.rules.steps import Steps as Steps
    from clew.rules.table import Table as Table
    from clew.rules.test import Test as Test
    from clew.rules.visible import Visible as Visible

_FILES = {
    "Abs": "arithmetic", "Product": "arithmetic", "Literal": "clause", "If": "conditional",
    "exactly_one": "count", "LinearRule": "linear", "Sum": "linear", "Runs": "regular",
    "Constraint": "rule", "Minimum": "maximum",
}  # fmt: skip
"""The file of each class whose name differs from that of its file."""


def __getattr__(name: str) -> "Any":
    """Import a rule on first use, because most puzzles need only one or two."""
    file = _FILES.get(name) or re.sub(r"\B(?=[A-Z])", "_", name).lower()
    try:
        found = getattr(import_module(f"{__name__}.{file}"), name)
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{file}":
            raise
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
    globals()[name] = found
    return found
