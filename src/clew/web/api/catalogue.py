"""What there is: kinds of puzzles, strategies, puzzles read from a text, and new puzzles."""

from __future__ import annotations

from inspect import getdoc
from typing import Any

from clew.board.board import Board
from clew.board.svg import svg
from clew.core.faces import word_of
from clew.core.games import GamePuzzle
from clew.core.puzzle import CellPuzzle, Puzzle
from clew.core.registry import all_puzzles, is_added
from clew.film import pseudocode, tells_steps
from clew.generators.generate import recipe, series
from clew.generators.maker import makers, own_maker
from clew.notation import read_all
from clew.search.auto import AUTO, choose, suits, textbook
from clew.search.strategy import Strategy, options, parse_strategy, sentence
from clew.search.strategy import strategies as all_strategies
from clew.web.api.common import Params, check_cells, drawn, puzzle_of, shown
from clew.web.errors import Refused

POSTER, TRIED = 120, 4
"""The most cells of the picture in a gallery, and how many examples are tried for it."""
MOST_READ = 200
"""The most puzzles of one text."""


def puzzles(params: Params) -> dict[str, Any]:
    return {"puzzles": [described(kind) for kind in all_puzzles()]}


def described(kind: type[Puzzle]) -> dict[str, Any]:
    """A kind as the gallery shows it."""
    maker = makers().get(kind.name) or own_maker(kind.name)
    return {
        "name": kind.name,
        "title": kind.kind_title(),
        "summary": kind.summary,
        "form": kind.form,
        "look": kind.look.as_dict(),
        "inputs": [each.mode for each in kind.inputs],
        "faces": [word_of(face) for face in kind.faces],
        "plays": plays(kind),
        "added": is_added(kind.name),
        "examples": _examples(kind),
        "make": maker
        and {"sizes": list(maker.sizes), "levels": list(maker.levels), "form": maker.form},
    }


def _examples(kind: type[Puzzle]) -> list[dict[str, Any]]:
    """The examples; a picture of one is enough for a gallery: the first that shows something."""
    found: list[dict[str, Any]] = [
        {
            "id": f"{kind.name}:{each.text}",
            "title": each.title,
            "source": each.source,
            "board": None,
        }
        for each in kind.examples
    ]
    shown: Board | None = None
    for number, example in enumerate(kind.examples[:TRIED]):
        board = kind.parse(example.text).board()
        rich = board.drawing or any(cell.text.strip() for cell in board.cells)
        if rich and len(board.cells) <= POSTER:
            found[number]["board"] = drawn(board)
            return found
        shown = shown or board
    if shown is not None:
        found[0]["board"] = drawn(shown)
    return found


def plays(kind: type[Puzzle]) -> str:
    """How a person plays it: against another, by moves, or by filling in."""
    if issubclass(kind, GamePuzzle):
        return "game"
    return "fill" if issubclass(kind, CellPuzzle) else "walk"


def strategies(params: Params) -> dict[str, Any]:
    every = list(all_strategies().values())
    if "id" not in params:
        return {"strategies": [_strategy(kind) for kind in every]}
    puzzle = puzzle_of(params)
    suited = [kind for kind in every if suits(puzzle, kind())]
    taught = [str(each) for each in textbook(puzzle) if suits(puzzle, each)]
    wanted = filter(None, params.get("wanted", "").split(";"))
    return {
        "strategies": [_strategy(kind) for kind in suited],
        "auto": str(choose(puzzle, AUTO)),
        "textbook": taught,
        "called": {each: _called(each) for each in (*(k.name for k in suited), *taught, *wanted)},
    }


def _called(spelling: str) -> str:
    """What people call a strategy; one that there is not has no other name."""
    try:
        return parse_strategy(spelling).called
    except ValueError:
        return spelling


def _strategy(kind: type[Strategy]) -> dict[str, Any]:
    return {
        "name": kind.name,
        "title": kind.title,
        "summary": kind.summary,
        "face": word_of(kind.face),
        "complete": kind.complete,
        "optimal": kind.optimal,
        "about": getdoc(kind) or "",
        "options": [
            {
                "name": name,
                "title": kind.reads.get(name, sentence(name)),
                "default": default,
                "choices": [{"word": word, "title": kind.wording(name, word)} for word in choices],
            }
            for name, (default, choices) in options(kind).items()
        ],
        "pseudocode": list(pseudocode(kind()).lines),
        "told": tells_steps(kind()),
    }


def read(params: Params) -> dict[str, Any]:
    """The puzzles of a text. The line break keeps it from being read as the name of a file."""
    found = read_all(f"{params['text']}\n", params.get("kind"), params.get("notation"))
    if len(found) > MOST_READ:
        raise Refused(f"found {len(found)} puzzles, expected at most {MOST_READ}")
    return {"puzzles": [shown(each) for each in found]}


def picture(params: Params) -> str:
    return svg(check_cells(puzzle_of(params).board()))


def make(params: Params) -> dict[str, Any]:
    """As many puzzles as wanted, with seeds that count up from the first."""
    level, seed = params.get("level"), params.get("seed")
    seed = None if seed is None else int(seed)
    first = recipe(params["kind"], params.get("size", ""), level=level, seed=seed)
    made = enumerate(series(first, int(params.get("count", 1))), first.seed)
    return {
        "puzzles": [
            shown(puzzle) | {"made": str(first.with_seed(seed)), "level": level}
            for seed, puzzle in made
        ]
    }
