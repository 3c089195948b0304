"""The safety of the server: it refuses bad requests, survives attacks and cleans up."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from select import select

import pytest

if sys.platform != "linux":
    pytest.skip("processes are looked at in /proc", allow_module_level=True)
pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from starlette.datastructures import Headers

from clew.web.guard import Guard
from clew.web.limits import ADDRESS, BODY, CLIENT_CONNECTIONS
from tests.web.web_server import CLEW, SLOW, Server, serving, until


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
def test_host_header_must_be_this_server(host: str, ours: bool) -> None:
    assert guard().is_ours(host) is ours


def test_public_server_accepts_addresses_but_not_other_names() -> None:
    """A name can be rebound, but an address can't."""
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
def test_origin_header_must_be_this_server(headers: dict[str, str], status: int) -> None:
    refused = guard().refusal(Headers({"host": "127.0.0.1:8317"} | headers), "/api/solve")
    assert (refused[0] if refused else 200) == status


def test_link_from_another_site_opens_a_page() -> None:
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


def test_every_response_has_security_headers(server: Server) -> None:
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
def test_paths_cannot_leave_the_folder(server: Server, path: str) -> None:
    answer = server.ask("GET", path)
    assert answer.status == 404
    assert b"import" not in answer.body


def test_text_is_never_read_as_a_file_name(server: Server) -> None:
    for name in ("/etc/passwd", "README.md", "/etc/hostname"):
        answer = server.ask("POST", "/api/read", {"text": name})
        assert answer.status == 422
        assert "can't read" in answer.json["error"]


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"", 400, "isn't JSON"),
        (b"{", 400, "line 1, column 2"),
        (b"\xff\xfe{}", 400, "isn't UTF-8: see byte 1"),
        (b'{"id": "\xc3("}', 400, "isn't UTF-8"),
        ('{"id": "queens:4"}'.encode("utf-16"), 400, "isn't UTF-8"),
        (b"[" * 60_000, 400, "nested too deep"),
        (b'{"id":' * 9_000, 400, "nested too deep"),
        (b"9" * 60_000, 400, "isn't JSON"),
        (b'{"id": "queens:4", "max_seconds": NaN}', 400, "NaN isn't a JSON number"),
        (b'{"id": "queens:4", "max_seconds": 1e999}', 400, "max_seconds must be between 0 and 60"),
        (b'{"id": "queens:4", "max_seconds": 1e400}', 400, "max_seconds must be between 0 and 60"),
        (b'{"id": "\\ud800"}', 400, "lone surrogate"),
        (b"[]", 400, "the body must be an object, not a list"),
        (b"null", 400, "the body must be an object, not null"),
        (b"{}", 400, "the body has no 'id'"),
        (b'{"id": 4}', 400, "id must be a string, not 4"),
        (b'{"id": "queens:4", "x": 1}', 400, "unknown member 'x': choose from id"),
        (
            b'{"id": "queens:4", "max_solutions": 0}',
            400,
            "max_solutions must be between 1 and 1,000, not 0",
        ),
        (b'{"id": "queens:4", "max_solutions": 1.5}', 400, "must be a whole number"),
        (b'{"id": "queens:4", "max_solutions": true}', 400, "must be a whole number"),
        (b'{"id": "queens"}', 422, "isn't the id of a puzzle"),
        (b'{"id": "queens:x"}', 422, "queens: "),
        (b'{"id": "queens:4", "strategy": "magic"}', 422, "no strategy called 'magic'"),
        (
            b'{"id": "queens:4", "strategy": "alpha-beta"}',
            422,
            "works only on two-player games, and queens isn't one",
        ),
        (json.dumps({"id": "q" * 20_000}).encode(), 400, "id has 20,000 characters"),
        (b" " * (BODY + 1), 413, f"the limit is {BODY:,} bytes"),
    ],
)
def test_bad_request_explains_the_problem(
    server: Server, body: bytes, status: int, said: str
) -> None:
    answer = server.ask("POST", "/api/solve", body)
    assert answer.status == status
    assert said in answer.json["error"]
    assert "\n" not in answer.json["error"]
    assert len(answer.body) < 1000


def test_endless_body_is_cut_off(server: Server) -> None:
    """The body comes in chunks, without a length."""
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


