"""What can be asked of a puzzle: to solve it, count its answers, compare strategies on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from time import perf_counter

from clew.core.arguments import several
from clew.core.events import Watcher
from clew.core.files import Name
from clew.core.puzzle import Puzzle, as_puzzle
from clew.core.result import A, Result, Run, Stats, Status
from clew.search.auto import AUTO, choose, textbook
from clew.search.search import COMPLETE, ENOUGH, Search, WrongAnswer, wrong_answer
from clew.search.strategy import Strategy

__all__ = ["Search", "WrongAnswer", "compare", "count", "is_unique", "solutions", "solve"]

KINDS: set[type] = set()
"""Classes of puzzles that were solved: to look one up takes a tenth of what `isinstance` does."""


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

    >>> import clew
    >>> result = clew.solve("queens:6", max_answers=None)
    >>> len(result.answers), result.answer, result.status.value
    (4, (1, 3, 5, 0, 2, 4), 'complete')

    To prove that there are no more, ask for one more than there are. A limit that is reached
    first ends the search as STOPPED, which proves nothing.

    `proof` names a file for a proof of what was found, which `check_proof` and other programs can
    check; it is not written if a limit stops the search.
    """
    if puzzle.__class__ not in KINDS:
        puzzle = as_puzzle(puzzle)
        KINDS.add(puzzle.__class__)
    stated: Puzzle[A] = puzzle  # type: ignore[assignment]  # a text is of no such class
    unlimited = max_nodes is None and max_seconds is None and max_memory is None
    if unlimited and trace is None and progress is None and proof is None:
        strategy = choose(stated, strategy)
        if strategy.tries_at_once and stated.objective is None:
            result = _at_once(stated, strategy, max_answers)
            if result is not None:
                return result
    run = Run(max_answers, max_nodes, max_seconds, trace, progress, max_memory)
    if proof is not None:
        from clew.search.proof.proof_files import proven

        return proven(stated, strategy, run, proof)
    return Search(stated, strategy, run).finish().result


def _at_once(puzzle: Puzzle[A], strategy: Strategy, max_answers: int | None) -> Result[A] | None:
    """The result of a search so short that setting up a run would take longer, if it is one.

    None where nothing is wanted, or found: an ordinary search knows the reason.
    """
    if max_answers is not None and (max_answers.__class__ is not int or max_answers < 1):
        return None
    if (lay_out := puzzle.faces.get(strategy.face)) is None:
        return None
    started, stats = perf_counter(), Stats()
    found = strategy.at_once(lay_out(puzzle), max_answers, stats)
    if not found:
        return None
    answers = tuple([puzzle.translate(strategy.face, each) for each in found])
    for answer in answers:
        if broken := puzzle.check(answer):
            raise wrong_answer(puzzle, strategy, answer, broken)
    status = ENOUGH if len(answers) == max_answers else COMPLETE
    stats.seconds = perf_counter() - started
    return Result(puzzle, strategy.spelling, answers, status, stats, engine=strategy.engine)


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
        from clew.render.chart import Bar, Panel, chart

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
    max_seconds: float | None = 10.0,
    max_memory: int | None = None,
) -> Comparison[A]:
    """Search the same puzzles with each strategy that suits them, in the order given.

    Without strategies, those of the textbooks.

    >>> import clew
    >>> for result in clew.compare("queens:6", ["backtracking", "generate-and-test"]):
    ...     print(result.strategy, result.stats.nodes)
    backtracking 28
    generate-and-test 12761
    """
    named = None if strategies is None else several(strategies)
    results: Comparison[A] = Comparison()
    for puzzle in map(as_puzzle, several(puzzles)):
        chosen = textbook(puzzle) if named is None else [choose(puzzle, each) for each in named]
        for strategy in chosen:
            run = Run(max_answers, max_nodes, max_seconds, max_memory=max_memory)
            if (search := Search(puzzle, strategy, run)).is_suited():
                results.append(search.finish().result)
    return results
