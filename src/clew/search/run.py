"""Joins puzzles and strategies: solve, solutions, count, is_unique, compare."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from clew.core.events import Watcher
from clew.core.faces import Linear
from clew.core.puzzle import Puzzle
from clew.core.result import Result, Run, Stats, Status, Stopped
from clew.search.auto import AUTO, View, choose, suits, textbook, view
from clew.search.linear.linear import REFUTED, refute
from clew.search.strategy import Counter, Strategy

COMPLETE, ENOUGH, STOPPED = Status


class WrongAnswer(AssertionError):
    """A strategy gave an answer that breaks a rule of the puzzle: a bug, never hidden."""


def search(puzzle: Puzzle, strategy: Strategy, run: Run) -> Iterator[Any]:
    """Yield the answers the strategy finds, each checked against the puzzle's rules."""
    seen = _begin(puzzle, strategy, run)
    if seen is not None:
        for found in strategy(seen.face, run):
            yield _checked(puzzle, strategy, seen.answer(found))
        _end(puzzle, strategy, run, seen)


def _begin(puzzle: Puzzle, strategy: Strategy, run: Run) -> View | None:
    """The view to search, or None if it is plain without a search that there is no answer."""
    if _refuted(puzzle, strategy, run):
        return None
    return view(puzzle, strategy, run.stats)


def _checked(puzzle: Puzzle, strategy: Strategy, answer: Any) -> Any:
    """The answer, which breaks no rule."""
    if wrong := puzzle.check(answer):
        raise WrongAnswer(f"{strategy} on {puzzle.id}: {answer} breaks {'; '.join(wrong)}")
    return answer


def _end(puzzle: Puzzle, strategy: Strategy, run: Run, seen: View) -> None:
    """Say what it means that there are no more answers, after all or after none."""
    if run.proof is not None:
        run.proof = seen.proof(run.proof)
        run.reason = puzzle.because(run.proof) or run.reason
    if not strategy.complete and not run.reason:
        raise Stopped("gave up")


def _refuted(puzzle: Puzzle, strategy: Strategy, run: Run) -> bool:
    """Whether it is plain without a search that there is no answer; the run is told why.

    A puzzle with a linear face is solved first, unless that is what the strategy does itself.
    """
    run.reason = "; ".join(puzzle.clashes())
    if not run.reason and Linear in puzzle.faces and strategy.face is not Linear:
        proof = refute(puzzle.linear())
        if proof is not None:
            run.proof = puzzle.translate(Linear, proof)
            run.reason = puzzle.because(run.proof) or REFUTED
    return bool(run.reason)


