"""What the server refuses, what it survives, and that nothing is left behind."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("processes are looked at in /proc", allow_module_level=True)
pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from starlette.datastructures import Headers

from clew.web.guard import Guard
from clew.web.limits import ADDRESS, BODY
from tests.web.web_server import SLOW, Server, serving, until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


# ------------------------------------------------------------------ who may ask


def guard(host: str = "127.0.0.1") -> Guard:
    async def app(*args: object) -> None: ...

    return Guard(app, host)


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("127.0.0.1:8317", True),
        ("localhost", True),
        ("LOCALHOST:1", True),
        ("[::1]:80", True),
        ("evil.example:8317", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example:8317", False),
        ("evil.example@127.0.0.1", False),
        ("127.0.0.1:99999", False),
        ("127.0.0.1/x", False),
        ("192.168.1.5:8317", False),
        ("", False),
        ("[", False),
        ("::1", False),
    ],
)
def test_hosts(host: str, ours: bool) -> None:
    assert guard().is_ours(host) is ours


def test_a_server_for_others_is_reached_by_address_not_by_any_name() -> None:
    """A name can be rebound, an address cannot."""
    public = guard("0.0.0.0")
    assert public.is_ours("192.168.1.5:8317")
    assert public.is_ours(socket.gethostname().lower())
    assert not public.is_ours("evil.example:8317")
    assert guard("puzzles.example").is_ours("puzzles.example:8317")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://127.0.0.1:8317"}, 200),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "http://127.0.0.1:9999"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "file://127.0.0.1:8317"}, 403),
        ({"origin": "http://["}, 403),
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "none"}, 200),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}, 403),
        ({"sec-fetch-site": "<script>"}, 403),
    ],
)
def test_origins(headers: dict[str, str], status: int) -> None:
    refused = guard().refusal(Headers({"host": "127.0.0.1:8317"} | headers), "/api/solve")
    assert (refused[0] if refused else 200) == status


def test_a_link_from_another_site_opens_a_page() -> None:
    headers = {"host": "localhost", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert guard().refusal(Headers(headers), "/play") is None
    assert guard().refusal(Headers(headers | {"sec-fetch-mode": "no-cors"}), "/play") is not None


def test_rebinding_and_cross_site_requests(server: Server) -> None:
    for path in ("/", "/api/puzzles", "/web/static/none.js", "/nothing"):
        assert server.ask("GET", path, headers={"Host": "evil.example"}).status == 421
    refused = server.ask(
        "POST", "/api/solve", {"id": "queens:4"}, {"Origin": "http://evil.example"}
    )
    assert (refused.status, list(refused.json)) == (403, ["error"])
    form = server.ask("POST", "/api/solve", b"id=queens:4", {"content-type": "text/plain"})
    assert form.status == 415


def test_every_answer_has_the_headers(server: Server) -> None:
    for path in ("/", "/api/openapi.json", "/api/nothing", "/nothing", "/web/static/nothing"):
        headers = server.ask("GET", path).headers
        policy = headers["content-security-policy"]
        source = "'self'" if path == "/" else "'none'"
        assert f"default-src {source}" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert (headers.get("x-frame-options") == "DENY") == (path == "/")
        assert "access-control-allow-origin" not in headers
        assert "server" not in headers
    picture = server.ask("GET", "/api/board.svg?id=queens:4")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert "sandbox" in picture.headers["content-security-policy"]
    assert "frame-ancestors *" in server.ask("GET", "/embed").headers["content-security-policy"]


# ------------------------------------------------------------------ what may be sent


@pytest.mark.parametrize(
    "path",
    [
        "/web/static/../app.py",
        "/web/static/%2e%2e/app.py",
        "/web/static/..%2fapp.py",
        "/web/static/%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2fetc/passwd",
        "/web/static//etc/passwd",
        "/film/static/../film.py",
        "/film/static/%2e%2e/film.py",
        "/play/../../app.py",
        "/%00",
        "/web/static/%00",
        "/%ff%fe",
    ],
)
def test_no_way_out_of_the_folder(server: Server, path: str) -> None:
    answer = server.ask("GET", path)
    assert answer.status == 404
    assert b"import" not in answer.body


def test_a_text_is_never_the_name_of_a_file(server: Server) -> None:
    for name in ("/etc/passwd", "README.md", "/etc/hostname"):
        answer = server.ask("POST", "/api/read", {"text": name})
        assert answer.status == 422
        assert "expected a puzzle" in answer.json["error"]


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"", 400, "not JSON"),
        (b"{", 400, "line 1, column 2"),
        (b"\xff\xfe{}", 400, "byte 1 is not UTF-8"),
        (b'{"id": "\xc3("}', 400, "not UTF-8"),
        ('{"id": "queens:4"}'.encode("utf-16"), 400, "not UTF-8"),
        (b"[" * 60_000, 400, "nested too deep"),
        (b'{"id":' * 9_000, 400, "nested too deep"),
        (b"9" * 60_000, 400, "not JSON"),
        (b'{"id": "queens:4", "max_seconds": NaN}', 400, "found NaN"),
        (b'{"id": "queens:4", "max_seconds": 1e999}', 400, "expected 0.0 to 60.0"),
        (b'{"id": "queens:4", "max_seconds": 1e400}', 400, "expected 0.0 to 60.0"),
        (b'{"id": "\\ud800"}', 400, "lone surrogate"),
        (b"[]", 400, "found a list, expected an object"),
        (b"null", 400, "found null, expected an object"),
        (b"{}", 400, "found no 'id'"),
        (b'{"id": 4}', 400, "id: found 4, expected a text"),
        (b'{"id": "queens:4", "x": 1}', 400, "found 'x', expected only id"),
        (b'{"id": "queens:4", "max_answers": 0}', 400, "max_answers: found 0, expected 1"),
        (b'{"id": "queens:4", "max_answers": 1.5}', 400, "expected a whole number"),
        (b'{"id": "queens:4", "max_answers": true}', 400, "expected a whole number"),
        (b'{"id": "queens"}', 422, "expected kind:text"),
        (b'{"id": "queens:x"}', 422, "queens: "),
        (b'{"id": "queens:4", "strategy": "magic"}', 422, "found strategy 'magic'"),
        (b'{"id": "queens:4", "strategy": "alpha-beta"}', 422, "does not suit queens"),
        (json.dumps({"id": "q" * 20_000}).encode(), 400, "id: found 20,000 characters"),
        (b" " * (BODY + 1), 413, f"at most {BODY:,} bytes"),
    ],
)
def test_what_is_sent_wrongly(server: Server, body: bytes, status: int, said: str) -> None:
    answer = server.ask("POST", "/api/solve", body)
    assert answer.status == status
    assert said in answer.json["error"]
    assert "\n" not in answer.json["error"]
    assert len(answer.body) < 1000


def test_a_body_without_an_end_is_cut_off(server: Server) -> None:
    """Sent in chunks, with no length told beforehand."""
    connection = server.connect()
    try:
        connection.putrequest("POST", "/api/solve")
        connection.putheader("content-type", "application/json")
        connection.putheader("transfer-encoding", "chunked")
        connection.endheaders()
        for _ in range(20):
            connection.send(b"2000\r\n" + b" " * 0x2000 + b"\r\n")
        assert connection.getresponse().status == 413
    except (BrokenPipeError, ConnectionResetError):
        pass  # it did not even listen to the end
    finally:
        connection.close()
    assert server.ask("GET", "/api/openapi.json").status == 200


def test_an_address_without_an_end(server: Server) -> None:
    long = server.ask("GET", f"/api/board.svg?id={'9' * ADDRESS}")
    assert (long.status, long.json["error"]) == (
        414,
        f"found an address of {ADDRESS + 17:,} bytes, expected at most {ADDRESS:,}",
    )
    assert server.ask("GET", f"/api/board.svg?id={'9' * 12_001}").status == 400
    assert server.ask("GET", "/api/board.svg?id=queens:4&id=queens:5").status == 400
    assert server.ask("GET", "/api/board.svg?id=queens:4&x=1").status == 400
    assert server.ask("GET", "/api/board.svg").status == 400
    assert server.ask("GET", "/api/puzzles?x=1").status == 400
    assert server.ask("GET", "/api/watch?id=queens:4&max_steps=x").status == 400


def test_boards_too_large_are_refused_in_words(server: Server) -> None:
    picture = server.ask("GET", "/api/board.svg?id=lights-out:500x500")
    assert (picture.status, picture.json["error"]) == (
        422,
        "found a board of 250,000 cells, expected at most 10,000",
    )


# ------------------------------------------------------------------ what is left behind


def begin_slow(server: Server) -> socket.socket:
    """A connection on which a greedy search was asked for."""
    body = json.dumps(SLOW).encode()
    head = (
        f"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    connection = socket.create_connection(("127.0.0.1", server.port), 60)
    connection.sendall(head.encode() + body)
    return connection


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_who_goes_ends_the_search(server: Server) -> None:
    before = server.spent()
    with begin_slow(server):
        (worker,) = until(lambda: server.busy(before))
    until(lambda: not alive(worker), "the worker went on for nobody")
    assert server.ask("POST", "/api/solve", {"id": "queens:8"}).status == 200


def test_who_stops_watching_ends_the_search(server: Server) -> None:
    before = server.spent()
    connection = server.connect()
    strategy = "backtracking:select=first,infer=none"
    connection.request("GET", f"/api/watch?id=queens:40&strategy={strategy}&max_steps=200000")
    answer = connection.getresponse()
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.readline() == b"event: head\n"
    (worker,) = until(lambda: server.busy(before))
    answer.close()
    connection.close()
    until(lambda: not alive(worker), "the worker went on for nobody")


def test_a_killed_worker_is_told_and_replaced(server: Server) -> None:
    before = server.spent()
    with begin_slow(server) as connection:
        (worker,) = until(lambda: server.busy(before))
        os.kill(worker, signal.SIGKILL)
        answer = b""
        while not answer.endswith(b"}"):
            part = connection.recv(65536)
            assert part, "the connection was closed without an answer"
            answer += part
    assert answer.startswith(b"HTTP/1.1 500 ")
    assert b'{"error":"the worker of this request was ended"}' in answer
    assert server.ask("POST", "/api/solve", {"id": "queens:8"}).status == 200


def test_a_client_or_worker_that_goes_while_it_is_written_to_does_not_end_the_server(
    server: Server,
) -> None:
    """Commands end quietly of a closed pipe; the server must not."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    ignored = int(re.findall(r"^SigIgn:\s+(\w+)", status, re.MULTILINE)[0], 16)
    assert ignored >> (signal.SIGPIPE - 1) & 1


