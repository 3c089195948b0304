"""The API's work. Each function takes checked parameters and returns plain data."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from inspect import getdoc
from itertools import chain, repeat
from random import Random
from time import monotonic
from typing import Any

from clew.board.board import Board
from clew.board.json import data
from clew.board.svg import svg
from clew.core.events import Kind, Trace
from clew.core.faces import word_of
from clew.core.games import GamePuzzle
from clew.core.puzzle import CellPuzzle, Puzzle
from clew.core.registry import all_puzzles, find, is_added
from clew.core.result import Result, Run
from clew.explanations import explain as explaining
from clew.explanations.explain import entries, moves
from clew.explanations.explanation import DEGREES, in_words
from clew.film import (
    MAX_STEPS,
    Film,
    moment,
    opening,
    page,
    pseudocode,
    record,
    scenes,
    showcase,
    tells_steps,
)
from clew.film import lesson as lesson_files
from clew.generators.maker import makers, own_maker, recipe, series
from clew.notation import parse, read_all
from clew.play import Play, Walk, open_play, resume, underway
from clew.play.by_moves import PERFECT, Session
from clew.search.auto import AUTO, choose, objection, suits, textbook
from clew.search.run import Search
from clew.search.run import solve as search
from clew.search.strategy import Strategy, options, parse_strategy, sentence
from clew.search.strategy import strategies as all_strategies
from clew.web.limits import CELLS, MEMORY, MOST_SECONDS, SECONDS, Refused

Params = Mapping[str, Any]
"""The parameters of a request, checked against the schema of its operation."""
POSTER = 120
"""The maximum number of cells in a gallery picture."""
MOST_READ = 200
"""The maximum number of puzzles in one request to parse them."""
MOST_BOARDS = 50
"""The maximum number of solutions to draw."""
EACH_SECONDS = 10.0
"""The default time limit for each search in a comparison."""
SCRAMBLE_MOVES = 20
"""The default number of moves with which to scramble a puzzle."""
FILM_SECONDS = SECONDS / 2
"""The time limit for a search to export. It's lower, because drawing takes time too."""


# ------------------------------------------------------------------ lists


def puzzles(params: Params) -> dict[str, Any]:
    return {"puzzles": [described(kind) for kind in all_puzzles()]}


def described(kind: type[Puzzle]) -> dict[str, Any]:
    """Describe a kind for the gallery."""
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
        "group": group(kind),
        "added": is_added(kind.name),
        "examples": _examples(kind),
        "make": maker
        and {"sizes": list(maker.sizes), "levels": list(maker.levels), "form": maker.form},
    }


@cache
def _examples(kind: type[Puzzle]) -> list[dict[str, Any]]:
    """List the examples. The largest that fits gets a picture, halfway through the game."""
    found: list[dict[str, Any]] = [
        {
            "id": f"{kind.name}:{each.text}",
            "title": each.title,
            "source": each.source,
            "board": None,
        }
        for each in kind.examples
    ]
    boards: list[tuple[int, int, Puzzle]] = []
    for number, example in enumerate(kind.examples):
        puzzle = kind.parse(example.text)
        size = len(puzzle.board().cells)
        if size <= POSTER and example.solutions != 0:
            boards.append((-size, number, puzzle))
    boards.sort(key=lambda each: each[:2])
    for _, number, puzzle in boards:
        play = underway(puzzle)
        if play.played or number == boards[-1][1]:
            found[number]["board"] = drawn(play.board())
            break
    return found


def plays(kind: type[Puzzle]) -> str:
    """Return the way in which a kind is played: game, walk or fill."""
    if issubclass(kind, GamePuzzle):
        return "game"
    return "fill" if issubclass(kind, CellPuzzle) else "walk"


PLAIN = "backtracking:select=first,infer=none"
SEEDS, STEPS = 60, 30
"""The number of puzzles to choose the one on the front page from, and the steps of a good one."""


def front(params: Params) -> dict[str, Any]:
    """Choose a small puzzle of the best-known kind to play next to a search for its solution.

    A page can show all of it, and check entries, without asking again.
    """
    return _front()


