"""How far it is from a command to its answer: few functions in few files are quickly read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.paths import ROOT

PROGRAM = """
import json, sys
from pathlib import Path
import clew
from clew.cli import main

home = str(Path(clew.__file__).parent)
called, imports = set(), []

def watch(frame, event, _):
    code = frame.f_code
    if code.co_name == "<module>":
        if event == "call":
            imports.append(frame)
        elif event == "return" and imports:
            imports.pop()
    elif event == "call" and not imports and code.co_filename.startswith(home):
        called.add((code.co_filename, code.co_qualname, code.co_firstlineno))

def call():
    sys.argv = ["clew", "solve", "examples/sudoku.txt"]
    sys.setprofile(watch)
    try:
        main()
    except SystemExit:
        pass
    sys.setprofile(None)

call()
print(json.dumps(sorted(called)), file=sys.stderr)
"""
FUNCTIONS = 90
FILES = 25
"""Comprehensions count, and what is called by an import does not."""
OF_THE_COMMAND = 27


def called() -> list[tuple[str, str, int]]:
    """The functions of ours that `clew solve examples/sudoku.txt` calls: file, name and line."""
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "5 3 4 | 6 7 8 | 9 1 2" in ended.stdout
    return [tuple(each) for each in json.loads(ended.stderr.splitlines()[-1])]


def test_solving_a_file_takes_few_functions_in_few_files() -> None:
    found = called()
    files = {file for file, _, _ in found}
    assert len(found) < FUNCTIONS, found
    assert len(files) < FILES, sorted(files)
    command = [name for file, name, _ in found if Path(file).parent.name == "cli"]
    assert len(command) < OF_THE_COMMAND, command
