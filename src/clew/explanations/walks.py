"""Walks: the next move of a shortest or a surviving way, and the whole way, with reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from clew.core.board import Board
from clew.core.puzzle import Puzzle, Unsuited
from clew.core.result import Stopped
from clew.explanations.explainer import Explainer, Rating
from clew.explanations.explanation import (
    SOLVED,
    Explanation,
    Hint,
    NoSolution,
    certain,
    same,
    solved_within,
)
from clew.explanations.guide import Guide, guide_of
from clew.explanations.techniques.step import Step
from clew.explanations.ways import Way, states_of, way_from
from clew.search.auto import choose

MOST_STEPS = 4096
"""The longest way that is told."""
LOOKED_BACK = 64
"""So many moves are taken back, one by one, to find where a way was left."""


class WalkExplainer(Explainer[Puzzle]):
    """A walk: the next move of a way that leads to the goal, and the whole way."""

    def hint(self, filled: Sequence[Any] = (), uniqueness: bool = True) -> Hint:
        return hint(self.puzzle, filled)

    def explain(self, uniqueness: bool = True) -> Explanation:
        return explain(self.puzzle)

    def rate(self, uniqueness: bool = True) -> Rating:
        """The length of a shortest way, where ways are not all of one length."""
        puzzle = self.puzzle
        if not puzzle.step or not choose(puzzle).optimal:
            raise Unsuited(f"{puzzle.name} has no rating: its solutions are all of one length")
        result = certain(solved_within(puzzle))
        return Rating.by_length(len(result.answer), puzzle.step, f"{puzzle.step}s")


def explain(puzzle: Puzzle) -> Explanation:
    """A whole way as numbered steps; NoSolution if it is proven that there is none."""
    told = guide_of(puzzle)
    way = way_from(puzzle, told.space, told.space.start)
    if way.dead:
        raise NoSolution(f"no solution{f': {way.reason}' if way.reason else ''}")
    if way.moves is None:
        raise Stopped(way.reason)
    steps = tuple(_steps(told, way))
    shown = tuple(way.moves)
    return Explanation(
        puzzle, steps, outcome=told.outcome(way), draw=lambda: _boards(told, shown, steps)
    )


def _steps(told: Guide, way: Way) -> Iterator[Step]:
    moves = way.moves or ()
    if len(moves) > MOST_STEPS:
        raise ValueError(f"found {len(moves):,} moves, expected at most {MOST_STEPS:,} to tell")
    states = states_of(told.space, moves)
    for number, move in enumerate(moves):
        left = len(moves) - number
        yield told.step(states[number], moves[:number], move, left, way.proven and not number)


def _boards(told: Guide, moves: Sequence[Any], steps: Sequence[Step]) -> Iterator[Board]:
    for number, step in enumerate(steps, 1):
        yield told.board(moves[:number], step)


def hint(puzzle: Puzzle, filled: Sequence[Any] = ()) -> Hint:
    """The next move after those that were made, as the puzzle's space has them."""
    told = guide_of(puzzle)
    moves = tuple(filled)
    states = states_of(told.space, moves)
    if told.space.is_goal(states[-1]):
        return same(SOLVED)
    way = way_from(puzzle, told.space, states[-1])
    if way.moves is None:
        return _stuck(told, way, moves, states)
    move, left = way.moves[0], len(way.moves)
    step = told.step(states[-1], moves, move, left, way.proven, told.closely)
    board = told.board((*moves, move), step)
    vague, technique, cells = told.degrees(states[-1], moves, move, left)
    full = "; ".join(filter(None, (step.text, told.assured)))
    return Hint(vague, technique, cells, full, step, board, puzzle.say(move, states[-1]))


def _stuck(told: Guide, way: Way, moves: tuple[Any, ...], states: Sequence[Any]) -> Hint:
    """That it cannot be completed, or that this could not be found out; and how far to go back."""
    if not way.proven:
        return same(f"whether there is a way from here could not be found out: {way.reason}")
    short = "there is no way from here"
    full = f"{short}{f': {way.reason}' if way.reason else ''}"
    for back in range(1, min(len(moves), LOOKED_BACK) + 1):
        before = way_from(told.puzzle, told.space, states[-1 - back])
        if before.moves is not None:
            last = told.named(moves[-back])
            full += f"; take back {back} move{'s' if back > 1 else ''}, to before {last}"
            return Hint(short, short, f"{short}: {last} was wrong", full, dead=True)
        if not before.proven:
            break
    return Hint(short, short, short, full, dead=True)