@cache
def _front() -> dict[str, Any]:
    kinds = [each for each in makers() if issubclass(find(each), CellPuzzle)]
    name = max(kinds, key=lambda each: find(each).look.prominence)
    size = min(filter(str.isdecimal, makers()[name].sizes), key=int)
    made: Iterator[Any] = series(recipe(name, size, seed=1), SEEDS)
    tried = [(each, _steps(each)) for each in made]
    puzzle, steps = min(tried, key=lambda each: abs(len(each[1]) - STEPS))
    solution = search(puzzle).solution
    return {
        "id": puzzle.id,
        "kind": name,
        "title": puzzle.kind_title(),
        "about": puzzle.summary,
        "board": drawn(puzzle.board()),
        "values": list(puzzle.symbols),
        "solution": [cell.text for cell in puzzle.board(solution).cells],
        "strategy": PLAIN,
        "steps": steps,
    }


def _steps(puzzle: Any) -> list[list[Any]]:
    """Return each value that plain backtracking tries or takes back, with its cell."""
    trace, steps = Trace(), []
    search(puzzle, PLAIN, trace=trace)
    for each in trace:
        if each.kind in (Kind.TRY, Kind.BACK):
            cell, entry = puzzle.written(each.subject, each.value)
            steps.append([each.kind.name.lower(), cell, puzzle.symbols[entry - 1]])
    return steps


GROUPS: dict[str, tuple[str, ...]] = {
    "Numbers and words": ("digit", "letter", "match"),
    "Shade and place": ("shade", "toggle", "place", "paint"),
    "Lines and ways": ("edge", "go"),
    "Move things": ("drag", "steer", "pour", "carry", "turn"),
}
"""The groups of the gallery for puzzles, each with the modes of input of its kinds."""


def group(kind: type[Puzzle]) -> str:
    """Return a kind's group in the gallery, which depends on how it's played."""
    if is_added(kind.name):
        return "Your own"
    if issubclass(kind, GamePuzzle):
        impartial = any(word_of(face) == "impartial" for face in kind.faces)
        return "Last move wins" if impartial else "Games for two"
    modes = [each.mode for each in kind.inputs]
    return next((name for name, of in GROUPS.items() if set(of) & set(modes)), "More puzzles")


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
    """Return the display name of a strategy, or its spelling if it doesn't exist."""
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
        "plain": ",".join(f"{name}={value}" for name, value in kind.plain.items()),
    }


def lessons(params: Params) -> dict[str, Any]:
    """List the lessons that come with Clew."""
    found = lesson_files.listed()
    return {"lessons": [{"name": n, "title": each.title, "about": each.about} for n, each in found]}


def lesson(params: Params) -> dict[str, Any]:
    """Read a lesson with its pauses."""
    if "name" in params:
        return lesson_files.named(params["name"]).data()
    return lesson_files.read(params["text"]).data()


def best(params: Params) -> dict[str, str]:
    """Choose the most instructive film for a kind."""
    kind = kind_of(params)
    puzzle = kind.parse(showcase(kind).text)
    return {"id": puzzle.id, "strategy": opening(puzzle).spelling}


# ------------------------------------------------------------------ parsing, drawing and making


def read(params: Params) -> dict[str, Any]:
    """Parse puzzles. The added line break shows that the text isn't a file name."""
    found = read_all(f"{params['text']}\n", params.get("kind"), params.get("notation"))
    if len(found) > MOST_READ:
        raise Refused(f"this text has {len(found)} puzzles: the limit is {MOST_READ}")
    return {"puzzles": [shown(each) for each in found]}


def picture(params: Params) -> str:
    return svg(check_cells(puzzle_of(params).board()))


def make(params: Params) -> dict[str, Any]:
    """Make puzzles with consecutive seeds."""
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


# ------------------------------------------------------------------ searches


def solve(params: Params) -> dict[str, Any]:
    return _searched(params, int(params.get("max_solutions", 1)))


def unique(params: Params) -> dict[str, Any]:
    return _searched(params, 2)


def _searched(params: Params, answers: int) -> dict[str, Any]:
    """Return the result and a picture of each solution."""
    puzzle = puzzle_of(params)
    result = search(puzzle, params.get("strategy", AUTO), max_solutions=answers, **_limits(params))
    boards = [drawn(puzzle.board(answer)) for answer in result.solutions[:MOST_BOARDS]]
    return result.as_dict() | {"boards": boards}


