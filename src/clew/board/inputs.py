"""The ways to enter something on a board, as data: a page needs a handler for each, and no kind.

A kind names its inputs, the usual one first. Each class is one mode: it says what is written (a
cell, an edge, a clue or a move), where (`targets`), how (by click, drag or key), and which keys do
what. Its fields are the rest: the values, or the cycle that a click goes through.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

Values = tuple[str, ...]


@dataclass(frozen=True)
class Input:
    """One way to enter something.

    >>> Digit(1, 9).as_dict()["values"]
    ['1', '2', '3', '4', '5', '6', '7', '8', '9']
    """

    mode: ClassVar[str]
    """Its name in JSON."""
    writes: ClassVar[str] = "move"
    """What it changes: a cell, an edge, a clue, or the position, by a move."""
    targets: ClassVar[str] = "cells"
    """What is pointed at: cells, edges, pieces, columns, regions or piles."""
    by: ClassVar[Values] = ("click", "key")
    """How: by click, drag or key. The first is the usual one."""
    keys: ClassVar[tuple[tuple[str, str], ...]] = (("Enter", "act"),)
    """What keys do, next to the arrows, which walk over the targets."""
    say: ClassVar[str] = "{place}, {value}"
    """What a screen reader says of a target."""

    def on(self, values: Sequence[str]) -> Input:
        """The same input on a board whose cells can have these values."""
        return self

    def as_dict(self) -> dict[str, Any]:
        """The input as JSON-ready data; fields that are empty are left out."""
        said = {"mode": self.mode, "writes": self.writes, "targets": self.targets}
        own = {each.name: getattr(self, each.name) for each in fields(self)}
        return {
            **said,
            "by": list(self.by),
            "keys": dict(self.keys),
            "say": self.say,
            **{name: list(of) if isinstance(of, tuple) else of for name, of in own.items() if of},
        }


# ------------------------------------------------------------------ cells


@dataclass(frozen=True)
class Digit(Input):
    """A number in a cell, by key or from a pad; `last` 0 stands for as many as the puzzle has."""

    mode = "digit"
    writes = "cell"
    by = ("key", "click", "drag")
    keys = (("value", "write"), ("Space", "switch marks"), ("Delete", "erase"))
    say = "{place}, {value}, candidates {notes}"

    first: int = 1
    last: int = 0

    def on(self, values: Sequence[str]) -> Input:
        """These numbers; letters if they aren't numbers in a row, a piece if there is only one."""
        if self.last:
            return self
        if len(values) == 1:
            return Put().on(values)
        if not all(each.isdecimal() for each in values):
            return Letter(tuple(values))
        numbers = list(map(int, values))
        in_a_row = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        return Digit(numbers[0], numbers[-1]) if in_a_row else Letter(tuple(values))

    def as_dict(self) -> dict[str, Any]:
        values = list(map(str, range(self.first, self.last + 1)))
        return {**super().as_dict(), "first": self.first, "last": self.last, "values": values}


@dataclass(frozen=True)
class Letter(Input):
    """One of a few values in a cell: type it."""

    mode = "letter"
    writes = "cell"
    by = ("key", "click")
    keys = (("value", "write"), ("Delete", "erase"))

    values: Values = ()

    def on(self, values: Sequence[str]) -> Input:
        return replace(self, values=tuple(values))


@dataclass(frozen=True)
class Shade(Input):
    """A cell to be shaded, crossed or left empty, in this order; a drag paints along one line."""

    mode = "shade"
    writes = "cell"
    by = ("click", "drag", "key")
    keys = (("Space", "shade"), ("X", "cross"), ("Shift+arrow", "paint"))
    say = "{place}, {value}. {line}"

    cycle: Values = ("#", "-", "")
    axis: str = "line"


@dataclass(frozen=True)
class Put(Input):
    """A piece to be placed in a cell, or ruled out there."""

    mode = "place"
    writes = "cell"
    keys = (("Space", "place"), ("X", "cross"), ("Delete", "erase"))
    say = "{value}. Attacks {cells}"

    piece: str = ""
    cycle: Values = ()

    def on(self, values: Sequence[str]) -> Input:
        return replace(self, piece=self.piece or values[0], cycle=(values[0], "x", ""))


@dataclass(frozen=True)
class Tick(Input):
    """A candidate to be accepted or ruled out, in a table of names."""

    mode = "match"
    writes = "cell"
    keys = (("value", "accept"), ("Delete", "rule out"))
    say = "{place}: {notes}"

    values: Values = ()
    cycle: Values = ("accept", "rule out", "")

    def on(self, values: Sequence[str]) -> Input:
        return replace(self, values=tuple(values))


