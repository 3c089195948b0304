"""An assignment is one TOML file: functions, the behaviours wanted of them, and instances."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from clew.core.errors import ClewError
from clew.grading.behaviours import RULES, SearchRule, typical
from clew.grading.course_instances import CellBoards, GivenInstance, toggles
from clew.grading.games import GameTree
from clew.grading.graph import Graph
from clew.grading.log import Instance
from clew.grading.networks import ConstraintNetwork
from clew.grading.student import Allowance, StudentProcess

EQUAL, TRIED = 0.05, 500
"""How far the work of two students' instances may differ, and how many are made to find one."""
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
    """An assignment that cannot be read; the message says where, found, expected."""


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
    """A function of the student's file, how it is called, and what is wanted of it."""

    function: str
    arguments: list[str]
    returns: str
    instances: list[str]
    behaviours: tuple[Behaviour, ...]


@dataclass(frozen=True)
class InstanceSource:
    """Where the instances of one name come from."""

    name: str
    data: dict[str, Any]
    hidden: bool

    def instances(self, seed: str) -> Iterator[tuple[str, Instance]]:
        """The instances, each with its name; random ones follow from the seed."""
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
            # Calls with given values, whose result is known or judged by a puzzle.
            if "solve" in self.data:
                yield self.name, GivenInstance(self.data["given"], self.data["solve"])
            for number, case in enumerate(self.data.get("cases", ()), 1):
                given = {name: value for name, value in case.items() if name != "expected"}
                yield f"{self.name} {number}", GivenInstance(given, expected=case.get("expected"))
        elif kind:
            rest = {key: each for key, each in self.data.items() if key not in (kind, "hidden")}
            yield self.name, KINDS[kind](self.data[kind], **rest)

    def _equal(self, seed: str, made: Callable[[str], Instance], name: str) -> Instance:
        """A random instance; with `equal`, one that takes the reference as long as any other's."""
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
            raise BadAssignment(f"instances.{self.name}: found none of equal work for {seed!r}")
        return closest


def of_puzzle(text: str, given: dict[str, Any]) -> Instance:
    """The space of a puzzle, or its constraints if it has no space."""
    from clew.core.faces import CSP, StateSpace
    from clew.core.puzzle import as_puzzle

    puzzle = as_puzzle(text)
    states = getattr(puzzle, "states", None)  # as people write them
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
    """What is graded, and how."""

    title: str
    tasks: tuple[Task, ...]
    sources: dict[str, InstanceSource]
    allowance: Allowance = field(default_factory=Allowance)
    seed: str = "clew"
    provides: dict[str, str] = field(default_factory=dict)
    """Files that lie beside the student's, by name."""
    folder: bool = False
    """Whether the student's file may import those that lie beside it."""

    @property
    def points(self) -> float:
        return sum(each.points for task in self.tasks for each in task.behaviours)

    def process(self, file: Path) -> StudentProcess:
        """The process of a student's file."""
        return StudentProcess(file, self.allowance, self.provides, self.folder)

    def instances(self, task: Task, seed: str = "") -> Iterator[tuple[str, Instance, bool]]:
        """The instances of a task: name, instance, and whether it is hidden."""
        for name in task.instances:
            source = self.sources[name]
            for where, instance in source.instances(seed or self.seed):
                yield where, instance, source.hidden


def find(path: str | Path) -> Path:
    """The file of an assignment: as named, or one that comes with Clew."""
    for place in (Path(path), TEMPLATES / f"{path}.toml"):
        if place.is_file():
            return place
    known = ", ".join(sorted(each.stem for each in TEMPLATES.glob("*.toml")))
    raise BadAssignment(f"found no file {str(path)!r}, expected one, or one of {known}")


def read(path: str | Path) -> Assignment:
    """Read an assignment: a file, or the name of one that comes with Clew."""
    place = find(path)
    try:
        return parse(tomllib.loads(place.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, BadAssignment) as error:
        raise BadAssignment(f"{place.name}: {error}") from None


def parse(data: dict[str, Any]) -> Assignment:
    """An assignment from the data of its file."""
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
                raise ValueError(f"found nothing to run, expected one of {', '.join(FORMS)}")
        except (ValueError, TypeError, KeyError) as error:
            raise BadAssignment(f"instances.{name}: {error}") from None
    tasks = tuple(_task(each, sources) for each in data.get("task", []))
    if not tasks:
        raise BadAssignment("found no [[task]], expected at least one")
    title, seed = str(data.get("title", "Assignment")), str(data.get("seed", "clew"))
    return Assignment(title, tasks, sources, Allowance(**limits), seed, data.get("provides", {}),
                      bool(data.get("folder")))  # fmt: skip


def _known(data: dict[str, Any], names: set[str], where: str) -> None:
    if wrong := sorted(set(data) - names):
        expected = ", ".join(sorted(names))
        raise BadAssignment(f"{where}: found {wrong[0]!r}, expected one of {expected}")


def _task(data: dict[str, Any], sources: dict[str, InstanceSource]) -> Task:
    where = f"task {data.get('function', '?')}"
    _known(data, {"function", "arguments", "returns", "instances", "behaviour"}, where)
    if "function" not in data:
        raise BadAssignment(f"{where}: found no function, expected its name")
    named = data.get("instances", list(sources))
    if missing := [name for name in named if name not in sources]:
        raise BadAssignment(f"{where}: found the instances {missing[0]!r}, expected one of "
                            f"{', '.join(sources)}")  # fmt: skip
    behaviours = tuple(_behaviour(each, where) for each in data.get("behaviour", []))
    arguments, returns = data.get("arguments", ["problem"]), data.get("returns", "actions")
    return Task(data["function"], arguments, returns, named, behaviours)


def _behaviour(data: dict[str, Any], where: str) -> Behaviour:
    rule = RULES.get(data.get("rule", ""))
    if rule is None:
        expected = ", ".join(RULES)
        raise BadAssignment(
            f"{where}: found the rule {data.get('rule')!r}, expected one of {expected}"
        )
    _known(data, {"rule", "points", "hidden", *rule.options}, f"{where}, {rule.name}")
    options = {name: data[name] for name in rule.options if name in data}
    return Behaviour(rule, options, float(data.get("points", 1)), bool(data.get("hidden")))
