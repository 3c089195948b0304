"""Lights Out: its texts, faces and rules, the kernels behind it, and what is known of it."""

from __future__ import annotations

import pickle
import random
from collections import deque
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew import LightsOut, Status, Unsuited, compare, count, parse, read, solve, write
from clew.board.text import text
from clew.core.faces import Pattern
from clew.puzzles._light_grid import NEIGHBOURS, PLUS, RULES, pack, unpack
from clew.search import native
from clew.search.linear.linear import CHEAP_NULLITY, CosetKernel, PyCoset
from clew.search.space.bitmap import PyXorWalk, XorWalkKernel
from tests.known import LIGHTS_ALL_ON, LIGHTS_NULLITY, LIGHTS_SMALL

needs_kernel = pytest.mark.skipif(not native.available, reason="no compiled kernels")
PLENTY = 10**9


def distances(masks: tuple[int, ...]) -> dict[int, int]:
    """Every board that can be solved, and the fewest presses it needs: a plain search."""
    known, waiting = {0: 0}, deque([0])
    while waiting:
        state = waiting.popleft()
        for mask in masks:
            if state ^ mask not in known:
                known[state ^ mask] = known[state] + 1
                waiting.append(state ^ mask)
    return known


def small(largest: int) -> list[str]:
    return [text for text in LIGHTS_SMALL if LightsOut.parse(text).size <= largest]


@pytest.mark.parametrize("text", small(16))
def test_small_boards_by_plain_search(text: str) -> None:
    """Distances, nullities, solvability and the heuristic, on every board of that size."""
    nullity, all_on, distribution = LIGHTS_SMALL[text]
    puzzle = LightsOut.parse(text)
    true = distances(puzzle.masks)
    depths = list(true.values())
    assert tuple(depths.count(depth) for depth in range(max(depths) + 1)) == distribution
    assert true.get(puzzle.packed, -1) == all_on
    assert len(true) == 2 ** (puzzle.size - nullity)
    estimate = puzzle.space().heuristic
    assert all(estimate(state) <= depth for state, depth in true.items())
    assert any(estimate(state) == depth for state, depth in true.items())
    for packed in random.Random(1).choices(range(1 << puzzle.size), k=40):
        board = LightsOut(
            puzzle.rows, puzzle.cols, unpack(packed, puzzle.rows, puzzle.cols), puzzle.stencil
        )
        least = solve(board, "linear:minimum=yes")
        assert (len(least.solution) if least.solved else None) == true.get(packed)
        assert count(board) == (2**nullity if packed in true else 0)
        if packed not in true:
            assert board.refuted_by(least.proof)
            assert not board.refuted_by(())
        if puzzle.size <= 9:
            walked = solve(board, "breadth-first")
            assert (len(walked.solution) if walked.solved else None) == true.get(packed)


@needs_kernel
@pytest.mark.parametrize("text", list(LIGHTS_SMALL))
def test_distributions_by_the_kernel(text: str) -> None:
    """God's number among them: 15 presses for 5 x 5."""
    puzzle = LightsOut.parse(text)
    walk = XorWalkKernel(puzzle.size, list(puzzle.masks), 0, -1)
    walk.run(PLENTY)
    assert tuple(walk.levels) == LIGHTS_SMALL[text][2]
    assert (walk.finished, walk.moves) == (True, -1)


@pytest.mark.parametrize("n", range(1, 101))
def test_nullities(n: int) -> None:
    assert count(LightsOut(n, n)) == 2 ** LIGHTS_NULLITY[n - 1]


LEAST = [n for n in range(1, 55) if LIGHTS_NULLITY[n - 1] <= (20 if native.available else 10)]


@pytest.mark.parametrize("n", LEAST)
def test_fewest_presses_for_all_on(n: int) -> None:
    result = solve(LightsOut(n, n), "linear:minimum=yes")
    assert len(result.solution) == LIGHTS_ALL_ON[n - 1]