def test_greedy_requests_do_not_stall_the_others(server: Server) -> None:
    before = server.spent()
    connections = [begin_slow(server) for _ in range(4)]
    try:
        until(lambda: len(server.busy(before)) >= 2)
        with ThreadPoolExecutor(8) as pool:
            click = {"id": "nim:3,4,5", "do": {"action": "move", "text": "1 2"}}
            asked = [pool.submit(server.ask, "POST", "/api/play", click) for _ in range(8)]
            asked += [pool.submit(server.ask, "POST", "/api/solve", {"id": "queens:8"})]
            assert [each.result(60).status for each in asked] == [200] * 9
        greedy = server.busy(before)
    finally:
        for connection in connections:
            connection.close()
    until(lambda: not any(map(alive, greedy)), "the workers went on for nobody")


def test_a_search_keeps_its_limits(server: Server) -> None:
    answer = server.ask("POST", "/api/solve", SLOW | {"max_seconds": 0.2}).json
    assert (answer["status"], answer["reason"]) == ("stopped", "seconds")


def test_ctrl_c_ends_it_with_all_its_workers(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        before = server.spent()
        with begin_slow(server):
            until(lambda: server.busy(before))
            workers = server.workers()
            server.process.send_signal(signal.SIGINT)
            assert server.process.wait(60) == 130
        until(lambda: not any(map(alive, workers)))


def test_workers_end_when_the_server_is_killed(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        before = server.spent()
        with begin_slow(server):
            until(lambda: server.busy(before))
            workers = server.workers()
            server.process.kill()
            server.process.wait(60)
        until(lambda: not any(map(alive, workers)), "workers outlived their server")
