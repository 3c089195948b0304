"""Sudoku: a Latin square that also has every value once in each box. X and jigsaws too."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isqrt
from typing import Any, ClassVar, Self

from clew.core.errors import Unsuited
from clew.core.faces import Domain, domain, values
from clew.core.grid import (
    LARGEST_SYMBOL,
    SYMBOLS,
    Cells,
    place,
    read_cells,
    read_value,
    square_order,
    tokens,
    write_cells,
    write_symbol,
)
from clew.core.look import Example, Look
from clew.model.grid import Grid
from clew.model.kind import GridKind, Houses
from clew.puzzles.sudoku.face import FROM_DIGITS, TO_DIGITS, Givens

BLANKS = (
    ("9 by 9", "." * 81), ("4 by 4", "." * 16), ("6 by 6", f"2x3:{'.' * 36}"),
    ("16 by 16", "." * 256),
)  # fmt: skip
"""The empty grids that an editor offers."""


@dataclass(frozen=True)
class Sudoku(GridKind):
    """A grid with boxes or jigsaw regions, in which some cells are given.

    `box` is the size of a box (rows, columns). `regions`, if any, is the region of each cell. If
    `diagonal` is true, both diagonals also have every value once (Sudoku X). `candidates`, if any,
    limits the values of each cell (Sukaku).

    >>> print(Sudoku.parse("1... ..3. .4.. ...2"))
    1.....3..4.....2
    """

    cells: Cells
    box: tuple[int, int] = (3, 3)
    diagonal: bool = False
    regions: tuple[int, ...] = ()
    candidates: tuple[Domain, ...] = ()

    size: ClassVar[tuple[str, ...]] = ("box", "diagonal", "regions")
    largest: ClassVar[int] = 36
    name: ClassVar[str] = "sudoku"
    summary: ClassVar[str] = "Every value once in each row, each column and each box."
    form: ClassVar[str] = "[OPTIONS:]CELLS row by row; options RxC (a box), x, regions=ABC…"
    look: ClassVar[Look] = Look(prominence=8, sized="{1}", editor="cells", blanks=BLANKS)
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "A puzzle many courses use",
            solutions=1,
        ),
        Example("..233..42.3.1...", "Order 4", solutions=1),
        Example(".4...3.2...4.2.3", "Order 4, six givens", solutions=1),
        Example("................", "All grids of order 4", solutions=288, source="OEIS A107739"),
        Example("2x3:2...4.1..3..6..43..4.2...6....4.5...", "Order 6, boxes of 2 x 3", solutions=1),
        Example("x:1..............4", "Order 4 with diagonals", solutions=4),
        Example("regions=0011022102213333:1.........2.....", "Order 4, jigsaw", solutions=8),
        Example("(12)(12)..34........12", "Order 4 with candidates", solutions=4),
        Example("11..............", "Givens that clash", solutions=0),
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

    @staticmethod
    def state(grid: Grid, box: tuple[int, int], diagonal: bool, regions: tuple[int, ...]) -> None:
        """State the rules: every value once in each row, column, and box or region.

        Args:
            grid: The grid to add the rules to.
            box: The number of rows and of columns in a box.
            diagonal: True if both diagonals also have every value once.
            regions: The region of each cell, or () for boxes.
        """
        kind = f"{'Jigsaw ' if regions else ''}Sudoku{' X' if diagonal else ''}"
        grid.title = f"{kind} of order {grid.width}"  # type: ignore[misc]  # its own
        grid.latin()
        if grid.width == 1:
            return
        word = "region" if regions else "box"
        for number, part in enumerate(parts_of(regions or boxes(grid.width, box)), 1):
            grid.all_different([grid.cells[cell] for cell in part], label=f"{word} {number}")
            grid.outline(divmod(cell, grid.width) for cell in part)
        for line in grid.diagonals if diagonal else ():
            grid.all_different(line)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a Sudoku.

        Args:
            text: The cells on one line, after any options, or rows on separate lines, with or
                without drawn borders.

        Returns:
            The puzzle.

        Raises:
            ValueError: The text isn't a Sudoku. The message says where and why.
        """
        head, colon, body = text.rpartition(":")
        body = " " * len(head + colon) + without_borders(body)  # keeps positions in the text
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

    def groups(self) -> Houses:
        """Return the name and the cells of every row, column, box or region, and diagonal."""
        return self.shared.houses

    @property
    def is_ordinary(self) -> bool:
        """True for a plain 9 x 9 Sudoku, which the compiled kernels can solve."""
        return Givens in self.faces

    def canonical_form(self) -> Sudoku:
        """Return the smallest of the forms equivalent to this puzzle.

        Raises:
            Unsuited: The puzzle has candidates.
        """
        from clew.identity.canonical import Smallest, renamed, rows_of, with_diagonals
        from clew.puzzles.sudoku.batch import sudoku_canonical

        if self.candidates:
            raise Unsuited("sudoku with candidates has no canonical form")
        if self.regions:
            return min(self._jigsaws(), key=lambda form: (form.regions, form.cells))
        if self.is_ordinary:
            form = sudoku_canonical(bytes(self.cells).translate(TO_DIGITS), 1, None)
            return Sudoku(tuple(form.translate(FROM_DIGITS)))
        height, width = sorted(self.box)
        rows = rows_of(self.cells, self.order)
        if height != self.box[0]:
            rows = tuple(zip(*rows, strict=True))
        if self.diagonal:
            cells = tuple(value for row in rows for value in row)
            forms = (renamed(cells, source) for source in with_diagonals(height, width))
            return Sudoku(min(forms), (height, width), diagonal=True)
        sides = [rows, tuple(zip(*rows, strict=True))] if height == width else [rows]
        return Sudoku(Smallest(sides, height, width).image(), (height, width))

    def _jigsaws(self) -> Iterator[Sudoku]:
        from clew.identity.canonical import SYMMETRIES, renamed

        for turn in SYMMETRIES:
            source = turn.source(self.order, self.order)
            regions = tuple(self.regions[cell] for cell in source)
            yield replace(self, cells=renamed(self.cells, source), regions=regions)


