"""A film as a picture of one moment, or as an animated picture of many."""

from __future__ import annotations

import io
from importlib.util import find_spec
from typing import TYPE_CHECKING

from clew.core.board import Ink
from clew.core.events import Kind
from clew.core.puzzle import Unsuited
from clew.film.film import FOLDED, Film
from clew.film.header import read_places
from clew.film.moment import Player
from clew.render.svg import svg as picture

if TYPE_CHECKING:
    from PIL.Image import Image

TONED = (Kind.TRY, Kind.CHANGE, Kind.PRUNE, Kind.FAIL, Kind.BACK, Kind.UNDO)
"""The kinds of steps that are about cells."""
FORMS = {"gif": "GIF", "apng": "PNG"}
NEEDS = "animations need Pillow: pip install 'clew[film]'"
MOST_FRAMES = 240
MOST_PIXELS = 30_000_000
"""The most frames, and the most pixels in all: of a longer film some steps are left out."""
DELAY, LAST_DELAY = 250, 3000
"""The milliseconds for which each frame is shown, and the last."""


def svg(film: Film, at: int | None = None) -> str:
    """The board after so many steps, or at the end."""
    player = Player(film)
    player.go(len(film) if at is None else at)
    return picture(player.board())


def check_pillow() -> None:
    """Unsuited, with what to install, if there is no Pillow."""
    if find_spec("PIL") is None:
        raise Unsuited(NEEDS)


def animation(film: Film, form: str) -> bytes:
    """The film as an animated picture that repeats for ever, a `gif` or an `apng`."""
    first, *rest = frames(film)
    delays = [DELAY] * len(rest) + [LAST_DELAY]
    file = io.BytesIO()
    first.save(file, FORMS[form], save_all=True, append_images=rest, duration=delays, loop=0)
    return file.getvalue()


def frames(film: Film) -> list[Image]:
    """The pictures of an animation."""
    check_pillow()
    from clew.film.raster import TONES, Screen

    player = Player(film)
    screen = Screen([player.board()])
    most = max(20, min(MOST_FRAMES, MOST_PIXELS // (screen.width * screen.height)))
    boards = {}
    for number in moments(film, most):
        player.go(number)
        boards[number] = player.board()
    screen = Screen(boards.values())
    found = []
    for number, board in boards.items():
        kind = Kind(film.step(number - 1)[0]) if number else None
        tone = TONES.get(kind) if kind is not None else None
        answer = [cell for cell, each in enumerate(board.cells) if each.ink is Ink.ANSWER]
        ringed = answer if kind is Kind.ANSWER else _changed(film, number) if tone else []
        found.append(screen.draw(board, ringed, tone, number / max(1, len(film))))
    return found


def moments(film: Film, most: int = MOST_FRAMES) -> list[int]:
    """The numbers of steps that are shown: all of them, or the choices, or some of those."""
    steps = list(range(len(film) + 1))
    if len(steps) > most:
        steps = [0, *(n for n in steps[1:] if film.step(n - 1)[0] not in FOLDED)]
    if len(steps) > most:
        steps = [steps[k * (len(steps) - 1) // (most - 1)] for k in range(most)]
    return sorted({*steps, len(film)})


def _changed(film: Film, number: int) -> list[int]:
    """The cells that the last step is about."""
    places, (kind, _, variable, value, *_) = read_places(film.head), film.step(number - 1)
    if places is None or variable < 0 or kind not in TONED:
        return []
    values = film.tables["sets"][value] if kind == Kind.PRUNE else [value]
    cells = {places.cell(variable, each) for each in values}
    return sorted(cells & set(range(len(film.head["board"]["cells"]))))
