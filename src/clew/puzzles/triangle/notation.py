"""Triangles of numbers as a file: a line for each row, and = with the total at the end."""

from __future__ import annotations

import re
from typing import ClassVar

from clew.core.puzzle import Puzzle
from clew.notation._notation import OneAFile
from clew.puzzles.triangle.puzzle import Triangle


class TriangleRows(OneAFile):
    name: ClassVar[str] = "triangle-rows"
    kind: ClassVar[str] = "triangle"
    summary: ClassVar[str] = "A line for each row of numbers, or [[4];[7;5]], then = and the total."
    extensions: ClassVar[tuple[str, ...]] = (".tri",)
    contains: ClassVar[re.Pattern[str]] = re.compile(r"\A\s*(?:\d+\s*\n|\[\s*\[)")

    def fits(self, text: str) -> bool:
        return "=" in text[-40:]

    def read_one(self, text: str) -> Puzzle:
        return Triangle.parse(text)

    def write_one(self, puzzle: Puzzle) -> str:
        triangle = self.only(puzzle, Triangle)
        if triangle.path:
            raise self.refusal(puzzle, "it has no place for a path that is begun")
        rows = (" ".join(map(str, row)) for row in triangle.rows)
        return "".join(f"{row}\n" for row in rows) + f"={triangle.total}\n"
