"""Makes puzzles like a user's: the same rules, another solution, and clues that determine it.

Clues are givens, numbers of cages and numbers at the edge. In a new puzzle, their numbers are
changed to fit the new solution.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from clew.core.puzzle import CellPuzzle, Puzzle, Unsuited
from clew.core.rng import SplitMix64
from clew.explanations.grids import position_of
from clew.explanations.mus_steps import SETS
from clew.explanations.techniques.scale import Scale, scale_of
from clew.generators.maker import FLAG, Maker, RecipeOption, maker_of, minimised, number
from clew.generators.recipe import CannotMake, Recipe
from clew.model.explaining import ClueRanker
from clew.model.expressions import Value, Variable
from clew.model.filling import NODES, Filling, Uniqueness, random_solution, settled, unique_with
from clew.model.problem import Problem
from clew.search.run import solve

if TYPE_CHECKING:
    from clew.core.forms import Twin
    from clew.model.form import Formed

TRIES = 20
"""The maximum number of solutions to try for a puzzle of a given level."""
TEXTS = 1000
"""The maximum number of texts to generate for a puzzle without clues until one is unique."""
SETTLED = 5
"""The number of further tries. In each, the solution is changed until it needs no givens."""

Goals = list[Value]
"""The number of each clue, or None if the clue was removed."""
Given = list[Variable]
"""The given variables."""


class OwnMaker(Maker):
    """Makes puzzles like a user's."""

    sizes: ClassVar[tuple[str, ...]] = ("",)
    form: ClassVar[str] = "no size: your puzzle has just one"
    levels: ClassVar[tuple[str, ...]] = SETS.names
    options: ClassVar[dict[str, RecipeOption]] = {
        "minimal": FLAG,
        "clues": RecipeOption.number("the minimum number of givens"),
    }

    def __init__(self, stated: Problem) -> None:
        self.stated, self.kind = stated, stated.name  # type: ignore[misc]  # one for each
        self.levels = scale_for(stated).names  # type: ignore[misc]

    def make(self, recipe: Recipe, rng: SplitMix64) -> Problem:
        level = recipe.get("level")
        for _ in range(TRIES if level else 1):
            made = _Making(self.stated, rng, recipe)
            found = made.at_level(self.levels.index(level)) if level else made.puzzle()
            if found is not None:
                return found
        raise self.gave_up(recipe, TRIES)


class TwinMaker(Maker):
    """Makes puzzles like a user's with a family's maker. The same seed gives the same puzzle."""

    sizes: ClassVar[tuple[str, ...]] = ("",)
    form: ClassVar[str] = OwnMaker.form

    def __init__(self, stated: Formed, twin: Twin) -> None:
        assert twin.recipe is not None
        self.stated, self.family = stated, maker_of(twin.kind or twin.puzzle.name)
        self.size, self.fixed = twin.recipe
        free = {name: option for name, option in self.family.options.items() if option is not FLAG}
        kept = {"minimal": FLAG} if "minimal" in self.family.options else {}
        self.kind, self.levels = stated.name, self.family.levels  # type: ignore[misc]  # its own
        self.options = free | kept  # type: ignore[misc]

    @classmethod
    def of(cls, stated: Formed, twin: Twin | None) -> TwinMaker | None:
        """Return the maker, or None if the family can't make puzzles of this form and size."""
        if twin is None or twin.recipe is None or not stated.can_be_like(twin):
            return None
        made = cls(stated, twin)
        try:
            made._asked(Recipe(made.kind, ""))
        except CannotMake:
            return None
        return made

    def _asked(self, recipe: Recipe) -> Recipe:
        """Translate a recipe for this maker to one for the family."""
        options = (*recipe.options, *((name, "yes") for name in self.fixed))
        return self.family.checked(Recipe(self.family.kind, self.size, options, recipe.seed))

    def series(self, recipe: Recipe, count: int) -> Iterator[Puzzle]:
        for made in self.family.series(self._asked(recipe), count):
            assert isinstance(made, CellPuzzle)
            yield self.stated.like(made)

    def make(self, recipe: Recipe, rng: SplitMix64) -> Puzzle:
        return next(self.series(recipe, 1))


class KindMaker(OwnMaker):
    """Makes puzzles of a user's kind from a blank puzzle of the requested size."""

    form: ClassVar[str] = "a size, written as the kind expects it"

    def __init__(
        self, kind: type[Puzzle], blank: Callable[[str, SplitMix64], str], sizes: tuple[str, ...]
    ) -> None:
        self.puzzles, self.blank = kind, blank
        self.kind, self.sizes = kind.name, sizes  # type: ignore[misc]  # one for each

    def make(self, recipe: Recipe, rng: SplitMix64) -> Problem:
        """Return the first puzzle that the kind can write as text, or else one with givens."""
        level, spare = recipe.get("level"), None
        for tried in range(TRIES + SETTLED):
            if (made := self._try(recipe, rng, tried >= TRIES)) is None:
                continue
            found = made.at_level(self.levels.index(level)) if level else made.puzzle()
            if found is not None and (found.text() or not _can_write(found)):
                return self._parsed(str(found))
            spare = spare or found
        if spare is None:
            raise self.gave_up(recipe, TRIES + SETTLED)
        return self._parsed(str(spare))

    def _try(self, recipe: Recipe, rng: SplitMix64, settling: bool = False) -> _Making | None:
        """Fill in a blank puzzle, or return None if it has no solution."""
        stated = self._stated(recipe, rng)
        none = stated.restated([None] * len(stated.clues()), {})
        if not solve(none, max_nodes=NODES).solutions:
            return None
        return _Making(stated, rng, recipe, settling)

    def _stated(self, recipe: Recipe, rng: SplitMix64) -> Problem:
        """Return a blank puzzle, or one with a unique solution if there's nothing to fill in."""
        for _ in range(TEXTS):
            try:
                stated = self._parsed(self.blank(recipe.size, rng))
            except ValueError as error:
                raise CannotMake(f"{self.kind}: size {recipe.size}: {error}") from None
            if not stated.complete or Filling(stated).is_unique():
                return stated
        raise self.gave_up(recipe, TEXTS)

    def _parsed(self, text: str) -> Problem:
        found = self.puzzles.parse(text)
        assert isinstance(found, Problem)
        return found


