"""Find the shortest route from Arad to Bucharest, with straight-line distances as a heuristic."""

import clew

ROADS = (
    "Arad Zerind 75, Arad Sibiu 140, Arad Timisoara 118, Zerind Oradea 71, Oradea Sibiu 151, "
    "Timisoara Lugoj 111, Lugoj Mehadia 70, Mehadia Drobeta 75, Drobeta Craiova 120, "
    "Craiova Rimnicu 146, Craiova Pitesti 138, Sibiu Fagaras 99, Sibiu Rimnicu 80, "
    "Rimnicu Pitesti 97, Fagaras Bucharest 211, Pitesti Bucharest 101, Bucharest Giurgiu 90"
)
WAYS = [road.split() for road in ROADS.split(",")]
TEXT = "Arad 366 Zerind 374 Oradea 380 Sibiu 253 Timisoara 329 Lugoj 244 Mehadia 241 Drobeta 242"
TEXT += " Craiova 160 Rimnicu 193 Pitesti 100 Fagaras 176 Bucharest 0 Giurgiu 77"
WORDS = TEXT.split()
LINES = dict(zip(WORDS[::2], map(int, WORDS[1::2]), strict=True))


@clew.walk(start="Arad", goal="Bucharest", heuristic=LINES.get)
def romania(city):
    for a, b, length in WAYS:
        if city in (a, b):
            yield f"to {b if city == a else a}", b if city == a else a, int(length)
