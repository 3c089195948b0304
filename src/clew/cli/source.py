"""From the word PUZZLE on the command line to puzzles: an id, a file, or standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from clew.cli.status import BadInput, suggestion

if TYPE_CHECKING:
    from clew.puzzle import Puzzle


def load(word: str, kind: str | None = None, notation: str | None = None) -> list[Puzzle]:
    """The puzzles meant, at least one; BadInput says in one line why there are none."""
    from clew.puzzles import names
    from clew.solving import parse

    start = word.partition(":")[0]
    try:
        if start in names() and ":" in word:
            return [parse(word)]
    except ValueError as error:
        raise BadInput(str(error)) from None
    return _read(word, kind, notation)


def _read(word: str, kind: str | None, notation: str | None) -> list[Puzzle]:
    from clew.notation import read_all

    if word != "-" and not Path(word).exists():
        raise BadInput(_missing(word))
    try:
        if word == "-":
            return read_all(_standard_input(), kind, notation)
        return read_all(Path(word), kind, notation)
    except ValueError as error:
        raise BadInput(f"standard input: {error}" if word == "-" else str(error)) from None


def _standard_input() -> str:
    """What was typed or piped; the newline makes it a text, whatever files there are."""
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig") + "\n"
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start + 1} is not text, expected UTF-8") from None


def _missing(word: str) -> str:
    """What to say of a word that is neither an id nor a file."""
    from clew.puzzles import names

    start, colon, _ = word.partition(":")
    hint = suggestion(start, names()) if colon or start in names() else ""
    shown = word if len(word) <= 40 else f"{word[:39]}…"
    return (
        f"found {shown!r}, expected a file, - or an id kind:text "
        f"with a kind among {', '.join(names())}{hint}"
    )
