"""Joins puzzles and strategies: solve, solutions, count, is_unique, compare."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from time import perf_counter
from typing import Any

from clew.arguments import several
from clew.faces import CSP, values
from clew.puzzle import Puzzle, Unsuited, as_puzzle
from clew.puzzles import find, names
from clew.result import Result, Run, Stats, Status, Stopped
from clew.search import cp_sat
from clew.search.assign import as_space
from clew.search.handover import HandOver
from clew.search.linear import REFUTED, as_linear, refute
from clew.search.native import available
from clew.search.strategy import Counter, Strategy, as_strategy, parse_strategy
from clew.sums import PLUS, Sum
from clew.trace import Watcher

AUTO = "auto"
COMPLETE, ENOUGH, STOPPED = Status
BEST = "backtracking:infer=mac+hidden-singles"
BEST_FOR = {
    "bands": "bands",
    "csp": "learning" if available else BEST,
    "game": "alpha-beta:symmetry=yes",
    "hops": "layers",
    "impartial": "grundy",
    "linear": "linear",
    "queens": "queens",
    "space": "breadth-first",
    "square": "ranks",
    "sums": "sums",
    "tour": "tour",
    "vessels": "surface",
}
"""What `auto` means for each face, and what it means where only the number is wanted."""
COUNTS = {
    "linear": "linear", "queens": "queens", "square": "ranks", "sums": "sums", "tour": "tour"
}  # fmt: skip
GAMES = ("impartial", "game")
PICKY = ("queens", "square")
"""Faces of which the best strategy takes some only; the others are searched by the next face."""
SPECIAL = ("in-a-row",)
LAST_RESORT = "retrograde"
"""What is tried first, for the few games it takes; and what values a game that the others
refuse, since it may never end."""
LEARNER = "cp-sat"
BUDGET = 200_000
BUDGETS = {"backtracking": 5_000}
"""What `auto` hands a CSP over to, if it is installed, and after how many nodes without an answer:
what its import and a first look take, so by the search that goes before. Those for one that is
compiled and learns itself; in Python a node takes far longer, and says less."""


class WrongAnswer(AssertionError):
    """A strategy gave an answer that breaks a rule of the puzzle: a bug, never hidden."""


def choose(puzzle: Puzzle, strategy: str | Strategy = AUTO, *, counting: bool = False) -> Strategy:
    """The strategy meant: the one named, or the best known for the puzzle's usual face."""
    if strategy != AUTO:
        return as_strategy(strategy)
    for best in _ranked(puzzle.faces, counting):
        if best.face not in PICKY or _takes(best, puzzle):
            return best
    return _for_game(puzzle)


def _takes(strategy: Strategy, puzzle: Puzzle) -> bool:
    return suits(puzzle, strategy) and strategy.best_for(puzzle.face(strategy.face))


@cache
def _ranked(faces: tuple[str, ...], counting: bool) -> tuple[Strategy, ...]:
    """What `auto` may mean for these faces; none for games, which are looked at one by one."""
    if faces[0] in GAMES:
        return ()
    found = ((COUNTS.get(face) if counting else None) or BEST_FOR.get(face) for face in faces)
    best = tuple(_helped(_parsed(spelling)) for spelling in found if spelling)
    if not best:
        raise Unsuited(f"no strategy is known for the faces {', '.join(faces)}")
    return best


def _for_game(puzzle: Puzzle) -> Strategy:
    """The best one that takes the game: not each has a nim-value, nor an end."""
    best = [_parsed(name) for name in (*SPECIAL, *(BEST_FOR[face] for face in puzzle.faces))]
    suited = (strategy for strategy in best if suits(puzzle, strategy))
    return next(suited, _parsed(LAST_RESORT))


@cache
def _helped(own: Strategy) -> Strategy:
    """The strategy, with one that learns behind it if it is a search of a CSP."""
    if own.face != "csp" or isinstance(own, Counter) or not cp_sat.installed():
        return own
    return HandOver(own, _parsed(LEARNER), BUDGETS.get(own.name, BUDGET))


@cache
def _parsed(spelling: str) -> Strategy:
    return parse_strategy(spelling)


@dataclass(slots=True)
class View:
    """The face that a strategy searches, and what its findings there mean for the puzzle."""

    face: Any
    answer: Callable[[Any], Any]
    proof: Callable[[Any], Any]


