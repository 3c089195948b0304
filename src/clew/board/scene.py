"""Turns a board into elements to draw as SVG or pixels. `static/drawing.js` does the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from math import ceil, hypot, sqrt
from typing import Any, NamedTuple

from clew.board.board import Arrangement, Board, Cell, Ink, Note, Tone
from clew.board.pen import SIDES, Dot, Line, Outline, Place, Shape, Text, Wash, is_between, texts_at
from clew.board.places import CELL, EDGE, SHAPES, Box, Placement, places

Point = tuple[float, float]
LONGEST: int = SHAPES["longest"]
"""The maximum number of characters that fit into a cell."""
IN_ROWS = (Arrangement.GRID, Arrangement.STRIP, Arrangement.PILES, Arrangement.LOOP)
SLABS = ("disk", "pancake")
"""The shapes whose width shows the number in their text, out of the cell's `of`."""
TURNS = {"<": 0, "^": 90, ">": 180, "v": 270}


class Drawn(NamedTuple):
    """One element of a picture: a tag, its class, its attributes and its content."""

    tag: str
    name: str
    attributes: dict[str, Any]
    inside: list[Drawn] | str = ""


def number(value: float) -> str:
    """Write a number with at most two decimals."""
    return f"{round(value, 2):g}"


class NoteSquare(NamedTuple):
    """The square of candidates in a cell: the number per row, and its distance from the top."""

    side: int
    top: float = SHAPES["inset"]

    @classmethod
    def of(cls, board: Board) -> NoteSquare:
        """Return the square for a board's cells, below any labels in their corners."""
        corners = texts_at(board.drawing, "corner")
        labelled = any(not board.cells[at].shape for at in corners)
        top = SHAPES["label" if labelled else "inset"]
        return cls(ceil(sqrt(board.values or board.cols)), top)

    def at(self, place: int) -> tuple[float, float, float]:
        """Return a candidate's middle within its cell, and its radius."""
        if place < 0:
            return CELL / 2, CELL / 2, CELL / 2
        inset = SHAPES["inset"]
        wide, tall = (CELL - 2 * inset) / self.side, (CELL - inset - self.top) / self.side
        down, right = divmod(place, self.side)
        return inset + wide * (right + 0.5), self.top + tall * (down + 0.5), min(wide, tall) / 2


def scene(board: Board) -> tuple[Placement, list[Drawn]]:
    """Return the positions of cells and the elements: cells, shapes over them, and marks.

    Each cell is a group. If a pen drew shapes under the contents of cells, each cell has two
    groups: its background comes before those shapes, and its content after them.
    """
    there = places(board)
    kinds = defaultdict(list)
    for mark in board.marks:
        for index in mark.cells:
            kinds[index].append(mark.kind)
    square, shapes = NoteSquare.of(board), dict(board.shapes)
    corners = texts_at(board.drawing, "corner")
    groups = []
    for index, (cell, box) in enumerate(zip(board.cells, there.boxes, strict=True)):
        if box is None:
            groups.append(Drawn("g", "", {}, []))
            continue
        tint = [f"tint-{cell.tint}"] * bool(cell.tint)
        moved = {"transform": f"translate({number(box.x)} {number(box.y)})"}
        named = cell.shape or shapes.get(cell.text, "")
        inside = _cell(cell, named, box, square, corners.get(index, ""))
        groups.append(Drawn("g", " ".join(["at", *kinds[index], *tint]), moved, inside))
    drawn = groups
    if under := _under_contents(board, there):
        bases = [each._replace(inside=_parts(each, True)) for each in groups]
        contents = [each._replace(inside=_parts(each, False)) for each in groups]
        drawn = [*bases, Drawn("g", "under", {}, under), *contents]
    over = Drawn("g", "over", {}, _over_cells(board, there))
    return there, [*drawn, over, Drawn("g", "marks", {}, _marked(board, there, square))]


def _parts(group: Drawn, base: bool) -> list[Drawn]:
    """Return the background of a cell, or everything else in it."""
    inside = group.inside if isinstance(group.inside, list) else []
    return [each for each in inside if ("cell" in each.name.split()) is base]


# ------------------------------------------------------------------ cells


