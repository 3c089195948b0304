"""Lights Out: press buttons, each of which toggles some lights, until all lights are off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import islice, product
from operator import xor
from typing import TYPE_CHECKING, Any, ClassVar, Self

from clew.core.board import Board, Cell, Ink
from clew.core.constraints import Parity
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
from clew.puzzles.lights_out import light_grid as bits
from clew.puzzles.lights_out.light_grid import Stencil

if TYPE_CHECKING:
    from clew.explanations.explanation import Explainer

Press = tuple[int, int]

NEIGHBOURS: Stencil = ((-1, 0), (0, -1), (0, 1), (1, 0))
PLUS: Stencil = ((-1, 0), (0, -1), (0, 0), (0, 1), (1, 0))
RULES = {"plus": PLUS, "neighbours": NEIGHBOURS}
"""What a press toggles: the light and its neighbours (004), or the neighbours only (000)."""

LARGEST = 100_000
"""The longest side."""
LARGEST_WRITTEN_OUT = 1 << 14
"""The most lights for which each press is written out, and for which an answer is a tuple."""
LARGEST_DRAWN = 500
"""The most rows and columns that a picture shows."""
BLANKS = ((5, 5), (3, 3), (4, 4), (4, 7), (6, 6), (7, 7))
"""The boards that an editor begins with."""
MARKS = {(False, False): "", (True, False): "#", (False, True): "o", (True, True): "@"}
"""What a picture shows for a light that is on or off, and pressed or not."""
SAID = 40
"""The most steps of an answer that are told in words."""


@dataclass(frozen=True)
class LightsOut(Puzzle):
    """A grid of lights, which of them are on, and which of them each press toggles.

    Bit c of `lit[r]` is the light in row r, column c; no rows at all means that all are on. A
    press toggles a `stencil` of lights around it, cut off at the edges, or going on at the other
    side of a `torus`; or else the lights of its mask in `matrix`, bit r * cols + c for each. A
    matrix that is that of a stencil is turned into the stencil.

    An answer is a sequence of presses (row, column) from 0; their order does not matter.

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
        "ROWSxCOLS, then if need be ,neighbours ,stencil=.#./###/.#. ,torus or ,matrix=HEX, "
        "and :BOARD with # for a light that is on, . for one that is off"
    )
    step: ClassVar[str] = "press"
    title: ClassVar[str] = "Lights Out"
    look: ClassVar[Look] = Look(
        "lamps", "lamp", 4, "{0}x{0}", (2, 3, 4), "lamps",
        tuple((f"{r} by {c}", f"{r}x{c}:{'/'.join(['.' * c] * r)}") for r, c in BLANKS),
    )  # fmt: skip
    examples: ClassVar[tuple[Example, ...]] = (
        Example("5x5", "The board of the toy, all on", answers=4, source="OEIS A075462"),
        Example("3x3", "Three by three, all on", answers=1, shortest=5, source="OEIS A075464"),
        Example("4x4", "Four by four, all on", answers=16, shortest=4, source="OEIS A075464"),
        Example("2x3:.#./.#.", "Every button pressed once", answers=4, shortest=2, source="004"),
        Example("2x3:#../...", "One light in a corner: impossible", answers=0, source="004"),
        Example("3x3,neighbours", "A press spares its own light: impossible", 0, source="000"),
        Example("4x4,neighbours", "A press spares its own light", answers=16, shortest=6),
        Example("3x4,torus", "Edges that meet", answers=16, shortest=4),
        Example("3x4,stencil=#.#/.#./#.#", "Presses along the diagonals", answers=1, shortest=8),
        Example("3x2,matrix=e34b9d2c7", "Toggles of every shape", answers=4, shortest=2),
    )

    def __post_init__(self) -> None:
        for side, size in (("rows", self.rows), ("columns", self.cols)):
            if not 1 <= size <= LARGEST:
                raise ValueError(f"found {size} {side}, expected 1 to {LARGEST}")
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
            self._check_matrix()
            self._recognise()

    def _check_matrix(self) -> None:
        if self.torus or self.stencil != PLUS:
            raise ValueError("found a matrix and another rule, expected one of them")
        if len(self.matrix) != self.size:
            raise ValueError(f"found {len(self.matrix)} masks, expected {self.size}, one a press")
        for press, mask in enumerate(self.matrix):
            if not 0 <= mask < 1 << self.size:
                name = cell_name(press, self.cols)
                raise ValueError(f"the press at {name} toggles a light outside the board")

    def _recognise(self) -> None:
        """A matrix that is no more than a stencil is that stencil, so that equal is equal."""
        drawn = bits.stencil_of(self.rows, self.cols, self.matrix)
        for torus, stencil in (*product((False, True), RULES.values()), (False, drawn)):
            if tuple(bits.masks(self.rows, self.cols, stencil, torus)) == self.matrix:
                for name, value in (("stencil", stencil), ("torus", torus), ("matrix", ())):
                    object.__setattr__(self, name, value)
                return

    def __hash__(self) -> int:
        some = self.lit[0], self.lit[self.rows // 2], self.lit[-1]
        return hash((self.rows, self.cols, some, self.stencil, self.torus, self.matrix))

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def size(self) -> int:
        """The number of lights, and of presses."""
        return self.rows * self.cols

    @property
    def packed(self) -> int:
        """The lights that are on as one number, bit r * cols + c for each."""
        return bits.pack(self.lit, self.cols)

    @classmethod
    def parse(cls, text: str) -> Self:
        head, colon, body = text.strip().partition(":")
        size, *options = (part.strip() for part in head.split(","))
        rows, cols = _read_size(size)
        given: dict[str, Any] = {}
        for option in options:
            key, value = _read_option(option, rows * cols)
            if key in given:
                raise ValueError(f"found {option[:20]!r}, expected one {key} at most")
            given[key] = value
        return cls(rows, cols, bits.read(body, rows, cols) if colon else (), **given)

    def __str__(self) -> str:
        text = f"{self.rows}x{self.cols}{self._rule()}"
        first = self.lit[0]
        if first == (1 << self.cols) - 1 and all(row is first or row == first for row in self.lit):
            return text
        return f"{text}:{'/'.join(bits.write(self.lit, self.cols))}"

    def _rule(self) -> str:
        if self.matrix:
            return f",matrix={bits.write_matrix(self.matrix)}"
        names = {stencil: f",{name}" for name, stencil in RULES.items()} | {PLUS: ""}
        drawn = f",stencil={bits.write_stencil(self.stencil)}"
        return names.get(self.stencil, drawn) + (",torus" if self.torus else "")

    def tell(self, answer: Sequence[Press], /) -> str:
        named = ", ".join(f"r{row + 1}c{col + 1}" for row, col in islice(answer, SAID))
        count = len(answer)
        more = ", …" if count > SAID else ""
        marks = "o, or @ where the light was on" + self._cropped()
        return (
            f"{count:,} press{'' if count == 1 else 'es'} ({marks}): {named}{more}" if count else ""
        )

    def _cropped(self) -> str:
        """What part of the board a picture shows, if not all of it."""
        rows, cols = min(self.rows, LARGEST_DRAWN), min(self.cols, LARGEST_DRAWN)
        whole = (rows, cols) == (self.rows, self.cols)
        return "" if whole else f"; shown are the first {rows} rows and {cols} columns"

    def board(self, answer: Sequence[Press] | None = None, /) -> Board:
        """Lights that are on are shaded, and marked #; a press is marked o, or @ if it was on."""
        rows, cols = min(self.rows, LARGEST_DRAWN), min(self.cols, LARGEST_DRAWN)
        pressed = islice(self._pressed(answer or ()), rows)
        cells = tuple(
            _cell(bool(lit >> col & 1), bool(presses >> col & 1))
            for lit, presses in zip(self.lit, pressed, strict=False)
            for col in range(cols)
        )
        return Board(rows, cols, cells, f"Lights Out {self.rows}x{self.cols}{self._notice()}")

    def _notice(self) -> str:
        """The rule, if it is not the usual one, and what the picture leaves out."""
        return f"{self._rule()[:40]}{self._cropped()}"

    def brief(self) -> Brief:
        notice = self._notice().strip(", ")
        return ((notice, ""),) if notice else ()

    def check(self, answer: Sequence[Press], /) -> list[str]:
        """Press the buttons, and see which lights stay on (the first of them, if many do)."""
        if outside := self._outside(answer):
            return [f"{press} is no button of the board" for press in outside]
        after = map(xor, self.lit, self._toggled(self._pressed(answer)))
        still = (
            cell_name(row * self.cols + col, self.cols)
            for row, lights in enumerate(after)
            for col in values(lights)
        )
        return [f"{light} is still on" for light in islice(still, 20)]

    def refuted_by(self, proof: Sequence[Press], /) -> bool:
        """Whether these lights show that there is no answer.

        Every press toggles an even number of them, yet an odd number of them are on.
        """
        if self._outside(proof):
            return False
        odd = sum(
            (row & lit).bit_count() for row, lit in zip(self._pressed(proof), self.lit, strict=True)
        )
        if self.matrix:
            lights = bits.pack(self._pressed(proof), self.cols)
            return odd % 2 == 1 and not any((mask & lights).bit_count() % 2 for mask in self.matrix)
        back = tuple((-down, -right) for down, right in self.stencil)
        return odd % 2 == 1 and not any(
            bits.toggled(self._pressed(proof), self.rows, self.cols, back, self.torus)
        )

    def because(self, proof: Sequence[Press]) -> str:
        named = ", ".join(f"r{row + 1}c{col + 1}" for row, col in islice(proof, 12))
        more = ", …" if len(proof) > 12 else ""
        if len(proof) == 1:
            return f"no press toggles {named}, which is on"
        return (
            f"every press toggles an even number of these {len(proof):,} lights, "
            f"of which an odd number are on: {named}{more}"
        )

    def _outside(self, cells: Sequence[Press]) -> list[Press]:
        if isinstance(cells, Pattern):
            return []
        rows, cols = range(self.rows), range(self.cols)
        return [cell for cell in cells if not (cell[0] in rows and cell[1] in cols)]

    def _pressed(self, answer: Sequence[Press]) -> Iterator[int]:
        """The rows of presses, those made twice left out."""
        if isinstance(answer, Pattern):
            return answer.rows()
        rows = [0] * self.rows
        for row, col in answer:
            rows[row] ^= 1 << col
        return iter(rows)

    def _toggled(self, pressed: Iterator[int]) -> Iterator[int]:
        """The rows of lights that these presses toggle."""
        if not self.matrix:
            return bits.toggled(pressed, self.rows, self.cols, self.stencil, self.torus)
        lights = 0
        for press in values(bits.pack(pressed, self.cols)):
            lights ^= self.matrix[press]
        return iter(bits.unpack(lights, self.rows, self.cols))

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The lights that each press toggles, packed."""
        if self.size > LARGEST_WRITTEN_OUT:
            raise Unsuited(
                f"a board of {self.size} lights has too many presses to write out, "
                f"more than {LARGEST_WRITTEN_OUT}: linear solves plain boards of any size"
            )
        return self.matrix or tuple(bits.masks(self.rows, self.cols, self.stencil, self.torus))

    def _togglers(self) -> tuple[int, ...]:
        """The presses that toggle each light, packed."""
        togglers = [0] * self.size
        for press, mask in enumerate(self.masks):
            for light in values(mask):
                togglers[light] |= 1 << press
        return tuple(togglers)

    def linear(self) -> GridSystem | LinearSystem:
        """The presses of each light must add up to whether it is on."""
        plain = self.stencil in RULES.values() and not self.torus and not self.matrix
        if plain:
            return GridSystem(self.rows, self.cols, self.stencil == PLUS, self.lit)
        return LinearSystem(self.size, self._togglers(), self.packed)

    def after(self, presses: Sequence[Press]) -> Self:
        """The board after these presses; ValueError if one is no button of it."""
        if outside := self._outside(presses):
            raise ValueError(f"found {outside[0]}, which is no button of the board")
        return replace(self, lit=tuple(map(xor, self.lit, self._toggled(self._pressed(presses)))))

    def space(self) -> LightsSpace:
        return LightsSpace(self.packed, self.masks, self.cols)

    def at(self, state: int, /) -> Self:
        return replace(self, lit=tuple(bits.unpack(state, self.rows, self.cols)))

    def say(self, move: Press, state: Any = None, /) -> str:
        return cell_name(move[0] * self.cols + move[1], self.cols)

    def explainer(self) -> Explainer[LightsOut]:
        from clew.puzzles.lights_out.explain import PressExplainer

        return PressExplainer(self)

    def canonical_form(self) -> LightsOut:
        from clew.puzzles.lights_out.symmetries import canonical

        return canonical(self)

    def touches(self, move: Press, /) -> tuple[int, ...]:
        row, col = move
        inside = max(self.rows, self.cols) <= LARGEST_DRAWN
        return (row * self.cols + col,) if inside else ()

    def csp(self) -> CSP:
        lights = self.packed
        rules = (
            Parity(tuple(values(presses)), cell_name(light, self.cols), bool(lights >> light & 1))
            for light, presses in enumerate(self._togglers())
        )
        return CSP((0b11,) * self.size, tuple(rules))

    faces: ClassVar[Faces] = Faces({Linear: linear, StateSpace: space, CSP: csp})

    def translate(self, face: type, found: Any) -> Sequence[Press]:
        """The presses; a tuple, unless there may be too many to write out."""
        if face == CSP:
            return tuple(divmod(press, self.cols) for press, made in enumerate(found) if made)
        if face == Linear and not isinstance(found, Pattern):
            return tuple(divmod(press, self.cols) for press in values(found))
        return found if self.size > LARGEST_WRITTEN_OUT else tuple(found)


class LightsSpace:
    """Boards one press apart, each a number with a bit for every light that is on."""

    goals = (0,)

    def __init__(self, start: int, flips: tuple[int, ...], cols: int) -> None:
        self.start = start
        self.flips = flips
        self.moves = tuple(divmod(press, cols) for press in range(len(flips)))
        self.most = max(1, *(flip.bit_count() for flip in flips))

    def successors(self, state: int) -> Iterator[tuple[Press, int]]:
        return zip(self.moves, self.neighbours(state), strict=True)

    def neighbours(self, state: int) -> list[int]:
        return [state ^ flip for flip in self.flips]

    predecessors = neighbours

    def is_goal(self, state: int) -> bool:
        return not state

    def heuristic(self, state: int) -> int:
        """As many presses as if each put out as many lights as any can."""
        return -(-state.bit_count() // self.most)


def _cell(lit: bool, pressed: bool) -> Cell:
    ink = Ink.ANSWER if pressed else Ink.GIVEN if lit else Ink.NONE
    return Cell(MARKS[lit, pressed], ink, lit)


def _read_size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,6})\s*[xX×]\s*(\d{1,6})", text, re.ASCII)
    if not match:
        raise ValueError(f"found the size {text[:20]!r}, expected ROWSxCOLS such as 5x5")
    rows, cols = int(match[1]), int(match[2])
    for side, size in (("rows", rows), ("columns", cols)):
        if not 1 <= size <= LARGEST:
            raise ValueError(f"found {size} {side}, expected 1 to {LARGEST}")
    return rows, cols


def _read_option(option: str, size: int) -> tuple[str, Any]:
    word, equals, value = option.partition("=")
    if word == "torus" and not equals:
        return "torus", True
    if word in RULES and not equals:
        return "stencil", RULES[word]
    if word == "stencil":
        return "stencil", bits.read_stencil(value)
    if word == "matrix":
        return "matrix", bits.read_matrix(value, size)
    raise ValueError(
        f"found {option[:20]!r}, expected plus, neighbours, stencil=, torus or matrix="
    )
