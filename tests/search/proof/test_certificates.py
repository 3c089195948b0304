"""Certificates in the puzzle's own terms: accepted if true, refused if damaged."""

from __future__ import annotations

import json
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.cli.app import app
from clew.core.games import work_out
from clew.search.proof.own_proofs import GameCertificates, claim, reached

Data = dict[str, Any]
NONE, FEWEST, ONLY = "no solution", "no solution has fewer presses", "exactly one solution"
WINS, LOSES = "the player to move wins", "the player to move loses"
TRUE = {
    "lights-out:2x3:#../...": (NONE, "lights"),
    "lights-out:3x3,neighbours": (NONE, "lights"),
    "lights-out:5x5": (FEWEST, "deciding"),
    "lights-out:3x4,torus": (FEWEST, "deciding"),
    "lights-out:3x2,matrix=e34b9d2c7": (FEWEST, "deciding"),
    "knight:5x5@0,1": (NONE, "colours"),
    "knight:7x9,closed": (NONE, "colours"),
    "knight:4x4": (NONE, "theorem"),
    "knight:4x5@1,0": (NONE, "theorem"),
    "knight:3x8,closed": (NONE, "theorem"),
    "jugs:6,9=4": (NONE, "divisor"),
    "jugs:3,5=9": (NONE, "bound"),
    "jugs:4,6@0,4=6,*:pour": (NONE, "bound"),
    "jugs:3,7@0,7=5:fill+pour": (NONE, "states"),
    "triangle:4/7 5/6 3 4/4 2 1 6=17": (NONE, "totals"),
    "triangle:4/7 5/6 3 4/4 2 1 6=14@0,0": (NONE, "totals"),
    "triangle:5=4": (NONE, "totals"),
    "sliding-tiles:3x3:1,2,3,4,5,6,8,7,0": (NONE, "swaps"),
    "sliding-tiles:4x3:0,2,1,3,4,5,6,7,8,9,10,11,gap=first": (NONE, "swaps"),
    "nim:1,2,3": (LOSES, "piles"),
    "nim:1,1,misere": (WINS, "piles"),
    "northcott:5@1-3,5-3": (LOSES, "piles"),
    "kayles:5,9": (LOSES, "nim-values"),
    "octal:0.137@8,5": (WINS, "nim-values"),
    "chomp:3,1,1": (LOSES, "other"),
    "wythoff:3,5": (LOSES, "other"),
    "noughts:XO./.X./..O": (WINS, "mover"),
    "connect-four:3x3,3": ("a draw", "mover"),
    "digraph:a>b,b>a,b>c,c>d@a": ("a draw", "mover"),
    "digraph:a>b,b>a,b>c@a": (LOSES, "other"),
    "dots-and-boxes:1x1": (LOSES, "mover"),
    "kalah:2,2/2,2": ("the player to move loses 2", "mover"),
}
WRONG: list[Any] = [None, True, -1, 10**9, 1.5, "x", [], {}, [None], [[0]], [[0, "x"]]]


def written(puzzle: str, folder: Path, max_solutions: int = 1) -> Path:
    file = folder / "certificate.json"
    clew.solve(puzzle, proof=file, max_solutions=max_solutions)
    return file


def refused(puzzle: str, data: object, file: Path) -> bool:
    file.write_text(data if isinstance(data, str) else json.dumps(data))
    try:
        clew.check_proof(puzzle, file)
    except clew.BadProof as error:
        return "\n" not in str(error)
    return False


@pytest.mark.parametrize("puzzle", TRUE)
def test_a_true_certificate_is_accepted(puzzle: str, tmp_path: Path) -> None:
    file = written(puzzle, tmp_path)
    claim, field = TRUE[puzzle]
    assert field in json.loads(file.read_text())
    found = clew.check_proof(puzzle, file)
    assert str(found) == claim
    assert found.unsolvable == (claim == NONE)


