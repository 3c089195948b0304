"""002, exercises 2, 3 and 5: their examples, and what the functions refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from clew.coursework.walks import can_hop, has_sum_path, hopping_cover, jugs, sum_path
from tests.known import FROG_JUMPS, FROG_VISIT, JUGS_5_8_12, TRIANGLE, TRIANGLE_SUMS


def test_exercise_2() -> None:
    triangle = [list(row) for row in TRIANGLE]
    assert sum_path(triangle, 15) == [4, 7, 3, 1]
    assert triangle == [list(row) for row in TRIANGLE]
    assert [k for k in range(30) if has_sum_path(triangle, k)] == sorted(set(TRIANGLE_SUMS))
    assert sum_path(triangle, 17) is None
    assert sum_path([[7]], 7) == [7]


def test_exercise_3() -> None:
    assert hopping_cover(list(FROG_JUMPS)) == list(FROG_VISIT)
    assert can_hop(FROG_JUMPS)
    assert not can_hop([1, 1, 2])
    assert hopping_cover([2, 2]) is None
    assert hopping_cover([]) == [1]


def test_exercise_5() -> None:
    states = jugs([5, 8, 12], 6)
    assert states is not None
    assert (len(states), states[0]) == (7, (0, 0, 0))
    assert 6 in states[-1]
    for target, moves in JUGS_5_8_12.items():
        usual = jugs([5, 8, 12], target, to_the_ground=True)
        assert usual is not None
        assert len(usual) == moves + 1
    assert jugs([6, 9, 12], 4) is None
    assert jugs([3, 5], 4) is None  # without pouring away one jug is filled up in the end
    assert jugs([3, 5], 4, to_the_ground=True) is not None


HALF: Any = 3.5
WORD: Any = "3"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sum_path([[4], [7]], 3), "row 2: found 1 numbers, expected 2"),
        (lambda: sum_path([[4], [7, True]], 3), "row 2: found True, expected whole numbers"),
        (lambda: sum_path([[HALF]], 3), "row 1: found 3.5, expected whole numbers"),
        (lambda: sum_path([[4]], WORD), "k: found '3', expected whole numbers"),
        (lambda: sum_path([], 4), "found 0 rows, expected 1 to 20000"),
        (lambda: hopping_cover([2, WORD]), "jumps: found '3', expected whole numbers"),
        (lambda: hopping_cover([2, 0]), "jump 2: found length 0, expected 1 or more"),
        (lambda: jugs([5, HALF], 3), "capacities: found 3.5, expected whole numbers"),
        (lambda: jugs([5, -8], 3), "jug 2: found capacity -8, expected 1 to 1000000000"),
        (lambda: jugs([5, 8], HALF), "target: found 3.5, expected whole numbers"),
        (lambda: jugs([], 3), "found 0 jugs, expected 1 to 20"),
    ],
)
def test_bad_input(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        call()
