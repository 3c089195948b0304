"""003: the board of candidate lists, DFS and BFS over it, and the queens of its extension."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import clew
from clew.core.result import Run
from clew.coursework.board import (
    BFS,
    DFS,
    FIRST_GAME,
    Board,
    Queue,
    Stack,
    main,
    next_boards,
    remove_if_exists,
)
from clew.coursework.chess_board import ChessBoard
from clew.coursework.chess_board import main as queens
from clew.puzzles.queens.puzzle import Queens
from clew.puzzles.sudoku.puzzle import Sudoku
from clew.search.csp.assign import as_space
from clew.search.space.graph import BreadthFirst, DepthFirst
from tests.known import CHAPTER_SOLVED

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEARCHED = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
SOLVED = "".join(sign for sign in CHAPTER_SOLVED if sign.isdigit())
both = pytest.mark.parametrize("search", [DFS, BFS])
Search = Callable[[Any], Any]


def placed(text: str) -> Board:
    """The board with the givens of a line placed by `update`."""
    board = Board()
    for cell, symbol in enumerate(text):
        if symbol != ".":
            board.update(*divmod(cell, 9), int(symbol))
    return board


def flat(board: Board | ChessBoard) -> tuple[Any, ...]:
    return tuple(cell for row in board.rows for cell in row)


# ------------------------------------------------------------------ the Board class


def test_a_new_board() -> None:
    board = Board()
    assert board.num_nums_placed == 0
    assert board.size == 9
    assert board.rows == [[[1, 2, 3, 4, 5, 6, 7, 8, 9]] * 9] * 9
    assert len({id(cell) for cell in flat(board)}) == 81
    assert not board.goal_test()
    assert not board.failure_test()


def test_triply_nested_types() -> None:
    board = Board()
    board.update(4, 4, 7)
    assert type(board.rows) is list
    assert all(type(row) is list and len(row) == 9 for row in board.rows)
    assert {type(cell) for cell in flat(board)} == {list, int}
    assert [cell for cell in flat(board) if isinstance(cell, int)] == [7]


def test_update_removes_from_row_column_and_subgrid() -> None:
    board = Board()
    board.update(4, 7, 5)
    for row in range(9):
        for col in range(9):
            seen = row == 4 or col == 7 or (row // 3, col // 3) == (1, 2)
            without = [1, 2, 3, 4, 6, 7, 8, 9]
            expected: Any = without if seen else [1, 2, 3, 4, 5, 6, 7, 8, 9]
            assert board.rows[row][col] == (5 if (row, col) == (4, 7) else expected)
    assert board.num_nums_placed == 1


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ((0, 0, 10), r"found 10, expected one of \[1, 2, 3, 4, 5, 6, 7, 8, 9\]"),
        ((0, 0, 0), r"\(0, 0\): found 0, expected one of"),
        ((0, 1, 5), r"\(0, 1\): found 5, expected one of \[1, 2, 3, 4, 6, 7, 8, 9\]"),
        ((8, 8, 10), "found 10, expected one of"),
        ((9, 0, 1), r"found cell \(9, 0\), expected one on the board"),
        ((0, -1, 1), r"found cell \(0, -1\), expected one on the board"),
    ],
)
def test_update_catches_invalid_moves(move: tuple[int, int, int], reason: str) -> None:
    board = Board()
    board.update(0, 0, 5)
    before = deepcopy(board.rows)
    with pytest.raises(ValueError, match=reason):
        board.update(*move)
    assert board.rows == before
    assert board.num_nums_placed == 1


def test_update_overwrites_a_number() -> None:
    """As if the first had never been there: its neighbours may have it again."""
    board, other = Board(), Board()
    for each in (board, other):
        each.update(0, 4, 7)
        each.update(5, 1, 5)
    board.update(0, 0, 5)
    board.update(0, 0, 6)
    other.update(0, 0, 6)
    assert board.rows == other.rows
    assert 5 in board.rows[0][8]  # type: ignore[operator]
    assert 5 not in board.rows[1][1]  # type: ignore[operator]
    assert board.num_nums_placed == 3
    board.update(0, 0, 6)
    assert (board.rows, board.num_nums_placed) == (other.rows, 3)
    with pytest.raises(
        ValueError, match=r"\(0, 0\): found 7, expected one of \[1, 2, 3, 4, 5, 6, 8"
    ):
        board.update(0, 0, 7)
    assert board.rows == other.rows


def test_update_takes_lists_that_were_edited_by_hand() -> None:
    """The course's own checks put numbers and lists straight into `rows`."""
    board = Board()
    board.rows[0][1] = 7
    board.rows[4][8] = [5, 6]
    board.update(4, 8, 6)
    assert board.rows[4][8] == 6
    assert 6 not in board.rows[4][0]  # type: ignore[operator]
    assert board.num_nums_placed == 1