FEWEST = "This is the fewest possible."


@pytest.mark.parametrize("n", LEAST)
def test_auto_gives_the_fewest_presses_where_that_is_cheap(n: int) -> None:
    board = LightsOut(n, n)
    answer = solve(board).solution
    if LIGHTS_NULLITY[n - 1] <= CHEAP_NULLITY:
        assert len(answer) == LIGHTS_ALL_ON[n - 1]
        assert board.tell(answer).endswith(f"\n{FEWEST}")
    else:
        assert FEWEST not in board.tell(answer)


@pytest.mark.parametrize("text", [*small(12), "3x4,torus", "3x2,matrix=e34b9d2c7"])
def test_the_fewest_presses_are_those_of_a_plain_search(text: str) -> None:
    puzzle = LightsOut.parse(text)
    true = distances(puzzle.masks)
    for packed in random.Random(2).choices(list(true), k=30):
        board = puzzle.at(packed)
        answer = solve(board).solution
        assert len(answer) == true[packed]
        assert (FEWEST in board.tell(answer)) == bool(packed)


def test_only_what_is_proven_is_called_the_fewest() -> None:
    board = LightsOut(4, 4)
    first, *others = solve(board, max_solutions=None).solutions
    assert FEWEST in str(solve(board))
    assert FEWEST in board.tell(first)
    assert not any(FEWEST in board.tell(other) for other in others)
    assert FEWEST not in str(solve(board, "linear:minimum=no"))
    assert FEWEST not in str(solve(board, "breadth-first"))
    assert pickle.loads(pickle.dumps(first)) == first
    large = LightsOut(200, 200)  # one solution
    assert count(large) == 1
    assert large.tell(solve(large).solution).endswith(FEWEST)
    several = LightsOut(199, 199)  # 2^32 solutions
    assert FEWEST not in several.tell(solve(several).solution)


def cost(board: LightsOut, strategy: str) -> float:
    """The least processor time of a few searches."""
    times = []
    for _ in range(3):
        began = process_time()
        solve(board, strategy)
        times.append(process_time() - began)
    return min(times)


@pytest.mark.parametrize("side", [100, 1000])
def test_large_boards_take_no_longer(side: int) -> None:
    board = LightsOut(side, side)
    assert cost(board, "linear") < 1.5 * cost(board, "linear:minimum=no") + 0.01


@pytest.mark.parametrize("n", range(1, 40))
def test_all_on_can_be_solved_by_a_plus_and_by_neighbours_if_even(n: int) -> None:
    assert solve(LightsOut(n, n)).solved
    literal = LightsOut(n, n, stencil=NEIGHBOURS)
    result = solve(literal)
    assert result.solved == (n % 2 == 0)
    assert result.solved or literal.refuted_by(result.proof)


@pytest.mark.parametrize("text", ["5x5:" + "#" + "." * 24, "3x3,neighbours", "2x3:#../..."])
@pytest.mark.parametrize("strategy", ["iterative-deepening", "backtracking", "bitmap", "linear"])
def test_unsolvable_is_known_before_any_search(text: str, strategy: str) -> None:
    puzzle = LightsOut.parse(text)
    result = solve(puzzle, strategy)
    assert result.unsolvable
    assert result.stats.nodes == 0
    assert result.reason.startswith("every press toggles an even number of these")
    assert puzzle.refuted_by(result.proof)
    assert str(result) == f"no solution: {result.reason}"


def test_what_does_not_refute() -> None:
    puzzle = LightsOut.parse("2x3:#../...")
    assert puzzle.refuted_by(((0, 0), (0, 1), (0, 2), (1, 1)))
    assert not puzzle.refuted_by(((0, 0),))  # some press toggles one of them
    assert not puzzle.refuted_by(((0, 2), (0, 1), (1, 0), (7, 7)))
    assert not LightsOut.parse("2x3:.../...").refuted_by(((0, 0), (0, 1), (0, 2), (1, 1)))
    asymmetric = LightsOut.parse("2x2,stencil=..#/.../...")
    assert asymmetric.refuted_by(solve(asymmetric).proof)
    matrix = LightsOut.parse("1x2,matrix=c:#.")
    assert solve(matrix).proof == ((0, 0), (0, 1))
    assert matrix.refuted_by(((0, 0), (0, 1)))
    assert not matrix.refuted_by(((0, 0),))


