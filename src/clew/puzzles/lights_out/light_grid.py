"""Grids of bits, a row a number whose bit c is column c: packing, reading, writing, toggling."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from clew.core.faces import values

Step = tuple[int, int]
Stencil = tuple[Step, ...]
"""A shape as the steps (down, right) from its middle, in reading order."""

ON, OFF = "#1Xx*", ".0Oo-"
"""The characters for a bit that is set, and for one that is not; the first are written."""
_TO_BINARY = str.maketrans(ON + OFF, "1" * len(ON) + "0" * len(OFF))
_TO_SIGNS = str.maketrans("10", ON[0] + OFF[0])


def pack(rows: Iterable[int], cols: int) -> int:
    """The rows as one number, bit r * cols + c for each.

    >>> bin(pack([0b01, 0b10], 2))
    '0b1001'
    """
    text = "".join(f"{row:0{cols}b}"[::-1] for row in rows)
    return int(text[::-1] or "0", 2)


def unpack(packed: int, rows: int, cols: int) -> tuple[int, ...]:
    """The rows of a packed grid."""
    full = (1 << cols) - 1
    return tuple(packed >> start & full for start in range(0, rows * cols, cols))


def write(rows: Iterable[int], cols: int) -> list[str]:
    """A word of # and . for each row.

    >>> write([0b001, 0b110], 3)
    ['#..', '.##']
    """
    return [f"{row:0{cols}b}"[::-1].translate(_TO_SIGNS) for row in rows]


def read_row(word: str, row: int) -> int:
    """The row that a word states; ValueError with the place if a sign is none of ours."""
    if wrong := re.search(f"[^{re.escape(ON + OFF)}]", word):
        raise ValueError(
            f"row {row + 1}, column {wrong.start() + 1}: found {wrong[0]!r}, expected # or ."
        )
    return int(word.translate(_TO_BINARY)[::-1], 2)


def read(text: str, rows: int, cols: int) -> tuple[int, ...]:
    """The rows of a text: parted by / or white space, or run together."""
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
    """The stencil that rows of # and . draw around their middle."""
    words = text.split("/")
    height, width = len(words), len(words[0])
    if height % 2 == 0 or width % 2 == 0 or any(len(word) != width for word in words):
        raise ValueError(
            f"found the stencil {text[:40]!r}, expected an odd number of rows, of an odd length, "
            "with / between"
        )
    rows = [read_row(word, row) for row, word in enumerate(words)]
    return tuple(
        (row - height // 2, col - width // 2)
        for row in range(height)
        for col in range(width)
        if rows[row] >> col & 1
    )


def write_stencil(stencil: Stencil) -> str:
    """The smallest drawing of a stencil around its middle."""
    down = max((abs(step) for step, _ in stencil), default=0)
    right = max((abs(step) for _, step in stencil), default=0)
    rows = [0] * (2 * down + 1)
    for row, col in stencil:
        rows[row + down] |= 1 << col + right
    return "/".join(write(rows, 2 * right + 1))


def read_matrix(text: str, size: int) -> tuple[int, ...]:
    """The masks of a toggle matrix in hex, one bit after the other and press by press."""
    found = read_hex(text, size * size)
    full = (1 << size) - 1
    return tuple(found >> start & full for start in range(0, size * size, size))


def write_matrix(matrix: Sequence[int]) -> str:
    size = len(matrix)
    return write_hex(pack(matrix, size), size * size)


def read_hex(text: str, size: int) -> int:
    """The number whose bits, the lowest first, are those of the hex digits, the highest first."""
    digits = -(-size // 4)
    if not re.fullmatch(r"[0-9a-fA-F]*", text) or len(text) != digits:
        raise ValueError(f"found {text[:20]!r}, expected {digits} hex digits")
    padding = 4 * digits - size
    found = f"{int(text or '0', 16):0{4 * digits}b}"
    if "1" in found[size:]:
        raise ValueError(f"found {text[-1]!r} at the end, expected its last {padding} bits to be 0")
    return int(found[size - 1 :: -1] if size else "0", 2)


def write_hex(number: int, size: int) -> str:
    """The way back."""
    digits = -(-size // 4)
    found = f"{number:0{size}b}"[::-1].ljust(4 * digits, "0")
    return f"{int(found, 2):0{digits}x}"


def masks(rows: int, cols: int, stencil: Stencil, torus: bool = False) -> Iterator[int]:
    """For each cell the packed cells that a stencil put there holds, an odd number of times."""
    for cell in range(rows * cols):
        row, col = divmod(cell, cols)
        mask = 0
        for down, right in stencil:
            r, c = row + down, col + right
            if torus:
                r, c = r % rows, c % cols
            if 0 <= r < rows and 0 <= c < cols:
                mask ^= 1 << r * cols + c
        yield mask


def stencil_of(rows: int, cols: int, given: Sequence[int]) -> Stencil:
    """The steps that these masks make; their stencil, if they have one on a board with edges."""
    steps = set()
    for cell, mask in enumerate(given):
        row, col = divmod(cell, cols)
        for other in values(mask):
            steps.add((other // cols - row, other % cols - col))
    return tuple(sorted(steps))


def toggled(
    presses: Iterable[int], rows: int, cols: int, stencil: Stencil, torus: bool = False
) -> Iterator[int]:
    """The rows of what is toggled an odd number of times if a stencil is put at each press.

    It keeps only as many rows as the stencil reaches, unless the edges of a torus meet.
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
    """The row, moved by each of these steps and added up."""
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
