"""The ways to look at a puzzle: constraints, a space to walk, a game to win.

The fourth, linear equations, is in `clew.core.faces`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import islice
from operator import is_
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, overload

if TYPE_CHECKING:
    from clew.rules.rule import Constraint


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


def normalised(rules: Iterable[Constraint]) -> list[Constraint]:
    """Return the rules in their normal form: see `Constraint.normal`."""
    return [normal for rule in rules for normal in rule.normal()]


class OwnRules(tuple["Constraint", ...]):
    """The rules of one problem, which no other shares: what is made of them goes when they go."""

    laid_out: tuple[int, Any] | None = None
    """For how many variables, and what was made of them."""
    is_normal: bool = False

    def __reduce__(self) -> Any:
        return OwnRules, (tuple(self),)


_normal: dict[int, tuple[Constraint, ...]] = {}
"""Rules that are known to be normal, by their identity: puzzles of one kind and size share them."""
MOST_NORMAL = 64


@dataclass(frozen=True, slots=True)
class CSP:
    """A constraint satisfaction problem: what each variable may be, and the rules between them.

    Its rules are normal, whoever states them: no rule repeats a variable, and those that always
    hold are left out. If one never holds whatever the values, no variable has a value left.

    >>> import clew
    >>> from clew.rules import AllDifferent
    >>> pair = clew.CSP((0b110, 0b010), (AllDifferent((0, 1), "the pair"),))
    >>> clew.solve(pair).solution
    (2, 1)
    """

    word: ClassVar[str] = "csp"

    domains: tuple[Domain, ...]
    constraints: tuple[Constraint, ...]

    def __post_init__(self) -> None:
        """Normalise the rules; the same tuple stays if nothing changes, for those who keep it."""
        rules = self.constraints
        own = isinstance(rules, OwnRules)
        if rules.is_normal if isinstance(rules, OwnRules) else _normal.get(id(rules)) is rules:
            return
        found = normalised(rules)
        if any(not rule.scope for rule in found):
            object.__setattr__(self, "domains", (0,) * max(1, len(self.domains)))
            found = [rule for rule in found if rule.scope]
        if len(found) != len(rules) or not all(map(is_, found, rules)):
            rules = OwnRules(found) if own else tuple(found)
            object.__setattr__(self, "constraints", rules)
        if isinstance(rules, OwnRules):
            rules.is_normal = True
        elif isinstance(rules, tuple):  # a list may change
            if len(_normal) >= MOST_NORMAL:
                _normal.clear()
            _normal[id(rules)] = rules


class StateSpace(Protocol[S, M_co]):
    """A start, the moves from each state, and the states that end the search.

    States are immutable and hashable; integers are quickest. A space may offer more, and
    strategies use what there is: `HasCost`, `HasHeuristic`, `HasNeighbours`, `Reversible`,
    `MaybeTree` and `FlipsBits` of `clew.core.capabilities`.

    >>> import clew
    >>> class Doubling:
    ...     start = 1
    ...     def successors(self, n):
    ...         return [("double", 2 * n), ("add 3", n + 3)]
    ...     def is_goal(self, n):
    ...         return n == 11
    >>> clew.solve(Doubling()).solution
    ('add 3', 'double', 'add 3')
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

    >>> import clew
    >>> class Take:
    ...     start = 4
    ...     def successors(self, left):
    ...         return [(f"take {n}", left - n) for n in (1, 2) if n <= left]
    ...     def payoff(self, left):
    ...         return -1 if left == 0 else None
    >>> clew.solve(Take()).solution.best
    ('take 1',)
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

    >>> import clew
    >>> clew.solve("nim:3,4,5").solution.best
    ('pile 1: take 2',)
    """

    value: int
    best: tuple[str, ...]
    line: tuple[str, ...]
    ending: str = OVER
    nimber: int | None = None
    """The nim-value of the position, where the strategy knows it."""
    known: str = ""
    """How far it was searched, where that is not to the end: `at depth 8`. Then `best` are the best
    moves known, and nothing is proven unless the value is `forced`."""
    estimate: float = 0.0
    """What the player to move gains, by what is known."""
    forced: bool = False
    """Whether the value is proven, although the game was not searched to the end."""


# ------------------------------------------------------------------ the linear face
# The linear face of a puzzle: sums over GF(2), and what solves them.


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


def __getattr__(name: str) -> Any:
    """Find the names that were here before rules had a package of their own."""
    if name in ("Constraint", "Ruling"):
        return getattr(import_module("clew.rules.rule"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
