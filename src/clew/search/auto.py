"""Choose a strategy: the one you name, or the best for one of the puzzle's faces.

Nothing is hard-coded by name: each strategy declares the type of face that it searches, and rates
how well it fits a face.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, partial
from math import inf
from operator import attrgetter, itemgetter
from typing import Any

from clew.core.faces import CSP, Game, Impartial, Linear, StateSpace, values, word_of
from clew.core.puzzle import Puzzle, Unsuited
from clew.core.registry import classes
from clew.core.result import Run, Stopped
from clew.search.strategy import Counter, Strategy, as_strategy, parse_strategy, strategies, within

AUTO = "auto"
FOLDERS = {CSP: "csp", StateSpace: "space", Linear: "linear"}
"""The folder in clew.search with every strategy that `auto` may choose for a type of face.

For other faces it looks everywhere, since a game may have a strategy in its family's folder.
"""


def choose(puzzle: Puzzle, strategy: str | Strategy = AUTO) -> Strategy:
    """Return the named strategy or, for `auto`, the best one for the first face that has one.

    Raises:
        Unsuited: No strategy fits the puzzle.
    """
    if strategy != AUTO:
        return as_strategy(strategy)
    for kind in puzzle.faces:
        ranked = candidates(kind)
        if puzzle.objective is not None:  # each bound on it makes another face
            ranked = tuple(each for each in ranked if each.ranks_alike)
        if ranked and ranked[0].ranks_alike:
            return ranked[0]
        if ranked and (best := _best(ranked, puzzle.face(kind))) is not None:
            return best
    raise Unsuited(f"no strategy can search {puzzle.name}: name one for its faces, {puzzle.faces}")


def _best(strategies: Iterable[Strategy], face: Any) -> Strategy | None:
    """Return the strategy with the highest rank for a face, if that's above zero."""
    ranks = [(strategy.rank(face) or 0, strategy) for strategy in strategies]
    rank, best = max(ranks, key=itemgetter(0))
    return best if rank else None


@cache
def candidates(face: type) -> tuple[Strategy, ...]:
    """Return the strategies that `auto` may choose for a type of face, the best first."""
    home, _, last = face.__module__.rpartition(".")
    beside = "search" if last in ("face", "puzzle") else last.lstrip("_")
    if beside.startswith("search"):  # in the family's own folder or file
        known = classes(Strategy, home, beside)
    else:
        known = within(FOLDERS[face]) if face in FOLDERS else [*strategies().values()]
    found: list[Strategy] = []
    for kind in sorted(known, key=attrgetter("level"), reverse=True):
        if kind.face is face and kind.level:
            own = kind(**kind.usual)
            found.append(_helped(own, known) if kind.hands_over_after else own)
    return tuple(found)


def _helped(own: Strategy, known: Iterable[type[Strategy]]) -> Strategy:
    """Return a strategy that hands over to another if it finds nothing within its budget."""
    from clew.search.csp.cp_sat import installed

    if isinstance(own, Counter) or not installed():
        return own
    later = next(kind for kind in known if kind.takes_over)
    return HandOver(own, later(), own.hands_over_after)


# ------------------------------------------------------------------ the face to search

WORKS_ON = {
    CSP: "constraint puzzles",
    StateSpace: "puzzles with a state space",
    Game: "two-player games",
    Impartial: "impartial games",
    Linear: "puzzles with linear equations",
}
"""The puzzles with a face of each type, in words."""


@dataclass(slots=True)
class View:
    """The face that a strategy searches, and functions that translate its findings."""

    face: Any
    answer: Callable[[Any], Any]
    proof: Callable[[Any], Any]


