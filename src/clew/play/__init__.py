"""A puzzle or a game in play: moves, undo and redo, hints, checks, and the view of it all.

`open_play` takes every puzzle. A game is a `Session`, a puzzle of moves a `Walk`, a grid to be
filled a `Fill`; all are a `Play`. What they show and save is plain data.
"""

from clew.play.base import Play
from clew.play.fill import Fill
from clew.play.moves import NoMove
from clew.play.opening import open_play, resume
from clew.play.session import Session
from clew.play.walk import Walk

__all__ = ["Fill", "NoMove", "Play", "Session", "Walk", "open_play", "resume"]
