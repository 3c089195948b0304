"""003: a Sudoku board of candidate lists, and DFS and BFS over partly filled boards.

003 provides `__str__`, `print_pretty`, `subgrid_coordinates`, `remove_if_exists`, `Stack` and
`Queue`. Here they behave as in the course's handout, a5.py and stack_and_queue.py in the public
repositories of github.com/LT-IntroToAI-SY2324 and -SY2526. `DFS` and `BFS` use the two classes.
`python -m clew.coursework.board [FILE] [--search bfs]` prints a board and its solution.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from typing import Any, Generic, Protocol, TypeVar

from clew.coursework._shared import ANSWERED, NO_SOLUTION, Arguments, program, read_puzzle, report
from clew.puzzles.sudoku.puzzle import Sudoku

Cell = int | list[int]
"""The assigned number, or the list of numbers that are still possible."""
Position = tuple[int, int]
T = TypeVar("T")


class CandidateBoard:
    """The base class for 003's board and its extension: `rows` of cells, each solved or a list."""

    rows: list[list[Cell]]

    def find_most_constrained_cell(self) -> Position | None:
        """Return the first cell with the shortest list, or None if all are assigned."""
        lists = [
            (len(cell), (row, col))
            for row, line in enumerate(self.rows)
            for col, cell in enumerate(line)
            if isinstance(cell, list)
        ]
        return min(lists)[1] if lists else None

    def failure_test(self) -> bool:
        """Check whether some cell has no number left, so that the board has no solution."""
        return any(cell == [] for line in self.rows for cell in line)

    def _require(self, row: int, column: int, assignment: int) -> None:
        """Raise ValueError unless the cell may have this number. `goal_test` relies on that."""
        if not (0 <= row < len(self.rows) and 0 <= column < len(self.rows[row])):
            raise ValueError(f"found cell ({row}, {column}), expected one on the board")
        possible = self._possible(row, column)
        if assignment not in possible:
            expected = f"one of {possible}" if possible else "no more: nothing is possible there"
            raise ValueError(f"({row}, {column}): found {assignment!r}, expected {expected}")

    def _possible(self, row: int, column: int) -> list[int]:
        """Return the numbers that a cell may get, or none if it already has one."""
        cell = self.rows[row][column]
        return cell if isinstance(cell, list) else []


class Board(CandidateBoard):
    """A 9 x 9 Sudoku board (003)."""

    def __init__(self) -> None:
        self.num_nums_placed = 0
        self.size = 9
        numbers = range(1, self.size + 1)
        self.rows = [[list(numbers) for _ in numbers] for _ in numbers]

    def __str__(self) -> str:
        return self._headed(f"{line}\n" for line in self.rows)

    def print_pretty(self) -> None:
        """Print the board with a `*` for each unassigned cell.

        >>> Board().print_pretty()  # doctest: +ELLIPSIS
        num_nums_placed: 0
        board (rows):...
         -------------------------
         | * * * | * * * | * * * |
         ...
        """
        border = f" {'-' * 25}\n"
        drawn = []
        for row, line in enumerate(self.rows):
            signs = ["*" if isinstance(cell, list) else str(cell) for cell in line]
            parts = (" ".join(signs[start : start + 3]) for start in (0, 3, 6))
            drawn.append(f"{border if row % 3 == 0 else ''} | {' | '.join(parts)} |\n")
        print(self._headed([*drawn, border]))

    def _headed(self, lines: Iterable[str]) -> str:
        """Return the lines below the handout's heading, which has a space after the colon."""
        return f"num_nums_placed: {self.num_nums_placed}\nboard (rows): \n{''.join(lines)}"

    def subgrid_coordinates(self, row: int, col: int) -> list[Position]:
        """List the (row, column) of all nine cells in the same region, column by column."""
        top, left = row // 3 * 3, col // 3 * 3
        return [(r, c) for c in range(left, left + 3) for r in range(top, top + 3)]

    def goal_test(self) -> bool:
        """Check whether all 81 numbers are placed."""
        return self.num_nums_placed == self.size * self.size

    def update(self, row: int, column: int, assignment: int) -> None:
        """Assign a number, and remove it from the lists in its row, column and subgrid.

        If the cell already has a number, replace it. The old number becomes possible elsewhere.

        Raises:
            ValueError: if the number isn't possible there.
        """
        self._require(row, column, assignment)
        old = self.rows[row][column]
        self.rows[row][column] = assignment
        for r, c in self._peers(row, column):
            remove_if_exists(self.rows[r][c], assignment)
        if isinstance(old, list):
            self.num_nums_placed += 1
        elif old != assignment:
            self._give_back(row, column, old)

    def _give_back(self, row: int, column: int, number: int) -> None:
        """Put a cell's old number back into the lists that lacked it only because of this cell."""
        for r, c in self._peers(row, column):
            cell = self.rows[r][c]
            if isinstance(cell, list) and number not in cell and number in self._unused(r, c):
                insort(cell, number)

    def _possible(self, row: int, column: int) -> list[int]:
        cell = self.rows[row][column]
        return cell if isinstance(cell, list) else self._unused(row, column)

    def _unused(self, row: int, column: int) -> list[int]:
        """Return the numbers that no other cell in a cell's row, column and subgrid has."""
        used = [self.rows[r][c] for r, c in self._peers(row, column)]
        return [number for number in range(1, self.size + 1) if number not in used]

    def _peers(self, row: int, column: int) -> set[Position]:
        """Return the other cells in a cell's row, column and subgrid."""
        lines = {(row, i) for i in range(self.size)} | {(i, column) for i in range(self.size)}
        return (lines | set(self.subgrid_coordinates(row, column))) - {(row, column)}


