"""Cumulative: tasks that share a resource, such as workers or electricity."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any, ClassVar

from clew.core.arguments import shown
from clew.core.errors import ModelError
from clew.core.faces import Domain, values
from clew.rules.rule import Numbers, OfNumbers

if TYPE_CHECKING:
    from clew.rules.target import Target


class Tasks(OfNumbers):
    """A rule about tasks. The variables are the tasks' starts."""

    __slots__ = ()
    durations: tuple[int, ...]

    def starts(self, values: Sequence[Any]) -> list[int]:
        """Return the start of each task."""
        return [self.number(at, value) for at, value in enumerate(values)]

    def numbers_below(self, at: int, width: int) -> dict[int, int]:
        """Return the number that each value below a width stands for."""
        known = range(width) if self.numbers is None else self.numbers[at][:width]
        return dict(enumerate(known))

    def running(self, to: Target) -> Iterator[list[tuple[int, list[int]]]]:
        """Yield the tasks that may run at a time, each with the literals of its starts.

        Each time at which a task may start occurs, unless no two tasks may run then.
        """
        able = [
            [(self.number(at, v), to.is_(x, v)) for v in to.domains[x]] if duration else []
            for at, (x, duration) in enumerate(zip(self.scope, self.durations, strict=True))
        ]
        for time in sorted({start for starts in able for start, _ in starts}):
            running = [
                (at, held)
                for at, starts in enumerate(able)
                if (held := [y for s, y in starts if s <= time < s + self.durations[at]])
            ]
            if running:
                yield running

    def intervals(self, to: Any) -> list[tuple[int, Any]]:
        """Return CP-SAT's intervals of the tasks that take time, with their positions."""
        starts = enumerate(zip(to.numbers(self), self.durations, strict=True))
        make = to.model.new_fixed_size_interval_var
        return [(at, make(start, duration, "")) for at, (start, duration) in starts if duration]

    def coded(self, code: Any) -> tuple[OfNumbers, ...]:
        """Keep the codes if all are shifted alike: tasks that overlap still do."""
        return (self,) if code.shift is not None else super().coded(code)  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Cumulative(Tasks):
    """At any time, the tasks that are running demand no more than the capacity.

    Args:
        scope: the numbers of the rule's variables, which are the tasks' starts.
        label: the name of the rule in hints and errors.
        durations: how long each task takes.
        demands: how much each task demands while it's running.
        capacity: the total that there is at any time.
        numbers: the number that each value of each variable stands for, or None if it's the value.

    >>> Cumulative((0, 1, 2), "", (3, 2, 2), (2, 1, 1), 3).holds((0, 0, 2))
    True
    >>> Cumulative((0, 1, 2), "", (3, 2, 2), (2, 1, 1), 3).holds((0, 0, 1))
    False
    """

    kind: ClassVar[int | None] = 22
    word: ClassVar[str] = "cumulative"

    durations: tuple[int, ...]
    demands: tuple[int, ...]
    capacity: int
    numbers: Numbers | None = None

    def holds(self, values: Sequence[Any]) -> bool:
        """Add up the demands of the tasks that are running whenever one starts."""
        tasks = list(zip(self.starts(values), self.durations, self.demands, strict=True))
        used = (
            sum(demand for start, duration, demand in tasks if start <= time < start + duration)
            for time, duration, _ in tasks
            if duration
        )
        return all(each <= self.capacity for each in used)

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        """Keep the starts with enough left, after the tasks that are running in any case."""
        sure = []
        for at, mask in enumerate(domains):
            starts = self.numbers_of(at, mask).values()
            sure.append((max(starts), min(starts) + self.durations[at]))
        steps: dict[int, int] = {}
        for (start, end), demand in zip(sure, self.demands, strict=True):
            if start < end:
                steps[start] = steps.get(start, 0) + demand
                steps[end] = steps.get(end, 0) - demand
        times = sorted(steps)
        table = list(zip(times, times[1:], accumulate(map(steps.__getitem__, times)), strict=False))
        return [self._kept(at, mask, sure[at], table) for at, mask in enumerate(domains)]

    def _kept(
        self, at: int, mask: Domain, sure: tuple[int, int], table: Sequence[tuple[int, int, int]]
    ) -> Domain:
        """Return the starts of a task that fit into the time-table: from, to and demand."""
        demand, duration, kept = self.demands[at], self.durations[at], 0
        full = [
            (start, end)
            for start, end, used in table
            if used + (0 if sure[0] <= start < sure[1] else demand) > self.capacity
        ]
        for value in values(mask):
            start = self.number(at, value)
            if not duration or all(start + duration <= a or b <= start for a, b in full):
                kept |= 1 << value
        return kept if not duration or demand <= self.capacity else 0

    def told(self) -> Iterable[int]:
        return (self.capacity, *self.durations, *self.demands, *self.flat_numbers())

    def lower(self, to: Target) -> None:
        """Limit the demand at each time at which a task can start."""
        for running in self.running(to):
            if sum(self.demands[at] for at, _ in running) > self.capacity:
                terms = [(self.demands[at], y) for at, literals in running for y in literals]
                to.compare(terms, "<=", self.capacity)

    # CP-SAT gets the lowering: with add_cumulative, the presolve of 9.15 loses optima, as for seed
    # 234 in tests/model/test_schedules.py.

    @classmethod
    def stated(
        cls, durations: Iterable[Any], demands: Iterable[Any], capacity: Any, size: int
    ) -> Cumulative:
        """Return the rule for `size` tasks, or raise ModelError if a number is wrong."""
        most = count(capacity, "the capacity")
        known = counts(demands, size, "demand", "task", most)
        return cls((), "", counts(durations, size, "duration", "task"), known, most)


def counts(
    given: Iterable[Any], size: int, what: str, of: str, most: int | None = None
) -> tuple[int, ...]:
    """Return a user's list of whole numbers, one for each of some things.

    Raises:
        ModelError: if there are more or fewer, or if one isn't a whole number from 0 to `most`.
    """
    if not isinstance(given, Iterable):
        raise ModelError(f"{shown(given)} isn't a list of {what}s: give one for each {of}")
    found = [count(each, f"the {what} of {of} {at}") for at, each in enumerate(given, 1)]
    if len(found) != size:
        said = f"there are {size} {of}s and {len(found)} {what}s"
        raise ModelError(f"{said}: give one {what} for each {of}")
    for at, each in enumerate(found, 1):
        if most is not None and each > most:
            said = f"the {what} of {of} {at} is {each}, more than the capacity of {most}"
            raise ModelError(f"{said}: nothing could obey the rule")
    return tuple(found)


def count(given: Any, what: str) -> int:
    """Return a user's whole number of 0 or more, or raise ModelError."""
    if isinstance(given, bool) or not hasattr(given, "__index__"):
        raise ModelError(f"{what} can't be {shown(given)}: give a whole number, 0 or more")
    found: int = given.__index__()
    if found < 0:
        raise ModelError(f"{what} is {found}: give a whole number, 0 or more")
    return found
