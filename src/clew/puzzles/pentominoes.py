"""Pentominoes: fill a board with the twelve shapes of five squares, without repeating any."""

from clew.board.inputs import Paint
from clew.core.grid import read_size
from clew.core.puzzle import Example
from clew.model.grid import Grid, Place
from clew.model.own import puzzle

SHAPES = {
    "F": ".XX/XX/.X", "I": "XXXXX", "L": "XXXX/X", "N": "XXX/..XX", "P": "XXX/XX", "T": "XXX/.X/.X",
    "U": "X.X/XXX", "V": "X/X/XXX", "W": "X/XX/.XX", "X": ".X/XXX/.X", "Y": "XXXX/.X",
    "Z": "XX/.X/.XX",
}  # fmt: skip
HOLE = "#"
EXAMPLES = (
    Example("5x3:LLLLV/L...V/..VVV", "The third piece", solutions=1),
    Example("4x5:XX../..../..../..../....", "An X in a corner", solutions=0),
)  # fmt: skip
Shape = frozenset[Place]


@puzzle(
    "pentominoes",
    form="COLSxROWS, or COLSxROWS: and the rows with / between, # for a hole, a letter for a piece",
    title="Pentominoes",
    summary="Fill a board with pieces of five squares, using none of them twice.",
    examples=EXAMPLES,
    like=Grid,
    inputs=(Paint(),),
    blank=lambda size, _: size,
    sizes=("5x4", "5x5", "6x5"),
)
def pentominoes(text: str) -> Grid:
    size, colon, rest = text.partition(":")
    cols, rows = read_size(size)
    signs = "".join(lines := rest.split("/") if colon else ["." * cols] * rows)
    if [len(line) for line in lines] != [cols] * rows:
        raise ValueError(f"found {len(lines)} rows, expected {rows} of {cols} cells each")
    area = len(signs) - signs.count(HOLE)
    if area % 5 or not 5 <= area <= 60:
        raise ValueError(f"found {area} squares to fill, expected 5, 10, 15 … or 60")
    board = Grid(rows, cols, [*SHAPES, *HOLE * (HOLE in signs)], shaded=HOLE, parted=True)
    for cell, sign in enumerate(signs):
        if sign not in (".", HOLE, *SHAPES):
            raise ValueError(
                f"{board.cells[cell]}: found {sign!r}, expected ., # or one of FILNPTUVWXYZ"
            )
        if sign == HOLE:
            board.add(board.cells[cell] == HOLE, label=f"{board.cells[cell]} is a hole")
        elif HOLE in signs:
            board.add(board.cells[cell] != HOLE, label=f"{board.cells[cell]} isn't a hole")
        if sign in SHAPES:
            board.given(divmod(cell, cols), sign)
    unused: list[Shape] = [frozenset()] if area < 60 else []
    board.pieces(
        board.cells,
        {
            piece: [
                [r * cols + c for r, c in each]
                for each in (*placements(shape, rows, cols), *unused)
            ]
            for piece, shape in SHAPES.items()
        },
        "each piece once" if area == 60 else "no piece twice",
    )
    return board


def placements(drawing: str, rows: int, cols: int) -> set[Shape]:
    """Return all placements of a shape on a board, including rotations and reflections."""
    turned = [
        (r, c) for r, row in enumerate(drawing.split("/")) for c, x in enumerate(row) if x == "X"
    ]
    found: set[Shape] = set()
    for turn in range(8):
        turned = [(c, -r) for r, c in turned]
        turned = [(r, -c) for r, c in turned] if turn == 4 else turned
        top, left = min(r for r, _ in turned), min(c for _, c in turned)
        tall, wide = max(r for r, _ in turned) - top, max(c for _, c in turned) - left
        for down in range(rows - tall):
            for right in range(cols - wide):
                found.add(frozenset((r - top + down, c - left + right) for r, c in turned))
    return found
