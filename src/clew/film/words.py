"""The steps of a film in words, as the player says them."""

from __future__ import annotations

from collections.abc import Iterable

from clew.core.events import Kind
from clew.core.grid import cell_name
from clew.film.film import Film
from clew.film.header import Places, read_places


class Narrator:
    """Says what happens at each step of a film."""

    def __init__(self, film: Film) -> None:
        self.film = film
        self.places = read_places(film.head)
        self.cols = film.head["board"]["cols"]
        self.said: dict[int, int] = dict(film.tables["said"])

    def step(self, number: int) -> str:
        """What happened at a step."""
        kind, depth, subject, value, _ = self.film.step(number)
        match Kind(kind):
            case Kind.TRY:
                return f"try {self.assignment(subject, value)}"
            case Kind.PRUNE:
                return f"rule out {self._lost(subject, self.film.tables['sets'][value])}"
            case Kind.FAIL:
                return f"dead end: {self.variable(subject)} has no value left"
            case Kind.BACK:
                return f"go back: take away {self.assignment(subject, value)}"
            case Kind.ANSWER:
                return f"solution. {self.saying(number)}".removesuffix(". ")
            case Kind.EXPAND:
                return f"expand state {subject} at depth {depth}{self._origin(number, value)}"
            case Kind.CHANGE:
                return f"change: {self.assignment(subject, value)}"
            case Kind.VALUE:
                return f"state {subject} has the value {self._worth(value)}"

    def saying(self, number: int) -> str:
        """What was said with a step: a move, or the first line of what an answer says."""
        if number not in self.said:
            return ""
        words: str = self.film.tables["words"][self.said[number]]
        return words.partition("\n")[0]

    def assignment(self, variable: int, value: int) -> str:
        places = self.places
        if places is None:
            return f"variable {variable + 1} = {value}"
        name, text = self._cell(places, variable, value), places.text(variable, value)
        if places.moves:
            piece = self.film.head["piece"]
            return f"{text if text.isdigit() or not piece else f'a {piece}'} at {name}"
        return f"{name} = {text}"

    def variable(self, variable: int) -> str:
        places = self.places
        if places is None:
            return f"variable {variable + 1}"
        if not places.moves:
            return self._cell(places, variable, 0)
        return f"{'row' if places.by_variable else 'place'} {variable + 1}"

    def _cell(self, places: Places, variable: int, value: int) -> str:
        return cell_name(places.cell(variable, value), self.cols)

    def _lost(self, variable: int, values: Iterable[int]) -> str:
        places = self.places
        if places is None:
            return f"{', '.join(map(str, values))} for variable {variable + 1}"
        if places.moves:
            return ", ".join(self._cell(places, variable, value) for value in values)
        texts = ", ".join(places.text(variable, value) for value in values)
        return f"{texts} in {self.variable(variable)}"

    def _origin(self, number: int, parent: int) -> str:
        move = self.saying(number)
        return "" if parent < 0 else f", from state {parent}{f' by {move}' if move else ''}"

    def _worth(self, value: int) -> str:
        if self.film.head["face"] == "impartial" or abs(value) > 1:
            return str(value)
        return "won" if value > 0 else "lost" if value < 0 else "drawn"


def ending(film: Film) -> str:
    """How a film ended."""
    end = film.end
    found = f"{end['answers']:,} solution{'' if end['answers'] == 1 else 's'}"
    if end["status"] == "enough":
        return f"{found} found"
    if end["status"] == "stopped":
        return f"stopped here: {end['reason']}"
    if not end["answers"]:
        return f"no solution{': ' + end['reason'] if end['reason'] else ''}"
    return f"{found}, and there are no more"
