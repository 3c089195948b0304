"""One search: a puzzle, a strategy and what it may spend; its answers, each checked; the result."""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from typing import Any, Generic, TypeVar

from clew.core.capabilities import CountsBySymmetry, HasObjective, SymmetryClasses, capability
from clew.core.errors import ClewError, Unsuited, is_ours
from clew.core.faces import CSP, StateSpace
from clew.core.linear import Linear
from clew.core.puzzle import Puzzle, as_puzzle
from clew.core.result import A, Result, Run, Status, Stopped
from clew.search.auto import AUTO, View, choose, view_of
from clew.search.linear.linear import REFUTED, refute
from clew.search.strategy import Counter, Strategy

COMPLETE, ENOUGH, STOPPED = Status
INTERRUPTED = "interrupted"
SEARCHED = "searched to the end"
"""Why there is no answer, where nothing shorter is known."""
S = TypeVar("S", bound="Search[Any]")
Found = Callable[[A], None] | None
"""Called with each answer as it is found."""
exhaust = deque[Any](maxlen=0).extend
"""Runs an iterator to its end, and keeps nothing of it."""


class WrongAnswer(ClewError, AssertionError):
    """A strategy gave an answer that breaks a rule of the puzzle: a bug, never hidden.

    >>> import clew
    >>> issubclass(clew.WrongAnswer, clew.ClewError)
    True
    """


