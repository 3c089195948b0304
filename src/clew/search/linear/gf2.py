"""Arithmetic over GF(2): polynomials as integers (bit i is the coefficient of u^i), elimination."""

from __future__ import annotations

from collections.abc import Callable

Pause = Callable[[], None]
OFTEN = 1024
"""Steps of a long loop between two checks of the limits."""


def no_pause() -> None:
    """Nobody waits."""


def multiply(a: int, b: int) -> int:
    """The product, a byte of the shorter factor at a time.

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
    """The square: a zero between any two coefficients."""
    return int("0".join(f"{a:b}"), 2)


def divide(a: int, b: int) -> tuple[int, int]:
    """The quotient and the remainder."""
    size, quotient = b.bit_length(), 0
    while (shift := a.bit_length() - size) >= 0:
        a ^= b << shift
        quotient |= 1 << shift
    return quotient, a


def remainder(a: int, b: int) -> int:
    """What is left of `a` when multiples of `b` are taken away."""
    size = b.bit_length()
    while (shift := a.bit_length() - size) >= 0:
        a ^= b << shift
    return a


def gcd(a: int, b: int, pause: Pause = no_pause) -> tuple[int, int]:
    """The greatest common divisor d, and an s with s * b = d modulo a (Euclid, extended)."""
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
    """S(n), where S(0) = 0, S(1) = 1 and S(n + 1) = u S(n) + S(n - 1).

    Halving n each time: S(2j) = u S(j)^2 and S(2j + 1) = S(j)^2 + S(j + 1)^2.

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
    """a(u + 1): with N a power of two, low + u^N high becomes low + high + u^N high."""
    half = _power_of_two(a.bit_length()) // 2
    while half:
        a ^= a >> half & _lower_halves(half, a.bit_length())
        half //= 2
    return a


def from_chebyshev(a: int, n: int) -> int:
    """The polynomial that is the sum of S(j + 1) over the bits j < n of `a`.

    With N a power of two, S(N + j) = u^N S(j) + S(N - j): what stands at N + j is added to
    N - j, and then both halves are turned by themselves.
    """
    size = _power_of_two(n + 1)
    a <<= 1
    half = size // 2
    while half > 1:
        a ^= _mirrored(a, half, size)
        half //= 2
    return a >> 1


def to_chebyshev(a: int, n: int) -> int:
    """The way back: the bits j < n for which the sum of S(j + 1) is this polynomial."""
    size = _power_of_two(n + 1)
    a <<= 1
    half = 2
    while half < size:
        a ^= _mirrored(a, half, size)
        half *= 2
    return a >> 1


def _mirrored(a: int, half: int, size: int) -> int:
    """In each block of two halves, what stands at half + j moved to half - j, for 0 < j < half."""
    upper = a >> half & _lower_halves(half, size)
    reverse, step = upper, 1
    while step < half:
        lower = _lower_halves(step, size)
        reverse = (reverse & lower) << step | reverse >> step & lower
        step *= 2
    return reverse << 1 & _lower_halves(half, size)


def _lower_halves(half: int, size: int) -> int:
    """`half` ones, `half` zeros, and so on up to at least `size`."""
    mask, width = (1 << half) - 1, 2 * half
    while width < size:
        mask |= mask << width
        width *= 2
    return mask


def _power_of_two(at_least: int) -> int:
    return 1 << (at_least - 1).bit_length() if at_least > 1 else 1


class Echelon:
    """Equations in echelon form: each begins with an unknown that no other begins with.

    `consistent` says whether they can hold together. The equations of a grid, in reading order,
    keep to a band, and so does this.
    """

    def __init__(self, unknowns: int, equations: list[int], pause: Pause = no_pause) -> None:
        """Each equation has its right-hand side as bit `unknowns`."""
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
        """The solution with every free unknown 0."""
        return self._substitute(1 << self.unknowns) ^ 1 << self.unknowns

    def quiet(self, free: int) -> int:
        """The solution of the same equations, all even, with this one free unknown 1."""
        return self._substitute(1 << free)

    def _substitute(self, found: int) -> int:
        for first in sorted(self.pivots, reverse=True):
            if (self.pivots[first] & found).bit_count() & 1:
                found |= 1 << first
        return found
