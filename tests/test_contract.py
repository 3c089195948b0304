"""What every puzzle, every example and every strategy promises, run over all that are found."""

from __future__ import annotations

import pickle
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import wraps
from typing import Any

import pytest

from clew import Status, Trace, count, solve
from clew.board.json import data
from clew.board.svg import svg
from clew.board.text import text
from clew.core.events import Kind
from clew.core.faces import StateSpace
from clew.core.puzzle import Example, Puzzle
from clew.core.registry import all_puzzles, names
from clew.core.walks import WalkPuzzle
from clew.search.auto import AUTO, choose, suits
from clew.search.strategy import parse_strategy, strategies

ENOUGH_NODES = 2_000
FEW_NODES = 400
"""For a strategy with an option changed: the same search otherwise, and there are dozens."""
EXAMPLES = [(kind, example) for kind in all_puzzles() for example in kind.examples]
each_example = pytest.mark.parametrize(
    ("kind", "example"),
    [pytest.param(*pair, id=f"{pair[0].name}-{pair[1].text[:24]}") for pair in EXAMPLES],
)


def spellings() -> Iterator[str]:
    """Every strategy as it comes, and with each of its options changed to each other word."""
    for name, kind in strategies().items():
        yield name
        for option in fields(kind):
            for word in option.metadata.get("choices", ())[1:]:
                yield f"{name}:{option.name}={word}"


def suited() -> Iterator[Any]:
    """Every example with every strategy that can search a face of its puzzle; the shortest of
    each kind with every option changed too.
    """
    for kind in all_puzzles():
        shortest = min(kind.examples, key=lambda example: len(example.text))
        for example in kind.examples:
            tried = spellings() if example is shortest else strategies()
            puzzle = kind.parse(example.text)
            ways = [each for each in (AUTO, *tried) if suits(puzzle, choose(puzzle, each))]
            yield pytest.param(puzzle, example, ways, id=puzzle.id[:40])


def budget(spelling: str) -> int:
    return FEW_NODES if ":" in spelling else ENOUGH_NODES


SUITED = list(suited())
Promise = Callable[[Puzzle, Example, str], None]


def each_suited(test: Promise) -> Callable[[Puzzle, Example, list[str]], None]:
    """Run a test with each strategy in all its ways: as many tests as examples."""

    @wraps(test)
    def over(puzzle: Puzzle, example: Example, spelling: list[str]) -> None:
        for each in spelling:
            try:
                test(puzzle, example, each)
            except BaseException as error:
                error.add_note(f"with {each}")
                raise

    mark = pytest.mark.parametrize(("puzzle", "example", "spelling"), SUITED)
    marked: Callable[[Puzzle, Example, list[str]], None] = mark(over)
    return marked


def test_puzzles_are_found_by_themselves() -> None:
    assert {"futoshiki", "latin", "queens", "sudoku"} <= set(names())
    assert all(kind.examples and kind.summary and kind.form for kind in all_puzzles())


@each_example
def test_text_round_trip(kind: type[Puzzle], example: Example) -> None:
    puzzle = kind.parse(example.text)
    assert kind.parse(str(puzzle)) == puzzle
    assert "\n" not in str(puzzle)
    assert puzzle.id == f"{kind.name}:{puzzle}"


@each_example
def test_is_an_immutable_value(kind: type[Puzzle], example: Example) -> None:
    puzzle = kind.parse(example.text)
    assert hash(puzzle) == hash(kind.parse(example.text))
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    with pytest.raises(AttributeError):
        setattr(puzzle, _attributes(puzzle)[0], None)


def _attributes(puzzle: Any) -> list[str]:
    return [each.name for each in fields(puzzle)] if is_dataclass(puzzle) else list(vars(puzzle))


@each_example
def test_draws_in_every_medium(kind: type[Puzzle], example: Example) -> None:
    puzzle = kind.parse(example.text)
    for answer in (None, solve(puzzle).solution):
        board = puzzle.board(answer)
        assert len(text(board).splitlines()) >= board.rows
        root = ElementTree.fromstring(svg(board))
        assert root.tag.endswith("svg")
        assert len(data(board)["cells"]) == board.rows * board.cols


