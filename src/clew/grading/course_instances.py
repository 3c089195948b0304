"""Instances for assignments that have a special interface: boards, toggles, puzzles, cases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from clew.grading.child_probes import tupled
from clew.grading.graph import Graph
from clew.grading.log import EXPAND, GENERATE, TEST, Fault, InstanceProbe, Log, shown
from clew.grading.networks import ConstraintNetwork


@dataclass(frozen=True)
class GivenInstance:
    """A function's arguments, and its expected result or the puzzle that judges it."""

    given: dict[str, Any]
    puzzle: str = ""
    expected: Any = None

    kind = "given"

    def size(self) -> tuple[int, int]:
        return 1, 1

    def smaller(self) -> Iterator[GivenInstance]:
        return iter(())

    def __str__(self) -> str:
        return ", ".join(f"{name} = {value}" for name, value in self.given.items())


def check_result(log: Log) -> Fault | None:
    """Check that the result is the expected one."""
    expected = log.instance.expected
    if log.answer == expected and type(log.answer) is type(expected):
        return None
    return Fault(f"returned {shown(log.answer)}, which isn't right")


def check_solution(log: Log) -> Fault | None:
    """Check the solution by the puzzle's rules. None is right only if there's no solution."""
    from clew.core.puzzle import as_puzzle
    from clew.search.run import solve

    puzzle = as_puzzle(log.instance.puzzle)
    if log.answer is None:
        return None if solve(puzzle).unsolvable else Fault("found no solution, though there is one")
    for answer in (tupled(log.answer), tuple(_flat(log.answer))):
        try:
            if not (broken := puzzle.check(answer)):
                return None
        except (TypeError, ValueError, IndexError, KeyError, AttributeError):
            broken = [f"returned {shown(log.answer)}, which isn't a solution"]
    return Fault(str(broken[0]))


def _flat(answer: Any) -> Iterator[Any]:
    """Yield the numbers in nested lists or in a string."""
    if isinstance(answer, str):
        yield from map(int, re.findall(r"\d+", answer))
    elif isinstance(answer, list | tuple):
        for each in answer:
            yield from _flat(each)
    else:
        yield answer


# -------------------------------------------------------------------- boards of lights


class ToggleSpace:
    """Boards of lights. A move toggles a light and its four neighbours."""

    def __init__(self, rows: list[str]) -> None:
        self.start = tuple(tuple(each == "1" for each in row) for row in rows)

    def successors(self, state: Any) -> Iterator[tuple[Any, Any]]:
        for row in range(len(state)):
            for col in range(len(state[0])):
                yield (row, col), self._after(state, row, col)

    def _after(self, state: Any, row: int, col: int) -> Any:
        return tuple(
            tuple(light ^ (abs(row - r) + abs(col - c) <= 1) for c, light in enumerate(line))
            for r, line in enumerate(state)
        )

    def is_goal(self, state: Any) -> bool:
        return not any(map(any, state))


def toggles(text: str) -> Graph:
    """Return all boards that can be reached from a start such as `101/010`."""
    space = ToggleSpace(text.split("/"))
    given = {"board": [list(row) for row in space.start]}
    return replace(Graph.of_space(space), given=given)


# -------------------------------------------------------------------- boards of candidate lists


