"""The knight's tour: what it reads, refuses, finds and counts."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from array import array
from collections.abc import Sequence
from itertools import product

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from clew import Knight, Status, Stopped, Trace, Unsuited, count, solutions, solve
from clew.board.text import text
from clew.cli.app import app
from clew.core.events import Kind
from clew.core.result import Run
from clew.coursework.knight import knight_cover
from clew.puzzles.knight.puzzle import LARGEST, Tour, TourPath
from clew.puzzles.knight.py_tour import FrontierSearchKernel
from clew.puzzles.knight.search import COMPACT, Warnsdorff, boxes, constructed, sizes, strip
from clew.search import native
from clew.search.strategy import parse_strategy
from tests.puzzles.knight.known_tours import (
    CLOSED,
    CLOSED_SQUARE,
    CLOSED_THREE,
    FROM_EACH_CELL,
    OPEN_SQUARE,
    OPEN_THREE,
)

PLENTY = 10**12
needs_kernel = pytest.mark.skipif(not native.available, reason="no compiled kernels")
FIVE_CELLS = (
    0,
    7,
    4,
    13,
    24,
    17,
    20,
    11,
    8,
    19,
    22,
    15,
    6,
    3,
    14,
    23,
    16,
    5,
    2,
    9,
    18,
    21,
    12,
    1,
    10,
)
FIVE = tuple(divmod(cell, 5) for cell in FIVE_CELLS)
"""A tour of 5 x 5 from the corner."""


def squares(rows: int, cols: int) -> list[tuple[int, int]]:
    return list(product(range(rows), range(cols)))


# ------------------------------------------------------------------ text


@pytest.mark.parametrize(
    ("said", "puzzle"),
    [
        ("5x5@0,0", Knight(5, 5, (0, 0))),
        ("8x8,closed", Knight(8, 8, None, True)),
        ("3x10,closed@1,2", Knight(3, 10, (1, 2), True)),
        ("6x6", Knight(6, 6)),
        (" 6 x 7 , closed @ 1 , 2 ", Knight(6, 7, (1, 2), True)),
    ],
)
def test_text(said: str, puzzle: Knight) -> None:
    assert Knight.parse(said) == puzzle
    assert str(puzzle) == "".join(said.split())
    assert Knight.parse(str(puzzle)) == puzzle


@given(st.integers(1, 99), st.integers(1, 99), st.booleans(), st.booleans(), st.data())
def test_every_puzzle_has_one_text(
    rows: int, cols: int, closed: bool, begins: bool, data: st.DataObject
) -> None:
    where = st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1))
    puzzle = Knight(rows, cols, data.draw(where) if begins else None, closed)
    assert Knight.parse(str(puzzle)) == puzzle


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("", "column 1: found the end, expected rows x columns"),
        ("5", "column 1: found '5', expected rows x columns"),
        ("5y5", "column 1: found '5y5', expected rows x columns"),
        ("5x", "column 3: found the end, expected a number of columns"),
        ("5x-5", "column 3: found '-5', expected a number of columns"),
        ("5x5 open", "column 5: found 'open', expected ,closed or @ROW,COLUMN"),
        ("5x5,shut", "column 4: found ',shut', expected ,closed or @ROW,COLUMN"),
        ("5x5,closed!", "column 11: found '!', expected @ROW,COLUMN"),
        ("5x5@", "column 5: found the end, expected @ROW,COLUMN"),
        ("5x5@1", "column 5: found '1', expected @ROW,COLUMN"),
        ("5x5@1,", "column 7: found the end, expected @ROW,COLUMN"),
        ("5x5@1,1,closed", "column 8: found ',closed', expected >ROW,COLUMN or nothing more"),
        ("5x5@5,0", "found a start at 5,0, expected 0,0 to 4,4"),
        ("5x5@0,5", "found a start at 0,5, expected 0,0 to 4,4"),
        ("0x5", f"found a board of 0x5, expected 1 to {LARGEST:,} cells"),
        ("9999x9999", f"found a board of 9999x9999, expected 1 to {LARGEST:,} cells"),
        ("5x9999999999", "column 3: found '9999999999', expected a number of columns"),
        ("٥x٥", "column 1: found '٥x٥', expected rows x columns"),
    ],
)
def test_bad_text(said: str, message: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the whole message follows
        Knight.parse(said)
    assert str(error.value) == message


@given(st.text(alphabet="0123456789xX,@closed -\n", max_size=16))
@settings(max_examples=300)
def test_any_text_is_read_or_refused(said: str) -> None:
    try:
        puzzle = Knight.parse(said)
    except ValueError:
        return
    assert Knight.parse(str(puzzle)) == puzzle


# ------------------------------------------------------------------ answers


def test_draws_the_visits() -> None:
    assert text(Knight(5, 5, (0, 0)).board(FIVE)).split("\n") == [
        " 1 24 19 14  3",
        "18 13  2  9 20",
        "25  8 23  4 15",
        "12 17  6 21 10",
        " 7 22 11 16  5",
    ]
    assert text(Knight(1, 3, (0, 1)).board()) == ". 1 ."


def test_check_accepts_tuples_lists_and_paths() -> None:
    puzzle = Knight(5, 5, (0, 0))
    for answer in (FIVE, list(FIVE), TourPath.of(FIVE, 10), TourPath.of(FIVE, 5)):
        assert puzzle.check(answer) == []
    assert Knight(1, 1).check(((0, 0),)) == []


@pytest.mark.parametrize("packed", [False, True], ids=["tuple", "path"])
def test_check_names_what_is_wrong(packed: bool) -> None:
    def check(puzzle: Knight, answer: tuple[tuple[int, int], ...]) -> list[str]:
        return puzzle.check(TourPath.of(answer, 2 * puzzle.cols) if packed else answer)

    open_, closed = Knight(5, 5), Knight(5, 5, (0, 0), closed=True)
    assert check(open_, FIVE[:-1]) == ["the tour has 24 cells, not 25"]
    assert check(Knight(5, 5, (2, 2)), FIVE) == ["the tour begins at r1c1, not at r3c3"]
    assert check(closed, FIVE) == ["the tour ends at r3c1, which isn't a move from r1c1"]
    assert check(open_, (*FIVE[:-1], FIVE[-3])) == ["r3c3 is visited 2 times"]
    assert check(open_, (*FIVE[:-1], FIVE[0])) == [
        "r1c1 is visited 2 times",
        "step 24, from r1c2 to r1c1, isn't a knight's move",
    ]
    swapped = (FIVE[1], FIVE[0], *FIVE[2:])
    assert check(open_, swapped) == ["step 2, from r1c1 to r1c5, isn't a knight's move"]
    assert len(check(open_, tuple(sorted(FIVE)))) == 5  # the first few are enough


def test_a_step_round_the_edge_is_no_move() -> None:
    """From the end of a row to the beginning of a later one: two rows down, or as if so."""
    around = ((0, 0), (0, 2), (2, 0), (1, 2), (2, 2), (1, 0), (0, 1), (2, 1), (1, 1))
    assert "isn't a knight's move" in str(Knight(3, 3).check(around))
    assert Knight(1, 6).check(tuple((0, col) for col in (0, 2, 4, 1, 3, 5)))


def test_check_refuses_cells_outside() -> None:
    puzzle = Knight(5, 5)
    for cell in ((5, 0), (0, 5), (-1, 0), (0, -1)):
        assert puzzle.check((*FIVE[:-1], cell)) == [f"cell 25, {cell}, is outside the board"]
    shifted = array("i", TourPath.of(FIVE, 10).packed)
    below = TourPath(array("i", [number - 50 for number in shifted]).tobytes(), 10)
    beyond = TourPath(array("i", [number + 5 for number in shifted]).tobytes(), 10)
    assert "the tour leaves the board" in puzzle.check(below)
    assert puzzle.check(beyond) == ["the tour leaves the board"]


def test_a_path_is_a_tuple_in_all_but_memory() -> None:
    path = TourPath.of(FIVE, 10)
    assert path == FIVE == tuple(path)
    assert path == TourPath.of(FIVE, 7)
    assert path != FIVE[:-1]
    assert path != list(FIVE)
    assert hash(path) == hash(FIVE)
    assert (path[0], path[-1], path[3:5], len(path)) == (FIVE[0], FIVE[-1], FIVE[3:5], 25)
    assert path.index((2, 2)) == 22
    assert (2, 2) in path
    assert pickle.loads(pickle.dumps(path)) == path
    assert repr(path) == repr(FIVE)
    assert repr(TourPath.of([(0, 0)], 1)) == "((0, 0),)"
    assert repr(TourPath.of([(0, 0)] * 101, 1)).endswith("(0, 0), … 101 cells)")
    with pytest.raises(IndexError):
        path[25]
    with pytest.raises(AttributeError):
        path.pitch = 3  # type: ignore[misc]  # it is frozen


# ------------------------------------------------------------------ what cannot be


def searched(puzzle: Knight) -> bool:
    """Whether there is a tour, by a search that knows no theorem."""
    start = -1 if puzzle.start is None else puzzle.start[0] * puzzle.cols + puzzle.start[1]
    search = FrontierSearchKernel(puzzle.rows, puzzle.cols, start, puzzle.closed)
    return bool(search.run(1, PLENTY))


@needs_kernel
@pytest.mark.parametrize("rows", range(1, 7))
def test_what_is_refused_has_no_tour_and_all_else_has(rows: int) -> None:
    """Every start of every small board, open and closed, by exhaustive search."""
    for cols in range(1, 13 if rows < 4 else 9 if rows == 4 else 7):
        for start in (None, *squares(rows, cols)):
            for closed in (False, True):
                puzzle = Knight(rows, cols, start, closed)
                assert bool(puzzle.clashes()) != searched(puzzle), puzzle


ALTERNATES = "a closed tour alternates between colours"


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("5x5@0,1", "colours alternate along a tour, and r1c2 has the rarer one (12 of 25 "),
        ("5x5,closed", f"{ALTERNATES}, so it needs an even number of cells, not 25"),
        ("1x1,closed", f"{ALTERNATES}, so it needs an even number of cells, not 1"),
        ("2x8,closed", "on one or two lines the knight can't return"),
        ("4x1000,closed", "on four lines there's no closed tour, "),
        ("8x3,closed", "3x8 has no closed tour (Schwenk 1991)"),
        ("2x9", "on one or two lines the knight can't reach every cell"),
        ("6x3@0,0", "3x6 has no tour at all (Chia and Ong 2005)"),
        ("4x4", "4x4 has no tour at all (Chia and Ong 2005)"),
        ("9x4@8,2", "on four lines a tour begins and ends in an outer line, not at r9c3"),
        ("7x3@3,1", "7x3 has no tour from r4c2 (by a full count)"),
        ("3x8@1,5", "3x8 has no tour from r2c6 (by a full count)"),
        ("999x999@0,1", "colours alternate along a tour, and r1c2 has the rarer one (499000 of "),
    ],
)
@pytest.mark.parametrize("strategy", ["auto", "warnsdorff", "depth-first"])
def test_no_tour_is_proven_at_once(said: str, reason: str, strategy: str) -> None:
    result = solve(Knight.parse(said), strategy)
    assert result.unsolvable
    assert result.reason.startswith(reason)
    assert result.stats.nodes == 0
    assert count(Knight.parse(said)) == 0


# ------------------------------------------------------------------ counts


@needs_kernel
@pytest.mark.parametrize("board", FROM_EACH_CELL, ids=str)
def test_counts_from_each_cell(board: tuple[int, int]) -> None:
    known = FROM_EACH_CELL[board]
    cells = squares(*board) if board != (6, 6) else [(0, 0), (1, 2), (5, 3)]
    for row, col in cells:
        assert count(Knight(*board, (row, col))) == known[row * board[1] + col]
    assert count(Knight(*board)) == sum(known)
    assert count(Knight(*board, closed=True)) == CLOSED.get(board, 0)
    assert count(Knight(*board, (0, 0), closed=True)) == 2 * CLOSED.get(board, 0)
    assert count(Knight(*board, board_end(board), closed=True)) == 2 * CLOSED.get(board, 0)


def board_end(board: tuple[int, int]) -> tuple[int, int]:
    return board[0] - 1, board[1] - 1


@needs_kernel
def test_known_sequences() -> None:
    assert tuple(count(Knight(n, n)) for n in range(1, 7)) == OPEN_SQUARE
    assert tuple(count(Knight(n, n, closed=True)) for n in (2, 4, 6)) == CLOSED_SQUARE
    assert tuple(count(Knight(3, n)) // 2 for n in range(2, 21)) == OPEN_THREE[1:]
    assert tuple(count(Knight(2 * n, 3, closed=True)) for n in range(1, 11)) == CLOSED_THREE


@needs_kernel
@pytest.mark.parametrize(
    "said", ["5x5", "4x5@0,0", "4x5", "4x7@0,3", "7x4", "5x6,closed", "5x6,closed@1,1", "3x7"]
)
def test_every_way_to_count_agrees(said: str) -> None:
    puzzle = Knight.parse(said)
    listed = {
        strategy: list(solutions(puzzle, strategy))
        for strategy in ("tour", "warnsdorff", "frontier")
    }
    for found in listed.values():
        assert len(found) == len(set(found))
        assert set(found) == set(listed["warnsdorff"])
    for strategy in ("auto", "tour", "warnsdorff", "frontier"):
        assert count(puzzle, strategy) == len(listed["warnsdorff"])


def test_the_space_has_the_same_tours() -> None:
    for said in ("3x7@0,0", "4x3", "1x1"):
        puzzle = Knight.parse(said)
        walked = list(solutions(puzzle, "depth-first:visited=none"))
        assert len(walked) == count(puzzle)
        assert set(walked) == set(solutions(puzzle, "warnsdorff"))


def walks(puzzle: Knight, answer: Sequence[tuple[int, int]]) -> bool:
    """Whether the space leads from its start to a goal by these moves."""
    space = puzzle.space()
    state = space.start
    for cell in answer:
        state = dict(space.successors(state)).get(cell, -1)
        if state < 0:
            return False
    return space.is_goal(state)


def test_the_space_of_closed_tours() -> None:
    """Without a start each cycle can be walked in one way only."""
    for said in ("3x10,closed", "3x10,closed@0,3", "5x6,closed@4,4"):
        puzzle = Knight.parse(said)
        for answer in solutions(puzzle, "warnsdorff"):
            assert walks(puzzle, answer)
            back = (answer[0], *answer[:0:-1])
            assert walks(puzzle, back) == (puzzle.start is not None)
            assert not walks(puzzle, answer[1:] + answer[:1])
    assert not walks(Knight(5, 6, (0, 0), closed=True), solve(Knight(5, 6, (0, 0))).solution[:-1])


def test_a_count_that_is_stopped_says_so() -> None:
    for puzzle, limit in ((Knight(6, 6), 1000), (Knight(4, 30), 1000)):
        assert (puzzle.rows * puzzle.cols <= COMPACT) == (puzzle.rows == 6)
        with pytest.raises(Stopped, match="node limit"):
            count(puzzle, max_nodes=limit)
        with pytest.raises(Stopped, match="time limit"):
            count(Knight(8, 8), max_seconds=0.05)
    with pytest.raises(Unsuited, match="frontier needs a board with a side of at most 11"):
        count(Knight(12, 12))
    assert Warnsdorff().count(Tour(2, 40), Run()) == 0  # too large for a mask: one by one
    with pytest.raises(Unsuited, match="frontier can't search this knight"):
        solve(Knight(12, 12), "frontier")


# ------------------------------------------------------------------ tours


def closes(rows: int, cols: int) -> bool:
    """Schwenk's theorem."""
    short, long = sorted((rows, cols))
    return not (short * long % 2 or short in (1, 2, 4) or (short == 3 and long in (4, 6, 8)))


