"""A board as plain text that reads well in a terminal."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import chain
from operator import attrgetter

from clew.board.board import HEADED, NO_CELL, Arrangement, Board, Cell
from clew.board.places import SHAPES

SIDES = ("left", "right", "top", "bottom")
Edges = dict[tuple[int, int], str]
"""What stands on the edge between two cells."""


def text(board: Board, blank: str = ".") -> str:
    """The board in characters: walls and signs drawn where it has them.

    >>> from clew.board.board import Board, Cell
    >>> print(text(Board(1, 2, (Cell("1"), Cell()))))
    1 .
    """
    if board.layout in (Arrangement.GRAPH, Arrangement.PYRAMID):
        board = _as_table(board)
    if board.cages:
        board = replace(board, walls=board.walls | _around_cages(board))
    wide_corners = max(map(len, map(attrgetter("corner"), board.cells)), default=0)
    corners = 0 if board.layout in HEADED else wide_corners
    texts = list(map(partial(_in_cell, corners=corners, blank=blank), board.cells))
    width = max([1, *map(len, texts)])
    edges: Edges = {} if board.signs else dict.fromkeys(board.walls, "|")
    for sign in board.signs:
        edges[sign.first, sign.second] = sign.text
    wide = set(range(1, board.cols)) if board.signs else set()
    for left, right in edges:
        if right - left == 1 and right % board.cols:
            wide.add(right % board.cols)
    drawn: list[str] = []
    rows: dict[int, int] = {}
    for row in range(board.rows):
        rows[len(drawn)] = row
        drawn.append(_row(board, edges, wide, row, width, texts))
        if row + 1 < board.rows:
            drawn.extend(_between(board, edges, wide, row, width))
    if board.clues:
        ends = [_end(col, wide, width) for col in range(board.cols)]
        drawn = _with_clues(board, drawn, rows, ends)
    return "\n".join(map(str.rstrip, drawn))


def _around_cages(board: Board) -> set[tuple[int, int]]:
    """The neighbours that are not in the same cage."""
    cage = {cell: number for number, cells in enumerate(board.cages) for cell in cells}
    across = ((a, a + 1) for a in range(len(board.cells)) if (a + 1) % board.cols)
    pairs = chain(across, ((b - board.cols, b) for b in range(board.cols, len(board.cells))))
    return {(a, b) for a, b in pairs if cage.get(a) != cage.get(b)}


def _as_table(board: Board) -> Board:
    """A graph with a row for each node: where the token is, the node, and where its edges go.

    Of a map: what a region holds, and its neighbours. Of a triangle the path is in brackets.
    """
    if board.layout is Arrangement.PYRAMID:
        marked = (_bracketed(cell) for cell in board.cells)
        return replace(board, cells=tuple(marked), layout=Arrangement.GRID)
    if board.spots:
        return _as_neighbours(board)
    rows = []
    for number, cell in enumerate(board.cells):
        to = [board.cells[link.second].text for link in board.links if link.first == number]
        rows.append([">" if cell.shape == "token" else "", cell.text, *to])
    cols = max(map(len, rows), default=1)
    cells = tuple(Cell(word) for row in rows for word in row + [""] * (cols - len(row)))
    return Board(len(rows), cols, cells)


def _as_neighbours(board: Board) -> Board:
    names = {clue.line: " ".join(clue.numbers) for clue in board.clues}
    beside: dict[int, list[str]] = {node: [] for node in range(len(board.cells))}
    for link in board.links:
        if link.kind == "border":
            beside[link.first].append(names[link.second])
            beside[link.second].append(names[link.first])
    most = max(map(len, beside.values()))
    rows = (
        [cell, *map(Cell, beside[node]), *[NO_CELL] * (most - len(beside[node]))]
        for node, cell in enumerate(board.cells)
    )
    return replace(board, cols=most + 1, cells=tuple(chain(*rows)), spots=())


def _bracketed(cell: Cell) -> Cell:
    if cell.text == " ":
        return cell
    return replace(cell, text=f"[{cell.text}]" if cell.order else f"{cell.text} ")


def legend(board: Board) -> str:
    """What the signs of a board mean, where they are not plain; empty if all are.

    >>> legend(Board(1, 2, (Cell("#"), Cell()), shapes=(("#", "lamp-on"), ("", "lamp-off"))))
    '#: on  .: off'
    """
    used = {cell.text for cell in board.cells}
    said = ((text, SHAPES["shapes"].get(shape, {}).get("legend")) for text, shape in board.shapes)
    return "  ".join(f"{text or '.'}: {words}" for text, words in said if words and text in used)


def _in_cell(cell: Cell, corners: int, blank: str) -> str:
    """What stands in a cell, after what stands in its corner."""
    text = cell.text or blank
    return f"{cell.corner.ljust(corners)} {text}" if corners else text


def _end(col: int, wide: set[int], width: int) -> int:
    """Where the text of a column ends."""
    return (col + 1) * width + col + 2 * sum(other <= col for other in wide)


def _with_clues(board: Board, drawn: list[str], rows: dict[int, int], ends: list[int]) -> list[str]:
    """The lines with the clues beside their rows, and above and below their columns."""
    clues = {(clue.side, clue.line): clue.numbers for clue in board.clues}
    left = {row: " ".join(clues.get(("left", row), ())) for row in range(board.rows)}
    room = max(map(len, left.values()))
    lines = []
    for number, line in enumerate(drawn):
        row = rows.get(number, -1)
        right = " ".join(clues.get(("right", row), ()))
        lines.append(f"{left.get(row, '').rjust(room)}{' ' * bool(room)}{line} {right}")
    start = room + bool(room)
    tall = {side: max((len(clues[k]) for k in clues if k[0] == side), default=0) for side in SIDES}
    above = [
        _clue_line(start, ends, [clues.get(("top", col), ()) for col in range(board.cols)], at)
        for at in range(-tall["top"], 0)
    ]
    below = [
        _clue_line(
            start, ends, [clues.get(("bottom", col), ())[::-1] for col in range(board.cols)], at
        )
        for at in range(tall["bottom"])
    ]
    return [*above, *lines, *below]


def _clue_line(start: int, ends: list[int], columns: list[tuple[str, ...]], at: int) -> str:
    """One line of the clues of all columns, each right above or below its column."""
    line = ""
    for end, numbers in zip(ends, columns, strict=True):
        there = -len(numbers) <= at < len(numbers)
        line = line.ljust(start + end)
        if there:
            line = line[: start + end - len(numbers[at])] + numbers[at]
    return line


def _row(board: Board, edges: Edges, wide: set[int], row: int, width: int, texts: list[str]) -> str:
    """A row of cells; there is room for signs and walls where the column before is wide."""
    line, start = "", row * board.cols
    for col in range(board.cols):
        cell = start + col
        if col:
            line += f" {edges.get((cell - 1, cell), ' ')} " if col in wide else " "
        line += texts[cell].rjust(width)
    return line


def _between(board: Board, edges: Edges, wide: set[int], row: int, width: int) -> list[str]:
    """The line between a row and the next: signs, or a wall, or nothing."""
    start = row * board.cols
    below = start + board.cols
    pairs = list(zip(range(start, below), range(below, below + board.cols), strict=True))
    if board.signs:
        return [" ".join(edges.get(pair, " ").rjust(width) + "  " for pair in pairs)]
    if board.walls.isdisjoint(pairs):
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
    """A number of things.

    >>> plural(1, "node"), plural(1024, "node"), plural(5, "press")
    ('1 node', '1,024 nodes', '5 presses')
    """
    ending = "" if number == 1 else "es" if noun.endswith("s") else "s"
    return f"{number:,} {noun}{ending}"
