"""Sum path in a triangle of numbers: a path from top to bottom that adds up to a total."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from clew.board.board import NO_CELL, Arrangement, Board, Cell, Ink
from clew.board.inputs import Go
from clew.core.capabilities import defined_in
from clew.core.faces import Faces, StateSpace
from clew.core.grid import place, read_numbers
from clew.core.look import Brief, Look
from clew.core.puzzle import Example, Puzzle
from clew.puzzles.triangle.search import Rows, SumPaths, SumSpace

LARGEST_ROWS = 20_000
LARGEST_ENTRY = 10**9
LARGEST_TOTAL = LARGEST_ROWS * LARGEST_ENTRY
DRAWN_ROWS = 40
"""The maximum number of rows to draw. For a larger triangle, only the path is drawn."""
NESTED = re.compile(r"\s*\[\s*(?:\[[\d\s,;]*\]\s*(?:[,;]\s*)?)*\]\s*", re.ASCII)
"""A nested list, in Python or OCaml."""


@dataclass(frozen=True)
class Triangle(Puzzle):
    """Rows of one, two, three … numbers, and the total that a path's entries must add up to.

    A path goes from an entry to one of the two below it. A solution is the path's place in each
    row, counted from 0. `entries` returns the numbers there.

    >>> Triangle.parse("4/7 5/6 3 4/4 2 1 6=15").entries((0, 0, 1, 2))
    (4, 7, 3, 1)
    """

    rows: Rows
    total: int
    path: tuple[int, ...] = ()
    """The places, from the top down, that the path already goes through."""

    name: ClassVar[str] = "triangle"
    summary: ClassVar[str] = "A path down a triangle of numbers that adds up to a total."
    form: ClassVar[str] = (
        "the rows separated by / or new lines, their numbers by blanks, or a nested list "
        "[[4];[7;5]], then = and the total; "
        "then @ and the path so far: its place in each row, counted from 0"
    )
    title: ClassVar[str] = "Triangle of numbers"
    look: ClassVar[Look] = Look(targets=True)
    inputs = (Go(),)
    examples: ClassVar[tuple[Example, ...]] = (
        Example("4/7 5/6 3 4/4 2 1 6=15", "A path of 15", solutions=1),
        Example("4/7 5/6 3 4/4 2 1 6=19", "Two paths of 19", solutions=2),
        Example("4/7 5/6 3 4/4 2 1 6=17", "A total that is passed over", solutions=0),
        Example("4/7 5/6 3 4/4 2 1 6=22", "A total beyond the largest", solutions=0),
        Example("4/7 5/6 3 4/4 2 1 6=19@0,0", "Two paths of 19, one step made", solutions=1),
        Example("5=5", "One number", solutions=1),
        Example("1/1 1/1 1 1/1 1 1 1/1 1 1 1 1=5", "Every path", solutions=16),
    )

    def __post_init__(self) -> None:
        if not 1 <= len(self.rows) <= LARGEST_ROWS:
            raise ValueError(f"found {len(self.rows)} rows, expected 1 to {LARGEST_ROWS}")
        for number, row in enumerate(self.rows, 1):
            if len(row) != number:
                raise ValueError(f"row {number}: found {len(row)} numbers, expected {number}")
            if not 0 <= min(row) <= max(row) <= LARGEST_ENTRY:
                wrong = next(value for value in row if not 0 <= value <= LARGEST_ENTRY)
                found = str(wrong)[:20]
                raise ValueError(f"row {number}: found {found}, expected 0 to {LARGEST_ENTRY}")
        if not 0 <= self.total <= LARGEST_TOTAL:
            raise ValueError(f"found the total {self.total}, expected 0 to {LARGEST_TOTAL}")
        if off := self._off_path(self.path):
            raise ValueError(f"path: {off[0]}")
        object.__setattr__(self, "path", tuple(self.path) if len(self.path) > 1 else ())

    @classmethod
    def parse(cls, text: str) -> Self:
        stated, at, _ = text.partition("@")
        path = read_numbers(text, "a place from 0 on", len(stated) + 1) if at else ()
        body, equals, total = stated.rpartition("=")
        if not equals:
            raise ValueError("found no '=', expected the total after it")
        if not re.fullmatch(r"\s*\d{1,18}\s*", total, re.ASCII):
            where = place(text, len(body) + 1 + len(total) - len(total.lstrip()))
            raise ValueError(f"{where}: found {total.strip()[:20]!r}, expected the total")
        return cls(read_rows(body, text), int(total), path)

    def __str__(self) -> str:
        path = f"@{','.join(map(str, self.path))}" if self.path else ""
        return f"{'/'.join(' '.join(map(str, row)) for row in self.rows)}={self.total}{path}"

    def entries(self, answer: Sequence[int]) -> tuple[int, ...]:
        """Return the numbers on a path.

        Args:
            answer: The path's place in each row. The path may be unfinished.
        """
        return tuple(row[at] for row, at in zip(self.rows, answer, strict=False))

    def brief(self) -> Brief:
        """Return the total to reach, and the total of the path so far."""
        so_far = sum(self.entries(self.path or (0,)))
        return ((f"Total wanted: {self.total}. So far: {so_far}.", ""),)

    def board(self, solution: Sequence[int] | None = None, /) -> Board:
        size, title = len(self.rows), f"a triangle of {len(self.rows)} rows, total {self.total}"
        path = self.path if solution is None else solution
        if size > DRAWN_ROWS:
            values = [str(value) for value in self.entries(path)] or ["", "", ""]
            return Board(1, len(values), tuple(Cell(v, Ink.ANSWER) for v in values), title)
        drawn = (
            self._cell(row, col, row < len(path) and path[row] == col)
            for row in range(size)
            for col in range(size)
        )
        return Board(size, size, tuple(drawn), title, layout=Arrangement.PYRAMID)

    def _cell(self, row: int, col: int, on_path: bool) -> Cell:
        if col > row:
            return NO_CELL
        value = str(self.rows[row][col])
        if on_path:
            return Cell(value, Ink.ANSWER, shape="number-on", order=row + 1)
        return Cell(value, Ink.GIVEN, shape="number")

    def check(self, solution: Sequence[int], /) -> list[str]:
        if len(solution) != len(self.rows):
            return [f"the path has {len(solution)} entries, not {len(self.rows)}"]
        if wrong := self._off_path(solution):
            return wrong
        if tuple(solution[: len(self.path)]) != self.path:
            wrong.append("the path doesn't begin with the given places")
        if (total := sum(self.entries(solution))) != self.total:
            wrong.append(f"the path adds up to {total}, not {self.total}")
        return wrong

    def _off_path(self, path: Sequence[int]) -> list[str]:
        """List the places that don't exist, or that aren't below the previous place."""
        wrong = [
            f"row {row + 1} has no place {at}"
            for row, at in enumerate(path)
            if not 0 <= at <= row < len(self.rows)
        ]
        return wrong or [
            f"place {path[row]} of row {row + 1} is not below place {path[row - 1]}"
            for row in range(1, len(path))
            if path[row] - path[row - 1] not in (0, 1)
        ]

    def sums(self) -> SumPaths:
        """Return the triangle that's left to search. Its top is the last entry of the path."""
        if not self.path:
            return SumPaths(self.rows, self.total)
        top, at = len(self.path) - 1, self.path[-1]
        below = (row[at : at + deep] for deep, row in enumerate(self.rows[top:], 1))
        return SumPaths(tuple(below), self.total - sum(self.entries(self.path[:-1])))

    def space(self) -> SumSpace:
        return SumSpace(self.rows, self.total, self.path)

    faces: ClassVar[Faces] = Faces({SumPaths: sums, StateSpace: space})

    def translate(self, face: type, found: Sequence[int]) -> tuple[int, ...]:
        if face == StateSpace:
            return (*(self.path or (0,)), *found)
        if not self.path:
            return tuple(found)
        return (*self.path[:-1], *(self.path[-1] + at for at in found))

    def midway(self, moves: Sequence[int], state: int, /) -> Self:
        return replace(self, path=(*(self.path or (0,)), *moves))

    def ahead(self, solution: Sequence[int], /) -> Sequence[int]:
        return solution[len(self.path) or 1 :]

    def say(self, move: int, state: int | None = None, /) -> str:
        if state is None:
            return f"place {move + 1}"
        at = state & (1 << len(self.rows).bit_length()) - 1
        return "left" if move == at else "right"

    guide = defined_in("clew.puzzles._explanations", "SumPathGuide")
    certificate = defined_in("clew.puzzles._certificates", "triangle_certificate")
    certificate_faults = defined_in("clew.puzzles._certificates", "triangle_faults")

    def touches(self, move: int, /) -> tuple[int, ...]:
        size = len(self.rows)
        return ((len(self.path) or 1) * size + move,) if size <= DRAWN_ROWS else ()


def read_rows(body: str, text: str) -> Rows:
    """Read the numbers in each row, or in a nested list from Python or OCaml.

    There may be thousands of rows, so it scans the whole text only a few times.

    >>> read_rows("4/7 5", "4/7 5=11") == read_rows("[[4];[7;5]]", "[[4];[7;5]]=11")
    True
    """
    try:
        if nested := NESTED.fullmatch(body):
            body = re.sub(r"\]\s*[,;]", lambda gap: "/".ljust(len(gap[0])), nested[0])
            body = re.sub(r"[\[\],;\n]", " ", body)
        if body.encode("ascii").translate(None, b"0123456789/ \t\r\n"):
            raise ValueError
        lines = [line for line in body.splitlines() if line and not line.isspace()]
        return tuple(tuple(map(int, row.split())) for line in lines for row in line.split("/"))
    except ValueError:
        listed = r"\[\],;" if "[" in body else ""
        wrong = re.search(rf"(?:[^\d\s/{listed}]|\d{{11}})[^\s/{listed}]*", body, re.ASCII)
        where, found = (wrong.start(), wrong[0]) if wrong else (0, body)
        raise ValueError(f"{place(text, where)}: found {found[:20]!r}, expected a number") from None
