"""The sentences of hints and explanations, line by line, for puzzles of every kind.

They are written down in tests/data/sentences.txt. After a change of words, run
`./run python -m tests.explanations.test_sentences` and read the difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import clew
from clew.core.phrases import alternatives, capital, counted, quoted, several
from clew.core.registry import all_puzzles
from clew.explanations.explain import hint_after, progress
from clew.explanations.explanation import DEGREES
from tests.paths import DATA

FILE = DATA / "sentences.txt"
PER_KIND = 2
LINES = 4
"""The maximum number of lines of an explanation to write down."""
SMALL = 120
"""Longer ids are shortened in the file."""
PLAYED = [
    ("sudoku:..233..42.3.1...", "r1c1=1"),
    ("sudoku:..233..42.3.1...", "r1c1=1 r1c2=4"),
    ("sudoku:................", "r1c1=1 r1c2=2 r1c3=3 r2c4=4"),
    ("queens:4", "Q3/4/4/4"),
    ("queens:6", "1Q4/3Q2/6/6/6/6"),
    ("minesweeper:4x2:..../1221", "r1c1=-"),
    ("lights-out:3x3", "r1c1; r1c3"),
    ("lights-out:1x1:#", ""),
    ("lights-out:2x3:#../...", ""),
    ("jugs:5,8,12=6", "fill 1; fill 2"),
    ("jugs:3,5=3", ""),
    ("knight:5x5@0,0", "r1c1"),
    ("knight:3x4@0,0", "r1c1; r3c2; r1c3"),
    ("frog:2,3,2,3,5,3", "3"),
    ("triangle:4/7 5/6 3 4/4 2 1 6=15", "left"),
    ("nim:1", ""),
    ("nim:1,1", ""),
    ("nim:2,3,misere", ""),
    ("nim:3,4+kayles:7", ""),
    ("noughts:XX./.O./...", ""),
    ("sliding-tiles:3x3:1,2,3,4,5,6,0,7,8", ""),
    ("cryptarithm:SEND+MORE=MONEY", ""),
]


def examples() -> Iterator[tuple[str, str]]:
    """Yield puzzles of every kind, with what was played."""
    for kind in all_puzzles():
        yield from ((kind.parse(each.text).id, "") for each in kind.examples[:PER_KIND])
    yield from PLAYED


def said(id_: str, played: str) -> list[str]:
    """Return the four degrees of a hint and the first lines of the explanation."""
    puzzle = clew.parse(id_)
    try:
        found = hint_after(puzzle, progress(puzzle, played) if played else ())
        lines = [f"{degree}: {getattr(found, degree)}" for degree in DEGREES]
    except clew.ClewError as error:
        lines = [f"error: {error}"]
    if not played:
        try:
            told = clew.explain(puzzle)
            lines += [*str(told).splitlines()[:LINES], f"verdict: {told.verdict}"]
        except clew.ClewError as error:
            lines.append(f"explain: {error}")
    return lines


def written() -> str:
    """Return the text of the file as it should be now."""
    blocks = []
    for id_, played in dict.fromkeys(examples()):
        name = id_ if len(id_) <= SMALL else f"{id_[:SMALL]}…"
        blocks.append(
            "\n".join([f"# {name}{f' after {played}' if played else ''}", *said(id_, played)])
        )
    return "\n\n".join(blocks) + "\n"


def test_sentences_of_every_kind_are_those_written_down() -> None:
    expected = FILE.read_text(encoding="utf-8").split("\n\n")
    found = written().split("\n\n")
    for block, known in zip(found, expected, strict=True):
        assert block.strip() == known.strip()


def test_hints_of_every_kind_are_sentences() -> None:
    text = FILE.read_text(encoding="utf-8")
    hints = re.findall(r"^(?:vague|technique|cells|full): (.*)$", text, re.MULTILINE)
    assert len(hints) > 4 * len(list(all_puzzles()))
    for line in hints:
        assert line.endswith((".", "?", "…")), line
        assert not re.search(
            r"\bprovably\b|moves? to go|is enough from|\bof one\b|  |\.\.", line
        ), line
        assert not re.search(r"\b(?:1|one) (?:moves|presses|values|jumps|cells|entries)\b", line), (
            line
        )


def test_a_guess_in_minesweeper_is_not_called_a_mine() -> None:
    found = clew.hint("minesweeper:3x1:.1.")
    assert found.full == "No cell is certain yet. For example, r1c1 could be a mine."
    assert not any("is a mine" in getattr(found, degree) for degree in DEGREES)


def test_chomp_is_explained_by_its_shape() -> None:
    assert clew.hint("chomp:3x3").full == (
        "Play r2c2: it leaves two equal arms. Answer each bite with the same bite in the other arm."
    )
    for example in ("3x3", "2x4", "3,1,1", "4x5", "5,2", "1"):
        assert "nim" not in str(clew.hint(f"chomp:{example}"))


def awkward() -> Any:
    """A variable called `to` and values that are words."""
    problem = clew.Problem("awkward")
    names = problem.variables(["to", "is"], ["by", "a cell", "not"])
    problem.add(names["to"] != names["is"], label="to differs from is")
    problem.add(names["to"] == "by")
    return problem


def test_awkward_names_stay_readable() -> None:
    problem = awkward()
    assert clew.hint(problem).full == "Nothing is certain yet. For example, is could be a cell."
    problem.add(problem["is"] != "not")
    told = clew.explain(problem)
    assert (
        str(told) == "1. Last value (1.0): is must be a cell, because no other value is left there."
    )
    numbers = clew.Problem("numbers")
    names = numbers.variables(["to", "is"], [1, 2, 3])
    numbers.add(names["to"] == 1)
    numbers.add(abs(names["to"] - names["is"]) == 1, label="to is next to is")
    assert clew.hint(numbers).full == (
        "to is next to is (given that to is 1): is can only be 2 (1 and 3 are impossible)."
    )


def test_moves_with_several_words_are_quoted() -> None:
    @clew.walk(start="A", goal="D")
    def roads(place: str) -> Iterator[tuple[str, str]]:
        ways = {"A": ["B", "C"], "B": ["D"], "C": ["D"], "D": []}
        yield from ((f"to {each}", each) for each in ways[place])

    assert clew.hint(roads).full == (
        'Make the move "to B". You\'re 2 moves from the goal (the minimum).'
    )
    assert clew.hint(roads, ["to B"]).full == (
        'Make the move "to D". You\'re 1 move from the goal (the minimum).'
    )
    assert clew.hint(roads, ["to B"]).cells == (
        "You can finish in 1 move. Only one move is possible now."
    )


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0 presses"), (1, "1 press"), (2, "2 presses"), (1000, "1,000 presses")],
)
def test_counted_things_have_their_number(number: int, text: str) -> None:
    assert counted(number, "press", "presses") == text


def test_pieces_of_sentences() -> None:
    assert alternatives(["a mine"]) == "a mine"
    assert alternatives([*map(str, range(2, 10))]) == "2 to 9"
    assert several([*"abcd"], 3) == "a, b and 2 more"
    assert capital("to < x", ["to", "x"]) == "to < x"
    assert quoted("to Zerind") == '"to Zerind"'


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
