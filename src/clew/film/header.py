"""The header of a film: the board, the variables and the pseudocode."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from clew import __version__
from clew.board.json import data
from clew.core.capabilities import HasWords, PlacesPieces, capability
from clew.core.events import Kind
from clew.core.faces import CSP, values, word_of
from clew.core.puzzle import Puzzle, Unsuited
from clew.search.csp.network import Network
from clew.search.strategy import Strategy

FORMAT = 4
"""The current format. Steps of format 3 didn't name their node. Format 2 also drew boards with
`signs`, `clues`, `cages` and cell corners, and had no pen.
"""
CELLS = 10_000
"""The maximum number of cells on a board to watch."""
CANDIDATES = 200_000
"""The maximum number of candidates to show. Films of larger puzzles show only their solutions."""
NAMED = 20_000
"""The maximum number of variables, and of places in rules, to send to the player."""
OFF = "·"
"""The text of a value that leaves its cell unchanged, such as a button that isn't pressed."""
NAMES = ("base", "byVariable", "byValue", "of", "texts")
"""The names of the fields of `Places` in a header."""
TEXTS = Path(__file__).with_name("pseudocode.txt")
ANY = "any"
"""The pseudocode for strategies that don't record their steps."""


class Places(NamedTuple):
    """The places of assignments: cell = base + by_variable * variable + by_value * value.

    In a grid, each variable has its own cell, which contains its value. A queen's value is its
    place in the row. `texts` has the text for each variable or value (see `of`).
    """

    base: int
    by_variable: int
    by_value: int
    of: str
    texts: Sequence[str]

    def cell(self, variable: int, value: int) -> int:
        return self.base + self.by_variable * variable + self.by_value * value

    def text(self, variable: int, value: int) -> str:
        return self.texts[value if self.of == "value" else variable]

    @property
    def moves(self) -> bool:
        """True if a value is a variable's place, not the text in its cell."""
        return self.by_value != 0


def header(puzzle: Puzzle, strategy: Strategy) -> dict[str, Any]:
    """Return the header of a film as plain data.

    Args:
        puzzle: The puzzle.
        strategy: The strategy that searches it.

    Raises:
        Unsuited: if the board is too large to watch.
    """
    if (cells := len(puzzle.board().cells)) > CELLS:
        raise Unsuited(f"a board of {cells:,} cells is too large to watch: the limit is {CELLS:,}")
    csp, places = variables(puzzle, strategy)
    code = pseudocode(strategy)
    return {
        "film": FORMAT,
        "clew": __version__,
        "id": puzzle.id,
        "title": puzzle.board().title or puzzle.id,
        "strategy": strategy.spelling,
        "called": strategy.named,
        "summary": strategy.summary,
        "face": word_of(strategy.face),
        "board": data(puzzle.board()),
        "piece": puzzle.look.piece,
        "variables": None if places is None else dict(zip(NAMES, places, strict=True)),
        "domains": [
            list(values(mask)) for mask in (() if csp is None or places is None else csp.domains)
        ],
        "pseudocode": list(code.lines),
        "lit": {key: list(lines) for key, lines in code.lit.items()},
        "told": tells_steps(strategy),
        "holds": strategy.holds,
        "rank": strategy.ranked_by,
        "select": getattr(strategy, "select", ""),
        "infer": getattr(strategy, "infer", ""),
        "names": names_of(puzzle, csp),
        **labelled_rules(csp),
    }


def names_of(puzzle: Puzzle, csp: CSP | None) -> dict[str, list[str]]:
    """Return the puzzle's own names for its variables and values, if it has any."""
    own = capability(puzzle, HasWords)
    if own is None or csp is None or len(csp.domains) > NAMED:
        return {"variables": [], "values": []}
    words, top = own.words(), max(csp.domains, default=0).bit_length()
    possible = reduce(or_, csp.domains, 0)
    return {
        "variables": [words.variable(x) for x in range(len(csp.domains))],
        "values": [words.value(v) if possible >> v & 1 else "" for v in range(top)],
    }


def labelled_rules(csp: CSP | None) -> dict[str, list[Any]]:
    """Return the labels and scopes of the rules, and the numbers of the rules that are units.

    The player uses them to say why a value is ruled out.
    """
    listed = () if csp is None else csp.constraints
    if csp is None or sum(len(rule.scope) for rule in listed) > NAMED:
        return {"rules": [], "units": []}
    of_scope = {tuple(rule.scope): number for number, rule in reversed(list(enumerate(listed)))}
    return {
        "rules": [[rule.label, list(rule.scope)] for rule in listed],
        "units": [of_scope.get(tuple(unit), -1) for unit in Network(csp).units],
    }


def variables(puzzle: Puzzle, strategy: Strategy) -> tuple[CSP | None, Places | None]:
    """Return the CSP that the strategy searches, if any, and the places of its variables."""
    if strategy.face in puzzle.faces and strategy.face is not CSP:
        numbered = capability(puzzle.face(strategy.face), NumbersCells)
        if numbered is None:
            return None, None
        names = [str(n + 1) for n in range(numbered.numbered_cells)]
        return None, Places(0, 0, 1, "variable", names)
    if CSP not in puzzle.faces:
        return None, None
    try:
        csp = puzzle.csp()
    except Unsuited:
        return None, None
    small = sum(mask.bit_count() for mask in csp.domains) <= CANDIDATES
    return csp, places_of(puzzle, csp) if small else None


