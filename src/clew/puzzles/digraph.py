"""The game on a directed graph: a token goes along the edges; who cannot move it loses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from clew.core.board import Board, Cell, Ink
from clew.core.games import GamePuzzle, Rules, find_cycle
from clew.core.look import Look
from clew.core.puzzle import Example

MOST_EDGES = 100_000


class DigraphRules(Rules):
    """A state is the vertex where the token stands; a move is the next vertex."""

    def __init__(self, start: str, after: dict[str, list[str]]) -> None:
        super().__init__(start)
        self.after = after

    @cached_property
    def cycle(self) -> tuple[Any, ...]:  # type: ignore[override]  # found when first used
        return find_cycle(self)

    def successors(self, state: str) -> Iterator[tuple[str, str]]:
        return ((vertex, vertex) for vertex in self.after.get(state, ()))


@dataclass(frozen=True)
class Digraph(GamePuzzle):
    """The edges, in order, and the vertex where the token stands."""

    edges: tuple[tuple[str, str], ...]
    token: str

    name = "digraph"
    summary = "Move the token along an edge; who cannot move loses."
    form = "the edges, @ and where the token stands: a>b,b>c,a>c@a"
    title = "Game on a graph"
    look = Look("graph")
    examples = (
        Example("a>b,b>c,a>c@a", "Three vertices", value=1),
        Example("a>b,b>c,c>d,d>e,b>d@a", "A path with a short cut", value=-1),
        Example("a>b,b>a,b>c,c>d@a", "A round trip: neither wants to leave it", value=0),
        Example("a>b,b>a,b>c@a", "A way out that wins", value=-1),
        Example("a>b@b", "Nowhere to go", value=-1),
    )

    def __post_init__(self) -> None:
        if len(self.edges) > MOST_EDGES:
            raise ValueError(f"found {len(self.edges)} edges, expected at most {MOST_EDGES}")
        if not any(self.token in edge for edge in self.edges):
            where = f"found the token at {self.token[:20]!r}"
            raise ValueError(f"{where}, expected a vertex of an edge")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Edges `a>b` or `a->b` between commas; without @ the token stands at the first vertex."""
        listed, _, token = text.partition("@")
        edges = []
        for number, word in enumerate(re.split(r"[,;\n]", listed.strip()), 1):
            if not (ends := re.fullmatch(r"\s*(\w+)\s*-?>\s*(\w+)\s*", word)):
                raise ValueError(f"edge {number}: found {word.strip()[:20]!r}, expected from>to")
            edges.append((ends[1], ends[2]))
        return cls(tuple(dict.fromkeys(edges)), token.strip() or edges[0][0])

    def __str__(self) -> str:
        return ",".join(f"{one}>{two}" for one, two in self.edges) + f"@{self.token}"

    def game(self) -> DigraphRules:
        after: dict[str, list[str]] = {}
        for one, two in self.edges:
            after.setdefault(one, []).append(two)
        return DigraphRules(self.token, after)

    def at(self, state: str, /) -> Self:
        return replace(self, token=state)

    def touches(self, move: str, /) -> tuple[int, ...]:
        return (self._places[0][move] * self._places[1] + 1,)

    @cached_property
    def _places(self) -> tuple[dict[str, int], int]:
        """The row of each vertex in the picture, and the number of columns."""
        vertices = dict.fromkeys(vertex for edge in self.edges for vertex in edge)
        rows = {vertex: row for row, vertex in enumerate(vertices)}
        return rows, max(map(len, self.game().after.values())) + 2

    def picture(self) -> Board:
        """For each vertex a row: the token, the vertex, and those it leads to."""
        after, (rows, cols) = self.game().after, self._places
        cells: list[Cell] = []
        for vertex in rows:
            row = [">" if vertex == self.token else "", vertex, *after.get(vertex, ())]
            inks = [Ink.ANSWER, Ink.GIVEN, *[Ink.NOTE] * (cols - 2)]
            cells += map(Cell, row, inks)
            cells += [Cell("", Ink.NONE)] * (cols - len(row))
        return Board(len(rows), cols, tuple(cells), "A game on a graph")
