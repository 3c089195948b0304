"""Games against the tables of the literature, and strategies against each other."""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.core.events import Kind, Trace
from clew.core.faces import ENDLESS, Verdict
from clew.core.games import GamePuzzle, GameSum, work_out
from clew.core.puzzle import Unsuited
from clew.core.registry import all_puzzles
from clew.core.result import Run, Status
from clew.play import Session
from clew.puzzles.nim import Nim
from clew.puzzles.noughts import Noughts
from clew.search.game.grundy import Nimbers, SpragueGrundy, losing, winning
from clew.search.game.tree import AlphaBeta
from clew.search.strategy import parse_strategy
from tests.search.game.known_games import CHOMP, EMPTY_AND_DIVIDE, NOUGHTS

STRATEGIES = (
    "minimax", "alpha-beta", "alpha-beta:table=no", "alpha-beta:symmetry=yes",
    "alpha-beta:order=mobility", "alpha-beta:order=promising", "grundy", "in-a-row", "retrograde",
)  # fmt: skip


def game(text: str) -> GamePuzzle:
    puzzle = clew.parse(text)
    assert isinstance(puzzle, GamePuzzle)
    return puzzle


def verdict(text: str, strategy: str = "auto") -> Verdict:
    answer = clew.solve(game(text), strategy).solution
    assert isinstance(answer, Verdict)
    return answer


def brute_force(puzzle: GamePuzzle) -> tuple[int, tuple[str, ...]]:
    """The value and the best moves by the plainest recursion there is."""
    rules = puzzle.game()

    @cache
    def value(state: Any) -> int:
        paid = rules.payoff(state)
        return max(-value(s) for _, s in rules.successors(state)) if paid is None else paid

    start = value(rules.start)
    over = rules.payoff(rules.start) is not None
    after = () if over else rules.successors(rules.start)
    return start, tuple(move for move, state in after if value(state) == -start)


# ------------------------------------------------------------------ noughts and crosses


def walk(visit: Callable[[int, int], None]) -> None:
    """Every node of the tree of noughts and crosses, with its depth."""
    rules = Noughts.parse("3x3").game()

    def down(state: int, depth: int) -> None:
        visit(state, depth)
        if rules.payoff(state) is None:
            for _, after in rules.successors(state):
                down(after, depth + 1)

    down(rules.start, 0)


def test_the_whole_tree_of_noughts_and_crosses() -> None:
    board = Noughts.parse("3x3")
    rules = board.game()
    nodes, ends, lengths = 0, Counter[int](), Counter[int]()
    states: set[int] = set()

    def visit(state: int, depth: int) -> None:
        nonlocal nodes
        nodes += 1
        states.add(state)
        paid = rules.payoff(state)
        if paid is not None:
            ends[paid * (1 if depth % 2 == 0 else -1)] += 1
            lengths[depth] += 1

    walk(visit)
    assert nodes == NOUGHTS["nodes"]
    assert sum(ends.values()) == NOUGHTS["games"]
    assert (ends[1], ends[-1], ends[0]) == (NOUGHTS["x"], NOUGHTS["o"], NOUGHTS["draw"])
    assert {str(k): n for k, n in lengths.items()} == NOUGHTS["games_by_length"]
    assert len(states) == NOUGHTS["states"]
    marks = Counter(str(state.bit_count()) for state in states)
    assert marks == NOUGHTS["states_by_marks"]
    over = {state for state in states if rules.payoff(state) is not None}
    assert len(over) == NOUGHTS["terminal_states"]
    assert len({rules.canonical(state) for state in states}) == NOUGHTS["classes"]
    assert len({rules.canonical(state) for state in over}) == NOUGHTS["terminal_classes"]
    for group, keys in (
        (over, ("tx", "to", "td")),
        (map(rules.canonical, over), ("cx", "co", "cd")),
    ):
        by_end = Counter(_end(rules.payoff(state), state) for state in set(group))
        assert [by_end[mark] for mark in ("X", "O", "-")] == [NOUGHTS[key] for key in keys]


