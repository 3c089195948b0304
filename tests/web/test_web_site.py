"""The pages without a server: Python runs in Node and in a real browser, with the network off."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import unquote

import pytest

import clew
from clew.core.registry import all_puzzles
from clew.puzzles.sudoku.puzzle import Sudoku
from clew.web.site import build
from tests.web import browser
from tests.web.site_host import build_site, hosted

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

State = Literal["attached", "detached", "hidden", "visible"]
PATIENCE = 120_000
"""Milliseconds for Python to start in a browser on a busy machine."""
KEPT = """async (which) => {
  const name = (await caches.keys()).find((name) => name.includes(which));
  return name ? (await caches.open(name)).keys().then((keys) => keys.length) : 0;
}"""
PROGRAM = """
import { readFileSync } from "node:fs";
const [folder, asked] = process.argv.slice(2);
const { answering, memoryOf, started } = await import(`file://${folder}/python.js`);
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
    """Build the site with Pyodide from npm, in a subfolder of the host."""
    if shutil.which("npm") is None:
        pytest.skip("no npm here")
    folder = tmp_path_factory.mktemp("a site") / "deep" / "inside"
    try:
        build_site(folder)
    except build.CannotBuild as error:
        pytest.skip(str(error))
    (folder.parent / "package.json").write_text('{"type": "module"}')  # Node asks for it
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


@pytest.mark.slow
def test_python_in_node_solves_and_films_every_kind(site: Path, tmp_path: Path) -> None:
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
    asked.append(("POST", "/api/own", {"text": "\nraise KeyboardInterrupt"}))
    asked.append(("POST", "/api/own", {"text": "input()"}))
    found = answers(site, tmp_path, asked)
    assert len(found) == len(asked)
    *good, refused, misstated, interrupted, asking = found
    assert {(path, status) for path, _, status, _ in good if status != 200} == set()
    assert refused[2] == 422
    assert "no puzzle called" in refused[3]
    assert (misstated[2], "mine.py:3" in misstated[3]) == (422, True)
    assert (interrupted[2], "mine.py:2: KeyboardInterrupt" in interrupted[3]) == (422, True)
    assert (asking[2], "mine.py:1: input() isn't available here" in asking[3]) == (422, True)
    for path, body, _, text in good:
        if path == "/api/solve" and known[str(body["id"])].solutions is not None:
            answered = bool(json.loads(text)["solutions"])
            assert answered == bool(known[str(body["id"])].solutions), body


FUNCTION = """import clew
m = clew.Problem()
a, b, c, d = m.variables("abcd", range(40)).values()
m.add(a + b + c + d >= 155)
m.where(lambda a, b, c, d: a * b == c * d + 39, a, b, c, d)
"""


@pytest.mark.slow
def test_wasm_kernel_matches_the_compiled_one(site: Path, tmp_path: Path) -> None:
    """Without the kernel, this killer Sudoku takes minutes. It can't call Python functions."""
    if not (site / "kernel.wasm").exists():
        pytest.skip("no Clang here that compiles for WebAssembly")
    asked: list[object] = [
        ("POST", "/api/make", {"kind": "killer", "size": "3x3", "seed": 2}),
        ("POST", "/api/solve", {"id": "sudoku:16#1", "max_solutions": 2}),
        ("POST", "/api/solve", {"id": "queens:3"}),
        ("POST", "/api/own", {"text": FUNCTION}),
        ("POST", "/api/solve", {"id": "m:", "max_solutions": 9}),
    ]
    found = [json.loads(text) for *_, text in answers(site, tmp_path, asked)]
    assert found[0]["puzzles"][0]["id"] == clew.parse("killer:3x3#2").id
    assert found[1]["unique"]
    assert found[2]["solutions"] == []
    assert found[4]["engine"].startswith("readable: the kernel in a browser can't run rules")
    assert sorted("".join(map(str, each.values())) for each in found[4]["solutions"]) == [
        "39393839", "39393938",
    ]  # fmt: skip


# ------------------------------------------------------------------ in a browser

pytestmark = pytest.mark.skipif(bool(browser.missing()), reason=browser.missing())


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with hosted(site.parent.parent) as found:
        yield found


@pytest.fixture(scope="module")
def window(address: str) -> Iterator[BrowserContext]:
    with browser.chromium(f"{address}/deep/inside/") as context:
        yield context


@pytest.fixture
def outside(window: BrowserContext) -> Iterator[list[str]]:
    """Collect requests that leave the folder. There must be none."""
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


def ready(page: Page, selector: str, state: State = "visible") -> None:
    page.wait_for_selector(selector, timeout=PATIENCE, state=state)


def until(page: Page, question: str, given: object = None) -> None:
    """Wait until an expression, or its promise, is true."""
    ends = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(question, given):
        assert time.monotonic() < ends, question
        page.wait_for_timeout(100)


