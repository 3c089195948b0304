"""The ways to enter something on a board, as data. A page has a handler for each of them.

A kind of puzzle lists its inputs, with the default first. Each class is one mode. It defines the
thing to write (a cell, an edge, a clue or a move), where to point (`targets`), how to use it (by
click, drag or key), and the actions of keys. Its fields hold everything else, such as the values or
the cycle that a click goes through.
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
    """The name of the mode in JSON."""
    writes: ClassVar[str] = "move"
    """The thing that it changes: a cell, an edge, a clue, or the position by a move."""
    targets: ClassVar[str] = "cells"
    """The things to point at: cells, edges, pieces, columns, regions or piles."""
    by: ClassVar[Values] = ("click", "key")
    """The ways to use it: by click, drag or key, with the default first."""
    keys: ClassVar[tuple[tuple[str, str], ...]] = (("Enter", "act"),)
    """The keys and their actions. Arrow keys always move from target to target."""
    say: ClassVar[str] = "{place}, {value}"
    """The text that a screen reader reads for a target."""

    def on(self, values: Sequence[str]) -> Input:
        """Return this input for a board whose cells can have these values.

        Args:
            values: the symbols of the values.
        """
        return self

    def as_dict(self) -> dict[str, Any]:
        """Return JSON-ready data without empty fields."""
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
    """Write a number into a cell, with a key or a pad. If `last` is 0, it's the largest value."""

    mode = "digit"
    writes = "cell"
    by = ("key", "click", "drag")
    keys = (("value", "write"), ("Space", "switch marks"), ("Delete", "erase"))
    say = "{place}, {value}, candidates {notes}"

    first: int = 1
    last: int = 0

    def on(self, values: Sequence[str]) -> Input:
        """Return an input for numbers, letters or a single piece, depending on the values.

        Args:
            values: the symbols of the values.
        """
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
class Choice(Input):
    """Choose one of a few values, by default all that a cell can have."""

    values: Values = ()

    def on(self, values: Sequence[str]) -> Input:
        return replace(self, values=tuple(values))


class Letter(Choice):
    """Type one of a few values into a cell."""

    mode = "letter"
    writes = "cell"
    by = ("key", "click")
    keys = (("value", "write"), ("Delete", "erase"))


@dataclass(frozen=True)
class Shade(Input):
    """Shade a cell, cross it out and clear it, in this order. A drag paints along one line."""

    mode = "shade"
    writes = "cell"
    by = ("click", "drag", "key")
    keys = (("Space", "shade"), ("X", "cross"), ("Shift+arrow", "paint"))
    say = "{place}, {value}. {line}"

    cycle: Values = ("#", "-", "")
    axis: str = "line"
    names: Values = ("Shade", "Cross", "Erase")
    """The words for the values of the cycle, on buttons."""


@dataclass(frozen=True)
class Put(Input):
    """Place a piece in a cell, or rule it out there."""

    mode = "place"
    writes = "cell"
    keys = (("Space", "place"), ("X", "cross"), ("Delete", "erase"))
    say = "{value}. Attacks {cells}"

    piece: str = ""
    cycle: Values = ()
    names: Values = ()
    """The words for the values of the cycle, on buttons."""

    def on(self, values: Sequence[str]) -> Input:
        piece, cycle = self.piece or values[0], (values[0], "x", "")
        return replace(self, piece=piece, cycle=cycle, names=(piece.title(), "Not here", "Erase"))


@dataclass(frozen=True)
class Tick(Choice):
    """Accept or rule out a candidate in a table of names."""

    mode = "match"
    writes = "cell"
    keys = (("value", "accept"), ("Delete", "rule out"))
    say = "{place}: {notes}"

    cycle: Values = ("accept", "rule out", "")


class Paint(Choice):
    """Choose a colour or a shape, then click or drag over regions."""

    mode = "paint"
    writes = "cell"
    targets = "regions"
    by = ("click", "drag", "key")
    keys = (("value", "paint"), ("R", "rotate"), ("Delete", "erase"))
    say = "{place}, {value}. Borders {cells}"