@dataclass
class Hunt:
    """A puzzle, a strategy and a run, and what has come of them so far."""

    puzzle: Puzzle
    strategy: Strategy
    run: Run
    keep: int | None = None
    """How many answers to keep (None: all); the others are only counted."""
    answers: list[Any] = field(default_factory=list)
    found: int = 0
    status: Status = Status.COMPLETE
    reason: str = ""

    def go(self, each: Callable[[Any], None] | None = None) -> None:
        """Search until there is enough, or no more, or no leave to go on; tell `each` answer."""
        self._within_limits(lambda: self._search(each))

    def _within_limits(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Stopped as stop:
            self.status, self.reason = Status.STOPPED, stop.limit
        finally:
            self.run.elapsed()

    def count(self, each: Callable[[Any], None] | None = None) -> None:
        """Find out how many answers there are, without finding each where the strategy can."""
        if isinstance(self.strategy, Counter):
            self._within_limits(self._count)
        else:
            self.go(each)

    def _count(self) -> None:
        assert isinstance(self.strategy, Counter)
        seen = _begin(self.puzzle, self.strategy, self.run)
        if seen is not None:
            self.found = self.strategy.count(seen.face, self.run)
        self.reason = "" if self.found else self.run.reason

    def _search(self, each: Callable[[Any], None] | None) -> None:
        for answer in search(self.puzzle, self.strategy, self.run):
            self.found += 1
            if self.keep is None or len(self.answers) < self.keep:
                self.answers.append(answer)
            if each is not None:
                each(answer)
            if self.found == self.run.max_answers:
                self.status = Status.ENOUGH
                return
        if not self.found:
            self.reason = self.run.reason

    @property
    def unsolvable(self) -> bool:
        """Whether it is proven that there is no answer."""
        return not self.found and self.status is Status.COMPLETE

    def result(self) -> Result:
        run, answers = self.run, tuple(self.answers)
        return Result(self.puzzle, self.by, answers, self.status, run.stats, self.reason, run.proof)

    @property
    def by(self) -> str:
        """Who searched: the strategy, or two of them if one handed over to the other."""
        return self.run.by or self.strategy.spelling


def solve(
    puzzle: Puzzle,
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
    chosen = choose(puzzle, strategy)
    limited = not (max_nodes is None and max_seconds is None and max_memory is None)
    watched = trace is not None or progress is not None
    if not limited and not watched and chosen.quick and chosen.face in puzzle.faces:
        result = _at_once(puzzle, chosen, max_answers)
        if result is not None:
            return result
    run = Run(max_answers, max_nodes, max_seconds, trace, progress, max_memory)
    return _outcome(puzzle, chosen, run)


def _at_once(puzzle: Puzzle, strategy: Strategy, max_answers: int | None) -> Result | None:
    """What comes of a search so short that setting up a run would take longer, if it is one.

    Where nothing is wanted, or found, the usual way is gone: it knows the reason.
    """
    if max_answers is not None and max_answers < 1:
        return None
    started, stats = perf_counter(), Stats()
    found = strategy.at_once(puzzle.face(strategy.face), max_answers, stats)
    if not found:
        return None
    for answer in found:
        _checked(puzzle, strategy, answer)
    status = ENOUGH if len(found) == max_answers else COMPLETE
    stats.seconds = perf_counter() - started
    return Result(puzzle, strategy.spelling, tuple(found), status, stats)


def _outcome(puzzle: Puzzle, strategy: Strategy, run: Run) -> Result:
    """What a run comes to: the loop of `search`, without the cost of a generator."""
    answers: list[Any] = []
    status = COMPLETE
    try:
        seen = _begin(puzzle, strategy, run)
        if seen is not None:
            for found in strategy(seen.face, run):
                answers.append(_checked(puzzle, strategy, seen.answer(found)))
                if len(answers) == run.max_answers:
                    status = ENOUGH
                    break
            else:
                _end(puzzle, strategy, run, seen)
        reason = "" if answers else run.reason
    except Stopped as stop:
        status, reason = STOPPED, stop.limit
    run.elapsed()
    by = run.by or strategy.spelling
    return Result(puzzle, by, tuple(answers), status, run.stats, reason, run.proof)


def solutions(
    puzzle: Puzzle,
    strategy: str | Strategy = AUTO,
    *,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
    trace: Watcher | None = None,
) -> Iterator[Any]:
    """The answers one by one, each found when it is asked for; Stopped if a limit is reached."""
    run = Run(None, max_nodes, max_seconds, trace, max_memory=max_memory)
    return search(puzzle, choose(puzzle, strategy), run)


def count(
    puzzle: Puzzle,
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
    hunt = Hunt(puzzle, choose(puzzle, strategy), run, keep=0)
    hunt.count()
    if hunt.status is Status.STOPPED:
        raise Stopped(hunt.reason)
    return hunt.found


def is_unique(
    puzzle: Puzzle,
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
    puzzles: Puzzle | Iterable[Puzzle],
    strategies: Iterable[str | Strategy] | None = None,
    *,
    max_answers: int | None = 1,
    max_nodes: int | None = None,
    max_seconds: float | None = 10.0,
    max_memory: int | None = None,
) -> list[Result]:
    """The same puzzles under each strategy that suits them, in the order given.

    Without strategies, those of the textbooks.
    """
    several = [puzzles] if isinstance(puzzles, Puzzle) else list(puzzles)
    named = None if strategies is None else list(strategies)
    results = []
    for puzzle in several:
        chosen = textbook(puzzle) if named is None else [choose(puzzle, each) for each in named]
        for strategy in chosen:
            if suits(puzzle, strategy):
                run = Run(max_answers, max_nodes, max_seconds, max_memory=max_memory)
                results.append(_outcome(puzzle, strategy, run))
    return results