def _view(puzzle: Puzzle, strategy: Strategy, stats: Stats | None = None) -> View:
    """The puzzle as the strategy sees it: by a face of that name, or by its constraints.

    A CSP is a space of partial assignments too, and a linear system if its rules are parities.
    """
    view = None
    if strategy.face in puzzle.faces:
        view = _own_view(puzzle, strategy.face)
    elif "csp" in puzzle.faces and strategy.face in ("space", "linear"):
        view = _view_of_csp(puzzle, puzzle.csp(), strategy.face, stats)
    if view is None or not strategy.accepts(view.face):
        raise Unsuited(f"{strategy.name} does not suit {puzzle.name}{objection(puzzle, strategy)}")
    return view


def _own_view(puzzle: Puzzle, name: str) -> View:
    face, translate = getattr(puzzle, name)(), partial(puzzle.translate, name)
    if name == "space":
        return View(face, lambda path: translate(path.moves()), translate)
    return View(face, translate, translate)


def _view_of_csp(puzzle: Puzzle, csp: CSP, name: str, stats: Stats | None) -> View | None:
    translate = partial(puzzle.translate, "csp")
    if name == "space":
        space = as_space(csp, stats)
        return View(space, lambda path: translate(space.answer(path.state)), translate)
    if name == "linear" and (system := as_linear(csp)) is not None:
        variables = range(len(csp.domains))
        return View(
            system,
            lambda found: translate(tuple(found >> variable & 1 for variable in variables)),
            lambda found: tuple(_label(csp, number) for number in values(found)),
        )
    return None


def _label(csp: CSP, number: int) -> str:
    """What an equation of `as_linear` says: a rule of the CSP, or what a variable may be."""
    rules = csp.constraints
    return rules[number].label if number < len(rules) else "a variable's domain"


def suits(puzzle: Puzzle, strategy: Strategy) -> bool:
    """Whether the strategy can search a face that the puzzle shows."""
    try:
        _view(puzzle, strategy)
    except Unsuited:
        return False
    return True


def objection(puzzle: Puzzle, strategy: Strategy) -> str:
    """`: why` a strategy does not take the face it searches, if it says why."""
    if strategy.face not in puzzle.faces:
        return ""
    try:
        why = strategy.objection(puzzle.face(strategy.face))
    except Unsuited as error:
        why = str(error)
    return f": {why}" if why else ""


def search(puzzle: Puzzle, strategy: Strategy, run: Run) -> Iterator[Any]:
    """Yield the answers the strategy finds, each checked against the puzzle's rules."""
    view = _begin(puzzle, strategy, run)
    if view is not None:
        for found in strategy(view.face, run):
            yield _checked(puzzle, strategy, view.answer(found))
        _end(puzzle, strategy, run, view)


def _begin(puzzle: Puzzle, strategy: Strategy, run: Run) -> View | None:
    """The view to search, or None if it is plain without a search that there is no answer."""
    if _refuted(puzzle, strategy, run):
        return None
    return _view(puzzle, strategy, run.stats)


def _checked(puzzle: Puzzle, strategy: Strategy, answer: Any) -> Any:
    """The answer, which breaks no rule."""
    if wrong := puzzle.check(answer):
        raise WrongAnswer(f"{strategy} on {puzzle.id}: {answer} breaks {'; '.join(wrong)}")
    return answer


def _end(puzzle: Puzzle, strategy: Strategy, run: Run, view: View) -> None:
    """Say what it means that there are no more answers, after all or after none."""
    if run.proof is not None:
        run.proof = view.proof(run.proof)
        run.reason = puzzle.because(run.proof) or run.reason
    if not strategy.complete and not run.reason:
        raise Stopped("gave up")


def _refuted(puzzle: Puzzle, strategy: Strategy, run: Run) -> bool:
    """Whether it is plain without a search that there is no answer; the run is told why.

    A puzzle with a linear face is solved first, unless that is what the strategy does itself.
    """
    run.reason = "; ".join(puzzle.clashes())
    if not run.reason and "linear" in puzzle.faces and strategy.face != "linear":
        proof = refute(puzzle.linear())
        if proof is not None:
            run.proof = puzzle.translate("linear", proof)
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
            self.run.within(work)
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
        view = _begin(self.puzzle, self.strategy, self.run)
        if view is not None:
            self.found = self.strategy.count(view.face, self.run)
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
    return _outcome(puzzle, strategy, run)


