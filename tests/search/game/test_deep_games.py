"""Games too deep to be searched to their end: honest words, known values, bad statements."""

from __future__ import annotations

from collections.abc import Iterator
from time import sleep
from typing import Any

import pytest

import clew
from clew.core.faces import Verdict
from clew.play import open_play


def value(text: str, strategy: str = "alpha-beta") -> int:
    verdict: Verdict = clew.solve(text, strategy).solution
    assert not verdict.known
    return verdict.value


KALAH = {1: "DLWLWD", 2: "WLLLWW", 3: "DWW", 4: "WW", 5: "D", 6: "W"}
"""By the number of pits, for 1, 2 and more seeds in each: a win, a draw or a loss."""
MARGINS = {"4x1": 2, "4x2": 6, "5x1": 0, "6x1": 2}
"""By how many seeds the first player wins."""


@pytest.mark.parametrize(
    ("size", "outcome"),
    [(f"{pits}x{n}", each) for pits, row in KALAH.items() for n, each in enumerate(row, 1)],
)
def test_small_boards_of_kalah_end_as_published(size: str, outcome: str) -> None:
    """Tables 9 and 10 of Irving, Donkers and Uiterwijk, "Solving Kalah", ICGA Journal 23 (2000)."""
    found = value(f"kalah:{size}")
    assert "DWL"[(found > 0) - (found < 0)] == outcome
    assert found == MARGINS.get(size, found)


def test_four_boxes_are_won_by_an_outer_line() -> None:
    """Computed here; an inner line is answered by mirroring, and only draws."""
    verdict = clew.solve("dots-and-boxes:2x2", "alpha-beta:symmetry=yes").solution
    assert verdict.value == 2
    outer = {"r1c2", "r1c4", "r2c1", "r2c5", "r4c1", "r4c5", "r5c2", "r5c4"}
    assert set(verdict.best) == outer


def test_connect_four_on_four_by_four_is_a_draw() -> None:
    """Tromp's table."""
    assert value("connect-four:4x4", "alpha-beta:symmetry=yes") == 0


@pytest.mark.parametrize(
    ("text", "value"), [("kalah:3x3", 2), ("dots-and-boxes:2x2", 2), ("kalah:1,0,2/0,1,0", 4)]
)
def test_a_small_game_is_searched_as_a_whole_first(text: str, value: int) -> None:
    result = clew.solve(text, "deepening:whole=yes")
    assert (result.strategy, result.solution.value) == ("alpha-beta:symmetry=yes", value)
    assert result.solution == clew.solve(text, "alpha-beta").solution
    assert result.status.value == "enough"


def test_auto_goes_deeper_step_by_step_in_a_large_game() -> None:
    result = clew.solve("dots-and-boxes:6x5", max_nodes=4_000)
    assert result.strategy == "deepening:whole=yes"
    assert result.solution.known.startswith("at depth ")
    assert result.stats.nodes == 4_000


@pytest.mark.parametrize("text", ["kalah:2x2", "dots-and-boxes:2x1", "connect-four:3x3,3"])
def test_deepening_to_the_end_is_proven(text: str) -> None:
    deep, whole = (clew.solve(text, name).solution for name in ("deepening", "alpha-beta"))
    assert not deep.known
    assert (deep.value, deep.best) == (whole.value, whole.best)


def test_a_limit_leaves_the_best_known_and_no_more_is_said() -> None:
    result = clew.solve("connect-four:7x6", max_nodes=1_500)
    verdict = result.solution
    assert verdict.known == "at depth 4"
    assert not verdict.forced
    assert "at depth 4 the best known" in str(result)
    assert "nothing is proven" in str(result)
    assert "wins" not in str(result)


def test_a_forced_win_is_proven_at_its_depth() -> None:
    board = "connect-four:......./......./......./..OO.../..XX..."
    result = clew.solve(board, "deepening")
    assert (result.solution.value, result.solution.known, result.solution.forced) == (
        1,
        "at depth 3",
        True,
    )
    assert "wins (found at depth 3; there may be other moves as good)" in str(result)


def test_a_depth_is_kept() -> None:
    result = clew.solve("dots-and-boxes:3x3", "deepening:depth=3", max_solutions=None)
    assert (result.solution.known, result.status.value, result.reason) == (
        "at depth 3",
        "stopped",
        "depth",
    )


def test_playouts_are_seeded_and_find_a_win() -> None:
    text = "connect-four:......./......./......./.OOO.../.XXX..."
    first, again = (clew.solve(text, "mcts:playouts=300,seed=7") for _ in range(2))
    assert first.solution == again.solution
    assert first.solution.best[0] in ("1", "5")
    assert first.solution.known == "after 300 playouts"
    assert "nothing is proven" in str(first)


def test_hints_and_play_say_no_more_than_is_known() -> None:
    play = open_play("connect-four:7x6")
    assert "nothing is proven" in play.hint()["text"]
    assert play.check()["ok"] is None
    play.reply()
    assert len(play.played) == 1


class Slow:
    """A game whose every move takes longer than the clock is checked, and which never ends."""

    start = 0

    def successors(self, n: int) -> list[tuple[str, int]]:
        sleep(0.05 if n else 0)
        return [("left", 2 * n + 1), ("right", 2 * n + 2)]

    def payoff(self, n: int) -> int | None:
        return None


def test_a_limit_between_two_looks_at_the_clock_keeps_the_best_move() -> None:
    result = clew.solve(Slow(), "deepening", max_seconds=0.3)  # type: ignore[arg-type]
    assert (result.status.value, result.reason) == ("stopped", "seconds")
    assert result.solution is not None


class Circle:
    """A game in which positions repeat."""

    start = 0

    def successors(self, n: int) -> list[tuple[str, int]]:
        return [("on", (n + 1) % 3), ("end", 9)]

    def payoff(self, n: int) -> int | None:
        return 1 if n == 9 else None


def test_a_game_with_a_cycle_is_solved_backwards() -> None:
    result = clew.solve(Circle())  # type: ignore[arg-type]
    assert result.strategy == "alpha-beta:symmetry=yes then retrograde"
    assert (result.solution.value, result.solution.ending) == (0, "endless")


@pytest.mark.parametrize("paid", [0.5, "win", True, False, float("nan")])
def test_a_payoff_must_be_a_whole_number(paid: Any) -> None:
    class Odd:
        start = 1

        def successors(self, n: int) -> Iterator[tuple[str, int]]:
            yield "on", n - 1

        def payoff(self, n: int) -> Any:
            return None if n else paid

    with pytest.raises(
        clew.ModelError, match=f"the payoff at 0 is {paid!r}: return a whole number"
    ):
        clew.solve(Odd())  # type: ignore[arg-type]


def test_deepening_with_an_estimate_of_the_stakes_claims_no_forced_win() -> None:
    """The game ends as a draw; an estimate of 1 on the way there is not a proof of a win."""

    class Drawn:
        start, stakes = 0, 1

        def successors(self, state: int) -> list[tuple[str, int]]:
            return [] if state == 3 else [("on", state + 1)]

        def payoff(self, state: int) -> int | None:
            return 0 if state == 3 else None

        def evaluate(self, state: int) -> int:
            return 1 if state % 2 == 0 else -1

    found = clew.solve(clew.game(Drawn), "deepening").solution
    assert (found.value, found.known) == (0, "")


@pytest.mark.parametrize("playouts", [0, 1, 2])
def test_mcts_with_few_playouts_names_a_move(playouts: int) -> None:
    found = clew.solve("nim:3,4", f"mcts:playouts={playouts}").solution
    assert len(found.best) == 1