def test_endless_address_is_refused(server: Server) -> None:
    long = server.ask("GET", f"/api/board.svg?id={'9' * ADDRESS}")
    assert (long.status, long.json["error"]) == (
        414,
        f"the address is too long: {ADDRESS + 17:,} bytes, the limit is {ADDRESS:,}",
    )
    assert server.ask("GET", f"/api/board.svg?id={'9' * 12_001}").status == 400
    assert server.ask("GET", "/api/board.svg?id=queens:4&id=queens:5").status == 400
    assert server.ask("GET", "/api/board.svg?id=queens:4&x=1").status == 400
    assert server.ask("GET", "/api/board.svg").status == 400
    assert server.ask("GET", "/api/puzzles?x=1").status == 400
    assert server.ask("GET", "/api/watch?id=queens:4&max_steps=x").status == 400


def test_board_that_is_too_large_is_refused(server: Server) -> None:
    picture = server.ask("GET", "/api/board.svg?id=lights-out:500x500")
    assert (picture.status, picture.json["error"]) == (
        422,
        "this board is too large to draw: 250,000 cells, the limit is 10,000",
    )


# ------------------------------------------------------------------ what is left behind


def begin_slow(server: Server) -> socket.socket:
    """Open a connection and start a greedy search on it."""
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


def test_disconnecting_ends_the_search(server: Server) -> None:
    before = server.settled()
    with begin_slow(server):
        (worker,) = until(lambda: server.busy(before))
    until(lambda: not alive(worker), "the worker went on for nobody")
    assert server.ask("POST", "/api/solve", {"id": "queens:8"}).status == 200


def test_closing_the_event_stream_ends_the_search(server: Server) -> None:
    before = server.settled()
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


def test_killed_worker_is_reported_and_replaced(server: Server) -> None:
    before = server.settled()
    with begin_slow(server) as connection:
        (worker,) = until(lambda: server.busy(before))
        os.kill(worker, signal.SIGKILL)
        answer = b""
        while not answer.endswith(b"}"):
            part = connection.recv(65536)
            assert part, "the connection was closed without an answer"
            answer += part
    assert answer.startswith(b"HTTP/1.1 500 ")
    assert b'{"error":"the worker for this request was killed; try again"}' in answer
    assert server.ask("POST", "/api/solve", {"id": "queens:8"}).status == 200


def test_server_survives_a_broken_pipe(
    server: Server,
) -> None:
    """Commands end quietly at a closed pipe, but the server must go on."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    ignored = int(re.findall(r"^SigIgn:\s+(\w+)", status, re.MULTILINE)[0], 16)
    assert ignored >> (signal.SIGPIPE - 1) & 1


def test_greedy_requests_do_not_stall_the_others(server: Server) -> None:
    before = server.settled()
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


def test_search_keeps_its_limits(server: Server) -> None:
    answer = server.ask("POST", "/api/solve", SLOW | {"max_seconds": 0.2}).json
    assert (answer["status"], answer["reason"]) == ("stopped", "seconds")


def test_ctrl_c_ends_the_server_and_its_workers(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        before = server.settled()
        with begin_slow(server):
            until(lambda: server.busy(before))
            workers = server.workers()
            server.process.send_signal(signal.SIGINT)
            assert server.process.wait(60) == 130
        until(lambda: not any(map(alive, workers)))


def test_workers_end_when_the_server_is_killed(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        before = server.settled()
        with begin_slow(server):
            until(lambda: server.busy(before))
            workers = server.workers()
            server.process.kill()
            server.process.wait(60)
        until(lambda: not any(map(alive, workers)), "workers outlived their server")


# ------------------------------------------------------------------ attacks

SOON = 20.0
"""The seconds within which a client must be served during an attack: the cores may be loaded."""


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server with short limits, so that the tests don't have to wait long."""
    folder = tmp_path_factory.mktemp("data")
    with serving(folder, HEADER=1.0, SENDING=1.0, READING=1.0) as running:
        yield running


def connect(server: Server, data: bytes = b"", source: str = "127.0.0.1") -> socket.socket:
    """Open a connection and send something on it."""
    found = socket.create_connection(("127.0.0.1", server.port), 60, (source, 0))
    found.sendall(data)
    return found


@contextmanager
def connections(
    server: Server, count: int, data: bytes, source: str = "127.0.0.1"
) -> Iterator[list[socket.socket]]:
    """Open many connections, and close them at the end."""
    found: list[socket.socket] = []
    try:
        for _ in range(count):
            with suppress(ConnectionError):
                found.append(connect(server, data, source))
        yield found
    finally:
        for each in found:
            each.close()


