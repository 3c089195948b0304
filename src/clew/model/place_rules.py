"""Rules about places: a way around, what hangs together, pieces that cover."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from clew.core import line_rules
from clew.core.arguments import shown
from clew.model.compiling import Compiler
from clew.model.encoding import Encoding, Made, Scope
from clew.model.expressions import Operand, Rule, Value, Values, Variable, valued
from clew.model.own import ModelError


def is_place(given: object, parts: Sequence[Operand]) -> bool:
    """Check that a number is the place of a part, from 0 on."""
    return hasattr(given, "__index__") and given in range(len(parts))


class CircuitRule(Rule):
    """Each part names the place of the next, from 0 on, and the way goes once through all."""

    __slots__ = ()

    def value(self, of: Values) -> bool:
        after = [valued(part, of) for part in self.parts]
        if sorted(after) != list(range(len(after))):
            return False
        place, seen = 0, 0
        while seen < len(after):
            place, seen = after[place], seen + 1
            if not place:
                break
        return seen == len(after) and not place

    def compile(self, compiler: Compiler) -> None:
        parts = [compiler.part(part) for part in self.parts]
        for part in parts:
            compiler.restrict(part, range(len(parts)))
        compiler.emit(
            parts,
            lambda code, at, label: (line_rules.Circuit(at, label, code.numbers(len(at))),),
        )

    def __str__(self) -> str:
        return f"circuit({', '.join(map(str, self.parts))})"


class ConnectedRule(Rule):
    """The parts that are true, or have a value, hang together along links between places."""

    __slots__ = ("links", "wanted")

    def __init__(
        self, parts: Iterable[Operand], links: Iterable[tuple[int, int]], wanted: Value = None
    ) -> None:
        super().__init__(parts)
        self.links: tuple[Any, ...] = tuple(links)
        self.wanted = wanted
        for link in self.links:
            pair = isinstance(link, Sequence) and len(link) == 2
            if not pair or not all(is_place(each, self.parts) for each in link):
                said = f"found the link {link!r}"
                raise ModelError(f"{said}, expected two of {len(self.parts)} places, from 0 on")

    def _is_in(self, value: Value) -> bool:
        return bool(value) if self.wanted is None else value == self.wanted

    def value(self, of: Values) -> bool:
        there = {place for place, part in enumerate(self.parts) if self._is_in(valued(part, of))}
        reached, waiting = set(there), list(there)[:1]
        while waiting:
            here = waiting.pop()
            reached.discard(here)
            for a, b in self.links:
                other = b if a == here else a if b == here else None
                if other in reached:
                    reached.discard(other)
                    waiting.append(other)
        return not reached

    def compile(self, compiler: Compiler) -> None:
        parts = [compiler.part(part) for part in self.parts]
        links = self.links

        def make(code: Encoding, scope: Scope, label: str) -> Made:
            inside = tuple(
                each for each, value in enumerate(code.values) if each and self._is_in(value)
            )
            return (line_rules.Connected(scope, label, links, inside),)

        compiler.emit(parts, make)

    def __str__(self) -> str:
        return f"connected({', '.join(map(str, self.parts))})"


class Pieces(Rule):
    """Each value is a piece: its places are those of one of its placements. An exact cover."""

    __slots__ = ("placements",)

    def __init__(
        self, parts: Iterable[Operand], placements: Mapping[Value, Iterable[Iterable[int]]]
    ) -> None:
        super().__init__(parts)
        try:
            self.placements = {
                value: frozenset(map(frozenset, each)) for value, each in placements.items()
            }
        except (AttributeError, TypeError):
            said = f"can't read {shown(placements)} as the placements of pieces"
            fix = "give each piece a list of them, such as {1: [[0, 1], [1, 2]]}"
            raise ModelError(f"{said}: {fix}") from None
        for piece, held in self.placements.items():
            for at in chain(*held):
                if not is_place(at, self.parts):
                    said = f"the piece {piece} can't be at {shown(at)}"
                    raise ModelError(f"{said}: there are {len(self.parts)} places, from 0 on")

    def value(self, of: Values) -> bool:
        places: dict[Value, set[int]] = {piece: set() for piece in self.placements}
        for place, part in enumerate(self.parts):
            places.get(valued(part, of), set()).add(place)
        return all(places[piece] in held for piece, held in self.placements.items())

    def compile(self, compiler: Compiler) -> None:
        """A variable for each placement: each piece has one, and each place is in one.

        Where the rule needn't hold, nothing would determine these variables.
        """
        if compiler.is_conditional:
            return compiler.tabulate(self)
        parts = [compiler.part(part) for part in self.parts]
        covering: list[dict[Value, list[Variable]]] = [{} for _ in parts]
        for piece, held in self.placements.items():
            fits = [p for p in held if all(piece in compiler.allowed[parts[at]] for at in p)]
            chosen = []
            for places in sorted(map(sorted, fits)):
                chosen.append(compiler.new(f"{piece} at {places}", (False, True)))
                for at in places:
                    covering[at].setdefault(piece, []).append(chosen[-1])
                    compiler.clause({chosen[-1]: {False}, parts[at]: {piece}})
            compiler.one_of(chosen, f"the piece {piece}")
        for part, pieces in zip(parts, covering, strict=True):
            self._cover(compiler, part, pieces)
        return None

    def _cover(
        self, compiler: Compiler, part: Variable, pieces: dict[Value, list[Variable]]
    ) -> None:
        for piece in self.placements.keys() & set(compiler.allowed[part]):
            others = set(compiler.allowed[part]) - {piece}
            compiler.clause({part: others} | {each: {True} for each in pieces.get(piece, ())})
        if self.placements.keys() >= set(compiler.allowed[part]):
            compiler.one_of([*chain(*pieces.values())], f"one piece at {part}")

    def __str__(self) -> str:
        return f"pieces({', '.join(map(str, self.placements))})"
