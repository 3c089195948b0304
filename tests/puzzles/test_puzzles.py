"""The four constraint puzzles: what is read, what is refused and how, and what breaks a rule."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew import Futoshiki, Latin, Puzzle, Queens, Sudoku
from clew.board.board import Ink
from clew.board.text import text
from clew.core.faces import CSP, values
from clew.core.registry import find

NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
FOUR = tuple(map(int, "1234341221434321"))
JIGSAW = "regions=0011022102213333:"


# ------------------------------------------------------------------ bad input

CELLS = "expected a square number (16, 36, 81, 256 …)"
SQUARES = "expected Q, '.' or a number of empty squares"
FLAGS = "expected a number and U R D L flags"

REFUSED = {
    # empty
    "latin:": f"found 0 cells, {CELLS}",
    "sudoku:": f"found 0 cells, {CELLS}",
    "sudoku:2x2:": f"found 0 cells, {CELLS}",
    "futoshiki: \n ": "found an empty text, expected a Futoshiki",
    "queens: ": "found an empty text, expected a number of queens or a board",
    # wrong length
    "latin:1..": f"found 3 cells, {CELLS}",
    "latin:3:1..": "found 3 cells, expected 9 for order 3",
    "sudoku:" + "." * 80: f"found 80 cells, {CELLS}",
    "sudoku:" + "." * 36: (
        "found a grid of order 6 and no box shape, expected it in front: 2x3 or 3x2"
    ),
    "sudoku:" + "." * 37**2: (
        "can't use a grid of 1369 cells: give it a square of them, from 1 x 1 to 36 x 36"
    ),
    "sudoku:" + "." * 70_000: "found more than 65025 cells, expected at most 65025",
    "futoshiki:2:0,0,0,": "found 3 cells, expected 4 for order 2",
    "futoshiki:2:0,0,0,0,0": "found 5 cells, expected 4 for order 2",
    "futoshiki:0 0\n0 0 0": "line 2: found 3 symbols, expected 2",
    "futoshiki:0 0\n0 0\n0\n0": (
        "line 4: found 4 rows, expected 5: 2 rows of cells, 2 of < >, 1 of ^ v"
    ),
    "futoshiki:" + "0" * 1_000_001: "found 1,000,001 characters, expected at most 1,000,000",
    "queens:Q./.": "row 2: found 1 squares, expected 2, one for each row",
    "queens:3/3/4": "row 3: found more than 3 squares, expected 3, one for each row",
    "queens:Q3//4/4": "row 2: found 0 squares, expected 4, one for each row",
    "queens:" + "/" * 1000: "found more than 1000 rows, expected at most 1000",
    # a letter
    "latin:3:1..\n.a.\n...": "line 2, column 2: found 'a', expected 1 to 3, or '.' for a blank",
    "sudoku:1..1\n..?.\n....\n....": (
        "line 2, column 3: found '?', expected 1 to 4, or '.' for a blank"
    ),
    "futoshiki:2:0,x,0,0,": f"cell 2 (r1c2): found 'x', {FLAGS}",
    "futoshiki:2:0,0Z,0,0,": f"cell 2 (r1c2): found '0Z', {FLAGS}",
    "futoshiki:0 0\n0 0\n<\n0\n0 x": "line 5, column 3: found 'x', expected 0, ^ or v",
    "futoshiki:0 0\n0 0\n^\n0\n0 0": "line 3, column 1: found '^', expected 0, < or >",
    "queens:Q3/4/4/..a.": f"row 4, column 3: found 'a', {SQUARES}",
    # a number too large, or none at all
    "latin:3:1..4.....": "column 6: found '4', expected 1 to 3, or '.' for a blank",
    "latin:2:1,2,3,1": "column 7: found '3', expected 1 to 2, or '.' for a blank",
    "latin:2:1,2,-3,1": "column 7: found '-3', expected 1 to 2, or '.' for a blank",
    "latin:0": "found '0', expected an order from 1 to 255",
    "latin:256": "found '256', expected an order from 1 to 255",
    "latin:²": "found '²', expected an order from 1 to 255",
    "latin:٣": "found '٣', expected an order from 1 to 255",
    "sudoku:5...............": "column 1: found '5', expected 1 to 4, or '.' for a blank",
    "sudoku:2x2:...²............": "column 8: found '²', expected 1 to 4, or '.' for a blank",
    "sudoku:" + "." * 255 + "H": "column 256: found 'H', expected 1 to G, or '.' for a blank",
    "sudoku:(15)...............": "column 2: found '5', expected 1 to 4, or '.' for a blank",
    "futoshiki:2:3,0,0,0,": "cell 1 (r1c1): found 3, expected at most 2",
    "futoshiki:0 0\n0 3": "line 2, column 3: found '3', expected 0 to 2",
    "futoshiki:100:0": "found '100', expected an order from 1 to 99",
    "queens:0": "found '0', expected an order from 1 to 10000000",
    "queens:10000001": "found '10000001', expected an order from 1 to 10000000",
    "queens:4/4/4/99999999": f"row 4, column 1: found '99999999', {SQUARES}",
    # a sign outside the board
    "futoshiki:2:0U,0,0,0,": "cell 1 (r1c1): found a sign U that points outside the board",
    "futoshiki:2:0,0R,0,0,": "cell 2 (r1c2): found a sign R that points outside the board",
    "futoshiki:2:0,0,0D,0,": "cell 3 (r2c1): found a sign D that points outside the board",
    "futoshiki:2:0,0,0L,0,": "cell 3 (r2c1): found a sign L that points outside the board",
    # junk
    "sudoku:y:................": "found option 'y', expected a box such as 2x3, x, or regions=…",
    "sudoku:2x3:................": "found boxes of 2x3 on a grid of order 4, expected 2x2",
    f"sudoku:2x2,{JIGSAW}{'.' * 16}": "found both boxes and regions, expected one of them",
    "sudoku:regions=0011:................": (
        "found 2 regions over 4 cells, expected 4 regions of 4 cells each"
    ),
    "sudoku:" + "0." * 128: (
        "found both '0' and '.': 0 may be a blank, or the first value in tools that count from 0; "
        "expected one sign for blanks"
    ),
    "queens:\0": f"row 1, column 1: found '\\x00', {SQUARES}",
}  # fmt: skip


@pytest.mark.parametrize("id_", REFUSED, ids=lambda each: each[:40])
def test_bad_input_says_where_and_what_was_expected(id_: str) -> None:
    kind, _, body = id_.partition(":")
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the message is checked whole
        find(kind).parse(body)
    assert str(refused.value) == REFUSED[id_]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: Latin((0,) * 5),
            "can't use a grid of 5 cells: give it a square of them, from 1 x 1 to 255 x 255",
        ),
        (lambda: Latin((0, 0, 3, 0)), "r2c1 can't be 3: use 1 to 2, or 0 for a blank"),
        (lambda: Latin((0, 0, -1, 0)), "r2c1 can't be -1: use 1 to 2, or 0 for a blank"),
        (
            lambda: Sudoku((0,) * 16, (-2, -2)),
            "found boxes of -2x-2 on a grid of order 4, expected 2x2",
        ),
        (
            lambda: Sudoku((0,) * 16, (2, 2), candidates=(6,)),
            "there are 16 cells, but candidates for 1: give them for each cell",
        ),
        (
            lambda: Sudoku((1,) + (0,) * 15, (2, 2), candidates=(4,) * 16),
            "r1c1 is given as 1: include that in its candidates",
        ),
        (
            lambda: Futoshiki((0,) * 4, ((0, 3),)),
            "found a sign between cells 0 and 3, expected neighbours",
        ),
        (lambda: Queens(4, ((0, 4),)), "found a queen at 0,4, outside the board"),
        (lambda: Queens(0), "found 0 queens, expected 1 to 10,000,000"),
    ],
)  # fmt: skip
def test_a_puzzle_that_cannot_be_is_not_made(make: Any, message: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011
        make()
    assert str(refused.value) == message


# ------------------------------------------------------------------ what is read


@pytest.mark.parametrize(
    ("id_", "line"),
    [
        ("latin:1.. .2. ...", "3:1...2...."),
        ("latin:3: 1.. / .2. / ...", "3:1...2...."),
        ("latin:2:0,2,0,0", "2:.2.."),
        ("latin: 4 ", "4"),
        ("latin:2:....", "2"),
        ("sudoku:1_ .. | *- 0x", None),
        ("sudoku:12|34\r\n34|12\r\n-----\r\n21|43\r\n43|21\r\n", "1234341221434321"),
        ("sudoku:12 34 # first\n34 12\n21 43\n43 21\n\n", "1234341221434321"),
        ("sudoku:2x2,x:" + "." * 16, "x:" + "." * 16),
        ("sudoku:regions=zzyyzxxyzxxywwww:" + "." * 16, JIGSAW + "." * 16),
        ("sudoku:(1234)(12)..............", ".(12).............."),
        ("sudoku:(1|2)(3)..............", "(12)(3).............."),
        ("sudoku:" + "g" + "." * 255, "G" + "." * 255),
        ("futoshiki: 2: 0R ,0, 0,0", "2:0R,0,0,0,"),
        ("futoshiki:2a:0R,0,0,0", "2a:0R,0L,0,0,"),
        ("futoshiki:2:0RD,0L,0,0", "2:0RD,0L,0,0,"),
        ("futoshiki:0 0\r\n0 0\r\n\r\n>\r\n0\r\n\r\n^ 0", "2:0R,0,0U,0,"),
        ("futoshiki:00\n00\n>\n0\n^0  ", "2:0R,0,0U,0,"),
        ("futoshiki:1", "1:1,"),
        ("queens:4", "4"),
        ("queens:....\n....\n\n....\n....\n", "4"),
        ("queens:Q . . .\r\n. . . .\r\n. . . .\r\n. . . .\r\n", "Q3/4/4/4"),
        ("queens: q3 / 4 /\n 4 \n/4", "Q3/4/4/4"),
        ("queens:1Q.*/-_2/4/QQQQ", "1Q2/4/4/QQQQ"),
    ],
)
def test_spellings_of_the_same_puzzle(id_: str, line: str | None) -> None:
    if line is None:
        with pytest.raises(ValueError, match="found 8 cells"):
            clew.parse(id_)
        return
    puzzle = clew.parse(id_)
    assert str(puzzle) == line
    assert clew.parse(puzzle.id) == puzzle


# ------------------------------------------------------------------ round trips


def cells(order: int) -> st.SearchStrategy[tuple[int, ...]]:
    value = st.one_of(st.just(0), st.integers(0, order))
    return st.lists(value, min_size=order**2, max_size=order**2).map(tuple)


@st.composite
def sudokus(draw: st.DrawFn) -> Sudoku:
    box = draw(st.sampled_from([(1, 1), (2, 2), (2, 3), (3, 2), (1, 5), (3, 3), (4, 3)]))
    order = box[0] * box[1]
    held = draw(cells(order))
    shape = [cell // order for cell in range(order**2)]
    regions = draw(st.one_of(st.just([]), st.permutations(shape)))
    masks = st.integers(0, 2**order - 1).map(lambda mask: 2 * mask)
    picked = draw(st.one_of(st.just([]), st.lists(masks, min_size=len(held), max_size=len(held))))
    candidates = [mask | (1 << value & ~1) for mask, value in zip(picked, held, strict=False)]
    return Sudoku(held, box, draw(st.booleans()), tuple(regions), tuple(candidates))


@st.composite
def futoshikis(draw: st.DrawFn) -> Futoshiki:
    order = draw(st.integers(1, 7))
    across = [(r * order + c, r * order + c + 1) for r in range(order) for c in range(order - 1)]
    pairs = across + [(cell, cell + order) for cell in range(order * (order - 1))]
    signs = draw(st.lists(st.sampled_from(pairs + [(b, a) for a, b in pairs]))) if pairs else []
    return Futoshiki(draw(cells(order)), tuple(signs), draw(st.booleans()))


@st.composite
def boards(draw: st.DrawFn) -> Queens:
    order = draw(st.integers(1, 15))
    square = st.tuples(st.integers(0, order - 1), st.integers(0, order - 1))
    return Queens(order, tuple(draw(st.lists(square, max_size=6))))


ANY: st.SearchStrategy[Puzzle] = st.one_of(
    st.integers(1, 13).flatmap(cells).map(Latin), sudokus(), futoshikis(), boards()
)


@given(ANY)
@settings(deadline=None, max_examples=300)
def test_a_line_reads_back_as_the_puzzle(puzzle: Puzzle) -> None:
    assert type(puzzle).parse(str(puzzle)) == puzzle
    assert "\n" not in str(puzzle)
    assert clew.parse(puzzle.id) == puzzle
    assert hash(clew.parse(puzzle.id)) == hash(puzzle)
    board = puzzle.board()
    assert len(board.cells) == board.rows * board.cols
    assert isinstance(puzzle.clashes(), list)


@pytest.mark.parametrize("order", [10, 35, 36, 40, 255])
def test_large_orders_read_back(order: int) -> None:
    puzzle = Latin((order, order - 1, 10) + (0,) * (order**2 - 3))
    assert Latin.parse(str(puzzle)) == puzzle


# ------------------------------------------------------------------ sizes of Sudoku


def pattern(rows: int, cols: int) -> tuple[int, ...]:
    """A solved grid: each row is the one above it moved by a box, or by one more."""
    order = rows * cols
    shifts = (r % rows * cols + r // rows for r in range(order))
    return tuple((shift + c) % order + 1 for shift in shifts for c in range(order))


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4), (5, 5), (6, 6)])
def test_every_size(box: tuple[int, int]) -> None:
    """Every third cell left out: read, drawn and solved."""
    solved = pattern(*box)
    order = box[0] * box[1]
    puzzle = Sudoku(tuple(0 if n % 3 == 0 else v for n, v in enumerate(solved)), box)
    assert Sudoku.parse(str(puzzle)) == puzzle
    assert puzzle.check(solved) == []
    assert (puzzle.board().rows, puzzle.board().title) == (order, f"Sudoku of order {order}")
    answer = clew.solve(puzzle).solution
    assert puzzle.check(answer) == []
    assert answer[1::3] == solved[1::3]


def test_an_empty_grid_of_order_36_is_read_and_drawn() -> None:
    puzzle = Sudoku.parse("." * 1296)
    assert (puzzle.order, puzzle.box, str(puzzle)) == (36, (6, 6), ",".join("." * 1296))
    assert len(text(puzzle.board()).splitlines()) == 36 + 5


def test_candidates_past_z_stand_apart() -> None:
    full = (2 << 36) - 2
    for mask in (1 << 36, 1 << 36 | 1 << 3, 1 << 1 | 1 << 3 | 1 << 6, full & ~4, 0):
        puzzle = Sudoku((0,) * 1296, (6, 6), candidates=(mask,) + (full,) * 1295)
        assert Sudoku.parse(str(puzzle)) == puzzle


def test_one_cell() -> None:
    assert clew.solve(Sudoku.parse(".")).solution == (1,)
    assert clew.solve(Sudoku.parse("x:.")).solution == (1,)
    assert clew.solve(Latin.parse("1")).solution == (1,)
    assert clew.solve(Futoshiki.parse("1:0,")).solution == (1,)
    assert clew.solve(Queens(1)).solution == (0,)


# ------------------------------------------------------------------ check and clashes


def changed(answer: tuple[int, ...], cell: int, value: int) -> list[int]:
    return [value if at == cell else old for at, old in enumerate(answer)]


def test_check_names_each_rule_of_sudoku() -> None:
    puzzle = Sudoku.parse("1...............")
    assert puzzle.check(FOUR) == []
    assert puzzle.check(FOUR[:-1]) == ["the solution has 15 cells, not 16"]
    assert puzzle.check(changed(FOUR, 0, 4)) == [
        "r1c1 is given as 1, not 4",
        "row 1 has two 4s",
        "column 1 has two 4s",
        "box 1 has two 4s",
    ]
    assert puzzle.check(changed(FOUR, 15, 5)) == ["5 is not a value from 1 to 4"]
    assert puzzle.check((1,) * 16)[:2] == ["row 1 has four 1s", "row 2 has four 1s"]
    assert puzzle.check((1, 0, *FOUR[2:]))[0] == "0 is not a value from 1 to 4"


def test_check_names_diagonals_regions_and_candidates() -> None:
    assert Sudoku.parse("x:" + "." * 16).check(FOUR) == [
        "the falling diagonal has two 1s",
        "the falling diagonal has two 4s",
        "the rising diagonal has two 1s",
        "the rising diagonal has two 4s",
    ]
    assert "region 1 has two 1s" in Sudoku.parse(JIGSAW + "." * 16).check(
        (1, 2, 3, 4, 2, 1, 4, 3) * 2
    )
    assert Sudoku.parse("(23)" + "." * 15).check(FOUR) == ["r1c1 can't be 1"]


def test_check_names_each_rule_of_latin_and_futoshiki() -> None:
    latin = (1, 2, 3, 2, 3, 1, 3, 1, 2)
    assert Latin.parse("3").check(latin) == []
    assert Latin.parse("3:..3......").check(changed(latin, 2, 2)) == [
        "r1c3 is given as 3, not 2",
        "row 1 has two 2s",
        "column 3 has two 2s",
    ]
    signs = Futoshiki.parse("3:0R,0,0,0,0,0,0,0U,0,")
    assert signs.check(latin) == [
        "r1c2 is 2, r1c1 is 1: they must be in the order of the sign between them",
        "r2c2 is 3, r3c2 is 1: they must be in the order of the sign between them",
    ]
    adjacent = Futoshiki((0,) * 9, ((0, 1), (3, 4), (4, 5), (7, 8), (0, 3), (5, 8), (1, 4)), True)
    assert sorted(adjacent.check(latin)) == [
        "r1c2 is 2, r1c3 is 3: they must not differ by 1",
        "r2c1 is 2, r3c1 is 3: they must not differ by 1",
        "r2c2 is 3, r2c3 is 1: they must differ by 1",
    ]


def test_check_names_each_rule_of_queens() -> None:
    assert Queens(4).check((1, 3, 0, 2)) == []
    assert Queens(4).check((1, 3, 0)) == ["the answer has 3 queens, not 4"]
    assert Queens(4, ((0, 0),)).check((1, 3, 0, 2)) == [
        "row 1 has its queen in column 1 already"
    ]  # fmt: skip
    assert Queens(4).check((1, 3, 0, 9)) == ["9 is not a column from 0 to 3"]
    assert Queens(4).check((0, 1, 2, 3)) == [
        "the falling diagonal through row 1, column 1 has 4 queens"
    ]
    assert Queens(4).check((3, 0, 1, 3)) == [
        "column 4 has 2 queens",
        "the rising diagonal through row 1, column 4 has 2 queens",
        "the falling diagonal through row 2, column 1 has 2 queens",
    ]
    assert Queens(4).check((0, 0, 3, 2)) == [
        "column 1 has 2 queens",
        "the rising diagonal through row 3, column 4 has 2 queens",
        "the falling diagonal through row 2, column 1 has 2 queens",
    ]


@pytest.mark.parametrize(
    ("id_", "clashes"),
    [
        ("latin:3:1.1......", ["row 1 has two 1s"]),
        ("sudoku:11..............", ["row 1 has two 1s", "box 1 has two 1s"]),
        ("sudoku:x:1..............1", ["the falling diagonal has two 1s"]),
        (f"sudoku:{JIGSAW}.1..1...........", ["region 1 has two 1s"]),
        (
            "futoshiki:2:1R,2,0,0,",
            ["r1c2 is 2, r1c1 is 1: they must be in the order of the sign between them"],
        ),
        ("futoshiki:2:0R,0L,0,0,", ["r1c1 and r1c2 have signs both ways"]),
        ("queens:Q3/1Q2/4/4", ["the falling diagonal through row 1, column 1 has 2 queens"]),
        ("queens:QQ2/4/4/4", ["row 1 has 2 queens"]),
        ("queens:4/4/4/QQ2", ["row 4 has 2 queens"]),
    ],
)  # fmt: skip
def test_givens_that_clash_are_unsolvable_at_once(id_: str, clashes: list[str]) -> None:
    puzzle = clew.parse(id_)
    assert puzzle.clashes()[: len(clashes)] == clashes
    result = clew.solve(puzzle)
    assert result.unsolvable
    assert result.stats.nodes == 0
    assert result.reason == "; ".join(puzzle.clashes())


def test_a_good_answer_has_nothing_to_do_with_the_csp(monkeypatch: pytest.MonkeyPatch) -> None:
    """`check`, `clashes` and `board` never ask for the constraints that strategies see."""

    def forbidden(self: Puzzle) -> CSP:
        raise AssertionError("the rules are checked by themselves")

    for kind in (Latin, Sudoku, Futoshiki, Queens):
        monkeypatch.setattr(kind, "csp", forbidden)
        for example in kind.examples:
            puzzle = kind.parse(example.text)
            puzzle.board()
            puzzle.clashes()
            assert puzzle.check(()) != []
    assert Sudoku.parse(NINE).check(tuple(map(int, SOLVED))) == []


# ------------------------------------------------------------------ the constraint face


def test_the_domains_are_what_the_givens_leave() -> None:
    def possible(puzzle: Puzzle) -> list[list[int]]:
        return [list(values(mask)) for mask in puzzle.csp().domains]

    assert possible(Latin.parse("2:.2..")) == [[1, 2], [2], [1, 2], [1, 2]]
    assert possible(Sudoku.parse("1(23)(4)............."))[:4] == [[1], [2, 3], [4], [1, 2, 3, 4]]
    assert possible(Queens(3, ((1, 2),))) == [[0, 1, 2], [2], [0, 1, 2]]


def test_constraints_have_labels_a_person_would_say() -> None:
    labels = {rule.label for rule in Sudoku.parse("x:" + "." * 16).csp().constraints}
    assert {"row 3", "column 4", "box 2", "the rising diagonal"} <= labels
    labels = {rule.label for rule in Futoshiki.parse("2:0R,0,0,0,").csp().constraints}
    assert "r1c2 < r1c1" in labels
    labels = {rule.label for rule in Futoshiki.parse("2a:0R,0,0,0,").csp().constraints}
    assert {"r1c1 and r1c2 differ by 1", "r1c1 and r2c1 don't differ by 1"} <= labels


# ------------------------------------------------------------------ boards


def test_boards_tell_givens_from_answers() -> None:
    drawn = Sudoku.parse("12" + "." * 14).board(FOUR).cells
    assert [cell.ink for cell in drawn[:3]] == [Ink.GIVEN, Ink.GIVEN, Ink.ANSWER]
    assert [cell.text for cell in drawn[:4]] == ["1", "2", "3", "4"]
    drawn = Queens(2, ((0, 0),)).board((0, 1)).cells
    assert [(cell.text, cell.ink) for cell in drawn] == [
        ("Q", Ink.GIVEN), ("", Ink.NONE), ("", Ink.NONE), ("Q", Ink.ANSWER),
    ]  # fmt: skip
    assert Sudoku.parse("." * 16).board([None] * 16) == Sudoku.parse("." * 16).board()


def test_boards_have_titles() -> None:
    ids = ("latin:3", "sudoku:x:" + "." * 16, f"sudoku:{JIGSAW}{'.' * 16}", "queens:5")
    assert [clew.parse(id_).board().title for id_ in ids] == [
        "Latin square of order 3",
        "Sudoku X of order 4",
        "Jigsaw Sudoku of order 4",
        "5 queens",
    ]
