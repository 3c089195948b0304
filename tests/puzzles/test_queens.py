"""Queens: counted by halves, in parts and by symmetry, constructed, and by swaps."""

from __future__ import annotations

import json
import pickle
import time
from array import array
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from click.testing import CliRunner

import clew
from clew import Queens, Status, Stopped, Unsuited
from clew.cli.app import app
from clew.core.faces import CSP
from clew.core.result import Run
from clew.puzzles.queens.classes import QueensClasses, QueensPart, queens_classes, queens_parts
from clew.puzzles.queens.search import (
    AnyQueens,
    PyQueensHalves,
    PyQueensSwaps,
    PyQueensTurned,
    QueensHalvesKernel,
    QueensSwapsKernel,
    QueensTurnedKernel,
    constructed,
    images,
)
from clew.search import native
from clew.search.auto import best_known, choose
from tests.known import (
    QUEENS_FUNDAMENTAL,
    QUEENS_HALF_TURN,
    QUEENS_QUARTER_TURN,
    QUEENS_SOLUTIONS,
)

BEST = "backtracking:infer=mac+hidden-singles"

PATHS = ("portable", "avx2", "avx512")
compiled = pytest.mark.skipif(not native.available, reason="needs the compiled kernels")


def total(kernel: PyQueensHalves) -> int:
    while not kernel.finished:
        kernel.run(1000)
    return kernel.total


# ------------------------------------------------------------------ counting


