"""Watch and Compare in a real browser: stepping, jumping, guessing and saving."""

from __future__ import annotations

import csv
import io
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlencode

import pytest

from clew import parse
from clew.board.json import read_board
from clew.core.events import Kind
from clew.film import Film, record
from clew.film import lesson as lessons
from clew.film.moment import Player
from clew.film.page import html, lesson_html
from clew.film.words import Narrator
from clew.search.strategy import parse_strategy
from tests.web.browser import PATIENCE, box_of, held, missing, opened, violations
from tests.web.web_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Locator, Page

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())
QUEENS = "queens:6"
SEARCHES = (
    ("knight:5x5", "warnsdorff"),
    ("noughts:XO./.X./..O", "minimax"),
    ("nim:1,2,3", "retrograde"),
    ("queens:8", "min-conflicts"),
    ("sudoku:....2......3....", "backtracking:infer=mac"),
    ("sudoku:..233..42.3.1...", "depth-first"),
    ("queens:6", "limited-discrepancy"),
)
PLAIN = "backtracking:select=first,infer=none"


@pytest.fixture
def page(window: BrowserContext) -> Iterator[Page]:
    """Open a page whose errors fail the test."""
    with opened(window, "about:blank") as found:
        found.set_viewport_size({"width": 1200, "height": 900})
        yield found


def says(place: Locator, words: str | re.Pattern[str]) -> None:
    """Wait until an element contains some words."""
    from playwright.sync_api import expect

    expect(place).to_contain_text(words, timeout=PATIENCE)


def at(page: Page) -> int:
    """Return the current step."""
    shown = page.locator(".film-clock").inner_text()
    return int(shown.split()[1].replace(",", ""))


def arrived(page: Page) -> None:
    """Wait until the whole film has loaded."""
    says(page.locator(".film-clock"), re.compile(r"of [\d,]+$"))


def ended(page: Page) -> None:
    """Wait until the film has been played to its end."""
    says(page.locator(".film-words"), "Ended")


def watch(page: Page, name: str, strategy: str = "", step: int = 0) -> None:
    page.goto(f"/watch?id={name}&strategy={strategy}&at={step}")
    arrived(page)


def board(page: Page) -> list[str]:
    """Return the drawing of each cell."""
    drawn: list[str] = page.evaluate(
        "[...document.querySelectorAll('.film-board-panel [data-at]')].map(g => g.innerHTML)"
    )
    return drawn


def queens(page: Page) -> int:
    """Count the queens on the board."""
    return page.locator(".film-board-panel .piece.answer").count()


def test_every_way_to_a_step_shows_the_same_board(page: Page) -> None:
    """Steps, jumps and playing lead to the same board."""
    film = record(parse(QUEENS), PLAIN)
    watch(page, QUEENS, PLAIN)
    page.get_by_label("Details", exact=True).check()
    for _ in range(4):
        page.get_by_role("button", name="One step forward").click()
    first = board(page)
    assert at(page) == 4
    assert film.step(3)[0] == Kind.TRY
    page.get_by_role("button", name="Next backtrack").click()
    back = next(n for n in range(len(film)) if film.step(n)[0] == Kind.BACK)
    assert at(page) == back + 1
    assert "Backtrack" in page.locator(".film-words").inner_text()
    page.get_by_role("button", name="Next solution").click()
    assert at(page) == len(film)
    assert queens(page) == 6
    page.get_by_role("button", name="First step").click()
    page.get_by_role("button", name="Next choice").click()
    assert (at(page), board(page)) == (4, first)
    page.get_by_label("Speed", exact=True).fill("9")
    page.get_by_role("button", name="Play").click()
    ended(page)
    assert at(page) == len(film)
    page.get_by_role("button", name="One step back").click()
    assert at(page) == len(film) - 1
    assert f"at={len(film) - 1}" in page.url


@pytest.mark.parametrize(
    "name", ["pentominoes:5x3:LLLLV/L...V/..VVV", "slitherlink:3x3:i"], ids=["pieces", "loop"]
)
def test_board_leaves_out_variables_without_a_cell(page: Page, name: str) -> None:
    watch(page, name, PLAIN, 3)
    assert at(page) == 3
    drawn = page.locator(".film-board-panel [data-at]").evaluate_all(
        "all => all.map((g) => g.dataset.at)"
    )
    assert len(set(drawn)) == len(parse(name).board().cells)


