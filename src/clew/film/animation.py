"""Animated pictures of a few colours: GIF (89a) and animated PNG, written byte by byte."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clew.film.raster import PALETTE, Pixels

BITS = 4
"""The bits of a colour: the palette has eight, and one that is none."""
SAME = len(PALETTE)
"""The transparent colour, of what is as it was in the picture before."""
PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True)
class Frame:
    """A picture and how long it is shown, in hundredths of a second."""

    pixels: Pixels
    delay: int


@dataclass(frozen=True)
class Patch:
    """The part of a picture that differs from the one before; what is the same is transparent."""

    left: int
    top: int
    width: int
    height: int
    rows: tuple[bytes, ...]


def patches(frames: Sequence[Frame]) -> Iterator[tuple[Patch, int]]:
    """Of each frame what is new in it, and its time; the first is whole."""
    before: Pixels | None = None
    for frame in frames:
        yield _patch(before, frame.pixels), frame.delay
        before = frame.pixels


def _patch(before: Pixels | None, now: Pixels) -> Patch:
    width, height = now.width, now.height
    rows = [now.data[at : at + width] for at in range(0, width * height, width)]
    if before is None:
        return Patch(0, 0, width, height, tuple(rows))
    old = [before.data[at : at + width] for at in range(0, width * height, width)]
    changed = [y for y in range(height) if rows[y] != old[y]]
    if not changed:
        return Patch(0, 0, 1, 1, (rows[0][:1],))
    spans = [_span(old[y], rows[y]) for y in changed]
    left, right = min(a for a, _ in spans), max(b for _, b in spans)
    part = tuple(_news(old[y][left:right], rows[y][left:right]) for y in _between(changed))
    return Patch(left, changed[0], right - left, len(part), part)


def _between(lines: Sequence[int]) -> range:
    return range(lines[0], lines[-1] + 1)


def _news(old: bytes, new: bytes) -> bytes:
    """The new row, transparent where it is as it was."""
    if old == new:
        return bytes([SAME]) * len(new)
    return bytes(SAME if a == b else b for a, b in zip(old, new, strict=True))


def _span(old: bytes, new: bytes) -> tuple[int, int]:
    """The first column that differs, and the one after the last."""
    differs = [x for x in range(len(new)) if old[x] != new[x]]
    return differs[0], differs[-1] + 1


def gif(frames: Sequence[Frame]) -> bytes:
    """The animation as a GIF that repeats for ever."""
    first = frames[0].pixels
    flags = 0x80 | (BITS - 1) << 4 | (BITS - 1)
    parts = [b"GIF89a", struct.pack("<HHBBB", first.width, first.height, flags, 0, 0)]
    parts += [bytes(colour) for colour in PALETTE] + [bytes(3)] * ((1 << BITS) - SAME)
    parts.append(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
    for patch, delay in patches(frames):
        parts.append(b"\x21\xf9\x04\x05" + struct.pack("<HBB", delay, SAME, 0))
        place = (patch.left, patch.top, patch.width, patch.height)
        parts.append(b"\x2c" + struct.pack("<HHHHB", *place, 0) + bytes([BITS]))
        packed = lzw(b"".join(patch.rows), BITS)
        parts += [bytes([len(block)]) + block for block in _blocks(packed)]
        parts.append(b"\x00")
    return b"".join([*parts, b"\x3b"])


def _blocks(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), 255):
        yield data[start : start + 255]


def lzw(data: bytes, bits: int) -> bytes:
    """Welch's compression as GIF has it: codes of growing width, the lowest bits first."""
    packed, value, filled = bytearray(), 0, 0
    for code, width in _codes(data, bits):
        value |= code << filled
        filled += width
        if filled >= 64:
            packed += (value & 0xFFFFFFFFFFFFFFFF).to_bytes(8, "little")
            value >>= 64
            filled -= 64
    return bytes(packed) + value.to_bytes((filled + 7) // 8, "little")


def _codes(data: bytes, bits: int) -> Iterator[tuple[int, int]]:
    """Each code and its width. A full table is begun anew."""
    clear, end = 1 << bits, (1 << bits) + 1
    table: dict[tuple[int, int], int] = {}
    width, next_code, prefix = bits + 1, end + 1, data[0]
    yield clear, width
    for byte in data[1:]:
        if (code := table.get((prefix, byte))) is not None:
            prefix = code
            continue
        yield prefix, width
        if next_code < 4096:
            table[prefix, byte] = next_code
            width += next_code == 1 << width
            next_code += 1
        else:
            yield clear, width
            table, width, next_code = {}, bits + 1, end + 1
        prefix = byte
    yield prefix, width
    yield end, width + (next_code == 1 << width and width < 12)


def apng(frames: Sequence[Frame]) -> bytes:
    """The animation as a PNG; where animation is not known, its first picture is shown."""
    first = frames[0].pixels
    size = struct.pack(">IIBBBBB", first.width, first.height, 4, 3, 0, 0, 0)
    parts = [PNG, _chunk(b"IHDR", size), _chunk(b"PLTE", b"".join(map(bytes, PALETTE)) + bytes(3))]
    parts.append(_chunk(b"tRNS", b"\xff" * SAME + b"\x00"))
    parts.append(_chunk(b"acTL", struct.pack(">II", len(frames), 0)))
    number = 0
    for index, (patch, delay) in enumerate(patches(frames)):
        place = (patch.width, patch.height, patch.left, patch.top)
        control = struct.pack(">IIIIIHHBB", number, *place, delay, 100, 0, 1 if index else 0)
        parts.append(_chunk(b"fcTL", control))
        number += 1
        packed = zlib.compress(b"".join(b"\x00" + _nibbles(row) for row in patch.rows), 9)
        if index == 0:
            parts.append(_chunk(b"IDAT", packed))
        else:
            parts.append(_chunk(b"fdAT", struct.pack(">I", number) + packed))
            number += 1
    return b"".join([*parts, _chunk(b"IEND", b"")])


def _nibbles(row: bytes) -> bytes:
    """Two pixels a byte."""
    even = row if len(row) % 2 == 0 else row + b"\x00"
    return bytes(high << 4 | low for high, low in zip(even[::2], even[1::2], strict=True))


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
