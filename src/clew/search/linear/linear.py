"""Linear algebra over GF(2): solve, count, list or refute any system of parities.

Grids don't need elimination. Let P be the matrix that adds the left and the right neighbour. Then
row i + 1 of a solution is (P + own) row(i) + row(i - 1) + odd(i), so every row is a polynomial in P
applied to the first row. Vectors of length n correspond to polynomials modulo S(n + 1), where S is
`chebyshev`. The row below the last is S(m + 1)(u + own) times the first row, plus the contribution
of an empty first row. One extended gcd finds a first row that makes it 0.
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
"""The number of steps of a long loop between two checks of the limits."""


def no_pause() -> None:
    """Do nothing. This is the default if no caller needs to check limits."""


def multiply(a: int, b: int) -> int:
    """Return the product, computed one byte of the shorter factor at a time.

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
    """Return the square, which has a zero between any two neighbouring coefficients."""
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
    """Return the gcd d, and an s with s * b = d modulo a, by Euclid's extended algorithm."""
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

    Each step halves n: S(2j) = u S(j)^2 and S(2j + 1) = S(j)^2 + S(j + 1)^2.

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
    """Return a(u + 1). For a power of two N, low + u^N high becomes low + high + u^N high."""
    half = _power_of_two(a.bit_length()) // 2
    while half:
        a ^= a >> half & _lower_halves(half, a.bit_length())
        half //= 2
    return a


def from_chebyshev(a: int, n: int) -> int:
    """Return the polynomial that is the sum of S(j + 1) over the bits j < n of `a`.

    For a power of two N, S(N + j) = u^N S(j) + S(N - j). So the coefficient at N + j is added to
    the one at N - j, and then each half is converted separately.
    """
    size = _power_of_two(n + 1)
    a <<= 1
    half = size // 2
    while half > 1:
        a ^= _mirrored(a, half, size)
        half //= 2
    return a >> 1


def to_chebyshev(a: int, n: int) -> int:
    """Undo `from_chebyshev`: return the bits j < n for which the sum of S(j + 1) is `a`."""
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
    """Return a mask of `half` ones, `half` zeros and so on, at least `size` bits long."""
    mask, width = (1 << half) - 1, 2 * half
    while width < size:
        mask |= mask << width
        width *= 2
    return mask


def _power_of_two(at_least: int) -> int:
    return 1 << (at_least - 1).bit_length() if at_least > 1 else 1


class Echelon:
    """Equations in echelon form: no two of them begin with the same unknown.

    `consistent` is True if they can all hold. The equations of a grid, in reading order, form a
    band matrix, and so does their echelon form.
    """

    def __init__(self, unknowns: int, equations: list[int], pause: Pause = no_pause) -> None:
        """Reduce the equations. Bit `unknowns` of each is its right-hand side."""
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
        """The unknowns whose values are free to choose."""
        return [unknown for unknown in range(self.unknowns) if unknown not in self.pivots]

    def solution(self) -> int:
        """Return the solution in which every free unknown is 0."""
        return self._substitute(1 << self.unknowns) ^ 1 << self.unknowns

    def quiet(self, free: int) -> int:
        """Return a solution of the homogeneous equations: the one in which only this free unknown
        is 1.
        """
        return self._substitute(1 << free)

    def _substitute(self, found: int) -> int:
        for first in sorted(self.pivots, reverse=True):
            if (self.pivots[first] & found).bit_count() & 1:
                found |= 1 << first
        return found


# ------------------------------------------------------------------ the twin of the kernel
# The readable twin of native/lights/coset.hpp, which specifies it and can replace it.


class PyCoset:
    """Finds the sum with the fewest ones, of a base and any elements of a basis.

    All are little-endian bit strings. Bit i of `word` is set if the sum includes the i-th element.
    Ties go to the smallest word. Words are visited in increasing order.
    """

    def __init__(self, base: bytes, basis: Sequence[bytes]) -> None:
        if len(basis) > 62:
            raise ValueError(f"basis: found {len(basis)} strings, expected at most 62")
        self.visited = 0
        self.word = 0
        self.weight = -1
        self._sum = int.from_bytes(base, "little")
        self._steps: list[int] = []  # from one word to the next, its lowest bits all change
        together = 0
        for each in basis:
            together ^= int.from_bytes(each, "little")
            self._steps.append(together)
        self._words = 1 << len(basis)

    @property
    def finished(self) -> bool:
        return self.visited == self._words

    def run(self, max_words: int) -> None:
        """Visit this many more words, or all that are left."""
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
"""The nullity above which there are too many solutions to search for the smallest."""
CHEAP_NULLITY = 16 if available else 10
CHEAP_UNKNOWNS = 1 << 14
"""The nullity and the number of unknowns up to which this search takes a few milliseconds."""
SLICE = 1 << 22 if available else 1 << 14
"""The number of solutions between two checks of the limits."""
REFUTED = "a set of cells that every move changes evenly holds an odd number of those to change"


