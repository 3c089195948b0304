"""A film as a self-contained HTML file, which includes the player and its style."""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from pathlib import Path

from clew import __version__
from clew.board.places import STATIC as OF_BOARDS
from clew.film.film import Film
from clew.film.lesson import Lesson

STATIC, BOARDS = Path(__file__).with_name("static"), Path(OF_BOARDS)
DRAWING = ("shapes", "places", "drawing", "strokes", "picture")
"""The modules that draw boards. Each one follows those that it imports."""
MODULES = (
    "dom", "nodes", "formats", "story", "moment", "words", "games", "picture", "lane", "tree",
    "camera", "ink", "forest", "deck", "held", "code", "network", "treeview", "guess", "position",
    "lesson", "talk", "stage", "keys", "player",
)  # fmt: skip
"""The player's modules. Each one follows those that it imports."""
_IMPORT = re.compile(r"^import [^;]*?;\n", re.MULTILINE | re.DOTALL)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
START = """
const root = document.querySelector("#film");
const data = JSON.parse(document.querySelector("#data").textContent);
let current = null;
const play = (film) => {
  current?.close();
  current = new Player(root, storyOf(film), { keys: document });
  return globalThis.film = current;
};
if (data.lesson) {
  const guide = new Guide(data.lesson, (at) => guide.attach(play(data.films[at]), at));
  guide.open(0);
} else play(data).jumpTo(Number(new URLSearchParams(location.hash.slice(1)).get("at")) || 0);
globalThis.saidAll = () =>
  Array.from({ length: current.story.length }, (_, step) => describe(current.story, step));
"""
LOOK = """
html, body { margin: 0; background: light-dark(#fff, #161b22); }
body { display: flex; flex-direction: column; min-height: 100dvh; }
.film, header { padding: .5rem 1.2rem; box-sizing: border-box; }
.film { flex: 1; }
header { padding-bottom: 0; font: 15px/1.4 system-ui, sans-serif; color: var(--ink); }
header h1 { display: inline; font-size: 1.15rem; margin: 0 1rem 0 0; }
header p { display: inline; }
@media (min-width: 46rem) and (min-height: 34rem) { body { height: 100dvh; overflow: hidden; } }
.film-presenting header { display: none; }
"""


@cache
def script() -> str:
    """Return the player's modules joined into one script, without imports and exports."""
    files = [BOARDS / f"{name}.js" for name in DRAWING]
    files += [STATIC / f"{name}.js" for name in MODULES]
    parts = [path.read_text(encoding="utf-8") for path in files]
    return _EXPORT.sub("", _IMPORT.sub("", "\n".join(parts)))


def html(film: Film) -> str:
    """Return a film's page."""
    title = f"{film.head['title']} · {film.head['called']}"
    return _page(title, film.head["summary"], film.json())


def lesson_html(lesson: Lesson) -> str:
    """Return a lesson's page, with its films."""
    films = [scene.film.data() for scene in lesson.scenes]
    data = {"lesson": lesson.data(), "films": films}
    return _page(lesson.title, lesson.about, json.dumps(data, separators=(",", ":")))


def _page(title: str, about: str, data: str) -> str:
    sheets = (BOARDS / "picture.css", STATIC / "player.css")
    look = "".join(path.read_text(encoding="utf-8") for path in sheets)
    inside = data.replace("<", "\\u003c")
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="clew {escape(__version__)}">
<title>{escape(title)}</title>
<style>{look}{LOOK}</style>
</head>
<body>
<header><h1>{escape(title)}</h1><p>{escape(about)}</p></header>
<main id="film"></main>
<script type="application/json" id="data">{inside}</script>
<script type="module">
{script()}{START}</script>
</body>
</html>
"""
