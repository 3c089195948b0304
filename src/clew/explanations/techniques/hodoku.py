"""HoDoKu's score and level for a 9 x 9 grid.

Techniques are tried in a fixed order, one step at a time. The puzzle's score is the sum of the
scores of its steps. Its level is that of the hardest technique, raised while the score is too high
for it. The order of techniques and the choice among several steps were found by comparing solutions
with those of HoDoKu 2.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from clew.core.faces import values
from clew.explanations.techniques.als import als_chains, als_xy_wings, als_xz, sue_de_coq
from clew.explanations.techniques.basics import (
    CLAIMING,
    FISH,
    POINTING,
    Agenda,
    finned_fish,
    fish,
    hidden_sets,
    locked_by_house,
    locked_sets,
    naked_sets,
)
from clew.explanations.techniques.chains import (
    empty_rectangles,
    kites,
    multi_colours,
    nice_loops,
    remote_pairs,
    simple_colours,
    skyscrapers,
    turbot_fish,
    w_wings,
    wings_by_cell,
    x_chains,
    xy_chains,
)
from clew.explanations.techniques.forcing import DYNAMIC, MULTIPLE, nets
from clew.explanations.techniques.position import Position
from clew.explanations.techniques.step import Step, placing
from clew.explanations.techniques.uniqueness import (
    TESTS,
    avoidable_rectangles,
    graves,
    uniqueness_test,
)

EASY, MEDIUM, HARD, UNFAIR, EXTREME = LEVELS = ("easy", "medium", "hard", "unfair", "extreme")
MOST = {EASY: 800, MEDIUM: 1000, HARD: 1600, UNFAIR: 1800}
"""The highest score for each level. A puzzle with a higher score gets the next level."""


class Technique(NamedTuple):
    """A technique's name, its level, the score of each step, and the function that finds steps."""

    name: str
    level: str
    score: int
    find: Callable[[Agenda], Iterable[Step]]
    needs_uniqueness: bool = False


class Score(NamedTuple):
    """A puzzle's level and score, and the steps that they come from."""

    level: str
    score: int
    steps: list[Step]


def score(position: Position, uniqueness: bool = True) -> Score:
    """Return the level and the score of a position, and the steps to its solution.

    If the position has no solution, the steps end when no technique finds another one.

    Args:
        position: The position. It isn't changed.
        uniqueness: Whether to use techniques that rely on the solution being unique.
    """
    found = list(steps(position, uniqueness))
    total = sum(TECHNIQUES[step.technique].score for step in found)
    return Score(_level(found, total), total, found)


def steps(position: Position, uniqueness: bool = True) -> Iterator[Step]:
    """Yield steps until the position is solved or no step is found."""
    agenda = Agenda(position)
    ladder = [each.find for each in LADDER if uniqueness or not each.needs_uniqueness]
    while agenda.open and not agenda.broken():
        step = next((step for find in ladder for step in find(agenda)), None)
        if step is None:
            return
        yield step
        agenda.apply(step)


def _level(found: list[Step], total: int) -> str:
    levels = (TECHNIQUES[step.technique].level for step in found)
    hardest = max(map(LEVELS.index, levels), default=0)
    while LEVELS[hardest] in MOST and total > MOST[LEVELS[hardest]]:
        hardest += 1
    return LEVELS[hardest]


def grave(position: Position) -> Iterator[Step]:
    """Find a bivalue universal grave with one extra candidate."""
    return (step for step in graves(position) if len(step.causes) == 1)


def brute_force(position: Position) -> Iterator[Step]:
    """Fill the first open cell by search, if nothing else helps."""
    solution = _search(position.copy())
    if solution is not None:
        cell = next(values(position.open))
        value = solution.value[cell]
        text = f"A search shows that {position.name(cell)} is {value}"
        yield placing("brute force", (cell,), (cell, value), text)


def _search(position: Position) -> Position | None:
    """Fill the cell with the fewest candidates, depth first."""
    if not position.open:
        return position
    cell = min(values(position.open), key=lambda c: position.candidates[c].bit_count())
    for value in values(position.candidates[cell]):
        after = position.copy()
        after.place(cell, value)
        if (found := _search(after)) is not None:
            return found
    return None


