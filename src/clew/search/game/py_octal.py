"""The readable twin of native/games/octal.hpp: its specification, and its stand-in."""

from __future__ import annotations

from collections.abc import Sequence
from operator import xor

from clew.search.native import kernel


class PyOctal:
    """The nim-values of heaps 0, 1, 2, … under an octal code, by the mex rule."""

    def __init__(self, code: Sequence[int]) -> None:
        if not code or not all(0 <= digit <= 7 for digit in code) or code[0] not in (0, 4):
            raise ValueError("code: expected digits from 0 to 7, the first of them 0 or 4")
        self._code = tuple(code)
        self._values: list[int] = []

    @property
    def size(self) -> int:
        """How many values are known."""
        return len(self._values)

    def run(self, count: int) -> list[int]:
        """The next so many values."""
        if count < 0:
            raise ValueError("count: found a negative number, expected 0 or more")
        first = len(self._values)
        for heap in range(first, first + count):
            options = self._options(heap)
            value = 0
            while value in options:
                value += 1
            self._values.append(value)
        return self._values[first:]

    def _options(self, heap: int) -> set[int]:
        values, options = self._values, set()
        for taken, digit in enumerate(self._code):
            left = heap - taken
            if left == 0 and digit & 1:
                options.add(0)
            if left > 0 and digit & 2:
                options.add(values[left])
            if left > 1 and digit & 4:
                half = left // 2
                options.update(
                    map(xor, values[1 : half + 1], values[left - 1 : left - half - 1 : -1])
                )
        return options


OctalKernel = kernel("Octal", PyOctal)
