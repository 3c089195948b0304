"""What is filled in and which clues are changed, as texts: of an id, and as a player writes it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from clew.model.expressions import Value, Variable
from clew.model.own import CHANGED, ModelError

if TYPE_CHECKING:
    from clew.model.puzzle import ModelPuzzle

NONE = "-"
"""Stands for a clue that is taken away, and for a cell that is not filled."""


def changed(puzzle: ModelPuzzle, goals: Sequence[Value], given: Mapping[Variable, Value]) -> str:
    """The text of a puzzle, and what `read_change` reads: what clues say, and givens."""
    end = CHANGED.search(puzzle.own_text)
    assert end is not None
    text, numbers = puzzle.own_text[: end.start()], f"~{end[1]}" if end[1] else ""
    if list(goals) != [clue.goal for clue in puzzle.clues()]:
        plain = puzzle.restated(goals, {}).text() if given else ""
        numbers = "~" + ".".join(map(_written, goals))
        text, numbers = (plain, "") if plain else (text, numbers)
    words, code = _words(puzzle), puzzle.compiled()[1].code
    entries = [words[code[given[x]]] if x in given else NONE for x in puzzle.variables_shown]
    return f"{text}{numbers}@{'.'.join(entries)}"


def read_change(puzzle: ModelPuzzle, text: str) -> tuple[list[Value], dict[Variable, Value]]:
    """What the clues say, None for one that is taken away, and the givens."""
    found = CHANGED.fullmatch(text)
    goals = [clue.goal for clue in puzzle.clues()]
    numbers = goals if found is None or found[1] is None else found[1].split(".")
    entries = [NONE] * puzzle.wanted if found is None or found[2] is None else found[2].split(".")
    if found is None or len(numbers) != len(goals) or len(entries) != puzzle.wanted:
        what = f"~ and {len(goals)} clues" if goals else ""
        raise ValueError(f"found {text[:40]!r}, expected {what} @ and {puzzle.wanted} values")
    values, words = puzzle.compiled()[1].values, _words(puzzle)
    code = {word: each for each, word in enumerate(words)}
    if wrong := [entry for entry in entries if entry not in code]:
        raise ValueError(f"found the value {wrong[0]!r}, expected one of {_few(words)}")
    filled = zip(puzzle.variables_shown, map(code.__getitem__, entries), strict=True)
    given = {variable: values[each] for variable, each in filled if each}
    if found[1] is None:
        return goals, given
    return [_goal(each) for each in numbers], given


def _written(goal: Value) -> str:
    """What a clue says as a word of a text: a number, - for nothing, else JSON as an address."""
    if goal is None:
        return NONE
    if isinstance(goal, int):
        return str(int(goal))
    try:
        return quote(json.dumps(goal), safe="").replace(".", "%2E").replace("~", "%7E")
    except TypeError:
        raise ModelError(f"found the clue {goal!r}, expected a number or a text") from None


def _goal(word: str) -> Value:
    """What `_written` wrote."""
    try:
        return None if word == NONE else _plain(json.loads(unquote(word)))
    except ValueError:
        raise ValueError(f"found the clue {word!r}, expected a number, a text or -") from None


def _plain(goal: Any) -> Value:
    return tuple(map(_plain, goal)) if isinstance(goal, list) else goal


def _words(puzzle: ModelPuzzle) -> list[str]:
    """By code, the sign of a value in a text, whose own signs it writes as %XX; `-` for none."""
    found = {NONE: 0}
    for code, value in enumerate(puzzle.compiled()[1].values[1:], 1):
        word = quote(puzzle.symbol(value), safe="").replace(".", "%2E").replace("~", "%7E")
        found[f"{word}+{code}" if word in ("", *found) else word] = code
    return list(found)


def one_word(text: str) -> str:
    """A name or a value as a player writes it, where blanks and commas part the entries."""
    return re.sub(r"[\s;,]+", "_", text)


def one_name(text: str) -> str:
    """A name as a player writes it in NAME=VALUE."""
    return one_word(text).replace("=", "_")


def _few(words: Sequence[str]) -> str:
    return ", ".join(words[:12]) + ", …" * (len(words) > 12)
