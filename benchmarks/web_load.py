"""The web app under load: many clients at once, for a while. No error, and memory that stays flat.

`python -m benchmarks.web_load [--clients 200] [--seconds 60]` starts a server of its own. Clients
send the next request as soon as they're answered, without a pause to think. Some disconnect in the
middle of a search, like a reader who closes the tab.

Then it measures fairness: how long a normal client waits for a page, a move and a small search
while a greedy one does its worst, from another address and from the same one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import Any

EASY = "sudoku:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PLAYED = {"id": EASY, "moves": ["r1c3=4", "r1c4=6", "r2c2+7"], "seconds": 30}
SLOW = "/api/watch?id=queens:20&strategy=backtracking:select=first,infer=none&max_steps=200000"
GONE = "gone"
"""The requests whose answer isn't awaited: the client disconnects during the search."""

Asked = tuple[str, str, str, dict[str, Any] | None]
"""A name for the table, the method, the path and the body."""


def questions() -> list[Asked]:
    """Return the clients' requests. A request listed twice is sent twice as often."""

    def post(name: str, path: str, **body: Any) -> Asked:
        return name, "POST", f"/api/{path}", body

    return [
        ("page", "GET", "/", None),
        ("puzzles", "GET", "/api/puzzles", None),
        ("picture", "GET", "/api/board.svg?id=queens:8", None),
        *[post("move", "play", saved=PLAYED, do={"action": "move", "text": "r1c6=8"})] * 8,
        *[post("move", "play", id="nim:3,4,5", do={"action": "move", "text": "1 2"})] * 4,
        post("hint", "play", saved=PLAYED, do={"action": "hint", "degree": "cells"}),
        post("check", "play", saved=PLAYED, do={"action": "check"}),
        post("read", "read", text=EASY.partition(":")[2], kind="sudoku"),
        *[post("solve", "solve", id=EASY)] * 2,
        post("solve", "solve", id="queens:20"),
        post("unique", "unique", id=EASY),
        post("count", "count", id="queens:10"),
        post("rate", "rate", id=EASY),
        ("watch", "GET", "/api/watch?id=queens:6&strategy=backtracking", None),
        ("progress", "PUT", "/api/progress/load", {"saved": PLAYED, "solved": False}),
        ("progress", "GET", "/api/progress/load", None),
        (GONE, "GET", SLOW, None),
    ]


@dataclass
class Tally:
    """The responses so far."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: Counter[str] = field(default_factory=Counter)
    memory: list[tuple[int, int]] = field(default_factory=list)
    """The bytes held by the server, and by all its processes together, once a second."""

    @property
    def answered(self) -> int:
        return sum(map(len, self.times.values()))

    def growth(self, which: int) -> float:
        """Return the memory of the last quarter as a multiple of that of the second quarter."""
        held, quarter = [each[which] for each in self.memory], len(self.memory) // 4
        if not quarter:
            return 1.0
        return mean(held[-quarter:]) / mean(held[quarter : 2 * quarter])


class Client:
    """A connection that is used again and again, like a browser's."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        self.port = port
        self.source = source
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: dict[str, Any] | None, wait: bool) -> int:
        """Send a request, read the whole answer, and return its status."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.source, 0)
            )
        self.writer.write(_request(self.port, method, path, body))
        await self.writer.drain()
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        if not wait:
            await self.reader.read(1)
            await self.close()
        elif "transfer-encoding: chunked" in head:
            while size := int(await self.reader.readline(), 16):
                await self.reader.readexactly(size + 2)
            await self.reader.readline()
        elif length := re.search(r"content-length: (\d+)", head):
            await self.reader.readexactly(int(length[1]))
        return int(head.split()[1])

    async def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
            with suppress(OSError):
                await self.writer.wait_closed()
            self.writer = None


def _request(port: int, method: str, path: str, body: dict[str, Any] | None) -> bytes:
    data = b"" if body is None else json.dumps(body).encode()
    kind = "" if body is None else "Content-Type: application/json\r\n"
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\n"
        f"{kind}Content-Length: {len(data)}\r\n\r\n"
    )
    return head.encode() + data


async def _stay(port: int, end: float, tally: Tally, rng: random.Random) -> None:
    """Send requests as one client until the end."""
    client, asked = Client(port), questions()
    while perf_counter() < end:
        name, method, path, body = rng.choice(asked)
        began = perf_counter()
        try:
            status = await client.ask(method, path, body, name != GONE)
        except (OSError, asyncio.IncompleteReadError) as error:
            tally.errors[f"{name}: {type(error).__name__}"] += 1
            await client.close()
            continue
        tally.times[name].append(perf_counter() - began)
        if status != 200:
            tally.errors[f"{name}: {status}"] += 1
    await client.close()


async def _weigh(server: int, end: float, tally: Tally) -> None:
    while perf_counter() < end:
        processes = [server, *_children(server)]
        held = [_resident(process) for process in processes]
        tally.memory.append((held[0], sum(held)))
        await asyncio.sleep(1)


def _children(parent: int) -> list[int]:
    found = Path(f"/proc/{parent}/task").glob("*/children")
    return [int(word) for path in found for word in path.read_text().split()]


def _resident(process: int) -> int:
    """Return a process's share of memory in bytes: shared pages are divided among processes."""
    with suppress(OSError):
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
        if found := re.search(r"^Pss:\s+(\d+)", rollup, re.MULTILINE):
            return int(found[1]) * 1024
    return 0


