"""A CSP as a person with a pencil sees it: houses, and each cell's candidates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_

from clew.core.faces import CSP, Domain, domain, values
from clew.core.grid import Role, cell_name, house_name, role_of
from clew.core.phrases import spoken
from clew.explanations.techniques.step import Candidates, Step
from clew.rules.less import Less
from clew.rules.rule import Constraint

Cells = int
"""A set of cells as an integer, with bit c set for cell c."""
BOX, ROW, COLUMN, LINE = Role


@dataclass(frozen=True, slots=True)
class House:
    """Cells that hold every value once."""

    label: str
    kind: Role
    mask: Cells
    cells: tuple[int, ...]

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The fixed parts of a puzzle: its houses, its signs, and which cells see each other."""

    size: int
    symbols: Domain
    houses: tuple[House, ...]
    of_kind: dict[Role, tuple[House, ...]]
    around: tuple[tuple[House, ...], ...]
    """Each cell's houses."""
    peers: tuple[Cells, ...]
    """For each cell, the cells that can't have the same value."""
    crossings: tuple[tuple[House, House, Cells], ...]
    """Boxes and lines that cross in more than one cell, each pair with the shared cells."""
    less: tuple[tuple[int, int], ...]
    """Pairs of cells, the smaller first."""
    signs: tuple[tuple[tuple[int, bool], ...], ...]
    """For each cell, the cells that it has a sign with, and whether each of them is greater."""
    beyond: bool
    """True if there are rules other than houses: signs, or smaller sets of cells that differ."""

    def home(self, cell: int) -> House | None:
        """Return the house in which a person would look for a cell: its box, or else its row."""
        houses = self.around[cell]
        return next((house for role in (BOX, ROW) for house in houses if house.kind is role), None)


