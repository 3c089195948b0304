"""Disjunctive: tasks that one machine does, one at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from clew.rules.cumulative import Tasks, counts
from clew.rules.rule import Numbers, Ruling

if TYPE_CHECKING:
    from clew.rules.target import Target


@dataclass(frozen=True, slots=True)
class Disjunctive(Tasks):
    """No two tasks overlap. The variables are the tasks' starts.

    A task that takes no time overlaps nothing.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.
        durations: how long each task takes.
        numbers: the number that each value of each variable stands for, or None if it's the value.

    >>> Disjunctive((0, 1), "", (3, 2)).holds((2, 5)), Disjunctive((0, 1), "", (3, 2)).holds((2, 4))
    (True, False)
    """

    kind: ClassVar[int | None] = 21
    word: ClassVar[str] = "disjunctive"
    pairwise: ClassVar[bool] = True
    prunes: ClassVar[bool] = False

    durations: tuple[int, ...]
    numbers: Numbers | None = None

    def holds(self, values: Sequence[Any]) -> bool:
        """Check that each task ends before the next one starts."""
        runs = sorted(
            (start, start + duration)
            for start, duration in zip(self.starts(values), self.durations, strict=True)
            if duration
        )
        return all(end <= start for (_, end), (start, _) in pairwise(runs))

    def ruled_out(self, i: int, j: int, width: int) -> Ruling | None:
        """Rule out the starts of one task at which it would overlap with the other."""
        first, second = self.durations[i], self.durations[j]
        if not first or not second:
            return None
        starts = self.numbers_below(i, width), self.numbers_below(j, width)
        return Ruling(
            sum(1 << w for w, there in starts[1].items() if here - second < there < here + first)
            for here in starts[0].values()
        )

    def told(self) -> Iterable[int]:
        return (*self.durations, *self.flat_numbers())

    def lower(self, to: Target) -> None:
        """Require that at most one task runs at each time at which one can start."""
        for running in self.running(to):
            to.at_most_one([y for _, literals in running for y in literals])

    def cp_sat(self, to: Any) -> None:
        if to.guard:
            self.lower(to)
        else:
            to.model.add_no_overlap([task for _, task in self.intervals(to)])

    @classmethod
    def stated(cls, durations: Iterable[Any], size: int) -> Disjunctive:
        """Return the rule for `size` tasks, or raise ModelError if a duration is wrong."""
        return cls((), "", counts(durations, size, "duration", "task"))
