"""The strategies in pseudocode, and the lines at which each kind of event happens."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from clew.core.events import Kind
from clew.core.faces import word_of
from clew.search.strategy import Strategy

TEXTS = Path(__file__).with_suffix(".txt")
ANY = "any"
"""For a strategy that does not tell its steps."""


@dataclass(frozen=True)
class Pseudocode:
    """The lines, and for each kind of event the numbers of those that it lights."""

    lines: tuple[str, ...]
    lit: dict[Kind, tuple[int, ...]]


def pseudocode(strategy: Strategy) -> Pseudocode:
    """The strategy's own, or that of any strategy for its face, as its options have it."""
    return _parsed(_text(strategy), strategy)


def tells_steps(strategy: Strategy) -> bool:
    """Whether its films have steps; of the others only the answers can be seen."""
    return _text(strategy) != _known()[ANY]


def _text(strategy: Strategy) -> str:
    known = _known()
    if strategy.pseudocode is not None:
        return strategy.pseudocode or known[ANY]
    face = f"{ANY} {word_of(strategy.face)}"
    return known.get(strategy.name) or known.get(face) or known[ANY]


@cache
def _known() -> dict[str, str]:
    """The texts by the names of their strategies."""
    sections = re.split(r"^\[(.*)\]\n", TEXTS.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    pairs = zip(sections[::2], sections[1::2], strict=True)
    return {name: text for names, text in pairs for name in names.split(", ")}


def _parsed(text: str, strategy: Strategy) -> Pseudocode:
    """The lines of a text that are there with the options of a strategy."""
    lines: list[str] = []
    lit: dict[Kind, tuple[int, ...]] = {}
    for line in text.strip("\n").split("\n"):
        shown, _, rest = line.partition("||")
        kinds, _, conditions = rest.partition("?")
        if not all(_holds(each, strategy) for each in conditions.split()):
            continue
        for word in kinds.split():
            kind = Kind[word.upper()]
            lit[kind] = (*lit.get(kind, ()), len(lines))
        lines.append(shown.rstrip())
    return Pseudocode(tuple(lines), lit)


def _holds(condition: str, strategy: Strategy) -> bool:
    """Whether a strategy has one of the values of an option; true of options it has not."""
    found = re.fullmatch(r"(\w+)(!?=)(.+)", condition)
    if found is None:
        raise ValueError(f"{TEXTS.name}: found ? {condition}, expected option=value/value")
    option, sign, words = found.groups()
    value = str(getattr(strategy, option, None))
    if value == "None":
        return sign == "!="
    return (value in words.split("/")) == (sign == "=")