@lru_cache(maxsize=64)
def layout(size: int, width: int, constraints: tuple[Constraint, ...], symbols: Domain) -> Layout:
    """Return the layout of a CSP with houses, smaller sets of cells that differ, and signs.

    Args:
        size: The number of cells.
        width: The number of columns.
        constraints: The rules.
        symbols: The values.

    Raises:
        ValueError: if there's any other kind of rule.
    """
    houses: dict[Cells, House] = {}  # a duplicate house would count twice in a fish
    apart: list[Cells] = []
    for rule in constraints:
        if rule.distinct == ():
            mask = domain(rule.scope)
            if len(rule.scope) < symbols.bit_count():
                apart.append(mask)
            elif mask not in houses:
                label = rule.label or house_name(rule.scope, size // width, width)
                houses[mask] = House(label, role_of(rule.scope, width), mask, rule.scope)
        elif not isinstance(rule, Less):
            raise ValueError(f"{rule.label} is neither a house nor a sign")
    ranked = tuple(
        sorted(houses.values(), key=lambda house: (BOX, COLUMN, ROW, LINE).index(house.kind))
    )
    kinds = {kind: tuple(h for h in ranked if h.kind == kind) for kind in Role}
    around = tuple(tuple(h for h in ranked if h.mask >> cell & 1) for cell in range(size))
    seen = [[h.mask for h in around[cell]] for cell in range(size)]
    for mask in apart:
        for cell in values(mask):
            seen[cell].append(mask)
    peers = tuple(union(seen[cell]) & ~(1 << cell) for cell in range(size))
    crossings = tuple(
        (box, line, both)
        for line_kind in (COLUMN, ROW, LINE)
        for box in kinds[BOX]
        for line in kinds[line_kind]
        if (both := box.mask & line.mask).bit_count() > 1
    )
    less = tuple((r.scope[0], r.scope[1]) for r in constraints if isinstance(r, Less))
    signs: list[list[tuple[int, bool]]] = [[] for _ in range(size)]
    for smaller, greater in less:
        signs[smaller].append((greater, True))
    for smaller, greater in less:
        signs[greater].append((smaller, False))
    both_ways = tuple(map(tuple, signs))
    beyond = bool(less or apart)
    return Layout(size, symbols, ranked, kinds, around, peers, crossings, less, both_ways, beyond)


@lru_cache(maxsize=64)
def ordered(layout: Layout, kinds: tuple[Role, ...]) -> Layout:
    """Return the same layout with its houses in a different order."""
    rank = {kind: number for number, kind in enumerate((*kinds, LINE))}
    houses = tuple(sorted(layout.houses, key=lambda house: rank[house.kind]))
    around = tuple(tuple(sorted(mine, key=lambda h: rank[h.kind])) for mine in layout.around)
    crossings = tuple(sorted(layout.crossings, key=lambda crossing: rank[crossing[1].kind]))
    return replace(layout, houses=houses, around=around, crossings=crossings)


class Position:
    """The placed values and the remaining candidates. Techniques read it, and steps change it.

    `places[v]` are the open cells where v is still possible. `candidates[c]` are the values that
    are still possible in cell c. A filled cell has none.
    """

    __slots__ = ("candidates", "layout", "name", "open", "places", "value")

    def __init__(self, layout: Layout, name: Callable[[int], str]) -> None:
        self.layout: Layout = layout
        self.name: Callable[[int], str] = name
        self.open: Cells = (1 << layout.size) - 1
        self.candidates: list[Domain] = [layout.symbols] * layout.size
        self.places: list[Cells] = [
            self.open if layout.symbols >> v & 1 else 0 for v in range(layout.symbols.bit_length())
        ]
        self.value: list[int] = [0] * layout.size

    @staticmethod
    def of(csp: CSP, width: int) -> Position:
        """Return the initial position, with the givens placed and eliminated from their peers."""
        rules = layout(len(csp.domains), width, csp.constraints, union(csp.domains))
        given = [mask.bit_count() == 1 for mask in csp.domains]
        return Position.at(rules, lambda cell: cell_name(cell, width), csp.domains, given)

    @staticmethod
    def at(
        layout: Layout, name: Callable[[int], str], domains: Sequence[Domain], known: Sequence[bool]
    ) -> Position:
        """Return a position with the candidates that the domains allow.

        Args:
            layout: The fixed parts of the puzzle.
            name: Returns the name of a cell.
            domains: The values that each cell can have.
            known: For each cell, True if it's filled.
        """
        position = Position(layout, name)
        for cell, mask in enumerate(domains):
            if known[cell]:
                position.place(cell, mask.bit_length() - 1)
        for cell, mask in enumerate(domains):
            for value in values(position.candidates[cell] & ~mask):
                position.strike(cell, value)
        return position

    def copy(self) -> Position:
        other = Position(self.layout, self.name)
        other.open, other.value = self.open, self.value[:]
        other.candidates, other.places = self.candidates[:], self.places[:]
        return other

    @property
    def solved(self) -> bool:
        return not self.open

    def place(self, cell: int, value: int) -> None:
        """Fill a cell, and eliminate the value from all cells that see it."""
        bit = 1 << cell
        for other in values(self.candidates[cell]):
            self.places[other] &= ~bit
        self.candidates[cell] = 0
        self.value[cell] = value
        self.open &= ~bit
        struck, mark = self.places[value] & self.layout.peers[cell], ~(1 << value)
        self.places[value] &= ~struck
        for seen in values(struck):
            self.candidates[seen] &= mark

    def strike(self, cell: int, value: int) -> None:
        """Eliminate a candidate."""
        self.candidates[cell] &= ~(1 << value)
        self.places[value] &= ~(1 << cell)

    def apply(self, step: Step) -> None:
        for cell, value in step.placements:
            self.place(cell, value)
        for cell, value in step.eliminations:
            self.strike(cell, value)

    def broken(self) -> bool:
        """Check whether an open cell has no candidates."""
        return any(not self.candidates[cell] for cell in values(self.open))

    # ------------------------------------------------------------ queries for techniques

    def pairs(self) -> list[int]:
        """Return the cells with two candidates."""
        return [cell for cell in values(self.open) if self.candidates[cell].bit_count() == 2]

    def union(self, cells: Iterable[int]) -> Domain:
        """Return the values that any of these cells can have."""
        return union(self.candidates[cell] for cell in cells)

    def held(self, cells: Iterable[int], among: Domain = -1) -> Candidates:
        """Return the candidates of these cells, or only those among some values."""
        return tuple((c, v) for c in cells for v in values(self.candidates[c] & among))

    def seen_by_all(self, cells: Iterable[int]) -> Cells:
        """Return the cells that see all of these."""
        common = -1
        for cell in cells:
            common &= self.layout.peers[cell]
        return common

    def seen_by_any(self, cells: Cells) -> Cells:
        return union(self.layout.peers[cell] for cell in values(cells))

    def struck(self, cells: Cells, value: int) -> Candidates:
        """Return the candidates to eliminate if none of these cells can have the value."""
        return tuple((cell, value) for cell in values(self.places[value] & cells))

    def all_struck(self, cells: Cells, several: Domain) -> Candidates:
        """Return the candidates to eliminate if none of these cells can have any of the values."""
        return tuple(each for value in values(several) for each in self.struck(cells, value))

    def names(self, cells: Cells | Sequence[int]) -> str:
        several = list(values(cells) if isinstance(cells, int) else cells)
        return spoken(map(self.name, several)) if several else ""


def subsets(masks: Sequence[tuple[int, int]], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield all choices of `size` sets whose union has `size` members.

    Args:
        masks: Pairs of a key and a set.
        size: The number of sets, and of members of their union.

    Yields:
        The keys of the sets, and their union.
    """
    for chosen in combinations(masks, size):
        together = union(mask for _, mask in chosen)
        if together.bit_count() == size:
            yield tuple(key for key, _ in chosen), together


def union(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)


def only(mask: int) -> int | None:
    """Return the only member of a set, or None if it doesn't have exactly one."""
    return mask.bit_length() - 1 if mask and not mask & (mask - 1) else None
