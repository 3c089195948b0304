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
    _, loop = loop_of(LOOP)
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


# ------------------------------------------------------------------ shading and placing

NONOGRAM = "nonogram:5x5:4/1.1/1/2/1.3/1.1/2/1.1/2.2/3"


def shaded_in(text: str) -> list[int]:
    """Return the cells of the solution that are shaded, or hold the piece."""
    play: Any = open_play(parse(text))
    play.solve()
    view = play.view()
    entry = 1 + view["values"].index(view["inputs"][0]["cycle"][0])
    return [at for at, value in enumerate(play.entries) if value == entry]


def test_picture_is_shaded_by_mouse(open_page: Open) -> None:
    """A drag paints along one line, the right button crosses, and one undo takes a gesture back."""
    cells = shaded_in(NONOGRAM)
    with open_page(f"/play#id={NONOGRAM}") as page:
        cell(page, 0).wait_for()
        drag(page, [middle(page, at) for at in (0, 12, 4)])
        for at in range(5):
            said(page, at, "filled")
        said(page, 12, "empty")
        undo(page).click()
        said(page, 4, "empty")
        cell(page, 12).click(button="right")
        said(page, 12, "left blank")
        cell(page, 12).click()
        said(page, 12, "empty")
        for at in cells:
            cell(page, at).click()
            said(page, at, "filled")
        blank = [at for at in range(25) if at not in cells]
        page.get_by_role("button", name="Cross", exact=True).click()
        for at in blank:
            cell(page, at).click()
            said(page, at, "left blank")
        expect(message(page)).to_contain_text("Solved")


@pytest.mark.slow
@pytest.mark.parametrize("text", ["hitori:5x5:4515443415145131124232454", NONOGRAM, "queens:4"])
def test_cells_are_shaded_by_touch(window: BrowserContext, server: Server, text: str) -> None:
    assert window.browser is not None
    cells = shaded_in(text)
    play: Any = open_play(parse(text))
    count = len(play.entries)
    with finger(window.browser, server.url, f"/play#id={text}") as page:
        cell(page, 0).wait_for()
        swipe(page, [middle(page, cells[0])], hold=700)
        said(page, cells[0], "blank|kept|ruled out")
        tap(page, cells[0])
        for at in cells:
            tap(page, at)
            said(page, at, "filled|shaded|queen")
        page.locator(".switch button").nth(1).tap()
        others = set(range(count)) - set(cells) if not text.startswith("queens") else ()
        for at in others:
            tap(page, at)
            said(page, at, "blank|kept")
        expect(message(page)).to_contain_text("Solved")


@pytest.mark.slow
@pytest.mark.parametrize("text", ["minesweeper:3x3:.../.8./...", NONOGRAM])
def test_cells_are_shaded_by_keyboard(open_page: Open, text: str) -> None:
    cells = shaded_in(text)
    play: Any = open_play(parse(text))
    _, cols = play.first.shape
    with open_page(f"/play#id={text}") as page:
        cell(page, 0).focus()
        for at in range(len(play.entries)):
            if not play.first.givens[at]:
                page.keyboard.press("Space" if at in cells else "x")
                said(page, at, "filled|a mine" if at in cells else "blank|no mine")
            page.keyboard.press("ArrowRight")
            if at % cols == cols - 1:
                page.keyboard.press("ArrowDown")
        expect(message(page)).to_contain_text("Solved")
        cell(page, 0).focus()
        undo(page).click()


@pytest.mark.slow
def test_shift_and_arrows_paint(open_page: Open) -> None:
    with open_page(f"/play#id={NONOGRAM}") as page:
        cell(page, 0).focus()
        page.keyboard.press("Space")
        said(page, 0, "filled")
        page.keyboard.press("Shift+ArrowRight")
        said(page, 1, "filled")
        expect(cell(page, 1)).to_be_focused()


# ------------------------------------------------------------------ moves