@pytest.mark.parametrize("puzzle", TRUE)
def test_a_damaged_certificate_is_refused(puzzle: str, tmp_path: Path) -> None:
    file = written(puzzle, tmp_path)
    text = file.read_text()
    data = json.loads(text)
    for length in (0, 1, len(text) // 2, len(text) - 2):
        assert refused(puzzle, text[:length], file)
    for name in data:
        assert refused(puzzle, {key: value for key, value in data.items() if key != name}, file)
        for value in (value for value in WRONG if value != data[name]):
            assert refused(puzzle, data | {name: value}, file), (name, value)
    assert refused(puzzle, data | {"more": 1}, file)
    other = "lights-out:2x2" if puzzle != "lights-out:2x2" else "lights-out:3x3"
    assert refused(puzzle, data | {"puzzle": other}, file)
    assert refused(puzzle, "[" * 100_000, file)


@pytest.mark.parametrize("puzzle", [p for p, (_, f) in TRUE.items() if f in ("lights", "colours")])
def test_each_number_matters(puzzle: str, tmp_path: Path) -> None:
    file = written(puzzle, tmp_path)
    data = json.loads(file.read_text())
    field = TRUE[puzzle][1]
    for place, number in enumerate(data[field]):
        rest = data[field][:place], data[field][place + 1 :]
        assert refused(puzzle, data | {field: [*rest[0], *rest[1]]}, file)
        assert refused(puzzle, data | {field: [*rest[0], number + 1, *rest[1]]}, file)


def test_each_light_that_decides_matters(tmp_path: Path) -> None:
    file = written("lights-out:5x5", tmp_path)
    data = json.loads(file.read_text())
    every = data["deciding"]
    for place, (press, lights) in enumerate(every):
        others = every[:place] + every[place + 1 :]
        assert refused("lights-out:5x5", data | {"deciding": others}, file)
        for light in lights:
            fewer = [press, [each for each in lights if each != light]]
            assert refused("lights-out:5x5", data | {"deciding": [*others, fewer]}, file)


def test_a_solution_with_more_presses_is_refused(tmp_path: Path) -> None:
    file = written("lights-out:4x4", tmp_path)
    data = json.loads(file.read_text())
    for answer in clew.solve("lights-out:4x4", max_solutions=None).solutions:
        presses = [row * 4 + col for row, col in answer]
        assert refused("lights-out:4x4", data | {"presses": presses}, file) == (len(presses) > 4)


def test_the_only_solution(tmp_path: Path) -> None:
    file = written("lights-out:3x3", tmp_path, max_solutions=2)
    assert str(clew.check_proof("lights-out:3x3", file)) == ONLY
    file = written("lights-out:5x5", tmp_path)
    assert refused("lights-out:5x5", json.loads(file.read_text()) | {"claims": ONLY}, file)


def test_no_state_of_jugs_may_be_missing(tmp_path: Path) -> None:
    puzzle = "jugs:3,7@0,7=5:fill+pour"
    file = written(puzzle, tmp_path)
    data = json.loads(file.read_text())
    for state in data["states"]:
        assert refused(puzzle, data | {"states": [s for s in data["states"] if s != state]}, file)
    assert refused(puzzle, data | {"states": [*data["states"], [0, 5]]}, file)


def test_each_run_of_totals_matters(tmp_path: Path) -> None:
    puzzle = "triangle:4/7 5/6 3 4/4 2 1 6=17"
    file = written(puzzle, tmp_path)
    for row, at in ((r, c) for r in range(4) for c in range(r + 1)):
        for place in range(
            len(json.loads(written(puzzle, tmp_path).read_text())["totals"][row][at])
        ):
            data = json.loads(written(puzzle, tmp_path).read_text())
            run = data["totals"][row][at].pop(place)
            assert refused(puzzle, data, file)
            data["totals"][row][at].insert(place, [run[0] + 1, run[1] + 1])
            assert refused(puzzle, data, file)


@given(st.permutations(range(6)))
def test_every_order_of_tiles(order: list[int]) -> None:
    """A certificate shows the half of the boards that breadth-first search cannot solve."""
    puzzle: Any = clew.parse(f"sliding-tiles:3x2:{','.join(map(str, order))}")
    data = {"claims": NONE, "swaps": [list(pair) for pair in puzzle.swaps()]}
    assert bool(puzzle.certificate_faults(data)) == (tuple(order) in tiles_in_reach())


@cache
def tiles_in_reach() -> set[tuple[int, ...]]:
    space = clew.parse("sliding-tiles:3x2:1,2,3,4,5,0").space()
    return set(reached([space.start], lambda state: (then for _, then in space.successors(state))))


@given(st.lists(st.integers(0, 6), min_size=10, max_size=10), st.integers(0, 26))
def test_every_triangle(
    tmp_path_factory: pytest.TempPathFactory, entries: list[int], total: int
) -> None:
    """A certificate is written and accepted just where no path of the eight has the total."""
    rows = tuple(tuple(entries[n * (n + 1) // 2 :][: n + 1]) for n in range(4))
    paths = [[0, *(sum(turns[:n]) for n in (1, 2, 3))] for turns in product((0, 1), repeat=3)]
    sums = {sum(row[at] for row, at in zip(rows, path, strict=True)) for path in paths}
    puzzle, folder = clew.Triangle(rows, total), tmp_path_factory.mktemp("triangle")
    if total in sums:
        with pytest.raises(clew.Unsuited):
            written(puzzle.id, folder)
    else:
        assert clew.check_proof(puzzle, written(puzzle.id, folder)).unsolvable


@given(st.tuples(*[st.integers(0, 7)] * 3))
def test_every_board_of_lights(tmp_path_factory: pytest.TempPathFactory, lit: Any) -> None:
    """The claim is what trying every set of presses says."""
    puzzle = clew.LightsOut(3, 3, lit, torus=True)
    file = written(puzzle.id, tmp_path_factory.mktemp("lights"))
    cells = list(product(range(3), range(3)))
    tried = (
        [c for c, made in zip(cells, some, strict=True) if made]
        for some in product((0, 1), repeat=9)
    )
    sizes = [len(presses) for presses in tried if not puzzle.check(presses)]
    found = clew.check_proof(puzzle, file)
    assert found.unsolvable == (not sizes)
    if sizes:
        assert len(json.loads(file.read_text())["presses"]) == min(sizes)


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 12))
def test_every_pair_of_jugs(
    tmp_path_factory: pytest.TempPathFactory, one: int, two: int, wanted: int
) -> None:
    puzzle, folder = f"jugs:{one},{two}={wanted}", tmp_path_factory.mktemp("jugs")
    if clew.solve(puzzle).solved:
        with pytest.raises(clew.Unsuited):
            written(puzzle, folder)
        assert not list(folder.iterdir())
        for claim in ({"divisor": 2}, {"bound": "more is wanted than fits"}, {"states": [[0, 0]]}):
            data = {"clew certificate": 1, "puzzle": puzzle, "claims": NONE} | claim
            assert refused(puzzle, data, folder / "false.json")
    else:
        assert clew.check_proof(puzzle, written(puzzle, folder)).unsolvable


GAMES = [puzzle for puzzle, (claim, _) in TRUE.items() if claim not in (NONE, FEWEST)]


@pytest.mark.parametrize("puzzle", GAMES)
def test_another_value_of_a_game_is_refused(puzzle: str, tmp_path: Path) -> None:
    data = json.loads(written(puzzle, tmp_path).read_text())
    for value in {-2, -1, 0, 1, 2} - {data["value"]}:
        false = data | {"value": value, "claims": claim(value)}
        assert refused(puzzle, false, tmp_path / "false.json")
    for name in {"mover", "other", "nim-values"} & data.keys():
        for place in range(len(data[name])):
            fewer = data[name][:place] + data[name][place + 1 :]
            assert refused(puzzle, data | {name: fewer}, tmp_path / "false.json")


@given(st.lists(st.sets(st.integers(0, 6), max_size=3), min_size=7, max_size=7))
def test_every_game_on_a_graph(after: Any) -> None:
    """With and without cycles: the certificate says what working the game out says."""

    class Counter:
        start = 0

        def successors(self, place: int) -> list[tuple[int, int]]:
            return [(to, to) for to in sorted(after[place])]

        def payoff(self, place: int) -> int | None:
            return None if after[place] else (place % 5) - 2

    puzzle = clew.game(Counter)
    own, values = GameCertificates(puzzle), work_out(puzzle.game(), 7)
    data = own.certificate(clew.solve(puzzle, "retrograde"))
    assert values is not None
    for value in range(-2, 3):
        faults = own.certificate_faults(data | {"value": value, "claims": claim(value)})
        assert bool(faults) == (value != values[0])


def test_a_game_too_large_for_a_certificate_was_only_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clew.search.proof.own_proofs.LARGEST", 10)
    with pytest.raises(clew.Unsuited, match="of over 10 positions was searched to the end"):
        written("chomp:3x3", tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("theorem", ["closed tours", "open tours", "ends on four lines"])
def test_a_theorem_that_does_not_speak_of_the_board(theorem: str, tmp_path: Path) -> None:
    from clew.puzzles._certificates import THEOREMS

    for puzzle in ("knight:5x5@0,0", "knight:5x6,closed", "knight:4x5@0,0", "knight:3x10,closed"):
        data = {"clew certificate": 1, "puzzle": puzzle, "claims": NONE, "theorem": theorem}
        source = THEOREMS[theorem].source
        assert refused(puzzle, data | {"source": source}, tmp_path / "false.json")


def test_what_only_a_search_vouches_for_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(clew.Unsuited, match="searched to the end"):
        written("knight:3x7@1,3", tmp_path)
    assert not list(tmp_path.iterdir())


def test_the_command_line(tmp_path: Path) -> None:
    file, run = str(tmp_path / "c.json"), CliRunner().invoke
    assert run(app, ["solve", "jugs:6,9=4", "--proof", file, "-q"]).exit_code == 1
    checked = run(app, ["proof", "check", "jugs:6,9=4", file])
    assert (checked.exit_code, checked.output) == (
        0,
        "no solution: proven, the certificate holds\n",
    )
