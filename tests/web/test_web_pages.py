"""The pages in a real browser: every kind is played to its end by mouse and keyboard."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from clew.core.faces import Game
from tests.web import browser as browsing
from tests.web.browser import NINE, SMALL, Open, cell

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
if reason := browsing.missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

from clew.core.registry import all_puzzles, parse
from clew.search.run import solve
from tests.web.web_server import Server, serving

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Locator, Page, Route

expect.set_options(timeout=browsing.PATIENCE)

GAMES = {
    "chomp": "chomp:2x3", "dawson": "dawson:5", "digraph": "digraph:a>b,b>c,c>d,d>e,b>d@a",
    "dynamic": "dynamic:6", "empty-divide": "empty-divide:3,4", "grundy": "grundy:6",
    "kayles": "kayles:5", "lasker": "lasker:2,3", "nim": "nim:2,3", "nimble": "nimble:1,3",
    "northcott": "northcott:4@1-4,2-3", "noughts": "noughts:3x3", "octal": "octal:0.77@5",
    "sos": "sos:4", "staircase": "staircase:1,2", "subtraction": "subtraction:1,2,3@7",
    "turtles": "turtles:HHTTH", "wythoff": "wythoff:2,3", "connect-four": "connect-four:3x3,3",
    "kalah": "kalah:2x1", "dots-and-boxes": "dots-and-boxes:1x1",
}  # fmt: skip


def name(page: Page, index: int) -> str:
    return cell(page, index).get_attribute("aria-label") or ""


def message(page: Page) -> Locator:
    return page.locator("#message")


def tool(page: Page, word: str) -> Locator:
    """Find a tool, in the menu if it isn't always in reach."""
    if word in ("Restart", "Check", "Who wins?", "Scramble", "Solve", "Play it out", "Settings"):
        page.locator("#tool-more").wait_for()
        page.evaluate("document.querySelector('#more').hidden = false")
    return page.get_by_role("button", name=word, exact=True)


# ------------------------------------------------------------------ the gallery


def test_gallery_shows_every_kind_with_its_picture(open_page: Open) -> None:
    with open_page("/") as page:
        tiles = page.locator(".tile")
        expect(tiles).to_have_count(len(all_puzzles()))
        expect(page.locator(".tile .picture > *")).to_have_count(len(all_puzzles()))
        page.get_by_role("link", name="Sudoku", exact=True).click()
        expect(page.locator("h1")).to_have_text("Sudoku")
        expect(page.locator("#board [role=gridcell]")).to_have_count(81)


def test_gallery_shows_a_kind_without_examples(window: BrowserContext) -> None:
    def bare(route: Route) -> None:
        found = route.fetch().json()
        found["puzzles"][0] |= {"name": "bare", "title": "Bare", "examples": []}
        route.fulfill(json=found)

    page = window.new_page()
    page.route("**/api/puzzles", bare)
    page.goto("/")
    expect(page.locator(".tile")).to_have_count(len(all_puzzles()))
    expect(page.get_by_role("heading", name="Bare")).to_be_visible()
    expect(page.get_by_role("link", name="Bare")).to_have_count(0)
    page.close()


