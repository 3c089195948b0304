"""The front door, what players expect of a grid, the finished panel, and the coach of games."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

import clew
from clew.core.registry import all_puzzles, find
from tests.play.test_play_fill import BEFORE_NET, NET
from tests.web import browser as browsing
from tests.web.browser import NINE, SMALL, Open, cell
from tests.web.web_server import Server, serving

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
if reason := browsing.missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Response

expect.set_options(timeout=browsing.PATIENCE)
FRAGMENT = """async (saved) => (await import("/web/static/js/state.js")).toFragment(saved)"""
IDENTITY = """async () => {
  const { fromFragment } = await import("/web/static/js/state.js");
  const { id, saved } = await fromFragment(location.hash);
  return id ?? saved.id;
}"""


def test_gallery_offers_a_new_sudoku_at_each_level(open_page: Open) -> None:
    with open_page("/") as page:
        levels = page.locator("#start-levels a")
        expect(levels).to_have_text(["Easy", "Medium", "Hard", "Diabolical"])
        levels.nth(0).click()
        expect(page.locator("#level")).to_have_text("easy")
        expect(page.locator("#board [role=gridcell]")).to_have_count(81)
        expect(page).to_have_url(re.compile("#id=sudoku:|#s="))


def test_front_puzzle_is_played_by_keyboard_next_to_its_search(open_page: Open) -> None:
    with open_page("/") as page:
        game = page.request.get("/api/front").json()
        board = page.locator("#you-board")
        expect(board.locator("[role=gridcell]")).to_have_count(len(game["solution"]))
        empty = [at for at, each in enumerate(game["board"]["cells"]) if not each["text"]]
        right = game["solution"][empty[0]]
        wrong = next(value for value in game["values"] if value != right)
        for place in empty:
            board.locator(f'[data-cell="{place}"]').focus()
            page.keyboard.press(game["solution"][place] if place != empty[0] else wrong)
        expect(page.locator("#you-say")).to_have_text("1 cell can’t be right.")
        board.locator(f'[data-cell="{empty[0]}"]').click()
        page.locator("#you-pad").get_by_role("button", name=right, exact=True).click()
        expect(page.locator("#you-say")).to_have_text("Solved. Well done!")
        page.get_by_role("button", name="Run the search").click()
        expect(page.locator("#search-count")).to_contain_text("1 try, 0 back")
        page.get_by_role("button", name="Pause the search").click()
        assert browsing.violations(page) == []


def test_gallery_finds_kinds_by_word_and_group(open_page: Open) -> None:
    with open_page("/") as page:
        shown = page.locator(".tile:visible h4 a")
        expect(shown).to_have_count(len(all_puzzles()))
        page.locator("#find").fill("nim")
        expect(shown.get_by_text("Nim", exact=True)).to_be_visible()
        page.get_by_role("button", name=re.compile("Games for two")).click()
        expect(shown).to_have_count(0)
        expect(page.get_by_text("Nothing here is called that.")).to_be_visible()
        page.get_by_role("button", name=f"Show all {len(all_puzzles())}").click()
        expect(shown).to_have_count(len(all_puzzles()))
        page.get_by_role("button", name=re.compile("Games for two")).click()
        expect(shown.get_by_text("Connect Four")).to_be_visible()
        expect(shown.get_by_text("Sudoku", exact=True)).to_have_count(0)


@pytest.mark.parametrize(
    ("path", "ready", "size"),
    [
        ("/", "#search-tree .thread", (1280, 800)),
        ("/", "#search-tree .thread", (390, 844)),
        (f"/play#id={NINE}", "#board [data-cell='80']", (390, 844)),
        ("/watch?id=queens:6", ".film-clock", (1280, 800)),
    ],
)
def test_page_does_not_move_while_it_loads(
    window: BrowserContext, server: Server, path: str, ready: str, size: tuple[int, int]
) -> None:
    width, height = size
    assert window.browser is not None
    with closing(window.browser.new_context(base_url=server.url)) as fresh:
        page = fresh.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.add_init_script(
            "window.moved = 0; new PerformanceObserver((list) => list.getEntries().forEach("
            "(each) => { window.moved += each.hadRecentInput ? 0 : each.value; }))"
            ".observe({type: 'layout-shift', buffered: true})"
        )
        page.goto(path)
        page.locator(ready).first.wait_for()
        page.wait_for_timeout(300)
        assert page.evaluate("window.moved") < 0.02


def test_started_puzzle_resumes(open_page: Open) -> None:
    with open_page(f"/play#id={SMALL}") as page:
        cell(page, 0).click()
        with page.expect_response(re.compile("/api/progress/")):
            page.keyboard.press("4")
        page.goto("/")
        expect(page.locator(".going a")).to_have_count(1)
        page.goto("/play")
        expect(cell(page, 0)).to_have_attribute("aria-label", re.compile("column 1, 4"))


def test_marks_go_to_all_selected_cells(open_page: Open) -> None:
    with open_page(f"/play#id={NINE}") as page:
        cell(page, 2).click()
        page.keyboard.press("Shift+ArrowRight")
        expect(page.locator("#board .place.chosen")).to_have_count(2)
        page.get_by_role("button", name="Marks", exact=True).click()
        cell(page, 2).click()
        cell(page, 3).click(modifiers=["Control"])
        page.keyboard.press("2")
        for number in (2, 3):
            expect(cell(page, number)).to_have_attribute("aria-label", re.compile("candidates 2"))


def kept(answer: Response) -> bool:
    """Check whether the server has saved three coloured cells."""
    sent = answer.request.post_data or ""
    return answer.request.method == "PUT" and len(set(re.findall(r"r\dc\d#4", sent))) == 3


def test_cells_are_selected_by_dragging_and_coloured(open_page: Open) -> None:
    with open_page(f"/play#id={NINE}") as page:
        cell(page, 2).wait_for()
        page.get_by_role("button", name="Colour").click()
        first, last = (cell(page, number).bounding_box() for number in (27, 29))
        assert first is not None
        assert last is not None
        page.mouse.move(first["x"] + 9, first["y"] + 9)
        page.mouse.down()
        page.mouse.move(last["x"] + 9, last["y"] + 9, steps=8)
        page.mouse.up()
        with page.expect_response(kept):  # the page shows it before the server keeps it
            page.locator("#pad .pad button").nth(3).click()
        expect(page.locator("#board .tint-4")).to_have_count(3)
        page.reload()
        expect(page.locator("#board .tint-4")).to_have_count(3)


def test_colours_crosses_and_centre_marks_can_be_undone(open_page: Open) -> None:
    with open_page(f"/play#id={NINE}") as page:
        cell(page, 2).click()
        page.get_by_role("button", name="Centre").click()
        page.keyboard.press("1")
        page.keyboard.press("4")
        middle = page.locator("#board text.note")
        expect(middle).to_have_text("14")
        page.keyboard.press("4")
        expect(middle).to_have_text("1")
        page.get_by_role("button", name="Colour").click()
        page.keyboard.press("3")
        expect(page.locator("#board .tint-3")).to_have_count(1)
        page.keyboard.press("Control+z")
        expect(page.locator("#board .tint-3")).to_have_count(0)
        page.keyboard.press("Control+z")
        expect(middle).to_have_text("14")
        page.keyboard.press("Control+y")
        page.keyboard.press("Control+y")
        expect(page.locator("#board .tint-3")).to_have_count(1)
        page.keyboard.press("Delete")
        expect(page.locator("#board .tint-3")).to_have_count(0)
        expect(middle).to_have_count(0)
    with open_page("/play#id=queens:5") as page:
        cell(page, 0).focus()
        page.keyboard.press("x")
        expect(page.locator("#board path.x")).to_have_count(1)
        page.keyboard.press("Control+z")
        expect(page.locator("#board path.x")).to_have_count(0)


def test_moves_in_cells_are_announced_in_words(open_page: Open) -> None:
    with open_page(f"/play#id={SMALL}") as page:
        live = page.locator("#live")

        def announces(key: str, said: str) -> None:
            page.keyboard.press(key)
            expect(live).to_have_text(re.compile(rf"^{said}\s?$"))

        cell(page, 0).focus()
        announces("Shift+4", "row 1 column 1 mark 4")
        announces("Shift+4", "row 1 column 1 mark 4 removed")
        page.get_by_role("button", name="Centre").click()
        announces("1", "row 1 column 1 centre mark 1")
        announces("1", "row 1 column 1 centre mark 1 removed")
        page.get_by_role("button", name="Colour").click()
        announces("3", "row 1 column 1 colour 3")
        announces("3", "row 1 column 1 cleared")
        page.get_by_role("button", name="Value").click()
        announces("3", "row 1 column 1 is 3, 3 cells break a rule")
        announces("Delete", "row 1 column 1 erased")
        announces("4", "row 1 column 1 is 4")
        page.locator(".padlevel select").select_option("full")
        expect(live).to_contain_text("Automatic marks")


def test_typing_on_a_given_explains_and_the_first_arrow_key_moves(open_page: Open) -> None:
    with open_page(f"/play#id={NINE}") as page:
        cell(page, 0).wait_for()
        page.keyboard.press("ArrowRight")
        expect(cell(page, 1)).to_be_focused()
        page.keyboard.press("7")
        expect(page.locator(".toast")).to_contain_text("given")


def test_crosses_rule_queens_out(open_page: Open) -> None:
    with open_page("/play#id=queens:5") as page:
        cell(page, 0).focus()
        page.keyboard.press("x")
        expect(page.locator("#board path.x")).to_have_count(1)
        expect(cell(page, 0)).to_have_attribute("aria-label", re.compile("ruled out by you"))


def test_finished_puzzle_shows_statistics_and_explanation(open_page: Open) -> None:
    with open_page(f"/play#id={SMALL}") as page:
        cell(page, 0).wait_for()
        for _ in range(40):
            if page.locator("#done").is_visible():
                break
            page.keyboard.press("Shift+H")
            page.locator("#hint .primary").click()
            expect(page.locator("#hint")).to_be_hidden()
        expect(page.locator("#done h2")).to_have_text("Finished")
        expect(page.locator("#done")).to_contain_text(re.compile(r"Hints\s*\d"))
        page.get_by_role("button", name="Explain the solution").click()
        expect(page.locator("#explained li").first).to_contain_text("the last open cell")
        page.get_by_role("button", name="Close").click()
        page.goto("/")
        page.get_by_text("Your statistics").click()
        expect(page.locator(".stats tbody tr")).to_have_count(1)
        with page.expect_download() as download:
            page.get_by_role("button", name="Export to a file").click()
        kept = json.loads(Path(download.value.path()).read_text())
        assert (kept[0]["kind"], kept[0]["helped"]) == ("sudoku", False)
        assert kept[0]["hints"] > 0


def test_puzzle_solved_by_clew_does_not_count_as_yours(open_page: Open) -> None:
    with open_page(f"/play#id={SMALL}") as page:
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Solve").click()
        expect(page.locator("#done h2")).to_have_text("Solved by Clew")


def test_scramble_can_be_undone(open_page: Open) -> None:
    with open_page("/play#id=lights-out:3x3") as page:
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Scramble").click()
        expect(page.locator("#live")).to_contain_text("Scrambled")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#board .lamp.lit")).to_have_count(9)


def test_coach_shows_move_values_and_the_losing_move(open_page: Open) -> None:
    with open_page("/play#id=noughts:XO./.X./..O") as page:
        page.get_by_label("Two players").check()
        page.get_by_role("button", name="Move values").click()
        expect(page.locator("#board .mark.won")).to_have_count(2)
        expect(page.locator("#board .mark.drawn")).to_have_count(3)
        for number in (3, 6, 5):
            cell(page, number).click()
            expect(page.locator("#played li").nth(0)).to_be_attached()
        expect(page.locator("#board .line.win")).to_have_count(1)
        page.get_by_role("button", name="Which move lost?").click()
        expect(page.locator(".review")).not_to_be_empty()


def test_coach_explains_the_strategy(open_page: Open) -> None:
    with open_page("/play#id=subtraction:1,2,3@21") as page:
        page.get_by_role("button", name="Strategy").click()
        expect(page.locator("#coach")).to_contain_text("a multiple of 4")
        page.get_by_label("Easy").check()
        expect(page.get_by_label("Easy")).to_be_checked()


def test_loser_sees_the_losing_move_and_a_better_one(open_page: Open) -> None:
    with open_page("/play#id=subtraction:1,2,3@5") as page:
        page.get_by_role("button", name="take 2", exact=True).click()
        expect(page.locator("#message")).to_contain_text("Clew wins")
        expect(page.locator(".review")).to_have_text(
            'Move 1, "take 2", gave it away: "take 1" would have won.'
        )


def test_every_pin_offers_its_moves(open_page: Open) -> None:
    with open_page("/play#id=kayles:7") as page:
        page.get_by_role("button", name="Move values").click()
        expect(page.locator("#board .mark.won, #board .mark.lost")).to_have_count(7)
        expect(page.locator("#board .mark.won")).to_have_count(3)
        cell(page, 0).click()
        page.locator("#chooser").get_by_role("button", name="take 2").click()
        expect(page.locator("#played li").first).to_have_text("take 2")


def test_hint_is_drawn_on_the_board(open_page: Open) -> None:
    with open_page(f"/play#id={NINE}") as page:
        cell(page, 0).wait_for()
        page.keyboard.press("h")
        expect(page.locator("#board .house-line")).to_have_count(1)
        page.keyboard.press("Shift+H")
        expect(page.locator("#hint .words")).to_contain_text("8 must go in r1c6")
        expect(page.locator("#board .mark.cause")).to_have_count(2)
        expect(page.locator("#board .line.ray").first).to_be_attached()


def test_branches_of_a_net_can_be_viewed(open_page: Open) -> None:
    with open_page("/about") as page:
        saved = {"id": NET, "moves": BEFORE_NET, "undone": [], "seconds": 0, "marks": "none"}
        page.goto("/play" + page.evaluate(FRAGMENT, saved))
        cell(page, 0).wait_for()
        page.keyboard.press("Shift+H")
        page.get_by_role("button", name="Branch 1").click()
        expect(page.locator("#hint .words")).to_contain_text("a contradiction")
        for kind in ("strong", "weak"):
            expect(page.locator(f"#board .line.{kind}").first).to_be_visible()
        page.get_by_role("button", name="All branches").click()
        expect(page.locator("#board .line")).to_have_count(0)


def test_hint_on_a_phone_is_a_visible_sheet(open_page: Open) -> None:
    with open_page(f"/play#id={NINE}") as page:
        page.set_viewport_size({"width": 390, "height": 844})
        cell(page, 0).wait_for()
        page.keyboard.press("Shift+H")
        page.locator("#hint .primary").wait_for()
        sheet, board = page.locator("#hint").bounding_box(), page.locator("#board").bounding_box()
        assert sheet is not None
        assert board is not None
        tools = browsing.box_of(page, "#tools")
        assert abs(sheet["y"] + sheet["height"] - tools["y"]) < 2
        assert abs(tools["y"] + tools["height"] - 844) < 2
        assert board["y"] + board["height"] <= sheet["y"]


@pytest.mark.parametrize("size", [(844, 390), (640, 400)])
def test_low_window_shows_the_whole_board_and_the_hint(
    open_page: Open, size: tuple[int, int]
) -> None:
    width, height = size
    with open_page("/about") as page:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/play#id={NINE}")
        cell(page, 0).wait_for()
        page.keyboard.press("Shift+H")
        page.locator("#hint .primary").wait_for()
        board, hint = (browsing.box_of(page, name) for name in ("#board .board", "#hint"))
        for box in (board, hint):
            assert 0 <= box["y"] <= box["y"] + box["height"] <= height
            assert 0 <= box["x"] <= box["x"] + box["width"] <= width
        assert board["x"] + board["width"] <= hint["x"] + 1, "the hint covers the board"
        assert browsing.violations(page) == []


def test_tools_stay_where_they_are(open_page: Open) -> None:
    with open_page("/play#id=lights-out:3x3") as page:
        expect(page.locator("#tool-scramble")).to_be_attached()
        names = "[...document.querySelectorAll('#more > *')].map((each) => each.textContent)"
        watch = page.locator("#link-watch").bounding_box()
        order = page.evaluate(names)
        page.keyboard.press("h")
        expect(page.locator("#hint")).to_be_visible()
        assert (page.evaluate(names), page.locator("#link-watch").bounding_box()) == (order, watch)


def test_unknown_address_shows_a_page_or_a_line(open_page: Open, window: BrowserContext) -> None:
    answer = window.request.get("/nope", headers={"accept": "text/html"})
    assert (answer.status, "Page not found" in answer.text()) == (404, True)
    assert "there's no such page" in window.request.get("/nope", headers={"accept": "*/*"}).text()
    with open_page("/play#id=sudoku:nonsense") as page:
        expect(page.locator("#trouble")).to_contain_text("expected")
        page.locator("#trouble").get_by_role("link", name="gallery").click()
        expect(page.locator(".tile").first).to_be_visible()


def test_page_reconnects_to_a_restarted_server(window: BrowserContext, tmp_path: Path) -> None:
    """Stop the server and start another one at the same address."""
    assert window.browser is not None
    with ExitStack() as stack:
        with serving(tmp_path) as server:
            context = stack.enter_context(
                closing(window.browser.new_context(base_url=server.url, reduced_motion="reduce"))
            )
            page = stack.enter_context(browsing.opened(context, f"/play#id={NINE}"))
            cell(page, 2).click()
            server.process.kill()
            server.process.wait()
        page.keyboard.press("4")
        expect(page.locator(".stopped")).to_contain_text("The server has stopped")
        stack.enter_context(serving(tmp_path, port=server.port))
        expect(page.locator(".stopped")).to_have_count(0)
        expect(cell(page, 2)).to_have_attribute("aria-label", re.compile("column 3, 4"))


def test_named_cells_form_a_block_next_to_their_rules(open_page: Open) -> None:
    """A cryptarithm and the zebra puzzle fit the screen, rules included."""
    for kind, second in (("cryptarithm", "E"), ("zebra", "English, 2")):
        puzzle = clew.parse(f"{kind}:{find(kind).examples[0].text}")
        with open_page(f"/play#id={quote(puzzle.id)}") as page:
            for width in (390, 1280):
                page.set_viewport_size({"width": width, "height": 844})
                cell(page, 0).wait_for()
                board = browsing.box_of(page, "#board")
                assert board["y"] + board["height"] <= 844, kind
            rules = page.locator(".rules li")
            expect(rules.last).to_be_visible()
            assert rules.all_inner_texts() == [words for words, _ in puzzle.brief()]
            page.keyboard.press("ArrowRight")
            expect(cell(page, 1)).to_be_focused()
            expect(cell(page, 1)).to_have_attribute("aria-label", re.compile(f"^{second}"))


@pytest.mark.parametrize("width", [390, 1280])
def test_map_is_drawn_with_borders(open_page: Open, width: int) -> None:
    example = find("map-colouring").examples[0]
    with open_page("/") as page:
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"/play#id={quote(f'map-colouring:{example.text}')}")
        cell(page, 0).wait_for()
        expect(page.locator("#board .line.border")).to_have_count(9)
        west, north, south, island = (
            browsing.box_of(page, f'[data-cell="{n}"]') for n in (0, 1, 2, 6)
        )
        assert west["x"] < north["x"]
        assert north["y"] < south["y"] < island["y"]
        assert island["y"] + island["height"] <= 800
        expect(cell(page, 0)).to_have_attribute("aria-label", "WA, empty, borders NT SA")
        cell(page, 0).focus()
        for key, number in (("ArrowRight", 2), ("ArrowUp", 1), ("ArrowLeft", 0)):
            page.keyboard.press(key)
            expect(cell(page, number)).to_be_focused()
        page.get_by_role("button", name="green", exact=True).click()
        cell(page, 0).click()
        expect(page.locator("#board .paint-4")).to_have_count(1)


def test_hard_sudoku_is_playable_on_a_phone_with_one_hint(open_page: Open) -> None:
    """Plays like a new player: from the first page, by taps, on visible elements only."""
    with open_page("/about") as page:
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto("/")
        page.get_by_role("link", name="Hard", exact=True).click()
        cell(page, 0).wait_for()
        expect(page.locator("#level")).to_have_text("hard")
        puzzle = clew.parse(page.evaluate(IDENTITY))
        answer: Any = clew.solve(puzzle).solution
        page.get_by_role("button", name="Hint", exact=True).click()
        page.get_by_role("button", name="Full step").click()
        hint = browsing.box_of(page, "#hint")
        assert hint["y"] + hint["height"] <= 844
        page.locator("#hint .primary").click()
        expect(page.locator("#hint")).to_be_hidden()
        pad = page.locator("#pad .pad button")
        labels = "cells => cells.map((each) => each.getAttribute('aria-label'))"
        for number, label in enumerate(page.locator("#board [data-cell]").evaluate_all(labels)):
            if "empty" in label:
                cell(page, number).click()
                pad.nth(answer[number] - 1).click()
        done = page.locator("#done")
        expect(done).to_be_visible()
        expect(done).to_contain_text("hard")
        expect(done).to_contain_text(re.compile(r"Hints\s*1(?!\d)"))
        assert page.evaluate("document.documentElement.scrollWidth") == 390