@compiled
@pytest.mark.parametrize("path", PATHS)
def test_every_path_counts_the_known_numbers(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path that the machine does not have is replaced by one that it has."""
    monkeypatch.setenv("CLEW_SIMD", path)
    for n in range(15 if path == "portable" else 17):
        assert total(QueensHalvesKernel(n)) == QUEENS_SOLUTIONS[n]
    if path == "portable":
        assert QueensHalvesKernel(8).path == path


@compiled
def test_the_widest_masks_agree_on_every_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """One set of columns of the largest boards, where bits are put in order by samples."""
    for n, parts in ((19, 50_000), (20, 20_000)):
        found = set()
        for path in PATHS:
            monkeypatch.setenv("CLEW_SIMD", path)
            found.add(total(QueensHalvesKernel(n, 7_777, parts)))
        assert len(found) == 1
        assert found != {0}


@pytest.mark.parametrize("n", range(11))
def test_halves_and_twin_agree_in_all_parts(n: int) -> None:
    for parts in (1, 2, 5):
        for part in range(parts):
            kernel, twin = QueensHalvesKernel(n, part, parts), PyQueensHalves(n, part, parts)
            for limit in (0, 1, 3, 10):
                kernel.run(limit)
                twin.run(limit)
                assert (kernel.nodes, kernel.total) == (twin.nodes, twin.total)
                assert kernel.finished == twin.finished
            assert total(kernel) == total(twin)
            assert kernel.nodes == twin.nodes


@pytest.mark.parametrize("n", range(1, 13))
def test_all_ways_to_count_agree(n: int) -> None:
    known = QUEENS_SOLUTIONS[n]
    assert clew.count(Queens(n)) == known
    assert clew.count(Queens(n), "bitboard") == known or n == 12
    assert len(clew.solve(Queens(n), max_solutions=None).solutions) == known or n > 10


def test_a_count_in_threads_is_the_same() -> None:
    for n in (1, 4, 9, 14):
        assert clew.count(Queens(n), "queens:threads=3") == QUEENS_SOLUTIONS[n]


def test_the_nodes_of_a_count_are_the_sets_of_columns() -> None:
    """The 70 sets of four of eight columns are 23 but for complements and mirror images."""
    run = Run()
    assert AnyQueens().count(Queens(8).queens(), run) == 92
    assert run.stats.nodes == 23
    for limit in range(23):
        with pytest.raises(Stopped, match="node limit"):
            clew.count(Queens(8), max_nodes=limit)
        with pytest.raises(Stopped, match="node limit"):
            clew.count(Queens(8), "queens:threads=2", max_nodes=limit)
    assert clew.count(Queens(8), "queens:threads=2", max_nodes=24) == 92


@compiled
def test_a_long_count_stops_soon() -> None:
    began = time.perf_counter()
    with pytest.raises(Stopped, match="time limit"):
        clew.count(Queens(19), max_seconds=0.2)
    assert time.perf_counter() - began < 2


@pytest.mark.parametrize("n", [0, 1, 4, 7, 10, 11])
@pytest.mark.parametrize("parts", [1, 2, 3, 17, 100])
def test_parts_add_up(n: int, parts: int) -> None:
    several = queens_parts(n, parts)
    assert pickle.loads(pickle.dumps(several)) == several
    Random(parts).shuffle(several)
    assert sum(part.count() for part in several) == QUEENS_SOLUTIONS[n]


@compiled
def test_parts_of_a_large_board_add_up() -> None:
    assert sum(part.count() for part in queens_parts(15, 9)) == QUEENS_SOLUTIONS[15]


def test_a_part_keeps_its_limits() -> None:
    part = QueensPart(9, 1, 2)
    with pytest.raises(Stopped, match="node limit"):
        part.count(max_nodes=3)
    with pytest.raises(Stopped, match="time limit"):
        part.count(max_seconds=0.0)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((25, 0, 1), "found 25 queens, expected 0 to 24"),
        ((-1, 0, 1), "found -1 queens, expected 0 to 24"),
        ((8, 2, 2), "found part 2 of 2, expected 0 to one less than the parts"),
        ((8, -1, 2), "found part -1 of 2"),
        ((8, 0, 0), "found part 0 of 0"),
    ],
)
def test_no_part_of_nothing(args: tuple[int, int, int], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        QueensPart(*args)
    for kind in (QueensHalvesKernel, PyQueensHalves):
        with pytest.raises(ValueError, match=r"^(n|part): found "):
            kind(*args)
    with pytest.raises(ValueError, match="found 0 parts, expected 1 or more"):
        queens_parts(8, 0)


def test_kernels_refuse_negative_limits() -> None:
    kernels = (
        QueensHalvesKernel(6),
        PyQueensHalves(6),
        QueensTurnedKernel(6, 2),
        PyQueensTurned(6, 2),
    )
    for kernel in (*kernels, QueensSwapsKernel(6, 0, []), PyQueensSwaps(6, 0, [])):
        with pytest.raises(ValueError, match="run: found a negative limit"):
            kernel.run(-1)


# ------------------------------------------------------------------ by symmetry


@pytest.mark.parametrize("n", range(1, 15))
def test_classes_are_the_known_ones(n: int) -> None:
    classes = queens_classes(n)
    assert classes.fundamental == QUEENS_FUNDAMENTAL[n]
    assert classes.total == QUEENS_SOLUTIONS[n]


@pytest.mark.parametrize("n", range(1, 10))
def test_classes_are_those_of_the_answers_themselves(n: int) -> None:
    """Found by turning each answer, not by counting."""
    answers = set(clew.solutions(Queens(n), "bitboard"))
    sizes = []
    while answers:
        alike = set(images(next(iter(answers))))
        sizes.append(len(alike))
        answers -= alike
    kinds = [sizes.count(size) for size in (8, 4, 2)] if n > 1 else [0, 0, 1]
    classes = queens_classes(n)
    assert [classes.asymmetric, classes.half_turn, classes.quarter_turn] == kinds


@pytest.mark.parametrize("turns", [2, 4])
def test_turned_and_twin_agree(turns: int) -> None:
    for n in range(11):
        kernel, twin = QueensTurnedKernel(n, turns), PyQueensTurned(n, turns)
        while not kernel.finished:
            kernel.run(7)
            twin.run(7)
            assert (kernel.nodes, kernel.total) == (twin.nodes, twin.total)
            assert kernel.finished == twin.finished
        assert kernel.total == (QUEENS_HALF_TURN if turns == 2 else QUEENS_QUARTER_TURN)[n]


@compiled
def test_turned_answers_of_larger_boards() -> None:
    for n in range(11, 19):
        for turns, known in ((2, QUEENS_HALF_TURN[n]), (4, QUEENS_QUARTER_TURN[n])):
            kernel = QueensTurnedKernel(n, turns)
            while not kernel.finished:
                kernel.run(100_000)
            assert kernel.total == known


def test_classes_keep_limits_and_refuse_nonsense() -> None:
    with pytest.raises(Stopped, match="node limit"):
        queens_classes(8, max_nodes=70)
    with pytest.raises(Stopped, match="node limit"):
        queens_classes(8, max_nodes=5)
    assert queens_classes(8, max_nodes=84).total == 92
    with pytest.raises(ValueError, match="found 25 queens, expected 0 to 24"):
        queens_classes(25)
    for kind in (QueensTurnedKernel, PyQueensTurned):
        with pytest.raises(ValueError, match="turns: found 3, expected 2 or 4"):
            kind(8, 3)
        with pytest.raises(ValueError, match="n: found 33, expected 0 to 32"):
            kind(33, 2)


def test_the_command_line_counts_by_symmetry() -> None:
    asked = ["solve", "queens:12", "--count", "--by-symmetry"]
    said = CliRunner().invoke(app, [*asked, "-q"]).output
    assert said.splitlines()[0] == "14200"
    assert said.splitlines()[1].startswith("1787 up to symmetry: 1765 without any")
    found = json.loads(CliRunner().invoke(app, [*asked, "--json"]).output)
    assert (found["count"], found["fundamental"]) == (14200, 1787)
    assert QueensClasses(**found["classes"]) == queens_classes(12)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("queens:8 --by-symmetry", "--by-symmetry needs --count"),
        ("latin:3 --count --by-symmetry", "--by-symmetry doesn't work for latin puzzles"),
        ("queens:Q3/4/4/4 --count --by-symmetry", "on an empty board"),
        ("queens:25 --count --by-symmetry", "counts up to 24 queens"),
        (
            "queens:8 --count --by-symmetry --strategy bitboard",
            "can't count queens:8 with bitboard",
        ),
    ],
)
def test_by_symmetry_says_what_it_needs(words: str, says: str) -> None:
    result = CliRunner().invoke(app, ["solve", *words.split()])
    assert result.exit_code == 2
    assert says in result.output


# ------------------------------------------------------------------ one answer


def test_a_construction_for_every_order() -> None:
    for n in (1, *range(4, 200), 1_000, 1_001, 12_345):
        answer = constructed(n)
        assert answer is not None
        assert not Queens(n).check(answer)
    assert constructed(2) is None
    assert constructed(3) is None


def test_a_million_queens() -> None:
    began = time.process_time()
    result = clew.solve(Queens(1_000_000))
    assert time.process_time() - began < 5  # a third of a second on a quiet machine
    assert (result.strategy, result.status, result.stats.nodes) == ("queens", Status.ENOUGH, 1)
    assert len(result.solution) == 1_000_000
    told = str(result)
    assert len(told) < 30_000
    assert told.endswith("columns 2, 4, 6, " + ", ".join(map(str, range(8, 82, 2))) + ", …")
    assert result.puzzle.board(result.solution).rows == 100


def test_answers_of_a_board_too_large_for_tuples_in_between() -> None:
    found = list(islice(clew.solutions(Queens(100_002)), 10))
    assert {type(answer) for answer in found} == {tuple}
    assert len(set(found)) == 10


def test_a_broken_answer_of_a_large_board_is_named() -> None:
    answer = list(constructed(5_000) or ())
    answer[10], answer[11] = answer[11], answer[10]
    wrong = Queens(5_000).check(answer)
    assert wrong
    assert all("diagonal" in line for line in wrong)
    assert Queens(5_000).check([*answer[:-1], 5_000])[0] == "5000 is not a column from 0 to 4999"


def test_images_of_an_answer() -> None:
    for answer in clew.solutions(Queens(6), "bitboard"):
        assert len(set(images(answer))) in (4, 8)
        assert all(not Queens(6).check(image) for image in images(answer))
    assert list(images((0,))) == [(0,)]


@pytest.mark.parametrize("n", [19, 40, 70, 1_500])
def test_more_answers_of_a_large_board(n: int) -> None:
    found = list(islice(clew.solutions(Queens(n)), 20))
    assert len(set(found)) == 20
    assert not clew.is_unique(Queens(n))


def test_a_board_that_is_too_large_is_not_written_out() -> None:
    with pytest.raises(Unsuited, match="too many to write out"):
        Queens(1_001).csp()
    with pytest.raises(Unsuited, match="too many to write out"):
        clew.solve(Queens(1_001), BEST)
    with pytest.raises(Unsuited, match="counts the answers of at most 64 queens"):
        clew.count(Queens(65))
    with pytest.raises(ValueError, match="queens placed on a board of order 1001, expected"):
        Queens(1_001, ((0, 0),))


def test_what_auto_chooses() -> None:
    assert str(choose(Queens(8))) == "queens"
    assert str(choose(Queens(8, ((0, 0),)))) == "queens"
    assert str(choose(Queens(19, ((0, 0),)))) == str(best_known(CSP)[0])
    assert str(choose(Queens(100, ((0, 0),)))) == str(best_known(CSP)[0])
    with pytest.raises(Unsuited, match="with queens on it a board may have at most 18 rows"):
        clew.solve(Queens(19, ((0, 0),)), "queens")


@pytest.mark.parametrize("threads", [0, 257])
def test_threads_are_a_few(threads: int) -> None:
    with pytest.raises(ValueError, match=f"found threads={threads}, expected 1 to 256"):
        AnyQueens(threads)


# ------------------------------------------------------------------ random answers


def placed_at_random(rng: Random, n: int) -> list[tuple[int, int]]:
    """A few queens of an answer, so that there is one."""
    answer = constructed(n)
    assert answer is not None
    return [(row, answer[row]) for row in rng.sample(range(n), rng.randrange(n // 3 + 1))]


def runs() -> Iterator[tuple[int, int, list[tuple[int, int]]]]:
    rng = Random(8)
    for n in (0, 1, 2, 3, *range(4, 12), 17, 24, 39):
        for seed in range(3):
            yield n, rng.randrange(1 << 64), placed_at_random(rng, n) if n > 3 and seed else []


def test_swaps_and_twin_take_the_same_steps() -> None:
    rng = Random(9)
    for n, seed, placed in runs():
        kernel, twin = QueensSwapsKernel(n, seed, placed), PyQueensSwaps(n, seed, placed)
        for _ in range(30):
            limit = rng.choice((0, 1, 2, 5, 50, 500))
            assert kernel.run(limit) == twin.run(limit)
            assert (kernel.steps, kernel.starts) == (twin.steps, twin.starts)
            assert kernel.columns == twin.columns


def test_swaps_find_answers() -> None:
    for n, seed, placed in runs():
        kernel = QueensSwapsKernel(n, seed, placed)
        if n > 5 and kernel.run(200_000):
            answer = tuple(array("i", kernel.columns))
            assert not Queens(n, tuple(placed)).check(answer)


def test_swaps_are_random_and_can_be_repeated() -> None:
    spellings = [f"swaps:seed={seed}" for seed in range(20)]
    firsts = [clew.solve(Queens(30), spelling).solution for spelling in spellings]
    assert len(set(firsts)) == 20
    assert firsts == [clew.solve(Queens(30), spelling).solution for spelling in spellings]


def test_swaps_find_every_answer_of_a_small_board() -> None:
    result = clew.solve(Queens(6), "swaps:starts=1000", max_solutions=None)
    assert set(result.solutions) == set(clew.solutions(Queens(6), "bitboard"))
    assert (result.status, result.reason) == (Status.STOPPED, "starts")


def test_swaps_prove_nothing() -> None:
    result = clew.solve(Queens(3), "swaps:starts=5")
    assert not result.solved
    assert not result.unsolvable
    assert (result.status, result.reason) == (Status.STOPPED, "starts")
    result = clew.solve(Queens(1_000), "swaps", max_nodes=100)
    assert (result.reason, result.stats.nodes) == ("nodes", 100)


@pytest.mark.parametrize("kind", [QueensSwapsKernel, PyQueensSwaps])
def test_swaps_refuse_nonsense(kind: type[PyQueensSwaps]) -> None:
    with pytest.raises(ValueError, match="n: found -1, expected 0 to 10000000"):
        kind(-1, 0, [])
    with pytest.raises(ValueError, match="found a queen at 4,0, outside the board"):
        kind(4, 0, [(4, 0)])
    for clash in ([(0, 0), (1, 1)], [(0, 0), (0, 2)], [(0, 2), (3, 2)]):
        with pytest.raises(ValueError, match="queens that attack each other"):
            kind(5, 0, clash)