def test_player_works_by_keyboard_alone(page: Page) -> None:
    watch(page, "sudoku:..233..42.3.1...", "backtracking")
    live = page.locator(".film-live")
    page.keyboard.press("o")
    page.keyboard.press("ArrowRight")
    assert live.inner_text().startswith("Step 1.")
    page.keyboard.press("Shift+ArrowRight")
    assert at(page) == 11
    page.keyboard.press("ArrowLeft")
    assert at(page) == 10
    page.keyboard.press("o")
    page.keyboard.press("c")
    assert "Try" in live.inner_text()
    page.keyboard.press("s")
    assert "Solution" in live.inner_text()
    page.keyboard.press("Home")
    for _ in range(9):
        page.keyboard.press("+")
    assert "burst" in live.inner_text()
    page.keyboard.press(" ")
    ended(page)
    page.keyboard.press("d")
    assert "no more after this step" in live.inner_text()
    page.keyboard.press("End")
    page.keyboard.press("r")
    assert "Row 1: 4, 1, 2, 3." in live.inner_text()
    page.keyboard.press("t")
    assert page.get_by_role("button", name="Show the whole tree").is_visible()


def test_guess_a_cell(page: Page) -> None:
    film = record(parse(QUEENS), "backtracking")
    tries = [film.step(n) for n in range(len(film)) if film.step(n)[0] == Kind.TRY]
    watch(page, QUEENS, "backtracking")
    page.get_by_label("Guess", exact=True).check()
    for _ in range(3):  # the start, the choice of a variable, and then its value
        page.keyboard.press("ArrowRight")
    guess = page.get_by_label("Which cell is next")
    guess.fill("somewhere")
    page.keyboard.press("Enter")
    assert "isn't a cell of this board" in page.locator(".film-live").inner_text()
    guess.fill(f"r{tries[0][2] + 1}c{tries[0][3] + 1}")
    page.keyboard.press("Enter")
    assert "Right" in page.locator(".film-question").inner_text()
    page.get_by_label("Speed", exact=True).fill("9")
    page.get_by_role("button", name="Play").click()
    page.get_by_label("Which cell is next").wait_for()
    page.locator(".film-board-panel [data-at='0']").click()
    assert "You guessed 1 of 2." in page.locator(".film-question").inner_text()


def test_guess_a_node(page: Page) -> None:
    watch(page, "jugs:3,5=4", "breadth-first", 3)
    page.get_by_label("Guess", exact=True).check()
    page.keyboard.press("ArrowRight")
    page.locator(".film-question").get_by_role("button", name='via "fill 1"').click()
    assert "Right" in page.locator(".film-question").inner_text()


def test_guessing_never_traps_the_keyboard(page: Page) -> None:
    """Right leaves a question unanswered, Escape ends them, and only guesses count."""
    watch(page, QUEENS, "backtracking")
    page.keyboard.press("p")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.get_by_label("Which cell is next").wait_for()
    before = at(page)
    page.keyboard.press("ArrowRight")
    assert at(page) > before
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    assert not page.get_by_label("Guess", exact=True).is_checked()
    assert "guessed" not in page.locator(".film-question").inner_text()


def test_now_you_try_opens_the_position_of_the_step(page: Page) -> None:
    """At step 17, node 6 is four moves from the start."""
    watch(page, "noughts:XOX/.O./..X", "alpha-beta", 17)
    says(page.locator(".film-words .film-bead"), "6")
    page.get_by_role("link", name="Now you try").click()
    page.locator("#board [data-at]").nth(8).wait_for()
    saved = page.evaluate(
        """async () => (await (await import("./web/static/js/state.js"))
        .fromFragment(location.hash)).saved"""
    )
    assert saved["moves"] == ["r2c3", "r2c1", "r3c1", "r3c2"]


