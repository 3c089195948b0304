"""The templates that CONTRIBUTING.md hands out keep every promise of the contract suite."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from inspect import signature
from typing import Any

import pytest

from clew.core.puzzle import Example, Puzzle
from clew.core.registry import all_puzzles
from clew.search.auto import AUTO, choose, suits
from clew.search.run import solve
from clew.search.strategy import strategies
from examples.template_puzzle import DiagonalLatin
from examples.template_strategy import IterativeSampling
from tests import test_contract as contract
from tests.paths import ROOT

EXAMPLES = ROOT / "examples"
SPELLINGS = ["iterative-sampling"] + [
    f"iterative-sampling:{option.name}={word}"
    for option in fields(IterativeSampling)
    for word in option.metadata.get("choices", ())[1:]
]


@pytest.fixture(autouse=True)
def as_if_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """The template strategy is found by its name, as a file in src/clew/search would be."""
    monkeypatch.setitem(strategies(), IterativeSampling.name, IterativeSampling)


def promises(*arguments: str) -> pytest.MarkDecorator:
    """Every test of the contract suite that takes exactly these arguments, new ones too."""
    found = [
        test
        for name, test in vars(contract).items()
        if name.startswith("test_") and tuple(signature(test).parameters) == arguments
    ]
    assert found, f"the contract suite has no test of {', '.join(arguments)}"
    return pytest.mark.parametrize("promise", found)


def examples_for_the_strategy() -> Iterator[Any]:
    kinds: list[type[Puzzle]] = [*all_puzzles(), DiagonalLatin]
    for kind in kinds:
        for example in kind.examples:
            puzzle = kind.parse(example.text)
            if suits(puzzle, IterativeSampling()):
                yield pytest.param(puzzle, example, id=f"{kind.name}-{example.text[:24]}")


@pytest.mark.parametrize("example", DiagonalLatin.examples, ids=lambda example: example.title)
@promises("kind", "example")
def test_puzzle(promise: Callable[..., None], example: Example) -> None:
    promise(DiagonalLatin, example)


@pytest.mark.parametrize("spelling", [AUTO, *contract.spellings()])
@promises("puzzle", "example", "spelling")
def test_puzzle_under_each_strategy(promise: Callable[..., None], spelling: str) -> None:
    for example in DiagonalLatin.examples:
        puzzle = DiagonalLatin.parse(example.text)
        if suits(puzzle, choose(puzzle, spelling)):
            promise(puzzle, example, [spelling])


@pytest.mark.parametrize("spelling", SPELLINGS)
@promises("spelling")
def test_strategy(promise: Callable[..., None], spelling: str) -> None:
    promise(spelling)


@pytest.mark.parametrize(("puzzle", "example"), list(examples_for_the_strategy()))
@promises("puzzle", "example", "spelling")
def test_strategy_on_each_puzzle(
    promise: Callable[..., None], puzzle: Puzzle, example: Example
) -> None:
    for spelling in SPELLINGS if isinstance(puzzle, DiagonalLatin) else SPELLINGS[:1]:
        promise(puzzle, example, [spelling])


def test_strategy_finds_what_it_can() -> None:
    square = DiagonalLatin.parse(DiagonalLatin.examples[2].text)
    assert len(solve(square, IterativeSampling(), max_solutions=2).solutions) == 2


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("2:1x..", "column 4: found 'x', expected 1 to 2"),
        ("..", "found 2 cells"),
        ("36", "expected an order from 1 to 35"),
        ("...9", "column 4: found '9', expected 1 to 2"),
    ],
)
def test_puzzle_says_what_is_wrong(text: str, where: str) -> None:
    with pytest.raises(ValueError, match=where):
        DiagonalLatin.parse(text)


def test_puzzle_checks_an_answer() -> None:
    square = DiagonalLatin.parse("4:1234............")
    assert square.check((1, 2, 3, 4, 3, 4, 1, 2, 4, 3, 2, 1, 2, 1, 4, 3)) == []
    assert square.check((2, 1, 3, 4, 3, 4, 1, 2, 4, 3, 2, 1, 1, 2, 4, 3))[:2] == [
        "r1c1 is given as 1, not 2",
        "r1c2 is given as 2, not 1",
    ]
    assert square.check((1, 2, 3, 4, 2, 1, 4, 3, 3, 4, 1, 2, 4, 3, 2, 1)) == [
        "the falling diagonal has four 1s",
        "the rising diagonal has four 4s",
    ]
    assert square.check((1, 2, 3)) == ["the solution has 3 cells, not 16"]
    assert square.check((9,) * 16)[0] == "9 is not a value from 1 to 4"


@pytest.mark.parametrize(
    ("file", "most"), [("template_puzzle.py", 40), ("template_strategy.py", 79)]
)
def test_templates_are_short(file: str, most: int) -> None:
    assert len((EXAMPLES / file).read_text(encoding="utf-8").splitlines()) <= most
