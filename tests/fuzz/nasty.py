"""Words that have got through somewhere, and ways to spoil a text with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

NUMBERS = (
    "0", "1", "2", "-1", "-0", "00", "3", "7", "16", "31", "32", "63", "64", "65", "100", "255",
    "999", "1000", "9999", "99999", "100000", "2147483648", "4294967296", "9223372036854775808",
    "18446744073709551616", "1" * 30, "9" * 400, "7" * 5000, "1e999", "1e3", "1.5", ".5", "NaN",
    "inf", "-inf", "0x10", "1_000", "²", "٣", "½", "Ⅷ", "１", "+1", "1 ", "",
)  # fmt: skip
"""str.isdigit accepts some that int refuses, and int refuses more than 4,300 digits."""
SIZES = ("0", "1", "2", "3", "5", "40", "100", "1000", "99999", "100000", "1000000000")
WORDS = (
    *NUMBERS, "\0", "\ud800", "\ufeff", "\u2028", "\u202e", "\x1b[31m", "\r\n", "\n", "\t", " ",
    "None", "null", "true", "{}", "[]", "%s", "{0.__class__}", "__import__('os')", "é", "𝔘",
    "(" * 3000, "[" * 3000, "{" * 3000, ")" * 100, "-" * 3000, "+" * 300, "," * 3000, ";" * 100,
    ":" * 50, "=", "==", "#", "#1", "#18446744073709551616", "|", "/", "\\", "'", '"', "`",
    "*", "~",
    "a" * 5000, "x" * 300, "1x" * 500, "0 " * 3000, "level=", "select=", "seed=", "seed=1e999",
    "seed=²", "regions=", "infer=mac,infer=mac", "queens:4+nim:3", "+", "..", "<?xml?>", "<a/>",
)  # fmt: skip


def word(rng: Random) -> str:
    """Draw a nasty word, or a size."""
    if rng.random() < 0.2:
        return f"{rng.choice(SIZES)}x{rng.choice(SIZES)}"
    return rng.choice(WORDS)


def spoilt(text: str, rng: Random) -> str:
    """Change a text in one place or in a few."""
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        text = _changed(text, rng)
    return text


def _changed(text: str, rng: Random) -> str:
    how = rng.choice(["number", "number", "insert", "cut", "double", "swap", "sign", "end"])
    start, end = sorted(rng.randint(0, len(text)) for _ in range(2))
    if how == "number" and (found := list(re.finditer(r"\d+", text))):
        chosen = rng.choice(found)
        return text[: chosen.start()] + rng.choice(NUMBERS) + text[chosen.end() :]
    if how == "cut":
        return text[:start] + text[end:]
    if how == "double":
        return text[:end] + text[start:end] * rng.choice([1, 2, 50]) + text[end:]
    if how == "swap" and end - start > 1:
        piece = list(text[start:end])
        rng.shuffle(piece)
        return text[:start] + "".join(piece) + text[end:]
    if how == "sign" and text:
        return text[:start] + rng.choice("0123456789.,:;=|/-+*_#()[]<>^vQx²\0") + text[start + 1 :]
    if how == "end":
        return text + word(rng)
    return text[:start] + word(rng) + text[start:]


def shorter(text: str) -> Iterator[str]:
    """Yield shorter texts: halves, then without each piece, then without each sign."""
    size = len(text)
    step = max(size // 2, 1)
    while step:
        for start in range(0, size, step):
            yield text[:start] + text[start + step :]
        if step == 1 or size // step > 64:
            return
        step //= 2