WALKS = {
    "steer": "sokoban:#####/#@$.#/#####",
    "tiles": "sliding-tiles:3x3:1,2,3,4,5,6,0,7,8",
    "drag": "rush-hour:ooBoAABooooooCCo",
    "disks": "hanoi:2",
    "pegs": "peg-solitaire:..oo./.o.../.....",
    "go": "romania:Arad-Bucharest",
    "graph": "triangle:4/7 5/6 3 4/4 2 1 6=15",
    "pads": "frog:2,3,2,3,5,3",
    "pancakes": "pancakes:3,1,2",
    "toggle": "lights-out:2x3:.#./.#.",
    "knight": "knight:3x4@0,0",
}
FAST = ("steer", "drag")
"""The walks that are played in every run."""
MODES = [pytest.param(mode, marks=[] if mode in FAST else [pytest.mark.slow]) for mode in WALKS]
ARROWS = {(0, 1): "ArrowRight", (0, -1): "ArrowLeft", (1, 0): "ArrowDown", (-1, 0): "ArrowUp"}


def steps(text: str) -> list[tuple[dict[str, Any], int]]:
    """Return the moves of a solution as a view lists them, and the number of columns."""
    walk: Any = open_play(parse(text))
    found = []
    for move in walk.way():
        listed = {each["text"]: each for each in walk.view()["moves"]}
        found.append((listed[move], walk.board().cols))
        walk.play(move)
    return found


def has_made(page: Page, count: int) -> None:
    expect(page.locator("#played li")).to_have_count(count)


def target_of(move: dict[str, Any]) -> int:
    """Return the cell to click for a move: its own, or one that's alike, such as the tile."""
    return int(move.get("alike", [move["cell"]])[0])


@pytest.mark.parametrize("mode", MODES)
def test_walk_is_played_by_mouse(open_page: Open, mode: str) -> None:
    text = WALKS[mode]
    with open_page(f"/play#id={text}") as page:
        page.locator("#board [data-cell]").first.wait_for()
        for number, (move, _) in enumerate(steps(text), 1):
            dragged = open_play(parse(text)).view()["inputs"][0]["mode"] == "drag"
            own = [at for at in move["cells"][1:] if cell(page, at).count()]
            if dragged and own and mode != "pancakes":
                near = min(own, key=lambda at: abs(at - move["cell"]))
                drag(page, [middle(page, near), middle(page, move["cell"])])
            else:
                cell(page, target_of(move)).click()
            has_made(page, number)
        expect(message(page)).to_contain_text("Solved in")
        undo(page).click()
        expect(message(page)).not_to_contain_text("Solved in")


@pytest.mark.slow
@pytest.mark.parametrize("mode", WALKS)
def test_walk_is_played_by_touch(window: BrowserContext, server: Server, mode: str) -> None:
    assert window.browser is not None
    text = WALKS[mode]
    with finger(window.browser, server.url, f"/play#id={text}") as page:
        page.locator("#board [data-cell]").first.wait_for()
        for number, (move, cols) in enumerate(steps(text), 1):
            own = [at for at in move["cells"][1:] if cell(page, at).count()]
            if mode in ("steer", "tiles"):
                one, two = (divmod(at, cols) for at in (move["cells"][1], move["cells"][0]))
                x, y = middle(page, 0)
                down, right = two[0] - one[0], two[1] - one[1]
                swipe(page, [(x, y), (x + 60 * right, y + 60 * down)])
            elif mode in ("drag", "disks", "pegs"):
                tap(page, own[0])
                expect(page.locator("#board .place.chosen").first).to_be_attached()
                tap(page, move["cell"])
            else:
                tap(page, target_of(move))
            has_made(page, number)
        expect(message(page)).to_contain_text("Solved in")


