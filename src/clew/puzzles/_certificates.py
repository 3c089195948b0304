"""Writes and checks certificates that there's no solution, or no shorter one.

Each check states its conditions again, independently of those that a search relies on.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from clew.core.errors import Unsuited
from clew.core.faces import values
from clew.core.result import Result
from clew.puzzles._light_grid import Press, are_fewest, togglers
from clew.puzzles.knight.puzzle import Square
from clew.puzzles.triangle.search import Runs as Totals
from clew.puzzles.triangle.search import merged
from clew.search.proof.own_proofs import (
    NO_SOLUTION,
    Data,
    distinct,
    expect,
    expect_claim,
    listed,
    numbers,
    searched,
)

if TYPE_CHECKING:
    from clew.puzzles.knight.puzzle import Knight
    from clew.puzzles.lights_out import LightsOut
    from clew.puzzles.sliding_tiles import SlidingTiles
    from clew.puzzles.triangle.puzzle import Triangle

# ------------------------------------------------------------------ knights
# Two reasons why a board has no tour: the colours can't alternate, or a theorem applies.


class Theorem(NamedTuple):
    """A theorem that some boards don't have a tour, and a test for these boards."""

    source: str
    holds: Callable[[Knight], bool]


def _schwenk(puzzle: Knight) -> bool:
    """Check Schwenk's conditions: odd sides; a side of 1, 2 or 4; or 3 by 4, 6 or 8."""
    short, long = min(puzzle.rows, puzzle.cols), max(puzzle.rows, puzzle.cols)
    odd = short % 2 == 1 and long % 2 == 1
    return puzzle.closed and (odd or short in (1, 2, 4) or (short == 3 and long in (4, 6, 8)))


def _chia_ong(puzzle: Knight) -> bool:
    """Check the conditions of Chia and Ong: one or two lines, or 3x3, 3x5, 3x6 or 4x4."""
    sides = min(puzzle.rows, puzzle.cols), max(puzzle.rows, puzzle.cols)
    few = sides[0] <= 2 and sides != (1, 1)
    return few or sides in ((3, 3), (3, 5), (3, 6), (4, 4))


def _four_lines(puzzle: Knight) -> bool:
    """Check whether the board has four lines and the start is on one of the two inner ones.

    Half of the cells are on the outer lines, and no move joins two of those, so both ends of a
    tour are outer cells.
    """
    if puzzle.start is None:
        return False
    inner = zip(puzzle.start, (puzzle.rows, puzzle.cols), strict=True)
    return any(side == 4 and 0 < place < 3 for place, side in inner)


THEOREMS = {
    "closed tours": Theorem(
        "Schwenk, Which rectangular chessboards have a knight's tour?, 1991", _schwenk
    ),
    "open tours": Theorem(
        "Chia and Ong, Generalized knight's tours on rectangular chessboards, 2005", _chia_ong
    ),
    "ends on four lines": Theorem(
        "outer cells are half of all and never a move apart, and colours alternate", _four_lines
    ),
}


def knight_certificate(puzzle: Knight, found: Result[Sequence[Square]]) -> Data:
    """Return the number of cells of each colour if that's proof enough, or else a theorem."""
    if found.solved:
        raise Unsuited(f"{puzzle.name}: a solution doesn't need a certificate")
    cells = _colours(puzzle)
    if not _can_alternate(puzzle, *cells):
        return {"claims": NO_SOLUTION, "colours": list(cells)}
    for name, theorem in THEOREMS.items():
        if theorem.holds(puzzle):
            return {"claims": NO_SOLUTION, "theorem": name, "source": theorem.source}
    raise searched(puzzle.name, "the board")


def knight_faults(puzzle: Knight, data: Data) -> list[str]:
    """List the faults of a certificate, using only the board's size and its start."""
    expect_claim(data, NO_SOLUTION)
    if "colours" in data:
        expect(data, "claims", "colours")
        return _colour_faults(puzzle, numbers(data["colours"], "colours"))
    expect(data, "claims", "theorem", "source")
    theorem = THEOREMS.get(data["theorem"]) if isinstance(data["theorem"], str) else None
    if theorem is None or data["source"] != theorem.source:
        return [f"unknown theorem: expected {' or '.join(THEOREMS)}, and its source"]
    wrong = f"the theorem on {data['theorem']} doesn't apply to {puzzle}"
    return [] if theorem.holds(puzzle) else [wrong]


