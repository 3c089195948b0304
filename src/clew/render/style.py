"""The look of boards, read from the one style sheet that the pages use too."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from clew.render.places import STATIC

_VARIABLE = re.compile(r"--([\w-]+):\s*([^;]+);")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_USE = re.compile(r"var\(--([\w-]+)\)")
_CLASS = re.compile(r"\.([\w-]+)")
Palette = dict[str, str]


@cache
def sheet() -> tuple[Palette, Palette, list[tuple[str, str]]]:
    """The light colours, the dark ones, and the rules, each a selector and what it says."""
    text = (STATIC / "picture.css").read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    colours, rules = text[: text.index(".clew")], text[text.index(".clew") :]
    light, dark = (dict(_VARIABLE.findall(part)) for part in colours.split("@media", 1))
    found = [(" ".join(name.split()), body.strip()) for name, body in _RULE.findall(rules)]
    return light, light | dark, found


@cache
def style(used: frozenset[str]) -> str:
    """The rules that matter to these classes, light by themselves and dark where that is wanted."""
    light, dark, rules = sheet()
    kept = [(name, body) for name, body in rules if set(_CLASS.findall(name)) <= used]
    plain = "".join(f"{name}{{{_set(body, light)}}}" for name, body in kept)
    night = "".join(f"{name}{{{_set(body, dark)}}}" for name, body in kept if _turns(body))
    return f"{plain}@media(prefers-color-scheme:dark){{{night}}}"


def _set(body: str, colours: Palette) -> str:
    """What a rule says, in these colours, without needless blanks."""
    said = _USE.sub(lambda match: colours[match[1]], body)
    return re.sub(r"\s*([:;,])\s*", r"\1", said).rstrip(";")


def _turns(body: str) -> bool:
    light, dark, _ = sheet()
    return any(light[name] != dark[name] for name in _USE.findall(body))


def computed(classes: Collection[str], dark: bool = False) -> dict[str, str]:
    """What the style sheet says of one element with these classes, those around it included."""
    light, night, rules = sheet()
    found: dict[str, str] = {}
    for name, body in rules:
        if "~" not in name and set(_CLASS.findall(name)) <= set(classes):
            said = _USE.sub(lambda match: (night if dark else light)[match[1]], body)
            found |= dict(re.findall(r"([\w-]+):\s*([^;]+)", said))
    return found
