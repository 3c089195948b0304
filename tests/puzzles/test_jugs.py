"""Jugs: the facts known, what is impossible and why, strategies that agree."""

from __future__ import annotations

from random import Random

import pytest

from clew import Jugs, Status, solve
from tests.known import JUGS, JUGS_5_8_12
from tests.walking import levels, overestimates, to_goal

OPTIMAL = ("breadth-first", "uniform-cost", "a-star", "iterative-deepening", "ida-star")


# --- what is known


@pytest.mark.parametrize("text", JUGS)
def test_known_jugs(text: str) -> None:
    shortest, reachable, farthest = JUGS[text]
    puzzle = Jugs.parse(text)
    result = solve(puzzle)
    if shortest is None:
        assert result.unsolvable
        assert result.reason.startswith("every amount that can be reached is a multiple of ")
    else:
        assert len(result.solution) == shortest
        assert puzzle.reached(puzzle.states(result.solution)[-1])
    found = levels(puzzle.space())
    assert sum(map(len, found)) == reachable
    assert farthest is None or len(found) - 1 == farthest


@pytest.mark.parametrize("strategy", OPTIMAL)
@pytest.mark.parametrize("target", JUGS_5_8_12)
def test_fewest_moves_to_each_amount(strategy: str, target: int) -> None:
    if target == 6 and strategy.startswith("i"):
        pytest.skip("millions of paths")
    answer = solve(Jugs((5, 8, 12), (target,)), strategy).solution
    assert len(answer) == JUGS_5_8_12[target]


def test_the_states_that_002_asks_for() -> None:
    puzzle = Jugs.parse("3,5=4")
    states = puzzle.states(solve(puzzle).solution)
    assert states == [(0, 0), (0, 5), (3, 2), (0, 2), (2, 0), (2, 5), (3, 4)]
    shown = str(solve(puzzle)).splitlines()
    assert shown[2:9] == [" ".join(map(str, state)) for state in states]
    assert shown[-1] == (
        "6 moves: fill 2; pour 2 into 1; empty 1; pour 2 into 1; fill 2; pour 2 into 1"
    )


def test_the_readings_of_002() -> None:
    """Emptying into another jug is a pour of which all fits: never to the ground."""
    usual, literal = Jugs.parse("5,8,12=6"), Jugs.parse("5,8,12=6:fill+pour")
    assert usual.rules == ("fill", "empty", "pour")
    assert all(0 not in move[1:] for move in solve(literal).solution)
    assert len(levels(literal.space())) > len(levels(usual.space()))
    assert "fill+pour" in str(literal)
    assert ":" not in str(usual)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("6,9=4", "every amount that can be reached is a multiple of 3"),
        ("6,9,15@3,0,0=*,2,*", "every amount that can be reached is a multiple of 3"),
        ("5,8=9", "9 is wanted, but at most 8 fits"),
        ("5,8=6,*", "6 is wanted, but at most 5 fits"),
        ("5,8@1,1=3:pour", "the jugs hold 2 in all, and none can be added"),
        ("5,8@1,1=0,0:fill+pour", "the jugs hold 2 in all, and none can be taken away"),
    ],
)
def test_impossible_at_once(text: str, reason: str) -> None:
    result = solve(Jugs.parse(text))
    assert (result.unsolvable, result.reason, result.stats.nodes) == (True, reason, 0)
    assert all(distance == float("inf") for distance in to_goal(Jugs.parse(text).space()).values())


def test_impossible_by_exhaustion() -> None:
    result = solve(Jugs.parse("3,5=1,1"))
    assert result.unsolvable
    assert result.stats.nodes == 16


def test_the_theorem_of_the_gcd() -> None:
    """With a tap and a drain, every multiple that fits can be measured; nothing else can."""
    random = Random(4)
    for _ in range(40):
        capacities = tuple(random.choices(range(1, 16), k=random.choice((2, 3))))
        for target in range(max(capacities) + 2):
            puzzle = Jugs(capacities, (target,))
            assert solve(puzzle).solved == (not puzzle.clashes())


def test_ten_times_the_jugs_of_002() -> None:
    puzzle = Jugs((51, 83, 122), (60,))
    assert len(solve(puzzle).solution) == 16
    assert solve(Jugs((50, 80, 120), (60,))).solved


def draw_puzzle(random: Random) -> Jugs:
    capacities = tuple(random.choices(range(1, 10), k=random.randint(1, 4)))
    start = tuple(random.choice((0, random.randint(0, holds))) for holds in capacities)
    goal: tuple[int | None, ...] = (random.randint(0, max(capacities)),)
    if random.random() < 0.5:
        goal = tuple(random.choice((None, random.randint(0, holds))) for holds in capacities)
    rules = tuple(rule for rule in ("fill", "empty", "pour") if random.random() < 0.8)
    return Jugs(capacities, goal, start, rules)


