"""Kernels given anything: each call answers or refuses, and none breaks the process.

Calls that are right are spoilt: numbers to extremes, bytes and lists cut, doubled or changed. Then
threads call one kernel at once. `./run sanitize` does so with many more cases, on kernels compiled
with AddressSanitizer and UndefinedBehaviorSanitizer.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from threading import Barrier, Thread
from typing import Any

import pytest

from clew.explanations.techniques.scale import BOXES, SQUARES
from clew.puzzles._search_in_a_row import PyInARow
from clew.puzzles.knight.puzzle import pack
from clew.puzzles.knight.py_tour import py_spread
from clew.search import native
from clew.search.native import lib

pytestmark = pytest.mark.skipif(not native.available, reason="no compiled kernels")

CASES = int(os.environ.get("CLEW_CASES", "60"))
"""Spoilt calls of each kernel."""
REFUSED = (ValueError, TypeError, OverflowError, MemoryError, RecursionError)
EXTREMES = (
    -(2**63), -(2**31) - 1, -2, -1, 0, 1, 2, 3, 5, 8, 63, 64, 65, 255, 256,
    2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64,
)  # fmt: skip


class Few(int):
    """A number that says how much work there is, and so stays small."""


class Enough(Exception):
    """Raised by a pause, to end a call."""


def pause() -> Callable[[int], int]:
    """What a call is told to pause with: it goes on three times."""
    times = iter(range(3))

    def paused(done: int) -> int:
        if next(times, None) is None:
            raise Enough
        return done + 500

    return paused


# ------------------------------------------------------------------ calls that are right

SIX = pack([
    0, 8, 4, 17, 28, 32, 21, 25, 33, 20, 16, 3, 11, 7, 15, 2, 6, 14, 1, 9, 5, 13, 26, 18, 31, 27,
    35, 22, 30, 19, 23, 10, 29, 34, 24, 12,
])  # fmt: skip
"""An order of 36 cells; Tiles does not ask whether it is a tour."""
GRID = b"123456789456789123789123456214365897365897214897214365531642978642978531978531642"
PUZZLE = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179"
DIGITS = bytes(b - 48 if b != 46 else 0 for b in PUZZLE)
VALUES = bytes(b - 48 for b in SOLVED)
THREE = bytes([0, 0, 0, 0, 2, 0, 0, 0, 0]) + bytes([1, 0, 0, 2, 0, 0]) + bytes(6)
"""A Futoshiki of order 3."""
RULES = array("q", [
    0, 3, 0, 0, 1, 2, 1, 2, 0, 0, 1, 2, 2, 4, 1, 2, 0, 1, 1, 0, 3, 3, 1, 0, 1, 2, 3,
    4, 2, 1, 0, 2, 0, 5, 2, 1, 0, 2, 2, 6, 3, 2, 0, 1, 2, 1, 1, 0, 2, 2, 0, 2, 0, 1,
]).tobytes()  # fmt: skip
"""One rule of each kind over three variables, and a second all-different with offsets."""
DOMAINS = array("Q", [7, 7, 7]).tobytes()
OPTIONS = ["backtracking", "mrv+degree", "ascending", "mac+hidden-singles", "none"]
LUCK, ORDER = [0.5, 0.25, 0.75], bytes([0, 1, 2] * 3)


def csp(*given: Any) -> Any:
    variables, rules, *rest = given
    return lib.CspSearch(lib.Model(variables, rules), *rest)


def learning(variables: int, rules: bytes, domains: bytes) -> Any:
    return lib.LearningSearch(lib.Model(variables, rules), domains)


def take(left: int) -> list[tuple[str, int]]:
    """A game or a walk: take one or two."""
    return [(f"take {n}", left - n) for n in (1, 2) if n <= left]


Call = tuple[str, tuple[Any, ...]]
RUN: Call = ("run", (Few(2), Few(60)))
STEPS: Call = ("run", (Few(60),))
RIGHT: dict[str, tuple[Callable[..., Any], tuple[Any, ...], list[Call]]] = {
    "Bands": (lib.Bands, (DIGITS,), [RUN]),
    "Boxes": (lib.Boxes, (2, 2), [("value", (0b1001, -2, 3, pause))]),
    "Connect": (lib.Connect, (3, 3, 3), [("verdict", (0b1000000, 0b10000000, pause))]),
    "Coset": (lib.Coset, (b"\x0f\x35", [b"\x03\x01", b"\x55", b"\xff\xff\x01"]), [STEPS]),
    "FrontierCount": (lib.FrontierCount, (4, 5, -1, False), [STEPS]),
    "FrontierSearch": (lib.FrontierSearch, (5, 6, -1, True), [RUN]),
    "InARow": (lib.InARow, (3, 3, 3), [("value", (1, 2, -1, 1, pause))]),
    "Octal": (lib.Octal, ([0, 0, 7],), [STEPS]),
    "OwnGame": (
        lib.OwnGame, (take, lambda left: None if left else -1, None, 1.0, True),
        [("value", (5, -1.0, 1.0, 1, 50, lambda counts: counts[0] + 500)), ("line", (0,))],
    ),
    "OwnWalk": (
        lib.OwnWalk, (3, 5, take, lambda left: not left, lambda left: left, 2, 1.0, 9),
        [STEPS, ("way", (1,))],
    ),
    "Prover": (
        lib.Prover,
        (
            ["", "x1", "x2", "y1"], array("q", [2, 1, 1, 1, 1, 2, 2, 1, 1, -1, 1, -2]).tobytes(),
            array("q", [2, 1, 1, 3, 1, 1, 1, 3, 2, 1, 1, 1, 2, 1, 3, 2]).tobytes(),
            ["|red 1 y1 1 x1 >= 1 ; y1 -> 1", "1|pol 1 @1 +"], array("q", [2, 1, 2]).tobytes(), 1,
        ),
        [RUN],
    ),
    "Queens": (lib.Queens, (6, [63] * 6), [RUN]),
    "QueensHalves": (lib.QueensHalves, (8, 0, 2), [STEPS]),
    "QueensSwaps": (lib.QueensSwaps, (8, 1, [(0, 0), (2, 1)]), [STEPS]),
    "QueensTurned": (lib.QueensTurned, (8, 2), [STEPS]),
    "Ranks": (lib.Ranks, (3, [0] * 9, [(0, 1), (4, 7)]), [RUN, ("count", (Few(60),))]),
    "TileSearch": (
        lib.TileSearch, (2, 2, [3, 1, 0, 2], [[1], [2], [3]], [bytes([0, 1, 1, 2])] * 3), [RUN]
    ),
    "tile_pattern": (lib.tile_pattern, (2, 2, [0, 1, 2, 3], [1, 2]), []),
    "TourCount": (lib.TourCount, (5, 5, 0, False, [0, 7]), [STEPS]),
    "LearningSearch": (learning, (3, RULES, DOMAINS), [RUN]),
    "Sowing": (lib.Sowing, (2,), [("value", (([1, 2], [0, 3]), -2, 3, pause))]),
    "Squares": (lib.Squares, (3, [0] * 9, [(0, 1), (4, 7)]), [("run", (Few(5),))]),
    "Tiles": (lib.Tiles, (6, 6, [(6, 6, SIX, True)], [(0, 0, 0)]), [("path", (0,))]),
    "Warnsdorff": (lib.Warnsdorff, (5, 6, 0, False, [0, 8]), [RUN]),
    "XorWalk": (lib.XorWalk, (4, [3, 6, 12], 5, 0), [STEPS]),
    "csp": (
        csp, (3, RULES, DOMAINS, OPTIONS, LUCK, ORDER, (0, 0, 0, 0, 0)),
        [("step", (Few(20),)), ("step", (Few(20),))],
    ),
    "jumping_csp": (
        csp,
        (3, RULES, DOMAINS, ["backjumping", "dom/wdeg", "lcv", "none", "mac"], LUCK, ORDER,
         (0, 0, 0, 0, 0)),
        [("step", (Few(20),))] * 3,
    ),
    "futoshiki_batch": (lib.futoshiki_batch, (3, THREE * 5, 9, True, Few(2)), []),
    "futoshiki_batch of order 7": (
        lib.futoshiki_batch, (7, bytes(6) + b"\7" + bytes(126), Few(3), True, Few(1)), []
    ),
    "futoshiki_make": (
        lib.futoshiki_make, (Few(3), 4, 1, 2, 1, 0, True, 5, Few(2), pause), []
    ),
    "futoshiki_steps": (lib.futoshiki_steps, (3, THREE, SQUARES.rows), []),
    "latin_squares": (lib.latin_squares, (Few(3), 5, 1, Few(2)), []),
    "rate_futoshikis": (lib.rate_futoshikis, (3, THREE * 2, Few(2), SQUARES.rows), []),
    "rate_sudokus": (lib.rate_sudokus, (DIGITS * 2, VALUES * 2, BOXES.rows), []),
    "spread": (lib.spread, (pack([0, 4, 5, 14]), 5), []),
    "sudoku_batch": (lib.sudoku_batch, ((PUZZLE + b"\n") * 3, 2, 4, True, Few(2), pause), []),
    "sudoku_canonical": (lib.sudoku_canonical, (PUZZLE * 2, Few(2), pause), []),
    "sudoku_make": (lib.sudoku_make, (Few(2), 1, "full", 0, Few(2), pause), []),
    "sudoku_minimal": (
        lib.sudoku_minimal, (SOLVED, bytes(range(81)), 1, "none", 20, Few(2), pause), []
    ),
    "sudoku_steps": (lib.sudoku_steps, (DIGITS, VALUES, BOXES.rows), []),
}  # fmt: skip


# ------------------------------------------------------------------ calls that are not


def spoilt(value: Any, rng: Random) -> Any:
    """Something like it that may be wrong."""
    if rng.random() < 0.02:
        return rng.choice([None, "x", 1.5, b"x", [], object()])
    if isinstance(value, bool):
        return not value
    if isinstance(value, Few):
        return rng.choice([-(2**63), -1, 0, 1, int(value), 2**64])
    if isinstance(value, int):
        return rng.choice([*EXTREMES, value, value + 1, value - 1])
    if isinstance(value, float):
        return rng.choice([float("nan"), float("inf"), -float("inf"), -0.0, 1e308])
    if isinstance(value, bytes):
        return spoilt_bytes(value, rng)
    if isinstance(value, str):
        return rng.choice(["", value + "x", "none", "random", "shuffled", "first", "\0"])
    if isinstance(value, list | tuple):
        return type(value)(spoilt_list(list(value), rng))
    return value


def spoilt_bytes(value: bytes, rng: Random) -> bytes:
    way, at = rng.randrange(6), rng.randrange(len(value) + 1)
    if way == 0:
        return value[:at]
    if way == 1:
        return value + value[at:]
    if way == 2:
        return rng.randbytes(len(value))
    if way == 3:  # a number of eight bytes
        word = (rng.choice(EXTREMES) & (2**64 - 1)).to_bytes(8, "little")
        return value[: at // 8 * 8] + word + value[at // 8 * 8 + 8 :]
    if way == 4:  # and one of four
        word = (rng.choice(EXTREMES) & (2**32 - 1)).to_bytes(4, "little")
        return value[: at // 4 * 4] + word + value[at // 4 * 4 + 4 :]
    return value[:at] + bytes([rng.choice([0, 1, 9, 10, 13, 46, 48, 57, 255])]) + value[at + 1 :]


def spoilt_list(value: list[Any], rng: Random) -> list[Any]:
    way = rng.randrange(5)
    if way == 0 or not value:
        return []
    at = rng.randrange(len(value))
    if way == 1:
        return value[:at] + value[at + 1 :]
    if way == 2:
        return value[: at + 1] + value[at:]
    return [*value[:at], spoilt(value[at], rng), *value[at + 1 :]]


def whole(given: Sequence[Any]) -> list[Any]:
    """The arguments, with a pause that never ends the call."""
    return [(lambda done: done + 500) if each is pause else each for each in given]


def some_spoilt(given: Sequence[Any], rng: Random) -> list[Any]:
    """One of the arguments spoilt, or several, or none."""
    share = rng.choice([0.0, 1 / (len(given) or 1), 0.5])
    out = [spoilt(each, rng) if rng.random() < share else each for each in given]
    return [each() if each is pause else each for each in out]


def look(kernel: object) -> None:
    """Read all that a kernel shows."""
    for name in dir(kernel):
        if not name.startswith("_"):
            getattr(kernel, name)


@pytest.mark.parametrize("name", RIGHT)
def test_a_call_that_is_right_answers(name: str) -> None:
    make, given, calls = RIGHT[name]
    kernel = make(*whole(given))
    for method, more in calls:
        getattr(kernel, method)(*whole(more))
    look(kernel)


@pytest.mark.parametrize("name", RIGHT)
def test_a_call_answers_or_refuses(name: str) -> None:
    make, given, calls = RIGHT[name]
    for case in range(CASES):
        rng = Random(f"{name} {case}")
        with suppress(*REFUSED, Enough):
            kernel = make(*some_spoilt(given, rng))
            for method, more in calls:
                with suppress(*REFUSED, Enough):
                    getattr(kernel, method)(*some_spoilt(more, rng))
            look(kernel)


# ------------------------------------------------------------------ what was found so


def test_cells_that_no_board_has_are_not_spread() -> None:
    for spread in (lib.spread, py_spread):
        for cell in (-1, 2**28, 2**31 - 1, -(2**31)):
            with pytest.raises(ValueError, match=f"path: found cell {cell}, expected 0 to 268435"):
                spread(array("i", [3, cell, 2**31 - 2]).tobytes(), 5)
        assert spread(b"", 5) == b""
        assert spread(pack([2**28 - 1]), 1) == pack([2**29 - 2])


def test_a_window_that_cannot_be_negated_is_refused() -> None:
    for kind in (lib.InARow, PyInARow):
        for window in ((-(2**31), 1), (-1, 2**31 - 1), (-3, 1), (-1, 3), (1, 1)):
            with pytest.raises(ValueError, match="window: expected alpha below beta, both from -2"):
                kind(3, 3, 3).value(0, 0, *window, pause())


def test_a_rule_that_joins_too_many_pairs_is_refused_before_they_are_laid_out() -> None:
    scope = range(2**14)
    rules = array("q", [2, len(scope), 0, *scope]).tobytes()
    with pytest.raises(ValueError, match="found more than 16777216 pairs"):
        lib.Model(len(scope), rules)


def test_a_solution_that_breaks_the_rules_is_refused() -> None:
    wrong = bytes([VALUES[1], VALUES[0], *VALUES[2:]])
    for call in (lib.rate_sudokus, lib.sudoku_steps):
        with pytest.raises(ValueError, match="solution: found a digit twice"):
            call(bytes(81), wrong, BOXES.rows)


# ------------------------------------------------------------------ threads


def at_once(calls: Sequence[Callable[[], object]]) -> list[Any]:
    """The outcomes of calls that begin together, each in a thread."""
    start = Barrier(len(calls))

    def call(each: Callable[[], object]) -> object:
        start.wait()
        return each()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(call, each) for each in calls]]


def turned_away(call: Callable[[], object]) -> bool:
    """Whether another thread was at it; any other error is one."""
    try:
        with suppress(Enough, ValueError):
            call()
    except RuntimeError as error:
        assert "running in another thread" in str(error)  # noqa: PT017
        return True
    return False


@pytest.mark.parametrize("name", [name for name, (_, _, calls) in RIGHT.items() if calls])
def test_one_kernel_in_several_threads(name: str) -> None:
    make, given, calls = RIGHT[name]
    for _ in range(CASES // 20):
        kernel = make(*given)

        def use(kernel: Any = kernel) -> None:
            for _ in range(20):
                for method, more in calls:
                    call = getattr(kernel, method)
                    turned_away(lambda c=call, m=more: c(*whole(m)))  # type: ignore[misc]
                turned_away(lambda: look(kernel))

        at_once([use] * 4)


def test_a_kernel_is_not_read_while_it_runs() -> None:
    """What is read may move meanwhile. While this one pauses it still runs."""
    game = lib.InARow(3, 3, 3)

    def read(nodes: int) -> int:
        assert turned_away(lambda: game.nodes)
        return nodes + 100

    assert game.value(0, 0, -1, 1, read) == 0
    assert game.nodes > 100


@pytest.mark.parametrize("name", [name for name, (_, _, calls) in RIGHT.items() if not calls])
def test_one_function_in_several_threads(name: str) -> None:
    function, given, _ = RIGHT[name]
    for _ in range(CASES // 20):
        first, *others = at_once([lambda: function(*whole(given))] * 4)
        assert all(other == first for other in others)


def test_several_searches_over_one_model() -> None:
    model = lib.Model(3, RULES)
    counts = (0, 0, 0, 0, 0)

    def searched() -> object:
        search = lib.CspSearch(model, DOMAINS, OPTIONS, LUCK, ORDER, counts)
        return search.step(10**6), lib.LearningSearch(model, DOMAINS).run(9, 10**6)

    for _ in range(CASES // 20):
        first, *others = at_once([searched] * 4)
        assert all(other == first for other in others)


@pytest.mark.parametrize("function", [lib.sudoku_batch, lib.sudoku_canonical])
def test_a_text_that_changes_during_the_call(function: Callable[..., Any]) -> None:
    """Whoever writes there meanwhile gets some answer or a refusal."""
    more = (1, 4, True, 2, None) if function is lib.sudoku_batch else (2, None)
    text = bytearray((PUZZLE + b"\n") * 400)
    stop = False

    def write() -> None:
        rng = Random(1)
        while not stop:
            text[rng.randrange(len(text))] = rng.choice(b"0123456789.\n\xff")
            text[: 82 * 400] = (PUZZLE + b"\n") * 400

    writer = Thread(target=write)
    writer.start()
    try:
        for _ in range(max(CASES // 10, 5)):
            with suppress(ValueError, RuntimeError):
                function(text, *more)
    finally:
        stop = True
        writer.join()