def test_first_page_is_small(window: BrowserContext, server: Server) -> None:
    """The first visit transfers few bytes, headers included."""
    assert window.browser is not None
    with closing(window.browser.new_context(base_url=server.url)) as fresh:
        page, sent = fresh.new_page(), list[float]()
        network = fresh.new_cdp_session(page)
        network.on("Network.loadingFinished", lambda each: sent.append(each["encodedDataLength"]))
        network.send("Network.enable")
        page.goto("/")
        expect(page.locator(".tile").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert len(sent) > 20
        assert sum(sent) < 150_000
        foreign = page.evaluate(
            "performance.getEntriesByType('resource').filter("
            "each => !each.name.startsWith(location.origin)).length"
        )
        assert foreign == 0


# ------------------------------------------------------------------ filling


@pytest.mark.parametrize(
    "text",
    [
        SMALL,
        "sudoku:2x3:2...4.1..3..6..43..4.2...6....4.5...",
        "futoshiki:4:0,0,0,0,0U,0R,0D,0,2,0,0,0,0,0,4,0,",
        "latin:4:1....1....1....1",
        "queens:4",
    ],
)
def test_grid_is_filled_by_keyboard_alone(open_page: Open, text: str) -> None:
    puzzle: Any = parse(text)
    entries = puzzle.entries(solve(puzzle).solution)
    with open_page(f"/play#id={text}") as page:
        cell(page, 0).wait_for()
        while page.evaluate("document.activeElement.getAttribute('role')") != "gridcell":
            page.keyboard.press("Tab")
        cols = page.locator("#board [role=row]").first.locator("[role=gridcell]").count()
        for index, value in enumerate(entries):
            if value and not puzzle.givens[index]:
                page.keyboard.press(str(value) if puzzle.name != "queens" else "q")
            page.keyboard.press("ArrowRight")
            if index % cols == cols - 1:
                page.keyboard.press("ArrowDown")
        expect(message(page)).to_contain_text("Solved")
        expect(tool(page, "Hint")).to_be_disabled()
        expect(page.locator("#live")).to_contain_text("Solved")


def test_number_pad_and_marks_by_mouse(open_page: Open) -> None:
    with open_page(f"/play#id={NINE}") as page:
        cell(page, 2).click()
        pad = page.locator(".pad button")
        pad.nth(3).click()
        expect(cell(page, 2)).to_have_attribute("aria-label", re.compile("column 3, 4$"))
        page.get_by_role("button", name="Marks", exact=True).click()
        cell(page, 3).click()
        pad.nth(1).click()
        pad.nth(5).click()
        expect(cell(page, 3)).to_have_attribute("aria-label", re.compile("candidates 2 6"))
        pad.nth(5).click()
        expect(cell(page, 3)).to_have_attribute("aria-label", re.compile("candidates 2$"))
        page.get_by_role("button", name="Erase").click()
        expect(cell(page, 3)).to_have_attribute("aria-label", re.compile("empty$"))


def test_marks_follow_their_setting(open_page: Open) -> None:
    with open_page(f"/play#id={NINE}") as page:
        level = page.locator(".padlevel select")
        level.select_option("full")
        expect(cell(page, 2)).to_have_attribute("aria-label", re.compile("candidates 1 2 4"))
        cell(page, 2).click()
        page.keyboard.press("4")
        expect(cell(page, 2)).to_have_attribute("aria-label", re.compile("column 3, 4$"))
        level.select_option("none")
        expect(cell(page, 3)).to_have_attribute("aria-label", re.compile("empty$"))
        level.select_option("clean")
        cell(page, 3).click()
        page.keyboard.press("Shift+Digit2")
        expect(cell(page, 3)).to_have_attribute("aria-label", re.compile("candidates 2$"))
        cell(page, 5).click()
        page.keyboard.press("2")
        expect(cell(page, 3)).to_have_attribute("aria-label", re.compile("empty$"))


def test_values_of_two_digits_are_typed(open_page: Open) -> None:
    with open_page(f"/play#id=sudoku:{'.' * 256}") as page:
        cell(page, 0).click()
        page.keyboard.press("1")
        page.keyboard.press("6")
        expect(cell(page, 0)).to_have_attribute("aria-label", re.compile("column 1, 16"))
        page.keyboard.press("ArrowRight")
        page.keyboard.press("b")
        expect(cell(page, 1)).to_have_attribute("aria-label", re.compile("column 2, 11"))


def test_broken_rule_is_flagged_and_undone(open_page: Open) -> None:
    with open_page(f"/play#id={NINE}") as page:
        cell(page, 2).click()
        page.keyboard.press("5")
        expect(cell(page, 0)).to_have_attribute("aria-label", re.compile("breaks a rule"))
        expect(page.locator("#live")).to_contain_text("break a rule")
        page.keyboard.press("Control+z")
        expect(cell(page, 2)).to_have_attribute("aria-label", re.compile("empty$"))
        page.keyboard.press("Control+y")
        expect(cell(page, 2)).to_have_attribute("aria-label", re.compile("column 3, 5"))
        tool(page, "Restart").click()
        expect(tool(page, "Undo")).to_be_disabled()


def test_check_names_wrong_entries(open_page: Open) -> None:
    with open_page(f"/play#id={NINE}") as page:
        cell(page, 2).click()
        page.keyboard.press("1")
        tool(page, "Check").click()
        expect(message(page)).to_contain_text("r1c3 doesn't match the solution")
        expect(cell(page, 2)).to_have_attribute(
            "aria-label", re.compile("doesn't match the solution")
        )
        page.keyboard.press("Delete")
        expect(cell(page, 2)).to_be_focused()
        page.keyboard.press("4")
        page.keyboard.press("k")
        expect(message(page)).to_contain_text("No mistakes so far")


def test_address_holds_the_game(open_page: Open) -> None:
    with open_page(f"/play#id={NINE}") as page:
        cell(page, 2).click()
        page.keyboard.press("4")
        expect(page).to_have_url(re.compile("#s="))
        before = page.url
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Shift+Digit6")
        expect(page).not_to_have_url(before)
        page.reload()
        expect(cell(page, 2)).to_have_attribute("aria-label", re.compile("column 3, 4$"))
        expect(cell(page, 3)).to_have_attribute("aria-label", re.compile("candidates 6"))
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+z")
        expect(cell(page, 2)).to_have_attribute("aria-label", re.compile("empty"))


def test_damaged_link_shows_one_line(open_page: Open) -> None:
    with open_page("/play#s=nonsense") as page:
        expect(page.locator("#trouble")).to_contain_text("This link is damaged")
    with open_page("/play#id=sudoku:12") as page:
        expect(page.locator("#trouble")).to_contain_text("expected")


# ------------------------------------------------------------------ hints


@pytest.mark.parametrize("text", [NINE, "lights-out:3x3", "nim:3,4,5", "queens:6"])
def test_hint_reveals_more_with_each_press(open_page: Open, text: str) -> None:
    with open_page(f"/play#id={text}") as page:
        cell(page, 0).wait_for()
        said = []
        for degree in range(4):
            tool(page, "Hint").click()
            pressed = page.locator(".degrees button").nth(degree)
            expect(pressed).to_have_attribute("aria-pressed", "true")
            said.append(page.locator("#hint .words").inner_text())
            expect(page.locator("#live")).to_contain_text("Hint:")
        assert len(set(said)) == 4
        page.locator(".degrees button").nth(1).press("Enter")
        expect(page.locator("#hint .words")).to_have_text(said[1])
        expect(page.locator(".degrees button").nth(1)).to_be_focused()
        page.locator(".degrees button").nth(3).press("Enter")
        expect(page.locator("#hint .words")).to_have_text(said[3])
        expect(page.locator("#board .place.effect").first).to_be_attached()
        page.locator(".degrees button").first.click()
        expect(page.locator("#hint .words")).to_have_text(said[0])
        page.keyboard.press("Shift+H")
        page.locator("#hint .primary").press("Enter")
        expect(page.locator("#hint")).to_be_hidden()
        expect(page.locator("#board :focus")).to_have_count(1)
        expect(tool(page, "Take back" if text.startswith("nim") else "Undo")).to_be_enabled()


# ------------------------------------------------------------------ walking


@pytest.mark.parametrize(
    "text",
    [
        "lights-out:2x3:.#./.#.",
        "knight:3x4@0,0",
        "frog:2,3,2,3,5,3",
        "triangle:4/7 5/6 3 4/4 2 1 6=15",
    ],
)
def test_walk_is_clicked_to_its_end(open_page: Open, text: str) -> None:
    from clew.play import open_play

    walk: Any = open_play(parse(text))
    with open_page(f"/play#id={text}") as page:
        for move in walk.way():
            (index,) = (each["cell"] for each in walk.view()["moves"] if each["text"] == move)
            cell(page, index).click()
            walk.play(move)
            expect(page.locator("#played li")).to_have_count(len(walk.played))
        expect(message(page)).to_contain_text("Solved in")
        tool(page, "Undo").click()
        expect(message(page)).not_to_contain_text("Solved in")


def test_lights_out_is_scrambled_and_solved_from_the_side_menu(open_page: Open) -> None:
    with open_page("/play#id=lights-out:4x7") as page:
        expect(cell(page, 0)).to_have_attribute("aria-label", "row 1 column 1, on")
        tool(page, "Scramble").click()
        expect(page.locator("#live")).to_contain_text("Scrambled")
        expect(page.locator("#board .lamp:not(.lit)").first).to_be_attached()
        tool(page, "Solve").click()
        expect(message(page)).to_contain_text("Solved by Clew")
        expect(page.locator("#board .lamp.lit")).to_have_count(0)


def test_lights_out_by_keyboard(open_page: Open) -> None:
    with open_page("/play#id=lights-out:2x3:.#./.#.") as page:
        cell(page, 0).focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        expect(cell(page, 0)).to_have_attribute("aria-label", "row 1 column 1, on")
        page.keyboard.press("Space")
        expect(cell(page, 0)).to_have_attribute("aria-label", "row 1 column 1, off")


def test_jugs_are_poured_by_mouse_and_by_keyboard(open_page: Open) -> None:
    with open_page("/play#id=jugs:3,5=4") as page:
        jug = page.locator("#board [role=gridcell]")
        page.get_by_role("button", name="Fill jug 2").click()
        jug.nth(1).click()
        jug.nth(0).click()
        expect(jug.nth(1)).to_have_attribute("aria-label", re.compile("2 of 5"))
        page.get_by_role("button", name="Empty jug 1").press("Enter")
        expect(jug.nth(0)).to_have_attribute("aria-label", re.compile("0 of 3"))
        for made, words in enumerate(("pour 2 into 1", "fill 2", "pour 2 into 1"), 4):
            page.locator("#moves").get_by_role("button", name=words).press("Enter")
            expect(page.locator("#played li")).to_have_count(made)
        expect(message(page)).to_contain_text("Solved in 6 moves")


# ------------------------------------------------------------------ games


def test_every_game_is_in_the_list() -> None:
    games = {kind.name for kind in all_puzzles() if Game in kind.faces}
    assert games == set(GAMES)


@pytest.mark.slow
def test_every_game_is_played_to_its_end(open_page: Open) -> None:
    """Play by the list of moves and the keyboard against Clew, then undo."""
    with open_page("/play#id=nim:1") as page:
        cell(page, 0).wait_for()
        for text in GAMES.values():
            go(page, text)
            expect(page.locator("#link-watch")).to_have_attribute(
                "href", re.compile(quote(parse(text).id, ""))
            )
            play_out(page)
            tool(page, "Take back").click()
            expect(message(page)).to_contain_text("Your turn")


def play_out(page: Page) -> None:
    """Make the last move of the list until the game is over."""
    ended = page.locator("#message", has_text=re.compile(r"wins?( \d+)?\.|draw", re.IGNORECASE))
    turn = page.locator("#message", has_text="Your turn")
    for _ in range(12):
        expect(ended.or_(turn)).to_be_visible()
        if ended.count():
            return
        made = page.locator("#played li").count()
        page.evaluate("document.querySelector('#moves details').open = true")
        page.locator("#moves button").last.press("Enter")
        expect(page.locator("#played li")).not_to_have_count(made)
        expect(page.locator("#moves button:focus, #board :focus")).to_have_count(1)
    raise AssertionError("the game goes on and on")


def test_game_on_the_board_and_who_begins(open_page: Open) -> None:
    with open_page("/play#id=noughts:3x3") as page:
        page.get_by_label("Clew goes first").check()
        expect(message(page)).to_contain_text("Clew played")
        free = page.locator("#board [aria-label$='empty']").first
        free.click()
        expect(page.locator("#played li")).to_have_count(3)
        page.reload()
        expect(page.get_by_label("Clew goes first")).to_be_checked()
        page.get_by_label("Two players").check()
        tool(page, "Who wins?").click()
        expect(message(page)).to_contain_text("player to move")
        tool(page, "Play it out").click()
        expect(message(page)).to_contain_text("wins")


def test_cell_with_several_moves_asks_which(open_page: Open) -> None:
    with open_page("/play#id=sos:4") as page:
        page.get_by_label("Two players").check()
        cell(page, 1).focus()
        page.keyboard.press("Enter")
        chooser = page.locator("#chooser")
        expect(chooser.get_by_role("button", name="S at 2")).to_be_focused()
        page.keyboard.press("Escape")
        expect(chooser).to_be_hidden()
        cell(page, 1).click()
        chooser.get_by_role("button", name="O at 2").click()
        expect(cell(page, 1)).to_have_attribute("aria-label", re.compile("O"))


def test_pile_keeps_its_place_and_is_taken_by_a_click(open_page: Open) -> None:
    with open_page("/play#id=nim:3,4,5") as page:
        page.get_by_label("Two players").check()
        cell(page, 10).click()
        expect(page.locator("#played li")).to_have_text(["pile 3: take 5"])
        expect(page.locator("#board .counter")).to_have_count(7)
        expect(page.locator("#board [role=gridcell]")).to_have_count(15)


# ------------------------------------------------------------------ one table, many answers


def go(page: Page, text: str) -> None:
    """Go to another puzzle by its address, like a link or the back button."""
    page.evaluate("text => { location.hash = `id=${text}` }", text)


def test_address_opens_once(open_page: Open) -> None:
    with open_page("/play#id=nim:1") as page:
        cell(page, 0).wait_for()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1]))
        go(page, "nim:2,3")
        expect(page.locator("#board [role=gridcell]")).to_have_count(6)
        page.wait_for_load_state("networkidle")
        assert asked.count("play") == 2  # where it begins, and what there is to see