def _finned(size: int, sashimi: bool, level: str, score: int) -> Technique:
    name = f"{'sashimi' if sashimi else 'finned'} {FISH[size]}"
    return Technique(name, level, score, partial(finned_fish, size=size, sashimi=sashimi))


LADDER = (
    Technique("full house", EASY, 4, Agenda.full_houses),
    Technique("naked single", EASY, 4, Agenda.naked_singles),
    Technique("hidden single", EASY, 14, Agenda.hidden_singles),
    Technique("locked pair", MEDIUM, 40, partial(locked_sets, size=2)),
    Technique("locked triplet", MEDIUM, 60, partial(locked_sets, size=3)),
    Technique("pointing", MEDIUM, 50, partial(locked_by_house, kind=POINTING)),
    Technique("claiming", MEDIUM, 50, partial(locked_by_house, kind=CLAIMING)),
    Technique("naked pair", MEDIUM, 60, partial(naked_sets, size=2)),
    Technique("naked triplet", MEDIUM, 80, partial(naked_sets, size=3)),
    Technique("hidden pair", MEDIUM, 70, partial(hidden_sets, size=2)),
    Technique("hidden triplet", MEDIUM, 100, partial(hidden_sets, size=3)),
    Technique("naked quad", HARD, 120, partial(naked_sets, size=4)),
    Technique("hidden quad", HARD, 150, partial(hidden_sets, size=4)),
    Technique("X-Wing", HARD, 140, partial(fish, size=2)),
    Technique("Swordfish", HARD, 150, partial(fish, size=3)),
    Technique("Jellyfish", HARD, 160, partial(fish, size=4)),
    Technique("remote pair", HARD, 110, remote_pairs),
    Technique("bivalue universal grave type 1", HARD, 100, grave, needs_uniqueness=True),
    Technique("skyscraper", HARD, 130, skyscrapers),
    Technique("two-string kite", HARD, 150, kites),
    Technique("turbot fish", HARD, 120, turbot_fish),
    Technique("empty rectangle", HARD, 120, empty_rectangles),
    Technique("W-Wing", HARD, 150, w_wings),
    Technique("XY-Wing", HARD, 160, partial(wings_by_cell, triple=False)),
    Technique("XYZ-Wing", HARD, 180, partial(wings_by_cell, triple=True)),
    *(Technique(n, HARD, 100, partial(uniqueness_test, name=n), True) for n in TESTS),
    Technique("avoidable rectangle 1", HARD, 100, partial(avoidable_rectangles, left=1), True),
    Technique("avoidable rectangle 2", HARD, 100, partial(avoidable_rectangles, left=2), True),
    _finned(2, False, HARD, 130),
    _finned(2, True, HARD, 150),
    _finned(3, False, UNFAIR, 200),
    _finned(3, True, UNFAIR, 240),
    _finned(4, False, UNFAIR, 250),
    _finned(4, True, UNFAIR, 260),
    Technique("Sue de Coq", UNFAIR, 250, sue_de_coq),
    Technique("simple colours", HARD, 150, simple_colours),
    Technique("multi-colours", HARD, 200, multi_colours),
    Technique("X-chain", UNFAIR, 260, x_chains),
    Technique("XY-chain", UNFAIR, 260, xy_chains),
    Technique("nice loop", UNFAIR, 280, partial(nice_loops, grouped=False)),
    Technique("grouped nice loop", UNFAIR, 300, partial(nice_loops, grouped=True)),
    Technique("ALS-XZ", UNFAIR, 300, als_xz),
    Technique("ALS-XY-Wing", UNFAIR, 320, als_xy_wings),
    Technique("ALS chain", UNFAIR, 340, als_chains),
    Technique("multiple forcing net", EXTREME, 500, partial(nets, kind=MULTIPLE)),
    Technique("dynamic forcing net", EXTREME, 700, partial(nets, kind=DYNAMIC)),
    Technique("brute force", EXTREME, 10000, brute_force),
)
TECHNIQUES = {technique.name: technique for technique in LADDER}
