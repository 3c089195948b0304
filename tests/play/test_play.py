"""Games in play: the session, and the terminal in another process."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

import clew
from clew.core.puzzle import Unsuited
from clew.core.registry import all_puzzles
from clew.core.result import Stopped
from clew.play import Fill, NoMove, Session, Walk, open_play, resume, underway
from clew.play.base import find_move
from clew.puzzles.nim import Nim

CLEW = (sys.executable, "-m", "clew")


def session(text: str) -> Session:
    opened = open_play(clew.parse(text))
    assert isinstance(opened, Session)
    return opened


# ------------------------------------------------------------------ the session


def test_moves_undo_and_redo() -> None:
    game = session("nim:3,4,5")
    assert len(game.moves()) == 12
    assert game.play("pile 1: take 2") == "pile 1: take 2"
    assert game.position == Nim((1, 4, 5))
    assert (game.mover, game.played) == (1, ("pile 1: take 2",))
    assert game.undo() == 1
    assert game.position == Nim((3, 4, 5))
    assert game.redo(2) == 1
    assert game.position == Nim((1, 4, 5))
    game.play("pile 3: take 1")
    assert game.redo() == 0
    assert game.undo(5) == 2


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("pile 2: take 3", "pile 2: take 3"),
        ("  PILE 2:  take 3 ", "pile 2: take 3"),
        ("2 3", "pile 2: take 3"),
        ("2-3", "pile 2: take 3"),
        ("2,3", "pile 2: take 3"),
    ],
)
def test_find_accepts_short_forms_of_a_move(typed: str, meant: str) -> None:
    assert session("nim:3,4,5").play(typed) == meant


@pytest.mark.parametrize("typed", ["", "pile", "9 9", "take", "1", "pile 1: take 4", "x" * 500])
def test_find_with_no_such_move_raises(typed: str) -> None:
    game = session("nim:3,4,5")
    with pytest.raises(NoMove) as error:
        game.play(typed)
    assert len(str(error.value)) < 300
    assert game.played == ()


@pytest.mark.parametrize("kind", all_puzzles(), ids=lambda kind: kind.name)
def test_underway_stops_between_the_start_and_the_end(kind: Any) -> None:
    begun = 0
    for example in kind.examples:
        puzzle = kind.parse(example.text)
        play = underway(puzzle, max_seconds=60)
        assert play.played == underway(puzzle, max_seconds=60).played
        begun += bool(play.played) and not play.over
        assert play.over <= open_play(puzzle).over
        if isinstance(play, Fill):
            assert not play.check()["wrong"]
    assert begun


def test_underway_without_a_solution_shows_the_start() -> None:
    assert underway(clew.parse("magic-square:2")).played == ()


def test_finished_game_has_no_moves() -> None:
    game = session("nim:1,misere")
    assert not game.over
    assert game.winner is None
    game.play("take 1")
    assert game.over
    assert game.winner == 1
    assert game.moves() == ()
    with pytest.raises(NoMove):
        game.hint()
    draw = session("noughts:XOX/XOO/.XO")
    draw.play("r3c1")
    assert draw.winner == 0
    draw = session("noughts:XOX/OOX/.XO")
    draw.reply()
    assert draw.over
    assert draw.winner is None


@pytest.mark.parametrize(
    "text",
    ["nim:3,4,5", "kayles:9", "chomp:4x3", "northcott:6@1-4,2-6,5-3", "sos:7", "wythoff:5,6"],
)
def test_perfect_play_wins_a_won_game(text: str) -> None:
    """The opponent plays the first move, the last move, or both in turn."""
    for choice in (0, -1):
        game = session(text)
        for ply in range(400):
            if game.over:
                break
            if game.mover == 0:
                game.reply()
            else:
                game.play(game.moves()[choice if ply % 3 else 0])
        assert game.winner == 0


def test_repeated_position_is_noticed() -> None:
    game = session("digraph:a>b,b>a@a")
    game.play("b")
    assert not game.repeated
    game.play("a")
    assert game.repeated


def test_review_quotes_the_moves() -> None:
    game = session("digraph:a>tox,a>toy,tox>toy@a")
    game.play("tox")
    game.play("toy")
    said = 'move 1, "tox", gave it away: "toy" would have won'
    assert game.review() == {"move": 0, "text": said}


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ((), "'fly' isn't a move here; there are no moves"),
        (("to Zerind",), "'fly' isn't a move here; the only move is: to Zerind"),
        (("to A", "to B"), "'fly' isn't a move here; the moves are: to A; to B"),
        ("abcdefg", "'fly' isn't a move here; the moves are: a; b; c; d; e; f; g"),
        ("abcdegh", "'fly' isn't a move here; the moves are: a; b; c; d; e; g; h"),
        ("abcdeghi", "'fly' isn't a move here; the moves are: a; b; c; d; e; g; h; … (1 more)"),
    ],
)
def test_find_move_lists_at_most_seven_moves(moves: Sequence[str], said: str) -> None:
    with pytest.raises(NoMove, match=f"^{re.escape(said)}$"):
        find_move("fly", moves)


@pytest.mark.parametrize(
    ("saved", "said"),
    [
        ({}, "the saved game has no puzzle id"),
        ({"id": "nim:3", "seconds": -1}, "the saved game's seconds must be 0 or more, not '-1'"),
        ({"id": "nim:3", "undone": 7}, "the saved game's undone must be a list of moves, not '7'"),
        ({"id": "latin:2", "marks": "all"}, "unknown marks 'all': choose from none, clean, full"),
    ],
)
def test_resume_of_bad_data_explains_the_problem(saved: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
        resume(saved)


def test_reply_with_an_unknown_level_lists_the_levels() -> None:
    game = session("nim:3,4,5")
    with pytest.raises(ValueError, match="unknown level 'hard': choose from easy, medium, perfect"):
        game.reply("hard")


def test_save_and_resume() -> None:
    game = session("kayles:7+nim:2")
    game.reply()
    game.reply()
    saved = game.save()
    again = resume(saved)
    assert again.position == game.position
    assert again.save() == saved
    with pytest.raises(ValueError, match="isn't a move here; the moves are: take 1"):
        resume({"id": "nim:3", "moves": ["take 4"]})


def test_open_play_of_an_unplayable_puzzle_raises() -> None:
    with pytest.raises(Unsuited, match="found 100000 rows, expected at most 1000"):
        open_play(clew.parse("queens:100000"))


def test_reply_stops_at_the_limit() -> None:
    game = open_play(clew.parse("noughts:6x6,5"), max_seconds=0.1)
    with pytest.raises(Stopped):
        game.reply()


# ------------------------------------------------------------------ a puzzle for one


def walk(text: str) -> Walk:
    opened = open_play(clew.parse(text))
    assert isinstance(opened, Walk)
    return opened


def test_message_and_check_count_moves() -> None:
    play = walk("jugs:1,2=2")
    assert (play.message, play.check()["text"]) == ("", "you can still finish in 1 move")
    play.play("fill 1")
    assert play.message == "1 move made"
    play.play("pour 1 into 2")
    assert (play.message, play.check()["text"]) == (
        "2 moves made",
        "you can still finish in 1 move",
    )
    play.undo()
    play.play("fill 2")
    assert (play.message, play.check()["text"]) == ("solved in 2 moves", "it's already solved")
    assert walk("jugs:3,5=4").check()["text"] == "you can still finish in 6 moves"


def test_hints_lead_along_a_shortest_walk() -> None:
    for text, steps in (
        ("lights-out:5x5", 15),
        ("lights-out:4x4,neighbours", 6),
        ("jugs:3,5=4", 6),
    ):
        game = walk(text)
        while not game.over:
            game.reply()
        assert len(game.played) == steps
        assert not game.repeated
        assert clew.solve(game.position).solution == ()
        with pytest.raises(NoMove, match="it's already solved"):
            game.hint()


def test_walk_undo_and_save() -> None:
    game = walk("lights-out:2x3:#../...")
    with pytest.raises(NoMove, match="the goal can't be reached from here: every press"):
        game.hint()
    assert game.play("2,3") == "r2c3"
    assert str(game.position) == "2x3:#.#/.##"
    assert game.undo() == 1
    assert game.redo() == 1
    again = resume(game.save())
    assert again.position == game.position
    assert again.played == ("r2c3",)


def test_scrambled_boards_can_be_solved() -> None:
    game = walk("lights-out:4x7")
    game.play("r1c1")
    game.scramble(50, Random(7))
    assert game.played == ()
    assert game.undo() == 0
    assert game.position != clew.parse("lights-out:4x7")
    while not game.over:
        game.reply()


def test_walk_that_is_too_large_raises() -> None:
    with pytest.raises(Unsuited, match="found 10,000 cells, expected at most 4,096"):
        open_play(clew.parse("knight:100x100"))
    with pytest.raises(Unsuited, match="too many presses"):
        open_play(clew.parse("lights-out:1000x1000"))


# ------------------------------------------------------------------ the terminal


def play(*args: str, typed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*CLEW, "play", "--terminal", *args],
        input=typed,
        text=True,
        capture_output=True,
        timeout=120,
        check=False,
    )


def test_terminal_plays_a_whole_game() -> None:
    ended = play("nim:1,2", typed="2 1\n2 1\n")
    assert ended.returncode == 0
    assert ended.stderr == ""
    assert "clew: " in ended.stdout
    assert ended.stdout.rstrip().endswith("you win")


def test_clew_moves_first_and_wins() -> None:
    ended = play("nim:3,4,5", "--second", typed="hint\n2 4\n3 4\n2 1\n")
    assert ended.returncode == 0
    assert "clew: pile 1: take 2" in ended.stdout
    assert "but every move loses" in ended.stdout


def test_hint_why_moves_undo_and_redo() -> None:
    typed = "hint\nwhy\nmoves\nhelp\n1 2\nundo\nundo\nredo\nredo\nnonsense\nquit\n"
    ended = play("nim:3,4,5", typed=typed)
    assert ended.returncode == 0
    for said in (
        "pile 1: take 2: it wins", "nim-sum", "pile 3: take 5", "there is nothing to undo",
        "there is nothing to redo", "'nonsense' isn't a move here", "left the game",
    ):  # fmt: skip
        assert said in ended.stdout, said


def test_terminal_plays_both_sides() -> None:
    typed = "r1c1\nwhy\nr2c2\nundo\nr2c2\nr1c2\nr3c3\nr1c3\n"
    ended = play("noughts:3x3", "--both", typed=typed)
    assert "player 1 (X)> " in ended.stdout
    assert "player 2 (O)> " in ended.stdout
    assert "noughts is not impartial" in ended.stdout
    assert ended.stdout.rstrip().endswith("player 1 wins")


def test_terminal_ends_a_repeating_game_as_a_draw() -> None:
    ended = play("digraph:a>b,b>a@a", typed="b\nquit\n")
    assert "the game may go on forever" in ended.stdout


def test_terminal_ends_at_the_end_of_the_input() -> None:
    for typed in ("", "r2c2\n", "r2c2\nhi"):
        ended = play("noughts:3x3", typed=typed)
        assert ended.returncode == 0
        assert ended.stdout.rstrip().endswith("left the game")
        assert ended.stderr == ""


def test_terminal_ends_at_ctrl_c() -> None:
    process = subprocess.Popen(
        [*CLEW, "play", "--terminal", "nim:3,4,5"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    while b"o o o o o" not in process.stdout.readline():
        pass
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert b"left the game" in out
    assert err == b""


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("queens:100000",), "clew: found 100000 rows, expected at most 1000"),
        (("nim:x",), "clew: nim: column 1: found 'x', expected a pile from 0 to 1000000"),
        (("-",), "moves come from standard input"),
    ],
)
def test_terminal_with_bad_arguments_fails_in_one_line(args: tuple[str, ...], said: str) -> None:
    ended = play(*args, typed="")
    assert ended.returncode == 2
    assert said in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_terminal_plays_a_puzzle_for_one() -> None:
    typed = "moves\nhint\nsolve\nr1c1\nundo\nundo\nredo\nredo\nx\n1 2\n2 1\n2 2\n"
    ended = play("lights-out:2x2", typed=typed)
    assert ended.returncode == 0
    for said in (
        "r1c1; r1c2; r2c1; r2c2", "r1c1: 4 moves from the end", "4 moves: r1c1; r1c2; r2c1; r2c2",
        "there is nothing to undo", "there is nothing to redo",
        "'x' isn't a move here; the moves are: r1c1;",
    ):  # fmt: skip
        assert said in ended.stdout, said
    assert ended.stdout.rstrip().endswith("solved in 4 moves")


def test_terminal_scrambles_a_puzzle() -> None:
    ended = play("lights-out:3x3", typed="scramble\nsolve\nquit\n")
    assert ended.returncode == 0
    assert "left the game" in ended.stdout
    refused = play("jugs:3,5=4", "--second", typed="")
    assert refused.returncode == 2
    assert "jugs is a puzzle for one player" in refused.stderr


def test_terminal_fills_a_grid() -> None:
    typed = (
        "hint\ncheck\nr1c2=2\ncheck\nhint\nundo\nundo\nredo\nr1c2=\nr1c1=4\nmoves\n"
        "r1c2+3\nmarks\nmarks=full\nmarks\nr1c2=1\nsolve\n"
    )
    ended = play("sudoku:1.....3..4.....2", typed=typed)
    assert ended.returncode == 0, ended.stderr
    for said in (
        "12 left> ", "3 must go in r1c2", "no mistakes so far", "r1c2 doesn't match the solution",
        "r1c2 isn't 2: that doesn't match the solution", "there is nothing to undo",
        "r1c1 is given and can't be changed", "r1c2: 3\n", "r1c2: 2 3; r1c3: 2 4;",
        "'moves' isn't a move: write r3c4=7 to enter a value", "row 1 has two 1s",
    ):  # fmt: skip
        assert said in ended.stdout, said
    assert ended.stdout.rstrip().endswith("solved")
    assert "Traceback" not in ended.stderr


def test_terminal_walks_a_tour() -> None:
    ended = play("knight:3x4@0,0", typed="moves\ncheck\nr2c3\nhint\nscramble\nsolve\nquit\n")
    assert ended.returncode == 0, ended.stderr
    for said in (
        "r2c3; r3c2", "you can still finish in 11 moves", "10 moves from the end",
        "knight can't be scrambled", "10 moves: ",
    ):  # fmt: skip
        assert said in ended.stdout, said


def test_terminal_limits_thinking() -> None:
    ended = play("noughts:6x6,5", "--second", "--max-seconds", "0.1", typed="hint\nquit\n")
    assert ended.returncode == 0
    assert "clew found nothing better in time (seconds)" in ended.stdout
    assert "not found in time" in ended.stdout


# ------------------------------------------------------------------ clew solve and clew grundy


def run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*CLEW, *args], text=True, capture_output=True, timeout=120, check=False)


def test_solve_prints_value_best_moves_and_line() -> None:
    told = run("solve", "nim:3,4,5").stdout
    assert (
        "the player to move wins (nim-value 2)\nbest: pile 1: take 2\nline: pile 1: take 2" in told
    )
    assert '"best": ["pile 1: take 2"]' in run("solve", "nim:3,4,5", "--json").stdout
    lost = run("solve", "nim:1,2,3", "-q").stdout
    assert "the player to move loses (nim-value 0)\nbest: every move loses" in lost


def test_solve_of_a_cycle_fails_in_one_line() -> None:
    ended = run("solve", "digraph:a>b,b>a@a", "--strategy", "grundy")
    assert ended.returncode == 2
    assert ended.stderr == (
        "clew solve: 'grundy' can't search this puzzle: draw by repetition is not defined: "
        "cycle a -> b -> a\n"
    )
    assert "a draw by repetition" in run("solve", "digraph:a>b,b>a@a").stdout


def test_grundy_prints_tables() -> None:
    told = run("grundy", "kayles", "--to", "100").stdout
    assert told.startswith("  0  0 1 2 3 1 4 3 2 1 4\n 10  2 6 4 1 2 7 1 4 3 2\n")
    assert "period 12 from n = 71 on, proven: " in told
    assert (
        "P-positions: (0,0) (1,2) (3,5) (4,7)\n"
        in run("grundy", "wythoff", "--positions", "--to", "9").stdout
    )
    assert (
        run("grundy", "wythoff", "--to", "2").stdout == "   0 1 2\n0  0 1 2\n1  1 2 0\n2  2 0 1\n"
    )
    assert (
        "P-positions: 0 2 7 9\n"
        in run("grundy", "subtraction:1,3,4", "--positions", "--to", "10").stdout
    )
    assert "no nim-values" in run("grundy", "subtraction:1,2,misere", "--to", "10").stdout
    assert '"values": [0, 1, 2, 3]' in run("grundy", "kayles", "--to", "3", "--json").stdout


def test_grundy_explains_positions() -> None:
    assert "nim-sum         2 = 010" in run("grundy", "nim:3,4,5").stdout
    assert '"total": 2' in run("grundy", "nim:3,4,5", "--json").stdout


@pytest.mark.parametrize(
    ("args", "status", "said"),
    [
        (("noughts",), 2, "clew: noughts isn't an impartial game"),
        (("noughts:3x3",), 2, "clew: noughts is not impartial: it has no nim-values"),
        (("nosuch",), 2, "clew: unknown game 'nosuch'"),
        (("octal",), 2, "octal needs a rule"),
        (("octal:0.9@4",), 2, "expected digits from 0 to 7"),
        (("kayles:x",), 2, "clew: column 1: found 'x', expected a row"),
        (("kayles", "--to", "-1"), 2, "--to"),
        (("octal:0.6", "--to", "90000", "--max-nodes", "50"), 3, "the limit of 50 nodes"),
    ],
)
def test_grundy_with_bad_arguments_fails_in_one_line(
    args: tuple[str, ...], status: int, said: str
) -> None:
    ended = run("grundy", *args)
    assert ended.returncode == status
    assert said in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_hint_of_a_game_shows_where_the_opponent_would_win() -> None:
    for text, cells in (("noughts:XX./.O./...", [2]), ("connect-four:..../.O../XX..,3", [10])):
        marks = {each["kind"]: each["cells"] for each in open_play(text).hint("full")["marks"]}
        assert marks["threat"] == cells
    assert [each["kind"] for each in open_play("noughts:3x3").hint("full")["marks"]] == ["effect"]


def test_hint_of_a_walk_points_from_the_piece_to_its_place() -> None:
    for text, places in (
        ("sokoban:#####/#@$.#/#####", [6, 7]),
        ("rush-hour:ooBoAABooooooCCo", [13, 12]),
        ("hanoi:1", [0, 2]),
        ("romania:Giurgiu-Bucharest", [6, 1]),
    ):
        (arrow,) = open_play(text).hint("full")["links"]
        assert (arrow["places"], arrow["role"]) == (places, "move")
    assert open_play("pancakes:3,1,2").hint("full")["links"] == []


def test_hint_from_a_rule_shows_its_line_and_what_follows() -> None:
    hint = open_play("nonogram:3x3:1/3/1/1/3/1").hint("full")
    marks = {each["kind"]: each["cells"] for each in hint["marks"]}
    assert marks == {"house": [1, 4, 7], "placed": [1, 4, 7]}
    texts = {note["text"] for cell in hint["board"]["cells"] for note in cell.get("notes", ())}
    assert texts <= {"-", "#"}, "the signs on the board, not codes"
