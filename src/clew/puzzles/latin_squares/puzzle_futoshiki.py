"""Futoshiki: a Latin square with < and > between neighbours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, Self

from clew.board.pen import Drawing, Pen
from clew.core.grid import Cells, cell_name, edges, mark_of, read_order
from clew.core.look import Example, Look, squares
from clew.model.grid import Grid
from clew.model.kind import GridKind
from clew.puzzles.latin_squares.face import Pair, are_neighbours
from clew.rules import Less, Table
from clew.rules.rule import Constraint

LONGEST = 1_000_000
"""The maximum length of a file of blocks, ten times that of the largest board."""
STEPS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}


@dataclass(frozen=True)
class Futoshiki(GridKind):
    """A Latin square of order n, and `signs`: pairs of neighbouring cells, the smaller first.

    In `adjacent` mode, a sign means instead that its two cells differ by exactly one. Neighbours
    without a sign then don't.

    >>> print(Futoshiki.parse("2:0R,0,0,0,"))
    2:0R,0,0,0,
    """

    cells: Cells
    signs: tuple[tuple[int, int], ...] = ()
    adjacent: bool = False

    size: ClassVar[tuple[str, ...]] = ("adjacent",)
    beyond: ClassVar[tuple[str, ...]] = ("adjacent",)
    largest: ClassVar[int] = 99
    name: ClassVar[str] = "futoshiki"
    summary: ClassVar[str] = "A Latin square that also obeys the < and > between its cells."
    form: ClassVar[str] = "ORDER:ITEMS, each a number (0 blank) and U R D L where it is greater"
    look: ClassVar[Look] = Look(prominence=7, editor="signs", blanks=squares(5, 4, 6, 7, 8, 9))
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "5:0,0R,0,0,0,0U,0U,0,0,0,5,0,0R,0,0,0,0D,0,2,0,0,0,0,0L,1,",
            "A board with two solutions",
            solutions=2,
        ),
        Example("4:0,0,0,0,0U,0R,0D,0,2,0,0,0,0,0,4,0,", "A small board", solutions=1),
        Example("3:0,0,0,0,0,0,0,0,0,", "No signs: all Latin squares of order 3", solutions=12),
        Example(
            "4a:1D,4D,0R,0L,0UR,0URL,0DL,0D,0D,0D,0UR,0UL,0UR,0URL,0L,0,",
            "Adjacent mode: marked neighbours differ by one",
            solutions=1,
        ),
        Example("2:1R,0,0,0,", "A one that must be greater", solutions=0),
        Example("2:1,1,0,0,", "Givens that clash", solutions=0),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for a, b in self.signs:
            if not are_neighbours(a, b, self.order):
                raise ValueError(f"found a sign between cells {a} and {b}, expected neighbours")
        pairs = ((min(p), max(p)) for p in self.signs) if self.adjacent else self.signs
        object.__setattr__(self, "signs", tuple(sorted(set(pairs))))

    @staticmethod
    def state(grid: Grid, adjacent: bool) -> None:
        """State that each row and column has every value once. The signs are clues.

        Args:
            grid: The grid to add the rules to.
            adjacent: True in adjacent mode, which changes the title.
        """
        if adjacent:
            title = f"Futoshiki, adjacent mode, of order {grid.width}"
            grid.title = title  # type: ignore[misc]  # its own
        grid.latin()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the one-line form (the id of Tatham's Unequal), or a file of three blocks.

        Args:
            text: The text.

        Raises:
            ValueError: The text is in neither form.
        """
        if ":" not in text:
            return cls(*_read_file(text))
        head, _, body = text.strip().partition(":")
        order = read_order(head.removesuffix("a"), cls.largest)
        cells, greater = _read_items(body, order)
        signs = tuple((small, great) for great, small in greater)
        return cls(cells, signs, head.endswith("a"))

    def __str__(self) -> str:
        flags = [""] * len(self.cells)
        for small, great in self.signs:
            flags[great] += _direction(great, small)
            if self.adjacent:
                flags[small] += _direction(small, great)
        items = (
            f"{value}{''.join(sorted(flag, key='URDL'.index))},"
            for value, flag in zip(self.cells, flags, strict=True)
        )
        return f"{self.order}{'a' if self.adjacent else ''}:{''.join(items)}"

    def drawing(self) -> Drawing:
        pen = Pen()
        for pair in self.signs:
            pen.text((min(pair), max(pair)), self._mark(*pair))
        return pen.drawing

    def _mark(self, small: int, great: int) -> str:
        if self.adjacent:
            return "|" if great - small == 1 else "-"
        return mark_of(small, great)

    def clue_faults(self, values: Sequence[int | None], /) -> list[str]:
        """List the clues that filled cells break, and signs that contradict each other.

        Args:
            values: The value of each cell, or None.
        """
        return self._both_ways() + super().clue_faults(values)

    def fault_of(self, rule: Constraint, values: Sequence[Any], /) -> str:
        """Return the text to show if two cells break their sign's rule.

        Args:
            rule: The rule.
            values: The values of its two cells.
        """
        one, other = (
            f"{cell_name(cell, self.order)} is {value}"
            for cell, value in zip(rule.scope, values, strict=True)
        )
        if not self.adjacent:
            return f"{one}, {other}: they must be in the order of the sign between them"
        near = abs(values[0] - values[1]) == 1
        return f"{one}, {other}: they must {'not ' if near else ''}differ by 1"

    def _both_ways(self) -> list[str]:
        """Return a sentence for each pair of cells with signs both ways, which is impossible."""
        twice = [pair for pair in self.signs if pair[0] < pair[1] and pair[::-1] in self.signs]
        return [
            f"{' and '.join(cell_name(cell, self.order) for cell in pair)} have signs both ways"
            for pair in twice
        ]

    def canonical_form(self) -> Self:
        """Return the smallest equivalent form: rotated, reflected or with its values reversed."""
        return min(self._forms(), key=lambda form: (form.cells, form.signs))

    def _forms(self) -> Iterator[Self]:
        """Yield the 8 rotations and reflections, each also with n + 1 - v for every value v."""
        from clew.identity.canonical import SYMMETRIES  # most runs start without it

        order = self.order
        for turn in SYMMETRIES:
            source = turn.source(order, order)
            place = {cell: at for at, cell in enumerate(source)}
            cells = tuple(self.cells[cell] for cell in source)
            signs = tuple((place[small], place[great]) for small, great in self.signs)
            yield replace(self, cells=cells, signs=signs)
            opposite = tuple(value and order + 1 - value for value in cells)
            yield replace(self, cells=opposite, signs=tuple(pair[::-1] for pair in signs))

    def clues(self) -> Sequence[Any]:
        """Return the clues that could be removed: the givens and the signs.

        In adjacent mode these are only the givens, because a missing sign is a rule too.
        """
        return [*super().clues(), *(() if self.adjacent else self.signs)]

    def without(self, clue: Any, /) -> Self:
        """Return the puzzle without one of its clues.

        Args:
            clue: The number of a given's cell, or a sign.
        """
        if isinstance(clue, int):
            return super().without(clue)
        return replace(self, signs=tuple(sign for sign in self.signs if sign != clue))

    @property
    def less(self) -> tuple[tuple[int, int], ...]:
        return () if self.adjacent else self.signs

    def clue_rules(self) -> Iterable[Constraint]:
        order = self.order
        if not self.adjacent:
            return [_less(small, great, order) for small, great in self.signs]
        marked = {*self.signs}
        return [_step(pair, pair in marked, order) for pair in sorted(edges(order, order))]


