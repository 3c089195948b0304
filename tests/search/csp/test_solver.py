"""A solver that remembers gives each question the answer that a fresh search gives."""

from __future__ import annotations

from random import Random

import pytest

import clew
from clew import rules
from clew.core.errors import Stopped
from clew.core.faces import CSP, Assignment, domain
from clew.core.result import Run
from clew.rules import AllDifferent, Less, Sum
from clew.search.csp import solver as module
from clew.search.csp.solver import Assumption, CspSolver
from clew.search.native import available
from tests.search.csp.random_rules import posed

needs_kernel = pytest.mark.skipif(not available, reason="no compiled kernels")


def fits(found: Assignment, assumed: list[Assumption]) -> bool:
    return all(allowed >> found[x] & 1 for x, allowed in assumed)


def asked(rng: Random, csp: CSP) -> list[Assumption]:
    """Draw assumptions: a value, all but one, or any set of values, of some variables."""
    drawn = []
    for _ in range(rng.randint(0, len(csp.domains))):
        x = rng.randrange(len(csp.domains))
        value = rng.randrange(csp.domains[x].bit_length() + 2)
        drawn.append((x, rng.choice([1 << value, ~(1 << value), rng.getrandbits(12)])))
    return drawn


@pytest.mark.parametrize("kernel", [pytest.param(True, marks=needs_kernel), False])
def test_questions_about_random_csps_agree_with_brute_force(
    kernel: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not kernel:
        monkeypatch.setattr(module, "_kernel", lambda csp: (None, 0))
    rng = Random(3)
    seen = {True: 0, False: 0}
    for _ in range(600 if kernel else 60):
        csp, known = posed(rng, "mixed")
        solver, clauses = CspSolver(csp), list[list[Assumption]]()
        for _ in range(rng.randint(1, 12)):
            if rng.random() < 0.2:
                clauses.append(asked(rng, csp)[:3])
                solver.add(*clauses[-1])
                known = {each for each in known if any(fits(each, [a]) for a in clauses[-1])}
            assumed = asked(rng, csp)
            expected = {each for each in known if fits(each, assumed)}
            found = solver.solve(assumed)
            seen[found is not None] += 1
            assert (found in expected) if expected else found is None
            if found is None:
                needed = [assumed[at] for at in solver.core]
                assert not any(fits(each, needed) for each in known)
            else:
                assert solver.core == ()
    assert min(seen.values()) > 50


@pytest.mark.parametrize("kernel", [pytest.param(True, marks=needs_kernel), False])
def test_candidates_of_random_csps_are_those_of_all_solutions(
    kernel: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not kernel:
        monkeypatch.setattr(module, "_kernel", lambda csp: (None, 0))
    rng, seen = Random(4), set[bool]()
    for _ in range(300 if kernel else 30):
        csp, known = posed(rng, "mixed")
        solver = CspSolver(csp)
        for _ in range(rng.randint(1, 6)):
            if rng.random() < 0.2 and known:
                known = set(known)
                solver.exclude(known.pop())
            domains = [mask & rng.getrandbits(12) | rng.getrandbits(4) for mask in csp.domains]
            shown = rng.randint(0, len(domains))
            fits = [s for s in known if all(m >> v & 1 for m, v in zip(domains, s, strict=True))]
            found = solver.candidates(domains, shown)
            expected = [domain({each[at] for each in fits}) for at in range(shown)]
            assert (list(found.had), any(found.unknown)) == (expected, False)
            two = solver.candidates(domains, shown, most=2)
            for at, mask in enumerate(expected):
                assert two.had[at] & ~mask == 0
                assert two.had[at].bit_count() >= min(2, mask.bit_count())
            seen.add(any(found.had))
    assert seen == {False, True}


@needs_kernel
def test_candidates_beyond_the_limits_are_unknown() -> None:
    csp = clew.parse("latin:9:" + "." * 81).csp()
    found = CspSolver(csp).candidates(csp.domains, effort=100)
    assert found.left < 0
    assert any(found.unknown)
    assert all(had & unknown == 0 for had, unknown in zip(found.had, found.unknown, strict=True))
    found = CspSolver(csp).candidates(csp.domains, nodes=1)
    assert not any(found.had)
    assert all(found.unknown)


@needs_kernel
def test_candidates_of_values_beyond_a_word() -> None:
    csp = CSP((1 << 100 | 1 << 70 | 2, 1 << 99 | 4), (Less((0, 1), ""),))
    assert CspSolver(csp).candidates(csp.domains).had == (1 << 70 | 2, 1 << 99 | 4)
    assert CspSolver(csp).candidates([1 << 70, -1]).had == (1 << 70, 1 << 99)


@needs_kernel
def test_long_series_of_questions_about_one_sudoku() -> None:
    """A maker's questions: do these givens leave another solution than this one?"""
    rng = Random(9)
    puzzle = clew.generate("sudoku", "9", seed=4, clues=30)
    solution = clew.solve(puzzle).solution
    csp = clew.parse("sudoku:" + "." * 81).csp()
    solver = CspSolver(csp)
    solver.exclude(solution)
    for _ in range(120):
        cells = rng.sample(range(81), rng.randint(18, 45))
        givens = {cell: solution[cell] for cell in cells}
        other = solver.solve([(cell, 1 << value) for cell, value in givens.items()])
        text = "".join(str(givens.get(cell, ".")) for cell in range(81))
        assert (other is None) == clew.solve("sudoku:" + text, max_solutions=2).unique
        if other is None:
            assert len(solver.core) <= len(cells)
            kept = [cells[at] for at in solver.core]
            assert solver.solve([(cell, 1 << solution[cell]) for cell in kept]) is None
        else:
            assert other != tuple(solution)


@needs_kernel
def test_core_leaves_out_what_is_not_needed() -> None:
    csp = CSP((6, 6, 6, 6), (AllDifferent((0, 1), ""), AllDifferent((2, 3), "")))
    solver = CspSolver(csp)
    assumed = [(0, 2), (2, 2), (1, 4), (3, 2)]
    assert solver.solve(assumed) is None
    assert solver.core == (1, 3)
    assert solver.solve(assumed[:3]) == (1, 2, 1, 2)


def test_contradictory_or_impossible_assumptions_are_their_own_core() -> None:
    solver = CspSolver(CSP((6, 6), (AllDifferent((0, 1), ""),)))
    for assumed, needed in (
        ([(0, 2), (0, 4)], {0, 1}),
        ([(1, 2), (0, 1 << 60)], {1}),
        ([(1, 0)], {0}),
    ):
        assert solver.solve(assumed) is None
        assert needed <= set(solver.core)
    assert solver.solve() is not None


def test_csp_without_solutions_needs_no_assumption() -> None:
    solver = CspSolver(CSP((2, 2), (AllDifferent((0, 1), ""),)))
    for _ in range(2):
        assert solver.solve() is None
        assert solver.core == ()
    assert CspSolver(CSP((0,), ())).solve() is None


@needs_kernel
def test_excluding_every_solution_ends_with_none() -> None:
    csp = clew.parse("queens:6").csp()
    solver, found = CspSolver(csp), set()
    while (answer := solver.solve()) is not None:
        assert answer not in found
        found.add(answer)
        solver.exclude(answer)
    assert len(found) == 4
    assert solver.core == ()
    solver.add()
    assert solver.solve() is None


@needs_kernel
def test_limit_stops_a_question_and_the_next_one_goes_on() -> None:
    solver = CspSolver(clew.parse("queens:40").csp())
    with pytest.raises(Stopped, match="node limit"):
        solver.solve(run=Run(1, 3))
    assert solver.solve() is not None


@needs_kernel
def test_functions_of_the_user_and_wide_values_are_asked_about() -> None:
    csp = CSP((0b1110, 0b1110), (rules.Test((0, 1), "odd", lambda v: (v[0] + v[1]) % 2 == 1),))
    solver = CspSolver(csp)
    assert solver.solve([(0, 0b1010), (1, 0b1010)]) is None
    wide = (1 << 200) - 2
    solver = CspSolver(CSP((wide, wide), (Less((0, 1), ""), Sum((0, 1), "", 300))))
    found = solver.solve([(0, ~(1 << 149))])
    assert found is not None
    assert sum(found) == 300
    assert solver.solve([(0, 1 << 150)]) is None