def _end(paid: int | None, state: int) -> str:
    """Who won: the player who is not to move, X after an odd number of marks."""
    return "-" if paid == 0 else "XO"[state.bit_count() % 2 == 0]


def test_minimax_visits_every_node() -> None:
    result = clew.solve(game("noughts:3x3"), "minimax")
    assert result.stats.nodes == NOUGHTS["nodes"]
    assert result.solution.value == 0
    assert len(result.solution.best) == 9


def test_what_alpha_beta_and_its_options_save() -> None:
    board = game("noughts:3x3")
    nodes = [
        clew.solve(board, f"alpha-beta:{options}").stats.nodes
        for options in ("table=no", "table=yes", "symmetry=yes")
    ]
    assert nodes == sorted(nodes, reverse=True)
    assert nodes[0] < NOUGHTS["nodes"] / 5
    assert nodes[2] < 1000


def test_every_position_of_noughts_and_crosses_has_its_value() -> None:
    board = Noughts.parse("3x3")
    values = work_out(board.game(), 6000)
    assert values is not None
    assert len(values) == NOUGHTS["states"]
    for state in list(values)[::23]:
        answer = clew.solve(board.at(state)).solution
        assert answer.value == values[state]
        assert board.at(state).game().start == state


@pytest.mark.parametrize("clew_first", [True, False])
def test_perfect_play_never_loses_at_noughts_and_crosses(clew_first: bool) -> None:
    """Against every line of the opponent."""
    session = Session(Noughts.parse("3x3"))
    games = 0

    def go(ours: bool) -> None:
        nonlocal games
        if session.over:
            games += 1
            assert session.winner in (None, 0 if clew_first else 1)
            return
        for move in [session.best()] if ours else session.moves():
            session.play(move)
            go(not ours)
            session.undo()

    go(clew_first)
    assert games > 50


@pytest.mark.parametrize(
    ("text", "value"),
    [("3x3", 0), ("3x4,3", 1), ("1x5,2", 1), ("4x4,4", 0), ("4x3,3", 1), ("2x2", 1), ("1x1", 1)],
)
def test_values_of_other_boards(text: str, value: int) -> None:
    assert verdict(f"noughts:{text}").value == value


def test_canonical_positions_of_larger_boards() -> None:
    for text in ("X.../.O../..X./....", "X.../O.../....", "XO/../.."):
        board = Noughts.parse(text)
        rules = board.game()
        rows = str(board).split(",")[0].split("/")
        mirrored = "/".join(row[::-1] for row in rows[::-1])
        assert rules.canonical(rules.start) == rules.canonical(Noughts.parse(mirrored).game().start)
        assert rules.canonical(rules.canonical(rules.start)) == rules.canonical(rules.start)


# ------------------------------------------------------------------ Nim and its kin


def nim_value(piles: tuple[int, ...], misere: bool) -> int:
    """By recursion over the rules, without any theorem."""
    key = tuple(sorted(pile for pile in piles if pile))
    if (key, misere) not in NIM:
        after = {
            nim_value((*key[:i], left, *key[i + 1 :]), misere)
            for i, pile in enumerate(key)
            for left in range(pile)
        }
        NIM[key, misere] = (1 if -1 in after else -1) if after else (1 if misere else -1)
    return NIM[key, misere]


NIM: dict[tuple[tuple[int, ...], bool], int] = {}


@pytest.mark.parametrize("misere", [False, True])
def test_perfect_play_wins_every_won_position_of_nim(misere: bool) -> None:
    """Every position up to 4 piles of 7: the move made hands over a lost one, so no line loses."""
    for piles in combinations_with_replacement(range(8), 4):
        session = Session(Nim(piles, misere))
        assert session.verdict().value == nim_value(piles, misere)
        if session.over:
            continue
        best = set(session.verdict().best)
        rules = session.first.game()
        for move, after in rules.successors(piles):
            assert (move in best) == (nim_value(after, misere) == -nim_value(piles, misere))
        assert session.best() in best


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("5,7,9", [(3, 7)]),
        ("13,12,8", [(1, 9), (2, 7), (3, 7)]),
        ("12,19,27", [(1, 4)]),
        ("13,17,19,23", [(2, 8), (3, 8), (4, 8)]),
        ("12,19,27,misere", [(1, 4)]),
        ("13,17,19,23,misere", [(2, 8), (3, 8), (4, 8)]),
    ],
)
def test_fergusons_nim(text: str, moves: list[tuple[int, int]]) -> None:
    assert verdict(f"nim:{text}").best == tuple(f"pile {p}: take {n}" for p, n in moves)


