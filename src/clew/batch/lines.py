"""The lines of a part: the text of each puzzle, and the puzzle that it states."""

import csv
import json
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from clew.batch.input import COLUMNS, InputPart

if TYPE_CHECKING:
    from clew.core.puzzle import Puzzle

MOST_SHOWN = 200
"""The most characters that are kept of a rejected line, and of the reason."""
_MARK = "\ufeff".encode()
"""What some programs write before the first line."""
REJECTS_HEADING = b"source\tline\treason\ttext\n"


class InputLine(NamedTuple):
    """A line of a part: its number there, from 0 on, and the text of its puzzle."""

    number: int
    text: str


class Reject(NamedTuple):
    """A line that is no puzzle, or a puzzle without an answer to the question."""

    number: int
    reason: str
    text: str


def lines_of(
    part: InputPart, column: str | None = None
) -> tuple[list[InputLine], list[Reject], int]:
    """The lines of a part that hold a text, those that are wrong, and how many there are in all.

    Blank lines and comments are passed over.
    """
    good: list[InputLine] = []
    bad: list[Reject] = []
    number = -1
    for number, raw in enumerate(bytes(part.data).removesuffix(b"\n").split(b"\n")):
        try:
            if part.overlong:
                raise ValueError("found a line of millions of bytes, expected a puzzle")
            text = raw.removeprefix(_MARK).decode().rstrip()
            text = _FIELD[part.form](text, part.column, column).strip()
        except ValueError as error:
            bad.append(Reject(number, one_line(error), raw.decode("utf-8", "replace")))
            continue
        if text and not text.startswith("#"):
            good.append(InputLine(number, text))
    return good, bad, number + 1


def _of_text(text: str, _place: int, _column: str | None) -> str:
    """What stands before the first tab, so that what a batch wrote can be read again."""
    return text.partition("\t")[0]


def _of_csv(text: str, place: int, _column: str | None) -> str:
    if not text:
        return text
    try:
        row = next(csv.reader([text], strict=True))
    except csv.Error as error:
        raise ValueError(f"found {error}, expected a record on one line") from None
    if len(row) <= place:
        raise ValueError(f"found {len(row)} columns, expected at least {place + 1}")
    return row[place]


def _of_json(text: str, _place: int, column: str | None) -> str:
    found: Any = json.loads(text) if text else ""
    if isinstance(found, dict):
        known = (name for name in ((column,) if column else COLUMNS) if name in found)
        found = found.get(next(known, ""))
    if not isinstance(found, str):
        raise ValueError(
            f"found no text, expected a string or an object with {column or COLUMNS[0]}"
        )
    return found


_FIELD = {"text": _of_text, "csv": _of_csv, "jsonl": _of_json}


def puzzle_of(text: str, kind: str | None = None, notation: str | None = None) -> "Puzzle":
    """The puzzle that a line states: an id, the text of that kind, or any notation of one line."""
    from clew.core.registry import find, names, parse
    from clew.notation import find as notation_of
    from clew.notation import read_all

    start, colon, _ = text.partition(":")
    if notation is not None:
        return _only(notation_of(notation).read(f"{text}\n"), kind)
    if colon and start in names():
        return _only([parse(text)], kind)
    if kind is not None:
        return find(kind).parse(text)
    return _only(read_all(f"{text}\n"), kind)


def _only(puzzles: "list[Puzzle]", kind: str | None) -> "Puzzle":
    if len(puzzles) != 1:
        raise ValueError(f"found {len(puzzles)} puzzles, expected one")
    if kind is not None and puzzles[0].name != kind:
        raise ValueError(f"found {puzzles[0].name}, expected {kind}")
    return puzzles[0]


def one_line(error: Exception) -> str:
    """The message of an error; the number of the line is known better here."""
    message = re.sub(r"^line 1[,:] ", "", " ".join(str(error).split())) or type(error).__name__
    return message if len(message) <= MOST_SHOWN else f"{message[: MOST_SHOWN - 1]}…"


def rejected(source: str, first: int, rejects: Iterable[Reject]) -> bytes:
    """Rejected lines as they are written, one a line with tabs between."""
    return "".join(
        f"{source}\t{first + number}\t{reason}\t"
        f"{text[:MOST_SHOWN].translate({9: ' ', 10: ' ', 13: ' '}).rstrip()}\n"
        for number, reason, text in rejects
    ).encode("utf-8", "replace")
