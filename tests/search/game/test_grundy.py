"""Nim-values: tables, periods and their proofs, the kernel and its twin, and explanations."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.core.games import GamePuzzle
from clew.core.puzzle import Unsuited
from clew.core.result import Run, Stopped
from clew.explanations.games import NimRow, NimTable, explain_nim_sum, nim_table
from clew.search.game.grundy import (
    Nimbers,
    OctalKernel,
    Period,
    PyOctal,
    find_period,
    mex,
    nim_sum,
    proven,
)
from tests.search.game.known_games import (
    DAWSONS_KAYLES,
    EMPTY_AND_DIVIDE,
    GRUNDYS_GAME,
    KAYLES,
    MISERE_123,
    SUBTRACTION,
    WYTHOFF,
)

both = pytest.mark.parametrize("kind", [OctalKernel, PyOctal], ids=["kernel", "python"])


def series(word: str, last: int = 100) -> NimRow:
    found = nim_table(word, last)
    assert isinstance(found, NimRow)
    return found


def digits(code: str) -> list[int]:
    return [int(digit) for digit in code.replace(".", "")]


# ------------------------------------------------------------------ tables


def test_known_sequences() -> None:
    assert series("kayles").values == series("octal:0.77").values == KAYLES
    assert series("dawson").values == series("octal:0.07").values == DAWSONS_KAYLES
    assert series("grundy").values == GRUNDYS_GAME


def test_dawsons_chess_is_his_kayles_with_one_pin_more() -> None:
    assert series("octal:0.137", 300).values == series("dawson", 301).values[1:]


def test_laskers_nim() -> None:
    """Ferguson 4.3: n, except that 4k + 3 and 4k + 4 change places."""
    expected = [n + (n % 4 == 3) - (n % 4 == 0 and n > 0) for n in range(101)]
    assert list(series("lasker").values) == expected


@pytest.mark.parametrize(
    ("code", "values"),
    [("0.3", "01010101"), ("0.33", "012012012"), ("0.333", "01230123"), ("0.7", "0101010"),
     ("0.1", "0100000"), ("0.111", "0111000"), ("0.5", "010000"), ("4.3", "01234567"),
     ("0.03", "0011001100"), ("0.303", "01012301012301")],
)  # fmt: skip
def test_octal_games_done_by_hand(code: str, values: str) -> None:
    found = series(f"octal:{code}", len(values) - 1).values
    if code in ("4.3", "0.303", "0.5"):
        assert list(found) == by_hand(digits(code), len(values))
    else:
        assert "".join(map(str, found)) == values


def by_hand(code: list[int], count: int) -> list[int]:
    """The mex rule by plain recursion over what may be left of a heap."""

    @cache
    def value(heap: int) -> int:
        options = set()
        for taken, digit in enumerate(code):
            left = heap - taken
            if left == 0 and digit & 1:
                options.add(0)
            if left > 0 and taken and digit & 2:
                options.add(value(left))
            if digit & 4:
                options |= {value(one) ^ value(left - one) for one in range(1, left)}
        return mex(options)

    return [value(heap) for heap in range(count)]


@pytest.mark.parametrize("rule", SUBTRACTION)
def test_fergusons_subtraction_games(rule: str) -> None:
    values, period, lost_at_100 = SUBTRACTION[rule]
    found = series(f"subtraction:{rule}", 40)
    assert found.values == values
    assert found.lost == tuple(n for n, value in enumerate(values) if value == 0)
    assert set(found.lost) | set(found.won) == set(range(41))
    assert found.period is not None
    assert (found.period.start, found.period.length) == period
    assert found.period.proven
    takes = rule if not rule.endswith("32") else f"{rule},64"
    verdict = clew.solve(clew.parse(f"subtraction:{takes}@100")).solution
    assert (verdict.value == -1) == lost_at_100


def test_misere_positions() -> None:
    found = series("subtraction:1,2,3,misere", 40)
    assert found.misere
    assert found.lost == MISERE_123
    assert series("nim:misere", 9).lost == (1,)


def test_wythoffs_table() -> None:
    found = nim_table("wythoff", 31)
    assert isinstance(found, NimTable)
    assert found.lost == WYTHOFF
    assert found.values[1][:15] == (1, 2, 0, 4, 5, 3, 7, 8, 6, 10, 11, 9, 13, 14, 12)  # A004482
    assert found.values == tuple(zip(*found.values, strict=True))


def test_the_table_of_empty_and_divide() -> None:
    found = nim_table("empty-divide", 12)
    assert isinstance(found, NimTable)
    assert (found.first, found.lost) == (1, EMPTY_AND_DIVIDE)


def test_positions_of_dynamic_games() -> None:
    assert series("dynamic", 40).lost == (0, 1, 2, 4, 8, 16, 32)
    assert series("dynamic:times=2", 40).lost == (0, 1, 2, 3, 5, 8, 13, 21, 34)


# ------------------------------------------------------------------ periods


@pytest.mark.parametrize(
    ("word", "start", "length"),
    [("kayles", 71, 12), ("dawson", 53, 34), ("octal:0.137", 52, 34), ("octal:0.33", 0, 3)],
)
def test_proven_periods(word: str, start: int, length: int) -> None:
    """Short tables too: as many values are worked out as the proof needs."""
    for last in (10, 100, 2000):
        found = series(word, last)
        assert found.period is not None
        assert (found.period.start, found.period.length) == (start, length)
        assert found.period.proven
        assert "Guy and Smith" in str(found.period)
        assert len(found) == last + 1


def test_values_past_a_proven_period_are_true() -> None:
    assert list(series("kayles", 5000).values) == OctalKernel([0, 7, 7]).run(5001)
    assert list(series("dawson", 3000).values) == OctalKernel([0, 0, 7]).run(3001)


def test_a_period_that_is_only_seen_is_not_called_proven() -> None:
    game = clew.parse("octal:0.77@1").impartial()
    short = find_period(KAYLES)
    assert short is None  # it was not seen often enough
    seen = find_period(OctalKernel([0, 7, 7]).run(150))
    assert seen == Period(71, 12, 149)
    assert not proven(seen, game).proven
    assert "only observed" in str(seen)
    longer = find_period(OctalKernel([0, 7, 7]).run(169))
    assert longer is not None
    assert proven(longer, game).proven
    assert series("grundy", 300).period is None
    lasker = clew.parse("lasker:1").impartial()
    assert not proven(Period(0, 1, 10**6), lasker).proven


@settings(max_examples=100)
@given(
    st.lists(st.integers(0, 3), max_size=6),
    st.lists(st.integers(0, 3), min_size=1, max_size=5),
)
def test_a_period_is_found_where_there_is_one(before: list[int], cycle: list[int]) -> None:
    values = before + cycle * 12
    found = find_period(values)
    assert found is not None
    assert len(cycle) % found.length == 0
    assert found.start <= len(before)
    rest = values[found.start :]
    assert all(one == two for one, two in zip(rest, rest[found.length :], strict=False))


# ------------------------------------------------------------------ the kernel


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([0, 4]),
    st.lists(st.integers(0, 7), min_size=1, max_size=5),
    st.lists(st.integers(0, 90), min_size=1, max_size=4),
)
def test_the_kernel_does_what_its_twin_does(first: int, rest: list[int], steps: list[int]) -> None:
    kernel, twin = OctalKernel([first, *rest]), PyOctal([first, *rest])
    for step in steps:
        assert kernel.run(step) == twin.run(step)
        assert kernel.size == twin.size


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.6", "0.137", "4.007", "0.16", "0.376", "0.4"])
def test_rare_values_change_nothing(code: str) -> None:
    assert OctalKernel(digits(code)).run(1500) == PyOctal(digits(code)).run(1500)


def test_random_codes_by_hand() -> None:
    rng = random.Random(4)
    for _ in range(20):
        code = [rng.choice([0, 4]), *rng.choices(range(8), k=rng.randint(1, 4))]
        assert PyOctal(code).run(60) == by_hand(code, 60), code


@both
@pytest.mark.parametrize("code", [[], [1, 7], [0, 8], [0, -1]])
def test_bad_codes(kind: type[PyOctal], code: list[int]) -> None:
    with pytest.raises(ValueError, match="expected digits from 0 to 7"):
        kind(code)
    with pytest.raises(ValueError, match="negative"):
        kind([0, 7]).run(-1)


def test_limits_hold_in_tables() -> None:
    with pytest.raises(Stopped):
        nim_table("octal:0.6", 50_000, Run(max_nodes=3000))
    with pytest.raises(Stopped):
        nim_table("grundy", 500, Run(max_seconds=0.0))


# ------------------------------------------------------------------ explanations


def test_mex_and_nim_sum() -> None:
    assert [mex(values) for values in ([], [0], [1, 2], [0, 1, 1, 3])] == [0, 1, 0, 2]
    assert nim_sum([27, 17]) == 10


def test_why_a_move_wins_at_nim() -> None:
    found = explain_nim_sum(clew.parse("nim:3,4,5"))
    assert [(part.name, part.nimber) for part in found.parts] == [
        ("pile 1", 3), ("pile 2", 4), ("pile 3", 5)
    ]  # fmt: skip
    assert found.total == 2
    assert [change.move for change in found.changes] == ["pile 1: take 2"]
    assert str(found).splitlines() == [
        "  pile 1   3      3 = 011",
        "  pile 2   4      4 = 100",
        "  pile 3   5      5 = 101",
        "  nim-sum         2 = 010",
        "",
        "The nim-sum is not zero: the player to move wins by making it zero.",
        "  pile 1: take 2: nim-value 3 becomes 1, equal to the nim-sum of the rest (1 ^ 1 = 0)",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nim:1,2,3", "The nim-sum is zero: the player to move loses."),
        ("kayles:7", "Its options have the values 0, 1, 3, 4, 5: the least that is missing is 2."),
        ("staircase:1,5,2", "Only the odd steps count"),
        ("turtles:HTH", "A head on place n is a pile of n"),
        ("northcott:5@1-3", "The gaps between the counters are piles"),
        ("nim:1,1,2,misere", "must leave an odd number of ones"),
        ("nim:3+kayles:2", "1. pile 1"),
        ("wythoff:1,2", "1,2      0 = 0"),
    ],
)
def test_explanations(text: str, told: str) -> None:
    assert told in str(explain_nim_sum(clew.parse(text)))


@pytest.mark.parametrize(
    "text", ["nim:3,4,5", "kayles:5,7", "turtles:HTHHTT", "staircase:3,1,2", "nim:4+dawson:6,8"]
)
def test_every_change_makes_the_nim_sum_zero(text: str) -> None:
    puzzle = clew.parse(text)
    found = explain_nim_sum(puzzle)
    assert tuple(change.move for change in found.changes) == clew.solve(puzzle).solution.best
    for change in found.changes:
        assert nim_sum(change.before) ^ change.rest == found.total
        assert nim_sum(change.after) ^ change.rest == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("noughts:3x3", "noughts is not impartial"),
        ("queens:4", "queens is not impartial"),
        ("digraph:a>b,b>a@a", "cycle a -> b -> a"),
        ("subtraction:1,2@5,misere", "nim-values say nothing of misère play"),
    ],
)
def test_what_nim_values_do_not_explain(text: str, message: str) -> None:
    with pytest.raises(Unsuited, match=message):
        explain_nim_sum(clew.parse(text))


@pytest.mark.parametrize("word", ["chomp", "noughts", "queens", "sudoku"])
def test_games_without_a_row_of_values(word: str) -> None:
    with pytest.raises(Unsuited, match="no row of nim-values"):
        nim_table(word, 10)


def test_rules_must_be_named() -> None:
    with pytest.raises(ValueError, match=r"octal needs a rule, for example octal:0\.77"):
        nim_table("octal", 10)
    with pytest.raises(ValueError, match="expected a game"):
        nim_table("nosuch", 10)


def test_nim_values_are_those_of_the_definition() -> None:
    """Of one-part games: the mex over all successors, by recursion."""
    for text in ("chomp:3x3", "wythoff:5,5", "dynamic:12,times=2", "nim:2,3,2,k=2"):
        puzzle = clew.parse(text)
        assert isinstance(puzzle, GamePuzzle)
        game = puzzle.impartial()

        @cache
        def value(state: object, game: object = game) -> int:
            return mex(value(after) for _, after in game.successors(state))  # type: ignore[attr-defined]

        assert Nimbers(game).of(game.start) == value(game.start)
