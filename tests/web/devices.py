"""A mouse, a finger and a keyboard for the tests of the boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from tests.web.browser import PATIENCE, cell, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

Point = tuple[float, float]
PHONE: ViewportSize = {"width": 390, "height": 844}


def middle(page: Page, number: int) -> Point:
    """Return the middle of a cell on the screen."""
    found = cell(page, number)
    found.scroll_into_view_if_needed()
    box = found.bounding_box()
    assert box is not None, number
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@contextmanager
def finger(browser: Browser, url: str, path: str) -> Iterator[Page]:
    """Open a page on a phone with a touch screen."""
    context = browser.new_context(
        base_url=url, viewport=PHONE, has_touch=True, reduced_motion="reduce"
    )
    with closing(context), opened(context, path) as page:
        page.set_default_timeout(PATIENCE)
        yield page


def tap(page: Page, number: int) -> None:
    page.touchscreen.tap(*middle(page, number))


def swipe(page: Page, points: Sequence[Point], hold: int = 0) -> None:
    """Put a finger on the screen, move it from point to point, and lift it."""
    wire = page.context.new_cdp_session(page)
    x, y = points[0]
    wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    if hold:
        page.wait_for_timeout(hold)
    for u, v in points[1:]:
        for step in (0.5, 1.0):
            at = {"x": x + (u - x) * step, "y": y + (v - y) * step}
            wire.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
        x, y = u, v
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    wire.detach()


def drag(page: Page, points: Sequence[Point], button: str = "left") -> None:
    """Press a button of the mouse, move it from point to point, and release it."""
    page.mouse.move(*points[0])
    page.mouse.down(button=button)  # type: ignore[arg-type]
    for point in points[1:]:
        page.mouse.move(*point, steps=3)
    page.mouse.up(button=button)  # type: ignore[arg-type]
