"""Arguments of the public functions: a text is read; what is no puzzle is refused in one line."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

import clew
from clew import Queens, Trace
from clew.batch.tally import tally
from clew.core.arguments import check_callback
from clew.explanations.games import explain_nim_sum
from clew.film import record
from clew.play import open_play
from clew.puzzles.queens.search import AnyQueens

TAKE_A_PUZZLE: dict[str, tuple[Callable[[Any], object], str]] = {
    "solve": (lambda p: clew.solve(p).solutions, "queens:8"),
    "solutions": (lambda p: list(clew.solutions(p)), "queens:6"),
    "count": (clew.count, "queens:8"),
    "is_unique": (clew.is_unique, "queens:8"),
    "compare": (lambda p: [r.solutions for r in clew.compare(p, "queens")], "queens:6"),
    "canonical": (clew.canonical, "queens:6/6/1Q4/6/6/6"),
    "canonical_id": (clew.canonical_id, "queens:6/6/1Q4/6/6/6"),
    "certificate": (clew.certificate, "sudoku:1.....3..4.....2"),
    "explain": (lambda p: str(clew.explain(p)), "sudoku:1.....3..4.....2"),
    "hint": (lambda p: str(clew.hint(p)), "sudoku:1.....3..4.....2"),
    "rate": (clew.rate, "sudoku:1.....3..4.....2"),
    "write": (lambda p: clew.write(p, "id"), "queens:8"),
    "record": (lambda p: record(p).tables, "queens:4"),
    "open_play": (lambda p: open_play(p).save()["id"], "nim:3,4"),
    "tally": (lambda p: tally(p, where=0).total, "queens:6"),
    "why": (lambda p: str(explain_nim_sum(p)), "nim:3,4"),
}
NO_PUZZLES = [
    (None, "None"),
    (8, "8"),
    (2.5, "2.5"),
    (b"queens:8", "b'queens:8'"),
    ({"queens": 8}, "the dict {'queens': 8}"),
    (Queens, "the class Queens"),
]


@pytest.mark.parametrize("name", TAKE_A_PUZZLE)
def test_a_text_stands_for_its_puzzle(name: str) -> None:
    function, text = TAKE_A_PUZZLE[name]
    assert function(text) == function(clew.parse(text))


def test_a_recipe_is_a_text_too() -> None:
    assert clew.solve("sudoku:4#1").puzzle == clew.parse("sudoku:4#1")


@pytest.mark.parametrize("name", TAKE_A_PUZZLE)
@pytest.mark.parametrize(("given", "shown"), NO_PUZZLES)
def test_what_is_no_puzzle_is_refused(name: str, given: object, shown: str) -> None:
    with pytest.raises(TypeError) as raised:
        TAKE_A_PUZZLE[name][0](given)
    wanted = f"{shown} isn't a puzzle: give a puzzle or its id, such as 'queens:8'"
    assert str(raised.value) == wanted


@pytest.mark.parametrize(("given", "shown"), NO_PUZZLES)
def test_only_a_text_is_parsed(given: Any, shown: str) -> None:
    with pytest.raises(TypeError, match="give a puzzle's id") as raised:
        clew.parse(given)
    assert str(raised.value).startswith(f"{shown} isn't a string: ")


def test_the_parser_says_what_is_wrong_with_a_text() -> None:
    with pytest.raises(ValueError, match="no puzzle called 'queen': did you mean queens\\?"):
        clew.solve("queen:8")


def test_several_puzzles_and_one_strategy_are_compared() -> None:
    results = clew.compare(["queens:5", Queens(6)], AnyQueens())
    assert [result.puzzle.id for result in results] == ["queens:5", "queens:6"]
    assert clew.write(["queens:5", Queens(6)], "id") == "queens:5\nqueens:6\n"


@pytest.mark.parametrize("given", [None, 8, b"queens", {}, AnyQueens])
@pytest.mark.parametrize("function", [clew.solve, clew.solutions, clew.count, clew.is_unique])
def test_what_is_no_strategy_is_refused(function: Callable[..., object], given: Any) -> None:
    with pytest.raises(TypeError, match=r"isn't a strategy: give a strategy or its spelling"):
        function(Queens(4), given)


def test_compare_refuses_what_is_no_strategy() -> None:
    with pytest.raises(TypeError, match="8 isn't a strategy"):
        clew.compare(Queens(4), [8])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="8 isn't a strategy"):
        clew.compare(Queens(4), 8)  # type: ignore[arg-type]


COUNTS = ("max_nodes", "max_memory", "max_solutions")
SUDOKU = clew.parse("sudoku:" + "." * 81)


@pytest.mark.parametrize("puzzle", [Queens(4), SUDOKU], ids=["usual", "quick"])
@pytest.mark.parametrize("limit", COUNTS)
@pytest.mark.parametrize("given", [True, "9", 2.5, 2.0, math.nan, math.inf, b"9", [9]])
def test_a_limit_is_a_whole_number(puzzle: clew.Puzzle, limit: str, given: object) -> None:
    with pytest.raises(TypeError, match=f"^{limit} must be a whole number, or None for .*, not "):
        clew.solve(puzzle, **{limit: given})  # type: ignore[arg-type]


@pytest.mark.parametrize("limit", [*COUNTS, "max_seconds"])
def test_a_limit_is_not_negative(limit: str) -> None:
    with pytest.raises(ValueError, match=f"^{limit} must be [01] or more, or None for .*, not -1$"):
        clew.solve(SUDOKU, **{limit: -1})  # type: ignore[arg-type]


@pytest.mark.parametrize("given", [True, "9", b"9", [9], 1j])
def test_seconds_are_a_number(given: Any) -> None:
    with pytest.raises(
        TypeError, match="max_seconds must be a number of seconds, or None for no limit"
    ):
        clew.solve(SUDOKU, max_seconds=given)


@pytest.mark.parametrize("given", [math.nan, math.inf, -math.inf, -0.5])
def test_seconds_are_finite(given: float) -> None:
    with pytest.raises(
        ValueError, match=f"^max_seconds must be 0 or more, or None for no limit, not {given}$"
    ):
        clew.count(Queens(4), max_seconds=given)


class Index:
    """A whole number of another library."""

    def __index__(self) -> int:
        return 3


def test_whole_numbers_of_other_libraries_are_limits() -> None:
    assert len(clew.solve(SUDOKU, max_solutions=Index()).solutions) == 3  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["trace", "progress"])
@pytest.mark.parametrize("given", [7, "print", [], Trace, lambda: None, lambda one, two: None])
def test_a_callback_is_a_function_of_one_argument(name: str, given: object) -> None:
    with pytest.raises(TypeError, match=f"^{name} must be a function of .*, or None, not "):
        clew.solve(SUDOKU, **{name: given})  # type: ignore[arg-type]


@pytest.mark.parametrize("given", [print, [].append, Trace(), lambda *args: None, {}.get])
def test_functions_of_one_argument_are_callbacks(given: object) -> None:
    check_callback("trace", given, "an Event")
