"""Packs, reads, writes and toggles grids of bits. Each row is a number whose bit c is column c."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import Any

from clew.core.faces import Fewest, Pattern, values
from clew.core.grid import cell_name

Step = tuple[int, int]
Stencil = tuple[Step, ...]
"""A shape: the steps (down, right) from its middle, in reading order."""

NEIGHBOURS: Stencil = ((-1, 0), (0, -1), (0, 1), (1, 0))
PLUS: Stencil = ((-1, 0), (0, -1), (0, 0), (0, 1), (1, 0))
RULES = {"plus": PLUS, "neighbours": NEIGHBOURS}
"""The lights that a press toggles: its own and its neighbours, or only its neighbours."""
LARGEST = 100_000
"""The maximum length of a side."""

ON, OFF = "#1Xx*", ".0Oo-"
"""The characters for 1 and for 0. `write` uses the first of each."""
_TO_BINARY = str.maketrans(ON + OFF, "1" * len(ON) + "0" * len(OFF))
_TO_SIGNS = str.maketrans("10", ON[0] + OFF[0])


def pack(rows: Iterable[int], cols: int) -> int:
    """Pack the rows into one number, in which bit r * cols + c is row r, column c.

    >>> bin(pack([0b01, 0b10], 2))
    '0b1001'
    """
    text = "".join(f"{row:0{cols}b}"[::-1] for row in rows)
    return int(text[::-1] or "0", 2)


def unpack(packed: int, rows: int, cols: int) -> tuple[int, ...]:
    """Return the rows of a packed grid."""
    full = (1 << cols) - 1
    return tuple(packed >> start & full for start in range(0, rows * cols, cols))


def write(rows: Iterable[int], cols: int) -> list[str]:
    """Return a word of # and . for each row.

    >>> write([0b001, 0b110], 3)
    ['#..', '.##']
    """
    return [f"{row:0{cols}b}"[::-1].translate(_TO_SIGNS) for row in rows]


def read_row(word: str, row: int) -> int:
    """Read a row.

    Raises:
        ValueError: A character doesn't stand for a bit. The message says where it is.
    """
    if wrong := re.search(f"[^{re.escape(ON + OFF)}]", word):
        raise ValueError(
            f"row {row + 1}, column {wrong.start() + 1}: found {wrong[0]!r}, expected # or ."
        )
    return int(word.translate(_TO_BINARY)[::-1], 2)


def read(text: str, rows: int, cols: int) -> tuple[int, ...]:
    """Read rows that are separated by / or white space, or not separated at all."""
    words = [word for word in re.split(r"[/\s]+", text) if word]
    if len(words) == 1 and rows > 1:
        found = len(words[0])
        if found != rows * cols:
            raise ValueError(f"found {found} lights, expected {rows * cols} for {rows}x{cols}")
        words = [text.strip()[start : start + cols] for start in range(0, found, cols)]
    if len(words) != rows:
        raise ValueError(f"found {len(words)} rows, expected {rows}")
    for row, word in enumerate(words):
        if len(word) != cols:
            raise ValueError(f"row {row + 1}: found {len(word)} lights, expected {cols}")
    return tuple(read_row(word, row) for row, word in enumerate(words))


def read_stencil(text: str) -> Stencil:
    """Read a stencil, drawn around its middle as rows of # and . separated by /."""
    words = text.split("/")
    height, width = len(words), len(words[0])
    if height % 2 == 0 or width % 2 == 0 or any(len(word) != width for word in words):
        raise ValueError(
            f"found the stencil {text[:40]!r}, expected an odd number of rows, of an odd length, "
            "separated by /"
        )
    rows = [read_row(word, row) for row, word in enumerate(words)]
    return tuple(
        (row - height // 2, col - width // 2)
        for row in range(height)
        for col in range(width)
        if rows[row] >> col & 1
    )


def write_stencil(stencil: Stencil) -> str:
    """Return the smallest drawing of a stencil that's centred on its middle."""
    down = max((abs(step) for step, _ in stencil), default=0)
    right = max((abs(step) for _, step in stencil), default=0)
    rows = [0] * (2 * down + 1)
    for row, col in stencil:
        rows[row + down] |= 1 << col + right
    return "/".join(write(rows, 2 * right + 1))


def read_matrix(text: str, size: int) -> tuple[int, ...]:
    """Read a toggle matrix from hex digits, with one mask after another for each press."""
    found = read_hex(text, size * size)
    full = (1 << size) - 1
    return tuple(found >> start & full for start in range(0, size * size, size))


def write_matrix(matrix: Sequence[int]) -> str:
    size = len(matrix)
    return write_hex(pack(matrix, size), size * size)


def read_hex(text: str, size: int) -> int:
    """Read hex digits as a number whose lowest bit is the highest bit of the first digit."""
    digits = -(-size // 4)
    if not re.fullmatch(r"[0-9a-fA-F]*", text) or len(text) != digits:
        raise ValueError(f"found {text[:20]!r}, expected {digits} hex digits")
    padding = 4 * digits - size
    found = f"{int(text or '0', 16):0{4 * digits}b}"
    if "1" in found[size:]:
        raise ValueError(f"found {text[-1]!r} at the end, expected its last {padding} bits to be 0")
    return int(found[size - 1 :: -1] if size else "0", 2)


def write_hex(number: int, size: int) -> str:
    """Return the hex digits that `read_hex` reads back as this number."""
    digits = -(-size // 4)
    found = f"{number:0{size}b}"[::-1].ljust(4 * digits, "0")
    return f"{int(found, 2):0{digits}x}"


def read_size(text: str) -> tuple[int, int]:
    """Read a board's numbers of rows and columns from a size such as 5x5."""
    match = re.fullmatch(r"(\d{1,6})\s*[xX×]\s*(\d{1,6})", text, re.ASCII)
    if not match:
        raise ValueError(f"found the size {text[:20]!r}, expected ROWSxCOLS such as 5x5")
    rows, cols = int(match[1]), int(match[2])
    check_size(rows, cols)
    return rows, cols


def check_size(rows: int, cols: int) -> None:
    for side, size in (("rows", rows), ("columns", cols)):
        if not 1 <= size <= LARGEST:
            raise ValueError(f"found {size} {side}, expected 1 to {LARGEST}")


def read_options(options: Iterable[str], size: int) -> dict[str, Any]:
    """Read a rule from options such as `torus`. Each option may appear only once."""
    rule: dict[str, Any] = {}
    for option in options:
        key, value = _read_option(option, size)
        if key in rule:
            raise ValueError(f"found {option[:20]!r}, expected one {key} at most")
        rule[key] = value
    return rule


def write_options(stencil: Stencil, torus: bool, matrix: Sequence[int]) -> str:
    """Return a rule as options, or an empty string for the usual rule."""
    if matrix:
        return f",matrix={write_matrix(matrix)}"
    names = {shape: f",{name}" for name, shape in RULES.items()} | {PLUS: ""}
    drawn = f",stencil={write_stencil(stencil)}"
    return names.get(stencil, drawn) + (",torus" if torus else "")


def _read_option(option: str, size: int) -> tuple[str, Any]:
    word, equals, value = option.partition("=")
    if word == "torus" and not equals:
        return "torus", True
    if word in RULES and not equals:
        return "stencil", RULES[word]
    if word == "stencil":
        return "stencil", read_stencil(value)
    if word == "matrix":
        return "matrix", read_matrix(value, size)
    raise ValueError(
        f"found {option[:20]!r}, expected plus, neighbours, stencil=, torus or matrix="
    )


@lru_cache(maxsize=2)
def masks(rows: int, cols: int, stencil: Stencil, torus: bool = False) -> tuple[int, ...]:
    """For each cell, return the packed cells that a stencil there covers an odd number of times."""
    found = []
    for row, col in product(range(rows), range(cols)):
        mask = 0
        for down, right in stencil:
            r, c = row + down, col + right
            if torus:
                r, c = r % rows, c % cols
            if 0 <= r < rows and 0 <= c < cols:
                mask ^= 1 << r * cols + c
        found.append(mask)
    return tuple(found)


def togglers(masks: Sequence[int]) -> tuple[int, ...]:
    """For each light, return the packed presses that toggle it."""
    found = [0] * len(masks)
    for press, mask in enumerate(masks):
        for light in values(mask):
            found[light] |= 1 << press
    return tuple(found)


def check_matrix(matrix: Sequence[int], rows: int, cols: int) -> None:
    size = rows * cols
    if len(matrix) != size:
        raise ValueError(f"found {len(matrix)} masks, expected {size}, one per press")
    for press, mask in enumerate(matrix):
        if not 0 <= mask < 1 << size:
            name = cell_name(press, cols)
            raise ValueError(f"the press at {name} toggles a light outside the board")


def plain_rule(matrix: Sequence[int], rows: int, cols: int) -> tuple[Stencil, bool] | None:
    """Find the stencil that toggles the same lights as a matrix, if there is one.

    Returns:
        The stencil, and whether the board is a torus.
    """
    steps = {
        (light // cols - press // cols, light % cols - press % cols)
        for press, mask in enumerate(matrix)
        for light in values(mask)
    }
    drawn = tuple(sorted(steps))
    for torus, stencil in (*product((False, True), RULES.values()), (False, drawn)):
        if masks(rows, cols, stencil, torus) == matrix:
            return stencil, torus
    return None


def toggled(
    presses: Iterable[int], rows: int, cols: int, stencil: Stencil, torus: bool = False
) -> Iterator[int]:
    """Yield the lights that these presses toggle an odd number of times, row by row.

    Unless the board is a torus, it holds only as many rows in memory as the stencil reaches.
    """
    by_row: dict[int, list[int]] = defaultdict(list)
    for down, right in stencil:
        by_row[down].append(right)
    reach = rows if torus else max(map(abs, by_row), default=0)
    waiting: dict[int, int] = defaultdict(int)
    for row, pressed in enumerate(presses):
        for down, rights in by_row.items():
            if torus or 0 <= row + down < rows:
                waiting[(row + down) % rows] ^= _spread(pressed, rights, cols, torus)
        if row >= reach:
            yield waiting.pop(row - reach, 0)
    for row in range(max(0, rows - reach), rows):
        yield waiting.pop(row, 0)


def _spread(row: int, rights: Sequence[int], cols: int, torus: bool) -> int:
    """Shift a row by each of these steps, and XOR the results."""
    if list(rights) == [0]:
        return row
    spread = row if 0 in rights else 0
    for right in rights:
        if right and torus:
            right %= cols
            spread ^= row << right | row >> cols - right
        elif right:
            spread ^= row << right if right > 0 else row >> -right
    return spread & (1 << cols) - 1


def named(cells: Sequence[tuple[int, int]], most: int) -> str:
    """Return the names of the first `most` cells, with an ellipsis if there are more."""
    named = ", ".join(f"r{row + 1}c{col + 1}" for row, col in islice(cells, most))
    return f"{named}, …" if len(cells) > most else named


# ------------------------------------------------------------------ the fewest presses
# Presses as a solution, and as the moves of a state space.


Press = tuple[int, int]
"""The row and the column of a button, from 0."""


class FewestPresses(tuple[Press, ...]):
    """The presses of a solution that's proven to have the fewest presses."""


def written_out(found: int | Iterable[Press], cols: int) -> tuple[Press, ...]:
    """Return a solution's presses as a tuple, or as FewestPresses if that's proven."""
    if isinstance(found, int):
        presses = (divmod(press, cols) for press in values(found))
        return (FewestPresses if isinstance(found, Fewest) else tuple)(presses)
    return (FewestPresses if are_fewest(found) else tuple)(found)


def are_fewest(presses: Iterable[Press]) -> bool:
    """Check whether it's proven that no solution has fewer presses."""
    return isinstance(presses, FewestPresses) or (isinstance(presses, Pattern) and presses.fewest)


def pressed_rows(presses: Iterable[Press], rows: int) -> Iterator[int]:
    """Yield the presses as rows of bits. Two presses of the same button cancel out."""
    if isinstance(presses, Pattern):
        return presses.rows()
    pressed = [0] * rows
    for row, col in presses:
        pressed[row] ^= 1 << col
    return iter(pressed)


class LightsSpace:
    """A state space of boards. A state is a number with a bit for every light that's on."""

    goals: tuple[int, ...] = (0,)

    def __init__(self, start: int, flips: tuple[int, ...], cols: int) -> None:
        self.start = start
        self.flips = flips
        self.moves: tuple[Press, ...] = tuple(divmod(press, cols) for press in range(len(flips)))
        self.most: int = max(1, *(flip.bit_count() for flip in flips))

    def successors(self, state: int) -> Iterator[tuple[Press, int]]:
        return zip(self.moves, self.neighbours(state), strict=True)

    def neighbours(self, state: int) -> list[int]:
        return [state ^ flip for flip in self.flips]

    predecessors = neighbours

    def is_goal(self, state: int) -> bool:
        return not state

    def heuristic(self, state: int) -> int:
        """Return the number of presses needed if each turned off as many lights as a press can."""
        return -(-state.bit_count() // self.most)
