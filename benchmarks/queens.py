"""Queens: counted by halves, by bit masks and by other libraries; one answer, and random ones.

All times are from Python. Goals: order 16 counted in 0.2 s, order 18 in 3 s, a million queens
placed in well under a second.
"""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.measure import cpu, duration, interleaved, line
from clew import Queens, count, queens_classes, queens_parts, solve
from clew.faces import CSP, values
from clew.search.native import QueensHalves

GOALS = {14: None, 15: None, 16: 0.2, 17: None, 18: 3.0}
KNOWN = {14: 365_596, 15: 2_279_184, 16: 14_772_512, 17: 95_815_104, 18: 666_090_624}


def main() -> None:
    print(f"\nHow many answers there are, by halves ({QueensHalves(4).path})")
    for n, goal in GOALS.items():
        seconds = min(cpu(lambda n=n: _counted(n, "queens")) for _ in range(3))
        print(
            f"  {f'{n} queens':<36}{duration(seconds):>11}"
            f"{f'   goal {duration(goal)}' if goal else ''}"
        )
    print(f"  {'16 by symmetry':<36}{duration(cpu(lambda: queens_classes(16))):>11}")
    part = queens_parts(20, 200)[7]
    print(f"  {'20, one part of 200':<36}{duration(cpu(part.count)):>11}")
    _table("14 queens counted", {s: _count(14, s) for s in ("queens", "bitboard")}, 1)
    _table("8 queens, every answer", _enumerations(Queens(8)), 5)
    print("\nOne answer, checked")
    for n in (1_000, 1_000_000):
        for strategy in ("queens", "swaps"):
            seconds = min(cpu(lambda n=n, s=strategy: solve(Queens(n), s)) for _ in range(3))
            print(f"  {f'{n:,} queens, {strategy}':<36}{duration(seconds):>11}")


def _table(title: str, works: dict[str, Callable[[], object]], rounds: int) -> None:
    print(f"\n{title}")
    least = interleaved(works, rounds)
    ours = next(iter(least.values()))
    for name, seconds in least.items():
        print(line(name, seconds, ours))


def _count(n: int, strategy: str) -> Callable[[], object]:
    return lambda: _counted(n, strategy)


def _counted(n: int, strategy: str) -> None:
    assert count(Queens(n), strategy) == KNOWN[n]


def _enumerations(puzzle: Queens) -> dict[str, Callable[[], object]]:
    """Every answer by our strategies and by the peers that are installed."""
    works: dict[str, Callable[[], object]] = {
        name: lambda name=name: len(solve(puzzle, name, max_answers=None).answers)  # type: ignore[misc]
        for name in ("queens", "backtracking")
    }
    for name, peer in (("python-constraint2", _python_constraint), ("CP-SAT", _cp_sat)):
        try:
            assert peer(puzzle.csp()) == 92
        except ImportError:
            print(f"\n({name} is not installed)")
            continue
        works[name] = lambda peer=peer: peer(puzzle.csp())  # type: ignore[misc]
    return works


def _python_constraint(csp: CSP) -> int:
    import constraint

    problem = constraint.Problem()
    for variable, mask in enumerate(csp.domains):
        problem.addVariable(variable, list(values(mask)))
    problem.addConstraint(constraint.AllDifferentConstraint())
    for a in range(len(csp.domains)):
        for b in range(a + 1, len(csp.domains)):
            problem.addConstraint(lambda x, y, d=b - a: abs(x - y) != d, (a, b))
    return len(problem.getSolutions())


def _cp_sat(csp: CSP) -> int:
    from ortools.sat.python import cp_model

    class Found(cp_model.CpSolverSolutionCallback):
        answers = 0

        def on_solution_callback(self) -> None:
            self.answers += 1

    model, found = cp_model.CpModel(), Found()
    order = len(csp.domains)
    queens = [model.new_int_var(0, order - 1, str(row)) for row in range(order)]
    for slope in (-1, 0, 1):
        model.add_all_different([queen + slope * row for row, queen in enumerate(queens)])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, found)
    return found.answers
