"""The values that a variable may have, how they are compared, and numbers as users give them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

Value = Any
"""What a variable may be: anything that Python can hash."""
Operand = Any
"""An expression, or a constant."""


OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class Choices(dict[Value, Value]):
    """The values that a variable may have; several variables may share them.

    Each stands for itself as the variable has it: True, where 1 is its equal.
    """

    def __init__(self, values: Iterable[Value]) -> None:
        self.all = tuple(dict.fromkeys(values))
        super().__init__(zip(self.all, self.all, strict=True))
        self.words = [value for value in self.all if not isinstance(value, int)]
        """Those that are no whole numbers."""
        numbers = [value for value in self.all if isinstance(value, int)]
        self.bits = max([value.bit_length() for value in numbers], default=0)
        """The bits of the largest number, whatever its sign."""


def has_hash(value: Value) -> bool:
    """Check that Python can hash a value."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def whole(given: Operand) -> int:
    if not isinstance(given, int):
        raise TypeError(f"found {given!r}, expected a whole number or an expression")
    return int(given)


def divisor(given: Operand) -> int:
    if not isinstance(given, int):
        expected = "expected one by a whole number, or where(function, x, y)"
        raise TypeError(f"found a division by {given}, {expected}")
    if (found := whole(given)) == 0:
        raise ValueError("found a division by 0, expected another number")
    return found
