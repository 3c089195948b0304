"""The kernel for discs in columns: the same values as its Python twin and as the tree searches."""

from __future__ import annotations

from random import Random
from threading import Timer
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.core.games import check_verdict
from clew.core.result import Status
from clew.puzzles._board_games import Sides
from clew.puzzles._search_connect import Connect, ConnectKernel, PyConnect
from clew.puzzles.connect_four import ConnectFour
from clew.search.native import available
from tests.puzzles.test_in_a_row import stop_after

both = pytest.mark.parametrize("kind", [ConnectKernel, PyConnect], ids=["kernel", "python"])
compiled = pytest.mark.skipif(not available, reason="too much for Python")
Kernel = type[PyConnect]


def never(nodes: int) -> int:
    return nodes + 10**9


def empty(cols: int, rows: int, length: int = 4) -> ConnectFour:
    return ConnectFour((0, 0), cols, rows, length)


def played(board: ConnectFour, order: list[int]) -> ConnectFour:
    """The position after moves that end no game, each chosen by a number."""
    state = board.start
    for choice in order:
        after = [child for _, child in board.successors(state) if board.payoff(child) is None]
        if not after:
            break
        state = after[choice % len(after)]
    return board.at(state)


def dropped(columns: str) -> ConnectFour:
    """The position of 7x6 after discs in these columns."""
    board = empty(7, 6)
    for column in columns:
        board = board.at(dict(board.successors(board.start))[column])
    return board


def read(text: str) -> ConnectFour:
    return ConnectFour.parse(text)


def judged(kind: Kernel, board: ConnectFour) -> tuple[int, list[int], list[int]]:
    return kind(*board.drops).verdict(*board.start, never)


SMALL = [
    (3, 3, 3), (4, 3, 3), (3, 4, 3), (4, 4, 4), (5, 3, 3), (2, 6, 2), (1, 6, 3), (6, 2, 4),
    (4, 4, 2), (5, 3, 5), (2, 7, 4), (4, 4, 3),
]  # fmt: skip
POSITIONS = st.builds(
    lambda size, order, plies: played(empty(*size), order[:plies]),
    st.sampled_from(SMALL),
    st.lists(st.integers(0, 99), min_size=16, max_size=16),
    st.integers(0, 16),
)


@settings(max_examples=250, deadline=None)
@given(POSITIONS)
def test_kernel_twin_and_alpha_beta_agree(board: ConnectFour) -> None:
    if board.marks.count(".") > 13:
        return
    plain = clew.solve(board, "alpha-beta:symmetry=yes").solution
    order = [str(col + 1) for col, _ in PyConnect(*board.drops)._moves(sum(board.start))]
    for kind in (ConnectKernel, PyConnect):
        value, best, line = judged(kind, board)
        assert value == plain.value
        assert [name for name in order if int(name) - 1 in best] == list(plain.best)
        names = tuple(str(col + 1) for col in line)
        assert check_verdict(board, clew.Verdict(value, plain.best, names)) == []


@compiled
@pytest.mark.parametrize("size", [(5, 4, 4), (5, 5, 4), (4, 6, 4), (6, 4, 3), (5, 5, 3), (7, 3, 4)])
def test_larger_boards_agree_with_the_twin_near_the_end(size: tuple[int, int, int]) -> None:
    rng = Random(1)
    for _ in range(25):
        plies = size[0] * size[1] - rng.randint(1, 13)
        board = played(empty(*size), [rng.randrange(99) for _ in range(plies)])
        if board.marks.count(".") < 14:
            found, twin = judged(ConnectKernel, board), judged(PyConnect, board)
            assert found[:2] == twin[:2]


@compiled
def test_mirrored_positions_have_mirrored_verdicts() -> None:
    rng = Random(2)
    for _ in range(40):
        board = played(empty(7, 6), [rng.randrange(99) for _ in range(rng.randint(14, 36))])
        rows = [board.marks[at : at + 7][::-1] for at in range(0, 42, 7)]
        value, best, _ = judged(ConnectKernel, board)
        again, mirrored, _ = judged(ConnectKernel, read("/".join(rows)))
        assert (again, sorted(6 - col for col in mirrored)) == (value, sorted(best))


OPENINGS = [
    ("4x4", 0), ("5x4", 0), ("4x5", 0), ("5x5", 0), ("4x6", 0), ("6x4", -1),
    pytest.param("6x5", 0, marks=pytest.mark.slow), pytest.param("5x6", 0, marks=pytest.mark.slow),
]  # fmt: skip


@compiled
@pytest.mark.parametrize(("size", "value"), OPENINGS)
def test_empty_boards_have_the_values_that_another_solver_found(size: str, value: int) -> None:
    assert clew.solve(f"connect-four:{size}", "connect").solution.value == value


POSITIONS_OF_OTHERS = [
    ("73216737677534453172", 1, "36"),
    ("37653717652441511676", 1, "2356"),
    ("72543422316717755763", 1, "45"),
    ("76764742614373313331", 1, "14"),
    ("66772366717352144112", 0, "37"),
    ("51146333632225466366", -1, "123457"),
    ("21621426634314727551", -1, "1234567"),
    ("15421431157322113322", -1, "234567"),
    ("62567423161414447164", -1, "123567"),
    ("1366665154443311365772777164", 1, "25"),
    ("3227215475411267643371673431", 1, "24567"),
    ("7136555121756734452247577262", 1, "346"),
    ("1555462643143765364231166417", 1, "123457"),
    ("2565747417643567535653213376", -1, "123467"),
    ("2231147774324737456622246376", -1, "13456"),
    ("5116731666462126137347277224", -1, "123457"),
    ("4153731437766516546114461234", -1, "23567"),
    ("376227142153", 1, "235"),
    ("744447722727", 1, "1235"),
    ("452544262514", 1, "235"),
    ("411656423525", 1, "234"),
    ("343566154323", 0, "45"),
    ("636562124674", -1, "1234567"),
    ("712116655666", -1, "1234567"),
    ("144514725533", -1, "1234567"),
    ("616477433311", -1, "1234567"),
]  # fmt: skip
"""Moves, the value, and the best columns, computed with PascalPons/connect4 (`-a -w`)."""


