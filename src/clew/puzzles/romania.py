"""The map of Romania: find the shortest road from one town to another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from clew.board.board import Board
from clew.core.arguments import advice
from clew.core.look import Look
from clew.core.puzzle import Example
from clew.core.walks import WalkPuzzle
from clew.puzzles._layouts import road_map

ROADS = """Arad-Zerind 75, Zerind-Oradea 71, Oradea-Sibiu 151, Arad-Sibiu 140, Arad-Timisoara 118,
Timisoara-Lugoj 111, Lugoj-Mehadia 70, Mehadia-Drobeta 75, Drobeta-Craiova 120, Sibiu-Fagaras 99,
Sibiu-Rimnicu 80, Rimnicu-Pitesti 97, Rimnicu-Craiova 146, Craiova-Pitesti 138,
Fagaras-Bucharest 211, Pitesti-Bucharest 101, Bucharest-Giurgiu 90, Bucharest-Urziceni 85,
Urziceni-Hirsova 98, Hirsova-Eforie 86, Urziceni-Vaslui 142, Vaslui-Iasi 92, Iasi-Neamt 87"""
STRAIGHT = {
    "Arad": 366, "Bucharest": 0, "Craiova": 160, "Drobeta": 242, "Eforie": 161, "Fagaras": 176,
    "Giurgiu": 77, "Hirsova": 151, "Iasi": 226, "Lugoj": 244, "Mehadia": 241, "Neamt": 234,
    "Oradea": 380, "Pitesti": 100, "Rimnicu": 193, "Sibiu": 253, "Timisoara": 329,
    "Urziceni": 80, "Vaslui": 199, "Zerind": 374,
}  # fmt: skip
"""The straight-line distance from each town to Bucharest."""
PLACES = """0,2 6,6.1 3,7.2 1.3,7 9.2,7.3 4.1,3 5.3,7.5 8.8,5.7 7.5,1.6 1.3,4.8 1.4,6 6.1,.8 .9,0
4.5,5.2 2.7,4 2.3,2.7 .1,3.9 7.2,5.6 8.1,3.2 .4,1"""
SPOTS = {
    town: complex(*map(float, place.split(",")))
    for town, place in zip(STRAIGHT, PLACES.split(), strict=True)
}
"""Where each town lies on the map, to the right and down."""
MAP: dict[str, dict[str, int]] = {town: {} for town in STRAIGHT}
for road in ROADS.replace("\n", " ").split(", "):
    (one, two), length = road.split()[0].split("-"), int(road.split()[1])
    MAP[one][two] = MAP[two][one] = length


@dataclass(frozen=True)
class Romania(WalkPuzzle):
    """A journey between two towns on the textbook's map of Romania."""

    start: str
    goal: str = "Bucharest"

    name = "romania"
    bid = "Go {}"
    summary = "Find the shortest road from one town to another; lengths are in kilometres."
    form = "the town where you start, and the one where you want to go: Arad-Bucharest"
    unit = "km"
    look = Look(targets=True)
    examples = (
        Example("Arad-Bucharest", "The textbook's journey", cost=418,
                source="Russell and Norvig, figures 3.1 and 3.16"),
        Example("Zerind-Eforie", "From end to end", cost=762),
        Example("Iasi-Iasi", "Already there", cost=0),
    )  # fmt: skip

    def __post_init__(self) -> None:
        for town in (self.start, self.goal):
            if town not in MAP:
                raise ValueError(f"no town is called {town[:20]!r}: {advice(town, sorted(MAP))}")

    @classmethod
    def parse(cls, text: str) -> Self:
        start, dash, goal = (word.strip().title() for word in text.partition("-"))
        return cls(start, goal if dash else "Bucharest")

    def __str__(self) -> str:
        return f"{self.start}-{self.goal}"

    def successors(self, town: str) -> list[tuple[str, str]]:
        return [(f"to {there}", there) for there in MAP[town]]

    def is_goal(self, town: str) -> bool:
        return town == self.goal

    def cost(self, town: str, move: str, there: str) -> int:
        return MAP[town][there]

    def heuristic(self, town: str) -> int:
        """Return the straight-line distance to Bucharest.

        For another goal, return the difference between the two towns' distances to Bucharest.
        """
        return abs(STRAIGHT[town] - STRAIGHT[self.goal])

    def picture(self, town: str) -> Board:
        """Draw the map with the lengths of the roads, the town and the goal."""
        return road_map(self.heading(), MAP, SPOTS, town, self.goal)

    def touches(self, move: str, /) -> tuple[int, ...]:
        return tuple(list(STRAIGHT).index(town) for town in (move.removeprefix("to "), self.start))