def test_making_a_puzzle_shows_progress_and_can_be_stopped(open_page: Open) -> None:
    with open_page("/play#id=nim:1") as page:
        cell(page, 0).wait_for()
        browsing.held(page, "**/api/make")
        page.evaluate("location.hash = 'new=sudoku:4,level=easy'")
        expect(page.locator("#making")).to_contain_text("Making a new Sudoku …")
        page.locator("#making").get_by_role("button", name="Stop").click()
        expect(page.locator("#trouble")).to_contain_text("Stopped. No new puzzle")
        expect(page.locator("#making")).to_be_hidden()


def test_started_puzzle_of_a_removed_kind_is_skipped(open_page: Open) -> None:
    with open_page("/play#id=nim:1") as page:
        cell(page, 0).wait_for()
        for gone in ("nothing:1", "nim:nothing"):
            kept = {"saved": {"id": gone, "moves": [], "undone": []}, "solved": False}
            page.evaluate(
                "([key, kept]) => fetch(`api/progress/${key}`, { method: 'PUT',"
                " headers: { 'content-type': 'application/json' }, body: JSON.stringify(kept) })",
                [gone, kept],
            )
        page.goto("/play")
        expect(page.locator("#title")).to_contain_text("Sudoku")
        for gone in ("nothing:1", "nim:nothing"):
            page.evaluate("key => fetch(`api/progress/${key}`, { method: 'DELETE' })", gone)


