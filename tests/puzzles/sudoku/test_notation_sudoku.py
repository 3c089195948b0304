"""The notations of Sudoku: real samples, and what each says of a text that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from clew.cli.app import app
from clew.core.faces import domain
from clew.core.puzzle import Puzzle
from clew.notation import find, read, read_all, write
from clew.puzzles.sudoku.puzzle import Sudoku
from clew.search.run import count, solve
from tests.paths import DATA

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
DIGITS = LINE.replace(".", "0")
PUZZLE = Sudoku.parse(LINE)
SIXTEEN = Sudoku((0,) * 256, (4, 4))

SOLO = (
    "2x2:4e4b2e1",
    "2x3:a4_3_5_1h3_5_1d1_2_3h2_4_3_5a",
    "3x2:b6_4a2a4a2b5j5b2a3a4a3_6b",
    "3x3:8a4c6b7c9a5_4d3d1a8a1a5a9a3g4a5a4a9a8a6d1d3_5a6c2b7c8a9",
    "3x3x:4_5_6_9a1k6_8a7a2j7_1_9_7g8_9_2_5j7a6a4_6k4a3_2_8_5",
    "4j:c2c4_4c3c,b_cbba_a_ba",
    "6j:b2e3a5_6d4b1d3_2a4e6b,_c_a_aa_aa____aa__hdaac_aea",
    "9jx:a5_2_3b1g2_6b7_4a6_5b8a5b4e2g4e5b9a1b2_7a9_6b9_2g5b4_3_1a,"
    "_aecb_bc__cb__bb_b____a_c_a_baa_nga_ba_d_aaaaa_ba_baa_aaacc",
)
"""Printed by Tatham's Solo; each has one solution."""


def fails(text: str, message: str, notation: str | None = None) -> None:
    """The text cannot be read, and the message says where and what was expected."""
    with pytest.raises(ValueError, match=message):
        read_all(text, notation=notation)


def refuses(puzzle: Puzzle, notation: str, reason: str) -> None:
    with pytest.raises(ValueError, match=f"can't be written as {notation}: {reason}"):
        write(puzzle, notation)


# ------------------------------------------------------------------ lines


@pytest.mark.parametrize("blank", list("0.*_-Xx"))
def test_line(blank: str) -> None:
    assert read(LINE.replace(".", blank)) == PUZZLE
    assert read(f"{LINE.replace('.', blank)} # from a book") == PUZZLE
    assert write(PUZZLE, "line") == f"{LINE}\n"


def test_line_holds_every_sudoku() -> None:
    for text in ("2x3:1" + "." * 35, "x:1..............4", "(12)(12)..34........12"):
        assert read(text) == Sudoku.parse(text)


def test_line_errors() -> None:
    fails(LINE[:-1], "line 1, column 81: found 80 cells, expected 81")
    fails(f"{LINE}\n{LINE}5", "line 2, column 82: found 82 cells, expected 81")
    fails(f"{LINE}\n\n53l{LINE[3:]}", "line 3, column 3: found 'l', expected 1 to 9")
    fails("5" + "." * 15, "column 1: found '5', expected 1 to 4")
    fails("12", "found 2 cells, expected a square number")


def test_sdm(tmp_path: Path) -> None:
    path = tmp_path / "two.sdm"
    path.write_text(f"{DIGITS}\r\n{LINE}", newline="")
    assert read_all(path) == [PUZZLE, PUZZLE]
    assert write([PUZZLE, PUZZLE], "sdm") == f"{DIGITS}\n" * 2
    refuses(SIXTEEN, "sdm", "it holds only 9x9 grids, not 16x16")
    refuses(Sudoku.parse(f"x:{LINE}"), "sdm", "it has no diagonals")
    refuses(Sudoku((0,) * 81, candidates=(0,) * 81), "candidates", "a cell has no candidate left")


def test_candidates() -> None:
    full = "123456789"
    text = "12......." + "....5...." + full * 79
    puzzle = read(text)
    assert isinstance(puzzle, Sudoku)
    assert puzzle.cells[:2] == (0, 5)
    assert puzzle.domains()[:2] == (domain([1, 2]), domain([5]))
    assert write(puzzle, "candidates") == f"{text}\n"
    assert read(full * 81) == Sudoku((0,) * 81)
    fails(full * 80, "line 1, column 721: found 720 characters, expected 729")
    fails("21" + full * 80 + "1234567", "line 1, column 1: found '2', expected 1 or '.'")
    fails("." * 9 + full * 80, "line 1, column 1: found '.........', expected at least one")


