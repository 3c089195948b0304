"""Frog: the facts known of hopping covers, the strategies against brute force."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, permutations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew import Frog, Status, count, solutions, solve
from clew.core.faces import CSP, domain, values
from clew.core.result import Run
from clew.rules import Distance, Steps
from clew.search import native
from clew.search.csp.network import Network
from clew.search.csp.tree import INFER, State
from tests.known import FROG_ANY_ORDER, FROG_FEASIBLE, FROG_JUMPS, FROG_VISIT
from tests.walking import levels, overestimates

EXACT = ("learning", "backtracking:infer=mac+hidden-singles", "backtracking", "generate-and-test")
WALKS = ("breadth-first", "depth-first", "a-star", "ida-star", "bidirectional", "greedy")


def brute(jumps: Sequence[int], any_order: bool = False) -> set[tuple[int, ...]]:
    """Every visit, by trying all orders of the pads."""
    found = set()
    for rest in permutations(range(2, len(jumps) + 2)):
        lengths = [abs(a - b) for a, b in pairwise((1, *rest))]
        if lengths == list(jumps) or (any_order and sorted(lengths) == sorted(jumps)):
            found.add((1, *rest))
    return found


def feasible(random: Random, size: int) -> tuple[int, ...]:
    """The jumps of some visit."""
    visit = (1, *random.sample(range(2, size + 2), size))
    return tuple(abs(a - b) for a, b in pairwise(visit))


def local_pond(pads: int, seed: int) -> Frog:
    """Jumps of a walk that goes on to one of the four nearest pads not visited yet."""
    random, at, free, walk = Random(seed), 0, set(range(1, pads)), [0]
    while free:
        at = random.choice(sorted(free, key=lambda pad: (abs(pad - at), -pad))[:4])
        free.remove(at)
        walk.append(at)
    return Frog(tuple(abs(a - b) for a, b in pairwise(walk)))


# --- what is known


@pytest.mark.parametrize("strategy", EXACT)
def test_the_frog_of_002(strategy: str) -> None:
    result = solve(Frog(FROG_JUMPS), strategy, max_solutions=None)
    assert result.unique
    assert result.solution == FROG_VISIT


@pytest.mark.parametrize("strategy", WALKS)
def test_the_frog_of_002_as_a_walk(strategy: str) -> None:
    assert solve(Frog(FROG_JUMPS), strategy).solution == FROG_VISIT
    assert not Frog(FROG_JUMPS, True).check(solve(Frog(FROG_JUMPS, True), strategy).solution)


def test_the_frog_of_002_in_any_order() -> None:
    puzzle = Frog(FROG_JUMPS, any_order=True)
    assert set(solutions(puzzle)) == brute(FROG_JUMPS, any_order=True)
    assert count(puzzle) == FROG_ANY_ORDER
    assert FROG_VISIT in solutions(puzzle, "depth-first:visited=none")


@pytest.mark.parametrize("size", FROG_FEASIBLE)
def test_how_many_lists_are_feasible(size: int) -> None:
    lists = list(product(range(1, size + 1), repeat=size))
    assert sum(solve(Frog(jumps)).solved for jumps in lists) == FROG_FEASIBLE[size]


def test_agrees_with_brute_force() -> None:
    random = Random(3)
    for size in (1, 2, 3, 4, 5, 6, 7):
        for jumps in (feasible(random, size), feasible(random, size)):
            for strategy in (*EXACT[:3], "depth-first:visited=none"):
                assert set(solutions(Frog(jumps), strategy)) == brute(jumps)
            if size < 7:
                assert set(solutions(Frog(jumps, True))) == brute(jumps, any_order=True)


def test_a_clash_is_never_wrong() -> None:
    for size in (2, 3, 4):
        for jumps in product(range(1, size + 2), repeat=size):
            for any_order in (False, True):
                if Frog(jumps, any_order).clashes():
                    assert not brute(jumps, any_order)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1,9,1", "jump 2 is 9 long, but no two pads are more than 3 apart"),
        ("2,2,2", "the frog is on odd pads 4 times, but there are 2 of them"),
        ("any:2,2,2", "no jump is of odd length, so the even pads are never reached"),
    ],
)
def test_refuted_before_any_search(text: str, reason: str) -> None:
    result = solve(Frog.parse(text))
    assert (result.unsolvable, result.reason, result.stats.nodes) == (True, reason, 0)


@pytest.mark.parametrize("seed", range(4))
def test_70_pads_with_local_jumps(seed: int) -> None:
    """Ten times the assignment's pond."""
    result = solve(local_pond(70, seed), max_nodes=20_000 if native.available else 300)
    assert result.solved or not native.available


def test_64_pads_by_the_engine() -> None:
    assert solve(local_pond(64, 2), EXACT[1]).solved


# --- the puzzle as a value


