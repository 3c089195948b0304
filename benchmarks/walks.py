"""Solves frog, triangle and jugs, the puzzles that general searches handle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import pairwise
from random import Random

from benchmarks.row import Row
from clew import Frog, Jugs, Result, Triangle, count, solve
from clew.puzzles.triangle.search import PathTotals

BEST = "backtracking:infer=mac+hidden-singles"


PONDS = ((64, 100), (128, 10))


def rows() -> Iterator[Row]:
    yield from frog()
    yield from triangle()
    yield from jugs()


def frog() -> Iterator[Row]:
    part = "frog, local jumps, first answer"
    for pads, ponds in PONDS:
        work = f"{ponds} ponds of {pads} pads"
        puzzles = [local_pond(pads, seed) for seed in range(ponds)]
        yield Row(work, partial(solve, max_seconds=10), over=puzzles, part=part)
    puzzle = local_pond(40, 1)
    others = {name: partial(solve, puzzle, name) for name in (BEST, "backtracking", "depth-first")}
    yield Row("one pond of 40 pads", partial(solve, puzzle), slow=others, part=part, quick=True)


def local_pond(pads: int, seed: int) -> Frog:
    """Return the jumps of a walk that always goes to one of the four nearest unvisited pads."""
    random, at, free, walk = Random(seed), 0, set(range(1, pads)), [0]
    while free:
        at = random.choice(sorted(free, key=lambda pad: (abs(pad - at), -pad))[:4])
        free.remove(at)
        walk.append(at)
    return Frog(tuple(abs(a - b) for a, b in pairwise(walk)))


def triangle() -> Iterator[Row]:
    yield from large_triangle(100)
    for size in (50, 100, 200):
        yield Row(f"the paths of {size} rows, counted", partial(_paths, size), part="triangle")


def _paths(size: int) -> int:
    return count(Triangle(numbers(size, 99), 50 * size))


def large_triangle(size: int) -> Iterator[Row]:
    part = f"triangle, {size:,} rows of values to 99"
    yield Row("every total at once", lambda: risen(size), part=part)
    yield Row("a path of one total, after that", partial(_path, size), part=part)
    yield Row("from puzzle to checked path", lambda: solve(posed(size)), part=part)
    yield Row("reading it", lambda: Triangle.parse(text(size)), part=part, tell=_bytes)


@cache
def numbers(size: int, largest: int) -> tuple[tuple[int, ...], ...]:
    random = Random(size)
    return tuple(tuple(random.choices(range(1, largest + 1), k=row + 1)) for row in range(size))


def risen(size: int) -> PathTotals:
    """Find every total of a triangle."""
    kernel = PathTotals(numbers(size, 99))
    while not kernel.rise(100_000):
        pass
    return kernel


totals = cache(risen)


def middle(size: int) -> int:
    runs = totals(size).totals()
    return (runs[0][0] + runs[-1][-1]) // 2


def _path(size: int) -> Sequence[int]:
    totals(size).seek(middle(size))
    found: list[tuple[int, ...]] = []
    while not found:
        found = totals(size).run(1, 100_000)
    return found[0]


@cache
def posed(size: int) -> Triangle:
    return Triangle(numbers(size, 99), middle(size))


@cache
def text(size: int) -> str:
    return str(posed(size))


def _bytes(puzzle: Triangle) -> str:
    return f"{len(str(puzzle)):,} bytes"


def jugs() -> Iterator[Row]:
    puzzle = Jugs((97, 121, 149), (1, 1, 1))
    yield Row(
        "1, 1, 1 is impossible",
        partial(solve, puzzle),
        slow={"simpleai": partial(simpleai_jugs, puzzle)},
        part="jugs of 97, 121, 149",
        tell=_states,
    )


def _states(result: Result) -> str:
    return f"{result.stats.nodes:,} states"


def simpleai_jugs(puzzle: Jugs) -> object:
    """Search the same space breadth-first with simpleai."""
    from simpleai.search import SearchProblem, breadth_first

    class Problem(SearchProblem):  # type: ignore[misc, unused-ignore]
        def actions(self, state: tuple[int, ...]) -> Sequence[tuple[int, int]]:
            places = range(len(state) + 1)
            return [(i, j) for i in places for j in places if _allowed(puzzle, state, (i, j))]

        def result(self, state: tuple[int, ...], action: tuple[int, int]) -> tuple[int, ...]:
            return puzzle.after(state, action)

        def is_goal(self, state: tuple[int, ...]) -> bool:
            return puzzle.reached(state)

    return breadth_first(Problem(puzzle.start), graph_search=True)


def _allowed(puzzle: Jugs, state: tuple[int, ...], move: tuple[int, int]) -> bool:
    try:
        puzzle.after(state, move)
    except ValueError:
        return False
    return True
