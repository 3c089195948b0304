"""The pages without a server: Python runs in Node and in a real browser, with the network off."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest

import clew
from clew.core.registry import all_puzzles
from clew.web.site import build
from tests.web import browser
from tests.web.site_host import build_site, hosted

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

PATIENCE = 120_000
"""Milliseconds for Python to start in a browser on a busy machine."""
KEPT = "caches.keys().then(async ([name]) => name ? (await caches.open(name)).keys() : [])"
PROGRAM = """
import { readFileSync } from "node:fs";
const [folder, asked] = process.argv.slice(2);
const { answering, memoryOf, started } = await import(`file://${folder}/python.mjs`);
const files = JSON.parse(readFileSync(`${folder}/clew.json`, "utf-8"));
const wasm = () => new WebAssembly.Module(readFileSync(`${folder}/kernel.wasm`));
const kernel = files["clew/_wasm.py"] && wasm();
const first = await started(`${folder}/pyodide/`, files);
const local = answering(await started(`${folder}/pyodide/`, files, memoryOf(first)), kernel);
for (const [method, path, body] of JSON.parse(readFileSync(asked, "utf-8"))) {
  let status = 0, text = "";
  local.answer(method, path, body ? JSON.stringify(body) : "", (given, type, bytes, last) => {
    status = given;
    text += new TextDecoder().decode(bytes.toJs());
  });
  console.log(JSON.stringify([path, body, status, text.slice(0, 100000)]));
}
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built with the Pyodide that npm has, in a folder that is not the top."""
    if shutil.which("npm") is None:
        pytest.skip("no npm here")
    folder = tmp_path_factory.mktemp("a site") / "deep" / "inside"
    try:
        build_site(folder)
    except build.CannotBuild as error:
        pytest.skip(str(error))
    return folder


def answers(
    site: Path, tmp_path: Path, asked: list[object]
) -> list[tuple[str, dict[str, object], int, str]]:
    program, file = tmp_path / "ask.mjs", tmp_path / "asked.json"
    program.write_text(PROGRAM, encoding="utf-8")
    file.write_text(json.dumps(asked), encoding="utf-8")
    command = ["node", str(program), str(site), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stderr[-3000:]
    return [tuple(json.loads(line)) for line in done.stdout.splitlines() if line.startswith("[")]


def test_every_kind_is_solved_and_filmed_by_python_in_node(site: Path, tmp_path: Path) -> None:
    asked: list[object] = []
    known = {}
    for kind in all_puzzles():
        puzzle = min((kind.parse(each.text) for each in kind.examples[:4]), key=lambda p: len(p.id))
        known[puzzle.id] = next(e for e in kind.examples if kind.parse(e.text).id == puzzle.id)
        asked.append(("POST", "/api/solve", {"id": puzzle.id, "max_seconds": 5}))
        asked.append(("POST", "/api/play", {"id": puzzle.id, "do": {"action": "view"}}))
    asked.append(("GET", "/api/watch?id=queens:6&max_steps=50", None))
    asked.append(("POST", "/api/hint", {"id": "sudoku:..233..42.3.1..."}))
    asked.append(("POST", "/api/make", {"kind": "sudoku", "level": "easy", "seed": 1}))
    asked.append(("POST", "/api/solve", {"id": "nothing:1"}))
    asked.append(("POST", "/api/own", {"text": "import clew\nm = clew.Problem('m')\nif x < y: 1"}))
    found = answers(site, tmp_path, asked)
    assert len(found) == len(asked)
    *good, refused, misstated = found
    assert {(path, status) for path, _, status, _ in good if status != 200} == set()
    assert refused[2] == 422
    assert "expected kind:text" in refused[3]
    assert (misstated[2], "mine.py:3" in misstated[3]) == (422, True)
    for path, body, _, text in good:
        if path == "/api/solve" and known[str(body["id"])].answers is not None:
            answered = bool(json.loads(text)["answers"])
            assert answered == bool(known[str(body["id"])].answers), body


FUNCTION = """import clew
m = clew.Problem()
a, b, c, d = m.variables("abcd", range(40)).values()
m.add(a + b + c + d >= 155)
m.where(lambda a, b, c, d: a * b == c * d + 39, a, b, c, d)
"""


def test_the_kernel_in_the_browser_finds_what_the_compiled_one_does(
    site: Path, tmp_path: Path
) -> None:
    """Without it a killer like this one takes minutes. It cannot call a function of Python's."""
    if not (site / "kernel.wasm").exists():
        pytest.skip("no Clang here that compiles for WebAssembly")
    asked: list[object] = [
        ("POST", "/api/make", {"kind": "killer", "size": "3x3", "seed": 2}),
        ("POST", "/api/solve", {"id": "sudoku:16#1", "max_answers": 2}),
        ("POST", "/api/solve", {"id": "queens:3"}),
        ("POST", "/api/own", {"text": FUNCTION}),
        ("POST", "/api/solve", {"id": "m:", "max_answers": 9}),
    ]
    found = [json.loads(text) for *_, text in answers(site, tmp_path, asked)]
    assert found[0]["puzzles"][0]["id"] == clew.parse("killer:3x3#2").id
    assert found[1]["unique"]
    assert found[2]["answers"] == []
    assert found[4]["engine"].startswith("readable: found a rule that calls Python")
    assert sorted("".join(map(str, each.values())) for each in found[4]["answers"]) == [
        "39393839", "39393938",
    ]  # fmt: skip


