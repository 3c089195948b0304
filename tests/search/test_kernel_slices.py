"""Every kernel that finds answers stops anywhere and resumes, in step with its readable twin."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.puzzles.knight.py_tour import (
    FrontierSearchKernel,
    PyFrontierSearch,
    PyWarnsdorff,
    WarnsdorffKernel,
)
from clew.puzzles.latin_squares.search import PyRanks, RanksKernel
from clew.puzzles.queens.search import PyQueens, QueensKernel
from clew.puzzles.sudoku.search import BandsKernel, PyBands
from tests.puzzles.latin_squares.test_ranks import args as as_args
from tests.puzzles.latin_squares.test_ranks import posed
from tests.puzzles.sudoku.test_sudoku import needs_kernel, puzzles
from tests.test_native import boards

Arguments = st.SearchStrategy[tuple[Any, ...]]
PLENTY = 10**12
REST = (500, 5_000)
"""How far a kernel goes on after the slices: to the end, or to many answers."""
QUEENS: Arguments = boards().map(lambda rows: (len(rows), rows))
BANDS: Arguments = puzzles().map(lambda cells: (cells,))
RANKS: Arguments = st.builds(
    lambda seed, order: as_args(posed(Random(seed), order)),
    st.integers(0, 10**6),
    st.integers(2, 6),
)
TOURS: Arguments = st.builds(
    lambda board, start, closed: (*board, start, closed),
    st.sampled_from([(3, 4), (3, 7), (4, 5), (5, 5)]),
    st.integers(-1, 11),
    st.booleans(),
)


def state(search: Any) -> tuple[int, int, int, bool]:
    return search.nodes, search.backtracks, search.deepest, search.finished


@pytest.mark.parametrize(
    ("kernel", "twin", "arguments"),
    [
        pytest.param(QueensKernel, PyQueens, QUEENS, id="queens"),
        pytest.param(BandsKernel, PyBands, BANDS, id="bands", marks=needs_kernel),
        pytest.param(RanksKernel, PyRanks, RANKS, id="ranks"),
        pytest.param(WarnsdorffKernel, PyWarnsdorff, TOURS, id="warnsdorff"),
        pytest.param(FrontierSearchKernel, PyFrontierSearch, TOURS, id="frontier"),
    ],
)
@given(
    data=st.data(),
    slices=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 40)), max_size=12),
)
@settings(deadline=None, max_examples=40)
def test_a_kernel_stops_and_resumes(
    kernel: Any, twin: Any, arguments: Arguments, data: st.DataObject, slices: list[tuple[int, int]]
) -> None:
    args = data.draw(arguments)
    fast, slow, whole = kernel(*args), twin(*args), kernel(*args)
    answers = []
    for max_solutions, max_nodes in slices:
        before = fast.nodes
        part = fast.run(max_solutions, max_nodes)
        assert part == slow.run(max_solutions, max_nodes)
        assert state(fast) == state(slow)
        assert len(part) <= max_solutions
        assert fast.nodes - before <= max_nodes
        answers += part
    answers += fast.run(*REST)
    assert len(set(answers)) == len(answers)
    assert answers == whole.run(len(answers) + fast.finished, PLENTY)
    if fast.finished:
        assert state(fast) == state(whole)
        assert fast.run(*REST) == []
