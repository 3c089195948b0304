"""The second generator: documented examples, changed a little, on which all strategies must agree.

The kinds have their own faces, kernels and judges, and no text is like those that `models` draws.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

import clew
from clew.core.faces import Verdict
from clew.core.registry import all_puzzles, find
from clew.core.result import Run, Status
from clew.search.auto import AUTO, suits
from clew.search.strategy import Strategy, strategies
from tests.fuzz import nasty
from tests.fuzz.models import sampled
from tests.fuzz.running import Check, Skip

LONGEST = 90
"""Only short texts: the puzzles are searched in every way."""
NODES = 3_000
SECONDS = 1.0
ENOUGH = 12
"""How many answers are compared, where a search finds more than one."""


@cache
def texts() -> list[tuple[str, str]]:
    """Return the short examples of every kind."""
    found = [(kind.name, each.text) for kind in all_puzzles() for each in kind.examples]
    return [(kind, text) for kind, text in found if len(text) <= LONGEST]


@dataclass(frozen=True)
class Kind:
    """A puzzle of a kind, and what options are drawn by."""

    kind: str
    text: str
    seed: int

    def checks(self) -> Iterator[Check]:
        try:
            puzzle = find(self.kind).parse(self.text)
        except ValueError:
            return  # a change that is no puzzle any more: `texts` looks at these
        if len(str(puzzle)) > 2 * LONGEST:
            return
        told: dict[str, Any] = {}
        yield AUTO, lambda: self._search(puzzle, AUTO, told)
        for kind in strategies().values():
            for each in sampled(kind, self.seed):
                yield each.spelling, lambda each=each: self._search(puzzle, each, told)  # type: ignore[misc]

    def _search(self, puzzle: Any, strategy: Strategy | str, told: dict[str, Any]) -> str:
        """Search, and compare what is certain with what was certain before."""
        if isinstance(strategy, Strategy) and not suits(puzzle, strategy):
            raise Skip("unsuited")
        run = Run(ENOUGH, NODES, SECONDS)
        search: clew.Search[Any] = clew.Search(puzzle, strategy, run)
        try:
            search.finish()
        except clew.Unsuited as error:
            raise Skip("unsuited") from error
        for name, value in self._certain(puzzle, search, strategy).items():
            if told.setdefault(name, value) != value:
                return f"found {name} {value}, and {told[name]} before by {told['by']}"
        told.setdefault("by", str(strategy))
        return ""

    @staticmethod
    def _certain(puzzle: Any, search: clew.Search[Any], strategy: Strategy | str) -> dict[str, Any]:
        """Return what a search proves, if it does: each by a name that all strategies share."""
        found, complete = search.solutions, search.status is Status.COMPLETE
        if found and isinstance(found[0], Verdict):
            verdict = found[0]
            proven = not verdict.known or verdict.forced
            return {"the value": verdict.value} if proven else {}
        certain: dict[str, Any] = {}
        if found or complete:
            certain["solvable"] = bool(found)
        if complete and clew.StateSpace not in puzzle.faces:
            certain["the answers"] = sorted(map(repr, found))
        if clew.StateSpace in puzzle.faces and found:
            optimal = isinstance(strategy, Strategy) and strategy.optimal
            if optimal and strategy.ranked_by:  # type: ignore[union-attr]
                certain["the least cost"] = search.result.cost
            elif optimal:
                certain["the fewest moves"] = len(found[0])
        return certain

    def smaller(self) -> Iterator[Kind]:
        for text in nasty.shorter(self.text):
            yield replace(self, text=text)

    def snippet(self, check: str) -> str:
        return "\n".join([
            "import clew", "", f"one = clew.solve({f'{self.kind}:{self.text}'!r})",
            f"other = clew.solve({f'{self.kind}:{self.text}'!r}, {check!r})",
            "print(one, other, sep='\\n')",
        ])  # fmt: skip


def make(rng: Random) -> Kind:
    """Draw an example, often with a sign or a number changed."""
    kind, text = rng.choice(texts())
    for _ in range(rng.choice([0, 1, 1, 2])):
        at = rng.randrange(len(text)) if text else 0
        changed = text[:at] + rng.choice("0123456789.,x<>^v/-|") + text[at + rng.randint(0, 1) :]
        try:
            find(kind).parse(changed)
        except ValueError:
            continue
        text = changed
    return Kind(kind, text, rng.randrange(1 << 30))
