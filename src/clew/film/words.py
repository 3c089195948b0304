"""Describe the steps of a film in words. `static/words.js` writes the same sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import inf
from typing import Any

from clew.board.text import plural
from clew.core.events import ONE, Event, Kind
from clew.core.grid import cell_name
from clew.core.phrases import spoken
from clew.film.film import Film
from clew.film.header import Places, read_places

REASONS = {
    "first": "it's the first in order", "random": "it was drawn at random",
    "dom/wdeg": "it has the fewest values for the weight of its rules",
}  # fmt: skip
"""The reason for choosing a variable, for rules whose reasons don't include numbers."""
OPTIONS = ("steps", "nodes", "seconds", "memory")
"""The limits that `clew trace` has options for: --max-steps and so on."""
CELL = r"r\d+c\d+"
LIMITS = {"seconds": "time"}
"""The names of limits, where they differ from the word in a result."""


class Narrator:
    """Describes what happens at each step of a film, and why."""

    def __init__(self, film: Film) -> None:
        self.film = film
        self.places = read_places(film.head)
        self.cols = film.head["board"]["cols"]
        self.said: dict[int, int] = dict(film.tables["said"])
        self.met: dict[int, int] = {}
        self.values = GameValues(film)
        self.takers: dict[int, int] = {}
        """For each node whose state was reached more cheaply, the node that took its place."""
        also = dict(film.tables["also"])
        for number in range(len(film)):
            kind, _, subject, *_ = film.step(number)
            if kind in (Kind.GENERATE, Kind.EXPAND) and subject >= 0:
                self.met.setdefault(subject, number)
            if kind == Kind.GENERATE and number in also:
                self.takers[also[number]] = subject

    def step(self, number: int) -> str:
        """Describe a step as a sentence."""
        event = self.film.event(number)
        kind, _, subject, value, why = event
        match kind:
            case Kind.TRY:
                onward = f", which has {plural(why[0], 'onward move')}" if why else ""
                return f"Try {self.assignment(subject, value)}{onward}."
            case Kind.PRUNE | Kind.FAIL:
                return self._loss(number, event)
            case Kind.BACK:
                return f"Backtrack: take back {self.assignment(subject, value, 'the')}."
            case Kind.UNDO:
                return f"Take back {self.assignment(subject, value, 'the')} to look for more."
            case Kind.ANSWER:
                return _solution(self.saying(number))
            case Kind.CHANGE:
                return f"{'Put' if self.moves else 'Set'} {self.assignment(subject, value)}."
            case Kind.CHOOSE:
                return f"Choose {self.variable(subject)}: {self.reason(value, *why)}."
            case Kind.CHECK:
                return self._tests(subject, value, why)
            case Kind.ENTER:
                one = self.film.head["holds"] == ONE
                return "Test the whole assignment." if one else "Start with nothing assigned."
            case Kind.INFER:
                lost = plural(why[0], "value")
                return f"Forward checking runs {plural(value, 'test')} and rules out {lost}."
            case Kind.EXPAND:
                return f"Expand {self.state(number)}{self._rank(why)}."
            case Kind.GENERATE:
                return self._generated(number, subject, why)
        return self._about_states(number, event)

    def _about_states(self, number: int, event: Event) -> str:
        kind, _, subject, value, why = event
        match kind:
            case Kind.DUPLICATE:
                return "Skip a successor that was reached before."
            case Kind.STUCK:
                return "Dead end: there is no way on."
            case Kind.DROP:
                taker = f", node {self.takers[subject]}" if subject in self.takers else ""
                return (
                    f"Skip node {subject}: the search has found a cheaper way to its state{taker}."
                )
            case Kind.CUT if subject >= 0:
                return self.values.cut(number)
            case Kind.CUT:
                return f"Cut off: {plain(value)} exceeds the limit of {plain(why[0])}."
            case Kind.KNOWN:
                worth = self.values.words(subject, value)
                return f"Node {subject} is already in the table, worth {worth}."
            case Kind.WINDOW:
                alpha, beta = map(signed, self.values.windows[self.film.step(number)[5]])
                return f"Only values between α = {alpha} and β = {beta} matter."
            case Kind.ROUND if value >= 0:
                wait = "is" if value == 1 else "are"
                return f"Start the next level: {plural(value, 'state')} {wait} waiting."
            case Kind.ROUND:
                return f"Start a round with a limit of {plain(subject)}."
            case _:
                return f"Node {subject} is worth {self.values.words(subject, value)}."

    def saying(self, number: int) -> str:
        """Return a step's move, or a solution's first line."""
        if number not in self.said:
            return ""
        words: str = self.film.tables["words"][self.said[number]]
        return words.partition("\n")[0]

    @property
    def moves(self) -> bool:
        """True if values are places on the board."""
        return self.places is not None and self.places.moves

    def assignment(self, variable: int, value: int, article: str = "a") -> str:
        """Name a variable with its value, or a piece with its place."""
        places = self.places
        if places is None or not places.moves:
            return f"{self.variable(variable)} = {self.text(variable, value)}"
        name, text = self._cell(places, variable, value), places.text(variable, value)
        piece = self.film.head["piece"]
        return f"{text if text.isdigit() or not piece else f'{article} {piece}'} at {name}"

    def text(self, variable: int, value: int) -> str:
        """Return the text of a value on the board."""
        names = self.film.head["names"]["values"]
        if self.places is not None and not names:
            return self.places.text(variable, value)
        return (names[value] if value < len(names) else "") or str(value)

    def variable(self, variable: int) -> str:
        """Return the name of a variable."""
        places, names = self.places, self.film.head["names"]["variables"]
        if places is not None and places.moves:
            return f"{'row' if places.by_variable else 'place'} {variable + 1}"
        if variable < len(names):
            return str(names[variable])
        return f"variable {variable + 1}" if places is None else self._cell(places, variable, 0)

    def _cell(self, places: Places, variable: int, value: int) -> str:
        return cell_name(places.cell(variable, value), self.cols)

    def reason(self, values: int, ties: int, degree: int) -> str:
        """Explain why a variable was chosen."""
        tied = f", tied with {plural(ties - 1, 'other')}" if ties > 1 else ""
        fewest = f"fewest values left ({values}{tied})"
        most = f"most constraint links to unassigned variables ({degree})"
        if ties > 1 and degree >= 0:
            return f"it has the {fewest} and the {most}"
        if ties > 1:
            return f"it's the first with the {fewest}"
        if ties == 1:
            return f"it has the {fewest}"
        if degree >= 0:
            return f"it has the {most}"
        return REASONS.get(self.film.head["select"], f"it has {plural(values, 'value')} left")

    def _loss(self, number: int, event: Event) -> str:
        kind, _, variable, _, (cause, unit) = event
        rule = self.rule(variable, cause, unit)
        if kind is Kind.FAIL and unit >= 0:
            return f"Dead end: {rule or 'a unit'} has no place for some value."
        if kind is Kind.FAIL:
            return f"Dead end: {self.variable(variable)} has no values left."
        lost = self._lost(variable, self.film.tables["sets"][self.film.step(number)[3]])
        if unit >= 0:
            return f"Rule out {lost}: another value has no other place in {rule or 'a unit'}."
        if cause == variable:
            return f"Rule out {lost}: a rule forbids it."
        return f"Rule out {lost} because of {self.variable(cause)}{f' ({rule})' if rule else ''}."

    def rule(self, variable: int, cause: int, unit: int) -> str:
        """Return the name of the rule that excludes a value, or "" if that's uncertain."""
        head = self.film.head
        if unit >= 0:
            number = head["units"][unit] if unit < len(head["units"]) else -1
            return head["rules"][number][0] if number >= 0 else ""
        both = [label for label, scope in head["rules"] if variable in scope and cause in scope]
        return both[0] if len(both) == 1 else ""

    def _lost(self, variable: int, values: Iterable[int]) -> str:
        if self.places is not None and self.places.moves:
            return spoken(self._cell(self.places, variable, value) for value in values)
        texts = spoken(self.text(variable, value) for value in values)
        name = self.variable(variable)
        return f"{texts} {'in' if re.fullmatch(CELL, name) else 'for'} {name}"

    def _tests(self, variable: int, checks: int, why: Sequence[Any]) -> str:
        if variable < 0:
            are = "is" if why and why[0] == 1 else "are"
            conflicts = f": {plural(why[0], 'variable')} {are} in conflict" if why else ""
            return f"Test {plural(checks, 'rule')}{conflicts}."
        name, tests = self.variable(variable), plural(checks, "test")
        if why:
            are = "is" if why[0] == 1 else "are"
            return f"Test the values of {name}: {plural(why[0], 'value')} {are} left after {tests}."
        return f"Test the neighbours of {name}: {tests}."

    def state(self, number: int) -> str:
        """Name a state that is expanded, with its depth and the move that led to it."""
        _, depth, subject, parent, *_ = self.film.step(number)
        move = self.saying(self.met.get(subject, number))
        via = f" via {quoted(move)}" if move else ""
        origin = "" if parent < 0 else f"; from node {parent}{via}"
        return f"node {subject} (depth {depth}{origin})"

    def _generated(self, number: int, subject: int, why: Sequence[Any]) -> str:
        move = self.saying(number)
        by = f" (reached by {quoted(move)})" if move else ""
        if subject < 0:
            return f"Generate a successor{by}{self._rank(why)}."
        return f"Add node {subject}{by} to the frontier{self._rank(why)}."

    def _rank(self, why: Sequence[Any]) -> str:
        """Return the numbers that determine a state's place in the frontier."""
        if not why:
            return ""
        (g, rank), by = why, self.film.head["rank"]
        if by == "f" and rank is None:
            return f" with f = {plain(g)} + ∞ = ∞"
        if by == "f":
            return f" with f = {plain(g)} + {plain(rank - g)} = {plain(rank)}"
        return f" with {by} = {plain(rank)}"


