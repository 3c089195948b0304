"""The gallery of stated puzzles: counts by brute force, ids of Tatham's collection, bad texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import compress, permutations, product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew import count, parse, solve
from clew.core.puzzle import Unsuited
from clew.model.expressions import add_up
from clew.model.grid import Grid
from clew.notation import read, write
from clew.puzzles.minesweeper import Minefield
from clew.puzzles.pentominoes import SHAPES, placements
from clew.search import native
from clew.search.run import Orbits, orbits
from tests.paths import DATA, ROOT

LINES = Path(DATA / "tatham_gallery.txt").read_text().splitlines()
COLLECTION = [line.split() for line in LINES if not line.startswith("#")]
"""Puzzles that Simon Tatham's programs made: the notation, what was asked for, and the id."""
ONE_SOLUTION = [row for row in COLLECTION if row[0] != "mines"]


needs_kernel = pytest.mark.skipif(not native.available, reason="no compiled kernels")


KINDS = [
    "map_colouring",
    "cryptarithm",
    "zebra",
    "magic_square",
    "kenken",
    "killer",
    "towers",
    "kakuro",
    "nonogram",
    "minesweeper",
    "hitori",
    "slitherlink",
    "pentominoes",
    "missionaries",
    "hanoi",
    "romania",
    "sokoban",
    "rush_hour",
    "peg_solitaire",
    "pancakes",
    "pocket_cube",
    "connect_four",
    "dots_and_boxes",
    "kalah",
]


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_is_stated_in_less_than_95_lines_and_imports(kind: str) -> None:
    folder = ROOT / "src/clew/puzzles"
    file = folder / f"{kind}.py"
    file = file if file.exists() else next(folder.glob(f"*/puzzle_{kind}.py"))
    lines = file.read_text(encoding="utf-8").splitlines()
    assert sum(not line.startswith(("from ", "import ")) for line in lines) < 95


# ------------------------------------------------------------------ Tatham's collection


@pytest.mark.parametrize("notation", sorted({row[0] for row in ONE_SOLUTION}))
def test_a_puzzle_of_the_collection_has_one_solution(notation: str) -> None:
    texts = [text for name, _, text in ONE_SOLUTION if name == notation]
    assert len(texts) >= 5
    for text in texts:
        puzzle = read(text)
        assert solve(puzzle, max_solutions=2).unique, text
        assert write(puzzle, notation) == f"{text}\n"


def test_the_first_position_of_a_minefield_has_safe_cells() -> None:
    fields = [(wanted, text) for name, wanted, text in COLLECTION if name == "mines"]
    assert len(fields) >= 6
    for wanted, text in fields:
        field = read(text)
        assert str(field).startswith(f"{wanted}:")
        assert field.tell(solve(field).solution).startswith("safe: ")


def test_a_masked_minefield_is_the_plain_one() -> None:
    """As `sgt-mines` masks it; the plain form is ours to compute by hand."""
    assert read("3x3:0,0,u248").id == "minesweeper:3x3n3:02./03./02."


# ------------------------------------------------------------------ counts by brute force


