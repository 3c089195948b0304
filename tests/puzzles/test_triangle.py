"""Triangle: the facts known of one, strategies against brute force, and size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew import Status, Triangle, count, read, solutions, solve, write
from clew.core.result import Run, Stopped
from clew.puzzles.triangle import search as sums
from clew.puzzles.triangle.search import PathTotals, SumPaths, reachable_sums
from tests.known import TRIANGLE, TRIANGLE_SUMS
from tests.walking import overestimates

PLENTY = 10**9
Rows = Sequence[Sequence[int]]
WALKS = ("breadth-first", "depth-first", "a-star", "ida-star", "bidirectional", "uniform-cost")


def paths(rows: Rows) -> Iterator[tuple[int, ...]]:
    """Every path, by trying all ways down; in lexicographic order."""
    for turns in product((0, 1), repeat=len(rows) - 1):
        yield tuple(accumulate(turns, initial=0))


def total(rows: Rows, path: Sequence[int]) -> int:
    return sum(row[at] for row, at in zip(rows, path, strict=True))


def numbers(size: int, largest: int, seed: int = 0) -> tuple[tuple[int, ...], ...]:
    random = Random(seed)
    return tuple(tuple(random.choices(range(largest + 1), k=row + 1)) for row in range(size))


@st.composite
def triangles(draw: st.DrawFn, largest: int = 12) -> tuple[tuple[int, ...], ...]:
    size = draw(st.integers(1, 8))
    return tuple(
        tuple(draw(st.lists(st.integers(0, largest), min_size=row + 1, max_size=row + 1)))
        for row in range(size)
    )


# --- what is known


def test_the_triangle_of_002() -> None:
    result = solve(Triangle(TRIANGLE, 15), max_solutions=None)
    assert result.unique
    assert Triangle(TRIANGLE, 15).entries(result.solution) == (4, 7, 3, 1)


def test_every_path_of_002() -> None:
    found = Counter({k: count(Triangle(TRIANGLE, k)) for k in range(30)})
    assert sorted(found.elements()) == list(TRIANGLE_SUMS)
    totals = reachable_sums(TRIANGLE)
    assert list(totals) == sorted(set(TRIANGLE_SUMS))
    assert len(totals) == 6
    assert [k for k in range(-1, 30) if k in totals] == list(totals)


@pytest.mark.parametrize("strategy", WALKS)
def test_as_a_walk(strategy: str) -> None:
    for k in set(TRIANGLE_SUMS):
        assert solve(Triangle(TRIANGLE, k), strategy).solved
    assert solve(Triangle(TRIANGLE, 17), strategy).unsolvable


@given(triangles())
@settings(deadline=None, max_examples=50)
def test_agrees_with_brute_force(rows: tuple[tuple[int, ...], ...]) -> None:
    every = list(paths(rows))
    expected = Counter(total(rows, path) for path in every)
    assert list(reachable_sums(rows)) == sorted(expected)
    for k in {*islice(expected, 3), 0, 50}:
        puzzle = Triangle(rows, k)
        assert list(solutions(puzzle)) == [path for path in every if total(rows, path) == k]
        assert count(puzzle) == expected[k]
        assert solve(puzzle, "breadth-first").solved == (k in expected)
        tree = list(solutions(puzzle, "depth-first:visited=none"))
        assert (len(tree), len(set(tree))) == (expected[k], expected[k])


@given(triangles(largest=10**9))
@settings(deadline=None, max_examples=20)
def test_totals_far_apart(rows: tuple[tuple[int, ...], ...]) -> None:
    expected = Counter(total(rows, path) for path in paths(rows))
    assert list(reachable_sums(rows)) == sorted(expected)
    for k, ways in islice(expected.items(), 3):
        assert count(Triangle(rows, k)) == ways


def test_a_number_too_large_beside_small_ones() -> None:
    rows = ((1,), (2, 10**9), (3, 10**9, 4), (10**9, 5, 6, 10**9))
    assert count(Triangle(rows, 11)) == 1
    assert count(Triangle(rows, 10**9 + 6)) == 1
    assert count(Triangle(rows, 10**9)) == 0


def test_both_ways_to_count(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = numbers(14, 20)
    dense = [count(Triangle(rows, k)) for k in range(100, 180, 7)]
    monkeypatch.setattr(sums, "DENSE", 0)
    assert dense == [count(Triangle(rows, k)) for k in range(100, 180, 7)]
    assert any(dense)


def test_more_paths_than_could_be_searched() -> None:
    ones = tuple((1,) * size for size in range(1, 201))
    assert count(Triangle(ones, 200)) == 2**199
    assert count(Triangle(ones, 199)) == 0
    assert len(list(islice(solutions(Triangle(ones, 200)), 10))) == 10


def test_why_there_is_none() -> None:
    reasons = {13: "", 12: "the nearest total is 13", 17: "the nearest totals are 16 and 19"}
    reasons |= {20: "the nearest totals are 19 and 21", 99: "the nearest total is 21"}
    for k, reason in reasons.items():
        assert solve(Triangle(TRIANGLE, k)).reason == reason


def test_a_hundred_rows() -> None:
    rows = numbers(100, 99)
    totals = reachable_sums(rows)
    random = Random(1)
    for run in totals.runs[:2]:
        for k in (run[0], run[-1], random.choice(run)):
            path = totals.path(k)
            assert path is not None
            assert not Triangle(rows, k).check(path)
            assert solve(Triangle(rows, k)).solution == path
    assert totals.path(totals.runs[0][0] - 1) is None


# --- the puzzle as a value


def test_text() -> None:
    puzzle = Triangle(TRIANGLE, 15)
    assert str(puzzle) == "4/7 5/6 3 4/4 2 1 6=15"
    for text in ("4\n7 5\n6 3 4\n4 2 1 6\n=15\n", " 4 \r\n7  5\r\n\r\n6 3 4/4 2 1 6 = 15 "):
        assert Triangle.parse(text) == puzzle


def test_a_file() -> None:
    puzzle = Triangle(TRIANGLE, 15)
    text = write(puzzle, "triangle-rows")
    assert text == "4\n7 5\n6 3 4\n4 2 1 6\n=15\n"
    assert read(text) == read(text, "triangle") == puzzle
    with pytest.raises(ValueError, match=r"line 3, column 3: found 'x', expected a number"):
        read(text.replace("6 3 4", "6 x 4"), "triangle", "triangle-rows")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "found no '=', expected the total after it"),
        ("4/7 5", "found no '=', expected the total after it"),
        ("4/7 5=", "column 7: found '', expected the total"),
        ("4/7 5= x", "column 8: found 'x', expected the total"),
        ("4/7 5=-1", "column 7: found '-1', expected the total"),
        ("4/7 5=1/2", "column 7: found '1/2', expected the total"),
        ("=4", "found 0 rows, expected 1 to 20000"),
        ("4/7=4", "row 2: found 1 numbers, expected 2"),
        ("4//7 5=4", "row 2: found 0 numbers, expected 2"),
        ("4/7 5 6=4", "row 2: found 3 numbers, expected 2"),
        ("4/7 b5=4", "column 5: found 'b5', expected a number"),
        ("4/7 -5=4", "column 5: found '-5', expected a number"),
        ("4/7 5,6=4", "column 6: found ',6', expected a number"),
        ("4/7 ٣=4", "column 5: found '٣', expected a number"),
        ("4\n7 5\n1 2 1_0=4", "line 3, column 6: found '_0', expected a number"),
        ("4/7 1000000001=4", "row 2: found 1000000001, expected 0 to 1000000000"),
        (f"4/7 {'9' * 5000}=4", f"column 5: found '{'9' * 20}', expected a number"),
        ("4=9" + "9" * 18, "column 3: found '9999999999999999999', expected the total"),
        (
            "4=999999999999999999",
            "found the total 999999999999999999, expected 0 to 20000000000000",
        ),
    ],
)
def test_bad_texts(text: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - compared below
        Triangle.parse(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ((0, 0, 1, 2), []),
        ((0, 0, 1), ["the path has 3 entries, not 4"]),
        ((0, 0, 1, 4), ["row 4 has no place 4"]),
        ((0, -1, 0, 0), ["row 2 has no place -1"]),
        ((0, 1, 0, 1), ["place 0 of row 3 is not below place 1"]),
        ((0, 0, 0, 0), ["the path adds up to 21, not 15"]),
    ],
)
def test_check(answer: tuple[int, ...], wrong: list[str]) -> None:
    found = Triangle(TRIANGLE, 15).check(answer)
    assert found[: len(wrong)] == wrong
    assert bool(found) == bool(wrong)


def test_a_large_one_is_drawn_as_its_path() -> None:
    rows = tuple((1,) * size for size in range(1, 101))
    board = Triangle(rows, 100).board((0,) * 100)
    assert (board.rows, board.cols) == (1, 100)
    assert Triangle(rows, 100).board().rows == 1


# --- the space


def test_the_heuristic_is_admissible() -> None:
    for seed in range(5):
        rows = numbers(7, 9, seed)
        for k in (total(rows, (0, 1, 1, 1, 2, 3, 4)), 0):
            space = Triangle(rows, k).space()
            assert not overestimates(space)
    assert Triangle(TRIANGLE, 15).space().heuristic(Triangle(TRIANGLE, 15).space().start) == 3


def test_predecessors_undo_successors() -> None:
    space = Triangle(TRIANGLE, 15).space()
    frontier = [space.start]
    while frontier:
        state = frontier.pop()
        for _, child in space.successors(state):
            assert state in space.predecessors(child)
            frontier.append(child)


# --- the totals


def test_negative_values() -> None:
    search = PathTotals([[-4], [7, -5]])
    assert search.rise(PLENTY)
    assert search.totals() == [(-9, -9), (3, 3)]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "rows: found 0, expected 1 to 1048576"),
        ([[1], [2]], "row 1: found 1 values, expected 2"),
        ([[]], "row 0: found 0 values, expected 1"),
        ([[1 << 31]], "row 0: found a value beyond 32 bits"),
        ([[1], [1, -(1 << 80)]], "row 1: found a value beyond 32 bits"),
    ],
)
def test_bad_rows(rows: Rows, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        PathTotals(rows)


def test_bad_calls() -> None:
    search = PathTotals([[1]])
    assert search.totals() == []
    with pytest.raises(ValueError, match=r"^seek: the totals are not known yet$"):
        search.seek(1)
    assert search.run(1, 1) == []
    for limits in ((-1, 1), (1, -1)):
        with pytest.raises(ValueError, match=r"^run: found a negative limit"):
            search.run(*limits)
    with pytest.raises(ValueError, match=r"^rise: found a negative limit"):
        search.rise(-1)


def test_limits_while_counting() -> None:
    face = SumPaths(numbers(300, 99), 15_000)
    with pytest.raises(Stopped, match="node limit"):
        sums.Sums().count(face, Run(max_nodes=100))
    with pytest.raises(Stopped, match="time limit"):
        sums.Sums().count(face, Run(max_seconds=0.05))


def test_totals_so_far_apart_that_they_fill_the_memory() -> None:
    rows = numbers(60, 10**9)
    result = solve(Triangle(rows, 30 * 10**9), max_seconds=0.5)
    assert (result.status, result.reason) == (Status.STOPPED, "seconds")
    assert result.stats.seconds < 5


@pytest.mark.parametrize(
    "text",
    [
        "[[4];[7;5];[6;3;4];[4;2;1;6]]=15",
        "[[4],[7,5],[6,3,4],[4,2,1,6]] = 15",
        "[ [4]; [7; 5];\n  [6; 3; 4]; [4; 2; 1; 6] ]\n=15\n",
    ],
)
def test_parse_nested_list_of_python_or_ocaml_reads_the_rows(text: str) -> None:
    assert Triangle.parse(text) == Triangle.parse("4/7 5/6 3 4/4 2 1 6=15")
    assert read(f"{text}\n") == Triangle.parse(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[[4];[7;x]]=15", "column 9: found 'x', expected a number"),
        ("[[4];[7;5]=15", r"column 1: found '\[\[4\];\[7;5\]', expected a number"),
        ("[[4];[7;5;6]]=15", "row 2: found 3 numbers, expected 2"),
    ],
)
def test_parse_broken_nested_list_names_the_place(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Triangle.parse(text)
