"""Assignments. Each is a TOML file with functions, their required behaviours, and instances."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from clew.core.arguments import advice
from clew.core.errors import ClewError
from clew.grading.behaviours import RULES, SearchRule, typical
from clew.grading.course_instances import CellBoards, GivenInstance, toggles
from clew.grading.games import GameTree
from clew.grading.graph import Graph
from clew.grading.log import Instance
from clew.grading.networks import ConstraintNetwork
from clew.grading.student import Allowance, StudentProcess

EQUAL, TRIED = 0.05, 500
"""By how much the work may differ between students' instances, and how many candidates to try."""
TEMPLATES = Path(__file__).with_name("assignments")
KINDS: dict[str, Any] = {
    "graph": Graph.parse,
    "network": ConstraintNetwork.parse,
    "tree": GameTree.parse,
    "toggles": toggles,
    "cells": CellBoards.parse,
}
FORMS = (*KINDS, "random", "puzzle", "solve", "cases")
RANDOM: dict[str, Any] = {
    "graph": Graph.random, "network": ConstraintNetwork.random, "tree": GameTree.random,
}  # fmt: skip


class BadAssignment(ClewError, ValueError):
    """The assignment can't be read. The message says where, and what Clew expects there."""


@dataclass(frozen=True)
class Behaviour:
    """A rule with its options, points, and whether students see what went wrong."""

    rule: SearchRule
    options: dict[str, Any]
    points: float
    hidden: bool = False

    @property
    def name(self) -> str:
        said = " ".join(str(value) for value in self.options.values())
        return f"{self.rule.name} {said}".strip()


@dataclass(frozen=True)
class Task:
    """A function of the student's file, how to call it, and the behaviours it must show."""

    function: str
    arguments: list[str]
    returns: str
    instances: list[str]
    behaviours: tuple[Behaviour, ...]


@dataclass(frozen=True)
class InstanceSource:
    """The source of the instances under one name."""

    name: str
    data: dict[str, Any]
    hidden: bool

    def instances(self, seed: str) -> Iterator[tuple[str, Instance]]:
        """Yield the instances, each with its name. The seed determines the random ones."""
        kind = next((each for each in KINDS if each in self.data), "")
        if "random" in self.data:
            options = dict(self.data["random"])
            made = RANDOM[options.pop("kind", "graph")]
            for number in range(self.data.get("count", 1)):
                where = f"{self.name} {number + 1}"
                yield where, self._equal(seed, partial(made, **options), f"{self.name}/{number}")
        elif "puzzle" in self.data:
            yield self.name, of_puzzle(self.data["puzzle"], self.data.get("given", {}))
        elif "solve" in self.data or "cases" in self.data:
            # Calls with given values. The assignment has the result, or a puzzle that judges it.
            if "solve" in self.data:
                yield self.name, GivenInstance(self.data["given"], self.data["solve"])
            for number, case in enumerate(self.data.get("cases", ()), 1):
                given = {name: value for name, value in case.items() if name != "expected"}
                yield f"{self.name} {number}", GivenInstance(given, expected=case.get("expected"))
        elif kind:
            rest = {key: each for key, each in self.data.items() if key not in (kind, "hidden")}
            yield self.name, KINDS[kind](self.data[kind], **rest)

    def _equal(self, seed: str, made: Callable[[str], Instance], name: str) -> Instance:
        """Return a random instance. With `equal`, all take the reference search equal work."""
        measure = self.data.get("equal")
        if measure is None:
            return made(f"{seed}/{name}")
        wanted = typical(made(f"/{name}"), measure)
        tried = (made(f"{seed}/{name}/{number}") for number in range(TRIED))
        off, closest = 1.0, None
        for instance in tried:
            now = abs(typical(instance, measure) - wanted) / max(wanted, 1)
            if now < off:
                off, closest = now, instance
            if now <= EQUAL:
                break
        if closest is None or off > EQUAL:
            raise BadAssignment(
                f"instances.{self.name}: no instance of equal work found for {seed!r}: "
                "narrow the ranges of `random`"
            )
        return closest


def of_puzzle(text: str, given: dict[str, Any]) -> Instance:
    """Return the state space of a puzzle, or its constraints if it has none."""
    from clew.core.faces import CSP, StateSpace
    from clew.core.puzzle import as_puzzle

    puzzle = as_puzzle(text)
    states = getattr(puzzle, "states", None)  # the states as people write them
    for face in puzzle.faces:
        if face is StateSpace:
            graph = Graph.of_space(puzzle.face(face))
            if not given:
                return graph
            named = graph.renamed(lambda moves: tuple(states(moves))[-1]) if states else graph
            return replace(named, given=given)
        if face is CSP:
            return ConstraintNetwork.of_csp(puzzle.face(face))
    raise BadAssignment(f"found {text!r}, expected a puzzle with a space or with constraints")


