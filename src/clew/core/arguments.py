"""Check the arguments of public functions, and word the error messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from math import isfinite
from operator import index
from reprlib import Repr
from typing import Any

MOST_NAMED = 7
"""The maximum number of alternatives that an error lists."""
_SHORT = Repr()
_SHORT.maxother = _SHORT.maxstring = 60


def shown(value: object) -> str:
    """Return a value as text on one line, with its type if the text alone doesn't show it.

    >>> shown(None), shown(7), shown({"a": 1}), shown(int)
    ('None', '7', "the dict {'a': 1}", 'the class int')
    """
    if isinstance(value, type):
        return f"the class {value.__name__}"
    text = " ".join(_SHORT.repr(value).split())
    plain = value is None or isinstance(value, str | bytes | int | float)
    return text if plain or text.startswith("<") else f"the {type(value).__name__} {text}"


def plainly(value: object) -> str:
    """Return a user's value on one line, without quotes if it's a string.

    >>> plainly("r1c2"), plainly(None), plainly([1])
    ('r1c2', 'None', 'the list [1]')
    """
    return " ".join(value.split())[:40] if isinstance(value, str) else shown(value)


def advice(given: object, words: Sequence[str]) -> str:
    """Suggest what to write instead: one of a few words, a range, or the closest word.

    >>> advice(7, ["1", "2", "3", "4"]), advice("z", ["x", "y"])
    ('choose from 1 to 4', 'choose from x, y')
    >>> advice("item", [f"item{n}" for n in range(9)])
    'did you mean item8?'
    """
    first = int(words[0]) if words and re.fullmatch(r"-?\d+", words[0]) else 0
    if len(words) > 3 and list(words) == [str(first + n) for n in range(len(words))]:
        return f"choose from {words[0]} to {words[-1]}"
    if len(words) <= MOST_NAMED:
        return f"choose from {', '.join(words)}"
    from difflib import get_close_matches  # takes 5 ms to import

    close = get_close_matches(str(given).lower(), words, 1)
    return f"did you mean {close[0]}?" if close else f"choose one such as {words[0]} or {words[1]}"


def closest(given: object, words: Sequence[str]) -> str:
    """Suggest the closest word; without one, advise as `advice` does.

    >>> closest("eazy", ["easy", "hard"]), closest("odd", ["easy", "hard"])
    ('did you mean easy?', 'choose from easy, hard')
    """
    from difflib import get_close_matches  # it takes 5 ms to import

    close = get_close_matches(str(given).lower(), words, 1)
    return f"did you mean {close[0]}?" if close else advice(given, words)


def either(words: Sequence[str]) -> str:
    """Join words with commas and a final "or".

    >>> either(["seed"]), either(["seed", "size", "level"])
    ('seed', 'seed, size or level')
    """
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def unknown(thing: str, given: object, words: Sequence[str], command: str = "") -> str:
    """Return the error message for an unknown name, with a suggestion.

    If there are many names, the message mentions the command that lists them all.

    >>> unknown("level", "odd", ["easy", "hard"])
    "no level called 'odd': choose from easy, hard"
    >>> unknown("item", "item", [f"item{n}" for n in range(9)], "clew items")
    "no item called 'item': did you mean item8? (`clew items` lists them all)"
    """
    name = repr(given[:40]) if isinstance(given, str) else shown(given)
    more = f" (`{command}` lists them all)" if command and len(words) > MOST_NAMED else ""
    return f"no {thing} called {name}: {advice(given, words)}{more}"


def is_number(value: object) -> bool:
    """Check that a value is a number to calculate with, not a string, True, False or NaN.

    >>> is_number(2.5), is_number(True), is_number("1"), is_number(float("nan"))
    (True, False, False, False)
    """
    if value.__class__ is int:
        return True
    if isinstance(value, bool | str):
        return False
    try:
        return bool(value <= 0 or value > 0)  # type: ignore[operator]  # that's the test
    except (TypeError, ValueError, ArithmeticError):
        return False


def several(given: Any) -> list[Any]:
    """Return the items of an iterable as a list. A string or any other value is a single item.

    >>> several("queens:8"), several(("queens:8", "nim:3"))
    (['queens:8'], ['queens:8', 'nim:3'])
    """
    one = isinstance(given, str | bytes | dict) or not isinstance(given, Iterable)
    return [given] if one else list(given)


def as_count(name: str, value: Any, least: int, otherwise: str) -> int:
    """Return a whole number that must be at least `least`. `otherwise` is the meaning of None.

    Raises:
        TypeError: The value isn't a whole number.
        ValueError: The value is too small.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(
            f"{name} must be a whole number, or None for {otherwise}, not {shown(value)}"
        )
    if index(value) < least:
        raise ValueError(f"{name} must be {least} or more, or None for {otherwise}, not {value}")
    return index(value)


def check_seconds(name: str, value: Any) -> None:
    """Require a finite number that isn't negative.

    Raises:
        TypeError: The value isn't a number.
        ValueError: The value is negative or infinite.
    """
    if isinstance(value, bool | str) or not hasattr(value, "__float__"):
        raise TypeError(
            f"{name} must be a number of seconds, or None for no limit, not {shown(value)}"
        )
    if not isfinite(value) or value < 0:
        raise ValueError(f"{name} must be 0 or more, or None for no limit, not {value}")


def check_callback(name: str, value: Any, of: str) -> None:
    """Require a function of one argument. In the error message, `of` describes the argument.

    Raises:
        TypeError: The value isn't such a function.
    """
    fits = callable(value) and not isinstance(value, type)
    from inspect import signature

    with suppress(ValueError):  # a compiled function may have no signature
        try:
            fits = fits and bool(signature(value).bind(None))
        except TypeError:
            fits = False
    if not fits:
        raise TypeError(f"{name} must be a function of {of}, or None, not {shown(value)}")
