"""The rules that puzzles are stated in, a file for each: see `clew.rules.rule`."""

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