def count(params: Params) -> dict[str, Any]:
    """Count the solutions. The count is a string, because JavaScript's numbers are limited."""
    run = Run(**_limits(params))
    found = Search(puzzle_of(params), params.get("strategy", AUTO), run, keep=0).count()
    return _without_answers(found.result) | {"count": str(found.found)}


def _without_answers(result: Result) -> dict[str, Any]:
    left_out = ("solutions", "told", "unique")
    return {name: value for name, value in result.as_dict().items() if name not in left_out}


def _limits(params: Params) -> dict[str, Any]:
    nodes = params.get("max_nodes")
    return {
        "max_seconds": float(params.get("max_seconds", SECONDS)),
        "max_nodes": None if nodes is None else int(nodes),
        "max_memory": MEMORY,
    }


def compare(params: Params) -> dict[str, Any]:
    end = monotonic() + MOST_SECONDS
    each = float(params.get("max_seconds", EACH_SECONDS))
    rows = []
    for size, puzzle in _puzzles(params):
        for spelling in params["strategies"]:
            left = max(0.0, min(each, end - monotonic()))
            rows.append({"size": size, **_row(puzzle, spelling, left)})
    return {"rows": rows}


def _puzzles(params: Params) -> Iterator[tuple[int | None, Puzzle]]:
    if "id" in params:
        yield None, puzzle_of(params)
        return
    kind, text = params["kind"], kind_of(params).look.sized
    if not text:
        raise Refused(f"{kind} can't be compared by size: choose a kind with sizes, such as queens")
    for size in map(int, params["sizes"]):
        yield size, puzzle_of({"id": f"{kind}:{text.format(size, '.' * size**2)}"})


def _row(puzzle: Puzzle, spelling: str, seconds: float) -> dict[str, Any]:
    strategy = choose(puzzle, spelling)
    row = {"id": puzzle.id, "strategy": spelling}
    one = Search(puzzle, strategy, Run(1, max_seconds=seconds, max_memory=MEMORY))
    if not one.is_suited():
        return row | {"status": "unsuited", "reason": f"it doesn't work on {puzzle.name}"}
    result = one.finish().result
    return _without_answers(result) | row | {"solved": result.solved}


# ------------------------------------------------------------------ hints, ratings, explanations


def rate(params: Params) -> dict[str, Any]:
    puzzle = puzzle_of(params)
    return {"id": puzzle.id, **explaining.rate(puzzle, uniqueness=_uniqueness(params)).as_dict()}


def hint(params: Params) -> dict[str, Any]:
    puzzle = puzzle_of(params)
    found = explaining.hint_after(puzzle, _progress(puzzle, params), _uniqueness(params))
    texts = {degree: getattr(found, degree) for degree in DEGREES}
    return texts | {"move": found.move, "board": drawn(found.board)}


def explain(params: Params) -> dict[str, Any]:
    puzzle = puzzle_of(params)
    found = explaining.explain(puzzle, uniqueness=_uniqueness(params))
    boards = chain(found.boards(), repeat(None))  # some kinds don't draw every step
    return {
        "id": puzzle.id,
        "level": found.level,
        "rating": found.rating,
        "verdict": found.verdict,
        "solved": found.solved,
        "steps": [
            step.as_dict() | {"told": in_words(puzzle, step), "board": drawn(board)}
            for step, board in zip(found.steps, boards, strict=False)
        ],
    }


def _uniqueness(params: Params) -> bool:
    return bool(params.get("uniqueness", True))


def _progress(puzzle: Puzzle, params: Params) -> Sequence[Any]:
    """Parse the player's entries or moves so far."""
    if "filled" in params and "played" in params:
        raise Refused("send either filled or played, not both")
    for member, read in (("filled", entries), ("played", moves)):
        if member in params:
            try:
                return read(puzzle, params[member])
            except ValueError as error:
                raise Refused(f"{member}: {error}") from None
    return ()


# ------------------------------------------------------------------ play


def play(params: Params) -> dict[str, Any]:
    """Take an action, if there is one, and return the saved game, its view and the result."""
    fresh = "id" in params
    game = open_play(puzzle_of(params), SECONDS) if fresh else resume(params["saved"], SECONDS)
    check_cells(game.board())
    do = params.get("do", {"action": "view"})
    came = ACTIONS[do["action"]](game, do)
    return {"saved": game.save(), "view": game.view(), **(came if isinstance(came, dict) else {})}


