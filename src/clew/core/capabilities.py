"""Capabilities: optional abilities of a puzzle, a space or a game, as protocols.

Code that can use more than the required methods declares them as a `Protocol` and calls
`capability(it, Protocol)`. If that returns None, it falls back to code that works for all objects.
It never checks for a class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Protocol, TypeVar

P = TypeVar("P")


def capability(it: object, protocol: type[P]) -> P | None:
    """Return the object itself if it has every member of the protocol, or None.

    A member that is None doesn't count. A member that `__getattr__` returns does count, although
    `isinstance` with a protocol misses it from Python 3.12 on.
    """
    kind = type(it)
    for name in _members(protocol):  # type: ignore[arg-type]  # a type is hashable
        if getattr(kind, name, None) is None and getattr(it, name, None) is None:
            return None
    return it  # type: ignore[return-value]  # it has every member


def defined_in(module: str, name: str) -> Callable[..., Any]:
    """Define a method whose code is in another module, which is imported only when it's called.

    So solving a puzzle doesn't import the code that explains or transforms it.
    """

    def method(self: Any, *arguments: Any) -> Any:
        """Call the function of the other module.

        Args:
            *arguments: The arguments of the function.
        """
        return getattr(import_module(module), name)(self, *arguments)

    return method


@cache
def _members(protocol: type) -> tuple[str, ...]:
    parts = [base for base in protocol.__mro__ if getattr(base, "_is_protocol", False)]
    names = {name for base in parts for name in (*vars(base), *base.__annotations__)}
    return tuple(sorted(name for name in names if not name.startswith("_")))


# ------------------------------------------------------------------ state spaces


class HasCost(Protocol):
    """A space whose moves have positive costs. In other spaces, each move costs 1."""

    def cost(self, state: Any, move: Any, after: Any, /) -> Any: ...


class HasPrices(HasCost, Protocol):
    """A space that lists the moves from a state together with their costs, which is faster."""

    def priced(self, state: Any, /) -> list[tuple[Any, Any, Any]]: ...


class HasHeuristic(Protocol):
    """A space with an estimate of the minimum cost to a goal, which it never overestimates."""

    def heuristic(self, state: Any, /) -> Any: ...


class HasNeighbours(Protocol):
    """A space that lists the successors of a state without their moves, which is faster."""

    def neighbours(self, state: Any, /) -> list[Any]: ...


class HasPlainMoves(Protocol):
    """A space that checks a user's moves, and offers them unchecked to a loop that checks them."""

    width: int
    """The number of items of each move: the move, the next state and perhaps a cost."""
    most_moves: int
    """The maximum number of moves from a state."""

    def moves(self, state: Any, /) -> Iterable[tuple[Any, ...]]: ...


class Reversible(Protocol):
    """A space that lists its goals, and the states one move before a state."""

    @property
    def goals(self) -> Iterable[Any]: ...

    def predecessors(self, state: Any, /) -> Iterable[Any]: ...


class MaybeTree(Protocol):
    """A space that declares whether it's a tree, in which only one path leads to each state."""

    @property
    def is_tree(self) -> bool: ...


class FlipsBits(Protocol):
    """A space of integers: move i is `state ^ flips[i]`, and 0 is the only goal.

    So moves commute, and a shortest path doesn't repeat any move.
    """

    @property
    def start(self) -> int: ...

    @property
    def flips(self) -> Sequence[int]: ...


# ------------------------------------------------------------------ games


class HasSymmetries(Protocol):
    """A game that recognises states that differ only by a symmetry."""

    def canonical(self, state: Any, /) -> Any:
        """Return the same state for all states that differ only by a symmetry."""


class HasPlainRules(Protocol):
    """A game that checks a user's rules, and offers them unchecked to a loop that checks them."""

    @property
    def plain(self) -> Any:
        """The rules as the user stated them. Payoffs must be whole numbers."""


class HasEvaluation(Protocol):
    """A game that estimates the value of a position, for searches that don't reach the end."""

    def evaluate(self, state: Any, /) -> Any:
        """Estimate the gain of the player to move, as a number between the payoffs."""


class HasMoveOrder(Protocol):
    """A game that can order moves by how promising they are."""

    def promise(self, state: Any, /) -> Any:
        """Rate a state: the smaller, the better for the player who moved to it."""


class LeavesPiles(Protocol):
    """A game of Nim piles that can list the moves to a given pile without listing the others."""

    def leaving(self, state: Any, place: int, left: int, /) -> Iterable[tuple[str, Any]]:
        """Yield the moves that turn the part at `place` into a pile of `left`."""


# ------------------------------------------------------------------ puzzles


