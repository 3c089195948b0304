"""The three ways to look at a puzzle: constraints to satisfy, a space to walk, a game to win."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

Domain = int
"""A set of small values as one integer: bit v is set while value v is possible."""

Assignment = tuple[int, ...]
"""One value for each variable of a CSP, in the order of its domains."""

S = TypeVar("S")
M_co = TypeVar("M_co", covariant=True)


def domain(values: Iterable[int]) -> Domain:
    """The domain that holds exactly these values.

    >>> bin(domain([1, 3]))
    '0b1010'
    """
    mask = 0
    for value in values:
        mask |= 1 << value
    return mask


def values(mask: Domain) -> Iterator[int]:
    """The values of a domain, in increasing order.

    >>> list(values(0b1010))
    [1, 3]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


MEMO = 1 << 16


class Ruling(dict[Domain, Domain]):
    """What the domain of one variable rules out for another: the values with no support left.

    A fixed variable is the case of a domain with one value; entries are made when first needed.
    """

    def __init__(self, by_value: Iterable[Domain]) -> None:
        super().__init__()
        self.by_value = tuple(by_value)

    def __missing__(self, mask: Domain) -> Domain:
        ruled_out = -1
        for value in values(mask):
            ruled_out &= self.by_value[value]
            if not ruled_out:
                break
        if len(self) >= MEMO:
            self.clear()
        self[mask] = ruled_out
        return ruled_out


class Constraint(ABC):
    """One rule over the variables of its scope; `label` is what a person would call it."""

    scope: tuple[int, ...]
    label: str

    @abstractmethod
    def holds(self, values: Sequence[int]) -> bool:
        """Whether these values, one for each variable of the scope, obey the rule."""

    def ruled_out(self, i: int, j: int, width: int) -> Ruling | None:
        """What the domain of scope[i], of values below `width`, rules out for scope[j].

        None when one variable alone says nothing about another (a sum, a parity).
        """
        return None

    @property
    def pairwise(self) -> bool:
        """Whether the rule is no more than what its pairs rule out for each other."""
        return False


@dataclass(frozen=True, slots=True)
class CSP:
    """A constraint satisfaction problem: what each variable may be, and the rules between them."""

    domains: tuple[Domain, ...]
    constraints: tuple[Constraint, ...]


class StateSpace(Protocol[S, M_co]):
    """A start, the moves from each state, and the states that end the search.

    A space may offer more, and strategies use it where it is there:

    - `neighbours(state)`: the successors without their moves, as a list; quicker to make.
    - `cost(state, move, next)`: what a move costs, above zero; 1 where it is not said.
    - `heuristic(state)`: never more than the least cost from here to a goal.
    - `is_tree`: no state is reached in two ways, so none need be remembered.
    - `goals` and `predecessors(state)`: every goal there is, and the states one move before.
    """

    @property
    def start(self) -> S: ...

    def successors(self, state: S, /) -> Iterable[tuple[M_co, S]]: ...

    def is_goal(self, state: S, /) -> bool: ...


@dataclass(frozen=True, slots=True)
class Hops:
    """Jumps in order, left or right from the first of a row of pads, that visit each pad once."""

    jumps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SumPaths:
    """Paths down a triangle, from each entry to one of the two below, that add up to a total."""

    rows: tuple[tuple[int, ...], ...]
    total: int


@dataclass(frozen=True, slots=True)
class Vessels:
    """Vessels that are filled, emptied and poured into each other until they hold the goal.

    The goal is one amount, in any vessel, or one for each, None where any amount will do;
    the rules are some of "fill", "empty" and "pour".
    """

    capacities: tuple[int, ...]
    start: tuple[int, ...]
    goal: tuple[int | None, ...]
    rules: tuple[str, ...]


class Game(Protocol[S, M_co]):
    """A game of two players who move in turn and see everything."""

    @property
    def start(self) -> S: ...

    def successors(self, state: S, /) -> Iterable[tuple[M_co, S]]: ...

    def payoff(self, state: S, /) -> int | None:
        """What the player to move gets here, or None while the game goes on."""
