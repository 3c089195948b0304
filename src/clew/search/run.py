"""A search of a puzzle, and the functions that ask for one: solve, count, compare strategies."""

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
from clew.search.linear.linear import REFUTED, refute
from clew.search.strategy import Counter, Strategy, as_strategy

__all__ = ["Search", "WrongSolution", "compare", "count", "is_unique", "solutions", "solve"]

COMPLETE, ENOUGH, STOPPED = Status
INTERRUPTED = "interrupted"
SEARCHED = "searched to the end"
"""Why there is no answer, where nothing shorter is known."""
S = TypeVar("S", bound="Search[Any]")
T = TypeVar("T")
Found = Callable[[A], None] | None
"""Called with each answer as it is found."""
exhaust = deque[Any](maxlen=0).extend
"""Runs an iterator to its end, and keeps nothing of it."""


class WrongSolution(ClewError, AssertionError):
    """A strategy gave an answer that breaks a rule of the puzzle: a bug, never hidden.

    >>> import clew
    >>> issubclass(clew.WrongSolution, clew.ClewError)
    True
    """


@formerly(answers="solutions")
class Search(Generic[A]):
    """An iterator that yields each answer when it is found, and afterwards knows how it ended.

    >>> import clew
    >>> search = clew.Search("queens:4")
    >>> list(search), search.status.value
    ([(1, 3, 0, 2), (2, 0, 3, 1)], 'complete')

    Limits, progress and events are those of its `run`. At most `keep` answers are kept (None:
    all); the others are only counted. If it is `interruptible`, Ctrl-C stops it like a limit, and
    so does the deadline of the whole call: then there is a moment left to show what was found.
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
            else self.run.within(partial(as_puzzle, puzzle))  # reading a text may take long
        )
        self._named = strategy
        if isinstance(strategy, Strategy):
            self.strategy = strategy
        self.by: str = str(strategy)
        """The strategy that searched, or two of them if one handed over to the other."""
        self.keep = keep
        self.interruptible = interruptible
        self.solutions: list[A] = []
        self.found: int = 0
        self.status: Status = ENOUGH  # nothing is proven until all is searched
        self.reason: str = ""
        self._view: View | None = None  # what `is_suited` has laid out
        self._incumbent: Callable[[], A | None] = lambda: None
        """Returns the best answer so far, if the search has one before its end."""
        self._spent: OutOfTime | None = None
        """It keeps what was laid out: taking that apart would take the time that is left."""
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
        yield from self._fall_back()

    def finish(self: S, found: Found[Any] = None) -> S:
        """Search until there are enough answers, no more, or a limit is reached."""
        return self.do(partial(exhaust, self._answers(found)), found)

    def count(self: S, found: Found[Any] = None) -> S:
        """Count the answers, if the strategy can without finding each."""
        return self.do(partial(self._count, found), found)

    def classify(self: S) -> S:
        """Count the answers by their symmetry; Unsuited if the puzzle cannot tell them apart."""
        own = capability(self.puzzle, CountsBySymmetry)
        if own is None:
            raise Unsuited(f"{self.puzzle.name} is not counted by symmetry")
        return self.do(lambda: self._take_classes(own.symmetry_classes(self.run, self.strategy)))

    def do(self: S, work: Callable[[], object], found: Found[Any] = None) -> S:
        """Do the work within the limits; one that's reached stops this search."""
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
        """Yield the best answer known if a limit came before any other.

        It waits for this until the deadline can raise no more errors.
        """
        best = None if self.found or self.status is not STOPPED else self._incumbent()
        if best is not None:
            yield self._take(best, found)

    def _in_time(self, work: Callable[[], T]) -> T:
        """Do the work; Stopped if a limit of the run is reached.

        Ctrl-C and the deadline of the whole call do the same if the search is interruptible.
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
                view = self._lay_out()
                wanted = self._wanted()
                if wanted is None:
                    self._incumbent = lambda: _best_known(view, run)
                    yield from self._every(view, found)
                else:
                    yield from self._best(wanted, view, found)
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
        """Return which answer is best, if that matters."""
        puzzle = self.puzzle
        return None if puzzle.objective is None else capability(puzzle, HasObjective)

    def _every(self, view: View, found: Found[A]) -> Iterator[A]:
        """Yield as many answers as are wanted."""
        for each in self.strategy(view.face, self.run):
            yield self._take(view.answer(each), found)
            if self.found == self.run.max_solutions:
                return
        self._conclude(view)

    def _best(self, wanted: HasObjective, view: View, found: Found[A]) -> Iterator[A]:
        """Yield the best answer, or as many as are wanted of those that cost as little.

        Each answer asks for a cheaper one, until there is none (branch and bound). If a limit stops
        it, or the strategy gives up, the best so far is an answer, and nothing is proven of it.

        Raises:
            WrongSolution: if an answer breaks a rule, or isn't cheaper than the last.
        """
        run, stated = self.run, self.puzzle
        best: A | None = None
        self._incumbent = lambda: best
        while (each := next(iter(self.strategy(view.face, run)), None)) is not None:
            answer = view.answer(each)
            if broken := stated.check(answer):
                raise wrong_answer(stated, self.strategy, answer, broken)
            best, stated = answer, wanted.as_cheap(wanted.cost(answer) - 1)
            view = view_of(stated, self.strategy, run)
        self._conclude(view)
        if best is None:
            return
        run.best = wanted.objective_of(best)
        run.reason, run.proof = "", None  # why no answer is cheaper isn't why there is none
        if run.max_solutions == 1:
            yield self._take(best, found)
        else:
            as_good = wanted.as_cheap(wanted.cost(best))
            yield from self._every(view_of(as_good, self.strategy, run), found)

    def _count(self, found: Found[A]) -> None:
        counter = self.strategy
        if not isinstance(counter, Counter) or self._wanted() is not None:
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

    def finish_if_suited(self, found: Found[Any] = None) -> bool:
        """Search to the end if the strategy suits the puzzle, and return whether it does.

        Finding out lays out the face, which may take long: it's part of the search.
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
        """Whether the strategy suits the puzzle; if the time is over first, the search will say so.

        Finding out lays out the face, which may take long; this counts towards the time limit.
        """
        try:
            self._view = self._in_time(self._lay_out)
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
        if self.keep is None or len(self.solutions) < self.keep:
            self.solutions.append(answer)
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

    def stop(self, limit: str) -> None:
        """Note that a limit was reached outside of the search itself."""
        self._end(STOPPED, limit)

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
        run, answers = self.run, tuple(self.solutions)
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


