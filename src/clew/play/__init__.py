"""Puzzles and games in play: moves, undo and redo, hints, checks, and the view of a game.

`open_play` opens any puzzle: a two-player game as a `Session`, a puzzle with moves as a `Walk`, and
a grid to fill as a `Fill`. All are subclasses of `Play`. Views and saved games are plain data.
"""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from clew.core.errors import ClewError
from clew.core.faces import StateSpace
from clew.core.games import GamePuzzle
from clew.core.puzzle import CellPuzzle, Puzzle, Unsuited, as_puzzle
from clew.core.registry import parse
from clew.play.base import Data, NoMove, Play, short
from clew.play.by_moves import Session, Walk
from clew.play.fill import Fill
from clew.play.sheet import NONE
from clew.play.trace import Tracing, is_traced

__all__ = ["Fill", "NoMove", "Play", "Session", "Walk", "open_play", "resume", "underway"]

MOST_SAVED = 100_000
"""The maximum number of moves in a saved game."""


def open_play(
    puzzle: Puzzle | str, max_seconds: float | None = None, *, marks: str = NONE
) -> Session | Walk | Fill:
    """Open a puzzle to play: a two-player game, a one-player walk, or cells to fill.

    Args:
        puzzle: the puzzle, or its id.
        max_seconds: the time limit for a hint, a check or a reply.
        marks: how pencil marks are kept: none, clean or full.

    Returns:
        A game at the starting position.

    Raises:
        Unsuited: if the puzzle is too large, or can't be played.
        ValueError: if there's no puzzle with this id.
    """
    puzzle = as_puzzle(puzzle)
    if isinstance(puzzle, GamePuzzle):
        return Session(puzzle, max_seconds)
    if isinstance(puzzle, CellPuzzle):
        fill = (Tracing if is_traced(puzzle) else Fill)(puzzle, max_seconds)
        fill.begin(marks)
        return fill
    if StateSpace not in puzzle.faces:
        raise Unsuited(f"{puzzle.name} can't be played move by move")
    return Walk(puzzle, max_seconds)


def resume(saved: Any, max_seconds: float | None = None) -> Session | Walk | Fill:
    """Continue a saved game where it stopped.

    Args:
        saved: the data from `save`.
        max_seconds: the time limit for a hint, a check or a reply.

    Returns:
        The game, with the same moves made and undone.

    Raises:
        ValueError: if the data isn't a saved game.
    """
    if not isinstance(saved, dict) or not isinstance(saved.get("id"), str):
        raise ValueError("the saved game has no puzzle id")
    moves, undone = _texts(saved, "moves"), _texts(saved, "undone")
    seconds = saved.get("seconds", 0.0)
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not number or not 0 <= seconds < 1e12:
        raise ValueError(f"the saved game's seconds must be 0 or more, not {short(str(seconds))}")
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


def underway(puzzle: Puzzle, max_seconds: float = 1.0) -> Play:
    """Play a puzzle halfway, as in a picture of a game: the same puzzle, the same position.

    Args:
        puzzle: the puzzle.
        max_seconds: the time limit for the solution of a grid.

    Returns:
        A game with a few random moves, or with some of its cells filled. It has no moves if there
        aren't any, or if no solution was found in time.
    """
    play, rng = open_play(puzzle, max_seconds), Random(puzzle.id)
    if not isinstance(play, Fill):
        return _begun(play, rng)
    try:
        made = play.solve()
    except ClewError:
        made = ()
    play.restart()
    entries = made[0].split() if made else []
    shown = sorted(rng.sample(range(len(entries)), len(entries) * 3 // 5))
    if shown:
        play.play(" ".join(entries[at] for at in shown))
    return play


OPENING = 6
"""The number of moves in the picture of a game, at most."""


def _begun(play: Session | Walk, rng: Random) -> Play:
    """Make a few random moves, but don't end the game or repeat a position."""
    met = {play.state}
    for _ in range(0 if play.over else OPENING):
        moves = [each.text for each in islice(play.options(), 100)]
        rng.shuffle(moves)
        for move in moves:
            play.play(move)
            if not play.over and play.state not in met:
                met.add(play.state)
                break
            play.undo()
        else:
            break
    return play


def _texts(saved: Data, key: str) -> list[str]:
    found: Any = saved.get(key, [])
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise ValueError(f"the saved game's {key} must be a list of moves, not {short(str(found))}")
    if len(found) > MOST_SAVED:
        many = f"the saved game has {len(found):,} moves in {key!r}"
        raise ValueError(f"{many}: the limit is {MOST_SAVED:,}")
    return found