# ------------------------------------------------------------------------------ texts


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("5x5", "5x5"),
        ("5x5,plus", "5x5"),
        ("2X3, torus", "2x3,torus"),
        ("3x3,neighbours,torus", "3x3,neighbours,torus"),
        ("3x4,stencil=.#./###/.#.", "3x4"),
        ("3x4,stencil=.#./#.#/.#.", "3x4,neighbours"),
        ("3x4,stencil=#.#/.#./#.#", "3x4,stencil=#.#/.#./#.#"),
        ("3x4,stencil=...../.#.#./.....", "3x4,stencil=#.#"),
        ("3x3:#.#/.#./#.#", "3x3:#.#/.#./#.#"),
        ("3x3:101010101", "3x3:#.#/.#./#.#"),
        ("3x3:XOX OXO XOX", "3x3:#.#/.#./#.#"),
        ("2x2:##/##", "2x2"),
        ("2x2:0000", "2x2:../.."),
        ("1x4:#..#", "1x4:#..#"),
        ("2x1:#/.", "2x1:#/."),
        ("1x2,matrix=c:#.", "1x2,matrix=c:#."),
        ("3x3,matrix=d074191345d1644c17058", "3x3"),
        ("1x3,matrix=888", "1x3,stencil=#"),
        ("1x3,matrix=928", "1x3,matrix=928"),
    ],
)
def test_texts(text: str, written: str) -> None:
    puzzle = LightsOut.parse(text)
    assert str(puzzle) == written
    assert LightsOut.parse(written) == puzzle
    assert parse(puzzle.id) == puzzle
    assert hash(parse(puzzle.id)) == hash(puzzle)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "found the size '', expected ROWSxCOLS such as 5x5"),
        ("5", "found the size '5', expected ROWSxCOLS such as 5x5"),
        ("0x5", "found 0 rows, expected 1 to 100000"),
        ("5x100001", "found 100001 columns, expected 1 to 100000"),
        (
            "5x5,star",
            "found 'star', expected plus, neighbours, stencil=, torus or matrix=",
        ),
        ("5x5,plus,neighbours", "found 'neighbours', expected one stencil at most"),
        (
            "5x5,stencil=##/##",
            "found the stencil '##/##', expected an odd number of rows, of an odd length, "
            "separated by /",
        ),
        ("5x5,stencil=#?#", "row 1, column 2: found '?', expected # or ."),
        ("1x2,matrix=cc", "found 'cc', expected 1 hex digits"),
        ("1x3,matrix=ee1", "found '1' at the end, expected its last 3 bits to be 0"),
        ("1x2,torus,matrix=c", "found a matrix and another rule, expected one of them"),
        ("2x2:###", "found 3 lights, expected 4 for 2x2"),
        ("2x2:##/##/##", "found 3 rows, expected 2"),
        ("2x2:##/#", "row 2: found 1 lights, expected 2"),
        ("2x2:##/#?", "row 2, column 2: found '?', expected # or ."),
        ("2x2:", "found 0 rows, expected 2"),
    ],
)
def test_bad_texts(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=r".*") as error:
        LightsOut.parse(text)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"rows": 0, "cols": 1}, "found 0 rows, expected 1 to 100000"),
        ({"rows": 2, "cols": 2, "lit": (1,)}, "found 1 rows of lights, expected 2"),
        ({"rows": 2, "cols": 2, "lit": (1, 4)}, "row 2: found a light outside the board"),
        ({"rows": 1, "cols": 2, "matrix": (1,)}, "found 1 masks, expected 2, one per press"),
        (
            {"rows": 1, "cols": 2, "matrix": (1, 4)},
            "the press at r1c2 toggles a light outside the board",
        ),
    ],
)
def test_bad_values(given: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=r".*") as error:
        LightsOut(**given)  # type: ignore[arg-type]  # on purpose
    assert str(error.value) == message


