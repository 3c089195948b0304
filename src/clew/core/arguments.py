"""Checks the arguments of public functions: errors say in one line what was found and expected."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from inspect import signature
from math import isfinite
from operator import index
from reprlib import Repr
from typing import Any

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