@pytest.mark.slow
@pytest.mark.parametrize("mode", WALKS)
def test_walk_is_played_by_keyboard(open_page: Open, mode: str) -> None:
    text = WALKS[mode]
    with open_page(f"/play#id={text}") as page:
        first = page.locator("#board [data-cell]").first
        first.wait_for()
        while page.evaluate("document.activeElement.getAttribute('role')") != "gridcell":
            page.keyboard.press("Tab")
        for number, (move, cols) in enumerate(steps(text), 1):
            own = [at for at in move["cells"][1:] if cell(page, at).count()]
            if mode in ("steer", "tiles"):
                one, two = (divmod(at, cols) for at in (move["cells"][1], move["cells"][0]))
                page.keyboard.press(ARROWS[two[0] - one[0], two[1] - one[1]])
            elif mode in ("drag", "disks", "pegs"):
                walk_to(page, own[0], cols)
                page.keyboard.press("Enter")
                expect(page.locator("#board .place.chosen").first).to_be_attached()
                aim(page, own, move["cell"], cols)
                page.keyboard.press("Enter")
            elif mode == "go":
                choose(page, move["cell"])
                page.keyboard.press("Enter")
            else:
                walk_to(page, target_of(move), cols)
                page.keyboard.press("Enter")
            has_made(page, number)
        expect(message(page)).to_contain_text("Solved in")
        expect(page.locator("#live")).to_contain_text("Solved")


def focused(page: Page) -> int:
    return int(page.evaluate("document.activeElement.dataset.cell ?? -1"))


def walk_to(page: Page, target: int, cols: int) -> None:
    """Walk to a cell with the arrow keys, by whatever way leads there."""
    for _ in range(40):
        here = focused(page)
        if here == target:
            return
        (row, col), (to, across) = divmod(here, cols), divmod(target, cols)
        down = (to > row) - (to < row)
        page.keyboard.press(ARROWS[down, 0] if down else ARROWS[0, 1 if across > col else -1])
    raise AssertionError(f"{target} isn't reached from {focused(page)}")


def aim(page: Page, own: list[int], target: int, cols: int) -> None:
    """Press arrows until the target of the piece that's picked up is chosen."""
    near = min(own, key=lambda at: abs(at - target))
    (row, col), (to, across) = divmod(near, cols), divmod(target, cols)
    way = (0, 1 if across > col else -1) if across != col else (1 if to > row else -1, 0)
    key = ARROWS[way]
    for _ in range(6):
        page.keyboard.press(key)
        if cell(page, target).get_attribute("class") == "place open draft":
            return
    raise AssertionError(f"{target} can't be chosen")


def choose(page: Page, target: int) -> None:
    """Try the arrows until they lead to a neighbour."""
    for key in (*ARROWS.values(), *ARROWS.values()):
        page.keyboard.press(key)
        if focused(page) == target:
            return
    raise AssertionError(f"{target} isn't reached")


def test_blocked_car_stops_and_escape_puts_it_back(open_page: Open) -> None:
    with open_page("/play#id=rush-hour:ooBoAABooooooCCo") as page:
        cell(page, 4).wait_for()
        drag(page, [middle(page, 4), middle(page, 7)])
        has_made(page, 0)
        cell(page, 2).click()
        expect(page.locator("#board .place.chosen")).to_have_count(2)
        page.keyboard.press("Escape")
        expect(page.locator("#board .place.chosen")).to_have_count(0)
        page.keyboard.press("c")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
        has_made(page, 1)


def test_tab_goes_through_the_pieces_and_leaves_the_board(open_page: Open) -> None:
    with open_page("/play#id=rush-hour:ooBoAABooooooCCo") as page:
        cell(page, 0).focus()
        for piece in (2, 13):
            page.keyboard.press("Tab")
            expect(cell(page, piece)).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.locator("#board :focus")).to_have_count(0)
        before = page.evaluate("document.activeElement.id")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.id") != before
        expect(page.locator("#board :focus")).to_have_count(0)


def test_person_walks_to_a_place(open_page: Open) -> None:
    with open_page("/play#id=sokoban:######/#----#/#-#@-#/#-$*-#/#-.*-#/#----#/######") as page:
        cell(page, 7).click()
        said(page, 7, "you are here")
        has_made(page, 3)


