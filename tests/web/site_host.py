"""The site built into a folder, and a plain web host for it; also for benchmarks/site_visit.py."""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from clew.web.site import build
from tests.paths import ROOT

KEPT = ROOT / ".tools" / f"pyodide-{build.PYODIDE}"
"""Pyodide as npm had it, for the next run."""


def build_site(folder: Path) -> None:
    """Build the site; CannotBuild if npm is missing."""
    if not KEPT.exists():
        with tempfile.TemporaryDirectory() as scratch:
            shutil.copytree(build.from_npm(Path(scratch)), KEPT)
    build.build(folder, KEPT)


class Quiet(SimpleHTTPRequestHandler):
    """Hands out files, and counts their bytes."""

    sent = 0

    def log_message(self, format: str, *args: object) -> None:
        pass

    def send_header(self, keyword: str, value: str) -> None:
        if keyword.lower() == "content-length":
            Quiet.sent += int(value)
        super().send_header(keyword, value)


@contextmanager
def hosted(top: Path) -> Iterator[str]:
    """The address at which any web host would show a folder."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(top))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