def test_more_of_fergusons_nim() -> None:
    assert verdict("nim:15,23,30").value == 1
    assert verdict("nim:27,17").nimber == 10
    assert verdict("nim:63,38").nimber == 25


def test_moores_nim_by_his_theorem() -> None:
    """Lost if in every binary place the number of ones is divisible by k + 1."""
    for k, piles in product((2, 3), combinations_with_replacement(range(4), 4)):
        lost = all(sum(p >> bit & 1 for p in piles) % (k + 1) == 0 for bit in range(2))
        assert (verdict(f"nim:{','.join(map(str, piles))},k={k}").value == -1) == lost


def test_staircase_by_its_theorem() -> None:
    for steps in product(range(3), repeat=4):
        puzzle = game("staircase:" + ",".join(map(str, steps)))
        assert brute_force(puzzle)[0] == (-1 if steps[0] == steps[2] else 1)


def test_wythoff_by_the_golden_section() -> None:
    golden = (1 + 5**0.5) / 2
    lost = {(int(n * golden), int(n * golden * golden)) for n in range(20)}
    for one, two in combinations_with_replacement(range(16), 2):
        assert (verdict(f"wythoff:{one},{two}").value == -1) == ((one, two) in lost)


def test_empty_and_divide() -> None:
    pairs = combinations_with_replacement(range(1, 13), 2)
    lost = tuple(pair for pair in pairs if verdict("empty-divide:{},{}".format(*pair)).value < 0)
    assert lost == EMPTY_AND_DIVIDE


@pytest.mark.parametrize("bar", CHOMP)
def test_chomp(bar: str) -> None:
    best = tuple(f"r{row}c{col}" for row, col in CHOMP[bar])
    assert verdict(f"chomp:{bar}").best == best


def test_take_away() -> None:
    assert verdict("subtraction:1,2,3@21").best == ("take 1",)
    assert verdict("subtraction:1-6@31").best == ("take 3",)


def test_the_thirty_one_game_with_four_cards_of_each() -> None:
    """Three of the six first cards win, five among them, and not the one of the simple game."""
    assert verdict("subtraction:1-6@31,cards=4").best == ("take 1", "take 2", "take 5")
    value, best = brute_force(game("subtraction:1-6@31,cards=4"))
    assert (value, best) == (1, ("take 1", "take 2", "take 5"))


def schwenk(times: int, last: int) -> Iterator[int]:
    """The lost piles: each is the last one and the least before it whose multiple reaches that."""
    lost = [1]
    while lost[-1] <= last:
        yield lost[-1]
        lost.append(lost[-1] + next(n for n in lost if times * n >= lost[-1]))


@pytest.mark.parametrize("times", [1, 2, 3, 4])
def test_dynamic_subtraction_by_schwenks_theorem(times: int) -> None:
    """Powers of two, then the Fibonacci numbers, …"""
    found = [n for n in range(1, 60) if verdict(f"dynamic:{n},times={times}").value == -1]
    assert found == list(schwenk(times, 59))
    assert times > 2 or found[:6] == [[1, 2, 4, 8, 16, 32], [1, 2, 3, 5, 8, 13]][times - 1]


def test_sos_as_ferguson_asks() -> None:
    """Seven squares are won in the middle; whoever writes between S and S two apart loses."""
    assert verdict("sos:7").best == ("S at 4",)
    assert verdict("sos:S..S").value == -1
    values = [verdict(f"sos:{n}").value for n in range(1, 10)]
    assert values == [0, 0, 0, 0, 0, 0, 1, 0, 1]


