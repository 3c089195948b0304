"""The JSON API, in this process and in another one."""

from __future__ import annotations

import asyncio
import json
import math
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from starlette.testclient import TestClient

from clew.core.registry import all_puzzles
from clew.core.result import Stopped
from clew.web import schema
from clew.web.answers import Events
from clew.web.app import create_app
from clew.web.limits import Refused
from clew.web.operations import OPERATIONS, document
from clew.web.request_pool import RequestPool, Turns
from clew.web.schema import Invalid
from clew.web.store import MOST, Store, data_folder
from clew.web.worker import explained, limit_memory, packed, preload
from clew.workers.processes import ForkServer
from tests.paths import ROOT
from tests.web.web_server import CLEW, SLOW, Server, serving

EASY = "sudoku:..233..42.3.1..."


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLEW_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        with TestClient(create_app(), base_url="http://127.0.0.1") as found:
            yield found


def post(client: TestClient, path: str, **body: Any) -> Any:
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


# ------------------------------------------------------------------ what there is


def test_puzzles_lists_every_kind_with_its_examples(client: TestClient) -> None:
    answer = client.get("/api/puzzles")
    found = {each["name"]: each for each in answer.json()["puzzles"]}
    assert set(found) == {kind.name for kind in all_puzzles()}
    for kind in all_puzzles():
        told = found[kind.name]
        assert [each["title"] for each in told["examples"]] == [e.title for e in kind.examples]
        assert sum(each["board"] is not None for each in told["examples"]) <= 1
        assert told["plays"] in ("fill", "walk", "game")
    assert [found[name]["plays"] for name in ("sudoku", "knight", "nim")] == [
        "fill",
        "walk",
        "game",
    ]
    assert client.get("/api/puzzles").content == answer.content


