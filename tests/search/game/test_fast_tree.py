"""The compiled twin of alpha-beta: the same verdicts and counters as the readable search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from random import Random
from typing import Any

import pytest

import clew
from clew.core.result import Run, Stopped
from clew.search import native
from clew.search.game import tree
from clew.search.strategy import parse_strategy

pytestmark = pytest.mark.skipif(not native.available, reason="no compiled kernels")

NAMES = [
    "alpha-beta",
    "alpha-beta:symmetry=yes",
    "alpha-beta:order=mobility",
    "alpha-beta:order=promising",
    "deepening:depth=3",
    "deepening",
]
Outcome = tuple[list[Any], str, dict[str, Any]]


def outcome(game: Any, name: str, max_nodes: int | None = None) -> Outcome:
    """Return the verdict of a search, the limit or the error that ended it, and its counters."""
    run, verdicts, end = Run(max_nodes=max_nodes), list[Any](), ""
    try:
        verdicts += parse_strategy(name)(game, run)
    except Stopped as stop:
        end = stop.limit
    except Exception as error:
        end = f"{type(error).__name__}: {error}"
    return verdicts, end, asdict(run.stats) | {"seconds": 0}


def both(make: Any, name: str, max_nodes: int | None = None) -> tuple[Outcome, Outcome]:
    """Return the outcome of the compiled search and that of the readable one."""
    compiled = outcome(make(), name, max_nodes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree, "OwnGame", None)
        return compiled, outcome(make(), name, max_nodes)


class Drawn:
    """A random game: positions in layers, with payoffs at the ends."""

    def __init__(self, seed: int) -> None:
        random = Random(seed)
        self.start: Any = (0, 0)
        self.stakes = random.choice([None, 1, 3])
        most = self.stakes or 20
        width, self.paid, self.after = random.randrange(1, 8), {}, {}
        layers = random.randrange(1, 9)
        lazily = random.random() < 0.5
        for layer in range(layers + 1):
            for place in range(width):
                at = (layer, place)
                if layer == layers or (layer and random.random() < 0.15):
                    self.paid[at] = random.randint(-most, most)
                else:
                    ends = [
                        (random.randint(layer + 1, layers), random.randrange(width))
                        for _ in range(random.randint(1, 4))
                    ]
                    self.after[at] = [(f"{n}{end}", end) for n, end in enumerate(ends)]
        self.lazily = lazily
        if random.random() < 0.5:
            self.evaluate = lambda at: ((at[0] * 7 + at[1] * 3) % 5 - 2) / 2

    def successors(self, at: Any) -> Any:
        return iter(self.after[at]) if self.lazily else self.after[at]

    def payoff(self, at: Any) -> int | None:
        return self.paid.get(at)

    def canonical(self, at: Any) -> Any:
        return at  # no other position is the same


class Boxes:
    """Noughts and crosses on a line of seven, in which mirror images are one position."""

    start = (0,) * 7
    stakes = 1

    def successors(self, at: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
        mark = 1 + sum(map(bool, at)) % 2
        for place, found in enumerate(at):
            if not found:
                yield str(place), (*at[:place], mark, *at[place + 1 :])

    def payoff(self, at: tuple[int, ...]) -> int | None:
        lines = zip(at, at[1:], at[2:], strict=False)
        if any(a and a == b == c for a, b, c in lines):
            return -1
        return None if 0 in at else 0

    def canonical(self, at: tuple[int, ...]) -> tuple[int, ...]:
        return min(at, at[::-1])

    def promise(self, at: tuple[int, ...]) -> int:
        return at.count(0) + at[3]


@pytest.mark.parametrize("seed", range(120))
@pytest.mark.parametrize("name", NAMES)
def test_random_game_compiled_search_is_the_readable_one(name: str, seed: int) -> None:
    make = lambda: clew.game(Drawn(seed)).game()  # noqa: E731 - one line in two places
    compiled, readable = both(make, name)
    assert compiled == readable
    for max_nodes in {0, 1, 2, readable[2]["nodes"] // 2, readable[2]["nodes"] - 1}:
        compiled, readable = both(make, name, max_nodes)
        assert compiled == readable, max_nodes


@pytest.mark.parametrize("name", NAMES)
def test_symmetric_game_compiled_search_is_the_readable_one(name: str) -> None:
    for max_nodes in (None, *range(1, 200, 37)):
        compiled, readable = both(Boxes, name, max_nodes)
        assert compiled == readable


@pytest.mark.parametrize(
    "id", ["noughts:3x3", "nim:3,4,5", "connect-four:4x4", "dots-and-boxes:2x2", "chomp:4,3"]
)
@pytest.mark.parametrize("name", ["alpha-beta", "alpha-beta:symmetry=yes"])
def test_game_of_the_gallery_compiled_search_is_the_readable_one(id: str, name: str) -> None:
    compiled, readable = both(lambda: clew.parse(id).face(clew.Game), name)
    assert compiled == readable


def stated(successors: Any, payoff: Any = None, stakes: int | None = None) -> Any:
    class Stated:
        start = 0

        def __init__(self) -> None:
            self.successors, self.stakes = successors, stakes
            self.payoff = payoff or (lambda n: -1 if n >= 5 else None)

    return Stated()


ON: Any = lambda n: [("on", n + 1), ("far", n + 2)]  # noqa: E731 - a rule like those below
UNUSUAL: dict[str, Any] = {
    "lists for moves": stated(lambda n: [["on", n + 1], ["far", n + 2]]),
    "a cycle": stated(lambda n: [("on", n + 1), ("back", n - 1 if n else 4)]),
    "no moves": stated(lambda n: [] if n == 3 else ON(n)),
    "three items": stated(lambda n: [("on", n + 1, 1)] if n == 3 else ON(n)),
    "a number for a move": stated(lambda n: [7] if n == 3 else ON(n)),
    "None": stated(lambda n: None if n == 3 else ON(n)),
    "unhashable": stated(lambda n: [("on", [n])] if n == 3 else ON(n)),
    "a fraction paid": stated(ON, lambda n: -0.5 if n >= 5 else None),
    "True paid": stated(ON, lambda n: True if n >= 5 else None),
    "too much paid": stated(ON, lambda n: -2 if n >= 5 else None, 1),
    "very much paid": stated(ON, lambda n: -(10**30) if n >= 5 else None),
    "very much at stake": stated(ON, lambda n: -(10**30) if n >= 5 else None, 10**30),
}


@pytest.mark.parametrize("what", UNUSUAL)
def test_unusual_game_compiled_search_ends_like_the_readable_one(what: str) -> None:
    def said() -> Any:
        try:
            result = clew.solve(clew.game(UNUSUAL[what], name="unusual"))
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        return result.solution, result.strategy, result.stats.nodes * ("cycle" not in what)

    compiled = said()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree, "OwnGame", None)
        assert compiled == said()


def test_long_game_compiled_search_stops_at_every_limit() -> None:
    class Long:
        start = (0, 0)

        def successors(self, at: tuple[int, int]) -> list[tuple[str, tuple[int, int]]]:
            return [(str(n), (at[0] + 1, at[1] * 3 + n)) for n in range(3)]

        def payoff(self, at: tuple[int, int]) -> int | None:
            return at[1] % 11 if at[0] == 40 else None

    game = clew.game(Long())
    assert clew.solve(game, "alpha-beta", max_seconds=0.05).reason == "seconds"
    stopped = clew.solve(game, "alpha-beta", max_nodes=777)
    assert (stopped.reason, stopped.stats.nodes) == ("nodes", 777)
    used = clew.core.result.memory_in_use()
    assert clew.solve(game, "alpha-beta", max_memory=used + 20_000_000).reason == "memory"
