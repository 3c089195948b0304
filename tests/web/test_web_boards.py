"""Boards in a real browser: each input mode is played to the end by mouse, touch and keyboard."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from clew.board.lattice import Lattice
from clew.core.registry import parse
from clew.play import open_play
from tests.web import browser as browsing
from tests.web.browser import Open, cell
from tests.web.devices import drag, finger, middle, swipe, tap
from tests.web.web_server import Server

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
if reason := browsing.missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Locator, Page

expect.set_options(timeout=browsing.PATIENCE)
LOOP = "slitherlink:5x5t0:3f213213e2202a3a"


def message(page: Page) -> Locator:
    return page.locator("#message")


def undo(page: Page) -> Locator:
    return page.locator("#tool-undo")


def label(page: Page, number: int) -> str:
    return cell(page, number).get_attribute("aria-label") or ""


def said(page: Page, number: int, words: str) -> None:
    """Expect a cell to say this to a screen reader."""
    expect(cell(page, number)).to_have_attribute("aria-label", re.compile(words))


# ------------------------------------------------------------------ edges


def loop_of(text: str) -> tuple[Lattice, list[int]]:
    """Return the edges of the solution's loop."""
    play: Any = open_play(parse(text))
    play.solve()
    return play.lattice, sorted(play.lines)


def test_loop_is_drawn_by_mouse(open_page: Open) -> None:
    """Click each edge, after a drag along dots, a cross with the right button, and undo."""
    lattice, loop = loop_of(LOOP)
    with open_page(f"/play#id={LOOP}") as page:
        cell(page, loop[0]).wait_for()
        dots = [middle(page, at) for at in (0, 2, 4)]
        drag(page, dots)
        said(page, 1, "line, the 3 in row 1 column 1 has 1")
        said(page, 3, "line")
        said(page, 2, "lines right and left")
        undo(page).click()
        said(page, 1, "empty")
        said(page, 3, "empty")
        cell(page, 3).click(button="right")
        said(page, 3, "no line")
        for edge in loop:
            said(page, edge, "empty")
            cell(page, edge).click()
            said(page, edge, "line")
        expect(message(page)).to_contain_text("Solved")


@pytest.mark.slow
def test_edge_goes_through_line_no_line_and_empty(open_page: Open) -> None:
    with open_page(f"/play#id={LOOP}") as page:
        for words in ("line", "no line", "empty"):
            cell(page, 11).click()
            said(page, 11, f"row 1 column 1, {words}")
        page.get_by_role("button", name="No line", exact=True).click()
        cell(page, 11).click()
        said(page, 11, "no line")
        page.reload()
        said(page, 11, "no line")
        page.locator("#tool-check").click()
        expect(message(page)).to_contain_text("1 edge is wrong")
        said(page, 11, "doesn't match the solution")


@pytest.mark.slow
def test_loop_is_drawn_by_touch(window: BrowserContext, server: Server) -> None:
    _, loop = loop_of(LOOP)
    assert window.browser is not None
    with finger(window.browser, server.url, f"/play#id={LOOP}") as page:
        cell(page, loop[0]).wait_for()
        swipe(page, [middle(page, at) for at in (0, 22)])
        said(page, 11, "line")
        swipe(page, [middle(page, 3)], hold=700)
        said(page, 3, "no line")
        for edge in loop[1:] if loop[0] == 11 else loop:
            if "empty" in label(page, edge):
                tap(page, edge)
                said(page, edge, ", line")
        expect(message(page)).to_contain_text("Solved")


@pytest.mark.slow
def test_loop_is_drawn_by_keyboard(open_page: Open) -> None:
    lattice, loop = loop_of(LOOP)
    with open_page(f"/play#id={LOOP}") as page:
        cell(page, 0).wait_for()
        while page.evaluate("document.activeElement.getAttribute('role')") != "gridcell":
            page.keyboard.press("Tab")
        at, wide = 0, lattice.width
        for edge in loop:
            start, _ = lattice.ends(edge)
            (row, col), (to, across) = divmod(at, wide), divmod(start, wide)
            for _ in range(abs(to - row) // 2):
                page.keyboard.press("ArrowDown" if to > row else "ArrowUp")
            for _ in range(abs(across - col) // 2):
                page.keyboard.press("ArrowRight" if across > col else "ArrowLeft")
            expect(cell(page, start)).to_be_focused()
            page.keyboard.press(f"Shift+Arrow{'Right' if lattice.is_across(edge) else 'Down'}")
            said(page, edge, ", line")
            at = lattice.ends(edge)[1]
        expect(message(page)).to_contain_text("Solved")
        expect(page.locator("#live")).to_contain_text("Solved")


def test_hint_on_edges_shows_the_clue_and_what_follows(open_page: Open) -> None:
    with open_page(f"/play#id={LOOP}") as page:
        cell(page, 1).wait_for()
        page.keyboard.press("Shift+H")
        expect(page.locator("#hint .words")).to_contain_text("The 0 in r5c1 has no lines")
        expect(page.locator("#board .mark.struck")).to_have_count(4)
        expect(page.locator("#board .mark.clue")).to_have_count(1)
        page.locator("#hint .primary").click()
        said(page, 89, "no line")


def test_boxes_are_closed_by_lines(open_page: Open) -> None:
    with open_page("/play#id=dots-and-boxes:1x1") as page:
        page.get_by_label("Two players").check()
        cell(page, 1).click()
        said(page, 1, "line")
        cell(page, 0).focus()
        page.keyboard.press("Shift+ArrowDown")
        said(page, 3, "line")
        cell(page, 5).click()
        cell(page, 7).click()
        expect(message(page)).to_contain_text("Player 2 wins")
