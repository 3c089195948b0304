"""004's `LightsOutPuzzle`, and 000's Lights Out by backtracking with iterative deepening.

`python -m clew.coursework.lights_out N` prints the presses that turn off an N x N board on which
all lights are on, and the depth of each round. `--rule` sets which lights a press toggles: the
light and its neighbours (plus, 004), or only its four neighbours (neighbours, as 000 has it).
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from itertools import count
from typing import Self

from clew.board.text import plural
from clew.core.result import Run
from clew.coursework._shared import ANSWERED, NO_SOLUTION, Arguments, program, report
from clew.puzzles._light_grid import PLUS, RULES, Stencil
from clew.puzzles.lights_out import LightsOut
from clew.search.linear.linear import solutions_of
from clew.search.native import available
from clew.search.run import solve as search
from clew.search.space.deepening import Dive

Lights = list[list[bool]]
Move = tuple[int, int]

LARGEST_SEARCH = 23 if available else 16
"""`find_solution` searches breadth-first if at most 2 to this power boards are reachable.

All 2^23 reachable 5 x 5 boards take a few tenths of a second. The 2^30 boards of 5 x 6 would take
half a minute and 2 GB.
"""
MOST = 20
"""The largest board that the program solves. Its search doubles with every column."""
RULE_TEXT = {
    "plus": "a press toggles its light and the four neighbours",
    "neighbours": "a press toggles the four neighbours, not its own light",
}


class LightsOutPuzzle:
    """A board of lights: a list of rows, with True for on and False for off (004)."""

    def __init__(self, board: Lights) -> None:
        self.rows = len(board)
        self.cols = len(board[0]) if board else 0
        for row, line in enumerate(board):
            if len(line) != self.cols:
                raise ValueError(f"row {row}: found {len(line)} lights, expected {self.cols}")
            for col, light in enumerate(line):
                if not isinstance(light, bool):
                    raise ValueError(f"({row}, {col}): found {light!r}, expected True or False")
        self.board = board

    def get_board(self) -> Lights:
        """Return the board itself, not a copy."""
        return self.board

    def perform_move(self, row: int, col: int) -> None:
        """Toggle the light in that cell and its neighbours above, below, left and right."""
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            raise ValueError(f"found move ({row}, {col}), expected one on the board")
        for down, right in PLUS:
            r, c = row + down, col + right
            if 0 <= r < self.rows and 0 <= c < self.cols:
                self.board[r][c] = not self.board[r][c]

    def scramble(self) -> None:
        """Make each move with probability 1/2, so that the result can be solved."""
        for row in range(self.rows):
            for col in range(self.cols):
                if random.random() < 0.5:
                    self.perform_move(row, col)

    def is_solved(self) -> bool:
        """Return whether all lights are off."""
        return all_lights_are_off(self.board)

    def copy(self) -> Self:
        """Return a puzzle of the same class with its own board."""
        return type(self)([list(line) for line in self.board])

    def successors(self) -> Iterator[tuple[Move, Self]]:
        """Yield each move, row by row, with a new puzzle in which the move has been made."""
        for row in range(self.rows):
            for col in range(self.cols):
                after = self.copy()
                after.perform_move(row, col)
                yield (row, col), after

    def find_solution(self) -> list[Move] | None:
        """Return a shortest list of moves in reading order, or None if there's no solution.

        This is a breadth-first search over boards packed into numbers. If too many boards are
        reachable for that, it takes the smallest solution of the board's linear equations. If a
        subclass changes the rules of a move, it searches `successors` breadth-first.
        """
        if self.is_solved():
            return []
        if any(getattr(type(self), name) is not rule for name, rule in RULE_METHODS.items()):
            return self._walk()
        puzzle = _packed(self.board, self.rows, self.cols)
        boards = puzzle.size - solutions_of(puzzle.linear()).nullity
        found = search(puzzle, "bitmap" if boards <= LARGEST_SEARCH else "linear:minimum=yes")
        if not found.solved and not found.unsolvable:
            raise ValueError(f"found a board of {self.rows} x {self.cols}: {found.reason}")
        return list(found.solution) if found.solved else None

    def _walk(self) -> list[Move] | None:
        """Search as in 004: skip boards that were visited or are already in the frontier."""
        frontier: deque[tuple[list[Move], LightsOutPuzzle]] = deque([([], self)])
        known = {tuple(map(tuple, self.get_board()))}
        while frontier:
            moves, puzzle = frontier.popleft()
            for move, after in puzzle.successors():
                if after.is_solved():
                    return [*moves, move]
                if (board := tuple(map(tuple, after.get_board()))) not in known:
                    known.add(board)
                    frontier.append(([*moves, move], after))
        return None


RULE_METHODS = {
    name: vars(LightsOutPuzzle)[name] for name in ("perform_move", "is_solved", "successors")
}
"""The methods that define the rules. A subclass that overrides one of them changes the rules."""


def _packed(lights: Lights, rows: int, cols: int, rule: str = "plus") -> LightsOut:
    """Return the library's puzzle with these lights."""
    lit = tuple(sum(light << col for col, light in enumerate(line)) for line in lights)
    return LightsOut(rows, cols, lit, _steps(rule))


def _steps(rule: str) -> Stencil:
    """Find the steps from a button to the lights that it toggles.

    Raise ValueError if there's no such rule.
    """
    if rule not in RULES:
        close = next(iter(get_close_matches(rule, RULES)), "")
        hint = f" (did you mean {close}?)" if close else ""
        raise ValueError(f"there's no rule {rule[:20]!r}: choose {' or '.join(RULES)}{hint}")
    return RULES[rule]


