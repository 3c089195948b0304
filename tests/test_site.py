"""The documentation site builds without a warning, and no link inside it is dead."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from clew.core.registry import names
from clew.search.strategy import strategies
from docs.notebooks import TUTORIALS
from docs.refresh import ROOT

pytest.importorskip("sphinx")
LINKS = {"a": "href", "link": "href", "img": "src", "script": "src", "iframe": "src"}


class Page(HTMLParser):
    """What a page links to, and the places in it that can be linked to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.anchors.add(found.get("id") or "")
        if link := found.get(LINKS.get(tag, "")):
            self.links.append(link)


pytestmark = pytest.mark.slow  # the site is built once for all of them


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `./run docs` builds it."""
    folder = tmp_path_factory.mktemp("site")
    options = ["--quiet", "--fail-on-warning", "--keep-going", "-d", str(folder / "doctrees")]
    command = [sys.executable, "-m", "sphinx", *options, str(ROOT / "docs"), str(folder / "html")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder / "html"


def pages(site: Path) -> Iterator[tuple[Path, Page]]:
    for path in sorted(site.rglob("*.html")):
        if "_static" not in path.parts and "films" not in path.parts:
            yield path, Page(path)


def test_no_link_is_dead(site: Path) -> None:
    found = dict(pages(site))
    dead = []
    for path, page in found.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or link == "#":
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            there = found.get(target)
            anchor = unquote(parts.fragment)
            if not target.exists() or (there and anchor and anchor not in there.anchors):
                dead.append(f"{path.relative_to(site)}: {link}")
    assert not dead


def test_every_puzzle_and_strategy_has_a_page_with_a_film(site: Path) -> None:
    for name in names():
        page = Page(site / "_made" / "puzzles" / f"{name}.html")
        assert any(link.endswith(f"films/puzzle-{name}.html") for link in page.links), name
    for name in strategies():
        assert (site / "_made" / "strategies" / f"{name}.html").exists()


def test_every_tutorial_can_be_had_as_a_notebook(site: Path) -> None:
    for name in TUTORIALS:
        assert f"notebooks/{name}.ipynb" in Page(site / f"{name}.html").links


def test_a_puzzle_of_ones_own_is_one_click_away(site: Path) -> None:
    assert "own_puzzle.html" in Page(site / "index.html").links