def shadings(numbers: Sequence[int], cols: int) -> Iterator[tuple[int, ...]]:
    """Every right answer of a Hitori, 0 for a shaded cell, tried one by one."""
    cells = range(len(numbers))
    beside = [(a, b) for a in cells for b in cells if b - a == cols or (b - a == 1 and b % cols)]
    for left in product((0, 1), repeat=len(numbers)):
        lines = [[c for c in cells if c // cols == r] for r in range(len(numbers) // cols)]
        lines += [[c for c in cells if c % cols == k] for k in range(cols)]
        held = [[numbers[c] for c in line if left[c]] for line in lines]
        if any(len(set(line)) < len(line) for line in held):
            continue
        if any(not left[a] and not left[b] for a, b in beside):
            continue
        white = {c for c in cells if left[c]}
        reached, waiting = set[int](), [min(white)]
        while waiting:
            here = waiting.pop()
            reached.add(here)
            near = {b for a, b in beside if a == here} | {a for a, b in beside if b == here}
            waiting += near & white - reached
        if reached == white:
            yield left


@settings(max_examples=15)
@given(st.lists(st.integers(1, 4), min_size=9, max_size=9))
def test_hitori_by_brute_force(numbers: list[int]) -> None:
    assert count(parse(f"hitori:3x3:{''.join(map(str, numbers))}")) == sum(
        1 for _ in shadings(numbers, 3)
    )


def seen(line: Sequence[int]) -> int:
    return sum(value == max(line[: at + 1]) for at, value in enumerate(line))


@settings(max_examples=15)
@given(st.lists(st.sampled_from(["", "", "1", "2", "3"]), min_size=12, max_size=12))
def test_towers_by_brute_force(clues: list[str]) -> None:
    squares = [
        rows
        for rows in product(permutations((1, 2, 3)), repeat=3)
        if all(len(set(column)) == 3 for column in zip(*rows, strict=True))
    ]
    views = [
        [seen(c) for c in zip(*rows, strict=True)]
        + [seen(c[::-1]) for c in zip(*rows, strict=True)]
        + [seen(row) for row in rows]
        + [seen(row[::-1]) for row in rows]
        for rows in squares
    ]
    fits = [all(not c or int(c) == n for c, n in zip(clues, view, strict=True)) for view in views]
    assert count(parse(f"towers:3:{'/'.join(clues)}")) == sum(fits)


@settings(max_examples=15)
@given(st.text("ABCD", min_size=1, max_size=2), st.text("ABCD", min_size=1, max_size=2),
       st.text("ABCDE", min_size=1, max_size=3))  # fmt: skip
def test_cryptarithms_by_brute_force(one: str, other: str, total: str) -> None:
    letters = sorted(set(one + other + total))
    found = 0
    for digits in permutations(range(10), len(letters)):
        held = dict(zip(letters, digits, strict=True))
        a, b, c = (int("".join(str(held[x]) for x in word)) for word in (one, other, total))
        found += a + b == c and all(held[word[0]] for word in (one, other, total))
    assert count(parse(f"cryptarithm:{one}+{other}={total}")) == found


def minefield(cols: int, rows: int, random: Random) -> tuple[str, dict[str, Fraction]]:
    """A position with some cells opened and some told, and the chance of each that is unknown.

    All ways to place the mines are tried one by one. Where their number is not known, nothing is
    said of cells beside no number.
    """
    cells = list(product(range(rows), range(cols)))
    mines = {cell for cell in cells if random.random() < 0.3}
    near = {(r, c): {(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} for r, c in cells}
    signs = {
        cell: str(len(near[cell] & mines)) if cell not in mines else "*"
        for cell in cells
        if random.random() < (0.1 if cell in mines else 0.5)
    }
    signs |= {cell: "-" for cell in signs if signs[cell] != "*" and random.random() < 0.15}
    total = len(mines) if random.random() < 0.5 else None
    numbers = {cell: int(sign) for cell, sign in signs.items() if sign.isdigit()}
    told = {cell for cell, sign in signs.items() if sign == "*"}
    unknown = [cell for cell in cells if cell not in signs]
    ways = []
    for bits in product((False, True), repeat=len(unknown)):
        placed = told | set(compress(unknown, bits))
        right = all(len(near[cell] & placed) == number for cell, number in numbers.items())
        if right and total in (None, len(placed)):
            ways.append(placed)
    said = unknown if total is not None else [c for c in unknown if near[c] & numbers.keys()]
    lines = "/".join("".join(signs.get((r, c), ".") for c in range(cols)) for r in range(rows))
    count = "" if total is None else f"n{total}"
    chance = {
        f"r{r + 1}c{c + 1}": Fraction(sum((r, c) in placed for placed in ways), len(ways))
        for r, c in said
    }
    return f"minesweeper:{cols}x{rows}{count}:{lines}", chance


def test_chances_of_mines_by_brute_force() -> None:
    random = Random(5)
    for _ in range(60):
        text, known = minefield(4, 3, random)
        field = parse(text)
        assert isinstance(field, Minefield)
        assert field.chances() == known, text


def test_killer_by_brute_force() -> None:
    """The 4 x 4 Sudoku whose eight upright or flat pairs add up to 5."""
    rows = [row for row in permutations((1, 2, 3, 4)) if row[0] + row[1] == 5]
    found = 0
    for a, b, c, d in product(rows, repeat=4):
        columns = all(len(set(column)) == 4 for column in zip(a, b, c, d, strict=True))
        boxes = all(
            len({*x[i : i + 2], *y[i : i + 2]}) == 4 for x, y in ((a, b), (c, d)) for i in (0, 2)
        )
        found += columns and boxes
    assert found == count(parse("killer:2x2k:p,abbba____________,5a5a5a5a5a5a5a5a")) == 64


def test_pentominoes_have_as_many_placements_as_known() -> None:
    """Of the twelve, on the board of 6 x 10, as Scott (1958) and Knuth (2000) count them."""
    assert sum(len(placements(shape, 6, 10)) for shape in SHAPES.values()) == 2056


@pytest.mark.slow
@needs_kernel
@pytest.mark.parametrize(
    ("board", "known"),
    [("5x3", 7), ("5x4", 50), ("20x3", 2), ("15x4", 368), ("12x5", 1010), ("10x6", 2339)],
)
def test_pentominoes_fill_a_board_in_as_many_ways_as_known(board: str, known: int) -> None:
    """Up to turning and mirroring the board; Haselgrove and Haselgrove (1960), Fletcher (1965)."""
    found = orbits(parse(f"pentominoes:{board}"))
    assert found == Orbits(4 * known, known, 4)


def test_only_symmetries_that_keep_the_answers_count() -> None:
    """By hand: the two Latin squares of order 2 are one, the four corners of a single 1 are one."""
    grid = Grid(2, 2, [1, 2])
    grid.latin()
    assert orbits(grid) == Orbits(2, 1, 8)
    corners = Grid(2, 2, [0, 1])
    corners.add(add_up(corners.cells) == 1)
    assert orbits(corners) == Orbits(4, 1, 8)
    corners.add(corners[0, 0] == 0)  # only the mirror that keeps this corner is left
    assert orbits(corners) == Orbits(3, 2, 2)
    with pytest.raises(Unsuited, match="can't count the solutions of zebra:a b: by symmetry"):
        orbits(parse("zebra:a b:"))


def test_play_offers_the_pieces_only() -> None:
    board = parse("pentominoes:5x4")
    assert isinstance(board, Grid)
    assert board.symbols == tuple(SHAPES)


def test_a_clue_that_ends_like_a_change_of_the_puzzle_is_a_clue() -> None:
    """`~2` after a text may also change its clues: of a zebra it says who lives beside house 2."""
    assert count(parse("zebra:a b c:a~2")) == 4
    assert str(parse("zebra:a b c:a~2")) == "a b c:a~2"
    assert count(parse("zebra:a b c:a~2@1.-.-")) == 2


def test_magic_squares_of_order_4_with_a_known_row() -> None:
    """Dürer's first row: counted by brute force over the other rows."""
    rest = [n for n in range(1, 17) if n not in (16, 3, 2, 13)]
    rows = [row for row in permutations(rest, 4) if sum(row) == 34]
    by_set = {frozenset(row): [r for r in rows if frozenset(r) == frozenset(row)] for row in rows}
    found = 0
    for second in rows:
        for third_set, thirds in by_set.items():
            last_set = frozenset(rest) - third_set - set(second)
            if third_set & set(second) or last_set not in by_set:
                continue
            for third in thirds:
                last = tuple(
                    34 - 0 - x - y - z
                    for x, y, z in zip((16, 3, 2, 13), second, third, strict=True)
                )
                square = ((16, 3, 2, 13), second, third, last)
                if frozenset(last) == last_set and _diagonals(square):
                    found += 1
    assert count(parse("magic-square:4:16,3,2,13/.,.,.,./.,.,.,./.,.,.,.")) == found


def _diagonals(square: Sequence[Sequence[int]]) -> bool:
    return sum(square[n][n] for n in range(4)) == sum(square[n][3 - n] for n in range(4)) == 34


# ------------------------------------------------------------------ what is wrong with a text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("map-colouring:9:a-b", "found '9' colours, expected 1 to 8"),
        ("map-colouring:3:a--b", "found 'a--b', expected names"),
        ("map-colouring:3:a-a", "found a-a, expected two regions"),
        ("cryptarithm:SEND+MORE", "found 'SEND+MORE', expected words"),
        ("cryptarithm:ABCDEF+GHIJK=L", "found 12 letters, expected at most 10"),
        ("zebra:a b/c:", "found groups of 2, 1 names, expected groups of equal size"),
        ("zebra:a b:a?b", "found the clue 'a?b', expected"),
        ("zebra:a b:a=z", "there's no variable 'z': choose from 'a', 'b'"),
        ("zebra:a b c:a~9~9", "found the clue 'a~9~9', expected"),
        ("magic-square:x", "found the order 'x', expected 1 to 20"),
        ("magic-square:3:1,2/3", "found 2 rows, expected 3 of 3 cells each"),
        ("magic-square:3:99,.,./.,.,./.,.,.", "r1c1 can't be 99: choose from 1 to 9"),
        ("kenken:4:b,a5", "column 3: found 'b', expected 25 edges, not 3"),
        ("kenken:2:__b,a3", "column 7: found 'a3', expected 2 clues"),
        ("kenken:2:__b,a3q3", "column 9: found 'q3', expected a, m, s or d"),
        ("kenken:3:l,d2", "column 5: found 'd2', expected a or m: the cage has 9 cells"),
        ("towers:3:1/2", "column 3: found '1/2', expected 12 clues, not 2"),
        ("towers:3:7///////////", "top 1: found '7', expected 1 to 3"),
        ("towers:2:///////,5c", "column 11: found '5', expected 1 to 2"),
        ("killer:3x3:zzzc", "found '3x3:zzzc', expected 3x3k:"),
        ("killer:2x2k:o,abbba____________,5a5a5a5a5a5a5a5a", "found 15 cells, expected 16"),
        ("kakuro:#,x", "r1c2: found 'x', expected ., # or D"),
        ("kakuro:#,#/#", "found rows of 2, 1 cells, expected as many in each"),
        ("kakuro:.,4\\", "r1c2: found 4\\, expected cells after it"),
        ("hitori:2x2:123", "found 3 numbers, expected 4"),
        ("hitori:2x2:12?4", "r2c1: found '?', expected 1 to 9 or a letter"),
        ("slitherlink:2x2:9", "found '2x2:9', expected COLSxROWS"),
        ("slitherlink:3x3t1:i", "squares only, t0"),
        ("slitherlink:2x2:c", "found 3 cells, expected 4"),
        ("pentominoes:7x7", "found 49 squares to fill, expected 5, 10, 15"),
        ("pentominoes:5x1:QQQQQ", "r1c1: found 'Q', expected ., #"),
    ],
)
def test_a_bad_text_gets_one_clear_line(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)) as error:
        parse(text)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300
