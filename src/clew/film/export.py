"""A film as a picture of one moment, or as an animated picture of many."""

from __future__ import annotations

import io
from collections import Counter
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from clew.board.svg import svg as picture
from clew.core.puzzle import Unsuited
from clew.film.film import FOLDED, Film
from clew.film.moment import Player

if TYPE_CHECKING:
    from PIL.Image import Image

FORMS = {"gif": "GIF", "apng": "PNG"}
NEEDS = "animations need Pillow: pip install 'clew[film]'"
MOST_FRAMES = 240
MOST_PIXELS = 30_000_000
"""The most frames, and the most pixels in all: of a longer film some steps are left out."""
BAR, BAR_COLOUR = 6, "#1a5fb4"
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
    """The pictures of an animation, all with one palette."""
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
    """The picture, with a bar below it that shows how far the film is."""
    from PIL.ImageOps import expand

    framed = expand(picture, (0, 0, 0, BAR), "white")
    framed.paste(BAR_COLOUR, (0, picture.height + 2, round(done * picture.width), framed.height))
    return framed


def _in_one_palette(pictures: list[Image]) -> list[Image]:
    """The pictures in the 256 colours that most of their pixels have, or the nearest of them."""
    from PIL import Image

    counts: Counter[Any] = Counter()
    for each in pictures:
        for count, colour in each.getcolors(each.width * each.height) or ():
            counts[colour] += count
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour, _ in counts.most_common(256) for part in colour])
    return [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in pictures]


def moments(film: Film, most: int = MOST_FRAMES) -> list[int]:
    """The numbers of steps that are shown: all of them, or the choices, or some of those."""
    steps = list(range(len(film) + 1))
    if len(steps) > most:
        steps = [0, *(n for n in steps[1:] if film.step(n - 1)[0] not in FOLDED)]
    if len(steps) > most:
        steps = [steps[k * (len(steps) - 1) // (most - 1)] for k in range(most)]
    return sorted({*steps, len(film)})
