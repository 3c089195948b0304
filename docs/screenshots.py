"""Takes the screenshots of the web app in docs/images: `./run python -m docs.screenshots`.

It uses a real server and Chromium, as the tests of the pages do.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.web.browser import chromium
from tests.web.web_server import serving

if TYPE_CHECKING:
    from playwright.sync_api import Page

IMAGES = Path(__file__).parent / "images"
SUDOKU = "sudoku:....4.3...8...1429..15......76.....8.....2.....9.5..7...8......3.........9.1.863."


class Shot(NamedTuple):
    """A page, its size, and the actions before the screenshot."""

    name: str
    path: str
    size: tuple[int, int]
    dark: bool
    do: Callable[[Page], Any]


def _nothing(page: Page) -> None:
    page.wait_for_selector(".tile")


def _fill(page: Page) -> None:
    """Show all marks, and a hint at its last degree."""
    page.wait_for_selector("#level:visible")
    page.select_option(".padlevel select", "full")
    page.click("[data-cell='0']")
    for _ in range(4):
        page.keyboard.press("h")
        page.wait_for_timeout(300)
    page.wait_for_selector("#hint .primary")


def _pressed(page: Page) -> None:
    for cell in (1, 3, 12, 24):
        page.click(f"[data-cell='{cell}']")
        page.wait_for_timeout(200)
    page.click("#tools >> text=Hint")
    page.click(".degrees button >> nth=2")
    page.wait_for_selector(".effect", state="attached")


def _game(page: Page) -> None:
    page.click("#tools >> text=Hint")
    page.click(".degrees button >> nth=3")
    page.wait_for_selector("#hint .primary")


def _phone(page: Page) -> None:
    for cell in ("9", "12"):
        page.click(f"[data-cell='{cell}']")
        page.wait_for_timeout(200)


def _enter(page: Page) -> None:
    page.wait_for_selector("#found li")


def _sheets(page: Page) -> None:
    page.wait_for_selector(".sheet")


def _film(page: Page) -> None:
    """Wait for the whole film: then the number of its steps has no dots after it."""
    page.locator(".film-clock", has_text=re.compile(r"of [\d,]+$")).wait_for()


def _followed(page: Page) -> None:
    _film(page)
    page.keyboard.press("t")


def _ended(page: Page) -> None:
    _film(page)
    page.keyboard.press("End")


def _race(page: Page) -> None:
    page.locator("#table tbody tr").first.wait_for()
    page.locator("#race").get_by_label("Nodes").fill("40")


HARD = "sudoku:....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6...."
FORK, MAC = "noughts:XO./.X./..O", "strategy=backtracking:infer=mac"
PASTED = "sudoku:..233..42.3.1...%0Alights-out:4x7%0Anim:3,4,5"
PRINTED = "kind=sudoku&size=9&level=easy&count=4&per=4"
SHOTS = (
    Shot("gallery", "/", (1200, 860), False, _nothing),
    Shot("play", f"/play#id={SUDOKU}", (1200, 820), False, _fill),
    Shot("lights", "/play#id=lights-out:4x7", (1000, 500), True, _pressed),
    Shot("game", "/play#id=nim:3,4,5", (1200, 700), False, _game),
    Shot("phone", "/play#id=frog:2,3,2,3,5,3", (380, 700), True, _phone),
    Shot("enter", f"/enter#text={PASTED}", (1200, 640), False, _enter),
    Shot("print", f"/print#{PRINTED}", (1200, 1000), False, _sheets),
    Shot("watch", f"/watch?id={HARD}&{MAC}&at=1700", (1200, 960), False, _film),
    Shot("watch-dark", f"/watch?id={FORK}&strategy=minimax&at=150", (1200, 960), True, _followed),
    Shot("watch-narrow", "/watch?id=queens:8&at=120", (400, 860), False, _film),
    Shot("compare", "/compare?id=queens:8", (1200, 1250), False, _race),
    Shot("embed", "/embed?id=jugs:3,5=4&strategy=breadth-first", (760, 760), True, _ended),
)


def main() -> None:
    with (
        TemporaryDirectory() as data,
        serving(Path(data)) as server,
        chromium(server.url) as window,
    ):
        for shot in SHOTS:
            page = window.new_page()
            width, height = shot.size
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme="dark" if shot.dark else "light")
            page.goto(shot.path)
            page.wait_for_timeout(500)
            shot.do(page)
            page.wait_for_timeout(300)
            page.screenshot(path=IMAGES / f"web-{shot.name}.png")
            page.close()


if __name__ == "__main__":
    main()
