"""What a puzzle, a space or a game may offer beyond what it must: protocols, found by one function.

Code that can use more than the required methods states it as a `Protocol`, calls
`capability(it, Protocol)`, and has a general answer for None. It never looks at a class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Protocol, TypeVar

P = TypeVar("P")


def capability(it: object, protocol: type[P]) -> P | None:
    """The same object if it offers every member of the protocol, else None.

    A member that is None is not offered. Objects that pass attributes on by `__getattr__` count,
    which `isinstance` with a protocol misses from Python 3.12 on.
    """
    kind = type(it)
    for name in _members(protocol):  # type: ignore[arg-type]  # a type is hashable
        if getattr(kind, name, None) is None and getattr(it, name, None) is None:
            return None
    return it  # type: ignore[return-value]  # it has every member


def defined_in(module: str, name: str) -> Callable[..., Any]:
    """A method that another module defines, which is imported only when the method is called.

    So a puzzle that is solved takes no time for what explains or turns it.
    """

    def method(self: Any, *arguments: Any) -> Any:
        return getattr(import_module(module), name)(self, *arguments)

    return method


@cache
def _members(protocol: type) -> tuple[str, ...]:
    parts = [base for base in protocol.__mro__ if getattr(base, "_is_protocol", False)]
    names = {name for base in parts for name in (*vars(base), *base.__annotations__)}
    return tuple(sorted(name for name in names if not name.startswith("_")))


# ------------------------------------------------------------------ state spaces


class HasCost(Protocol):
    """A space whose moves have costs above zero; without it each costs 1."""

    def cost(self, state: Any, move: Any, after: Any, /) -> Any: ...


class HasPrices(HasCost, Protocol):
    """A space that lists the moves from a state with their costs, which is quicker."""

    def priced(self, state: Any, /) -> list[tuple[Any, Any, Any]]: ...


class HasHeuristic(Protocol):
    """A space that estimates the least cost from a state to a goal, and never says more."""

    def heuristic(self, state: Any, /) -> Any: ...


class HasNeighbours(Protocol):
    """A space that lists the successors of a state without their moves, which is quicker."""

    def neighbours(self, state: Any, /) -> list[Any]: ...


class Reversible(Protocol):
    """A space that knows every goal, and the states one move before a state."""

    @property
    def goals(self) -> Iterable[Any]: ...

    def predecessors(self, state: Any, /) -> Iterable[Any]: ...


class MaybeTree(Protocol):
    """A space that says whether it is a tree: no state is reached in two ways."""

    @property
    def is_tree(self) -> bool: ...


class FlipsBits(Protocol):
    """A space of integers: move i is `state ^ flips[i]`, and 0 is the only goal.

    So moves commute, and no move is made twice on a shortest path.
    """

    @property
    def start(self) -> int: ...

    @property
    def flips(self) -> Sequence[int]: ...


# ------------------------------------------------------------------ games


class HasSymmetries(Protocol):
    """A game that knows when two states differ by a symmetry only."""

    def canonical(self, state: Any, /) -> Any:
        """The same state for all that differ by a symmetry."""


class HasEvaluation(Protocol):
    """A game that estimates what a position is worth, for searches that do not go to the end."""

    def evaluate(self, state: Any, /) -> Any:
        """What the player to move gets, as far as can be seen: between the payoffs."""


class HasMoveOrder(Protocol):
    """A game that knows which moves are worth trying first."""

    def promise(self, state: Any, /) -> Any:
        """The smaller, the better for the player who moved to this state."""


class LeavesPiles(Protocol):
    """A game of Nim piles that finds the moves to a given pile without listing the others."""

    def leaving(self, state: Any, place: int, left: int, /) -> Iterable[tuple[str, Any]]:
        """The moves that make a pile of `left` of the part at `place`."""


# ------------------------------------------------------------------ puzzles


class CellByCell(Protocol):
    """A puzzle whose answer is a value for each cell of its board, row by row.

    Cell i is variable i of its CSP, so that steps can be told by cells and candidates, and a part
    of an answer is a puzzle with more givens.
    """

    @property
    def width(self) -> int:
        """How many cells a row has."""

    @property
    def givens(self) -> Sequence[int]:
        """The value that is given in each cell, 0 where there is none."""

    def with_entries(self, entries: Sequence[int], /) -> Any:
        """The puzzle in which these are given."""

    def region(self, cell: int, /) -> str:
        """A part of the board that holds a cell, as a player would name it."""


class VariableWords(Protocol):
    """What the variables of a CSP and their values are called."""

    def variable(self, variable: int, /) -> str: ...

    def value(self, value: int, /) -> str: ...

    def fact(self, variable: int, mask: int, /) -> str:
        """What a variable may still be."""


class HasWords(Protocol):
    """A puzzle whose variables and values have names of their own."""

    def words(self) -> VariableWords: ...


class PlacesPieces(Protocol):
    """A puzzle whose values are the places of pieces. Otherwise cell i shows variable i."""

    def piece_at(self, variable: int, value: int, /) -> tuple[int, str]:
        """The cell in which a variable with this value is shown, and the text there.

        Each step of a variable, and each of a value, moves the piece by the same number of cells.
        """


class HasCanonicalForm(Protocol):
    """A puzzle that knows which of its forms are the same puzzle."""

    def canonical_form(self) -> Any:
        """The smallest of its forms; Unsuited for a variant that has none."""


class HasObjective(Protocol):
    """A puzzle whose answers are not all as good: the best is wanted."""

    def objective_of(self, answer: Any, /) -> int:
        """How good an answer is: what is to be least, or greatest."""

    def cost(self, answer: Any, /) -> int:
        """The same as a cost: the less, the better."""

    def as_cheap(self, cost: int, /) -> Any:
        """The same puzzle, but only with answers that cost no more."""

    def cost_terms(self) -> Sequence[tuple[Sequence[int], Callable[[Sequence[int]], int]]]:
        """The cost as a sum, but for a constant: what the values of variables of its CSP add."""

    def codes(self, answer: Any, /) -> Sequence[int]:
        """Return the values of an answer in its CSP, for the variables that an answer names."""


class Certifies(Protocol):
    """A puzzle that can certify what a search found in its own terms, beyond its answers."""

    def certificate(self, found: Any, /) -> dict[str, Any]:
        """What a Result claims under "claims", and what shows it: plain JSON data.

        Unsuited where no certificate is known, and only the search vouches for it.
        """

    def certificate_faults(self, data: dict[str, Any], /) -> list[str]:
        """What is wrong with such data, by the rules alone; ValueError if its form is wrong.

        It neither searches nor uses the code that made the certificate.
        """


class RatedTogether(Protocol):
    """A puzzle that is rated faster together with others of its kind."""

    @property
    def rate_together(self) -> Callable[[Sequence[Any], bool], Sequence[Any]] | None:
        """The ratings of such puzzles, or why one has none; None if only one by one."""


class Splits(Protocol):
    """A puzzle that can split the count of its answers into parts."""

    def split(self, wanted: int, /) -> Sequence[tuple[Any, int]]:
        """Puzzles that together have its answers, each with how often its answers count."""


class CountsParts(Protocol):
    """A puzzle whose count a kernel splits into numbered parts, also by symmetry."""

    @property
    def counts_parts(self) -> bool: ...

    def count_part(self, part: int, parts: int, turns: int, /) -> tuple[int, int]:
        """The answers of one part, or those that are their own image after a turn; and the nodes.

        `turns` is 2 for a half turn, 4 for a quarter turn, 0 for a part.
        """


class SymmetryClasses(Protocol):
    """The answers of a puzzle by their symmetry."""

    @property
    def total(self) -> int: ...

    def as_dict(self) -> dict[str, int]:
        """How many there are but for turning and mirroring, and of each symmetry."""


class CountsBySymmetry(CountsParts, Protocol):
    """A puzzle whose answers are also counted by their symmetry."""

    def symmetry_objection(self, strategy: str, /) -> str:
        """Why its answers are not counted by symmetry with that strategy, if they are not."""

    def symmetry_classes(self, run: Any, strategy: Any, /) -> SymmetryClasses:
        """The answers by their symmetry, counted with a strategy to which there is no objection."""

    def classes_of(self, every: int, half: int, quarter: int, /) -> SymmetryClasses:
        """The classes, if so many answers there are, and so many are the same after a turn."""
