"""Films of 100,000 events in a real browser: the time to open one, and the cost of each frame.

`python -m benchmarks.film_frames` opens each film as one HTML file. It steps through it from the
middle and near the end, one step per frame, and plays it in a burst. It measures the CPU time of
the page's main thread (script, layout and painting), which depends little on other work on the
machine. At 60 frames per second, each frame has 16.7 ms. The page doesn't redraw the lane and the
whole tree in each frame, so these are timed alone: the least of ten. `--gaps` also prints the time
from one frame to the next, median and 95 %, which is what a viewer notices. For that the machine
must be idle.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clew import parse
from clew.film import record
from clew.film.page import html
from tests.web.browser import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page

STEPS = 100_000
HARD = "sudoku:....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6...."
FILMS = (
    (HARD, "backtracking:select=first,infer=none"),
    ("queens:20", "backtracking:select=first,infer=none"),
    ("lights-out:5x5", "breadth-first"),
    ("sliding-tiles:3x3:8,6,7,2,5,4,3,0,1", "uniform-cost"),
    ("sliding-tiles:3x3:8,6,7,2,5,4,3,0,1", "a-star"),
    ("knight:6x6@0,0", "depth-first"),
    ("noughts:3x3", "minimax"),
)
FRAMES = """([count, act]) => new Promise((done) => {
  const gaps = [];
  let last = performance.now();
  const tick = (now) => {
    gaps.push(now - last);
    last = now;
    if (gaps.length > count || (!act && !film.playing)) return done(gaps.slice(2));
    if (act) film.stepBy(1);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
})"""
LEAST = """(act) => {
  const least = [];
  for (let i = 0; i < 10; i++) {
    const begun = performance.now();
    Function(act)();
    least.push(performance.now() - begun);
  }
  return Math.min(...least);
}"""
LANE = (
    "film.held.cards.forEach((c) => { c.state = -1; }); film.held.show(film.reel.moment, film.at)"
)
TREE = "const f = film.view.forest; f.mode = 'whole'; f.drawn = -1; film.view.show(film.at)"
STEPPED = 120
"""The number of frames to measure at each place."""


def main(gaps: bool) -> None:
    print(
        "film | events | to open | a step in the middle | near the end | in a burst | lane | tree"
    )
    with tempfile.TemporaryDirectory() as folder, chromium("about:blank") as window:
        for name, strategy in FILMS:
            path = Path(folder) / "film.html"
            film = record(parse(name), strategy, max_steps=STEPS)
            path.write_text(html(film), encoding="utf-8")
            page = window.new_page()
            told = _measured(page, path.as_uri(), gaps)
            print(f"{name[:20]} {strategy} | {len(film):,} | {told}", flush=True)
            page.close()


def _measured(page: Page, address: str, gaps: bool) -> str:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    clock = _Clock(session)
    page.goto(address)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    told = [f"{clock.lap():.2f} s"]
    seen: list[float] = []
    for place in ("film.story.length >> 1", "film.story.length - 2000"):
        page.evaluate(f"film.jumpTo({place})")
        time.sleep(0.3)
        told.append(_frames(page, clock, STEPPED, True, seen))
    page.evaluate("film.setSpeed(99); film.go(0); film.play()")
    told.append(_frames(page, clock, 10_000, False, seen))
    told += [f"{page.evaluate(LEAST, act):.1f} ms" for act in (LANE, TREE)]
    if gaps:
        seen.sort()
        told.append(f"gaps {seen[len(seen) // 2]:.1f}, {seen[-len(seen) // 20]:.1f} ms")
    return " | ".join(told)


def _frames(page: Page, clock: _Clock, count: int, act: bool, seen: list[float]) -> str:
    """Return the work of each frame while steps follow one another."""
    clock.lap()
    gaps = page.evaluate(FRAMES, [count, act])
    seen += gaps
    return f"{1000 * clock.lap() / max(1, len(gaps)):.1f} ms"


class _Clock:
    """The CPU time that the page's main thread has used."""

    def __init__(self, session: Any) -> None:
        self.session, self.last = session, 0.0

    def lap(self) -> float:
        """Return the seconds since the last lap."""
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        now = next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")
        spent, self.last = now - self.last, now
        return spent


if __name__ == "__main__":
    main("--gaps" in sys.argv)
