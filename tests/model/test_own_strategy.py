"""Strategies from docs/own_strategy.md run on every puzzle that has their face."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from typing import Any

import pytest

import clew
from clew.core.faces import CSP, Game, Impartial, StateSpace
from clew.core.registry import find, names
from tests.paths import ROOT

FEW = {"max_nodes": 60, "max_seconds": 10.0}
DOCUMENT = ROOT / "docs" / "own_strategy.md"


def state_strategies() -> None:
    """Run the strategies in the document and in the docstring."""
    parser, scope = doctest.DocTestParser(), {"clew": clew}
    examples = parser.get_examples(DOCUMENT.read_text(encoding="utf-8"))
    for each in (*examples, *parser.get_examples(clew.strategy.__doc__ or "")):
        if "@clew.strategy" in each.source or each.source.startswith("from "):
            exec(each.source, scope)


@clew.walk(start=(3, 3, 1), goal=(0, 0, 0))
def no_heuristic(state: tuple[int, int, int]) -> Iterator[tuple[str, tuple[int, int, int]]]:
    m, c, boat = state
    for dm, dc in ((1, 0), (2, 0), (0, 1), (0, 2), (1, 1)):
        m2, c2 = (m - dm, c - dc) if boat else (m + dm, c + dc)
        if 0 <= m2 <= 3 and 0 <= c2 <= 3 and (m2 in (0, 3) or m2 == c2):
            yield f"{dm} and {dc}", (m2, c2, 1 - boat)


@clew.walk(start=0, goal=7)
def priced(n: int) -> Iterator[tuple[str, int, int]]:
    if n < 7:
        yield "one", n + 1, 2
        yield "two", n + 2, 3


@clew.walk(start=0, goal=7, heuristic=lambda n: abs(7 - n))
def estimated(n: int) -> Iterator[tuple[str, int]]:
    if n < 7:
        yield "one", n + 1


class Bare:
    start = 0

    def successors(self, n: int) -> Iterator[tuple[str, int]]:
        yield from [("one", n + 1)] if n < 7 else []

    def is_goal(self, n: int) -> bool:
        return n == 7


OWN = {"no_heuristic": no_heuristic, "priced": priced, "estimated": estimated, "bare": Bare()}


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("strategy", ["beam:width=50", "hill-climbing:steps=20"])
def test_strategies_of_the_docs_run_on_own_walks(name: str, strategy: str) -> None:
    state_strategies()
    found = clew.solve(OWN[name], strategy, **FEW)  # type: ignore[arg-type]
    assert found.solved or strategy.startswith("hill")


@pytest.mark.parametrize("name", names())
def test_strategies_of_the_docs_run_on_every_example(name: str) -> None:
    state_strategies()
    by_face: dict[type, tuple[str, ...]] = {
        StateSpace: ("beam:width=3", "hill-climbing:steps=20"),
        CSP: ("in-order", "beam:width=3"),  # a CSP is also a space of assignments
        Game: ("from-the-docs",),
        Impartial: ("from-the-docs",),
    }
    for example in find(name).examples:
        puzzle = find(name).parse(example.text)
        for strategy in {each for face in puzzle.faces for each in by_face.get(face, ())}:
            clew.solve(puzzle, strategy, **FEW)  # type: ignore[arg-type]


def test_own_strategy_on_a_space_without_costs_and_heuristic_gets_defaults() -> None:
    asked: list[Any] = []

    @clew.strategy("asks", face=clew.StateSpace)
    def asks(space: Any, run: Any) -> Iterator[Any]:
        move, after = next(iter(space.successors(space.start)))
        asked.append((space.heuristic(space.start), space.cost(space.start, move, after)))
        yield from ()

    for puzzle in OWN.values():
        clew.solve(puzzle, "asks")  # type: ignore[arg-type]
    assert asked == [(0, 1), (0, 2), (7, 1), (0, 1)]


@pytest.fixture(autouse=True)
def game_strategy() -> None:
    """Write a game strategy with nothing but what the document mentions."""

    @clew.strategy("from-the-docs", face=clew.Game)
    def search(game: Any, run: Any) -> Iterator[clew.Verdict]:
        def verdict(state: Any) -> clew.Verdict:
            run.visit()
            if (paid := game.payoff(state)) is not None:
                return clew.Verdict(paid, (), ())
            after = {move: verdict(then) for move, then in game.successors(state)}
            value = max(-each.value for each in after.values())
            best = tuple(move for move, each in after.items() if -each.value == value)
            return clew.Verdict(value, best, (best[0], *after[best[0]].line))

        yield verdict(game.start)
