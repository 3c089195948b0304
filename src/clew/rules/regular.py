"""Regular: an automaton accepts a line. Runs: a value forms runs of given lengths."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from clew.core.faces import Domain, domain, values
from clew.rules.rule import Constraint

if TYPE_CHECKING:
    from clew.rules.target import Target

Next = Callable[[Any, Any], Any]
"""A function that takes a state and a value, and returns the next state or None."""


@dataclass(frozen=True, slots=True)
class Regular(Constraint):
    """An automaton reads the variables in order, and ends in an accepting state.

    Args:
        scope: the numbers of the rule's variables.
        label: the name of the rule in hints and errors.
        moves: triples of a state, a value and the next state. The automaton rejects the line if
            there's no triple for a state and a value.
        accepting: the states in which the line may end.
        start: the first state.

    >>> no_two_ones = ((0, 0, 0), (0, 1, 1), (1, 0, 0))
    >>> Regular((0, 1, 2), "", no_two_ones, frozenset({0, 1})).holds((1, 0, 1))
    True
    """

    kind: ClassVar[int | None] = 13
    word: ClassVar[str] = "regular"
    prunes: ClassVar[bool] = True

    moves: tuple[tuple[int, Any, int], ...]
    accepting: frozenset[int]
    start: int = 0

    @classmethod
    def stated(
        cls, moves: Mapping[tuple[Any, Any], Any], start: Any, accept: Iterable[Any]
    ) -> Self:
        """Return the rule for an automaton whose states are arbitrary values.

        Args:
            moves: the next state for each pair of a state and a value.
            start: the first state.
            accept: the states in which the line may end.
        """
        number = {start: 0}
        for (state, _), then in moves.items():
            number.setdefault(state, len(number))
            number.setdefault(then, len(number))
        numbered = tuple((number[s], value, number[then]) for (s, value), then in moves.items())
        return cls((), "", numbered, frozenset(number[s] for s in accept if s in number))

    def holds(self, values: Sequence[Any]) -> bool:
        return accepted(values, self.start, self.next(), self.accepting.__contains__)

    def prune(self, domains: Sequence[Domain]) -> Sequence[Domain]:
        return follow(domains, self.start, self.next(), self.accepting.__contains__)

    def next(self) -> Next:
        """Return the transition function."""
        moves = {(state, value): then for state, value, then in self.moves}
        return lambda state, value: moves.get((state, value))

    def told(self) -> Iterable[int]:
        accepting = sorted(self.accepting)
        return (self.start, len(accepting), *accepting, *(n for move in self.moves for n in move))

    def lower(self, to: Target) -> None:
        to.automaton(self.scope, self.start, self.next(), self.accepting.__contains__)

    def coded(self, code: Any) -> tuple[Constraint, ...]:
        known = code.code
        moves = [(s, known[value], then) for s, value, then in self.moves if value in known]
        return (replace(self, moves=tuple(moves)),)


@dataclass(frozen=True, slots=True)
class Runs(Regular):
    """A value forms runs of given lengths, separated by another value. Use `Runs.of`."""

    word: ClassVar[str] = "runs"

    lengths: tuple[int, ...] = ()

    @classmethod
    def of(cls, lengths: Sequence[int], size: int, value: Any = 1, other: Any = 0) -> Runs:
        """Return the rule for a line.

        Args:
            lengths: the length of each run, in order.
            size: the number of variables.
            value: the value that forms the runs.
            other: the value before, between and after the runs.
        """
        if sum(lengths) + len(lengths) - 1 > size:  # the runs don't fit
            return cls((), "", (), frozenset(), lengths=tuple(lengths))
        moves: list[tuple[int, Any, int]] = []
        state = 0
        for number, length in enumerate(lengths):
            moves.append((state, other, state))
            for _ in range(length):
                moves.append((state, value, state + 1))
                state += 1
            if number + 1 < len(lengths):
                moves.append((state, other, state + 1))
                state += 1
        moves.append((state, other, state))
        made = dict.fromkeys(moves)
        return cls((), "", tuple(made), frozenset({state}), lengths=tuple(lengths))

    def called(self, parts: Sequence[str]) -> str:
        return f"runs({', '.join(parts)}: {', '.join(map(str, self.lengths))})"


def accepted(line: Sequence[Any], state: Any, then: Next, accepts: Callable[[Any], bool]) -> bool:
    """Check whether an automaton accepts a line of values."""
    for value in line:
        state = then(state, value)
        if state is None:
            return False
    return accepts(state)


def follow(
    domains: Sequence[Domain], start: Any, then: Next, accepts: Callable[[Any], bool]
) -> Sequence[Domain]:
    """Return the domains, reduced to the values that are on some path to an accepting state."""
    layers: list[set[Any]] = [{start}]
    for mask in domains:
        layers.append({then(state, v) for state in layers[-1] for v in values(mask)} - {None})
    alive = set(filter(accepts, layers[-1]))
    pruned = []
    for mask, states in zip(reversed(domains), reversed(layers[:-1]), strict=True):
        steps = [(s, v) for s in states for v in values(mask) if then(s, v) in alive]
        alive = {state for state, _ in steps}
        pruned.append(domain(value for _, value in steps))
    return pruned[::-1]
