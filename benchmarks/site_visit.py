"""A visit to the site without a server: how long until it can be used, cold and warm.

`python -m benchmarks.site_visit` builds the site, serves it on loopback and opens it in a real
browser with an empty profile; then once more with what the first visit left. It prints seconds on
the clock, seconds of CPU time of all processes of the browser, and bytes. The goals are for a quiet
machine: ready to play in 8 s at the first visit, in 3 s at the next.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.web.browser import CHROMIUM, FLAGS
from tests.web.site_host import Quiet, build_site, hosted

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

PATIENCE = 300_000
VISITS = (
    ("gallery", "index.html", ".tiles a"),
    ("play", "play.html#id=sudoku:..233..42.3.1...", "svg.board"),
)
REMEMBERED = "caches.match(new URL('memory', location).href, {ignoreSearch: true}).then(Boolean)"
TICK = os.sysconf("SC_CLK_TCK")


def main() -> None:
    print("page | visit | seconds | of CPU time | MB loaded")
    with tempfile.TemporaryDirectory() as folder:
        build_site(Path(folder) / "site")
        with hosted(Path(folder)) as address:
            for name, page, usable in VISITS:
                with profile(f"{address}/site/", f"{folder}/{name}") as window:
                    print(f"{name} | first | {_visit(window, page, usable)}", flush=True)
                    _keep_all(window)
                    print(f"{name} | next | {_visit(window, page, usable)}", flush=True)


@contextmanager
def profile(url: str, folder: str) -> Iterator[BrowserContext]:
    """Open a window with its own profile, which caches compiled code as a reader's does."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        window = play.chromium.launch_persistent_context(
            folder, base_url=url, executable_path=CHROMIUM, args=list(FLAGS)
        )
        try:
            yield window
        finally:
            window.close()


def _visit(window: BrowserContext, path: str, usable: str) -> str:
    """Measure the cost of opening a page, until an element appears."""
    began, spent, sent = time.perf_counter(), cpu_seconds(), Quiet.sent
    page = window.new_page()
    page.goto(path)
    page.wait_for_selector(usable, timeout=PATIENCE)
    seconds, cpu = time.perf_counter() - began, cpu_seconds() - spent
    page.close()
    return f"{seconds:.1f} | {cpu:.1f} | {(Quiet.sent - sent) / 1e6:.1f}"


def _keep_all(window: BrowserContext) -> None:
    """Wait until the browser has kept the files and Python's memory, as on a first visit."""
    page = window.new_page()
    page.goto("play.html")
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    while not page.evaluate(REMEMBERED):
        page.wait_for_timeout(200)
    page.close()
    time.sleep(1)  # until its processes have ended, and their CPU time isn't counted any more


def cpu_seconds() -> float:
    """Return the CPU time of all living processes that this one started."""
    return sum(_cpu(pid) for pid in _below(os.getpid()))


def _below(pid: int) -> Iterator[int]:
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, tasks.read_text().split()):
            yield child
            yield from _below(child)


def _cpu(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICK


if __name__ == "__main__":
    main()