class Search(Generic[A]):
    """An iterator that yields each answer when it is found, and afterwards knows how it ended.

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
        if isinstance(strategy, Strategy):
            self.strategy = strategy
        self.by: str = str(strategy)
        """The strategy that searched, or two of them if one handed over to the other."""
        self.keep = keep
        self.interruptible = interruptible
        self.answers: list[A] = []
        self.found: int = 0
        self.status: Status = ENOUGH  # nothing is proven until all is searched
        self.reason: str = ""
        self._view: View | None = None  # what `is_suited` has laid out
        self.classes: SymmetryClasses | None = None
        """The answers by their symmetry, if `classify` was called."""

    @cached_property
    def strategy(self) -> Strategy:
        """The strategy that searches; choosing it may take a while, and is part of the search."""
        chosen = choose(self.puzzle, self._named)
        self.by = chosen.spelling
        return chosen

    def __iter__(self) -> Iterator[A]:
        """The answers; how the search ended is known when there is no next one."""
        try:
            yield from self.run.each_within(self._answers())
        except Stopped as stop:
            self._end(STOPPED, stop.limit)

    def finish(self: S, found: Found[Any] = None) -> S:
        """Search until there are enough answers, no more, or a limit is reached."""
        return self._do(partial(exhaust, self._answers(found)))

    def count(self: S, found: Found[Any] = None) -> S:
        """Count the answers, if the strategy can without finding each."""
        return self._do(partial(self._count, found))

    def classify(self: S) -> S:
        """Count the answers by their symmetry; Unsuited if the puzzle cannot tell them apart."""
        own = capability(self.puzzle, CountsBySymmetry)
        if own is None:
            raise Unsuited(f"{self.puzzle.name} is not counted by symmetry")
        return self._do(lambda: self._take_classes(own.symmetry_classes(self.run, self.strategy)))

    def _do(self: S, work: Callable[[], None]) -> S:
        """Do the work within the limits, and note which of them stops it."""
        try:
            if self.interruptible:
                with noticing_interrupts(self.run):
                    self.run.within(work)
            else:
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

    def _answers(self, found: Found[A] = None) -> Iterator[A]:
        run = self.run
        try:
            if not self._is_refuted():
                view = self._lay_out()
                if self.puzzle.objective is not None:
                    view = yield from self._best(view, found)
                for each in self.strategy(view.face, run):
                    yield self._take(view.answer(each), found)
                    if self.found == run.max_answers:
                        return
                self._conclude(view)
            self._end(COMPLETE, "" if self.found else run.reason)
        except Stopped as stop:
            self._end(STOPPED, stop.limit)
        except (TypeError, ValueError) as error:
            raise blamed(self.puzzle, error) from error
        finally:
            self.by = run.by or self.by
            run.elapsed()

    def _best(self, view: View, found: Found[A]) -> Generator[A, None, View]:
        """What is left to search once it is known what the best answer costs.

        Each answer asks for a cheaper one, until there is none (branch and
        bound). If a limit stops it, the best so far is an answer, and nothing is proven of it.
        """
        wanted, best = capability(self.puzzle, HasObjective), None
        if wanted is None:
            return view
        try:
            while (each := next(iter(self.strategy(view.face, self.run)), None)) is not None:
                best = view.answer(each)
                view = view_of(wanted.as_cheap(wanted.cost(best) - 1), self.strategy, self.run)
        except Stopped:
            if best is not None:
                yield self._take(best, found)
            raise
        if best is None:
            return view
        self.run.best = wanted.objective_of(best)
        return view_of(wanted.as_cheap(wanted.cost(best)), self.strategy, self.run)

    def _count(self, found: Found[A]) -> None:
        counter = self.strategy
        if not isinstance(counter, Counter):
            answers = self._answers(found)
            return exhaust(answers if counter.face is not StateSpace else self._countable(answers))
        self.found = 0 if self._is_refuted() else counter.count(self._lay_out().face, self.run)
        return self._end(COMPLETE, "" if self.found else self.run.reason)

    def _countable(self, answers: Iterator[A]) -> Iterator[A]:
        """The answers, up to the first after which it is plain that they cannot be counted."""
        from clew.search.space.graph import OTHER_WAYS

        for answer in answers:
            yield answer
            if self.run.stats.duplicates:
                raise Stopped(OTHER_WAYS)

    def _take_classes(self, classes: SymmetryClasses) -> None:
        self.classes, self.found = classes, classes.total
        self._end(COMPLETE)

    def _is_refuted(self) -> bool:
        """Whether it is plain without a search that there is no answer; the run has the reason.

        A puzzle with a linear face is solved first, unless that is what the strategy does itself.
        """
        puzzle, run = self.puzzle, self.run
        if self.strategy.proves:
            return False
        run.reason = "; ".join(puzzle.clashes())
        if not run.reason and Linear in puzzle.faces and self.strategy.face is not Linear:
            proof = refute(puzzle.linear())
            if proof is not None:
                run.proof = puzzle.translate(Linear, proof)
                run.reason = puzzle.because(run.proof) or REFUTED
        return bool(run.reason)

    def is_suited(self) -> bool:
        """Whether the strategy suits the puzzle; if the time is over first, the search will say so.

        Finding out lays out the face, which may take long; this counts towards the time limit.
        """
        try:
            self._view = self.run.within(self._lay_out)
        except Unsuited:
            return False
        except Stopped:
            pass
        return True

    def _lay_out(self) -> View:
        """The puzzle as the strategy sees it; it is not kept, since it may be large."""
        view, self._view = self._view, None
        return view or view_of(self.puzzle, self.strategy, self.run)

    def _take(self, answer: A, found: Found[A]) -> A:
        """Check an answer, count it, and tell of it."""
        if broken := self.puzzle.check(answer):
            raise wrong_answer(self.puzzle, self.strategy, answer, broken)
        answer = self.puzzle.kept(answer, self.run)
        self.found += 1
        if self.keep is None or len(self.answers) < self.keep:
            self.answers.append(answer)
        if found is not None:
            found(answer)
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
        """Whether the search came to its end, and there is no answer."""
        return not self.found and self.status is COMPLETE

    @property
    def interrupted(self) -> bool:
        return self.reason == INTERRUPTED

    @cached_property
    def why(self) -> str:
        """Why it ended, in the end: if there is no answer, which rules contradict each other."""
        return self.result.reason

    @property
    def result(self) -> Result[A]:
        """What the search has found so far, and how it ended."""
        run, answers = self.run, tuple(self.answers)
        reason = self.reason or (partial(_contradiction, self.puzzle) if self.unsolvable else "")
        ended = self.status, run.stats, reason, run.proof, run.best, run.engine
        return Result(self.puzzle, self.by, answers, *ended)


def _contradiction(puzzle: Puzzle) -> str:
    """Which rules contradict each other, if such are found; else that all was searched."""
    if CSP not in puzzle.faces:
        return SEARCHED
    from clew.search.csp.contradiction import contradiction_of

    found = contradiction_of(puzzle)
    return SEARCHED if found is None else str(found)


def blamed(puzzle: Puzzle, error: Exception) -> Exception:
    """The error; or what was stated wrongly, if it came up in our code and not in the user's."""
    return (puzzle.fault() or error) if is_ours(error) else error


def wrong_answer(puzzle: Puzzle, strategy: Strategy, answer: Any, broken: list[str]) -> ClewError:
    """The error that names the rules which an answer breaks, unless the puzzle is at fault."""
    return puzzle.fault() or WrongAnswer(
        f"{strategy} on {puzzle.id.removesuffix(':')}: {answer} breaks {'; '.join(broken)}"
    )


@contextmanager
def noticing_interrupts(run: Run) -> Iterator[None]:
    """Make sure that Ctrl-C ends the run.

    An exception can get lost where Python may not pass it on (in a `__del__`, in a callback from
    C), so the run remembers the interrupt too.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(number: int, frame: Any) -> None:
        run.interrupted = True
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
