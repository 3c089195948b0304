"""Builds the site: the pages, the package as a zip file, and Pyodide (Python for browsers)."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from clew import __version__
from clew.core.errors import ClewError
from clew.search.native import lib
from clew.web.app import PACKAGE, PARTS, STATIC
from clew.web.limits import GRACE, MOST_SECONDS, SECONDS
from clew.web.operations import OPERATIONS, Operation, document
from clew.web.worker import packed

PYODIDE = "314.0.7"
"""The version of the npm package `pyodide` that was tried."""
RUNTIME = ("pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
MODULES = ("pyodide.mjs", "pyodide.asm.mjs")
"""What npm calls NAME.mjs is NAME.js here: some hosts do not know that .mjs is JavaScript."""
OWN = Path(__file__).with_name("static")
WASM = Path(__file__).with_name("wasm.py")
MISSING = "missing.html"
"""Only a server shows it: any web host has its own."""
TRANSPORT = "transport.js"
SERVICE = "service-worker.js"
KEEPERS = ("worker.js", SERVICE)
"""The scripts that keep something in the browser, under a version that is a hash of all files."""
LEFT_OUT = ("__pycache__", "coursework", "grading", "cli", "notebook", "web/static", "site/static")
"""Folders of the package that Python in a browser does not need."""
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; worker-src 'self'"
)


class CannotBuild(ClewError):
    """A site cannot be built: says what is missing."""


def build(folder: Path, pyodide: Path | None = None) -> int:
    """Write the site into a new or empty folder; returns how many bytes it has."""
    if folder.exists() and any(folder.iterdir()):
        raise CannotBuild(f"{folder}: found files, expected a new or empty folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Next to its place, so that it appears there whole or not at all.
    with tempfile.TemporaryDirectory(prefix=".clew-", dir=folder.parent) as scratch:
        made = Path(scratch) / "site"
        _pages(made)
        _answers(made)
        kernel = wasm_kernel()
        _package(made / "clew.json", kernel)
        if kernel is not None:
            shutil.copyfile(kernel, made / "kernel.wasm")
        _runtime(made / "pyodide", pyodide, Path(scratch))
        _offline(made)
        if folder.exists():
            folder.rmdir()
        made.replace(folder)
    return sum(path.stat().st_size for path in folder.rglob("*"))


# ------------------------------------------------------------------ pages


def _pages(folder: Path) -> None:
    """The pages and their scripts; every address in them is relative, so none has to change."""
    for part in (*PARTS, "web/site"):
        shutil.copytree(PACKAGE / part / "static", folder / part / "static")
    for path in (*STATIC.glob("*.html"), *OWN.glob("*.html")):
        (folder / path.relative_to(PACKAGE)).unlink()
        if path.name != MISSING:
            page = _page(path.read_text(encoding="utf-8"))
            (folder / path.name).write_text(page, encoding="utf-8")
    for name in (TRANSPORT, "python.js", "kernel.js", *KEEPERS):
        place = "web/static/js" if name == TRANSPORT else ""
        shutil.move(folder / "web/site/static" / name, folder / place / name)


def _page(text: str) -> str:
    """A page with its policy and what makes it part of an app."""
    head = (
        f'<meta http-equiv="content-security-policy" content="{POLICY}">\n'
        '<link rel="manifest" href="manifest.webmanifest">\n'
        '<link rel="stylesheet" href="web/site/static/own.css">\n'
    )
    text = re.sub(r'<link rel="preload" href="api/[^>]*>\n', "", text)  # a file has another name
    return text.replace("<title>", f"{head}<title>", 1)


# ------------------------------------------------------------------ answers and Python


def _answers(folder: Path) -> None:
    """What never changes is a file; the scripts know which requests may take long."""
    (folder / "api").mkdir()
    constants = {}
    for each in OPERATIONS:
        if each.constant:
            constants[each.path] = f"api/{each.name}.json"
            (folder / constants[each.path]).write_bytes(packed(each.work({})))
    (folder / "api" / "openapi.json").write_text(json.dumps(document()), encoding="utf-8")
    searches = {each.path: _search(each) for each in OPERATIONS
                if each.searches or each.slow_actions}  # fmt: skip
    lines = [
        "// Made by `clew site build`: what is a file, what may take long, and how long.",
        "/** @type {Record<string, string>} */",
        f"export const CONSTANTS = {json.dumps(constants)};",
        "/** @type {Record<string, any>} */",
        f"export const SEARCHES = {json.dumps(searches)};",
        f"export const QUICK_SECONDS = {SECONDS};",
        f"export const MOST_SECONDS = {MOST_SECONDS};",
        f"export const GRACE = {GRACE};",
    ]
    script = folder / "web/static/js/operations.js"
    script.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _search(operation: Operation) -> dict[str, Any]:
    """How long a search may take, and which actions are one if not all are."""
    actions = sorted(operation.slow_actions)
    seconds = operation.seconds({"do": {"action": "".join(actions[:1])}})
    return {"seconds": seconds} | ({"actions": actions} if actions else {})


def wasm_kernel() -> Path | None:
    """The kernel that was compiled to WebAssembly, beside the compiled module; None if none was."""
    path = None if lib is None else Path(lib.__file__).with_name("kernel.wasm")
    return path if path is not None and path.is_file() else None


def _package(path: Path, kernel: Path | None) -> None:
    """The texts of the package by name, without what runs only on a computer of one's own."""
    files = {} if kernel is None else {"clew/_wasm.py": WASM.read_text(encoding="utf-8")}
    for file in sorted(PACKAGE.rglob("*")):
        name = file.relative_to(PACKAGE.parent).as_posix()
        if (
            file.is_file()
            and "_native" not in name
            and not any(f"/{out}/" in name for out in LEFT_OUT)
        ):
            files[name] = file.read_text(encoding="utf-8")
    path.write_text(json.dumps(files, ensure_ascii=False), encoding="utf-8")


