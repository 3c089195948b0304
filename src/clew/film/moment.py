"""The state of a film after some steps, computed by replaying them from the start.

This is the specification of the player (`static/moment.js`), which does the same in a browser.
Going back is exact, because it also replays the steps from the start.
"""

from __future__ import annotations

import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from clew.board.board import Board, Cell, Ink, Mark, Note, Tone
from clew.board.json import read_board, read_cell
from clew.board.svg import svg as picture
from clew.core.events import Kind
from clew.core.puzzle import Unsuited
from clew.film.film import Film
from clew.film.header import Places, read_places
from clew.film.nodes import NOBODY

if TYPE_CHECKING:
    from PIL.Image import Image


OF_STATES = (
    Kind.EXPAND, Kind.VALUE, Kind.GENERATE, Kind.DUPLICATE, Kind.STUCK, Kind.DROP, Kind.CUT,
    Kind.KNOWN, Kind.WINDOW, Kind.INFER, Kind.ROUND,
)  # fmt: skip
"""The kinds of steps that show the board of their node."""
MOST_NOTED = 25
"""The maximum number of values for which cells list their candidates instead of counting them."""
DOT = "•"
"""Marks a place where a variable can still go."""
MARKS = {
    Kind.TRY: "tried", Kind.CHANGE: "tried", Kind.PRUNE: "pruned", Kind.FAIL: "failed",
    Kind.BACK: "undone", Kind.UNDO: "undone", Kind.CHOOSE: "pivot",
}  # fmt: skip
"""The mark that each kind of step puts on its cells."""
Lost = Mapping[int, Sequence[int]]
"""For each variable, the values that a step has just removed. The board shows them struck out."""
FORMS = {"gif": "GIF", "apng": "PNG"}
NEEDS = "animations need Pillow: pip install 'clew-puzzles[film]' (in a clone: ./run extras)"
MOST_FRAMES = 240
MOST_PIXELS = 30_000_000
"""The maximum number of frames, and of pixels in all frames. Animations of longer films leave out
steps.
"""
BAR, BAR_COLOUR = 6, "#1a5fb4"
DELAY, LAST_DELAY = 250, 3000
"""The number of milliseconds to show each frame, and to show the last one."""


@dataclass
class Moment:
    """The state of a search at one moment of a film."""

    domains: list[set[int]]
    assigned: dict[int, int] = field(default_factory=dict)
    trail: list[tuple[int, set[int], int | None]] = field(default_factory=list)
    """The variables that changed, each with its previous domain and value."""
    marks: list[int] = field(default_factory=list)
    """The length of the trail before each current choice."""
    met: dict[int, int] = field(default_factory=dict)
    """For each state, the step that first reached it."""
    node: int = NOBODY
    """The node that the last step is about."""
    shown: int = -1
    """The step whose board to show. If it has no board, the variables are shown."""
    last: int = -1
    """The last step."""

    def change(self, variable: int, domain: set[int], value: int | None) -> None:
        """Change a variable's domain and value, and record the old ones on the trail."""
        self.trail.append((variable, self.domains[variable], self.assigned.get(variable)))
        self._set(variable, domain, value)

    def _set(self, variable: int, domain: set[int], value: int | None) -> None:
        self.domains[variable] = domain
        if value is None:
            self.assigned.pop(variable, None)
        else:
            self.assigned[variable] = value

    def back(self) -> None:
        """Undo the last choice."""
        mark = self.marks.pop() if self.marks else 0
        while len(self.trail) > mark:
            self._set(*self.trail.pop())


