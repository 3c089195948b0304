"""Run a student's file in a separate process, and call its functions with probes.

The grader sends the code of this module over a pipe, so the process doesn't need any of Clew's
files. It doesn't hold an instance either: a probe sends each question over a pipe to the grader,
which records and answers it. Whatever the student's code does to this process, the process can only
ask questions and return results.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
import threading
import traceback
from contextlib import suppress
from importlib.util import module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from clew.grading import child_probes, confine
else:  # in the student's process, there's no package, and the grader has sent these two modules
    import child_probes
    import confine

    for each in ("child_probes", "confine"):  # a student's own module may have the same name
        del sys.modules[each]
tupled, NoAnswer, missing = child_probes.tupled, child_probes.NoAnswer, child_probes.missing


class Pipe:
    """Questions to the grader, one at a time, and its answers."""

    def __init__(self, reading: int, writing: int) -> None:
        self.reading, self.writing = os.fdopen(reading, "rb"), writing
        self.lock = threading.RLock()

    def send(self, *message: Any) -> None:
        with self.lock:
            line = json.dumps(message, default=repr).encode() + b"\n"
            while line:
                line = line[os.write(self.writing, line) :]

    def ask(self, *question: Any) -> Any:
        with self.lock:
            self.send("ask", *question)
            answer = self.receive()
        if "error" in answer:
            raise NoAnswer(answer["error"])
        return tupled(answer["value"])

    def receive(self) -> Any:
        line = self.reading.readline()
        if not line:
            os._exit(0)
        return json.loads(line)


def as_given(value: Any) -> Any:
    """Convert a value from the assignment, where `{tuple = […]}` means a tuple."""
    if isinstance(value, dict) and list(value) == ["tuple"]:
        return tupled(value["tuple"])
    return value


def arguments(pipe: Pipe, job: dict[str, Any]) -> list[Any]:
    """Return the arguments for a function with this interface."""
    given: dict[str, Any] = {}
    if job["kind"] == "graph":
        space = child_probes.Space(pipe, tupled(job["start"]), tupled(job["goal"]))
        given = {name: getattr(space, name) for name in dir(space) if not name.startswith("_")}
        given |= {"problem": space, "graph": child_probes.Adjacent(space)}
    elif job["kind"] == "network":
        csp = child_probes.Constraints(pipe, job)
        given = {"csp": csp, "variables": csp.variables, "domains": csp.domains,
                 "neighbours": csp.neighbours, "neighbors": csp.neighbors,
                 "constraints": csp.constraints}  # fmt: skip
    elif job["kind"] == "tree":
        game = child_probes.Match(pipe, job["start"])
        given = {"game": game, "state": job["start"]}
    elif job["kind"] == "board":
        given = {"board": child_probes.CellBoard(pipe, job)}
    given |= {name: as_given(value) for name, value in job.get("values", {}).items()}
    return [given[name] for name in job["arguments"]]


def watch(kind: Any, pipe: Pipe) -> None:
    """Record the calls to `successors` and `is_solved` of a student's own puzzle class."""
    successors, is_solved = kind.successors, kind.is_solved

    def noted_successors(self: Any) -> Any:
        state = self.get_board()
        pipe.send("tell", "expand", state)
        for move, after in successors(self):
            pipe.send("tell", "generate", state, move, after.get_board())
            yield move, after

    def noted_is_solved(self: Any) -> Any:
        solved = is_solved(self)
        pipe.send("tell", "test", self.get_board(), bool(solved))
        return solved

    kind.successors, kind.is_solved = noted_successors, noted_is_solved


def perform(pipe: Pipe, module: Any, job: dict[str, Any]) -> Any:
    """Call the function or method that a job names."""
    owner, _, method = job["function"].partition(".")
    found = getattr(module, owner, None)
    if found is None:
        raise NoAnswer(missing(owner))
    if method:
        if not hasattr(found, "watched_by_clew"):
            watch(found, pipe)
            found.watched_by_clew = True
        return getattr(found([list(row) for row in job["values"]["board"]]), method)()
    if job["kind"] == "states":
        return [listed(found(*(tupled(each) for each in state))) for state in job["states"]]
    return listed(found(*arguments(pipe, job)))


def listed(answer: Any) -> Any:
    """Return a generator's items as a list."""
    return list(answer) if hasattr(answer, "__next__") else answer


def run_program(path: str, job: dict[str, Any]) -> Any:
    """Run the file as a program, and return the text of the file that its last argument names."""
    for name, text in job["files"].items():
        with open(name, "w", encoding="utf-8", newline="") as file:  # noqa: PTH123
            file.write(text)
    sys.argv = [path, *job["arguments"]]
    with suppress(SystemExit):
        runpy.run_path(path, run_name="__main__")
    if not os.path.exists(sys.argv[-1]):  # noqa: PTH110
        return None
    with open(sys.argv[-1], encoding="utf-8") as file:  # noqa: PTH123
        return file.read()


def load(path: str) -> Any:
    sys.path.insert(0, os.path.dirname(path))  # noqa: PTH120 - its own folder
    spec = spec_from_file_location("submission", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["submission"] = module
    spec.loader.exec_module(module)
    return module


def blamed(error: BaseException, path: str) -> str:
    """Describe an error on one line, with the line number in the student's file that raised it."""
    if isinstance(error, NoAnswer):
        return str(error)
    frames = traceback.extract_tb(error.__traceback__)[-child_probes.DEEPEST :]
    lines = [frame.lineno for frame in frames if frame.filename == path]
    where = f"line {lines[-1]}: " if lines else ""
    return f"{where}{type(error).__name__}: {str(error)[:200]}"


def main() -> None:
    reading, writing, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    sys.argv = [path]
    pipe = Pipe(reading, writing)
    first = pipe.receive()
    try:
        left, private = confine.confine(os.path.dirname(path), **first)  # noqa: PTH120
    except OSError as error:
        pipe.send("unconfined", str(error))
        return
    pipe.send("confined", left, private)
    module: Any = None
    while True:
        job = pipe.receive()
        try:
            if job["kind"] == "program":
                answer = run_program(path, job)
            else:
                module = module or load(path)
                answer = perform(pipe, module, job)
            pipe.send("done", child_probes.plain(answer))
        except BaseException as error:  # any error here comes from the student's code
            pipe.send("failed", blamed(error, path))


if __name__ == "__main__":
    main()
