"""What there is: kinds of puzzles, strategies, and puzzles read from a text."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import getdoc
from typing import Any

from clew.core.faces import word_of
from clew.core.games import GamePuzzle
from clew.core.puzzle import CellPuzzle, Puzzle
from clew.core.registry import all_puzzles
from clew.film import pseudocode
from clew.notation import read_all
from clew.render.svg import svg
from clew.search.auto import AUTO, choose, suits, textbook
from clew.search.strategy import Strategy, options
from clew.search.strategy import strategies as all_strategies
from clew.web.api.common import drawn, needs_cells, puzzle_of
from clew.web.api.making import offer
from clew.web.errors import Refused

MOST_READ = 200
"""The most puzzles of one text."""

Asked = Mapping[str, Any]


def puzzles(asked: Asked) -> dict[str, Any]:
    return {"puzzles": [_kind(kind) for kind in all_puzzles()]}


def _kind(kind: type[Puzzle]) -> dict[str, Any]:
    return {
        "name": kind.name,
        "summary": kind.summary,
        "form": kind.form,
        "faces": [word_of(face) for face in kind.faces],
        "plays": plays(kind),
        "examples": [
            {
                "id": f"{kind.name}:{example.text}",
                "title": example.title,
                "source": example.source,
                "board": drawn(kind.parse(example.text).board()),
            }
            for example in kind.examples
        ],
        "make": offer(kind.name),
    }


def plays(kind: type[Puzzle]) -> str:
    """How a person plays it: against another, by moves, or by filling in."""
    if issubclass(kind, GamePuzzle):
        return "game"
    return "fill" if issubclass(kind, CellPuzzle) else "walk"


def strategies(asked: Asked) -> dict[str, Any]:
    every = list(all_strategies().values())
    if "id" not in asked:
        return {"strategies": [_strategy(kind) for kind in every]}
    puzzle = puzzle_of(asked)
    suited = [kind for kind in every if suits(puzzle, kind())]
    return {
        "strategies": [_strategy(kind) for kind in suited],
        "auto": str(choose(puzzle, AUTO)),
        "textbook": [str(strategy) for strategy in textbook(puzzle)],
    }


def _strategy(kind: type[Strategy]) -> dict[str, Any]:
    return {
        "name": kind.name,
        "summary": kind.summary,
        "face": word_of(kind.face),
        "complete": kind.complete,
        "optimal": kind.optimal,
        "about": getdoc(kind) or "",
        "options": [
            {"name": name, "default": default, "choices": list(choices)}
            for name, (default, choices) in options(kind).items()
        ],
        "pseudocode": list(pseudocode(kind()).lines),
    }


def read(asked: Asked) -> dict[str, Any]:
    """The puzzles of a text. A line is added: so it is never the name of a file."""
    found = read_all(f"{asked['text']}\n", asked.get("kind"), asked.get("notation"))
    if len(found) > MOST_READ:
        raise Refused(f"found {len(found)} puzzles, expected at most {MOST_READ}")
    return {"puzzles": [{"id": each.id, "board": drawn(each.board())} for each in found]}


def picture(asked: Asked) -> str:
    return svg(needs_cells(puzzle_of(asked).board()))