class Solutions(ABC):
    """All solutions of a system: one solution, and the quiet patterns that can be added to it.

    Each is a number whose bits are the unknowns of a linear system, or the first row of a grid.
    """

    unknowns: int
    nullity: int
    """The dimension of the quiet patterns: a solvable system has 2^nullity solutions."""
    solution: int | None

    @abstractmethod
    def quiet(self) -> list[int]:
        """Return a basis of the quiet patterns, which solve the homogeneous equations."""

    @abstractmethod
    def refutation(self) -> Any:
        """Return equations that add up to 0 = 1. There must be no solution.

        On a grid they form a quiet pattern, because the grid's matrix is symmetric.
        """

    @abstractmethod
    def whole(self, found: int, fewest: bool = False, /) -> Any:
        """Return the full solution for a number. `fewest` marks it as proven to be the smallest."""

    @abstractmethod
    def packed(self, found: int, /, quiet: bool = False) -> int:
        """Return the full solution, or quiet pattern, with one bit for each unknown."""

    @property
    def least_is_cheap(self) -> bool:
        """True if a solution that sets the fewest unknowns is known or quick to find."""
        small = self.nullity <= CHEAP_NULLITY and self.unknowns <= CHEAP_UNKNOWNS
        return small or not self.nullity

    def __iter__(self) -> Iterator[int]:
        """Yield every solution, each one quiet pattern away from the previous one (a Gray code)."""
        found = self.solution
        if found is None:
            return
        yield found
        basis = self.quiet() if self.nullity else []
        for number in range(1, 1 << self.nullity):
            found ^= basis[(number & -number).bit_length() - 1]
            yield found


class DenseSolutions(Solutions):
    """The solutions of a linear system, found by elimination."""

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
    """The solutions of a grid system, found with polynomials."""

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
        """Yield the first rows of quiet patterns: multiples of the modulus divided by the gcd."""
        cols = self.system.cols
        row, full = to_chebyshev(self.period, cols), (1 << cols) - 1
        for _ in range(self.nullity):
            yield row
            row = (row << 1 ^ row >> 1) & full

    def quiet(self) -> list[int]:
        return list(self._quiet())

    def refutation(self) -> Pattern:
        """Return a quiet pattern that meets the odd cells an odd number of times.

        The product of the pattern and each cell's sum, added up over the grid, telescopes to the
        pattern's last row times the row below the grid. A quiet pattern turned upside down is quiet
        too, so any of them can provide that last row.
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
    """Return all solutions of a system, using the method that fits it.

    >>> solutions_of(LinearSystem(3, (0b011, 0b110), 0b01)).nullity
    1
    """
    if isinstance(system, GridSystem):
        return GridSolutions(system, pause)
    return DenseSolutions(system, pause)


def refute(system: System, pause: Pause = no_pause) -> Any:
    """Return a proof that a system has no solution, or None if it has one."""
    found = solutions_of(system, pause)
    return found.refutation() if found.solution is None else None


def as_linear(csp: CSP) -> LinearSystem | None:
    """Return a CSP as a linear system, or None unless all its rules are parities of 0 and 1."""
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
    """Return the scope as bits. A variable that occurs twice cancels out."""
    mask = 0
    for variable in scope:
        mask ^= 1 << variable
    return mask


@dataclass(frozen=True)
class LinearAlgebra(Counter):
    """Solve the parities as equations, without any search.

    The strategy can list every solution, and count them without listing them. With `minimum=yes`,
    the first solution sets the fewest unknowns. Unless there are too many solutions, the strategy
    finds it by trying them all. `minimum=cheap` does so only if that takes at most a few
    milliseconds. If there's no solution, `run.proof` shows why.
    """

    minimum: str = choice("cheap", "no", "yes")

    name: ClassVar[str] = "linear"
    title: ClassVar[str] = "Linear algebra"
    reads: ClassVar[Mapping[str, str]] = {
        "minimum": "Solution",
        "minimum=cheap": "the smallest solution, if that's quick to find",
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
    """Return the first solution that sets the fewest unknowns.

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
