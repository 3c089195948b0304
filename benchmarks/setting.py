"""Reads a puzzle in the notation of Interactive Sudoku Solver, and solves it as a whole process.

    python -m benchmarks.setting ".Cage~10~R1C1~R2C1…"

It imports only what a user's program would, since its start counts.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice

from clew import Grid, solutions
from clew.model.setters import Renban, Thermometer

Cell = tuple[int, int]


def read(text: str) -> Grid:
    """State a puzzle on a Grid.

    Raises:
        ValueError: the text has a clue that isn't a cage, a renban, a thermometer, a diagonal, a
            king or a given.
    """
    grid = Grid(9, 9, range(1, 10))
    grid.latin()
    grid.boxes(3, 3)
    for kind, *words in clues(text):
        if kind == "Cage":
            grid.cage(map(cell, words[1:]), total=int(words[0]) or None, distinct=True)
        elif kind in ("Renban", "Thermo"):
            places = tuple(9 * row + col for row, col in map(cell, words))
            grid.set_clues(Renban(places) if kind == "Renban" else Thermometer(places))
        elif kind == "Diagonal":
            grid.all_different(grid.diagonals[words == ["1"]])
        elif kind == "AntiKing":
            for row in range(8):
                for here, there in ((0, 1), (1, 0)):
                    for col in range(8):
                        grid.add(grid[row, col + here] != grid[row + 1, col + there])
        elif kind == "":
            for word in words:
                grid.add(grid[cell(word[:4])] == int(word[5:]))
        else:
            raise ValueError(f"can't read {kind}")
    return grid


def clues(text: str) -> Iterator[list[str]]:
    """Yield the words of each clue, its kind first."""
    return (part.split("~") for part in text.split(".") if part)


def cell(word: str) -> Cell:
    return int(word[1]) - 1, int(word[3]) - 1


def main(text: str) -> str:
    """Return the solution of a puzzle, or how many there are if it isn't one."""
    found = list(islice(solutions(read(text)), 2))
    return "".join(map(str, found[0])) if len(found) == 1 else f"{len(found)} solutions"


if __name__ == "__main__":
    print(main(sys.argv[1]))
