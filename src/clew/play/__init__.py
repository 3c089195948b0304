"""A puzzle or a game in play: moves, undo and redo, hints, checks, and the view of it all.

`open_play` takes every puzzle. A game is a `Session`, a puzzle of moves a `Walk`, a grid to be
filled a `Fill`; all are a `Play`. What they show and save is plain data.
"""

from __future__ import annotations

from typing import Any

from clew.core.faces import StateSpace
from clew.core.games import GamePuzzle
from clew.core.puzzle import CellPuzzle, Puzzle, Unsuited, as_puzzle
from clew.core.registry import parse
from clew.play.base import Data, NoMove, Play, short
from clew.play.by_moves import Session, Walk
from clew.play.fill import Fill
from clew.play.sheet import NONE

__all__ = ["Fill", "NoMove", "Play", "Session", "Walk", "open_play", "resume"]

MOST_SAVED = 100_000
"""The most moves that are taken up again."""


def open_play(
    puzzle: Puzzle | str, max_seconds: float | None = None, *, marks: str = NONE
) -> Session | Walk | Fill:
    """A game for two, a walk for one, or cells to fill; Unsuited if it is too large for that.

    `marks` says how the marks of cells are kept: none, clean or full.
    """
    puzzle = as_puzzle(puzzle)
    if isinstance(puzzle, GamePuzzle):
        return Session(puzzle, max_seconds)
    if isinstance(puzzle, CellPuzzle):
        fill = Fill(puzzle, max_seconds)
        fill.begin(marks)
        return fill
    if StateSpace not in puzzle.faces:
        raise Unsuited(f"{puzzle.name} is not played move by move")
    return Walk(puzzle, max_seconds)


def resume(saved: Any, max_seconds: float | None = None) -> Session | Walk | Fill:
    """What was saved, at the same point; ValueError if it is nothing of the kind."""
    if not isinstance(saved, dict) or not isinstance(saved.get("id"), str):
        raise ValueError("found no id in what was saved, expected that of a puzzle")
    moves, undone = _texts(saved, "moves"), _texts(saved, "undone")
    seconds = saved.get("seconds", 0.0)
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not number or not 0 <= seconds < 1e12:
        raise ValueError(f"seconds: found {short(str(seconds))}, expected a number from 0 on")
    try:
        play = open_play(parse(saved["id"]), max_seconds)
    except Unsuited as error:
        raise ValueError(str(error)) from None
    play.seconds = seconds
    if isinstance(play, Fill):
        play.begin(saved.get("marks", NONE))
    for move in moves:
        play.play(move)
    made = len(play.played)
    for move in undone:
        play.play(move)
    play.undo(len(play.played) - made)
    return play


def _texts(saved: Data, key: str) -> list[str]:
    found: Any = saved.get(key, [])
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise ValueError(f"{key}: found {short(str(found))}, expected a list of moves")
    if len(found) > MOST_SAVED:
        raise ValueError(f"{key}: found {len(found):,} moves, expected at most {MOST_SAVED:,}")
    return found
