"""One picture: Python's SVG and the browser draw every board with the same elements."""

from __future__ import annotations

import base64
import io
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

from clew.board.board import Board, Cell, Ink, Mark, Note, Tone
from clew.board.json import data, read_board
from clew.board.pen import Line, Outline, Text, link
from clew.board.places import SHAPES
from clew.board.svg import svg
from clew.core.registry import all_puzzles
from clew.search.run import solve
from tests.board.setters import setters
from tests.web import browser as browsing

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
if reason := browsing.missing():
    pytest.skip(reason, allow_module_level=True)

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

NUMBER = re.compile(r"-?\d*\.?\d+")
LARGEST = 400
DRAW = """async (boards) => {
  const { drawBoard } = await import("/board/static/picture.js");
  const told = (node) => [node.tagName, Object.fromEntries([...node.attributes]
    .filter(({ name }) => name !== "data-at").map(({ name, value }) => [name, value])),
    node.childElementCount ? [...node.children].map(told) : node.textContent];
  let used;
  return boards.map((board, i) => {
    const fresh = [...drawBoard(board).children].map(told);
    used = drawBoard(board, used);  // one element for all of them must come to the same
    const again = [...used.children].map(told);
    return [fresh, JSON.stringify(fresh) === JSON.stringify(again)];
  });
}"""
MARKED = Board(
    2, 3, (
        Cell("4", Ink.GIVEN),
        Cell("", notes=(Note(0, "1", Tone.STRUCK), Note(3, "4"))),
        Cell("", notes=(Note(2, "3", Tone.PLACED), Note(4, "5", Tone.CAUSE)), tint=3),
        Cell("", notes=(Note(-1, "1"), Note(-1, "2"))),
        Cell("", notes=(Note(-1, "•", Tone.STRUCK),)),
        Cell("12345", Ink.ANSWER, True),
    ),
    "Everything at once",
    drawing=(
        Outline((0, 1, 4), dashed=True), Outline((2, 5)), Text(("corner", 0), "12+"),
        Text((0, 3), "v"), Text((1, 2), "="), Text(("left", 0), "1 2"), Text(("top", 2), "3 1"),
        Text(("right", 1), "9"), Text(("bottom", 0), "2"),
    ),
    values=9,
    marks=tuple(Mark(kind, (number % 6,)) for number, kind in enumerate(SHAPES["marks"])),
    links=(
        link(1, 2, "strong", 0, 4), link(2, 3, "weak", 2), link(0, 5, "ray"),
        Line((0, 2), role="win"),
    ),
)  # fmt: skip


@pytest.fixture(scope="module")
def page(window: BrowserContext) -> Iterator[Page]:
    with browsing.opened(window, "/about") as found:
        yield found


@cache
def boards() -> dict[str, Board]:
    """Yield every example, its solution where that's quick, and a board with all marks."""
    found = {"marks": MARKED, "setters": setters()}
    for kind in all_puzzles():
        for example in kind.examples:
            puzzle = kind.parse(example.text)
            found[puzzle.id] = puzzle.board()
            result = solve(puzzle, max_seconds=0.5)
            if result.solution is not None:
                found[f"{puzzle.id} solved"] = puzzle.board(result.solution)
    return {name: board for name, board in found.items() if len(board.cells) <= LARGEST}


def told(node: ElementTree.Element) -> Any:
    inside = [told(each) for each in node] or (node.text or "")
    return [node.tag.rpartition("}")[2], dict(node.attrib), inside]


def near(one: Any, two: Any) -> bool:
    """Compare texts, with numbers that may differ by rounding."""
    if isinstance(one, str):
        pairs = zip(NUMBER.findall(one), NUMBER.findall(two), strict=False)
        same = NUMBER.sub("0", one) == NUMBER.sub("0", two)
        return same and all(abs(float(a) - float(b)) < 0.02 for a, b in pairs)
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(near(one[name], two[name]) for name in one)
    return len(one) == len(two) and all(map(near, one, two))


