"""What other systems lack is taken away: Clew still solves, makes and runs batches.

This stands in for macOS and Windows, which the tests do not run on; docs/releasing.md says so.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

LACKING = """
import asyncio, multiprocessing.spawn, os, signal, subprocess, sys, tempfile
if __name__ == "__main__":
    for module, names in {
        os: "fork forkpty sendfile pidfd_open sched_getaffinity setpriority getpriority killpg "
            "nice getuid geteuid O_ASYNC O_NONBLOCK mkfifo posix_fallocate",
        signal: "SIGALRM SIGPIPE SIGCHLD SIGIO SIGXCPU SIGHUP SIGUSR1 pthread_kill setitimer "
                "pidfd_send_signal",
    }.items():
        for name in names.split():
            delattr(module, name)
    for name in ("resource", "fcntl", "termios", "pwd", "grp", "syslog", "readline"):
        sys.modules[name] = None
    sys.platform = "an unknown system"
"""
SCRIPT = (
    LACKING
    + """
    import pkgutil
    from importlib import import_module

    import clew

    for found in pkgutil.walk_packages(clew.__path__, "clew."):
        if not found.name.startswith(LEFT_OUT) and not found.name.endswith("__main__"):
            import_module(found.name)
    assert clew.count("queens:8") == 92
    assert clew.solve("sudoku:..233..42.3.1...", max_seconds=10).solved
    try:
        clew.count("queens:20", "backtracking", max_seconds=0.05, max_memory=1 << 40)
    except clew.Stopped as stop:
        assert stop.limit == "seconds"
    folder = tempfile.mkdtemp()
    with open(f"{folder}/in.txt", "w") as file:
        file.write("queens:6\\nqueens:5\\n" * 3)
    for where in (0, 2):
        out = f"{folder}/out{where}.txt"
        done = clew.batch.run("count", f"{folder}/in.txt", out, where=where)
        assert done.done == 6, done
        assert open(out).read() == "queens:6\\t4\\nqueens:5\\t10\\n" * 3
    from clew.web.worker import limit_memory, preload
    from clew.workers.processes import ForkServer

    limit_memory()
    server = ForkServer(preload)
    worker = server.start()
    worker.receive()
    assert worker.call(abs, -2) == 2
    worker.end()
    server.close()
    from clew.cli import main

    sys.argv = ["clew", "solve", "queens:8", "--quiet"]
    main()
"""
)
LEFT_OUT = ("clew.grading.",)
"""The process of a student needs the limits of Linux or macOS."""


def test_nothing_that_only_linux_has_is_needed(tmp_path: Path) -> None:
    script = tmp_path / "elsewhere.py"
    script.write_text(f"LEFT_OUT = {LEFT_OUT}\n{SCRIPT}", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", str(script)], cwd=tmp_path, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.count("Q") == 8