# ------------------------------------------------------------------ the other modes


def test_disc_drops_into_a_column(window: BrowserContext, server: Server, open_page: Open) -> None:
    text = "connect-four:4x3,3"
    with open_page(f"/play#id={text}") as page:
        page.get_by_label("Two players").check()
        cell(page, 3).click()  # the top of the last column: it falls to the bottom
        said(page, 11, "X|O")
        page.keyboard.press("1")
        said(page, 8, "X|O")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        has_made(page, 3)
    assert window.browser is not None
    with finger(window.browser, server.url, f"/play#id={text}") as page:
        page.get_by_label("Two players").check()
        tap(page, 0)
        said(page, 8, "X|O")


@pytest.mark.slow
def test_counters_are_taken_by_digits_and_by_two_taps(
    window: BrowserContext, server: Server, open_page: Open
) -> None:
    with open_page("/play#id=nim:3,4,5") as page:
        page.get_by_label("Two players").check()
        cell(page, 5).focus()
        page.keyboard.press("2")
        expect(page.locator("#played li")).to_have_text(["pile 2: take 2"])
    assert window.browser is not None
    with finger(window.browser, server.url, "/play#id=nim:3,4,5") as page:
        page.get_by_label("Two players").check()
        tap(page, 12)
        expect(page.locator("#board .at.taken").first).to_be_attached()
        has_made(page, 0)
        tap(page, 12)
        has_made(page, 1)


@pytest.mark.slow
def test_jugs_are_poured_by_digits_and_by_a_drag(open_page: Open) -> None:
    with open_page("/play#id=jugs:3,5=4") as page:
        jug = page.locator("#board [role=gridcell]")
        jug.nth(1).focus()
        page.keyboard.press("f")
        has_made(page, 1)
        page.keyboard.press("2")
        page.keyboard.press("1")
        has_made(page, 2)
        numbers = [int(jug.nth(at).get_attribute("data-cell") or 0) for at in (0, 1)]
        drag(page, [middle(page, at) for at in numbers])
        expect(jug.nth(0)).to_have_attribute("aria-label", re.compile("0 of 3"))


@pytest.mark.slow
def test_people_cross_by_mouse_and_by_keyboard(open_page: Open) -> None:
    with open_page("/play#id=missionaries:2") as page:
        for number, (move, _) in enumerate(steps("missionaries:2"), 1):
            load = move["text"].split()[0]
            cell(page, 0).focus()
            for letter in load:
                page.keyboard.press(letter.lower())
            if number % 2:
                page.keyboard.press("Enter")
            else:
                page.get_by_role("button", name=re.compile("^Cross")).click()
            has_made(page, number)
        expect(message(page)).to_contain_text("Solved in")


@pytest.mark.slow
def test_faces_turn_by_keys(open_page: Open) -> None:
    with open_page("/play#id=pocket-cube:RF") as page:
        page.locator("#board [data-cell]").first.focus()
        page.keyboard.press("Shift+F")
        has_made(page, 1)
        page.keyboard.press("Shift+R")
        expect(message(page)).to_contain_text("Solved in")


MAP = "map-colouring:3:WA-NT-SA-WA,NT-Q-SA,Q-NSW-SA,NSW-V-SA,T"


@pytest.mark.slow
@pytest.mark.parametrize("device", ["mouse", "touch", "keyboard"])
def test_regions_are_painted(window: BrowserContext, server: Server, device: str) -> None:
    play: Any = open_play(parse(MAP))
    play.solve()
    assert window.browser is not None
    with finger(window.browser, server.url, f"/play#id={MAP}") as page:
        pad = page.locator(".pad button")
        for at, value in enumerate(play.entries):
            if device == "keyboard":
                cell(page, at).focus()
                page.keyboard.press(str(value))
            elif device == "mouse":
                pad.nth(value - 1).click()
                cell(page, at).click()
            else:
                pad.nth(value - 1).tap()
                tap(page, at)
            said(page, at, play.view()["values"][value - 1])
        expect(message(page)).to_contain_text("Solved")


