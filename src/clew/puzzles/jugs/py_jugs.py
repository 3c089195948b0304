"""The readable twin of native/jugs/jugs.hpp: breadth-first search of what jugs can hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clew.search.native import kernel

FILL, EMPTY, POUR = 1, 2, 4
ANY = -1
"""Any amount will do."""
MAX_JUGS = 20

Amounts = tuple[int, ...]


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
        self._capacities = tuple(capacities)
        self._goal = tuple(goal)
        self._rules = rules
        self._states: list[Amounts] = [tuple(start)]
        self._parents = [0]
        self._seen = {tuple(start)}
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
        if max_answers < 0 or max_nodes < 0:
            raise ValueError("run: found a negative limit, expected 0 or more")
        answers: list[list[Amounts]] = []
        while not self.finished and max_nodes and len(answers) < max_answers:
            max_nodes -= 1
            self.frontier = max(self.frontier, len(self._states) - self.nodes)
            if self.nodes == self._level_end:
                self.deepest += 1
                self._level_end = len(self._states)
            amounts = self._states[self.nodes]
            if self._is_goal(amounts):
                answers.append(self._way_to(self.nodes))
            else:
                self._expand(amounts)
            self.nodes += 1
        return answers

    def _is_goal(self, amounts: Amounts) -> bool:
        if len(self._goal) == 1:
            return self._goal[0] == ANY or self._goal[0] in amounts
        return all(w in (ANY, held) for w, held in zip(self._goal, amounts, strict=True))

    def _expand(self, amounts: Amounts) -> None:
        for child in self._children(amounts):
            self.generated += 1
            if child not in self._seen:
                self._seen.add(child)
                self._states.append(child)
                self._parents.append(self.nodes)

    def _children(self, amounts: Amounts) -> Iterator[Amounts]:
        jugs = list(enumerate(zip(amounts, self._capacities, strict=True)))
        if self._rules & FILL:
            for j, (held, holds) in jugs:
                if held < holds:
                    yield (*amounts[:j], holds, *amounts[j + 1 :])
        if self._rules & EMPTY:
            for j, (held, _) in jugs:
                if held:
                    yield (*amounts[:j], 0, *amounts[j + 1 :])
        if self._rules & POUR:
            for i, (there, _) in jugs:
                for j, (held, holds) in jugs:
                    if i != j and (poured := min(there, holds - held)):
                        child = list(amounts)
                        child[i] -= poured
                        child[j] += poured
                        yield tuple(child)

    def _way_to(self, node: int) -> list[Amounts]:
        way = [self._states[node]]
        while node:
            node = self._parents[node]
            way.append(self._states[node])
        return way[::-1]


def _check(
    capacities: Sequence[int], start: Sequence[int], goal: Sequence[int], rules: int
) -> None:
    jugs = len(capacities)
    if not 1 <= jugs <= MAX_JUGS:
        raise ValueError(f"capacities: found {jugs}, expected 1 to {MAX_JUGS}")
    if len(start) != jugs:
        raise ValueError(f"start: found {len(start)} amounts, expected {jugs}")
    if len(goal) not in (1, jugs):
        raise ValueError(f"goal: found {len(goal)} amounts, expected 1 or {jugs}")
    for j, (held, holds) in enumerate(zip(start, capacities, strict=True)):
        if holds < 1:
            raise ValueError(f"jug {j}: found capacity {holds}, expected 1 or more")
        if not 0 <= held <= holds:
            raise ValueError(f"jug {j}: found {held} in it, expected 0 to {holds}")
    if not 0 <= rules <= 7:
        raise ValueError(f"rules: found {rules}, expected 0 to 7")


JugsKernel = kernel("Jugs", PyJugs)