def test_puzzles_answer_is_small(client: TestClient) -> None:
    """It's most of the first page, which must stay under 150 kB."""
    with client.stream("GET", "/api/puzzles", headers={"accept-encoding": "gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        assert sum(map(len, answer.iter_raw())) < 30_000


def test_strategies_of_a_puzzle_or_all(client: TestClient) -> None:
    every = client.get("/api/strategies").json()["strategies"]
    suited = client.get("/api/strategies", params={"id": "queens:6"}).json()
    names = {each["name"] for each in suited["strategies"]}
    assert names < {each["name"] for each in every}
    assert {"backtracking", "queens"} <= names
    assert "alpha-beta" not in names
    assert suited["auto"] == "queens"
    assert "backtracking" in suited["textbook"]
    (told,) = [each for each in suited["strategies"] if each["name"] == "backtracking"]
    words = next(o["choices"] for o in told["options"] if o["name"] == "select")
    assert {"word": "mrv", "title": "fewest values first (MRV)"} in words
    assert told["pseudocode"]
    wanted = "backtracking:infer=none;no-such:x=1"
    called = client.get("/api/strategies", params={"id": "queens:6", "wanted": wanted}).json()
    words = {"backtracking:infer=none": "Backtracking, no inference", "no-such:x=1": "no-such:x=1"}
    assert words.items() <= called["called"].items()
    assert called["called"].keys() >= {*suited["textbook"], "queens"}


def test_read_accepts_any_notation(client: TestClient) -> None:
    (found,) = post(client, "read", text="2x2:4e4b2e1")["puzzles"]
    assert found["id"] == "sudoku:4.....4..2.....1"
    assert found["board"]["rows"] == 4
    several = post(client, "read", text="4.....4..2.....1\n" * 3, kind="sudoku")["puzzles"]
    assert len(several) == 3
    assert client.post("/api/read", json={"text": "nonsense"}).status_code == 422
    assert client.post("/api/read", json={"text": "x", "notation": "none"}).status_code == 422
    many = client.post("/api/read", json={"text": "4.....4..2.....1\n" * 300, "kind": "sudoku"})
    assert (many.status_code, many.json()["error"]) == (
        422,
        "this text has 300 puzzles: the limit is 200",
    )


def test_board_svg(client: TestClient) -> None:
    answer = client.get("/api/board.svg", params={"id": EASY})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg ")


# ------------------------------------------------------------------ searching


def test_solve_count_unique(client: TestClient) -> None:
    found = post(client, "solve", id="queens:6")
    assert (found["id"], found["strategy"], found["status"]) == ("queens:6", "queens", "enough")
    assert len(found["solutions"]) == len(found["boards"]) == 1
    assert found["stats"]["nodes"] > 0
    every = post(client, "solve", id="queens:6", max_solutions=100, strategy="backtracking")
    assert (every["status"], len(every["solutions"])) == ("complete", 4)
    assert post(client, "count", id="queens:8")["count"] == "92"
    assert len(post(client, "count", id="lights-out:40x40")["count"]) == 1
    assert post(client, "unique", id=EASY)["unique"] is True
    assert post(client, "unique", id="queens:6")["unique"] is False
    verdict = post(client, "solve", id="nim:3,4,5")
    assert verdict["solutions"][0]["best"] == ["pile 1: take 2"]
    assert "wins" in verdict["told"]


def test_solve_without_a_solution_returns_a_reason_and_a_proof(client: TestClient) -> None:
    found = post(client, "solve", id="lights-out:2x3:#../...", strategy="breadth-first")
    assert (found["status"], found["solutions"], bool(found["proof"])) == ("complete", [], True)
    assert found["reason"]
    assert post(client, "unique", id="queens:3")["unique"] is False


def test_search_that_reaches_a_limit_proves_nothing(client: TestClient) -> None:
    slow = {"id": "queens:40", "strategy": "backtracking:select=first,infer=none"}
    found = post(client, "unique", **slow, max_seconds=0)
    assert (found["status"], found["reason"], found["unique"]) == ("stopped", "seconds", None)
    found = post(client, "count", **slow, max_nodes=100)
    assert (found["status"], found["reason"], found["count"]) == ("stopped", "nodes", "0")
    assert found["stats"]["nodes"] == 100


def test_rate_hint_explain(client: TestClient) -> None:
    assert post(client, "rate", id=EASY)["level"] == "easy"
    told = post(client, "hint", id=EASY, filled="4.233..42.3.1...")
    assert told["board"]["rows"] == 4
    assert told["technique"] == "Look for a house with only one open cell."
    assert told["full"].startswith("Last cell: ")
    assert {mark["kind"] for mark in told["board"]["marks"]} == {"house", "effect"}
    wrong = post(client, "hint", id=EASY, filled="1.233..42.3.1...")
    assert wrong["cells"] == "The entry in r1c1 is wrong."
    steps = post(client, "explain", id=EASY)["steps"]
    assert all(step["told"] and step["board"]["cells"] for step in steps)
    game = post(client, "hint", id="nim:3,4,5", played="pile 1: take 3")
    assert "pile 3: take 1" in game["full"]
    assert post(client, "explain", id="jugs:3,5=4")["solved"] is True
    for path, body, said in (
        ("hint", {"id": EASY, "filled": ".", "played": "x"}, "either filled or played, not both"),
        ("rate", {"id": "latin:3"}, "more than one solution"),
        ("hint", {"id": EASY, "filled": "12"}, "filled: "),
        ("hint", {"id": EASY, "filled": "." * 81}, "filled: found 81 cells, expected 16"),
    ):
        answer = client.post(f"/api/{path}", json=body)
        assert answer.status_code == 422
        assert said in answer.json()["error"]


def test_make(client: TestClient) -> None:
    asked = {"kind": "sudoku", "size": "4", "level": "easy", "seed": 7, "count": 2}
    made = post(client, "make", **asked)["puzzles"]
    assert [each["made"] for each in made] == ["sudoku:4,level=easy#7", "sudoku:4,level=easy#8"]
    assert post(client, "make", **asked)["puzzles"] == made
    assert post(client, "unique", id=made[0]["id"])["unique"] is True
    assert post(client, "solve", id=made[1]["made"])["id"] == made[1]["id"]
    assert post(client, "make", kind="queens")["puzzles"][0]["level"] is None
    for body, said in (
        ({"kind": "wythoff"}, "Clew can't make wythoff puzzles"),
        ({"kind": "sudoku", "size": "7x"}, "can't split a 7x7 grid into equal boxes"),
        ({"kind": "x", "size": "1"}, "'x'"),
    ):
        answer = client.post("/api/make", json=body)
        assert answer.status_code == 422
        assert said in answer.json()["error"]


def test_compare(client: TestClient) -> None:
    two = ["backtracking", "alpha-beta"]
    rows = post(client, "compare", id="queens:6", strategies=two)["rows"]
    assert [row["status"] for row in rows] == ["enough", "unsuited"]
    rows = post(client, "compare", kind="queens", sizes=[4, 5, 6], strategies=two[:1])["rows"]
    assert [(row["size"], row["id"]) for row in rows] == [
        (4, "queens:4"), (5, "queens:5"), (6, "queens:6"),
    ]  # fmt: skip
    rows = post(client, "compare", kind="sudoku", sizes=[4], strategies=two[:1])["rows"]
    assert rows[0]["solved"]
    for body in ({"id": "queens:4"}, {"strategies": two}, {"id": "x", "kind": "queens"}):
        assert client.post("/api/compare", json=body).status_code == 400


def test_watch(client: TestClient) -> None:
    answer = client.get("/api/watch", params={"id": "queens:6", "strategy": "backtracking"})
    assert answer.headers["content-type"].startswith("text/event-stream")
    events = [each.split("\n", 1) for each in answer.text.strip().split("\n\n")]
    assert [event for event, _ in events] == ["event: head", "event: steps", "event: end"]
    head, steps, end = (json.loads(data.removeprefix("data: ")) for _, data in events)
    assert (head["id"], head["strategy"]) == ("queens:6", "backtracking")
    assert len(steps["steps"]) > 50
    assert end["status"] == "enough"
    for params in ({"id": "nonsense"}, {"id": "queens:4", "strategy": "alpha-beta"}):
        refused = client.get("/api/watch", params=params)
        assert refused.status_code == 422
        assert list(refused.json()) == ["error"]


def test_watch_limits_steps(client: TestClient) -> None:
    params = {"id": "queens:8", "strategy": "backtracking", "max_steps": "40"}
    text = client.get("/api/watch", params=params).text
    assert '"reason":"steps"' in text


# ------------------------------------------------------------------ playing


def test_play_a_game_to_its_end(client: TestClient) -> None:
    state = post(client, "play", id="nim:2,3")
    while not state["view"]["over"]:
        state = post(client, "play", saved=state["saved"], do={"action": "reply"})
    assert state["view"]["winner"] == 0
    back = post(client, "play", saved=state["saved"], do={"action": "undo", "count": 9})
    assert back["view"]["can_redo"]
    assert back["view"]["position_id"] == "nim:2,3"
    again = post(client, "play", saved=back["saved"], do={"action": "redo", "count": 9})
    assert again["saved"] == state["saved"]


def test_play_a_walk_and_a_grid(client: TestClient) -> None:
    walk = post(client, "play", id="lights-out:3x3", do={"action": "scramble", "seed": 1})
    walk = post(client, "play", saved=walk["saved"], do={"action": "solve"})
    assert walk["view"]["over"]
    grid = post(client, "play", id=EASY, do={"action": "move", "text": "r1c1=1"})
    check = post(client, "play", saved=grid["saved"], do={"action": "check"})["check"]
    assert (check["ok"], check["wrong"]) == (False, [0])
    grid = post(client, "play", saved=grid["saved"], do={"action": "restart"})
    for degree in ("vague", "technique", "cells", "full"):
        do = {"action": "hint", "degree": degree}
        assert post(client, "play", saved=grid["saved"], do=do)["hint"]["degree"] == degree
    solved = post(client, "play", saved=grid["saved"], do={"action": "solve"})
    assert solved["view"]["over"]


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({}, 400, "the body needs either id or saved"),
        ({"id": EASY, "saved": {}}, 400, "the body needs either id or saved"),
        ({"id": EASY, "do": {}}, 400, "do has no 'action' (the action to take)"),
        (
            {"id": EASY, "do": {"action": "win"}},
            400,
            "do.action can't be 'win': choose one such as view",
        ),
        ({"id": EASY, "do": {"action": "move"}}, 422, "do has no 'text'"),
        ({"id": EASY, "do": {"action": "move", "text": "hi"}}, 422, "isn't a move: write r3c4=7"),
        ({"id": EASY, "do": {"action": "scramble"}}, 422, "can't be scrambled"),
        ({"saved": {}}, 422, "has no puzzle id"),
        ({"saved": {"id": "nim:3", "moves": 7}}, 422, "must be a list of moves"),
        ({"saved": {"id": "nim:3", "moves": ["fly"]}}, 422, "isn't a move here"),
    ],
)
def test_play_with_a_bad_request_explains_the_problem(
    client: TestClient, body: dict[str, Any], status: int, said: str
) -> None:
    answer = client.post("/api/play", json=body)
    assert answer.status_code == status
    assert said in answer.json()["error"]