# ------------------------------------------------------------------ edges and clues


@dataclass(frozen=True)
class Edge(Input):
    """Draw a line along an edge, cross it out and clear it. A drag draws along the dots."""

    mode = "edge"
    writes = "edge"
    targets = "edges"
    by = ("click", "drag", "key")
    keys = (("Shift+arrow", "draw"), ("X+arrow", "cross"))
    say = "Edge {place}: {value}. {clue}"

    cycle: Values = ("line", "cross", "")
    names: Values = ("Line", "No line", "Erase")
    """The words for the values of the cycle, on buttons."""


@dataclass(frozen=True)
class Draw(Input):
    """Draw a setters' clue through cells: a `path`, `loop`, `cage`, `dot` or `arrow`."""

    mode = "draw"
    writes = "clue"
    by = ("drag", "key")
    keys = (("Shift+arrow", "draw"), ("Enter", "finish"), ("Delete", "erase"))
    say = "{shape} through {cells}"

    shape: str = "path"


# ------------------------------------------------------------------ moves


class Toggle(Input):
    """Press a cell to toggle the cells that it controls."""

    mode = "toggle"
    keys = (("Space", "press"), ("Enter", "press"))


class Steer(Input):
    """Move a traveller step by step, or click a place to walk there."""

    mode = "steer"
    by = ("key", "click", "drag")
    keys = (("arrow", "move"),)
    say = "{move}. {progress}"


@dataclass(frozen=True)
class Drag(Input):
    """Drag a piece to a place it can reach. With the axis `line`, it slides along a line."""

    mode = "drag"
    targets = "pieces"
    by = ("drag", "click", "key")
    keys = (("Tab", "next piece"), ("arrow", "move"), ("Enter", "drop"), ("Escape", "return"))
    say = "{piece} picked up. It can go {moves}"

    piece: str = "piece"
    axis: str = ""
    stays: bool = False
    """True if a click on a piece makes its move, because it has no place to go to."""


class Drop(Input):
    """Choose a column for a piece, which then falls to the lowest empty cell."""

    mode = "drop"
    targets = "columns"
    keys = (("Enter", "drop"), ("digit", "choose a column"))
    say = "Column {col}, lands in row {row}"


class Pour(Input):
    """Pour one vessel into another: choose the source, then the target."""

    mode = "pour"
    targets = "pieces"
    by = ("click", "drag", "key")
    keys = (("digit digit", "pour"), ("F", "fill"), ("E", "empty"))
    say = "{move}: {amounts}"


class Go(Input):
    """Go to one of the highlighted neighbours."""

    mode = "go"
    keys = (("arrow", "choose the nearest in that direction"), ("Enter", "go"))
    say = "In {place}. {moves}"


class Claim(Input):
    """Claim an empty place for the player whose turn it is."""

    mode = "mark"
    say = "{value}, {place}. {turn} to move"


class Take(Input):
    """Take counters from a pile. A digit sets the number."""

    mode = "take"
    targets = "piles"
    keys = (("digit", "set the number"), ("Enter", "take"))
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
    """Turn a face, or turn it back with Shift."""

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
"""All inputs, with their names in JSON as keys."""


def inputs_data(inputs: Iterable[Input]) -> list[dict[str, Any]]:
    """Convert inputs to JSON-ready data.

    Args:
        inputs: the inputs.
    """
    return [each.as_dict() for each in inputs]


def read_input(plain: Mapping[str, Any]) -> Input:
    """Read an input that `as_dict` wrote.

    Args:
        plain: the dictionary.

    >>> read_input(Shade().as_dict()) == Shade()
    True
    """
    kind = MODES[plain["mode"]]
    own = {each.name: plain[each.name] for each in fields(kind) if each.name in plain}
    return kind(**{name: tuple(of) if isinstance(of, list) else of for name, of in own.items()})
