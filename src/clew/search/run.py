"""Search a puzzle: `Search`, and the functions on top of it such as `solve`, `count`, `compare`."""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Generic, Protocol, TypeVar

from clew.core.arguments import several
from clew.core.capabilities import CountsBySymmetry, HasObjective, SymmetryClasses, capability
from clew.core.deadline import last_words, limited, time_left
from clew.core.deprecated import formerly, renamed
from clew.core.errors import ClewError, OutOfTime, Unsuited, is_ours
from clew.core.events import Kind, Watcher, emit
from clew.core.faces import CSP, Linear, StateSpace
from clew.core.files import Name
from clew.core.puzzle import CellPuzzle, Puzzle, as_puzzle
from clew.core.result import A, Result, Run, Stats, Status, Stopped
from clew.search.auto import AUTO, View, choose, textbook, view_of
from clew.search.strategy import Counter, Strategy, as_strategy

__all__ = ["Search", "WrongSolution", "compare", "count", "is_unique", "solutions", "solve"]

COMPLETE, ENOUGH, STOPPED = Status
INTERRUPTED = "interrupted"
SEARCHED = "searched to the end"
"""The reason for having no solution, if no shorter one is known."""
S = TypeVar("S", bound="Search[Any]")
T = TypeVar("T")
Found = Callable[[A], None] | None
"""A function that is called with each solution as it is found."""
exhaust = deque[Any](maxlen=0).extend
"""Runs an iterator to its end without keeping its items."""


class WrongSolution(ClewError, AssertionError):
    """A strategy returned a solution that breaks a rule of the puzzle.

    This is a bug in the strategy. Clew checks every solution, so a wrong one never reaches you.

    >>> import clew
    >>> issubclass(clew.WrongSolution, clew.ClewError)
    True
    """