def test_a_position_in_progress_can_be_watched(page: Page) -> None:
    """The address may hold it as play writes it: an id, or a game with its moves."""
    page.goto("/watch#id=lights-out%3A2x2%3A%23...")
    arrived(page)
    assert page.locator("#puzzle").input_value() == "lights-out:2x2:#..."
    page.goto("/play#id=nim:1,2")
    address = page.evaluate(
        """async () => (await import("./web/static/js/state.js")).toFragment(
        { id: "nim:1,2", moves: ["pile 2: take 1"], undone: [], seconds: 0 })"""
    )
    page.goto("about:blank")
    page.goto(f"/watch{address}")
    arrived(page)
    assert page.locator("#puzzle").input_value() == "nim:1,1"


def test_network_takes_the_place_of_the_board(page: Page) -> None:
    name = "map-colouring:3:WA-NT-SA-WA,NT-Q-SA,Q-NSW-SA,NSW-V-SA,T"
    watch(page, name, "backtracking")
    page.get_by_role("button", name="The constraint network").click()
    page.keyboard.press("c")
    assert page.locator(".film-var").count() == 7
    assert page.locator(".film-link, .film-used").count() == 9
    says(page.locator(".film-var.film-now"), "SA")
    assert page.locator(".film-var.film-now .film-has").text_content() == "red"
    page.keyboard.press("n")
    assert page.locator(".film-net").count() == 0
    assert page.locator(".film-board-panel [data-at]").count()


def test_numbers_in_the_panels_are_those_of_one_node(page: Page) -> None:
    """The bead of the sentence, of the variables and of the marked card."""
    watch(page, "romania:Arad-Bucharest", "a-star")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
        beads = page.locator(".film-words .film-bead, .film-at .film-bead")
        card = page.locator(".film-card[aria-current] .film-number")
        texts = [*beads.all_inner_texts(), card.inner_text()]
        assert len(set(texts)) == 1, texts


def test_menus_stay_on_the_screen(page: Page) -> None:
    for width in (1024, 1280):
        page.set_viewport_size({"width": width, "height": 768})
        watch(page, QUEENS, "backtracking")
        for menu in ("Options", "Another puzzle", "Save or share", "Lessons"):
            page.get_by_text(menu, exact=True).click()
            page.evaluate("new Promise((done) => setTimeout(done, 100))")  # after the event
            box = page.locator("details.pop[open] > .options").bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            page.get_by_text(menu, exact=True).click()


def test_film_of_a_walk_has_dead_ends(page: Page) -> None:
    watch(page, "knight:3x4@0,0", "depth-first")
    page.keyboard.press("d")
    says(page.locator(".film-words"), "Dead end")
    film = record(parse("knight:3x4@0,0"), "depth-first")
    first = next(n for n in range(len(film)) if film.step(n)[0] == Kind.STUCK)
    assert at(page) == first + 1


def test_another_puzzle_and_strategy(page: Page) -> None:
    watch(page, QUEENS)
    page.locator("#puzzle").select_option("lights-out:3x3")
    page.wait_for_url("**lights-out**")
    arrived(page)
    page.locator("#strategy").select_option("a-star")
    page.wait_for_url("**a-star**")
    arrived(page)
    assert "least f = g + h" in page.locator(".film-lines").inner_text()
    page.get_by_text("Another puzzle").click()
    page.get_by_label("Puzzle id").fill("nonsense:1")
    page.get_by_role("button", name="Watch", exact=True).click()
    page.locator("#trouble:not([hidden])").wait_for()
    assert "No puzzle called" in page.locator("#trouble").inner_text()


@pytest.mark.parametrize("where", ["watch", "compare"])
def test_last_requested_puzzle_is_shown(page: Page, where: str) -> None:
    page.goto(f"/{where}?id={QUEENS}")
    says(page.locator("h1"), "Queens")
    waiting = held(page, "**/api/strategies?**")
    page.get_by_text("Another puzzle").click()
    for text in ("nim:1,2", "jugs:3,5=4"):
        page.locator("#id").fill(text)
        with page.expect_request("**/api/strategies?**"):
            page.locator("#id").press("Enter")
    says(page.locator("h1"), "Water jugs")
    with page.expect_response("**/api/strategies?**"):
        waiting[0].continue_()
    page.wait_for_load_state("networkidle")
    says(page.locator("h1"), "Water jugs")
    assert page.locator("#puzzle").input_value() == "jugs:3,5=4"


