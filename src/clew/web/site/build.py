"""Builds the site: the pages, the package as a zip file, and Pyodide (Python for browsers)."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from clew import __version__
from clew.core.errors import ClewError
from clew.render.places import STATIC as BOARDS
from clew.web.app import FILM, PAGES, STATIC
from clew.web.openapi import document
from clew.web.operations import OPERATIONS
from clew.web.worker import packed

PYODIDE = "314.0.7"
"""The version of the npm package `pyodide` that was tried."""
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip",
           "pyodide-lock.json")  # fmt: skip
OWN = Path(__file__).with_name("static")
PACKAGE = Path(__file__).parents[2]
LEFT_OUT = ("__pycache__", "coursework", "grading", "cli")
"""Folders of the package that no page needs."""
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; worker-src 'self'"
)
PAGE = re.compile(rf"""(["'`])/({"|".join((*PAGES, "own"))})(?=["'`?#$])""")


class CannotBuild(ClewError):
    """A site cannot be built: says what is missing."""


def build(folder: Path, pyodide: Path | None = None) -> int:
    """Write the site into a new or empty folder; returns how many bytes it has."""
    if folder.exists() and any(folder.iterdir()):
        raise CannotBuild(f"{folder}: found files, expected a new or empty folder")
    with tempfile.TemporaryDirectory() as scratch:
        made = Path(scratch) / "site"
        _pages(made)
        _answers(made)
        _archive(made / "clew.zip")
        _runtime(made / "pyodide", pyodide, Path(scratch))
        _offline(made)
        shutil.copytree(made, folder, dirs_exist_ok=True)
    return sum(path.stat().st_size for path in folder.rglob("*"))


# ------------------------------------------------------------------ pages


def _pages(folder: Path) -> None:
    """The pages and their scripts, with addresses that are relative."""
    for source, name in ((STATIC, "static"), (BOARDS, "render"), (FILM, "film")):
        shutil.copytree(source, folder / name)
    for path in (*OWN.glob("*.html"), *STATIC.glob("*.html")):
        (folder / path.name).write_text(_page(path.read_text(encoding="utf-8")), encoding="utf-8")
        (folder / "static" / path.name).unlink(missing_ok=True)
    for name, place in {
        "transport.js": "static/js", "own.js": "static/js", "own.css": "static",
        "worker.js": "", "service-worker.js": "",
    }.items():  # fmt: skip
        shutil.copy(OWN / name, folder / place / name)
    for script in folder.rglob("*.js"):
        up = "../" * (len(script.relative_to(folder).parts) - 1)
        script.write_text(_script(script.read_text(encoding="utf-8"), up or "./"), encoding="utf-8")


def _page(text: str) -> str:
    """A page whose addresses do not depend on where the site is."""
    text = re.sub(r'<link rel="preload" href="/api/[^>]*>\n', "", text)
    head = (
        f'<meta http-equiv="content-security-policy" content="{POLICY}">\n'
        '<link rel="manifest" href="manifest.webmanifest">\n'
        '<link rel="stylesheet" href="static/own.css">\n'
    )
    text = text.replace("<title>", f"{head}<title>", 1)
    return _links(re.sub(r'(href|src)="/(static|render|film|api)/', r'\1="\2/', text))


def _script(text: str, up: str) -> str:
    """A script whose imports and links do not depend on where the site is."""
    text = re.sub(r"""(["'])/(static|render|film)/""", rf"\1{up}\2/", text)
    text = text.replace('"/api/openapi.json"', '"api/openapi.json"')
    own = '  ["/enter", "Enter"],\n'
    return _links(text.replace(own, f'{own}  ["/own", "State"],\n'))


def _links(text: str) -> str:
    text = re.sub(r"""(["'`])/(?=["'])""", r"\1index.html", text)
    return PAGE.sub(r"\1\2.html", text)


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
    searches = {each.path: sorted(each.slow_actions) or True for each in OPERATIONS
                if each.searches or each.slow_actions}  # fmt: skip
    lines = [
        "// Made by `clew site build`: what is a file, and what may take long.",
        "/** @type {Record<string, string>} */",
        f"export const CONSTANTS = {json.dumps(constants)};",
        "/** @type {Record<string, any>} */",
        f"export const SEARCHES = {json.dumps(searches)};",
    ]
    script = folder / "static" / "js" / "operations.js"
    script.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _archive(path: Path) -> None:
    """The package, without what runs only on a computer of one's own."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(PACKAGE.rglob("*")):
            name = file.relative_to(PACKAGE)
            if (
                file.is_file()
                and not set(name.parts) & set(LEFT_OUT)
                and "_native" not in name.name
            ):
                stamp = zipfile.ZipInfo(f"clew/{name.as_posix()}", (1980, 1, 1, 0, 0, 0))
                archive.writestr(stamp, file.read_bytes(), zipfile.ZIP_DEFLATED)


def _runtime(folder: Path, given: Path | None, scratch: Path) -> None:
    source = given or _from_npm(scratch)
    folder.mkdir()
    for name in RUNTIME:
        if not (source / name).is_file():
            raise CannotBuild(f"{source}: found no {name}, expected the npm package pyodide")
        shutil.copyfile(source / name, folder / name)


def _from_npm(scratch: Path) -> Path:
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
    files.remove("service-worker.js")
    digest = hashlib.sha256()
    for name in files:
        digest.update((folder / name).read_bytes())
    script = folder / "service-worker.js"
    text = script.read_text(encoding="utf-8").replace('VERSION"', f'{digest.hexdigest()[:16]}"')
    text = text.replace("const FILES = [];", f"const FILES = {json.dumps(['./', *files])};")
    script.write_text(text, encoding="utf-8")


def _manifest() -> dict[str, Any]:
    icon = {"src": "static/icon.svg", "type": "image/svg+xml", "sizes": "any"}
    return {
        "name": "Clew",
        "short_name": "Clew",
        "description": f"Puzzles stated, searched and played. Version {__version__}.",
        "start_url": "./index.html",
        "display": "standalone",
        "icons": [icon],
    }