@lru_cache(maxsize=4096)
def _less(small: int, great: int, order: int) -> Less:
    return Less((small, great), f"{cell_name(small, order)} < {cell_name(great, order)}")


@lru_cache(maxsize=4096)
def _step(pair: tuple[int, int], marked: bool, order: int) -> Table:
    names = " and ".join(cell_name(cell, order) for cell in pair)
    differ = "differ by 1" if marked else "don't differ by 1"
    return Table(pair, f"{names} {differ}", _step_rows(order)[not marked])


@lru_cache(maxsize=16)
def _step_rows(order: int) -> tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]]:
    """Return the pairs of values that differ by one, and the other pairs."""
    pairs = [(a, b) for a in range(1, order + 1) for b in range(1, order + 1)]
    near = frozenset(pair for pair in pairs if abs(pair[0] - pair[1]) == 1)
    return near, frozenset(pairs) - near


def _direction(cell: int, other: int) -> str:
    step = other - cell
    if abs(step) == 1:
        return "R" if step == 1 else "L"
    return "D" if step > 0 else "U"


def _read_items(text: str, order: int) -> tuple[Cells, list[tuple[int, int]]]:
    """Read the one-line form into its numbers and its flags' pairs (greater, smaller)."""
    items = text.strip().removesuffix(",").split(",")
    if len(items) != order * order:
        raise ValueError(f"found {len(items)} cells, expected {order * order} for order {order}")
    cells, greater = [], []
    for cell, item in enumerate(items):
        where = f"cell {cell + 1} ({cell_name(cell, order)})"
        match = re.fullmatch(r"(\d{1,3})([URDL]*)", item.strip(), re.ASCII)
        if match is None:
            raise ValueError(f"{where}: found {item[:20]!r}, expected a number and U R D L flags")
        if int(match[1]) > order:
            raise ValueError(f"{where}: found {match[1]}, expected at most {order}")
        cells.append(int(match[1]))
        row, col = divmod(cell, order)
        for flag in match[2]:
            down, right = STEPS[flag]
            if not (0 <= row + down < order and 0 <= col + right < order):
                raise ValueError(f"{where}: found a sign {flag} that points outside the board")
            greater.append((cell, cell + down * order + right))
    return tuple(cells), greater


