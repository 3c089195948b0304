"""The faces of a puzzle: constraints, a state space, a game, linear equations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import islice
from operator import is_
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, overload

if TYPE_CHECKING:
    from clew.rules.minimise import Minimise
    from clew.rules.rule import Constraint


Domain = int
"""A set of small values as one integer: bit v is set while value v is possible."""

Assignment = tuple[int, ...]
"""One value for each variable of a CSP, in the order of its domains."""

S = TypeVar("S")
M_co = TypeVar("M_co", covariant=True)


WIDE = 2_048
"""The maximum number of bits of a domain to go through as one number."""


def domain(values: Iterable[int]) -> Domain:
    """Return the domain that holds exactly these values.

    >>> bin(domain([1, 3]))
    '0b1010'
    """
    mask = 0
    for value in values:
        mask |= 1 << value
    return mask


def values(mask: Domain) -> Iterator[int]:
    """Yield the values of a domain in increasing order.

    >>> list(values(0b1010))
    [1, 3]
    """
    if mask.bit_length() > WIDE:
        for start in range(0, mask.bit_length(), WIDE):
            for value in values(mask >> start & (1 << WIDE) - 1):
                yield start + value
        return
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def normalised(rules: Iterable[Constraint]) -> list[Constraint]:
    """Return the rules in their normal form: see `Constraint.normal`."""
    return [normal for rule in rules for normal in rule.normal()]


class OwnRules(tuple["Constraint", ...]):
    """The rules of one problem. Anything derived from them is stored here and freed with them."""

    laid_out: tuple[int, Any] | None = None
    """The number of variables, and the network built for them."""
    is_normal: bool = False
    whole: tuple[Constraint, ...] | None = None
    """The rules for a search that learns; empty if they're the same, None if they aren't known."""

    def __reduce__(self) -> Any:
        return OwnRules, (tuple(self),)


_normal: dict[int, tuple[Constraint, ...]] = {}
"""Rules known to be in normal form, keyed by identity. Puzzles of one kind and size share them."""
MOST_NORMAL = 64


@dataclass(frozen=True, slots=True)
class CSP:
    """A constraint satisfaction problem: the domains of its variables, and its constraints.

    You can pass one to `clew.solve` directly. Clew normalises the rules: no rule repeats a
    variable, and rules that always hold are dropped. If a rule can never hold, all domains become
    empty.

    Args:
        domains: One set of small values for each variable, as an integer: bit v is set while value
            v is possible.
        constraints: Rules from `clew.rules`, which refer to variables by number, counted from 0.
        objective: The costs, for a strategy that makes solutions cheaper and cheaper.

    >>> import clew
    >>> from clew.rules import AllDifferent
    >>> pair = clew.CSP((0b110, 0b010), (AllDifferent((0, 1), "the pair"),))
    >>> clew.solve(pair).solution
    (2, 1)
    """

    word: ClassVar[str] = "csp"

    domains: tuple[Domain, ...]
    constraints: tuple[Constraint, ...]
    objective: Minimise | None = None

    def __post_init__(self) -> None:
        """Normalise the rules. If nothing changes, keep the same tuple, since caches rely on it."""
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
    """A state space: a start, the moves from each state, and the goals.

    Any object with these three members is one. You don't need to inherit anything. States are
    immutable and hashable, and integers are fastest. A space may support more protocols that
    strategies can use: `HasCost`, `HasHeuristic`, `HasNeighbours`, `Reversible`, `MaybeTree` and
    `FlipsBits` from `clew.core.capabilities`.

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
    def start(self) -> S:
        """The state in which the search starts."""

    def successors(self, state: S, /) -> Iterable[tuple[M_co, S]]:
        """Return the moves from a state, each with the state that it leads to.

        Args:
            state: The state to move from.
        """

    def is_goal(self, state: S, /) -> bool:
        """Check whether a state is a goal.

        Args:
            state: The state to check.
        """


class Game(Protocol[S, M_co]):
    """A game for two players who move in turn and see everything.

    Any object with these three members is one. You don't need to inherit anything. States are
    immutable and hashable. A move is the text that a player would type. A game may offer more: the
    methods that have a default in `clew.core.games.Rules`, and `HasSymmetries` and `HasMoveOrder`
    from `clew.core.capabilities`.

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
    def start(self) -> S:
        """The position in which the game starts."""

    def successors(self, state: S, /) -> Iterable[tuple[M_co, S]]:
        """Return the moves of the player to move, each with the position that it leads to.

        Args:
            state: The position to move from.
        """

    def payoff(self, state: S, /) -> int | None:
        """Return the gain of the player to move, which is the other player's loss.

        Args:
            state: The position.

        Returns:
            A whole number: 1 for a win, -1 for a loss and 0 for a draw, or any score. None while
            the game goes on.
        """


class Impartial(Game[S, M_co], Protocol[S, M_co]):
    """A game in which both players have the same moves, and a position is a sum of parts.

    A player who can't move loses (or wins, in misère play). A part's nim-value is the smallest
    number that isn't the nim-value of one of its options. The nim-value of several parts is the
    nim-sum of their nim-values.
    """

    def parts(self, state: S, /) -> tuple[Any, ...]:
        """Return the parts of the position. It may leave out parts that have no moves."""

    def options(self, part: Any, /) -> Iterable[tuple[Any, ...]]:
        """Return the parts that each move in a part leaves behind."""


class Faces(dict[type, Callable[[Any], Any]]):
    """A kind's faces, with the usual one first, and the functions that make them."""

    def __str__(self) -> str:
        return ", ".join(map(word_of, self))


