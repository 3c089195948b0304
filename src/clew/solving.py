"""Joins puzzles and strategies: solve, solutions, count, is_unique, compare."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any

from clew.puzzle import Puzzle, Unsuited
from clew.puzzles import find, names
from clew.result import Result, Run, Stats, Status, Stopped
from clew.search.assign import as_space
from clew.search.strategy import Strategy, parse_strategy
from clew.trace import Watcher

AUTO = "auto"
BEST = "backtracking:infer=mac+hidden-singles"


class WrongAnswer(AssertionError):
    """A strategy gave an answer that breaks a rule of the puzzle: a bug, never hidden."""


def choose(puzzle: Puzzle, strategy: str | Strategy = AUTO) -> Strategy:
    """The strategy meant: the one named, or the best known for the puzzle's usual face."""
    if isinstance(strategy, Strategy):
        return strategy
    return _best() if strategy == AUTO else parse_strategy(strategy)


@cache
def _best() -> Strategy:
    return parse_strategy(BEST)


def suits(puzzle: Puzzle, strategy: Strategy) -> bool:
    """Whether the strategy can search a face that the puzzle shows."""
    if strategy.face in puzzle.faces:
        return strategy.accepts(_face(puzzle, strategy.face))
    return strategy.face == "space" and "csp" in puzzle.faces


def _face(puzzle: Puzzle, face: str) -> Any:
    return {"csp": puzzle.csp, "space": puzzle.space, "game": puzzle.game}[face]()


def search(puzzle: Puzzle, strategy: Strategy, run: Run) -> Iterator[Any]:
    """Yield the answers the strategy finds, each checked against the puzzle's rules."""
    if puzzle.clashes():
        return
    for answer in _answers(puzzle, strategy, run):
        if wrong := puzzle.check(answer):
            raise WrongAnswer(f"{strategy} on {puzzle.id}: {answer} breaks {'; '.join(wrong)}")
        yield answer


def _answers(puzzle: Puzzle, strategy: Strategy, run: Run) -> Iterator[Any]:
    if strategy.face in puzzle.faces:
        face = _face(puzzle, strategy.face)
        if strategy.accepts(face):
            found = strategy(face, run)
            return (path.moves() for path in found) if strategy.face == "space" else found
    elif strategy.face == "space" and "csp" in puzzle.faces:
        space = as_space(puzzle.csp(), run.stats)
        return (space.answer(path.state) for path in strategy(space, run))
    raise Unsuited(f"{strategy.name} does not suit {puzzle.name}")


def solve(
    puzzle: Puzzle,
    strategy: str | Strategy = AUTO,
    *,
    max_answers: int | None = 1,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    trace: Watcher | None = None,
    progress: Callable[[Stats], None] | None = None,
    run: Run | None = None,
) -> Result:
    """Search for answers, one unless told otherwise (None: all there are).

    Asking for one more than there are is how "no more" is proven; a limit that is reached
    first ends as STOPPED, which proves nothing.
    """
    chosen = choose(puzzle, strategy)
    run = run or Run(max_answers, max_nodes, max_seconds, trace, progress)
    answers: list[Any] = []
    status, reason = Status.COMPLETE, ""
    try:
        for answer in search(puzzle, chosen, run):
            answers.append(answer)
            if run.max_answers is not None and len(answers) >= run.max_answers:
                status = Status.ENOUGH
                break
    except Stopped as stop:
        status, reason = Status.STOPPED, stop.limit
    finally:
        run.elapsed()
    if status is Status.COMPLETE and not answers:
        reason = "; ".join(puzzle.clashes())
    return Result(puzzle, str(chosen), tuple(answers), status, run.stats, reason)


def solutions(
    puzzle: Puzzle,
    strategy: str | Strategy = AUTO,
    *,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    trace: Watcher | None = None,
) -> Iterator[Any]:
    """The answers one by one, each found when it is asked for; Stopped if a limit is reached."""
    run = Run(None, max_nodes, max_seconds, trace)
    return search(puzzle, choose(puzzle, strategy), run)


def count(
    puzzle: Puzzle,
    strategy: str | Strategy = AUTO,
    *,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
) -> int:
    """The exact number of answers; Stopped if a limit is reached before it is known."""
    found = solutions(puzzle, strategy, max_nodes=max_nodes, max_seconds=max_seconds)
    return sum(1 for _ in found)


def is_unique(
    puzzle: Puzzle,
    strategy: str | Strategy = AUTO,
    *,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
) -> bool:
    """Whether there is exactly one answer, proven; Stopped if a limit is reached before."""
    found = solutions(puzzle, strategy, max_nodes=max_nodes, max_seconds=max_seconds)
    return len(list(islice(found, 2))) == 1


TEXTBOOK = (
    "generate-and-test",
    "backtracking:select=first,infer=none",
    "backtracking:select=mrv+degree,infer=none,prepare=forward-checking",
    "backtracking",
    "backtracking:infer=mac",
    BEST,
    "backjumping",
    "depth-first",
    "breadth-first",
)
"""What `compare` sets side by side unless told otherwise."""


def compare(
    puzzles: Puzzle | Iterable[Puzzle],
    strategies: Iterable[str | Strategy] = TEXTBOOK,
    *,
    max_answers: int | None = 1,
    max_nodes: int | None = None,
    max_seconds: float | None = 10.0,
) -> list[Result]:
    """The same puzzles under each strategy that suits them, in the order given."""
    several = [puzzles] if isinstance(puzzles, Puzzle) else list(puzzles)
    chosen = [parse_strategy(s) if isinstance(s, str) and s != AUTO else s for s in strategies]
    return [
        solve(
            puzzle,
            strategy,
            max_answers=max_answers,
            max_nodes=max_nodes,
            max_seconds=max_seconds,
        )
        for puzzle in several
        for strategy in chosen
        if strategy == AUTO or suits(puzzle, choose(puzzle, strategy))
    ]


def parse(text: str) -> Puzzle:
    """The puzzle of an id, `kind:text`.

    >>> parse("queens:8").id
    'queens:8'
    """
    kind, colon, rest = text.strip().partition(":")
    if not colon or kind not in names():
        raise ValueError(
            f"found {text.strip()[:40]!r}, expected kind:text "
            f"with a kind among {', '.join(names())}"
        )
    try:
        return find(kind).parse(rest)
    except ValueError as error:
        raise ValueError(f"{kind}: {error}") from None
