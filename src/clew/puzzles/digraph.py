"""A game on a directed graph: move a token along the edges. A player who can't move loses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from clew.board.board import Arrangement, Board, Cell, Ink
from clew.board.inputs import Go
from clew.board.pen import link
from clew.core.games import GamePuzzle, Rules, find_cycle
from clew.core.look import Look
from clew.core.puzzle import Example

MOST_EDGES = 100_000


class DigraphRules(Rules):
    """The rules of the game. A state is the token's vertex, and a move is the next vertex."""

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
    """The edges, in order, and the vertex with the token."""

    edges: tuple[tuple[str, str], ...]
    token: str

    name = "digraph"
    summary = "Move the token along an edge. If you can't move, you lose."
    form = "the edges, then @ and the vertex with the token: a>b,b>c,a>c@a"
    title = "Game on a graph"
    look = Look(targets=True)
    inputs = (Go(),)
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
        """Read edges such as `a>b` or `a->b`, separated by commas.

        Without @, the token is on the first vertex.
        """
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
        return (self._places[move],)

    @cached_property
    def _places(self) -> dict[str, int]:
        """Each vertex's cell in the picture."""
        vertices = dict.fromkeys(vertex for edge in self.edges for vertex in edge)
        return {vertex: number for number, vertex in enumerate(vertices)}

    def picture(self) -> Board:
        places = self._places
        shapes = ("token" if vertex == self.token else "node" for vertex in places)
        cells = tuple(Cell(v, Ink.GIVEN, shape=s) for v, s in zip(places, shapes, strict=True))
        edges = tuple(link(places[one], places[two], "edge") for one, two in self.edges)
        title = "A game on a graph"
        return Board(len(cells), 1, cells, title, drawing=edges, layout=Arrangement.GRAPH)
