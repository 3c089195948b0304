"""002, exercises 2, 3 and 5: sum paths, hopping cover and jugs, each as a function.

The exercises don't name any functions. These take and return lists, as 002's OCaml would.
"""

from __future__ import annotations

from collections.abc import Sequence

from clew.puzzles.frog import Frog
from clew.puzzles.jugs import RULES, Jugs
from clew.puzzles.triangle.puzzle import Triangle
from clew.search.run import solve

NO_GROUND = ("fill", "pour")
"""002's own moves. "Completely empty a jug into another jug" is a pour that leaves nothing behind.
"""


def has_sum_path(triangle: Sequence[Sequence[int]], k: int) -> bool:
    """Check whether the entries of some path from top to bottom add up to k (exercise 2).

    >>> has_sum_path([[4], [7, 5], [6, 3, 4], [4, 2, 1, 6]], 15)
    True
    """
    return sum_path(triangle, k) is not None


def sum_path(triangle: Sequence[Sequence[int]], k: int) -> list[int] | None:
    """Return the entries of a path that adds up to k, or None if there isn't one.

    >>> sum_path([[4], [7, 5], [6, 3, 4], [4, 2, 1, 6]], 15)
    [4, 7, 3, 1]
    """
    rows = tuple(_whole(row, f"row {number}") for number, row in enumerate(triangle, 1))
    (total,) = _whole([k], "k")
    puzzle = Triangle(rows, total)
    answer = solve(puzzle).solution
    return None if answer is None else list(puzzle.entries(answer))


def can_hop(jumps: Sequence[int]) -> bool:
    """Check whether jumps of these lengths, in this order, can visit each pad once (exercise 3).

    >>> can_hop([2, 3, 2, 3, 5, 3])
    True
    """
    return hopping_cover(jumps) is not None


def hopping_cover(jumps: Sequence[int]) -> list[int] | None:
    """Return the pads in the order of the visits, starting with pad 1, or None if it's impossible.

    >>> hopping_cover([2, 3, 2, 3, 5, 3])
    [1, 3, 6, 4, 7, 2, 5]
    """
    if not jumps:
        return [1]
    answer = solve(Frog(_whole(jumps, "jumps"))).solution
    return None if answer is None else list(answer)


def jugs(
    capacities: Sequence[int], target: int, *, to_the_ground: bool = False
) -> list[tuple[int, ...]] | None:
    """Return a shortest list of states from empty jugs to a jug with the target (exercise 5).

    Return None if the target can't be reached. As in 002, jugs are only emptied into each other. By
    the usual rules, they can also be emptied `to_the_ground`.

    >>> jugs([5, 8, 12], 6)[-1]
    (0, 6, 12)
    """
    rules = RULES if to_the_ground else NO_GROUND
    puzzle = Jugs(_whole(capacities, "capacities"), _whole([target], "target"), rules=rules)
    answer = solve(puzzle).solution
    return None if answer is None else puzzle.states(answer)


def _whole(values: Sequence[int], where: str) -> tuple[int, ...]:
    """Return the values as a tuple if each is a whole number."""
    for value in values:
        if type(value) is not int:
            raise ValueError(f"{where}: found {value!r}, expected whole numbers")
    return tuple(values)