def parts_of(regions: Sequence[int]) -> list[list[int]]:
    """Return the cells of each region, given the region of each cell."""
    parts: list[list[int]] = [[] for _ in range(max(regions) + 1)]
    for cell, which in enumerate(regions):
        parts[which].append(cell)
    return parts


def boxes(order: int, box: tuple[int, int]) -> tuple[int, ...]:
    """Return the box of each cell. Boxes are numbered row by row."""
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
    """Number the regions in order of first appearance."""
    sizes = Counter(regions)
    if len(regions) != order * order or len(sizes) != order or set(sizes.values()) != {order}:
        raise ValueError(
            f"found {len(sizes)} regions over {len(regions)} cells, "
            f"expected {order} regions of {order} cells each"
        )
    number = {region: index for index, region in enumerate(dict.fromkeys(regions))}
    return tuple(number[region] for region in regions)


# ------------------------------------------------------------------ its text


def read_options(head: str) -> dict[str, Any]:
    """Read the options before the colon: a box, diagonals or regions."""
    options: dict[str, Any] = {}
    for word in head.split(","):
        if word == "x":
            options["diagonal"] = True
        elif match := re.fullmatch(r"(\d{1,2})x(\d{1,2})", word, re.ASCII):
            options["box"] = (int(match[1]), int(match[2]))
        elif word.startswith("regions="):
            options["regions"] = tuple(map(ord, word.removeprefix("regions=")))
        else:
            raise ValueError(
                f"found option {word[:20]!r}, expected a box such as 2x3, x, or regions=…"
            )
    if "box" in options and "regions" in options:
        raise ValueError("found both boxes and regions, expected one of them")
    return options


_BAR = re.compile(r"(\([^()]*\))|\|")
"""A bar outside brackets, which is a border. Bars inside brackets separate candidates."""


def without_borders(text: str) -> str:
    """Blank out drawn borders and comments without moving any other symbol."""
    kept = []
    for line in text.split("\n"):
        body, mark, comment = line.partition("#")
        body += " " * len(mark + comment)
        border = "---" in body and "\n" in text
        kept.append(" " * len(body) if border else _BAR.sub(lambda bar: bar[1] or " ", body))
    return "\n".join(kept)


def read_candidates(text: str) -> tuple[Domain, ...]:
    """Return each cell's candidates, or () if the text doesn't have brackets."""
    if "(" not in text:
        return ()
    found = tokens(text)
    order = square_order(len(found))
    full = (2 << order) - 2
    return tuple(
        _read_set(token, order, text, index) if token[0] == "(" else full for token, index in found
    )


def _read_set(token: str, order: int, text: str, index: int) -> Domain:
    inside = token.strip("()")
    apart = "|" in inside or (order > LARGEST_SYMBOL and inside)
    items = inside.split("|") if apart else list(inside)
    mask = domain(read_value(item, order, text, index + 1) for item in items)
    if mask & 1:
        raise ValueError(f"{place(text, index)}: found {token[:20]!r}, expected values in brackets")
    return mask


def cell_text(value: int, candidates: Domain, order: int) -> str:
    """Return a cell's value, or its candidates in brackets."""
    if value or candidates == (2 << order) - 2:
        return write_symbol(value)
    between = "|" if order > LARGEST_SYMBOL else ""
    return f"({between.join(map(write_symbol, values(candidates)))})"