def test_text() -> None:
    assert str(Frog.parse(" 2, 3,2 ")) == "2,3,2"
    assert Frog.parse("any: 3,2,2") == Frog((2, 2, 3), any_order=True)
    assert str(Frog.parse("any:2,3").faces) == "csp, space"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "column 1: found '', expected the length of a jump"),
        ("2,x,3", "column 3: found 'x', expected the length of a jump"),
        ("2,,3", "column 3: found '', expected the length of a jump"),
        ("2,3,", "column 5: found '', expected the length of a jump"),
        ("2, 0", "column 4: found '0', expected the length of a jump"),
        ("2,-1", "column 3: found '-1', expected the length of a jump"),
        ("any:2,many", "column 7: found 'many', expected the length of a jump"),
        ("2,any:3", "column 3: found 'any:3', expected the length of a jump"),
        ("12345678901", "column 1: found '12345678901', expected the length of a jump"),
        ("²", "column 1: found '²', expected the length of a jump"),
        (",".join(["1"] * 10_001), "found 10001 jumps, expected 1 to 10000"),
    ],
)
def test_bad_texts(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        Frog.parse(text)


def test_bad_lengths() -> None:
    with pytest.raises(ValueError, match=r"^jump 2: found length 0, expected 1 or more$"):
        Frog((1, 0))


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ((1, 3, 6, 4, 7, 2, 5), []),
        ((1, 3, 6, 4, 7, 2), ["the solution has 6 pads, not 7"]),
        ((1, 3, 6, 4, 7, 2, -1), ["-1 isn't a pad from 1 to 7"]),
        ((7, 5, 2, 4, 1, 6, 3), ["the frog starts on pad 7, not on pad 1"]),
        ((1, 3, 6, 4, 1, 6, 3), [f"pad {pad} is visited 2 times" for pad in (1, 3, 6)]),
        ((1, 3, 5, 4, 7, 2, 6), [f"jump {n}" for n in (2, 3, 6)]),
    ],
)
def test_check(answer: tuple[int, ...], wrong: list[str]) -> None:
    found = Frog(FROG_JUMPS).check(answer)
    assert len(found) == len(wrong)
    assert all(mine.startswith(theirs) for mine, theirs in zip(found, wrong, strict=True))


def test_check_in_any_order() -> None:
    assert not Frog(FROG_JUMPS, True).check((1, 4, 6, 3, 5, 2, 7))
    found = Frog((1, 2, 1), True).check((1, 2, 3, 4))
    assert found == ["the jumps have 3 of length 1, not 2", "the jumps have 0 of length 2, not 1"]


# --- the faces


@given(st.lists(st.integers(1, 5), min_size=1, max_size=5), st.booleans())
@settings(deadline=None, max_examples=60)
def test_predecessors_undo_successors(jumps: list[int], any_order: bool) -> None:
    space = Frog(tuple(jumps), any_order).space()
    for level in levels(space):
        for state in level:
            for _, child in space.successors(state):
                assert state in space.predecessors(child)
            if space.is_goal(state):
                assert state in space.goals


def test_the_heuristic_is_admissible() -> None:
    random = Random(8)
    for size in (3, 5, 6):
        for any_order in (False, True):
            space = Frog(feasible(random, size), any_order).space()
            assert not overestimates(space)
            assert space.heuristic(space.start) == size


def test_distance_rules_out_by_shifts() -> None:
    rule = Distance((0, 1), "jump", 3)
    ruling = rule.ruled_out(0, 1, 10)
    for mask in (0b1, 0b1000000000, 0b1011, domain(range(10))):
        reach = {v + d for v in values(mask) for d in (-3, 3)}
        assert ruling[mask] == domain(v for v in range(10) if v not in reach)
    assert rule.holds((2, 5))
    assert rule.holds((5, 2))
    assert not rule.holds((2, 4))


def test_arc_consistency_along_distances() -> None:
    csp = CSP((0b1, 0b111111, 0b111111), (Distance((0, 1), "a", 3), Distance((1, 2), "b", 2)))
    state = State(Network(csp), Run())
    assert INFER["mac"](state, range(3))
    assert [list(values(mask)) for mask in state.domains] == [[0], [3], [1, 5]]


def test_steps_in_any_order() -> None:
    rule = Steps((0, 1, 2), "jumps", (1, 3))
    assert rule.holds((4, 3, 6))
    assert rule.holds((4, 1, 2))
    assert not rule.holds((4, 5, 6))
    assert rule.ruled_out(0, 2, 8) is None
    ruling = rule.ruled_out(1, 2, 8)
    assert ruling is not None
    assert list(values(ruling[1 << 4])) == [0, 2, 4, 6]


def test_a_large_pond_keeps_its_limits() -> None:
    result = solve(local_pond(1000, 0), max_seconds=0.3)
    assert result.status is Status.STOPPED or result.solved
    assert result.stats.seconds < 3


@pytest.mark.parametrize("text", ["[2,3,2,3,5,3]", "[2;3;2;3;5;3]", " [ 2; 3; 2; 3; 5; 3 ] "])
def test_parse_list_of_python_or_ocaml_reads_the_jumps(text: str) -> None:
    assert Frog.parse(text) == Frog((2, 3, 2, 3, 5, 3))
    assert Frog.parse(f"any:{text.strip()}").any_order


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[2,3;2]", r"column 1: found '\[2', expected the length of a jump"),
        ("[2;x]", "column 4: found 'x', expected the length of a jump"),
        ("[2,3", r"column 1: found '\[2', expected"),
    ],
)
def test_parse_broken_list_names_the_place(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Frog.parse(text)
