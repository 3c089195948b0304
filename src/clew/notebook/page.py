"""The page on which one plays, as one text: its styles and modules are inside."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

PACKAGE = Path(__file__).parents[1]
PAGE = "web/static/play.html"
REPLACED = {"web/static/js/transport.js": "notebook/static/transport.js"}
"""What reaches the server from a page reaches the notebook's Python from here."""
HIDDEN = "header.top, .foot, .skip, #link-watch, #link-print, #tool-share { display: none; }"
"""What leads to other pages: there are none."""
_IMPORT = re.compile(r"""^(import\b[^;]*?["'])(\.{1,2}/[^"']+)(["'];)""", re.MULTILINE)


@cache
def board_page() -> str:
    """The page, for a frame within a notebook."""
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
    """A module as an address that holds all of it; what it imports it names by the import map."""

    def named(found: re.Match[str]) -> str:
        return f"{found[1]}clew:/{normpath(join(dirname(name), found[2]))}{found[3]}"

    code = _IMPORT.sub(named, _read(name))
    return f"data:text/javascript;base64,{b64encode(code.encode()).decode()}"
