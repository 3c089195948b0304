"""The search that learns on problems stated rule by rule, against CP-SAT and Cadical, first answer.

Each solves from the same CSP, its own model built within the time. The problems come from fixed
seeds: pigeons and graphs pair by pair, the graphs with about as many edges as their colours bear; a
magic square; Latin squares with 1.7 n^1.55 cells open, where completions are hardest; a 36 x 36
Sudoku half open. Everybody is stopped after a minute, and the table says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from random import Random

from benchmarks.made import filled, grid
from benchmarks.measure import Work
from benchmarks.peers import cp_sat, pysat
from benchmarks.puzzles import Cells, Later
from benchmarks.row import Row
from clew.core.faces import CSP, Assignment, domain
from clew.core.result import Run, Stopped
from clew.core.rng import SplitMix64
from clew.puzzles.latin_squares.maker import random_latin_square
from clew.rules import AllDifferent, Sum
from clew.search.csp.learning import Learning

MINUTE = 60.0
PEERS: dict[str, Work] = {"CP-SAT": cp_sat, "Cadical": pysat}


@dataclass(frozen=True)
class Stated:
    """A CSP that doesn't belong to any kind of puzzle."""

    rules: CSP

    def csp(self) -> CSP:
        return self.rules


def first(stated: Stated) -> Assignment | str | None:
    """Return a solution, None if there isn't one, or the limit that stopped the search."""
    try:
        return next(Learning()(stated.csp(), Run(max_seconds=MINUTE)), None)
    except Stopped:
        return "stopped after a minute"


def said(found: Assignment | str | None) -> str:
    return found if isinstance(found, str) else ""


def rows() -> Iterator[Row]:
    pigeons = [Stated(pigeonhole(10))]
    yield Row("11 pigeons, 10 holes, in pairs", first, {"CP-SAT": cp_sat}, over=pigeons, quick=True)
    yield row("graphs of 120 nodes, 4 colours", Later(partial(graphs, 120, 534, 4)))
    yield row("graphs of 300 nodes, 3 colours", Later(partial(graphs, 300, 703, 3)))
    yield Row("magic square 7x7", first, slow={"CP-SAT": cp_sat}, over=[Stated(magic_square(7))])
    yield row("Latin completion 33x33, 384 open", Later(partial(latins, 33, 384)))
    yield row("Latin completion 40x40, 517 open", Later(partial(latins, 40, 517)))
    yield row("Sudoku 36x36, half open", Later(sudokus))


def row(work: str, over: Sequence[Stated]) -> Row:
    return Row(work, first, slow=PEERS, over=over, cap=MINUTE, tell=said)


def pigeonhole(holes: int) -> CSP:
    """Make the pigeonhole problem: one pigeon too many, and each pair in different holes."""
    pairs = combinations(range(holes + 1), 2)
    return CSP((2**holes - 1,) * (holes + 1), tuple(AllDifferent(pair, "") for pair in pairs))


def graphs(nodes: int, edges: int, colours: int, number: int = 12) -> list[Stated]:
    return [Stated(graph(nodes, edges, colours, seed)) for seed in range(number)]


def graph(nodes: int, edges: int, colours: int, seed: int) -> CSP:
    rng = Random(f"{nodes} {edges} {colours} {seed}")
    pairs = rng.sample(list(combinations(range(nodes), 2)), edges)
    return CSP((2**colours - 1,) * nodes, tuple(AllDifferent(pair, "") for pair in sorted(pairs)))


def magic_square(order: int) -> CSP:
    size, cells = order**2, range(order**2)
    lines = [tuple(cells[row * order : (row + 1) * order]) for row in range(order)]
    lines += [tuple(cells[col::order]) for col in range(order)]
    lines += [tuple(cells[:: order + 1]), tuple(cells[order - 1 : -1 : order - 1])]
    sums = (Sum(line, "", order * (size + 1) // 2) for line in lines)
    return CSP((domain(range(1, size + 1)),) * size, (AllDifferent(tuple(cells), ""), *sums))


def latins(order: int, holes: int, number: int = 5) -> list[Stated]:
    squares = (random_latin_square(order, SplitMix64.of(holes, seed)) for seed in range(number))
    return [Stated(grid(order, 0, opened(cells, holes, n))) for n, cells in enumerate(squares)]


def sudokus() -> list[Stated]:
    return [Stated(grid(36, 6, opened(filled(36, 6, Random("36 0")), 648, 0)))]


def opened(cells: Cells, holes: int, seed: int) -> Cells:
    empty = set(Random(f"{holes} {seed}").sample(range(len(cells)), holes))
    return tuple(0 if at in empty else value for at, value in enumerate(cells))
