"""Boards to play and films to step through in a notebook: `play` and `watch`.

Both are widgets and need anywidget: pip install 'clew-puzzles[notebook]'. Without it a notebook
still shows puzzles and results as pictures, and a `clew.film.Film` as a player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.core.errors import ClewError
from clew.core.puzzle import Puzzle, as_puzzle
from clew.film import Film, record

if TYPE_CHECKING:
    from clew.notebook.widgets import BoardWidget, FilmWidget

__all__ = ["NoWidgets", "play", "watch"]
NEEDS = "a widget needs anywidget: pip install 'clew-puzzles[notebook]' (in a clone: ./run extras)"


class NoWidgets(ClewError, ImportError):
    """A widget was asked for where anywidget is not installed."""


def play(puzzle: Puzzle | str) -> BoardWidget:
    """A board to play on; `saved` is the state of play, and `play` the session.

    >>> from clew.notebook import play
    >>> board = play("sudoku:..233..42.3.1...")
    >>> board.play.kind, board.play.over
    ('fill', False)
    """
    return _widgets().BoardWidget(as_puzzle(puzzle))  # type: ignore[no-any-return]


def watch(film: Film | Puzzle | str, strategy: str | None = None, **limits: Any) -> FilmWidget:
    """A film to step through, made here unless it is given; `step` is where it stands.

    >>> from clew.notebook import watch
    >>> widget = watch("queens:6", "backtracking", max_steps=100)
    >>> len(widget.film), widget.step
    (100, 0)
    """
    made = film if isinstance(film, Film) else record(film, strategy, **limits)
    return _widgets().FilmWidget(made)  # type: ignore[no-any-return]


def _widgets() -> Any:
    try:
        import anywidget  # noqa: F401
    except ImportError:
        raise NoWidgets(NEEDS) from None
    from clew.notebook import widgets

    return widgets