def _runtime(folder: Path, given: Path | None, scratch: Path) -> None:
    source = given or from_npm(scratch)
    folder.mkdir()
    for name in (*RUNTIME, *MODULES):
        if not (source / name).is_file():
            raise CannotBuild(f"{source}: found no {name}, expected the npm package pyodide")
    for name in RUNTIME:
        shutil.copyfile(source / name, folder / name)
    for name in MODULES:
        text = (
            (source / name).read_text(encoding="utf-8").replace("pyodide.asm.mjs", "pyodide.asm.js")
        )
        (folder / name).with_suffix(".js").write_text(text, encoding="utf-8")


def from_npm(scratch: Path) -> Path:
    """The npm package `pyodide`, unpacked into a folder."""
    npm = shutil.which("npm")
    if npm is None:
        raise CannotBuild("found no npm, expected it, or --pyodide with the unpacked npm package")
    command = [npm, "pack", "--silent", f"pyodide@{PYODIDE}"]
    done = subprocess.run(command, cwd=scratch, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CannotBuild(f"npm pack pyodide@{PYODIDE}: {done.stderr.strip()[-200:] or 'failed'}")
    with tarfile.open(next(scratch.glob("pyodide-*.tgz"))) as archive:
        archive.extractall(scratch, filter="data")
    return scratch / "package"


# ------------------------------------------------------------------ offline


def _offline(folder: Path) -> None:
    """The list of files that a browser keeps, and what makes the site an app."""
    (folder / "manifest.webmanifest").write_text(json.dumps(_manifest(), indent=1))
    files = sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())
    digest = hashlib.sha256()
    for name in files:
        digest.update((folder / name).read_bytes())
    version = f'"{digest.hexdigest()[:16]}"'
    files.remove(SERVICE)
    for script in (folder / name for name in KEEPERS):
        text = script.read_text(encoding="utf-8").replace('"VERSION"', version)
        text = text.replace("const FILES = [];", f"const FILES = {json.dumps(['./', *files])};")
        script.write_text(text, encoding="utf-8")


def _manifest() -> dict[str, Any]:
    icon = {"src": "web/static/icon.svg", "type": "image/svg+xml", "sizes": "any"}
    return {
        "name": "Clew",
        "short_name": "Clew",
        "description": f"Puzzles stated, searched and played. Version {__version__}.",
        "start_url": "./index.html",
        "display": "standalone",
        "icons": [icon],
    }
