"""Loops drawn along edges: moves, mistakes, hints and saved games."""

from __future__ import annotations

import itertools

import pytest

from clew.board.board import Arrangement
from clew.board.lattice import Lattice
from clew.core.registry import parse
from clew.play import NoMove, open_play, resume
from clew.play.trace import Sides, Tracing

FIVE = "slitherlink:5x5t0:3f213213e2202a3a"
LOOPS = "slitherlink:2x2:d"


def trace(text: str) -> Tracing:
    play = open_play(parse(text))
    assert isinstance(play, Tracing)
    return play


@pytest.mark.parametrize("text", [FIVE, LOOPS, "slitherlink:3x3:d4d", "slitherlink:2x2:a3b"])
def test_hints_lead_to_the_solution_without_a_mistake(text: str) -> None:
    play = trace(text)
    for _ in range(100):
        if play.over:
            break
        play.play(play.hint("full")["move"])
        assert play.check()["ok"], play.check()
    assert play.over
    assert play.first.check(play.first.answered(play.entries)) == []


def test_every_step_of_a_hint_follows_for_every_loop() -> None:
    """Compare with brute force: a step by a rule holds in all solutions that keep the lines."""
    play = trace("slitherlink:3x3:d3a2b")
    lattice = play.lattice
    loops = []
    for inside in itertools.product((1, 2), repeat=9):
        answer = play.first.answered(inside)
        if answer is not None and not play.first.check(answer):
            loops.append(play._loop(inside))
    assert loops
    for _ in range(60):
        if play.over:
            break
        hint = play.hint("full")
        kept = [loop for loop in loops if all(
            (edge in loop) is (state == "line") for edge, state in play.drawn.items())]  # fmt: skip
        assert kept
        if "in the solution" not in hint["text"]:
            for word in hint["move"].split():
                name, _, state = word.partition("=")
                assert all((lattice.edge(name) in loop) is (state == "line") for loop in kept), hint
        play.play(hint["move"])
    assert play.over


def test_loop_needs_no_crosses() -> None:
    play = trace(FIVE)
    play.solve()
    assert play.over
    assert set(play.drawn.values()) == {"line"}
    assert play.undo() == 1
    assert not play.lines


def test_partial_lines_are_kept_although_they_tell_nothing_about_cells() -> None:
    play = trace(FIVE)
    play.play("r2c2.top=line r2c2.left=cross")
    assert set(play.entries) == {0}
    again = resume(play.save())
    assert again.view()["board"] == play.view()["board"]
    assert again.view()["position_id"] == FIVE
    assert play.play("r1c2.bottom=") == "r2c2.top="
    assert play.undo(2) == 2
    assert play.redo() == 1


def test_lines_that_contradict_each_other_are_kept_and_flagged() -> None:
    play = trace(FIVE)
    play.play("r5c1.top=line r5c1.left=line")
    zero = play.lattice.boxes[20]
    assert zero in play.view()["wrong"]
    found = play.check()
    assert not found["ok"]
    assert set(found["wrong"]) == {play.lattice.edge("r5c1.top"), play.lattice.edge("r5c1.left")}
    assert play.hint("full")["move"] in ("r5c1.top=", "r5c1.left=")


def test_edge_that_leaves_no_loop_is_found_among_several_solutions() -> None:
    play = trace(LOOPS)
    play.play("r1c1.top=line")
    play.play("r1c1.left=cross")
    assert play.check()["wrong"] == [play.lattice.edge("r1c1.left")]
    assert "leaves no solution" in play.check()["text"]


def test_two_loops_are_not_a_solution() -> None:
    play = trace("slitherlink:3x3:i")
    for cell in ("r1c1", "r3c3"):
        play.play(" ".join(f"{cell}.{side}=line" for side in ("top", "left", "right", "bottom")))
    assert not play.over
    assert play.message == "there are 2 loops, not one"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "isn't a move"),
        ("r1c1=line", "there's no edge"),
        ("r9c9.top=line", "there's no edge"),
        ("r1c1.top=7", "an edge can't be"),
        ("r1c1.middle=line", "there's no edge"),
    ],
)
def test_bad_move_says_what_is_expected(text: str, said: str) -> None:
    with pytest.raises(NoMove, match=said):
        trace(FIVE).play(text)


def test_sides_of_contradicting_edges_are_unknown() -> None:
    lattice = Lattice(1, 1)
    edges = {lattice.edge(f"r1c1.{side}"): "line" for side in ("top", "left")}
    assert Sides(lattice).entries(edges) == (2,)
    assert Sides(lattice).entries(edges, whole=True) is None


def test_every_edge_has_one_name_and_every_side_is_an_edge() -> None:
    lattice = Lattice(2, 3)
    assert [lattice.edge(lattice.name(edge)) for edge in lattice.edges] == list(lattice.edges)
    sides = ("top", "bottom", "left", "right")
    named = {lattice.edge(f"r{r}c{c}.{s}") for r in (1, 2) for c in (1, 2, 3) for s in sides}
    assert named == set(lattice.edges)
    assert all(len(lattice.around(box)) == 4 for box in lattice.boxes)


def test_solved_picture_has_the_loop_along_the_rim() -> None:
    puzzle = parse("slitherlink:2x2:d")
    board = puzzle.sheet((2, 1, 1, 1))  # type: ignore[attr-defined]
    assert board.layout is Arrangement.LOOP
    assert board.walls == {(-1, 0), (-4, 0), (0, 1), (0, 2)}