def test_puzzle_bank() -> None:
    digits = "050703060007000800000816000000030000005000100730040086906000204840572093000409000"
    text = f"0000183b305c {digits}  1.2\n"
    assert len(text) == 100
    assert write(read(text), "puzzle-bank") == text.replace("1.2", "0.0")
    fails(text.replace("0000183", "0000184"), "column 1: found '0000184b305c', expected 0000183b")
    fails(text.replace(" 05", " 5"), "line 1, column 94: found 80 cells, expected 81")


def test_sudokuwiki() -> None:
    link = f"https://www.sudokuwiki.org/sudoku.htm?bd={DIGITS}"
    assert read(link) == read(f"{link}&x=1") == read(f"bd={DIGITS}") == PUZZLE
    assert read(DIGITS, notation="sudokuwiki") == PUZZLE
    assert write(PUZZLE, "sudokuwiki") == f"{link}\n"
    fails(link[:-1], "line 1, column 122: found 80 cells, expected 81")
    refuses(SIXTEEN, "sudokuwiki", "it holds only 9x9 grids, not 16x16")
    fails("hello", "column 1: found 'hello', expected a link with", "sudokuwiki")


# ------------------------------------------------------------------ grids


def test_sdk() -> None:
    puzzle = read(DATA / "sudocue.sdk")
    assert count(puzzle) == 1
    assert read(write(puzzle, "sdk")) == puzzle
    text = "[Puzzle]\n" + write(PUZZLE, "sdk")
    assert read(f"{text}[State]\n{'9' * 81}") == PUZZLE
    assert write(SIXTEEN, "sdk") == ("." * 16 + "\n") * 16


def test_sdk_errors() -> None:
    text = write(PUZZLE, "sdk")
    fails(text.replace("6..195...", "6..195.."), "line 2: found 8 cells, expected 9 as in the fi")
    fails(text.replace("6..195...", "6..1?5..."), "line 2, column 5: found", "sdk")
    fails(text.partition("\n")[2], "line 8: found 8 rows of 9 cells, expected 9")
    fails("\n".join(["." * 6] * 6), "found a grid of order 6, expected 4, 9, 16", "sdk")
    refuses(Sudoku((0,) * 36, (2, 3)), "sdk", "it holds only square boxes")
    refuses(Sudoku((0,) * 36**2, (6, 6)), "sdk", "it has no symbol for 36")


def test_simple_sudoku() -> None:
    text = (DATA / "simple.ss").read_text()
    assert read(DATA / "simple.ss") == read(text) == PUZZLE
    assert write(PUZZLE, "ss") == text
    spaced = text.replace(".", " . ").replace("|---+---+---|", "-------+-------+-------")
    assert read(spaced) == PUZZLE
    fails(text.replace("|53.|", "|53|"), "line 3: found 9 cells, expected 8 as in the first row")
    fails(text.replace("195", "1a5"), "line 3, column 7: found 'a', expected 1 to 9")


def test_rows() -> None:
    text = write(SIXTEEN, "sudoku-rows")
    assert read(text, kind="sudoku") == SIXTEEN
    assert write(Sudoku.parse("1............4.."), "sudoku-rows").startswith("1 0 0 0\n0 0 0 0\n")
    fails(text.replace(" 0", "17", 1), "line 1, column 1: found '17', expected 1 to 16")
    fails("1 0 0\n0 0 0\n0 0\n", "line 3: found 2 cells, expected 3 as in the first row")


# ------------------------------------------------------------------ tables and XML


def test_tables() -> None:
    assert len(read_all(DATA / "qqwing.csv")) == 2
    assert write(PUZZLE, "csv-qqwing") == f"Puzzle,\n{LINE},\n"
    answer = "".join(map(str, solve(PUZZLE).solutions[0]))
    kaggle = f"quizzes,solutions\n{DIGITS},{answer}\n"
    extreme = f"source,question,answer,rating\nclew,{LINE},{answer},0\n"
    assert read(kaggle) == read(extreme) == PUZZLE
    assert write(PUZZLE, "csv-kaggle") == kaggle
    assert write(PUZZLE, "csv-extreme") == extreme
    assert read(f'"source","question"\r\n"a ""b"", c","{LINE}"\r\n') == PUZZLE


def test_table_errors() -> None:
    fails(f"quizzes,solutions\n{DIGITS[1:]},", "line 2, column 81: found 80 cells, expected 81")
    fails(f"source,question\nme,{LINE[:5]}x?{LINE[7:]}", "line 2, column 10: found '\\?'")
    fails("source,question\nme\n", "line 2: found 1 fields, expected 'question' as field 2")
    fails("quizzes,solutions\n", "line 1: found no record, expected one per puzzle")
    fails(f"a,b\n{LINE},", "line 1: found columns 'a, b', expected 'quizzes'", "csv-kaggle")
    fails(f'Puzzle,\n"{LINE}"x', "line 2: found .*, expected a CSV record")
    refuses(Sudoku.parse("55" + "." * 79), "csv-kaggle", "it needs the solution too, and there")


