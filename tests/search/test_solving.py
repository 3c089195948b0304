"""solve, solutions, count, is_unique, compare and parse: what they promise, whatever searches."""

from __future__ import annotations

import pickle
import threading
import time
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, dataclass
from typing import ClassVar
from xml.etree import ElementTree

import pytest

import clew
from clew import Futoshiki, Latin, Queens, Result, Stats, Status, Stopped, Sudoku, Trace, Unsuited
from clew.core.faces import CSP, Assignment
from clew.core.result import Run
from clew.search.auto import AUTO, best_known, choose
from clew.search.run import WrongSolution
from clew.search.strategy import Strategy

BEST = "backtracking:infer=mac+hidden-singles"

SLOW = "backtracking:select=first,infer=none"
FOUR = Sudoku.parse("..233..42.3.1...")
FOUR_SOLVED = (4, 1, 2, 3, 3, 2, 1, 4, 2, 4, 3, 1, 1, 3, 4, 2)


@dataclass(frozen=True)
class Saying(Strategy):
    """Gives the answers it was told, and claims that there are no more."""

    answers: ClassVar[tuple[Assignment, ...]] = ()
    name: ClassVar[str] = "saying"
    summary: ClassVar[str] = "Says what it was told."
    face: ClassVar[type] = CSP

    def __call__(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        yield from self.answers


class Lying(Saying):
    answers = ((1, 3, 0, 2), (0, 1, 2, 3))


class Guessing(Saying):
    answers = ((1, 3, 0, 2),)
    complete = False


# ------------------------------------------------------------------ solve


def test_one_answer_unless_told() -> None:
    result = clew.solve(FOUR)
    assert (result.solution, result.solutions) == (FOUR_SOLVED, (FOUR_SOLVED,))
    assert (result.status, result.reason) == (Status.ENOUGH, "")
    assert result.solved
    assert not result.unsolvable
    assert not result.unique, "one answer was asked for, so nothing is proven"


def test_one_more_than_there_are_is_a_proof() -> None:
    assert clew.solve(FOUR, max_solutions=2).unique
    assert clew.solve(FOUR, max_solutions=None).status is Status.COMPLETE
    result = clew.solve(Queens(6), max_solutions=4)
    assert (len(result.solutions), result.status) == (4, Status.ENOUGH)
    assert clew.solve(Queens(6), max_solutions=5).status is Status.COMPLETE


def test_no_answer_is_proven_with_a_reason_if_the_givens_clash() -> None:
    result = clew.solve(Queens(3))
    assert (result.solution, result.solutions) == (None, ())
    assert result.reason == (
        "3 rules contradict each other: columns; rising diagonals; falling diagonals"
    )
    assert result.unsolvable
    assert not result.solved
    assert str(clew.solve(Latin.parse("2:11.."))) == "no solution: row 1 has two 1s"


@pytest.mark.parametrize("wanted", [0, -1])
def test_no_answers_at_all_cannot_be_wanted(wanted: int) -> None:
    with pytest.raises(ValueError, match=f"max_solutions must be 1 or more, .* not {wanted}"):
        clew.solve(FOUR, max_solutions=wanted)


def test_auto_is_the_best_known() -> None:
    assert clew.solve(FOUR).strategy == clew.solve(FOUR, AUTO).strategy == str(best_known(CSP)[0])
    strategy = choose(FOUR, SLOW)
    assert choose(FOUR, strategy) is strategy
    assert clew.solve(FOUR, strategy).strategy == SLOW


# ------------------------------------------------------------------ limits


@pytest.mark.parametrize("limit", [0, 1, 2, 17, 100, 999])
@pytest.mark.parametrize(
    "spelling", [SLOW, BEST, "backjumping", "depth-first", "bitboard", "learning"]
)
def test_the_limit_of_nodes_is_exact(spelling: str, limit: int) -> None:
    whole = clew.solve(Queens(8), spelling, max_solutions=None).stats.nodes
    result = clew.solve(Queens(8), spelling, max_solutions=None, max_nodes=limit)
    assert result.stats.nodes == min(limit, whole)
    if limit < whole:
        assert (result.status, result.reason) == (Status.STOPPED, "nodes")


def test_a_search_that_needs_no_more_is_not_stopped() -> None:
    whole = clew.solve(FOUR, SLOW, max_solutions=None).stats.nodes
    result = clew.solve(FOUR, SLOW, max_solutions=None, max_nodes=whole)
    assert (result.status, result.stats.nodes) == (Status.COMPLETE, whole)


@pytest.mark.parametrize("spelling", [SLOW, "generate-and-test", "breadth-first", "min-conflicts"])
def test_the_limit_of_seconds_is_kept(spelling: str) -> None:
    started = time.perf_counter()
    result = clew.solve(Latin((0,) * 400), spelling, max_solutions=None, max_seconds=0.1)
    assert time.perf_counter() - started < 3
    assert (result.status, result.reason) == (Status.STOPPED, "seconds")
    assert result.stats.seconds >= 0.1


def test_stopped_keeps_what_was_found_and_proves_nothing() -> None:
    result = clew.solve(Queens(8), SLOW, max_solutions=None, max_nodes=500)
    assert result.solved
    assert not result.unique
    result = clew.solve(Queens(20), SLOW, max_nodes=5)
    assert not result.solved
    assert not result.unsolvable
    assert str(result) == "stopped: node limit reached"


# ------------------------------------------------------------------ solutions, count, is_unique


def test_solutions_are_found_when_asked_for() -> None:
    trace = Trace()
    found = clew.solutions(Queens(8), SLOW, trace=trace)
    assert not trace
    assert next(found) == (0, 4, 7, 5, 2, 6, 1, 3)
    seen = len(trace)
    assert next(found) == (0, 5, 7, 2, 6, 3, 1, 4)
    assert len(trace) > seen
    assert len(list(found)) == 90


def test_solutions_end_with_stopped_at_a_limit() -> None:
    found = clew.solutions(Queens(8), SLOW, max_nodes=500)
    kept: list[Assignment] = []
    with pytest.raises(Stopped) as stop:
        kept.extend(found)
    assert stop.value.limit == "nodes"
    assert str(stop.value) == "stopped: node limit reached"


@pytest.mark.parametrize(
    ("puzzle", "number"),
    [(Queens(8), 92), (Queens(3), 0), (Latin((0,) * 16), 576), (FOUR, 1), (Latin((1,) * 4), 0)],
)
def test_count(puzzle: clew.Puzzle, number: int) -> None:
    assert clew.count(puzzle) == clew.count(puzzle, SLOW) == number
    assert clew.is_unique(puzzle) is (number == 1)


def test_what_is_not_known_is_not_said() -> None:
    with pytest.raises(Stopped, match="stopped: node limit reached"):
        clew.count(Queens(8), max_nodes=20)
    with pytest.raises(Stopped, match="stopped: time limit reached"):
        clew.count(Queens(8), max_seconds=0.0)
    with pytest.raises(Stopped, match="stopped: node limit reached"):
        clew.is_unique(FOUR, SLOW, max_nodes=3)
    assert not clew.is_unique(Queens(8), SLOW, max_nodes=1000), "two answers are proof enough"


def test_a_strategy_that_gave_up_proves_nothing() -> None:
    result = clew.solve(Queens(4), Guessing(), max_solutions=2)
    assert (result.status, result.reason) == (Status.STOPPED, "gave up")
    assert clew.solve(Queens(4), Guessing()).status is Status.ENOUGH
    for question in (clew.count, clew.is_unique):
        with pytest.raises(Stopped, match="stopped: the strategy gave up"):
            question(Queens(4), Guessing())
    with pytest.raises(Stopped, match="stopped: step limit reached"):
        clew.is_unique(FOUR, "min-conflicts:steps=500")


# ------------------------------------------------------------------ lies


def test_a_wrong_answer_never_leaves() -> None:
    assert clew.solve(Queens(4), Lying()).solution == (1, 3, 0, 2)
    broken = "the falling diagonal through row 1, column 1 has 4 queens"
    for ask in (clew.count, clew.is_unique, lambda *args: clew.solve(*args, max_solutions=2)):
        with pytest.raises(WrongSolution) as caught:
            ask(Queens(4), Lying())
        assert str(caught.value) == f"saying on queens:4: (0, 1, 2, 3) breaks {broken}"


def test_clashing_givens_are_not_searched() -> None:
    assert clew.solve(Queens(4, ((0, 0), (1, 1))), Lying()).unsolvable


def test_a_face_is_laid_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also by a search that is asked first whether it suits."""
    laid_out: list[CSP] = []

    def csp(puzzle: Queens) -> CSP:
        laid_out.append(puzzle.csp())
        return laid_out[-1]

    monkeypatch.setitem(Queens.faces, CSP, csp)
    search = clew.Search(Queens(6), "backtracking")
    assert search.is_suited()
    assert (search.finish().found, len(laid_out)) == (4, 1)
    assert not clew.Search(Queens(6), "minimax").is_suited()


# ------------------------------------------------------------------ watching


def test_progress_is_told_now_and_then() -> None:
    seen: list[int] = []
    result = clew.solve(
        Queens(8), SLOW, max_solutions=None, progress=lambda stats: seen.append(stats.nodes)
    )
    assert 2 <= len(seen) < result.stats.nodes / 10
    assert seen == sorted(seen)


def test_who_watches_may_stop_it() -> None:
    def enough(stats: Stats) -> None:
        raise Stopped("seen enough")

    result = clew.solve(Queens(8), SLOW, progress=enough)
    assert (result.status, result.reason) == (Status.STOPPED, "seen enough")


def test_an_error_of_who_watches_is_not_swallowed() -> None:
    def broken(event: clew.Event) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        clew.solve(Queens(8), SLOW, trace=broken)


# ------------------------------------------------------------------ results


def test_a_result_shows_itself() -> None:
    result = clew.solve(FOUR)
    assert str(result).splitlines()[0] == "4 1 | 2 3"
    root = ElementTree.fromstring(result._repr_svg_())
    words = [node.text for node in root.iter() if node.tag.endswith("text")]
    assert words == [str(value) for value in FOUR_SOLVED]
    unsolved = clew.solve(FOUR, max_nodes=0)._repr_svg_()
    assert unsolved == FOUR._repr_svg_()
    assert "Result(" in repr(result)
    assert "nodes=" in repr(result.stats)


def test_a_result_is_a_value() -> None:
    result = clew.solve(Futoshiki.parse("2:0R,0,0,0,"))
    assert pickle.loads(pickle.dumps(result)) == result
    with pytest.raises(FrozenInstanceError):
        result.solutions = ()  # type: ignore[misc]
    assert result.stats.as_dict()["nodes"] == result.stats.nodes


# ------------------------------------------------------------------ compare


def test_compare_is_in_the_order_given() -> None:
    results = clew.compare([Queens(4), Queens(5)], [SLOW, "bitboard", AUTO])
    spellings = (SLOW, "bitboard", "queens")
    assert [(result.puzzle.id, result.strategy) for result in results] == [
        (id_, strategy) for id_ in ("queens:4", "queens:5") for strategy in spellings
    ]
    assert all(result.solved for result in results)


def test_compare_leaves_out_what_does_not_suit() -> None:
    assert [result.strategy for result in clew.compare(FOUR, ["bitboard", SLOW])] == [SLOW]


def test_compare_takes_the_textbook_unless_told() -> None:
    results = clew.compare(Queens(5), max_solutions=None)
    assert len(results) >= 9
    assert {len(result.solutions) for result in results} == {10}


def test_compare_limits_each_search_by_itself() -> None:
    results = clew.compare(Queens(8), ["generate-and-test", BEST], max_nodes=100)
    assert [result.status for result in results] == [Status.STOPPED, Status.ENOUGH]


# ------------------------------------------------------------------ wrong names


def test_unknown_strategies_name_those_there_are() -> None:
    with pytest.raises(ValueError, match="no strategy called 'magic': choose one such as "):
        clew.solve(FOUR, "magic")
    with pytest.raises(
        ValueError, match="backtracking: no option called 'tempo': choose from select, "
    ):
        clew.solve(FOUR, "backtracking:tempo=9")
    with pytest.raises(ValueError, match="backtracking: option infer can't be luck: choose "):
        clew.solve(FOUR, "backtracking:infer=luck")
    with pytest.raises(ValueError, match="option steps must be a whole number, not -1"):
        clew.solve(FOUR, "min-conflicts:steps=-1")
    with pytest.raises(ValueError, match="no strategy called 'magic'"):
        clew.compare(FOUR, ["magic"])


def test_what_does_not_suit_is_said() -> None:
    for ask in (clew.solve, clew.count, clew.is_unique):
        with pytest.raises(Unsuited, match="bitboard can't search this sudoku"):
            ask(FOUR, "bitboard")
    with pytest.raises(Unsuited, match="latin has no game face"):
        Latin.parse("2").game()


def test_parse_reads_ids() -> None:
    assert clew.parse(" queens:8 ") == Queens(8)
    assert clew.parse("futoshiki:2:0,0,0,0") == Futoshiki((0,) * 4)
    with pytest.raises(ValueError, match=r"no puzzle called 'quens': did you mean queens\?"):
        clew.parse("quens:8")
    with pytest.raises(
        ValueError, match="'queens' isn't the id of a puzzle: write one such as queens:"
    ):
        clew.parse("queens")
    with pytest.raises(
        ValueError, match=r"queens: found '0', expected an order from 1 to 10000000"
    ):
        clew.parse("queens:0")


# ------------------------------------------------------------------ many at once


def test_threads_do_not_disturb_each_other() -> None:
    expected = clew.solve(Queens(7), max_solutions=None)
    results: list[Result] = []

    def work() -> None:
        results.append(clew.solve(Queens(7), max_solutions=None))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [result.solutions for result in results] == [expected.solutions] * 8
    assert {result.stats.nodes for result in results} == {expected.stats.nodes}