@formerly(answers="solutions")
class Search(Generic[A]):
    """Search a puzzle, as an iterator that yields each solution when it's found.

    Use it instead of `solve` if you want to show solutions as they arrive. When the iteration has
    ended, `status`, `reason` and `result` describe how it ended.

    Args:
        puzzle: A puzzle, or its id such as `queens:8`.
        strategy: A strategy or its spelling. By default Clew chooses one that fits the puzzle.
        run: The limits, the progress function and the watcher. By default there are no limits.
        keep: The maximum number of solutions to keep in `solutions`; the others are only counted.
            None keeps all.
        interruptible: If True, Ctrl-C stops the search like a limit, and so does the deadline of
            an enclosing call. You can then still show the solutions found so far.

    >>> import clew
    >>> search = clew.Search("queens:4")
    >>> list(search), search.status.value
    ([(1, 3, 0, 2), (2, 0, 3, 1)], 'complete')
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
        self.run: Run = Run() if run is None else run
        self.puzzle: Puzzle[A] = (
            puzzle
            if isinstance(puzzle, Puzzle)
            else self.run.within(partial(as_puzzle, puzzle))  # reading text may take long
        )
        self._named = strategy
        if isinstance(strategy, Strategy):
            self.strategy = strategy
        self.by: str = str(strategy)
        """The spelling of the strategy, or of two if one handed over to the other."""
        self.keep = keep
        self.interruptible = interruptible
        self.solutions: list[A] = []
        """The solutions found so far, at most `keep` of them."""
        self.found: int = 0
        """The number of solutions found so far."""
        self.status: Status = ENOUGH  # nothing is proven until the search has ended
        """How the search ended."""
        self.reason: str = ""
        """Why the search ended: the limit that stopped it, or the rules that contradict."""
        self._view: View | None = None  # laid out by `is_suited`
        self._incumbent: Callable[[], A | None] = lambda: None
        """Returns the best solution so far, if the search knows one before it ends."""
        self._spent: OutOfTime | None = None
        """Keeps the laid-out face alive: freeing it would use up the remaining time."""
        self.classes: SymmetryClasses | None = None
        """The solutions by their symmetry, if you called `classify`."""

    @cached_property
    def strategy(self) -> Strategy:
        """The strategy that searches. Choosing one may take a while and is part of the search."""
        chosen = choose(self.puzzle, self._named)
        self.by = chosen.spelling
        return chosen

    def __iter__(self) -> Iterator[A]:
        """Yield the solutions. Afterwards `status` and `reason` describe how the search ended."""
        try:
            yield from self.run.each_within(self._answers())
        except Stopped as stop:
            self._end(STOPPED, stop.limit)
        yield from self._fall_back()

    def finish(self: S, found: Found[Any] = None) -> S:
        """Search until there are enough solutions, there are no more, or a limit is reached.

        Args:
            found: A function to call with each solution as it's found.

        Returns:
            This search.

        Raises:
            Unsuited: The strategy can't search this puzzle.
            WrongSolution: The strategy returned a solution that breaks a rule.
        """
        return self.do(partial(exhaust, self._answers(found)), found)

    def count(self: S, found: Found[Any] = None) -> S:
        """Count the solutions, without finding each one if the strategy can do that.

        The number is in `found` afterwards.

        Args:
            found: A function to call with each solution, if the strategy finds them one by one.

        Returns:
            This search.

        Raises:
            Unsuited: The strategy can't search this puzzle.
        """
        return self.do(partial(self._count, found), found)

    def classify(self: S) -> S:
        """Count the solutions by their symmetry.

        The numbers are in `classes` afterwards.

        Returns:
            This search.

        Raises:
            Unsuited: Clew can't count the solutions of this kind of puzzle by symmetry.
        """
        own = capability(self.puzzle, CountsBySymmetry)
        if own is None:
            raise Unsuited(f"can't count the solutions of {self.puzzle.name} by symmetry")
        return self.do(lambda: self._take_classes(own.symmetry_classes(self.run, self.strategy)))

    def do(self: S, work: Callable[[], object], found: Found[Any] = None) -> S:
        """Run some work as part of this search, within its limits.

        If a limit is reached, the search ends as STOPPED.

        Args:
            work: The function to call.
            found: A function to call with the best solution known when a limit is reached.

        Returns:
            This search.
        """
        try:
            self._in_time(work)
        except Stopped as stop:
            self._end(STOPPED, stop.limit)
        finally:
            self.run.elapsed()
        if self.interruptible and self.status is STOPPED:
            last_words()
        exhaust(self._fall_back(found))
        return self

    def _fall_back(self, found: Found[A] = None) -> Iterator[A]:
        """Yield the best solution known if a limit was reached before any other was yielded.

        Call it only when the deadline can no longer raise errors.
        """
        best = None if self.found or self.status is not STOPPED else self._incumbent()
        if best is not None:
            yield self._take(best, found)

    def _in_time(self, work: Callable[[], T]) -> T:
        """Do the work within the limits of the run.

        Raises:
            Stopped: A limit is reached. If the search is interruptible, so do Ctrl-C and the
                deadline of the whole call.
        """
        if not self.interruptible:
            return self.run.within(work)
        around = self.run.around
        if around is not None and around.is_over():  # this isn't the first search of the call
            raise Stopped("seconds")
        try:
            with noticing_interrupts(self.run):
                return self.run.within(work)
        except KeyboardInterrupt:
            raise Stopped(INTERRUPTED) from None
        except OutOfTime as error:
            self._spent = error
            raise Stopped("seconds") from None

    def _answers(self, found: Found[A] = None) -> Iterator[A]:
        run = self.run
        try:
            if not self._is_refuted():
                wanted = self._wanted()
                if wanted is None:
                    view = self._lay_out()
                    self._incumbent = lambda: _best_known(view, run)
                    yield from self._every(view, found)
                else:
                    yield from self._best(wanted, found)
                if self.found and self.found == run.max_solutions:
                    return
            self._end(COMPLETE, "" if self.found else run.reason)
        except Stopped as stop:
            self._end(STOPPED, stop.limit)
        except (TypeError, ValueError) as error:
            raise blamed(self.puzzle, error) from error
        finally:
            self.by = run.by or self.by
            run.elapsed()

    def _wanted(self) -> HasObjective | None:
        """Return the objective, if the puzzle asks for the best solution."""
        puzzle = self.puzzle
        return None if puzzle.objective is None else capability(puzzle, HasObjective)

    def _every(self, view: View, found: Found[A]) -> Iterator[A]:
        """Yield the solutions, up to the maximum of the run."""
        for each in self.strategy(view.face, self.run):
            yield self._take(view.answer(each), found)
            if self.found == self.run.max_solutions:
                return
        self._conclude(view)

    def _best(self, wanted: HasObjective, found: Found[A]) -> Iterator[A]:
        """Yield the best solution, or several that are equally good.

        If a limit stops this, or the strategy gives up, the best so far counts as a solution, but
        it isn't proven to be the best.

        Raises:
            WrongSolution: A solution breaks a rule, or isn't cheaper than the last one.
        """
        run = self.run
        best: A | None = None
        self._incumbent = lambda: best
        for answer in self._improved(wanted):
            best = answer
        if best is None:
            return
        run.best = wanted.objective_of(best)
        run.reason, run.proof = "", None  # they explain only why none is cheaper
        if run.max_solutions == 1:
            yield self._take(best, found)
        else:
            as_good = wanted.as_cheap(wanted.cost(best))
            yield from self._every(view_of(as_good, self.strategy, run), found)

    def _improved(self, wanted: HasObjective) -> Iterator[A]:
        """Yield solutions, each cheaper than the one before (branch and bound).

        A strategy that improves its solutions searches once. Any other one searches again after
        each solution, for a cheaper one, until there is none.
        """
        run, stated = self.run, self.puzzle
        if self.strategy.improves:
            whole = view_of(wanted.as_minimised(), self.strategy, run)
            better = self.strategy.improving(whole.face, run)
            if better is not None:
                cost = None
                for each in better:
                    answer = self._checked(stated, whole.answer(each))
                    before, cost = cost, wanted.cost(answer)
                    if before is not None and cost >= before:
                        raise wrong_answer(stated, self.strategy, answer, ["a better solution"])
                    yield answer
                return self._conclude(whole)
        view = self._lay_out()
        while (each := next(iter(self.strategy(view.face, run)), None)) is not None:
            answer = self._checked(stated, view.answer(each))
            yield answer
            stated = wanted.as_cheap(wanted.cost(answer) - 1)
            view = view_of(stated, self.strategy, run)
        return self._conclude(view)

    def _checked(self, stated: Puzzle, answer: A) -> A:
        """Return a solution that obeys the rules.

        Raises:
            WrongSolution: It breaks one.
        """
        if broken := stated.check(answer):
            raise wrong_answer(stated, self.strategy, answer, broken)
        return answer

    def _count(self, found: Found[A]) -> None:
        counter = self.strategy
        if not isinstance(counter, Counter) or self._wanted() is not None:
            answers = self._answers(found)
            return exhaust(answers if counter.face is not StateSpace else self._countable(answers))
        self.found = 0 if self._is_refuted() else counter.count(self._lay_out().face, self.run)
        return self._end(COMPLETE, "" if self.found else self.run.reason)

    def _countable(self, answers: Iterator[A]) -> Iterator[A]:
        """Yield the solutions. Stop at the first duplicate, which makes an exact count impossible.

        Raises:
            Stopped: The search has met a duplicate.
        """
        from clew.search.space.graph import OTHER_WAYS

        for answer in answers:
            yield answer
            if self.run.stats.duplicates:
                raise Stopped(OTHER_WAYS)

    def _take_classes(self, classes: SymmetryClasses) -> None:
        self.classes, self.found = classes, classes.total
        self._end(COMPLETE)

    def _is_refuted(self) -> bool:
        """Check whether there is no solution for a reason that needs no search; note it in the run.

        A linear face is solved first, unless the strategy does that itself.
        """
        puzzle, run = self.puzzle, self.run
        if self.strategy.proves:
            return False
        run.reason = "; ".join(puzzle.clashes())
        if not run.reason and Linear in puzzle.faces and self.strategy.face is not Linear:
            from clew.search.linear.linear import REFUTED, refute

            proof = refute(puzzle.linear())
            if proof is not None:
                run.proof = puzzle.translate(Linear, proof)
                run.reason = puzzle.because(run.proof) or REFUTED
        return bool(run.reason)

    def finish_if_suited(self, found: Found[Any] = None) -> bool:
        """Search to the end if the strategy fits the puzzle.

        Finding out lays out the face, which may take long, so it's part of the search.

        Args:
            found: A function to call with each solution as it's found.

        Returns:
            True if the strategy fits the puzzle.
        """
        suited = True

        def search() -> None:
            nonlocal suited
            try:
                self._view = self._lay_out()
            except Unsuited:
                suited = False
            else:
                exhaust(self._answers(found))

        self.do(search, found)
        return suited

    def is_suited(self) -> bool:
        """Check whether the strategy fits the puzzle.

        Finding out lays out the face, which may take long and counts towards the time limit.

        Returns:
            True if the strategy fits the puzzle, or if the time ran out first. In that case the
            search itself reports the limit.
        """
        try:
            self._view = self._in_time(self._lay_out)
        except Unsuited:
            return False
        except Stopped:
            pass
        return True

    def _lay_out(self) -> View:
        """Return the strategy's view of the puzzle, without keeping it: it may be large."""
        view, self._view = self._view, None
        return view or view_of(self.puzzle, self.strategy, self.run)

    def _take(self, answer: A, found: Found[A]) -> A:
        """Check a solution, count it, and pass it to the caller's function."""
        if broken := self.puzzle.check(answer):
            raise wrong_answer(self.puzzle, self.strategy, answer, broken)
        answer = self.puzzle.kept(answer, self.run)
        self.found += 1
        if self.keep is None or len(self.solutions) < self.keep:
            self.solutions.append(answer)
        if found is not None:
            found(answer)
        return answer

    def _conclude(self, view: View) -> None:
        """Note why there are no more solutions, now that the strategy has ended."""
        run = self.run
        if run.proof is not None:
            run.proof = view.proof(run.proof)
            run.reason = self.puzzle.because(run.proof) or run.reason
        if not self.strategy.complete and not run.reason:
            raise Stopped("gave up")

    def stop(self, limit: str) -> None:
        """Note that a limit was reached outside the search itself.

        Args:
            limit: The limit, for example `seconds`.
        """
        self._end(STOPPED, limit)

    def _end(self, status: Status, reason: str = "") -> None:
        self.status, self.reason = status, reason

    @property
    def unsolvable(self) -> bool:
        """True if the search has ended without a solution, so the puzzle has none."""
        return not self.found and self.status is COMPLETE

    @property
    def interrupted(self) -> bool:
        """True if Ctrl-C stopped the search."""
        return self.reason == INTERRUPTED

    @cached_property
    def why(self) -> str:
        """Why the search ended. If there's no solution, the rules that contradict each other."""
        return self.result.reason

    @property
    def result(self) -> Result[A]:
        """The result so far: the solutions, the status and the counters."""
        run, answers = self.run, tuple(self.solutions)
        reason = self.reason or (partial(_contradiction, self.puzzle) if self.unsolvable else "")
        ended = self.status, run.stats, reason, run.proof, run.best, run.engine
        return Result(self.puzzle, self.by, answers, *ended, self._bound())

    def _bound(self) -> int | None:
        """Return a value that no solution can better, if this isn't known to be the best."""
        wanted, run = self._wanted(), self.run
        least = None if run.least is None or run.best is not None else run.least()
        if wanted is None or least is None or not self.solutions:
            return None
        return wanted.sign * min(least, wanted.cost(self.solutions[0]))


