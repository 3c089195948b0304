"""One action in a game or puzzle in play: the state comes with the request, and goes back."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from clew.play import Play, Session, Walk, open_play, resume
from clew.web.api.common import drawn, puzzle_of
from clew.web.errors import Refused
from clew.web.limits import MOVES, SECONDS

Asked = Mapping[str, Any]
VIEW = {"action": "view"}


def play(asked: Asked) -> dict[str, Any]:
    game = _opened(asked)
    answer = _done(game, asked.get("do", VIEW))
    return {"saved": game.save(), "view": _view(game), **answer}


def _opened(asked: Asked) -> Session | Walk:
    if ("id" in asked) == ("saved" in asked):
        raise Refused("expected either id or saved")
    if "id" in asked:
        return open_play(puzzle_of(asked), SECONDS)
    saved = asked["saved"]
    moves = saved.get("moves")
    if not isinstance(saved.get("id"), str) or not isinstance(moves, list):
        raise Refused("saved: expected what save gave: an id, and a list of moves")
    if len(moves) > MOVES:
        raise Refused(f"saved.moves: found {len(moves)} moves, expected at most {MOVES}")
    return resume(dict(saved), SECONDS)


def _done(game: Session | Walk, do: Asked) -> dict[str, Any]:
    """Do what is asked; what there is to say besides the view."""
    action, count = do["action"], int(do.get("count", 1))
    if action == "move":
        return {"move": game.play(do.get("text", ""))}
    if action == "undo":
        game.undo(count)
    elif action == "redo":
        game.redo(count)
    elif action == "restart":
        game.undo(len(game.played))
    elif action == "reply":
        return {"move": game.reply()}
    elif action == "hint":
        return {"hint": {"full": game.hint()}}
    elif action == "solve":
        while not game.over:
            game.reply()
    elif action == "scramble":
        if not isinstance(game, Walk):
            raise Refused("only a puzzle for one can be mixed up")
        game.scramble(int(do.get("count", 20)), Random(do.get("seed")))
    return {}


def _view(game: Play) -> dict[str, Any]:
    position = game.position
    return {
        "kind": "game" if isinstance(game, Session) else "walk",
        "id": game.first.id,
        "position_id": position.id,
        "board": drawn(position.board()),
        "moves": [{"text": move, "cell": None} for move in game.moves()],
        "over": game.over,
        "can_undo": bool(game.played),
    }
