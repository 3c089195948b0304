"""Checks the arguments of public functions: errors say in one line what was found and expected."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from inspect import signature
from math import isfinite
from operator import index
from reprlib import Repr
from typing import Any

MOST_NAMED = 7
"""An error lists this many alternatives at most."""
_SHORT = Repr()
_SHORT.maxother = _SHORT.maxstring = 60


def shown(value: object) -> str:
    """A value on one line, with its type where the text alone does not tell.

    >>> shown(None), shown(7), shown({"a": 1}), shown(int)
    ('None', '7', "the dict {'a': 1}", 'the class int')
    """
    if isinstance(value, type):
        return f"the class {value.__name__}"
    text = " ".join(_SHORT.repr(value).split())
    plain = value is None or isinstance(value, str | bytes | int | float)
    return text if plain or text.startswith("<") else f"the {type(value).__name__} {text}"


def plainly(value: object) -> str:
    """Write what a user gave on one line, a text without quotes.

    >>> plainly("r1c2"), plainly(None), plainly([1])
    ('r1c2', 'None', 'the list [1]')
    """
    return " ".join(value.split())[:40] if isinstance(value, str) else shown(value)


def advice(given: object, words: Sequence[str]) -> str:
    """Tell which words there are instead of what was given: a few, a range, or the closest.

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
    from difflib import get_close_matches  # it takes 5 ms to import

    close = get_close_matches(str(given), words, 1)
    return f"did you mean {close[0]}?" if close else f"choose one such as {words[0]} or {words[1]}"


def is_number(value: object) -> bool:
    """Check that a value is a number to reckon with: neither a text, nor True or False, nor NaN.

    >>> is_number(2.5), is_number(True), is_number("1"), is_number(float("nan"))
    (True, False, False, False)
    """
    if value.__class__ is int:
        return True
    if isinstance(value, bool | str):
        return False
    try:
        return bool(value <= 0 or value > 0)  # type: ignore[operator]  # which is the question
    except (TypeError, ValueError, ArithmeticError):
        return False


def several(given: Any) -> list[Any]:
    """The items of an iterable; a text, or anything else, is one item.

    >>> several("queens:8"), several(("queens:8", "nim:3"))
    (['queens:8'], ['queens:8', 'nim:3'])
    """
    one = isinstance(given, str | bytes | dict) or not isinstance(given, Iterable)
    return [given] if one else list(given)


def as_count(name: str, value: Any, least: int, otherwise: str) -> int:
    """A whole number, at least `least`; the caller also takes None, which means `otherwise`."""
    expected = f"{least} or more, or None for {otherwise}"
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"found {name}={shown(value)}, expected a whole number, {expected}")
    if index(value) < least:
        raise ValueError(f"found {name}={value}, expected {expected}")
    return index(value)


def check_seconds(name: str, value: Any) -> None:
    """Require a finite number, at least 0."""
    expected = "0 or more, or None for no limit"
    if isinstance(value, bool | str) or not hasattr(value, "__float__"):
        raise TypeError(f"found {name}={shown(value)}, expected a number of seconds, {expected}")
    if not isfinite(value) or value < 0:
        raise ValueError(f"found {name}={value}, expected {expected}")


def check_callback(name: str, value: Any, of: str) -> None:
    """Require a function of one argument; `of` says which."""
    fits = callable(value) and not isinstance(value, type)
    with suppress(ValueError):  # a compiled function may have no signature
        try:
            fits = fits and bool(signature(value).bind(None))
        except TypeError:
            fits = False
    if not fits:
        raise TypeError(f"found {name}={shown(value)}, expected a function of {of}, or None")
