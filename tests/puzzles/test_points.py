"""The kernels for games with points: the same values as their twins and as the tree searches."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import clew
from clew.core.result import Status
from clew.puzzles._search_points import BoxesKernel, Points, PyBoxes, PySowing, SowingKernel
from clew.puzzles.dots_and_boxes import DotsAndBoxes, lines_of
from clew.puzzles.kalah import Kalah
from clew.search.native import available
from tests.puzzles.test_in_a_row import stop_after

compiled = pytest.mark.skipif(not available, reason="too much for Python")
ALL = 999


def never(nodes: int) -> int:
    return nodes + 10**9


def sown(rng: Random) -> tuple[tuple[int, ...], ...]:
    """Return a random board of Kalah with few seeds."""
    pits, seeds = rng.randint(1, 5), rng.randint(0, 12)
    sides = [[0] * pits, [0] * pits]
    for _ in range(seeds):
        sides[rng.randrange(2)][rng.randrange(pits)] += 1
    return tuple(map(tuple, sides))


SIZES = [(1, 1), (2, 1), (1, 4), (2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (4, 4), (5, 5)]


def drawn(rng: Random, cols: int, rows: int, most: int = 9) -> int:
    """Return a random board of boxes with few lines left to draw."""
    size = len(lines_of(cols, rows))
    left = rng.sample(range(size), rng.randint(0, min(size, most)))
    return (1 << size) - 1 - sum(1 << line for line in left)


def compare(kernel: Any, twin: Any, board: Any, rng: Random) -> None:
    value = twin.value(board, -ALL, ALL, never)
    assert kernel.value(board, -ALL, ALL, never) == value
    for each in (kernel, twin):
        alpha = rng.randint(-10, 9)
        beta = alpha + rng.choice((1, 2, 5))
        bound = each.value(board, alpha, beta, never)
        if alpha < value < beta:
            assert bound == value
        elif value <= alpha:
            assert value <= bound <= alpha
        else:
            assert beta <= bound <= value


@compiled
def test_sowing_agrees_with_its_twin() -> None:
    rng = Random(1)
    for _ in range(300):
        board = sown(rng)
        pits = len(board[0])
        compare(SowingKernel(pits), PySowing(pits), board, rng)


@compiled
@pytest.mark.parametrize("size", SIZES)
def test_boxes_agree_with_their_twin(size: tuple[int, int]) -> None:
    rng = Random(2)
    for _ in range(40):
        compare(BoxesKernel(*size), PyBoxes(*size), drawn(rng, *size), rng)


@compiled
@pytest.mark.parametrize("size", [(1, 1), (3, 1), (2, 2)])
def test_every_board_of_a_few_boxes_has_the_twins_value(size: tuple[int, int]) -> None:
    kernel, twin = BoxesKernel(*size), PyBoxes(*size)
    for board in range(1 << len(lines_of(*size))):
        assert kernel.value(board, -9, 9, never) == twin.value(board, -9, 9, never)


def positions() -> list[Any]:
    """Return positions of both games, with leads and passes."""
    rng = Random(3)
    found: list[Any] = []
    for _ in range(30):
        lead, passing = rng.randint(-5, 5), rng.random() < 0.3
        found.append(Kalah((sown(rng), lead, passing)))
        size = rng.choice(SIZES[:8])
        found.append(DotsAndBoxes((drawn(rng, *size, most=7), lead, passing), *size))
    return found


@pytest.mark.parametrize("position", positions(), ids=str)
def test_verdicts_agree_with_alpha_beta(position: Any) -> None:
    found = clew.solve(position, "points").solution
    plain = clew.solve(position, "alpha-beta").solution
    assert (found.value, found.best) == (plain.value, plain.best)
    assert position.check(found) == []


KALAH = {1: "DLWLWD", 2: "WLLLWW", 3: "DWWWWL", 4: "WWWWWD", 5: "DDWW", 6: "WWW"}


@compiled
@pytest.mark.parametrize(
    ("size", "outcome"),
    [(f"{pits}x{n}", each) for pits, row in KALAH.items() for n, each in enumerate(row, 1)],
)
def test_boards_of_kalah_end_as_published(size: str, outcome: str) -> None:
    """Table 9 of Irving, Donkers and Uiterwijk, "Solving Kalah", ICGA Journal 23 (2000)."""
    value = clew.solve(f"kalah:{size}").solution.value
    assert "DWL"[(value > 0) - (value < 0)] == outcome


@compiled
@pytest.mark.parametrize(("size", "value"), [("2x2", 2), ("3x2", -2), ("4x2", 2), ("3x3", -3)])
def test_boards_of_boxes_have_the_values_of_a_search_of_every_board(size: str, value: int) -> None:
    """A separate program went through all boards backwards, without a rule that leaves any out."""
    assert clew.solve(f"dots-and-boxes:{size}").solution.value == value


def test_auto_chooses_it_for_boards_that_fit() -> None:
    assert clew.solve("kalah:2x2").strategy == "points"
    assert clew.solve("dots-and-boxes:2x1").strategy == "points"
    for text in ("kalah:9x1", "kalah:6x9", "dots-and-boxes:6x5"):
        game = clew.parse(text).game()
        assert Points().objection(game) == "the board is too large for the kernel"
        with pytest.raises(clew.Unsuited):
            clew.solve(text, "points")
        with pytest.raises(clew.Unsuited, match="on small boards"):
            next(Points()(game, clew.Run()))
    assert "no kernel" in Points().objection(clew.parse("nim:3").game())


def test_a_limit_leaves_a_look_ahead() -> None:
    for text in ("kalah:6x6", "dots-and-boxes:4x4"):
        for limits in ({"max_nodes": 5_000}, {"max_seconds": 0.4}):
            result = clew.solve(text, "points", **limits)
            assert (result.status, result.strategy) == (Status.STOPPED, "points")
            assert result.solution.known.startswith("at depth ")
            assert not result.solution.forced
            assert result.stats.nodes <= limits.get("max_nodes", 10**9)
            assert result.stats.seconds < 1.5


def test_the_same_limit_gives_the_same_result() -> None:
    first, again = (clew.solve("kalah:6x4", max_nodes=30_000) for _ in range(2))
    assert (first.solution, first.stats.nodes) == (again.solution, again.stats.nodes)


@pytest.mark.parametrize("kind", [SowingKernel, PySowing])
def test_sowing_refuses_what_is_no_board(kind: Any) -> None:
    for pits in (-1, 0, 9):
        with pytest.raises(ValueError, match=f"pits: found {pits}, expected 1 to 8"):
            kind(pits)
    with pytest.raises(ValueError, match="window: expected alpha below beta"):
        kind(2).value(((1, 1), (1, 1)), 1, 1, never)


@compiled
def test_the_kernel_refuses_boards_that_it_cannot_hold() -> None:
    for board, error in (
        (((1,), (1, 1)), "as many pits"), (((1, -1), (1, 1)), "seeds: found -1"),
        (((60, 0), (0, 60)), "up to 100 seeds"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=error):
            SowingKernel(2).value(board, -1, 1, never)
    with pytest.raises(ValueError, match="a line outside it"):
        BoxesKernel(1, 1).value(16, -1, 1, never)


@pytest.mark.parametrize("kind", [BoxesKernel, PyBoxes])
def test_boxes_refuse_what_is_no_board(kind: Any) -> None:
    for size, error in (((0, 1), "cols: found 0"), ((1, -1), "rows: found -1"),
                        ((6, 5), "lines: found 71, expected 4 to 60")):  # fmt: skip
        with pytest.raises(ValueError, match=error):
            kind(*size)


@pytest.mark.parametrize("kind", [BoxesKernel, PyBoxes])
def test_the_search_can_be_stopped_and_asked_again(kind: Any) -> None:
    boxes = kind(2, 2)
    with pytest.raises(KeyboardInterrupt):
        boxes.value(0, -ALL, ALL, stop_after(10))
    assert boxes.nodes == 10
    assert boxes.value(0, -ALL, ALL, never) == 2
