"""An explanation as one page that needs nothing else: every step in words and drawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from pathlib import Path

from clew.board.board import Board
from clew.board.svg import drawn, look_of
from clew.explanations.explanation import Explanation, in_words
from clew.explanations.techniques.step import Step

STYLE = Path(__file__).with_name("page.css").read_text()


def page(explanation: Explanation) -> str:
    """The page: the puzzle, its verdict, and a list of the steps."""
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
        f"<title>{title}: {verdict}</title><style>{look_of([first, *boards])}{STYLE}</style>"
        "</head>\n<body>"
        f'<header><div><h1>{title}</h1><p class="verdict">{verdict}</p>{_key(boards)}'
        f'<p class="id">{escape(puzzle.id)}</p></div>{_figure(first, "The puzzle")}</header>\n'
        f"<main><ol>{items}</ol></main></body></html>\n"
    )


def _item(explanation: Explanation, number: int, step: Step, board: Board) -> str:
    rating = f'<span class="rating">{step.rating:.1f}</span>' if step.rating else ""
    words = escape(_sentence(in_words(explanation.puzzle, step)))
    return (
        f'\n<li id="step-{number}"><div><h2><a href="#step-{number}">{number}</a>'
        f"{escape(_sentence(step.technique))}{rating}</h2><p>{words}.</p></div>"
        f"{_figure(board, f'Step {number}')}</li>"
    )


def _figure(board: Board, label: str) -> str:
    """The board, without a style of its own: one for all is at the head of the page."""
    return f"<figure>{drawn(board, styled=False, label=f'{label}: {board.title}')}</figure>"


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
