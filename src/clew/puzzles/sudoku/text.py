"""The text of a Sudoku: options in front, drawn borders, and candidates in brackets."""

from __future__ import annotations

import re
from typing import Any

from clew.core.faces import Domain, domain, values
from clew.core.grid import LARGEST_SYMBOL, place, read_value, square_order, tokens, write_symbol


def read_options(head: str) -> dict[str, Any]:
    """The box, the diagonals or the regions that stand before the colon."""
    options: dict[str, Any] = {}
    for word in head.split(","):
        if word == "x":
            options["diagonal"] = True
        elif match := re.fullmatch(r"(\d{1,2})x(\d{1,2})", word, re.ASCII):
            options["box"] = (int(match[1]), int(match[2]))
        elif word.startswith("regions="):
            options["regions"] = tuple(map(ord, word.removeprefix("regions=")))
        else:
            raise ValueError(
                f"found option {word[:20]!r}, expected a box such as 2x3, x, or regions=…"
            )
    if "box" in options and "regions" in options:
        raise ValueError("found both boxes and regions, expected one of them")
    return options


_BAR = re.compile(r"(\([^()]*\))|\|")
"""A bar outside brackets: a border, and not between two candidates."""


def without_borders(text: str) -> str:
    """The text with drawn borders and comments blanked out, every symbol left in its place."""
    kept = []
    for line in text.split("\n"):
        body, mark, comment = line.partition("#")
        body += " " * len(mark + comment)
        border = "---" in body and "\n" in text
        kept.append(" " * len(body) if border else _BAR.sub(lambda bar: bar[1] or " ", body))
    return "\n".join(kept)


def read_candidates(text: str) -> tuple[Domain, ...]:
    """The candidate sets of a text with brackets, every value where there is none."""
    if "(" not in text:
        return ()
    found = tokens(text)
    order = square_order(len(found))
    full = (2 << order) - 2
    return tuple(
        _read_set(token, order, text, index) if token[0] == "(" else full for token, index in found
    )


def _read_set(token: str, order: int, text: str, index: int) -> Domain:
    inside = token.strip("()")
    apart = "|" in inside or (order > LARGEST_SYMBOL and inside)
    items = inside.split("|") if apart else list(inside)
    mask = domain(read_value(item, order, text, index + 1) for item in items)
    if mask & 1:
        raise ValueError(f"{place(text, index)}: found {token[:20]!r}, expected values in brackets")
    return mask


def cell_text(value: int, candidates: Domain, order: int) -> str:
    """A cell's value, or its candidates in brackets."""
    if value or candidates == (2 << order) - 2:
        return write_symbol(value)
    between = "|" if order > LARGEST_SYMBOL else ""
    return f"({between.join(map(write_symbol, values(candidates)))})"
