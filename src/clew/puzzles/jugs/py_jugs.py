"""The readable twin of native/jugs/jugs.hpp: breadth-first search of what jugs can hold."""

from __future__ import annotations

from collections.abc import Sequence

from clew.puzzles.jugs.face import Amounts, JugSpace, Vessels
from clew.search.native import kernel
from clew.search.sliced import expect, expect_limits

RULES = {"fill": 1, "empty": 2, "pour": 4}
ANY = -1
"""Any amount will do."""
MAX_JUGS = 20


class PyJugs:
    """States in the order in which they are reached, each with the number of the one before."""

    def __init__(
        self, capacities: Sequence[int], start: Sequence[int], goal: Sequence[int], rules: int
    ) -> None:
        _check(capacities, start, goal, rules)
        self.generated = 0
        self.nodes = 0  # states taken from the queue
        self.deepest = 0
        self.frontier = 0  # the longest queue
        wanted = tuple(None if amount == ANY else amount for amount in goal)
        allowed = tuple(rule for rule, bit in RULES.items() if rules & bit)
        self._space = JugSpace(Vessels(tuple(capacities), tuple(start), wanted, allowed))
        self._states = [self._space.start]
        self._before = {self._space.start: -1}  # the state from which each was reached first
        self._level_end = 1

    @property
    def reached(self) -> int:
        """How many states ever were in the queue."""
        return len(self._states)

    @property
    def duplicates(self) -> int:
        """How many states were generated that had been reached before."""
        return self.generated + 1 - self.reached

    @property
    def finished(self) -> bool:
        """Whether no state is left in the queue."""
        return self.nodes == len(self._states)

    def run(self, max_answers: int, max_nodes: int) -> list[list[Amounts]]:
        """Go on until one of the limits is reached or no state is left; the ways to goals."""
        expect_limits("run", max_answers, max_nodes)
        answers: list[list[Amounts]] = []
        while not self.finished and max_nodes and len(answers) < max_answers:
            max_nodes -= 1
            self.frontier = max(self.frontier, len(self._states) - self.nodes)
            if self.nodes == self._level_end:
                self.deepest += 1
                self._level_end = len(self._states)
            state = self._states[self.nodes]
            if self._space.is_goal(state):
                answers.append(self._way_to(state))
            else:
                self._expand(state)
            self.nodes += 1
        return answers

    def _expand(self, state: int) -> None:
        for _, child in self._space.successors(state):
            self.generated += 1
            if child not in self._before:
                self._before[child] = state
                self._states.append(child)

    def _way_to(self, state: int) -> list[Amounts]:
        way = []
        while state >= 0:
            way.append(self._space.unpack(state))
            state = self._before[state]
        return way[::-1]


def _check(
    capacities: Sequence[int], start: Sequence[int], goal: Sequence[int], rules: int
) -> None:
    jugs = len(capacities)
    expect("capacities", jugs, 1, MAX_JUGS)
    if len(start) != jugs:
        raise ValueError(f"start: found {len(start)} amounts, expected {jugs}")
    if len(goal) not in (1, jugs):
        raise ValueError(f"goal: found {len(goal)} amounts, expected 1 or {jugs}")
    for j, (held, holds) in enumerate(zip(start, capacities, strict=True)):
        if holds < 1:
            raise ValueError(f"jug {j}: found capacity {holds}, expected 1 or more")
        if not 0 <= held <= holds:
            raise ValueError(f"jug {j}: found {held} in it, expected 0 to {holds}")
    expect("rules", rules, 0, 7)


JugsKernel = kernel("Jugs", PyJugs)
