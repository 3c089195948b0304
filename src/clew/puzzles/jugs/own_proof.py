"""Why an amount cannot be measured: a divisor, a bound, or all that the jugs can hold.

The last is a list of amounts that begins with those at first: no move leaves it, and none of it
is what is wanted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import gcd
from typing import TYPE_CHECKING

from clew.core.errors import Unsuited
from clew.core.result import Result
from clew.puzzles.jugs.puzzle import Amounts, JugMove
from clew.search.proof.own_proofs import (
    NO_SOLUTION,
    Data,
    expect,
    expect_claim,
    listed,
    number,
    numbers,
)
from clew.search.proof.own_proofs import searched as only_searched

if TYPE_CHECKING:
    from clew.puzzles.jugs.puzzle import Jugs

LARGEST = 100_000
"""The most states that are listed."""

# ------------------------------------------------------------------ written


def certificate(puzzle: Jugs, found: Result[Sequence[JugMove]]) -> Data:
    """The shortest reason that holds."""
    if found.solved:
        raise Unsuited(f"{puzzle.name}: an answer was found, which needs no certificate")
    for bound in BOUNDS:
        if BOUNDS[bound](puzzle):
            return {"claims": NO_SOLUTION, "bound": bound}
    if divisor := _divisor(puzzle):
        return {"claims": NO_SOLUTION, "divisor": divisor}
    return {"claims": NO_SOLUTION, "states": [list(state) for state in _reachable(puzzle)]}


def _divisor(puzzle: Jugs) -> int:
    unit = gcd(*puzzle.capacities, *puzzle.start)
    return unit if any((amount or 0) % unit for amount in puzzle.goal) else 0


def _reachable(puzzle: Jugs) -> list[Amounts]:
    found, known = [puzzle.start], {puzzle.start}
    for state in found:
        for after in _after(puzzle, state):
            if after not in known:
                known.add(after)
                found.append(after)
        if len(found) > LARGEST:
            raise only_searched(puzzle.name, f"a puzzle of more than {LARGEST:,} states")
    return found


# ------------------------------------------------------------------ checked


def faults(puzzle: Jugs, data: Data) -> list[str]:
    """What is wrong with a certificate, by the capacities, the amounts and the moves."""
    expect_claim(data, NO_SOLUTION)
    if "divisor" in data:
        expect(data, "claims", "divisor")
        return list(_divisor_faults(puzzle, number(data["divisor"], "divisor", 2)))
    if "bound" in data:
        expect(data, "claims", "bound")
        if not isinstance(data["bound"], str) or data["bound"] not in BOUNDS:
            return [f"bound: expected {' or '.join(BOUNDS)}"]
        return [] if BOUNDS[data["bound"]](puzzle) else [f"{data['bound']} is not true of it"]
    expect(data, "claims", "states")
    jugs = len(puzzle.capacities)
    given = [
        tuple(numbers(listed(s, "state", jugs), "state")) for s in listed(data["states"], "states")
    ]
    return next(([fault] for fault in _state_faults(puzzle, set(given))), [])


def _divisor_faults(puzzle: Jugs, divisor: int) -> Iterator[str]:
    """A jug is filled, emptied or poured from by sums and differences of these numbers."""
    for amount in (*puzzle.capacities, *puzzle.start):
        if amount % divisor:
            yield f"{divisor} does not divide {amount}"
    if not any((amount or 0) % divisor for amount in puzzle.goal):
        yield f"{divisor} divides every amount that is wanted"


def _too_large(puzzle: Jugs) -> bool:
    holds = (max(puzzle.capacities),) if len(puzzle.goal) == 1 else puzzle.capacities
    return any((amount or 0) > most for amount, most in zip(puzzle.goal, holds, strict=True))


def _too_little_water(puzzle: Jugs) -> bool:
    wanted = sum(amount or 0 for amount in puzzle.goal)
    return "fill" not in puzzle.rules and wanted > sum(puzzle.start)


def _too_much_water(puzzle: Jugs) -> bool:
    if "empty" in puzzle.rules or len(puzzle.goal) != len(puzzle.start) or None in puzzle.goal:
        return False
    return sum(amount or 0 for amount in puzzle.goal) < sum(puzzle.start)


BOUNDS = {
    "more is wanted than fits": _too_large,
    "more is wanted than there is, and none can be added": _too_little_water,
    "less is wanted than there is, and none can be taken away": _too_much_water,
}


def _state_faults(puzzle: Jugs, states: set[Amounts]) -> Iterator[str]:
    if puzzle.start not in states:
        yield "the amounts at first are not among the states"
    for state in states:
        if any(held > most for held, most in zip(state, puzzle.capacities, strict=True)):
            yield f"the jugs cannot hold {state}"
        elif puzzle.reached(state):
            yield f"{state} is what is wanted"
        else:
            outside = (after for after in _after(puzzle, state) if after not in states)
            yield from (f"a move leads from {state} to {after}, not listed" for after in outside)


def _after(puzzle: Jugs, state: Amounts) -> Iterator[Amounts]:
    """What the jugs hold after each move, by the rules."""
    places = range(len(state) + 1)
    for move in ((source, sink) for source in places for sink in places):
        with suppress(ValueError):  # no move
            yield puzzle.after(state, move)