def test_steps_in_the_browser_match_python(page: Page, tmp_path: Path) -> None:
    for name, strategy in SEARCHES:
        film = record(parse(name), strategy, max_steps=600, max_solutions=3)
        exported(page, tmp_path, film)
        for step in (len(film), len(film) // 3, 2 * len(film) // 3, 1, 0):
            page.evaluate(f"film.jumpTo({step})")
            assert moment_in_browser(page) == moment_in_python(film, step), (name, strategy, step)
        spoken = page.evaluate("saidAll()")
        narrator = Narrator(film)
        assert spoken == [narrator.step(number) for number in range(len(film))]


def exported(page: Page, folder: Path, film: Film) -> None:
    path = folder / "film.html"
    path.write_text(html(film), encoding="utf-8")
    page.goto(path.as_uri())


def moment_in_browser(page: Page) -> Any:
    found = page.evaluate(
        """() => { const m = film.reel.moment; return {
            domains: [...m.assigned].map((_, x) => m.domain(x)),
            board: film.picture.at(m, m.last < 0 ? [] : [m.last]),
            assigned: [...m.assigned], shown: m.shown, last: m.last, counts: m.counters() }; }"""
    )
    return found | {"board": read_board(found["board"])}


def moment_in_python(film: Film, step: int) -> Any:
    player = Player(film)
    moment = player.go(step)
    count = range(len(moment.domains))
    return {
        "domains": [sorted(moment.domains[x]) for x in count],
        "assigned": [moment.assigned.get(x, -1) for x in count],
        "shown": moment.shown,
        "last": moment.last,
        "counts": film.counters(step),
        "board": player.board(),
    }


def test_exported_page_plays_offline(page: Page, tmp_path: Path) -> None:
    """The saved page is a complete player that needs no network."""
    watch(page, QUEENS, "backtracking")
    page.get_by_text("Save or share").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="HTML page").click()
    path = tmp_path / "film.html"
    download.value.save_as(path)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{path.as_uri()}#at=7")
    assert page.evaluate("film.at") == 7
    page.get_by_label("Speed", exact=True).fill("9")
    page.get_by_role("button", name="Play").click()
    ended(page)
    assert queens(page) == 6
    assert [url for url in asked if not url.startswith("file:")] == []


def test_films_can_be_saved_as_pictures(page: Page, server: Server) -> None:
    watch(page, "queens:4", "backtracking", 10)
    page.get_by_text("Save or share").click()
    for link, start in (("GIF", b"GIF89a"), ("Animated PNG", b"\x89PNG"), ("SVG", b"<svg")):
        offered = page.get_by_role("link", name=link)
        offered.focus()
        answer = server.ask("GET", f"/{offered.get_attribute('href')}")
        assert (answer.status, answer.body[: len(start)]) == (200, start)
    assert "at=10" in str(page.get_by_role("link", name="SVG").get_attribute("href"))


def test_film_embeds_in_another_page(page: Page, tmp_path: Path) -> None:
    watch(page, "jugs:3,5=4", "breadth-first")
    code = page.get_by_label("Embed code").input_value()
    path = tmp_path / "course.html"
    path.write_text(f"<!doctype html><title>A course</title>{code}", encoding="utf-8")
    page.goto(path.as_uri())
    inside = page.frame_locator("iframe")
    inside.get_by_role("button", name="Next solution").click()
    assert "Solution" in inside.locator(".film-words").inner_text()