def _read_file(text: str) -> tuple[Cells, tuple[tuple[int, int], ...]]:
    """Read a file of three blocks, with or without spaces between symbols. Ignore blank lines."""
    if len(text) > LONGEST:
        raise ValueError(f"found {len(text):,} characters, expected at most {LONGEST:,}")
    numbered = enumerate(text.splitlines(), 1)
    rows = [(number, symbols(line)) for number, line in numbered if line.strip()]
    if not rows:
        raise ValueError("found an empty text, expected a Futoshiki")
    return read_blocks(rows, len(rows[0][1]), "0<>", "0^v")


# ------------------------------------------------------------------ boards as blocks of rows


Row = tuple[int, Sequence[tuple[str, int]]]
"""A line's number, and the symbols on it with their columns."""


def symbols(line: str) -> list[tuple[str, int]]:
    """Return a line's symbols with their columns. Without spaces, each is one character."""
    apart = len(line.split()) > 1
    found = re.finditer(r"\S+" if apart else r"\S", line)
    return [(match[0], match.start() + 1) for match in found]


def read_blocks(
    rows: Sequence[Row], order: int, across: Sequence[str], down: Sequence[str]
) -> tuple[Cells, tuple[Pair, ...]]:
    """Return a board's cells and signs.

    `across` and `down` are the words for no sign, for a smaller first cell and for a greater one.
    """
    digits = [str(value) for value in range(order + 1)]
    kinds = [(order, digits)] * order + [(order - 1, across)] * (order if order > 1 else 0)
    kinds += [(order, down)] * (order - 1)
    for row, (width, words) in zip(rows, kinds, strict=False):
        _check_row(row, width, words)
    if len(rows) != len(kinds):
        expected = f"{order} rows of cells, {order} of {across[1]} {across[2]}"
        expected += f", {order - 1} of {down[1]} {down[2]}"
        found = f"line {rows[-1][0] if rows else 1}: found {len(rows)} rows"
        raise ValueError(f"{found}, expected {len(kinds)}: {expected}")
    cells = tuple(int(item) for _, items in rows[:order] for item, _ in items)
    signs = [item for _, items in rows[order:] for item, _ in items]
    ways = zip(edges(order, order), signs, strict=True)
    less, none = (across[1], down[1]), (across[0], down[0])
    return cells, tuple(
        pair if item in less else pair[::-1] for pair, item in ways if item not in none
    )


def _check_row(row: Row, width: int, words: Sequence[str]) -> None:
    line, items = row
    if len(items) != width:
        raise ValueError(f"line {line}: found {len(items)} symbols, expected {width}")
    are_cells = words[-1].isdigit()
    for item, column in items:
        if (item.lstrip("0") or "0" if are_cells else item) not in words:
            signs = f"{words[0]}, {words[1]} or {words[-1]}"
            expected = f"0 to {words[-1]}" if are_cells else signs
            where = f"line {line}, column {column}"
            raise ValueError(f"{where}: found {item[:20]!r}, expected {expected}")
