r"""Read and write puzzles: ids of our own, and the notations of other programs.

A family's notations are in its files `notation*`, which are found by themselves.

>>> print(read("2x2:4e4b2e1"))
4.....4..2.....1
>>> write(read("queens:8"), "id")
'queens:8\n'
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from functools import cache
from operator import attrgetter, call
from typing import ClassVar

from clew.core.arguments import several, shown
from clew.core.files import descriptor, load, named_file, replaceable, save, saving, streaming
from clew.core.puzzle import Puzzle, as_puzzle
from clew.core.registry import classes, knows, names
from clew.core.registry import parse as parse_id
from clew.generators.maker import make
from clew.generators.recipe import Recipe
from clew.notation._notation import SAMPLE, WINDOW, Notation, OneALine, numbered

__all__ = [
    "Notation", "descriptor", "find", "load", "notations", "parse", "read", "read_all",
    "replaceable", "save", "saving", "streaming", "unsupported", "write",
]  # fmt: skip


def parse(text: str) -> Puzzle:
    """The puzzle of an id, or of a recipe: `kind:size#seed`.

    >>> import clew
    >>> clew.parse("queens:8").id
    'queens:8'
    """
    if not isinstance(text, str):
        raise TypeError(f"found {shown(text)}, expected the text of a puzzle, such as 'queens:8'")
    return make(Recipe.parse(text)) if Recipe.is_one(text) else parse_id(text)


def read(
    source: str | os.PathLike[str], kind: str | None = None, notation: str | None = None
) -> Puzzle:
    """The only puzzle in a text or a file; ValueError if there are several.

    `kind` and `notation` settle it if a text could be read in two ways.

    >>> import clew
    >>> clew.read("1... ..3. .4.. ...2").id
    'sudoku:1.....3..4.....2'
    """
    puzzles = read_all(source, kind, notation)
    if len(puzzles) != 1:
        raise ValueError(f"found {len(puzzles)} puzzles, expected one: read_all reads them all")
    return puzzles[0]


def read_all(
    source: str | os.PathLike[str], kind: str | None = None, notation: str | None = None
) -> list[Puzzle]:
    r"""All puzzles in a text or a file, in order.

    >>> import clew
    >>> [puzzle.id for puzzle in clew.read_all("queens:6\nnim:3,4,5")]
    ['queens:6', 'nim:3,4,5']
    """
    if kind is not None and kind not in names():
        raise ValueError(f"found kind {kind!r}, expected one of {', '.join(names())}")
    if notation is not None:
        chosen: Sequence[Notation] = [_named(notation, kind)]
    else:
        chosen = notations(kind) if kind else _all()
    path = named_file(source)
    if path is None:
        _refuse_missing_file(str(source))
        return _read_text(str(source).removeprefix("\ufeff"), chosen, kind)
    text = load(path)
    if notation is None:
        named = []
        for each in chosen:
            if path.suffix.lower() in each.extensions:
                named.append(each)
        chosen = named or chosen
    try:
        return _read_text(text, chosen, kind)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def write(puzzles: Puzzle | str | Iterable[Puzzle | str], notation: str) -> str:
    """The text of one or more puzzles; ValueError if the notation cannot express one.

    >>> import clew
    >>> print(clew.write(["queens:6", "nim:3,4,5"], "id"), end="")
    queens:6
    nim:3,4,5
    """
    return find(notation).write([as_puzzle(each) for each in several(puzzles)])


def notations(kind: str | None = None) -> tuple[Notation, ...]:
    """Every notation there is, or those that take puzzles of one kind."""
    return tuple(each for each in _all() if kind is None or each.kind in (kind, ""))


def find(name: str) -> Notation:
    """The notation of that name; ValueError, naming those there are, if there is none."""
    for each in _all():
        if each.name == name:
            return each
    names = ", ".join(each.name for each in _all())
    raise ValueError(f"found notation {name!r}, expected one of {names}")


class Ids(OneALine):
    """Ids of our own, `kind:text` or a recipe `kind:size#seed`, one a line."""

    name: ClassVar[str] = "id"
    kind: ClassVar[str] = ""
    summary: ClassVar[str] = "Ids such as queens:8, one a line, # for comments."
    extensions: ClassVar[tuple[str, ...]] = (".clew",)
    contains: ClassVar[re.Pattern[str]] = re.compile(":")

    def fits(self, text: str) -> bool:
        kinds = tuple(f"{name}:" for name in names())
        lines = [line for _, line in numbered(text, comments=True)][:SAMPLE]
        return any(line.lstrip().startswith(kinds) for line in lines)

    def read_line(self, line: str) -> Puzzle:
        return parse(line)

    def write_line(self, puzzle: Puzzle) -> str:
        return puzzle.id


@cache
def _all() -> tuple[Notation, ...]:
    found: list[type[Notation]] = [Ids, *classes(Notation, "clew.puzzles", "notation")]
    return tuple(map(call, sorted(found, key=attrgetter("name"))))


def _refuse_missing_file(text: str) -> None:
    """A text that ends like the name of a puzzle file is a mistyped file name."""
    endings = (".txt", *(ending for each in _all() for ending in each.extensions))
    if "\n" not in text and text.lower().endswith(endings):
        raise FileNotFoundError(f"{text}: no such file")


def _named(notation: str, kind: str | None) -> Notation:
    """The notation of that name; ValueError if it does not hold such puzzles."""
    found = find(notation)
    if kind is not None and found.kind not in (kind, ""):
        raise ValueError(f"found notation {notation} of {found.kind}, expected one of {kind}")
    return found


def _read_text(text: str, chosen: Sequence[Notation], kind: str | None) -> list[Puzzle]:
    """The puzzles of the text, if there is one way to read it in the chosen notations."""
    if not text.strip():
        raise ValueError("found an empty text, expected a puzzle")
    readings: dict[Notation, list[Puzzle]] = {}
    errors: list[str] = []
    only = len(chosen) == 1
    for each in chosen:
        found = each.contains.search if len(text) <= WINDOW else each.may_be
        if only or (len(text) <= each.longest and found(text) and each.fits(text)):
            try:
                puzzles = each.read(text)
                if kind is not None:
                    _refuse_other_kinds(puzzles, kind)
                readings[each] = puzzles
            except ValueError as error:
                errors.append(str(error) if only else f"{error} (read as {each.name})")
    if readings:
        puzzles, *others = readings.values()
        if others.count(puzzles) == len(others):
            return puzzles
        errors = [_ambiguity(list(readings))]
    furthest = max(errors, key=_reach, default="")
    raise ValueError(unsupported(text) or furthest or _unknown(text, chosen))


def unsupported(text: str) -> str:
    """What feature clew lacks to read a text, if that can be told; else an empty text.

    >>> unsupported("SumoCueV1=12J0")
    "line 1: found 'SumoCueV1=', a killer Sudoku: these are read as ids of Tatham's Solo only"
    """
    return next(filter(None, (each.unsupported(text) for each in _all())), "")


def _refuse_other_kinds(puzzles: Sequence[Puzzle], kind: str) -> None:
    for number, puzzle in enumerate(puzzles, 1):
        if puzzle.name != kind:
            raise ValueError(f"puzzle {number}: found {puzzle.name}, expected {kind}")


def _ambiguity(found: Sequence[Notation]) -> str:
    ways = " or ".join(f"{each.name} ({each.kind or 'any puzzle'})" for each in found)
    return f"found a text that reads differently as {ways}, expected one: name the kind or notation"


def _reach(error: str) -> tuple[int, int]:
    """How far a reader came before its error: the line and column that it names."""
    line = re.search(r"\bline (\d+)", error)
    column = re.search(r"\bcolumn (\d+)", error)
    return int(line[1]) if line else 1, int(column[1]) if column else 0


def _unknown(text: str, chosen: Sequence[Notation]) -> str:
    before = text[: len(text) - len(text.lstrip())]
    first = text.strip().splitlines()[0]
    place = f"line {before.count(chr(10)) + 1}, column {len(before) - before.rfind(chr(10))}"
    kind = re.match("[a-z][a-z0-9-]*(?=:)", first)
    if kind is not None and not knows(kind[0]):
        return f"{place}: found the kind {kind[0]!r}, expected a known one, or --load with its file"
    names = ", ".join(each.name for each in chosen)
    return f"{place}: found {first[:40]!r}, expected a puzzle in one of the notations {names}"
