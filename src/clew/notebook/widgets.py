"""The widgets: a page in a frame that sends its requests to Python. Needs anywidget."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

from anywidget import AnyWidget
from traitlets import Dict, Int, Unicode

from clew.core import registry
from clew.core.puzzle import Puzzle
from clew.film import Film
from clew.film.page import html
from clew.model.own import Own
from clew.play import Play, open_play, resume
from clew.play.sheet import CLEAN
from clew.web.site.local import answer

STATIC = Path(__file__).with_name("static")
PACKAGE = Path(__file__).parents[1]
PAGE = "web/static/play.html"
REPLACED = {"web/static/js/transport.js": "notebook/static/transport.js"}
"""The page's requests go to the notebook's Python instead of a server."""
HIDDEN = "header.top, .foot, .skip, #link-watch, #link-print, #tool-share { display: none; }"
"""Hides the links to other pages, which don't exist here."""
_IMPORT = re.compile(r"""^(import\b[^;]*?["'])(\.{1,2}/[^"']+)(["'];)""", re.MULTILINE)


class FilmWidget(AnyWidget):
    """The player of a film; `step` follows the player, and setting it moves the player."""

    _esm = STATIC / "film.js"
    page = Unicode().tag(sync=True)
    step = Int(0).tag(sync=True)

    def __init__(self, film: Film) -> None:
        super().__init__(page=html(film))
        self.film = film


class BoardWidget(AnyWidget):
    """A board to play on; `saved` is the state of play after the last action."""

    _esm = STATIC / "board.js"
    page = Unicode().tag(sync=True)
    saved = Dict()

    def __init__(self, puzzle: Puzzle) -> None:
        _make_known(puzzle)
        super().__init__(page=board_page(), saved=open_play(puzzle, marks=CLEAN).save())
        self.on_msg(self._asked)

    @property
    def play(self) -> Play:
        """The game at the point that the player has reached."""
        return resume(self.saved)

    def _asked(self, widget: Any, asked: dict[str, str], buffers: Any) -> None:
        """Answer a request of the page as a server would."""
        if asked["path"].startswith("/api/progress"):
            return self._reply(asked, 200, json.dumps({"progress": self._progress()}).encode())
        parts: list[bytes] = []

        def send(status: int, media: str, part: bytes, last: bool) -> None:
            parts.append(part)
            if last:
                self._reply(asked, status, b"".join(parts))

        return answer(asked["method"], asked["path"], asked["body"], send)

    def _progress(self) -> list[dict[str, Any]]:
        """Return the game on the board as a started one, so that the page opens it."""
        return [{"key": self.saved["id"], "value": {"saved": self.saved, "solved": False}}]

    def _reply(self, asked: dict[str, str], status: int, body: bytes) -> None:
        if asked["path"] == "/api/play" and status == 200:
            self.saved = json.loads(body)["saved"]
        self.send({"id": asked["id"], "status": status}, [body])


def _make_known(puzzle: Puzzle) -> None:
    """Register the user's own puzzle, so that requests find it by its id."""
    if isinstance(puzzle, Own):
        registry.add(puzzle.stated_as or puzzle.as_kind())
    elif not registry.knows(puzzle.name):
        registry.add(type(puzzle))


# ------------------------------------------------------------------ the page, as one text


@cache
def board_page() -> str:
    """Build the page for a frame in a notebook, as one text."""
    text = _read(PAGE)
    head, body = text.split("</head>")
    (entry,) = re.findall(r'<script type="module" src="(.*?)">', head)
    modules = [entry, *re.findall(r'<link rel="modulepreload" href="(.*?)">', head)]
    sheets = re.findall(r'<link rel="stylesheet" href="(.*?)">', head)
    imports = json.dumps({"imports": {f"clew:/{name}": _address(name) for name in modules}})
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><base href="about:srcdoc">'
        f"<style>{''.join(map(_read, sheets))}{HIDDEN}</style>"
        f'<script type="importmap">{imports}</script>'
        f'<script type="module">import "clew:/{entry}";</script></head>{body}'
    )


def _read(name: str) -> str:
    return (PACKAGE / REPLACED.get(name, name)).read_text(encoding="utf-8")


def _address(name: str) -> str:
    """Return a module as a data address. Its imports use the names of the import map."""

    def named(found: re.Match[str]) -> str:
        return f"{found[1]}clew:/{normpath(join(dirname(name), found[2]))}{found[3]}"

    code = _IMPORT.sub(named, _read(name))
    return f"data:text/javascript;base64,{b64encode(code.encode()).decode()}"
