"""The notations of Futoshiki: real samples, and what each says of a text that is wrong."""

from __future__ import annotations

import pytest

from clew.core.puzzle import Puzzle
from clew.notation import read, write
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.search.run import count
from tests.paths import DATA

FIGURE = DATA / "futoshiki_figure1.txt"
BOARD = Futoshiki.parse("5:0,0R,0,0,0,0U,0U,0,0,0,5,0,0R,0,0,0,0D,0,2,0,0,0,0,0L,1,")
SMALL = Futoshiki.parse("3:0R,3,0,0U,0,0D,0,0,0L,")

UNEQUAL = (
    "4:0,0,2R,0,0,0,0,0D,0,0R,0,0,0,0R,0,0,",
    "5:0,5,0,0D,0L,0D,0,0,0L,0,0,0R,0,0,0,0,0,0,0,0D,0,0,0,0,0,",
    "6:0,0R,0,0D,0,2,0,0,0,0,0,0,0,0,0,0D,0U,0L,0,0,0UD,0L,0,0,0,0,0R,0D,0,0,5,0,0,0,0U,0L,",
    "3a:0RD,1L,0D,0U,0RD,0UDL,0R,0URL,0UL,",
    "4a:0,0RD,0L,0,0RD,0UL,4,0,0U,0,0,0D,0,0,0R,0UL,",
    "5a:0,0D,0RD,0L,0,0D,0URD,0UL,5D,0,0UR,0UL,0,0UR,0L,0D,0D,0D,0RD,0L,0U,0U,0UR,0UL,1,",
)
"""Printed by Tatham's Unequal; each has one solution."""


def fails(text: str, message: str, notation: str | None = None) -> None:
    """The text cannot be read, and the message says where and what was expected."""
    with pytest.raises(ValueError, match=message):
        read(text, notation=notation)


def refuses(puzzle: Puzzle, notation: str, reason: str) -> None:
    with pytest.raises(ValueError, match=f"can't be written as {notation}: {reason}"):
        write(puzzle, notation)


@pytest.mark.parametrize("text", UNEQUAL)
def test_unequal(text: str) -> None:
    puzzle = read(text)
    assert write(puzzle, "unequal") == f"{text}\n"
    assert count(puzzle) == 1


def test_unequal_errors() -> None:
    fails("4:0,0,2R,0,0,0,0,0D,0,0R,0,0,0,0R,0,0D,", "column 37: cell 16 .*points outside")
    fails("3:0,0,9,0,0,0,0,0,0,", "line 1, column 7: cell 3 .*found 9, expected at most 3")
    fails("3:x,0,0,0,0,0,0,0,0,", "line 1, column 3: cell 1 .*found 'x', expected a number")
    fails("3:0,0,0,", "line 1: found 3 cells, expected 9 for order 3")
    refuses(Futoshiki((0,) * 4), "unequal", "the program takes orders from 3 to 32")
    refuses(Futoshiki((0,) * 9, ((0, 1), (1, 0))), "unequal", "two cells have both signs")


def test_course() -> None:
    assert read(FIGURE) == read(FIGURE.read_text()) == BOARD
    together = FIGURE.read_text().replace(" ", "").replace("\n", "\r\n\r\n")
    assert read(together) == BOARD
    assert read(write(BOARD, "futoshiki-course")) == BOARD
    assert write(SMALL, "futoshiki-course") == (
        "0 3 0\n0 0 0\n0 0 0\n\n> 0\n0 0\n0 <\n\n^ 0 0\n0 0 v\n"
    )


def test_course_errors() -> None:
    text = FIGURE.read_text()
    fails(text.replace(">", "?", 1), "line 7, column 3: found '\\?', expected 0, < or >")
    fails(text.replace("5", "6"), "line 3, column 1: found '6', expected 0 to 5")
    fails(text.replace("0 0 0 2 0", "0 0 0 2"), "line 4: found 4 symbols, expected 5")
    fails(text.rstrip().rpartition("\n")[0], "line 15: found 13 rows, expected 14")
    fails(text + "\n0 0 0 0 v\n", "line 17: found 15 rows, expected 14")
    refuses(read(UNEQUAL[3]), "futoshiki-course", "it has no adjacent mode")


def test_drawing() -> None:
    text = ".   3   .\n^\n. < .   2\n    v   ^\n1   . > .\n"
    expected = Futoshiki((0, 3, 0, 0, 0, 2, 1, 0, 0), ((0, 3), (3, 4), (7, 4), (5, 8), (8, 7)))
    assert read(text) == expected
    assert write(expected, "futoshiki-drawing") == text
    assert read(text.replace("^", "∧").replace("v", "∨").replace(".", "0")) == expected
    assert read("\n  . > 12\n\n  _   . # ".partition("#")[0].replace("12", "2")) == Futoshiki(
        (0, 2, 0, 0), ((1, 0),)
    )
    refuses(Futoshiki((0,) * 9), "futoshiki-drawing", "without signs, it would be")
    wide = Futoshiki((10, *(0,) * 99), ((0, 10), (11, 1), (55, 56)))
    assert read(write(wide, "futoshiki-drawing")) == wide


