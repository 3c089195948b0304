"""Canonical forms: the smallest of all forms, the same for all of them, another for each class."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.identity.canonical import (
    SYMMETRIES,
    Smallest,
    TooSymmetric,
    canonical,
    canonical_id,
    with_diagonals,
)
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.puzzles.latin_squares.puzzle_latin import Latin
from clew.puzzles.sudoku import batch as sudoku
from clew.puzzles.sudoku.batch import sudoku_canonical
from clew.puzzles.sudoku.puzzle import Sudoku
from clew.puzzles.sudoku.py_batch import py_sudoku_canonical
from clew.search import native

CASES = int(os.environ.get("CLEW_CASES", "300"))
"""Puzzles on which kernel and twin are compared; CLEW_CASES=1000000 for a long night."""
SEVENTEEN = b"................12..3..4........5.....4.36....1.....78....1......98..3...7....6.."
MOST_REGULAR = b"123456789456789123789123456231564897564897231897231564312645978645978312978312645"
"""The grid with the most forms that are itself."""
SEVENTEENS = Path(os.environ.get("CLEW_DATA") or "/nowhere") / "sudoku_17_clue.txt"
MANY = 1000 if native.available else 4
needs_kernel = pytest.mark.skipif(not native.available, reason="no compiled kernels")
Cells = tuple[int, ...]


def lines(groups: int, size: int, rng: Random) -> list[int]:
    """Lines in another order, those of a group together."""
    order = rng.sample(range(groups), groups)
    return [size * group + i for group in order for i in rng.sample(range(size), size)]


def image(cells: Cells, height: int, width: int, rng: Random, turn: bool = True) -> Cells:
    """Another form of a board with boxes of that height and width, by chance."""
    order = height * width
    rows, cols = lines(width, height, rng), lines(height, width, rng)
    names = [0, *rng.sample(range(1, order + 1), order)]
    found = [[names[cells[row * order + col]] for col in cols] for row in rows]
    if turn and rng.random() < 0.5:
        found = [list(line) for line in zip(*found, strict=True)]
    return tuple(value for row in found for value in row)


def renamed(cells: Cells) -> Cells:
    names = {0: 0}
    return tuple(names.setdefault(value, len(names)) for value in cells)


@cache
def orders(groups: int, size: int) -> list[tuple[int, ...]]:
    """Every order of lines that keeps groups."""
    inner = list(permutations(range(size)))
    return [
        tuple(
            size * group + i for group, inside in zip(order, insides, strict=True) for i in inside
        )
        for order in permutations(range(groups))
        for insides in product(inner, repeat=groups)
    ]


def smallest(cells: Cells, height: int, width: int, turn: bool) -> Cells:
    """The definition itself: every form is written out."""
    order = height * width
    turned = tuple(cells[col * order + row] for row in range(order) for col in range(order))
    return min(
        renamed(tuple(side[row * order + col] for row in rows for col in cols))
        for side in ([cells, turned] if turn else [cells])
        for rows in orders(width, height)
        for cols in orders(height, width)
    )


def some_cells(rng: Random, order: int, most: float = 1.0) -> Cells:
    """Any values in some of the cells, clashes and all."""
    share = rng.random() * most
    return tuple(rng.randint(1, order) if rng.random() < share else 0 for _ in range(order * order))


# ------------------------------------------------------------------ the definition


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (1, 3), (1, 4)])
def test_the_search_finds_the_smallest_of_all_forms(box: tuple[int, int]) -> None:
    height, width = box
    order, rng = height * width, Random(str(box))
    turn = height == width or height == 1
    for _ in range({4: 40, 6: 8}.get(order, 60)):
        cells = some_cells(rng, order)
        kind = Latin(cells) if height == 1 else Sudoku(cells, box)
        found = canonical(kind)
        assert isinstance(found, Latin | Sudoku)
        assert found.cells == smallest(cells, height, width, turn)


def test_full_grids_and_squares_too() -> None:
    for cells in clew.solutions(Sudoku.parse("1234" + "." * 12)):
        found = canonical(Sudoku(tuple(cells), (2, 2)))
        assert isinstance(found, Sudoku)
        assert found.cells == smallest(tuple(cells), 2, 2, True)


def test_a_board_on_its_side_is_the_same() -> None:
    rng = Random(6)
    for _ in range(20):
        cells = some_cells(rng, 6)
        turned = tuple(cells[6 * (i % 6) + i // 6] for i in range(36))
        form = canonical(Sudoku(cells, (2, 3)))
        assert canonical(Sudoku(turned, (3, 2))) == form
        assert isinstance(form, Sudoku)
        assert form.box == (2, 3)


# ------------------------------------------------------------------ how many there are


def test_there_are_two_grids_of_order_4() -> None:
    grids = clew.solutions(Sudoku.parse("12" + "." * 14))
    assert len({canonical(Sudoku(tuple(cells), (2, 2))) for cells in grids}) == 2


def squares(order: int) -> Iterator[Cells]:
    """The Latin squares whose first row and column are in order."""
    values = range(1, order + 1)
    given = tuple(max(r, c) if 1 in (r, c) else 0 for r in values for c in values)
    for answer in clew.solutions(Latin(given)):
        yield tuple(answer)


@pytest.mark.parametrize(("order", "types"), [(2, 1), (3, 1), (4, 2), (5, 2)])
def test_types_of_latin_squares(order: int, types: int) -> None:
    """B. D. McKay, A. Meynert and W. Myrvold, Small Latin squares, quasigroups and loops, 2007."""
    assert len({canonical(Latin(cells)) for cells in squares(order)}) == types


@pytest.mark.skipif(CASES < 10_000, reason="a minute or two: CLEW_CASES=1000000")
def test_17_types_of_order_6_and_49_grids_of_order_6() -> None:
    assert len({canonical(Latin(cells)) for cells in squares(6)}) == 17
    given = Sudoku.parse("2x3:123456456..." + "." * 24)
    grids = (tuple(cells) for cells in clew.solutions(given))
    assert len({canonical(Sudoku(cells, (2, 3))) for cells in grids}) == 49


# ------------------------------------------------------------------ 9 x 9


def digits(cells: Cells) -> bytes:
    return bytes(ord("0") + value if value else ord(".") for value in cells)


def values(text: bytes) -> Cells:
    return tuple(0 if byte == ord(".") else byte - ord("0") for byte in text)


def boards(number: int, seed: int) -> Iterator[Cells]:
    """Puzzles with one solution, such with clues put back or taken away, and anything."""
    rng = Random(seed)
    made, grids = sudoku.make(number, seed), sudoku.grids(number, seed)
    for i in range(number):
        puzzle, grid = (values(text[81 * i : 81 * i + 81]) for text in (made, grids))
        share = rng.choice((0.0, 0.1, 0.5, 0.9))
        kind = rng.randrange(4)
        if kind == 0:
            yield tuple(
                full if rng.random() < share else clue
                for clue, full in zip(puzzle, grid, strict=True)
            )
        elif kind == 1:
            yield tuple(clue if rng.random() > share else 0 for clue in puzzle)
        else:
            yield some_cells(rng, 9, 0.5) if kind == 2 else puzzle


@needs_kernel
def test_kernel_and_twin_agree_on_any_form() -> None:
    rng = Random(9)
    cells = [*boards(CASES, 9), values(MOST_REGULAR), (0,) * 81, (1,) * 81]
    expected = py_sudoku_canonical(b"".join(map(digits, cells)), 1, None)
    for _ in range(8):
        forms = b"".join(digits(image(each, 3, 3, rng)) for each in cells)
        assert sudoku_canonical(forms, 1, None) == expected
    assert sudoku_canonical(expected, 2, None) == expected


def test_the_form_is_a_form_of_the_puzzle() -> None:
    made = sudoku.make(MANY, 4)
    forms = sudoku.canonical(made)
    assert set(sudoku.unique(forms)) == {1}
    assert [forms[i : i + 81].count(b".") for i in range(0, len(forms), 81)] == [
        made[i : i + 81].count(b".") for i in range(0, len(made), 81)
    ]


def test_puzzles_by_chance_are_all_different() -> None:
    forms = sudoku.canonical(sudoku.make(MANY, 2))
    assert len({forms[i : i + 81] for i in range(0, len(forms), 81)}) == MANY


@pytest.mark.skipif(not SEVENTEENS.is_file(), reason="CLEW_DATA names no folder with that file")
def test_no_two_puzzles_of_17_clues_are_one() -> None:
    text = SEVENTEENS.read_bytes().replace(b"0", b".")
    forms = sudoku.canonical(text)
    assert len({forms[i : i + 81] for i in range(0, len(forms), 81)}) == len(forms) // 81


def test_forms_known_from_elsewhere() -> None:
    """Collections of puzzles with 17 clues, and catalogues of grids, are written so."""
    assert sudoku.canonical(SEVENTEEN) == SEVENTEEN
    assert sudoku.canonical(MOST_REGULAR) == MOST_REGULAR


@given(st.randoms(use_true_random=False))
@settings(max_examples=60 if native.available else 4, deadline=None)
def test_every_form_of_a_sudoku_has_the_same(rng: Random) -> None:
    cells = next(boards(1, rng.randrange(1 << 32)))
    puzzle, other = Sudoku(cells), Sudoku(image(cells, 3, 3, rng))
    form = canonical(puzzle)
    assert canonical(other) == form == canonical(form)
    assert canonical_id(other) == canonical_id(puzzle)


def test_a_batch_may_have_ends_of_lines_and_zeros() -> None:
    expected = SEVENTEEN * 2
    lines = SEVENTEEN.replace(b".", b"0") + b"\n" + SEVENTEEN + b"\n"
    for found in (sudoku.canonical(lines), sudoku.canonical(lines.decode())):
        assert found == expected
    assert py_sudoku_canonical(lines, 1, None) == expected
    assert sudoku.canonical(b"") == b""


@pytest.mark.parametrize("batch", [sudoku_canonical, py_sudoku_canonical], ids=["kernel", "twin"])
def test_bad_batches_are_refused_by_name(batch: object) -> None:
    assert callable(batch)
    with pytest.raises(ValueError, match=r"puzzle 1: cell 4: found 'x', expected 1 to 9, 0 or \."):
        batch(SEVENTEEN + b"....x" + b"." * 76, 1, None)
    with pytest.raises(ValueError, match="puzzle 1: found 80 bytes, expected 81"):
        batch(SEVENTEEN + b"." * 80, 1, None)
    with pytest.raises(ValueError, match="threads: found 0, expected 1 to 1024"):
        batch(SEVENTEEN, 0, None)


def test_a_batch_can_be_stopped() -> None:
    def stop(_: int) -> None:
        raise KeyboardInterrupt

    grids = MOST_REGULAR * 20_000 if native.available else MOST_REGULAR
    with pytest.raises(KeyboardInterrupt):
        sudoku.canonical(grids, threads=2, progress=stop)


# ------------------------------------------------------------------ other kinds


@pytest.mark.parametrize("box", [(2, 4), (3, 4), (5, 5)])
def test_larger_boards(box: tuple[int, int]) -> None:
    height, width = box
    order, rng = height * width, Random(7)
    for share in (0.0, 0.45):
        cells = tuple(
            (col + row * width + row // height) % order + 1 if rng.random() < share else 0
            for row in range(order)
            for col in range(order)
        )
        form = canonical(Sudoku(cells, box))
        assert canonical(Sudoku(image(cells, *box, rng, height == width), box)) == form
        assert canonical(form) == form


@given(st.randoms(use_true_random=False), st.integers(1, 9))
@settings(max_examples=40, deadline=None)
def test_latin_squares(rng: Random, order: int) -> None:
    cells = tuple(
        (row + col) % order + 1 if rng.random() < 0.4 else 0
        for row in range(order)
        for col in range(order)
    )
    form = canonical(Latin(cells))
    assert canonical(Latin(image(cells, 1, order, rng))) == form == canonical(form)


@pytest.mark.parametrize(
    "text", ["latin:60", "sudoku:1", "sudoku:1x6:" + "." * 36, "sudoku:2x3:1" + "." * 35]
)
def test_blank_rows_and_columns_cost_nothing(text: str) -> None:
    puzzle = clew.parse(text)
    form = canonical(puzzle)
    assert canonical(form) == form
    assert sorted(str(form)) == sorted(str(puzzle))


def test_what_is_too_symmetric_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    cyclic = tuple(tuple((row + col) % 9 + 1 for col in range(9)) for row in range(9))
    with pytest.raises(TooSymmetric, match="too symmetric: gave up finding its canonical form"):
        Smallest([cyclic], 1, 9, effort=2_000).image()
    monkeypatch.setattr("clew.identity.canonical.MOST_ORDERS", 100)
    with pytest.raises(TooSymmetric, match="order 25 with diagonals has over 100 forms"):
        canonical(Sudoku((0,) * 625, (5, 5), diagonal=True))


def keeps_groups(puzzle: Sudoku, source: tuple[int, ...]) -> bool:
    groups = {frozenset(cells) for _, cells in puzzle.groups()}
    return {frozenset(source[cell] for cell in group) for group in groups} == groups


@pytest.mark.parametrize(("box", "number"), [((2, 2), 16), ((2, 3), 8), ((3, 3), 96), ((3, 4), 48)])
def test_forms_with_diagonals_keep_them(box: tuple[int, int], number: int) -> None:
    height, width = box
    puzzle = Sudoku((0,) * (height * width) ** 2, box, diagonal=True)
    sources = list(with_diagonals(*box))
    assert len(set(sources)) == len(sources) == number
    assert all(keeps_groups(puzzle, source) for source in sources)


def test_no_other_form_keeps_the_diagonals_of_order_4() -> None:
    puzzle = Sudoku((0,) * 16, (2, 2), diagonal=True)
    ways = [
        tuple(4 * row + col for row in rows for col in cols)
        for rows in orders(2, 2)
        for cols in orders(2, 2)
    ]
    ways += [tuple(4 * (cell % 4) + cell // 4 for cell in way) for way in ways]
    assert {way for way in ways if keeps_groups(puzzle, way)} == set(with_diagonals(2, 2))


@given(st.randoms(use_true_random=False))
@settings(max_examples=30, deadline=None)
def test_diagonals_and_regions(rng: Random) -> None:
    order = 6
    cells = some_cells(rng, order, 0.5)
    names = [0, *rng.sample(range(1, 7), 6)]
    crossed = Sudoku(cells, (2, 3), diagonal=True)
    source = rng.choice(list(with_diagonals(2, 3)))
    other = Sudoku(tuple(names[cells[cell]] for cell in source), (2, 3), diagonal=True)
    assert canonical(crossed) == canonical(other) == canonical(canonical(other))
    regions = tuple(cell // 6 if cell % 6 else (cell // 6 + 1) % 6 for cell in range(36))
    source = rng.choice(SYMMETRIES).source(order, order)
    turned = Sudoku(
        tuple(names[cells[cell]] for cell in source),
        regions=tuple(regions[cell] for cell in source),
    )
    jigsaw = Sudoku(cells, regions=regions)
    assert canonical(jigsaw) == canonical(turned) == canonical(canonical(turned))
    assert canonical_id(jigsaw) != canonical_id(Sudoku(cells, (2, 3)))


@given(st.randoms(use_true_random=False), st.integers(1, 6), st.booleans())
@settings(max_examples=60, deadline=None)
def test_futoshiki_turned_and_upside_down(rng: Random, order: int, adjacent: bool) -> None:
    cells = some_cells(rng, order, 0.5)
    pairs = [(c, c + 1) for c in range(order * order) if (c + 1) % order]
    pairs += [(c, c + order) for c in range(order * order - order)]
    signs = tuple(rng.choice((pair, pair[::-1])) for pair in pairs if rng.random() < 0.4)
    puzzle = Futoshiki(cells, signs, adjacent)
    source = rng.choice(SYMMETRIES).source(order, order)
    place = {cell: at for at, cell in enumerate(source)}
    turned = Futoshiki(
        tuple(order + 1 - cells[cell] if cells[cell] else 0 for cell in source),
        tuple((place[great], place[small]) for small, great in signs),
        adjacent,
    )
    form = canonical(puzzle)
    assert canonical(turned) == form == canonical(form)
    if order < 5:
        assert clew.count(form) == clew.count(puzzle)


@pytest.mark.parametrize(
    "forms",
    [
        ("queens:Q3/4/4/4", "queens:3Q/4/4/4", "queens:4/4/4/Q3"),
        ("queens:8",),
        ("knight:3x4@0,1", "knight:3x4@2,2", "knight:4x3@1,0"),
        ("knight:5x5@0,1", "knight:5x5@1,0", "knight:5x5@4,3"),
        ("knight:4x3", "knight:3x4"),
        ("lights-out:2x3:#../...", "lights-out:2x3:.../..#", "lights-out:3x2:#./../.."),
        ("lights-out:2x2,stencil=.../.##/...:#./..", "lights-out:2x2,stencil=.#./.#./...:../.#"),
    ],
)
def test_boards_turned(forms: tuple[str, ...]) -> None:
    puzzles = [clew.parse(form) for form in forms]
    form = canonical(puzzles[0])
    assert {canonical(puzzle) for puzzle in [*puzzles, form]} == {form}
    assert clew.count(form) == clew.count(puzzles[0])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nim:3,4,5", "nim has no canonical form"),
        ("sudoku:(12)(12)..34........12", "sudoku with candidates has no canonical form"),
        ("lights-out:3x2,matrix=123456789", "lights-out with a matrix has no canonical form"),
        ("lights-out:200x200", "lights-out of more than 16,384 lights has no canonical form"),
    ],
)
def test_kinds_without_a_form(text: str, reason: str) -> None:
    with pytest.raises(clew.Unsuited, match=reason):
        canonical(clew.parse(text))


def test_ids_never_change() -> None:
    """They are written into files: these were so from the first version on."""
    known = {
        f"sudoku:{SEVENTEEN.decode()}": "sudoku:d6d943f13e3985a7",
        f"sudoku:{'.' * 81}": "sudoku:c06f537ff358e4b6",
        "sudoku:2x3:2...4.1..3..6..43..4.2...6....4.5...": "sudoku:7488eb1408a0ca2e",
        "sudoku:x:1..............4": "sudoku:be95adf074aebc42",
        "sudoku:regions=0011022102213333:1.........2.....": "sudoku:e2d2d7a202531b8b",
        "latin:4:1....1....1....1": "latin:5405ed33b483f412",
        "futoshiki:4:0,0,0,0,0U,0R,0D,0,2,0,0,0,0,0,4,0,": "futoshiki:7f97ca113e74e6e8",
        "queens:Q7/8/8/8/8/8/8/8": "queens:0b4771474c180908",
        "knight:3x4@2,3": "knight:c453c39a12665d4d",
        "lights-out:2x3:.#./.#.": "lights-out:3794576c801b3a1e",
    }
    assert {text: canonical_id(clew.parse(text)) for text in known} == known
