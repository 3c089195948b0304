"""The pictures of the web app in docs/images: `./run python -m docs.screenshots`.

A real server and Debian's Chromium, as in the tests of the pages.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.browser import chromium
from tests.web_server import serving

if TYPE_CHECKING:
    from playwright.sync_api import Page

IMAGES = Path(__file__).parent / "images"
SUDOKU = "sudoku:....4.3...8...1429..15......76.....8.....2.....9.5..7...8......3.........9.1.863."


class Shot(NamedTuple):
    """A page at a size, and what is done there before the picture is taken."""

    name: str
    path: str
    size: tuple[int, int]
    dark: bool
    do: Callable[[Page], Any]


def _nothing(page: Page) -> None:
    page.wait_for_selector(".tile")


def _fill(page: Page) -> None:
    """A few entries and marks, and a hint at its last degree."""
    page.wait_for_selector("#level:visible")
    page.select_option(".padlevel select", "full")
    page.click("[data-cell='0']")
    for _ in range(4):
        page.keyboard.press("h")
        page.wait_for_timeout(300)
    page.wait_for_selector("text=Do it")


def _scrambled(page: Page) -> None:
    page.click("text=Scramble")
    page.click("#tools >> text=Hint")
    page.click(".degrees button >> nth=2")
    page.wait_for_selector(".effect", state="attached")


def _game(page: Page) -> None:
    page.click("#tools >> text=Hint")
    page.click(".degrees button >> nth=3")
    page.wait_for_selector("text=Do it")


def _phone(page: Page) -> None:
    for cell in ("9", "12"):
        page.click(f"[data-cell='{cell}']")
        page.wait_for_timeout(200)


def _enter(page: Page) -> None:
    page.wait_for_selector("#found li")


def _sheets(page: Page) -> None:
    page.wait_for_selector(".sheet")


PASTED = "sudoku:..233..42.3.1...%0Alights-out:4x7%0Anim:3,4,5"
PRINTED = "kind=sudoku&size=9&level=easy&count=4&per=4"
SHOTS = (
    Shot("gallery", "/", (1200, 860), False, _nothing),
    Shot("play", f"/play#id={SUDOKU}", (1200, 820), False, _fill),
    Shot("lights", "/play#id=lights-out:4x7", (1100, 540), True, _scrambled),
    Shot("game", "/play#id=nim:3,4,5", (1200, 700), False, _game),
    Shot("phone", "/play#id=frog:2,3,2,3,5,3", (380, 700), True, _phone),
    Shot("enter", f"/enter#text={PASTED}", (1200, 640), False, _enter),
    Shot("print", f"/print#{PRINTED}", (1200, 1000), False, _sheets),
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