def is_closed(connection: socket.socket) -> bool:
    """Check whether the server closed a connection without an answer."""
    connection.setblocking(False)
    try:
        return connection.recv(65536) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def heard(connection: socket.socket) -> bytes:
    """Read until the server closes the connection."""
    connection.settimeout(SOON)
    parts = []
    with suppress(ConnectionError):
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


def assert_served(server: Server, source: str = "127.0.0.1") -> None:
    """Check that a page, a click and a search get quick answers."""
    began = time.monotonic()
    click = {"id": "nim:3,4,5", "do": {"action": "move", "text": "1 2"}}
    for method, path, body in (
        ("GET", "/", None),
        ("POST", "/api/play", click),
        ("POST", "/api/solve", {"id": "queens:8"}),
    ):
        answer = server.ask(method, path, body, source=source)
        assert answer.status == 200, answer.body
    assert time.monotonic() - began < SOON


def head(server: Server, line: str, *headers: str) -> bytes:
    lines = (f"{line} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", *headers)
    return "\r\n".join((*lines, "", "")).encode()


@pytest.mark.parametrize("source", ["127.0.0.1", "127.0.0.2"])
def test_server_with_600_half_sent_headers_serves_everyone(server: Server, source: str) -> None:
    with connections(server, 600, b"GET / HTTP/1.1\r\nHost: 127", source) as found:
        assert_served(server)
        until(lambda: sum(map(is_closed, found)) >= 600 - CLIENT_CONNECTIONS)


def test_server_with_600_half_sent_bodies_serves_everyone(server: Server) -> None:
    asked = head(server, "POST /api/solve", "Content-Type: application/json", "Content-Length: 99")
    with connections(server, 600, asked + b'{"id"'):
        assert_served(server)


def test_server_full_of_several_clients_serves_another(server: Server) -> None:
    with ExitStack() as stack:
        for number in range(2, 6):
            asked = b"GET / HTTP/1.1\r\nHost: 127"
            stack.enter_context(connections(server, 200, asked, f"127.0.0.{number}"))
        assert_served(server)


def test_header_that_trickles_is_answered_408_and_closed(hurried: Server) -> None:
    with connect(hurried) as connection:
        end = time.monotonic() + SOON
        with suppress(ConnectionError):
            while time.monotonic() < end and not select([connection], [], [], 0)[0]:
                connection.sendall(b"x")
                time.sleep(0.1)
        assert heard(connection).startswith(b"HTTP/1.1 408 Request Timeout\r\n")


def test_header_that_trickles_on_a_kept_connection_is_closed(hurried: Server) -> None:
    with connect(hurried, head(hurried, "GET /api/openapi.json") + b"GET /") as connection:
        answers = heard(connection)
    assert answers.startswith(b"HTTP/1.1 200 ")
    assert b"HTTP/1.1 408 " in answers


def test_connection_on_which_nothing_comes_is_closed(hurried: Server) -> None:
    with connect(hurried) as connection:
        heard(connection)


def test_body_that_trickles_is_answered_408_and_closed(hurried: Server) -> None:
    asked = head(hurried, "POST /api/solve", "Content-Type: application/json", "Content-Length: 99")
    with connect(hurried, asked + b"{") as connection:
        end = time.monotonic() + SOON
        with suppress(ConnectionError):
            while time.monotonic() < end and not select([connection], [], [], 0)[0]:
                connection.sendall(b" ")
                time.sleep(0.1)
        answer = heard(connection)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"didn't arrive within 1 s" in answer


def test_body_that_nobody_reads_does_not_keep_its_connection(hurried: Server) -> None:
    with connect(hurried, head(hurried, "GET /", "Content-Length: 99") + b"x") as connection:
        assert heard(connection).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("more", ["", "Connection: close"])
def test_client_that_never_reads_events_loses_its_worker(hurried: Server, more: str) -> None:
    before = hurried.spent()
    strategy = "backtracking:select=first,infer=none"
    path = f"/api/watch?id=queens:40&strategy={strategy}&max_steps=200000"
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", hurried.port))
        connection.sendall(head(hurried, f"GET {path}", *([more] if more else [])))
        (worker,) = until(lambda: hurried.busy(before))
        until(lambda: not alive(worker), "the worker went on for nobody")
        assert_served(hurried)


