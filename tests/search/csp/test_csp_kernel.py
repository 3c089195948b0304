"""The compiled search of a CSP does exactly what the readable one does, node for node."""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from functools import partial
from itertools import product
from random import Random
from threading import Barrier
from typing import Any

import pytest

from clew import parse
from clew.core.events import Event, EventCounts, Kind, Trace
from clew.core.faces import CSP, Assignment
from clew.core.registry import find, names
from clew.core.result import Run, Stats, Stopped
from clew.rules import AllDifferent, Less, Sum, Table
from clew.search import native
from clew.search.csp import wire
from clew.search.csp.backtracking import (
    Backjumping,
    Backtracking,
    GenerateAndTest,
    LimitedDiscrepancy,
    compiled,
    explore,
)
from clew.search.native import lib
from clew.search.strategy import parse_strategy
from tests.search.csp.random_csp import random_csp, random_model
from tests.search.csp.random_rules import by_hand

pytestmark = pytest.mark.skipif(not native.available, reason="no compiled kernels")

MORE = int(os.environ.get("CLEW_CASES", "1"))
"""How many times as many random cases: `CLEW_CASES=1000` makes it millions."""

Searcher = Backtracking | LimitedDiscrepancy | Backjumping
Search = Callable[[CSP, Run], Iterator[Assignment]]
EXAMPLES = [
    (name, example.text)
    for name in names()
    if CSP in find(name).faces
    for example in find(name).examples
]


def every(kind: type[Searcher]) -> Iterator[Searcher]:
    """Each combination of the words of each option."""
    words = {f.name: f.metadata["choices"] for f in fields(kind) if "choices" in f.metadata}
    for chosen in product(*words.values()):
        yield kind(**dict(zip(words, chosen, strict=True)), seed=7)


ALL: list[Searcher] = [s for k in (Backtracking, LimitedDiscrepancy, Backjumping) for s in every(k)]


def counts(run: Run) -> dict[str, Any]:
    return {**run.stats.as_dict(), "seconds": 0}


def outcome(search: Search, csp: CSP, nodes: int | None, answers: int, watched: bool) -> object:
    """Everything that can be seen of a search: with each answer, the counts at that moment."""
    seen = EventCounts() if watched else None
    run = Run(max_nodes=nodes, trace=seen)
    found, end = [], "finished"
    try:
        for answer in search(csp, run):
            found.append((answer, counts(run)))
            if len(found) == answers:
                end = "enough"
                break
    except Stopped as stop:
        end = stop.limit
    if seen is not None:  # every counter is the count of its events
        assert seen.as_dict() | {"seconds": 0} == counts(run), (str(search), csp)
    return found, counts(run), end


def same(strategy: Searcher, csp: CSP, nodes: int | None, answers: int, watched: bool) -> None:
    """The kernel's search is the readable one, also if somebody watches that."""
    ours = outcome(partial(explore, strategy), csp, nodes, answers, watched=False)
    assert ours == outcome(strategy.readable, csp, nodes, answers, watched), (str(strategy), csp)


# ------------------------------------------------------------------ the same


@pytest.mark.parametrize(("name", "text"), EXAMPLES)
def test_every_example(name: str, text: str) -> None:
    random = Random(f"{name}:{text}")
    csp = find(name).parse(text).csp()
    if any(rule.kind not in wire.PLAIN for rule in csp.constraints):
        run = Run(max_solutions=1)
        next(Backtracking()(csp, run), None)
        assert run.engine.startswith("readable: only `learning` knows the rule ")
        return
    assert compiled(Backtracking(), csp, Run()) is not None
    several = ALL if MORE > 1 else random.sample(ALL, 50)
    for strategy in several:
        same(strategy, csp, random.choice([0, 1, 40, 100]), 5, random.random() < 0.4)


@pytest.mark.parametrize("id", ["queens:6", "queens:5", "lights-out:3x3:#.#/.../#.#"])
def test_whole_trees(id: str) -> None:
    csp = parse(id).csp()
    for strategy in Random(id).sample(ALL, 150):
        same(strategy, csp, 3000, 10**6, watched=False)


@pytest.mark.slow
def test_every_option_on_one_puzzle_or_another() -> None:
    csps = [find(name).parse(text).csp() for name, text in EXAMPLES]
    random = Random(11)
    for strategy in ALL:
        same(strategy, random.choice(csps), 25, 2, random.random() < 0.3)


@pytest.mark.parametrize("seed", range(10))
def test_random_csps(seed: int) -> None:
    for case in range(250 * MORE):
        random = Random(f"{seed} {case}")
        strategy, watched = random.choice(ALL), random.random() < 0.3
        same(strategy, random_csp(random), 300, random.choice([1, 3, 10**6]), watched)


