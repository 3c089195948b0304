"""The ways to look at a puzzle: constraints, a space to walk, a game to win, linear equations."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, ClassVar, Protocol, TypeVar, overload

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
        self.by_value: tuple[Domain, ...] = tuple(by_value)

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
    pairwise: ClassVar[bool] = False
    """Whether the rule is no more than what its pairs rule out for each other."""

    @abstractmethod
    def holds(self, values: Sequence[int]) -> bool:
        """Whether these values, one for each variable of the scope, obey the rule."""

    def ruled_out(self, i: int, j: int, width: int) -> Ruling | None:
        """What the domain of scope[i], of values below `width`, rules out for scope[j].

        None when one variable alone says nothing about another (a sum, a parity).
        """
        return None


@dataclass(frozen=True, slots=True)
class CSP:
    """A constraint satisfaction problem: what each variable may be, and the rules between them."""

    word: ClassVar[str] = "csp"

    domains: tuple[Domain, ...]
    constraints: tuple[Constraint, ...]


class StateSpace(Protocol[S, M_co]):
    """A start, the moves from each state, and the states that end the search.

    States are immutable and hashable; integers are quickest. A space may offer more, and
    strategies use what there is: `HasCost`, `HasHeuristic`, `HasNeighbours`, `Reversible`,
    `MaybeTree` and `FlipsBits` of `clew.core.capabilities`.
    """

    @property
    def start(self) -> S: ...

    def successors(self, state: S, /) -> Iterable[tuple[M_co, S]]: ...

    def is_goal(self, state: S, /) -> bool: ...


class Game(Protocol[S, M_co]):
    """A game of two players who move in turn and see everything.

    States are immutable and hashable; a move is the text that a player would type. A game may
    offer more: what `clew.core.games.Rules` has a default for, and `HasSymmetries` and
    `HasMoveOrder` of `clew.core.capabilities`.
    """

    @property
    def start(self) -> S: ...

    def successors(self, state: S, /) -> Iterable[tuple[M_co, S]]: ...

    def payoff(self, state: S, /) -> int | None:
        """What the player to move gets here and the other pays; None while the game goes on.

        Any whole number: 1 is a win and -1 a loss where there is no more to gain.
        """


class Impartial(Game[S, M_co], Protocol[S, M_co]):
    """A game in which both have the same moves, and the position is a sum of independent parts.

    Who cannot move loses (wins in misère play). The nim-value of a part is the least number
    that is no nim-value of an option; that of several parts is their nim-sum.
    """

    def parts(self, state: S, /) -> tuple[Any, ...]:
        """The parts of the position; those in which no move is left may be left out."""

    def options(self, part: Any, /) -> Iterable[tuple[Any, ...]]:
        """For each move in a part, the parts that it leaves there."""


class Faces(dict[type, Callable[[Any], Any]]):
    """The faces that a puzzle shows, the usual one first, and what makes each of the puzzle."""

    def __str__(self) -> str:
        return ", ".join(map(word_of, self))


WORDS: dict[type, str] = {StateSpace: "space", Game: "game", Impartial: "impartial"}


def word_of(face: type) -> str:
    """What a face is called where people read it."""
    word: str = WORDS.get(face) or getattr(face, "word", "") or face.__name__.lower()
    return word


OVER, ENDLESS, CUT = "over", "endless", "cut"
"""How a line of best play ends: with the game, in a position that was there before, or nowhere:
it is too long to be told."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What best play leads to: what the player to move gains, or loses if it is less than 0.

    In most games that is 1 for a win, 0 for a draw and -1 for a loss. `best` are all the moves
    that keep this value, in the order of the rules; `line` is one way on from here in which
    both play best.
    """

    value: int
    best: tuple[str, ...]
    line: tuple[str, ...]
    ending: str = OVER
    nimber: int | None = None
    """The nim-value of the position, where the strategy knows it."""


class Linear:
    """Sums that must be even or odd: linear algebra over GF(2)."""

    __slots__ = ()
    word: ClassVar[str] = "linear"


@dataclass(frozen=True, slots=True)
class LinearSystem(Linear):
    """Sums that must be even or odd, over unknowns that are 0 or 1: linear algebra over GF(2).

    Bit i of an equation is set if unknown i is in it, bit e of `right` if equation e must be
    odd. A solution is a number whose bit i is unknown i.
    """

    unknowns: int
    equations: tuple[int, ...]
    right: int = 0


@dataclass(frozen=True, slots=True)
class GridSystem(Linear):
    """A linear system with an unknown and an equation for each cell of a grid, never written out.

    The equation of a cell adds up its neighbours above, below, left and right, and the cell
    itself if `own`; bit c of `right[r]` says that its sum must be odd. The first row of a
    solution decides all the others, so a solution is a `Pattern` that holds only that row.
    """

    rows: int
    cols: int
    own: bool
    right: tuple[int, ...]

    def chase(self, first: int) -> Iterator[int]:
        """Every row that follows from the first, and one more: it is 0 if this is a solution."""
        full = (1 << self.cols) - 1
        above, row = 0, first
        for odd in self.right:
            yield row
            sides = row << 1 ^ row >> 1 ^ (row if self.own else 0)
            above, row = row, (above ^ sides ^ odd) & full
        yield row

    def quiet(self) -> GridSystem:
        """The same sums, all even."""
        return replace(self, right=(0,) * self.rows)


System = LinearSystem | GridSystem


class Fewest(int):
    """A solution with a bit for each unknown, of which it is proven that none sets fewer."""


@dataclass(frozen=True, slots=True)
class Pattern(Sequence[tuple[int, int]]):
    """The cells (row, column) of a grid that a solution sets, as a sequence in reading order.

    Rows are made when they are asked for, so that it may be far larger than the memory. Like a
    range it equals only others of its kind; tuple(pattern) is the plain one.
    """

    system: GridSystem
    first: int
    fewest: bool = field(default=False, compare=False)
    """Whether it is proven that no solution sets fewer cells."""

    def rows(self) -> Iterator[int]:
        """The rows, each a number whose bit c is column c."""
        return islice(self.system.chase(self.first), self.system.rows)

    def __len__(self) -> int:
        return sum(row.bit_count() for row in self.rows())

    def __bool__(self) -> bool:
        return any(self.rows())

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return ((r, c) for r, row in enumerate(self.rows()) for c in values(row))

    def __hash__(self) -> int:
        return hash((self.system.rows, self.system.cols, self.first))

    @overload
    def __getitem__(self, index: int) -> tuple[int, int]: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[tuple[int, int], ...]: ...
    def __getitem__(self, index: int | slice) -> tuple[int, int] | tuple[tuple[int, int], ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        for cell in islice(self, index if index >= 0 else index + len(self), None):
            return cell
        raise IndexError(f"found index {index}, expected less than {len(self)}")
