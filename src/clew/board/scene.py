"""A board as drawn elements, ready for SVG or pixels. `static/drawing.js` draws the same ones."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from math import ceil, hypot, sqrt
from typing import Any, NamedTuple

from clew.board.board import Arrangement, Arrow, Board, Cell, Ink, Note, Sign, Tone
from clew.board.places import CELL, EDGE, SHAPES, Box, Placement, places

Point = tuple[float, float]
LONGEST: int = SHAPES["longest"]
"""More letters than this do not fit into a cell."""
IN_ROWS = (Arrangement.GRID, Arrangement.STRIP, Arrangement.PILES)
BORDER = "border"
"""The kind of a link that is part of the board: names stand over it."""
TURNS = {"<": 0, "^": 90, ">": 180, "v": 270}


class Drawn(NamedTuple):
    """One element of a picture: a tag, its class, its attributes, and what is inside."""

    tag: str
    name: str
    attributes: dict[str, Any]
    inside: list[Drawn] | str = ""


def number(value: float) -> str:
    """A number as it stands in the picture: two digits after the point at most."""
    return f"{round(value, 2):g}"


class NoteSquare(NamedTuple):
    """Where candidates stand in each cell of a board: so many in a row, from so far down."""

    side: int
    top: float = SHAPES["inset"]

    @classmethod
    def of(cls, board: Board) -> NoteSquare:
        """Below the labels, on a board that has some in the corners of its cells."""
        labelled = any(cell.corner and not cell.shape for cell in board.cells)
        top = SHAPES["label" if labelled else "inset"]
        return cls(ceil(sqrt(board.values or board.cols)), top)

    def at(self, place: int) -> tuple[float, float, float]:
        """The middle of a candidate within its cell, and how far it reaches."""
        if place < 0:
            return CELL / 2, CELL / 2, CELL / 2
        inset = SHAPES["inset"]
        wide, tall = (CELL - 2 * inset) / self.side, (CELL - inset - self.top) / self.side
        down, right = divmod(place, self.side)
        return inset + wide * (right + 0.5), self.top + tall * (down + 0.5), min(wide, tall) / 2


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


# ------------------------------------------------------------------ over the cells


def over_cells(board: Board, there: Placement) -> list[Drawn]:
    """Walls, cages, signs and clues: what does not change while a puzzle is played."""
    drawn = [*_walls(board, there), *_cages(board, there), *_signs(board, there)]
    borders = [_link(link, there, NoteSquare(1)) for link in board.links if link.kind == BORDER]
    return [*drawn, *borders, *_clues(board, there)]


def marked(board: Board, there: Placement, square: NoteSquare) -> list[Drawn]:
    """Ways, links and marks: what changes at each step."""
    links = [_link(link, there, square) for link in board.links if link.kind != BORDER]
    return [*_way(board, there), *links, *_marks(board, there)]


def _walls(board: Board, there: Placement) -> list[Drawn]:
    if not board.walls or board.layout not in IN_ROWS:
        return []
    left, top, step = there.left, there.top, there.step
    half = (step - CELL) / 2
    right, bottom = left + board.cols * step - 2 * half, top + board.rows * step - 2 * half
    d = f"M{number(left)} {number(top)}H{number(right)}V{number(bottom)}H{number(left)}z"
    for first, second in sorted(board.walls):
        row, col = divmod(second, board.cols)
        x, y = left + col * step, top + row * step
        beside = first // board.cols == row
        x, y = (x - half, y) if beside else (x, y - half)
        d += f"M{number(x)} {number(y)}{'v' if beside else 'h'}{CELL}"
    return [Drawn("path", "wall", {"d": d})]


def _cages(board: Board, there: Placement) -> list[Drawn]:
    return [Drawn("path", "cage", {"d": _outline(cage, board, there)}) for cage in board.cages]


def _outline(cage: tuple[int, ...], board: Board, there: Placement) -> str:
    """A line just inside of the cells: along each side that has no neighbour in the cage.

    It leaves room for the label in the corner of a cell.
    """
    inside = {divmod(cell, board.cols) for cell in cage}
    d, inset, step = "", SHAPES["cage"], there.step
    for row, col in sorted(inside):
        label = len(board.cells[row * board.cols + col].corner)
        for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            if (row + down, col + right) in inside:
                continue
            ends = []
            for way in (-1, 1):  # along the side, to either end
                along = row + way * abs(right), col + way * abs(down)
                beyond = along[0] + down, along[1] + right
                reach = CELL / 2 - inset
                if along in inside:
                    reach = step - CELL / 2 + inset if beyond in inside else step / 2
                elif label and way + down + right == -2:
                    reach -= SHAPES["letter"] * label if down else SHAPES["label"] - inset
                x = there.left + col * there.step + CELL / 2
                y = there.top + row * there.step + CELL / 2
                out = CELL / 2 - inset
                ends.append(
                    (x + right * out + way * abs(down) * reach,
                     y + down * out + way * abs(right) * reach)
                )  # fmt: skip
            d += "M" + "L".join(f"{number(x)} {number(y)}" for x, y in ends)
    return d


def _signs(board: Board, there: Placement) -> list[Drawn]:
    return [_sign(sign, board, there) for sign in board.signs]


def _sign(sign: Sign, board: Board, there: Placement) -> Drawn:
    row, col = divmod(sign.first, board.cols)
    beside = sign.second // board.cols == row
    x = there.left + col * there.step + CELL / 2 + (there.step / 2 if beside else 0)
    y = there.top + row * there.step + CELL / 2 + (0 if beside else there.step / 2)
    middle = f"translate({number(x)} {number(y)})"
    if sign.text in TURNS:
        moved = {"d": "M3.5-6-3.5 0 3.5 6", "transform": f"{middle} rotate({TURNS[sign.text]})"}
        return Drawn("path", "sign", moved)
    at = {"transform": middle, "dy": ".35em", "font-size": 14}
    return Drawn("text", "sign", at, sign.text)


def _clues(board: Board, there: Placement) -> list[Drawn]:
    """The clues around the board, from the outside inward; names above their cells."""
    if board.layout in (Arrangement.NAMED, Arrangement.GRAPH):
        named = ((clue, there.boxes[clue.line]) for clue in board.clues)
        return [
            _clue("top", box.middle[0], box.y - SHAPES["clue"] / 2, " ".join(clue.numbers))
            for clue, box in named
            if box
        ]
    drawn = []
    right = there.left + (board.cols - 1) * there.step + CELL
    bottom = there.top + (board.rows - 1) * there.step + CELL
    for clue in board.clues:
        along = clue.line * there.step + CELL / 2
        if clue.side in ("left", "right"):
            x = there.left - EDGE if clue.side == "left" else right + EDGE
            y, words = there.top + along, " ".join(clue.numbers)
            drawn.append(_clue(clue.side, x, y, words))
            continue
        for away, words in enumerate(reversed(clue.numbers)):
            out = (away + 0.5) * SHAPES["clue"] + 1
            y = there.top - out if clue.side == "top" else bottom + out
            drawn.append(_clue(clue.side, there.left + along, y, words))
    return drawn


def _clue(side: str, x: float, y: float, words: str) -> Drawn:
    at = {"x": x, "y": y, "dy": ".35em", "font-size": 13}
    return Drawn("text", f"clue {side}", at, words)


# ------------------------------------------------------------------ ways, links and marks


def _way(board: Board, there: Placement) -> list[Drawn]:
    """The way of a walk, from each cell to the next."""
    numbered = [index for index, cell in enumerate(board.cells) if cell.order]
    cells = sorted(numbered, key=lambda index: board.cells[index].order)
    boxes = [box for index in cells if (box := there.boxes[index])]
    if len(boxes) < 2:
        return []
    if board.layout is Arrangement.PADS:
        arcs = [_arc(one, two) for one, two in pairwise(boxes)]
        *before, last = arcs
        ways = [("way", "".join(before))] * bool(before) + [("way last", last)]
        return [Drawn("path", name, {"d": d}) for name, d in ways]
    trim = CELL / 2 if board.layout is Arrangement.PYRAMID else 0
    if trim:
        d = "".join(
            _line(one.middle, two.middle, (trim, trim), 0, 0) for one, two in pairwise(boxes)
        )
    else:
        points = (f"{number(x)} {number(y)}" for x, y in (box.middle for box in boxes))
        d = "M" + "L".join(points)
    return [Drawn("path", "way", {"d": d})]


def _arc(one: Box, two: Box) -> str:
    a, b, top = one.x + one.w / 2, two.x + two.w / 2, one.y - 2
    high = number(top - abs(b - a) / 6 - 4)
    one_end, two_end = number(a), number(b)
    start = f"M{one_end} {number(top)}C{one_end} {high}"
    return f"{start} {two_end} {high} {two_end} {number(top)}"


def _link(link: Arrow, there: Placement, square: NoteSquare) -> Drawn:
    look = SHAPES["links"][link.kind]
    ends = []
    for cell, place in ((link.first, link.first_note), (link.second, link.second_note)):
        box = there.boxes[cell] or Box(0, 0)
        x, y, _ = square.at(place)
        ends.append(box.middle if place < 0 else (box.x + x, box.y + y))
    trim = _to_edges(*ends) if link.kind == BORDER else look["trim"]
    d = _line(ends[0], ends[1], trim, look["bend"], look["head"])
    return Drawn("path", f"link {link.kind}", {"d": d})


def _to_edges(one: Point, two: Point) -> tuple[float, float]:
    """How far a line between the middles of two cells runs within each."""
    across, down = abs(two[0] - one[0]), abs(two[1] - one[1])
    inside = CELL / 2 * hypot(across, down) / (max(across, down) or 1)
    return inside, inside


def _line(one: Point, two: Point, trim: Any, bend: float, head: float) -> str:
    """A line that begins and ends a little off, perhaps bent, perhaps with a head."""
    reach = hypot(two[0] - one[0], two[1] - one[1]) or 1
    u, v = (two[0] - one[0]) / reach, (two[1] - one[1]) / reach
    a, b = (
        (one[0] + u * trim[0], one[1] + v * trim[0]),
        (two[0] - u * trim[1], two[1] - v * trim[1]),
    )
    d = f"M{number(a[0])} {number(a[1])}"
    if bend:
        x, y = (a[0] + b[0]) / 2 - v * reach * bend, (a[1] + b[1]) / 2 + u * reach * bend
        d += f"Q{number(x)} {number(y)} {number(b[0])} {number(b[1])}"
        near = hypot(b[0] - x, b[1] - y) or 1
        u, v = (b[0] - x) / near, (b[1] - y) / near
    else:
        d += f"L{number(b[0])} {number(b[1])}"
    if head:
        wide = head * 0.6
        left = b[0] - u * head - v * wide, b[1] - v * head + u * wide
        right = b[0] - u * head + v * wide, b[1] - v * head - u * wide
        d += f"M{number(left[0])} {number(left[1])}L{number(b[0])} {number(b[1])}"
        d += f"L{number(right[0])} {number(right[1])}"
    return d


def _marks(board: Board, there: Placement) -> list[Drawn]:
    """The houses outlined, and the shape of each mark on its cells."""
    drawn = []
    for mark in board.marks:
        if mark.kind == "house" and board.layout is Arrangement.GRID:
            outline = _outline(mark.cells, board, there)
            drawn.append(Drawn("path", "house-line", {"d": outline}))
        parts = [Drawn(tag, name, at) for tag, name, at in SHAPES["marks"].get(mark.kind, ())]
        for index in mark.cells if parts else ():
            if box := there.boxes[index]:
                moved = f"translate({number(box.x)} {number(box.y)})"
                if (box.w, box.h) != (CELL, CELL):
                    moved += f" scale({number(box.w / CELL)} {number(box.h / CELL)})"
                drawn.append(Drawn("g", f"mark {mark.kind}", {"transform": moved}, parts))
    return drawn