def test_random_csps_have_the_answers_that_trying_everything_finds() -> None:
    random = Random(3)
    for _ in range(300):
        domains, rules = random_model(random)
        csp, expected = CSP(domains, rules), by_hand(domains, rules)
        assert set(GenerateAndTest()(csp, Run())) == expected, rules
        strategy = random.choice(ALL)
        assert sorted(strategy(csp, Run())) == sorted(expected), (str(strategy), rules)


@pytest.mark.parametrize("spelling", ["backtracking", "limited-discrepancy", "backjumping"])
def test_limits_of_every_size(spelling: str) -> None:
    csp = parse("queens:5").csp()
    strategy = parse_strategy(spelling)
    assert isinstance(strategy, Searcher)
    for nodes in range(80):
        same(strategy, csp, nodes, 10**6, watched=nodes % 2 == 0)


def test_what_was_counted_before_stays() -> None:
    csp = parse("queens:6").csp()
    runs = [Run(stats=Stats(nodes=5, checks=7, prunings=9, deepest=3)) for _ in range(2)]
    strategy = Backtracking()
    assert list(strategy(csp, runs[0])) == list(strategy.readable(csp, runs[1]))
    assert counts(runs[0]) == counts(runs[1])
    assert runs[0].stats.frontier == 6


def test_a_watcher_sees_nothing_ahead_of_an_answer() -> None:
    csp, trace = parse("queens:6").csp(), Trace()
    run = Run(trace=trace)
    for _ in Backtracking()(csp, run):
        assert trace[-1].kind is Kind.ANSWER
        assert sum(event.kind in (Kind.ENTER, Kind.TRY) for event in trace) == run.stats.nodes


def test_watched_search_is_the_textbooks_own() -> None:
    csp = parse("queens:6").csp()
    run = Run(trace=Trace())
    list(Backtracking()(csp, run))
    assert run.engine == "readable: somebody watches"


class Enough(Exception):
    """Raised by a watcher that has seen what it wanted."""


def test_a_watcher_that_ends_the_search_finds_the_counts_of_that_node() -> None:
    csp = parse("queens:8").csp()
    seen: list[Event] = []

    def watch(event: Event) -> None:
        seen.append(event)
        if len(seen) == 100:
            raise Enough

    run = Run(trace=watch)
    with pytest.raises(Enough):
        list(Backtracking()(csp, run))
    assert run.stats.nodes == 10


# ------------------------------------------------------------------ edges


WORDS = ("backtracking", "mrv+degree", "ascending", "forward-checking", "forward-checking")
EDGES = [
    CSP((), ()),
    CSP((), (AllDifferent((), ""), Sum((), "", 0))),
    CSP((0,), ()),
    CSP((1, 0), (Less((0, 1), ""),)),
    CSP((1,), ()),
    CSP((3, 3), (AllDifferent((0, 0), ""),)),
    CSP((3, 3), (AllDifferent((0, 1), ""), AllDifferent((0, 1), ""), AllDifferent((1, 0), ""))),
    CSP((6, 6), (Less((0, 1), ""), Less((1, 0), ""))),
    CSP((6, 6), (Less((0, 0), ""),)),
    CSP((2**64 - 1,) * 2, (Less((0, 1), ""),)),
    CSP((1 << 63, 2**64 - 1), (AllDifferent((0, 1), "", (1, 0)),)),
    CSP((7,), (Sum((0,), "", 1),)),
    CSP((7,), (Table((0,), "", frozenset([(2,)])),)),
    CSP((7, 7), (Table((0,), "", frozenset()), Sum((0, 1, 0), "", 4))),
    CSP((2, 2), (AllDifferent((0, 1), ""),)),
    CSP((7,) * 130, tuple(Less((x, x + 1), "") for x in range(0, 128, 2))),
    CSP((3,) * 70, tuple(AllDifferent((x, x + 1), "") for x in range(69))),
    CSP((2**64 - 1,) * 64, (AllDifferent(tuple(range(64)), ""),)),
]


@pytest.mark.parametrize("csp", EDGES, ids=range(len(EDGES)))
def test_edges(csp: CSP) -> None:
    for strategy in Random(5).sample(ALL, 40):
        same(strategy, csp, 150, 20, watched=True)


def test_a_rule_of_one_variable_is_kept() -> None:
    csp = CSP((7,), (Table((0,), "", frozenset([(2,)])),))
    assert {tuple(strategy(csp, Run())) for strategy in ALL} == {((2,),)}


class Own(AllDifferent):
    """A rule that a kernel cannot know."""

    def holds(self, values: Sequence[int]) -> bool:
        return values[0] < values[1]


