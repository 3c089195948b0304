"""What a film shows after a number of steps: the steps folded forward from the start.

This is the specification of the player (`static/moment.js`), which does the same in a browser.
Going back is exact, because it is going forward from the start.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from clew.board.board import Board
from clew.board.json import read_board, read_cell
from clew.core.events import Kind
from clew.film.film import Film
from clew.film.frame import Frame, base_of
from clew.film.header import read_places

OF_STATES = (
    Kind.EXPAND, Kind.VALUE, Kind.GENERATE, Kind.DUPLICATE, Kind.STUCK, Kind.DROP, Kind.CUT,
    Kind.KNOWN, Kind.WINDOW, Kind.INFER, Kind.ROUND,
)  # fmt: skip
"""The kinds whose board is that of the state expanded or valued last."""


@dataclass
class Moment:
    """The state of a search as it is shown."""

    domains: list[set[int]]
    assigned: dict[int, int] = field(default_factory=dict)
    trail: list[tuple[int, set[int], int | None]] = field(default_factory=list)
    """Variables that changed, with the domain and the value that each had before."""
    marks: list[int] = field(default_factory=list)
    """How long the trail was before each choice that stands."""
    met: dict[int, int] = field(default_factory=dict)
    """For each state, the step that told of it first."""
    shown: int = -1
    """The step whose board is shown, if it has one; else the variables are."""
    last: int = -1
    """The step that was made last."""

    def change(self, variable: int, domain: set[int], value: int | None) -> None:
        """Give a variable another domain, and a value or none; what it had can come back."""
        self.trail.append((variable, self.domains[variable], self.assigned.get(variable)))
        self._set(variable, domain, value)

    def _set(self, variable: int, domain: set[int], value: int | None) -> None:
        self.domains[variable] = domain
        if value is None:
            self.assigned.pop(variable, None)
        else:
            self.assigned[variable] = value

    def back(self) -> None:
        """Undo the last choice that stands."""
        mark = self.marks.pop() if self.marks else 0
        while len(self.trail) > mark:
            self._set(*self.trail.pop())


class Player:
    """A film and the moment it shows; `go(n)` shows the moment after n steps."""

    def __init__(self, film: Film) -> None:
        self.film = film
        self.boards: dict[int, Any] = dict(film.tables["boards"])
        self.narrowed: dict[int, list[int]] = dict(film.tables["narrowed"])
        self.places = read_places(film.head)
        self.base = base_of(film)
        self.givens = set(self._find_givens())
        self.at = 0
        self.moment = Moment(self._domains())

    def _domains(self) -> list[set[int]]:
        """The domains at first; where a film has none, every variable starts with none."""
        known = () if self.places is None else self.places.texts
        return [set(each) for each in self.film.head["domains"]] or [set() for _ in known]

    def _find_givens(self) -> Iterator[int]:
        """The variables that are given: their cells stay as they are."""
        places, cells = self.places, self.film.head["board"]["cells"]
        for variable, listed in enumerate(self.film.head["domains"] if places else ()):
            if len(listed) == 1 and places is not None:
                cell = places.cell(variable, listed[0])  # a variable of a rule alone has none
                if cell < len(cells) and cells[cell]["ink"] == "given":
                    yield variable

    def go(self, steps: int) -> Moment:
        """The moment after so many steps."""
        target = max(0, min(steps, len(self.film)))
        if target < self.at:
            self.at, self.moment = 0, Moment(self._domains())
        while self.at < target:
            self._apply(self.at)
            self.at += 1
        return self.moment

    def _apply(self, number: int) -> None:
        kind, _, subject, value, *_ = self.film.step(number)
        moment = self.moment
        moment.last = number
        if kind in OF_STATES:
            if kind == Kind.GENERATE:
                moment.met.setdefault(subject, number)
            elif kind == Kind.EXPAND:
                moment.shown = moment.met.setdefault(subject, number) if subject >= 0 else number
                self._narrow(moment.shown)
            elif kind == Kind.VALUE:
                moment.shown = moment.met.get(subject, -1)
            return
        moment.shown = number
        if 0 <= subject < len(moment.domains):
            self._change(Kind(kind), subject, value)

    def _change(self, kind: Kind, variable: int, value: int) -> None:
        moment = self.moment
        if kind is Kind.TRY:
            moment.marks.append(len(moment.trail))
            moment.change(variable, {value}, value)
        elif kind is Kind.PRUNE:
            lost = set(self.film.tables["sets"][value])
            held = moment.assigned.get(variable)
            moment.change(variable, moment.domains[variable] - lost, held)
        elif kind in (Kind.BACK, Kind.UNDO):
            moment.back()
        elif kind is Kind.CHANGE:
            moment.assigned[variable] = value

    def _narrow(self, number: int) -> None:
        """The domains of a state of partly filled boards."""
        if number not in self.narrowed:
            return
        flat, moment = self.narrowed[number], self.moment
        moment.domains, moment.assigned = self._domains(), {}
        for variable, which, is_assigned in zip(flat[::3], flat[1::3], flat[2::3], strict=True):
            moment.domains[variable] = set(self.film.tables["sets"][which])
            if is_assigned and len(moment.domains[variable]) == 1:
                (moment.assigned[variable],) = moment.domains[variable]

    def board(self, steps: Sequence[int] | None = None) -> Board:
        """The board of the moment: what is assigned, and the candidates of what is open.

        The steps that led there, by default the last, are marked.
        """
        patch = self.boards.get(self.moment.shown)
        if patch is not None:
            return self._patched(patch)
        if self.places is None:
            return self.base
        told = [self.moment.last] if steps is None else steps
        return Frame(self.film, self.places, self.givens).board(
            self.base, self.moment.domains, self.moment.assigned, [n for n in told if n >= 0]
        )

    def _patched(self, patch: Any) -> Board:
        if isinstance(patch, dict):
            return read_board(patch)
        cells = list(self.base.cells)
        for index, number in zip(patch[::2], patch[1::2], strict=True):
            cells[index] = read_cell(self.film.tables["cells"][number])
        return replace(self.base, cells=tuple(cells))
