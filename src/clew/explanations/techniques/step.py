"""One step of a solution that a person can follow, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from clew.explanations.techniques.ratings import EXPLAINER

Candidate = tuple[int, int]
"""A cell and a value."""
Candidates = tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """What a technique found: where, because of what, and what follows.

    `cells` make the pattern, `causes` are the candidates it rests on.
    """

    technique: str
    rating: float
    cells: tuple[int, ...]
    causes: Candidates = ()
    placements: Candidates = ()
    eliminations: Candidates = ()
    text: str = ""
    path: tuple[tuple[int, int, bool], ...] = ()
    """The candidates of a chain in order, each said to be true or false."""
    starts: tuple[tuple[int, int, bool], ...] = ()
    """What a net supposes, one after the other."""

    def effects(self, name: Callable[[int], str], value: Callable[[int], str] = str) -> str:
        """What is eliminated, in words: cells that lose the same values are named together."""
        lost: dict[int, list[str]] = {}
        for cell, each in self.eliminations:
            lost.setdefault(cell, []).append(value(each))
        alike: dict[str, list[str]] = {}
        for cell, values in lost.items():
            alike.setdefault(" or ".join(values), []).append(name(cell))
        return "; ".join(
            f"{', '.join(cells)} {'are' if len(cells) > 1 else 'is'} not {values}"
            for values, cells in alike.items()
        )

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__[:-2]}


def placing(
    technique: str, cells: tuple[int, ...], single: Candidate, text: str, causes: Candidates = ()
) -> Step:
    """A step that fills a cell."""
    return Step(technique, EXPLAINER.get(technique, 0.0), cells, causes, (single,), (), text)


def striking(
    technique: str,
    cells: tuple[int, ...],
    causes: Candidates,
    struck: Candidates,
    text: str,
    added: float = 0.0,
) -> Step:
    """A step that eliminates candidates; `added` is what its size adds to the rating."""
    rating = round(EXPLAINER.get(technique, 0.0) + added, 1)
    return Step(technique, rating, cells, causes, (), struck, text)


def by_effect(struck: Candidates, length: int) -> tuple[int, int, int]:
    """An order of chains: those that eliminate most, then by the cells, then the shortest."""
    return -len(struck), sum(cell for cell, _ in struck), length


def ranked(found: Iterable[Step]) -> list[Step]:
    """Chains by their effect."""
    return sorted(found, key=lambda step: by_effect(step.eliminations, len(step.cells)))
