"""What a type checker knows of the public names, where pyright is installed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import clew

PYRIGHT = shutil.which("pyright") or shutil.which("basedpyright")
COUNT_COMPLETE = ["--verifytypes", "clew", "--ignoreexternal", "--outputjson"]


@pytest.mark.skipif(PYRIGHT is None, reason="pyright is not installed")
def test_the_type_of_every_public_name_is_complete(tmp_path: Path) -> None:
    """As installed: pyright looks at packages only in the folders of an interpreter."""
    assert PYRIGHT is not None
    home = tmp_path / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    packages = next(home.glob("lib/python*/site-packages"))
    shutil.copytree(Path(clew.__file__).parent, packages / "clew")
    found = subprocess.run(
        [PYRIGHT, *COUNT_COMPLETE],
        cwd=tmp_path, env=os.environ | {"PATH": f"{home / 'bin'}:{os.environ['PATH']}"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    symbols = json.loads(found.stdout)["typeCompleteness"]["symbols"]
    public = [at for at, each in enumerate(symbols) if each["name"].rpartition(".")[0] == "clew"]
    assert len(public) >= len(clew.__all__), found.stdout[:1000]
    reached = symbols[: public[-1] + 1]  # each public name is followed by what it leads to
    assert [each["name"] for each in reached if not each["isTypeKnown"]] == []
