"""003: a Sudoku board of candidate lists, and DFS and BFS over partly filled boards.

`DFS` and `BFS` are the library's own search loop; `Stack` and `Queue` are the classes that the
course hands out, for programs that are written against them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any, Generic, Protocol, TypeVar

from clew.core.result import Run
from clew.puzzles.sudoku import Sudoku
from clew.render.text import text
from clew.search.space.graph import BreadthFirst, DepthFirst

Cell = int | list[int]
"""The number assigned, or the list of those that remain possible."""
Position = tuple[int, int]
T = TypeVar("T")


class Candidates:
    """What 003's board and its extension share: `rows` of cells, each solved or a list."""

    rows: list[list[Cell]]

    def find_most_constrained_cell(self) -> Position | None:
        """The cell with the shortest list, the first of equals; None if all are assigned."""
        lists = [
            (len(cell), (row, col))
            for row, line in enumerate(self.rows)
            for col, cell in enumerate(line)
            if isinstance(cell, list)
        ]
        return min(lists)[1] if lists else None

    def failure_test(self) -> bool:
        """Whether some cell has no number left, so that nothing can come of this board."""
        return any(cell == [] for line in self.rows for cell in line)

    def _require(self, row: int, column: int, assignment: int) -> None:
        """ValueError unless the cell may still be that: `goal_test` trusts it (003)."""
        if not (0 <= row < len(self.rows) and 0 <= column < len(self.rows[row])):
            raise ValueError(f"found cell ({row}, {column}), expected one on the board")
        cell = self.rows[row][column]
        if isinstance(cell, list) and assignment in cell:
            return
        left = f"one of {cell}" if isinstance(cell, list) else f"no more, as it is {cell} already"
        raise ValueError(f"({row}, {column}): found {assignment!r}, expected {left}")


class Board(Candidates):
    """A 9 x 9 Sudoku board (003)."""

    def __init__(self) -> None:
        self.num_nums_placed = 0
        self.size = 9
        numbers = range(1, self.size + 1)
        self.rows = [[list(numbers) for _ in numbers] for _ in numbers]

    def __str__(self) -> str:
        return "\n".join(map(str, self.rows))

    def print_pretty(self) -> None:
        """Print the board with a `*` for each cell that is not assigned."""
        cells = (0 if isinstance(cell, list) else cell for line in self.rows for cell in line)
        print(text(Sudoku(tuple(cells)).board(), blank="*"))

    def subgrid_coordinates(self, row: int, col: int) -> list[Position]:
        """The (row, column) of all nine cells in the same 3 x 3 region, in reading order."""
        top, left = row // 3 * 3, col // 3 * 3
        return [(r, c) for r in range(top, top + 3) for c in range(left, left + 3)]

    def goal_test(self) -> bool:
        """Whether all 81 numbers are placed."""
        return self.num_nums_placed == self.size * self.size

    def update(self, row: int, column: int, assignment: int) -> None:
        """Assign a number, and take it from the lists in its row, column and subgrid.

        ValueError if the cell has a number already or the number is no longer possible there.
        """
        self._require(row, column, assignment)
        for other in range(self.size):
            remove_if_exists(self.rows[row][other], assignment)
            remove_if_exists(self.rows[other][column], assignment)
        for r, c in self.subgrid_coordinates(row, column):
            remove_if_exists(self.rows[r][c], assignment)
        self.rows[row][column] = assignment
        self.num_nums_placed += 1


def remove_if_exists(lst: Any, elem: Any) -> None:
    """Remove an element from a list if it is there; a cell that is a number is left alone."""
    if isinstance(lst, list) and elem in lst:
        lst.remove(elem)


class _Fringe(Generic[T]):
    def __init__(self) -> None:
        self._items: deque[T] = deque()

    def push(self, item: T) -> None:
        self._items.append(item)

    def is_empty(self) -> bool:
        return not self._items

    def __len__(self) -> int:
        return len(self._items)


class Stack(_Fringe[T]):
    """Last in, first out."""

    def pop(self) -> T:
        """Take the newest item; IndexError if there is none."""
        return self._items.pop()


class Queue(_Fringe[T]):
    """First in, first out."""

    def pop(self) -> T:
        """Take the oldest item; IndexError if there is none."""
        return self._items.popleft()

    enqueue = _Fringe.push
    dequeue = pop


class SearchBoard(Protocol):
    """What `DFS` and `BFS` ask of a board, be it of Sudoku or of chess."""

    @property
    def rows(self) -> Sequence[Sequence[Any]]: ...

    def goal_test(self) -> bool: ...

    def failure_test(self) -> bool: ...

    def find_most_constrained_cell(self) -> Position | None: ...

    def update(self, row: int, column: int, assignment: int, /) -> None: ...


B = TypeVar("B", bound=SearchBoard)


class BoardSpace(Generic[B]):
    """A course's board as a state space: a move assigns the most constrained cell.

    No board is reached twice, and boards have no hash, so the space is searched as a tree.
    """

    is_tree = True

    def __init__(self, board: B) -> None:
        self.start = board

    def is_goal(self, board: B) -> bool:
        return board.goal_test()

    def successors(self, board: B) -> Iterator[tuple[tuple[int, int, int], B]]:
        """A deep copy for each possible number in increasing order, unless this is a dead end."""
        cell = None if board.failure_test() else board.find_most_constrained_cell()
        if cell is None:
            return
        row, col = cell
        for value in board.rows[row][col]:
            child = deepcopy(board)
            child.update(row, col, value)
            yield (row, col, value), child


def DFS(board: B) -> B | None:  # noqa: N802 - the assignment's name
    """The first solved board that depth-first search finds, or None.

    Children are pushed in increasing order, so the largest number is explored first (003).
    """
    return _first(DepthFirst(), board)


def BFS(board: B) -> B | None:  # noqa: N802 - the assignment's name
    """The first solved board that breadth-first search finds, or None (003)."""
    return _first(BreadthFirst(), board)


def _first(strategy: DepthFirst | BreadthFirst, board: B) -> B | None:
    for path in strategy(BoardSpace(board), Run()):
        solved: B = path.state
        return solved
    return None
