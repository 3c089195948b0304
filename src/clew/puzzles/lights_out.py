"""Lights Out: press buttons until all lights are off. Each button toggles some of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from operator import and_, xor
from typing import TYPE_CHECKING, Any, ClassVar, Self

from clew.board.board import Board, Cell, Ink
from clew.board.inputs import Toggle
from clew.core.capabilities import defined_in
from clew.core.faces import (
    CSP,
    Faces,
    GridSystem,
    Linear,
    LinearSystem,
    Pattern,
    StateSpace,
    values,
)
from clew.core.grid import cell_name
from clew.core.look import Brief, Look
from clew.core.puzzle import Example, Puzzle, Unsuited
from clew.puzzles import _light_grid as light_grid
from clew.puzzles._light_grid import (
    PLUS,
    RULES,
    LightsSpace,
    Press,
    Stencil,
    are_fewest,
    pressed_rows,
    written_out,
)
from clew.rules import Parity

if TYPE_CHECKING:
    from clew.identity.canonical import Symmetry

__path__: list[str] = []  # pickles name `clew.puzzles.lights_out.puzzle`

MOST_CANONICAL = 1 << 14
"""The maximum number of lights on a board with a canonical form."""
LARGEST_WRITTEN_OUT = 1 << 14
"""The maximum number of lights for listing each press's mask, and for a solution as a tuple."""
LARGEST_DRAWN = 500
"""The maximum number of rows and columns in a picture."""
CELLS = (
    (Cell("", Ink.NONE), Cell("o", Ink.ANSWER)),
    (Cell("#", Ink.GIVEN, True), Cell("@", Ink.ANSWER, True)),
)
"""The cells of a picture. The first index is 1 if the light is on, the second if it's pressed."""
SHAPES = (("", "lamp-off"), ("#", "lamp-on"), ("o", "press-off"), ("@", "press-on"))
NAMED = 40
"""The maximum number of presses to list in a solution."""
BLANKS = ((5, 5), (3, 3), (4, 4), (4, 7), (6, 6), (7, 7))
"""The empty boards that an editor offers."""


