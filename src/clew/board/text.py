"""Draws a board as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from clew.board.board import HEADED, NO_CELL, Arrangement, Board, Cell
from clew.board.pen import SIDES, Dot, Line, Outline, Place, Text, Wash, texts_at
from clew.board.places import SHAPES

DOTS = {"white": "○", "black": "●"}
Edges = dict[tuple[int, int], str]
"""The sign on the edge between two cells."""


def text(board: Board, blank: str = ".") -> str:
    """Draw a board in characters, with walls and signs. Other shapes are listed below it.

    Args:
        board: the board.
        blank: the character for an empty cell.

    >>> from clew.board.board import Board, Cell
    >>> print(text(Board(1, 2, (Cell("1"), Cell()))))
    1 .
    """
    blank = " " if board.layout is Arrangement.EDGES else blank
    if board.layout in (Arrangement.GRAPH, Arrangement.PYRAMID):
        board = _as_table(board)
    walls = board.walls | set(_around_groups(board))
    corners = {} if board.layout in HEADED else texts_at(board.drawing, "corner")
    room = max(map(len, corners.values()), default=0)
    texts = [
        f"{corners.get(at, '').ljust(room)} {cell.text or blank}" if room else cell.text or blank
        for at, cell in enumerate(board.cells)
    ]
    width = max([1, *map(len, texts)])
    signs = dict(_between_cells(board))
    edges: Edges = signs or dict.fromkeys((pair for pair in walls if pair[0] >= 0), "|")
    wide = set(range(1, board.cols)) if signs else set()
    for left, right in edges:
        if right - left == 1 and right % board.cols:
            wide.add(right % board.cols)
    drawn: list[str] = []
    rows: dict[int, int] = {}
    for row in range(board.rows):
        rows[len(drawn)] = row
        drawn.append(_row(board, edges, wide, row, width, texts))
        if row + 1 < board.rows:
            drawn.extend(_between(board, edges, wide, row, width, bool(signs)))
    sides = {side: texts_at(board.drawing, side) for side in SIDES}
    if board.layout not in (Arrangement.GRID, Arrangement.LOOP):
        sides["left"] |= texts_at(board.drawing, "name")
    if any(sides.values()):
        ends = [_end(col, wide, width) for col in range(board.cols)]
        drawn = _with_clues(board, drawn, rows, ends, sides)
    return "\n".join([*map(str.rstrip, drawn), *_listed(board)])


def _between_cells(board: Board) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the signs and dots on edges between two cells."""
    for shape in board.drawing:
        match shape:
            case Text((int(first), int(second)), sign):
                yield (first, second), sign
            case Dot((int(first), int(second)), fill):
                yield (first, second), DOTS[fill]


def _around_groups(board: Board) -> Iterator[tuple[int, int]]:
    """Yield the pairs of neighbours that an outline separates."""
    outlines = [set(shape.cells) for shape in board.drawing if isinstance(shape, Outline)]
    across = ((a, a + 1) for a in range(len(board.cells)) if (a + 1) % board.cols)
    pairs = chain(across, ((b - board.cols, b) for b in range(board.cols, len(board.cells))))
    for a, b in pairs if outlines else ():
        if any((a in cells) != (b in cells) for cells in outlines):
            yield a, b


def _listed(board: Board) -> Iterator[str]:
    """Describe the shapes that characters can't draw."""
    for shape in board.drawing if board.layout is Arrangement.GRID else ():
        match shape:
            case Text((("top" | "bottom"), int(line)) as place, said) if not 0 <= line < board.cols:
                yield f"{_named(place, board)}: {said}"
            case Line(places, role=role, words=words) if SHAPES["lines"][role].get("under"):
                yield f"{words or role}: {' '.join(_named(place, board) for place in places)}"
            case Dot(int(cell), words=words):
                yield f"{words or 'circle'}: {_named(cell, board)}"
            case Wash(cells, colour, words):
                yield f"{words or colour}: {' '.join(_named(cell, board) for cell in cells)}"


def _named(place: Place, board: Board) -> str:
    """Return a name for a cell (its row and column) or for a place outside (its side)."""
    if isinstance(place, int):
        return f"r{place // board.cols + 1}c{place % board.cols + 1}"
    side, line = place
    at = int(line) + 1
    return f"{side} {'left' if at < 1 else 'right' if at > board.cols else at}"


def _as_table(board: Board) -> Board:
    """Convert a graph to a table that has a row with the token, name and successors of each node.

    For a map, each row has a region and its neighbours. In a triangle, the path is in brackets.
    """
    if board.layout is Arrangement.PYRAMID:
        marked = (_bracketed(cell) for cell in board.cells)
        return replace(board, cells=tuple(marked), layout=Arrangement.GRID)
    if board.spots:
        return _as_neighbours(board)
    rows = []
    for number, cell in enumerate(board.cells):
        to = [board.cells[second].text for first, second, _ in _ends(board) if first == number]
        rows.append([">" if cell.shape == "token" else "", cell.text, *to])
    cols = max(map(len, rows), default=1)
    cells = tuple(Cell(word) for row in rows for word in row + [""] * (cols - len(row)))
    return Board(len(rows), cols, cells)


