"""The face of an ordinary 9 x 9 Sudoku."""

from __future__ import annotations

from typing import ClassVar


class Givens(bytes):
    """All that makes an ordinary 9 x 9 Sudoku: its 81 cells row by row, 0 for a blank."""

    word: ClassVar[str] = "bands"