@given(st.integers(1, 6), st.integers(1, 6), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_any_board_goes_round(rows: int, cols: int, rng: random.Random) -> None:
    size = rows * cols
    lit = unpack(rng.getrandbits(size), rows, cols)
    steps = [(down, right) for down in (-2, -1, 0, 1) for right in (-1, 0, 1, 2)]
    for puzzle in (
        LightsOut(rows, cols, lit, tuple(rng.sample(steps, 4)), rng.random() < 0.5),
        LightsOut(rows, cols, lit, matrix=tuple(rng.getrandbits(size) for _ in range(size))),
    ):
        assert LightsOut.parse(str(puzzle)) == puzzle
        assert pickle.loads(pickle.dumps(puzzle)) == puzzle
        assert unpack(puzzle.packed, rows, cols) == lit
        assert read(write(puzzle, "flip")).masks == puzzle.masks  # type: ignore[attr-defined]
        presses = tuple(divmod(p, cols) for p in range(size) if rng.random() < 0.5)
        lights = puzzle.packed
        for row, col in presses:
            lights ^= puzzle.masks[row * cols + col]
        assert bool(puzzle.check(presses)) == bool(lights)
        found = solve(puzzle)
        if not found.solved:
            assert puzzle.refuted_by(found.proof)


# ------------------------------------------------------------------------------ rules


def test_check_presses_the_buttons() -> None:
    puzzle = LightsOut.parse("2x2")
    everything = ((0, 0), (0, 1), (1, 0), (1, 1))
    assert puzzle.check(everything) == []
    assert puzzle.check((*everything, (0, 0), (0, 0))) == []
    assert puzzle.check(()) == [f"r{r}c{c} is still on" for r in (1, 2) for c in (1, 2)]
    assert puzzle.check(((0, 0),)) == ["r2c2 is still on"]
    assert puzzle.check(((0, 2), (-1, 0))) == [
        "(0, 2) isn't a button of the board",
        "(-1, 0) isn't a button of the board",
    ]


def test_edges_of_a_torus_meet() -> None:
    assert LightsOut.parse("3x3,torus").masks[0] == 0b001_001_111
    assert LightsOut.parse("2x2,torus").masks[0] == 0b00_01  # two steps to the same light cancel
    assert LightsOut.parse("1x1,torus").masks[0] == 1


def test_pictures() -> None:
    puzzle = LightsOut.parse("2x3:.#./.##")
    assert text(puzzle.board()) == ". # .\n. # #"
    assert text(puzzle.board(((0, 0), (1, 2)))) == "o # .\n. # @"
    assert [cell.shaded for cell in puzzle.board().cells] == [False, True, False, False, True, True]
    large = LightsOut(2, 600).board()
    assert (large.rows, large.cols) == (2, 500)
    assert large.title == "Lights Out 2x600; showing the first 2 rows and 500 columns"


def test_every_face_finds_the_same_answers() -> None:
    puzzle = LightsOut.parse("4x4")
    linear = solve(puzzle, max_solutions=None)
    search = solve(puzzle, "backtracking", max_solutions=None)
    assert set(linear.solutions) == set(search.solutions)
    assert linear.status is search.status is Status.COMPLETE
    assert len(linear.solutions) == 16
    assert all(
        isinstance(answer, tuple) and sorted(answer) == list(answer) for answer in linear.solutions
    )


def test_answers_are_listed_when_asked_for() -> None:
    puzzle = LightsOut(95, 95)  # 2^62 answers
    result = solve(puzzle, max_solutions=5)
    assert len(set(result.solutions)) == 5
    assert count(puzzle) == 2**62
    least = solve(puzzle, "linear:minimum=yes")
    assert (least.status, least.reason) == (
        Status.STOPPED,
        "the least of 2^62 solutions is out of reach",
    )


def test_boards_too_large_to_write_out() -> None:
    puzzle = LightsOut.parse("1000x1200")
    assert (str(puzzle), hash(puzzle)) == ("1000x1200", hash(LightsOut(1000, 1200)))
    result = solve(puzzle)
    assert isinstance(result.solution, Pattern)
    assert puzzle.check(result.solution) == []
    wrong = Pattern(result.solution.system, result.solution.first ^ 1)
    assert puzzle.check(wrong)
    with pytest.raises(Unsuited, match="1200000 lights has too many presses"):
        solve(puzzle, "breadth-first")
    with pytest.raises(Unsuited):
        puzzle.csp()
    assert [each.strategy for each in compare(puzzle, ["linear", "depth-first"])] == ["linear"]
    off = LightsOut(1000, 1200, (0,) * 1000)
    assert len(solve(off).solution) == 0
    assert not solve(off).solution


def test_certificates_of_large_boards() -> None:
    rng = random.Random(5)
    for rule in RULES.values():
        board = LightsOut(300, 299, tuple(rng.getrandbits(299) for _ in range(300)), rule)
        result = solve(board)
        assert result.solved or board.refuted_by(result.proof)
    corner = LightsOut(199, 199, (1, *[0] * 198), NEIGHBOURS)
    result = solve(corner)
    assert isinstance(result.proof, Pattern)
    assert corner.refuted_by(result.proof)
    assert not LightsOut(199, 199, (2, *[0] * 198), PLUS).refuted_by(result.proof)


def test_patterns_are_sequences() -> None:
    system = LightsOut(3, 3).linear()
    found = solve(LightsOut(3, 3)).solution
    pattern = Pattern(system, 0b101)  # type: ignore[arg-type]
    assert tuple(pattern) == found
    assert (len(pattern), pattern[0], pattern[-1], pattern[1:3]) == (
        5,
        (0, 0),
        (2, 2),
        ((0, 2), (1, 1)),
    )
    assert (0, 2) in pattern
    assert (0, 1) not in pattern
    assert pattern == Pattern(LightsOut(3, 3).linear(), 0b101)  # type: ignore[arg-type]
    assert len({pattern, Pattern(LightsOut(3, 3).linear(), 0b101)}) == 1  # type: ignore[arg-type]
    assert pattern != found
    with pytest.raises(IndexError):
        pattern[5]


# ------------------------------------------------------------------------------ kernels


def state(walk: PyXorWalk) -> tuple[object, ...]:
    levels = tuple(walk.levels)
    return (
        walk.finished,
        walk.moves,
        walk.nodes,
        walk.generated,
        walk.duplicates,
        walk.frontier,
        levels,
    )


masks_of = st.integers(0, 6).flatmap(
    lambda bits: st.tuples(
        st.just(bits),
        st.lists(st.integers(0, 2**bits - 1), max_size=8),
        st.integers(0, 2**bits - 1),
        st.integers(-1, 2**bits - 1),
    )
)


@given(masks_of, st.lists(st.integers(0, 9), max_size=6))
@settings(deadline=None)
def test_the_walk_is_its_specification(
    given: tuple[int, list[int], int, int], slices: list[int]
) -> None:
    kernel, python = XorWalkKernel(*given), PyXorWalk(*given)
    for nodes in [*slices, PLENTY]:
        kernel.run(nodes)
        python.run(nodes)
        assert state(kernel) == state(python)
    _, masks, start, goal = given
    true = distances(tuple(masks))
    assert (
        kernel.moves.bit_count() == true[start ^ goal]
        if start ^ goal in true and goal >= 0
        else (kernel.moves == -1)
    )


@given(st.integers(1, 90), st.integers(0, 12), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=40)
def test_the_least_of_a_coset_is_its_specification(
    size: int, rank: int, rng: random.Random
) -> None:
    base, *basis = (rng.getrandbits(size).to_bytes(12, "little") for _ in range(rank + 1))
    kernel, python = CosetKernel(base, basis), PyCoset(base, basis)
    assert (kernel.visited, kernel.weight) == (python.visited, python.weight) == (0, -1)
    for walk in (kernel, python):
        while not walk.finished:
            walk.run(100)
    assert (kernel.weight, kernel.word, kernel.visited) == (
        python.weight,
        python.word,
        python.visited,
    )
    assert kernel.visited == 2**rank


@needs_kernel
def test_the_least_of_a_coset_over_many_blocks_and_wide_sums() -> None:
    rng = random.Random(3)
    for size, rank in ((400, 18), (50_000, 17), (50_000, 4)):
        width = size // 8
        base, *basis = (rng.randbytes(width) for _ in range(rank + 1))
        kernel = CosetKernel(base, basis)
        kernel.run(1)
        kernel.run(PLENTY)
        assert kernel.finished
        if size == 50_000 and rank > 4:
            continue  # the twin is slow; the word must weigh what it says
        python = PyCoset(base, basis)
        python.run(PLENTY)
        assert (kernel.weight, kernel.word) == (python.weight, python.word)


@pytest.mark.parametrize("kind", [XorWalkKernel, PyXorWalk])
@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((33, [], 0, 0), r"bits: found 33, expected 0 to 32"),
        ((-1, [], 0, 0), r"bits: found -1, expected 0 to 32"),
        ((4, [1] * 33, 0, 0), r"masks: found 33, expected at most 32"),
        ((4, [1, 16], 0, 0), r"mask 1: it has a bit past 3"),
        ((4, [1], 16, 0), r"found state 16, expected less than 2\*\*4"),
        ((4, [1], 0, 16), r"found state 16, expected less than 2\*\*4"),
    ],
)
def test_bad_walks(
    kind: type[PyXorWalk], given: tuple[int, list[int], int, int], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        kind(*given)


@pytest.mark.parametrize("kind", [CosetKernel, PyCoset])
def test_bad_cosets(kind: type[PyCoset]) -> None:
    with pytest.raises(ValueError, match="basis: found 63 strings, expected at most 62"):
        kind(b"1", [b"1"] * 63)
    with pytest.raises(ValueError, match="negative limit"):
        kind(b"1", []).run(-1)
    with pytest.raises(ValueError, match="negative limit"):
        XorWalkKernel(1, [1], 0).run(-1)


@needs_kernel
def test_any_5x5_board_is_solved_optimally() -> None:
    result = solve(LightsOut(5, 5), "bitmap")
    assert len(result.solution) == 15
    assert result.stats.deepest == 15
    stopped = solve(LightsOut(5, 5), "bitmap", max_seconds=0.01)
    assert (stopped.status, stopped.reason) == (Status.STOPPED, "seconds")


# ------------------------------------------------------------------------------ notations


def test_grids_on_lines() -> None:
    puzzle = LightsOut.parse("2x3:#.#/.#.")
    for grid in ("#.#\n.#.\n", "101\n010\n", "XOX\nOXO\n", "1 0 1\n0 1 0\n"):
        assert read(grid, kind="lights-out") == puzzle
    assert read("###\n#.#\n") == LightsOut.parse("2x3:###/#.#")
    with pytest.raises(ValueError, match=r"lights-grid \(lights-out\) or line \(sudoku\)"):
        read("#.#\n.#.\n")
    assert write(puzzle, "lights-grid") == "#.#\n.#.\n"
    with pytest.raises(ValueError, match="it holds only boards on which a press toggles a plus"):
        write(LightsOut.parse("2x2,torus"), "lights-grid")
    with pytest.raises(ValueError, match=r"line 2, column 2: found '\?', expected # or \., 1 or 0"):
        read("##\n#?\n", notation="lights-grid")
    with pytest.raises(ValueError, match="line 2: found 1 lights, expected 2"):
        read("##\n#\n", notation="lights-grid")


SIZED = {"4x4\nO##O\n#OO#\nO#OO\nO###\n": 3, "4x4\n#O#O\nO##O\n#OOO\n#OO#\n": 7}
"""Boards of Carnegie Mellon's 15-122, each with the presses that the name of its file tells."""


@pytest.mark.parametrize("text", SIZED)
def test_boards_with_their_size_first(text: str) -> None:
    puzzle = read(text)
    assert len(solve(puzzle).solution) == SIZED[text]
    assert write(puzzle, "lights-sized") == text
    assert read(text.replace("\n", " \r\n\n").rstrip()) == puzzle


def test_a_size_is_columns_by_rows() -> None:
    puzzle = LightsOut.parse("2x3:###/.##")
    assert read("3x2\n###\nO##\n") == puzzle
    assert write(puzzle, "lights-sized") == "3x2\n###\nO##\n"
    assert read("2x2\n#O\nOO\n") == LightsOut.parse("2x2:#./..")
    assert read("3x3\nOOO\nOOO\nOOO\n") == LightsOut.parse("3x3:.../.../...")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3x2\n###\nO#\n", "line 3: found 2 lights, expected 3"),
        ("3x2\n###\n", "found 1 rows, expected 2 for 3x2"),
        ("3x2\n#.#\n#O#\n", r"line 2, column 2: found '\.', expected # or O"),
        ("3x2\n###\nO##\nOOO\n", "found 3 rows, expected 2 for 3x2"),
        ("0x1\n#\n", "found 0 columns, expected 1 to"),
    ],
)
def test_boards_with_another_size(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(text)
    with pytest.raises(ValueError, match="line 1, column 1: found '#O', expected COLSxROWS"):
        read("#O\nO#\n", notation="lights-sized")
    with pytest.raises(ValueError, match="it holds only boards on which a press toggles a plus"):
        write(LightsOut.parse("2x2,torus"), "lights-sized")


FLIP = {
    "3x3:d074191345d1644c17058,6c8": "3x3:.##/.##/..#",
    "2x3:e34b9d2c7,58": "3x2,matrix=e34b9d2c7:.#/.#/#.",
    "3x2:d37256e8b,b4": "2x3,matrix=d37256e8b:#.#/#.#",
}
"""Ids that the program `flip --generate` of sgt-puzzles 20230122 printed."""


@pytest.mark.parametrize("line", FLIP)
def test_ids_of_flip(line: str) -> None:
    puzzle = read(line)
    assert isinstance(puzzle, LightsOut)
    ours = LightsOut.parse(FLIP[line])
    assert (puzzle.masks, puzzle.lit) == (ours.masks, ours.lit)
    assert write(puzzle, "flip") == f"{line}\n"
    assert solve(puzzle).solved


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("3x3:d0,6c8", "line 1, column 5: found 'd0', expected 21 hex digits"),
        (
            "3x3:d074191345d1644c17058,6c",
            "line 1, column 27: found '6c', expected 3 hex digits",
        ),
        (
            "3x3:d074191345d1644c17058,6c9",
            "line 1, column 27: found '9' at the end, expected its last 3 bits to be 0",
        ),
        ("0x3:d0,6c8", "line 1, column 1: found '0x3', expected 1 to 1000 squares"),
        ("3x3", "line 1, column 1: found '3x3', expected WxH:matrix,board with both in hex"),
    ],
)
def test_bad_ids_of_flip(line: str, message: str) -> None:
    with pytest.raises(ValueError, match=r".*") as error:
        read(line, notation="flip")
    assert str(error.value) == message


def test_packing() -> None:
    assert unpack(pack([1, 2, 3], 5), 3, 5) == (1, 2, 3)