def _contradiction(puzzle: Puzzle) -> str:
    """Describe the rules that contradict each other, or return the plain reason if none do."""
    if CSP not in puzzle.faces:
        return SEARCHED
    from clew.search.csp.contradiction import contradiction_of

    found = contradiction_of(puzzle)
    return SEARCHED if found is None else str(found)


def _best_known(view: View, run: Run) -> Any:
    """Return the strategy's best solution so far, or None if it has none."""
    best = None if run.incumbent is None else run.incumbent()
    if best is None:
        return None
    try:
        emit(run.trace, Kind.ANSWER)
    except Stopped:  # the watcher wants no more steps
        return None
    return view.answer(best)


def blamed(puzzle: Puzzle, error: Exception) -> Exception:
    """Return the exception to raise when a search fails.

    Returns:
        A ModelError that blames the user's statement if the failure surfaced inside Clew,
        otherwise the original.
    """
    return (puzzle.fault() or error) if is_ours(error) else error


def wrong_answer(puzzle: Puzzle, strategy: Strategy, answer: Any, broken: list[str]) -> ClewError:
    """Return the error that lists the rules a solution breaks, unless the puzzle is at fault."""
    return puzzle.fault() or WrongSolution(
        f"{strategy} on {puzzle.id.removesuffix(':')}: {answer} breaks {'; '.join(broken)}"
    )


