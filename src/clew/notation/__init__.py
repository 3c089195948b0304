r"""Read and write puzzles: as Clew's ids, or in the notations of other programs.

A family's notations are in its files `notation*`, which Clew finds automatically.

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

from clew.core.arguments import MOST_NAMED, several, shown, unknown
from clew.core.files import descriptor, load, named_file, replaceable, save, saving, streaming
from clew.core.puzzle import Puzzle, as_puzzle
from clew.core.registry import classes, knows, names
from clew.core.registry import parse as parse_id
from clew.notation._notation import SAMPLE, WINDOW, Notation, OneALine, numbered

__all__ = [
    "Notation", "descriptor", "find", "load", "notations", "parse", "read", "read_all",
    "replaceable", "save", "saving", "streaming", "unsupported", "write",
]  # fmt: skip


def parse(text: str) -> Puzzle:
    """Return the puzzle for an id, or for a recipe such as `sudoku:9,level=hard#7`.

    Args:
        text: An id, `kind:text`, or a recipe, `kind:size,options#seed`.

    Raises:
        ValueError: The string isn't an id or a recipe. The message says where and why.
        TypeError: The argument isn't a string.
        CannotMake: No such puzzle can be made from the recipe.

    >>> import clew
    >>> clew.parse("queens:8").id
    'queens:8'
    """
    if not isinstance(text, str):
        raise TypeError(f"{shown(text)} isn't a string: give a puzzle's id, such as 'queens:8'")
    if "#" in text:
        from clew.generators.maker import make
        from clew.generators.recipe import Recipe

        if Recipe.is_one(text):
            return make(Recipe.parse(text))
    return parse_id(text)


def read(
    source: str | os.PathLike[str], kind: str | None = None, notation: str | None = None
) -> Puzzle:
    """Read one puzzle from a string or a file, in any notation.

    Args:
        source: The text of the puzzle or the name of a file.
        kind: The kind of puzzle, if the text fits several.
        notation: The name of the notation, if the text fits several.

    Raises:
        ValueError: There isn't exactly one puzzle, or the text fits no notation or several.
        OSError: The file can't be read.

    >>> import clew
    >>> clew.read("1... ..3. .4.. ...2").id
    'sudoku:1.....3..4.....2'
    """
    puzzles = read_all(source, kind, notation)
    if not puzzles:
        raise ValueError("there is no puzzle in the text")
    if len(puzzles) > 1:
        raise ValueError(f"there are {len(puzzles)} puzzles in the text: use read_all to read them")
    return puzzles[0]


def read_all(
    source: str | os.PathLike[str], kind: str | None = None, notation: str | None = None
) -> list[Puzzle]:
    r"""Read all puzzles in a string or a file, in order.

    Args:
        source: The text of the puzzles or the name of a file.
        kind: The kind of puzzle, if the text fits several.
        notation: The name of the notation, if the text fits several.

    Raises:
        ValueError: The text fits no notation or several, or there is no such kind or notation.
        OSError: The file can't be read.

    >>> import clew
    >>> [puzzle.id for puzzle in clew.read_all("queens:6\nnim:3,4,5")]
    ['queens:6', 'nim:3,4,5']
    """
    if kind is not None and kind not in names():
        raise ValueError(unknown("puzzle", kind, names(), "clew puzzles"))
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
    """Write one or more puzzles in a notation.

    Args:
        puzzles: A puzzle, its id, or several of them.
        notation: The name of the notation. `clew notations` lists them all.

    Returns:
        The text, which ends with a line break.

    Raises:
        ValueError: There is no such notation, or it can't express one of the puzzles.

    >>> import clew
    >>> print(clew.write(["queens:6", "nim:3,4,5"], "id"), end="")
    queens:6
    nim:3,4,5
    """
    return find(notation).write([as_puzzle(each) for each in several(puzzles)])


def notations(kind: str | None = None) -> tuple[Notation, ...]:
    """Return all notations, or only those for one kind of puzzle."""
    return tuple(each for each in _all() if kind is None or each.kind in (kind, ""))


def find(name: str) -> Notation:
    """Return the notation with this name.

    Raises:
        ValueError: There is no such notation.
    """
    for each in _all():
        if each.name == name:
            return each
    raise ValueError(unknown("notation", name, [each.name for each in _all()], "clew notations"))


class Ids(OneALine):
    """Clew's ids, `kind:text`, and recipes, `kind:size#seed`, one per line."""

    name: ClassVar[str] = "id"
    kind: ClassVar[str] = ""
    summary: ClassVar[str] = "Ids such as queens:8, one per line, with # for comments."
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
    """Reject a text that ends like the name of a puzzle file, since the name must be wrong."""
    endings = (".txt", *(ending for each in _all() for ending in each.extensions))
    if "\n" not in text and text.lower().endswith(endings):
        raise FileNotFoundError(f"{text}: no such file")


def _named(notation: str, kind: str | None) -> Notation:
    """Return the notation with this name, which must be able to hold puzzles of this kind.

    Raises:
        ValueError: There is no such notation, or it can't hold puzzles of this kind.
    """
    found = find(notation)
    if kind is not None and found.kind not in (kind, ""):
        raise ValueError(f"notation {notation} is for {found.kind} puzzles, not for {kind}")
    return found


def _read_text(text: str, chosen: Sequence[Notation], kind: str | None) -> list[Puzzle]:
    """Read the puzzles in a text, if the chosen notations agree about them."""
    if not text.strip():
        raise ValueError("found no puzzle: the text is empty")
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
    """Return the reason why Clew can't read a text in a known notation, or an empty string.

    >>> unsupported("SumoCueV1=12J0")
    "line 1: found 'SumoCueV1=', a killer Sudoku: these are read as ids of Tatham's Solo only"
    """
    return next(filter(None, (each.unsupported(text) for each in _all())), "")


def _refuse_other_kinds(puzzles: Sequence[Puzzle], kind: str) -> None:
    for number, puzzle in enumerate(puzzles, 1):
        if puzzle.name != kind:
            raise ValueError(f"puzzle {number}: this is {puzzle.name}, not {kind}")


def _ambiguity(found: Sequence[Notation]) -> str:
    ways = " or ".join(f"{each.name} ({each.kind or 'any puzzle'})" for each in found)
    return f"the text reads differently as {ways}: give the kind or the notation"


def _reach(error: str) -> tuple[int, int]:
    """Return the line and column in an error message, which show how far the reader got."""
    line = re.search(r"\bline (\d+)", error)
    column = re.search(r"\bcolumn (\d+)", error)
    return int(line[1]) if line else 1, int(column[1]) if column else 0


def _unknown(text: str, chosen: Sequence[Notation]) -> str:
    before = text[: len(text) - len(text.lstrip())]
    first = text.strip().splitlines()[0]
    place = f"line {before.count(chr(10)) + 1}, column {len(before) - before.rfind(chr(10))}"
    kind = re.match("[a-z][a-z0-9-]*(?=:)", first)
    if kind is not None and not knows(kind[0]):
        said = unknown("puzzle", kind[0], names(), "clew puzzles")
        return f"{place}: {said}; if it's your own, load its file first (--load FILE)"
    if len(chosen) <= MOST_NAMED:
        known = f"as {' or '.join(each.name for each in chosen)}"
    else:
        known = "in any notation (`clew notations` lists them)"
    return f"{place}: can't read {first[:40]!r} {known}"
