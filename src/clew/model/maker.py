"""Puzzles made of a statement: the same rules, another solution, and clues that leave only it.

A clue is a rule that was stated as one: a given, the number of a cage, a number at the edge. In a
new puzzle its number is what the new solution says there.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import ClassVar

from clew.core.faces import CSP, Assignment
from clew.core.puzzle import Puzzle
from clew.core.result import Run, Stopped
from clew.core.rng import SplitMix64
from clew.explanations.mus_steps import SETS, level_of
from clew.generators.maker import FLAG, Maker, RecipeOption, minimised, number
from clew.generators.recipe import CannotMake, Recipe
from clew.model.expressions import Value, Variable
from clew.model.puzzle import ModelPuzzle
from clew.search.csp.learning import Learning
from clew.search.run import solve

TRIES = 20
"""How many solutions are tried for a puzzle of a level."""
NODES = 2_000_000
"""How far it is searched whether there is another solution."""

Goals = list[Value]
"""The numbers of the clues of several variables, None for one that is taken away."""
Given = list[Variable]
"""The variables that are given."""


class OwnMaker(Maker):
    """Makes puzzles like one that was stated."""

    sizes: ClassVar[tuple[str, ...]] = ("",)
    form: ClassVar[str] = "no size: it is that of the puzzle as stated"
    levels: ClassVar[tuple[str, ...]] = SETS.names
    options: ClassVar[dict[str, RecipeOption]] = {
        "minimal": FLAG,
        "clues": RecipeOption.number("how many cells to give at least"),
    }

    def __init__(self, stated: ModelPuzzle) -> None:
        self.stated, self.kind = stated, stated.name  # type: ignore[misc]  # one for each

    def make(self, recipe: Recipe, rng: SplitMix64) -> ModelPuzzle:
        level = recipe.get("level")
        for _ in range(TRIES if level else 1):
            made = _Making(self.stated, rng, recipe)
            found = made.at_level(self.levels.index(level)) if level else made.puzzle()
            if found is not None:
                return found
        raise self.gave_up(recipe, TRIES)


class KindMaker(OwnMaker):
    """Makes puzzles of a kind, each like a blank one of the size."""

    form: ClassVar[str] = "a size as the kind writes it"

    def __init__(
        self, kind: type[Puzzle], blank: Callable[[str, SplitMix64], str], sizes: tuple[str, ...]
    ) -> None:
        self.puzzles, self.blank = kind, blank
        self.kind, self.sizes = kind.name, sizes  # type: ignore[misc]  # one for each

    def make(self, recipe: Recipe, rng: SplitMix64) -> ModelPuzzle:
        """The first that the kind can write in its own way, else one with givens."""
        level, spare = recipe.get("level"), None
        for _ in range(TRIES):
            if (made := self._try(recipe, rng)) is None:
                continue
            found = made.at_level(self.levels.index(level)) if level else made.puzzle()
            if found is not None and (found.text() or type(found).text is ModelPuzzle.text):
                return found
            spare = spare or found
        if spare is None:
            raise self.gave_up(recipe, TRIES)
        return spare

    def _try(self, recipe: Recipe, rng: SplitMix64) -> _Making | None:
        """A blank puzzle filled in, unless it has no solution."""
        try:
            stated = self.puzzles.parse(self.blank(recipe.size, rng))
        except ValueError as error:
            raise CannotMake(f"{self.kind}: size {recipe.size}: {error}") from None
        assert isinstance(stated, ModelPuzzle)
        none = stated.restated([None] * len(stated.clues()), {})
        return _Making(stated, rng, recipe) if solve(none, max_nodes=NODES).answers else None


def random_cages(order: int, rng: SplitMix64, most: int = 4) -> tuple[int, ...]:
    """A square in cages of 2 to so many cells, few of one more: for each cell the first."""
    cage: dict[int, int] = {}
    near = {
        cell: [
            r * order + c
            for r, c in ((row, col - 1), (row, col + 1), (row - 1, col), (row + 1, col))
            if 0 <= r < order and 0 <= c < order
        ]
        for cell in range(order * order)
        for row, col in [divmod(cell, order)]
    }
    for start in rng.shuffled(range(order * order)):
        if start in cage:
            continue
        cells, size = [start], 2 + rng.below(most - 1)
        while len(cells) < size:
            free = sorted({n for cell in cells for n in near[cell]} - cage.keys() - {*cells})
            if not free:
                break
            cells.append(free[rng.below(len(free))])
        beside = [cage[n] for n in near[start] if n in cage]
        cage |= dict.fromkeys(cells, beside[0] if len(cells) == 1 and beside else start)
    first: dict[int, int] = {}
    return tuple(first.setdefault(cage[cell], cell) for cell in range(order * order))


class _Making:
    """A random solution, and the clues that are left of it."""

    def __init__(self, stated: ModelPuzzle, rng: SplitMix64, recipe: Recipe) -> None:
        self.stated = stated
        self.solution = random_solution(stated.restated([None] * len(stated.clues()), {}), rng)
        self.goals: Goals = [clue.rule.parts[0].value(self.solution) for clue in stated.clues()]
        cells = rng.shuffled(stated.variables_shown)
        self.given = self._given(cells, number(recipe, "clues", 0))
        kept = set(self.given)
        self.taken = [each for each in cells if each not in kept]
        self.minimal, self._rng = recipe.has("minimal"), rng
        if self.minimal:
            self._drop_goals()

    def _given(self, cells: Given, least: int) -> Given:
        is_unique = self._uniqueness(self.goals)
        if not least and is_unique([]):
            return []
        if not is_unique(cells):
            raise CannotMake(f"{self.stated.name}: found another solution with all clues given")
        return minimised(cells, is_unique, least)

    def _drop_goals(self) -> None:
        def without(kept: Sequence[int]) -> Goals:
            return [goal if at in kept else None for at, goal in enumerate(self.goals)]

        places = self._rng.shuffled(range(len(self.goals)))
        kept = minimised(places, lambda some: self._uniqueness(without(some))(self.given))
        self.goals = without(kept)

    def _uniqueness(self, goals: Goals) -> Callable[[Given], bool]:
        """Whether there is one solution with these clues and given variables."""
        filling = Filling(self._with(goals, []))
        return lambda given: filling.is_unique({each: self.solution[each] for each in given})

    def _with(self, goals: Goals, given: Given) -> ModelPuzzle:
        return self.stated.restated(goals, {each: self.solution[each] for each in given})

    def puzzle(self, more: int = 0) -> ModelPuzzle:
        """The puzzle, with so many more cells given than it needs."""
        return self._with(self.goals, self.given + self.taken[:more])

    def at_level(self, wanted: int) -> ModelPuzzle | None:
        """The puzzle with just so many cells given that it is of the level, if there is one.

        If it is too easy with all its other clues, it gets no more of them than it needs. More
        cells make it no harder, so halving the range finds how many it takes.
        """
        if not self.minimal and self._rank(0) < wanted:
            self._drop_goals()
        hardest = self._rank(0)
        if hardest < wanted or (self.minimal and hardest != wanted):
            return None
        more = bisect_left(range(len(self.taken)), -wanted, key=lambda n: -self._rank(n))
        return self.puzzle(more) if self._rank(more) == wanted else None

    def _rank(self, more: int) -> int:
        """The place of its level among the levels."""
        return SETS.names.index(level_of(self.puzzle(more), self._entries))

    @property
    def _entries(self) -> tuple[int, ...]:
        code = self.stated.compiled()[1].code
        return tuple(code[self.solution[each]] for each in self.stated.variables_shown)


class Filling:
    """A puzzle that is laid out once, and asked what follows if some variables are given."""

    def __init__(self, puzzle: ModelPuzzle) -> None:
        self.csp, self.encoding = puzzle.compiled()
        self.place = {each: at for at, each in enumerate(puzzle.known.values())}

    def solutions(self, given: Mapping[Variable, Value], most: int) -> list[Assignment]:
        """Up to so many solutions; Stopped if that takes too many nodes."""
        domains = list(self.csp.domains)
        for variable, value in given.items():
            domains[self.place[variable]] &= 1 << self.encoding.code[value]
        if not all(domains):
            return []
        run = Run(most, NODES)
        return list(islice(Learning()(CSP(tuple(domains), self.csp.constraints), run), most))

    def is_unique(self, given: Mapping[Variable, Value]) -> bool:
        """Whether it is proven that there is one solution."""
        try:
            return len(self.solutions(given, 2)) == 1
        except Stopped:
            return False

    def values(self, found: Assignment) -> dict[Variable, Value]:
        return {each: self.encoding.values[found[at]] for each, at in self.place.items()}


def random_solution(puzzle: ModelPuzzle, rng: SplitMix64) -> dict[Variable, Value]:
    """A solution, chosen value by value; CannotMake if there is none."""
    filling = Filling(puzzle)
    try:
        first = filling.solutions({}, 1)
        if not first:
            raise CannotMake(f"{puzzle.name}: {solve(puzzle, max_nodes=NODES)}")
        known, fixed = filling.values(first[0]), dict[Variable, Value]()
        for variable in rng.shuffled(puzzle.variables_shown):
            for value in rng.shuffled(variable.values):
                if known[variable] != value:
                    tried = filling.solutions(fixed | {variable: value}, 1)
                    if not tried:
                        continue
                    known = filling.values(tried[0])
                fixed[variable] = value
                break
    except Stopped as stop:
        raise CannotMake(f"{puzzle.name}: found no solution in {NODES:,} nodes") from stop
    return known
