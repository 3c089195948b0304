"""Inputs: every kind declares how to play it on its board, in a form that fits the JSON schema."""

from __future__ import annotations

import json

import pytest

import clew
from clew.board.inputs import MODES, Digit, Letter, Put, inputs_data, read_input
from clew.core.registry import all_puzzles, find
from clew.play import open_play
from clew.web.operations import INPUT
from clew.web.schema import check

TABLE = {
    "digit": "sudoku killer kenken kakuro futoshiki latin towers magic-square cryptarithm",
    "shade": "nonogram hitori minesweeper",
    "toggle": "lights-out turtles",
    "place": "queens",
    "edge": "slitherlink dots-and-boxes",
    "steer": "sokoban sliding-tiles",
    "drag": "rush-hour hanoi peg-solitaire knight northcott nimble frog pancakes",
    "drop": "connect-four",
    "paint": "map-colouring pentominoes",
    "pour": "jugs",
    "match": "zebra",
    "go": "romania digraph triangle",
    "mark": "noughts chomp kalah",
    "letter": "sos",
    "take": "nim kayles dawson grundy lasker octal staircase subtraction dynamic empty-divide"
    " wythoff",
    "carry": "missionaries",
    "turn": "pocket-cube",
}
KINDS = [kind.name for kind in all_puzzles()]


@pytest.mark.parametrize("name", KINDS)
def test_inputs_of_every_kind_fit_the_schema(name: str) -> None:
    kind = find(name)
    puzzle = kind.parse(kind.examples[0].text)
    assert puzzle.inputs == kind.inputs
    assert kind.inputs[0].mode in MODES
    for plain in json.loads(json.dumps(open_play(puzzle).view()["inputs"])):
        check(INPUT, plain)
        assert read_input(plain).as_dict() == plain
    for each in kind.inputs:
        assert read_input(json.loads(json.dumps(each.as_dict()))) == each


def test_inputs_of_every_kind_are_those_of_the_table() -> None:
    wanted = {name: mode for mode, names in TABLE.items() for name in names.split()}
    assert {name: find(name).inputs[0].mode for name in KINDS} == wanted
    assert MODES.keys() - TABLE.keys() == {"draw"}, "only those who set puzzles draw"


def test_digit_input_on_other_values_becomes_letters_or_a_piece() -> None:
    assert Digit().on([str(n) for n in range(1, 10)]) == Digit(1, 9)
    assert Digit().on(["0", "1", "2"]) == Digit(0, 2)
    assert Digit().on(["a", "b"]) == Letter(("a", "b"))
    assert Digit().on(["2", "5"]) == Letter(("2", "5"))
    assert Digit().on(["*"]) == Put("*", ("*", "x", ""), ("*", "Not here", "Erase"))
    assert Digit(1, 9).on(["#", "1"]) == Digit(1, 9), "black cells are none of the digits"


@pytest.mark.parametrize("name", ["nonogram", "hitori", "minesweeper"])
def test_shade_input_cycles_through_the_puzzles_values(name: str) -> None:
    kind = find(name)
    view = open_play(kind.parse(kind.examples[0].text)).view()
    assert {*view["inputs"][0]["cycle"]} == {*view["values"], ""}


def test_input_of_a_users_grid_lists_its_values() -> None:
    grid = clew.Grid(2, 2, "abc", name="own")
    (plain,) = open_play(grid).view()["inputs"]
    assert (plain["mode"], plain["values"]) == ("letter", ["a", "b", "c"])
    assert inputs_data(grid.inputs)[0]["mode"] == "digit"


def test_input_of_a_small_sudoku_has_four_digits() -> None:
    (plain,) = open_play(clew.parse("sudoku:................")).view()["inputs"]
    assert plain["values"] == ["1", "2", "3", "4"]
    assert plain["by"][0] == "key"
    assert plain["writes"] == "cell"
