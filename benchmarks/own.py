"""States and solves the thirteen problems of examples/own in Clew and in other libraries.

Each time covers running the statement, finding the first solution and checking it. CPMpy solves
with CP-SAT. Clew turns the rules into constraints, chooses a strategy and checks the solution. That
takes about 15 us for a walk and 10 to 30 us per rule, so a plain loop wins on the smallest puzzles.
easyAI stops at the first winning move; Clew finds every best move and the line of best play. The
last rows compare the same puzzle stated on a Grid and as a built-in kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from benchmarks.own_peers import PEERS
from benchmarks.row import Row
from clew import Grid, Result, parse, solve
from clew.model.own import Own

STATED = Path(__file__).parent.parent / "examples" / "own"
LENGTHS = {"eight_puzzle": 31, "missionaries": 11, "romania": 418, "hanoi": 63}
"""The costs of the best solutions."""
SLOW = {"aima-python": ("eight_puzzle",), "simpleai": ("eight_puzzle",)}


def rows() -> Iterator[Row]:
    for name, peers in PEERS.items():
        slow = {peer: work for peer, work in peers.items() if name in SLOW.get(peer, ())}
        quick = {peer: work for peer, work in peers.items() if peer not in slow}
        yield Row(
            name.replace("_", " "),
            partial(stated, name),
            quick,
            slow,
            goals=dict.fromkeys(peers, 1.0),
            quick=name in ("map_colouring", "kenken", "missionaries"),
        )
    for kind, (text, on_grid) in BOTH_WAYS.items():
        puzzle = parse(text)
        yield Row(
            f"{kind} on a Grid, and built in",
            partial(solve, on_grid(puzzle)),
            {"the built-in kind": partial(solve, puzzle)},
            goals={"the built-in kind": 1 / 1.2},
            part="the same puzzle stated in two ways, solved",
        )


def square(puzzle: Any) -> Grid:
    """Define a Sudoku, a Latin square or a Futoshiki as a user would."""
    order = puzzle.order
    grid = Grid(order, order, range(1, order + 1), name="mine")
    grid.latin()
    if hasattr(puzzle, "box"):
        grid.boxes(*puzzle.box)
    for small, great in getattr(puzzle, "signs", ()):
        grid.add(grid.cells[small] < grid.cells[great])
    grid.fill(list(puzzle.cells))
    return grid


def queens(puzzle: Any) -> Grid:
    """Define queens as a user would: a value once in each line, at most once in a diagonal."""
    order = puzzle.order
    grid = Grid(order, order, [0, 1], name="mine")
    lines: dict[tuple[str, int], list[Any]] = {}
    for row, col in ((r, c) for r in range(order) for c in range(order)):
        for line in (("rising", row + col), ("falling", row - col)):
            lines.setdefault(line, []).append(grid[row, col])
    grid.add(*(sum(line) == 1 for line in (*grid.rows, *grid.columns)))
    grid.add(*(sum(line) <= 1 for line in lines.values() if len(line) > 1))
    return grid


def killer(puzzle: Any) -> Grid:
    """Define a killer as a user would: a Sudoku with cages."""
    grid = Grid(puzzle.height, puzzle.width, range(1, puzzle.width + 1), name="mine")
    grid.latin()
    grid.boxes(puzzle.width // 3, 3)
    for clue in puzzle.clues():
        places = [divmod(cell.index, grid.width) for cell in clue.rule.variables()]
        grid.cage(places, total=clue.goal, distinct=True)
    return grid


BOTH_WAYS: dict[str, tuple[str, Callable[[Any], Grid]]] = {
    "Sudoku": ("sudoku:9#1", square),
    "Latin square": ("latin:7#3", square),
    "Futoshiki": ("futoshiki:7#3", square),
    "queens": ("queens:8", queens),
    "killer": (
        "killer:2x3k:zj,_a_a____a____b__a__b_b_a_a___a__aaaaa_ba,"
        "7_8a5_8b12_8a10_8c13b8c4b5a8a12_10e",
        killer,
    ),
}


@cache
def code(name: str) -> Any:
    path = STATED / f"{name}.py"
    return compile(path.read_text(encoding="utf-8"), path, "exec")


def stated(name: str) -> Result:
    """State a problem by running its file, and solve it."""
    names: dict[str, Any] = {}
    run: Callable[[Any, dict[str, Any]], None] = exec
    run(code(name), names)
    puzzle = next(value for value in reversed(names.values()) if isinstance(value, Own))
    result = solve(puzzle)
    assert result.solved
    assert name not in LENGTHS or result.cost == LENGTHS[name]
    return result
