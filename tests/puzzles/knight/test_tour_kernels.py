"""The tour kernels do exactly what their Python twins say, whole or in slices, and count right."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.puzzles.knight.puzzle import neighbours, pack
from clew.puzzles.knight.py_tour import (
    FrontierCountKernel,
    FrontierSearchKernel,
    PyFrontierCount,
    PyFrontierSearch,
    PyTiles,
    PyTourCount,
    PyWarnsdorff,
    TilesKernel,
    TourCountKernel,
    WarnsdorffKernel,
    py_spread,
    spread,
)
from clew.search import native
from tests.puzzles.knight.known_tours import (
    CLOSED,
    CLOSED_THREE,
    FROM_EACH_CELL,
    OPEN_THREE,
    OPEN_THREE_80,
)

PLENTY = 10**15
Finder = type[PyWarnsdorff] | type[PyFrontierSearch] | type[PyWarnsdorff] | type[PyFrontierSearch]
Counter = type[PyTourCount] | type[PyFrontierCount] | type[PyTourCount] | type[PyFrontierCount]
needs_kernel = pytest.mark.skipif(not native.available, reason="no compiled kernels")
finders = pytest.mark.parametrize(
    ("kernel", "twin"),
    [(WarnsdorffKernel, PyWarnsdorff), (FrontierSearchKernel, PyFrontierSearch)],
    ids=["warnsdorff", "frontier"],
)
counters = pytest.mark.parametrize(
    ("kernel", "twin"),
    [(TourCountKernel, PyTourCount), (FrontierCountKernel, PyFrontierCount)],
    ids=["tour count", "frontier"],
)
SMALL = [(rows, cols) for rows in range(1, 6) for cols in range(1, 9) if rows * cols <= 16]
SMALL += [(3, 6), (6, 3), (3, 7), (4, 5)]


def boards(rows: int, cols: int) -> Iterator[tuple[int, int, int, bool]]:
    """The board with each start (a few on larger ones) and with none, open and closed."""
    starts = range(-1, rows * cols) if rows * cols <= 15 else (-1, 0, 1, rows * cols // 2)
    for start in starts:
        yield rows, cols, start, False
        yield rows, cols, start, True


def state(search: object) -> dict[str, object]:
    names = ("nodes", "backtracks", "deepest", "frontier", "tours", "finished")
    return {name: getattr(search, name) for name in names if hasattr(search, name)}


@needs_kernel
@finders
@pytest.mark.parametrize("board", SMALL, ids=str)
def test_finders_equal_their_twins(kernel: Finder, twin: Finder, board: tuple[int, int]) -> None:
    for args in boards(*board):
        fast, slow = kernel(*args), twin(*args)
        assert fast.run(PLENTY, PLENTY) == slow.run(PLENTY, PLENTY), args
        assert state(fast) == state(slow), args


@needs_kernel
@given(
    st.sampled_from([(3, 4), (4, 5), (5, 5), (6, 5)]),
    st.booleans(),
    st.lists(st.integers(0, 7), max_size=9),
    st.integers(0, 29),
)
@settings(max_examples=150, deadline=None)
def test_tours_that_begin_so(
    board: tuple[int, int], closed: bool, ways: list[int], start: int
) -> None:
    """Kernel and twin agree, and every tour that is found begins with the path."""
    rows, cols = board
    moves = neighbours(rows, cols)
    path = [start % (rows * cols)]
    for way in ways:
        path.append(moves[path[-1]][way % len(moves[path[-1]])])
    args = (rows, cols, path[0], closed, path)
    fast, slow = WarnsdorffKernel(*args), PyWarnsdorff(*args)
    found = fast.run(5, 3_000)
    assert found == slow.run(5, 3_000)
    assert state(fast) == state(slow)
    begun = array("i", path).tobytes()
    assert all(tour.startswith(begun) for tour in found)


@pytest.mark.parametrize("kind", [WarnsdorffKernel, PyWarnsdorff])
def test_paths_that_are_refused(kind: type[PyWarnsdorff]) -> None:
    with pytest.raises(ValueError, match="path: found another first cell, expected the start"):
        kind(5, 5, 0, False, [1, 8])
    with pytest.raises(ValueError, match="path: found a cell outside the board"):
        kind(5, 5, 0, False, [0, 25])


@needs_kernel
@counters
@pytest.mark.parametrize("board", SMALL, ids=str)
def test_counters_equal_their_twins(kernel: Counter, twin: Counter, board: tuple[int, int]) -> None:
    for args in boards(*board):
        if args[2] < 0 and kernel is TourCountKernel:
            continue
        fast, slow = kernel(*args), twin(*args)
        fast.run(PLENTY)
        slow.run(PLENTY)
        assert state(fast) == state(slow), args


@needs_kernel
@finders
@pytest.mark.parametrize("args", [(8, 8, 0, False), (12, 10, -1, True), (5, 6, 3, True)], ids=str)
def test_first_answers_on_larger_boards(
    kernel: Finder, twin: Finder, args: tuple[int, int, int, bool]
) -> None:
    fast, slow = kernel(*args), twin(*args)
    assert fast.run(3, 5_000) == slow.run(3, 5_000)
    assert state(fast) == state(slow)


@counters
def test_counting_in_slices(kernel: Counter, twin: Counter) -> None:
    for kind in (kernel, twin):
        whole, sliced = kind(4, 5, 0, False), kind(4, 5, 0, False)
        whole.run(PLENTY)
        sliced.run(0)
        assert sliced.nodes == 0
        while not sliced.finished:
            before = sliced.nodes
            sliced.run(7)
            assert 0 < sliced.nodes - before <= 7
        assert state(sliced) == state(whole)
        assert whole.tours == 32


def rides(rows: int, cols: int, start: int, closed: bool) -> int:
    search = TourCountKernel(rows, cols, start, closed)
    search.run(PLENTY)
    return search.tours


def windows(rows: int, cols: int, start: int, closed: bool) -> int:
    search = FrontierCountKernel(rows, cols, start, closed)
    search.run(PLENTY)
    return search.tours


@needs_kernel
@pytest.mark.parametrize("board", [b for b in FROM_EACH_CELL if b != (6, 6)], ids=str)
def test_tours_from_each_cell(board: tuple[int, int]) -> None:
    known = FROM_EACH_CELL[board]
    cells = range(len(known))
    assert tuple(rides(*board, cell, False) for cell in cells) == known
    assert tuple(windows(*board, cell, False) for cell in cells) == known
    assert windows(*board, -1, False) == (sum(known) // 2 if len(known) > 1 else 1)
    assert windows(*board, -1, True) == CLOSED.get(board, 0)
    assert {rides(*board, cell, True) for cell in cells} == {2 * CLOSED.get(board, 0)}


@needs_kernel
def test_six_by_six() -> None:
    """From one cell of each kind; the others are their mirror images."""
    known = FROM_EACH_CELL[6, 6]
    for row, col in [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]:
        assert rides(6, 6, 6 * row + col, False) == known[6 * row + col]
    assert windows(6, 6, -1, True) == rides(6, 6, 14, True) // 2 == CLOSED[6, 6]


@pytest.mark.parametrize("cols", range(1, 21 if native.available else 12))
def test_three_rows(cols: int) -> None:
    tours = windows(3, cols, -1, False)
    assert tours == OPEN_THREE[cols - 1]
    if cols <= len(CLOSED_THREE):
        assert windows(3, 2 * cols, -1, True) == CLOSED_THREE[cols - 1]


@needs_kernel
def test_counts_of_any_size_are_exact() -> None:
    """Far beyond 64 and 128 bits, where a kernel's own integers end."""
    assert windows(3, 80, -1, False) == OPEN_THREE_80 > 2**128


