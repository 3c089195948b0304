"""What a command reads, an id, a file or standard input; and the files that it writes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from clew.cli.status import BadInput, suggestion, usage

if TYPE_CHECKING:
    from clew.core.puzzle import Puzzle


def load(word: str, kind: str | None = None, notation: str | None = None) -> list[Puzzle]:
    """The puzzles meant, at least one; BadInput says in one line why there are none."""
    from clew.core.files import load as load_text
    from clew.core.files import named_file
    from clew.core.registry import knows
    from clew.notation import parse, read_all

    try:
        if ":" in word and knows(word.partition(":")[0]):
            return [parse(word)]
        if word == "-":
            text = load_text(word)
            try:
                return read_all(f"{text}\n", kind, notation)  # a line: never the name of a file
            except ValueError as error:
                raise BadInput(f"standard input: {error}") from None
        path = named_file(word)
        if path is None:
            raise BadInput(_missing(word))
        return read_all(path, kind, notation)
    except (OSError, ValueError) as error:
        raise BadInput(str(error)) from None


def load_one(word: str, kind: str | None, notation: str | None) -> Puzzle:
    """The puzzle meant; a file must hold only one."""
    puzzles = load(word, kind, notation)
    if len(puzzles) > 1:
        usage(f"{word} holds {len(puzzles)} puzzles, expected one")
    return puzzles[0]


def _missing(word: str) -> str:
    """What to say of a word that is neither an id nor a file."""
    from clew.core.registry import find, names
    from clew.notation import unsupported

    if (named := unsupported(word)) and ":" in word:
        return named
    start, colon, _ = word.partition(":")
    if not colon and start in names():
        example = min((each.text for each in find(start).examples), key=len, default="…")
        return f"found {start!r}, expected a file, - or an id kind:text such as {start}:{example}"
    hint = suggestion(start, names()) if colon else ""
    shown = word if len(word) <= 40 else f"{word[:39]}…"
    return (
        f"found {shown!r}, expected a file, - or an id kind:text with a kind "
        f"that clew puzzles lists, or --load with its file{hint}"
    )


def check_target(target: str) -> str:
    """Refuse a file that could not be written; `-` for every name of the standard output."""
    from clew.core.files import descriptor

    number = descriptor(target)
    if number is not None:
        return "-" if number == 1 else target
    folder = os.path.dirname(target) or "."  # noqa: PTH120 - pathlib takes 6 ms to import
    if os.path.isdir(target or "."):  # noqa: PTH112
        raise BadInput(f"{target}: found a folder, expected a file")
    if not os.path.isdir(folder):  # noqa: PTH112
        raise BadInput(f"{target}: the folder {folder} does not exist")
    if not os.access(target if os.path.exists(target) else folder, os.W_OK):  # noqa: PTH110
        raise BadInput(f"{target}: no permission to write it")
    return target


def write(target: str, text: str | bytes) -> None:
    """Write whole or not at all; a text with a newline at its end."""
    from clew.core.files import save

    save(target, text if isinstance(text, bytes) or text.endswith("\n") else text + "\n")
