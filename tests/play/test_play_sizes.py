"""`clew play KIND SIZE…` opens a board of that size, whichever way the kind writes it."""

from __future__ import annotations

import pytest

from clew.cli.play import sized
from clew.cli.status import BadInput


@pytest.mark.parametrize(
    ("kind", "size", "id_"),
    [
        ("lights-out", (4, 7), "lights-out:4x7"),
        ("lights-out", (5,), "lights-out:5x5"),
        ("queens", (6,), "queens:6"),
        ("chomp", (3,), "chomp:3x3"),
        ("kayles", (9,), "kayles:9"),
        ("nim", (3, 4, 5), "nim:3,4,5"),
    ],
)
def test_size_is_parsed(kind: str, size: tuple[int, ...], id_: str) -> None:
    found = sized(kind, size)
    assert found is not None
    assert found.id == id_


@pytest.mark.parametrize(("size", "cells"), [(4, 16), (9, 81)])
def test_sudoku_size_sets_the_number_of_cells(size: int, cells: int) -> None:
    found = sized("sudoku", (size,))
    assert found is not None
    assert len(found.board().cells) == cells


def test_what_is_no_kind_or_no_size_is_one_line() -> None:
    with pytest.raises(BadInput, match=r"^unknown kind 'nope'. To list them, run: clew puzzles"):
        sized("nope", (3,))
    with pytest.raises(BadInput, match=r"^sudoku: no board of size 7\. A sudoku is written: "):
        sized("sudoku", (7,))
