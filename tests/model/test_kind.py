"""Kinds based on `GridKind`: everything follows from rules that are stated once per size."""

from __future__ import annotations

import pickle
from base64 import b64decode
from collections.abc import Iterable
from dataclasses import FrozenInstanceError, dataclass, replace
from typing import ClassVar
from zlib import decompress

import pytest

import clew
from clew.core.faces import CSP
from clew.core.look import Example
from clew.core.puzzle import Unsuited
from clew.explanations.explain import rate_all
from clew.model.grid import Grid
from clew.model.kind import GridKind
from clew.puzzles.latin_squares.face import LatinSquare
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.puzzles.latin_squares.puzzle_latin import Latin
from clew.puzzles.sudoku.face import Givens
from clew.puzzles.sudoku.puzzle import Sudoku
from clew.rules import Less
from clew.rules.rule import Constraint
from clew.search.native import available

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
TEXTS = (
    EASY, "x:1..............4", "regions=0011022102213333:1.........2.....",
    "(12)(12)..34........12", "3:12.......", "2:1R,0,0,0,",
    "4a:1D,4D,0R,0L,0UR,0URL,0DL,0D,0D,0D,0UR,0UL,0UR,0URL,0L,0,",
)  # fmt: skip
PICKLED = (
    "eNqFVM1v0zAUdz7rtB30iABBb7RC6h/AYSqaNA7mAOyMqjTNmrDQlHwwNAkpHKjWybeZ/5MD9/D87KYpQlu9"
    "vS//fu/ZL7Yr+9exS/D3UYz44yAJLyfr8uoqCfNJXi7Si1K7grtn6ItbMf4hvgPaCcIkycWIOcxiBEYHpRwu"
    "SoN5MLeLeYwezNMDLIEcNmqKtuLvMpotrNtkMVsZbawmrX1FqlflFYJb8/SbgLzWRnC6iP1luvITseWdLFzG"
    "6SoXY94N/NUiXvhFKL3ObBl/DWGCP/pfV879QPbkjcLcipP3jkVIR3YSGmp4jrQ8qnyqosSyCdiAMyTQxCi2"
    "30SgbXiEIBHcjid+Ct1oXIm4+T0YkopOYX4AiaQmA0IqTGDjRxzinyHDxJ5KZyjnK6J/lQZhNSkMjFGckHF7"
    "aBCKEWSbxKiohNgIJZoy0Oyp3sUQI2qCNDFpVDvYrnCFHjXU2mUFUk1x70PNriRBLZQ7l1GYheLmT12TGv4J"
    "kUJq0ugatXLbmLqB6FDjtfgNGamaqLj1Lo0G7Sltlqqq85MmflhwD9VZ64a4L9zagKpRzst5ZKnLFrkjOODk"
    "jmEXIqJwJcyNiLrXUW8c9cfckccUjvBDPMJBmoUTHXFOUeNljp5y6+TsHTicpusw84s0E7z/OSyidBH4SRJm"
    "cs4K8jWcyQ8iv39d5t7GdYGW69pGvZG+2gaizJa21AB8fxw9iZ4fViH/PBPtYTCzvfst7n4EL4XLnsGgbIC6"
    "PUxsGFbhLw4ueOIX8WqWfyn9DDwVnWEQuvYWtX4C1ebNw8UUIp/zl/dnPC+LNI/ii1hw77Sxd49rq6/weDl5"
    "vIRXRkY28AU49Ref4POtCrGFJr1qU+y7Dgns+Fh20t7IXA5IUz6IQJK2w1yQLuuC7LAeSMr6ID12BLKLkT7a"
    "R+zBRkCy19eqg+HkL6Eol/4="
)
"""Puzzles with these texts, pickled when each kind was a class with its own rules."""


@dataclass(frozen=True)
class Plain(GridKind):
    """A Sudoku as a user's own kind."""

    cells: tuple[int, ...]
    blocked: bool = True

    size: ClassVar[tuple[str, ...]] = ("blocked",)
    largest: ClassVar[int] = 9
    name: ClassVar[str] = "plain"
    summary: ClassVar[str] = "Every value once."
    examples: ClassVar[tuple[Example, ...]] = (Example(f"9:{EASY}", "Easy", solutions=1),)

    @staticmethod
    def state(grid: Grid, blocked: bool) -> None:
        grid.latin()
        if blocked:
            grid.boxes(3, 3)


@dataclass(frozen=True)
class Lattice(GridKind):
    """A kind with other rules: a sum, an order, and a rule that needs a helper variable."""

    cells: tuple[int, ...]

    largest: ClassVar[int] = 3
    name: ClassVar[str] = "lattice"
    summary: ClassVar[str] = "Sums and an order."

    @property
    def highest(self) -> int:
        return len(self.cells)

    @staticmethod
    def state(grid: Grid) -> None:
        a, b, c, d = grid.cells
        grid.all_different(label="the square")
        grid.add(a < b)
        grid.add(a + d == b + c, label="both diagonals add up to the same")
        grid.add(abs(a - b) * abs(c - d) == 1, label="the rows step by one")


def test_pickle_from_before_kinds_loads() -> None:
    puzzles = pickle.loads(decompress(b64decode("".join(PICKLED))))
    assert [str(each) for each in puzzles] == list(TEXTS)
    assert [*map(type, puzzles)] == [Sudoku] * 4 + [Latin] + [Futoshiki] * 2
    for each in puzzles:
        assert each == type(each).parse(str(each))
        assert clew.solve(each).solutions == clew.solve(each.id).solutions