class Player:
    """A film and its current moment. `go(n)` moves to the moment after n steps."""

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
        """Return the initial domains. If the film has none, every variable's domain is empty."""
        known = () if self.places is None else self.places.texts
        return [set(each) for each in self.film.head["domains"]] or [set() for _ in known]

    def _find_givens(self) -> Iterator[int]:
        """Yield the variables that are givens. Their cells stay as they are."""
        places, cells = self.places, self.film.head["board"]["cells"]
        for variable, listed in enumerate(self.film.head["domains"] if places else ()):
            if len(listed) == 1 and places is not None:
                cell = places.cell(variable, listed[0])  # auxiliary variables have no cell
                if cell < len(cells) and cells[cell]["ink"] == "given":
                    yield variable

    def go(self, steps: int) -> Moment:
        """Return the moment after this number of steps."""
        target = max(0, min(steps, len(self.film)))
        if target < self.at:
            self.at, self.moment = 0, Moment(self._domains())
        while self.at < target:
            self._apply(self.at)
            self.at += 1
        return self.moment

    def _apply(self, number: int) -> None:
        kind, _, subject, value, _, node = self.film.step(number)
        moment = self.moment
        moment.last, moment.node = number, node
        if kind in OF_STATES:
            if kind in (Kind.GENERATE, Kind.EXPAND) and subject >= 0:
                moment.met.setdefault(subject, number)
            moment.shown = moment.met.get(node, -1)
            if kind == Kind.EXPAND:
                self._narrow(moment.shown)
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
        """Restore the domains of a partial assignment."""
        if number not in self.narrowed:
            return
        flat, moment = self.narrowed[number], self.moment
        moment.domains, moment.assigned = self._domains(), {}
        for variable, which, is_assigned in zip(flat[::3], flat[1::3], flat[2::3], strict=True):
            moment.domains[variable] = set(self.film.tables["sets"][which])
            if is_assigned and len(moment.domains[variable]) == 1:
                (moment.assigned[variable],) = moment.domains[variable]

    def board(self, steps: Sequence[int] | None = None) -> Board:
        """Draw the board of the moment, with the assigned values and the other candidates.

        Args:
            steps: The steps to mark. By default, the last one.
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


# ------------------------------------------------------------------ the twin of picture.js


def values_of(film: Film) -> range:
    """Return the range of a film's values, from the smallest to the largest."""
    found = {value for each in film.head["domains"] for value in each}
    return range(min(found, default=0), max(found, default=0) + 1)


def base_of(film: Film) -> Board:
    """Return the board before the first step, with room for the candidates of each cell."""
    board, places = read_board(film.head["board"]), film.head["variables"]
    has_notes = places is not None and not places["byValue"] and film.head["domains"]
    return replace(board, values=len(values_of(film))) if has_notes else board


@dataclass(frozen=True)
class Frame:
    """The places of a film's variables on its board."""

    film: Film
    places: Places
    givens: set[int]

    def board(
        self, board: Board, domains: list[set[int]], assigned: dict[int, int], steps: Sequence[int]
    ) -> Board:
        """Draw assigned values and candidates on a board, and mark these steps."""
        cells, lost = list(board.cells), self._lost(steps)
        for variable, domain in enumerate(domains):
            if variable in self.givens:
                continue
            if self.places.moves:
                self._place(cells, variable, domain, assigned.get(variable), lost)
            elif self.places.cell(variable, 0) < len(cells):  # auxiliary variables have no cell
                self._write(cells, variable, domain, assigned.get(variable), lost)
        marks = tuple(self._marks(steps, len(cells)))
        return replace(board, cells=tuple(cells), marks=marks)

    def _write(
        self, cells: list[Cell], variable: int, domain: set[int], value: int | None, lost: Lost
    ) -> None:
        """Write the value or the candidates of a variable that has its own cell."""
        at = self.places.cell(variable, 0)
        if value is not None:
            cells[at] = _with(cells[at], self.places.text(variable, value))
        elif self.film.head["domains"]:
            notes = self._notes(variable, domain, lost.get(variable, ()))
            cells[at] = _with(cells[at], notes=tuple(notes))

    def _notes(self, variable: int, domain: set[int], struck: Sequence[int]) -> Iterable[Note]:
        values = values_of(self.film)
        if len(values) > MOST_NOTED:
            return [Note(-1, str(len(domain - set(struck))))]
        return [
            Note(place, self.places.text(variable, value)[:1], _tone(value in struck))
            for place, value in enumerate(values)
            if value in domain or value in struck
        ]

    def _place(
        self, cells: list[Cell], variable: int, domain: set[int], value: int | None, lost: Lost
    ) -> None:
        """Draw a variable whose value is its place, such as a queen in its row."""
        if value is not None:
            at = self.places.cell(variable, value)
            cells[at] = _with(cells[at], self.places.text(variable, value))
            return
        struck = lost.get(variable, ())
        for each in sorted({*domain, *struck}):
            at = self.places.cell(variable, each)
            if not cells[at].text:
                cells[at] = _with(cells[at], notes=(Note(-1, DOT, _tone(each in struck)),))

    # ---------------------------------------------------------------- marks of steps

    def _lost(self, steps: Iterable[int]) -> Lost:
        lost: dict[int, list[int]] = defaultdict(list)
        for step in steps:
            kind, _, variable, value, *_ = self.film.step(step)
            if kind == Kind.PRUNE:
                lost[variable] += self.film.tables["sets"][value]
        return lost

    def _marks(self, steps: Iterable[int], count: int) -> Iterator[Mark]:
        """Yield marks for the cells of these steps. Each cell gets the mark of its first step."""
        marked: set[int] = set()
        for step in steps:
            kind = Kind(self.film.step(step)[0])
            cells = [
                cell for cell in self._cells(step, kind) if cell not in marked and cell < count
            ]
            marked.update(cells)
            if cells:
                yield Mark(MARKS[kind], tuple(cells))

    def _cells(self, step: int, kind: Kind) -> list[int]:
        _, _, variable, value, *_ = self.film.step(step)
        if kind not in MARKS or variable < 0:
            return []
        if not self.places.moves:
            return [self.places.cell(variable, 0)]
        values = [value]
        if kind is Kind.PRUNE:
            values = self.film.tables["sets"][value]
        elif kind in (Kind.FAIL, Kind.CHOOSE):
            values = self.film.head["domains"][variable]
        return [self.places.cell(variable, each) for each in values]