def test_opensudoku() -> None:
    puzzles = read_all(DATA / "folders.opensudoku")
    assert len(puzzles) == 3
    assert read_all(write(puzzles, "opensudoku")) == puzzles
    first = f'<opensudoku><name>n</name><game data="{DIGITS}"/></opensudoku>'
    assert read(first) == PUZZLE


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5])
def test_opensudoku_that_was_played(version: int) -> None:
    notes = {1: "1,2,|", 2: "6||", 3: "6|", 4: "6|0|", 5: "6|0|0|"}[version]
    cells = "".join(f"{c}|{notes}0|" if c != "0" else f"4|{notes}1|" for c in DIGITS)
    data = f"version: {version}&#10;{cells}"
    assert read(f"<opensudoku><game data='{data}'/></opensudoku>") == PUZZLE
    fails(f"<o>\n <game data='{data[:-9]}'/></o>", "line 2, column 2: game 1, column 1: found ")


def test_opensudoku_errors() -> None:
    fails(f"<o>\n<game data='{DIGITS[1:]}'/></o>", "line 2, column 1: game 1, column 81: found 80")
    fails("<o>\n<game></o>", "line 2, column 1: game 1, column 1: found 0 cells, expected 81")
    fails("<o><folder></o>", "line 1, column .*: found mismatched tag, expected well-formed XML")
    fails("<o></o>", "found no <game data=…/>, expected at least one")
    fails("<o><game data='version: 9&#10;1|'/></o>", "expected a version from 1 to 5")


def test_opensudoku_refuses_an_xml_bomb() -> None:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 30))
    bomb = f'<!DOCTYPE o [<!ENTITY l0 "1">{laughs}]><opensudoku><game data="&l29;"/></opensudoku>'
    fails(bomb, "line 1, column .*: found a document type, expected plain elements")
    fails("<a>" * 200_000, "found no element found|found unclosed token", "opensudoku")


# ------------------------------------------------------------------ programs


def test_hodoku() -> None:
    placed = f"{LINE[:2]}+4{LINE[3:]}"
    puzzle = read(f":0300:4:{placed}:214 916::431::\n")
    assert isinstance(puzzle, Sudoku)
    assert puzzle.cells == (5, 3, 4, *PUZZLE.cells[3:])
    assert puzzle.domains()[3] == domain([1, 3, 4, 5, 6, 7, 8, 9])
    assert puzzle.domains()[5] == domain(range(1, 9))
    assert write(PUZZLE, "hodoku") == f":0000:x:{LINE}:::\n"
    assert write(puzzle, "hodoku") == f":0000:x:{placed.replace('+', '')}:214 916::\n"


def test_hodoku_errors() -> None:
    fails(f":0000:x:{LINE}", "column 1: found 3 colons, expected 6 to 8", "hodoku")
    fails(f":0000:x:{LINE[1:]}:::", "line 1, column 89: found 80 cells, expected 81")
    fails(f":0000:x:5+.{LINE[2:]}:::", "line 1, column 11: found '.', expected 1 to 9 after")
    fails(f":0000:x:+5l{LINE[2:]}:::", "line 1, column 11: found 'l', expected 1 to 9")
    fails(f":0000:x:{LINE}:11 222::", "line 1, column 91: found '11', expected a digit, a row")


@pytest.mark.parametrize("text", SOLO)
def test_solo(text: str) -> None:
    puzzle = read(text)
    assert write(puzzle, "solo") == f"{text}\n"
    assert count(puzzle) == 1