def test_drawing_errors() -> None:
    fails("> .   .\n.   .", "line 1, column 1: found '>', expected a cell", "futoshiki-drawing")
    fails(". > .\n.   . <", "line 2, column 8: found the end of the line, expected a cell after")
    fails(". > > .\n.   .", "line 1, column 5: found '>', expected a cell")
    fails(".   .\n  ^\n.   .", "line 2, column 3: found '\\^', expected a sign under a cell")
    fails("^\n.   .\n.   .", "line 1, column 1: found '\\^', expected a row", "futoshiki-drawing")
    fails(".   .\n.   .\nv", "line 3, column 1: found 'v', expected a row of cells: it points out")
    fails(".   .\n^\n.   . < .", "line 3: found 3 cells, expected 2")
    fails(".   .\n^\n.   3", "line 3, column 5: found '3', expected 0 to 2")
    fails(". > . > .\n.   .   .", "line 2: found 2 rows, expected 3")
    fails(". > .\n.   .\n.   .", "line 3: found a row after the last, expected 2 rows")
    fails("^ v", "line 1, column 1: found no row of cells", "futoshiki-drawing")


def test_commas() -> None:
    text = "3\n0,3,0\n0,0,0\n0,0,0\n-1,0\n0,0\n0,1\n1,0,0\n0,0,-1\n"
    assert read(text) == SMALL
    assert read(f"# a comment\n{text.replace(',', ', ')}") == SMALL
    assert write(SMALL, "futoshiki-commas") == text
    fails(text.replace("-1,0", "-2,0"), "line 5, column 1: found '-2', expected 0, 1 or -1")
    fails(text.replace("0,3,0", "0,4,0"), "line 2, column 3: found '4', expected 0 to 3")
    fails(text.replace("0,3,0", "0,3"), "line 2: found 2 symbols, expected 3")
    fails("3\n", "line 1: found 0 rows, expected 8", "futoshiki-commas")
    fails(text + "0,0,0", "line 10: found 9 rows, expected 8")
    fails("0\n0,0\n0,0", "line 1, column 1: found '0', expected an order", "futoshiki-commas")


def test_toronto() -> None:
    rows = "[3,'.',0,'.',0,'<',0],[0,'.',0,'.',0,'.',0],[0,'.',0,'<',0,'.',0],[0,'.',0,'>',0,'.',1]"
    puzzle = Futoshiki((3, *(0,) * 14, 1), ((2, 3), (9, 10), (14, 13)))
    assert read(f"[{rows}]") == read(rows.replace("],[", "]\n[").replace("'", '"')) == puzzle
    assert write(puzzle, "toronto") == f"[{rows}]\n".replace("],[", "],\n [")
    fails(f"[{rows}]".replace("'>'", "'v'"), "line 1, column 78: found 'v', expected '<', '>'")
    fails(f"[{rows}]".replace("3,", "5,"), "line 1, column 3: found '5', expected 0 to 4")
    fails("[1,'.',0]\n[0]", "line 2: found 1 items, expected 3 for 2 rows")
    refuses(SMALL, "toronto", "it has no signs between rows")


def test_start_rel() -> None:
    text = "3\nSTART:\n0;3;0\n0;0;0\n0;0;0\nREL:\nA1;B1\nA2;A1\nC2;C3\nC3;B3\n"
    assert read(text) == SMALL
    assert write(SMALL, "start-rel") == text
    fails(text.replace("C3;B3", "D3;B3"), "line 10, column 1: found 'D3', expected a cell from A1")
    fails(text.replace("C3;B3", "C3;A3"), "line 10, column 1: found 'C3;A3', expected two neigh")
    fails(text.replace("C3;B3", "C3"), "line 10: found 1 items, expected 2")
    fails(text.replace("REL", "RELS"), "line 6, column 1: found 'RELS:', expected REL:")
    fails("3\nSTART:\n0;3;0\n", "line 3: found the end of the text, expected REL:")
    refuses(Futoshiki((0,) * 27**2), "start-rel", "it has a letter for each row, so at most 26")


def test_minarism() -> None:
    puzzle = Futoshiki((0,) * 16, ((1, 0), (2, 1), (3, 2), (10, 14)))
    assert write(puzzle, "minarism") == "https://puzz.link/p?minarism/4/4/hhhzigi\n"
    assert read(write(puzzle, "minarism")) == puzzle
    fails("minarism/4/4/hhhq21pgi", "line 1, column 18: found '2', expected g, h or i to z")
    fails("minarism/4/4/hhh", "line 1, column 17: found 3 borders, expected 24")
    refuses(BOARD, "minarism", "it has no givens")
    refuses(read(UNEQUAL[4]), "minarism", "it has no givens")