@dataclass(frozen=True)
class LightsOut(Puzzle):
    """A grid of lights, the ones that are on, and a rule for the lights that a press toggles.

    Bit c of `lit[r]` is the light in row r, column c. If `lit` is empty, all lights are on. A press
    toggles a `stencil` of lights around it. The stencil is cut off at the edges of the board or, on
    a `torus`, continues on the other side. Instead of a stencil, `matrix` may have a mask for each
    press, with bit r * cols + c for the light in row r, column c. A matrix that equals a stencil
    becomes that stencil.

    A solution is a sequence of presses (row, column), counted from 0, in any order. It's a tuple
    or, on a large board, a `Pattern`, which doesn't hold every press in memory.

    >>> LightsOut.parse("2x2").check(((0, 0), (0, 1), (1, 0), (1, 1)))
    []
    """

    rows: int
    cols: int
    lit: tuple[int, ...] = ()
    stencil: Stencil = PLUS
    torus: bool = False
    matrix: tuple[int, ...] = ()

    name: ClassVar[str] = "lights-out"
    summary: ClassVar[str] = "Press buttons that toggle lights until all lights are off."
    form: ClassVar[str] = (
        "ROWSxCOLS, then optionally ,neighbours ,stencil=.#./###/.#. ,torus or ,matrix=HEX, "
        "and :BOARD with # for a light that's on, . for one that's off"
    )
    step: ClassVar[str] = "press"
    title: ClassVar[str] = "Lights Out"
    look: ClassVar[Look] = Look(
        piece="lamp", prominence=4, sized="{0}x{0}", sizes=(2, 3, 4), editor="lamps",
        blanks=tuple((f"{r} by {c}", f"{r}x{c}:{'/'.join(['.' * c] * r)}") for r, c in BLANKS),
    )  # fmt: skip
    inputs = (Toggle(),)
    examples: ClassVar[tuple[Example, ...]] = (
        Example("5x5", "The board of the toy, all on", solutions=4, source="OEIS A075462"),
        Example("3x3", "Three by three, all on", solutions=1, shortest=5, source="OEIS A075464"),
        Example("4x4", "Four by four, all on", solutions=16, shortest=4, source="OEIS A075464"),
        Example("2x3:.#./.#.", "Every button pressed once", solutions=4, shortest=2),
        Example("2x3:#../...", "One light in a corner: impossible", solutions=0),
        Example("3x3,neighbours", "A press spares its own light: impossible", solutions=0),
        Example("4x4,neighbours", "A press spares its own light", solutions=16, shortest=6),
        Example("3x4,torus", "Edges that meet", solutions=16, shortest=4),
        Example("3x4,stencil=#.#/.#./#.#", "Presses along the diagonals", solutions=1, shortest=8),
        Example("3x2,matrix=e34b9d2c7", "Toggles of every shape", solutions=4, shortest=2),
    )

    def __post_init__(self) -> None:
        light_grid.check_size(self.rows, self.cols)
        full = (1 << self.cols) - 1
        lit = self.lit or (full,) * self.rows
        if len(lit) != self.rows:
            raise ValueError(f"found {len(lit)} rows of lights, expected {self.rows}")
        for number, row in enumerate(lit):
            if row is not full and not 0 <= row <= full:
                raise ValueError(f"row {number + 1}: found a light outside the board")
        object.__setattr__(self, "lit", lit)
        object.__setattr__(self, "stencil", tuple(sorted(set(self.stencil))))
        if self.matrix:
            self._use_matrix()

    def _use_matrix(self) -> None:
        """Replace a matrix that equals a stencil with the stencil, so that equal puzzles match."""
        if self.torus or self.stencil != PLUS:
            raise ValueError("found a matrix and another rule, expected one of them")
        light_grid.check_matrix(self.matrix, self.rows, self.cols)
        if rule := light_grid.plain_rule(self.matrix, self.rows, self.cols):
            for name, value in (("stencil", rule[0]), ("torus", rule[1]), ("matrix", ())):
                object.__setattr__(self, name, value)

    def __hash__(self) -> int:
        some = self.lit[0], self.lit[self.rows // 2], self.lit[-1]
        return hash((self.rows, self.cols, some, self.stencil, self.torus, self.matrix))

    @property
    def size(self) -> int:
        """The number of lights, which is also the number of buttons."""
        return self.rows * self.cols

    @property
    def packed(self) -> int:
        """The lights that are on, as one number with bit r * cols + c for each."""
        return light_grid.pack(self.lit, self.cols)

    @classmethod
    def parse(cls, text: str) -> Self:
        head, colon, body = text.strip().partition(":")
        size, *options = (part.strip() for part in head.split(","))
        rows, cols = light_grid.read_size(size)
        lit = light_grid.read(body, rows, cols) if colon else ()
        return cls(rows, cols, lit, **light_grid.read_options(options, rows * cols))

    def __str__(self) -> str:
        text = f"{self.rows}x{self.cols}{self._rule()}"
        first = self.lit[0]
        if first == (1 << self.cols) - 1 and all(row is first or row == first for row in self.lit):
            return text
        return f"{text}:{'/'.join(light_grid.write(self.lit, self.cols))}"

    def _rule(self) -> str:
        return light_grid.write_options(self.stencil, self.torus, self.matrix)

    def tell(self, solution: Sequence[Press], /) -> str:
        if not (count := len(solution)):
            return ""
        presses = f"{count:,} press{'' if count == 1 else 'es'}"
        marks = f"o, or @ where the light was on{self._cropped()}"
        fewest = "\nThis is the fewest possible." if are_fewest(solution) else ""
        return f"{presses} ({marks}): {light_grid.named(solution, NAMED)}{fewest}"

    def _cropped(self) -> str:
        rows, cols = min(self.rows, LARGEST_DRAWN), min(self.cols, LARGEST_DRAWN)
        whole = (rows, cols) == (self.rows, self.cols)
        return "" if whole else f"; showing the first {rows} rows and {cols} columns"

    def board(self, solution: Sequence[Press] | None = None, /) -> Board:
        """Draw the lights, with # for a light that's on, and o or @ for a press.

        Args:
            solution: The presses to mark, or None for no presses. A press is @ if its light is on,
                and o if it's off.
        """
        rows, cols = min(self.rows, LARGEST_DRAWN), min(self.cols, LARGEST_DRAWN)
        pressed = islice(pressed_rows(solution or (), self.rows), rows)
        cells = tuple(
            CELLS[lit >> col & 1][presses >> col & 1]
            for lit, presses in zip(self.lit, pressed, strict=False)
            for col in range(cols)
        )
        title = f"Lights Out {self.rows}x{self.cols}{self._notice()}"
        return Board(rows, cols, cells, title, shapes=SHAPES)

    def _notice(self) -> str:
        """Return the rule if it isn't the usual one, and the part of the board that's drawn."""
        return f"{self._rule()[:40]}{self._cropped()}"

    def brief(self) -> Brief:
        return ((notice, ""),) if (notice := self._notice().strip(", ")) else ()

    def check(self, solution: Sequence[Press], /) -> list[str]:
        if outside := self._outside(solution):
            return [f"{press} isn't a button of the board" for press in outside]
        after = map(xor, self.lit, self._toggled(solution))
        still = (
            cell_name(row * self.cols + col, self.cols)
            for row, lights in enumerate(after)
            for col in values(lights)
        )
        return [f"{light} is still on" for light in islice(still, 20)]

    def refuted_by(self, proof: Sequence[Press], /) -> bool:
        """Check a proof that there's no solution.

        Args:
            proof: A set of lights. An odd number of them must be on, and every press must toggle an
                even number of them.
        """
        if self._outside(proof):
            return False
        odd = sum(map(int.bit_count, map(and_, pressed_rows(proof, self.rows), self.lit)))
        if self.matrix:
            every = light_grid.pack(pressed_rows(proof, self.rows), self.cols)
            return odd % 2 == 1 and not any((mask & every).bit_count() % 2 for mask in self.matrix)
        back = tuple((-down, -right) for down, right in self.stencil)
        lights = pressed_rows(proof, self.rows)
        met = light_grid.toggled(lights, self.rows, self.cols, back, self.torus)
        return odd % 2 == 1 and not any(met)

    def because(self, proof: Sequence[Press]) -> str:
        named = light_grid.named(proof, 12)
        if len(proof) == 1:
            return f"no press toggles {named}, which is on"
        return (
            f"every press toggles an even number of these {len(proof):,} lights, "
            f"but an odd number of them are on: {named}"
        )

    def _outside(self, cells: Sequence[Press]) -> list[Press]:
        if isinstance(cells, Pattern):
            return []
        return [(r, c) for r, c in cells if not (0 <= r < self.rows and 0 <= c < self.cols)]

    def _toggled(self, presses: Sequence[Press]) -> Iterator[int]:
        """Return the rows of lights that these presses toggle."""
        pressed = pressed_rows(presses, self.rows)
        if not self.matrix:
            return light_grid.toggled(pressed, self.rows, self.cols, self.stencil, self.torus)
        lights = 0
        for press in values(light_grid.pack(pressed, self.cols)):
            lights ^= self.matrix[press]
        return iter(light_grid.unpack(lights, self.rows, self.cols))

    @property
    def masks(self) -> tuple[int, ...]:
        """For each press, the packed lights that it toggles."""
        if self.size > LARGEST_WRITTEN_OUT:
            raise Unsuited(
                f"a board of {self.size} lights has too many presses to write out (the limit is "
                f"{LARGEST_WRITTEN_OUT}); the strategy linear solves plain boards of any size"
            )
        return self.matrix or light_grid.masks(self.rows, self.cols, self.stencil, self.torus)

    def linear(self) -> GridSystem | LinearSystem:
        """Return an equation for each light, on the sum modulo 2 of the presses that toggle it.

        The sum must be 1 if the light is on, and 0 if it's off.
        """
        if self.stencil in RULES.values() and not self.torus and not self.matrix:
            return GridSystem(self.rows, self.cols, self.stencil == PLUS, self.lit)
        return LinearSystem(self.size, light_grid.togglers(self.masks), self.packed)

    def after(self, presses: Sequence[Press]) -> Self:
        """Return the board after some presses.

        Args:
            presses: The row and column of each press, counted from 0.

        Raises:
            ValueError: A press isn't a button of the board.
        """
        if outside := self._outside(presses):
            raise ValueError(f"{outside[0]} isn't a button of the board")
        return replace(self, lit=tuple(map(xor, self.lit, self._toggled(presses))))

    def space(self) -> LightsSpace:
        return LightsSpace(self.packed, self.masks, self.cols)

    def at(self, state: int, /) -> Self:
        return replace(self, lit=tuple(light_grid.unpack(state, self.rows, self.cols)))

    def say(self, move: Press, state: Any = None, /) -> str:
        return cell_name(move[0] * self.cols + move[1], self.cols)

    explainer = defined_in("clew.puzzles._explanations", "PressExplainer")

    def canonical_form(self) -> Self:
        """Return the smallest of the board's 8 rotations and reflections.

        Raises:
            Unsuited: The board is too large, or it has a matrix.
        """
        from clew.identity.canonical import SYMMETRIES  # most runs start without it

        if self.matrix or self.rows * self.cols > MOST_CANONICAL:
            kind = "with a matrix" if self.matrix else f"of more than {MOST_CANONICAL:,} lights"
            raise Unsuited(f"lights-out {kind} has no canonical form")
        forms = map(self._turned, SYMMETRIES)
        return min(forms, key=lambda form: (form.rows, form.cols, form.stencil, form.lit))

    def _turned(self, turn: Symmetry) -> Self:
        """Turn the board and the stencil."""
        shape = self.rows, self.cols
        lights = [row >> col & 1 for row in self.lit for col in range(self.cols)]
        rows, cols = turn.shape(*shape)
        source = turn.source(*shape)
        lit = tuple(
            sum(lights[source[row * cols + col]] << col for col in range(cols))
            for row in range(rows)
        )
        stencil = tuple(turn.offset(*offset) for offset in self.stencil)
        return replace(self, rows=rows, cols=cols, lit=lit, stencil=stencil)

    certificate = defined_in("clew.puzzles._certificates", "lights_certificate")
    certificate_faults = defined_in("clew.puzzles._certificates", "lights_faults")

    def touches(self, move: Press, /) -> tuple[int, ...]:
        row, col = move
        inside = max(self.rows, self.cols) <= LARGEST_DRAWN
        return (row * self.cols + col,) if inside else ()

    def csp(self) -> CSP:
        lights = self.packed
        rules = (
            Parity(tuple(values(presses)), cell_name(light, self.cols), bool(lights >> light & 1))
            for light, presses in enumerate(light_grid.togglers(self.masks))
        )
        return CSP((0b11,) * self.size, tuple(rules))

    faces: ClassVar[Faces] = Faces({Linear: linear, StateSpace: space, CSP: csp})

    def translate(self, face: type, found: Any) -> Sequence[Press]:
        """Return the presses of a strategy's solution, as a tuple unless there could be too many.

        Args:
            face: The face that the strategy searched.
            found: The strategy's solution.
        """
        if face == CSP:
            return tuple(divmod(press, self.cols) for press, made in enumerate(found) if made)
        if self.size > LARGEST_WRITTEN_OUT:
            return found  # type: ignore[no-any-return]  # a Pattern
        return written_out(found, self.cols)