@pytest.mark.usefixtures("outside")
def test_sudoku_is_made_played_with_a_hint_and_finished(window: BrowserContext) -> None:
    with browser.opened(window, "index.html") as page:
        page.click("main a:has-text('Easy')")
        ready(page, "svg.board")
        puzzle = clew.parse(unquote(page.url.partition("#id=")[2]))
        assert puzzle.id.startswith("sudoku:")
        page.keyboard.press("h")
        ready(page, ".hint:not([hidden]) p, .hint p")
        assert isinstance(puzzle, Sudoku)
        for number, value in enumerate(clew.solve(puzzle).solution):
            if not puzzle.cells[number]:
                browser.cell(page, number).click()
                page.keyboard.press(str(value))
        ready(page, "#message:has-text('solved')")


@pytest.mark.usefixtures("outside")
def test_watch_and_compare_work(window: BrowserContext) -> None:
    with browser.opened(window, "watch.html?id=queens:6") as page:
        ready(page, ".film svg")
        page.keyboard.press("ArrowRight")
        page.click("#keep summary")
        assert page.is_visible("#as-svg")
        assert page.is_hidden("#as-gif"), "Pillow is not there"
        with page.expect_download(timeout=PATIENCE) as download:
            page.click("#as-svg")
        assert download.value.suggested_filename == "moment.svg"
        assert download.value.path().read_text().startswith("<svg")
    with browser.opened(window, "compare.html?id=queens:6") as page:
        ready(page, "svg")


TWO = """import clew
first = clew.Problem()
first.variables("ab", [1, 2])
first.add(first["a"] < first["b"])
second = clew.Problem()
second.variables("ab", [1, 2])
"""
LOOP = "while True: pass"


@pytest.mark.usefixtures("outside")
def test_own_puzzle_is_typed_solved_played_and_forgotten(window: BrowserContext) -> None:
    with browser.opened(window, "own.html") as page:
        state(page, TWO)
        ready(page, "#stop[hidden]", "attached")
        assert page.locator("#answer h2").all_inner_texts() == ["First", "Second"]
        assert "the only solution" in page.locator("#answer section").first.inner_text()
        state(page, "import clew\nx = clew.Problem('x'")
        ready(page, "#trouble:not([hidden])")
        assert page.inner_text("#trouble").startswith("Line 2: ")
        assert page.locator("#answer a").count() == 0
        page.goto("play.html#id=first:")
        browser.cell(page, 0).click(timeout=PATIENCE)
        page.keyboard.press("1")
        until(page, "localStorage.getItem('clew.progress.first:') !== null")
        page.goto("index.html")
        ready(page, "#going li")
        assert page.locator("#gallery [data-kind=first]").count() == 1
        page.goto("own.html")
        assert page.input_value("#text").endswith("('x'")
        page.click("#forget")
        page.goto("index.html")
        ready(page, "#gallery h4")
        assert page.locator("#gallery [data-kind=first]").count() == 0
        assert page.locator("#going li").count() == 0
        page.goto("play.html")
        ready(page, "svg.board")
        assert page.title().startswith("Sudoku")


@pytest.mark.slow
def test_endless_text_is_stopped_by_hand_or_by_the_limit(window: BrowserContext) -> None:
    page = window.new_page()
    page.clock.install()
    page.goto("own.html")
    state(page, LOOP)
    ready(page, ".loading-python", "detached")
    page.click("#stop")
    assert page.inner_text("#answer") == "Stopped."
    state(page, LOOP)
    page.wait_for_timeout(100)
    ready(page, ".loading-python", "detached")
    page.clock.fast_forward(22_001)
    ready(page, "#trouble:not([hidden])")
    assert page.inner_text("#trouble").startswith("Stopped: this took more than 20 s")
    state(page, "import os\nos._exit(1)")
    ready(page, "#trouble:has-text('Python has stopped')")
    state(page, TWO)
    ready(page, "#answer svg")
    page.evaluate("localStorage.clear()")
    page.close()


def state(page: Page, text: str) -> None:
    page.fill("#text", text)
    page.click("#solve")


CANCELLED = """async () => {
  const { send } = await import("./web/static/js/transport.js");
  const post = (path, body, signal) =>
    send(path, { method: "POST", body: JSON.stringify(body), signal })
      .then((answer) => answer.status, (error) => error.name);
  const [before, reading, running] = Array.from({ length: 3 }, () => new AbortController());
  const hopeless = { id: "queens:9", strategy: "generate-and-test", max_seconds: 60 };
  const text = { text: "queens:5" };
  const found = [post("/api/count", hopeless, before.signal)];
  found.push(post("/api/read", text, reading.signal));
  before.abort();
  reading.abort();
  found.push(post("/api/solve", { id: "queens:6" }));
  const began = post("/api/count", hopeless, running.signal);
  found.push(post("/api/read", text));
  await found[2];
  running.abort();
  return Promise.all([...found, began, post("/api/solve", { id: "queens:6" })]);
}"""