@pytest.mark.parametrize(
    "csp",
    [
        CSP((1 << 64, 3), (Less((0, 1), ""),)),
        CSP((3, 3), (Own((0, 1), ""),)),
        CSP((3, 3), (AllDifferent((0, -1), ""),)),
        CSP((3,), (Sum((0,), "", 1 << 70),)),
    ],
    ids=["values", "rule", "scope", "number"],
)
def test_what_does_not_fit_is_searched_all_the_same(csp: CSP) -> None:
    assert compiled(Backtracking(), csp, Run()) is None
    same(Backtracking(), csp, 100, 100, watched=True)


def kernel(csp: CSP, words: tuple[str, ...] = WORDS, **other: Any) -> Any:
    model = lib.Model(len(csp.domains), wire.flat(csp.constraints))
    told: dict[str, Any] = {"luck": [], "shuffled": b"", "counts": (0, 0, 0, 0, 0)}
    domains = wire.domains(csp)
    return lib.CspSearch(model, **{"domains": domains, "options": words} | told | other)


PAIR = CSP((3, 6), (Less((0, 1), ""),))


@pytest.mark.parametrize(
    ("words", "other", "message"),
    [
        (WORDS, {"domains": b"12345"}, "domains: found bytes that are no 64-bit integers"),
        (WORDS, {"domains": b""}, "domains: found 0, expected 2"),
        (WORDS, {"domains": array("Q", [1, 2, 3]).tobytes()}, "domains: found 3, expected 2"),
        (WORDS[:4], {}, "options: expected method, select, order, infer and prepare"),
        (("best", *WORDS[1:]), {}, "method: found best, expected"),
        ((*WORDS[:4], "ac3"), {}, "prepare: found ac3, expected"),
        (("backjumping", *WORDS[1:]), {}, "infer: found one with backjumping, expected none"),
        ((WORDS[0], "random", *WORDS[2:]), {"luck": [0.5]}, "luck: found 1 numbers, expected 2"),
        ((*WORDS[:2], "shuffled", *WORDS[3:]), {}, "shuffled: found 0 values, expected 4"),
        ((*WORDS[:2], "shuffled", *WORDS[3:]), {"shuffled": b"\0\1\1\1"}, "variable 1, each once"),
        (
            (*WORDS[:2], "shuffled", *WORDS[3:]),
            {"shuffled": b"\0\xff\1\2"},
            "variable 0, each once",
        ),
    ],
)
def test_what_the_kernel_refuses(
    words: tuple[str, ...], other: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        kernel(PAIR, words, **other)


def test_a_negative_limit() -> None:
    with pytest.raises(ValueError, match="step: found a negative limit, expected 0 or more"):
        kernel(PAIR).step(-1)


def test_a_finished_search_stays_finished() -> None:
    search = kernel(PAIR)
    while not search.finished:
        search.step(10)
    before = search.counts
    assert search.step(10) is None
    assert search.finished
    assert search.counts == before


def test_one_search_runs_in_one_thread_at_a_time() -> None:
    search, together = kernel(parse("queens:20").csp()), Barrier(2)

    def run() -> bool:
        together.wait()
        try:
            for _ in range(20):
                search.step(20_000)
        except RuntimeError as error:
            return "running in another thread" in str(error)
        return False

    with ThreadPoolExecutor(2) as pool:
        turned_away = [future.result() for future in [pool.submit(run), pool.submit(run)]]
    assert turned_away.count(True) <= 1


# ------------------------------------------------------------------ limits


def test_time_memory_and_progress() -> None:
    csp = parse("queens:30").csp()
    first = "backtracking:select=first,infer=none"
    for limit, run in [
        ("time limit", Run(max_seconds=0.05)),
        ("time limit", Run(max_seconds=0.0)),
        ("memory", Run(max_memory=1)),
    ]:
        with pytest.raises(Stopped, match=limit):
            list(parse_strategy(first)(csp, run))
        assert run.elapsed() < 1
    seen: list[int] = []
    run = Run(max_nodes=10**6, progress=lambda stats: seen.append(stats.nodes))
    with pytest.raises(Stopped, match="node limit"):
        list(parse_strategy(first)(csp, run))
    assert run.stats.nodes == 10**6
    assert seen == sorted(set(seen))
    assert len(seen) > 10


def test_much_work_in_few_nodes_is_cut_into_pieces() -> None:
    size = 2000
    csp = CSP((3,) * size, (AllDifferent((0, 1), ""),))
    search = kernel(csp, ("backtracking", "mrv", "ascending", "none", "none"))
    search.step(10**9)
    assert not search.finished
