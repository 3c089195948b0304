"""The only door to the compiled kernels.

Each kernel has a readable Python twin here: its specification, and its stand-in where
nothing was compiled or `CLEW_NATIVE=0` is set.
"""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from clew.search.frontier_python import PyFrontierCount, PyFrontierSearch
from clew.search.tiles_python import PyTiles
from clew.search.tour_python import PyRideCount, PyWarnsdorff, py_spread

__all__ = [
    "Coset",
    "FrontierCount",
    "FrontierSearch",
    "PyCoset",
    "PyFrontierCount",
    "PyFrontierSearch",
    "PyQueens",
    "PyRideCount",
    "PyTiles",
    "PyWarnsdorff",
    "PyXorWalk",
    "Queens",
    "RideCount",
    "Tiles",
    "Warnsdorff",
    "XorWalk",
    "available",
    "py_spread",
    "spread",
]


class PyQueens:
    """N-Queens row by row, columns ascending, so answers come in lexicographic order.

    Bit c of `rows[r]` is set while row r may hold its queen in column c.
    """

    def __init__(self, n: int, rows: Sequence[int]) -> None:
        if not 0 <= n <= 64:
            raise ValueError(f"n: found {n}, expected 0 to 64")
        if len(rows) != n:
            raise ValueError(f"rows: found {len(rows)} masks, expected {n}")
        for r, mask in enumerate(rows):
            if mask >> n:  # negative masks too
                raise ValueError(f"row {r}: the mask allows a column past {n - 1}")
        self.nodes = 0  # the root and every placement that attacks no earlier queen
        self.backtracks = 0  # placements taken back with no answer below them
        self.deepest = 0  # the most queens that ever stood
        self.finished = False  # the whole tree has been searched
        self._rows = tuple(rows)
        self._queens: list[int] = []  # the column of each queen standing
        self._untried: list[list[int]] = []  # per row reached, the free columns, largest first
        self._fruitful = 0  # so many of the first queens standing have an answer below them

    def run(self, max_answers: int, max_nodes: int) -> list[tuple[int, ...]]:
        """Go on until one of the limits is reached or the search is finished."""
        if max_answers < 0 or max_nodes < 0:
            raise ValueError("run: found a negative limit, expected 0 or more")
        answers: list[tuple[int, ...]] = []
        limit = self.nodes + max_nodes
        while not self.finished:
            if self.nodes and not self._untried[-1]:
                self._take_back()
            elif self.nodes == limit or len(answers) == max_answers:
                break
            else:
                self._place()
                if len(self._queens) == len(self._rows):
                    answers.append(tuple(self._queens))
                    self._fruitful = len(self._queens)
        return answers

    def _place(self) -> None:
        """Open the root, or place the next queen in the deepest row reached."""
        if self.nodes:
            self._queens.append(self._untried[-1].pop())
        self.nodes += 1
        self.deepest = max(self.deepest, len(self._queens))
        self._untried.append(self._free())

    def _take_back(self) -> None:
        self._untried.pop()
        if not self._queens:
            self.finished = True
            return
        self._queens.pop()
        if self._fruitful > len(self._queens):
            self._fruitful = len(self._queens)
        else:
            self.backtracks += 1

    def _free(self) -> list[int]:
        """Return the columns of the next row that no queen attacks, the largest first."""
        row = len(self._queens)
        if row == len(self._rows):
            return []
        return [
            column
            for column in reversed(range(len(self._rows)))
            if self._rows[row] >> column & 1
            and all(column != c and abs(column - c) != row - r for r, c in enumerate(self._queens))
        ]


class PyCoset:
    """The least of all sums of a base and any of a basis: bit strings, little-endian bytes.

    `word` says which of the basis are in it, bit i for the i-th, the smallest word of equals;
    words are visited in increasing order.
    """

    def __init__(self, base: bytes, basis: Sequence[bytes]) -> None:
        if len(basis) > 62:
            raise ValueError(f"basis: found {len(basis)} strings, expected at most 62")
        self.visited = 0
        self.word = 0
        self.weight = -1
        self._sum = int.from_bytes(base, "little")
        self._steps: list[int] = []  # from one word to the next, all its low bits change
        together = 0
        for each in basis:
            together ^= int.from_bytes(each, "little")
            self._steps.append(together)
        self._words = 1 << len(basis)

    @property
    def finished(self) -> bool:
        return self.visited == self._words

    def run(self, max_words: int) -> None:
        """Visit so many more words, or as many as there are."""
        if max_words < 0:
            raise ValueError("run: found a negative limit, expected 0 or more")
        for word in range(self.visited, min(self._words, self.visited + max_words)):
            if word:
                self._sum ^= self._steps[(word & -word).bit_length() - 1]
            weight = self._sum.bit_count()
            if self.weight < 0 or weight < self.weight:
                self.weight, self.word = weight, word
            self.visited = word + 1


