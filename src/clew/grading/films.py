"""Films of students' searches: logs replayed as search events, next to the reference search."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace
from html import escape
from itertools import count
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, cast

from clew.core.arguments import advice
from clew.core.errors import ClewError
from clew.core.events import PATH, SET, TREE, Event, Kind
from clew.core.faces import CSP, Game, StateSpace, Verdict, domain
from clew.core.puzzle import Puzzle, as_puzzle
from clew.core.result import Run, Stopped
from clew.film import Film, record
from clew.film.page import html
from clew.grading.assignment import Task, of_puzzle
from clew.grading.games import GameTree, best_move, visits
from clew.grading.grading import run
from clew.grading.graph import Graph
from clew.grading.log import ASSIGN, EXPAND, PRUNE, TEST, UNASSIGN, Call, Fault, Instance, Log
from clew.grading.networks import ConstraintNetwork, positions
from clew.grading.student import StudentProcess, unwinding
from clew.model.game import game
from clew.model.walk import walk
from clew.rules import Table
from clew.search.space.graph import Path as Found
from clew.search.strategy import Strategy

HALTED = "stopped at the first wrong choice"


class FilmedLog(Strategy):
    """A log that's replayed as the events of a search, under the name of the student's function."""

    summary: ClassVar[str] = "A search reconstructed from its calls."
    log: Log

    def __init__(self, log: Log, name: str) -> None:
        object.__setattr__(self, "log", log)
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "title", name)


class FilmedStates(FilmedLog):
    """A search of a state space.

    The log doesn't tell how the function orders its frontier, or how it remembers paths. So each
    state hangs below the state from which it was reached most cheaply so far or, on the path that
    the function returned, below the one before it.
    """

    face: ClassVar[type] = StateSpace
    holds: ClassVar[str] = SET
    prices: Mapping[tuple[Any, Any], int]

    def __init__(self, log: Log, name: str) -> None:
        super().__init__(log, name)
        graph: Graph = log.instance
        prices = {
            (state, after): cost for state, out in graph.edges.items() for _, after, cost in out
        }
        object.__setattr__(self, "prices", prices)
        object.__setattr__(self, "ranked_by", "g" if {*prices.values()} - {1} else "")

    def __call__(self, space: Any, run: Run, /) -> Iterator[Found]:
        way = _way(self.log)
        before = dict(zip(way[1:], way, strict=False))
        reached = {space.start: _Reached(0, -1, 0, 0)}
        numbers = count(1)
        for state in _taken(self.log):
            if state not in reached:
                continue  # the search never reached this state, so it has no place in the tree
            here = reached[state]
            run.stats.nodes += 1
            self.tell(run, Kind.EXPAND, here)
            space.is_goal(state)
            for _, child in space.successors(state):
                cost = here.cost + self.prices.get((state, child), 1)
                known = reached.get(child)
                on_way = before.get(child) == state
                if known is None or cost < known.cost or (on_way and known.parent != here.number):
                    found = _Reached(next(numbers), here.number, here.depth + 1, cost)
                    reached[child] = found
                    self.tell(run, Kind.GENERATE, found)
                else:
                    _tell(run, Kind.DUPLICATE, here.depth + 1, -1, here.number)
        yield from _answer(space, self.log, run)

    def tell(self, run: Run, kind: Kind, node: _Reached) -> None:
        why = (node.cost, node.cost) if self.ranked_by else ()
        if run.trace is not None:
            run.trace(Event(kind, node.depth, node.number, node.parent, why))


class _Reached(NamedTuple):
    """The node of a state, the node above it, and the depth and cost of its path."""

    number: int
    parent: int
    depth: int
    cost: int


def _way(log: Log) -> list[Any]:
    """Return the states on the path that the function returned."""
    graph: Graph = log.instance
    states = [graph.start]
    for action in log.answer if isinstance(log.answer, list | tuple) else ():
        states += [after for name, after, _ in graph.edges[states[-1]] if name == action][:1]
    return states


def _tell(run: Run, kind: Kind, depth: int, subject: int, value: int) -> None:
    if run.trace is not None:
        run.trace(Event(kind, depth, subject, value))


def _taken(log: Log) -> Iterator[Any]:
    """Yield the states in the order in which the search took them, without immediate repeats."""
    before: Any = log
    last = len(log.calls) - 1
    for at, call in enumerate(log.calls):
        if call.name == EXPAND or (call.name == TEST and (call.value or at == last)):
            if before is log or call.subject != before:
                yield call.subject
            before = call.subject


def _answer(space: Any, log: Log, run: Run) -> Iterator[Found]:
    graph: Graph = log.instance
    states = _way(log)
    if not graph.is_goal(states[-1]):
        raise Stopped(HALTED)
    _tell(run, Kind.ANSWER, len(states) - 1, -1, -1)
    yield Found(space, states)


class FilmedAssignments(FilmedLog):
    """A backtracking search."""

    face: ClassVar[type] = CSP
    holds: ClassVar[str] = TREE

    def __call__(self, csp: CSP, run: Run, /) -> Iterator[tuple[int, ...]]:
        log = self.log
        names = list(log.instance.domains)
        for _, call, position in positions(log):
            variable, held = names.index(call.subject), position.assignment
            if call.subject in held and call.name in (ASSIGN, UNASSIGN):
                _tell(run, Kind.BACK, len(held), variable, held[call.subject])
            if call.name == ASSIGN:
                depth = position.level_of(call.subject) + 1
                run.stats.nodes += 1
                _tell(run, Kind.TRY, depth, variable, call.value)
            elif call.name == PRUNE and call.subject not in held:
                _tell(run, Kind.PRUNE, len(held), variable, 1 << call.value)
        if not isinstance(log.answer, dict) or log.instance.broken(log.answer):
            raise Stopped(HALTED)
        _tell(run, Kind.ANSWER, len(names), -1, -1)
        yield tuple(log.answer[name] for name in names)


class FilmedGame(FilmedLog):
    """A game search. The values follow from the positions that it visited."""

    face: ClassVar[type] = Game
    holds: ClassVar[str] = PATH

    def __call__(self, game: Any, run: Run, /) -> Iterator[Verdict]:
        log, tree = self.log, cast(GameTree, self.log.instance)
        numbers: dict[str, int] = {}
        path: list[str] = []
        for state in visits(log):
            above = tree.parents[state]
            while path and path[-1] not in above:
                _leave(tree, run, path.pop(), numbers)
            path.append(state)
            numbers[state] = len(numbers)
            run.stats.nodes += 1
            parent = numbers.get(above[-1], 0) if above else -1
            _tell(run, Kind.EXPAND, len(above), numbers[state], parent)
            game.payoff(state)
        while path:
            _leave(tree, run, path.pop(), numbers)
        if best_move(log):
            raise Stopped(HALTED)
        _tell(run, Kind.ANSWER, 0, -1, -1)
        yield tree.verdict()


def _leave(tree: GameTree, run: Run, state: str, numbers: dict[str, int]) -> None:
    """Emit a position's value, if it follows from the positions visited so far."""
    value = tree.known(state, numbers)
    if value is not None:
        worth = value if tree.is_max(state) else -value
        _tell(run, Kind.VALUE, tree.depths[state], numbers[state], worth)


