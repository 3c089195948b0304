"""Pieces: the places of each value are those of one of its placements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, ClassVar

from clew.core.arguments import shown
from clew.core.errors import ModelError
from clew.rules.connected import is_place
from clew.rules.rule import Constraint

Placements = tuple[tuple[Any, frozenset[frozenset[int]]], ...]
"""For each piece, the sets of places that it may have."""


@dataclass(frozen=True, slots=True)
class Pieces(Constraint):
    """Each value is a piece: its places are those of one of its placements. An exact cover.

    >>> domino = Pieces((0, 1, 2), "", (("A", frozenset([frozenset([0, 1])])),))
    >>> domino.holds("AAB"), domino.holds("AAA")
    (True, False)
    """

    word: ClassVar[str] = "pieces"

    placements: Placements

    def holds(self, values: Sequence[Any]) -> bool:
        places: dict[Any, set[int]] = {piece: set() for piece, _ in self.placements}
        for place, value in enumerate(values):
            places.get(value, set()).add(place)
        return all(places[piece] in held for piece, held in self.placements)

    def called(self, parts: Sequence[str]) -> str:
        return f"pieces({', '.join(str(piece) for piece, _ in self.placements)})"

    @classmethod
    def stated(cls, placements: Mapping[Any, Iterable[Iterable[int]]], size: int) -> Pieces:
        """Return the rule for so many parts; ModelError if a piece has other places."""
        try:
            held = {value: frozenset(map(frozenset, each)) for value, each in placements.items()}
        except (AttributeError, TypeError):
            said = f"can't read {shown(placements)} as the placements of pieces"
            fix = "give each piece a list of them, such as {1: [[0, 1], [1, 2]]}"
            raise ModelError(f"{said}: {fix}") from None
        for piece, sets in held.items():
            for at in chain(*sets):
                if not is_place(at, size):
                    said = f"the piece {piece} can't be at {shown(at)}"
                    raise ModelError(f"{said}: there are {size} places, from 0 on")
        return cls((), "", tuple(held.items()))

    def state(self, to: Any, parts: Sequence[Any]) -> None:
        """A variable for each placement: each piece has one, and each place is in one.

        Where the rule needn't hold, nothing would determine these variables.
        """
        if to.is_conditional:
            to.tabulate_values(self, parts)
            return
        cells = [to.part(part) for part in parts]
        covering: list[dict[Any, list[Any]]] = [{} for _ in cells]
        for piece, held in self.placements:
            fits = [p for p in held if all(piece in to.allowed[cells[at]] for at in p)]
            chosen = []
            for places in sorted(map(sorted, fits)):
                chosen.append(to.new(f"{piece} at {places}", (False, True)))
                for at in places:
                    covering[at].setdefault(piece, []).append(chosen[-1])
                    to.clause({chosen[-1]: {False}, cells[at]: {piece}})
            to.one_of(chosen, f"the piece {piece}")
        for cell, pieces in zip(cells, covering, strict=True):
            self._cover(to, cell, pieces)

    def _cover(self, to: Any, cell: Any, covering: dict[Any, list[Any]]) -> None:
        pieces, allowed = [piece for piece, _ in self.placements], set(to.allowed[cell])
        for piece in pieces:
            if piece in allowed:
                others = allowed - {piece}
                to.clause({cell: others} | {each: {True} for each in covering.get(piece, ())})
        if allowed.issubset(pieces):
            to.one_of([*chain(*covering.values())], f"one piece at {cell}")