@pytest.mark.parametrize(
    "kind", [WarnsdorffKernel, PyWarnsdorff, FrontierSearchKernel, PyFrontierSearch]
)
def test_bad_searches(kind: Finder) -> None:
    for args, message in [
        ((0, 5, -1, False), "board: found 0x5, expected 1 to 268435456 cells"),
        ((5, -1, -1, False), "board: found 5x-1, expected 1 to 268435456 cells"),
        ((1 << 20, 1 << 20, -1, False), "board: found 1048576x1048576, expected 1 to 268435456"),
        ((5, 5, 25, False), "start: found 25, expected -1 to 24"),
        ((5, 5, -2, True), "start: found -2, expected -1 to 24"),
    ]:
        with pytest.raises(ValueError, match=message):
            kind(*args)
    with pytest.raises(ValueError, match="run: found a negative limit, expected 0 or more"):
        kind(3, 4, 0, False).run(-1, 1)
    with pytest.raises(ValueError, match="run: found a negative limit, expected 0 or more"):
        kind(3, 4, 0, False).run(1, -1)


@pytest.mark.parametrize(
    "kind", [TourCountKernel, PyTourCount, FrontierCountKernel, PyFrontierCount]
)
def test_bad_counts(kind: Counter) -> None:
    with pytest.raises(ValueError, match="board: found 0x5, expected 1 to 268435456 cells"):
        kind(0, 5, 0, False)
    with pytest.raises(ValueError, match="run: found a negative limit, expected 0 or more"):
        kind(3, 4, 0, False).run(-1)


@pytest.mark.parametrize("kind", [TourCountKernel, PyTourCount])
def test_tours_are_counted_on_a_small_board_from_a_start(kind: type[PyTourCount]) -> None:
    with pytest.raises(ValueError, match="board: found 5x13, expected at most 64 cells"):
        kind(5, 13, 0, False)
    with pytest.raises(ValueError, match="start: found -1, expected a cell"):
        kind(5, 5, -1, False)
    assert not kind(8, 8, 63, True).finished


