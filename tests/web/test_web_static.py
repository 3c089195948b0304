"""The files of the pages: complete, small, and without files from other sites."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import clew

PACKAGE = Path(clew.__file__).resolve().parent
STATIC = PACKAGE / "web" / "static"
BOARD = PACKAGE / "board" / "static"
FILM = PACKAGE / "film" / "static"
SHELLS = sorted(STATIC.glob("*.html"))
FILES = sorted(
    path
    for folder in (STATIC, BOARD)
    for path in folder.rglob("*")
    if path.suffix in (".js", ".css", ".html")
)
OURS = ("index", "play", "enter", "print", "about")
IMPORT = re.compile(r"""^(?:import|export)\b[^;]*?["'](\.{1,2}/[^"']+)["'];""", re.MULTILINE)


def modules(path: Path, found: set[Path]) -> set[Path]:
    """Return all modules that a module imports, directly or indirectly."""
    for name in IMPORT.findall(path.read_text()):
        other = (path.parent / name).resolve()
        if other not in found:
            found.add(other)
            modules(other, found)
    return found


@pytest.mark.parametrize("name", OURS)
def test_page_preloads_all_its_modules(name: str) -> None:
    """Without that, the browser would find them one after the other."""
    text = (STATIC / f"{name}.html").read_text()
    (entry,) = re.findall(r'<script type="module" src="(.*?)">', text)
    asked = set(re.findall(r'<link rel="modulepreload" href="(.*?)">', text))
    needed = modules(PACKAGE / entry, set())
    assert asked == {path.relative_to(PACKAGE).as_posix() for path in needed}


@pytest.mark.parametrize("path", SHELLS, ids=lambda path: path.stem)
def test_page_has_no_inline_code_and_no_missing_files(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", text)
    assert not re.search(r'(?:src|href)="/(?!")', text), "an address that is not relative"
    for name in re.findall(r'(?:src|href)="((?:web|board|film)/[^"]+)"', text):
        assert (PACKAGE / name).is_file(), name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_pages_load_nothing_from_other_sites(path: Path) -> None:
    text = re.sub(r"http://www\.w3\.org/[\w/]+", "", path.read_text())
    assert not re.search(r"https?://|@import|url\((?!#|\"fonts/)", text)
    assert not re.search(r"""["'`]/(?!api/)[a-z]{2,}""", text), "an address that is not relative"
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", text)


def test_modules_are_short() -> None:
    modules = [path for path in FILES if path.suffix == ".js"] + sorted(FILM.glob("*.js"))
    assert len(modules) > 60
    assert [path.name for path in modules if len(lines(path)) > 300] == []


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines()
