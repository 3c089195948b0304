"""Hints, explanations and ratings of any puzzle, by its face or in its family's own way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from clew.core.capabilities import RatedTogether, capability
from clew.core.deadline import limited
from clew.core.faces import CSP, Game, StateSpace
from clew.core.puzzle import CellPuzzle, Filled, Puzzle, Unsuited, as_puzzle, check_filled
from clew.core.result import Stopped
from clew.core.texts import shortened
from clew.explanations.entries import EntryExplainer
from clew.explanations.explanation import (
    Explainer,
    Explanation,
    HasExplainer,
    Hint,
    NotUnique,
    Rating,
)
from clew.explanations.games import GameExplainer
from clew.explanations.plans import WalkExplainer, guide_of

EXPLAINERS: dict[type, type[Explainer[Any]]] = {
    Game: GameExplainer,
    StateSpace: WalkExplainer,
    CSP: EntryExplainer,
}
"""By face; a puzzle with several is explained by the first of them here."""
LOT = 4096
"""How many puzzles are rated together before the first rating is given out."""


def explainer_of(puzzle: Puzzle | str) -> Explainer[Any]:
    """The explainer of a puzzle: its own, or that of the face it shows."""
    puzzle = as_puzzle(puzzle)
    own = capability(puzzle, HasExplainer)
    if own is not None:
        return own.explainer()
    for face, explainer in EXPLAINERS.items():
        if face in puzzle.faces:
            return explainer(puzzle)
    raise Unsuited(f"{puzzle.name} cannot be explained step by step")


def hint(
    puzzle: Puzzle | str,
    filled: Filled = (),
    *,
    uniqueness: bool = True,
    max_seconds: float | None = None,
) -> Hint:
    """Give the next step; a mistake made so far comes first.

    `filled` is what has been done so far. For a puzzle that's filled in it's a dictionary of values
    by name, a value for each cell or variable (0 or None for a blank), or a text such as "r1c2=3".
    For a walk it's the moves of its space, and for a game the moves as text; a text may hold them
    all, separated by semicolons. For a walk or a game in progress you may also pass the position
    itself, `puzzle.at(state)`.

    Raises:
        Stopped: if it takes more than `max_seconds`.

    >>> print(hint("nim:1,2"))
    pile 2: take 1: it makes the nim-sum 0: 2 becomes 1, the nim-sum of the rest: 1 ^ 1 = 0
    >>> print(hint("sudoku:..233..42.3.1...", {"r1c1": 1}))
    r1c1 is not 1: that contradicts the solution
    """
    stated = as_puzzle(puzzle)
    return limited(max_seconds, lambda: hint_after(stated, progress(stated, filled), uniqueness))


def hint_after(puzzle: Puzzle, made: Sequence[Any], uniqueness: bool = True) -> Hint:
    """Give the next step after entries or moves as `clew.explanations.explain` reads them."""
    return explainer_of(puzzle).hint(made, uniqueness)


def explain(
    puzzle: Puzzle | str, *, uniqueness: bool = True, max_seconds: float | None = None
) -> Explanation:
    """The solution step by step.

    A grid, or any other CSP, must have exactly one solution (NotUnique). For a walk the steps are a
    shortest plan, or one that was found; for a game, a line of best play. Stopped if it takes more
    than `max_seconds`.

    >>> explain("jugs:3,5=2").steps[0].text
    'fill 2, and the jugs hold 0, 5; 2 moves to go, and fewer are impossible'
    """
    return limited(max_seconds, lambda: explainer_of(puzzle).explain(uniqueness))


def rate(
    puzzle: Puzzle | str, *, uniqueness: bool = True, max_seconds: float | None = None
) -> Rating:
    """How hard the puzzle is.

    A grid, or any other CSP, must have exactly one solution (NotUnique); Unsuited for a kind of
    puzzle that has no rating; Stopped if it takes more than `max_seconds`.

    >>> print(rate("sudoku:..233..42.3.1..."))
    easy 1.2/1.0/1.0
    """
    return limited(max_seconds, lambda: explainer_of(puzzle).rate(uniqueness))


def rate_all(
    puzzles: Sequence[Puzzle], *, uniqueness: bool = True
) -> Iterator[Rating | NotUnique | Stopped]:
    """Level and ratings of each, without techniques and HoDoKu's score; or why there are none.

    Puzzles that a kernel can rate together are; the ratings are the same as those of `rate`.
    """
    for at in range(0, len(puzzles), LOT):
        for together, some in groupby(puzzles[at : at + LOT], _together):
            if together is None:
                yield from (_grade(puzzle, uniqueness) for puzzle in some)
            else:
                yield from together(list(some), uniqueness)


def _together(puzzle: Puzzle) -> Any:
    offer = capability(puzzle, RatedTogether)
    return None if offer is None else offer.rate_together


def _grade(puzzle: Puzzle, uniqueness: bool) -> Rating | NotUnique | Stopped:
    try:
        return explainer_of(puzzle).grade(uniqueness)
    except (NotUnique, Stopped) as error:
        return error


# ------------------------------------------------------------------ what a player has done so far
# It is read from text: entries in a grid, or moves in their order.


SHOWN = 8


def progress(puzzle: Puzzle, filled: Filled) -> Sequence[Any]:
    """Read what a user has done so far: the moves of a walk or a game, otherwise entries."""
    check_filled(filled)
    if Game not in puzzle.faces and StateSpace not in puzzle.faces:
        return entries(puzzle, filled) if len(filled) else ()
    if isinstance(filled, Mapping):
        raise ValueError(f"you don't fill in {puzzle.name}, you make moves: give those instead")
    return moves(puzzle, filled) if isinstance(filled, str) else filled


def entries(puzzle: Puzzle, filled: Filled) -> Sequence[int | None]:
    """Read what a user has filled in, as values of the variables of the puzzle's CSP.

    A text may be the whole puzzle, with more cells filled, or its id.

    Raises:
        ValueError: if a name or a value is wrong.
    """
    if isinstance(puzzle, CellPuzzle):
        if isinstance(filled, str):
            filled = filled.strip().removeprefix(f"{puzzle.name}:")
        return puzzle.read_entries(filled)
    if CSP not in puzzle.faces:
        raise ValueError(f"you don't fill in {puzzle.name}, you make moves: give those instead")
    if isinstance(filled, str):
        raise ValueError(f"the variables of {puzzle.name} have no names: give a list of values")
    if not isinstance(filled, Mapping):
        return list(filled)
    places = range(len(puzzle.csp().domains))
    if wrong := [name for name in filled if name not in places]:
        raise ValueError(f"there's no variable {wrong[0]}: they go from 0 to {len(places) - 1}")
    return [filled.get(place) for place in places]


def moves(puzzle: Puzzle, text: str) -> tuple[Any, ...]:
    """The moves of a text, separated by ;, each as a hint names it or as a player would type it."""
    if Game in puzzle.faces:
        game = puzzle.game()

        def named(state: Any) -> dict[str, tuple[Any, Any]]:
            over = game.payoff(state) is not None
            return {} if over else {pair[0]: pair for pair in game.successors(state)}

        return _read(text, game.start, named)
    if StateSpace not in puzzle.faces:
        raise ValueError(f"{puzzle.name} has no moves, expected what is filled in")
    guide = guide_of(puzzle)
    return _read(
        text,
        guide.space.start,
        lambda state: {
            name: pair
            for pair in guide.space.successors(state)
            for name in (guide.named(pair[0]), puzzle.say(pair[0]))
        },
    )


def _read(
    text: str, state: Any, named: Callable[[Any], dict[str, tuple[Any, Any]]]
) -> tuple[Any, ...]:
    """The moves; `named` has for a state the name of each move, the move and the next state."""
    made = []
    typed = [" ".join(word.lower().split()) for word in text.split(";") if word.strip()]
    for number, word in enumerate(typed, 1):
        after = named(state)
        move, state = after[_meant(number, word, after)]
        made.append(move)
    return tuple(made)


def _meant(number: int, word: str, named: Iterable[str]) -> str:
    for name in named:
        if name.lower() == word:
            return name
    known = "; ".join(shortened(list(dict.fromkeys(named)), SHOWN)) or "none"
    raise ValueError(f"move {number}: found {word[:40]!r}, expected one of {known}")