# ------------------------------------------------------------------ progress


def test_progress(client: TestClient) -> None:
    key = "/api/progress/sudoku:12/3?.%2F"
    assert client.get(key).status_code == 404
    kept = client.put("/api/progress/queens%3A8%2Fx", json={"solved": True, "seconds": 12.5})
    assert kept.json()["key"] == "queens:8/x"
    assert client.get("/api/progress/queens:8/x").json()["value"]["solved"] is True
    client.put("/api/progress/other", json={})
    keys = [each["key"] for each in client.get("/api/progress").json()["progress"]]
    assert keys == ["other", "queens:8/x"]
    assert client.delete("/api/progress/queens:8/x").status_code == 204
    assert client.get("/api/progress/queens:8/x").status_code == 404
    assert client.put("/api/progress/k", json=[]).status_code == 400
    assert client.put(f"/api/progress/{'k' * 501}", json={}).status_code == 400
    allowed = client.post("/api/progress/k", json={}).headers["allow"]
    assert set(allowed.split(", ")) == {"DELETE", "GET", "HEAD", "PUT"}


def test_store_keeps_the_latest_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.web.store.MOST", 3)
    store = Store(tmp_path)
    for number in range(5):
        store.put(str(number), {"n": number})
    assert [each["key"] for each in store.all()] == ["4", "3", "2"]
    store.close()
    again = Store(tmp_path)
    assert again.get("4") is not None
    again.close()
    assert MOST > 100


