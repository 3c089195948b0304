"""Boards to play on and films to step through in a notebook: `play` and `watch`.

Both are widgets and need anywidget. Without it, a notebook still shows puzzles and results as
pictures, and a `clew.film.Film` as a player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.core.errors import ClewError
from clew.core.puzzle import Puzzle, as_puzzle
from clew.film import Film, record

if TYPE_CHECKING:
    from clew.notebook.widgets import BoardWidget, FilmWidget

__all__ = ["NoWidgets", "play", "watch"]
NEEDS = "widgets need anywidget: pip install 'clew-puzzles[notebook]', or ./run extras in a clone"


class NoWidgets(ClewError, ImportError):
    """Raised if anywidget isn't installed."""


def play(puzzle: Puzzle | str) -> BoardWidget:
    """Show a board to play on.

    Args:
        puzzle: the puzzle, or its id.

    Returns:
        The widget. Its `play` is the game at the point that the player has reached, and its
        `saved` is that game as plain data.

    Raises:
        NoWidgets: if anywidget isn't installed.

    >>> from clew.notebook import play
    >>> board = play("sudoku:..233..42.3.1...")
    >>> board.play.kind, board.play.over
    ('fill', False)
    """
    return _widgets().BoardWidget(as_puzzle(puzzle))  # type: ignore[no-any-return]


def watch(film: Film | Puzzle | str, strategy: str | None = None, **limits: Any) -> FilmWidget:
    """Show a film to step through.

    Args:
        film: the film, or a puzzle or its id to record one.
        strategy: the strategy to record. By default Clew chooses an instructive one.
        **limits: limits of the recording, such as `max_steps`.

    Returns:
        The widget. Its `step` follows the player, and setting it moves the player.

    Raises:
        NoWidgets: if anywidget isn't installed.

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
