"""A film as one HTML file that plays anywhere: the player, its look and the film are inside."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path

from clew.film.film import Film

STATIC = Path(__file__).with_name("static")
MODULES = (
    "dom", "story", "moment", "words", "picture", "tree", "forest", "deck", "predict", "player"
)  # fmt: skip
"""The player's modules, each after those it imports."""
_IMPORT = re.compile(r"^import [^;]*?;\n", re.MULTILINE | re.DOTALL)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
START = """
const player = new Player(
  document.querySelector("#film"),
  storyOf(JSON.parse(document.querySelector("#data").textContent)),
  { keys: document },
);
globalThis.film = player;
"""
LOOK = """
body { margin: 0; background: #fff; }
@media (prefers-color-scheme: dark) { body { background: #161b22; } }
.film, header { max-width: 74rem; margin: 0 auto; padding: 1rem 1.2rem; box-sizing: border-box; }
header { padding-bottom: 0; font: 16px/1.45 system-ui, sans-serif; }
header h1 { font-size: 1.3rem; margin: 0; }
header p { margin: .2rem 0 0; }
header { color: #1c2733; }
@media (prefers-color-scheme: dark) { header { color: #e6edf3; } }
"""


@cache
def script() -> str:
    """The player's modules as one script: without imports, since all names are in one place."""
    parts = [(STATIC / f"{name}.js").read_text(encoding="utf-8") for name in MODULES]
    return _EXPORT.sub("", _IMPORT.sub("", "\n".join(parts)))


def html(film: Film) -> str:
    """The whole page."""
    head = film.head
    title = escape(f"{head['title']} · {head['strategy']}")
    look = (STATIC / "player.css").read_text(encoding="utf-8")
    data = film.json().replace("<", "\\u003c")
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="clew {escape(head["clew"])}">
<title>{title}</title>
<style>{look}{LOOK}</style>
</head>
<body>
<header><h1>{title}</h1><p>{escape(head["summary"])}</p></header>
<main id="film"></main>
<script type="application/json" id="data">{data}</script>
<script type="module">
{script()}{START}</script>
</body>
</html>
"""
