"""A real browser for the tests of the pages: Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ConsoleMessage, FloatRect, Locator, Page, Route

CHROMIUM = os.environ.get("CLEW_CHROMIUM") or shutil.which("chromium") or ""
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
PATIENCE = int(os.environ.get("CLEW_PATIENCE", "20000"))
"""The timeout in milliseconds. The machine may be slow."""


SMALL = "sudoku:..233..42.3.1..."
NINE = "sudoku:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
Open = Callable[[str], AbstractContextManager["Page"]]
"""A function that opens a page."""


def missing() -> str:
    """Explain why there's no browser to test with. Empty if there is one."""
    if not CHROMIUM:
        return "no chromium found: the browser tests are left out"
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "playwright is not installed: the browser tests are left out"
    return ""


@contextmanager
def chromium(url: str) -> Iterator[BrowserContext]:
    """Open one window for all the tests of a file, so that they share its cache."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            yield browser.new_context(base_url=url, reduced_motion="reduce")
        finally:
            browser.close()


@contextmanager
def opened(context: BrowserContext, path: str) -> Iterator[Page]:
    """Open a page. Its errors fail the test, and its storage is cleared at the end."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    heard: list[str] = []
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("console", lambda message: heard.extend(_worth(message)))
    try:
        page.goto(path)
        yield page
        page.evaluate("localStorage.clear()")
    finally:
        page.close()
        forget(context)
    assert not heard, heard


def forget(context: BrowserContext) -> None:
    """Delete the progress on all puzzles, if there's still a server that keeps it."""
    from playwright.sync_api import Error

    with suppress(Error, ValueError):
        answer = context.request.get("/api/progress")
        for each in answer.json()["progress"] if answer.ok else ():
            context.request.delete(f"/api/progress/{quote(each['key'], safe='')}")


def held(page: Page, address: str) -> list[Route]:
    """Hold back the next request to an address, and return a list that receives it."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route(address, hold, times=1)
    return waiting


def box_of(page: Page, name: str) -> FloatRect:
    """Return the box of the first element of a selector."""
    box = page.locator(name).first.bounding_box()
    assert box is not None, name
    return box


def cell(page: Page, number: int) -> Locator:
    """Find a cell of the board in play."""
    return page.locator(f'#board [data-cell="{number}"]')


def _worth(message: ConsoleMessage) -> list[str]:
    """Return a message from the console unless it's about a request that was refused."""
    refused = "Failed to load resource" in message.text
    return [message.text] if message.type in ("error", "warning") and not refused else []


def violations(page: Page, *rules: str) -> list[str]:
    """Run axe-core, with all rules or only these, and return its findings as text."""
    import axe_playwright_python

    source = Path(axe_playwright_python.__file__).parent / "axe.min.js"
    page.evaluate(source.read_text())
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{each['id']}: {each['help']} at {node['target']}: {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"][:3]
    ]
