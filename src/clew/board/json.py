"""Converts boards and results to JSON-ready data, for front ends."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, fields, is_dataclass
from itertools import islice
from typing import Any

from clew.board.board import Arrangement, Board, Cell, Ink, Mark, Note, Tone
from clew.board.pen import KINDS, Shape

PIECE = 1000
"""The number of elements to encode in one step. A limit can't interrupt a step."""


def data(board: Board) -> dict[str, Any]:
    """Convert a board to dictionaries and lists without empty fields.

    Args:
        board: the board.
    """
    found: dict[str, Any] = {
        "rows": board.rows,
        "cols": board.cols,
        "cells": [cell_data(cell) for cell in board.cells],
        "title": board.title,
        "walls": [list(pair) for pair in sorted(board.walls)],
    }
    more = {
        "layout": "" if board.layout is Arrangement.GRID else board.layout.value,
        "drawing": drawing_data(board.drawing),
        "marks": marks_data(board.marks),
        "links": drawing_data(board.links),
        "values": board.values,
        "shapes": dict(board.shapes),
        "spots": list(map(list, board.spots)),
    }
    return found | {name: value for name, value in more.items() if value}


def drawing_data(drawing: Iterable[Shape]) -> list[dict[str, Any]]:
    """Convert shapes to dictionaries with their names, without fields that have default values.

    Args:
        drawing: the shapes.

    >>> from clew.board.pen import Dot
    >>> drawing_data([Dot((3, 4), "black")])
    [{'shape': 'dot', 'place': [3, 4], 'fill': 'black'}]
    """
    return [
        {"shape": _NAMES[type(shape)]}
        | {
            each.name: _listed(value)
            for each in fields(shape)
            if (value := getattr(shape, each.name)) != each.default
        }
        for shape in drawing
    ]


def read_shape(plain: dict[str, Any]) -> Any:
    """Read a shape that `drawing_data` wrote."""
    rest = {name: _tupled(value) for name, value in plain.items() if name != "shape"}
    return KINDS[plain["shape"]](**rest)


def _listed(value: Any) -> Any:
    return list(map(_listed, value)) if isinstance(value, tuple) else value


def _tupled(value: Any) -> Any:
    return tuple(map(_tupled, value)) if isinstance(value, list) else value


def marks_data(marks: Iterable[Mark]) -> list[dict[str, Any]]:
    """Convert marks to dictionaries."""
    return [{"kind": mark.kind, "cells": list(mark.cells)} for mark in marks]


def cell_data(cell: Cell) -> dict[str, Any]:
    """Convert a cell to a dictionary without empty fields."""
    found: dict[str, Any] = {"text": cell.text, "ink": cell.ink.value, "shaded": cell.shaded}
    for name in ("shape", "order", "of", "tint"):
        if value := getattr(cell, name):
            found[name] = value
    if cell.notes:
        found["notes"] = [
            {"place": note.place, "text": note.text, "tone": note.tone.value} for note in cell.notes
        ]
    return found


def read_cell(plain: dict[str, Any]) -> Cell:
    """Read a cell that `cell_data` wrote."""
    notes = (Note(n["place"], n["text"], Tone(n["tone"])) for n in plain.get("notes", ()))
    rest = {name: plain[name] for name in ("shape", "order", "of", "tint") if name in plain}
    return Cell(plain["text"], Ink(plain["ink"]), plain["shaded"], tuple(notes), **rest)


def read_board(plain: dict[str, Any]) -> Board:
    """Read a board that `data` wrote.

    Args:
        plain: the dictionary.

    >>> read_board(data(Board(1, 1, (Cell("4"),)))).cells[0].text
    '4'
    """
    return Board(
        plain["rows"],
        plain["cols"],
        tuple(map(read_cell, plain["cells"])),
        plain["title"],
        frozenset((first, second) for first, second in plain["walls"]),
        tuple(map(read_shape, plain.get("drawing", ()))),
        Arrangement(plain.get("layout", "grid")),
        tuple(Mark(m["kind"], tuple(m["cells"])) for m in plain.get("marks", ())),
        tuple(map(read_shape, plain.get("links", ()))),
        plain.get("values", 0),
        tuple(plain.get("shapes", {}).items()),
        tuple((x, y) for x, y in plain.get("spots", ())),
    )


def plain(value: Any) -> Any:
    """Convert an object that JSON doesn't support to a dictionary, a list or a string."""
    if is_dataclass(value) and not isinstance(value, type | Sequence):
        return asdict(value)
    return list(value) if isinstance(value, Sequence) else str(value)


def encoded(value: Any) -> str:
    """Encode a value as JSON text. `plain` converts other types.

    Args:
        value: the value.

    >>> encoded({"solutions": ((1, 2), range(2))})
    '{"solutions": [[1, 2], [0, 1]]}'
    """
    return _ENCODER.encode(value)


def pieces(value: Any) -> Iterator[str]:
    """Yield the result of `encoded` in pieces, so that a limit can interrupt a long sequence.

    Args:
        value: the value.

    >>> "".join(pieces((1, 2)))
    '[1, 2]'
    """
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) <= PIECE:
        yield encoded(value)
        return
    elements, before = iter(value), "["
    while piece := list(islice(elements, PIECE)):
        yield before + encoded(piece)[1:-1]
        before = ", "
    yield "]"


_NAMES = {kind: name for name, kind in KINDS.items()}
_ENCODER = json.JSONEncoder(ensure_ascii=False, default=plain)