def _cell(cell: Cell, name: str, box: Box, square: NoteSquare, corner: str) -> list[Drawn]:
    if name == "vessel":
        return _vessel(cell, box)
    if name in SLABS:
        return _slab(cell, name, box)
    shape = SHAPES["shapes"].get(name, {})
    drawn = _base(cell, box, shape.get("base", {}))
    ink = cell.ink.value
    drawn += [Drawn(tag, f"{name} {ink}", at) for tag, name, at in shape.get("parts", ())]
    drawn += _text(cell, box, shape)
    if corner:
        drawn.append(_corner(corner, box, shape.get("corner", "")))
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
    """Draw the candidates at their places in a small square, or in the middle."""
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
    """Draw a jug with its scale, filled to the amount in its text."""
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


def _slab(cell: Cell, name: str, box: Box) -> list[Drawn]:
    """Draw a disk or a pancake, wider the larger the number in its text is."""
    wide = 14 + 24 * int(cell.text) / max(cell.of, 1)
    at = {"x": (box.w - wide) / 2, "y": 4, "width": wide, "height": box.h - 8, "rx": 8}
    rod = [Drawn("path", "rod", {"d": "M20 0v40"})] * (name == "disk")
    slab = Drawn("rect", f"slab {name}", at)
    return [*rod, slab, _middle(cell.text, cell.ink.value, box, 14)]


# ------------------------------------------------------------------ shapes that a pen drew


def _is_under(shape: Shape) -> bool:
    """Check whether a shape lies under the contents of cells."""
    match shape:
        case Line(role=role):
            return bool(SHAPES["lines"][role].get("under"))
        case Dot(place=place):
            return not is_between(place)
        case _:
            return isinstance(shape, Wash)


def _under_contents(board: Board, there: Placement) -> list[Drawn]:
    """Draw the shapes under the contents of cells: fills, then lines, then circles."""
    under = sorted(
        filter(_is_under, board.drawing), key=lambda each: (Wash, Line, Dot).index(type(each))
    )
    return [each for shape in under for each in _shape(shape, board, there)]


def _over_cells(board: Board, there: Placement) -> list[Drawn]:
    """Draw walls and shapes over the cells, which don't change while you play."""
    over = (shape for shape in board.drawing if not _is_under(shape))
    return [
        *_walls(board, there),
        *_dots(board, there),
        *(each for shape in over for each in _shape(shape, board, there)),
    ]


def _walls(board: Board, there: Placement) -> list[Drawn]:
    if not board.walls or board.layout not in IN_ROWS:
        return []
    left, top, step = there.left, there.top, there.step
    half = (step - CELL) / 2
    right, bottom = left + board.cols * step - 2 * half, top + board.rows * step - 2 * half
    d = f"M{number(left)} {number(top)}H{number(right)}V{number(bottom)}H{number(left)}z"
    d = "" if board.layout is Arrangement.LOOP else d
    for first, second in sorted(board.walls):
        row, col = divmod(second, board.cols)
        col, row = col + (first == -2), row + (first == -3)
        x, y = left + col * step, top + row * step
        beside = first in (-2, -4) if first < 0 else first // board.cols == row
        x, y = (x - half, y) if beside else (x, y - half)
        d += f"M{number(x)} {number(y)}{'v' if beside else 'h'}{CELL}"
    return [Drawn("path", "wall", {"d": d})]


def _dots(board: Board, there: Placement) -> list[Drawn]:
    """Draw dots at the corners of the cells of a loop."""
    if board.layout is not Arrangement.LOOP:
        return []
    corners = [(row, col) for row in range(board.rows + 1) for col in range(board.cols + 1)]
    at = [(there.left + col * there.step, there.top + row * there.step) for row, col in corners]
    return [Drawn("circle", "knot", {"cx": x, "cy": y, "r": 2.6}) for x, y in at]


def _shape(shape: Shape, board: Board, there: Placement) -> list[Drawn]:
    match shape:
        case Line():
            return _line(shape, board, there, NoteSquare(1))
        case Dot(place, fill):
            x, y = _point(place, board, there)
            name, r = ("bead", SHAPES["bead"]) if is_between(place) else ("disc", SHAPES["disc"])
            return [Drawn("circle", f"{name} {fill}", {"cx": x, "cy": y, "r": r})]
        case Text():
            return _written(shape, board, there)
        case Outline(cells, dashed):
            name, inset = ("cage", SHAPES["cage"]) if dashed else ("wall", 0)
            return [Drawn("path", name, {"d": _outline(cells, board, there, inset)})]
        case Wash(cells, colour):
            boxes = (box for cell in cells if (box := there.boxes[cell]))
            name = "cell dark" if colour == "shade" else "cell"
            return [
                Drawn("g", f"at {colour}", {}, [Drawn("rect", name, _rect(box))]) for box in boxes
            ]