def _colour_faults(puzzle: Knight, cells: list[int]) -> list[str]:
    own = list(_colours(puzzle))
    if cells != own:
        return [f"colours: found {cells}, expected {own} on this board"]
    return ["a tour could alternate between these colours"] if _can_alternate(puzzle, *own) else []


def _colours(puzzle: Knight) -> tuple[int, int]:
    """Count the cells that have the first corner's colour, and the others."""
    odd = sum((puzzle.cols + 1 - row % 2) // 2 for row in range(puzzle.rows))
    return odd, puzzle.rows * puzzle.cols - odd


def _can_alternate(puzzle: Knight, corner: int, other: int) -> bool:
    """Check whether the colours can alternate, since every move changes the colour.

    A closed tour has equal numbers of both colours. An open one may have one more cell of the
    colour that it begins with.
    """
    if puzzle.closed:
        return corner == other
    if puzzle.start is None or corner == other:
        return abs(corner - other) <= 1
    at_corner = sum(puzzle.start) % 2 == 0
    return (corner - other if at_corner else other - corner) == 1


# ------------------------------------------------------------------ lights out
# "No solution" takes a set of lights: every press toggles an even number of them, but an odd
# number are on.
# For the fewest presses, some presses are free, and each other press has lights that decide it.
# Apart from free presses, it's the only press that toggles an odd number of these lights. So the
# free presses and the lights that are on determine whether it's made. The check then counts the
# presses for every choice of the free ones.


FEWEST = "no solution has fewer presses"
ONLY = "exactly one solution"
MOST_FREE = 20
"""The maximum number of free presses. The check tries every choice of them."""
MOST_LIGHTS = 1024
"""The maximum number of lights on a board if the certificate lists lights for each press."""

# ------------------------------------------------------------------ writing


def lights_certificate(puzzle: LightsOut, found: Result[Sequence[Press]]) -> Data:
    """Return evidence that there's no solution, or that the first has the fewest presses."""
    if found.unsolvable:
        return {"claims": NO_SOLUTION, "lights": _numbered(puzzle, found.proof)}
    if not are_fewest(found.solution):
        raise Unsuited(f"{puzzle.name}: a solution, not known to have the fewest presses, "
                       "needs no certificate")  # fmt: skip
    return _fewest(puzzle, found)


def _fewest(puzzle: LightsOut, found: Result[Sequence[Press]]) -> Data:
    if puzzle.size > MOST_LIGHTS:
        raise searched(puzzle.name, f"a board of more than {MOST_LIGHTS:,} lights")
    decided = _deciding(togglers(puzzle.masks))
    free = [press for press in range(puzzle.size) if press not in decided]
    if len(free) > MOST_FREE:
        raise searched(puzzle.name, f"a choice of more than {MOST_FREE} free presses")
    deciding = [[press, list(values(lights))] for press, lights in sorted(decided.items())]
    claims = ONLY if found.unique and not free else FEWEST
    presses = _numbered(puzzle, found.solution)
    return {"claims": claims, "presses": presses, "free": free, "deciding": deciding}


def _numbered(puzzle: LightsOut, cells: Sequence[Press]) -> list[int]:
    """Return the cells as numbers, row by row from 0."""
    return [row * puzzle.cols + col for row, col in cells]


def _deciding(equations: Sequence[int]) -> dict[int, int]:
    """Find the lights that decide each press that isn't free, by Gauss-Jordan elimination."""
    solved: dict[int, tuple[int, int]] = {}
    for light, presses in enumerate(equations):
        lights = 1 << light
        for pivot, (others, reasons) in solved.items():
            if presses >> pivot & 1:
                presses, lights = presses ^ others, lights ^ reasons
        if presses:
            pivot = presses.bit_length() - 1
            for other, (others, reasons) in solved.items():
                if others >> pivot & 1:
                    solved[other] = others ^ presses, reasons ^ lights
            solved[pivot] = presses, lights
    return {pivot: lights for pivot, (_, lights) in solved.items()}


# ------------------------------------------------------------------ checking


def lights_faults(puzzle: LightsOut, data: Data) -> list[str]:
    """List the faults of a certificate, using only the lights that each press toggles."""
    if expect_claim(data, NO_SOLUTION, FEWEST, ONLY) == NO_SOLUTION:
        expect(data, "claims", "lights")
        lights = _cells(puzzle, data["lights"], "lights")
        wrong = "a press toggles an odd number of the lights, or an even number of them are on"
        return [] if puzzle.refuted_by(lights) else [wrong]
    expect(data, "claims", "presses", "free", "deciding")
    presses = _cells(puzzle, data["presses"], "presses")
    return puzzle.check(presses) or _fewest_faults(puzzle, data, len(presses))


def _cells(puzzle: LightsOut, found: object, what: str) -> list[Press]:
    cells = distinct(numbers(found, what, 0, puzzle.size - 1), what)
    return [divmod(cell, puzzle.cols) for cell in sorted(cells)]


def _fewest_faults(puzzle: LightsOut, data: Data, presses: int) -> list[str]:
    free = distinct(numbers(data["free"], "free", 0, puzzle.size - 1), "free")
    if len(free) > MOST_FREE:
        return [f"found {len(free)} free presses, expected at most {MOST_FREE}"]
    if free and data["claims"] == ONLY:
        return [f"found {len(free)} free presses, expected none where only one solution is claimed"]
    deciding = _read_deciding(puzzle, data["deciding"])
    if deciding.keys() != set(range(puzzle.size)) - free:
        return ["expected each press to be free or decided, and not both"]
    if wrong := next(_undecided(puzzle.masks, deciding), ""):
        return [wrong]
    least = min(map(int.bit_count, _candidates(puzzle.packed, puzzle.masks, free, deciding)))
    return [f"{least} presses may be enough"] if least < presses else []


def _undecided(masks: Sequence[int], deciding: dict[int, int]) -> Iterator[str]:
    """Yield a fault if another press toggles an odd number of the lights that decide a press."""
    for press, lights in deciding.items():
        for other in deciding:
            if (masks[other] & lights).bit_count() % 2 != (other == press):
                yield f"the lights for press {press} don't decide it, because of press {other}"


def _read_deciding(puzzle: LightsOut, found: object) -> dict[int, int]:
    deciding: dict[int, int] = {}
    for each in listed(found, "deciding"):
        press, lights = listed(each, "deciding", 2)
        (press,) = numbers([press], "deciding", 0, puzzle.size - 1)
        cells = distinct(numbers(lights, "deciding", 0, puzzle.size - 1), "deciding")
        if press in deciding:
            raise ValueError(f"deciding: found press {press} twice, expected each once")
        deciding[press] = sum(1 << cell for cell in cells)
    return deciding


def _candidates(
    lit: int, masks: Sequence[int], free: set[int], deciding: dict[int, int]
) -> Iterator[int]:
    """Yield the presses that follow from each choice of the free presses.

    Every solution is among them.
    """

    def decided(board: int) -> int:
        return sum(
            1 << press for press, lights in deciding.items() if (board & lights).bit_count() % 2
        )

    changes = [1 << press | decided(masks[press]) for press in sorted(free)]
    presses = decided(lit)
    yield presses
    for choice in range(1, 1 << len(changes)):  # a Gray code: one change at a time
        presses ^= changes[(choice & -choice).bit_length() - 1]
        yield presses


# ------------------------------------------------------------------ sliding tiles
# The certificate lists swaps that put the tiles in order. Each slide swaps the gap with a tile,
# and moves the gap to a cell of the other colour, as on a chessboard. So the gap's position shows
# whether the number of slides is odd or even. If the swaps disagree, there's no solution, because
# a permutation can't be both odd and even.


def tile_certificate(puzzle: SlidingTiles, found: Result[Sequence[str]]) -> Data:
    """Return swaps that put the tiles in order, as pairs of cells numbered row by row from 0."""
    if found.solved:
        raise Unsuited(f"{puzzle.name}: a solution doesn't need a certificate")
    return {"claims": NO_SOLUTION, "swaps": [list(pair) for pair in puzzle.swaps()]}


def tile_faults(puzzle: SlidingTiles, data: Data) -> list[str]:
    """List the faults of a certificate, by making its swaps and checking their parity."""
    expect_claim(data, NO_SOLUTION)
    expect(data, "claims", "swaps")
    cells = list(puzzle.start)
    for pair in listed(data["swaps"], "swaps"):
        a, b = numbers(listed(pair, "swap", 2), "swap", 0, len(cells) - 1)
        if a == b:
            return [f"swap: found cell {a} twice, expected two cells"]
        cells[a], cells[b] = cells[b], cells[a]
    if tuple(cells) != puzzle.goal:
        return ["the swaps don't put the tiles in order"]
    gap, home = (divmod(state.index(0), puzzle.cols) for state in (puzzle.start, puzzle.goal))
    if (sum(gap) + sum(home) + len(data["swaps"])) % 2 == 0:
        return ["the number of swaps is odd or even, like that of slides, so it proves nothing"]
    return []


# ------------------------------------------------------------------ triangles
# For each entry, the certificate lists runs that contain the total of every path from there down.
# A run [first, last] may contain other numbers too. It's enough that no total is missing, and that
# the required total isn't in any run of the top entry.


RunList = list[list[int]]
TRIANGLE = "triangle"
MOST_RUNS = 1_000_000
"""The maximum number of runs in a certificate."""


def triangle_certificate(puzzle: Triangle, found: Result[Sequence[int]]) -> Data:
    """Return the runs of each entry below the path, row by row from the top."""
    if found.solved:
        raise Unsuited(f"{puzzle.name}: a solution doesn't need a certificate")
    table = list(_runs_of_rows(puzzle.sums().rows))
    return {"claims": NO_SOLUTION, "totals": table[::-1]}


def _runs_of_rows(rows: Sequence[Sequence[int]]) -> Iterator[list[RunList]]:
    """Yield the runs of each row's entries, from the last row up."""
    below: list[Totals] = [((0, 0),)] * (len(rows) + 1)
    size = 0
    for row in reversed(rows):
        below = [merged(below[at], below[at + 1], value) for at, value in enumerate(row)]
        size += sum(map(len, below))
        if size > MOST_RUNS:
            raise searched(TRIANGLE, f"a triangle with more than {MOST_RUNS:,} runs of totals")
        yield [list(map(list, runs)) for runs in below]


def triangle_faults(puzzle: Triangle, data: Data) -> list[str]:
    """List the faults of a certificate, by comparing each entry with the two below it."""
    expect_claim(data, NO_SOLUTION)
    expect(data, "claims", "totals")
    face = puzzle.sums()
    table = [
        [_read_runs(runs) for runs in listed(row, "totals", deep)]
        for deep, row in enumerate(listed(data["totals"], "totals", len(face.rows)), 1)
    ]
    table.append([[[0, 0]]] * (len(face.rows) + 1))
    wrong = next(_run_gaps(face.rows, table), "")
    if not wrong and _holds_all(table[0][0], face.total, face.total):
        wrong = f"the total {face.total} is in a run of the top entry"
    return [wrong] if wrong else []


def _run_gaps(rows: Sequence[Sequence[int]], table: list[list[RunList]]) -> Iterator[str]:
    """Yield totals that the entries below lead to but that aren't in any of the entry's runs."""
    for row, at in ((r, c) for r in range(len(rows)) for c in range(r + 1)):
        value = rows[row][at]
        for first, last in table[row + 1][at] + table[row + 1][at + 1]:
            if not _holds_all(table[row][at], first + value, last + value):
                missing = f"{first + value} to {last + value}"
                yield f"place {at} of row {row + 1}: found no run from {missing}"


def _read_runs(found: object) -> RunList:
    """Read runs and check that they're in order."""
    runs = [numbers(listed(run, "run", 2), "run") for run in listed(found, "runs")]
    ends = [end for run in runs for end in run]
    if ends != sorted(ends):
        raise ValueError("runs: found some out of order, expected each from its first to its last")
    return runs


def _holds_all(runs: RunList, first: int, last: int) -> bool:
    """Check whether one of the runs contains all numbers from first to last."""
    at = bisect_right(runs, first, key=lambda run: run[0]) - 1
    return at >= 0 and last <= runs[at][1]
