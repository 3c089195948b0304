"""An ordinary 9 x 9 grid as one number, to judge all of its 27 groups at a time.

The number has a byte for each cell, with one bit for each of the values 1 to 8 and none for 9. Nine
such bytes xor to 255 only if each value is there once: eight bits that are each set an odd number
of times take eight cells or at least ten, so they take eight, and the ninth cell holds 9.
"""

from __future__ import annotations

from collections.abc import Sequence

from clew.puzzles.sudoku.face import Givens

from_bytes = int.from_bytes
CELLS = 81
VALUES = bytes(range(1, 10))
TO_DIGITS = bytes.maketrans(bytes(range(10)), b"0123456789")
FROM_DIGITS = bytes.maketrans(b"0123456789.", bytes([*range(10), 0]))
"""Between values, 0 for a blank, and the digits of a text."""
CODE = bytes([0, *(1 << bit for bit in range(8)), *[0] * 247])
NINTH = bytes([*[0] * 9, 1, *[0] * 246])
EVERY_BIT = bytes([0, *[255] * 9, *[0] * 246])
ROWS = [range(9 * r, 9 * r + 9) for r in range(9)]
COLUMNS = [range(c, CELLS, 9) for c in range(9)]
CORNERS = [27 * (box // 3) + 3 * (box % 3) for box in range(9)]
BOXES = [[corner + 9 * r + c for r in range(3) for c in range(3)] for corner in CORNERS]
GROUPS = bytes(cell for place in zip(*ROWS, *COLUMNS, *BOXES, strict=True) for cell in place)
"""The first cell of each group, the second of each, and so on."""
PAD = bytes(256 - CELLS)
"""What a table for `translate` lacks: GROUPS translated by a grid is the grid, group by group."""
ONE, TWO, THREE, SIX = (27 * 8 * count for count in (1, 2, 3, 6))
"""How many bits one cell of each group takes, two of each, and so on."""
RIGHT = (1 << ONE) - 1


class Nine:
    """The givens of a grid, row by row, 0 for a blank; laid out once to judge any answer."""

    __slots__ = ("_given", "_where", "givens")

    def __init__(self, givens: bytes) -> None:
        self.givens = Givens(givens)
        self._given = from_bytes(GROUPS.translate(givens.translate(CODE) + PAD), "little")
        self._where = from_bytes(GROUPS.translate(givens.translate(EVERY_BIT) + PAD), "little")

    def is_filled_by(self, answer: Sequence[int]) -> bool:
        """Whether 81 values are as given, and each once in every row, column and box."""
        try:
            plain = bytearray(answer)
        except (TypeError, ValueError):  # no bytes, so no values
            return False
        if len(plain) != CELLS or plain.translate(None, VALUES):
            return False
        grid = from_bytes(GROUPS.translate(plain.translate(CODE) + PAD), "little")
        if grid & self._where != self._given:
            return False
        grid ^= grid >> THREE ^ grid >> SIX
        return (grid ^ grid >> ONE ^ grid >> TWO) & RIGHT == RIGHT

    def clashes(self) -> bool:
        """Whether a value is given twice in a row, a column or a box."""
        once = twice = 0
        for code in (CODE, NINTH):
            grid = GROUPS.translate(self.givens.translate(code) + PAD)
            for start in range(0, len(grid), 27):
                cells = from_bytes(grid[start : start + 27], "little")
                twice |= once & cells
                once |= cells
            once = 0
        return twice != 0
