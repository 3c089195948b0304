"""The score and the level of a Sudoku as HoDoKu tells them.

Techniques in a fixed order, one step at a time. The score is the sum of what the steps are worth;
the level is that of the hardest technique, raised while the score is too high for it. The order and
the choice among several steps were found by comparing solutions with those of HoDoKu 2.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from clew.core.faces import values
from clew.explanations.techniques.agenda import Agenda
from clew.explanations.techniques.als import als_chains, als_xy_wings, als_xz, sue_de_coq
from clew.explanations.techniques.bug import graves
from clew.explanations.techniques.colours import multi_colours, simple_colours
from clew.explanations.techniques.fish import finned_fish, fish
from clew.explanations.techniques.forcing import DYNAMIC, MULTIPLE, nets
from clew.explanations.techniques.locked import CLAIMING, POINTING, locked_candidates
from clew.explanations.techniques.loops import nice_loops
from clew.explanations.techniques.pairs import remote_pairs, xy_chains
from clew.explanations.techniques.position import Cells, Position
from clew.explanations.techniques.rectangles import HIDDEN, avoidable_rectangles, uniqueness_test
from clew.explanations.techniques.single_digit import (
    empty_rectangles,
    kites,
    skyscrapers,
    turbot_fish,
    x_chains,
)
from clew.explanations.techniques.step import Step
from clew.explanations.techniques.subsets import hidden_sets, locked_sets, naked_sets
from clew.explanations.techniques.wings import w_wings, wings_by_cell

EASY, MEDIUM, HARD, UNFAIR, EXTREME = LEVELS = ("easy", "medium", "hard", "unfair", "extreme")
MOST = {EASY: 800, MEDIUM: 1000, HARD: 1600, UNFAIR: 1800}
"""The highest score of each level; a puzzle with more is of the next."""

SCORES: dict[str, tuple[str, int]] = {
    "full house": (EASY, 4),
    "naked single": (EASY, 4),
    "hidden single": (EASY, 14),
    "locked pair": (MEDIUM, 40),
    "locked triplet": (MEDIUM, 60),
    "pointing": (MEDIUM, 50),
    "claiming": (MEDIUM, 50),
    "naked pair": (MEDIUM, 60),
    "naked triplet": (MEDIUM, 80),
    "hidden pair": (MEDIUM, 70),
    "hidden triplet": (MEDIUM, 100),
    "naked quad": (HARD, 120),
    "hidden quad": (HARD, 150),
    "X-Wing": (HARD, 140),
    "Swordfish": (HARD, 150),
    "Jellyfish": (HARD, 160),
    "remote pair": (HARD, 110),
    "bivalue universal grave type 1": (HARD, 100),
    "skyscraper": (HARD, 130),
    "two-string kite": (HARD, 150),
    "turbot fish": (HARD, 120),
    "empty rectangle": (HARD, 120),
    "W-Wing": (HARD, 150),
    "XY-Wing": (HARD, 160),
    "XYZ-Wing": (HARD, 180),
    **{f"uniqueness test {kind}": (HARD, 100) for kind in range(1, 7)},
    "hidden rectangle": (HARD, 100),
    "avoidable rectangle 1": (HARD, 100),
    "avoidable rectangle 2": (HARD, 100),
    "finned X-Wing": (HARD, 130),
    "sashimi X-Wing": (HARD, 150),
    "finned Swordfish": (UNFAIR, 200),
    "sashimi Swordfish": (UNFAIR, 240),
    "finned Jellyfish": (UNFAIR, 250),
    "sashimi Jellyfish": (UNFAIR, 260),
    "Sue de Coq": (UNFAIR, 250),
    "simple colours": (HARD, 150),
    "multi-colours": (HARD, 200),
    "X-chain": (UNFAIR, 260),
    "XY-chain": (UNFAIR, 260),
    "nice loop": (UNFAIR, 280),
    "grouped nice loop": (UNFAIR, 300),
    "ALS-XZ": (UNFAIR, 300),
    "ALS-XY-Wing": (UNFAIR, 320),
    "ALS chain": (UNFAIR, 340),
    f"{MULTIPLE} forcing net": (EXTREME, 500),
    f"{DYNAMIC} forcing net": (EXTREME, 700),
    "brute force": (EXTREME, 10000),
}
"""The level of each technique and what a step of it is worth, in the order of the ladder."""

Technique = Callable[[Position], Iterable[Step]]


class Rating(NamedTuple):
    """What a puzzle is said to be, and the steps that say so."""

    level: str
    score: int
    steps: list[Step]


def score(position: Position, uniqueness: bool = True) -> Rating:
    """The level and the score of a position, and its solution; the position stays as it is.

    With `uniqueness` off, techniques that rest on there being one solution are left out. If the
    position has no solution, the steps end where none is left.
    """
    found = list(steps(position, uniqueness))
    total = sum(SCORES[step.technique][1] for step in found)
    return Rating(_level(found, total), total, found)


def steps(position: Position, uniqueness: bool = True) -> Iterator[Step]:
    """One step after another, until it is solved or none is found."""
    agenda = Agenda(position)
    rungs = ladder(agenda, uniqueness)
    while agenda.position.open and not agenda.position.broken():
        step = next((step for rung in rungs for step in rung(agenda.position)), None)
        if step is None:
            return
        yield step
        agenda.apply(step)


def _level(found: list[Step], total: int) -> str:
    hardest = max((LEVELS.index(SCORES[step.technique][0]) for step in found), default=0)
    while LEVELS[hardest] in MOST and total > MOST[LEVELS[hardest]]:
        hardest += 1
    return LEVELS[hardest]


def ladder(agenda: Agenda, uniqueness: bool = True) -> tuple[Technique, ...]:
    """The techniques in their order; singles come from the agenda."""
    singles = (agenda.full_houses, agenda.naked_singles, agenda.hidden_singles)
    once: tuple[Technique, ...] = ()
    if uniqueness:
        givens = ~agenda.position.open
        once = (*TESTS, *(partial(_avoidable, givens=givens, filled=n) for n in (3, 2)))
    return (
        *(partial(_on_the_list, singles=single) for single in singles),
        *BASIC,
        *((grave,) if uniqueness else ()),
        *PATTERNS,
        *once,
        *LAST,
    )


def _on_the_list(position: Position, singles: Callable[[], Iterable[Step]]) -> Iterable[Step]:
    return singles()


def _avoidable(position: Position, givens: Cells, filled: int) -> Iterable[Step]:
    return avoidable_rectangles(position, givens, filled)


def grave(position: Position) -> Iterator[Step]:
    """A grave but for one candidate too many."""
    for step in graves(position):
        if len(step.causes) == 1:
            yield step


def brute_force(position: Position) -> Iterator[Step]:
    """The first open cell as a search fills it, if nothing else helps."""
    solution = _search(position.copy())
    if solution is not None:
        cell = next(values(position.open))
        value = solution.value[cell]
        text = f"a search finds that {position.name(cell)} is {value}"
        yield Step("brute force", 0.0, (cell,), (), ((cell, value),), (), text)


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


BASIC: tuple[Technique, ...] = (
    partial(locked_sets, size=2),
    partial(locked_sets, size=3),
    partial(locked_candidates, kind=POINTING),
    partial(locked_candidates, kind=CLAIMING),
    partial(naked_sets, size=2),
    partial(naked_sets, size=3),
    partial(hidden_sets, size=2),
    partial(hidden_sets, size=3),
    partial(naked_sets, size=4),
    partial(hidden_sets, size=4),
    partial(fish, size=2),
    partial(fish, size=3),
    partial(fish, size=4),
    remote_pairs,
)
PATTERNS: tuple[Technique, ...] = (
    skyscrapers,
    kites,
    turbot_fish,
    empty_rectangles,
    w_wings,
    partial(wings_by_cell, triple=False),
    partial(wings_by_cell, triple=True),
)
TESTS: tuple[Technique, ...] = tuple(
    partial(uniqueness_test, kind=kind) for kind in range(1, HIDDEN + 1)
)
LAST: tuple[Technique, ...] = (
    *(partial(finned_fish, size=n, sashimi=s) for n in (2, 3, 4) for s in (False, True)),
    sue_de_coq,
    simple_colours,
    multi_colours,
    x_chains,
    xy_chains,
    partial(nice_loops, grouped=False),
    partial(nice_loops, grouped=True),
    als_xz,
    als_xy_wings,
    als_chains,
    partial(nets, kind=MULTIPLE),
    partial(nets, kind=DYNAMIC),
    brute_force,
)