def test_answer_for_an_earlier_puzzle_is_dropped(open_page: Open) -> None:
    with open_page("/play#id=nim:3,4,5") as page:
        page.get_by_label("Two players").check()
        held = browsing.held(page, "**/api/play")
        cell(page, 10).click()
        expect(page.locator("#board")).to_have_attribute("aria-busy", "true")
        go(page, "nim:2,3")
        expect(page.locator("#board [role=gridcell]")).to_have_count(6)
        with page.expect_response("**/api/play"):
            held[0].continue_()
        expect(page.locator("#board")).to_have_attribute("aria-busy", "false")
        expect(page.locator("#board .counter")).to_have_count(5)
        expect(page.locator("#played li")).to_have_count(0)
        expect(page.get_by_label("You go first")).to_be_checked()


def test_last_requested_puzzle_is_shown(open_page: Open) -> None:
    with open_page("/play#id=nim:1") as page:
        cell(page, 0).wait_for()
        held = browsing.held(page, "**/api/play")
        go(page, "nim:3,4,5")
        expect(page.locator("#board")).to_have_attribute("aria-busy", "true")
        go(page, "nim:2,3")
        expect(page.locator("#board [role=gridcell]")).to_have_count(6)
        with page.expect_response("**/api/play"):
            held[0].continue_()
        expect(page.locator("#board")).to_have_attribute("aria-busy", "false")
        expect(page.locator("#board [role=gridcell]")).to_have_count(6)


