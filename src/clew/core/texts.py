"""Read words and numbers in short texts."""

from __future__ import annotations

import re

LARGEST = 1_000_000
"""The largest pile, place or square that can be read."""


def split_words(text: str) -> list[tuple[str, int]]:
    """Split a text at commas and blanks into words, each with the column in which it begins."""
    return [(match[0], match.start() + 1) for match in re.finditer(r"[^\s,]+", text)]


def read_number(word: str, least: int, most: int, what: str, column: int | None = None) -> int:
    """Read a whole number from least to most.

    Raises:
        ValueError: It isn't one. The message gives the column, the word and the expected number.
    """
    if word.isascii() and word.isdigit() and len(word) < 10 and least <= int(word) <= most:
        return int(word)
    where = f"column {column}: " if column else ""
    raise ValueError(f"{where}found {word[:20]!r}, expected {what} from {least} to {most}")


def read_numbers(
    text: str, what: str, least: int = 0, most: int = LARGEST, longest: int = 1000
) -> tuple[int, ...]:
    """Read one or more numbers, separated by commas or blanks."""
    words = split_words(text)
    if not 1 <= len(words) <= longest:
        raise ValueError(f"found {len(words)} numbers, expected 1 to {longest}, each {what}")
    return tuple(read_number(word, least, most, what, column) for word, column in words)


def split_options(text: str, *known: str) -> tuple[str, dict[str, str]]:
    """Split a text from the options at its end, such as `misere` or `k=2`."""
    options: dict[str, str] = {}
    while True:
        before, _, last = text.rstrip().replace(" ", ",").rpartition(",")
        word, _, value = last.partition("=")
        if word not in known:
            return text, options
        options[word] = value
        text = text[: len(before)].rstrip(", \t\n")
