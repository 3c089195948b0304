"""A board as SVG: one self-contained picture, crisp at any size, light or dark by itself."""

from __future__ import annotations

from html import escape
from math import ceil, sqrt

from clew.core.board import Board, Cell, Ink, Tone

CELL = 40
GAP = 18
EDGE = 4
STYLE = (
    ".clew{color:#1c2733;background:#fff}"
    ".clew .cell{fill:#fff;stroke:#b4bcc6}.clew .dark{fill:#dfe5ec}"
    ".clew .wall{stroke:#1c2733;stroke-width:2.4;stroke-linecap:square}"
    ".clew text{font-family:system-ui,sans-serif;text-anchor:middle}"
    ".clew .given{fill:#1c2733;font-weight:700}.clew .answer{fill:#1a5fb4}"
    ".clew .note{fill:#6b7683}.clew .sign{fill:#1c2733}.clew .cause{fill:#136c36;font-weight:700}"
    ".clew .struck{fill:#b3261e;text-decoration:line-through}"
    ".clew .placed{fill:#1a5fb4;font-weight:700;text-decoration:underline}"
    "@media(prefers-color-scheme:dark){.clew{background:#161b22}"
    ".clew .cell{fill:#161b22;stroke:#4a5563}.clew .dark{fill:#2b3440}"
    ".clew .wall{stroke:#e6edf3}.clew .given,.clew .sign{fill:#e6edf3}"
    ".clew .answer{fill:#7cb7ff}.clew .note{fill:#9aa5b1}"
    ".clew .cause{fill:#7ee2a8}.clew .struck{fill:#ff9d94}.clew .placed{fill:#7cb7ff}}"
)


def svg(board: Board) -> str:
    """The picture as one SVG element, with a title for screen readers."""
    step = CELL + (GAP if board.signs else 0)
    width = board.cols * step - (step - CELL) + 2 * EDGE
    height = board.rows * step - (step - CELL) + 2 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="clew" role="img" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>{escape(board.title)}</title><style>{STYLE}</style>",
    ]
    return "".join([*parts, *_cells(board, step), *_walls(board), *_signs(board, step), "</svg>"])


def _cells(board: Board, step: int) -> list[str]:
    parts = []
    for index, cell in enumerate(board.cells):
        y, x = (EDGE + step * part for part in divmod(index, board.cols))
        shade = "cell dark" if cell.shaded else "cell"
        parts.append(f'<rect class="{shade}" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>')
        if cell.text:
            word = "♛" if cell.text == "Q" else escape(cell.text)
            size = 24 if len(cell.text) < 3 else 15
            ink = cell.ink.value if cell.ink is not Ink.NONE else Ink.NOTE.value
            parts.append(
                f'<text class="{ink}" x="{x + CELL // 2}" y="{y + CELL // 2}" dy=".35em" '
                f'font-size="{size}">{word}</text>'
            )
        parts += _notes(cell, ceil(sqrt(board.cols)), x, y)
    return parts


def _notes(cell: Cell, side: int, x: int, y: int) -> list[str]:
    """The candidates, each in its place of a small square."""
    parts = []
    for note in cell.notes:
        down, right = divmod(note.place, side)
        tone = "note" if note.tone is Tone.PLAIN else note.tone.value
        at = f'x="{x + (2 * right + 1) * CELL / (2 * side):g}"'
        at += f' y="{y + (2 * down + 1) * CELL / (2 * side):g}"'
        size = min(12, 30 // side)
        parts.append(f'<text class="{tone}" {at} dy=".35em" font-size="{size}">{note.text}</text>')
    return parts


def _walls(board: Board) -> list[str]:
    if not board.walls:
        return []
    right, bottom = EDGE + board.cols * CELL, EDGE + board.rows * CELL
    lines = [(EDGE, EDGE, right, EDGE), (EDGE, bottom, right, bottom)]
    lines += [(EDGE, EDGE, EDGE, bottom), (right, EDGE, right, bottom)]
    for first, second in sorted(board.walls):
        row, col = divmod(second, board.cols)
        x, y = EDGE + col * CELL, EDGE + row * CELL
        lines.append((x, y, x, y + CELL) if first // board.cols == row else (x, y, x + CELL, y))
    return ['<line class="wall" x1="{}" y1="{}" x2="{}" y2="{}"/>'.format(*line) for line in lines]


def _signs(board: Board, step: int) -> list[str]:
    parts = []
    for sign in board.signs:
        row, col = divmod(sign.first, board.cols)
        across = sign.second // board.cols == row
        x = EDGE + col * step + (CELL + (step - CELL) // 2 if across else CELL // 2)
        y = EDGE + row * step + (CELL // 2 if across else CELL + (step - CELL) // 2)
        word = escape({"^": "∧", "v": "∨"}.get(sign.text, sign.text))
        place = f'x="{x}" y="{y}" dy=".35em"'
        parts.append(f'<text class="sign" {place} font-size="16">{word}</text>')
    return parts
