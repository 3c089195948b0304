"""Every command that the documents name works in a fresh clone, in a path with a blank in it.

The quick commands run in each `./run test`, in a clone that borrows this environment. Those that
build, measure or test everything take minutes. `CLEW_FRESH=1 ./run test tests/test_fresh_clone.py`
runs these too, in a clone that installs everything itself. test_docs.py checks the output of the
`console` blocks.

A command that no rule covers fails `test_documented_command_without_a_rule_is_named`.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from doctest import DocTestParser
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import HTTPCookieProcessor, build_opener

import click
import pytest

from clew.cli.app import app
from docs import refresh
from tests.paths import ROOT

FRESH = bool(os.environ.get("CLEW_FRESH"))
DOCUMENTS = (
    *(each for each in refresh.DOCUMENTS if each.name != "CHANGELOG.md"),
    ROOT / "SECURITY.md",
    ROOT / "benchmarks" / "README.md",
)
COMMAND = re.compile(
    r"(?:[A-Z_]+=\S+ )*(?:\./run\b|(?:clew|python3?|pip|uv|git|dask|curl|ocaml) )(?!\.)"
)
"""How a command begins."""
PLACEHOLDER = re.compile(r"[^a-z]*[A-Z…|%][^a-z]*|\[\S*|[a-z.]*…|\S+\]|my\.py:name")
"""A word that stands for something else: FILE, IN…, [PUZZLE]."""
NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
STAFF = {
    "1-state-spaces": "state_spaces", "2-uninformed-search": "uninformed",
    "3-constraint-search": "backtracking", "4-inference": "inference",
    "5-informed-search": "informed", "6-games": "games",
}  # fmt: skip
"""The assignment of each lesson, to which docs/course/staff has the answer."""

ELSEWHERE = {
    r"(python3? -m )?pip (install|uninstall|download) .*": (
        "changes an environment; tests/test_package.py installs a wheel, and CI the clone"
    ),
    r"dask .*": "belongs to other machines; tests/batch starts a cluster of its own",
    r"veripb .*": "is another program; tests/search/proof runs it where there is one",
    r"ocaml .*": "needs OCaml; tests/coursework/test_ocaml.py compiles the programs",
    r"python3? -m http\.server.*": "is a server of Python's own, which doesn't end",
    r"CLEW_FRESH=1 .*": "is what runs the long commands of this file",
    r"python my\.py": "is what SECURITY.md compares Clew with",
    r"python -m clew\.coursework\.lights_out_gui .*": "opens a window; its own test clicks in it",
    r"python3 (sudoku|futoshiki|lights_out|board|chess_board|homework1_\w+)\.py.*": (
        "runs a file of `clew coursework`; tests/coursework/test_coursework_files.py runs each"
    ),
}
"""Commands that no clone can run by itself, and what checks them instead."""

LONG = {
    r"clew (solve sos:14|count pentominoes:10x6|grade (run )?[a-z_]+ \S+(\.py|/).*)": None,
    r"(?:\./run )?(clew site build public)": r"./run \1",
    r"\./run (check|docs|extras|sanitize|wheel)": None,
    r"CLEW_VERIPB=veripb \./run fuzz proofs": "./run fuzz proofs --models 2",
    r"\./run fuzz.*": "./run fuzz --models 5 --seed 1",
    r"CLEW_DOCS_APP=1 \./run docs": None,
    r"\./run sanitize tests/…": "./run sanitize tests/test_native.py",
    r"\./run test( --all)?": "./run test --collect-only -qq",  # it's what runs this test
    r"\./run test -n auto --cov": "./run test tests/core -n 2 --cov --cov-report=",
    r"\./run test -k \w+": None,
    r"CLEW_CASES=\d+ \./run test .*": None,
    r"CLEW_PROOFS=1000 .* \./run (test .*)": r"CLEW_PROOFS=2 ./run \1",
    r"\./run bench": "./run bench --quick",
    r"\./run python docs/refresh\.py": None,
    r"\./run python -m docs\.screenshots": None,
    r"(?:\./run )?(python -m benchmarks\.web_load).*": r"./run \1 --clients 2 --seconds 2",
    r"(?:\./run )?(python -m benchmarks\.\w+.*)": r"./run \1",
}
"""Commands that take minutes, and a shorter one that runs instead where it says the same."""

ADAPTED = {
    r" --cluster tcp://\S+": "",  # there's no such machine
    r"--number 1000000\b": "--number 2",
    r"^python3? -m clew": "./run python -m clew",
    r"^clew ": "./run clew ",
    r"^\./run python -m docs\.notebooks FOLDER$": "./run python -m docs.notebooks folder",
    r"^\./run python$": "./run python < /dev/null",
}
"""What is put in for parts of a command that can't be run as they are."""

