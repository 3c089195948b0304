"""Jugs: the facts known, what is impossible and why, strategies that agree, the kernel."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew import Jugs, Status, solve
from clew.puzzles.jugs.py_jugs import JugsKernel as Kernel
from clew.puzzles.jugs.py_jugs import PyJugs
from clew.search import native
from tests.known import JUGS, JUGS_5_8_12
from tests.walking import levels, overestimates, to_goal

PLENTY = 10**9
Search = PyJugs
both = pytest.mark.parametrize("kind", [Kernel, PyJugs], ids=["kernel", "python"])
needs_kernel = pytest.mark.skipif(not native.available, reason="no compiled kernels")
OPTIMAL = ("surface", "breadth-first", "uniform-cost", "a-star", "iterative-deepening", "ida-star")


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
        assert len(result.answer) == shortest
        assert puzzle.reached(puzzle.states(result.answer)[-1])
    found = levels(puzzle.space())
    assert sum(map(len, found)) == reachable
    assert farthest is None or len(found) - 1 == farthest


@pytest.mark.parametrize("strategy", OPTIMAL)
@pytest.mark.parametrize("target", JUGS_5_8_12)
def test_fewest_moves_to_each_amount(strategy: str, target: int) -> None:
    if target == 6 and strategy.startswith("i"):
        pytest.skip("millions of paths")
    answer = solve(Jugs((5, 8, 12), (target,)), strategy).answer
    assert len(answer) == JUGS_5_8_12[target]


def test_the_states_that_002_asks_for() -> None:
    puzzle = Jugs.parse("3,5=4")
    states = puzzle.states(solve(puzzle).answer)
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
    assert all(0 not in move[1:] for move in solve(literal).answer)
    assert len(levels(literal.space())) > len(levels(usual.space()))
    assert "fill+pour" in str(literal)
    assert ":" not in str(usual)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("6,9=4", "every amount that can be reached is a multiple of 3"),
        ("6,9,15@3,0,0=*,2,*", "every amount that can be reached is a multiple of 3"),
        ("5,8=9", "9 is wanted where at most 8 fits"),
        ("5,8=6,*", "6 is wanted where at most 5 fits"),
        ("5,8@1,1=3:pour", "the jugs hold 2 together and none can be added"),
        ("5,8@1,1=0,0:fill+pour", "the jugs hold 2 together and none can be taken away"),
    ],
)
def test_impossible_at_once(text: str, reason: str) -> None:
    result = solve(Jugs.parse(text))
    assert (result.unsolvable, result.reason, result.stats.nodes) == (True, reason, 0)
    assert all(distance == float("inf") for distance in to_goal(Jugs.parse(text).space()).values())


def test_impossible_by_exhaustion() -> None:
    result = solve(Jugs.parse("3,5=1,1"))
    assert result.unsolvable
    assert result.reason == "none of the 16 reachable states holds it"
    assert result.stats.nodes == 16


def test_the_theorem_of_the_gcd() -> None:
    """With a tap and a drain, every multiple that fits can be measured; nothing else can."""
    random = Random(4)
    for _ in range(40):
        capacities = tuple(random.choices(range(1, 16), k=random.choice((2, 3))))
        for target in range(max(capacities) + 2):
            puzzle = Jugs(capacities, (target,))
            assert solve(puzzle).solved == (not puzzle.clashes())


def test_three_jugs_near_a_thousand() -> None:
    if not native.available:
        pytest.skip("no compiled kernels")
    puzzle = Jugs((997, 1201, 1499), (1397,))
    assert len(solve(puzzle).answer) == 106
    assert len(solve(Jugs((997, 1201, 1499), (750,))).answer) == 58


def test_surface_is_breadth_first_made_fast() -> None:
    random = Random(5)
    for _ in range(60):
        puzzle = draw_puzzle(random)
        slow = solve(puzzle, "breadth-first", max_answers=None)
        fast = solve(puzzle, "surface", max_answers=None)
        assert fast.answers == slow.answers
        if not puzzle.clashes():
            for name in ("nodes", "generated", "duplicates", "deepest", "frontier"):
                assert getattr(fast.stats, name) == getattr(slow.stats, name), (puzzle, name)


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
    assert len(result.answer) == 2


# --- the puzzle as a value


def test_text() -> None:
    assert str(Jugs.parse(" 5, 8 ,12 = 6 ")) == "5,8,12=6"
    assert str(Jugs.parse("3,5,8@0,0,8=*,4,4:pour")) == "3,5,8@0,0,8=*,4,4:pour"
    assert Jugs.parse("3,5=4:pour+fill+empty") == Jugs((3, 5), (4,))
    assert str(Jugs((3, 5), (4,), (3, 5), ("pour", "fill"))) == "3,5@3,5=4:fill+pour"
    assert solve(Jugs.parse("3,5=0")).answer == ()


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
        ("5,8@1=6", "found 1 amounts at first, expected 2"),
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
    with pytest.raises(ValueError, match=r"^found rule 'spill', expected fill, empty, pour$"):
        Jugs((3, 5), (4,), rules=("spill",))
    with pytest.raises(ValueError, match=r"^found an amount below 0 wanted, expected 0 or more$"):
        Jugs((3, 5), (-4,))


@pytest.mark.parametrize(
    ("moves", "wrong"),
    [
        (((0, 2), (2, 1), (1, 0), (2, 1), (0, 2), (2, 1)), []),
        ((), ["the jugs hold 0,0 in the end, not 4"]),
        (((0, 3),), ["move 1: 0 to 3 is no move"]),
        (((1, 1),), ["move 1: 1 to 1 is no move"]),
        (((1, 2),), ["move 1: pour 1 into 2 moves nothing"]),
        (((0, 1), (0, 1)), ["move 2: fill 1 moves nothing"]),
        (((2, 0),), ["move 1: empty 2 moves nothing"]),
    ],
)
def test_check(moves: tuple[tuple[int, int], ...], wrong: list[str]) -> None:
    assert Jugs.parse("3,5=4").check(moves) == wrong


def test_check_keeps_the_rules() -> None:
    assert Jugs.parse("3,5@3,0=5:pour").check(((0, 2),)) == [
        "move 1: the rules do not allow to fill"
    ]
    assert Jugs((3, 5), (4,)).say((1, 2)) == "pour 1 into 2"


# --- the kernel


@st.composite
def searches(draw: st.DrawFn) -> tuple[list[int], list[int], list[int], int]:
    capacities = draw(st.lists(st.integers(1, 9), min_size=1, max_size=4))
    start = [draw(st.just(0) | st.integers(0, holds)) for holds in capacities]
    anywhere = draw(st.booleans())
    goal = [draw(st.integers(-1, 10)) for _ in ([0] if anywhere else capacities)]
    return capacities, start, goal, draw(st.integers(0, 7))


def state_of(search: Search) -> tuple[int, int, int, int, int, bool]:
    return (
        search.nodes, search.generated, search.reached, search.deepest, search.frontier,
        search.finished,
    )  # fmt: skip


@needs_kernel
@given(searches(), st.lists(st.tuples(st.integers(0, 3), st.integers(0, 40)), max_size=8))
@settings(deadline=None)
def test_kernel_equals_specification(
    search: tuple[list[int], list[int], list[int], int], slices: list[tuple[int, int]]
) -> None:
    kernel, python = Kernel(*search), PyJugs(*search)
    for limits in [*slices, (PLENTY, PLENTY)]:
        assert kernel.run(*limits) == python.run(*limits)
        assert state_of(kernel) == state_of(python)
    assert kernel.finished


@needs_kernel
def test_kernel_with_a_table_instead_of_bits() -> None:
    """Where the surface is too large for bits; small amounts keep it quick."""
    arguments = ([100_000, 3, 99_999, 5], [0, 0, 0, 0], [4], 4 | 1)
    kernel, python = Kernel(*arguments), PyJugs(*arguments)
    assert kernel.run(5, 3000) == python.run(5, 3000)
    assert state_of(kernel) == state_of(python)


@both
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], [], [1], 7), "capacities: found 0, expected 1 to 20"),
        (([1] * 21, [0] * 21, [1], 7), "capacities: found 21, expected 1 to 20"),
        (([3, 5], [0], [1], 7), "start: found 1 amounts, expected 2"),
        (([3, 5], [0, 0], [], 7), "goal: found 0 amounts, expected 1 or 2"),
        (([3, 5], [0, 0], [1, 2, 3], 7), "goal: found 3 amounts, expected 1 or 2"),
        (([3, 0], [0, 0], [1], 7), "jug 1: found capacity 0, expected 1 or more"),
        (([3, 5], [0, 6], [1], 7), "jug 1: found 6 in it, expected 0 to 5"),
        (([3, 5], [-1, 0], [1], 7), "jug 0: found -1 in it, expected 0 to 3"),
        (([3, 5], [0, 0], [1], 8), "rules: found 8, expected 0 to 7"),
    ],
)
def test_bad_arguments(
    kind: type[Search], arguments: tuple[list[int], list[int], list[int], int], message: str
) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        kind(*arguments)


@needs_kernel
def test_states_that_fit_no_word() -> None:
    with pytest.raises(ValueError, match=r"^capacities: found states of 80 bits, expected at most"):
        Kernel([1000] * 8, [0] * 8, [1], 7)


@both
def test_bad_limits(kind: type[Search]) -> None:
    for limits in ((-1, 1), (1, -1)):
        with pytest.raises(ValueError, match=r"^run: found a negative limit, expected 0 or more$"):
            kind([3], [0], [1], 7).run(*limits)
