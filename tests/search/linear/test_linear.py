"""Linear algebra over GF(2): polynomials, elimination, grids, and CSPs that are all parities."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew import LightsOut, Unsuited, count, solve
from clew.board.board import Board, Cell
from clew.core.faces import CSP, Faces, GridSystem, Linear, LinearSystem, values
from clew.core.puzzle import Example, Puzzle
from clew.core.result import Run, Stopped
from clew.puzzles._light_grid import RULES, toggled
from clew.rules import AllDifferent, Parity
from clew.search.auto import suits
from clew.search.linear import linear
from clew.search.linear.linear import LinearAlgebra, as_linear, refute, solutions_of

polynomials = st.integers(0, 2**70)


def product(a: int, b: int) -> int:
    total = 0
    for power in values(b):
        total ^= a << power
    return total


@given(polynomials, polynomials)
def test_polynomials(a: int, b: int) -> None:
    assert linear.multiply(a, b) == product(a, b)
    assert linear.square(a) == product(a, a)
    if b:
        quotient, rest = linear.divide(a, b)
        assert product(quotient, b) ^ rest == a
        assert rest.bit_length() < b.bit_length()
        assert linear.remainder(a, b) == rest
    if a or b:
        common, inverse = linear.gcd(a, b)
        assert linear.remainder(a, common) == linear.remainder(b, common) == 0
        assert not a or linear.remainder(product(inverse, b) ^ common, a) == 0


def test_chebyshev_polynomials() -> None:
    before, this = 0, 1
    for n in range(300):
        assert linear.chebyshev(n) == before
        before, this = this, this << 1 ^ before


@given(polynomials)
def test_a_shift_of_the_variable(a: int) -> None:
    power, total = 1, 0
    for bit in f"{a:b}"[::-1]:
        total ^= power if bit == "1" else 0
        power = product(power, 0b11)
    assert linear.shifted(a) == total
    assert linear.shifted(total) == a


@given(st.integers(1, 150), st.randoms(use_true_random=False))
def test_the_basis_of_chebyshev_polynomials(n: int, rng: random.Random) -> None:
    vector = rng.getrandbits(n)
    total = 0
    for j in values(vector):
        total ^= linear.chebyshev(j + 1)
    assert linear.from_chebyshev(vector, n) == total
    assert linear.to_chebyshev(total, n) == vector


def written_out(puzzle: LightsOut) -> LinearSystem:
    """A plain board in the way of those that are not: the matrix of a plus is symmetric."""
    return LinearSystem(puzzle.size, puzzle.masks, puzzle.packed)


@pytest.mark.parametrize("rule", list(RULES))
def test_polynomials_agree_with_elimination(rule: str) -> None:
    rng = random.Random(7)
    solved = 0
    for _ in range(1500):
        rows, cols = rng.randint(1, 12), rng.randint(1, 12)
        lit = tuple(rng.getrandbits(cols) for _ in range(rows))
        if rng.random() < 0.5:  # one that can be solved
            presses = [rng.getrandbits(cols) for _ in range(rows)]
            lit = tuple(toggled(presses, rows, cols, RULES[rule]))
        board = LightsOut(rows, cols, lit, RULES[rule])
        grid, dense = solutions_of(board.linear()), solutions_of(written_out(board))
        assert isinstance(board.linear(), GridSystem)
        assert grid.nullity == dense.nullity
        assert (grid.solution is None) == (dense.solution is None)
        if grid.solution is None:
            for proof in (refute(board.linear()), refute(written_out(board))):
                assert board.refuted_by(board.translate(Linear, proof))
            continue
        solved += 1
        assert refute(board.linear()) is None
        assert not board.check(board.translate(Linear, grid.whole(grid.solution)))
        for quiet in grid.quiet()[:2]:
            assert quiet
            assert not board.check(board.translate(Linear, grid.whole(grid.solution ^ quiet)))
    assert solved > 500


def test_every_solution_once() -> None:
    rng = random.Random(9)
    for _ in range(100):
        unknowns, many = rng.randint(1, 8), rng.randint(0, 9)
        system = LinearSystem(
            unknowns,
            tuple(rng.getrandbits(unknowns) for _ in range(many)),
            rng.getrandbits(many),
        )
        true = {
            x
            for x in range(1 << unknowns)
            if all(
                (x & equation).bit_count() % 2 == system.right >> number & 1
                for number, equation in enumerate(system.equations)
            )
        }
        found = list(solutions_of(system))
        assert (set(found), len(found)) == (true, len(true))
        assert LinearAlgebra().count(system, Run()) == len(true)
        proof = refute(system)
        assert (proof is None) == bool(true)
        if proof is not None:
            total = 0
            for number in values(proof):
                total ^= system.equations[number] | (system.right >> number & 1) << unknowns
            assert total == 1 << unknowns
        if true:
            least = next(LinearAlgebra(minimum="yes")(system, Run()))
            assert least.bit_count() == min(x.bit_count() for x in true)


@pytest.mark.parametrize("text", ["5000x5000", "20x20,torus"])
def test_limits_are_kept_within_the_algebra(text: str) -> None:
    looks = 0

    def pause() -> None:
        nonlocal looks
        looks += 1
        if looks == 4:
            raise Stopped("seconds")

    with pytest.raises(Stopped):
        solutions_of(LightsOut.parse(text).linear(), pause)


# ------------------------------------------------------------------------ CSPs of parities


@dataclass(frozen=True)
class Switches(Puzzle):
    """A user's own puzzle, stated as a CSP only."""

    rules: tuple[Parity | AllDifferent, ...]
    domains: tuple[int, ...] = (0b11, 0b11, 0b11)

    name: ClassVar[str] = "switches"
    summary: ClassVar[str] = "Sums of switches."
    form: ClassVar[str] = ""
    faces: ClassVar[Faces] = Faces({CSP: lambda puzzle: puzzle.csp()})
    examples: ClassVar[tuple[Example, ...]] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        raise ValueError(text)

    def __str__(self) -> str:
        return "switches"

    def board(self, answer: Sequence[int] | None = None, /) -> Board:
        return Board(1, 1, (Cell(),))

    def check(self, answer: Sequence[int], /) -> list[str]:
        return [
            rule.label for rule in self.rules if not rule.holds([answer[v] for v in rule.scope])
        ]

    def csp(self) -> CSP:
        return CSP(self.domains, self.rules)