def test_bad_link_keeps_the_current_puzzle(open_page: Open) -> None:
    with open_page("/play#id=nim:1,2") as page:
        cell(page, 0).wait_for()
        go(page, "nonsense:1")
        expect(page.locator("#trouble")).to_contain_text("nonsense")
        cell(page, 2).click()
        expect(page.locator("#played li")).to_have_count(2)
        expect(page.locator("#trouble")).to_be_hidden()


def test_back_button_returns_to_earlier_puzzles(open_page: Open) -> None:
    with open_page(f"/play#id={NINE}") as page:
        expect(page.locator("h1")).to_have_text("Sudoku")
        for text, name in (("nim:2,3", "Nim"), ("chomp:2x3", "Chomp")):
            go(page, text)
            expect(page.locator("h1")).to_have_text(name)
        for name in ("Nim", "Sudoku"):
            page.go_back()
            expect(page.locator("h1")).to_have_text(name)
        page.go_forward()
        expect(page.locator("h1")).to_have_text("Nim")


# ------------------------------------------------------------------ the rest of the play page


def test_new_puzzle_from_an_example_and_from_a_text(open_page: Open) -> None:
    with open_page(f"/play#id={NINE}") as page:
        page.get_by_text("New puzzle").click()
        page.locator("#fresh-form").get_by_label("Kind").select_option("nim")
        page.get_by_text("Examples, or your own").click()
        page.get_by_label("Or type your own").fill("1,2")
        page.get_by_role("button", name="Open", exact=True).click()
        expect(page.locator("h1")).to_have_text("Nim")
        expect(page).to_have_url(re.compile("id=nim:1,2"))
        page.get_by_label("Or type your own").fill("nonsense")
        page.get_by_role("button", name="Open", exact=True).click()
        expect(page.locator("#fresh-form .error")).to_contain_text("expected")
        page.go_back()
        expect(page.locator("h1")).to_have_text("Sudoku")


