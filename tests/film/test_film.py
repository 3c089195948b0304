"""Films: the same search as a trace, exact in both directions, for every puzzle and strategy."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew import Problem, Trace, parse, solve
from clew.cli.app import app
from clew.core.events import COUNTERS, Event, EventCounts, Kind
from clew.core.puzzle import Puzzle, Unsuited
from clew.core.registry import all_puzzles
from clew.core.result import Run, Stopped
from clew.film import Film, favourite, opening, record, scenes, showcase, tells_steps
from clew.film.film import needs_more
from clew.film.header import pseudocode
from clew.film.moment import Player, animation, frames, moments
from clew.film.page import html
from clew.film.words import Narrator, ending
from clew.play import resume
from clew.search.auto import AUTO, choose, suits
from clew.search.strategy import strategies

STEPS = 80


def suited() -> Iterator[Any]:
    """The three shortest examples of each kind."""
    for kind in all_puzzles():
        for example in sorted(kind.examples, key=lambda example: len(example.text))[:3]:
            yield pytest.param(kind.parse(example.text), id=f"{kind.name}-{example.text[:24]}")


@pytest.mark.parametrize("puzzle", list(suited()))
def test_every_suited_strategy_gives_a_film(puzzle: Puzzle) -> None:
    for name in (AUTO, *strategies()):
        strategy = choose(puzzle, name)
        if suits(puzzle, strategy):
            film = record(puzzle, strategy, max_steps=STEPS, max_seconds=2)
            assert len(film) <= STEPS
            assert film.end["answers"] or film.end["status"] != "enough"
            if film.end["status"] == "complete":
                assert solve(puzzle, strategy).unsolvable
            player = Player(film)
            player.go(len(film))
            assert player.board().cells


CASES = [
    ("sudoku:..233..42.3.1...", "backtracking"),
    ("sudoku:................", "backtracking:infer=mac"),
    ("queens:6", "backtracking"),
    ("queens:6", "backjumping"),
    ("queens:6", "limited-discrepancy"),
    ("queens:5", "generate-and-test"),
    ("queens:6", "min-conflicts"),
    ("knight:5x5", "warnsdorff"),
    ("lights-out:3x3", "breadth-first"),
    ("jugs:3,5=4", "iterative-deepening"),
    ("noughts:X.O/.X./O..", "alpha-beta"),
    ("nim:1,2,3", "minimax"),
    ("sudoku:..233..42.3.1...", "breadth-first"),
]


def events(film: Film) -> list[Event]:
    """The events that were filmed, as a trace has them."""
    return [film.event(number) for number in range(len(film))]


@pytest.mark.parametrize(("name", "spelling"), CASES)
def test_a_film_is_the_trace(name: str, spelling: str) -> None:
    puzzle, trace = parse(name), Trace()
    solve(puzzle, spelling, trace=trace)
    film = record(puzzle, spelling)
    assert events(film) == list(trace)[: len(film)]
    assert len(film) == len(trace) or events(film)[-1].kind is Kind.ANSWER
    lit = film.head["lit"]
    lines = range(len(film.head["pseudocode"]))
    assert all(line in lines for some in lit.values() for line in some)
    kinds = {film.step(number)[0] for number in range(len(film))}
    assert kinds - {Kind.WINDOW} <= lit.keys(), "every step lights a line"


@pytest.mark.parametrize(("name", "spelling"), CASES)
def test_scenes_are_the_film(name: str, spelling: str) -> None:
    puzzle = parse(name)
    film, told = record(puzzle, spelling), list(scenes(puzzle, spelling, Run(1)))
    assert [told[0][0], told[-1][0]] == ["head", "end"]
    assert told[0][1] == film.head
    steps = [number for what, chunk in told[1:-1] for number in chunk["steps"] if what == "steps"]
    assert steps == film.tables["steps"]
    assert told[-1][1]["answers"] == film.end["answers"]


def test_closing_the_scenes_ends_the_search() -> None:
    run = Run()
    some = scenes(parse("queens:30"), "generate-and-test", run, max_steps=10**9)
    for _ in range(3):
        next(some)
    some.close()  # type: ignore[attr-defined]  # a generator
    assert run.stats.nodes > 0


def test_scenes_raise_what_the_search_raises() -> None:
    with pytest.raises(TypeError, match="works only on"):
        list(scenes(parse("queens:4"), "minimax", Run()))


FILMS = [record(parse(name), spelling, max_steps=900) for name, spelling in CASES]


@given(st.data())
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_rewinding_is_exact(data: st.DataObject) -> None:
    """However one got there, the moment after n steps is the same."""
    film = data.draw(st.sampled_from(FILMS))
    player = Player(film)
    for _ in range(4):
        player.go(data.draw(st.integers(0, len(film))))
    target = data.draw(st.integers(0, len(film)))
    fresh = Player(film)
    for step in range(target + 1):
        fresh.go(step)
    assert player.go(target) == fresh.moment
    assert player.board() == fresh.board()


@pytest.mark.parametrize("film", FILMS, ids=[f"{name}-{spelling}" for name, spelling in CASES])
def test_the_last_moment_is_the_answer(film: Any) -> None:
    puzzle = parse(film.head["id"])
    player = Player(film)
    player.go(len(film))
    if film.end["status"] == "enough":
        answer = solve(puzzle, film.head["strategy"]).solution
        assert player.board().cells == puzzle.board(answer).cells


@pytest.mark.parametrize("name", ["sudoku:..233..42.3.1...", "queens:6"])
def test_domains_are_those_of_the_search(name: str) -> None:
    """At an answer every variable that was tried holds its value, and is left with it."""
    film = record(parse(name), "backtracking", max_solutions=None)
    player = Player(film)
    for number in range(len(film)):
        moment = player.go(number + 1)
        for variable, value in moment.assigned.items():
            assert moment.domains[variable] == {value} or not moment.domains[variable]


def test_a_film_stops_at_its_last_step() -> None:
    film = record(parse("queens:8"), "backtracking", max_steps=20)
    assert (len(film), film.end["status"], film.end["reason"]) == (20, "stopped", "steps")


def test_pseudocode_is_there_for_every_strategy() -> None:
    for kind in strategies().values():
        code = pseudocode(kind())
        assert code.lines
        assert all(0 <= line < len(code.lines) for some in code.lit.values() for line in some)


def test_the_lines_differ_with_the_options() -> None:
    def lines(spelling: str) -> str:
        return "\n".join(pseudocode(choose(parse("queens:6"), spelling)).lines)

    assert "infer" not in lines("backtracking:infer=none")
    assert "that breaks no rule" in lines("backtracking:infer=none")
    assert "infer: take from the neighbours" in lines("backtracking")
    assert "the first unassigned variable" in lines("backtracking:select=first")
    assert "fewest" not in lines("backtracking:select=degree")


@pytest.mark.parametrize("kind", list(all_puzzles()), ids=lambda kind: str(kind.name))
def test_every_counter_is_the_count_of_its_events(kind: type[Puzzle]) -> None:
    """For each strategy that tells its steps: step by step, and at the end those of the run."""
    for example in kind.examples:
        puzzle = kind.parse(example.text)
        for name in strategies():
            strategy = choose(puzzle, name)
            if not tells_steps(strategy) or not suits(puzzle, strategy):
                continue
            counts = EventCounts(strategy.holds)
            stats = solve(puzzle, strategy, trace=counts, max_nodes=120, max_seconds=20).stats
            found = {counter: stats.as_dict()[counter] for counter in COUNTERS}
            assert counts.as_dict() == found, (puzzle.id, name)


@pytest.mark.parametrize(("name", "spelling"), CASES)
def test_a_film_counts_as_the_run_does(name: str, spelling: str) -> None:
    film = record(parse(name), spelling)
    stats = solve(parse(name), spelling).stats.as_dict()
    assert film.counters() == {counter: stats[counter] for counter in COUNTERS}
    assert {**film.end["stats"], "seconds": 0} == {**stats, "seconds": 0}
    middle = len(film) // 2
    some = events(film)[:middle]
    assert film.counters(middle)["backtracks"] == sum(
        event.kind in (Kind.BACK, Kind.STUCK) for event in some
    )
    assert film.counters(0)["nodes"] == 0


def test_what_tells_no_steps_is_not_offered() -> None:
    told = {name for name, kind in strategies().items() if tells_steps(kind())}
    assert {"backtracking", "a-star", "alpha-beta", "warnsdorff"} <= told
    assert not told & {"grundy", "learning", "linear", "bands", "bitmap", "queens"}


@pytest.mark.parametrize("kind", list(all_puzzles()), ids=lambda kind: str(kind.name))
def test_the_default_film_of_a_kind_branches(kind: type[Puzzle]) -> None:
    """Something is taken back, reached twice, cut or left waiting: there is a search to see."""
    puzzle = kind.parse(showcase(kind).text)
    film = record(puzzle, favourite(puzzle), max_steps=20_000)
    counted = film.counters()
    branches = counted["backtracks"] + counted["duplicates"] + counted["prunings"]
    assert branches or counted["frontier"] > 1, puzzle.id
    assert len(film) >= 12


@pytest.mark.parametrize(
    ("name", "spelling"),
    [("sudoku:................", "backtracking"), ("lights-out:3x3", "breadth-first"),
     ("knight:5x5", "warnsdorff"), ("jugs:3,5=4", "breadth-first"), ("nim:1,2", "alpha-beta"),
     ("digraph:a>b,b>a@a", "retrograde")],
)  # fmt: skip
def test_what_is_watched_unless_told(name: str, spelling: str) -> None:
    assert favourite(parse(name)).spelling == spelling


def test_a_cut_counts_the_moves_that_it_saves() -> None:
    """Of seven cuts, two have no move left: they say so, and save nothing."""
    film = record("noughts:XOX/.O./..X", "alpha-beta")
    cuts = [number for number in range(len(film)) if film.step(number)[0] == Kind.CUT]
    saved = dict(film.tables["also"])
    assert [saved[number] for number in cuts] == [2, 0, 1, 1, 0, 1]
    told = [Narrator(film).step(number) for number in cuts]
    assert told[0] == (
        "Cut: MIN has −1 here, at most α = −1, so MAX won't come here. "
        "2 other moves aren't looked at."
    )
    assert sum(line.endswith("but no other move is left to cut.") for line in told) == 2


def test_a_cheaper_way_takes_the_place_of_the_one_before() -> None:
    film = record("romania:Zerind-Eforie", "uniform-cost")
    taken = [(film.step(step)[2], old) for step, old in film.tables["also"]]
    assert (4, 3) in taken


@pytest.mark.parametrize(
    ("name", "strategy", "more"),
    [("lights-out:3x3", "iterative-deepening", True), ("jugs:3,5=4", "breadth-first", False),
     ("queens:3", "backtracking", False)],
)  # fmt: skip
def test_a_search_that_does_not_finish_is_known_before(
    name: str, strategy: str, more: bool
) -> None:
    puzzle = parse(name)
    assert needs_more(puzzle, choose(puzzle, strategy), 2000) is more
    told = scenes(puzzle, strategy, Run(1), 2000)
    assert next(told)[1].get("stops") == (2000 if more else None)
    told.close()  # type: ignore[attr-defined]  # a generator


NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_the_watch_page_opens_with_plain_backtracking() -> None:
    """A Sudoku of nine is too long for that, so its film names what's added."""
    assert opening(parse("queens:6")).named == "Plain backtracking"
    assert opening(parse("jugs:3,5=4")).spelling == "breadth-first"
    assert opening(parse(f"sudoku:{NINE}")).named == "Backtracking with forward checking"
    assert record("queens:4", "backtracking").head["called"].startswith("Backtracking with fewest")


