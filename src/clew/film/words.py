"""Describe the steps of a film in words. `static/words.js` writes the same sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
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
        for number in range(len(film)):
            kind, _, subject, *_ = film.step(number)
            if kind in (Kind.GENERATE, Kind.EXPAND) and subject >= 0:
                self.met.setdefault(subject, number)

    def step(self, number: int) -> str:
        """Describe a step as a sentence."""
        event = self.film.event(number)
        kind, depth, subject, value, why = event
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
        return self._about_states(kind, depth, subject, value, why)

    def _about_states(
        self, kind: Kind, depth: int, subject: int, value: int, why: Sequence[Any]
    ) -> str:
        match kind:
            case Kind.DUPLICATE:
                return "Skip a successor that was reached before."
            case Kind.STUCK:
                return "Dead end: there is no way on."
            case Kind.DROP:
                return f"Skip state {subject}: the search has found a cheaper way to it."
            case Kind.CUT if subject >= 0:
                best, beta = plain(value), plain(why[0])
                return f"Cut: {best} is at least β = {beta}, so the other moves don't matter."
            case Kind.CUT:
                return f"Cut off: {plain(value)} exceeds the limit of {plain(why[0])}."
            case Kind.KNOWN:
                return f"State {subject} is already in the table: {self._known(value)}."
            case Kind.WINDOW:
                alpha, beta = plain(subject, LEAST), plain(value)
                return f"Only values between α = {alpha} and β = {beta} matter."
            case Kind.ROUND if value >= 0:
                wait = "is" if value == 1 else "are"
                return f"Start the next level: {plural(value, 'state')} {wait} waiting."
            case Kind.ROUND:
                return f"Start a round with a limit of {plain(subject)}."
            case _:
                return f"State {subject} {self._worth(value)}."

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
        most = f"most unassigned neighbours ({degree})"
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
        _, depth, subject, parent, _ = self.film.step(number)
        move = self.saying(self.met.get(subject, number))
        via = f" via {quoted(move)}" if move else ""
        origin = "" if parent < 0 else f"; from state {parent}{via}"
        return f"state {subject} (depth {depth}{origin})"

    def _generated(self, number: int, subject: int, why: Sequence[Any]) -> str:
        move = self.saying(number)
        by = f" (reached by {quoted(move)})" if move else ""
        if subject < 0:
            return f"Generate a successor{by}{self._rank(why)}."
        return f"Add state {subject}{by} to the frontier{self._rank(why)}."

    def _rank(self, why: Sequence[Any]) -> str:
        """Return the numbers that determine a state's place in the frontier."""
        if not why:
            return ""
        (g, rank), by = why, self.film.head["rank"]
        if by == "f":
            return f" with f = {plain(g)} + {plain(rank - g)} = {plain(rank)}"
        return f" with {by} = {plain(rank)}"

    def _result(self, value: int) -> str:
        """Describe a value as a result for the player to move, or return "" if it isn't one."""
        if self.film.head["face"] == "impartial" or abs(value) > 1:
            return ""
        return "a win" if value > 0 else "a loss" if value < 0 else "a draw"

    def _worth(self, value: int) -> str:
        result = self._result(value)
        return f"is {result}" if result else f"has the value {plain(value)}"

    def _known(self, value: int) -> str:
        return self._result(value) or f"its value is {plain(value)}"


LEAST = "−∞"


def plain(number: Any, infinite: str = "∞") -> str:
    """Return a number as text. None stands for infinity."""
    if number is None:
        return infinite
    whole = int(number) if number == int(number) else number
    return f"−{-whole}" if whole < 0 else f"{whole}"


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
