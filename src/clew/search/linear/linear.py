"""Linear algebra over GF(2): solve, count and list any system of parities, or refute it.

On a grid it doesn't use elimination. With P the matrix that adds the left and the right neighbour,
row i + 1 of a solution is (P + own) row(i) + row(i - 1) + odd(i). So rows are polynomials in P
applied to the first: vectors of length n are polynomials modulo S(n + 1), the row below the last is
S(m + 1)(u + own) times the first plus the contribution of an empty first row, and one extended gcd
finds a first row that makes it 0. S is `chebyshev`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar

from clew.core.events import Kind, emit
from clew.core.faces import CSP, Fewest, GridSystem, Linear, LinearSystem, Pattern, System, values
from clew.core.result import Run, Stopped
from clew.rules import Parity
from clew.search.native import available, expect_limits, kernel
from clew.search.strategy import Counter, choice

# ------------------------------------------------------------------ arithmetic over GF(2)
# Polynomials are integers: bit i is the coefficient of u^i.


Pause = Callable[[], None]
OFTEN = 1024
"""Steps of a long loop between two checks of the limits."""


def no_pause() -> None:
    """Do nothing, since nobody waits."""


def multiply(a: int, b: int) -> int:
    """Return the product, computed by one byte of the shorter factor at a time.

    >>> bin(multiply(0b11, 0b11))
    '0b101'
    """
    if a < b:
        a, b = b, a
    multiples = [0, a]
    for half in range(1, min(128, b + 1)):
        multiples += (multiples[half] << 1, multiples[half] << 1 ^ a)
    product = 0
    for byte in b.to_bytes((b.bit_length() + 7) // 8, "big"):
        product = product << 8 ^ multiples[byte]
    return product


def square(a: int) -> int:
    """Return the square: a zero between any two coefficients."""
    return int("0".join(f"{a:b}"), 2)


def divide(a: int, b: int) -> tuple[int, int]:
    """Return the quotient and the remainder."""
    size, quotient = b.bit_length(), 0
    while (shift := a.bit_length() - size) >= 0:
        a ^= b << shift
        quotient |= 1 << shift
    return quotient, a


def remainder(a: int, b: int) -> int:
    """Return the remainder of `a` divided by `b`."""
    size = b.bit_length()
    while (shift := a.bit_length() - size) >= 0:
        a ^= b << shift
    return a


def gcd(a: int, b: int, pause: Pause = no_pause) -> tuple[int, int]:
    """Return the greatest common divisor d, and an s with s * b = d modulo a (Euclid, extended)."""
    of_a, of_b, steps = 0, 1, 0
    while b:
        size = b.bit_length()
        while (shift := a.bit_length() - size) >= 0:
            a ^= b << shift
            of_a ^= of_b << shift
            steps += 1
            if steps % OFTEN == 0:
                pause()
        a, b, of_a, of_b = b, a, of_b, of_a
    return a, of_a


def chebyshev(n: int) -> int:
    """Return S(n), where S(0) = 0, S(1) = 1 and S(n + 1) = u S(n) + S(n - 1).

    It halves n each time: S(2j) = u S(j)^2 and S(2j + 1) = S(j)^2 + S(j + 1)^2.

    >>> [bin(chebyshev(n)) for n in range(5)]
    ['0b0', '0b1', '0b10', '0b101', '0b1000']
    """
    this, after = 0, 1
    for bit in f"{n:b}":
        between = square(this) ^ square(after)
        if bit == "1":
            this, after = between, square(after) << 1
        else:
            this, after = square(this) << 1, between
    return this


def shifted(a: int) -> int:
    """Return a(u + 1): with N a power of two, low + u^N high becomes low + high + u^N high."""
    half = _power_of_two(a.bit_length()) // 2
    while half:
        a ^= a >> half & _lower_halves(half, a.bit_length())
        half //= 2
    return a


def from_chebyshev(a: int, n: int) -> int:
    """Return the polynomial that is the sum of S(j + 1) over the bits j < n of `a`.

    With N a power of two, S(N + j) = u^N S(j) + S(N - j): the coefficient at N + j is added to that
    at N - j, and then both halves are converted by themselves.
    """
    size = _power_of_two(n + 1)
    a <<= 1
    half = size // 2
    while half > 1:
        a ^= _mirrored(a, half, size)
        half //= 2
    return a >> 1


def to_chebyshev(a: int, n: int) -> int:
    """Invert this: return the bits j < n for which the sum of S(j + 1) is this polynomial."""
    size = _power_of_two(n + 1)
    a <<= 1
    half = 2
    while half < size:
        a ^= _mirrored(a, half, size)
        half *= 2
    return a >> 1


def _mirrored(a: int, half: int, size: int) -> int:
    """Move the bit at half + j to half - j in each block of two halves, for 0 < j < half."""
    upper = a >> half & _lower_halves(half, size)
    reverse, step = upper, 1
    while step < half:
        lower = _lower_halves(step, size)
        reverse = (reverse & lower) << step | reverse >> step & lower
        step *= 2
    return reverse << 1 & _lower_halves(half, size)


def _lower_halves(half: int, size: int) -> int:
    """Return `half` ones, `half` zeros, and so on up to at least `size`."""
    mask, width = (1 << half) - 1, 2 * half
    while width < size:
        mask |= mask << width
        width *= 2
    return mask


def _power_of_two(at_least: int) -> int:
    return 1 << (at_least - 1).bit_length() if at_least > 1 else 1


class Echelon:
    """Equations in echelon form: no two of them begin with the same unknown.

    `consistent` is True if they can hold together. The equations of a grid, in reading order, keep
    to a band, and so does this.
    """

    def __init__(self, unknowns: int, equations: list[int], pause: Pause = no_pause) -> None:
        """Reduce the equations, each with its right-hand side as bit `unknowns`."""
        self.unknowns = unknowns
        self.pivots: dict[int, int] = {}
        self.consistent: bool = True
        for number, equation in enumerate(equations):
            if number % 64 == 0:
                pause()
            self._add(equation)

    def _add(self, equation: int) -> None:
        pivots = self.pivots
        while equation:
            first = (equation & -equation).bit_length() - 1
            if first == self.unknowns:
                self.consistent = False
                return
            if first not in pivots:
                pivots[first] = equation
                return
            equation ^= pivots[first]

    @property
    def free(self) -> list[int]:
        """The unknowns that may be chosen."""
        return [unknown for unknown in range(self.unknowns) if unknown not in self.pivots]

    def solution(self) -> int:
        """Return the solution with every free unknown 0."""
        return self._substitute(1 << self.unknowns) ^ 1 << self.unknowns

    def quiet(self, free: int) -> int:
        """Return the solution of the same equations, all even, with this one free unknown 1."""
        return self._substitute(1 << free)

    def _substitute(self, found: int) -> int:
        for first in sorted(self.pivots, reverse=True):
            if (self.pivots[first] & found).bit_count() & 1:
                found |= 1 << first
        return found


# ------------------------------------------------------------------ the twin of the kernel
# The readable twin of native/lights/coset.hpp: its specification, and its stand-in.


class PyCoset:
    """The least of all sums of a base and any elements of a basis, as little-endian bit strings.

    `word` has bit i set if the i-th element is in it; among ties it's the smallest word. Words are
    visited in increasing order.
    """

    def __init__(self, base: bytes, basis: Sequence[bytes]) -> None:
        if len(basis) > 62:
            raise ValueError(f"basis: found {len(basis)} strings, expected at most 62")
        self.visited = 0
        self.word = 0
        self.weight = -1
        self._sum = int.from_bytes(base, "little")
        self._steps: list[int] = []  # from one word to the next, all its low bits change
        together = 0
        for each in basis:
            together ^= int.from_bytes(each, "little")
            self._steps.append(together)
        self._words = 1 << len(basis)

    @property
    def finished(self) -> bool:
        return self.visited == self._words

    def run(self, max_words: int) -> None:
        """Visit this many more words, or as many as there are."""
        expect_limits("run", max_words)
        for word in range(self.visited, min(self._words, self.visited + max_words)):
            if word:
                self._sum ^= self._steps[(word & -word).bit_length() - 1]
            weight = self._sum.bit_count()
            if self.weight < 0 or weight < self.weight:
                self.weight, self.word = weight, word
            self.visited = word + 1


CosetKernel = kernel("Coset", PyCoset)


# ------------------------------------------------------------------ the strategy


LARGEST_NULLITY = 40 if available else 26
"""With more than 2^this solutions, it doesn't search for the least."""
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
        """Return a basis of the solutions of the same equations, all even."""

    @abstractmethod
    def refutation(self) -> Any:
        """Return equations that add up to 0 = 1, if there's no solution.

        In a grid they're a quiet pattern, by the symmetry of its matrix.
        """

    @abstractmethod
    def whole(self, found: int, fewest: bool = False, /) -> Any:
        """Return the solution for a number; `fewest` if it's proven that none sets fewer."""

    @abstractmethod
    def packed(self, found: int, /, quiet: bool = False) -> int:
        """Return the solution, or the quiet one, with a bit for each unknown."""

    @property
    def least_is_cheap(self) -> bool:
        """True if a solution that sets the fewest unknowns is known or quickly found."""
        small = self.nullity <= CHEAP_NULLITY and self.unknowns <= CHEAP_UNKNOWNS
        return small or not self.nullity

    def __iter__(self) -> Iterator[int]:
        """Yield every solution; each adds one quiet solution to the one before (a Gray code)."""
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
        self.echelon: Echelon = Echelon(system.unknowns, list(rows), pause)
        self.unknowns: int = system.unknowns
        self.nullity: int = system.unknowns - len(self.echelon.pivots)
        consistent = self.echelon.consistent
        self.solution: int | None = self.echelon.solution() if consistent else None

    def quiet(self) -> list[int]:
        return [self.echelon.quiet(unknown) for unknown in self.echelon.free]

    def refutation(self) -> int:
        """Return equations whose unknowns cancel although their right sides don't (Fredholm)."""
        columns = [0] * self.system.unknowns
        for number, equation in enumerate(self.system.equations):
            for unknown in values(equation):
                columns[unknown] |= 1 << number
        size = len(self.system.equations)
        return Echelon(size, [*columns, self.system.right | 1 << size], self.pause).solution()

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
        self.modulus: int = chebyshev(cols + 1)
        down = chebyshev(system.rows + 1)
        down = remainder(shifted(down) if system.own else down, self.modulus)
        common, inverse = gcd(self.modulus, down, pause)
        self.nullity: int = common.bit_length() - 1
        self.period: int = divide(self.modulus, common)[0]
        quotient, rest = divide(from_chebyshev(self.left, cols), common)
        product = multiply(remainder(inverse, self.period), quotient)
        first = to_chebyshev(remainder(product, self.period), cols)
        self.solution: int | None = None if rest else first

    def _left_below(self, pause: Pause) -> int:
        """Return the contribution of an empty first row to the row below the last."""
        left = 0
        for number, row in enumerate(self.system.chase(0)):
            left = row
            if number % OFTEN == 0:
                pause()
        return left

    def _quiet(self) -> Iterator[int]:
        """Return first rows of quiet patterns: the multiples of the modulus divided by the gcd."""
        cols = self.system.cols
        row, full = to_chebyshev(self.period, cols), (1 << cols) - 1
        for _ in range(self.nullity):
            yield row
            row = (row << 1 ^ row >> 1) & full

    def quiet(self) -> list[int]:
        return list(self._quiet())

    def refutation(self) -> Pattern:
        """Return a quiet pattern that meets the odd cells an odd number of times.

        Summed over the grid, pattern times sum telescopes to the pattern's last row times the row
        below. A quiet pattern upside down is quiet too, so any can be that row.
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
    """Return all solutions of the system, by the method that fits it.

    >>> solutions_of(LinearSystem(3, (0b011, 0b110), 0b01)).nullity
    1
    """
    if isinstance(system, GridSystem):
        return GridSolutions(system, pause)
    return DenseSolutions(system, pause)


def refute(system: System, pause: Pause = no_pause) -> Any:
    """Return a proof that the system has no solution, or None if it has one."""
    found = solutions_of(system, pause)
    return found.refutation() if found.solution is None else None


def as_linear(csp: CSP) -> LinearSystem | None:
    """Return a CSP as a linear system, if all of its rules are parities of 0 and 1, or None."""
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
    """Return the scope as bits. A variable that's in a sum twice cancels out."""
    mask = 0
    for variable in scope:
        mask ^= 1 << variable
    return mask


@dataclass(frozen=True)
class LinearAlgebra(Counter):
    """Solve the parities as equations, without any search.

    It lists every solution in turn, and counts them without listing. With `minimum=yes` the first
    solution sets the fewest unknowns; it's found by trying all solutions unless there are too many.
    `minimum=cheap` does so only if that takes at most a few milliseconds. If there's no solution,
    `run.proof` shows why.
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
    """Return the first of the solutions that set the fewest unknowns.

    Raises:
        Stopped: There are too many solutions to try.
    """
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