class GameValues:
    """The values of a game tree, all seen by MAX: the player who moves at the start."""

    def __init__(self, film: Film) -> None:
        self.film = film
        self.also: dict[int, int] = dict(film.tables["also"])
        self.levels: dict[int, int] = {}
        """For each node, how many moves lead to it."""
        self.roots: dict[int, int] = {}
        self.windows: dict[int, tuple[float, float]] = {}
        """For each node, alpha and beta when the search reaches it."""
        for number in range(len(film)):
            kind, depth, subject, value, _, node = film.step(number)
            if kind in (Kind.EXPAND, Kind.GENERATE) and subject not in self.levels:
                above = self.levels.get(value, -1)
                self.levels[subject] = depth or above + 1
                self.roots[subject] = self.roots.get(value, subject)
            elif kind == Kind.WINDOW:
                alpha: Any = subject
                beta: Any = value
                low = -inf if alpha is None else alpha
                high = inf if beta is None else beta
                self.windows[node] = (low, high) if self.is_max(node) else (-high + 0, -low + 0)

    def is_max(self, node: int) -> bool:
        """Check whether MAX is to move at a node."""
        return self.levels.get(node, 0) % 2 == 0

    def seen(self, node: int, value: Any) -> Any:
        """Return a value, given for the player to move at a node, as MAX sees it."""
        return (value if self.is_max(node) else -value) + 0

    def bound(self, node: int, value: Any) -> str:
        """Return "at least " or "at most " if a node's value is only a bound."""
        if node not in self.windows:
            return ""
        most = self.windows.get(self.roots[node], (-inf, inf))[1]
        if abs(value) >= most:
            return ""
        alpha, beta = self.windows[node]
        worth = self.seen(node, value)
        return "at least " if worth >= beta else "at most " if worth <= alpha else ""

    def words(self, node: int, value: Any) -> str:
        """Return a node's value in words, such as "+1: MAX wins"."""
        about, worth = self.bound(node, value), self.seen(node, value)
        number = f"{about}{signed(worth)}"
        if self.film.head["face"] == "impartial" or abs(worth) > 1 or about:
            return number
        return f"{number}: {'MAX wins' if worth > 0 else 'MIN wins' if worth < 0 else 'a draw'}"

    def cut(self, number: int) -> str:
        """Describe a cut, with its two numbers and the moves that it saves."""
        _, _, node, value, (limit,) = self.film.event(number)
        mover, other = ("MAX", "MIN") if self.is_max(node) else ("MIN", "MAX")
        best, limit = signed(self.seen(node, value)), signed(self.seen(node, limit))
        has = (
            f"{mover} has {best} here, {'at least β' if mover == 'MAX' else 'at most α'} = {limit}"
        )
        saved = self.also.get(number)
        if saved == 0:
            return f"{has}, but no other move is left to cut."
        rest = "" if saved is None else f" {saved} other moves aren't looked at."
        if saved == 1:
            rest = " 1 other move isn't looked at."
        return f"Cut: {has}, so {other} won't come here.{rest}"


