"""Why a board has no tour: colours that do not alternate, or a theorem and its conditions.

The conditions are stated here once more, apart from those that a search asks for first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from clew.core.errors import Unsuited
from clew.core.result import Result
from clew.puzzles.knight.face import Square
from clew.search.proof.own_proofs import NO_SOLUTION, Data, expect, expect_claim, numbers, searched

if TYPE_CHECKING:
    from clew.puzzles.knight.puzzle import Knight


class Theorem(NamedTuple):
    """A theorem that some boards have no tour, and whether it speaks of a board."""

    source: str
    holds: Callable[[Knight], bool]


def _schwenk(puzzle: Knight) -> bool:
    """Both sides odd; or the shorter 1, 2 or 4; or 3 by 4, 6 or 8."""
    short, long = min(puzzle.rows, puzzle.cols), max(puzzle.rows, puzzle.cols)
    odd = short % 2 == 1 and long % 2 == 1
    return puzzle.closed and (odd or short in (1, 2, 4) or (short == 3 and long in (4, 6, 8)))


def _chia_ong(puzzle: Knight) -> bool:
    """One or two lines, but for one cell; or 3x3, 3x5, 3x6, 4x4."""
    sides = min(puzzle.rows, puzzle.cols), max(puzzle.rows, puzzle.cols)
    few = sides[0] <= 2 and sides != (1, 1)
    return few or sides in ((3, 3), (3, 5), (3, 6), (4, 4))


def _four_lines(puzzle: Knight) -> bool:
    """Outer cells are half of all and never a move apart, so both ends are outer."""
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


def certificate(puzzle: Knight, found: Result[Sequence[Square]]) -> Data:
    """The colours if they tell, else a theorem."""
    if found.solved:
        raise Unsuited(f"{puzzle.name}: a tour was found, which needs no certificate")
    cells = _colours(puzzle)
    if not _can_alternate(puzzle, *cells):
        return {"claims": NO_SOLUTION, "colours": list(cells)}
    for name, theorem in THEOREMS.items():
        if theorem.holds(puzzle):
            return {"claims": NO_SOLUTION, "theorem": name, "source": theorem.source}
    raise searched(puzzle.name, "the board")


def faults(puzzle: Knight, data: Data) -> list[str]:
    """What is wrong with a certificate, by the sides of the board and its start alone."""
    expect_claim(data, NO_SOLUTION)
    if "colours" in data:
        expect(data, "claims", "colours")
        return _colour_faults(puzzle, numbers(data["colours"], "colours"))
    expect(data, "claims", "theorem", "source")
    theorem = THEOREMS.get(data["theorem"]) if isinstance(data["theorem"], str) else None
    if theorem is None or data["source"] != theorem.source:
        return [f"found no theorem that is known, expected {' or '.join(THEOREMS)} and its source"]
    wrong = f"the theorem on {data['theorem']} does not speak of {puzzle}"
    return [] if theorem.holds(puzzle) else [wrong]


def _colour_faults(puzzle: Knight, cells: list[int]) -> list[str]:
    own = list(_colours(puzzle))
    if cells != own:
        return [f"colours: found {cells}, expected {own} on this board"]
    return ["a tour could alternate between these colours"] if _can_alternate(puzzle, *own) else []


def _colours(puzzle: Knight) -> tuple[int, int]:
    """How many cells have the colour of the first corner, and how many the other."""
    odd = sum((puzzle.cols + 1 - row % 2) // 2 for row in range(puzzle.rows))
    return odd, puzzle.rows * puzzle.cols - odd


def _can_alternate(puzzle: Knight, corner: int, other: int) -> bool:
    """Every move changes the colour: a closed tour has as many cells of both, an open one as
    many, or one more of the colour that it begins with.
    """
    if puzzle.closed:
        return corner == other
    if puzzle.start is None or corner == other:
        return abs(corner - other) <= 1
    at_corner = sum(puzzle.start) % 2 == 0
    return (corner - other if at_corner else other - corner) == 1
