"""The widgets in a real browser: real pages and real Python, connected like in a notebook."""

from __future__ import annotations

import json
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

import clew
from clew.notebook import NEEDS, play, watch
from tests.web import browser

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

SMALL = "sudoku:..233..42.3.1..."
HOME = "http://localhost/notebook"
NOTEBOOK = """<!doctype html><title>A notebook</title><div id="cell"></div>
<script type="module">
const heard = {};
const tell = (name, ...given) => (heard[name] ?? []).forEach((listener) => listener(...given));
const state = await kernel("state", "{}");
const model = {
  get: (name) => state[name],
  set: (name, value) => { state[name] = value; },
  save_changes: () => kernel("changed", JSON.stringify({ step: state.step })),
  on: (name, listener) => (heard[name] ??= []).push(listener),
  off: (name, listener) => { heard[name] = heard[name].filter((each) => each !== listener); },
  send: async (message) => {
    for (const [content, body] of await kernel("asked", JSON.stringify(message))) {
      const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
      tell("msg:custom", content, [new DataView(bytes.buffer)]);
    }
  },
};
globalThis.update = (name, value) => { model.set(name, value); tell(`change:${name}`); };
const script = URL.createObjectURL(new Blob([state._esm], { type: "text/javascript" }));
const { default: widget } = await import(script);
widget.render({ model, el: document.querySelector("#cell") });
</script>"""


@pytest.fixture(scope="module")
def window() -> Iterator[BrowserContext]:
    if reason := browser.missing():
        pytest.skip(reason)
    with browser.chromium("http://localhost/") as context:
        context.route(HOME, lambda route: route.fulfill(body=NOTEBOOK, content_type="text/html"))
        yield context


def kernel(widget: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Any]:
    """Stands in for a kernel: passes on the widget's state and messages."""
    sent: list[tuple[Any, str]] = []

    def send(content: Any, parts: list[bytes]) -> None:
        sent.append((content, b64encode(parts[0]).decode()))

    def answer(what: str, given: str) -> Any:
        if what == "state":
            return {name: getattr(widget, name, 0) for name in ("_esm", "page", "step")}
        if what == "changed":
            return widget.set_state(json.loads(given))
        sent.clear()
        widget._handle_custom_msg(json.loads(given), [])
        return list(sent)

    monkeypatch.setattr(widget, "send", send)
    return answer


@contextmanager
def shown(window: BrowserContext, widget: Any) -> Iterator[Page]:
    """Show a widget in a notebook."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        page = window.new_page()
        page.set_default_timeout(browser.PATIENCE)
        heard: list[str] = []
        page.on("pageerror", lambda error: heard.append(str(error)))
        page.expose_function("kernel", kernel(widget, monkeypatch))
        page.goto(HOME)
        yield page
        page.close()
        assert heard == []


def test_board_is_played_by_click_and_key(window: BrowserContext) -> None:
    board = play(SMALL)
    with shown(window, board) as page:
        frame = page.frame_locator("iframe")
        frame.locator("[data-cell='0']").click()
        page.keyboard.press("4")
        frame.locator("[aria-label*='row 1 column 1, 4']").wait_for()
        assert board.saved["moves"] == ["r1c1=4"]
        page.keyboard.press("h")
        frame.locator("#hint p").first.wait_for()
        frame.get_by_role("button", name="More").click()
        frame.locator("#tool-solve").click()
        frame.locator("#message.done").wait_for()
        assert board.play.over
        assert not frame.locator("header.top").is_visible()
        page.reload()
        frame.locator("#message.done").wait_for()


class Take:
    start = 5

    def successors(self, left: int) -> list[tuple[str, int]]:
        return [(f"take {n}", left - n) for n in (1, 2) if n <= left]

    def payoff(self, left: int) -> int | None:
        return None if left else -1


def test_own_game_is_played(window: BrowserContext) -> None:
    board = play(clew.game(Take))
    with shown(window, board) as page:
        frame = page.frame_locator("iframe")
        frame.locator("#moves button").first.click()
        frame.locator("#played li").nth(1).wait_for(state="attached")
        assert len(board.play.played) == 2


def test_film_reports_its_step_and_follows_it(window: BrowserContext) -> None:
    widget = watch("queens:6", "backtracking", max_steps=100)
    with shown(window, widget) as page:
        frame = page.frame_locator("iframe")
        frame.locator(".film-board, .film svg").first.wait_for()
        frame.locator(".film").click()
        page.keyboard.press("ArrowRight")
        page.wait_for_function("() => document.querySelector('iframe').contentWindow.film.at > 0")
        assert widget.step > 0
        page.evaluate("update('step', 40)")
        page.wait_for_function("() => document.querySelector('iframe').contentWindow.film.at >= 40")
        assert 40 <= widget.step < 60


def test_without_anywidget_one_line_explains_the_fix() -> None:
    script = (
        "import sys; sys.modules['anywidget'] = None\n"
        "import clew, clew.film, clew.notebook\n"
        "assert clew.parse('queens:4')._repr_svg_().startswith('<svg')\n"
        "assert clew.film.record('queens:4')._repr_html_().startswith('<iframe')\n"
        "try: clew.notebook.play('queens:4')\n"
        "except clew.ClewError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.stdout == f"{NEEDS}\n", done.stderr
