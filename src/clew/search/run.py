"""One search: a puzzle, a strategy and what it may spend; its answers, each checked; the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from time import perf_counter
from typing import Any, TypeVar

from clew.core.arguments import several
from clew.core.capabilities import CountsBySymmetry, SymmetryClasses, capability
from clew.core.errors import ClewError
from clew.core.events import Watcher
from clew.core.faces import Linear
from clew.core.puzzle import Puzzle, Unsuited, as_puzzle
from clew.core.result import Result, Run, Stats, Status, Stopped
from clew.search.auto import AUTO, View, choose, suits, textbook, view
from clew.search.interrupt import INTERRUPTED, stopping
from clew.search.linear.linear import REFUTED, refute
from clew.search.strategy import Counter, Strategy

COMPLETE, ENOUGH, STOPPED = Status
S = TypeVar("S", bound="Search")


class WrongAnswer(ClewError, AssertionError):
    """A strategy gave an answer that breaks a rule of the puzzle: a bug, never hidden."""


class Search:
    """A search that yields each answer when it is found, and then knows how it ended.

    >>> import clew
    >>> search = Search(clew.parse("queens:4"))
    >>> list(search), search.status.value
    ([(1, 3, 0, 2), (2, 0, 3, 1)], 'complete')

    Limits, progress and events are those of its `run`. At most `keep` answers are kept (None:
    all); the others are only counted. If it is `interruptible`, Ctrl-C stops it like a limit.
    """

    def __init__(
        self,
        puzzle: Puzzle | str,
        strategy: str | Strategy = AUTO,
        run: Run | None = None,
        *,
        keep: int | None = None,
        interruptible: bool = False,
    ) -> None:
        self.puzzle = as_puzzle(puzzle)
        self.run = Run(None) if run is None else run
        self._named = strategy
        self.keep = keep
        self.interruptible = interruptible
        self.answers: list[Any] = []
        self.found = 0
        self.status = ENOUGH  # nothing is proven until all is searched
        self.reason = ""
        self.classes: SymmetryClasses | None = None
        """The answers by their symmetry, if `classify` was called."""

    @cached_property
    def strategy(self) -> Strategy:
        """The strategy that searches; to choose it may take a while, and is part of the search."""
        return choose(self.puzzle, self._named)

    def __iter__(self) -> Iterator[Any]:
        """The answers; it is known how the search ended when there is no next one."""
        try:
            yield from self.run.each_within(self._answers())
        except Stopped as stop:
            self.status, self.reason = STOPPED, stop.limit

    def _answers(self) -> Iterator[Any]:
        run = self.run
        try:
            seen = self._begin()
            if seen is not None:
                for found in self.strategy(seen.face, run):
                    yield self._take(seen.answer(found))
                    if self.found == run.max_answers:
                        return
                self._end(seen)
            self.status, self.reason = COMPLETE, "" if self.found else run.reason
        except Stopped as stop:
            self.status, self.reason = STOPPED, stop.limit
        finally:
            run.elapsed()

    def finish(self: S, each: Callable[[Any], None] | None = None) -> S:
        """Search until there is enough, or no more, or a limit is reached; tell `each` answer."""
        with stopping(self):
            self._within(lambda: self._exhaust(each))
        return self

    def _exhaust(self, each: Callable[[Any], None] | None) -> None:
        for answer in self._answers():
            if each is not None:
                each(answer)

    def count(self: S, each: Callable[[Any], None] | None = None) -> S:
        """Find out how many answers there are, without finding each where the strategy can."""
        with stopping(self):
            self._within(lambda: self._count(each))
        return self

    def classify(self: S, threads: int = 1) -> S:
        """Count the answers by their symmetry; Unsuited if the puzzle cannot tell them apart."""
        own = capability(self.puzzle, CountsBySymmetry)
        if own is None:
            raise Unsuited(f"{self.puzzle.name} is not counted by symmetry")
        with stopping(self):
            self._within(lambda: self._take_classes(own.symmetry_classes(self.run, threads)))
        return self

    def _take_classes(self, classes: SymmetryClasses) -> None:
        self.status, self.classes, self.found = COMPLETE, classes, classes.total

    def _within(self, work: Callable[[], None]) -> None:
        """Do the work; note the limit that stops it."""
        try:
            self.run.within(work)
        except Stopped as stop:
            self.status, self.reason = STOPPED, stop.limit
        finally:
            self.run.elapsed()

    def _count(self, each: Callable[[Any], None] | None) -> None:
        counter = self.strategy
        if not isinstance(counter, Counter):
            self._exhaust(each)
            return
        seen = self._begin()
        self.found = 0 if seen is None else counter.count(seen.face, self.run)
        self.status, self.reason = COMPLETE, "" if self.found else self.run.reason

    def _begin(self) -> View | None:
        """What the strategy sees; None if it is plain without a search that there is no answer."""
        return None if self._refuted() else view(self.puzzle, self.strategy, self.run.stats)

    def _refuted(self) -> bool:
        """Whether it is plain that there is no answer; the run is told why.

        A puzzle with a linear face is solved first, unless that is what the strategy does itself.
        """
        puzzle, run = self.puzzle, self.run
        run.reason = "; ".join(puzzle.clashes())
        if not run.reason and Linear in puzzle.faces and self.strategy.face is not Linear:
            proof = refute(puzzle.linear())
            if proof is not None:
                run.proof = puzzle.translate(Linear, proof)
                run.reason = puzzle.because(run.proof) or REFUTED
        return bool(run.reason)

    def _take(self, answer: Any) -> Any:
        """Check an answer, and count it."""
        check(self.puzzle, self.strategy, answer)
        self.found += 1
        if self.keep is None or len(self.answers) < self.keep:
            self.answers.append(answer)
        return answer

    def _end(self, seen: View) -> None:
        """Say what it means that there are no more answers, after all or after none."""
        run = self.run
        if run.proof is not None:
            run.proof = seen.proof(run.proof)
            run.reason = self.puzzle.because(run.proof) or run.reason
        if not self.strategy.complete and not run.reason:
            raise Stopped("gave up")

    @property
    def unsolvable(self) -> bool:
        """Whether it is proven that there is no answer."""
        return not self.found and self.status is COMPLETE

    @property
    def interrupted(self) -> bool:
        return self.reason == INTERRUPTED

    @property
    def by(self) -> str:
        """The strategy that searched, or two of them if one handed over to the other."""
        chosen = "strategy" in self.__dict__
        return self.run.by or (self.strategy.spelling if chosen else str(self._named))

    @property
    def result(self) -> Result:
        """What the search has found so far, and how it ended."""
        run, answers = self.run, tuple(self.answers)
        return Result(self.puzzle, self.by, answers, self.status, run.stats, self.reason, run.proof)


def check(puzzle: Puzzle, strategy: Strategy, answer: Any) -> None:
    """Raise WrongAnswer if the answer breaks a rule."""
    if wrong := puzzle.check(answer):
        raise WrongAnswer(f"{strategy} on {puzzle.id}: {answer} breaks {'; '.join(wrong)}")


KINDS: set[type] = set()
"""Classes of puzzles that were solved: to look one up takes a tenth of what `isinstance` does."""


def solve(
    puzzle: Puzzle | str,
    strategy: str | Strategy = AUTO,
    *,
    max_answers: int | None = 1,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
    trace: Watcher | None = None,
    progress: Callable[[Stats], None] | None = None,
) -> Result:
    """Search for answers, one unless told otherwise (None: all there are).

    Asking for one more than there are is how "no more" is proven; a limit that is reached
    first ends as STOPPED, which proves nothing.
    """
    if isinstance(puzzle, str) or puzzle.__class__ not in KINDS:
        puzzle = as_puzzle(puzzle)
        KINDS.add(puzzle.__class__)
    limited = not (max_nodes is None and max_seconds is None and max_memory is None)
    watched = trace is not None or progress is not None
    if not limited and not watched:
        strategy = choose(puzzle, strategy)
        if strategy.quick and strategy.face in puzzle.faces:
            result = _at_once(puzzle, strategy, max_answers)
            if result is not None:
                return result
    run = Run(max_answers, max_nodes, max_seconds, trace, progress, max_memory)
    return Search(puzzle, strategy, run).finish().result


def _at_once(puzzle: Puzzle, strategy: Strategy, max_answers: int | None) -> Result | None:
    """The result of a search so short that setting up a run would take longer, if it is one.

    Where nothing is wanted, or found, the usual way is gone: it knows the reason.
    """
    if max_answers is not None and (max_answers.__class__ is not int or max_answers < 1):
        return None
    started, stats = perf_counter(), Stats()
    found = strategy.at_once(puzzle.faces[strategy.face](puzzle), max_answers, stats)
    if not found:
        return None
    for answer in found:
        if puzzle.check(answer):
            check(puzzle, strategy, answer)  # says what is wrong
    status = ENOUGH if len(found) == max_answers else COMPLETE
    stats.seconds = perf_counter() - started
    return Result(puzzle, strategy.spelling, tuple(found), status, stats)


def solutions(
    puzzle: Puzzle | str,
    strategy: str | Strategy = AUTO,
    *,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
    trace: Watcher | None = None,
) -> Iterator[Any]:
    """The answers one by one, each found when it is asked for; Stopped if a limit is reached."""
    run = Run(None, max_nodes, max_seconds, trace, max_memory=max_memory)
    search = Search(puzzle, strategy, run, keep=0)
    run.within(lambda: search.strategy)  # what is wrong with it is told at once
    return _or_stopped(search)


def _or_stopped(search: Search) -> Iterator[Any]:
    yield from search
    if search.status is STOPPED:
        raise Stopped(search.reason)


def count(
    puzzle: Puzzle | str,
    strategy: str | Strategy = AUTO,
    *,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
) -> int:
    """The exact number of answers; Stopped if a limit is reached before it is known.

    A strategy that can count without finding each answer does.
    """
    run = Run(None, max_nodes, max_seconds, max_memory=max_memory)
    search = Search(puzzle, strategy, run, keep=0).count()
    if search.status is STOPPED:
        raise Stopped(search.reason)
    return search.found


def is_unique(
    puzzle: Puzzle | str,
    strategy: str | Strategy = AUTO,
    *,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
) -> bool:
    """Whether there is exactly one answer, proven; Stopped if a limit is reached before."""
    found = solve(
        puzzle,
        strategy,
        max_answers=2,
        max_nodes=max_nodes,
        max_seconds=max_seconds,
        max_memory=max_memory,
    )
    if found.status is STOPPED:
        raise Stopped(found.reason)
    return found.unique


def compare(
    puzzles: Puzzle | str | Iterable[Puzzle | str],
    strategies: str | Strategy | Iterable[str | Strategy] | None = None,
    *,
    max_answers: int | None = 1,
    max_nodes: int | None = None,
    max_seconds: float | None = 10.0,
    max_memory: int | None = None,
) -> list[Result]:
    """The same puzzles under each strategy that suits them, in the order given.

    Without strategies, those of the textbooks.
    """
    named = None if strategies is None else several(strategies)
    results = []
    for puzzle in map(as_puzzle, several(puzzles)):
        chosen = textbook(puzzle) if named is None else [choose(puzzle, each) for each in named]
        for strategy in chosen:
            if suits(puzzle, strategy):
                run = Run(max_answers, max_nodes, max_seconds, max_memory=max_memory)
                results.append(Search(puzzle, strategy, run).finish().result)
    return results
