"""From the word PUZZLE on the command line to puzzles: an id, a file, or standard input."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from clew.cli.status import BadInput, suggestion

if TYPE_CHECKING:
    from clew.puzzle import Puzzle


def load(word: str, kind: str | None = None, notation: str | None = None) -> list[Puzzle]:
    """The puzzles meant, at least one; BadInput says in one line why there are none."""
    from clew.make.generate import parse
    from clew.puzzles import names

    start = word.partition(":")[0]
    try:
        if start in names() and ":" in word:
            return [parse(word)]
    except ValueError as error:
        raise BadInput(str(error)) from None
    return _read(word, kind, notation)


def _read(word: str, kind: str | None, notation: str | None) -> list[Puzzle]:
    from clew.files import named_file
    from clew.notation import read_all

    if word != "-" and named_file(word) is None:
        raise BadInput(_missing(word))
    try:
        return read_all(Path(word), kind, notation) if word != "-" else _piped(kind, notation)
    except (OSError, ValueError) as error:
        raise BadInput(str(error)) from None


def _piped(kind: str | None, notation: str | None) -> list[Puzzle]:
    """The puzzles of the standard input."""
    from clew.notation import load, read_all

    text = load("-")
    try:
        return read_all(f"{text}\n", kind, notation)  # a line: never the name of a file
    except ValueError as error:
        raise ValueError(f"standard input: {error}") from None


def _missing(word: str) -> str:
    """What to say of a word that is neither an id nor a file."""
    from clew.notation import unsupported
    from clew.puzzles import names

    if (named := unsupported(word)) and ":" in word:
        return named
    start, colon, _ = word.partition(":")
    hint = suggestion(start, names()) if colon or start in names() else ""
    shown = word if len(word) <= 40 else f"{word[:39]}…"
    return (
        f"found {shown!r}, expected a file, - or an id kind:text with a kind "
        f"that clew puzzles lists{hint}"
    )