def test_a_csp_of_parities_is_a_linear_system() -> None:
    puzzle = Switches((Parity((0, 1), "left", True), Parity((1, 2), "right", True)))
    assert set(solve(puzzle, "linear", max_solutions=None).solutions) == {(1, 0, 1), (0, 1, 0)}
    assert solve(puzzle, "linear:minimum=yes").solution == (0, 1, 0)
    assert count(puzzle, "linear") == count(puzzle) == 2
    given = Switches(puzzle.rules, (0b10, 0b11, 0b11))
    assert solve(given, "linear", max_solutions=None).solutions == ((1, 0, 1),)
    assert count(Switches(puzzle.rules, (0b00, 0b11, 0b11)), "linear") == 0


def test_its_refutation_names_the_rules() -> None:
    rules = (Parity((0, 1), "a", True), Parity((1, 2), "b", True), Parity((0, 2), "c", True))
    result = solve(Switches((*rules, Parity((0,), "d", False))), "linear")
    assert (result.unsolvable, result.proof) == (True, ("a", "b", "c"))
    fixed = solve(Switches(rules[:1], (0b01, 0b01, 0b11)), "linear")
    assert fixed.proof == ("a", "a variable's domain", "a variable's domain")


def test_what_is_no_linear_system() -> None:
    other = Switches((AllDifferent((0, 1), "different"),))
    assert as_linear(other.csp()) is None
    assert as_linear(CSP((0b111,), ())) is None
    assert as_linear(CSP((0b11,) * 3, (Parity((0, 0, 1), "x", True),))) == LinearSystem(
        3, (0b010,), 1
    )
    strategy = LinearAlgebra()
    assert not suits(other, strategy)
    with pytest.raises(Unsuited, match="linear works only on puzzles with linear equations"):
        solve(other, strategy)


def test_or_tools_agrees() -> None:
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    rng = random.Random(11)
    for text in ("3x4", "4x4,neighbours", "3x5,torus", "4x4,stencil=#.#/.#./..#", "4x4"):
        board = LightsOut.parse(text)
        packed = rng.getrandbits(board.size)
        lit = tuple(packed >> board.cols * row & 2**board.cols - 1 for row in range(board.rows))
        board = LightsOut(board.rows, board.cols, lit, board.stencil, board.torus)
        model = cp_model.CpModel()
        presses = [model.new_bool_var(str(press)) for press in range(board.size)]
        for rule in board.csp().constraints:
            assert isinstance(rule, Parity)
            model.add_bool_xor([*(presses[v] for v in rule.scope), not rule.odd])
        model.minimize(sum(presses))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        status = solver.solve(model)
        ours = solve(board, "linear:minimum=yes")
        assert ours.solved == (status == cp_model.OPTIMAL)
        if ours.solved:
            assert len(ours.solution) == round(solver.objective_value)