def test_new_puzzle_is_made_at_a_level(open_page: Open) -> None:
    with open_page(f"/play#id={NINE}") as page:
        page.keyboard.press("n")
        page.locator("#fresh-form").get_by_label("Size").select_option("4")
        page.get_by_role("button", name="Make one").click()
        expect(page.locator("#board [role=gridcell]")).to_have_count(16)
        page.locator("#fresh-form").get_by_label("Size").select_option("9")
        page.locator("#fresh-form").get_by_label("Level").select_option("easy")
        page.get_by_role("button", name="Make one").click()
        expect(page.locator("#board [role=gridcell]")).to_have_count(81)
        expect(page.locator("#level")).to_have_text("easy")
        expect(page).to_have_url(re.compile("#id=sudoku:"))


def test_settings_hide_the_time_and_change_the_theme(open_page: Open) -> None:
    with open_page(f"/play#id={SMALL}") as page:
        expect(page.locator(".timer .face")).to_be_visible()
        tool(page, "Settings").click()
        page.get_by_label("Show the timer").uncheck()
        page.locator("#settings select").select_option("dark")
        page.get_by_role("button", name="Close").click()
        expect(page.locator(".timer .face")).to_be_hidden()
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        expect(page.locator(".timer .face")).to_be_hidden()
        page.keyboard.press("?")
        expect(page.locator("#keys")).to_be_visible()


def test_links_lead_to_watching_and_printing(open_page: Open) -> None:
    with open_page(f"/play#id={SMALL}") as page:
        watch = page.locator("#link-watch")
        expect(watch).to_have_attribute("href", re.compile(r"watch\.html\?id=sudoku%3A"))
        page.get_by_role("button", name="More").click()
        page.get_by_role("link", name="Print").last.click()
        expect(page.locator(".sheet")).to_have_count(2)


def test_started_puzzle_goes_on_where_it_was(open_page: Open) -> None:
    with open_page("/play#id=latin:3:12.......") as page:
        cell(page, 2).click()
        with page.expect_response(lambda answer: answer.request.method == "PUT"):
            page.keyboard.press("3")
        page.goto("/")
        expect(page.locator("#going")).to_contain_text("Latin square")
        page.goto("/play#id=latin:3:12.......")
        expect(cell(page, 2)).to_have_attribute("aria-label", re.compile("column 3, 3$"))
        page.get_by_role("button", name="Start over").click()
        expect(cell(page, 2)).to_have_attribute("aria-label", re.compile("empty$"))


