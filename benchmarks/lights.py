"""Lights Out: linear algebra, the least presses, and breadth-first search, against simpleai.

Goals: a board of 1,000 x 1,000 in 5 ms, 10,000 x 10,000 in 0.2 s, 100,000 x 100,000 (all on) in
10 s; the fewest presses at nullity 32 within 5 s, and the known sequence up to 54 x 54; any 5x5
board searched within 2 s; 20 times the nodes per second of simpleai.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from benchmarks.measure import capped, cpu, duration, interleaved, line
from clew import LightsOut, solve
from clew.faces import LinearSystem
from clew.puzzles.lights_out import NEIGHBOURS
from clew.result import Run
from clew.search.linear import solutions_of
from clew.search.native import XorWalk
from clew.search.space import BreadthFirst
from tests.known import LIGHTS_ALL_ON, LIGHTS_NULLITY


def main() -> None:
    sizes()
    polynomials_and_elimination()
    stencils()
    fewest()
    kernel()
    for text in ("3x3", "4x4"):
        nodes_per_second(text)


def sizes() -> None:
    """The first row of presses, and the whole of `solve`, which presses the buttons to check."""
    print("\nAny size, one core")
    solve(LightsOut(2, 2))  # imports are not what is measured
    for n in (1_000, 10_000, 100_000):
        boards = {"all on": LightsOut(n, n), "all on, neighbours": LightsOut(n, n, (), NEIGHBOURS)}
        if n <= 10_000:
            chance = random.Random(n)
            boards["random"] = LightsOut(n, n, tuple(chance.getrandbits(n) for _ in range(n)))
        for name, board in boards.items():
            rounds = 3 if n < 100_000 else 1
            row = min(cpu(lambda: solutions_of(board.linear())) for _ in range(rounds))  # noqa: B023
            whole = min(cpu(lambda: solve(board)) for _ in range(rounds))  # noqa: B023
            print(f"  {n:>7,} {name:<20} first row {duration(row):>9}   solve {duration(whole):>9}")


def polynomials_and_elimination() -> None:
    for n in (50, 100):
        board = LightsOut(n, n)
        dense = LinearSystem(board.size, board.masks, board.packed)
        times = interleaved(
            {
                "polynomials": lambda: solutions_of(board.linear()),  # noqa: B023
                "elimination": lambda: solutions_of(dense),  # noqa: B023
            },
            rounds=3,
        )
        print(f"\nAll on, {n} x {n}")
        for name, seconds in times.items():
            print(line(name, seconds, times["polynomials"]))


def stencils() -> None:
    print("\nElimination, where there is no shorter way")
    for text in ("50x50,torus", "100x100,torus", "100x100,stencil=#.#/.#./#.#"):
        board = LightsOut.parse(text)
        system = board.linear()
        print(f"  {text:<32}{duration(cpu(lambda: solutions_of(system))):>10}")  # noqa: B023


def fewest() -> None:
    print("\nThe fewest presses, all on")
    wrong, total = [], 0.0
    for n, known in enumerate(LIGHTS_ALL_ON, 1):
        start = time.process_time()
        result = solve(LightsOut(n, n), "linear:minimum=yes")
        took = time.process_time() - start
        total += took
        if len(result.answer) != known:
            wrong.append(n)
        if LIGHTS_NULLITY[n - 1] >= 20:
            print(f"  {n} x {n}, nullity {LIGHTS_NULLITY[n - 1]:<4}{duration(took):>12}")
    print(f"  n = 1 to {len(LIGHTS_ALL_ON)}: {duration(total)}, wrong: {wrong or 'none'}")


def kernel() -> None:
    print("\nBreadth-first over 5x5 boards, compiled")
    board = LightsOut(5, 5)
    print(f"  all on, 15 presses{duration(cpu(lambda: solve(board, 'bitmap'))):>16}")
    walk = XorWalk(25, list(board.masks), 0, -1)
    took = cpu(lambda: walk.run(10**9))
    print(f"  all {sum(walk.levels):,} boards{duration(took):>14}   levels {len(walk.levels) - 1}")


def nodes_per_second(text: str) -> None:
    """The same board, the same breadth-first graph search, states expanded a second."""
    board = LightsOut.parse(text)
    space = board.space()
    run = Run()
    took = min(cpu(lambda: _exhaust(space, Run())) for _ in range(5))
    _exhaust(space, run)
    ours = run.stats.nodes / took
    seconds, done = capped(_simpleai(board), seconds=120)
    expanded = _expanded_by_simpleai(board) if done else 0
    rate = expanded / seconds
    print(f"\nBreadth-first, {text} all on, in Python")
    print(f"  clew      {run.stats.nodes:>8,} states {ours:>14,.0f} a second")
    print(f"  simpleai  {expanded:>8,} states {rate:>14,.0f} a second   {ours / rate:,.1f} x")


def _exhaust(space: Any, run: Run) -> None:
    for _ in BreadthFirst()(space, run):
        return


def _problem(board: LightsOut) -> Any:
    from simpleai.search import SearchProblem

    masks = board.masks

    class Lights(SearchProblem):  # type: ignore[misc]  # it has no types
        expanded = 0

        def actions(self, state: int) -> list[int]:
            self.expanded += 1
            return list(range(len(masks)))

        def result(self, state: int, action: int) -> int:
            return state ^ masks[action]

        def is_goal(self, state: int) -> bool:
            return state == 0

    return Lights(initial_state=board.packed)


def _simpleai(board: LightsOut) -> Callable[[], object]:
    from simpleai.search import breadth_first

    return lambda: breadth_first(_problem(board), graph_search=True)


def _expanded_by_simpleai(board: LightsOut) -> int:
    from simpleai.search import breadth_first

    problem = _problem(board)
    breadth_first(problem, graph_search=True)
    return int(problem.expanded)
