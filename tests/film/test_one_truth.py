"""At every step of every film, all panels speak of the same node.

`panels.js` prints what the player shows. This test works out what's true from the rules of the
puzzle: it follows the moves on the way in the tree, and recomputes costs, windows and cuts.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any

import pytest

from clew.core.events import ONE, TREE, TWO_QUEUES, WAITING, Kind
from clew.core.faces import Game, StateSpace
from clew.core.puzzle import Puzzle, Unsuited
from clew.core.registry import all_puzzles
from clew.film import Film, record, tells_steps
from clew.film.moment import Player
from clew.search.auto import choose, suits
from clew.search.csp.assign import PartialAssignment
from clew.search.space.graph import cost_of
from clew.search.strategy import strategies

STATIC = Path(__file__).parents[2] / "src" / "clew" / "film" / "static"
PANELS = Path(__file__).with_name("panels.js")
FEW, MANY = 90, 600
"""The maximum number of steps per film: in the sample, and in all films."""
SECONDS = 2
ALSO = (
    "alpha-beta:symmetry=yes", "backtracking:select=first,infer=none", "depth-first:visited=path",
    "backtracking:infer=mac",
)  # fmt: skip

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="no node")


def panels(films: list[Film]) -> list[list[dict[str, Any]]]:
    """Return what each panel shows at each step of these films."""
    code = PANELS.read_text("utf-8").replace("FOLDER", STATIC.as_uri())
    ran = subprocess.run(
        ["node", "--input-type=module", "-e", code],
        input="\n".join(film.json() for film in films),
        capture_output=True, text=True, check=True, timeout=600,
    )  # fmt: skip
    return [json.loads(line) for line in ran.stdout.splitlines()]


def films_of(puzzle: Puzzle, most: int) -> Iterator[Film]:
    for name in (*strategies(), *ALSO):
        strategy = choose(puzzle, name)
        if tells_steps(strategy) and suits(puzzle, strategy):
            yield record(puzzle, strategy, max_steps=most, max_seconds=SECONDS)


# ------------------------------------------------------------------ what is true


class Truth:
    """The facts about a film's nodes, found by following its moves with the rules of the puzzle."""

    def __init__(self, film: Film, puzzle: Puzzle) -> None:
        self.film, self.puzzle = film, puzzle
        self.holds, self.rank = film.head["holds"], film.head["rank"]
        self.is_game = film.head["face"] == "game"
        face = Game if self.is_game else StateSpace
        self.face: Any = puzzle.face(face) if face in puzzle.faces else None
        self.player = Player(film)
        self.boards: dict[int, Any] = dict(film.tables["boards"])
        self.words: dict[int, int] = dict(film.tables["said"])
        self.states: dict[int, Any] = {}
        self.latest: dict[Any, int] = {}
        """For each state, the last node with it."""
        self.cost: dict[int, Any] = {}
        self.level: dict[int, int] = {}
        self.parent: dict[int, int] = {}
        self.waiting: list[int] = []
        self.values: dict[int, Any] = {}
        self.children: dict[int, list[int]] = {}
        self.path: list[int] = [0]
        self.assigned: dict[int, tuple[tuple[int, int], ...]] = {0: ()}
        self.tries = self.tests = 0

    def enter(self, number: int, node: int, parent: int, depth: int) -> None:
        """Note a node, and find its state by the move that the film names."""
        if node in self.parent:
            return
        self.parent[node] = parent
        self.children.setdefault(parent, []).append(node)
        self.level[node] = depth or (self.level[parent] + 1 if parent in self.level else 0)
        if self.face is None:
            return
        if parent < 0 and self.level[node] == 0 and (node == 0 or self.holds != TWO_QUEUES):
            self.states[node], self.cost[node] = self.face.start, 0
        elif parent in self.states and number in self.words:
            said = self.film.tables["words"][self.words[number]]
            above = self.states[parent]
            for move, state in self.face.successors(above):
                if (move if isinstance(move, str) else self.puzzle.say(move)) == said:
                    price = cost_of(self.face)
                    self.states[node] = state
                    self.latest[state] = node
                    self.cost[node] = self.cost[parent] + (
                        1 if price is None else price(above, move, state)
                    )
                    break

    def seen(self, node: int, value: Any) -> Any:
        """Return a value for who moves at a node, as the player at the start sees it."""
        return value if self.level[node] % 2 == 0 else -value

    def replaced(self, node: int) -> bool:
        """Check whether the search has reached the state of a waiting node more cheaply since."""
        if self.rank not in ("g", "f") or node not in self.states:
            return False
        return self.latest[self.states[node]] != node

    def best(self, node: int) -> Any:
        known = [
            self.seen(child, self.values[child])
            for child in self.children.get(node, ())
            if child in self.values and self.level[child] == self.level[node] + 1
        ]
        pick = max if self.level[node] % 2 == 0 else min
        return pick(known) if known else None

    def window(self, node: int, most: Any) -> tuple[Any, Any]:
        """Return alpha and beta at a node, from the values of finished branches alone."""
        way = [node]
        while self.parent[way[-1]] >= 0:
            way.append(self.parent[way[-1]])
        low, high = -most, most
        for each in reversed(way):
            best = self.best(each)
            if best is None:
                continue
            if self.parent[each] < 0:
                low = max(low, best - 1)
            elif self.level[each] % 2 == 0:
                low = max(low, best)
            else:
                high = min(high, best)
        return low, high


