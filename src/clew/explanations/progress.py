"""What a player has done so far, read from text: entries in a grid, or moves in their order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from clew.core.faces import Game, StateSpace
from clew.core.puzzle import CellPuzzle, Puzzle
from clew.core.verdicts import shortened
from clew.explanations.guide import guide_of

SHOWN = 8


def entries(puzzle: Puzzle, text: str) -> Sequence[int | None]:
    """The entries of a text that states the same puzzle, but for what is filled in.

    The cells alone will do for a grid, and so will an id.
    """
    if not isinstance(puzzle, CellPuzzle):
        raise ValueError(f"{puzzle.name} is not filled in, expected its moves")
    return puzzle.read_entries(text.strip().removeprefix(f"{puzzle.name}:"))


def moves(puzzle: Puzzle, text: str) -> tuple[Any, ...]:
    """The moves of a text with ; between, each as it is told or as a player would type it."""
    made: list[Any] = []
    typed = [" ".join(word.lower().split()) for word in text.split(";") if word.strip()]
    if Game in puzzle.faces:
        return _played(puzzle, typed)
    if StateSpace not in puzzle.faces:
        raise ValueError(f"{puzzle.name} has no moves, expected what is filled in")
    told = guide_of(puzzle)
    state = told.space.start
    for number, word in enumerate(typed, 1):
        after = list(told.space.successors(state))
        named = {
            name: pair for pair in after for name in (told.named(pair[0]), puzzle.say(pair[0]))
        }
        move, state = named[_meant(number, word, named)]
        made.append(move)
    return tuple(made)


def _played(puzzle: Puzzle, typed: Sequence[str]) -> tuple[str, ...]:
    game = puzzle.game()
    state, made = game.start, []
    for number, word in enumerate(typed, 1):
        over = game.payoff(state) is not None
        after = {} if over else dict(game.successors(state))
        move = _meant(number, word, after)
        state = after[move]
        made.append(move)
    return tuple(made)


def _meant(number: int, word: str, named: Iterable[str]) -> str:
    for name in named:
        if name.lower() == word:
            return name
    known = "; ".join(shortened(list(dict.fromkeys(named)), SHOWN)) or "none"
    raise ValueError(f"move {number}: found {word[:40]!r}, expected one of {known}")
