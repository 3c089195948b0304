"""Read words and numbers from short strings."""

from __future__ import annotations

import re

LARGEST = 1_000_000
"""The largest number to accept for a pile, a place or a square."""


def split_words(text: str) -> list[tuple[str, int]]:
    """Split a string at commas and spaces into words, each with the column where it starts."""
    return [(match[0], match.start() + 1) for match in re.finditer(r"[^\s,]+", text)]


def read_number(word: str, least: int, most: int, what: str, column: int | None = None) -> int:
    """Read a whole number between `least` and `most`.

    Raises:
        ValueError: The word isn't such a number. The message gives the column, the word and the
            expected number.
    """
    if word.isascii() and word.isdigit() and len(word) < 10 and least <= int(word) <= most:
        return int(word)
    where = f"column {column}: " if column else ""
    raise ValueError(f"{where}found {word[:20]!r}, expected {what} from {least} to {most}")


def read_numbers(
    text: str, what: str, least: int = 0, most: int = LARGEST, longest: int = 1000
) -> tuple[int, ...]:
    """Read one or more numbers, separated by commas or spaces."""
    words = split_words(text)
    if not 1 <= len(words) <= longest:
        raise ValueError(f"found {len(words)} numbers, expected 1 to {longest}, each {what}")
    return tuple(read_number(word, least, most, what, column) for word, column in words)


def split_options(text: str, *known: str) -> tuple[str, dict[str, str]]:
    """Split off the options at the end of a string, such as `misere` or `k=2`."""
    options: dict[str, str] = {}
    while True:
        before, _, last = text.rstrip().replace(" ", ",").rpartition(",")
        word, _, value = last.partition("=")
        if word not in known:
            return text, options
        options[word] = value
        text = text[: len(before)].rstrip(", \t\n")