class PyXorWalk:
    """The fewest moves from a number to another, a move being an exclusive-or with a mask.

    Breadth-first. Moves commute, so a state is expanded with the moves above its last one only:
    the first in dictionary order of the shortest sets of moves to each state is found, and
    nothing is found often. A goal of -1 is none: then all there is a way to is visited.
    """

    def __init__(self, bits: int, masks: Sequence[int], start: int, goal: int = 0) -> None:
        if not 0 <= bits <= 32:
            raise ValueError(f"bits: found {bits}, expected 0 to 32")
        if len(masks) > 32:
            raise ValueError(f"masks: found {len(masks)}, expected at most 32")
        for i, mask in enumerate(masks):
            if mask >> bits:
                raise ValueError(f"mask {i}: it has a bit past {bits - 1}")
        for state in (start, max(goal, 0)):
            if state >> bits:
                raise ValueError(f"found state {state}, expected less than 2**{bits}")
        self.nodes = 0  # states expanded
        self.generated = 0
        self.duplicates = 0  # generated, but known already
        self.frontier = 0  # the most states that ever waited
        self.levels = [1]  # states at each depth, as far as these are known
        self.moves = 0 if start == goal else -1  # bit i for masks[i]; -1 if the goal is not met
        self.finished = start == goal
        self._masks = tuple(masks)
        self._goal = goal
        self._seen = {start}
        self._level = [(start, 0)]  # states at the depth at hand, each with its moves
        self._at = 0  # the next of them to be expanded
        self._next: list[tuple[int, int]] = []

    def run(self, max_nodes: int) -> None:
        """Expand at most so many more states."""
        if max_nodes < 0:
            raise ValueError("run: found a negative limit, expected 0 or more")
        while max_nodes and not self.finished:
            max_nodes -= 1
            self._expand(*self._level[self._at])
            if self._at == len(self._level) and not self.finished:
                self._level, self._next, self._at = self._next, [], 0
                self.finished = not self._level
                self.levels += [len(self._level)] if self._level else []

    def _expand(self, state: int, moves: int) -> None:
        self.nodes += 1
        self._at += 1
        self.frontier = max(self.frontier, len(self._level) - self._at + len(self._next) + 1)
        for move in range(moves.bit_length(), len(self._masks)):
            self.generated += 1
            child = state ^ self._masks[move]
            if child in self._seen:
                self.duplicates += 1
                continue
            self._seen.add(child)
            self._next.append((child, moves | 1 << move))
            if child == self._goal:
                self.moves, self.finished = moves | 1 << move, True
                return


available: bool
"""Whether the compiled kernels are in use."""

if TYPE_CHECKING:
    from clew._native import (
        Coset,
        FrontierCount,
        FrontierSearch,
        Queens,
        RideCount,
        Tiles,
        Warnsdorff,
        XorWalk,
        spread,
    )
else:
    try:
        if os.environ.get("CLEW_NATIVE") == "0":
            raise ModuleNotFoundError("switched off by CLEW_NATIVE=0")
        from clew._native import (
            Coset,
            FrontierCount,
            FrontierSearch,
            Queens,
            RideCount,
            Tiles,
            Warnsdorff,
            XorWalk,
            spread,
        )
    except ModuleNotFoundError:  # a module that is there but broken still fails loudly
        Coset, Queens, XorWalk = PyCoset, PyQueens, PyXorWalk
        FrontierCount, FrontierSearch, RideCount = PyFrontierCount, PyFrontierSearch, PyRideCount
        Tiles, Warnsdorff, spread = PyTiles, PyWarnsdorff, py_spread
        available = False
    else:
        available = True