BEFORE = {
    "clew proof check-all proofs.jsonl.gz": (
        "./run clew batch unique puzzles.txt --proof --out proofs.jsonl.gz"
    ),
    **dict.fromkeys(
        (
            "./run clew batch rate hard.txt --out rated.csv",
            "./run clew batch unique hard.txt --proof --out proofs.jsonl.gz",
        ),
        "./run clew batch make sudoku:9,level=hard --number 2 --to line --out hard.txt",
    ),
    "clew batch canonical hard.txt.zst --dedupe --out distinct.txt": (
        "./run clew batch make sudoku:9,level=hard --number 2 --to line --out hard.txt.zst"
    ),
}
"""The command that makes the file which another one reads."""

STATUS = {r"\./run": 2, r"clew solve nofile\.txt --json": 2}
"""The exit status of a command that doesn't end with 0."""


class Documented(NamedTuple):
    """A command and the document that names it."""

    document: str
    command: str


@cache
def documented() -> tuple[Documented, ...]:
    """Find the commands of all documents, except those of `console` blocks; each once."""
    found: dict[Documented, None] = {}
    for document in DOCUMENTS:
        name, text = document.relative_to(ROOT).as_posix(), document.read_text(encoding="utf-8")
        prose = re.sub(r"^ *```.*?^ *```$", "", text, flags=re.MULTILINE | re.DOTALL)
        spans = (" ".join(each.split()) for each in re.findall(r"`([^`]+)`", prose))
        commands = [each for each in spans if COMMAND.match(each)]
        for block in re.findall(r"^ *```(?:sh|bash)\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL):
            commands += shell_lines(block)
        found.update((Documented(name, command), None) for command in commands)
    every: dict[str, Documented] = {}
    for each in found:  # each document means another file by mine.py
        own = re.search(r"\bm(ine|y)\.py", each.command)
        every.setdefault(" ".join(each) if own else each.command, each)
    return tuple(every.values())


def shell_lines(block: str) -> list[str]:
    """Split a block of shell into commands, without comments."""
    lines = block.replace("\\\n", " ").splitlines()
    bare = (re.sub(r"(\s+&)?(\s+#.*)?$", "", line).strip() for line in lines)
    return [" ".join(line.split()) for line in bare if line]


def matched(rules: dict[str, Any], command: str) -> str | None:
    return next((rule for rule in rules if re.fullmatch(rule, command)), None)


def mentioned(command: str) -> tuple[click.Command, list[str]] | None:
    """Find the subcommand of a command that is only named, and its options; otherwise None."""
    program, *words = command.removeprefix("./run ").split()
    here: click.Command = app
    while program == "clew" and words and isinstance(here, click.Group):
        if words[0] not in here.list_commands(context := click.Context(here)):
            break
        found = here.get_command(context, words[0])
        assert found is not None
        here, words = found, words[1:]
    options = [word for word in words if word.startswith("--")]
    others = [word for word in words if word not in options]
    after = [word for at, word in enumerate(words) if at and words[at - 1] in options]
    stands_for = [word for word in others if PLACEHOLDER.fullmatch(word)]
    concrete = [word for word in others if word not in stands_for and word not in after]
    named = not others and command != "clew play" and not command.startswith("./run")
    only_named = here is not app and not concrete and (stands_for or named)
    return (here, options) if only_named else None


def rule_of(command: str) -> str:
    """Tell how a command is checked; empty if nothing covers it."""
    if matched(ELSEWHERE, command):
        return "elsewhere"
    if re.match(r"(\S+=\S+ )?\./run bench\b", command) and command != "./run bench":
        return "bench"
    if matched(LONG, command):
        return "long"
    if command.startswith("curl "):
        return "curl"
    if mentioned(command) is not None:
        return "mention"
    if re.match(r"(\./run )?clew play\b(?!.*--terminal)", command):
        return "serve"
    if re.match(r"python -m clew\.coursework\.", command):
        return "coursework"
    if re.match(r"(\./run|clew) |\./run$|python -m clew", command):
        return "run"
    return ""


def of_rule(*rules: str) -> pytest.MarkDecorator:
    chosen = [each for each in documented() if rule_of(each.command) in rules]
    return pytest.mark.parametrize("named", chosen, ids=[" ".join(each) for each in chosen])


def test_documented_command_without_a_rule_is_named() -> None:
    assert [each for each in documented() if not rule_of(each.command)] == []
    assert rule_of("npm install") == rule_of("git push") == ""


def test_documented_commands_are_found_wherever_they_stand() -> None:
    commands = {each.command for each in documented()}
    assert {"./run extras", "./run docs", "./run sanitize", "./run test"} <= commands
    assert "./run bench --quick" in commands
    assert "clew grade uninformed alice.py" in commands
    assert any(each.startswith("curl ") for each in commands)
    every_rule = (*ELSEWHERE, *LONG)
    used = {matched(rules, each) for rules in (ELSEWHERE, LONG) for each in commands}
    used |= {matched(LONG, "./run bench"), r"veripb .*"}
    assert [rule for rule in every_rule if rule not in used] == []


# ------------------------------------------------------------------ a clone


@pytest.fixture(scope="session")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Clone the repository as it stands, with changes that aren't committed yet."""
    if not (ROOT / ".git").exists():
        pytest.skip("there's no repository to clone")
    folder = tmp_path_factory.mktemp("fresh") / "a clone of clew"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
    listed = ["git", "-C", str(ROOT), "ls-files", "-z", "-m", "-o", "--exclude-standard"]
    changed = subprocess.run(listed, check=True, capture_output=True, text=True).stdout
    for name in filter(None, changed.split("\0")):
        (folder / name).unlink(missing_ok=True)
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    author = ["-c", "user.name=clew", "-c", "user.email=clew@localhost"]
    subprocess.run(["git", "add", "--all"], cwd=folder, check=True)
    subprocess.run(["git", *author, "commit", "-qm", "x", "--allow-empty"], cwd=folder, check=True)
    clean(folder)  # a folder that's now empty would go later, and make the kernels look outdated
    return folder


@pytest.fixture(scope="session")
def ready(clone: Path) -> Path:
    """The clone with this environment, unless it's to install its own."""
    if not FRESH:
        borrow(clone)
    return clone


def borrow(folder: Path) -> None:
    """Give a clone this environment: all is installed, and nothing can be."""
    for part in Path(sys.prefix).iterdir():
        if not part.name.startswith(".synced"):
            (folder / ".venv").mkdir(exist_ok=True)
            (folder / ".venv" / part.name).symlink_to(part)
    uv = folder / ".tools" / "bin" / "uv"
    uv.parent.mkdir(parents=True)
    uv.write_text("#!/bin/sh\necho a borrowed environment is not to be changed >&2\nexit 1\n")
    uv.chmod(0o755)
    for groups in ("", "dev", "dev-bench", "docs", "extras"):
        for native in ("", "-native"):
            (folder / ".venv" / f".synced{groups}{native}").touch()


def clean(folder: Path) -> None:
    """Bring a clone back to what it was, except for what it has installed and built."""
    kept = [word for name in (".venv", ".tools", "build") for word in ("-e", name)]
    subprocess.run(["git", "clean", "-fdxq", *kept], cwd=folder, check=True)
    subprocess.run(["git", "checkout", "--quiet", "."], cwd=folder, check=True)


def furnish(folder: Path, document: str) -> None:
    """Put just those files there that a document speaks of."""
    clean(folder)
    staff = folder / "docs" / "course" / "staff"
    for name in ("alice.py", "search.py", "submissions/alice.py", "submissions/bob.py"):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(staff / "uninformed.py", folder / name)
    for name in ("puzzles.txt", "a.txt", "b.txt"):
        (folder / name).write_text(f"{NINE}\n", encoding="utf-8")
    shutil.copy(folder / "examples" / "sudoku.txt", folder / "puzzle.txt")
    (folder / "puzzles.csv").write_text(f"puzzle\n{NINE}\n", encoding="utf-8")
    subprocess.run(["gzip", "-k", "puzzles.csv"], cwd=folder, check=True)
    web = (folder / "docs" / "web.md").read_text(encoding="utf-8")
    lesson = re.search(r"^```text\n(# .*?)^```$", web, re.MULTILINE | re.DOTALL)
    assert lesson is not None
    (folder / "mine.txt").write_text(lesson[1], encoding="utf-8")

    path = folder / document
    staff = folder / "docs" / "course" / "staff" / f"{STAFF.get(path.stem, 'uninformed')}.py"
    shutil.copy(staff, folder / "mine.py")
    saved = r"Save this as `(\w+\.py)`:\n\n```python\n(.*?)^```$"
    for name, text in re.findall(saved, path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        (folder / name).write_text(text, encoding="utf-8")
    examples = DocTestParser().get_examples(path.read_text(encoding="utf-8"))
    stated = "".join(each.source for each in examples if not each.want)
    (folder / "my.py").write_text(stated, encoding="utf-8")


def environment(folder: Path) -> dict[str, str]:
    """This environment without what a test run or a virtual environment adds to it."""
    left_out = re.compile(r"PYTEST_.*|COV_.*|VIRTUAL_ENV|CLEW_(?!CHROMIUM|REQUIRE).*")
    kept = {name: value for name, value in os.environ.items() if not left_out.fullmatch(name)}
    paths = kept.get("PATH", "").split(os.pathsep)
    kept["PATH"] = os.pathsep.join(each for each in paths if each != f"{sys.prefix}/bin")
    return kept | {"CLEW_DATA_HOME": str(folder / "data")}


def perform(folder: Path, command: str, seconds: float) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", command], cwd=folder, env=environment(folder), stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=seconds, check=False,
    )  # fmt: skip


def adapted(command: str) -> str:
    for pattern, instead in ADAPTED.items():
        command = re.sub(pattern, instead, command)
    return command


# ------------------------------------------------------------------ the commands


@pytest.mark.slow
@of_rule("run")
def test_documented_command_runs_in_a_clone(named: Documented, ready: Path) -> None:
    furnish(ready, named.document)
    if before := BEFORE.get(named.command):
        perform(ready, before, 120)
    done = perform(ready, adapted(named.command), 120)
    rule = matched(STATUS, named.command)
    assert done.returncode == (STATUS[rule] if rule else 0), done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@of_rule("mention")
def test_documented_command_that_is_only_named_has_its_options(named: Documented) -> None:
    found = mentioned(named.command)
    assert found is not None
    command, options = found
    inner = []
    if isinstance(command, click.Group):  # a word stands for any of them
        context = click.Context(command)
        inner = [command.get_command(context, each) for each in command.list_commands(context)]
    known = {o for each in (command, *inner) if each for param in each.params for o in param.opts}
    assert [option for option in options if option not in known] == []


@of_rule("coursework")
def test_documented_coursework_program_exists(named: Documented, ready: Path) -> None:
    module, *words = named.command.removeprefix("python -m ").split()
    done = perform(ready, f"./run python -m {module} --help", 60)
    assert done.returncode == 0, done.stderr
    options = [word.strip("[]") for word in words if word.strip("[").startswith("--")]
    assert [option for option in options if option not in done.stdout] == []


@of_rule("bench")
def test_documented_benchmark_exists(named: Documented, ready: Path) -> None:
    words = shlex.split(named.command.partition("./run bench")[2])
    names = [each.stem for each in (ready / "benchmarks").glob("*.py")]
    done = perform(ready, "./run bench --help", 60)
    assert done.returncode == 0, done.stderr
    for at, word in enumerate(words):
        if word.startswith("--"):
            assert word in done.stdout
        elif not at or not words[at - 1].startswith("--"):
            assert any(word in (name, name.removeprefix("bench_")) for name in names), word


@pytest.mark.slow
@of_rule("serve")
def test_documented_play_command_serves_a_page(named: Documented, ready: Path) -> None:
    furnish(ready, named.document)
    command = f"exec {adapted(named.command)} --no-browser --port 0"
    with subprocess.Popen(
        ["sh", "-c", command], cwd=ready, env=environment(ready), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as server:  # fmt: skip
        assert server.stdout is not None
        try:
            line = server.stdout.readline()
            address = re.search(r"http://[\d.]+(:\d+\S*)", line)
            assert address is not None, line + server.communicate(timeout=30)[1]
            browser = build_opener(HTTPCookieProcessor())  # a token is exchanged for a cookie
            with browser.open(f"http://127.0.0.1{address[1]}", timeout=60) as page:
                assert page.status == 200
        finally:
            server.send_signal(signal.SIGINT)
            server.communicate(timeout=60)


def test_documented_requests_are_answered(ready: Path) -> None:
    if shutil.which("curl") is None:
        pytest.skip("there's no curl")
    requests = [each.command for each in documented() if each.command.startswith("curl ")]
    assert requests
    command = "exec ./run clew play --no-browser --port 0"
    with subprocess.Popen(
        ["sh", "-c", command], cwd=ready, env=environment(ready), text=True, stdout=subprocess.PIPE
    ) as server:
        assert server.stdout is not None
        try:
            port = re.search(r":(\d+)", server.stdout.readline().partition("//")[2])
            assert port is not None
            for request in requests:
                here = request.replace("8317", port[1])
                done = perform(
                    ready, here.replace("curl ", "curl -sS --fail --noproxy '*' ", 1), 60
                )
                assert done.returncode == 0, (request, done.stderr)
                assert done.stdout
        finally:
            server.send_signal(signal.SIGINT)
            server.communicate(timeout=60)


# ------------------------------------------------------------------ what it installs


@pytest.mark.parametrize("command", ["extras", "clew", "test", "bench", "docs"])
def test_run_asks_uv_for_packages_that_it_can_install(
    command: str, clone: Path, tmp_path: Path
) -> None:
    """What `run` asks of uv is asked of the real uv, which only says what it would do."""
    uv = shutil.which("uv") or str(ROOT / ".tools" / "bin" / "uv")
    if not Path(uv).exists():
        pytest.skip("there's no uv")
    folder = tmp_path / "a clone"
    shutil.copytree(
        clone,
        folder,
        ignore=shutil.ignore_patterns(".venv", ".git", ".tools", "build"),
        symlinks=True,
    )
    for lock in ROOT.glob("uv.lock"):
        shutil.copy(lock, folder)  # else each test would ask the index for every version
    asks = folder / ".tools" / "bin" / "uv"
    asks.parent.mkdir(parents=True)
    asks.write_text(f'#!/bin/sh\necho "$@" >>asked\n{shlex.quote(uv)} "$@" --dry-run\n')
    asks.chmod(0o755)
    done = perform(folder, f"./run {command} --help", 120)
    assert "cannot be used with" not in done.stderr
    asked = (folder / "asked").read_text(encoding="utf-8").splitlines()
    assert len(asked) == 2, done.stderr  # the packages, then clew itself
    assert ("--all-extras" in asked[0]) == (command == "extras")


# ------------------------------------------------------------------ what takes minutes

if FRESH:

    @of_rule("long")
    def test_documented_long_command_runs_in_a_clone(named: Documented, ready: Path) -> None:
        rule = matched(LONG, named.command)
        assert rule is not None
        instead = LONG[rule]
        command = named.command if instead is None else re.sub(rule, instead, named.command)
        clean(ready)
        if "clew " in command:  # the others check the clone itself
            furnish(ready, named.document)
        done = perform(ready, adapted(command), 7200)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]

    def console_blocks() -> Iterator[str]:
        for document in DOCUMENTS:
            yield from refresh.blocks(document.read_text(encoding="utf-8"))

    @pytest.mark.parametrize("block", [*console_blocks()])
    def test_console_block_runs_in_a_clone(block: str, ready: Path) -> None:
        furnish(ready, "README.md")
        for command, shown in refresh.steps(block):
            done = perform(ready, f"COLUMNS=100 {command} 2>&1", 600)
            assert refresh.without_times(done.stdout) == refresh.without_times(shown)