def test_compare_and_download(page: Page, tmp_path: Path) -> None:
    page.goto(f"/compare?id=queens:6&strategy={PLAIN}&strategy=backtracking")
    page.locator("#table tbody tr").nth(1).wait_for()
    assert page.locator(".lane").count() == 2
    for lane in (0, 1):
        says(page.locator(".lane-status").nth(lane), "0 nodes")
    page.get_by_role("button", name="Forward one node").click()
    page.get_by_role("button", name="Forward one node").click()
    texts = page.locator(".lane-status").all_inner_texts()
    assert texts == ["2 nodes", "2 nodes"]
    page.locator("#race").get_by_label("Speed", exact=True).fill("8")
    page.locator("#race").get_by_role("button", name="Play").click()
    for lane in (0, 1):
        says(page.locator(".lane-status").nth(lane), "solved")
    rows = list(csv.DictReader(io.StringIO(kept(page, "#csv", tmp_path))))
    nodes = record(parse("queens:6"), PLAIN).end["stats"]["nodes"]
    assert (rows[0]["strategy"], int(rows[0]["nodes"])) == (PLAIN, nodes)
    picture = ElementTree.fromstring(kept(page, "#svg", tmp_path))
    assert parse_strategy(PLAIN).called in "".join(picture.itertext())


def test_bad_address_shows_a_clear_message(page: Page) -> None:
    page.goto(f"/watch?id={QUEENS}&strategy=nonsense")
    says(
        page.locator("#trouble"),
        "You can't watch a strategy called ‘nonsense’ on this puzzle",
    )
    arrived(page)
    assert page.locator("#trouble").is_visible()
    for where in ("/watch?id=nope:3", "/compare?id=nope:3"):
        page.goto(where)
        says(page.locator("#trouble"), "No puzzle called 'nope'")
        page.locator("#trouble").get_by_role("link", name="gallery").click()
        page.wait_for_url("**/")


def test_strategies_have_human_names(page: Page) -> None:
    """Readers see display names. The spelling can still be copied."""
    plain = parse_strategy(PLAIN)
    watch(page, QUEENS, PLAIN)
    says(page.locator(".film-code-panel h2"), plain.named)
    assert plain.named in page.title()
    page.get_by_text("Save or share").click()
    assert page.get_by_label("Strategy, as written on the command line").input_value() == PLAIN
    assert page.locator("#strategy option:checked").inner_text() == "Backtracking"
    assert "infer=" not in page.locator("body").inner_text()
    page.goto(f"/compare?id={QUEENS}&strategy={PLAIN}&strategy=min-conflicts")
    says(page.locator("#table"), plain.called)
    for place in (".lane h3", "#chart text", "#strategies label"):
        assert plain.called in page.locator(place).all_text_contents(), place
    assert "infer=" not in page.locator("body").inner_text()


def test_compare_by_size(page: Page, tmp_path: Path) -> None:
    page.goto(f"/compare?id=queens:5&strategy={PLAIN}&strategy=backtracking")
    page.locator("#table tbody tr").nth(1).wait_for()
    page.get_by_label("Sizes", exact=True).fill("4, 5, 6")
    page.get_by_role("button", name="Measure").click()
    page.locator("#sized-table tbody tr").nth(5).wait_for()
    rows = list(csv.DictReader(io.StringIO(kept(page, "#sized-csv", tmp_path))))
    assert [row["size"] for row in rows] == ["4", "4", "5", "5", "6", "6"]
    ElementTree.fromstring(kept(page, "#sized-svg", tmp_path))


def kept(page: Page, button: str, folder: Path) -> str:
    with page.expect_download() as download:
        page.locator(button).click()
    path = folder / "kept"
    download.value.save_as(path)
    return path.read_text(encoding="utf-8")


def test_at_most_four_strategies_can_be_chosen(page: Page) -> None:
    page.goto("/compare?id=queens:5")
    page.locator("#table tbody tr").nth(1).wait_for()
    page.get_by_text("Strategies", exact=True).click()
    boxes = page.locator("#strategies input")
    for number in range(boxes.count()):
        if page.locator("#strategies input:checked").count() < 4:
            boxes.nth(number).check()
    assert page.locator("#strategies input:not(:checked)").first.is_disabled()


