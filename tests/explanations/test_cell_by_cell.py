"""A grid that is not square, and no GridKind: it is explained, split and written by its cells."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import pytest

import clew
from clew.batch.job import BatchOptions, solution
from clew.batch.tally import split
from clew.board.board import Board, board_cells
from clew.board.json import plain
from clew.core.capabilities import CellByCell, capability
from clew.core.faces import CSP, Faces
from clew.core.puzzle import Puzzle
from clew.rules import AllDifferent

ROWS, COLUMNS = 2, 3
ONE = (1, 0, 0, 0, 3, 0)


@dataclass(frozen=True)
class Strip(Puzzle[tuple[int, ...]]):
    """Two rows of three: each row holds 1, 2 and 3, and no column a value twice."""

    cells: tuple[int, ...]
    name: ClassVar[str] = "strip"

    @classmethod
    def parse(cls, text: str) -> Self:
        return cls(tuple(map(int, text)))

    def __str__(self) -> str:
        return "".join(map(str, self.cells))

    def board(self, answer: Sequence[int] | None = None, /) -> Board:
        return Board(ROWS, COLUMNS, board_cells(self.cells, answer))

    def check(self, answer: Sequence[int], /) -> list[str]:
        return [
            rule.label for rule in rules() if len({answer[x] for x in rule.scope}) < len(rule.scope)
        ]

    def csp(self) -> CSP:
        return CSP(tuple(1 << value if value else 0b1110 for value in self.cells), rules())

    faces: ClassVar[Faces] = Faces({CSP: csp})

    width = COLUMNS

    @property
    def givens(self) -> tuple[int, ...]:
        return self.cells

    def with_entries(self, entries: Sequence[int], /) -> Self:
        return replace(self, cells=tuple(entries))

    def region(self, cell: int, /) -> str:
        return f"half {cell // COLUMNS + 1}"


def rules() -> tuple[AllDifferent, ...]:
    rows = [AllDifferent((0, 1, 2), "row 1"), AllDifferent((3, 4, 5), "row 2")]
    return (*rows, *(AllDifferent((c, c + 3), f"column {c + 1}") for c in range(COLUMNS)))


def test_it_has_the_capability_and_a_walk_has_not() -> None:
    assert capability(Strip(ONE), CellByCell) is not None
    assert capability(clew.parse("sudoku:" + "." * 16), CellByCell) is not None
    for id_ in ("queens:6", "nim:3", "lights-out:3x3"):
        assert capability(clew.parse(id_), CellByCell) is None


def test_steps_are_told_by_cells() -> None:
    explanation = clew.explain(Strip(ONE))
    assert explanation.solved
    assert "r1c3" in str(explanation)
    hint: Any = clew.hint(Strip(ONE))
    assert hint.vague == "Look at row 1."
    assert [board.cols for board in explanation.boards()] == [COLUMNS] * len(explanation.steps)


def test_batches_write_it_as_a_grid_and_fix_its_cells() -> None:
    answer = clew.solve(Strip(ONE)).solution
    assert solution(Strip(ONE), BatchOptions()) == ("".join(map(str, answer)),)
    shares = split(Strip((0,) * 6), 4)
    assert len(shares) >= 4
    parts = [Strip.parse(share.id.partition(":")[2]) for share in shares]
    assert all(any(part.cells) for part in parts)
    assert sum(map(clew.count, parts)) == clew.count(Strip((0,) * 6)) == 12


@pytest.mark.parametrize("id_", ["nim:3,4,5", "queens:6", "lights-out:3x3", "knight:5x5@0,0"])
def test_other_answers_are_written_as_in_the_json_of_a_result(id_: str) -> None:
    (written,) = solution(clew.parse(id_), BatchOptions())
    answers = json.loads(json.dumps(clew.solve(id_).as_dict(), default=plain))["solutions"]
    assert json.loads(written) == answers[0]
