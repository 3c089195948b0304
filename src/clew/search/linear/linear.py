"""Linear algebra over GF(2): any system of parities, its solutions counted, listed, or refuted.

On a grid it is not elimination. With P the matrix that adds the left and the right neighbour,
row i + 1 of a solution is (P + own) row(i) + row(i - 1) + odd(i), so rows are polynomials in P
applied to the first: vectors of length n are polynomials modulo S(n + 1), the row below the last
is S(m + 1)(u + own) times the first plus what an empty first row leaves there, and one extended
gcd finds a first row that makes it 0. S is `gf2.chebyshev`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar

from clew.core.events import Kind, emit
from clew.core.faces import CSP, Fewest, GridSystem, Linear, LinearSystem, Pattern, System, values
from clew.core.result import Run, Stopped
from clew.rules import Parity
from clew.search.linear import gf2
from clew.search.linear.gf2 import OFTEN, Pause, no_pause
from clew.search.linear.py_coset import CosetKernel
from clew.search.native import available
from clew.search.strategy import Counter, choice

LARGEST_NULLITY = 40 if available else 26
"""If there are more than 2^this solutions, the least is not searched for."""
CHEAP_NULLITY = 16 if available else 10
CHEAP_UNKNOWNS = 1 << 14
"""Up to 2^this solutions of this many unknowns the least is found in a few milliseconds."""
SLICE = 1 << 22 if available else 1 << 14
"""Solutions between two checks of the limits."""
REFUTED = "a set of cells that every move changes evenly holds an odd number of those to change"


class Solutions(ABC):
    """All solutions of a system: one of them, and the quiet ones that can be added to it.

    Each is a number: the unknowns of a linear system, or the first row of a grid.
    """

    unknowns: int
    nullity: int
    """There are 2^nullity solutions, if there are any."""
    solution: int | None

    @abstractmethod
    def quiet(self) -> list[int]:
        """A basis of the solutions of the same equations, all even."""

    @abstractmethod
    def refutation(self) -> Any:
        """Unless there is a solution: equations that add up to 0 = 1.

        In a grid they are a quiet pattern, by the symmetry of its matrix.
        """

    @abstractmethod
    def whole(self, found: int, fewest: bool = False, /) -> Any:
        """The solution that a number stands for; `fewest` if none is proven to set fewer."""

    @abstractmethod
    def packed(self, found: int, /, quiet: bool = False) -> int:
        """The solution, or the quiet one, with a bit for each unknown."""

    @property
    def least_is_cheap(self) -> bool:
        """Whether a solution that sets the fewest unknowns is known or quickly found."""
        small = self.nullity <= CHEAP_NULLITY and self.unknowns <= CHEAP_UNKNOWNS
        return small or not self.nullity

    def __iter__(self) -> Iterator[int]:
        """Every solution, each a change of the one before by one quiet one (a Gray code)."""
        found = self.solution
        if found is None:
            return
        yield found
        basis = self.quiet() if self.nullity else []
        for number in range(1, 1 << self.nullity):
            found ^= basis[(number & -number).bit_length() - 1]
            yield found


class DenseSolutions(Solutions):
    """The solutions of a linear system, by elimination."""

    def __init__(self, system: LinearSystem, pause: Pause = no_pause) -> None:
        self.system = system
        self.pause = pause
        rows = (
            equation | (system.right >> number & 1) << system.unknowns
            for number, equation in enumerate(system.equations)
        )
        self.echelon: gf2.Echelon = gf2.Echelon(system.unknowns, list(rows), pause)
        self.unknowns: int = system.unknowns
        self.nullity: int = system.unknowns - len(self.echelon.pivots)
        consistent = self.echelon.consistent
        self.solution: int | None = self.echelon.solution() if consistent else None

    def quiet(self) -> list[int]:
        return [self.echelon.quiet(unknown) for unknown in self.echelon.free]

    def refutation(self) -> int:
        """The equations whose unknowns cancel though their right sides do not (Fredholm)."""
        columns = [0] * self.system.unknowns
        for number, equation in enumerate(self.system.equations):
            for unknown in values(equation):
                columns[unknown] |= 1 << number
        size = len(self.system.equations)
        return gf2.Echelon(size, [*columns, self.system.right | 1 << size], self.pause).solution()

    def whole(self, found: int, fewest: bool = False) -> int:
        return Fewest(found) if fewest else found

    def packed(self, found: int, quiet: bool = False) -> int:
        return found


class GridSolutions(Solutions):
    """The solutions of a grid system, by polynomials."""

    def __init__(self, system: GridSystem, pause: Pause = no_pause) -> None:
        self.system = system
        cols = system.cols
        self.unknowns: int = system.rows * cols
        self.left: int = self._left_below(pause)
        self.modulus: int = gf2.chebyshev(cols + 1)
        down = gf2.chebyshev(system.rows + 1)
        down = gf2.remainder(gf2.shifted(down) if system.own else down, self.modulus)
        common, inverse = gf2.gcd(self.modulus, down, pause)
        self.nullity: int = common.bit_length() - 1
        self.period: int = gf2.divide(self.modulus, common)[0]
        quotient, rest = gf2.divide(gf2.from_chebyshev(self.left, cols), common)
        product = gf2.multiply(gf2.remainder(inverse, self.period), quotient)
        first = gf2.to_chebyshev(gf2.remainder(product, self.period), cols)
        self.solution: int | None = None if rest else first

    def _left_below(self, pause: Pause) -> int:
        """What an empty first row leaves in the row below the last."""
        left = 0
        for number, row in enumerate(self.system.chase(0)):
            left = row
            if number % OFTEN == 0:
                pause()
        return left

    def _quiet(self) -> Iterator[int]:
        """First rows of quiet patterns: the multiples of what the gcd leaves of the modulus."""
        cols = self.system.cols
        row, full = gf2.to_chebyshev(self.period, cols), (1 << cols) - 1
        for _ in range(self.nullity):
            yield row
            row = (row << 1 ^ row >> 1) & full

    def quiet(self) -> list[int]:
        return list(self._quiet())

    def refutation(self) -> Pattern:
        """A quiet pattern that meets the odd cells an odd number of times.

        Summed over the grid, pattern times sum telescopes: what is left is the pattern's last
        row times the row below. A quiet pattern upside down is quiet, so any may be that row.
        """
        last = next(row for row in self._quiet() if (row & self.left).bit_count() & 1)
        system = self.system.quiet()
        (first,) = islice(system.chase(last), system.rows - 1, system.rows)
        return Pattern(system, first)

    def whole(self, found: int, fewest: bool = False) -> Pattern:
        return Pattern(self.system, found, fewest)

    def packed(self, found: int, quiet: bool = False) -> int:
        system = self.system.quiet() if quiet else self.system
        packed = 0
        for number, row in enumerate(Pattern(system, found).rows()):
            packed |= row << number * system.cols
        return packed


def solutions_of(system: System, pause: Pause = no_pause) -> Solutions:
    """All solutions of the system, by the method that suits it.

    >>> solutions_of(LinearSystem(3, (0b011, 0b110), 0b01)).nullity
    1
    """
    if isinstance(system, GridSystem):
        return GridSolutions(system, pause)
    return DenseSolutions(system, pause)


def refute(system: System, pause: Pause = no_pause) -> Any:
    """A proof that the system has no solution, or None if it has one."""
    found = solutions_of(system, pause)
    return found.refutation() if found.solution is None else None


def as_linear(csp: CSP) -> LinearSystem | None:
    """The linear system that a CSP is if all of its rules are parities of 0 and 1, or None."""
    if not all(isinstance(rule, Parity) for rule in csp.constraints) or any(
        mask & ~0b11 for mask in csp.domains
    ):
        return None
    sums = [(_mask(rule.scope), rule.odd) for rule in csp.constraints if isinstance(rule, Parity)]
    for variable, mask in enumerate(csp.domains):
        if mask in (0b01, 0b10):
            sums.append((1 << variable, mask == 0b10))
        elif mask == 0:
            sums.append((0, True))
    right = sum(odd << number for number, (_, odd) in enumerate(sums))
    return LinearSystem(len(csp.domains), tuple(equation for equation, _ in sums), right)


def _mask(scope: tuple[int, ...]) -> int:
    """The scope as bits; a variable that is in a sum twice cancels out."""
    mask = 0
    for variable in scope:
        mask ^= 1 << variable
    return mask


@dataclass(frozen=True)
class LinearAlgebra(Counter):
    """Solve the parities as equations: no search at all.

    Every solution is listed in turn, and they are counted without being listed. With
    `minimum=yes` the first is one that sets the fewest unknowns, found by trying all solutions
    unless there are too many; `minimum=cheap` does so where that takes a few milliseconds at
    most. If there is no solution, `run.proof` shows it.
    """

    minimum: str = choice("cheap", "no", "yes")

    name: ClassVar[str] = "linear"
    title: ClassVar[str] = "Linear algebra"
    reads: ClassVar[Mapping[str, str]] = {
        "minimum": "Solution",
        "minimum=cheap": "the smallest, where that is quick",
        "minimum=no": "any solution",
        "minimum=yes": "the smallest solution",
    }
    summary: ClassVar[str] = "Linear algebra over GF(2), for puzzles that are all parities."
    face: ClassVar[type] = Linear
    level: ClassVar[int] = 100

    def __call__(self, system: System, run: Run) -> Iterator[Any]:
        run.pause()
        found = solutions_of(system, run.pause)
        if found.solution is None:
            run.reason, run.proof = REFUTED, found.refutation()
            return
        fewest = self.minimum == "yes" or (self.minimum == "cheap" and found.least_is_cheap)
        if fewest:
            found.solution = least(found, run)
        for solution in found:
            if run.stats.nodes >= run.alarm:
                run.pause()
            run.stats.nodes += 1
            emit(run.trace, Kind.ANSWER)
            yield found.whole(solution, fewest)
            fewest = False

    def count(self, system: System, run: Run) -> int:
        run.pause()
        found = solutions_of(system, run.pause)
        return 0 if found.solution is None else 1 << found.nullity


def least(found: Solutions, run: Run) -> int:
    """A solution that sets the fewest unknowns, the first of equals; Stopped if out of reach."""
    assert found.solution is not None
    if not found.nullity:
        return found.solution
    if found.nullity > LARGEST_NULLITY:
        raise Stopped(f"the least of 2^{found.nullity} solutions is out of reach")
    basis = found.quiet()
    walk = CosetKernel(
        _bytes(found.packed(found.solution)),
        [_bytes(found.packed(each, quiet=True)) for each in basis],
    )
    while not walk.finished:
        run.pause()
        walk.run(SLICE)
    best = found.solution
    for number in values(walk.word):
        best ^= basis[number]
    return best


def _bytes(packed: int) -> bytes:
    return packed.to_bytes((packed.bit_length() + 7) // 8, "little")
