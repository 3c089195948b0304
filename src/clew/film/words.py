"""The steps of a film in words: the specification of `static/words.js`, which says the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from clew.board.text import plural
from clew.core.events import ONE, Event, Kind
from clew.core.grid import cell_name
from clew.film.film import Film
from clew.film.header import Places, read_places

REASONS = {
    "first": "the first in order", "random": "drawn at random",
    "dom/wdeg": "the fewest values for the weight of its rules",
}  # fmt: skip
"""Why a variable is chosen, where no number says it."""


class Narrator:
    """Says what happens at each step of a film, and why."""

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
        """What happened at a step, as a sentence."""
        event = self.film.event(number)
        kind, depth, subject, value, why = event
        match kind:
            case Kind.TRY:
                onward = f": {plural(why[0], 'onward move')}" if why else ""
                return f"Try {self.assignment(subject, value)}{onward}."
            case Kind.PRUNE | Kind.FAIL:
                return self._loss(number, event)
            case Kind.BACK:
                return f"Go back: take away {self.assignment(subject, value)}."
            case Kind.UNDO:
                return f"Take away {self.assignment(subject, value)}, to look for more."
            case Kind.ANSWER:
                return _solution(self.saying(number))
            case Kind.CHANGE:
                return f"Change: {self.assignment(subject, value)}."
            case Kind.CHOOSE:
                return f"Choose {self.variable(subject)}: {self._reason(value, *why)}."
            case Kind.CHECK:
                return self._tests(subject, value, why)
            case Kind.ENTER:
                one = self.film.head["holds"] == ONE
                return "Test the whole assignment." if one else "Start with nothing assigned."
            case Kind.INFER:
                lost = plural(why[0], "value")
                return f"Forward checking: {plural(value, 'test')}, {lost} ruled out."
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
                return "A successor was reached before: leave it."
            case Kind.STUCK:
                return "A dead end: no way on."
            case Kind.DROP:
                return f"Leave state {subject}: it was reached more cheaply since."
            case Kind.CUT if subject >= 0:
                best, beta = plain(value), plain(why[0])
                return f"Cut: {best} is no less than β = {beta}, so the other moves do not matter."
            case Kind.CUT:
                return f"Cut off: {plain(value)} is beyond the limit {plain(why[0])}."
            case Kind.KNOWN:
                return f"State {subject} stands in the table: {self._worth(value)}."
            case Kind.WINDOW:
                alpha, beta = plain(subject, LEAST), plain(value)
                return f"Only values between α = {alpha} and β = {beta} matter."
            case Kind.ROUND if value >= 0:
                return f"The next level: {plural(value, 'state')} wait."
            case Kind.ROUND:
                return f"A round with the limit {plain(subject)}."
            case _:
                return f"State {subject} has the value {self._worth(value)}."

    def saying(self, number: int) -> str:
        """What was said with a step: a move, or the first line of what an answer says."""
        if number not in self.said:
            return ""
        words: str = self.film.tables["words"][self.said[number]]
        return words.partition("\n")[0]

    def assignment(self, variable: int, value: int) -> str:
        places = self.places
        if places is None or not places.moves:
            return f"{self.variable(variable)} = {self.text(variable, value)}"
        name, text = self._cell(places, variable, value), places.text(variable, value)
        piece = self.film.head["piece"]
        return f"{text if text.isdigit() or not piece else f'a {piece}'} at {name}"

    def text(self, variable: int, value: int) -> str:
        """How a value is written."""
        names = self.film.head["names"]["values"]
        if self.places is not None and not names:
            return self.places.text(variable, value)
        return (names[value] if value < len(names) else "") or str(value)

    def variable(self, variable: int) -> str:
        places, names = self.places, self.film.head["names"]["variables"]
        if places is not None and places.moves:
            return f"{'row' if places.by_variable else 'place'} {variable + 1}"
        if variable < len(names):
            return str(names[variable])
        return f"variable {variable + 1}" if places is None else self._cell(places, variable, 0)

    def _cell(self, places: Places, variable: int, value: int) -> str:
        return cell_name(places.cell(variable, value), self.cols)

    def _reason(self, values: int, ties: int, degree: int) -> str:
        """Why a variable was chosen."""
        left = f"fewest values left: {values}"
        if ties == 1:
            return left
        if ties > 1 and degree >= 0:
            return f"{left}; a tie of {ties}, most neighbours: {degree}"
        if ties > 1:
            return f"{left}; the first of {ties}"
        if degree >= 0:
            return f"most neighbours: {degree}"
        return REASONS.get(self.film.head["select"], f"values left: {values}")

    def _loss(self, number: int, event: Event) -> str:
        kind, _, variable, _, (cause, unit) = event
        rule = self.rule(variable, cause, unit)
        if kind is Kind.FAIL and unit >= 0:
            return f"Dead end: {rule or 'a unit'} cannot hold every value."
        if kind is Kind.FAIL:
            return f"Dead end: {self.variable(variable)} has no value left."
        lost = self._lost(variable, self.film.tables["sets"][self.film.step(number)[3]])
        if unit >= 0:
            return f"Rule out {lost}: {rule or 'a unit'} has one place left for another value."
        if cause == variable:
            return f"Rule out {lost}: a rule forbids it."
        return f"Rule out {lost}, because of {self.variable(cause)}{f' ({rule})' if rule else ''}."

    def rule(self, variable: int, cause: int, unit: int) -> str:
        """What the rule is called by which a value goes, if that is certain."""
        head = self.film.head
        if unit >= 0:
            number = head["units"][unit] if unit < len(head["units"]) else -1
            return head["rules"][number][0] if number >= 0 else ""
        both = [label for label, scope in head["rules"] if variable in scope and cause in scope]
        return both[0] if len(both) == 1 else ""

    def _lost(self, variable: int, values: Iterable[int]) -> str:
        places = self.places
        if places is not None and places.moves:
            return ", ".join(self._cell(places, variable, value) for value in values)
        texts = ", ".join(self.text(variable, value) for value in values)
        return f"{texts} {'in' if places is not None else 'for'} {self.variable(variable)}"

    def _tests(self, variable: int, checks: int, why: Sequence[Any]) -> str:
        if variable < 0:
            conflicts = f": {plural(why[0], 'variable')} in conflict" if why else ""
            return f"Test {plural(checks, 'rule')}{conflicts}."
        name = self.variable(variable)
        if why:
            return f"{plural(checks, 'test')} of {name}: {plural(why[0], 'value')} left."
        return f"{plural(checks, 'test')} from {name}."

    def state(self, number: int) -> str:
        """A state that is expanded: its number, its depth and how it was reached."""
        _, depth, subject, parent, _ = self.film.step(number)
        move = self.saying(self.met.get(subject, number))
        origin = "" if parent < 0 else f", from state {parent}{f' by {move}' if move else ''}"
        return f"state {subject} at depth {depth}{origin}"

    def _generated(self, number: int, subject: int, why: Sequence[Any]) -> str:
        move = self.saying(number)
        by = f" by {move}" if move else ""
        if subject < 0:
            return f"A successor{by}{self._rank(why)}."
        return f"Add state {subject}{by} to the frontier{self._rank(why)}."

    def _rank(self, why: Sequence[Any]) -> str:
        """The numbers by which a state waits."""
        if not why:
            return ""
        (g, rank), by = why, self.film.head["rank"]
        if by == "f":
            return f": f = {plain(g)} + {plain(rank - g)} = {plain(rank)}"
        return f": {by} = {plain(rank)}"

    def _worth(self, value: int) -> str:
        if self.film.head["face"] == "impartial" or abs(value) > 1:
            return str(value)
        return "won" if value > 0 else "lost" if value < 0 else "drawn"


LEAST = "−∞"


def plain(number: Any, infinite: str = "∞") -> str:
    """A number in words; None is infinite."""
    if number is None:
        return infinite
    whole = int(number) if number == int(number) else number
    return f"−{-whole}" if whole < 0 else f"{whole}"


def _solution(said: str) -> str:
    return f"Solution: {said}{'' if said[-1] in '.…' else '.'}" if said else "Solution."


def ending(film: Film) -> str:
    """How a film ended."""
    end = film.end
    found = plural(end["answers"], "solution")
    if end["status"] == "enough":
        return f"{found} found"
    if end["status"] == "stopped":
        return f"stopped here: {end['reason']}"
    if not end["answers"]:
        return f"no solution: {end['reason']}"
    return f"{found}, and there are no more"
