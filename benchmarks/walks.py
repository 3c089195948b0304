"""Frog, triangle and jugs: the figures that are promised, and what plain searches take.

Goals: 128 pads with local jumps under 50 ms; 5,000 rows of values to 99, every total at once,
under 2 s; three jugs near 1,000 under 2 s.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from statistics import median

from benchmarks.measure import capped, cpu, duration, interleaved, line
from clew import Frog, Jugs, Puzzle, Triangle, count, solve
from clew.search.sums import reachable_sums
from clew.solving import BEST

JUGS = (997, 1201, 1499)


def main() -> None:
    frog()
    triangle()
    jugs()


def frog() -> None:
    for pads, ponds in ((64, 100), (128, 100), (256, 10)):
        puzzles = [local_pond(pads, seed) for seed in range(ponds)]
        times = sorted(cpu(lambda p=p: solve(p, max_seconds=10)) for p in puzzles)  # type: ignore[misc]
        nine = times[len(times) * 9 // 10]
        print(f"\nFrog, {ponds} ponds of {pads} pads, local jumps, first answer (layers)")
        print(f"  median {duration(median(times))}, 9 of 10 within {duration(nine)}, ", end="")
        print(f"worst {duration(times[-1])}")
    puzzle = local_pond(40, 1)
    print("\nFrog, one pond of 40 pads, local jumps")
    table(
        puzzle,
        {
            "layers": "layers",
            "constraints, arcs and singles": BEST,
            "constraints, forward checking": "backtracking",
            "depth-first over the jumps": "depth-first",
        },
    )


def local_pond(pads: int, seed: int) -> Frog:
    """Jumps of a walk that goes on to one of the four nearest pads not visited yet."""
    random, at, free, walk = Random(seed), 0, set(range(1, pads)), [0]
    while free:
        at = random.choice(sorted(free, key=lambda pad: (abs(pad - at), -pad))[:4])
        free.remove(at)
        walk.append(at)
    return Frog(tuple(abs(a - b) for a, b in pairwise(walk)))


def triangle() -> None:
    for size in (1_000, 5_000):
        rows = numbers(size, 99)
        seconds = cpu(lambda rows=rows: reachable_sums(rows))  # type: ignore[misc]
        totals = reachable_sums(rows)
        middle = (totals.runs[0][0] + totals.runs[-1][-1]) // 2
        puzzle = Triangle(rows, middle)
        text = str(puzzle)
        print(f"\nTriangle, {size:,} rows of values to 99: {len(totals):,} totals")
        print(line("every total at once", seconds, seconds))
        print(line("a path of one total, after that", cpu(lambda: totals.path(middle)), seconds))  # noqa: B023
        print(line("solve, from puzzle to checked path", cpu(lambda: solve(puzzle)), seconds))  # noqa: B023
        print(line(f"read {len(text):,} bytes", cpu(lambda: Triangle.parse(text)), seconds))  # noqa: B023
    for size in (50, 100, 200):
        rows = numbers(size, 99)
        puzzle = Triangle(rows, 50 * size)
        seconds = cpu(lambda: count(puzzle))  # noqa: B023
        print(line(f"count the paths, {size} rows", seconds, seconds))


def numbers(size: int, largest: int) -> tuple[tuple[int, ...], ...]:
    random = Random(size)
    return tuple(tuple(random.choices(range(1, largest + 1), k=row + 1)) for row in range(size))


def jugs() -> None:
    print(f"\nJugs of {', '.join(map(str, JUGS))}")
    for target in (1, 750, 1397):
        puzzle = Jugs(JUGS, (target,))
        moves = len(solve(puzzle).answer)
        seconds = cpu(lambda: solve(puzzle))  # noqa: B023
        print(line(f"target {target}, in {moves} moves", seconds, seconds))
    whole = Jugs(JUGS, (1, 1, 1))  # one jug is always full or empty
    states = solve(whole).stats.nodes
    seconds = cpu(lambda: solve(whole))
    print(line(f"all {states:,} states, proving 1,1,1 impossible", seconds, seconds))
    puzzle = Jugs((97, 121, 149), (1, 1, 1))
    print(f"\nJugs of 97, 121, 149, all {solve(puzzle).stats.nodes:,} states")
    table(puzzle, {"surface": "surface", "breadth-first": "breadth-first"}, simpleai_jugs)


def table(
    puzzle: Puzzle, strategies: dict[str, str], peer: Callable[[Puzzle], object] | None = None
) -> None:
    first, *others = strategies.items()
    mine = interleaved({first[0]: lambda: solve(puzzle, first[1])}, rounds=5)[first[0]]
    print(line(first[0], mine, mine))
    for name, strategy in others:
        took, done = capped(solve, puzzle, strategy, seconds=30)
        print(line(name, took, mine, "" if done else "at least: stopped, not done"))
    if peer is not None:
        took, done = capped(peer, puzzle, seconds=60)
        print(line("simpleai", took, mine, "" if done else "at least: stopped, not done"))


def simpleai_jugs(puzzle: Puzzle) -> object:
    """The same space searched breadth-first by simpleai."""
    from simpleai.search import SearchProblem, breadth_first

    assert isinstance(puzzle, Jugs)

    class Problem(SearchProblem):  # type: ignore[misc, unused-ignore]
        def actions(self, state: tuple[int, ...]) -> list[tuple[int, int]]:
            found = []
            for i in range(len(state) + 1):
                for j in range(len(state) + 1):
                    try:
                        puzzle.after(state, (i, j))
                    except ValueError:
                        continue
                    found.append((i, j))
            return found

        def result(self, state: tuple[int, ...], action: tuple[int, int]) -> tuple[int, ...]:
            return puzzle.after(state, action)

        def is_goal(self, state: tuple[int, ...]) -> bool:
            return puzzle.reached(state)

    return breadth_first(Problem(puzzle.start), graph_search=True)
