"""What is installed from the package works without the repository around it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import clew
from clew.grading.wheel import DISTRIBUTION
from docs.refresh import ROOT

PURE = {"wheel.cmake": "false", "wheel.py-api": "py3", "build-dir": ""}


@pytest.fixture
def in_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_the_version_is_the_same_everywhere_and_static() -> None:
    """A dynamic version is read by the build backend, which a fresh clone has not installed yet."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == clew.__version__
    assert "dynamic" not in project
    assert project["name"] == "clew-puzzles" == DISTRIBUTION
    assert project["scripts"] == dict.fromkeys(("clew", "clew-puzzles"), "clew.cli:main")
    cited = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    assert cited is not None
    assert cited[1] == clew.__version__


@pytest.mark.usefixtures("in_root")
def test_the_source_distribution_holds_what_a_build_needs_and_no_more(tmp_path: Path) -> None:
    build = pytest.importorskip("scikit_build_core.build")
    with tarfile.open(tmp_path / build.build_sdist(str(tmp_path))) as archive:
        tops = {Path(name).parts[1] for name in archive.getnames()}
        size = sum(member.size for member in archive)
    needed = {
        "CMakeLists.txt",
        "LICENSE",
        "PKG-INFO",
        "README.md",
        "native",
        "pyproject.toml",
        "src",
    }
    assert needed <= tops
    assert not tops & {"tests", "docs", "benchmarks", "examples", "build", ".venv"}
    assert size < 5_000_000


@pytest.mark.usefixtures("in_root")
def test_the_wheel_without_kernels_works_by_itself(tmp_path: Path) -> None:
    build = pytest.importorskip("scikit_build_core.build")
    name = build.build_wheel(str(tmp_path), PURE)
    assert name == f"clew_puzzles-{clew.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(tmp_path / name) as wheel:
        wheel.extractall(tmp_path / "site")
    script = "import clew; print(clew.__file__, clew.count('queens:6'), clew.solve('queens:8'))"
    settings = os.environ | {"PYTHONPATH": f"{tmp_path / 'site'}{os.pathsep}{_click()}"}
    command = [sys.executable, "-W", "error", "-S", "-c", script]
    done = subprocess.run(
        command, cwd=tmp_path, env=settings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    where, count, *board = done.stdout.split()
    assert Path(where).is_relative_to(tmp_path / "site")
    assert count == "4"
    assert board.count("Q") == 8
    assert (tmp_path / "site" / "clew" / "coursework" / "ocaml" / "sudoku.ml").is_file()


def test_no_page_says_to_install_somebody_elses_clew() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "src").rglob("*.py")]
    wrong = re.compile(r"pip install ['\"]?clew(?!-puzzles)\b")
    for page in pages:
        found = wrong.search(page.read_text(encoding="utf-8"))
        assert not found, f"{page}: {found[0]}: the distribution is called clew-puzzles"


def _click() -> Path:
    """Return the folder of the packages that Clew needs."""
    import click

    return Path(click.__file__).parent.parent
