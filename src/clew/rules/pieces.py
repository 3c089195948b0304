"""Pieces: each value covers exactly one of its placements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

from clew.core.arguments import shown
from clew.core.errors import ModelError
from clew.core.faces import Domain
from clew.rules.connected import is_place
from clew.rules.rule import Constraint

if TYPE_CHECKING:
    from clew.rules.target import Target

Placements = tuple[tuple[Any, frozenset[frozenset[int]]], ...]
"""The sets of positions that each piece can cover."""


@dataclass(frozen=True, slots=True)
class Pieces(Constraint):
    """Each value is a piece that covers exactly one of its placements. This is an exact cover.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.
        placements: pairs of a piece and the sets of positions that it can cover.

    >>> domino = Pieces((0, 1, 2), "", (("A", frozenset([frozenset([0, 1])])),))
    >>> domino.holds("AAB"), domino.holds("AAA")
    (True, False)
    """

    word: ClassVar[str] = "pieces"
    prunes: ClassVar[bool] = True

    placements: Placements

    def holds(self, values: Sequence[Any]) -> bool:
        places: dict[Any, set[int]] = {piece: set() for piece, _ in self.placements}
        for place, value in enumerate(values):
            places.get(value, set()).add(place)
        return all(places[piece] in held for piece, held in self.placements)

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """Drop a piece from positions in no placement that fits, and fill those in all of them."""
        left = list(domains)
        for piece, held in self.placements:
            bit = 1 << piece if piece >= 0 else 0
            may = {at for at, mask in enumerate(domains) if mask & bit}
            must = {at for at, mask in enumerate(domains) if mask == bit}
            able = [places for places in held if must <= places <= may]
            if not able:
                return [0] * len(left)
            for at in may.difference(*able):
                left[at] &= ~bit
            for at in frozenset.intersection(*able):
                left[at] &= bit
        return left

    def lower(self, to: Target) -> None:
        """Add a literal for each placement. Exactly one holds for each piece."""
        covering: list[dict[int, list[int]]] = [{} for _ in self.scope]
        for piece, held in self.placements:
            cells = [to.is_(x, piece) for x in self.scope]
            fits = [places for places in held if all(cells[at] for at in places)]
            sizes = {len(places) for places in held} - {0}
            defined = bool(to.guard) or len(sizes) > 1  # otherwise the cells decide which one it is
            chosen = []
            for places in sorted(map(sorted, fits)):
                meaning = f"the piece {piece} is at {places}"
                if defined:
                    outside = [-y for at, y in enumerate(cells) if y and at not in places]
                    taken = to.both([*(cells[at] for at in places), *outside], meaning, "piece")
                else:
                    taken = to.new(meaning, "piece")
                chosen.append(taken)
                for at in places:
                    covering[at].setdefault(piece, []).append(taken)
                    to.clause(-taken, cells[at])
            to.one_of(chosen)
        pieces = {piece for piece, _ in self.placements}
        for x, near in zip(self.scope, covering, strict=True):
            for piece in pieces.intersection(to.domains[x]):
                to.clause(-to.is_(x, piece), *near.get(piece, ()))
            if pieces.issuperset(to.domains[x]):
                to.one_of(chain(*near.values()))

    def coded(self, code: Any) -> tuple[Constraint, ...]:
        """Translate pieces to codes. A piece that no variable can be gets -1."""
        known = [(code.code.get(piece, -1), held) for piece, held in self.placements]
        return (replace(self, placements=tuple(known)),)

    def called(self, parts: Sequence[str]) -> str:
        return f"pieces({', '.join(str(piece) for piece, _ in self.placements)})"

    @classmethod
    def stated(cls, placements: Mapping[Any, Iterable[Iterable[int]]], size: int) -> Pieces:
        """Return the rule for `size` parts, or raise ModelError if a placement is wrong."""
        try:
            held = {value: frozenset(map(frozenset, each)) for value, each in placements.items()}
        except (AttributeError, TypeError):
            said = f"can't read {shown(placements)} as the placements of pieces"
            fix = "map each piece to a list of placements, as in {1: [[0, 1], [1, 2]]}"
            raise ModelError(f"{said}: {fix}") from None
        for piece, sets in held.items():
            for at in chain(*sets):
                if not is_place(at, size):
                    said = f"the piece {shown(piece)} can't cover {shown(at)}"
                    fix = (
                        f"use indexes from 0 to {size - 1}"
                        if size
                        else "there are no parts to cover"
                    )
                    raise ModelError(f"{said}: {fix}")
        return cls((), "", tuple(held.items()))
