"""Steps as data, and the ratings of all techniques."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from clew.core.phrases import alternatives, clauses, spoken

# ------------------------------------------------------------------ the table of techniques
# This is the only table of techniques: their names, their order and their ratings. The readable
# finders look up their ratings here, and the compiled raters get a scale's rows with each call. The
# ratings are those of the simplest case. A longer chain or a larger set adds to them.


IN_BOX = "hidden single in a box"
UNIQUE = ("unique rectangle", "unique loop", "bivalue universal grave")
"""The first words of techniques that are valid only for puzzles with one solution."""
CHAINS = ("X-cycle", "Y-cycle", "X-chain", "mixed cycle", "forcing chain")
TRIAL = "trial"
"""The step when no technique helps: fill a cell by trying every candidate exhaustively."""

EXPLAINER: dict[str, float] = {
    "last cell": 1.0,
    IN_BOX: 1.2,
    "hidden single": 1.5,
    "direct pointing": 1.7,
    "direct claiming": 1.9,
    "direct hidden pair": 2.0,
    "naked single": 2.3,
    "direct hidden triplet": 2.5,
    "pointing": 2.6,
    "claiming": 2.8,
    "naked pair": 3.0,
    "X-Wing": 3.2,
    "hidden pair": 3.4,
    "naked triplet": 3.6,
    "Swordfish": 3.8,
    "hidden triplet": 4.0,
    "XY-Wing": 4.2,
    "XYZ-Wing": 4.4,
    **{f"unique rectangle type {kind}": 4.5 for kind in (1, 2, 3, 4)},
    **{f"unique loop type {kind}": 4.6 for kind in (1, 2, 3, 4)},
    "naked quad": 5.0,
    "Jellyfish": 5.2,
    "hidden quad": 5.4,
    "bivalue universal grave type 1": 5.6,
    "bivalue universal grave type 2": 5.7,
    "bivalue universal grave type 3": 5.8,
    "bivalue universal grave type 4": 5.7,
    "X-cycle": 6.5,
    "Y-cycle": 6.5,
    "X-chain": 6.6,
    "mixed cycle": 7.0,
    "forcing chain": 7.0,
    "Nishio forcing net": 7.5,
    "multiple forcing net": 8.0,
    "dynamic forcing net": 8.5,
    TRIAL: 10.0,
}
"""Sudoku Explainer 1.2.1's ratings."""

SIGNS: dict[str, float] = {
    "naked single": 1.0,
    "hidden single": 2.0,
    "only extreme": 3.0,
    "sign": 4.0,
    "chain of signs": 5.0,
    "naked pair": 6.0,
    "naked triplet": 6.3,
    "naked quad": 6.6,
    "hidden pair": 7.0,
    "hidden triplet": 7.3,
    "hidden quad": 7.6,
    "signs on one line": 8.0,
    "X-Wing": 9.0,
    "Swordfish": 9.3,
    "Jellyfish": 9.6,
    "X-cycle": 10.0,
    "Y-cycle": 10.0,
    "X-chain": 10.2,
    "mixed cycle": 10.4,
    "forcing chain": 10.4,
    "Nishio forcing net": 11.0,
    "multiple forcing net": 11.2,
    "dynamic forcing net": 11.5,
    TRIAL: 12.0,
}
"""Clew's own ratings from 1 to 12 for squares without boxes, with or without signs."""

MIXED: dict[str, float] = {
    "only extreme": 1.6,
    "sign": 1.8,
    "chain of signs": 2.4,
    "signs on one line": 3.9,
}
"""The ratings for signs in Sudoku Explainer's order, for grids that also have boxes."""

_SETS = [f"{kind} {size}" for kind in ("naked", "hidden") for size in ("pair", "triplet", "quad")]
_LIKE_EXPLAINER = (IN_BOX, "hidden single", "naked single", "pointing", "claiming", *_SETS)
SOLO: dict[str, float] = {name: EXPLAINER[name] for name in _LIKE_EXPLAINER} | {
    "X-Wing": 6.0,
    "Swordfish": 6.1,
    "Jellyfish": 6.2,
    "XY-Wing": 6.3,
    "XYZ-Wing": 6.4,
    **dict.fromkeys(CHAINS, 6.9),
    **{name: rating for name, rating in EXPLAINER.items() if rating >= 7.5},
}
"""The order of Simon Tatham's Solo, without direct steps and with fish after all sets."""


# ------------------------------------------------------------------ steps
# One step of a solution that a person can follow, as data.


Candidate = tuple[int, int]
"""A cell and a value."""
Candidates = tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One step that uses a technique: the pattern, its causes and its effects.

    `cells` make up the pattern, and `causes` are the candidates that it relies on.
    """

    technique: str
    rating: float
    cells: tuple[int, ...]
    causes: Candidates = ()
    placements: Candidates = ()
    eliminations: Candidates = ()
    text: str = ""
    path: tuple[tuple[int, int, bool], ...] = ()
    """The candidates of a chain in order, and whether each is true."""
    starts: tuple[tuple[int, int, bool], ...] = ()
    """The assumptions of a net."""

    def effects(self, name: Callable[[int], str], value: Callable[[int], str] = str) -> str:
        """Say which values are eliminated, joining the cells that lose the same values.

        Args:
            name: Returns the name of a cell.
            value: Returns the name of a value.
        """
        lost: dict[int, list[str]] = {}
        for cell, each in self.eliminations:
            lost.setdefault(cell, []).append(value(each))
        alike: dict[str, list[str]] = {}
        for cell, values in lost.items():
            alike.setdefault(alternatives(values), []).append(name(cell))
        return clauses([f"{spoken(cells)} can't be {values}" for values, cells in alike.items()])

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__[:-2]}


def placing(
    technique: str, cells: tuple[int, ...], single: Candidate, text: str, causes: Candidates = ()
) -> Step:
    """Make a step that fills a cell."""
    return Step(technique, EXPLAINER.get(technique, 0.0), cells, causes, (single,), (), text)


def striking(
    technique: str,
    cells: tuple[int, ...],
    causes: Candidates,
    struck: Candidates,
    text: str,
    added: float = 0.0,
) -> Step:
    """Make a step that eliminates candidates.

    Args:
        technique: The name of the technique.
        cells: The cells of the pattern.
        causes: The candidates that the pattern relies on.
        struck: The candidates to eliminate.
        text: The sentence that gives the reason.
        added: The amount that the size of the pattern adds to the rating.
    """
    rating = round(EXPLAINER.get(technique, 0.0) + added, 1)
    return Step(technique, rating, cells, causes, (), struck, text)


def by_effect(struck: Candidates, length: int) -> tuple[int, int, int]:
    """Return a key to sort chains: most eliminations first, then by cells, then by length."""
    return -len(struck), sum(cell for cell, _ in struck), length


def ranked(found: Iterable[Step]) -> list[Step]:
    """Sort chains by their effect."""
    return sorted(found, key=lambda step: by_effect(step.eliminations, len(step.cells)))
