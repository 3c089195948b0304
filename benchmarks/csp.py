"""Compares the compiled search of any CSP with the same search in Python, per node.

Both report the same counters: before timing, that's checked over as many nodes as the Python search
visits in one round. The times include the set-up and handing over each solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial

from benchmarks.puzzles import FUTOSHIKI_7_SIGNS, SUDOKU_9
from benchmarks.row import Row
from clew import Futoshiki, Latin, Puzzle, Queens, Sudoku
from clew.core.faces import CSP, Assignment
from clew.core.registry import find
from clew.core.result import Run, Stats, Stopped
from clew.search.csp.backtracking import Backjumping, Backtracking, LimitedDiscrepancy
from clew.search.strategy import parse_strategy

Search = Callable[[CSP, Run], Iterator[Assignment]]
Strategy = Backtracking | LimitedDiscrepancy | Backjumping
PLAIN = "backtracking:select=first,infer=none"
ASKING = "backtracking:infer=none,prepare=forward-checking"
BEST = "backtracking:infer=mac+hidden-singles"
FORWARD, JUMPING = "backtracking", "backjumping"
OTHERS = tuple(f"backtracking:{option}" for option in ("order=lcv", "select=dom/wdeg"))
OTHERS += ("backtracking:infer=singles", JUMPING, "limited-discrepancy")
FEW, MANY = 2_000, 50_000
"""The numbers of nodes for the search in Python and for the kernel."""
GOAL = 20.0
PLAIN_NODE = 1e-6
"""Seconds per node without inference."""


def rows() -> Iterator[Row]:
    yield from table("8 queens, all", Queens(8), PLAIN)
    yield from table("9 queens, all", Queens(9), PLAIN)
    yield from table("10 queens, all", Queens(10), PLAIN, ASKING, FORWARD, BEST, JUMPING)
    yield from table("Latin 7x7, empty", Latin((0,) * 49), PLAIN, FORWARD, BEST)
    futoshiki = Futoshiki.parse(FUTOSHIKI_7_SIGNS[1])
    yield from table("Futoshiki 7x7, signs only", futoshiki, PLAIN, FORWARD, BEST, JUMPING)
    sudoku = Sudoku.parse(SUDOKU_9)
    yield from table("Sudoku 9x9, 17 givens", sudoku, PLAIN, FORWARD, BEST, *OTHERS)
    yield from table("Sudoku 9x9, empty", Sudoku((0,) * 81), PLAIN, FORWARD, BEST)
    yield from table("Magic squares 4x4", find("magic-square").parse("4"), PLAIN, FORWARD, BEST)
    yield replace(row("200 nodes", Queens(6), PLAIN, 200, 200), part="few nodes", quick=True)


def table(title: str, puzzle: Puzzle, *spellings: str) -> Iterator[Row]:
    for spelling in spellings:
        goal = PLAIN_NODE if spelling == PLAIN else None
        made = row(spelling, puzzle, spelling, FEW, MANY)
        kernel = spelling == BEST and isinstance(puzzle, Latin)
        yield replace(made, part=title, goals={"in Python": GOAL}, within=goal, kernel=kernel)


def row(work: str, puzzle: Puzzle, spelling: str, few: int, many: int) -> Row:
    strategy, csp = parse_strategy(spelling), puzzle.csp()
    assert isinstance(strategy, Strategy)
    return Row(
        work,
        partial(compiled, strategy, csp, few, many),
        {"in Python": partial(repeated, strategy.readable, csp, few)},
        size=many,
        sizes={"in Python": few},
    )


def compiled(strategy: Strategy, csp: CSP, few: int, many: int) -> None:
    same(strategy, csp, few)
    repeated(strategy, csp, many)


@cache
def same(strategy: Strategy, csp: CSP, nodes: int) -> None:
    """Check, once, that both searches count the same."""
    assert counted(strategy, csp, nodes) == counted(strategy.readable, csp, nodes), strategy


def repeated(search: Search, csp: CSP, nodes: int) -> None:
    """Search again and again until it has visited this number of nodes."""
    done = 0
    while done < nodes:
        done += counted(search, csp, nodes - done).nodes


def counted(search: Search, csp: CSP, nodes: int) -> Stats:
    """Return the counters of a search that stops after a number of nodes, or ends by itself."""
    run = Run(max_nodes=nodes)
    try:
        for _ in search(csp, run):
            pass
    except Stopped:
        pass
    return replace(run.stats, seconds=0.0)