@contextmanager
def noticing_interrupts(run: Run) -> Iterator[None]:
    """Make sure that Ctrl-C ends the run.

    An exception can get lost where Python can't pass it on (in a `__del__`, in a callback from C),
    so the run remembers the interrupt too.
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


EACH = 10.0
"""The maximum number of seconds for each search of a comparison, if you set no limit."""


@renamed(max_answers="max_solutions")
def solve(
    puzzle: Puzzle[A] | str,
    strategy: str | Strategy = AUTO,
    *,
    max_solutions: int | None = 1,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
    trace: Watcher | None = None,
    progress: Callable[[Stats], None] | None = None,
    proof: Name | None = None,
) -> Result[A]:
    """Solve a puzzle.

    To prove that a puzzle has no more solutions, ask for one more than it has. If a limit is
    reached first, the status is STOPPED, which proves nothing.

    Args:
        puzzle: A puzzle, its id such as `queens:8`, or a face of your own such as a `CSP`.
        strategy: A strategy or its spelling, such as `backtracking:select=mrv`. By default Clew
            chooses one that fits the puzzle.
        max_solutions: Stop after this many solutions. None searches for all of them.
        max_nodes: Stop after this many nodes. None sets no limit, here and below.
        max_seconds: Stop after this many seconds, counted from the call to the return.
        max_memory: Stop when the whole process uses this many bytes.
        trace: A function to call with each event of the search, for example a `Trace`.
        progress: A function to call with the counters from time to time.
        proof: The name of a file to write a proof to, which `check_proof` and other programs can
            check. If a limit stops the search, no file is written.

    Returns:
        The solutions, how the search ended and what it cost.

    Raises:
        ValueError: The text isn't a puzzle, the strategy doesn't exist, or a limit is negative.
        TypeError: An argument has the wrong type.
        Unsuited: The strategy can't search this puzzle.
        ModelError: Your own puzzle isn't stated correctly.
        Stopped: The time ran out before the puzzle was even read, so there's no result yet.
        WrongSolution: The strategy returned a solution that breaks a rule of the puzzle.

    >>> import clew
    >>> result = clew.solve("queens:6", max_solutions=None)
    >>> len(result.solutions), result.solution, result.status.value
    (4, (1, 3, 5, 0, 2, 4), 'complete')
    """
    run = Run(max_solutions, max_nodes, max_seconds, trace, progress, max_memory)
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
    """Yield the solutions one by one, searching for the next only when you ask for it.

    Args:
        puzzle: A puzzle or its id.
        strategy: A strategy or its spelling. By default Clew chooses one.
        max_nodes: Stop after this many nodes. None sets no limit, here and below.
        max_seconds: Stop after this many seconds, including the time that your own code takes
            between two solutions.
        max_memory: Stop when the whole process uses this many bytes.
        trace: A function to call with each event of the search.

    Returns:
        An iterator over the solutions.

    Raises:
        Stopped: A limit was reached before the search ended.
        Unsuited: The strategy can't search this puzzle.
        ValueError: The text isn't a puzzle, or the strategy doesn't exist.

    >>> import clew
    >>> next(clew.solutions("queens:8"))
    (0, 4, 7, 5, 2, 6, 1, 3)
    """
    run = Run(None, max_nodes, max_seconds, trace, max_memory=max_memory)
    search = Search(puzzle, strategy, run, keep=0)
    run.within(lambda: search.strategy)  # fail fast: report a bad strategy immediately
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
    """Count the solutions exactly.

    A strategy that can count without finding each solution does so.

    Args:
        puzzle: A puzzle or its id.
        strategy: A strategy or its spelling. By default Clew chooses one.
        max_nodes: Stop after this many nodes. None sets no limit, here and below.
        max_seconds: Stop after this many seconds.
        max_memory: Stop when the whole process uses this many bytes.

    Returns:
        The number of solutions.

    Raises:
        Stopped: A limit was reached first.
        Unsuited: The strategy can't search this puzzle.
        ValueError: The text isn't a puzzle, or the strategy doesn't exist.

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
    """Check whether the puzzle has exactly one solution.

    Args:
        puzzle: A puzzle or its id.
        strategy: A strategy or its spelling. By default Clew chooses one.
        max_nodes: Stop after this many nodes. None sets no limit, here and below.
        max_seconds: Stop after this many seconds.
        max_memory: Stop when the whole process uses this many bytes.

    Returns:
        True if there is exactly one solution, False if there's none or more than one.

    Raises:
        Stopped: A limit was reached before that was known.
        Unsuited: The strategy can't search this puzzle.
        ValueError: The text isn't a puzzle, or the strategy doesn't exist.

    >>> import clew
    >>> clew.is_unique("queens:4")
    False
    """
    result = solve(
        puzzle,
        strategy,
        max_solutions=2,
        max_nodes=max_nodes,
        max_seconds=max_seconds,
        max_memory=max_memory,
    )
    result.raise_if_stopped()
    return bool(result.unique)