def test_browser_draws_the_same_svg_as_python(page: Page) -> None:
    every = boards()
    assert len(every) > 150
    drawn = page.evaluate(DRAW, [json.loads(json.dumps(data(board))) for board in every.values()])
    for (name, board), (by_browser, again) in zip(every.items(), drawn, strict=True):
        root = ElementTree.fromstring(svg(board))
        by_python = [each for each in map(told, root) if each[0] not in ("title", "style")]
        kept = [each for each in by_browser if each[1] or each[2] or each[0] != "g"]
        ours = [each for each in by_python if each[1] or each[2]]
        kept = [each for each in kept if each[1].get("class") not in ("over", "marks") or each[2]]
        for one, two in zip(ours, kept, strict=True):
            assert near(one, two), (name, one, two)
        assert again, f"{name} is drawn otherwise after another board"


def test_boards_survive_a_json_round_trip() -> None:
    for name, board in boards().items():
        assert read_board(json.loads(json.dumps(data(board)))) == board, name


def test_every_named_shape_exists() -> None:
    for name, board in boards().items():
        shapes = {board.shape_of(cell) for cell in board.cells} - {""}
        assert shapes <= SHAPES["shapes"].keys(), name


PIXELS = """async ([svg, width, height, scale]) => {
  const image = new Image();
  image.src = "data:image/svg+xml," + encodeURIComponent(svg);
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").drawImage(image, 0, 0, image.width * scale, image.height * scale);
  return canvas.toDataURL("image/png").split(",")[1];
}"""


def test_animations_match_the_svg(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pixels by Pillow, the frames of a GIF, against those of the SVG in the browser.

    Shapes are compared by the dot that differs most, with an eye half closed. Letters differ by
    their font: with the words the pictures must be nearer than without.
    """
    image = pytest.importorskip("PIL.Image")
    from PIL import ImageChops, ImageFilter, ImageStat

    from clew.board import raster

    blank = page.context.new_page()

    def seen(board: Board, picture: str) -> Any:
        screen = raster.Screen([board])
        coded = blank.evaluate(PIXELS, [picture, screen.width, screen.height, screen.scale])
        return image.open(io.BytesIO(base64.b64decode(coded))).convert("RGB")

    def apart(ours: Any, theirs: Any) -> Any:
        blurred = (each.filter(ImageFilter.BoxBlur(2)) for each in (ours, theirs))
        return ImageChops.difference(*blurred).convert("L")

    solved = {name.partition(":")[0]: name for name in boards() if name.endswith("solved")}
    every = {name: boards()[name] for name in ("marks", "setters", *solved.values())}
    assert len(every) > 40
    words, none = 0.0, 0.0
    for name, board in every.items():
        screen, whole = raster.Screen([board]), seen(board, svg(board))
        with monkeypatch.context() as patch:
            lettered = screen.draw(board)
            patch.setattr(raster._Brush, "_text", lambda *_: None)
            plain = screen.draw(board)
        words += ImageStat.Stat(apart(lettered, whole)).mean[0]
        none += ImageStat.Stat(apart(plain, whole)).mean[0]
        shapes = seen(board, re.sub(r"<text.*?</text>", "", svg(board)))
        assert apart(plain, shapes).getextrema()[1] < 40, name
    assert words < 0.6 * none
    blank.close()


SPOKEN = """async ([board, cells]) => {
  const { whatIsIn } = await import("/board/static/spoken.js");
  return cells.map((cell) => whatIsIn(board, cell));
}"""


def test_every_shape_has_words(page: Page) -> None:
    said = {
        1: "3, top: the diagonal has the sum 23",
        4: "empty, shade, thermometer, cell 2 of 4",
        10: "empty, white dot to the right, top: the diagonal has the sum 23",
        20: "empty, black dot below",
        25: "empty, sum of an arrow, arrow, cell 1 of 4",
        36: "empty, left: sandwich of 17, right: 5",
        55: "empty, greater than left, top: the diagonal has the sum 23",
        57: "empty, white dot at a corner, bottom: 2 9",
        63: "2, corner 14, cage of 4",
        72: "empty, odd cells",
    }
    assert page.evaluate(SPOKEN, [data(setters()), list(said)]) == list(said.values())