def _rect(box: Box) -> dict[str, Any]:
    return {"x": box.x, "y": box.y, "width": box.w, "height": box.h}


def _point(place: Place, board: Board, there: Placement, square: NoteSquare | None = None) -> Point:
    """Return the position of a place in the picture."""
    match place:
        case ("note", int(cell), int(note)):
            box, (x, y, _) = (
                there.boxes[cell] or Box(0, 0),
                (square or NoteSquare.of(board)).at(note),
            )
            return box.x + x, box.y + y
        case (str(side), int(line)):
            return _outside(side, line, board, there)
    cells = place if isinstance(place, tuple) else (place,)
    middles = [(there.boxes[int(cell)] or Box(0, 0)).middle for cell in cells]
    return sum(x for x, _ in middles) / len(cells), sum(y for _, y in middles) / len(cells)


def _outside(side: str, line: int, board: Board, there: Placement, away: int = 0) -> Point:
    """Return the middle of text next to the grid. `away` moves it out by that many texts."""
    out = (away + 0.5) * SHAPES["clue"] + 1
    right = there.left + (board.cols - 1) * there.step + CELL
    bottom = there.top + (board.rows - 1) * there.step + CELL
    along = line * there.step + CELL / 2
    if side in ("left", "right"):
        return there.left - out if side == "left" else right + out, there.top + along
    beyond = SHAPES["clue"] * 0.8
    x = min(max(there.left + along, there.left - beyond), right + beyond)
    return x, there.top - out if side == "top" else bottom + out


def _written(shape: Text, board: Board, there: Placement) -> list[Drawn]:
    """Draw text between cells, around the grid or above a cell, but not in a cell's corner."""
    match shape.place:
        case ("corner", _):
            return []
        case ("name", int(cell)):
            box = there.boxes[cell]
            return (
                [_clue("top", box.middle[0], box.y - SHAPES["clue"] / 2, shape.text)] if box else []
            )
        case (str(side), int(line)) if side in ("left", "right"):
            _, y = _outside(side, line, board, there)
            right = there.left + (board.cols - 1) * there.step + CELL
            return [
                _clue(side, there.left - EDGE if side == "left" else right + EDGE, y, shape.text)
            ]
        case (str(side), int(line)):
            words = enumerate(reversed(shape.text.split()))
            return [
                _clue(side, *_outside(side, line, board, there, away), word) for away, word in words
            ]
    x, y = _point(shape.place, board, there)
    middle = f"translate({number(x)} {number(y)})"
    if shape.text in TURNS:
        moved = {"d": "M3.5-6-3.5 0 3.5 6", "transform": f"{middle} rotate({TURNS[shape.text]})"}
        return [Drawn("path", "sign", moved)]
    at = {"transform": middle, "dy": ".35em", "font-size": 14}
    return [Drawn("text", "sign", at, shape.text)]


def _clue(side: str, x: float, y: float, words: str) -> Drawn:
    at = {"x": x, "y": y, "dy": ".35em", "font-size": 13}
    return Drawn("text", f"clue {side}", at, words)


def _outline(cage: tuple[int, ...], board: Board, there: Placement, inset: float) -> str:
    """Return the path of a line around cells, slightly inside, with gaps for corner labels."""
    inside = {divmod(cell, board.cols) for cell in cage}
    labels = texts_at(board.drawing, "corner") if inset else {}
    d, step = "", there.step
    for row, col in sorted(inside):
        label = len(labels.get(row * board.cols + col, ""))
        for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            if (row + down, col + right) in inside:
                continue
            ends = []
            for way in (-1, 1):  # along the side, towards either end
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


def _line(line: Line, board: Board, there: Placement, square: NoteSquare) -> list[Drawn]:
    look = SHAPES["lines"][line.role]
    points = [_point(place, board, there, square) for place in line.places]
    trim = look["trim"]
    if line.role == "border":
        trim = _to_edges(*points)
    elif isinstance(first := line.places[0], tuple) and first[0] in SIDES:
        trim = SHAPES["clue"] * 0.6, _within(points[-2], points[-1])
    name = " ".join(filter(None, ("line", line.role, line.colour)))
    heads = [look["head"] if end == "arrow" else 0 for end in (line.start, line.end)]
    drawn = [Drawn("path", name, {"d": _along(points, trim, look["bend"], heads)})]
    ends = ((line.start, points[0]), (line.end, points[-1]))
    bulbs = [f"M{number(x)} {number(y)}h0" for end, (x, y) in ends if end == "bulb"]
    return [*drawn, *(Drawn("path", f"{name} bulb", {"d": d}) for d in bulbs)]