def _can_write(puzzle: Problem) -> bool:
    """Check whether a puzzle's kind has its own way to write clues."""
    return puzzle.complete or type(puzzle).text is not Problem.text


def scale_for(stated: Puzzle) -> Scale:
    """Return the rating scale for puzzles like this one: by technique, or by sets of rules."""
    try:
        return scale_of(position_of(stated))
    except Unsuited:
        return SETS


class _Making:
    """A puzzle that's being made: a random solution, and the remaining clues."""

    def __init__(
        self, stated: Problem, rng: SplitMix64, recipe: Recipe, settling: bool = False
    ) -> None:
        self.stated, self.scale = stated, scale_for(stated)
        self.solution = random_solution(stated.restated([None] * len(stated.clues()), {}), rng)
        if settling:
            self.solution = settled(stated, self.solution, rng)
        self.goals: Goals = [clue.goal_in(self.solution) for clue in stated.clues()]
        self._all_goals = self.goals
        self.left_out: list[tuple[int, Value]] = []
        cells = rng.shuffled(stated.variables_shown)
        self.given = self._given(cells, number(recipe, "clues", 0))
        kept = set(self.given)
        self.taken = [each for each in cells if each not in kept]
        self.minimal, self._rng = recipe.has("minimal"), rng
        if self.minimal or stated.sparse:
            self._drop_goals()

    def _given(self, cells: Given, least: int) -> Given:
        is_unique = Uniqueness(Filling(self._with(self.goals, [])), self.solution)
        if not least and is_unique([]):
            return []
        if not is_unique(cells):
            said = "the solution isn't unique even with all clues and values given"
            raise CannotMake(f"{self.stated.name}: {said}")
        return minimised(cells, is_unique, least)

    def _drop_goals(self) -> None:
        places = self._rng.shuffled(range(len(self.goals)))
        is_unique = unique_with(self._with(self.goals, []), self.solution, self.given)
        clues = _numbers(self.goals)
        kept = set(minimised(places, lambda at: is_unique([clues[n] for n in at if n in clues])))
        said = [(at, self.goals[at]) for at in places if self.goals[at] is not None]
        self.left_out = [pair for pair in said if pair[0] not in kept]
        self.goals = [goal if at in kept else None for at, goal in enumerate(self.goals)]

    def _with(self, goals: Goals, given: Given) -> Problem:
        return self.stated.restated(goals, {each: self.solution[each] for each in given})

    def puzzle(self, more: int = 0) -> Problem:
        """Return the puzzle with `more` extra clues, or givens once all the clues are back."""
        return self._with(*self._clues(more))

    def _clues(self, more: int) -> tuple[Goals, Given]:
        back = dict(self.left_out[:more])
        goals = [back.get(at, goal) for at, goal in enumerate(self.goals)]
        return goals, self.given + self.taken[: max(0, more - len(back))]

    def at_level(self, wanted: int) -> Problem | None:
        """Return the puzzle with the right number of clues for a level, or None if none is right.

        If the puzzle is too easy with all its clues, drop those that it doesn't need. More clues
        never make it harder, so a binary search finds the right number.
        """
        hardest = self._rank(0, wanted)
        if not self.minimal and hardest < wanted:
            self._drop_goals()
            hardest = self._rank(0, wanted)
        if hardest < wanted or (self.minimal and hardest != wanted):
            return None
        most = len(self.left_out) + len(self.taken)
        more = bisect_left(range(most), -wanted, key=lambda n: -self._rank(n, wanted))
        return self.puzzle(more) if self._rank(more, wanted) == wanted else None

    def _rank(self, more: int, wanted: int) -> int:
        """Return the index of the puzzle's level. All levels above the requested one are equal."""
        scale = self.scale
        if scale is SETS:
            goals, given = self._clues(more)
            clues = {n for at, n in _numbers(self._all_goals).items() if goals[at] is not None}
            return self._ranker.rank(clues, given, min(wanted, len(scale.names) - 2))
        position = position_of(self.puzzle(more))
        return scale.names.index(scale.level_by(position, scale.names[wanted]))

    @cached_property
    def _ranker(self) -> ClueRanker:
        return ClueRanker(self._with(self._all_goals, []), self.solution)


def _numbers(goals: Goals) -> dict[int, int]:
    """Return the number of each clue among those that a puzzle with these goals has."""
    said = (at for at, goal in enumerate(goals) if goal is not None)
    return {at: number for number, at in enumerate(said)}