def number(text: str) -> Any:
    """Read a number as the player writes it."""
    text = text.removeprefix("at least ").removeprefix("at most ").replace("−", "-")
    return {"∞": inf, "-∞": -inf}.get(text.lstrip("+")) or float(text)


class Walk:
    """One walk through a film. It collects every place where two panels disagree."""

    def __init__(self, film: Film, shown: list[dict[str, Any]]) -> None:
        self.film, self.shown = film, shown
        from clew import parse

        self.puzzle = parse(film.head["id"])
        self.truth = Truth(film, self.puzzle)
        self.faults: list[str] = []
        self.checked = 0
        self.at = 0
        self.here = self.root = -1
        self.main: int | None = None
        self.most: Any = inf

    def fault(self, what: str, *found: Any) -> None:
        head, sentence = self.film.head, self.shown[self.at]["sentence"]
        place = f"{head['id']} {head['strategy']} step {self.at + 1}"
        self.faults.append(f"{place}: {what} {found} | {sentence}")

    def same(self, what: str, found: Any, true: Any) -> None:
        self.checked += 1
        if found != true:
            self.fault(what, found, true)

    def go(self) -> list[str]:
        for at, panel in enumerate(self.shown):
            self.at = at
            self.step(self.film.event(at), panel)
        return self.faults

    def step(self, event: Any, panel: dict[str, Any]) -> None:
        kind, depth, subject, value, why = event
        node = self.subject(kind, depth, subject, value)
        self.same("node of the step", panel["bead"], node)
        if not panel["detail"] or self.main is None:
            self.main = node
        self.same("node of a detail", node, self.main)
        named = re.match(r"(?:Expand|Skip|Dead end at|Node|In)? ?[Nn]ode (\d+)", panel["sentence"])
        if named and kind is not Kind.GENERATE:
            self.same("node in the sentence", int(named[1]), node)
        if self.truth.holds in (TREE, ONE):
            self.of_assignments(kind, subject, value, node, panel)
        elif node >= 0:
            self.of_states(kind, subject, value, why, node, panel)
        self.line(kind, node, panel)

    def subject(self, kind: Kind, depth: int, subject: int, value: int) -> int:
        """Return the node that an event is about, and note what it changes."""
        true = self.truth
        if true.holds == ONE:
            true.tests += kind is Kind.ENTER
            return true.tests - (kind is not Kind.CHANGE and true.tests > 0)
        if kind in (Kind.GENERATE, Kind.EXPAND) and subject >= 0:
            true.enter(self.at, subject, value, depth)
        if kind in (Kind.GENERATE, Kind.DUPLICATE):
            return value
        if true.holds == TREE:
            return self.of_tree(kind, subject, value)
        return self.of_space(kind, subject, value)

    def of_tree(self, kind: Kind, subject: int, value: int) -> int:
        true = self.truth
        if kind is Kind.TRY:
            true.tries += 1
            above = true.assigned[true.path[-1]]
            true.path.append(true.tries)
            true.assigned[true.tries] = (*above, (subject, value))
        elif kind in (Kind.BACK, Kind.UNDO):
            true.path.pop()
        return true.path[-1]

    def of_space(self, kind: Kind, subject: int, value: int) -> int:
        if kind is Kind.EXPAND:
            self.here = subject
            if value < 0:
                self.root, self.most = subject, self.stakes()
        elif kind is Kind.VALUE:
            self.truth.values.setdefault(subject, value)
        elif kind is Kind.ROUND:
            return -1
        if kind in (Kind.EXPAND, Kind.VALUE, Kind.DROP, Kind.KNOWN, Kind.STUCK):
            return subject
        if kind is Kind.CUT and subject >= 0:
            return subject
        if kind is Kind.ANSWER:
            return self.root if self.truth.is_game else max(0, self.here)
        return self.here

    def stakes(self) -> Any:
        """Return the most that a position can be worth, which the search knows at its root."""
        after = self.film.event(self.at + 1) if self.at + 1 < len(self.film) else None
        known = after is not None and after.kind is Kind.WINDOW and after.value is not None
        return after.value if after is not None and known else inf

    # -------------------------------------------------------------- assignments

    def of_assignments(
        self, kind: Kind, subject: int, value: int, node: int, panel: dict[str, Any]
    ) -> None:
        if self.truth.holds == ONE:
            return
        self.same("node in the tree", panel["ring"], node)
        path = self.truth.path
        self.same("node above in the tree", panel["above"], path[-2] if len(path) > 1 else -1)
        if self.film.head["variables"] is None:
            return
        true = dict(self.truth.assigned[node])
        held = {x: v for x, v in panel["assigned"] if x in true}
        self.same("assignment on the board", held, true)
        self.same("assigned variables", panel["open"], list(true))
        shown = dict(panel["values"])
        self.same("number assigned", shown["assigned"], str(len(true)))
        if kind not in (Kind.ANSWER, Kind.ROUND):
            self.same("the moment of the board", panel["shown"], self.at)

    # -------------------------------------------------------------- states

    def of_states(
        self, kind: Kind, subject: int, value: int, why: Any, node: int, panel: dict[str, Any]
    ) -> None:
        true = self.truth
        if kind is Kind.GENERATE and subject >= 0:
            true.waiting.append(subject)
        elif kind in (Kind.EXPAND, Kind.DROP) and subject in true.waiting:
            true.waiting.remove(subject)
        known = node in true.parent
        if not known:
            return
        self.same("node in the tree", panel["ring"], node)
        self.same("node above in the tree", panel["above"], max(-1, true.parent[node]))
        if kind is not Kind.ANSWER:
            self.board(node, panel)
        lane = panel["lane"]
        if lane is not None:
            here = [each for each, _, mark in lane if mark == "here"]
            self.same("card in the lane", here, [node])
        if panel["hollow"] is not None and true.holds in WAITING:
            wanted = [each for each in true.waiting if not true.replaced(each)]
            self.same("hollow nodes", sorted(panel["hollow"]), sorted(wanted))
            waits = sorted(each for each, _, mark in lane if mark != "here")
            self.same("cards that wait", waits, sorted(set(true.waiting) - {node}))
        self.next_one(lane)
        self.numbers(kind, value, why, node, panel)

    def next_one(self, lane: Any) -> None:
        """The card called next is what the search takes next."""
        marked = [node for node, note, _ in lane or () if note == "next"]
        for later in range(self.at + 1, len(self.film)):
            kind, _, subject, *_ = self.film.step(later)
            if kind == Kind.GENERATE:
                return
            if kind == Kind.EXPAND:
                if marked and self.truth.holds in WAITING and not self.truth.is_game:
                    self.same("next card", marked, [subject])
                return

    def board(self, node: int, panel: dict[str, Any]) -> None:
        true = self.truth
        shown = self.film.step(panel["shown"]) if panel["shown"] >= 0 else None
        self.same("node on the board", shown and shown[2], node)
        if true.face is not None and true.holds != TWO_QUEUES:
            self.same("the film says how to reach the node", node in true.states, True)
        if node not in true.states or isinstance(true.states[node], PartialAssignment):
            return
        try:
            wanted = self.puzzle.at(true.states[node]).board()
        except Unsuited:
            return
        patch = true.boards.get(panel["shown"])
        drawn = true.player.base if patch is None else true.player._patched(patch)
        self.same("cells of the board", drawn.cells, wanted.cells)

    def numbers(self, kind: Kind, value: int, why: Any, node: int, panel: dict[str, Any]) -> None:
        true, shown = self.truth, dict(panel["values"])
        if true.is_game:
            self.game_numbers(kind, value, why, node, panel, shown)
            return
        if true.holds != TWO_QUEUES:
            self.same("depth", shown["depth"], str(true.level[node]))
        if node not in true.cost:
            return
        if "g" in shown:
            self.same("g", number(shown["g"]), float(true.cost[node]))
        if "f" in shown:
            self.same("f", number(shown["f"]), number(shown["g"]) + number(shown["h"]))
            estimate = getattr(self.truth.face, "heuristic", None)
            if estimate is not None:
                self.same("h", number(shown["h"]), float(estimate(true.states[node])))

    def game_numbers(
        self, kind: Kind, value: int, why: Any, node: int, panel: dict[str, Any], shown: Any
    ) -> None:
        true = self.truth
        self.same("depth", shown["depth"], str(true.level[node]))
        self.same("to move", shown["to move"], "MIN" if true.level[node] % 2 else "MAX")
        best = true.best(node)
        self.same("best", number(shown["best"]) if "best" in shown else None, best)
        if node in true.values:
            self.same("value", number(shown["value"]), true.seen(node, true.values[node]))
        else:
            self.same("value", shown["value"], "?")
        if "α" in shown and self.same_stakes(node):
            found = number(shown["α"]), number(shown["β"])
            self.same("window", found, true.window(node, self.most))
        if kind is Kind.CUT:
            self.cut(node, best, panel["sentence"], shown)

    def cut(self, node: int, best: Any, sentence: str, shown: dict[str, str]) -> None:
        """A cut names the same numbers as the panels, and the moves that it saves."""
        true = self.truth
        numbers = re.search(r"has (\S+) here, at (least β|most α) = ([^\s,]+),", sentence)
        assert numbers
        is_max = true.level[node] % 2 == 0
        self.same("kind of cut", numbers[2], "least β" if is_max else "most α")
        self.same("best in the cut", number(numbers[1]), best)
        limit = number(shown["β" if is_max else "α"])
        self.same("limit in the cut", number(numbers[3]), limit)
        self.same("the cut is right", number(shown["α"]) >= number(shown["β"]), True)
        if node in true.states:
            moves = sum(1 for _ in true.face.successors(true.states[node]))
            saved = re.search(r"(\d+) other", sentence)
            left = moves - len(true.children[node])
            self.same("moves saved", int(saved[1]) if saved else 0, left)

    def same_stakes(self, node: int) -> bool:
        """Whether the windows follow from the start alone: not for a line that's searched again."""
        return self.truth.parent[node] < 0 or all(
            self.truth.level[child] == self.truth.level[node] + 1
            for child in self.truth.children.get(self.truth.parent[node], ())
        )

    def line(self, kind: Kind, node: int, panel: dict[str, Any]) -> None:
        """The line of code that's lit is the one that made the step."""
        true, line = self.truth, panel["line"]
        if kind is Kind.VALUE and true.is_game and true.states.get(node) is not None:
            over = true.face.payoff(true.states[node]) is not None
            if self.film.head["strategy"].split(":")[0] in ("minimax", "alpha-beta"):
                self.same("line of a payoff", "payoff" in line, over)
        if kind is Kind.CUT and true.is_game:
            self.same("line of a cut", "cut" in line, True)
        if kind in (Kind.BACK, Kind.UNDO) and "blame" not in line:
            self.same("line of a step back", "back" in line, True)


def walk(films: list[Film]) -> tuple[int, int, list[str]]:
    """Return the numbers of steps and of comparisons, and every disagreement."""
    steps, checked, faults = 0, 0, []
    for film, shown in zip(films, panels(films), strict=True):
        found = Walk(film, shown)
        faults += found.go()
        steps, checked = steps + len(film), checked + found.checked
    return steps, checked, faults


KINDS = list(all_puzzles())


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.name))
def test_panels_agree_at_every_step(kind: type[Puzzle]) -> None:
    """A sample: the shortest example of each kind, by every strategy that records its steps."""
    example = min(kind.examples, key=lambda each: len(each.text))
    films = list(films_of(kind.parse(example.text), FEW))
    if films:
        _, _, faults = walk(films)
        assert not faults, "\n".join(faults[:20])


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.name))
def test_panels_agree_in_all_films(kind: type[Puzzle]) -> None:
    for example in kind.examples:
        films = list(films_of(kind.parse(example.text), MANY))
        if films:
            _, _, faults = walk(films)
            assert not faults, "\n".join(faults[:20])