POSITIONS = Path(__file__).with_name("positions.js")
NO_WAY_BACK = {"frog", "slitherlink", "triangle"}
"""The kinds whose searches don't use the moves of play: their puzzles open at the start."""


@pytest.mark.skipif(shutil.which("node") is None, reason="no node")
def test_every_film_opens_its_position_in_play() -> None:
    """Now you try: the moves on the way to a node are moves of the game, and lead to its board.

    Piles have no order, so play may draw the same position with its pieces elsewhere.
    """
    static = Path(__file__).parents[2] / "src" / "clew" / "film" / "static"
    kinds = [kind for kind in all_puzzles() if kind.name not in NO_WAY_BACK]
    puzzles = [kind.parse(showcase(kind).text) for kind in kinds]
    films = [record(puzzle, opening(puzzle), max_steps=300) for puzzle in puzzles]
    ran = subprocess.run(
        ["node", "--input-type=module", "-e",
         POSITIONS.read_text("utf-8").replace("FOLDER", static.as_uri())],
        input="\n".join(film.json() for film in films),
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    moved = 0
    for film, line in zip(films, ran.stdout.splitlines(), strict=True):
        for at, node, saved in json.loads(line):
            play = resume(saved | {"undone": [], "seconds": 0})
            moved += len(play.played)
            assert len(play.played) == len(saved["moves"])
            if film.head["face"] == "csp" or not at or node < 0:
                continue
            player = Player(film)
            player.go(at)
            if film.step(at - 1)[0] != Kind.ANSWER and player.moment.shown >= 0:
                drawn = [
                    Counter(cell.text for cell in board.cells)
                    for board in (play.position.board(), player.board())
                ]
                assert drawn[0] == drawn[1], (film.head["id"], at)
    assert moved > 1000


def test_states_are_told_by_the_moves_that_lead_there() -> None:
    film = record(parse("jugs:3,5=4"), "breadth-first")
    narrator = Narrator(film)
    assert narrator.step(0) == "Expand node 0 (depth 0)."
    assert narrator.step(1) == 'Add node 1 (reached by "fill 1") to the frontier.'
    told = [narrator.step(number) for number in range(len(film))]
    assert 'Expand node 4 (depth 2; from node 1 via "pour 1 into 2").' in told


def test_a_choice_is_told_with_its_numbers() -> None:
    """By hand: on an empty board of four every queen has four squares, and three others to meet."""
    film = record(parse("queens:4"), "backtracking")
    told = [Narrator(film).step(number) for number in range(len(film))]
    assert told[1] == (
        "Choose row 1: it has the fewest values left (4, tied with 3 others) and the most "
        "constraint links to unassigned variables (9)."
    )
    assert "Rule out r2c1 because of row 1." in told
    sudoku = record(parse("sudoku:..233..42.3.1..."), "backtracking")
    told = [Narrator(sudoku).step(number) for number in range(len(sudoku))]
    assert "Rule out 2 in r1c1 because of r1c3 (row 1)." in told


def test_a_state_is_told_with_its_cost_and_estimate() -> None:
    film = record(parse("jugs:3,5=4"), "a-star")
    assert Narrator(film).step(1) == (
        'Add node 1 (reached by "fill 1") to the frontier with f = 1 + 1 = 2.'
    )


def test_variables_of_ones_own_have_their_names() -> None:
    problem = Problem("map")
    problem.variables(["WA", "NT", "SA"], ["red", "green", "blue"])
    problem.all_different()
    film = record(problem, "backtracking")
    told = [Narrator(film).step(number) for number in range(len(film))]
    assert "Try WA = red." in told
    assert any(line.startswith("Rule out red") and "because of WA" in line for line in told)
    assert ending(film) == "1 solution found"


def test_a_game_is_told_by_its_values() -> None:
    film = record(parse("nim:1,1"), "minimax")
    told = [Narrator(film).step(number) for number in range(len(film))]
    assert "Node 0 is worth −1: MIN wins." in told


def test_boards_of_a_walk_are_those_of_its_states() -> None:
    """The board of each state expanded, though the trace has only its number."""
    puzzle = parse("lights-out:2x3:.#./.#.")
    film = record(puzzle, "breadth-first")
    player, states = Player(film), []
    for number in range(len(film)):
        player.go(number + 1)
        if film.step(number)[0] == Kind.EXPAND:
            states.append(player.board())
    space = puzzle.space()
    level = [space.start, *(after for _, after in space.successors(space.start))]
    assert states[: len(level)] == [puzzle.at(state).board() for state in level]


@pytest.mark.parametrize(
    ("name", "spelling"),
    [("sudoku:..233..42.3.1...", "backtracking"), ("queens:5", "backtracking"),
     ("jugs:3,5=4", "breadth-first"), ("lights-out:2x3:.#./.#.", "greedy")],
)  # fmt: skip
def test_animations_show_every_step(name: str, spelling: str) -> None:
    """GIF and PNG have the same size, and show the same pictures for as long."""
    image = pytest.importorskip("PIL.Image")
    film = record(parse(name), spelling, max_steps=40)
    one, other = (image.open(io.BytesIO(animation(film, form))) for form in ("gif", "apng"))
    pictures = frames(film)
    assert one.size == other.size == pictures[0].size
    for read in (one, other):
        shown, time = [], 0
        for number in range(read.n_frames):
            read.seek(number)
            time += read.info["duration"]
            shown.append(read.convert("RGB").tobytes())
        wanted = [each.convert("RGB").tobytes() for each in pictures]
        assert shown == [each for k, each in enumerate(wanted) if not k or each != wanted[k - 1]]
        assert time == 250 * (len(pictures) - 1) + 3000


def test_without_pillow_there_is_one_clear_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("clew.film.moment.find_spec", lambda name: None)
    needs = "animations need Pillow: pip install 'clew-puzzles[film]' (in a clone: ./run extras)"
    with pytest.raises(Unsuited, match=re.escape(needs)):
        animation(FILMS[0], "gif")
    assert run("queens:4", "--gif", "-", status=2).stderr == f"clew: {needs}\n"


def test_a_long_film_passes_over_some_steps() -> None:
    film = record(parse("queens:8"), "backtracking:select=first,infer=none", max_solutions=5)
    shown = moments(film, 50)
    assert len(shown) <= 51
    assert (shown[0], shown[-1]) == (0, len(film))


def test_the_page_holds_all_it_needs() -> None:
    page = html(record(parse("queens:5"), "backtracking"))
    assert not re.search(r"(src|href)=", page)
    assert not re.search(r"^(import|export) ", page, re.MULTILINE)


def test_a_notebook_shows_a_film() -> None:
    film = record(parse("queens:4"))
    shown = re.fullmatch(r'<iframe srcdoc="([^"]*)" .*</iframe>', film._repr_html_(), re.DOTALL)
    assert shown is not None
    assert unescape(shown[1]) == html(film)


def test_nothing_in_a_film_ends_the_script_it_stands_in() -> None:
    film = record(parse("queens:4"), "backtracking")
    film.tables["words"].append("</script><script>alert(1)</script>")
    film.head["title"] = "<b>"
    page = html(film)
    assert "<script>alert" not in page
    assert "<b>" not in page


def test_limits_are_kept() -> None:
    film = record(parse("queens:20"), "backtracking:select=first,infer=none", max_nodes=50)
    assert film.end["stats"]["nodes"] == 50
    assert film.end["reason"] == "nodes"
    assert Stopped("nodes").limit == "nodes"


# ------------------------------------------------------------------ clew trace


def run(*args: str, status: int = 0) -> Result:
    result = CliRunner().invoke(app, ["trace", *args], prog_name="clew")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == status, result.output
    return result


def test_steps_are_told_in_words() -> None:
    lines = run("queens:4").stdout.splitlines()
    assert lines[2].split() == ["3", "Try", "a", "queen", "at", "r1c1"]
    assert lines[-1] == "backtracking: 67 steps, 1 solution found"
    assert run("queens:3", status=1).stdout.endswith("no solution: searched to the end\n")
    assert (
        "stopped after 5 steps (--max-steps)"
        in run("queens:8", "--max-steps", "5", status=3).stdout
    )


def test_every_file_is_written(tmp_path: Path) -> None:
    starts = {
        "html": b"<!DOCTYPE html>", "gif": b"GIF89a", "apng": b"\x89PNG", "svg": b"<svg",
        "film": b'{"head"',
    }  # fmt: skip
    targets = [word for form in starts for word in (f"--{form}", str(tmp_path / form))]
    assert run("sudoku:..233..42.3.1...", *targets).stdout == ""
    for form, start in starts.items():
        assert (tmp_path / form).read_bytes().startswith(start)
    assert json.loads((tmp_path / "film").read_text())["head"]["strategy"] == "backtracking"


def test_a_picture_on_standard_output() -> None:
    assert run("queens:4", "--gif", "-").stdout_bytes.startswith(b"GIF89a")
    first = run("queens:4", "--svg", "-", "--at", "0").stdout
    last = run("queens:4", "--svg", "-").stdout
    queen = 'class="piece answer"'
    assert (queen in first, last.count(queen)) == (False, 4)


def test_what_cannot_be_watched_is_refused(tmp_path: Path) -> None:
    assert "--at needs --svg" in run("queens:4", "--at", "3", status=2).stderr
    both = ("--gif", "-", "--html", "-")
    assert "only one of --json and the files" in run("queens:4", *both, status=2).stderr
    assert (
        "searches only games, and queens isn't one"
        in run("queens:4", "--strategy", "minimax", status=2).stderr
    )
    several = tmp_path / "several.txt"
    several.write_text("queens:4\nqueens:5\n")
    assert "holds 2" in run(str(several), status=2).stderr


# --- films that another version made

OLD = (Path(__file__).parents[1] / "data" / "films_2.jsonl").read_text("utf-8").splitlines()
"""Films of format 2, whose boards have signs, clues, cages, links or corners of cells."""
SAID = """
import { storyOf } from "FOLDER/story.js";
let text = "";
for await (const part of process.stdin) text += part;
for (const line of text.trim().split("\\n")) {
  try {
    const { head, boards, steps } = storyOf(JSON.parse(line));
    console.log(JSON.stringify([head, [...boards], steps]));
  } catch (error) {
    console.log(JSON.stringify(error.message));
  }
}
"""


def shapes(drawing: list[dict[str, Any]]) -> list[str]:
    """What is drawn, without the words for those who hear it."""
    return sorted(str({**each, "words": ""}) for each in drawing)


@pytest.mark.parametrize("text", OLD, ids=lambda text: json.loads(text)["head"]["id"][:24])
def test_read_film_of_format_2_keeps_its_picture(text: str) -> None:
    film = Film.read(text)
    old, new = film.head["board"], record(film.head["id"]).head["board"]
    assert sorted(old) == sorted(new)
    assert shapes(old.get("drawing", [])) == shapes(new.get("drawing", []))
    assert Film.read(film.json()) == film
    for _, board in film.tables["boards"]:
        assert not isinstance(board, dict) or not {"signs", "clues", "cages"} & board.keys()
    assert len(frames(film)) > 1


THIRD = (Path(__file__).parents[1] / "data" / "films_3.jsonl").read_text("utf-8").splitlines()
"""Films of format 3, whose steps don't name their nodes."""


@pytest.mark.parametrize("text", THIRD, ids=lambda text: json.loads(text)["head"]["id"])
def test_read_film_of_format_3_finds_the_nodes(text: str) -> None:
    film = Film.read(text)
    new = record(film.head["id"], film.head["strategy"], max_steps=24)
    assert [film.step(n)[5] for n in range(len(film))] == [new.step(n)[5] for n in range(len(new))]
    assert Film.read(film.json()) == film


def test_read_film_of_another_format_is_refused() -> None:
    data = json.loads(OLD[0])
    data["head"] |= {"film": 9, "clew": "7.0"}
    message = "Clew 7.0 made the film, in format 9; this one reads formats 2 to 4: record it again"
    with pytest.raises(ValueError, match=message):
        Film.read(json.dumps(data))
    for text in ("", "[]", "{}", '{"head": {"film": 3}}', '{"head": 3}'):
        with pytest.raises(ValueError, match="this isn't a film"):
            Film.read(text)


@pytest.mark.skipif(shutil.which("node") is None, reason="no node")
def test_player_reads_older_films_as_python_does() -> None:
    folder = Path(__file__).parents[2] / "src" / "clew" / "film" / "static"
    new = json.loads(OLD[0])
    new["head"]["film"] = 9
    ran = subprocess.run(
        ["node", "--input-type=module", "-e", SAID.replace("FOLDER", folder.as_uri())],
        input="\n".join([*OLD, *THIRD, json.dumps(new)]),
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    *heads, refused = map(json.loads, ran.stdout.splitlines())
    films = map(Film.read, [*OLD, *THIRD])
    assert heads == [[film.head, film.tables["boards"], film.tables["steps"]] for film in films]
    assert "in format 9; this one reads formats 2 to 4" in refused