def _best_known(view: View, run: Run) -> Any:
    """Return the strategy's best answer so far, as one that it gives; None if it has none."""
    best = None if run.incumbent is None else run.incumbent()
    if best is None:
        return None
    try:
        emit(run.trace, Kind.ANSWER)
    except Stopped:  # the watcher wants no more steps
        return None
    return view.answer(best)


def blamed(puzzle: Puzzle, error: Exception) -> Exception:
    """The error; or what was stated wrongly, if it came up in our code and not in the user's."""
    return (puzzle.fault() or error) if is_ours(error) else error


def wrong_answer(puzzle: Puzzle, strategy: Strategy, answer: Any, broken: list[str]) -> ClewError:
    """The error that names the rules which an answer breaks, unless the puzzle is at fault."""
    return puzzle.fault() or WrongSolution(
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


EACH = 10.0
"""The seconds of each search in a comparison without a limit of its own."""


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
    """Search for answers: one by default, all if `max_solutions` is None.

    `max_seconds` counts from the call to the return. If it is over before a text is read,
    there is no result yet, and Stopped is raised.

    >>> import clew
    >>> result = clew.solve("queens:6", max_solutions=None)
    >>> len(result.solutions), result.solution, result.status.value
    (4, (1, 3, 5, 0, 2, 4), 'complete')

    To prove that there are no more, ask for one more than there are. A limit that is reached
    first ends the search as STOPPED, which proves nothing.

    `proof` names a file for a proof of what was found, which `check_proof` and other programs can
    check; it is not written if a limit stops the search.
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
        max_solutions=2,
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
                run = Run(max_solutions, max_nodes, share(left), max_memory=max_memory)
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
