"""The lines of a drawn element as points: paths, rectangles and circles, flattened."""

from __future__ import annotations

import re
from cmath import phase, rect
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import ceil, pi, sqrt
from typing import Any, NamedTuple

_PART = re.compile(r"[a-zA-Z]|-?(?:\d+\.\d*|\.\d+|\d+)")
_TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "q": 4, "a": 7, "z": 0}
STEPS = 12
"""How many straight pieces make a curve; a full turn has four times as many."""


class Line(NamedTuple):
    """Points joined by straight lines; each is a complex number, x + y i."""

    points: tuple[complex, ...]
    is_closed: bool = False


def outline(tag: str, at: dict[str, Any]) -> tuple[Line, ...]:
    """The lines of an element.

    >>> outline("path", {"d": "M0 0h2v1z"})
    (Line(points=(0j, (2+0j), (2+1j)), is_closed=True),)
    """
    if tag == "circle":
        x, y, r = float(at["cx"]), float(at["cy"]), float(at["r"])
        return path(f"M{x + r} {y}A{r} {r} 0 0 1 {x - r} {y}A{r} {r} 0 0 1 {x + r} {y}z")
    if tag == "rect":
        return path(_rounded(*(float(at.get(n, 0)) for n in ("x", "y", "width", "height", "rx"))))
    return path(at["d"])


def _rounded(x: float, y: float, wide: float, tall: float, r: float) -> str:
    if not r:
        return f"M{x} {y}h{wide}v{tall}h{-wide}z"
    across, down, turn = wide - 2 * r, tall - 2 * r, f"a{r} {r} 0 0 1"
    return (
        f"M{x + r} {y}h{across}{turn} {r} {r}v{down}{turn} {-r} {r}"
        f"h{-across}{turn} {-r} {-r}v{-down}{turn} {r} {-r}z"
    )


@cache
def path(d: str) -> tuple[Line, ...]:
    """The lines of the data of a path, as SVG writes it."""
    found: list[Line] = []
    points: list[complex] = []
    for command, numbers in _commands(d):
        if command in "mM":
            found.append(Line(tuple(points)))
            start = points[-1] if points and command == "m" else 0j
            points = [start + complex(*numbers)]
        elif command in "zZ":
            found.append(Line(tuple(points), True))
            points = points[:1]
        else:
            points += _reached(points[-1], command, numbers)
    found.append(Line(tuple(points)))
    return tuple(line for line in found if len(line.points) > 1)


def _commands(d: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; more numbers repeat it, and after a move they draw lines."""
    parts, command = _PART.findall(d), ""
    at = 0
    while at < len(parts):
        if parts[at].isalpha():
            command, at = parts[at], at + 1
        takes = _TAKES[command.lower()]
        yield command, [float(part) for part in parts[at : at + takes]]
        at += takes
        command = {"m": "l", "M": "L"}.get(command, command)


def _reached(here: complex, command: str, numbers: list[float]) -> list[complex]:
    """The points that a command draws to."""
    base = here if command.islower() else 0j
    match command.lower():
        case "h":
            return [complex(base.real + numbers[0], here.imag)]
        case "v":
            return [complex(here.real, base.imag + numbers[0])]
        case "a":
            return _arc(here, base + complex(*numbers[5:]), numbers[0], *numbers[3:5])
    ends = [base + complex(*pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]
    return ends if len(ends) == 1 else _curve([here, *ends])


def _curve(ends: list[complex]) -> list[complex]:
    """A Bézier curve by de Casteljau's construction."""
    found = []
    for part in (step / STEPS for step in range(1, STEPS + 1)):
        row = ends
        while len(row) > 1:
            row = [a + (b - a) * part for a, b in pairwise(row)]
        found += row
    return found


def _arc(here: complex, end: complex, r: float, large: float, sweep: float) -> list[complex]:
    """An arc of a circle; one too small for its ends is half a circle, as SVG has it."""
    half = (end - here) / 2
    r = max(r, abs(half))
    away = 1j * half / abs(half) * sqrt(r * r - abs(half) ** 2)
    middle = here + half + (away if large != sweep else -away)
    turn = phase((end - middle) / (here - middle))
    if sweep and turn <= 0:
        turn += 2 * pi
    elif not sweep and turn >= 0:
        turn -= 2 * pi
    steps = max(1, ceil(abs(turn) / (2 * pi) * 4 * STEPS))
    return [middle + (here - middle) * rect(1, turn * k / steps) for k in range(1, steps + 1)]
