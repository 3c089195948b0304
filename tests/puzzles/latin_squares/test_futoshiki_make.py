"""Futoshikis made and rated: levels, one solution, twins, and what Tatham's programs make."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

import clew
from clew.core.rng import SplitMix64
from clew.explanations.entries import tatham_level
from clew.explanations.explain import explain
from clew.explanations.techniques.scale import SQUARES, TATHAM
from clew.generators.recipe import CannotMake
from clew.notation import read
from clew.puzzles.latin_squares import batch as futoshiki
from clew.puzzles.latin_squares.maker import (
    LEVELS,
    SIGNS,
    Requirements,
    latin_squares,
    make_futoshikis,
    packed_futoshikis,
    py_futoshiki_make,
    py_latin_squares,
    random_latin_square,
    solved_at,
)
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.puzzles.latin_squares.puzzle_latin import Latin
from clew.search import native
from tests.paths import DATA

needs_kernel = pytest.mark.skipif(not native.available, reason="no compiled kernels")
TATHAMS = DATA / "tatham.txt"
UNEQUAL = dict(zip("tekxr", LEVELS, strict=True))
SOLO = dict(zip("tbiaeu", TATHAM.names, strict=True))


def width(order: int) -> int:
    return order * (3 * order - 2)


def level(rated: futoshiki.Rated) -> str:
    return SQUARES.level(rated.rating / 10)


# ------------------------------------------------------------------ Latin squares


def chi_square(found: Counter[int], expected: dict[int, float]) -> float:
    return sum((found[key] - mean) ** 2 / mean for key, mean in expected.items())


@needs_kernel
@pytest.mark.parametrize("order", [1, 2, 3, 4, 5, 7, 12, 31])
def test_squares_are_the_same_in_both_languages(order: int) -> None:
    few = 20 if order < 12 else 2
    assert latin_squares(few, order, 7, 2) == py_latin_squares(few, order, 7, 1)
    square = futoshiki.squares(few, order, 7)[: order * order]
    assert tuple(square) == random_latin_square(order, SplitMix64.of(7, 0))
    assert Latin(tuple(square)).check(tuple(square)) == []


@needs_kernel
def test_all_576_squares_of_order_4_are_as_likely() -> None:
    """575 degrees of freedom: mean 575, standard deviation 34; the seed is fixed."""
    number = 57_600
    drawn = futoshiki.squares(number, 4, seed=1)
    found = Counter(hash(drawn[at : at + 16]) for at in range(0, len(drawn), 16))
    assert len(found) == 576
    assert chi_square(found, dict.fromkeys(found, number / 576)) < 575 + 3 * 34


@needs_kernel
@pytest.mark.parametrize(("order", "shares"), [(4, {4: 3 / 4, 12: 1 / 4}), (5, {0: 3 / 28})])
def test_kinds_of_squares_are_as_likely_as_they_are_many(
    order: int, shares: dict[int, float]
) -> None:
    """Those of the cyclic group are 432 of 576, and 17,280 of 161,280; by 2 x 2 subsquares."""
    number, cells = 8_000, order * order
    drawn = futoshiki.squares(number, order, seed=2)
    found = Counter(subsquares(order, drawn[at : at + cells]) for at in range(0, len(drawn), cells))
    for kind, share in shares.items():
        deviation = (number * share * (1 - share)) ** 0.5
        assert abs(found[kind] - number * share) < 4 * deviation


def subsquares(order: int, square: bytes) -> int:
    rows = [square[at : at + order] for at in range(0, order * order, order)]
    return sum(
        one[a] == two[b] and one[b] == two[a]
        for one, two in combinations(rows, 2)
        for a, b in combinations(range(order), 2)
    )


@pytest.mark.parametrize("kernel", [latin_squares, py_latin_squares])
def test_squares_that_are_refused(kernel: object) -> None:
    assert callable(kernel)
    for count, order, threads in ((-1, 5, 1), (1, 0, 1), (1, 65, 1), (1, 5, 0)):
        with pytest.raises(ValueError, match="expected"):
            kernel(count, order, 1, threads)
    with pytest.raises(ValueError, match="seed must be from 0 to "):
        futoshiki.squares(1, 5, seed=-1)


# ------------------------------------------------------------------ the rater


def mixed_lot() -> Iterator[Futoshiki | Latin]:
    """Puzzles of all levels, with many signs, few, none, and nothing else."""
    for order, count in ((4, 2), (5, 2)):
        for signs in SIGNS:
            for wanted in LEVELS:
                needs = Requirements(order, wanted, signs, attempts=300)
                try:
                    yield from make_futoshikis(count, needs, seed=order)
                except CannotMake:
                    continue
    for wanted in LEVELS[:4]:
        yield from make_futoshikis(1, Requirements(7, wanted, "mixed"), seed=8)
    yield from make_futoshikis(1, Requirements(8, "tricky"), seed=8)


@needs_kernel
def test_the_kernel_takes_the_same_steps() -> None:
    met = set()
    for puzzle in mixed_lot():
        ours = explain(puzzle).steps
        theirs = native.lib.futoshiki_steps(puzzle.order, futoshiki.pack([puzzle]), SQUARES.rows)
        assert [
            (s.technique, round(10 * s.rating), s.placements, s.eliminations) for s in ours
        ] == theirs, puzzle.id
        met |= {step.technique for step in ours}
    assert len(met) > 11


@needs_kernel
def test_ratings_are_those_of_the_readable_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = futoshiki.unpack(futoshiki.make(6, 5, seed=3), 5)
    fast = futoshiki.rate(puzzles)
    assert fast == futoshiki.rate(futoshiki.pack(puzzles), order=5, threads=2)
    rated = clew.rate(puzzles[0])
    assert fast[0] == tuple(round(10 * r) for r in (rated.rating, rated.pearl, rated.diamond))
    monkeypatch.setattr(native, "available", False)
    assert futoshiki.rate(puzzles) == fast
    assert futoshiki.rate([]) == []


@needs_kernel
def test_what_the_rater_refuses() -> None:
    two = Futoshiki.parse("2:0R,0,0,0,")
    assert futoshiki.rate([two])[0].rating == 30
    with pytest.raises(ValueError, match="puzzle 1: found more than one solution, expected"):
        futoshiki.rate([two, Futoshiki.parse("2:0,0,0,0,")])
    with pytest.raises(ValueError, match="puzzle 0: found no solution"):
        futoshiki.rate([Futoshiki.parse("2:1R,0,0,0,")])
    with pytest.raises(ValueError, match="order: found 16, expected 1 to 15"):
        native.lib.rate_futoshikis(16, b"", 1, SQUARES.rows)
    with pytest.raises(ValueError, match="no order"):
        futoshiki.rate(b"")
    with pytest.raises(ValueError, match="expected the bytes of one"):
        native.lib.futoshiki_steps(2, b"", SQUARES.rows)


# ------------------------------------------------------------------ making


@needs_kernel
@pytest.mark.parametrize("order", [4, 5, 6, 7, 9])
@pytest.mark.parametrize("signs", ["many", "mixed"])
def test_puzzles_are_unique_and_at_their_level(order: int, signs: str) -> None:
    for wanted in LEVELS:
        if (order == 4 and wanted == "recursive") or (order == 9 and wanted != "tricky"):
            continue
        count = 20 if order < 7 and wanted in LEVELS[:3] else 4
        made = futoshiki.make(count, order, 11, level=wanted, signs=signs, attempts=20_000)
        assert set(futoshiki.unique(made, order=order)) == {1}
        assert {level(r) for r in futoshiki.rate(made, order=order)} == {wanted}
        number = LEVELS.index(wanted)
        for at in range(0, len(made), width(order) * 8) if number > 0 else ():
            puzzle = made[at : at + width(order)]
            assert not solved_at(order, puzzle, LEVELS[number - 1])


@needs_kernel
@pytest.mark.parametrize(("order", "wanted"), [(12, "easy"), (15, "trivial"), (11, "tricky")])
def test_large_orders(order: int, wanted: str) -> None:
    made = futoshiki.make(2, order, 1, level=wanted)
    assert {level(r) for r in futoshiki.rate(made, order=order)} == {wanted}


@needs_kernel
def test_latin_squares_at_levels() -> None:
    for order, wanted in ((5, "trivial"), (7, "extreme"), (9, "extreme"), (9, "recursive")):
        needs = Requirements(order, wanted, "none", attempts=20_000)
        for puzzle in make_futoshikis(2, needs, seed=5):
            assert isinstance(puzzle, Latin)
            assert level(futoshiki.rate([puzzle])[0]) == wanted


@needs_kernel
@pytest.mark.parametrize("signs", SIGNS)
@pytest.mark.parametrize("wanted", [None, *LEVELS])
def test_the_kernel_makes_what_the_twin_makes(signs: str, wanted: str | None) -> None:
    for clues, minimal in ((12, False), (0, False), (0, True)):
        needs = Requirements(4, wanted, signs, clues, minimal, attempts=2)
        for seed in range(2):
            slow = py_futoshiki_make(2, needs, seed, 1, None)
            if slow is None:
                with pytest.raises(CannotMake):
                    packed_futoshikis(2, needs, seed)
            else:
                assert packed_futoshikis(2, needs, seed) == slow


@needs_kernel
@pytest.mark.parametrize(
    ("order", "wanted", "signs"),
    [
        (5, "extreme", "many"),
        (5, "extreme", "mixed"),
        (5, "recursive", "many"),
        (5, "tricky", "only"),
        (6, "recursive", "many"),
        (6, "tricky", "many"),
        (6, None, "none"),
        pytest.param(8, "extreme", "mixed", marks=pytest.mark.slow),
    ],
)
def test_tests_by_other_solutions_change_nothing(
    order: int, wanted: str | None, signs: str
) -> None:
    """Where the kernel finds another solution, it asks no technique; the twin asks always."""
    needs = Requirements(order, wanted, signs, attempts=30)
    assert packed_futoshikis(1, needs, 3) == py_futoshiki_make(1, needs, 3, 1, None)


@needs_kernel
def test_the_twin_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    made = futoshiki.make(2, 5, 9, level="easy")
    large = futoshiki.make(1, 10, 9, signs="none", clues=95)
    monkeypatch.setattr(native, "available", False)
    told: list[int] = []
    assert futoshiki.make(2, 5, 9, level="easy", progress=told.append) == made
    assert told == [0, 1]
    assert futoshiki.make(1, 10, 9, signs="none", clues=95) == large


@needs_kernel
def test_a_puzzle_depends_on_seed_and_number_alone() -> None:
    made = futoshiki.make(9, 6, 4, level="tricky")
    assert futoshiki.make(9, 6, 4, level="tricky", threads=3) == made
    assert futoshiki.make(2, 6, 4, level="tricky") == made[: 2 * width(6)]
    assert futoshiki.make(9, 6, 5, level="tricky") != made


def test_the_same_in_every_version() -> None:
    """A seed names a puzzle: these must never change."""
    assert [str(p) for p in make_futoshikis(1, Requirements(4, "easy"), seed=1)] == [PINNED_EASY]
    assert [str(p) for p in make_futoshikis(1, Requirements(4, signs="none"), seed=1)] == [
        PINNED_LATIN
    ]


PINNED_EASY = "4:0,0R,0,3,0,0,0R,0,0U,0U,0,0,0U,0,0,0,"
PINNED_LATIN = "4:.21..3.....13..4"


@needs_kernel
def test_minimal_and_clues() -> None:
    for wanted in (None, "easy", "extreme"):
        made = futoshiki.make(3, 5, 2, level=wanted, minimal=True, attempts=20_000)
        for at in range(0, len(made), width(5)):
            puzzle = made[at : at + width(5)]
            less = [
                puzzle[:item] + b"\0" + puzzle[item + 1 :]
                for item, byte in enumerate(puzzle)
                if byte
            ]
            assert not any(futoshiki.unique(b"".join(less), order=5))
    for board in make_futoshikis(3, Requirements(6, "easy", clues=30), seed=1):
        assert isinstance(board, Futoshiki)
        assert len(board.signs) + sum(map(bool, board.cells)) == 30


@needs_kernel
def test_what_cannot_be_made_is_said() -> None:
    with pytest.raises(CannotMake, match=r"^recursive Futoshiki 4x4 \(signs: none\): none f"):
        futoshiki.make(1, 4, level="recursive", signs="none", attempts=9)
    with pytest.raises(CannotMake, match="in attempt"):
        futoshiki.make(1, 9, level="trivial", signs="only", attempts=1)
    assert futoshiki.make(0, 9) == b""


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"order": 3}, "order: found 3, expected 4 to 15"),
        ({"order": 16}, "order: found 16"),
        ({"level": "hard"}, "no level is called hard: choose from trivial, easy"),
        ({"signs": "some"}, "signs can't be some: choose from many"),
        ({"clues": -1}, "clues: found -1"),
        ({"clues": 9, "minimal": True}, "clues: found 9 of a minimal puzzle, expected 0"),
        ({"attempts": 0}, "attempts: found 0"),
        ({"seed": -1}, "seed must be from 0 to "),
    ],
)
def test_needses_that_are_refused(options: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        futoshiki.make(**{"count": 1, "order": 5} | options)  # type: ignore[arg-type]


@needs_kernel
def test_the_kernel_refuses_too() -> None:
    good = (1, 5, 1, 1, 0, 0, False, 1, 1, None)
    for at, bad in ((0, -1), (1, 16), (3, 6), (4, 4), (5, -1), (7, 0), (8, 0)):
        with pytest.raises(ValueError, match="expected"):
            native.lib.futoshiki_make(*(*good[:at], bad, *good[at + 1 :]))


@needs_kernel
def test_progress_may_end_it() -> None:
    def enough(done: int) -> None:
        raise InterruptedError(str(done))

    with pytest.raises(InterruptedError):
        futoshiki.make(10**6, 9, level="extreme", threads=2, progress=enough)


# ------------------------------------------------------------------ Tatham's levels


@cache
def tatham(program: str) -> list[tuple[str, str]]:
    rows = (line.split() for line in TATHAMS.read_text().splitlines())
    return [(letter, text) for name, letter, text in rows if name == program]


def agree(found: str, wanted: str, levels: tuple[str, ...]) -> bool:
    return levels.index(found) in (levels.index(wanted), levels.index(wanted) - 1)


def judge_unequal(letter: str, puzzle: Futoshiki) -> None:
    """At the level or one below; further below only by what Unequal does not know."""
    (rated,) = futoshiki.rate([puzzle])
    if not agree(level(rated), UNEQUAL[letter], LEVELS):
        assert "signs on one line" in {step.technique for step in explain(puzzle).steps}


@needs_kernel
def test_levels_of_unequal() -> None:
    for letter, text in tatham("unequal"):
        judge_unequal(letter, Futoshiki.parse(text))


def test_levels_of_solo() -> None:
    for letter, text in tatham("solo"):
        assert agree(tatham_level(read(text)), SOLO[letter], TATHAM.names), text


@needs_kernel
@pytest.mark.skipif(not shutil.which("sgt-unequal", path="/usr/games"), reason="no sgt-puzzles")
@pytest.mark.parametrize("letter", UNEQUAL)
def test_levels_of_unequal_as_installed(letter: str) -> None:
    for order in (5, 6, 7):
        call = ["/usr/games/sgt-unequal", "--generate", "4", f"{order}d{letter}#8"]
        done = subprocess.run(call, capture_output=True, text=True, check=True)
        for text in done.stdout.split():
            judge_unequal(letter, Futoshiki.parse(text))