def test_northcott_by_the_gaps() -> None:
    """The game may go on for ever, and its value is that of Nim all the same."""
    for rows in product(((1, 2), (1, 4), (3, 1), (2, 4)), repeat=2):
        text = f"northcott:4@{','.join(f'{white}-{black}' for white, black in rows)}"
        gaps = [abs(white - black) - 1 for white, black in rows]
        by_nim, back = verdict(text, "grundy"), verdict(text, "retrograde")
        assert by_nim.value == back.value == (1 if gaps[0] ^ gaps[1] else -1)
        assert by_nim.best == back.best


# ------------------------------------------------------------------ sums


def test_a_sum_is_one_game() -> None:
    puzzle = game("nim:3,4+kayles:7+subtraction:1,2,3@15")
    assert puzzle.id == "nim:3,4+kayles:7+subtraction:1,2,3@15"
    answer = verdict(puzzle.id)
    assert (answer.value, answer.nimber) == (1, 3 ^ 4 ^ 2 ^ 3)
    assert answer.best == ("1. pile 2: take 2", "2. take 2")


@pytest.mark.parametrize(
    "text",
    [
        "nim:1,2+kayles:3", "nim:2+wythoff:1,3", "chomp:2x2+nim:1", "grundy:5+lasker:2",
        "turtles:HTH+nimble:2", "staircase:1,1,2+dawson:4", "digraph:a>b,b>c,a>c@a+nim:1",
        "empty-divide:2,3+octal:0.6@5", "dynamic:5+nim:2", "nim:2,misere+nim:1,misere",
        "subtraction:1,2@4,misere+subtraction:1,3@3,misere", "nim:1,1,k=2+nim:2",
    ],
)  # fmt: skip
def test_sums_by_recursion(text: str) -> None:
    puzzle = game(text)
    expected = brute_force(puzzle)
    for strategy in map(parse_strategy, STRATEGIES):
        if strategy.accepts(puzzle.face(strategy.face)):
            answer = clew.solve(puzzle, strategy).solution
            assert (answer.value, answer.best) == expected, str(strategy)


@pytest.mark.parametrize("example", GameSum.examples, ids=lambda example: example.text)
def test_examples_of_sums(example: Any) -> None:
    puzzle = GameSum.parse(example.text)
    assert verdict(puzzle.id).value == example.value
    assert clew.parse(puzzle.id) == puzzle
    assert puzzle.board().cells
    assert game(puzzle.id).at(puzzle.game().start) == puzzle


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nim:3+sudoku:1...............", "game 2: can't add sudoku, which isn't a game"),
        (
            "nim:3+nosuch:3",
            "game 2: no game called 'nosuch': did you mean noughts? (`clew puzzles` lists them "
            "all)",
        ),
        ("nim:3+noughts:3x3", "game 2: can't add noughts, which isn't an impartial game"),
        ("northcott:4@1-3+nim:3", "game 1: can't add northcott, which isn't an impartial game"),
        ("nim:3+nim:2,misere", "can't add a game in normal play and one in misère play"),
        ("nim:3+kayles:x", "kayles: column 1: found 'x', expected a row from 0 to 1000000"),
    ],
)
def test_bad_sums(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        clew.parse(text)


# ------------------------------------------------------------------ strategies


SMALL = [
    "noughts:XO./.X./..O", "noughts:3x2,2", "noughts:XO./OX./...", "nim:2,3,4", "nim:1,2,2,misere",
    "nim:2,2,3,k=2", "nim:1,2,2,k=2,misere", "staircase:1,2,2", "wythoff:4,6", "lasker:1,4",
    "subtraction:1,3,4@10", "subtraction:2,3@9,misere", "subtraction:1-3@7,cards=1",
    "empty-divide:4,5", "chomp:3x3", "chomp:4,2,1", "dynamic:9", "dynamic:10,times=2",
    "nimble:2,3,4", "turtles:HTHHT", "octal:0.77@8", "octal:0.137@3,6", "octal:4.3@5",
    "octal:0.6@8", "kayles:4,5", "dawson:9", "grundy:9", "sos:5", "sos:S..S.",
    "digraph:a>b,a>c,b>d,c>d,d>e@a", "connect-four:XO./XO./OX.,3", "connect-four:..../.O../.XX.,3",
    "kalah:2x1", "kalah:1,0,2/0,1,0", "dots-and-boxes:1x1", "dots-and-boxes:2x1:r1c2,r1c4,r2c3",
]  # fmt: skip


@pytest.mark.parametrize("text", SMALL)
def test_strategies_agree_on_every_small_game(text: str) -> None:
    puzzle = game(text)
    expected = brute_force(puzzle)
    for strategy in map(parse_strategy, STRATEGIES):
        if strategy.face in puzzle.faces and strategy.accepts(puzzle.face(strategy.face)):
            answer = clew.solve(puzzle, strategy).solution
            assert (answer.value, answer.best) == expected, str(strategy)
            assert answer.ending == "over"


def test_every_game_is_among_the_small_ones() -> None:
    """Northcott has a test of its own, since it may go on for ever."""
    kinds = {kind.name for kind in all_puzzles() if issubclass(kind, GamePuzzle)}
    assert kinds - {"northcott"} == {text.partition(":")[0] for text in SMALL}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=14))
