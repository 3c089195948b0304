"""The compiled search of any CSP against the readable one: nodes a second, at the same counts.

The counts are compared first, on as many nodes as the readable search makes in its turn. Goals:
20 x the readable search, and a million nodes a second. Set-up is within the time, and so is
handing over each answer.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks.measure import cpu
from benchmarks.puzzles import FUTOSHIKI_7_SIGNS, SUDOKU_9
from clew import Futoshiki, Latin, Puzzle, Queens, Sudoku
from clew.faces import CSP, Assignment
from clew.result import Run, Stats, Stopped
from clew.search.backjumping import Backjumping
from clew.search.csp import Backtracking, LimitedDiscrepancy
from clew.search.strategy import parse_strategy

Search = Callable[[CSP, Run], Iterator[Assignment]]
PLAIN = "backtracking:select=first,infer=none"
ASKING = "backtracking:infer=none,prepare=forward-checking"
BEST = "backtracking:infer=mac+hidden-singles"
FEW, MANY, ROUNDS = 3_000, 100_000, 5
"""Nodes for the readable search and for the kernel, and how often they take turns."""


def main() -> None:
    for order in (8, 9, 10):
        table(f"{order} queens, all", Queens(order), PLAIN)
    table("10 queens, all", Queens(10), ASKING, "backtracking", BEST, "backjumping")
    table("Latin 7x7, empty", Latin((0,) * 49), PLAIN, "backtracking", BEST)
    futoshiki = Futoshiki.parse(FUTOSHIKI_7_SIGNS[1])
    table("Futoshiki 7x7, signs only", futoshiki, PLAIN, "backtracking", BEST, "backjumping")
    several = (
        "backtracking:order=lcv",
        "backtracking:select=dom/wdeg",
        "backtracking:infer=singles",
    )
    more = ("backjumping", "limited-discrepancy")
    table(
        "Sudoku 9x9, 17 givens",
        Sudoku.parse(SUDOKU_9),
        PLAIN,
        "backtracking",
        *several,
        BEST,
        *more,
    )
    table("Sudoku 9x9, empty", Sudoku((0,) * 81), PLAIN, "backtracking", BEST)
    table("Magic squares 4x4", template(), PLAIN, "backtracking", BEST)


def template() -> Puzzle:
    """A puzzle that anyone could have written: that of examples/template_puzzle.py."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
    from template_puzzle import Magic

    puzzle: Puzzle = Magic((0,) * 16)
    return puzzle


def table(title: str, puzzle: Puzzle, *spellings: str) -> None:
    print(f"\n{title}\n  {'strategy':<52}{'readable':>12}{'kernel':>14}{'ratio':>9}")
    csp = puzzle.csp()
    for spelling in spellings:
        strategy = parse_strategy(spelling)
        assert isinstance(strategy, Backtracking | LimitedDiscrepancy | Backjumping)
        assert counted(strategy, csp, FEW) == counted(strategy.readable, csp, FEW), spelling
        slow = fast = 0.0
        for _ in range(ROUNDS):
            slow = max(slow, rate(strategy.readable, csp, FEW))
            fast = max(fast, rate(strategy, csp, MANY))
        print(f"  {spelling:<52}{slow:>12,.0f}{fast:>14,.0f}{fast / slow:>7,.0f} x", flush=True)


def rate(search: Search, csp: CSP, nodes: int) -> float:
    """Nodes a second of CPU time, over and over until there are so many."""
    done = 0

    def work() -> None:
        nonlocal done
        while done < nodes:
            done += counted(search, csp, nodes - done).nodes

    return nodes / cpu(work)


def counted(search: Search, csp: CSP, nodes: int) -> Stats:
    """What a search of so many nodes, or of all, counts."""
    run = Run(max_nodes=nodes)
    try:
        for _ in search(csp, run):
            pass
    except Stopped:
        pass
    return replace(run.stats, seconds=0.0)
