"""A board as drawn elements, ready for SVG or pixels. `static/drawing.js` draws the same ones."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from clew.core.board import Board, Cell, Ink, Note, Tone
from clew.render.elements import Drawn, NoteSquare, Point, number
from clew.render.over import marked, over_cells
from clew.render.places import SHAPES, Box, Placement, places

LONGEST: int = SHAPES["longest"]
"""More letters than this do not fit into a cell."""


def scene(board: Board) -> tuple[Placement, list[Drawn]]:
    """Where everything stands, and the elements: a group a cell, what is over them, the marks."""
    there = places(board)
    kinds = defaultdict(list)
    for mark in board.marks:
        for index in mark.cells:
            kinds[index].append(mark.kind)
    square, shapes = NoteSquare.of(board), dict(board.shapes)
    drawn = []
    for index, (cell, box) in enumerate(zip(board.cells, there.boxes, strict=True)):
        if box is None:
            drawn.append(Drawn("g", "", {}, []))
            continue
        tint = [f"tint-{cell.tint}"] * bool(cell.tint)
        moved = {"transform": f"translate({number(box.x)} {number(box.y)})"}
        inside = _cell(cell, cell.shape or shapes.get(cell.text, ""), box, square)
        drawn.append(Drawn("g", " ".join(["at", *kinds[index], *tint]), moved, inside))
    drawn.append(Drawn("g", "over", {}, over_cells(board, there)))
    drawn.append(Drawn("g", "marks", {}, marked(board, there, square)))
    return there, drawn


# ------------------------------------------------------------------ cells


def _cell(cell: Cell, name: str, box: Box, square: NoteSquare) -> list[Drawn]:
    if name == "vessel":
        return _vessel(cell, box)
    shape = SHAPES["shapes"].get(name, {})
    drawn = _base(cell, box, shape.get("base", {}))
    ink = cell.ink.value
    drawn += [Drawn(tag, f"{name} {ink}", at) for tag, name, at in shape.get("parts", ())]
    drawn += _text(cell, box, shape)
    if cell.corner:
        drawn.append(_corner(cell.corner, box, shape.get("corner", "")))
    return drawn + _notes(cell, box, square)


def _base(cell: Cell, box: Box, base: dict[str, Any] | None) -> list[Drawn]:
    if base is None:
        return []
    inset, rounded = base.get("inset", 0), base.get("round", 0)
    name = " ".join(filter(None, ("cell", "dark" * cell.shaded, base.get("class"))))
    at = {"x": inset, "y": inset, "width": box.w - 2 * inset, "height": box.h - 2 * inset}
    return [Drawn("rect", name, at | ({"rx": rounded} if rounded else {}))]


def _text(cell: Cell, box: Box, shape: dict[str, Any]) -> list[Drawn]:
    words, where = cell.text.strip(), shape.get("text", "") if shape else "middle"
    if not words or not where:
        return []
    if where == "corner":
        return [_corner(words, box, "")]
    if where == "below":
        at = {"x": box.w / 2, "y": box.h + 14, "font-size": 11}
        return [Drawn("text", "when", at, f"{words}.")]
    ink = Ink.NOTE.value if cell.ink is Ink.NONE else cell.ink.value
    fits = words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"
    return [_middle(fits, ink, box, shape.get("size", 0) or _size(fits))]


def _middle(words: str, name: str, box: Box, size: float) -> Drawn:
    at = {"x": box.w / 2, "y": box.h / 2, "dy": ".35em", "font-size": size}
    return Drawn("text", name, at, words)


def _size(words: str) -> float:
    count = len(words)
    return 24 if count < 3 else 15 if count < 4 else 54 / count


def _corner(words: str, box: Box, where: str) -> Drawn:
    if where == "middle":
        return _middle(words, "given", box, 18)
    size = 10 if len(words) < 7 else max(5, 62 / len(words))
    return Drawn("text", "corner", {"x": 3, "y": 11, "font-size": size}, words)


def _notes(cell: Cell, box: Box, square: NoteSquare) -> list[Drawn]:
    """The candidates, each in its place of a small square; those without one in the middle."""
    drawn = []
    for note in cell.notes:
        x, y, reach = square.at(note.place)
        tone = "note" if note.tone is Tone.PLAIN else note.tone.value
        if note.text == "•":
            drawn.append(Drawn("circle", f"maybe {tone}", {"cx": x, "cy": y, "r": 4}))
        elif note.place >= 0:
            drawn += _candidate(note, tone, (x, y), reach)
        if note.tone is Tone.STRUCK:
            r = min(reach, 6) - 0.8
            d = f"M{number(x - r)} {number(y + r)}L{number(x + r)} {number(y - r)}"
            drawn.append(Drawn("path", "strike", {"d": d}))
    middle = "".join(note.text for note in cell.notes if note.place < 0 and note.text != "•")
    if middle:
        drawn.append(_middle(middle, "note", box, min(13, 56 / len(middle))))
    return drawn


def _candidate(note: Note, tone: str, at: Point, reach: float) -> list[Drawn]:
    x, y = at
    blob = Drawn("circle", f"blob {tone}", {"cx": x, "cy": y, "r": reach + 0.4})
    size = min(11, reach * 64 / 35)
    word = Drawn("text", tone, {"x": x, "y": y, "dy": ".35em", "font-size": size}, note.text)
    return [*[blob] * (note.tone in (Tone.CAUSE, Tone.PLACED)), word]


def _vessel(cell: Cell, box: Box) -> list[Drawn]:
    """A jug with its scale, and as much in it as the text says."""
    wide, tall, of = box.w, box.h, max(cell.of, 1)
    now = int(cell.text)
    drawn = []
    if now:
        level = number(tall - (tall - 6) * now / of)
        d = f"M2 {level}H{number(wide - 2)}V{number(tall - 4)}a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4z"
        drawn.append(Drawn("path", "water", {"d": d}))
    heights = ((mark, tall - (tall - 6) * mark / of) for mark in range(1, of) if of <= 24)
    scale = "".join(
        f"M{number(wide - 1)} {number(y)}h{-5 if mark % 5 else -9}" for mark, y in heights
    )
    glass = f"M1 0V{number(tall - 6)}a6 6 0 0 0 6 6H{number(wide - 7)}a6 6 0 0 0 6-6V0l4-3"
    if tall > 50:
        glass += f"M1 8h-4a7 7 0 0 0-7 7v{number(tall - 44)}a7 7 0 0 0 7 7h4"
    drawn += [
        Drawn("path", "scale", {"d": scale}),
        Drawn("path", "glass", {"d": glass}),
    ]
    name = "amount wanted" if cell.shaded else "amount"
    at = {"x": wide / 2, "y": tall - 9, "font-size": 17}
    return [*drawn, Drawn("text", name, at, f"{now}/{cell.of}")]
