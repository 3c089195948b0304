"""Solves two-player games from the start position, and computes nim-values.

Clew's time includes the check of the verdict. aima-python isn't on a package index: CLEW_AIMA names
the folder that holds it. easyAI uses a table, as Clew does, with and without a score that ends its
search early.

In Connect Four, Clew's result is whether the player to move wins, every move that keeps this, and a
line of best play. P. Pons' solver (PascalPons/connect4, which you build yourself: CLEW_CONNECT4
names the program) has three modes. `-a -w` is nearly the same work: a win, a draw or a loss for
every move. `-w` finds that for the position only. Without options it finds how soon the position is
won, which Clew doesn't. Each of its runs does all positions in one process, which keeps its table.
Clew starts each one with an empty table. `kernel alone` has no check by the rules, which takes
longer than the search of a position with few moves left. A run of his takes some 40 ms to start.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random

from benchmarks.peers import aima
from benchmarks.row import NotInstalled, Row
from clew import parse, solve
from clew.explanations.games import nim_table
from clew.puzzles._search_connect import ConnectKernel
from clew.puzzles.connect_four import ConnectFour
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
POSITIONS = {12: 20, 20: 300, 28: 1_000}
"""The number of positions after each number of random moves: enough for starting a process not to
count for much.
"""
MODES = {"Pons": (), "Pons -w": ("-w",), "Pons -a -w": ("-a", "-w")}
WHOLE = "alpha-beta:symmetry=yes"
SMALL = ("connect-four:4x4", "dots-and-boxes:2x2", "kalah:3x3")
POINTS = ("kalah:4x3", "kalah:4x4", "kalah:6x3", "dots-and-boxes:3x3", "dots-and-boxes:4x2")


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
    yield from connect_four()
    for text in SMALL:
        yield Row(
            text, partial(solve, parse(text)), {"alpha-beta": partial(solve, parse(text), WHOLE)},
            goals={"alpha-beta": 0.7}, part="small games by `auto`",
        )  # fmt: skip
    for text in POINTS:
        plain = {"alpha-beta": partial(solve, parse(text), WHOLE)}
        yield Row(
            text, partial(solve, parse(text)), slow=plain,
            goals={"alpha-beta": 10}, part="games with points, every best move", within=2.0,
        )  # fmt: skip


def connect_four() -> Iterator[Row]:
    """Yield rows for positions after random moves, for the whole of Clew and its kernel alone."""
    part = "Connect Four after random moves, for one position"
    for plies, count in POSITIONS.items():
        games = random_games(plies, count)
        peers = {name: partial(pons, games, options) for name, options in MODES.items()}
        work = f"{plies} moves"
        yield Row(
            f"{work}, kernel alone", partial(judge, games), peers,
            size=len(games), goals=dict.fromkeys(MODES, 0.3), part=part,
        )  # fmt: skip
        yield Row(work, partial(solve_each, games), peers, size=len(games), part=part)


@cache
def random_games(plies: int, count: int) -> tuple[str, ...]:
    """Return the columns of random games of this length, which nobody has won yet."""
    rng, board, found = Random(plies), ConnectFour((0, 0), 7, 6), list[str]()
    while len(found) < count:
        state, moves = board.start, ""
        for _ in range(plies):
            move, state = rng.choice(list(board.successors(state)))
            moves += move
            if board.payoff(state) is not None:
                break
        else:
            found.append(moves)
    return tuple(found)


@cache
def position(moves: str) -> ConnectFour:
    board = ConnectFour((0, 0), 7, 6)
    state = board.start
    for move in moves:
        state = dict(board.successors(state))[move]
    return board.at(state)


def judge(games: Sequence[str]) -> None:
    for moves in games:
        board = position(moves)
        ConnectKernel(*board.drops).verdict(*board.start, lambda nodes: nodes + 1_000_000)


def solve_each(games: Sequence[str]) -> None:
    for moves in games:
        assert not solve(position(moves)).solution.known


def pons(games: Sequence[str], options: Sequence[str]) -> str:
    """Run P. Pons' solver without an opening book."""
    program = os.environ.get("CLEW_CONNECT4", "")
    if not Path(program).is_file():
        raise NotInstalled("CLEW_CONNECT4 doesn't name the program")
    command = [program, "-b", os.devnull, *options]
    lines = "\n".join(games) + "\n"
    run = subprocess.run(command, input=lines, text=True, capture_output=True, check=True)
    return run.stdout


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
