"""A film as a picture of one moment, or as an animated picture of many."""

from __future__ import annotations

from collections.abc import Iterator

from clew.core.board import Board, Ink
from clew.core.events import Kind
from clew.film.animation import Frame, apng, gif
from clew.film.film import Film
from clew.film.header import read_places
from clew.film.moment import Player
from clew.film.raster import ANSWER, FAIL, NOTE, SOLVED, Screen
from clew.render.svg import svg as picture

FRAMES = 240
PIXELS = 30_000_000
"""So many pictures at most, and so many pixels in all: of a longer film steps are passed over."""
DELAY = 25
LAST = 300
"""Hundredths of a second that each is shown, and the last."""
TONES = {
    Kind.TRY: ANSWER,
    Kind.CHANGE: ANSWER,
    Kind.PRUNE: NOTE,
    Kind.FAIL: FAIL,
    Kind.BACK: FAIL,
}


def svg(film: Film, at: int | None = None) -> str:
    """The board after so many steps, or at the end."""
    player = Player(film)
    player.go(len(film) if at is None else at)
    return picture(player.board())


def moments(film: Film, most: int = FRAMES) -> list[int]:
    """The numbers of steps that are shown: all of them, or the choices, or some of those."""
    steps = list(range(len(film) + 1))
    if len(steps) > most:
        loud = [n for n in steps[1:] if film.step(n - 1)[0] != Kind.PRUNE]
        steps = [0, *loud]
    if len(steps) > most:
        steps = [steps[k * (len(steps) - 1) // (most - 1)] for k in range(most)]
    return sorted({*steps, len(film)})


def frames(film: Film) -> list[Frame]:
    """The pictures of an animation."""
    player = Player(film)
    first = Screen([player.board()])
    most = max(20, min(FRAMES, PIXELS // (first.width * first.height)))
    boards = [(at, _board(player, at)) for at in moments(film, most)]
    screen = Screen(board for _, board in boards)
    pictures = []
    for at, board in boards:
        cells, colour = _ringed(film, at)
        delay = LAST if at == len(film) else DELAY
        done = at / max(1, len(film))
        pictures.append(Frame(screen.draw(board, cells, colour, done), delay))
    return pictures


def _board(player: Player, at: int) -> Board:
    player.go(at)
    return player.board()


def _ringed(film: Film, at: int) -> tuple[list[int], int]:
    """The cells that the last step speaks of, and the colour of their rings."""
    if at == 0:
        return [], NOTE
    kind, _, variable, value, _ = film.step(at - 1)
    if kind == Kind.ANSWER:
        return list(_answered(film, at)), SOLVED
    places, tone = read_places(film.head), TONES.get(Kind(kind))
    if places is None or tone is None or variable < 0:
        return [], NOTE
    values = film.tables["sets"][value] if kind == Kind.PRUNE else [value]
    cells = {places.cell(variable, each) for each in values}
    return sorted(cells & set(range(len(film.head["board"]["cells"])))), tone


def _answered(film: Film, at: int) -> Iterator[int]:
    player = Player(film)
    player.go(at)
    for index, cell in enumerate(player.board().cells):
        if cell.ink is Ink.ANSWER:
            yield index


def as_gif(film: Film) -> bytes:
    """The film as an animated GIF."""
    return gif(frames(film))


def as_apng(film: Film) -> bytes:
    """The film as an animated PNG."""
    return apng(frames(film))
