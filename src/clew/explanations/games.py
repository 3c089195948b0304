"""Games: the best move with its reason, and a line of best play explained move by move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clew.board.board import Board
from clew.core.faces import CUT, ENDLESS, Impartial, Verdict
from clew.core.games import GamePuzzle, Rules
from clew.core.puzzle import Puzzle, Unsuited
from clew.core.result import Stopped
from clew.core.verdicts import best_known, worded
from clew.explanations.explanation import Explainer, Explanation, Hint, Rating, solved_soon
from clew.explanations.nim_values import explain_nim_sum
from clew.explanations.techniques.step import Step
from clew.search.game.grundy import SpragueGrundy

MOST_STEPS = 200
"""How many moves of a line of best play are explained."""


def verdict_of(puzzle: Puzzle) -> Verdict:
    """Who wins, and how; Stopped if that takes too long to find out."""
    result = solved_soon(puzzle)
    if result.answer is None:
        raise Stopped(result.reason)
    found: Verdict = result.answer
    return found


def preferred(game: Any, verdict: Verdict) -> str:
    """Of the best moves, when winning the one that leaves least; else the line's, or the first."""
    if verdict.value < 1 or not verdict.best:
        return next(iter(verdict.best), "")
    if not (isinstance(game, Rules) and game.is_nim):
        return verdict.line[0] if verdict.line else verdict.best[0]
    after = dict(game.successors(game.start))
    return min(verdict.best, key=lambda move: sum(game.parts(after[move])))


class GameExplainer(Explainer[Puzzle]):
    """A game: a best move and its reason, a line of best play."""

    def hint(self, filled: Sequence[str] = (), uniqueness: bool = True) -> Hint:
        """The best move after those that were made, in four degrees."""
        position = _after(self.puzzle, filled)
        verdict = verdict_of(position)
        if not verdict.best:
            return Hint.plain("the game is over: there is no move")
        move = preferred(position.game(), verdict)
        step = _step(position, verdict, move)
        can = _outlook(verdict)
        named = f"{can}: {step.technique}"
        where, full = f"{named}, {_where(position, move)}", f"{move}: {step.text}"
        return Hint(can, named, where, full, step, _board(position, move), move)

    def explain(self, uniqueness: bool = True) -> Explanation:
        """A line of best play, each move with its reason."""
        verdict = verdict_of(self.puzzle)
        position, steps, boards = _game(self.puzzle), [], []
        for number, move in enumerate(verdict.line[:MOST_STEPS]):
            here = verdict_of(position) if number else verdict
            player = "first" if number % 2 == 0 else "second"
            steps.append(_step(position, here, move, f"{player} player, {move}: "))
            boards.append(_board(position, move))
            position = _after(position, [move])
        cut = verdict.ending in (CUT, ENDLESS) or len(verdict.line) > MOST_STEPS
        outcome = self.puzzle.tell(verdict).splitlines()[0] + ("; the line goes on" if cut else "")
        return Explanation(self.puzzle, tuple(steps), None, outcome, draw=lambda: iter(boards))

    def rate(self, uniqueness: bool = True) -> Rating:
        name = self.puzzle.name
        raise Unsuited(f"{name} is a game and has no rating: clew explain says who wins")


def _outlook(verdict: Verdict) -> str:
    """What the player to move can get, and no more than is known of it."""
    if verdict.known and not verdict.forced:
        return f"{verdict.known} nothing is proven"
    return worded(
        verdict.value,
        "you can win",
        "a draw is the most you can get",
        "every move loses to best play",
        "you can gain {1:,}",
        "{}, {:,} at least",
    )


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
    proven = not verdict.known or verdict.forced
    if verdict.value > 0 and proven and game.payoff(after) is not None:
        gain = worded(verdict.value, "wins", "", "", "gains {1:,}")
        return "winning move", f"it {gain} at once"
    if found := position.reason(after):
        return found
    if Impartial in position.faces and not SpragueGrundy().objection(position.impartial()):
        return _nim_reason(position, verdict, move)
    return _by_search(verdict)


def _nim_reason(position: GamePuzzle, verdict: Verdict, move: str) -> tuple[str, str]:
    found = explain_nim_sum(position)
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
    return "nim-sum zero", f"it makes the nim-sum 0: {change}"


def _by_search(verdict: Verdict) -> tuple[str, str]:
    """What the whole tree of the game says of the best moves."""
    count, value = len(verdict.best), verdict.value
    if verdict.known and not verdict.forced:
        return "best known move", best_known(verdict)
    if verdict.known:
        return "keep the win", f"it wins by force, found {verdict.known}"
    if value < 0:
        loss = "every move loses to best play"
        return "lost position", worded(value, "", "", loss, "", "{}, {:,} at least")
    keeps = worded(value, "win", "draw", "")
    if verdict.ending == ENDLESS:
        keeps = "draw by repetition"
    only = "the only move that keeps" if count == 1 else f"one of {count} moves that keep"
    return f"keep the {keeps}", f"{only} the {keeps}: every reply was searched to the end"


def _where(position: GamePuzzle, move: str) -> str:
    """The part of a position that a move is made in, without the move itself."""
    part, colon, _ = move.rpartition(":")
    if colon:
        return f"in {part}"
    game = position.game()
    count = sum(1 for _ in game.successors(game.start))
    return f"one of {count} moves" if count > 1 else "the only move"


def _board(position: GamePuzzle, move: str) -> Board:
    """The board before the move; a cell that it takes is marked by a star."""
    return position.board(Verdict(0, (move,), ()))
