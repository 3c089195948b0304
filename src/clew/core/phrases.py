"""Pieces of sentences: numbers, lists and full stops in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
RUN = 4
"""The minimum number of consecutive numbers to write as a range."""


def finished(text: str) -> str:
    """Return the text with a full stop, unless it already ends a sentence.

    >>> finished("r1c1 must be 3"), finished("Done."), finished("")
    ('r1c1 must be 3.', 'Done.', '')
    """
    return f"{text}." if text and text[-1] not in ".!?…" else text


def capital(text: str, names: Sequence[str] = ()) -> str:
    """Return the text with a capital first letter, unless it begins with a name.

    Cells are names, and so are single letters: a variable `x` isn't `X`.

    >>> capital("column 2"), capital("r1c1 is 3"), capital("x < y"), capital("to < x", ["to"])
    ('Column 2', 'r1c1 is 3', 'x < y', 'to < x')
    """
    first = re.match(r"[^\W\d_]+(?!\w)", text)
    is_word = first is not None and (len(first[0]) > 1 or text.startswith("a "))
    is_name = first is not None and any(text.startswith(name) for name in names if name)
    return text[:1].upper() + text[1:] if is_word and not is_name else text


def in_letters(number: int) -> str:
    """Return a small number as a word, and any other number in digits.

    >>> in_letters(2), in_letters(12), in_letters(1200)
    ('two', '12', '1,200')
    """
    return NUMBERS[number] if 0 < number < len(NUMBERS) else f"{number:,}"


def counted(number: int, one: str, several: str = "") -> str:
    """Return a number with its noun.

    >>> counted(0, "move"), counted(1, "move"), counted(2, "press", "presses")
    ('0 moves', '1 move', '2 presses')
    """
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def alternatives(words: Sequence[str], last: str = "or") -> str:
    """Join values in words, with consecutive numbers as a range.

    >>> alternatives(["1"]), alternatives(["1", "3"]), alternatives(["2", "3", "4", "5", "7"])
    ('1', '1 or 3', '2 to 5 or 7')
    >>> alternatives(["red", "green", "blue"]), alternatives(["1", "2", "5"], "and")
    ('red, green or blue', '1, 2 and 5')
    """
    parts: list[list[str]] = []
    for word in words:
        follows = parts and word.isdecimal() and parts[-1][-1].isdecimal()
        if follows and int(word) == int(parts[-1][-1]) + 1:
            parts[-1].append(word)
        else:
            parts.append([word])
    items: list[str] = []
    for part in parts:
        items += [f"{part[0]} to {part[-1]}"] if len(part) >= RUN else part
    *first, end = items
    return f"{', '.join(first)} {last} {end}" if first else end


def clauses(parts: Sequence[str]) -> str:
    """Join clauses that each have a subject and a verb.

    >>> clauses([]), clauses(["a is 1"]), clauses(["a is 1", "b is 2"])
    ('', 'a is 1', 'a is 1 and b is 2')
    >>> clauses(["a is 1", "b is 2 or 3", "c is 4"])
    'a is 1, b is 2 or 3, and c is 4'
    """
    if len(parts) < 3:
        return spoken(parts) if parts else ""
    return f"{', '.join(parts[:-1])}, and {parts[-1]}"


def several(names: Sequence[str], most: int) -> str:
    """Join names. If there are more than `most`, join the first few and the number of others.

    >>> several(["a", "b"], 3), several([*"abcde"], 3)
    ('a and b', 'a, b and 3 more')
    """
    return spoken(
        names if len(names) <= most else [*names[: most - 1], f"{len(names) - most + 1} more"]
    )


def plural_of(word: str, number: int) -> str:
    """Return the plural of a word such as `a mine`, unless the number is 1.

    Other words stay the same.

    >>> plural_of("a mine", 1), plural_of("a mine", 2), plural_of("safe", 2)
    ('a mine', 'mines', 'safe')
    """
    return f"{word[2:]}s" if number > 1 and word.startswith("a ") else word


def quoted(move: str) -> str:
    """Return a move as it appears in a sentence: in quotes if it has several words.

    >>> quoted("r1c2"), quoted("to Zerind")
    ('r1c2', '"to Zerind"')
    """
    return f'"{move}"' if not move or re.search(r"[\s:;,]", move) else move


def spoken(names: Iterable[str]) -> str:
    """Join names in words: `1`, `1 and 2`, `1, 2 and 3`."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def shortened(items: Sequence[Any], most: int) -> list[str]:
    """Return the items as strings, or the first few of them and the number of the others."""
    if len(items) <= most:
        return list(map(str, items))
    return [*map(str, items[: most - 1]), f"… ({len(items) - most + 1:,} more)"]
