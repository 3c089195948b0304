"""What a batch asks of one puzzle: each gives the fields of its record after the first.

What a worker needs is imported when it does: most batches are all Sudokus, and need nothing here.
"""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from clew.puzzle import Puzzle

AUTO = "auto"
Answer = tuple[Any, ...]


class Options(NamedTuple):
    """What may be told besides; none of it depends on a clock, so that the outcome never does."""

    strategy: str = AUTO
    max_nodes: int | None = None
    limit: int | None = None
    """Count no further than this."""
    uniqueness: bool = True
    """Whether techniques may rest on there being one solution."""
    to: str = "id"
    """The notation to convert to, or to write what is made in."""
    dedupe: bool = False
    """Whether only the first of several puzzles with one canonical form is kept."""


def solution(puzzle: "Puzzle", options: Options) -> Answer:
    """The first answer: a grid in the puzzle's own notation, anything else as JSON."""
    from clew.result import Status, Stopped
    from clew.solving import solve

    result = solve(puzzle, options.strategy, max_nodes=options.max_nodes)
    if result.status is Status.STOPPED:
        raise Stopped(result.reason)
    return (written(puzzle, result.answer) if result.answers else None,)


def written(puzzle: "Puzzle", answer: Any) -> str:
    """An answer on one line."""
    from clew.puzzle import GridPuzzle

    if isinstance(puzzle, GridPuzzle):
        return str(puzzle.with_entries(answer))
    return json.dumps(answer, default=lambda each: list(each) if _is_row(each) else str(each))


def _is_row(value: object) -> bool:
    return hasattr(value, "__iter__")


def unique(puzzle: "Puzzle", options: Options) -> Answer:
    from clew.solving import is_unique

    return (is_unique(puzzle, options.strategy, max_nodes=options.max_nodes),)


def number(puzzle: "Puzzle", options: Options) -> Answer:
    """How many answers there are; up to the limit, if there is one."""
    from clew.result import Status, Stopped
    from clew.solving import count, solve

    if options.limit is None:
        return (count(puzzle, options.strategy, max_nodes=options.max_nodes),)
    result = solve(puzzle, options.strategy, max_answers=options.limit, max_nodes=options.max_nodes)
    if result.status is Status.STOPPED:
        raise Stopped(result.reason)
    return (len(result.answers),)


def rating(puzzle: "Puzzle", options: Options) -> Answer:
    from clew.make.rate import rate

    found = rate(puzzle, uniqueness=options.uniqueness)
    return (found.level, *map(tenths, (found.rating, found.pearl, found.diamond)))


def explanation(puzzle: "Puzzle", options: Options) -> Answer:
    from clew.make.explain import explain

    found = explain(puzzle, uniqueness=options.uniqueness)
    return found.level, tenths(found.rating), [step.as_dict() for step in found.steps]


def converted(puzzle: "Puzzle", options: Options) -> Answer:
    from clew.notation import write

    return (write(puzzle, options.to).removesuffix("\n"),)


def canonical_form(puzzle: "Puzzle", options: Options) -> Answer:
    from clew.make.canonical import canonical

    return (canonical(puzzle).id,)


def tenths(rating: float) -> int:
    return round(10 * rating)


ASKED: dict[str, Callable[["Puzzle", Options], Answer]] = {
    "solve": solution,
    "unique": unique,
    "count": number,
    "rate": rating,
    "explain": explanation,
    "convert": converted,
    "canonical": canonical_form,
}
REWRITING = ("convert",)
"""What is asked for here takes the place of the puzzle's text in the record."""