def _as_neighbours(board: Board) -> Board:
    names = texts_at(board.drawing, "name")
    near: dict[int, list[str]] = {node: [] for node in range(len(board.cells))}
    for first, second, words in _ends(board):
        near[first].append(f"{names[second]} {words}".strip())
        near[second].append(f"{names[first]} {words}".strip())
    most = max(map(len, near.values()))
    rows = (
        [cell, *map(Cell, near[node]), *[NO_CELL] * (most - len(near[node]))]
        for node, cell in enumerate(board.cells)
    )
    drawing = tuple(Text(("name", node), name) for node, name in names.items())
    cells = tuple(chain(*rows))
    return replace(board, cols=most + 1, cells=cells, spots=(), drawing=drawing)


def _ends(board: Board) -> Iterator[tuple[int, int, str]]:
    """Yield the two nodes of each line of a graph, and its words."""
    for shape in board.drawing:
        match shape:
            case Line((int(first), int(second)), words=words):
                yield first, second, words


def _bracketed(cell: Cell) -> Cell:
    if cell.text == " ":
        return cell
    return replace(cell, text=f"[{cell.text}]" if cell.order else f"{cell.text} ")


def legend(board: Board) -> str:
    """Explain the signs of a board, or return "" if they're self-explanatory.

    Args:
        board: the board.

    >>> legend(Board(1, 2, (Cell("#"), Cell()), shapes=(("#", "lamp-on"), ("", "lamp-off"))))
    '#: on  .: off'
    """
    used = {cell.text for cell in board.cells}
    said = ((text, SHAPES["shapes"].get(shape, {}).get("legend")) for text, shape in board.shapes)
    return "  ".join(f"{text or '.'}: {words}" for text, words in said if words and text in used)


def _end(col: int, wide: set[int], width: int) -> int:
    """Return the position at which a column's text ends."""
    return (col + 1) * width + col + 2 * sum(other <= col for other in wide)


def _with_clues(
    board: Board,
    drawn: list[str],
    rows: dict[int, int],
    ends: list[int],
    sides: dict[str, dict[int, str]],
) -> list[str]:
    """Add the clues at both ends of rows, and above and below columns."""
    left = [sides["left"].get(row, "") for row in range(board.rows)]
    room = max(map(len, left), default=0)
    lines = []
    for number, line in enumerate(drawn):
        row = rows.get(number, -1)
        before = (left[row] if row >= 0 else "").rjust(room) + " " * bool(room)
        lines.append(f"{before}{line} {sides['right'].get(row, '')}")
    start = room + bool(room)
    above, below = (
        [tuple(sides[side].get(col, "").split()) for col in range(board.cols)]
        for side in ("top", "bottom")
    )
    tall = max(map(len, above))
    deep = max(map(len, below))
    return [
        *(_clue_line(start, ends, above, at) for at in range(-tall, 0)),
        *lines,
        *(_clue_line(start, ends, [each[::-1] for each in below], at) for at in range(deep)),
    ]


def _clue_line(start: int, ends: list[int], columns: list[tuple[str, ...]], at: int) -> str:
    """Return one line of the clues above or below the columns."""
    line = ""
    for end, numbers in zip(ends, columns, strict=True):
        there = -len(numbers) <= at < len(numbers)
        line = line.ljust(start + end)
        if there:
            line = line[: start + end - len(numbers[at])] + numbers[at]
    return line


def _row(board: Board, edges: Edges, wide: set[int], row: int, width: int, texts: list[str]) -> str:
    """Return a row of cells, with space for signs and walls after wide columns."""
    line, start = "", row * board.cols
    for col in range(board.cols):
        cell = start + col
        if col:
            line += f" {edges.get((cell - 1, cell), ' ')} " if col in wide else " "
        line += texts[cell].rjust(width)
    return line


def _between(
    board: Board, edges: Edges, wide: set[int], row: int, width: int, signed: bool
) -> list[str]:
    """Return the line between two rows, which contains signs or walls, or no line."""
    start = row * board.cols
    below = start + board.cols
    pairs = list(zip(range(start, below), range(below, below + board.cols), strict=True))
    if signed:
        return [" ".join(edges.get(pair, " ").rjust(width) + "  " for pair in pairs)]
    if edges.keys().isdisjoint(pairs):
        return []
    line = ""
    for col, pair in enumerate(pairs):
        here = pair in edges
        if col:
            before = pairs[col - 1] in edges
            if col in wide:
                left, right = ("-" if before else " "), ("-" if here else " ")
                line += left + ("+" if before or here else " ") + right
            else:
                line += "-" if before and here else " "
        line += ("-" if here else " ") * width
    return [line]


def plural(number: int, noun: str) -> str:
    """Write a number and a noun, in the plural unless the number is 1.

    Args:
        number: the number.
        noun: the noun in the singular.

    >>> plural(1, "node"), plural(1024, "node"), plural(5, "press")
    ('1 node', '1,024 nodes', '5 presses')
    """
    ending = "" if number == 1 else "es" if noun.endswith("s") else "s"
    return f"{number:,} {noun}{ending}"
