"""Grids in play: entries, marks, undo and redo compared with a model, hints, and every example."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import clew
from clew.core.games import GameSum
from clew.core.puzzle import Puzzle, Unsuited
from clew.core.registry import all_puzzles
from clew.explanations.explanation import DEGREES
from clew.play import Fill, NoMove, Session, Walk, open_play, resume
from clew.play.base import MOST_MOVES

NINE = "sudoku:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FOUR = "sudoku:1... ..3. .4.. ...2"
HARD = "sudoku:..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
CHAINS = "sudoku:..9748...7.........2.1.9.....7...24..64.1.59..98...3.....8.3.2.........6...2759.."


def fill(text: str) -> Fill:
    opened = open_play(clew.parse(text))
    assert isinstance(opened, Fill)
    return opened


def notes(play: Fill, cell: int) -> list[str]:
    return [note["text"] for note in play.view()["board"]["cells"][cell].get("notes", ())]


def plain(value: Any) -> Any:
    """Return the data after a round trip through JSON, which must not change it."""
    return json.loads(json.dumps(value, allow_nan=False))


# ------------------------------------------------------------------ every puzzle

KINDS: tuple[type[Puzzle], ...] = (*all_puzzles(), GameSum)
EXAMPLES = [
    pytest.param(kind.parse(example.text), example, id=f"{kind.name}-{example.text[:30]}")
    for kind in KINDS
    for example in kind.examples
]
KEYS = {
    "kind", "id", "position_id", "board", "moves", "more_moves", "played", "over", "message",
    "can_undo", "can_redo", "wrong", "seconds",
}  # fmt: skip


@pytest.mark.parametrize(("puzzle", "example"), EXAMPLES)
def test_every_example_plays_to_its_end(puzzle: Puzzle, example: Any) -> None:
    play = open_play(puzzle)
    _shown(play)
    impossible = example.solutions == 0
    if impossible:
        for deed in (play.hint, play.solve):
            with pytest.raises(NoMove, match=r"can't be reached|no solution"):
                deed()
        assert play.check()["ok"] is False
        return
    if not play.over:
        for degree in DEGREES:
            hint = play.hint(degree)
            assert plain(hint) == hint
            assert hint["text"]
            assert (hint["board"] is not None) == (degree in ("cells", "full"))
            assert (hint["move"] is not None) == (degree == "full")
        games = (False, None) if isinstance(play, Session) else ()  # lost, or not proven
        assert play.check()["ok"] in (True, *games)
        play.solve()
    _shown(play)
    assert play.over or (isinstance(play, Session) and play.repeated)
    with pytest.raises(NoMove):
        play.hint() if play.over else play.play("nothing of the kind")


def _shown(play: Session | Walk | Fill) -> None:
    """Check that the view and the saved game are plain data that survives a round trip."""
    view, saved = play.view(), play.save()
    assert plain(view) == view
    assert view.keys() >= KEYS
    assert len({move["text"] for move in view["moves"]}) == len(view["moves"]) <= MOST_MOVES
    for move in view["moves"]:
        assert move["cell"] == (move["cells"] or [None])[0]
        assert all(0 <= cell < len(view["board"]["cells"]) for cell in move["cells"])
    assert clew.parse(view["position_id"]) == play.position
    assert plain(saved) == saved
    again = resume(saved)
    assert again.save() == saved
    assert again.view() == view


@pytest.mark.parametrize(("puzzle", "example"), EXAMPLES)
def test_random_moves_can_be_undone_and_redone(puzzle: Puzzle, example: Any) -> None:
    """Any legal moves can be made, saved, undone and redone."""
    play, random = open_play(puzzle), Random(example.text)
    for _ in range(12):
        moves = play.view()["moves"]
        if isinstance(play, Fill):
            rows, cols = play.view()["board"]["rows"], play.view()["board"]["cols"]
            cell = f"r{random.randint(1, rows)}c{random.randint(1, cols)}"
            with suppress(NoMove):  # the cell may be given
                play.play(cell + random.choice("=+-") + random.choice(play.view()["values"]))
        elif moves:
            play.play(random.choice(moves)["text"])
    _shown(play)
    made = play.undo(random.randint(0, 20))
    _shown(play)
    assert play.redo(made) == made
    played = len(play.played)
    assert play.restart() == played
    assert not play.view()["can_undo"]


# ------------------------------------------------------------------ entries and marks


def test_entry_can_be_written_erased_and_undone() -> None:
    play = fill(FOUR)
    assert play.left == 12
    assert play.play("r1c2=3") == "r1c2=3"
    assert play.view()["entries"][:4] == [1, 3, 0, 0]
    assert play.view()["board"]["cells"][1] == {"text": "3", "ink": "answer", "shaded": False}
    assert play.play(" R1C2= ") == "r1c2="
    assert play.entries[1] == 0
    assert play.undo() == 1
    assert play.entries[1] == 3
    assert play.view()["can_redo"]
    play.play("r1c3=4")
    assert not play.view()["can_redo"]
    assert play.play("r1c3=4") == "r1c3=4"
    assert play.played == ("r1c2=3", "r1c3=4")
    assert play.left == 10
    assert play.view()["given"] == [0, 6, 9, 15]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("r1c1=2", "r1c1 is given and can't be changed"),
        ("r5c1=2", "there's no cell r5c1: cells go from r1c1 to r4c4"),
        ("r0c1=2", "there's no cell r0c1: cells go from r1c1 to r4c4"),
        ("r1c2=5", "r1c2 can't be 5: choose from 1 to 4"),
        ("r1c2=-1", "r1c2 can't be -1: choose from 1 to 4"),
        ("r1c2+", "write a value after r1c2+"),
        ("r1c2^5", "r1c2 can't be 5: choose from 1 to 4"),
        ("r1c1^1", "r1c1 is given and can't be changed"),
        ("r1c2#9", "there's no colour 9: write 1 to 8, or x for a cross"),
        ("r1c2", "'r1c2' isn't a move: write r3c4=7 to enter a value, r3c4= to erase it"),
        ("", "'' isn't a move: write r3c4=7"),
        ("x" * 500, "'xxxx"),
        ("r1c2=3 r1c3=9", "r1c3 can't be 9: choose from 1 to 4"),
        ("marks=some", "unknown marks=some: choose from none, clean, full"),
        ("r٣c1=2", "there's no cell r٣c1: cells go from"),
    ],
)
def test_move_that_cannot_be_read_raises(typed: str, said: str) -> None:
    play = fill(FOUR)
    with pytest.raises(NoMove) as error:
        play.play(typed)
    assert said in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200
    assert play.played == ()


def test_colours_and_centre_marks_are_moves() -> None:
    """They can be undone, saved and shared like all moves. Givens can be coloured too."""
    play = fill(FOUR)
    for move in ("r1c1#2 r1c2#2", "r1c2^1 r1c2^3", "r1c3#x", "r1c2="):
        play.play(move)
    assert play.played == ("r1c1#2 r1c2#2", "r1c2^1 r1c2^3", "r1c3#x")
    given, cell, crossed, *_ = play.view()["board"]["cells"]
    assert (given["tint"], cell["tint"], crossed["shape"]) == (2, 2, "x")
    assert [(note["place"], note["text"]) for note in cell["notes"]] == [(-1, "1"), (-1, "3")]
    again = resume(plain(play.save()))
    assert again.view() == play.view()
    play.undo(2)
    assert notes(play, 1) == []
    play.undo()
    assert play.board() == fill(FOUR).board()


def test_letters_stand_for_values_from_ten() -> None:
    play = fill("latin:12")
    assert play.play("r1c1=b") == "r1c1=11"
    assert play.entries[0] == 11
    with pytest.raises(NoMove, match="r1c1 can't be D: choose from 1 to 12"):
        play.play("r1c1=D")


def test_manual_marks() -> None:
    play = fill(FOUR)
    for typed in ("r1c2+3", "r1c2+2", "r1c3+3", "r1c2+4", "r1c2-4"):
        play.play(typed)
    assert notes(play, 1) == ["2", "3"]
    play.play("r1c4=3")
    assert notes(play, 1) == ["2", "3"]
    play.play("r1c2=2")
    assert notes(play, 1) == []
    play.undo(2)
    assert notes(play, 1) == ["2", "3"]
    assert notes(play, 2) == ["3"]


def test_entry_cleans_marks() -> None:
    play = fill(FOUR)
    play.play("marks=clean")
    for typed in ("r1c2+3", "r1c2+2", "r2c1+3", "r3c3+3", "r4c2+3"):
        play.play(typed)
    play.play("r2c2=3")
    assert [notes(play, cell) for cell in (1, 4, 10, 13)] == [["2"], [], ["3"], []]
    play.undo()
    assert [notes(play, cell) for cell in (1, 4, 10, 13)] == [["2", "3"], ["3"], ["3"], ["3"]]


def test_full_marks_show_every_candidate() -> None:
    play = fill(FOUR)
    play.play("marks=full")
    assert notes(play, 1) == ["2", "3"]
    assert notes(play, 0) == []
    play.play("r1c2-2")
    assert notes(play, 1) == ["3"]
    play.play("r3c1=3")
    play.play("r1c2+2")
    assert notes(play, 1) == ["2", "3"]
    assert play.view()["marks"] == "full"
    play.restart()
    assert play.view()["marks"] == "none"
    assert notes(play, 1) == []
    begun = open_play(clew.parse(FOUR), marks="full")
    assert resume(begun.save()).view()["marks"] == "full"
    with pytest.raises(ValueError, match="unknown marks 'all': choose from none, clean, full"):
        open_play(clew.parse(FOUR), marks="all")


def test_marks_of_queens_and_signs() -> None:
    play = fill("queens:4")
    play.play("marks=full")
    play.play("r1c2=Q")
    assert [cell for cell in range(16) if notes(play, cell)] == [7, 8, 10, 12, 14, 15]
    less = fill("futoshiki:3:0R,0,0,0,0,0,0,0,0,")
    less.play("marks=full")
    assert notes(less, 1) == ["1", "2", "3"]
    less.play("r1c1=2")
    assert notes(less, 1) == ["1"]


def test_wrong_lists_cells_that_break_a_rule() -> None:
    play = fill(FOUR)
    assert play.view()["wrong"] == []
    play.play("r1c4=1")
    assert play.view()["wrong"] == [0, 3]
    assert play.message == "row 1 has two 1s"
    play.play("r1c4=3 r2c4=3")
    assert play.view()["wrong"] == [3, 6, 7]
    assert "row 2 has two 3s" in play.view()["faults"]
    queens = fill("queens:4")
    queens.play("r1c1=Q r1c3=Q r4c4=Q")
    assert queens.view()["wrong"] == [0, 2, 15]
    less = fill("futoshiki:3:0R,0,0,0,0,0,0,0,0,")
    less.play("r1c1=1 r1c2=3")
    assert less.view()["wrong"] == [0, 1]
    some = fill("sudoku:(12)(12)..34........12")
    some.play("r1c1=3")
    assert some.view()["wrong"] == [0, 4]
    assert some.view()["position_id"] is None


def test_full_board_with_a_broken_rule_is_not_solved() -> None:
    play = fill("queens:4")
    play.play("r1c2=Q r1c4=Q r3c1=Q r4c3=Q")  # a solution's columns, in the wrong rows
    assert not play.over
    assert play.left == 0
    play.play("r1c4= r2c4=Q")
    assert play.over
    assert play.message == "solved"
    play.play("r2c4=")
    assert not play.over


# ------------------------------------------------------------------ check, hint, solve


def test_check_names_wrong_entries() -> None:
    play = fill(FOUR)
    assert play.check() == {"ok": True, "text": "no mistakes so far", "wrong": [], "struck": []}
    play.play("r1c2=2")
    play.play("r1c4=4")
    assert play.check()["text"] == "r1c2 doesn't match the solution"
    assert play.check()["wrong"] == [1]
    assert play.hint("vague")["text"] == "an entry doesn't match the solution"
    assert play.hint()["move"] == "r1c2="
    play.reply()
    assert play.check()["ok"]


def test_check_and_hint_count_wrong_entries() -> None:
    play = fill(FOUR)
    for typed in ("r1c2=2", "r1c3=1"):
        play.play(typed)
    assert play.check()["text"] == "r1c2, r1c3 don't match the solution"
    hints = [play.hint(degree)["text"] for degree in ("vague", "cells", "full")]
    assert hints == [
        "2 entries don't match the solution",
        "r1c2 is wrong",
        "r1c2 isn't 2: that doesn't match the solution",
    ]


def test_check_with_several_solutions_names_the_entry_that_leaves_none() -> None:
    play = fill("queens:8")
    for typed in ("r1c1=Q", "r2c5=Q", "r3c8=Q", "r4c1=Q", "r5c3=Q"):
        play.play(typed)
    assert play.check()["wrong"] == [24]
    assert play.check()["text"] == "r4c1 leaves no solution"
    assert play.hint()["text"].endswith("that leaves no solution")
    play.reply()
    assert play.check()["ok"]
    play.solve()
    assert play.over
    assert play.entries[0] == 1


def test_hint_restores_a_value_that_was_ruled_out() -> None:
    play = fill(FOUR)
    play.play("marks=full")
    play.play("r1c2-3")
    assert play.check()["struck"] == [1]
    assert play.hint()["move"] == "r1c2+3"
    play.reply()
    assert play.check()["ok"]


SMALL = "futoshiki:4:0,0,0,0,0U,0R,0D,0,2,0,0,0,0,0,4,0,"
LATIN = "latin:4:1....1....1....1"


@pytest.mark.parametrize("text", [NINE, HARD, CHAINS, FOUR, SMALL, "queens:6", LATIN])
def test_hints_alone_solve_the_puzzle(text: str) -> None:
    play = fill(text)
    for _ in range(400):
        if play.over:
            break
        before = play.sheet
        play.reply()
        assert play.sheet != before
    assert play.over


NET = "sudoku:1......836.....5...9.5...6..3.........892..3.5....4..9....6.81..7.8..........94.6"
BEFORE_NET = [
    "marks=full",
    "r4c9=8,r6c5=8,r6c4=3,r8c3=6,r8c7=3,r8c8=9,r1c7=9,r2c5=9",
    "r9c4-1,r9c5-1",
    "r4c8-2,r4c8-7,r5c9-1,r5c9-7",
    "r3c7-1",
    "r5c1-4",
    "r5c1=7",
    "r4c7-7,r4c8-7",
    "r2c2-4",
    "r9c3-3",
    "r2c4-4",
    "r3c6-7",
]
"""Moves to a position in which only nets help."""


def test_hint_draws_the_branches_of_a_net() -> None:
    """It works even if the player has already struck out the results of earlier steps."""
    play = fill(NET)
    for move in BEFORE_NET:
        play.play(move)
    nishio = play.hint("full")
    assert nishio["text"] == (
        "Nishio forcing net: If r7c6 is 5, a contradiction follows. So r7c6 can't be 5."
    )
    (branch,) = nishio["branches"]
    assert branch["text"].endswith("r8c9 would have to be 5 and not 5: a contradiction.")
    assert {link["role"] for link in branch["links"]} == {"strong", "weak"}
    play.play(nishio["move"])
    several = play.hint("full")
    assert [each["text"] for each in several["branches"]] == [
        "If r2c6 is 3, then r2c6 can't be 1.",
        "If r3c5 is 3, then r9c1 is 3, r9c2 is 8 and r2c6 is 8. So r2c6 can't be 1.",
        "If r3c6 is 3, then r2c6 is 8. So r2c6 can't be 1.",
    ]


def test_hint_draws_its_step() -> None:
    play = fill(NINE)
    full = play.hint("full")
    assert full["text"] == (
        "Hidden single: 8 must go in r1c6, because the other open cells of box 2 see the 8 in r3c3 "
        "and r5c4."
    )
    marks = {mark["kind"]: mark["cells"] for mark in full["marks"]}
    assert marks["house"] == [3, 4, 5, 12, 13, 14, 21, 22, 23]
    assert (sorted(marks["cause"]), marks["effect"]) == ([20, 39], [5])
    assert {link["role"] for link in full["links"]} == {"ray"}
    assert play.hint("vague")["marks"] == [{"kind": "house", "cells": marks["house"]}]
    assert full["move"] == "r1c6=8"
    tones = {note["tone"] for note in full["board"]["cells"][5]["notes"]}
    assert "placed" in tones
    assert full["cells"] == [3, 4, 5, 12, 13, 14, 21, 22, 23]
    with pytest.raises(ValueError, match="unknown degree of hint 'loud': choose from"):
        play.hint("loud")


def test_solve_corrects_wrong_entries() -> None:
    play = fill(NINE)
    play.play("r1c3=1")
    (move,) = play.solve()
    assert "r1c3=4" in move
    assert play.over
    assert play.solve() == ()
    assert play.undo() == 1
    assert play.entries[2] == 1


def test_board_that_is_too_large_raises() -> None:
    with pytest.raises(Unsuited, match="too large to play: 40,000 cells, the limit is 10,000"):
        open_play(clew.parse("queens:200"))
    with pytest.raises(ValueError, match="40,000 cells, the limit is"):
        resume({"id": "queens:200"})


# ------------------------------------------------------------------ walks taken up midway


def test_tour_resumes_midway() -> None:
    play = open_play(clew.parse("knight:5x5@0,0"))
    assert isinstance(play, Walk)
    assert play.moves() == ("r2c3", "r3c2")
    play.play("r2c3")
    assert play.position.id == "knight:5x5@0,0>1,2"
    assert play.view()["board"]["cells"][7]["text"] == "2"
    play.solve()
    assert play.over
    assert len(play.played) == 24


def test_tour_may_start_anywhere() -> None:
    play = open_play(clew.parse("knight:5x6,closed"))
    assert isinstance(play, Walk)
    assert play.moves() == ("r1c1",)
    play = open_play(clew.parse("knight:3x4"))
    assert len(play.moves()) == 12
    play.play("r1c1")
    assert play.position.id == "knight:3x4@0,0"
    play.solve()
    assert play.over


def test_check_of_a_lost_walk_says_how_many_moves_to_undo() -> None:
    play = open_play(clew.parse("triangle:4/7 5/6 3 4/4 2 1 6=15"))
    assert play.moves() == ("left", "right")
    play.play("right")
    play.play("left")
    found = play.check()
    assert (found["ok"], found["since"]) == (False, 0)
    assert found["text"].endswith("take back 2 moves")
    with pytest.raises(NoMove, match="take back 2 moves"):
        play.hint()
    play.play("right")
    assert play.message == "no moves left: undo some, or restart"
    frog = open_play(clew.parse("frog:any:2,3,2,3,5,3"))
    frog.play("6")
    frog.play("3")
    assert frog.position.id == "frog:any:2,2,3,3,3,5@1,6,3"


WALKS = (
    "knight:6x6",
    "knight:4x5@0,0",
    "frog:any:1,2,3,4,5",
    "frog:2,3,2,3,5,3",
    "triangle:4/7 5/6 3 4/4 2 1 6=19",
)


@pytest.mark.parametrize("kind", WALKS)
def test_position_midway_is_a_puzzle(kind: str) -> None:
    """Its text can be parsed, and its solutions continue the moves made so far."""
    for seed in range(20):
        play, random = open_play(clew.parse(kind)), Random(seed)
        for _ in range(random.randint(1, 8)):
            if moves := play.moves():
                play.play(random.choice(moves))
        position = play.position
        assert clew.parse(position.id) == position
        for answer in clew.solve(position, max_solutions=3, max_nodes=20_000).solutions:
            assert play.first.check(answer) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("knight:5x5@0,0>1,1", "step 1, from r1c1 to r2c2: expected a knight's move"),
        ("knight:5x5@0,0>1,2>0,0", "step 2, from r2c3 to r1c1: expected a knight's move"),
        ("knight:5x5@0,0>", "expected >ROW,COLUMN"),
        ("frog:2,3,2,3,5,3@2", "found a path from pad 2, expected one from pad 1"),
        ("frog:2,3,2,3,5,3@1,2", "jump 1: found pad 2, expected 3"),
        ("frog:1@1,2,3", "jump 2: found pad 3, expected no more"),
        ("triangle:1/2 3=3@0,2", "path: row 2 has no place 2"),
        ("triangle:1/2 3=3@0,1,1", "path: row 3 has no place 1"),
        ("triangle:1/2 3/4 5 6=3@0,0,2", "path: place 2 of row 3 is not below place 0"),
        ("triangle:1/2 3=3@x", "found 'x', expected a place"),
    ],
)
def test_path_with_impossible_moves_raises(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        clew.parse(text)


# ------------------------------------------------------------------ any sequence of moves

LEVELS = ("none", "clean", "full")


class Model:
    """A simple model of a 4x4 Sudoku: cells, sets, and a list of all states."""

    def __init__(self) -> None:
        self.givens = clew.parse(FOUR).cells  # type: ignore[attr-defined]
        blank: tuple[set[int], ...] = tuple(set() for _ in range(16))
        self.states = [(list(self.givens), blank, blank, "none")]
        self.at = 0

    @staticmethod
    def peers(cell: int) -> set[int]:
        row, col = divmod(cell, 4)
        box = (row // 2, col // 2)
        return {
            other
            for other in range(16)
            if other != cell
            and (other // 4 == row or other % 4 == col or (other // 8, other % 4 // 2) == box)
        }

    def change(self, cell: int, sign: str, value: int) -> None:
        entries, marks, struck, level = self.states[self.at]
        entries = list(entries)
        marks, struck = tuple(map(set, marks)), tuple(map(set, struck))
        if sign == "=":
            entries[cell] = value
            if value:
                marks[cell].clear()
                if level == "clean":
                    for other in self.peers(cell):
                        marks[other].discard(value)
        elif sign == "+":
            marks[cell].add(value)
            struck[cell].discard(value)
        else:
            marks[cell].discard(value)
            struck[cell].add(value)
        self.push((entries, marks, struck, level))

    def push(self, state: Any) -> None:
        if state != self.states[self.at]:
            self.states = [*self.states[: self.at + 1], state]
            self.at += 1

    def shown(self) -> list[list[str]]:
        entries, marks, struck, level = self.states[self.at]
        found = []
        for cell in range(16):
            seen = {entries[other] for other in self.peers(cell)}
            full = {1, 2, 3, 4} - seen - struck[cell]
            now = full if level == "full" else marks[cell]
            found.append([] if entries[cell] else [str(v) for v in sorted(now)])
        return found

    def wrong(self) -> list[int]:
        entries = self.states[self.at][0]
        return [
            cell
            for cell in range(16)
            if entries[cell] and any(entries[o] == entries[cell] for o in self.peers(cell))
        ]


class Filling(RuleBasedStateMachine):
    """Makes, undoes and redoes moves in any order, saves and resumes, and compares the model."""

    @initialize()
    def begin(self) -> None:
        self.play, self.model = fill(FOUR), Model()

    @rule(cell=st.integers(0, 15), sign=st.sampled_from("=+-"), value=st.integers(0, 4))
    def write(self, cell: int, sign: str, value: int) -> None:
        text = f"r{cell // 4 + 1}c{cell % 4 + 1}{sign}{value or ''}"
        if self.model.givens[cell] or (not value and sign != "="):
            with pytest.raises(NoMove):
                self.play.play(text)
        else:
            assert self.play.play(text) == text
            self.model.change(cell, sign, value)

    @rule(level=st.sampled_from(LEVELS))
    def keep_marks(self, level: str) -> None:
        self.play.play(f"marks={level}")
        self.model.push((*self.model.states[self.model.at][:3], level))

    @rule(moves=st.integers(0, 5))
    def undo(self, moves: int) -> None:
        taken = min(moves, self.model.at)
        assert self.play.undo(moves) == taken
        self.model.at -= taken

    @rule(moves=st.integers(0, 5))
    def redo(self, moves: int) -> None:
        made = min(moves, len(self.model.states) - 1 - self.model.at)
        assert self.play.redo(moves) == made
        self.model.at += made

    @rule()
    def save(self) -> None:
        saved = plain(self.play.save())
        again = resume(saved)
        assert isinstance(again, Fill)
        assert again.save() == saved
        self.play = again

    @precondition(lambda self: not self.play.over)
    @rule()
    def look(self) -> None:
        wrong = self.play.check()["wrong"]
        assert all(self.play.entries[cell] for cell in wrong)
        self.play.hint("vague")

    @invariant()
    def same(self) -> None:
        view = self.play.view()
        assert view["entries"] == self.model.states[self.model.at][0]
        assert view["marks"] == self.model.states[self.model.at][3]
        assert view["wrong"] == self.model.wrong()
        assert [
            [note["text"] for note in cell.get("notes", ())] for cell in view["board"]["cells"]
        ] == self.model.shown()
        assert view["can_undo"] == (self.model.at > 0)
        assert view["can_redo"] == (self.model.at < len(self.model.states) - 1)


Filling.TestCase.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
TestFilling = Filling.TestCase


# ------------------------------------------------------------------ anything that was not saved

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)
IDS = st.sampled_from([FOUR, "nim:3,4", "lights-out:3x3", "knight:3x4", "queens:4", "jugs:3,5=4"])
TYPED = st.text(max_size=12) | st.from_regex(r"r[0-5]c[0-5][=+-][0-5Q]?", fullmatch=True)


@given(JSON)
@settings(max_examples=60, deadline=None)
def test_resume_with_other_data_is_refused(saved: Any) -> None:
    assert refused(lambda: resume(saved))


@given(
    st.fixed_dictionaries(
        {"id": IDS},
        optional={key: JSON | st.lists(TYPED, max_size=4) for key in ("moves", "undone")}
        | {"seconds": JSON, "marks": JSON, "more": JSON},
    )
)
@settings(max_examples=150, deadline=None)
def test_resume_works_or_refuses_in_one_line(saved: dict[str, Any]) -> None:
    found = refused(lambda: resume(saved))
    if not found:
        play = resume(saved)
        assert resume(plain(play.save())).view() == play.view()


def refused(deed: Callable[[], Any]) -> str:
    """Return the one-line error, or an empty text if there's none."""
    try:
        deed()
    except ValueError as error:
        said = str(error)
    else:
        return ""
    assert "\n" not in said
    assert 10 < len(said) < 400
    return said


@given(IDS, st.lists(TYPED, max_size=6))
@settings(max_examples=100, deadline=None)
def test_play_of_any_text_moves_or_refuses(text: str, typed: list[str]) -> None:
    play = open_play(clew.parse(text))
    for each in typed:
        before = play.save()
        if refused(lambda each=each: play.play(each)):  # type: ignore[misc]
            assert play.save() == before