@compiled
@pytest.mark.parametrize(("moves", "value", "best"), POSITIONS_OF_OTHERS)
def test_positions_have_the_values_that_another_solver_found(
    moves: str, value: int, best: str
) -> None:
    found = clew.solve(dropped(moves)).solution
    assert (found.value, "".join(sorted(found.best))) == (value, best)


def test_auto_chooses_it_for_boards_that_fit() -> None:
    assert clew.solve("connect-four:4x4", max_nodes=40_000).strategy == "connect"
    assert Connect().accepts(empty(7, 8))
    assert Connect().accepts(empty(8, 7))
    assert not Connect().accepts(empty(8, 8))
    assert not Connect().accepts(clew.parse("nim:3").game())
    with pytest.raises(clew.Unsuited):
        clew.solve("connect-four:8x8", "connect")
    with pytest.raises(clew.Unsuited, match="up to 64 bits"):
        next(Connect()(empty(9, 9), None))  # type: ignore[arg-type]  # refused before


def test_other_stakes_are_refused() -> None:
    class Rich(ConnectFour):
        stakes = 2

    assert Connect().rank(Rich((0, 0), 4, 4)) is None
    assert "expected 1" in Connect().objection(Rich((0, 0), 4, 4))


@both
def test_finished_and_nearly_finished_positions(kind: Kernel) -> None:
    full = read("OXOX/OXOX/XOXO/XOXO")
    assert judged(kind, full) == (0, [], [])
    three = read("..../..../OOO./XXX.")
    assert judged(kind, three) == (1, [3], [3])
    lost = read("...../...../.O.O./.XXX.")
    value, best, line = judged(kind, lost)
    assert (value, sorted(best), len(line)) == (-1, [0, 1, 2, 3, 4], 2)


@both
def test_a_line_of_the_player_to_move_wins_by_any_move(kind: Kernel) -> None:
    """The rules ask only whether the player who has just moved has a line."""
    board = read("O..../O..../O..O./XXXX.")
    plain = clew.solve(board, "alpha-beta").solution
    value, best, line = judged(kind, board)
    assert (value, len(best), len(line)) == (plain.value, len(plain.best), 1) == (1, 4, 1)


@both
def test_what_is_refused(kind: Kernel) -> None:
    for size in ((0, 3, 3), (8, 8, 4), (64, 1, 4), (1, 33, 4), (-1, -1, 4)):
        with pytest.raises(ValueError, match="board: expected"):
            kind(*size)
    for length in (-1, 1, 65):
        with pytest.raises(ValueError, match="length: expected 2 to 64"):
            kind(3, 3, length)
    game = kind(3, 3, 3)
    discs = ((1 << 6, 1 << 6), (1 << 9, 0), (0, 1 << 63))
    for mine, theirs in discs:
        with pytest.raises(ValueError, match="two in one cell, or one outside the board"):
            game.verdict(mine, theirs, never)
    with pytest.raises(ValueError, match="one above an empty cell"):
        game.verdict(1 << 3, 0, never)
    with pytest.raises(TypeError):
        game.verdict(-1, 0, never)


@both
def test_the_search_can_be_stopped_and_asked_again(kind: Kernel) -> None:
    game = kind(3, 4, 3)
    with pytest.raises(KeyboardInterrupt):
        game.verdict(0, 0, stop_after(10))
    assert game.nodes == 10
    assert game.verdict(0, 0, never)[0] == judged(PyConnect, empty(4, 3, 3))[0]


def test_a_limit_leaves_a_look_ahead() -> None:
    for limits in ({"max_nodes": 5_000}, {"max_seconds": 0.4}):
        result = clew.solve("connect-four:7x6", "connect", **limits)
        assert (result.status, result.strategy) == (Status.STOPPED, "connect")
        assert result.solution.known.startswith("at depth ")
        assert not result.solution.forced
        assert result.stats.nodes <= limits.get("max_nodes", 10**9)
        assert result.stats.seconds < 1.5


def test_the_same_limit_gives_the_same_result() -> None:
    first, again = (clew.solve("connect-four:7x6", max_nodes=30_000) for _ in range(2))
    assert (first.solution, first.stats.nodes) == (again.solution, again.stats.nodes)


def test_an_interruption_ends_a_long_search_within_a_second() -> None:
    run = clew.Run()

    def interrupt() -> None:
        run.interrupted = True

    timer = Timer(0.3, interrupt)
    timer.start()
    before = perf_counter()
    with pytest.raises(KeyboardInterrupt):
        list(Connect()(empty(7, 6), run))
    assert perf_counter() - before < 1.3
    timer.join()


class Sweets:
    """A user's own game with discs in columns: Connect Three on four columns of three."""

    drops = (3, 4, 3)
    stakes = 1
    rules = empty(4, 3, 3)
    start: Sides = (0, 0)

    def successors(self, state: Sides) -> Any:
        return self.rules.successors(state)

    def payoff(self, state: Sides) -> int | None:
        return self.rules.payoff(state)


def test_a_game_of_your_own_can_use_it() -> None:
    found = next(Connect()(Sweets(), clew.Run()))
    plain = clew.solve(Sweets.rules, "alpha-beta").solution
    assert (found.value, found.best) == (plain.value, plain.best)