def remove_if_exists(lst: Any, elem: Any) -> None:
    """Remove an element from a list if it's there. If the cell is a number, do nothing."""
    if isinstance(lst, list) and elem in lst:
        lst.remove(elem)


class Stack(Generic[T]):
    """A last-in, first-out stack. `the_stack` is the list of its items, newest last.

    >>> print(Stack([1, 2]))
    The stack contains: [1, 2]
    """

    def __init__(self, initial: Sequence[T] = ()) -> None:
        self.the_stack = list(initial)

    def __str__(self) -> str:
        return f"The stack contains: {self.the_stack}"

    def __len__(self) -> int:
        return len(self.the_stack)

    def is_empty(self) -> bool:
        return not self.the_stack

    def push(self, elt: T) -> None:
        self.the_stack.append(elt)

    def pop(self) -> T:
        """Remove and return the newest item. Raise IndexError if the stack is empty."""
        return self.the_stack.pop()


class Queue(Generic[T]):
    """A first-in, first-out queue. `the_queue` is the list of its items, oldest first.

    >>> print(Queue([1, 2]))
    The queue contains: [1, 2]
    """

    def __init__(self, initial: Sequence[T] = ()) -> None:
        self.the_queue = list(initial)

    def __str__(self) -> str:
        return f"The queue contains: {self.the_queue}"

    def __len__(self) -> int:
        return len(self.the_queue)

    def is_empty(self) -> bool:
        return not self.the_queue

    def push(self, elt: T) -> None:
        self.the_queue.append(elt)

    def pop(self) -> T:
        """Remove and return the oldest item. Raise IndexError if the queue is empty."""
        return self.the_queue.pop(0)

    enqueue = push
    dequeue = pop


class SearchBoard(Protocol):
    """The methods of a board that `DFS` and `BFS` need, for Sudoku or chess."""

    @property
    def rows(self) -> Sequence[Sequence[Any]]: ...

    def goal_test(self) -> bool: ...

    def failure_test(self) -> bool: ...

    def find_most_constrained_cell(self) -> Position | None: ...

    def update(self, row: int, column: int, assignment: int, /) -> None: ...


B = TypeVar("B", bound=SearchBoard)


def DFS(board: B) -> B | None:  # noqa: N802 - the assignment's name
    """Return the first solved board that depth-first search finds, or None (003).

    Children are pushed in increasing order, so the largest number is explored first.
    """
    return _search(Stack([board]))


def BFS(board: B) -> B | None:  # noqa: N802 - the assignment's name
    """Return the first solved board that breadth-first search finds, or None (003)."""
    return _search(Queue([board]))


def _search(fringe: Stack[B] | Queue[B]) -> B | None:
    """Run 003's algorithm. The fringe only determines which board is popped next."""
    while not fringe.is_empty():
        board = fringe.pop()
        if board.goal_test():
            return board
        if not board.failure_test():
            for child in next_boards(board):
                fringe.push(child)
    return None


def next_boards(board: B) -> Iterator[B]:
    """Yield a deep copy for each number that the most constrained cell may have, in order."""
    cell = board.find_most_constrained_cell()
    if cell is None:
        return
    row, col = cell
    for number in board.rows[row][col]:
        child = deepcopy(board)
        child.update(row, col, number)
        yield child


FIRST_GAME = ".7.....1...97.42....89..3...43.6.....9.1.8.7.....2.15...4..57....74.19...3.....8."
"""The first of the two games that the handout solves."""


@program("board")
def main(argv: Sequence[str] | None = None) -> int:
    """Print a board and its solution, as the handout's tests do."""
    parser = Arguments("clew.coursework.board", "Solve a Sudoku over partly filled boards (003).")
    parser.add_argument(
        "file", metavar="FILE", nargs="?",
        help="the puzzle, or - for standard input (default: the handout's first game)",
    )  # fmt: skip
    parser.add_argument("--search", choices=["bfs", "dfs"], default="dfs", help="dfs if not given")
    given = parser.parse_args(argv)
    board = _placed(_read(given.file) if given.file else Sudoku.parse(FIRST_GAME))
    search = DFS if given.search == "dfs" else BFS
    solved = None if board is None else search(board)
    if board is None or solved is None:
        return report("board", f"{given.file}: no solution", NO_SOLUTION)
    print("<<<<< Initial Board >>>>>")
    board.print_pretty()
    print("<<<<< Solved Board >>>>>")
    solved.print_pretty()
    return ANSWERED


def _read(file: str) -> Sudoku:
    puzzle = read_puzzle(file, "sudoku")
    if not isinstance(puzzle, Sudoku) or puzzle.order != 9 or puzzle != Sudoku(puzzle.cells):
        raise ValueError(f"{file}: found another kind of board, expected a plain 9 x 9 Sudoku")
    return puzzle


def _placed(puzzle: Sudoku) -> Board | None:
    """Make a board and place each given with `update`; return None if two of them clash."""
    if puzzle.clashes():
        return None
    board = Board()
    for cell, number in enumerate(puzzle.cells):
        if number:
            board.update(*divmod(cell, board.size), number)
    return board


if __name__ == "__main__":
    raise SystemExit(main())
