"""The puzzles of moves: lengths, counts and distances that the literature knows."""

from __future__ import annotations

from itertools import pairwise

import pytest

import clew
from clew.core.walks import WalkPuzzle
from clew.play import open_play
from clew.puzzles._search_tiles import PyTileSearch, py_tile_pattern
from clew.search import native
from clew.search.native import lib

TILES = "sliding-tiles:3x3:1,2,3,4,5,6,7,8,0"
KORF = [
    ("14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3", 57, 276_361_933),
    ("13,5,4,10,9,12,8,14,2,3,7,1,0,15,11,6", 55, 15_300_442),
    ("14,7,8,2,13,11,10,4,9,12,5,0,3,6,1,15", 59, 565_994_203),
    ("5,12,10,7,15,11,14,0,8,2,1,13,3,4,9,6", 56, 62_643_179),
    ("4,7,14,13,10,3,9,12,11,5,6,15,1,2,8,0", 56, 11_020_325),
    ("14,7,1,9,12,3,6,15,8,11,2,5,10,0,4,13", 52, 32_201_660),
    ("2,11,15,5,13,4,6,7,12,8,10,1,9,3,14,0", 52, 387_138_094),
    ("12,11,15,3,8,0,4,2,6,13,9,5,14,1,10,7", 50, 39_118_937),
    ("3,14,9,11,5,4,8,2,13,12,6,7,10,1,15,0", 46, 1_650_696),
    ("13,11,8,9,0,15,7,10,4,3,6,14,5,12,2,1", 59, 198_758_703),
]
"""Korf's first ten 15-puzzles (1985, table 1): the length, and the nodes that IDA* generates."""
compiled = pytest.mark.skipif(not native.available, reason="no compiled kernels")


def length(puzzle: str, strategy: str = "auto") -> int:
    return len(clew.solve(puzzle, strategy).solution)


@compiled
@pytest.mark.parametrize(("tiles", "slides", "nodes"), KORF)
def test_korfs_first_ten_are_solved_in_the_fewest_slides(
    tiles: str, slides: int, nodes: int
) -> None:
    assert length(f"sliding-tiles:4x4:{tiles},gap=first") == slides


@compiled
@pytest.mark.parametrize(("tiles", "slides", "nodes"), [KORF[4], KORF[8]])
def test_ida_star_generates_as_many_nodes_as_korf_counted(
    tiles: str, slides: int, nodes: int
) -> None:
    result = clew.solve(f"sliding-tiles:4x4:{tiles},gap=first", "tile-patterns:patterns=ones")
    assert (len(result.solution), result.stats.generated) == (slides, nodes - 1)  # his has the root


def test_all_states_of_the_eight_puzzle_have_exact_distances() -> None:
    """Reinefeld 1993: 181,440 states, the farthest 31 slides away, two of them."""
    found = clew.audit(TILES, "manhattan")
    assert (found.states, found.farthest, found.levels[-1]) == (181_440, 31, 2)
    assert found.levels[:8] == (1, 2, 4, 8, 16, 20, 39, 62)
    assert found.admissible
    assert found.consistent


def test_additive_patterns_are_admissible_but_not_consistent() -> None:
    """The blank is left out of them, so a slide may lower them by more than one."""
    found = clew.audit(TILES, "patterns", sample=20_000)
    assert found.lie is None
    assert found.consistent is False
    assert found.drop is not None
    state, move, cost, before, after = found.drop
    puzzle = clew.parse(TILES)
    assert isinstance(puzzle, WalkPuzzle)
    reached = dict(puzzle.successors(state))[move]
    patterns = {each.name: each for each in puzzle.space().heuristics}["patterns"]
    assert (cost, patterns(state), patterns(reached)) == (1, before, after)


@compiled
@pytest.mark.parametrize("ones", [True, False])
def test_the_kernel_of_tiles_equals_its_twin(ones: bool) -> None:
    goal, tiles = (0, 1, 2, 3, 4, 5, 6, 7, 8), (7, 2, 4, 5, 0, 6, 8, 3, 1)
    groups = [[t] for t in range(1, 9)] if ones else [[1, 2, 3, 4], [5, 6, 7, 8]]
    tables = [py_tile_pattern(3, 3, goal, group) for group in groups]
    assert tables == [lib.tile_pattern(3, 3, goal, group) for group in groups]
    twin = PyTileSearch(3, 3, tiles, groups, tables)
    kernel = lib.TileSearch(3, 3, tiles, groups, tables)
    slices = [0, 1, 2, 3, 50, 500, 10**6]
    for nodes in slices:
        assert kernel.run(3, nodes) == twin.run(3, nodes)
        for name in ("nodes", "generated", "deepest", "bound", "finished"):
            assert getattr(kernel, name) == getattr(twin, name), name
    while not twin.finished:
        assert kernel.run(1, 10**6) == twin.run(1, 10**6)
    assert kernel.finished


def test_parity_refuses_a_board_of_tiles_with_the_proof() -> None:
    result = clew.solve("sliding-tiles:4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,15,14,0")
    assert result.unsolvable
    assert result.stats.nodes == 0
    assert result.reason.startswith("the order is an odd number of swaps (1) from the goal")