def _move(game: Play, do: Params) -> dict[str, Any]:
    if "text" not in do:
        raise Refused("do has no 'text' (a move, such as r1c1)")
    return {"move": game.play(do["text"])}


def _scramble(game: Play, do: Params) -> None:
    if not isinstance(game, Walk):
        raise Refused(f"{game.first.name} can't be scrambled")
    game.scramble(int(do.get("count", SCRAMBLE_MOVES)), Random(do.get("seed")))


def _reply(game: Play, do: Params) -> dict[str, Any]:
    level = do.get("level", PERFECT)
    return {"move": game.reply(level) if isinstance(game, Session) else game.reply()}


def _game(game: Play) -> Session:
    if not isinstance(game, Session):
        raise Refused(f"{game.first.name} isn't a game for two players")
    return game


ACTIONS: dict[str, Callable[[Play, Params], object]] = {
    "view": lambda game, do: None,
    "move": _move,
    "undo": lambda game, do: game.undo(int(do.get("count", 1))),
    "redo": lambda game, do: game.redo(int(do.get("count", 1))),
    "restart": lambda game, do: game.restart(),
    "check": lambda game, do: {"check": game.check()},
    "hint": lambda game, do: {"hint": game.hint(do.get("degree", "full"))},
    "solve": lambda game, do: {"moves": list(game.solve())},
    "reply": _reply,
    "scramble": _scramble,
    "values": lambda game, do: {"values": _game(game).values()},
    "review": lambda game, do: {"review": _game(game).review()},
}


# ------------------------------------------------------------------ searches to watch


def watch(params: Params) -> Iterator[str]:
    """Yield the scenes of a film as server-sent events, with many steps in each."""
    puzzle, strategy, steps = _chosen(params)
    run = Run(1, max_seconds=MOST_SECONDS, max_memory=MEMORY)
    for event, scene in scenes(puzzle, strategy, run, steps):
        data = json.dumps(scene, ensure_ascii=False, separators=(",", ":"))
        yield f"event: {event}\ndata: {data}\n\n"


def _chosen(params: Params) -> tuple[Puzzle, Strategy, int]:
    puzzle = puzzle_of(params)
    check_cells(puzzle.board())
    strategy = choose(puzzle, params["strategy"]) if "strategy" in params else opening(puzzle)
    if not suits(puzzle, strategy):
        raise Refused(f"{strategy.name} doesn't work on {puzzle.name}{objection(puzzle, strategy)}")
    return puzzle, strategy, int(params.get("max_steps", MAX_STEPS))


def _film(params: Params) -> Film:
    puzzle, strategy, steps = _chosen(params)
    return record(puzzle, strategy, max_steps=steps, max_seconds=FILM_SECONDS, max_memory=MEMORY)


def as_html(params: Params) -> str:
    return page.html(_film(params))


def as_gif(params: Params) -> bytes:
    return moment.animation(_film(params), "gif")


def as_apng(params: Params) -> bytes:
    return moment.animation(_film(params), "apng")


def as_svg(params: Params) -> str:
    return moment.svg(_film(params), params.get("at"))


# ------------------------------------------------------------------ shared


def puzzle_of(params: Params) -> Puzzle:
    """Return the puzzle for an id or a recipe. Raise ValueError if it's neither."""
    return parse(str(params["id"]))


def kind_of(params: Params) -> type[Puzzle]:
    """Return the kind that a request names.

    Raises:
        Refused: if there's no such kind.
    """
    try:
        return find(params["kind"])
    except KeyError as error:
        raise Refused(str(error.args[0])) from None


def drawn(board: Board | None) -> dict[str, Any] | None:
    """Return a board as plain data, or None if there isn't one or it's too large to send."""
    return None if board is None or len(board.cells) > CELLS else data(board)


def shown(puzzle: Puzzle) -> dict[str, Any]:
    """Describe a puzzle for the pages."""
    return {
        "id": puzzle.id,
        "title": puzzle.heading(),
        "brief": puzzle.brief(),
        "board": drawn(puzzle.board()),
    }


def check_cells(board: Board) -> Board:
    """Return the board. Raise Refused if it's too large to draw."""
    if len(board.cells) > CELLS:
        raise Refused(
            f"this board is too large to draw: {len(board.cells):,} cells, the limit is {CELLS:,}"
        )
    return board