def view_of(puzzle: Puzzle, strategy: Strategy, run: Run | None = None) -> View:
    """Return a strategy's view of the puzzle: a face of its type, or one made from the CSP.

    A CSP is also a space of partial assignments, and a linear system if its rules are parities.

    Raises:
        Unsuited: The strategy can't search this puzzle.
    """
    found, faces = None, puzzle.faces
    if strategy.face in faces:
        face: Any = faces[strategy.face](puzzle)
        translate = partial(puzzle.translate, strategy.face)
        found = View(face, translate, translate)
        if strategy.face is StateSpace:
            found.answer = lambda path: translate(path.moves())
    elif CSP in faces and strategy.face in (StateSpace, Linear):
        found = _view_of_csp(puzzle, puzzle.csp(), strategy.face, run)
    if found is None or not (strategy.ranks_alike or strategy.rank(found.face) is not None):
        raise Unsuited(refusal(puzzle, strategy))
    return found


def refusal(puzzle: Puzzle, strategy: Strategy) -> str:
    """Explain why a strategy can't search a puzzle.

    >>> from clew import parse
    >>> refusal(parse("queens:8"), parse_strategy("grundy"))
    "grundy works only on impartial games, and queens isn't one"
    """
    if strategy.face in puzzle.faces:
        return f"{strategy.name} can't search this {puzzle.name}{objection(puzzle, strategy)}"
    fitting = WORKS_ON.get(strategy.face, f"puzzles with a {word_of(strategy.face)!r} face")
    return f"{strategy.name} works only on {fitting}, and {puzzle.name} isn't one"


def _view_of_csp(puzzle: Puzzle, csp: CSP, kind: type, run: Run | None) -> View | None:
    translate = partial(puzzle.translate, CSP)
    if kind is StateSpace:
        from clew.search.csp.assign import as_space

        space = as_space(csp, run)
        return View(space, lambda path: translate(space.answer(path.state)), translate)
    from clew.search.linear.linear import as_linear

    system = as_linear(csp)
    if system is None:
        return None
    variables = range(len(csp.domains))
    return View(
        system,
        lambda found: translate(tuple(found >> variable & 1 for variable in variables)),
        lambda found: tuple(_label(csp, number) for number in values(found)),
    )


def _label(csp: CSP, number: int) -> str:
    """Return the label of an equation of `as_linear`: that of a rule, or of a domain."""
    rules = csp.constraints
    return rules[number].label if number < len(rules) else "a variable's domain"


def suits(puzzle: Puzzle, strategy: Strategy) -> bool:
    """Check whether the strategy can search one of the puzzle's faces."""
    try:
        view_of(puzzle, strategy)
    except Unsuited:
        return False
    return True


def objection(puzzle: Puzzle, strategy: Strategy) -> str:
    """Return `: reason` if a strategy gives a reason for refusing a puzzle's face, or nothing."""
    if strategy.face not in puzzle.faces:
        return ""
    try:
        reason = strategy.objection(puzzle.face(strategy.face))
    except Unsuited as error:
        reason = str(error)
    return f": {reason}" if reason else ""


# ------------------------------------------------------------------ strategies for `compare`

TEXTBOOK: dict[type, list[str]] = {
    CSP: [
        "generate-and-test",
        "backtracking:select=first,infer=none",
        "backtracking:select=mrv+degree,infer=none,prepare=forward-checking",
        "backtracking",
        "backtracking:infer=mac",
        "backtracking:infer=mac+hidden-singles",
        "backjumping",
        "depth-first",
        "breadth-first",
    ],
    StateSpace: [
        "depth-first",
        "breadth-first",
        "iterative-deepening",
        "uniform-cost",
        "greedy",
        "a-star",
        "ida-star",
        "bidirectional",
    ],
    Game: [
        "minimax",
        "alpha-beta:table=no",
        "alpha-beta",
        "alpha-beta:symmetry=yes",
        "in-a-row",
        "retrograde",
    ],
}


def textbook(puzzle: Puzzle) -> list[Strategy]:
    """Return the strategies that `compare` tries by default: the textbooks', and the best known.

    They search faces that the puzzle has. Whether each one fits this puzzle is only known when it
    searches, since a face may take long to lay out.
    """
    named = [spelling for face in puzzle.faces for spelling in TEXTBOOK.get(face) or taught(face)]
    best = [str(strategy) for face in puzzle.faces for strategy in best_known(face)]
    return [parse_strategy(spelling) for spelling in dict.fromkeys(named + best)]


