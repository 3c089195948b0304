"""States and solves the thirteen problems of examples/own in Clew and in other libraries.

Each time covers running the statement, finding the first solution and checking it. CPMpy solves
with CP-SAT. Clew turns the rules into constraints, chooses a strategy and checks the solution. That
takes about 15 us for a walk and 10 to 30 us per rule, so a plain loop wins on the smallest puzzles.
easyAI stops at the first winning move; Clew finds every best move and the line of best play.

Other rows compare walks and games with twenty lines of plain Python that call the same functions.
The last rows compare the same puzzle stated on a Grid and as a built-in kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

from benchmarks import spaces
from benchmarks.own_peers import PEERS, plain_a_star, plain_breadth_first, plain_negamax
from benchmarks.row import Row
from clew import Grid, Result, game, parse, solve, walk
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
    for name, (_, loop) in LOOPS.items():
        yield Row(
            name,
            partial(same, name),
            {"plain Python": loop},
            goals={"plain Python": 1.0},
            part="walks and games of your own, against plain Python",
            quick=name == "three in a row on 4 x 3",
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


# ------------------------------------------------------------------ walks and games

SIDE = 150
RANDOM = Random(5)
FREE = {divmod(cell, SIDE) for cell in range(SIDE**2) if RANDOM.random() > 0.25}
FREE |= {(0, 0), (SIDE - 1, SIDE - 1)}
JUGS = 31, 57, 83


def maze(at: tuple[int, int]) -> Iterator[tuple[str, tuple[int, int]]]:
    r, c = at
    for move, to in (("u", (r - 1, c)), ("d", (r + 1, c)), ("l", (r, c - 1)), ("r", (r, c + 1))):
        if to in FREE:
            yield move, to


def pour(jugs: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    for a, filled in enumerate(jugs):
        yield f"fill {a}", (*jugs[:a], JUGS[a], *jugs[a + 1 :])
        yield f"empty {a}", (*jugs[:a], 0, *jugs[a + 1 :])
        for b, other in enumerate(jugs):
            if a != b:
                after = list(jugs)
                after[b] = min(JUGS[b], filled + other)
                after[a] -= after[b] - other
                yield f"{a} to {b}", tuple(after)


class Noughts:
    """A board on which three in a row win: noughts and crosses, or discs that fall."""

    stakes = 1

    def __init__(self, rows: int, cols: int, *, falls: bool) -> None:
        self.start, self.cols, self.falls = (0,) * rows * cols, cols, falls
        cells = range(rows * cols)
        steps = ((0, 1), (1, 0), (1, 1), (1, -1))
        self.lines = [
            (cell, cell + r * cols + c, cell + 2 * (r * cols + c))
            for cell in cells
            for r, c in steps
            if cell // cols + 2 * r < rows and 0 <= cell % cols + 2 * c < cols
        ]

    def successors(self, board: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
        mark = 1 if board.count(1) == board.count(2) else 2
        for cell, found in enumerate(board):
            below = cell + self.cols
            if not found and not (self.falls and below < len(board) and not board[below]):
                yield str(cell), (*board[:cell], mark, *board[cell + 1 :])

    def payoff(self, board: tuple[int, ...]) -> int | None:
        for a, b, c in self.lines:
            if board[a] and board[a] == board[b] == board[c]:
                return -1
        return None if 0 in board else 0


class Heaps:
    """Nim: take from one heap; whoever takes the last one wins."""

    start = 5, 6, 7, 4

    def successors(self, heaps: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
        for at, heap in enumerate(heaps):
            for n in range(1, heap + 1):
                yield f"{n} from {at}", (*heaps[:at], heap - n, *heaps[at + 1 :])

    def payoff(self, heaps: tuple[int, ...]) -> int | None:
        return None if any(heaps) else -1


class Doubling:
    """Take at most twice as many as the other player just did."""

    start, stakes = (100, 1), 1

    def successors(self, state: tuple[int, int]) -> list[tuple[str, tuple[int, int]]]:
        left, last = state
        return [(f"take {n}", (left - n, n)) for n in range(1, min(left, 2 * last) + 1)]

    def payoff(self, state: tuple[int, int]) -> int | None:
        return None if state[0] else -1


def loops() -> Iterator[tuple[str, Any, Callable[[], Any]]]:
    """Yield puzzles, each with its name and a plain loop that solves it."""
    tiles, corner, end = spaces.EightPuzzle(spaces.STARTS["31 moves"]), (0, 0), (SIDE - 1,) * 2
    walks: dict[str, tuple[Any, Any, Any, Any]] = {
        "8-puzzle": (tiles.start, spaces.GOAL, tiles.successors, tiles.heuristic),
        "maze": (corner, end, maze, lambda at: 2 * SIDE - 2 - at[0] - at[1]),
        "three jugs": ((0, 0, 0), lambda jugs: 40 in jugs and 13 in jugs, pour, None),
    }
    for name, (start, goal, moves, far) in walks.items():
        own = walk(start=start, goal=goal, name="mine")(moves)
        yield f"{name}, breadth-first", own, partial(plain_breadth_first, start, goal, moves)
        if far is not None:
            own = walk(start=start, goal=goal, heuristic=far, name="mine")(moves)
            yield f"{name}, A*", own, partial(plain_a_star, start, goal, moves, far)
    games = {
        "noughts and crosses": Noughts(3, 3, falls=False),
        "three in a row on 4 x 3": Noughts(3, 4, falls=True),
        "Nim with 5, 6, 7 and 4": Heaps(),
        "take at most twice as many, 100": Doubling(),
    }
    for name, rules in games.items():
        yield name, game(rules, name="mine"), partial(plain_negamax, rules)


LOOPS = {name: (puzzle, loop) for name, puzzle, loop in loops()}


@cache
def by_hand(name: str) -> Any:
    return LOOPS[name][1]()


def same(name: str) -> None:
    """Solve a puzzle from scratch, and check that the plain loop found as much."""
    puzzle, wanted = LOOPS[name][0], by_hand(name)
    found = solve(puzzle.at(puzzle.start)).solution
    if isinstance(wanted, tuple):
        assert (found.value, found.best) == wanted
    else:
        assert len(found) == len(wanted)


# ------------------------------------------------------------------ grids


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