def test_client_that_never_reads_an_answer_loses_its_connection(hurried: Server) -> None:
    """This holds even if the answer fits into the connection's buffer, which delays closing."""
    asked = head(hurried, "GET /api/puzzles") * 200
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", hurried.port))
        connection.sendall(asked)
        assert_served(hurried)
        until(lambda: not established(hurried, connection), "the connection was kept")


def established(server: Server, connection: socket.socket) -> bool:
    """Check whether the server's end of a connection is open."""
    ports = f"0100007F:{server.port:04X} 0100007F:{connection.getsockname()[1]:04X} 01"
    return ports in Path("/proc/net/tcp").read_text()


def test_half_closed_connection_ends_the_search(server: Server) -> None:
    before = server.settled()
    with begin_slow(server) as connection:
        (worker,) = until(lambda: server.busy(before))
        connection.shutdown(socket.SHUT_WR)
        until(lambda: not alive(worker), "the worker went on for nobody")


def test_ten_thousand_pipelined_requests_do_not_stall_others(server: Server) -> None:
    asked = head(server, "GET /nothing") * 10_000
    with connect(server) as connection, ThreadPoolExecutor(1) as pool:
        sending = pool.submit(_send, connection, asked)
        assert connection.recv(9) == b"HTTP/1.1 "
        assert_served(server)
        connection.shutdown(socket.SHUT_RDWR)
        sending.result(60)


def _send(connection: socket.socket, data: bytes) -> None:
    with suppress(OSError):
        connection.sendall(data)


@pytest.mark.parametrize(
    "asked",
    [
        b"GET / HTTP/1.1\r\nHost: HOST\r\nX: " + b"x" * 1_000_000,
        b"GET / HTTP/1.1\r\nHost: HOST\r\n" + b"X: x\r\n" * 100_000,
        b"POST /api/solve HTTP/1.1\r\nHost: HOST\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/solve HTTP/1.1\r\nHost: HOST\r\nContent-Length: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: gzip\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00" * 100,
        b"\r\n" * 100_000,
        b"\x00" * 100_000,
    ],
    ids=["long", "many", "negative", "word", "two", "coding", "tls", "lines", "zeros"],
)
def test_malformed_request_is_refused_and_closed(hurried: Server, asked: bytes) -> None:
    host = f"127.0.0.1:{hurried.port}".encode()
    with connect(hurried) as connection:
        _send(connection, asked.replace(b"HOST", host))
        answer = heard(connection)
    assert answer[9:12] in (b"400", b"")  # the answer is lost if the rest arrives later
    assert_served(hurried)


def test_body_longer_than_its_length_is_another_request(hurried: Server) -> None:
    body = b'{"id": "queens:4"}'
    kind = "Content-Type: application/json"
    asked = head(hurried, "POST /api/solve", kind, f"Content-Length: {len(body)}")
    with connect(hurried, asked + body + b"}}}}\r\n\r\n") as connection:
        answers = heard(connection)
    assert [answers[:13], b"HTTP/1.1 400 " in answers] == [b"HTTP/1.1 200 ", True]


@pytest.mark.slow
def test_forty_heavy_searches_do_not_starve_a_small_one(tmp_path: Path) -> None:
    """The small search may come from another client or the same one, such as another tab."""
    with serving(tmp_path) as server, ExitStack() as stack:
        before = server.settled()
        for _ in range(40):
            stack.enter_context(begin_slow(server))
        until(lambda: len(server.busy(before)) >= 2)
        for source in ("127.0.0.1", "127.0.0.2") * 2:
            assert_served(server, source)


@pytest.mark.slow
def test_forty_heavy_watchers_do_not_starve_a_small_search(tmp_path: Path) -> None:
    strategy = "backtracking:select=first,infer=none"
    path = f"/api/watch?id=queens:40&strategy={strategy}&max_steps=200000"
    with serving(tmp_path) as server:
        asked = head(server, f"GET {path}")
        before = server.settled()
        with connections(server, 40, asked, "127.0.0.2"):
            until(lambda: len(server.busy(before)) >= 2)
            for source in ("127.0.0.1", "127.0.0.2") * 2:
                assert_served(server, source)


# ------------------------------------------------------------------ the token


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data"), "--host", "0.0.0.0") as running:
        yield running