def test_retrograde_on_any_graph(edges: list[tuple[int, int]]) -> None:
    """Values by their definition: won if a move reaches a lost one, lost if all reach won ones."""
    text = ",".join(f"{one}>{two}" for one, two in edges)
    puzzle = game(f"digraph:{text}@{edges[0][0]}")
    answer = clew.solve(puzzle, "retrograde").solution
    values = work_out(puzzle.game(), 10_000)
    assert values is not None
    assert answer.value == values[str(edges[0][0])]
    after = {two for one, two in edges if one == edges[0][0]}
    assert set(answer.best) == {str(v) for v in after if values[str(v)] == -answer.value}
    assert (answer.ending == ENDLESS) == (answer.value == 0)


def test_a_game_that_never_ends_is_reported() -> None:
    puzzle = game("digraph:a>b,b>a,b>c,c>d@a")
    for strategy in ("minimax", "alpha-beta", "grundy"):
        with pytest.raises(Unsuited) as error:
            clew.solve(puzzle, strategy)
        assert str(error.value) == (
            f"{strategy} can't search this digraph: "
            "draw by repetition is not defined: cycle a -> b -> a"
        )
    answer = verdict(puzzle.id)
    assert (answer.value, answer.ending, answer.line) == (0, ENDLESS, ("b", "a"))
    assert "forever" in puzzle.tell(answer)
    with pytest.raises(Unsuited, match="cycle"):
        clew.solve(game("digraph:a>a+staircase:1,2"), "grundy")


def test_misere_play_has_no_nim_values_but_for_nim() -> None:
    with pytest.raises(Unsuited, match="nim-values say nothing of misère play"):
        clew.solve(game("subtraction:1,2@7,misere"), "grundy")
    assert clew.solve(game("subtraction:1,2@7,misere")).strategy.startswith("alpha-beta")


@pytest.mark.parametrize("strategy", ["minimax", "alpha-beta:table=no", "alpha-beta", "retrograde"])
def test_a_trace_tells_every_value(strategy: str) -> None:
    trace = Trace()
    result = clew.solve(game("noughts:XO./.X./..O"), strategy, trace=trace)
    expanded = [event for event in trace if event.kind is Kind.EXPAND]
    assert [event.subject for event in expanded] == list(range(result.stats.nodes))
    if strategy in ("minimax", "retrograde"):
        valued = {event.subject for event in trace if event.kind is Kind.VALUE}
        assert valued == set(range(result.stats.nodes))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_limits(strategy: str) -> None:
    puzzle = game("subtraction:1,2,3@30") if strategy == "grundy" else game("noughts:3x3")
    result = clew.solve(puzzle, strategy, max_nodes=20)
    assert (result.status, result.reason) == (Status.STOPPED, "nodes")
    assert result.stats.nodes <= 20
    assert clew.solve(puzzle, strategy, max_seconds=0.0).status is Status.STOPPED


