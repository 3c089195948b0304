"""Builds the site: the pages, the package's files, and Pyodide (Python for browsers)."""

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
"""The tested version of the npm package `pyodide`."""
RUNTIME = ("pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
MODULES = ("pyodide.mjs", "pyodide.asm.mjs")
"""Pyodide's modules. They're renamed to .js, because some hosts don't serve .mjs as JavaScript."""
OWN = Path(__file__).with_name("static")
WASM = Path(__file__).with_name("wasm.py")
MISSING = "missing.html"
"""The page for missing addresses. It's left out, because every web host has its own."""
TRANSPORT = "transport.js"
SERVICE = "service-worker.js"
KEEPERS = ("worker.js", SERVICE)
"""The scripts that store data in the browser. Their version is a hash of all files."""
LEFT_OUT = ("__pycache__", "coursework", "grading", "cli", "notebook", "web/static", "site/static")
"""Folders of the package that Python in a browser doesn't need."""
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; worker-src 'self'"
)


class CannotBuild(ClewError):
    """Raised if a site can't be built. The message says why."""


def build(folder: Path, pyodide: Path | None = None) -> int:
    """Write the site into a new or empty folder.

    Args:
        folder: the folder.
        pyodide: the unpacked npm package `pyodide`. By default npm downloads it.

    Returns:
        The size of the site in bytes.

    Raises:
        CannotBuild: if the folder isn't empty, or Pyodide is missing.
    """
    if folder.exists() and any(folder.iterdir()):
        raise CannotBuild(f"{folder} isn't empty: choose a new or empty folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Build the site next to its destination, so that it appears there complete or not at all.
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
    """Write the pages and their scripts. Their links are relative, so none have to change."""
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
    """Add the security policy and the manifest to a page."""
    head = (
        f'<meta http-equiv="content-security-policy" content="{POLICY}">\n'
        '<link rel="manifest" href="manifest.webmanifest">\n'
        '<link rel="stylesheet" href="web/site/static/own.css">\n'
    )
    # On the site, the file with this answer has a different name.
    text = re.sub(r'<link rel="preload" href="api/[^>]*>\n', "", text)
    return text.replace("<title>", f"{head}<title>", 1)


# ------------------------------------------------------------------ answers and Python


def _answers(folder: Path) -> None:
    """Write the constant answers as files, and the limits for searches as a script."""
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
        "// Made by `clew site build`: the constant answers, the searches and their limits.",
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
    """Return a search's time limit, and the actions that search if not all of them do."""
    actions = sorted(operation.slow_actions)
    seconds = operation.seconds({"do": {"action": "".join(actions[:1])}})
    return {"seconds": seconds} | ({"actions": actions} if actions else {})


def wasm_kernel() -> Path | None:
    """Find the WebAssembly kernel next to the compiled module, or return None."""
    path = None if lib is None else Path(lib.__file__).with_name("kernel.wasm")
    return path if path is not None and path.is_file() else None


def _package(path: Path, kernel: Path | None) -> None:
    """Write the package's files, without those that don't work in a browser."""
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
            raise CannotBuild(
                f"{source} has no {name}: it must be the unpacked npm package pyodide"
            )
    for name in RUNTIME:
        shutil.copyfile(source / name, folder / name)
    for name in MODULES:
        text = (
            (source / name).read_text(encoding="utf-8").replace("pyodide.asm.mjs", "pyodide.asm.js")
        )
        (folder / name).with_suffix(".js").write_text(text, encoding="utf-8")


def from_npm(scratch: Path) -> Path:
    """Download the npm package `pyodide` and unpack it."""
    npm = shutil.which("npm")
    if npm is None:
        raise CannotBuild(
            "npm not found: install it, or unpack the npm package pyodide and pass --pyodide DIR"
        )
    command = [npm, "pack", "--silent", f"pyodide@{PYODIDE}"]
    done = subprocess.run(command, cwd=scratch, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CannotBuild(f"npm pack pyodide@{PYODIDE} failed: {done.stderr.strip()[-200:]}")
    with tarfile.open(next(scratch.glob("pyodide-*.tgz"))) as archive:
        archive.extractall(scratch, filter="data")
    return scratch / "package"


# ------------------------------------------------------------------ offline


def _offline(folder: Path) -> None:
    """Write the manifest, and the list of files that browsers keep for offline use."""
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
        "description": f"Puzzles to play, searches to watch. Version {__version__}.",
        "start_url": "./index.html",
        "display": "standalone",
        "icons": [icon],
    }
