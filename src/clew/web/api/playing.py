"""One action in a game or puzzle in play: the state comes with the request, and goes back."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from clew.play import Play, Walk, open_play, resume
from clew.play.moves import PERFECT, Session
from clew.web.api.common import Params, check_cells, puzzle_of
from clew.web.errors import Refused
from clew.web.limits import SECONDS

SCRAMBLE_MOVES = 20
"""How many moves mix a puzzle up unless the request says."""


def play(params: Params) -> dict[str, Any]:
    """Take the action, if there is one: the state, what to show, and what came of it."""
    fresh = "id" in params
    game = open_play(puzzle_of(params), SECONDS) if fresh else resume(params["saved"], SECONDS)
    check_cells(game.board())
    do = params.get("do", {"action": "view"})
    came = ACTIONS[do["action"]](game, do)
    return {"saved": game.save(), "view": game.view(), **(came if isinstance(came, dict) else {})}


def _move(game: Play, do: Params) -> dict[str, Any]:
    if "text" not in do:
        raise Refused("do: found no 'text', expected a move")
    return {"move": game.play(do["text"])}


def _scramble(game: Play, do: Params) -> None:
    if not isinstance(game, Walk):
        raise Refused(f"{game.first.name} is not mixed up by moves")
    game.scramble(int(do.get("count", SCRAMBLE_MOVES)), Random(do.get("seed")))


def _reply(game: Play, do: Params) -> dict[str, Any]:
    level = do.get("level", PERFECT)
    return {"move": game.reply(level) if isinstance(game, Session) else game.reply()}


def _game(game: Play) -> Session:
    if not isinstance(game, Session):
        raise Refused(f"{game.first.name} is no game for two")
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
