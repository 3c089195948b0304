"""Sudoku in files of many puzzles: tables with a header, and OpenSudoku's XML."""

from __future__ import annotations

import csv
import io
import re
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar
from xml.parsers import expat

from clew.core.grid import Cells
from clew.core.puzzle import Puzzle
from clew.notation._notation import Notation, placed, wrong
from clew.puzzles.sudoku.digits import of_nine, read_81, write_81
from clew.puzzles.sudoku.puzzle import Sudoku
from clew.search.run import solve

FIELDS = {"1": 3, "2": 3, "3": 3, "4": 4, "5": 5}
"""How many fields a cell has in each version of a game that was played."""
_START = "<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n<opensudoku version=\"2\">\n"


class CsvTable(Notation):
    """One puzzle a record, in the column of the header that has its name."""

    kind = "sudoku"
    extensions = (".csv",)
    header: ClassVar[tuple[str, ...]]
    column: ClassVar[str]

    def fits(self, text: str) -> bool:
        names = text.lstrip().partition("\n")[0].split(",")
        return self.column.lower() in [name.strip().strip('"').lower() for name in names]

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


class KaggleTable(CsvTable):
    name = "csv-kaggle"
    summary = "A table quizzes,solutions with 0 for a blank (Kaggle)."
    header = ("quizzes", "solutions")
    column = "quizzes"
    contains = re.compile(column, re.IGNORECASE)

    def record(self, sudoku: Sudoku) -> Sequence[str]:
        return write_81(sudoku.cells), self.solution(sudoku)


class SudokuExtremeTable(CsvTable):
    name = "csv-extreme"
    summary = "A table source,question,answer,rating (sudoku-extreme)."
    header = ("source", "question", "answer", "rating")
    column = "question"
    contains = re.compile(column, re.IGNORECASE)

    def record(self, sudoku: Sudoku) -> Sequence[str]:
        return "clew", write_81(sudoku.cells, "."), self.solution(sudoku), "0"


class QqwingTable(CsvTable):
    name = "csv-qqwing"
    summary = "A table with a column Puzzle (qqwing --csv)."
    header = ("Puzzle", "")
    column = "Puzzle"
    contains = re.compile(column, re.IGNORECASE)

    def record(self, sudoku: Sudoku) -> Sequence[str]:
        return write_81(sudoku.cells, "."), ""


def _records(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """The records that hold anything, with the line each ends on."""
    table = csv.reader(lines, strict=True)
    try:
        for record in table:
            if any(field.strip() for field in record):
                yield table.line_num, record
    except csv.Error as error:
        raise ValueError(f"line {table.line_num}: found {error}, expected a CSV record") from None


class OpenSudokuFile(Notation):
    """A game that was played keeps its givens only; document types and entities are refused."""

    name = "opensudoku"
    kind = "sudoku"
    summary = "The XML of OpenSudoku: <game data=…/>, in folders or not."
    extensions = (".opensudoku", ".xml")
    contains = re.compile(r"\A\s*<")

    def read(self, text: str) -> list[Puzzle]:
        puzzles: list[Puzzle] = []
        parser = expat.ParserCreate("utf-8")

        def where() -> str:
            return f"line {parser.CurrentLineNumber}, column {parser.CurrentColumnNumber + 1}"

        def refuse(*_: object) -> None:
            raise ValueError(f"{where()}: found a document type, expected plain elements")

        def start(tag: str, attributes: dict[str, str]) -> None:
            if tag == "game":
                try:
                    puzzles.append(_game(attributes.get("data", "")))
                except ValueError as error:
                    raise placed(where(), ValueError(f"game {len(puzzles) + 1}, {error}")) from None

        parser.StartDoctypeDeclHandler = refuse
        parser.StartElementHandler = start
        try:
            parser.Parse(text.lstrip().encode(), True)
        except expat.ExpatError as error:
            found = expat.ErrorString(error.code)
            raise ValueError(f"{where()}: found {found}, expected well-formed XML") from None
        if not puzzles:
            raise ValueError("line 1, column 1: found no <game data=…/>, expected at least one")
        return puzzles

    def write(self, puzzles: Sequence[Puzzle]) -> str:
        games = (write_81(of_nine(self, puzzle).cells) for puzzle in puzzles)
        lines = "".join(f'    <game data="{digits}" />\n' for digits in games)
        return f'{_START}  <folder name="clew">\n{lines}  </folder>\n</opensudoku>\n'


def _game(data: str) -> Sudoku:
    head = re.match(r"\s*version:\s*(\d+)\s+", data)
    return Sudoku(_played(data[head.end() :], head[1]) if head else read_81(data.strip()))


def _played(data: str, version: str) -> Cells:
    """The givens of a game that was played: each cell its value, its notes, and if it is open."""
    if version not in FIELDS:
        raise wrong(1, f"version: {version}", "a version from 1 to 5")
    width = FIELDS[version]
    fields = data.replace("||", "|").rstrip("|\n ").split("|")
    if len(fields) != 81 * width:
        raise ValueError(f"column 1: found {len(fields)} fields, expected {81 * width}")
    cells = zip(fields[::width], fields[width - 1 :: width], strict=True)
    return read_81("".join(value if is_open == "0" else "0" for value, is_open in cells))
