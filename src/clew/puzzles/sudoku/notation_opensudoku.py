"""OpenSudoku's XML: games in folders (version 2) or without (version 1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar
from xml.parsers import expat

from clew.core.grid import Cells
from clew.core.puzzle import Puzzle
from clew.notation._notation import Notation, placed, wrong
from clew.puzzles.sudoku._notation import of_nine, read_81, write_81
from clew.puzzles.sudoku.puzzle import Sudoku

FIELDS = {"1": 3, "2": 3, "3": 3, "4": 4, "5": 5}
"""How many fields a cell has in each version of a game that was played."""
_START = "<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n<opensudoku version=\"2\">\n"


class OpenSudoku(Notation):
    """A game that was played keeps its givens only; document types and entities are refused."""

    name: ClassVar[str] = "opensudoku"
    kind: ClassVar[str] = "sudoku"
    summary: ClassVar[str] = "The XML of OpenSudoku: <game data=…/>, in folders or not."
    extensions: ClassVar[tuple[str, ...]] = (".opensudoku", ".xml")

    def fits(self, text: str) -> bool:
        return text.lstrip().startswith("<")

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
