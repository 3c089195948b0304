"""The strategies in pseudocode, and the line at which each kind of event happens."""

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
    """The lines, and for each kind of event the number of its line."""

    lines: tuple[str, ...]
    lit: dict[Kind, int]

    def line(self, kind: Kind) -> int:
        """The line of an event, or -1."""
        return self.lit.get(kind, -1)


def pseudocode(strategy: Strategy) -> Pseudocode:
    """The strategy's own, or that of any strategy for its face."""
    known = _known()
    if strategy.pseudocode is not None:
        return _parsed(strategy.pseudocode or known[ANY])
    face = f"{ANY} {word_of(strategy.face)}"
    return _parsed(known.get(strategy.name) or known.get(face) or known[ANY])


@cache
def _known() -> dict[str, str]:
    """The texts by the names of their strategies."""
    sections = re.split(r"^\[(.*)\]\n", TEXTS.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    pairs = zip(sections[::2], sections[1::2], strict=True)
    return {name: text for names, text in pairs for name in names.split(", ")}


@cache
def _parsed(text: str) -> Pseudocode:
    """The lines of a text, in which two bars stand before the events that happen at a line."""
    lines: list[str] = []
    lit: dict[Kind, int] = {}
    for number, line in enumerate(text.strip("\n").split("\n")):
        shown, _, kinds = line.partition("||")
        lines.append(shown.rstrip())
        lit |= {Kind[word.upper()]: number for word in kinds.split()}
    return Pseudocode(tuple(lines), lit)