def test_store_without_a_writable_file_stays_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = Store(tmp_path / "file")
    assert store.path is None
    store.put("a", {})
    assert store.delete("a")
    assert not store.delete("a")
    store.close()


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b'{"a": 1e999}', 400, "a number too large to store"),
        (b'{"a": [{"b": -1e999}]}', 400, "a number too large to store"),
        (b'{"a": ' + b"9" * 400 + b"}", 400, "a number too large to store"),
        (b'{"a": NaN}', 400, "NaN isn't a JSON number"),
        (b'{"a": -Infinity}', 400, "-Infinity isn't a JSON number"),
        (b'{"a": ' + b"[" * 32 + b"]" * 32 + b"}", 400, "more than 32 levels deep"),
        (b'{"a": ' + b"[" * 9000 + b"]" * 9000 + b"}", 400, "deep"),
        (b'{"a": "\xff"}', 400, "isn't UTF-8: see byte 8"),
        (b'{"a": "\\ud800"}', 400, "lone surrogate"),
        (b'{"a": [' + b"1e15," * 12_000 + b"1]}", 413, "but the limit is 65,536"),
    ],
)
def test_progress_put_with_a_bad_value_is_refused_and_the_list_survives(
    client: TestClient, body: bytes, status: int, said: str
) -> None:
    headers = {"content-type": "application/json"}
    answer = client.put("/api/progress/bad", content=body, headers=headers)
    assert (answer.status_code, said in answer.json()["error"]) == (status, True), answer.text
    assert client.get("/api/progress/bad").status_code == 404
    assert client.get("/api/progress").status_code == 200