@pytest.mark.parametrize(("row", "col"), [(0, 0), (1, 1), (2, 5), (4, 7), (8, 8), (6, 2)])
def test_subgrid_coordinates(row: int, col: int) -> None:
    found = Board().subgrid_coordinates(row, col)
    assert len(found) == 9
    assert (row, col) in found
    assert {(r // 3, c // 3) for r, c in found} == {(row // 3, col // 3)}
    assert found == sorted(set(found), key=lambda cell: cell[::-1])  # the handout's order


def test_most_constrained_cell() -> None:
    board = Board()
    assert board.find_most_constrained_cell() == (0, 0)
    board.update(0, 0, 1)
    assert board.find_most_constrained_cell() == (0, 1)
    board.rows[5][5] = [3, 4]
    board.rows[7][2] = [3, 4]
    assert board.find_most_constrained_cell() == (5, 5)
    board.rows[8][8] = []
    assert board.find_most_constrained_cell() == (8, 8)


def test_no_cell_is_left_on_a_full_board() -> None:
    solved = DFS(placed(EASY))
    assert solved is not None
    assert solved.find_most_constrained_cell() is None
    solved.num_nums_placed = 0
    assert DFS(solved) is None


def test_failure_test() -> None:
    board = Board()
    for number in range(1, 9):
        board.update(0, number - 1, number)
    assert board.rows[0][8] == [9]
    assert not board.failure_test()
    board.update(1, 8, 9)
    assert board.rows[0][8] == []
    assert board.failure_test()


def test_goal_test_counts_numbers() -> None:
    board = Board()
    board.num_nums_placed = 80
    assert not board.goal_test()
    board.num_nums_placed = 81
    assert board.goal_test()


def test_str_shows_the_lists() -> None:
    board = Board()
    board.update(0, 0, 9)
    assert str(board).endswith("]]\n")
    head, rows, *lines = str(board).splitlines()
    assert (head, rows, len(lines)) == ("num_nums_placed: 1", "board (rows): ", 9)
    assert lines[0].startswith("[9, [1, 2, 3, 4, 5, 6, 7, 8], [")
    assert lines[8].endswith("[1, 2, 3, 4, 5, 6, 7, 8, 9]]")


def test_print_pretty(capsys: pytest.CaptureFixture[str]) -> None:
    placed(EASY).print_pretty()
    assert capsys.readouterr().out == pretty(EASY)


def pretty(cells: str) -> str:
    """What the handout prints of a board, its last line empty."""
    rows = [" ".join(cells[at : at + 9].replace(".", "*")) for at in range(0, 81, 9)]
    lines = [f" | {row[:5]} | {row[6:11]} | {row[12:]} |\n" for row in rows]
    border = " -------------------------\n"
    body = border.join(["", *("".join(lines[at : at + 3]) for at in (0, 3, 6)), ""])
    return f"num_nums_placed: {81 - cells.count('.')}\nboard (rows): \n{body}\n"


def test_update_first_game_of_the_handout_leaves_what_its_checks_say() -> None:
    """The checks of a5.py in github.com/LT-IntroToAI-SY2526."""
    board = placed(FIRST_GAME)
    assert board.rows[0][2] == [2, 5, 6]
    assert board.rows[5][5] == [3, 7, 9]
    assert (board.num_nums_placed, board.find_most_constrained_cell()) == (28, (1, 7))
    assert (board.failure_test(), board.goal_test()) == (False, False)


# ------------------------------------------------------------------ what the course hands out


def test_stack_and_queue() -> None:
    stack: Stack[int] = Stack()
    queue: Queue[int] = Queue()
    assert stack.is_empty()
    assert queue.is_empty()
    for item in (1, 2, 3):
        stack.push(item)
        queue.push(item)
    assert (len(stack), len(queue)) == (3, 3)
    assert [stack.pop() for _ in range(3)] == [3, 2, 1]
    assert [queue.pop() for _ in range(3)] == [1, 2, 3]
    queue.enqueue(4)
    assert not queue.is_empty()
    assert not Stack([0]).is_empty()
    assert queue.dequeue() == 4
    for empty in (stack, queue):
        with pytest.raises(IndexError):
            empty.pop()


def test_stack_and_queue_start_from_a_list() -> None:
    """The course's take a list and keep a copy of it as `the_stack` and `the_queue`."""
    items = [1, 2]
    stack, queue = Stack(items), Queue(items)
    stack.push(3)
    queue.push(3)
    assert stack.the_stack == queue.the_queue == [1, 2, 3]
    assert items == [1, 2]
    assert (str(stack), str(queue)) == (
        "The stack contains: [1, 2, 3]",
        "The queue contains: [1, 2, 3]",
    )
    assert (stack.pop(), queue.dequeue()) == (3, 1)
    assert (stack.the_stack, queue.the_queue) == ([1, 2], [2, 3])
    assert Stack().the_stack == Queue().the_queue == []
    board = Board()
    assert Stack([board]).pop() is Queue([board]).pop() is board


def test_a_search_as_a_student_writes_it() -> None:
    """003's text to the letter, on the classes it hands out."""
    for fringe, search in ((Stack([Board()]), DFS), (Queue([placed(EASY)]), BFS)):
        start = deepcopy(fringe)
        found = None
        while not fringe.is_empty():
            board = fringe.pop()
            if board.goal_test():
                found = board
                break
            if not board.failure_test():
                row, col = board.find_most_constrained_cell() or (0, 0)
                for number in board.rows[row][col]:  # type: ignore[union-attr]
                    copy = deepcopy(board)
                    copy.update(row, col, number)
                    fringe.push(copy)
        assert found is not None
        solved = search(start.pop())
        assert solved is not None
        assert found.rows == solved.rows


@pytest.mark.parametrize(("search", "fringe"), [(DFS, Stack), (BFS, Queue)])
def test_the_searches_use_the_classes(
    search: Search, fringe: type[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    pushed = 0
    push = fringe.push

    def counted(self: Any, item: Any) -> None:
        nonlocal pushed
        pushed += 1
        push(self, item)

    monkeypatch.setattr(fringe, "push", counted)
    assert search(placed(EASY)).goal_test()
    assert pushed == 51


def test_remove_if_exists() -> None:
    numbers = [1, 2, 3, 2]
    remove_if_exists(numbers, 2)
    assert numbers == [1, 3, 2]
    remove_if_exists(numbers, 9)
    assert numbers == [1, 3, 2]
    remove_if_exists(7, 7)


# ------------------------------------------------------------------ DFS and BFS


@both
def test_search_solves_and_leaves_the_board_alone(search: Search) -> None:
    board = placed(EASY)
    before = deepcopy(board.rows)
    solved = search(board)
    assert Sudoku.parse(EASY).check(flat(solved)) == []
    assert solved.goal_test()
    assert board.rows == before
    assert board.num_nums_placed == 30


@both
def test_search_without_solution(search: Search) -> None:
    board = Board()
    for number in range(1, 9):
        board.update(0, number - 1, number)
    board.update(1, 8, 9)
    assert search(board) is None


def test_depth_first_explores_the_largest_value_first() -> None:
    solved = DFS(Board())
    assert solved is not None
    assert solved.rows[0] == [9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert solved.rows[1] == [6, 5, 4, 3, 2, 1, 9, 8, 7]


def test_breadth_first_takes_the_smallest_value_first() -> None:
    """Solutions all have the same depth: the queue meets the smallest, the stack the largest."""
    board = Board()
    for cell in range(81):
        row, col = divmod(cell, 9)
        number = (3 * (row % 3) + row // 3 + col) % 9 + 1
        if number > 2:
            board.update(row, col, number)
    smallest, largest = BFS(board), DFS(board)
    assert smallest is not None
    assert largest is not None
    assert smallest.rows[0] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert largest.rows[0] == [2, 1, 3, 4, 5, 6, 7, 8, 9]


class BoardSpace:
    """The boards of 003 as the library's searches see a space."""

    is_tree = True

    def __init__(self, board: Any) -> None:
        self.start = board

    def is_goal(self, board: Any) -> bool:
        return bool(board.goal_test())

    def successors(self, board: Any) -> Iterator[tuple[None, Any]]:
        return ((None, child) for child in ([] if board.failure_test() else next_boards(board)))


@pytest.mark.parametrize("text", [EASY, "." * 81, SEARCHED])
def test_depth_first_is_the_strategy_on_the_assignment_space(text: str) -> None:
    mine, library = Run(), Run()
    path = next(DepthFirst()(BoardSpace(placed(text)), mine))
    space = as_space(Sudoku.parse(text).csp())
    answer = space.answer(next(DepthFirst()(space, library)).state)
    assert flat(path.state) == answer
    assert mine.stats.nodes == library.stats.nodes
    assert flat(DFS(placed(text)) or Board()) == answer
    solved = clew.solve(Sudoku.parse(text), "depth-first")
    assert (solved.solution, solved.stats.nodes) == (answer, mine.stats.nodes)


def test_breadth_first_is_the_strategy_on_the_assignment_space() -> None:
    run = Run()
    path = next(BreadthFirst()(BoardSpace(placed(EASY)), run))
    result = clew.solve(Sudoku.parse(EASY), "breadth-first")
    assert (flat(path.state), run.stats.nodes) == (result.solution, result.stats.nodes)
    assert flat(BFS(placed(EASY)) or Board()) == result.solution


def test_each_board_is_examined_as_003_says() -> None:
    """Goal first, then failure, then the cell, then a child for each value in increasing order."""
    said: list[str] = []

    class Told:
        """A board of one cell with two choices, the larger of which leads nowhere."""

        def __init__(self) -> None:
            self.rows: list[list[list[int]]] = [[[1, 2]]]
            self.name = "start"

        def goal_test(self) -> bool:
            said.append(f"{self.name}: goal?")
            return self.name == "1"

        def failure_test(self) -> bool:
            said.append(f"{self.name}: failure?")
            return self.name == "2"

        def find_most_constrained_cell(self) -> tuple[int, int]:
            said.append(f"{self.name}: cell?")
            return 0, 0

        def update(self, row: int, column: int, assignment: int) -> None:
            said.append(f"{self.name}: {assignment}")
            self.name = str(assignment)

    solved = DFS(Told())
    assert solved is not None
    assert solved.name == "1"
    assert said == [
        "start: goal?",
        "start: failure?",
        "start: cell?",
        "start: 1",
        "start: 2",
        "2: goal?",
        "2: failure?",
        "1: goal?",
    ]


# ------------------------------------------------------------------ the extension


FIRST = {
    1: ((0,), (0,)),
    2: None,
    3: None,
    4: ((2, 0, 3, 1), (1, 3, 0, 2)),
    5: ((4, 2, 0, 3, 1), (0, 2, 4, 1, 3)),
    6: ((4, 2, 0, 5, 3, 1), (1, 3, 5, 0, 2, 4)),
    7: ((6, 4, 2, 0, 5, 3, 1), (0, 2, 4, 6, 1, 3, 5)),
    8: ((7, 3, 0, 2, 5, 1, 6, 4), (0, 4, 7, 5, 2, 6, 1, 3)),
}
COUNTS = {1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92}  # OEIS A000170


@pytest.mark.parametrize("n", FIRST)
def test_queens(n: int) -> None:
    solved = DFS(ChessBoard(n)), BFS(ChessBoard(n))
    found = tuple(board and flat(board) for board in solved)
    assert found == (FIRST[n] or (None, None))
    assert all(Queens(n).check(answer) == [] for answer in found if answer is not None)


@pytest.mark.parametrize("n", COUNTS)
def test_all_queens(n: int) -> None:
    mine = Run()
    answers = [flat(path.state) for path in DepthFirst()(BoardSpace(ChessBoard(n)), mine)]
    assert len(set(answers)) == len(answers) == COUNTS[n]
    result = clew.solve(Queens(n), "depth-first", max_solutions=None)
    assert tuple(answers) == result.solutions
    assert mine.stats.nodes == result.stats.nodes


def test_chess_board(capsys: pytest.CaptureFixture[str]) -> None:
    board = ChessBoard(4)
    assert board.rows == [[[0, 1, 2, 3]]] * 4
    assert (board.size, board.num_queens_placed) == (4, 0)
    board.update(1, 0, 3)
    assert board.rows == [[[0, 1]], [3], [[0, 1]], [[0, 2]]]
    assert (board.num_queens_placed, board.goal_test()) == (1, False)
    assert board.find_most_constrained_cell() == (0, 0)
    assert str(board) == "[[0, 1]]\n[3]\n[[0, 1]]\n[[0, 2]]"
    board.print_pretty()
    assert capsys.readouterr().out == "* * * *\n* * * Q\n* * * *\n* * * *\n"
    with pytest.raises(ValueError, match=r"\(2, 0\): found 2, expected one of \[0, 1\]"):
        board.update(2, 0, 2)
    with pytest.raises(
        ValueError, match=r"\(1, 0\): found 0, expected no more: nothing is possible"
    ):
        board.update(1, 0, 0)


@pytest.mark.parametrize("n", [0, -1])
def test_no_board_is_that_small(n: int) -> None:
    with pytest.raises(ValueError, match=f"found {n} queens"):
        ChessBoard(n)


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["6"], 0, "* * * * Q *\n* * Q * * *\n"),
        (["6", "--search", "bfs"], 0, "* Q * * * *\n"),
        (["3"], 1, "chess_board: 3: no solution\n"),
        (["x"], 2, "chess_board: column 1: found 'x', expected a number of queens\n"),
        (["0"], 2, "chess_board: column 1: found '0', expected a number of queens\n"),
    ],
)
def test_queens_program_answers_or_says_why_not(
    arguments: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert queens([*arguments]) == status
    out, err = capsys.readouterr()
    assert (err if status else out).startswith(said)


# ------------------------------------------------------------------ the program


@pytest.mark.parametrize("options", [[], ["--search", "dfs"], ["--search=bfs"]])
def test_the_program(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sudoku.txt"
    file.write_text(EASY, encoding="utf-8")
    assert main([str(file), *options]) == 0
    assert capsys.readouterr() == (solved_from(EASY, SOLVED), "")


def solved_from(before: str, after: str) -> str:
    """What the program prints: the board before and after."""
    first, last = "<<<<< Initial Board >>>>>\n", "<<<<< Solved Board >>>>>\n"
    return f"{first}{pretty(before)}{last}{pretty(after)}"


def test_main_without_arguments_solves_the_handouts_first_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = clew.solve(Sudoku.parse(FIRST_GAME)).solution
    assert main([]) == 0
    assert capsys.readouterr().out == solved_from(FIRST_GAME, "".join(map(str, answer)))


@pytest.mark.parametrize(
    ("content", "status", "message"),
    [
        ("55" + "." * 79, 1, "no solution"),
        ("12345678." + "." * 8 + "9" + "." * 63, 1, "no solution"),
        ("." * 16, 2, "found another kind of board, expected a plain 9 x 9 Sudoku"),
        ("hello", 2, ""),
        ("", 2, ""),
    ],
)
def test_how_the_program_ends(
    content: str, status: int, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sudoku.txt"
    file.write_text(content, encoding="utf-8")
    assert main([str(file)]) == status
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"board: {file}: {message}")


@pytest.mark.parametrize("arguments", [["none.txt"], ["a", "b"], ["a", "--search", "ids"]])
def test_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)


def test_the_module_is_a_program() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "clew.coursework.board", "-", "--search", "bfs"],
        input=EASY,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(Path(clew.__file__).parents[1])},
        check=False,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, solved_from(EASY, SOLVED), "")


# ------------------------------------------------------------------ importing


def test_importing_is_cheap() -> None:
    """The board brings in one puzzle and the search loop, and no front end, reader or kernel."""
    code = (
        "import sys, clew.coursework.board; print(*sorted(m for m in sys.modules if 'clew' in m))"
    )
    root = str(Path(clew.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": root},
        check=True,
    )
    loaded = set(done.stdout.split())
    unwanted = ("clew.cli", "clew.web", "clew.notation", "clew.search.run", "clew.search.native")
    assert not loaded & set(unwanted)
