"""Verdicts on games: in words, and checked by the rules alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from clew.core.capabilities import LeavesPiles, capability
from clew.core.faces import CUT, ENDLESS, Game, Verdict

if TYPE_CHECKING:
    from clew.core.games import Rules

SMALL = 400
"""Up to so many positions a verdict is checked by working the game out anew."""


def worded(
    value: int, win: str, draw: str, loss: str, gains: str = "{} of {:,}", loses: str = "{} of {:,}"
) -> str:
    """A value in words; if more than 1 is at stake, with how much is gained or lost.

    >>> [worded(value, "a win", "a draw", "a loss") for value in (1, 0, -1, 7, -7)]
    ['a win', 'a draw', 'a loss', 'a win of 7', 'a loss of 7']
    """
    if value == 0:
        return draw
    word, more = (win, gains) if value > 0 else (loss, loses)
    return word if abs(value) == 1 else more.format(word, abs(value))


def shortened(items: Sequence[Any], most: int) -> list[str]:
    """The items as texts, or the first few of them and how many more there are."""
    if len(items) <= most:
        return list(map(str, items))
    return [*map(str, items[: most - 1]), f"… ({len(items) - most + 1:,} more)"]


def best_known(answer: Verdict) -> str:
    """What is known of a verdict that is not proven, in words."""
    worth = f"worth about {answer.estimate:+.2f} to the player to move"
    return f"{answer.known} the best known, {worth}; nothing is proven"


def unproven(answer: object) -> str:
    """How far an answer is known, if it is a verdict that is not proven; else nothing."""
    return answer.known if isinstance(answer, Verdict) and not answer.forced else ""


def outcome(answer: Verdict) -> str:
    who = "the player to move"
    if answer.known and not answer.forced:
        return best_known(answer)
    said = worded(
        answer.value, f"{who} wins", "a draw", f"{who} loses", f"{who} gains {{1:,}}", "{} {:,}"
    )
    if answer.known:
        return f"{said} (found {answer.known}; there may be other moves as good)"
    if answer.ending == ENDLESS:
        said += " by repetition: neither can force an end"
    if not answer.best:
        said += ": the game is over"
    return said if answer.nimber is None else f"{said} (nim-value {answer.nimber:,})"


def check_verdict(game: Rules, answer: Verdict) -> list[str]:
    """What is wrong with a verdict, by the rules and, if the game is small, by all its values."""
    wrong = _check_moves(game, answer)
    if not wrong and not answer.known and (values := work_out(game, SMALL)) is not None:
        wrong = _check_values(game, answer, values)
    return wrong


def _check_moves(game: Rules, answer: Verdict) -> list[str]:
    """By the rules alone: the best moves are moves, and the line leads to what is claimed."""
    wrong = [f"{move!r} is not a move here" for move in _illegal(game, answer)]
    if not answer.best and game.payoff(game.start) is None:
        wrong.append("no best move is named, and the game is not over")
    if answer.line[:1] and answer.line[0] not in answer.best:
        wrong.append(f"the line begins with {answer.line[0]!r}, which is not a best move")
    return wrong or _check_line(game, answer)


def _illegal(game: Rules, answer: Verdict) -> list[str]:
    """The best moves that are no moves. Few moves in piles win, and millions may not: of these
    only the winning ones are made.
    """
    if answer.value > 0 and capability(game, LeavesPiles) is not None:
        return [move for move in answer.best if game.made(game.start, move) is None]
    legal = {move for move, _ in game.successors(game.start)}
    return [move for move in answer.best if move not in legal]


def _check_line(game: Rules, answer: Verdict) -> list[str]:
    state, seen = game.start, {game.start}
    for number, move in enumerate(answer.line, 1):
        over = game.payoff(state) is not None
        if over or (state := game.made(state, move)) is None:
            return [f"move {number} of the line, {move!r}, is not a move there"]
        if answer.ending != ENDLESS or number < len(answer.line):
            seen.add(state)
    if answer.ending == ENDLESS:
        fair = answer.value == 0 and state in seen
        return [] if fair else ["the line is not a draw by repetition"]
    if answer.ending == CUT:
        return []
    paid = game.payoff(state)
    if paid is None:
        return ["the line ends before the game does"]
    value = -paid if len(answer.line) % 2 else paid
    said, found = _noun(answer.value), _noun(value)
    return [] if value == answer.value else [f"the line ends as a {found}, not a {said}"]


def _noun(value: int) -> str:
    return worded(value, "win", "draw", "loss")


def _check_values(game: Rules, answer: Verdict, values: dict[Any, int]) -> list[str]:
    """Against the values of all positions, worked out anew."""
    value = values[game.start]
    if value != answer.value:
        return [f"the value is a {_noun(value)}, not a {_noun(answer.value)}"]
    after = () if game.payoff(game.start) is not None else game.successors(game.start)
    best = tuple(move for move, state in after if values[state] == -value)
    return [] if best == answer.best else [f"the best moves are {', '.join(best)}"]


def work_out(game: Game[Any, Any], most: int) -> dict[Any, int] | None:
    """The value of every position that can come up, or None if there are more than `most`.

    By the definition and nothing else: values are set as soon as they are certain, the greatest
    gains first, until no more are; what is left is a draw by repetition.
    """
    after: dict[Any, list[Any]] = {}
    known, waiting = {game.start}, [game.start]
    while waiting:
        state = waiting.pop()
        after[state] = []
        if game.payoff(state) is not None:
            continue
        for _, child in game.successors(state):
            after[state].append(child)
            if child not in known:
                known.add(child)
                waiting.append(child)
                if len(known) > most:
                    return None
    values = {state: paid for state in after if (paid := game.payoff(state)) is not None}
    for most in sorted({abs(value) for value in values.values()}, reverse=True):
        while _settle(after, values, most):
            pass
    return {state: values.get(state, 0) for state in after}


def _settle(after: dict[Any, list[Any]], values: dict[Any, int], most: int) -> bool:
    """Set the values that are certain if nobody can gain more than `most`; False if none is."""
    before = len(values)
    for state in reversed(after):
        if state not in values:
            certain = [-values[child] for child in after[state] if child in values]
            if most in certain or len(certain) == len(after[state]):
                values[state] = max(certain)
    return len(values) > before
