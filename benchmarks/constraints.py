"""The pure-Python engine against python-constraint2, simpleai and OR-tools, on the same models.

Each solves from the same CSP, its own model built from it within the time; ours includes the
check of the answer. Goals: 10 x python-constraint2 on 5x5 Futoshiki, 1,000 x on 7x7 with signs
only, 100 x simpleai.
"""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.measure import capped, interleaved, line
from benchmarks.peers import cp_sat, python_constraint, simpleai
from benchmarks.puzzles import FUTOSHIKI_5_MIXED, FUTOSHIKI_5_SIGNS, FUTOSHIKI_7_SIGNS, SUDOKU_9
from clew import Futoshiki, Puzzle, Queens, Sudoku, solve
from clew.solving import BEST

OURS = "clew"
PEERS: dict[str, Callable[[Puzzle], object]] = {
    "python-constraint2": lambda puzzle: python_constraint(puzzle.csp()),
    "simpleai": lambda puzzle: simpleai(puzzle.csp()),
    "OR-tools CP-SAT": lambda puzzle: cp_sat(puzzle.csp()),
}


def main() -> None:
    signs = [Futoshiki.parse(text) for text in FUTOSHIKI_5_SIGNS]
    mixed = [Futoshiki.parse(text) for text in FUTOSHIKI_5_MIXED]
    quick("Futoshiki 5x5, signs only, first solution", signs, few=2)
    quick("Futoshiki 5x5, signs and givens, first solution", mixed, few=2)
    for number, text in enumerate(FUTOSHIKI_7_SIGNS, 1):
        slow(f"Futoshiki 7x7, signs only, puzzle {number}", Futoshiki.parse(text))
    slow("Sudoku 9x9", Sudoku.parse(SUDOKU_9))
    slow("8 queens, first solution", Queens(8))
    slow("12 queens, first solution", Queens(12))


def quick(title: str, puzzles: list[Puzzle] | list[Futoshiki], few: int) -> None:
    """Many small puzzles, the fast ones interleaved; simpleai on a few of them."""
    ours = {OURS: lambda: [solve(puzzle, BEST) for puzzle in puzzles]}
    fast = ("python-constraint2", "OR-tools CP-SAT")
    theirs = {name: _over(PEERS[name], puzzles) for name in fast}
    times = interleaved(ours | theirs, rounds=9)
    print(f"\n{title}")
    mine = times[OURS] / len(puzzles)
    for name, seconds in times.items():
        print(line(name, seconds / len(puzzles), mine))
    seconds, done = capped(_over(PEERS["simpleai"], puzzles[:few]), seconds=60)
    print(line("simpleai", seconds / few, mine, f"{few} puzzles" if done else "and not done"))


def slow(title: str, puzzle: Puzzle, seconds: float = 40) -> None:
    """One puzzle on which a peer may take very long: each in a process of its own, capped."""
    mine = interleaved({OURS: lambda: solve(puzzle, BEST)}, rounds=9)[OURS]
    print(f"\n{title}")
    print(line(OURS, mine, mine))
    for name, peer in PEERS.items():
        took, done = capped(peer, puzzle, seconds=seconds)
        print(line(name, took, mine, "" if done else "at least: stopped, not done"))


def _over(
    peer: Callable[[Puzzle], object], puzzles: list[Puzzle] | list[Futoshiki]
) -> Callable[[], object]:
    return lambda: [peer(puzzle) for puzzle in puzzles]
