"""The pen's five shapes in text, SVG and JSON."""

from __future__ import annotations

import json
import re

from clew.board.board import Board, Cell
from clew.board.json import data, read_board
from clew.board.pen import KINDS, Pen
from clew.board.svg import svg
from clew.board.text import text
from tests.board.setters import setters

BLANK = (Cell(),) * 6


def drawn(pen: Pen) -> Board:
    return Board(2, 3, BLANK, drawing=pen.drawing)


def paths(board: Board, name: str) -> list[str]:
    """Return the paths of one class in the SVG."""
    return re.findall(rf'<path class="{name}" d="([^"]*)"', svg(board))


def test_line_with_a_bulb_is_drawn_under_the_contents() -> None:
    pen = Pen()
    pen.line([0, 1, 4], start="bulb")
    picture = svg(drawn(pen))
    assert paths(drawn(pen), "line path") == ["M24 24L64 24L64 64"]
    assert paths(drawn(pen), "line path bulb") == ["M24 24h0"]
    under = picture.index('<g class="under">')
    assert picture.rindex('<rect class="cell"') < under < picture.rindex('<g class="at"')


def test_bulb_in_dark_colours_is_broader_than_its_line() -> None:
    """The dark colours repeat the rule for lines, so the rule for bulbs must be more specific."""
    pen = Pen()
    pen.line([0, 1], start="bulb")
    assert ".line.path.bulb{stroke-width:28}" in svg(drawn(pen))


def test_arrow_is_drawn_as_a_thin_line_with_a_head() -> None:
    pen = Pen()
    pen.line([0, 1], end="arrow")
    (path,) = paths(drawn(pen), "line arrow")
    assert path.startswith("M24 24L64 24M55 ")


def test_line_from_outside_ends_inside_the_first_cell() -> None:
    pen = Pen()
    pen.text(("top", 0), "9")
    pen.line([("top", 0), 1], end="arrow")
    (path,) = paths(drawn(pen), "line arrow")
    start, tip = (tuple(map(float, each.split())) for each in path[1:].split("M")[0].split("L"))
    assert start[1] < 19 < tip[1] < 30, "the grid begins at 19"
    assert 44 < tip[0] < 54, "the second column begins at 44"


def test_dot_is_drawn_between_cells_and_circle_in_a_cell() -> None:
    pen = Pen()
    pen.dot((0, 1))
    pen.dot((1, 2, 4, 5), fill="black")
    pen.dot(3)
    circles = re.findall(r'<circle class="(\S+ \S+)" cx="(\S+)" cy="(\S+)"', svg(drawn(pen)))
    beads = [("bead white", "44", "24"), ("bead black", "84", "44")]
    assert circles == [("disc white", "24", "64"), *beads]
    assert text(drawn(pen)) == ". ○ .   .\n\n.   .   .\ncircle: r2c1"


def test_outline_is_drawn_heavy_or_dashed() -> None:
    pen = Pen()
    pen.outline([0, 1])
    pen.outline([4, 5], dashed=True)
    board = drawn(pen)
    assert paths(board, "wall")[0].startswith("M4 4L44 4")
    assert paths(board, "cage")[0].startswith("M47 47L84 47")
    assert text(board) == ".   . | .\n--+---+--\n. | .   ."


def test_text_at_an_edge_is_stacked_only_above_columns() -> None:
    pen = Pen()
    pen.text(("top", 0), "3 1")
    pen.text(("left", 1), "2 2")
    pen.text(("bottom", 3), "7")
    words = re.findall(r'<text class="clue (\w+)"[^>]*>([^<]*)<', svg(drawn(pen)))
    assert words == [("top", "1"), ("top", "3"), ("left", "2 2"), ("bottom", "7")]
    assert text(drawn(pen)) == "    3\n    1\n    . . .\n2 2 . . .\nbottom right: 7"


def test_text_between_cells_widens_a_board_without_walls() -> None:
    pen = Pen()
    pen.text((0, 1), "<")
    apart = Board(2, 3, BLANK, drawing=pen.drawing)
    walled = Board(2, 3, BLANK, walls=frozenset({(1, 2)}), drawing=pen.drawing)
    assert 'viewBox="0 0 164 106"' in svg(apart)
    assert 'viewBox="0 0 128 88"' in svg(walled)


def test_fill_is_drawn_in_the_colour_of_its_role() -> None:
    pen = Pen()
    pen.fill([0, 5], "tint-2", words="even")
    picture = svg(drawn(pen))
    assert picture.count('<g class="at tint-2">') == 2
    assert "#fbdcae" in picture
    assert "#60461d" in picture, "and another one in the dark"
    assert text(drawn(pen)).endswith("even: r1c1 r2c3")


def test_shape_written_as_json_is_read_back() -> None:
    board = setters()
    plain = json.loads(json.dumps(data(board)))
    assert {each["shape"] for each in plain["drawing"]} == KINDS.keys()
    assert read_board(plain) == board