@dataclass(frozen=True)
class Assignment:
    """An assignment: the tasks, the instances, and the limits of a run."""

    title: str
    tasks: tuple[Task, ...]
    sources: dict[str, InstanceSource]
    allowance: Allowance = field(default_factory=Allowance)
    seed: str = "clew"
    provides: dict[str, str] = field(default_factory=dict)
    """Files in the student's folder, by name."""
    folder: bool = False
    """True if the student's file may import other modules from its folder."""

    @property
    def points(self) -> float:
        return sum(each.points for task in self.tasks for each in task.behaviours)

    def process(self, file: Path) -> StudentProcess:
        """Return a process for a student's file."""
        return StudentProcess(file, self.allowance, self.provides, self.folder)

    def instances(self, task: Task, seed: str = "") -> Iterator[tuple[str, Instance, bool]]:
        """Yield a task's instances: the name, the instance, and whether it's hidden."""
        for name in task.instances:
            source = self.sources[name]
            for where, instance in source.instances(seed or self.seed):
                yield where, instance, source.hidden


def find(path: str | Path) -> Path:
    """Return the path of an assignment: a given file, or a built-in assignment's file."""
    for place in (Path(path), TEMPLATES / f"{path}.toml"):
        if place.is_file():
            return place
    known = sorted(each.stem for each in TEMPLATES.glob("*.toml"))
    raise BadAssignment(f"{path}: no such file or built-in assignment: {advice(path, known)}")


def read(path: str | Path) -> Assignment:
    """Read an assignment from a file, or a built-in one by its name."""
    place = find(path)
    try:
        return parse(tomllib.loads(place.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, BadAssignment) as error:
        raise BadAssignment(f"{place.name}: {error}") from None


def parse(data: dict[str, Any]) -> Assignment:
    """Return the assignment that a file's data describes."""
    _known(data, {"title", "limits", "seed", "task", "instances", "provides", "folder"}, "the file")
    limits = data.get("limits", {})
    _known(limits, {"cpu_seconds", "memory", "file_size", "disk", "calls"}, "limits")
    sources = {
        name: InstanceSource(name, each, bool(each.get("hidden")))
        for name, each in data.get("instances", {}).items()
    }
    for name, source in sources.items():
        try:
            if not list(source.instances("check")):
                raise ValueError(f"it describes no instance: {advice('', list(FORMS))}")
        except (ValueError, TypeError, KeyError) as error:
            raise BadAssignment(f"instances.{name}: {error}") from None
    tasks = tuple(_task(each, sources) for each in data.get("task", []))
    if not tasks:
        raise BadAssignment("there's no [[task]]: add one for each function to grade")
    title, seed = str(data.get("title", "Assignment")), str(data.get("seed", "clew"))
    return Assignment(title, tasks, sources, Allowance(**limits), seed, data.get("provides", {}),
                      bool(data.get("folder")))  # fmt: skip


def _known(data: dict[str, Any], names: set[str], where: str) -> None:
    if wrong := sorted(set(data) - names):
        raise BadAssignment(f"{where}: unknown key {wrong[0]!r}: {advice(wrong[0], sorted(names))}")


def _task(data: dict[str, Any], sources: dict[str, InstanceSource]) -> Task:
    where = f"task {data.get('function', '?')}"
    _known(data, {"function", "arguments", "returns", "instances", "behaviour"}, where)
    if "function" not in data:
        raise BadAssignment(f"{where}: a task needs the name of its function")
    named = data.get("instances", list(sources))
    if missing := [name for name in named if name not in sources]:
        raise BadAssignment(f"{where}: there are no instances {missing[0]!r}: "
                            f"{advice(missing[0], list(sources))}")  # fmt: skip
    behaviours = tuple(_behaviour(each, where) for each in data.get("behaviour", []))
    arguments, returns = data.get("arguments", ["problem"]), data.get("returns", "actions")
    return Task(data["function"], arguments, returns, named, behaviours)


def _behaviour(data: dict[str, Any], where: str) -> Behaviour:
    rule = RULES.get(data.get("rule", ""))
    if rule is None:
        name = data.get("rule", "")
        raise BadAssignment(f"{where}: unknown rule {name!r}: {advice(name, list(RULES))}")
    _known(data, {"rule", "points", "hidden", *rule.options}, f"{where}, {rule.name}")
    options = {name: data[name] for name in rule.options if name in data}
    return Behaviour(rule, options, float(data.get("points", 1)), bool(data.get("hidden")))