# ------------------------------------------------------------------ enter and print


def test_pasted_text_is_read_in_any_notation(open_page: Open) -> None:
    drawn = "5 3 . | . 7 . | . . .\n" * 9
    with open_page("/enter") as page:
        box = page.get_by_label("Puzzle", exact=True)
        box.fill(NINE.partition(":")[2])
        expect(page.locator("#found .board")).to_have_count(1)
        box.fill("nim:3,4,5\nlights-out:4x7")
        expect(page.locator("#found li")).to_have_count(2)
        box.fill("nonsense")
        expect(page.locator("#error")).to_contain_text("can't read 'nonsense'")
        expect(page.locator("#found li")).to_have_count(0)
        box.fill(drawn)
        expect(page.locator("#found li, #error:not([hidden])")).not_to_have_count(0)
        box.fill("nim:3,4,5")
        page.get_by_role("link", name="Play Nim").click()
        expect(page.locator("h1")).to_have_text("Nim")


def test_empty_grid_can_be_filled_in_and_played(open_page: Open) -> None:
    with open_page("/enter") as page:
        page.get_by_role("button", name="Fill in a grid").click()
        page.locator("#grid-size").select_option(label="4 by 4")
        expect(page.locator("#board [role=gridcell]")).to_have_count(16)
        cell(page, 0).click()
        page.keyboard.press("3")
        expect(page.locator("#grid-told")).to_contain_text("1 cell")
        page.get_by_role("button", name="Play this").click()
        expect(cell(page, 0)).to_have_attribute("aria-label", re.compile("3, given"))
        page.goto("/enter")
        page.get_by_role("button", name="Fill in a grid").click()
        page.locator("#grid-kind").select_option("futoshiki")
        expect(page.locator("#board [role=gridcell]")).to_have_count(25)
        cell(page, 6).click()
        page.keyboard.press("3")
        page.keyboard.press(">")
        expect(page.locator("#board path.sign")).to_have_count(1)
        page.get_by_role("button", name="∧ below").click()
        expect(page.locator("#board path.sign")).to_have_count(2)
        label = "row 2 column 2, 3, less than below, greater than right"
        expect(cell(page, 6)).to_have_attribute("aria-label", label)
        page.locator("#grid-kind").select_option("lights-out")
        cell(page, 12).click()
        page.get_by_role("button", name="Play this").click()
        expect(cell(page, 12)).to_have_attribute("aria-label", re.compile(", on"))
        expect(page.locator("#board .lamp.lit")).to_have_count(1)


def test_several_puzzles_print_with_their_solutions(open_page: Open) -> None:
    ids = [SMALL, "lights-out:3x3", "knight:5x5@0,0", "jugs:3,5=4", "queens:6", "latin:3:12......."]
    with open_page("/print#" + "&".join(f"ids={each}" for each in ids) + "&per=4") as page:
        expect(page.locator(".sheet")).to_have_count(3)
        expect(page.locator(".sheet").last.locator("figure")).to_have_count(6)
        page.emulate_media(media="print")
        expect(page.locator("#form")).to_be_hidden()
        expect(page.locator("header.top")).to_be_hidden()
        for paper in ("A4", "Letter"):
            assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper))) == 3
        page.emulate_media(media="screen")
        page.get_by_label("Solutions at the end").uncheck()
        page.get_by_role("button", name="Preview").click()
        expect(page.locator(".sheet")).to_have_count(2)


@pytest.mark.parametrize(("asked", "sheets"), [("", 2), ("&solutions=no", 1), ("&answers=no", 1)])
def test_print_address_leaves_solutions_out(open_page: Open, asked: str, sheets: int) -> None:
    """Old addresses say answers=no."""
    with open_page(f"/print#ids=queens:4{asked}") as page:
        plural = "page" if sheets == 1 else "pages"
        expect(page.locator("#told")).to_have_text(f"1 puzzle on {sheets} {plural}.")
        expect(page.locator(".sheet")).to_have_count(sheets)