FILMED: dict[type, type[FilmedLog]] = {
    Graph: FilmedStates, ConstraintNetwork: FilmedAssignments, GameTree: FilmedGame,
}  # fmt: skip


def can_film(log: Log) -> bool:
    """Check whether this kind of instance can be filmed, and the log isn't empty."""
    return type(log.instance) in FILMED and bool(log.calls)


def film(log: Log, name: str) -> Film:
    """Return the film of a log, with the function's name as its title."""
    return record(_puzzle(log.instance), FILMED[type(log.instance)](log, name))


def _puzzle(instance: Graph | ConstraintNetwork | GameTree) -> Puzzle:
    """Convert an instance to a puzzle that can be drawn."""
    if isinstance(instance, GameTree):
        return game(instance, name="game")
    if isinstance(instance, Graph):
        made = walk(start=instance.start, goal=instance.is_goal, name="graph")
        return made(lambda state: [(str(move), s) for move, s, _ in instance.edges[state]])
    names = list(instance.domains)
    domains = tuple(domain(values) for values in instance.domains.values())
    rules = []
    for (one, other), clashes in instance.clashes.items():
        if names.index(one) < names.index(other):
            scope = names.index(one), names.index(other)
            pairs = ((a, b) for a in instance.domains[one] for b in instance.domains[other])
            allowed = frozenset(pair for pair in pairs if pair not in clashes)
            rules.append(Table(scope, f"{one} and {other}", allowed))
    bare: Any = CSP(domains, tuple(rules))
    return as_puzzle(bare)


