"""A film in a burst: how evenly the frames come in a real browser, and what each costs.

`python -m benchmarks.film_frames` plays films of 10,000 steps at the highest speed. The gap is what
the viewer sees, from one frame to the next; the work is processor time of the page's main thread,
script, layout and all, which does not depend on what else the machine does. 60 frames a second
leave 16.7 ms for it.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clew import parse
from clew.film import record
from clew.film.page import html
from tests.web.browser import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page

STEPS = 10_000
HARD = "sudoku:....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6...."
FILMS = (
    (HARD, "backtracking"),
    ("queens:16", "backtracking:select=first,infer=none"),
    ("lights-out:5x5", "breadth-first"),
    ("knight:6x6@0,0", "depth-first"),
    ("noughts:3x3", "minimax"),
)
BURST = """() => new Promise((done) => {
  const gaps = [];
  let last = performance.now();
  const tick = (now) => {
    gaps.push(now - last);
    last = now;
    if (film.playing) requestAnimationFrame(tick);
    else done(gaps.slice(2));
  };
  film.setSpeed(99);
  film.go(0);
  film.play();
  requestAnimationFrame(tick);
})"""


def main() -> None:
    print("film | steps | frames a second | gap: median, 95 %, worst | work a frame")
    with tempfile.TemporaryDirectory() as folder, chromium("about:blank") as window:
        for name, strategy in FILMS:
            path = Path(folder) / "film.html"
            film = record(parse(name), strategy, max_steps=STEPS)
            path.write_text(html(film), encoding="utf-8")
            page = window.new_page()
            page.goto(path.as_uri())
            page.wait_for_timeout(500)
            told = _measured(page)
            print(f"{name[:20]} {strategy} | {len(film):,} | {told}", flush=True)
            page.close()


def _measured(page: Page) -> str:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = _worked(session)
    gaps = sorted(page.evaluate(BURST))
    work = 1000 * (_worked(session) - before) / len(gaps)
    median, most, worst = gaps[len(gaps) // 2], gaps[len(gaps) * 95 // 100], gaps[-1]
    rate = 1000 * len(gaps) / sum(gaps)
    return f"{rate:.0f} | {median:.1f}, {most:.1f}, {worst:.1f} ms | {work:.1f} ms"


def _worked(session: Any) -> float:
    """The seconds of processor time that the page's main thread has had."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")


if __name__ == "__main__":
    main()
