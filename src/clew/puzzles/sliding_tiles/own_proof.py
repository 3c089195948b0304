"""Why tiles cannot be put in order: swaps that do it, oddly many where slides would be even.

Each slide swaps the gap with a tile, and the gap changes colour as on a chessboard. No order is
both an odd and an even number of swaps from another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clew.core.errors import Unsuited
from clew.core.result import Result
from clew.search.proof.own_proofs import NO_SOLUTION, Data, expect, expect_claim, listed, numbers

if TYPE_CHECKING:
    from clew.puzzles.sliding_tiles.puzzle import SlidingTiles


def certificate(puzzle: SlidingTiles, found: Result[Sequence[str]]) -> Data:
    """The swaps, as pairs of cells numbered row by row from 0."""
    if found.solved:
        raise Unsuited(f"{puzzle.name}: an answer was found, which needs no certificate")
    return {"claims": NO_SOLUTION, "swaps": [list(pair) for pair in puzzle.swaps()]}


def faults(puzzle: SlidingTiles, data: Data) -> list[str]:
    """What is wrong with a certificate: the swaps are made, and their number compared."""
    expect_claim(data, NO_SOLUTION)
    expect(data, "claims", "swaps")
    cells = list(puzzle.start)
    for pair in listed(data["swaps"], "swaps"):
        a, b = numbers(listed(pair, "swap", 2), "swap", 0, len(cells) - 1)
        if a == b:
            return [f"swap: found cell {a} twice, expected two cells"]
        cells[a], cells[b] = cells[b], cells[a]
    if tuple(cells) != puzzle.goal:
        return ["the swaps do not put the tiles in order"]
    gap, home = (divmod(state.index(0), puzzle.cols) for state in (puzzle.start, puzzle.goal))
    if (sum(gap) + sum(home) + len(data["swaps"])) % 2 == 0:
        return ["the swaps are odd or even as slides are: they show nothing"]
    return []
