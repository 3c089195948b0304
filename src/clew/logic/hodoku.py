"""The score and the level of a Sudoku as HoDoKu tells them.

Techniques in a fixed order, one step at a time; the score is the sum of what each step is worth, the
level that of the hardest technique, raised while the score is too high for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from clew.logic.agenda import Agenda
from clew.logic.bug import graves
from clew.logic.colours import multi_colours, simple_colours
from clew.logic.fish import finned_fish, fish
from clew.logic.locked import CLAIMING, POINTING, locked_candidates
from clew.logic.pairs import remote_pairs, xy_chains
from clew.logic.position import Position
from clew.logic.rectangles import HIDDEN, avoidable_rectangles, uniqueness_test
from clew.logic.single_digit import (
    empty_rectangles,
    kites,
    skyscrapers,
    turbot_fish,
    x_chains,
)
from clew.logic.step import Step
from clew.logic.subsets import hidden_sets, locked_sets, naked_sets
from clew.logic.wings import w_wings, wings_by_cell

EASY, MEDIUM, HARD, UNFAIR, EXTREME = "easy", "medium", "hard", "unfair", "extreme"
LEVELS = (EASY, MEDIUM, HARD, UNFAIR, EXTREME)
MOST = {EASY: 800, MEDIUM: 1000, HARD: 1600, UNFAIR: 1800}
"""The highest score of each level; with more, a puzzle is of the next."""

Technique = Callable[[Position], Iterable[Step]]


def grave(position: Position) -> Iterator[Step]:
    """A grave but for one candidate too many."""
    for step in graves(position):
        if len(step.causes) == 1:
            yield step


TECHNIQUES: dict[str, Technique] = {
    "locked pair": partial(locked_sets, size=2),
    "locked triple": partial(locked_sets, size=3),
    "locked candidates 1": partial(locked_candidates, kind=POINTING),
    "locked candidates 2": partial(locked_candidates, kind=CLAIMING),
    "naked pair": partial(naked_sets, size=2),
    "naked triple": partial(naked_sets, size=3),
    "hidden pair": partial(hidden_sets, size=2),
    "hidden triple": partial(hidden_sets, size=3),
    "naked quad": partial(naked_sets, size=4),
    "hidden quad": partial(hidden_sets, size=4),
    "x_wing": partial(fish, size=2),
    "swordfish": partial(fish, size=3),
    "jellyfish": partial(fish, size=4),
    "remote pair": remote_pairs,
    "bug": grave,
    "skyscraper": skyscrapers,
    "kite": kites,
    "turbot": turbot_fish,
    "er": empty_rectangles,
    "w wing": w_wings,
    "xy wing": partial(wings_by_cell, triple=False),
    "xyz wing": partial(wings_by_cell, triple=True),
    **{f"ut{k}": partial(uniqueness_test, kind=k) for k in range(1, HIDDEN + 1)},
    "finned x": partial(finned_fish, size=2, sashimi=False),
    "sashimi x": partial(finned_fish, size=2, sashimi=True),
    "simple": simple_colours,
    "multi": multi_colours,
    "finned s": partial(finned_fish, size=3, sashimi=False),
    "sashimi s": partial(finned_fish, size=3, sashimi=True),
    "finned j": partial(finned_fish, size=4, sashimi=False),
    "sashimi j": partial(finned_fish, size=4, sashimi=True),
    "x chain": x_chains,
    "xy chain": xy_chains,
}
