"""A CSP as a solver with a pencil sees it: what each cell may still be, house by house."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Self

from clew.core.constraints import AllDifferent, Less
from clew.core.faces import CSP, Constraint, Domain, values
from clew.explanations.techniques.step import Step

Cells = int
"""A set of cells as one integer: bit c is set for cell c."""

KINDS = {"box": "block", "region": "block", "row": "row", "column": "column"}
BLOCK, ROW, COLUMN, LINE = "block", "row", "column", "line"


@dataclass(frozen=True, slots=True)
class House:
    """Cells that hold every value once."""

    label: str
    kind: str
    mask: Cells
    cells: tuple[int, ...]

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """What stays the same while a puzzle is solved: its houses, who sees whom, its signs."""

    size: int
    symbols: Domain
    houses: tuple[House, ...]
    of_kind: dict[str, tuple[House, ...]]
    around: tuple[tuple[House, ...], ...]
    """The houses of each cell."""
    peers: tuple[Cells, ...]
    """The cells that share a house with each cell."""
    crossings: tuple[tuple[House, House, Cells], ...]
    """A block, a line that crosses it in more than one cell, and where."""
    less: tuple[tuple[int, int], ...]
    """Pairs of cells of which the first is the smaller."""
    signs: tuple[tuple[tuple[int, bool], ...], ...]
    """For each cell the cells it has a sign with, and whether these are the greater."""


@lru_cache(maxsize=64)
def frame(size: int, constraints: tuple[Constraint, ...], symbols: Domain) -> Frame:
    """The frame of a CSP whose rules are houses and signs; ValueError if there are others."""
    order = symbols.bit_count()
    houses = []
    for rule in constraints:
        if isinstance(rule, AllDifferent) and not rule.offsets and len(rule.scope) == order:
            kind = KINDS.get(rule.label.partition(" ")[0], LINE)
            houses.append(House(rule.label, kind, _mask(rule.scope), rule.scope))
        elif not isinstance(rule, Less):
            raise ValueError(f"{rule.label} is no house and no sign")
    ranked = tuple(sorted(houses, key=lambda house: (BLOCK, COLUMN, ROW, LINE).index(house.kind)))
    kinds = {
        kind: tuple(h for h in ranked if h.kind == kind) for kind in (BLOCK, ROW, COLUMN, LINE)
    }
    around = tuple(tuple(h for h in ranked if h.mask >> cell & 1) for cell in range(size))
    peers = tuple(_union(h.mask for h in around[cell]) & ~(1 << cell) for cell in range(size))
    crossings = tuple(
        (block, line, both)
        for line_kind in (COLUMN, ROW, LINE)
        for block in kinds[BLOCK]
        for line in kinds[line_kind]
        if (both := block.mask & line.mask).bit_count() > 1
    )
    less = tuple((r.scope[0], r.scope[1]) for r in constraints if isinstance(r, Less))
    signs = tuple(
        (
            *((greater, True) for smaller, greater in less if smaller == cell),
            *((smaller, False) for smaller, greater in less if greater == cell),
        )
        for cell in range(size)
    )
    return Frame(size, symbols, ranked, kinds, around, peers, crossings, less, signs)


@lru_cache(maxsize=64)
def ordered(frame: Frame, kinds: tuple[str, ...]) -> Frame:
    """The same frame, with its houses looked at in another order."""
    rank = {kind: number for number, kind in enumerate((*kinds, LINE))}
    houses = tuple(sorted(frame.houses, key=lambda house: rank[house.kind]))
    around = tuple(tuple(sorted(mine, key=lambda house: rank[house.kind])) for mine in frame.around)
    crossings = tuple(sorted(frame.crossings, key=lambda crossing: rank[crossing[1].kind]))
    return replace(frame, houses=houses, around=around, crossings=crossings)


class Position:
    """The values placed and the candidates left; techniques read it, steps change it.

    `places[v]` are the open cells where v is still possible; `candidates[c]` are the values
    that are possible in cell c, none once it is filled.
    """

    __slots__ = ("candidates", "frame", "name", "open", "places", "value")

    def __init__(self, frame: Frame, name: Callable[[int], str]) -> None:
        self.frame = frame
        self.name = name
        self.open: Cells = (1 << frame.size) - 1
        self.candidates = [frame.symbols] * frame.size
        self.places = [
            self.open if frame.symbols >> v & 1 else 0 for v in range(frame.symbols.bit_length())
        ]
        self.value = [0] * frame.size

    @classmethod
    def of(cls, csp: CSP, name: Callable[[int], str] = str) -> Self:
        """The position at first: givens placed, and struck out where they are seen."""
        symbols = 0
        for mask in csp.domains:
            symbols |= mask
        position = cls(frame(len(csp.domains), csp.constraints, symbols), name)
        for cell, mask in enumerate(csp.domains):
            if mask.bit_count() == 1:
                position.place(cell, mask.bit_length() - 1)
        for cell, mask in enumerate(csp.domains):
            for value in values(position.candidates[cell] & ~mask):
                position.strike(cell, value)
        return position

    def copy(self) -> Self:
        other = type(self).__new__(type(self))
        other.frame, other.name, other.open = self.frame, self.name, self.open
        other.candidates, other.places = self.candidates[:], self.places[:]
        other.value = self.value[:]
        return other

    @property
    def solved(self) -> bool:
        return not self.open

    def place(self, cell: int, value: int) -> None:
        """Fill a cell, and strike the value out wherever the cell is seen."""
        bit = 1 << cell
        for other in values(self.candidates[cell]):
            self.places[other] &= ~bit
        self.candidates[cell] = 0
        self.value[cell] = value
        self.open &= ~bit
        struck, mark = self.places[value] & self.frame.peers[cell], ~(1 << value)
        self.places[value] &= ~struck
        for seen in values(struck):
            self.candidates[seen] &= mark

    def strike(self, cell: int, value: int) -> None:
        """Rule a candidate out."""
        self.candidates[cell] &= ~(1 << value)
        self.places[value] &= ~(1 << cell)

    def apply(self, step: Step) -> None:
        for cell, value in step.placements:
            self.place(cell, value)
        for cell, value in step.eliminations:
            self.strike(cell, value)

    def broken(self) -> bool:
        """Whether a cell or a house has nothing left for it."""
        return any(not self.candidates[cell] for cell in values(self.open))

    # ------------------------------------------------------------ what techniques ask

    def seen_by_all(self, cells: Iterable[int]) -> Cells:
        """The cells that see every one of these."""
        common = -1
        for cell in cells:
            common &= self.frame.peers[cell]
        return common

    def struck(self, cells: Cells, value: int) -> tuple[tuple[int, int], ...]:
        """The candidates that go if the value leaves these cells."""
        return tuple((cell, value) for cell in values(self.places[value] & cells))

    def names(self, cells: Cells | Sequence[int]) -> str:
        several = values(cells) if isinstance(cells, int) else cells
        return ", ".join(self.name(cell) for cell in several)


def subsets(masks: Sequence[tuple[int, int]], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every choice of `size` of these (key, set) whose union has `size` members; the union too."""
    for chosen in combinations(masks, size):
        union = 0
        for _, mask in chosen:
            union |= mask
        if union.bit_count() == size:
            yield tuple(key for key, _ in chosen), union


def _mask(cells: Iterable[int]) -> Cells:
    return _union(1 << cell for cell in cells)


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union
