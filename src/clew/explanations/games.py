"""Games: the best move with its reason, and a line of best play told move by move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clew.core.board import Board
from clew.core.faces import CUT, ENDLESS, Impartial, Verdict
from clew.core.games import GamePuzzle
from clew.core.puzzle import Puzzle, Unsuited
from clew.core.result import Stopped
from clew.core.verdicts import worded
from clew.explanations.explainer import Explainer, Rating
from clew.explanations.explanation import Explanation, Hint, same, solved_within
from clew.explanations.nim_values import told, why
from clew.explanations.techniques.step import Step
from clew.search.game.grundy import SpragueGrundy

MOST_STEPS = 200
"""So many moves of a line of best play are told."""


def verdict_of(puzzle: Puzzle) -> Verdict:
    """Who wins, and how; Stopped if that takes too long to find out."""
    result = solved_within(puzzle)
    if result.answer is None:
        raise Stopped(result.reason)
    found: Verdict = result.answer
    return found


def preferred(game: Any, verdict: Verdict) -> str:
    """Of the best moves, when winning the one that leaves least; else the line's, or the first."""
    if verdict.value < 1 or not verdict.best:
        return next(iter(verdict.best), "")
    if not getattr(game, "is_nim", False):
        return verdict.line[0] if verdict.line else verdict.best[0]
    after = dict(game.successors(game.start))
    return min(verdict.best, key=lambda move: sum(game.parts(after[move])))


class GameExplainer(Explainer[Puzzle]):
    """A game: a best move and its reason, a line of best play."""

    def hint(self, filled: Sequence[str] = (), uniqueness: bool = True) -> Hint:
        return hint(self.puzzle, filled)

    def explain(self, uniqueness: bool = True) -> Explanation:
        return explain(self.puzzle)

    def rate(self, uniqueness: bool = True) -> Rating:
        name = self.puzzle.name
        raise Unsuited(f"{name} is a game and has no rating: clew explain tells who wins")


def hint(puzzle: Puzzle, filled: Sequence[str] = ()) -> Hint:
    """The best move after those that were made, in four degrees."""
    position = _after(puzzle, filled)
    verdict = verdict_of(position)
    if not verdict.best:
        return same("the game is over: there is no move")
    move = preferred(position.game(), verdict)
    step = _step(position, verdict, move)
    can = worded(
        verdict.value,
        "you can win",
        "a draw is the most you can get",
        "every move loses to best play",
        "you can gain {1:,}",
        "{}, {:,} at least",
    )
    return Hint(
        can,
        f"{can}: {step.technique}",
        f"{can}: {step.technique}, {_where(position, move)}",
        f"{move}: {step.text}",
        step,
        _board(position, move),
        move,
    )


def explain(puzzle: Puzzle) -> Explanation:
    """A line of best play, each move with its reason."""
    verdict = verdict_of(puzzle)
    position, steps, boards = _game(puzzle), [], []
    for number, move in enumerate(verdict.line[:MOST_STEPS]):
        here = verdict_of(position) if number else verdict
        player = "first" if number % 2 == 0 else "second"
        step = _step(position, here, move, f"{player} player, {move}: ")
        steps.append(step)
        boards.append(_board(position, move))
        position = _after(position, [move])
    cut = verdict.ending in (CUT, ENDLESS) or len(verdict.line) > MOST_STEPS
    outcome = puzzle.tell(verdict).splitlines()[0] + ("; the line goes on" if cut else "")
    return Explanation(puzzle, tuple(steps), None, outcome, draw=lambda: iter(boards))


def _game(puzzle: Puzzle) -> GamePuzzle:
    if not isinstance(puzzle, GamePuzzle):
        raise Unsuited(f"{puzzle.name} is no game that can be taken up midway")
    return puzzle


def _after(puzzle: Puzzle, moves: Sequence[str]) -> GamePuzzle:
    """The position after these moves; ValueError if one is no move there."""
    position = _game(puzzle)
    for number, move in enumerate(moves, 1):
        game = position.game()
        after = {} if game.payoff(game.start) is not None else dict(game.successors(game.start))
        if move not in after:
            raise ValueError(f"move {number}: found {move!r}, which is no move there")
        position = position.at(after[move])
    return position


def _step(position: GamePuzzle, verdict: Verdict, move: str, before: str = "") -> Step:
    technique, reason = _reason(position, verdict, move)
    return Step(technique, 0.0, position.touches(move), text=f"{before}{reason}")


def _reason(position: GamePuzzle, verdict: Verdict, move: str) -> tuple[str, str]:
    """The technique and the reason of a best move."""
    game = position.game()
    after = dict(game.successors(game.start))[move]
    if verdict.value > 0 and game.payoff(after) is not None:
        said = worded(verdict.value, "wins", "", "", "gains {1:,}")
        return "winning move", f"it {said} at once"
    if found := position.reason(after):
        return found
    if Impartial in position.faces and not SpragueGrundy().objection(position.impartial()):
        return _nim_reason(position, verdict, move)
    return _by_search(verdict)


def _nim_reason(position: GamePuzzle, verdict: Verdict, move: str) -> tuple[str, str]:
    found = why(position)
    if verdict.value < 0:
        zero = "the nim-sum is 0" if not found.misere else "the position is lost"
        return "lost position", f"{zero}: every move lets the other player win"
    if found.misere:
        return "misère play", (
            "it leaves a position that the other player loses: as in normal Nim while a pile "
            "above one is left, then an odd number of ones"
        )
    change = next((each for each in found.changes if each.move == move), None)
    if change is None:
        return _by_search(verdict)
    return "nim-sum zero", f"it makes the nim-sum 0: {told(change)}"


def _by_search(verdict: Verdict) -> tuple[str, str]:
    """What the whole tree of the game says of the best moves."""
    count = len(verdict.best)
    if verdict.value < 0:
        lost = worded(
            verdict.value, "", "", "every move loses to best play", "", "{}, {:,} at least"
        )
        return "lost position", lost
    keeps = worded(verdict.value, "win", "draw", "")
    if verdict.ending == ENDLESS:
        keeps = "draw by repetition"
    only = "the only move that keeps" if count == 1 else f"one of {count} moves that keep"
    return f"keep the {keeps}", f"{only} the {keeps}: every reply was searched to the end"


def _where(position: GamePuzzle, move: str) -> str:
    """The part of a position that a move is made in, without the move itself."""
    part, colon, _ = move.rpartition(":")
    if colon:
        return f"in {part}"
    several = position.game()
    count = sum(1 for _ in several.successors(several.start))
    return f"one of {count} moves" if count > 1 else "the only move"


def _board(position: GamePuzzle, move: str) -> Board:
    """The board before the move; a cell that it takes is marked by a star."""
    marked = Verdict(0, (move,), ())
    return position.board(marked)