class Comparison(list[Result[A]]):
    """A list of results; a notebook shows their nodes as bars.

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


@renamed(max_answers="max_solutions")
def compare(
    puzzles: Puzzle[A] | str | Iterable[Puzzle[A] | str],
    strategies: str | Strategy | Iterable[str | Strategy] | None = None,
    *,
    max_solutions: int | None = 1,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
) -> Comparison[A]:
    """Search the same puzzles with several strategies, to compare how much work they do.

    Strategies that don't fit a puzzle are left out.

    Args:
        puzzles: A puzzle, its id, or several of them.
        strategies: Strategies or their spellings, in the order in which to run them. By default
            the textbook strategies that fit each puzzle.
        max_solutions: Stop each search after this many solutions. None searches for all.
        max_nodes: Stop each search after this many nodes. None sets no limit.
        max_seconds: The number of seconds for all searches together. Each search may use an equal
            part of the time that's left. By default each may take 10 seconds.
        max_memory: Stop a search when the whole process uses this many bytes.

    Returns:
        A list with the result of each search, puzzle by puzzle.

    Raises:
        ValueError: A text isn't a puzzle, or a strategy doesn't exist.
        Stopped: The time ran out before the strategies were chosen.

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
                run = Run(max_solutions, max_nodes, share(left), max_memory=max_memory)
                search = Search(puzzle, strategy, run, interruptible=True)
                if search.finish_if_suited():
                    results.append(search.result)

    limited(max_seconds, search)
    return results


