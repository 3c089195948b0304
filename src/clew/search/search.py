"""One search: a puzzle, a strategy and what it may spend; its answers, each checked; the result."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cached_property, partial
from typing import Any, Generic, TypeVar

from clew.core.capabilities import CountsBySymmetry, SymmetryClasses, capability
from clew.core.errors import ClewError, Unsuited
from clew.core.faces import Linear
from clew.core.puzzle import Puzzle, as_puzzle
from clew.core.result import A, Result, Run, Stats, Status, Stopped
from clew.search.auto import AUTO, View, choose, suits, view_of
from clew.search.linear.linear import REFUTED, refute
from clew.search.strategy import Counter, Strategy

COMPLETE, ENOUGH, STOPPED = Status
INTERRUPTED = "interrupted"
S = TypeVar("S", bound="Search[Any]")
Found = Callable[[A], None] | None
"""Called with each answer as it is found."""


class WrongAnswer(ClewError, AssertionError):
    """A strategy gave an answer that breaks a rule of the puzzle: a bug, never hidden.

    >>> import clew
    >>> issubclass(clew.WrongAnswer, clew.ClewError)
    True
    """


class Search(Generic[A]):
    """A search that yields each answer when it is found, and afterwards knows how it ended.

    >>> import clew
    >>> search = clew.Search("queens:4")
    >>> list(search), search.status.value
    ([(1, 3, 0, 2), (2, 0, 3, 1)], 'complete')

    Limits, progress and events are those of its `run`. At most `keep` answers are kept (None:
    all); the others are only counted. If it is `interruptible`, Ctrl-C stops it like a limit.
    """

    def __init__(
        self,
        puzzle: Puzzle[A] | str,
        strategy: str | Strategy = AUTO,
        run: Run | None = None,
        *,
        keep: int | None = None,
        interruptible: bool = False,
    ) -> None:
        self.puzzle: Puzzle[A] = as_puzzle(puzzle)
        self.run: Run = Run() if run is None else run
        self._named = strategy
        self.keep = keep
        self.interruptible = interruptible
        self.answers: list[A] = []
        self.found: int = 0
        self.status: Status = ENOUGH  # nothing is proven until all is searched
        self.reason: str = ""
        self.classes: SymmetryClasses | None = None
        """The answers by their symmetry, if `classify` was called."""

    @cached_property
    def strategy(self) -> Strategy:
        """The strategy that searches; choosing it may take a while, and is part of the search."""
        return choose(self.puzzle, self._named)

    def __iter__(self) -> Iterator[A]:
        """The answers; how the search ended is known when there is no next one."""
        try:
            yield from self.run.each_within(self._answers())
        except Stopped as stop:
            self._end(STOPPED, stop.limit)

    def finish(self: S, found: Found[Any] = None) -> S:
        """Search until there are enough answers, no more, or a limit is reached."""
        return self._do(partial(self._exhaust, found))

    def count(self: S, found: Found[Any] = None) -> S:
        """Count the answers, without finding each where the strategy can."""
        return self._do(partial(self._count, found))

    def classify(self: S, threads: int = 1) -> S:
        """Count the answers by their symmetry; Unsuited if the puzzle cannot tell them apart."""
        own = capability(self.puzzle, CountsBySymmetry)
        if own is None:
            raise Unsuited(f"{self.puzzle.name} is not counted by symmetry")
        return self._do(lambda: self._take_classes(own.symmetry_classes(self.run, threads)))

    def _do(self: S, work: Callable[[], None]) -> S:
        """Do the work within the limits, and note which of them stops it."""
        try:
            with noticing_interrupts(self.run) if self.interruptible else nullcontext():
                self.run.within(work)
        except Stopped as stop:
            self._end(STOPPED, stop.limit)
        except KeyboardInterrupt:
            if not self.interruptible:
                raise
            self._end(STOPPED, INTERRUPTED)
        finally:
            self.run.elapsed()
        return self

    def _answers(self) -> Iterator[A]:
        run = self.run
        try:
            view = self._view()
            if view is not None:
                for found in self.strategy(view.face, run):
                    yield self._take(view.answer(found))
                    if self.found == run.max_answers:
                        return
                self._conclude(view)
            self._end(COMPLETE, "" if self.found else run.reason)
        except Stopped as stop:
            self._end(STOPPED, stop.limit)
        finally:
            run.elapsed()

    def _exhaust(self, found: Found[A]) -> None:
        for answer in self._answers():
            if found is not None:
                found(answer)

    def _count(self, found: Found[A]) -> None:
        counter = self.strategy
        if not isinstance(counter, Counter):
            return self._exhaust(found)
        view = self._view()
        self.found = 0 if view is None else counter.count(view.face, self.run)
        return self._end(COMPLETE, "" if self.found else self.run.reason)

    def _take_classes(self, classes: SymmetryClasses) -> None:
        self.classes, self.found = classes, classes.total
        self._end(COMPLETE)

    def _view(self) -> View | None:
        """What the strategy searches; None if it is plain without a search that there is no answer.

        A puzzle with a linear face is solved first, unless that is what the strategy does itself.
        """
        puzzle, run = self.puzzle, self.run
        run.reason = "; ".join(puzzle.clashes())
        if not run.reason and Linear in puzzle.faces and self.strategy.face is not Linear:
            proof = refute(puzzle.linear())
            if proof is not None:
                run.proof = puzzle.translate(Linear, proof)
                run.reason = puzzle.because(run.proof) or REFUTED
        return None if run.reason else view_of(puzzle, self.strategy, run.stats)

    def is_suited(self) -> bool:
        """Whether the strategy suits the puzzle; if the time is over first, the search will say so.

        To find out, the face is laid out, which may take long; it counts as time of the search.
        """
        try:
            return self.run.within(lambda: suits(self.puzzle, self.strategy))
        except Stopped:
            return True

    def _take(self, answer: A) -> A:
        """Check an answer, and count it."""
        check(self.puzzle, self.strategy, answer)
        answer = self.puzzle.kept(answer, self.run)
        self.found += 1
        if self.keep is None or len(self.answers) < self.keep:
            self.answers.append(answer)
        return answer

    def _conclude(self, view: View) -> None:
        """Say what it means that there are no more answers, after all or after none."""
        run = self.run
        if run.proof is not None:
            run.proof = view.proof(run.proof)
            run.reason = self.puzzle.because(run.proof) or run.reason
        if not self.strategy.complete and not run.reason:
            raise Stopped("gave up")

    def _end(self, status: Status, reason: str = "") -> None:
        self.status, self.reason = status, reason

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
    def result(self) -> Result[A]:
        """What the search has found so far, and how it ended."""
        run, answers = self.run, tuple(self.answers)
        return Result(self.puzzle, self.by, answers, self.status, run.stats, self.reason, run.proof)


def check(puzzle: Puzzle[A], strategy: Strategy, answer: A) -> None:
    """Raise WrongAnswer if the answer breaks a rule."""
    if wrong := puzzle.check(answer):
        raise WrongAnswer(f"{strategy} on {puzzle.id}: {answer} breaks {'; '.join(wrong)}")


@contextmanager
def noticing_interrupts(run: Run) -> Iterator[None]:
    """Make sure that Ctrl-C ends the run.

    An exception can get lost where Python may not pass it on (in a `__del__`, in a callback from
    C), so the interrupt is also remembered until the next pause.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed, own_progress = False, run.progress

    def interrupt(number: int, frame: Any) -> None:
        nonlocal pressed
        pressed = True
        raise KeyboardInterrupt

    def progress(stats: Stats) -> None:
        if pressed:
            raise KeyboardInterrupt
        if own_progress is not None:
            own_progress(stats)

    before = signal.signal(signal.SIGINT, interrupt)
    run.progress = progress
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        run.progress = own_progress
