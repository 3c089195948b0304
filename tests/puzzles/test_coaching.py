"""What the coach says of a game is true: the positions that it says to leave are lost."""

from __future__ import annotations

from itertools import product

import pytest

import clew
from clew.core.games import GamePuzzle


def lost(text: str) -> bool:
    value: int = clew.solve(clew.parse(text)).solution.value
    return value < 0


def said(text: str) -> str:
    game = clew.parse(text)
    assert isinstance(game, GamePuzzle)
    return game.strategy()


def test_chomp_the_mirror_and_two_rows() -> None:
    for n in range(2, 6):
        assert lost(f"chomp:{n}" + ",1" * (n - 1))
        assert lost(f"chomp:{n},{n - 1}")
        assert "r2c2" in said(f"chomp:{n}x{n}")
    assert "mirror" in said("chomp:4,1,1")
    assert "one square shorter" in said("chomp:2x4")
    assert "the proof doesn't show how" in said("chomp:3x4")


def test_take_away_leaves_multiples() -> None:
    assert [n for n in range(1, 30) if lost(f"subtraction:1,2,3@{n}")] == [*range(4, 30, 4)]
    assert [n for n in range(1, 30) if lost(f"subtraction:1,2,3@{n},misere")] == [*range(1, 30, 4)]
    assert "a multiple of 4" in said("subtraction:1,2,3@21")


def test_two_odd_boxes_are_lost() -> None:
    for one, two in product(range(1, 8), repeat=2):
        assert lost(f"empty-divide:{one},{two}") == (one % 2 == two % 2 == 1)


def test_powers_of_two_and_fibonacci_numbers_are_lost() -> None:
    assert [n for n in range(1, 20) if lost(f"dynamic:{n}")] == [1, 2, 4, 8, 16]
    assert [n for n in range(2, 30) if lost(f"dynamic:{n},times=2")] == [2, 3, 5, 8, 13, 21]


def test_rows_are_won_by_the_mirror() -> None:
    assert not any(lost(f"kayles:{n}") for n in range(1, 12))
    assert not any(lost(f"dawson:{n}") for n in range(2, 13, 2))
    assert all(lost(f"{kind}:{n},{n}") for kind in ("kayles", "dawson") for n in range(1, 7))


def test_piles_of_lasker_that_count_one_more_or_less() -> None:
    counts = [0, 1, 2, 4, 3, 5, 6, 8, 7, 9]
    for piles in product(range(9), (1, 3, 4, 7), (0, 4)):
        one, two, three = (counts[pile] for pile in piles)
        assert lost("lasker:{},{},{}".format(*piles)) == (one ^ two ^ three == 0)


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("nim:3,4,12", ["pile 1: 3  = 0011", "pile 2: 4  = 0100", "pile 3: 12 = 1100", "^ ^^ odd"]),
        (
            "nim:1,2,3",
            ["pile 1: 1 = 01", "pile 2: 2 = 10", "pile 3: 3 = 11", "all columns are even"],
        ),
        ("nimble:1,4,6", ["squares of the coins", "coin 2: 4 = 100"]),
        ("staircase:1,2,3", ["only the odd steps count", "step 3: 3 = 11"]),
    ],
)
def test_columns_of_binary_digits(text: str, table: list[str]) -> None:
    for words in table:
        assert words in said(text)
