"""A reader's own puzzles in a real browser: loaded from a file, played with hints, and watched."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.model.own_texts import RIVER_AND_TAKE
from tests.web import browser as browsing
from tests.web.browser import Open, cell

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
if reason := browsing.missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

from tests.web.web_server import Server, serving

expect.set_options(timeout=browsing.PATIENCE)

STATED = (
    """
import clew

australia = clew.Problem(title="Australia in colours")
australia.variables("WA NT SA Q NSW V T", ["red", "green", "blue"])
for a, b in australia.groups("WA NT, WA SA, NT SA, NT Q, SA Q, SA NSW, SA V, Q NSW, NSW V"):
    australia.add(a != b)

cages = clew.Grid(3, 3, range(1, 4), title="My cages")
cages.latin()
cages.cage([(0, 0), (0, 1)], total=3)
cages.cage([(0, 2), (1, 2)], product=3)
cages.cage([(1, 0), (1, 1)], product=6)
cages.given((2, 0), 3)
cages.edge("left", 2, "A")
"""
    + RIVER_AND_TAKE
)
SOLUTION = "123231312"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    file = tmp_path_factory.mktemp("own") / "my.py"
    file.write_text(STATED, encoding="utf-8")
    with serving(tmp_path_factory.mktemp("data"), str(file)) as found:
        yield found


def test_gallery_shows_loaded_puzzles(open_page: Open) -> None:
    with open_page("/") as page:
        for title in ("Australia in colours", "My cages", "River", "Take"):
            expect(page.get_by_role("link", name=title).first).to_be_visible()
        first = page.locator("#gallery section").first
        expect(first.locator("h3")).to_have_text("Your own")
        expect(first.locator("h4")).to_have_count(4)


def test_own_grid_is_played_with_hints_to_its_end(open_page: Open) -> None:
    with open_page("/play#id=cages:") as page:
        expect(page.locator("h1")).to_have_text("My cages")
        board = page.locator("#board")
        for written in ("3+", "3*", "6*", "A"):
            expect(board.get_by_text(written, exact=True).first).to_be_visible()
        page.get_by_role("button", name="Hint", exact=True).click()
        page.locator(".degrees button").last.click()
        expect(page.locator("#hint .words")).to_contain_text("The cage 3+ at r1c1")
        for number, value in enumerate(SOLUTION):
            cell(page, number).click()
            page.keyboard.press(value)
        expect(page.locator("#live")).to_contain_text("olved")
    with open_page("/watch?id=cages:&strategy=backtracking:infer=mac&at=3") as page:
        expect(page.locator("h1")).to_have_text("My cages")
        for written in ("3+", "3*", "6*", "A"):
            expect(page.locator("svg").get_by_text(written, exact=True).first).to_be_visible()
        expect(page.locator("main")).to_contain_text("r1c1")


def test_own_problem_is_played_and_watched_by_its_names(open_page: Open) -> None:
    with open_page("/play#id=australia:") as page:
        board = page.locator("#board")
        for name in ("WA", "NSW"):
            expect(board.get_by_text(name, exact=True).first).to_be_visible()
        cell(page, 0).click()
        page.get_by_role("button", name="green", exact=True).click()
        expect(board.get_by_text("green", exact=True).first).to_be_visible()
        page.get_by_role("button", name="Hint", exact=True).click()
        page.locator(".degrees button").last.click()
        expect(page.locator("#hint .words")).to_contain_text("anything else leads to a dead end")
    with open_page("/watch?id=australia:&strategy=backtracking&at=3") as page:
        expect(page.locator("main")).to_contain_text("SA = red", ignore_case=True)


def test_own_walk_and_game_are_played(open_page: Open) -> None:
    with open_page("/play#id=river:") as page:
        expect(page.locator("#board").get_by_text("boat:1").first).to_be_visible()
        page.get_by_role("button", name="Hint", exact=True).click()
        page.locator(".degrees button").last.click()
        expect(page.locator("#hint .words")).to_contain_text("over")
        page.get_by_role("button", name="1M 1C over", exact=True).click()
        expect(page.locator("#board").get_by_text("boat:0").first).to_be_visible()
    with open_page("/play#id=take:") as page:
        page.get_by_role("button", name="take 2", exact=True).click()
        expect(page.locator("#board").get_by_text("5", exact=True)).to_have_count(0)
    with open_page("/watch?id=river:&strategy=breadth-first&at=4") as page:
        expect(page.locator("main")).to_contain_text("over")
