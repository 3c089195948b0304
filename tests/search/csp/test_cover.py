"""Exact cover: it finds what the search that learns finds, and its kernel is its twin."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import clew
from clew.core.faces import CSP, Assignment
from clew.core.result import Run
from clew.rules import Clause, Count, Literal, Table
from clew.search.csp.cover import Cover, ExactCover, PyCover, laid_out
from clew.search.csp.learning import Learning


def random_cover(seed: int) -> CSP:
    """Rules that one of some literals holds, or one at most; variables have one to four values."""
    rng = Random(f"cover {seed}")
    domains = tuple(rng.choice([0b11, 0b110, 0b1111, 0b1]) for _ in range(rng.randrange(2, 9)))
    rules = []
    for _ in range(rng.randrange(1, 6)):
        scope = tuple(rng.sample(range(len(domains)), rng.randrange(1, len(domains))))
        literals = tuple(Literal(at, "==", rng.randrange(3)) for at in range(len(scope)))
        rules.append(Count(scope, "", literals, rng.choice(["==", "==", "<="]), 1))
    return CSP(domains, tuple(rules))


@pytest.mark.parametrize("seed", range(150))
def test_it_finds_what_the_search_that_learns_finds(seed: int) -> None:
    csp = random_cover(seed)
    expected = sorted(Learning()(csp, Run()))
    assert sorted(ExactCover()(csp, Run())) == expected
    assert sorted(ExactCover().readable(csp, Run())) == expected


@pytest.mark.parametrize("seed", range(60))
def test_the_kernel_is_its_twin_slice_by_slice(seed: int) -> None:
    found = laid_out(random_cover(seed))
    assert found is not None
    ours, theirs = Cover(*found[0]), PyCover(*found[0])
    rng = Random(seed)
    while not theirs.finished:
        most, nodes = rng.choice([0, 1, 3]), rng.choice([0, 1, 5, 30])
        assert ours.run(most, nodes) == theirs.run(most, nodes)
        for name in ("nodes", "backtracks", "deepest", "finished"):
            assert getattr(ours, name) == getattr(theirs, name), name
    assert ours.finished


def test_auto_takes_it_for_an_exact_cover_alone() -> None:
    problem = clew.Problem("cover")
    pieces = [problem.variable(f"p{n}", (0, 1)) for n in range(4)]
    problem.exactly_one(*(piece == 1 for piece in pieces[:3]))
    problem.exactly_one(*(piece == 1 for piece in pieces[1:]))
    result = clew.solve(problem)
    assert result.strategy == "exact-cover"
    assert clew.count(problem) == clew.count(problem, "learning") == 3
    problem.add(pieces[0] + pieces[1] + 2 * pieces[3] <= 2)
    assert clew.solve(problem).strategy == "learning"
    assert clew.count(problem) == 2
    with pytest.raises(clew.Unsuited, match="not every rule says that one of some values is taken"):
        clew.solve(problem, "exact-cover")


@pytest.mark.parametrize(
    "rule",
    [
        Clause((0, 1), "", (Literal(0, "==", 1),)),
        Count((0, 1), "", (Literal(0, "==", 1), Literal(1, "==", 1)), ">=", 1),
        Count((0, 1), "", (Literal(0, "==", 1), Literal(1, "==", 1)), "==", 2),
        Count((0, 1), "", (Literal(0, "<=", 1), Literal(1, "==", 1)), "==", 1),
        Count((0, 1), "", (Literal(0, "==", 1), Literal(0, "==", 1)), "==", 1),
    ],
)
def test_other_rules_are_no_exact_cover(rule: Clause | Count) -> None:
    assert laid_out(CSP((0b11, 0b11), (rule,))) is None


@pytest.mark.parametrize("seed", range(40))
def test_what_follows_from_options_is_filled_in(seed: int) -> None:
    """Pieces on a board: clauses say which piece each place has."""
    rng = Random(f"pieces {seed}")
    board = clew.Problem("board")
    cells = [board.variable(f"cell{n}", "abc") for n in range(6)]
    placements = {
        piece: [rng.sample(range(6), 2) for _ in range(rng.randrange(2, 7))] for piece in "abc"
    }
    board.pieces(cells, placements)
    expected = sorted(map(str, clew.Search(board, "learning")))
    search = clew.Search(board)
    assert sorted(map(str, search)) == expected
    assert search.by == "exact-cover" or not expected
    board.add(cells[0] != cells[1])
    assert clew.solve(board).strategy == "learning"


def test_a_rectangle_of_dominoes_has_as_many_covers_as_kasteleyn_says() -> None:
    """Dominoes on 4 x 5: 95; on 6 x 6: 6,728 (OEIS A099390)."""
    assert dominoes(4, 5) == 95
    assert dominoes(6, 6) == 6_728


def dominoes(rows: int, cols: int) -> int:
    """How many ways there are to cover a rectangle with dominoes."""
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    pairs = [((r, c), to) for r, c in cells for to in ((r + 1, c), (r, c + 1)) if to in cells]
    rules = []
    for cell in cells:
        scope = tuple(at for at, pair in enumerate(pairs) if cell in pair)
        literals = tuple(Literal(at, "==", 1) for at in range(len(scope)))
        rules.append(Count(scope, "", literals, "==", 1))
    answers: list[Assignment] = list(ExactCover()(CSP((0b11,) * len(pairs), tuple(rules)), Run()))
    return len(answers)


def test_rows_with_one_high_each_are_no_cover_unless_they_are_all_such_rows() -> None:
    """Both rows have the high value of y, and a value that z no longer has."""
    p = clew.Problem()
    y, z = p.variable("y", [1, 2]), p.variable("z", ["x", 1, None])
    p.add(p.table([y, z], [(2, None), (2, "x")]))
    p.add(~(z == None))  # noqa: E711 - a rule
    assert clew.solve(p, max_solutions=None).solutions == ({"y": 2, "z": "x"},)
    alike: Any = clew.CSP((0b110, 0b110), (Table((0, 1), "", frozenset({(2, 1), (2, 0)})),))
    assert clew.solve(alike, max_solutions=None).solutions == ((2, 1),)
