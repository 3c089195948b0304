"""Watch any student's search over a probe, with no change to the file."""

from __future__ import annotations

import ast
from pathlib import Path

from clew.core.errors import ClewError
from clew.film import Film
from clew.grading.assignment import Task, of_puzzle
from clew.grading.films import film
from clew.grading.game_tree import GameTree
from clew.grading.grading import run
from clew.grading.graph import Graph
from clew.grading.log import Instance, Log
from clew.grading.network import ConstraintNetwork
from clew.grading.student import StudentProcess, unwinding

SPACE = {
    "problem", "start", "goal", "successors", "neighbours", "is_goal", "actions", "result", "cost",
    "heuristic", "graph", "h", "goal_test",
}  # fmt: skip
NETWORK = {"csp", "variables", "domains", "neighbors", "constraints"}
GAME = {"game", "state"}
FIGURE = "((3 12 8) (2 4 6) (14 5 2))"
"""The tree of Russell and Norvig, figure 5.2."""


class CannotWatch(ClewError, ValueError):
    """There is no search to watch; the message says why."""


def functions(file: Path) -> dict[str, list[str]]:
    """The functions of a file, with the arguments that each must be given."""
    try:
        tree = ast.parse(file.read_text(encoding="utf-8"))
    except (SyntaxError, UnicodeDecodeError) as error:
        raise CannotWatch(f"{file.name}: {error}") from None
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            names = [each.arg for each in node.args.args]
            found[node.name] = names[: len(names) - len(node.args.defaults)]
    return found


def watchable(file: Path, function: str = "") -> tuple[str, list[str]]:
    """The function that is watched: the one named, or the first that takes what a probe gives."""
    found = functions(file)
    fits = {name: args for name, args in found.items() if args and _all(args, SPACE, NETWORK, GAME)}
    if function and function not in found:
        raise CannotWatch(f"{file.name}: found no function {function!r}, expected one of "
                          f"{', '.join(found) or 'some'}")  # fmt: skip
    if function:
        fits = {function: fits[function]} if function in fits else {}
    if not fits:
        known = ", ".join(sorted(SPACE | NETWORK | GAME))
        raise CannotWatch(f"{file.name}: found no function whose arguments are some of {known}")
    return next(iter(fits.items()))


def _all(arguments: list[str], *known: set[str]) -> bool:
    return any(set(arguments) <= each for each in known)


def instance_for(arguments: list[str], text: str = "") -> Instance:
    """What is searched: a puzzle by its id, edges, rules, a tree, or something small."""
    if ":" in text and " " not in text and ">" not in text and "-" not in text.split(":")[1]:
        return of_puzzle(text, {})
    if set(arguments) <= NETWORK:
        return ConstraintNetwork.parse(text) if text else ConstraintNetwork.random("watch")
    if set(arguments) <= GAME:
        return GameTree.parse(text or FIGURE)
    if not text:
        return Graph.random("watch", 10, 15, dearest=4)
    states = text.replace("-", " ").replace(">", " ").split()
    return Graph.parse(text, states[0], [states[-1].split(":")[0]])


def watch(file: Path, function: str = "", text: str = "") -> tuple[Film, Log]:
    """Run a function over a probe, and film what it does."""
    name, arguments = watchable(file, function)
    instance = instance_for(arguments, text)
    with unwinding(), StudentProcess(file) as student:
        log = run(student, Task(name, arguments, "actions", [], ()), instance)
    if not log.calls:
        said = log.ending if log.failed else "asked the probe nothing"
        raise CannotWatch(f"{file.name}: {name}: {said}")
    return film(log, name), log
