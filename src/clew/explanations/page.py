"""An explanation as one page that needs nothing else: every step in words and drawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from clew.core.board import Board
from clew.explanations.explanation import Explanation, told
from clew.explanations.techniques.step import Step
from clew.render.svg import STYLE as BOARD_STYLE
from clew.render.svg import svg

STYLE = """
:root{color-scheme:light dark;--ink:#1c2733;--soft:#5d6875;--line:#dfe4ea;--page:#fff;
--mark:#1a5fb4}*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:2.5rem 1.25rem 4rem;color:var(--ink);
background:var(--page);font:1rem/1.55 system-ui,sans-serif;text-rendering:optimizeLegibility}
header{display:grid;gap:1.5rem 2.5rem;align-items:start;margin-bottom:1.5rem}
h1{font-size:1.5rem;line-height:1.25;font-weight:650;margin:0 0 .25rem}
.verdict{font-size:1.05rem;margin:0}
.id{color:var(--soft);font:.8rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere;
margin:.75rem 0 0}.key{color:var(--soft);font-size:.875rem;margin:.75rem 0 0}
.key b{font-weight:600}.key .cause{color:#136c36}.key .struck{color:#b3261e;
text-decoration:line-through}
.key .placed{color:var(--mark);text-decoration:underline}
ol{list-style:none;margin:0;padding:0}
li{display:grid;gap:.75rem 2.5rem;align-items:start;padding:1.5rem 0;
border-top:1px solid var(--line)}
li:target{scroll-margin-top:1rem}
h2{font-size:1rem;font-weight:600;margin:0 0 .35rem}
h2 a{color:var(--soft);text-decoration:none;font-weight:400;margin-right:.5rem;
font-variant-numeric:tabular-nums}
h2 a:hover,h2 a:focus-visible{color:var(--mark);text-decoration:underline}
.rating{color:var(--soft);font-weight:400;font-variant-numeric:tabular-nums;margin-left:.35rem}
p{margin:0;max-width:36rem;overflow-wrap:anywhere}
figure{margin:0}svg{display:block;max-width:100%;height:auto}
@media(min-width:46rem){header,li{grid-template-columns:minmax(0,1fr) minmax(0,24rem)}}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9aa5b1;--line:#2b3440;--page:#0f141a;
--mark:#7cb7ff}.key .cause{color:#7ee2a8}.key .struck{color:#ff9d94}}
@media print{:root{color-scheme:light;--ink:#000;--soft:#444;--line:#bbb;--page:#fff}
body{max-width:none;padding:0;font-size:10.5pt}header,li{grid-template-columns:1fr 14rem}
li{break-inside:avoid;padding:.75rem 0}h2 a{color:inherit}}
"""


def page(explanation: Explanation) -> str:
    """The page: the puzzle, what it comes to, and a list of the steps."""
    puzzle = explanation.puzzle
    first = puzzle.board()
    title = escape(_sentence(first.title))
    verdict = escape(_sentence(explanation.verdict))
    boards = list(explanation.boards())
    items = "".join(
        _item(explanation, number, step, board)
        for number, (step, board) in enumerate(zip(explanation.steps, boards, strict=True), 1)
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}: {verdict}</title><style>{BOARD_STYLE}{STYLE}</style></head>\n<body>"
        f'<header><div><h1>{title}</h1><p class="verdict">{verdict}</p>{_key(boards)}'
        f'<p class="id">{escape(puzzle.id)}</p></div>{_figure(first, "The puzzle")}</header>\n'
        f"<main><ol>{items}</ol></main></body></html>\n"
    )


def _item(explanation: Explanation, number: int, step: Step, board: Board) -> str:
    rating = f'<span class="rating">{step.rating:.1f}</span>' if step.rating else ""
    words = escape(_sentence(told(explanation.puzzle, step)))
    return (
        f'\n<li id="step-{number}"><div><h2><a href="#step-{number}">{number}</a>'
        f"{escape(_sentence(step.technique))}{rating}</h2><p>{words}.</p></div>"
        f"{_figure(board, f'Step {number}')}</li>"
    )


def _figure(board: Board, label: str) -> str:
    """The board, without a style of its own: one for all is at the head of the page."""
    drawn = svg(board).replace(f"<style>{BOARD_STYLE}</style>", "", 1)
    name = escape(f"{label}: {board.title}", quote=True)
    named = drawn.replace("<svg ", f'<svg aria-label="{name}" ', 1)
    return f"<figure>{named}</figure>"


def _key(boards: Sequence[Board]) -> str:
    """What the marks mean, where candidates are drawn."""
    if not any(cell.notes for board in boards for cell in board.cells):
        return ""
    return (
        '<p class="key">In each picture: <b class="cause">what it rests on</b>, '
        '<b class="struck">what is ruled out</b>, <b class="placed">what is filled in</b>.</p>'
    )


def _sentence(text: str) -> str:
    """With a capital first, unless that is the name of a cell."""
    return text if re.match(r"r\d", text) else text[:1].upper() + text[1:]
