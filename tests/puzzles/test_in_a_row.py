"""The kernel for k in a row: the same values as its Python twin and as the tree searches."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.core.result import Status
from clew.puzzles._search_in_a_row import InARow as Strategy
from clew.puzzles._search_in_a_row import InARowKernel, PyInARow
from clew.puzzles.noughts import Noughts
from clew.search.native import available

both = pytest.mark.parametrize("kind", [InARowKernel, PyInARow], ids=["kernel", "python"])
Kernel = type[PyInARow]


def never(nodes: int) -> int:
    return nodes + 10**9


def positions(rows: int, cols: int, length: int) -> st.SearchStrategy[Noughts]:
    """Positions that come up in play, not over yet."""

    def played(order: list[int], plies: int) -> Noughts:
        board = Noughts(rows, cols, length, "." * (rows * cols))
        rules = board.game()
        state = rules.start
        for choice in order[:plies]:
            after = [child for _, child in rules.successors(state)]
            after = [child for child in after if rules.payoff(child) is None]
            if not after:
                break
            state = after[choice % len(after)]
        return board.at(state)

    return st.builds(played, st.lists(st.integers(0, 99), min_size=16), st.integers(0, 16))


@settings(max_examples=120, deadline=None)
@given(st.one_of(*(positions(*board) for board in ((3, 3, 3), (3, 4, 3), (2, 5, 2), (4, 4, 4)))))
def test_kernel_and_twin_agree(board: Noughts) -> None:
    rules = board.game()
    mine, theirs = rules.start & rules.full, rules.start >> rules.size
    if board.marks.count(".") > 11:
        return
    values = [
        kind(*rules.in_a_row).value(mine, theirs, -1, 1, never) for kind in (InARowKernel, PyInARow)
    ]
    assert values[0] == values[1]
    for alpha, beta in ((-1, 0), (0, 1)):
        for kind in (InARowKernel, PyInARow):
            bound = kind(*rules.in_a_row).value(mine, theirs, alpha, beta, never)
            assert (bound <= alpha) == (values[0] <= alpha)
            assert (bound >= beta) == (values[0] >= beta)


@settings(max_examples=40, deadline=None)
@given(st.one_of(positions(3, 3, 3), positions(3, 4, 3), positions(5, 2, 2)))
def test_the_strategy_agrees_with_alpha_beta(board: Noughts) -> None:
    quick, plain = clew.solve(board, "in-a-row").solution, clew.solve(board, "alpha-beta").solution
    assert (quick.value, quick.best) == (plain.value, plain.best)


@pytest.mark.parametrize(
    ("board", "value"),
    [((3, 3, 3), 0), ((4, 4, 4), 0), ((5, 4, 4), 0), ((5, 5, 4), 0), ((6, 5, 4), 1),
     ((3, 4, 3), 1), ((1, 1, 1), 1), ((1, 3, 2), 1), ((1, 2, 2), 0), ((4, 8, 3), 1)],
)  # fmt: skip
def test_known_values(board: tuple[int, int, int], value: int) -> None:
    """Draws and wins as in the tables of m,n,k games (Uiterwijk and van den Herik 2000)."""
    if board[0] * board[1] > 16 and board[2] > 3 and not available:
        pytest.skip("too much for Python")
    assert InARowKernel(*board).value(0, 0, -1, 1, never) == value


def test_it_is_chosen_for_its_boards_only() -> None:
    assert clew.solve(clew.parse("noughts:3x3")).strategy == "in-a-row"
    assert not Strategy().accepts(clew.parse("noughts:6x6,6").game())
    assert not Strategy().accepts(clew.parse("nim:3").game())
    with pytest.raises(clew.Unsuited):
        clew.solve(clew.parse("sos:4"), "in-a-row")
    with pytest.raises(clew.Unsuited, match="up to 32 cells"):
        next(Strategy()(clew.parse("sos:4").game(), None))  # type: ignore[arg-type]  # refused before


def test_limits() -> None:
    board = clew.parse("noughts:5x5,5")
    for limits in ({"max_nodes": 5000}, {"max_seconds": 0.1}):
        result = clew.solve(board, "in-a-row", **limits)
        assert result.status is Status.STOPPED
        assert result.stats.nodes <= limits.get("max_nodes", 10**9)


@both
def test_what_is_refused(kind: Kernel) -> None:
    for board in ((0, 3, 3), (6, 6, 3), (3, 3, 4), (3, 3, 0), (-1, -1, 1)):
        with pytest.raises(ValueError, match="expected"):
            kind(*board)
    game = kind(3, 3, 3)
    for mine, theirs, window in ((1, 1, (-1, 1)), (1 << 9, 0, (-1, 1)), (0, 0, (1, 1))):
        with pytest.raises(ValueError, match=r"found|expected"):
            game.value(mine, theirs, *window, never)
    with pytest.raises(TypeError):
        game.value(-1, 0, -1, 1, never)


def stop_after(most: int) -> Callable[[int], int]:
    """Return a pause that interrupts the search after a number of nodes."""

    def pause(nodes: int) -> int:
        if nodes >= most:
            raise KeyboardInterrupt
        return most

    return pause


@both
def test_the_search_can_be_stopped_and_asked_again(kind: Kernel) -> None:
    game = kind(3, 4, 3)
    with pytest.raises(KeyboardInterrupt):
        game.value(0, 0, -1, 1, stop_after(10))
    assert game.nodes == 10
    assert game.value(0, 0, -1, 1, never) == 1
