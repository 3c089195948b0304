"""Sudoku: a Latin square whose boxes hold every value once too; diagonals and jigsaw regions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from math import isqrt
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Self

from clew.board.board import Board, board_cells
from clew.core.capabilities import defined_in
from clew.core.faces import CSP, Domain, Faces
from clew.core.grid import (
    LARGEST_SYMBOL,
    SYMBOLS,
    Cells,
    cell_name,
    lines,
    read_cells,
    repeats,
    write_cells,
)
from clew.core.look import Look
from clew.core.puzzle import Example, GridPuzzle
from clew.puzzles.sudoku.face import Givens
from clew.puzzles.sudoku.text import cell_text, read_candidates, read_options, without_borders
from clew.rules import AllDifferent

if TYPE_CHECKING:
    from clew.explanations.entries import EntryExplainer

RateTogether = Callable[[Sequence[Any], bool], Sequence[Any]]
Groups = tuple[tuple[str, tuple[int, ...]], ...]
BLANKS = (
    ("9 by 9", "." * 81), ("4 by 4", "." * 16), ("6 by 6", f"2x3:{'.' * 36}"),
    ("16 by 16", "." * 256),
)  # fmt: skip
"""The grids that an editor begins with."""


@dataclass(frozen=True)
class Sudoku(GridPuzzle):
    """A grid with boxes of `box` (rows, columns), or with `regions`, the region of each cell.

    `diagonal` asks for every value once on both diagonals (Sudoku X). `candidates`, if any,
    holds for each cell the values it may take (Sukaku); without it a blank may be anything.

    >>> print(Sudoku.parse("1... ..3. .4.. ...2"))
    1.....3..4.....2
    """

    cells: Cells
    box: tuple[int, int] = (3, 3)
    diagonal: bool = False
    regions: tuple[int, ...] = ()
    candidates: tuple[Domain, ...] = ()

    _givens: ClassVar[Givens | None] = None  # only ordinary ones of order 9 have it, and the face
    largest: ClassVar[int] = 36
    name: ClassVar[str] = "sudoku"
    summary: ClassVar[str] = "Every value once in each row, each column and each box."
    form: ClassVar[str] = "[OPTIONS:]CELLS row by row; options RxC (a box), x, regions=ABC…"
    look: ClassVar[Look] = Look(prominence=8, sized="{1}", editor="cells", blanks=BLANKS)
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "A puzzle many courses use",
            answers=1,
        ),
        Example("..233..42.3.1...", "Order 4", answers=1),
        Example(".4...3.2...4.2.3", "Order 4, six givens", answers=1),
        Example("................", "All grids of order 4", answers=288, source="OEIS A107739"),
        Example("2x3:2...4.1..3..6..43..4.2...6....4.5...", "Order 6, boxes of 2 x 3", answers=1),
        Example("x:1..............4", "Order 4 with diagonals", answers=4),
        Example("regions=0011022102213333:1.........2.....", "Order 4, jigsaw", answers=8),
        Example("(12)(12)..34........12", "Order 4 with candidates", answers=4),
        Example("11..............", "Givens that clash", answers=0),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.regions:
            object.__setattr__(self, "box", (0, 0))
            object.__setattr__(self, "regions", _canonical_regions(self.regions, self.order))
        elif min(self.box) < 1 or self.box[0] * self.box[1] != self.order:
            raise ValueError(
                f"found boxes of {self.box[0]}x{self.box[1]} on a grid of order {self.order}, "
                f"expected {_box_shapes(self.order)}"
            )
        if self.candidates:
            free = super().domains()
            narrowed = tuple(map(int.__and__, free, self.candidates))
            if len(self.candidates) != len(free):
                raise ValueError(
                    f"found {len(self.candidates)} candidate sets, expected {len(free)}"
                )
            for cell, value in enumerate(self.cells):
                if value and not narrowed[cell]:
                    where = cell_name(cell, self.order)
                    raise ValueError(f"{where}: found {value}, expected one of its candidates")
            object.__setattr__(self, "candidates", () if narrowed == free else narrowed)
        if self.box != (3, 3) or self.diagonal or self.candidates:
            object.__setattr__(self, "faces", GridPuzzle.faces)
        else:
            object.__setattr__(self, "_givens", Givens(bytes(self.cells)))

    @classmethod
    def parse(cls, text: str) -> Self:
        """The one-line form; also rows on lines of their own, with or without drawn borders."""
        head, colon, body = text.rpartition(":")
        body = " " * len(head + colon) + without_borders(body)  # places count from the start
        listed = re.sub(r"\([^()]*\)", lambda match: ".".ljust(len(match[0])), body)
        cells = read_cells(listed)
        options = read_options(head.strip()) if colon else {}
        if "regions" not in options and "box" not in options:
            options["box"] = _square_box(isqrt(len(cells)))
        return cls(cells, candidates=read_candidates(body), **options)

    def __str__(self) -> str:
        order = self.order
        options = [f"{self.box[0]}x{self.box[1]}"] if not self.regions else []
        if options and self.box[0] == self.box[1]:
            options = []
        options += ["x"] if self.diagonal else []
        options += ["regions=" + "".join(SYMBOLS[r] for r in self.regions)] if self.regions else []
        head = ",".join(options) + ":" if options else ""
        if not self.candidates:
            return head + write_cells(self.cells, order)
        shown = (cell_text(*pair, order) for pair in zip(self.cells, self.candidates, strict=True))
        return head + ("," if order > LARGEST_SYMBOL else "").join(shown)

    def domains(self) -> tuple[Domain, ...]:
        return self.candidates or super().domains()

    def groups(self) -> Groups:
        """The name and the cells of every row, column, box or region, and diagonal."""
        return groups_of(self.order, self.box, self.diagonal, self.regions)

    def board(self, answer: Sequence[int | None] | None = None, /) -> Board:
        order = self.order
        kind = "Jigsaw Sudoku" if self.regions else "Sudoku"
        title = f"{kind}{' X' if self.diagonal else ''} of order {order}"
        region = self.regions or boxes(order, self.box)
        cells, walls = range(order * order), []
        for a, b in chain(pairwise(cells), zip(cells, cells[order:], strict=False)):
            if region[a] != region[b] and (b - a == order or b % order):
                walls.append((a, b))
        return Board(order, order, board_cells(self.cells, answer), title, frozenset(walls))

    def broken(self, values: Sequence[int | None]) -> list[str]:
        wrong = repeats(values, self.groups())
        for cell, mask in enumerate(self.candidates):
            value = values[cell]
            if value is not None and not mask >> value & 1:
                wrong.append(f"{cell_name(cell, self.order)} may not be {value}")
        return wrong

    @property
    def is_ordinary(self) -> bool:
        """Whether it is a plain 9 x 9 Sudoku, which kernels know."""
        return Givens in self.faces

    def region(self, cell: int) -> str:
        labels = [label for label, cells in self.groups() if cell in cells]
        return labels[2] if len(labels) > 2 else super().region(cell)

    def explainer(self) -> EntryExplainer:
        from clew.explanations.entries import EntryExplainer
        from clew.puzzles.sudoku.explain import OrdinaryExplainer

        return (OrdinaryExplainer if self.is_ordinary else EntryExplainer)(self)

    @property
    def rate_together(self) -> RateTogether | None:
        from clew.puzzles.sudoku.explain import rate_together
        from clew.search.native import available

        return rate_together if available and self.is_ordinary else None

    canonical_form = defined_in("clew.puzzles.sudoku.symmetries", "canonical")

    def check(self, answer: Sequence[int], /) -> list[str]:
        """An ordinary one of order 9 in one step if nothing is wrong; else rule by rule."""
        if self._givens is not None and self._givens.is_filled_by(answer):
            return []
        return super().check(answer)

    def clashes(self) -> list[str]:
        if self._givens is not None and not self._givens.clashes():
            return []
        return super().clashes()

    def csp(self) -> CSP:
        return CSP(self.domains(), _rules(self.groups()))

    faces: ClassVar[Faces] = Faces({Givens: attrgetter("_givens"), CSP: csp})


@lru_cache(maxsize=64)
def _rules(groups: Groups) -> tuple[AllDifferent, ...]:
    return tuple(AllDifferent(cells, label) for label, cells in groups)


@lru_cache(maxsize=64)
def groups_of(order: int, box: tuple[int, int], diagonal: bool, regions: tuple[int, ...]) -> Groups:
    """The name and the cells of every row, column, box or region, and diagonal."""
    region = regions or boxes(order, box)
    word = "region" if regions else "box"
    parts: list[list[int]] = [[] for _ in range(order)]
    for cell, which in enumerate(region):
        parts[which].append(cell)
    found = list(lines(order))
    found += [(f"{word} {which + 1}", tuple(cells)) for which, cells in enumerate(parts)]
    if diagonal and order > 1:
        found.append(("the falling diagonal", tuple(range(0, order * order, order + 1))))
        found.append(("the rising diagonal", tuple(range(order - 1, order * order - 1, order - 1))))
    return tuple(found) if order > 1 else tuple(lines(1))


def boxes(order: int, box: tuple[int, int]) -> tuple[int, ...]:
    """The box of each cell, boxes counted row by row."""
    rows, cols = box
    found = []
    for row in range(order):
        for col in range(order):
            found.append(row // rows * rows + col // cols)
    return tuple(found)


def _square_box(order: int) -> tuple[int, int]:
    side = isqrt(order)
    if side * side != order <= Sudoku.largest:
        raise ValueError(
            f"found a grid of order {order} and no box shape, expected it in front: "
            + _box_shapes(order)
        )
    return side, side


def _box_shapes(order: int) -> str:
    shapes = [f"{r}x{order // r}" for r in range(1, order + 1) if order % r == 0]
    return " or ".join(shapes[1:-1] or shapes)


def _canonical_regions(regions: Sequence[int], order: int) -> tuple[int, ...]:
    """Regions numbered in the order in which they first appear."""
    sizes = Counter(regions)
    if len(regions) != order * order or len(sizes) != order or set(sizes.values()) != {order}:
        raise ValueError(
            f"found {len(sizes)} regions over {len(regions)} cells, "
            f"expected {order} regions of {order} cells each"
        )
    number = {region: index for index, region in enumerate(dict.fromkeys(regions))}
    return tuple(number[region] for region in regions)
