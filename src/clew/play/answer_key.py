"""The solution of a puzzle that is being filled in, and the entries that contradict it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from clew.core.capabilities import HasObjective, capability
from clew.core.puzzle import CellPuzzle
from clew.core.result import Stopped
from clew.play.moves import NoMove
from clew.search.run import solve

Entries = tuple[int, ...]


@dataclass(frozen=True)
class AnswerKey:
    """The solutions of a puzzle. Stopped if finding them takes too long."""

    puzzle: CellPuzzle
    max_seconds: float | None = None

    def solution(self) -> Entries | None:
        """The entries of the one solution, None if there are several; NoMove if there is none."""
        found, why, unique = _solved(self.puzzle, self.max_seconds)
        if found is None:
            raise NoMove(f"the puzzle has no solution{f': {why}' if why else ''}")
        return found if unique else None

    def better(self, answer: Any) -> str:
        """How good the best answer is, if that is wanted and this one is worse; else empty."""
        wanted = None if self.puzzle.objective is None else capability(self.puzzle, HasObjective)
        if wanted is None:
            return ""
        try:
            entries, _, _ = _solved(self.puzzle, self.max_seconds)
        except Stopped:  # then nobody knows a better one
            return ""
        best = None if entries is None else self.puzzle.answered(entries)
        if best is None or wanted.cost(answer) <= wanted.cost(best):
            return ""
        found, least = self.puzzle.tell(answer), wanted.objective_of(best)
        return f"it is not the best: found {found}, the best is {least}"

    def called(self) -> str:
        """What an entry contradicts, in words."""
        return "every solution that was left" if self.solution() is None else "the solution"

    def nearest(self, entries: Sequence[int]) -> Entries:
        """The one solution; of several one that keeps the entries, or else any."""
        solution = self.solution() or self._kept(entries)
        return solution or _solved(self.puzzle, self.max_seconds)[0] or ()

    def _kept(self, entries: Sequence[int]) -> Entries | None:
        """A solution that keeps these entries, if there is one."""
        try:
            return _solved(self.puzzle.with_entries(entries), self.max_seconds)[0]
        except ValueError:
            return None

    def contradicting(self, entries: Sequence[int], order: Sequence[int]) -> list[int]:
        """The cells whose entries contradict the solution.

        Where there are several solutions, the entry after which none was left; `order` are the
        cells as they were filled.
        """
        solution = self.solution()
        if solution is not None:
            return [c for c, entry in enumerate(entries) if entry and entry != solution[c]]
        if self._kept(entries) is not None:
            return []
        low, high = 0, len(order)
        while high - low > 1:
            half = (low + high) // 2
            some = list(self.puzzle.givens)
            for cell in order[:half]:
                some[cell] = entries[cell]
            low, high = (low, half) if self._kept(some) is None else (half, high)
        return [order[high - 1]]


@lru_cache(maxsize=128)
def _solved(puzzle: CellPuzzle, max_seconds: float | None) -> tuple[Entries | None, str, bool]:
    """The entries of a solution, why there is none, and whether it is the only one."""
    result = solve(puzzle, max_answers=2, max_seconds=max_seconds)
    if not result.answers and not result.unsolvable:
        raise Stopped(result.reason)
    if not result.answers:
        return None, result.reason, False
    return puzzle.entries(result.answer), "", bool(result.unique)