@pytest.mark.parametrize(
    ("status", "reason", "said"),
    [
        ("stopped", "seconds", "Not solved (time limit)"),
        ("stopped", "gave up", "Not solved (gave up)"),
        ("complete", "", "No solution"),
        ("complete", "row 1 has two 1s", "No solution: row 1 has two 1s"),
    ],
)
def test_print_without_a_solution_says_why(
    open_page: Open, status: str, reason: str, said: str
) -> None:
    with open_page("/print") as page:
        found = {"boards": [], "told": "", "status": status, "reason": reason}
        page.route("**/api/solve", lambda route: route.fulfill(json=found))
        page.locator("#ids").evaluate("field => (field.value = 'queens:3')")
        page.get_by_label("My own list").check()
        page.get_by_role("button", name="Preview").click()
        expect(page.locator(".sheet").last.locator(".told")).to_have_text(said)


def test_new_puzzles_are_made_and_printed(open_page: Open) -> None:
    with open_page("/print#kind=lights-out&size=3x3&count=3&per=2") as page:
        expect(page.locator(".sheet")).to_have_count(3)
        page.get_by_label("Kind").select_option("sudoku")
        page.get_by_label("Size").select_option("4")
        page.get_by_role("button", name="Preview").click()
        expect(page.locator("#told")).to_have_text("3 puzzles on 3 pages.")
        expect(page.locator("figcaption").first).to_contain_text("Sudoku")


# ------------------------------------------------------------------ for everyone, on every screen


PAGES = {
    "gallery": "/",
    "fill": f"/play#id={NINE}",
    "walk": "/play#id=lights-out:4x7",
    "knight": "/play#id=knight:5x5@0,0",
    "jugs": "/play#id=jugs:5,8,12=6",
    "game": "/play#id=nim:3,4,5",
    "noughts": "/play#id=noughts:3x3",
    "map": "/play#id=map-colouring:4:a-b-c-d-a,a-c,b-d",
    "missing": "/nope",
    "enter": "/enter#text=nim:3,4,5",
    "print": f"/print#ids={SMALL}",
    "about": "/about",
}


def settled(page: Page, which: str) -> None:
    """Wait until the page shows its contents, and open everything that's closed."""
    if "/play" in page.url:
        expect(page.locator("#fresh-form select").first).to_be_attached()
        page.locator("#tools button", has_text="Hint").click()
        page.locator(".degrees button").last.click()
        expect(page.locator(".degrees button").last).to_have_attribute("aria-pressed", "true")
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    elif which == "gallery":
        expect(page.locator(".tile").first).to_be_visible()
    elif which == "enter":
        expect(page.locator("#found li").first).to_be_visible()
    elif which == "print":
        expect(page.locator(".sheet").first).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("which", PAGES)
def test_pages_are_accessible(open_page: Open, which: str) -> None:
    """axe-core finds nothing in the light and the dark theme, and the page fits a phone."""
    with open_page(PAGES[which]) as page:
        settled(page, which)
        assert browsing.violations(page) == []
        page.emulate_media(color_scheme="dark")
        assert browsing.violations(page, "color-contrast") == []
        page.set_viewport_size({"width": 360, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


# ------------------------------------------------------------------ a server for a class


def test_token_in_the_address_becomes_a_cookie_and_disappears(
    window: BrowserContext, tmp_path: Path
) -> None:
    assert window.browser is not None
    with (
        serving(tmp_path, SMALL, "--host", "0.0.0.0", "--token", "class-2026") as public,
        closing(window.browser.new_context(base_url=public.url)) as context,
    ):
        page = context.new_page()
        refused = page.goto("/")
        assert refused is not None
        assert refused.status == 403
        assert page.get_by_role("heading").inner_text() == "Open the address that clew play printed"
        page.close()
        with browsing.opened(context, f"/play?token=class-2026#id={SMALL}") as page:
            expect(cell(page, 0)).to_be_visible()
            assert page.url.startswith(f"{public.url}/play#id=sudoku")
            assert "class-2026" not in page.evaluate("document.cookie")
            page.goto("/watch?id=queens:6&strategy=backtracking")
            expect(page.get_by_text(re.compile(r"step 0 of \d+"))).to_be_visible()