STAGE = ".film-board-panel, .film-tree-panel, .film-code-panel, .film-held-panel, .film-deck"


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1024, 768)])
@pytest.mark.parametrize(
    "search", ["queens:8&strategy=backtracking", "lights-out:3x3&strategy=a-star"]
)
def test_watch_page_fits_one_screen(page: Page, search: str, size: tuple[int, int]) -> None:
    """Board, tree, code, frontier and controls are visible, and the page doesn't scroll."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/watch?id={search}")
    arrived(page)
    parts = page.locator(STAGE)
    assert parts.count() == 5
    for number in range(5):
        box = parts.nth(number).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width + 1
        assert box["y"] + box["height"] <= height + 1
        assert box["height"] > 60
    page.mouse.wheel(0, 400)
    assert page.evaluate("document.documentElement.scrollTop") == 0


def test_step_explains_the_choice(page: Page) -> None:
    """The sentence, the chip and its counts show the choice that MRV made."""
    watch(page, "queens:8", "backtracking")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    says(
        page.locator(".film-words"),
        "Choose row 3: it has the fewest values left (4, tied with 4 others)",
    )
    chip = page.locator(".film-chip[aria-current]")
    says(chip, re.compile(r"^row 3 ?4 ?15$"))
    page.keyboard.press("ArrowRight")
    says(page.locator(".film-words"), re.compile(r"Try a queen at r3c\d\. \d+ values ruled out"))
    page.locator(".film-inside summary").click()
    says(page.locator(".film-inside"), "because of row 3")
    ran = page.locator(".film-ran").all_inner_texts()
    assert any("assign x = v" in line for line in ran)
    assert any("infer" in line for line in ran)


def test_tests_of_a_chosen_variable_are_shown_as_its_own(page: Page) -> None:
    """Without inference, the search tests the values of a variable after it has chosen it."""
    watch(page, "queens:6", "backtracking:select=first,infer=none")
    while "Choose row 2" not in page.locator(".film-words").inner_text():
        page.keyboard.press("ArrowRight")
    says(page.locator(".film-words"), "Choose row 2: it's the first in order. 3 tests.")
    says(page.locator(".film-held-said"), "row 2: it's the first in order.")
    says(page.locator(".film-values"), re.compile(r"^x\W*row 2\W*assigned\W*1$"))
    says(page.locator(".film-chip[aria-current]"), re.compile("^row 2"))


def test_frontier_is_a_row_of_boards(page: Page) -> None:
    watch(page, "lights-out:3x3", "a-star", 10)
    cards = page.locator(".film-card")
    assert cards.first.get_attribute("aria-current") == "true"
    waiting = page.locator('.film-card[data-kind="waiting"]')
    says(waiting.first, re.compile(r"next · f \d+ = 1 \+ \d+"))
    ranks = [int(text.split("f ")[1].split()[0]) for text in cards.all_inner_texts()[1:]]
    assert ranks == sorted(ranks)
    assert page.locator(".film-card [data-at]").count() == 9 * cards.count()


def test_tree_can_be_zoomed_folded_and_hovered(page: Page) -> None:
    watch(page, "queens:8", "backtracking:select=first,infer=none")
    page.keyboard.press("End")
    box = page.locator(".film-forest").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20)
    says(page.locator(".film-tip"), "below")
    before = at(page)
    page.keyboard.press("g")
    assert (
        page.get_by_role("button", name="Fold the failed").get_attribute("aria-pressed") == "true"
    )
    page.keyboard.press("z")
    assert page.get_by_role("button", name="Show the whole tree").is_visible()
    page.keyboard.press("t")
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 18)
    assert at(page) != before


def test_presentation_hides_everything_else(page: Page) -> None:
    watch(page, QUEENS, "backtracking")
    page.keyboard.press("f")
    assert not page.locator("header.top").is_visible()
    assert page.locator(".film-deck").is_visible()
    page.keyboard.press("f")
    assert page.locator("header.top").is_visible()


def test_presentation_shows_the_current_line_and_covers_nothing(page: Page) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})
    watch(page, "queens:8", "backtracking")
    for key in "ccf":
        page.keyboard.press(key)
    lines, line, values, counters = (
        box_of(page, f".film-code-panel {name}")
        for name in (".film-lines", "[aria-current]", ".film-values", ".film-counters")
    )
    assert lines["y"] <= line["y"]
    assert line["y"] + line["height"] <= lines["y"] + lines["height"] <= values["y"]
    assert values["y"] + values["height"] <= counters["y"]
    assert violations(page) == []


@pytest.mark.parametrize("size", [(844, 390), (640, 400)])
def test_low_window_has_the_board_next_to_the_tabs(page: Page, size: tuple[int, int]) -> None:
    """A phone held sideways and a laptop at 200% show everything on one screen."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    watch(page, "queens:8", "backtracking", 20)
    for place in (".film-board", ".film-words", ".film-tree-panel", ".film-deck", ".film-play"):
        box = box_of(page, place)
        assert box["x"] >= 0, place
        assert box["x"] + box["width"] <= width, place
        assert box["y"] + box["height"] <= height, place
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    board = box_of(page, ".film-board")
    assert min(board["width"], board["height"]) > 0.3 * height
    page.get_by_role("button", name="Show: Code").click()
    assert page.locator(".film-code-panel").is_visible()
    assert violations(page) == []


