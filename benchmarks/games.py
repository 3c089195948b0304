"""Solves two-player games from the start position, and computes nim-values.

Clew's time includes the check of the verdict. aima-python isn't on a package index: CLEW_AIMA names
the folder that holds it. easyAI uses a table, as Clew does, with and without a score that ends its
search early.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from benchmarks.peers import aima
from benchmarks.row import Row
from clew import parse, solve
from clew.explanations.games import nim_table
from clew.search.game.grundy import OctalKernel, PyOctal

NODES = 549_946
BOARDS = ("3x3", "4x4", "5x4,4", "5x5,4")
NIM_VALUES: dict[str, tuple[Callable[[], object], float | None]] = {
    "Kayles to 100,000, with its period": (lambda: nim_table("kayles", 100_000), 5.0),
    "Kayles to 100,000, kernel alone": (lambda: OctalKernel([0, 7, 7]).run(100_001), None),
    "0.6 (Officers) to 10,000": (lambda: nim_table("octal:0.6", 10_000), 5.0),
    "4.007 to 10,000": (lambda: nim_table("octal:4.007", 10_000), 5.0),
    "0.6 to 100,000": (lambda: nim_table("octal:0.6", 100_000), None),
    "Grundy's game to 1,000": (lambda: nim_table("grundy", 1_000), None),
}


def rows() -> Iterator[Row]:
    yield Row(
        f"plain minimax, all {NODES:,} nodes",
        partial(noughts, "minimax"),
        slow={"aima-python": aima_noughts},
        goals={"aima-python": 5},
        part="noughts and crosses",
    )
    yield Row(
        "alpha-beta with a table",
        partial(noughts, "alpha-beta"),
        {"easyAI": partial(easy_ai, None), "easyAI, win_score=90": partial(easy_ai, 90)},
        goals={"easyAI": 3},
        part="noughts and crosses",
    )
    yield Row(
        "alpha-beta with symmetry",
        partial(noughts, "alpha-beta:symmetry=yes"),
        part="noughts and crosses",
        within=0.01,
        quick=True,
    )
    for board in BOARDS:
        best = partial(solve, parse(f"noughts:{board}"), "in-a-row")
        yield Row(board, best, part="every best move, by the kernel", kernel=board == "4x4")
    for work, (ours, goal) in NIM_VALUES.items():
        yield Row(work, ours, part="nim-values", within=goal, kernel="kernel" in work)
    yield Row(
        "0.6 to 10,000, kernel alone",
        lambda: OctalKernel([0, 6]).run(10_001),
        slow={"the same in Python": lambda: PyOctal([0, 6]).run(10_001)},
        part="nim-values",
    )


def noughts(strategy: str) -> None:
    result = solve(parse("noughts:3x3"), strategy)
    assert result.solution.value == 0
    assert strategy != "minimax" or result.stats.nodes == NODES


def easy_ai(win_score: int | None) -> object:
    """Return easyAI's Negamax on its own example, with the key its tables need."""
    from easyAI import AI_Player, Negamax, TranspositionTable
    from easyAI.games.TicTacToe import TicTacToe

    class Board(TicTacToe):  # type: ignore[misc]  # untyped
        def ttentry(self) -> tuple[int, ...]:
            return (*self.board, self.current_player)

    options = {} if win_score is None else {"win_score": win_score}
    algorithm = Negamax(9, tt=TranspositionTable(), **options)
    move = algorithm(Board([AI_Player(algorithm), AI_Player(algorithm)]))
    assert abs(algorithm.alpha) < 1
    return move


def aima_noughts() -> object:
    """Return aima-python's minimax on its own TicTacToe."""
    games = aima("games")
    game = games.TicTacToe()
    return games.minmax_decision(game.initial, game)