@pytest.mark.slow
def test_cancelled_requests_do_not_block_others(window: BrowserContext) -> None:
    with browser.opened(window, "about.html") as page:
        workers: list[str] = []
        page.on("worker", lambda worker: workers.append(worker.url))
        assert page.evaluate(CANCELLED) == [
            "AbortError", "AbortError", 200, 200, "AbortError", 200,
        ]  # fmt: skip
        assert len(workers) <= 4, "two, one after the search that was cancelled, one to remember"


def test_site_works_offline_after_the_first_visit(window: BrowserContext) -> None:
    with browser.opened(window, "index.html") as page:
        page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
        assert page.evaluate(KEPT, " files ") > 50
        window.set_offline(True)
        try:
            page.goto("play.html#id=queens:6")
            ready(page, "svg.board")
        finally:
            window.set_offline(False)


DAMAGE = """async () => {
  const cache = await caches.open((await caches.keys()).find((name) => name.endsWith(" memory")));
  const [{ url }] = await cache.keys();
  const found = await cache.match(url);
  const bytes = new Uint8Array(await found.arrayBuffer());
  bytes.fill(7, 1000);
  await cache.put(url, new Response(bytes, { headers: found.headers }));
}"""


@pytest.mark.slow
def test_python_starts_from_a_snapshot_unless_it_is_damaged(window: BrowserContext) -> None:
    with browser.opened(window, "play.html#id=queens:6") as page:
        ready(page, "svg.board")
        until(page, KEPT, " memory")
    with browser.opened(window, "play.html#id=killer:2x2%231") as page:
        ready(page, "svg.board")
        page.keyboard.press("h")
        ready(page, ".hint:not([hidden]) p, .hint p")
        page.evaluate(DAMAGE)
    with browser.opened(window, "play.html#id=queens:6") as page:
        ready(page, "svg.board")


@pytest.mark.slow
def test_failed_load_is_shown_and_retried(window: BrowserContext, address: str) -> None:
    """The browser here stores nothing."""
    assert window.browser is not None
    inside = f"{address}/deep/inside/"
    context = window.browser.new_context(base_url=inside, service_workers="block")
    context.add_init_script(
        "for (const name of ['localStorage', 'caches'])"
        " Object.defineProperty(window, name, { get() { throw new DOMException('no') } })"
    )
    page = context.new_page()
    for name in ("clew.json*", "pyodide/pyodide.asm.wasm"):  # a start is tried twice
        page.route(f"**/{name}", lambda route: route.fulfill(status=500), times=2)
    page.goto("play.html#id=queens:6")
    ready(page, "#trouble:has-text('load clew.json (status 500)')")
    page.goto("play.html#id=queens:7")
    ready(page, "#trouble:has-text('WebAssembly')")
    page.goto("play.html#id=queens:5")
    ready(page, "svg.board")
    page.goto("index.html")
    ready(page, "#gallery h4")
    context.close()


@pytest.mark.slow
def test_returning_visitor_gets_a_new_version(
    window: BrowserContext, address: str, site: Path
) -> None:
    """The host lets browsers cache files, and leaves .html out of addresses."""
    top = site.parent.parent / "clean"
    shutil.copytree(site, top)
    for path in top.rglob("*"):
        os.utime(path, (0, 0))  # a browser remembers for long what has been as it is for long
    about = f"{address}/clean/about.html"
    with browser.opened(window, about) as page:
        assert page.url.endswith("clean/about")
        page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
        page.goto(about)
        others = page.evaluate("caches.open('of another').then(() => caches.keys())")
        publish(top, "The second version")
        page.goto(about)
        until(
            page,
            "navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null)",
        )
        assert page.locator("h1").inner_text() != "The second version"
        page.goto("about:blank")
        page.goto(about)
        ready(page, "h1:has-text('The second version')")
        assert page.url == about
        (gone,) = set(others) - set(page.evaluate("caches.keys()"))
        assert "/clean/ files" in gone


def publish(top: Path, title: str) -> None:
    """Write another version of a page and everything that depends on it."""
    page, service = top / "about.html", top / build.SERVICE
    page.write_text(re.sub("<h1>.*?</h1>", f"<h1>{title}</h1>", page.read_text()))
    service.write_text(re.sub('VERSION = "', 'VERSION = "2', service.read_text()))
    os.utime(page, (1, 1))


def test_build_refuses_a_folder_with_files(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep me")
    command = [sys.executable, "-m", "clew", "site", "build", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "isn't empty: choose a new or empty folder" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