@pytest.mark.parametrize(
    "text", [f"sudoku:{TEXTS[1]}", f"latin:{TEXTS[4]}", f"futoshiki:{TEXTS[6]}"]
)
def test_puzzle_of_a_kind_is_an_immutable_value(text: str) -> None:
    puzzle = clew.parse(text)
    assert isinstance(puzzle, GridKind)
    clew.solve(puzzle)
    again = pickle.loads(pickle.dumps(puzzle))
    assert again == puzzle == puzzle.with_entries(puzzle.cells)
    assert hash(again) == hash(puzzle)
    assert b"clew.model.kind" not in pickle.dumps(puzzle)
    with pytest.raises(FrozenInstanceError):
        puzzle.cells = ()


def test_puzzles_of_a_size_share_their_rules() -> None:
    first, second = Sudoku.parse(EASY), Sudoku.parse(HARD)
    assert first.csp().constraints is second.csp().constraints
    assert Sudoku(first.cells, diagonal=True).csp().constraints is not first.csp().constraints
    assert Futoshiki.parse("2:0R,0,0,0,").shared is Futoshiki.parse("2:0,0,0,0,").shared


def test_users_kind_with_a_familys_rules_gets_its_features() -> None:
    built_in, own = (
        [Sudoku.parse(each) for each in (EASY, HARD)],
        [Plain.parse(each) for each in (EASY, HARD)],
    )
    assert [*own[0].faces] == [*Plain.faces] == [Givens, CSP]
    for theirs, ours in zip(built_in, own, strict=True):
        one, other = clew.solve(theirs), clew.solve(ours)
        assert (one.solution, one.strategy, one.stats.nodes) == (
            other.solution, other.strategy, other.stats.nodes
        )  # fmt: skip
        assert clew.hint(theirs).full == clew.hint(ours).full
        assert [ours.region(cell) for cell in range(81)] == [theirs.region(c) for c in range(81)]
        walls = theirs.board().walls
        assert ours.board().walls == walls
    assert clew.rate(built_in[0]) == clew.rate(own[0])
    assert list(rate_all(built_in)) == list(rate_all(own))
    assert (own[0].rate_together is not None) == available


def test_family_is_recognised_by_structure() -> None:
    latin = replace(Plain.parse(EASY), blocked=False)
    assert [*latin.faces] == [LatinSquare, CSP]
    boxes = tuple(cell // 27 * 3 + cell % 9 // 3 for cell in range(81))
    assert [*Sudoku.parse(EASY).faces] == [*Sudoku(Sudoku.parse(EASY).cells, regions=boxes).faces]
    assert [*Sudoku.parse(TEXTS[3]).faces] == [*Futoshiki.parse(TEXTS[6]).faces] == [CSP]


@dataclass(frozen=True)
class Signed(Plain):
    """A Sudoku with signs, which the Sudoku family doesn't support."""

    signs: tuple[tuple[int, int], ...] = ()

    name: ClassVar[str] = "signed"

    @property
    def less(self) -> tuple[tuple[int, int], ...]:
        return self.signs

    def clue_rules(self) -> Iterable[Constraint]:
        return [Less(pair, f"sign {number}") for number, pair in enumerate(self.signs, 1)]


def test_clue_unknown_to_the_family_leaves_only_constraints() -> None:
    solution = clew.solve(Plain.parse(EASY)).solution
    right, wrong = ((0, 1), (1, 0)) if solution[0] < solution[1] else ((1, 0), (0, 1))
    cells = Plain.parse(EASY).cells
    assert [*Signed(cells).faces] == [Givens, CSP]
    assert [*Signed(cells, signs=(right,)).faces] == [CSP]
    assert [*Signed(cells, blocked=False, signs=(right,)).faces] == [LatinSquare, CSP]
    assert clew.solve(Signed(cells, signs=(right,))).solutions == (solution,)
    assert clew.solve(Signed(cells, signs=(wrong,))).unsolvable
    assert Signed(cells, signs=(wrong,)).check(solution) == ["sign 1"]
    assert Signed(cells, signs=(right,)).rate_together is None


def test_kind_with_any_rules_is_solved_and_checked() -> None:
    blank = Lattice((0,) * 4)
    found = list(clew.Search(blank))
    expected = [
        (a, b, c, d)
        for a in range(1, 5) for b in range(1, 5) for c in range(1, 5) for d in range(1, 5)
        if len({a, b, c, d}) == 4 and a < b and a + d == b + c and abs(a - b) * abs(c - d) == 1
    ]  # fmt: skip
    assert sorted(found) == expected
    assert len(expected) > 1
    for solution in expected:
        assert blank.check(solution) == []
    assert blank.check((3, 2, 1, 4)) == [
        "r1c1 < r1c2",
        "both diagonals add up to the same",
        "the rows step by one",
    ]
    assert Lattice((2, 1, 0, 0)).clashes() == ["r1c1 < r1c2"]
    assert Lattice((2, 2, 0, 0)).clashes() == ["the square has two 2s", "r1c1 < r1c2"]
    assert clew.solve(Lattice((2, 1, 0, 0))).unsolvable
    assert "r" in clew.hint(Lattice((*expected[0][:3], 0))).full
    with pytest.raises(Unsuited):
        clew.solve(blank, "bands")


@pytest.mark.parametrize(
    "text", [EASY, "x:1..............4", "2x3:2...4.1..3..6..43..4.2...6....4.5..."]
)
def test_check_agrees_with_check_each(text: str) -> None:
    puzzle = Sudoku.parse(text)
    for right in clew.solve(puzzle, max_solutions=3).solutions:
        assert puzzle.check(right) == puzzle.check_each(right) == []
        for cell in range(0, len(right), 7):
            wrong = (*right[:cell], right[cell] % puzzle.order + 1, *right[cell + 1 :])
            assert puzzle.check(wrong) == puzzle.check_each(wrong) != []