def test_deep_games_need_no_deep_stack() -> None:
    before = sys.getrecursionlimit()
    assert verdict("subtraction:1,2@4000", "alpha-beta").value == 1
    assert verdict("subtraction:1,2@30000").value == -1
    assert clew.solve(game("nim:60000"), "minimax", max_seconds=2).status is Status.STOPPED
    assert sys.getrecursionlimit() == before


def test_large_piles_are_no_trouble() -> None:
    assert verdict("nim:100000,99999").value == 1
    assert verdict("nim:50000,50000").value == -1
    assert verdict("kayles:20000").value == 1
    assert verdict("octal:0.07@5000").ending in ("cut", "over")


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        (Verdict(1, ("pile 1: take 9",), ()), "'pile 1: take 9' is not a move here"),
        (Verdict(-1, (), ()), "the verdict has no best move, but the game isn't over"),
        (
            Verdict(1, ("pile 1: take 1",), ("pile 2: take 1",)),
            "the line begins with 'pile 2: take 1', which is not a best move",
        ),
        (
            Verdict(1, ("pile 1: take 1",), ("pile 1: take 1",)),
            "the line ends before the game does",
        ),
        (
            Verdict(1, ("pile 1: take 1",), ("pile 1: take 1", "pile 2: take 2")),
            "the line ends as a loss, not a win",
        ),
        (
            Verdict(1, ("pile 1: take 1",), ("pile 1: take 1", "pile 1: take 1")),
            "move 2 of the line, 'pile 1: take 1', is not a move there",
        ),
        (
            Verdict(0, ("pile 1: take 1",), ("pile 1: take 1",), ENDLESS),
            "the line is not a draw by repetition",
        ),
        (Verdict(-1, ("pile 1: take 1",), (), "cut"), "the value is a win, not a loss"),
        (Verdict(1, ("pile 1: take 1",), (), "cut"), "the best moves are pile 2: take 1"),
    ],
)
def test_a_wrong_verdict_is_found_out(answer: Verdict, complaint: str) -> None:
    assert game("nim:1,2").check(answer) == [complaint]


def test_a_search_may_be_run_by_hand() -> None:
    run = Run()
    found = list(AlphaBeta(symmetry="yes")(game("nim:2,3").game(), run))
    assert [answer.best for answer in found] == [("pile 2: take 1",)]
    assert run.stats.nodes > 1


