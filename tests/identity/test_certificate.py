"""Certificates: what is proven of a puzzle, on one line."""

from __future__ import annotations

import json

import pytest

import clew
from clew.identity.certificate import certificate, minimal, spare
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.puzzles.sudoku import batch as sudoku
from clew.puzzles.sudoku.puzzle import Sudoku
from clew.search import native

EASY = "sudoku:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SIGNS = "futoshiki:4:0,0,0,0,0U,0R,0D,0,2,0,0,0,0,0,4,0,"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SIGNS, "unique, easy 5.0/3.0/3.0, minimal, id futoshiki:7f97ca113e74e6e8"),
        (
            "sudoku:2x3:2...4.1..3..6..43..4.2...6....4.5...",
            "unique, easy 1.2/1.2/1.2, minimal, id sudoku:7488eb1408a0ca2e",
        ),
        ("sudoku:" + "." * 81, "several solutions, id sudoku:c06f537ff358e4b6"),
        ("sudoku:11" + "." * 79, "no solution, id sudoku:977890acdc61cf22"),
    ],
)
def test_the_line(text: str, said: str) -> None:
    assert str(certificate(clew.parse(text))) == said


def test_a_puzzle_with_more_clues_than_it_needs() -> None:
    found = certificate(clew.parse(EASY))
    assert (found.unique, found.minimal) == (True, False)
    assert found.spare is not None
    assert f"{len(found.spare)} spare clues" in str(found)
    data = found.as_dict()
    assert data["rating"]["level"] == "easy"
    assert json.loads(json.dumps(data))["id"] == found.id


def test_a_rule_without_techniques_is_rated_by_small_sets() -> None:
    """In adjacent mode a missing sign says as much as one, so only givens are clues."""
    text = "4a:1D,4D,0R,0L,0UR,0URL,0DL,0D,0D,0D,0UR,0UL,0UR,0URL,0L,0,"
    found = certificate(Futoshiki.parse(text))
    assert (found.solutions, found.rating and found.rating.level) == (1, "easy")
    assert found.spare is not None
    assert set(found.spare) <= {0, 1}


def test_spare_clues_are_found_one_by_one() -> None:
    """Against the definition: the puzzle without each clue has one solution, or has not."""
    puzzle = clew.parse(EASY)
    assert isinstance(puzzle, Sudoku)
    loose = set(spare(puzzle))
    for cell, value in enumerate(puzzle.cells):
        if value:
            less = Sudoku((*puzzle.cells[:cell], 0, *puzzle.cells[cell + 1 :]))
            assert clew.is_unique(less) == (cell in loose)


def test_spare_givens_and_signs() -> None:
    puzzle = Futoshiki.parse("2:1,0L,0,0,")
    assert spare(puzzle) == [0, (0, 1)]
    assert not minimal(puzzle)
    assert minimal(Futoshiki.parse("2:1,0,0,0,"))
    assert not minimal(Futoshiki.parse("2:0,0,0,0,"))


def test_puzzles_that_were_made_minimal_are() -> None:
    made = sudoku.make(50 if native.available else 2, 3).decode()
    assert all(minimal(Sudoku.parse(made[i : i + 81])) for i in range(0, len(made), 81))


def test_only_grids_of_numbers_have_one() -> None:
    with pytest.raises(
        clew.Unsuited, match="there are no certificates for queens, only for futoshiki, latin"
    ):
        certificate(clew.parse("queens:8"))