def _tone(is_struck: bool) -> Tone:
    return Tone.STRUCK if is_struck else Tone.PLAIN


def _with(cell: Cell, text: str = "", notes: tuple[Note, ...] = ()) -> Cell:
    """Return the cell with other contents."""
    ink = Ink.ANSWER if text else cell.ink
    return replace(cell, text=text, ink=ink, notes=notes, shape="", order=0)


# ------------------------------------------------------------------ pictures and animations


def svg(film: Film, at: int | None = None) -> str:
    """Draw the board of a film as SVG.

    Args:
        film: The film.
        at: The number of steps before the picture. By default, all of them.
    """
    player = Player(film)
    player.go(len(film) if at is None else at)
    return picture(player.board())


def check_pillow() -> None:
    """Check that Pillow is installed.

    Raises:
        Unsuited: if it isn't. The message gives the command to install it.
    """
    if find_spec("PIL") is None:
        raise Unsuited(NEEDS)


def animation(film: Film, form: str) -> bytes:
    """Return a film as an animation that repeats forever.

    Args:
        film: The film.
        form: `gif` or `apng`.

    Raises:
        Unsuited: if Pillow isn't installed.
    """
    first, *rest = frames(film)
    delays = [DELAY] * len(rest) + [LAST_DELAY]
    file = io.BytesIO()
    first.save(file, FORMS[form], save_all=True, append_images=rest, duration=delays, loop=0)
    return file.getvalue()


def frames(film: Film) -> list[Image]:
    """Return the pictures of an animation, all with the same palette."""
    check_pillow()
    from clew.board.raster import Screen

    player = Player(film)
    screen = Screen([player.board()])
    most = max(20, min(MOST_FRAMES, MOST_PIXELS // (screen.width * screen.height)))
    boards = {}
    for number in moments(film, most):
        player.go(number)
        boards[number] = player.board()
    screen = Screen(boards.values())
    drawn = [_with_bar(screen.draw(each), at / max(1, len(film))) for at, each in boards.items()]
    return _in_one_palette(drawn)


def _with_bar(picture: Image, done: float) -> Image:
    """Return the picture with a progress bar below it."""
    from PIL.ImageOps import expand

    framed = expand(picture, (0, 0, 0, BAR), "white")
    framed.paste(BAR_COLOUR, (0, picture.height + 2, round(done * picture.width), framed.height))
    return framed


def _in_one_palette(pictures: list[Image]) -> list[Image]:
    """Return the pictures reduced to their 256 most frequent colours."""
    from PIL import Image

    counts: Counter[Any] = Counter()
    for each in pictures:
        for count, colour in each.getcolors(each.width * each.height) or ():
            counts[colour] += count
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour, _ in counts.most_common(256) for part in colour])
    return [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in pictures]


def moments(film: Film, most: int = MOST_FRAMES) -> list[int]:
    """Return the moments to show: all of them or, if that's too many, only some.

    Args:
        film: The film.
        most: The maximum number of moments, apart from the last.
    """
    steps = list(range(len(film) + 1))
    if len(steps) > most:
        steps = [0, *(n for n in steps[1:] if not film.is_detail(n - 1))]
    if len(steps) > most:
        steps = [steps[k * (len(steps) - 1) // (most - 1)] for k in range(most)]
    return sorted({*steps, len(film)})