def create_puzzle(rows: int, cols: int) -> LightsOutPuzzle:
    """Return a puzzle of that size with all lights off (004)."""
    if rows < 0 or cols < 0:
        raise ValueError(f"found {rows} rows and {cols} columns, expected none below 0")
    return LightsOutPuzzle([[False] * cols for _ in range(rows)])


def iterative_deepening(lights: Lights, rule: str = "plus") -> list[Move] | None:
    """Call `solve` with `max_depth` 0, 1, 2 … until it finds a solution (000's outer function).

    Return None if the lights can't all be turned off. The board's equations show that, because the
    loop would never end.
    """
    size = _order(lights)
    if size and not search(_packed(lights, size, size, rule)).solved:
        return None
    rounds = (solve(lights, 0, max_depth, rule) for max_depth in count())
    return next(presses for presses in rounds if presses is not None)


def solve(
    lights: Lights, current_depth: int, max_depth: int, rule: str = "plus"
) -> list[Move] | None:
    """Return the first list of presses, at most `max_depth`, that turns off the lights.

    This is 000's pseudocode. It tries every button at every depth, so it can only solve boards that
    need four or five presses. It leaves the lights as they were.
    """
    size = _order(lights)
    _steps(rule)
    if current_depth > max_depth:
        return None
    if all_lights_are_off(lights):
        return []
    for row in range(size):
        for col in range(size):
            lights = flip(lights, row, col, rule)
            presses = solve(lights, current_depth + 1, max_depth, rule)
            lights = flip(lights, row, col, rule)
            if presses is not None:
                return [(row, col), *presses]
    return None


def all_lights_are_off(lights: Lights) -> bool:
    """Check whether all lights are off (000)."""
    return not any(map(any, lights))


def flip(lights: Lights, row: int, col: int, rule: str = "plus") -> Lights:
    """Toggle a press's lights, and return the same board. A second press undoes it (000)."""
    size = _order(lights)
    if not (0 <= row < size and 0 <= col < size):
        raise ValueError(f"found press ({row}, {col}), expected one on the board")
    for down, right in _steps(rule):
        r, c = row + down, col + right
        if 0 <= r < size and 0 <= c < size:
            lights[r][c] = not lights[r][c]
    return lights


def _order(lights: Lights) -> int:
    """Return N for an N x N board. Raise ValueError if the board isn't square."""
    for row, line in enumerate(lights):
        if len(line) != len(lights):
            raise ValueError(
                f"row {row}: found {len(line)} lights, expected {len(lights)}, as many as rows"
            )
    return len(lights)


class PressesInOrder:
    """000's search without repetitions: it presses each button at most once, in reading order.

    A state consists of the lights and the next button that may be pressed. Presses commute and
    cancel, so the search includes all shortest solutions, and the first one it finds is 000's first
    one. It skips states in which a light is on that no later press can reach.
    """

    is_tree = True

    def __init__(self, puzzle: LightsOut) -> None:
        self.flips = puzzle.masks
        self.cols = puzzle.cols
        self.start = (puzzle.packed, 0)
        reached = 0
        later = [0] * (len(self.flips) + 1)
        for press in reversed(range(len(self.flips))):
            reached |= self.flips[press]
            later[press] = reached
        self.later = later

    def is_goal(self, state: tuple[int, int]) -> bool:
        return not state[0]

    def successors(self, state: tuple[int, int]) -> Iterator[tuple[Move, tuple[int, int]]]:
        lights, first = state
        for press in range(first, len(self.flips)):
            after = lights ^ self.flips[press]
            if not after & ~self.later[press + 1]:
                yield divmod(press, self.cols), (after, press + 1)
            if lights & ~self.later[press + 1]:
                return  # without this press a light stays on


@program("lights_out")
def main(argv: Sequence[str] | None = None) -> int:
    """Print how 000's search turns off a board on which all lights are on."""
    parser = Arguments(
        "clew.coursework.lights_out", "Lights Out by backtracking with iterative deepening (000)."
    )
    parser.add_argument(
        "size",
        metavar="N",
        nargs="?",
        default="3",
        help=f"rows and columns, 1 to {MOST} (default: 3)",
    )
    rules = " or ".join(RULES)
    parser.add_argument("--rule", default="plus", help=f"what a press toggles: {rules}")
    given = parser.parse_args(argv)
    word = given.size
    if not (word.isascii() and word.isdigit() and len(word) < 5 and 1 <= int(word) <= MOST):
        raise ValueError(f"found N {word[:20]!r}, expected 1 to {MOST}")
    puzzle = LightsOut(int(word), int(word), stencil=_steps(given.rule))
    print(f"rule: {given.rule} ({RULE_TEXT[given.rule]})")
    return _deepen(puzzle, given.rule)


def _deepen(puzzle: LightsOut, rule: str) -> int:
    decided = search(puzzle)
    if not decided.solved:
        proof = ", ".join(map(str, decided.proof))
        other = " (try --rule plus)" if rule == "neighbours" else ""
        return report(
            "lights_out",
            f"{puzzle.rows} x {puzzle.cols}: no solution under this rule{other}: every press "
            f"toggles an even number of {plural(len(decided.proof), 'light')}, all on: {proof}",
            NO_SOLUTION,
        )
    print("solvable: yes")
    run = Run()
    dive = Dive(PressesInOrder(puzzle), run, "none")
    for depth in count():
        before = run.stats.nodes
        path = next(dive.within(depth), None)
        print(f"depth {depth}: states tried {run.stats.nodes - before:,}", flush=True)
        if path is not None:
            presses = path.moves()
            print(f"{plural(len(presses), 'press')}: {' '.join(f'({r}, {c})' for r, c in presses)}")
            return ANSWERED
    raise AssertionError("there is a solution, and it has a depth")


if __name__ == "__main__":
    raise SystemExit(main())
