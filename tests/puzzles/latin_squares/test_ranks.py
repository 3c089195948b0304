"""Latin squares with signs: kernels equal their twins, the textbook's searches and known counts."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, permutations
from random import Random

import pytest

import clew
from clew import Status
from clew.core.faces import CSP
from clew.core.grid import lines
from clew.puzzles.latin_squares.face import LatinSquare
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.puzzles.latin_squares.puzzle_latin import Latin
from clew.puzzles.latin_squares.search import (
    PyRanks,
    PySquares,
    RanksKernel,
    SquaresKernel,
    hidden_singles,
    ladder,
)
from clew.search import native
from clew.search.auto import best_known

PLENTY = 10**15
STEPS = int(os.environ.get("CLEW_STEPS", "300"))
"""Boards of an order to compare on every path; thousands by command."""
KNOWN = {1: 1, 2: 2, 3: 12, 4: 576, 5: 161_280}
"""Latin squares of each order, OEIS A002860."""
Search = type[PyRanks]
needs_kernel = pytest.mark.skipif(not native.available, reason="no compiled kernels")


def neighbours(order: int) -> list[tuple[int, int]]:
    return [pair for _, line in lines(order) for pair in pairwise(line)]


def filled(order: int, rng: Random) -> list[int]:
    """A Latin square, made by shuffling the rows, columns and values of the cyclic one."""
    rows, cols, values = (rng.sample(range(order), order) for _ in range(3))
    return [values[(r + c) % order] + 1 for r in rows for c in cols]


def posed(rng: Random, order: int) -> LatinSquare:
    """Some givens and signs of a square, now and then with mistakes, signs twice or both ways."""
    square = filled(order, rng)
    share, signs, wrong = rng.uniform(0, 0.5), rng.uniform(0, 0.8), rng.choice([0, 0, 0.03])
    givens = [value if rng.random() < share else 0 for value in square]
    if rng.random() < wrong * 3:
        givens[rng.randrange(len(givens))] = rng.randint(1, order)
    less = []
    for a, b in neighbours(order):
        if rng.random() < signs:
            rising = (square[a] < square[b]) != (rng.random() < wrong)
            less.append((a, b) if rising else (b, a))
    less += rng.choices(less, k=rng.randint(0, 3)) if less else []
    if less and rng.random() < wrong:
        less.append(less[0][::-1])
    rng.shuffle(less)
    return LatinSquare(order, tuple(givens), tuple(less))


def args(square: LatinSquare) -> tuple[int, tuple[int, ...], tuple[tuple[int, int], ...]]:
    return square.order, square.givens, square.less


def state(search: PyRanks) -> tuple[object, ...]:
    counts = (search.nodes, search.backtracks, search.answers)
    return (*counts, search.deepest, search.finished)


def puzzle_of(square: LatinSquare) -> Futoshiki:
    return Futoshiki(square.givens, square.less)


# ------------------------------------------------------------------ kernels and twins


@needs_kernel
@pytest.mark.parametrize("order", range(1, 10))
def test_search_equals_its_twin(order: int) -> None:
    rng = Random(f"ranks {order}")
    for _ in range(120 if order < 6 else 30 if order < 9 else 8):
        square = posed(rng, order)
        fast, slow = RanksKernel(*args(square)), PyRanks(*args(square))
        assert fast.run(20, 300) == slow.run(20, 300), square
        assert state(fast) == state(slow), square


@needs_kernel
@pytest.mark.parametrize("order", [10, 12, 16, 17, 20])
def test_large_orders_equal_the_twin(order: int) -> None:
    """Lines with more than nine open cells, and domains of more than sixteen values."""
    rng = Random(f"ranks {order}")
    for _ in range(3):
        square = posed(rng, order)
        fast, slow = RanksKernel(*args(square)), PyRanks(*args(square))
        assert fast.run(2, 12) == slow.run(2, 12), square
        assert state(fast) == state(slow), square


@needs_kernel
@pytest.mark.parametrize("order", range(1, 17))
def test_every_path_takes_the_same_steps(order: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path that the machine does not have is replaced by one that it has."""
    rng = Random(f"paths {order}")
    squares = [posed(rng, order) for _ in range(STEPS if order < 10 else STEPS // 10)]
    squares += [replace(square, givens=(0,) * order**2) for square in squares[::3]]
    squares += [replace(square, less=()) for square in squares[::10]]
    found = []
    for path in ("portable", "avx2", "avx512"):
        monkeypatch.setenv("CLEW_SIMD", path)
        searches = [RanksKernel(*args(square)) for square in squares]
        found.append([(search.run(3, 40), state(search)) for search in searches])
    for portable, *others in zip(*found, strict=True):
        assert others == [portable, portable]


@needs_kernel
@pytest.mark.parametrize("order", KNOWN)
def test_tables_equal_their_twin(order: int) -> None:
    rng = Random(f"squares {order}")
    for _ in range(60):
        square = posed(rng, order)
        fast, slow = SquaresKernel(*args(square)), PySquares(*args(square))
        assert fast.answers == slow.answers, square
        assert fast.run(5) == slow.run(5), square
        assert fast.run(1000) == slow.run(1000), square


@pytest.mark.parametrize("kind", [RanksKernel, PyRanks])
def test_counting_in_slices(kind: Search) -> None:
    whole, sliced = kind(4, [0] * 16, []), kind(4, [0] * 16, [])
    whole.count(PLENTY)
    assert whole.answers == 576
    while not sliced.finished:
        before = sliced.nodes
        sliced.count(7)
        assert 0 < sliced.nodes - before <= 7
    assert state(sliced) == state(whole)


@pytest.mark.parametrize("kind", [RanksKernel, PyRanks, SquaresKernel, PySquares])
def test_bad_input(kind: Search | type[PySquares]) -> None:
    most = 5 if kind in (SquaresKernel, PySquares) else 64
    for given_, message in [
        ((0, [], []), f"order: found 0, expected 1 to {most}"),
        ((65, [0] * 65 * 65, []), f"order: found 65, expected 1 to {most}"),
        ((3, [0] * 8, []), "givens: found 8, expected 9"),
        ((3, [0, 0, 4] + [0] * 6, []), "cell 2: found 4, expected 0 to 3"),
        ((3, [0] * 8 + [-1], []), "cell 8: found -1, expected 0 to 3"),
        ((3, [0] * 9, [(2, 3)]), "less: found cells 2 and 3, expected neighbours"),
        ((3, [0] * 9, [(0, 0)]), "less: found cells 0 and 0, expected neighbours"),
        ((3, [0] * 9, [(8, 11)]), "less: found cells 8 and 11, expected neighbours"),
        ((3, [0] * 9, [(-1, 0)]), "less: found cells -1 and 0, expected neighbours"),
    ]:
        with pytest.raises(ValueError, match=message):
            kind(*given_)


@pytest.mark.parametrize("kind", [RanksKernel, PyRanks])
def test_bad_limits(kind: Search) -> None:
    for limits in ((-1, 1), (1, -1)):
        with pytest.raises(ValueError, match="run: found a negative limit, expected 0 or more"):
            kind(2, [0] * 4, []).run(*limits)
    with pytest.raises(ValueError, match="count: found a negative limit, expected 0 or more"):
        kind(2, [0] * 4, []).count(-1)
    with pytest.raises(ValueError, match="run: found a negative limit, expected 0 or more"):
        (SquaresKernel if kind is RanksKernel else PySquares)(2, [0] * 4, []).run(-1)


# ------------------------------------------------------------------ what the twin says


def brute(domains: Sequence[int], smaller: Sequence[int]) -> list[int] | None:
    """What `ladder` must say, by going through all permutations."""
    values = [v for v in range(20) if any(d >> v & 1 for d in domains)]
    kept = [0] * len(domains)
    if len(values) != len(domains):
        return None
    for way in permutations(values):
        if all(d >> v & 1 for d, v in zip(domains, way, strict=True)) and all(
            way[i] < way[j]
            for j, mask in enumerate(smaller)
            for i in range(len(way))
            if mask >> i & 1
        ):
            kept = [k | 1 << v for k, v in zip(kept, way, strict=True)]
    return kept if any(kept) else None


def test_a_ladder_keeps_exactly_what_can_be() -> None:
    rng = Random("ladder")
    for _ in range(400):
        cells = rng.randint(1, 5)
        way = rng.sample(range(1, 9), cells)
        domains = [1 << v | sum(1 << w for w in way if rng.random() < 0.5) for v in way]
        smaller = [0] * cells
        for j in range(cells - 1):
            if rng.random() < 0.5:
                low, high = rng.sample((j, j + 1), 2) if rng.random() < 0.1 else (j, j + 1)
                smaller[high] |= 1 << low
        assert ladder(domains, smaller) == brute(domains, smaller), (domains, smaller)


def test_hidden_singles() -> None:
    assert hidden_singles([0b0110, 0b0110, 0b1110]) == [0b0110, 0b0110, 0b1000]
    assert hidden_singles([0b0110, 0b0110, 0b0110]) is None
    assert hidden_singles([0b1110, 0b0010, 0b0010]) is None


# ------------------------------------------------------------------ the strategy


@pytest.mark.parametrize("order", KNOWN)
def test_known_counts(order: int) -> None:
    assert clew.count(Latin.parse(str(order))) == KNOWN[order]
    assert clew.count(Futoshiki((0,) * order**2)) == KNOWN[order]
    if order < 5 or native.available:
        assert clew.count(Latin.parse(str(order)), "ranks:table=no") == KNOWN[order]


@pytest.mark.parametrize("order", range(1, 8))
def test_answers_equal_those_of_backtracking(order: int) -> None:
    """All answers where they are few, else their number up to a limit."""
    rng = Random(f"equal {order}")
    for _ in range(60 if order < 6 else 20):
        puzzle = puzzle_of(posed(rng, order))
        slow = clew.solve(puzzle, "backtracking:infer=mac+hidden-singles", max_solutions=50)
        for spelling in ("ranks", "ranks:table=yes", "ranks:table=no"):
            fast = clew.solve(puzzle, spelling, max_solutions=50)
            assert (len(fast.solutions), fast.status) == (len(slow.solutions), slow.status), (
                puzzle.id
            )
            if slow.status is Status.COMPLETE:
                assert set(fast.solutions) == set(slow.solutions), puzzle.id
                assert clew.count(puzzle, spelling) == len(slow.solutions), puzzle.id


def test_auto_takes_it_where_it_can() -> None:
    assert str(clew.search.auto.choose(Latin.parse("4"))) == "ranks"
    assert str(clew.search.auto.choose(Futoshiki.parse("2:0R,0,0,0,"))) == "ranks"
    adjacent = Futoshiki.parse("2a:0,0,0,0,")
    assert str(clew.search.auto.choose(adjacent)) == str(best_known(CSP)[0])
    assert str(clew.search.auto.choose(Latin.parse("65"))) == str(best_known(CSP)[0])
    with pytest.raises(clew.Unsuited, match="the order is more than 64"):
        clew.solve(Latin.parse("65"), "ranks")


def test_contradictory_chains() -> None:
    """More signs in a row than there are values; a circle of signs; a sign both ways."""
    chain = Futoshiki((0,) * 36, (*((c, c + 1) for c in range(5)), (5, 11)))
    circle = Futoshiki((0,) * 36, ((0, 1), (1, 7), (7, 6), (6, 0)))
    both = LatinSquare(6, (0,) * 36, ((0, 1), (1, 0)))
    for puzzle in (chain, circle):
        result = clew.solve(puzzle)
        assert (result.solutions, result.status, result.stats.nodes) == ((), Status.COMPLETE, 1)
    assert RanksKernel(*args(both)).run(1, PLENTY) == []


def test_limits() -> None:
    blank = Latin.parse("8")
    for nodes in (0, 1, 2, 77):
        result = clew.solve(blank, max_solutions=None, max_nodes=nodes)
        assert result.status is Status.STOPPED
        assert result.stats.nodes == nodes
    with pytest.raises(clew.Stopped, match="node limit"):
        clew.count(blank, max_nodes=1000)
    with pytest.raises(clew.Stopped, match="time limit"):
        clew.count(blank, max_seconds=0.05)
