"""What can be asked of a puzzle: to solve it, count its answers, compare strategies on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from clew.core.arguments import several
from clew.core.capabilities import capability
from clew.core.deadline import limited, time_left
from clew.core.events import Watcher
from clew.core.files import Name
from clew.core.puzzle import CellPuzzle, Puzzle, Unsuited, as_puzzle
from clew.core.result import A, Result, Run, Stats, Status
from clew.search.auto import AUTO, choose, textbook
from clew.search.search import Search, WrongAnswer
from clew.search.strategy import Strategy, as_strategy

__all__ = ["Search", "WrongAnswer", "compare", "count", "is_unique", "solutions", "solve"]

EACH = 10.0
"""The seconds of each search in a comparison without a limit of its own."""


def solve(
    puzzle: Puzzle[A] | str,
    strategy: str | Strategy = AUTO,
    *,
    max_answers: int | None = 1,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
    trace: Watcher | None = None,
    progress: Callable[[Stats], None] | None = None,
    proof: Name | None = None,
) -> Result[A]:
    """Search for answers: one by default, all if `max_answers` is None.

    `max_seconds` counts from the call to the return. If it is over before a text is read,
    there is no result yet, and Stopped is raised.

    >>> import clew
    >>> result = clew.solve("queens:6", max_answers=None)
    >>> len(result.answers), result.answer, result.status.value
    (4, (1, 3, 5, 0, 2, 4), 'complete')

    To prove that there are no more, ask for one more than there are. A limit that is reached
    first ends the search as STOPPED, which proves nothing.

    `proof` names a file for a proof of what was found, which `check_proof` and other programs can
    check; it is not written if a limit stops the search.
    """
    run = Run(max_answers, max_nodes, max_seconds, trace, progress, max_memory)
    if proof is not None:
        from clew.search.proof.proof_files import proven

        return proven(puzzle, strategy, run, proof)
    return Search(puzzle, strategy, run).finish().result


def solutions(
    puzzle: Puzzle[A] | str,
    strategy: str | Strategy = AUTO,
    *,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
    trace: Watcher | None = None,
) -> Iterator[A]:
    """Yield the answers, searching for each only when asked; Stopped if a limit is reached.

    >>> import clew
    >>> next(clew.solutions("queens:8"))
    (0, 4, 7, 5, 2, 6, 1, 3)
    """
    run = Run(None, max_nodes, max_seconds, trace, max_memory=max_memory)
    search = Search(puzzle, strategy, run, keep=0)
    run.within(lambda: search.strategy)  # what is wrong with it is said at once
    return _or_stopped(search)


def _or_stopped(search: Search[A]) -> Iterator[A]:
    yield from search
    search.result.raise_if_stopped()


def count(
    puzzle: Puzzle[A] | str,
    strategy: str | Strategy = AUTO,
    *,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
) -> int:
    """The exact number of answers; Stopped if a limit is reached before it is known.

    A strategy that can count without finding each answer does.

    >>> import clew
    >>> clew.count("queens:8")
    92
    """
    run = Run(None, max_nodes, max_seconds, max_memory=max_memory)
    search = Search(puzzle, strategy, run, keep=0).count()
    search.result.raise_if_stopped()
    return search.found


def is_unique(
    puzzle: Puzzle[A] | str,
    strategy: str | Strategy = AUTO,
    *,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
) -> bool:
    """Whether there is exactly one answer, by a search to the end; Stopped by a limit before that.

    >>> import clew
    >>> clew.is_unique("queens:4")
    False
    """
    result = solve(
        puzzle,
        strategy,
        max_answers=2,
        max_nodes=max_nodes,
        max_seconds=max_seconds,
        max_memory=max_memory,
    )
    result.raise_if_stopped()
    return bool(result.unique)


class Comparison(list[Result[A]]):
    """Results side by side; a notebook shows their nodes as bars.

    >>> import clew
    >>> clew.compare("queens:4", ["backtracking"])._repr_svg_()[:4]
    '<svg'
    """

    def _repr_svg_(self) -> str:
        from clew.board.chart import Bar, Panel, chart

        panels: dict[str, list[Bar]] = {}
        for each in self:
            is_open = each.status is Status.STOPPED
            bar = Bar(each.strategy, each.stats.nodes, each.status.value, open=is_open)
            panels.setdefault(each.puzzle.id, []).append(bar)
        return chart([Panel(name, tuple(bars)) for name, bars in panels.items()], "nodes")


def compare(
    puzzles: Puzzle[A] | str | Iterable[Puzzle[A] | str],
    strategies: str | Strategy | Iterable[str | Strategy] | None = None,
    *,
    max_answers: int | None = 1,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
) -> Comparison[A]:
    """Search the same puzzles with each strategy that suits them, in the order given.

    Args:
        strategies: by default those of the textbooks.
        max_seconds: for all searches together: each may take an equal part of the time that is
            left. By default each may take 10 seconds.

    Raises:
        Stopped: if the seconds are over before the strategies are chosen.

    >>> import clew
    >>> for result in clew.compare("queens:6", ["backtracking", "generate-and-test"]):
    ...     print(result.strategy, result.stats.nodes)
    backtracking 28
    generate-and-test 12761
    """
    named: list[str | Strategy] | None = None
    if strategies is not None:  # before the clock starts: it imports every strategy once
        named = [each if each == AUTO else as_strategy(each) for each in several(strategies)]
    results: Comparison[A] = Comparison()

    def search() -> None:
        given = several(puzzles)
        for number, puzzle in enumerate(map(as_puzzle, given)):
            chosen = textbook(puzzle) if named is None else [choose(puzzle, each) for each in named]
            for at, strategy in enumerate(chosen):
                left = len(chosen) * (len(given) - number) - at
                run = Run(max_answers, max_nodes, share(left), max_memory=max_memory)
                search = Search(puzzle, strategy, run, interruptible=True)
                if search.finish_if_suited():
                    results.append(search.result)

    limited(max_seconds, search)
    return results


def share(searches: int) -> float:
    """The seconds that each of so many searches may take: an equal part of those that are left."""
    left = time_left()
    return EACH if left is None else left / searches


# ------------------------------------------------------------------ answers up to symmetry


class HasImages(Protocol):
    """A puzzle on a board that can be turned and mirrored."""

    def images(self) -> Sequence[Sequence[int]]:
        """For each way to turn or mirror the board, the cell that comes to each place."""


@dataclass(frozen=True)
class Orbits:
    """How many answers there are, how many of them differ by more than a symmetry, and by how many.

    Only those ways to turn or mirror the board count after which the answers are the same ones.
    """

    total: int
    fundamental: int
    symmetries: int


def orbits(puzzle: Puzzle[Any], strategy: Strategy | str = "auto") -> Orbits:
    """All answers, counted up to symmetry; Unsuited for a puzzle without such a board."""
    board = capability(puzzle, HasImages)
    if board is None or not isinstance(puzzle, CellPuzzle):
        raise Unsuited(f"{puzzle.id[:40]} is not counted by symmetry")
    found = {tuple(puzzle.entries(answer)) for answer in solutions(puzzle, strategy)}
    kept = [
        image for image in board.images() if all(turned(answer, image) in found for answer in found)
    ]
    classes = {min(turned(answer, image) for image in kept) for answer in found}
    return Orbits(len(found), len(classes), len(kept))


def turned(answer: Sequence[int], image: Sequence[int]) -> tuple[int, ...]:
    return tuple([answer[cell] for cell in image])
