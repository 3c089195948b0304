"""Sudoku in tables with a header: the Kaggle set, sudoku-extreme, and what qqwing prints."""

from __future__ import annotations

import csv
import io
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar

from clew.core.puzzle import Puzzle
from clew.notation._notation import Notation, placed
from clew.puzzles.sudoku._notation import of_nine, read_81, write_81
from clew.puzzles.sudoku.puzzle import Sudoku
from clew.search.run import solve


class Table(Notation):
    """One puzzle a record, in the column of the header that has its name."""

    kind: ClassVar[str] = "sudoku"
    extensions: ClassVar[tuple[str, ...]] = (".csv",)
    header: ClassVar[tuple[str, ...]]
    column: ClassVar[str]

    def fits(self, text: str) -> bool:
        return self.column.lower() in _names(text.lstrip().partition("\n")[0])

    def read(self, text: str) -> list[Puzzle]:
        lines = text.splitlines()
        records = _records(lines)
        _, header = next(records, (1, []))
        if self.column.lower() not in (names := [name.strip().lower() for name in header]):
            found = ", ".join(header)[:40]
            raise ValueError(
                f"line 1: found columns {found!r}, expected {self.column!r} among them"
            )
        which = names.index(self.column.lower())
        puzzles = [self._puzzle(number, lines, record, which) for number, record in records]
        if not puzzles:
            raise ValueError(f"line {len(lines)}: found no record, expected one a puzzle")
        return puzzles

    def _puzzle(self, number: int, lines: list[str], record: list[str], which: int) -> Puzzle:
        if which >= len(record):
            raise ValueError(
                f"line {number}: found {len(record)} fields, expected {self.column!r} as field "
                f"{which + 1}"
            )
        field = record[which]
        try:
            return Sudoku(read_81(field.strip(), max(lines[number - 1].find(field), 0) + 1))
        except ValueError as error:
            raise placed(f"line {number}", error) from None

    def write(self, puzzles: Sequence[Puzzle]) -> str:
        made = io.StringIO()
        table = csv.writer(made, lineterminator="\n")
        table.writerow(self.header)
        table.writerows(self.record(of_nine(self, puzzle)) for puzzle in puzzles)
        return made.getvalue()

    @abstractmethod
    def record(self, sudoku: Sudoku) -> Sequence[str]:
        """The fields of one puzzle."""

    def solution(self, sudoku: Sudoku) -> str:
        """The answer, which these tables hold beside the puzzle."""
        answers = solve(sudoku).answers
        if not answers:
            raise self.refusal(sudoku, "it holds the solution too, and there is none")
        return write_81(answers[0])


class Kaggle(Table):
    name: ClassVar[str] = "csv-kaggle"
    summary: ClassVar[str] = "A table quizzes,solutions with 0 for a blank (Kaggle)."
    header: ClassVar[tuple[str, ...]] = ("quizzes", "solutions")
    column: ClassVar[str] = "quizzes"

    def record(self, sudoku: Sudoku) -> Sequence[str]:
        return write_81(sudoku.cells), self.solution(sudoku)


class Extreme(Table):
    name: ClassVar[str] = "csv-extreme"
    summary: ClassVar[str] = "A table source,question,answer,rating (sudoku-extreme)."
    header: ClassVar[tuple[str, ...]] = ("source", "question", "answer", "rating")
    column: ClassVar[str] = "question"

    def record(self, sudoku: Sudoku) -> Sequence[str]:
        return "clew", write_81(sudoku.cells, "."), self.solution(sudoku), "0"


class Qqwing(Table):
    name: ClassVar[str] = "csv-qqwing"
    summary: ClassVar[str] = "A table with a column Puzzle (qqwing --csv)."
    header: ClassVar[tuple[str, ...]] = ("Puzzle", "")
    column: ClassVar[str] = "Puzzle"

    def record(self, sudoku: Sudoku) -> Sequence[str]:
        return write_81(sudoku.cells, "."), ""


def _names(line: str) -> list[str]:
    return [name.strip().strip('"').lower() for name in line.split(",")]


def _records(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """The records that hold anything, with the line each ends on."""
    table = csv.reader(lines, strict=True)
    try:
        for record in table:
            if any(field.strip() for field in record):
                yield table.line_num, record
    except csv.Error as error:
        raise ValueError(f"line {table.line_num}: found {error}, expected a CSV record") from None
