"""Words and numbers in texts: readers for short forms, and lists in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

LARGEST = 1_000_000
"""The largest pile, place or square that is read."""


def split_words(text: str) -> list[tuple[str, int]]:
    """The words of a text between commas or blanks, each with the column it begins in."""
    return [(match[0], match.start() + 1) for match in re.finditer(r"[^\s,]+", text)]


def read_number(word: str, least: int, most: int, what: str, column: int | None = None) -> int:
    """A whole number from least to most; ValueError says where it is and what was expected."""
    if word.isascii() and word.isdigit() and len(word) < 10 and least <= int(word) <= most:
        return int(word)
    where = f"column {column}: " if column else ""
    raise ValueError(f"{where}found {word[:20]!r}, expected {what} from {least} to {most}")


def read_numbers(
    text: str, what: str, least: int = 0, most: int = LARGEST, longest: int = 1000
) -> tuple[int, ...]:
    """At least one number, separated by commas or blanks."""
    words = split_words(text)
    if not 1 <= len(words) <= longest:
        raise ValueError(f"found {len(words)} numbers, expected 1 to {longest}, each {what}")
    return tuple(read_number(word, least, most, what, column) for word, column in words)


def split_options(text: str, *known: str) -> tuple[str, dict[str, str]]:
    """The text without the options at its end, such as `misere` or `k=2`; and these options."""
    options: dict[str, str] = {}
    while True:
        before, _, last = text.rstrip().replace(" ", ",").rpartition(",")
        word, _, value = last.partition("=")
        if word not in known:
            return text, options
        options[word] = value
        text = text[: len(before)].rstrip(", \t\n")


def spoken(names: Iterable[str]) -> str:
    """`1`, `1 and 2`, `1, 2 and 3`."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def shortened(items: Sequence[Any], most: int) -> list[str]:
    """The items as texts, or the first few of them and how many more there are."""
    if len(items) <= most:
        return list(map(str, items))
    return [*map(str, items[: most - 1]), f"… ({len(items) - most + 1:,} more)"]