def halted(log: Log, fault: Fault) -> Log:
    """Return the log up to its first wrong choice."""
    return replace(
        log, calls=log.calls[: fault.at + 1] if fault.at >= 0 else log.calls, answer=None
    )


def reference(log: Log, fault: Fault) -> Log:
    """Return the same search up to that point, followed by a choice that the rule allows."""
    before, wrong = log.calls[: max(fault.at, 0)], log.calls[fault.at]
    value = wrong.value
    if fault.allowed and wrong.name == ASSIGN:
        value = log.instance.domains[fault.allowed[0]][0]
    right = [Call(wrong.name, fault.allowed[0], value)] if fault.allowed else []
    return replace(log, calls=[*before, *right], answer=None)


def side_by_side(log: Log, fault: Fault, name: str) -> str:
    """Return a page with the student's search and the reference, both stopped where they differ."""
    both = film(halted(log, fault), name), film(reference(log, fault), "reference")
    frames = "".join(
        f'<iframe title="{escape(each.head["strategy"])}" srcdoc="{escape(_ending(each))}">'
        "</iframe>"
        for each in both
    )
    said = escape(str(fault))
    return (
        f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>{said}</title>'
        f"<style>{LOOK}</style><h1>{escape(name)}: {said}</h1><p>{escape(str(log.instance))}"
        f"<div>{frames}</div></html>\n"
    )


def _ending(each: Film) -> str:
    """Return the page of a film, opened at its last step."""
    show = f'<script type="module">globalThis.film?.go({len(each)});</script>'
    return html(each).replace("</body>", f"{show}</body>")


LOOK = (
    "body{font:15px/1.4 system-ui,sans-serif;margin:1rem;color:#1c2733;background:#fff}"
    "h1{font-size:1.2rem}div{display:flex;gap:1rem;flex-wrap:wrap}"
    "iframe{flex:1 1 30rem;height:92vh;border:1px solid #ccd5de}"
)


# -------------------------------------------------------------------- watching a file

SPACE = {
    "problem", "start", "goal", "successors", "neighbours", "is_goal", "actions", "result", "cost",
    "heuristic", "graph", "h", "goal_test",
}  # fmt: skip
NETWORK = {"csp", "variables", "domains", "neighbors", "constraints"}
GAME = {"game", "state"}
FIGURE = "((3 12 8) (2 4 6) (14 5 2))"
"""The tree of Russell and Norvig, figure 5.2."""


class CannotWatch(ClewError, ValueError):
    """The file has no search to watch. The message says why."""


def functions(file: Path) -> dict[str, list[str]]:
    """Return the functions in a file, each with its required arguments."""
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
    """Return the function to watch: the named one, or the first that accepts a probe."""
    found = functions(file)
    fits = {
        name: args
        for name, args in found.items()
        if args and any(set(args) <= each for each in (SPACE, NETWORK, GAME))
    }
    if function and function not in found:
        others = advice(function, list(found)) if found else "it defines none"
        raise CannotWatch(f"{file.name} has no function {function!r}: {others}")
    if function:
        fits = {function: fits[function]} if function in fits else {}
    if not fits:
        raise CannotWatch(
            f"{file.name} has no function that can be watched: "
            "call its first argument problem, csp or game"
        )
    return next(iter(fits.items()))


def instance_for(arguments: list[str], text: str = "") -> Instance:
    """Return the instance that the text describes, or a small default one.

    The text is a puzzle's id, edges, rules or a tree.
    """
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
    """Run a function on a probe, and film its search."""
    name, arguments = watchable(file, function)
    instance = instance_for(arguments, text)
    with unwinding(), StudentProcess(file) as student:
        log = run(student, Task(name, arguments, "actions", [], ()), instance)
    if not log.calls:
        said = log.ending if log.failed else "never called the problem that it was given"
        raise CannotWatch(f"{file.name}: {name}: {said}")
    return film(log, name), log
