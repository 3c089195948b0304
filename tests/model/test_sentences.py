"""Sentences that the model makes: labels, lists of rules and errors, for 0, 1 and many."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import clew
from clew.model.loading import CannotLoad, as_id
from clew.rules import AllDifferent, Circuit, Connected, Lex, Pieces, Runs, Table


def problem(names: int = 3, name: str = "puzzle") -> clew.Problem:
    """State a problem with some variables and without rules."""
    made = clew.Problem(name)
    made.variables("abcdefgh"[:names], range(4))
    return made


def cities() -> clew.Problem:
    """State a problem whose names and values are words with spaces."""
    made = clew.Problem("roads")
    made.variable("to Zerind", ["Arad", "Rimnicu Vilcea"])
    made.variable("x = 1", ["is", "not", "7; 2"])
    return made


# ------------------------------------------------------------------ labels

LABELS: dict[str, tuple[Callable[[clew.Grid], Any], list[str]]] = {
    "a sum": (lambda g: g.cage([(0, 0), (0, 1)], total=5), ["the cage 5+ at r1c1"]),
    "a product": (lambda g: g.cage([(1, 1), (0, 1)], product=6), ["the cage 6* at r2c2"]),
    "a difference": (lambda g: g.cage([(0, 0), (0, 1)], difference=1), ["the cage 1- at r1c1"]),
    "a quotient": (lambda g: g.cage([(0, 0), (0, 1)], quotient=2), ["the cage 2/ at r1c1"]),
    "a cage of one": (lambda g: g.cage([(0, 0)], total=3), ["the cage 3+ at r1c1"]),
    "a killer cage": (
        lambda g: g.cage([(0, 0), (0, 1)], total=5, distinct=True),
        ["the cage 5+ at r1c1", "no repeats in the cage at r1c1"],
    ),
    "a drawn cage": (lambda g: g.cage([(0, 0)]), []),
    "a named cage": (lambda g: g.cage([(0, 0)], total=3, label="one to three"), ["one to three"]),
    "a number": (lambda g: g.number((0, 1), 2, g[0, 0] + g[0, 2]), ["the 2 in r1c2"]),
    "a row": (
        lambda g: g.edge("left", 0, 6, g[0, 0] + g[0, 1] + g[0, 2]),
        ["the 6 at the left of row 1"],
    ),
    "a column": (
        lambda g: g.edge("bottom", 2, 6, g[0, 2] + g[1, 2]),
        ["the 6 at the bottom of column 3"],
    ),
    "a given": (lambda g: g.given((2, 0), 3), ["r3c1 is given as 3"]),
    "no givens": (lambda g: g.fill("........."), []),
    "rows and columns": (
        lambda g: g.latin(),
        ["row 1", "row 2", "row 3", "column 1", "column 2", "column 3"],
    ),
    "some cells": (lambda g: g.all_different(g[0, 0], g[1, 1]), ["all_different(r1c1, r2c2)"]),
    "a thermometer": (lambda g: g.set_clues("t0-1"), ["the thermometer at r1c1"]),
    "an arrow": (lambda g: g.set_clues("a4-5-8"), ["the arrow at r2c2"]),
}


@pytest.mark.parametrize("stated", LABELS)
def test_label_of_a_stated_rule_names_it_and_its_place(stated: str) -> None:
    grid = clew.Grid(3, 3, range(1, 4))
    state, labels = LABELS[stated]
    state(grid)
    assert [each.label for each in grid.stated] == labels


@pytest.mark.parametrize(
    ("parts", "texts"),
    [
        ([], ["all_different()", "circuit()", "table()", "connected()", "runs(: 1)", "() <= ()"]),
        (
            ["a"],
            ["all_different(a)", "circuit(a)", "table(a)", "connected(a)", "runs(a: 1)"],
        ),
        (
            ["a", "to b"],
            [
                "all_different(a, to b)", "circuit(a, to b)", "table(a, to b)",
                "connected(a, to b)", "runs(a, to b: 1)", "(a) <= (to b)",
            ],
        ),
    ],
    ids=["none", "one", "many"],
)  # fmt: skip
def test_rule_without_a_label_is_written_out(parts: list[str], texts: list[str]) -> None:
    rules = [
        AllDifferent((), ""), Circuit((), ""), Table((), "", frozenset()),
        Connected((), "", (), None), Runs.of([1], 1), Lex((), ""),
    ]  # fmt: skip
    assert [rule.called(parts) for rule, _ in zip(rules, texts, strict=False)] == texts


def test_pieces_are_written_out_by_name() -> None:
    placements: list[dict[Any, Any]] = [{}, {"F": [[0]]}, {"the long one": [[0]], 2: [[1]]}]
    texts = [Pieces.stated(each, 2).called(["a", "b"]) for each in placements]
    assert texts == ["pieces()", "pieces(F)", "pieces(the long one, 2)"]


def test_given_with_words_reads_as_a_sentence() -> None:
    made = cities()
    made.given("to Zerind", "Rimnicu Vilcea")
    assert made.stated[0].label == "to Zerind is given as Rimnicu Vilcea"
    assert made.check({"to Zerind": "Arad", "x = 1": "is"}) == [made.stated[0].label]


# ------------------------------------------------------------------ lists of rules


@pytest.mark.parametrize(
    ("rules", "last"),
    [(0, None), (1, "a != 1"), (40, "a != 40"), (41, "and 1 more"), (1_500, "and 1,460 more")],
)
def test_brief_lists_at_most_forty_rules(rules: int, last: str | None) -> None:
    made = problem()
    made.add(*(made["a"] != number for number in range(1, rules + 1)))
    brief = made.brief()
    assert len(brief) == min(rules, 41)
    assert (brief[-1][0] if brief else None) == last


@pytest.mark.parametrize(
    ("state", "line"),
    [
        (lambda p: p.minimise(p["a"]), "make a as small as possible"),
        (lambda p: p.maximise(2 * p["a"] + p["b"]), "make 2*a + b as large as possible"),
    ],
    ids=["least", "greatest"],
)
def test_brief_states_the_objective_first(state: Callable[[Any], None], line: str) -> None:
    made = problem()
    made.add(made["a"] != made["b"])
    state(made)
    assert [text for text, _ in made.brief()] == [line, "a != b"]


def test_brief_of_a_grid_has_one_line_for_all_rows() -> None:
    grid = clew.Grid(4, 4, range(1, 5))
    grid.latin()
    grid.boxes(2, 2)
    assert [text for text, _ in grid.brief()] == [
        "all values differ in each row",
        "all values differ in each column",
        "all values differ in each box",
    ]


@pytest.mark.parametrize(
    ("names", "rules", "text"),
    [
        (0, 0, "<Problem puzzle: 0 variables, 0 rules>"),
        (1, 1, "<Problem puzzle: 1 variable, 1 rule>"),
        (2, 2_000, "<Problem puzzle: 2 variables, 2,000 rules>"),
    ],
)
def test_repr_counts_variables_and_rules(names: int, rules: int, text: str) -> None:
    made = problem(names)
    made.add(*(made["a"] >= 0 for _ in range(rules)))
    assert repr(made) == text


@pytest.mark.parametrize(("givens", "text"), [(".", "fill(1 given)"), ("3", "fill(2 givens)")])
def test_fill_counts_its_givens(givens: str, text: str) -> None:
    assert str(clew.Grid(1, 2, [1, 2, 3]).fill(f"2{givens}")) == text


# ------------------------------------------------------------------ errors


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ([], "the solution has 0 values, not 3"),
        ([1], "the solution has 1 value, not 3"),
        ([1] * 1_001, "the solution has 1,001 values, not 3"),
        ({}, "a has no value"),
        ({"a": 1, "b": 7, "c": "x"}, "b can't be 7"),
    ],
)
def test_check_of_an_incomplete_solution_says_what_is_missing(values: Any, text: str) -> None:
    assert problem().check(values)[0] == text


@pytest.mark.parametrize(
    ("names", "fix"),
    [
        (0, "this problem has none yet"),
        (1, "choose from 'a'"),
        (7, "choose from 'a', 'b', 'c', 'd', 'e', 'f', 'g'"),
        (8, "choose one such as 'a' or 'b'"),
    ],
)
def test_unknown_name_lists_at_most_seven_others(names: int, fix: str) -> None:
    with pytest.raises(clew.ModelError) as error:
        problem(names)["quince"]
    assert str(error.value) == f"there's no variable 'quince': {fix}"


AWKWARD: dict[str, tuple[Callable[[clew.Problem], Any], str]] = {
    "a name like a move": (
        lambda p: p["to Arad"],
        "there's no variable 'to Arad': choose from 'to Zerind', 'x = 1'",
    ),
    "values that are words": (
        lambda p: p.given("to Zerind", "nowhere"),
        "to Zerind can't be 'nowhere': choose from 'Arad', 'Rimnicu Vilcea'",
    ),
    "a value in no domain": (
        lambda p: p.count([p["x = 1"]], "and"),
        "no variable can be 'and': choose from 'Arad', 'Rimnicu Vilcea', 'is', 'not', '7; 2'",
    ),
    "words in a sum": (
        lambda p: p.add(p["x = 1"] + 1 == 2),
        "can't calculate with x = 1, because it can be 'is': give it only whole numbers as values",
    ),
    "words to minimise": (
        lambda p: p.minimise(p["to Zerind"]),
        "can't minimise to Zerind, because it can be 'Arad': use an expression that's always a "
        "whole number",
    ),
    "a name that is taken": (
        lambda p: p.variable("to Zerind", [1]),
        "variable 'to Zerind' already exists: choose another name",
    ),
    "a name in place of a variable": (
        lambda p: p.all_different(["to Zerind"]),
        "the rule all_different(to Zerind) has no variables: 'to Zerind' is only the name of one, "
        "so write p['to Zerind']",
    ),
}


@pytest.mark.parametrize("case", AWKWARD)
def test_error_with_an_awkward_name_can_be_read(case: str) -> None:
    call, text = AWKWARD[case]
    with pytest.raises((clew.ModelError, TypeError)) as error:
        call(cities())
    assert str(error.value) == text


@pytest.mark.parametrize(
    ("clue", "text"),
    [
        ("t3", "a thermometer can't be on 3: use at least 2 cells, each cell once"),
        ("a3", "an arrow can't be on 3: use at least 2 cells, each cell once"),
        ("l0-1-2", "a whisper loop can't be on 0-1-2: use at least 4 cells, each cell once"),
        ("w0-1-2", "a white dot can't be on 0-1-2: use exactly 2 cells, each cell once"),
        ("t0-1=3", "a thermometer has no number: leave out the part after ="),
        ("k0-1", "a diagonal sum needs a number: write it at the end, as in k0-1=12"),
        (
            "t8-9",
            "the thermometer t8-9 doesn't fit on this grid: its cells are numbered from 0 to 8, "
            "row by row",
        ),
        (
            "thermo",
            "can't read the clue 'thermo': write a letter and cells, such as t3-4-13 for a "
            "thermometer",
        ),
    ],
)
def test_wrong_setters_clue_is_explained(clue: str, text: str) -> None:
    with pytest.raises(clew.ModelError) as error:
        clew.Grid(3, 3, range(1, 4)).set_clues(clue)
    assert str(error.value) == text


@pytest.mark.parametrize(
    ("puzzles", "text"),
    [
        (0, "{} doesn't define any puzzle: add a Problem, a Grid, a walk or a game"),
        (2, "{0} has 2 puzzles: write {0}:NAME (choose from p0, p1)"),
        (8, "{0} has 8 puzzles: write {0}:NAME (choose one such as p0 or p1)"),
    ],
)
def test_file_without_one_puzzle_asks_for_a_name(puzzles: int, text: str, tmp_path: Path) -> None:
    file = tmp_path / f"several{puzzles}.py"
    lines = [f"p{number} = clew.Problem('s{puzzles}-{number}')" for number in range(puzzles)]
    lines += [f"p{number}.variable('x', [1])" for number in range(puzzles)]
    file.write_text("\n".join(["import clew", *lines]), encoding="utf-8")
    with pytest.raises(CannotLoad) as error:
        as_id(str(file))
    assert str(error.value) == text.format(file)
