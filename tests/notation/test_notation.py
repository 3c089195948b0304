"""What holds for every notation, and how a text finds the notation it is written in."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.core.grid import edges
from clew.core.puzzle import Puzzle
from clew.core.registry import all_puzzles
from clew.notation import Notation, find, notations, read, read_all, write
from clew.puzzles.latin_squares.puzzle_futoshiki import Futoshiki
from clew.puzzles.latin_squares.puzzle_latin import Latin
from clew.puzzles.queens.puzzle import Queens
from clew.puzzles.sudoku.puzzle import Sudoku

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SPACED = "\n".join(" ".join(LINE[at : at + 9]) for at in range(0, 81, 9))
EVERY = pytest.mark.parametrize("notation", notations(), ids=lambda each: each.name)


def cells(order: int) -> st.SearchStrategy[tuple[int, ...]]:
    value = st.one_of(st.just(0), st.integers(0, order))
    return st.lists(value, min_size=order**2, max_size=order**2).map(tuple)


@st.composite
def sudokus(draw: st.DrawFn) -> Sudoku:
    rows, cols = draw(st.sampled_from([(3, 3)] * 4 + [(2, 2), (2, 3), (3, 2), (4, 4), (1, 1)]))
    order = rows * cols
    regions = draw(st.sampled_from([()] * 3 + [tuple(i // order for i in range(order**2))]))
    held = draw(cells(order))
    full = (2 << order) - 2
    masks = [full & ~(1 << draw(st.integers(1, order))) for _ in held] if order > 2 else []
    candidates = tuple(masks) if draw(st.sampled_from([False, False, True])) else ()
    narrowed = [mask | (1 << value) for mask, value in zip(candidates, held, strict=False)]
    return Sudoku(held, (rows, cols), draw(st.booleans()), regions, tuple(narrowed))


@st.composite
def futoshikis(draw: st.DrawFn) -> Futoshiki:
    order = draw(st.integers(1, 11))
    held = draw(st.one_of(cells(order), st.just((0,) * order**2)))
    ways = draw(st.lists(st.integers(0, 8), min_size=2 * order**2, max_size=2 * order**2))
    marked = zip(edges(order, order), ways, strict=False)
    signs = [pair if way else pair[::-1] for pair, way in marked if way < 2]
    return Futoshiki(held, tuple(signs), draw(st.booleans()))


@st.composite
def boards(draw: st.DrawFn) -> Queens:
    order = draw(st.integers(1, 12))
    square = st.tuples(st.integers(0, order - 1), st.integers(0, order - 1))
    return Queens(order, tuple(draw(st.lists(square, max_size=5))))


KINDS: dict[str, st.SearchStrategy[Puzzle]] = {
    "sudoku": st.one_of(sudokus(), cells(9).map(Sudoku)),
    "futoshiki": futoshikis(),
    "latin": st.integers(2, 12).flatmap(cells).map(Latin),
    "queens": boards(),
}
ANY = st.one_of(*KINDS.values())
EXAMPLES = [kind.parse(each.text) for kind in all_puzzles() for each in kind.examples]
EXAMPLES += [
    Futoshiki.parse("3:0R,0,0,0,0R,0,0,0,0,"),
    Queens(6, ((0, 1), (1, 3))),
    Latin((0,) * 25),
]
SOLVES = ("csv-kaggle", "csv-extreme")


def written(notation: Notation, puzzle: Puzzle) -> str | None:
    """The text, or None if the notation says why it cannot hold the puzzle."""
    try:
        return notation.write([puzzle])
    except ValueError as error:
        message = str(error)
    assert f" can't be written as {notation.name}: " in message
    return None


def complaint(notation: Notation, text: str) -> str:
    """What the notation says of a text; nothing if it can read it."""
    try:
        assert notation.read(text)
    except ValueError as error:
        return str(error)
    return ""


@cache
def sample(notation: Notation) -> str:
    """A text in that notation, of the longest example that it holds."""
    held = (each for each in sorted(EXAMPLES, key=lambda each: -len(str(each))))
    return next(text for each in held if (text := written(notation, each)))


@EVERY
@settings(max_examples=15)
@given(data=st.data())
def test_what_is_written_reads_back(notation: Notation, data: st.DataObject) -> None:
    puzzle = data.draw(KINDS.get(notation.kind, ANY))
    text = None if notation.name in SOLVES else written(notation, puzzle)
    if text is not None:
        assert notation.read(text) == [puzzle]
        assert text.endswith("\n")
        assert len(str(puzzle)) < 9 or not is_misread(text, puzzle)


def is_misread(text: str, puzzle: Puzzle) -> bool:
    """Whether the text reads as another puzzle when nothing says what it is."""
    try:
        return read_all(text) != [puzzle]
    except ValueError:
        return False


@EVERY
def test_examples_read_back(notation: Notation) -> None:
    held = [each for each in EXAMPLES if written(notation, each) is not None]
    assert held
    for puzzle in held:
        text = notation.write([puzzle])
        assert notation.read(text) == [puzzle]
        assert notation.read(text.replace("\n", "  \r\n").rstrip()) == [puzzle]
        assert notation.read(f"\n\n{text}\n\n") == [puzzle]


def recognized(notation: Notation, text: str) -> bool:
    return notation.contains.search(text) is not None and notation.fits(text)


@EVERY
def test_a_written_puzzle_fits(notation: Notation) -> None:
    assert recognized(notation, sample(notation))
    assert not recognized(notation, "hello world")


@EVERY
@settings(max_examples=50)
@given(data=st.data())
def test_a_spoilt_text_is_a_value_error(notation: Notation, data: st.DataObject) -> None:
    text = sample(notation)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 9)))
    spoilt = text[:start] + data.draw(st.text(max_size=5)) + text[end:]
    notation.fits(spoilt)
    message = complaint(notation, spoilt)
    assert "\n" not in message


@EVERY
@settings(max_examples=50)
@given(st.text())
def test_any_text_is_read_or_a_value_error(notation: Notation, text: str) -> None:
    notation.fits(text)
    message = complaint(notation, text)
    assert "\n" not in message


@EVERY
def test_a_puzzle_of_another_kind_is_refused(notation: Notation) -> None:
    other = Queens(8) if notation.kind != "queens" else Latin((0,) * 9)
    if notation.kind:
        with pytest.raises(ValueError, match=f"it holds only {notation.kind} puzzles"):
            notation.write([other])


def test_names_are_unique_and_words() -> None:
    names = [each.name for each in notations()]
    assert len(set(names)) == len(names)
    assert all(name.replace("-", "").isalnum() and name.islower() for name in names)
    assert all(each.summary and len(each.summary) < 80 for each in notations())


def test_notations_of_a_kind() -> None:
    assert [each.name for each in notations("latin")] == ["id", "latin-rows"]
    assert repr(find("sdk")) == "<notation sdk>"
    with pytest.raises(
        ValueError, match="no notation called 'pdf': choose one such as candidates or "
    ):
        find("pdf")


def test_ids() -> None:
    text = f"# mine\r\nqueens:8\r\n\r\nsudoku:{LINE}\r\n"
    assert read_all(text) == [Queens(8), Sudoku.parse(LINE)]
    assert write(read_all(text), "id") == f"queens:8\nsudoku:{LINE}\n"
    with pytest.raises(ValueError, match="there are 2 puzzles in the text: use read_all"):
        read(text)
    with pytest.raises(ValueError, match="line 2: sudoku: column 3: found '\\?'"):
        read("queens:8\nsudoku:12?4............")
    with pytest.raises(ValueError, match="puzzle 1: this is queens, not sudoku"):
        read("queens:8", kind="sudoku")


def test_queens() -> None:
    assert read("Q3/4/4/4") == read("Q...\n....\n....\n....") == Queens(4, ((0, 0),))
    assert write(Queens(4), "queens-fen") == "4/4/4/4\n"
    with pytest.raises(ValueError, match="row 2: found 3 squares, expected 4"):
        read("Q3/3/4/4")


def test_an_ambiguous_text_names_its_readings() -> None:
    message = r"reads differently as latin-rows \(latin\) or sudoku-rows \(sudoku\)"
    with pytest.raises(ValueError, match=message):
        read(SPACED)
    assert read(SPACED, kind="sudoku") == read(SPACED, notation="sudoku-rows") == read(LINE)
    assert read(SPACED, "latin") == Latin(read(LINE).cells)  # type: ignore[attr-defined]
    rows = "\n".join(["." * 16] * 16)
    with pytest.raises(ValueError, match=r"as line \(sudoku\) or sdk \(sudoku\)"):
        read(rows)


def test_an_unknown_text_says_what_was_expected() -> None:
    with pytest.raises(ValueError, match="line 2, column 3: can't read 'hello' in any notation"):
        read("\n  hello")
    with pytest.raises(ValueError, match="found no puzzle: the text is empty"):
        read(" \n")
    with pytest.raises(ValueError, match="no puzzle called 'chess': "):
        read("8", kind="chess")
    with pytest.raises(ValueError, match="notation solo is for sudoku puzzles, not for latin"):
        read("8", kind="latin", notation="solo")


def test_several_puzzles_where_one_fits() -> None:
    with pytest.raises(ValueError, match="found 2 puzzles, expected one: sdk holds one"):
        write([Sudoku.parse(LINE)] * 2, "sdk")


# ------------------------------------------------------------------ files


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_bytes(b"\xef\xbb\xbf" + LINE.encode() + b"  \r\n\r\n")
    assert read(path) == read(str(path)) == read(os.fspath(path)) == read(LINE)


def test_an_extension_chooses(tmp_path: Path) -> None:
    path = tmp_path / "grid.SDK"
    path.write_text("\n".join(["." * 16] * 16))
    assert read(path) == Sudoku((0,) * 256, (4, 4))
    with pytest.raises(
        ValueError, match=r"grid.SDK: line 1, column 17: found 16 cells, expected 81"
    ):
        read(path, notation="sdm")


def test_errors_in_files_start_with_the_path(tmp_path: Path) -> None:
    path = tmp_path / "bad.sdm"
    path.write_text(f"{LINE}\n{LINE[:-1]}\n")
    with pytest.raises(ValueError, match=r"^/.*bad.sdm: line 2, column 81: found 80 cells, ex"):
        read_all(path)


def test_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "empty.sdm"
    path.touch()
    with pytest.raises(ValueError, match=r"empty.sdm: found no puzzle: the text is empty"):
        read(path)


@pytest.mark.parametrize(("data", "byte"), [(b"53\x00..", 3), (b"\xff\xfe", 1), (b"53..\xc3", 5)])
def test_binary_junk(tmp_path: Path, data: bytes, byte: int) -> None:
    path = tmp_path / "junk.sdm"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=rf"junk.sdm: not a text file .* at byte {byte}\)"):
        read(path)


def test_a_huge_file_is_refused_by_its_size(tmp_path: Path) -> None:
    path = tmp_path / "huge.sdm"
    path.touch()
    os.truncate(path, 100_000_000)
    with pytest.raises(ValueError, match="too large to read; the maximum is 64,000,000"):
        read(path)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero here")
def test_an_endless_file_is_refused() -> None:
    with pytest.raises(ValueError, match="/dev/zero: too large to read"):
        read("/dev/zero")


def test_directories_and_missing_files(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="this is a folder, not a file"):
        read(tmp_path)
    with pytest.raises(OSError, match=r"gone.sdk: No such file"):
        read(tmp_path / "gone.sdk")
    with pytest.raises(OSError, match=r"gone.sdk: no such file"):
        read("gone.sdk")


def test_long_input_is_not_mistaken_for_a_filename() -> None:
    assert len(read_all(f"{LINE}\n" * 100)) == 100
    with pytest.raises(ValueError, match="in any notation"):
        read("a" * 5000)
    with pytest.raises(ValueError, match="in any notation"):
        read("a\0b")