def _to_edges(one: Point, two: Point) -> tuple[float, float]:
    """Return how far a line between the middles of two cells runs inside each cell."""
    across, down = abs(two[0] - one[0]), abs(two[1] - one[1])
    inside = CELL / 2 * hypot(across, down) / (max(across, down) or 1)
    return inside, inside


def _within(one: Point, two: Point) -> float:
    """Return how far a line from outside the grid to the middle of a cell runs inside the cell."""
    across, down = abs(two[0] - one[0]), abs(two[1] - one[1])
    inside = min(CELL / 2 / each for each in (across, down) if each)
    return float(inside * hypot(across, down) - SHAPES["tip"])


def _along(
    points: Sequence[Point], trim: Sequence[float], bend: float = 0, heads: Sequence[float] = (0, 0)
) -> str:
    """Return the path of a line with trimmed ends. It may be bent and may have arrowheads."""
    a, b = _off(points[0], points[1], trim[0]), _off(points[-1], points[-2], trim[1])
    way = [a, *points[1:-1], b]
    d = f"M{_at(a)}"
    if bend:
        (x, y), (u, v) = points[0], points[-1]
        way = [a, ((a[0] + b[0]) / 2 - (v - y) * bend, (a[1] + b[1]) / 2 + (u - x) * bend), b]
        d += f"Q{_at(way[1])} {_at(b)}"
    else:
        d += "".join(f"L{_at(each)}" for each in way[1:])
    for head, tip, before in ((heads[0], a, way[1]), (heads[1], b, way[-2])):
        d += _head(tip, before, head) if head else ""
    return d


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def _off(one: Point, two: Point, far: float) -> Point:
    """Return the point at a distance from one point towards another."""
    reach = hypot(two[0] - one[0], two[1] - one[1]) or 1
    return one[0] + (two[0] - one[0]) / reach * far, one[1] + (two[1] - one[1]) / reach * far


def _head(tip: Point, before: Point, head: float) -> str:
    """Return the path of an arrowhead."""
    reach, wide = hypot(tip[0] - before[0], tip[1] - before[1]) or 1, head * 0.6
    u, v = (tip[0] - before[0]) / reach, (tip[1] - before[1]) / reach
    left = tip[0] - u * head - v * wide, tip[1] - v * head + u * wide
    right = tip[0] - u * head + v * wide, tip[1] - v * head - u * wide
    return f"M{_at(left)}L{_at(tip)}L{_at(right)}"


# ------------------------------------------------------------------ ways and marks


def _marked(board: Board, there: Placement, square: NoteSquare) -> list[Drawn]:
    """Draw paths, links and marks, which change at each step."""
    links = (each for link in board.links for each in _line(link, board, there, square))
    return [*_way(board, there), *links, *_marks(board, there)]


def _way(board: Board, there: Placement) -> list[Drawn]:
    """Draw a path from cell to cell."""
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
        d = "".join(_along([one.middle, two.middle], (trim, trim)) for one, two in pairwise(boxes))
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


def _marks(board: Board, there: Placement) -> list[Drawn]:
    """Outline houses, and draw each mark's shape on its cells."""
    drawn = []
    for mark in board.marks:
        if mark.kind == "house" and board.layout is Arrangement.GRID:
            outline = _outline(mark.cells, board, there, SHAPES["cage"])
            drawn.append(Drawn("path", "house-line", {"d": outline}))
        for index in mark.cells:
            on_edge = board.layout is Arrangement.EDGES and sum(divmod(index, board.cols)) % 2
            shapes = SHAPES["edgeMarks" if on_edge else "marks"].get(mark.kind, ())
            parts = [Drawn(tag, name, at) for tag, name, at in shapes]
            if parts and (box := there.boxes[index]):
                moved = _moved(box, bool(on_edge))
                drawn.append(Drawn("g", f"mark {mark.kind}", {"transform": moved}, parts))
    return drawn


def _moved(box: Box, on_edge: bool) -> str:
    """Return a transform for a mark: onto the middle of an edge, or so that it fills a cell."""
    if on_edge:
        x, y = box.middle
        return f"translate({number(x - CELL / 2)} {number(y - CELL / 2)})"
    moved = f"translate({number(box.x)} {number(box.y)})"
    if (box.w, box.h) != (CELL, CELL):
        moved += f" scale({number(box.w / CELL)} {number(box.h / CELL)})"
    return moved