def test_phone_shows_the_rest_in_tabs(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    watch(page, QUEENS, "backtracking")
    for tab, panel in (("Code", ".film-code-panel"), ("Frontier", ".film-held-panel")):
        page.get_by_role("button", name=f"Show: {tab}").click()
        assert page.locator(panel).is_visible()
        assert not page.locator(".film-tree-panel").is_visible()
    assert page.locator(".film-board-panel").is_visible()


@pytest.mark.slow
@pytest.mark.parametrize("name", lessons.names())
def test_lesson_plays_to_its_end(page: Page, name: str) -> None:
    """Go through every pause, answer each question correctly, and watch every film."""
    lesson = lessons.named(name)
    page.goto(f"/watch?lesson={name}")
    questions = 0
    for number, scene in enumerate(lesson.scenes, 1):
        says(page.locator(".film-lesson"), f"film {number} of {len(lesson.scenes)}")
        page.get_by_label("Speed", exact=True).fill("9")
        for pause in scene.data()["pauses"]:
            if pause["at"]:
                page.get_by_role("button", name="Continue").click()
            says(page.locator(".film-lesson"), pause["question"] or pause["words"])
            if pause["question"]:
                questions += 1
                page.get_by_role(
                    "button", name=pause["answers"][pause["right"]], exact=True
                ).click()
                says(page.locator(".film-lesson"), "Right.")
            assert at(page) == pause["at"]
        if number < len(lesson.scenes):
            page.get_by_role("button", name="Next film").click()
    assert questions
    says(page.locator(".film-score"), f"{questions} of {questions} right")
    assert page.get_by_role("button", name="Start the lesson again").is_visible()


@pytest.mark.slow
def test_lesson_opens_from_a_file_and_from_a_link(page: Page, tmp_path: Path) -> None:
    text = (
        "# Mine\nAbout queens.\n## queens:4 backtracking\n@ start\nLook.\n@ back 1\nA step back.\n"
    )
    path = tmp_path / "lesson.html"
    path.write_text(lesson_html(lessons.read(text)), encoding="utf-8")
    link = f"/watch#{urlencode({'text': text})}"
    for address in (path.as_uri(), link):
        page.goto(address)
        says(page.locator(".film-lesson"), "Look.")
        page.get_by_role("button", name="Continue").click()
        says(page.locator(".film-lesson"), "A step back.")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "scheme", "width"),
    [
        ("/watch?id=sudoku:..233..42.3.1...&strategy=backtracking&at=20", "dark", 390),
        ("/watch?id=noughts:XO./.X./..O&strategy=minimax&at=90", "light", 1200),
        ("/compare?id=queens:5", "dark", 1200),
        ("/watch?lesson=7-a-star", "light", 1200),
        ("/embed?id=jugs:3,5=4", "light", 390),
    ],
)
def test_player_is_accessible(
    page: Page, path: str, scheme: Literal["light", "dark"], width: int
) -> None:
    """axe-core finds nothing, and nothing is wider than the page."""
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(path)
    page.locator("#table tbody tr, .film-clock").first.wait_for()
    if "watch" in path:
        arrived(page)
        page.get_by_text("Keys").click()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