def test_solo_long_runs() -> None:
    rows = Sudoku((0,) * 36, regions=tuple(cell // 6 for cell in range(36)))
    assert write(rows, "solo") == f"6j:zj,zd{'_' * 30}\n"
    assert read(write(rows, "solo")) == rows
    assert write(Sudoku((0,) * 81), "solo") == "3x3:zzzc\n"


def test_solo_errors() -> None:
    fails("2x2:5e4b2e1", "line 1, column 5: found '5', expected 1 to 4")
    fails("2x2:4e4b2e", "line 1, column 11: found 15 cells, expected 16")
    fails("2x2:41e4b2e", "line 1, column 5: found '41', expected 1 to 4, and _ between")
    fails("4j:p", "line 1, column 5: found the end of the line, expected 25 edges")
    fails("4j:p,zzz", "line 1, column 6: found 'zzz', expected 25 edges, not 78")
    fails("4j:p,b_cbba_a_b_", "line 1, column 6: found 'b_cbba_a_b_', expected 25 edges")
    fails(f"4j:p,{'_' * 25}", "found 16 regions over 16 cells, expected 4 regions of 4")
    fails("2x2:p,aa", "line 1, column 6: found ',aa', expected the end: it has no regions")
    fails("99x99:a", "line 1, column 1: found '99x99', expected an order up to 36")


@pytest.mark.parametrize(
    "text",
    [
        "3x3::k:4352:4353:2562\n",
        "SumoCueV1=12J0=13J1+0J1",
        '{"cells": [], "cages": [{"cells": ["r1c1", "r1c2"], "value": 12}]}',
        '{"size": 9, "killercage": [{"cells": ["R1C1"], "value": "9"}]}',
        "Killer Sudoku 7\n\n12 r1c1 r1c2\n",
    ],
)
def test_killers_of_other_programs_are_refused_by_name(text: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"line 1: found .* a killer Sudoku: these are read as"):
        read(text)
    (tmp_path / "k.txt").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"k\.txt: line 1: found .*: these are read as"):
        read(tmp_path / "k.txt", kind="sudoku")


def test_a_word_about_killers_does_not_hide_a_sudoku() -> None:
    assert read("# no killer\n..233..42.3.1...\n") == read("..233..42.3.1...\n")
    result = CliRunner().invoke(app, ["solve", "3x3::k:4352"])
    assert result.exit_code == 2
    assert result.stderr.startswith("clew: line 1: found '3x3::k:', a killer Sudoku: these")


def test_solo_refuses() -> None:
    refuses(Sudoku((0,) * 36**2, (6, 6)), "solo", "the program takes orders up to 31")
    refuses(Sudoku((0,) * 16, (1, 4)), "solo", "the program takes boxes of at least 2 x 2")
    refuses(Sudoku.parse("(12)" + "." * 15), "solo", "it has no candidates")
    pieces = Sudoku((0,) * 16, regions=tuple(cell % 3 if cell < 12 else 3 for cell in range(16)))
    refuses(pieces, "solo", "a region is in several pieces")


def test_puzzlink() -> None:
    link = "https://puzz.link/p?sudoku/4/4/g1k23k3g"
    assert read(link) == read("sudoku/4/4/g1k23k3g") == Sudoku.parse(".1.....23.....3.")
    assert write(read(link), "puzzlink") == f"{link}\n"
    assert read("sudoku/4/4/.1k23k3.") == read(link)
    large = Sudoku((16, 10, *(0,) * 254), (4, 4))
    assert write(large, "puzzlink").endswith("/16/16/-10azzzzzzzzzzzzt\n")
    assert find("puzzlink").read(write(large, "puzzlink")) == [large]


def test_puzzlink_errors() -> None:
    fails("sudoku/4/4/g1k23k3", "line 1, column 19: found 15 cells, expected 16")
    fails("sudoku/4/4/g5k23k3g", "line 1, column 13: found '5', expected 1 to 4 in hex")
    fails("sudoku/4/4/g!k23k3g", "line 1, column 13: found '!', expected 0 to 9 and a to z")
    fails("sudoku/4/5/g", "line 1, column 8: found '4/5', expected a square up to 25")
    fails("sudoku/5/5/g", "found '5', expected one of 4, 6, 9, 16, 25")
    refuses(Sudoku((0,) * 36, (3, 2)), "puzzlink", "the site's boxes are 2x2, 2x3, 3x3")
    refuses(Sudoku.parse(f"x:{LINE}"), "puzzlink", "it has no diagonals")


# ------------------------------------------------------------------ slips of a pen


@pytest.mark.parametrize("slip", ["x", "X", "!"])
@pytest.mark.parametrize("order", [4, 9])
def test_read_grid_with_a_wrong_sign_names_its_place(slip: str, order: int) -> None:
    cells = ("1" + "." * 15 if order == 4 else LINE)[: order * order]
    wrong = f"{cells[:2]}{slip}{cells[3:]}"
    rows = "\n".join(wrong[at : at + order] for at in range(0, order * order, order)) + "\n"
    for text in (rows, f"{wrong}\n"):
        with pytest.raises(ValueError, match=rf"line 1, column 3: found '{slip}', expected 1 to"):
            read(text, kind="sudoku")
    with pytest.raises(ValueError, match=rf"column 3: found '{slip}', expected 1 to {order}"):
        Sudoku.parse(wrong)


def test_read_grid_whose_blanks_are_all_x_takes_them_as_blanks() -> None:
    blanks = LINE.replace(".", "x")
    assert Sudoku.parse(blanks) == Sudoku.parse(LINE)
    rows = "\n".join(blanks[at : at + 9] for at in range(0, 81, 9)) + "\n"
    assert read(rows, kind="sudoku") == Sudoku.parse(LINE)
