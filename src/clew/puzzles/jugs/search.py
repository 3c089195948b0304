"""Breadth-first search over the surface of what vessels can hold, in a compiled kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from clew.core.events import Event, Kind, Watcher
from clew.core.result import Run, Stopped
from clew.puzzles.jugs.face import JugMove, Vessels
from clew.puzzles.jugs.py_jugs import ANY, RULES, JugsKernel, PyJugs
from clew.search.native import answers, graph
from clew.search.space.graph import OTHER_WAYS
from clew.search.strategy import Strategy

PACKED_BITS = 63
"""A state of more bits is left to the readable twin of the kernel."""


@dataclass(frozen=True)
class Surface(Strategy):
    """The answers of `breadth-first`, in its order; each move leaves a vessel full or empty.

    A move is from a vessel to a vessel, counted from 1; 0 is the tap or the ground.
    """

    name: ClassVar[str] = "surface"
    title: ClassVar[str] = "Vessels full or empty"
    summary: ClassVar[str] = "Breadth-first over the states with a vessel full or empty."
    face: ClassVar[type] = Vessels
    level: ClassVar[int] = 100
    optimal: ClassVar[bool] = True

    def __call__(self, vessels: Vessels, run: Run) -> Iterator[tuple[JugMove, ...]]:
        run.pause()
        kernel = _kernel(vessels)
        found = False
        for way in answers(kernel, run, graph, batch=64, tell=_tell):
            found = True
            yield moves(way)
        if found and kernel.duplicates:
            raise Stopped(OTHER_WAYS)
        if not found:
            run.reason = f"none of the {kernel.reached:,} reachable states holds it"


def _tell(way: Sequence[object], trace: Watcher) -> None:
    trace(Event(Kind.ANSWER, len(way) - 1))


def _kernel(vessels: Vessels) -> PyJugs:
    goal = [ANY if amount is None else amount for amount in vessels.goal]
    rules = sum(RULES[rule] for rule in vessels.rules)
    small = sum(holds.bit_length() for holds in vessels.capacities) <= PACKED_BITS
    kind = JugsKernel if small else PyJugs
    return kind(vessels.capacities, vessels.start, goal, rules)


def moves(way: Sequence[tuple[int, ...]]) -> tuple[JugMove, ...]:
    """The move between each state and the next.

    >>> moves([(0, 0), (0, 5), (3, 2), (0, 2)])
    ((0, 2), (2, 1), (1, 0))
    """
    return tuple(_move(before, after) for before, after in pairwise(way))


def _move(before: tuple[int, ...], after: tuple[int, ...]) -> JugMove:
    steps = [there - here for here, there in zip(before, after, strict=True)]
    source = next((jug for jug, step in enumerate(steps, 1) if step < 0), 0)
    return source, next((jug for jug, step in enumerate(steps, 1) if step > 0), 0)