async def load(port: int, server: int, clients: int, seconds: float) -> Tally:
    """Let a number of clients send requests for a number of seconds."""
    tally, end = Tally(), perf_counter() + seconds
    stays = (_stay(port, end, tally, random.Random(number)) for number in range(clients))
    await asyncio.gather(_weigh(server, end, tally), *stays)
    return tally


@contextmanager
def running() -> Iterator[tuple[int, int]]:
    """Start a server, and yield its port and process."""
    command = [sys.executable, "-m", "clew", "play", "--no-browser", "--port", "0"]
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {"CLEW_DATA_HOME": folder}
        with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                found = re.search(r":(\d+)/", process.stdout.readline())
                assert found is not None
                yield int(found[1]), process.pid
            finally:
                process.send_signal(signal.SIGINT)


def report(tally: Tally, seconds: float) -> Iterator[str]:
    """Print the results as a table."""
    yield f"{tally.answered:,} answers in {seconds:g} s: {tally.answered / seconds:,.0f} a second"
    yield f"{'':10}{'answers':>9}{'median':>9}{'95 %':>9}{'99 %':>9}{'worst':>9}   (ms)"
    for name, times in sorted(tally.times.items()):
        at = _percentiles(times)
        yield f"{name:10}{len(times):>9,}" + "".join(f"{1000 * at(part):>9,.1f}" for part in PARTS)
    for which, whose in enumerate(("the server", "all processes")):
        held = [each[which] / 1e6 for each in tally.memory]
        yield (
            f"memory of {whose}: {min(held):.0f} to {max(held):.0f} MB, last quarter / second "
            f"quarter {tally.growth(which):.3f}"
        )
    yield f"errors: {dict(tally.errors) or 'none'}"


HEAVY = {"id": "queens:40", "strategy": "backtracking:select=first,infer=none", "max_seconds": 50}
ATTACKS: dict[str, tuple[int, Callable[[int], bytes]]] = {
    "nobody else": (0, lambda port: b""),
    "40 heavy searches": (40, lambda port: _request(port, "POST", "/api/solve", HEAVY)),
    "40 heavy watchers": (
        40,
        lambda port: _request(port, "GET", SLOW.replace("queens:20", "queens:40"), None),
    ),
    "600 half-sent headers": (600, lambda port: b"GET / HTTP/1.1\r\nHost: 127"),
    "10,000 pipelined pages": (1, lambda port: _request(port, "GET", "/", None) * 10_000),
}
"""The number of connections that a greedy client opens, and its requests. It never reads."""
SMALL: tuple[Asked, ...] = (
    ("page", "GET", "/", None),
    ("move", "POST", "/api/play", {"id": "nim:3,4,5", "do": {"action": "move", "text": "1 2"}}),
    ("search", "POST", "/api/solve", {"id": "queens:8"}),
)


async def fairness(port: int, attack: str, source: str, rounds: int) -> Tally:
    """Let a client at an address send small requests while a greedy one attacks."""
    tally = Tally()
    count, asked = ATTACKS[attack]
    greedy = [
        await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0))
        for _ in range(count)
    ]
    try:
        for _, writer in greedy:
            writer.write(asked(port))
        await asyncio.sleep(1 if greedy else 0)
        for _ in range(rounds):
            for name, method, path, body in SMALL:
                client, began = Client(port, source), perf_counter()
                try:
                    status = await client.ask(method, path, body, True)
                    if status != 200:
                        tally.errors[f"{name}: {status}"] += 1
                except (OSError, asyncio.IncompleteReadError) as error:
                    tally.errors[f"{name}: {type(error).__name__}"] += 1
                tally.times[name].append(perf_counter() - began)
                await client.close()
    finally:
        for _, writer in greedy:
            writer.transport.abort()
    return tally


def fairness_report(rounds: int) -> Iterator[tuple[str, Tally]]:
    """Yield one line for each attack, from another address and from the same one."""
    for attack in ATTACKS:
        for source, whose in (("127.0.0.3", "another"), ("127.0.0.2", "the same")):
            with running() as (port, _):
                tally = asyncio.run(fairness(port, attack, source, rounds))
            times = "".join(
                f"{1000 * each(tally.times[name]):>9,.1f}"
                for name, *_ in SMALL
                for each in (median, max)
            )
            yield f"{attack:24}{whose:10}{times}   {dict(tally.errors) or ''}", tally


PARTS = (0.5, 0.95, 0.99, 1.0)


def _percentiles(times: Sequence[float]) -> Callable[[float], float]:
    ordered = sorted(times)
    return lambda part: ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def main(args: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="web_load", description="The web app under load.")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rounds", type=int, default=10, help="of the fairness measurement")
    asked = parser.parse_args(args)
    with running() as (port, process):
        tally = asyncio.run(load(port, process, asked.clients, asked.seconds))
    print("\n".join(report(tally, asked.seconds)))
    failed = bool(tally.errors)
    if asked.rounds:
        print(f"\n{'attack':24}{'address':10}" + "".join(f"{name:>18}" for name, *_ in SMALL))
        print(f"{'':34}" + f"{'median':>9}{'worst':>9}" * len(SMALL) + "   (ms)")
        for line, tally in fairness_report(asked.rounds):
            print(line, flush=True)
            failed |= bool(tally.errors)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
