"""Reads the style of boards from the style sheet that the web pages use."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from clew.board.places import STATIC

_VARIABLE = re.compile(r"--([\w-]+):\s*([^;]+);")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_USE = re.compile(r"var\(--([\w-]+)\)")
_CLASS = re.compile(r"\.([\w-]+)")
_BOTH = re.compile(r"light-dark\(([^,]+),\s*([^)]+)\)")
Palette = dict[str, str]
Look = dict[str, str]
"""The style of an element: a value for each property."""


class Named(NamedTuple):
    """The parts of an element that selectors match."""

    tag: str
    classes: frozenset[str]


@cache
def sheet() -> tuple[Palette, Palette, list[tuple[str, str]]]:
    """Read the light colours, the dark colours, and the rules as pairs of a selector and a body."""
    text = Path(STATIC, "picture.css").read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    colours, rules = text[: text.index(".clew")], text[text.index(".clew") :]
    said = _VARIABLE.findall(colours)
    light, dark = ({name: _BOTH.sub(way, value) for name, value in said} for way in (r"\1", r"\2"))
    found = [(" ".join(name.split()), body.strip()) for name, body in _RULE.findall(rules)]
    return light, dark, found


@cache
def style(used: frozenset[str]) -> str:
    """Return the rules for these classes, with dark colours if the reader prefers them."""
    light, dark, rules = sheet()
    kept = [(name, body) for name, body in rules if set(_CLASS.findall(name)) <= used]
    plain = "".join(f"{name}{{{_set(body, light)}}}" for name, body in kept)
    night = "".join(f"{name}{{{_set(body, dark)}}}" for name, body in kept if _turns(body))
    return f"{plain}@media(prefers-color-scheme:dark){{{night}}}"


def _set(body: str, colours: Palette) -> str:
    """Return a rule's body with these colours and without unnecessary spaces."""
    said = _USE.sub(lambda match: colours[match[1]], body)
    return re.sub(r"\s*([:;,])\s*", r"\1", said).rstrip(";")


def _turns(body: str) -> bool:
    light, dark, _ = sheet()
    return any(light[name] != dark[name] for name in _USE.findall(body))


@cache
def look(chain: tuple[Named, ...], before: frozenset[Named] = frozenset()) -> Look:
    """Return the style of an element in light colours.

    Args:
        chain: the element's ancestors from the root, and the element itself.
        before: its preceding siblings.
    """
    found: Look = {}
    for parts, body in _by_weight():
        if _fits(parts, chain, before):
            found |= dict(re.findall(r"([\w-]+):\s*([^;]+)", body))
    return found


@cache
def _by_weight() -> list[tuple[list[str], str]]:
    """Return the rules in light colours, sorted by specificity and then by order."""
    light, _, rules = sheet()
    weighed = sorted(rules, key=lambda rule: _CLASS.subn("", rule[0])[1])
    return [(name.split(), _set(body, light)) for name, body in weighed]


def _fits(parts: list[str], chain: tuple[Named, ...], before: frozenset[Named]) -> bool:
    """Check whether a selector with at most one `~` matches the last element of the chain."""
    *around, last = parts
    if not _is(chain[-1], last):
        return False
    if around[-1:] == ["~"]:
        around, sibling = around[:-2], around[-2]
        if not any(_is(each, sibling) for each in before):
            return False
    ancestors = iter(chain[:-1])
    return all(any(_is(each, word) for each in ancestors) for word in around)


def _is(element: Named, word: str) -> bool:
    tag = word.partition(".")[0]
    return tag in ("", element.tag) and element.classes.issuperset(_CLASS.findall(word))
