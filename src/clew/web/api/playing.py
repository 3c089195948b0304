"""One action in a game or puzzle in play: the state comes with the request, and goes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from clew.play import Play, Walk, open_play, resume
from clew.web.api.common import needs_cells, puzzle_of
from clew.web.errors import Refused
from clew.web.limits import SECONDS

Asked = Mapping[str, Any]
SCRAMBLED = 20
"""How many moves mix a puzzle up unless told."""


def play(asked: Asked) -> dict[str, Any]:
    """Do what is asked, if anything; the state, what there is to show, and what came of it."""
    game = (
        open_play(puzzle_of(asked), SECONDS) if "id" in asked else resume(asked["saved"], SECONDS)
    )
    needs_cells(game.board())
    do = asked.get("do", {"action": "view"})
    came = ACTIONS[do["action"]](game, do)
    return {"saved": game.save(), "view": game.view(), **came}


def _move(game: Play, do: Asked) -> Asked:
    if "text" not in do:
        raise Refused("do: found no 'text', expected a move")
    return {"move": game.play(do["text"])}


def _undo(game: Play, do: Asked) -> Asked:
    game.undo(int(do.get("count", 1)))
    return {}


def _redo(game: Play, do: Asked) -> Asked:
    game.redo(int(do.get("count", 1)))
    return {}


def _restart(game: Play, do: Asked) -> Asked:
    game.restart()
    return {}


def _scramble(game: Play, do: Asked) -> Asked:
    if not isinstance(game, Walk):
        raise Refused(f"{game.first.name} is not mixed up by moves")
    game.scramble(int(do.get("count", SCRAMBLED)), Random(do.get("seed")))
    return {}


ACTIONS: dict[str, Callable[[Play, Asked], Asked]] = {
    "view": lambda game, do: {},
    "move": _move,
    "undo": _undo,
    "redo": _redo,
    "restart": _restart,
    "check": lambda game, do: {"check": game.check()},
    "hint": lambda game, do: {"hint": game.hint(do.get("degree", "full"))},
    "solve": lambda game, do: {"moves": list(game.solve())},
    "reply": lambda game, do: {"move": game.reply()},
    "scramble": _scramble,
}
