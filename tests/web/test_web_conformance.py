"""The server against its own published document, and under the load of many clients."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("schemathesis")

from benchmarks.web_load import load, report, running
from tests.web.web_server import serving

HERE = Path(__file__).parent
CASES = os.environ.get("CLEW_CASES")
"""How many are made by chance for each operation, besides those at every boundary. Without it a
few, for operations of every sort; with it for all."""
SORTS = ("board", "play", "solve", "watch", "progress_get", "progress_put", "progress_delete")


def test_schemathesis_finds_nothing(tmp_path: Path) -> None:
    """It runs in another process because its imports would fail our warnings."""
    command = shutil.which("schemathesis", path=str(Path(sys.executable).parent))
    assert command is not None
    some = () if CASES else SORTS
    with serving(tmp_path) as server:
        ended = subprocess.run(
            [
                *(command, "--config-file", HERE / "schemathesis.toml"),
                *("run", f"{server.url}/api/openapi.json", "--no-color", "--seed", "1"),
                *("--phases", "examples,coverage,fuzzing", "--max-examples", CASES or "3"),
                *(word for sort in some for word in ("--include-operation-id", sort)),
            ],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert ended.returncode == 0, ended.stdout[-6000:] + ended.stderr[-2000:]


def test_many_clients_get_no_errors() -> None:
    """This takes three seconds. `python -m benchmarks.web_load` runs 200 clients for sixty."""
    with running() as (port, server):
        tally = asyncio.run(load(port, server, 40, 3.0))
    assert not tally.errors, "\n".join(report(tally, 3.0))
    assert tally.answered > 40