def best_known(face: type) -> list[Strategy]:
    """Return the best strategy for every face of a type, not one for only a few CSPs."""
    ranked = list(candidates(face))
    if face is CSP:
        ranked = [each for each in ranked if each.ranks_alike]
    return ranked[:1]


def taught(face: type) -> list[str]:
    """Return the strategies for a family's own face that belong in a comparison."""
    every = strategies().values()
    return [kind.name for kind in every if kind.face is face and kind.taught][::-1]


# ------------------------------------------------------------------ one strategy after another

REMEMBERED = 1_000
"""The number of solutions to remember, so as to skip repetitions. Above that, nobody takes over."""


@dataclass(frozen=True)
class HandOver(Strategy):
    """Search with `own`; after `budget` nodes without a solution, start again with `later`.

    Its spelling is that of `own`, and `run.by` records when `later` took over. Every solution comes
    once. The limits of the run apply to both together.
    """

    own: Strategy
    later: Strategy
    budget: int

    def __post_init__(self) -> None:
        for word in ("name", "summary", "face", "ranks_alike"):
            object.__setattr__(self, word, getattr(self.own, word))
        object.__setattr__(self, "complete", self.own.complete and self.later.complete)

    def rank(self, face: Any) -> int | None:
        return self.own.rank(face)

    def objection(self, face: Any) -> str:
        return self.own.objection(face)

    @cached_property
    def spelling(self) -> str:
        return self.own.spelling

    def __call__(self, face: Any, run: Run) -> Iterator[Any]:
        found = self.own(face, run)
        if not self.later.accepts(face):
            yield from found
            return
        seen: list[Any] = []
        if (yield from self._tried(found, run, seen, REMEMBERED)):
            again = set(seen)
            yield from (answer for answer in self.later(face, run) if answer not in again)

    @property
    def improves(self) -> bool:  # type: ignore[override]
        return self.own.improves

    def improving(self, face: Any, run: Run) -> Iterator[Any] | None:
        found = self.own.improving(face, run)
        if found is None or not self.later.accepts(face):
            return found
        return self._improving(found, face, run)

    def _improving(self, found: Iterator[Any], face: CSP, run: Run) -> Iterator[Any]:
        """Improve solutions with `own`, then with `later`, which starts from the best so far."""
        seen: list[Any] = []
        if not (yield from self._tried(found, run, seen)):
            return
        costs = face.objective
        if seen and costs is not None:
            cheaper = costs.at_most(costs.value([seen[-1][x] for x in costs.scope]) - 1)
            face = CSP(face.domains, (*face.constraints, cheaper), costs)
        yield from self.later.improving(face, run) or ()

    def _tried(
        self, found: Iterator[Any], run: Run, seen: list[Any], most: float = inf
    ) -> Generator[Any, None, bool]:
        """Yield the solutions of `own`, and append up to `most` of them to `seen`.

        Returns:
            True if it ran out of its budget, so that `later` takes over.
        """
        limit = run.max_nodes
        self._allow(run, limit)
        try:
            for answer in found:
                if len(seen) < most:
                    seen.append(answer)
                    self._allow(run, limit)
                else:
                    run.max_nodes = limit
                yield answer
            return False
        except Stopped as stop:
            if stop.limit != "nodes" or run.max_nodes == limit:
                raise
        finally:
            run.max_nodes = limit
        run.by = f"{self.own} then {self.later}"
        return True

    def _allow(self, run: Run, limit: int | None) -> None:
        """Allow `budget` more nodes, but not beyond the limit of the run."""
        budget = run.stats.nodes + self.budget
        run.max_nodes = budget if limit is None else min(budget, limit)
        run.alarm = min(run.alarm, run.max_nodes)
