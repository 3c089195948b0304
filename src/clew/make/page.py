"""An explanation as one page that needs nothing else: every step in words and drawn."""

from __future__ import annotations

from html import escape

from clew.make.explain import Explanation, told
from clew.render.svg import svg

STYLE = (
    ":root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;"
    "max-width:46rem;padding:0 1rem}li{margin:1.5rem 0}svg{max-width:100%;height:auto}"
    "b{font-weight:600}"
)


def page(explanation: Explanation) -> str:
    """The page, with a list of the steps."""
    puzzle = explanation.puzzle
    title = f"{puzzle.board().title}, {explanation.level} ({explanation.rating:.1f})"
    items = "".join(
        f"<li><b>{escape(step.technique)}</b> ({step.rating:.1f}): "
        f"{escape(told(puzzle, step))}<br>{svg(board)}</li>"
        for step, board in zip(explanation.steps, explanation.boards(), strict=True)
    )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style><h1>{escape(title)}</h1>{svg(puzzle.board())}<ol>{items}</ol></html>\n"
    )
