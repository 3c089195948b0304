"""The site built into a folder, and a plain web host for it; also for benchmarks/site_visit.py."""

from __future__ import annotations

import os
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
"""The folder where Pyodide from npm stays for the next run."""


def build_site(folder: Path) -> None:
    """Build the site; raise CannotBuild if npm is missing."""
    if not KEPT.exists():
        with tempfile.TemporaryDirectory() as scratch:
            mine = KEPT.with_name(f"{KEPT.name}-{os.getpid()}")
            shutil.copytree(build.from_npm(Path(scratch)), mine)
            try:
                mine.rename(KEPT)
            except OSError:  # another worker was quicker
                shutil.rmtree(mine)
    build.build(folder, KEPT)


CLEAN = "/clean/"
"""The folder whose pages are served without .html in their addresses, as some hosts do."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and counts their bytes. Like some hosts, it doesn't know .mjs."""

    sent = 0

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        unknown = str(path).endswith(".mjs")
        return "application/octet-stream" if unknown else super().guess_type(path)

    def do_GET(self) -> None:
        if self.path.startswith(CLEAN) and self.path.endswith(".html"):
            self.send_response(308)
            self.send_header("location", self.path.removesuffix(".html"))
            self.send_header("content-length", "0")
            self.end_headers()
            return
        if self.path.startswith(CLEAN) and Path(f"{self.translate_path(self.path)}.html").exists():
            self.path += ".html"
        super().do_GET()

    def log_message(self, format: str, *args: object) -> None:
        pass

    def send_header(self, keyword: str, value: str) -> None:
        if keyword.lower() == "content-length":
            Quiet.sent += int(value)
        super().send_header(keyword, value)


@contextmanager
def hosted(top: Path) -> Iterator[str]:
    """Serve a folder like any web host, and return its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(top))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