ZEBRA = "zebra:Ann Bob Cid/red blue green:Ann=red,red+blue,Bob~Ann,Ann=1"


@pytest.mark.slow
@pytest.mark.parametrize("device", ["mouse", "touch", "keyboard"])
def test_names_are_matched_in_a_table(window: BrowserContext, server: Server, device: str) -> None:
    play: Any = open_play(parse(ZEBRA))
    play.solve()
    wide = len(play.view()["values"])
    assert window.browser is not None
    with finger(window.browser, server.url, f"/play#id={ZEBRA.replace('+', '%2B')}") as page:
        page.locator("#board [data-cell]").first.wait_for()
        for row, value in enumerate(play.entries):
            place = row * wide + value - 1
            if "yes" in label(page, place):
                continue
            if device == "keyboard":
                cell(page, 0).focus()
                walk_to(page, place, wide)
                page.keyboard.press("Enter")
            elif device == "mouse":
                page.locator(".categories button").nth(row // wide).click()
                cell(page, place).click()
            else:
                page.locator(".categories button").nth(row // wide).tap()
                tap(page, place)
            said(page, place, "yes")
        expect(message(page)).to_contain_text("Solved")


# ------------------------------------------------------------------ the page around the board


def test_tools_are_in_reach_on_a_phone(window: BrowserContext, server: Server) -> None:
    """Undo, Check and Hint are on the first screen, and the rest is in a menu."""
    assert window.browser is not None
    for text in (LOOP, NONOGRAM, browsing.NINE, "sokoban:#####/#@$.#/#####", "nim:3,4,5"):
        with finger(window.browser, server.url, f"/play#id={text}") as page:
            page.locator("#tool-hint").wait_for()
            for name in ("undo", "redo", "hint", "more"):
                box = browsing.box_of(page, f"#tool-{name}")
                assert box["y"] + box["height"] <= 844, (text, name)
                assert box["height"] >= 44, (text, name)
            assert page.locator("#tool-solve").is_hidden()
            page.locator("#tool-more").tap()
            expect(page.locator("#tool-solve")).to_be_visible()
            page.keyboard.press("Escape")


def test_begun_puzzle_goes_on_and_two_tabs_stay_in_step(window: BrowserContext) -> None:
    with browsing.opened(window, f"/play#id={LOOP}") as page:
        cell(page, 1).click()
        said(page, 1, "line")
        expect(page).to_have_url(re.compile("#s="))
        with browsing.opened(window, f"/play#id={LOOP}") as other:
            said(other, 1, "line")
            expect(other.locator("#begun")).to_contain_text("where you were")
            cell(other, 11).click()
            said(other, 11, "line")
            said(page, 11, "line")


def test_search_is_watched_from_the_current_position(open_page: Open) -> None:
    with open_page("/play#id=knight:5x5@0,0") as page:
        cell(page, 7).click()
        has_made(page, 1)
        expect(page.locator("#link-watch")).to_have_attribute(
            "href", re.compile(r"watch\.html\?id=knight%3A5x5%400%2C0%3E1%2C2")
        )


@pytest.mark.slow
@pytest.mark.parametrize("text", [LOOP, NONOGRAM, ZEBRA.replace("+", "%2B"), MAP, *WALKS.values()])
def test_boards_are_accessible(open_page: Open, text: str) -> None:
    """axe-core finds nothing with a hint and the menu open, in light and dark."""
    with open_page(f"/play#id={text}") as page:
        page.locator("#board [data-cell]").first.wait_for()
        page.keyboard.press("Shift+H")
        page.locator("#hint .words").wait_for()
        page.locator("#tool-more").click()
        assert browsing.violations(page) == []
        page.emulate_media(color_scheme="dark")
        assert browsing.violations(page, "color-contrast") == []
        page.set_viewport_size({"width": 360, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
