"""Games: noughts and crosses against aima-python and easyAI, and nim-values against the clock.

Each searches from the empty board, and ours includes the check of the verdict. aima-python is no
package: name the folder that holds it in CLEW_AIMA. Goals: 5 x aima-python over the whole tree,
3 x easyAI with a table, 10 ms with symmetry, 5 s for Kayles to 100,000 and octal games to 10,000.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from benchmarks.measure import cpu, interleaved, line
from clew import parse, solve
from clew.search.native import Octal, PyOctal
from clew.why import table

NODES = 549_946


def main() -> None:
    whole_tree()
    with_a_table()
    larger_boards()
    nim_values()


def larger_boards() -> None:
    print("\nOther boards, every best move, by the kernel")
    for board in ("3x3", "4x4", "5x4,4", "5x5,4"):
        seconds = cpu(lambda: solve(parse(f"noughts:{board}"), "in-a-row"))  # noqa: B023
        print(line(board, seconds, seconds))


def whole_tree() -> None:
    print(f"\nNoughts and crosses by plain minimax, all {NODES:,} nodes")
    mine = interleaved({"clew": lambda: ours("minimax")}, rounds=3)["clew"]
    print(line("clew minimax", mine, mine))
    peer = aima()
    if peer is None:
        print("  aima-python                         not measured: set CLEW_AIMA to its folder")
    else:
        print(line("aima-python minmax_decision", cpu(peer), mine))


def with_a_table() -> None:
    print("\nNoughts and crosses by alpha-beta with a table")
    works = {
        "clew alpha-beta": lambda: ours("alpha-beta"),
        "clew alpha-beta:symmetry=yes": lambda: ours("alpha-beta:symmetry=yes"),
        "easyAI Negamax(9), its table": easy_ai(win_score=None),
        "easyAI Negamax(9), the same, win_score=90": easy_ai(win_score=90),
    }
    times = interleaved(works, rounds=7)
    for name, seconds in times.items():
        print(line(name, seconds, times["clew alpha-beta"]))


def nim_values() -> None:
    print("\nNim-values")
    works: dict[str, Callable[[], object]] = {
        "Kayles to 100,000, with its period": lambda: table("kayles", 100_000),
        "Kayles to 100,000, kernel alone": lambda: Octal([0, 7, 7]).run(100_001),
        "0.6 (Officers) to 10,000": lambda: table("octal:0.6", 10_000),
        "4.007 to 10,000": lambda: table("octal:4.007", 10_000),
        "0.6 to 100,000": lambda: table("octal:0.6", 100_000),
        "0.6 to 10,000, in Python": lambda: PyOctal([0, 6]).run(10_001),
        "Grundy's game to 1,000": lambda: table("grundy", 1_000),
    }
    for name, work in works.items():
        seconds = cpu(work)
        print(line(name, seconds, seconds))


def ours(strategy: str) -> None:
    result = solve(parse("noughts:3x3"), strategy)
    assert result.answer.value == 0
    assert strategy != "minimax" or result.stats.nodes == NODES


def easy_ai(win_score: int | None) -> Callable[[], object]:
    from easyAI import AI_Player, Negamax, TranspositionTable
    from easyAI.games.TicTacToe import TicTacToe

    class Board(TicTacToe):  # type: ignore[misc]  # untyped
        """Its own example, with the key that its tables ask for."""

        def ttentry(self) -> tuple[int, ...]:
            return (*self.board, self.current_player)

    def search() -> object:
        options = {} if win_score is None else {"win_score": win_score}
        algorithm = Negamax(9, tt=TranspositionTable(), **options)
        move = algorithm(Board([AI_Player(algorithm), AI_Player(algorithm)]))
        assert abs(algorithm.alpha) < 1
        return move

    return search


def aima() -> Callable[[], object] | None:
    """Its minimax over its own TicTacToe, or None where it is not to be found."""
    folder = os.environ.get("CLEW_AIMA")
    if not folder:
        return None
    sys.path.insert(0, folder)
    from aima.games import TicTacToe, minmax_decision

    game = TicTacToe()
    return lambda: minmax_decision(game.initial, game)


if __name__ == "__main__":
    main()
