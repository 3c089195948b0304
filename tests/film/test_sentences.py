"""The sentences of films, line by line: for 0, 1 and many, and for awkward names."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from clew import Problem, parse, walk
from clew.cli.app import app
from clew.core.events import Kind
from clew.film import Film, record
from clew.film.words import Narrator, ending, summary_line

MAP = "map-colouring:3:WA-NT-SA-WA,NT-Q-SA,Q-NSW-SA,NSW-V-SA,T"
SUDOKU = "sudoku:..233..42.3.1..."
GOLDEN: dict[tuple[str, str], dict[int, str]] = {
    ("romania:Arad-Bucharest", "a-star"): {
        0: "Expand node 0 (depth 0) with f = 0 + 366 = 366.",
        1: 'Add node 1 (reached by "to Zerind") to the frontier with f = 75 + 374 = 449.',
        4: 'Expand node 2 (depth 1; from node 0 via "to Sibiu") with f = 140 + 253 = 393.',
        6: "Skip a successor that was reached before.",
        21: "Solution: 4 moves, 418 km: to Sibiu; to Rimnicu; to Pitesti; to Bucharest.",
    },
    ("romania:Zerind-Eforie", "uniform-cost"): {
        0: "Expand node 0 (depth 0) with g = 0.",
        18: "Skip node 3: the search has found a cheaper way to its state, node 4.",
    },
    ("hanoi:2", "breadth-first"): {
        1: 'Add node 1 (reached by "A to B") to the frontier.',
        3: 'Expand node 1 (depth 1; from node 0 via "A to B").',
    },
    ("jugs:3,5=4", "iterative-deepening"): {
        0: "Start a round with a limit of 0.",
        2: "Generate a successor.",
        3: "Cut off: 1 exceeds the limit of 0.",
    },
    ("jugs:3,5=4", "ida-star"): {
        2: "Generate a successor with f = 1 + 1 = 2.",
        3: "Cut off: 2 exceeds the limit of 1.",
    },
    ("lights-out:2x3:.#./.#.", "greedy"): {
        1: 'Add node 1 (reached by "r1c1") to the frontier with h = 1.',
    },
    ("nim:1,2", "alpha-beta"): {
        1: "Only values between α = −1 and β = +1 matter.",
        2: 'Expand node 1 (depth 1; from node 0 via "pile 1: take 1").',
        8: "Node 3 is worth +1: MAX wins.",
        9: "MAX has +1 here, at least β = +1, but no other move is left to cut.",
        10: "Node 2 is worth +1: MAX wins.",
        20: "Node 6 is already in the table, worth +1: MAX wins.",
        34: "Solution: the player to move wins.",
    },
    ("noughts:XO./.X./..O", "deepening"): {
        0: "Start a round with a limit of 1.",
        2: "Only values between α = −∞ and β = ∞ matter.",
        5: "Node 1 is worth 0: a draw.",
    },
    ("kalah:1,1/1,1", "alpha-beta"): {
        8: "Node 3 is worth −2.",
        9: "Node 2 is worth −2.",
        18: "MAX has 0 here, at least β = −2, but no other move is left to cut.",
    },
    ("queens:4", "backtracking"): {
        0: "Start with nothing assigned.",
        1: "Choose row 1: it has the fewest values left (4, tied with 3 others) and the most "
        "constraint links to unassigned variables (9).",
        2: "Try a queen at r1c1.",
        3: "Test the neighbours of row 1: 4 tests.",
        4: "Rule out r2c1 because of row 1.",
        20: "Dead end: row 3 has no values left.",
        21: "Backtrack: take back the queen at r2c3.",
        66: "Solution found.",
    },
    ("queens:4", "backtracking:infer=none"): {
        1: "Test the values of row 1: 4 values are left after 0 tests.",
    },
    ("queens:4", "backtracking:select=first"): {
        1: "Choose row 1: it's the first in order.",
    },
    ("queens:4", "backtracking:select=degree"): {
        1: "Choose row 1: it has the most constraint links to unassigned variables (9).",
    },
    (SUDOKU, "backtracking"): {
        1: "Rule out 2 in r1c1 because of r1c3 (row 1).",
        3: "Rule out 2 in r2c3 because of r1c3.",
        33: "Try r3c2 = 4.",
    },
    (MAP, "backtracking"): {
        2: "Try SA = red.",
        4: "Rule out red for WA because of SA (SA borders WA).",
    },
    ("knight:5x5", "warnsdorff"): {
        1: "Try 1 at r1c1, which has 2 onward moves.",
        3: "Try 3 at r1c5, which has 1 onward move.",
    },
    ("queens:4", "min-conflicts"): {
        0: "Put a queen at r1c4.",
        4: "Test the whole assignment.",
        5: "Test 4 rules: 2 variables are in conflict.",
    },
    ("queens:4", "generate-and-test"): {5: "Test 1 rule."},
}


@pytest.mark.parametrize(("name", "strategy"), list(GOLDEN))
def test_steps_read_as_they_should(name: str, strategy: str) -> None:
    film = record(parse(name), strategy, max_steps=100)
    narrator = Narrator(film)
    expected = GOLDEN[name, strategy]
    assert {number: narrator.step(number) for number in expected} == expected


@pytest.mark.parametrize(("name", "strategy"), list(GOLDEN))
def test_every_step_is_a_sentence(name: str, strategy: str) -> None:
    film = record(parse(name), strategy, max_steps=300)
    narrator = Narrator(film)
    for number in range(len(film)):
        sentence = narrator.step(number)
        assert re.fullmatch(r"[A-Z].*[.…]", sentence), sentence
        assert not re.search(r"\b1 (?!is\b|has\b|exceeds\b)[a-z]+s\b", sentence), sentence
        assert not re.search(r"\bby to\b|  |\.\.|: :", sentence), sentence


def awkward() -> Problem:
    """A variable called `to`, and values that are words."""
    problem = Problem("awkward")
    problem.variables(["to", "the end"], ["by", "is", "no value"])
    problem.all_different()
    return problem


def moves_to() -> Any:
    """A walk whose moves begin with "to"."""
    roads: dict[str, list[str]] = {"A": ["B", "C"], "B": ["D"], "C": ["D"], "D": []}

    @walk(start="A", goal="D")
    def roads_from(place: str) -> Iterator[tuple[str, str]]:
        yield from ((f"to {each}", each) for each in roads[place])

    return roads_from


def test_awkward_names_are_readable() -> None:
    narrator = Narrator(film := record(awkward(), "backtracking"))
    lines = [narrator.step(number) for number in range(len(film))]
    assert "Try to = by." in lines
    assert any(line.startswith("Rule out by for the end because of to") for line in lines)
    narrator = Narrator(film := record(moves_to(), "breadth-first"))
    lines = [narrator.step(number) for number in range(len(film))]
    assert 'Add node 1 (reached by "to B") to the frontier.' in lines
    assert 'Expand node 1 (depth 1; from node 0 via "to B").' in lines


def test_backtracking_in_an_own_problem_takes_values_back() -> None:
    problem = Problem("tight")
    problem.variables(["x", "y", "z"], [1, 2])
    problem.all_different()
    narrator = Narrator(film := record(problem, "backtracking"))
    lines = [narrator.step(number) for number in range(len(film))]
    assert "Backtrack: take back x = 1." in lines
    assert ending(film) == "no solution: searched to the end"


@pytest.mark.parametrize(
    ("name", "strategy", "limits", "expected"),
    [
        ("queens:8", "bitboard", {}, "bitboard: 1 step, 1 solution found"),
        ("queens:4", "backtracking", {}, "backtracking: 67 steps, 1 solution found"),
        ("queens:8", "backtracking", {"max_steps": 6},
         "backtracking: stopped after 6 steps (--max-steps)"),
        ("queens:20", "backtracking:select=first,infer=none", {"max_nodes": 1},
         "backtracking:select=first,infer=none: stopped after 3 steps (--max-nodes)"),
        ("queens:4", "backtracking", {"max_solutions": None},
         "backtracking: 139 steps, 2 solutions found, and there are no more"),
        ("queens:3", "backtracking", {},
         "backtracking: 45 steps, no solution: searched to the end"),
    ],
)  # fmt: skip
def test_a_film_is_summed_up(name: str, strategy: str, limits: Any, expected: str) -> None:
    assert summary_line(record(parse(name), strategy, **limits)) == expected


def test_trace_prints_sentences_with_capitals() -> None:
    ran = CliRunner().invoke(app, ["trace", "hanoi:2", "--strategy", "breadth-first"])
    lines = ran.output.splitlines()
    assert lines[1] == ' 2   Add node 1 (reached by "A to B") to the frontier'
    assert lines[-1] == "breadth-first: 25 steps, 1 solution found"


# ------------------------------------------------------------------ the same in JavaScript

DESCRIBE = """
import { storyOf } from "FOLDER/story.js";
import { describe, ending } from "FOLDER/words.js";
let text = "";
for await (const part of process.stdin) text += part;
for (const line of text.trim().split("\\n")) {
  const story = storyOf(JSON.parse(line));
  const steps = Array.from({ length: story.length }, (_, step) => describe(story, step));
  console.log(JSON.stringify([steps, ending(story)]));
}
"""
STATIC = Path(__file__).parents[2] / "src" / "clew" / "film" / "static"


@pytest.mark.skipif(shutil.which("node") is None, reason="no node")
def test_javascript_writes_the_same_sentences() -> None:
    films = [record(parse(name), strategy, max_steps=300) for name, strategy in GOLDEN]
    films += [record(awkward(), "backtracking"), record(moves_to(), "breadth-first")]
    films += [record(parse("queens:5"), "backtracking", max_solutions=None, max_steps=400)]
    ran = subprocess.run(
        ["node", "--input-type=module", "-e", DESCRIBE.replace("FOLDER", STATIC.as_uri())],
        input="\n".join(film.json() for film in films),
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    for film, line in zip(films, ran.stdout.splitlines(), strict=True):
        steps, _ = json.loads(line)
        narrator = Narrator(film)
        assert steps == [narrator.step(number) for number in range(len(film))]
    kinds = {film.step(number)[0] for film in films for number in range(len(film))}
    assert kinds >= {Kind.TRY, Kind.BACK, Kind.UNDO, Kind.CUT, Kind.KNOWN, Kind.DUPLICATE}


@pytest.mark.skipif(shutil.which("node") is None, reason="no node")
@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ({}, "Ended: 1 solution found."),
        ({"max_steps": 1}, "Stopped after 1 step by the limit on steps. Nothing is proven."),
        ({"max_solutions": None}, "Ended: 2 solutions found, and there are no more."),
    ],
)
def test_javascript_says_how_a_film_ended(limits: Any, expected: str) -> None:
    film: Film = record(parse("queens:4"), "backtracking", **limits)
    ran = subprocess.run(
        ["node", "--input-type=module", "-e", DESCRIBE.replace("FOLDER", STATIC.as_uri())],
        input=film.json(), capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert json.loads(ran.stdout)[1] == expected
