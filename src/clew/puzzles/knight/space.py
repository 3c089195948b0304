"""The states of a knight's tour: for the graph searches, and for hints."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from clew.core.faces import domain, values
from clew.puzzles.knight.face import Square, Tour, neighbours


class TourSpace:
    """Where the knight stands and what it has visited, as one integer; 0 before it is set down.

    Setting it down on the first cell is a move like the others, so a tour has a move a cell.
    The low bits are the cells visited, the bits above them the cell where it stands, plus one.
    """

    def __init__(self, tour: Tour) -> None:
        self.tour = tour
        self.full: int = (1 << tour.cells) - 1
        visited = tour.prefix
        self.start: int = domain(visited) | (visited[-1] + 1 << tour.cells if visited else 0)

    @cached_property
    def moves(self) -> list[list[tuple[int, int]]]:
        """For each standing place (0: none yet) the bit of each next cell and its place."""
        tour, size = self.tour, self.tour.cells
        anywhere = [0] if tour.closed else list(range(size))
        steps = [anywhere if tour.start is None else [tour.first]]
        steps += neighbours(tour.rows, tour.cols)
        if tour.closed and tour.start is None:
            steps[1] = steps[1][:1]  # a cycle is walked from the corner, and one way round
        return [[(1 << cell, (cell + 1) << size) for cell in cells] for cells in steps]

    def neighbours(self, state: int) -> list[int]:
        visited = state & self.full
        moves = self.moves[state >> self.tour.cells]
        return [visited | bit | place for bit, place in moves if not visited & bit]

    def successors(self, state: int) -> Iterator[tuple[Square, int]]:
        for child in self.neighbours(state):
            yield divmod(self._cell(child), self.tour.cols), child

    def _cell(self, state: int) -> int:
        """Where the knight stands; -1 before it is set down."""
        return (state >> self.tour.cells) - 1

    def is_goal(self, state: int) -> bool:
        if state & self.full != self.full:
            return False
        return not self.tour.closed or bool(self._around[self._cell(state)] & self._home)

    def heuristic(self, state: int) -> int:
        """The cells still to visit: each takes a move."""
        return self.tour.cells - (state & self.full).bit_count()

    def is_dead_end(self, state: int) -> bool:
        """Whether cells are cut off: each but the last needs a way in and a way out."""
        here, left = self._cell(state), self.full & ~state
        if here < 0 or not left:
            return False
        ways = left | 1 << here | self._home
        ends = 0
        for cell in values(left):
            count = (self._around[cell] & ways).bit_count()
            ends += count == 1
            if count == 0 or ends > (not self.tour.closed):
                return True
        return self._is_split(left, here)

    @cached_property
    def _around(self) -> list[int]:
        """For each cell those a move away, as a mask."""
        return [domain(cells) for cells in neighbours(self.tour.rows, self.tour.cols)]

    @cached_property
    def _home(self) -> int:
        """The cell beside which a closed tour ends, as a mask."""
        return 1 << max(self.tour.first, 0) if self.tour.closed else 0

    def _is_split(self, left: int, here: int) -> bool:
        """Whether some of the cells left cannot be reached over others."""
        reached = fresh = self._around[here] & left
        while fresh:
            around = 0
            for cell in values(fresh):
                around |= self._around[cell]
            fresh = around & left & ~reached
            reached |= fresh
        return reached != left