@pytest.mark.parametrize("heuristic", ["misplaced", "manhattan", "linear-conflict", "patterns"])
def test_every_heuristic_of_tiles_finds_the_fewest_slides(heuristic: str) -> None:
    puzzle = "sliding-tiles:3x3:7,2,4,5,0,6,8,3,1,gap=first"
    assert length(puzzle, f"a-star:heuristic={heuristic}") == 26


def test_better_heuristics_expand_fewer_states() -> None:
    puzzle = "sliding-tiles:3x3:7,2,4,5,0,6,8,3,1,gap=first"
    named = ["misplaced", "manhattan", "linear-conflict", "patterns"]
    nodes = [clew.solve(puzzle, f"a-star:heuristic={name}").stats.nodes for name in named]
    assert all(more > fewer for more, fewer in pairwise(nodes))


@pytest.mark.parametrize("disks", range(1, 8))
def test_hanoi_takes_two_to_the_disks_less_one(disks: int) -> None:
    assert length(f"hanoi:{disks}") == 2**disks - 1


@pytest.mark.parametrize(("disks", "moves"), [(3, 5), (4, 9), (5, 13), (6, 17), (7, 25)])
def test_four_pegs_take_the_moves_of_frame_and_stewart(disks: int, moves: int) -> None:
    """A007664."""
    assert length(f"hanoi:{disks},pegs=4") == moves


@pytest.mark.parametrize(("count", "flips", "worst"), [(4, 4, 3), (5, 5, 20), (6, 7, 2)])
def test_pancake_numbers(count: int, flips: int, worst: int) -> None:
    """A058986: the most flips that a stack needs; A067607: how many stacks need them."""
    found = clew.audit("pancakes:" + ",".join(map(str, range(1, count + 1))))
    assert (found.farthest, found.levels[-1]) == (flips, worst)
    assert found.admissible
    assert found.consistent


def test_the_road_to_bucharest() -> None:
    result = clew.solve("romania:Arad-Bucharest")
    assert result.solution == ("to Sibiu", "to Rimnicu", "to Pitesti", "to Bucharest")
    assert "418 km" in str(result)
    assert len(clew.solve("romania:Arad-Bucharest", "breadth-first").solution) == 3  # but 450 km
    assert clew.audit("romania:Arad-Bucharest").admissible


def test_the_hardest_rush_hour_has_its_states() -> None:
    """The first row of Fogleman's database (2018): 60 moves, a cluster of 2,332 states."""
    found = clew.audit("rush-hour:IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM")
    assert (found.states, found.farthest) == (2332, 60)
    assert found.admissible


def test_the_english_board_of_peg_solitaire_is_solved() -> None:
    assert length("peg-solitaire:english") == 31


def test_states_of_the_cube_by_depth() -> None:
    """The first of 1, 9, 54, 321, 1847, 9992, 50136, …, 2644 in half turns: 3,674,160 in all."""
    found = clew.audit("pocket-cube:R", sample=2 * (1 + 9 + 54 + 321 + 1847))
    assert found.levels[:5] == (1, 9, 54, 321, 1847)
    assert found.lie is None
    assert found.drop is None
    assert found.admissible is None  # a sample proves nothing


def test_a_cube_that_needs_eleven_turns() -> None:
    """One of the 2,644 farthest: no cube needs more."""
    assert length("pocket-cube:DRFRBFBRUDLLUUDBLRLFDFUB", "bidirectional") == 11


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("sliding-tiles:3x3:1,2,3", "found 1,2,3, expected each of 0 to 8 once"),
        ("sliding-tiles:3x3:1,2,3,4,5,6,7,8,0,gap=up", "expected gap=first or gap=last"),
        ("hanoi:ABX", "column 3: found 'X', expected A to C"),
        ("missionaries:MMC|B", "expected as many M as C"),
        ("pancakes:1,1", "expected each of 1 to 2 once"),
        ("romania:Paris", "no town is called 'Paris': choose one such as Arad"),
        ("peg-solitaire:oo/o", "row 2: found 'o', expected 2 of o . -"),
        ("rush-hour:ooBoAABooBooooCo", "car B: its cells must be a line"),
        ("sokoban:####/#@$-/####", "a goal for each box"),
        ("sokoban:#####/#@$.-/#####", "found a way out of the maze"),
        ("pocket-cube:XYZ", "expected turns such as RU2F'"),
    ],
)
def test_what_is_no_puzzle_is_refused_in_one_line(text: str, error: str) -> None:
    with pytest.raises(ValueError, match=r".+") as found:
        clew.parse(text)
    assert error in str(found.value)
    assert "\n" not in str(found.value)


@pytest.mark.parametrize(
    "text",
    ["hanoi:3", "missionaries:3", "romania:Arad-Bucharest", "sokoban:#####/#@$.#/#####",
     "pocket-cube:RU", "peg-solitaire:..oo./.o.../.....", "pancakes:3,1,2", TILES[:-5] + "0,7,8",
     "rush-hour:ooBoAABooooooCCo"],
)  # fmt: skip
def test_walks_are_played_with_hints_to_their_end(text: str) -> None:
    play = open_play(text)
    while not play.over:
        hint = play.hint()
        assert hint["text"]
        play.play(hint["move"])
    assert "solved" in play.message
    assert play.view()["board"]["cells"]
