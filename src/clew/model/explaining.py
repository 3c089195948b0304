"""How a stated grid is explained: as the family that knows its form explains its own puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from clew.explanations.entries import EntryExplainer
from clew.explanations.explain import explainer_of
from clew.explanations.explanation import Explainer, Explanation, Hint, Rating

if TYPE_CHECKING:
    from clew.model.form import Formed, Seen, TwinOf


def explainer(grid: Formed, seen: Seen) -> Explainer[Any]:
    """The family's explainer: of the grid itself where cells and values are the same."""
    known = seen.twin
    if known is None or (known.is_cell_by_cell and seen.region is None):
        return EntryExplainer(grid)
    own = explainer_of(known.puzzle)
    return type(own)(grid) if known.is_cell_by_cell else TwinExplainer(grid, known, own)


class TwinExplainer(Explainer[Any]):
    """A grid explained by its twin, which has other variables: a queen for each row."""

    def __init__(self, grid: Formed, known: TwinOf, own: Explainer[Any]) -> None:
        super().__init__(grid)
        self.known, self.own = known, own

    def hint(self, filled: Sequence[Any] = (), uniqueness: bool = True) -> Hint:
        values, entry = self.puzzle.compiled()[1].values, self.known.twin.entry
        cells = range(len(self.puzzle.cells))
        entries = [entry[values[filled[cell]]] if filled and filled[cell] else 0 for cell in cells]
        return self.own.hint(self.known.puzzle.assigned(entries) if filled else (), uniqueness)

    def explain(self, uniqueness: bool = True) -> Explanation:
        return self.own.explain(uniqueness)

    def rate(self, uniqueness: bool = True) -> Rating:
        return self.own.rate(uniqueness)

    def grade(self, uniqueness: bool = True) -> Rating:
        return self.own.grade(uniqueness)
