"""One 9 x 9 Sudoku: the kernel and its twin, `solve` at once, and answers judged as one number.

`CLEW_CASES=1000000 ./run test tests/puzzles/sudoku/test_sudoku.py -k many` tries a million puzzles.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from random import Random
from threading import Barrier

import pytest
from hypothesis import strategies as st

import clew
from clew import Status, Stopped, Sudoku, Trace
from clew.core.faces import CSP
from clew.core.puzzle import Unsuited
from clew.puzzles.sudoku.face import Givens
from clew.puzzles.sudoku.search import BandsKernel, PyBands
from clew.search import native
from clew.search.auto import best_known, choose

BEST = "backtracking:infer=mac+hidden-singles"


PLENTY = 10**12
CASES = int(os.environ.get("CLEW_CASES", "3000"))
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EMPTY = "." * 81
CLASH = "11" + "." * 79
HARD = (
    "................12..3..4........5.....4.36....1.....78....1......98..3...7....6..",
    "........1.......23..4..5........67...2....4..83...........1.6.....23....9..8.....",
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
    "7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "..............1..2.34....5.......53..6.......72...8.......3.......45.9...8......7",
)
"""Two with 17 givens, two of the "magictour" list, one against brute force, one by Inkala, and one
with 17 givens that takes many nodes."""
IMPOSSIBLE = (
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
    "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..",
    "1" + "." * 16 + "2345678" + "9".rjust(57, "."),
)
JIGSAW = "000111112000111222003142225033442255333444555363447858366477858666677858667777888"
BOXES = "".join(str(cell // 27 * 3 + cell % 9 // 3) for cell in range(81))
ROWS = "".join(str(cell // 9) for cell in range(81))
SIX = "2x3:2...4.1..3..6..43..4.2...6....4.5..."

Search = PyBands
Outcome = tuple[list[tuple[int, ...]], int, int, int, bool]
needs_kernel = pytest.mark.skipif(not native.available, reason="no compiled kernels")
both = pytest.mark.parametrize("kind", [BandsKernel, PyBands], ids=["kernel", "python"])


def cells(text: str) -> bytes:
    return bytes(int(symbol.replace(".", "0")) for symbol in text)


def state(search: Search) -> tuple[int, int, int, bool]:
    return search.nodes, search.backtracks, search.deepest, search.finished


def outcome(search: Search, max_solutions: int = PLENTY, max_nodes: int = PLENTY) -> Outcome:
    return search.run(max_solutions, max_nodes), *state(search)


def full(rng: Random) -> list[int]:
    """A full grid: the plain one with its digits, rows, columns, bands and stacks shuffled."""
    digits = rng.sample(range(1, 10), 9)
    rows, cols = shuffled_lines(rng), shuffled_lines(rng)
    grid = [digits[(3 * r + r // 3 + c) % 9] for r in rows for c in cols]
    return grid if rng.random() < 0.5 else [grid[9 * c + r] for r in range(9) for c in range(9)]


def shuffled_lines(rng: Random) -> list[int]:
    return [3 * b + line for b in rng.sample(range(3), 3) for line in rng.sample(range(3), 3)]


def posed(rng: Random, fewest: int = 22) -> bytes:
    """Some cells of a full grid, now and then with one that is wrong."""
    grid = full(rng)
    for cell in rng.sample(range(81), 81 - rng.randrange(fewest, 45)):
        grid[cell] = 0
    if rng.random() < 0.2:
        grid[rng.randrange(81)] = rng.randrange(1, 10)
    return bytes(grid)


@st.composite
def puzzles(draw: st.DrawFn) -> bytes:
    return posed(Random(draw(st.integers(0, 2**32))))


# ------------------------------------------------------------------ the kernel and its twin


@needs_kernel
@pytest.mark.parametrize("text", [EASY, EMPTY, CLASH, *HARD, *IMPOSSIBLE])
def test_kernel_equals_specification(text: str) -> None:
    limits = (3, 60)
    assert outcome(BandsKernel(cells(text)), *limits) == outcome(PyBands(cells(text)), *limits)


@needs_kernel
def test_kernel_equals_specification_on_random_puzzles() -> None:
    rng = Random(5)
    for _ in range(100):
        puzzle = posed(rng)
        assert outcome(BandsKernel(puzzle), 20, 30) == outcome(PyBands(puzzle), 20, 30), puzzle


@needs_kernel
def test_many_puzzles_keep_their_number_of_answers() -> None:
    """Turned over and with other digits, a puzzle has as many answers; each is right, and new."""
    rng, several = Random(7), 0
    for _ in range(CASES):
        puzzle = posed(rng)
        digits = bytes([0, *rng.sample(range(1, 10), 9), *range(10, 256)])
        other = bytes(puzzle[9 * c + r] for r in range(9) for c in range(9)).translate(digits)
        found, nodes, _, _, finished = outcome(BandsKernel(puzzle), 50)
        assert len(found) == len(BandsKernel(other).run(50, PLENTY)), puzzle
        assert len(set(found)) == len(found)
        assert all(Givens(puzzle).is_filled_by(answer) for answer in found)
        assert finished or len(found) == 50
        assert (nodes == 0) == Givens(puzzle).clashes()
        several += len(found) > 1
    assert CASES / 3 < several < CASES


@pytest.mark.parametrize("seed", range(3))
def test_the_readable_search_finds_the_same(seed: int) -> None:
    rng = Random(seed)
    for _ in range(30):
        puzzle = Sudoku(tuple(posed(rng, 26)))
        ours = clew.solve(puzzle, "bands", max_solutions=20)
        theirs = clew.solve(puzzle, BEST, max_solutions=20)
        assert ours.status is theirs.status
        assert len(ours.solutions) == len(theirs.solutions)
        if ours.status is Status.COMPLETE:
            assert set(ours.solutions) == set(theirs.solutions)


@both
@pytest.mark.parametrize("text", HARD)
def test_hard_ones_have_one_answer(kind: type[Search], text: str) -> None:
    found, nodes, backtracks, deepest, finished = outcome(kind(cells(text)))
    assert len(found) == 1
    assert finished
    assert backtracks == nodes - 1 - (nodes > 1) * fruitful(kind, text, found[0])
    assert deepest < 81


def fruitful(kind: type[Search], text: str, answer: tuple[int, ...]) -> int:
    """How many choices lead to the answer: those that stand when it is found."""
    search = kind(cells(text))
    while not search.run(1, 1):
        pass
    nodes, backtracks, _, _ = state(search)
    return nodes - 1 - backtracks


@both
def test_counts_worked_out_by_hand(kind: type[Search]) -> None:
    grid = full(Random(1))
    assert outcome(kind(bytes(grid))) == ([tuple(grid)], 1, 0, 0, True)
    assert outcome(kind(cells(CLASH))) == ([], 0, 0, 0, True)
    # The corners of a rectangle in one band and two stacks, with two values that can change places.
    two = list(clew.solve(Sudoku.parse(EASY)).solution)
    corners = [9 * row + col for row in (3, 4) for col in (5, 8)]
    assert {two[corners[0]], two[corners[1]]} == {two[corners[2]], two[corners[3]]}
    for corner in corners:
        two[corner] = 0
    found, *counts = outcome(kind(bytes(two)))
    assert len(found) == 2
    assert counts == [3, 0, 1, True]


@both
@pytest.mark.parametrize(
    ("givens", "message"),
    [
        (b"", "givens: found 0 cells, expected 81"),
        (bytes(80), "givens: found 80 cells, expected 81"),
        (bytes(82), "givens: found 82 cells, expected 81"),
        (bytes(80) + b"\x0a", "cell 80: found 10, expected 0 to 9"),
        (b"\xff" + bytes(80), "cell 0: found 255, expected 0 to 9"),
    ],
)
def test_bad_givens(kind: type[Search], givens: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        kind(givens)


@both
@pytest.mark.parametrize("limits", [(-1, 1), (1, -1)])
def test_bad_limits(kind: type[Search], limits: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="negative limit"):
        kind(bytes(81)).run(*limits)


@needs_kernel
def test_one_search_runs_in_one_thread_at_a_time() -> None:
    search, start = BandsKernel(bytes(81)), Barrier(2)

    def run() -> bool:
        start.wait()
        try:
            search.run(0x7FFFFFFF, 50_000)
        except RuntimeError:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        ran = [pool.submit(run) for _ in range(2)]
        assert sorted(future.result() for future in ran) == [False, True]


# ------------------------------------------------------------------ solve


def test_statuses() -> None:
    easy, empty = Sudoku.parse(EASY), Sudoku.parse(EMPTY)
    assert clew.solve(easy).status is Status.ENOUGH
    assert clew.solve(easy, max_solutions=2).unique
    assert clew.solve(easy, max_solutions=None).unique
    assert clew.is_unique(easy)
    assert clew.count(easy) == 1
    assert not clew.is_unique(empty)
    assert clew.solve(empty, max_solutions=3).status is Status.ENOUGH
    assert len(set(islice(clew.solutions(empty), 200))) == 200


@pytest.mark.parametrize("spelling", ["auto", "bands"])
@pytest.mark.parametrize("limits", [{}, {"max_nodes": 10**6}, {"max_nodes": 0}])
def test_givens_that_clash_are_named_without_a_search(
    spelling: str, limits: dict[str, int]
) -> None:
    result = clew.solve(Sudoku.parse(CLASH), spelling, **limits)  # type: ignore[arg-type]
    assert result.unsolvable
    assert result.reason == "row 1 has two 1s; box 1 has two 1s"
    assert result.stats.nodes == 0


@pytest.mark.parametrize("text", IMPOSSIBLE)
def test_no_solution_is_proven(text: str) -> None:
    result = clew.solve(Sudoku.parse(text))
    assert result.unsolvable
    assert "contradict each other" in result.reason
    assert result.stats.nodes > 0
    assert clew.count(Sudoku.parse(text)) == 0


def test_limits_are_exact() -> None:
    hard = Sudoku.parse(HARD[-1])
    whole = clew.solve(hard, max_solutions=2)
    assert whole.unique
    nodes = whole.stats.nodes
    assert nodes > 100
    for limit in (0, 1, 64, nodes - 1):
        result = clew.solve(hard, max_solutions=2, max_nodes=limit)
        assert (result.status, result.reason, result.stats.nodes) == (
            Status.STOPPED,
            "nodes",
            limit,
        )
    assert clew.solve(hard, max_solutions=2, max_nodes=nodes).unique


@pytest.mark.parametrize("wanted", [0, -1])
def test_bad_wishes(wanted: int) -> None:
    with pytest.raises(ValueError, match=f"max_solutions must be 1 or more, .* not {wanted}"):
        clew.solve(Sudoku.parse(EASY), max_solutions=wanted)


@pytest.mark.parametrize("text", [EASY, *HARD[:4], *IMPOSSIBLE])
@pytest.mark.parametrize("wanted", [1, 2, None])
def test_solving_is_the_same_with_limits(text: str, wanted: int | None) -> None:
    puzzle = Sudoku.parse(text)
    quick = clew.solve(puzzle, max_solutions=wanted)
    usual = clew.solve(puzzle, max_solutions=wanted, max_nodes=PLENTY, trace=Trace())
    assert quick.stats.seconds > 0
    quick.stats.seconds = usual.stats.seconds = 0.0
    assert quick == usual


def test_time_is_kept_and_progress_told() -> None:
    told: list[int] = []
    wanted = 1500 if native.available else 50
    start = time.monotonic()
    with pytest.raises(Stopped, match="time limit"):
        clew.count(Sudoku.parse(EMPTY), max_seconds=0.1)
    assert time.monotonic() - start < 1
    stopped = clew.solve(
        Sudoku.parse(EMPTY),
        max_solutions=wanted,
        progress=lambda stats: told.append(stats.nodes),
    )
    assert len(stopped.solutions) == wanted
    assert told == sorted(told)
    assert len(told) > 1


def test_an_interrupt_is_heard() -> None:
    code = (
        "import clew; puzzle = clew.parse('sudoku:' + '.' * 81); print('go', flush=True); "
        "clew.count(puzzle)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.2)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=20)
    assert b"KeyboardInterrupt" in error
    assert time.monotonic() - start < 2


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        (EASY, "bands"),
        ("3x3:" + EASY, "bands"),
        ("x:" + EASY, str(best_known(CSP)[0])),
        ("." * 16, str(best_known(CSP)[0])),
        (SIX, str(best_known(CSP)[0])),
        ("." * 256, str(best_known(CSP)[0])),
        (f"regions={JIGSAW}:{EMPTY}", str(best_known(CSP)[0])),
        (f"regions={ROWS}:{EMPTY}", "ranks"),
        (f"regions={BOXES}:{EASY}", "bands"),
        ("(12)" + EMPTY[1:], str(best_known(CSP)[0])),
    ],
)
def test_auto_takes_what_suits(text: str, chosen: str) -> None:
    puzzle = Sudoku.parse(text)
    assert str(choose(puzzle)) == chosen
    assert (Givens in puzzle.faces) == (chosen == "bands")
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    if chosen != "bands":
        with pytest.raises(Unsuited):
            clew.solve(puzzle, "bands")


# ------------------------------------------------------------------ the judge


def wrong_answers(rng: Random, answer: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Answers with a cell changed, two cells or lines swapped, one too few or many, all alike."""
    grid = list(answer)
    a, b = rng.sample(range(81), 2)
    yield (*grid[:a], rng.choice([0, 10, 300, -1, grid[a] % 9 + 1]), *grid[a + 1 :])
    yield tuple(grid[b if c == a else a if c == b else c] for c in range(81))
    row, other = rng.sample(range(9), 2)
    lines = [grid[9 * r : 9 * r + 9] for r in range(9)]
    lines[row], lines[other] = lines[other], lines[row]
    yield tuple(value for line in lines for value in line)
    yield tuple(grid[:-1])
    yield (*grid, 9)
    yield (rng.randrange(256),) * 81


def test_the_judge_agrees_with_the_rules_one_by_one() -> None:
    rng = Random(3)
    for _ in range(150):
        grid = full(rng)
        kept = set(rng.sample(range(81), rng.choice([0, 20, 60])))
        puzzle = Sudoku(tuple(value if cell in kept else 0 for cell, value in enumerate(grid)))
        assert puzzle.check(tuple(grid)) == puzzle.check(grid) == []
        for wrong in wrong_answers(rng, tuple(grid)):
            slowly = puzzle.check_each(wrong)
            assert Givens(bytes(puzzle.cells)).is_filled_by(wrong) == (not slowly)
            assert puzzle.check(wrong) == slowly


def test_clashes_agree_with_the_rules_one_by_one() -> None:
    rng = Random(4)
    clashing = 0
    for _ in range(300):
        puzzle = Sudoku(tuple(posed(rng)))
        slowly = puzzle.clashes_each()
        assert puzzle.clashes() == slowly
        clashing += bool(slowly)
    assert 20 < clashing < 280