WORDS: dict[type, str] = {StateSpace: "space", Game: "game", Impartial: "impartial"}


def word_of(face: type) -> str:
    """Return the name of a face for people to read."""
    word: str = WORDS.get(face) or getattr(face, "word", "") or face.__name__.lower()
    return word


OVER, ENDLESS, CUT = "over", "endless", "cut"
"""How a line of best play ends: with the game, with a repeated position, or cut short because it's
too long to show."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The solution of a game: its value with best play, and the best moves.

    Args:
        value: The gain of the player to move: in most games 1 for a win, 0 for a draw and -1 for a
            loss.
        best: All moves that keep this value, in the order of the rules.
        line: One continuation in which both players play best.
        ending: How the line ends: `over` with the game, `endless` with a repeated position, `cut`
            if it's too long to show.
        nimber: The nim-value of the position, if the strategy knows it.
        known: How far the search went if it didn't reach the end of the game, for example
            `at depth 8`. In that case, `best` contains the best moves known, and nothing is proven
            unless the value is `forced`.
        estimate: The estimated gain of the player to move.
        forced: True if the value is proven, although the game wasn't searched to its end.

    >>> import clew
    >>> clew.solve("nim:3,4,5").solution.best
    ('pile 1: take 2',)
    """

    value: int
    best: tuple[str, ...]
    line: tuple[str, ...]
    ending: str = OVER
    nimber: int | None = None
    known: str = ""
    estimate: float = 0.0
    forced: bool = False


# ------------------------------------------------------------------ the linear face
# The linear face of a puzzle: equations over GF(2), and their solutions.


class Linear:
    """Linear equations over GF(2): sums that must be even or odd."""

    __slots__ = ()
    word: ClassVar[str] = "linear"


@dataclass(frozen=True, slots=True)
class LinearSystem(Linear):
    """Linear equations over GF(2), written out.

    Bit i of an equation is set if the equation contains unknown i. Bit e of `right` is set if
    equation e must be odd. A solution is a number whose bit i is unknown i.
    """

    unknowns: int
    equations: tuple[int, ...]
    right: int = 0


@dataclass(frozen=True, slots=True)
class GridSystem(Linear):
    """A linear system with one unknown and one equation for each cell of a grid.

    The equations aren't stored. A cell's equation adds up its neighbours above, below, left and
    right, and the cell itself if `own` is True. Bit c of `right[r]` is set if the sum must be odd.
    The first row of a solution determines all the others, so a solution is a `Pattern` that stores
    only that row.
    """

    rows: int
    cols: int
    own: bool
    right: tuple[int, ...]

    def chase(self, first: int) -> Iterator[int]:
        """Yield the rows that follow from the first, then an extra row: 0 if it's a solution."""
        full = (1 << self.cols) - 1
        above, row = 0, first
        for odd in self.right:
            yield row
            sides = row << 1 ^ row >> 1 ^ (row if self.own else 0)
            above, row = row, (above ^ sides ^ odd) & full
        yield row

    def quiet(self) -> GridSystem:
        """Return the same system with all sums even."""
        return replace(self, right=(0,) * self.rows)


System = LinearSystem | GridSystem


class Fewest(int):
    """A solution with a bit for each unknown, proven to set as few bits as possible."""


@dataclass(frozen=True, slots=True)
class Pattern(Sequence[tuple[int, int]]):
    """The cells (row, column) of a grid that a solution sets, in reading order.

    Rows are computed on demand, so a pattern may be far too large to fit in memory. Like a range,
    it's only equal to other patterns. Use tuple(pattern) to get a plain tuple.
    """

    system: GridSystem
    first: int
    fewest: bool = field(default=False, compare=False)
    """True if it's proven that no solution sets fewer cells."""

    def rows(self) -> Iterator[int]:
        """Yield the rows, each a number whose bit c is column c."""
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
        raise IndexError(f"index {index} is out of range: the pattern has {len(self)} cells")


def __getattr__(name: str) -> Any:
    """Look up names that were in this module before rules had their own package."""
    if name in ("Constraint", "Ruling"):
        return getattr(import_module("clew.rules.rule"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