# ------------------------------------------------------------------ text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("nim: 3, 4 ,5 , misere", "nim:3,4,5,misere"),
        ("nim:3 4 5,k=2", "nim:3,4,5,k=2"),
        ("noughts:3X3,3", "noughts:3x3"),
        ("noughts:xo-/_x./0..", "noughts:XO./.X./O.."),
        ("noughts:XO/..,2", "noughts:XO/.."),
        ("noughts:4x4,3", "noughts:4x4,3"),
        ("subtraction:3,1,2,5,6,7,8@9", "subtraction:1,2,3,5-8@9"),
        ("subtraction:1-4,misere@9", "subtraction:1-4@9,misere"),
        ("subtraction:1,2@9,cards=2_1", "subtraction:1,2@9,cards=2_1"),
        ("chomp:2X3", "chomp:2x3"),
        ("chomp:3,3", "chomp:2x3"),
        ("dynamic:9,limit=3,times=2", "dynamic:9,times=2,limit=3"),
        ("dynamic:9,limit=8", "dynamic:9"),
        ("turtles:ht h", "turtles:HTH"),
        ("octal:.77@7", "octal:0.77@7"),
        ("sos:s-.", "sos:S.."),
        ("digraph:a->b, b->c", "digraph:a>b,b>c@a"),
        ("northcott:5@1-3,white", "northcott:5@1-3"),
    ],
)  # fmt: skip
def test_texts_are_read_and_written(text: str, written: str) -> None:
    assert clew.parse(text).id == written


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nim:", 'found 0 numbers, expected 1 to 1000, each a pile'),
        ("nim:3,x", "column 3: found 'x', expected a pile from 0 to 1000000"),
        ("nim:3,-1", "column 3: found '-1', expected a pile from 0 to 1000000"),
        ("nim:3,k=0", "found '0', expected k=, a number of piles from 1 to 20"),
        ("noughts:XX./.X./...", 'found 3 X and 0 O, expected as many of each, or one X more'),
        ("noughts:XXX/OOO/...", 'the player to move already has 3 in a row'),
        (
            "noughts:XQ./.../...",
            "row 1, column 2: found 'Q', expected X, O or '.' (or a size such as 3x3)",
        ),
        ("noughts:X./...", 'row 2: found 3 cells, expected 2'),
        ("noughts:0x3", "found '0', expected a side from 1 to 15"),
        ("noughts:3x3,4", "found '4', expected a length from 1 to 3"),
        ("subtraction:1,2", "found '1,2', expected numbers, @ and piles: 1,2,3@21"),
        ("subtraction:0@3", "column 1: found '0', expected a number to take from 1 to 1000000"),
        ("subtraction:@3", 'found no numbers before @, expected those that may be taken'),
        ("octal:0.8@3", "found the code '0.8', expected digits from 0 to 7"),
        ("octal:77@3", "found '77@3', expected a code, @ and heaps: 0.77@7"),
        ("octal:2.7@3", 'found 2 before the point, expected 0 or 4'),
        ("wythoff:3", 'found 1 numbers, expected 2'),
        ("empty-divide:0,3", "column 1: found '0', expected a number of chips from 1 to 10000"),
        ("chomp:2,3", 'row 2: found 3 squares, expected at most 2'),
        ("chomp:0x3", "found '0', expected a side from 1 to 40"),
        ("turtles:HTX", "coin 3: found 'X', expected H or T"),
        ("turtles:", 'found 0 coins, expected 1 to 200'),
        ("sos:SXS", "square 2: found 'X', expected S, O or '.'"),
        ("sos:0", 'found 0 squares, expected 1 to 60'),
        ("dynamic:x", "found 'x', expected a pile from 0 to 10000"),
        ("northcott:5", "found '5', expected 8@1-4,3-8"),
        ("northcott:5@1-6", "found '6', expected a square from 1 to 5"),
        ("northcott:5@3-3", 'row 1: found 3-3, expected two squares, 1 to 5'),
        ("digraph:a>b,c", "edge 2: found 'c', expected from>to"),
        ("digraph:a>b@z", "found the token at 'z', expected a vertex of an edge"),
        ("kayles:", 'found 0 numbers, expected 1 to 1000, each a row'),
        ("grundy:-", "column 1: found '-', expected a heap from 0 to 1000000"),
    ],
)  # fmt: skip
def test_bad_input_is_one_clear_line(text: str, message: str) -> None:
    kind = text.partition(":")[0]
    with pytest.raises(ValueError, match=f"^{kind}: {re.escape(message)}$"):
        clew.parse(text)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from([kind.name for kind in all_puzzles() if issubclass(kind, GamePuzzle)]),
    st.text("0123456789,@.-x+=XOHTS/>abk misere:", max_size=20),
)
def test_any_text_is_read_or_refused(kind: str, text: str) -> None:
    with suppress(ValueError):
        puzzle = clew.parse(f"{kind}:{text}")
        assert clew.parse(puzzle.id) == puzzle


@pytest.mark.parametrize("text", SMALL)
def test_every_position_is_a_puzzle(text: str) -> None:
    """The moves of a line lead through puzzles that can be written, read and drawn."""
    puzzle = game(text)
    states = [puzzle.game().start]
    for move in verdict(text).line:
        states.append(dict(puzzle.game().successors(states[-1]))[move])
    for before, after in pairwise(states):
        there = puzzle.at(after)
        assert clew.parse(there.id) == there
        assert there.board().cells
        assert puzzle.at(before) != there