@pytest.mark.parametrize("key", ["a%0A", "%0A", "a%00b", "%7F"])
def test_progress_key_with_a_control_character_is_refused(client: TestClient, key: str) -> None:
    assert client.put(f"/api/progress/{key}", json={}).status_code == 400


def test_store_with_damaged_rows_lists_the_others_and_says_so_once(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    store = Store(tmp_path)
    store.put("good", {"a": 1})
    store.close()
    rows: list[tuple[Any, Any, Any]] = [
        ("infinity", '{"a":Infinity}', 2e9),
        ("huge", '{"a":1e999}', 2e9),
        ("cut", '{"a":', 2e9),
        ("deep", "[" * 100_000, 2e9),
        ("list", "[]", 2e9),
        ("blob", b"\xff\xfe", 2e9),
        ("number", 5, 2e9),
        ("when", "{}", "yesterday"),
        ("never", "{}", math.inf),
    ]
    with closing(sqlite3.connect(tmp_path / "progress.sqlite")) as base, base:
        base.executemany("insert into progress values (?, ?, ?)", rows)
        base.execute("insert into progress values (cast(x'ff' as text), '{}', 1)")
        base.execute("insert into progress values ('text', cast(x'7b22ff227d' as text), 1)")
    again = Store(tmp_path)
    assert [each["key"] for each in again.all()] == ["good"]
    for key, *_ in rows:
        assert again.get(key) is None
    again.put("cut", {"b": 2})
    assert again.get("cut") is not None
    again.close()
    assert capfd.readouterr().err == (
        f"clew: skipping damaged entries in {tmp_path / 'progress.sqlite'}\n"
    )


def test_store_lists_no_more_than_a_megabyte(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for number in range(30):
        store.put(str(number), {"a": "x" * 60_000})
    assert [each["key"] for each in store.all()] == [str(29 - each) for each in range(17)]
    store.close()


@pytest.mark.parametrize(
    "content",
    [b"no database at all " * 100, b"", "other", "columns"],
    ids=["garbage", "empty", "truncated", "columns"],
)
def test_store_with_a_damaged_file_renames_it_and_begins_a_new_one(
    tmp_path: Path, content: bytes | str, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "progress.sqlite"
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content == "columns":
        with closing(sqlite3.connect(path)) as base, base:
            base.execute("create table progress (a)")
    else:
        store = Store(tmp_path)
        for number in range(50):
            store.put(str(number), {"a": "x" * 1000})
        store.close()
        path.write_bytes(path.read_bytes()[:6000])
    store = Store(tmp_path)
    store.put("a", {"b": 1})
    assert store.path == path
    assert [each["key"] for each in store.all()][:1] == ["a"]
    store.close()
    again = Store(tmp_path)
    assert again.get("a") is not None
    again.close()
    aside = list(tmp_path.glob("progress-damaged-*.sqlite"))
    assert len(aside) == (content != b"")
    assert ("is damaged; renamed it to" in capfd.readouterr().err) == bool(aside)


def test_store_on_a_damaged_page_found_later_begins_a_new_file(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for number in range(50):
        store.put(str(number), {"a": "x" * 1000})
    store.close()
    path = tmp_path / "progress.sqlite"
    content = path.read_bytes()
    path.write_bytes(content[:8192] + b"\x5a" * (len(content) - 8192))
    store = Store(tmp_path)
    assert isinstance(store.all(), list)
    store.put("a", {"b": 1})
    assert store.get("a") is not None
    assert store.path == path
    store.close()


def test_store_that_cannot_write_says_why(client: TestClient) -> None:
    store: Store = client.app.state.store  # type: ignore[attr-defined]
    store._do("pragma query_only = on")
    try:
        answer = client.put("/api/progress/k", json={})
    finally:
        store._do("pragma query_only = off")
    assert answer.status_code == 503
    assert answer.json()["error"].startswith("can't access your saved progress: ")


def test_data_folder_of_each_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CLEW_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.delenv("CLEW_DATA_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "x"))
    monkeypatch.setattr(sys, "platform", "linux")
    assert data_folder() == tmp_path / "x" / "clew"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert data_folder().name == "clew"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert data_folder() == tmp_path / "clew"


# ------------------------------------------------------------------ the parts


def test_openapi_document_lists_every_operation(client: TestClient) -> None:
    found = client.get("/api/openapi.json").json()
    assert found == json.loads(json.dumps(document()))
    for operation in OPERATIONS:
        assert found["paths"][operation.path][operation.method.lower()]["summary"]
        assert callable(operation.work)


@pytest.mark.parametrize(
    ("stated", "value", "said"),
    [
        (
            schema.several("names", schema.text("a name", 3), 2),
            ["a", "bcde"],
            r"the body\[1\] has 4 characters, but must have 1 to 3",
        ),
        (
            schema.several("names", schema.text("a name", 3), 2),
            ["a"] * 3,
            "the body has 3 items, but must have 0 to 2",
        ),
        (schema.several("names", schema.text("a name", 3), 2), "a", "must be a list, not 'a'"),
        (schema.record({"n": schema.number("n", 0, 1)}), {"n": "1"}, "n must be a number, not '1'"),
        (
            schema.record({"n": schema.number("n", 0, 1)}),
            {"n": True},
            "n must be a number, not true",
        ),
        (schema.record({"f": {"type": "boolean"}}), {"f": 1}, "must be true or false, not 1"),
        (schema.record({"r": schema.record({"x": {}})}), {"r": {}}, "r has no 'x'"),
        (schema.word("a word", "a", "b"), 1, "can't be 1: choose from a, b"),
        (schema.text("letters", 9, pattern="^[a-z]+$"), "A", "must be letters, not 'A'"),
    ],
)
def test_check_names_the_place_and_the_problem(
    stated: schema.Schema, value: Any, said: str
) -> None:
    with pytest.raises(Invalid, match=said):
        schema.check(stated, value)


def test_errors_in_a_worker_have_a_status_and_a_line(capfd: pytest.CaptureFixture[str]) -> None:
    assert explained(MemoryError())[0] == 422
    assert explained(RecursionError())[0] == 422
    assert explained(Refused("no", 418)) == (418, "no")
    line = "stopped without a result: the time limit was reached"
    assert explained(Stopped("seconds")) == (422, line)
    assert explained(Stopped("gave up")) == (422, "stopped without a result: gave up")
    assert explained(KeyError("x")) == (500, "a bug in Clew: KeyError")
    assert "KeyError" in capfd.readouterr().err
    assert packed({"a": (1, {2})}) == b'{"a":[1,"{2}"]}'


def test_request_beyond_its_limit_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work ignores its limits. Its place is free again immediately."""
    monkeypatch.setattr("clew.web.request_pool.GRACE", 0.0)

    async def scene() -> None:
        server = ForkServer(preload, limit_memory)
        pool = RequestPool(server, 1)
        try:
            with pytest.raises(Refused, match=r"this took more than 0\.1 s"):
                await pool.ask("solve", SLOW, 0.1)
            status, body = await pool.ask("solve", {"id": "queens:4"}, 20)
            assert (status, json.loads(body)["status"]) == (200, "enough")
            assert len(pool.workers.pids) == 1
        finally:
            await pool.close()
            server.close()
        assert pool.workers.pids == []

    asyncio.run(scene())


def test_pool_with_a_full_queue_refuses_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.web.request_pool.WAITING", 1)
    monkeypatch.setattr("clew.web.request_pool.PATIENCE", 0.2)

    async def scene() -> None:
        server = ForkServer(preload, limit_memory)
        pool = RequestPool(server, 1)
        first = asyncio.create_task(pool.ask("solve", SLOW, 30))
        await asyncio.sleep(0)
        second = asyncio.create_task(pool.ask("solve", SLOW, 30))
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="the queue is full") as refused:
            await pool.ask("solve", SLOW, 30)
        assert refused.value.status == 503
        with pytest.raises(Refused, match="no worker was free for"):
            await second
        first.cancel()
        await asyncio.wait([first])
        await pool.close()
        server.close()

    asyncio.run(scene())


def taken_in_order(turns: Turns, clients: str, large: bool = False) -> list[str]:
    """Let these clients wait for the only slot, and return who gets it in which order."""
    order: list[str] = []

    async def one(client: str, name: str) -> None:
        await turns.take(client)
        order.append(name)
        turns.release(client, large)

    async def scene() -> None:
        await turns.take("first")
        waiting = [
            asyncio.create_task(one(client, f"{client}{number}"))
            for number, client in enumerate(clients)
        ]
        await asyncio.sleep(0)
        turns.release("first", large)
        await asyncio.gather(*waiting)

    asyncio.run(scene())
    assert (turns.waiting, turns.held.total()) == (0, 0)
    return order


def test_turns_of_several_clients_alternate() -> None:
    order = taken_in_order(Turns(1, 99, 9.0), "aaaabbc")
    assert order == ["a0", "b4", "c6", "a1", "b5", "a2", "a3"]


def test_turns_of_one_client_after_large_requests_serve_the_newest_too() -> None:
    order = taken_in_order(Turns(1, 99, 9.0), "aaaaaa", large=True)
    assert order == ["a5", "a0", "a4", "a1", "a3", "a2"]


def test_turns_with_full_queues_refuse_the_greedy_client() -> None:
    async def scene() -> None:
        turns = Turns(1, 3, 9.0)
        await turns.take("a")
        greedy = [asyncio.create_task(turns.take("a")) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="the queue is full"):
            await turns.take("a")
        other = asyncio.create_task(turns.take("b"))
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="the queue is full"):
            await greedy[2]
        for each in ("a", "a", "b"):
            turns.release(each)
            await asyncio.sleep(0)
        await asyncio.gather(greedy[0], greedy[1], other)

    asyncio.run(scene())


def test_turns_shared_leave_slots_for_the_next_client() -> None:
    turns = Turns(8, 99, 9.0, shared=True)
    assert [turns.try_take("a") for _ in range(5)] == [True] * 4 + [False]
    assert [turns.try_take("b") for _ in range(3)] == [True] * 2 + [False]
    assert [turns.try_take("c") for _ in range(3)] == [True] * 2 + [False]


def test_turns_whose_client_leaves_go_to_the_next() -> None:
    async def scene() -> None:
        turns = Turns(1, 99, 9.0)
        await turns.take("a")
        leaving, staying = (asyncio.create_task(turns.take(each)) for each in "bc")
        await asyncio.sleep(0)
        leaving.cancel()
        turns.release("a")  # before the cancelled task has run
        await staying
        turns.release("c")
        given = asyncio.create_task(turns.take("d"))
        await given
        late = asyncio.create_task(turns.take("e"))
        await asyncio.sleep(0)
        turns.release("d")
        late.cancel()  # when it has just got the slot
        await asyncio.wait([late])
        assert (turns.held.total(), turns.waiting) == (0, 0)

    asyncio.run(scene())


def test_pool_full_of_long_searches_restarts_one_for_a_short_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The displaced search still gets an answer. A client without a place gets one immediately."""
    monkeypatch.setattr("clew.web.request_pool.MOST_ASIDE", 2)
    monkeypatch.setattr("clew.web.request_pool.ASIDE_AFTER", 0.2)

    async def scene() -> None:
        server = ForkServer(preload, limit_memory)
        pool = RequestPool(server, 1)
        long = SLOW | {"max_seconds": 0.5}
        searches = [asyncio.create_task(pool.ask("solve", long, 9, "a")) for _ in range(3)]
        while pool.aside.held.total() < 1 or not pool.taken:
            await asyncio.sleep(0.01)
        status, _ = await pool.ask("solve", {"id": "queens:4"}, 9, "b")
        assert status == 200
        for status, body in await asyncio.gather(*searches):
            assert (status, json.loads(body)["reason"]) == (200, "seconds")
        assert not pool.taken
        assert pool.places.held.total() == pool.aside.held.total() == 0
        await pool.close()
        server.close()

    asyncio.run(scene())


def test_client_that_reads_no_events_loses_its_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.web.answers.LONGEST", 0.1)
    closed = []

    async def frames() -> AsyncGenerator[tuple[int, bytes]]:
        try:
            yield 0, b"event: steps\n\n"
        finally:
            closed.append(True)

    async def never(*args: object) -> Any:
        await asyncio.Event().wait()

    async def scene() -> None:
        rest = frames()
        _, first = await anext(rest)
        await Events(first, rest)({"type": "http"}, never, never)

    asyncio.run(scene())
    assert closed


def test_worker_is_replaced_after_its_lifetime(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.web.request_pool.LIFETIME", 2)

    async def scene() -> None:
        server = ForkServer(preload, limit_memory)
        pool = RequestPool(server, 1)
        seen: set[int] = set()
        for _ in range(5):
            assert (await pool.ask("board", {"id": "queens:4"}, 20))[0] == 200
            seen |= set(pool.workers.pids)
        await pool.close()
        server.close()
        assert len(seen) >= 3

    asyncio.run(scene())


@pytest.mark.parametrize("forks", [True, False])
def test_workers_restart(forks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers restart after the fork server was killed, and where processes can't be forked."""
    monkeypatch.setattr("clew.workers.processes.AVAILABLE", forks and sys.platform == "linux")
    server = ForkServer(preload, limit_memory)
    first = server.start()
    first.receive()
    if forks and sys.platform == "linux":
        server.get_ready().kill()
    second = server.start()
    second.receive()
    assert first.pid != second.pid
    for worker in (first, second):
        assert worker.alive
        worker.end()
        assert not worker.alive
    server.close()


# ------------------------------------------------------------------ clew play


def test_play_command_serves_and_prints_its_address(tmp_path: Path) -> None:
    with serving(tmp_path, "lights-out:4x7") as server:
        assert server.first_line == (
            f"Clew is running at http://127.0.0.1:{server.port}/play#id=lights-out:4x7"
            "  (press Ctrl-C to stop)\n"
        )
        page = server.ask("GET", "/")
        assert page.status == 200
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert server.ask("POST", "/api/solve", {"id": "queens:8"}).json["status"] == "enough"
        _taken(server)
    assert (tmp_path / "progress.sqlite").exists()


def test_curl_commands_of_the_docs_work(tmp_path: Path) -> None:
    """Every curl command of docs/web_api.md gets an answer."""
    curl = shutil.which("curl")
    if curl is None:
        pytest.skip("curl is not installed")
    text = (ROOT / "docs" / "web_api.md").read_text(encoding="utf-8")
    commands = re.findall(r"^curl (?:.*\\\n)*.*", text, re.MULTILINE)
    assert len(commands) > 8
    with serving(tmp_path) as server:
        for command in commands:
            words = shlex.split(command.replace("\\\n", "").replace(":8317", f":{server.port}"))
            ended = subprocess.run(
                [curl, "--fail", "--silent", *words[1:]],
                capture_output=True,
                timeout=30,
                check=False,
            )
            assert ended.returncode == 0, command
            assert ended.stdout.startswith((b"{", b"<svg", b"event: head")), command


def _taken(server: Server) -> None:
    """A port in use is refused in one line."""
    command = [*CLEW, "play", "--no-browser", "--port", str(server.port)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"clew: can't listen on 127.0.0.1, port {server.port}: ")
    assert ended.stderr.count("\n") == 1


def test_play_without_the_web_extra_uses_the_terminal() -> None:
    code = (
        "import sys; sys.modules['uvicorn'] = None; sys.argv[1:] = sys.argv[1:]\n"
        "import importlib.util as u; find = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name == 'uvicorn' else find(name, *a)\n"
        "from clew.cli import main; main()"
    )
    command = [sys.executable, "-c", code, "play", "nim:3"]
    ended = subprocess.run(
        command, input="quit\n", capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.stderr == (
        "clew play: playing in the terminal; for the browser: pip install 'clew-puzzles[web]'\n"
    )
    assert "left the game" in ended.stdout
    ended = subprocess.run(command[:-1], capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 2
    assert "missing PUZZLE" in ended.stderr


def test_showcase_of_an_unknown_kind_is_refused(client: TestClient) -> None:
    answer = client.get("/api/showcase", params={"kind": "²"})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("no puzzle called '²'")
