"""Boards as text, SVG and JSON."""

from __future__ import annotations

import importlib
import json
from collections import Counter
from xml.etree import ElementTree

import pytest

import clew
from clew.board.board import Board, Cell, Ink
from clew.board.json import data
from clew.board.pen import Text
from clew.board.svg import svg
from clew.board.text import text

NASTY = "<&>\"'"
SVG = "{http://www.w3.org/2000/svg}"

TEXTS = {
    "latin:2:.2..": """\
. 2
. .""",
    "sudoku:12..............": """\
1 2 | . .
. . | . .
----+----
. . | . .
. . | . .""",
    "sudoku:2x3:" + "1" + "." * 35: """\
1 . . | . . .
. . . | . . .
------+------
. . . | . . .
. . . | . . .
------+------
. . . | . . .
. . . | . . .""",
    "sudoku:regions=0011022102213333:" + "." * 16: """\
.   . | .   .
  +---+---+
. | .   . | .
. | .   . | .
--+---+---+--
.   .   .   .""",
    "futoshiki:3:0R,0,3,0,0U,0,0,0,0L,": """\
. > .   3
    ^
.   .   .

.   . < .""",
    "futoshiki:3:0,0D,0,0,0L,0,3,0,0,": """\
.   .   .
    v
. < .   .

3   .   .""",
    "futoshiki:2a:0R,0D,0,0,": """\
. | .
    -
.   .""",
    "queens:Q2/3/3": """\
Q . .
. . .
. . .""",
    "latin:10:A" + "." * 99: "\n".join(["10" + "  ." * 9] + [" ." + "  ." * 9] * 9),
}


# ------------------------------------------------------------------ text


@pytest.mark.parametrize("id_", TEXTS, ids=lambda each: each[:30])
def test_text_of_a_board_shows_cells_and_walls(id_: str) -> None:
    assert text(clew.parse(id_).board()) == TEXTS[id_]


def test_text_of_a_solution_shows_its_values() -> None:
    assert text(clew.Queens(4).board((1, 3, 0, 2))) == ". Q . .\n. . . Q\nQ . . .\n. . Q ."


def test_text_with_another_blank_uses_it() -> None:
    assert text(clew.Latin((1, 0, 0, 0)).board(), blank="?") == "1 ?\n? ?"


def test_text_of_a_board_that_isnt_square_has_its_shape() -> None:
    cells = tuple(Cell(str(n)) for n in range(3))
    assert text(Board(1, 3, cells)) == "0 1 2"
    assert text(Board(3, 1, cells)) == "0\n1\n2"
    assert text(Board(3, 1, cells, walls=frozenset({(0, 1)}))) == "0\n-\n1\n2"
    assert text(Board(3, 1, cells, drawing=(Text((0, 1), "^"),))) == "0\n^\n1\n\n2"
    assert text(Board(0, 0, ())) == ""


def test_board_with_too_few_cells_is_rejected() -> None:
    with pytest.raises(ValueError, match="a 2 x 2 board can't have 3 cells"):
        Board(2, 2, (Cell(),) * 3)


def test_text_of_a_large_board_takes_linear_time() -> None:
    """The time is proportional to the number of cells."""
    assert len(text(clew.Queens(300).board()).splitlines()) == 300


# ------------------------------------------------------------------ svg


def drawn(board: Board) -> ElementTree.Element:
    return ElementTree.fromstring(svg(board))


def words(board: Board) -> list[str | None]:
    return [node.text for node in drawn(board).iter(f"{SVG}text")]


def test_svg_has_a_title_and_a_size() -> None:
    root = drawn(clew.Latin((0,) * 9).board())
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == "Latin square of order 3"
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    assert len(list(root.iter(f"{SVG}rect"))) == 9


def test_svg_writes_cells_and_signs_in_their_ink() -> None:
    puzzle = clew.Futoshiki.parse("2:1,0,0,0U,")
    root = drawn(puzzle.board((1, 2, 2, 1)))
    inks = [(node.text, node.get("class")) for node in root.iter(f"{SVG}text")]
    assert inks == [
        ("1", "given"),
        ("2", "answer"),
        ("2", "answer"),
        ("1", "answer"),
    ]
    assert [node.get("class") for node in root.iter(f"{SVG}path")] == ["sign"]
    queens = drawn(clew.Queens(2).board((0, 1))).iter(f"{SVG}path")
    assert [node.get("class") for node in queens] == ["piece answer"] * 2


def test_svg_draws_walls_and_shades() -> None:
    root = drawn(clew.Sudoku.parse("." * 16).board())
    (wall,) = root.iter(f"{SVG}path")
    assert (wall.get("d") or "").count("M") == 1 + 8
    root = drawn(clew.Queens(3).board())
    shades = Counter(node.get("class") for node in root.iter(f"{SVG}rect"))
    assert shades == {"cell": 5, "cell dark": 4}


def test_svg_of_one_column_draws_walls_and_signs_between_rows() -> None:
    cells = (Cell("1"), Cell("2"))
    (wall,) = drawn(Board(2, 1, cells, walls=frozenset({(0, 1)}))).iter(f"{SVG}path")
    assert (wall.get("d") or "").endswith("M4 44h40")
    (sign,) = drawn(Board(2, 1, cells, drawing=(Text((0, 1), "^"),))).iter(f"{SVG}path")
    assert sign.get("transform") == "translate(24 53) rotate(90)"


def test_svg_escapes_text() -> None:
    board = Board(1, 2, (Cell(NASTY, Ink.GIVEN), Cell()), title=NASTY, drawing=(Text((0, 1), "<"),))
    assert drawn(board).findtext(f"{SVG}title") == NASTY
    assert words(board) == [NASTY]


# ------------------------------------------------------------------ json


def test_json_contains_the_whole_board() -> None:
    board = clew.Futoshiki.parse("2:1R,0,0,0,").board()
    assert json.loads(json.dumps(data(board))) == {
        "rows": 2,
        "cols": 2,
        "cells": [
            {"text": "1", "ink": "given", "shaded": False},
            *[{"text": "", "ink": "none", "shaded": False}] * 3,
        ],
        "title": "Futoshiki of order 2",
        "walls": [],
        "drawing": [{"shape": "text", "place": [0, 1], "text": ">"}],
    }


def test_json_sorts_walls_and_keeps_letters() -> None:
    walls = data(clew.Sudoku.parse("." * 16).board())["walls"]
    assert walls == sorted(walls)
    assert data(Board(1, 1, (Cell("é"),)))["cells"][0]["text"] == "é"


# ------------------------------------------------------------------ notebooks


def test_puzzles_and_results_display_as_svg_in_a_notebook() -> None:
    trace, small = clew.Trace(), "sudoku:..233..42.3.1..."
    shown = (
        clew.solve("queens:4", "backtracking", trace=trace),
        clew.compare("queens:4", ["backtracking", "generate-and-test"]),
    )
    for each in shown:
        assert ElementTree.fromstring(each._repr_svg_()).tag == f"{SVG}svg"
    for told in (clew.hint(small), clew.explain(small), clew.rate(small), trace):
        ElementTree.fromstring(f"<div>{told._repr_html_()}</div>".replace("<li>", ""))


def test_import_by_the_packages_old_name_works() -> None:
    assert importlib.import_module("clew.render.svg").svg is svg
    assert importlib.import_module("clew.core.board").Board is Board