@dataclass(frozen=True)
class Paint(Input):
    """A colour or shape for regions: choose it, then click or drag."""

    mode = "paint"
    writes = "cell"
    targets = "regions"
    by = ("click", "drag", "key")
    keys = (("value", "paint"), ("R", "rotate"), ("Delete", "erase"))
    say = "{place}, {value}. Borders {cells}"

    values: Values = ()

    def on(self, values: Sequence[str]) -> Input:
        return replace(self, values=tuple(values))


# ------------------------------------------------------------------ edges and clues


@dataclass(frozen=True)
class Edge(Input):
    """A line along an edge, none, or nothing known; a drag draws along the dots."""

    mode = "edge"
    writes = "edge"
    targets = "edges"
    by = ("click", "drag", "key")
    keys = (("Shift+arrow", "draw"), ("X+arrow", "cross"))
    say = "Edge {place}: {value}. {clue}"

    cycle: Values = ("line", "cross", "")


@dataclass(frozen=True)
class Draw(Input):
    """A clue drawn through cells by a setter: a `path`, `loop`, `cage`, `dot` or `arrow`."""

    mode = "draw"
    writes = "clue"
    by = ("drag", "key")
    keys = (("Shift+arrow", "draw"), ("Enter", "finish"), ("Delete", "erase"))
    say = "{shape} through {cells}"

    shape: str = "path"


# ------------------------------------------------------------------ moves


@dataclass(frozen=True)
class Toggle(Input):
    """Press a cell: what it switches turns over."""

    mode = "toggle"
    keys = (("Space", "press"), ("Enter", "press"))


@dataclass(frozen=True)
class Steer(Input):
    """Move a traveller step by step; a click walks there."""

    mode = "steer"
    by = ("key", "click", "drag")
    keys = (("arrow", "move"),)
    say = "{move}. {progress}"


@dataclass(frozen=True)
class Drag(Input):
    """Take a piece and drop it where it may go; with an axis `line` it slides along that line."""

    mode = "drag"
    targets = "pieces"
    by = ("drag", "click", "key")
    keys = (("Tab", "next piece"), ("arrow", "move"), ("Enter", "drop"), ("Escape", "return"))
    say = "{piece} taken. May go {moves}"

    piece: str = "piece"
    axis: str = ""


@dataclass(frozen=True)
class Drop(Input):
    """Choose a column: the piece falls to its lowest empty cell."""

    mode = "drop"
    targets = "columns"
    keys = (("Enter", "drop"), ("digit", "choose a column"))
    say = "Column {col}, lands in row {row}"


@dataclass(frozen=True)
class Pour(Input):
    """Pour one vessel into another: the source, then the target."""

    mode = "pour"
    targets = "pieces"
    by = ("click", "drag", "key")
    keys = (("digit digit", "pour"), ("F", "fill"), ("E", "empty"))
    say = "{move}: {amounts}"


@dataclass(frozen=True)
class Go(Input):
    """Go to one of the neighbours that are lit."""

    mode = "go"
    keys = (("arrow", "take the nearest that way"), ("Enter", "go"))
    say = "In {place}. {moves}"


@dataclass(frozen=True)
class Claim(Input):
    """Take an empty place for the player to move."""

    mode = "mark"
    say = "{value}, {place}. {turn} to move"


@dataclass(frozen=True)
class Take(Input):
    """Take counters from a pile: the digit says how many."""

    mode = "take"
    targets = "piles"
    keys = (("digit", "how many"), ("Enter", "take"))
    say = "Take {count} of {size} from {place}"


@dataclass(frozen=True)
class Carry(Input):
    """Load people into a boat, then cross."""

    mode = "carry"
    targets = "pieces"
    keys = (("value", "load"), ("Enter", "cross"))
    say = "Boat: {load}"

    values: Values = ()


@dataclass(frozen=True)
class Turn(Input):
    """Turn a face; Shift turns it back."""

    mode = "turn"
    targets = "pieces"
    by = ("click", "drag", "key")
    keys = (("value", "turn"), ("Shift+value", "turn back"))
    say = "{move} turned"

    values: Values = ()


MODES: dict[str, type[Input]] = {
    each.mode: each
    for each in (
        Digit, Letter, Shade, Put, Tick, Paint, Edge, Draw, Toggle, Steer, Drag, Drop, Pour, Go,
        Claim, Take, Carry, Turn,
    )
}  # fmt: skip
"""Every way to enter something, by its name in JSON."""


def inputs_data(inputs: Iterable[Input]) -> list[dict[str, Any]]:
    """Inputs as JSON-ready data."""
    return [each.as_dict() for each in inputs]


def read_input(plain: Mapping[str, Any]) -> Input:
    """The input that `as_dict` wrote.

    >>> read_input(Shade().as_dict()) == Shade()
    True
    """
    kind = MODES[plain["mode"]]
    own = {each.name: plain[each.name] for each in fields(kind) if each.name in plain}
    return kind(**{name: tuple(of) if isinstance(of, list) else of for name, of in own.items()})