# ------------------------------------------------------------------ piles are their own values

PILES = (
    "nim:3,4,5", "nim:6", "nim:1,2,3,misere", "nim:1,1,misere", "nim:0,1,1,1,misere",
    "nimble:1,4,6", "turtles:THTTHH", "northcott:5@1-4,2-3,5-1", "northcott:5@1-3,5-2,black",
    "staircase:2,3,1,2", "staircase:0,3", "nim:2,3+nimble:3,1", "nim:1,2,misere+nim:3,misere",
    "nim:3+staircase:1,2",
)  # fmt: skip
HUGE = (
    "nim:1000000,999999,5", "nim:1000000,999998,misere", "nimble:1000000,999999,5",
    "turtles:" + "H" * 200, "northcott:60@" + ",".join(["1-60"] * 40),
    "staircase:" + ",".join(["9"] * 40), "nim:" + ",".join(str(997 * n) for n in range(1000)),
    "nim:500000,7+nimble:3,999999",
)  # fmt: skip


class Plain:
    """The same game without what tells the winning moves of piles."""

    def __init__(self, face: Any) -> None:
        self.face = face

    def __getattr__(self, name: str) -> Any:
        if name == "leaving":
            raise AttributeError(name)
        return getattr(self.face, name)


def positions(face: Any, most: int = 60) -> list[Any]:
    """Some positions that can come up, the first among them."""
    found = [face.start]
    for state in found:
        if len(found) < most:
            found += [after for _, after in face.successors(state) if after not in found]
    return found[:most]


@pytest.mark.parametrize("text", PILES)
def test_winning_moves_of_piles_are_those_found_by_a_look_at_all(text: str) -> None:
    face: Any = game(text).impartial()
    assert face.is_nim
    lost = losing(face, Nimbers(face))
    for state in positions(face):
        every = [item for item in face.successors(state) if lost(item[1])]
        assert lost(state) or list(winning(face, state, lost)) == every
        for place in range(len(face.parts(state))):
            for left in range(8):
                for item in face.leaving(state, place, left):
                    assert item in list(face.successors(state))


@pytest.mark.parametrize("text", PILES)
def test_the_verdict_on_piles_is_the_same_without_the_theorem(text: str) -> None:
    face: Any = game(text).impartial()
    assert list(SpragueGrundy()(face, Run())) == list(SpragueGrundy()(Plain(face), Run()))


@pytest.mark.parametrize("text", [*PILES, "kayles:4,3", "grundy:5,4", "nim:2,2,2,k=2"])
def test_a_move_is_made_by_its_words_alone(text: str) -> None:
    face: Any = game(text).impartial()
    for state in positions(face):
        after = dict(face.successors(state))
        for move, then in after.items():
            assert face.made(state, move) == then
            for wrong in (f"{move}0", f"{move} ", f" {move}", move[:-1], move.replace(" ", "  ")):
                assert face.made(state, wrong) == after.get(wrong)
            for digit in "0123456789":
                other = re.sub(r"\d", digit, move, count=1)
                assert face.made(state, other) == after.get(other)


@pytest.mark.parametrize("text", HUGE, ids=lambda text: text[:24])
def test_huge_piles_are_answered_at_once(text: str) -> None:
    """Their moves are millions; a winning one is worked out and checked without a look at all."""
    puzzle = game(text)
    before = time.process_time()
    assert clew.solve(puzzle).solved
    assert time.process_time() - before < 1


def test_a_wrong_winning_move_of_huge_piles_is_noticed() -> None:
    puzzle = game("nim:1000000,999999,5")
    found = clew.solve(puzzle).solution
    for wrong in ("pile 1: take 1000001", "pile 4: take 1", "take 6"):
        assert puzzle.check(replace(found, best=(wrong,), line=(wrong,)))
    assert puzzle.check(replace(found, value=-1))