def share(searches: int) -> float:
    """Return the seconds that each search may take: an equal part of the time that's left."""
    left = time_left()
    return EACH if left is None else left / searches


# ------------------------------------------------------------------ solutions up to symmetry


class HasImages(Protocol):
    """A puzzle on a board that can be turned and mirrored."""

    def images(self) -> Sequence[Sequence[int]]:
        """Return, for each way to turn or mirror the board, the cell that moves to each place."""


@dataclass(frozen=True)
class Orbits:
    """The number of solutions, of solutions that differ by more than symmetry, and of symmetries.

    A way to turn or mirror the board counts only if it maps the set of solutions to itself.
    """

    total: int
    fundamental: int
    symmetries: int


def orbits(puzzle: Puzzle[Any], strategy: Strategy | str = "auto") -> Orbits:
    """Count all solutions up to symmetry.

    Raises:
        Unsuited: The puzzle has no board that can be turned and mirrored.
    """
    board = capability(puzzle, HasImages)
    if board is None or not isinstance(puzzle, CellPuzzle):
        raise Unsuited(f"can't count the solutions of {puzzle.id[:40]} by symmetry")
    found = {tuple(puzzle.entries(answer)) for answer in solutions(puzzle, strategy)}
    kept = [
        image for image in board.images() if all(turned(answer, image) in found for answer in found)
    ]
    classes = {min(turned(answer, image) for image in kept) for answer in found}
    return Orbits(len(found), len(classes), len(kept))


def turned(answer: Sequence[int], image: Sequence[int]) -> tuple[int, ...]:
    return tuple([answer[cell] for cell in image])
