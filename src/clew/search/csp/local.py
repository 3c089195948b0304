"""Local search: start from a full assignment and repair it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from clew.core.events import ONE, Kind, emit
from clew.core.faces import CSP, Assignment, values
from clew.core.result import Run, Stopped
from clew.rules.rule import Constraint
from clew.search.strategy import Strategy

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True)
class MinConflicts(Strategy):
    """Give a variable in conflict the value with the fewest conflicts, again and again.

    Minton, Johnston, Philips and Laird, "Minimizing conflicts", Artificial Intelligence 1992.

    It can't prove that there is no solution: without one it stops after `steps`. With `noise`, a
    step takes a random value that many times in a thousand, which leads out of dead ends.
    """

    steps: int = 100_000
    noise: int = 20
    seed: int = 0

    name: ClassVar[str] = "min-conflicts"
    title: ClassVar[str] = "Min-conflicts"
    summary: ClassVar[str] = "Fill in everything, then repair what clashes; proves nothing."
    face: ClassVar[type] = CSP
    holds: ClassVar[str] = ONE
    complete: ClassVar[bool] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.noise > 1000:
            raise ValueError(f"{self.name}: found noise={self.noise}, expected at most 1000")

    def __call__(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        from random import Random

        random = Random(self.seed)
        found: set[Assignment] = set()
        run.pause()
        if not all(csp.domains):
            raise Stopped("a variable without values")
        while True:
            board = Repair(csp, random, run)
            for variable, value in enumerate(board.values):
                emit(run.trace, Kind.CHANGE, 0, variable, value)
            self._repair(board, run)
            answer = tuple(board.values)
            if answer not in found:
                found.add(answer)
                emit(run.trace, Kind.ANSWER)
                yield answer

    def _repair(self, board: Repair, run: Run) -> None:
        """Change one variable at a time until no rule is broken."""
        stats, random = run.stats, board.random
        stats.frontier = 1
        while True:
            if stats.nodes >= run.alarm:
                run.pause()
            if stats.nodes >= self.steps:
                raise Stopped("steps")
            stats.nodes += 1
            conflicted = board.conflicted()
            stats.checks += len(board.free)
            emit(run.trace, Kind.ENTER)
            emit(run.trace, Kind.CHECK, 0, -1, len(board.free), (len(conflicted),))
            if not conflicted:
                if board.broken():
                    raise Stopped("the givens are in conflict")
                return
            variable = random.choice(conflicted)
            if random.randrange(1000) < self.noise:
                value = random.choice(board.choices[variable])
            else:
                value = board.best(variable)
            board.move(variable, value)
            emit(run.trace, Kind.CHANGE, 0, variable, value)


class Repair:
    """A full assignment: how often a value stands in each all-different rule, what else is broken.

    A move asks only the rules of its variable again, so that a step costs what it changes.
    """

    def __init__(self, csp: CSP, random: Random, run: Run) -> None:
        self.random = random
        self.csp = csp
        self.choices: list[list[int]] = [list(values(mask)) for mask in csp.domains]
        self.free: list[int] = [x for x, choices in enumerate(self.choices) if len(choices) > 1]
        self.counts: list[dict[int, int]] = []
        self.counted: list[list[tuple[dict[int, int], int]]] = [[] for _ in csp.domains]
        self.others: list[list[int]] = [[] for _ in csp.domains]  # the other rules, by number
        self.broken_rules: set[int] = set()
        self.broken_at: list[int] = [0] * len(csp.domains)  # how many of them hold each variable
        self.values: list[int] = [-1] * len(csp.domains)
        for number, constraint in enumerate(csp.constraints):
            self._add(number, constraint)
        order = sorted(range(len(csp.domains)), key=lambda x: (len(self.choices[x]) > 1, x))
        for number, variable in enumerate(order):
            if number % 64 == 0:
                run.pause()
            self.move(variable, self.best(variable))

    def _add(self, number: int, constraint: Constraint) -> None:
        if (offsets := constraint.distinct) is None:
            for variable in constraint.scope:
                self.others[variable].append(number)
            return
        counts: dict[int, int] = {}
        self.counts.append(counts)
        for variable, offset in zip(
            constraint.scope, offsets or (0,) * len(constraint.scope), strict=True
        ):
            self.counted[variable].append((counts, offset))

    def move(self, variable: int, value: int) -> None:
        """Give the variable a value, and keep the counts true."""
        old = self.values[variable]
        for counts, offset in self.counted[variable]:
            if old >= 0:
                counts[old + offset] -= 1
            counts[value + offset] = counts.get(value + offset, 0) + 1
        self.values[variable] = value
        for number in self.others[variable]:
            self._ask_again(number)

    def _ask_again(self, number: int) -> None:
        breaks = self._breaks(number)
        if breaks == (number in self.broken_rules):
            return
        self.broken_rules ^= {number}
        for variable in self.csp.constraints[number].scope:
            self.broken_at[variable] += 1 if breaks else -1

    def conflicts(self, variable: int, value: int) -> int:
        """Return the number of rules that this value would break, counting equal values once."""
        old = self.values[variable]
        total = -len(self.counted[variable]) if value == old else 0
        for counts, offset in self.counted[variable]:
            total += counts.get(value + offset, 0)
        if self.others[variable]:
            self.values[variable] = value
            total += sum(map(self._breaks, self.others[variable]))
            self.values[variable] = old
        return total

    def _breaks(self, number: int) -> bool:
        rule = self.csp.constraints[number]
        held = [self.values[x] for x in rule.scope]
        return min(held) >= 0 and not rule.holds(held)

    def best(self, variable: int) -> int:
        """Return a value with the fewest conflicts, chosen at random among ties."""
        scores = [(self.conflicts(variable, value), value) for value in self.choices[variable]]
        least = min(scores)[0]
        return self.random.choice([value for score, value in scores if score == least])

    def conflicted(self) -> list[int]:
        """Return the variables that may change and are in conflict."""
        return [x for x in self.free if self.broken_at[x] or self._repeats(x)]

    def _repeats(self, variable: int) -> bool:
        value = self.values[variable]
        return any(counts[value + offset] > 1 for counts, offset in self.counted[variable])

    def broken(self) -> bool:
        """Check whether any rule is broken, perhaps one between givens."""
        return any(
            not rule.holds([self.values[x] for x in rule.scope]) for rule in self.csp.constraints
        )
