"""The ways to look at a puzzle: constraints, a space to walk, a game to win, linear equations."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Protocol, TypeVar, overload

Domain = int
"""A set of small values as one integer: bit v is set while value v is possible."""

Assignment = tuple[int, ...]
"""One value for each variable of a CSP, in the order of its domains."""

Givens = bytes
"""All that makes an ordinary 9 x 9 Sudoku: its 81 cells row by row, 0 for a blank."""

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
    - `flips`: states are numbers, move i is `state ^ flips[i]`, and 0 is the only goal; so moves
      may be made in any order, and none need be made twice.
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


@dataclass(frozen=True, slots=True)
class LatinSquare:
    """A square of order n to be filled with 1..n, each value once in every row and column.

    `givens` are its cells row by row, 0 for a blank; `less` are pairs of neighbours, the smaller
    first.
    """

    order: int
    givens: tuple[int, ...]
    less: tuple[tuple[int, int], ...] = ()


class Game(Protocol[S, M_co]):
    """A game of two players who move in turn and see everything.

    States are immutable and hashable; a move is the text that a player would type. A game may
    offer more, and strategies use it where it is there:

    - `canonical(state)`: the same state for all that differ by a symmetry only.
    - `promise(state)`: the smaller, the better for the player who moved there; for move ordering.
    - `in_a_row`: rows, columns and length, if so many in a row win; a state then holds the marks
      of the player to move as the lowest bits, row by row, and above them the other's.
    - `cycle`: states that may follow each other for ever, the first one again at the end; a game
      without one always ends.
    - `stakes`: no payoff is greater than this, nor less than minus this: 1 if there are wins,
      draws and losses only. A search that has found so much need look no further.
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

    Who cannot move loses (wins, if `misere` is there and true). The nim-value of a part is the
    least number that is no nim-value of an option; that of several parts is their nim-sum.
    A face may offer more:

    - `theorem`: why the parts may stand for the position, where they are not just its pieces.
    - `names(state)`: what to call each of the parts.
    - `reach`: a heap's value depends only on those of so many sizes before it, always alike.
    - `is_nim`: the parts are plain piles, whole numbers that are their own nim-values.
    - `leaving(state, place, left)`: of such a game, the moves that make a pile of `left` of the
      part at `place`, so that the winning ones are found without a look at the others.
    - `by_size`: the parts are whole numbers, and an option holds smaller ones only.
    - `octal`: the digits of the octal code by which the parts, heaps of that size, are played.
    """

    def parts(self, state: S, /) -> tuple[Any, ...]:
        """The parts of the position; those in which no move is left may be left out."""

    def options(self, part: Any, /) -> Iterable[tuple[Any, ...]]:
        """For each move in a part, the parts that it leaves there."""


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


@dataclass(frozen=True, slots=True)
class LinearSystem:
    """Sums that must be even or odd, over unknowns that are 0 or 1: linear algebra over GF(2).

    Bit i of an equation is set if unknown i is in it, bit e of `right` if equation e must be
    odd. A solution is a number whose bit i is unknown i.
    """

    unknowns: int
    equations: tuple[int, ...]
    right: int = 0


@dataclass(frozen=True, slots=True)
class GridSystem:
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


@dataclass(frozen=True, slots=True)
class Pattern(Sequence[tuple[int, int]]):
    """The cells (row, column) of a grid that a solution sets, as a sequence in reading order.

    Rows are made when they are asked for, so that it may be far larger than the memory. Like a
    range it equals only others of its kind; tuple(pattern) is the plain one.
    """

    system: GridSystem
    first: int

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


@dataclass(frozen=True, slots=True)
class QueensBoard:
    """Queens to place, one in each row of a square board, so that none attacks another.

    `placed` are the squares (row, column) of those that stand already. What is found is the
    column of the queen in each row.
    """

    order: int
    placed: tuple[tuple[int, int], ...] = ()

    def domains(self) -> tuple[Domain, ...]:
        """The columns that each row's queen may take by those that stand already."""
        masks = [(1 << self.order) - 1] * self.order
        for row, col in self.placed:
            masks[row] &= 1 << col
        return tuple(masks)


@dataclass(frozen=True, slots=True)
class Tour:
    """A knight's tour to be found: every cell of a board once, each a knight's move from the last.

    It begins at `start` (row, column), or anywhere if that is None; if `closed`, its last cell
    is a move from its first. What is found is the cells in the order of the visits, each as the
    number row * 2 * cols + column (so the difference of two tells the move between them), as
    the bytes of 32-bit integers. Every order is found once; but of a closed tour without a
    start, which begins everywhere and runs both ways, only the one that leaves the first
    corner for its neighbour in the second row. `path`, if any, are the cells that it begins
    with, the start among them.
    """

    rows: int
    cols: int
    start: tuple[int, int] | None = None
    closed: bool = False
    path: tuple[tuple[int, int], ...] = ()

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        return self.rows * self.cols