@dataclass(frozen=True)
class CellBoards:
    """Partly filled square boards. A move enters a value that its row, column and box lack."""

    rows: tuple[tuple[int, ...], ...]
    box: tuple[int, int]
    start: str = "start"
    paths: dict[str, dict[tuple[int, int], int]] = field(default_factory=dict, compare=False)

    kind = "board"

    @classmethod
    def parse(cls, text: str, box: str) -> CellBoards:
        """Parse rows of digits such as `10/00`, with 0 for an empty cell, and a box size, `1x2`."""
        rows = tuple(tuple(map(int, row)) for row in text.split("/"))
        high, wide = map(int, box.split("x"))
        return cls(rows, (high, wide))

    @cached_property
    def peers(self) -> list[list[tuple[int, int]]]:
        """For each cell, the other cells in its row, column and box."""
        size, (high, wide) = len(self.rows), self.box
        cells = [(r, c) for r in range(size) for c in range(size)]
        return [
            [(r, c) for r, c in cells if (r, c) != (row, col) and (
                r == row or c == col or (r // high, c // wide) == (row // high, col // wide))]
            for row, col in cells
        ]  # fmt: skip

    def value(self, cell: tuple[int, int], filled: dict[tuple[int, int], int]) -> int:
        return filled.get(cell, self.rows[cell[0]][cell[1]])

    def left(self, cell: tuple[int, int], filled: dict[tuple[int, int], int]) -> list[int]:
        """Return the values that a cell can still have."""
        near = self.peers[cell[0] * len(self.rows) + cell[1]]
        used = {self.value(each, filled) for each in near}
        return [value for value in range(1, len(self.rows) + 1) if value not in used]

    def empty(self, filled: dict[tuple[int, int], int]) -> list[tuple[int, int]]:
        size = range(len(self.rows))
        return [(r, c) for r in size for c in size if not self.value((r, c), filled)]

    def estimate(self, state: str) -> int:
        return 0

    def probe(self, log: Log) -> BoardProbe:
        return BoardProbe(self, log)

    def size(self) -> tuple[int, int]:
        return len(self.empty({})), 0

    @cached_property
    def network(self) -> ConstraintNetwork:
        """Return the same rules as a network, which shows whether there's a solution."""
        names = [f"r{r}c{c}" for r in range(len(self.rows)) for c in range(len(self.rows))]
        domains: dict[str, tuple[int, ...]] = {}
        clashes: dict[tuple[str, str], frozenset[tuple[int, int]]] = {}
        for at, name in enumerate(names):
            given = self.rows[at // len(self.rows)][at % len(self.rows)]
            domains[name] = (given,) if given else tuple(range(1, len(self.rows) + 1))
            same = frozenset((value, value) for value in range(1, len(self.rows) + 1))
            clashes |= {(name, f"r{r}c{c}"): same for r, c in self.peers[at]}
        return ConstraintNetwork(domains, clashes)

    def smaller(self) -> Iterator[CellBoards]:
        """Yield boards with one more cell filled in from the solution."""
        answer = next(self.network._complete({}), None)
        for row, col in self.empty({}) if answer else ():
            rows = [list(line) for line in self.rows]
            rows[row][col] = (answer or {})[f"r{row}c{col}"]
            yield replace(self, rows=tuple(map(tuple, rows)), paths={})

    def __str__(self) -> str:
        return "/".join("".join(map(str, row)) for row in self.rows)


class BoardProbe(InstanceProbe):
    """Records which boards the search tests, copies and fills in."""

    def job(self) -> dict[str, Any]:
        boards: CellBoards = self.instance
        size = len(boards.rows)
        rows = [[boards.rows[r][c] or boards.left((r, c), {}) for c in range(size)]
                for r in range(size)]  # fmt: skip
        return {"kind": "board", "size": size, "rows": rows, "peers": boards.peers}

    def tell(self, name: str, arguments: tuple[Any, ...]) -> None:
        """Record a call. A board's name lists the values filled in."""
        state = self._named(arguments[0])
        if name == "expand":
            self.log.add(EXPAND, state)
        elif name == "test":
            self.log.add(TEST, state, bool(arguments[1]))
        elif name == "generate":
            self.log.add(GENERATE, state, (arguments[1], self._named(arguments[2]), 1))

    def _named(self, path: tuple[Any, ...]) -> str:
        filled = {(row, col): value for row, col, value in path}
        words = " ".join(f"r{row + 1}c{col + 1}={value}" for (row, col), value in filled.items())
        name = words or str(self.instance.start)
        self.instance.paths[name] = filled
        return name


def check_most_constrained(log: Log) -> Fault | None:
    """Check that the search always fills in a cell that has the fewest values left."""
    boards: CellBoards = log.instance
    for at, call in enumerate(log.calls):
        if call.name == GENERATE:
            (row, col, _), filled = call.value[0], boards.paths[call.subject]
            counts = {cell: len(boards.left(cell, filled)) for cell in boards.empty(filled)}
            mine, least = counts.get((row, col), 99), min(counts.values(), default=0)
            if mine > least:
                said = f"filled in r{row + 1}c{col + 1} with {mine} values left"
                return Fault(f"{said} while another cell had {least}", at)
    return None


def check_board(log: Log) -> Fault | None:
    """Check that the returned board obeys the rules. If a solution exists, there must be one."""
    network = log.instance.network
    if log.answer is None:
        return Fault("found no solution, though there is one") if network.answers(1) else None
    cells = list(_flat(log.answer))
    if len(cells) != len(network.domains):
        return Fault("the returned board isn't filled in")
    broken = network.broken(dict(zip(network.domains, cells, strict=True)))
    return Fault(broken) if broken else None
