"""Why a board has no solution, or none with fewer presses: certificates made of lights.

No solution: lights of which every press toggles an even number, while an odd number are on.

Fewest presses: some presses are free, and for each of the others there are lights that decide it.
Among these lights it alone toggles an odd number, apart from free presses; so the free presses and
the lights that are on tell whether it is made. Every choice of the free presses is then counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from clew.core.errors import Unsuited
from clew.core.faces import values
from clew.core.result import Result
from clew.puzzles.lights_out.light_grid import Press, are_fewest, togglers
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
    from clew.puzzles.lights_out.puzzle import LightsOut

FEWEST = "no solution has fewer presses"
ONLY = "exactly one solution"
MOST_FREE = 20
"""The most free presses whose choices are all counted."""
MOST_LIGHTS = 1024
"""The most lights of a board for which the lights that decide each press are listed."""

# ------------------------------------------------------------------ written


def certificate(puzzle: LightsOut, found: Result[Sequence[Press]]) -> Data:
    """What shows that there is no solution, or that the first has the fewest presses."""
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
    """The cells as numbers, row by row from 0."""
    return [row * puzzle.cols + col for row, col in cells]


def _deciding(equations: Sequence[int]) -> dict[int, int]:
    """The lights that decide each press, but for free ones: elimination by Gauss and Jordan."""
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


# ------------------------------------------------------------------ checked


def faults(puzzle: LightsOut, data: Data) -> list[str]:
    """What is wrong with a certificate, by what each press toggles."""
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
    return [f"perhaps {least} presses do"] if least < presses else []


def _undecided(masks: Sequence[int], deciding: dict[int, int]) -> Iterator[str]:
    """Where lights do not decide their press: another toggles an odd number of them."""
    for press, lights in deciding.items():
        for other in deciding:
            if (masks[other] & lights).bit_count() % 2 != (other == press):
                yield f"the lights for press {press} do not decide it, because of press {other}"


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
    """The presses that each choice of the free ones leaves: every solution is among them."""

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