@each_example
def test_what_an_example_says_is_true(kind: type[Puzzle], example: Example) -> None:
    """An example says how many answers there are, how long the shortest is, or who wins."""
    puzzle = kind.parse(example.text)
    known = (example.solutions, example.shortest, example.cost, example.value)
    assert any(number is not None for number in known)
    if example.solutions is not None:
        assert count(puzzle) == example.solutions
    if example.shortest is not None:
        best = solve(puzzle, "breadth-first")
        assert len(best.solution) == example.shortest
    if example.cost is not None:
        assert isinstance(puzzle, WalkPuzzle)
        assert puzzle.spent(solve(puzzle).solution) == example.cost
    if example.value is not None:
        assert solve(puzzle).solution.value == example.value
    if example.solutions == 0:
        assert solve(puzzle).unsolvable


@each_suited
def test_strategies_agree(puzzle: Puzzle, example: Example, spelling: str) -> None:
    """Run to the end they find the known number; stopped, they find no more and say so."""
    strategy = choose(puzzle, spelling)
    walks = strategy.face is StateSpace and StateSpace in puzzle.faces
    most = 50 if walks else None  # each may be as long as the search is deep
    result = solve(puzzle, strategy, max_solutions=most, max_nodes=budget(spelling))
    found = len(result.solutions)
    assert len(set(result.solutions)) == found
    assert all(not puzzle.check(answer) for answer in result.solutions)
    assert result.stats.nodes <= budget(spelling)
    if result.status is Status.COMPLETE:
        assert strategy.complete or result.reason
    elif found != most:
        assert result.status is Status.STOPPED
        assert result.reason
    if example.solutions is not None and not walks:
        complete = result.status is Status.COMPLETE
        assert found == example.solutions if complete else found <= example.solutions
    if example.shortest is not None and walks and found:
        lengths = [len(answer) for answer in result.solutions]
        assert min(lengths) >= example.shortest
        assert not strategy.optimal or lengths[0] == example.shortest
    if example.cost is not None and strategy.optimal and str(strategy) != "breadth-first":
        assert isinstance(puzzle, WalkPuzzle)
        cheapest = puzzle.spent(result.solution) == example.cost if found else True
        assert cheapest or strategy.name == "iterative-deepening"  # which counts moves
    if example.value is not None and found and not result.solution.known:
        best = solve(puzzle).solution
        assert [answer.value for answer in result.solutions] == [example.value]
        assert best.known or result.solution.best == best.best
    if walks and result.status is Status.COMPLETE:
        assert bool(found) == (example.solutions != 0)


@pytest.mark.parametrize("complete", [x for x in spellings() if parse_strategy(x).complete])
def test_a_strategy_finishes_an_example(complete: str) -> None:
    """Else a budget would hide what a strategy does at its end."""
    assert any(
        solve(puzzle, complete, max_solutions=50, max_nodes=budget(complete)).status
        is not Status.STOPPED
        for puzzle, _, ways in (case.values for case in SUITED)
        if complete in ways
    )


@each_suited
def test_watched_is_unwatched(puzzle: Puzzle, example: Example, spelling: str) -> None:
    trace = Trace()
    quiet = solve(puzzle, spelling, max_solutions=3, max_nodes=100)
    watched = solve(puzzle, spelling, max_solutions=3, max_nodes=100, trace=trace)
    quiet.stats.seconds = watched.stats.seconds = 0.0
    assert (quiet.solutions, quiet.status, quiet.stats) == (
        watched.solutions,
        watched.status,
        watched.stats,
    )
    assert sum(event.kind is Kind.ANSWER for event in trace) >= len(watched.solutions)


@each_suited
def test_limits_end_as_stopped(puzzle: Puzzle, example: Example, spelling: str) -> None:
    result = solve(puzzle, spelling, max_solutions=None, max_nodes=0)
    if result.status is Status.COMPLETE:  # proven before the first node
        assert not result.solutions
        assert example.solutions == 0
    else:
        assert (result.status, result.reason) == (Status.STOPPED, "nodes")
        assert result.stats.nodes == 0
    assert solve(puzzle, spelling, max_seconds=0.0).stats.nodes == 0


@pytest.mark.parametrize("spelling", list(spellings()))
def test_a_strategy_has_one_spelling(spelling: str) -> None:
    strategy = parse_strategy(spelling)
    assert parse_strategy(str(strategy)) == strategy
    assert str(strategy) == spelling
    assert pickle.loads(pickle.dumps(strategy)) == strategy
    assert strategy.summary