class CellByCell(Protocol):
    """A puzzle whose solution has a value for each cell of its board, row by row.

    Cell i is variable i of its CSP. So steps can be described in terms of cells and candidates, and
    part of a solution is a puzzle with more givens.
    """

    @property
    def width(self) -> int:
        """The number of cells in a row."""

    @property
    def givens(self) -> Sequence[int]:
        """The given value of each cell, or 0."""

    def with_entries(self, entries: Sequence[int], /) -> Any:
        """Return the puzzle with these givens."""

    def region(self, cell: int, /) -> str:
        """Return a player's name for a part of the board that contains a cell."""


class VariableWords(Protocol):
    """The names of a CSP's variables and values."""

    def variable(self, variable: int, /) -> str: ...

    def value(self, value: int, /) -> str: ...

    def fact(self, variable: int, mask: int, /) -> str:
        """Describe the values that a variable may still have."""


class HasWords(Protocol):
    """A puzzle whose variables and values have their own names."""

    def words(self) -> VariableWords: ...


class PlacesPieces(Protocol):
    """A puzzle whose values are the places of pieces. In other puzzles, cell i shows variable i."""

    def piece_at(self, variable: int, value: int, /) -> tuple[int, str]:
        """Return the cell that shows a variable with this value, and the text there.

        If the variable or the value increases by 1, the piece always moves by the same number of
        cells.
        """


class HasCanonicalForm(Protocol):
    """A puzzle that recognises which of its forms are equivalent."""

    def canonical_form(self) -> Any:
        """Return the smallest form of the puzzle.

        Raises:
            Unsuited: This variant has no canonical form.
        """


class HasObjective(Protocol):
    """A puzzle that asks for the best solution."""

    @property
    def sign(self) -> int:
        """1 if the objective is to be minimised, -1 if it's to be maximised."""

    def objective_of(self, answer: Any, /) -> int:
        """Return the value of a solution, which is to be minimised or maximised."""

    def cost(self, answer: Any, /) -> int:
        """Return the value of a solution as a cost: less is better."""

    def as_cheap(self, cost: int, /) -> Any:
        """Return the same puzzle, restricted to solutions that cost no more than this."""

    def as_minimised(self) -> Any:
        """Return the same puzzle with its costs in the CSP, if they can be expressed there."""

    def cost_terms(self) -> Sequence[tuple[Sequence[int], Callable[[Sequence[int]], int]]]:
        """Return the terms whose sum is the cost, up to a constant.

        Each term is a function of the values of some variables of the CSP.
        """

    def codes(self, answer: Any, /) -> Sequence[int]:
        """Return a solution's values in the CSP, for the variables that solutions mention."""


class Certifies(Protocol):
    """A puzzle that can certify results other than solutions, in its own terms."""

    def certificate(self, found: Any, /) -> dict[str, Any]:
        """Return the claims of a Result under "claims" and the evidence for them, as plain JSON
        data.

        Raises:
            Unsuited: Puzzles like this one can't be certified, so only the search vouches for the
                result.
        """

    def certificate_faults(self, data: dict[str, Any], /) -> list[str]:
        """List the faults of a certificate by the rules alone, without searching.

        The check doesn't use the code that made the certificate.

        Raises:
            ValueError: The data doesn't have the right form.
        """


class RatedTogether(Protocol):
    """A puzzle that can be rated faster in a batch with others of its kind."""

    @property
    def rate_together(self) -> Callable[[Sequence[Any], bool], Sequence[Any]] | None:
        """A function that rates several such puzzles at once and returns a rating or an error for
        each.

        None if they can only be rated one at a time.
        """


class Splits(Protocol):
    """A puzzle that can split the counting of its solutions into parts."""

    def split(self, wanted: int, /) -> Sequence[tuple[Any, int]]:
        """Return puzzles, each with a factor.

        Their counts, multiplied by these factors, add up to the count of this puzzle.
        """


class CountsParts(Protocol):
    """A puzzle with a kernel that counts its solutions in numbered parts, also up to symmetry."""

    @property
    def counts_parts(self) -> bool: ...

    def count_part(self, part: int, parts: int, turns: int, /) -> tuple[int, int]:
        """Count the solutions of one part, or those that a turn maps to themselves.

        `turns` is 2 for a half turn, 4 for a quarter turn, and 0 for a part. The second number
        returned is the node count.
        """


class SymmetryClasses(Protocol):
    """The number of a puzzle's solutions with each symmetry."""

    @property
    def total(self) -> int: ...

    def as_dict(self) -> dict[str, int]:
        """Return the number of solutions up to symmetry, and the number with each symmetry."""


class CountsBySymmetry(CountsParts, Protocol):
    """A puzzle whose solutions can also be counted up to symmetry."""

    def symmetry_objection(self, strategy: str, /) -> str:
        """Return the reason why a strategy can't count up to symmetry, or an empty string."""

    def symmetry_classes(self, run: Any, strategy: Any, /) -> SymmetryClasses:
        """Count the solutions up to symmetry, with a strategy that supports this."""

    def classes_of(self, every: int, half: int, quarter: int, /) -> SymmetryClasses:
        """Return the classes, given the total count and how many solutions each turn preserves."""