# ------------------------------------------------------------------ in a browser

pytestmark = pytest.mark.skipif(bool(browser.missing()), reason=browser.missing())


@pytest.fixture(scope="module")
def window(site: Path) -> Iterator[BrowserContext]:
    with (
        hosted(site.parent.parent) as address,
        browser.chromium(f"{address}/deep/inside/") as context,
    ):
        yield context


@pytest.fixture
def outside(window: BrowserContext) -> Iterator[list[str]]:
    """The requests that leave the folder: there must be none."""
    left: list[str] = []
    base = window.new_page()
    base.goto("about.html")
    folder = base.url.removesuffix("about.html")
    base.close()

    def note(request: object) -> None:
        url = request.url  # type: ignore[attr-defined]
        if not url.startswith((folder, "blob:", "data:")):
            left.append(url)

    window.on("request", note)
    yield left
    window.remove_listener("request", note)
    assert left == []


def ready(page: Page, selector: str) -> None:
    page.wait_for_selector(selector, timeout=PATIENCE)


def until(page: Page, question: str) -> None:
    """Wait until a question, which may be a promise, is answered with yes."""
    ends = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(question):
        assert time.monotonic() < ends, question
        page.wait_for_timeout(100)


@pytest.mark.usefixtures("outside")
def test_a_sudoku_is_made_played_with_a_hint_and_finished(window: BrowserContext) -> None:
    with browser.opened(window, "play.html#id=sudoku:..233..42.3.1...") as page:
        ready(page, "svg.board")
        page.keyboard.press("h")
        ready(page, ".hint:not([hidden]) p, .hint p")
    with browser.opened(window, "index.html") as page:
        page.click("main a:has-text('Easy')")
        ready(page, "svg.board")
        puzzle = clew.parse(unquote(page.url.partition("#id=")[2]))
        assert puzzle.id.startswith("sudoku:")
        page.keyboard.press("h")
        ready(page, ".hint:not([hidden]) p, .hint p")
        for number, value in enumerate(clew.solve(puzzle).answer):
            browser.cell(page, number).click()
            page.keyboard.press(str(value))
        until(page, "/olved/.test(document.querySelector('#live').textContent)")


@pytest.mark.usefixtures("outside")
def test_a_film_is_watched_and_two_strategies_are_compared(window: BrowserContext) -> None:
    with browser.opened(window, "watch.html?id=queens:6") as page:
        ready(page, ".film svg")
        page.keyboard.press("ArrowRight")
    with browser.opened(window, "compare.html?id=queens:6") as page:
        ready(page, "svg")


@pytest.mark.usefixtures("outside")
def test_a_problem_of_ones_own_is_typed_and_solved(window: BrowserContext) -> None:
    with browser.opened(window, "own.html") as page:
        page.fill(
            "#text",
            "import clew\nx = clew.Problem('x')\nx.variables('ab', [1, 2])\nx.add(x['a'] < x['b'])",
        )
        page.click("#solve")
        ready(page, "#answer svg")
        assert "only solution" in page.inner_text("#answer")
        page.fill("#text", "import clew\nx = clew.Problem('x'")
        page.click("#solve")
        ready(page, "#trouble:not([hidden])")
        assert "mine.py:2" in page.inner_text("#trouble").lower()


def test_it_works_offline_after_the_first_visit(window: BrowserContext) -> None:
    with browser.opened(window, "index.html") as page:
        page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
        until(page, f"{KEPT}.then((keys) => keys.length > 50)")
        window.set_offline(True)
        try:
            page.goto("play.html#id=queens:6")
            ready(page, "svg.board")
        finally:
            window.set_offline(False)


def test_python_starts_from_memory_at_the_next_visit(window: BrowserContext) -> None:
    with browser.opened(window, "play.html#id=queens:6") as page:
        ready(page, "svg.board")
        until(page, f"{KEPT}.then((keys) => keys.some(({{ url }}) => url.endsWith('/memory')))")
    with browser.opened(window, "play.html#id=killer:2x2%231") as page:
        ready(page, "svg.board")
        page.keyboard.press("h")
        ready(page, ".hint:not([hidden]) p, .hint p")


def test_a_folder_with_files_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep me")
    command = [sys.executable, "-m", "clew", "site", "build", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "expected a new or empty folder" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