LEAST = "−∞"


def plain(number: Any, infinite: str = "∞") -> str:
    """Return a number as text. None stands for infinity."""
    if number is None:
        return infinite
    whole = int(number) if number == int(number) else number
    return f"−{-whole}" if whole < 0 else f"{whole}"


def signed(number: Any) -> str:
    """Return a number as text, with its sign.

    >>> signed(1), signed(0), signed(-inf)
    ('+1', '0', '−∞')
    """
    if abs(number) == inf:
        return "∞" if number > 0 else LEAST
    return f"{'+' if number > 0 else ''}{plain(number)}"


def quoted(move: str) -> str:
    """Return a move in quotes, because some begin with words such as "to".

    >>> quoted("to Zerind")
    '"to Zerind"'
    """
    return f'"{move}"'


def _solution(said: str) -> str:
    return f"Solution: {said}{'' if said[-1] in '.…' else '.'}" if said else "Solution found."


def ending(film: Film) -> str:
    """Describe how a film ended."""
    end = film.end
    found = f"{plural(end['answers'], 'solution')} found"
    if end["status"] == "enough":
        return found
    if end["status"] == "stopped":
        limit = LIMITS.get(end["reason"], end["reason"])
        return f"stopped after {plural(len(film), 'step')} by the limit on {limit}"
    if not end["answers"]:
        return f"no solution: {end['reason']}"
    return f"{found}, and there are no more"


def summary_line(film: Film) -> str:
    """Sum up a film: its strategy, its length and its ending.

    >>> from clew.film import record
    >>> summary_line(record("queens:8", "bitboard"))
    'bitboard: 1 step, 1 solution found'
    >>> summary_line(record("queens:8", "backtracking", max_steps=6))
    'backtracking: stopped after 6 steps (--max-steps)'
    """
    steps, strategy = plural(len(film), "step"), film.head["strategy"]
    if film.end["status"] == "stopped":
        reason = film.end["reason"]
        limit = f"--max-{reason}" if reason in OPTIONS else reason
        return f"{strategy}: stopped after {steps} ({limit})"
    return f"{strategy}: {steps}, {ending(film)}"
