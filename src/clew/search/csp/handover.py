"""One strategy after another: one that is quick on most puzzles, then one for the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from clew.core.result import Run, Stopped
from clew.search.strategy import Strategy

REMEMBERED = 1_000
"""How many answers are kept, to skip them if they come again; with more, no other search helps."""


@dataclass(frozen=True)
class HandOver(Strategy):
    """Search with `own`; after `budget` nodes without an answer, start again with `later`.

    It is spelled as `own`, and `run.by` says when `later` took over. Every answer comes once.
    The limits of the run are for both together.
    """

    own: Strategy
    later: Strategy
    budget: int

    def __post_init__(self) -> None:
        for word in ("name", "summary", "face"):
            object.__setattr__(self, word, getattr(self.own, word))
        object.__setattr__(self, "complete", self.own.complete and self.later.complete)

    def rank(self, face: Any) -> int | None:
        return self.own.rank(face)

    def objection(self, face: Any) -> str:
        return self.own.objection(face)

    @cached_property
    def spelling(self) -> str:
        return self.own.spelling

    def __call__(self, face: Any, run: Run) -> Iterator[Any]:
        if not self.later.accepts(face):
            yield from self.own(face, run)
            return
        limit = run.max_nodes
        seen: set[Any] = set()
        self._allow(run, limit)
        try:
            for answer in self.own(face, run):
                if len(seen) < REMEMBERED:
                    seen.add(answer)
                    self._allow(run, limit)
                else:
                    run.max_nodes = limit
                yield answer
            return
        except Stopped as stop:
            if stop.limit != "nodes" or run.max_nodes == limit:
                raise
        finally:
            run.max_nodes = limit
        run.by = f"{self.own} then {self.later}"
        yield from (answer for answer in self.later(face, run) if answer not in seen)

    def _allow(self, run: Run, limit: int | None) -> None:
        """Let it go on for `budget` nodes, but not past the limit of the run."""
        budget = run.stats.nodes + self.budget
        run.max_nodes = budget if limit is None else min(budget, limit)
        run.alarm = min(run.alarm, run.max_nodes)