class NumbersCells(Protocol):
    """A face that numbers all cells. Its n-th variable is the cell with the n-th number."""

    @property
    def numbered_cells(self) -> int: ...


def read_places(head: dict[str, Any]) -> Places | None:
    """Return the places in a header, or None if it has none."""
    found = head["variables"]
    return None if found is None else Places(*(found[name] for name in NAMES))


def places_of(puzzle: Puzzle, csp: CSP) -> Places | None:
    """Return the places of a puzzle's variables, or None if it draws only whole solutions."""
    size = len(csp.domains)
    own = capability(puzzle, PlacesPieces)
    if own is not None:
        (base, _), (right, _), (below, _) = map(own.piece_at, (0, 0, 1), (0, 1, 0))
        texts = [own.piece_at(x, 0)[1] for x in range(size)]
        return Places(base, below - base, right - base, "variable", texts)
    texts = _texts_of_values(puzzle, csp)
    return Places(0, 1, 0, "value", texts) if texts else None


def _texts_of_values(puzzle: Puzzle, csp: CSP) -> list[str]:
    """Return the text of each value on the board, found by drawing it in every possible cell."""
    texts = []
    try:
        plain = puzzle.board(puzzle.translate(CSP, (None,) * len(csp.domains))).cells
        for value in range(max(csp.domains, default=0).bit_length()):
            wide = tuple(value if mask >> value & 1 else None for mask in csp.domains)
            drawn = puzzle.board(puzzle.translate(CSP, wide)).cells
            changed = [
                x for x, (old, new) in enumerate(zip(plain, drawn, strict=True)) if old != new
            ]
            if any(x >= len(wide) or wide[x] is None for x in changed):
                return []  # cell x doesn't show variable x
            texts.append(drawn[changed[0]].text if changed else OFF)
    except (TypeError, ValueError, IndexError, KeyError):  # it draws only whole solutions
        return []
    return texts


# ------------------------------------------------------------------ pseudocode


@dataclass(frozen=True)
class Pseudocode:
    """Lines of pseudocode, and the numbers of the lines that light up for each kind of event.

    A value can be found in several ways, such as `over` or `known`, and each has lines of its own,
    under `7:over`.
    """

    lines: tuple[str, ...]
    lit: dict[int | str, tuple[int, ...]]


def pseudocode(strategy: Strategy) -> Pseudocode:
    """Return the pseudocode for a strategy and its options, or the general one for its face.

    Args:
        strategy: The strategy.
    """
    return _parsed(_text(strategy), strategy)


def tells_steps(strategy: Strategy) -> bool:
    """Check whether a strategy records its steps. If not, its films show only the solutions.

    Args:
        strategy: The strategy.
    """
    return _text(strategy) != _known()[ANY]


def _text(strategy: Strategy) -> str:
    known = _known()
    if strategy.pseudocode is not None:
        return strategy.pseudocode or known[ANY]
    face = f"{ANY} {word_of(strategy.face)}"
    return known.get(strategy.name) or known.get(face) or known[ANY]


@cache
def _known() -> dict[str, str]:
    """Return the pseudocode by the names of the strategies."""
    sections = re.split(r"^\[(.*)\]\n", TEXTS.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    pairs = zip(sections[::2], sections[1::2], strict=True)
    return {name: text for names, text in pairs for name in names.split(", ")}


def _parsed(text: str, strategy: Strategy) -> Pseudocode:
    """Parse pseudocode, and keep the lines that apply to a strategy's options."""
    lines: list[str] = []
    lit: dict[int | str, tuple[int, ...]] = {}
    for line in text.strip("\n").split("\n"):
        shown, _, rest = line.partition("||")
        kinds, _, conditions = rest.partition("?")
        if not all(_holds(each, strategy) for each in conditions.split()):
            continue
        for word in kinds.split():
            name, _, way = word.partition(":")
            kind = Kind[name.upper()].value
            key = f"{kind}:{way}" if way else kind
            lit.setdefault(kind, ())
            lit[key] = (*lit.get(key, ()), len(lines))
        lines.append(shown.rstrip())
    return Pseudocode(tuple(lines), lit)


def _holds(condition: str, strategy: Strategy) -> bool:
    """Check whether a condition holds for a strategy's options.

    The condition is `option=value/value` or `option!=value/value`. A strategy that doesn't have the
    option satisfies only the second form.
    """
    found = re.fullmatch(r"(\w+)(!?=)(.+)", condition)
    if found is None:
        raise ValueError(f"{TEXTS.name}: found ? {condition}, expected option=value/value")
    option, sign, words = found.groups()
    value = str(getattr(strategy, option, None))
    if value == "None":
        return sign == "!="
    return (value in words.split("/")) == (sign == "=")