@needs_kernel
def test_closed_tours_of_every_size() -> None:
    for rows, cols in product(range(1, 21), repeat=2):
        puzzle = Knight(rows, cols, closed=True)
        result = solve(puzzle)
        assert result.solved == closes(rows, cols), puzzle
        assert result.solved or result.unsolvable
        if result.solved:
            assert result.solution[:2] == ((0, 0), (1, 2))


@needs_kernel
@pytest.mark.parametrize("rows", range(3, 14))
def test_open_tours_from_every_cell(rows: int) -> None:
    for cols in range(rows, 14):
        for start in squares((rows + 1) // 2, (cols + 1) // 2):
            puzzle = Knight(rows, cols, start)
            result = solve(puzzle)
            assert result.solved != bool(puzzle.clashes())
            assert result.solved or result.unsolvable


@needs_kernel
@pytest.mark.parametrize(
    "said",
    [
        "1000x1000",
        "1000x1000,closed",
        "999x1001@500,500",
        "6x10001,closed@3,3",
        "10001x5@0,0",
        "10001x5@5000,2",
        "3x2000,closed",
        "2001x3@1000,2",
        "4x200@3,77",
        "4x1000@0,500",
        "100000x4@50001,3",
        "101x333@50,166",
    ],
)
def test_large_boards(said: str) -> None:
    result = solve(Knight.parse(said))
    assert result.solved  # and checked, like every answer
    assert result.stats.seconds < 5


@pytest.mark.parametrize("cols", range(7, 17))
def test_four_lines_from_every_outer_cell(cols: int) -> None:
    for row, col in ((row, col) for row in (0, 3) for col in range(cols)):
        for puzzle in (Knight(4, cols, (row, col)), Knight(cols, 4, (col, row))):
            result = solve(puzzle, "tour")
            assert result.solved
            assert result.solution[0] == puzzle.start
            assert result.stats.nodes == 1


def test_more_than_the_one_that_was_joined() -> None:
    result = solve(Knight(6, 6, (0, 0)), max_solutions=100)
    assert result.status is Status.ENOUGH
    assert len(set(result.solutions)) == 100
    assert {answer[0] for answer in result.solutions} == {(0, 0)}


def test_tiles_cover_the_board() -> None:
    for length in range(5, 60):
        assert sum(sizes(length)) == length
        assert all(5 <= size <= 10 for size in sizes(length))
        assert sum(size % 2 for size in sizes(length)) == length % 2
    for length in range(5, 60, 2):
        for at in range(length):
            before, size = strip(length, at)
            assert before <= at < before + size
            assert size % 2 == 1
            assert 5 <= size <= 11
            for side in (before, length - before - size):
                assert side == 0 or (side >= 6 and side % 2 == 0)
    with pytest.raises(ValueError, match="found a length of 3, expected an odd one of at least 5"):
        strip(3, 1)
    assert list(boxes((2, 3, 6, 0))) == []


def test_nothing_is_joined_where_there_is_nothing() -> None:
    assert constructed(Knight(7, 7, closed=True).tour()) is None
    assert constructed(Knight(7, 7, (0, 1)).tour()) is None


def test_should_tiles_not_fit_it_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> bytes:
        raise ValueError("no step of it lies next to one of those before")

    monkeypatch.setattr("clew.puzzles.knight.search._joined", refuse)
    assert constructed(Knight(7, 7).tour()) is None
    result = solve(Knight(7, 7))
    assert result.solved
    assert result.stats.nodes > 49


# ------------------------------------------------------------------ Warnsdorff's rule


@needs_kernel
def test_warnsdorff_takes_hardly_a_step_back() -> None:
    """On square boards from every cell: the median takes none, and none takes many."""
    costs = []
    for side in range(5, 26):
        for start in squares((side + 1) // 2, (side + 1) // 2):
            if side % 2 and sum(start) % 2:
                continue
            result = solve(Knight(side, side, start), "warnsdorff", max_nodes=20_000)
            assert result.solved, (side, start)
            costs.append(result.stats.backtracks / side**2)
    costs.sort()
    assert costs[len(costs) // 2] == 0
    assert costs[-1] < 10


@needs_kernel
@pytest.mark.parametrize("said", ["200x200@0,0", "301x200@17,92", "100x100,closed", "50x80,closed"])
def test_warnsdorff_on_larger_boards(said: str) -> None:
    puzzle = Knight.parse(said)
    result = solve(puzzle, "warnsdorff", max_nodes=1_000_000)
    assert result.solved
    assert result.stats.backtracks < puzzle.rows * puzzle.cols


def test_warnsdorff_can_be_watched() -> None:
    trace = Trace()
    watched = solve(Knight(5, 6, (1, 2)), "warnsdorff", trace=trace)
    quiet = solve(Knight(5, 6, (1, 2)), "warnsdorff")
    assert (watched.solution, watched.stats.nodes) == (quiet.solution, quiet.stats.nodes)
    path: list[int] = []
    for event in trace:
        if event.kind is Kind.TRY:
            assert event.subject == len(path)
            path.append(event.value)
        elif event.kind is Kind.BACK:
            assert path.pop() == event.value
        elif event.kind is Kind.ANSWER:
            assert [divmod(cell, 6) for cell in path] == list(watched.solution)
    assert sum(event.kind is Kind.ANSWER for event in trace) == 1


@pytest.mark.parametrize("strategy", ["warnsdorff", "frontier", "tour"])
def test_limits(strategy: str) -> None:
    puzzle = Knight(8, 8, (3, 3))
    stopped = solve(puzzle, strategy, max_solutions=None, max_nodes=500)
    assert (stopped.status, stopped.reason) == (Status.STOPPED, "nodes")
    assert stopped.stats.nodes <= 500
    late = solve(puzzle, strategy, max_solutions=None, max_seconds=0.1)
    assert (late.status, late.reason) == (Status.STOPPED, "seconds")
    assert late.stats.seconds < 2
    assert parse_strategy(strategy).complete


def test_too_much_memory_is_a_limit() -> None:
    puzzle = Knight(10, 10, closed=True)
    result = solve(puzzle, "frontier", max_memory=1)
    assert (result.status, result.reason) == (Status.STOPPED, "memory")


# ------------------------------------------------------------------ elsewhere


def test_exercise_4() -> None:
    for row, col in squares(5, 5):
        found = knight_cover((row, col))
        if (row + col) % 2:
            assert found is None
        else:
            assert found is not None
            assert isinstance(found, list)
            assert Knight(5, 5, (row, col)).check(found) == []
    assert knight_cover((0, 0), 3, 4) is not None
    assert Knight(5, 5, [0, 0]) == Knight(5, 5, (0, 0))  # type: ignore[arg-type]  # a list will do
    with pytest.raises(ValueError, match="found a start at 5,5, expected 0,0 to 4,4"):
        knight_cover((5, 5))


def test_the_command_line_gives_cells_as_data() -> None:
    result = CliRunner().invoke(app, ["solve", "--json", "knight:3x4@0,0"])
    assert result.exit_code == 0
    answer = json.loads(result.output)["solutions"][0]
    assert Knight(3, 4, (0, 0)).check([tuple(cell) for cell in answer]) == []


def test_without_kernels() -> None:
    code = (
        "import clew; k = clew.Knight; s = clew.solve;"
        "assert s(k(5, 5, (0, 0))).solved and s(k(20, 21, closed=True)).solved;"
        "assert s(k(11, 13, (5, 5))).solved and s(k(3, 31, (0, 14))).solved;"
        "assert s(k(30, 30), 'warnsdorff').solved and clew.count(k(5, 5)) == 1728;"
        "assert clew.count(k(3, 10, closed=True)) == 16"
    )
    env = {**os.environ, "CLEW_NATIVE": "0"}
    subprocess.run([sys.executable, "-c", code], env=env, check=True)
