"""Solves Lights Out: linear algebra, the fewest presses, and breadth-first search.

"First row" is the linear algebra alone; "solve" also presses all the buttons to check the solution.
In breadth-first search, times are per state: the same board and the same graph search everywhere.
simpleai and aima-python look each state up in the list of waiting ones, so they slow down as the
board grows.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from functools import partial

from benchmarks.peers import Lights, aima_lights, simpleai_lights
from benchmarks.row import Row
from clew import LightsOut, solve
from clew.core.faces import LinearSystem
from clew.core.result import Run
from clew.puzzles._light_grid import NEIGHBOURS
from clew.search.linear.linear import solutions_of
from clew.search.space.bitmap import XorWalkKernel
from clew.search.space.graph import BreadthFirst
from tests.known import LIGHTS_ALL_ON, LIGHTS_NULLITY

SECONDS = {1_000: 0.005, 10_000: 0.1, 100_000: 10.0}
"""The time limit for a board, by its number of rows and columns."""
NULLITY = 20
"""The nullity from which a board gets its own row."""


def rows() -> Iterator[Row]:
    for side, goal in SECONDS.items():
        yield from any_size(side, goal)
    for side in (50, 100):
        yield elimination(side)
    for text in ("50x50,torus", "100x100,torus", "100x100,stencil=#.#/.#./#.#"):
        system = LightsOut.parse(text).linear()
        yield Row(text, partial(solutions_of, system), part="by elimination alone")
    yield from fewest()
    yield from bitmap()
    for text in ("3x3", "4x4"):
        yield breadth_first(text)


def any_size(side: int, goal: float) -> Iterator[Row]:
    """Yield rows for the first row of presses, and for all of `solve`."""
    boards = {"all on": LightsOut(side, side)}
    boards["all on, neighbours"] = LightsOut(side, side, (), NEIGHBOURS)
    if side <= 10_000:
        rng = random.Random(side)
        lit = tuple(rng.getrandbits(side) for _ in range(side))
        boards["random"] = LightsOut(side, side, lit)
    for name, board in boards.items():
        work = f"{side:,} x {side:,}, {name}"
        yield Row(f"{work}, first row", partial(_first_row, board), part="any size")
        yield Row(f"{work}, solve", partial(solve, board), part="any size", within=goal)


def _first_row(board: LightsOut) -> None:
    solutions_of(board.linear())


def elimination(side: int) -> Row:
    board = LightsOut(side, side)
    dense = LinearSystem(board.size, board.masks, board.packed)
    return Row(
        f"{side} x {side}, all on, polynomials",
        partial(_first_row, board),
        {"elimination": partial(solutions_of, dense)},
        part="two methods",
    )


def fewest() -> Iterator[Row]:
    """Yield rows for the fewest presses from all on, of 2^nullity solutions (OEIS A075464)."""
    for side, nullity in enumerate(LIGHTS_NULLITY[: len(LIGHTS_ALL_ON)], 1):
        if nullity >= NULLITY:
            work = f"{side} x {side}, nullity {nullity}"
            goal = 5.0 if nullity == 32 else None
            yield Row(work, partial(_fewest, side), part="the fewest presses", within=goal)
    yield Row(f"1 x 1 to {len(LIGHTS_ALL_ON)} squared", _sequence, part="the fewest presses")


def _fewest(side: int) -> None:
    result = solve(LightsOut(side, side), "linear:minimum=yes")
    assert len(result.solution) == LIGHTS_ALL_ON[side - 1]


def _sequence() -> None:
    for side in range(1, len(LIGHTS_ALL_ON) + 1):
        _fewest(side)


def bitmap() -> Iterator[Row]:
    """Yield rows for the compiled breadth-first search of the 5 x 5 boards."""
    board = LightsOut(5, 5)
    part = "breadth-first, compiled"
    yield Row("5 x 5, all on", partial(solve, board, "bitmap"), part=part, within=2.0, kernel=True)
    yield Row("5 x 5, every board", partial(_every_board, board), part=part, within=2.0)


def _every_board(board: LightsOut) -> None:
    walk = XorWalkKernel(25, list(board.masks), 0, -1)
    walk.run(10**9)
    assert sum(walk.levels) == 1 << 23


def breadth_first(text: str) -> Row:
    """Return a row for the breadth-first search of a board, as time per expanded state."""
    board = LightsOut.parse(text)
    run = Run()
    _exhaust(board, run)
    lights = Lights(board.masks, board.packed)
    return Row(
        f"{text}, all on, {run.stats.nodes:,} states",
        lambda: _exhaust(board, Run()),
        slow={
            "simpleai": partial(simpleai_lights, lights),
            "aima-python": partial(aima_lights, lights),
        },
        size=run.stats.nodes,
        sizes={"aima-python": states_of_aima(board)},
        goals={"simpleai": 20, "aima-python": 20},
        part="breadth-first, in Python, a state",
        quick=text == "3x3",
    )


def states_of_aima(board: LightsOut) -> int:
    """Count the states it expands: it looks for the goal among the successors of each."""
    expanded, waiting, known = 0, deque([board.packed]), {board.packed}
    while waiting:
        state = waiting.popleft()
        expanded += 1
        if state in board.masks:
            break
        new = [after for mask in board.masks if (after := state ^ mask) not in known]
        known.update(new)
        waiting.extend(new)
    return expanded


def _exhaust(board: LightsOut, run: Run) -> None:
    for _ in BreadthFirst()(board.space(), run):
        return