@pytest.mark.parametrize(
    "kind", [FrontierSearchKernel, PyFrontierSearch, FrontierCountKernel, PyFrontierCount]
)
def test_the_frontier_needs_a_narrow_board(kind: type[PyFrontierSearch]) -> None:
    with pytest.raises(ValueError, match="board: found 12x40, expected a side of at most 11"):
        kind(12, 40, -1, False)
    assert not kind(40, 11, 439, False).finished


@needs_kernel
def test_one_search_runs_in_one_thread_at_a_time() -> None:
    search = TourCountKernel(8, 8, 0, False)
    start = Barrier(2)

    def run() -> bool:
        start.wait()
        try:
            search.run(10_000_000)
        except RuntimeError:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        ran = [pool.submit(run) for _ in range(2)]
        assert sorted(f.result() for f in ran) == [False, True]
    assert search.nodes == 10_000_000


SIX = WarnsdorffKernel(6, 6, -1, True).run(1, PLENTY)[0]
FIVE = WarnsdorffKernel(5, 5, 12, False).run(1, PLENTY)[0]


@needs_kernel
@pytest.mark.parametrize(
    ("rows", "cols", "tiles"),
    [
        (6, 6, [(0, 0, 0)]),
        (6, 12, [(0, 0, 0), (0, 0, 6)]),
        (12, 6, [(0, 6, 0), (0, 0, 0)]),
        (18, 12, [(0, row, col) for row in (0, 6, 12) for col in (0, 6)]),
    ],
    ids=str,
)
def test_tiles_equal_their_twin(rows: int, cols: int, tiles: list[tuple[int, int, int]]) -> None:
    fast = TilesKernel(rows, cols, [(6, 6, SIX, True)], tiles)
    slow = PyTiles(rows, cols, [(6, 6, SIX, True)], tiles)
    for start in (0, 7, rows * cols - 1):
        path = fast.path(start)
        assert path == slow.path(start)
        assert sorted(array("i", path)) == list(range(rows * cols))


@pytest.mark.parametrize("kind", [TilesKernel, PyTiles])
@pytest.mark.parametrize(
    ("rows", "cols", "pattern", "tiles", "message"),
    [
        (0, 6, (6, 6, SIX, True), [], "board: found 0x6, expected 1 to 268435456 cells"),
        (6, 6, (6, 7, SIX, True), [], "pattern 0: found 144 bytes for 6x7 cells"),
        (6, 6, (6, 6, pack([0] * 36), True), [], "pattern 0: it does not visit every cell once"),
        (6, 6, (6, 6, b"\xff" * 144, True), [], "pattern 0: it does not visit every cell once"),
        (6, 6, (1, 1, pack([0]), True), [], "pattern 0: a closed tour has more cells"),
        (6, 6, (6, 6, SIX, True), [(1, 0, 0)], "tile 0: found pattern 1, there is none"),
        (6, 6, (6, 6, SIX, True), [(-1, 0, 0)], "tile 0: found pattern -1, there is none"),
        (6, 9, (6, 6, SIX, True), [(0, 0, 4)], "tile 0: it is not on the board"),
        (9, 6, (6, 6, SIX, True), [(0, -1, 0)], "tile 0: it is not on the board"),
        (6, 9, (6, 6, SIX, True), [(0, 0, 0), (0, 0, 3)], "tile 1: it overlaps another"),
        (5, 10, (5, 5, FIVE, False), [(0, 0, 0), (0, 0, 5)], "tile 1: only the first may be open"),
        (6, 20, (6, 6, SIX, True), [(0, 0, 0), (0, 0, 14)], "tile 1: no step of it lies next to"),
        (6, 12, (6, 6, SIX, True), [(0, 0, 0)], "tiles: some cells of the board are not covered"),
    ],
)
def test_bad_tiles(
    kind: type[PyTiles],
    rows: int,
    cols: int,
    pattern: tuple[int, int, bytes, bool],
    tiles: list[tuple[int, int, int]],
    message: str,
) -> None:
    with pytest.raises(ValueError, match=message):
        kind(rows, cols, [pattern], tiles)


@pytest.mark.parametrize("kind", [TilesKernel, PyTiles])
def test_bad_start_of_a_route(kind: type[PyTiles]) -> None:
    for start in (-1, 36):
        with pytest.raises(ValueError, match=f"start: found {start}, expected 0 to 35"):
            kind(6, 6, [(6, 6, SIX, True)], [(0, 0, 0)]).path(start)


@pytest.mark.parametrize("kind", [spread, py_spread])
def test_spread(kind: Callable[[bytes, int], bytes]) -> None:
    assert kind(pack([0, 4, 5, 14]), 5) == pack([0, 4, 10, 24])
    with pytest.raises(ValueError, match="path: found"):
        kind(b"123", 5)
    with pytest.raises(ValueError, match="path: found"):
        kind(b"", 0)
