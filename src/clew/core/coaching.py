"""How to play a game well that is Nim, in words and in columns of binary digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew.core.games import Rules


def nim_plan(rules: Rules) -> str:
    """The plan, and the parts of the position as a table that shows which columns are odd."""
    parts = dict(zip(rules.names(rules.start), rules.parts(rules.start), strict=True))
    why = f"This is Nim in disguise: {rules.theorem}. " if rules.theorem else ""
    end = "; at the end leave an odd number of piles of one" if rules.misere else ""
    plan = f"{why}Write the piles in binary and leave an even number of ones in every column{end}."
    return "\n".join([plan, *_columns(parts)])


def _columns(parts: dict[str, int]) -> list[str]:
    """A line for each part, its digits below each other, and under them what is odd."""
    width = max([1, *(part.bit_length() for part in parts.values())])
    named = [f"  {name}: {part}" for name, part in parts.items()]
    wide = max(map(len, named), default=0)
    rows = [f"{n:<{wide}} = {p:0{width}b}" for n, p in zip(named, parts.values(), strict=True)]
    ones = [sum(part >> place & 1 for part in parts.values()) for place in range(width)]
    odd = "".join("^" if count % 2 else " " for count in reversed(ones))
    below = f"{'':{wide + 3}}{odd} odd" if odd.strip() else "  Now all columns are even."
    return [*rows, below]