def token_of(server: Server) -> str:
    found = re.search(r"http://[\d.]+:\d+/\?token=([\w-]{22})  ", server.first_line)
    assert found is not None, server.first_line
    return found[1]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/play"),
        ("GET", "/nothing"),
        ("GET", "/?token="),
        ("GET", "/?token=wrong"),
        ("GET", "/web/static/clew.css"),
        ("GET", "/api/puzzles"),
        ("GET", "/api/openapi.json"),
        ("GET", "/api/watch?id=queens:4"),
        ("GET", "/api/progress"),
        ("DELETE", "/api/progress/k"),
        ("OPTIONS", "/"),
    ],
)
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer wrong"},
        {"Authorization": "Bearer "},
        {"Authorization": "Basic TOKEN"},
        {"Authorization": "Bearer TOKEN!"},
        {"Cookie": "clew-PORT="},
        {"Cookie": "clew-1=TOKEN"},
    ],
    ids=str,
)
def test_public_server_without_its_token_answers_403(
    public: Server, method: str, path: str, headers: dict[str, str]
) -> None:
    known = {"TOKEN": token_of(public), "PORT": str(public.port)}
    sent = {
        name: re.sub("TOKEN|PORT", lambda word: known[word[0]], value)
        for name, value in headers.items()
    }
    answer = public.ask(method, path, headers=sent)
    assert answer.status == 403
    assert answer.json["error"] == (
        "missing or wrong token: open the address that clew play printed, "
        "or send Authorization: Bearer TOKEN"
    )
    assert token_of(public) not in str(answer)


def test_public_server_without_its_token_shows_a_page_in_a_browser(public: Server) -> None:
    answer = public.ask("GET", "/play", headers={"Accept": "text/html,*/*"})
    assert (answer.status, answer.headers["content-type"]) == (403, "text/html; charset=utf-8")
    assert b"Open the address that <code>clew play</code> printed" in answer.body
    assert b"src=" not in answer.body


def test_public_server_exchanges_the_token_for_a_cookie(public: Server) -> None:
    token = token_of(public)
    first = public.ask("GET", f"/watch?id=queens:6&token={token}&x=1")
    assert (first.status, first.headers["location"]) == (303, "/watch?id=queens:6&x=1")
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    kept = {"Cookie": f"other=1; {cookie.partition(';')[0]}"}
    for path in ("/watch?id=queens:6", "/web/static/clew.css", "/api/puzzles", "/api/progress"):
        assert public.ask("GET", path, headers=kept).status == 200
    events = public.ask("GET", "/api/watch?id=queens:4&strategy=backtracking", headers=kept)
    assert events.headers["content-type"].startswith("text/event-stream")


def test_public_server_takes_the_token_as_a_bearer(public: Server) -> None:
    sent = {"Authorization": f"Bearer {token_of(public)}"}
    assert public.ask("POST", "/api/solve", {"id": "queens:4"}, sent).status == 200


@pytest.mark.parametrize("path", ["//evil.example/", "/%5Cevil.example", "/\\evil.example"])
def test_token_exchange_never_leads_to_another_site(public: Server, path: str) -> None:
    for name in ("token", "%74oken"):
        answer = public.ask("GET", f"{path}?{name}={token_of(public)}")
        assert re.match(r"/(?![/\\])", answer.headers["location"])
        assert "oken" not in answer.headers["location"]


def test_public_server_with_the_token_still_refuses_other_sites(public: Server) -> None:
    sent = {"Authorization": f"Bearer {token_of(public)}"}
    assert public.ask("GET", "/", headers=sent | {"Host": "evil.example"}).status == 421
    assert public.ask("GET", "/", headers=sent | {"Origin": "http://evil.example"}).status == 403


def test_play_with_a_chosen_token_prints_and_requires_it(tmp_path: Path) -> None:
    with serving(tmp_path, "queens:4", "--token", "class-2026") as server:
        assert "/play?token=class-2026#id=queens:4  (" in server.first_line
        assert server.ask("GET", "/").status == 403
        sent = {"Authorization": "bearer class-2026"}
        assert server.ask("GET", "/", headers=sent).status == 200


@pytest.mark.parametrize("token", ["short", "with space", "späßchen", "a" * 129, "semi;colon", ""])
def test_play_with_an_unusable_token_ends_in_one_line(token: str) -> None:
    command = [*CLEW, "play", "--no-browser", "--token", token]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 2
    assert ended.stderr == (
        "clew play: --token: use 8 to 128 letters, digits and . _ ~ - (see clew play --help)\n"
    )
