"""Old names still work, and warn of the new ones."""

from __future__ import annotations

from typing import Any

import pytest

import clew


def test_result_answer_warns_and_gives_the_solution() -> None:
    result: Any = clew.solve("queens:4")
    with pytest.warns(DeprecationWarning, match=r"\.answer is deprecated: use \.solution") as seen:
        assert result.answer == result.solution
    assert seen[0].filename == __file__
    with pytest.warns(DeprecationWarning, match=r"\.answers is deprecated: use \.solutions"):
        assert result.answers == result.solutions


@pytest.mark.parametrize("call", [clew.solve, lambda *a, **k: clew.Search(a[0], run=clew.Run(**k))])
def test_max_answers_warns_and_limits_the_solutions(call: Any) -> None:
    with pytest.warns(DeprecationWarning, match="max_answers= is deprecated: use max_solutions="):
        found = call("queens:6", max_answers=2)
    if isinstance(found, clew.Search):
        found.finish()
    assert len(found.solutions) == 2


def test_old_names_of_the_package_warn() -> None:
    for old, new in (("Answer", clew.Solution), ("WrongAnswer", clew.WrongSolution)):
        with pytest.warns(DeprecationWarning, match=f"clew.{old} is deprecated"):
            assert getattr(clew, old) is new


def test_example_takes_its_old_name() -> None:
    make: Any = clew.Example
    with pytest.warns(DeprecationWarning, match="use solutions="):
        assert make("8", "Eight", answers=92).solutions == 92