def _at_once(puzzle: Puzzle, strategy: Strategy, max_answers: int | None) -> Result | None:
    """What comes of a search so short that setting up a run would take longer, if it is one.

    Where nothing is wanted, or found, the usual way is gone: it knows the reason.
    """
    if max_answers is not None and (max_answers.__class__ is not int or max_answers < 1):
        return None
    started, stats = perf_counter(), Stats()
    found = strategy.at_once(getattr(puzzle, strategy.face)(), max_answers, stats)
    if not found:
        return None
    for answer in found:
        if puzzle.check(answer):
            _checked(puzzle, strategy, answer)  # says what is wrong
    status = ENOUGH if len(found) == max_answers else COMPLETE
    stats.seconds = perf_counter() - started
    return Result(puzzle, strategy.spelling, tuple(found), status, stats)


def _outcome(puzzle: Puzzle, strategy: str | Strategy, run: Run) -> Result:
    """What a run comes to; to choose the strategy and to lay out the puzzle is part of it."""
    answers: list[Any] = []
    run.by = str(strategy)
    try:
        status = run.within(partial(_collect, puzzle, strategy, run, answers))
        reason = "" if answers else run.reason
    except Stopped as stop:
        status, reason = STOPPED, stop.limit
    run.elapsed()
    return Result(puzzle, run.by, tuple(answers), status, run.stats, reason, run.proof)


def _collect(puzzle: Puzzle, named: str | Strategy, run: Run, answers: list[Any]) -> Status:
    """Add the answers that are wanted: the loop of `search`, without the cost of a generator."""
    strategy = choose(puzzle, named)
    run.by = strategy.spelling
    view = _begin(puzzle, strategy, run)
    if view is not None:
        for found in strategy(view.face, run):
            answers.append(_checked(puzzle, strategy, view.answer(found)))
            if len(answers) == run.max_answers:
                return ENOUGH
        _end(puzzle, strategy, run, view)
    return COMPLETE


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
    puzzle = as_puzzle(puzzle)
    return run.each_within(search(puzzle, choose(puzzle, strategy), run))


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
    puzzle = as_puzzle(puzzle)
    chosen = run.within(partial(choose, puzzle, strategy, counting=True))
    hunt = Hunt(puzzle, chosen, run, keep=0)
    hunt.count()
    if hunt.status is Status.STOPPED:
        raise Stopped(hunt.reason)
    return hunt.found


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


TEXTBOOK = {
    "csp": (
        "generate-and-test",
        "backtracking:select=first,infer=none",
        "backtracking:select=mrv+degree,infer=none,prepare=forward-checking",
        "backtracking",
        "backtracking:infer=mac",
        BEST,
        "backjumping",
        "depth-first",
        "breadth-first",
    ),
    "space": (
        "depth-first",
        "breadth-first",
        "iterative-deepening",
        "uniform-cost",
        "greedy",
        "a-star",
        "ida-star",
        "bidirectional",
    ),
    "tour": ("warnsdorff", "frontier"),
    "game": (
        "minimax",
        "alpha-beta:table=no",
        "alpha-beta",
        "alpha-beta:symmetry=yes",
        "in-a-row",
        "retrograde",
    ),
}


def textbook(puzzle: Puzzle) -> list[Strategy]:
    """What `compare` sets side by side unless told otherwise: a course's, and the best known."""
    named = [spelling for face in puzzle.faces for spelling in TEXTBOOK.get(face, ())]
    best = [BEST_FOR[face] for face in puzzle.faces if face in BEST_FOR]
    chosen = [parse_strategy(spelling) for spelling in dict.fromkeys(named + best)]
    return [strategy for strategy in chosen if suits(puzzle, strategy)]


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
                results.append(_outcome(puzzle, strategy, run))
    return results


def parse(text: str) -> Puzzle:
    """The puzzle of an id, `kind:text`; of several with + between, the sum of these games.

    >>> parse("queens:8").id
    'queens:8'
    """
    if PLUS.search(text):
        return Sum.parse(text)
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