def test_the_heuristic_is_admissible() -> None:
    for text in JUGS:
        assert not overestimates(Jugs.parse(text).space())
    random = Random(6)
    for _ in range(40):
        assert not overestimates(draw_puzzle(random).space())


def test_limits_of_a_large_search() -> None:
    puzzle = Jugs((9973, 9967, 9949), (1, 1, 1))
    result = solve(puzzle, max_seconds=0.2)
    assert (result.status, result.reason) == (Status.STOPPED, "seconds")
    assert result.stats.seconds < 3


def test_more_jugs_than_fit_a_word() -> None:
    puzzle = Jugs((1000,) * 8, (500,))
    assert (
        solve(puzzle, max_nodes=2000).reason
        == "every amount that can be reached is a multiple of 1000"
    )
    result = solve(Jugs((1000, 999) * 4, (1,)), max_nodes=2000)
    assert len(result.solution) == 2


# --- the puzzle as a value


def test_text() -> None:
    assert str(Jugs.parse(" 5, 8 ,12 = 6 ")) == "5,8,12=6"
    assert str(Jugs.parse("3,5,8@0,0,8=*,4,4:pour")) == "3,5,8@0,0,8=*,4,4:pour"
    assert Jugs.parse("3,5=4:pour+fill+empty") == Jugs((3, 5), (4,))
    assert str(Jugs((3, 5), (4,), (3, 5), ("pour", "fill"))) == "3,5@3,5=4:fill+pour"
    assert solve(Jugs.parse("3,5=0")).solution == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "found '', expected CAPACITIES[@START]=AMOUNT[:RULES]"),
        ("5,8,12", "found '5,8,12', expected CAPACITIES[@START]=AMOUNT[:RULES]"),
        ("5,8=6=7", "found '5,8=6=7', expected CAPACITIES[@START]=AMOUNT[:RULES]"),
        ("=6", "column 1: found '', expected an amount"),
        ("5,,8=6", "column 3: found '', expected an amount"),
        ("5,x=6", "column 3: found 'x', expected an amount"),
        ("5,*=6", "column 3: found '*', expected an amount"),
        ("5,8= -6", "column 6: found '-6', expected an amount or *"),
        ("5,8=", "column 5: found '', expected an amount or *"),
        ("5,8@1,=6", "column 7: found '', expected an amount"),
        ("5,8@1=6", "found 1 initial amounts, expected 2"),
        ("5,8=6,1,2", "found 3 amounts wanted, expected 1 or 2"),
        ("0,8=6", "jug 1: found capacity 0, expected 1 to 1000000000"),
        ("5,8@0,9=6", "jug 2: found 9 in it, expected 0 to 8"),
        ("5,8=6:spill", "column 7: found 'spill', expected some of fill+empty+pour"),
        ("5,8=6:fill+ ", "column 13: found '', expected some of fill+empty+pour"),
        (",".join(["1"] * 21) + "=1", "found 21 jugs, expected 1 to 20"),
    ],
)
def test_bad_texts(text: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - compared below
        Jugs.parse(text)
    assert str(caught.value) == message


def test_bad_values() -> None:
    with pytest.raises(
        ValueError, match=r"^no rule is called 'spill': choose from fill, empty, pour$"
    ):
        Jugs((3, 5), (4,), rules=("spill",))
    with pytest.raises(ValueError, match=r"^found a wanted amount below 0, expected 0 or more$"):
        Jugs((3, 5), (-4,))


@pytest.mark.parametrize(
    ("moves", "wrong"),
    [
        (((0, 2), (2, 1), (1, 0), (2, 1), (0, 2), (2, 1)), []),
        ((), ["the jugs hold 0,0 at the end, not 4"]),
        (((0, 3),), ["move 1: 0 to 3 isn't a move"]),
        (((1, 1),), ["move 1: 1 to 1 isn't a move"]),
        (((1, 2),), ["move 1: pour 1 into 2 doesn't move anything"]),
        (((0, 1), (0, 1)), ["move 2: fill 1 doesn't move anything"]),
        (((2, 0),), ["move 1: empty 2 doesn't move anything"]),
    ],
)
def test_check(moves: tuple[tuple[int, int], ...], wrong: list[str]) -> None:
    assert Jugs.parse("3,5=4").check(moves) == wrong


def test_check_keeps_the_rules() -> None:
    assert Jugs.parse("3,5@3,0=5:pour").check(((0, 2),)) == [
        "move 1: the rules don't allow you to fill"
    ]
    assert Jugs((3, 5), (4,)).say((1, 2)) == "pour 1 into 2"


@pytest.mark.parametrize("text", ["5 8 12 6", "5,8,12,6", "[5;8;12] 6"])
def test_parse_numbers_without_a_target_names_both_readings(text: str) -> None:
    with pytest.raises(ValueError, match="expected 5,8,12=6 or 8,12,6=5"):
        Jugs.parse(text)


def test_parse_list_of_ocaml_reads_the_capacities() -> None:
    assert Jugs.parse("[5;8;12]=6") == Jugs.parse("5,8,12=6")
